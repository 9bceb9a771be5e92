"""What holds for every NIST score, what only seems to, and what NLTK computes."""

import math
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from nltk.translate.nist_score import corpus_nist as nltk_corpus_nist
from nltk.translate.nist_score import nist_length_penalty

from mtexplain import bleu
from mtexplain.metrics.nist import corpus_nist, nist
from mtexplain.tracing.number import number, plain, sum_of
from tests.metrics.nist.test_nist import penalty
from tests.strategies import JUNK, Segment, corpora, segments, unzipped

orders = st.integers(1, 5)


def by_floats(candidates: list[str], references: list[list[str]], n: int) -> float:
    """Equations 2 and 3 with plain loops and floats."""
    texts = [reference.split() for group in references for reference in group]
    counts = Counter(
        tuple(text[i : i + m]) for text in texts for m in range(1, n + 1) for i in range(len(text) - m + 1)
    )
    counts[()] = sum(map(len, texts))
    total = 0.0
    for m in range(1, n + 1):
        gained, grams = 0.0, 0
        for candidate, group in zip(candidates, references, strict=True):
            words = candidate.split()
            found = Counter(tuple(words[i : i + m]) for i in range(len(words) - m + 1))
            grams += sum(found.values())
            for gram, count in found.items():
                most = max(sum(one[i : i + m] == list(gram) for i in range(len(one))) for one in map(str.split, group))
                if most:
                    gained += min(count, most) * math.log2(counts[gram[:-1]] / counts[gram])
        total += gained / max(grams, 1)
    sys = sum(len(candidate.split()) for candidate in candidates)
    ref = sum(sum(len(one.split()) for one in group) / len(group) for group in references)
    ratio = min(sys / ref, 1) if ref else 1
    beta = math.log(0.5) / math.log(1.5) ** 2
    return total * math.exp(beta * math.log(ratio) ** 2) if sys else 0.0


@given(corpora(), orders)
def test_it_is_what_plain_loops_give(corpus: list[Segment], n: int) -> None:
    assert corpus_nist(*unzipped(corpus), max_n=n).score == pytest.approx(
        by_floats(*unzipped(corpus), n), rel=1e-12, abs=1e-15
    )


@given(segments(), orders)
def test_it_never_leaves_its_range(segment: Segment, n: int) -> None:
    trace = nist(*segment, max_n=n)
    assert 0 <= trace.score <= trace.most * (1 + 1e-15)


@given(segments(most_references=1), orders)
def test_a_single_reference_may_be_given_twice(segment: Segment, n: int) -> None:
    candidate, references = segment
    assert nist(candidate, references * 2, max_n=n).score == nist(candidate, references, max_n=n).score


@given(corpora(), orders)
def test_a_corpus_twice_over_scores_the_same(corpus: list[Segment], n: int) -> None:
    twice = corpus_nist(*unzipped(corpus * 2), max_n=n).score
    assert corpus_nist(*unzipped(corpus), max_n=n).score == pytest.approx(twice, rel=1e-14)


@given(segments(), orders)
def test_a_junk_word_more_never_helps_what_is_long_enough(segment: Segment, n: int) -> None:
    candidate, references = segment
    trace = nist(candidate, references, max_n=n)
    assume(trace.candidate_length >= trace.reference_length)
    assert nist(f"{candidate} {JUNK}", references, max_n=n).score <= trace.score


@given(segments(), st.permutations("abcde"), orders)
def test_other_words_in_their_place_change_nothing(segment: Segment, words: list[str], n: int) -> None:
    other = str.maketrans("abcde", "".join(words))
    candidate, references = segment
    renamed = nist(candidate.translate(other), [one.translate(other) for one in references], max_n=n)
    assert renamed.score == nist(candidate, references, max_n=n).score


@pytest.mark.parametrize("text", ["кот и пёс и кот", "我 借 你 的 书", "قط و كلب و قط", "a b a c"])
def test_the_text_itself_scores_what_its_words_tell_in_every_script(text: str) -> None:
    trace = nist(text, [text])
    assert trace.score > 0
    assert trace.score == trace.of_references[0]
    assert all(trace.matched(n) == trace.total(n) for n in trace.each_n)


