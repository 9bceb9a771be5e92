"""The worked examples of NIST: information, its brevity penalty, and what its script and NLTK compute."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from mtexplain.copies import read_only
from mtexplain.metrics.nist import nist
from mtexplain.metrics.shared.papineni import GUIDE, GUIDE_1, GUIDE_2, some_words
from mtexplain.recipe.example import Example, numbers

_example = partial(Example, metric=nist)
_PAPER = "Doddington 2002"
_LOWER: Mapping[str, Any] = read_only({"lowercase": True})
_NLTK: Mapping[str, Any] = read_only({"rules": "nltk"})


EXAMPLES: tuple[Example, ...] = (
    _example(
        "nist-the-dog",
        "the dog tells more than the cat, where nine of ten are cats",
        f"{_PAPER}, equation 2; the numbers are those of a thesis of Tottori University (s062041)",
        "the dog the cat",
        ("the cat",) * 9 + ("the dog",),
        numbers(
            "Info(the dog) = 3.321928094887362, Info(the cat) = 0.15200309344504997",
            comments={"Info(the dog)": "log2(10/1)", "Info(the cat)": "log2(10/9)"},
        ),
        settings={"max_n": 2},
    ),
    _example(
        "nist-two-thirds",
        "Six words where nine are expected: half the score",
        f"{_PAPER}, equation 3",
        some_words(6),
        (some_words(9),),
        numbers(
            "BP = 0.5", printed="BP = 0.5", comments={"BP": "BLEU's penalty would be e^(-1/2) = 0.6065306597126334"}
        ),
        comment="The paper gives only the lengths: w1, w2, ... stand for the words.",
    ),
    _example(
        "nist-nine-tenths",
        "Nine words where ten are expected: little is taken off",
        f"{_PAPER}, equation 3",
        some_words(9),
        (some_words(10),),
        numbers("BP = 0.9542753127345837", comments={"BP": "BLEU's penalty would be e^(-1/9) = 0.8948393168143698"}),
        comment="The paper gives only the lengths: w1, w2, ... stand for the words.",
    ),
    _example(
        "nist-guide",
        "It is a guide to action: BLEU's good candidate by NIST",
        "Papineni et al. 2002, section 2, Example 1; scored by mteval-v11b.pl and mteval-v12.pl",
        GUIDE_1,
        GUIDE,
        numbers(
            "s_1 = 4.204494039982217, BP = 1, NIST = 4.82854316707763",
            comments={"NIST": "NLTK gives 3.5964876896012417: one reference for each order"},
        ),
        settings=_LOWER,
    ),
    _example(
        "nist-guide-one-reference",
        "It is a guide to action, against one reference: every tool agrees",
        "Papineni et al. 2002, section 2, Example 1; scored by mteval-v12.pl and NLTK",
        GUIDE_1,
        GUIDE[:1],
        numbers("NIST = 2.6699346405228757"),
        settings=_LOWER,
    ),
    _example(
        "nist-nltk-1",
        "It is a guide to action, as NLTK scores it",
        "NLTK, the documentation of sentence_nist",
        GUIDE_1,
        GUIDE,
        numbers("NIST = 3.370993595764933", printed="NIST = 3.3709...", comments={"NIST": "capitals count here"}),
        settings=_NLTK,
    ),
    _example(
        "nist-nltk-2",
        "It is to insure the troops, as NLTK scores it",
        "NLTK, the documentation of sentence_nist",
        GUIDE_2,
        GUIDE,
        numbers("NIST = 1.4619035460750136", printed="NIST = 1.4619...", comments={"NIST": "capitals count here"}),
        settings=_NLTK,
    ),
)
"""The examples of NIST, in teaching order."""
