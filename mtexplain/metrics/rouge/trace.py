"""ROUGE as a trace: how its numbers are told, step by step, and what all six metrics show."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any, ClassVar, Literal, Protocol

from mtexplain import exact
from mtexplain.display import plain, signature
from mtexplain.display.formula import Chain, Formula, integer
from mtexplain.display.parts import Note, Prose, Table
from mtexplain.display.pyramid import Pyramid
from mtexplain.display.score import Term, Worst
from mtexplain.display.steps import Moment
from mtexplain.metrics.rouge import grids, notes, overlaps, views
from mtexplain.metrics.rouge.recipe import RougeScore
from mtexplain.metrics.rouge.rules import BEST_BY, REFERENCES_BY, ROUNDING, RougeRules, bracketed, check_references_by
from mtexplain.recipe.plan import Plan


def _source(trace: RougeScore, place: int) -> str:
    return trace.source


def _why_f(trace: RougeScore, place: int) -> str:
    if trace.rules.references_by == "jackknife":
        return "Each reference is left out in turn, and the best of the others gives an F: the score is their mean."
    if trace.rules.beta is None:
        return "With an infinite beta only recall counts, as it did at the DUC evaluations."
    if trace.rules.beta == 0:
        return "With a beta of 0 only precision counts."
    return "The harmonic mean is high only if both are: it stays near the smaller of the two."


def _several(way: str) -> Callable[[RougeScore], bool]:
    """Whether there are several references, which make one score in this way."""
    return lambda trace: trace.number_of_references > 1 and trace.rules.references_by == way


_MULTI = "Lin 2004, section 2.1"
_TOKENS = Plan(
    "tokens", "Tokens", "ROUGE compares whole tokens: a token matches one in a reference only if the two are "
    "identical.", _source, (views.candidate_length,), lambda trace, _: signature.cut_by(trace.rules),
    lambda trace, _: (trace.text_table,),
)  # fmt: skip
_OVERLAP = Plan(
    "overlap", lambda trace, _: trace.units.capitalize(), "A unit matches as often as both texts have it, and no more: "
    "repeating a good word does not pay.", _source, (),
    lambda trace, _: f"{trace.number_of_units(trace.candidate):,} in the candidate",
    overlaps.counted, outcome=overlaps.matches,
)  # fmt: skip
_LCS = Plan(
    "lcs{n}", "Longest common subsequence{order}", "Words count in their order, whatever comes between them: there is "
    "no n-gram length to choose.", _source, (grids.last_cell,), grids.compare_lengths, grids.lengths,
    more=grids.which_counts, each=grids.each_reference,
)  # fmt: skip
_WLCS = Plan(
    "wlcs{n}", "Weighted longest common subsequence{order}", "Of two equally long subsequences, the one without gaps "
    "is worth more: k matches in a row count as f(k).", _source, (grids.worth_of_runs,), grids.compare_lengths,
    grids.runs, each=grids.each_reference, applies=lambda trace: not trace.by_lines,
)  # fmt: skip
_UNION = Plan(
    "lcs{n}", "Union over the lines{order}", "Several lines of the candidate may cover one line of the reference: "
    "their subsequences are united.", _source, (grids.sum_of_lines,), grids.compare_lines,
    grids.lines, more=grids.how_often_words_count, each=grids.each_reference, applies=lambda trace: trace.by_lines,
)  # fmt: skip
_SHARES = (
    Plan("references", "References", "It is enough to be like one of the references: the best one counts.", _MULTI,
         (views.best_rank,), "which one counts", views.each_reference,
         outcome=lambda trace, _: Chain("=", ("reference", str(trace.chosen[0] + 1))), applies=_several("best")),
    Plan("references", "References", "All references are read as one: their matches are added, and so are their "
         "totals.", _MULTI, (views.pooled_matches,), lambda trace, _: f"{trace.number_of_references} of them",
         views.each_reference, outcome=lambda trace, _: "all together", applies=_several("pooled")),
    Plan("references", "References", "Each reference is left out once, as it must be when a human summary is scored "
         "against the others.", _MULTI, (views.f,), lambda trace, _: f"{trace.number_of_references} of them",
         views.left_out, outcome=lambda trace, _: "each left out once", applies=_several("jackknife")),
    Plan("references", "References", "The best recall and the best precision are chosen separately, and may come from "
         "different references.", _MULTI, (views.best_recall, views.best_precision), "the best of each",
         views.each_reference,
         outcome=lambda trace, _: "R of reference {}, P of reference {}".format(*(one + 1 for one in trace.chosen)),
         applies=_several("coco")),
    Plan("recall", "Recall", "Recall asks how much of the reference is found: a good summary leaves out little.",
         _source, (views.recall,), "out of the reference"),
    Plan("precision", "Precision", "Precision asks how much of the candidate is found: without it, saying everything "
         "would pay.", _source, (views.precision,), "out of the candidate"),
    Plan("score", "Score", _why_f, lambda trace, _: f"{trace.source}, with equation 4", (views.f,),
         lambda trace, _: views.measure(trace.rules.beta),
         more=lambda trace, _: (views.f_over_beta(trace), Prose((views.BETAS,)))),
    Plan("reported", "Reported", "The script rounds recall and precision to five digits, computes F from these, and "
         "rounds that.", lambda trace, _: trace.rules.tool, (views.printed,), "as it is printed",
         more=lambda trace, _: (Prose((f"{trace.rules.tool or trace.rules.name} prints {trace.printed}.",)),),
         outcome=lambda trace, _: trace.printed, applies=lambda trace: trace.rules.rounding != "none"),
)  # fmt: skip
OF_UNITS = (_TOKENS, _OVERLAP, *_SHARES)
OF_SEQUENCES = (_TOKENS, _LCS, *_SHARES)
OF_UNIONS = (_TOKENS, _UNION, *_SHARES)
OF_RUNS = (_TOKENS, _WLCS, _UNION._replace(name="wlcs{n}"), *_SHARES)
"""The plans of the metrics."""


class View(Protocol):
    """What shows how matches are counted; `overlaps` and `grids` do, each in its way."""

    def table(self, trace: Any) -> Table:
        """A row for each unit, or for each word that matches."""

    def moments(self, trace: Any) -> Iterator[Moment]:
        """The counting, moment by moment."""


@dataclass(frozen=True, repr=False)
class Rouge(RougeScore):
    """A score by what a candidate shares with its references. What follows is the same for every kind."""

    rules: RougeRules

    grouped_by = "of"
    worst = Worst(why="If nothing matches, recall and precision are 0, and so is every mean of the two.")
    view: ClassVar[View]
    """The module that shows how matches are counted."""

    @property
    def account(self) -> Literal["log", "sum"]:  # type: ignore[override]  # here it depends on the rules
        """A mean is a sum, any other F a product."""
        return "sum" if self.rules.references_by == "jackknife" else "log"

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """Pairs (name, value) that add up to log F: log R, log P, and less the log of what they are divided by.

        Jackknifed, they add up to F itself: what each reference adds to the mean that is left out.
        """
        return tuple(self._terms_of_mean() if self.account == "sum" else self._terms_of_f())

    def _terms_of_mean(self) -> Iterator[Term]:
        """What each summand adds: F with the best of the others, over the number of references."""
        number = self.number_of_references
        for place, best in enumerate(self.chosen, 1):
            yield Term(f"F without reference {place}, over {number}", float(self.of_each("f_scores")[best] / number))

    def _terms_of_f(self) -> Iterator[Term]:
        """F_beta = R P / ((R + beta^2 P)/(1 + beta^2)), in logarithms; of an endless beta log R alone, of 0 log P."""
        beta, r, p = self.rules.beta, self.r, self.p
        recall, precision = (plain.formula(one.symbol) for one in (type(self).r, type(self).p))
        if beta != 0:
            yield Term(f"log {recall}", exact.log(r) if r else -inf)
        if beta is not None:
            yield Term(f"log {precision}", exact.log(p) if p else -inf)
        if beta:
            square = beta * beta
            weight = "" if beta == 1 else f"{bracketed(square)} "
            below = (r + square * p) / (1 + square) if r and p else Fraction(1)
            yield Term(f"-log(({recall} + {weight}{precision})/{bracketed(1 + square)})", 0.0 - exact.log(below))

    @property
    def closed_form(self) -> Formula:
        return views.closed_form(self)

    @property
    def signature(self) -> str:
        """What is counted, whose rules, how texts are read, and the choices that this score depends on."""
        rules = self.rules
        choices = [views.measure(rules.beta), REFERENCES_BY[rules.references_by]]
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

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn: what is counted alike is scored once."""
        known: dict[Any, float] = {}
        for tokens in candidates:
            other = self.with_candidate(tokens)
            counted = (other.matches, other.candidate_length)
            if counted not in known:
                known[counted] = other.score
            yield known[counted]

    @property
    def table(self) -> Table:
        """Every unit, a row each; or every word that matches."""
        return self.view.table(self)

    @property
    def text_table(self) -> Table:
        return views.lines(self) if self.by_lines else super().text_table

    @property
    @abstractmethod
    def picture(self) -> Pyramid:
        """The texts, in which what matches stands out."""

    def moments(self) -> tuple[Moment, ...]:
        """The steps, moment by moment: a table is filled row by row, a path walked back."""
        return tuple(views.moments(self, self.view.moments(self)))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined: an empty text, nothing to count, characters no one can see, a tool's slips."""
        return tuple(notes.of(self))

    def working(self) -> dict[str, Any]:
        """Recall and precision, what is printed, the counts with each reference. Exact values are strings: "2/3"."""
        total = _number(self.candidate_total)
        each = zip(*map(self.of_each, ("matches", "reference_total", "f_scores")), strict=True)
        return {
            "recall": self._share("r"),
            "precision": self._share("p"),
            "reported": self.reported,
            "printed": self.printed,
            "by_reference": [
                {"matches": _number(matches), "reference_total": _number(m), "candidate_total": total, "f": str(f)}
                for matches, m, f in each
            ],
            "chosen_references": list(self.chosen),
        }

    def _share(self, name: str) -> dict[str, Any]:
        """A recall or a precision: as it was counted, and its value."""
        value = getattr(self, name)
        return {"exact": plain.formula(views.worked_out(self, name)), "value": None if value is None else float(value)}

    @classmethod
    def facts(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        found = super().facts(data)
        check_references_by(found["rules"], len(found["references"]))
        return found


def _number(value: int | Fraction) -> int | str:
    if isinstance(value, int):
        return value
    return integer(value.numerator) if value.denominator == 1 else str(value)
