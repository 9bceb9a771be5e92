"""Resampling: the numbers of sacreBLEU with the same seed, the counts behind p, and what is odd."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.significance import PairedTest, estimate_ci

from mtexplain import (
    InputError,
    bleu,
    bootstrap,
    corpus_bleu,
    corpus_chrf,
    corpus_nist,
    meteor,
    paired_approximate_randomization,
    paired_bootstrap,
)
from mtexplain.display import plain
from mtexplain.display.charts import Plot
from mtexplain.rules import RULES, SMOOTHINGS
from mtexplain.significance.pooling import Pooled, pooled
from tests.significance.course import REFERENCES, SYSTEMS
from tests.strategies import segments

STREAMS = [list(stream) for stream in zip(*REFERENCES, strict=True)]
METRICS: dict[str, tuple[Callable[..., Any], Any]] = {
    "BLEU": (corpus_bleu, sacrebleu.BLEU()),
    "chrF2": (corpus_chrf, sacrebleu.CHRF()),
}
PAIRS = [("human", "fluent_but_wrong"), ("word_by_word", "terse"), ("phrase_based", "phrase_based")]
TESTS = {"bs": paired_bootstrap, "ar": paired_approximate_randomization}


def of_sacrebleu(metric: str, candidates: str, baseline: str, kind: str, draws: int) -> tuple[Any, Any]:
    """What sacreBLEU's paired test says of the baseline and of the system."""
    systems: list[tuple[str, Sequence[str]]] = [("baseline", SYSTEMS[baseline]), ("candidates", SYSTEMS[candidates])]
    test = PairedTest(systems, {metric: METRICS[metric][1]}, STREAMS, kind, n_samples=draws)
    first, second = test()[1][metric]
    return first, second


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("metric", METRICS)
def test_every_draw_is_that_of_sacrebleu(metric: str, name: str) -> None:
    """sacreBLEU's counts of a draw, as whole numbers, go through its formula."""
    function, theirs = METRICS[metric]
    counts = numpy.array(theirs._extract_corpus_statistics(SYSTEMS[name], STREAMS))
    chosen = numpy.random.default_rng(12345).choice(len(counts), size=(300, len(counts)), replace=True)
    scores = [theirs._compute_score_from_stats(counts[draw].sum(0).tolist()).score for draw in chosen]
    ours = bootstrap(SYSTEMS[name], REFERENCES, function, draws=300, rules="sacrebleu")
    assert [100 * score for score in ours.scores] == pytest.approx(scores, abs=1e-9)
    mean, half = estimate_ci(numpy.array(scores))
    assert (100 * ours.mean, 100 * ours.half) == pytest.approx((mean, half), abs=1e-9)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("candidates", "baseline"), PAIRS)
def test_the_interval_is_the_one_that_sacrebleu_prints(metric: str, candidates: str, baseline: str) -> None:
    """sacreBLEU adds up counts as 32-bit floats, which moves its scores by 0.00001 or so."""
    printed = of_sacrebleu(metric, candidates, baseline, "bs", 1000)
    for name, theirs in zip((baseline, candidates), printed, strict=True):
        ours = bootstrap(SYSTEMS[name], REFERENCES, METRICS[metric][0], rules="sacrebleu")
        assert (100 * ours.mean, 100 * ours.half) == pytest.approx((theirs.mean, theirs.ci), abs=2e-5)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("candidates", "baseline"), PAIRS)
@pytest.mark.parametrize("kind", TESTS)
def test_p_is_that_of_sacrebleu(metric: str, candidates: str, baseline: str, kind: str) -> None:
    _, theirs = of_sacrebleu(metric, candidates, baseline, kind, 500)
    ours = TESTS[kind](
        SYSTEMS[candidates], SYSTEMS[baseline], REFERENCES, METRICS[metric][0], draws=500, rules="sacrebleu"
    )
    assert float(ours.p) == pytest.approx(theirs.p_value, abs=1e-9)


