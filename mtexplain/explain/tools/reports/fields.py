"""The meaning of each field of a report, its recomputed value, and what the report does not say.

The explanations are in fields.toml.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from mtexplain import data
from mtexplain.display.formula import Symbol, shown
from mtexplain.display.parts import Cell, Table, Words, columns
from mtexplain.explain.tools.reports.counts import LONGEST
from mtexplain.explain.tools.reports.facts import ReportFacts, brevity_of_lengths, ratio_of_lengths, written
from mtexplain.explain.tools.reports.printed import FAIRSEQ, SACREBLEU
from mtexplain.explain.tools.reports.signatures import CHOICES, smoothing_of

Row = tuple[str, str]
_SAYS: Mapping[str, Mapping[str, str]] = data.read(__package__, "fields.toml")


def table(report: ReportFacts) -> Table:
    """Return a table with the name, printed value, meaning and recomputed value of each field."""
    header = columns(field="field", printed="as printed", says="meaning", recomputed="recomputed")
    choices = [
        (name if name in CHOICES else Words((name,)), Words((value,)), _says(name, value, report), None)
        for name, value in report.signature.items()
    ]
    return Table("", header, (*_numbers(report), *choices), names=3)


def _numbers(report: ReportFacts) -> Iterator[tuple[Cell, ...]]:
    printed = report.as_printed
    is_fairseq = printed.tool == FAIRSEQ
    if printed.score:
        last = len(printed.precisions)
        mean = f": BP times the geometric mean of p_1 to p_{last}" if last else ""
        product = f"{written(report.allowed.middle)} ({report.allowed.span})" if report.allowed else None
        yield "BLEU", printed.score.text, f"the score, from 0 to 100{mean}", product
    for label, number, says in (
        ("μ", printed.mean, "the mean score of random samples of the segments (bootstrap)"),
        ("±", printed.spread, "half the width of the interval that contains 95% of these scores"),
    ):
        if number:
            yield label, number.text, says, None
    for n, number in enumerate(printed.precisions, 1):
        runs = "words" if n == 1 else f"runs of {n} words"
        says = f"the percentage of the candidate's {runs} that earn credit"
        if n > 1 and report.counts and report.counts.puzzle.smoothing == "add-k":
            says += ", after k was added to their number and to the total"
        yield Symbol("p", str(n)), number.text, says, report.counts.described(n) if report.counts else None
    if printed.brevity:
        says = "the brevity penalty, which is e^(1 - r/c) if c is below r, and otherwise 1"
        yield "BP", printed.brevity.text, says, _again(brevity_of_lengths(printed))
    if printed.ratio:
        says = "c/r, the candidate's length divided by the reference's"
        yield "ratio", printed.ratio.text, says, _again(ratio_of_lengths(printed))
    if printed.candidate_length is not None:
        name = "syslen" if is_fairseq else "hyp_len"
        yield name, printed.candidate_length, "c, the number of tokens in the candidate, in all segments together", None
    if printed.reference_length is not None:
        says = "r, the number of tokens in the reference, in all segments together"
        says += "" if is_fairseq else "; with several references, the closest in length"
        yield "reflen" if is_fairseq else "ref_len", printed.reference_length, says, None


def _says(name: str, value: str, report: ReportFacts) -> str:
    if says := _SAYS["choices"].get(name) or _SAYS["values"].get(f"{name}:{value}"):
        return says
    if name == "nrefs":
        return "one reference for each segment" if value == "1" else "the number of references for each segment"
    if name == "tok":
        starts = _SAYS["tokenizers"].items()
        return next((says for start, says in starts if value.startswith(start)), "a tokeniser unknown to mtexplain")
    if name == "smooth":
        smoothing, number = smoothing_of(report.signature)
        says = _SAYS["smoothings"].get(smoothing, "a smoothing unknown to mtexplain")
        return says.format("a number that is not printed" if number is None else shown(float(number)))
    return "a value that sacreBLEU does not write" if name in ("case", "eff") else "not a choice that sacreBLEU writes"


def _again(value: float | Fraction | None) -> str | None:
    return None if value is None else shown(float(value))


def unknown(report: ReportFacts) -> tuple[Table, ...]:
    """Return the possible counts, if the text is short enough to try them all, and a row for each unknown fact."""
    rows = (*_counts(report), *_not_printed(report), _TEXT)
    return (*_pairs(report), Table("", columns(what="what", why="why it is unknown, or what is known"), rows, names=2))


def _pairs(report: ReportFacts) -> Iterator[Table]:
    """Yield a table with the possible pairs of each order, if there are few enough to try them all."""
    if report.counts and report.counts.ways:
        header = columns(n="n", printed="printed", pairs="possible matches/total")
        orders = enumerate(report.as_printed.precisions, 1)
        rows = tuple((n, precision.text, report.counts.described(n)) for n, precision in orders)
        yield Table("", header, rows)


def _counts(report: ReportFacts) -> Iterator[Row]:
    if not report.as_printed.precisions:
        return
    ways = report.counts.ways if report.counts else None
    condition = "Here" if report.counts and report.counts.is_sure else _assumed(report)
    if ways and len(ways.found) == 1:
        yield "counts", f"{condition}, only the counts {' '.join(map(str, ways.found[0]))} give these precisions."
    elif ways and ways.found:
        several = f"{len(ways.found):,}" if ways.are_all else f"At least {len(ways.found):,}"
        yield "counts", f"The precisions are rounded. {several} combinations of counts give them."
    else:
        tried = f"(All counts are tried for texts of up to {LONGEST} words.)"
        yield "counts", f"The precisions are rounded, so several counts may give them. {tried}"
    segments = ways.segments if ways and ways.are_all else ()
    if len(segments) == 1:
        contain = "segment contains" if segments[0] == 1 else "segments contain"
        yield "segments", f"{condition}, {segments[0]} {contain} a word."
    elif segments:
        yield (
            "segments",
            (f"Between {segments[0]} and {segments[-1]} segments contain a word. A report does not say how many."),
        )
    else:
        yield "segments", "A report does not say how many there are."


def _assumed(report: ReportFacts) -> str:
    """Return the condition on which the counts depend, because the smoothing is not known exactly."""
    smoothing = report.counts.puzzle.smoothing if report.counts else ""
    if "smooth" in report.signature and smoothing in ("floor", "add-k"):
        return f"If the value of {smoothing} is exactly as printed"
    return f"If the smoothing was {smoothing}, as usual"


def _not_printed(report: ReportFacts) -> Iterator[Row]:
    """Yield the facts that the tool does not print, with explanations."""
    printed = report.as_printed
    yield from _SAYS.get(report.tool, {}).items()
    if report.tool == FAIRSEQ:
        yield "smoothing", _SAYS["smoothing"][f"fairseq, a {'sentence' if printed.sentence else 'text'}"]
    elif report.tool == SACREBLEU:
        if printed.precisions:
            yield "smoothing", _SAYS["smoothing"]["sacreBLEU"]
        if not report.signature:
            yield "tokens, case, smoothing", "They are in the signature, which is not printed here. Ask for it."
        elif printed.is_old:
            yield "effective order", _EFFECTIVE_ORDER
        if report.signature.get("tok") == "none":
            yield "tokens", "With tok:none the text is taken as tokenised already, and nothing says how."
        if not printed.precisions:
            yield "longest n-gram", "Only the number of precisions would show it. 4 is usual."


_TEXT = ("text", "It is unknown which words matched, because a report contains no words of the text.")
_EFFECTIVE_ORDER = (
    "sacreBLEU 1 does not print whether orders without n-grams were left out. By default, they are kept for a text."
)
