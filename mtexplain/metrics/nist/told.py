"""How NIST is told: titles, what came out, sources, tables and pictures beside the formulas, notes, the stepper."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import prod

from mtexplain.display import signature
from mtexplain.display.charts import Curve, Guide
from mtexplain.display.formula import shown
from mtexplain.display.parts import Cell, Note, Part, Prose, Real, Table, Words
from mtexplain.display.pyramid import Pyramid, Text
from mtexplain.display.steps import Moment
from mtexplain.display.texts import keyed
from mtexplain.metrics.nist.rules import NLTK, PAPER
from mtexplain.metrics.nist.score import AnyNist, CorpusNist, Nist
from mtexplain.metrics.shared import bricks, filling, reason, scores
from mtexplain.metrics.shared.charts import account, curve_places
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.orders import named_orders, none_of, order_name
from mtexplain.tracing import telling
from mtexplain.tracing.number import plain as value_of

_PAPER = "Doddington 2002"
_HALF_AT = Fraction(2, 3)
"""Of the length of the references: there the penalty is one half."""
AnyNist.candidate_length.say(title="Tokens", source=_PAPER)
AnyNist.words.say(title="Information", source=f"{_PAPER}, equation 2")
AnyNist.gain.say(source=f"{_PAPER}, equation 3")
AnyNist.reference_length.say(title="Brevity", source=f"{_PAPER}, equation 3")
AnyNist.score.say(title="Score", source=f"{_PAPER}, equation 3")


def name(trace: AnyNist, n: int) -> str:
    """What the n-grams of an order are called."""
    return named_orders(n, trace.rules.token_name)[n - 1][1]


# Tokens, and information.


@AnyNist.candidate_length.summary
def _cut(trace: AnyNist) -> str:
    return signature.cut_by(trace.rules)


@AnyNist.candidate_length.table
def _texts(trace: Nist | CorpusNist) -> Table:
    return trace.text_table


@AnyNist.words.summary
def _counted(trace: AnyNist) -> str:
    return f"counted over {trace.words} words of references"


@AnyNist.words.table
def _information(trace: Nist | CorpusNist) -> Iterator[Part]:
    """The match that tells most; what the references hold."""
    yield from _best_match(trace)
    yield _weights(trace)


def _best_match(trace: Nist | CorpusNist) -> Iterator[Part]:
    """How the information of the match that tells most is computed; in a text, of the first segment with a match."""
    for segment in trace.segments if isinstance(trace, CorpusNist) else (trace,):
        if found := [g for order in segment.matches.values() for g in order]:
            best = max(found, key=segment.information)
            pair = ', or a pair that begins with "0"' if ("0",) in trace.rules.no_prefixes else ""
            where = f"Count is over all references; for a single word{pair}, Count(w_1…n-1) is the number of all words"
            yield telling.equation(segment, Nist.information, best)._replace(where=where)
            yield Prose(("The numbers are for ", Words(best), "."))
            return


def _weights(trace: AnyNist) -> Table:
    """What the references hold, order by order: different n-grams, how many tell nothing, the most that one tells."""
    columns = keyed("n-grams", different="different", nothing="tell nothing", largest="most that a match tells")
    rows: list[tuple[Cell, ...]] = []
    for n in trace.each_n:
        found, corpus = trace.corpus.counts(n), trace.corpus
        silent = sum(times >= corpus.times(trace.rules.beginning(g)) for g, times in found.items())
        rows.append((order_name(n), len(found), silent, Real(trace.largest(n))))
    total: tuple[Cell, ...] = ("no score is above", None, None, Real(trace.most))
    return Table("Information, in bits:", columns, tuple(rows), total=total)


# Orders.


@AnyNist.gain.title
def _order(trace: AnyNist, n: int) -> str:
    return name(trace, n).capitalize()


@AnyNist.gain.why
def _gains(trace: AnyNist, n: int) -> str:
    what = f"The sum is divided by all {name(trace, n)} of the candidate, matched or not."
    return f"Each match gains its information. {what}"


@AnyNist.gain.summary
def _matches(trace: AnyNist, n: int) -> str:
    return f"{trace.matched(n)} of {trace.total(n)} match"


# Brevity.


@AnyNist.reference_length.summary
def _compared(trace: AnyNist) -> str:
    """How long the candidate is, beside its references."""
    here, whole = trace.candidate_length, trace.reference_length
    relation = "shorter than" if here < whole else "as long as" if here == whole else "longer than"
    return f"{here} tokens, {relation} {whole}"


@AnyNist.reference_length.table
def _lengths(trace: Nist | CorpusNist) -> Iterator[Part]:
    """Every reference length, and how often it counts; of a text, the lengths of each segment; the penalty's curve."""
    mean = telling.cell(trace.reference_length)
    rows: list[tuple[Cell, ...]] = []
    if isinstance(trace, CorpusNist):
        columns = keyed("segment", sys="candidate length", lengths="reference lengths", ref="their mean")
        for place, one in enumerate(trace.segments, 1):
            listed = ", ".join(str(len(text)) for text in one.references)
            rows.append((place, len(one.candidate), listed, telling.cell(one.reference_length)))
        yield Table("", columns, rows, total=("sum", telling.cell(trace.candidate_length), None, mean))
    else:
        for place, text in enumerate(trace.references):
            orders = [str(n) for n, one in trace.chosen.items() if one == place]
            counts = f"for n = {', '.join(orders)}" if orders else "never"
            rows.append((f"reference {place + 1}", len(text), "once" if trace.chosen[1] is None else counts))
        yield Table("", keyed("reference", "length", counts="counts"), rows, total=("mean", mean, None))
    yield brevity(trace)


