"""The worth of a difference: the values that the authors publish, and the limits of the curve."""

from fractions import Fraction
from typing import Any

import pytest

from mtexplain import InputError, bleu, chrf, corpus_bleu, meteor, worth
from mtexplain.significance.worth import FITS

PUBLISHED = {
    "bleu": {50: 0.27, 60: 0.78, 70: 1.39, 80: 2.34, 85: 3.35},
    "chrf": {80: 1.63},
}
"""The points that each share takes, by Kocmi et al. 2024."""


@pytest.mark.parametrize(
    ("metric", "share", "points"), [(m, s, p) for m, row in PUBLISHED.items() for s, p in row.items()]
)
def test_the_published_points(metric: str, share: int, points: float) -> None:
    assert FITS[metric].points(share) == pytest.approx(points, abs=0.005)
    assert worth(points, metric).share == pytest.approx(share, abs=0.2)


def test_the_published_shares() -> None:
    """The shares in the README of the authors' own tool, and the share for half a point of BLEU."""
    assert worth(1.0).share == pytest.approx(63.989, abs=0.0005)
    assert FITS["chrf"].points(63.989) == pytest.approx(0.710, abs=0.0005)
    assert worth(0.5).value == "54.6%"


def test_bleu_never_has_ninety_percent() -> None:
    assert FITS["bleu"].points(90) is None
    assert worth(100).share == pytest.approx(88.333, abs=0.001)
    assert ("90%", "never") in worth(1).marks.rows


def test_the_sign_does_not_matter() -> None:
    assert worth(-1.5).share == worth(1.5).share == worth(Fraction(3, 2)).share


def test_no_difference_is_no_better_than_a_coin() -> None:
    """The curve gives 44% for a difference of 0, which doesn't mean that people contradict BLEU."""
    trace = worth(0)
    assert trace.share == pytest.approx(44.167, abs=0.001)
    assert trace.why == "A difference of 0 points of BLEU says no more than a coin."
    assert "At a difference of 0 it gives 44%, where a coin gives 50%." in trace.notes[0].text
    assert [step.name for step in trace.steps()] == ["difference", "share"]


def test_the_same_share_in_other_metrics() -> None:
    rows: dict[Any, Any] = {row[0]: row[1] for row in worth(2).table.rows}
    for title, points in rows.items():
        if points != "never":
            name = title.lower().replace("-", "")
            assert worth(points.value, name).share == pytest.approx(worth(2).share)
    assert rows["COMET-22"].value < rows["chrF"].value < rows["BLEU"].value
    assert {row[0]: row[1] for row in worth(9).table.rows}["spBLEU-101"] == "never"


@pytest.mark.parametrize("metric", ["BLEU", "bleu", bleu, corpus_bleu])
def test_a_metric_has_many_spellings(metric: Any) -> None:
    assert worth(1, metric).metric == "bleu"
    assert worth(1, chrf).share == worth(1, "chrF").share


@pytest.mark.parametrize("metric", [meteor, "ter", "comet", "chrF++", 3, None])
def test_a_metric_without_a_curve_is_refused(metric: Any) -> None:
    with pytest.raises(InputError, match=r"metric: .* BLEU, chrF, .*COMET-22"):
        worth(1, metric)


@pytest.mark.parametrize("points", [101, -101, float("nan"), float("inf"), "much", None, True])
def test_points_are_a_number(points: Any) -> None:
    with pytest.raises(InputError, match="points: "):
        worth(points)


def test_scores_from_0_to_1_are_noticed() -> None:
    assert "scale" in [note.code for note in worth(0.02).notes]
    assert "scale" not in [note.code for note in worth(0.5).notes]


@pytest.mark.parametrize("points", [0, 0.5, 3, 100])
def test_every_medium_shows_it(points: float) -> None:
    trace = worth(points)
    assert trace.why in str(trace)
    assert trace.value in trace._repr_html_()
    assert trace.value.replace("%", "\\%") in trace.to_latex()
    assert len(trace.to_frame()) == len(FITS)
    assert "nan" not in str(trace) + trace._repr_html_()
