"""A text as the counts that a metric adds up over segments, from which any segments can be scored."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from inspect import isfunction
from itertools import compress, islice
from typing import get_type_hints

from mtexplain import exact
from mtexplain.explain.metric import resolve_metric, settings_of, text_metrics
from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.judging.measure import seen
from mtexplain.metrics.bleu.smoothing import METHODS
from mtexplain.metrics.shared.scores import TracedText
from mtexplain.rules import BleuRules
from mtexplain.settings import check_whole
from mtexplain.significance.generator import below, coins

CorpusMetric = Callable[..., TracedText] | str
"""A metric that adds up counts over a text, or its name."""
Scores = tuple[float, ...]
Sums = tuple[tuple[float | Fraction, ...], ...]
"""A row for each segment: the counts that a metric adds up."""
NAMES = "candidates", "baseline"
"""The names of two compared systems that have no names of their own."""
_MATCHES = ("matched", "gain")
"""Names of the numbers of matching n-grams, or of their information, in NIST and chrF."""


@dataclass(frozen=True)
class Pooled:
    """The text of a system, with the numbers of each segment that the metric adds up before it divides."""

    trace: TracedText

    @cached_property
    def rows(self) -> Sums:
        """A row with the numbers of each segment."""
        return self.trace.rows_of_sums()

    @property
    def deciding(self) -> Sums:
        """The rows without the numbers that decide little if only a few segments have them.

        BLEU multiplies its orders, so a single match can decide the score, and nothing is left out. NIST and chrF add
        their orders, so the matches are left out. The totals are kept, because an order counts in full even if only one
        segment is long enough for it.
        """
        is_product = isinstance(self.trace.rules, BleuRules)
        kept = [is_product or name not in _MATCHES for name in self.trace.names_of_sums]
        return tuple(tuple(compress(row, kept)) for row in self.rows)

    def score(self, sums: Iterable[float | Fraction]) -> float:
        """Return the score of a text with these sums, as the metric computes it."""
        return self.trace.score_of_sums(sums)

    def score_of(self, start: int, end: int) -> float:
        """Return the score of the segments from `start` to `end`, counted from 1."""
        with exact.forty_digits():
            return self.score(map(sum, zip(*self.rows[start - 1 : end], strict=True)))


def both(names: tuple[str, str], candidates: object, baseline: object) -> dict[str, object]:
    """Two systems by their names. InputError unless there are two different names."""
    given: object = names
    if not isinstance(given, tuple | list) or len({*map(str, given)}) != 2 or len(given) != 2:
        raise InputError("names", described(given), "two different names, of the candidates and of the baseline")
    return dict(zip(names, (candidates, baseline), strict=True))


def is_ahead(names: tuple[str, str], is_first: bool) -> str:
    """The beginning of a sentence, which names the system that is ahead."""
    if names == NAMES:
        return "The candidates are ahead" if is_first else "The baseline is ahead"
    name = names[0] if is_first else names[1]
    return f"{name[:1].upper()}{name[1:]} is ahead"


def pooled(
    metric: CorpusMetric, texts: object, references: Sequence[object], settings: Mapping[str, object]
) -> dict[str, Pooled]:
    """Return the checked texts of systems under a metric. Error messages name the system of a sentence."""
    function = resolve_metric(metric, _metrics)
    if not _adds_up(function):
        expected = "a metric that adds up counts over a text, which is corpus_bleu, corpus_chrf or corpus_nist"
        raise InputError("metric", getattr(function, "__name__", described(function)), expected)
    settings_of(function, settings)
    checked: dict[str, Pooled] = {}
    if not (isinstance(texts, Mapping) and texts):
        raise InputTypeError("systems", described(texts), "the sentences of each system, by its name")
    for given, text in texts.items():
        if (name := seen(given, "systems, a name")) in checked:
            raise InputError("systems", f"{name} more than once", "each system once")
        if checked and isinstance(text, list | tuple) and len(text) != len(references):
            raise InputError(name, f"{len(text)} sentences", f"{len(references)}, as many as the others have")
        try:
            checked[name] = Pooled(function(text, references, **settings))
        except InputError as error:
            raise type(error)(*(argument.replace("candidates", name) for argument in error.args)) from None
    rules = next(iter(checked.values())).trace.rules
    if isinstance(rules, BleuRules):
        method = METHODS[rules.smoothing]
        if method.needs_longer or method.needs_last or rules.totals != "as counted":
            expected = "rules that compute the score from sums over the text, such as sacreBLEU's"
            raise InputError("rules", "rules that depend on single segments, or on longer n-grams", expected)
    return checked


def _metrics() -> dict[str, Callable[..., TracedText]]:
    """Return the metrics that add up counts over a text, by name."""
    return {name: function for name, function in text_metrics().items() if _adds_up(function)}


def _adds_up(function: Callable[..., object]) -> bool:
    """True if a function returns a score computed from counts that are added up over a text."""
    kind = get_type_hints(function).get("return") if isfunction(function) else None
    return isinstance(kind, type) and issubclass(kind, TracedText) and bool(kind.added_up())


def rarest(*texts: Sequence[Sequence[float | Fraction]]) -> int:
    """Return the number of segments in which a text's rarest count is not 0. Counts that are 0 everywhere are left out.

    >>> rarest([(1, 0), (2, 1)], [(1, 0), (3, 0)])
    0
    """
    counts = [[sum(value != 0 for value in column) for column in zip(*rows, strict=True)] for rows in texts]
    return min((min(each) for each in zip(*counts, strict=True) if any(each)), default=0)


def effective_size(*texts: Sequence[Sequence[float | Fraction]]) -> float:
    """Return the effective number of segments, where the weight of a segment is what it adds to the sums (Kish 1965).

    >>> effective_size([(5, 5), (5, 5), (5, 5)]), round(effective_size([(90, 10), (0, 1)]), 2)
    (3.0, 1.02)
    """
    weights = [sum(float(count) for row in segment for count in row) for segment in zip(*texts, strict=True)]
    squares = sum(weight**2 for weight in weights)
    return sum(weights) ** 2 / squares if squares else 0.0


def draw(texts: Sequence[Pooled], draws: object, seed: object, swaps: bool = False) -> tuple[Scores, ...]:
    """The scores of each text in every draw of sacreBLEU 2.6 with this seed; with swaps, two texts swap segments."""
    number, size = check_whole(draws, "draws", 1, 1_000_000, "1000 is usual."), len(texts[0].rows)
    start = check_whole(seed, "seed", 0, 2**32 - 1, "sacreBLEU's is 12345.")
    segments = list(zip(*(text.rows for text in texts), strict=True))
    tossed, picks, scores = coins(start), below(size, start), []
    with exact.forty_digits():
        for _ in range(number):
            if swaps:
                pairs = zip(segments, islice(tossed, size), strict=True)
                drawn = [segment[::-1] if coin else segment for segment, coin in pairs]
            else:
                drawn = [segments[pick] for pick in islice(picks, size)]
            each = zip(texts, zip(*drawn, strict=True), strict=True)
            scores.append([text.score(map(sum, zip(*rows, strict=True))) for text, rows in each])
    return tuple(zip(*scores, strict=True))
