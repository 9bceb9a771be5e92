"""The book, which shows every notebook as a page that needs no kernel.

Predictions, steppers and links in pictures work without Python. Exercises and panels run in the page's own Python,
which starts when a reader first needs it.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from nbconvert.filters.markdown_mistune import MarkdownWithMath
from nbformat import NotebookNode
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from mtexplain.display.markup import escaped
from tools.address import HOSTED
from tools.deck import LIVE, Renderer, read, title
from tools.site.cards import Card, cards
from tools.site.pages import moved, page
from tools.site.sections import Section, found_in

SCRIPTS = (
    "sources.js",
    "engine.js",
    "link.js",
    "predict.js",
    "stepper.js",
    "search.js",
    "sections.js",
    "reach.js",
    "contents.js",
    "book.js",
)
HEAD = '<link rel="stylesheet" href="../static/library.css">\n'
EXERCISE = re.compile(
    r"^(?:# (?P<above>.*)\n)?(?P<names>\w+(?:, \w+)*) = (?P<places>\[?None(?:, None)*\]?)(?:  # (?P<beside>.*))?$", re.M
)
RUN = re.compile(
    r" Run a cell with <kbd>.*?</kbd>\.| Run the cell, and it tells you how you did\."
    r"| in place of `None`( and run the cell)?"
)
"""Phrases that a page leaves out, because it has no cells to run, only boxes to type in."""
RUN_ALL = (
    '<a href="../run/tree/index.html">Run the notebooks here</a>, in your browser, with nothing to install. '
    "Your changes stay on this machine."
)
"""The line about JupyterLite. If the page is opened from a disk, reach.js replaces it with how to start a server."""
TOLD = re.compile(r"<style>.*?</style>|<script>.*?</script>", re.S)
"""The style and the script that every output contains; a page loads them once."""


PARTS = {
    "0": "The main path",
    "1": "Side paths",
    "2": "BLEU's relatives",
    "3": "The models behind a translation",
}
"""The parts of the course, by the first digit of their chapters' numbers."""


class Chapter(NamedTuple):
    """A notebook with its file name, its title and the minutes it takes to read alone."""

    name: str
    title: str
    minutes: int
    notebook: NotebookNode
    folder: Path

    @property
    def number(self) -> str:
        """The number of the chapter, such as 01 or 23."""
        return self.name.partition("_")[0]


def chapters(folder: Path) -> list[Chapter]:
    """The notebooks of a folder, in order."""
    found = []
    for path in sorted(folder.glob("*.ipynb")):
        notebook = read(path)
        (minutes,) = re.findall(r"(\d+) minutes alone", notebook.cells[0].source)
        found.append(Chapter(path.stem, title(notebook), int(minutes), notebook, folder))
    return found


def in_parts(them: Iterable[Chapter]) -> dict[str, list[Chapter]]:
    """The chapters grouped by the title of their part."""
    parts: dict[str, list[Chapter]] = {}
    for chapter in them:
        parts.setdefault(PARTS[chapter.number[0]], []).append(chapter)
    return parts


def shelf(them: Iterable[Chapter], folder: str = "", heading: str = "h2") -> str:
    """The chapters as cards, with a heading for each part of the course."""
    shelves = []
    for part, chapters in in_parts(them).items():
        told = [
            Card(one.name, f"{folder}{one.name}.html", one.title, f"{one.number} · {one.minutes} min")
            for one in chapters
        ]
        shelves.append(f'<{heading} class="part">{escaped(part)}</{heading}>\n{cards(told)}')
    return "".join(shelves)


