"""The objectives of GPT, which predicts tokens and, in fine-tuning, also labels (Radford et al. 2018, section 3).

Logarithms are natural. Objectives are maximised and are at most 0. Programs minimise the loss, which has the opposite
sign and is usually a mean.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import repeat

from mtexplain.display import plain
from mtexplain.display.parts import Note, Part, Real, Table, columns
from mtexplain.display.stacks import Names, Stack, Stacks, draw
from mtexplain.inputs import InputError, check_list, described
from mtexplain.judging.measure import named
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.summary import TracedSummary
from mtexplain.models import given as inputs
from mtexplain.models.given import names
from mtexplain.settings import check_between
from mtexplain.tracing import formulas
from mtexplain.tracing.number import Number, exp, log, number, or_zero, sum_over
from mtexplain.tracing.steps import quantity, step

Given = Sequence[str] | None
_SOURCE, _COLOURS = "Radford et al. 2018, section", {"token": "credited", "label": "here"}
_PAIR = 'a pair of the tokens\' probabilities and the right label\'s, such as (["1/2", "1/4"], "3/4")'


@dataclass(frozen=True, repr=False)
class FineTuning(TracedSummary):
    """The objective of fine-tuning, with its working. Returned by `fine_tuning`."""

    summands: tuple[tuple[int, str, str, Fraction], ...]
    """For each summand, the number of its text, "token" or "label", its name, and its probability."""
    weight: Fraction

    measure, range = "fine_tuning", (float("-inf"), 0)

    @cached_property
    def tokens(self) -> tuple[Fraction, ...]:
        """The probabilities of the tokens."""
        return tuple(p for _, kind, _, p in self.summands if kind == "token")

    @cached_property
    def labels(self) -> tuple[Fraction, ...]:
        """The probabilities of the labels."""
        return tuple(p for _, kind, _, p in self.summands if kind == "label")

    @property
    def each_i(self) -> Sequence[int]:
        """The numbers of the tokens."""
        return range(1, len(self.tokens) + 1)

    @property
    def each_x(self) -> Sequence[int]:
        """The numbers of the texts that have a label."""
        return range(1, len(self.labels) + 1)

    @quantity("P(u_{i})", says="the probability of a token")
    def p(self, i: int) -> float:
        """The probability of a token."""
        return number(self.tokens[i - 1])

    @quantity("T", says="the number of tokens")
    def t(self) -> float:
        """The number of tokens."""
        return len(self.tokens)

    @quantity("P(y | x)", says="the probability of a label")
    def q(self, x: int) -> float:
        """The probability of the right label of a text."""
        return number(self.labels[x - 1])

    @quantity("λ", says="the weight of L1 relative to L2")
    def lam(self) -> float:
        """The weight of the first objective relative to the second."""
        return number(self.weight)

    @step("L_1", title="Language modelling", source=f"{_SOURCE} 3.1, Eq. 1",
          legend="P(u) is the probability of a token, given the tokens before it in its text")  # fmt: skip
    def l1(self) -> float:
        """While it learns the task, the model keeps predicting token after token."""
        return sum_over("i", self.each_i, lambda i: log(self.p(i)))

    @l1.summary
    def number_of_tokens(self) -> str:
        """Count the tokens."""
        return so_many(len(self.tokens), "token")

    @l1.table
    def all_summands(self) -> Table:
        """Everything that was predicted."""
        return self.table

    @step("PP", title="Perplexity", source="Jurafsky and Martin, SLP3, section 3.3",
          summary="L1 as a number of choices", is_decimal=True)  # fmt: skip
    def perplexity(self) -> float:
        """Training logs print the mean loss, -L1/T. The perplexity is e to that power."""
        return exp(-self.l1 / self.t)

    @step("L_2", title="The task", source=f"{_SOURCE} 3.2, Eq. 4", legend="x runs over the texts with a label")
    def l2(self) -> float:
        """The model reads the whole text x. Only the probability of its right label y counts."""
        return sum_over("x", self.each_x, lambda x: log(self.q(x)))

    @l2.summary
    def number_of_labels(self) -> str:
        """Count the labels."""
        return so_many(len(self.labels), "label")

    @step("L_3", title="Both", source=f"{_SOURCE} 3.2, Eq. 5", is_decimal=True)
    def l3(self) -> float:
        """Predicting the texts counts λ times as much as predicting the labels.

        Training maximises the sum. In practice, programs reverse its sign and minimise it.
        """
        return self.l2 if self.lam == 0 else self.l2 + self.lam * self.l1

    @l3.summary
    def weighted(self) -> str:
        """Name the weight."""
        return f"λ = {self.weight}"

    @property
    def answer(self) -> Number:
        return number(self.l3).named("L_3")

    @property
    def why(self) -> str:
        return "Larger is better. A model that is certain of every token and every label, and right, gets 0."

    @property
    def about(self) -> tuple[str, ...]:
        return f"λ = {self.weight}", so_many(len(self.tokens), "token"), so_many(len(self.labels), "label")

    @property
    def table(self) -> Table:
        titles = columns(text="text", name="token or label", p="p", log="log p", times="times", adds="adds to L3")
        rows = zip(self.summands, self.worked, strict=True)
        return Table("", titles, [(text, named(name), *reals) for (text, _, name, _), reals in rows], names=2)

    @cached_property
    def worked(self) -> list[tuple[Real, Real, Real, Real]]:
        """The probability of each summand, its logarithm, its weight, and the number that it adds to L3."""
        rows = []
        for _, kind, _, p in self.summands:
            counts, logarithm = number(self.weight if kind == "token" else 1), number(log(number(p)))
            known, factor = (Real(float(value), plain.formula(formulas.value(value))) for value in (number(p), counts))
            rows.append((known, Real(float(logarithm)), factor, Real(float(or_zero(counts * logarithm) or 0))))
        return rows

    @property
    def picture(self) -> Part:
        stacks = [
            Stack(name, str(adds), -adds.value, str(known), kind=_COLOURS[kind])
            for (_, kind, name, _), (known, _, _, adds) in zip(self.summands, self.worked, strict=True)
        ]
        what, alt = Names("token or label", "adds to L₃", "probability"), f"Terms that add up to L3 = {self.value}."
        return draw(Stacks(tuple(stacks), what, alt, shares=((self.value, "L₃"),)))

    @property
    def notes(self) -> tuple[Note, ...]:
        odd = (
            ("impossible", 0 in self.tokens + self.labels,
             "The logarithm of 0 is minus infinity, and so is every sum that contains it."),
            ("no-tokens", not self.tokens,
             "There are no tokens, so L1 is 0, and the perplexity is undefined because it would be 0/0."),
            ("no-labels", not self.labels, "No text has a label, so L2 is 0, and L3 is λ times L1."),
        )  # fmt: skip
        return tuple(Note(code, text) for code, is_so, text in odd if is_so)


def fine_tuning(
    examples: Sequence[object], *, weight: float | Fraction | str = "1/2", texts: Given = None, labels: Given = None
) -> FineTuning:  # fmt: skip
    """The objective of fine-tuning, L3 = L2 + λ L1, as a trace. It ranges from minus infinity to 0, the best.

    Each example is a pair. First come the probabilities that the model gave to the tokens of a text, each given the
    tokens before it. Then comes the probability of the text's right label, or None if it has no label. `weight` is λ.
    `texts` and `labels` name what was predicted. An invalid input raises InputError. A probability of 0 is allowed, and
    its logarithm is minus infinity.

    >>> trace = fine_tuning([(["1/2", "1/4", "1/8", "1/4"], "1/2")], texts=["good film at last"], labels=["positive"])
    >>> round(float(trace.l1), 3), float(trace.perplexity), round(float(trace.l3), 3)
    (-5.545, 4.0, -3.466)
    """
    pairs, summands = check_list(examples, "examples", f"a list, with {_PAIR} for each text"), []
    sentences, right = names(texts, "texts", len(pairs), "text"), names(labels, "labels", len(pairs), "text", "y")
    for at, pair in enumerate(pairs):
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise InputError(f"examples[{at}]", described(pair), _PAIR)
        known = check_list(pair[0], f"examples[{at}]", "a list with a probability for each token")
        words = names(sentences[at] if texts else None, f"texts[{at}]", len(known), "probability", "u")
        given = [*zip(repeat("token"), words, known), *[("label", right[at], pair[1])] * (pair[1] is not None)]
        for kind, name, p in given:
            where = f"examples[{at}], {kind} {name}"
            summands.append((at + 1, kind, name, check_between(Fraction(inputs.number(p, where)), where, 0, 1, "")))
    factor = check_between(Fraction(inputs.number(weight, "weight")), "weight", 0, 1000, "The paper uses 1/2.")
    return FineTuning(tuple(summands), factor)
