"""What a METEOR trace shows: tables of links, chunks and weights, its equations, and pictures, all as data.

References and places count from 1 here, as in every view.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from mtexplain.display import plain
from mtexplain.display.charts import Curve, Guide
from mtexplain.display.formula import Call, Chain, Formula, SumOver, Symbol, few, number, shown, summed
from mtexplain.display.parts import Cell, Column, Equation, Part, Prose, Rows, Table, Words
from mtexplain.display.pyramid import Pyramid, Result, Text
from mtexplain.display.texts import keyed
from mtexplain.metrics.meteor.links import Link as Found
from mtexplain.metrics.meteor.links import stemmer
from mtexplain.metrics.meteor.recipe import LOG_TERMS, MANY, REST, MeteorScore, SentenceMeteor
from mtexplain.metrics.meteor.rules import ALIGN, decimal
from mtexplain.metrics.shared import bricks, charts
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.recipe.equations import equation, value_of
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.symbols import in_symbols

_CHOSEN = {
    "crossings": "None has fewer crossings than this one: {crossings}.",
    "chunks": "None has fewer chunks than this one: {chunks}.",
    "greedy": "This rule does not compare them.",
    "beam": "This rule compares some of them.",
}
_OF_THE_PAPER, _PAPERS_MEAN = Fraction(9, 10), Expression("10 * p * r / (r + 9 * p)")
_MOST, _MOST_PLACES = 6, 12  # references that are written out, places that a row lists
_POINTS, _FEW = 60, 12  # of a curve, and of its numbers
_LINKS = (
    Column("candidate_place", "at"),
    Column("word", "word"),
    Column("reference_place", "at"),
    Column("partner", "is linked with"),
)


# The picture.


def picture(trace: SentenceMeteor) -> Pyramid:
    """The candidate under the best reference: a ribbon and a bracket for each chunk, a line for each link."""
    alignment = trace.alignment
    links = {link.candidate: (number, link.stage) for number, link in _numbered(trace)}
    theirs = {link.reference: (number, link.stage) for number, link in _numbered(trace)}
    could = {word for options in alignment.possible.values() for word in options}
    states = ["credited" if at in links else "clipped" if at in could else "" for at in range(len(trace.candidate))]
    found = ["credited" if at in theirs else "" for at in range(len(trace.reference))]
    p, r = f"{trace.matches}/{len(trace.candidate)}", f"{trace.matches}/{len(trace.reference)}"
    of = f"reference {trace.place + 1}"
    reference = Text(of, Words(trace.reference), bricks.words("recall", found, r, "alignment", theirs))
    candidate = Text("candidate", Words(trace.candidate), bricks.words("precision", states, p, "alignment", links))
    kinds = dict.fromkeys(link.stage for link in alignment.links)
    legend = [(kind, "equal" if kind == "exact" else kind) for kind in kinds if list(kinds) != ["exact"]]
    legend += [("clipped", "its partner is taken")] * ("clipped" in states)
    legend += [("unmatched", "no partner")] * ("" in states + found)
    ribbons = (one for chunk in alignment.chunks for one in bricks.join([link[:2] for link in chunk], 0))
    chunks = Result(f"{trace.chunks}/{trace.matches}", "chunks / links", "chunks")
    cost = Result(shown(float(trace.penalty)), "penalty", "penalty")
    piece = bricks.link(candidate, [reference], ribbons, legend)
    crossed = f" {so_many(alignment.crossings, 'crossing')}." * bool(alignment.crossings)
    return piece._replace(
        alt=piece.alt + crossed,
        results=(chunks, cost, *_bars(trace)) if trace.matches else (),
        curve=penalty_curve(trace) if trace.matches else None,
    )


def _bars(trace: SentenceMeteor) -> Iterator[Result]:
    """Precision, recall and their mean; what the penalty leaves of it."""
    for name, share in (("recall", trace.recall), ("precision", trace.precision)):
        value = float(share.value or 0)
        yield Result(shown(value), name, name, value, says=str(share))
    weights = (
        f"harmonic: {plain.formula(decimal(trace.alpha))} recall, {plain.formula(decimal(1 - trace.alpha))} precision"
    )
    mean = float(trace.mean)
    yield Result(shown(mean), "mean", "mean", mean, says=weights)
    taken = "− penalty" * bool(trace.penalty)
    yield Result(shown(trace.score), "score", "score", trace.score, mean - trace.score, taken)


def _numbered(trace: MeteorScore) -> Iterator[tuple[int, Found]]:
    """Every link, with the number of its chunk."""
    return ((number, link) for number, chunk in enumerate(trace.alignment.chunks, 1) for link in chunk)


def why(trace: SentenceMeteor) -> Prose:
    """How many words are linked, and what their order costs."""
    which = "the reference" if len(trace.references) == 1 else f"reference {trace.place + 1}"
    if not trace.matches:
        return Prose((f"No word of the candidate has a partner in {which}.",))
    texts = ("the candidate", trace.candidate), (which, trace.reference)
    linked = " and ".join(f"{_share(trace.matches, len(tokens))} of {name}" for name, tokens in texts)
    cost = float(trace.penalty)
    order = "in one chunk: their order costs nothing" if trace.chunks == 1 else f"in {trace.chunks} chunks"
    if cost:
        takes = f"{cost:.0%}" if cost >= 0.01 else "less than 1%"
        fewest = min(one.chunks for one in (trace, *trace.others) if one.matches == trace.matches)
        would = f", though {fewest} would do" * (fewest < trace.chunks)
        order = f"in {so_many(trace.chunks, 'chunk')}{would}: the penalty takes {takes} off"
    return Prose((f"{linked[0].upper()}{linked[1:]} are linked, {order}.",))


def _share(linked: int, words: int) -> str:
    return (
        f"{linked} of {so_many(words, 'word')}" if linked < words else f"all {words} words" if words > 1 else "the word"
    )


# The alignment.


def partners(trace: SentenceMeteor, stage: str) -> Table | Prose:
    """The words that a stage could link, with the partner that each got and the places it might have had."""
    options = trace.alignment.possible[stage]
    if not options:
        return Prose(("No word can be linked here.",))
    partner_of = trace.alignment.partners(stage)
    stem = stemmer(trace.rules) if stage == "stem" else None
    rows: list[tuple[Cell, ...]] = []
    for word, listed in options.items():
        place, token = partner_of.get(word), trace.candidate[word]
        got = (None, None) if place is None else (place + 1, Words((trace.reference[place],)))
        could = ", ".join(str(partner + 1) for partner in listed[:_MOST_PLACES])
        could += f", … {len(listed) - _MOST_PLACES:,} more" if len(listed) > _MOST_PLACES else ""
        rows.append((word + 1, Words((token,)), *got, could, *([Words((stem(token) or "",))] if stem else [])))
    columns = (*_LINKS, Column("possible", "could be at"), *([Column("stem", "stem")] if stem else []))
    return Table("", columns, rows, names=2)


def count_links(trace: SentenceMeteor, stage: str) -> Equation:
    """How many links a stage makes: 1 for each word that gets a partner."""
    options = trace.alignment.possible[stage]
    linked = trace.alignment.partners(stage)
    counts = [int(word in linked) for word in options]
    where = "linked(w) is 1 if the word w gets a partner, else 0; w runs over the rows of the table"
    symbols = Chain("=", (Symbol("m", stage), SumOver("w", Call("linked", "w"))))
    return Equation(symbols, summed(counts), str(sum(counts)), where if options else "")


def choices(trace: SentenceMeteor) -> Iterator[Part]:
    """Why this alignment was taken; where there are others, what other rules make of the same texts."""
    yield choice(trace)
    if trace.number_of_alignments != 1:
        yield _other_rules(trace)


def choice(trace: MeteorScore) -> Prose:
    """How many alignments there are with so many links, and why this one was taken."""
    ways, alignment = trace.number_of_alignments, trace.alignment
    if not trace.matches:
        return Prose(("There is nothing to link.",))
    if ways == 1:
        return Prose(("There is only one alignment with that many links: no word has two partners to choose from.",))
    several = "Several alignments link" if ways is None else f"{ways:,} alignments link"
    several = f"More than {MANY:,} alignments link" if ways == MANY else several
    chosen = _CHOSEN[trace.rules.align].format(crossings=alignment.crossings, chunks=trace.chunks)
    if alignment.doubt == "distance":
        chosen += " Of those with as few, it is the closest one found."
    elif alignment.doubt:
        chosen = "There were too many to try them all: this is the best one found."
    return Prose((f"{several} {so_many(trace.matches, 'word')}. {chosen}",))


def _other_rules(trace: MeteorScore) -> Table:
    """What this rule and others make of the same texts."""

    def row(one: MeteorScore) -> tuple[Cell, ...]:
        counts = one.matches, one.alignment.crossings, one.chunks
        return (ALIGN[one.rules.align], *counts, shown(one.score), "in force" if one is trace else "")

    columns = keyed("rule", matches="links", crossings="crossings", chunks="chunks", score="METEOR", choice="choice")
    return Table("The same words, aligned by other rules:", columns, Rows((trace, *trace.others), row))


# Precision, recall, their mean.


def weights(trace: MeteorScore, text: str) -> Table:
    """What the matches of each stage count, and what all words count."""
    share = trace.precision if text == "candidate" else trace.recall
    delta = Fraction(1) if trace.delta is None else trace.delta  # where there is none, all are content words
    rows: list[tuple[Cell, ...]] = []
    for stage, weight, counted in share.stages:
        counts = weight * (delta * counted.content + (1 - delta) * counted.function)
        rows.append((stage, decimal(weight), *counted, decimal(counts)))
    columns = keyed("stage", "weight", content="content words", function="function words", counts="count")
    total: tuple[Cell, ...] = (f"all words of the {text}", None, *share.words, decimal(share.total))
    return Table("", columns, tuple(rows), total=total)


def mean(trace: MeteorScore, place: int) -> Equation:
    """The mean; with the paper's alpha also in the paper's form."""
    made = equation(trace, "f_mean")
    if trace.alpha == _OF_THE_PAPER and isinstance(made.symbols, Chain):
        symbols = (*made.symbols.terms, in_symbols(MeteorScore, _PAPERS_MEAN))
        made = made._replace(symbols=Chain("=", symbols))
    if not trace.mean:
        made = made._replace(where="nothing that matches counts" if trace.matches else "no word matches")
    return made


# Chunks, penalty, score.


def chunks(trace: MeteorScore) -> Table:
    """Every chunk: its words in both texts, and where they stand."""
    columns = keyed("chunk", candidate="candidate", at="at", reference="reference", there="at", links="links")
    rows: list[tuple[Cell, ...]] = []
    for place, chunk in enumerate(trace.alignment.chunks, 1):
        ours, theirs = [link.candidate for link in chunk], [link.reference for link in chunk]
        rows.append((
            place,
            Words(trace.candidate[ours[0] : ours[-1] + 1]), _span(ours),
            Words(trace.reference[theirs[0] : theirs[-1] + 1]), _span(theirs),
            len(chunk),
        ))  # fmt: skip
    return Table("", columns, rows, total=("sum", None, None, None, None, trace.matches))


def _span(places: list[int]) -> str:
    first, last = places[0] + 1, places[-1] + 1
    return str(first) if first == last else f"{first} to {last}"


def count_chunks(trace: MeteorScore, place: int) -> Equation:
    """How many chunks there are: one for each link that goes on none."""
    symbols = Chain("=", (MeteorScore.chunks.symbol, Chain("-", ("m", "b"))))
    numbers = Chain("-", (str(trace.matches), str(trace.matches - trace.chunks)))
    return Equation(symbols, numbers, str(trace.chunks), "b links continue the chunk of the link before them")


def penalty(trace: MeteorScore, place: int) -> Equation:
    """The penalty, also as a fraction."""
    where = "every word is in one chunk" if trace.is_free else "" if trace.matches else "there is no chunk"
    made = equation(trace, "penalty", where=where)
    return made._replace(value=_both(trace.penalty, float(trace.penalty)))


def penalty_curve(trace: MeteorScore) -> Curve:
    """Pen over the number of chunks: what another order of the same words would cost."""
    most, chunks = max(1, trace.matches), trace.chunks
    gamma, beta = float(trace.gamma), float(trace.beta)
    places = sorted({*(most * step / _POINTS for step in range(1, _POINTS + 1)), *range(1, min(most, _POINTS) + 1)})
    points = tuple((float(place), gamma * (place / most) ** beta) for place in places)
    cost = shown(float(trace.penalty))
    label = f"{so_many(chunks, 'chunk')}: penalty {cost}"
    numbered = range(1, most + 1) if most <= _FEW else (1, most)
    guides = tuple(Guide(float(one), str(one), one == most, gamma * (one / most) ** beta) for one in numbered)
    told = ", ".join(f"{guide.label}: {shown(guide.y or 0.0)}" for guide in guides)
    alt = f"The penalty against the number of chunks: {told}. Here it is {cost}, with {so_many(chunks, 'chunk')}."
    exponent = "³" if beta == 3 else f"^{beta:g}"
    law = f"penalty = {plain.formula(decimal(trace.gamma))} · (chunks / links){exponent}"
    return Curve("chunks", law, points, (float(chunks), float(trace.penalty)), label, guides, alt, top=gamma or 1)


def score(trace: SentenceMeteor, place: int) -> Equation:
    """The score, also as a fraction."""
    made = equation(trace, "score")
    assert isinstance(made.symbols, Chain)
    symbols = made.symbols._replace(terms=(named(trace), *made.symbols.terms[1:]))
    return made._replace(symbols=symbols, value=_both((1 - trace.penalty) * trace.mean, trace.score))


def named(trace: SentenceMeteor) -> Formula:
    """METEOR; of several references with the number of the best: METEOR_2."""
    return Symbol("METEOR", str(trace.place + 1)) if len(trace.references) > 1 else trace.symbol


def _both(exactly: Fraction, rounded: float) -> Formula:
    """1/54 = 0.01852: a number as a fraction, where that is short, and as it is shown."""
    fraction = number(exactly)
    return shown(rounded) if isinstance(fraction, str) else Chain("=", (fraction, shown(rounded)))


def logarithms(trace: SentenceMeteor) -> Iterator[Part]:
    """The same as a sum of logarithms: a table of the factors and their logarithms, an equation, a picture."""
    factors = (MeteorScore.f_mean.symbol, value_of(trace, "f_mean")), (REST, shown(float(1 - trace.penalty)))
    values = [term.value for term in trace.terms]
    numbers = tuple(f"({shown(value)})" if value < 0 else shown(value) for value in values)
    symbols = Chain("=", (Call("log", trace.symbol), Chain("+", LOG_TERMS)))
    return charts.logarithms(trace, factors, LOG_TERMS, Equation(symbols, Chain("+", numbers), shown(sum(values))))


# The references.


def compare_references(trace: SentenceMeteor) -> Table:
    """The score against each reference."""
    columns = keyed("reference", "m", "ch", mean="Fmean", penalty="Pen", score="METEOR", choice="choice")
    rows = [
        (f"reference {place + 1}", one.matches, one.chunks, shown(float(one.mean)), shown(float(one.penalty)),
         shown(one.score), _verdict(trace, place))
        for place, one in enumerate(trace.against)
    ]  # fmt: skip
    return Table("", columns, rows)


def _verdict(trace: SentenceMeteor, place: int) -> str:
    if place == trace.place:
        return "the best"
    return "equally good, but listed later" if trace.against[place].score == trace.score else ""


def best(trace: SentenceMeteor, place: int) -> Equation:
    """METEOR as the largest of the scores against each reference."""
    scores = tuple(shown(one.score) for one in trace.against)
    names = tuple(Symbol("METEOR", str(number)) for number in range(1, len(scores) + 1))
    symbols, numbers = (Call("max", Chain(",", few(terms, _MOST))) for terms in (names, scores))
    return Equation(Chain("=", (trace.symbol, symbols)), numbers, shown(trace.score), "one for each reference")


def all_links(against: Sequence[MeteorScore]) -> Table:
    """Every link of the alignment with each reference."""
    rows = tuple(
        (place, link.candidate + 1, Words((one.candidate[link.candidate],)), link.reference + 1,
         Words((one.reference[link.reference],)), link.stage, number)
        for place, one in enumerate(against, 1)
        for number, chunk in enumerate(one.alignment.chunks, 1)
        for link in chunk
    )  # fmt: skip
    columns = (Column("reference", "reference"), *_LINKS, Column("stage", "stage"), Column("chunk", "chunk"))
    return Table("", columns, rows, names=3)
