"""The check of a hand computation, number by number, with the misconceptions that explain wrong numbers."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from inspect import signature
from math import inf

from mtexplain.by_hand import numbers
from mtexplain.by_hand.misconception import Misconception
from mtexplain.by_hand.numbers import Numbers, Value
from mtexplain.by_hand.subject import Subject
from mtexplain.data import Record
from mtexplain.display import plain as text
from mtexplain.display.formula import Formula, Symbol
from mtexplain.display.parts import Cell, Equation, Headline, Note, Part, Prose, Table, Words, columns
from mtexplain.display.score import Score
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.metric import choices
from mtexplain.explain.practice.misconceptions import of_subject, subjects_of
from mtexplain.explain.practice.working.claims import Claim, claimed
from mtexplain.explain.practice.working.search import Explanation, Search, explanations
from mtexplain.explain.practice.working.telling import remarks
from mtexplain.explain.practice.working.verdicts import Verdict
from mtexplain.explain.practice.working.ways import Inputs, other_ways
from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.metrics.bleu import bleu

_MOST = 5
"""The largest number of explanations that get a step each."""
_VERDICTS = {
    "right": "✓ right",
    "value": "✓ right value, but wrong counts",
    "rounded": "✓ right, from your rounded numbers",
    "elsewhere": "✓ right",
    "perhaps": "✗ not right as asked",
    "mixed": "✓ right, but not in the unit of the others",
    "early": "✗ close, as if rounded early",
    "follows": "✗ wrong, but it follows from your numbers",
    "wrong": "✗ wrong",
}


@dataclass(frozen=True, repr=False)
class Diagnosis(Trace):
    """A hand computation beside the right computation. Make it with `check_working`.

    >>> diagnosis = check_working("a b", ["a c"], max_n=1, p=["1/2"], score=1)
    >>> [verdict.kind for verdict in diagnosis.verdicts], diagnosis.first_wrong
    (['right', 'wrong'], 'score')
    """

    subject: Subject
    score: Score
    claims: tuple[Claim, ...]
    inputs: Inputs | None = None
    """The arguments of the metric, if they are known."""
    unit: str = ""
    """The unit of the numbers, if it differs from the unit that was asked for."""

    mixed: tuple[str, ...] = ()
    """The names of claims that are right in the unit that was asked for, although the other claims are in `unit`."""

    @cached_property
    def search(self) -> Search:
        """A search that compares the claims with the results of right and wrong formulas."""
        return Search(self.subject, self.score, self.claims, self.inputs)

    @property
    def right(self) -> Numbers:
        """The right numbers."""
        return self.search.right

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdicts on the claims, in the order of the computation."""
        return tuple(
            verdict._replace(kind="mixed") if verdict.claim.name in self.mixed else verdict
            for verdict in self.search.verdicts
        )

    @property
    def first_wrong(self) -> str | None:
        """The name of the first wrong number, in the order of the computation; None if all numbers are right."""
        return next((verdict.claim.name for verdict in self.verdicts if verdict.is_wrong), None)

    @cached_property
    def coarse(self) -> tuple[Claim, ...]:
        """The claims that are right but have only one digit."""
        right = [verdict.claim for verdict in self.verdicts if verdict.kind == "right"]
        return tuple(claim for claim in right if claim.is_coarse(self.right[claim.name]))

    @cached_property
    def misconceptions(self) -> tuple[Explanation, ...]:
        """All explanations of the numbers, first single misconceptions, then pairs; empty if there are none."""
        return explanations(self.search, self._known)

    @cached_property
    def at_first(self) -> tuple[Misconception, ...]:
        """The misconceptions that explain the numbers up to the first wrong number, if none explains all numbers."""
        if self.misconceptions or self.search.rounding or self.search.ways or self.search.perhaps:
            return ()
        return tuple(self.search.at_first(self._known))

    @cached_property
    def in_rows(self) -> dict[tuple[Misconception, ...], list[Claim]]:
        """The misconceptions that explain wrong rows beside right rows, if none explains all numbers."""
        if self.misconceptions or self.search.rounding or self.search.ways or self.search.perhaps:
            return {}
        return self.search.in_rows(self._known)

    @property
    def _known(self) -> list[Misconception]:
        return list(of_subject(self.subject))

    @property
    def headline(self) -> Headline:
        """The first wrong number beside the right number, or the statement that all numbers are right."""
        name = self.first_wrong or self.claims[-1].name
        right = numbers.formula(self.right_number(name))
        symbol = self.subject.symbols(name, self.score)
        wrong = "is close, but not right" if self.search.rounding else "is wrong"
        wrong = "is not right as asked" if self.search.perhaps else wrong
        outcome = f"{text.drawn(symbol)} {wrong}" if self.first_wrong else f"All right{self._where}"
        way = self.search.ways[0].score if self.search.ways else self.score
        return Headline(outcome, Equation(symbol, right, right), way.signature)

    def right_number(self, name: str) -> Value:
        """Return the right number of this name, by the rules and in the unit by which the claims are right, if any."""
        return (self.search.ways[0].numbers if self.search.ways else self.right)[name]

    @property
    def _where(self) -> str:
        """The restriction under which the claims are right (other rules, another unit, value only); else empty."""
        if self.search.ways:
            way = self.search.ways[0]
            return ", by other rules" if way.tool else f", in {way.unit}"
        if self.mixed:
            return ", in two units"
        return " in value, but not in the counts" if any(verdict.kind == "value" for verdict in self.verdicts) else ""

    @property
    def overview(self) -> tuple[Part, ...]:
        """A line or two that explain the numbers, and a table of every claim beside the right number."""
        unit = [f"These numbers are in {self.unit}, so they are checked in that unit."] if self.unit else []
        if self.mixed:
            names = [text.formula(self.subject.symbols(name, self.score)) for name in self.mixed]
            are = "is" if len(names) == 1 else "are"
            unit.append(f"But {', '.join(names)} {are} right in the unit that was asked for. Use a single unit.")
        sentences = (
            ()
            if self.mixed and not self.first_wrong
            else remarks(self.search, self.misconceptions, self.at_first, self.in_rows)
        )
        lines = [*unit, *sentences, *_too_few_digits(self)]
        return (*map(self._in_symbols, lines), self.table)

    def _in_symbols(self, line: str) -> Prose:
        """A sentence with its symbols as formulas, which each medium writes in its own way."""
        rounded = self.search.rounding.names if self.search.rounding else ()
        names = {*(claim.name for claim in self.claims), *rounded} - {number.name for number in self.subject.between}
        every = (self.subject.symbols(name, self.score) for name in names)
        symbols = {text.formula(symbol): symbol for symbol in every if isinstance(symbol, Symbol) and symbol.below}
        cut = re.split(rf"\b({'|'.join(map(re.escape, symbols))})\b", line) if symbols else [line]
        return Prose(tuple(symbols.get(piece, piece) for piece in cut))

    def steps(self) -> tuple[Step, ...]:
        """A step for each explanation, then the right working of the first wrong number, and of its parts."""
        steps = [_explanation(explanation) for explanation in self.misconceptions[:_MOST]]
        if len(self.misconceptions) > _MOST:
            steps.append(_further_step(self.misconceptions[_MOST:]))
        if self.first_wrong:  # the score of a text may have fewer steps than the score of a sentence
            wanted = {
                self.subject.step(name, self.score) for name in (*_unsaid(self, self.first_wrong), self.first_wrong)
            }
            steps += [step for step in self.score.steps() if step.name in wanted]
        return tuple(steps)

    @property
    def table(self) -> Table:
        """A row for each claim, with its name, the claimed number, the right number, and the verdict."""
        rows = tuple(
            (
                self.subject.symbols(claim.name, self.score),
                Words(tuple(claim.typed.split())),
                numbers.formula(self.right_number(claim.name)),
                self._verdict(claim, kind),
            )
            for claim, kind in self.verdicts
        )
        return Table("", columns(number="number", claimed="yours", right="right", verdict="verdict"), rows)

    def _verdict(self, claim: Claim, kind: str) -> str:
        more = self._where if kind == "elsewhere" else ", but with only a single digit" if claim in self.coarse else ""
        is_cut = kind == "early" and self.search.is_cut_off
        return "✗ close, as if cut off instead of rounded" if is_cut else _VERDICTS[kind] + more

    @property
    def notes(self) -> tuple[Note, ...]:
        """Everything about the text that is unusual but well defined."""
        return self.score.notes

    def to_dict(self) -> Record:
        """The verdicts and the explanations, ready for JSON."""
        rounding = self.search.rounding
        return {
            "first_wrong": self.first_wrong,
            "claims": [
                {
                    "name": claim.name,
                    "claimed": claim.typed,
                    "right": numbers.as_json(self.right_number(claim.name)),
                    "verdict": kind,
                }
                for claim, kind in self.verdicts
            ],
            "right_by": [way.settings for way in self.search.ways],
            "rounded_early": rounding and rounding._asdict(),
            "misconceptions": [
                {
                    "names": [misconception.name for misconception in explanation.misconceptions],
                    "sure": explanation.sure,
                }
                for explanation in self.misconceptions
            ],
        }

    def __repr__(self) -> str:
        if self.first_wrong is None:
            return f"Diagnosis(all {len(self.claims)} right{self._where})"
        names = [explanation.name for explanation in self.misconceptions[:3]]
        why = "nothing explains it"
        if self.search.perhaps:
            why = "it may be right by other rules or in another unit"
        elif self.search.rounding:
            why = f"{'cutting' if self.search.is_cut_off else 'rounding early'} could explain it"
        elif names:
            sure = len(names) == 1 and self.misconceptions[0].sure
            why = f"{' or '.join(names)} {'explains' if sure else 'could explain'} it"
        return f"Diagnosis({self.first_wrong} is the first wrong number; {why})"


