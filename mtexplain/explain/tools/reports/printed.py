"""Reports of BLEU tools in any text, found with a regular expression for each tool's line, or as sacreBLEU's JSON.

A report is first found as a piece of text. Then its numbers are read, with the values that each may have had before
rounding.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeVar

from mtexplain.explain.tools.reports.signatures import BARE_NEW, BARE_OLD, CHOICES, is_of_bleu, is_old, pairs
from mtexplain.inputs import InputError, described

Read = TypeVar("Read")
SACREBLEU, MULTI_BLEU, FAIRSEQ = "sacreBLEU", "multi-bleu.perl", "fairseq"


class Found(NamedTuple):
    """A report found in a text, with its position, its parts as strings, and the tool that prints such lines.

    The parts are named like the fields of `Printed`.
    """

    tool: str
    start: int
    line: str
    pieces: Mapping[str, str | None]


# Every repetition is bounded or possessive (++), so that no text takes long.
_ANY_NUMBER = r"[-+]?(?:\d{1,400}+(?:\.\d{0,400}+)?(?:[eE][-+]?\d{1,9})?|\.\d{1,400}+|(?i:nan|inf(?:inity)?))"
_S = r"\s{0,40}"
_START = r"(?<![A-Za-z0-9])BLEU"


def _named(name: str, word: str = "") -> str:
    """Return a pattern for a number in a named group, after the tool's word for it and an equals sign."""
    return (rf"{word}{_S}={_S}" if word else "") + rf"(?P<{name}>{_ANY_NUMBER})"


_SCORE, _PRECISIONS = _named("score"), rf"(?P<precisions>{_ANY_NUMBER}(?:{_S}/{_S}{_ANY_NUMBER}){{0,999}}+)"
_BREVITY, _RATIO = _named("brevity", "BP"), _named("ratio", "ratio")
_HYP_LEN, _REF_LEN = _named("candidate_length", "hyp_len"), _named("reference_length", "ref_len")
_SYSLEN, _REFLEN = _named("candidate_length", "syslen"), _named("reference_length", "reflen")
_MEAN = rf"\([μµ] ?= ?{_named('mean')} ?± ?{_named('spread')}\)"
_DETAILS = rf"{_PRECISIONS}{_S}\({_S}" + r"\s{1,40}".join((_BREVITY, _RATIO, _HYP_LEN, _REF_LEN)) + rf"{_S}\)"
_COMMAS = rf",{_S}".join((_BREVITY, _RATIO, _HYP_LEN, _REF_LEN))
_FORMS = {
    # after a signature, the score may be alone
    SACREBLEU: rf"(?P<by_fairseq>with beam=\d{{1,9}}: )?{_START}(?P<signature>[|+][^=\n]{{1,2000}}+)?{_S}={_S}{_SCORE}"
    rf"(?:{_S}{_MEAN})?(?:\s{{1,40}}{_DETAILS}|(?(signature)(?!\w|/|\.\d)|(?!)))",
    MULTI_BLEU: rf"{_START}{_S}={_S}{_SCORE},{_S}{_PRECISIONS}{_S}\({_S}{_COMMAS}{_S}\)",
    FAIRSEQ: rf"(?P<sentence>^\d{{1,18}} )?{_START}\d{_S}={_S}{_SCORE},{_S}{_PRECISIONS}{_S}"
    rf"\({_S}{_BREVITY},{_S}(?:{_RATIO},{_S})?{_SYSLEN},{_S}{_REFLEN}{_S}\)",
}
_PATTERNS = {tool: re.compile(form, re.MULTILINE) for tool, form in _FORMS.items()}
_VERBOSE = re.compile(_S + _DETAILS)
_FLAT_JSON = re.compile(r"\{[^{}]*+\}")
_COLOURS = re.compile(r"\x1b\[[0-9;]{0,20}m")
_METRIC = re.compile(r"[A-Za-z][A-Za-z0-9+]{0,9}", re.ASCII)
_OTHER = re.compile(r"(?<![A-Za-z0-9])(chrF\d?\+{0,2}|TER)(?=[|+ ][^=\n]{0,500}=)")


def reports(text: str) -> list[Found]:
    """Return every report in the text, in order; if there is none, return the signatures without a report."""
    plain = _COLOURS.sub("", text)
    all_reports = [
        Found(tool, match.start(), match[0], match.groupdict())
        for tool, form in _PATTERNS.items()
        for match in form.finditer(plain)
    ]
    all_reports += [report for start, line, data in _objects(plain) if (report := _of_json(start, line, data))]
    if not all_reports:
        alone = [match for form in (BARE_NEW, BARE_OLD) for match in form.finditer(plain)]
        all_reports = [
            Found(SACREBLEU, match.start(), match[0], {"signature": match[0]})
            for match in alone
            if is_of_bleu(match[0])
        ]
    return sorted(all_reports, key=lambda report: report.start)


def other_metrics(text: str) -> tuple[str, ...]:
    """Return the names of other metrics that the text also reports, each once."""
    names = [str(data["name"]) for _, _, data in _objects(text) if _METRIC.fullmatch(str(data["name"]))]
    names += [match[1] for match in _OTHER.finditer(text)]
    return tuple(dict.fromkeys(name for name in names if name != "BLEU"))


