"""A notebook as a deck, a single page with reveal.js, style, fonts and pictures, and with formulas as MathML."""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import nbformat
from jinja2 import pass_context
from math_core import LatexError, LatexToMathML
from mistune import HTMLRenderer
from nbconvert import SlidesExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode

from mtexplain.display import fonts, html
from mtexplain.display.html import hashed
from mtexplain.display.markup import escaped
from mtexplain.explain.practice import predictions

OWN = Path(__file__).resolve().parent / "slides_template"
REVEAL = Path(sys.prefix, "share", "files", "sphinx_revealjs", "_static", "revealjs", "dist")
NO_REVEAL = f"""reveal.js is not in this environment. `make slides` installs it. Without make, run
{sys.executable} -m pip install --no-deps --target "{REVEAL.parents[3]}" "sphinx-revealjs==3.2.1"
"""
LIVE = "nbval-ignore-output"
ROOM = "http://127.0.0.1:8866"
"""The address at which `make room` serves the panel."""
PART = re.compile(r'(?<=<g) id=\\"[^"]+\\"')
"""The id of a part of a figure, in the file of a notebook. Matplotlib repeats ids such as `axes_1` in each figure."""
KINDS = ["slide", "subslide", "fragment", "-"]

# The policy of a page, which allows nothing from other sites. A deck may also run three scripts, which are identified
# by their hashes. They are its own script, the script of a trace and the script of a prediction.
POLICY = (
    "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)


SCRIPT = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>Notes: {title}</title>
<style>
body {{ max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.45 system-ui, sans-serif; }}
h2 {{ margin: 1.4rem 0 .3rem; font-size: 1.1rem; break-after: avoid; }} p {{ margin: 0 0 .4rem; }}
</style>
<h1>{title}</h1>
{told}
</html>
"""


class Trouble(Exception):
    """An error that says what went wrong and what to do about it."""


class Renderer(IPythonRenderer):
    """A renderer of Markdown as HTML, with formulas as MathML, which browsers draw without a library."""

    inline_html = HTMLRenderer.inline_html  # nbconvert's version closes each tag at once when it looks for pictures

    def inline_math(self, body: str) -> str:
        """A formula within a line."""
        return mathml(body, displayed=False)

    def block_math(self, body: str) -> str:
        """A displayed formula."""
        return mathml(body, displayed=True)

    def latex_environment(self, name: str, body: str) -> str:
        """A displayed formula in a LaTeX environment."""
        return mathml(f"\\begin{{{name}}}{body}\\end{{{name}}}", displayed=True)

    def block_html(self, html: str) -> str:
        """HTML with its formulas converted, as in `<summary>Why $p_1$?</summary>`, and otherwise unchanged."""
        return re.sub(r"\$([^$<>\n]+)\$", lambda found: mathml(found[1], displayed=False), html) + "\n"


@pass_context
def rendered(context: Any, source: str) -> str:
    """The filter for Markdown in the templates, which replaces nbconvert's own."""
    cell, folder = context["cell"], context["resources"]["metadata"]["path"]
    attachments = cell.get("attachments", {})
    renderer = Renderer(False, embed_images=True, exclude_anchor_links=True, path=folder, attachments=attachments)
    try:
        html: str = MarkdownWithMath(renderer).render(source)
        if lost := re.search(r'<img\b[^>]*\bsrc="(?!data:)([^"]*)"', html):
            raise Trouble(f"the picture {lost[1]} is not beside the notebook, so a deck can't include it")
    except Trouble as trouble:
        raise Trouble(f"{named(cell)}: {trouble}") from trouble
    return html


def mathml(latex: str, displayed: bool) -> str:
    """The formula as MathML. Words become names, because a + beside an mtext, which counts as space, gets no space."""
    try:
        found = LatexToMathML().convert_with_local_state(latex, displaystyle=displayed)
    except LatexError as error:
        where = str(error).strip().splitlines()[0]  # the rest is a coloured diagram
        raise Trouble(f"the formula {latex.strip()} can't be read: {where}") from error
    return found.replace("<mtext>", '<mi mathvariant="normal">').replace("</mtext>", "</mi>")


def deck(path: Path, code: bool = False, panel: str = ROOM) -> str:
    """The notebook as a page of slides, with or without its code; `panel` is the address that the key E opens."""
    notebook = read(path)
    if not REVEAL.exists():
        raise Trouble(NO_REVEAL)
    script = "\n".join([REVEAL.joinpath("reveal.js").read_text("utf-8"), (OWN / "deck.js").read_text("utf-8")])
    style = [REVEAL.joinpath("reveal.css").read_text("utf-8"), (OWN / "deck.css").read_text("utf-8")]
    about = {
        "title": title(notebook) or path.stem,
        "panel": panel,
        "kind": "lecture" if path.parent.name == "lectures" else "chapter",
        "policy": f"{POLICY}; script-src {' '.join(map(hashed, (script, html.script(), predictions.script())))}",
        "script": script,
        "style": "\n".join([fonts.faces("mtexplain", "mtexplain-mono", "mtexplain-maths"), *style]),
    }
    resources = {"metadata": {"name": path.stem, "path": str(path.parent)}, "deck": about}
    try:
        notebook.cells = list(shown(notebook.cells, code))
        if not notebook.cells:
            raise Trouble("it has no cell to show")
        exporter = SlidesExporter(
            template_name=OWN.name,
            extra_template_basedirs=[str(OWN.parent)],
            exclude_input=not code,
            exclude_input_prompt=True,
            exclude_output_prompt=True,
            filters={"markdown2html": rendered},
        )
        page, _ = exporter.from_notebook_node(notebook, resources)
    except Trouble as trouble:
        raise Trouble(f"{path.name}: {trouble}") from trouble
    return page


def script(path: Path) -> str:
    """The speaker's notes, slide by slide, as a page to print; empty if a notebook has no notes."""
    render = MarkdownWithMath(Renderer(False, exclude_anchor_links=True, path=str(path.parent), attachments={})).render
    told, heading, slide = list[str](), "", 0
    for cell in read(path).cells:
        kind = slide_type(cell)
        if kind in ("slide", "subslide"):
            slide += 1
            heading = title(NotebookNode(cells=[cell]))
        elif kind == "notes":
            told.append(f"<h2>{slide} {escaped(heading)}</h2>\n{render(cell.source)}")
    return SCRIPT.format(policy=POLICY, title=escaped(title(read(path))), told="\n".join(told)) if told else ""


def read(path: Path) -> NotebookNode:
    """The notebook, without the repeated ids of its figures. Raise Trouble if there is no such notebook."""
    try:
        notebook: NotebookNode = nbformat.v4.reads(PART.sub("", path.read_text("utf-8")))
        nbformat.validate(notebook)
    except OSError as error:
        raise Trouble(f"{path}: can't be read: {error.strerror}") from error
    except (ValueError, AttributeError, KeyError, nbformat.ValidationError) as error:
        raise Trouble(f"{path}: not a notebook, that is, an .ipynb file of format 4") from error
    return notebook


def shown(cells: Sequence[NotebookNode], code: bool = False) -> Iterator[NotebookNode]:
    """Yield the cells that a deck shows, with their slide types in the deck, and the notes, which are for the speaker.

    If a live cell is left out at the start of a slide, the next cell starts that slide.
    """
    owed = "-"
    for cell in cells:
        kind = slide_type(cell)
        if kind == "skip":
            continue
        if kind == "notes":
            yield cell
            continue
        kind = min(kind, owed, key=KINDS.index)
        if LIVE in cell.metadata.get("tags", []):
            owed = kind
        elif not (code or shows(cell)):
            continue
        else:
            owed = "-"
            cell.metadata["slideshow"] = {"slide_type": kind}
            cell.source = re.sub(r"\n\n\*\*Time:\*\* .*", "", cell.source)  # that is for readers
            yield cell


def shows(cell: NotebookNode) -> bool:
    """Return True if a cell shows anything without its code. An exercise to type into does not."""
    return cell.cell_type != "code" or bool(cell.outputs and not re.search(r"\.check\(", cell.source))


def slide_type(cell: NotebookNode) -> str:
    """The cell's type in a deck, which is one of Jupyter's six slide types."""
    about = cell.metadata.get("slideshow", {})
    kind = (about.get("slide_type") or "-") if isinstance(about, dict) else about
    if kind not in (*KINDS, "skip", "notes"):
        raise Trouble(f"{named(cell)}: no slide type {kind!r}; expected {', '.join(KINDS)}, skip or notes")
    return str(kind)


def named(cell: NotebookNode) -> str:
    """The cell's name for a message, or its first characters in an old notebook whose cells have no names."""
    return f"cell {cell.get('id') or repr(cell.source[:30])}"


def title(notebook: NotebookNode) -> str:
    """The first heading, without its markup; empty if there is none."""
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    text = re.sub(r"(?ms)^(```|~~~).*?^\1", "", text)  # a # in code is no heading
    found = re.search(r"(?m)^#+ +(.+)$", text)
    return re.sub(r"[*`$]", "", found[1]).strip() if found else ""
