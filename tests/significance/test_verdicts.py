"""Verdicts: of systems equal by construction, only few may be called different. Then the rule, case by case."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mtexplain import (
    InputError,
    blocks,
    bootstrap,
    corpus_bleu,
    paired_approximate_randomization,
    paired_bootstrap,
    paired_tests,
)
from mtexplain.significance.family import PairedTests
from mtexplain.significance.generator import below, coins
from mtexplain.significance.pooling import draw, pooled
from mtexplain.significance.resampling import Paired, Randomized
from mtexplain.significance.verdict import LIMIT, Verdict, holm, is_as_large
from mtexplain.tracing.number import plain
from tests.significance.course import REFERENCES, SYSTEMS
from tests.strategies import amount

TEXTS = pooled(corpus_bleu, SYSTEMS, REFERENCES, {"rules": "sacrebleu"})
COUNTS = numpy.array([text.rows for text in TEXTS.values()])
"""c, four counts of matches, four totals and r for each system and segment."""
SEED = 12345
Rows = NDArray[Any]


# Equal systems: a fair coin decides which of the two wrote a segment.


def scores_of(sums: Rows) -> tuple[float, ...]:
    """Return BLEU of many texts at once, with sacreBLEU's smoothing, from the sums over their segments."""
    c, matches, totals, r = sums[..., 0], sums[..., 1:5].astype(float), sums[..., 5:9], sums[..., 9]
    halved = numpy.ones(c.shape)
    for order in range(4):
        is_zero = matches[..., order] == 0
        halved = numpy.where(is_zero, 2 * halved, halved)
        matches[..., order] = numpy.where(is_zero, 1 / halved, matches[..., order])
    penalty = numpy.where(c < r, numpy.exp(1 - r / c), 1)
    return tuple((penalty * numpy.exp(numpy.log(matches / totals).mean(-1))).tolist())


@cache
def exchanges(size: int, draws: int) -> Rows:
    """The coins of the library: for each draw and segment 1 where the two outputs are exchanged, else 0."""
    return numpy.array(list(islice(coins(SEED), draws * size))).reshape(draws, size)


@cache
def resamples(size: int, draws: int) -> Rows:
    """The resamples of the library: for each draw and segment how often the segment is in it."""
    places = numpy.array(list(islice(below(size, SEED), draws * size))).reshape(draws, size)
    return numpy.stack([numpy.bincount(row, minlength=size) for row in places])


def drawn(one: Rows, other: Rows, draws: int, swaps: bool) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the scores of two texts in the library's draws, from rows of counts."""
    size = len(one)
    if swaps:
        exchanged = exchanges(size, draws) @ (one - other)
        return scores_of(one.sum(0) - exchanged), scores_of(other.sum(0) + exchanged)
    times = resamples(size, draws)
    return scores_of(times @ one), scores_of(times @ other)


def equal_systems(size: int, count: int, random: numpy.random.Generator) -> Rows:
    """Return `count` equal systems, to which the outputs for each segment are assigned at random.

    There is a row for each system: for each segment, the number of the system that wrote it, and its own number.
    """
    segments = random.integers(len(REFERENCES), size=size)
    writers = numpy.stack([random.permutation(len(SYSTEMS))[:count] for _ in range(size)], axis=1)
    return numpy.stack([writers, numpy.broadcast_to(segments, writers.shape)], axis=-1)


def text_of(outputs: Rows) -> Any:
    """Return a text made of these outputs, as a trace."""
    texts: list[Any] = [text.trace for text in TEXTS.values()]
    return type(texts[0])(tuple(texts[writer].segments[segment] for writer, segment in outputs), texts[0].rules)


def paired(one: Rows, other: Rows, draws: int, swaps: bool) -> Paired:
    """Return the library's test of two texts."""
    ours, theirs = (COUNTS[outputs[:, 0], outputs[:, 1]] for outputs in (one, other))
    scores, others = drawn(ours, theirs, draws, swaps)
    return (Randomized if swaps else Paired)(text_of(one), scores, SEED, text_of(other), others)


