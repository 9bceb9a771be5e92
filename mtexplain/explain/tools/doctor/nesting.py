"""Strings in nested lists or other iterables, their depth, and whether they are words or characters."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeGuard

from mtexplain.inputs import InputTypeError, check_list

_DEEPEST = 8
"""The largest number of lists around a list."""
_WORD = re.compile(r"\S+")
UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_LONGEST_WORD = 30
Passed: TypeAlias = Any
"""A value as it was passed. Tools don't check it first, so code that reads it must be able to fail as the tool does."""


class Walked(list[object]):
    """The items of an iterable that is not a list, such as an array, a generator or a set.

    `passed` is the original object. A copy doesn't have it, because a generator can't be copied.
    """

    def __init__(self, items: Iterable[object], passed: Passed) -> None:
        super().__init__(items)
        self.passed = passed
        self.package, self.kind = type(passed).__module__.partition(".")[0], type(passed).__name__
        self.is_used_up = isinstance(passed, Iterator)  # it can be read only once, and has been
        self.has_tolist = hasattr(passed, "tolist")

    def __getstate__(self) -> dict[str, object]:
        return {"passed": None, "package": self.package, "kind": self.kind, "is_used_up": self.is_used_up,
                "has_tolist": self.has_tolist}  # fmt: skip


def kept(value: object, where: str, around: tuple[object, ...] = ()) -> object:
    """Return the value with its iterables turned into lists. A list made from a non-sequence keeps the original object.

    >>> kept({"a": 1}.keys(), "candidates"), kept(("a", ["b"]), "candidates")
    (['a'], ('a', ['b']))

    InputTypeError for a list inside itself, or inside too many others.
    """
    if isinstance(value, str | bytes | bytearray | Mapping) or not _can_be_walked(value):
        return value
    inside_itself = any(value is container for container in around)
    if inside_itself or len(around) > _DEEPEST:
        got = f"a list inside {'itself' if inside_itself else f'{len(around)} others'}"
        fix = "Take it out. Tools take at most three levels of lists, for segments, references and words."
        raise InputTypeError(where, got, "strings, in any kind of lists", fix)
    if isinstance(value, range):
        check_list(value, where, "strings, in any kind of lists")
    items = [kept(item, f"{where}[{index}]", (*around, value)) for index, item in enumerate(value)]
    if isinstance(value, tuple):
        return tuple(items)
    return items if isinstance(value, Sequence) else Walked(items, value)


def _can_be_walked(value: Passed) -> TypeGuard[Iterable[object]]:
    """True if a value really is iterable. An array without dimensions looks iterable, but is not."""
    try:
        iter(value)
    except TypeError:
        return False
    return isinstance(value, Iterable)


def restored(value: object) -> Passed:
    """Return a kept value with the original objects in place of the lists made from them."""
    return value.passed if isinstance(value, Walked) else _with_each(value, restored)


def is_sequence(value: object) -> bool:
    """True if the value was passed as a sequence."""
    return isinstance(value, Sequence) and not isinstance(value, Walked)


def length(value: Passed) -> int:
    """Return the length, or raise the error of the original object if it has no length."""
    return len(value.passed if isinstance(value, Walked) else value)


def first(value: Passed) -> Passed:
    """Return the first item, or raise the error of the original object if it has no first item."""
    if isinstance(value, Walked):
        value.passed[0]
    return value[0]


def decoded(value: object) -> object:
    """Return the value with bytes decoded to strings, and missing values replaced by None.

    >>> decoded([b"a cat", ("b", float("nan"))])
    ['a cat', ('b', None)]
    """
    if isinstance(value, bytes | bytearray):
        return bytes(value).decode("utf-8", "replace")
    if is_missing(value):
        return None
    return _with_each(value, decoded)


def _with_each(value: object, change: Callable[[object], object]) -> object:
    """Return a list or a tuple with each item changed. Any other value stays as it is."""
    if not is_list(value):
        return value
    items = map(change, value)
    return tuple(items) if isinstance(value, tuple) else list(items)


def is_missing(value: object) -> bool:
    """True if a value is None or one of the missing values in pandas (NaN, NA or NaT).

    >>> is_missing(None), is_missing(float("nan")), is_missing("nan"), is_missing(0.5)
    (True, True, False, False)
    """
    if value is None or isinstance(value, str | bytes | bytearray) or is_list(value):
        return value is None
    if type(value).__name__ in ("NAType", "NaTType"):
        return True
    try:
        return bool(value != value)  # only NaN is not equal to itself
    except Exception:  # a value that can't be compared is not NaN
        return False


def is_list(value: object) -> TypeGuard[list[object] | tuple[object, ...]]:
    return isinstance(value, list | tuple)


def leaves(value: object, depth: int = 0) -> Iterator[tuple[object, int]]:
    """Yield every value that is not a list, with the number of lists around it."""
    if is_list(value):
        for item in value:
            yield from leaves(item, depth + 1)
    else:
        yield value, depth


def strings(value: object) -> list[str]:
    """Return the strings in a nested list, in order.

    >>> strings(["a", ["b", None], 3])
    ['a', 'b']
    """
    return [leaf for leaf, _ in leaves(value) if isinstance(leaf, str)]


def depths(value: object) -> set[int]:
    """Return the numbers of lists around the strings, which is a single number if all are equally deep.

    >>> depths("a"), depths(["a", "b"]), depths(["a", ["b"]])
    ({0}, {1}, {1, 2})
    """
    return {depth for leaf, depth in leaves(value) if isinstance(leaf, str)}


def not_text(value: object) -> list[object]:
    """Return the values that are neither lists nor strings, nor None, which marks a missing reference."""
    return [leaf for leaf, _ in leaves(value) if leaf is not None and not isinstance(leaf, str)]


def are_words(texts: Sequence[str]) -> bool:
    """True if these look like words, not sentences, because they are short and without white space.

    >>> are_words(["the", "cat"]), are_words(["the cat", "mat"]), are_words(["猫坐在垫子上"])
    (True, False, False)
    """
    filled = [text for text in texts if text]
    return bool(filled) and not any(
        len(text) > _LONGEST_WORD or not _WORD.fullmatch(text) or (len(text) > 4 and UNSPACED.search(text))
        for text in filled
    )


def are_characters(texts: Sequence[str]) -> bool:
    """True if these are the characters of a text, each of length 1, with white space among them.

    >>> are_characters(list("a cat")), are_characters(["a", "b"])
    (True, False)
    """
    return len(texts) > 2 and all(len(text) == 1 for text in texts) and any(text.isspace() for text in texts)


def joined(words: Sequence[str]) -> str:
    """Return the sentence that was split into these words or characters."""
    return ("" if are_characters(words) else " ").join(words)
