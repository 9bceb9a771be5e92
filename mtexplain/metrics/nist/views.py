"""What a NIST trace shows besides the tables of its n-grams: information, lengths, pictures."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from mtexplain import exact
from mtexplain.display import plain
from mtexplain.display.charts import Curve, Guide
from mtexplain.display.formula import number, shown
from mtexplain.display.parts import Cell, Part, Prose, Real, Table, Words
from mtexplain.display.texts import keyed
from mtexplain.metrics.nist.recipe import NistScore
from mtexplain.metrics.shared.charts import curve_places
from mtexplain.metrics.shared.orders import order_name
from mtexplain.recipe.equations import equation

_HALF_AT = Fraction(2, 3)  # of the length of the references: there the penalty is one half


def best_match(trace: NistScore) -> Iterator[Part]:
    """How the information of the match that tells most is computed; in a text, of the first segment with a match."""
    for segment in trace.parts or (trace,):
        found: Any = segment
        places = [(order, one) for order, row in enumerate(found.matches) for one, times in enumerate(row) if times]
        if places:
            best = max(places, key=lambda place: found.information[place[0]][place[1]])
            alone = "a single word" + (
                "" if trace.rules.zero_prefix == "as counted" else ', or a pair that begins with "0"'
            )
            where = f"Count is over all references; for {alone}, Count(w_1…n-1) is the number of all words"
            yield equation(found, "information", {"n": best[0], "g": best[1]}, where)
            yield Prose(("The numbers are for ", Words(found.ngrams[best[0]][best[1]]), "."))
            return


def weights(trace: NistScore) -> Table:
    """What the references hold, order by order: different n-grams, how many tell nothing, the most that one tells."""
    columns = keyed("n-grams", different="different", nothing="tell nothing", largest="most that a match tells")
    rows: list[tuple[Cell, ...]] = []
    for n, largest in enumerate(trace.largest, 1):
        found = trace.known.counts[n - 1]
        silent = len(found) - len(trace.known.informative[n - 1])
        rows.append((order_name(n), len(found), silent, Real(largest)))
    total: tuple[Cell, ...] = ("no score is above", None, None, Real(trace.most))
    return Table("Information, in bits:", columns, tuple(rows), total=total)


def compare_lengths(trace: NistScore) -> str:
    """How long the candidate is, beside its references."""
    here, whole = trace.candidate_length, trace.reference_length
    relation = "shorter than" if here < whole else "as long as" if here == whole else "longer than"
    return f"{here} tokens, {relation} {plain.formula(number(whole))}"


def lengths(trace: Any) -> Iterator[Table]:
    """Every reference length, and how often it counts; of a text, the lengths of each segment."""
    mean = number(trace.reference_length)
    if trace.parts is not None:
        columns = keyed("segment", sys="candidate length", lengths="reference lengths", ref="their mean")
        rows: list[tuple[Cell, ...]] = []
        for place, one in enumerate(trace.segments, 1):
            listed = ", ".join(str(len(text)) for text in one.references)
            rows.append((place, one.candidate_length, listed, number(one.reference_length)))
        yield Table("", columns, rows, total=("sum", trace.candidate_length, None, mean))
        return
    rows = []
    for place, text in enumerate(trace.references):
        orders = [str(n) for n, one in enumerate(trace.chosen, 1) if one == place]
        counts = f"for n = {', '.join(orders)}" if orders else "never"
        rows.append((f"reference {place + 1}", len(text), "once" if trace.chosen[0] is None else counts))
    yield Table("", keyed("reference", "length", counts="counts"), rows, total=("mean", mean, None))


def perfect(trace: Any) -> Iterator[Table]:
    """What each reference would score as a candidate; of a text, nothing."""
    if trace.parts is None:
        rows = [(f"reference {i}, word for word", Real(score)) for i, score in enumerate(trace.of_references, 1)]
        rows.append(("this candidate", Real(trace.score)))
        yield Table("NIST has no upper limit. For comparison:", keyed("candidate", score="NIST"), rows)


@lru_cache(maxsize=256)
def _penalty(share: Fraction, whole: bool, beta: Decimal) -> Any:
    """BP for that share of L_ref: most places of a curve are the same shares, whatever L_ref is."""
    with exact.forty_digits():
        return NistScore.bp.evaluate(candidate_length=share, reference_length=Fraction(whole), beta=beta)


def brevity(trace: NistScore) -> Curve:
    """BP over L_sys for this L_ref: what other lengths would have cost."""
    here, whole = trace.candidate_length, trace.reference_length
    places = curve_places(whole, [Fraction(here)])
    values = [_penalty(x / whole if whole else x, bool(whole), trace.beta) for x in places]
    points = tuple(zip(map(float, places), map(float, values), strict=True))
    length, half, bp = shown(float(whole)), float(whole * _HALF_AT), float(trace.bp)
    guides = (Guide(float(whole), f"L_ref = {length}"), Guide(half, f"half at {shown(half)}", False))
    label = f"L_sys = {here}: BP = {shown(bp)}"
    known = f"1/2 at {shown(half)}, 1 from {length} onwards"
    alt = f"The brevity penalty against the length of the candidate: {known}. Here {label}."
    return Curve("candidate length L_sys", "BP", points, (float(here), bp), label, guides, alt)
