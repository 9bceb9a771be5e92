"""What holds for every METEOR score, and what only seems to: each false claim with the smallest text that shows it."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain.explain.edits.token_edits import best_of, every_edit
from mtexplain.metrics.meteor import RULES, Meteor, meteor
from mtexplain.tracing.number import or_zero
from tests.strategies import JUNK, Segment, segments, sentences

ALIGN = ("crossings", "chunks", "greedy", "beam")
aligners = st.sampled_from(ALIGN)
parts = st.fractions(0, 1, max_denominator=10)
sets_of_rules = st.sampled_from([rules for rules in RULES.values() if rules.stem in ("none", "porter")])
texts_and_orders = sentences(most=8).flatmap(lambda text: st.tuples(st.just(text), st.permutations(text.split())))
"""A text, and its words in any order."""
INFLECTED = ["cat", "cats", "dog", "dogs", "the", "The"]


def exact(candidate: str, references: list[str], **settings: object) -> Meteor:
    return meteor(candidate, references, stem=False, **settings)  # type: ignore[arg-type]


@given(segments(), aligners, parts, parts, st.integers(0, 4), st.none() | parts)
def test_it_never_leaves_its_range(
    segment: Segment, align: str, alpha: Fraction, gamma: Fraction, beta: int, delta: Fraction | None
) -> None:
    words = {"function_words": ["a", "b"], "weights": [1, Fraction(1, 2), 0]}
    trace = meteor(*segment, align=align, alpha=alpha, beta=beta, gamma=gamma, delta=delta, **words)  # type: ignore[arg-type]
    assert 0 <= trace.score <= 1
    for one in trace.against:
        assert 0 <= one.penalty <= gamma
        assert 0 <= one.mean <= 1
        for share in (one.precision, one.recall):
            assert 0 <= or_zero(share) <= 1


@given(segments(), sets_of_rules)
def test_the_score_follows_from_what_is_shown(segment: Segment, rules: object) -> None:
    """By plain floats, from m, ch, P and R alone."""
    trace = meteor(*segment, rules=rules)  # type: ignore[arg-type]
    one, given = trace.best, trace.rules
    precision, recall = (float(or_zero(share)) for share in (one.precision, one.recall))
    bottom = float(given.alpha) * precision + float(1 - given.alpha) * recall
    mean = precision * recall / bottom if bottom else 0.0
    free = given.whole == "free" and one.chunks == 1 and one.candidate == one.reference
    taken = 0.0 if free or not one.matches else float(given.gamma) * (one.chunks / one.matches) ** float(given.beta)
    assert trace.score == pytest.approx((1 - taken) * mean, rel=1e-12)


@given(segments(), aligners, parts, parts, st.sampled_from([0, 0.2, 1, 3]), st.sampled_from(["free", "penalised"]))
def test_no_score_is_above_its_limit(
    segment: Segment, align: str, alpha: Fraction, gamma: Fraction, beta: float, whole: str
) -> None:
    """Not even where stems and synonyms count and words occur more than once."""
    choices = {"align": align, "alpha": alpha, "gamma": gamma, "beta": beta, "whole": whole, "weights": [1, 1, 1]}
    trace = meteor(*segment, synonyms=[("a", "b"), ("b", "c")], **choices)  # type: ignore[arg-type]
    assert trace.score <= trace.limit(trace.candidate) <= 1


@given(segments(), st.sampled_from(["paper", "nltk", "meteor-1.5"]))
def test_the_best_edits_are_those_of_all(segment: Segment, rules: str) -> None:
    """The best of all edits that raise the score are found, though most edits are ruled out by their limits."""
    start = meteor(*segment, rules=rules, stem=False)
    scores = [start.with_candidate(edit.applied(start.candidate)).score for edit in every_edit(start)]
    better = sorted((score for score in scores if score > start.score), reverse=True)
    assert [edit.score for edit in best_of(start)] == better[:5]


@given(sentences().filter(bool), st.sampled_from(["crossings", "chunks"]))
def test_a_text_against_itself_scores_one_less_half_over_the_cube_of_its_length(text: str, align: str) -> None:
    """And not 1, as it seems it should: 0.5 for one word, 0.9977 for six."""
    length = len(text.split())
    assert exact(text, [text], align=align).score == float(1 - Fraction(1, 2 * length**3))


@pytest.mark.parametrize("name", [name for name, rules in RULES.items() if rules.whole == "free"])
@given(text=sentences().filter(bool))
def test_by_the_rules_of_meteor_15_a_text_against_itself_scores_1(name: str, text: str) -> None:
    assert meteor(text, [text], rules=name, stem=False).score == 1


@pytest.mark.parametrize(
    "text",
    ["мама мыла раму", "القط على الحصيرة", "猫 坐 在 垫子 上", "แมว นั่ง บน เสื่อ", "חתול על המחצלת"],
    ids=["Cyrillic", "Arabic", "Chinese", "Thai", "Hebrew"],
)
def test_identical_text_of_any_script_matches_whole(text: str) -> None:
    for rules in ("paper", "nltk"):
        trace = meteor(text, [text], rules=rules)
        assert trace.best.precision == trace.best.recall == trace.best.chunks == 1
    assert meteor(text, [text], rules="meteor-1.5-universal").score == 1


@given(segments(), sentences(), aligners)
def test_one_more_reference_never_lowers_it(segment: Segment, other: str, align: str) -> None:
    candidate, references = segment
    before = meteor(candidate, references, align=align).score
    assert meteor(candidate, [*references, other], align=align).score >= before


@given(segments(), st.randoms(use_true_random=False))
def test_the_order_of_the_references_is_irrelevant(segment: Segment, draw: Random) -> None:
    candidate, references = segment
    shuffled = list(references)
    draw.shuffle(shuffled)
    assert meteor(candidate, shuffled).score == meteor(candidate, references).score


def backwards(text: str) -> str:
    return " ".join(reversed(text.split()))


def renamed(text: str) -> str:
    return text.translate(str.maketrans("abcde", "edcba"))


@pytest.mark.parametrize(("change", "align"), [(backwards, ALIGN[:2]), (renamed, ALIGN)])
@given(segment=segments())
def test_all_texts_backwards_or_with_other_names_for_the_words_score_the_same(
    change: Callable[[str], str], align: tuple[str, ...], segment: Segment
) -> None:
    changed, references = change(segment[0]), list(map(change, segment[1]))
    for rule in align:
        assert exact(changed, references, align=rule).score == exact(*segment, align=rule).score


@given(texts_and_orders, st.sampled_from(["crossings", "chunks"]))
def test_no_other_order_of_a_text_beats_the_text(drawn: tuple[str, list[str]], align: str) -> None:
    text, order = drawn
    assert exact(" ".join(order), [text], align=align).score <= exact(text, [text], align=align).score


@given(segments())
def test_a_word_that_cannot_be_linked_never_raises_it_at_the_end(segment: Segment) -> None:
    candidate, references = segment
    assert exact(f"{candidate} {JUNK}", references).score <= exact(candidate, references).score


@given(st.lists(st.sampled_from(INFLECTED), max_size=6), st.lists(st.sampled_from(INFLECTED), min_size=1, max_size=6))
def test_stems_never_link_fewer_words(candidate: list[str], reference: list[str]) -> None:
    texts = " ".join(candidate), [" ".join(reference)]
    for align in ("crossings", "chunks", "greedy"):
        assert meteor(*texts, align=align).best.matches >= meteor(*texts, stem=False, align=align).best.matches


@given(segments())
def test_every_rule_but_the_beam_links_as_many_equal_words(segment: Segment) -> None:
    counts = {exact(*segment, align=align).against[0].matches for align in ("crossings", "chunks", "greedy")}
    assert len(counts) == 1


@given(segments())
def test_fewest_crossings_and_fewest_chunks_are_what_they_say_beside_the_others(segment: Segment) -> None:
    found = {align: exact(*segment, align=align).against[0] for align in ALIGN}
    assert found["crossings"].alignment.crossings == min(one.alignment.crossings for one in found.values())
    assert found["chunks"].chunks == min(one.chunks for one in found.values())
    assert found["chunks"].score == max(one.score for one in found.values())


# What only seems to be true.


FALSE: dict[str, list[tuple[str, str, dict[str, Any], float]]] = {
    "it is symmetric": [("a", "a b", {}, 5 / 19), ("a b", "a", {}, 5 / 11)],
    "NLTK gives the same backwards": [  # the last b is right from one side, and wrong from the other
        ("b c", "b b c", {"rules": "nltk"}, 0.646552), ("c b", "c b b", {"rules": "nltk"}, 0.344828)],
    "words may be renamed where there are stems": [
        ("cats", "cat", {"stem": True}, 0.5), ("dots", "cat", {"stem": True}, 0)],
    "a match more never lowers it": [  # two of three words in one chunk; all three, each on its own
        ("a b", "a b c", {}, 20 / 29 * 15 / 16), ("a c b", "a b c", {}, 0.5)],
}  # fmt: skip


@pytest.mark.parametrize("claim", FALSE)
def test_it_is_false_that(claim: str) -> None:
    for candidate, reference, settings, score in FALSE[claim]:
        assert meteor(candidate, [reference], **{"stem": False, **settings}).score == pytest.approx(score, abs=5e-7)


def test_of_all_orders_of_four_words_only_one_is_a_single_chunk() -> None:
    chunks = [exact(" ".join(order), ["a b c d"]).best.chunks for order in permutations("abcd")]
    assert chunks.count(1) == 1
    assert chunks.count(4) == 11  # orders of four in which no two neighbours stay neighbours


def test_rules_that_differ_are_unequal_and_have_another_signature() -> None:
    one, other = meteor("a", ["a"]), meteor("a", ["a"], beta=2)
    assert one != other
    assert one.signature != other.signature
    assert one == meteor("a", ["a"], rules=replace(one.rules))
