"""What each field of a report says, in plain words, and what it is when computed again."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from mtexplain.display.formula import Symbol, shown
from mtexplain.display.parts import Cell, Table, Words, columns
from mtexplain.explain.tools.reports import checks
from mtexplain.explain.tools.reports.facts import ReportFacts
from mtexplain.explain.tools.reports.forms import FAIRSEQ
from mtexplain.explain.tools.reports.signatures import CHOICES, smoothing_of

_CHOICES: Mapping[str, str] = {
    "bs": "so many random samples of the segments were drawn, for the confidence interval",
    "seed": "the seed of the random samples",
    "ar": "so many trials of approximate randomization, a test that compares two systems",
    "test": "the test set, which sacreBLEU brings itself",
    "lang": "from which language into which",
    "origlang": "only segments first written in this language; non- is every other one",
    "subset": "only segments whose document matches this pattern",
    "version": "the version of sacreBLEU",
}
_VALUES: Mapping[tuple[str, str], str] = {
    ("case", "mixed"): "case kept: The and the are two words",
    ("case", "lc"): "both sides were lower-cased first (str.lower)",
    ("eff", "no"): "an order without any n-gram makes the score 0",
    ("eff", "yes"): "an order without any n-gram is left out (effective order); meant for single sentences",
    ("tok", "13a"): "marks parted from words as WMT's mteval-v13a does it: sacreBLEU's default",
    ("tok", "intl"): "every punctuation mark and symbol of Unicode parted",
    ("tok", "zh"): "every Chinese character a token, the rest as in 13a",
    ("tok", "char"): "every character a token",
    ("tok", "none"): "split at white space alone: the text was cut before, who knows how",
    ("nrefs", "var"): "some segments have more references than others",
}
_STARTS: Mapping[str, str] = {
    "ja-mecab": "Japanese words, cut by MeCab; the rest names its version and its dictionary",
    "ko-mecab": "Korean words, cut by MeCab-ko; the rest names its version and its dictionary",
    "spm": "pieces of words, cut by the SentencePiece model of FLORES-101",
    "flores101": "pieces of words, cut by the SentencePiece model of FLORES-101 (spBLEU)",
    "flores200": "pieces of words, cut by the SentencePiece model of FLORES-200 (spBLEU)",
    "spBLEU-1K": "pieces of words, cut by a SentencePiece model for 1,000 languages",
}
_SMOOTHED: Mapping[str, str] = {
    "none": "no smoothing: one order without a match makes the score 0",
    "exp": "the first order without a match counts as half a match, the next as a quarter, and so on",
    "floor": "an order without a match counts as {} of a match",
    "add-k": "{} is added to the matches and to the n-grams, from p_2 on",
}


def table(report: ReportFacts) -> Table:
    """A row for each field: its name, how it is printed, what it says, what it is when computed again."""
    header = columns(field="field", printed="as printed", says="what it says", recomputed="recomputed")
    return Table("", header, (*_numbers(report), *_choices(report)), names=3)


def _numbers(report: ReportFacts) -> Iterator[tuple[Cell, ...]]:
    printed = report.as_printed
    is_fairseq = printed.tool == FAIRSEQ
    if printed.score:
        last = len(printed.precisions)
        mean = f": BP times the geometric mean of p_1 to p_{last}" if last else ""
        yield "BLEU", printed.score.text, f"the score, from 0 to 100{mean}", _product(report)
    for label, one, says in (
        ("μ", printed.mean, "the mean score of random samples of the segments (bootstrap)"),
        ("±", printed.spread, "half the interval that holds 95 of 100 of these scores"),
    ):
        if one:
            yield label, one.text, says, None
    for n, one in enumerate(printed.precisions, 1):
        runs = "words" if n == 1 else f"runs of {n} words"
        says = f"of 100 {runs} of the candidate so many earn credit"
        if n > 1 and report.counts and report.counts.puzzle.smoothing == "add-k":
            says += ", after k was added to both numbers of the pair"
        yield Symbol("p", str(n)), one.text, says, report.counts.told(n) if report.counts else None
    says = "the brevity penalty: e^(1 - r/c) where c is below r, else 1"
    if printed.brevity:
        yield "BP", printed.brevity.text, says, _again(checks.brevity(printed))
    if printed.ratio:
        yield (
            "ratio",
            printed.ratio.text,
            "c/r: the candidate's length over the reference's",
            _again(checks.ratio(printed)),
        )
    if printed.candidate_length is not None:
        name = "syslen" if is_fairseq else "hyp_len"
        yield name, printed.candidate_length, "c: the tokens of the candidate, in all segments together", None
    if printed.reference_length is not None:
        closest = "r: the tokens of the reference, in all segments; of several references the closest in length"
        says = "r: the tokens of the reference, in all segments together" if is_fairseq else closest
        yield "reflen" if is_fairseq else "ref_len", printed.reference_length, says, None


def _choices(report: ReportFacts) -> Iterator[tuple[Cell, ...]]:
    for name, value in report.signature.items():
        yield name if name in CHOICES else Words((name,)), Words((value,)), _says(name, value, report), None


def _says(name: str, value: str, report: ReportFacts) -> str:
    if name in _CHOICES:
        return _CHOICES[name]
    if (name, value) in _VALUES:
        return _VALUES[name, value]
    if name == "nrefs":
        return "one reference for each segment" if value == "1" else "so many references for each segment"
    if name == "tok":
        return next((says for start, says in _STARTS.items() if value.startswith(start)), "a tokeniser we do not know")
    if name == "smooth":
        smoothing, number = smoothing_of(report.signature)
        says = _SMOOTHED.get(smoothing, "a smoothing we do not know")
        return says.format("a number not printed here" if number is None else shown(float(number)))
    return "a value that sacreBLEU does not write" if name in ("case", "eff") else "not a choice that sacreBLEU writes"


def _product(report: ReportFacts) -> str | None:
    span = report.allowed
    return f"{checks.written(span.middle)} ({span.span})" if span else None


def _again(value: float | Fraction | None) -> str | None:
    return None if value is None else shown(float(value))
