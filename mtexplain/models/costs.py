"""The costs of a layer in multiplications, sequential operations, and the longest path through a stack of layers."""

import builtins
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from math import floor, inf, log
from typing import NamedTuple

from mtexplain.display.charts import Guide, Plot
from mtexplain.display.formula import Call, Chain, Formula, Symbol, shown
from mtexplain.display.parts import Equation, Note, Real, Table, titled
from mtexplain.display.trace import Step
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.summary import TracedSummary
from mtexplain.models.counting import counted
from mtexplain.settings import check_whole
from mtexplain.tracing import views
from mtexplain.tracing.number import Number, ceil, min, number
from mtexplain.tracing.steps import Quantity, quantity

PAPER, grouped = "Vaswani et al. 2017, Table 1 and section 4", "{:,}".format
NEVER = Decimal("Infinity")


@dataclass(frozen=True, repr=False)
class LayerCosts(TracedSummary):
    """The costs of each kind of layer for n tokens, with their working. Returned by `layer_costs`."""

    sizes: tuple[int, int, int, int | None]
    measure = "layer costs"

    @quantity("n", says="the number of tokens")
    def n(self) -> float:
        """The number of tokens."""
        return self.sizes[0]

    @quantity("d", says="the length of each token's vector")
    def d(self) -> float:
        """The length of each token's vector."""
        return self.sizes[1]

    @quantity("k", says="the number of tokens a kernel covers")
    def k(self) -> float:
        """The number of tokens that a kernel covers."""
        return self.sizes[2]

    @quantity("r", says="the number of tokens a restricted layer sees")
    def r(self) -> float:
        """The number of tokens that a restricted layer sees, by default all of them."""
        return self.sizes[3] or self.sizes[0]

    @quantity("h", says="the number of these tokens on the left")
    def h(self) -> float:
        """The number of these tokens to the left of the current token."""
        return (builtins.min(int(self.r), int(self.n)) - 1) // 2

    # Multiplications.

    @quantity("C_self")
    def self_attention(self) -> float:
        """The scores of all pairs of tokens, and the weighted sum of the values."""
        return self.n**2 * self.d + self.n**2 * self.d

    @quantity("C_rec")
    def recurrent(self) -> float:
        """A matrix for the token, and another for the previous state."""
        return self.n * self.d**2 + self.n * self.d**2

    @quantity("C_conv")
    def convolution(self) -> float:
        """A matrix for each of k tokens."""
        return self.k * self.n * self.d**2

    @quantity("C_near")
    def restricted(self) -> float:
        """Each token with the r tokens around it."""
        near = min(self.r, self.n)
        return self.n * near * self.d + self.n * near * self.d

    @quantity("C_proj")
    def projections(self) -> float:
        """The four projections, which make queries, keys, values and output."""
        return 4 * self.n * self.d**2

    @quantity("C_LSTM")
    def lstm(self) -> float:
        """The eight matrices of an LSTM."""
        return 8 * self.n * self.d**2

    @quantity("C_min")
    def cheapest(self) -> float:
        """The cost of the cheapest of these layers."""
        return min(*(layer.number(self, 0) for layer in self.layers if layer.has_own_cost))

    # The longest path from the first token to the last.

    @quantity("L_self")
    def path_attention(self) -> float:
        """Every token sees every other token directly."""
        return number(1)

    @quantity("L_rec")
    def path_recurrent(self) -> float:
        """Each state waits for the previous state."""
        return self.n

    @quantity("L_conv")
    def path_contiguous(self) -> float:
        """Each layer carries the first token k - 1 places further."""
        if self.n == 1:
            return 1
        return or_never(ceil((self.n - 1) / (self.k - 1)))

    @quantity("L_dil")
    def path_dilated(self) -> float:
        """Each layer reaches k times as far."""
        if self.n == 1:
            return 1
        logarithm = Number(None, "", f"log_{self.k}", (self.n,))
        symbolic = Number(None, "", "ceil", (Number(None, "", "log_k", (self.n,)),))
        return Number(self.dilated_layers, "", "ceil", (logarithm,), ("", symbolic))

    @quantity("L_near")
    def path_restricted(self) -> float:
        """The first layer carries the first token to r places, and each further layer carries it h places further."""
        if self.r >= self.n:
            return 1
        return or_never(1 + ceil((self.n - self.r) / self.h))

    @property
    def dilated_layers(self) -> int | Decimal:
        """The smallest exponent that raises k to n or more, from exact powers because a logarithm would be rounded."""
        n, k, layers = int(self.n), int(self.k), 0
        if k == 1:
            return NEVER
        while k**layers < n:
            layers += 1
        return layers

    # The number of tokens above which self-attention costs more.

    @quantity("n_rec")
    def meets_recurrent(self) -> float:
        """As many tokens as a vector has numbers."""
        return self.d

    @quantity("n_conv")
    def meets_convolution(self) -> float:
        """Half as many tokens as a kernel has numbers for a single output."""
        return self.k * self.d / 2

    @quantity("n_near")
    def meets_restricted(self) -> float:
        """As many tokens as a restricted layer sees."""
        return self.r

    @cached_property
    def layers(self) -> "tuple[Layer, ...]":
        """The kinds of layers, with restricted attention only if `r` is given."""
        return LAYERS if self.sizes[3] else LAYERS[:-1]

    @cached_property
    def by_name(self) -> dict[str, int]:
        """The cost of each layer. A dilated convolution costs the same as a convolution, so it is left out."""
        return {layer.name: int(layer.number(self, 0)) for layer in self.layers if layer.has_own_cost}

    @cached_property
    def meets(self) -> dict[str, float]:
        """For each other layer, the number of tokens above which self-attention costs more."""
        return {layer.name: layer.number(self, 2) for layer in self.layers[1:] if layer.has_own_cost}

    @property
    def trial(self) -> "LayerCosts":
        """A trace small enough to be run in loops, which is this trace unless its layers are too large."""
        if int(self.n) * max(self.by_name.values()) < 50_000:
            return self
        return type(self)((9, 4, 3, 3 if self.sizes[3] else None))

    # How they are shown.

    def steps(self) -> tuple[Step, ...]:
        """Multiplications, crossovers and paths, and a check that counts them."""
        return tuple(self._steps())

    def _steps(self) -> Iterator[Step]:
        why = (
            "Self-attention compares each token with n tokens. Each comparison takes d multiplications, and the "
            "weighted sum takes as many again. Restricted attention compares a token only with the r tokens around it. "
            "Recurrence is a plain layer with tanh, which has a d × d matrix for the token and another for the "
            "previous state. Convolution has a d × d matrix for each of k tokens, which are the current token and the "
            "tokens before it, with zeros at the start. The paper leaves out C_proj (queries, keys, values, output). "
            "With it, self-attention costs more than the plain recurrent layer. An LSTM has eight such matrices and "
            "costs C_LSTM."
        )
        costs = [layer.numbers[0] for layer in self.layers if layer.has_own_cost]
        made = self.equations(*costs, LayerCosts.projections, LayerCosts.lstm)
        last = f"{grouped(int(self.projections))}"
        yield Step("multiplications", "Multiplications", "left out by the paper", last, why, PAPER, made)
        made = self.equations(*(layer.numbers[2] for layer in self.layers[1:] if layer.has_own_cost))
        yield Step("crossovers", "Crossovers", "with recurrence", f"{int(self.d):,}", self.sentence, PAPER, made)
        why = (
            "How many steps does it take for information to get from the first token to the last? Dependencies are "
            "easier to learn over short paths. The paper's log_k n is for dilated convolution, in which each further "
            "layer leaves gaps k times as wide. Only recurrence is sequential, because each state waits for the "
            "previous state."
        )
        where = "ceil rounds up" + "; h of the r tokens are on the left" * bool(self.sizes[3])
        paths = self.equations(*(layer.numbers[1] for layer in self.layers[1:]), LayerCosts.path_attention)
        made = (*paths[:-1], paths[-1]._replace(where=where))
        outcome = Chain("=", (Symbol("L", "self"), "1"))
        yield Step("paths", "Paths", "the shortest", outcome, why, PAPER, made)
        trial = self.trial
        why = (
            "The layers are run as plain loops that count their multiplications, and stacked until information from "
            f"the first token has reached the last. Here {trial.about[0]}."
        )
        is_same = all(row[1].value == row[3] and row[2] == row[4] for row in trial.checks.rows)  # type: ignore[union-attr]
        same = "the same" if is_same else "not the same"
        yield Step("counted", "Counted", "formulas against loops", same, why, "ours", (trial.checks,))

    def equations(self, *quantities: Quantity[[]]) -> tuple[Equation, ...]:
        """The equations of quantities, with large numbers in groups of three digits."""
        return tuple(self._grouped(views.equation(self, self.quantities[each.name])) for each in quantities)

    def _grouped(self, made: Equation) -> Equation:
        numbers, value = (in_groups(formula) for formula in (made.numbers, made.value))
        return made._replace(numbers=numbers, value=value)

    @property
    def result(self) -> Equation:
        return self._grouped(super().result)

    @property
    def answer(self) -> Number:
        return number(self.cheapest)

    @property
    def about(self) -> tuple[str, ...]:
        sizes = zip("ndkr", (self.n, self.d, self.k, self.r)[: 4 if self.sizes[3] else 3], strict=False)
        return (", ".join(f"{name} = {int(size):,}" for name, size in sizes),)

    @property
    def overview(self) -> tuple[Table, ...]:
        return (self.table,)

    @property
    def value(self) -> str:
        return " and ".join(name for name, cost in self.by_name.items() if cost == self.cheapest).capitalize()

    @property
    def says(self) -> str:
        return f"{self.value} need{'s' * (' and ' not in self.value)} the fewest multiplications."

    @property
    def why(self) -> str:
        least = int(self.cheapest)
        fewest = f"The minimum is {so_many(least, 'multiplication')}"
        dearer = [f"; {name} takes {shown(cost / least)} times as many" for name, cost in self.by_name.items()
                  if cost > least]  # fmt: skip
        return f"{fewest}{''.join(dearer)}."

    @property
    def sentence(self) -> str:
        """The numbers of tokens at which self-attention becomes more expensive than other layers, as a sentence."""
        *others, last = (f"more than {name} for {floor(at) + 1:,} or more tokens" for name, at in self.meets.items())
        return f"Self-attention costs {', '.join(others)} and {last}."

    @property
    def table(self) -> Table:
        rows = []
        for layer in self.layers:
            cost, steps = int(layer.number(self, 0)), float(layer.number(self, 1))
            real = Real(cost, grouped(cost))
            path = None if steps == inf else int(steps)
            rows.append((layer.name, layer.complexity, real, layer.longest, path, layer.waits))
        return titled("layer complexity multiplications path steps sequential", rows, 1)

    @property
    def checks(self) -> Table:
        """Multiplications and steps, from the formulas and as counted in loops."""
        rows = zip(
            self.table.rows, counted(int(self.n), int(self.d), int(self.k), int(min(self.r, self.n))), strict=False
        )
        return titled("layer multiplications steps counted found", [(*row[::2], *counts) for row, counts in rows], 1)

    @property
    def notes(self) -> tuple[Note, ...]:
        odd = (
            (self.n == 1, "one-token", "There is only a single token, so every path is a single step."),
            (self.k > self.n, "wide-kernel", f"{so_many(int(self.k - self.n), 'place')} of the kernel cover"
             f"{'s' * (self.k - self.n == 1)} nothing but zeros."),
            (bool(self.sizes[3]) and self.r >= self.n, "unrestricted",
             "Since r ≥ n, restricted attention is the same as self-attention."),
            (self.k == 1 < self.n or self.r < builtins.min(3, int(self.n)), "no-path",
             "A layer this narrow carries nothing from the first token to the last."),
        )  # fmt: skip
        return tuple(Note(code, text) for is_so, code, text in odd if is_so)

    @property
    def picture(self) -> Plot:
        meets = {name: float(at) for name, at in self.meets.items()}
        marks = dict.fromkeys(meets.values(), "") | {float(self.n): "n = "}
        low, high = builtins.min(marks) / 2, max(marks) * 2
        share = {at: log(at / low, high / low) for at in marks}  # of both axes: self-attention is their diagonal
        lines = {"self-attention": [(0.0, 0.0), (1.0, 1.0)]}
        for name, at in meets.items():  # restricted attention leaves the diagonal, the others meet it
            lines[name.split()[0]] = [(share[at] * ("restricted" in name), share[at]), (1.0, share[at])]
        guides = [Guide(share[at], f"{label}{shown(at)}") for at, label in marks.items()]
        return Plot("n (log)", "multiplications per token (log)", "", lines, guides, self.sentence)


