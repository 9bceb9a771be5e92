"""A notebook as a deck: one page that holds all it needs, reveal.js, style, fonts, pictures, formulas as MathML."""

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
NO_REVEAL = f"""reveal.js is not in this environment. `make slides` brings it; without make:
{sys.executable} -m pip install --no-deps --target "{REVEAL.parents[3]}" "sphinx-revealjs==3.2.1"
"""
LIVE = "nbval-ignore-output"
ROOM = "http://127.0.0.1:8866"
"""Where `make room` serves the panel."""
PART = re.compile(r'(?<=<g) id=\\"[^"]+\\"')
"""The name of a part of a figure, in the file of a notebook. Matplotlib gives the next figure the same: `axes_1`."""
KINDS = ["slide", "subslide", "fragment", "-"]

# The policy of a page: nothing from outside. A deck may also run three scripts, known by their hashes: its own, that of
# a trace, and that of a prediction.
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
    cell, folder = context["cell"], context["resources"]["metadata"]["path"]
    attachments = cell.get("attachments", {})
    renderer = Renderer(False, embed_images=True, exclude_anchor_links=True, path=folder, attachments=attachments)
    try:
        html: str = MarkdownWithMath(renderer).render(source)
        if lost := re.search(r'<img\b[^>]*\bsrc="(?!data:)([^"]*)"', html):
            raise Trouble(f"the picture {lost[1]} is not beside the notebook, so no deck can hold it")
    except Trouble as trouble:
        raise Trouble(f"{named(cell)}: {trouble}") from trouble
    return html


def mathml(latex: str, displayed: bool) -> str:
    """The formula as MathML. Words in it are names: mtext counts as space, and a + beside it would get none."""
    try:
        found = LatexToMathML().convert_with_local_state(latex, displaystyle=displayed)
    except LatexError as error:
        where = str(error).strip().splitlines()[0]  # the rest is a drawing in colours
        raise Trouble(f"this formula can't be read: {latex.strip()}: {where}") from error
    return found.replace("<mtext>", '<mi mathvariant="normal">').replace("</mtext>", "</mi>")


def deck(path: Path, code: bool = False, panel: str = ROOM) -> str:
    """The notebook as one page of slides, with its code or without; `panel` is where the key E leads."""
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
            raise Trouble("no cell is to be shown")
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
    """What the speaker reads, slide by slide, to be printed; empty where a notebook has no notes."""
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
    """The notebook, whose figures can stand on one page; Trouble where there is none."""
    try:
        notebook: NotebookNode = nbformat.v4.reads(PART.sub("", path.read_text("utf-8")))
        nbformat.validate(notebook)
    except OSError as error:
        raise Trouble(f"{path}: can't be read: {error.strerror}") from error
    except (ValueError, AttributeError, KeyError, nbformat.ValidationError) as error:
        raise Trouble(f"{path}: not a notebook (a file that Jupyter wrote, .ipynb, of format 4)") from error
    return notebook


def shown(cells: Sequence[NotebookNode], code: bool = False) -> Iterator[NotebookNode]:
    """The cells that a deck shows, each with the slide type it has there; notes are for the speaker.

    Where a live cell began a slide, the next cell does: what follows a heading must not slip onto the slide before.
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
    """Whether a cell shows anything without its code: an exercise to be typed into does not."""
    return cell.cell_type != "code" or bool(cell.outputs and not re.search(r"\.check\(", cell.source))


def slide_type(cell: NotebookNode) -> str:
    """What the cell is in a deck: one of Jupyter's six slide types."""
    about = cell.metadata.get("slideshow", {})
    kind = (about.get("slide_type") or "-") if isinstance(about, dict) else about
    if kind not in (*KINDS, "skip", "notes"):
        raise Trouble(f"{named(cell)}: no slide type {kind!r}; expected {', '.join(KINDS)}, skip or notes")
    return str(kind)


def named(cell: NotebookNode) -> str:
    """The cell, for a message: by its name, or by how it begins in notebooks older than such names."""
    return f"cell {cell.get('id') or repr(cell.source[:30])}"


def title(notebook: NotebookNode) -> str:
    """The first heading, without its marks; nothing where there is none."""
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    text = re.sub(r"(?ms)^(```|~~~).*?^\1", "", text)  # a # in code is no heading
    found = re.search(r"(?m)^#+ +(.+)$", text)
    return re.sub(r"[*`$]", "", found[1]).strip() if found else ""
