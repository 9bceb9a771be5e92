"""A formula with all its cases, read from a method: it says what the method computes, or it is refused."""

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from mtexplain.display import html, latex, markup, plain
from mtexplain.display.formula import Cases, Formula
from mtexplain.display.parts import Equation
from mtexplain.tracing.cases import Unreadable, cases
from mtexplain.tracing.number import Letter, exp, max, min, share
from mtexplain.tracing.steps import Traced, quantity, step


@dataclass(frozen=True)
class Lengths(Traced):
    """A penalty of two lengths, in several ways."""

    mine: int
    wanted: int
    each_n = (1, 2)

    @quantity("c")
    def c(self) -> float:
        """The length."""
        return self.mine

    @quantity("r")
    def r(self) -> float:
        """The length that is wanted."""
        return self.wanted

    @quantity("m_{n}")
    def matches(self, n: int) -> float:
        """The matches."""
        return n

    @step("A")
    def nested(self) -> float:
        """In one expression."""
        return 1 if self.c >= self.r else exp(1 - self.r / self.c) if self.c != 0 else 0

    @step("B")
    def guarded(self) -> float:
        """With statements."""
        if self.c == 0:
            return 0
        if self.c > 2 * self.r:
            return min(1, self.r / self.c) ** 2
        return max(self.c, 1) - self.r

    @step("p_{n}")
    def p(self, n: int) -> float:
        """Of an index."""
        return share(self.matches(n), self.c) if self.matches(n) <= self.c else 1

    @step("D")
    def single(self) -> float:
        """Without cases."""
        return self.c - self.r

    @step("E")
    def with_a_name(self) -> float:
        """A name of its own."""
        half = self.c / 2
        return half if self.c > 0 else 0

    @step("F")
    def with_a_flag(self) -> float:
        """A condition that is no comparison."""
        return self.c if self.changes else self.r

    @step("G")
    def with_two_conditions(self) -> float:
        """Two conditions at once."""
        return self.c if 0 < self.c < 3 else self.r

    @step("H")
    def in_a_case(self) -> float:
        """Cases within a case."""
        return (1 if self.c > 1 else 2) if self.c > 0 else 3

    @step("I")
    def with_super(self) -> float:
        """Another's formula."""
        return super().computed_from["mine"] if self.c > 0 else 0

    @step("K")
    def hidden(self) -> float:
        """A case inside a formula."""
        return self.c * (1 if self.c > 2 else 5) if self.c > 0 else 0

    def helper(self) -> float:
        """Another's cases."""
        return self.c if self.c > 2 else self.r

    @step("L")
    def with_a_helper(self) -> float:
        """A helper with cases."""
        return self.helper() if self.c > 0 else 0

    @quantity()
    def nameless(self) -> float:
        """A number without a symbol."""
        return self.c if self.c > 2 else self.r

    @step("M")
    def with_a_nameless_number(self) -> float:
        """It has cases of its own."""
        return self.nameless / 2 if self.c > 0 else 0

    @step("N")
    def with_a_fact(self) -> float:
        """A fact is no number of the trace."""
        return 0 if self.mine == 0 else self.c / self.mine

    @step("P")
    def chained(self) -> float:
        """Three statements in one."""
        if self.c > 2 * self.r:
            return 2
        elif self.c == self.r:
            return self.c
        else:
            return self.r / self.c

    unwritten = quantity("u")(lambda self: 1)

    @step("J")
    def with_a_loop(self) -> float:
        """A loop."""
        for n in self.each_n:
            if self.matches(n) > self.c:
                return n
        return 0


def written(trace: Lengths, name: str, *indices: Any) -> str:
    return plain.formula(cases(trace, type(trace).quantities[name], *indices))


def test_all_cases_are_shown_whichever_was_taken() -> None:
    for trace in (Lengths(0, 2), Lengths(1, 2), Lengths(5, 2), Lengths(3, 0)):
        assert written(trace, "nested") == "1 where c ≥ r, e^(1 - r/c) where c ≠ 0, else 0"
        assert written(trace, "guarded") == "0 where c = 0, (min(1, r/c))^2 where c > 2 * r, else max(c, 1) - r"
        assert written(trace, "single") == "c - r"
        assert written(trace, "chained") == "2 where c > 2 * r, c where c = r, else r/c"


def test_an_index_may_be_a_letter() -> None:
    assert written(Lengths(1, 2), "p", Letter("n")) == "m_n / c where m_n ≤ c, else 1"
    assert written(Lengths(1, 2), "p", 2) == "m_2 / c where m_2 ≤ c, else 1"


SPELLED = {"e^": "math.e**", "^": "**", "≥": ">=", "≤": "<=", "≠": "!=", " = ": " == "}


def worked_out(formula: Formula, c: int, r: int) -> Any:
    """The value of a formula, computed from its text alone."""
    code = plain.formula(formula)
    for sign, spelled in SPELLED.items():
        code = code.replace(sign, spelled)
    return eval(code, {"c": Fraction(c), "r": Fraction(r), "math": math})


@pytest.mark.parametrize("name", ["nested", "guarded"])
def test_the_cases_say_what_the_method_computes(name: str) -> None:
    for c in range(6):
        for r in range(6):
            trace = Lengths(c, r)
            found = cases(trace, trace.quantities[name])
            assert isinstance(found, Cases)
            taken = (one for one, condition in found.cases if worked_out(condition, c, r))
            value = worked_out(next(taken, found.otherwise), c, r)
            assert float(value) == pytest.approx(float(trace.number(name)), rel=1e-12)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("with_a_name", "half = self.c / 2 is not a case of a formula"),
        ("with_a_flag", "the condition self.changes does not compare two numbers"),
        ("with_two_conditions", "the condition 0 < self.c < 3 does not compare two numbers"),
        ("in_a_case", "1 if self.c > 1 else 2 has cases of its own"),
        ("with_super", "can't be written in symbols"),
        ("with_a_loop", "is not a case of a formula"),
        ("hidden", "self.c * (1 if self.c > 2 else 5) has cases of its own"),
        ("with_a_helper", "helper in self.helper() is not a number of the trace"),
        ("with_a_nameless_number", "nameless in self.nameless / 2 has cases of its own"),
        ("with_a_fact", "mine in self.mine is not a number of the trace"),
        ("unwritten", "<lambda> is not computed by a method whose source can be read"),
    ],
)
def test_what_it_cannot_read_it_refuses(name: str, said: str) -> None:
    with pytest.raises(Unreadable, match=re.escape(said)):
        cases(Lengths(1, 2), Lengths.quantities[name])


def test_a_method_without_a_source_is_refused() -> None:
    found: dict[str, Any] = {"Lengths": Lengths}
    exec("class Mine(Lengths):\n    'Mine.'\n    def single(self):\n        return self.c if self.c > 0 else 1", found)
    with pytest.raises(Unreadable, match="is not computed by a method whose source can be read"):
        cases(found["Mine"](1, 2), found["Mine"].quantities["single"])


def test_each_medium_writes_them() -> None:
    tree = cases(Lengths(1, 2), Lengths.quantities["nested"])
    assert isinstance(tree, Cases)
    assert markup.formula(tree).startswith("1 where <i>c</i> ≥ <i>r</i>, e<sup>")
    rows = r"1 & c \ge r \\ e^{1 - r/c} & c \ne 0 \\ 0 & \text{otherwise}"
    assert latex.formula(tree) == rf"\begin{{cases}} {rows} \end{{cases}}"
    assert "where" in html.part(Equation("A", tree, "1"))