class Layer(NamedTuple):
    """A kind of layer, as described in the paper."""

    name: str
    complexity: str
    longest: str | Call
    waits: str
    """The number of sequential operations, as an order of growth."""
    numbers: tuple[Quantity[[]], ...]
    """Its cost, its longest path, and the number of tokens above which self-attention costs more."""

    def number(self, trace: LayerCosts, index: int) -> float:
        """The number with this index in a trace."""
        value: float = trace.quantities[self.numbers[index].name](trace)
        return value

    @property
    def has_own_cost(self) -> bool:
        """False for a dilated convolution, which costs the same as a convolution."""
        return self.name != "dilated convolution"


LAYERS = (
    Layer("self-attention", "O(n² · d)", "O(1)", "O(1)", (LayerCosts.self_attention, LayerCosts.path_attention)),
    Layer("recurrence", "O(n · d²)", "O(n)", "O(n)",
          (LayerCosts.recurrent, LayerCosts.path_recurrent, LayerCosts.meets_recurrent)),
    Layer("convolution", "O(k · n · d²)", "O(n/k)", "O(1)",
          (LayerCosts.convolution, LayerCosts.path_contiguous, LayerCosts.meets_convolution)),
    Layer("dilated convolution", "O(k · n · d²)", Call("O", Call(Symbol("log", "k"), "n")), "O(1)",
          (LayerCosts.convolution, LayerCosts.path_dilated)),
    Layer("restricted attention", "O(r · n · d)", "O(n/r)", "O(1)",
          (LayerCosts.restricted, LayerCosts.path_restricted, LayerCosts.meets_restricted)),
)  # fmt: skip


