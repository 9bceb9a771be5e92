"""Every choice two tools may make differently when they compute NIST.

    paper         Doddington 2002, clipped as NIST's own script does it, with tokens split at white space
    mteval-v13a   mteval-v13a.pl of the WMT evaluations
    mteval-v11b   mteval-v11b.pl, of 2004
    nltk          nltk.translate.nist_score: takes tokens, so it splits at white space here

The first is in force where nothing else is asked for.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from mtexplain.rules import Rules
from mtexplain.rules.base import choice, option, order, tokenizers_for
from mtexplain.settings import OneOf
from mtexplain.text import Tokenizer

MATCHES: Mapping[str, str] = {
    "all references": "an n-gram counts as often as the reference that has it most; L_ref is their mean length",
    "one reference": "for each order the one reference with which it shares most information; L_ref is its length",
}
ZERO_PREFIXES: Mapping[str, str] = {
    "as counted": 'a pair that begins with "0" is weighed like any other pair',
    "none": '"0" counts as no prefix: a pair that begins with it is weighed against all words, like a single word',
}

_EMPTY: frozenset[tuple[str, ...]] = frozenset({()})
_ZERO_TOO = frozenset({(), ("0",)})


@dataclass(frozen=True)
class NistRules(Rules):
    """A named set of choices for NIST. Frozen: to change one, give `nist` a keyword, or use `dataclasses.replace`.

    >>> PAPER.max_n, PAPER.matches
    (5, 'all references')
    """

    max_n: int = option(order("NIST as published is max_n=5."), 5)
    """The longest n-gram counted, N in the paper."""
    matches: str = option(choice(MATCHES), "all references")
    """Which references a segment is matched with, and how long L_ref is: a name from `MATCHES`."""
    zero_prefix: str = option(choice(ZERO_PREFIXES), "as counted")
    """What the prefix "0" counts as: a name from `ZERO_PREFIXES`."""

    @property
    def told_matches(self) -> str:
        """Which references count, in a few words."""
        return "mean reference length" if self.matches == "all references" else "one reference for each order"

    @property
    def no_prefixes(self) -> frozenset[tuple[str, ...]]:
        """The prefixes that count as none: the empty one, and in Perl, where the string "0" is false, that."""
        return _ZERO_TOO if self.zero_prefix == "none" else _EMPTY

    def beginning(self, ngram: tuple[str, ...]) -> tuple[str, ...]:
        """An n-gram without its last word; empty if what is left counts as none."""
        return () if ngram[:-1] in self.no_prefixes else ngram[:-1]


PAPER = NistRules("paper", tool="Doddington 2002")
MTEVAL_V13A = NistRules(
    "mteval-v13a", tokenize="mteval-13a", lowercase="ascii", tool="mteval-v13a.pl", zero_prefix="none"
)
MTEVAL_V11B = replace(MTEVAL_V13A, name="mteval-v11b", tokenize="mteval-11b", tool="mteval-v11b.pl")
NLTK = NistRules("nltk", tool="NLTK 3.10.4", matches="one reference")

RULES: Mapping[str, NistRules] = {rules.name: rules for rules in (PAPER, MTEVAL_V13A, MTEVAL_V11B, NLTK)}
"""Every set of rules by its name."""

RulesSetting = Annotated[NistRules | str, OneOf(RULES)]
TokenizeSetting = Annotated[str | Tokenizer | None, OneOf(tokenizers_for(RULES))]
MatchesSetting = Annotated[str | None, OneOf({name: name for name in MATCHES})]
