"""The fields that the rules of every metric share, which are a name, a tokeniser, the case, and a tool."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any, Literal, Self, TypeVar

from mtexplain.inputs import InputError, InputTypeError, accepts, described, listed
from mtexplain.invisible import visible
from mtexplain.settings import check_flag, check_order
from mtexplain.text import AT_ONCE, ELSEWHERE, GENERAL, OF_PACKAGES, OF_SACREBLEU, TOKENIZERS, Tokenizer

Lowercase = bool | Literal["ascii"]


Check = Callable[[object, str], object]
"""A function that checks a choice. It takes a value and its name, and returns the value or raises InputError."""


def option(check: Check, default: Any = MISSING) -> Any:
    """A field of a `Rules` class, with the check for its values."""
    return field(default=default, metadata={"check": check})


@dataclass(frozen=True)
class Rules:
    """A named set of choices. These fields say how to read a text; each metric adds fields of its own.

    >>> Rules("mine", tokenize="char").token_name
    'character'
    """

    name: str = option(lambda value, name: label(value, name) or "rules")
    tokenize: str | Tokenizer = option(lambda value, name: tokenizer_name(value), "whitespace")
    """A name from `mtexplain.text.TOKENIZERS`, or a function. A trace keeps only the name of a function."""
    lowercase: Lowercase = option(lambda value, name: check_lowercase(value), False)
    """True lower-cases both sides (`str.lower`) before tokenisation; "ascii" lower-cases only A to Z, in the tokens."""
    tool: str = option(lambda value, name: label(value, name), "")
    """The tool, with its version, that follows these rules."""

    @property
    def token_name(self) -> str:
        """The name of a token, "word" or "character"."""
        return "character" if self.tokenize in ("char", "list()") else "word"

    @property
    def language(self) -> str:
        """The language of the rules if it is not English; otherwise empty."""
        return ""

    @property
    def choices(self) -> dict[str, Any]:
        """Every choice by name. The name of the rules comes first."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def choices_unlike(self, other: Self) -> dict[str, Any]:
        """The choices that differ from those of other rules, by name.

        >>> Rules("mine", tokenize="char").choices_unlike(Rules("mine"))
        {'tokenize': 'char'}
        """
        others = other.choices
        return {name: value for name, value in self.choices.items() if others[name] != value}

    def with_choices(self, given: Mapping[str, Any]) -> Self:
        """These rules with the given choices, except choices that are None."""
        chosen = {name: value for name, value in given.items() if value is not None}
        return replace(self, **chosen) if chosen else self

    def checked(self) -> Self:
        """These rules with every choice checked, and with a custom tokeniser replaced by its name."""
        checks = {field.name: field.metadata["check"] for field in fields(self) if "check" in field.metadata}
        return replace(self, **{name: check(self.choices[name], name) for name, check in checks.items()})


Kind = TypeVar("Kind", bound=Rules)


def resolve(rules: Kind | str, known: Mapping[str, Kind], **given: object) -> tuple[Kind, Tokenizer]:
    """The rules in force and their tokeniser. Given choices override the choices of the rules; None overrides nothing.

    InputError if there are no rules of that name, or if a choice is invalid.

    >>> rules, cut = resolve("mine", {"mine": Rules("mine")}, lowercase=True, tokenize=None)
    >>> rules.lowercase, cut("The cat")
    (True, ('The', 'cat'))
    """
    chosen = resolved(rules, known, type(next(iter(known.values())))).with_choices(given)
    is_ours = any(chosen is ours for ours in known.values())  # then there is nothing to check
    return chosen if is_ours else chosen.checked(), tokenizer_of(chosen.tokenize)


def choice(known: Mapping[str, object], elsewhere: Mapping[str, str] | None = None) -> Check:
    """Return the check of a choice among known names; `elsewhere` has hints for other tools' names."""
    return lambda value, name: one_of(known, value, name, elsewhere)


def order(fix: str) -> Check:
    """Return the check of an n-gram length, with advice for its error message."""
    return lambda value, name: check_order(value, name, fix)


def resolved(rules: Kind | str, known: Mapping[str, Kind], kind: type[Kind]) -> Kind:
    """The given rules, or the known rules of that name."""
    chosen: object = by_name(rules, known) if isinstance(rules, str) else rules
    if not isinstance(chosen, kind):
        raise InputTypeError("rules", described(rules), "a set of rules", f"Write rules={next(iter(known))!r}.")
    return chosen


