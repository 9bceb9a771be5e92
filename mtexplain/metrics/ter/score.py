"""TER, the number of edits that turn a translation into a reference, per word of the reference.

Snover, Dorr, Schwartz, Micciulla and Makhoul 2006, "A Study of Translation Edit Rate with Targeted Human Annotation",
AMTA, 2006.amta-papers.25.

    E   = B + I + D + S      B substituted, I inserted and D deleted words, S shifted runs of words
    TER = E / r              r is the mean length of the references; E is the number of edits to the closest of them

Each number is a method whose docstring says why it is computed and whose body is the formula. A number without an index
is read like an attribute, for example `self.edits`. The search for the edits is in edits.py, and it also counts each
edit as 1.

>>> ter("b a c", ["a b c d"]).score
TER = E/r = 2/4 = 0.5
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf

from mtexplain.display.parts import Table, Words
from mtexplain.display.score import Credit
from mtexplain.metrics.shared import reading
from mtexplain.metrics.shared.scores import Pooled, TracedScore, TracedSentence, TracedText
from mtexplain.metrics.ter.edits import Edits, find_edits
from mtexplain.metrics.ter.rules import PAPER, RULES, RulesSetting, TerRules, TokenizeSetting
from mtexplain.rules import LowercaseSetting, Rules
from mtexplain.rules.base import resolve
from mtexplain.text import Tokenizer
from mtexplain.tracing import views
from mtexplain.tracing.number import sum_over
from mtexplain.tracing.steps import quantity, row, step


class AnyTer(TracedScore):
    """The formulas of TER."""

    metric = "ter"
    account = "sum"
    earns = "word"
    lower_is_better = True
    rules: TerRules

    @step("S", name="shifts")
    def shifts(self) -> float:
        """A run of up to ten words in the wrong place is moved in a single edit, up to fifty places away."""
        raise NotImplementedError

    @quantity("B")
    def substitutions(self) -> float:
        """The words of the candidate that are replaced."""
        raise NotImplementedError

    @quantity("I")
    def insertions(self) -> float:
        """The words of the reference that the candidate lacks."""
        raise NotImplementedError

    @quantity("D")
    def deletions(self) -> float:
        """The words of the candidate that are deleted."""
        raise NotImplementedError

    @step("E", name="edits")
    def edits(self) -> float:
        """Every edit costs 1. An edit substitutes, inserts or deletes a word, or shifts a whole run of words."""
        return self.substitutions + self.insertions + self.deletions + self.shifts

    @edits.table
    def edit_table(self) -> Table:
        """A table of the edits."""
        raise NotImplementedError

    @step("r", name="length")
    def length(self) -> float:
        """A long text needs more edits than a short text, so their number is divided by the length of the reference."""
        raise NotImplementedError

    @step("TER", name="score", is_decimal=True)
    def score(self) -> float:
        """TER is 0 if no edits are needed. It is above 1 if there are more edits than words in the reference.

        For an empty reference, TER is 1, or 0 if the candidate is empty too.
        """
        return self.edits / self.length if self.length > 0 else 1 if self.edits > 0 else 0

    def summands(self) -> Iterable[float]:
        """The summand of each kind of edit."""
        kinds = self.substitutions, self.insertions, self.deletions, self.shifts
        return [kind / self.length for kind in kinds] if self.length > 0 else [self.score]

    @property
    def range(self) -> tuple[Fraction | float, Fraction | float]:
        """From 0, which is perfect, to infinity."""
        return Fraction(0), inf

    @property
    def reported(self) -> float:
        """The score on the scale of the rules."""
        return self.rules.scale * float(self.score)

    @property
    def printed(self) -> str:
        """The score as the tool prints it. SacreBLEU prints two decimals."""
        return f"{self.reported:.2f}" if self.rules.scale > 1 else f"{float(self.score)!r}"


@dataclass(frozen=True, repr=False)
class Ter(AnyTer, TracedSentence):
    """The TER of one candidate, with its working. Create it with `ter`."""

    rules: TerRules

    @cached_property
    def edits_to_each(self) -> tuple[Edits, ...]:
        """The edits that turn the candidate into each reference."""
        return tuple(find_edits(self.candidate, reference) for reference in self.references)

    @property
    def chosen(self) -> int:
        """The index, from 0, of the reference with the fewest edits; the first in a tie."""
        return min(range(len(self.edits_to_each)), key=lambda i: self.edits_to_each[i].number)

    @property
    def fewest(self) -> Edits:
        """The edits that count."""
        return self.edits_to_each[self.chosen]

    @property
    def shifts(self) -> float:
        return len(self.fewest.shifts)

    @property
    def substitutions(self) -> float:
        return self.fewest.count("substitute")

    @property
    def insertions(self) -> float:
        return self.fewest.count("insert")

    @property
    def deletions(self) -> float:
        return self.fewest.count("delete")

    @property
    def empty_candidate(self) -> str:
        return "so every word of the reference is inserted" if self.length > 0 else "as in the reference"

    @property
    def empty_reference(self) -> str:
        return "Every word of the candidate would be deleted"

    @row("r_i")
    def length_of(self, i: int) -> float:
        """The length of a reference."""
        return len(self.references[i])

    @property
    def length(self) -> float:
        every = range(len(self.references))
        return sum_over("i", every, self.length_of) / len(every) if len(every) > 1 else self.length_of(0)

    def edit_table(self) -> Table:
        """A table of the words after the shifts, the words of the reference beside them, and the edits."""
        words, reference = self.fewest.words, self.references[self.chosen]
        rows: list[tuple[Words | str | None, ...]] = [("candidate", "reference", "edit")]
        for edit in self.fewest.steps:
            here = None if edit.here is None else Words((words[edit.here],))
            there = None if edit.there is None else Words((reference[edit.there],))
            rows.append((here, there, "" if edit.kind == "match" else edit.kind))
        return views.table(rows)._replace(names=3)

    @property
    def table(self) -> Table:
        return self.edit_table()

    @property
    def credits(self) -> tuple[Credit, ...]:
        """The words of the candidate, which earn credit if they match after the shifts."""
        kept = Counter(self.fewest.words[here] for here, _ in self.fewest.matches)
        return tuple(Credit(1, (word,), times, kept[word]) for word, times in Counter(self.candidate).items())


@dataclass(frozen=True, repr=False)
class CorpusTer(AnyTer, TracedText):
    """The TER of a text. The edits and the lengths of its segments are added up before they are divided."""

    segments: tuple[Ter, ...]
    rules: TerRules
    sentence = Ter
    shifts, substitutions = Pooled(AnyTer.shifts), Pooled(AnyTer.substitutions)
    insertions, deletions = Pooled(AnyTer.insertions), Pooled(AnyTer.deletions)
    length = Pooled(AnyTer.length)

    def edit_table(self) -> Table:
        """The edits and the length that each segment adds."""
        return self.table_of_sums()


def ter(
    candidate: str, references: list[str], *, rules: RulesSetting = PAPER, tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
) -> Ter:  # fmt: skip
    """The TER of one candidate sentence against its references, as a trace; lower is better (Snover et al. 2006).

    A keyword left at None means "as the rules say"; any other value overrides the rules. InputError says what is
    wrong with an input.

    >>> trace = ter("a b c d", ["c d a b"])
    >>> int(trace.shifts), int(trace.edits), trace.exact
    (1, 1, '1/4')
    """
    chosen, cut = resolve(rules, RULES, tokenize=tokenize, lowercase=lowercase)
    return Ter(**reading.facts(candidate, references, chosen, cut, read=_tokens))


def corpus_ter(
    candidates: list[str], references: list[list[str]], *, rules: RulesSetting = PAPER,
    tokenize: TokenizeSetting = None, lowercase: LowercaseSetting = None,
) -> CorpusTer:  # fmt: skip
    """The TER of a text, as a trace. `references[i]` belong to `candidates[i]`; all else is the same as in `ter`.

    >>> corpus_ter(["a", "b c"], [["a"], ["b d"]]).score
    TER = E/r = 1/3 = 0.3333
    """
    chosen, cut = resolve(rules, RULES, tokenize=tokenize, lowercase=lowercase)
    return CorpusTer.from_facts(reading.corpus_facts(candidates, references, "ter", chosen, cut, _tokens))


def _tokens(text: str, where: str, rules: Rules, cut: Tokenizer) -> tuple[str, ...]:
    """The tokens of a text. Some rules cut the tokens of a reference once more, as sacreBLEU does."""
    tokens = reading.tokens(text, where, rules, cut)
    is_cut_twice = isinstance(rules, TerRules) and rules.references == "cut twice" and where.startswith("reference")
    return reading.tokens(" ".join(tokens), where, rules, cut) if is_cut_twice else tokens
