"""The numbers that papers and lecture notes print, typed in by hand, and small examples worked out by hand.

Papineni et al. 2002 is the paper; notes A to E are lecture and study notes. Sentences are lower-cased, and their
final period is dropped. What a source does not print is counted by hand from the same sentences.
"""

import math
import random
from fractions import Fraction

import pytest

from mtexplain import bleu
from mtexplain.metrics.bleu.by_rules import match_length
from mtexplain.metrics.bleu.records import Count

GUIDE = (
    "it is a guide to action that ensures that the military will forever heed party commands",
    "it is the guiding principle which guarantees the military forces always being under the command of the party",
    "it is the practical guide for the army always to heed the directions of the party",
)
GOOD = "it is a guide to action which ensures that the military always obeys the commands of the party"
BAD = "it is to insure the troops forever hearing the activity guidebook that party direct"
SEVEN = "the the the the the the the"
MAT = ("the cat is on the mat", "there is a cat on the mat")
DO = ("i always do", "i invariably do", "i perpetually do")
LONDON = ("london is the capital of england and of the united kingdom of great britain and northern ireland",)
PLAYING = ("i am playing basketball with my friends",)

Pairs = list[tuple[int, int]]

EXAMPLES = {
    # name: candidate, references, (matches, total) of each order, c, r, exponent of BP, score
    "paper, example 1, candidate 1": (
        *(GOOD, GUIDE, [(17, 18), (10, 17), (7, 16), (4, 15)]),
        *(18, 18, "0", 0.5045666840058485),
    ),
    "paper, example 1, candidate 2": (BAD, GUIDE, [(8, 14), (1, 13), (0, 12), (0, 11)], 14, 16, "-1/7", 0.0),
    "paper, example 2": (SEVEN, MAT, [(2, 7), (0, 6), (0, 5), (0, 4)], 7, 7, "0", 0.0),
    "paper, example 3": ("of the", GUIDE, [(2, 2), (1, 1)], 2, 16, "-7", 0.0009118819655545162),
    "paper, example 4, candidate 1": (
        *("i always invariably perpetually do", DO, [(5, 5), (2, 4), (0, 3)]),
        *(5, 3, "0", 0.0),
    ),
    "paper, example 4, candidate 2": ("i always do", DO, [(3, 3), (2, 2), (1, 1)], 3, 3, "0", 1.0),
    "notes A": (
        *("the the the cat is on the mat", MAT, [(6, 8), (5, 7), (4, 6), (3, 5)]),
        *(8, 7, "0", 0.6803749333171202),
    ),
    "notes B": (
        *("of of of of of of of of of of", LONDON, [(3, 10), (0, 9), (0, 8), (0, 7)]),
        *(10, 17, "-7/10", 0.0),
    ),
    "notes C, words, with the transcript's stutter": (
        *(SEVEN, ("the the cat is on the mat", MAT[1]), [(3, 7), (1, 6), (0, 5), (0, 4)]),
        *(7, 7, "0", 0.0),
    ),
    "notes C, pairs": (
        *("the cat the cat on the mat", MAT, [(5, 7), (4, 6), (2, 5), (1, 4)]),
        *(7, 7, "0", 0.4671379777282001),  # (1/21)^(1/4)
    ),
    "notes E": ("i am playing", PLAYING, [(3, 3), (2, 2), (1, 1), (0, 0)], 3, 7, "-4/3", 0.0),
    "notes E, without the missing 4-grams": (
        *("i am playing", PLAYING, [(3, 3), (2, 2), (1, 1)]),
        *(3, 7, "-4/3", 0.26359713811572677),
    ),
}


@pytest.mark.parametrize(
    ("candidate", "references", "pairs", "c", "r", "exponent", "score"), EXAMPLES.values(), ids=EXAMPLES
)
def test_a_printed_example(
    candidate: str, references: tuple[str, ...], pairs: Pairs, c: int, r: int, exponent: str, score: float
) -> None:
    trace = bleu(candidate, list(references), max_n=len(pairs))
    assert [(order.matches, order.total) for order in trace.precisions] == pairs
    assert (trace.brevity.candidate_length, trace.brevity.reference_length) == (c, r)
    assert trace.brevity.exponent == Fraction(exponent)
    assert trace.score == score


def test_the_paper_clips_the_to_2() -> None:
    (row,) = bleu(SEVEN, list(MAT)).precisions[0].counts
    assert (row.count, row.reference_counts, row.max_reference_count, row.clipped) == (7, (2, 1), 2, 2)


def test_notes_d_print_95_percent_where_16_different_words_earn_17_of_18() -> None:
    words = bleu(GOOD, list(GUIDE)).precisions[0]
    assert len(words.counts) == 16
    assert [row.ngram[0] for row in words.counts if row.clipped < row.count] == ["obeys"]


def test_case_counts_unless_it_is_taken_away() -> None:
    cased = bleu("the Party commands", ["the party commands"], max_n=2)
    lower = bleu("the Party commands", ["the party commands"], max_n=2, lowercase=True)
    assert [str(order.ratio) for order in cased.precisions] == ["2/3", "0/2"]
    assert [str(order.ratio) for order in lower.precisions] == ["3/3", "2/2"]


