"""The views of NIST, such as titles, summaries, sources, tables, pictures and the stepper."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

from mtexplain.counts import NGram
from mtexplain.display import signature
from mtexplain.display.charts import Curve, Guide
from mtexplain.display.formula import shown
from mtexplain.display.parts import Cell, Column, Marked, Part, Prose, Real, Rows, Table, Words
from mtexplain.display.pyramid import Pyramid, Text
from mtexplain.display.steps import Moment
from mtexplain.display.texts import keyed
from mtexplain.metrics.nist.score import PAPER, AnyNist
from mtexplain.metrics.nist.trace import CorpusNist, Nist
from mtexplain.metrics.shared import bricks, filling, reason, scores
from mtexplain.metrics.shared.charts import account, curve_places
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.orders import named_orders, order_name
from mtexplain.tracing import views
from mtexplain.tracing.number import plain as value_of

_PAPER = "Doddington 2002"
_HALF_AT = Fraction(2, 3)
"""The share of the reference length at which the penalty is 1/2."""
AnyNist.candidate_length.say(title="Tokens", source=_PAPER)
AnyNist.words.say(title="Information", source=f"{_PAPER}, equation 2")
AnyNist.gain.say(source=f"{_PAPER}, equation 3")
AnyNist.reference_length.say(title="Brevity", source=f"{_PAPER}, equation 3")
AnyNist.score.say(title="Score", source=f"{_PAPER}, equation 3")


# Tokens, and information.


@AnyNist.candidate_length.summary
def _cut(trace: AnyNist) -> str:
    return signature.cut_by(trace.rules)


@AnyNist.candidate_length.table
def _texts(trace: Nist | CorpusNist) -> Table:
    return trace.text_table


@AnyNist.words.summary
def _counted(trace: AnyNist) -> str:
    return f"counted over {trace.words} word{'s' * (trace.words != 1)} of the references"


@AnyNist.words.table
def _information(trace: Nist | CorpusNist) -> Iterator[Part]:
    """The equation of the match with the most information, then a table of the orders.

    In a text, the equation is taken from the first segment with a match. For each order, the table has the number of
    distinct n-grams in the references, the number of n-grams without information, and the largest information.
    """
    segments = trace.segments if isinstance(trace, CorpusNist) else (trace,)
    matched = (segment for segment in segments if any(segment.matches.values()))
    if segment := next(matched, None):
        best = max((g for matches in segment.matches.values() for g in matches), key=segment.information)
        pair = ', or a pair that begins with "0"' if trace.rules.zero_prefix == "none" else ""
        where = f"Count is over all references; for a single word{pair}, Count(w_1…n-1) is the total number of words"
        yield views.equation(segment, Nist.information, best)._replace(where=where)
        yield Prose(("These are the numbers for the match ", Words(best), "."))
    rows: list[tuple[Cell, ...]] = []
    for n in trace.each_n:
        counts = trace.corpus.counts(n)
        silent = sum(count >= trace.corpus.times(trace.rules.beginning(g)) for g, count in counts.items())
        rows.append((order_name(n), len(counts), silent, Real(trace.largest(n))))
    columns = keyed("n-grams", different="distinct", nothing="without information", largest="largest information")
    yield Table("Information, in bits:", columns, rows, total=("the score is at most", None, None, Real(trace.most)))


# Orders.


def _name(trace: AnyNist, n: int) -> str:
    """The name of the n-grams of an order."""
    return named_orders(n, trace.rules.token_name)[n - 1][1]


@AnyNist.gain.title
def _order(trace: AnyNist, n: int) -> str:
    return _name(trace, n).capitalize()


@AnyNist.gain.why
def _gains(trace: AnyNist, n: int) -> str:
    total = f"the number of {_name(trace, n)}"
    divided = f"Dividing gain_{n} by {total} in the candidate, matched or not, gives the mean gain, s_{n}."
    return f"Each match gains the information of its n-gram, and these gains add up to gain_{n}. {divided}"


@AnyNist.gain.summary
def _matches(trace: AnyNist, n: int) -> str:
    return f"{trace.matched(n)} of {trace.total(n)} match"


@AnyNist.gain.table
def _ngrams(trace: Nist | CorpusNist, n: int) -> Table:
    """The count, matches, information and gain of each n-gram of the candidate; for a text, the sums."""
    if isinstance(trace, CorpusNist):
        return trace.table_of_sums(n)
    counts, matches, references = trace.counts[n], trace.matches[n], trace.reference_counts[n]

    def row(g: NGram) -> tuple[Cell, ...]:
        in_references = [reference[g] for reference in references]
        match = Marked(matches[g]) if 0 < matches[g] < counts[g] else matches[g]
        if not any(in_references):
            return Words(g), counts[g], *in_references, match, None, None, None, None
        bits = Real(trace.information(g)), Real(trace.match(g) * trace.information(g))
        return Words(g), counts[g], *in_references, match, int(trace.times(g)), int(trace.beginning(g)), *bits

    columns = (
        Column("ngram", "n-gram"),
        Column("count", "count", "occurs {} in the candidate"),
        *(Column(f"reference_{i}", f"in reference {i}") for i, _ in enumerate(references, 1)),
        Column("matches", "matches", "matches {}"),
        Column("times", "in all references"),
        Column("beginning", "its beginning"),
        Column("information", "information", "carries {} bits"),
        Column("worth", "gain", "gains {} bits"),
    )
    sums = counts.total(), *[None] * len(references), matches.total(), None, None, None, Real(trace.gain(n))
    return Table("", columns, Rows(list(counts), row), total=("sum", *sums))


# Brevity.


@AnyNist.reference_length.summary
def _compared(trace: AnyNist) -> str:
    """The length of the candidate, compared with the reference length."""
    length, wanted = trace.candidate_length, trace.reference_length
    relation = "shorter than" if length < wanted else "as long as" if length == wanted else "longer than"
    return f"{length} token{'s' * (length != 1)}, {relation} {wanted}"


@AnyNist.reference_length.table
def _lengths(trace: Nist | CorpusNist) -> Iterator[Part]:
    """The reference lengths and how often each counts, or the lengths of each segment; then the penalty's curve."""
    mean = views.cell(trace.reference_length)
    rows: list[tuple[Cell, ...]] = []
    if isinstance(trace, CorpusNist):
        columns = keyed("segment", sys="candidate length", lengths="reference lengths", ref="their mean")
        for number, segment in enumerate(trace.segments, 1):
            lengths = ", ".join(str(len(reference)) for reference in segment.references)
            rows.append((number, len(segment.candidate), lengths, views.cell(segment.reference_length)))
        yield Table("", columns, rows, total=("sum", views.cell(trace.candidate_length), None, mean))
    else:
        for i, reference in enumerate(trace.references):
            orders = ", ".join(str(n) for n, chosen in trace.chosen.items() if chosen == i)
            counts = "once" if trace.chosen[1] is None else f"for n = {orders}" if orders else "never"
            rows.append((f"reference {i + 1}", len(reference), counts))
        yield Table("", keyed("reference", "length", counts="counts"), rows, total=("mean", mean, None))
    yield brevity(trace)


