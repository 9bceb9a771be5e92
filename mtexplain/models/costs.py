"""What a layer costs: multiplications, steps that wait for each other, and the longest path through such layers."""

from dataclasses import dataclass
from decimal import Decimal
from math import floor, log
from typing import Any, ClassVar

from mtexplain.display.charts import Guide, Plot
from mtexplain.display.formula import Call, Symbol, shown
from mtexplain.display.parts import Note, Real, Table, titled
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.models.counting import counted
from mtexplain.recipe.equations import equation
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.recipe.summary import Summary
from mtexplain.settings import check_whole

PAPER, _NEVER, grouped = "Vaswani et al. 2017, Table 1 and section 4", Decimal("Infinity"), "{:,}".format
_SMALL, _LOG = {"n": 9, "d": 4, "k": 3, "r": 3}, Call("O", Call(Symbol("log", "k"), "n"))
LAYERS: tuple[tuple[Any, ...], ...] = (  # its quantities, each before what the paper says of it; steps that wait
    ("self-attention", "self_attention", "O(n² · d)", "path_attention", "O(1)", "O(1)"),
    ("recurrence", "recurrent", "O(n · d²)", "path_recurrent", "O(n)", "O(n)"),
    ("convolution", "convolution", "O(k · n · d²)", "path_contiguous", "O(n/k)", "O(1)"),
    ("dilated convolution", "convolution", "O(k · n · d²)", "path_dilated", _LOG, "O(1)"),
    ("restricted attention", "restricted", "O(r · n · d)", "path_restricted", "O(n/r)", "O(1)"),
)


