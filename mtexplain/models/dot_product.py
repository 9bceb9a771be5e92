"""Scaled dot-product attention, which gives each query a weight for each key and a weighted mixture of the values.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1, equation 1, softmax(QKᵀ/√d) V. Each row is a token.
"""

import builtins
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf

from mtexplain import exact
from mtexplain.data import Record
from mtexplain.display import record
from mtexplain.display.formula import Formula
from mtexplain.display.parts import Beside, Cell, Column, Equation, Note, Real, Table, columns
from mtexplain.display.picture import Picture
from mtexplain.display.plain import formula as formula_text
from mtexplain.display.ribbons import ribbons
from mtexplain.display.trace import Step
from mtexplain.inputs import InputError, check_list, described, is_among, listed
from mtexplain.judging.measure import named
from mtexplain.metrics.shared.summary import Summary
from mtexplain.models import given
from mtexplain.models.distribution import shares
from mtexplain.models.given import Exact, Matrix, Rows, matrix, names, shape
from mtexplain.settings import check_flag, check_whole
from mtexplain.tracing import formulas, views
from mtexplain.tracing.number import exp, max, number, plain, root, sum_over, valued
from mtexplain.tracing.steps import Traced, in_a_line, quantity, step

_SOURCE = "Vaswani et al. 2017, section 3.2.1"
_EQUATION = f"{_SOURCE}, equation 1"
_LARGE, _FEW, _MOST_DRAWN = 700, 6, 12
"""A float overflows above e^709. Rows of up to 6 keys show the working of every weight; up to 12 tokens are drawn."""


