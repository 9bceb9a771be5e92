"""Scores on parts of a text, which are equal blocks, or longer and longer beginnings until a ranking is stable."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import atan, cos, pi, sin, sqrt
from operator import ne

from mtexplain.display.charts import Guide, Plot
from mtexplain.display.formula import shown
from mtexplain.display.parts import Equation, Note, Part, Prose, Table
from mtexplain.inputs import InputError
from mtexplain.metrics.bleu import corpus_bleu
from mtexplain.rules import BleuRules
from mtexplain.settings import check_whole
from mtexplain.significance.pooling import NAMES, CorpusMetric, Pooled, Scores, both, is_ahead, pooled
from mtexplain.significance.study import Listed, Study
from mtexplain.significance.verdict import LIMIT, NOISE, Verdict
from mtexplain.tracing import views
from mtexplain.tracing.number import Number, number, root, setting, sum_over
from mtexplain.tracing.steps import quantity, step

_MOST = 12  # parts that are all named below a picture
PAPER = "Papineni et al. 2002, section 3"


@dataclass(frozen=True, repr=False)
class Parts(Study):
    """The scores of named systems on parts of a text. Each part runs from one sentence to another, counted from 1."""

    places: tuple[tuple[int, int], ...]
    scores: Mapping[str, Scores]
    drawn_as, marked = "lines", property(lambda self: 0)
    in_points = property(lambda self: isinstance(self.text.rules, BleuRules) and self.text.rules.scale == 100)

    @quantity("n")
    def n(self) -> float:
        """The number of parts."""
        return len(self.places)

    @cached_property
    def rows(self) -> tuple[Scores, ...]:
        """The scores of each part."""
        return tuple(zip(*self.scores.values(), strict=True))

    @property
    def about(self) -> tuple[str, ...]:
        return (f"parts: {len(self.places)}",)

    @property
    def labels(self) -> tuple[str, list[str]]:
        return "sentences", [f"{start} to {end}" for start, end in self.places]

    @property
    def listed(self) -> Listed:
        return [*self.scores.items()]

    @property
    def picture(self) -> Part | None:
        ends, low, top = [end for _, end in self.places], min(map(min, self.rows)), max(map(max, self.rows))
        lines = {
            name: [(end / ends[-1], (score - low) / (top - low or 1)) for end, score in zip(ends, scores, strict=True)]
            for name, scores in self.scores.items()
        }
        step, chosen = ends[-1] // 6 or 1, self.marked
        ticks = ends if self.n <= _MOST else [ends[0], *range(step, ends[-1], step), ends[-1]]
        clear = [end for end in ticks if end == chosen or abs(end - chosen) > step / 4]
        guides = [Guide(end / ends[-1], str(end), end == chosen) for end in sorted({*clear, chosen} - {0})]
        alt = f"{self.score_name} of {' and '.join(lines)} on each part of the text."
        if self.in_points:
            return Plot("sentences", f"{self.score_name} × 100", f"{100 * top:.1f}", lines, guides, alt, self.drawn_as,
                        f"{100 * low:.1f}")  # fmt: skip
        return Plot("sentences", self.score_name, shown(top), lines, guides, alt, self.drawn_as, shown(low))


@dataclass(frozen=True, repr=False)
class Blocks(Parts):
    """The scores of equal blocks and, with a baseline, Student's t of the differences. Returned by `blocks`."""

    differing: int = 0
    """Number of segments in which the candidates and the baseline differ in what the metric counts."""
    drawn_as = "dots"

    @property
    def each_i(self) -> range:
        """The numbers of the blocks."""
        return range(1, len(self.places) + 1)

    @quantity("x_{i}")
    def x(self, i: int) -> float:
        """The score of a block, minus the baseline's score."""
        return setting(self.differences[i - 1])

    @step("mean", name="mean", title="Mean", source=PAPER)
    def mean_x(self) -> float:
        """When a text is cut into blocks, it has several scores, and we can see how they vary."""
        return sum_over("i", self.each_i, self.x) / self.n

    @quantity("d_{i}")
    def dx(self, i: int) -> float:
        """The distance of a value from the mean."""
        return self.x(i) - self.mean_x

    @step("var", name="deviation", title="Standard deviation", source=PAPER, summary="the root of the variance")
    def var(self) -> float:
        """d is each value's distance from the mean.

        The mean was computed from the same values, so only n - 1 distances are free.
        """
        return sum_over("i", self.each_i, lambda i: self.dx(i) ** 2) / (self.n - 1)

    @step("s", within=var, is_decimal=True)
    def s(self) -> float:
        """The standard deviation."""
        return root(self.var)

    @step("t", title="t", source=f"Student 1908; {PAPER}", summary="with n - 1 degrees of freedom", is_decimal=True)
    def t(self) -> float:
        """Student's t is the mean difference divided by its standard error."""
        return self.mean_x / root(self.var / self.n)

    @mean_x.summary
    def how_many(self) -> str:
        """Say how many blocks there are."""
        return f"of {self.n}"

    @mean_x.table
    def each_block(self) -> Table:
        """The scores of each block."""
        return self.table

    @t.applies
    def is_tested(self) -> bool:
        """True if there is a t, which needs a baseline and differences that vary."""
        return self.is_paired and self.answer.value is not None

    @t.more
    def what_t_says(self) -> Prose:
        """The verdict."""
        return Prose((self.verdict.text,))

    @property
    def is_paired(self) -> bool:
        """True if there is a baseline."""
        return len(self.scores) > 1

    @cached_property
    def differences(self) -> tuple[Fraction, ...]:
        """The score of each block, minus the baseline's score."""
        return without_noise([Fraction(ours) - sum(map(Fraction, theirs)) for ours, *theirs in self.rows])

    @property
    def rest(self) -> int:
        """The number of sentences at the end that do not fill a block."""
        return len(self.text.segments) - self.places[-1][1]

    @property
    def answer(self) -> Number:
        return number(self.t if self.is_paired else self.s)

    @property
    def listed(self) -> Listed:
        differences = [("difference", self.differences)] * self.is_paired
        return [*super().listed, *differences, ("from the mean", map(self.dx, self.each_i))]

    def odd(self) -> Iterator[Note]:
        if self.n == 1:
            yield Note("one-block", "With a single block, nothing can vary, so use smaller blocks.")
        if self.var == 0:
            varying = "The difference is" if self.is_paired else "The score is"
            yield Note("same-blocks", f"{varying} the same in every block: nothing varies.")
        if self.rest:
            yield Note("rest", f"Sentences left out at the end, because they do not fill a block: {self.rest}.")

    @property
    def why(self) -> str:
        if self.answer.value is None:
            return self.notes[0].text
        if not self.is_paired:
            return f"The blocks score {shown(float(self.mean_x))} on average, give or take {shown(self.s)}."
        freedom = len(self.places) - 1
        limit = bisect_left(range(10**8), float(1 - LIMIT), key=lambda t: between(t / 10**6, freedom)) / 10**6
        ours, theirs = self.scores
        ahead = is_ahead((ours, theirs), self.t > 0) if self.t else "Both are level"
        return f"{ahead}. The usual limit of t is ±{limit:.3f} for {self.n} blocks. {self.verdict.text}"

    @property
    def verdict(self) -> Verdict:
        """The verdict of the t-test. InputError without a baseline, because a test compares two systems."""
        if not self.is_paired:
            raise InputError("baseline", "none", "the sentences of another system", "A test compares two systems.")
        objection = self.notes[0].text if self.answer.value is None else ""
        p = 1.0 if objection else 1 - between(abs(float(self.t)), len(self.places) - 1)
        return Verdict(p, self.differing, len(self.text.segments), objection=objection, metric=self.score_name)