def compared_equals(size: int, pairs: int, swaps: bool) -> Iterator[Paired]:
    random = numpy.random.default_rng(size)
    for _ in range(pairs):
        one, other = equal_systems(size, 2, random)
        yield paired(one, other, 300, swaps)


@pytest.mark.parametrize("swaps", [True, False])
def test_the_simulation_draws_as_the_library_does(swaps: bool) -> None:
    ours, theirs = TEXTS["human"], TEXTS["terse"]
    right = draw([ours, theirs], 50, SEED, swaps)
    made = drawn(numpy.array(ours.rows), numpy.array(theirs.rows), 50, swaps)
    for simulated, scores in zip(made, right, strict=True):
        assert simulated == pytest.approx(scores, abs=1e-12)


@pytest.mark.parametrize("swaps", [True, False])
@pytest.mark.parametrize(("size", "most"), [(40, 0.065), (100, 0.06)])
def test_few_of_equal_systems_are_called_different(size: int, most: float, swaps: bool) -> None:
    """At most 7 % of 400 pairs; in the long profile at most 6.5 % of 5,000 at 40 segments, and 6 % at 100."""
    pairs = amount(400, 5000)
    significant = sum(bool(test.verdict.is_significant) for test in compared_equals(size, pairs, swaps))
    assert 0.03 <= significant / pairs <= (0.07 if pairs < 5000 else most)


def test_one_side_errs_twice_as_often() -> None:
    """The p of sacreBLEU's bootstrap is one-sided and too often below 0.05, so the verdict is two-sided."""
    one_sided = [test.p < LIMIT for test in compared_equals(40, 400, swaps=False)]
    assert sum(one_sided) / 400 > 0.1


def test_few_families_of_equal_systems_have_a_difference() -> None:
    """Five equal systems, all ten pairs. Without Holm's correction, every fourth family has a difference."""
    random, families = numpy.random.default_rng(5), amount(100, 1000)
    found = uncorrected = 0
    for _ in range(families):
        systems = dict(zip("ABCDE", equal_systems(40, 5, random), strict=True))
        pairs = [(one, other) for one in systems for other in systems if one < other]
        tests = {pair: paired(systems[pair[0]], systems[pair[1]], 400, swaps=True) for pair in pairs}
        found += bool(PairedTests(tests).significant)
        uncorrected += any(test.verdict.is_significant for test in tests.values())
    assert found / families <= 0.07
    assert uncorrected / families >= 0.2


def test_a_bootstrap_of_rare_matches_has_no_verdict() -> None:
    """Words match one time in four, 4-grams hardly ever. Without a matching 4-gram, a system scores 0 in every draw."""
    random, references = numpy.random.default_rng(7), [["a b c d e f g h"]] * 40
    significant = below_limit = 0
    for _ in range(100):
        ours, theirs = (
            [" ".join(numpy.where(row, list("abcdefgh"), "z")) for row in random.random((40, 8)) < 0.25] for _ in "AB"
        )
        test = paired_bootstrap(ours, theirs, references, draws=99)
        significant += bool(test.verdict.is_significant)
        below_limit += test.two_sided_p < LIMIT
    assert significant <= 7
    assert below_limit >= 20


@pytest.mark.parametrize("metric", ["nist", "chrf"])
def test_a_bootstrap_of_rare_matches_has_a_verdict_where_orders_are_added(metric: str) -> None:
    """A rare match adds little to NIST and chrF, so equal systems are not called different too often."""
    random, references = numpy.random.default_rng(7), [["a b c d e f g h"]] * 40
    outcomes = []
    for _ in range(50):
        ours, theirs = (
            [" ".join(numpy.where(row, list("abcdefgh"), "z")) for row in random.random((40, 8)) < 0.25] for _ in "AB"
        )
        outcomes.append(paired_bootstrap(ours, theirs, references, metric, draws=60).verdict.outcome)
    assert "no verdict" not in outcomes
    assert outcomes.count("significant") <= 7


