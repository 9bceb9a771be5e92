"""The check of an answer, which compares the given number with the right number and gives a hint if they differ."""

from fractions import Fraction
from math import exp, inf
from typing import Any, NamedTuple

from mtexplain.by_hand.numbers import Scaled
from mtexplain.by_hand.subject import Subject
from mtexplain.explain.practice.answers import Number, is_unanswered, parse, read
from mtexplain.explain.practice.misconceptions import subjects
from mtexplain.explain.practice.working.claims import claimed
from mtexplain.explain.practice.working.diagnosis import Diagnosis
from mtexplain.explain.practice.working.expressions import may_be_rounded
from mtexplain.explain.practice.working.telling import elsewhere, leads_to, near, phrases
from mtexplain.inputs import InputError, InputTypeError, described, is_among, listed
from mtexplain.judging.measure import Measure
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.summary import Summary
from mtexplain.tracing.number import plain

_DEEPEST = 700
"""Logarithms that are compared with powers of e are greater than minus this number."""


class Verdict(NamedTuple):
    """The verdict of `check`, a sentence and its kind ("unanswered", "right", "equal", "wrong" or "unreadable")."""

    kind: str
    text: str

    def _ipython_display_(self) -> None:
        """Show nothing, because the verdict has already been printed."""


def check(answer: object, expected: object, number: str = "score") -> Verdict:
    """Say whether an answer is right, and give a hint if it is not. Prints a line and returns the verdict.

    Both arguments may be pairs ("8/14", (8, 14), a precision), fractions, numbers, or closed forms such as "e^(-1/6)".
    A rounded number is right if it has at least two digits and all of them are right. A number with one right
    decimal is "equal", and so is "0.00" for a number that is nearly 0. A pair must be the counted pair, so 4/7 is only
    "equal" to 8/14, and the message says so. An unanswered exercise (None, ... or an empty string) prints "your turn".
    If `expected` is a score, `number` says which of its numbers is asked for ("score", "p_2", "recall"). If a known
    mistake gives the answer, the hint names the mistake.

    >>> check("8/14", "8/14").kind
    Right: 8/14.
    'right'
    >>> verdict = check("4/7", "8/14")
    Equal, but a different pair: 4/7 is 8/14 reduced. Write the counts as you counted them.
    >>> verdict = check(None, "8/14")
    Your turn: put your answer in place of None.
    >>> import mtexplain
    >>> verdict = check("3/3", mtexplain.bleu("the the the", ["the mat"]), "p_1")
    Not yet. A common mistake leads to this: no clipping, or a set instead of counts.

    InputError (a TypeError) if `expected` is neither a number nor a score.
    """
    result = verdict(answer, expected, number)
    print(result.text)
    return result


def verdict(answer: object, expected: object, number: str = "score") -> Verdict:
    """The verdict that `check` prints, as data.

    >>> verdict(0.57, (8, 14)).kind
    'right'
    """
    name = getattr(expected, "measure" if isinstance(expected, Summary) else "metric", None)
    known = subjects() if name else ()
    if subject := next((subject for subject in known if name in [metric.__name__ for metric in subject.metrics]), None):
        return _of_a_score(answer, subject, expected, number)
    expected = plain(expected)
    right = read(expected)
    if right is None:
        raise InputTypeError("expected", described(expected), "a number, a fraction or a pair such as '8/14'")
    if is_unanswered(answer):
        return Verdict("unanswered", "Your turn: put your answer in place of None.")
    match answer:
        case tuple((0, int(part))) if part > 0 and right.value and (not right.pair or part != right.pair[1]):
            return Verdict("unreadable", f"Write a point, not a comma: 0.{part}.")  # Python reads 0,57 as a pair
    try:
        given = parse(answer, "answer")
    except InputError as error:
        typed = described(answer).removeprefix("a string, ")
        how = error.fix or "Write 8/14 as '8/14', or 0.57."
        return Verdict("unreadable", f"Can't read {typed} as a number. {how}")
    if given.pair and given.pair == right.pair:
        return Verdict("right", f"Right: {right}.")
    value, wanted = given.exact, right.exact
    if value is None or wanted is None:
        hint = "The total isn't 0." if right.pair else "You can't divide by 0."
        if wanted is None and right.pair:
            hint = "There is nothing to count. How do you write that as a pair?"
        return Verdict("wrong", f"Not yet. {hint}")
    if given.pair and right.pair and not isinstance(expected, Fraction):
        if value != wanted or not value:
            return _different_pairs(given.pair, right.pair)
        small, large = sorted((abs(given.pair[1]), abs(right.pair[1])))
        if large % small:  # neither pair is the other pair reduced
            return Verdict("equal", f"The value is right, because {given} equals {right}, but the counts are not.")
        how = "reduced" if small == abs(given.pair[1]) else "with both counts multiplied"
        text = f"Equal, but a different pair: {given} is {right} {how}. Write the counts as you counted them."
        return Verdict("equal", text)
    if _near(value, wanted):
        return Verdict("right", f"Right: {right}.")
    if value and wanted and _is_rounded(given, wanted):
        return Verdict("right", f"Right, rounded: {right}.")
    if right.pair and right.pair[1] > 1 and not given.pair and value == right.pair[0] > 0:
        return Verdict("wrong", "The matches are right. Now write the total too, as in '8/14'.")
    if _has_one_decimal(answer, given) and _rounds(wanted, value, 1):
        return Verdict("equal", "That is right to one decimal. Give at least two decimals, and round only at the end.")
    decimals = given.decimals or 0
    if not value and isinstance(answer, str) and decimals > 1 and _rounds(wanted, value, decimals):
        digits = so_many(decimals, "decimal")
        return Verdict("equal", f"That is right to {digits}, but the number is not 0. Give two digits after the zeros.")
    return Verdict("wrong", f"Not yet. {_hint(given, wanted)}")


