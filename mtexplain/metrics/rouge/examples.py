"""The worked examples of ROUGE: those of Lin 2004, of two tools' documentation, and a few made to tell rules apart."""

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from mtexplain.copies import read_only
from mtexplain.metrics.rouge import rouge_l, rouge_l_sum, rouge_n, rouge_s, rouge_su, rouge_w
from mtexplain.recipe.example import Example, Number

_LIN = "Lin 2004, section"
_POLICE = "police killed the gunman"
_RECALL: Mapping[str, Any] = read_only({"beta": math.inf})


class _Score(NamedTuple):
    """One score of a sentence about the police, and what the paper prints of it."""

    name: str
    told: str
    section: str
    metric: Callable[..., Any]
    settings: Mapping[str, Any]
    rights: tuple[str, str, str]
    printed: tuple[str | None, str | None, str | None] = (None, None, None)


_SENTENCES = (
    ("s2", "police kill the gunman", "one word is another"),
    ("s3", "the gunman kill police", "the same words, the wrong way round"),
    ("s4", "the gunman police killed", "two halves that have changed places"),
)
_SCORES = (
    _Score("l", "ROUGE-L", "3.1", rouge_l, {}, ("3/4", "2/4", "2/4"), ("3/4", "2/4", "2/4")),
    _Score("s", "all skip-bigrams", "5", rouge_s, {}, ("3/6", "1/6", "2/6"), ("3/6", "1/6", "2/6")),
    _Score("s0", "skip-bigrams without a gap", "5", rouge_s, {"max_skip": 0}, ("1/3", "1/3", "2/3")),
    _Score("s1", "skip-bigrams over one word at most", "5", rouge_s, {"max_skip": 1}, ("2/5", "1/5", "2/5")),
    _Score("su", "skip-bigrams and words", "5.1", rouge_su, {}, ("6/10", "4/10", "6/10")),
    _Score("1", "words", "2", rouge_n, {"n": 1}, ("3/4", "3/4", "4/4")),
    _Score("2", "pairs", "2", rouge_n, {"n": 2}, ("1/3", "1/3", "2/3")),
)


def _police() -> Iterator[Example]:
    """Each of the three sentences by each score. Recall and precision are the same: the texts are of one length."""
    for score in _SCORES:
        for place, (name, sentence, what) in enumerate(_SENTENCES):
            right, printed = score.rights[place], score.printed[place]
            numbers = (Number("R", printed, right), Number("P", None, right), Number("F", None, str(Fraction(right))))
            title, source = f"{sentence}: {what}; {score.told}", f"{_LIN} {score.section}"
            yield Example(f"lin-{name}-{score.name}", title, source, sentence, (_POLICE,), numbers, score.metric,
                          score.settings)  # fmt: skip


def _three(recall: str, precision: str, f: str) -> tuple[Number, ...]:
    return Number("R", None, recall), Number("P", None, precision), Number("F", None, f)


_PAPER = (
    *_police(),
    Example(
        "lin-union",
        "Two lines against one: the union of what they have in common with it",
        f"{_LIN} 3.2",
        "w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5",
        ("w1 w2 w3 w4 w5",),
        (Number("R", "4/5", "4/5"), Number("P", None, "4/10"), Number("F", None, "8/15")),
        comment="The paper prints the recall alone.",
        metric=rouge_l_sum,
    ),
    Example(
        "lin-w-in-a-row",
        "A B C D in a row: all four matches are one run",
        f"{_LIN} 4",
        "A B C D H I K",
        ("A B C D E F G",),
        (Number("R", "0.571", "4/7"), Number("WLCS", None, "16")),
        comment="f(k) = k^2. ROUGE-L is 4/7 too.",
        metric=rouge_w,
    ),
    Example(
        "lin-w-with-gaps",
        "A, B, C and D with gaps between: four runs of one word each",
        f"{_LIN} 4",
        "A H B K C I D",
        ("A B C D E F G",),
        (Number("R", "0.286", "2/7"), Number("WLCS", None, "4")),
        comment="f(k) = k^2. ROUGE-L is 4/7, as without gaps.",
        metric=rouge_w,
    ),
    Example(
        "notes-e-skip-bigrams",
        "How many skip-bigrams has a sentence of four words?",
        "notes E, section on ROUGE-S",
        _POLICE,
        (_POLICE,),
        (Number("skip-bigrams", "6", "6", "C(4, 2) = 6: any two of the four words, in their order"),),
        metric=rouge_s,
    ),
)

