"""What holds for CIDEr and CIDEr-D on every text. Each claim has the number it is known by."""

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain.metrics.cider import CaptionCider, CorpusCider, cider, cider_d
from mtexplain.metrics.cider.recipe import CiderScore
from mtexplain.metrics.cider.rules import COCO
from tests.strategies import WORDS, Segment, corpora, orders, sentences, unzipped

Corpus = list[Segment]
Metric = Callable[..., CorpusCider]

every_metric = pytest.mark.parametrize("metric", [cider, cider_d], ids=["CIDEr", "CIDEr-D"])


def scores(trace: CorpusCider) -> list[float]:
    return [image.score for image in trace.segments]


def is_perfect(image: CaptionCider) -> bool:
    """Whether every order of the candidate has an n-gram with a weight."""
    return all(order.candidate.norm for order in image.orders)


@every_metric
@given(corpora(), orders)
def test_every_number_stays_in_its_bounds(metric: Metric, corpus: Corpus, n: int) -> None:
    """C3. From 0 to 10, and every CIDEr_n and every cosine from 0 to 1."""
    trace = metric(*unzipped(corpus), max_n=n)
    low, high = trace.range
    assert low <= trace.score <= high
    for image in trace.segments:
        assert low <= image.score <= high
        for order in image.orders:
            assert all(0 <= float(value) <= 1 for value in (order.value, *order.similarities))


@every_metric
@given(corpora(), st.randoms(use_true_random=False))
def test_the_order_of_references_changes_nothing(metric: Metric, corpus: Corpus, random: Random) -> None:
    """C4. A mean is taken over them, and a set of n-grams."""
    shuffled = [(candidate, random.sample(references, len(references))) for candidate, references in corpus]
    assert scores(metric(*unzipped(shuffled))) == scores(metric(*unzipped(corpus)))


@every_metric
@given(corpora(), st.randoms(use_true_random=False))
def test_the_order_of_images_changes_nothing(metric: Metric, corpus: Corpus, random: Random) -> None:
    places = random.sample(range(len(corpus)), len(corpus))
    before, after = metric(*unzipped(corpus)), metric(*unzipped([corpus[place] for place in places]))
    assert scores(after) == [scores(before)[place] for place in places]
    assert after.score == before.score


@every_metric
@given(corpora())
def test_a_corpus_given_twice_keeps_its_scores_where_every_n_gram_is_known(metric: Metric, corpus: Corpus) -> None:
    """C7. |I| and every df are doubled, but not the 1 that stands for a df of 0."""
    references = [group for _, group in corpus]
    candidates = [group[0] for group in references[::-1]]
    once = metric(candidates, references)
    assert scores(metric(candidates * 2, references * 2)) == scores(once) * 2


@every_metric
@given(corpora(), st.permutations(["<b>", "$", "_", "été", "Straße"]))
def test_only_equality_of_words_counts(metric: Metric, corpus: Corpus, names: list[str]) -> None:
    renamed = dict(zip(WORDS, names, strict=True))

    def other(text: str) -> str:
        return " ".join(renamed[word] for word in text.split())

    changed = [(other(candidate), [other(text) for text in references]) for candidate, references in corpus]
    assert scores(metric(*unzipped(changed))) == scores(metric(*unzipped(corpus)))


@every_metric
@given(corpora())
def test_every_text_read_backwards_scores_the_same(metric: Metric, corpus: Corpus) -> None:
    backwards = [(candidate[::-1], [text[::-1] for text in references]) for candidate, references in corpus]
    assert scores(metric(*unzipped(backwards))) == scores(metric(*unzipped(corpus)))


@every_metric
@given(corpora())
def test_a_perfect_caption_scores_exactly_10_where_every_order_has_weight(metric: Metric, corpus: Corpus) -> None:
    """C1, the true half. Against itself alone a vector has the cosine 1, if it has one."""
    same = [(references[0], references[:1]) for _, references in corpus]
    for image in metric(*unzipped(same)).segments:
        weighing = sum(bool(order.candidate.norm) for order in image.orders)
        assert image.score == 10 * weighing / 4
        assert (image.score == 10.0) is is_perfect(image)


@every_metric
@given(corpora())
def test_one_image_alone_scores_0(metric: Metric, corpus: Corpus) -> None:
    candidate, references = corpus[0]
    assert metric([candidate], [references]).score == 0.0


