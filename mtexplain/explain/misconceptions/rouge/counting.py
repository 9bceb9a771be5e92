"""What ROUGE counts: the first functions of its row, from the tokens to the totals."""

from collections import Counter

from mtexplain.counts import NGram
from mtexplain.metrics.rouge import RougeL, RougeLSum, RougeW
from mtexplain.metrics.rouge.base import Rouge
from mtexplain.metrics.rouge.counted import RougeCounted
from mtexplain.recipe.numbers import Real

Matches = tuple[Real, ...]
Units = tuple[tuple[NGram, ...], ...]


def texts(trace: Rouge) -> Rouge:
    """The tokens as the rules cut them."""
    return trace


def units(texts: Rouge) -> Units:
    """What is counted in the candidate, and in each reference; nothing where words are matched in their order."""
    if isinstance(texts, RougeCounted):
        return tuple(tuple(texts.units_of(text)) for text in (texts.candidate, *texts.references))
    return ()


def overlap(units: Units) -> Matches:
    """Every unit as often as both texts have it."""
    return tuple(sum((Counter(units[0]) & Counter(other)).values()) for other in units[1:])


def lcs(texts: Rouge) -> Matches:
    """The length of the longest common subsequence."""
    return _matches(texts) if isinstance(texts, RougeL) else ()


def union(texts: Rouge) -> Matches:
    """The words of all unions that count."""
    return _matches(texts) if isinstance(texts, RougeLSum) else ()


def wlcs(texts: Rouge) -> Matches:
    """What the runs of the weighted longest common subsequence are worth."""
    return _matches(texts) if isinstance(texts, RougeW) else ()


def _matches(texts: Rouge) -> Matches:
    return tuple(one.matches for one in texts.overlaps)


def matches(overlap: Matches, lcs: Matches, union: Matches, wlcs: Matches) -> Matches | Real:
    """The matches with each reference: a number where there is one."""
    found = overlap or lcs or union or wlcs
    return found[0] if len(found) == 1 else found


def totals(texts: Rouge, units: Units) -> tuple[tuple[Real, Real], ...]:
    """For each reference m, of the reference, and n, of the candidate: the number of units, or of words; or f of it."""
    if units:
        return tuple((len(other), len(units[0])) for other in units[1:])
    return tuple((one.reference_total, one.candidate_total) for one in texts.overlaps)
