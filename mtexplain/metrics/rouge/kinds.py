"""The six metrics as traces: what each of them counts, how many matches there can be, and what earns credit."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations
from typing import Any, ClassVar

from mtexplain import exact
from mtexplain.counts import NGram, ngrams
from mtexplain.display.formula import Call, Symbol
from mtexplain.display.parts import Note, Prose
from mtexplain.display.pyramid import Pyramid
from mtexplain.display.score import Credit
from mtexplain.metrics.rouge import grids, lcs, notes, overlaps, pictures, union_lcs
from mtexplain.metrics.rouge.lcs import Lcs, Weights, Wlcs
from mtexplain.metrics.rouge.recipe import RougeScore, Tokens, unwrap_single
from mtexplain.metrics.rouge.rules import RECALL_TOTAL, RUNS, UNION, WORDS, decimal
from mtexplain.metrics.rouge.trace import OF_RUNS, OF_SEQUENCES, OF_UNIONS, OF_UNITS, Rouge, View
from mtexplain.metrics.rouge.union_lcs import Line, Union, lines_of
from mtexplain.metrics.rouge.units import Count, between, number_of_pairs, shared, shared_pairs, skip_bigrams
from mtexplain.metrics.shared.orders import order_name
from mtexplain.recipe.quantity import Quantity, formula, quantity

_MOST_LISTED = 200_000


class Units(Rouge):
    """Units of the texts, each matched as often as both texts have it."""

    plan = OF_UNITS
    view: ClassVar[View] = overlaps
    name_columns = 1
    """How many columns of a table name a unit: one, or one for each word of a pair."""

    @quantity("matches", "the sum over all g of min(Count(g), Count_R(g))", index="i", step="overlap")
    def matches(self) -> Any:
        return self.each(self.shared_with)

    @quantity("m", "the units of the reference", index="i")
    def reference_total(self) -> Any:
        return self.each(self.number_of_units)

    @quantity("n", "the units of the candidate")
    def candidate_total(self) -> Any:
        return self.number_of_units(self.tokens[0])

    def shared_with(self, reference: Tokens) -> int:
        """How many units the candidate shares with a reference."""
        return shared(list(self.units_of(self.tokens[0])), list(self.units_of(reference)))

    @cached_property
    def counts(self) -> tuple[Count, ...]:
        """A row for each different unit: those of the candidate in their order, then what only references have."""
        counted = [Counter(self.units_of(text)) for text in (self.candidate, *self.references)]
        units = list(dict.fromkeys(chain(*counted)))
        mine, *others = ([one.get(unit, 0) for unit in units] for one in counted)
        return tuple(map(Count, units, mine, zip(*others, strict=True)))

    @property
    def is_listed(self) -> bool:
        """Whether the units are few enough to be listed."""
        return max(map(self.number_of_units, (self.candidate, *self.references))) <= _MOST_LISTED

    @cached_property
    def picture(self) -> Pyramid:
        return pictures.of_units(self)

    @property
    def why(self) -> Prose:
        return pictures.why_of_units(self)

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every unit of the candidate, with its count, and how often it matches in the references that count."""
        chosen = sorted(set(self.chosen))
        return tuple(
            Credit(self.group_of(row.unit), row.unit, row.in_candidate, max(map(row.overlap, chosen)))
            for row in self.counts
            if row.in_candidate
        )

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The units of the references: the score is 0 without one of them."""
        return frozenset(chain.from_iterable(map(self.units_of, self.references)))

    def group_of(self, unit: NGram) -> int | str:
        """The group a unit stands in among the credits."""
        return self.units

    @abstractmethod
    def units_of(self, tokens: Tokens) -> Iterable[NGram]:
        """The units of a text, in its order."""

    @abstractmethod
    def places_of(self, tokens: Tokens) -> Iterable[tuple[int, ...]]:
        """Where the words of each of these units stand."""


def _totals(by: Callable[[Any], str], formulas: Mapping[str, str]) -> tuple[Quantity[Any], Quantity[Any]]:
    """How many units there are to match, in the reference and in the candidate: by a formula of a number of words.

    Or, where the rules choose none of these, as they are counted.
    """

    def total(counted: Quantity[Any], length: str) -> Quantity[Any]:
        cases = {case: text.format(length) for case, text in formulas.items()}
        return formula("", {"counted": counted, **cases}, by=by, index=counted.index)

    return total(Units.reference_total, "reference_length"), total(Units.candidate_total, "candidate_length")


@dataclass(frozen=True, repr=False)
class RougeN(Units):
    """ROUGE-N of one candidate: n-grams that it shares with its references (section 2). Make one with `rouge_n`.

    >>> from mtexplain.metrics.rouge import rouge_n
    >>> trace = rouge_n("police kill the gunman", ["police killed the gunman"], 1)
    >>> trace.recall, trace.precision, trace.score
    (Ratio(matches=3, total=4), Ratio(matches=3, total=4), 0.75)
    """

    metric, source, below = "rouge_n", "Lin 2004, section 2", ""

    candidate_length = RougeScore.candidate_length.renamed(Symbol("words"))
    reference_length = RougeScore.reference_length.renamed(Symbol("words", "i"))

    @property
    def symbol(self) -> Symbol:
        return Symbol(f"ROUGE-{self.rules.n}")

    @property
    def units(self) -> str:  # type: ignore[override]  # here they depend on the rules
        return order_name(self.rules.n)

    def group_of(self, unit: NGram) -> int | str:
        return self.rules.n

    def units_of(self, tokens: Tokens) -> Iterable[NGram]:
        return ngrams(tokens, self.rules.n)

    def places_of(self, tokens: Tokens) -> Iterable[tuple[int, ...]]:
        return (tuple(range(start, start + self.rules.n)) for start in range(self.number_of_units(tokens)))

    def number_of_units(self, tokens: Tokens) -> int:
        return max(0, len(tokens) - self.rules.n + 1)

    @cached_property
    def picture(self) -> Pyramid:
        """The score in one picture: the n-grams of the reference as bricks, which hang where their words hang."""
        return pictures.pyramid(self)

    @property
    def pyramid(self) -> Pyramid:
        """The picture."""
        return self.picture

    @property
    def why(self) -> Prose:
        return pictures.why_of_ngrams(self)

    def shared_with(self, reference: Tokens) -> int:
        return shared(self.tokens[0], reference) if self.rules.n == 1 else super().shared_with(reference)


def _gap(trace: RougeScore) -> str:
    return "any gap" if trace.rules.max_skip is None else "counted"


def _gap_and_words(trace: RougeScore) -> str:
    """An empty text has no last word to leave out: there is no formula for that."""
    by_formula = trace.rules.max_skip is None and all(trace.tokens)
    return trace.rules.words if by_formula else "counted"


class SkipBigrams(Units):
    """Word pairs in their order, with gaps (section 5)."""

    name_columns = 2
    title: ClassVar[str]
    """Its name, without how far apart the words may stand."""

    @property
    def symbol(self) -> Symbol:
        return Symbol(f"{self.title}{'' if self.rules.max_skip is None else self.rules.max_skip}")

    @property
    def choices(self) -> tuple[str, ...]:
        return ("any gap" if self.rules.max_skip is None else between(self.rules.max_skip),)

    def words_of(self, tokens: Tokens) -> Tokens:
        """The words that count besides the skip-bigrams: none."""
        return ()

    def units_of(self, tokens: Tokens) -> Iterable[NGram]:
        return chain(ngrams(self.words_of(tokens), 1), skip_bigrams(tokens, self.rules.max_skip))

    def places_of(self, tokens: Tokens) -> Iterable[tuple[int, ...]]:
        most, words = self.rules.max_skip, range(len(self.words_of(tokens)))
        pairs = combinations(range(len(tokens)), 2)
        return chain(zip(words), (pair for pair in pairs if most is None or pair[1] - pair[0] <= most + 1))

    def number_of_units(self, tokens: Tokens) -> int:
        return len(self.words_of(tokens)) + number_of_pairs(len(tokens), self.rules.max_skip)

    def shared_with(self, reference: Tokens) -> int:
        words = shared(self.words_of(self.tokens[0]), self.words_of(reference))
        return words + shared_pairs(self.tokens[0], reference, self.rules.max_skip)


@dataclass(frozen=True, repr=False)
class RougeS(SkipBigrams):
    """ROUGE-S of one candidate: word pairs in their order, with gaps (section 5). Make one with `rouge_s`.

    >>> from mtexplain.metrics.rouge import rouge_s
    >>> rouge_s("the gunman police killed", ["police killed the gunman"]).recall
    Ratio(matches=2, total=6)
    """

    metric, source, below = "rouge_s", "Lin 2004, section 5", "skip2"
    units, earns = "skip-bigrams", "skip-bigram"
    title = "ROUGE-S"

    reference_total, candidate_total = _totals(_gap, {"any gap": "comb({0}, 2)"})

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """Two neighbours of a reference: the least that makes a match in any case."""
        return frozenset(chain.from_iterable(ngrams(reference, 2) for reference in self.references))


@dataclass(frozen=True, repr=False)
class RougeSU(SkipBigrams):
    """ROUGE-SU of one candidate: skip-bigrams, and words besides (section 5.1). Make one with `rouge_su`.

    >>> from mtexplain.metrics.rouge import rouge_su
    >>> rouge_su("the gunman police killed", ["police killed the gunman"]).recall
    Ratio(matches=6, total=10)
    """

    metric, source, below = "rouge_su", "Lin 2004, section 5.1", "su"
    units, earns = "skip-bigrams and words", "unit"
    title = "ROUGE-SU"

    reference_total, candidate_total = _totals(
        _gap_and_words, {"all but the last": "comb({0}, 2) + {0} - 1", "all": "comb({0}, 2) + {0}"}
    )

    @property
    def choices(self) -> tuple[str, ...]:
        return (*super().choices, *((WORDS[self.rules.words],) if self.rules.words != "all" else ()))

    def group_of(self, unit: NGram) -> int | str:
        return "skip-bigrams" if len(unit) == 2 else "words"

    def words_of(self, tokens: Tokens) -> Tokens:
        """The words that count besides the skip-bigrams."""
        return tokens if self.rules.words == "all" else tokens[:-1]

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The words of the references that count. One that comes to stand last in the candidate may not be enough."""
        return frozenset((word,) for reference in self.references for word in self.words_of(reference))


