"""Document frequencies: in how many images an n-gram occurs, which is what makes it common or rare."""

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
"""Of so many images the texts are kept, to be shown."""


@dataclass(frozen=True, repr=False)
class DocumentFrequencies:
    """Of a number of images, how many have an n-gram in one of their references (Vedantam et al. 2015, equation 1).

    `documents` is |I|, the number of images; `counts` says for each n-gram how many of them have it, from 1 to |I|.
    `max_n` is the length of the longest n-grams that were counted, `reading` how the texts were cut, where it is
    known; `images` are the texts themselves, where they are few. Make one with `document_frequencies`.

    >>> frequencies = count_documents([[("a", "cat")], [("a", "dog"), ("a", "a")]], max_n=1)
    >>> frequencies.documents, frequencies.of(("a",)), frequencies.of(("dog",)), frequencies.of(("cow",))
    (2, 2, 1, 0)

    InputError where an n-gram is in more images than there are, or the counts are of another kind.
    """

    documents: int
    counts: Mapping[NGram, int]
    max_n: int = 4
    reading: str = ""
    images: tuple[tuple[Tokens, ...], ...] = field(default=(), compare=False)

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

    def to_dict(self) -> Record:
        """The counts as a record has them, with lists for n-grams."""
        counts = [[list(ngram), count] for ngram, count in self.counts.items()]
        facts = {"documents": self.documents, "counts": counts, "max_n": self.max_n, "reading": self.reading}
        images = [[list(text) for text in image] for image in self.images]
        return {**facts, "images": images} if images else facts

    @classmethod
    def from_dict(cls, data: Any) -> "DocumentFrequencies":
        """The document frequencies that `to_dict` wrote, checked. Document frequencies are returned unchanged."""
        if isinstance(data, cls):
            return data
        whole = keyed(data, _WHERE, ("documents", "counts", "max_n"))
        listed = check_list(whole["counts"], f"{_WHERE}, counts", "a list of pairs: an n-gram, a number of images")
        counts = dict(_pair(pair, f"{_WHERE}, counts[{index}]") for index, pair in enumerate(listed))
        if len(counts) < len(listed):
            raise InputError(f"{_WHERE}, counts", "an n-gram that is listed twice", "each n-gram once")
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
"""How rare n-grams are: already counted; to be counted in these references, grouped by image; or in one's own."""


@lru_cache(maxsize=2**14)
def idf(documents: int, frequency: int) -> Decimal:
    """log(|I| / max(1, df)), with 40 digits; 0 or more.

    >>> float(idf(2, 1)), float(idf(2, 0)), float(idf(2, 2))
    (0.6931471805599453, 0.6931471805599453, 0.0)
    """
    return as_decimal(plain(log(number(documents) / max(1, frequency))))


def count_documents(references: Iterable[Iterable[Tokens]], max_n: int, reading: str = "") -> DocumentFrequencies:
    """The document frequencies of tokens grouped by image: an image counts once, however often it has an n-gram."""
    counts: Counter[NGram] = Counter()
    images, few, orders = 0, list[tuple[Tokens, ...]](), range(1, max_n + 1)
    for image in map(tuple, references):
        few += [image] * (images <= MOST_IMAGES)
        found_ngrams = (ngrams(tokens, n) for tokens in image for n in orders)
        counts.update(
            iter(dict.fromkeys(chain.from_iterable(found_ngrams)))
        )  # a set would forget the order of the text
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
    """In how many images each n-gram occurs, from the references of many images, grouped by image.

    The texts are cut by the rules, as for `cider`; a score that cuts its texts differently does not take these
    frequencies.

    >>> frequencies = document_frequencies([["a cat", "a red cat"], ["a dog"]])
    >>> frequencies.documents, frequencies.of(("a",)), frequencies.of(("a", "cat"))
    (2, 2, 1)

    InputError if there are no images, an image has no reference, or a text is not a string.
    """
    chosen, tokenizer = resolve_cider(rules, RULES, tokenize=tokenize, lowercase=lowercase, stem=stem, max_n=max_n)
    return _counted(references, "references", chosen, tokenizer)


def find_frequencies(
    given: object, rules: CiderRules, tokenizer: Tokenizer, references: Sequence[Sequence[Tokens]]
) -> DocumentFrequencies:
    """The document frequencies that were given; those of the texts that were given; or those of the references.

    InputError where document frequencies are of words that were cut otherwise than the rules say, or of too few orders.
    """
    if given is None:
        return count_documents(references, rules.max_n, rules.reading)
    if not isinstance(given, DocumentFrequencies):
        return _counted(given, _WHERE, rules, tokenizer)
    if given.reading and given.reading != rules.reading:
        fix = "Give document_frequencies(...) the same settings, or the references themselves in its place."
        raise InputError(_WHERE, f"those of words {given.reading}", f"those of words {rules.reading}", fix)
    if given.max_n < rules.max_n:
        fix = f"Give document_frequencies(...) max_n={rules.max_n} too."
        raise InputError(_WHERE, f"n-grams up to {given.max_n}", f"n-grams up to {rules.max_n}", fix)
    return given


def _counted(references: object, where: str, rules: CiderRules, tokenizer: Tokenizer) -> DocumentFrequencies:
    """The document frequencies of texts grouped by image, cut as the rules say."""
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


def _pair(pair: Any, where: str) -> tuple[Tokens, Any]:
    """An n-gram, and in how many images it is: to be checked with the others."""
    expected = "a pair: an n-gram, a number of images"
    both = check_list(pair, where, expected)
    if len(both) != 2:
        raise InputError(where, described(pair), expected)
    return check_tokens(both[0], where), both[1]