# False, with a small counterexample.


def test_false_that_a_perfect_translation_has_one_score() -> None:
    """A text of equal words tells nothing; the more different words it has, the more it tells."""
    assert [nist(text, [text], max_n=1).score for text in ("a a", "a b", "a b c d")] == [0, 1, 2]


def test_false_that_nothing_beats_the_reference_itself() -> None:
    """Leaving out one of six frequent words costs less in length than it gains in information."""
    reference = "a a a a a a b c d e"
    shorter = "a a a a a b c d e"
    assert nist(shorter, [reference], max_n=1).score > nist(reference, [reference], max_n=1).score


def test_false_that_a_reference_more_never_lowers_it() -> None:
    assert nist("c b c", ["b a a"]).score == pytest.approx(0.5283208335737187, rel=1e-14)
    assert nist("c b c", ["b a a", "a b b"]).score == pytest.approx(1 / 3, rel=1e-14)


def test_false_that_candidate_and_reference_may_be_swapped() -> None:
    assert nist("a b a", ["c a c"]).score > nist("c a c", ["a b a"]).score > 0


def test_false_that_a_sentence_does_not_depend_on_the_others() -> None:
    first = corpus_nist(["the cat", "x"], [["the cat"], ["x"]]).segments[0]
    second = corpus_nist(["the cat", "x"], [["the cat"], ["the the"]]).segments[0]
    assert first.score != second.score


def test_false_that_one_missing_order_makes_it_zero_as_in_bleu() -> None:
    assert bleu("a c", ["a b c d"]).score == 0
    assert nist("a c", ["a b c d"]).score > 0


# NLTK.


@given(corpora(), orders)
def test_the_rules_of_nltk_are_those_of_nltk(corpus: list[Segment], n: int) -> None:
    candidates, references = unzipped(corpus)
    tokens = [candidate.split() for candidate in candidates]
    texts = [[one.split() for one in group] for group in references]
    assume(max(map(len, tokens)) >= n)  # or NLTK divides by zero
    trace = corpus_nist(candidates, references, max_n=n, rules="nltk")
    assume(trace.reference_length)  # likewise
    assert trace.score == pytest.approx(nltk_corpus_nist(texts, tokens, n), rel=1e-12, abs=1e-15)


@given(st.lists(segments(most_references=1), min_size=1, max_size=4), orders)
def test_with_one_reference_each_paper_and_nltk_agree(corpus: list[Segment], n: int) -> None:
    by = [corpus_nist(*unzipped(corpus), max_n=n, rules=rules).score for rules in ("paper", "nltk")]
    assert by[0] == by[1]


def test_with_several_references_nltk_gives_less() -> None:
    """It takes one reference for each order, where mteval clips against the maximum over all."""
    paper, nltk = (nist("a b", ["a x", "b x"], max_n=1, rules=rules) for rules in ("paper", "nltk"))
    assert [trace.matched(1) for trace in (paper, nltk)] == [2, 1]
    assert (paper.score, nltk.score) == (2, 1)
    assert nltk_corpus_nist([[["a", "x"], ["b", "x"]]], [["a", "b"]], 1) == 1


@given(st.integers(1, 30), st.integers(1, 30))
def test_the_penalty_is_that_of_nltk(candidate: int, reference: int) -> None:
    ours = float(penalty(candidate, Fraction(reference)))
    assert ours == pytest.approx(nist_length_penalty(reference, candidate), rel=1e-13)


@given(corpora(), orders)
def test_the_quick_gain_of_a_segment_is_the_traced_one(corpus: list[Segment], n: int) -> None:
    trace = corpus_nist(*unzipped(corpus), max_n=n)
    for segment in trace.segments:
        for order in trace.each_n:
            made = number(segment.gain(order))
            assert segment.quick_gain(order) == made.value == plain(sum_of(made.parts))
