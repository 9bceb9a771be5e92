"""Sentences about a hand computation, its right and wrong numbers, and the possible mistakes."""

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from types import MappingProxyType

from mtexplain.by_hand import numbers
from mtexplain.by_hand.misconception import Misconception
from mtexplain.by_hand.numbers import Value, plain
from mtexplain.by_hand.subject import WRITING
from mtexplain.display import plain as text
from mtexplain.explain.practice.working.claims import Claim
from mtexplain.explain.practice.working.rounding import was_cut
from mtexplain.explain.practice.working.search import Explanation, Search
from mtexplain.explain.practice.working.verdicts import Verdict
from mtexplain.explain.practice.working.ways import Way
from mtexplain.metrics.shared.occurrences import so_many

NO_ROWS: Mapping[tuple[Misconception, ...], Sequence[Claim]] = MappingProxyType({})
Rows = Mapping[tuple[Misconception, ...], Sequence[Claim]]
"""Wrong claims in some rows, by the misconceptions that explain them."""


def remarks(
    search: Search, explanations: Sequence[Explanation], at_first: Sequence[Misconception], in_rows: Rows = NO_ROWS
) -> Iterator[str]:
    """Yield remarks on a hand computation, each a sentence or two."""
    if search.ways:
        yield _elsewhere(search)
    elif search.perhaps:
        yield _perhaps(search)
        if explanations:
            yield f"It could also be a mistake: {phrases(explanations, '; ')}."
    elif search.wrong:
        yield from _wrong(search, explanations, at_first, in_rows)
    else:
        yield from _right(search, explanations)
    if search.wrong and search.is_long:
        yield "Other rules, rounding and pairs of mistakes were not tried, because the text is too long."


def elsewhere(search: Search) -> tuple[str, str] | None:
    """Return the kind and the message for an answer that is right in another unit or by other rules; otherwise None."""
    if not search.ways:
        return None
    if not search.ways[0].tool:
        return "right", _elsewhere(search)
    return "wrong", f"Not yet by these rules, but it is right by other rules, {_whose(search, search.ways)}."


def near(search: Search) -> str:
    """Return the message for an answer that may be right in another way, or was rounded early; otherwise empty."""
    if search.perhaps:
        return f"Not yet. {_perhaps(search)}"
    return f"Not yet. {_rounding(search)}" if search.rounding else ""


def leads_to(explanations: Sequence[Explanation], sure: bool) -> str:
    """A sentence that names the mistakes that give an answer; an answer of few digits could have other causes."""
    more = [so_many(len(explanations) - 3, "other")] if len(explanations) > 3 else []
    names = ", or ".join([*(explanation.phrase for explanation in explanations[:3]), *more])
    return f"A common mistake {'leads' if sure else 'could lead'} to this: {names}."


def _right(search: Search, explanations: Sequence[Explanation]) -> Iterator[str]:
    with_other_counts = _of_kind(search, "value")
    if rounded := _of_kind(search, "rounded"):
        yield _from_rounded(search, rounded)
    elif not with_other_counts:
        yield _all_right(len(search.claims))
    for verdict in with_other_counts:
        counted = _right_number(search, verdict.claim.name)
        yield f"{_symbol(search, verdict.claim.name)} has the right value but the wrong counts. The counts are "\
            f"{counted}, not {verdict.claim.typed}."  # fmt: skip
    if explanations and with_other_counts:
        these = "these counts" if len(with_other_counts) > 1 or len(search.claims) > 1 else "them"
        more = f" {explanations[0].misconceptions[0].explanation}" if len(explanations) == 1 else ""
        yield f"A common mistake leads to {these}: {phrases(explanations, ', or ')}.{more}"


def _from_rounded(search: Search, rounded: Sequence[Verdict]) -> str:
    """A sentence with the numbers that follow from rounded numbers, and the first of them with all digits."""
    first = rounded[0].claim.name
    are, it = ("is", "it is") if len(rounded) == 1 else ("are", f"{_symbol(search, first)} is")
    return (f"{_names(search, rounded)} {are} right, from your rounded numbers. With all digits {it} "
            f"{_right_number(search, first)}. Round only at the end.")  # fmt: skip


def _all_right(count: int) -> str:
    if count == 1:
        return "The number is right."
    return "Both numbers are right." if count == 2 else f"All {count} numbers are right."