@pytest.mark.parametrize("metric", ["nist", "chrf"])
def test_a_bootstrap_of_orders_that_one_segment_is_long_enough_for_has_no_verdict(metric: str) -> None:
    """One line of 6 words, 39 of 3: the ratios of longer n-grams are the same in all draws with the long line."""
    random, words = numpy.random.default_rng(7), list("abcdef")
    sizes, below_limit = [6] + [3] * 39, 0
    for _ in range(30):
        ours, theirs = (
            [" ".join(numpy.where(random.random(size) < 0.7, words[:size], "z")) for size in sizes] for _ in "AB"
        )
        test = paired_bootstrap(ours, theirs, [[" ".join(words[:size])] for size in sizes], metric, draws=60)
        assert "a count that is above 0 in only 1 of 40 segments" in test.verdict.missing
        below_limit += test.two_sided_p < LIMIT
    assert below_limit >= 6


def test_a_count_that_no_segment_has_is_called_so() -> None:
    test = paired_bootstrap(["a b c d"] * 40, ["a x c y"] * 40, [["a b c d"]] * 40, draws=60)
    assert "a count that is above 0 in none of 40 segments of a system." in test.why


# The rule.


def exchange(differing: int, draws: int = 1000) -> Paired:
    """Return the test of 40 segments, with `differing` segments that differ, all in one direction."""
    ours = ["a b c d e"] * differing + ["x y z w v"] * (40 - differing)
    theirs = ["q r s t u"] * differing + ours[differing:]
    references = [["a b c d e"]] * differing + [["x y z w k"]] * (40 - differing)
    return paired_approximate_randomization(ours, theirs, references, draws=draws)


@pytest.mark.parametrize("differing", range(1, 13))
def test_equal_differences_count(differing: int) -> None:
    """A draw is as large if all coins fall alike, 2 times in 2^k. No draw is larger, so sacreBLEU's p is 1/1001."""
    test = exchange(differing)
    assert test.p == Fraction(1, 1001)
    assert float(test.two_sided_p) == pytest.approx(2 / 2**differing, abs=0.05)
    assert test.differing == differing
    assert test.verdict.outcome == ("no verdict" if differing < 10 else "significant")
    if differing < 10:
        assert f"Only {differing} of 40 segments differ{'s' * (differing == 1)} in what BLEU counts." in test.why


def test_two_sides_are_counted_as_defined() -> None:
    test = paired_bootstrap(SYSTEMS["human"], SYSTEMS["fluent_but_wrong"], REFERENCES, rules="sacrebleu")
    signed = numpy.array(test.scores) - numpy.array(test.others)
    moved = (signed - signed.mean()) * (120 / 119) ** 0.5
    seen = abs(test.text.score - test.baseline.score)
    assert test.count_both == (abs(moved) >= seen).sum() == 51
    assert (plain(test.two_sided_p), plain(test.p)) == (Fraction(52, 1001), Fraction(23, 1001))
    assert test.verdict.is_significant is False


def test_every_view_has_the_same_sentence() -> None:
    human, wrong = SYSTEMS["human"], SYSTEMS["fluent_but_wrong"]
    tests: list[Any] = [
        paired_bootstrap(human, wrong, REFERENCES, draws=50),
        paired_approximate_randomization(human, wrong, REFERENCES, draws=50),
        blocks(human, REFERENCES, baseline=wrong),
    ]
    for test in tests:
        assert test.verdict.text in test.why
        assert str(test).count(test.verdict.text) == 2
        assert test._repr_html_().count(test.verdict.text) == 2


def test_nothing_is_said_of_what_does_not_differ() -> None:
    for function in (paired_bootstrap, paired_approximate_randomization):
        test = function(SYSTEMS["human"], SYSTEMS["human"], REFERENCES, draws=99)
        assert (test.two_sided_p, test.verdict.outcome) == (1, "no verdict")
        assert "No segment differs in what BLEU counts, so there is nothing to test." in test.why
        assert "may be chance" not in str(test) + test._repr_html_()


def test_a_bootstrap_of_few_segments_has_no_verdict() -> None:
    ours, theirs, references = SYSTEMS["human"][:20], SYSTEMS["word_by_word"][:20], REFERENCES[:20]
    assert paired_bootstrap(ours, theirs, references, draws=99).verdict.outcome == "no verdict"
    assert paired_approximate_randomization(ours, theirs, references, draws=99).verdict.outcome == "significant"


