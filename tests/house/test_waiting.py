"""Slow work announces itself, on a clock whose speed the test sets."""

from collections.abc import Iterator
from itertools import count

import pytest

import mtexplain.waiting
from mtexplain import best_edits, bleu, leave_one_out, meteor, rouge_w, smallest_fix, what_if
from mtexplain.explain.edits.token_edits import every_edit
from mtexplain.metrics.meteor import score as meteor_score
from mtexplain.metrics.meteor.alignment import find_alignment
from mtexplain.waiting import announced
from mtexplain.widgets import demand
from tests.panels import folds

TEXT = "the red cat and the old dog sat on the mat"
OTHER = "a red dog and the cat sat near the old mat"


def ticking(seconds: float) -> Iterator[float]:
    """A clock that advances by this many seconds with each look."""
    return (seconds * tick for tick in count())


@pytest.mark.parametrize(
    ("seconds", "number", "told"),
    [
        (0.01, 100, ""),
        (6, 1, ""),
        (1, 6, ""),  # by the time of an announcement, it is nearly over
        (6, 10, "mtexplain, spelling: 1 of about 10 letters done, about 108 seconds to go. Ctrl-C stops it.\n"),
        (60, 1000, "mtexplain, spelling: 1 of about 1,000 letters done, about 33 hours to go. Ctrl-C stops it.\n"),
    ],
)
def test_a_long_wait_is_announced_once(
    seconds: float, number: int, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(mtexplain.waiting, "perf_counter", ticking(seconds).__next__)
    assert list(announced(range(number), number, "spelling", "letters")) == list(range(number))
    assert capsys.readouterr() == ("", told)


@pytest.mark.parametrize(
    ("doing", "asked"),
    [
        ("best_edits", lambda: best_edits(TEXT, [OTHER])),
        ("leave_one_out", lambda: leave_one_out(TEXT, [OTHER]).changes),
        ("smallest_fix", lambda: smallest_fix(TEXT, [OTHER], max_n=8)),
        ("ROUGE-W", lambda: rouge_w(TEXT, [OTHER]).score),
    ],
)
def test_who_announces_a_long_wait(
    doing: str, asked: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(mtexplain.waiting, "perf_counter", ticking(10).__next__)
    asked()  # type: ignore[operator]
    assert f"mtexplain, {doing}: 1 of about " in capsys.readouterr().err


@pytest.mark.parametrize("key", ["best-edits", "leave-one-out", "smallest-fix"])
def test_a_panel_does_not_begin_what_takes_too_long(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few edits, and each takes long."""
    monkeypatch.setattr(demand, "perf_counter", ticking(100).__next__)
    panel = what_if(bleu, TEXT, [OTHER])
    panel.opened = [key]
    assert "too many for a panel. They would take about" in folds(panel)[key]
    assert f"mtexplain.{key.replace('-', '_')}</code> does it" in folds(panel)[key]


def test_few_edits_need_an_alignment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts show that most edits can't be among the best."""
    texts: list[object] = []

    def counting(candidate: tuple[str, ...], *others: object) -> object:
        texts.append(candidate)
        return find_alignment(candidate, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(meteor_score, "find_alignment", counting)
    said = "the old man walked along the river until at last he came upon a bridge made of wood"
    meant = "the old man walked slowly along the river until he came to a bridge that was made of wood"
    edits = best_edits(said, [meant], metric=meteor)
    assert edits[0].score > edits.start.score
    assert len(texts) < len(list(every_edit(edits.start))) / 3
