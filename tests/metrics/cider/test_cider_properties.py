"""What holds for CIDEr and CIDEr-D on every text, and what only seems to. Each claim has the number it is known by."""

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain.metrics.cider import CaptionCider, CorpusCider, cider, cider_d, document_frequencies
from mtexplain.metrics.cider.rules import COCO
from mtexplain.tracing.number import plain as value_of
from tests.strategies import WORDS, Segment, corpora, orders, sentences, unzipped

Corpus = list[Segment]
Metric = Callable[..., CorpusCider]

every_metric = pytest.mark.parametrize("metric", [cider, cider_d], ids=["CIDEr", "CIDEr-D"])


def scores(trace: CorpusCider) -> list[float]:
    return [image.score for image in trace.segments]


def is_perfect(image: CaptionCider) -> bool:
    """Whether every order of the candidate has an n-gram with a weight."""
    return all(image.length(n, 0) for n in image.each_n)


@every_metric
@given(corpora(), orders)
def test_every_number_stays_in_its_bounds(metric: Metric, corpus: Corpus, n: int) -> None:
    """C3. From 0 to 10, and every CIDEr_n and every cosine from 0 to 1."""
    trace = metric(*unzipped(corpus), max_n=n)
    low, high = trace.range
    assert low <= trace.score <= high
    for image in trace.segments:
        assert low <= image.score <= high
        for n, value in zip(image.each_n, image.values, strict=True):
            assert all(0 <= one <= 1 for one in (float(value), *(image.similarity(n, j) for j in image.each_j)))


NAMES = dict(zip(WORDS, ["<b>", "$", "_", "été", "Straße"], strict=True))
CHANGES: dict[str, Callable[[str, list[str], Random], Segment]] = {
    "references in another order": lambda text, references, draw: (text, draw.sample(references, len(references))),
    "other words for the same": lambda text, references, draw: (renamed(text), [renamed(one) for one in references]),
    "read backwards": lambda text, references, draw: (text[::-1], [one[::-1] for one in references]),
}


def renamed(text: str) -> str:
    return " ".join(NAMES[word] for word in text.split())


@every_metric
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@given(corpus=corpora(), draw=st.randoms(use_true_random=False))
def test_what_changes_nothing(
    metric: Metric, change: Callable[[str, list[str], Random], Segment], corpus: Corpus, draw: Random
) -> None:
    """C4. A mean over references and a set of n-grams have no order, and only equality of words counts."""
    changed = [change(candidate, references, draw) for candidate, references in corpus]
    assert scores(metric(*unzipped(changed))) == scores(metric(*unzipped(corpus)))


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
@given(corpora())
def test_a_perfect_caption_scores_exactly_10_where_every_order_has_weight(metric: Metric, corpus: Corpus) -> None:
    """C1, the true half. A vector compared with itself alone has the cosine 1, if it has a cosine."""
    same = [(references[0], references[:1]) for _, references in corpus]
    for image in metric(*unzipped(same)).segments:
        weighing = sum(bool(image.length(n, 0)) for n in image.each_n)
        assert image.score == 10 * weighing / 4
        assert (image.score == 10.0) is is_perfect(image)


@every_metric
@given(corpora())
def test_one_image_alone_scores_0(metric: Metric, corpus: Corpus) -> None:
    candidate, references = corpus[0]
    assert metric([candidate], [references]).score == 0.0


@given(corpora())
def test_clipping_and_the_length_penalty_only_take_away(corpus: Corpus) -> None:
    """Clipping lowers products of weights of 0 or more, and the penalty multiplies by 1 at most."""
    for term_frequency in ("shares", "counts"):
        defended = cider_d(*unzipped(corpus), term_frequency=term_frequency)
        for plain, less in zip(cider(*unzipped(corpus)).segments, defended.segments, strict=True):
            pairs = zip(plain.values, less.values, strict=True)
            assert all(float(after) <= float(before) for before, after in pairs)


@given(corpora(), st.sampled_from([1, 3, 6]))
def test_a_wider_sigma_never_lowers_a_score(corpus: Corpus, sigma: int) -> None:
    narrow, wide = (cider_d(*unzipped(corpus), sigma=width) for width in (sigma, 2 * sigma))
    assert all(a <= b for a, b in zip(scores(narrow), scores(wide), strict=True))


@given(corpora())
def test_lengths_in_pairs_make_no_difference_to_a_score(corpus: Corpus) -> None:
    """C8, the harmless half. Texts with words differ by as many pairs as words; texts without words score 0 anyway."""
    in_words, in_pairs = (cider_d(*unzipped(corpus), rules=replace(COCO, tokenize="whitespace", length=length))
                          for length in ("words", "pairs"))  # fmt: skip
    assert scores(in_words) == scores(in_pairs)


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
@given(corpora(), st.sampled_from(["usual", "coco"]))
def test_the_cosine_in_whole_numbers_is_that_of_the_formula(metric: Metric, corpus: Corpus, rules: str) -> None:
    """A trace that is given a number, even its own, computes the others by the formulas."""
    image = metric(*unzipped(corpus), **({"rules": rules} if metric is cider or rules == "coco" else {})).segments[0]
    by_formula = image.with_numbers(documents=image.documents)
    for n, j in product(image.each_n, image.each_j):
        sooner, digits = (Fraction(value_of(one.cosine(n, j))) for one in (image, by_formula))
        assert abs(sooner - digits) < Fraction(1, 10**37)
    assert by_formula.score == pytest.approx(image.score, rel=1e-15)
    assert list(image.scores_of([image.candidate])) == [float(image.score)]


