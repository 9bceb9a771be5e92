"""chrF: how many character n-grams two texts share (Popović 2015, "chrF: character n-gram F-score", W15-3049).

The whole metric in one file: its rules, its recipe, what is odd about a text, its function, mistakes, and an example.

    paper       equation 1, with beta = 1; beta=3 is the paper's chrF3
    sacrebleu   beta = 2, as sacreBLEU reports it; word_order=2 is chrF++ (Popović 2017)

Where the paper is silent we follow its author's own program, chrF++.py: of several references the one with the largest
F counts, for sacreBLEU the largest float. An order that a text lacks has `total` = 0, so P and R are 0/0: left out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial, reduce
from operator import add
from string import punctuation
from typing import Annotated

from mtexplain.counts import NGram, ngrams
from mtexplain.display.formula import shown
from mtexplain.display.parts import Note
from mtexplain.display.pyramid import Pyramid, Result
from mtexplain.metrics.shared import letters, reading
from mtexplain.metrics.shared.occurrences import Place
from mtexplain.metrics.shared.orders import in_a_row, order_name
from mtexplain.recipe.example import Example, Number
from mtexplain.recipe.misconception import Smallest
from mtexplain.recipe.mistakes import cut_off, mistake
from mtexplain.recipe.ngrams import NgramScore, NgramSentence, NgramText
from mtexplain.recipe.numbers import scaled
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import Orders, Quantity, Rows, formula, quantity
from mtexplain.recipe.subject import Subject
from mtexplain.rules import LowercaseSetting
from mtexplain.rules.base import Rules, option, order, resolve
from mtexplain.settings import OneOf, check_between, check_whole

SOURCE = "Popović 2015"


@dataclass(frozen=True)
class ChrfRules(Rules):
    """A named set of choices for chrF."""

    max_n: int = option(order("chrF as published is max_n=6."), 6)
    """The longest n-gram of characters."""
    word_order: int = option(lambda value, name: check_whole(value, name, 0, 1000, "chrF++ is word_order=2."), 0)
    """The longest n-gram of words: 0 for none."""
    beta: Fraction = option(lambda value, name: check_between(value, name, 0, 1000, "chrF3 is beta=3."), Fraction(1))
    """How many times as much recall counts as precision."""
    scale: int = option(lambda value, name: check_whole(value, name, 1, 100), 1)
    """What a perfect match is reported as."""


PAPER = ChrfRules("paper", tool=SOURCE)
SACREBLEU = ChrfRules("sacrebleu", tool="sacreBLEU 2.6.0", beta=Fraction(2), scale=100)
RULES: Mapping[str, ChrfRules] = {rules.name: rules for rules in (PAPER, SACREBLEU)}


def split_punctuation(word: str) -> list[str]:
    """A word without the mark at its end, or else at its beginning, and that mark.

    >>> split_punctuation("mat."), split_punctuation("(hi)")
    (['mat', '.'], ['(hi', ')'])
    """
    if len(word) > 1 and word[-1] in punctuation:
        return [word[:-1], word[-1]]
    return [word[0], word[1:]] if len(word) > 1 and word[0] in punctuation else [word]


class ChrfScore(NgramScore):
    """chrF from what two texts share."""

    metric = "chrf"
    chooses_by_score = True
    summands = "log(precision)", "log(recall)", "-log((beta ** 2 * precision + recall) / (1 + beta ** 2))"
    rules: ChrfRules

    @quantity("c", "the characters of the candidate", pooled=True, step="texts")
    def length(self: "Chrf") -> int:
        return sum(map(len, self.candidate))

    @quantity("best", "the first reference with the largest F, from 0")
    def chosen(self: "Chrf") -> int:
        in_floats = self.rules.tool == SACREBLEU.tool and not self.changed  # of equal F, one float may be larger
        return self.best_reference("reported" if in_floats else "score")

    @quantity("Count_R", "how often the reference has it", index="n g", says="occurs {} in the reference")
    def in_reference(self: "Chrf") -> Rows[int]:
        rows = zip(self.counts, self.reference_counts[self.chosen], strict=True)
        return tuple(tuple([theirs[ngram] for ngram in counts]) for counts, theirs in rows)

    matches: Quantity[Rows[int]] = formula("matches", "min(count, in_reference)", index="n g", says="matches {}")

    @quantity("m", "how many n-grams the reference has", index="n", pooled=True)
    def reference_total(self: "Chrf") -> Orders[int]:
        return tuple(counts.total() for counts in self.reference_counts[self.chosen])

    total: Quantity[Orders[int]] = formula("total", "0 if reference_total == 0 else sum(count)", index="n", pooled=True)
    matched: Quantity[Orders[int]] = formula("matched", "sum(matches)", index="n", pooled=True)
    p: Quantity[Orders[Fraction | None]] = formula("P", "matched / total", index="n", step="n_{n}")
    r = formula("R", "0 / 0 if total == 0 else matched / reference_total", index="n", step="n_{n}")  # 0 / 0: undefined
    precision: Quantity[Fraction | None] = formula("chrP", "mean(p)", step="means")
    recall: Quantity[Fraction | None] = formula("chrR", "mean(r)", step="means")

    @quantity("N", "how many orders there are")
    def number(self) -> int:
        return len(self.order_names)

    @quantity("β", "how many times as much recall counts")
    def beta(self) -> Fraction:
        return self.rules.beta

    score: Quantity[float] = formula(
        "chrF", "0 if sum(matched) == 0 else (1 + beta ** 2) * precision * recall / (beta ** 2 * precision + recall)",
        step="score", convert=float,
    )  # fmt: skip
    plan = (
        Plan("texts", "Characters", "chrF compares characters and leaves out the spaces: even half a word can match.",
             f"{SOURCE}, section 1", ("length",), lambda trace, _: f"{trace.length} in the candidate",
             lambda trace, _: (trace.text_table,)),
        Plan("n_{n}", "{Order}", "A match counts as often as both texts have it.", f"{SOURCE}, equation 1", ("r", "p"),
             lambda trace, place: trace.matches_or_left_out(place)),
        Plan("means", "Means", "Every order counts equally. One that a text does not have is left out.",
             f"{SOURCE}, section 2", ("recall", "precision"), lambda trace, _: trace.averaged),
        Plan("score", "Score", "F lies between precision and recall; recall counts β times as much.",
             f"{SOURCE}, equation 1", ("score",), lambda trace, _: f"with β = {trace.beta}"),
    )  # fmt: skip

    @property
    def order_names(self) -> Sequence[tuple[str, str]]:
        characters = [(str(n), f"{order_name(n)} of characters") for n in range(2, self.rules.max_n + 1)]
        words = [(f"w{n}", order_name(n)) for n in range(1, self.rules.word_order + 1)]
        return [("1", "characters"), *characters, *words]

    @property
    def left_out(self) -> list[int]:
        """The indices of the orders that neither mean counts, because a text is too short for them."""
        pairs = zip(self.total, self.reference_total, strict=True)
        return [place for place, (ours, theirs) in enumerate(pairs) if not ours or not theirs]

    @property
    def averaged(self) -> str:
        """The number of orders that the means are taken over, in words."""
        orders = len(self.order_names)
        return f"over {orders - len(self.left_out)} of {orders} orders" if self.left_out else "over all orders"

    def matches_or_left_out(self, place: int) -> str:
        """Return how many n-grams of an order match, or that the order is left out."""
        if place in self.left_out:
            return "left out, because a text is too short"
        return f"{self.matched[place]} of {self.total[place]} match"

    def odd(self) -> Iterator[Note]:
        if missing := [self.label(place) for place in self.left_out]:
            yield Note("no-ngrams", f"Both means leave out n = {in_a_row(missing)}, for which a text is too short.")

    @property
    def reported(self) -> float:
        """The score as sacreBLEU computes it, in floats; on the scale of the rules."""
        if not sum(self.matched):
            return 0.0
        orders = ([float(one) for one in numbers if one is not None] for numbers in (self.p, self.r))
        p, r = (reduce(add, numbers) / len(numbers) for numbers in orders)  # not sum, which corrects its rounding
        beta = float(self.rules.beta**2)
        return self.rules.scale * ((1 + beta) * p * r / (beta * p + r))

    @property
    def printed(self) -> str:
        """The score as the tool prints it, which for sacreBLEU means two decimals."""
        return f"{self.reported:.2f}" if self.rules.tool == SACREBLEU.tool else f"{self.score!r}"


@dataclass(frozen=True, repr=False)
class Chrf(ChrfScore, NgramSentence):
    """The chrF of one candidate, with its working. Make one with `chrf`."""

    rules: ChrfRules
    text_length = "characters", lambda words: sum(map(len, words))

    @cached_property
    def pyramid(self) -> Pyramid:
        """The characters of the candidate, and below them the longer n-grams; the reference that counts above.

        Each row has its precision, and its recall beside.
        """
        orders = zip(self.ngrams, self.count, self.matches, self.in_reference, strict=True)
        made = [letters.order(place, self.rules.max_n, *order, f"n_{self.label(place)}")
                for place, order in enumerate(orders)]  # fmt: skip
        also = ["left out" if place in self.left_out else f"recall {self.matched[place]}/{self.reference_total[place]}"
                for place in range(self.number)]  # fmt: skip
        name = "reference" if len(self.references) == 1 else f"reference {self.chosen + 1}"
        piece = letters.build(self.candidate, (name, self.references[self.chosen]), made, also, split_punctuation)
        means = ("precision", self.precision), ("recall", self.recall)
        found = (Result(shown(float(mean)), f"mean {kind}", "means") for kind, mean in means if mean is not None)
        return piece._replace(results=tuple(found))

    def list_ngrams(self, tokens: Sequence[str], place: int) -> Iterable[NGram]:
        """Those of characters, without the spaces between the words; then those of words."""
        if place >= self.rules.max_n:
            return ngrams([piece for one in tokens for piece in split_punctuation(one)], place - self.rules.max_n + 1)
        text = "".join(tokens)
        return zip([text[at : at + place + 1] for at in range(len(text) - place)], strict=True)

    def find_ngrams(self, tokens: Sequence[str], place: int) -> Iterable[tuple[NGram, Place]]:
        cut, n = (list, place + 1) if place < self.rules.max_n else (split_punctuation, place - self.rules.max_n + 1)
        places = [at for at, token in enumerate(tokens) for _ in cut(token)]
        return zip(self.list_ngrams(tokens, place), ngrams(places, n), strict=True)


@dataclass(frozen=True, repr=False)
class CorpusChrf(ChrfScore, NgramText):
    """The chrF of a text: the counts of each segment, with its best reference, are added up first."""

    segments: tuple[Chrf, ...]
    rules: ChrfRules
    sentence = Chrf


RulesSetting = Annotated[ChrfRules | str, OneOf(RULES)]
BetaSetting = float | Fraction | None


def chrf(
    candidate: str, references: list[str], *, rules: RulesSetting = PAPER, max_n: int | None = None,
    word_order: int | None = None, beta: BetaSetting = None, lowercase: LowercaseSetting = None,
) -> Chrf:  # fmt: skip
    """The chrF of one candidate sentence against its references, as a trace, from 0 to 1 (Popović 2015).

    A keyword left at None means "as the rules say"; a given one wins. InputError says what is wrong with an input.

    >>> chrf("ab", ["abc"], max_n=2).exact
    '((1 + 1^2) * 1 * 7/12) / (1^2 * 1 + 7/12)'
    """
    chosen, cut = resolve(rules, RULES, max_n=max_n, word_order=word_order, beta=beta, lowercase=lowercase)
    return Chrf(**reading.facts(candidate, references, chosen, cut))


def corpus_chrf(
    candidates: list[str], references: list[list[str]], *, rules: RulesSetting = PAPER, max_n: int | None = None,
    word_order: int | None = None, beta: BetaSetting = None, lowercase: LowercaseSetting = None,
) -> CorpusChrf:  # fmt: skip
    """The chrF of a text, as a trace: references[i] are those of candidates[i]. The rest is as with `chrf`.

    >>> corpus_chrf(["ab", "c"], [["ab"], ["d"]], max_n=1).matched
    (2,)
    """
    chosen, cut = resolve(rules, RULES, max_n=max_n, word_order=word_order, beta=beta, lowercase=lowercase)
    return CorpusChrf.from_facts(reading.corpus_facts(candidates, references, "chrf", chosen, cut))


CHRF = Subject("chrF", chrf, corpus_chrf, ChrfScore, {
    "p": "p", "r": "r", "precision": "precision", "recall": "recall", "score": "score",
}, forms={"score": lambda found: scaled(found.score, found.rules.scale)})  # fmt: skip
SUBJECTS = (CHRF,)
_wrong, _ONE = partial(mistake, CHRF), {"max_n": 1}
_EQ, _SLIP = f"{SOURCE}, equation 1", "a common slip"
MISTAKES = (
    _wrong("chrf-first-reference", "chosen", "The first reference alone", lambda trace: 0,
           "Each reference is tried, and the one with the largest F counts.", "a loop that stops too early",
           ("a", ("b", "a"), _ONE), "the first reference"),
    _wrong("chrf-no-clipping", "matches", "No clipping", "count * min(1, in_reference)",
           "An n-gram matches as often as both texts have it, and no more.", _SLIP, ("aa", ("ab",), _ONE)),
    _wrong("chrf-missing-as-zero", "precision", "Missing orders counted as 0", "sum(p) / number",
           "A short text has no 6-gram: that is not the translation's fault, so the order is left out.",
           "chrF++.py, whose score of one equal word is below 100", ("a", ("a",), {"max_n": 2})),
    _wrong("chrf-orders-pooled", "precision", "All orders in one fraction", "sum(matched) / sum(total)",
           "Each order counts equally: work out its fraction first, then take the mean.",
           f"{_SLIP}: fractions added above and below", ("ab", ("ac",), {"max_n": 2})),
    _wrong("chrf-means-swapped", "score", "β on the wrong side",
           "(1 + beta ** 2) * precision * recall / (precision + beta ** 2 * recall)",
           "β² goes with the precision below the line: that is what makes recall count more.", f"{_SLIP}; {_EQ}",
           ("a", ("ab",), {**_ONE, "beta": 2})),
    _wrong("chrf-beta-not-squared", "score", "β not squared",
           "(1 + beta) * precision * recall / (beta * precision + recall)", "It is β² in both places.",
           f"{_SLIP}; {_EQ}", ("a", ("ab",), {**_ONE, "beta": 2})),
    _wrong("chrf-arithmetic-mean", "score", "The mean of precision and recall", "(precision + recall) / 2",
           "F is a harmonic mean: it stays near the smaller of the two.", f"{_SLIP}; {_EQ}", ("a", ("ab",), _ONE)),
    _wrong("chrf-mean-of-f", "score", "The mean of F over the orders",
           "sum((1 + beta ** 2) * p * r / (beta ** 2 * p + r)) / number",
           "Average precision and recall first; then there is only one F.", "chrF++.py and NLTK",
           ("ab", ("abb",), {"max_n": 2})),
    cut_off(CHRF, "chrf-cut", Smallest("a", ("ab",), _ONE)),
)  # fmt: skip
EXAMPLES = (
    Example("chrf-thomas", "Thomas und Samuel: a longer name costs precision", "sacreBLEU, issue 193",
            "Das ist das Haus von Thomas und Samuel", ("Das ist das Haus von Tom and Sam",),
            (Number("P_1", None, "25/31"), Number("chrF", "0.75", "0.7498112043421872", "by hand: 0.6132")),
            metric=chrf, settings={"rules": "sacrebleu"}),
)  # fmt: skip
