"""Right work for every metric, written down in many ways, none of which may be called wrong, or a mistake.

The numbers are the numbers of the metric, rounded here; none of them comes from `check_working`.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import floor, isfinite, log
from random import Random
from typing import Any, NamedTuple

from mtexplain import check_working
from mtexplain.by_hand.numbers import Numbers, Quotient, Value, plain
from mtexplain.by_hand.subject import Subject
from mtexplain.display.score import Score
from mtexplain.explain.metric import choices
from mtexplain.explain.practice.exercises.sentences import clumsy, training_text, ways_to_say
from mtexplain.explain.practice.misconceptions import subjects
from mtexplain.explain.practice.working.diagnosis import Diagnosis
from mtexplain.inputs import InputError
from mtexplain.rules import Rules


class Task(NamedTuple):
    """A text to be scored by hand."""

    subject: Subject
    candidate: Any
    references: Any
    settings: Mapping[str, Any]

    def score(self, **settings: Any) -> Score:
        """Return the score of the task."""
        return self.subject.score(self.candidate, self.references, **{**self.settings, **settings})

    def numbers(self, **settings: Any) -> Numbers:
        """Return the right numbers of the task."""
        return self.subject.numbers(self.subject.sheet(self.score(**settings)), {})

    def checked(self, claims: Mapping[str, Any]) -> Diagnosis:
        """Return the diagnosis of these claims."""
        metric = self.subject.metric if isinstance(self.candidate, str) else self.subject.text_metric
        known = {**self.settings, **claims}
        return check_working(self.candidate, self.references, metric=metric or self.subject.metric, **known)


def tasks(draw: Random) -> Iterator[Task]:
    """Yield a random task for every metric, every measure of agreement and every model."""
    for subject in subjects():
        yield task(draw, subject)


def task(draw: Random, subject: Subject) -> Task:
    """Return a random task with a score that is not trivial: a finite number other than 0 and 1."""
    while True:
        made = Task(subject, *_INPUTS.get(subject.name, _translation)(draw))
        value = plain(made.numbers().forms.get("score", (Fraction(1, 2),))[0])
        if value is not None and isfinite(value) and value not in (0, 1):
            return made


def _translation(draw: Random) -> tuple[Any, Any, dict[str, Any]]:
    references = ways_to_say(draw, draw.randint(1, 2))
    candidate = list(clumsy(draw, references, 5, 10))
    if draw.random() < 0.5:  # so that tools that tokenise or lower-case differ
        candidate = [candidate[0].capitalize(), *candidate[1:-1], f"{candidate[-1]}."]
    return " ".join(candidate), [" ".join(one) for one in references], {}


def _translation_of_pairs(draw: Random) -> tuple[Any, Any, dict[str, Any]]:
    candidate, references, _ = _translation(draw)
    return candidate, references, {"max_n": 2}


def _translation_of_words(draw: Random) -> tuple[Any, Any, dict[str, Any]]:
    candidate, references, _ = _translation(draw)
    return candidate, references, {"n": 1}


def _captions(draw: Random) -> tuple[Any, Any, dict[str, Any]]:
    made = [_translation(draw) for _ in range(3)]
    return [one[0] for one in made], [one[1] for one in made], {"max_n": 2}


def _probabilities(draw: Random) -> tuple[Any, Any, dict[str, Any]]:
    return [f"1/{draw.choice((2, 3, 4, 5, 8))}" for _ in range(draw.randint(2, 5))], None, {}


def _distribution(draw: Random) -> tuple[Any, Any, dict[str, Any]]:
    weights = [draw.randint(1, 5) for _ in range(draw.randint(2, 4))]
    return [f"{one}/{sum(weights)}" for one in weights], None, {}


def _model(draw: Random) -> tuple[Any, Any, dict[str, Any]]:
    training = training_text(draw, 3)
    test = clumsy(draw, training, 3, 6)
    return " ".join(test), [" ".join(one) for one in training], {"smoothing": "add-k"}


def _judged(says: str) -> Any:
    def lines(draw: Random) -> tuple[Any, Any, dict[str, Any]]:
        first = [draw.choice(says) for _ in range(6)]
        second = [draw.choice((one, one, draw.choice(says))) for one in first]
        if len({*first}) == 1 or len({*second}) == 1:
            return lines(draw)
        return " ".join(first), [" ".join(second)], {}

    return lines


def _matrices(draw: Random) -> tuple[Any, Any, dict[str, Any]]:
    rows = [" ".join(draw.choice("00112") for _ in range(4)) for _ in range(6)]
    return "; ".join(rows[:2]), ["; ".join(rows[2:4]), "; ".join(rows[4:])], {}


def _examples(draw: Random) -> tuple[Any, Any, dict[str, Any]]:
    return [(_probabilities(draw)[0], "1/2"), (_probabilities(draw)[0], None)], None, {}


_INPUTS: Mapping[str, Any] = {
    "BLEU": _translation_of_pairs, "NIST": _translation_of_pairs,
    "ROUGE-N": _translation_of_words, "CIDEr": _captions, "CIDEr-D": _captions, "Perplexity": _probabilities,
    "Perplexity of a distribution": _distribution, "Perplexity under an n-gram model": _model,
    "Pairwise accuracy": _judged("123"), "Kendall's tau-b": _judged("123"), "Cohen's kappa": _judged("yn"),
    "Attention": _matrices, "Objectives of GPT": _examples,
}  # fmt: skip


def ways_to_write(made: Task, draw: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every way to write down the right numbers: its name, and the claims."""
    right = made.numbers()
    names, last = list(right.forms), [*right.forms][-1]
    value = float(plain(right[last]) or 0)
    yield "exact", {name: _exactly(right[name]) for name in names}
    for decimals in (2, 3, 4):
        yield f"rounded to {decimals} decimals", {name: _short(right[name], decimals) for name in names}
        yield f"the last alone, to {decimals} decimals", {last: _short(right[last], decimals)}
    for decimals in (2, 3, 4):
        yield f"from numbers rounded to {decimals} decimals", _from_rounded(made, names, decimals)
    if value and isfinite(value):
        factor = draw.randint(300, 950) / 1000
        yield "a product of rounded factors", {last: f"{factor:.4f}*{value / factor:.4f}"}
        yield "one less a rounded number", {last: f"{abs(value) + 1:.4f}*(1-{1 - value / (abs(value) + 1):.4f})"}
        if value > 0:
            yield "e to a rounded power", {last: f"e^({log(value):.4f})"}
            yield "a closed form with all digits", {last: f"exp({log(value)!r})"}
    for setting in ("base", "rules"):
        for name, choice in choices(made.subject.metric, setting).items():
            if not (isinstance(choice, Rules) and choice.language):  # rules for another language must be asked for
                yield from _elsewhere(made, setting, name)