def check_working(
    candidate: str | Sequence[object] | None,
    references: Sequence[object] | None = None,
    *,
    metric: Callable[..., object] | str = bleu,
    **claims: object,
) -> Diagnosis:
    """Check a hand computation, and find the first wrong number and the misconceptions that explain it.

    For BLEU, claim any of `p=[...]`, `c=`, `r=`, `bp=` and `score=`, or a single precision as `p_2=`. Fractions and
    closed forms may be strings ("10/17", "e^(-1/6)"). A fraction must be exact. A decimal number must be right in the
    digits typed (Python reads 0.80 as 0.8, but the string "0.80" keeps both digits). A whole number of at least two
    digits may be rounded (43 for 43.01). None in a list claims nothing. Other keywords, such as max_n=2, are settings
    of the metric. A list of candidates is a text, with references grouped by segment. `metric` is any metric with
    known mistakes (see `mtexplain.misconceptions`), or its name; an error lists the claims that a metric has. Numbers
    that are right in another unit, or by the rules of another tool, are reported as such.

    >>> diagnosis = check_working("the the cat", ["the mat"], max_n=1, p=["2/3"], score=0.33)
    >>> diagnosis.first_wrong, [explanation.name for explanation in diagnosis.misconceptions]
    ('p_1', [])
    >>> diagnosis = check_working("the the cat", ["the mat"], max_n=1, p=["2/3"])
    >>> diagnosis.first_wrong, [some.name for some in diagnosis.misconceptions if len(some.misconceptions) == 1]
    ('p_1', ['no-clipping'])

    InputError says which claim can't be read, and how to write it.
    """
    subject = _subject(metric)
    _check_no_trace(candidate)
    settings = {name: value for name, value in claims.items() if not _is_claim(subject, name)}
    score = subject.score(candidate, references, **settings)
    names = subject.numbers(subject.sheet(score), {}).forms
    endless = inf in map(abs, score.range) or any((inf,) == form for form in names.values())
    given = {name: value for name, value in claims.items() if name not in settings}
    unordered = list(claimed(given, list(names), endless=endless))
    if not unordered:
        expected = f"at least one of {', '.join(f'{name}=' for name in subject.claims)}"
        raise InputError("claims", "none", expected, "Write check_working(candidate, references, score=0.43).")
    order = list(names)
    inputs = Inputs(candidate, references, settings)
    ordered = tuple(sorted(unordered, key=lambda claim: order.index(claim.name)))
    return _in_their_unit(Diagnosis(subject, score, ordered, inputs))


