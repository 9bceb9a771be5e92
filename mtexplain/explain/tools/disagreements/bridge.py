"""From one tool's number to another's: one rule is switched at a time, in the order in which a score is computed."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from mtexplain.data import Record
from mtexplain.display import plain
from mtexplain.display.formula import difference, number
from mtexplain.display.parts import Cell, Headline, Note, Part, Prose, Real, Table, columns, with_and
from mtexplain.display.signature import case
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.tools.disagreements import calls
from mtexplain.explain.tools.disagreements.stages import (
    TOLD_BY_STAGES,
    Candidate,
    Parting,
    References,
    checked_rules,
    contrast,
    parting,
    under_each,
)
from mtexplain.metrics.bleu.by_rules import BleuScore
from mtexplain.rules import BleuRules

_SOURCE = "the rules of both"


class Choice(NamedTuple):
    """A choice of the rules: its name, the fields of `BleuRules` that make it; what it is, and what two do apart."""

    name: str
    title: str
    fields: tuple[str, ...]
    why: str
    apart: str


CHOICES = (
    Choice("tokenize", "Tokens", ("tokenize",), "What counts as a word: whether a mark is one, or part of one.",
           "cut the text into different words"),
    Choice("lowercase", "Case", ("lowercase",), "Whether The and the are the same word.",
           "treat capitals differently"),
    Choice("max_n", "Orders", ("max_n",), "The longest run of words that is counted.",
           "count runs of other lengths"),
    Choice("totals", "Short segments", ("totals",), "What a segment counts if it is too short for an n-gram.",
           "count short segments differently"),
    Choice("reference_length", "Reference length", ("reference_length",), "Which reference sets the length.",
           "compare with different lengths"),
    Choice("smoothing", "Smoothing", ("smoothing", "smoothing_value"), "What happens to an order without a match.",
           "smooth differently"),
    Choice("missing", "Missing orders", ("missing",), "What happens to an order without an n-gram, 0/0.",
           "treat missing orders differently"),
    Choice("weights", "Weights", ("weights",), "How much each order counts.",
           "weigh the orders differently"),
    Choice("zero_when", "When it is 0", ("zero_when",), "Whether some inputs score 0 without a look at the factors.",
           "call different texts 0"),
    Choice("report", "Scale and digits", ("scale", "form", "zero_form", "name", "tool"), "How the number is reported.",
           "print differently"),
)  # fmt: skip
"""Every choice, in the order in which a score is computed."""


def in_words(choice: Choice, rules: BleuRules) -> str:
    """Describe in words how a set of rules makes a choice."""
    match choice.name:
        case "lowercase":
            return case(rules)
        case "smoothing":
            return f"{rules.smoothing} {plain.formula(number(rules.value))}" if rules.value else rules.smoothing
        case "weights":
            return " ".join(map(str, rules.weights)) if rules.weights else "uniform"
        case "report":
            return f"{rules.name}: {'0 to 100' if rules.scale == 100 else '0 to 1'}"
    return str(rules.choices[choice.fields[0]])


class Span(NamedTuple):
    """A rule switched: the choice, its old and new form, the score before and after, where the two part (or None)."""

    choice: Choice
    old: str
    new: str
    before: BleuScore
    after: BleuScore
    parting: Parting | None

    @property
    def change(self) -> float:
        """The change of the score: 1 for a perfect match, or above 1 if a smoothing takes it there."""
        return float(self.after.uncapped) - float(self.before.uncapped)


@dataclass(frozen=True, repr=False)
class Bridge(Trace):
    """The difference between two tools' scores of the same text, rule by rule. Make one with `bridge`."""

    first: BleuScore
    last: BleuScore
    spans: tuple[Span, ...]
    typed: tuple[str, ...] | None = None
    """The candidate and the references of one sentence, as they were typed; None for a text."""

    @property
    def headline(self) -> Headline:
        """The causes of the difference, the number that each tool prints, and the closed form of the second."""
        head = self.last.headline
        return head._replace(value=self.last.printed, says=_apart(self), why=Prose((_reason(self),)))

    @property
    def overview(self) -> tuple[Part, ...]:
        """Every switch with the score after it."""
        return (self.table,)

    def steps(self) -> tuple[Step, ...]:
        """A step for each rule that the two sets do not share; then the line of code that gives each number."""
        first = self.first
        rows = [(first.rules.name, first.rules, first)]
        rows += [(f"{span.choice.title}: {span.new}", span.after.rules, span.after) for span in self.spans]
        return (*map(_step, self.spans), calls.step(rows, self.typed))

    @property
    def table(self) -> Table:
        """A row for each switch: the rule before and after, the score after, its change, what it moves here."""
        header = columns(choice="switch", old="from", new="to", score="BLEU", change="change", printed="prints",
                         here="moves")  # fmt: skip
        first = self.first
        start: tuple[Cell, ...] = (first.rules.name, "–", "–", Real(float(first.uncapped)), None, first.printed, None)
        return Table("", header, (start, *map(_cells, self.spans)), names=3)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """The notes of both scores, but for what the steps show."""
        notes = dict.fromkeys((*self.first.notes, *self.last.notes))
        return tuple(note for note in notes if note.code not in TOLD_BY_STAGES)

    def to_dict(self) -> Record:
        """Both scores and every switch as lists, dicts, strings and numbers, ready for JSON."""
        switches = [
            {"choice": span.choice.name, "from": span.old, "to": span.new, "score": span.after.score,
             "reported": span.after.reported, "printed": span.after.printed,
             "here": str(span.parting or "no difference")}
            for span in self.spans
        ]  # fmt: skip
        return {"first": self.first.to_dict(), "switches": switches, "last": self.last.to_dict()}

    def __repr__(self) -> str:
        switches = "".join(f" -> {span.choice.name}: {span.after.printed}" for span in self.spans)
        return f"Bridge({self.first.rules.name}: {self.first.printed}{switches})"


