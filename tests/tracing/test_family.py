"""Traces for a family of metrics: an index that is not written, a mistake for several classes, terms that wait."""

from dataclasses import dataclass
from typing import Any

from mtexplain.tracing.number import Letter, Number, Sole, again, share, sum_over
from mtexplain.tracing.steps import Quantity, Traced, quantity, step


@dataclass(frozen=True)
class Share(Traced):
    """Shares of several texts. If there is a single text, its index is not written."""

    texts: tuple[int, ...]

    @property
    def each_i(self) -> tuple[int, ...]:
        return tuple(range(1, len(self.texts) + 1)) if len(self.texts) > 1 else (Sole(1),)

    def as_written(self, one: Quantity[Any], indices: tuple[Any, ...]) -> tuple[Any, ...]:
        return self.each_i if one.letters == ("i",) and len(self.texts) == 1 else indices

    @quantity("m_{i}")
    def total(self, i: int) -> float:
        """How long a text is."""
        return self.texts[i - 1]

    @step("R_{i}", name="share_{i}")
    def r(self, i: int) -> float:
        """A share of each text."""
        return share(2, self.total(i))

    @step("S")
    def score(self) -> float:
        """The first share."""
        return again(self.r(1))


@dataclass(frozen=True)
class Longer(Share):
    """The same under another symbol."""

    texts: tuple[int, ...]
    score = Share.score.shown_as("L")


class Halved(Share):
    """For the whole family, half as much."""

    def score(self) -> float:
        return self.r(1) / 2


def test_the_index_of_a_single_text_is_not_written_however_the_number_is_asked_for() -> None:
    for asked in (Share((4,)).r(1), Share((4,)).number("r")):
        assert repr(asked) == "R = 2/m = 2/4"
    assert Share((4,)).numbers().keys() == {"r", "score"}
    assert Share.r.name_of_step((Sole(1),)) == "share"
    assert repr(Share((4, 5)).r(2)) == "R_2 = 2 / m_2 = 2/5"


def test_a_given_number_is_found_by_a_plain_index_too() -> None:
    trace = Share((4,)).with_numbers(total=8)
    assert str(trace.r(1)) == str(trace.score) == "1/4"


def test_a_number_that_is_another_shows_how_that_was_made() -> None:
    assert repr(Share((4, 5)).score) == "S = 2 / m_1 = 2/4"


def test_a_mistake_of_a_family_has_the_symbol_of_each_member() -> None:
    assert repr(Share((4,)).by(Halved).score).startswith("S = R/2")
    assert repr(Longer((4,)).by(Halved).score).startswith("L = R/2")


def test_terms_that_are_not_shown_are_not_computed() -> None:
    asked = []

    def each() -> Any:
        for one in (1, 2):
            asked.append(one)
            yield one

    found: Any = sum_over("i", each(), lambda i: Number(None, "x_i") if isinstance(i, Letter) else i, lambda: 3)
    assert (found.value, asked) == (3, [])
    assert (repr(found), asked) == ("sum_i x_i = 1 + 2 = 3", [1, 2])
