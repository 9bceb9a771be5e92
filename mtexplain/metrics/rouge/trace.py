"""A ROUGE score as a trace, with its signature, its record and the number that a tool prints; and `build`."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from math import inf, isinf
from typing import Literal, TypeVar

from mtexplain.data import Facts, Record
from mtexplain.display import plain, signature
from mtexplain.display.formula import Formula, Over, fraction
from mtexplain.display.parts import Note
from mtexplain.display.score import Term, Worst
from mtexplain.inputs import InputTypeError, described
from mtexplain.metrics.rouge.rules import (
    BEST_BY,
    REFERENCES_BY,
    ROUNDING,
    RougeRules,
    check_beta,
    check_references_by,
    measure,
    resolve_rules,
)
from mtexplain.metrics.rouge.score import AnyRouge, Tokens
from mtexplain.metrics.rouge.union_lcs import BREAK, joined
from mtexplain.metrics.shared import reading
from mtexplain.rules import Rules
from mtexplain.text import Tokenizer
from mtexplain.tracing import formulas
from mtexplain.tracing.number import Number, number, or_zero
from mtexplain.tracing.number import plain as value_of

Kind = TypeVar("Kind", bound="Rouge")
_DIGITS = 5  # of what ROUGE-1.5.5 prints


class Rouge(AnyRouge):
    """A ROUGE score, with the members that every kind shares."""

    grouped_by = "of"
    worst = Worst(why="If nothing matches, recall and precision are 0, and so is every mean of the two.")

    @property
    def account(self) -> Literal["log", "sum"]:  # type: ignore[override]  # here it depends on the rules
        """The jackknife's mean is a sum, and any other F a product."""
        return "sum" if self.way == "jackknife" else "log"

    @property
    def fraction_beta(self) -> Fraction | None:
        """The importance of recall relative to precision; None if it is infinite."""
        beta = value_of(self.beta)
        return None if isinf(beta) else Fraction(beta)

    def f_beta(self, beta: object) -> float:
        """F of the same references with another β of 0 or more; `math.inf` gives recall alone, 0 precision alone."""
        checked = check_beta(beta)
        f_score = self.with_numbers(beta=inf if checked is None else checked).f_score
        if self.way == "jackknife":
            return float(self.mean_of_chosen(lambda i: f_score(self.r(i), self.p(i))))
        nothing = not (or_zero(self.recall) or or_zero(self.precision))
        return 0.0 if nothing else float(or_zero(f_score(self.recall, self.precision)))

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of `summands`, or for a jackknife, the term of the mean for each reference that is left out."""
        if self.account == "log":
            return super().terms
        k = len(self.references)
        return tuple(
            Term(f"F without reference {i}, over {k}", float(self.f(best + 1) / k))
            for i, best in enumerate(self.chosen, 1)
        )

    @property
    def closed_form(self) -> Formula:
        score = number(self.score)
        if score.made_by == "share":  # recall or precision alone
            return Over(*map(formulas.value, score.operands))
        return formulas.in_exact_numbers(score)

    @property
    def reported(self) -> float:
        """The number that the tool returns, rounded where the tool rounds.

        ROUGE-1.5.5 rounds recall and precision, computes F from the rounded numbers in its own order of operations,
        with an alpha of 1/(1 + β²), and rounds the result.
        """
        if self.rules.rounding == "none":
            return float(self.score)
        if self.way == "jackknife":
            return round(float(self.score), _DIGITS)
        recall, precision = self.rounded
        alpha = 0.0 if self.rules.beta is None else float(1 / (1 + self.rules.beta**2))
        below = (1 - alpha) * precision + alpha * recall
        return round(precision * recall / below, _DIGITS) if below > 0 else 0.0

    @property
    def rounded(self) -> tuple[float, float]:
        """Recall and precision, rounded as ROUGE-1.5.5 uses them in F."""
        return round(float(or_zero(self.recall)), _DIGITS), round(float(or_zero(self.precision)), _DIGITS)

    @property
    def printed(self) -> str:
        """The number that the tool returns, as the tool prints it."""
        return f"{self.reported!r}" if self.rules.rounding == "none" else f"{self.reported:.{_DIGITS}f}"

    @property
    def is_rational(self) -> bool:
        """True if every number is rational, so that quick fractions give the same float."""
        return True

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices that a signature names in addition to the choices of all ROUGE scores."""
        return ()

    @property
    def signature(self) -> str:
        """The units, the rules, the treatment of texts, and the choices that this score depends on."""
        rules = self.rules
        choices = [measure(rules.beta), REFERENCES_BY[rules.references_by]]
        if rules.references_by in ("best", "jackknife") and rules.best_by != "score":
            choices.append(BEST_BY[rules.best_by])
        rounding = () if rules.rounding == "none" else (ROUNDING[rules.rounding],)
        choices += (*self.choices, *rounding)
        return signature.written(plain.formula(self.symbol), rules, choices, self.reference_numbers)

    @property
    def zero_groups(self) -> frozenset[int | str]:
        """All groups if nothing matches, because a match in any group is enough for a score above 0."""
        rows = self.credits
        return frozenset() if any(row.credited for row in rows) else frozenset(row.group for row in rows)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Notes on the score, without a note on line breaks as tokens if texts are compared line by line."""
        return tuple(note for note in super().notes if not (self.by_lines and note.code == "space-in-token"))

    @property
    def empty_candidate(self) -> str:
        return "so precision is 0/0, and the score is 0"

    @property
    def empty_reference(self) -> str:
        return "Its recall is 0/0, which counts as 0"

    def scores_of(self, candidates: Iterable[Tokens]) -> Iterator[float]:
        """Yield the scores of other candidates. Candidates with the same counts are scored once."""
        if self.is_changed:
            yield from (float(self.with_candidate(tokens).score) for tokens in candidates)
            return
        known: dict[tuple[int | Fraction, ...], float] = {}
        quick = self.quick() if self.is_rational else self
        for tokens in candidates:
            matches = [self.matches_between(text, tokens) for text in self.references]
            counted = (*matches, self.length_of(tokens))
            if counted not in known:
                numbers = [(AnyRouge.matches, (i,), count) for i, count in zip(self.each_i, matches, strict=True)]
                try:
                    known[counted] = float(quick.with_candidate(tokens).with_known(numbers).score)
                except ZeroDivisionError:  # only a full trace can handle 0/0
                    known[counted] = float(self.with_candidate(tokens).with_known(numbers).score)
            yield known[counted]

    # Records.

    def working(self) -> Record:
        """Recall and precision, the printed number, and the counts with each reference. Exact values are strings."""
        total = _in_record(self.candidate_total)
        each = [
            {"matches": _in_record(self.matches(i)), "reference_total": _in_record(self.reference_total(i)),
             "candidate_total": total, "f": str(_in_record(self.f(i)))}
            for i in self.each_i
        ]  # fmt: skip
        shares = {"recall": number(self.recall), "precision": number(self.precision)}
        return {
            **{
                name: {
                    "exact": plain.formula(_as_made(share)),
                    "value": None if share.value is None else float(share),
                }
                for name, share in shares.items()
            },
            "reported": self.reported,
            "printed": self.printed,
            "by_reference": each,
            "chosen_references": list(self.chosen),
        }

    @classmethod
    def facts(cls, data: Record) -> Facts:
        known = super().facts(data)
        check_references_by(known["rules"], len(known["references"]))
        return known


def _as_made(number: Number) -> Formula:
    """A ratio of two counts as it is, or any other number with the numbers it was computed from."""
    return formulas.value(number) if number.is_counted else formulas.in_exact_numbers(number)


def _in_record(number: float) -> int | str | float:
    """A count as an int, a fraction as a string, and any other number as a float."""
    value = value_of(number)
    if isinstance(value, int):
        return value
    return plain.formula(fraction(value)) if isinstance(value, Fraction) else float(value)


def build(kind: type[Kind], candidate: object, references: object, rules: RougeRules | str, **settings: object) -> Kind:
    """A trace of this kind under the rules, in which the given settings replace the settings of the rules."""
    chosen, tokenizer = resolve_rules(rules, **settings)
    takes_lines = kind.takes_lines(chosen)
    if takes_lines:
        check_no_lists(candidate, references)
    facts = reading.facts(candidate, references, chosen, tokenizer, read=read_lines if takes_lines else None)
    check_references_by(chosen, len(facts["references"]))
    return kind(**facts)


def read_lines(text: str, where: str, rules: Rules, tokenizer: Tokenizer) -> Tokens:
    """The tokens of a text that is cut into tokens line by line."""
    lines = enumerate(text.split(BREAK), 1)
    return joined(reading.tokens(line, f"{where}, line {number}", rules, tokenizer) for number, line in lines)


def check_no_lists(candidate: object, references: object) -> None:
    """Raise InputTypeError for a list of lines, because a text of several lines must be a single string."""
    each = enumerate(references) if isinstance(references, list | tuple) else ()
    named = {f"references[{i}]": reference for i, reference in each}
    for where, text in {"candidate": candidate, **named}.items():
        if isinstance(text, list | tuple) and text:
            fix = r'A text of several lines is a single string, such as "\n".join(lines).'
            raise InputTypeError(where, described(text), "one string", fix)
