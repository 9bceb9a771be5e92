"""The settings under which a text has a reported score.

Every set of rules is tried unchanged, then with a single change, then with two. The text is tokenised and counted once
for each tokenisation and case. After that, scoring a set of rules takes only a few multiplications.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from typing import Any, NamedTuple

from mtexplain.data import Record
from mtexplain.display.parts import Headline, Note, Part, Prose, Real, Table, columns
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.tools.disagreements.reported import read
from mtexplain.explain.tools.disagreements.stages import Candidate, References, under_each
from mtexplain.metrics.bleu import Bleu, CorpusBleu, bleu, corpus_bleu
from mtexplain.metrics.bleu.by_rules import BleuScore
from mtexplain.metrics.bleu.fast_scores import from_counts
from mtexplain.rules import MISSING, REFERENCE_LENGTHS, RULES, SMOOTHINGS, TOTALS, ZERO_WHEN, BleuRules
from mtexplain.rules.base import tokenizers_for

_MOST_CHANGES = 2
_NEAREST = 5
_LONGEST = 4
_SAME = ("method1", "method2", "method3")  # as floor, add-k and exp


@dataclass(frozen=True)
class Change:
    """A choice that differs from a named set of rules, in words and as fields with their new values."""

    name: str
    wording: str
    fields: Mapping[str, Any]


def _one_hot(n: int) -> dict[str, object]:
    weights = None if n == 1 else tuple(Fraction(int(order == n)) for order in range(1, n + 1))
    return {"max_n": n, "weights": weights}


def changes() -> Iterator[Change]:
    """Yield all changes, except to tokenisers that need Java, in the order of the steps that compute a score."""
    for name in tokenizers_for(RULES):
        yield Change("tokenize", f"tokens: {name}", {"tokenize": name})
    for value, wording in ((False, "case kept"), (True, "lower-cased"), ("ascii", "A to Z lower-cased")):
        yield Change("lowercase", wording, {"lowercase": value})
    for n in range(1, _LONGEST):
        yield Change("orders", f"BLEU-{n}", {"max_n": n})
    for n in range(2, _LONGEST + 1):
        yield Change("orders", f"p_{n} alone", _one_hot(n))
    for name in TOTALS:
        yield Change("totals", f"totals {name}", {"totals": name})
    for name in REFERENCE_LENGTHS:
        yield Change("reference_length", f"{name} reference length", {"reference_length": name})
    for name in SMOOTHINGS:
        if name not in _SAME:
            wording = "no smoothing" if name == "none" else f"smoothing {name}"
            yield Change("smoothing", wording, {"smoothing": name, "smoothing_value": None})
    for name, wording in MISSING.items():
        yield Change("missing", wording, {"missing": name})
    for name, wording in ZERO_WHEN.items():
        yield Change("zero_when", wording, {"zero_when": name})


def settings(number: int) -> Iterator[tuple[BleuRules, tuple[Change, ...]]]:
    """Yield every named set of rules with this number of changes, each of which really changes the set."""
    all_changes = list(changes())
    for base in RULES.values():
        own = base.choices
        real = [change for change in all_changes if any(own[name] != value for name, value in change.fields.items())]
        for combination in combinations(real, number):
            if len({change.name for change in combination}) == number:
                fields = {name: value for change in combination for name, value in change.fields.items()}
                yield replace(base, **fields), combination


class Counted:
    """The counts of a text, computed once for each tokenisation and case that is needed."""

    def __init__(self, candidates: Candidate, references: References) -> None:
        score: Callable[..., Bleu | CorpusBleu] = bleu if isinstance(candidates, str) else corpus_bleu
        self._way = cache(lambda **reading: _Way(score(candidates, references, **reading, max_n=5)))

    def score(self, rules: BleuRules) -> float:
        """Return the score under these rules, before it is capped at 1."""
        return self._way(tokenize=rules.tokenize, lowercase=rules.lowercase).score(rules)


class _Way:
    """The counts of a text under a tokenisation and case, which are enough to score any rules."""

    def __init__(self, trace: Bleu | CorpusBleu) -> None:
        segments = trace.segments if isinstance(trace, CorpusBleu) else (trace,)
        self._c, self._ratios, self._last = int(trace.c), trace.ratios, segments[-1].ratios
        by_totals = {totals: trace.under(replace(trace.rules, totals=totals)) for totals in TOTALS}
        self._counted = {totals: score.counted_ratios for totals, score in by_totals.items()}
        by_lengths = {name: trace.under(replace(trace.rules, reference_length=name)) for name in REFERENCE_LENGTHS}
        self._lengths = {name: score.brevity.reference_length for name, score in by_lengths.items()}

    def score(self, rules: BleuRules) -> float:
        r, counted = self._lengths[rules.reference_length], self._counted[rules.totals]
        return float(from_counts(rules, self._ratios, self._c, r, counted, self._last).uncapped)


class Match(NamedTuple):
    """A named set of rules with changes, and its score, which is not rounded and is 1 for a perfect match."""

    rules: BleuRules
    changes: tuple[Change, ...]
    score: float

    @property
    def wording(self) -> str:
        """The changes in words."""
        return ", ".join(change.wording for change in self.changes) or "as it is"


@dataclass(frozen=True, repr=False)
class WhichRules(Trace):
    """The settings that print a number, with the fewest changes to a named set. Created by `which_rules`.

    All `matches` have the same number of changes. If no settings print the number, `matches` is empty, and `nearest`
    holds the settings that come closest with at most one change. The `scale` is 1 for a number up to 1, and 100 for a
    larger number or a percentage.
    """

    reported: str
    scale: int
    distances: tuple[float, ...]
    """The distance of each of the nearest settings from the number, on its scale."""
    matches: tuple[Match, ...]
    nearest: tuple[Match, ...]
    tried: int
    best: BleuScore
    """The score under the first of the matches, or of the nearest settings."""

    @property
    def rules(self) -> BleuRules | None:
        """The first settings that print the number; None if none do."""
        return self.matches[0].rules if self.matches else None

    @property
    def headline(self) -> Headline:
        """The score under the first settings."""
        return self.best.headline

    @property
    def overview(self) -> tuple[Part, ...]:
        """The result in a sentence, and a row for each of the settings."""
        return (Prose((self._result(),)), self.table)

    def steps(self) -> tuple[Step, ...]:
        """The working of the first settings."""
        return self.best.steps()

    @property
    def table(self) -> Table:
        """A row for each combination of changes and score, with the sets of rules to which it applies."""
        groups: dict[tuple[str, float], list[str]] = {}
        for match in self.matches or self.nearest:
            groups.setdefault((match.wording, match.score), []).append(match.rules.name)
        if self.matches:
            header = columns(rules="rules", changes="changed", score="BLEU")
            rows = tuple((", ".join(names), wording, Real(score)) for (wording, score), names in groups.items())
            return Table("", header, rows, names=2)
        away = dict(zip((match.score for match in self.nearest), self.distances, strict=True))
        near = tuple(
            (", ".join(names), wording, Real(score * self.scale), Real(away[score]))
            for (wording, score), names in groups.items()
        )
        header = columns(rules="rules", changes="changed", on_scale="BLEU", distance=f"distance from {self.reported}")
        return Table(f"The nearest settings, on the scale of 0 to {self.scale}:", header, near, names=2)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Notes on how certain the result is, and on anything unusual about the score."""
        several = len({match.score for match in self.matches}) > 1
        sure = Note(
            "not-unique",
            f"Different scores round to {self.reported}. More digits, or the four precisions, may show which is meant.",
        )
        return (*([sure] if several else []), *self.best.notes)

    def to_dict(self) -> Record:
        """The result as lists, dicts, strings and numbers, ready for JSON."""
        entries = [
            {
                "rules": match.rules.name,
                "changes": [change.wording for change in match.changes],
                "score": float(match.score),
            }
            for match in self.matches or self.nearest
        ]
        record: dict[str, object] = {"reported": self.reported, "tried": self.tried}
        if self.matches:
            return record | {"matches": entries}
        near = [entry | {"distance": away} for entry, away in zip(entries, self.distances, strict=True)]
        return record | {"scale": self.scale, "nearest": near}

    def _result(self) -> str:
        names = ", ".join(dict.fromkeys(match.rules.name for match in self.matches))
        if not self.matches:
            return (
                f"None of the {self.tried:,} settings that were tried prints {self.reported}. They are the named sets "
                "of rules with up to two changes, but not with other smoothing values, other weights, a max_n above 4 "
                "or the tokenisers of other tools. It may also be the score of a different text."
            )
        if not self.matches[0].changes:
            return f"These rules print {self.reported} as they are: {names}."
        several = "one change" if len(self.matches[0].changes) == 1 else "two changes"
        return f"No set of rules prints {self.reported} as it is. With {several}, these do:"

    def __repr__(self) -> str:
        settings_found = "; ".join(f"{match.rules.name}: {match.wording}" for match in self.matches[:5]) or "none"
        return f"WhichRules({self.reported}: {settings_found})"


