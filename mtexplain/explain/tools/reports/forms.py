"""What BLEU tools print, found in any text: one regular expression for each tool's line, and sacreBLEU's JSON.

Everything here is text, as it stands. Which numbers it holds, and whether they are numbers, is looked at later.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mtexplain.explain.tools.reports.signatures import BARE_NEW, BARE_OLD, CHOICES, is_of_bleu

SACREBLEU, MULTI_BLEU, FAIRSEQ = "sacreBLEU", "multi-bleu.perl", "fairseq"


class Found(NamedTuple):
    """A report as it stands in a text: the tool that prints such lines, where it starts, its pieces, still as text.

    `sentence` says that fairseq scored one sentence, `by_fairseq` that fairseq printed it for sacreBLEU.
    """

    tool: str
    start: int
    line: str
    score: str | None = None
    precisions: tuple[str, ...] = ()
    brevity: str | None = None
    ratio: str | None = None
    candidate_length: str | None = None
    reference_length: str | None = None
    mean: str | None = None
    spread: str | None = None
    signature: str = ""
    sentence: bool = False
    by_fairseq: bool = False


# Every repetition has an end or gives nothing back (++), so that no text takes long.
_NUMBER = r"[-+]?(?:\d{1,400}+(?:\.\d{0,400}+)?(?:[eE][-+]?\d{1,9})?|\.\d{1,400}+|(?i:nan|inf(?:inity)?))"
_S = r"\s{0,40}"
_START = r"(?<![A-Za-z0-9])BLEU"


def _named(name: str, word: str = "") -> str:
    """A number under a name of ours, with the tool's word for it and = in front."""
    return (rf"{word}{_S}={_S}" if word else "") + rf"(?P<{name}>{_NUMBER})"


_SCORE, _PRECISIONS = _named("score"), rf"(?P<precisions>{_NUMBER}(?:{_S}/{_S}{_NUMBER}){{0,999}}+)"
_BREVITY, _RATIO = _named("brevity", "BP"), _named("ratio", "ratio")
_HYP_LEN, _REF_LEN = _named("candidate_length", "hyp_len"), _named("reference_length", "ref_len")
_SYSLEN, _REFLEN = _named("candidate_length", "syslen"), _named("reference_length", "reflen")
_MEAN = rf"\([μµ] ?= ?{_named('mean')} ?± ?{_named('spread')}\)"
_DETAILS = rf"{_PRECISIONS}{_S}\({_S}" + r"\s{1,40}".join((_BREVITY, _RATIO, _HYP_LEN, _REF_LEN)) + rf"{_S}\)"
_COMMAS = rf",{_S}".join((_BREVITY, _RATIO, _HYP_LEN, _REF_LEN))
_FORMS = {
    # with its signature the score may stand alone
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
    """Every report in the text, in order. Where there is none, the first signature that stands alone."""
    plain = _COLOURS.sub("", text)
    found = [_of_match(tool, match) for tool, form in _PATTERNS.items() for match in form.finditer(plain)]
    found += [one for start, line, data in _objects(plain) if (one := _of_json(start, line, data))]
    if not found:
        alone = [match for form in (BARE_NEW, BARE_OLD) for match in form.finditer(plain)]
        found = [Found(SACREBLEU, one.start(), one[0], signature=one[0]) for one in alone if is_of_bleu(one[0])]
    return sorted(found, key=lambda one: one.start)


def other_metrics(text: str) -> tuple[str, ...]:
    """The names of other metrics whose reports stand in the text too, each once."""
    names = [str(data["name"]) for _, _, data in _objects(text) if _METRIC.fullmatch(str(data["name"]))]
    names += [match[1] for match in _OTHER.finditer(text)]
    return tuple(dict.fromkeys(name for name in names if name != "BLEU"))


def _of_match(tool: str, match: re.Match[str]) -> Found:
    pieces: dict[str, Any] = match.groupdict()
    pieces["precisions"] = _numbers(pieces["precisions"])
    pieces["signature"] = pieces.get("signature") or ""
    for flag in ("sentence", "by_fairseq"):
        pieces[flag] = bool(pieces.get(flag))
    return Found(tool, match.start(), match[0], **pieces)


def _of_json(start: int, line: str, data: Mapping[str, str]) -> Found | None:
    """sacreBLEU's JSON: the score, the signature, and the rest of the line as verbose_score."""
    if data["name"] != "BLEU":
        return None
    verbose = _VERBOSE.fullmatch(data.get("verbose_score", ""))
    pieces: dict[str, Any] = verbose.groupdict() if verbose else {"precisions": None}
    pieces["precisions"] = _numbers(pieces["precisions"])
    pieces |= {"mean": data.get("confidence_mean"), "spread": data.get("confidence_var")}
    signature = data.get("signature") or "|".join(f"{name}:{data[name]}" for name in CHOICES if name in data)
    return Found(SACREBLEU, start, line, score=data["score"], signature=signature, **pieces)


def _objects(text: str) -> Iterator[tuple[int, str, dict[str, str]]]:
    """The flat JSON objects that hold a metric's name and score, every value as it is written."""
    for match in _FLAT_JSON.finditer(text):
        try:
            data = json.loads(match[0], parse_float=str, parse_int=str, parse_constant=str)
        except (ValueError, RecursionError):
            continue
        texts = {key: value for key, value in data.items() if isinstance(value, str)}
        if {"name", "score"} <= set(texts):
            yield match.start(), match[0], texts


def _numbers(joined: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in joined.split("/")) if joined else ()