@dataclass(frozen=True, repr=False)
class Attention(Traced, Summary):
    """The mixture of values for each query, with its working. Returned by `attention`.

    A step has the indices of its matrix, counted from 1, so `weight(i, j)` is the weight that query i gives to key j.
    The matrices are `scores`, `scaled`, `weights` and `outputs`, each with a row for each query.
    """

    queries: Matrix
    keys: Matrix
    values: Matrix
    tokens: tuple[str, ...]
    key_tokens: tuple[str, ...]
    causal: bool
    scale: bool = True
    padding: tuple[int, ...] = ()
    """The numbers, from 1, of the keys that no query sees."""

    measure, range = "attention", (-inf, inf)
    each_i = property(lambda self: range(1, len(self.queries) + 1))
    each_j = property(lambda self: range(1, len(self.keys) + 1))
    each_a = property(lambda self: range(1, len(self.queries[0]) + 1))
    each_c = property(lambda self: range(1, len(self.values[0]) + 1))

    @quantity("d")
    def d(self) -> float:
        """The length of a query."""
        return len(self.queries[0])

    @quantity("q_{i},{a}")
    def q(self, i: int, a: int) -> float:
        """Number a of query i."""
        return number(self.queries[i - 1][a - 1])

    @quantity("k_{j},{a}")
    def k(self, j: int, a: int) -> float:
        """Number a of key j."""
        return number(self.keys[j - 1][a - 1])

    @quantity("v_{j},{c}", says="the values")
    def v(self, j: int, c: int) -> float:
        """Number c of value j."""
        return number(self.values[j - 1][c - 1])

    @quantity("m_{i},{j}")
    def mask(self, i: int, j: int) -> float:
        """0, or minus infinity for a hidden key, which is a later key or padding."""
        return -inf if (self.causal and j > i) or j in self.padding else 0

    @property
    def is_masked(self) -> bool:
        """True if any key may be hidden."""
        return self.causal or bool(self.padding)

    @step("s_{i},{j}", name="scores", title="Scores", source=_EQUATION, summary="each query with each key")
    def dot(self, i: int, j: int) -> float:
        """The dot product shows how well a key fits a query. Multiply their numbers in pairs, then add the products."""
        return sum_over("c", self.each_a, lambda c: self.q(i, c) * self.k(j, c))

    @quantity()
    def divided(self, i: int, j: int) -> float:
        """The score divided by the root of d, or the score itself without scaling."""
        return self.dot(i, j) / root(self.d) if self.scale else self.dot(i, j)

    @step("z_{i},{j}", name="scaling", title="Scaling", source=f"{_SOURCE}, footnote 4")
    def z(self, i: int, j: int) -> float:
        """The longer the vectors, the further apart the scores, until a single key gets nearly all the weight.

        Dividing by √d keeps their spread the same for any vector length.
        """  # a mask is added here, so that z is what softmax takes
        return self.divided(i, j) + self.mask(i, j) if self.is_masked else self.divided(i, j)

    @quantity("M_{i}")
    def largest(self, i: int) -> float:
        """The largest number of a row."""
        return max(*(self.z(i, j) for j in self.each_j))

    @quantity()
    def power(self, i: int, j: int) -> float:
        """e to the number, after the largest number of the row is subtracted if the power is too large for a float."""
        return exp(self.z(i, j) - self.largest(i)) if self.is_large else exp(self.z(i, j))

    @quantity()
    def powers(self, i: int) -> float:
        """The sum of the powers of a row."""
        return sum_over("j", self.each_j, lambda j: self.power(i, j))

    @step("Z_{i}", name="softmax_{i}", source=_EQUATION)
    def total(self, i: int) -> float:
        """Raise e to each number of the row. Every power is positive, and a larger number counts for much more.

        Dividing the powers by their sum turns them into shares that add up to 1.
        """
        return self.powers(i)

    @step("w_{i},{j}", within=total)
    def weight(self, i: int, j: int) -> float:
        """The share of a query's attention that a key gets.

        The powers in the formula are rounded, so the value comes from `softmax`, where equal numbers have exactly equal
        shares.
        """
        return valued(self.power(i, j) / self.powers(i), lambda: self.shares[i - 1][j - 1])

    @step("o_{i},{c}", name="outputs", title="Weighted sum", source=_EQUATION, summary="each query's own mixture")
    def output(self, i: int, c: int) -> float:
        """Each query gets a mixture of the values. The more weight a key has, the more its value contributes."""
        return sum_over("j", self.each_j, lambda j: self.weight(i, j) * self.v(j, c))

    @cached_property
    def shares(self) -> Matrix:
        """The softmax of each row."""
        with exact.forty_digits():
            return tuple(shares(row) for row in self.scaled)

    @cached_property
    def is_large(self) -> bool:
        """True if powers of e are so large or small that the largest number of each row is subtracted first."""
        return any(_LARGE < abs(score) < inf for row in self.scaled for score in row)

    # The matrices.

    def matrix(self, entry: Callable[[int, int], float], columns: Sequence[int]) -> Matrix:
        """The values of a quantity, with a row for each query."""
        return tuple(tuple(plain(entry(i, j)) for j in columns) for i in self.each_i)

    scores = cached_property(lambda self: self.matrix(self.dot, self.each_j))
    scaled = cached_property(lambda self: self.matrix(self.z, self.each_j))
    weights = cached_property(lambda self: self.matrix(self.weight, self.each_j))
    outputs = cached_property(lambda self: self.matrix(self.output, self.each_c))
    sums = cached_property(lambda self: tuple(plain(self.total(i)) for i in self.each_i))

    # How it is shown.

    @dot.shown_at
    def dot_at(self) -> Iterator[tuple[int, int]]:
        """Show the score of the largest weight."""
        yield self.focus

    @z.shown_at
    def z_at(self) -> Iterator[tuple[int, int]]:
        """Show the scaled score of the largest weight."""
        yield self.focus

    @output.shown_at
    def output_at(self) -> Iterator[tuple[int, int]]:
        """Show the first number of the same query's mixture."""
        yield self.focus[0], 1

    @dot.table
    def given_matrices(self, i: int, j: int) -> Beside:
        """Queries, keys and values."""
        return Beside((
            self.grid("queries", self.queries, self.tokens, False),
            self.grid("keys", self.keys, self.key_tokens, False),
            self.grid("values", self.values, self.key_tokens, False),
        ))  # fmt: skip

    @dot.more
    def all_scores(self, i: int, j: int) -> Table:
        """The matrix of scores."""
        return self.grid("scores", self.scores)

    @z.summary
    def scaled_by(self, i: int, j: int) -> str:
        """Name the divisor."""
        return f"divided by √{self.d}" if self.scale else "not divided"

    @z.title
    def scaling_or_not(self, i: int, j: int) -> str:
        """Say whether scores are scaled."""
        return "Scaling" if self.scale else "No scaling"

    @z.why
    def why_scaled(self, i: int, j: int) -> str:
        """Say why scores are scaled, or that they are not."""
        if not self.scale:
            return "Here the scores are used as they are. The paper divides them by √d."
        return str(in_a_line(Attention.z.__doc__))

    @z.legend
    def letters_of_mask(self, i: int, j: int) -> str:
        """Say what m is, if there is a mask."""
        hidden = "hidden key" if self.padding else "later key"
        return f"m is 0, or minus infinity for a {hidden}" if self.is_masked else ""

    @z.more
    def all_scaled(self, i: int, j: int) -> Table:
        """The matrix before the mask."""
        return self.grid("scaled", self.matrix(self.divided, self.each_j))

    @total.title
    def softmax_of(self, i: int) -> str:
        """Name the query."""
        return f"Softmax: {self.tokens[i - 1]}"

    @total.summary
    def row_of(self, i: int) -> str:
        """Name the row."""
        return f"row {i}"

    @total.more
    def weights_of(self, i: int) -> list[Equation]:
        """The weights of the row, or only the largest if there are many."""
        keys = self.each_j if len(self.keys) <= _FEW else [self.favourite(i)]
        return [views.equation(self, Attention.weight, i, j) for j in keys]

    @total.outcome
    def largest_weight(self, i: int) -> Formula:
        """The largest weight of the row."""
        return views.outcome(views.equation(self, Attention.weight, i, self.favourite(i)))

    @output.table
    def all_weights(self, i: int, c: int) -> Table:
        """The matrix of weights."""
        return self.grid("weights", self.weights)

    @output.more
    def all_outputs(self, i: int, c: int) -> Table:
        """The matrix of outputs."""
        return self.grid("outputs", self.outputs, has_keys=False)

    def steps(self) -> tuple[Step, ...]:
        """The steps, with the mask, if any, after the scaling."""
        scores, scaling, *others = views.steps(self)
        return scores, scaling, *self._mask_steps(), *others

    def _mask_steps(self) -> Iterator[Step]:
        if not self.is_masked:
            return
        hides = {
            "later keys": ("No token may see the tokens after it.", self.causal),
            "padding": ("Padding only fills up a text, so no token sees it.", bool(self.padding)),
        }
        hidden = {name: sentence for name, (sentence, is_hidden) in hides.items() if is_hidden}
        their = "Their z becomes minus infinity, which leaves them"
        whose = their if self.causal else "Its z becomes minus infinity, which leaves it"
        why = f"{' '.join(hidden.values())} {whose} no weight at all."
        summary = f"{' and '.join(hidden)} {'are' if self.causal else 'is'} hidden"
        source = "Vaswani et al. 2017, section 3.2.3" if self.causal else "common practice"
        yield Step("mask", "Mask", summary, "z = -∞", why, source, (self.grid("scaled", self.scaled),))

    def favourite(self, i: int) -> int:
        """The key to which a query gives the most weight, the first in a tie."""
        row = list(self.weights[i - 1])
        return row.index(builtins.max(row)) + 1

    @cached_property
    def focus(self) -> tuple[int, int]:
        """The query with the most uneven weights, and the key to which it gives the largest.

        The measure is the ratio of the largest weight to an equal weight for every key that the query sees.
        """
        i = builtins.max(self.each_i, key=lambda i: builtins.max(self.weights[i - 1]) * self.seen(i))
        return i, self.favourite(i)

    def seen(self, i: int) -> int:
        """The number of keys that a query sees."""
        return sum(not self.mask(i, j) for j in self.each_j)

    def grid(self, title: str, rows: Matrix, tokens: Sequence[str] | None = None, has_keys: bool = True) -> Table:
        """A matrix as a table with the names of its rows, and of its columns if they are keys."""
        heads = self.key_tokens if has_keys else map(str, range(1, len(rows[0]) + 1))
        header = Column("token", ""), *(Column(f"column_{at}", head) for at, head in enumerate(heads, 1))
        named_rows = zip(tokens or self.tokens, rows, strict=True)
        return Table(title, header, [(named(token), *map(_cell, row)) for token, row in named_rows])

    @property
    def table(self) -> Table:
        titles = columns(query="query", key="key", score="score", scaled="scaled", power="power", weight="weight")
        rows = [
            (
                named(token),
                named(key),
                *(_cell(plain(entry(i, j))) for entry in (self.dot, self.z, self.power, self.weight)),
            )
            for i, token in enumerate(self.tokens, 1)
            for j, key in enumerate(self.key_tokens, 1)
        ]
        return Table("", titles, rows, names=2)

    @property
    def result(self) -> Equation:
        return views.equation(self, Attention.weight, *self.focus)

    @property
    def result_value(self) -> float:
        return float(self.weight(*self.focus))

    @property
    def about(self) -> tuple[str, ...]:
        hidden = [f"padding: {listed(list(map(str, self.padding)))}"] * bool(self.padding)
        return *["causal"] * self.causal, *hidden, *["not scaled"] * (not self.scale), f"d = {self.d}", self.size

    @property
    def size(self) -> str:
        """The shape of the matrix of weights, in words."""
        return f"{shape(self.weights)} weight" + "s" * (shape(self.weights) != "1 × 1")

    @property
    def why(self) -> str:
        i = self.focus[0]
        row, token = self.weights[i - 1], self.tokens[i - 1]
        most = [key for key, weight in zip(self.key_tokens, row, strict=True) if weight == builtins.max(row)]
        if len(row) == 1 or len(most) == self.seen(i):
            return "No query prefers a key. Each gives the same weight to every key it sees."
        each = "" if len(most) == 1 else " each"
        gets = f"get{'s' * (len(most) == 1)} {self.value} of its weight{each}"
        return f"{token} looks most at {' and '.join(most)}, which {gets}."

    @property
    def picture(self) -> Picture | None:
        if builtins.max(len(self.tokens), len(self.key_tokens)) > _MOST_DRAWN:
            return None
        shared = [[float(weight) for weight in row] for row in self.weights]
        return ribbons(self.tokens, self.key_tokens, shared, ("looks", "is seen"))

    @property
    def facts(self) -> Record:
        given = self.computed_from
        if self.scale and not self.padding:  # older records have neither
            del given["scale"], given["padding"]
        made = {
            "d": plain(self.d), "scores": self.scores, "scaled": self.scaled,
            "powers": self.matrix(self.power, self.each_j), "sums": self.sums, "weights": self.weights,
            "outputs": self.outputs,
        }  # fmt: skip
        return {name: record.plain(fact) for name, fact in {"measure": self.measure, **given, **made}.items()}

    @property
    def notes(self) -> tuple[Note, ...]:
        odd = (
            (len(self.keys) == 1, "one-key", "There is a single key, so it gets all the weight, whatever its score."),
            (1 == len({*self.keys}) < len(self.keys), "equal-keys", "All keys are equal, so a query gives equal "
             "weight to all the keys it sees, and gets the plain mean of their values."),
            (self.causal, "causal", "Each token sees itself and the tokens before it. The first token sees only "
             "itself, so its weight is 1."),
            (bool(self.padding), "padding", "No query sees padding, so padding gets no weight, whatever its keys are."),
            (self.is_large, "large", f"A scaled score is beyond {_LARGE}, and e to that power may be too large for a "
             "float. Therefore the largest number of each row is subtracted first. This divides all powers of the row "
             "by "
             "the same number, so no weight changes."),
        )  # fmt: skip
        return tuple([Note(code, text) for is_so, code, text in odd if is_so])

    def with_number(self, which: str, row: int, column: int, value: float | str) -> "Attention":
        """A copy with a different number in the "queries", "keys" or "values". Rows and columns count from 1.

        >>> attention("1 0", "1 0; 0 1", "5; 7").with_number("queries", 1, 1, 0).outputs
        ((6,),)
        """
        matrices = {"queries": self.queries, "keys": self.keys, "values": self.values}
        if not is_among(which, matrices):
            raise InputError("which", described(which), "'queries', 'keys' or 'values'")
        rows = [list(numbers) for numbers in matrices[which]]
        i, a = check_whole(row, "row", 1, len(rows)) - 1, check_whole(column, "column", 1, len(rows[0])) - 1
        rows[i][a] = given.number(value, f"{which}[{i}][{a}]")
        matrices[which] = tuple(map(tuple, rows))
        return replace(self, queries=matrices["queries"], keys=matrices["keys"], values=matrices["values"])


