"""A trace is a class whose methods are the steps. An error names what is wrong with such a class."""

import math
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from mtexplain.tracing import views
from mtexplain.tracing.number import Number, exp, min, number, product_of, share, sum_over
from mtexplain.tracing.steps import Traced, quantity, row, step


@dataclass(frozen=True)
class Overlap(Traced):
    """A toy BLEU: how much of a text is also in another, order by order."""

    mine: tuple[str, ...]
    other: tuple[str, ...]

    @property
    def each_n(self) -> range:
        return range(1, 3)

    @quantity("m_{n}")
    def matches(self, n: int) -> float:
        """The runs of n words that the other text has, too."""
        return sum(run in self.runs(self.other, n) for run in self.runs(self.mine, n))

    @quantity("t_{n}")
    def total(self, n: int) -> float:
        """All runs of n words."""
        return len(self.runs(self.mine, n))

    @step("p_{n}", title="Precision", source="section 1", summary="so much matches")
    def p(self, n: int) -> float:
        """What matches earns credit."""
        return share(self.matches(n), self.total(n))

    @p.table
    def p_table(self, n: int) -> Iterator[tuple[Any, ...]]:
        yield "run", "credit"
        for run in self.runs(self.mine, n):
            yield " ".join(run), int(run in self.runs(self.other, n))

    @step("c", says="the words of the text")
    def c(self) -> float:
        """How long is the text?"""
        return len(self.mine)

    @step("r", within=c, says="the words of the other")
    def r(self) -> float:
        """How long is the other?"""
        return len(self.other)

    @step("BP")
    def bp(self) -> float:
        """Too short a text pays."""
        return exp(min(0, 1 - self.r / self.c)) if self.c > 0 else 0

    @step("O", is_decimal=True)
    def score(self) -> float:
        """One weak precision pulls it down."""
        return self.bp * product_of(map(self.p, self.each_n))

    @staticmethod
    def runs(words: tuple[str, ...], n: int) -> list[tuple[str, ...]]:
        return list(zip(*(words[start:] for start in range(n)), strict=False))


TRACE = Overlap(("the", "the", "cat"), ("the", "cat", "sat", "down"))


class NoPenalty(Overlap):
    """BP is left out."""

    def bp(self) -> float:
        return 1


class OneMore(Overlap):
    """One match more than there are."""

    def matches(self, n: int) -> float:
        return super().matches(n) + 1

    @step("o_{n}")
    def old(self, n: int) -> float:
        """What it was."""
        return super().matches(n)


def test_numbers_and_formulas() -> None:
    assert list(TRACE.numbers()) == ["p_1", "p_2", "c", "r", "bp", "score"]
    assert repr(TRACE.number("p_2")) == "p_2 = m_2 / t_2 = 1/2"
    assert repr(TRACE.number("bp")) == "BP = e^min(0, 1 - r/c) = e^min(0, 1 - 4/3) = 0.7165"
    assert repr(TRACE.score) == "O = BP * p_1 * p_2 = 0.7165 * 3/3 * 1/2 = 0.3583"
    assert TRACE.score == math.exp(-1 / 3) / 2
    assert (TRACE.c, TRACE.matches(2), TRACE.plain_values()["p"]) == (3, 1, (1, Fraction(1, 2)))


def test_quickly_the_same() -> None:
    quick = TRACE.quick()
    assert quick.score == pytest.approx(float(TRACE.score), rel=1e-15)
    assert not isinstance(quick.score, Number)
    assert quick.p(2) == Fraction(1, 2)


def test_a_change_replaces_methods() -> None:
    wrong = TRACE.by(NoPenalty)
    assert (wrong.bp, wrong.score) == (1, 0.5)
    assert isinstance(wrong, Overlap)
    assert repr(wrong.number("score")) == "O = BP * p_1 * p_2 = 1 * 3/3 * 1/2 = 0.5"
    more: Any = TRACE.by(OneMore)
    assert (more.matches(1), more.old(1), more.p(1)) == (4, 3, Fraction(4, 3))
    both = TRACE.by(OneMore).by(NoPenalty)
    assert (both.changes, both.bp, both.matches(1)) == ((OneMore, NoPenalty), 1, 4)