@every_metric
@given(corpora())
def test_without_any_needed_n_gram_the_score_is_0_and_with_one_it_is_not(metric: Metric, corpus: Corpus) -> None:
    image = metric(*unzipped(corpus)).segments[0]
    held = any(gram in image.required_ngrams for ours, *_ in image.counts for gram in ours)
    assert (image.score > 0) is held


@given(corpora())
def test_a_fraction_is_the_score_that_the_digits_say(corpus: Corpus) -> None:
    """Where an order is known to be a fraction, forty digits agree with it."""
    for image in cider(*unzipped(corpus)).segments:
        by_formula = image.with_numbers(documents=image.documents)
        for n, cosines in zip(image.each_n, image.cosines, strict=True):
            value, digits = (Fraction(value_of(trace.order(n))) for trace in (image, by_formula))
            assert abs(value - digits) < Fraction(1, 10**37)
            for one in cosines:
                if one.square is not None:
                    assert abs(Fraction(one.value) ** 2 - one.square) < Fraction(1, 10**37)


# What only seems to hold: the smallest counterexample of each claim.


def scored(candidates: list[str], references: list[list[str]]) -> list[float]:
    return scores(cider_d(candidates, references))


def test_not_every_perfect_caption_scores_10() -> None:
    """C1. A word in all images weighs nothing: without a weight in one order the score is 7.5, in all orders 0."""
    assert scored(["a b c", "x y z w"], [["a b c"], ["x y z w"]]) == [7.5, 10.0]  # no 4-grams
    perfect = scored(["a", "a b c d"], [["a"], ["a b c d"]])
    assert perfect == [0.0, 10.0]
    assert scored(["a b"], [["a b"]]) == [0.0]


def test_a_score_depends_on_the_other_images() -> None:
    """C2. What is rare depends on all images: here "a" is in one other image, or in none."""
    alone, beside = (scored(["a b", "c"], [["a d"], [other]])[0] for other in ("c", "a"))
    assert (alone, beside) == (1.25, 0.0)  # 10/4 · 1/2, and nothing


def test_a_reference_given_twice_does_not_count_once() -> None:
    """C5. The mean is taken over the references as they are listed: here (1 + 0)/2, then (1 + 0 + 0)/3."""
    once, twice = (cider(["a", "z"], [["a", *["b"] * times], ["z"]], max_n=1).segments[0].order(1) for times in (1, 2))
    assert (str(once), str(twice)) == ("1/2", "1/3")


def test_one_more_reference_may_lower_a_score() -> None:
    """C6. A reference lowers the mean unless it is like the candidate: consensus counts, no longer the best match."""
    assert scored(["a b c d", "x"], [["a b c d"], ["x"]])[0] == 10.0
    assert scored(["a b c d", "x"], [["a b c d", "e f g h"], ["x"]])[0] == 5.0


def test_a_corpus_given_twice_need_not_keep_its_scores() -> None:
    """C7. "z" is in no reference: it counts as if it were in one image of two, then in one of four."""
    candidates, references = ["a z", "c"], [["a b"], ["c d"]]
    once, twice = scored(candidates, references), scored(candidates * 2, references * 2)
    assert once[0] == 1.25  # 10/4 · 1/2: one of two equal weights matches
    assert twice[0] < once[0]


def test_lengths_are_not_counted_in_words_by_the_code() -> None:
    """C8. It counts pairs: a caption of one word is as long as an empty one."""
    empty, one_word = (cider_d([text, "x"], [[""], ["x"]], rules=COCO).segments[0] for text in ("", "a"))
    for image in (empty, one_word):
        assert image.candidate_length == image.reference_length(1) == 0
    in_words = cider_d(["a", "x"], [[""], ["x"]]).segments[0]
    assert (in_words.candidate_length, in_words.reference_length(1)) == (1, 0)


def test_cider_does_not_see_length_or_repetition() -> None:
    """What CIDEr-D mends: the vector of a rare word repeated points the same way and is longer."""
    references = [["a red cat"], ["a dog"]]
    repeated = cider(["red red red red red", "a dog"], references).segments[0]
    once = cider(["red", "a dog"], references).segments[0]
    assert repeated.terms[0] == once.terms[0]
    defended = cider_d(["red red red red red", "a dog"], references, rules="coco").segments[0]
    assert defended.terms[0].value < once.terms[0].value


def test_the_same_caption_has_another_score_in_another_corpus() -> None:
    """Scores of two test sets must therefore not be compared, nor scores of a part with scores of the whole."""
    caption, references = "a red cat", ["a red dog"]
    common = document_frequencies([["a red"], ["a red"], ["a cat"], ["a dog"]])
    rare = document_frequencies([["a red"], ["a cat"], ["a dog"], ["a dog"]])
    by_common, by_rare = (
        cider([caption], [references], document_frequencies=frequencies).score for frequencies in (common, rare)
    )
    assert by_common < by_rare
