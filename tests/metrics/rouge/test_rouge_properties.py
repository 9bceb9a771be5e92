"""What holds of every ROUGE score of every text; and what only seems to, each claim with a small counterexample."""

import math
import random
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain.metrics.rouge import RULES, rouge_l, rouge_l_sum, rouge_n, rouge_s, rouge_su, rouge_w
from mtexplain.metrics.rouge.trace import Rouge
from mtexplain.tracing.number import number, or_zero
from tests.contract.test_contract import adds_up
from tests.strategies import Segment, segments, sentences

SCORES: dict[str, Any] = {
    "rouge-1": partial(rouge_n, n=1),
    "rouge-2": partial(rouge_n, n=2),
    "rouge-l": rouge_l,
    "rouge-lsum": rouge_l_sum,
    "rouge-w": rouge_w,
    "rouge-w-1.2": partial(rouge_w, weight=1.2),
    "rouge-s": rouge_s,
    "rouge-s1": partial(rouge_s, max_skip=1),
    "rouge-su": rouge_su,
    "rouge-su0": partial(rouge_su, max_skip=0),
}
names = st.sampled_from(sorted(SCORES))
every_score = pytest.mark.parametrize("score", SCORES.values(), ids=SCORES)
betas = st.sampled_from([0, Fraction(1, 2), 1, 1.2, 3, math.inf])
ways = st.sampled_from(["best", "pooled", "coco"])
words = sentences("abc", 6)


@st.composite
def summaries(draw: st.DrawFn) -> str:
    """A text of one to three short lines."""
    return "\n".join(draw(st.lists(sentences("abc", 4), min_size=1, max_size=3)))


def backwards(text: str) -> str:
    return " ".join(text.split()[::-1])


@given(name=names, segment=segments(), beta=betas, way=ways, rules=st.sampled_from(sorted(RULES)))
def test_no_number_leaves_its_range_and_terms_add_up(
    name: str, segment: Segment, beta: Any, way: str, rules: str
) -> None:
    trace: Rouge = SCORES[name](*segment, beta=beta, references_by=way, rules=rules)
    adds_up(trace)
    assert trace.is_worst_case == (trace.score == 0)
    assert all(0 <= value <= 1 for value in (or_zero(trace.recall), or_zero(trace.precision), trace.reported))


@every_score
@pytest.mark.parametrize("beta", [Fraction(1, 2), 1, 1.2, math.inf])
@given(segment=segments(), way=ways, rules=st.sampled_from(sorted(RULES)))
def test_scores_of_others_are_those_of_their_traces(
    score: Any, beta: Any, segment: Segment, way: str, rules: str
) -> None:
    trace: Rouge = score(*segment, beta=beta, references_by=way, rules=rules)
    texts = [trace.candidate, *trace.references, trace.candidate[1:]]
    assert [*trace.scores_of(texts)] == [trace.with_candidate(one).score for one in texts]


@every_score
@given(segment=segments(), way=ways)
def test_the_quick_way_to_the_matches_is_the_sum_of_what_is_shown(score: Any, segment: Segment, way: str) -> None:
    trace: Rouge = score(*segment, references_by=way)
    for i in trace.each_i:
        found = number(trace.matches(i))
        if found.made_by == "+":
            assert float(sum(map(float, found.parts))) == pytest.approx(float(found))


@pytest.mark.parametrize("name", ["matches", "recall", "precision"])
def test_the_score_follows_from_what_is_given(name: str) -> None:
    trace = rouge_l("a b c", ["a c d e"])
    assert trace.with_numbers(**{name: Fraction(1, 8)}).score != trace.score
    assert trace.with_numbers(**{name: trace.number(name)}).score == trace.score


@given(name=names, one=words, other=words)
def test_r1_of_one_line_f_is_symmetric_and_recall_is_the_others_precision(name: str, one: str, other: str) -> None:
    there, back = SCORES[name](one, [other]), SCORES[name](other, [one])
    assert (there.recall, there.precision, there.score) == (back.precision, back.recall, back.score)


@given(words, words)
def test_r2_rouge_w_is_at_most_rouge_l_and_that_at_most_rouge_1(one: str, other: str) -> None:
    assert rouge_w(one, [other]).score <= rouge_l(one, [other]).score <= rouge_n(one, [other], 1).score