@dataclass(frozen=True, repr=False)
class LayerCosts(Summary):
    """What each kind of layer costs for n tokens, with its working. Make one with `layer_costs`."""

    sizes: tuple[int, int, int, int | None]
    measure, answer = "layer costs", "cheapest"
    n = quantity("n", "how many tokens there are", write=grouped)(lambda trace: trace.sizes[0])
    d = quantity("d", "how many numbers each has", write=grouped)(lambda trace: trace.sizes[1])
    k = quantity("k", "how many tokens a kernel covers", write=grouped)(lambda trace: trace.sizes[2])
    r = quantity("r", "how many a restricted layer sees", write=grouped)(lambda trace: trace.sizes[3] or trace.n)
    h = quantity("h", "how many of these on the left", write=grouped)(lambda trace: (min(trace.r, trace.n) - 1) // 2)
    self_attention = formula("C_self", "n ** 2 * d + n ** 2 * d", write=grouped)
    recurrent = formula("C_rec", "n * d ** 2 + n * d ** 2", write=grouped)
    convolution = formula("C_conv", "k * n * d ** 2", write=grouped)
    restricted = formula("C_near", "n * min(r, n) * d + n * min(r, n) * d", write=grouped)
    projections = formula("C_proj", "4 * n * d ** 2", write=grouped)
    lstm = formula("C_LSTM", "8 * n * d ** 2", write=grouped)
    costs = quantity("C", "what each costs", index="i", write=grouped)(lambda trace: (*trace.by_name.values(),))
    cheapest = formula("C_min", "min(costs)", write=grouped)
    path_attention = formula("L_self", "1")
    path_recurrent = formula("L_rec", "n", write=grouped)
    path_contiguous = formula("L_conv", "1 if n == 1 else ceil((n - 1) / (k - 1))", default=_NEVER)
    path_dilated = formula("L_dil", "1 if n == 1 else ceil(log(n, k))", default=_NEVER)
    path_restricted = formula("L_near", "1 if r >= n else 1 + ceil((n - r) / h)", default=_NEVER)
    meets_recurrent = formula("n_rec", "d", write=grouped)
    meets_convolution = formula("n_conv", "k * d / 2")
    meets_restricted = formula("n_near", "r", write=grouped)
    plan: ClassVar[tuple[Plan, ...]] = (
        Plan("multiplications", "Multiplications", "Attention compares each token with n (restricted: the r around), d "
             "numbers at a time, and mixes as many. Recurrence is a plain layer with tanh: a d × d matrix for the "
             "token and one for the state before. Convolution has one for each of k tokens: this one and those before, "
             "zeros at the start. The paper leaves out C_proj (queries, keys, values, output). With it, self-attention "
             "costs more than the plain recurrent layer. An LSTM has eight such matrices, and costs C_LSTM.",
             PAPER, ("projections", "lstm"), "left out", lambda it, _: [equation(it, x[1]) for x in it.differ],
             outcome=lambda it, _: grouped(it.projections)),
        Plan("crossovers", "Crossovers", lambda trace, _: trace.told, PAPER, (), "with recurrence", lambda it, _: [
             equation(it, f"meets_{x[1]}") for x in it.differ[1:]], outcome=lambda it, _: grouped(it.meets_recurrent)),
        Plan("paths", "Paths", "After how many steps has the last token heard of the first? The sooner, the easier to "
             "learn. The paper's log_k n is for dilated convolution: each further layer leaves gaps k times as wide. "
             "Only recurrence is sequential: each state waits for the one before.",
             PAPER, ("path_attention",), "the shortest", lambda it, _: [equation(it, x[3]) for x in it.layers[1:]],
             lambda it, _: "ceil rounds up" + "; h of the r tokens are on the left" * bool(it.sizes[3])),
        Plan("counted", "Counted", lambda trace, _: "Plain loops count their products. They are stacked until the last "
             f"token has heard of the first. Here {trace.trial.about[0]}.", "ours", (), "formulas against loops",
             lambda trace, _: (trace.trial.checks,), outcome=lambda trace, _: "not " * any(
                 row[1].value != row[3] or row[2] != row[4] for row in trace.trial.checks.rows) + "the same"),
    )  # fmt: skip
    layers = property(lambda self: LAYERS if self.sizes[3] else LAYERS[:-1])
    differ = property(lambda self: [of for of in self.layers if of[0] != "dilated convolution"])
    by_name = property(lambda self: {of[0]: getattr(self, of[1]) for of in self.differ})
    meets = property(lambda self: {of[0]: getattr(self, f"meets_{of[1]}") for of in self.differ[1:]})
    trial = property(lambda self: self if self.n * max(self.costs) < 50_000 else self.with_quantities({}, _SMALL))
    about = property(lambda self: (", ".join(f"{one} = {getattr(self, one):,}" for one in "ndkr"[: len(self.costs)]),))
    overview = property(lambda self: (self.table,))
    value = property(lambda self: " and ".join(
        name for name, cost in self.by_name.items() if cost == self.cheapest).capitalize())  # fmt: skip
    says = property(lambda self: f"{self.value} need{'s' * (' and ' not in self.value)} the fewest multiplications.")
    why = property(lambda self: f"{so_many(self.cheapest, 'multiplication')} "
                   f"{'is' if self.cheapest == 1 else 'are'} the fewest" + "".join(
        f"; {name} takes {shown(cost / self.cheapest)} times as many" for name, cost in self.by_name.items()
        if cost > self.cheapest) + ".")  # fmt: skip
    told = property(lambda self: "Self-attention costs " + ", ".join(
        f"more than {name} from {floor(at) + 1:,} tokens on" for name, at in self.meets.items()) + ".")  # fmt: skip

    @property
    def table(self) -> Table:
        rows = [(name, big, Real(cost := getattr(self, made), grouped(cost)), longest,
                 None if (steps := getattr(self, path)) == _NEVER else steps, wait)
                for name, made, big, path, longest, wait in self.layers]  # fmt: skip
        return titled("layer complexity multiplications path steps sequential", rows, 1)

    @property
    def checks(self) -> Table:
        """What the formulas say of multiplications and steps, then what was counted and found."""
        rows = zip(self.table.rows, counted(self.n, self.d, self.k, min(self.r, self.n)), strict=False)
        return titled("layer multiplications steps counted found", [(*row[::2], *one) for row, one in rows], 1)

    @property
    def notes(self) -> tuple[Note, ...]:
        odd = (
            (self.n == 1, "one-token", "A single token has no other to hear of: every path is one step."),
            (self.k > self.n, "wide-kernel", f"{so_many(self.k - self.n, 'place')} of the kernel meet"
             f"{'s' * (self.k - self.n == 1)} nothing but zeros."),
            (self.sizes[3] and self.r >= self.n, "unrestricted", "As r ≥ n, restricted attention is self-attention."),
            (self.k == 1 < self.n or self.r < min(3, self.n), "no-path", "So narrow a layer brings nothing across."),
        )  # fmt: skip
        return tuple(Note(code, told) for is_so, code, told in odd if is_so)

    @property
    def picture(self) -> Plot:
        marks = dict.fromkeys(self.meets.values(), "") | {self.n: "n = "}
        low, high = float(min(marks)) / 2, float(max(marks)) * 2
        share = {at: log(at / low, high / low) for at in marks}  # of both axes: self-attention is their diagonal
        lines = {"self-attention": [(0.0, 0.0), (1.0, 1.0)]}
        for name, at in self.meets.items():  # restricted attention leaves the diagonal, the others meet it
            lines[name.split()[0]] = [(share[at] * ("restricted" in name), share[at]), (1.0, share[at])]
        guides = [Guide(share[at], f"{told}{shown(float(at))}") for at, told in marks.items()]
        return Plot("n (log)", "multiplications for each token (log)", "", lines, guides, self.told)


def layer_costs(n: int, d: int, *, k: int = 3, r: int | None = None) -> LayerCosts:
    """What a layer costs by its kind, as a trace: multiplications, waiting steps, longest path (Vaswani et al. 2017).

    For n tokens of d numbers, kernels of k and, where given, attention to r: each 1 to a million, else an InputError.

    >>> layer_costs(70, 512).self_attention, layer_costs(70, 512).recurrent
    (5017600, 36700160)
    """
    n, d, k = (check_whole(one, name, 1, 10**6) for one, name in ((n, "n"), (d, "d"), (k, "k")))
    return LayerCosts((n, d, k, None if r is None else check_whole(r, "r", 1, 10**6)))
