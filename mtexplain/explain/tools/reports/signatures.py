"""sacreBLEU's signatures, taken apart, and the rules that they describe.

    nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0     since 2.0
    #:1|c:mixed|e:no|tok:13a|s:exp|v:2.6.0                         short form
    BLEU+case.mixed+numrefs.1+smooth.exp+tok.13a+version.1.5.1     up to 1.5

The behaviour of each version is documented in sacreBLEU's CHANGELOG and in its source.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from mtexplain.display.parts import Note
from mtexplain.rules import SACREBLEU, SACREBLEU_SENTENCE, SMOOTHINGS, BleuRules

BARE_NEW = re.compile(r"(?<![\w:|#.])(?:BLEU\|)?(?:[A-Za-z#]{1,12}:[^\s|]{1,200}+\|){2,20}v(?:ersion)?:[0-9.]{1,20}+")
BARE_OLD = re.compile(r"(?<![A-Za-z0-9])BLEU(?:\+[A-Za-z#]{1,12}\.[^\s+=|]{1,200}+){2,20}")
"""A signature without a score. Only its choices show that it is a signature of BLEU."""

_LONG = {"#": "nrefs", "numrefs": "nrefs", "c": "case", "e": "eff", "s": "smooth", "v": "version", "t": "test",
         "l": "lang", "o": "origlang", "S": "subset", "rs": "seed"}  # fmt: skip
CHOICES = ("nrefs", "bs", "seed", "ar", "test", "lang", "origlang", "subset", "case", "eff", "tok", "smooth", "version")
"""The long names of all choices of sacreBLEU's BLEU."""
_TOKENIZERS = {"13a": "13a", "intl": "intl", "zh": "zh", "char": "char", "none": "whitespace"}
_SMOOTH = re.compile(r"(none|floor|add-k|exp)(?:\[(\d{1,9}(?:\.\d{0,9})?)\])?", re.ASCII)
_VERSION = re.compile(r"\d{1,3}(?:\.\d{1,3}){1,2}", re.ASCII)
_FIRST_RIGHT = (1, 4, 4)
"""The first version in which add-k starts at p_2. Earlier versions start at p_3."""
_MOST = 1000  # as mtexplain.settings has it


class Reading(NamedTuple):
    """The rules that a signature describes (None if mtexplain has no such rules), and notes on it."""

    rules: BleuRules | None
    notes: tuple[Note, ...]


def is_old(signature: str) -> bool:
    """True if a signature has the form that sacreBLEU 1 printed."""
    return signature.lstrip().startswith(("BLEU+", "+"))


def is_of_bleu(signature: str) -> bool:
    """True if a signature has the choices of BLEU, rather than of chrF or TER."""
    return {"tok", "smooth"} <= set(pairs(signature))


def pairs(signature: str) -> dict[str, str]:
    """Return the choices of a signature by their long names, in order. Unknown names stay as they are.

    >>> pairs("#:1|c:mixed|tok:13a|v:2.6.0")
    {'nrefs': '1', 'case': 'mixed', 'tok': '13a', 'version': '2.6.0'}
    >>> pairs("BLEU+case.mixed+numrefs.1+version.1.4.1")
    {'case': 'mixed', 'nrefs': '1', 'version': '1.4.1'}
    """
    between, joint = ("+", ".") if is_old(signature) else ("|", ":")
    choices: dict[str, str] = {}
    last = ""
    for part in signature.strip(" \t\r.,;)\"'").removeprefix("BLEU").split(between):
        name, joined, value = part.partition(joint)
        if joined and name.strip():
            last = _LONG.get(name.strip(), name.strip())
            choices[last] = value
        elif last:  # a subset is a regular expression, which may contain a bar
            choices[last] += between + part
    return choices


def tool(signature: Mapping[str, str]) -> str:
    """Return "sacreBLEU", with the version if it is valid."""
    version = signature.get("version", "")
    return f"sacreBLEU {version}" if _VERSION.fullmatch(version) else "sacreBLEU"


