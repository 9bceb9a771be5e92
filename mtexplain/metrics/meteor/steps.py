"""How a METEOR trace is told: words, what each stage links, the alignment, P, R, Fmean, chunks, penalty, score.

References and places count from 1 here, as in every view.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from mtexplain.display import plain
from mtexplain.display.formula import Call, Chain, Formula, SumOver, Symbol, few, number, shown, summed
from mtexplain.display.parts import Cell, Column, Equation, Part, Prose, Rows, Table, Words
from mtexplain.display.trace import Step
from mtexplain.metrics.meteor import charts
from mtexplain.metrics.meteor.links import Options, stemmer
from mtexplain.metrics.meteor.recipe import LOG_TERMS, MANY, REST, MeteorScore, SentenceMeteor, Share
from mtexplain.metrics.meteor.rules import ALIGN, decimal
from mtexplain.metrics.shared import signature, texts
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.texts import keyed
from mtexplain.recipe.equations import equation, value_of
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.symbols import in_symbols

_PAPER, _LATER = "Banerjee and Lavie 2005, section 2.2", "Denkowski and Lavie 2014, section 2"
_TOKENS = "METEOR looks for a partner in the reference for each word of the candidate: one at most."
_STAGES = {
    "exact": "Equal words come first: each may be linked with one that is the same, letter by letter.",
    "stem": "Then words of one family: their endings are taken off, and what is left must be equal.",
    "synonym": "Then words that mean the same, by the dictionary that was given.",
}
_NONE = "There is no word that can be linked here."
_ALIGN = {
    "crossings": "Each stage links as many words as it can, of those that are left, so that the fewest links cross.",
    "chunks": "As many words as possible are linked, in the fewest chunks, and then as near to each other as can be.",
    "greedy": "Stage by stage, from its last word to its first, the candidate takes the last partner that is free.",
    "beam": "Along the reference the 40 best beginnings are followed: those with most exact matches, in fewest chunks.",
}
_ALIGN_SOURCES = {
    "crossings": _PAPER, "chunks": _LATER, "greedy": "NLTK, meteor_score.py", "beam": "Meteor 1.5, Aligner",
}  # fmt: skip
_CHOSEN = {
    "crossings": "None has fewer crossings than this one: {crossings}.",
    "chunks": "None has fewer chunks than this one: {chunks}.",
    "greedy": "This rule does not compare them.",
    "beam": "This rule compares some of them.",
}
_PRECISION = "How much of the candidate is matched? What was added shows here."
_RECALL = "How much of the reference is matched? What was left out shows here."
_WEIGHED = " A match counts as much as its stage, a content word more than a function word."
_CHUNKS = "Links that stand side by side in both texts, in the same order, are a chunk: few chunks are good order."
_PENALTY = "Up to here the order of the words did not count. The more chunks the links are in, the more is taken off."
_BEST = "Each reference has an alignment of its own. What counts is the one with the highest score."

_HALF, _OF_THE_PAPER = Fraction(1, 2), Fraction(9, 10)
_PAPERS_MEAN = Expression("10 * p * r / (r + 9 * p)")
_MOST, _MOST_PLACES = 6, 12  # references that are written out, places that a row lists
_LINKS = (
    Column("candidate_place", "at"),
    Column("word", "word"),
    Column("reference_place", "at"),
    Column("partner", "is linked with"),
)


def of_sentence(trace: SentenceMeteor) -> Iterator[Step]:
    """Every step, in order."""
    yield _tokens(trace)
    for stage, options in trace.alignment.possible.items():
        yield _stage(trace, stage, options)
    yield _alignment(trace)
    yield _share(trace, "p", "candidate", _PRECISION)
    yield _share(trace, "r", "reference", _RECALL)
    yield _mean(trace)
    yield _chunks(trace)
    yield _penalty(trace)
    yield _score(trace)
    if len(trace.references) > 1:
        yield _best(trace)


def _source(trace: MeteorScore) -> str:
    """Where the formulas stand: the later paper has content words, and weights for the stages."""
    return _PAPER if trace.rules.delta is None else _LATER


def _outcome(made: Equation) -> Formula:
    """What a step comes to: the name of the number and its value."""
    left = made.symbols.terms[0] if isinstance(made.symbols, Chain) else made.symbols
    return Chain("=", (left, made.value))


def _tokens(trace: SentenceMeteor) -> Step:
    length = equation(trace, "candidate_length")
    parts = (texts.tokens(trace), length)
    return Step("tokens", "Tokens", signature.cut_by(trace.rules), _outcome(length), _TOKENS, _PAPER, parts)


def _stage(trace: MeteorScore, stage: str, options: Options) -> Step:
    """The words that a stage could link, with the partner that each got and the places it might have had."""
    partner_of = {link.candidate: link.reference for link in trace.alignment.links if link.stage == stage}
    stem = stemmer(trace.rules) if stage == "stem" else None
    rows: list[tuple[Cell, ...]] = []
    for word, partners in options.items():
        place, token = partner_of.get(word), trace.candidate[word]
        got = (None, None) if place is None else (place + 1, Words((trace.reference[place],)))
        could = ", ".join(str(partner + 1) for partner in partners[:_MOST_PLACES])
        could += f", … {len(partners) - _MOST_PLACES:,} more" if len(partners) > _MOST_PLACES else ""
        rows.append((word + 1, Words((token,)), *got, could, *([Words((stem(token) or "",))] if stem else [])))
    columns = (*_LINKS, Column("possible", "could be at"), *([Column("stem", "stem")] if stem else []))
    table = Table("", columns, tuple(rows), names=2) if options else Prose((_NONE,))
    counts = [int(word in partner_of) for word in options]
    where = "linked(w) is 1 where the word w gets a partner, else 0; w runs over the rows of the table"
    symbols = Chain("=", (Symbol("m", stage), SumOver("w", Call("linked", "w"))))
    linked = Equation(symbols, summed(counts), str(sum(counts)), where if options else "")
    summary = f"{so_many(sum(counts), 'link')} of {so_many(len(options), 'word')} that could be linked"
    return Step(
        stage, f"{stage.capitalize()} matches", summary if options else "none", _outcome(linked), _STAGES[stage],
        _source(trace), (table, linked),
    )  # fmt: skip


def _alignment(trace: SentenceMeteor) -> Step:
    align, matches = trace.rules.align, equation(trace, "matches", where="s runs over the stages")
    counts = (trace.matches, "link"), (trace.alignment.crossings, "crossing"), (trace.chunks, "chunk")
    parts: list[Part] = [charts.alignment(trace)] if trace.matches else []
    parts += [matches, choice(trace)]
    if trace.number_of_alignments != 1:
        parts.append(_other_rules(trace))
    title = f"Alignment with reference {trace.place + 1}" if len(trace.references) > 1 else "Alignment"
    summary = ", ".join(so_many(*count) for count in counts)
    return Step("alignment", title, summary, _outcome(matches), _ALIGN[align], _ALIGN_SOURCES[align], tuple(parts))


def choice(trace: MeteorScore) -> Prose:
    """How many alignments there are with so many links, and why this one was taken."""
    ways, alignment = trace.number_of_alignments, trace.alignment
    if not trace.matches:
        return Prose(("There is nothing to link.",))
    if ways == 1:
        return Prose(("There is only one alignment with so many links: no word has two partners to choose from.",))
    several = "Several alignments link" if ways is None else f"{ways:,} alignments link"
    several = f"More than {MANY:,} alignments link" if ways == MANY else several
    chosen = _CHOSEN[trace.rules.align].format(crossings=alignment.crossings, chunks=trace.chunks)
    if alignment.doubt == "distance":
        chosen += " Of those with as few it is the nearest that was found."
    elif alignment.doubt:
        chosen = "They were too many to look at them all: this one is the best that was found."
    return Prose((f"{several} {so_many(trace.matches, 'word')}. {chosen}",))


def _other_rules(trace: MeteorScore) -> Table:
    """What this rule and others make of the same texts."""

    def row(one: MeteorScore) -> tuple[Cell, ...]:
        chosen = "in force" if one is trace else ""
        return (
            ALIGN[one.rules.align], one.matches, one.alignment.crossings, one.chunks, shown(one.score), chosen
        )  # fmt: skip

    columns = keyed("rule", matches="links", crossings="crossings", chunks="chunks", score="METEOR", choice="choice")
    return Table("The same words, aligned by other rules:", columns, Rows((trace, *trace.others), row))


def _share(trace: MeteorScore, name: str, text: str, why: str) -> Step:
    tokens, share = (trace.candidate, trace.precision) if name == "p" else (trace.reference, trace.recall)
    step, rules = MeteorScore.quantities[name].step, trace.rules
    where = f"m words of the {text} are matched, of {text[0]} in all"
    parts: tuple[Part, ...] = ()
    if not rules.counts_alike:
        kind = f"m_s are the links of the stage s, and {text[0]} the words of the {text}"
        if rules.delta is not None:
            kind = f"{text[0]}_s are the words of the {text} that the stage s has matched"
        where = f"{kind}; w_s is what a match counts"
        why += _WEIGHED
        parts = (_weights(trace, share, text),)
    made = equation(trace, name, where=where)
    summary = f"{trace.matches} of {so_many(len(tokens), 'word')} of the {text}"
    return Step(step, step.capitalize(), summary, _outcome(made), why, _source(trace), (*parts, made))


def _weights(trace: MeteorScore, share: Share, text: str) -> Table:
    """What the matches of each stage count, and what all words count."""
    delta = Fraction(1) if trace.delta is None else trace.delta  # where there is none, all are content words
    rows: list[tuple[Cell, ...]] = []
    for stage, weight, counted in share.stages:
        counts = weight * (delta * counted.content + (1 - delta) * counted.function)
        rows.append((stage, decimal(weight), *counted, decimal(counts)))
    columns = keyed("stage", "weight", content="content words", function="function words", counts="count")
    total: tuple[Cell, ...] = (f"all words of the {text}", None, *share.words, decimal(share.total))
    return Table("", columns, tuple(rows), total=total)


def _mean(trace: MeteorScore) -> Step:
    alpha, made = trace.alpha, equation(trace, "f_mean")
    if alpha == _OF_THE_PAPER and isinstance(made.symbols, Chain):
        symbols = (*made.symbols.terms, in_symbols(MeteorScore, _PAPERS_MEAN))
        made = made._replace(symbols=Chain("=", symbols))
    if not trace.mean:
        made = made._replace(where="nothing that matches counts" if trace.matches else "no word matches")
    alike = "What is left out costs as much as what is added."
    more, less = ("left out", "added") if alpha > _HALF else ("added", "left out")
    why = alike if alpha == _HALF else f"What is {more} costs more than what is {less}."
    why = f"A harmonic mean is nearer to the smaller number. {why}"
    summary = f"recall weighs {plain.formula(decimal(alpha))}, precision {plain.formula(decimal(1 - alpha))}"
    return Step("mean", "Mean of both", summary, _outcome(made), why, _source(trace), (made,))


def _chunks(trace: MeteorScore) -> Step:
    """Every chunk: its words in both texts, and where they stand; and how many there are."""
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
    table = Table("", columns, tuple(rows), total=("sum", None, None, None, None, trace.matches))
    symbols = Chain("=", (MeteorScore.chunks.symbol, Chain("-", ("m", "b"))))
    numbers = Chain("-", (str(trace.matches), str(trace.matches - trace.chunks)))
    made = Equation(symbols, numbers, str(trace.chunks), "b links go on the chunk of the link before them")
    summary = f"{so_many(trace.matches, 'link')} in {so_many(trace.chunks, 'run')}"
    return Step("chunks", "Chunks", summary, _outcome(made), _CHUNKS, _source(trace), (table, made))


def _span(places: list[int]) -> str:
    first, last = places[0] + 1, places[-1] + 1
    return str(first) if first == last else f"{first} to {last}"


def _penalty(trace: MeteorScore) -> Step:
    where = "" if trace.matches else "there is no chunk"
    summary = f"{so_many(trace.chunks, 'chunk')} of {so_many(trace.matches, 'link')}"
    if trace.is_free:
        where = "every word is in one chunk"
        summary = f"{where}: nothing is taken off"
    made = equation(trace, "penalty", where=where)
    parts = (made._replace(value=_both(trace.penalty, float(trace.penalty))),)
    more = (charts.penalty(trace),) if trace.matches else ()
    return Step("penalty", "Penalty", summary, _outcome(made), _PENALTY, _source(trace), (*parts, *more))


def _score(trace: SentenceMeteor) -> Step:
    several = len(trace.references) > 1
    made = equation(trace, "score")
    if several and isinstance(made.symbols, Chain):
        name = Symbol("METEOR", str(trace.place + 1))
        made = made._replace(symbols=made.symbols._replace(terms=(name, *made.symbols.terms[1:])))
    summary = (
        f"{shown(float(1 - trace.penalty))} of {shown(float(trace.mean))}" if trace.mean else "nothing that counts"
    )
    why = f"The penalty takes a part of the mean away, {plain.formula(decimal(trace.gamma))} of it at most."
    parts = (
        made._replace(value=_both((1 - trace.penalty) * trace.mean, trace.score)),
        _logarithms(trace),
        _log_score(trace),
        charts.logarithms(trace),
    )
    return Step("score", "Score", summary, _outcome(made), why, _source(trace), parts)


def _both(exactly: Fraction, rounded: float) -> Formula:
    """1/54 = 0.01852: a number as a fraction, where that is short, and as it is shown."""
    fraction = number(exactly)
    return shown(rounded) if isinstance(fraction, str) else Chain("=", (fraction, shown(rounded)))


def _logarithms(trace: SentenceMeteor) -> Table:
    """The factors of the score, and the terms of its logarithm."""
    factors = (MeteorScore.f_mean.symbol, value_of(trace, "f_mean")), (REST, shown(float(1 - trace.penalty)))
    rows = tuple(
        (name, value, log, shown(term.value))
        for (name, value), log, term in zip(factors, LOG_TERMS, trace.terms, strict=True)
    )
    columns = keyed("factor", "value", "term", log="value of the term")
    whole = sum(term.value for term in trace.terms)
    total = (MeteorScore.score.symbol, shown(trace.score), charts.LOG_SCORE, shown(whole))
    return Table("The same as a sum of logarithms:", columns, rows, total=total)


def _log_score(trace: SentenceMeteor) -> Equation:
    """The same as a sum of logarithms."""
    values = tuple(f"({shown(term.value)})" if term.value < 0 else shown(term.value) for term in trace.terms)
    symbols = Chain("=", (charts.LOG_SCORE, Chain("+", LOG_TERMS)))
    return Equation(symbols, Chain("+", values), shown(sum(term.value for term in trace.terms)))


def _best(trace: SentenceMeteor) -> Step:
    """The score against each reference."""
    columns = keyed("reference", "m", "ch", mean="Fmean", penalty="Pen", score="METEOR", choice="choice")
    rows = tuple(
        (f"reference {place + 1}", one.matches, one.chunks, shown(float(one.mean)), shown(float(one.penalty)),
         shown(one.score), _choice(trace, place))
        for place, one in enumerate(trace.against)
    )  # fmt: skip
    name, scores = MeteorScore.score.symbol, tuple(shown(one.score) for one in trace.against)
    names = tuple(Symbol("METEOR", str(place)) for place in range(1, len(scores) + 1))
    symbols, numbers = (Call("max", Chain(",", few(terms, _MOST))) for terms in (names, scores))
    made = Equation(Chain("=", (name, symbols)), numbers, shown(trace.score), "one for each reference")
    summary = f"reference {trace.place + 1} of {len(trace.references)}"
    return Step("best", "Best reference", summary, _outcome(made), _BEST, _PAPER, (Table("", columns, rows), made))


def _choice(trace: SentenceMeteor, place: int) -> str:
    if place == trace.place:
        return "the best"
    return "as good, but listed later" if trace.against[place].score == trace.score else ""


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