class Stability(Parts):
    """The scores of systems on the first sentence, the first two, and so on. Returned by `stability`."""

    marked = property(lambda self: int(self.k))

    @step(
        "k", name="ranking", title="Ranking", source="ours", summary="sentences",
        says="from here on, every ranking is the final ranking",
    )  # fmt: skip
    def k(self) -> float:
        """Each further sentence can change the ranking. From sentence k on, the ranking stays the same."""
        return max((at for at, ranks in enumerate(self.ranks, 1) if ranks != self.ranks[-1]), default=0) + 1

    @k.table
    def each_beginning(self) -> Table:
        """The scores of each beginning of the text."""
        return self.table

    @cached_property
    def ranks(self) -> tuple[tuple[int, ...], ...]:
        """The rank of every system after each sentence."""
        return tuple(tuple(sum(other > score for other in row) for score in row) for row in self.rows)

    @property
    def answer(self) -> Number:
        return number(self.k)

    @property
    def result(self) -> Equation:
        return views.equation(self, Stability.k)

    @property
    def why(self) -> str:
        places: dict[int, list[str]] = {}
        for rank, name in sorted(zip(self.ranks[-1], self.scores, strict=True)):
            places.setdefault(rank, []).append(name)
        order = ", ".join(map(" and ".join, places.values()))
        if self.k == self.n > 1:
            return f"The last of {self.n} sentences still changed the ranking. Now it is: {order}."
        return f"From sentence {self.k} of {self.n} on, the ranking stays the same: {order}."


