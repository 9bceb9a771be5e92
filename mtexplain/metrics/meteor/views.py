"""The views of METEOR, with titles, sources and summaries, tables of links and chunks, and pictures.

References and positions count from 1 here, as in every view.
"""

from collections.abc import Iterator
from fractions import Fraction

from mtexplain.display import plain, signature
from mtexplain.display.charts import Curve, Guide
from mtexplain.display.formula import Call, Chain, Over, Symbol, few, shown
from mtexplain.display.parts import Cell, Column, Equation, Part, Prose, Rows, Table, Words
from mtexplain.display.pyramid import Pyramid, Result, Text
from mtexplain.display.texts import keyed
from mtexplain.display.trace import Step
from mtexplain.metrics.meteor import moments, notes
from mtexplain.metrics.meteor.links import stemmer
from mtexplain.metrics.meteor.moments import choice
from mtexplain.metrics.meteor.rules import ALIGN, PAPER, PAPER_2005, decimal
from mtexplain.metrics.meteor.score import AnyMeteor
from mtexplain.metrics.meteor.trace import LINKS, Meteor
from mtexplain.metrics.shared import bricks, charts, scores
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.tracing import formulas, views
from mtexplain.tracing.number import number, or_zero
from mtexplain.tracing.number import plain as value_of

_STAGES = {
    "exact": "Words that are equal, letter by letter, come first.",
    "stem": "Next come words of the same family, which are equal once their endings are removed.",
    "synonym": "Next come words that mean the same, according to the synonyms you gave.",
}
_LINKED = {"exact": "equal words; numbers are chunks", "stem": "same stem", "synonym": "synonyms"}
_MOST, _MOST_PLACES = 6, 12  # references that are written out, positions that a row lists
_POINTS, _FEW = 60, 12  # the points of a curve, and its numbered chunks
AnyMeteor.candidate_length.say(title="Tokens", source=PAPER_2005)
AnyMeteor.matches.say(legend="s runs over the stages")
AnyMeteor.precision.say(title="Precision", legend="m of the c words of the candidate are matched")
AnyMeteor.recall.say(title="Recall", legend="m of the r words of the reference are matched")
AnyMeteor.mean.say(title="Harmonic mean")
AnyMeteor.chunks.say(title="Chunks")
AnyMeteor.penalty.say(title="Penalty")
AnyMeteor.score.say(title="Score")


@AnyMeteor.precision.source
@AnyMeteor.recall.source
@AnyMeteor.mean.source
@AnyMeteor.chunks.source
@AnyMeteor.penalty.source
@AnyMeteor.score.source
def _source(trace: AnyMeteor) -> str:
    return trace.paper


@AnyMeteor.candidate_length.summary
def _cut(trace: AnyMeteor) -> str:
    return signature.cut_by(trace.rules)


@AnyMeteor.candidate_length.table
def _texts(trace: Meteor) -> Table:
    return trace.text_table


# The alignment.


@AnyMeteor.linked.title
def _stage(trace: AnyMeteor, s: str) -> str:
    return f"{s.capitalize()} matches"


@AnyMeteor.linked.why
def _why_stage(trace: AnyMeteor, s: str) -> str:
    return _STAGES[s]


@AnyMeteor.linked.source
def _source_of_stage(trace: AnyMeteor, s: str) -> str:
    return trace.paper


@AnyMeteor.linked.applies
def _is_there(trace: AnyMeteor, s: str) -> bool:
    return s in trace.alignment.possible


@AnyMeteor.linked.summary
def _links(trace: AnyMeteor, s: str) -> str:
    links, could = len(trace.alignment.partners(s)), len(trace.alignment.possible[s])
    return f"{so_many(links, 'link')} for {so_many(could, 'word')} that could be linked" if could else "none"


@AnyMeteor.linked.legend
def _is_linked(trace: AnyMeteor, s: str) -> str:
    where = "linked(w) is 1 if the word w gets a partner, else 0; w runs over the rows of the table"
    return where if trace.alignment.possible.get(s) else ""


