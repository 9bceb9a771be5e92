"""Wrong weights: runs of matches that are worth something else, and the inverse left out."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

from mtexplain.display.formula import Call, Over
from mtexplain.explain.misconceptions.rouge import counting
from mtexplain.explain.misconceptions.rouge.counting import Matches
from mtexplain.explain.misconceptions.rouge.method import Share
from mtexplain.explain.misconceptions.rouge.subject import ROUGE_W, R, is_, said
from mtexplain.metrics.rouge import RougeW, lcs
from mtexplain.metrics.rouge.base import Rouge
from mtexplain.metrics.rouge.wlcs import Weights, Wlcs
from mtexplain.recipe.misconception import Misconception, Smallest

_wrong = partial(Misconception, subject=ROUGE_W, place="wlcs")


def _by(worth: Callable[[Wlcs, Weights], Fraction | int]) -> Callable[[Rouge], Matches]:
    """ROUGE-W where the matches with a reference are worth something else."""

    def wlcs(texts: Rouge) -> Matches:
        if isinstance(texts, RougeW) and not texts.by_lines:
            return tuple(worth(table, Weights(texts.weighs)) for table in texts.found)
        return counting.wlcs(texts)

    return wlcs


def _unweighted(table: Wlcs, f: Weights) -> int:
    return lcs.length(table.reference, table.candidate)


def _as_one_run(table: Wlcs, f: Weights) -> Fraction:
    return f.of(_unweighted(table, f))


def _longest_run(table: Wlcs, f: Weights) -> Fraction:
    return f.of(max(map(len, table.runs), default=0))


def _no_inverse(shares: Sequence[Share]) -> Sequence[Share]:
    return shares


RUNS = (
    _wrong(
        name="runs-not-weighted",
        title="Runs not weighted",
        wrong=is_("WLCS", "LCS"),
        explanation="k words in a row are worth f(k), such as k², not k. Only then are words in a row worth more "
        "than the same words with gaps.",
        source="Lin 2004, section 4",
        example=Smallest("a a", ("a a",)),
        replacement=_by(_unweighted),
    ),
    _wrong(
        name="f-of-the-whole",
        title="All matches taken for one run",
        wrong=is_("WLCS", Call("f", "LCS")),
        explanation="f is taken of each run, and the runs are added: 3 and 1 are worth 9 + 1 with f(k) = k². As one "
        "run of 4 they would be 16, and gaps would cost nothing: that is ROUGE-L again.",
        source="Lin 2004, section 4",
        example=Smallest("a b", ("a c b",)),
        replacement=_by(_as_one_run),
    ),
    _wrong(
        name="longest-run",
        title="The longest run alone",
        wrong=is_("WLCS", said("f of the longest run")),
        explanation="All runs count, each with its own f(k).",
        source="Lin 2004, section 4: the table adds f(k + 1) - f(k) for every match",
        example=Smallest("a b", ("a c b",)),
        replacement=_by(_longest_run),
    ),
)

INVERSES = (
    Misconception(
        subject=ROUGE_W,
        place="inverse",
        name="no-inverse",
        title="The inverse of f forgotten",
        wrong=is_(R, Over("WLCS", Call("f", "m"))),
        explanation="f(k) = k² makes squares of lengths; the root makes lengths of them again. Half of a reference "
        "in one run is worth 1/4 of the squares, and its recall is 1/2.",
        source="Lin 2004, section 4, equations 13 and 14",
        example=Smallest("a", ("a a",)),
        replacement=_no_inverse,
    ),
)
