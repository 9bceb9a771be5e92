"""What holds for every perplexity, what only seems to, and what nltk.lm computes."""

import math
from fractions import Fraction
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from nltk.lm import MLE, Lidstone
from nltk.lm.preprocessing import pad_both_ends, padded_everygram_pipeline
from nltk.util import ngrams

from mtexplain.metrics.perplexity import (
    corpus_ngram_perplexity,
    distribution_perplexity,
    ngram_perplexity,
    perplexity,
)
from mtexplain.metrics.perplexity.model import END, train
from mtexplain.metrics.perplexity.rules import MARKERS, SLP3, SMOOTHINGS, VOCABULARIES, NgramRules
from tests.strategies import sentences

fractions = st.integers(1, 60).flatmap(lambda total: st.builds(Fraction, st.integers(1, total), st.just(total)))
texts = st.lists(fractions, min_size=1, max_size=12)
training = st.lists(sentences(), min_size=1, max_size=3)
tested = st.lists(sentences(), min_size=1, max_size=4)
models = st.builds(
    NgramRules,
    st.just("any"),
    n=st.integers(1, 4),
    markers=st.sampled_from(list(MARKERS)),
    smoothing=st.sampled_from(list(SMOOTHINGS)),
    k=st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 100)]),
    vocabulary=st.sampled_from(list(VOCABULARIES)),
)


# True of every perplexity.


@given(st.lists(st.floats(0, 1, exclude_min=True), min_size=1, max_size=12))
def test_it_is_1_or_more_and_never_nan(probabilities: list[float]) -> None:
    assert perplexity(probabilities).score >= 1


@given(texts)
def test_it_is_what_plain_floats_give(probabilities: list[Fraction]) -> None:
    mean = sum(math.log2(p) for p in probabilities) / len(probabilities)
    assert perplexity(probabilities).score == pytest.approx(2**-mean, rel=1e-12)


@given(st.integers(1, 1000), st.integers(1, 30))
def test_v_equally_likely_tokens_are_exactly_v_choices(v: int, tokens: int) -> None:
    assert perplexity([Fraction(1, v)] * tokens).score == v
    assert perplexity([Fraction(1, v)] * tokens).root == v


@given(texts, st.integers(0, 12))
def test_any_zero_makes_it_infinite(probabilities: list[Fraction], place: int) -> None:
    probabilities.insert(place, Fraction(0))
    assert perplexity(probabilities).score == math.inf


@given(texts)
def test_the_base_changes_the_unit_and_not_the_score(probabilities: list[Fraction]) -> None:
    scores = {base: perplexity(probabilities, base=base) for base in ("e", 2, 10)}
    assert len({trace.score for trace in scores.values()}) == 1
    assert scores["e"].entropy == pytest.approx(scores[2].entropy * math.log(2), rel=1e-14, abs=1e-15)
    assert 2 ** scores[2].entropy == pytest.approx(math.e ** scores["e"].entropy, rel=1e-13)


@given(texts)
def test_log_probabilities_say_the_same(probabilities: list[Fraction]) -> None:
    for base, log in (("e", math.log), (2, math.log2), (10, math.log10)):
        by_logs = perplexity(log_probabilities=[log(p) for p in probabilities], base=base)
        assert by_logs.score == pytest.approx(perplexity(probabilities).score, rel=1e-13)


@given(texts)
def test_a_token_as_probable_as_the_mean_leaves_it(probabilities: list[Fraction]) -> None:
    score = perplexity(probabilities).score
    assert perplexity([*probabilities, 1 / score]).score == pytest.approx(score, rel=1e-12)


@given(texts, st.randoms(use_true_random=False))
def test_the_order_of_the_numbers_is_irrelevant(probabilities: list[Fraction], draw: Random) -> None:
    shuffled = list(probabilities)
    draw.shuffle(shuffled)
    assert perplexity(shuffled).score == perplexity(probabilities).score


@given(texts)
def test_it_lies_between_one_over_the_best_and_one_over_the_worst(probabilities: list[Fraction]) -> None:
    assert float(1 / max(probabilities)) <= perplexity(probabilities).score <= float(1 / min(probabilities))


@given(texts)
def test_the_terms_add_up_to_its_logarithm(probabilities: list[Fraction]) -> None:
    trace = perplexity(probabilities)
    assert sum(term.value for term in trace.terms) == pytest.approx(math.log(trace.score), rel=1e-12, abs=1e-15)


@given(st.lists(st.integers(1, 20), min_size=1, max_size=8))
def test_a_distribution_is_at_most_the_number_of_its_outcomes(weights: list[int]) -> None:
    trace = distribution_perplexity([Fraction(weight, sum(weights)) for weight in weights])
    assert 1 <= trace.score <= len(weights)
    assert (trace.score == len(weights)) == (len(set(weights)) == 1)


