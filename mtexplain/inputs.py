"""Checks of the inputs of a metric, and messages for inputs that it does not accept.

Every message says where the problem is, what was given, what was expected, and how to fix it.
"""

import reprlib
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from fractions import Fraction
from inspect import signature
from typing import Any, Protocol

_short = reprlib.Repr()
_short.maxstring = _short.maxother = 60
_short.maxlevel = 3
_READABLE = "a file that can be read"
_MOST_NUMBERS = 10_000_000
"""The largest length of a range, which takes no memory until its numbers are written out."""


class InputError(ValueError):
    """An input that cannot be scored. The message says where it is, what we got, what we expected and how to fix it.

    >>> print(InputError("max_n", "0", "1 or more", "BLEU-4 is max_n=4."))
    max_n: got 0; expected 1 or more. BLEU-4 is max_n=4.
    """

    def __init__(self, where: str, got: str, expected: str, fix: str = "") -> None:
        super().__init__(where, got, expected, fix)
        self.where, self.got, self.expected, self.fix = where, got, expected, fix

    def __str__(self) -> str:
        where = _cut(self.where if self.where.isprintable() else ascii(self.where)[1:-1])  # the name of a file, say
        return f"{where}: got {self.got}; expected {self.expected}." + (f" {self.fix}" if self.fix else "")


class InputTypeError(InputError, TypeError):
    """An input of the wrong type."""


def no_file(where: str, error: OSError) -> InputError:
    """Return the error for a file that can't be read, with plain words for the usual causes.

    >>> print(no_file("h.txt", FileNotFoundError()))
    h.txt: got no such file; expected a file that can be read. Check its name, and the folder you are in.
    """
    if isinstance(error, FileNotFoundError):
        return InputError(where, "no such file", _READABLE, "Check its name, and the folder you are in.")
    got = "a folder" if isinstance(error, IsADirectoryError) else error.strerror or "an error"
    return InputError(where, got, _READABLE)


def described(value: object) -> str:
    """Return a short, safe description of a value for a message.

    >>> described("the cat"), described(3), described(None)
    ("a string, 'the cat'", 'int, 3', 'None')
    """
    if value is None:
        return "None"
    if isinstance(value, str):
        return f"a string, {_short.repr(value)}"
    try:
        text = _cut(str(value)) if isinstance(value, Fraction) else " ".join(_short.repr(value).split())
    except ValueError:  # thousands of digits
        text = "too long to write"
    kind = "a fraction" if isinstance(value, Fraction) else type(value).__name__
    return f"{kind}, {text if text.isprintable() else ascii(text)}"


def _cut(text: str) -> str:
    """Return a text without its middle if it is long."""
    most = 2 * _short.maxother
    return text if len(text) <= most else f"{text[: most // 2]}...{text[-most // 2 :]}"


def listed(names: Iterable[str]) -> str:
    """Join names with commas. If a name contains a comma, all names are in quotes, as a shell needs them.

    >>> print(listed(["no", "yes"]))
    no, yes
    >>> print(listed(["words", "words, and </s>"]))
    "words", "words, and </s>"
    """
    names = list(names)
    return ", ".join(f'"{name}"' for name in names) if any("," in name for name in names) else ", ".join(names)


def check_text(value: object, where: str) -> str:
    """Check that a value is a sentence (a string that can be written as UTF-8), and return it."""
    if isinstance(value, (bytes, bytearray)):
        fix = "Decode it first: value.decode('utf-8')."
        raise InputTypeError(where, described(bytes(value)), "a string", fix)
    if isinstance(value, (list, tuple)):
        fix = "Pass a sentence, not tokens, for example ' '.join(tokens)."
        if any(isinstance(item, str) and len(item.split()) > 1 for item in value):
            fix = "These are sentences already, so there is one list too many."
        if where.startswith("candidate"):
            fix += " Candidate first, then the list of its references."
        raise InputTypeError(where, described(value), "one string", fix)
    if not isinstance(value, str):
        fix = "An empty sentence is ''." if value is None else "If it is meant as text, write it as a string."
        raise InputTypeError(where, described(value), "a string", fix)
    _check_surrogates(value, where)
    return value


def check_tokens(value: object, where: str, tokenizer: object = None) -> tuple[str, ...]:
    """Check the tokens of a sentence, which are non-empty strings. Errors name the tokeniser that cut them."""
    cut = f", cut by {tokenizer}" if tokenizer else ""
    if isinstance(value, str | range) or not isinstance(value, Sequence):
        fix = "Tokens are a list of words; a string would be scored letter by letter."
        raise InputTypeError(where + cut, described(value), "a list or tuple of strings", fix)
    if _are_tokens(value):
        return tuple(value)
    for index, token in enumerate(value):
        spot = f"{where}, token {index}{cut}"
        if not isinstance(token, str):
            raise InputTypeError(spot, described(token), "a string", "Tokens are a flat list of words.")
        if not token:
            fix = "text.split(' ') gives empty words; text.split() does not."
            raise InputError(spot, "an empty string", "at least one character", fix)
        _check_surrogates(token, spot)
    return tuple(value)


