"""The trace of an edit, with the change in the score, in its terms, and in the credit."""

from dataclasses import dataclass

from mtexplain.display.formula import difference
from mtexplain.display.parts import Headline, Note, Part, Table
from mtexplain.display.score import Score
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.edits import ledger
from mtexplain.explain.edits.facts import EditFacts
from mtexplain.explain.edits.summary import picture, summary, why
from mtexplain.inputs import InputError, InputTypeError, described


@dataclass(frozen=True, repr=False)
class Edit(EditFacts, Trace):
    """The difference between two scores, with its working. Make it with `explain_edit`.

    >>> from mtexplain import bleu
    >>> before = bleu("the the cat", ["there is the cat"], max_n=2)
    >>> edit = explain_edit(before, before.with_candidate(["there", "the", "cat"]))
    >>> edit.won, edit.lost
    ({1: {('there',): 1}}, {})
    """

    @property
    def headline(self) -> Headline:
        """The score after the edit, the score before, and a description of the edit."""
        now, was = self.after.headline, self.before.headline
        change = difference(self.before.score, self.after.score) if self.change else "no change"
        return now._replace(why=summary(self), was=was.value, change=change)

    @property
    def picture(self) -> Part | None:
        """The picture of the score after the edit, with the counts before the edit."""
        return picture(self)

    @property
    def overview(self) -> tuple[Part, ...]:
        """The reason why the score is 0, or no longer 0, and the credit won and lost."""
        return (*why(self), ledger.credits(self))

    def steps(self) -> tuple[Step, ...]:
        """The step of the credit and the step of the terms."""
        return (ledger.credit(self), ledger.terms(self))

    @property
    def table(self) -> Table:
        """A row for each n-gram whose count or credit changed."""
        return ledger.all_rows(self)

    @property
    def notes(self) -> tuple[Note, ...]:
        """Everything about the score after the edit that is unusual but well defined."""
        return self.after.notes

    def __repr__(self) -> str:
        before, after = self.before, self.after
        return f"Edit({float(before.score)} -> {float(after.score)}: {before.exact} -> {after.exact})"


def explain_edit(before: Score, after: Score) -> Edit:
    """The effect of an edit, with the n-grams won and lost and the change in every term of the score.

    Both scores must be of the same metric, but their references and rules may differ as well as their candidates.

    >>> from mtexplain import bleu
    >>> before = bleu("a b", ["a c"], max_n=1)
    >>> edit = explain_edit(before, before.with_candidate(["a", "c"]))
    >>> edit.terms
    (Term(name='log BP', value=0.0), Term(name='log p_1', value=0.6931471805599453))

    InputError (a TypeError for anything but a score) if the two cannot be compared.
    """
    given: tuple[tuple[str, object], ...] = (("before", before), ("after", after))
    for where, score in given:
        if not isinstance(score, Score):
            fix = "Write explain_edit(mtexplain.bleu(...), mtexplain.bleu(...))."
            raise InputTypeError(where, described(score), "a score, as mtexplain.bleu returns it", fix)
    if type(before) is not type(after):
        got, expected = type(after).__name__, f"a score of the same metric, {type(before).__name__}"
        raise InputError("after", got, expected)
    return Edit(before, after)
