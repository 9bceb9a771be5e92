"""A class votes on a prediction, and each answer is counted and gets a comment.

Pages never show the text that was typed. An answer is shown as a choice, as words of the question, or as a number.
"""

from collections import Counter
from fractions import Fraction
from typing import Any

from mtexplain.explain.practice.answers import Number, read
from mtexplain.explain.practice.predictions import Prediction
from tools.poll.votes import Bar, Refused, Votes

BARS = 6
"""The greatest number of bars that a lecture hall can read, besides the bar of other answers."""
LONGEST, LARGEST, DECIMALS = 20, 10**6, 9
"""The limits of a number, in characters, in size and in decimals."""
DIVIDED = Fraction(30, 100), Fraction(70, 100)
"""The shares of right answers between which talking to a neighbour helps most (Crouch and Mazur 2001)."""


class Poll(Votes):
    """Votes on the questions of the course."""

    asked: Prediction | None

    def given(self, answer: object) -> str:
        """The answer as a choice, words of the question or a number."""
        assert self.asked
        return _given(self.asked, answer)

    def seen_by(self, voter: str) -> dict[str, Any]:
        """The state that a page of the class may see, which doesn't give away the answer before it is revealed."""
        if not self.asked or self.phase == "waiting":
            return {"phase": "waiting"}
        is_revealed, mine = self.phase == "revealed", self.votes[-1].get(voter)
        seen = _question(self.asked) | {"phase": self.phase, "ballot": self.ballot, "round": len(self.votes)}
        if is_revealed and not mine and (mine := self.votes[0].get(voter)):
            seen["isFirst"] = True  # this voter missed the second vote
        if mine:
            seen |= {"yours": mine.given, "turn": mine.turn}
        if is_revealed:
            seen |= {"answer": self.asked.answer, "explanation": self.asked.explanation}
            if mine:
                label = _group(self.asked, mine.given)
                seen |= {"isRight": label == self.asked.answer, "said": self.asked.slips.get(label or "", "")}
        return seen

    @property
    def on_the_wall(self) -> dict[str, Any]:
        """The data for the lecturer's page."""
        if not self.asked:
            return {"phase": "waiting"}
        shown = _question(self.asked) | {"phase": self.phase, "votes": [len(one) for one in self.counted]}
        shown |= {"bars": [bar._asdict() for bar in self.bars()], "divided": self.divided}
        if self.phase == "revealed":
            shown |= {"answer": self.asked.answer, "explanation": self.asked.explanation}
        return shown

    @property
    def divided(self) -> bool:
        """Return True if the shares of right and wrong answers are such that neighbours should talk."""
        if not self.asked or not self.votes or not (votes := self.counted[-1]):
            return False
        right = sum(_group(self.asked, vote.given) == self.asked.answer for vote in votes)
        return DIVIDED[0] <= Fraction(right, len(votes)) <= DIVIDED[1]

    def bars(self) -> list[Bar]:
        """The histogram, with choices in their order, numbers by size and words by frequency, and rare answers last."""
        if not (asked := self.asked):
            return []
        counts, spelled = [Counter[str](), Counter[str]()], dict[object, str]()
        right, known = ({asked.answer}, {asked.answer, *asked.slips}) if self.phase == "revealed" else (set(), set())
        for count, votes in zip(counts, self.counted, strict=False):
            for vote in votes:  # 1/2 and 0.5 are counted together, under the spelling that came first
                own = spelled.setdefault(_alike(asked, vote.given), vote.given)
                count[(right and _group(asked, vote.given)) or own] += 1
        labels = asked.choices or sorted(
            right.union(*counts), key=lambda one: (one not in right, -_all(counts, one), one not in known, one)
        )
        often, rare = list(labels[:BARS]), labels[BARS:]
        if not (asked.choices or asked.words):
            often.sort(key=_value)
        rounds = counts[: max(1, len(self.votes))]
        said = asked.slips if right else {}
        bars = [Bar(one, [count[one] for count in rounds], one in right, said.get(one, "")) for one in often]
        if rare:
            bars.append(Bar("other answers", [sum(count[one] for one in rare) for count in rounds]))
        return bars


def _all(counts: list[Counter[str]], label: str) -> int:
    return sum(count[label] for count in counts)


def _question(asked: Prediction) -> dict[str, Any]:
    return {"question": asked.question, "choices": asked.choices, "words": asked.words.split()}


def _given(asked: Prediction, answer: object) -> str:
    """The answer in the form in which it is stored. Raise Refused if it can't be an answer."""
    if asked.choices:
        if type(answer) is int and 0 <= answer < len(asked.choices):
            return asked.choices[answer]
        raise Refused("Choose one of the answers.", 422)
    if asked.words:
        words = asked.words.split()
        if isinstance(answer, list) and answer and all(type(one) is int and 0 <= one < len(words) for one in answer):
            return " ".join(words[place] for place in sorted(set(answer)))
        raise Refused("Tap the words first.", 422)
    number = _read(answer) if isinstance(answer, str) and len(answer) <= LONGEST else None
    if not number:
        raise Refused("That isn't a number. Write digits, such as 3, 3/8 or 0.375.", 422)
    if number.pair:
        return f"{number.pair[0]}/{number.pair[1]}"
    return f"{float(_exactly(number)):.{4 if number.decimals is None else number.decimals}f}"  # 0.50 says more than 0.5


def _group(asked: Prediction, given: str) -> str | None:
    """The right answer or the known slip that this answer equals, however it is written; None if it is neither."""
    known = (asked.answer, *asked.slips)
    if asked.choices or asked.words:
        return next((one for one in known if _alike(asked, one) == _alike(asked, given)), None)
    number = _read(given)
    decimals = number.decimals if number and number.decimals else 0
    near = max(0.5 * 10**-decimals if decimals > 1 else 0, asked.within) + 1e-9

    def off(one: str) -> float:
        return float(abs(_value(given) - _value(one)))

    def rank(one: str) -> float:  # as in predict.js
        return (0 if one == asked.answer else off(one)) if off(one) else -2 if one == given else -1

    return min((one for one in known if off(one) <= near), key=rank, default=None)


def _alike(asked: Prediction, given: str) -> object:
    """A key that is equal for equal answers. A word that occurs twice may be meant in either position."""
    return given if asked.choices else tuple(sorted(given.split())) if asked.words else _value(given)


def _value(text: str) -> Fraction:
    """The value of a number that was given or that is in the question."""
    found = _read(text)
    assert found
    return _exactly(found)


def _exactly(number: Number) -> Fraction:
    assert number.exact is not None
    return number.exact


def _read(text: str) -> Number | None:
    """The number that was typed, perhaps as 0,67; None if it isn't a number, is too large or has too many decimals."""
    number = read(text.replace(",", "."))
    is_meant = number and number.exact is not None and abs(number.exact) < LARGEST
    return number if number and is_meant and (number.decimals or 0) <= DECIMALS else None