def _elsewhere(made: Task, setting: str, choice: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the numbers in another unit, or by the rules of a tool."""
    try:
        there = made.numbers(**{setting: choice})
    except InputError:
        return
    names = [name for name in there.forms if name in made.numbers().forms]
    how = "in another base" if setting == "base" else "by a tool's rules"
    for decimals in (2, 3, 4):
        yield f"{how}, to {decimals} decimals", {name: _short(there[name], decimals) for name in names}
        yield f"{how}, the last alone, to {decimals} decimals", {names[-1]: _short(there[names[-1]], decimals)}


def _from_rounded(made: Task, names: list[str], decimals: int) -> dict[str, Any]:
    """Return each number as computed from the earlier numbers, rounded as they were written down."""
    sheet, known, claims = made.subject.sheet(made.score()), dict[str, Any](), dict[str, Any]()
    for name in names:
        claims[name] = _short(made.subject.numbers(sheet, {}, known)[name], decimals)
        if isinstance(claims[name], str) and "." in claims[name]:
            known[name] = Fraction(claims[name])
    return claims


def _exactly(value: Value) -> Any:
    """Return a number with all its digits."""
    if isinstance(value, Quotient):
        return str(value) if all(Fraction(part).denominator == 1 for part in value) else value.value
    return value if value is None or isinstance(value, Fraction | int) else repr(float(value))


def _short(value: Value, decimals: int) -> Any:
    """Return a number as the user of a pocket calculator rounds it, with halves away from 0."""
    number = plain(value)
    if number is None or isinstance(number, int) or not isfinite(number):
        return number
    digits = floor(abs(Fraction(number)) * 10**decimals + Fraction(1, 2))
    return f"{'-' if number < 0 else ''}{digits // 10**decimals}.{digits % 10**decimals:0{decimals}d}"


def is_accused(found: Diagnosis) -> bool:
    """True if some claim is called wrong, or a mistake is named as certain.

    To say that few digits may be right by other rules is not an accusation.
    """
    is_wrong = found.first_wrong is not None and not found.search.perhaps
    return is_wrong or any(one.sure for one in found.misconceptions)
