"""Mistakes in computing ROUGE, each a subclass that changes one method. Their texts are in mistakes.toml.

The six metrics are a family, so a mistake may apply to several of them. A mistake in a single metric is derived from
the class of that metric and leaves the others unchanged.
"""

import builtins
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import chain, permutations

from mtexplain.by_hand.misconception import Smallest
from mtexplain.by_hand.mistakes import cut_off, in_percent, read_changes
from mtexplain.by_hand.subject import Subject
from mtexplain.counts import NGram, ngrams
from mtexplain.display.formula import Chain, Formula
from mtexplain.display.score import Score
from mtexplain.metrics.rouge.lcs import Lcs, Weights, length
from mtexplain.metrics.rouge.ngrams import RougeN, Units, rouge_n, shared
from mtexplain.metrics.rouge.score import AnyRouge, Tokens
from mtexplain.metrics.rouge.skip_bigrams import RougeS, RougeSU, rouge_s, rouge_su, skip_bigrams
from mtexplain.metrics.rouge.subsequences import RougeL, RougeLSum, rouge_l, rouge_l_sum
from mtexplain.metrics.rouge.union_lcs import BREAK, Line, lines_of, unions
from mtexplain.metrics.rouge.weighted import RougeW, rouge_w
from mtexplain.text.porter import stem
from mtexplain.tracing.number import Letter, Number, again, max, number, or_zero, setting, share, sum_of, sum_over

_MADE_OF = {"recall": ("matches",), "precision": ("matches",)}
_RIGHTS = {"tokens": "the tokens of the candidate and of each reference, as the rules cut them"}


def _subject(name: str, metric: Callable[..., Score], kind: type[AnyRouge], **rights: Formula) -> Subject:
    return Subject(
        name, metric, metric, family="ROUGE", made_of=_MADE_OF, rights={**_RIGHTS, **rights}, places={"recalls": "r"},
        answers={"matches": kind.matches, "recall": kind.recall, "precision": kind.precision,
                 "score": AnyRouge.score.shown_as("F")},
    )  # fmt: skip


_LCS = Chain("=", ("LCS", "the length of the longest common subsequence"))
_UNION = Chain("=", ("matches", "the number of words that count in all unions"))
SUBJECTS = (
    _subject("ROUGE-N", rouge_n, RougeN),
    _subject("ROUGE-L", rouge_l, RougeL, matches=_LCS),
    _subject("ROUGE-Lsum", rouge_l_sum, RougeLSum, matches=_UNION),
    _subject("ROUGE-W", rouge_w, RougeW),
    _subject("ROUGE-S", rouge_s, RougeS),
    _subject("ROUGE-SU", rouge_su, RougeSU),
)
"""The metrics that can be computed by hand, with their correct functions."""


# Other tokens.


class CaseIgnored(AnyRouge):
    """Both sides in lower case."""

    @cached_property
    def tokens(self) -> tuple[Tokens, ...]:
        return tuple(tuple(map(str.lower, text)) for text in super().tokens)


class Stemmed(AnyRouge):
    """Every English word of four or more letters is replaced by its stem."""

    @cached_property
    def tokens(self) -> tuple[Tokens, ...]:
        return tuple(tuple(map(_stem, text)) for text in super().tokens)


def _stem(token: str) -> str:
    return stem(token) if token.isascii() and token.islower() and len(token) > 3 else token


class NewlinesIgnored(AnyRouge):
    """All lines of a text are read as a single sentence."""

    @cached_property
    def tokens(self) -> tuple[Tokens, ...]:
        return tuple(tuple(token for token in text if token != BREAK) for text in super().tokens)


class ReferencesJoined(AnyRouge):
    """Every reference is replaced by all references joined together."""

    @cached_property
    def tokens(self) -> tuple[Tokens, ...]:
        candidate, first, *others = super().tokens
        between = (BREAK,) if self.by_lines else ()
        return (candidate, *[sum(((*between, *other) for other in others), first)] * (1 + len(others)))


# Other units.


class OtherUnits(Units):
    """Other units are counted, in the numerator and in the denominator."""

    def others(self, text: Tokens) -> Iterable[NGram]:
        """The other units of a text."""
        raise NotImplementedError

    def matches_between(self, reference: Tokens, candidate: Tokens) -> int:
        return shared(list(self.others(candidate)), list(self.others(reference)))

    def matches(self, i: int) -> float:
        return number(self.count_matches(i))

    def reference_total(self, i: int | Letter) -> float:  # of any reference in symbols
        return Number(None, f"units_{i}") if isinstance(i, Letter) else len(list(self.others(self.tokens[i])))

    @property
    def candidate_total(self) -> float:
        return len(list(self.others(self.tokens[0])))