def _elsewhere(search: Search) -> str:
    """A sentence with the unit or the rules by which the numbers are right, and the keywords that select them."""
    first = search.ways[0]
    if not first.tool:
        return f"Right in {first.unit} ({first.keywords})."
    rounded = _of_kind(search, "rounded")
    more = f" {_from_rounded(search, rounded)}" if rounded else ""
    return f"Right by other rules, {_whose(search, search.ways)}.{more}"


def _perhaps(search: Search) -> str:
    """A sentence with the unit or the rules by which the numbers may be right, and a warning about few digits."""
    first, chance = search.perhaps[0], "With so few digits, that may be chance."
    if not first.tool:
        return f"It may be right in {first.unit} ({first.keywords}). {chance}"
    return f"It may be right by other rules, {_whose(search, search.perhaps)}. {chance}"


def _whose(search: Search, all_ways: Sequence[Way]) -> str:
    """The tools that print such a score, if any; otherwise the tools and works that define the rules."""
    ways = [way for way in all_ways if way.tool and bool(way.unit) == bool(all_ways[0].unit)]
    printing = [way for way in ways if way.prints(search.wrong)]
    tools = list(dict.fromkeys(way.tool for way in printing or ways))
    keywords = " or ".join(way.keywords for way in (printing or ways)[:3])
    if printing:
        return f"as {_and(tools[:3])} {'prints' if len(tools) == 1 else 'print'} it ({keywords})"
    return f"namely the rules of {_and(tools[:3])} ({keywords})"


def _wrong(
    search: Search, explanations: Sequence[Explanation], at_first: Sequence[Misconception], in_rows: Rows
) -> Iterator[str]:
    it = "it" if len(search.wrong) == 1 else "all of it"
    if search.rounding:
        yield _rounding(search)
        mistakes = [
            explanation
            for explanation in explanations
            if not (search.is_cut_off and explanation.misconceptions[0].replaces == WRITING)
        ]
        if mistakes:
            yield f"It could also be a mistake: {phrases(mistakes, '; ')}."
        return
    singles = [explanation for explanation in explanations if len(explanation.misconceptions) == 1]
    pairs, does = explanations[len(singles) :], "explains" if search.is_telling else "could explain"
    if len(singles) == 1:
        yield f"A single mistake {does} {it}: {singles[0].phrase}. {singles[0].misconceptions[0].explanation}"
    elif singles:
        names = phrases(singles, "; ")
        yield f"Any of {len(singles)} mistakes {does} {it}: {names}. More numbers or more digits would show which."
    if not singles and pairs and pairs[0].sure:
        yield f"No single mistake explains {it}, but two together do: {_listed(pairs)}."
        if len(search.claims) == 1:  # it explains one guess in seven (benchmarks/misconceptions.py)
            yield "With only one number, that may be chance. Claim more numbers to be sure."
    elif pairs and not pairs[0].sure:
        alone = "" if singles else f"No single known mistake explains {it}. "
        unsure = "Two mistakes at once could also explain it, but there are too few digits to be sure"
        yield f"{alone}{unsure}: {_listed(pairs)}."
    elif pairs:
        yield f"Two mistakes together could explain it too: {_listed(pairs)}."
    if not explanations:
        yield from _unexplained(search, it, at_first, in_rows)


def _unexplained(search: Search, it: str, at_first: Sequence[Misconception], in_rows: Rows) -> Iterator[str]:
    wrong = [verdict for verdict in search.verdicts if verdict.is_wrong]
    if in_rows:
        yield from _only_there(search, wrong, in_rows)
        return
    first, later = _symbol(search, wrong[0].claim.name), wrong[1:]
    could = f"the mistake could be: {'; or '.join(misconception.phrase for misconception in at_first)}."
    if later and search.rest_follows:
        follow = "follows" if len(later) == 1 else "follow"
        yield f"{first} is wrong, and {_names(search, later)} {follow} from it."
        yield f"For {first} alone, {could}" if at_first else "It may be a slip in counting. Look at the right "\
            "working below."  # fmt: skip
        return
    near = [_symbol(search, verdict.claim.name) for verdict in wrong if search.is_near(verdict.claim)]
    if all(search.is_times_100(verdict.claim) for verdict in wrong):
        yield f"{_names(search, wrong)} {'is' if len(wrong) == 1 else 'are'} 100 times too large."
        return
    if len(near) == len(wrong):
        yield f"{_and(near)} {'is' if len(near) == 1 else 'are'} off by at most two units of the last digit. Check "\
            "the rounding. Round once, and only at the end."  # fmt: skip
        return
    alone = "alone" if search.is_long else "alone or with another"
    look = f"Up to {first}, {could}" if at_first else "It may be a slip in counting. Look at the right working below."
    yield f"No known mistake explains {it}, {alone}. {look}"