def _in_their_unit(diagnosis: Diagnosis) -> Diagnosis:
    """Return the diagnosis in another unit if at least two more numbers are right in it and no mistake explains them.

    A number that is right in the other unit but has only one digit doesn't count.
    """
    if not choices(diagnosis.subject.metric, "base") or diagnosis.first_wrong is None or diagnosis.search.is_long:
        return diagnosis
    units = other_ways(diagnosis.subject, diagnosis.score, diagnosis.inputs, ("base",))
    in_units = [
        Diagnosis(way.subject, way.score, diagnosis.claims, way.inputs, f"{way.unit} ({way.keywords})") for way in units
    ]
    best = min((diagnosis, *in_units), key=lambda checked: len(checked.search.wrong))
    few = sum(claim not in diagnosis.coarse for claim in best.coarse)
    if len(diagnosis.search.wrong) - len(best.search.wrong) - few < 2 or diagnosis.search.rounding:
        return diagnosis
    if any(diagnosis.search.singles(list(of_subject(diagnosis.subject)))):
        return diagnosis
    return replace(best, mixed=tuple(claim.name for claim in best.search.wrong if claim not in diagnosis.search.wrong))


def _subject(metric: Callable[..., object] | str) -> Subject:
    for subject in subjects_of(metric):
        return subject
    fix = "First list your own metric in mtexplain/metrics/table.py, as CONTRIBUTING.md explains."
    raise InputTypeError("metric", described(metric), "a metric of mtexplain with known mistakes", fix)


