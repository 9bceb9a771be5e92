"""A ROUGE score as a trace: the number that a tool prints, its signature, its record; and how a trace is made."""

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
    """A ROUGE score, with what is the same for every kind."""

    grouped_by = "of"
    worst = Worst(why="If nothing matches, recall and precision are 0, and so is every mean of the two.")

    @property
    def account(self) -> Literal["log", "sum"]:  # type: ignore[override]  # here it depends on the rules
        """A mean is a sum, any other F a product."""
        return "sum" if self.way == "jackknife" else "log"

    @property
    def fraction_beta(self) -> Fraction | None:
        """How much more recall counts than precision; None if endlessly."""
        beta = value_of(self.beta)
        return None if isinf(beta) else Fraction(beta)

    def f_beta(self, beta: object) -> float:
        """F of the same references with another β, 0 or more: `math.inf` for recall alone, 0 for precision alone."""
        checked = check_beta(beta)
        f_score = self.with_numbers(beta=inf if checked is None else checked).f_score
        if self.way == "jackknife":
            return float(self.mean_of_chosen(lambda i: f_score(self.r(i), self.p(i))))
        nothing = not (or_zero(self.recall) or or_zero(self.precision))
        return 0.0 if nothing else float(or_zero(f_score(self.recall, self.precision)))

    @property
    def terms(self) -> tuple[Term, ...]:
        """The logarithms of `summands`; of a jackknife, what each reference that is left out adds to the mean."""
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

        ROUGE-1.5.5 rounds recall and precision, takes F of these in its own order, and rounds that. Its alpha is
        1/(1 + β²).
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
        """Recall and precision as ROUGE-1.5.5 goes on with them."""
        return round(float(or_zero(self.recall)), _DIGITS), round(float(or_zero(self.precision)), _DIGITS)

    @property
    def printed(self) -> str:
        """The number that the tool returns, as the tool prints it."""
        return f"{self.reported!r}" if self.rules.rounding == "none" else f"{self.reported:.{_DIGITS}f}"

    @property
    def is_rational(self) -> bool:
        """True if no number is rounded before the score: then quick fractions give the same float."""
        return True

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices that a signature names besides those of all ROUGE scores."""
        return ()

    @property
    def signature(self) -> str:
        """The units, the rules, the reading of texts, and the choices that this score depends on."""
        rules = self.rules
        choices = [measure(rules.beta), REFERENCES_BY[rules.references_by]]
        if rules.references_by in ("best", "jackknife") and rules.best_by != "score":
            choices.append(BEST_BY[rules.best_by])
        rounding = () if rules.rounding == "none" else (ROUNDING[rules.rounding],)
        choices += (*self.choices, *rounding)
        return signature.written(plain.formula(self.symbol), rules, choices, self.reference_numbers)

    @property
    def zero_groups(self) -> frozenset[int | str]:
        """All of them where nothing matches: one match of any group is enough."""
        rows = self.credits
        return frozenset() if any(row.credited for row in rows) else frozenset(row.group for row in rows)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Notes. Between two lines, a token that is a line break is not."""
        return tuple(note for note in super().notes if not (self.by_lines and note.code == "space-in-token"))

    @property
    def empty_candidate(self) -> str:
        return "so precision is 0/0, and the score is 0"

    @property
    def empty_reference(self) -> str:
        return "Recall is 0/0 there: it counts as 0"

    def scores_of(self, candidates: Iterable[Tokens]) -> Iterator[float]:
        """The scores of other candidates, in turn: what is counted alike is scored once."""
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
                except ZeroDivisionError:  # of 0/0 only a trace knows what follows
                    known[counted] = float(self.with_candidate(tokens).with_known(numbers).score)
            yield known[counted]

    # Records.

    def working(self) -> Record:
        """Recall and precision, what is printed, the counts with each reference. Exact values are strings: "2/3"."""
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
    """A share as it was counted, or with the numbers that it was made from."""
    return formulas.value(number) if number.is_counted else formulas.in_exact_numbers(number)


def _in_record(number: float) -> int | str | float:
    """A count as a whole number; a fraction as a string."""
    value = value_of(number)
    if isinstance(value, int):
        return value
    return plain.formula(fraction(value)) if isinstance(value, Fraction) else float(value)


def build(kind: type[Kind], candidate: object, references: object, rules: RougeRules | str, **settings: object) -> Kind:
    """A trace of this kind, by the rules after the settings that are given have won over them."""
    chosen, tokenizer = resolve_rules(rules, **settings)
    takes_lines = kind.takes_lines(chosen)
    if takes_lines:
        check_no_lists(candidate, references)
    facts = reading.facts(candidate, references, chosen, tokenizer, read=read_lines if takes_lines else None)
    check_references_by(chosen, len(facts["references"]))
    return kind(**facts)


def read_lines(text: str, where: str, rules: Rules, tokenizer: Tokenizer) -> Tokens:
    """The tokens of a text that is cut line by line."""
    lines = enumerate(text.split(BREAK), 1)
    return joined(reading.tokens(line, f"{where}, line {number}", rules, tokenizer) for number, line in lines)


def check_no_lists(candidate: object, references: object) -> None:
    """InputTypeError for a list of lines: a text of several lines is one string."""
    each = enumerate(references) if isinstance(references, list | tuple) else ()
    named = {f"references[{i}]": reference for i, reference in each}
    for where, text in {"candidate": candidate, **named}.items():
        if isinstance(text, list | tuple) and text:
            fix = r'A text is one string, a line on each line: "\n".join(lines).'
            raise InputTypeError(where, described(text), "one string", fix)
