"""The sections of the chapters as readable text, for the search."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from nbformat import NotebookNode

from tools.address import HOSTED

_SIGNS = {
    "cdot": "·",
    "times": "×",
    "approx": "≈",
    "sum": "∑",
    "tau": "τ",
    "kappa": "κ",
    "lambda": "λ",
    "mid": "given",
    "ldots": "…",
}
_SIGNS |= {"cdots": "…", "quad": " ", "qquad": " ", "left": "", "right": ""} | {
    f"{size}{side}": "" for size in ("big", "Big") for side in "lr"
}
_FRACTION = re.compile(r"\\t?frac\s*(?:\{([^{}]*)\}|(\w))\s*(?:\{([^{}]*)\}|(\w))")


class Section(NamedTuple):
    """A part of a chapter that the search can find, with its address, its heading, its chapter and its words."""

    to: str
    heading: str
    chapter: str
    words: str


def found_in(name: str, title: str, notebook: NotebookNode) -> Iterator[Section]:
    """Yield the sections of a chapter. Each begins with a cell that has a heading."""
    page = f"../learn/{name}.html"
    heading, to, words = title, page, list[str]()
    for cell in notebook.cells:
        if cell.cell_type != "markdown" or cell.id in HOSTED:
            continue
        source = re.sub(r"\$\$(.+?)\$\$|\$(.+?)\$", lambda it: f" {readable(it[1] or it[2])} ", cell.source, flags=re.S)
        if found := re.match(r"#+ (.+)", source):
            if words:
                yield Section(to, heading, title, " ".join(words))
            heading, to, words = re.sub(r"[*`]", "", found[1]).strip(), f"{page}#cell-{cell.id}", []
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"<[^>]+>|^[|:\s-]+$", " ", source, flags=re.M))
        words.append(re.sub(r" ([,.;:?!])", r"\1", " ".join(re.sub(r"[*`#|>\\]", " ", plain).split())))
    yield Section(to, heading, title, " ".join(words))


def readable(formula: str) -> str:
    r"""Return a TeX formula as plain text on a single line.

    >>> readable(r"\mathrm{BLEU} = \text{penalty} \cdot \sqrt[4]{p_1 \cdot \frac{2}{3}}")
    'BLEU = penalty · 4th root of (p_1 · 2/3)'
    """
    text, before = re.sub(r"\\[,;:! ]", " ", formula), ""
    while text != before:  # from the innermost braces outwards
        before = text
        text = re.sub(r"\\(?:mathrm|text|operatorname)\{([^{}]*)\}", r"\1", text)
        text = re.sub(r"([_^])\{([^{}]*)\}", lambda it: it[1] + (f"({it[2]})" if " " in it[2] else it[2]), text)
        text = re.sub(_FRACTION, lambda it: f"{_one(it[1] or it[2])}/{_one(it[3] or it[4])}", text)
        text = re.sub(r"\\sqrt\[(\w+)\]\{([^{}]*)\}", r"\1th root of (\2)", text)
        text = re.sub(r"\\sqrt\{([^{}]*)\}", r"√(\1)", text)
    text = re.sub(r"\\([A-Za-z]+)", lambda it: _SIGNS.get(it[1], it[1]), text)
    return " ".join(re.sub(r"[{}\\&]", "", text).split())


def _one(part: str) -> str:
    return f"({part.strip()})" if " " in part.strip() else part.strip()
