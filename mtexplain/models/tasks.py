"""The input of GPT for a task, as rows of tokens, and the few parameters that are new in fine-tuning.

Radford et al. 2018, "Improving Language Understanding by Generative Pre-Training", section 3.3 and Figure 1.
"""

from dataclasses import dataclass
from itertools import accumulate, chain
from typing import NotRequired, TypedDict

from mtexplain import data
from mtexplain.display.formula import Call, Chain, Symbol
from mtexplain.display.parts import Column, Equation, Note, Table, Words, columns
from mtexplain.display.trace import Step
from mtexplain.inputs import InputError, check_text, described, is_among
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.summary import TracedSummary
from mtexplain.tracing import formulas, views
from mtexplain.tracing.number import Number, number, sum_of
from mtexplain.tracing.steps import step


class Task(TypedDict):
    """A task as described in tasks.toml."""

    texts: list[str]
    rows: list[list[int]]
    more: NotRequired[bool]
    vectors: list[str]
    makes: str
    says: str


TASKS: dict[str, Task]
SIZES: dict[str, dict[str, int]]
TASKS, SIZES = data.read(__package__, "tasks.toml").values()
"""Each task by name, and the sizes of two models."""
_SOURCE = "Radford et al. 2018, section"


@dataclass(frozen=True, repr=False)
class TaskInput(TracedSummary):
    """The rows of tokens into which the texts of a task are turned. Returned by `task_input`."""

    task: str
    tokens: tuple[tuple[str, ...], ...]

    measure = "task_input"

    @step("N", name="rows", title="Rows", source=f"{_SOURCE} 3.3", summary="tokens in all",
          says="the tokens of all rows")  # fmt: skip
    def total(self) -> float:
        """New tokens are placed around the texts and between them. Each row is read separately."""
        return sum(len(row.tokens) for _, row in self.rows)

    @total.table
    def all_rows(self) -> Table:
        """Show every row."""
        return self.table

    def steps(self) -> tuple[Step, ...]:
        """The rows, the output and the new parameters."""
        vectors = sum_of(Number(None, vector) for vector in self.about_task["vectors"])
        symbols = Call("softmax", formulas.in_symbols(number(vectors * Number(None, "W_y"))))
        where = "h is the last layer's vector at extract, W_y the output layer"
        made = Equation(Call("P", Symbol("y | x")), symbols, self.about_task["makes"], where)
        outcome = Chain("=", (made.symbols, made.value))
        source = f"{_SOURCE} 3.2, Eq. 3"
        output = Step("output", "Output", "from the vectors at extract", outcome, self.why, source, (made,))
        why = (
            "The only new parameters are the output layer, for k labels, and the vectors of the new tokens. The rest "
            "is reused, with v tokens, c positions, and n layers of width d whose feed-forward networks have width f."
        )
        many, table = f"{self.sizes.rows[-1][-1]} numbers", (self.sizes,)
        return *views.steps(self), output, Step("new", "New parameters", "in GPT", many, why, f"{_SOURCE} 3.2", table)

    @property
    def answer(self) -> Number:
        return number(self.total)

    @property
    def about_task(self) -> Task:
        """The description of the task."""
        return TASKS[self.task]

    @property
    def value(self) -> str:
        return so_many(len(self.rows), "row")

    @property
    def about(self) -> tuple[str, ...]:
        return self.task, self.value

    @property
    def says(self) -> str:
        return f"For {self.task}, the model reads {self.value} of tokens."

    @property
    def why(self) -> str:
        return self.about_task["says"]

    @property
    def notes(self) -> tuple[Note, ...]:
        return (Note("empty-text", "A text has no tokens."),) * (() in self.tokens)

    @property
    def sizes(self) -> Table:
        """The number of parameters in each part of a toy model and of GPT as published."""
        models = [numbers_of(**{name: Number(size, name) for name, size in sizes.items()}) for sizes in SIZES.values()]
        rows = [
            (part, formulas.in_symbols(number(models[0][part])), *(f"{int(model[part]):,}" for model in models))
            for part in models[0]
        ]
        return Table("", (*columns(part="part", count="numbers"), *map(Column, SIZES, SIZES)), rows)

    @property
    def rows(self) -> list[tuple[str, Words]]:
        """The names of the texts in each row, and its tokens, with the new tokens marked."""
        more = range(len(self.about_task["texts"]), len(self.tokens))
        titles, rows = [*self.about_task["texts"], *(f"answer {index}" for index in more)], []
        for row in [*self.about_task["rows"], *([0, index] for index in more)]:
            tokens = [*chain(*((*self.tokens[index], "delimiter") for index in row))]
            new = frozenset((0, *accumulate(len(self.tokens[index]) + 1 for index in row)))
            rows.append((", ".join(titles[index] for index in row), Words(("start", *tokens[:-1], "extract"), new)))
        return rows

    @property
    def table(self) -> Table:
        rows = [(n, holds, words, len(words.tokens)) for n, (holds, words) in enumerate(self.rows, 1)]
        return Table("", columns(row="row", holds="holds", tokens="tokens", extract="extract is token"), rows, names=3)

    @property
    def picture(self) -> Table:
        return self.table


def numbers_of(n: float, d: float, f: float, v: float, c: float, k: float) -> dict[str, float]:
    """The number of parameters in each part, in all that is reused, and in all that is new.

    The model has n layers of width d, with feed-forward networks of width f. It knows v tokens and c positions, and
    there are k labels.
    """
    return {
        "token embeddings": v * d,
        "position embeddings": c * d,
        "attention": n * (4 * d**2 + 4 * d),
        "feed-forward networks": n * (2 * d * f + f + d),
        "layer normalisations": n * (4 * d),
        "all that is reused": (v + c) * d + n * (4 * d**2 + 2 * d * f + 9 * d + f),
        "new tokens (start, delimiter, extract)": 3 * d,
        "new output layer": d * k,
        "all that is new": (3 + k) * d,
    }


def task_input(task: str, *texts: str) -> TaskInput:
    """The rows of tokens that GPT reads for a task, as a trace, with the new tokens marked.

    Tasks are "classification" (a text), "entailment" (premise, hypothesis), "similarity" (two texts) and
    "multiple-choice" (context, answers). An unknown task or a wrong number of texts raises InputError.

    >>> [" ".join(words.tokens) for _, words in task_input("similarity", "a cat", "a dog").rows]
    ['start a cat delimiter a dog extract', 'start a dog delimiter a cat extract']
    """
    if not is_among(task, TASKS):
        raise InputError("task", described(task), f"one of {', '.join(TASKS)}")
    wanted = TASKS[task]["texts"]
    if len(texts) < len(wanted) or (len(texts) > len(wanted) and "more" not in TASKS[task]):
        raise InputError(task, so_many(len(texts), "text"), f"{len(wanted)}: {', '.join(wanted)}")
    return TaskInput(task, tuple([tuple(check_text(text, f"texts[{at}]").split()) for at, text in enumerate(texts)]))
