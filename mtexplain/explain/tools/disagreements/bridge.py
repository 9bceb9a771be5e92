"""A bridge from one tool's number to another's, which switches one rule after another, in the order of computation."""

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
    """A choice that the rules make, with the fields of `BleuRules` that express it.

    `why` explains the choice, and `apart` completes "the two tools ..." if they choose differently.
    """

    name: str
    title: str
    fields: tuple[str, ...]
    why: str
    apart: str


CHOICES = (
    Choice("tokenize", "Tokens", ("tokenize",),
           "Tokenisation decides what counts as a word, for example whether a punctuation mark is a word of its own.",
           "cut the text into different words"),
    Choice("lowercase", "Case", ("lowercase",), "Case decides whether The and the are the same word.",
           "treat capitals differently"),
    Choice("max_n", "Orders", ("max_n",), "Runs of up to this many words are counted.",
           "count runs of different lengths"),
    Choice("totals", "Short segments", ("totals",),
           "If a segment is too short to have an n-gram, this rule decides how many are counted.",
           "count short segments differently"),
    Choice("reference_length", "Reference length", ("reference_length",),
           "This is the reference length with which the candidate's length is compared.",
           "use different reference lengths"),
    Choice("smoothing", "Smoothing", ("smoothing", "smoothing_value"),
           "Smoothing decides what happens to an order without a match.",
           "smooth differently"),
    Choice("missing", "Missing orders", ("missing",),
           "This rule decides what happens to an order without any n-grams (0/0).",
           "treat missing orders differently"),
    Choice("weights", "Weights", ("weights",), "The weights decide how much each order counts.",
           "weight the orders differently"),
    Choice("zero_when", "When the score is 0", ("zero_when",),
           "This rule decides which inputs score 0 whatever the factors are.",
           "give 0 to different texts"),
    Choice("report", "Scale and digits", ("scale", "form", "zero_form", "name", "tool"),
           "This is how the number is reported.",
           "print differently"),
)  # fmt: skip
"""Every choice, in the order in which a score is computed."""


def in_words(choice: Choice, rules: BleuRules) -> str:
    """Describe in words which choice a set of rules makes."""
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
    """A switched rule, the scores before and after it, and the first stage at which they differ (None if nowhere)."""

    choice: Choice
    old: str
    new: str
    before: BleuScore
    after: BleuScore
    parting: Parting | None

    @property
    def change(self) -> float:
        """The change in the score. The score is 1 for a perfect match, and smoothing may take it above 1."""
        return float(self.after.uncapped) - float(self.before.uncapped)


@dataclass(frozen=True, repr=False)
class Bridge(Trace):
    """The difference between two tools' scores of the same text, rule by rule. Created by `bridge`."""

    first: BleuScore
    last: BleuScore
    spans: tuple[Span, ...]
    typed: tuple[str, ...] | None = None
    """The candidate and the references as typed, if a single sentence was given; None for a text."""

    @property
    def headline(self) -> Headline:
        """The causes of the difference, the number each tool prints, and the closed form of the second."""
        head = self.last.headline
        return head._replace(value=self.last.printed, says=_apart(self), why=Prose((_reason(self),)))

    @property
    def overview(self) -> tuple[Part, ...]:
        """Every switch, with the score after it."""
        return (self.table,)

    def steps(self) -> tuple[Step, ...]:
        """A step for each rule on which the two sets differ; then the line of code that gives each number."""
        first = self.first
        rows = [(first.rules.name, first.rules, first)]
        rows += [(f"{span.choice.title}: {span.new}", span.after.rules, span.after) for span in self.spans]
        return (*map(_step, self.spans), calls.step(rows, self.typed))

    @property
    def table(self) -> Table:
        """A row for each switch, with the old and new rule, the score, its change, and the first stage that differs."""
        header = columns(choice="switch", old="from", new="to", score="BLEU", change="change", printed="prints",
                         here="first difference")  # fmt: skip
        first = self.first
        start: tuple[Cell, ...] = (first.rules.name, "–", "–", Real(float(first.uncapped)), None, first.printed, None)
        return Table("", header, (start, *map(_cells, self.spans)), names=3)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """The notes of both scores, except what the steps show already."""
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
    """Turn the number of one set of rules into the number of another, by switching the rules one at a time.

    `candidate` is a sentence and `references` is a list of sentences; for a text, they are a list of candidates and a
    list of such lists. Rules that the two sets share are left out. The last score is the score under `b`.

    >>> path = bridge("paper", "sacrebleu", "The cat sat.", ["A cat sat here."])
    >>> [(span.choice.name, span.after.printed[:6]) for span in path.spans]
    [('tokenize', '0.0'), ('smoothing', '0.2753'), ('zero_when', '0.2753'), ('report', '27.53')]

    The rules are switched in the order in which a score is computed. In a different order, the same switch may change
    the score by a different amount. InputError if a or b is not a set of rules, or if the text cannot be scored.
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
    """The causes of the difference, in a sentence, with the tool that multiplies by 100 if only one does."""
    apart = plain.prose(Prose(with_and([(span.choice.apart,) for span in _moved(whole)])))
    scores = [score.rules.name for score in (whole.first, whole.last) if score.rules.scale == 100]
    scale = f" only {scores[0]} multiplies by 100" if len(scores) == 1 else ""
    if apart:
        return f"Here the two {apart}{', and' * bool(scale)}{scale}."
    return f"Both compute the same score{', but' * bool(scale)}{scale}."


def _reason(whole: Bridge) -> str:
    first, last = whole.first, whole.last
    moved = _moved(whole)
    names = f"{first.rules.name} prints {first.printed}, and {last.rules.name} prints {last.printed}. "
    if not moved:
        return names + "The score is the same. Only the scale and the digits may differ."
    causes = [f"{span.choice.title.lower()} ({_change(span)})" for span in moved]
    return names + f"What changes the score: {', '.join(causes)}."


def _step(span: Span) -> Step:
    summary = f"{span.old} becomes {span.new}"
    parts = (contrast(span.before, span.after),) if span.parting else (Prose(("On this text nothing changes.",)),)
    return Step(span.choice.name, span.choice.title, summary, span.after.printed, span.choice.why, _SOURCE, parts)
