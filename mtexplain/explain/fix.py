"""The smallest fix: the fewest edits after which a score of 0 is 0 no more, or an infinite one infinite no more."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from operator import itemgetter
from typing import Any

from mtexplain.display.score import SentenceScore
from mtexplain.explain.changes import Change
from mtexplain.explain.metric import Metric, scored
from mtexplain.explain.nearest import nearest
from mtexplain.explain.rewriting import shortest
from mtexplain.explain.token_edits import Edits, TokenEdit, best_of
from mtexplain.metrics.bleu import bleu

_TITLE = "The smallest fix"
_TRIED = 1000  # fixes of the same length whose scores are compared


def smallest_fix(candidate: str, references: list[str], *, metric: Metric = bleu, **settings: Any) -> Edits | None:
    """The fewest single-token edits that make a score of 0 greater than 0, each going on from the one before.

    Edits are those of `best_edits`: taking out, replacing, putting in, swapping neighbours. There are none where the
    score is above 0 already. The result is None where no edit can help, because no reference is long enough. Where one
    edit is enough, it is the one after which the score is best; where it takes more, one of the best. Perplexity is
    mended where it is infinite: every n-gram has to be one that was learned. With smoothing, where it is infinite only
    because nothing is predicted, single edits alone are tried.

    >>> fix = smallest_fix("the cat sat on the mat", ["the cat is on the mat"])
    >>> [(edit.kind, edit.position, edit.token) for edit in fix]
    [('substitute', 2, 'is')]
    >>> smallest_fix("a b c", ["a b c"]) is None
    True

    For BLEU one n-gram of the longest order has to match: its parts match then too. InputError for what the metric
    refuses.
    """
    return fix_of(scored(metric, candidate, references, settings))


def fix_of(start: SentenceScore) -> Edits | None:
    """The smallest fix of the candidate of a score."""
    if not start.is_hopeless:
        return Edits(start, (), _TITLE, one_by_one=True)
    if start.needed is None:
        edits = best_of(start, 1)
        if edits and not edits[0].after.is_hopeless:
            return replace(edits, title=_TITLE, one_by_one=True)
        return None if start.language is None else _best(start, shortest(start.candidate, start.language))
    if not start.needed:
        return None
    found = {target: nearest(start.candidate, target) for target in sorted(start.needed)}
    fewest = min(len(way) for ways in found.values() for way in ways)
    if fewest == 1:
        return Edits(start, tuple(best_of(start, 1)), _TITLE, one_by_one=True)
    return _best(start, (way for ways in found.values() for way in ways if len(way) == fewest))


def _best(start: SentenceScore, found: Iterable[tuple[Change, ...]]) -> Edits | None:
    """Of ways of the same length one of the best; None where there is none."""
    ways = {_after(start, way): way for way in islice(found, _TRIED)}
    if not ways:
        return None
    tried = list(ways)
    scores = map(start.merit, start.scores_of(tried))
    best = max(zip(scores, tried, strict=True), key=itemgetter(0))[1]
    return Edits(start, tuple(_followed(start, ways[best])), _TITLE, one_by_one=True)


def _after(start: SentenceScore, way: tuple[Change, ...]) -> tuple[str, ...]:
    tokens = start.candidate
    for change in way:
        tokens = change.applied(tokens)
    return tokens


def _followed(start: SentenceScore, way: tuple[Change, ...]) -> Iterator[TokenEdit]:
    """The edits in turn, each with the score after it."""
    score = start
    for change in way:
        score = score.with_candidate(change.applied(score.candidate))
        yield TokenEdit(change, score)
