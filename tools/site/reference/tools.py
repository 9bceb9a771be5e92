"""The rules of every tool, in a table for each metric whose columns are the choices that tools make differently."""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from importlib import import_module
from typing import Any
from urllib.parse import urlencode

from pdoc.doc import Class

import mtexplain
import mtexplain.rules
from mtexplain.display.markup import escaped
from mtexplain.explain.tools.disagreements.stages import shortened
from mtexplain.metrics.bleu.smoothing import METHODS
from mtexplain.metrics.table import METRICS
from mtexplain.rules import SMOOTHINGS, Rules
from tools.site.reference.leaf import Leaf, Name, heading

CANDIDATE = "It is a guide to action which ensures that the military always obeys the commands of the party."
REFERENCE = "It is a guide to action that ensures that the military will forever heed Party commands."
UNTOLD = ("name", "tool", "scale", "form", "zero_form")
"""Fields that are not choices about the computation, but names or formats of numbers."""
CALLED = {
    "lowercase": "case",
    "max_n": "longest n-gram",
    "missing": "no n-grams",
    "tokenize": "tokens",
    "totals": "short segment",
    "zero_when": "score is 0 if",
}
"""The names of choices that differ from the names of their fields."""
VALUES: Mapping[str, Mapping[Any, str]] = {
    "lowercase": {False: "kept", True: "lower", "ascii": "lower, A to Z"},
    "smoothing_value": {None: "usual"},
    "weights": {None: "uniform"},
}
"""The words for the values of some choices. `OTHER` has the words for all other choices."""
OTHER = {False: "no", True: "yes", None: "none", (): "none"}
CASE = (
    "The treatment of capital letters. Lower: both texts are lower-cased before they are tokenised. "
    "Lower, A to Z: only these letters are lower-cased, after the text is tokenised."
)
FROM = re.compile(r"(?i)\ba name from `(\w+)`")
"""The phrase in the docstring of a choice that names the table of its values."""
LEAD = (
    "<p>Each row is a tool or a paper, and each column is a choice that they make differently. Values that differ from "
    "the first row are bold. Pass the name of a row to use its rules, as in "
    '<code>mtexplain.bleu(…, rules="nltk")</code>. The tokenisers are described in '
    '<a href="text.html">mtexplain.text</a>.</p>'
)
SCORED = (
    f"<p>Candidate: <q>{CANDIDATE}</q><br>Reference: <q>{REFERENCE}</q></p>"
    "<p>The table shows what each tool prints. Choose a number to see how it differs from sacreBLEU's.</p>"
)


def write() -> Iterator[Leaf]:
    """Yield the page."""
    body, found = LEAD, []
    known_by = dict(tables())
    for metric, known in known_by.items():
        body += heading(2, metric, metric) + _table(metric, tuple(known.values()))
        found += [Name(f"{metric}-{name}", f"{metric}: {name}", one.tool) for name, one in known.items()]
    says = "The choices behind each tool's number, for when two tools score the same sentence differently."
    yield Leaf("tools", "The rules of the tools", says, body, [(one, one) for one in known_by], found)


def tables() -> Iterator[tuple[str, Mapping[str, Rules]]]:
    """Yield each metric with its sets of rules by name."""
    for family, (file, _, _) in METRICS.items():
        module = mtexplain.rules if family == "BLEU" else import_module(f"mtexplain.metrics.{file}")
        yield family, module.RULES
        if family == "CIDEr":
            yield "CIDEr-D", module.RULES_D


def _table(metric: str, sets: Sequence[Any]) -> str:
    """The table of a metric, the meaning of its columns, and the choices that all of its tools share."""
    choices = [one.name for one in fields(sets[0]) if one.name not in UNTOLD]
    differ = [name for name in choices if len({getattr(one, name) for one in sets}) > 1]
    scores = _scores() if metric == "BLEU" else {}
    titles = ["rules", *(["prints"] if scores else []), *map(_called, differ)]
    head = "".join(f'<th scope="col">{title}</th>' for title in titles)
    rows = ""
    for one in sets:
        cells = [scores[one.name]] if scores else []
        for name in differ:
            value = _value(name, getattr(one, name))
            cells.append(value if getattr(one, name) == getattr(sets[0], name) else f"<b>{value}</b>")
        whose = f'<th scope="row">{one.name} <small>{escaped(one.tool)}</small></th>'
        rows += f'<tr id="{metric}-{one.name}">{whose}{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>\n'
    meant = "".join(_meaning(sets, name) for name in differ)
    same = ", ".join(
        f"{_called(name)} {_value(name, getattr(sets[0], name))}" for name in choices if name not in differ
    )
    return (
        f"{SCORED if scores else ''}<table class='rules'><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table>"
        f"<details><summary>What the columns mean</summary><dl class='members'>{meant}</dl></details>"
        f"<p>The same in all rows: {same}.</p>"
    )


def _scores() -> dict[str, str]:
    """Each tool's number for the sentence, with a link that explains its difference from sacreBLEU's number."""
    found = {row.rules.name: shortened(row.score.printed) for row in mtexplain.compare(CANDIDATE, [REFERENCE]).rows}
    for name in found.keys() - {"sacrebleu"}:
        asked = {"candidates": CANDIDATE, "references": REFERENCE, "first": name, "second": "sacrebleu"}
        found[name] = f'<a href="../play/two-numbers.html#{escaped(urlencode(asked))}">{found[name]}</a>'
    return found


def _meaning(sets: Sequence[Any], name: str) -> str:
    """The meaning of a column and of the words in it."""
    kind = type(sets[0])
    doc = Class(kind.__module__, kind.__qualname__, kind, (kind.__module__, kind.__qualname__)).get(name)
    told = CASE if name == "lowercase" else doc.docstring if doc else ""
    words = FROM.search(told)
    homes = (vars(sys.modules[base.__module__]) for base in kind.__mro__)  # a base class may define the choice
    known: Any = next(home[words[1]] for home in homes if words[1] in home) if words else {}
    if known is SMOOTHINGS:
        known = {one.smoothing: METHODS[one.smoothing].sentence.format(float(one.value)) for one in sets}
    listed = "".join(f"<li><b>{escaped(key)}</b>: {escaped(str(says))}</li>" for key, says in known.items())
    told = escaped(without_table(told)).replace("`", "")
    return f"<div><dt>{_called(name)}</dt><dd>{told}{f'<ul>{listed}</ul>' if listed else ''}</dd></div>\n"


def without_table(docstring: str) -> str:
    """The meaning of a choice, without the name of the table that lists its values.

    >>> without_table("The reason for a score of 0: a name from `ZERO_WHEN`.")
    'The reason for a score of 0.'
    >>> without_table("A name from `MISSING`, for the value of an order without any n-gram, 0/0.")
    'The value of an order without any n-gram, 0/0.'
    """
    found = FROM.search(docstring)
    if not found:
        return docstring
    before = re.sub(r"[,:;]?( as| by| with| in)?\s*$", "", docstring[: found.start()])
    after = re.sub(r"^[,:;.]? *(for |(which|that) (says|gives) |says )?", "", docstring[found.end() :])
    return f"{before}." if before else after[:1].upper() + after[1:]


def _called(name: str) -> str:
    return CALLED.get(name, name.replace("_", " "))


def _value(name: str, value: Any) -> str:
    """The word for a choice."""
    if isinstance(value, tuple) and value:
        return ", ".join(_value("", one) for one in value)
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return f"{float(value):g}"
    return escaped(str(VALUES.get(name, OTHER).get(value, value)))