def _of_json(start: int, line: str, data: Mapping[str, str]) -> Found | None:
    """Read sacreBLEU's JSON, which holds the score, the signature, and the rest of the line as verbose_score."""
    if data["name"] != "BLEU":
        return None
    verbose = _VERBOSE.fullmatch(data.get("verbose_score", ""))
    details = verbose.groupdict() if verbose else {}
    signature = data.get("signature") or "|".join(f"{name}:{data[name]}" for name in CHOICES if name in data)
    details_outside = {
        "score": data["score"],
        "mean": data.get("confidence_mean"),
        "spread": data.get("confidence_var"),
    }
    return Found(SACREBLEU, start, line, {**details, **details_outside, "signature": signature})


def _objects(text: str) -> Iterator[tuple[int, str, dict[str, str]]]:
    """Yield the flat JSON objects that hold a metric's name and score, with every value as it is written."""
    for match in _FLAT_JSON.finditer(text):
        try:
            data = json.loads(match[0], parse_float=str, parse_int=str, parse_constant=str)
        except (ValueError, RecursionError):
            continue
        texts = {key: value for key, value in data.items() if isinstance(value, str)}
        if {"name", "score"} <= set(texts):
            yield match.start(), match[0], texts


_NUMBER = re.compile(r"\d{1,30}(?:\.\d{0,30})?(?:[eE]-\d{1,2})?", re.ASCII)
_WHOLE = re.compile(r"\d{1,18}", re.ASCII)
_MEND = "Paste the report as the tool printed it."
_TINY = Fraction(1, 10**9)
"""A tolerance, because tools compute with floats, and may land on either side of a number that is halfway."""


class Number(NamedTuple):
    """A number as it was printed, with its text, its value and its number of decimals."""

    text: str
    value: Fraction
    decimals: int

    @property
    def half(self) -> Fraction:
        """Half a unit of the last digit."""
        return Fraction(1, 2 * 10**self.decimals)

    @property
    def low(self) -> Fraction:
        """The least number, but not below 0, that is printed like this."""
        return max(Fraction(0), self.value - self.half)

    @property
    def high(self) -> Fraction:
        """The greatest number that is printed like this."""
        return self.value + self.half

    def fits(self, value: float | Fraction) -> bool:
        """Return whether a value may be printed like this."""
        return self.low - _TINY <= value <= self.high + _TINY


class Printed(NamedTuple):
    """A report with its numbers read, or None for numbers that were not printed.

    `sentence` is true if fairseq scored a single sentence, and `by_fairseq` if fairseq printed sacreBLEU's line.
    """

    tool: str
    line: str
    score: Number | None
    precisions: tuple[Number, ...]
    brevity: Number | None
    ratio: Number | None
    candidate_length: int | None
    reference_length: int | None
    mean: Number | None
    spread: Number | None
    signature: Mapping[str, str]
    is_old: bool
    sentence: bool
    by_fairseq: bool

    @property
    def is_without_references(self) -> bool:
        """True for the line that multi-bleu.perl prints, without computing it, if no reference contains a word."""
        return self.tool == MULTI_BLEU and self.reference_length == 0


def number(text: str, where: str) -> Number:
    """Read a printed number, which is 0 or more.

    >>> precision = number("66.7", "p_1")
    >>> float(precision.value), float(precision.half), precision.fits(200 / 3)
    (66.7, 0.05, True)
    """
    if not _NUMBER.fullmatch(text):
        raise InputError(where, described(text), "a number of 0 or more, with at most 30 digits", _MEND)
    digits, _, power = text.lower().partition("e")
    return Number(text, Fraction(text), len(digits.partition(".")[2]) - int(power or 0))


def whole(text: str, where: str) -> int:
    """Read a printed length, which is a whole number of 0 or more."""
    if not _WHOLE.fullmatch(text):
        raise InputError(where, described(text), "a whole number of 0 or more, with at most 18 digits", _MEND)
    return int(text)


def read(report: Found) -> Printed:
    """Read the numbers of a report. InputError, which names the field, for anything that is not such a number."""

    def read_piece(name: str, where: str, read: Callable[[str, str], Read]) -> Read | None:
        text = report.pieces.get(name)
        return None if text is None else read(text, where)

    signature = report.pieces.get("signature") or ""
    precisions = report.pieces.get("precisions")
    return Printed(
        report.tool,
        report.line,
        read_piece("score", "the score", number),
        tuple(number(text.strip(), f"p_{n}") for n, text in enumerate(precisions.split("/"), 1)) if precisions else (),
        read_piece("brevity", "BP", number),
        read_piece("ratio", "the ratio", number),
        read_piece("candidate_length", "the length of the candidate", whole),
        read_piece("reference_length", "the length of the reference", whole),
        read_piece("mean", "the mean μ", number),
        read_piece("spread", "± of the mean", number),
        pairs(signature),
        is_old(signature),
        bool(report.pieces.get("sentence")),
        bool(report.pieces.get("by_fairseq")),
    )
