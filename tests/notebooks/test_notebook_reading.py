"""Every notebook can be read where nothing runs: on a site without styles and drawings, as a page, in a dark theme."""

import html
import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import nbformat
import pytest
from nbconvert import HTMLExporter

from tests.notebooks.test_notebook_facts import numbers
from tests.notebooks.test_notebook_hygiene import NOTEBOOKS, cells, source

COUNT = re.compile(r"\d+(?:[./]\d+)*")
CUT = re.compile(r"(words|characters) \d+ to \d+ of \d+")
"""The label of a line of a long text in a drawing; outside drawings the text is whole."""
SVG = "{http://www.w3.org/2000/svg}"
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def outputs(path: Path, kind: str) -> list[str]:
    """The outputs of one kind, as text."""
    found = [output.get("data", {}) for _, cell in cells(path, "code") for output in cell["outputs"]]
    return ["".join(data[kind]) for data in found if kind in data]


def stripped(text: str) -> str:
    """HTML as a careful site shows it: no style, no drawing, no attribute but a few."""
    text = re.sub(r"<(style|svg|script)\b.*?</\1>", " ", text, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", " ", text))


def drawn(text: str) -> set[str]:
    """The numbers that are written in the drawings inside a piece of HTML."""
    written = re.findall(r"<text[^>]*>(.*?)</text>", " ".join(re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL)))
    return {number for text in written if not CUT.fullmatch(text) for number in numbers(text)}


def stands_beside(trace: str) -> Callable[[str], bool]:
    """A check that the text around the drawings has a number, as a fraction, with other decimals or before × 100."""
    text = stripped(trace).replace("-", "\u2212")
    values = [float(Fraction(number)) for number in COUNT.findall(text) if not re.search(r"/0|\..*[./]|/.*/", number)]
    times = (1, 100) if "BLEU × 100" in trace else (1,)

    def stands(number: str) -> bool:
        if number in text or not (digits := len(number.partition(".")[2])):
            return number in text
        return any(abs(value * scale - float(number)) < 10**-digits for value in values for scale in times)

    return stands


@every_notebook
def test_no_drawing_tells_what_the_text_does_not(path: Path) -> None:
    """A site may drop the drawings inside a trace. Their numbers stand beside them."""
    for trace in outputs(path, "text/html"):
        stands = stands_beside(trace)
        assert {number for number in drawn(trace) if not stands(number)} == set()


@every_notebook
def test_figures_bring_their_own_paper_and_words(path: Path) -> None:
    """Black on white in every theme, drawn without styles, and told in the text beside the picture."""
    for _, cell in cells(path, "code"):
        for output in cell["outputs"]:
            data = output.get("data", {})
            if "image/svg+xml" not in data:
                continue
            root = ElementTree.fromstring("".join(data["image/svg+xml"]))
            first = next(root.iter(f"{SVG}path"))
            assert first.get("fill") == "#ffffff"
            written = " ".join("".join(node.itertext()) for node in root.iter(f"{SVG}text"))
            said = "".join(data["text/plain"])
            assert set(COUNT.findall(written)) - {"0", "1"} <= set(COUNT.findall(said))  # these two name the axis
            assert len(COUNT.findall(said)) > 1


@every_notebook
def test_pictures_are_there_to_be_looked_at(path: Path) -> None:
    """Figures, and the pictures of traces, also in folds."""
    traces = "".join(outputs(path, "text/html"))
    assert len(outputs(path, "image/svg+xml")) + traces.count('class="picture"') + traces.count("<svg ") >= 4


@every_notebook
def test_a_page_of_it_is_whole(path: Path) -> None:
    """As HTML by nbconvert: every table, fold and figure, every formula, and no widget that would stay empty."""
    page, _ = HTMLExporter().from_notebook_node(nbformat.v4.reads(path.read_text("utf-8")))
    traces = outputs(path, "text/html")
    assert page.count('<table class="rows"') == sum(trace.count('<table class="rows"') for trace in traces)
    prose = [source(cell) for _, cell in cells(path, "markdown")]
    assert page.count("<details>") == sum(text.count("<details>") for text in (*traces, *prose))
    assert len(re.findall("<img[^>]+data:image/svg", page)) == len(outputs(path, "image/svg+xml"))
    formulas = [formula for text in prose for formula in re.findall(r"\$\$(.+?)\$\$", text)]
    assert all(html.escape(formula, quote=False) in page for formula in formulas)
    assert "widget-view" not in page
    assert json.dumps("application/vnd.jupyter.widget") not in page
