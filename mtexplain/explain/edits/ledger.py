"""The ledger of an edit, with the credit won and lost and the change in every term, as tables and as two steps."""

from mtexplain.display import plain
from mtexplain.display.charts import Fall, Waterfall
from mtexplain.display.formula import Call, Chain, difference, shown
from mtexplain.display.parts import Beside, Cell, Equation, Part, Prose, Table, Words, columns, with_and
from mtexplain.display.score import Credit, SentenceScore
from mtexplain.display.trace import Step
from mtexplain.explain.edits.facts import EditFacts
from mtexplain.explain.edits.summary import zero
from mtexplain.metrics.shared.occurrences import so_many

_MOVED = "logarithms", "Which term moved the score?"
_WHY_CREDIT = "Credit is won or lost when a count changes, or when the references allow more or fewer matches."
_WHY_TERMS = {
    "log": "The log score is a sum, so its change is the sum of the changes of its terms.",
    "sum": "The score is a sum, so its change is the sum of the changes of its terms.",
}
_FEW = 3  # the most terms that are named in a heading


def credits(edit: EditFacts) -> Beside:
    """The tables of the credit won and lost. An empty table is replaced by a line, two empty tables by a sentence."""
    won = [(old, new) for old, new in edit.rows if new.credited > old.credited]
    lost = [(old, new) for old, new in edit.rows if new.credited < old.credited]
    if not won and not lost:
        return Beside((_same_credit(edit),))
    return Beside((_credits("Won", edit.after.earns, won), _credits("Lost", edit.after.earns, lost)))


def _same_credit(edit: EditFacts) -> Prose:
    """A sentence that says that the same n-grams match, and what changed the score if it changed."""
    text = f"No {edit.after.earns} earns more or less credit than before"
    moved = [(plain.drawn(name), "rise" if value > 0 else "fall") for name, value in edit.terms if value]
    if not edit.change or not moved:
        return Prose((f"{text}.",))
    ways = {way: [(name,) for name, gone in moved if gone == way] for way in ("rise", "fall")}
    same = with_and((*with_and(names), f" {way}{'s' * (len(names) == 1)}") for way, names in ways.items() if names)
    length = _longer(edit)
    return Prose((f"{text}. But ", f"the candidate is {length}, so " if length else "", *same, "."))


def _longer(edit: EditFacts) -> str:
    """A phrase for the change in the candidate's length; empty for a corpus, or if the length is the same."""
    before, after = edit.before, edit.after
    if not isinstance(before, SentenceScore) or not isinstance(after, SentenceScore):
        return ""
    more = len(after.candidate) - len(before.candidate)
    return f"{so_many(abs(more), 'token')} {'longer' if more > 0 else 'shorter'}" if more else ""


def _credits(title: str, earns: str, rows: list[tuple[Credit, Credit]]) -> Part:
    header = columns(ngram=earns, before="credited before", after="now")
    cells = tuple((Words(old.ngram), _of(old), _of(new)) for old, new in rows)
    return Table(title, header, cells) if rows else Prose((f"{title}: nothing.",))


def all_rows(edit: EditFacts) -> Table:
    """A row for each n-gram whose count or credit changed."""
    rows = tuple(
        (new.group, Words(new.ngram), old.times, new.times, old.credited, new.credited) for old, new in edit.rows
    )
    after = edit.after
    header = columns(n=after.grouped_by, ngram=after.earns, count_before="count before", count_after="count now",
                     credited_before="credited before", credited_after="credited now")  # fmt: skip
    return Table("", header, rows, names=2)


def credit(edit: EditFacts) -> Step:
    """The step that counts the credit won and lost."""
    before, after = (sum(row.credited for row in score.credits) for score in (edit.before, edit.after))
    won, lost = (sum(sum(gains.values()) for gains in kind.values()) for kind in (edit.won, edit.lost))
    symbols = Chain("=", ("credit now", Chain("-", (Chain("+", ("credit before", "won")), "lost"))))
    numbers = Chain("-", (Chain("+", (str(before), str(won))), str(lost)))
    earns = edit.after.earns
    equation = Equation(symbols, numbers, str(after), f"added up over all {earns}s")
    outcome = f"won {won}, lost {lost}"
    changed, parts = so_many(len(edit.rows), earns), (all_rows(edit), equation)
    return Step("credit", "Every count that changed", changed, outcome, _WHY_CREDIT, _source(edit), parts)


def terms(edit: EditFacts) -> Step:
    """The step that shows which terms changed the score."""
    rows: list[tuple[Cell, ...]] = [
        (plain.drawn(name), _log(old), _log(new), difference(old or 0.0, new or 0.0))
        for name, old, new in edit.term_pairs
    ]
    header = columns(term="term", before="before", now="now", change="change")
    sums = [sum(term.value for term in score.terms) for score in (edit.before, edit.after)]
    if edit.log_change is None:
        table = Table("", header, rows)
        parts: tuple[Part, ...] = (*zero(edit), table, edit.before.headline.equation, edit.after.headline.equation)
        several = len(edit.responsible) > _FEW
        named = f"{len(edit.responsible)} terms" if several else ", ".join(map(plain.drawn, edit.responsible))
        worst = edit.after.worst
        return Step(*_MOVED, f"terms that are or were {worst.term}", named, worst.why, _source(edit), parts)
    name = edit.after.symbol
    whole = Call("log", name) if edit.after.account == "log" else name
    change = difference(*sums)
    total = (whole, *map(shown, sums), change)
    symbols = Chain("=", (Chain("-", (f"{plain.formula(whole)} now", "before")), "sum of the changes"))
    numbers = Chain("+", tuple(f"({row[-1]})" for row in rows))
    equation = Equation(symbols, numbers, change)
    parts = (Table("", header, rows, total=total), equation, waterfall(edit))
    summary, why = f"change of {plain.formula(whole)}", _WHY_TERMS[edit.after.account]
    return Step(*_MOVED, summary, change, why, _source(edit), parts)


def waterfall(edit: EditFacts) -> Waterfall:
    """A waterfall chart from the sum of the terms before, change by change, to the sum now."""
    level = sum(term.value for term in edit.before.terms)
    falls = [Fall("before", shown(level), 0.0, level, "result")]
    for name, *pair in edit.term_pairs:
        old, new = (value or 0.0 for value in pair)
        if old != new:
            kind = "loss" if (new > old) == edit.after.lower_is_better else "gain"
            falls.append(Fall(plain.drawn(name), difference(old, new), level, level + new - old, kind))
            level += new - old
    end = sum(term.value for term in edit.after.terms)
    falls.append(Fall("now", shown(end), 0.0, end, "result"))
    description = "; ".join(f"{plain.formula(fall.label)} {plain.formula(fall.number)}" for fall in falls)
    score = "log score" if edit.after.account == "log" else "score"
    return Waterfall(tuple(falls), f"The change in the {score}: {description}.")


def _of(row: Credit) -> str:
    return f"{row.credited} of {row.times}" if row.times else "–"


def _log(value: float | None) -> str | None:
    return None if value is None else shown(value)


def _source(edit: EditFacts) -> str:
    return edit.after.steps()[-1].source
