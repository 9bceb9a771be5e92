"""The tf-idf vectors: an n-gram weighs as much as it is frequent in its text and rare among the images.

Every weight is a count times a logarithm, log(|I|/df). So a sum of products of two weights is a sum of whole numbers,
one for each df, and only the logarithms it is to be multiplied by are not exact. It is kept so, as `Parts`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from mtexplain import exact
from mtexplain.counts import NGram, count_ngrams
from mtexplain.metrics.cider.frequencies import DocumentFrequencies, Tokens, idf, squared_idf
from mtexplain.metrics.cider.rules import CiderRules

Parts = dict[int, int]
"""A sum of products of two weights each: the number that stands at df is to be multiplied by the square of idf."""


@dataclass(frozen=True, eq=False)
class Vector:
    """g^n(s): the n-grams of one order in one text, each with its count; weights follow (section 4, equation 1).

    >>> from mtexplain.metrics.cider.frequencies import counted
    >>> frequencies = counted([[("a", "cat")], [("a", "dog")]], max_n=1)
    >>> vector = Vector(count_ngrams(("a", "cat", "cat"), 1), frequencies)
    >>> vector.total, vector.parts, float(vector.norm)
    (3, {2: 1, 1: 4}, 1.3862943611198906)
    """

    counts: Mapping[NGram, int]
    frequencies: DocumentFrequencies

    @cached_property
    def total(self) -> int:
        """How many n-grams there are."""
        return sum(self.counts.values())

    @cached_property
    def parts(self) -> Parts:
        """The sum of the squares of count · idf."""
        return squares(self.counts, self.frequencies)

    @cached_property
    def norm(self) -> Decimal:
        """The length of the vector of count · idf: the square root of the sum of squares."""
        with exact.forty_digits():
            return added(squares(self.counts, self.frequencies), self.frequencies).sqrt()

    def weight(self, ngram: NGram, rules: CiderRules) -> float:
        """g_k = tf · idf, 0 or more, the nearest float; tf is the count, or its share of the total."""
        with exact.forty_digits():
            rarity = idf(self.frequencies.documents, self.frequencies.of(ngram))
            return float(self.counts.get(ngram, 0) * rarity / self.divisor(rules))

    def length(self, rules: CiderRules) -> float:
        """The length of the vector of weights, the nearest float."""
        with exact.forty_digits():
            return float(self.norm / self.divisor(rules))

    def divisor(self, rules: CiderRules) -> int:
        """What makes a count the term frequency: the total, or 1."""
        return max(1, self.total) if rules.term_frequency == "shares" else 1


def squares(counts: Mapping[NGram, int], frequencies: DocumentFrequencies) -> Parts:
    """The sum of the squares of count · idf."""
    parts: Parts = {}
    for ngram, count in counts.items():
        df = frequencies.counts.get(ngram, 1)
        parts[df] = parts.get(df, 0) + count * count
    return parts


def added(parts: Parts, frequencies: DocumentFrequencies) -> Decimal:
    """The number that a sum of products is. To be called where decimals have 40 digits."""
    total, documents = Decimal(0), frequencies.documents
    for df, part in parts.items():
        total += part * squared_idf(documents, df)
    return total


def vectors(tokens: Tokens, frequencies: DocumentFrequencies, max_n: int) -> tuple[Vector, ...]:
    """The vectors of a text, of each order."""
    return tuple(Vector(count_ngrams(tokens, n), frequencies) for n in range(1, max_n + 1))
