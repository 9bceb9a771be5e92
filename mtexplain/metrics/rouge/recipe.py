"""ROUGE as a recipe: matches, what there is to match, recall, precision and F, in the order of the computation.

Each of the six metrics says in `kinds` what matches are, and how many there can be; all else is the same for all. A
quantity with the index i has a value for each reference; where there is but one reference, it is that value alone.
Those that count come last: of the best reference, of all pooled, ... as the rules have it.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from mtexplain.counts import Ratio
from mtexplain.display.formula import Symbol
from mtexplain.display.score import SentenceScore
from mtexplain.metrics.rouge.rules import RougeRules, check_beta
from mtexplain.metrics.rouge.union_lcs import BREAK
from mtexplain.recipe.equations import as_counted
from mtexplain.recipe.quantity import Quantity, Recipe, formula, quantity
from mtexplain.recipe.trace import RecipeScore

Tokens = tuple[str, ...]
_DIGITS = 5


def _case_of_share(trace: Any) -> str:
    """How a share follows from counts: with f, its inverse stands last."""
    return "counted" if trace.weight == 1 else "weighted"


def _case_of_precision(trace: Any) -> str:
    """The same; where a word of the candidate may match in several lines, there may be more matches than words."""
    is_capped = trace.by_lines and trace.rules.union != "clipped" and trace.weight == 1
    return "capped" if is_capped else _case_of_share(trace)


def _case_of_mean(trace: Any) -> str:
    """Which mean of recall and precision F is: by an endless beta or one of 0, one of the two alone."""
    beta = trace.beta
    return "R" if beta is None else "P" if beta == 0 else "F1" if beta == 1 else "F"


def _case_of_rank(trace: Any) -> str:
    """What the best reference is best by. ROUGE-1.5.5 ranks recalls out of f(m), and goes on with those of f(f(m))."""
    slips = trace.rules.recall_total != "f(m)" and trace.weight != 1
    return "recall out of f(m)" if trace.rules.best_by == "recall" and slips else trace.rules.best_by


def _case_of_references(trace: Any, case_of_share: Callable[[Any], str] = _case_of_share) -> str:
    """How several references make one. What is pooled is divided anew, as each share is."""
    if trace.number_of_references == 1:
        return "one"
    by = trace.rules.references_by
    return f"{by}, {case_of_share(trace)}" if by == "pooled" else "best" if by == "coco" else by


def _best(values: Any, places: Iterable[int]) -> int:
    return max(places, key=lambda place: values[place] or 0)


def _shares(matches: str, total: str) -> dict[str, str]:
    """The ways in which matches are divided by how many there can be. No recall is capped."""
    return {
        "weighted": f"({matches} / {total}) ** (1 / weight)",
        "capped": f"min({matches}, {total}) / {total}",
        "counted": f"{matches} / {total}",
    }


def _share_that_counts(
    letter: str, each: str, chosen: str, total: str, case_of_share: Callable[[Any], str], step: str
) -> Quantity[Any]:
    """Recall or precision of the references that count."""
    cases = {
        "one": each,
        **{f"pooled, {case}": text for case, text in _shares("sum(matches)", total).items()},
        "jackknife": f"sum(at({each}, chosen)) / number_of_references",
        "best": f"at({each}, {chosen})",
    }
    return formula(letter, cases, by=lambda trace: _case_of_references(trace, case_of_share), step=step)


def _means(r: str, p: str) -> dict[str, str]:
    """The means of recall and precision: both as good with a beta of 1; endless or 0, beta leaves one of the two."""
    return {
        "R": r,
        "P": p,
        "F1": f"2 * {r} * {p} / ({r} + {p})",
        "F": f"(1 + beta ** 2) * {r} * {p} / ({r} + beta ** 2 * {p})",
    }


def _f_of_counts(trace: "RougeScore") -> Any:
    """F with each reference from its counts, (1 + beta^2) matches / (n + beta^2 m): recall and precision cancel out.

    A shortcut, for speed; the test test_the_shorter_way_to_the_score_leads_to_the_same_float holds it to the recipe.
    """
    beta, known = trace.beta, {"recalls", "precisions", "reference_total", "candidate_total"} & vars(trace).keys()
    if known or beta is None or _case_of_precision(trace) != "counted":
        return trace.expression("f_scores").of(trace)
    a, b = (beta * beta).as_integer_ratio()  # in whole numbers it is quickest
    n, *totals = map(trace.number_of_units, trace.tokens)
    each = zip(trace.of_each("matches"), totals, strict=True)
    found = [Fraction((a + b) * matches, b * n + a * m) if matches else Fraction(0) for matches, m in each]
    return unwrap_single(tuple(found))


def _f_that_counts(trace: "RougeScore") -> Any:
    """The F with the one reference that counts, a shortcut too; where recall or precision are known, it is theirs."""
    is_one = trace.number_of_references == 1 or trace.rules.references_by == "best"
    if not is_one or {"r", "p"} & vars(trace).keys():
        return trace.expression("score").of(trace)
    return trace.f_scores if trace.number_of_references == 1 else trace.f_scores[trace.chosen[0]]


class RougeScore(RecipeScore, SentenceScore):
    """What is counted; recall, precision and F with each reference; then those that count (section 2.1, equation 4).

    It computes; its subclass `Rouge` shows.
    """

    rules: RougeRules

    source: str
    """Where it is defined."""
    below: str = ""
    """What stands below R and P: R_lcs."""
    units: str = "words"
    """What is counted."""

    @quantity("tokens", "the tokens of the candidate and of each reference, as the rules cut them")
    def tokens(self) -> tuple[Tokens, ...]:
        return self.candidate, *self.references

    @quantity("M", "how many references there are")
    def number_of_references(self) -> int:
        return len(self.references)

    @quantity("β", "how much more recall counts than precision, by the rules")
    def beta(self) -> Fraction | None:
        return self.rules.beta

    @quantity("w", "the exponent of f; 1 where k matches in a row are worth k")
    def weight(self) -> Fraction | int:
        return 1

    @quantity("n", "the number of words of the candidate", step="tokens")
    def candidate_length(self) -> int:
        return self.length_of(self.tokens[0])

    @quantity("m", "the number of words of the reference", index="i")
    def reference_length(self) -> Any:
        return self.each(self.length_of)

    @quantity("matches", "what both texts have", index="i")
    def matches(self) -> Any:
        raise NotImplementedError

    reference_total: Quantity[Any] = formula("", "reference_length", index="i")
    candidate_total: Quantity[Any] = formula("", "candidate_length")

    recalls: Quantity[Any] = formula("R_i", _shares("matches", "reference_total"), by=_case_of_share, index="i")
    precisions: Quantity[Any] = formula("P_i", _shares("matches", "candidate_total"), by=_case_of_precision, index="i")
    f_scores: Quantity[Any] = formula(
        "F_i", _means("recalls", "precisions"), by=_case_of_mean, index="i", default=Fraction(0), shortcut=_f_of_counts
    )
    ranks: Quantity[Any] = formula(
        "rank",
        {"recall out of f(m)": "matches / reference_total ** (1 / weight)", "recall": "recalls", "score": "f_scores"},
        by=_case_of_rank,
        index="i",
    )

    @quantity("chosen", "the references that count; in a tie, the first")
    def chosen(self) -> tuple[int, ...]:
        """The references that count, from 0. Of several as good it is the first.

        Pooled: all of them. Jackknifed: for each reference that is left out, the best of the others. For coco: the one
        with the best recall, then the one with the best precision.
        """
        places = range(self.number_of_references)
        match self.rules.references_by:
            case "pooled":
                return tuple(places)
            case "coco":
                return _best(self.of_each("recalls"), places), _best(self.of_each("precisions"), places)
            case _ if self.number_of_references == 1:
                return (0,)
            case "jackknife":
                return tuple(_best(self.ranks, [place for place in places if place != out]) for out in places)
        return (_best(self.ranks, places),)

    @quantity("of R", "the reference whose recall counts")
    def reference_of_recall(self) -> tuple[int, ...]:
        return self.chosen[:1]

    @quantity("of P", "the reference whose precision counts")
    def reference_of_precision(self) -> tuple[int, ...]:
        return self.chosen[-1:]

    r: Quantity[Any] = _share_that_counts(
        "R", "recalls", "reference_of_recall", "sum(reference_total)", _case_of_share, "recall"
    )
    p: Quantity[Any] = _share_that_counts(
        "P", "precisions", "reference_of_precision", "(number_of_references * candidate_total)", _case_of_precision,
        "precision",
    )  # fmt: skip
    score: Quantity[float] = formula(
        "F",
        {"jackknife": "sum(at(f_scores, chosen)) / number_of_references", **_means("r", "p")},
        by=lambda trace: "jackknife" if _case_of_references(trace) == "jackknife" else _case_of_mean(trace),
        step="score",
        convert=float,
        default=Fraction(0),
        shortcut=_f_that_counts,
    )

    def __init_subclass__(cls) -> None:
        """Recall and precision are named after what is counted: R_lcs."""
        for name in ("r", "p"):
            setattr(cls, name, cls.quantities[name].renamed(Symbol(name.upper(), cls.below)))
        super().__init_subclass__()

    label = Recipe.label  # a place is that of a reference

    @property
    def recall(self) -> Ratio | Fraction | float | None:
        """The recall: a Ratio; jackknifed, the mean of several as a Fraction; of ROUGE-W a float, None for 0/0."""
        return self._plain("r")

    @property
    def precision(self) -> Ratio | Fraction | float | None:
        """The precision, in the same way."""
        return self._plain("p")

    def _plain(self, name: str) -> Ratio | Fraction | float | None:
        pair, value = as_counted(self, name), getattr(self, name)
        if pair and all(isinstance(one, int) for one in pair):
            return Ratio(*pair)
        is_exact = value is None or all(isinstance(one, int) for one in self.of_each("matches"))
        return value if is_exact else float(value)

    def f(self, beta: float | Fraction) -> float:
        """F for another beta, 0 or more: `math.inf` for recall alone, 0 for precision alone.

        The references that count are those of the score; only the mean of recall and precision is another.
        """
        return self.with_quantities({}, {"beta": check_beta(beta), "chosen": self.chosen}).score

    @property
    def reported(self) -> float:
        """The number that the tool returns, rounded where the tool rounds.

        ROUGE-1.5.5 rounds recall and precision, takes F of these in its own order, and rounds that. Its alpha is
        1/(1 + beta^2).
        """
        if self.rules.rounding == "none":
            return self.score
        if self.rules.references_by == "jackknife":
            return round(self.score, _DIGITS)
        recall, precision = self.rounded
        alpha = 0.0 if self.rules.beta is None else float(1 / (1 + self.rules.beta**2))
        below = (1 - alpha) * precision + alpha * recall
        return round(precision * recall / below, _DIGITS) if below > 0 else 0.0

    @property
    def rounded(self) -> tuple[float, float]:
        """Recall and precision as ROUGE-1.5.5 goes on with them."""
        return round(float(self.r or 0), _DIGITS), round(float(self.p or 0), _DIGITS)

    @property
    def printed(self) -> str:
        """The number that the tool returns, as the tool prints it."""
        return f"{self.reported!r}" if self.rules.rounding == "none" else f"{self.reported:.{_DIGITS}f}"

    def each(self, count: Callable[[Tokens], Any]) -> Any:
        """What is counted with each reference: a number alone where there is one."""
        return unwrap_single(tuple([count(reference) for reference in self.tokens[1:]]))

    def of_each(self, name: str) -> tuple[Any, ...]:
        """A quantity with each reference, as several also where there is one."""
        value = getattr(self, name)
        return value if isinstance(value, tuple) else (value,)

    def roles(self, place: int) -> list[str]:
        """What a reference is taken for: that it counts; or for R and P, where these are chosen apart."""
        if self.number_of_references == 1 or self.rules.references_by not in ("best", "coco"):
            return []
        names = ("it counts",) if self.rules.references_by == "best" else ("R", "P")
        return [name for name, chosen in zip(names, self.chosen, strict=True) if chosen == place]

    @property
    def choices(self) -> tuple[str, ...]:
        """What the signature says besides what all ROUGE scores say."""
        return ()

    @property
    def by_lines(self) -> bool:
        """Whether texts are taken line by line."""
        return False

    def is_word(self, token: str) -> bool:
        """Whether a token is a word: all are, but for what parts two lines."""
        return token != BREAK or not self.by_lines

    def length_of(self, tokens: Tokens) -> int:
        """How many words a text has."""
        return sum(map(self.is_word, tokens)) if self.by_lines else len(tokens)

    def number_of_units(self, tokens: Tokens) -> int:
        """How many units a text has: words, unless the metric counts others."""
        return self.length_of(tokens)


def unwrap_single(values: tuple[Any, ...]) -> Any:
    """The values; where there is but one, that value without its tuple."""
    return values[0] if len(values) == 1 else values
