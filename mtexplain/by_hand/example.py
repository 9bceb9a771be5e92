"""Worked examples, each with a text, its source in print, and its numbers as printed and as they should be."""

import tomllib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from mtexplain.copies import read_only
from mtexplain.data import Record

Settings = Mapping[str, Any]
"""The settings of a metric by their keywords; each metric checks its own."""


class Number(NamedTuple):
    """A number of an example, as the source prints it (None if it does not) and as it should be, in text form.

    >>> Number("p_1", printed="19/20", right="17/18").right
    '17/18'
    """

    quantity: str
    printed: str | None
    right: str
    comment: str = ""


class Example(NamedTuple):
    """A worked example, with its text as the source prints it (final periods dropped) and its score in the source.

    `candidate` and `references` are the first arguments of the metric. They are a sentence and its references or, for
    the score of a corpus, a tuple of candidates and a tuple with the references of each.

    >>> from mtexplain import examples
    >>> examples.get("papineni-2").trace().exact
    '(2/7 * 0/6 * 0/5 * 0/4)^(1/4)'
    """

    name: str
    title: str
    source: str
    candidate: Any
    references: tuple[Any, ...]
    numbers: tuple[Number, ...]
    metric: Callable[..., Any]
    settings: Settings = read_only({})
    comment: str = ""

    @property
    def is_sentence(self) -> bool:
        """True if the example is a single sentence with references, so that it can be edited."""
        return isinstance(self.candidate, str) and bool(self.references)

    def trace(self) -> Any:
        """The trace of the example, scored by its own metric and settings."""
        given = [_listed(self.candidate), _listed(self.references)] if self.references else [_listed(self.candidate)]
        return self.metric(*given, **self.settings)


def _listed(texts: object) -> object:
    """Tuples as lists, at every depth."""
    return [_listed(text) for text in texts] if isinstance(texts, tuple) else texts


def read_examples(text: str, metrics: object) -> tuple[Example, ...]:
    """The examples of a TOML file; `metrics` is the module in which the metrics are looked up by name.

    In the file, `numbers` are the right numbers, `printed` are the numbers as the source prints them, and `comments`
    are remarks on some of them.

    >>> import mtexplain
    >>> file = '''
    ... [[example]]
    ... name = "two"
    ... title = "Two words"
    ... source = "ours"
    ... metric = "bleu"
    ... candidate = "the cat"
    ... references = ["the cat"]
    ... [example.numbers]
    ... p_1 = "2/2"
    ... '''
    >>> [two] = read_examples(file, mtexplain)
    >>> two.trace().precisions[0].ratio, two.numbers
    (Ratio(matches=2, total=2), (Number(quantity='p_1', printed=None, right='2/2', comment=''),))
    """
    return tuple(_example(entry, metrics) for entry in tomllib.loads(text)["example"])


def _example(entry: Record, metrics: object) -> Example:
    right, printed, comments = (entry.pop(name, {}) for name in ("numbers", "printed", "comments"))
    return Example(
        candidate=as_tuples(entry.pop("candidate")),
        references=as_tuples(entry.pop("references", [])),
        numbers=tuple(Number(name, printed.get(name), value, comments.get(name, "")) for name, value in right.items()),
        metric=getattr(metrics, entry.pop("metric")),
        settings=read_only(entry.pop("settings", {})),
        **entry,
    )


def as_tuples(value: object) -> Any:
    """Lists as tuples, at every depth, including within a table.

    >>> as_tuples(["a", ["b"], {"c": ["d"]}])
    ('a', ('b',), {'c': ('d',)})
    """
    if isinstance(value, dict):
        return {name: as_tuples(item) for name, item in value.items()}
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value
