"""What holds for BLEU on every text. Scores are rounded once and correctly, so nothing here needs a tolerance.

Each property has a number. The missing numbers belong to false claims, which are in test_bleu_false_claims.py.
"""

import math
from dataclasses import FrozenInstanceError, replace
from decimal import Decimal, localcontext
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mtexplain import Bleu, CorpusBleu, InputError, bleu, corpus_bleu, smallest_fix
from mtexplain.metrics.bleu.by_rules import match_length
from mtexplain.metrics.bleu.mistakes import (
    ArithmeticMean,
    AverageWithoutLog,
    BranchesSwapped,
    Exponent,
    MeanOfScores,
    NoClipping,
    NoRoot,
    PenaltyLeftOut,
    PenaltyOnEach,
    PenaltyTwice,
    ReferenceNgrams,
)
from mtexplain.metrics.bleu.score import SentenceBleu, TextBleu
from mtexplain.tracing.number import number, plain
from tests.strategies import JUNK, WORDS, Segment, corpora, orders, segments, sentences, unzipped

Trace = Bleu | CorpusBleu
Corpus = list[Segment]

places = st.integers(0, 10)


def pairs(trace: Trace) -> list[tuple[int, int]]:
    return [(order.matches, order.total) for order in trace.precisions]


def numbers(trace: Trace) -> tuple[object, ...]:
    """Everything that is computed: two traces with the same numbers reach the same score in the same way."""
    lengths = trace.brevity.candidate_length, trace.brevity.reference_length
    return pairs(trace), lengths, trace.brevity.exponent, trace.brevity.value, trace.score


def values(trace: Trace) -> list[Fraction]:
    """Every p_n, exact; 0 where there is no n-gram."""
    return [order.value or Fraction(0) for order in trace.precisions]


# One segment: what may change, and what must not.


@given(segments(), st.randoms(use_true_random=False), orders)
def test_the_order_of_references_changes_nothing(segment: Segment, random: Random, n: int) -> None:
    """B01. A maximum and a closest length are taken over the references in any order."""
    candidate, references = segment
    shuffled = random.sample(references, len(references))
    assert numbers(bleu(candidate, shuffled, max_n=n)) == numbers(bleu(candidate, references, max_n=n))


@given(segments(), places, orders)
def test_a_reference_given_twice_counts_once(segment: Segment, place: int, n: int) -> None:
    """B02. A maximum does not grow when a number is taken twice."""
    candidate, references = segment
    again = [*references, references[place % len(references)]]
    assert numbers(bleu(candidate, again, max_n=n)) == numbers(bleu(candidate, references, max_n=n))


@given(segments(), sentences())
def test_one_more_reference_never_lowers_a_clipped_count(segment: Segment, reference: str) -> None:
    """B03. The maximum over more references can only grow, and totals belong to the candidate."""
    candidate, references = segment
    before, after = bleu(candidate, references), bleu(candidate, [*references, reference])
    for old, new in zip(before.precisions, after.precisions, strict=True):
        assert [(row.ngram, row.count) for row in new.counts] == [(row.ngram, row.count) for row in old.counts]
        assert all(b.clipped >= a.clipped for a, b in zip(old.counts, new.counts, strict=True))
        assert new.total == old.total


@given(segments(), places, orders)
def test_a_reference_against_itself_scores_exactly_1(segment: Segment, place: int, n: int) -> None:
    """B05. But it needs n words: a shorter one has no n-gram to match."""
    _, references = segment
    candidate = references[place % len(references)]
    assume(len(candidate.split()) >= n)
    assert bleu(candidate, references, max_n=n).score == 1.0


@given(segments(), st.permutations(["<b>", "$", "_", "été", "Straße"]), orders)
def test_only_equality_of_words_counts(segment: Segment, names: list[str], n: int) -> None:
    """B07. Tokens are compared and never looked into, so a token with markup or accents is a name like any other."""
    candidate, references = segment
    renamed = dict(zip(WORDS, names, strict=True))
    other, *others = (" ".join(renamed[word] for word in text.split()) for text in (candidate, *references))
    assert numbers(bleu(other, others, max_n=n)) == numbers(bleu(candidate, references, max_n=n))


