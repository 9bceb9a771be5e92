"""What a checkup says of a tool is what the tool does: with lists of every shape, bytes, None, and what isn't a list.

sacreBLEU and NLTK are asked; what torchmetrics and evaluate made of the same shapes was recorded by
`tools/record_shapes.py`. What can be iterated over only once is made anew for each tool.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sacrebleu
from nltk.translate import bleu_score

from mtexplain import Checkup, InputError, corpus_bleu, diagnose
from mtexplain.explain.tools.doctor.nesting import kept
from mtexplain.explain.tools.doctor.tools import Verdict, verdict
from tests.places import DATA
from tools.record_shapes import ONE, SHAPES, TEXT, every_shape, outcome

RECORDED = json.loads((DATA / "recorded_shapes.json").read_text("utf-8"))["shapes"]
EVERY = every_shape()
ASKED: dict[str, Callable[[Any, Any], float]] = {
    "sacreBLEU": lambda candidates, references: sacrebleu.corpus_bleu(candidates, references).score,
    "NLTK": lambda candidates, references: bleu_score.corpus_bleu(references, candidates),
}
WORDED_BY_PYTHON = ("AttributeError", "KeyError", "IndexError", "ZeroDivisionError")
"""Errors that a tool does not mean to raise: their messages depend on Python's version, or are a word of the text."""
RECORDED_EMPTY = "min() arg is an empty sequence"
try:
    min(())
except ValueError as error:
    EMPTY = str(error)
"""The same message as this version of Python words it."""


def check_verdict(found: Verdict, expected: dict[str, Any], passed: object, rel: float = 1e-9) -> None:
    """The number or the error that the tool gave; of a long error, how it begins."""
    kind, _, said = found.error.partition(": ")
    assert kind == expected.get("raises", ""), (passed, found.error, expected)
    if kind not in WORDED_BY_PYTHON:
        told = " ".join(expected.get("says", "").replace(RECORDED_EMPTY, EMPTY).split())
        assert told.startswith(said[:-1]) if said.endswith("…") else told == said, passed
    if found.score:
        assert found.score.reported == pytest.approx(expected["value"], rel=rel, abs=1e-300), passed


def check_views(checkup: Checkup) -> None:
    assert all(one.encode() for one in (str(checkup), checkup.to_html(), checkup.to_latex(), repr(checkup)))
    assert json.dumps(checkup.to_dict())
    assert len(checkup.to_frame()) == 5


def run(line: str, passed: tuple[Any, Any]) -> float:
    """What a line of code returns, where `candidates` and `references` are what was passed."""
    *before, last = line.split("; ")
    names: dict[str, Any] = {"candidates": passed[0], "references": passed[1]}
    exec("\n".join(before), names)
    return float(eval(last, names))


def flat(value: Any) -> Iterator[Any]:
    for one in value if isinstance(value, list | tuple) else ():
        yield from flat(one)
    if not isinstance(value, list | tuple):
        yield value


# Every shape.


def ask(tool: str, name: str) -> dict[str, Any]:
    """What the tool makes of a shape."""
    found: dict[str, Any] = outcome(ASKED[tool], *EVERY[name]) if tool in ASKED else RECORDED[name][tool]
    return found


@pytest.mark.parametrize("tool", ["sacreBLEU", "NLTK", "torchmetrics", "evaluate"])
def test_every_shape_gets_the_number_or_the_error_that_the_tool_gives(tool: str) -> None:
    seen: Counter[str] = Counter()
    for name, (candidates, references) in EVERY.items():
        expected = ask(tool, name)
        found = verdict(tool, kept(candidates, "candidates"), kept(references, "references"), None)
        check_verdict(found, expected, name, 1e-6)
        seen["error" if found.error else "a score" if expected["value"] > 1e-9 else "zero"] += 1
    assert sum(seen.values()) == len(EVERY) == 300 + len(SHAPES)
    assert min(seen["a score"], seen["zero"], seen["error"]) >= 10


WITH_TEXT = [name for name, shape in SHAPES.items() if any(isinstance(one, str) for one in flat(shape))]


@pytest.mark.parametrize("name", WITH_TEXT)
def test_a_tool_is_called_right_where_it_scores_each_candidate_by_its_own_references(name: str) -> None:
    """A tool that is right gives the same number for what was passed as its rules give for the mended text."""
    checkup = diagnose(*SHAPES[name])
    for one in checkup.tools:
        if one.is_right:
            assert one.score is not None
            mended = corpus_bleu(checkup.candidates, checkup.references, rules=one.rules)
            assert one.score.reported == mended.reported


CAN_BE_SCORED = [name for name in WITH_TEXT if diagnose(*SHAPES[name]).candidates]
RULES = {"sacreBLEU": "sacrebleu", "NLTK": "nltk", "mtexplain": "paper"}
every_line = pytest.mark.parametrize("tool", RULES)


