"""The text that readers see in cells of a notebook, including the words in pictures, and phrases in such a text."""

import re
from html.parser import HTMLParser
from typing import Any

FRACTION = re.compile(r"\\[dt]?frac\s*(?:\{([^{}]*)\}|(\d))\s*(?:\{([^{}]*)\}|(\d))")
SAYS = ("alt", "aria-label", "title")
"""The attributes that are read out, or shown to somebody who points at an element."""


class Reader(HTMLParser):
    """Collects the text of HTML and of the attributes in SAYS. Text hidden by a fold is included only `with_folds`."""

    def __init__(self, with_folds: bool) -> None:
        super().__init__()
        self.with_folds = with_folds
        self.read: list[str] = []
        self.open: list[str] = []

    @property
    def hidden(self) -> bool:
        """Return True if the next text is hidden."""
        folds = self.open.count("details") - ("summary" in self.open)
        return "style" in self.open or "script" in self.open or (folds > 0 and not self.with_folds)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("details", "summary", "style", "script"):
            self.open.append(tag)
        if not self.hidden:
            self.read += [" ", *(f" {value} " for name, value in attrs if name in SAYS and value)]

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            self.open.pop()
        self.read.append(" " if tag not in ("b", "i", "code", "em", "strong", "sub", "sup") else "")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.read.append(data)


def of_html(text: str, with_folds: bool) -> str:
    """The text of HTML, or of Markdown or a drawing that may contain HTML."""
    reader = Reader(with_folds)
    reader.feed(text)
    reader.close()
    return "".join(reader.read)


def of_cell(cell: dict[str, Any], with_folds: bool) -> str:
    """The text of a cell that readers see: its prose or code, and its outputs."""
    written = "".join(cell["source"])
    texts = [of_html(written, with_folds) if cell["cell_type"] == "markdown" else written]
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        texts.append("".join(output.get("text", "")))
        texts += [of_html("".join(data[kind]), with_folds) for kind in ("text/html", "image/svg+xml") if kind in data]
        texts += ["".join(data.get("text/plain", ""))] if "text/html" not in data else []
    return "\n".join(texts)


def plain(text: str) -> str:
    r"""The text in one line and in lower case, without the marks of Markdown and LaTeX.

    >>> plain(r"**Two** of the _seven_, `2` of $\frac{2}{7}$ or 29 %")
    'two of the seven , 2 of 2/7 or 29%'
    """
    text = FRACTION.sub(lambda found: f" {found[1] or found[2]}/{found[3] or found[4]} ", text)
    text = re.sub(r"\\[a-zA-Z]+|[_|#{}\\]", " ", re.sub(r"[*`$]", "", text)).replace("−", "-")
    return re.sub(r"(?<=\d) %", "%", " ".join(text.split())).casefold()


def occurs(phrase: str, text: str) -> bool:
    """Return True if the text has this phrase, in whole words and numbers.

    >>> occurs("0.5", "It is 0.55 of 10.5, or 0.5/2."), occurs("0.5", "It is **0.5**.")
    (False, True)
    """
    return re.search(rf"(?<![\w/])(?<!\d[.,]){re.escape(plain(phrase))}(?![\w/]|[.,]\d)", plain(text)) is not None
