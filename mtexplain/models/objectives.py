"""What GPT is trained for: to predict texts (L1), to predict their labels (L2), and at fine-tuning both (L3).

Radford, Narasimhan, Salimans and Sutskever 2018, "Improving Language Understanding by Generative Pre-Training",
section 3. Logarithms are natural. An objective is made as large as it can be, and 0 is the best there is; programs make
the loss small, which is the same with the sign turned, and usually take its mean.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any, ClassVar, NamedTuple

from mtexplain.display import plain
from mtexplain.display.formula import Call, Chain, Formula, Symbol, shown
from mtexplain.display.parts import Cell, Note, Real, Table, columns
from mtexplain.display.picture import Picture
from mtexplain.display.stacks import Names, Stack, Stacks
from mtexplain.display.stacks_layout import draw
from mtexplain.inputs import InputError, check_list, described
from mtexplain.judging.measure import named
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.models.given import names, number
from mtexplain.recipe import arithmetic
from mtexplain.recipe.misconception import Subject
from mtexplain.recipe.mistakes import read_mistakes
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.recipe.summary import Summary
from mtexplain.recipe.symbols import value

_SOURCE = "Radford et al. 2018, Eq."
_PAIR = 'a pair: the probabilities of its tokens, and that of its right label, as in (["1/2", "1/4"], "3/4")'


class Summand(NamedTuple):
    """A token or a label: the number of its text, its name, its probability, and how often its logarithm counts."""

    text: int
    name: str
    p: Fraction
    times: Fraction
    kind: str

    @property
    def adds(self) -> float:
        """What it adds to L3; nothing where it counts 0 times, even if its logarithm has no end."""
        return float(arithmetic.times(self.times, arithmetic.log(self.p)) or 0)

    @property
    def row(self) -> tuple[Cell, ...]:
        """The same as cells of a table."""
        p, times = (Real(float(one), plain.formula(value(one))) for one in (self.p, self.times))
        return self.text, named(self.name), p, Real(float(arithmetic.log(self.p))), times, Real(self.adds)

    @property
    def stack(self) -> Stack:
        """The same as a stack of a picture: the higher, the more it takes from L3."""
        kind = "here" if self.kind == "label" else "credited"
        return Stack(self.name, shown(self.adds), -self.adds, plain.formula(value(self.p)), kind=kind)


@dataclass(frozen=True, repr=False)
class FineTuning(Summary):
    """The objectives of fine-tuning, with their working. Make one with `fine_tuning`."""

    examples: tuple[tuple[tuple[Fraction, ...], Fraction | None], ...]
    weight: Fraction
    tokens: tuple[tuple[str, ...], ...]
    labels: tuple[str, ...]

    measure, answer, range = "fine_tuning", "l3", (-inf, 0)
    p = quantity(Call("P", Symbol("u")), "the probability of each token", index="i")(
        lambda trace: tuple([one for text, _ in trace.examples for one in text])
    )
    t = quantity("T", "how many tokens there are")(lambda trace: len(trace.p))
    q = quantity(Call("P", Symbol("y | x")), "the probability of each right label", index="x")(
        lambda trace: tuple([label for _, label in trace.examples if label is not None])
    )
    lam = quantity("λ", "how much L1 counts beside L2")(lambda trace: trace.weight)
    l1 = formula("L_1", "sum(log(p))", step="l1")
    perplexity = formula("PP", "exp(-l1 / t)", convert=float, step="perplexity")
    l2 = formula("L_2", "sum(log(q))", step="l2")
    l3 = formula("L_3", "l2 if lam == 0 else l2 + lam * l1", convert=float, step="l3")
    plan: ClassVar[tuple[Plan, ...]] = (
        Plan("l1", "Language modelling", "Even while it learns a task, the model goes on predicting the texts, token "
             "by token. A token that it was sure of adds almost nothing.", f"{_SOURCE} 1", ("l1",),
             lambda trace, _: so_many(trace.t, "token"), lambda trace, _: (trace.ledger("token"),),
             "P(u_i) is the probability of token i, given those before it"),
        Plan("perplexity", "Perplexity", "Turn the sign of their mean, and it is the loss that a training log prints. e to "
             "that power is the perplexity.", "Jurafsky and Martin, SLP3, section 3.3",
             ("perplexity",), "the same as a number of choices"),
        Plan("l2", "The task", "The model reads the whole text x, and only the probability of its right label y counts.",
             f"{_SOURCE} 4", ("l2",), lambda trace, _: so_many(len(trace.q), "label"),
             lambda trace, _: (trace.ledger("label"),), "x runs over the texts"),
        Plan("l3", "Both", "λ says how much predicting the texts counts beside the task. Training makes this as large "
             "as it can. Programs turn the sign, and make it as small as they can.", f"{_SOURCE} 5",
             ("l3",), lambda trace, _: trace.about[0], lambda trace, _: (trace.table,)),
    )  # fmt: skip

    @property
    def written(self) -> dict[str, Formula]:
        below = value(self.l1)
        return {"l1": Chain("*", (below,), grouped=True) if (self.l1 or 0) < 0 else below}

    @property
    def summands(self) -> list[Summand]:
        """All that is added, text by text: its tokens, then its label, if it has one."""
        found = []
        for place, ((tokens, label), words, name) in enumerate(
            zip(self.examples, self.tokens, self.labels, strict=True), 1
        ):
            found += [Summand(place, word, p, self.weight, "token") for word, p in zip(words, tokens, strict=True)]
            found += [Summand(place, name, label, Fraction(1), "label")] if label is not None else []
        return found

    @property
    def table(self) -> Table:
        titles = columns(text="text", name="token or label", p="p", log="log p", times="times", adds="adds to L3")
        return Table("", titles, [one.row for one in self.summands], names=2)

    def ledger(self, kind: str) -> Table:
        """The logarithms of the tokens alone, or of the labels."""
        rows = [one.row[:4] for one in self.summands if one.kind == kind]
        return Table("", columns(text="text", name=kind, p="p", log="log p"), rows, names=2)

    @property
    def picture(self) -> Picture:
        piece = Stacks(tuple([one.stack for one in self.summands]), Names("token, label", "adds to L₃", "probability"),
                       f"What each token and each label adds to L3. {self.why}", shares=((self.value, "L₃"),))  # fmt: skip
        return draw(piece)

    @property
    def about(self) -> tuple[str, ...]:
        return f"λ = {plain.formula(value(self.weight))}", so_many(self.t, "token"), so_many(len(self.examples), "text")

    @property
    def why(self) -> str:
        from_tokens = sum(one.adds for one in self.summands if one.kind == "token")
        told = f"The labels add {shown(float(self.l2))}, and the tokens, at {self.about[0]}, {shown(from_tokens)}."
        return f"{told} The larger, the better: 0 would be perfect."

    @property
    def notes(self) -> tuple[Note, ...]:
        no_end = "has probability 0. Its logarithm is minus infinity, and so is every sum that it is part of."
        found = [
            Note("impossible", f"The {one.kind} {no_end}", f"text {one.text}") for one in self.summands if not one.p
        ]
        odd = (
            (not self.t, "no-tokens", "There are no tokens: L1 is 0, and 0/0 has no perplexity."),
            (not self.q, "no-labels", "No text has a label: L2 is 0, and L3 is λ times L1."),
            (not self.weight, "no-texts", "With λ = 0 predicting the texts does not count: L3 is L2."),
        )
        return (*found, *(Note(code, text) for is_so, code, text in odd if is_so))


def fine_tuning(
    examples: Sequence[Any],
    *,
    weight: float | Fraction | str = "1/2",
    texts: Sequence[str | Sequence[str]] | None = None,
    labels: Sequence[str] | None = None,
) -> FineTuning:
    """The objective of fine-tuning, as a trace: L3 = L2 + λ L1, from minus infinity to 0, the best (Radford 2018).

    An example is a pair: the probabilities that the model gave to the tokens of a text, each from those before it, and
    the probability of the text's right label; None where it has no label. `weight` is λ. `texts` and `labels` name
    what was predicted, to be shown.

    >>> trace = fine_tuning([(["1/2", "1/4", "1/8", "1/4"], "1/2")])
    >>> round(float(trace.l1), 3), trace.perplexity, round(trace.l3, 3)
    (-5.545, 4.0, -3.466)

    InputError says what is wrong with an input. A probability of 0 is no error: the sums are minus infinity.
    """
    pairs = check_list(examples, "examples", f"a list: for each text {_PAIR}")
    known = tuple([_example(pair, f"examples[{place}]") for place, pair in enumerate(pairs)])
    words = [None] * len(known) if texts is None else check_list(texts, "texts", "a list of texts")
    if len(words) != len(known):
        raise InputError("texts", so_many(len(words), "text"), f"{len(known)}, one for each example")
    factor = number(weight, "weight")
    if factor < 0:
        raise InputError("weight", str(factor), "0 or more", "The paper takes λ = 0.5.")
    tokens = [names(text, f"texts[{at}]", len(known[at][0]), "probability", "u") for at, text in enumerate(words)]
    return FineTuning(known, Fraction(factor), tuple(tokens), names(labels, "labels", len(known), "example", "y"))


def _example(pair: object, where: str) -> tuple[tuple[Fraction, ...], Fraction | None]:
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        raise InputError(where, described(pair), _PAIR)
    tokens = check_list(pair[0], f"{where}, tokens", "a list of probabilities")
    label = None if pair[1] is None else _probability(pair[1], f"{where}, label")
    return tuple([_probability(one, f"{where}, token {at}") for at, one in enumerate(tokens, 1)]), label


def _probability(given: object, where: str) -> Fraction:
    known = Fraction(number(given, where))
    if not 0 <= known <= 1:
        raise InputError(where, described(given), "a probability, from 0 to 1")
    return known


OBJECTIVES = Subject("Objectives of GPT", fine_tuning, fine_tuning, FineTuning,
                     {"l1": "l1", "perplexity": "perplexity", "l2": "l2", "l3": "l3"})  # fmt: skip
SUBJECTS = (OBJECTIVES,)
MISTAKES = read_mistakes(__package__, SUBJECTS, {}, "objectives.toml")
"""Wrong formulas for these numbers, in the order of the computation."""
