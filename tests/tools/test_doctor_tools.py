"""What a checkup says of a tool is what the tool does: on every shape, right or wrong, and on random ones.

sacreBLEU and NLTK are asked; what torchmetrics and evaluate made of the same shapes was recorded by
`tools/record_shapes.py`.
"""

import json
import logging
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sacrebleu
from nltk.translate import bleu_score

import mtexplain
from mtexplain.explain.tools.doctor.nesting import kept
from mtexplain.explain.tools.doctor.tools import Verdict, verdict
from tests.places import DATA
from tools.record_shapes import SHAPES, every_shape, outcome

RECORDED = json.loads((DATA / "recorded_shapes.json").read_text("utf-8"))["shapes"]
EVERY = every_shape()
every_named = pytest.mark.parametrize("name", SHAPES)

ASKED: dict[str, Callable[[Any, Any], float]] = {
    "sacreBLEU": lambda candidates, references: sacrebleu.corpus_bleu(candidates, references).score,
    "NLTK": lambda candidates, references: bleu_score.corpus_bleu(references, candidates),
}
WORDED_BY_PYTHON = ("AttributeError", "KeyError", "IndexError", "ZeroDivisionError")
"""Errors that a tool does not mean to raise: what they say depends on the Python, or is a word of the text."""
RECORDED_EMPTY = "min() arg is an empty sequence"
try:
    min(())
except ValueError as error:
    EMPTY = str(error)
"""The same in the words of this Python."""


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """NLTK warns of zeros, sacreBLEU of final periods with a space before them."""
    logging.disable(logging.WARNING)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield
    logging.disable(logging.NOTSET)


def theirs(tool: str, name: str) -> dict[str, Any]:
    """What the tool makes of a shape."""
    if tool in ASKED:
        return outcome(ASKED[tool], *EVERY[name])
    found: dict[str, Any] = RECORDED[name][tool]
    return found


def ours(tool: str, name: str) -> Verdict:
    candidates, references = EVERY[name]
    return verdict(tool, kept(candidates, "candidates"), kept(references, "references"), None)


@pytest.mark.parametrize("tool", ["sacreBLEU", "NLTK", "torchmetrics", "evaluate"])
def test_every_shape_gets_the_number_or_the_error_that_the_tool_gives(tool: str) -> None:
    seen: Counter[str] = Counter()
    for name in EVERY:
        expected, found = theirs(tool, name), ours(tool, name)
        if "value" in expected:
            assert found.score is not None, (name, found.error, expected)
            assert found.score.reported == pytest.approx(expected["value"], rel=1e-6, abs=1e-300), name
            seen["a score" if expected["value"] > 1e-9 else "zero"] += 1
        else:
            kind, _, said = found.error.partition(": ")
            assert kind == expected["raises"], (name, found.error, expected)
            if kind not in WORDED_BY_PYTHON and len(said) < 100:
                assert said.strip() in expected["says"].replace(RECORDED_EMPTY, EMPTY).strip(), name
            seen["error"] += 1
    assert sum(seen.values()) == len(EVERY) == 300 + len(SHAPES)
    assert min(seen["a score"], seen["zero"], seen["error"]) >= 10


@every_named
def test_a_tool_is_called_right_where_it_scores_each_candidate_by_its_own_references(name: str) -> None:
    """On the mended text by the tool's rules: a tool that is right gives no other number for what was passed."""
    checkup = mtexplain.diagnose(*SHAPES[name]) if strings(SHAPES[name]) else None
    for one in checkup.tools if checkup else ():
        if one.is_right and checkup:
            mended = mtexplain.corpus_bleu(checkup.candidates, checkup.references, rules=one.rules)
            assert one.score is not None
            assert one.score.reported == mended.reported


def strings(shape: Any) -> bool:
    return any(isinstance(one, str) for side in shape for one in flat(side))


def flat(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        for one in value:
            yield from flat(one)
    else:
        yield value


def run(line: str, shape: tuple[Any, Any]) -> Any:
    """What a line of code returns, where `candidates` and `references` are what was passed."""
    *before, last = line.split("; ")
    names: dict[str, Any] = {"candidates": shape[0], "references": shape[1]}
    exec("\n".join(before), names)
    return eval(last, names)


CAN_BE_SCORED = [name for name, shape in SHAPES.items() if strings(shape) and mtexplain.diagnose(*shape).candidates]


@pytest.mark.parametrize("name", CAN_BE_SCORED)
@pytest.mark.parametrize("tool", ["sacreBLEU", "NLTK", "mtexplain"])
def test_the_line_to_write_gives_the_score_of_the_mended_text(name: str, tool: str) -> None:
    checkup = mtexplain.diagnose(*SHAPES[name])
    expected = mtexplain.corpus_bleu(
        checkup.candidates, checkup.references, rules={"mtexplain": "paper"}.get(tool, tool.lower())
    )
    assert float(run(checkup.calls[tool], SHAPES[name])) == pytest.approx(expected.reported, rel=1e-9, abs=1e-300)


def test_the_classic_mistake() -> None:
    """The README's example, right, and nested per sentence: sacreBLEU reads three streams, and scores one segment."""
    candidates = ["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."]
    streams = [
        ["The dog bit the man.", "It was not unexpected.", "The man bit him first."],
        ["The dog had bit the man.", "No one was surprised.", "The man had bitten the dog."],
    ]
    right = mtexplain.diagnose(candidates, streams)
    assert (right.shape, right.tools[0].printed, right.tools[0].told) == ("transposed", "48.53", "read right")
    nested = mtexplain.diagnose(candidates, [[one] for one in streams[0]])
    assert (nested.shape, nested.tools[0].printed, nested.tools[0].told) == ("grouped", "100.00", "wrong, and silent")
    assert len(nested.tools[0].segments) == 1
    assert nested.score_after.sacrebleu == pytest.approx(45.0675, abs=1e-3)
    assert "sacreBLEU would give 100.00 and NLTK 0.5684…, without a warning: sacreBLEU wants all first" in str(nested)