def or_never(steps: float) -> float:
    """A number of steps, infinite after a division by 0."""
    made = number(steps)
    return made if made.value is not None else Number(NEVER, "", made.made_by, made.parts)


def in_groups(formula: Formula) -> Formula:
    """A formula with its whole numbers in groups of three digits."""
    if isinstance(formula, str):
        return f"{int(formula):,}" if formula.isdecimal() else formula
    if isinstance(formula, Symbol):
        return formula
    if isinstance(formula, Chain):
        return formula._replace(terms=tuple(map(in_groups, formula.terms)))
    return type(formula)(*(part if isinstance(part, Symbol) else in_groups(part) for part in formula))  # type: ignore[arg-type]


def layer_costs(n: int, d: int, *, k: int = 3, r: int | None = None) -> LayerCosts:
    """The costs of each kind of layer, as a trace (Vaswani et al. 2017, Table 1).

    Costs are multiplications, sequential operations and the longest path. There are `n` tokens with vectors of length
    `d`; a kernel covers `k` tokens, and restricted attention, if `r` is given, sees `r` tokens. Each size is from 1 to
    a million; any other size raises InputError.

    >>> int(layer_costs(70, 512).self_attention), int(layer_costs(70, 512).recurrent)
    (5017600, 36700160)
    """
    n, d, k = (check_whole(size, name, 1, 10**6) for size, name in ((n, "n"), (d, "d"), (k, "k")))
    return LayerCosts((n, d, k, None if r is None else check_whole(r, "r", 1, 10**6)))