class SetOfUnits(OtherUnits):
    """In both texts, every distinct unit is counted only once."""

    def others(self, text: Tokens) -> Iterable[NGram]:
        return dict.fromkeys(self.units_of(text))


class ShorterToo(OtherUnits, RougeN):
    """The n-grams of every length up to n."""

    def others(self, text: Tokens) -> Iterable[NGram]:
        return chain.from_iterable(ngrams(text, n + 1) for n in range(self.rules.n))


class Unordered(OtherUnits, RougeS):
    """{a, b} and {b, a} are the same pair."""

    def others(self, text: Tokens) -> Iterable[NGram]:
        return (tuple(sorted(pair)) for pair in skip_bigrams(text, self.rules.max_skip))


class BothWays(OtherUnits, RougeS):
    """n words have n (n - 1) pairs."""

    def others(self, text: Tokens) -> Iterable[NGram]:
        return permutations(text, 2)


class Neighbours(OtherUnits, RougeS):
    """n words have n - 1 pairs."""

    def others(self, text: Tokens) -> Iterable[NGram]:
        return ngrams(text, 2)


class GapAsDistance(OtherUnits, RougeS):
    """The second word is at most max_skip positions after the first."""

    def others(self, text: Tokens) -> Iterable[NGram]:
        most = self.rules.max_skip
        return () if most == 0 else skip_bigrams(text, None if most is None else most - 1)


class WithoutWords(OtherUnits, RougeSU):
    """The skip-bigrams alone."""

    def others(self, text: Tokens) -> Iterable[NGram]:
        return skip_bigrams(text, self.rules.max_skip)


class WithoutTheLastWord(OtherUnits, RougeSU):
    """The skip-bigrams, and all words but the last."""

    def others(self, text: Tokens) -> Iterable[NGram]:
        return chain(ngrams(text[:-1], 1), skip_bigrams(text, self.rules.max_skip))


# Other matches.


class NoClipping(Units):
    """The sum of Count(g) over all g in the reference."""

    def matches_between(self, reference: Tokens, candidate: Tokens) -> int:
        return sum(map(set(self.units_of(reference)).__contains__, self.units_of(candidate)))

    def matches(self, i: int) -> float:
        return number(self.count_matches(i))


class FoundInCandidate(Units):
    """The sum of Count_R(g) over all g in the candidate."""

    def matches_between(self, reference: Tokens, candidate: Tokens) -> int:
        return sum(map(set(self.units_of(candidate)).__contains__, self.units_of(reference)))

    def matches(self, i: int) -> float:
        return number(self.count_matches(i))


class OtherSubsequence(RougeL):
    """Another number instead of the length of the longest common subsequence."""

    def matches(self, i: int) -> float:
        return number(self.count_matches(i))


class LongestSubstring(OtherSubsequence):
    """The length of the longest run of words that is in both texts."""

    def matches_between(self, reference: Tokens, candidate: Tokens) -> int:
        best, above = 0, [0] * (len(candidate) + 1)
        for word in reference:
            above = [0, *(above[j] + 1 if word == other else 0 for j, other in enumerate(candidate))]
            best = builtins.max(best, *above)
        return best


class OrderIgnored(OtherSubsequence):
    """The number of words that both texts share."""

    def matches_between(self, reference: Tokens, candidate: Tokens) -> int:
        return (Counter(reference) & Counter(candidate)).total()


class SamePlace(OtherSubsequence):
    """The number of positions at which both texts have the same word."""

    def matches_between(self, reference: Tokens, candidate: Tokens) -> int:
        return sum(map(str.__eq__, reference, candidate))


class FirstCome(OtherSubsequence):
    """Each word of the reference is matched with its next occurrence in the candidate."""

    def matches_between(self, reference: Tokens, candidate: Tokens) -> int:
        last = at = 0
        for word in reference:
            if word in candidate[at:]:
                at = candidate.index(word, at) + 1
                last += 1
        return last


class EverySubsequence(OtherSubsequence):
    """The sum of the lengths of all longest common subsequences."""

    def matches_between(self, reference: Tokens, candidate: Tokens) -> int:
        table = Lcs(reference, candidate)
        return table.number * table.length


class OtherUnion(RougeLSum):
    """Another number instead of the size of the union over the lines."""

    def of_lines(self, reference: Sequence[Line], candidate: Sequence[Line]) -> int:
        """The number of matches between the lines of two texts."""
        raise NotImplementedError

    def matches_between(self, reference: Tokens, candidate: Tokens) -> int:
        return self.of_lines(lines_of(reference), lines_of(candidate))

    def matches(self, i: int) -> float:
        return number(self.count_matches(i))


class LinesSummed(OtherUnion):
    """The sum of LCS over the lines of X and of Y."""

    def of_lines(self, reference: Sequence[Line], candidate: Sequence[Line]) -> int:
        return sum(length(line, other) for line in reference for other in candidate)