def brevity(trace: AnyNist) -> Curve:
    """BP over L_sys for this L_ref: what other lengths would have cost."""
    here, whole = Fraction(value_of(trace.candidate_length)), Fraction(value_of(trace.reference_length))
    places = curve_places(whole, [here])
    points = tuple((float(x), _penalty(x / whole if whole else x, bool(whole))) for x in places)
    length, half, bp = shown(float(whole)), float(whole * _HALF_AT), float(trace.bp)
    guides = (Guide(float(whole), f"L_ref = {length}"), Guide(half, f"half at {shown(half)}", False))
    label = f"L_sys = {here}: BP = {shown(bp)}"
    known = f"1/2 at {shown(half)}, 1 from {length} onwards"
    alt = f"The brevity penalty against the length of the candidate: {known}. Here {label}."
    return Curve("candidate length L_sys", "BP", points, (float(here), bp), label, guides, alt)


@lru_cache(maxsize=256)
def _penalty(share: Fraction, whole: bool) -> float:
    """BP for that share of L_ref: most places of a curve are the same shares, whatever L_ref is."""
    lengths = ((AnyNist.candidate_length, (), share), (AnyNist.reference_length, (), int(whole)))
    return float(Nist((), ((),), PAPER).with_known(lengths).bp)


@AnyNist.bp.says
def _odd_penalty(trace: AnyNist) -> str:
    if trace.candidate_length == 0:
        return "0, as there is no candidate"
    return "1, as no reference has a word" if trace.reference_length == 0 else ""


# The score.


@AnyNist.score.summary
def _sum(trace: AnyNist) -> str:
    return f"a sum times BP {shown(float(trace.bp))}"


@AnyNist.score.table
def _account(trace: AnyNist) -> Iterator[Part]:
    """The terms; what each reference would score as a candidate."""
    yield account(trace.terms, trace.symbol)
    if isinstance(trace, Nist):
        rows = [(f"reference {i}, word for word", Real(score)) for i, score in enumerate(trace.of_references, 1)]
        rows.append(("this candidate", Real(float(trace.score))))
        yield Table("NIST has no upper limit. For comparison:", keyed("candidate", score="NIST"), rows)


# Beside the steps.


@scores.picture.register
def picture(trace: Nist) -> Pyramid:
    """The whole score in one picture: words as bricks, and each n-gram a brick that hangs where its words hang."""
    orders = []
    for n in trace.each_n:
        ours, matches, theirs = trace.counts[n], trace.matches[n], trace.reference_counts[n]
        credits, found = [matches[g] for g in ours], [tuple(counts[g] for counts in theirs) for g in ours]
        orders.append(bricks.count_order(n, list(ours), list(ours.values()), credits, found, f"s_{n}"))
    which = "the reference" if len(trace.references) == 1 else "the references on average"
    length, token = value_of(trace.reference_length), trace.rules.token_name
    ruler = bricks.measure(len(trace.candidate), length, shown(float(trace.bp)), which, "brevity", token)
    texts = Text("candidate", Words(trace.candidate)), bricks.name_texts(trace.references)
    return bricks.build(*texts, orders, ruler, token)


