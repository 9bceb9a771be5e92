"""CIDEr beside other programs: pycocoevalcap on ready tokens, and the formulas once more, in floats."""

import math
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from nltk.stem.porter import PorterStemmer
from pycocoevalcap.cider.cider_scorer import CiderScorer

from mtexplain.metrics.cider import cider, cider_d
from mtexplain.metrics.cider.rules import COCO
from tests.strategies import Segment, corpora, rarely, unzipped

Corpus = list[Segment]
NEARLY = 1e-12
"""Floats that are added in another order differ in their last digits."""


def coco(corpus: Corpus) -> tuple[float, list[float]]:
    """What pycocoevalcap's class Cider computes, which is CIDEr-D."""
    scorer = CiderScorer(n=4, sigma=6.0)
    for candidate, references in corpus:
        scorer += (candidate, references)
    if not any(text for _, references in corpus for text in references):
        return 0.0, [0.0] * len(corpus)  # the tool takes the maximum of no frequencies, and stops
    score, scores = scorer.compute_score()
    return float(score), [float(one) for one in scores]


def by_hand(
    corpus: Corpus, defended: bool, shares: bool, sigma: float = 6, max_n: int = 4, factor: int = 10
) -> list[float]:
    """The formulas of the paper, word by word: equations 1 to 3, or 1, 4 and 5."""

    def grams(text: str, n: int) -> Counter[tuple[str, ...]]:
        words = text.split()
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    df: Counter[tuple[str, ...]] = Counter()
    for _, references in corpus:
        df.update({gram for text in references for n in range(1, max_n + 1) for gram in grams(text, n)})

    def weights(text: str, n: int) -> dict[tuple[str, ...], float]:
        counts = grams(text, n)
        total = sum(counts.values()) if shares else 1
        return {gram: h / total * math.log(len(corpus) / max(1, df[gram])) for gram, h in counts.items()}

    def similarity(candidate: str, reference: str, n: int) -> float:
        c, s = weights(candidate, n), weights(reference, n)
        norms = [math.sqrt(sum(g * g for g in one.values())) for one in (c, s)]
        if not all(norms):
            return 0.0
        dot = sum((min(c[gram], s[gram]) if defended else c[gram]) * s[gram] for gram in c.keys() & s.keys())
        apart = len(candidate.split()) - len(reference.split())
        return dot / norms[0] / norms[1] * (math.exp(-(apart**2) / (2 * sigma**2)) if defended else 1)

    def score(candidate: str, references: list[str]) -> float:
        pairs = [(text, n) for text in references for n in range(1, max_n + 1)]
        return factor * sum(similarity(candidate, text, n) for text, n in pairs) / len(pairs)

    return [score(candidate, references) for candidate, references in corpus]


@given(corpora())
def test_coco_rules_on_ready_tokens_are_pycocoevalcap(corpus: Corpus) -> None:
    trace = cider_d(*unzipped(corpus), rules="coco", tokenize="whitespace")
    score, scores = coco(corpus)
    assert [image.score for image in trace.segments] == pytest.approx(scores, rel=NEARLY, abs=NEARLY)
    assert trace.score == pytest.approx(score, rel=NEARLY, abs=NEARLY)


@pytest.mark.parametrize(
    ("metric", "settings", "formula"),
    [
        (cider, {}, {"defended": False, "shares": True}),
        (cider_d, {}, {"defended": True, "shares": True}),
        (cider_d, {"max_n": 2, "sigma": 1.5, "term_frequency": "counts"},
         {"defended": True, "shares": False, "sigma": 1.5, "max_n": 2}),
    ],
    ids=["CIDEr", "CIDEr-D", "other orders, another sigma, counts"],
)  # fmt: skip
@given(corpus=corpora())
def test_it_is_the_formula(metric: Any, settings: dict[str, Any], formula: dict[str, Any], corpus: Corpus) -> None:
    trace = metric(*unzipped(corpus), **settings)
    expected = by_hand(corpus, **formula)
    assert [image.score for image in trace.segments] == pytest.approx(expected, rel=NEARLY, abs=NEARLY)


STEMMED = PorterStemmer().stem
FAMILIES = "a the dog dogs barks barked barking fish fishes fishing".split()


@given(corpora(FAMILIES))
def test_by_the_paper_cider_is_the_formula_of_stems_without_the_ten(corpus: Corpus) -> None:
    """NLTK's stems, put in before anything is counted."""

    def cut(text: str) -> str:
        return " ".join(map(STEMMED, text.split()))

    trace = cider(*unzipped(corpus), rules="paper")
    stems = [(cut(candidate), [cut(text) for text in references]) for candidate, references in corpus]
    expected = by_hand(stems, defended=False, shares=True, factor=1)
    assert [image.score for image in trace.segments] == pytest.approx(expected, rel=NEARLY, abs=NEARLY)
    assert all(0 <= image.score <= 1 for image in trace.segments)


@given(corpora("abcdefghij"))
def test_whether_tf_is_a_share_makes_no_difference_to_cider(corpus: Corpus) -> None:
    """The denominator cancels in the cosine, so what the lecture notes leave out of it does not matter here."""
    counts = by_hand(corpus, defended=False, shares=False)
    assert counts == pytest.approx(by_hand(corpus, defended=False, shares=True), rel=NEARLY, abs=NEARLY)


@rarely
@given(corpora())
def test_the_tool_cuts_at_white_space_alone(corpus: Corpus) -> None:
    """COCO's marks are dropped by the tokeniser, before CIDEr: given ready tokens, a full stop is a word."""
    stopped: Any = [(f"{candidate} .", [f"{text} ." for text in references]) for candidate, references in corpus]
    ours = cider_d(*unzipped(stopped), rules=COCO, tokenize="whitespace")
    assert ours.score == pytest.approx(coco(stopped)[0], rel=NEARLY, abs=NEARLY)


def test_captions_through_the_tokeniser_of_coco() -> None:
    """Capitals and marks are dropped as by pycocoevalcap's tokeniser, and the score is then the tool's own."""
    candidates = ["A man rides a horse.", "Two dogs, playing!"]
    references = [["A man is riding a horse.", "A man on a horse"], ["Two dogs are playing.", "Dogs playing"]]
    cut = [
        ("a man rides a horse", ["a man is riding a horse", "a man on a horse"]),
        ("two dogs playing", ["two dogs are playing", "dogs playing"]),
    ]
    trace = cider_d(candidates, references, rules="coco")
    assert [image.score for image in trace.segments] == pytest.approx(coco(cut)[1], rel=NEARLY)
