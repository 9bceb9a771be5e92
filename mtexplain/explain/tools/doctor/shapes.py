"""Kinds of nesting, and the text as it should be, with a string for each candidate and references by segment."""

from collections.abc import Sequence
from typing import NamedTuple

from mtexplain.explain.tools.doctor.nesting import (
    Passed,
    are_characters,
    are_words,
    decoded,
    depths,
    is_list,
    joined,
    leaves,
    strings,
)
from mtexplain.explain.tools.doctor.pairing import Layout, Rows, layout

NAMES = ("grouped", "transposed", "flat", "sentence", "tokens", "characters", "mixed", "swapped")
"""Every shape."""


class Shape(NamedTuple):
    """The nesting of the input, and the text as it should be.

    `marks` names everything that is unusual about the nesting, because several problems may occur together. For
    example, a text may be both flat and in tokens.
    """

    name: str
    candidates: tuple[str, ...]
    layout: Layout
    marks: frozenset[str]

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The references by segment."""
        return self.layout.groups


def shape_of(candidates: object, references: object) -> Shape:
    """Return the shape of the input. Bytes are read as UTF-8.

    >>> shape_of(["the cat", "a dog"], [["the cat sat", "a dog ran"]]).name
    'transposed'
    >>> shape_of([["the", "cat"]], [[["the", "cat", "sat"]]])[:2]
    ('tokens', ('the cat',))
    """
    candidates, references = decoded(candidates), decoded(references)
    swapped = _are_swapped(candidates, references)
    if swapped:
        candidates, references = references, candidates
    texts, marks = _candidates(candidates, references)
    rows, more = _rows(texts, references, in_tokens="tokens" in marks)
    marks |= more | ({"swapped"} if swapped else set())
    if "sentence" in marks:
        group = tuple(reference for row in rows for reference in row if reference is not None)
        if not marks & {"tokens", "characters"} and not depths(references) <= {0, 1}:
            marks.add("mixed")
        marks.discard("flat")
        references_by_segment = Layout((group,), False)
    else:
        references_by_segment = layout(texts, rows)
    order = ("swapped", "characters", "tokens", "mixed", "sentence", "flat")
    name = next(
        (mark for mark in order if mark in marks), "transposed" if references_by_segment.is_transposed else "grouped"
    )
    return Shape(name, tuple(texts), references_by_segment, frozenset(marks))


def _only(numbers: set[int]) -> int:
    """Return the depth of all strings; -1 if depths differ, or if there are none."""
    return next(iter(numbers)) if len(numbers) == 1 else -1


def _are_swapped(candidates: Passed, references: Passed) -> bool:
    """True if the first argument is nested deeper, as references are, which suggests NLTK's order."""
    depth, flat = _only(depths(candidates)), _only(depths(references))
    if depth <= flat or flat < 0:
        return False
    mine, theirs = strings(candidates), strings(references)
    if (depth, flat) == (1, 0):
        return len(candidates) > 1 and not are_words(mine) and not are_characters(mine)
    if (depth, flat) == (2, 1):
        in_tokens = are_words(mine) and are_words(theirs) and any(len(row) > 1 for row in candidates if is_list(row))
        return in_tokens or (not are_words(mine) and not are_words(theirs) and len(candidates) == len(references))
    return depth == 3 and flat in (1, 2)


def _candidates(value: object, references: object) -> tuple[list[str], set[str]]:
    """Return the candidates as strings, and what is unusual about them."""
    depth = _only(depths(value))
    if not is_list(value):
        return [text(value)], {"sentence"}
    if depth == 1 and all(not is_list(item) for item in value):
        texts = [text(item) for item in value]
        if are_characters(texts):
            return [joined(texts)], {"characters", "sentence"}
        doubt = {"square"} if _may_be_lines(texts, references) else set()
        if are_words(texts) and len(texts) > 1 and _are_tokens_of_one(texts, references):
            if doubt and _look_like_lines(texts):
                return texts, doubt
            return [joined(texts)], {"tokens", "sentence"} | doubt
        return texts, set()
    rows = [strings(item) if is_list(item) else [text(item)] for item in value]
    if depth == 2 and any(are_characters(row) for row in rows):
        return [joined(row) for row in rows], {"characters"}
    if depth == 2 and are_words([word for row in rows for word in row]):
        return [joined(row) for row in rows], {"tokens"}
    return [" ".join(row) for row in rows], {"mixed"} if value else set()


