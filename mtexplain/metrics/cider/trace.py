"""The trace of the CIDEr of a single image, with faster computations, quick scores for edits, and its record."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from math import ceil
from typing import Any

from mtexplain import exact
from mtexplain.counts import NGram, count_ngrams
from mtexplain.data import Facts, Record
from mtexplain.display import plain, record, signature
from mtexplain.display.formula import Chain, Formula, Over, Symbol, shown
from mtexplain.display.formula import number as as_formula
from mtexplain.display.parts import Table
from mtexplain.display.picture import Picture
from mtexplain.display.score import Credit, Term
from mtexplain.metrics.cider.cosine import Cosine, Vector, compare, mean_similarity, readable_root, to_decimal
from mtexplain.metrics.cider.frequencies import DocumentFrequencies, idf
from mtexplain.metrics.cider.rows import Row, all_rows
from mtexplain.metrics.cider.rules import (
    CiderRules,
)
from mtexplain.metrics.cider.score import AnyCider, CaptionScore, Tokens, Weights, bell
from mtexplain.metrics.shared import scores, stems
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.scores import TracedSentence
from mtexplain.tracing import formulas
from mtexplain.tracing.number import Number, Terms, calculate, is_letter, number, setting
from mtexplain.tracing.number import plain as value_of


class Cider(AnyCider):
    """A CIDEr score, with everything that is the same for a single image and for a corpus."""

    metric = "caption_cider"
    account = "sum"

    @property
    def values(self) -> tuple[Decimal, ...]:
        """CIDEr_1 to CIDEr_N, from 0 to 1, with 40 digits."""
        raise NotImplementedError

    @property
    def values_as_read(self) -> tuple[Formula, ...]:
        """CIDEr_1 to CIDEr_N, exact if they are short enough to read, such as 2/3, √(2/3) or 0.7071."""
        return tuple(shown(float(value)) for value in self.values)

    @property
    def average(self) -> float:
        """The mean of CIDEr_1 to CIDEr_N."""
        return float(self.score) / self.rules.factor

    @property
    def range(self) -> tuple[Fraction, Fraction]:
        """The lowest and the highest score, 0 and 10, or 0 and 1 without the factor of ten."""
        return Fraction(0), Fraction(self.rules.factor)

    @property
    def terms(self) -> tuple[Term, ...]:
        """The summands of the score, 10 w_n CIDEr_n for each order (or w_n CIDEr_n), as pairs of a name and a value."""
        if self.is_changed:
            return (Term(plain.formula(self.symbol), float(self.score)),)
        return tuple(
            Term(plain.formula(self.term(n)), float(self.rules.factor * Fraction(value) / self.rules.max_n))
            for n, value in enumerate(self.values, 1)
        )

    def term(self, n: int) -> Formula:
        """Return a summand of the score, 10 w_n CIDEr_n, or w_n CIDEr_n without the factor of ten."""
        return self.times_share(Symbol(self.variant, str(n)))

    def times_share(self, what: Formula) -> Formula:
        """Return a formula multiplied by the factor of each order, such as 10/4 or 1/4. A factor of 1 is left out."""
        factor, orders = str(self.rules.factor), self.rules.max_n
        share: Formula = factor if orders == 1 else Over(factor, str(orders))
        return what if share == "1" else Chain("*", (share, what))

    @property
    def of_orders(self) -> Formula:
        """The score as computed from the orders, such as 10/4 * (2/3 + 1/3 + 0 + 0)."""
        numbers = formulas.chain("+", self.values_as_read, formulas.MOST_TERMS)
        return self.times_share(formulas.factor(numbers))

    @property
    def signature(self) -> str:
        rules = self.rules
        choices = ["words alone" if rules.max_n == 1 else f"n-grams up to {rules.max_n}"]
        if rules.is_cider_d:
            sigma = plain.formula(as_formula(rules.sigma or Fraction(0)))
            choices += [f"tf: {rules.term_frequency}", f"sigma {sigma} {rules.length}"]
        else:
            choices += [stems.written(rules.stem), "times 10" if rules.tenfold else "not times 10"]
        idf = f"idf of {so_many(self.document_frequencies.documents, 'image')}"
        return signature.written(rules.variant, rules, (*choices, idf), self.reference_numbers)


@dataclass(frozen=True, repr=False)
class CaptionCider(CaptionScore, Cider, TracedSentence):
    """The CIDEr or CIDEr-D of the caption of a single image, with its working.

    `caption_cider` returns an object of this class, and the segments of `cider` are such objects, too. The score is
    computed from the tokens, the rules and the document frequencies. An edit doesn't change the document frequencies.

    >>> from mtexplain.metrics.cider import cider
    >>> corpus = cider(["the red cat sleeps", "the red dog barks"], [["the red cat sleeps"], ["the blue dog barks"]])
    >>> second = corpus.segments[1]
    >>> float(second.score), second.exact
    (2.5, '10/4 * (2/3 + 1/3 + 0 + 0)')
    >>> second.order(1) == Fraction(2, 3), float(second.with_candidate("the blue dog barks".split()).score)
    (True, 10.0)
    """

    rules: CiderRules
    document_frequencies: DocumentFrequencies = field(kw_only=True)

    # The same numbers, computed in whole numbers.

    @CaptionScore.order.otherwise
    def order(self, n: int) -> float:
        """CIDEr_n, computed in whole numbers unless something is changed."""
        if self.is_changed or is_letter(n):
            return self.mean_over_references(n)
        sign = "*" if self.rules.is_cider_d and len(self.references) == 1 else "/"
        return Number(self.known_orders[n - 1], "", sign, Terms(number, self._parts(self.mean_over_references, n)))

    @CaptionScore.cosine.otherwise
    def cosine(self, n: int, j: int) -> float:
        """The cosine, computed in whole numbers unless something is changed."""
        if self.is_changed or is_letter(n):
            return self.quotient(n, j)
        return Number(self.cosines[n - 1][j - 1].exact, "", "/", Terms(number, self._parts(self.quotient, n, j)))

    @CaptionScore.mean_over_orders.otherwise
    def mean_over_orders(self) -> float:
        """The mean over the orders, computed without a number for each summand unless something is changed."""
        formula: Callable[..., float] = CaptionScore.mean_over_orders.method
        if self.is_changed or not self.rules.tenfold:
            return formula(self)
        factor, orders = self.rules.factor, self.rules.max_n
        value = calculate(lambda *values: factor * sum(values) / orders, self.known_orders)
        return Number(value, "", "*", Terms(number, self._parts(partial(formula, self))))

    @cached_property
    def weights(self) -> Weights:
        if self.is_changed:
            return super().weights
        documents, known = self.document_frequencies.documents, self.document_frequencies.counts
        is_share = self.rules.term_frequency == "shares"
        with exact.forty_digits():
            return tuple(
                tuple({k: h * idf(documents, known.get(k, 0)) / (sum(text.values()) if is_share else 1)
                       for k, h in text.items()} for text in order)
                for order in self.counts
            )  # fmt: skip

    def _parts(self, formula: Callable[..., float], *indices: int) -> Iterator[Any]:
        """Yield the parts of a number, which are computed only when they are shown."""
        yield from number(formula(*indices)).parts

    @cached_property
    def known_orders(self) -> tuple[Decimal | Fraction, ...]:
        """CIDEr_1 to CIDEr_N as fractions if possible, otherwise with 40 digits."""
        penalties = self.penalties_for(len(self.candidate))
        return tuple(mean_similarity(order, penalties) for order in self._compared())

    @cached_property
    def cosines(self) -> tuple[tuple[Cosine, ...], ...]:
        """The cosines with the references, by order."""
        return tuple(self._compared())

    def _compared(self) -> Iterator[tuple[Cosine, ...]]:
        """Yield the cosines by order. They aren't kept if only the score is needed, because a corpus has very many."""
        for n, others in enumerate(self.vectors(self.references), 1):
            (ours,) = self.vectors((self.candidate,), n)[0]
            yield tuple(compare(ours, other, self.rules) for other in others)

    def vectors(self, texts: Sequence[Tokens], n: int = 0) -> list[tuple[Vector, ...]]:
        """Return the n-grams of some texts, for each order or only for the order n."""
        orders = (n,) if n else self.each_n
        known = self.document_frequencies
        return [tuple(Vector(count_ngrams(text, order), known) for text in texts) for order in orders]

    def penalties_for(self, words: int) -> tuple[Decimal | int, ...]:
        """Return the length penalty for each reference, given the number of words in the candidate."""
        if not self.rules.is_cider_d:
            return (1,) * len(self.references)
        length, sigma = self.rules.lengths(words), self.rules.sigma or Fraction(6)
        return tuple(_known_bell(length - self.rules.lengths(len(text)), sigma) for text in self.references)

    def scores_of(self, candidates: Iterable[Tokens]) -> Iterator[float]:
        """Yield the scores of other candidates in turn, without their working."""
        if self.is_changed:
            yield from (float(self.with_candidate(tokens).score) for tokens in candidates)
            return
        penalties, references = cache(self.penalties_for), self.vectors(self.references)
        factor, known, rules = self.rules.factor, self.document_frequencies, self.rules
        for tokens in candidates:
            lowered = penalties(len(tokens))
            with exact.forty_digits():
                total = Decimal(0)
                for n, others in enumerate(references, 1):
                    ours = Vector(count_ngrams(tokens, n), known)
                    total += sum(
                        p * compare(ours, other, rules).value for p, other in zip(lowered, others, strict=True)
                    )
                yield float(factor * total / (len(self.references) * rules.max_n))

    # What is shown.

    def ngrams(self, n: int) -> list[NGram]:
        """Return the candidate's n-grams in the order of the text, followed by the other n-grams of each reference.

        >>> from mtexplain.metrics.cider import caption_cider
        >>> caption_cider("a cat", ["the cat"], max_n=1).ngrams(1)
        [('a',), ('cat',), ('the',)]
        """
        return list(dict.fromkeys(ngram for text in self.counts[n - 1] for ngram in text))

    def row(self, ngram: NGram) -> Row:
        """Return the row of an n-gram in the table of its order."""
        index = len(ngram) - 1
        count, *others = (text.get(ngram, 0) for text in self.counts[index])
        weight, *weights = (float(text.get(ngram, 0)) for text in self.weights[index])
        return Row(ngram, count, tuple(others), int(self.df(ngram)), float(self.idf(ngram)), weight, tuple(weights))

    def rows(self) -> list[Row]:
        """Return a row for every n-gram of every order."""
        return [self.row(ngram) for n in self.each_n for ngram in self.ngrams(n)]

    @property
    def table(self) -> Table:
        """A table with a row for every n-gram of every order in the candidate or a reference."""
        return all_rows([self.rows()], len(self.references))

    @cached_property
    def values(self) -> tuple[Decimal, ...]:
        return tuple(to_decimal(value_of(self.order(n))) for n in self.each_n)

    @cached_property
    def values_as_read(self) -> tuple[Formula, ...]:
        is_single = len(self.references) == 1
        roots = [self._root(n, 1) if is_single else None for n in self.each_n]
        values = (value_of(self.order(n)) for n in self.each_n)
        return tuple(root or _readable(value) for root, value in zip(roots, values, strict=True))

    def similarity_as_read(self, n: int, j: int) -> Formula:
        """Return the similarity to a reference as a fraction, as a root with its rounded value, or only rounded."""
        value = _readable(value_of(self.similarity(n, j)))
        root = self._root(n, j)
        return Chain("=", (root, shown(float(self.similarity(n, j))))) if root else value

    def _root(self, n: int, j: int) -> Formula | None:
        """Return the similarity as the root of a fraction, or None if it is a fraction or if a penalty lowers it."""
        cosine = self.cosines[n - 1][j - 1]
        is_lowered = self.rules.is_cider_d and self.penalty(j) != 1
        return None if self.is_changed or is_lowered or cosine.fraction is not None else readable_root(cosine)

    @property
    def closed_form(self) -> Formula:
        """The score as a formula in numbers, such as 10/4 * (2/3 + 1/3 + 0 + 0)."""
        return formulas.in_exact_numbers(number(self.score)) if self.is_changed else self.of_orders

    def credited(self, ngram: NGram) -> int:
        """Return how many occurrences of an n-gram earn something with at least one reference.

        CIDEr does not clip. CIDEr-D counts as many occurrences as the reference has. If it compares shares, it counts
        as many as make up the share in the reference, and the last occurrence may count only in part.
        """
        ours, *others = self.counts[len(ngram) - 1]
        counts, count = [text.get(ngram, 0) for text in others], ours.get(ngram, 0)
        if not self.is_cider_d:
            return count if any(counts) else 0
        if self.rules.term_frequency == "counts":
            return min(count, max(counts))
        shares = [Fraction(count, max(1, sum(text.values()))) for count, text in zip(counts, others, strict=True)]
        return min(count, ceil(max(shares) * sum(ours.values())))

    @property
    def credits(self) -> tuple[Credit, ...]:
        """The n-grams of the candidate that have a weight, with how many of their occurrences earn something."""
        return tuple(
            Credit(n, ngram, count, self.credited(ngram))
            for n, (ours, *_) in enumerate(self.counts, 1)
            for ngram, count in ours.items()
            if self.idf(ngram)
        )

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The n-grams of the references that have a weight. A candidate without any of them has only cosines of 0."""
        references = (text for _, *others in self.counts for text in others)
        return frozenset(ngram for text in references for ngram in text if self.idf(ngram))

    @cached_property
    def picture(self) -> Picture:  # type: ignore[override]  # the only metric that is drawn in another way
        """The picture of the words, each as tall as its weight."""
        drawn: Any = scores.picture(self)
        picture: Picture = drawn
        return picture

    @property
    def empty_reference(self) -> str:
        return "Its similarity to every candidate is 0"

    # Records.

    def working(self) -> Record:
        """Return CIDEr_1 to CIDEr_N, each with a row for every n-gram."""
        return {"orders": [self._record(n) for n in self.each_n]}

    def _record(self, n: int) -> Record:
        value = value_of(self.order(n))
        rows = [asdict(self.row(ngram)) for ngram in self.ngrams(n)]
        return {
            "n": n,
            "value": float(value),
            "exact": None if isinstance(value, Decimal) and value else str(Fraction(value)),
            "similarities": [float(self.similarity(n, j)) for j in self.each_j],
            "penalties": [float(self.penalty(j)) if self.rules.is_cider_d else 1.0 for j in self.each_j],
            "counts": [{name: list(v) if isinstance(v, tuple) else v for name, v in row.items()} for row in rows],
        }

    def in_text(self) -> Record:
        """Return the record without the document frequencies, which a corpus stores only once."""
        return super().to_dict()

    def to_dict(self) -> Record:
        """Return the trace as lists, dicts, strings and numbers, ready for JSON, with all document frequencies."""
        return {**self.in_text(), "document_frequencies": self.document_frequencies.to_dict()}

    @classmethod
    def facts(cls, data: Record) -> Facts:
        known = record.keyed(data, "the record", ("document_frequencies",))["document_frequencies"]
        return {**super().facts(data), "document_frequencies": DocumentFrequencies.from_dict(known)}


def _readable(value: Fraction | Decimal) -> Formula:
    """Return a number in a short form, such as 2/3 or 0.7071."""
    return shown(float(value)) if isinstance(value, Decimal) and value else as_formula(Fraction(value))


@lru_cache(10_000)  # the same few lengths in every corpus
def _known_bell(difference: int, sigma: Fraction) -> Decimal | int:
    """Return the value of the length penalty."""
    value: Decimal | int = value_of(bell(Number(difference), setting(sigma)))
    return value
