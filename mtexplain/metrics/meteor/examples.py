"""METEOR's worked examples: of the paper, of NLTK's tests (which have some from Wikipedia), and of repeated words."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from mtexplain.copies import read_only
from mtexplain.metrics.meteor import meteor
from mtexplain.recipe.example import Example, numbers

_PAPER = "Banerjee and Lavie 2005, section 2.2"
_LATER = "Denkowski and Lavie 2014, and the program Meteor 1.5"
_NLTK = "NLTK, meteor.doctest, after Wikipedia"
_EXACT: Mapping[str, Any] = read_only({"stem": False})
_CHUNKS: Mapping[str, Any] = read_only({"stem": False, "align": "chunks"})

_example = partial(Example, metric=meteor)


_SPOKE, _THEN = "the president spoke to the audience", ("the president then spoke to the audience",)
_MAT = ("the cat sat on the mat",)

EXAMPLES = (
    _example(
        "meteor-president",
        "The president then spoke: one word is missing, and the links fall into two chunks",
        _PAPER,
        _SPOKE,
        _THEN,
        numbers("m = 6, P = 6/6, R = 6/7, Fmean = 20/23, ch = 2, Pen = 1/54, METEOR = 530/621", printed="ch = 2"),
        settings=_EXACT,
    ),
    _example(
        "meteor-identical",
        "A perfect match does not score 1: one chunk of six links is penalised too",
        _NLTK,
        "the cat sat on the mat",
        _MAT,
        numbers("m = 6, Fmean = 1, ch = 1, Pen = 1/432, METEOR = 431/432", printed="METEOR = 0.9977"),
        settings=_EXACT,
        comment="The program Meteor 1.5 drops the penalty here, and gives 1.",
    ),
    _example(
        "meteor-reordered",
        "All words are there in another order: six links, eight crossings, six chunks",
        _NLTK,
        "on the mat sat the cat",
        _MAT,
        numbers("m = 6, crossings = 8, Fmean = 1, ch = 6, Pen = 1/2, METEOR = 1/2", printed="METEOR = 0.5"),
        settings=_EXACT,
        comment="Each 'the' is linked with the one that crosses fewer links. So no two words stay together.",
    ),
    _example(
        "meteor-reordered-chunks",
        "The same words by the rule of 2014: eleven crossings, but three chunks",
        _LATER,
        "on the mat sat the cat",
        _MAT,
        numbers("m = 6, crossings = 11, ch = 3, Pen = 1/16, METEOR = 15/16"),
        settings=_CHUNKS,
        comment="Here 'on the mat' and 'the cat' stay whole. Both are right by their own rule; only the rule differs.",
    ),
    _example(
        "meteor-inserted",
        "One word too many: precision falls, and the chunk breaks in two",
        _NLTK,
        "the cat was sat on the mat",
        _MAT,
        numbers(
            "m = 6, P = 6/7, R = 6/6, Fmean = 60/61, ch = 2, Pen = 1/54, METEOR = 530/549", printed="METEOR = 0.9654"
        ),
        settings=_EXACT,
    ),
    _example(
        "meteor-repeated",
        "The dog chased: the reference has 'the' twice, and the first one is the right partner",
        "mtexplain",
        "the dog chased",
        ("the dog chased the cat",),
        numbers("m = 3, P = 3/3, R = 3/5, crossings = 0, ch = 1, Fmean = 5/8, Pen = 1/54, METEOR = 265/432"),
        settings=_EXACT,
    ),
    _example(
        "meteor-repeated-greedy",
        "The same by NLTK's way of linking: it takes the last 'the', and gets two chunks",
        "NLTK, meteor_score.py (the text is ours)",
        "the dog chased",
        ("the dog chased the cat",),
        numbers("m = 3, crossings = 2, ch = 2, Pen = 4/27, METEOR = 115/216"),
        settings={"rules": "nltk", "stem": False},
    ),
    _example(
        "meteor-two-references",
        "Two references: the better one counts, and capitals do not",
        "NLTK, test_meteor.py",
        "THIS Is a tEST",
        ("this is a test", "this istest"),
        numbers("m = 4, ch = 1, METEOR = 127/128", printed="METEOR = 0.9921875"),
        settings={"lowercase": True},
    ),
    _example(
        "meteor-15-english",
        "The president by Meteor 1.5: 'the' and 'to' are function words, and count a quarter each",
        _LATER,
        _SPOKE,
        _THEN,
        numbers(
            "alpha = 0.85, beta = 0.2, gamma = 0.6, delta = 0.75, P = 1, R = 4/5, Fmean = 80/97, ch = 2, "
            "METEOR = 0.4275093302629786",
            printed="alpha = 0.85, beta = 0.2, gamma = 0.6, delta = 0.75",
        ),
        settings={"rules": "meteor-1.5", "stem": False},
        comment="'then' is a content word: that it is missing costs three times as much as a missing 'to' would.",
    ),
)
"""In teaching order."""
