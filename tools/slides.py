"""Make a deck of slides of every lecture and notebook, with `make slides`.

A deck is a single file with reveal.js, the style, the pictures, and the formulas as MathML. It opens from a disk, a USB
stick or an e-mail, and needs no network. It shows the stored outputs of the notebook, and no code is run. Live cells
(tag nbval-ignore-output) are left out, because they do nothing without Python. Code is shown only with
`make slides ARGS=--code`. To make the deck of a single notebook, run
`make slides ARGS=notebooks/00_start_here.ipynb`.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from mtexplain.files import write_whole
from tools.deck import POLICY, Trouble, deck, script

ROOT = Path(__file__).resolve().parent.parent
PLACES = [ROOT / "lectures", ROOT / "notebooks"]
INDEX = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width">
<title>mtexplain: slides</title>
<style>
body {{ max-width: 45rem; margin: 3rem auto; padding: 0 1rem; font: 1.2rem/1.6 system-ui, sans-serif; }}
a {{ color: #0072b2; }} footer {{ margin-top: 2rem; color: #595959; }}
</style>
<h1>Slides</h1>
<ul>
{decks}
</ul>
<footer>The right and left arrow keys move through a deck, and up and down scroll a tall slide. F fills the screen, Esc
shows all slides, N shows the speaker's notes, S opens them in a window, and E opens the live panel of
<code>make room</code>.</footer>
</html>
"""


def notebooks(places: Sequence[Path]) -> list[Path]:
    """The notebooks among these files and folders, in order."""
    found: list[Path] = []
    for place in places:
        inside = [path for path in sorted(place.rglob("*.ipynb")) if ".ipynb_checkpoints" not in path.parts]
        if place.is_dir() and not inside:
            raise Trouble(f"{place}: there is no notebook in this folder")
        found += inside if place.is_dir() else [place]
    names = [path.stem for path in found]
    if twice := [name for name in names if names.count(name) > 1]:
        raise Trouble(f"{twice[0]}.ipynb: two notebooks have this name, so their decks would too. Rename one of them.")
    return found


def index(folder: Path) -> str:
    """A page that lists every deck in the folder by its title."""
    lines = []
    for path in sorted(folder.glob("*.slides.html")):
        found = re.search(r"<title>(.*?)</title>", path.read_text("utf-8"))
        notes = path.with_name(path.name.replace(".slides.", ".notes."))
        script = f' (<a href="{quote(notes.name)}">the speaker\'s notes, to print</a>)' if notes.exists() else ""
        lines.append(f'<li><a href="{quote(path.name)}">{found[1] if found else path.stem}</a>{script}</li>')
    return INDEX.format(policy=POLICY, decks="\n".join(lines))


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the decks and their index. Return 0 on success, 1 on failure."""
    parser = argparse.ArgumentParser(
        allow_abbrev=False, description="Make a deck of slides of every lecture and notebook."
    )
    parser.add_argument("--to", metavar="FOLDER", type=Path, default=ROOT / "slides", help="default: slides/")
    parser.add_argument("--code", action="store_true", help="also show the code of the cells")
    parser.add_argument("places", nargs="*", type=Path, default=PLACES, help="default: lectures/ and notebooks/")
    options = parser.parse_args(arguments)
    try:
        for path in notebooks(options.places):
            page = deck(path, options.code)
            options.to.mkdir(parents=True, exist_ok=True)
            made = {options.to / f"{path.stem}.slides.html": page.encode()}
            if notes := script(path):
                made[options.to / f"{path.stem}.notes.html"] = notes.encode()
            write_whole(made)
            print(f"{path.stem}.slides.html", flush=True)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except FileExistsError:
        print(f"{options.to}: this is a file. Name a folder: --to slides", file=sys.stderr)
        return 1
    write_whole({options.to / "index.html": index(options.to).encode()})
    print(f"The decks are in {options.to}. Open index.html there in a browser; no network is needed.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
