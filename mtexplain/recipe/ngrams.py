"""The trace of a recipe that counts n-grams: a table of them for each order, and the moments in which it is filled."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from math import inf
from typing import Any, ClassVar

from mtexplain.counts import NGram, ngrams
from mtexplain.display.formula import shown
from mtexplain.display.parts import Part, Prose, Table, Words
from mtexplain.display.pyramid import Gallery, Pyramid, Text
from mtexplain.display.score import Credit, SentenceScore
from mtexplain.display.steps import Mark, Moment
from mtexplain.metrics.shared import bricks
from mtexplain.metrics.shared.occurrences import Place, marked, occurrences, so_many
from mtexplain.recipe import views
from mtexplain.recipe.quantity import Orders, Rows, quantity
from mtexplain.recipe.trace import RecipeScore, RecipeText
from mtexplain.rules import Rules

_MOST_PICTURES = 10
"""So many segments of a text are drawn."""


class NgramScore(RecipeScore):
    """A score that counts n-grams: these come first, in the order of the candidate."""

    @quantity("g", "the n-grams of the candidate", index="n g")
    def ngrams(self: Any) -> Rows[NGram]:
        return tuple(tuple(counts) for counts in self.counts)

    @quantity("Count", "how often the candidate has it", index="n g", says="occurs {} in the candidate")
    def count(self: Any) -> Rows[int]:
        return tuple(tuple(counts.values()) for counts in self.counts)

    def ngram_name(self, place: int) -> str:
        """What the column of the n-grams of an order is called."""
        return "n-gram"

    @abstractmethod
    def order_table(self, place: int) -> Table:
        """What is counted of an order."""


@dataclass(frozen=True, repr=False)
class NgramSentence(NgramScore, SentenceScore):
    """The score of one candidate, from a recipe that counts n-grams: it has `ngrams`, `count` and `matches`."""

    rules: Rules
    kept: ClassVar[tuple[str, ...]] = ("counts", "reference_counts")

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every n-gram, with its count and its matches."""
        known: Any = self
        rows = zip(self.order_names, known.ngrams, known.count, known.matches, strict=True)
        return tuple(
            Credit(int(label) if label.isdecimal() else label, *row)
            for (label, _), *columns in rows
            for row in zip(*columns, strict=True)
        )

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The words of the references: with one of them the score is above 0."""
        return frozenset((word,) for reference in self.references for word in reference)

    def best_reference(self, number: str = "score") -> int:
        """The place of the reference by which alone the score is best, or another number: of several the first."""
        if len(self.references) == 1:
            return 0
        found = []
        for text, counts in zip(self.references, self.reference_counts, strict=True):
            alone = replace(self, references=(text,), reference_texts=None)
            vars(alone).update(counts=self.counts, reference_counts=(counts,))
            value = getattr(alone.with_quantities(self.changed), number)
            found.append(-inf if value is None else self.quality(value))  # by a mistaken formula there may be none
        return found.index(max(found))

    def ngram_length(self, place: int) -> int:
        """How many tokens an n-gram of an order has: what its label says, where that is a number."""
        label = self.label(place)
        return int(label) if label.isdecimal() else place + 1

    def list_ngrams(self, tokens: Sequence[str], place: int) -> Iterable[NGram]:
        """Every n-gram of an order in a text."""
        return ngrams(tokens, self.ngram_length(place))

    def find_ngrams(self, tokens: Sequence[str], place: int) -> Iterable[tuple[NGram, Place]]:
        """The same, each with the tokens that it touches."""
        return occurrences(tokens, self.ngram_length(place))

    def count_ngrams(self, tokens: Sequence[str]) -> Orders[Counter[NGram]]:
        """How often a text has each n-gram, order by order."""
        places = range(len(self.order_names))
        return tuple(Counter(self.list_ngrams(tokens, place)) for place in places)

    @cached_property
    def counts(self) -> Orders[Counter[NGram]]:
        """How often the candidate has each of its n-grams, order by order."""
        return self.count_ngrams(self.candidate)

    @cached_property
    def reference_counts(self) -> tuple[Orders[Counter[NGram]], ...]:
        """The same of each reference."""
        return tuple(map(self.count_ngrams, self.references))

    def marks(self, place: int, ngram: NGram) -> tuple[Mark, ...]:
        """Where an n-gram of an order stands in each text."""
        texts = enumerate(self._places[place])
        return tuple(Mark(number, marked(there[ngram])) for number, there in texts if ngram in there)

    @cached_property
    def _places(self) -> Sequence[Sequence[Mapping[NGram, list[Place]]]]:
        """Of each order and each text, where each n-gram stands."""
        return [
            [self._find(text, place) for text in (self.candidate, *self.references)]
            for place in range(len(self.order_names))
        ]

    def _find(self, text: Sequence[str], place: int) -> Mapping[NGram, list[Place]]:
        found: dict[NGram, list[Place]] = {}
        for ngram, there in self.find_ngrams(text, place):
            found.setdefault(ngram, []).append(there)
        return found

    @property
    def picture(self) -> Pyramid:
        return self.pyramid

    @property
    def drawn_token(self) -> str:
        """What a token of the picture is called."""
        return self.rules.token_name

    @cached_property
    def pyramid(self) -> Pyramid:
        """The words, and which of them are in a reference; a metric with more to show draws more."""
        mine, *theirs = (Counter(text) for text in (self.candidate, *self.references))
        most = [min(count, max(one[word] for one in theirs)) for word, count in mine.items()]
        found = [tuple(one[word] for one in theirs) for word in mine]
        words = bricks.count_order(1, [(word,) for word in mine], list(mine.values()), most, found)
        text = Text("candidate", Words(self.candidate))
        return bricks.build(text, bricks.name_texts(self.references), [words], token=self.drawn_token)

    @property
    def why(self) -> Prose:
        """How many of its shortest n-grams match: a metric that can say more says more."""
        known: Any = self
        found, total, name = sum(known.matches[0]), sum(self.count[0]), self.order_names[0][1]
        if not total:
            return Prose((f"The candidate has no {name}.",))
        return Prose(
            (f"{found} of {so_many(total, name.removesuffix('s'))} of the candidate match{'es' * (found == 1)}.",)
        )

    def moments(self) -> tuple[Moment, ...]:
        """Each step, and in the steps of the orders each cell of the table in turn."""
        return tuple(views.moments(self, self.steps()))

    def order_table(self, place: int) -> Table:
        return views.of_order(self, place)

    @property
    def table(self) -> Table:
        """Every n-gram of every order, a row each."""
        return views.of_segments([self])


class NgramText(NgramScore, RecipeText):
    """The score of a text, from a recipe that counts n-grams: its rows live in the segments."""

    @property
    def why(self) -> Prose:
        return Prose((f"The n-grams of {so_many(len(self.segments), 'segment')} count as one text.",))

    @property
    def overview(self) -> tuple[Part, ...]:
        """A small picture of each of the first segments."""
        first, all_of_them = self.segments[:_MOST_PICTURES], len(self.segments)
        pictures = tuple(
            (f"segment {place}: {shown(one.score)} alone", one.picture.small) for place, one in enumerate(first, 1)
        )
        more = f"The first {len(first)} of {all_of_them:,} segments." if len(first) < all_of_them else ""
        return (Gallery(pictures, more),)

    def order_table(self, place: int) -> Table:
        return views.pooled(self, place)

    @property
    def table(self) -> Table:
        """Every n-gram of every segment and order, a row each."""
        return views.of_segments(self.segments)

    # A text as sums.

    @cached_property
    def _sizes(self) -> Mapping[str, int]:
        """How many numbers there are of each quantity that is pooled: 0 where it is one alone."""
        wholes = {name: getattr(self, name) for name, one in self.quantities.items() if one.pooled}
        return {name: len(whole) if isinstance(whole, tuple) else 0 for name, whole in wholes.items()}

    @property
    def names_of_sums(self) -> tuple[str, ...]:
        """The quantity of each number that is added up over the segments."""
        return tuple(name for name, size in self._sizes.items() for _ in range(size or 1))

    def rows_of_sums(self) -> tuple[tuple[Any, ...], ...]:
        """The numbers of each segment that are added up, in a row."""
        several = ([getattr(part, name) for name in self._sizes] for part in self.parts)
        return tuple(sum((one if isinstance(one, tuple) else (one,) for one in each), ()) for each in several)

    def score_of_sums(self, sums: Iterable[Any]) -> float:
        """The score of a text that has these sums."""
        rest = iter(sums)
        given = {name: tuple(islice(rest, size)) if size else next(rest) for name, size in self._sizes.items()}
        return self.with_quantities({}, given).score