def _are_tokens(value: Sequence[Any]) -> bool:
    """True if all tokens are valid. This check is fast; a second check finds what is wrong, and where."""
    try:
        return all(value) and bool("".join(value).encode() or True)
    except (TypeError, ValueError):  # an array has no truth value
        return False


def check_references(value: object, where: str = "references") -> list[str]:
    """Check that the references of a segment are a list of at least one sentence, and return them."""
    if isinstance(value, str):
        expected, fix = "a list of strings, one for each reference", f"Write [{_short.repr(value)}]."
        raise InputTypeError(where, described(value), expected, fix)
    sentences = check_list(value, where, "a list of strings, one for each reference")
    if not sentences:
        raise InputError(where, "an empty list", "at least one reference", "A score needs something to compare with.")
    return [check_text(sentence, f"{where}[{number}]") for number, sentence in enumerate(sentences)]


def check_corpus(candidates: object, references: object, function: str = "bleu") -> tuple[list[str], list[list[str]]]:
    """Check candidates, and references grouped by segment, so that references[3] belong to candidates[3].

    `one` is the function for one sentence.
    """
    if isinstance(candidates, str):
        raise InputTypeError("candidates", described(candidates), "a list of strings, one for each segment",
                             f"For a single sentence use {function}(candidate, references).")  # fmt: skip
    sentences = check_list(candidates, "candidates", "a list of strings, one for each segment")
    texts = [check_text(sentence, f"candidates[{number}]") for number, sentence in enumerate(sentences)]
    expected = "a list of lists, references[i] holding the references of candidates[i]"
    if isinstance(references, str):
        raise InputTypeError("references", described(references), expected, "Write [[reference], [reference], ...].")
    groups = check_list(references, "references", expected)
    for number, group in enumerate(groups[: len(sentences) + 1]):
        if isinstance(group, str):
            shape = "with one each, write [[reference], [reference], ...]"
            if len(sentences) == 1 < len(groups):
                shape = "for one candidate write [[reference 1, reference 2, ...]]"
            fix = f"References are grouped by segment: {shape}."
            raise InputTypeError(f"references[{number}]", described(group), "a list of this segment's references", fix)
    if len(groups) != len(sentences):
        streams = groups and all(isinstance(g, (list, tuple)) and len(g) == len(sentences) for g in groups)
        turned = "They look transposed, with a list for each reference set. Write list(zip(*references))."
        fix = turned if streams else "References are grouped by segment, even if each segment has only one."
        raise InputError("references", f"{len(groups)} lists for {len(sentences)} candidates", expected, fix)
    if not sentences:
        raise InputError("candidates", "an empty list", "at least one segment", "A corpus score needs text.")
    return texts, [check_references(group, f"references[{number}]") for number, group in enumerate(groups)]


class Array(Protocol):
    """A numpy array or a pandas Series, which can return its values as a list."""

    def tolist(self) -> object:
        """Return the values as a list."""


def from_array(value: object) -> object:
    """Return an array or a Series as a list, and any other value unchanged."""
    return value.tolist() if hasattr(value, "tolist") else value


def accepts(function: Callable[..., object], *arguments: object, **settings: object) -> bool:
    """Return whether a function can be called with these arguments; True if its parameters are unknown.

    >>> accepts(str.split, "a cat"), accepts(lambda: [], "a cat")
    (True, False)
    """
    try:
        signature(function).bind(*arguments, **settings)
    except ValueError:
        return True
    except TypeError:
        return False
    return True


def is_among(name: object, known: Container[str]) -> bool:
    """Return whether a name is among these. Anything but a string, such as an array, may not be comparable.

    >>> is_among("cat", ["cat", "dog"]), is_among(["cat"], ["cat", "dog"])
    (True, False)
    """
    return isinstance(name, str) and name in known


def check_kind(value: object, kind: type, where: str, maker: str) -> None:
    """Check that a value is of this kind. `maker` is the function that makes such a value.

    >>> check_kind(3, str, "text", "str")
    Traceback (most recent call last):
    mtexplain.inputs.InputTypeError: text: got int, 3; expected what str() makes.
    """
    if not isinstance(value, kind):
        raise InputTypeError(where, described(value), f"what {maker}() makes")


def check_list(value: object, where: str, expected: str) -> Sequence[Any]:
    """Check that a value is a list or tuple, because its order matters, and return it."""
    if isinstance(value, (list, tuple)):
        return value
    if isinstance(value, range) and len(value) > _MOST_NUMBERS:
        raise InputError(where, described(value), f"at most {_MOST_NUMBERS:,} values")
    if isinstance(value, (set, frozenset, Mapping)):
        raise InputTypeError(where, described(value), expected, "Order matters, so pass a list.")
    if isinstance(value, (bytes, bytearray, str)) or not isinstance(value, Iterable):
        raise InputTypeError(where, described(value), expected)
    if not isinstance(value, Sequence):
        raise InputTypeError(where, described(value), expected, "Write list(...).")
    return value


def _check_surrogates(text: str, where: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        got = f"a lone surrogate, U+{ord(text[error.start]):04X}, at character {error.start}"
        fix = "It is half a character, left by a wrong decoding. Decode the bytes again, as UTF-8."
        raise InputError(where, got, "text that can be written as UTF-8", fix) from None