@given(summaries(), summaries())
def test_clipped_rouge_lsum_is_at_most_rouge_1(one: str, other: str) -> None:
    assert rouge_l_sum(one, [other]).score <= rouge_n(one, [other], 1).score


@pytest.mark.parametrize("name", [name for name in SCORES if not name.startswith("rouge-w")])
@given(one=words, other=words)
def test_r4_reading_backwards_changes_nothing(name: str, one: str, other: str) -> None:
    score = SCORES[name]
    assert score(backwards(one), [backwards(other)]).score == score(one, [other]).score


@given(words, words)
def test_r5_lsum_of_one_line_is_rouge_l(one: str, other: str) -> None:
    lines, line = rouge_l_sum(one, [other]), rouge_l(one, [other])
    assert (lines.recall, lines.precision, lines.score) == (line.recall, line.precision, line.score)
    assert "one-line" in {note.code for note in lines.notes}


@given(words, words, st.randoms(use_true_random=False))
def test_r6_rouge_1_is_blind_to_order(one: str, other: str, draw: random.Random) -> None:
    shuffled = one.split()
    draw.shuffle(shuffled)
    assert rouge_n(" ".join(shuffled), [other], 1).score == rouge_n(one, [other], 1).score


@pytest.mark.parametrize("score", [partial(rouge_n, n=1), rouge_l, rouge_s, rouge_su])
@given(one=words, other=words, place=st.integers(0, 6), word=st.sampled_from("abz"))
def test_r7_one_more_word_never_lowers_the_recall(score: Any, one: str, other: str, place: int, word: str) -> None:
    tokens = one.split()
    longer = [*tokens[:place], word, *tokens[place:]]
    before, after = (or_zero(score(" ".join(text), [other]).recall) for text in (tokens, longer))
    assert after >= before


@given(name=names, segment=segments(most_references=2), more=words)
def test_r8_with_the_best_reference_one_more_never_lowers_the_score(name: str, segment: Segment, more: str) -> None:
    candidate, references = segment
    assert SCORES[name](candidate, [*references, more]).score >= SCORES[name](candidate, references).score


@given(summaries(), summaries(), st.randoms(use_true_random=False))
def test_r9_the_order_of_the_candidates_lines_does_not_matter(one: str, other: str, draw: random.Random) -> None:
    lines = one.split("\n")
    draw.shuffle(lines)
    assert rouge_l_sum("\n".join(lines), [other]).score == rouge_l_sum(one, [other]).score


@given(name=names, text=words)
def test_r11_a_text_scores_1_against_itself_if_it_has_a_unit(name: str, text: str) -> None:
    trace: Rouge = SCORES[name](text, [text])
    assert trace.score == bool(trace.candidate_total)


@every_score
@pytest.mark.parametrize("text", ["кот сидит на коврике", "猫 坐 在 垫子 上", "القط على السجادة"])
def test_identical_text_of_any_script_scores_1(score: Any, text: str) -> None:
    assert score(text, [text]).score == 1


@given(name=names, segment=segments(), way=ways)
def test_other_words_change_nothing(name: str, segment: Segment, way: str) -> None:
    """A word stands for nothing but itself."""
    other = str.maketrans("abcde", "ÄЖ猫<$")
    candidate, references = segment
    renamed = SCORES[name](candidate.translate(other), [one.translate(other) for one in references], references_by=way)
    assert renamed.score == SCORES[name](candidate, references, references_by=way).score


@given(name=names, segment=segments())
def test_reordering_references_changes_nothing(name: str, segment: Segment) -> None:
    candidate, references = segment
    for way in ("best", "pooled", "coco"):
        turned = SCORES[name](candidate, references[::-1], references_by=way)
        assert turned.score == SCORES[name](candidate, references, references_by=way).score


@given(name=names, segment=segments())
def test_apart_is_at_least_as_good_as_the_best(name: str, segment: Segment) -> None:
    assert SCORES[name](*segment, references_by="coco").score >= SCORES[name](*segment).score


