"""Document frequencies from texts, and whether a score can use those it is given."""

from collections.abc import Sequence
from itertools import chain

from mtexplain.inputs import InputError, check_list, check_references
from mtexplain.metrics.cider.frequencies import DocumentFrequencies, Tokens, counted
from mtexplain.metrics.cider.rules import (
    RULES,
    USUAL,
    CiderRules,
    CiderSetting,
    StemSetting,
    TokenizeSetting,
    in_force,
)
from mtexplain.metrics.cider.signature import read_by
from mtexplain.metrics.shared import reading
from mtexplain.rules import LowercaseSetting
from mtexplain.text import Tokenizer

Frequencies = DocumentFrequencies | list[list[str]] | None
"""How rare n-grams are: already counted; to be counted in these references, grouped by image; or in one's own."""

_WHERE = "document_frequencies"


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

    The texts are cut by the rules, as for `cider`; a score that cuts its own otherwise does not take these frequencies.

    >>> frequencies = document_frequencies([["a cat", "a red cat"], ["a dog"]])
    >>> frequencies.documents, frequencies.of(("a",)), frequencies.of(("a", "cat"))
    (2, 2, 1)

    InputError where there are no images, one has no reference, or a text is none.
    """
    given = {"tokenize": tokenize, "lowercase": lowercase, "stem": stem, "max_n": max_n}
    chosen, tokenizer = in_force(rules, RULES, given)
    return _counted(references, "references", chosen, tokenizer)


def usable(
    given: object, rules: CiderRules, tokenizer: Tokenizer, references: Sequence[Sequence[Tokens]]
) -> DocumentFrequencies:
    """The document frequencies that were given; those of the texts that were given; or those of the references.

    InputError where document frequencies are of words that were cut otherwise than the rules say, or of too few orders.
    """
    if given is None:
        return counted(references, rules.max_n, read_by(rules))
    if not isinstance(given, DocumentFrequencies):
        return _counted(given, _WHERE, rules, tokenizer)
    if given.reading and given.reading != read_by(rules):
        fix = "Give document_frequencies(...) the same settings, or the references themselves in its place."
        raise InputError(_WHERE, f"those of words {given.reading}", f"those of words {read_by(rules)}", fix)
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
    return counted(cut, rules.max_n, read_by(rules))