@given(segments())
def test_every_part_stays_in_its_bounds(segment: Segment) -> None:
    """B10. A text of L words has L - n + 1 n-grams; a penalty is never a reward."""
    trace = bleu(*segment)
    for order in trace.precisions:
        assert order.total == max(0, len(trace.candidate) - order.n + 1)
        assert 0 <= order.matches <= order.total
    assert 0 < trace.brevity.value <= 1 if trace.candidate else trace.brevity.value == 0


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("ab")), max_size=10), orders)
def test_equal_lengths_and_one_reference_may_be_swapped(words: list[tuple[str, str]], n: int) -> None:
    """B13b. The two texts share min(count, count) of an n-gram, whichever of them is called the candidate."""
    one, other = (" ".join(pair[side] for pair in words) for side in (0, 1))
    assert numbers(bleu(one, [other], max_n=n)) == numbers(bleu(other, [one], max_n=n))


@given(segments(), orders)
def test_every_text_read_backwards_scores_the_same(segment: Segment, n: int) -> None:
    """B14. Every n-gram is found backwards in the text read backwards."""
    candidate, references = segment
    backwards = bleu(candidate[::-1], [reference[::-1] for reference in references], max_n=n)
    assert numbers(backwards) == numbers(bleu(candidate, references, max_n=n))


@given(segments(), places)
def test_deleting_a_word_of_no_reference_never_lowers_a_precision(segment: Segment, place: int) -> None:
    """B17. Such a word is only in n-grams that match nothing. BP may fall, though, and with it the score."""
    candidate, references = segment
    words = candidate.split()
    longer = bleu(" ".join([*words[:place], JUNK, *words[place:]]), references)
    assert all(b >= a for a, b in zip(values(longer), values(bleu(candidate, references)), strict=True))


@given(segments(), orders)
def test_a_long_enough_candidate_gains_nothing_by_a_wrong_word(segment: Segment, n: int) -> None:
    """B18b. Such a word matches nothing and makes every total grow. A shorter candidate may gain through BP."""
    candidate, references = segment
    before = bleu(candidate, references, max_n=n)
    assume(before.brevity.candidate_length >= before.brevity.reference_length)
    assert bleu(f"{candidate} {JUNK}", references, max_n=n).score <= before.score


@given(segments(), places, st.sampled_from(WORDS), orders)
def test_any_word_of_a_reference_is_as_good_as_a_wrong_one(segment: Segment, i: int, word: str, n: int) -> None:
    """B19. The lengths stay the same, and the word that is replaced was in no reference and matched nothing."""
    candidate, references = segment
    words = candidate.split()
    wrong = bleu(" ".join([*words[:i], JUNK, *words[i:]]), references, max_n=n)
    assert bleu(" ".join([*words[:i], word, *words[i:]]), references, max_n=n).score >= wrong.score


@given(st.integers(0, 50), st.integers(0, 50))
def test_with_one_reference_a_longer_candidate_never_has_a_lower_bp(c: int, r: int) -> None:
    """B20b. And BP rises strictly until r is reached. With two references it may fall again."""
    reference = " ".join("a" * r)
    shorter, longer = (bleu(" ".join("a" * length), [reference]).brevity for length in (c, c + 1))
    assert shorter.value <= longer.value
    assert (shorter.value < longer.value) == (c < r or c == 0)


@given(segments("aAbB", most_references=1), orders)
def test_with_one_reference_lower_case_never_costs(segment: Segment, n: int) -> None:
    """B24. Merging words merges their counts: min(a + b, c + d) >= min(a, c) + min(b, d)."""
    cased, lower = bleu(*segment, max_n=n), bleu(*segment, max_n=n, lowercase=True)
    assert all(b >= a for a, b in zip(values(cased), values(lower), strict=True))
    assert lower.brevity == cased.brevity
    assert lower.score >= cased.score