def bridge(a: BleuRules | str, b: BleuRules | str, candidate: Candidate, references: References) -> Bridge:
    """Change the number of one set of rules into the number of another: one rule is switched at a time.

    `candidate` is a sentence and `references` a list of them; or a list of candidates and a list of such lists. Rules
    that the two share are left out. The last score is that of `b`.

    >>> path = bridge("paper", "sacrebleu", "The cat sat.", ["A cat sat here."])
    >>> [(span.choice.name, span.after.printed[:6]) for span in path.spans]
    [('tokenize', '0.0'), ('smoothing', '0.2753'), ('zero_when', '0.2753'), ('report', '27.53')]

    The order matters: with another one the same change can have another size. It is that of the computation. InputError
    if a or b is not a set of rules, or the text cannot be scored.
    """
    start, end = checked_rules(a, "a"), checked_rules(b, "b")
    path, choices = [start], []
    for choice in CHOICES:
        if choice.name == "max_n" and start.max_n != end.max_n and (start.weights or end.weights):
            choice = choice._replace(title="Orders and weights", fields=("max_n", "weights"))
        changed = replace(path[-1], **{field: end.choices[field] for field in choice.fields})
        if changed != path[-1]:
            path.append(changed)
            choices.append(choice)
    scores = under_each(candidate, references, path)
    spans = tuple(
        Span(
            choice, in_words(choice, before.rules), in_words(choice, after.rules), before, after, parting(before, after)
        )
        for choice, before, after in zip(choices, scores, scores[1:], strict=False)
    )
    typed = (candidate, *map(str, references)) if isinstance(candidate, str) else None
    return Bridge(scores[0], scores[-1], spans, typed)


def _cells(span: Span) -> tuple[Cell, ...]:
    change = Real(span.change, _change(span)) if span.change else None
    numbers = (Real(float(span.after.uncapped)), change, span.after.printed)
    return (span.choice.title, span.old, span.new, *numbers, span.parting.stage.title if span.parting else None)


def _change(span: Span) -> str:
    return difference(float(span.before.uncapped), float(span.after.uncapped))


def _moved(whole: Bridge) -> list[Span]:
    return [span for span in whole.spans if span.change]


def _apart(whole: Bridge) -> str:
    """The causes of the difference, and which scale ends at 100, in a sentence."""
    apart = plain.prose(Prose(with_and([(span.choice.apart,) for span in _moved(whole)])))
    scores = [score.rules.name for score in (whole.first, whole.last) if score.rules.scale == 100]
    scale = f" only {scores[0]} multiplies by 100" if len(scores) == 1 else ""
    if apart:
        return f"Here the two {apart}{', and' * bool(scale)}{scale}."
    return f"Both compute the same score{', but' * bool(scale)}{scale}."


def _reason(whole: Bridge) -> str:
    first, last = whole.first, whole.last
    moved = _moved(whole)
    names = f"{first.rules.name} prints {first.printed}, {last.rules.name} prints {last.printed}. "
    if not moved:
        return names + "It is the same score: only the scale and the digits differ."
    causes = [f"{span.choice.title.lower()} ({_change(span)})" for span in moved]
    return names + f"What moves the score: {', '.join(causes)}."


def _step(span: Span) -> Step:
    summary = f"{span.old} becomes {span.new}"
    parts = (contrast(span.before, span.after),) if span.parting else (Prose(("On this text nothing changes.",)),)
    return Step(span.choice.name, span.choice.title, summary, span.after.printed, span.choice.why, _SOURCE, parts)
