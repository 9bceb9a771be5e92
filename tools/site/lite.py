"""The course in JupyterLite, whose notebooks run in the browser, from any web server, with nothing installed.

Everything that a kernel loads is packed here from the installed packages and listed in Pyodide's lock file, so that
nothing is requested from elsewhere. Each build starts in an empty folder, because JupyterLite falls back to its CDN if
it finds the files of an earlier build.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from mtexplain.course.updates import originals
from tools import npm
from tools.site import runtime
from tools.site.pages import STATIC

EXTENSIONS = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
RUNNING = ("anywidget", "@jupyter-widgets/jupyterlab-manager", "@jupyterlite/pyodide-kernel-extension")
"""The extensions of JupyterLab that run without a server."""
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
INSTALLED = (
    "anywidget asttokens comm executing ipython ipython-pygments-lexers ipywidgets matplotlib-inline prompt-toolkit "
    "psygnal pure-eval pygments six snowballstemmer stack-data traitlets typing-extensions wcwidth"
).split()
"""The packages that IPython and the widgets need, all in pure Python."""
WHEELS = {"ipykernel": "ipykernel-*.whl", "pyodide-kernel": "pyodide_kernel-*.whl"}
"""The wheels that come with the kernel's extension."""
NO_PIP = b"""
async def install(*names, **how):
    print("You can't install packages in this page. Everything that the course needs is here, so just import mtexplain")

async def get_transformed_code(words):
    return "import piplite; await piplite.install()"
"""
STAND_INS: dict[str, dict[str, bytes]] = {
    "jedi": {},  # completions come without it
    "micropip": {"micropip.py": NO_PIP},
    "piplite": {
        "piplite/__init__.py": NO_PIP,
        "piplite/piplite.py": b"",
        "piplite/cli.py": NO_PIP,  # `%pip install ...`
    },
}
"""Replacements for packages that the kernel would install, and for its installers; all are loaded when it starts."""
# A page of JupyterLite may load files from its own site only. JupyterLab, outputs and widgets turn text into code.
POLICY = (
    "default-src 'none'; script-src 'self' blob: 'unsafe-inline' 'unsafe-eval'; worker-src 'self' blob:; "
    "connect-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; "
    "font-src 'self' data:; media-src 'self' blob: data:; frame-src 'self' blob:; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"checkForUpdates": False, "fetchNews": "false"},
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
}


def write(to: Path) -> None:
    """Write JupyterLite, its Python and the notebooks of the course into the folder."""
    with TemporaryDirectory() as folder:
        desk = Path(folder)
        names = pack(desk / "static" / "pyodide")
        for name, path in originals().items():
            (desk / "course" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, desk / "course" / name)
        for name, held in settings(names).items():
            (desk / name).write_text(json.dumps(held), "utf-8")
        command = [sys.executable, "-m", "jupyter", "lite", "build", "--output-dir", str(to.resolve())]
        dated = {**os.environ, "SOURCE_DATE_EPOCH": date()}
        done = subprocess.run(command, cwd=desk, env=dated, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise npm.Trouble(f"JupyterLite could not be built:\n{done.stdout}{done.stderr}")
    for path in to.rglob("*.html"):
        path.write_text(confined(path.read_text("utf-8")), "utf-8", newline="\n")


def confined(page: str) -> str:
    """Return the page with a policy under which neither it nor its kernel can make requests to other sites.

    The policy comes first in the head, because it applies only to what follows it.
    """
    meta = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    script = f"<script>{(STATIC / 'confined.js').read_text('utf-8')}</script>"
    head, tag, rest = page.partition("<head>")
    if not tag:
        raise npm.Trouble("JupyterLite made a page without a <head>, so the page can't have a policy")
    return f"{head}{tag}\n{meta}\n{script}{rest}"


def settings(names: list[str]) -> dict[str, Any]:
    """The settings of JupyterLite by file name; `names` are the packages that a kernel loads at its start."""
    kernel = {"disablePyPIFallback": True, "loadPyodideOptions": {"packages": names}}
    data = {"litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel}}
    build = {
        "apps": ["lab", "notebooks", "tree"],
        "contents": ["course"],
        "federated_extensions": [str(EXTENSIONS / name) for name in RUNNING],
        "ignore_sys_prefix": ["federated_extensions"],
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
    }
    return {
        "jupyter-lite.json": {"jupyter-lite-schema-version": 0, "jupyter-config-data": data},
        "jupyter_lite_config.json": {"LiteBuildConfig": build},
        "overrides.json": SETTINGS,
    }


def pack(to: Path) -> list[str]:
    """Write Pyodide and the packages into the folder. Return the names of the packages."""
    to.mkdir(parents=True)
    brought = npm.files(runtime.PYODIDE)
    for name in CORE:
        (to / name).write_bytes(brought[name])
    wheels = EXTENSIONS / RUNNING[-1] / "static" / "pypi"
    packages: dict[str, runtime.Archive] = {"mtexplain": runtime.library()}
    packages |= {name: runtime.installed(name) for name in INSTALLED}
    packages |= {name: unpacked(next(wheels.glob(wheel))) for name, wheel in WHEELS.items()}
    packages |= {name: files.items() for name, files in STAND_INS.items()}
    lock = json.loads(brought["pyodide-lock.json"])
    lock["packages"] = {}
    for name, entries in packages.items():
        data = runtime.archive(entries, ZIP_DEFLATED)
        (to / f"{name}.zip").write_bytes(data)
        lock["packages"][name] = {
            "name": name,
            "version": "0",  # nothing reads it
            "file_name": f"{name}.zip",
            "install_dir": "site",
            "sha256": hashlib.sha256(data).hexdigest(),
            "package_type": "package",
            "imports": [],
            "depends": [],
            "unvendored_tests": False,
        }
    (to / "pyodide-lock.json").write_text(json.dumps(lock), "utf-8")
    return sorted(packages)


def unpacked(wheel: Path) -> runtime.Archive:
    """Yield the files of a wheel."""
    with ZipFile(wheel) as held:
        for name in sorted(held.namelist()):
            yield name, held.read(name)


def date() -> str:
    """The timestamp of all files, which is the time of the last commit, so that the same tree gives the same bytes."""
    command = ["git", "log", "-1", "--format=%ct"]
    done = subprocess.run(command, cwd=runtime.ROOT, capture_output=True, text=True)
    return done.stdout.strip() or "315532800"  # 1980, if there is no repository
