"""Document frequencies: in how many images an n-gram occurs, which is what makes it common or rare."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import chain

from mtexplain import exact
from mtexplain.counts import NGram, ngrams
from mtexplain.inputs import InputError, InputTypeError, check_text, described

Tokens = tuple[str, ...]
_WHERE = "document_frequencies"

_MOST = 10**12


@dataclass(frozen=True, repr=False)
class DocumentFrequencies:
    """Of a number of images, how many have an n-gram in one of their references (Vedantam et al. 2015, equation 1).

    `documents` is |I|, the number of images; `counts` says for each n-gram how many of them have it, from 1 to |I|.
    `max_n` is the length of the longest n-grams that were counted, `reading` how the texts were cut, where it is
    known. Make one with `document_frequencies`.

    >>> frequencies = counted([[("a", "cat")], [("a", "dog"), ("a", "a")]], max_n=1)
    >>> frequencies.documents, frequencies.of(("a",)), frequencies.of(("dog",)), frequencies.of(("cow",))
    (2, 2, 1, 0)

    InputError where an n-gram is in more images than there are, or the counts are of another kind.
    """

    documents: int
    counts: Mapping[NGram, int]
    max_n: int = 4
    reading: str = ""

    def __post_init__(self) -> None:
        _check_whole(self.documents, "documents", "a whole number, how many images there are", _MOST)
        _check_whole(self.max_n, "max_n", "the length of the longest n-grams that were counted", 1000)
        check_text(self.reading, f"{_WHERE}, reading")
        _check_counts(self.documents, self.counts)

    def of(self, ngram: NGram) -> int:
        """df: how many images have this n-gram in a reference; 0 for one that was never seen."""
        return self.counts.get(ngram, 0)

    def idf(self, ngram: NGram) -> float:
        """log(|I| / max(1, df)), the nearest float: 0 for an n-gram of every image, log |I| for the rarest."""
        return float(idf(self.documents, self.of(ngram)))

    def __hash__(self) -> int:
        return hash((self.documents, len(self.counts), self.max_n, self.reading))

    def __repr__(self) -> str:
        return f"DocumentFrequencies({len(self.counts):,} n-grams of {self.documents:,} images)"


@lru_cache(maxsize=2**14)
def idf(documents: int, frequency: int) -> Decimal:
    """The inverse document frequency log(|I| / max(1, df)), with 40 digits; 0 or more (equation 1).

    The formula divides by df, which is 0 for an n-gram that no reference has. All code takes 1 there.

    >>> float(idf(2, 1)), float(idf(2, 0)), float(idf(2, 2))
    (0.6931471805599453, 0.6931471805599453, 0.0)
    """
    return exact.ln(Fraction(documents, max(1, frequency)))


@lru_cache(maxsize=2**14)
def squared_idf(documents: int, frequency: int) -> Decimal:
    """idf², which every product of two weights of one n-gram holds."""
    with exact.forty_digits():
        return idf(documents, frequency) ** 2


def counted(references: Iterable[Iterable[Tokens]], max_n: int, reading: str = "") -> DocumentFrequencies:
    """The document frequencies of tokens grouped by image: an image counts once, however often it has an n-gram."""
    counts: Counter[NGram] = Counter()
    images, orders = 0, range(1, max_n + 1)
    for image in references:
        found = (ngrams(tokens, n) for tokens in image for n in orders)
        counts.update(iter(dict.fromkeys(chain.from_iterable(found))))  # a set would forget the order of the text
        images += 1
    return DocumentFrequencies(images, dict(counts), max_n, reading)


def _check_whole(value: object, name: str, expected: str, most: int) -> None:
    """A whole number of at least 1."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputTypeError(f"{_WHERE}, {name}", described(value), expected)
    if not 1 <= value <= most:
        raise InputError(f"{_WHERE}, {name}", described(value), f"{expected}: from 1 to {most:,}")


def _check_counts(documents: int, counts: object) -> None:
    """n-grams as tuples of words, none in more images than there are."""
    where = f"{_WHERE}, counts"
    expected = "how many images have each n-gram: a dict from tuples of words to whole numbers"
    if not isinstance(counts, Mapping):
        raise InputTypeError(where, described(counts), expected)
    if not (_all(tuple, counts) and _all(str, chain.from_iterable(counts)) and _all(int, counts.values())):
        raise InputTypeError(where, described(counts), expected)
    if counts and not 1 <= min(counts.values()) <= max(counts.values()) <= documents:
        odd = next(ngram for ngram, count in counts.items() if not 1 <= count <= documents)
        got = f"{counts[odd]} for {described(' '.join(odd))}"
        raise InputError(where, got, f"a number from 1 to {documents:,}, the number of images")


def _all(kind: type, values: Iterable[object]) -> bool:
    return set(map(type, values)) <= {kind}
