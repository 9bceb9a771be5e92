"""The charts of a METEOR trace, as data: words, links, factors, the curve of the penalty, the sum of logarithms."""

from collections.abc import Sequence

from mtexplain.display import plain
from mtexplain.display.charts import Bar, Bars, Curve, Fall, Guide, Waterfall
from mtexplain.display.formula import Call, shown
from mtexplain.display.pairs import Alignment, Link
from mtexplain.display.parts import Sentence, Sentences, Words
from mtexplain.metrics.meteor.links import Link as Found
from mtexplain.metrics.meteor.recipe import LOG_TERMS, REST, MeteorScore, SentenceMeteor
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.recipe.equations import value_of

LOG_SCORE = Call("log", MeteorScore.score.symbol)
_POINTS = 60
_BEST = "The links of the candidate are those with the best reference. Each reference shows its own."
_LEGEND = "[x] is linked; a bare x has no partner."
_CLIPPED = "[x] is linked; x(clipped) could be, but is not; a bare x has no partner."
_TAKEN = "A clipped word has partners in the reference, but others took them."


def sentences(trace: SentenceMeteor) -> Sentences:
    """The words: those of the candidate as they are linked with the best reference, and each reference."""
    earned = _earned(trace)
    rows = [Sentence("candidate", Words(trace.candidate, earned), so_many(len(trace.candidate), "token"))]
    for place, one in enumerate(trace.against):
        linked = {link.reference for link in one.alignment.links}
        states = tuple("matched" if token in linked else "" for token in range(len(one.reference)))
        remark = f"{so_many(len(one.reference), 'token')}, {one.matches} matched in {so_many(one.chunks, 'chunk')}"
        chosen = " → best" if len(trace.against) > 1 and place == trace.place else ""
        rows.append(Sentence(f"reference {place + 1}", Words(one.reference, states), remark + chosen))
    clipped = "clipped" in earned
    captions = (_BEST if len(trace.against) > 1 else "", _TAKEN if clipped else "")
    return Sentences(tuple(rows), " ".join(filter(None, captions)), _CLIPPED if clipped else _LEGEND)


def _earned(trace: SentenceMeteor) -> tuple[str, ...]:
    """What each word of the candidate earned; "clipped" could be linked, but others have all its partners."""
    linked = {link.candidate for link in trace.alignment.links}
    could = {word for options in trace.alignment.possible.values() for word in options}
    places = range(len(trace.candidate))
    return tuple("credited" if place in linked else "clipped" if place in could else "" for place in places)


def alignment(trace: MeteorScore) -> Alignment:
    """The two texts, one above the other, with a line for each link."""
    chunks, crossings = list(enumerate(trace.alignment.chunks, 1)), trace.alignment.crossings
    links = tuple(Link(*link, number) for number, chunk in chunks for link in chunk)
    crossed = f"{'no two' if not crossings else so_many(crossings, 'pair')} of which cross{'es' * (crossings == 1)}"
    alt = (
        f"The candidate above, the reference below: {so_many(trace.matches, 'link')} in "
        f"{so_many(trace.chunks, 'chunk')}, {crossed}. {'; '.join(_describe(*chunk) for chunk in chunks)}."
    )
    return Alignment(Words(trace.candidate), Words(trace.reference), links, alt)


def _describe(number: int, chunk: Sequence[Found]) -> str:
    """Which words of the two texts a chunk links."""
    ours, theirs = (_places(chunk[0][text], chunk[-1][text]) for text in (0, 1))
    return f"chunk {number} links {ours} above with {theirs} below"


def _places(first: int | str, last: int | str) -> str:
    return f"word {int(first) + 1}" if first == last else f"words {int(first) + 1} to {int(last) + 1}"


def factors(trace: SentenceMeteor) -> Bars:
    """Precision and recall, their mean, what the penalty leaves of it, the score."""
    kind, rest = MeteorScore, 1 - trace.penalty
    bars = (
        *(Bar(kind.quantities[name].symbol, title, value_of(trace, name), None if value is None else float(value))
          for name, title, value in (("p", "precision", trace.p), ("r", "recall", trace.r))),
        Bar(kind.f_mean.symbol, "", shown(float(trace.mean)), float(trace.mean), ">"),
        Bar(REST, "order", shown(float(rest)), float(rest), "*", "factor"),
        Bar(kind.score.symbol, "", shown(trace.score), trace.score, "=", "result"),
    )  # fmt: skip
    return Bars(bars, "; ".join(f"{plain.formula(bar.label)} {plain.formula(bar.number)}" for bar in bars))


def penalty(trace: MeteorScore) -> Curve:
    """Pen over the number of chunks: what another order of the same words would cost."""
    most, chunks = max(1, trace.matches), trace.chunks
    gamma, beta = float(trace.gamma), float(trace.beta)
    places = sorted({*(most * step / _POINTS for step in range(1, _POINTS + 1)), *range(1, min(most, _POINTS) + 1)})
    points = tuple((float(place), gamma * (place / most) ** beta) for place in places)
    label = f"ch = {chunks}: Pen = {shown(float(trace.penalty))}"
    guides = (Guide(float(most), f"m = {most}", True),)
    alt = (
        f"The penalty over the number of chunks: with one chunk it is {shown(gamma / most**beta)}, and it rises to "
        f"{shown(gamma)}, where each of the {most} links is a chunk of its own. Here {label}."
    )
    return Curve("chunks ch", "Pen", points, (float(chunks), float(trace.penalty)), label, guides, alt)


def logarithms(trace: SentenceMeteor) -> Waterfall:
    """log Fmean and log(1 - Pen), which add up to log METEOR."""
    falls, end = [], 0.0
    for label, term in zip(LOG_TERMS, trace.terms, strict=True):
        falls.append(Fall(label, shown(term.value), end, end + term.value))
        end += term.value
    falls.append(Fall(LOG_SCORE, shown(end), 0.0, end, "result"))
    words = "; ".join(f"{plain.formula(fall.label)} is {plain.formula(fall.number)}" for fall in falls)
    return Waterfall(tuple(falls), f"The sum of the logarithms: {words}.")
