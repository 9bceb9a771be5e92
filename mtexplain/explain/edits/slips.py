"""Beginner's slips, such as a capital, a punctuation mark or a missing space that keeps a word from matching."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice
from operator import or_
from string import punctuation

from mtexplain.display.parts import Prose, Words
from mtexplain.display.score import SentenceScore

_MOST = 2  # the most slips that are shown
_NAMES = {".": "full stop", ",": "comma", "?": "question mark", "!": "exclamation mark", ";": "semicolon", ":": "colon"}
_MARKS = punctuation + "“”„‘’«»…"
_UNSPACED = re.compile(r"(?=\w)[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
"""A letter of a script without spaces (Thai, Lao, Burmese, Khmer, kana or Chinese characters)."""
_LETTERS = 4  # the most such letters in a word; a longer average means several words


def slips(score: SentenceScore) -> tuple[Prose, ...]:
    """A sentence for each of the first two slips.

    >>> from mtexplain import bleu
    >>> from mtexplain.display import plain
    >>> for slip in slips(bleu("There is a mat.", ["there is a mat"])):
    ...     print(plain.prose(slip))
    "There" would match "there" if case did not count.
    "mat." would match "mat" without the full stop.
    """
    return tuple(islice(_all_slips(score), _MOST))


def _all_slips(score: SentenceScore) -> Iterator[Prose]:
    if any(map(_is_uncut, (score.candidate, *score.references))):
        yield Prose(('This text has no spaces, so a whole phrase counts as a word. Try characters (tokenize="char").',))
    have, most = Counter(score.candidate), reduce(or_, map(Counter, score.references))
    wanted = {_bare(word).casefold(): word for word in most - have}
    for word in have - most:
        other = wanted.get(_bare(word).casefold())
        if other and _bare(word):
            yield Prose((Words((word,)), " would match ", Words((other,)), f" {_but_for(word, other)}."))


def _but_for(word: str, other: str) -> str:
    """The difference between two words that differ only in case and marks."""
    mine, theirs = (token.replace(_bare(token), "") for token in (word, other))
    mark = _NAMES.get(mine + theirs, "marks")
    reasons = [f"{'without' if mine else 'with'} the {mark}"] if mine != theirs else []
    return " and ".join(reasons + ["if case did not count"] * (_bare(word) != _bare(other)))


def _bare(word: str) -> str:
    return word.strip(_MARKS)


def _is_uncut(tokens: Sequence[str]) -> bool:
    """True if the tokens are longer, on average, than words of a script without spaces can be."""
    lengths = [number for token in tokens if (number := len(_UNSPACED.findall(token)))]
    return sum(lengths) > _LETTERS * len(lengths)