@given(segments(), orders)
def test_the_geometric_mean_lies_between_the_least_and_the_arithmetic_mean(segment: Segment, n: int) -> None:
    """B28. Compared exactly, by n-th powers, and then as floats."""
    trace = bleu(*segment, max_n=n)
    least, most = min(values(trace)), sum(values(trace)) / n
    assert least**n <= math.prod(values(trace)) <= most**n
    assert float(least) <= trace.mean <= float(most)


@given(segments(), orders)
def test_a_score_lies_between_0_and_1(segment: Segment, n: int) -> None:
    """B33. And it is 0 only where a precision is: a short text is punished, never annihilated."""
    trace = bleu(*segment, max_n=n)
    assert 0 <= trace.score <= trace.mean <= 1
    assert (trace.score == 0) == (0 in values(trace))


# A corpus: counts and lengths add up, and then one score is computed.


@given(corpora(), corpora())
def test_matches_totals_and_lengths_add_up(one: Corpus, other: Corpus) -> None:
    """B08. They are all that BLEU needs to know about a text."""
    first, second, both = (corpus_bleu(*unzipped(corpus)) for corpus in (one, other, one + other))
    for whole, a, b in zip(pairs(both), pairs(first), pairs(second), strict=True):
        assert whole == (a[0] + b[0], a[1] + b[1])
    lengths = [(trace.brevity.candidate_length, trace.brevity.reference_length) for trace in (first, second, both)]
    assert lengths[2] == (lengths[0][0] + lengths[1][0], lengths[0][1] + lengths[1][1])


@given(corpora(), segments(), places, orders)
def test_a_perfect_segment_never_lowers_the_score(corpus: Corpus, segment: Segment, i: int, n: int) -> None:
    """B15. (m + k)/(t + k) >= m/t, and equal lengths are added on both sides."""
    references = segment[1]
    longer = [*corpus, (references[i % len(references)], references)]
    assert corpus_bleu(*unzipped(longer), max_n=n).score >= corpus_bleu(*unzipped(corpus), max_n=n).score


@given(corpora(), orders)
def test_a_corpus_twice_scores_as_once(corpus: Corpus, n: int) -> None:
    """B21. 2m/2t is m/t, and 2r/2c is r/c."""
    once, twice = corpus_bleu(*unzipped(corpus), max_n=n), corpus_bleu(*unzipped(corpus * 2), max_n=n)
    assert values(twice) == values(once)
    assert (twice.brevity.exponent, twice.score) == (once.brevity.exponent, once.score)


@given(corpora(), st.randoms(use_true_random=False), orders)
def test_the_order_of_segments_changes_nothing(corpus: Corpus, random: Random, n: int) -> None:
    """B22. A sum does not depend on the order."""
    shuffled = random.sample(corpus, len(corpus))
    assert numbers(corpus_bleu(*unzipped(shuffled), max_n=n)) == numbers(corpus_bleu(*unzipped(corpus), max_n=n))


@given(corpora(), orders)
def test_an_empty_segment_changes_nothing(corpus: Corpus, n: int) -> None:
    """B31. It adds zeros: no token, no n-gram, and a reference that is just as short."""
    longer = [*corpus, ("", [""])]
    assert numbers(corpus_bleu(*unzipped(longer), max_n=n)) == numbers(corpus_bleu(*unzipped(corpus), max_n=n))


@given(segments(), orders)
def test_a_corpus_of_one_segment_scores_as_the_segment(segment: Segment, n: int) -> None:
    """B34. The sum has one term. (Only the sentence that says why is worded differently for a text.)"""
    alone, corpus = bleu(*segment, max_n=n), corpus_bleu(*unzipped([segment]), max_n=n)
    assert corpus.segments == (alone,)
    assert numbers(corpus) == numbers(alone)
    assert (corpus.brevity, corpus.mean, corpus.exact) == (alone.brevity, alone.mean, alone.exact)
    assert (corpus.terms, corpus.signature) == (alone.terms, alone.signature)
    assert corpus.headline == alone.headline._replace(why=corpus.why)


