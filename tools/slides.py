"""Make a deck of slides of every notebook: `make slides`.

A deck is one file that holds all it needs: reveal.js, the style, the pictures, and the formulas as MathML. It opens
from a disk, a stick or a letter, and asks nothing of a network. It shows what the notebook shows: nothing is run.
Live cells (tag nbval-ignore-output) are left out, for they are nothing without Python.
One notebook alone: `make slides ARGS=notebooks/00_start_here.ipynb`.
"""

import argparse
import base64
import hashlib
import re
import sys
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote

import nbformat
from jinja2 import pass_context
from math_core import LatexError, LatexToMathML
from mistune import HTMLRenderer
from nbconvert import SlidesExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parent.parent
OWN = ROOT / "tools" / "slides_template"
REVEAL = files("sphinx_revealjs") / "_static" / "revealjs" / "dist"  # the one use of that package: it brings reveal.js
LIVE = "nbval-ignore-output"

# The policy of a page: nothing from outside. A deck may also run one script, known by its hash.
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
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
<ol start="0">
{decks}
</ol>
<footer>Right and left walk through a deck, up and down scroll a tall slide. F fills the screen, Esc shows all.</footer>
</html>
"""


class Trouble(Exception):
    """What went wrong and what to do, for the person at the keyboard."""


class Renderer(IPythonRenderer):
    """Markdown as HTML, with formulas as MathML: browsers draw it by themselves."""

    inline_html = HTMLRenderer.inline_html  # nbconvert's would close each tag at once, to look for pictures

    def inline_math(self, body: str) -> str:
        """A formula in a line."""
        return mathml(body, displayed=False)

    def block_math(self, body: str) -> str:
        """A formula that stands alone."""
        return mathml(body, displayed=True)

    def latex_environment(self, name: str, body: str) -> str:
        """A formula that stands alone, in LaTeX's longer spelling."""
        return mathml(f"\\begin{{{name}}}{body}\\end{{{name}}}", displayed=True)

    def block_html(self, html: str) -> str:
        """HTML as it is written, but for its formulas: `<summary>Why $p_1$?</summary>`."""
        return re.sub(r"\$([^$<>\n]+)\$", lambda found: mathml(found[1], displayed=False), html) + "\n"


@pass_context
def rendered(context: Any, source: str) -> str:
    """What the templates call for Markdown, in place of nbconvert's own filter."""
    attachments, folder = context["cell"].get("attachments", {}), context["resources"]["metadata"]["path"]
    renderer = Renderer(False, embed_images=True, exclude_anchor_links=True, path=folder, attachments=attachments)
    return MarkdownWithMath(renderer).render(source)


def mathml(latex: str, displayed: bool) -> str:
    """The formula as MathML."""
    try:
        return LatexToMathML().convert_with_local_state(latex, displaystyle=displayed)
    except LatexError as error:
        raise Trouble(f"this formula can't be read: {latex.strip()}: {error}") from error


def deck(path: Path) -> str:
    """The notebook as one page of slides."""
    notebook = read(path)
    script = "\n".join([REVEAL.joinpath("reveal.js").read_text("utf-8"), (OWN / "deck.js").read_text("utf-8")])
    style = "\n".join([REVEAL.joinpath("reveal.css").read_text("utf-8"), (OWN / "deck.css").read_text("utf-8")])
    known = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    about = {
        "title": title(notebook) or path.stem,
        "policy": f"{POLICY}; script-src 'sha256-{known}'",
        "script": script,
        "style": style,
    }
    resources = {"metadata": {"name": path.stem, "path": str(path.parent)}, "deck": about}
    try:
        notebook.cells = list(shown(notebook.cells))
        if not notebook.cells:
            raise Trouble("no cell is to be shown")
        exporter = SlidesExporter(
            template_name=OWN.name,
            extra_template_basedirs=[str(OWN.parent)],
            exclude_input_prompt=True,
            exclude_output_prompt=True,
            filters={"markdown2html": rendered},
        )
        page, _ = exporter.from_notebook_node(notebook, resources)
    except Trouble as trouble:
        raise Trouble(f"{path.name}: {trouble}") from trouble
    return page


def shown(cells: Sequence[NotebookNode]) -> Iterator[NotebookNode]:
    """The cells that a deck shows, each with the slide type it has there.

    Where a live cell began a slide, the next cell does: what follows a heading must not slip onto the slide before.
    """
    owed = "-"
    for cell in cells:
        kind = cell.metadata.get("slideshow", {}).get("slide_type") or "-"
        if kind in ("skip", "notes"):
            continue
        kind = min(kind, owed, key=["slide", "subslide", "fragment", "-"].index)
        if LIVE in cell.metadata.get("tags", []):
            owed = kind
        else:
            owed = "-"
            cell.metadata["slideshow"] = {"slide_type": kind}
            yield cell


def title(notebook: NotebookNode) -> str:
    """The first heading, without its marks; nothing where there is none."""
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    found = re.search(r"(?m)^#+ +(.+)$", text)
    return re.sub(r"[*`$]", "", found[1]).strip() if found else ""


def read(path: Path) -> NotebookNode:
    """The notebook; Trouble where there is none."""
    try:
        notebook: NotebookNode = nbformat.v4.reads(path.read_text("utf-8"))
        nbformat.validate(notebook)
    except OSError as error:
        raise Trouble(f"{path}: can't be read: {error.strerror}") from error
    except (ValueError, AttributeError, KeyError, nbformat.ValidationError) as error:
        raise Trouble(f"{path}: not a notebook (a file that Jupyter wrote, .ipynb, of format 4)") from error
    return notebook


def notebooks(places: Sequence[Path]) -> list[Path]:
    """The notebooks that are meant by these files and folders, in order."""
    found: list[Path] = []
    for place in places:
        inside = [path for path in sorted(place.rglob("*.ipynb")) if ".ipynb_checkpoints" not in path.parts]
        if place.is_dir() and not inside:
            raise Trouble(f"{place}: no notebook in this folder")
        found += inside if place.is_dir() else [place]
    return found


def index(folder: Path) -> str:
    """A page that lists every deck in the folder, by its title."""
    lines = []
    for path in sorted(folder.glob("*.slides.html")):
        found = re.search(r"<title>(.*?)</title>", path.read_text("utf-8"))
        lines.append(f'<li><a href="{quote(path.name)}">{found[1] if found else path.stem}</a></li>')
    return INDEX.format(policy=POLICY, decks="\n".join(lines))


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the decks and their index. The result is 0 where all went well, and 1 where not."""
    parser = argparse.ArgumentParser(description="Make a deck of slides of every notebook.")
    parser.add_argument("--to", metavar="FOLDER", type=Path, default=ROOT / "slides", help="default: slides/")
    parser.add_argument("places", nargs="*", type=Path, default=[ROOT / "notebooks"], help="default: notebooks/")
    options = parser.parse_args(arguments)
    try:
        made = {options.to / f"{path.stem}.slides.html": deck(path) for path in notebooks(options.places)}
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    options.to.mkdir(parents=True, exist_ok=True)
    for target, page in made.items():
        target.write_text(page, "utf-8", newline="\n")
        print(target.name)
    (options.to / "index.html").write_text(index(options.to), "utf-8", newline="\n")
    print(f"The decks are in {options.to}. Open index.html there in a browser; no network is needed.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
