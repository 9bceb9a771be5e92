"""An exercise with a text, a number to work out by hand, the right answer, and the answer of each common mistake."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from mtexplain.by_hand.example import Settings
from mtexplain.by_hand.misconception import Misconception, sentences
from mtexplain.by_hand.numbers import Quotient, Value, as_json, plain, written
from mtexplain.by_hand.subject import Subject
from mtexplain.copies import Result, read_only
from mtexplain.data import Record
from mtexplain.display import html
from mtexplain.display import plain as text
from mtexplain.display.parts import Cell, Part, Prose, Table, Words, columns
from mtexplain.display.score import Score
from mtexplain.explain.practice import checking
from mtexplain.explain.practice.checking import Verdict
from mtexplain.explain.practice.exercises.topics import question
from mtexplain.explain.practice.misconceptions import misconception, of_subject, subjects
from mtexplain.explain.practice.working.claims import Claim, claimed
from mtexplain.explain.practice.working.search import Search
from mtexplain.explain.practice.working.telling import elsewhere, near
from mtexplain.explain.practice.working.ways import Inputs
from mtexplain.inputs import InputError
from mtexplain.metrics.cider.trace import Cider
from mtexplain.tracing.steps import Traced

Candidate = str | tuple[str, ...]
References = tuple[str | tuple[str, ...], ...]


@dataclass(frozen=True)
class Exercise(Result):
    """A candidate (or a text of several candidates), its references, and a number to work out by hand.

    In other exercises, `candidate` and `references` hold the labels of two judges, or the queries and the keys and
    values of attention.

    >>> exercise = Exercise("the the the", ("the cat",), {"max_n": 1}, "p_1", ("no-clipping", "set"))
    >>> str(exercise.answer), {name: str(value) for name, value in exercise.wrong_answers.items()}
    ('1/3', {'no-clipping': '3/3', 'set': '1/1'})
    >>> exercise.verdict("3/3").text[:53]
    'Not yet. A common mistake leads to this: no clipping.'
    >>> exercise.check("1/3").kind
    Right: 1/3.
    'right'
    """

    candidate: Candidate
    references: References
    settings: Settings
    asks: str
    misconceptions: tuple[str, ...]
    metric: str = "BLEU"
    """The name of the metric (or measure, or model) that is asked about."""

    @property
    def subject(self) -> Subject:
        """The metric that is asked about."""
        return next(subject for subject in subjects() if subject.name == self.metric)

    @property
    def question(self) -> Prose:
        """The question as a sentence."""
        return Prose(question(self.metric, self.subject.symbols(self.asks), self.asks, self.settings))

    @cached_property
    def score(self) -> Score:
        """The right working."""
        return self.subject.score(self.inputs.candidate, self.inputs.references, **self.inputs.settings)

    @property
    def inputs(self) -> Inputs:
        """The arguments of the metric."""
        if isinstance(self.candidate, str):
            return Inputs(self.candidate, list(self.references), self.settings)
        return Inputs(list(self.candidate), [list(group) for group in self.references], self.settings)

    @cached_property
    def answer(self) -> Value:
        """The right answer."""
        return self.subject.numbers(self.sheet, {})[self.asks]

    @property
    def answered(self) -> tuple[str, str]:
        """The name of the number that is asked for, and the right answer as a text."""
        return self.asks, text.formula(written(self.answer))

    @cached_property
    def sheet(self) -> Traced:
        """The counts that all computations start from."""
        return self.subject.sheet(self.score)

    @cached_property
    def wrong_answers(self) -> Mapping[str, Value]:
        """The wrong answer of each misconception that the exercise is about, by the name of the misconception."""
        return read_only({name: self.wrong_answer(name) for name in self.misconceptions})

    def wrong_answer(self, name: str) -> Value:
        """The answer that the misconception of this name gives."""
        mistake = misconception(name)
        return self.subject.numbers(self.sheet, {mistake.replaces: mistake.replacement})[self.asks]

    def verdict(self, answer: object) -> Verdict:
        """The verdict on an answer; if the answer is wrong, with the mistake that gives it, or with a hint."""
        try:
            search = self._search(answer)
        except InputError as error:
            return Verdict("unreadable", f"That can't be read as a number. {error.fix or 'Write 3/5, or 0.6.'}")
        if search is None:
            return Verdict("unanswered", "Your turn.")
        if not search.wrong and self._is_coarse(search.claims[0]):
            return Verdict(
                "wrong", "Not yet, but close. Give three digits, because with fewer a wrong answer looks the same."
            )
        if not search.wrong:
            return Verdict("right", f"Right: {text.formula(written(self.answer))}.")
        own = next(search.singles([misconception(name) for name in self.misconceptions]), None)
        if not own and (right_elsewhere := elsewhere(search)):
            return Verdict(*right_elsewhere)
        if mistake := own or self._mistake_in(search):
            return Verdict("wrong", f"Not yet. A common mistake leads to this: {mistake.phrase}. {mistake.explanation}")
        if rounded := near(search):
            return Verdict("wrong", rounded)
        right = self.answer
        hint = checking.verdict(answer, (right.matches, right.total) if isinstance(right, Quotient) else right)
        return hint if hint.kind == "unreadable" else Verdict("wrong", hint.text)

    def mistake(self, answer: object) -> Misconception | None:
        """The known mistake that gives an answer (the exercise's own mistakes come first); None if no mistake gives it.

        InputError if the answer is not a number.

        >>> exercise = Exercise("the the the", ("the cat",), {"max_n": 1}, "p_1", ("no-clipping", "set"))
        >>> exercise.mistake("3/3").name, exercise.mistake("1/3")
        ('no-clipping', None)
        """
        search = self._search(answer)
        return self._mistake_in(search) if search and search.wrong else None

    def _mistake_in(self, search: Search) -> Misconception | None:
        own = [misconception(name) for name in self.misconceptions]
        others = [mistake for mistake in of_subject(self.subject) if mistake not in own]
        return next(search.singles([*own, *others]), None)

    def _search(self, answer: object) -> Search | None:
        """A search for wrong formulas that give the answer; None if there is no answer."""
        claims = list(claimed({self.asks: answer}, [self.asks]))
        return Search(self.subject, self.score, claims, self.inputs) if claims else None

    def _is_coarse(self, claim: Claim) -> bool:
        """True if wrong answers look like the right answer when rounded like this, as when 0.2 is given for 0.1774."""
        if claim.decimals is None or claim.value == plain(self.answer):
            return False
        return claim.decimals < 2 or any(map(claim.fits, self.wrong_answers.values()))

    def check(self, answer: object) -> Verdict:
        """Print a line that says whether an answer is right, and return the verdict."""
        verdict = self.verdict(answer)
        print("Your turn: put your answer in place of None." if verdict.kind == "unanswered" else verdict.text)
        return verdict

    @property
    def task(self) -> tuple[Part, ...]:
        """The text, any other given numbers, and the question."""
        return self.text, *self.given, self.question

    @property
    def text(self) -> Table:
        """Each sentence with its role, or the labels of two judges, or the other data of the exercise."""
        table = self.subject.table(self.candidate, self.references)
        return table or Table("", columns(sentence="", words=""), tuple(self._rows()), names=2)

    @property
    def given(self) -> tuple[Table, ...]:
        """The document frequencies of the words for CIDEr, unless counting them is part of the exercise."""
        counts_them = any(misconception(name).replaces == "frequencies" for name in self.misconceptions)
        if self.metric != "CIDEr" or counts_them or not isinstance(self.score, Cider):
            return ()
        words: dict[int, list[str]] = {}
        for ngram, count in self.score.document_frequencies.counts.items():
            words.setdefault(count, []).append(" ".join(ngram))
        rows = tuple((df, Words(tuple(words[df]))) for df in sorted(words))
        return (Table("", columns(df="document frequency", words="words"), rows, names=2),)

    def _rows(self) -> Iterator[tuple[Cell, ...]]:
        if self.metric == "Perplexity":  # the candidate holds the probabilities
            yield "sentence", Words(tuple(self.settings["tokens"]))
            yield "probabilities", Words(tuple(self.candidate))
        elif isinstance(self.candidate, str):
            yield from _segment("", self.candidate, sentences(self.references), *self.subject.sides)
        else:
            kind = "image" if self.metric == "CIDEr" else "segment"
            for number, (candidate, references) in enumerate(zip(self.candidate, self.references, strict=True), 1):
                yield from _segment(f"{kind} {number}, ", candidate, references, *self.subject.sides)

    def to_dict(self) -> Record:
        """The exercise with its answers, ready for JSON; exact answers are strings."""
        return {
            "metric": self.metric,
            "candidate": self.candidate,
            "references": self.references,
            "settings": dict(self.settings),
            "asks": self.asks,
            "question": text.prose(self.question),
            "answer": as_json(self.answer),
            "wrong_answers": {name: as_json(value) for name, value in self.wrong_answers.items()},
            "feedback": {name: feedback(name) for name in self.misconceptions},
        }

    def __str__(self) -> str:
        return "\n".join(map(text.part, self.task))

    def _repr_html_(self) -> str:
        return html.framed([html.part(part) for part in self.task])


def feedback(name: str) -> str:
    """The feedback on the wrong answer of a misconception.

    >>> feedback("no-clipping")[:20]
    'No clipping. Without'
    """
    mistake = misconception(name)
    return f"{mistake.title}. {mistake.explanation}"


def _segment(
    where: str, candidate: str, references: Sequence[str], ours: str, theirs: str
) -> Iterator[tuple[Cell, ...]]:
    yield where + ours, Words(tuple(candidate.split()))
    for number, reference in enumerate(references, 1):
        label = theirs if len(references) == 1 else f"{theirs} {number}"
        yield where + label, Words(tuple(reference.split()))