def test_the_written_p_is_on_its_side_of_the_limit() -> None:
    for p, written in ((0.0499999, "0.049999900"), (0.05, "0.05"), (0.0500001, "0.050000100"), (0.2, "0.2")):
        verdict = Verdict(p, 50, 100)
        assert f"p = {written} " in verdict.text
        assert verdict.is_significant == (p < 0.05)


def test_holm_by_hand() -> None:
    """0.01, 0.04, 0.03, 0.005: in order of size × 4, × 3, × 2, × 1, never below a smaller p."""
    given = [Fraction(1, 100), Fraction(4, 100), Fraction(3, 100), Fraction(5, 1000)]
    assert holm(given) == [Fraction(3, 100), Fraction(6, 100), Fraction(6, 100), Fraction(2, 100)]
    assert holm([Fraction(1, 2)] * 3) == [1, 1, 1]
    assert holm([]) == []


@given(st.lists(st.fractions(0, 1), min_size=1, max_size=9))
def test_holm_keeps_the_order_and_never_lowers(values: list[Fraction]) -> None:
    adjusted = holm(values)
    assert all(value <= corrected <= 1 for value, corrected in zip(values, adjusted, strict=True))
    order = sorted(range(len(values)), key=values.__getitem__)
    assert [adjusted[place] for place in order] == sorted(adjusted)


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_noise_decides_nothing(one: float, other: float) -> None:
    assert is_as_large(one + other - other, one)
    assert is_as_large(-one, one)


# Blocks and intervals.

FEW_WORDS = ["a b c", "a b x", "a x x", "x x x", "b c a", "c", "a b c d"]


@given(st.lists(st.tuples(*[st.sampled_from(FEW_WORDS)] * 2), min_size=2, max_size=6))
def test_blocks_vary_only_if_exact_differences_do(rows: list[tuple[str, str]]) -> None:
    """With words alone and equal lengths, a block scores matches / 3, so the exact differences are known."""
    rows = [(ours, theirs) for ours, theirs in rows if len(ours.split()) == len(theirs.split()) == 3]
    if len(rows) < 2:
        return
    ours, theirs = zip(*rows, strict=True)
    exact = [len({*one.split()} & {*"abc"}) - len({*other.split()} & {*"abc"}) for one, other in rows]
    trace = blocks(list(ours), [["a b c"]] * len(rows), baseline=list(theirs), size=1, max_n=1)
    assert (plain(trace.t) is None) == (len({*exact}) == 1)
    assert plain(trace.t) is None or abs(trace.t) < 100


def test_rounding_noise_is_no_difference() -> None:
    trace = blocks(["a b c", "a b x"], [["a b c"]] * 2, baseline=["a b x", "a x x"], size=1, max_n=1)
    assert plain(trace.t) is None
    assert "significant" not in str(trace)


@pytest.mark.parametrize("size", [1, 5, 29])
def test_an_interval_from_few_segments_has_a_caution(size: int) -> None:
    trace = bootstrap(SYSTEMS["human"][:size], REFERENCES[:size], draws=20)
    assert "few-segments" in [note.code for note in trace.notes]
    assert "few-segments" not in [
        note.code for note in bootstrap(SYSTEMS["human"][:30], REFERENCES[:30], draws=20).notes
    ]


def test_intervals_from_few_segments_are_too_narrow() -> None:
    """The reason for the caution: with 5 segments, fewer than 90 of 100 intervals contain the score of all 120."""
    random, counts = numpy.random.default_rng(1), COUNTS[list(SYSTEMS).index("human")]
    (whole,) = scores_of(counts.sum(0, keepdims=True))
    held = {5: 0, 60: 0}
    for size in held:
        for _ in range(400):
            rows = counts[random.integers(120, size=size)]
            times = random.multinomial(size, [1 / size] * size, size=200)
            low, high = numpy.percentile(scores_of(times @ rows), [2.5, 97.5])
            held[size] += low <= whole <= high
    assert held[5] / 400 < 0.9 < held[60] / 400


# Several systems.