@pytest.mark.parametrize(
    ("c", "lengths", "r", "exponent"),
    [
        (12, [12, 15, 17], 12, "0"),  # the paper, section 2.2.2
        (12, [13, 11], 11, "0"),  # this and the next two from NLTK's documentation: a tie goes to the shorter,
        (12, [28, 28], 28, "-4/3"),
        (12, [13, 2], 13, "-1/12"),  # and the closest counts, not the shortest
        (7, [11, 8], 8, "-1/7"),  # these two from a comment in mteval-v13a
        (7, [11, 8, 6, 7], 7, "0"),
    ],
)
def test_the_best_match_length(c: int, lengths: list[int], r: int, exponent: str) -> None:
    assert match_length(c, lengths) == match_length(c, lengths[::-1]) == r
    trace = bleu(" ".join(["w"] * c), [" ".join(["w"] * length) for length in lengths], max_n=1)
    assert (trace.brevity.reference_length, trace.brevity.exponent) == (r, Fraction(exponent))


@pytest.mark.parametrize(
    ("candidate", "reference", "score"),
    [
        ("a b c d", "a b c d e", math.exp(-1 / 4)),  # all match, 1 - 5/4
        ("a b c d e", "a b c d", 0.2**0.25),  # 4/5 * 3/4 * 2/3 * 1/2 = 1/5
        ("a b c d x y z", "a b c d", (1 / 35) ** 0.25),  # 4/7 * 3/6 * 2/5 * 1/4 = 1/35
        ("a a a a a", "a a a a", 0.2**0.25),  # clipped: 4/5, 3/4, 2/3, 1/2
        ("a b c d a b c d", "a b c d", (1 / 70) ** 0.25),  # 4/8 * 3/7 * 2/6 * 1/5 = 24/1680 = 1/70
        ("a b c x", "a b c d", 0.0),  # 3/4 * 2/3 * 1/2 * 0/1
        ("d c b a", "a b c d", 0.0),  # 4/4, then nothing
    ],
)
def test_a_small_example_by_hand(candidate: str, reference: str, score: float) -> None:
    assert bleu(candidate, [reference]).score == pytest.approx(score, rel=1e-14, abs=0)


@pytest.mark.parametrize(
    ("candidate", "references"), [(GOOD, GUIDE), (BAD, GUIDE), (SEVEN, MAT), ("i am playing", PLAYING), ("of", LONDON)]
)
def test_with_all_weight_on_words_it_is_bleu_1(candidate: str, references: tuple[str, ...]) -> None:
    weighted = bleu(candidate, list(references), weights=(1, 0, 0, 0))
    alone = bleu(candidate, list(references), max_n=1)
    assert weighted.score == alone.score > 0
    assert weighted.exact == alone.exact


def test_an_order_of_weight_0_takes_no_part_even_where_it_is_0() -> None:
    half = Fraction(1, 2)
    assert bleu("a b x c", ["a b y c"], max_n=3, weights=[half, half, 0]).score ** 2 == Fraction(3, 4) * Fraction(1, 3)
    assert bleu("a b x c", ["a b y c"], max_n=3, weights=[half, 0, half]).score == 0


def test_weights_are_exponents() -> None:
    """4/6 and 3/5 with weights 1/3 and 2/3, and BP = e^(-1/6)."""
    trace = bleu("the the cat on the mat", ["there is a cat on the mat"], weights=[1 / 3, 2 / 3, 0, 0])
    assert trace.exact == "e^(1 - 7/6) * (4/6)^(1/3) * (3/5)^(2/3)"
    assert trace.score == pytest.approx(math.exp(-1 / 6) * (4 / 6) ** (1 / 3) * (3 / 5) ** (2 / 3), rel=1e-14, abs=0)


def by_crossing_out(candidate: list[str], references: list[list[str]], most: int) -> tuple[Pairs, float]:
    """BLEU as one would do it on paper: an n-gram is credited if some reference has a copy not yet crossed out."""
    pairs = []
    for n in range(1, most + 1):
        papers = [[tuple(words[i : i + n]) for i in range(len(words) - n + 1)] for words in references]
        found = [tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1)]
        credit = 0
        for ngram in found:
            credit += any(ngram in paper for paper in papers)
            for paper in papers:
                if ngram in paper:
                    paper.remove(ngram)
        pairs.append((credit, len(found)))
    if not all(credit for credit, _ in pairs):
        return pairs, 0.0
    c = len(candidate)
    r = next(c + away * side for away in range(99) for side in (-1, 1) if c + away * side in map(len, references))
    mean = math.prod(credit / total for credit, total in pairs) ** (1 / most)
    return pairs, mean if c > r else mean * math.exp(1 - r / c)


def test_300_random_texts_score_as_on_paper() -> None:
    draw = random.Random(2002)
    above_0 = 0
    for _ in range(300):
        most = draw.randint(1, 4)
        texts = [draw.choices("abc", k=draw.randint(0, 10)) for _ in range(draw.randint(2, 4))]
        pairs, score = by_crossing_out(texts[0], texts[1:], most)
        trace = bleu(" ".join(texts[0]), [" ".join(text) for text in texts[1:]], max_n=most)
        assert [(order.matches, order.total) for order in trace.precisions] == pairs
        assert trace.score == pytest.approx(score, rel=1e-13, abs=0)
        above_0 += score > 0
    assert above_0 > 100


def test_large_numbers_are_equal_by_value() -> None:
    """Python keeps one copy of a small whole number, but not of a large one."""
    many, as_many = int("300"), int("300")
    assert Count(("the",), 300, (many, as_many), 300).credited_references == (0, 1)
    assert bleu("a " * 300, ["a " * 300], max_n=300).score == 1
    assert "· 300 references ·" in bleu("the cat", ["the cat"] * 300).signature
