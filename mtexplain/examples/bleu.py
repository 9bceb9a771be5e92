"""BLEU's worked examples, in teaching order: our own, those of Papineni et al. 2002, then those of notes A to E."""

from mtexplain.examples.example import Example, Number
from mtexplain.examples.notes import NOTES
from mtexplain.examples.papineni import PAPINENI

START = Example(
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

BLEU = (START, *PAPINENI, *NOTES)