def brevity(trace: AnyNist) -> Curve:
    """BP as a function of L_sys for this L_ref, which shows what other lengths would cost."""
    length, wanted = Fraction(value_of(trace.candidate_length)), Fraction(value_of(trace.reference_length))
    points = tuple(
        (float(x), _penalty(x / wanted if wanted else x, bool(wanted))) for x in curve_places(wanted, [length])
    )
    full, half, bp = shown(float(wanted)), float(wanted * _HALF_AT), float(trace.bp)
    guides = (Guide(float(wanted), f"L_ref = {full}"), Guide(half, "half at 2/3 of L_ref", False))
    label = f"L_sys = {length}: BP = {shown(bp)}"
    known = f"1/2 at {shown(half)} and 1 from {full} onwards"
    alt = f"The brevity penalty as a function of the candidate length is {known}. Here {label}."
    return Curve("candidate length L_sys", "BP", points, (float(length), bp), label, guides, alt)


@lru_cache(maxsize=256)
def _penalty(share: Fraction, has_words: bool) -> float:
    """BP for this share of L_ref, cached because most points of a curve have the same shares for any L_ref."""
    lengths = ((AnyNist.candidate_length, (), share), (AnyNist.reference_length, (), int(has_words)))
    return float(Nist((), ((),), PAPER).with_known(lengths).bp)


@AnyNist.bp.says
def _odd_penalty(trace: AnyNist) -> str:
    if trace.candidate_length == 0:
        return "0, because the candidate is empty"
    return "1, because no reference has a word" if trace.reference_length == 0 else ""


# The score.


@AnyNist.score.summary
def _sum(trace: AnyNist) -> str:
    return f"a sum times BP {shown(float(trace.bp))}"


@AnyNist.score.table
def _account(trace: AnyNist) -> Iterator[Part]:
    """The terms, then the score that each reference would get as a candidate."""
    yield account(trace.terms, trace.symbol)
    if isinstance(trace, Nist):
        rows = [(f"reference {i}, word for word", Real(score)) for i, score in enumerate(trace.of_references, 1)]
        rows.append(("this candidate", Real(float(trace.score))))
        yield Table("NIST has no upper limit. For comparison:", keyed("candidate", score="NIST"), rows)


# The picture, its sentence, the stepper.


@scores.picture.register
def picture(trace: Nist) -> Pyramid:
    """The whole score as a picture, in which each n-gram is a brick below its words."""
    orders = []
    for n in trace.each_n:
        counts, matches, references = trace.counts[n], trace.matches[n], trace.reference_counts[n]
        credits, in_references = [matches[g] for g in counts], [tuple(text[g] for text in references) for g in counts]
        orders.append(bricks.count_order(n, list(counts), list(counts.values()), credits, in_references, f"s_{n}"))
    which = "the reference" if len(trace.references) == 1 else "the references on average"
    length, token = value_of(trace.reference_length), trace.rules.token_name
    ruler = bricks.measure(len(trace.candidate), length, shown(float(trace.bp)), which, "brevity", token)
    texts = Text("candidate", Words(trace.candidate)), bricks.name_texts(trace.references)
    return bricks.build(*texts, orders, ruler, token)


@scores.why.register
def why(trace: Nist) -> Prose:
    """A sentence about what costs most, or about matches without information."""
    if not trace.score and any(trace.matches.values()):
        return Prose(("No match carries information with the counts from these references, so the score is 0.",))
    return reason.describe(trace.picture)


@scores.why.register
def why_of_text(trace: CorpusNist) -> Prose:
    """A sentence that says over how many segments n-grams are counted."""
    return Prose((f"The n-grams of {so_many(len(trace.segments), 'segment')} are counted as a single text.",))


@scores.moments.register
def moments(trace: Nist) -> Iterable[Moment]:
    """Each step. The steps of the orders also go through the cells of their tables."""
    return filling.moments(trace.steps(), filling.marks(trace.texts))