def blocks(
    candidates: list[str], references: list[list[str]], metric: CorpusMetric = corpus_bleu, *, size: int = 20,
    baseline: list[str] | None = None, names: tuple[str, str] = NAMES, **settings: object,
) -> Blocks:  # fmt: skip
    """The scores of blocks of `size` sentences, as a trace; with a baseline, a paired t-test (Papineni et al. 2002).

    `names` are the names of the two systems.

    >>> blocks(["a b", "a c"], [["a b"], ["a b"]], size=1, max_n=1).mean_x
    mean = (sum_i x_i) / n = (1 + 0.5) / 2 = 0.75
    """
    systems = {NAMES[0]: candidates} if baseline is None else both(names, candidates, baseline)
    texts = pooled(metric, systems, references, settings)
    check_whole(size, "size", 1, len(references), "The paper has blocks of 25 sentences.")
    places = tuple((end - size + 1, end) for end in range(size, len(references) + 1, size))
    differing = sum(map(ne, *(text.rows for text in texts.values()))) if len(texts) > 1 else 0
    return Blocks(next(iter(texts.values())).trace, places, _scores(texts, places), differing)


def stability(
    systems: Mapping[str, list[str]], references: list[list[str]], metric: CorpusMetric = corpus_bleu,
    **settings: object,
) -> Stability:  # fmt: skip
    """The number of sentences after which the ranking of systems, each given by its name, stays the same, as a trace.

    >>> stability({"A": ["x", "b"], "B": ["a", "x"], "C": ["a", "b"]}, [["a"], ["b"]], max_n=1).k
    k = 2
    """
    texts = pooled(metric, systems, references, settings)
    places = tuple((1, end) for end in range(1, len(references) + 1))
    return Stability(next(iter(texts.values())).trace, places, _scores(texts, places))


def without_noise(differences: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return differences of floats; if they are all equal except for rounding noise, make them exactly equal.

    >>> without_noise([Fraction(1) - Fraction(2 / 3), Fraction(1 / 3)]) == (Fraction(1 / 3),) * 2
    True
    """
    is_noise = max(differences) - min(differences) <= NOISE
    return (differences[-1],) * len(differences) if is_noise else tuple(differences)


def _scores(texts: Mapping[str, Pooled], places: tuple[tuple[int, int], ...]) -> dict[str, Scores]:
    return {name: tuple(text.score_of(*span) for span in places) for name, text in texts.items()}


def between(t: float, freedom: int) -> float:
    """Return the probability that Student's t lies between -t and t (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4)."""
    angle, odd, total = atan(t / sqrt(freedom)), freedom % 2, 0.0
    term = cos(angle) if odd else 1.0
    for k in range(odd, freedom - 1, 2):
        total += term
        term *= cos(angle) ** 2 * (k + 1) / (k + 2)
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
