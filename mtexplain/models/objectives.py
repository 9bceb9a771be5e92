"""What GPT is trained for: to predict tokens, and at fine-tuning labels as well (Radford et al. 2018, section 3).

Logarithms are natural. Objectives are maximised, 0 at best; programs minimise the loss, the same with the sign turned,
and usually its mean.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from typing import Any, ClassVar

from mtexplain.display import plain
from mtexplain.display.formula import Call, Symbol
from mtexplain.display.parts import Note, Part, Real, Table, columns
from mtexplain.display.stacks import Names, Stack, Stacks
from mtexplain.display.stacks_layout import draw
from mtexplain.inputs import InputError, check_list, described
from mtexplain.judging.measure import named
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.models.given import names, number
from mtexplain.recipe.arithmetic import log, times
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.recipe.summary import Summary
from mtexplain.recipe.symbols import value
from mtexplain.settings import check_between

Given = Sequence[str] | None
_SOURCE, _COLOURS = "Radford et al. 2018, section", {"token": "credited", "label": "here"}
_PAIR = 'a pair: the probabilities of the tokens, and that of the right label, as in (["1/2", "1/4"], "3/4")'


@dataclass(frozen=True, repr=False)
class FineTuning(Summary):
    """The objective of fine-tuning, with its working. Make one with `fine_tuning`."""

    summands: tuple[tuple[int, str, str, Fraction], ...]
    """Of each the number of its text, "token" or "label", its name, and its probability."""
    weight: Fraction

    measure, answer, range = "fine_tuning", "l3", (float("-inf"), 0)
    known = property(lambda self: {it: tuple([p for _, kind, _, p in self.summands if kind == it]) for it in _COLOURS})
    p = quantity(Call("P", Symbol("u")), "that of a token", index="i")(lambda trace: trace.known["token"])
    t = quantity("T", "how many tokens there are")(lambda trace: len(trace.p))
    q = quantity(Call("P", Symbol("y | x")), "that of a label", index="x")(lambda trace: trace.known["label"])
    lam = quantity("λ", "how much L1 counts beside L2")(lambda trace: trace.weight)
    l1 = formula("L_1", "sum(log(p))", step="l1")
    perplexity = formula("PP", "exp(-l1 / t)", convert=float, step="perplexity")
    l2 = formula("L_2", "sum(log(q))", step="l2")
    l3 = formula("L_3", "l2 if lam == 0 else l2 + lam * l1", convert=float, step="l3")
    plan: ClassVar[tuple[Plan, ...]] = (
        Plan("l1", "Language modelling", "While it learns the task, the model goes on predicting token after token.",
             f"{_SOURCE} 3.1, Eq. 1", ("l1",), lambda trace, _: trace.about[1], lambda trace, _: (trace.table,),
             "P(u) is the probability of a token, given those before it in its text"),
        Plan("perplexity", "Perplexity", "Training logs print the mean loss, -L1/T. e to that power is the perplexity.",
             "Jurafsky and Martin, SLP3, section 3.3", ("perplexity",), "the same as a number of choices"),
        Plan("l2", "The task", "The model reads the whole text x. Only the probability of its right label y counts.",
             f"{_SOURCE} 3.2, Eq. 4", ("l2",), lambda trace, _: trace.about[2], where="x runs over the texts"),
        Plan("l3", "Both", "Predicting the texts counts λ times. Training makes the sum as large as it can: programs "
             "turn its sign, and make it small.", f"{_SOURCE} 3.2, Eq. 5", ("l3",), lambda trace, _: trace.about[0]),
    )  # fmt: skip
    why = "The larger, the better: 0 is for a model that was certain of every token and every label, and right."
    about = property(lambda self: (f"λ = {self.weight}", so_many(self.t, "token"), so_many(len(self.q), "label")))

    @property
    def table(self) -> Table:
        titles = columns(text="text", name="token, label", p="p", log="log p", times="times", adds="adds to L3")
        rows = []
        for text, kind, name, p in self.summands:
            counts = self.weight if kind == "token" else Fraction(1)
            known, factor = (Real(float(one), plain.formula(value(one))) for one in (p, counts))
            adds = times(counts, log(p)) or 0  # minus infinity that counts 0 times adds nothing
            rows.append((text, named(name), known, Real(float(log(p))), factor, Real(float(adds))))
        return Table("", titles, rows, names=2)

    @property
    def picture(self) -> Part:
        rows: Any = zip(self.summands, self.table.rows, strict=True)
        stacks = [Stack(one[2], str(row[-1]), -row[-1].value, str(row[2]), kind=_COLOURS[one[1]]) for one, row in rows]
        what, told = Names("token, label", "adds to L₃", "probability"), f"What adds up to L3, which is {self.value}."
        return draw(Stacks(tuple(stacks), what, told, shares=((self.value, "L₃"),)))

    @property
    def notes(self) -> tuple[Note, ...]:
        odd = {
            "impossible": (0 in self.p + self.q, "The logarithm of 0 is minus infinity, and so is every sum it is in."),
            "no-tokens": (not self.t, "There are no tokens: L1 is 0, and there is no perplexity, which would be 0/0."),
            "no-labels": (not self.q, "No text has a label: L2 is 0, and L3 is λ times L1."),
        }
        return tuple([Note(code, text) for code, (is_so, text) in odd.items() if is_so])


def fine_tuning(
    examples: Sequence[Any], *, weight: float | Fraction | str = "1/2", texts: Given = None, labels: Given = None
) -> FineTuning:  # fmt: skip
    """The objective of fine-tuning, as a trace: L3 = L2 + λ L1, from minus infinity to 0, the best.

    An example is a pair: the probabilities that the model gave to the tokens of a text, each from those before it, and
    to the text's right label; None where it has no label. `weight` is λ. `texts` and `labels` name what was predicted.
    InputError says what is wrong with an input. A probability of 0 is no error: its logarithm is minus infinity.

    >>> trace = fine_tuning([(["1/2", "1/4", "1/8", "1/4"], "1/2")], texts=["good film at last"], labels=["positive"])
    >>> round(float(trace.l1), 3), trace.perplexity, round(trace.l3, 3)
    (-5.545, 4.0, -3.466)
    """
    pairs, found = check_list(examples, "examples", f"a list, with {_PAIR} for each text"), []
    sentences, right = names(texts, "texts", len(pairs), "text"), names(labels, "labels", len(pairs), "text", "y")
    for at, pair in enumerate(pairs):
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise InputError(f"examples[{at}]", described(pair), _PAIR)
        known = check_list(pair[0], f"examples[{at}]", "a list of probabilities, one for each token")
        words = names(sentences[at] if texts else None, f"texts[{at}]", len(known), "probability", "u")
        given = [*zip(repeat("token"), words, known), *[("label", right[at], pair[1])] * (pair[1] is not None)]
        for kind, name, one in given:
            where = f"examples[{at}], {kind} {name}"
            found.append((at + 1, kind, name, check_between(Fraction(number(one, where)), where, 0, 1, "")))
    return FineTuning(
        tuple(found), check_between(Fraction(number(weight, "weight")), "weight", 0, 1000, "The paper takes 1/2.")
    )
