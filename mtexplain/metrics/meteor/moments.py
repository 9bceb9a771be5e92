"""The moments of METEOR, from the tokens and the links to the penalty and the score.

The sentence that says why an alignment was chosen is here too.
"""

from collections.abc import Iterator

from mtexplain.display import plain
from mtexplain.display.formula import shown
from mtexplain.display.parts import MOST_SHOWN, Pieces, Prose, Words
from mtexplain.display.steps import Mark, Moment
from mtexplain.metrics.meteor.links import Options
from mtexplain.metrics.meteor.rules import ALIGN, decimal
from mtexplain.metrics.meteor.score import MANY, AnyMeteor
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
    """Yield every moment, in order."""
    text = trace.best_index + 1
    lengths = f"The candidate has {so_many(len(trace.candidate), 'word')}, the reference {len(trace.reference_words)}."
    several = f" Of {len(trace.references)} references, number {text} scores best." if len(trace.references) > 1 else ""
    both = (Mark(0, tuple(range(len(trace.candidate)))), Mark(text, tuple(range(len(trace.reference_words)))))
    yield Moment("tokens", "tokens", Prose((lengths + several,)), both)
    for stage, options in trace.alignment.possible.items():
        yield from _stage(trace, text, stage, options)
    yield _alignment(trace, text)
    yield from _shares(trace, text)
    yield from _chunks(trace, text)
    yield from _score(trace)


def _stage(trace: AnyMeteor, text: int, stage: str, options: Options) -> Iterator[Moment]:
    """A sentence about the words that a stage could link, and those it links."""
    partners_of_any = tuple(sorted({partner for partners in options.values() for partner in partners}))
    marks: tuple[Mark, ...] = (Mark(0, tuple(options)), Mark(text, partners_of_any)) if options else ()
    count = f"{so_many(len(options), 'word')} of the candidate." if options else "None."
    yield Moment(stage, "words", Prose((_STAGES[stage] + count,)), marks, row=0 if options else None, columns=2)
    columns = 6 if stage == "stem" else 5
    partner_of = trace.alignment.partners(stage)
    for row, (position, partners) in enumerate(list(options.items())[:MOST_SHOWN]):
        partner, word = partner_of.get(position), trace.candidate[position]
        sentence: Pieces = (f"Word {position + 1}, ", Words((word,)))
        marks = (Mark(0, (position,)), Mark(text, partners))
        if partner is None:
            sentence += (", gets no partner because all its partners are taken.",)
            yield Moment(stage, "no link", Prose(sentence), marks, row, columns)
            continue
        sentence += (f", is linked with word {partner + 1} of the reference",)
        if trace.reference_words[partner] != word:
            sentence += (", ", Words((trace.reference_words[partner],)))
        sentence += (f". It had {len(partners)} partners to choose from." if len(partners) > 1 else ".",)
        marks += (Mark(0, (position,), "credit"), Mark(text, (partner,), "credit"))
        yield Moment(stage, "link", Prose(sentence), marks, row, columns)


def _alignment(trace: AnyMeteor, text: int) -> Moment:
    counts = f"{so_many(int(trace.matches), 'link')}, {so_many(trace.alignment.crossings, 'crossing')}. "
    marks = tuple(Mark(side, _linked(trace, side), "credit") for side in (0, text) if trace.matches)
    return Moment("alignment", "alignment", Prose((counts, *choice(trace).pieces)), marks)


def choice(trace: AnyMeteor) -> Prose:
    """A sentence about the number of alignments with this many links, and the choice of this alignment."""
    ways, alignment = trace.number_of_alignments, trace.alignment
    if not trace.matches:
        return Prose(("There is nothing to link.",))
    if ways == 1:
        return Prose(("Only one alignment has that many links, because no word has two partners to choose from.",))
    several = "Several alignments link" if ways is None else f"{ways:,} alignments link"
    several = f"At least {MANY:,} alignments link" if ways == MANY else several
    reason = ALIGN[trace.rules.align].compares.format(crossings=alignment.crossings, chunks=trace.chunks)
    if alignment.doubt == "distance":
        reason += " No alignment was found that has equally few chunks and links words that are closer together."
    elif alignment.doubt:
        reason = "There were too many to try them all, so this is the best that was found."
    return Prose((f"{several} {so_many(int(trace.matches), 'word')}. {reason}",))


def _linked(trace: AnyMeteor, side: int) -> tuple[int, ...]:
    """The positions of the linked words in the candidate, which is side 0, or in the reference."""
    return tuple(link.reference if side else link.candidate for link in trace.alignment.links)


def _shares(trace: AnyMeteor, text: int) -> Iterator[Moment]:
    shares = ("precision", trace.precision, 0, "candidate"), ("recall", trace.recall, text, "reference")
    for step, share, side, name in shares:
        tokens = trace.reference_words if side else trace.candidate
        are = "is" if 1 in (trace.matches, len(tokens)) else "are"
        sentence: Pieces = (f"{trace.matches} of {so_many(len(tokens), 'word')} of the {name} {are} matched. ",
                            "PR"[step == "recall"], " = ", formulas.value(number(share)), ".")  # fmt: skip
        marks = (Mark(side, tuple(range(len(tokens)))), Mark(side, _linked(trace, side), "credit"))
        yield Moment(step, step, Prose(sentence), marks)
    weight = plain.formula(decimal(trace.rules.alpha))
    mean: Pieces = (f"Their harmonic mean, in which recall weighs {weight}, is ", formulas.symbol("F_mean"), " = ",
                    formulas.value(number(trace.mean)), ".")  # fmt: skip
    yield Moment("mean", "mean", Prose(mean))


def _chunks(trace: AnyMeteor, text: int) -> Iterator[Moment]:
    """Yield each chunk in turn, then the number of chunks."""
    for row, chunk in enumerate(trace.alignment.chunks[:MOST_SHOWN]):
        ours, theirs = [link.candidate for link in chunk], [link.reference for link in chunk]
        run = Words(trace.candidate[ours[0] : ours[-1] + 1])
        piece = " is a run of neighbours in both texts."
        if len(chunk) == 1:
            piece = " is on its own, because no neighbour is linked beside it in the same order."
        marks = (Mark(0, tuple(ours), "credit"), Mark(text, tuple(theirs), "credit"))
        yield Moment("chunks", "chunk", Prose((f"Chunk {row + 1}: ", run, piece)), marks, row, 6)
    counts = f"{so_many(int(trace.matches), 'link')} in {so_many(int(trace.chunks), 'chunk')}."
    yield Moment("chunks", "chunks", Prose((counts,)))


def _score(trace: Meteor) -> Iterator[Moment]:
    counts = f"{so_many(int(trace.chunks), 'chunk')} for {so_many(int(trace.matches), 'link')}"
    given = f"With {counts}, the" if trace.matches else "The"
    penalty: Pieces = (f"{given} penalty for order is ", "Pen", " = ", formulas.value(number(trace.penalty)), ".")
    yield Moment("penalty", "penalty", Prose(penalty))
    kept = "Nothing counts, so "
    if trace.mean:
        kept = f"{shown(1 - float(trace.penalty))} of {shown(float(trace.mean))} is left, so "
    yield Moment("score", "score", Prose((kept, trace.symbol, f" = {shown(float(trace.score))}.")))
    if len(trace.references) > 1:
        best = f"No other reference gives a higher score, so {shown(float(trace.score))} counts."
        yield Moment("best", "best", Prose((best,)))