@AnyMeteor.linked.table
def partners(trace: AnyMeteor, s: str) -> Table | Prose:
    """A table of the words that a stage could link, with the partner of each word and where a partner could be."""
    options = trace.alignment.possible[s]
    if not options:
        return Prose(("No word can be linked here.",))
    partner_of = trace.alignment.partners(s)
    stem = stemmer(trace.rules) if s == "stem" else None
    rows: list[tuple[Cell, ...]] = []
    for word, listed in options.items():
        partner, token = partner_of.get(word), trace.candidate[word]
        got = (None, None) if partner is None else (partner + 1, Words((trace.reference_words[partner],)))
        could = ", ".join(str(position + 1) for position in listed[:_MOST_PLACES])
        could += f", … {len(listed) - _MOST_PLACES:,} more" if len(listed) > _MOST_PLACES else ""
        rows.append((word + 1, Words((token,)), *got, could, *([Words((stem(token) or "",))] if stem else [])))
    columns = (*LINKS, Column("possible", "could be at"), *([Column("stem", "stem")] if stem else []))
    return Table("", columns, rows, names=2)


@AnyMeteor.matches.title
def _alignment(trace: Meteor) -> str:
    return f"Alignment with reference {trace.best_index + 1}" if len(trace.references) > 1 else "Alignment"


@AnyMeteor.matches.why
def _why_aligned(trace: AnyMeteor) -> str:
    return ALIGN[trace.rules.align].why


@AnyMeteor.matches.source
def _where_aligned(trace: AnyMeteor) -> str:
    return ALIGN[trace.rules.align].source


@AnyMeteor.matches.summary
def _aligned(trace: AnyMeteor) -> str:
    counts = (int(trace.matches), "link"), (trace.alignment.crossings, "crossing"), (int(trace.chunks), "chunk")
    return ", ".join(so_many(*count) for count in counts)


@AnyMeteor.matches.more
def _choices(trace: Meteor) -> Iterator[Part]:
    """A sentence about the choice of this alignment, and a table of the choices by other rules if there are any."""
    yield choice(trace)
    if trace.number_of_alignments != 1:
        yield _other_rules(trace)


def _other_rules(trace: Meteor) -> Table:
    """A table of the alignments of the same texts by this rule and by others."""

    def row(score: AnyMeteor) -> tuple[Cell, ...]:
        counts = int(score.matches), score.alignment.crossings, int(score.chunks), shown(float(score.score))
        return (ALIGN[score.rules.align].signature, *counts, "in force" if score is trace else "")

    columns = keyed("rule", matches="links", crossings="crossings", chunks="chunks", score="METEOR", choice="choice")
    return Table("The same words, aligned by other rules:", columns, Rows((trace, *trace.others), row))


# Precision, recall, their mean.


@AnyMeteor.precision.summary
def _of_candidate(trace: AnyMeteor) -> str:
    return f"{trace.matches} of {so_many(len(trace.candidate), 'word')} of the candidate"


@AnyMeteor.recall.summary
def _of_reference(trace: AnyMeteor) -> str:
    return f"{trace.matches} of {so_many(len(trace.reference_words), 'word')} of the reference"


@AnyMeteor.mean.summary
def _alpha(trace: AnyMeteor) -> str:
    alpha = Fraction(value_of(trace.alpha))
    recall, precision = (plain.formula(decimal(weight)) for weight in (alpha, 1 - alpha))
    return f"recall weighs {recall}, precision {precision}"


@AnyMeteor.mean.why
def _why_harmonic(trace: AnyMeteor) -> str:
    costs, alpha = "Missing words cost as much as extra words.", trace.rules.alpha
    if alpha != Fraction(1, 2):
        more, less = ("Missing", "extra") if alpha > Fraction(1, 2) else ("Extra", "missing")
        costs = f"{more} words cost more than {less} words."
    return f"A harmonic mean stays near the smaller number. {costs}"


