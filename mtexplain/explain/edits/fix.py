"""The smallest fix, that is, the fewest edits that make a score of 0 greater than 0, or an infinite score finite."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from operator import itemgetter

from mtexplain.counts import NGram, ngrams
from mtexplain.display.score import SentenceScore
from mtexplain.explain.edits.changes import Change
from mtexplain.explain.edits.distance import Way, nearest, shortest
from mtexplain.explain.edits.token_edits import Edits, TokenEdit, best_of, vocabulary
from mtexplain.explain.metric import Metric, scored
from mtexplain.metrics.bleu import bleu
from mtexplain.waiting import announced

_TITLE = "The smallest fix"
_TRIED = 1000  # the most fixes of equal length whose scores are compared


def smallest_fix(
    candidate: str, references: list[str], *, metric: Metric | str = bleu, **settings: object
) -> Edits | None:
    """The fewest successive edits of single tokens that make a score of 0 greater than 0.

    The edits are the same as in `best_edits` (delete, replace, insert, swap neighbours). There are none if the score is
    already above 0, and the result is None if no edits with the words of the references help. A score that is too
    small for a float counts as 0 too. For perplexity, a fix makes an infinite score finite.

    Fewer edits are never enough, whatever the rules and the smoothing. The only exception is METEOR with gamma = 1,
    under which a single match is worth nothing, so that a stem or a synonym might save an edit. If one edit is enough,
    the result is the best such edit. Otherwise, another fix of the same length may score higher.

    >>> fix = smallest_fix("the cat sat on the mat", ["the cat is on the mat"])
    >>> [(edit.kind, edit.position, edit.token) for edit in fix]
    [('substitute', 2, 'is')]
    >>> smallest_fix("a b c", ["a b c"]) is None
    True

    The candidate must contain a run of words of the references, and some rules require a length (see
    `required_ngrams`). InputError if the metric rejects its input.
    """
    return fix_of(scored(metric, candidate, references, settings))


def fix_of(start: SentenceScore) -> Edits | None:
    """The smallest fix of the candidate of a score."""
    if start.score != start.worst_score:
        return Edits(start, (), _TITLE, one_by_one=True)
    shortest_ways = _ways(start) if start.automaton is None else shortest(start.candidate, start.automaton)
    ways = {_after(start, way): way for way in islice(shortest_ways, _TRIED)}
    if not ways:
        return None
    if len(next(iter(ways.values()))) == 1:
        return replace(best_of(start, 1), title=_TITLE, one_by_one=True)
    scores = map(start.quality, start.scores_of(ways))
    best = max(zip(scores, ways, strict=True), key=itemgetter(0))[1]
    return Edits(start, tuple(_followed(start, ways[best])), _TITLE, one_by_one=True)


def _ways(start: SentenceScore) -> list[Way]:
    """The shortest ways to put a required run into the candidate, at a length for which the run is enough."""
    words, best = vocabulary(start), list[Way]()
    most = max(map(len, (start.candidate, *start.references))) + start.longest
    missing = {run: sum(word not in start.candidate for word in run) for run in start.required_ngrams}
    runs = sorted(start.required_ngrams, key=lambda run: (missing[run], run))
    for run in announced(runs, len(runs), "smallest_fix", "runs of words"):
        if most == 1 or missing[run] > most:
            break
        is_enough = cache(partial(_is_enough, start, words, run))
        if ways := nearest(start.candidate, run, is_enough, most, words[0] if words else ""):
            best = ways if len(ways[0]) < most else best + ways
            most = len(ways[0])
    return best


def _is_enough(start: SentenceScore, words: Sequence[str], run: NGram, length: int) -> bool:
    """True if a candidate of this length that has the run and no other known word beats the worst score."""
    tokens = start.candidate
    if length > len(tokens) and not words:
        return False  # there is no word to insert
    if length == len(tokens) and run in ngrams(tokens, len(run)):
        return False  # the candidate already contains the run
    (score,) = start.scores_of([run + (max(words, default="") + "\0",) * (length - len(run))])
    return score != start.worst_score


def _after(start: SentenceScore, way: tuple[Change, ...]) -> tuple[str, ...]:
    tokens = start.candidate
    for change in way:
        tokens = change.applied(tokens)
    return tokens


def _followed(start: SentenceScore, way: tuple[Change, ...]) -> Iterator[TokenEdit]:
    """Yield the edits in turn, each with the score after it."""
    score = start
    for change in way:
        score = score.with_candidate(change.applied(score.candidate))
        yield TokenEdit(change, score)