@given(corpora())
def test_the_best_match_length_of_a_corpus_is_the_sum_over_its_segments(corpus: Corpus) -> None:
    whole = corpus_bleu(*unzipped(corpus)).brevity
    assert whole.reference_length == sum(bleu(*segment).brevity.reference_length for segment in corpus)


@given(st.lists(segments(), min_size=2, max_size=4))
def test_a_corpus_shorter_than_its_references_is_punished_and_no_other(corpus: Corpus) -> None:
    brevity = corpus_bleu(*unzipped(corpus)).brevity
    assert (brevity.value < 1) == (brevity.candidate_length < brevity.reference_length or brevity.exponent is None)


# The trace: what it shows is what it computes with.


@given(st.integers(0, 12), st.lists(st.integers(0, 12), min_size=1, max_size=4))
def test_no_reference_length_is_closer_than_the_chosen_one(c: int, lengths: list[int]) -> None:
    r = match_length(c, lengths)
    assert isinstance(r, int)
    assert r in lengths
    for other in lengths:
        assert abs(r - c) < abs(other - c) or (abs(r - c) == abs(other - c) and r <= other)
    trace = bleu(" ".join("a" * c), [" ".join("b" * length) for length in lengths])
    assert (trace.brevity.reference_length, trace.brevity.reference_lengths) == (r, tuple(lengths))
    assert trace.brevity.exponent == (min(0, 1 - Fraction(r, c)) if c else None)


@given(segments())
def test_the_rows_add_up_to_matches_and_total(segment: Segment) -> None:
    trace = bleu(*segment)
    for order in trace.precisions:
        assert sum(row.clipped for row in order.counts) == order.matches
        assert sum(row.count for row in order.counts) == order.total
        for row in order.counts:
            assert row.clipped == min(row.count, max(row.reference_counts))
            assert row.credited_references == tuple(
                i for i, count in enumerate(row.reference_counts) if count and count == max(row.reference_counts)
            )


some_weights = st.sampled_from([None, (0.1, 0.2, 0.3, 0.4), (0.5, 0.5, 0, 0), (0, 1, 0, 0), (1 / 3, 1 / 3, 1 / 3, 0)])


@given(corpora(), some_weights)
def test_the_score_follows_from_the_parts_alone(corpus: Corpus, weights: tuple[float, ...] | None) -> None:
    trace = corpus_bleu(*unzipped(corpus), weights=weights)
    parts = [(trace.rules.weight(order.n), order.matches, order.total) for order in trace.precisions]
    exponent = trace.brevity.exponent
    if exponent is None or any(weight and not matches for weight, matches, _ in parts):
        assert trace.score == 0
        return
    with localcontext(prec=60):
        log = Decimal(exponent.numerator) / exponent.denominator
        for weight, matches, total in parts:
            if weight:
                log += (Decimal(matches) / total).ln() * weight.numerator / weight.denominator
        assert trace.score == float(log.exp())


@given(corpora(), some_weights)
def test_the_closed_form_evaluates_to_the_score(corpus: Corpus, weights: tuple[float, ...] | None) -> None:
    trace = corpus_bleu(*unzipped(corpus), weights=weights)
    assert eval(trace.exact.replace("^", "**"), {"e": math.e, "exp": math.exp}) == pytest.approx(
        trace.score, rel=1e-12, abs=0
    )


@given(corpora())
def test_the_quick_ratios_are_those_of_the_rows(corpus: Corpus) -> None:
    quick, rows = corpus_bleu(*unzipped(corpus)), corpus_bleu(*unzipped(corpus))
    for one, other in zip(quick.segments, rows.segments, strict=True):
        assert other.precisions
        assert one.ratios == tuple(order.ratio for order in other.precisions)
    assert quick.ratios == rows.ratios
    assert quick == rows


TRACE = bleu("the the cat", ["the cat"])