def _of_a_score(answer: object, subject: Subject, score: Any, number: str) -> Verdict:
    """The verdict on a number of a score; if the number is wrong, with the mistake that gives it."""
    if isinstance(score, Measure) and number == "score" and score.score is None:
        result = verdict(answer, "0/0")
        return Verdict("wrong", f"The score is undefined. {score.why}") if result.kind == "wrong" else result
    right = subject.numbers(subject.sheet(score), {}).forms
    if not is_among(number, list(right)):
        if is_among(number, subject.claims):
            return _of_a_matrix(
                answer, subject, score, number, [name for name in right if name.startswith(f"{number}_")]
            )
        raise InputError("number", described(number), f"one of {listed(right)}")
    forms = [form for form in right[number] if read(form)] or right[number]  # for p_n, as counted and as smoothed
    given = read(answer)
    if given and (given.exact or 0) > 1 and (number == "score" or given.decimals):  # hints on the answer's scale
        forms = sorted(forms, key=lambda form: not isinstance(form, Scaled))
    verdicts = [_without_end(answer, form) if form in (inf, -inf) else verdict(answer, form) for form in forms]
    result = next((outcome for outcome in verdicts if outcome.kind == "right"), verdicts[0])
    if result.kind != "wrong":
        return result
    exact = given.exact if given and _is_short(given) else answer
    claims = claimed({number: exact}, list(right), endless=True)
    diagnosis = Diagnosis(subject, score, tuple(claims))
    if right_elsewhere := elsewhere(diagnosis.search):
        return Verdict(*right_elsewhere)
    explanations = diagnosis.misconceptions
    alone = [explanation for explanation in explanations if len(explanation.misconceptions) == 1]
    alone.sort(
        key=lambda explanation: explanation.misconceptions[0].example.size
    )  # a mistake that shows in a shorter text shows in more texts
    if rounded := near(diagnosis.search):
        alone = [explanation for explanation in alone if explanation.phrase not in rounded]
        mistakes = f" It could also be a mistake: {phrases(alone, '; ')}." if alone else ""
        return Verdict("wrong", rounded + mistakes)
    if not alone:
        return result
    sure = alone[0].sure and exact is answer  # many numbers round to 0.4
    reason = f" {alone[0].misconceptions[0].explanation}" if len(alone) == 1 else ""
    return Verdict("wrong", f"Not yet. {leads_to(alone, sure)}{reason}")


def _without_end(answer: object, right: object) -> Verdict:
    """The verdict on a number if the right number is plus or minus infinity."""
    claims = list(claimed({"it": answer}, ["it"], endless=True))
    if not claims:
        return Verdict("unanswered", "Your turn: put your answer in place of None.")
    return Verdict("right", f"Right: {claims[0].typed}.") if claims[0].value == right else Verdict("wrong", "Not yet.")