def test_a_change_need_not_be_derived() -> None:
    class Halved:
        def bp(self) -> Fraction:
            return Fraction(1, 2)

    assert TRACE.by(Halved).score == Fraction(1, 4)


def test_a_number_that_is_given_is_kept_and_the_others_follow() -> None:
    found = TRACE.with_numbers(p_1="1/2", bp=1)
    assert found.score == Fraction(1, 4)
    assert found.with_numbers(p_2=1).score == Fraction(1, 2)
    assert found.by(OneMore).p(1) == Fraction(1, 2)
    assert TRACE.with_numbers(bp=math.inf).score == math.inf
    (told,) = (one for one in views.steps(found) if one.name == "bp")
    assert told.numbers == told.summary == "given, not computed"
    first = next(views.steps(found))
    assert len(first.parts) == 1, "no table that would contradict it"


@pytest.mark.parametrize("trace", [TRACE.by(OneMore), TRACE.quick(), TRACE.with_numbers(bp=1), TRACE])
def test_it_is_copied_and_pickled(trace: Overlap) -> None:
    for again in (copy(trace), pickle.loads(pickle.dumps(trace))):
        assert (again.score, again.changes, again.given) == (trace.score, trace.changes, trace.given)


def test_steps_stand_where_they_are_written_or_where_they_say() -> None:
    class Added(Overlap):
        @step("x", after=Overlap.c)
        def added(self) -> float:
            """After c."""
            return 1

        @step("y")
        def last(self) -> float:
            """Last."""
            return 1

    assert list(TRACE.by(Added).numbers()) == ["p_1", "p_2", "c", "added", "r", "bp", "score", "last"]


def test_steps_as_the_views_take_them() -> None:
    first, *_, length, _, score = views.steps(TRACE)
    assert (first.name, first.title, first.summary, first.source) == (
        "p_1",
        "Precision",
        "so much matches",
        "section 1",
    )
    assert first.why == "What matches earns credit."
    table: Any = first.parts[0]
    assert (table.columns[1].title, list(table.rows)) == ("credit", [("the", 1), ("the", 1), ("cat", 1)])
    assert (first.symbols, first.numbers, first.value) == ("p_1 = m_1 / t_1", "3/3", "3/3")
    assert [part.numbers for part in length.parts] == ["the words of the text", "the words of the other"]  # type: ignore[union-attr]
    assert score.value == "0.3583"


class Other(Traced):
    """Another metric."""

    @step("τ")
    def tau(self) -> float:
        """It has nothing to do with the toy."""
        return 1


def test_it_may_be_asked_by_several_threads_at_once() -> None:
    for _ in range(20):
        trace = Overlap(TRACE.mine, TRACE.other)
        with ThreadPoolExecutor(4) as pool:
            assert set(pool.map(lambda one: float(one.score), [trace] * 8)) == {float(TRACE.score)}


def test_what_was_computed_quickly_says_so() -> None:
    assert str(TRACE.quick()) == repr(TRACE.quick()) == "QuickOverlap: computed quickly, so its steps can't be shown"


# Slips.


def returning(value: Any) -> Callable[[], Any]:
    class Bad(Overlap):
        def bp(self) -> Any:
            return value

    return lambda: TRACE.by(Bad).score


def float_by_the_way() -> Any:
    class Away(Overlap):
        def bp(self) -> float:
            return math.exp(1 - self.r / self.c)

    return TRACE.by(Away).score


def one_symbol_twice() -> None:
    class Twice(Overlap):
        @quantity("r")
        def length(self) -> float:
            return 1


def no_reason() -> None:
    class Silent(Overlap):
        @step("x")
        def quiet(self) -> float:
            return 1


def not_used() -> None:
    class Idle(Overlap):
        @quantity()
        def idle(self) -> float:
            return 1


def taken_name() -> None:
    class Taken(Overlap):
        @quantity("k")
        def known(self) -> float:
            return 1


def two_indices() -> None:
    class Wide(Overlap):
        @row("pair")
        def pair(self, one: str, other: str) -> float:
            return 1


def no_range() -> Any:
    class Nowhere(Overlap):
        @step("x_{k}")
        def x(self, k: int) -> float:
            """For each k."""
            return 1

    return TRACE.by(Nowhere).numbers()