def rules_of(signature: Mapping[str, str], *, old: bool = False, max_n: int = 4, decimals: int = 2) -> Reading:
    """Return the rules under which mtexplain's `corpus_bleu` computes the score that has this signature.

    >>> rules = rules_of({"case": "lc", "eff": "no", "tok": "intl", "smooth": "floor[0.10]"}).rules
    >>> rules.tokenize, rules.lowercase, rules.smoothing, rules.name
    ('intl', True, 'floor', 'sacrebleu')
    """
    smoothing, value = smoothing_of(signature)
    reasons = tuple(_reasons(signature, smoothing, value))
    if reasons:
        return Reading(None, reasons)
    rules = replace(
        SACREBLEU_SENTENCE if signature.get("eff") == "yes" else SACREBLEU,
        tokenize=_TOKENIZERS[signature.get("tok", "13a")],
        lowercase=signature.get("case") == "lc",
        max_n=max_n,
        smoothing=smoothing,
        smoothing_value=None if value == SMOOTHINGS[smoothing] else value,
        zero_when="a factor is 0" if old else SACREBLEU.zero_when,
        form=f"{{:.{min(decimals, 99)}f}}",
        tool=tool(signature),
    )
    return Reading(rules, tuple(_assumed(signature)))


def smoothing_of(signature: Mapping[str, str]) -> tuple[str, Fraction | None]:
    """Return the smoothing and its value (None if it is not printed), or "" for an unknown smoothing.

    >>> smoothing_of({"smooth": "floor[0.25]"}), smoothing_of({"smooth": "hope"})
    (('floor', Fraction(1, 4)), ('', None))
    """
    match = _SMOOTH.fullmatch(signature.get("smooth", "exp"))
    if not match:
        return "", None
    return match[1], Fraction(match[2]) if match[2] and SMOOTHINGS[match[1]] else None


def _reasons(signature: Mapping[str, str], smoothing: str, value: Fraction | None) -> Iterator[Note]:
    """Yield the reasons why mtexplain has no such rules."""
    if signature.get("tok", "13a") not in _TOKENIZERS:
        yield Note("other-tokens", "mtexplain does not have this tokeniser, so there are no rules for this report.")
    if signature.get("case", "mixed") not in ("mixed", "lc") or signature.get("eff", "no") not in ("yes", "no"):
        yield Note("odd-signature", "The signature has a value that sacreBLEU does not write, so it gives no rules.")
    if not smoothing:
        yield Note("odd-smoothing", "mtexplain has no smoothing of this name, so there are no rules for this report.")
        return
    version = signature.get("version", "")
    version_numbers = tuple(map(int, version.split("."))) if _VERSION.fullmatch(version) else ()
    if smoothing == "floor" and value is None:
        yield Note("no-value", "The value that floor puts in place of 0 is not printed (sacreBLEU prints it since 1.5, "
                   "and earlier versions had a different default), so there are no rules for this report.")  # fmt: skip
    if smoothing == "add-k" and version_numbers and version_numbers < _FIRST_RIGHT:
        yield Note("add-k-from-3", "Before version 1.4.4, sacreBLEU added k from p_3 on, by mistake. mtexplain adds it "
                   "from p_2 on, so there are no rules for this report.")  # fmt: skip
    if value is not None and not 0 < value <= _MOST:
        size = "too large" if value else "too small to show"
        problem = f"The value of the smoothing, which is printed with two decimals, is {size}"
        yield Note("odd-value", f"{problem}, so there are no rules for this report.")


def _assumed(signature: Mapping[str, str]) -> Iterator[Note]:
    if not signature:
        yield Note("assumed", "There is no signature, so tokens, case and smoothing are not known. The rules given are "
                   "sacreBLEU's defaults, which may differ from the rules that were used.")  # fmt: skip
    elif signature.get("smooth") == "add-k":
        yield Note("assumed-k", "The k of add-k is not printed. The rules given take the usual value, 1.")