def _only_there(search: Search, wrong: Sequence[Verdict], in_rows: Rows) -> Iterator[str]:
    """Yield sentences on the mistakes that may explain single rows, and on the numbers that follow from these rows.

    A single number proves no mistake, because a slip in counting may give it too.
    """
    there = {claim.name for claims in in_rows.values() for claim in claims}
    for misconceptions, claims in in_rows.items():
        rows = _and([_symbol(search, claim.name) for claim in claims])
        names = "; or ".join(misconception.phrase for misconception in misconceptions[:3])
        yield f"In {rows} only, the mistake could be: {names}."
        if len(misconceptions) == 1:
            yield misconceptions[0].explanation
    left = [verdict for verdict in wrong if verdict.claim.name not in there]
    if left and all(verdict.kind == "follows" for verdict in left):
        whence = _and([_symbol(search, verdict.claim.name) for verdict in wrong if verdict.claim.name in there])
        yield f"{_names(search, left)} {'follows' if len(left) == 1 else 'follow'} from {whence}."
    elif left:
        yield f"{_names(search, left)} {'is' if len(left) == 1 else 'are'} not explained by that."


def _rounding(search: Search) -> str:
    rounding = search.rounding
    assert rounding
    claim = search.wrong[-1]
    if search.is_cut_off:
        return _cut_off(search, claim)
    names = _and([_symbol(search, name) for name in rounding.names[:6]] + ["others"] * (len(rounding.names) > 6))
    decimals = so_many(rounding.decimals, "decimal")
    how = f"cut off after {decimals}" if rounding.is_cut else f"rounded to {decimals}"
    symbol = _symbol(search, claim.name)
    return (f"This could come from rounding early. With {names} {how}, {symbol} is {claim.typed}. With all digits it "
            f"is {_right_number(search, claim.name)}. Round only at the end.")  # fmt: skip


def _cut_off(search: Search, claim: Claim) -> str:
    """Return the sentence about a number that was cut off, perhaps after being computed from rounded numbers."""
    is_from_exact = was_cut(claim, search.right)
    exact = (search.right if is_from_exact else search.compute(search.own)).forms[claim.name][-1]
    whence = "With all digits" if is_from_exact else "From your rounded numbers,"
    return (f"This may have been cut off instead of rounded. {whence} {_symbol(search, claim.name)} is "
            f"{text.formula(numbers.formula(exact))}.")  # fmt: skip


def _of_kind(search: Search, kind: str) -> list[Verdict]:
    return [verdict for verdict in search.verdicts if verdict.kind == kind]


def _names(search: Search, verdicts: Sequence[Verdict]) -> str:
    return _and([_symbol(search, verdict.claim.name) for verdict in verdicts])


def _symbol(search: Search, name: str) -> str:
    """Return the symbol of a number, or the name of an intermediate number that can't be claimed."""
    between = {number.name for number in search.subject.between}
    return name if name in between else text.formula(search.subject.symbols(name, search.score))


def _right_number(search: Search, name: str) -> str:
    """The right number, by other rules if all claims are right by them. A tool's number has the scale of the claim."""
    claim = next(claim for claim in search.claims if claim.name == name)
    forms = (search.ways[0].numbers if search.ways else search.right).forms[name]
    nearest = min(forms, key=lambda form: _away(claim, form)) if search.ways else forms[0]
    if claim.decimals and isinstance(nearest, float) and _away(claim, nearest) <= 2 / 10**claim.decimals:
        return f"{nearest:.{claim.decimals + 1}f}"  # with an extra digit, so that it differs from the claim
    return text.formula(numbers.formula(nearest))


def _away(claim: Claim, form: Value) -> float:
    """The distance of a claim from a form of its number; infinite if either has no value."""
    number = plain(form)
    return inf if number is None or claim.value is None else abs(float(number) - float(claim.value))


def _and(names: Sequence[str]) -> str:
    """Join names for a sentence, as "a, b and c"."""
    return " and ".join([*([", ".join(names[:-1])] if names[1:] else []), names[-1]])


def phrases(explanations: Sequence[Explanation], between: str) -> str:
    """The phrases of explanations, joined by the text `between`."""
    return between.join(explanation.phrase for explanation in explanations)


def _listed(pairs: Sequence[Explanation]) -> str:
    two = "; or ".join(pair.phrase for pair in pairs[:2])
    return two if len(pairs) <= 2 else f"{two}; or {so_many(len(pairs) - 2, 'other pair')}"