def changes_nothing() -> Any:
    class Misspelt:
        def bq(self) -> int:
            return 1

    return TRACE.by(Misspelt)


def in_a_circle() -> Any:
    class Circle(Overlap):
        def matches(self, n: int) -> float:
            return self.total(n)

        def total(self, n: int) -> float:
            return self.matches(n)

    return TRACE.by(Circle).score


def ragged() -> Any:
    class Ragged(Overlap):
        def p_table(self, n: int) -> Iterator[tuple[Any, ...]]:
            yield "run", "credit"
            yield ("the",)

    return list(views.steps(TRACE.by(Ragged)))


def no_dataclass() -> Any:
    class Plain(Traced):
        def __init__(self, words: str) -> None:
            self.words = words

    return Plain("a").quick()


SLIPS: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "a step returns a float": (returning(0.5), TypeError, "Bad.*bp must be an exact number, .* not 0.5"),
    "a step returns nothing": (returning(None), TypeError, "bp must be an exact number, .* not None"),
    "a step returns a text": (returning("1"), TypeError, "bp must be an exact number, .* not '1'"),
    "a step returns a list": (returning([1]), TypeError, r"bp must be an exact number, .* not \[1\]"),
    "a float is computed by the way": (float_by_the_way, TypeError, "Away.*bp must be an exact number"),
    "two quantities with one symbol": (one_symbol_twice, TypeError, "r and length have the same symbol, r"),
    "a step without a docstring": (no_reason, TypeError, "Silent.quiet is a step, so its docstring must say why"),
    "a name that the trace has already": (taken_name, TypeError, "Taken.known: Traced uses this name for something"),
    "a row of two indices": (two_indices, TypeError, "pair is a row and must take one index, the row, not 2 indices"),
    "a quantity that nothing uses": (not_used, TypeError, "Idle: idle is never used and cannot be shown"),
    "an index without its range": (no_range, TypeError, "needs each_k, with every k for which x is computed"),
    "a change that changes nothing": (changes_nothing, TypeError, "Misspelt changes nothing: Overlap has no bq"),
    "numbers in a circle": (in_a_circle, RecursionError, "matches_1 is computed from itself"),
    "a ragged table": (ragged, ValueError, "row 1 of a table has 1 cell, not 2"),
    "facts that are no fields": (no_dataclass, TypeError, "Plain must be a dataclass with the field words"),
    "a change of something else": (lambda: TRACE.by(Other), TypeError, "Other changes nothing: Overlap has no tau"),
    "a claim that is no number": (
        lambda: TRACE.with_numbers(bp="abc"),
        ValueError,
        "bp is given as 'abc', which is not a number such as 1",
    ),
    "an unknown claim": (lambda: TRACE.with_numbers(bq=1), KeyError, "no 'bq'. The names are .*bp"),
    "a claim without its index": (lambda: TRACE.with_numbers(p=1), KeyError, "no 'p'. The names are .*p_1, p_2"),
    "a claim of an index that is not": (lambda: TRACE.with_numbers(p_9=1), KeyError, "no 'p_9'"),
}


@pytest.mark.parametrize(("slip", "error", "says"), SLIPS.values(), ids=SLIPS)
def test_a_slip_is_told_by_name(slip: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        slip()


def test_a_number_used_in_the_making_of_a_trace_sees_what_is_given() -> None:
    @dataclass(frozen=True)
    class Early(Overlap):
        def __post_init__(self) -> None:
            vars(self)["early"] = self.bp

    found: Any = Early(TRACE.mine, TRACE.other)
    assert found.early == TRACE.bp
    assert found.with_numbers(bp=1).early == 1


def test_user_text_is_no_part_of_a_symbol() -> None:
    class Words(Overlap):
        @property
        def each_g(self) -> tuple[str, ...]:
            return self.mine

        @quantity("Count({g})")
        def count(self, g: str) -> float:
            return self.mine.count(g)

        @step("d")
        def double(self) -> float:
            """To see the name of an index that comes from outside."""
            return self.count("<b>") + sum_over("g", self.each_g, self.count)

    found = Overlap(("<b>", "x"), ("x",)).by(Words)
    assert repr(number(found.double)) == "d = Count(g) + sum_g Count(g) = 1 + 1 + 1 = 3"  # type: ignore[attr-defined]
