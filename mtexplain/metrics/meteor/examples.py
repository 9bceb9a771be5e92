"""METEOR's worked examples: of the paper, of NLTK's tests (which have some from Wikipedia), and of repeated words."""

from collections.abc import Mapping
from typing import Any

from mtexplain.copies import read_only
from mtexplain.metrics.meteor import meteor
from mtexplain.recipe.example import Example, Number

_PAPER = "Banerjee and Lavie 2005, section 2.2"
_LATER = "Denkowski and Lavie 2014, and the program Meteor 1.5"
_NLTK = "NLTK, meteor.doctest, after Wikipedia"
_EXACT: Mapping[str, Any] = read_only({"stem": False})
_CHUNKS: Mapping[str, Any] = read_only({"stem": False, "align": "chunks"})

_SPOKE, _THEN = "the president spoke to the audience", ("the president then spoke to the audience",)
_MAT = ("the cat sat on the mat",)

EXAMPLES = (
    Example(
        "meteor-president",
        "The president then spoke: one word is missing, and the links fall into two chunks",
        _PAPER,
        _SPOKE,
        _THEN,
        (
            Number("m", None, "6"),
            Number("P", None, "6/6"),
            Number("R", None, "6/7"),
            Number("Fmean", None, "20/23"),
            Number("ch", "2", "2"),
            Number("Pen", None, "1/54"),
            Number("METEOR", None, "530/621"),
        ),
        settings=_EXACT,
        metric=meteor,
    ),
    Example(
        "meteor-identical",
        "A perfect match does not score 1: one chunk of six links is penalised too",
        _NLTK,
        "the cat sat on the mat",
        _MAT,
        (
            Number("m", None, "6"),
            Number("Fmean", None, "1"),
            Number("ch", None, "1"),
            Number("Pen", None, "1/432"),
            Number("METEOR", "0.9977", "431/432"),
        ),
        settings=_EXACT,
        comment="The program Meteor 1.5 drops the penalty here, and gives 1.",
        metric=meteor,
    ),
    Example(
        "meteor-reordered",
        "All words are there in another order: six links, eight crossings, six chunks",
        _NLTK,
        "on the mat sat the cat",
        _MAT,
        (
            Number("m", None, "6"),
            Number("crossings", None, "8"),
            Number("Fmean", None, "1"),
            Number("ch", None, "6"),
            Number("Pen", None, "1/2"),
            Number("METEOR", "0.5", "1/2"),
        ),
        settings=_EXACT,
        comment="Each 'the' is linked with the one that crosses fewer links. So no two words stay together.",
        metric=meteor,
    ),
    Example(
        "meteor-reordered-chunks",
        "The same words by the rule of 2014: eleven crossings, but three chunks",
        _LATER,
        "on the mat sat the cat",
        _MAT,
        (
            Number("m", None, "6"),
            Number("crossings", None, "11"),
            Number("ch", None, "3"),
            Number("Pen", None, "1/16"),
            Number("METEOR", None, "15/16"),
        ),
        settings=_CHUNKS,
        comment="Here 'on the mat' and 'the cat' stay whole. Both are right by their own rule; only the rule differs.",
        metric=meteor,
    ),
    Example(
        "meteor-inserted",
        "One word too many: precision falls, and the chunk breaks in two",
        _NLTK,
        "the cat was sat on the mat",
        _MAT,
        (
            Number("m", None, "6"),
            Number("P", None, "6/7"),
            Number("R", None, "6/6"),
            Number("Fmean", None, "60/61"),
            Number("ch", None, "2"),
            Number("Pen", None, "1/54"),
            Number("METEOR", "0.9654", "530/549"),
        ),
        settings=_EXACT,
        metric=meteor,
    ),
    Example(
        "meteor-repeated",
        "The dog chased: the reference has 'the' twice, and the first one is the right partner",
        "mtexplain",
        "the dog chased",
        ("the dog chased the cat",),
        (
            Number("m", None, "3"),
            Number("P", None, "3/3"),
            Number("R", None, "3/5"),
            Number("crossings", None, "0"),
            Number("ch", None, "1"),
            Number("Fmean", None, "5/8"),
            Number("Pen", None, "1/54"),
            Number("METEOR", None, "265/432"),
        ),
        settings=_EXACT,
        metric=meteor,
    ),
    Example(
        "meteor-repeated-greedy",
        "The same by NLTK's way of linking: it takes the last 'the', and gets two chunks",
        "NLTK, meteor_score.py (the text is ours)",
        "the dog chased",
        ("the dog chased the cat",),
        (
            Number("m", None, "3"),
            Number("crossings", None, "2"),
            Number("ch", None, "2"),
            Number("Pen", None, "4/27"),
            Number("METEOR", None, "115/216"),
        ),
        settings={"rules": "nltk", "stem": False},
        metric=meteor,
    ),
    Example(
        "meteor-two-references",
        "Two references: the better one counts, and capitals do not",
        "NLTK, test_meteor.py",
        "THIS Is a tEST",
        ("this is a test", "this istest"),
        (
            Number("m", None, "4"),
            Number("ch", None, "1"),
            Number("METEOR", "0.9921875", "127/128"),
        ),
        settings={"lowercase": True},
        metric=meteor,
    ),
    Example(
        "meteor-15-english",
        "The president by Meteor 1.5: 'the' and 'to' are function words, and count a quarter each",
        _LATER,
        _SPOKE,
        _THEN,
        (
            Number("alpha", "0.85", "0.85"),
            Number("beta", "0.2", "0.2"),
            Number("gamma", "0.6", "0.6"),
            Number("delta", "0.75", "0.75"),
            Number("P", None, "1"),
            Number("R", None, "4/5"),
            Number("Fmean", None, "80/97"),
            Number("ch", None, "2"),
            Number("METEOR", None, "0.4275093302629786"),
        ),
        settings={"rules": "meteor-1.5", "stem": False},
        comment="'then' is a content word: that it is missing costs three times as much as a missing 'to' would.",
        metric=meteor,
    ),
)
"""In teaching order."""
