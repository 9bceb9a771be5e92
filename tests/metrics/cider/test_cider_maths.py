"""The parts of CIDEr, on words that can be counted on one's fingers."""

import math
from decimal import Decimal
from fractions import Fraction

import pytest

from mtexplain.counts import NGram, count_ngrams
from mtexplain.display import plain as plain_text
from mtexplain.display.parts import Table
from mtexplain.metrics.cider import (
    CaptionCider,
    Cosine,
    DocumentFrequencies,
    Vector,
    caption_cider,
    caption_cider_d,
    cider,
)
from mtexplain.metrics.cider.cosine import base_and_power, compare
from mtexplain.metrics.cider.frequencies import count_documents
from mtexplain.metrics.cider.mistakes import (
    AsCiderD,
    GeometricMean,
    Hundred,
    ImagesAdded,
    NoIdf,
    NoLogarithm,
    NoTen,
    OneMoreBelow,
    OrdersAdded,
    UnseenLeftOut,
)
from mtexplain.metrics.cider.rules import COCO, PAPER, PAPER_D, USUAL, CiderRules
from mtexplain.metrics.cider.score import CaptionScore
from mtexplain.tracing.number import Letter

LOG_2 = math.log(2)
FOUR = DocumentFrequencies(4, {("a",): 4, ("b",): 2, ("c",): 1, ("d",): 3}, max_n=1)
"""Four images: "a" in all of them, "b" in two, "c" in one, "d" in three; "e" in none."""


def vector(words: str, frequencies: DocumentFrequencies = FOUR) -> Vector:
    return Vector(count_ngrams(words.split(), 1), frequencies)


def compared(candidate: str, reference: str, rules: CiderRules = PAPER) -> Cosine:
    return compare(vector(candidate), vector(reference), rules)


def caption(candidate: str, rules: CiderRules) -> CaptionCider:
    words = CiderRules(**{**vars(rules), "max_n": 1})
    return CaptionCider(tuple(candidate.split()), (("b",),), words, document_frequencies=FOUR)


def test_an_image_counts_once_however_often_it_has_an_n_gram() -> None:
    frequencies = count_documents([[("a", "a"), ("a", "b")], [("b",)]], max_n=2)
    assert frequencies.documents == 2
    assert frequencies.counts == {("a",): 1, ("b",): 2, ("a", "a"): 1, ("a", "b"): 1}


def test_idf_is_the_logarithm_of_the_images_over_those_that_have_it() -> None:
    found = [FOUR.idf((word,)) for word in "abcd"]
    assert found == [0.0, LOG_2, 2 * LOG_2, pytest.approx(math.log(4 / 3), rel=1e-15)]


def test_an_n_gram_that_no_image_has_counts_as_in_one() -> None:
    assert FOUR.of(("e",)) == 0
    assert FOUR.idf(("e",)) == FOUR.idf(("c",)) == math.log(4)


def test_a_weight_is_the_share_times_idf_by_the_formula_and_the_count_times_idf_in_code() -> None:
    for rules, total in ((PAPER, 5), (COCO, 1)):
        ((weights, _),) = caption("a b b c e", rules).weights
        assert [float(one) for one in weights.values()] == pytest.approx(
            [0, 2 * LOG_2 / total, 2 * LOG_2 / total, 2 * LOG_2 / total]
        )


def test_the_length_of_a_vector_is_the_root_of_the_sum_of_squares() -> None:
    for text, rules, length in (("b b c", COCO, 1), ("b b c", PAPER, 1 / 3), ("a a", PAPER, 0)):
        assert float(caption(text, rules).length(1, 0)) == pytest.approx(
            length * math.hypot(2 * LOG_2, 2 * LOG_2), rel=1e-15
        )


def test_a_vector_is_kept_in_whole_numbers_by_document_frequency() -> None:
    assert vector("a b b c e").parts == {4: 1, 2: 4, 1: 2}


@pytest.mark.parametrize(
    ("candidate", "reference", "rules", "square"),
    [
        ("b c", "c", PAPER, "4/5"),  # log 4 is twice log 2: (1, 2) and (0, 2), 4 / (√5 · 2)
        ("b b b c c", "c", PAPER, "16/25"),  # (3, 2 · 2) and (0, 1 · 2)
        ("b c", "c b", PAPER, "1"),
        ("b", "c", PAPER, "0"),
        *((*pair, PAPER, "0") for pair in (("a", "a"), ("a", "b"), ("b", "a"), ("", "b"), ("b", ""), ("", ""))),
        ("b b b", "b", PAPER, "1"),
        ("b b b", "b", COCO, "1/9"),  # a count is clipped to the reference's: min(3, 1) · 1 / (√9 · √1)
        ("b b b", "b a", PAPER_D, "1/4"),  # and a share: min(1, 1/2) · 1/2 / (1 · √(1/4 + (1/2 · 0)²))
        ("b a", "b b b", PAPER_D, "1"),
        ("b b b", "b b b b", PAPER_D, "1"),
    ],
)
def test_the_square_of_a_cosine_is_a_fraction_where_all_logarithms_are_multiples_of_one(
    candidate: str, reference: str, rules: CiderRules, square: str
) -> None:
    found = compared(candidate, reference, rules)
    assert found.square == Fraction(square)
    roots = {"4/5": None, "16/25": Fraction(4, 5), "1/9": Fraction(1, 3), "1/4": Fraction(1, 2), "1": 1, "0": 0}
    assert found.fraction == roots[square]
    assert float(found.value) == pytest.approx(math.sqrt(Fraction(square)), rel=1e-15)


