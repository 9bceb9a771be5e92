"""The occurrences of n-grams in a text, which of them earn credit, the runs they form, and numbers in words."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import takewhile
from typing import Any, TypeVar

from mtexplain.counts import NGram, ngrams

LONGEST = 20
"""Longer runs count as this long, because nobody needs to distinguish them and long texts are searched faster."""
Linked = TypeVar("Linked", bound=tuple[Any, ...])
_TIMES = {0: "not at all", 1: "once", 2: "twice"}

Place = tuple[int, ...]
"""The positions of the words of an occurrence."""
Occurrences = Iterable[tuple[NGram, Place]]
"""Each occurrence of each n-gram, or of anything else that is counted, in the order of the text."""


def ends(tokens: Sequence[str], others: Iterable[Sequence[str]]) -> list[int]:
    """For each token, the length of the longest run that ends with it and also occurs in one of the other texts.

    >>> ends("the the cat on the mat".split(), ["there is a cat on the mat".split()])
    [1, 1, 1, 2, 3, 4]
    """
    texts, lengths = list(others), [0] * len(tokens)
    for n in range(1, LONGEST + 1):
        known = {ngram for text in texts for ngram in ngrams(text, n)}
        places = [last for last, ngram in enumerate(ngrams(tokens, n), n - 1) if ngram in known]
        for last in places:
            lengths[last] = n
        if not places:
            break
    return lengths


def around(ends: Sequence[int], first: int, last: int) -> int:
    """The length of the longest run that contains the tokens from first to last; 0 if there is no such run.

    `ends` is the result of the function `ends`.

    >>> around([1, 1, 1, 2, 3, 4], 2, 3), around([1, 1, 1, 2, 3, 4], 1, 2)
    (4, 0)
    """
    if ends[last] == LONGEST and last - LONGEST < first:
        return LONGEST  # no run counts as longer, and a long text has many of these
    holding = takewhile(lambda end: end - ends[end] < first, range(last, len(ends)))
    return max((ends[end] for end in holding), default=0)


def occurrences(tokens: Sequence[str], n: int) -> Iterator[tuple[NGram, Place]]:
    """Every n-gram of a text, with the positions of its tokens.

    >>> list(occurrences("a b a".split(), 2))
    [(('a', 'b'), (0, 1)), (('b', 'a'), (1, 2))]
    """
    return zip(ngrams(tokens, n), ngrams(range(len(tokens)), n), strict=True)


def credited(
    all_occurrences: Occurrences,
    credits: Mapping[NGram, int],
    runs: Callable[[], Sequence[int]],
    longer: Collection[int] = (),
) -> dict[NGram, list[Place]]:
    """Choose the occurrences of each n-gram that earn its credits, if the n-gram occurs more often than it has credits.

    Metrics only count. To draw the counts, we first take the occurrences that are in two credited n-grams of the next
    order, then those in one; `longer` has the positions at which these n-grams begin. Then we take the occurrences in
    the longest runs of tokens that are also in one of the other texts, as `ends` finds them; if runs are equally long,
    the leftmost. `runs` is called only if there is a choice. Here the `the` of "cat on the mat" earns the credit:

    >>> tokens, reference = "the the cat on the mat".split(), "there is a cat on the mat".split()
    >>> credited(occurrences(tokens, 1), {("the",): 1, ("mat",): 1}, lambda: ends(tokens, [reference]))
    {('the',): [(4,)], ('mat',): [(5,)]}
    """
    places: dict[NGram, list[Place]] = {}
    for ngram, positions in all_occurrences:
        if credits.get(ngram):
            places.setdefault(ngram, []).append(positions)

    known = cache(runs)

    def rank(positions: Place) -> tuple[int, int]:
        leaning = (positions[0] in longer) + (positions[0] - 1 in longer)
        return -leaning, -around(known(), positions[0], positions[-1])

    for ngram, each in places.items():
        if len(each) > credits[ngram]:
            places[ngram] = sorted(sorted(each, key=rank)[: credits[ngram]])
    return places


def marked(places: Iterable[Place]) -> Place:
    """The positions of the tokens in some occurrences, without repetitions.

    >>> marked([(0, 1), (1, 2)])
    (0, 1, 2)
    """
    return tuple(dict.fromkeys(token for positions in places for token in positions))


def places(tokens: Sequence[str], ngram: NGram, most: int) -> Place:
    """The positions of the tokens in the first `most` occurrences of an n-gram.

    >>> places("a b a b".split(), ("a", "b"), 1), places("a a a".split(), ("a", "a"), 2)
    ((0, 1), (0, 1, 2))
    """
    starts = [start for start, other in enumerate(ngrams(tokens, len(ngram))) if other == ngram][:most]
    return marked(tuple(range(start, start + len(ngram))) for start in starts)


def runs_of(linked: Iterable[Linked]) -> tuple[tuple[Linked, ...], ...]:
    """Linked words, grouped in runs of words that are neighbours in both texts.

    The first two entries of each link are its positions in the two texts.

    >>> runs_of([(0, 4), (1, 5), (3, 6)])
    (((0, 4), (1, 5)), ((3, 6),))
    """
    runs: list[list[Linked]] = []
    following = (-1, -1)
    for pair in linked:
        i, j = pair[0], pair[1]
        if (i, j) == following:
            runs[-1].append(pair)
        else:
            runs.append([pair])
        following = (i + 1, j + 1)
    return tuple(map(tuple, runs))


def times(number: int) -> str:
    """A number of times in words, such as once, twice or 3 times."""
    return _TIMES.get(number, f"{number} times")


def so_many(number: int, thing: str) -> str:
    """A number with its noun, in the singular or the plural.

    >>> so_many(1, "word"), so_many(2, "word")
    ('1 word', '2 words')
    """
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
