"""NLTK's alignment: from the last word of the candidate to the first, each takes the last word it can have.

NLTK means to find the fewest crossings. This way of choosing is quick, and does not find them: for "the dog" and
"the dog the" it takes the second "the".
"""

from collections.abc import Iterable

from mtexplain.metrics.meteor.links import Chosen, Options, Pair


def last_first(options: Options, before: Iterable[Pair] = ()) -> Chosen:
    """The links that NLTK chooses from these options, whatever was chosen before.

    >>> last_first({0: (0, 2), 1: (1,)}).pairs
    ((0, 2), (1, 1))
    """
    taken: set[int] = set()
    pairs = []
    for word in reversed(options):
        free = [partner for partner in options[word] if partner not in taken]
        if free:
            taken.add(free[-1])
            pairs.append((word, free[-1]))
    return Chosen(tuple(reversed(pairs)))
