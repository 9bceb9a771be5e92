"""Wrong penalties."""

from fractions import Fraction
from functools import partial

from mtexplain import exact
from mtexplain.display.formula import Over
from mtexplain.explain.misconceptions.meteor import method
from mtexplain.explain.misconceptions.meteor.method import penalised, raised
from mtexplain.explain.misconceptions.meteor.subject import (
    BETA,
    CHUNKS_SHARE,
    GAMMA,
    METEOR_SUBJECT,
    PENALTY,
    is_,
    times,
)
from mtexplain.explain.misconceptions.meteor.subject import raised as to_the
from mtexplain.metrics.meteor import Against
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.numbers import Real

_wrong = partial(Misconception, METEOR_SUBJECT, place="fragmentation")
_TWO = Smallest("a a", ("a a",))


def _free(reference: Against, matches: Real, chunks: Real) -> Real:
    return Fraction(0) if chunks == 1 else method.fragmentation(reference, matches, chunks)


PENALTIES = (
    _wrong(
        name="meteor-no-penalty",
        title="No penalty",
        wrong=is_(PENALTY, "0"),
        explanation="Without it the order of the words would not count at all.",
        source="a common slip",
        example=Smallest("a", ("a",)),
        replacement=penalised(lambda reference, chunks, matches: Fraction(0)),
    ),
    _wrong(
        name="meteor-one-chunk-free",
        title="No penalty where there is one chunk",
        wrong=is_(PENALTY, "0 where ch is 1"),
        explanation="One chunk costs a little. Meteor 1.5 lets it go free, where it is the whole of both texts.",
        source="Meteor 1.5, whose code does it; the papers do not say so",
        example=Smallest("a", ("a",)),
        replacement=_free,
    ),
    _wrong(
        name="meteor-no-gamma",
        title="Gamma forgotten",
        wrong=is_(PENALTY, to_the(CHUNKS_SHARE)),
        explanation="The penalty takes half of the score at most. Without gamma it could take all.",
        source="a common slip; Banerjee and Lavie 2005, section 2.2",
        example=Smallest("a", ("a",)),
        replacement=penalised(lambda reference, chunks, matches: raised(chunks / matches, reference)),
    ),
    _wrong(
        name="meteor-no-power",
        title="Not cubed",
        wrong=is_(PENALTY, times(GAMMA, CHUNKS_SHARE)),
        explanation="The share of chunks is cubed, in 2005: few chunks cost little.",
        source="a common slip; Banerjee and Lavie 2005, section 2.2",
        example=_TWO,
        replacement=penalised(lambda reference, chunks, matches: reference.rules.gamma * chunks / matches),
    ),
    _wrong(
        name="meteor-squared",
        title="Squared in place of cubed",
        wrong=is_(PENALTY, times(GAMMA, to_the(CHUNKS_SHARE, "2"))),
        explanation="The exponent is 3, in 2005.",
        source="a common slip; Banerjee and Lavie 2005, section 2.2",
        example=_TWO,
        replacement=penalised(lambda reference, chunks, matches: reference.rules.gamma * (chunks / matches) ** 2),
    ),
    _wrong(
        name="meteor-gamma-inside",
        title="Gamma within the power",
        wrong=is_(PENALTY, to_the(times(GAMMA, CHUNKS_SHARE))),
        explanation="Only ch/m is raised to the power. Half of it comes after.",
        source="a common slip",
        example=Smallest("a", ("a",)),
        replacement=penalised(
            lambda reference, chunks, matches: raised(reference.rules.gamma * chunks / matches, reference)
        ),
    ),
    _wrong(
        name="meteor-chunks-raised-alone",
        title="Only the chunks cubed",
        wrong=is_(PENALTY, times(GAMMA, Over(to_the("ch"), "m"))),
        explanation="The whole share is raised to the power, m as well.",
        source="a common slip",
        example=_TWO,
        replacement=penalised(
            lambda reference, chunks, matches: reference.rules.gamma * raised(chunks, reference) / matches
        ),
    ),
    _wrong(
        name="meteor-turned-over",
        title="The share of chunks turned over",
        wrong=is_(PENALTY, times(GAMMA, to_the(Over("m", "ch")))),
        explanation="More chunks must cost more.",
        source="a common slip",
        example=_TWO,
        replacement=penalised(
            lambda reference, chunks, matches: reference.rules.gamma * raised(matches / chunks, reference)
        ),
    ),
    _wrong(
        name="meteor-chunks-of-all-words",
        title="Chunks over the candidate's words",
        wrong=is_(PENALTY, times(GAMMA, to_the(Over("ch", "c")))),
        explanation="Below the line are the linked words. Those without a partner have no order.",
        source="a common slip; Banerjee and Lavie 2005, section 2.2",
        example=Smallest("a a", ("a",)),
        replacement=penalised(
            lambda reference, chunks, matches: (
                reference.rules.gamma * raised(chunks / max(1, len(reference.candidate)), reference)
            )
        ),
    ),
    _wrong(
        name="meteor-chunks-of-reference-words",
        title="Chunks over the reference's words",
        wrong=is_(PENALTY, times(GAMMA, to_the(Over("ch", "r")))),
        explanation="Below the line are the linked words. Those without a partner have no order.",
        source="a common slip; Banerjee and Lavie 2005, section 2.2",
        example=Smallest("a", ("a a",)),
        replacement=penalised(
            lambda reference, chunks, matches: (
                reference.rules.gamma * raised(chunks / max(1, len(reference.reference)), reference)
            )
        ),
    ),
    _wrong(
        name="meteor-later-penalty",
        title="The penalty of Meteor 1.5",
        wrong=is_(PENALTY, times("0.6", to_the(CHUNKS_SHARE, "0.2"))),
        explanation="Each version has numbers of its own: 0.5 and 3 in 2005, 0.6 and 0.2 in Meteor 1.5 for English.",
        source="Denkowski and Lavie 2014; Meteor 1.5",
        example=Smallest("a", ("a",)),
        replacement=penalised(
            lambda reference, chunks, matches: Fraction(3, 5) * exact.power(chunks / matches, Fraction(1, 5))
        ),
    ),
    _wrong(
        name="meteor-beta-as-factor",
        title="Beta as a factor",
        wrong=is_(PENALTY, times(GAMMA, BETA, CHUNKS_SHARE)),
        explanation="Beta is an exponent.",
        source="a common slip",
        example=Smallest("a", ("a",)),
        replacement=penalised(
            lambda reference, chunks, matches: reference.rules.gamma * reference.rules.beta * chunks / matches
        ),
    ),
)
