"""Write constraints.txt anew: the newest version of everything that the extras below bring: `make pins`.

Run with the oldest Python that is supported, for what runs there runs on newer ones too; and asked for that Python's
first release, since some libraries want a later one. pip finds the versions. Only names and versions are
written down: no index, no path, no hash, so the file is the same wherever it is made.
"""

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = ("notebooks", "slides", "room", "site", "tests")
NO_WHEEL = {"rouge-score": "0.1.2"}
"""Packages that are only there as source, which pip can't look for in the name of another Python: pinned by hand."""
UNTIL = {"contourpy": "3.15", "numpy": "3.15"}
"""Packages whose newest version for the oldest Python has no file for this one: from here on pip chooses."""
NEEDED = ("absl-py", "nltk", "numpy", "six")
"""What these need."""
HEAD = """\
# What `.[notebooks,slides,room,site,tests]` was tried with. Renew: `make PYTHON=python{oldest} pins`, then `make test`.
# Systems other than Linux may add a package or two of their own; pip chooses those.
"""


def direct(project: dict[str, dict[str, list[str]]]) -> list[str]:
    """The requirements that pyproject.toml names itself."""
    return sorted({line for extra in EXTRAS for line in project["optional-dependencies"][extra]})


def resolve(requirements: list[str], oldest: str) -> dict[str, str]:
    """Every package that these need, with the version pip would choose for the first release of that Python."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = [sys.executable, "-m", "pip", "install", "-qq", "--dry-run", "--ignore-installed"]
        command += ["--python-version", f"{oldest}.0", "--only-binary=:all:", "--target", folder]
        subprocess.run([*command, "--report", str(report), *requirements], check=True)
        found = json.loads(report.read_bytes())["install"]
    return {canonical(item["metadata"]["name"]): item["metadata"]["version"] for item in found}


def canonical(name: str) -> str:
    """The one spelling of a package's name."""
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> int:
    """Resolve and write."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    running = f"{sys.version_info.major}.{sys.version_info.minor}"
    if running != oldest:
        print(f"The pins are made with Python {oldest}, and this is {running}: make PYTHON=python{oldest} pins")
        return 1
    wanted = [line for line in direct(project) if canonical(line.partition(" ")[0]) not in NO_WHEEL]
    pins = {**resolve([*wanted, *NEEDED], oldest), **NO_WHEEL}
    markers = {name: f' ; python_version < "{python}"' for name, python in UNTIL.items()}
    lines = [f"{name}=={version}{markers.get(name, '')}\n" for name, version in sorted(pins.items())]
    (ROOT / "constraints.txt").write_text(HEAD.format(oldest=oldest) + "".join(lines), "utf-8")
    print(f"constraints.txt: {len(lines)} packages. Now: make test, and see whether environment.yml is still in step.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
