"""BLEU, computed wrongly: each mistake takes a quantity of the recipe another way, or other words.

Those of a quantity stand in mistakes.toml, those of words in words.toml.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import chain
from operator import or_
from typing import Any

from mtexplain import data
from mtexplain.counts import NGram, count_ngrams
from mtexplain.display.formula import Symbol
from mtexplain.metrics.bleu import Bleu, CorpusBleu
from mtexplain.metrics.bleu.base import BleuScore, Pair
from mtexplain.metrics.bleu.maths import match_length
from mtexplain.metrics.bleu.subject import BLEU_SUBJECT
from mtexplain.recipe import arithmetic
from mtexplain.recipe.example import as_tuples
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.mistakes import Way, cut_off, in_percent, read_mistakes
from mtexplain.recipe.numbers import Quotient, Real
from mtexplain.recipe.subject import WORDS

Tokens = tuple[str, ...]
Pairs = Sequence[Pair]
SUBJECTS = (BLEU_SUBJECT,)
"""What is computed by hand, with its right functions."""
_UNIGRAMS = {"max_n": 1}


def _of_words(name: str, table: dict[str, Any]) -> Misconception:
    """The right formulas, on other words."""

    def in_other_words(trace: BleuScore) -> BleuScore:
        segments = tuple(Bleu(*pair, trace.rules) for pair in _CHANGES[name](trace.pairs))
        return segments[0] if len(segments) == 1 else CorpusBleu(segments, trace.rules)

    example = Smallest(*(table.pop(part) for part in ("candidate", "references", "settings")))
    return Misconception(BLEU_SUBJECT, name, WORDS, example=example, replacement=in_other_words, **table)


def _each(candidate: Callable[[Tokens], Tokens], reference: Callable[[Tokens], Tokens]) -> Callable[[Pairs], Pairs]:
    """Every candidate and every reference changed."""
    return lambda pairs: [(candidate(words), tuple(map(reference, others))) for words, others in pairs]


def _characters(tokens: Tokens) -> Tokens:
    return tuple(" ".join(tokens))


def _lower(tokens: Tokens) -> Tokens:
    return tuple(token.lower() for token in tokens)


def _full_stop(tokens: Tokens) -> Tokens:
    if tokens and tokens[-1] != "." and tokens[-1].endswith("."):
        return (*tokens[:-1], tokens[-1].removesuffix("."), ".")
    return tokens if tokens[-1:] == (".",) else (*tokens, ".")


def _one_string(pairs: Pairs) -> Pairs:
    """All candidates as one, and the first references, the second references, ..."""
    groups = zip(*(references for _, references in pairs), strict=False)
    return [
        (tuple(chain.from_iterable(words for words, _ in pairs)), tuple(map(tuple, map(chain.from_iterable, groups))))
    ]


def _best_reference(trace: Bleu) -> tuple[int, ...]:
    return tuple(
        max((sum(map(min, counts, there)) for there in zip(*found, strict=True)), default=0)
        for counts, found in zip(trace.count, trace.in_references, strict=True)
    )


def _closest_length(trace: Bleu) -> int:
    return int(match_length(len(trace.candidate), trace.reference_lengths))


def _length(choose: Callable[[int, Sequence[int]], Real]) -> Callable[[Bleu], Real]:
    """A length of each segment, chosen from the candidate's and the references'."""
    return lambda trace: choose(len(trace.candidate), trace.reference_lengths)


def _right(trace: BleuScore, name: str) -> Any:
    """A quantity as the rules compute it."""
    return trace.by_rules(name).compute(trace, name)


def _of_texts(name: str, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Of a text what the function makes of it; of a sentence, or a segment, what is right."""
    return lambda trace: _right(trace, name) if trace.parts is None else function(trace)


def _closest_of_totals(trace: CorpusBleu) -> int:
    """The closest to c, once, of the summed lengths of the first references, the second references, ..."""
    lengths = zip(*(one.reference_lengths for one in trace.segments), strict=False)
    return int(match_length(trace.c, [sum(several) for several in lengths]))


def _clipped_once(trace: CorpusBleu) -> tuple[int, ...]:
    """Of every order the counts of the whole text, clipped by what its references have in all."""
    found = []
    for n in range(1, trace.rules.max_n + 1):
        counts, limits = Counter[NGram](), Counter[NGram]()
        for candidate, references in trace.pairs:
            counts += count_ngrams(candidate, n)
            limits += reduce(or_, (count_ngrams(reference, n) for reference in references))
        found.append((counts & limits).total())
    return tuple(found)


def _mean_of_precisions(trace: CorpusBleu) -> Any:
    """Of every order the mean of the segments' p_n, over those that have n-grams; smoothed as the rules smooth it."""
    segments = [[one.value for one in part.ratios] for part in trace.segments]
    several = [[value for value in order if value is not None] for order in zip(*segments, strict=True)]
    means = [Quotient(sum(values, Fraction(0)) / len(values), 1) if values else Quotient(0, 0) for values in several]
    vars(trace).update(ratios=tuple(means))  # these stand for what was counted
    usual = trace.by_rules("p")
    return usual.compute(trace, "p") if usual.function else tuple(one.value or 0 for one in means)


def _mean(name: str) -> Callable[[CorpusBleu], Any]:
    return lambda trace: sum(Fraction(float(getattr(one, name))) for one in trace.segments) / len(trace.segments)


