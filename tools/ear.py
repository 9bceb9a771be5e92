"""Count four habits that make English sound translated, per 1,000 words, with `python -m tools.ear`.

The habits are the word *one*, a colon inside a sentence, *So* at the start of a sentence, and a fronted clause before
a verb of telling ("Whether it is luck, the test tells"). The counts show which texts to read again; they don't show
that a sentence is good. The limits are in tests/house/test_ear.py. If you name a kind of text and a habit, the
sentences with that habit are printed.

>>> count(["So this one is short: it ends. Whether it is luck, the test tells."]).one
1
"""

import argparse
import ast
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
CODE = re.compile(r"```.*?```|`[^`\n]*`|\$\$.*?\$\$|\$[^$\n]*\$|<[^>]+>|\]\([^)]*\)|https?://\S+", re.DOTALL)
"""Parts that aren't prose, such as code, formulas, tags and addresses."""
SENTENCE = re.compile(r"(?<=[.?!])[\"')*_]*\s+(?=[\"'(*_]*[A-Z])|\n\s*\n|\n(?=\s*[-|#\d])|\|")
HABITS: Mapping[str, re.Pattern[str]] = {
    "one": re.compile(r"\bones?\b", re.IGNORECASE),
    "colon": re.compile(r"\w[\"')*_]*: +[\"'(*_]*\w"),
    "so": re.compile(r"^\W*So\b(?! (?:many|much|far)\b)"),
    "fronted": re.compile(r"^\W*(?:Whether|How far|Where|What)\b[^.?!]*, [^,.?!]* (?:tells?|shows?|says?)\W*$"),
}


class Counts(NamedTuple):
    """The number of words in some texts, and how often each habit occurs in them."""

    words: int
    one: int
    colon: int
    so: int
    fronted: int

    def rate(self, habit: str) -> float:
        """The number of times that a habit occurs per 1,000 words."""
        number: int = getattr(self, habit)
        return 1000 * number / max(self.words, 1)


def sentences(text: str) -> list[str]:
    """The sentences of a Markdown text, with a dot in place of code, formulas, tags and addresses.

    >>> sentences("So `a = 1` it is. We add up: 2.")
    ['So · it is.', 'We add up: 2.']
    """
    parts = SENTENCE.split(CODE.sub(" · ", text))
    return [" ".join(part.split()) for part in parts if part and re.search(r"[a-z]{2}", part)]


def count(texts: Iterable[str]) -> Counts:
    """Count the habits in some texts."""
    every = [sentence for text in texts for sentence in sentences(text)]
    words = sum(len(re.findall(r"[A-Za-z][\w'’-]*", sentence)) for sentence in every)
    return Counts(words, *(sum(len(habit.findall(sentence)) for sentence in every) for habit in HABITS.values()))


def notebooks() -> Iterator[str]:
    """Yield the prose of the notebooks and the lecture without their sources, and their predictions."""
    for path in (*sorted(ROOT.glob("notebooks/*.ipynb")), *sorted(ROOT.glob("lectures/*.ipynb"))):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        yield from ("".join(c["source"]) for c in cells if c["cell_type"] == "markdown" and c["id"] != "sources")
    for path in (*sorted(ROOT.glob("notebooks/predictions/*.toml")), *sorted(ROOT.glob("lectures/predictions/*.toml"))):
        yield from strings(tomllib.loads(path.read_text("utf-8")))


def views() -> Iterator[str]:
    """Yield the working that the notebooks show, with the titles, reasons, notes and sentences of traces."""
    for path in (*sorted(ROOT.glob("notebooks/*.ipynb")), *sorted(ROOT.glob("lectures/*.ipynb"))):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            for output in cell.get("outputs", []):
                html = "".join(output.get("data", {}).get("text/html", ""))
                html = re.sub(r"<(style|svg|script|table)\b.*?</\1>", " ", html, flags=re.DOTALL)
                said = re.findall(r'<p class="(?:say|note|why|reason)[^"]*">(.*?)</p>', html, re.DOTALL)
                yield from (re.sub(r"<[^>]+>", " ", text) for text in said)


def data() -> Iterator[str]:
    """Yield the words in the library's data (rules, mistakes, examples) without their sources."""
    for path in sorted(ROOT.glob("mtexplain/**/*.toml")):
        yield from strings(tomllib.loads(path.read_text("utf-8")))


def docs() -> Iterator[str]:
    """Yield the documents that accompany the course."""
    for pattern in ("*.md", "docs/*.md", "tools/site/**/*.toml"):
        for path in sorted(ROOT.glob(pattern)):
            text = path.read_text("utf-8")
            yield from strings(tomllib.loads(text)) if path.suffix == ".toml" else [text]


def docstrings() -> Iterator[str]:
    """Yield the docstrings of the library and of its tools, without their examples."""
    for path in sorted((*ROOT.glob("mtexplain/**/*.py"), *ROOT.glob("tools/**/*.py"))):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                text = ast.get_docstring(node) or ""
                yield "\n".join(re.split(r"\n\s*\n(?=\s*>>>)", text)[0].splitlines())


def strings(value: Any) -> Iterator[str]:
    """Yield every text of several words within some data, except sources."""
    if isinstance(value, str):
        if " " in value:
            yield value
    elif isinstance(value, Mapping):
        for name, each in value.items():
            if name != "source":
                yield from strings(each)
    elif isinstance(value, Sequence):
        for each in value:
            yield from strings(each)


KINDS: Mapping[str, Callable[[], Iterator[str]]] = {
    "notebooks": notebooks, "views": views, "data": data, "docs": docs, "docstrings": docstrings,
}  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the counts of each kind of text, or the sentences of a kind that have a habit."""
    parser = argparse.ArgumentParser(prog="python -m tools.ear", description=__doc__.splitlines()[0])
    parser.add_argument("kind", nargs="?", choices=KINDS)
    parser.add_argument("habit", nargs="?", choices=HABITS)
    chosen = parser.parse_args(arguments)
    for kind in [chosen.kind] if chosen.kind else KINDS:
        texts = list(KINDS[kind]())
        counts = count(texts)
        rates = "  ".join(f"{habit} {counts.rate(habit):5.1f}" for habit in HABITS)
        print(f"{kind:11} {counts.words:7,} words  {rates}")
        if chosen.habit:
            every = (sentence for text in texts for sentence in sentences(text))
            print(*(sentence for sentence in every if HABITS[chosen.habit].search(sentence)), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