@pytest.mark.parametrize(
    ("thing", "field"),
    [
        (TRACE, "candidate"),
        (TRACE.rules, "max_n"),
        (corpus_bleu(["a"], [["a"]]), "segments"),
        (TRACE.brevity, "reference_length"),
        (TRACE.precisions[0].counts[0], "count"),
    ],
)
def test_what_was_computed_cannot_be_changed(thing: object, field: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(thing, field, 3)


@given(corpora())
def test_the_same_text_makes_the_same_trace_which_can_be_a_key(corpus: Corpus) -> None:
    first, second = (corpus_bleu(*unzipped(corpus)) for _ in range(2))
    assert first == second
    assert {first: 1, first.precisions: 2, first.segments[0].precisions: 3}[second] == 1
    assert corpus_bleu(*unzipped([*corpus, ("x", ["y"])])) != first


@pytest.mark.parametrize("change", [AverageWithoutLog, NoRoot, NoClipping, PenaltyTwice])
def test_a_mistake_is_made_in_every_view(change: type[Any]) -> None:
    trace = bleu("the the cat on the mat", ["there is a cat on the mat"])
    wrong = trace.by(change)
    assert wrong.score != trace.score
    assert wrong.exact != trace.exact
    assert float(wrong.printed) == wrong.reported == float(wrong.score)
    others = [wrong.candidate, ("the",), ("cat", "the"), ()]
    assert list(wrong.scores_of(others)) == pytest.approx([float(wrong.with_candidate(one).score) for one in others])
    for n, order in enumerate(wrong.precisions, 1):
        assert sum(row.clipped for row in order.counts) == order.matches == wrong.matches(n)
    with pytest.raises(InputError, match=f"a changed trace .{change.__name__}"):
        wrong.to_dict()
    assert [one.n for one in bleu("", ["a"], rules="coco").by(change).factors] == [1, 2, 3, 4]


def test_a_number_that_is_given_stays_given() -> None:
    trace = bleu("the cat sat", ["the cat sat on the mat"], max_n=2).with_numbers(bp=1)
    assert trace.score == 1
    assert trace.with_candidate(["the", "cat"]).score == 1
    assert list(trace.scores_of([("the", "cat"), ("the", "dog", "sat")])) == [1, 0]
    assert trace.under(replace(trace.rules, max_n=1)).score == 1
    with pytest.raises(InputError, match=r"a changed trace .bp is given"):
        trace.to_dict()


class PaperBleu(SentenceBleu):
    """The main file alone, without the rules of tools and without the faster ways to compute."""

    credits, required_ngrams = (), frozenset()


class PaperTextBleu(TextBleu):
    """The same for a text."""

    sentence = PaperBleu


@given(corpora(), orders)
def test_rules_and_quick_ways_change_no_number_of_the_paper(corpus: Corpus, max_n: int) -> None:
    trace = corpus_bleu(*unzipped(corpus), max_n=max_n)
    alone = [PaperBleu(one.candidate, one.references, rules=one.rules) for one in trace.segments]
    for ours, paper in [*zip(trace.segments, alone, strict=True), (trace, PaperTextBleu(tuple(alone), trace.rules))]:
        assert (ours.c, ours.r, ours.bp, ours.score) == (paper.c, paper.r, paper.bp, paper.score)
        for n in trace.each_n:
            assert (ours.matches(n), ours.total(n)) == (paper.matches(n), paper.total(n))
            assert plain(ours.p(n)) == plain(paper.p(n))
            assert [*number(ours.matches(n)).parts] == [*number(paper.matches(n)).parts]
            assert sum(number(ours.total(n)).parts) == ours.total(n)


def test_what_is_given_to_a_text_stays_given() -> None:
    text = corpus_bleu(["the cat sat"], [["the cat sat on the mat"]], max_n=2).with_numbers(bp=1)
    assert text.score == text.under(replace(text.rules, max_n=1)).score == 1
    assert text.score_of_sums([plain(one(text, *indices)) for one, indices in text.sums]) == 1


@pytest.mark.parametrize("rules", ["paper", "sacrebleu", "nltk", "torchmetrics"])
def test_what_is_reported_follows_from_what_is_given(rules: str) -> None:
    trace = bleu("a a a a", ["a a a a"], rules=rules, max_n=1).with_numbers(p_1="1/2")
    assert trace.reported == trace.rules.scale / 2
    assert trace.printed == trace.rules.written(trace.reported)
    assert bleu("x", ["a"], rules=rules, max_n=1).with_numbers(score="1/5").reported == trace.rules.scale / 5


def test_a_mistake_in_the_score_is_reported_even_where_it_comes_to_1() -> None:
    wrong = bleu("on", ["a on"], max_n=1).by(AverageWithoutLog)
    assert (wrong.score, wrong.reported, wrong.exact) == (1, 1, "e^(1 - 2/1) * e^(1 * 1/1)")
    assert bleu("a a", ["a a a a"], max_n=1).by(PenaltyLeftOut).reported == 1


def test_the_logarithm_is_told_only_where_it_is_that_of_the_score() -> None:
    trace = bleu("the the cat on the mat", ["there is a cat on the mat"])
    assert "log BLEU" in str(trace)
    assert "log BLEU" in str(trace.by(NoClipping))
    assert "log BLEU" not in str(trace.by(ArithmeticMean)) + str(trace.with_numbers(score="1/5"))
    assert "0/0" not in str(bleu("a b", ["a b c d e"], max_n=1).by(Exponent)).split("Score")[-1]


def test_a_mistake_may_find_more_matches_than_n_grams() -> None:
    wrong = bleu("a b", ["b", "a b c d e"], max_n=1).by(ReferenceNgrams)
    assert (str(wrong.precisions[0].ratio), wrong.p(1), sum(one.credited for one in wrong.credits)) == ("2/1", 2, 2)
    assert "2/1" in str(wrong)


def test_a_penalty_is_said_to_be_0_only_where_it_is() -> None:
    trace = bleu("cat", [""], rules="multi-bleu", max_n=1)
    assert "0, because r = 0" in trace.step("brevity").numbers
    assert "because r = 0" not in trace.by(BranchesSwapped).step("brevity").numbers


def test_the_mean_of_scores_is_that_of_the_segments_as_they_are() -> None:
    texts = ["a b", "b a"], [["a c"], ["b a"]]
    text = corpus_bleu(*texts, rules="torchmetrics", max_n=2, weights=[1, 0])
    assert text.by(MeanOfScores).score == sum(one.score for one in text.segments) / 2 == 0.5
    once = corpus_bleu(["a b c d e"], [["a b c d e f g"]]).by(PenaltyOnEach)
    assert once.by(MeanOfScores).score == once.segments[0].score


def test_a_quick_trace_is_no_changed_one() -> None:
    trace = bleu("a b c d e", ["a b c d e"], smoothing="nltk-method5")
    assert trace.quick().score == trace.score == 1
    assert trace.quick().to_dict()["score"] == 1
    assert list(trace.with_numbers(bp=1).scores_of([trace.candidate])) == [1]


def test_a_fix_of_a_score_with_a_mistake_is_the_smallest() -> None:
    fix = smallest_fix("x y z w", ["a b c d e"], metric=lambda one, more: bleu(one, more).by(ArithmeticMean))
    assert fix is not None
    assert len(fix.edits) == 1


def test_each_number_is_there_by_name_and_an_unknown_name_is_refused() -> None:
    trace = bleu("the the cat on the mat", ["there is a cat on the mat"])
    assert list(trace.numbers()) == ["c", "p_1", "p_2", "p_3", "p_4", "bp", "score"]
    with pytest.raises(KeyError, match="There is no 'p_9'"):
        trace.with_numbers(p_9=1)


def test_a_given_number_that_leads_nowhere_has_no_score() -> None:
    assert str(bleu("a b", ["a c"], max_n=2).with_numbers(p_1=-1, p_2="1/2").score) == "0/0"


def test_by_coco_the_penalty_of_no_words_is_not_0() -> None:
    assert bleu("", ["a"], rules="coco").step("brevity").numbers.startswith("e^min(0, 1 - (1 + 10^(-9)) / (0 + 10")