@scores.why.register
def why(trace: Nist) -> Prose:
    """What costs most; or that the matches tell nothing."""
    if not trace.score and any(trace.matches.values()):
        return Prose(("The matches tell nothing: by these references they carry no information.",))
    return reason.describe(trace.picture)


@scores.why.register
def why_of_text(trace: CorpusNist) -> Prose:
    """What is added up."""
    return Prose((f"The n-grams of {so_many(len(trace.segments), 'segment')} count as one text.",))


@scores.moments.register
def moments(trace: Nist) -> Iterable[Moment]:
    """Each step, and in the steps of the orders each cell of the table in turn."""
    return filling.moments(trace.steps(), filling.marks(trace.texts))


@scores.odd.register
def odd(trace: Nist) -> Iterator[Note]:
    """An order without n-grams, matches that hold no information, references that only rounding sets apart."""
    yield from _of_score(trace, [trace], "the candidate is")
    yield from _told_apart(trace)
    if any(trace.matched(n) for n in trace.each_n[1:]) and not any(trace.gain(n) for n in trace.each_n[1:]):
        told = "in these references, how they begin leaves only one way to go on, so log2(1) = 0"
        more = "More text (corpus_references) would tell them apart."
        yield Note("no-information", f"Longer n-grams match but gain nothing: {told}. {more}")


@scores.odd.register
def odd_text(trace: CorpusNist) -> Iterator[Note]:
    """What is odd about the score of a text, then about the choices in each segment."""
    yield from _of_score(trace, trace.segments, "every candidate is")
    for place, segment in enumerate(trace.segments, 1):
        for note in _told_apart(segment):
            yield note._replace(where=f"segment {place}")


def _of_score(trace: AnyNist, segments: Iterable[Nist], short: str) -> Iterator[Note]:
    if missing := [n for n in trace.each_n if not trace.total(n)]:
        told = f"There is no {none_of(missing)}: {short} too short. 0/0 is not defined; it adds nothing to the sum."
        if trace.rules.tool == NLTK.tool:
            told += " NLTK itself stops here, with a ZeroDivisionError."
        yield Note("no-ngrams", told)
    if trace.matched(1) and not trace.score and trace.bp:
        yield Note("weighs-nothing", "Words match, but none of the matches carries information, so the score is 0.")
    elif trace.total(1) and not trace.matched(1):
        yield Note("no-match", "No word of the candidate is in a reference: there is no information to gain.")
    pairs = (g for one in segments for g in one.counts.get(2, ()) if g[:1] in trace.rules.no_prefixes)
    if any(trace.corpus.times(g) for g in pairs):
        yield Note(
            "zero-prefix",
            f'In Perl "0" is false, so {trace.rules.tool or "this rule"} sees no prefix there: a pair that begins with '
            f'"0" is weighed against all {trace.words} words, like a single word.',
        )


def _told_apart(trace: Nist) -> Iterator[Note]:
    """Of two references with equal gain the longer one counts, unless rounding sets them apart."""
    for n, chosen in trace.chosen.items():
        if chosen is None:
            continue
        exact = [(_two_to_the_gain(trace, n, i), len(text)) for i, text in enumerate(trace.references)]
        if (best := exact.index(max(exact))) != chosen:
            yield Note(
                "rounded-choice",
                f"For n = {n} the gains of references {best + 1} and {chosen + 1} differ only by rounding. NLTK "
                f"compares the rounded gains and takes reference {chosen + 1}; with exact ones it would take "
                f"reference {best + 1}. Another version of Python may round differently.",
            )


def _two_to_the_gain(trace: Nist, n: int, i: int) -> Fraction:
    """Two to the power of what the candidate gains by one reference: exact, so that ties are ties."""
    matches = trace.counts[n] & trace.reference_counts[n][i]
    parts = (value_of(trace.beginning(g) / trace.times(g)) ** times for g, times in matches.items())
    return prod(parts, start=Fraction(1))
