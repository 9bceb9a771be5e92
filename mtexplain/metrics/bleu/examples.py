"""BLEU's worked examples, in teaching order: our own, those of Papineni et al. 2002, then those of notes A to E."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from mtexplain.copies import read_only
from mtexplain.metrics.bleu import bleu
from mtexplain.metrics.shared.papineni import GUIDE, GUIDE_1, GUIDE_2, some_words
from mtexplain.recipe.example import Example, numbers

_example = partial(Example, metric=bleu)
_PAPER = "Papineni et al. 2002, section"
_LOWER: Mapping[str, Any] = read_only({"lowercase": True})

_MAT = ("The cat is on the mat", "There is a cat on the mat")
_DO = ("I always do", "I invariably do", "I perpetually do")


_PAPINENI = (
    _example(
        "papineni-1-candidate-1",
        "It is a guide to action: the good candidate",
        f"{_PAPER} 2 and 2.1, Example 1",
        GUIDE_1,
        GUIDE,
        numbers(
            "p_1 = 17/18, p_2 = 10/17, p_3 = 7/16, p_4 = 4/15, BP = 1, BLEU = 0.5045666840058485",
            printed="p_1 = 17/18, p_2 = 10/17",
        ),
        settings=_LOWER,
    ),
    _example(
        "papineni-1-candidate-2",
        "It is to insure the troops: the bad candidate",
        f"{_PAPER} 2 and 2.1, Example 1",
        GUIDE_2,
        GUIDE,
        numbers(
            "p_1 = 8/14, p_2 = 1/13, p_3 = 0/12, p_4 = 0/11, r = 16, BP exponent = -1/7, BLEU = 0",
            printed="p_1 = 8/14, p_2 = 1/13",
        ),
        settings=_LOWER,
    ),
    _example(
        "papineni-2",
        "the the the the the the the: why counts are clipped",
        f"{_PAPER} 2.1, Example 2",
        "the the the the the the the",
        _MAT,
        numbers(
            "p_1 without clipping = 7/7, p_1 = 2/7, p_2 = 0/6, r = 7, BLEU = 0",
            printed="p_1 without clipping = 7/7, p_1 = 2/7, p_2 = 0",
        ),
        settings=_LOWER,
    ),
    _example(
        "papineni-3",
        "of the: two perfect precisions",
        f"{_PAPER} 2.2, Example 3",
        "of the",
        GUIDE,
        numbers(
            "p_1 = 2/2, p_2 = 1/1, r = 16, BP exponent = -7, BLEU = 0.0009118819655545162",
            printed="p_1 = 2/2, p_2 = 1/1",
        ),
        settings={"lowercase": True, "max_n": 2},
        comment="Only the brevity penalty punishes it. Scored as BLEU-2: there are no longer n-grams.",
    ),
    _example(
        "papineni-4-candidate-1",
        "I always invariably perpetually do: recall rewards the worse one",
        f"{_PAPER} 2.2.1, Example 4",
        "I always invariably perpetually do",
        _DO,
        numbers(
            "words of any reference used = 5/5, p_1 = 5/5, p_2 = 2/4, p_3 = 0/3",
            comments={"words of any reference used": "the naive recall that the paper warns of"},
        ),
        comment="The paper prints no numbers here, only the argument.",
    ),
    _example(
        "papineni-4-candidate-2",
        "I always do: the better translation, with the lower naive recall",
        f"{_PAPER} 2.2.1, Example 4",
        "I always do",
        _DO,
        numbers(
            "words of any reference used = 3/5, p_1 = 3/3, p_2 = 2/2, p_3 = 1/1",
            comments={"words of any reference used": "the naive recall that the paper warns of"},
        ),
        comment="The paper prints no numbers here, only the argument.",
    ),
    _example(
        "papineni-lengths",
        "A candidate of 12 words against references of 12, 15 and 17",
        f"{_PAPER} 2.2.2",
        some_words(12),
        (some_words(12), some_words(15), some_words(17)),
        numbers("r = 12, BP = 1", printed="r = 12, BP = 1"),
        comment="The paper gives only the lengths: w1, w2, ... stand for the words.",
    ),
)

_NOTES = (
    _example(
        "notes-a",
        "the the the cat is on the mat: clipping, counted by hand",
        "notes A, section 2.1",
        "the the the cat is on the mat",
        _MAT,
        numbers("p_1 = 6/8, p_2 = 5/7, p_3 = 4/6, p_4 = 3/5, r = 7, BLEU = 0.6803749333171202", printed="p_1 = 6/8"),
        settings=_LOWER,
    ),
    _example(
        "notes-b",
        "of, ten times",
        "notes B, the example on modified precision",
        "of of of of of of of of of of",
        ("London is the capital of England and of the United Kingdom of Great Britain and Northern Ireland",),
        numbers(
            "p_1 without clipping = 10/10, p_1 = 3/10, p_2 = 0/9, BP exponent = -7/10, BLEU = 0",
            printed="p_1 without clipping = 1, p_1 = 3/10",
        ),
        settings=_LOWER,
    ),
    _example(
        "notes-c-the",
        "the, seven times",
        "notes C, a lecture; after Example 2 of the paper",
        "the the the the the the the",
        _MAT,
        numbers("p_1 without clipping = 7/7, p_1 = 2/7, p_2 = 0/6", printed="p_1 without clipping = 7/7, p_1 = 2/7"),
        settings=_LOWER,
        comment="The transcript stutters: its reference 1 is `the the cat is on the mat`, by which p_1 would be 3/7.",
    ),
    _example(
        "notes-c-cat",
        "the cat the cat on the mat: pairs",
        "notes C, a lecture; the example on bigrams",
        "the cat the cat on the mat",
        _MAT,
        numbers(
            "p_1 = 5/7, p_2 = 4/6, p_3 = 2/5, p_4 = 1/4, BLEU = 0.4671379777282001",
            printed="p_2 = 4/6, BLEU = exp((p_1 + p_2 + p_3 + p_4)/4)",
            comments={
                "BLEU": "the notes forget the logarithm: theirs gives 1.6615287216443533, and e for a perfect "
                "translation"
            },
        ),
        settings=_LOWER,
    ),
    _example(
        "notes-d",
        "It is a guide to action: 17/18, not 0.95",
        "notes D, the example on p_1; Example 1 of the paper",
        GUIDE_1,
        GUIDE,
        numbers(
            "p_1 = 17/18, BP = 1",
            printed="p_1 = 0.95",
            comments={
                "p_1": "the notes add 18 summands, 19/20, where the sentence has 16 different words; 17/18 is 0.944"
            },
        ),
        settings=_LOWER,
    ),
    _example(
        "notes-e",
        "I am playing: no 4-gram, and a penalty upside down",
        "notes E, the example on the brevity penalty",
        "I am playing",
        ("I am playing basketball with my friends",),
        numbers(
            "p_1 = 3/3, p_2 = 2/2, p_3 = 1/1, p_4 = 0/0, BP exponent = -4/3, BP = 0.26359713811572677, BLEU = 0",
            printed="p_1 = 1.0, BP exponent = 1 - 3/7",
            comments={"BP exponent": "upside down in the notes: e^(1 - 3/7) = 1.770794952435155, a reward"},
        ),
    ),
)

_START = _example(
    "start",
    "the the cat on the mat: clipping and brevity in one small example",
    "mtexplain, notebook 00",
    "the the cat on the mat",
    ("there is a cat on the mat",),
    numbers("p_1 = 4/6, p_2 = 3/5, p_3 = 2/4, p_4 = 1/3, BP exponent = -1/6, BLEU = 0.4301250851313263"),
)

EXAMPLES = (_START, *_PAPINENI, *_NOTES)
