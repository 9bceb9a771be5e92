"""Document frequencies, the numbers of images in which n-grams occur, and inverse document frequencies."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from itertools import chain
from typing import Any

from mtexplain.counts import NGram, ngrams
from mtexplain.data import Record
from mtexplain.display.record import keyed, token_lists
from mtexplain.inputs import (
    InputError,
    InputTypeError,
    check_list,
    check_references,
    check_text,
    check_tokens,
    described,
)
from mtexplain.metrics.cider.rules import (
    RULES,
    USUAL,
    CiderRules,
    CiderSetting,
    StemSetting,
    TokenizeSetting,
    resolve_cider,
)
from mtexplain.metrics.shared import reading
from mtexplain.rules import LowercaseSetting
from mtexplain.text import Tokenizer
from mtexplain.tracing.number import as_decimal, log, number, plain

Tokens = tuple[str, ...]
_WHERE = "document_frequencies"
_MOST = 10**12
MOST_IMAGES = 6
"""The texts of at most this many images are kept, so that they can be shown."""


@dataclass(frozen=True, repr=False)
class DocumentFrequencies:
    """For each n-gram, the number of images that have it in a reference (Vedantam et al. 2015, equation 1).

    The function `document_frequencies` returns an object of this class. `documents` is |I|, the number of images, and
    `counts` maps each n-gram to its document frequency, from 1 to |I|. `max_n` is the length of the longest n-grams
    that were counted. `reading` says how the texts were tokenised, if that is known, and `images` has the texts
    themselves if there are only a few.

    >>> frequencies = count_documents([[("a", "cat")], [("a", "dog"), ("a", "a")]], max_n=1)
    >>> frequencies.documents, frequencies.of(("a",)), frequencies.of(("dog",)), frequencies.of(("cow",))
    (2, 2, 1, 0)

    Raises InputError if an n-gram is in more images than there are, or if the counts have the wrong type.
    """

    documents: int
    counts: Mapping[NGram, int]
    max_n: int = 4
    reading: str = ""
    images: tuple[tuple[Tokens, ...], ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        _check_whole(self.documents, "documents", "a whole number, the number of images", _MOST)
        _check_whole(self.max_n, "max_n", "the length of the longest n-grams that were counted", 1000)
        check_text(self.reading, f"{_WHERE}, reading")
        _check_counts(self.documents, self.counts)

    def of(self, ngram: NGram) -> int:
        """Return df, the number of images that have the n-gram in a reference; it is 0 for an unseen n-gram."""
        return self.counts.get(ngram, 0)

    def idf(self, ngram: NGram) -> float:
        """Return log(|I| / max(1, df)) as a float, from 0 for an n-gram of every image to log |I| for the rarest."""
        return float(idf(self.documents, self.of(ngram)))

    def to_dict(self) -> Record:
        """Return a record of the counts, with n-grams as lists."""
        counts = [[list(ngram), count] for ngram, count in self.counts.items()]
        facts = {"documents": self.documents, "counts": counts, "max_n": self.max_n, "reading": self.reading}
        images = [[list(text) for text in image] for image in self.images]
        return {**facts, "images": images} if images else facts

    @classmethod
    def from_dict(cls, data: Any) -> "DocumentFrequencies":
        """Return the document frequencies that `to_dict` wrote, checked. An object of this class is left as it is."""
        if isinstance(data, cls):
            return data
        whole = keyed(data, _WHERE, ("documents", "counts", "max_n"))
        listed = check_list(whole["counts"], f"{_WHERE}, counts", "a list of pairs of an n-gram and a number of images")
        counts = dict(_pair(pair, f"{_WHERE}, counts[{index}]") for index, pair in enumerate(listed))
        if len(counts) < len(listed):
            raise InputError(f"{_WHERE}, counts", "an n-gram that is listed twice", "each n-gram only once")
        reading = check_text(whole.get("reading", ""), f"{_WHERE}, reading")
        listed = check_list(whole.get("images", []), f"{_WHERE}, images", "a list of images, each a list of texts")
        each = "a list of texts, each a list of words"
        images = tuple(token_lists(image, f"{_WHERE}, images[{i}]", each) for i, image in enumerate(listed))
        return cls(whole["documents"], counts, whole["max_n"], reading, images)

    def __hash__(self) -> int:
        return hash((self.documents, len(self.counts), self.max_n, self.reading))

    def __repr__(self) -> str:
        return f"DocumentFrequencies({len(self.counts):,} n-grams of {self.documents:,} images)"


Frequencies = DocumentFrequencies | list[list[str]] | None
"""Document frequencies; references grouped by image, to count them in; or None, to count the given references."""


@lru_cache(maxsize=2**14)
def idf(documents: int, frequency: int) -> Decimal:
    """Return log(|I| / max(1, df)) with 40 digits; it is 0 or more.

    >>> float(idf(2, 1)), float(idf(2, 0)), float(idf(2, 2))
    (0.6931471805599453, 0.6931471805599453, 0.0)
    """
    return as_decimal(plain(log(number(documents) / max(1, frequency))))


def count_documents(references: Iterable[Iterable[Tokens]], max_n: int, reading: str = "") -> DocumentFrequencies:
    """Count in how many images each n-gram occurs. An image counts once, however often it has the n-gram."""
    counts: Counter[NGram] = Counter()
    images, few, orders = 0, list[tuple[Tokens, ...]](), range(1, max_n + 1)
    for image in map(tuple, references):
        few += [image] * (images <= MOST_IMAGES)
        found_ngrams = (ngrams(tokens, n) for tokens in image for n in orders)
        counts.update(iter(dict.fromkeys(chain.from_iterable(found_ngrams))))  # a set would lose the order of the text
        images += 1
    return DocumentFrequencies(images, dict(counts), max_n, reading, tuple(few) * (images <= MOST_IMAGES))


def document_frequencies(
    references: list[list[str]],
    *,
    rules: CiderSetting = USUAL,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    stem: StemSetting = None,
    max_n: int | None = None,
) -> DocumentFrequencies:
    """Count in how many images each n-gram occurs, given the references of many images, grouped by image.

    The texts are tokenised by the rules, as in `cider`. A score whose rules tokenise differently rejects these document
    frequencies.

    >>> frequencies = document_frequencies([["a cat", "a red cat"], ["a dog"]])
    >>> frequencies.documents, frequencies.of(("a",)), frequencies.of(("a", "cat"))
    (2, 2, 1)

    Raises InputError if there are no images, if an image has no reference, or if a text is not a string.
    """
    chosen, tokenizer = resolve_cider(rules, RULES, tokenize=tokenize, lowercase=lowercase, stem=stem, max_n=max_n)
    return _counted(references, "references", chosen, tokenizer)


def find_frequencies(
    given: object, rules: CiderRules, tokenizer: Tokenizer, references: Sequence[Sequence[Tokens]]
) -> DocumentFrequencies:
    """Return the given document frequencies, or count them in the given texts, or else in the references.

    Raises InputError if the given document frequencies were counted with a tokenisation that the rules do not name, or
    with shorter n-grams than the rules need.
    """
    if given is None:
        return count_documents(references, rules.max_n, rules.reading)
    if not isinstance(given, DocumentFrequencies):
        return _counted(given, _WHERE, rules, tokenizer)
    if given.reading and given.reading != rules.reading:
        fix = "Give document_frequencies(...) the same settings, or pass the references themselves instead."
        raise InputError(_WHERE, f"counts of words {given.reading}", f"counts of words {rules.reading}", fix)
    if given.max_n < rules.max_n:
        fix = f"Give document_frequencies(...) max_n={rules.max_n}, too."
        raise InputError(_WHERE, f"n-grams up to {given.max_n}", f"n-grams up to {rules.max_n}", fix)
    return given


def _counted(references: object, where: str, rules: CiderRules, tokenizer: Tokenizer) -> DocumentFrequencies:
    """Return the document frequencies of texts grouped by image, tokenised by the rules."""
    groups = check_list(references, where, f"a list of lists, {where}[i] holding the references of image i")
    images = [check_references(group, f"{where}[{i}]") for i, group in enumerate(groups)]
    if not images:
        raise InputError(where, "an empty list", "the references of at least one image")
    reading.cut_at_once(chain.from_iterable(images), rules)
    cut = (
        [reading.tokens(text, f"{where}[{i}][{j}]", rules, tokenizer) for j, text in enumerate(image)]
        for i, image in enumerate(images)
    )
    return count_documents(cut, rules.max_n, rules.reading)


def _check_whole(value: object, name: str, expected: str, most: int) -> None:
    """Check that a value is a whole number from 1 to `most`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputTypeError(f"{_WHERE}, {name}", described(value), expected)
    if not 1 <= value <= most:
        raise InputError(f"{_WHERE}, {name}", described(value), f"{expected}, from 1 to {most:,}")


def _check_counts(documents: int, counts: object) -> None:
    """Check that n-grams are tuples of words, and that none is in more images than there are."""
    where = f"{_WHERE}, counts"
    expected = "a dict that maps n-grams (tuples of words) to whole numbers (of images)"
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


def _pair(pair: Any, where: str) -> tuple[Tokens, Any]:
    """Return an n-gram and its number of images, which is checked later, together with the others."""
    expected = "a pair of an n-gram and a number of images"
    both = check_list(pair, where, expected)
    if len(both) != 2:
        raise InputError(where, described(pair), expected)
    return check_tokens(both[0], where), both[1]
