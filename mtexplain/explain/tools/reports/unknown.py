"""What a report cannot tell: the counts, the segments, and whatever its tool does not print."""

from collections.abc import Iterator

from mtexplain.display.parts import Column, Table
from mtexplain.explain.tools.reports.facts import ReportFacts
from mtexplain.explain.tools.reports.forms import FAIRSEQ, MULTI_BLEU
from mtexplain.explain.tools.reports.ways import LONGEST

Row = tuple[str, str]


def unknown(report: ReportFacts) -> tuple[Table, ...]:
    """The counts that print so, where there are few enough to try them all; then a row for each thing not printed."""
    columns = (Column("what", "what"), Column("why", "why it cannot be known, and what can"))
    rows = (*_counts(report), *_OF_TOOL[report.tool](report), _TEXT)
    return (*_pairs(report), Table("", columns, rows, names=2))


def _pairs(report: ReportFacts) -> Iterator[Table]:
    """A row for each order: the pairs that print so."""
    if report.counts and report.counts.ways:
        columns = (Column("n", "n"), Column("printed", "printed"), Column("pairs", "matches/total that print so"))
        orders = enumerate(report.as_printed.precisions, 1)
        rows = tuple((n, one.text, report.counts.told(n)) for n, one in orders)
        yield Table("", columns, rows)


def _counts(report: ReportFacts) -> Iterator[Row]:
    if not report.as_printed.precisions:
        return
    ways = report.counts.ways if report.counts else None
    known = "Known here" if report.counts and report.counts.is_sure else _assumed(report)
    if ways and len(ways.found) == 1:
        yield "counts", f"{known}: {' '.join(map(str, ways.found[0]))} is the only way to print so."
    elif ways and ways.found:
        several = f"{len(ways.found):,}" if ways.are_all else f"more than {len(ways.found):,}"
        yield "counts", f"The precisions are rounded. {several} ways to count print as these do."
    else:
        yield "counts", f"The precisions are rounded: many counts print so. (All are tried up to {LONGEST} words.)"
    segments = ways.segments if ways and ways.are_all else ()
    if len(segments) == 1:
        yield "segments", f"{known}: {segments[0]} that hold{'s' * (segments[0] == 1)} a word."
    elif segments:
        yield "segments", f"From {segments[0]} to {segments[-1]} that hold a word; a report does not say how many."
    else:
        yield "segments", "A report does not say how many there are."


def _assumed(report: ReportFacts) -> str:
    """What the counts hang on where the smoothing is not known to the last digit."""
    smoothing = report.counts.puzzle.smoothing if report.counts else ""
    if "smooth" in report.signature and smoothing in ("floor", "add-k"):
        return f"If the number of {smoothing} is just what is printed"
    return f"If the smoothing was {smoothing}, the usual one"


def _of_sacrebleu(report: ReportFacts) -> Iterator[Row]:
    if report.as_printed.precisions:
        yield "smoothing", ("Smoothed precisions are printed like counted ones: with exp, 0/3 as 16.7. 0.0 is an order "
                            "without a match and without smoothing, or without any n-gram.")  # fmt: skip
    if not report.signature:
        yield "tokens, case, smoothing", "They stand in the signature, which is not printed here. Ask for it."
    elif report.as_printed.is_old:
        yield (
            "effective order",
            "sacreBLEU 1 does not print whether orders without n-grams were left out; for a text, no.",
        )
    if report.signature.get("tok") == "none":
        yield "tokens", "tok:none takes the text as it is cut already: nobody can say how."
    if not report.as_printed.precisions:
        yield "longest n-gram", "Only the number of precisions tells it. 4 is usual."


def _of_multi_bleu(report: ReportFacts) -> Iterator[Row]:
    yield "tokens", ("multi-bleu.perl splits at white space what it is given. How that was cut before is not known, so "
                     "the score can only be compared with scores of text that was cut the same way.")  # fmt: skip
    yield "which script", "multi-bleu-detok.perl prints the same line. It cuts the text as 13a does."
    yield "case", "Whether -lc was given, which lower-cases both sides, is not printed."
    yield "references", "How many there are is not printed."


def _of_fairseq(report: ReportFacts) -> Iterator[Row]:
    yield (
        "tokens",
        "fairseq scores what it has in its data: pieces of words, unless they were joined first (--remove-bpe, "
        "--post-process); then it splits at white space. Scores of pieces are most often higher.",
    )
    yield "unknown words", "A word of the reference that the model does not know matches nothing, not even itself."
    yield "case", "Whether fairseq-score was given --ignore-case is not printed."
    yield "references", "There is one for each segment; fairseq takes no more."
    if report.as_printed.sentence:
        yield "smoothing", "Printed for a sentence: 1 is added to matches and n-grams from p_2 on (--sentence-bleu)."
    else:
        yield "smoothing", "None: one order without a match makes the score 0."


_TEXT = ("text", "Which words matched, and which did not: a report holds no word of the text.")
_OF_TOOL = {MULTI_BLEU: _of_multi_bleu, FAIRSEQ: _of_fairseq, "sacreBLEU": _of_sacrebleu}
