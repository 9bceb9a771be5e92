"""METEOR moment by moment: tokens, link after link, alignment, P, R, their mean, chunk after chunk, penalty, score."""

from collections.abc import Iterator

from mtexplain.display import plain
from mtexplain.display.formula import shown
from mtexplain.display.parts import MOST_SHOWN, Pieces, Prose, Words
from mtexplain.display.steps import Mark, Moment
from mtexplain.metrics.meteor.choices import choice
from mtexplain.metrics.meteor.links import Options
from mtexplain.metrics.meteor.rules import decimal
from mtexplain.metrics.meteor.score import AnyMeteor
from mtexplain.metrics.meteor.trace import Meteor
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.tracing import formulas
from mtexplain.tracing.number import number

_STAGES = {
    "exact": "Which words are equal? ",
    "stem": "Which of the rest have the same stem? ",
    "synonym": "Which of the rest are synonyms? ",
}


def of_sentence(trace: Meteor) -> Iterator[Moment]:
    """Every moment, in order."""
    text = trace.place + 1
    lengths = f"The candidate has {so_many(len(trace.candidate), 'word')}, the reference {len(trace.reference_words)}."
    several = f" Of {len(trace.references)} references, number {text} scores best." if len(trace.references) > 1 else ""
    both = (Mark(0, _all(trace.candidate)), Mark(text, _all(trace.reference_words)))
    yield Moment("tokens", "tokens", Prose((lengths + several,)), both)
    for stage, options in trace.alignment.possible.items():
        yield from _stage(trace, text, stage, options)
    yield _alignment(trace, text)
    yield from _shares(trace, text)
    yield from _chunks(trace, text)
    yield from _score(trace)


def _all(tokens: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(range(len(tokens)))


def _stage(one: AnyMeteor, text: int, stage: str, options: Options) -> Iterator[Moment]:
    """What a stage could link, and what it links."""
    could = tuple(sorted({partner for partners in options.values() for partner in partners}))
    marks: tuple[Mark, ...] = (Mark(0, tuple(options)), Mark(text, could)) if options else ()
    there = f"{so_many(len(options), 'word')} of the candidate." if options else "None."
    yield Moment(stage, "words", Prose((_STAGES[stage] + there,)), marks, row=0 if options else None, columns=2)
    whole = 6 if stage == "stem" else 5
    partner_of = one.alignment.partners(stage)
    for row, (place, partners) in enumerate(list(options.items())[:MOST_SHOWN]):
        partner, word = partner_of.get(place), Words((one.candidate[place],))
        here = Mark(0, (place,))
        if partner is None:
            told: Pieces = (f"Word {place + 1}, ", word, ", gets no partner: they are all taken.")
            yield Moment(stage, "no link", Prose(told), (here, Mark(text, partners)), row, whole)
            continue
        told = (f"Word {place + 1}, ", word, f", is linked with word {partner + 1} of the reference")
        other = (
            ()
            if one.reference_words[partner] == one.candidate[place]
            else (", ", Words((one.reference_words[partner],)))
        )
        several = f". It had {len(partners)} to choose from." if len(partners) > 1 else "."
        marks = (here, Mark(text, partners), Mark(0, (place,), "credit"), Mark(text, (partner,), "credit"))
        yield Moment(stage, "link", Prose((*told, *other, several)), marks, row, whole)


def _alignment(one: AnyMeteor, text: int) -> Moment:
    counts = f"{so_many(int(one.matches), 'link')}, {so_many(one.alignment.crossings, 'crossing')}. "
    marks = tuple(Mark(side, _linked(one, side), "credit") for side in (0, text) if one.matches)
    return Moment("alignment", "alignment", Prose((counts, *choice(one).pieces)), marks)


def _linked(one: AnyMeteor, side: int) -> tuple[int, ...]:
    """The linked words of the candidate, which is side 0, or of the reference."""
    return tuple(link.reference if side else link.candidate for link in one.alignment.links)


def _shares(one: AnyMeteor, text: int) -> Iterator[Moment]:
    shares = ("precision", one.precision, 0, "candidate"), ("recall", one.recall, text, "reference")
    for step, share, side, name in shares:
        tokens = one.reference_words if side else one.candidate
        told: Pieces = (f"{one.matches} of {so_many(len(tokens), 'word')} of the {name} are matched: ",
                        "PR"[step == "recall"], " = ", formulas.value(number(share)), ".")  # fmt: skip
        marks = (Mark(side, _all(tokens)), Mark(side, _linked(one, side), "credit"))
        yield Moment(step, step, Prose(told), marks)
    alpha = one.rules.alpha
    weighs = f"Their harmonic mean, in which recall weighs {plain.formula(decimal(alpha))}, is "
    yield Moment(
        "mean", "mean", Prose((weighs, formulas.symbol("F_mean"), " = ", formulas.value(number(one.mean)), "."))
    )


def _chunks(one: AnyMeteor, text: int) -> Iterator[Moment]:
    """Each chunk in turn, then how many there are."""
    for row, chunk in enumerate(one.alignment.chunks[:MOST_SHOWN]):
        ours, theirs = [link.candidate for link in chunk], [link.reference for link in chunk]
        run = Words(one.candidate[ours[0] : ours[-1] + 1])
        told: Pieces = (f"Chunk {row + 1}: ", run, " is in one piece in both texts.")
        if len(chunk) == 1:
            told = (f"Chunk {row + 1}: ", run, " is on its own: its neighbours are linked elsewhere or not at all.")
        marks = (Mark(0, tuple(ours), "credit"), Mark(text, tuple(theirs), "credit"))
        yield Moment("chunks", "chunk", Prose(told), marks, row, 6)
    told = (f"{so_many(int(one.matches), 'link')} in {so_many(int(one.chunks), 'chunk')}.",)
    yield Moment("chunks", "chunks", Prose(told))


def _score(trace: Meteor) -> Iterator[Moment]:
    of = f"{so_many(int(trace.chunks), 'chunk')} of {so_many(int(trace.matches), 'link')}: " if trace.matches else ""
    taken: Pieces = (of, "the penalty for order is ", "Pen", " = ", formulas.value(number(trace.penalty)), ".")
    if trace.is_free:
        taken = ("Every word is in one chunk: by these rules nothing is taken off.",)
    yield Moment("penalty", "penalty", Prose(taken))
    rest = (
        f"{shown(1 - float(trace.penalty))} of {shown(float(trace.mean))} is left: "
        if trace.mean
        else "Nothing counts: "
    )
    yield Moment("score", "score", Prose((rest, trace.symbol, f" = {shown(float(trace.score))}.")))
    if len(trace.references) > 1:
        best = f"No other reference gives more: {shown(float(trace.score))} counts."
        yield Moment("best", "best", Prose((best,)))
