"""BLEU's worked examples, in teaching order: our own, those of Papineni et al. 2002, then those of notes A to E."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from mtexplain.copies import read_only
from mtexplain.metrics.bleu import bleu
from mtexplain.recipe.example import Example, Number

_example = partial(Example, metric=bleu)
_PAPER = "Papineni et al. 2002, section"
_LOWER: Mapping[str, Any] = read_only({"lowercase": True})

_GUIDE = (
    "It is a guide to action that ensures that the military will forever heed Party commands",
    "It is the guiding principle which guarantees the military forces always being under the command of the Party",
    "It is the practical guide for the army always to heed the directions of the party",
)
_GUIDE_1 = "It is a guide to action which ensures that the military always obeys the commands of the party"
_GUIDE_2 = "It is to insure the troops forever hearing the activity guidebook that party direct"
_MAT = ("The cat is on the mat", "There is a cat on the mat")
_DO = ("I always do", "I invariably do", "I perpetually do")


def _words(number: int) -> str:
    return " ".join(f"w{place}" for place in range(1, number + 1))


_PAPINENI = (
    _example(
        "papineni-1-candidate-1",
        "It is a guide to action: the good candidate",
        f"{_PAPER} 2 and 2.1, Example 1",
        _GUIDE_1,
        _GUIDE,
        (
            Number("p_1", "17/18", "17/18"),
            Number("p_2", "10/17", "10/17"),
            Number("p_3", None, "7/16"),
            Number("p_4", None, "4/15"),
            Number("BP", None, "1"),
            Number("BLEU", None, "0.5045666840058485"),
        ),
        settings=_LOWER,
    ),
    _example(
        "papineni-1-candidate-2",
        "It is to insure the troops: the bad candidate",
        f"{_PAPER} 2 and 2.1, Example 1",
        _GUIDE_2,
        _GUIDE,
        (
            Number("p_1", "8/14", "8/14"),
            Number("p_2", "1/13", "1/13"),
            Number("p_3", None, "0/12"),
            Number("p_4", None, "0/11"),
            Number("r", None, "16"),
            Number("BP exponent", None, "-1/7"),
            Number("BLEU", None, "0"),
        ),
        settings=_LOWER,
    ),
    _example(
        "papineni-2",
        "the the the the the the the: why counts are clipped",
        f"{_PAPER} 2.1, Example 2",
        "the the the the the the the",
        _MAT,
        (
            Number("p_1 without clipping", "7/7", "7/7"),
            Number("p_1", "2/7", "2/7"),
            Number("p_2", "0", "0/6"),
            Number("r", None, "7"),
            Number("BLEU", None, "0"),
        ),
        settings=_LOWER,
    ),
    _example(
        "papineni-3",
        "of the: two perfect precisions",
        f"{_PAPER} 2.2, Example 3",
        "of the",
        _GUIDE,
        (
            Number("p_1", "2/2", "2/2"),
            Number("p_2", "1/1", "1/1"),
            Number("r", None, "16"),
            Number("BP exponent", None, "-7"),
            Number("BLEU", None, "0.0009118819655545162"),
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
        (
            Number("words of any reference used", None, "5/5", "the naive recall that the paper warns of"),
            Number("p_1", None, "5/5"),
            Number("p_2", None, "2/4"),
            Number("p_3", None, "0/3"),
        ),
        comment="The paper prints no numbers here, only the argument.",
    ),
    _example(
        "papineni-4-candidate-2",
        "I always do: the better translation, with the lower naive recall",
        f"{_PAPER} 2.2.1, Example 4",
        "I always do",
        _DO,
        (
            Number("words of any reference used", None, "3/5", "the naive recall that the paper warns of"),
            Number("p_1", None, "3/3"),
            Number("p_2", None, "2/2"),
            Number("p_3", None, "1/1"),
        ),
        comment="The paper prints no numbers here, only the argument.",
    ),
    _example(
        "papineni-lengths",
        "A candidate of 12 words against references of 12, 15 and 17",
        f"{_PAPER} 2.2.2",
        _words(12),
        (_words(12), _words(15), _words(17)),
        (Number("r", "12", "12"), Number("BP", "1", "1")),
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
        (
            Number("p_1", "6/8", "6/8"),
            Number("p_2", None, "5/7"),
            Number("p_3", None, "4/6"),
            Number("p_4", None, "3/5"),
            Number("r", None, "7"),
            Number("BLEU", None, "0.6803749333171202"),
        ),
        settings=_LOWER,
    ),
    _example(
        "notes-b",
        "of, ten times",
        "notes B, the example on modified precision",
        "of of of of of of of of of of",
        ("London is the capital of England and of the United Kingdom of Great Britain and Northern Ireland",),
        (
            Number("p_1 without clipping", "1", "10/10"),
            Number("p_1", "3/10", "3/10"),
            Number("p_2", None, "0/9"),
            Number("BP exponent", None, "-7/10"),
            Number("BLEU", None, "0"),
        ),
        settings=_LOWER,
    ),
    _example(
        "notes-c-the",
        "the, seven times",
        "notes C, a lecture; after Example 2 of the paper",
        "the the the the the the the",
        _MAT,
        (
            Number("p_1 without clipping", "7/7", "7/7"),
            Number("p_1", "2/7", "2/7"),
            Number("p_2", None, "0/6"),
        ),
        settings=_LOWER,
        comment="The transcript stutters: its reference 1 is `the the cat is on the mat`, by which p_1 would be 3/7.",
    ),
    _example(
        "notes-c-cat",
        "the cat the cat on the mat: pairs",
        "notes C, a lecture; the example on bigrams",
        "the cat the cat on the mat",
        _MAT,
        (
            Number("p_1", None, "5/7"),
            Number("p_2", "4/6", "4/6"),
            Number("p_3", None, "2/5"),
            Number("p_4", None, "1/4"),
            Number(
                "BLEU",
                "exp((p_1 + p_2 + p_3 + p_4)/4)",
                "0.4671379777282001",
                "the notes forget the logarithm: theirs gives 1.6615287216443533, and e for a perfect translation",
            ),
        ),
        settings=_LOWER,
    ),
    _example(
        "notes-d",
        "It is a guide to action: 17/18, not 0.95",
        "notes D, the example on p_1; Example 1 of the paper",
        _GUIDE_1,
        _GUIDE,
        (
            Number(
                "p_1",
                "0.95",
                "17/18",
                "the notes add 18 summands, 19/20, where the sentence has 16 different words; 17/18 is 0.944",
            ),
            Number("BP", None, "1"),
        ),
        settings=_LOWER,
    ),
    _example(
        "notes-e",
        "I am playing: no 4-gram, and a penalty upside down",
        "notes E, the example on the brevity penalty",
        "I am playing",
        ("I am playing basketball with my friends",),
        (
            Number("p_1", "1.0", "3/3"),
            Number("p_2", None, "2/2"),
            Number("p_3", None, "1/1"),
            Number("p_4", None, "0/0"),
            Number(
                "BP exponent",
                "1 - 3/7",
                "-4/3",
                "upside down in the notes: e^(1 - 3/7) = 1.770794952435155, a reward",
            ),
            Number("BP", None, "0.26359713811572677"),
            Number("BLEU", None, "0"),
        ),
    ),
)

_START = _example(
    "start",
    "the the cat on the mat: clipping and brevity in one small example",
    "mtexplain, notebook 00",
    "the the cat on the mat",
    ("there is a cat on the mat",),
    (
        Number("p_1", None, "4/6"),
        Number("p_2", None, "3/5"),
        Number("p_3", None, "2/4"),
        Number("p_4", None, "1/3"),
        Number("BP exponent", None, "-1/6"),
        Number("BLEU", None, "0.4301250851313263"),
    ),
)

EXAMPLES = (_START, *_PAPINENI, *_NOTES)