def write(
    them: Sequence[Chapter], others: Iterable[Section] = (), renamed: Mapping[str, Sequence[str]] = {}
) -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of each page, and of the script with the search index.

    The index covers the chapters and the sections in `others`. A renamed chapter keeps a page under its old name that
    leads to the new page.
    """
    lead = "<h1>Learn</h1>\n<p class='lead'>Guess first, then look. You need only fractions.</p>\n"
    run = f'<p class="lead served">{RUN_ALL}</p>\n'
    scripts = ("search.js", "sections.js", "reach.js")
    yield "index.html", page("Learn", "The chapters.", lead + run + search() + shelf(them), "Learn", scripts)
    sections: list[Section] = []
    for place, one in enumerate(them):
        body = "\n".join(_cells(one))
        sections += found_in(one.name, one.title, one.notebook)
        before, after = them[place - 1] if place else None, them[place + 1] if place + 1 < len(them) else None
        yield (
            f"{one.name}.html",
            page(one.title, one.title, _framed(them, one, body, before, after), "Learn", SCRIPTS, HEAD),
        )
    titles = {one.name: one.title for one in them}
    for old, names in renamed.items():
        yield f"{old}.html", moved([(f"{name}.html", titles[name]) for name in names])
    told = json.dumps([list(one) for one in (*sections, *others)], ensure_ascii=False)
    yield "../static/sections.js", f"mtxSearch({told});\n"


def _framed(them: Sequence[Chapter], one: Chapter, body: str, before: Chapter | None, after: Chapter | None) -> str:
    """The chapter with the contents beside it, and links to the chapters before and after it below."""
    here = ' aria-current="page"'
    items = "".join(
        f"<p>{escaped(part)}</p><ul>"
        + "".join(
            f'<li><a href="{each.name}.html"{here * (each is one)}>{each.number} {escaped(each.title)}</a></li>'
            for each in chapters
        )
        + "</ul>"
        for part, chapters in in_parts(them).items()
    )
    ways = "".join(
        f'<a class="{kind}" href="{each.name}.html"><small>{word}</small>{escaped(each.title)}</a>'
        for kind, word, each in (("before", "Before", before), ("after", "Next", after))
        if each
    )
    cells = [cell.source for cell in one.notebook.cells if cell.cell_type == "code"]
    data = json.dumps(cells, ensure_ascii=False).replace("<", "\\u003c")
    contents = f'<details class="contents"><summary>Contents</summary>{search()}{items}</details>'
    return (
        f'<div class="book">{contents}\n<article>\n<p class="bar"><label class="scripted"><input type="checkbox" '
        f'id="show-code"> Show the code</label> '
        f'<a class="served" href="../run/notebooks/index.html?path={one.name}.ipynb">'
        f"Run it as a notebook</a></p>\n{body}\n</article>\n</div>\n"
        f'<nav class="ways" aria-label="Chapters">{ways}</nav>\n'
        f'<script type="application/json" id="cells">{data}</script>'
    )


def search() -> str:
    """The search box."""
    return (
        '<div class="search scripted"><label for="search">Search</label>'
        '<input id="search" type="search" autocomplete="off"><ul id="found" aria-live="polite"></ul></div>\n'
    )


def _cells(one: Chapter) -> Iterator[str]:
    number = -1
    for cell in one.notebook.cells:
        if cell.cell_type == "code":
            number += 1
        if cell.id in HOSTED:
            continue
        if cell.cell_type == "code":
            yield _code(cell, number)
        else:
            yield f'<section class="text" id="cell-{cell.id}">{_markdown(cell, one.folder)}</section>'


def _markdown(cell: NotebookNode, folder: Path) -> str:
    renderer = Renderer(False, embed_images=True, exclude_anchor_links=True, path=str(folder), attachments={})
    source = re.sub(r'fractions as text, `"([^"]+)"`', r"fractions as `\1`", RUN.sub("", cell.source))
    html: str = MarkdownWithMath(renderer).render(source)
    return re.sub(r'href="(\w+)\.ipynb"', r'href="\1.html"', html)


def _code(cell: NotebookNode, number: int) -> str:
    """A cell with its code, which is shown on demand, and its outputs, or a form or a widget in their place."""
    code = highlight(cell.source, PythonLexer(), HtmlFormatter(nowrap=True))
    outputs = "\n".join(map(_output, cell.outputs))
    live = ""
    if LIVE in cell.metadata.get("tags", []) and "ipywidgets" not in cell.source:
        play = '<button class="button" type="button">Play here</button>'
        live, outputs = f'<div class="live" data-cell="{number}"><p class="scripted">{play}</p>{outputs}</div>', ""
    elif asked := list(boxes(cell.source)):
        labels = "".join(
            f'<label><span>{escaped(label)}</span> <input autocomplete="off" spellcheck="false"></label>'
            for label in asked
        )
        labels = re.sub(r"\b([a-z])_(\d)\b", r"\1<sub>\2</sub>", labels)
        live = (
            f'<form class="exercise" data-cell="{number}">{labels}<button class="button scripted">Check</button>'
            '<output aria-live="polite"></output></form>'
        )
        outputs = ""
    return f'<section class="cell" id="cell-{cell.id}"><pre class="code">{code}</pre>{outputs}{live}</section>'


def boxes(source: str) -> Iterator[str]:
    """Yield a label for each None that the reader of an exercise replaces with an answer."""
    for asked in EXERCISE.finditer(source):
        names, places = asked["names"].split(", "), asked["places"].count("None")
        said = asked["beside"] or asked["above"] or ""
        if places == len(names) == 1:
            yield said or names[0].replace("_", " ")
        elif row := re.match(r"(\w+)_1 to ", said):
            yield from (f"{row[1]}_{number}" for number in range(1, places + 1))
        else:
            yield from (name.replace("_", " ") for name in names)


def _output(output: NotebookNode) -> str:
    if output.output_type == "stream":
        return f'<pre class="printed">{escaped(output.text)}</pre>'
    data = output.data
    if "text/html" in data:
        return f'<div class="shown">{TOLD.sub("", data["text/html"])}</div>'
    if "image/svg+xml" in data:
        says = escaped(data["text/plain"])
        return f'<div class="shown figure" role="img" aria-label="{says}">{data["image/svg+xml"]}</div>'
    return f'<pre class="printed">{escaped(data["text/plain"])}</pre>'