def _of_a_matrix(answer: object, subject: Subject, score: Any, number: str, names: list[str]) -> Verdict:
    """The verdict on several numbers at once, with the count of right numbers and the first wrong number explained."""
    try:
        claims = tuple(claimed({number: answer}, names, endless=True))
    except InputError as error:
        size = " × ".join(names[-1].removeprefix(f"{number}_").split("_"))
        how = f"Write {size} numbers, row by row, as in '1/3 2/3; 0.12 0.88'."
        return Verdict("unreadable", f"Can't read {error.where}: {error.got}. {how}")
    if not claims:
        return Verdict("unanswered", "Your turn: put your answers in place of None.")
    diagnosis = Diagnosis(subject, score, claims)
    if right_elsewhere := elsewhere(diagnosis.search):
        return Verdict(*right_elsewhere)
    wrong = [verdict.claim for verdict in diagnosis.verdicts if verdict.is_wrong]
    if not wrong:
        left = len(names) - len(claims)
        text = f"Right so far: {len(claims)} of {len(names)}. {left} to go." if left else f"All {len(names)} are right."
        return Verdict("unanswered" if left else "right", text)
    first = _of_a_score(wrong[0].typed, subject, score, wrong[0].name)
    hint = first.text.removeprefix("Not yet.") if first.kind == "wrong" else ""  # -∞ may not be readable there
    if alone := [explanation for explanation in diagnosis.misconceptions if len(explanation.misconceptions) == 1]:
        hint = f" {leads_to(alone[:1], alone[0].sure)}"
    indices = wrong[0].name.removeprefix(number).split("_")[1:]
    at = ", ".join(f"{kind} {index}" for kind, index in zip(("row", "column"), indices, strict=False))
    summary = f"{len(claims) - len(wrong)} of {len(claims)} are right. {at.capitalize()} is not."
    return Verdict("wrong", f"Not yet. {summary}{hint}")


def _different_pairs(given: tuple[int, int], right: tuple[int, int]) -> Verdict:
    hint = "Count the matches and the total again."
    if given == right[::-1]:
        hint = "The fraction is upside down. Write the matches over the total."
    elif given == (-right[0], right[1]):
        hint = "The sign is wrong."
    elif min(*given, *right) < 0:
        hint = _hint(Number(Fraction(*given)), Fraction(*right))
    elif given[1] == right[1]:
        more = "fewer" if right[0] < given[0] else "more"
        hint = f"The total is right. Count the matches again, because there are {more}."
    elif given[0] == right[0]:
        larger = "smaller" if right[1] < given[1] else "larger"
        hint = f"The matches are right. Count the total again, because it is {larger}."
    return Verdict("wrong", f"Not yet. {hint}")


def _hint(given: Number, right: Fraction) -> str:
    value = given.exact or Fraction(0)
    if value and _near(1 / value, right):
        return "The fraction is upside down."
    if right and abs(value + right) <= abs(right) / 100:
        return "The sign is wrong."
    if right and abs(value / right - 100) < 1:
        return "It is 100 times too large."
    if -_DEEPEST < right < 0 < value:  # a logarithm, or the power of e
        if abs(value - Fraction(exp(right))) < Fraction(1, 200):
            return "That is e to the power of the answer. The question asks for the exponent itself."
        if _near(value, 1 - 1 / (1 - right)):
            return "The fraction r/c in the exponent 1 - r/c is upside down."
    decimals = given.decimals or 0
    has_more_digits = right * 10**decimals % 1 != 0
    if decimals > 1 and has_more_digits and value and abs(value - right) <= Fraction(1, 10**decimals):
        return "It is very close. Round only at the end."
    if right < 0 and value < 0:
        return f"The right number is {'further below' if right < value else 'closer to'} 0."
    return f"The right number is {'smaller' if right < value else 'larger'}."


def _is_short(given: Number) -> bool:
    """True if a number is below 10 and has at most one decimal. The float 0.4 may have been typed as 0.40."""
    value = given.exact or Fraction(0)
    return not given.pair and abs(value) < 10 and value * 10 % 1 == 0


def _is_rounded(given: Number, right: Fraction) -> bool:
    """True if the answer is right to at least two digits (0.43, 43.0, 43), or a closed form within its margin."""
    value, decimals = given.exact or Fraction(0), given.decimals or 0
    if given.margin:
        return abs(value - right) <= given.margin or bool(given.beside and _is_rounded(given.beside, right))
    has_two_digits = decimals > 1 or (decimals == 1 and abs(value) >= 10) or (may_be_rounded(value) and not given.pair)
    return has_two_digits and _rounds(right, value, decimals)


def _has_one_decimal(answer: object, given: Number) -> bool:
    """True if the answer has one decimal (a float may have none), except 0.0 and 1.0, which are exact."""
    if given.decimals is None or given.value in (0, 1):
        return False
    return given.decimals == 1 if isinstance(answer, str) else _is_short(given)


def _near(given: Fraction, right: Fraction) -> bool:
    """True if two values are equal except for the rounding errors of floats."""
    return abs(given - right) <= abs(right) / 10**9


def _rounds(value: Fraction, rounded: Fraction, decimals: int) -> bool:
    """True if the value rounds to the given number at this number of decimals."""
    return abs(rounded - value) <= Fraction(1, 2 * 10**decimals)
