"""The worked examples of Papineni et al. 2002, in the paper's order."""

from collections.abc import Mapping
from typing import Any

from mtexplain.copies import read_only
from mtexplain.examples.example import Example, Number

_PAPER = "Papineni et al. 2002, section"
LOWER: Mapping[str, Any] = read_only({"lowercase": True})

GUIDE = (
    "It is a guide to action that ensures that the military will forever heed Party commands",
    "It is the guiding principle which guarantees the military forces always being under the command of the Party",
    "It is the practical guide for the army always to heed the directions of the party",
)
GUIDE_1 = "It is a guide to action which ensures that the military always obeys the commands of the party"
_GUIDE_2 = "It is to insure the troops forever hearing the activity guidebook that party direct"
MAT = ("The cat is on the mat", "There is a cat on the mat")
_DO = ("I always do", "I invariably do", "I perpetually do")


def _words(number: int) -> str:
    return " ".join(f"w{place}" for place in range(1, number + 1))


PAPINENI = (
    Example(
        "papineni-1-candidate-1",
        "It is a guide to action: the good candidate",
        f"{_PAPER} 2 and 2.1, Example 1",
        GUIDE_1,
        GUIDE,
        (
            Number("p_1", "17/18", "17/18"),
            Number("p_2", "10/17", "10/17"),
            Number("p_3", None, "7/16"),
            Number("p_4", None, "4/15"),
            Number("BP", None, "1"),
            Number("BLEU", None, "0.5045666840058485"),
        ),
        LOWER,
    ),
    Example(
        "papineni-1-candidate-2",
        "It is to insure the troops: the bad candidate",
        f"{_PAPER} 2 and 2.1, Example 1",
        _GUIDE_2,
        GUIDE,
        (
            Number("p_1", "8/14", "8/14"),
            Number("p_2", "1/13", "1/13"),
            Number("p_3", None, "0/12"),
            Number("p_4", None, "0/11"),
            Number("r", None, "16"),
            Number("BP exponent", None, "-1/7"),
            Number("BLEU", None, "0"),
        ),
        LOWER,
    ),
    Example(
        "papineni-2",
        "the the the the the the the: why counts are clipped",
        f"{_PAPER} 2.1, Example 2",
        "the the the the the the the",
        MAT,
        (
            Number("p_1 without clipping", "7/7", "7/7"),
            Number("p_1", "2/7", "2/7"),
            Number("p_2", "0", "0/6"),
            Number("r", None, "7"),
            Number("BLEU", None, "0"),
        ),
        LOWER,
    ),
    Example(
        "papineni-3",
        "of the: two perfect precisions",
        f"{_PAPER} 2.2, Example 3",
        "of the",
        GUIDE,
        (
            Number("p_1", "2/2", "2/2"),
            Number("p_2", "1/1", "1/1"),
            Number("r", None, "16"),
            Number("BP exponent", None, "-7"),
            Number("BLEU", None, "0.0009118819655545162"),
        ),
        {"lowercase": True, "max_n": 2},
        "Only the brevity penalty punishes it. Scored as BLEU-2: there are no longer n-grams.",
    ),
    Example(
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
    Example(
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
    Example(
        "papineni-lengths",
        "A candidate of 12 words against references of 12, 15 and 17",
        f"{_PAPER} 2.2.2",
        _words(12),
        (_words(12), _words(15), _words(17)),
        (Number("r", "12", "12"), Number("BP", "1", "1")),
        comment="The paper gives only the lengths: w1, w2, ... stand for the words.",
    ),
)
