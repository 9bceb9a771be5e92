"""Scaled dot-product attention: how far each query looks at each key, and the mixture of values that it takes away.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1, equation 1: softmax(QKᵀ/√d) V. A row is a token.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from math import inf
from typing import Any, ClassVar

from mtexplain.display import plain
from mtexplain.display.formula import Chain, Formula, Power, Symbol, shown
from mtexplain.display.parts import Beside, Cell, Column, Equation, Headline, Note, Prose, Real, Table, columns
from mtexplain.display.picture import Picture
from mtexplain.display.ribbons import ribbons
from mtexplain.inputs import InputError, described
from mtexplain.judging.measure import named
from mtexplain.models.distribution import shares
from mtexplain.models.given import Matrix, matrix, names, number, shape
from mtexplain.recipe.equations import equation
from mtexplain.recipe.plan import Plan, nothing, result
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.recipe.summary import Summary
from mtexplain.recipe.symbols import parenthesized, value
from mtexplain.settings import check_flag, check_whole

_SOURCE = "Vaswani et al. 2017, section 3.2.1"
_EQUATION = f"{_SOURCE}, equation 1"
_HIDDEN, _LARGE, _FEW, _MOST_DRAWN = Decimal("-Infinity"), 700, 6, 12
"""A float ends at e to the power 709. So many weights of a row are worked out one by one; so many tokens are drawn."""


@dataclass(frozen=True, repr=False)
class Attention(Summary):
    """What each query makes of the keys and their values, with its working. Make one with `attention`.

    `scores`, `scaled`, `weights` and `outputs` have a row for each query; the first three a column for each key.
    """

    queries: Matrix
    keys: Matrix
    values: Matrix
    tokens: tuple[str, ...]
    key_tokens: tuple[str, ...]
    causal: bool

    measure, answer, range = "attention", "weights", (-inf, inf)
    d = quantity("d", "how many numbers a query has")(lambda trace: len(trace.queries[0]))
    q = quantity("q_i,c", "the queries", index="i c")(lambda trace: trace.queries)
    k = quantity("k_j,c", "the keys", index="i j c")(lambda trace: (trace.keys,) * len(trace.tokens))
    mask = quantity("m_i,j", "0, or minus infinity for a later key", index="i j")(lambda trace: tuple([
        tuple([_HIDDEN if trace.causal and key > row else 0 for key in range(len(trace.keys))])
        for row in range(len(trace.queries))
    ]))  # fmt: skip
    scores = formula("s_i,j", "sum(q * k)", index="i j", step="scores")
    divided = formula("z_i,j", "scores / root(d)", index="i j", step="scaling", inline=True)
    scaled = formula("z_i,j", {True: "divided + mask", False: "divided"}, by=lambda trace: trace.causal, index="i j",
                     step="scaling")  # fmt: skip
    largest = formula("M", "max(scaled)", index="i")
    powers = formula("", {
        True: formula(Power("e", Chain("-", (Symbol("z", "i,j"), Symbol("M", "i")))), "exp(scaled - largest)",
                      index="i j"),
        False: formula(Power("e", Symbol("z", "i,j")), "exp(scaled)", index="i j"),
    }, by=lambda trace: trace.is_large)  # fmt: skip
    sums = formula("Z", "sum(powers)", index="i", step="softmax_{n}")
    weights = formula("w_i,j", "powers / sums", index="i j", step="softmax_{n}",
                      shortcut=lambda trace: tuple(map(shares, trace.scaled)))  # fmt: skip
    v = quantity("v_j,c", "the values", index="i c j")(
        lambda trace: (tuple(zip(*trace.values, strict=True)),) * len(trace.tokens)
    )
    outputs = formula("o_i,c", "sum(weights * v)", index="i c", step="outputs")

    plan: ClassVar[tuple[Plan, ...]] = (
        Plan("scores", "Scores", "How well does a key answer a query? Multiply their numbers pair by pair, and add "
             "up the products.",
             _EQUATION, (lambda trace, _: trace.worked("scores"),), "each query with each key",
             lambda trace, _: (Beside(tuple(map(trace.grid, ("queries", "keys", "values")))),),
             more=lambda trace, _: (trace.grid("scores"),)),
        Plan("scaling", "Scaling", "The more numbers a query has, the further its scores lie apart, and one key would "
             "take nearly all the weight. Divided by √d, they spread as if there were only one number.",
             f"{_SOURCE}, footnote 4", (lambda trace, _: trace.worked("divided"),),
             lambda trace, _: f"divided by √{trace.d}", more=lambda trace, _: (trace.grid("divided", "scaled"),)),
        Plan("mask", "Mask", "No token may see those that come after it. Their z becomes minus infinity, which leaves "
             "them no weight at all.", "Vaswani et al. 2017, section 3.2.3", (), "later keys are hidden",
             lambda trace, _: (trace.grid("scaled"),), applies=lambda trace: trace.causal,
             outcome=lambda trace, _: "z = -∞"),
        Plan("softmax_{n}", "Softmax: {order}", "Raise e to each number of the row: every power is positive, and a "
             "larger number counts for much more. Divided by their sum, they are shares that add up to 1.", _EQUATION,
             (lambda trace, row: equation(trace, "sums", {"i": row}),), lambda trace, row: f"row {row + 1}", nothing,
             more=lambda trace, row: [trace.worked("weights", row, key) for key in trace.told_keys],
             outcome=lambda trace, row: result(trace.worked("weights", row)),
             each=lambda trace: [(str(row), token) for row, token in enumerate(trace.tokens, 1)]),
        Plan("outputs", "Weighted sum", "Each query takes away a mixture of the values: the more weight a key has, the "
             "more of its value is in it.", _EQUATION, (lambda trace, _: trace.worked("outputs"),),
             "each query's own mixture", lambda trace, _: (trace.grid("weights"),),
             more=lambda trace, _: (trace.grid("outputs"),)),
    )  # fmt: skip

    value = property(lambda trace: shown(float(max(trace.weights[trace.focus]))))
    exact = property(lambda trace: plain.formula(trace.worked("weights").numbers))
    about = property(lambda trace: (*["causal"] * trace.causal, f"d = {trace.d}", trace.size))
    size = property(lambda trace: f"{shape(trace.weights)} weight" + "s" * (shape(trace.weights) != "1 × 1"))
    told_keys = property(lambda trace: range(len(trace.keys)) if len(trace.keys) <= _FEW else (None,))

    @cached_property
    def is_large(self) -> bool:
        """Whether powers of e are so large or small that the largest number of each row is taken off first."""
        return any(_LARGE < abs(one) < inf for row in self.scaled for one in row)

    @cached_property
    def written(self) -> dict[str, Any]:
        """Each power is written as one: e^2, e, 1."""
        less = self.largest if self.is_large else (0,) * len(self.tokens)
        rows = zip(self.scaled, less, strict=True)
        return {"powers": tuple([tuple([_power(z, most) for z in row]) for row, most in rows])}

    @cached_property
    def focus(self) -> int:
        """The row whose largest weight stands out most from an even share of what it sees."""
        return max(range(len(self.mask)), key=lambda row: max(self.weights[row]) * self.mask[row].count(0))

    def worked(self, name: str, row: int | None = None, column: int | None = None) -> Equation:
        """The working of one number of a matrix: unless said otherwise, where the largest weight is."""
        at, last = self.focus if row is None else row, self.quantities[name].index[-1]
        usual = self.weights[at].index(max(self.weights[at])) if last == "j" else 0
        return equation(self, name, {"i": at, last: usual if column is None else column}, inline=("sums",))

    def grid(self, name: str, title: str = "") -> Table:
        """A matrix as a table, with the names of its rows, and of its columns where these are keys."""
        rows, tokens = getattr(self, name), self.key_tokens if name in ("keys", "values") else self.tokens
        has_keys = name in ("scores", "divided", "scaled", "weights")
        heads = self.key_tokens if has_keys else map(str, range(1, len(rows[0]) + 1))
        header = Column("token", ""), *(Column(f"column_{at}", head) for at, head in enumerate(heads, 1))
        cells = [(named(token), *map(_cell, row)) for token, row in zip(tokens, rows, strict=True)]
        return Table(title or name, header, cells)

    @property
    def table(self) -> Table:
        titles = columns(query="query", key="key", score="score", scaled="scaled", power="power", weight="weight")
        each = self.scores, self.scaled, self.powers, self.weights
        rows = [
            (named(token), named(key), *(_cell(one[row][column]) for one in each))
            for row, token in enumerate(self.tokens)
            for column, key in enumerate(self.key_tokens)
        ]
        return Table("", titles, rows, names=2)

    @property
    def headline(self) -> Headline:
        return Headline(self.value, self.worked("weights"), self.signature, Prose((self.why,)))

    @property
    def why(self) -> str:
        row, token = self.weights[self.focus], self.tokens[self.focus]
        most = [key for key, weight in zip(self.key_tokens, row, strict=True) if weight == max(row)]
        if len(row) == 1 or len(most) == self.mask[self.focus].count(0):
            return "No query prefers a key: all that it sees get the same weight."
        each = "" if len(most) == 1 else " each"
        return f"{token} looks most at {' and '.join(most)}: {self.value} of its weight goes there{each}."

    @property
    def picture(self) -> Picture | None:
        if max(len(self.tokens), len(self.key_tokens)) > _MOST_DRAWN:
            return None
        shared = [[float(one) for one in row] for row in self.weights]
        return ribbons(self.tokens, self.key_tokens, shared, ("looks", "is seen"))

    @property
    def facts(self) -> dict[str, Any]:
        return {name: one for name, one in super().facts.items() if name not in ("q", "k", "v", "divided")}

    @property
    def notes(self) -> tuple[Note, ...]:
        odd = (
            (len(self.keys) == 1, "one-key", "There is only one key. It has all the weight, whatever its score is."),
            (1 == len({*self.keys}) < len(self.keys), "equal-keys", "All keys are equal, so none gets more weight than "
             "another: each query takes away a plain mean of values."),
            (self.causal, "causal", "Each token sees itself and those before it. The first sees only itself, so its "
             "weight is 1."),
            (self.is_large, "large", f"A scaled score is beyond {_LARGE}, and e to that power may be more than a "
             "program can hold. So the largest number of each row is taken off first. That divides all powers of the "
             "row by the same number, and no weight changes."),
        )  # fmt: skip
        return tuple([Note(code, text) for is_so, code, text in odd if is_so])

    def with_number(self, which: str, row: int, column: int, value: float | str) -> "Attention":
        """The same with one number of the "queries", "keys" or "values" changed; rows and columns count from 1.

        >>> attention("1 0", "1 0; 0 1", "5; 7").with_number("queries", 1, 1, 0).outputs
        ((Fraction(6, 1),),)
        """
        if which not in ("queries", "keys", "values"):
            raise InputError("which", described(which), "'queries', 'keys' or 'values'")
        rows = [list(one) for one in getattr(self, which)]
        at, place = check_whole(row, "row", 1, len(rows)) - 1, check_whole(column, "column", 1, len(rows[0])) - 1
        rows[at][place] = number(value, f"{which}[{at}][{place}]")
        changed: dict[str, Any] = {which: tuple(map(tuple, rows))}
        return replace(self, **changed)


def _power(z: Any, most: Any) -> Formula:
    """e to the power of a number, less the largest: exactly 1 to the power 0."""
    if z == -inf or z == most:
        return "0" if z == -inf else "1"
    less = Chain("-", (value(z), parenthesized(value(most), True))) if most else value(z)
    return Power("e", less) if less != "1" else "e"


def _cell(one: Any) -> Cell:
    return Real(float(one), plain.formula(value(one)))


def attention(
    queries: Sequence[Sequence[float]] | str,
    keys: Sequence[Sequence[float]] | str,
    values: Sequence[Sequence[float]] | str,
    *,
    tokens: Sequence[str] | str | None = None,
    key_tokens: Sequence[str] | str | None = None,
    causal: bool = False,
) -> Attention:
    """Scaled dot-product attention, as a trace (Vaswani et al. 2017, section 3.2.1, equation 1).

    Each matrix is a list of rows, or a text such as "1 0; 1/2 1": queries n × d, keys m × d, values m × d_v. `tokens`
    name the queries; the keys, too, unless there are `key_tokens` (cross-attention). With `causal` no token sees a
    later one. Weights are from 0 to 1, and those of a query add up to 1. Where all its scores are equal they are exact.

    >>> trace = attention("1 1; 2 0", "1 1; 1 1", "3 0; 0 3", tokens="cat saw")
    >>> [[str(one) for one in row] for row in trace.weights], trace.outputs[0][0]
    ([['1/2', '1/2'], ['1/2', '1/2']], Fraction(3, 2))

    InputError names both shapes where two don't fit.
    """
    check_flag(causal, "causal")
    q, k, v = matrix(queries, "queries"), matrix(keys, "keys"), matrix(values, "values")
    odd = (
        (len(q[0]) != len(k[0]), "keys", ("queries", q, "keys", k), "the same number d of columns in both"),
        (len(k) != len(v), "values", ("keys", k, "values", v), "the same number of rows in both: each key has a value"),
        (causal and len(q) != len(k), "causal", ("queries", q, "keys", k), "as many keys as queries, of the same text"),
    )
    for is_so, where, (one, rows, other, others), expected in odd:
        if is_so:
            raise InputError(where, f"{one} are {shape(rows)}, {other} {shape(others)}", expected)
    of_queries = names(tokens, "tokens", len(q), "query", "q")
    is_same = key_tokens is None and tokens is not None and len(q) == len(k)
    of_keys = of_queries if is_same else names(key_tokens, "key_tokens", len(k), "key", "k")
    return Attention(q, k, v, of_queries, of_keys, causal)
