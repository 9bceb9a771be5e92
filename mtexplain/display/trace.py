"""A trace: a result that shows step by step how it was computed. Every view is a function of its steps."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from mtexplain import display
from mtexplain.copies import Result
from mtexplain.display import plain
from mtexplain.display.parts import Headline, Note, Part, Prose, Table
from mtexplain.display.steps import Moment, StepParts
from mtexplain.inputs import check_text

if TYPE_CHECKING:
    import pandas


class Step(StepParts):
    """A step that can show itself, with the data of `StepParts`.

    >>> import mtexplain
    >>> step = mtexplain.bleu("a b", ["a c"]).step("p_1")
    >>> step.numbers, step.value
    ('(1 + 0) / (1 + 1)', '1/2')
    """

    __slots__ = ()

    @property
    def symbols(self) -> str:
        """The formula in symbols, as text."""
        return plain.formula(self.equation.symbols)

    @property
    def numbers(self) -> str:
        """The formula with the numbers put in, as text."""
        return plain.formula(self.equation.numbers)

    @property
    def value(self) -> str:
        """The value of the formula, as text."""
        return plain.formula(self.equation.value)

    def __str__(self) -> str:
        return plain.step(self)

    def __repr__(self) -> str:
        return f"Step({self.name}: {self.summary}: {plain.formula(self.result)})"

    def _repr_html_(self) -> str:
        return display.html.step(self)


class Trace(Result, ABC):
    """A result that keeps its steps. Show it with `print`, as the last line of a notebook cell, or with `to_*`.

    >>> import mtexplain
    >>> [step.name for step in mtexplain.bleu("a b", ["a c"], max_n=2).steps()]
    ['tokens', 'p_1', 'p_2', 'brevity', 'score']
    """

    @property
    @abstractmethod
    def headline(self) -> Headline:
        """The answer, its closed form, and its rules."""

    @property
    def picture(self) -> Part | None:
        """The picture that is shown first, if there is any, with the whole result at a glance."""
        return None

    @property
    def overview(self) -> tuple[Part, ...]:
        """The parts that are shown beside the picture before any step is opened."""
        return ()

    @abstractmethod
    def steps(self) -> tuple[Step, ...]:
        """The computation, in order."""

    @property
    @abstractmethod
    def table(self) -> Table:
        """Every row of the working as a table, which `to_frame` returns as a DataFrame."""

    @property
    @abstractmethod
    def notes(self) -> tuple[Note, ...]:
        """Everything about this input that is unusual but well defined."""

    def moments(self) -> tuple[Moment, ...]:
        """Return the steps moment by moment, for the stepper. Each step is a moment, unless the metric defines more."""
        return tuple(Moment(step.name, step.title, Prose((step.why,))) for step in self.steps())

    def step(self, name: str) -> Step:
        """Return the step of this name. KeyError, listing all names, for an unknown name."""
        steps = {step.name: step for step in self.steps()}
        if check_text(name, "name") not in steps:
            raise KeyError(f"no step {name!r}; the steps are {', '.join(steps)}")
        return steps[name]

    def __str__(self) -> str:
        return plain.trace(self)

    def _repr_html_(self) -> str:
        return display.html.trace(self)

    def to_html(self) -> str:
        """Return a whole HTML page that needs nothing from outside."""
        return display.html.page(self)

    def to_latex(self) -> str:
        """Return a whole LaTeX document for xelatex."""
        return display.latex.document(self)

    def to_frame(self) -> "pandas.DataFrame":
        """Return every row of the working as a pandas DataFrame (needs pandas).

        For BLEU, the columns are n, ngram, count, reference_1, reference_2, ..., max_reference_count, clipped and
        credit_from. For a corpus, the column segment comes before these. References and segments are counted from 1
        here, as in every view.

        Words are left as they are, so that they can be compared with other words. For a spreadsheet, use `to_csv()` of
        the trace. The `to_csv` of pandas would leave a word such as =1+1 as it is, and a spreadsheet would compute it.
        """
        return display.tables.data_frame(self.table)

    def to_csv(self) -> str:
        """Return every row of the working as CSV. A text that looks like a formula gets an apostrophe in front.

        >>> import mtexplain
        >>> print(mtexplain.bleu("=1+1", ["a"], max_n=1).to_csv().splitlines()[1])
        1,'=1+1,1,0,0,0,–
        """
        return display.tables.comma_separated(self.table)
