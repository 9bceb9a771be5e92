"""How a diagnosis is told: what is wrong first, what explains it, the right working."""

from collections.abc import Iterator

from mtexplain.display import plain as text
from mtexplain.display.formula import Formula
from mtexplain.display.parts import Cell, Equation, Headline, Part, Prose, Table, Words, columns
from mtexplain.display.trace import Step
from mtexplain.explain.practice.working.facts import DiagnosisFacts
from mtexplain.explain.practice.working.search import Explanation
from mtexplain.recipe import numbers

_MOST = 5
"""How many explanations are told in steps of their own."""
_VERDICTS = {"right": "✓ right", "follows": "✗ wrong, but it follows from your numbers", "wrong": "✗ wrong"}


def headline(whole: DiagnosisFacts) -> Headline:
    """Whether all is right; else the first number that is wrong, and the right one."""
    name = whole.first_wrong or whole.claims[-1].name
    right = numbers.formula(whole.right[name])
    symbol = whole.subject.symbols(name)
    told = "All right" if whole.first_wrong is None else f"{text.drawn(symbol)} is wrong"
    return Headline(told, Equation(symbol, right, right), whole.score.signature)


def overview(whole: DiagnosisFacts) -> tuple[Part, ...]:
    """What explains the numbers, in a line or two, and every claim beside the right number."""
    return (*(Prose((line,)) for line in _told(whole)), table(whole))


def _told(whole: DiagnosisFacts) -> Iterator[str]:
    yield from _explained(whole)
    if whole.coarse:
        names = ", ".join(text.formula(whole.subject.symbols(one.name)) for one in whole.coarse)
        yield f"One digit says little ({names}): give more. In Python 0.80 is 0.8; written '0.80' it keeps both."


def _explained(whole: DiagnosisFacts) -> Iterator[str]:
    wrong = sum(one.kind != "right" for one in whole.verdicts)
    if not wrong:
        yield "The number is right." if len(whole.claims) == 1 else f"All {len(whole.claims)} numbers are right."
        return
    singles = [one for one in whole.misconceptions if len(one.misconceptions) == 1]
    pairs = whole.misconceptions[len(singles) :]
    it = "it" if wrong == 1 else "all of it"
    if len(singles) == 1:
        yield f"One mistake explains {it}: {singles[0].phrase}. {singles[0].misconceptions[0].explanation}"
    elif singles:
        names = "; ".join(one.phrase for one in singles)
        yield f"Any of {len(singles)} mistakes explains {it}: {names}. More numbers, or more digits, would tell which."
    if not singles and pairs and pairs[0].sure:
        yield f"No single mistake explains {it}. Two together do: {_listed(pairs)}."
        if len(whole.claims) == 1:  # one guess in seven is explained so, as benchmarks/misconceptions.py measures
            yield "From one number alone, that may be chance. More numbers would tell."
    elif pairs and not pairs[0].sure:
        alone = "" if singles else f"No single mistake that we know explains {it}. "
        yield f"{alone}It could be two at once, but so few digits don't tell: {_listed(pairs)}."
    elif pairs:
        yield f"Two together could explain it too: {_listed(pairs)}."
    if not whole.misconceptions:
        alone = "alone" if whole.search.is_long else "alone or with another"
        look = "Look at the right working below: it may be a slip in counting."
        if whole.at_first and whole.first_wrong:
            names = "; or ".join(one.phrase for one in whole.at_first)
            look = f"Up to {text.formula(whole.subject.symbols(whole.first_wrong))} it could be: {names}."
        yield f"No mistake that we know explains {it}, {alone}. {look}"
    if whole.search.is_long:
        yield "Two mistakes together were not tried: the text is too long for that."


def _listed(pairs: tuple[Explanation, ...]) -> str:
    shown = "; or ".join(one.phrase for one in pairs[:2])
    return shown if len(pairs) <= 2 else f"{shown}; or {len(pairs) - 2} other pairs"


def of_diagnosis(whole: DiagnosisFacts) -> Iterator[Step]:
    """What each explanation says, then the right working of the first number that is wrong, with what it is made of."""
    for found in whole.misconceptions[:_MOST]:
        yield _explanation(whole, found)
    if len(whole.misconceptions) > _MOST:
        yield _others(whole.misconceptions[_MOST:])
    if whole.first_wrong:  # a text of several sentences may tell less than one of them
        wanted = {whole.subject.step(name) for name in (*_unsaid(whole, whole.first_wrong), whole.first_wrong)}
        yield from (step for step in whole.score.steps() if step.name in wanted)


def _unsaid(whole: DiagnosisFacts, name: str) -> Iterator[str]:
    """The numbers that this one is made of, as far as nothing was said of them: the slip may be there."""
    said = {one.name for one in whole.claims}
    made_of = whole.subject.made_of.get(name, ())
    yield from (one for one in whole.right.forms if one not in said and one.rstrip("_0123456789") in made_of)


def _explanation(whole: DiagnosisFacts, found: Explanation) -> Step:
    formulas: list[tuple[Cell, ...]] = []
    for one in found.misconceptions:
        formulas += [("right", one.right), ("wrong", one.wrong)]
    why = " ".join(one.explanation for one in found.misconceptions)
    source = "; ".join(one.source for one in found.misconceptions)
    summary = "explains every number" if found.sure else "could be"
    header = columns(way="", formula="formula")
    outcome: Formula = "alone" if len(found.misconceptions) == 1 else "together"
    return Step(found.name, found.title, summary, outcome, why, source, (Table("", header, tuple(formulas)),))


def _others(rest: tuple[Explanation, ...]) -> Step:
    rows = tuple((one.title, "every number" if one.sure else "could be") for one in rest)
    why = "Each of these gives every number as it was claimed. More numbers, or more digits, would leave fewer."
    parts = (Table("", columns(mistakes="mistakes", says="explains"), rows),)
    return Step("others", "Others", f"{len(rest)} more", "explain it too", why, "tried one by one", parts)


def table(whole: DiagnosisFacts) -> Table:
    """A row for each claim: its name, as it was claimed, the right number, the verdict."""
    rows = tuple(
        (
            whole.subject.symbols(one.name),
            Words((one.typed,)),
            numbers.formula(whole.right[one.name]),
            _VERDICTS[kind] + (", to its one digit" if one in whole.coarse else ""),
        )
        for one, kind in whole.verdicts
    )
    return Table("", columns(number="number", claimed="yours", right="right", verdict="verdict"), rows)
