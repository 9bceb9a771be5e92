"""CIDEr as a trace: of one image, and of many. How their numbers are told, step by step, is a plan."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property
from math import ceil
from typing import Any, Self

from mtexplain import exact
from mtexplain.counts import NGram, count_ngrams
from mtexplain.display import record
from mtexplain.display.formula import Chain, Formula, shown
from mtexplain.display.parts import Note, Prose, Table
from mtexplain.display.picture import Picture
from mtexplain.display.score import Credit, SentenceScore
from mtexplain.display.steps import Moment
from mtexplain.metrics.cider import moments, notes, views
from mtexplain.metrics.cider.cosine import (
    Cosine,
    Order,
    Penalty,
    Row,
    Vector,
    as_fraction,
    compare,
    readable,
    to_decimal,
)
from mtexplain.metrics.cider.frequencies import DocumentFrequencies, Tokens
from mtexplain.metrics.cider.recipe import EXPONENT, CiderDScore, CiderScore, Pairs, mean_of
from mtexplain.metrics.cider.rules import CiderRules
from mtexplain.metrics.shared.charts import account
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.recipe import arithmetic
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import NOTHING, Orders, Quantity, quantity
from mtexplain.recipe.symbols import listed, parenthesized
from mtexplain.recipe.trace import RecipeText

_PAPER = "Vedantam et al. 2015, section"
_WHY_RARITY = (
    "An n-gram that many images share says little about this one. It weighs the logarithm of the number of images over "
    "those that have it in a reference: 0 if all do."
)


def _why(always: str, *others: tuple[Callable[[Any], bool], str]) -> Callable[[Any, int], str]:
    """A reason, with other sentences where they apply to a trace."""
    return lambda trace, _: " ".join((always, *(sentence for applies, sentence in others if applies(trace))))


_WHY_TOKENS = _why(
    "CIDEr compares whole tokens: a token matches one in a reference only if the two are identical.",
    (lambda trace: trace.rules.stem != "none",
     "The paper first cuts every word back to its stem: fishes, fishing and fished all become fish."),
)  # fmt: skip
_WHY_WORDS = _why(
    "Both texts are vectors of weights. The cosine says how closely they point the same way: 1 if all weights are in "
    "proportion, 0 if the texts share nothing that has weight.",
    (lambda trace: trace.rules.is_cider_d,
     "The candidate's weight counts no more than the reference's: repeating a word earns nothing extra."),
    (lambda trace: trace.m > 1, "All references count equally: the mean rewards consensus."),
)  # fmt: skip
_WHY_SCORE = _why(
    "All orders count equally. One without a match costs its share and no more: the orders are added.",
    (lambda trace: trace.rules.tenfold and not trace.rules.is_cider_d,
     "The factor of 10 brings the number to the size of other metrics: equation 4 has it, equation 3 does not."),
)  # fmt: skip


def _why_order(trace: Any, place: int) -> str:
    longer = f"The same for runs of {place + 1} words: here the order of the words counts, too."
    return longer if place else _WHY_WORDS(trace, place)


def _source(cider: str, cider_d: str) -> Callable[[Any, int], str]:
    """Where the paper defines a step of CIDEr, and where that of CIDEr-D."""
    return lambda trace, _: f"{_PAPER} {cider_d if trace.rules.is_cider_d else cider}"


def _rarity(title: str, summary: Callable[[Any, int], str], table: Callable[[Any], Table]) -> Plan:
    return Plan(
        "idf", title, _WHY_RARITY, f"{_PAPER} 4, equation 1", (views.idf_of_rarest,), summary,
        lambda trace, _: (table(trace),), outcome=lambda trace, _: Chain("=", ("|I|", str(trace.documents))),
    )  # fmt: skip


_SCORE = Plan(
    "score", "Score", _WHY_SCORE, _source("4, equation 3", "7, equation 5"), (views.mean_over_orders,),
    lambda trace, _: "ten times " * trace.rules.tenfold + f"the mean {shown(trace.average)}",
    more=lambda trace, _: (views.summands(trace), account(trace.terms, trace.symbol, trace.score)),
)  # fmt: skip
_OF_CAPTION = (
    Plan("tokens", "Tokens", _WHY_TOKENS, f"{_PAPER} 4", (views.length,), lambda trace, _: trace.rules.reading,
         lambda trace, _: (trace.text_table,)),
    _rarity("Rarity", lambda trace, _: f"idf from {so_many(trace.documents, 'image')}", views.rarity),
    Plan("penalty", "Length penalty", "A cosine does not see length: repeating the best words again and again could "
         "win. So a caption longer or shorter than the reference loses.", f"{_PAPER} 7, equation 4", (),
         lambda trace, _: f"l(c) = {trace.candidate_length} {trace.rules.length}", views.penalties,
         outcome=views.all_penalties, applies=lambda trace: trace.rules.is_cider_d),
    Plan("CIDEr_{n}", "{Order}", _why_order, _source("4, equation 2", "7, equation 4"), (), views.matched,
         views.similarities, outcome=views.order_value),
    _SCORE,
)  # fmt: skip
_OF_IMAGES = (
    _rarity("Document frequencies", lambda trace, _: f"{len(trace.frequencies.counts):,} different n-grams",
            views.spread),
    Plan("images", "Images", "Every image counts equally, however long its captions are.",
         f"{_PAPER} 4, and the authors' code", (views.mean_over_images,),
         lambda trace, _: f"the mean of {so_many(trace.images, 'image')}", lambda trace, _: (views.images(trace),)),
    _SCORE,
)  # fmt: skip


@dataclass(frozen=True, repr=False)
class CaptionCider(CiderScore, SentenceScore):
    """The CIDEr, or CIDEr-D, of the caption of one image, with its working.

    Make one with `caption_cider`, or take one of the segments of `cider`. Beside the tokens and the rules, the
    document frequencies are a fact: an edit leaves them as they are.

    >>> from mtexplain.metrics.cider import cider
    >>> corpus = cider(["the red cat sleeps", "the red dog barks"], [["the red cat sleeps"], ["the blue dog barks"]])
    >>> second = corpus.segments[1]
    >>> second.score, second.exact
    (2.5, '10/4 * (2/3 + 1/3 + 0 + 0)')
    >>> second.orders[0].cosines[0].fraction, second.with_candidate("the blue dog barks".split()).score
    (Fraction(2, 3), 10.0)
    """

    plan = _OF_CAPTION
    rules: CiderRules
    document_frequencies: DocumentFrequencies = field(kw_only=True)

    @cached_property
    def vectors(self) -> Pairs[Vector]:
        """Of each order, the n-grams of every text: of the candidate, then of the references."""
        known = self.document_frequencies
        return tuple(tuple([Vector(text, known) for text in order]) for order in self.counts)

    @cached_property
    def cosines(self) -> Pairs[Cosine]:
        """Of each order, the cosine with every reference, in whole numbers."""
        return tuple(tuple([compare(ours, other, self.rules) for other in others]) for ours, *others in self.vectors)

    def can_claim(self, name: str) -> bool:
        return name != "image" and (name != "penalty" or self.rules.is_cider_d)

    @cached_property
    def orders(self) -> Orders[Order]:
        """CIDEr_1 to CIDEr_N, each with a cosine for every reference."""
        known = {"candidate_length": self.candidate_length, "reference_length": self.reference_length}
        exponents = EXPONENT.value({**known, "sigma": self.sigma}) if self.rules.is_cider_d else (Fraction(0),) * self.m
        lengths = [self.candidate_length] * self.m, self.reference_length
        penalties = tuple(map(Penalty, *lengths, exponents, map(float, self.penalty)))
        columns = zip(self.order_values, self.cosines, self.similarity, strict=True)
        return tuple(
            Order(n, to_decimal(value), as_fraction(value), cosines, penalties, similarities)
            for n, (value, cosines, similarities) in enumerate(columns, 1)
        )

    def ngrams(self, n: int) -> list[NGram]:
        """The n-grams of the candidate, in the order of the text, then the others of each reference.

        >>> from mtexplain.metrics.cider import caption_cider
        >>> caption_cider("a cat", ["the cat"], max_n=1).ngrams(1)
        [('a',), ('cat',), ('the',)]
        """
        return list(dict.fromkeys(ngram for text in self.counts[n - 1] for ngram in text))

    def row(self, ngram: NGram) -> Row:
        """What the table of its order says of an n-gram."""
        place, known = len(ngram) - 1, self.frequencies
        count, *others = (text.get(ngram, 0) for text in self.counts[place])
        weight, *weights = (float(text.get(ngram, Decimal(0))) for text in self.named_weights[place])
        return Row(ngram, count, tuple(others), known.of(ngram), known.idf(ngram), weight, tuple(weights))

    def credited(self, ngram: NGram) -> int:
        """For how many of its occurrences an n-gram earns something with one reference at least.

        CIDEr does not clip. CIDEr-D counts as many as the reference has; where shares are compared, as many as make the
        reference's share, the last of them perhaps not whole.
        """
        ours, *others = self.counts[len(ngram) - 1]
        found, count = [text.get(ngram, 0) for text in others], ours.get(ngram, 0)
        if not self.rules.is_cider_d:
            return count if any(found) else 0
        if self.rules.term_frequency == "counts":
            return min(count, max(found))
        shares = [Fraction(one, max(1, sum(text.values()))) for one, text in zip(found, others, strict=True)]
        return min(count, ceil(max(shares) * sum(ours.values())))

    @cached_property
    def numbers(self) -> tuple[Formula, ...]:
        return tuple(readable(order) for order in self.orders)

    @property
    def closed_form(self) -> Formula:
        """The score as in 10/4 * (2/3 + 1/3 + 0 + 0)."""
        return self.times_share(parenthesized(listed(self.numbers), True))

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every n-gram of the candidate that has a weight, with its count and how much of that earns something."""
        known = self.document_frequencies
        return tuple(
            Credit(n, ngram, count, self.credited(ngram))
            for n, (ours, *_) in enumerate(self.counts, 1)
            for ngram, count in ours.items()
            if known.idf(ngram)
        )

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The n-grams of the references that have a weight: without any of them, every cosine is 0."""
        references = (text for _, *others in self.counts for text in others)
        return frozenset(ngram for text in references for ngram in text if self.document_frequencies.idf(ngram))

    def scores_of(self, candidates: Iterable[Tokens]) -> Iterator[float]:
        """The scores of other candidates, in turn: what the formulas need is counted, and nothing else."""
        rules, known, penalties = self.rules, self.document_frequencies, cache(self._penalties_of)
        references = [others for _, *others in self.vectors]
        order_value, mean = CiderScore.order_values.evaluate, CiderScore.mean_over_orders.evaluate
        for tokens in candidates:
            factors = penalties(rules.lengths(len(tokens)))
            with exact.forty_digits():
                values = []
                for n, others in enumerate(references, 1):
                    ours = Vector(count_ngrams(tokens, n), known)
                    similarity = tuple([factor * compare(ours, other, rules).value
                                        for factor, other in zip(factors, others, strict=True)])  # fmt: skip
                    values.append(order_value(similarity=similarity, m=self.m))
                yield float(mean(factor=self.factor, w=self.w, order_values=tuple(values)))

    def _penalties_of(self, length: int) -> tuple[Any, ...]:
        """Those of a candidate of another length."""
        if not self.rules.is_cider_d:
            return self.penalty
        with exact.forty_digits():
            lengths = {"candidate_length": length, "reference_length": self.reference_length}
            return tuple(CiderDScore.penalty.evaluate(sigma=self.sigma, **lengths))

    @property
    def why(self) -> Prose:
        return views.why(self)

    @cached_property
    def picture(self) -> Picture:
        """The words, as high as they weigh."""
        return views.picture(self)

    @property
    def table(self) -> Table:
        """Every n-gram of every order, of the candidate or of a reference, a row each."""
        return views.all_rows([self])

    def moments(self) -> tuple[Moment, ...]:
        """Every n-gram's rarity and weights in turn, then each cosine, between the tokens and the score."""
        return tuple(moments.of_caption(self))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined: an n-gram that no image has, an order without n-grams, one image alone."""
        return notes.of_caption(self)

    def working(self) -> dict[str, Any]:
        """CIDEr_1 to CIDEr_N, each with a row for every n-gram."""
        return {"orders": [{**one.to_dict(), "counts": self._rows(one.n)} for one in self.orders]}

    def _rows(self, n: int) -> list[dict[str, Any]]:
        rows = [vars(self.row(ngram)) for ngram in self.ngrams(n)]
        return [{name: list(one) if isinstance(one, tuple) else one for name, one in row.items()} for row in rows]

    def in_text(self) -> dict[str, Any]:
        """Its record within that of a text, which has the document frequencies once."""
        return super().to_dict()

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON; every document frequency is in it."""
        return {**self.in_text(), "document_frequencies": self.document_frequencies.to_dict()}

    @classmethod
    def facts(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        known = record.keyed(data, "the record", ("document_frequencies",))["document_frequencies"]
        return {**super().facts(data), "document_frequencies": DocumentFrequencies.from_dict(known)}


@dataclass(frozen=True, repr=False)
class CorpusCider(CiderScore, RecipeText):
    """The CIDEr, or CIDEr-D, of the captions of many images, with its working. Make one with `cider` or `cider_d`.

    It is the mean over the images; all have the same document frequencies.

    >>> from mtexplain.metrics.cider import cider
    >>> corpus = cider(["the red cat sleeps", "the red dog barks"], [["the red cat sleeps"], ["the blue dog barks"]])
    >>> corpus.score, [image.score for image in corpus.segments]
    (6.25, [10.0, 2.5])
    """

    segments: tuple[CaptionCider, ...]
    rules: CiderRules
    document_frequencies: DocumentFrequencies
    sentence = CaptionCider
    text_metric = "cider"
    segment_name = "image"
    shared = ("document_frequencies",)
    plan = _OF_IMAGES

    @property
    def why(self) -> Prose:
        return Prose((f"The mean of {so_many(len(self.segments), 'image')}, each with its own score.",))

    def can_claim(self, name: str) -> bool:
        return name in ("image", "score")

    @quantity("image", "the score of each image", index="i", step="images")
    def image(self) -> tuple[Decimal, ...]:
        return tuple([to_decimal(segment.mean_over_orders) for segment in self.segments])

    def definition(self, name: str) -> Quantity[Any]:
        """CIDEr_n is the mean over the images, by whatever formula these compute it."""
        one = super().definition(name)
        if name != "order_values":
            return one
        return Quantity(one.symbol, _over_images, "the mean over the images", index="n")

    def with_quantities(
        self, changed: Mapping[str, Quantity[Any]], given: Mapping[str, Any] = NOTHING, until: Collection[str] = ()
    ) -> Self:
        """The same with other quantities in every image, and as a whole; all have the same document frequencies."""
        other = super().with_quantities(changed, given, until)
        if "frequencies" in other.changed:
            for segment in other.segments:
                vars(segment)["frequencies"] = other.frequencies
        return other

    @property
    def numbers(self) -> tuple[Formula, ...]:
        return tuple(shown(float(value)) for value in self.values)

    @property
    def closed_form(self) -> Formula:
        return mean_of([segment.score for segment in self.segments])

    @property
    def table(self) -> Table:
        """Every n-gram of every image and order, a row each."""
        return views.all_rows(self.segments)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about the text as a whole, then what is odd about each image."""
        return notes.of_corpus(self)

    def working(self) -> dict[str, Any]:
        """The means of CIDEr_1 to CIDEr_N."""
        return {"orders": [float(value) for value in self.values]}

    @classmethod
    def from_facts(cls, facts: Sequence[Mapping[str, Any]]) -> Self:
        segments = tuple(CaptionCider(**one) for one in facts)
        return cls(segments, segments[0].rules, segments[0].document_frequencies)

    @classmethod
    def read_shared(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"document_frequencies": DocumentFrequencies.from_dict(data["document_frequencies"])}


def _over_images(trace: CorpusCider) -> Any:
    return arithmetic.over(arithmetic.total([segment.order_values for segment in trace.segments]), len(trace.segments))