class InOrder(Rouge):
    """A score whose matches are words in their order."""

    earns = "word"
    view: ClassVar[View] = grids

    @cached_property
    def picture(self) -> Pyramid:
        return pictures.of_sequences(self)

    @property
    def why(self) -> Prose:
        return pictures.why_of_sequences(self)

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every word of the candidate, with its count, and how often it matches in a reference that counts."""
        counts = Counter(filter(self.is_word, self.candidate))
        matched = [
            Counter(self.candidate[token] for token in set(grids.matched(self, place)[0]))
            for place in sorted(set(self.chosen))
        ]
        return tuple(
            Credit(self.units, (word,), count, max(one[word] for one in matched)) for word, count in counts.items()
        )

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The words of the references: the score is 0 without one of them."""
        return frozenset((word,) for reference in self.references for word in reference if self.is_word(word))


@dataclass(frozen=True, repr=False)
class RougeL(InOrder):
    """ROUGE-L of one candidate: the longest common subsequence (section 3.1). Make one with `rouge_l`.

    >>> from mtexplain.metrics.rouge import rouge_l
    >>> rouge_l("the gunman kill police", ["police killed the gunman"]).recall
    Ratio(matches=2, total=4)
    """

    metric, source, below = "rouge_l", "Lin 2004, section 3.1", "lcs"
    symbol = Symbol("ROUGE-L")
    plan = OF_SEQUENCES

    @cached_property
    def found(self) -> tuple[Lcs, ...]:
        """The table of each reference."""
        return tuple(Lcs(reference, self.candidate) for reference in self.references)

    @quantity("LCS", "the length of the longest common subsequence", index="i", step="lcs_{n}")
    def matches(self) -> Any:
        return self.each(lambda reference: lcs.length(reference, self.tokens[0]))

    def odd(self) -> Iterator[Note]:
        return notes.of_joined_lines(self)