def test_another_seed_makes_other_draws() -> None:
    one, other = (bootstrap(SYSTEMS["human"], REFERENCES, draws=20, seed=seed).scores for seed in (1, 2))
    assert one != other
    assert one == bootstrap(SYSTEMS["human"], REFERENCES, draws=20, seed=1).scores


@given(segments(), st.sampled_from([corpus_bleu, corpus_chrf, corpus_nist]), st.data())
def test_sums_score_what_the_segments_score(one: Any, metric: Any, data: st.DataObject) -> None:
    trace = metric([one[0], "a b c d"], [one[1], ["a b d"]])
    chosen = data.draw(st.lists(st.sampled_from((0, 1)), min_size=1, max_size=6))
    text = Pooled(trace)
    sums = [sum(column) for column in zip(*(text.rows[place] for place in chosen), strict=True)]
    drawn = type(trace)(tuple(trace.segments[place] for place in chosen), trace.rules)
    assert text.score(sums) == pytest.approx(drawn.score, abs=1e-15)


def test_p_counts_what_we_have_seen_as_one_more_draw() -> None:
    found = paired_approximate_randomization(["a b", "c d"], ["a x", "y d"], [["a b"], ["c d"]], draws=7, max_n=1)
    assert found.p == (found.count + 1) / 8
    assert found.two_sided_p == (found.count_both + 1) / 8
    assert plain.formula(found.headline.equation.value) == f"{found.count_both + 1}/8"


def test_exchanging_all_sentences_is_no_larger_difference() -> None:
    """With one sentence each draw either exchanges everything or nothing: the difference never grows."""
    found = paired_approximate_randomization(["a b"], ["a x"], [["a b"]], draws=50, max_n=1)
    assert (found.count, {*map(abs, found.differences)}) == (0, {Fraction(1, 2)})


def test_an_interval_of_another_level_leaves_out_more() -> None:
    usual, narrow = (bootstrap(SYSTEMS["human"], REFERENCES, draws=200, level=level) for level in (0.95, 0.5))
    assert (usual.cut, narrow.cut) == (5, 50)
    assert usual.low < narrow.low < narrow.high < usual.high


def test_the_pictures() -> None:
    interval = bootstrap(SYSTEMS["human"], REFERENCES, draws=50)
    pair = paired_bootstrap(SYSTEMS["human"], SYSTEMS["terse"], REFERENCES, draws=50)
    exchanged = paired_approximate_randomization(SYSTEMS["human"], SYSTEMS["terse"], REFERENCES, draws=50)
    for trace, names, marked in (
        (interval, [""], 2),
        (pair, ["candidates", "baseline"], 2),
        (exchanged, [""], 2),
    ):
        plot = trace.picture
        assert isinstance(plot, Plot)
        assert [*plot.series] == names
        assert len([one for one in plot.guides if one.chosen]) == marked
        for points in plot.series.values():
            tallest = 2 * 50 / sum(y for _, y in points)  # in draws; a bar has two ends
            assert tallest == pytest.approx(round(tallest))
    assert any(isinstance(part, Plot) for part in pair.step("two_sided").parts)


def test_equal_systems_are_told() -> None:
    for function in TESTS.values():
        found = function(SYSTEMS["human"], SYSTEMS["human"], REFERENCES, draws=9)
        assert "no-difference" in [note.code for note in found.notes]
        assert found.p == Fraction(1, 10)


def test_one_sentence_has_the_same_score_in_every_draw() -> None:
    found = bootstrap(["a b"], [["a c"]], draws=9, max_n=1)
    assert [note.code for note in found.notes] == ["same-scores", "few-segments", "few-draws"]
    assert (found.picture, found.value) == (None, "0.5 ± 0")
    assert "nan" not in found.to_html() + str(found) + found.to_latex()


