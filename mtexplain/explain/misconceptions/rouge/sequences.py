"""Wrong subsequences: other words than those of a longest common subsequence, with one line or several."""

from collections import Counter
from collections.abc import Callable
from functools import partial

from mtexplain.display.formula import SumOver
from mtexplain.explain.misconceptions.rouge import counting
from mtexplain.explain.misconceptions.rouge.counting import Matches
from mtexplain.explain.misconceptions.rouge.subject import MATCHES, ROUGE_L, ROUGE_L_SUM, is_, said
from mtexplain.metrics.rouge import RougeL, RougeLSum
from mtexplain.metrics.rouge import lcs as longest
from mtexplain.metrics.rouge.base import Rouge
from mtexplain.metrics.rouge.lcs import Lcs
from mtexplain.metrics.rouge.lines import Line, lines_of, unions
from mtexplain.recipe.misconception import Misconception, Smallest

_wrong = partial(Misconception, subject=ROUGE_L, place="lcs")
_wrong_union = partial(Misconception, subject=ROUGE_L_SUM, place="union")


def _by(matches: Callable[[Line, Line], int]) -> Callable[[Rouge], Matches]:
    """ROUGE-L with other matches of a reference and a candidate."""

    def lcs(texts: Rouge) -> Matches:
        if isinstance(texts, RougeL):
            return tuple(matches(reference, texts.candidate) for reference in texts.references)
        return counting.lcs(texts)

    return lcs


def _substring(reference: Line, candidate: Line) -> int:
    best, above = 0, [0] * (len(candidate) + 1)
    for word in reference:
        above = [0, *(above[j] + 1 if word == other else 0 for j, other in enumerate(candidate))]
        best = max(best, *above)
    return best


def _common(reference: Line, candidate: Line) -> int:
    return (Counter(reference) & Counter(candidate)).total()


def _same_place(reference: Line, candidate: Line) -> int:
    return sum(one == other for one, other in zip(reference, candidate, strict=False))


def _greedy(reference: Line, candidate: Line) -> int:
    """From left to right: each word of the reference is taken where the candidate has it next."""
    found = at = 0
    for word in reference:
        if word in candidate[at:]:
            at = candidate.index(word, at) + 1
            found += 1
    return found


def _all_of_them(reference: Line, candidate: Line) -> int:
    table = Lcs(reference, candidate)
    return table.number * table.length


def _of_lines(matches: Callable[[list[Line], list[Line]], int]) -> Callable[[Rouge], Matches]:
    """ROUGE-Lsum with other matches of the lines of a reference and those of the candidate."""

    def union(texts: Rouge) -> Matches:
        if isinstance(texts, RougeLSum):
            return tuple(matches(list(lines_of(one)), list(texts.lines)) for one in texts.references)
        return counting.union(texts)

    return union


def _sum(reference: list[Line], candidate: list[Line]) -> int:
    return sum(longest.length(one, other) for one in reference for other in candidate)


def _best_line(reference: list[Line], candidate: list[Line]) -> int:
    """Of each line the best subsequence; a word of the candidate counts once, as ever."""
    left, found = Counter(word for line in candidate for word in line), 0
    for one in unions(reference, candidate):
        for place, _ in max(one.found, key=len, default=()):
            found += left[one.line[place]] > 0
            left[one.line[place]] -= 1
    return found


def _line_by_line(reference: list[Line], candidate: list[Line]) -> int:
    return sum(longest.length(one, other) for one, other in zip(reference, candidate, strict=False))


SEQUENCES = (
    _wrong(
        name="longest-substring",
        title="The longest common substring",
        wrong=is_(MATCHES, said("the longest run of words that both have")),
        explanation="A subsequence may have gaps: only the order counts. A run without gaps is a substring.",
        source="course notes; Lin 2004, section 3, defines the subsequence",
        example=Smallest("a b", ("a c b",)),
        replacement=_by(_substring),
    ),
    _wrong(
        name="order-ignored",
        title="Common words, whatever their order",
        wrong=is_(MATCHES, said("words that both have")),
        explanation="Common words alone are ROUGE-1. In a subsequence they stand in the same order in both texts.",
        source="a common slip: a set of common words",
        example=Smallest("a b", ("b a",)),
        replacement=_by(_common),
    ),
    _wrong(
        name="same-place",
        title="Only words in the same place",
        wrong=is_(MATCHES, said("places with the same word in both")),
        explanation="One word more at the beginning moves all others. A subsequence asks for the order, not for the "
        "place.",
        source="a common slip: two texts laid side by side",
        example=Smallest("a", ("b a",)),
        replacement=_by(_same_place),
    ),
    _wrong(
        name="first-come",
        title="Every word taken as soon as it comes",
        wrong=is_(MATCHES, said("words of the reference, each the next one that the candidate has")),
        explanation="Who takes every word as soon as it comes may jump over many others. The table tries all ways.",
        source="a common slip: from left to right without going back",
        example=Smallest("a b", ("b a b",)),
        replacement=_by(_greedy),
    ),
    _wrong(
        name="every-subsequence",
        title="Every longest subsequence counted",
        wrong=is_(MATCHES, SumOver("longest", "LCS")),
        explanation="Where there are several longest subsequences, only one counts, whichever it is.",
        source='Lin 2004, section 3.1, on "the gunman police killed"',
        example=Smallest("a b", ("b a",)),
        replacement=_by(_all_of_them),
    ),
)

UNIONS = (
    _wrong_union(
        name="lines-summed",
        title="Lines added, not united",
        wrong=is_(MATCHES, SumOver("lines of X and of Y", "LCS")),
        explanation="A word of the reference that two lines of the candidate have is covered once. A union counts it"
        " once, a sum twice.",
        source="Lin 2004, section 3.2: the union has w1 once, 4/5 and not 5/5",
        example=Smallest("a\na", ("a",)),
        replacement=_of_lines(_sum),
    ),
    _wrong_union(
        name="best-line",
        title="The best line alone",
        wrong=is_(MATCHES, SumOver("lines of X", said("the longest LCS with a line of Y"))),
        explanation="A line of the reference may be covered by several lines of the candidate together.",
        source="Lin 2004, section 3.2",
        example=Smallest("a\nb", ("a b",)),
        replacement=_of_lines(_best_line),
    ),
    _wrong_union(
        name="line-by-line",
        title="Line against line, in their order",
        wrong=is_(MATCHES, SumOver("i", said("LCS of line i of X and line i of Y"))),
        explanation="Each line of the reference is held against all lines of the candidate: sentences of a summary "
        "may change places.",
        source="Lin 2004, section 3.2",
        example=Smallest("a\nb", ("b",)),
        replacement=_of_lines(_line_by_line),
    ),
)
