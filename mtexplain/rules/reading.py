"""What the rules of every metric say: their name, how a text becomes tokens, and whose rules they are."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from mtexplain.inputs import InputError, InputTypeError, described, listed
from mtexplain.settings import check_flag
from mtexplain.text import AT_ONCE, ELSEWHERE, GENERAL, OF_SACREBLEU, TOKENIZERS, Tokenizer
from mtexplain.unseen import visible

Lowercase = bool | Literal["ascii"]


@dataclass(frozen=True)
class Reading:
    """A named set of choices, of which the first are how to read a text. Each metric adds its own."""

    name: str
    tokenize: str | Tokenizer = "whitespace"
    """A name from `mtexplain.text.TOKENIZERS`, or a function. A trace keeps a function as its name."""
    lowercase: Lowercase = False
    """True: both sides are lower-cased (`str.lower`) before they are cut. "ascii": A to Z alone, in the tokens."""
    tool: str = ""
    """The tool and the version that these are the rules of."""


Kind = TypeVar("Kind", bound=Reading)


def chosen(
    rules: Kind | str, known: Mapping[str, Kind], kind: type[Kind], given: Mapping[str, Any]
) -> tuple[Kind, Tokenizer]:
    """The rules after the given keywords have won over them, and the tokeniser they name. None is not given.

    What every metric's rules say is checked here, the choices of its own by the metric.

    >>> rules, cut = chosen("mine", {"mine": Reading("mine")}, Reading, {"lowercase": True, "tokenize": None})
    >>> rules.lowercase, cut("The cat")
    (True, ('The', 'cat'))
    """
    found = resolved(rules, known, kind)
    found = replace(found, **{name: value for name, value in given.items() if value is not None})
    return checked_reading(found), tokenizer_of(found.tokenize)


def resolved(rules: Kind | str, known: Mapping[str, Kind], kind: type[Kind]) -> Kind:
    """The rules themselves, or those of that name."""
    found: object = by_name(rules, known) if isinstance(rules, str) else rules
    if not isinstance(found, kind):
        raise InputTypeError("rules", described(rules), "a set of rules", f"Write rules={next(iter(known))!r}.")
    return found


def checked_reading(rules: Kind) -> Kind:
    """The same rules, their labels and their way to read a text checked, a tokeniser of one's own by its name."""
    return replace(
        rules,
        name=label(rules.name, "name") or "rules",
        tool=label(rules.tool, "tool"),
        tokenize=tokenizer_name(rules.tokenize),
        lowercase=check_lowercase(rules.lowercase),
    )


def by_name(name: str, known: Mapping[str, Kind]) -> Kind:
    """The set of rules of that name; case and _ for - make no difference.

    >>> by_name("MY_TOOL", {"my-tool": Reading("my-tool")}).name
    'my-tool'
    """
    if (key := name.lower().replace("_", "-")) not in known:
        raise InputError("rules", described(name), f"one of {listed(known)}")
    return known[key]


def one_of(known: Mapping[str, object], name: object, where: str) -> str:
    """One of the names there are."""
    if not isinstance(name, str):
        raise InputTypeError(where, described(name), f"one of {listed(known)}")
    if name not in known:
        raise InputError(where, described(name), f"one of {listed(known)}")
    return name


def label(value: object, name: str) -> str:
    """A text that names something."""
    if not isinstance(value, str):
        raise InputTypeError(f"rules, {name}", described(value), "a string")
    return value


def check_lowercase(value: object) -> Lowercase:
    """True or False, or "ascii"."""
    if value == "ascii":
        return "ascii"
    return check_flag(value, "lowercase", "True or False, or 'ascii' for A to Z alone")


def tokenizer_of(name: object) -> Tokenizer:
    """The tokeniser of that name, or the function itself."""
    if callable(name):
        return name
    if not isinstance(name, str):
        raise InputTypeError("tokenize", described(name), _KNOWN)
    if name not in TOKENIZERS:
        raise InputError("tokenize", described(name), _KNOWN, _advice(name.lower().replace("_", "-")))
    return TOKENIZERS[name]


def _advice(name: str) -> str:
    """What to write for a name that another tool has, given in lower case; nothing for any other.

    >>> _advice("none"), _advice("14a")
    ("Here it is called 'whitespace'.", '')
    """
    meant = ELSEWHERE.get(name, name)
    if meant in TOKENIZERS:
        return f"Here it is called {meant!r}."
    by_sacrebleu = next((one for one in OF_SACREBLEU if one.lower() == name), None)
    if by_sacrebleu is None:
        return ""
    cut = f"cut = sacrebleu.BLEU(tokenize={by_sacrebleu!r}).tokenizer"
    return f"It needs sacreBLEU: write {cut}, then tokenize=lambda text: cut(text).split()."


def tokenizers_for(known: Mapping[str, Reading]) -> dict[str, Tokenizer]:
    """What a form offers for a metric with these rules: the tokenisers of its tools, and the general ones.

    Those that are slow for one text are left out. Any other can be given by its name.

    >>> list(tokenizers_for({"mine": Reading("mine", tokenize="coco")}))
    ['whitespace', '13a', 'intl', 'zh', 'char', 'coco']
    """
    named = {*GENERAL, *(rules.tokenize for rules in known.values())}.difference(AT_ONCE)
    return {name: cut for name, cut in TOKENIZERS.items() if name in named}


def tokenizer_name(tokenize: object) -> str:
    """The name a trace keeps: that of a function ends in (), so that it is never taken for one of ours."""
    if callable(tokenize):
        return f"{visible(str(getattr(tokenize, '__qualname__', type(tokenize).__name__)))}()"
    return str(tokenize)


_KNOWN = f"one of {', '.join(TOKENIZERS)}, or a function from a string to a list of strings"