@given(st.lists(st.integers(1, 5), min_size=1, max_size=5))
def test_a_text_that_follows_the_distribution_has_its_perplexity(weights: list[int]) -> None:
    probabilities = [Fraction(weight, sum(weights)) for weight in weights]
    text = [p for p, weight in zip(probabilities, weights, strict=True) for _ in range(weight)]
    assert perplexity(text).score == distribution_perplexity(probabilities).score


# True of every n-gram model.


@given(sentences(), training, models)
def test_a_model_never_leaves_the_range(candidate: str, references: list[str], rules: NgramRules) -> None:
    score = ngram_perplexity(candidate, references, rules=rules).score
    assert 1 <= score <= math.inf


@given(training, models.filter(lambda rules: rules.vocabulary == "words and </s>"), st.data())
def test_what_can_follow_adds_up_to_1(references: list[str], rules: NgramRules, data: st.DataObject) -> None:
    model = train([text.split() for text in references], rules)
    assume(model.counts)
    history = data.draw(st.sampled_from(sorted(model.histories, key=str)))
    possible = [*model.words, END] if rules.marker_counts[1] else list(model.words)
    trace = ngram_perplexity("", references, rules=rules)
    p = (trace.probability(model.counts[*history, word], model.histories[history]) for word in possible)
    assert sum(map(Fraction, p)) == 1


@given(sentences(), training, st.integers(1, 3))
def test_maximum_likelihood_counts_as_plain_loops_do(candidate: str, references: list[str], n: int) -> None:
    def padded(text: str) -> list[str]:
        return ["^"] * (n - 1) + text.split() + ["$"] * (n > 1)

    def read(run: list[str]) -> int:
        return sum(text[i : i + n] == run for text in map(padded, references) for i in range(len(text) - n + 1))

    words = {word for text in map(padded, references) for word in text}
    found = []
    for place in range(n - 1, len(padded(candidate))):
        run = padded(candidate)[place - n + 1 : place + 1]
        found.append((read(run), sum(read([*run[:-1], word]) for word in words)))
    trace = ngram_perplexity(candidate, references, n=n)
    assert [(trace.count(t), trace.history(t)) for t in trace.each_t] == found


@given(tested, training, models)
def test_a_text_lies_between_its_sentences(candidates: list[str], references: list[str], rules: NgramRules) -> None:
    trace = corpus_ngram_perplexity(candidates, references, rules=rules)
    inside = [segment for segment in trace.segments if segment.predicted]
    assume(inside)
    scores = [segment.score for segment in inside]
    assert min(scores) <= trace.score <= max(scores)


@given(tested, training)
def test_a_text_is_the_mean_surprise_of_its_tokens(candidates: list[str], references: list[str]) -> None:
    trace = corpus_ngram_perplexity(candidates, references, smoothing="add-k")
    counts = [len(segment.predicted) for segment in trace.segments]
    logs = [math.log(segment.score) for segment in trace.segments]
    mean = sum(count * log for count, log in zip(counts, logs, strict=True)) / sum(counts)
    assert trace.score == pytest.approx(math.exp(mean), rel=1e-12)


@given(sentences(), training)
def test_a_model_of_single_words_is_blind_to_order(candidate: str, references: list[str]) -> None:
    forwards = ngram_perplexity(candidate, references, n=1, smoothing="add-k")
    assert forwards.with_candidate(forwards.candidate[::-1]).score == forwards.score


# False, with the smallest counterexample.


def test_false_that_the_perplexity_of_a_text_is_the_mean_of_its_sentences() -> None:
    trace = corpus_ngram_perplexity(["a a a", "b"], ["a a a b"], n=1)
    first, second = (segment.score for segment in trace.segments)
    assert (first, second) == (4 / 3, 4)
    assert trace.score == pytest.approx((256 / 27) ** (1 / 4), rel=1e-15)
    assert trace.score < 2 < (first + second) / 2


def test_false_that_it_can_be_compared_across_tokenisations() -> None:
    """The same text has the probability 1/16 both times. As two tokens it has PP 4, as four tokens PP 2."""
    two, four = perplexity(["1/4"] * 2), perplexity(["1/2"] * 4)
    assert two.product == four.product == Fraction(1, 16)
    assert (two.score, four.score) == (4, 2)


def test_false_that_one_sentence_cut_otherwise_has_the_same_perplexity() -> None:
    whole = ngram_perplexity("我借你的书", ["我借你的书", "你借我书"], smoothing="add-k")
    characters = ngram_perplexity("我借你的书", ["我借你的书", "你借我书"], smoothing="add-k", tokenize="char")
    assert (len(whole.predicted), len(characters.predicted)) == (2, 6)
    assert whole.score != characters.score


