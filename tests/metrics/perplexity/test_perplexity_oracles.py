"""n-gram models as nltk.lm computes them: where it agrees, and where it does something else."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.lm import MLE, Lidstone
from nltk.lm.preprocessing import pad_both_ends, padded_everygram_pipeline
from nltk.util import ngrams

from mtexplain.metrics.perplexity import ngram_perplexity
from tests.strategies import sentences

training = st.lists(sentences(most=6).filter(str.split), min_size=1, max_size=4)


def by_nltk(candidate: str, references: list[str], n: int, k: float | None) -> float:
    """What nltk.lm says, used as its documentation has it."""
    text, vocabulary = padded_everygram_pipeline(n, [reference.split() for reference in references])
    model = MLE(n) if k is None else Lidstone(k, n)
    model.fit(text, vocabulary)
    found: float = model.perplexity(list(ngrams(pad_both_ends(candidate.split(), n=n), n)))
    return found


@given(sentences("abcdez").filter(str.split), training, st.integers(1, 3))
def test_maximum_likelihood_is_that_of_nltk(candidate: str, references: list[str], n: int) -> None:
    ours = ngram_perplexity(candidate, references, rules="nltk", n=n).score
    assert ours == pytest.approx(by_nltk(candidate, references, n, None), rel=1e-12)


@given(sentences("abcdez").filter(str.split), training, st.integers(1, 3), st.sampled_from([1, 0.5, 0.01]))
def test_add_k_is_that_of_nltk(candidate: str, references: list[str], n: int, k: float) -> None:
    ours = ngram_perplexity(candidate, references, rules="nltk", n=n, smoothing="add-k", k=k).score
    assert ours == pytest.approx(by_nltk(candidate, references, n, k), rel=1e-12)


def test_for_pairs_without_smoothing_the_book_and_nltk_agree() -> None:
    book, nltk = (ngram_perplexity("a b", ["a b", "b a b"], rules=rules) for rules in ("slp3", "nltk"))
    assert book.score == nltk.score


def test_for_triples_nltk_predicts_the_end_twice() -> None:
    book, nltk = (ngram_perplexity("a b", ["a b", "a c"], rules=rules, n=3) for rules in ("slp3", "nltk"))
    assert [str(one.ratio) for one in book.estimates] == ["2/2", "1/2", "1/1"]
    assert [str(one.ratio) for one in nltk.estimates] == ["2/2", "1/2", "1/1", "1/1"]
    assert book.score == 2 ** (1 / 3)
    assert nltk.score == 2 ** (1 / 4) == pytest.approx(by_nltk("a b", ["a b", "a c"], 3, None), rel=1e-15)


def test_nltk_counts_the_first_marker_and_unknown_words_in_its_vocabulary() -> None:
    book, nltk = (ngram_perplexity("a", ["a"], rules=rules, smoothing="add-k") for rules in ("slp3", "nltk"))
    assert (book.model.types, nltk.model.types) == (2, 4)
    assert book.exact == "(2/3 * 2/3)^(-1/2)"
    assert nltk.exact == "(2/5 * 2/5)^(-1/2)"
    assert nltk.score == 2.5 == pytest.approx(by_nltk("a", ["a"], 2, 1))


def test_nltk_takes_a_typed_marker_for_its_own() -> None:
    """In the text "<s> a" ours has a word before a; to nltk the sentence begins twice."""
    assert ngram_perplexity("<s> a", ["a"], rules="nltk").score == math.inf
    assert by_nltk("<s> a", ["<s> a"], 2, None) == pytest.approx((1 / 2 * 1 / 2) ** (-1 / 3))
    assert ngram_perplexity("<s> a", ["<s> a"], rules="nltk").score == 1.0
