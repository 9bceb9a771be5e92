"""ROUGE, computed wrongly: each mistake takes one quantity another way, or two that belong together.

The six metrics are one family: what goes wrong in one may go wrong in another. A function of one metric's own texts
leaves the others as they are. The mistakes stand in mistakes.toml.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, permutations
from typing import Any

from mtexplain.counts import NGram, ngrams
from mtexplain.display.score import Score
from mtexplain.metrics.rouge import rouge_l, rouge_l_sum, rouge_n, rouge_s, rouge_su, rouge_w
from mtexplain.metrics.rouge.kinds import RougeL, RougeLSum, RougeN, RougeS, RougeSU, RougeW, Units
from mtexplain.metrics.rouge.lcs import Lcs, Weights, Wlcs, length
from mtexplain.metrics.rouge.recipe import RougeScore
from mtexplain.metrics.rouge.trace import Rouge
from mtexplain.metrics.rouge.union_lcs import BREAK, Line, lines_of, unions
from mtexplain.metrics.rouge.units import shared, skip_bigrams
from mtexplain.recipe.misconception import Smallest
from mtexplain.recipe.mistakes import Way, cut_off, in_percent, read_mistakes
from mtexplain.recipe.numbers import Quotient
from mtexplain.recipe.quantity import Quantity, formula
from mtexplain.recipe.subject import OnlyIn, Subject
from mtexplain.text.porter import stem

Tokens = tuple[str, ...]
CLAIMS = {"matches": "matches", "recall": "r", "precision": "p", "score": "score"}


def _subject(name: str, metric: Callable[..., Score], kind: type[Rouge]) -> Subject:
    made_of = {"recall": ("matches",), "precision": ("matches",)}
    return Subject(
        name, metric, metric, kind, CLAIMS, "ROUGE", made_of=made_of,
        counted=("recall", "precision"),
    )  # fmt: skip


SUBJECTS = (
    _subject("ROUGE-N", rouge_n, RougeN),
    _subject("ROUGE-L", rouge_l, RougeL),
    _subject("ROUGE-Lsum", rouge_l_sum, RougeLSum),
    _subject("ROUGE-W", rouge_w, RougeW),
    _subject("ROUGE-S", rouge_s, RougeS),
    _subject("ROUGE-SU", rouge_su, RougeSU),
)
"""What is computed by hand, with its right functions."""


def _texts(change: Callable[[Tokens], Tokens]) -> Callable[[Rouge], tuple[Tokens, ...]]:
    """The candidate and every reference changed."""
    return lambda trace: tuple(map(change, (trace.candidate, *trace.references)))


def _stemmed(tokens: Tokens) -> Tokens:
    """Every English word of four letters or more by its stem."""
    return tuple(stem(token) if token.isascii() and token.islower() and len(token) > 3 else token for token in tokens)


def _joined(trace: Rouge) -> tuple[Tokens, ...]:
    """Every reference stands for all of them together."""
    between = (BREAK,) if trace.by_lines else ()
    first, *others = trace.references
    return (trace.candidate, *[sum(((*between, *other) for other in others), first)] * len(trace.references))


def _units(kind: type[Any], units: Callable[[Any, Tokens], Iterable[NGram]]) -> dict[str, Callable[[Any], Any]]:
    """Other units of a text in the place of those that are counted, above the line and below."""

    def of(trace: Any, text: Tokens) -> list[NGram]:
        return list(units(trace, text))

    return {
        "matches": OnlyIn(kind, lambda trace: trace.each(
            lambda text: shared(of(trace, trace.tokens[0]), of(trace, text)))),
        "reference_total": OnlyIn(kind, lambda trace: trace.each(lambda text: len(of(trace, text)))),
        "candidate_total": OnlyIn(kind, lambda trace: len(of(trace, trace.tokens[0]))),
    }  # fmt: skip


def _within_distance(trace: Any, text: Tokens) -> Iterable[NGram]:
    """The second word stands at most max_skip places after the first."""
    most = trace.rules.max_skip
    return () if most == 0 else skip_bigrams(text, None if most is None else most - 1)


def _matches(kind: type[Any], matches: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    """Other matches with a reference, of its units and of those of the candidate; or of its words, line by line."""

    def read(trace: Any, text: Tokens) -> Any:
        if isinstance(trace, Units):
            return list(trace.units_of(text))
        return lines_of(text) if isinstance(trace, RougeLSum) else text

    return OnlyIn(kind, lambda trace: trace.each(lambda text: matches(read(trace, text), read(trace, trace.tokens[0]))))


def _substring(reference: Line, candidate: Line) -> int:
    best, above = 0, [0] * (len(candidate) + 1)
    for word in reference:
        above = [0, *(above[j] + 1 if word == other else 0 for j, other in enumerate(candidate))]
        best = max(best, *above)
    return best


def _greedy(reference: Line, candidate: Line) -> int:
    """From left to right: each word of the reference is taken where the candidate has it next."""
    found = at = 0
    for word in reference:
        if word in candidate[at:]:
            at = candidate.index(word, at) + 1
            found += 1
    return found


def _best_line(reference: Iterable[Line], candidate: Sequence[Line]) -> int:
    """Of each line the best subsequence; a word of the candidate counts once, as ever."""
    best = ((one.line, max(one.found, key=len, default=())) for one in unions(reference, candidate))
    words = Counter(line[place] for line, matches in best for place, _ in matches)
    return (words & Counter(chain.from_iterable(candidate))).total()


def _runs(worth: Callable[[Wlcs, Weights], Any]) -> Callable[[Any], Any]:
    """ROUGE-W where what both texts have is worth something else."""

    def of(trace: RougeW) -> Any:
        if trace.by_lines:
            return RougeW.matches.compute(trace, "matches")
        weights = Weights(trace.exponent)
        return trace.each(lambda text: worth(Wlcs(text, trace.tokens[0], trace.exponent), weights))

    return OnlyIn(RougeW, of)


def _mean_of_two(several: str, share: str, out_of: Callable[[Any, Tokens], Tokens]) -> dict[str, Callable[[Any], Any]]:
    """The mean of what words give, and of what skip-bigrams give, out of one of the two texts."""
    right = RougeScore.quantities[share]

    def counted(trace: Any, text: Tokens) -> tuple[Quotient, Quotient]:
        """The words that match with a reference, out of all; the skip-bigrams, in the same way."""
        total = out_of(trace, text)
        words = Quotient(shared(trace.words_of(trace.tokens[0]), trace.words_of(text)), len(trace.words_of(total)))
        units = Quotient(trace.shared_with(text), trace.number_of_units(total))
        return words, Quotient(units.matches - words.matches, units.total - words.total)

    def mean(both: Iterable[Quotient]) -> Fraction:
        return sum((Fraction(one.value or 0) for one in both), Fraction(0)) / 2

    def that_counts(trace: Any) -> Any:
        assert right.by
        case = right.by(trace)
        if not case.startswith("pooled"):
            return right.cases[case].compute(trace, share)
        each = [counted(trace, text) for text in trace.tokens[1:]]
        return mean(Quotient(*map(sum, zip(*kind, strict=True))) for kind in zip(*each, strict=True))

    with_each = OnlyIn(RougeSU, lambda trace: trace.each(lambda text: mean(counted(trace, text))))
    return {several: with_each, share: OnlyIn(RougeSU, that_counts)}


def _pooled(right: Quantity[Any]) -> Quantity[Any]:
    """A share as it is where the rules pool the references."""
    cases = {way: right.cases[f"pooled, {way}"] for way in ("weighted", "counted")}
    return formula("", cases, by=RougeScore.recalls.by)


def _with_pooled(
    right: Quantity[Any], cases: Mapping[str, str | Quantity[Any]], by: Callable[[Any], Any] | None
) -> Quantity[Any]:
    """A share with other cases where the rules pool the references; else it follows from those of each reference."""
    pooled = {case: one for case, one in cases.items() if case.startswith("pooled")}
    return formula("", {**right.cases, **pooled}, by=by)


def _without_inverse(name: str, total: str) -> Quantity[Any]:
    right = RougeScore.quantities[name]
    return _with_pooled(right, {"pooled, weighted": f"sum(matches) / {total}"}, right.by)


def _of_longer(matches: str, longer: str) -> dict[str, str]:
    return {"weighted": f"({matches} / {longer}) ** (1 / weight)", "counted": f"{matches} / {longer}"}


_LONGER = "max(reference_total, candidate_total)"
_OF_LONGER = formula("R", _of_longer("matches", _LONGER), by=RougeScore.recalls.by)
_OF_LONGER_POOLED = {f"pooled, {case}": text for case, text in _of_longer("sum(matches)", f"sum({_LONGER})").items()}

_WAYS: dict[str, Way] = {
    "rouge-case-ignored": _texts(lambda text: tuple(map(str.lower, text))),
    "rouge-stemmed": _texts(_stemmed),
    "rouge-newlines-ignored": _texts(lambda text: tuple(token for token in text if token != BREAK)),
    "rouge-references-joined": _joined,
    "rouge-set": _units(Units, lambda trace, text: dict.fromkeys(trace.units_of(text))),
    "rouge-shorter-too": _units(
        RougeN, lambda trace, text: chain.from_iterable(ngrams(text, n + 1) for n in range(trace.rules.n))
    ),
    "skip-bigrams-unordered": _units(
        RougeS, lambda trace, text: (tuple(sorted(pair)) for pair in skip_bigrams(text, trace.rules.max_skip))
    ),
    "skip-bigrams-both-ways": _units(RougeS, lambda trace, text: permutations(text, 2)),
    "skip-bigrams-neighbours": _units(RougeS, lambda trace, text: ngrams(text, 2)),
    "max-skip-as-distance": _units(RougeS, _within_distance),
    "su-without-words": _units(RougeSU, lambda trace, text: skip_bigrams(text, trace.rules.max_skip)),
    "su-without-the-last-word": _units(
        RougeSU, lambda trace, text: chain(ngrams(text[:-1], 1), skip_bigrams(text, trace.rules.max_skip))
    ),
    "rouge-no-clipping": _matches(Units, lambda theirs, mine: sum(map(set(theirs).__contains__, mine))),
    "rouge-found-in-candidate": _matches(Units, lambda theirs, mine: sum(map(set(mine).__contains__, theirs))),
    "longest-substring": _matches(RougeL, _substring),
    "order-ignored": _matches(RougeL, lambda theirs, mine: (Counter(theirs) & Counter(mine)).total()),
    "same-place": _matches(RougeL, lambda theirs, mine: sum(map(str.__eq__, theirs, mine))),
    "first-come": _matches(RougeL, _greedy),
    "every-subsequence": _matches(RougeL, lambda theirs, mine: (table := Lcs(theirs, mine)).number * table.length),
    "lines-summed": _matches(
        RougeLSum, lambda theirs, mine: sum(length(one, other) for one in theirs for other in mine)
    ),
    "best-line": _matches(RougeLSum, _best_line),
    "line-by-line": _matches(RougeLSum, lambda theirs, mine: sum(map(length, theirs, mine))),
    "runs-not-weighted": _runs(lambda table, f: length(table.reference, table.candidate)),
    "f-of-the-whole": _runs(lambda table, f: f.of(length(table.reference, table.candidate))),
    "rouge-divided-by-words": {
        "reference_total": OnlyIn(Units, lambda trace: trace.reference_length),
        "candidate_total": OnlyIn(Units, lambda trace: trace.candidate_length),
    },
    "wlcs-total-not-weighted": {
        "reference_total": OnlyIn(RougeW, lambda trace: trace.reference_length),
        "candidate_total": OnlyIn(RougeW, lambda trace: trace.candidate_length),
    },
    "recall-precision-swapped": {
        "recalls": RougeScore.precisions,
        "precisions": RougeScore.recalls,
        "r": _with_pooled(RougeScore.r, RougeScore.p.cases, RougeScore.p.by),
        "p": _with_pooled(RougeScore.p, RougeScore.r.cases, RougeScore.r.by),
    },
    "out-of-the-longer": {
        "recalls": _OF_LONGER,
        "precisions": _OF_LONGER,
        "r": _with_pooled(RougeScore.r, _OF_LONGER_POOLED, RougeScore.r.by),
        "p": _with_pooled(RougeScore.p, _OF_LONGER_POOLED, RougeScore.r.by),
    },
    "su-mean-of-two": {
        **_mean_of_two("recalls", "r", lambda trace, text: text),
        **_mean_of_two("precisions", "p", lambda trace, text: trace.tokens[0]),
    },
    "no-inverse": {
        "recalls": "matches / reference_total",
        "precisions": "matches / candidate_total",
        "r": _without_inverse("r", "sum(reference_total)"),
        "p": _without_inverse("p", "(number_of_references * candidate_total)"),
    },
    "references-pooled": {"r": _pooled(RougeScore.r), "p": _pooled(RougeScore.p)},
    "rouge-first-reference": {
        "r": lambda trace: trace.of_each("recalls")[0],
        "p": lambda trace: trace.of_each("precisions")[0],
    },
}
"""Those that no formula says."""
MISTAKES = (
    *read_mistakes(__package__, SUBJECTS, _WAYS),
    in_percent(SUBJECTS[1], "rouge-in-percent", "Numbers", RougeL.score.symbol, ("recall", "precision", "score"),
               "Recall, precision and F go from 0 to 1. Many papers print them times 100; say which you mean.",
               Smallest("a", ("a",))),
    cut_off(SUBJECTS[1], "rouge-cut", Smallest("a", ("a a",))),
)  # fmt: skip
"""Every misconception, in the order of the computation."""