@every_line
@pytest.mark.parametrize("name", CAN_BE_SCORED)
def test_the_line_to_write_gives_the_score_of_the_mended_text(name: str, tool: str) -> None:
    checkup = diagnose(*SHAPES[name])
    expected = corpus_bleu(checkup.candidates, checkup.references, rules=RULES[tool]).reported
    assert run(checkup.calls[tool], SHAPES[name]) == pytest.approx(expected, rel=1e-9, abs=1e-300)


def test_the_classic_mistake() -> None:
    """The README's example, right, and nested per sentence: sacreBLEU reads three streams, and scores one segment."""
    candidates = ["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."]
    streams = [
        ["The dog bit the man.", "It was not unexpected.", "The man bit him first."],
        ["The dog had bit the man.", "No one was surprised.", "The man had bitten the dog."],
    ]
    right = diagnose(candidates, streams)
    assert (right.shape, right.tools[0].printed, right.tools[0].summary) == (
        "transposed",
        "48.53",
        "paired as intended",
    )
    nested = diagnose(candidates, [[one] for one in streams[0]])
    assert (nested.shape, nested.tools[0].printed, nested.tools[0].summary) == (
        "grouped",
        "100.00",
        "wrong, without a warning",
    )
    assert len(nested.tools[0].segments) == 1
    assert nested.score_after.sacrebleu == pytest.approx(45.0675, abs=1e-3)
    assert (
        "sacreBLEU would give 100.00 and NLTK 0.5684… without a warning. That is wrong. sacreBLEU wants all first"
        in str(nested)
    )


# Bytes where text belongs.

HELD = (
    "grouped", "one stream", "streams", "streams with gaps", "flat", "a sentence", "two strings", "tokens, grouped",
    "tokens, flat", "a sentence in tokens", "strings and lists", "a list too many", "one segment, two flat",
)  # fmt: skip


def with_bytes(value: Any, kind: Any) -> Iterator[Any]:
    """The same value with each of its strings in turn as bytes, and then with all of them as bytes."""
    number = sum(isinstance(one, str) for one in flat(value))
    for place in (*range(number), None):
        yield replaced(value, iter(range(number)), place, kind)


def replaced(value: Any, counted: Iterator[int], place: int | None, kind: Any) -> Any:
    if isinstance(value, str):
        return kind(value.encode()) if next(counted) == place or place is None else value
    return type(value)(replaced(one, counted, place, kind) for one in value) if value is not None else None


@pytest.mark.parametrize("kind", [bytes, bytearray])
@pytest.mark.parametrize("name", HELD)
def test_bytes_at_any_place_do_what_they_do_in_the_tool(name: str, kind: Any) -> None:
    for passed in with_bytes(SHAPES[name], kind):
        for found in diagnose(*passed).tools[: len(ASKED)]:
            check_verdict(found, outcome(ASKED[found.tool], *passed), passed)


@pytest.mark.parametrize("name", HELD)
def test_every_view_shows_bytes(name: str) -> None:
    for passed in with_bytes(SHAPES[name], bytes):
        checkup = diagnose(*passed)
        check_views(checkup)
        assert "not-text" in [one.code for one in checkup.findings]


@pytest.mark.parametrize(
    "passed",
    [
        ([b"a b c d"], [[b"a b c d"]]),
        ([""], [["a", "b"], [b"ab", "c"]]),
        (["a dog", "x", b"ab"], [["the cat", "y", "z"]]),
    ],
)
def test_what_once_ended_in_an_error_of_the_doctor(passed: Any) -> None:
    checkup = diagnose(*passed)
    assert str(checkup)
    assert checkup.tools[0].error.startswith("TypeError")


def test_torchmetrics_scores_bytes_among_bytes() -> None:
    """The numbers are from torchmetrics 1.9.0, which takes bytes for words that are equal to no string."""
    text, references = (
        ["the cat sat on the mat", "a dog ran home now"],
        [["the cat sat on the mat"], ["the dog ran home now"]],
    )
    both = diagnose([one.encode() for one in text], [[one.encode() for one in row] for row in references])
    found = {one.tool: one for one in both.tools}["torchmetrics"]
    assert (found.score and found.score.reported) == pytest.approx(0.862778902053833)
    assert found.summary == "paired as intended"
    assert found.segments[0].candidate[0] == "b'the'"
    second = diagnose([text[0], text[1].encode()], references)
    found = {one.tool: one for one in second.tools}["torchmetrics"]
    assert (found.score and found.score.reported) == pytest.approx(0.5677404403686523)
    assert found.summary == "wrong, without a warning"


# None where references belong.

ABSENT: dict[str, Any] = {
    "no references": None,
    "one None": [None],
    "a stream and None": [ONE, None],
    "None and a stream": [None, ONE],
    "a stream of None": [[None, None, None]],
    "a gap first": [[None, *ONE[1:]]],
    "a gap filled": [[None, *ONE[1:]], ONE],
    "a gap last": [[*ONE[:2], None]],
    "a group of None": [[ONE[0]], [None], [ONE[2]]],
    "None for a group": [[ONE[0]], None, [ONE[2]]],
    "flat, with a gap": [ONE[0], None, ONE[2]],
}