def by_name(name: object, known: Mapping[str, Kind]) -> Kind:
    """The set of rules of that name. Upper case and _ instead of - make no difference.

    >>> by_name("MY_TOOL", {"my-tool": Rules("my-tool")}).name
    'my-tool'
    """
    key = name.lower().replace("_", "-") if isinstance(name, str) else ""
    if key not in known:
        raise InputError("rules", described(name), f"one of {listed(known)}")
    return known[key]


def one_of(known: Mapping[str, object], name: object, where: str, elsewhere: Mapping[str, str] | None = None) -> str:
    """Return a known name. The error suggests the known name for a different spelling or for another tool's name."""
    if isinstance(name, str) and name in known:
        return name
    error = InputError if isinstance(name, str) else InputTypeError
    text = name if isinstance(name, str) else described(name).partition(", ")[2]
    bare = _bare(text) if isinstance(name, str | bool | int) else ""
    meant = next((known_name for known_name in known if _bare(known_name) == bare), None)
    fix = f"Here it is called {meant!r}." if meant else (elsewhere or {}).get(bare, "")
    raise error(where, described(name), f"one of {listed(known)}", fix)


def _bare(name: str) -> str:
    """Return a name in lower case without punctuation: Add-K and add_k both become addk."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


def label(value: object, name: str) -> str:
    """Check that a value is a string, and return it."""
    if not isinstance(value, str):
        raise InputTypeError(f"rules, {name}", described(value), "a string")
    return value


def check_lowercase(value: object) -> Lowercase:
    """Check that a value is True, False or "ascii", and return it."""
    if isinstance(value, str) and value == "ascii":
        return "ascii"
    return check_flag(value, "lowercase", "True or False, or 'ascii' for A to Z only")


def tokenizer_of(name: object) -> Tokenizer:
    """The tokeniser of that name, or the function itself. InputError if it is neither a known name nor a function.

    >>> tokenizer_of("13a")("a cat.")
    ('a', 'cat', '.')
    """
    if callable(name):
        if not accepts(name, ""):
            raise InputTypeError("tokenize", f"{tokenizer_name(name)}, which does not take a string alone", _KNOWN)
        return name
    if not isinstance(name, str):
        raise InputTypeError("tokenize", described(name), _KNOWN)
    if name not in TOKENIZERS:
        raise InputError("tokenize", described(name), _KNOWN, _advice(name.lower().replace("_", "-")))
    return TOKENIZERS[name]


def _advice(name: str) -> str:
    """Advice on a name that another tool uses, given in lower case; empty for any other name.

    >>> _advice("none"), _advice("14a")
    ("Here it is called 'whitespace'.", '')
    """
    meant = ELSEWHERE.get(name, name)
    if meant in TOKENIZERS:
        return f"Here it is called {meant!r}."
    if name in OF_PACKAGES:
        return OF_PACKAGES[name]
    by_sacrebleu = next((tokenizer for tokenizer in OF_SACREBLEU if tokenizer.lower() == name), None)
    if by_sacrebleu is None:
        return ""
    cut = f"cut = sacrebleu.BLEU(tokenize={by_sacrebleu!r}).tokenizer"
    return f"It needs sacreBLEU. Write {cut}, then tokenize=lambda text: cut(text).split()."


def tokenizers_for(known: Mapping[str, Rules]) -> dict[str, Tokenizer]:
    """The tokenisers that a form offers for a metric with these rules, which are general or used by its tools.

    Tokenisers that are slow for a single text are left out, but can still be given by name.

    >>> list(tokenizers_for({"mine": Rules("mine", tokenize="coco")}))
    ['whitespace', '13a', 'intl', 'zh', 'char', 'coco']
    """
    named = {*GENERAL, *(rules.tokenize for rules in known.values())}.difference(AT_ONCE)
    return {name: cut for name, cut in TOKENIZERS.items() if name in named}


def tokenizer_name(tokenize: object) -> str:
    """The name that a trace keeps. A function's name ends in (), so that nobody mistakes it for one of our tokenisers.

    >>> tokenizer_name("13a"), tokenizer_name(list)
    ('13a', 'list()')
    """
    if callable(tokenize):
        return f"{visible(str(getattr(tokenize, '__qualname__', type(tokenize).__name__)))}()"
    return tokenize if isinstance(tokenize, str) else described(tokenize)


_KNOWN = f"one of {', '.join(TOKENIZERS)}, or a function from a string to a list of strings"