def test_logarithms_that_are_no_multiples_of_each_other_give_no_fraction() -> None:
    assert compared("b d", "b").square is None
    assert compared("b d", "b d").square is None
    assert float(compared("b d", "b d").value) == 1.0


@pytest.mark.parametrize(
    ("documents", "frequency", "base", "power"),
    [(2, 1, 2, 1), (8, 1, 2, 3), (8, 2, 2, 2), (9, 4, Fraction(3, 2), 2), (72, 2, 6, 2), (12, 1, 12, 1),
     (10**12, 1, 10, 12)],
)  # fmt: skip
def test_a_logarithm_is_so_many_of_the_smallest(documents: int, frequency: int, base: Fraction, power: int) -> None:
    assert base_and_power(documents, frequency) == (base.as_integer_ratio(), power)


@pytest.mark.parametrize(("candidate", "reference"), [(5, 5), (3, 9), (9, 3), (0, 40), (1000, 0)])
@pytest.mark.parametrize("sigma", [Fraction(6), Fraction(1, 2), Fraction(1000)])
def test_the_penalty_is_the_gaussian_of_the_difference(candidate: int, reference: int, sigma: Fraction) -> None:
    expected = math.exp(-((candidate - reference) ** 2) / (2 * float(sigma) ** 2))
    lengths = {"candidate_length": candidate, "reference_length_1": reference, "sigma": sigma}
    assert float(caption("b", PAPER_D).with_numbers(**lengths).penalty(1)) == pytest.approx(expected, rel=1e-13)


def test_without_sigma_there_is_no_penalty() -> None:
    assert caption("b " * 99, USUAL).penalty(1) == 1


def test_the_score_is_ten_times_the_mean_and_by_the_paper_the_mean() -> None:
    for rules, score in ((USUAL, 2.5), (PAPER, 0.25), (PAPER_D, 2.5), (COCO, 2.5)):
        assert caption("b", rules).with_numbers(order_1=Decimal("0.25")).score == score


# A trace with a mistake, or with given numbers, is explained by that mistake or those numbers.


IMAGES = [["a b", "b c a"], ["a"], ["d"]]


def test_what_is_given_to_a_corpus_for_all_images_is_given_to_each() -> None:
    corpus = cider(["a b a", "d"], [["a b", "b c a"], ["d e"]], max_n=2).with_numbers(documents=10)
    assert [one.documents for one in corpus.segments] == [10, 10]


def test_a_given_score_of_an_image_stands_in_the_table_too() -> None:
    corpus = cider(["a b a", "d"], [["a b", "b c a"], ["d e"]], max_n=2).with_numbers(image_1=5)
    (table,) = (part for part in corpus.step("images").parts if isinstance(part, Table))
    assert plain_text.cell(table.rows[0][-1]) == "5"
    assert corpus.terms[0].value == corpus.score


@pytest.mark.parametrize("change", [Hundred, NoTen, OrdersAdded, GeometricMean])
def test_no_view_says_ten_times_where_a_mistake_has_another_factor(change: type) -> None:
    for trace in (caption_cider("a b a x", IMAGES[0], max_n=2, document_frequencies=IMAGES),
                  cider(["a b", "a", "d"], IMAGES, max_n=2)):  # fmt: skip
        told = str(trace.by(change)) + str(trace.by(change).moments())
        assert "en times" not in told
        assert sum(term.value for term in trace.by(change).terms) == trace.by(change).score


@pytest.mark.parametrize("change", [NoIdf, NoLogarithm, UnseenLeftOut, OneMoreBelow])
def test_no_view_tells_the_right_idf_where_a_mistake_has_another(change: type) -> None:
    trace = caption_cider_d("a b b x", IMAGES[0], max_n=2, document_frequencies=IMAGES).by(change)
    told = str(trace) + str(trace.moments())
    assert "idf = log(3/" not in told
    assert "every image has" not in told


def test_with_the_other_variant_all_views_are_of_that() -> None:
    trace = caption_cider("a b a x", IMAGES[0], max_n=2, document_frequencies=IMAGES).by(AsCiderD)
    assert [step.name for step in trace.steps()][:3] == ["tokens", "idf", "penalty"]
    assert "CIDEr_" not in str(trace)


def test_a_mistake_of_a_corpus_is_none_of_a_caption() -> None:
    with pytest.raises(TypeError, match="ImagesAdded is a change of another class, not of CaptionCider"):
        caption_cider("a", ["a"]).by(ImagesAdded)


def test_a_change_of_captions_is_made_in_each_image_of_a_corpus() -> None:
    class Unweighted(CaptionScore):
        """Every n-gram counts alike."""

        def idf(self, k: NGram | Letter) -> float:
            return 1

    corpus = cider(["the red cat sleeps", "the dog"], [["the red cat"], ["the dog barks", "a dog"]])
    assert corpus.by(Unweighted).score == corpus.by(NoIdf).score > corpus.score > 0