class Lines(InOrder):
    """Texts that may be taken line by line."""

    exponent: Fraction | None = None  # here runs of matches are worth no more

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the candidate."""
        return lines_of(self.tokens[0])

    @cached_property
    def unions(self) -> tuple[tuple[Union, ...], ...]:
        """For each reference, the union of each of its lines."""
        clip, lines, texts = self.rules.union == "clipped", self.lines, self.tokens[1:]
        return tuple(tuple(union_lcs.unions(lines_of(text), lines, self.exponent, clip)) for text in texts)


@dataclass(frozen=True, repr=False)
class RougeLSum(Lines):
    r"""ROUGE-L of a summary of several lines (section 3.2). Make one with `rouge_l_sum`.

    Among the tokens a "\n" stands between two lines: it is no word, and is not counted. An edit may put one in.

    >>> from mtexplain.metrics.rouge import rouge_l_sum
    >>> trace = rouge_l_sum("w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5", ["w1 w2 w3 w4 w5"])
    >>> trace.recall, trace.precision
    (Ratio(matches=4, total=5), Ratio(matches=4, total=10))
    """

    metric, source, below = "rouge_l_sum", "Lin 2004, section 3.2", "lcs"
    symbol = Symbol("ROUGE-Lsum")
    plan = OF_UNIONS

    @property
    def choices(self) -> tuple[str, ...]:
        return (UNION[self.rules.union],)

    @property
    def by_lines(self) -> bool:
        return True

    @quantity("matches", "the number of words of all unions that count", index="i", step="lcs_{n}")
    def matches(self) -> Any:
        return unwrap_single(tuple([sum(len(union.counted) for union in each) for each in self.unions]))

    def odd(self) -> Iterator[Note]:
        return notes.of_lines(self)


@dataclass(frozen=True, repr=False)
class RougeW(Lines):
    """ROUGE-W of one candidate: weighted longest common subsequences (section 4). Make one with `rouge_w`.

    Recall is f^-1(WLCS/f(m)), where f(k) = k^weight and m is the number of words of the reference; precision likewise.

    >>> from mtexplain.metrics.rouge import rouge_w
    >>> rouge_w("A B C D H I K", ["A B C D E F G"]).exact  # the paper's example: (16/49)^(1/2) = 4/7
    '(2 * 4/7 * 4/7) / (4/7 + 4/7)'
    """

    metric, source, below = "rouge_w", "Lin 2004, section 4", "wlcs"
    symbol = Symbol("ROUGE-W")
    plan = OF_RUNS

    @property
    def choices(self) -> tuple[str, ...]:
        chosen = [f"weight {decimal(self.exponent)}"]
        chosen += [RUNS[self.rules.runs]] if self.by_lines else []
        return (*chosen, *([RECALL_TOTAL[self.rules.recall_total]] if self.rules.recall_total != "f(m)" else []))

    @property
    def by_lines(self) -> bool:
        """Whether texts are taken line by line, as ROUGE-1.5.5 does."""
        return self.rules.runs == "in the reference"

    @property
    def exponent(self) -> Fraction:  # type: ignore[override]  # the others have none
        """The exponent of f."""
        return self.rules.weight

    @cached_property
    def found(self) -> tuple[Wlcs, ...]:
        """The table of each reference."""
        return tuple(Wlcs(reference, self.candidate, self.exponent) for reference in self.references)

    @quantity("w", "the exponent of f, by the rules")
    def weight(self) -> Fraction | int:
        return self.rules.weight

    @quantity("WLCS", "what the runs of matches are worth", index="i", step="wlcs_{n}")
    def matches(self) -> Any:
        if self.by_lines:
            return unwrap_single(tuple([union_lcs.worth(unions, self.exponent) for unions in self.unions]))
        return self.each(lambda reference: lcs.worth(reference, self.tokens[0], self.exponent))

    def worth_of_all(self, tokens: Tokens) -> Fraction:
        """What a perfect match would be worth: each line in one run."""
        worth_of, lines = Weights(self.exponent).of, lines_of(tokens) if self.by_lines else (tokens,)
        return sum((worth_of(len(line)) for line in lines), Fraction(0))

    reference_total = formula(
        "",
        {
            "f(f(m))": Quantity(
                Call("f", Call("f", Symbol("m"))),
                lambda trace: trace.each(lambda text: exact.power(trace.worth_of_all(text), trace.exponent)),
                "f of what one run of all words of the reference is worth",
                index="i",
            ),
            "f(m)": Quantity(
                Call("f", Symbol("m")),
                lambda trace: trace.each(trace.worth_of_all),
                "what one run of all words of the reference is worth",
                index="i",
            ),
        },
        by=lambda trace: trace.rules.recall_total,
        index="i",
    )
    candidate_total = Quantity(
        Call("f", Symbol("n")),
        lambda trace: Weights(trace.exponent).of(trace.candidate_length),
        "what one run of all words of the candidate is worth",
    )

    def odd(self) -> Iterator[Note]:
        return notes.of_runs(self)
