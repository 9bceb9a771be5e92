"""The worked examples of BLEU in notes A to E."""

from mtexplain.examples.example import Example, Number
from mtexplain.examples.papineni import GUIDE, GUIDE_1, LOWER, MAT

NOTES = (
    Example(
        "notes-a",
        "the the the cat is on the mat: clipping, counted by hand",
        "notes A, section 2.1",
        "the the the cat is on the mat",
        MAT,
        (
            Number("p_1", "6/8", "6/8"),
            Number("p_2", None, "5/7"),
            Number("p_3", None, "4/6"),
            Number("p_4", None, "3/5"),
            Number("r", None, "7"),
            Number("BLEU", None, "0.6803749333171202"),
        ),
        LOWER,
    ),
    Example(
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
        LOWER,
    ),
    Example(
        "notes-c-the",
        "the, seven times",
        "notes C, a lecture; after Example 2 of the paper",
        "the the the the the the the",
        MAT,
        (
            Number("p_1 without clipping", "7/7", "7/7"),
            Number("p_1", "2/7", "2/7"),
            Number("p_2", None, "0/6"),
        ),
        LOWER,
        "The transcript stutters: it writes reference 1 as `the the cat is on the mat`, by which p_1 would be 3/7.",
    ),
    Example(
        "notes-c-cat",
        "the cat the cat on the mat: pairs",
        "notes C, a lecture; the example on bigrams",
        "the cat the cat on the mat",
        MAT,
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
        LOWER,
    ),
    Example(
        "notes-d",
        "It is a guide to action: 17/18, not 0.95",
        "notes D, the example on p_1; Example 1 of the paper",
        GUIDE_1,
        GUIDE,
        (
            Number(
                "p_1",
                "0.95",
                "17/18",
                "the notes add 18 summands, 19/20, where the sentence has 16 different words; 17/18 is 0.944",
            ),
            Number("BP", None, "1"),
        ),
        LOWER,
    ),
    Example(
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