@AnyMeteor.mean.legend
def _no_mean(trace: AnyMeteor) -> str:
    if not trace.mean:
        return "nothing that matches counts" if trace.matches else "no word matches"
    return ""


# Chunks, penalty, score.


@AnyMeteor.chunks.summary
def _runs(trace: AnyMeteor) -> str:
    return f"{so_many(int(trace.matches), 'link')} in {so_many(int(trace.chunks), 'chunk')}"


@AnyMeteor.chunks.table
def chunks(trace: AnyMeteor) -> Table:
    """A table of the chunks, with their words and positions in both texts."""
    columns = keyed("chunk", candidate="candidate", at="at", reference="reference", there="at", links="links")
    rows: list[tuple[Cell, ...]] = []
    for number_of_chunk, chunk in enumerate(trace.alignment.chunks, 1):
        ours, theirs = [link.candidate for link in chunk], [link.reference for link in chunk]
        rows.append((
            number_of_chunk,
            Words(trace.candidate[ours[0] : ours[-1] + 1]), _span(ours),
            Words(trace.reference_words[theirs[0] : theirs[-1] + 1]), _span(theirs),
            len(chunk),
        ))  # fmt: skip
    return Table("", columns, rows, total=("sum", None, None, None, None, int(trace.matches)))


def _span(positions: list[int]) -> str:
    first, last = positions[0] + 1, positions[-1] + 1
    return str(first) if first == last else f"{first} to {last}"


@AnyMeteor.penalty.summary
def _taken(trace: AnyMeteor) -> str:
    return f"{so_many(int(trace.chunks), 'chunk')} for {so_many(int(trace.matches), 'link')}"


@AnyMeteor.penalty.legend
def _no_penalty(trace: AnyMeteor) -> str:
    return "" if trace.matches else "there are no chunks"


@AnyMeteor.penalty.more
def _curve(trace: AnyMeteor) -> Iterator[Part]:
    if trace.matches:
        yield penalty_curve(trace)


def penalty_curve(trace: AnyMeteor, reason: str = "") -> Curve:
    """A curve of Pen over the number of chunks, which shows what other orders of the same words would cost.

    `reason` says why there is no penalty, if there is none.
    """
    most, chunks = max(1, int(trace.matches)), int(trace.chunks)
    gamma, beta = float(trace.gamma), float(trace.beta)
    counts = sorted({*(most * step / _POINTS for step in range(1, _POINTS + 1)), *range(1, min(most, _POINTS) + 1)})
    points = tuple((float(count), gamma * (count / most) ** beta) for count in counts)
    cost = shown(float(trace.penalty))
    label = f"{so_many(chunks, 'chunk')}: penalty {cost}"
    numbered = range(1, most + 1) if most <= _FEW else (1, most)
    guides = tuple(Guide(float(n), str(n), n == most, gamma * (n / most) ** beta) for n in numbered)
    costs = ", ".join(f"{guide.label}: {shown(guide.y or 0.0)}" for guide in guides)
    here = reason or f"the penalty is {cost}"
    alt = f"The penalty by number of chunks: {costs}. Here, with {so_many(chunks, 'chunk')}, {here}."
    exponent = "³" if beta == 3 else f"^{beta:g}"
    law = f"penalty = {plain.formula(decimal(trace.rules.gamma))} · (chunks / links){exponent}"
    return Curve("chunks", law, points, (float(chunks), float(trace.penalty)), label, guides, alt, top=gamma or 1)


@AnyMeteor.score.summary
def _left(trace: AnyMeteor) -> str:
    return f"{shown(1 - float(trace.penalty))} of {shown(float(trace.mean))}" if trace.mean else "nothing that counts"


@AnyMeteor.score.why
def _why_score(trace: AnyMeteor) -> str:
    return f"The penalty removes a share of the mean, at most {plain.formula(decimal(trace.rules.gamma))}."


