"""Every choice two tools may make differently, as data.

`PAPER` is BLEU as Papineni et al. 2002 define it and compute their examples: tokens split at white space, case kept
as typed, n-grams up to 4, uniform weights, the closest reference length, no smoothing. Where the paper is silent we
are strict, and a note says so: of two equally close reference lengths the shorter counts, and an order without any
n-gram (0/0) counts as 0.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.settings import OneOf, check_flag, check_max_n, check_weights
from mtexplain.text import TOKENIZERS, Tokenizer
from mtexplain.unseen import visible


@dataclass(frozen=True)
class Rules:
    """A named set of choices. Frozen: to change one, give `bleu` a keyword, or use `dataclasses.replace`.

    >>> PAPER.tokenize, PAPER.max_n, PAPER.lowercase
    ('whitespace', 4, False)
    """

    name: str
    tokenize: str | Tokenizer = "whitespace"
    """A name from `mtexplain.text.TOKENIZERS`, or a function. A trace keeps a function as its name."""
    lowercase: bool = False
    """Whether both sides are lower-cased (`str.lower`) before they are cut into tokens."""
    max_n: int = 4
    """The longest n-gram counted, N in the paper."""
    weights: tuple[Fraction, ...] | None = None
    """One weight w_n for each order, 1 in all; None means uniform, 1/N each."""

    def weight(self, n: int) -> Fraction:
        """w_n, the weight of the order n."""
        return self.weights[n - 1] if self.weights else Fraction(1, self.max_n)


PAPER = Rules("paper")

RULES = {rules.name: rules for rules in (PAPER,)}

RulesSetting = Annotated[Rules | str, OneOf(RULES)]
TokenizeSetting = Annotated[str | Tokenizer | None, OneOf(TOKENIZERS)]


def rules_in_force(
    rules: Rules | str = PAPER,
    tokenize: str | Tokenizer | None = None,
    lowercase: bool | None = None,
    max_n: int | None = None,
    weights: object = None,
) -> tuple[Rules, Tokenizer]:
    """The rules after the given keywords have won over them, checked, and the tokeniser they name.

    >>> rules, tokenizer = rules_in_force(PAPER, max_n=2)
    >>> rules.max_n, rules.weight(1), tokenizer("the cat")
    (2, Fraction(1, 2), ('the', 'cat'))
    """
    if isinstance(rules, str):
        rules = named(rules)
    if not isinstance(rules, Rules):
        raise InputTypeError("rules", described(rules), "a set of rules", "Write rules=mtexplain.PAPER.")
    lower = check_flag(rules.lowercase if lowercase is None else lowercase, "lowercase")
    orders = check_max_n(rules.max_n if max_n is None else max_n)
    wanted = rules.weights if weights is None else weights
    split = rules.tokenize if tokenize is None else tokenize
    return (
        replace(
            rules,
            tokenize=tokenizer_name(split),
            lowercase=lower,
            max_n=orders,
            weights=_unless_uniform(None if wanted is None else check_weights(wanted, orders)),
        ),
        tokenizer_of(split),
    )


def _unless_uniform(weights: tuple[Fraction, ...] | None) -> tuple[Fraction, ...] | None:
    """None where all weights are equal: (1/4, 1/4, 1/4, 1/4) is what None means with four orders."""
    return None if weights and len(set(weights)) == 1 else weights


def named(name: str) -> Rules:
    """The set of rules of that name."""
    if name.lower() not in RULES:
        raise InputError("rules", described(name), f"one of {', '.join(RULES)}")
    return RULES[name.lower()]


def tokenizer_of(name: object) -> Tokenizer:
    """The tokeniser of that name, or the function itself."""
    if callable(name):
        return name
    if not isinstance(name, str):
        raise InputTypeError("tokenize", described(name), _KNOWN)
    if name not in TOKENIZERS:
        raise InputError("tokenize", described(name), _KNOWN)
    return TOKENIZERS[name]


def tokenizer_name(tokenize: object) -> str:
    """The name a trace keeps: that of a function ends in (), so that it is never taken for one of ours."""
    if callable(tokenize):
        return f"{visible(str(getattr(tokenize, '__qualname__', type(tokenize).__name__)))}()"
    return str(tokenize)


_KNOWN = f"one of {', '.join(TOKENIZERS)}, or a function from a string to a list of strings"
