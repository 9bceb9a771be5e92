"""Blocks agree with scipy's paired t-test, and beginnings of a text are stable from where nothing changes any more."""

import re
from statistics import stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from mtexplain import InputError, blocks, corpus_bleu, paired_bootstrap, stability
from mtexplain.display.charts import Plot
from mtexplain.significance.parts import between
from mtexplain.tracing.number import plain
from tests.significance.course import REFERENCES, SYSTEMS

PAIRED = blocks(SYSTEMS["human"], REFERENCES, baseline=SYSTEMS["phrase_based"], rules="sacrebleu")


@given(st.floats(0, 50), st.integers(1, 60))
def test_students_t_is_that_of_scipy(t: float, freedom: int) -> None:
    assert between(t, freedom) == pytest.approx(2 * stats.t.cdf(t, freedom) - 1, abs=1e-9)


def test_a_block_is_scored_as_a_text_of_its_own() -> None:
    found = [
        corpus_bleu(SYSTEMS["human"][at : at + 20], REFERENCES[at : at + 20], rules="sacrebleu").score
        for at in range(0, 120, 20)
    ]
    assert list(PAIRED.scores["candidates"]) == pytest.approx(found)
    alone = blocks(SYSTEMS["human"], REFERENCES, rules="sacrebleu")
    assert alone.s == pytest.approx(stdev(found))


def test_t_is_that_of_a_paired_test() -> None:
    right = stats.ttest_rel(PAIRED.scores["candidates"], PAIRED.scores["baseline"])
    assert PAIRED.t == pytest.approx(right.statistic)
    assert PAIRED.verdict.p == pytest.approx(right.pvalue)
    assert PAIRED.verdict.is_significant == (right.pvalue < 0.05)
    assert f"±{stats.t.ppf(0.975, 5):.3f}" in PAIRED.why


def test_what_fills_no_block_is_left_out_and_told() -> None:
    trace = blocks(["a b", "a c", "a"], [["a b"], ["a b"], ["a"]], size=2, max_n=1)
    assert [note.code for note in trace.notes][-1] == "rest"
    assert "one-block" in [note.code for note in trace.notes]
    assert "nan" not in str(trace)
    assert plain(trace.s) is None


def test_blocks_that_are_alike_have_no_t() -> None:
    trace = blocks(["a", "a"], [["a"], ["a"]], size=1, baseline=["a", "a"], max_n=1)
    assert plain(trace.t) is None
    assert "same-blocks" in [note.code for note in trace.notes]


def test_from_there_on_every_ranking_is_the_last_one() -> None:
    found = stability(SYSTEMS, REFERENCES, rules="sacrebleu")

    def order(count: int) -> list[str]:
        scores = {
            name: corpus_bleu(text[:count], REFERENCES[:count], rules="sacrebleu").score
            for name, text in SYSTEMS.items()
        }
        return sorted(scores, key=scores.__getitem__)

    k = int(found.k)
    assert order(k) == order(120)
    assert k == 1 or order(k - 1) != order(120)


@pytest.mark.parametrize(
    "trace", [PAIRED, stability(SYSTEMS, REFERENCES, rules="sacrebleu")], ids=["blocks", "stability"]
)
def test_every_medium_says_why(trace: object) -> None:
    assert trace.why in str(trace)  # type: ignore[attr-defined]
    assert trace.why in trace._repr_html_()  # type: ignore[attr-defined]
    assert "document" in trace.to_latex()  # type: ignore[attr-defined]
    assert len(trace.to_frame()) == trace.n  # type: ignore[attr-defined]


def test_a_block_has_at_least_one_sentence() -> None:
    with pytest.raises(InputError, match="size"):
        blocks(["a"], [["a"]], size=2)


def test_blocks_that_differ_alike_are_not_said_to_be_alike() -> None:
    trace = blocks(["a b", "a c"], [["a b"], ["a b"]], size=1, max_n=1, baseline=["a x", "z c"])
    assert plain(trace.t) is None
    assert "The difference is the same in every block" in trace.why
    assert [step.name for step in trace.steps()] == ["mean", "deviation"]
    assert "The score is the same" in blocks(["a b", "a b"], [["a b"], ["a b"]], size=1, max_n=1).notes[0].text


def test_systems_that_score_the_same_share_a_place() -> None:
    alike = stability({"sentences": ["a", "b"], "B": ["a", "b"]}, [["a"], ["b"]], max_n=1)
    assert alike.why.endswith("stays the same: B and sentences.")
    assert [row[0] for row in alike.table.rows] == ["1 to 1", "1 to 2"]
    last = stability({"A": ["a", "x"], "B": ["y", "b"]}, [["a"], ["b"]], max_n=1)
    assert "The last of 2 sentences still changed the ranking. Now it is: A and B." in last.why


@pytest.mark.parametrize("names", [(1, "B"), (None, "B"), ("A", "A "), ("", "B")])
def test_a_system_has_a_name_of_its_own(names: tuple[Any, Any]) -> None:
    with pytest.raises(InputError, match="systems"):
        stability({names[0]: ["a"], names[1]: ["b"]}, [["a"]])


def test_names_are_hostile_until_shown() -> None:
    trace = stability({"<script>\u202e": ["a"], "$x$": ["b"]}, [["a"]], max_n=1)
    for shown in (str(trace), trace._repr_html_(), trace.to_latex()):
        assert "\u202e" not in shown
    assert "<script>" not in trace._repr_html_()
    assert "\\$x\\$" in trace.to_latex()


def test_blocks_that_cancel_out_put_nobody_ahead() -> None:
    level = blocks(["a b", "z b"], [["a b"], ["a b"]], size=1, max_n=1, baseline=["a z", "a b"])
    assert level.t == 0
    assert level.why.startswith("Both are level.")


def test_two_systems_have_the_names_that_they_were_given() -> None:
    names = ("Human", "fluent but wrong")
    ours, theirs = SYSTEMS["human"], SYSTEMS["fluent_but_wrong"]
    cut = blocks(ours, REFERENCES, baseline=theirs, names=names, rules="sacrebleu")
    drawn = paired_bootstrap(ours, theirs, REFERENCES, draws=50, names=names, rules="sacrebleu")
    for trace in (cut, drawn):
        shown = trace.to_html()
        assert all(name in shown for name in names)
        assert "Fluent but wrong is ahead" in shown
        assert not re.search("baseline is|candidates are|>candidates<|>baseline<", shown)
    for odd in (("a", "a"), ("a",), "ab", None):
        with pytest.raises(InputError, match="expected two different names"):
            blocks(ours, REFERENCES, baseline=theirs, names=odd)  # type: ignore[arg-type]


def test_the_picture_has_the_scale_of_the_rules() -> None:
    drawn = stability(SYSTEMS, REFERENCES, rules="sacrebleu").picture
    assert isinstance(drawn, Plot)
    assert (drawn.y_label, drawn.top, drawn.low) == ("BLEU × 100", "83.3", "6.1")
    drawn = stability(SYSTEMS, REFERENCES).picture
    assert isinstance(drawn, Plot)
    assert drawn.y_label == "BLEU"