@AnyMeteor.score.more
def logarithms(trace: Meteor) -> Iterator[Part]:
    """The score as a sum of logarithms, with a table of the factors and their logarithms, an equation and a picture."""
    if trace.is_changed:
        return
    mean, kept = formulas.symbol("F_mean"), Chain("-", ("1", "Pen"))
    factors = (mean, formulas.value(number(trace.mean))), (kept, shown(1 - float(trace.penalty)))
    terms = Call("log", mean), Call("log", kept)
    values = [term.value for term in trace.terms]
    numbers = tuple(f"({shown(value)})" if value < 0 else shown(value) for value in values)
    added = Equation(
        Chain("=", (Call("log", trace.symbol), Chain("+", terms))), Chain("+", numbers), shown(sum(values))
    )
    yield from charts.logarithms(trace, factors, terms, added)


# The references.


@scores.steps.register
def steps(trace: Meteor) -> Iterator[Step]:
    """Yield the steps of the numbers and, with several references, the step that chooses the best."""
    if trace.is_changed:
        yield from views.steps(trace)
        return
    exactly = {"penalty": trace.penalty, "score": (1 - trace.penalty) * trace.mean}
    for step in views.steps(trace):
        if step.name == "mean" and trace.mean and trace.rules.alpha == PAPER.alpha:
            step = _in_the_papers_form(step)
        yield _with_both(step, exactly[step.name]) if step.name in exactly else step
    if len(trace.references) > 1:
        why = "Each reference has its own alignment. The reference with the highest score counts."
        summary = f"reference {trace.best_index + 1} of {len(trace.references)}"
        outcome = Chain("=", (trace.symbol, shown(float(trace.score))))
        parts = compare_references(trace), best(trace)
        yield Step("best", "Best reference", summary, outcome, why, PAPER_2005, parts)


def _in_the_papers_form(step: Step) -> Step:
    """The step of the mean, which is also written as 10 P R/(R + 9 P), as in the paper of 2005."""
    equation = step.equation
    paper = Over(Chain("*", ("10", "P", "R")), Chain("+", ("R", Chain("*", ("9", "P")))))
    assert isinstance(equation.symbols, Chain)
    both = equation._replace(symbols=Chain("=", (*equation.symbols.terms, paper)))
    return step._replace(parts=tuple(both if part is equation else part for part in step.parts))


def _with_both(step: Step, exactly: float) -> Step:
    """The step with its value as a fraction, if that is short, and as a decimal, as in 1/54 = 0.01852."""
    value = formulas.value(number(exactly))
    if isinstance(value, str):
        return step
    both = Chain("=", (value, shown(float(exactly))))
    equation = step.equation._replace(value=both)
    return step._replace(parts=tuple(equation if part is step.equation else part for part in step.parts))


def compare_references(trace: Meteor) -> Table:
    """The score against each reference."""
    columns = keyed("reference", "m", "ch", mean="Fmean", penalty="Pen", score="METEOR", choice="choice")
    rows = [
        (f"reference {index + 1}", int(score.matches), int(score.chunks), shown(float(score.mean)),
         shown(float(score.penalty)), shown(float(score.score)), _verdict(trace, index))
        for index, score in enumerate(trace.against)
    ]  # fmt: skip
    return Table("", columns, rows)


def _verdict(trace: Meteor, index: int) -> str:
    if index == trace.best_index:
        return "the best"
    return "equally good, but listed later" if trace.against[index].score == trace.score else ""


def best(trace: Meteor) -> Equation:
    """METEOR as the largest of the scores against each reference."""
    scores = tuple(shown(float(score.score)) for score in trace.against)
    names = tuple(Symbol("METEOR", str(number)) for number in range(1, len(scores) + 1))
    symbols, numbers = (Call("max", Chain(",", few(terms, _MOST))) for terms in (names, scores))
    return Equation(Chain("=", (trace.symbol, symbols)), numbers, shown(float(trace.score)), "a score per reference")


# The picture, and everything else beside the steps.