def _may_be_lines(words: Sequence[str], references: object) -> bool:
    """True if the lists allow single words to be either the tokens of a sentence or lines of a single word."""
    rows = references if is_list(references) else []
    return len(words) > 1 and bool(rows) and all(is_list(row) and len(row) == len(words) for row in rows)


def _look_like_lines(words: Sequence[str]) -> bool:
    """True if most words begin or end like a sentence.

    >>> _look_like_lines(["Yes.", "No.", "maybe"]), _look_like_lines(["The", "cat", "sat."])
    (True, False)
    """
    ends = sum(len(word) > 1 and word.endswith((".", "!", "?", "…", "。", "！", "？")) for word in words)
    return 2 * max(ends, sum(word[:1].isupper() for word in words)) > len(words)


def _are_tokens_of_one(words: Sequence[str], references: Passed) -> bool:
    """True if single words are the tokens of a sentence, rather than sentences of a single word."""
    depth, texts = _only(depths(references)), strings(references)
    if depth == 2:
        return are_words(texts) and len(references) != len(words)
    return depth == 0 or (depth == 1 and len(words) not in (len(texts), len(references)))


def _rows(candidates: Sequence[str], value: Passed, *, in_tokens: bool) -> tuple[Rows, set[str]]:
    """Return the references as lists of strings, and what is unusual about them.

    None in place of a segment's references counts as an item, unless there are as many other items as candidates.

    >>> _rows(["a b", "c d"], [None, "c"], in_tokens=False), _rows(["a b"], [["a"], None], in_tokens=False)
    (([[], ['c']], {'flat'}), ([['a']], set()))
    """
    all_leaves = [leaf for leaf, _ in leaves(value)]
    if all_leaves and all(leaf is None for leaf in all_leaves):
        return [[] for _ in candidates], set()
    all_depths, texts = depths(value), strings(value)
    depth = _only(all_depths)
    spaced = in_tokens or any(" " in candidate.strip() for candidate in candidates)
    kind = "characters" if are_characters(texts) else "tokens"
    if not is_list(value):
        return [[text(value)]], {"bare-reference"} if isinstance(value, str) else set()
    given = [item for item in value if item is not None]
    value = given if len(given) == len(candidates) else value
    if depth == 1 and not any(is_list(item) for item in value):
        given_texts = [text(item) for item in given]
        if (
            len(candidates) == 1
            and spaced
            and len(given_texts) > 1
            and (are_words(given_texts) or are_characters(given_texts))
        ):
            return [[joined(given_texts)]], {kind}
        rows = [[] if item is None else [text(item)] for item in value]
        return [given_texts] if len(candidates) == 1 else rows, {"flat"}
    if depth == 2 and all(is_list(item) for item in given):
        cut = are_words(texts) and (in_tokens or len(texts) >= 2 * len(given))
        if spaced and (cut or any(are_characters(strings(row)) for row in value)):
            sentences = [_sentence(row) for row in value]
            alone = len(candidates) == 1
            return [sentences] if alone else [[sentence] for sentence in sentences], {kind}
        return [[item if item is None else text(item) for item in row or ()] for row in value], set()
    if depth == 3 and (are_words(texts) or are_characters(texts)):
        return [[_sentence(item) for item in row] if is_list(row) else [] for row in value], {kind}
    rows = [[] if item is None else strings(item) if is_list(item) else [text(item)] for item in value]
    return rows, {"mixed"} if all_depths else set()


def _sentence(words: object) -> str | None:
    """Return the sentence that was split into these words; None if all words are None.

    >>> _sentence(["a", "cat"]), _sentence([]), _sentence([None])
    ('a cat', '', None)
    """
    all_leaves = [leaf for leaf, _ in leaves(words)]
    return None if all_leaves and all(leaf is None for leaf in all_leaves) else joined(strings(words))


def text(leaf: object) -> str:
    """Return a leaf as a string, and None as an empty string."""
    if isinstance(leaf, str):
        return leaf
    try:
        return "" if leaf is None or is_list(leaf) else str(leaf)
    except Exception:  # it cannot be written, such as thousands of digits or nested dicts
        return ""