@pytest.mark.parametrize("name", ABSENT)
@pytest.mark.parametrize("candidates", [TEXT, TEXT[0], [TEXT[0]], [None, *TEXT[1:]]], ids=str)
def test_none_does_what_it_does_in_the_tool(name: str, candidates: Any) -> None:
    checkup = diagnose(candidates, ABSENT[name])
    assert str(checkup)
    for found in checkup.tools[: len(ASKED)]:
        check_verdict(found, outcome(ASKED[found.tool], candidates, ABSENT[name]), name)


# What people pass that isn't a list: columns of pandas, arrays, generators, sets, views of dicts.

TWO = ["the cat sat on the mat", "a dog ran home now"]
THEIRS = ["the cat sat on the mat", "the dog ran home now"]
ROWS = [[one] for one in THEIRS]
Make = Callable[[list[Any]], Any]
KINDS: dict[str, Make] = {
    "a pandas Series": lambda items: pd.Series(items),
    "a NumPy array": lambda items: np.array(items),
    "a generator": lambda items: (one for one in items),
    "the values of a dict": lambda items: dict(enumerate(items)).values(),
    "an iterable object": lambda items: map(str, items) if isinstance(items[0], str) else iter(items),
}
PLACES: dict[str, Callable[[Make], tuple[Any, Any]]] = {
    "candidates": lambda make: (make(TWO), ROWS),
    "references": lambda make: (TWO, make(ROWS)),
    "flat references": lambda make: (TWO, make(THEIRS)),
    "groups": lambda make: (TWO, [make(row) for row in ROWS]),
    "a group": lambda make: (TWO, [ROWS[0], make(ROWS[1])]),
    "a stream": lambda make: (TWO, [make(THEIRS)]),
    "candidates and a stream": lambda make: (make(TWO), [make(THEIRS)]),
    "tokens": lambda make: ([make(one.split()) for one in TWO], [[make(one.split())] for one in THEIRS]),
}
every_kind = pytest.mark.parametrize("kind", KINDS)
every_place = pytest.mark.parametrize("place", PLACES)


@every_kind
@every_place
def test_what_is_no_list_does_what_it_does_in_the_tool(kind: str, place: str) -> None:
    for tool, ask in ASKED.items():
        expected = outcome(ask, *PLACES[place](KINDS[kind]))
        candidates, references = PLACES[place](KINDS[kind])
        found = verdict(tool, kept(candidates, "candidates"), kept(references, "references"), None)
        check_verdict(found, expected, (kind, place))


@every_kind
@every_place
def test_it_is_named_and_mtexplain_refuses_it_by_name(kind: str, place: str) -> None:
    passed = PLACES[place](KINDS[kind])
    checkup = diagnose(*passed)
    found = [one for one in checkup.findings if one.code == "not-list"]
    assert found
    assert all(kind in one.text for one in found)
    assert checkup.candidates == TWO
    assert checkup.references == ROWS
    with pytest.raises(InputError) as raised:
        corpus_bleu(*passed)
    said = " ".join(str(raised.value).split())
    assert checkup.tools[-1].error.removeprefix("InputError: ").rstrip("…") in said
    check_views(checkup)


@every_kind
@every_place
@every_line
def test_the_line_to_write_makes_lists(kind: str, place: str, tool: str) -> None:
    checkup = diagnose(*PLACES[place](KINDS[kind]))
    expected = corpus_bleu(TWO, ROWS, rules=RULES[tool]).reported
    assert run(checkup.calls[tool], PLACES[place](KINDS[kind])) == pytest.approx(expected, rel=1e-9)


def test_the_lines_people_need() -> None:
    table = pd.DataFrame({"mt": TWO, "ref": THEIRS})
    checkup = diagnose(table.mt, [table.ref])
    assert checkup.call == (
        "import sacrebleu; sacrebleu.corpus_bleu(candidates.tolist(), [item.tolist() for item in references]).score"
    )
    assert checkup.tools[0].error == "TypeError: BLEU: Each element of `refs` should be a sequence of strings."
    first, second = checkup.findings[1:3] if checkup.findings[0].code == "transposed" else checkup.findings[:2]
    assert first.text == "candidates is a pandas Series, not a list."
    assert first.fix.startswith("Write candidates.tolist(), because")
    assert second.where == "references[0]"


def test_what_is_to_be_known_of_them() -> None:
    once = diagnose(TWO, (row for row in ROWS)).findings[0]
    assert "only once" in once.fix
    unordered = diagnose({TWO[0]}, [ROWS[0]]).findings[0]
    assert "a set has no order" in unordered.fix
    columns = diagnose(pd.DataFrame({"mt": TWO}), ROWS)
    assert any("its column names" in one.fix for one in columns.findings)


def test_an_array_without_dimensions_holds_nothing_to_walk_through() -> None:
    assert diagnose(np.array("a cat"), ROWS[:1]).tools[0].error.startswith("TypeError")