def _cell(value: Exact) -> Cell:
    return Real(float(value), formula_text(formulas.value(number(value))))


def attention(
    queries: Rows, keys: Rows, values: Rows, *, tokens: Sequence[str] | str | None = None,
    key_tokens: Sequence[str] | str | None = None, causal: bool = False, scale: bool = True,
    padding: Sequence[int] = (),
) -> Attention:  # fmt: skip
    """Scaled dot-product attention, as a trace (Vaswani et al. 2017, section 3.2.1, equation 1).

    Each matrix is a list of rows, or a text such as "1 0; 1/2 1". Queries are n × d, keys m × d and values m × d_v.
    `tokens` name the queries, and also the keys unless there are `key_tokens` (cross-attention). With `causal`, no
    token sees a later token. No query sees the keys whose numbers, from 1, are in `padding`. With `scale=False`, scores
    are not divided by √d. Weights are from 0 to 1, and the weights of a query add up to 1. They are exact if all its
    scores are equal.

    >>> trace = attention("1 1; 2 0", "1 1; 1 1", "3 0; 0 3", tokens="cat saw")
    >>> [[str(weight) for weight in row] for row in trace.weights], trace.outputs[0][0]
    ([['1/2', '1/2'], ['1/2', '1/2']], Fraction(3, 2))

    If two shapes don't fit, InputError names them.
    """
    check_flag(causal, "causal")
    check_flag(scale, "scale")
    q, k, v = matrix(queries, "queries"), matrix(keys, "keys"), matrix(values, "values")
    odd = (
        (len(q[0]) != len(k[0]), "keys", ("queries", q, "keys", k), "the same number d of columns in both"),
        (len(k) != len(v), "values", ("keys", k, "values", v), "the same number of rows in both, a value for each key"),
        (causal and len(q) != len(k), "causal", ("queries", q, "keys", k), "as many keys as queries, of the same text"),
    )
    for is_so, where, (name, rows, other_name, other_rows), expected in odd:
        if is_so:
            raise InputError(
                where, f"{name} of shape {shape(rows)} and {other_name} of shape {shape(other_rows)}", expected
            )
    of_queries = names(tokens, "tokens", len(q), "query", "q")
    is_same = key_tokens is None and tokens is not None and len(q) == len(k)
    of_keys = of_queries if is_same else names(key_tokens, "key_tokens", len(k), "key", "k")
    listed_numbers = check_list(padding, "padding", "a list of key numbers, from 1")
    hidden = tuple(check_whole(key, f"padding[{at}]", 1, len(k)) for at, key in enumerate(listed_numbers))
    trace = Attention(q, k, v, of_queries, of_keys, causal, scale, tuple(sorted({*hidden})))
    if blind := [i for i in trace.each_i if not trace.seen(i)]:
        raise InputError("padding", f"every key that query {blind[0]} might see", "at least one key that isn't padding")
    return trace