@given(corpora())
def test_clipping_and_the_length_penalty_only_take_away(corpus: Corpus) -> None:
    """Each lowers a product of weights of 0 or more, or multiplies by 1 at most."""
    for term_frequency in ("shares", "counts"):
        defended = cider_d(*unzipped(corpus), term_frequency=term_frequency)
        for plain, less in zip(cider(*unzipped(corpus)).segments, defended.segments, strict=True):
            pairs = zip(plain.orders, less.orders, strict=True)
            assert all(float(after.value) <= float(before.value) for before, after in pairs)


@given(corpora(), st.sampled_from([1, 3, 6]))
def test_a_wider_sigma_never_lowers_a_score(corpus: Corpus, sigma: int) -> None:
    narrow, wide = (cider_d(*unzipped(corpus), sigma=width) for width in (sigma, 2 * sigma))
    assert all(a <= b for a, b in zip(scores(narrow), scores(wide), strict=True))


@given(corpora())
def test_lengths_in_pairs_make_no_difference_to_a_score(corpus: Corpus) -> None:
    """C8, the harmless half. Texts with words differ by as many pairs as words; one without scores 0 anyway."""
    in_words, in_pairs = (cider_d(*unzipped(corpus), rules=replace(COCO, tokenize="whitespace", length=length))
                          for length in ("words", "pairs"))  # fmt: skip
    assert scores(in_words) == scores(in_pairs)


@given(corpora())
def test_the_terms_add_up_to_the_score(corpus: Corpus) -> None:
    corpus_trace = cider_d(*unzipped(corpus))
    for trace in (corpus_trace, *corpus_trace.segments):
        assert trace.account == "sum"
        assert sum(term.value for term in trace.terms) == pytest.approx(trace.score, rel=1e-14, abs=1e-14)


@given(corpora())
def test_the_corpus_is_the_mean_of_its_images(corpus: Corpus) -> None:
    trace = cider(*unzipped(corpus))
    assert trace.score == pytest.approx(math.fsum(scores(trace)) / len(corpus), rel=1e-15, abs=1e-15)


@every_metric
@given(corpora(), sentences())
def test_an_image_is_edited_by_the_document_frequencies_of_its_corpus(
    metric: Metric, corpus: Corpus, other: str
) -> None:
    candidates, references = unzipped(corpus)
    edited = metric(candidates, references).segments[0].with_candidate(tuple(other.split()))
    assert edited.score == metric([other, *candidates[1:]], references).segments[0].score


@every_metric
@given(corpora(), st.lists(sentences(), max_size=3))
def test_the_quick_way_to_many_scores_gives_the_same(metric: Metric, corpus: Corpus, others: list[str]) -> None:
    image = metric(*unzipped(corpus)).segments[0]
    tokens = [tuple(text.split()) for text in others]
    assert list(image.scores_of(tokens)) == [image.with_candidate(words).score for words in tokens]


@every_metric
@given(corpora(), st.sampled_from(["usual", "coco"]))
def test_the_cosine_in_whole_numbers_is_that_of_the_formula(metric: Metric, corpus: Corpus, rules: str) -> None:
    """A quantity that is replaced, if only by itself, takes away the shortcut."""
    image = metric(*unzipped(corpus), **({"rules": rules} if metric is cider or rules == "coco" else {})).segments[0]
    by_formula = image.with_quantities({"variant": CiderScore.variant})
    for exact, digits in zip(image.cosine, by_formula.cosine, strict=True):
        assert all(abs(Fraction(a) - Fraction(b)) < Fraction(1, 10**37) for a, b in zip(exact, digits, strict=True))
    assert by_formula.score == pytest.approx(image.score, rel=1e-15)


@every_metric
@given(corpora())
def test_without_any_needed_n_gram_the_score_is_0_and_with_one_it_is_not(metric: Metric, corpus: Corpus) -> None:
    image = metric(*unzipped(corpus)).segments[0]
    held = any(gram in image.required_ngrams for order in image.orders for gram in order.candidate.counts)
    assert (image.score > 0) is held


@given(corpora())
def test_a_fraction_is_the_score_that_the_digits_say(corpus: Corpus) -> None:
    """Where an order is known to be a fraction, forty digits agree with it."""
    for image in cider(*unzipped(corpus)).segments:
        for order in image.orders:
            if order.fraction is not None:
                assert abs(Fraction(order.value) - order.fraction) < Fraction(1, 10**37)
            for one in order.cosines:
                if one.square is not None:
                    assert abs(Fraction(one.value) ** 2 - one.square) < Fraction(1, 10**37)
