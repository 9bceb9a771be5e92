"""The pictures of a METEOR trace, as data: the links, the factors, the curve of the penalty, the sum of logarithms."""

from typing import TYPE_CHECKING

from mtexplain.display import plain
from mtexplain.display.drawings import Bar, Bars, Curve, Fall, Guide, Waterfall
from mtexplain.display.formula import Symbol, shown
from mtexplain.display.pairs import Alignment, Link
from mtexplain.display.parts import Words
from mtexplain.metrics.meteor import formulas
from mtexplain.metrics.meteor.share_formulas import P, R, number_of
from mtexplain.metrics.shared.occurrences import so_many

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mtexplain.metrics.meteor.against import Against
    from mtexplain.metrics.meteor.links import Link as Found
    from mtexplain.metrics.meteor.sentence import Meteor

_POINTS = 60


def alignment(one: "Against") -> Alignment:
    """The two texts, one above the other, with a line for each link."""
    links = tuple(
        Link(link.candidate, link.reference, link.stage, number)
        for number, chunk in enumerate(one.alignment.chunks, 1)
        for link in chunk
    )
    crossings = one.alignment.crossings
    alt = (
        f"The candidate above, the reference below: {so_many(one.matches, 'link')} in {so_many(one.chunks, 'chunk')}, "
        f"{'no two' if not crossings else so_many(crossings, 'pair')} of which cross{'es' * (crossings == 1)}. "
        f"{'; '.join(_told(number, chunk) for number, chunk in enumerate(one.alignment.chunks, 1))}."
    )
    return Alignment(Words(one.candidate), Words(one.reference), links, alt)


def _told(number: int, chunk: "Sequence[Found]") -> str:
    """Which words of the two texts a chunk links."""
    first, last = chunk[0], chunk[-1]
    ours, theirs = (_places(*ends) for ends in ((first.candidate, last.candidate), (first.reference, last.reference)))
    return f"chunk {number} links {ours} above with {theirs} below"


def _places(first: int, last: int) -> str:
    return f"word {first + 1}" if first == last else f"words {first + 1} to {last + 1}"


def factors(trace: "Meteor") -> Bars:
    """Precision and recall, their mean, what the penalty leaves of it, the score."""
    one = trace.best
    rest = 1 - one.penalty
    bars = (
        _counted(one, P, "precision"),
        _counted(one, R, "recall"),
        Bar(formulas.MEAN, "", shown(float(one.mean)), float(one.mean), ">"),
        Bar(formulas.REST, "order", shown(float(rest)), float(rest), "*", "factor"),
        Bar(formulas.METEOR, "", shown(one.score), one.score, "=", "result"),
    )
    said = "; ".join(f"{plain.formula(bar.label)} {plain.formula(bar.number)}" for bar in bars)
    return Bars(bars, said)


def _counted(one: "Against", symbol: Symbol, name: str) -> Bar:
    share = one.precision if symbol == P else one.recall
    return Bar(symbol, name, number_of(one, symbol), None if share.value is None else float(share.value))


def penalty(one: "Against") -> Curve:
    """Pen over the number of chunks: what another order of the same words would cost."""
    most, chunks = max(1, one.matches), one.chunks
    gamma, beta = float(one.rules.gamma), float(one.rules.beta)
    places = sorted({*(most * step / _POINTS for step in range(1, _POINTS + 1)), *range(1, min(most, _POINTS) + 1)})
    points = tuple((float(place), gamma * (place / most) ** beta) for place in places)
    label = f"ch = {chunks}: Pen = {shown(float(one.penalty))}"
    guides = (Guide(float(most), f"m = {most}", True),)
    alt = (
        f"The penalty over the number of chunks: with one chunk it is {shown(gamma / most**beta)}, and it rises to "
        f"{shown(gamma)}, where each of the {most} links is a chunk of its own. Here {label}."
    )
    return Curve("chunks ch", "Pen", points, (float(chunks), float(one.penalty)), label, guides, alt)


def logarithms(trace: "Meteor") -> Waterfall:
    """log Fmean and log(1 - Pen), which add up to log METEOR."""
    falls, end = [], 0.0
    for label, term in zip(formulas.log_terms(), trace.terms, strict=True):
        falls.append(Fall(label, shown(term.value), end, end + term.value))
        end += term.value
    total = Fall(formulas.LOG, shown(end), 0.0, end, "result")
    said = "; ".join(f"{plain.formula(fall.label)} is {plain.formula(fall.number)}" for fall in (*falls, total))
    return Waterfall((*falls, total), f"The sum of the logarithms: {said}.")