def _check_no_trace(candidate: object) -> None:
    if isinstance(candidate, Trace):
        fix = "Pass the sentences, not the trace, as in check_working(candidate, references, score=0.43)."
        raise InputTypeError(
            "candidate", f"a trace, {type(candidate).__name__}", "a sentence or a list of sentences", fix
        )


def _is_claim(subject: Subject, keyword: str) -> bool:
    """True if a keyword is a claim, such as p, score or p_2; otherwise it must be a setting of the metric."""
    name, _, number = keyword.partition("_")
    if keyword in subject.claims or (name in subject.claims and number.replace("_", "").isdecimal()):
        return True
    settings = [name for name in list(signature(subject.metric).parameters)[1:] if name != "references"]
    if keyword not in settings:
        expected = f"a claim ({', '.join(subject.claims)}) or a setting ({', '.join(settings)})"
        raise InputError(keyword, "a keyword that is neither", expected)
    return False


def _too_few_digits(diagnosis: Diagnosis) -> Iterator[str]:
    if diagnosis.coarse:
        symbols = (diagnosis.subject.symbols(claim.name, diagnosis.score) for claim in diagnosis.coarse)
        names = ", ".join(map(text.formula, symbols))
        yield (
            f"A single digit says little ({names}). Give more digits. Python reads 0.80 as 0.8, but '0.80' keeps both."
        )


def _unsaid(diagnosis: Diagnosis, name: str) -> Iterator[str]:
    """Yield the parts of a number that were not claimed, because the slip may be in these parts."""
    claimed_names = {claim.name for claim in diagnosis.claims}
    made_of = diagnosis.subject.made_of.get(name, ())
    yield from (
        part for part in diagnosis.right.forms if part not in claimed_names and part.rstrip("_0123456789") in made_of
    )


def _explanation(explanation: Explanation) -> Step:
    formulas: list[tuple[Cell, ...]] = []
    for misconception in explanation.misconceptions:
        formulas += [("right", misconception.right), ("wrong", misconception.wrong)]
    why = " ".join(misconception.explanation for misconception in explanation.misconceptions)
    source = "; ".join(misconception.source for misconception in explanation.misconceptions)
    summary = "explains every number" if explanation.sure else "could explain the numbers"
    header = columns(way="", formula="formula")
    outcome: Formula = "alone" if len(explanation.misconceptions) == 1 else "together"
    return Step(
        explanation.name, explanation.title, summary, outcome, why, source, (Table("", header, tuple(formulas)),)
    )


def _further_step(further: tuple[Explanation, ...]) -> Step:
    rows = tuple((explanation.title, "every number" if explanation.sure else "perhaps") for explanation in further)
    why = "Each of these mistakes gives all the claimed numbers. More numbers or digits would rule out some of them."
    parts = (Table("", columns(mistakes="mistakes", says="explains"), rows),)
    return Step("others", "Others", f"{len(further)} more", "explain it too", why, "each tried in turn", parts)
