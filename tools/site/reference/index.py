"""The reference, with its pages, the contents beside each page, the main page and the entries for the search."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from mtexplain.display.markup import escaped
from tools.site.book import search
from tools.site.pages import STATIC, page
from tools.site.reference import api, commands, mistakes, tools
from tools.site.reference.leaf import Leaf
from tools.site.sections import Section

SCRIPTS = ("search.js", "sections.js", "reach.js", "contents.js")
ABOUT = "Every name of mtexplain with an example, every command, the rules of every tool, the catalogue of mistakes."
Parts = Mapping[str, Sequence[Leaf]]


def parts(titles: Mapping[str, str]) -> Parts:
    """The pages by heading; `titles` are the titles of the chapters by name."""
    return {
        "In Python": list(api.write()),
        "In a terminal": list(commands.write()),
        "Tool by tool": list(tools.write()),
        "What goes wrong": list(mistakes.write(titles)),
    }


def write(them: Parts) -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of each page."""
    lists = "".join(f"<h2>{heading}</h2>\n<dl class='leaves'>{_list(each)}</dl>\n" for heading, each in them.items())
    way_in = (STATIC / "reference.html").read_text("utf-8")
    yield "index.html", page("Reference", ABOUT, _framed(them, None, way_in + lists), "Reference", SCRIPTS)
    for leaf in chain(*them.values()):
        body = f"<h1>{escaped(leaf.title)}</h1>\n<p class='lead'>{escaped(leaf.says)}</p>\n{leaf.body}"
        yield f"{leaf.file}.html", page(leaf.title, leaf.says, _framed(them, leaf, body), "Reference", SCRIPTS)


def sections(them: Parts) -> Iterator[Section]:
    """Yield the entries of the reference for the search."""
    for leaf in chain(*them.values()):
        for name in leaf.names:
            yield Section(f"../reference/{leaf.file}.html#{name.place}", name.called, leaf.title, name.words)


def _list(leaves: Sequence[Leaf]) -> str:
    return "".join(
        f'<div><dt><a href="{one.file}.html">{escaped(one.title)}</a></dt><dd>{escaped(one.says)}</dd></div>\n'
        for one in leaves
    )


def _framed(them: Parts, here: Leaf | None, body: str) -> str:
    """A page with the contents beside it, which also list the entries of the page itself."""
    listed = "".join(
        f"<p>{heading}</p><ul>{''.join(_item(one, one is here) for one in leaves)}</ul>"
        for heading, leaves in them.items()
    )
    contents = f'<details class="contents"><summary>Contents</summary>{search()}{listed}</details>'
    return f'<div class="book">{contents}\n<article class="reference">\n{body}\n</article>\n</div>'


def _item(leaf: Leaf, is_here: bool) -> str:
    if not is_here:
        return f'<li><a href="{leaf.file}.html">{escaped(leaf.title)}</a></li>'
    inside = "".join(f'<li><a href="#{place}">{escaped(called)}</a></li>' for place, called in leaf.contents)
    return f'<li><a href="{leaf.file}.html" aria-current="page">{escaped(leaf.title)}</a><ul>{inside}</ul></li>'