@scores.picture.register
def picture(trace: Meteor) -> Pyramid:
    """The candidate under the best reference, with a ribbon and a bracket for each chunk and a line for each link."""
    alignment = trace.alignment
    numbered = [(number, link) for number, chunk in enumerate(alignment.chunks, 1) for link in chunk]
    links = {link.candidate: (number, link.stage) for number, link in numbered}
    theirs = {link.reference: (number, link.stage) for number, link in numbered}
    could = {word for options in alignment.possible.values() for word in options}
    states = ["credited" if at in links else "clipped" if at in could else "" for at in range(len(trace.candidate))]
    matched = ["credited" if at in theirs else "" for at in range(len(trace.reference_words))]
    p, r = f"{trace.matches}/{len(trace.candidate)}", f"{trace.matches}/{len(trace.reference_words)}"
    of = f"reference {trace.best_index + 1}"
    reference = Text(of, Words(trace.reference_words), bricks.words("recall", matched, r, "alignment", theirs))
    candidate = Text("candidate", Words(trace.candidate), bricks.words("precision", states, p, "alignment", links))
    kinds = dict.fromkeys(link.stage for link in alignment.links)
    legend = [(kind, _LINKED[kind]) for kind in kinds]
    legend += [("clipped", "its partner is taken")] * ("clipped" in states)
    legend += [("unmatched", "no partner")] * ("" in states + matched)
    ribbons = (ribbon for chunk in alignment.chunks for ribbon in bricks.join([link[:2] for link in chunk], 0))
    chunks = Result(f"{trace.chunks}/{trace.matches}", "chunks / links", "chunks")
    cost = Result(shown(float(trace.penalty)), "penalty", "penalty")
    drawn = bricks.link(candidate, [reference], ribbons, legend)
    crossed = f" {so_many(alignment.crossings, 'crossing')}." * bool(alignment.crossings)
    return drawn._replace(
        alt=drawn.alt + crossed,
        results=(chunks, cost, *_bars(trace)) if trace.matches else (),
        curve=penalty_curve(trace) if trace.matches else None,
    )


def _bars(trace: Meteor) -> Iterator[Result]:
    """Yield bars for recall, precision and their mean, and for the score that the penalty leaves."""
    for name, share in (("recall", trace.recall), ("precision", trace.precision)):
        part = float(or_zero(share))
        yield Result(shown(part), name, name, part, says=str(share))
    recall, precision = (plain.formula(decimal(weight)) for weight in (trace.rules.alpha, 1 - trace.rules.alpha))
    mean, score = float(trace.mean), float(trace.score)
    yield Result(shown(mean), "mean", "mean", mean, says=f"harmonic: {recall} recall, {precision} precision")
    yield Result(shown(score), "score", "score", score, mean - score, "− penalty" * bool(trace.penalty))


@scores.why.register
def why(trace: Meteor) -> Prose:
    """A sentence about the linked words and the cost of their order."""
    which = "the reference" if len(trace.references) == 1 else f"reference {trace.best_index + 1}"
    if not trace.matches:
        return Prose((f"No word of the candidate has a partner in {which}.",))
    texts = ("the candidate", trace.candidate), (which, trace.reference_words)
    linked = " and ".join(f"{_share(int(trace.matches), len(tokens))} of {name}" for name, tokens in texts)
    cost = float(trace.penalty)
    order = "in one chunk, and their order costs nothing" if trace.chunks == 1 else f"in {trace.chunks} chunks"
    if cost:
        takes = f"{cost:.0%}" if cost >= 0.01 else "less than 1%"
        fewest = min(int(other.chunks) for other in (trace, *trace.others) if other.matches == trace.matches)
        would = f", although {fewest} would be enough" * (fewest < trace.chunks)
        order = f"in {so_many(int(trace.chunks), 'chunk')}{would}. The penalty takes {takes} off"
    return Prose((f"{linked[0].upper()}{linked[1:]} are linked {order}.",))


def _share(linked: int, words: int) -> str:
    every = {1: "the word", 2: "both words"}.get(words, f"all {words} words")
    return f"{linked} of {so_many(words, 'word')}" if linked < words else every


scores.odd.register(Meteor, notes.of_sentence)
scores.moments.register(Meteor, moments.of_sentence)