WRONG: dict[str, tuple[Any, ...]] = {
    "draws": (bootstrap, ["a"], [["a"]], {"draws": 0}),
    "draws ": (bootstrap, ["a"], [["a"]], {"draws": 1.5}),
    "seed": (bootstrap, ["a"], [["a"]], {"seed": -1}),
    "level": (bootstrap, ["a"], [["a"]], {"level": 1.5}),
    "level ": (bootstrap, ["a"], [["a"]], {"level": "much"}),
    "references": (bootstrap, ["a"], [["a"], ["b"]], {}),
    "candidates": (bootstrap, [], [], {}),
    "metric": (bootstrap, ["a"], [["a"]], bleu, {}),
    "metric ": (bootstrap, ["a"], [["a"]], 3, {}),
    "settings": (bootstrap, ["a"], [["a"]], {"colour": "red"}),
    "rules": (bootstrap, ["a"], [["a"]], {"smoothing": "method5"}),
    "rules ": (bootstrap, ["a"], [["a"]], {"rules": "nltk"}),
    "baseline": (paired_bootstrap, ["a"], ["a", "b"], [["a"]], {}),
    "baseline[0]": (paired_bootstrap, ["a"], [3], [["a"]], {}),
    "baseline ": (paired_approximate_randomization, ["a"], "a", [["a"]], {}),
}
"""The argument that is wrong, with a call that passes it."""


@pytest.mark.parametrize("where", WRONG)
def test_bad_input_is_told(where: str) -> None:
    function, *given, settings = WRONG[where]
    with pytest.raises(InputError) as caught:
        function(*given, **settings)
    assert caught.value.where == where.strip()


def test_a_metric_that_does_not_pool_is_told_which_do() -> None:
    wrong: Any = meteor
    with pytest.raises(InputError, match=r"got meteor; .*which is corpus_bleu, corpus_chrf or corpus_nist\."):
        bootstrap(["a"], [["a"]], wrong)


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@pytest.mark.parametrize("rules", RULES)
def test_rules_by_which_sums_do_not_make_the_score_are_refused(rules: str, smoothing: str) -> None:
    """By all other rules, the score of a draw is the score of the text that was drawn."""
    candidates, references = ["a b c d e", "a", "a b x d", "x"], [["a b c d f"], ["b"], ["a b c d"], ["x"]]
    try:
        settings = {"rules": rules, "smoothing": smoothing}
        (text,) = pooled(corpus_bleu, {"A": candidates}, references, settings).values()
    except InputError:
        return
    for places in ((0,), (1,), (2,), (3,), (0, 3), (3, 0), (2, 2, 1)):
        trace: Any = text.trace
        drawn = type(trace)(tuple(trace.segments[place] for place in places), trace.rules)
        sums = map(sum, zip(*(text.rows[place] for place in places), strict=True))
        assert text.score(sums) == drawn.score


def test_numbers_are_pythons_own() -> None:
    found = bootstrap(SYSTEMS["terse"], REFERENCES, corpus_nist, draws=3)
    assert {type(score) for score in found.scores} == {float}


@pytest.mark.parametrize("function", [paired_bootstrap, paired_approximate_randomization])
def test_a_few_sentences_prove_nothing(function: Any) -> None:
    trace = function(["the cat sat on the mat"], ["a dog sat by the mat"], [["the cat sat on the mat"]], draws=200)
    assert trace.p == Fraction(1, 201)
    assert "no verdict" in trace.why
    assert "significant" not in trace.why


def test_who_is_ahead_is_said() -> None:
    human, terse = SYSTEMS["human"], SYSTEMS["terse"]
    assert paired_bootstrap(human, terse, REFERENCES, draws=20).why.startswith("The candidates are ahead by δ = ")
    assert paired_bootstrap(terse, human, REFERENCES, draws=20).why.startswith("The baseline is ahead by δ = ")


def test_what_is_counted_stands_in_the_table() -> None:
    trace = paired_bootstrap(SYSTEMS["human"], SYSTEMS["fluent_but_wrong"], REFERENCES, draws=50)
    counted = trace.to_frame().iloc[:, -1]
    assert (counted.abs() >= float(trace.observed)).sum() == trace.count_both


@pytest.mark.parametrize("metric", [partial(corpus_bleu, max_n=1), numpy.add, len, None])
def test_what_is_no_metric_of_texts_is_told(metric: Any) -> None:
    with pytest.raises(InputError, match="metric: got"):
        bootstrap(["a"], [["a"]], metric)