class BestLine(OtherUnion):
    """The sum of the longest LCS of each line of X with a line of Y, where a word of the candidate counts once."""

    def of_lines(self, reference: Sequence[Line], candidate: Sequence[Line]) -> int:
        best = ((union.line, builtins.max(union.found, key=len, default=())) for union in unions(reference, candidate))
        words = Counter(line[position] for line, matches in best for position, _ in matches)
        return (words & Counter(chain.from_iterable(candidate))).total()


class LineByLine(OtherUnion):
    """The sum of LCS of line i of X and line i of Y."""

    def of_lines(self, reference: Sequence[Line], candidate: Sequence[Line]) -> int:
        return sum(map(length, reference, candidate))


class RunsNotWeighted(RougeW):
    """LCS."""

    def matches(self, i: int) -> float:
        return super().matches(i) if self.by_lines else length(self.tokens[i], self.tokens[0])


class OneRun(RougeW):
    """f(LCS)."""

    def matches(self, i: int) -> float:
        return (
            super().matches(i)
            if self.by_lines
            else number(Weights(self.exponent).of(length(self.tokens[i], self.tokens[0])))
        )


# Other totals, recalls and precisions.


class DividedByWords(Units):
    """The number of words of the reference."""

    def reference_total(self, i: int) -> float:
        return self.reference_length(i)

    def candidate_total(self) -> float:
        return self.candidate_length


class TotalNotWeighted(RougeW):
    """m."""

    def reference_total(self, i: int) -> float:
        return self.reference_length(i)

    def candidate_total(self) -> float:
        return self.candidate_length


class Swapped(AnyRouge):
    """Recall and precision are swapped."""

    def r(self, i: int) -> float:
        return self.precision_of(self.matches(i), self.candidate_total)

    def p(self, i: int) -> float:
        return self.recall_of(self.matches(i), self.reference_total(i))

    def recall(self) -> float:
        return super().precision if self.way == "pooled" else super().recall

    def precision(self) -> float:
        return super().recall if self.way == "pooled" else super().precision


class OutOfTheLonger(AnyRouge):
    """Recall and precision are both divided by the longer text."""

    def longer(self, i: int) -> float:
        """The larger of the two totals."""
        return max(self.reference_total(i), self.candidate_total)

    def r(self, i: int) -> float:
        return self.recall_of(self.matches(i), self.longer(i))

    def p(self, i: int) -> float:
        return self.r(i)

    @property
    def recall(self) -> float:
        pooled = sum_over("i", self.each_i, self.longer)
        return self.recall_of(self.sum_of_matches, pooled) if self.way == "pooled" else super().recall

    @property
    def precision(self) -> float:
        return self.recall if self.way == "pooled" else super().precision


class MeanOfTwo(RougeSU):
    """The mean of the R of words and the R of skip-bigrams."""

    def r(self, i: int) -> float:
        return self.mean_of_two([(self.tokens[i], self.tokens[i])])

    def p(self, i: int) -> float:
        return self.mean_of_two([(self.tokens[i], self.tokens[0])])

    def recall(self) -> float:
        pooled = self.way == "pooled"
        return self.mean_of_two([(text, text) for text in self.tokens[1:]]) if pooled else super().recall

    def precision(self) -> float:
        pooled = self.way == "pooled"
        return self.mean_of_two([(text, self.tokens[0]) for text in self.tokens[1:]]) if pooled else super().precision

    def mean_of_two(self, texts: Sequence[tuple[Tokens, Tokens]]) -> float:
        """The mean of the shares of words and of skip-bigrams that match.

        Of each pair of texts, the first is matched with the candidate, and the second gives the total.
        """
        mine = self.words_of(self.tokens[0])
        words = sum(shared(mine, self.words_of(text)) for text, _ in texts)
        both = sum(self.matches_between(text, self.tokens[0]) for text, _ in texts)
        all_words = sum(len(self.words_of(total)) for _, total in texts)
        all_units = sum(self.number_of_units(total) for _, total in texts)
        shares = share(number(words), all_words), share(number(both - words), all_units - all_words)
        return sum_of(map(or_zero, shares)) / 2


class NoInverse(RougeW):
    """The inverse of f is forgotten."""

    def inverse(self, worth: float) -> float:
        return worth


class Pooled(AnyRouge):
    """The references are added up."""

    @property
    def way(self) -> str:
        return "pooled" if len(self.references) > 1 else "best"


class FirstReference(AnyRouge):
    """R with the first reference."""

    def recall(self) -> float:
        return again(self.r(1))

    def precision(self) -> float:
        return again(self.p(1))


