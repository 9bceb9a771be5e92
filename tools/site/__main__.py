"""Make the site with `make site`. The site is a folder that any web server or file host can serve.

No page requests anything from another site. The pages also work when opened from a disk, except JupyterLite, which
needs a server such as `python -m http.server -d site`.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from mtexplain.course import updates
from mtexplain.display import fonts, html
from mtexplain.explain.practice import predictions
from mtexplain.widgets import stepping
from tools import address, deck, npm
from tools.site import book, front, licences, lite, pages, play, runtime, teach
from tools.site.reference import index as reference

ROOT = runtime.ROOT


def build(to: Path, public: str = "") -> None:
    """Write the whole site into the folder, which must be empty or hold an earlier site. An earlier site is replaced.

    `public` is the public address of the site, or "" if it isn't known. Each page names its own address if it is known.
    """
    static = to / "static"
    if to.exists() and not (to.is_dir() and (not any(to.iterdir()) or (static / "sources.js").exists())):
        raise npm.Trouble(f"{to}: this folder contains something that isn't a site. Name a new folder: --to site")
    shutil.rmtree(to, ignore_errors=True)
    static.mkdir(parents=True)
    for path in sorted(pages.STATIC.iterdir()):
        if path.suffix in (".js", ".css") and path.name not in ("worker.js", "confined.js"):
            shutil.copyfile(path, static / path.name)
    theirs = {
        "link.js": html.script(),
        "predict.js": predictions.script(),
        "stepper.js": stepping.alone(),
        "library.css": html.style() + stepping.STYLE,
    }
    for name, text in theirs.items():
        (static / name).write_text(text, "utf-8", newline="\n")
    for path in sorted(Path(fonts.__file__).parent.glob("*.woff2")):
        shutil.copyfile(path, static / path.name)
    sources = {"worker": "worker.js", "bridge": "bridge.py"}
    told = {name: (pages.STATIC / file).read_text("utf-8") for name, file in sources.items()}
    (static / "sources.js").write_text(f"window.mtxSources = {json.dumps(told)};\n", "utf-8")
    (static / "icon.svg").write_text(pages.icon(), "utf-8")
    runtime.write(to / "python")
    lite.write(to / "run")
    them, renamed = book.chapters(ROOT / "notebooks"), updates.renamed()
    looked_up = reference.parts({one.name: one.title for one in them})
    written_to = {
        "play": play.write(),
        "learn": book.write(them, reference.sections(looked_up), renamed),
        "teach": teach.write(ROOT, renamed),
        "reference": reference.write(looked_up),
    }
    for folder, written in written_to.items():
        (to / folder).mkdir()
        for name, text in written:
            text = address.told(text, public and f"{public}{folder}/{name}")
            (to / folder / name).write_text(text, "utf-8", newline="\n")
    (to / "licences.html").write_text(licences.write(), "utf-8", newline="\n")
    for name, path in licences.BESIDE.items():
        shutil.copyfile(path, to / name)
    (to / "index.html").write_text(address.told(front.write(them), public), "utf-8", newline="\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the site. Return 0 on success, 1 on failure."""
    parser = argparse.ArgumentParser(
        allow_abbrev=False, prog="make site", description="Make the site, a folder to serve or to open."
    )
    parser.add_argument("--to", metavar="FOLDER", type=Path, default=ROOT / "site", help="default: site/")
    parser.add_argument("--address", metavar="URL", default=address.site(), help="the public address of the site")
    options = parser.parse_args(arguments)
    try:
        build(options.to, options.address and options.address.rstrip("/") + "/")
    except (npm.Trouble, deck.Trouble) as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{error.filename or options.to}: {error.strerror}. Name another folder: --to site", file=sys.stderr)
        return 1
    print(f"The site is in {options.to}. Open its index.html, or serve the folder.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
