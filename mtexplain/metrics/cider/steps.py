"""How a CIDEr trace is told: words, how rare they are, CIDEr-D's length penalty, the cosines of each order, score."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtexplain.display.formula import Call, Chain, shown
from mtexplain.display.parts import Equation, Part
from mtexplain.display.trace import Step
from mtexplain.metrics.cider import formulas, pictures, similarities, tables
from mtexplain.metrics.cider.maths import Order, mean
from mtexplain.metrics.cider.signature import read_by, so_many
from mtexplain.metrics.shared import texts
from mtexplain.metrics.shared.orders import order_name

if TYPE_CHECKING:
    from mtexplain.metrics.cider.base import CiderScore
    from mtexplain.metrics.cider.caption import CaptionCider
    from mtexplain.metrics.cider.corpus import CorpusCider

_PAPER = "Vedantam et al. 2015, section"
_WHY_TOKENS = "CIDEr compares tokens: one either equals a token of a reference, letter by letter, or it does not."
_WHY_RARITY = (
    "An n-gram that many images share says little about this one. Its weight is the logarithm of the number of images "
    "over those that have it in a reference: 0 where all do."
)
_WHY_PENALTY = (
    "A cosine does not see length: repeating the best words again and again could win. So a caption of another length "
    "than the reference loses."
)
_WHY_COSINE = (
    "Both texts are vectors of weights. The cosine says how far they point the same way: 1 where all weights are in "
    "the same proportion, 0 where the texts share nothing of weight."
)
_WHY_CLIPPED = " The candidate's weight counts no more than the reference's: a word repeated earns nothing more."
_WHY_RUNS = "The same with runs of {n} words in a row: here it counts, too, in which order the words stand."
_WHY_MEAN = " The references count alike: consensus is what the mean rewards."
_WHY_SCORE = "All orders count alike. One without a match costs its share and no more: the orders are added."
_WHY_STEMS = " The paper first cuts every word to its stem: fishes, fishing and fished are all fish."
_WHY_TEN = " The ten brings the number to the size of other metrics; equation 4 has it, equation 3 does not."
_WHY_IMAGES = "Every image counts alike, however long its captions are."


def of_caption(trace: "CaptionCider") -> tuple[Step, ...]:
    """Tokens, rarity, penalty, CIDEr_1 to CIDEr_N, score."""
    penalty = [_penalty(trace)] if trace.rules.is_defended else []
    return (_tokens(trace), _rarity(trace), *penalty, *_orders(trace), _score(trace))


def of_corpus(trace: "CorpusCider") -> tuple[Step, ...]:
    """Document frequencies, images, score."""
    return (_frequencies(trace), _images(trace), _score(trace))


def _tokens(trace: "CaptionCider") -> Step:
    how = read_by(trace.rules)
    length = len(trace.candidate)
    equation = Equation(Call("l", "c"), str(length), str(length), "l is the length of a text, in words")
    outcome = Chain("=", (Call("l", "c"), str(length)))
    why = _WHY_TOKENS + _WHY_STEMS * (trace.rules.stem != "none")
    return Step("tokens", "Tokens", how, outcome, why, f"{_PAPER} 4", (texts.tokens(trace), equation))


def _rarity(trace: "CaptionCider") -> Step:
    frequencies = trace.document_frequencies
    rarest = min((frequencies.of((word,)) for word in trace.candidate), default=0)
    parts = (tables.rarity(trace.candidate, frequencies), formulas.idf(frequencies.documents, rarest))
    outcome = Chain("=", ("|I|", str(frequencies.documents)))
    summary = f"idf from {so_many(frequencies.documents)}"
    return Step("idf", "Rarity", summary, outcome, _WHY_RARITY, f"{_PAPER} 4, equation 1", parts)


def _frequencies(trace: "CorpusCider") -> Step:
    frequencies = trace.document_frequencies
    parts = (tables.spread(frequencies), formulas.idf(frequencies.documents, 1))
    outcome = Chain("=", ("|I|", str(frequencies.documents)))
    summary = f"{len(frequencies.counts):,} different n-grams"
    return Step("idf", "Document frequencies", summary, outcome, _WHY_RARITY, f"{_PAPER} 4, equation 1", parts)


def _penalty(trace: "CaptionCider") -> Step:
    penalties = trace.orders[0].penalties
    values = [shown(one.value) for one in penalties]
    equations = (similarities.penalty(one, place) for place, one in enumerate(penalties))
    parts: tuple[Part, ...] = (tables.penalties(trace), *equations, pictures.penalty(trace))
    outcome = Chain("=", ("penalty", values[0] if len(values) == 1 else Chain(",", tuple(values[: formulas.MOST]))))
    summary = f"l(c) = {penalties[0].candidate_length} {trace.rules.length}"
    return Step("penalty", "Length penalty", summary, outcome, _WHY_PENALTY, f"{_PAPER} 7, equation 4", parts)


def _orders(trace: "CaptionCider") -> Iterator[Step]:
    defended = trace.rules.is_defended
    source = f"{_PAPER} 7, equation 4" if defended else f"{_PAPER} 4, equation 2"
    for order, number in zip(trace.orders, trace.numbers, strict=True):
        symbol = formulas.order(trace.rules, order.n)
        why = _WHY_COSINE + _WHY_CLIPPED * defended + _WHY_MEAN * (len(order.cosines) > 1)
        why = why if order.n == 1 else _WHY_RUNS.format(n=order.n)
        title, summary = order_name(order.n).capitalize(), tables.matched(order)
        parts, outcome = tuple(_parts(trace, order)), Chain("=", (symbol, number))
        yield Step(f"CIDEr_{order.n}", title, summary, outcome, why, source, parts)


def _parts(trace: "CaptionCider", order: Order) -> Iterator[Part]:
    """The weights, the mean over the references where there are several, the working of each."""
    yield tables.weights(trace, order)
    if len(order.cosines) > 1:
        yield formulas.mean(trace.rules, order)
    for place in range(len(order.cosines)):
        yield similarities.similarity(trace.rules, order, place)


def _images(trace: "CorpusCider") -> Step:
    scores = [segment.score for segment in trace.segments]
    parts = (tables.images(trace), formulas.corpus(trace, scores))
    outcome = Chain("=", (trace.symbol, shown(trace.score)))
    summary = f"the mean of {so_many(len(scores))}"
    return Step("images", "Images", summary, outcome, _WHY_IMAGES, f"{_PAPER} 4, and the authors' code", parts)


def _score(trace: "CiderScore") -> Step:
    average = shown(float(mean(trace.values)))
    outcome = Chain("=", (trace.symbol, shown(trace.score)))
    parts = (formulas.score(trace, trace.numbers), tables.account(trace), pictures.account(trace))
    source = f"{_PAPER} 7, equation 5" if trace.rules.is_defended else f"{_PAPER} 4, equation 3"
    tenfold = trace.rules.tenfold
    why = _WHY_SCORE + _WHY_TEN * (tenfold and not trace.rules.is_defended)
    summary = "ten times " * tenfold + f"the mean {average}"
    return Step("score", "Score", summary, outcome, why, source, parts)