class MeanOfReferences(AnyRouge):
    """The mean over the references."""

    def recall(self) -> float:
        return self.mean_of_all(self.r)

    def precision(self) -> float:
        return self.mean_of_all(self.p)

    def score(self) -> float:
        return self.mean_of_all(self.f)

    def mean_of_all(self, each: Callable[[int], float]) -> float:
        """The mean of a number with each reference."""
        return sum_over("i", self.each_i, lambda i: or_zero(each(i))) / self.number_of_references


class BestOfEach(AnyRouge):
    """The best recall with the best precision."""

    def recall(self) -> float:
        return max(*(or_zero(self.r(i)) for i in self.each_i))

    def precision(self) -> float:
        return max(*(or_zero(self.p(i)) for i in self.each_i))


# Other means of recall and precision.


class OtherMean(AnyRouge):
    """Another mean instead of F."""

    def score(self) -> float:
        return or_zero(self.other(self.recall, self.precision))

    def other(self, r: float, p: float) -> float:
        """The other mean."""
        raise NotImplementedError


class RecallAlone(OtherMean):
    """The recall is given as F."""

    def other(self, r: float, p: float) -> float:
        return r


class PrecisionAlone(OtherMean):
    """The precision is given as F."""

    def other(self, r: float, p: float) -> float:
        return p


class ArithmeticMean(OtherMean):
    """The mean of recall and precision."""

    def other(self, r: float, p: float) -> float:
        return (r + p) / 2


class WithoutTheTwo(OtherMean):
    """The 2 in the numerator is forgotten."""

    def other(self, r: float, p: float) -> float:
        return r * p / (r + p)


class BetaIgnored(OtherMean):
    """β is ignored."""

    def other(self, r: float, p: float) -> float:
        return 2 * r * p / (r + p)


class BetaOfCoco(OtherMean):
    """The β of the COCO tools."""

    def other(self, r: float, p: float) -> float:
        beta: float = setting("1.2")
        return (1 + beta**2) * r * p / (r + beta**2 * p)


class BetaNotSquared(OtherMean):
    """β is used instead of β²."""

    def other(self, r: float, p: float) -> float:
        return (1 + self.beta) * r * p / (r + self.beta * p)


class BetaTurned(OtherMean):
    """β² is multiplied by the recall in the denominator."""

    def other(self, r: float, p: float) -> float:
        return (1 + self.beta**2) * r * p / (self.beta**2 * r + p)


MISTAKES = (
    *read_changes(__package__, SUBJECTS, {
        "rouge-case-ignored": CaseIgnored, "rouge-stemmed": Stemmed, "rouge-newlines-ignored": NewlinesIgnored,
        "rouge-references-joined": ReferencesJoined, "rouge-set": SetOfUnits, "rouge-shorter-too": ShorterToo,
        "skip-bigrams-unordered": Unordered, "skip-bigrams-both-ways": BothWays, "skip-bigrams-neighbours": Neighbours,
        "max-skip-as-distance": GapAsDistance, "su-without-words": WithoutWords,
        "su-without-the-last-word": WithoutTheLastWord, "rouge-no-clipping": NoClipping,
        "rouge-found-in-candidate": FoundInCandidate, "longest-substring": LongestSubstring,
        "order-ignored": OrderIgnored, "same-place": SamePlace, "first-come": FirstCome,
        "every-subsequence": EverySubsequence, "lines-summed": LinesSummed, "best-line": BestLine,
        "line-by-line": LineByLine, "runs-not-weighted": RunsNotWeighted, "f-of-the-whole": OneRun,
        "rouge-divided-by-words": DividedByWords, "wlcs-total-not-weighted": TotalNotWeighted,
        "recall-precision-swapped": Swapped, "out-of-the-longer": OutOfTheLonger, "su-mean-of-two": MeanOfTwo,
        "no-inverse": NoInverse, "references-pooled": Pooled, "rouge-first-reference": FirstReference,
        "mean-of-references": MeanOfReferences, "best-of-each": BestOfEach, "recall-alone": RecallAlone,
        "precision-alone": PrecisionAlone, "f-arithmetic": ArithmeticMean, "f-without-the-two": WithoutTheTwo,
        "beta-ignored": BetaIgnored, "beta-of-coco": BetaOfCoco, "beta-not-squared": BetaNotSquared,
        "beta-turned": BetaTurned,
    }),
    in_percent(SUBJECTS[1], "rouge-in-percent", "Numbers", "ROUGE-L", ("recall", "precision", "score"),
               "Recall, precision and F go from 0 to 1. Many papers print them times 100, so say which scale you use.",
               Smallest("a", ("a",))),
    cut_off(SUBJECTS[1], "rouge-cut", Smallest("a", ("a a",))),
)  # fmt: skip
"""Every misconception, in the order of the computation."""
