"""NIST as a recipe: every number that it takes, in the order of the computation, with its formula and its step."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import inf
from typing import Any, Literal

from mtexplain.counts import NGram
from mtexplain.display import signature
from mtexplain.display.formula import Call, Chain, Formula, Over, Symbol, shown
from mtexplain.metrics.nist.references import ReferenceCounts
from mtexplain.metrics.nist.rules import NistRules
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.orders import named_orders
from mtexplain.recipe.ngrams import NgramScore
from mtexplain.recipe.quantity import Orders, Quantity, Rows, formula, quantity

_MATCHES = {"all references": "mean reference length", "one reference": "one reference for each order"}


def count_known(trace: Any, count: Callable[[NGram], int]) -> Rows[int | None]:
    """A count of each n-gram of the candidate; None where no reference has it."""
    return tuple(
        tuple([count(ngram) if any(found) else None for ngram, found in zip(order, places, strict=True)])
        for order, places in zip(trace.ngrams, trace.in_references, strict=True)
    )


class NistScore(NgramScore):
    """NIST from the information of what matches. It has no end: higher is better."""

    rules: NistRules
    metric = "nist"
    account: Literal["log", "sum"] = "sum"
    summands = ("bp * s",)

    @quantity("Count_i", "how often each reference has it", index="n g i")
    def in_references(self: Any) -> Rows[tuple[int, ...]]:
        each = zip(*self.reference_counts, strict=True)
        return tuple(
            tuple([tuple([counts[ngram] for counts in references]) for ngram in order])
            for order, references in zip(self.counts, each, strict=True)
        )

    @quantity("allowed", "the most that one reference has", index="n g", title=None)
    def allowed(self: Any) -> Rows[int]:
        return tuple(
            tuple([max(found) if place is None else found[place] for found in order])
            for place, order in zip(self.chosen, self.in_references, strict=True)
        )

    matches: Quantity[Rows[int]] = formula("matches", "min(count, allowed)", index="n g", says="matches {}")

    @quantity(
        Call("Count", Symbol("w", "1…n")), "how often the references have it", index="n g", title="in all references"
    )
    def times(self: Any) -> Rows[int | None]:
        return count_known(self, self.known.times)

    @quantity(Call("Count", Symbol("w", "1…n-1")), "how often they have it without its last word", index="n g",
              title="its beginning")  # fmt: skip
    def beginning(self: Any) -> Rows[int | None]:
        return count_known(self, self.known.beginning)

    information: Quantity[Rows[Decimal | None]] = formula(
        "Info", "log2(beginning / times)", index="n g", says="tells {} bits"
    )
    worth: Quantity[Rows[Decimal | None]] = formula(
        "worth", "matches * information", index="n g", title="gain", says="gains {} bits"
    )

    @quantity("words", "how many words all references have", step="information")
    def words(self) -> int:
        return self.known.words

    matched: Quantity[Orders[int]] = formula("matched", "sum(matches)", index="n", pooled=True, step="s_{n}")
    gain: Quantity[Orders[Decimal]] = formula("gain", "sum(worth)", index="n", pooled=True, step="s_{n}")
    total: Quantity[Orders[int]] = formula("total", "sum(count)", index="n", pooled=True, step="s_{n}")
    s: Quantity[Orders[Decimal | None]] = formula("s", "gain / total", index="n", step="s_{n}")

    @quantity("L_sys", "the number of tokens of the candidate", pooled=True, step="tokens")
    def candidate_length(self: Any) -> int:
        return len(self.candidate)

    @quantity("L", "the lengths of the references that count", index="i")
    def lengths(self: Any) -> tuple[int, ...]:
        lengths = tuple(map(len, self.references))
        return tuple(lengths[place] for place in self.chosen if place is not None) or lengths

    reference_length: Quantity[Fraction] = formula("L_ref", "mean(lengths)", pooled=True, step="brevity")
    beta: Quantity[Decimal] = formula("β", "log(1 / 2) / log(2 / 3) ** 2", step="brevity")
    bp: Quantity[Decimal | int] = formula(
        "BP",
        "0 if candidate_length == 0 else 1 if reference_length == 0 else "
        "exp(beta * log(min(candidate_length / reference_length, 1)) ** 2)",
        step="brevity",
    )

    @quantity("N", "how many orders there are")
    def max_n(self) -> int:
        return self.rules.max_n

    score: Quantity[float] = formula("NIST", "bp * sum(s)", step="score", convert=float)

    @property
    def order_names(self) -> Sequence[tuple[str, str]]:
        return named_orders(self.rules.max_n, self.rules.token_name)

    @property
    @abstractmethod
    def known(self) -> ReferenceCounts:
        """What was counted over all references: it says how much information an n-gram holds."""

    @property
    @abstractmethod
    def largest(self) -> tuple[float, ...]:
        """The largest information, in bits, of an n-gram of each order that can be matched; 0 where there is none."""

    @property
    def range(self) -> tuple[Fraction | float, Fraction | float]:
        """From 0, without an upper end: how much there is to gain depends on the references. See `most`."""
        return Fraction(0), inf

    @property
    def most(self) -> float:
        """A score that no candidate exceeds: of each order, the largest information of an n-gram of the references."""
        return sum(self.largest)

    @property
    def closed_form(self) -> Formula:
        """NIST with numbers, as in 0.9543 * (54.4/18 + 22/17): bits over n-grams. BP is left out where it is 1."""
        means = tuple(Over(shown(float(gain)), str(total)) for gain, total in zip(self.gain, self.total, strict=True))
        several = len(means) > 1
        if self.bp == 1:
            return Chain("+", means) if several else means[0]
        return Chain("*", (shown(float(self.bp)), Chain("+", means, grouped=True) if several else means[0]))

    @property
    def signature(self) -> str:
        choices = [_MATCHES[self.rules.matches], f"information by {so_many(self.words, 'word')}"]
        if self.rules.zero_prefix != "as counted":
            choices.append(f'prefix "0" counts as {self.rules.zero_prefix}')
        return signature.written(f"NIST-{self.rules.max_n}", self.rules, choices, self.reference_numbers)
