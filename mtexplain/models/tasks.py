"""What GPT reads for a task: rows of tokens, some of them new; and how little else is new at fine-tuning.

Radford et al. 2018, "Improving Language Understanding by Generative Pre-Training", section 3.3 and Figure 1.
"""

from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain
from typing import ClassVar

from mtexplain import data
from mtexplain.display.formula import Call, Symbol
from mtexplain.display.parts import Column, Equation, Note, Table, Words, columns
from mtexplain.inputs import InputError, check_text, described, is_among
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import quantity
from mtexplain.recipe.summary import Summary
from mtexplain.recipe.symbols import tree

TASKS, SIZES, NUMBERS = data.read(__package__, "tasks.toml").values()
"""Each task by its name; the sizes of two models; how many numbers each part of a model has."""
_SOURCE = "Radford et al. 2018, section"
_in_symbols = partial(tree, write=lambda name: Symbol(*name.split("_")), called=lambda call: None)


@dataclass(frozen=True, repr=False)
class TaskInput(Summary):
    """The rows of tokens that the texts of a task become. Make one with `task_input`."""

    task: str
    tokens: tuple[tuple[str, ...], ...]

    measure, answer, known = "task_input", "total", property(lambda self: TASKS[self.task])
    value = property(lambda self: so_many(len(self.rows), "row"))
    about = property(lambda self: (self.task, self.value))
    says = property(lambda self: f"For {self.task}, the model reads {self.value} of tokens.")
    why = property(lambda self: self.known["says"])
    notes = property(lambda self: (Note("empty-text", "A text has no tokens."),) * (() in self.tokens))
    total = quantity("N", "the tokens of all rows")(lambda trace: sum(len(row.tokens) for _, row in trace.rows))
    plan: ClassVar[tuple[Plan, ...]] = (
        Plan("rows", "Rows", "New tokens stand around the texts and between them. Each row is read by itself.",
             f"{_SOURCE} 3.3", ("total",), "tokens in all", lambda trace, _: (trace.table,)),
        Plan("output", "Output", lambda trace, _: trace.why, f"{_SOURCE} 3.2, Eq. 3", (lambda trace, _: Equation(
             Call("P", Symbol("y | x")), _in_symbols(Expression(trace.known["output"]).tree), trace.known["makes"],
             "h is the vector of the last layer at extract, W_y the output layer"),), "from the vectors at extract"),
        Plan("new", "What is new", "Only the output layer, for k labels, and the new tokens. Taken over: v tokens, c "
             "positions, n layers of width d, f in their feed-forward networks.", f"{_SOURCE} 3.2", (), "in GPT",
             lambda trace, _: (trace.numbers,), outcome=lambda trace, _: f"{trace.numbers.rows[-1][-1]} numbers"),
    )  # fmt: skip

    @property
    def numbers(self) -> Table:
        """How many numbers each part of a toy model has, and of GPT as published."""
        known = [(part, Expression(text)) for part, text in NUMBERS.items()]
        rows = [(part, _in_symbols(one.tree), *(f"{one.value(it):,}" for it in SIZES.values())) for part, one in known]
        return Table("", (*columns(part="part", count="numbers"), *map(Column, SIZES, SIZES)), rows)

    @property
    def rows(self) -> list[tuple[str, Words]]:
        """What each row holds, and its tokens, of which the new ones are marked."""
        more = range(len(self.known["texts"]), len(self.tokens))
        called, found = [*self.known["texts"], *(f"answer {place}" for place in more)], []
        for row in [*self.known["rows"], *([0, place] for place in more)]:
            tokens = [*chain(*((*self.tokens[place], "delimiter") for place in row))]
            new = frozenset((0, *accumulate(len(self.tokens[place]) + 1 for place in row)))
            found.append((", ".join(called[place] for place in row), Words(("start", *tokens[:-1], "extract"), new)))
        return found

    @property
    def table(self) -> Table:
        rows = [(place, holds, words, len(words.tokens)) for place, (holds, words) in enumerate(self.rows, 1)]
        return Table("", columns(row="row", holds="holds", tokens="tokens", extract="extract is token"), rows, names=3)

    picture = table


def task_input(task: str, *texts: str) -> TaskInput:
    """The rows of tokens that GPT reads for a task, as a trace, with the new tokens marked.

    Tasks are "classification" (a text), "entailment" (premise, hypothesis), "similarity" (two texts) and
    "multiple-choice" (context, answers). InputError for any other, and for a wrong number of texts.

    >>> [" ".join(words.tokens) for _, words in task_input("similarity", "a cat", "a dog").rows]
    ['start a cat delimiter a dog extract', 'start a dog delimiter a cat extract']
    """
    if not is_among(task, TASKS):
        raise InputError("task", described(task), f"one of {', '.join(TASKS)}")
    wanted = TASKS[task]["texts"]
    if len(texts) < len(wanted) or (len(texts) > len(wanted) and "more" not in TASKS[task]):
        raise InputError(task, so_many(len(texts), "text"), f"{len(wanted)}: {', '.join(wanted)}")
    return TaskInput(task, tuple([tuple(check_text(one, f"texts[{at}]").split()) for at, one in enumerate(texts)]))