def which_rules(candidates: Candidate, references: References, reported: str) -> WhichRules:
    """Find the settings under which a text has a reported score, such as "24.0" or "0.2403".

    The score is rounded to as many digits as were reported, on the scales from 0 to 1 and from 0 to 100, so "1" may
    mean either. The last few of 17 digits depend on the order in which a tool adds its floats, so they may differ.
    Named sets of rules are tried as they are, then with a single change, then with two, until some settings match. With
    two changes, the text is tokenised and counted in thirty ways, which takes about ten seconds for 1,000 segments.

    >>> result = which_rules("a b c d.", ["a b c d ."], "100.0")
    >>> [match.rules.name for match in result.matches][:3]
    ['sacrebleu', 'sacrebleu-sentence', 'mteval-v13a']

    InputError if `reported` is not such a number, or if the text cannot be scored.
    """
    printed = read(reported)
    counted = Counted(candidates, references)
    matches: list[Match] = []
    tried: list[Match] = []
    for number in range(_MOST_CHANGES + 1):
        level = [Match(rules, changed, counted.score(rules)) for rules, changed in settings(number)]
        tried += level
        matches = [match for match in level if printed.fits(match.score)]
        if matches:
            break
    with_few_changes = [match for match in tried if len(match.changes) < _MOST_CHANGES]
    nearest = sorted(with_few_changes, key=lambda match: (printed.away(match.score), len(match.changes)))[:_NEAREST]
    first = (matches or nearest)[0]
    (best,) = under_each(candidates, references, [first.rules])
    away = () if matches else tuple(float(printed.away(match.score)) for match in nearest)
    return WhichRules(
        printed.text, printed.scale, away, tuple(matches), () if matches else tuple(nearest), len(tried), best
    )