def test_false_that_it_is_finite() -> None:
    assert ngram_perplexity("am I", ["I am"]).score == math.inf


def test_false_that_a_likely_word_more_cannot_lower_a_bad_sentence() -> None:
    assert perplexity(["1/8"]).score == 8
    assert perplexity(["1/8", "1/2"]).score == 4


def test_false_that_reversal_keeps_it() -> None:
    assert ngram_perplexity("I am", ["I am"]).score == 1
    assert ngram_perplexity("am I", ["I am"]).score == math.inf


def test_false_that_a_longer_history_is_always_better() -> None:
    """In the two training sentences every pair of the text occurs, but not every triple."""
    references = ["a b c", "x b d"]
    by_n = [ngram_perplexity("a b d", references, n=n).score for n in (1, 2, 3)]
    assert by_n[1] < by_n[0] < by_n[2] == math.inf


def test_false_that_smoothing_always_helps() -> None:
    assert ngram_perplexity("a b", ["a b"]).score == 1
    assert ngram_perplexity("a b", ["a b"], smoothing="add-k").score == 2


def test_the_rules_of_the_book_are_the_usual_ones() -> None:
    assert ngram_perplexity("a", ["a"]).rules == SLP3


# NLTK: where it agrees, and where it does something else.

learned = st.lists(sentences(most=6).filter(str.split), min_size=1, max_size=4)


def by_nltk(candidate: str, references: list[str], n: int, k: float | None) -> float:
    """What nltk.lm says, used as its documentation has it."""
    text, vocabulary = padded_everygram_pipeline(n, [reference.split() for reference in references])
    model = MLE(n) if k is None else Lidstone(k, n)
    model.fit(text, vocabulary)
    found: float = model.perplexity(list(ngrams(pad_both_ends(candidate.split(), n=n), n)))
    return found


@given(sentences("abcdez").filter(str.split), learned, st.integers(1, 3))
def test_maximum_likelihood_is_that_of_nltk(candidate: str, references: list[str], n: int) -> None:
    ours = ngram_perplexity(candidate, references, rules="nltk", n=n).score
    assert ours == pytest.approx(by_nltk(candidate, references, n, None), rel=1e-12)


@given(sentences("abcdez").filter(str.split), learned, st.integers(1, 3), st.sampled_from([1, 0.5, 0.01]))
def test_add_k_is_that_of_nltk(candidate: str, references: list[str], n: int, k: float) -> None:
    ours = ngram_perplexity(candidate, references, rules="nltk", n=n, smoothing="add-k", k=k).score
    assert ours == pytest.approx(by_nltk(candidate, references, n, k), rel=1e-12)


def test_for_pairs_without_smoothing_the_book_and_nltk_agree() -> None:
    book, nltk = (ngram_perplexity("a b", ["a b", "b a b"], rules=rules) for rules in ("slp3", "nltk"))
    assert book.score == nltk.score


def test_for_triples_nltk_predicts_the_end_twice() -> None:
    book, nltk = (ngram_perplexity("a b", ["a b", "a c"], rules=rules, n=3) for rules in ("slp3", "nltk"))
    assert [str(book.p(t)) for t in book.each_t] == ["2/2", "1/2", "1/1"]
    assert [str(nltk.p(t)) for t in nltk.each_t] == ["2/2", "1/2", "1/1", "1/1"]
    assert book.score == 2 ** (1 / 3)
    assert nltk.score == 2 ** (1 / 4) == pytest.approx(by_nltk("a b", ["a b", "a c"], 3, None), rel=1e-15)


def test_nltk_counts_the_first_marker_and_unknown_words_in_its_vocabulary() -> None:
    book, nltk = (ngram_perplexity("a", ["a"], rules=rules, smoothing="add-k") for rules in ("slp3", "nltk"))
    assert (book.types, nltk.types) == (2, 4)
    assert book.exact == "(2/3 * 2/3)^(-1/2)"
    assert nltk.exact == "(2/5 * 2/5)^(-1/2)"
    assert nltk.score == 2.5 == pytest.approx(by_nltk("a", ["a"], 2, 1))


def test_nltk_takes_a_typed_marker_for_its_own() -> None:
    """In the text "<s> a" our model has a word before a; to NLTK the sentence begins twice."""
    assert ngram_perplexity("<s> a", ["a"], rules="nltk").score == math.inf
    assert by_nltk("<s> a", ["<s> a"], 2, None) == pytest.approx((1 / 2 * 1 / 2) ** (-1 / 3))
    assert ngram_perplexity("<s> a", ["<s> a"], rules="nltk").score == 1.0