_GUNMAN = ("police killed the gunman", ("the gunman killed the policeman",))
_DOCUMENTATION = "documentation of rouge-metric"
_TESTED = ("testing one two",)
_TOOLS = (
    Example("rouge-metric-1", "police killed the gunman, or the gunman the police: words", _DOCUMENTATION, *_GUNMAN,
            _three("3/5", "3/4", "2/3"), settings={"n": 1}, metric=rouge_n),
    Example("rouge-metric-2", "The same: pairs", _DOCUMENTATION, *_GUNMAN,
            _three("2/4", "2/3", "4/7"), settings={"n": 2}, metric=rouge_n),
    Example("rouge-metric-l", "The same: two words are in the same order", _DOCUMENTATION, *_GUNMAN,
            _three("2/5", "2/4", "4/9"), metric=rouge_l),
    Example("rouge-score-1", "One word of three", "tests of rouge-score", "testing", _TESTED,
            _three("1/3", "1/1", "1/2"), settings={"n": 1, "rules": "rouge-score"}, metric=rouge_n),
    Example("rouge-score-2", "One pair of two", "tests of rouge-score", "testing one", _TESTED,
            _three("1/2", "1/1", "2/3"), settings={"n": 2, "rules": "rouge-score"}, metric=rouge_n),
    Example("rouge-score-l", "Two words, with a gap between", "tests of rouge-score", "testing two", _TESTED,
            _three("2/3", "2/2", "4/5"), settings={"rules": "rouge-score"}, metric=rouge_l),
)  # fmt: skip

_CAT = ("a cat on the mat", ("a cat", "there is a black cat lying on the old mat"))
_HORSE = ("a man rides a horse", ("a man is riding a brown horse on the beach",))
_TWO = (_POLICE, ("police kill the gunman", "the gunman kill police today"))
_MADE = (
    Example("coco-apart", "A perfect score, though no reference equals the candidate", "notes E, section on ROUGE-L",
            *_CAT, _three("2/2", "5/5", "1"), settings={"rules": "coco"},
            comment="The recall is of the short reference, the precision of the long one.", metric=rouge_l),
    Example("coco-best", "The same with the best single reference", f"{_LIN} 2.1",
            *_CAT, _three("5/10", "5/5", "2/3"), metric=rouge_l),
    Example("beta-1", "Recall 4/10, precision 4/5: F1", "mtexplain", *_HORSE,
            _three("4/10", "4/5", "8/15"), metric=rouge_l),
    Example("beta-1.2", "The same with the beta of the COCO tools", "mtexplain", *_HORSE,
            _three("4/10", "4/5", "244/485"), settings={"beta": Fraction(6, 5)}, metric=rouge_l),
    Example("beta-endless", "The same with an endless beta: recall alone, as at DUC", "mtexplain", *_HORSE,
            _three("4/10", "4/5", "2/5"), settings=_RECALL, metric=rouge_l),
    Example("two-references-best", "Two references: the best one counts", f"{_LIN} 2.1",
            *_TWO, _three("1/3", "1/3", "1/3"), settings=_RECALL, metric=rouge_n),
    Example("two-references-pooled", "Two references: read as one", f"{_LIN} 2, equation 1",
            *_TWO, _three("2/7", "2/6", "2/7"), settings={**_RECALL, "references_by": "pooled"},
            comment="Another number of the same paper: equation 1 adds up what section 2.1 takes the best of.",
            metric=rouge_n),
)  # fmt: skip

EXAMPLES: tuple[Example, ...] = (*_PAPER, *_TOOLS, *_MADE)
"""The examples of ROUGE, in teaching order."""
