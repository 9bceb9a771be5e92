"""How an edit is told: what was done, what it won and lost, which term it moved."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING

from mtexplain.display import plain
from mtexplain.display.drawings import Bar, Bars, Fall, Waterfall
from mtexplain.display.formula import Call, Chain, Formula, shown, signed
from mtexplain.display.parts import Cell, Column, Equation, Part, Prose, Sentences, Table, Words
from mtexplain.display.score import Credit
from mtexplain.display.trace import Step

if TYPE_CHECKING:
    from mtexplain.explain.edits import Edit

Pieces = list[Words | Formula]
_WHY_CREDIT = "Only what holds an edited token can win or lose: by being there or not, or by being clipped or not."
_WHY_LOGS = "The log score is a sum, so its change is the sum of the changes of its terms: the largest moved the score."
_WHY_ZERO = "One factor of 0 makes the whole product 0. The others may move as they like."
_FEW = 3  # factors whose numbers are told in a sentence
_CHANGED = (
    Column("n", "n"),
    Column("ngram", "n-gram"),
    Column("count_before", "count before"),
    Column("count_after", "count now"),
    Column("credited_before", "credited before"),
    Column("credited_after", "credited now"),
)


def overview(edit: "Edit") -> tuple[Part, ...]:
    """A sentence, the overview of the score now with what it was, what was won and what was lost."""
    return (said(edit), *(_zero(edit)), *beside(edit), *credits(edit))


def said(edit: "Edit") -> Prose:
    """What was done, and which factors it moved."""
    moved = [bar for part in beside(edit) if isinstance(part, Bars) for bar in part.bars if _counts(bar)]
    if not moved:
        return Prose((*_done(edit), ". Nothing moved."))
    if len(moved) == 1:
        (bar,) = moved
        return Prose((*_done(edit), ". Only ", bar.label, " moved, from ", bar.was, " to ", bar.number, "."))
    pieces: Pieces = []
    for place, bar in enumerate(moved):
        pieces += [" and " if place == len(moved) - 1 else ", ", bar.label] if place else [bar.label]
        if len(moved) <= _FEW:
            pieces += [" moved from " if not place else " from ", bar.was, " to ", bar.number]
    return Prose((*_done(edit), ". ", *pieces, "." if len(moved) <= _FEW else " moved."))


def beside(edit: "Edit") -> tuple[Part, ...]:
    """The overview of the score now: its new tokens marked, its factors with what they were."""
    before, after = edit.before.overview, edit.after.overview
    alike = [type(part) for part in before] == [type(part) for part in after]
    return tuple(_beside(edit, old, new) for old, new in zip(before, after, strict=True)) if alike else after


def credits(edit: "Edit") -> Iterator[Part]:
    """Two tables, what was won and what was lost; a line in place of an empty one."""
    for title, rows in (
        ("Won", [(old, new) for old, new in edit.rows if new.credited > old.credited]),
        ("Lost", [(old, new) for old, new in edit.rows if new.credited < old.credited]),
    ):
        columns = (Column("ngram", "n-gram"), Column("before", "credited before"), Column("after", "now"))
        cells = tuple((Words(old.ngram), _of(old), _of(new)) for old, new in rows)
        yield Table(title, columns, cells) if rows else Prose((f"{title}: nothing.",))


def all_rows(edit: "Edit") -> Table:
    """A row for each n-gram whose count or credit changed."""
    rows = tuple(
        (new.group, Words(new.ngram), old.times, new.times, old.credited, new.credited) for old, new in edit.rows
    )
    return Table("", _CHANGED, rows, names=2)


def credit(edit: "Edit") -> Step:
    """The step that counts what was won and lost."""
    before, after = (sum(row.credited for row in score.credits) for score in (edit.before, edit.after))
    won, lost = (sum(sum(gains.values()) for gains in kind.values()) for kind in (edit.won, edit.lost))
    symbols = Chain("=", ("credit now", Chain("-", (Chain("+", ("credit before", "won")), "lost"))))
    numbers = Chain("-", (Chain("+", (str(before), str(won))), str(lost)))
    equation = Equation(symbols, numbers, str(after), "added up over all n-grams of all orders")
    outcome = Chain("-", (f"+{won}", str(lost)))
    changed = f"{len(edit.rows)} n-gram{'' if len(edit.rows) == 1 else 's'} changed"
    return Step("credit", "Won and lost", changed, outcome, _WHY_CREDIT, _source(edit), (all_rows(edit), equation))


def logarithms(edit: "Edit") -> Step:
    """The step that says which term moved the score."""
    name = edit.after.headline.equation.symbols
    before, after = dict(edit.before.terms), dict(edit.after.terms)
    rows: list[tuple[Cell, ...]] = [
        (plain.drawn(term.name), *(_log(terms.get(term.name)) for terms in (before, after)), signed(term.value))
        for term in edit.terms
    ]
    columns = tuple(Column(key, key) for key in ("term", "before", "now", "change"))
    sums = [sum(terms.values()) for terms in (before, after)]
    if edit.log_change is None:
        table = Table("", columns, rows)
        parts: tuple[Part, ...] = (*_zero(edit), table, edit.before.headline.equation, edit.after.headline.equation)
        named = ", ".join(map(plain.drawn, edit.responsible))
        return Step("logarithms", "Terms", "log 0, before or now", named, _WHY_ZERO, _source(edit), parts)
    log = Call("log", name)
    total = (log, shown(sums[0]), shown(sums[1]), signed(edit.log_change))
    symbols = Chain("=", (Chain("-", (f"{plain.formula(log)} now", "before")), "sum of the changes"))
    numbers = Chain("+", tuple(f"({signed(term.value)})" for term in edit.terms))
    equation = Equation(symbols, numbers, signed(edit.log_change))
    parts = (Table("", columns, rows, total=total), equation, waterfall(edit))
    outcome = signed(edit.log_change)
    return Step("logarithms", "Terms", f"change of {plain.formula(log)}", outcome, _WHY_LOGS, _source(edit), parts)


def waterfall(edit: "Edit") -> Waterfall:
    """From the log score before, change by change, to the log score now."""
    level = sum(term.value for term in edit.before.terms)
    falls = [Fall("before", shown(level), 0.0, level, "result")]
    for name, value in edit.terms:
        if value:
            falls.append(Fall(plain.drawn(name), signed(value), level, level + value, "gain" if value > 0 else "loss"))
            level += value
    end = sum(term.value for term in edit.after.terms)
    falls.append(Fall("now", shown(end), 0.0, end, "result"))
    said = "; ".join(f"{plain.formula(fall.label)} {plain.formula(fall.number)}" for fall in falls)
    return Waterfall(tuple(falls), f"The change of the log score: {said}.")


def _done(edit: "Edit") -> Sequence[Words | Formula]:
    if edit.done is None:
        return ("The text is another",)
    if edit.done.kind != "none":
        return edit.done.told().pieces
    if edit.before.rules != edit.after.rules:
        return ("You changed the settings",)
    return ("You changed the references",) if edit.before != edit.after else ("Nothing was edited",)


def _zero(edit: "Edit") -> Iterator[Prose]:
    """Which term makes a score 0."""
    before, after = (
        [plain.drawn(name) for name, value in score.terms if value == -inf] for score in (edit.before, edit.after)
    )
    if after:
        begin = "The score is still 0: " if before else "The score is 0 now: "
        yield Prose((begin, ", ".join(after), " is log 0." if len(after) == 1 else " are log 0."))
    elif before:
        was = " was log 0." if len(before) == 1 else " were log 0."
        yield Prose(("The score is no longer 0: ", ", ".join(before), was))


def _beside(edit: "Edit", old: Part, new: Part) -> Part:
    if isinstance(old, Bars) and isinstance(new, Bars):
        was = {_key(bar): bar for bar in old.bars}
        return new._replace(bars=tuple(_after(was.get(_key(bar)), bar) for bar in new.bars))
    if isinstance(new, Sentences) and edit.done and edit.done.kind != "none":
        first, *rest = new.rows
        marked = first._replace(words=first.words._replace(new=edit.done.places))
        return new._replace(rows=(marked, *rest))
    return new


def _key(bar: Bar) -> tuple[str, str]:
    return plain.formula(bar.label), bar.joined


def _after(old: Bar | None, new: Bar) -> Bar:
    if old is None or old.number == new.number:
        return new
    return new._replace(was=old.number, was_height=old.height)


def _counts(bar: Bar) -> bool:
    """Whether a bar is a factor of its own, and moved."""
    return bool(bar.was and bar.label) and bar.kind != "result"


def _of(row: Credit) -> str:
    return f"{row.credited} of {row.times}" if row.times else "–"


def _log(value: float | None) -> str | None:
    return None if value is None else shown(value)


def _source(edit: "Edit") -> str:
    return edit.after.steps()[-1].source