def test_several_systems_are_tested_in_pairs() -> None:
    tests = paired_tests(SYSTEMS, REFERENCES, draws=200, rules="sacrebleu")
    assert len(tests.comparisons) == 10
    for pair in tests.comparisons:
        one, other = SYSTEMS[pair.system], SYSTEMS[pair.other]
        alone = paired_approximate_randomization(one, other, REFERENCES, draws=200, rules="sacrebleu")
        assert pair.test.two_sided_p == alone.two_sided_p
        assert "corrected by Holm for 10 comparisons" in pair.verdict.text
        assert pair.verdict.text in str(tests)
    assert [pair.verdict.p for pair in tests.comparisons] == holm(
        [plain(pair.test.two_sided_p) for pair in tests.comparisons]
    )
    assert {(pair.system, pair.other) for pair in tests.comparisons if not pair.verdict.is_significant} == {
        ("fluent_but_wrong", "human")
    }


def test_the_shorter_list_of_pairs_is_named() -> None:
    lines, references = ["a b c d"] * 20, [["a b c d"]] * 20
    alike = paired_tests({"A": lines, "B": lines}, references, draws=99)
    assert alike.why.startswith("There is no verdict on any pair. No segment differs")
    two = {name: SYSTEMS[name] for name in ("human", "fluent_but_wrong")}
    close = paired_tests(two, REFERENCES, draws=99, rules="sacrebleu")
    assert close.why == "No difference is significant."
    apart = paired_tests({"A": lines, "B": ["x y z w"] * 20}, references, draws=99)
    assert apart.why == "Every difference is significant."
    assert paired_tests(SYSTEMS, REFERENCES, draws=300, rules="sacrebleu").why == (
        "Every difference is significant except this: fluent_but_wrong and human."
    )


def test_pairs_without_a_verdict_are_said_to_have_none() -> None:
    lines, references, missing = ["a b c d"] * 20, [["a b c d"]] * 20, " There is no verdict on "
    systems = {"A": lines, "A3": lines[:18] + ["a b c z"] * 2, "C": ["x y z w"] * 20}
    few = "Only 2 of 20 segments differ in what BLEU counts. With fewer than 10 there is no verdict"
    much = "because each segment has too much influence."
    apart = paired_tests(systems, references, draws=99)
    assert apart.why == f"Every difference with a verdict is significant.{missing}A and A3. {few}, {much}"
    same = "No segment differs in what BLEU counts, so there is nothing to test."
    human, wrong = SYSTEMS["human"], SYSTEMS["fluent_but_wrong"]
    close = paired_tests({"human": human, "wrong": wrong, "again": human}, REFERENCES, draws=99, rules="sacrebleu")
    assert close.why == f"No difference with a verdict is significant.{missing}human and again. {same}"
    longer = {name: text for name, text in SYSTEMS.items() if name != "terse"} | {"again": human}
    assert paired_tests(longer, REFERENCES, draws=299, rules="sacrebleu").why == (
        "Every difference with a verdict is significant except these: fluent_but_wrong and human; fluent_but_wrong and "
        f"again.{missing}human and again. {same}"
    )


def test_a_reason_is_given_only_if_it_holds_for_all_pairs_without_a_verdict() -> None:
    lines, references = ["a b c d"] * 20, [["a b c d"]] * 20
    systems = {"A": lines, "B": lines, "C": lines[:18] + ["a b c z"] * 2}
    assert paired_tests(systems, references, draws=99).why == "There is no verdict on any pair."


def test_a_baseline_is_compared_with_each_of_the_others() -> None:
    tests = paired_tests(SYSTEMS, REFERENCES, baseline="human", draws=50)
    assert {*tests.tests} == {(name, "human") for name in SYSTEMS if name != "human"}
    assert not tests.significant
    assert tests.why == (
        "There is no verdict on any pair. With 50 draws no p for 4 comparisons can be below 0.05. Use more draws."
    )


def test_few_draws_have_no_verdict() -> None:
    human, terse = SYSTEMS["human"], SYSTEMS["terse"]
    assert "With 19 draws no p can be below 0.05" in paired_bootstrap(human, terse, REFERENCES, draws=19).why
    assert paired_bootstrap(human, terse, REFERENCES, draws=20).verdict.is_significant


