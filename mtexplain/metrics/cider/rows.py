"""The rows of the working: each n-gram of an order, in the candidate or only in a reference."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from mtexplain.counts import NGram
from mtexplain.metrics.cider.maths import Order
from mtexplain.metrics.cider.rules import CiderRules


@dataclass(frozen=True, eq=False)
class Row:
    """An n-gram, how often it occurs in each text, how many images have it, and how much it weighs in each text."""

    ngram: NGram
    order: Order
    rules: CiderRules

    @property
    def count(self) -> int:
        """h_k(c), how often the candidate has it."""
        return self.order.candidate.counts.get(self.ngram, 0)

    @property
    def reference_counts(self) -> tuple[int, ...]:
        """h_k(s_j), how often each reference has it."""
        return tuple(vector.counts.get(self.ngram, 0) for vector in self.order.references)

    @property
    def document_frequency(self) -> int:
        """How many images have it in a reference."""
        return self.order.candidate.frequencies.of(self.ngram)

    @property
    def idf(self) -> float:
        """log(|I| / max(1, df)), 0 or more, the nearest float."""
        return self.order.candidate.frequencies.idf(self.ngram)

    @property
    def weight(self) -> float:
        """g_k(c), its weight in the candidate, 0 or more, the nearest float."""
        return self.order.candidate.weight(self.ngram, self.rules)

    @property
    def reference_weights(self) -> tuple[float, ...]:
        """g_k(s_j), its weight in each reference."""
        return tuple(vector.weight(self.ngram, self.rules) for vector in self.order.references)

    @property
    def credited(self) -> int:
        """For how many of its occurrences it earns something with one reference at least.

        CIDEr does not clip. CIDEr-D counts as many as the reference has; where shares are compared, as many as make the
        reference's share, the last of them perhaps not whole.
        """
        if not self.rules.is_defended:
            return self.count if any(self.reference_counts) else 0
        references = zip(self.reference_counts, self.order.references, strict=True)
        most = max(Fraction(count, vector.divisor(self.rules)) for count, vector in references)
        return min(self.count, ceil(most * self.order.candidate.divisor(self.rules)))


def ngrams(order: Order) -> list[NGram]:
    """The n-grams of the candidate, in the order of the text, then the others of each reference.

    >>> from mtexplain.metrics.cider import caption_cider
    >>> ngrams(caption_cider("a cat", ["the cat"], max_n=1).orders[0])
    [('a',), ('cat',), ('the',)]
    """
    return list(dict.fromkeys(ngram for vector in (order.candidate, *order.references) for ngram in vector.counts))


def rows(order: Order, rules: CiderRules) -> list[Row]:
    """A row for each of them."""
    return [Row(ngram, order, rules) for ngram in ngrams(order)]