def _kept(values: Sequence[Any]) -> tuple[Any, ...]:
    """The orders that are left, where any is: the others take no part."""
    return tuple(values) if any(value is not None for value in values) else (0,) * len(values)


def _times_penalty(trace: BleuScore) -> Any:
    return arithmetic.times(_right(trace, "p"), trace.bp)


def _taking_part(trace: BleuScore) -> list[Any]:
    """The numbers that are multiplied; 0 where every order was left out."""
    return [p for p, weight in zip(trace.p, trace.w, strict=True) if p is not None and weight] or [0]


def _halved_exponents(trace: BleuScore) -> Any:
    powers = [arithmetic.power(p, Fraction(1, 2**n)) for n, p in enumerate(_taking_part(trace), 1)]
    return arithmetic.times(trace.bp, arithmetic.product(tuple(powers)))


def _under_the_root(trace: BleuScore) -> Any:
    values = tuple(_taking_part(trace))
    return arithmetic.power(arithmetic.product((trace.bp, *values)), Fraction(1, len(values)))


_WAYS: dict[str, Way] = {
    "set": {"count": lambda trace: tuple((1,) * len(order) for order in trace.ngrams)},
    "reference-ngrams": {
        "total": lambda trace: tuple(max(0, _closest_length(trace) - n) for n in range(trace.rules.max_n))
    },
    "reference-length": {"total": lambda trace: (_closest_length(trace),) * trace.rules.max_n},
    "candidate-length": {"total": lambda trace: (trace.c,) * trace.rules.max_n},
    "best-reference": {"matches": _best_reference},
    "ties-to-the-longer": _length(lambda c, lengths: min(lengths, key=lambda length: (abs(length - c), -length))),
    "shortest-reference": _length(lambda c, lengths: min(lengths)),
    "longest-reference": _length(lambda c, lengths: max(lengths)),
    "average-reference": _length(lambda c, lengths: Fraction(sum(lengths), len(lengths))),
    "first-length": _length(lambda c, lengths: lengths[0]),
    "difference-of-lengths": _length(lambda c, lengths: min(abs(length - c) for length in lengths)),
    "all-references": _length(lambda c, lengths: sum(lengths)),
    "closest-of-totals": _of_texts("r", _closest_of_totals),
    "branches-swapped": lambda trace: arithmetic.exp(1 - Fraction(trace.r) / trace.c) if trace.c > trace.r else 1,
    "penalty-on-each": {"p": _times_penalty, "uncut": "exp(sum(w * log(p)))"},
    "penalty-twice": {"p": _times_penalty},
    "zeros-left-out": {"p": lambda trace: _kept([one or None for one in _right(trace, "p")])},
    "zeros-as-one": {"p": lambda trace: tuple(1 if p == 0 else p for p in _right(trace, "p"))},
    "missing-left-out": {
        "p": lambda trace: _kept(
            [one if one or total else None for one, total in zip(_right(trace, "p"), trace.total, strict=True)]
        )
    },
    "halved-exponents": _halved_exponents,
    "last-order-alone": lambda trace: arithmetic.times(trace.bp, _taking_part(trace)[-1]),
    "first-order-alone": lambda trace: arithmetic.times(trace.bp, _taking_part(trace)[0]),
    "penalty-under-the-root": _under_the_root,
    "mean-of-scores": {"uncut": _of_texts("uncut", _mean("uncut"))},
    "mean-of-precisions": {"p": _of_texts("p", _mean_of_precisions)},
    "clipped-once": {"matches": _of_texts("matches", _clipped_once)},
    "mean-of-penalties": {"bp": _of_texts("bp", _mean("bp"))},
}
"""Those that no formula says."""
_CHANGES: dict[str, Callable[[Pairs], Pairs]] = {
    "characters": _each(_characters, _characters),
    "lower-cased-candidate": _each(_lower, tuple),
    "lower-cased-references": _each(tuple, _lower),
    "case-ignored": _each(_lower, _lower),
    "full-stop": _each(_full_stop, _full_stop),
    "swapped": lambda pairs: [(references[0], (candidate,)) for candidate, references in pairs],
    "first-reference": lambda pairs: [(candidate, references[:1]) for candidate, references in pairs],
    "one-string": _one_string,
}
"""What is done to the words."""
MISTAKES = (
    *(_of_words(name, as_tuples(table)) for name, table in data.read(__package__, "words.toml").items()),
    *read_mistakes(__package__, SUBJECTS, _WAYS),
    in_percent(BLEU_SUBJECT, "score-in-percent", "A score", Symbol("BLEU"), ("score",), "BLEU is a number from 0 to 1. "
               "Many tools print it times 100; say which you mean.", Smallest("a", ("a",), _UNIGRAMS)),
    in_percent(BLEU_SUBJECT, "precisions-in-percent", "Precisions", Symbol("p", "n"), ("p",), "A precision is a part "
               "of 1. The line that tools print, 69.4/43.4/29.2/20.0, has it in percent.",
               Smallest("a", ("a",), _UNIGRAMS)),
    cut_off(BLEU_SUBJECT, "cut-not-rounded", Smallest("a", ("a a",), _UNIGRAMS)),
)  # fmt: skip
"""Every misconception, in the order of the computation."""