def test_one_draw_and_one_segment_are_told_as_one() -> None:
    human, terse = SYSTEMS["human"], SYSTEMS["terse"]
    assert "With 1 draw no p can be below 0.05" in paired_bootstrap(human, terse, REFERENCES, draws=1).why
    same = paired_bootstrap(human, human, REFERENCES, draws=1)
    assert "the smallest that 1 draw can give" in same.why
    single = paired_bootstrap(human[:1], terse[:1], REFERENCES[:1], draws=99)
    assert "1 of 1 segment differs in what BLEU counts." in single.why


def test_a_signature_names_its_test() -> None:
    human, terse = SYSTEMS["human"], SYSTEMS["terse"]
    tests: list[Any] = [bootstrap(human, REFERENCES, draws=9)]
    tests += [test(human, terse, REFERENCES, draws=9) for test in (paired_bootstrap, paired_approximate_randomization)]
    names = [test.signature.partition(" · ")[0] for test in tests]
    assert names == ["bootstrap", "paired bootstrap", "approximate randomization"]


def test_names_of_systems_are_hostile_until_shown() -> None:
    tests = paired_tests({"<script>": ["a"] * 12, "$x$": ["b"] * 12}, [["a"]] * 12, max_n=1, draws=99)
    assert "<script>" not in tests._repr_html_()
    assert r"\$x\$" in tests.to_latex()
    assert len(tests.to_frame()) == len(tests.to_dict()["pairs"]) == 1


@pytest.mark.parametrize(
    ("systems", "baseline", "where"),
    [({"A": ["a"]}, None, "systems"), ({}, None, "systems"), ({"A": ["a"], "B": ["b"]}, "C", "baseline"),
     ({"A": ["a"], "B": ["b"]}, 3, "baseline"), ({"A": ["a"], "B": ["b", "c"]}, None, "B"), ([["a"]], None, "systems")],
)  # fmt: skip
def test_bad_families_are_refused(systems: Any, baseline: Any, where: str) -> None:
    with pytest.raises(InputError) as caught:
        paired_tests(systems, [["a"]], baseline=baseline)
    assert caught.value.where == where


def test_equal_scores_are_not_said_to_differ() -> None:
    test = paired_bootstrap(["q"] * 40, ["z z"] * 40, [["a b"]] * 40, draws=99)
    assert (test.observed, test.two_sided_p) == (0, 1)
    assert "significant" not in test.why + "one side" * ("one side" in test.why)
    exchanged = paired_approximate_randomization(["a x", "b y"] * 10, ["x b", "y a"] * 10, [["a b"], ["a b"]] * 10,
                                                 draws=99, max_n=2)  # fmt: skip
    assert exchanged.why.startswith("Both score the same. ")
    assert "because it" not in exchanged.why


@pytest.mark.parametrize("size", [10, 120])
def test_blocks_without_a_t_have_no_verdict(size: int) -> None:
    human, wrong = SYSTEMS["human"], SYSTEMS["fluent_but_wrong"]
    same = blocks(human, REFERENCES, baseline=human, size=size)
    assert same.verdict.outcome == "no verdict"
    whole = blocks(human, REFERENCES, baseline=wrong, size=120)
    assert "single block" in whole.verdict.text
    with pytest.raises(InputError, match="A test compares two systems"):
        blocks(human, REFERENCES, size=size).verdict  # noqa: B018


def test_a_bootstrap_of_few_long_segments_has_no_verdict() -> None:
    """With one line of 200 words and 39 short lines, a draw shows little but how often the long line was drawn."""
    long = " ".join(["a b c d e"] * 40)
    ours, theirs = ["a b c d e"] * 20 + ["a b c d x"] * 19 + [long], ["a b c d x"] * 20 + ["a b c d e"] * 19 + [long]
    references = [["a b c d e"]] * 39 + [[long]]
    test = paired_bootstrap(ours, theirs, references, draws=99)
    assert "A few long segments weigh so much that all 40 count as 3 of equal size." in test.why
    assert test.verdict.outcome == "no verdict"