@given(name=names, segment=segments(), more=words)
def test_the_jackknife_is_the_best_and_once_the_second_best(name: str, segment: Segment, more: str) -> None:
    """The second best reference counts only where the best itself is left out."""
    candidate, references = segment[0], [*segment[1], more]
    *_, second, best = sorted(SCORES[name](candidate, [one]).score for one in references)
    m = len(references)
    trace: Rouge = SCORES[name](candidate, references, references_by="jackknife")
    assert trace.score == pytest.approx(((m - 1) * best + second) / m)
    assert sum(term.value for term in trace.terms) == pytest.approx(trace.score)


@given(name=names, segment=segments(most_references=1), beta=betas)
def test_with_one_reference_the_ways_agree(name: str, segment: Segment, beta: Any) -> None:
    found = {SCORES[name](*segment, references_by=way, beta=beta).score for way in ("best", "pooled", "coco")}
    assert len(found) == 1


@given(name=names, segment=segments(), small=betas, large=betas)
def test_f_lies_between_precision_and_recall_and_moves_from_one_to_the_other(
    name: str, segment: Segment, small: Any, large: Any
) -> None:
    trace: Rouge = SCORES[name](*segment)
    small, large = sorted((small, large))
    precision, first, second, recall = (trace.f_beta(beta) for beta in (0, small, large, math.inf))
    if precision <= recall:
        assert precision <= first <= second <= recall
    else:
        assert precision >= first >= second >= recall


# What only seems to be true.

FALSE: dict[str, tuple[Rouge, float, Rouge, float]] = {
    "r3: ROUGE-2 is at most ROUGE-1": (
        rouge_n("e d e", ["d e d"], 2), 1, rouge_n("e d e", ["d e d"], 1), 2 / 3),
    "r3b: ROUGE-2 is at most ROUGE-L": (
        rouge_n("b a b", ["a b a"], 2), 1, rouge_l("b a b", ["a b a"]), 2 / 3),
    "ROUGE-S is at most ROUGE-L: all three pairs are in the reference, but only two words in a row of all": (
        rouge_s("b c a", ["c b a c"]), 2 / 3, rouge_l("b c a", ["c b a c"]), 4 / 7),
    "r8: pooled, one more reference never lowers the score: it asks for more": (
        rouge_l("a", ["a"], references_by="pooled"), 1, rouge_l("a", ["a", "c"], references_by="pooled"), 1 / 2),
    "r9b: Lsum is symmetric: one line of two words meets two lines of one": (
        rouge_l_sum("b b", ["b\nb"]), 1, rouge_l_sum("b\nb", ["b b"]), 1 / 2),
    "r10: Lsum is at least ROUGE-L": (
        rouge_l_sum("b\nb", ["b b"]), 1 / 2, rouge_l("b\nb", ["b b"]), 1),
    "r11: a text scores 1 against itself, though it has no pair": (
        rouge_n("a", ["a"], 2), 0, rouge_s("a", ["a"]), 0),
    "r11: a text scores 1 against itself, though it has no word": (
        rouge_l("", [""]), 0, rouge_l("кот", ["кот"], rules="rouge-score"), 0),
    "a perfect score means that a reference equals the candidate": (
        rouge_n("b a", ["a b"], 1), 1, rouge_l("a b c", ["a", "x a y b z c"], rules="coco"), 1),
}  # fmt: skip


@pytest.mark.parametrize(("one", "score", "other", "its_score"), FALSE.values(), ids=FALSE)
def test_false(one: Rouge, score: float, other: Rouge, its_score: float) -> None:
    assert (one.score, other.score) == pytest.approx((score, its_score))


def test_r4_false_for_rouge_w() -> None:
    """From the end, the paper's procedure first meets the second a of the reference, which makes no run."""
    assert rouge_w("c a", ["c a a"]).matches(1) == 2
    assert rouge_w("a c", ["a a c"]).matches(1) == 4


@pytest.mark.parametrize("score", [partial(rouge_n, n=2), partial(rouge_s, max_skip=0), rouge_w])
def test_r7b_false_one_more_word_never_lowers_the_recall(score: Any) -> None:
    before, after = (score(text, ["c d"]).recall for text in ("c d", "c x d"))
    assert before == 1 > after
