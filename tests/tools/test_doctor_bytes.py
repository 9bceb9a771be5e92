"""Bytes where text belongs, at every place of every kind of list: each tool's own number or error, in every view."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

import mtexplain
from tests.tools.test_doctor_tools import ASKED, WORDED_BY_PYTHON, _quiet  # noqa: F401 - the fixture works by its name
from tools.record_shapes import SHAPES, outcome

NAMES = (
    "grouped", "one stream", "streams", "streams with gaps", "flat", "a sentence", "two strings", "tokens, grouped",
    "tokens, flat", "a sentence in tokens", "strings and lists", "a list too many", "one segment, two flat",
)  # fmt: skip


def with_bytes(value: Any, kind: Any) -> Iterator[Any]:
    """The same with one of its strings in bytes, each in turn; then with all of them."""
    number = len(list(strings(value)))
    for place in (*range(number), None):
        counted = iter(range(number))
        yield replaced(value, counted, place, kind)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for one in value if isinstance(value, list | tuple) else ():
        yield from strings(one)


def replaced(value: Any, counted: Iterator[int], place: int | None, kind: Any) -> Any:
    if isinstance(value, str):
        return kind(value.encode()) if next(counted) == place or place is None else value
    return type(value)(replaced(one, counted, place, kind) for one in value) if value is not None else None


@pytest.mark.parametrize("kind", [bytes, bytearray])
@pytest.mark.parametrize("name", NAMES)
def test_bytes_at_any_place_do_what_they_do_in_the_tool(name: str, kind: Any) -> None:
    for passed in with_bytes(SHAPES[name], kind):
        for found in mtexplain.diagnose(*passed).tools:
            if found.tool in ASKED:
                expected = outcome(ASKED[found.tool], *passed)
                kind_of_error, _, said = found.error.partition(": ")
                assert kind_of_error == expected.get("raises", ""), passed
                assert kind_of_error in WORDED_BY_PYTHON or said.strip("…") in expected.get("says", ""), passed
                if found.score:
                    assert found.score.reported == pytest.approx(expected["value"], rel=1e-9, abs=1e-300), passed


@pytest.mark.parametrize("name", NAMES)
def test_every_view_shows_bytes(name: str) -> None:
    for passed in with_bytes(SHAPES[name], bytes):
        checkup = mtexplain.diagnose(*passed)
        assert all(one.encode() for one in (str(checkup), checkup.to_html(), checkup.to_latex(), repr(checkup)))
        assert json.dumps(checkup.to_dict())
        assert len(checkup.to_frame()) == 5
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
    checkup = mtexplain.diagnose(*passed)
    assert str(checkup)
    assert checkup.tools[0].error.startswith("TypeError")


def test_torchmetrics_scores_bytes_among_bytes() -> None:
    """What torchmetrics 1.9.0 gives for these; it takes bytes for words that are equal to no string."""
    text, references = (
        ["the cat sat on the mat", "a dog ran home now"],
        [["the cat sat on the mat"], ["the dog ran home now"]],
    )
    both = mtexplain.diagnose([one.encode() for one in text], [[one.encode() for one in row] for row in references])
    found = {one.tool: one for one in both.tools}["torchmetrics"]
    assert (found.score and found.score.reported) == pytest.approx(0.862778902053833)
    assert found.told == "read right"
    assert found.segments[0].candidate[0] == "b'the'"
    second = mtexplain.diagnose([text[0], text[1].encode()], references)
    found = {one.tool: one for one in second.tools}["torchmetrics"]
    assert (found.score and found.score.reported) == pytest.approx(0.5677404403686523)
    assert found.told == "wrong, and silent"
