"""A matrix formula, operation by operation: which shapes meet, what comes out, and the step where they do not fit.

A shape is rows and columns: (1, "d"), in which a letter is a size of its own. That of a number is ().
"""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from numbers import Real as AnyNumber
from typing import Any, NamedTuple

from mtexplain import __version__, exact
from mtexplain.display import plain
from mtexplain.display.formula import Formula, Symbol
from mtexplain.display.parts import Beside, Equation, Headline, Note, Pieces, Prose, Real, Table, columns, with_and
from mtexplain.display.trace import Step, Trace
from mtexplain.inputs import InputError, check_text, described, listed
from mtexplain.models.given import matrix, number
from mtexplain.recipe.arithmetic import each
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.symbols import tree, value
from mtexplain.settings import check_whole

_BOOK = "Goodfellow et al. 2016, section"
OPERATIONS = {
    "@": ("Matrix product", "sum(a * b)", "Each row of the left meets each column of the right.", f"{_BOOK} 2.2"),
    "T": ("Transpose", "", "Rows become columns.", f"{_BOOK} 2.1"),
    "+": ("Sum", "a + b", "Number is added to number, and a single row to every row.", f"{_BOOK} 2.1"),
    "-": ("Difference", "a - b", "Number is taken from number.", f"{_BOOK} 2.1"),
    "*": ("Product", "a * b", "Number times number.", f"{_BOOK} 2.2"),
    "/": ("Quotient", "a / b", "Number over number.", f"{_BOOK} 2.1"),
    "root": ("Square root", "root(a)", "The square root of each number.", "Vaswani et al. 2017, equation 1"),
    "softmax": ("Softmax", "exp(a - max(a)) / sum(exp(a - max(a)))", "Each row becomes probabilities: e to each number, "
                "over the sum of these. The largest is taken off first, which changes nothing.", f"{_BOOK} 4.1"),
    "layernorm": ("Layer normalisation", "or_zero((a - mean(a)) / root(mean((a - mean(a)) ** 2)))", "Each number less "
                  "the mean of its row, over the row's standard deviation.", "Ba, Kiros and Hinton 2016, section 3"),
    "relu": ("ReLU", "max(a, 0)", "What is below 0 becomes 0.", f"{_BOOK} 6.1"),
    "dropout": ("Dropout", "a", "In training, dropout sets some numbers to 0 at random. When the model is used, as "
                "here, it changes nothing.", "Srivastava et al. 2014, section 4"),
    "concat": ("Side by side", "", "The columns of one follow those of the other.", "Vaswani et al. 2017, section 3.2.2"),
}  # fmt: skip
"""Of each what it is called, the formula of its numbers, what it does, and a source."""
_SIGNS: Mapping[type, str] = {ast.MatMult: "@", ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_CALLED = [key for key in OPERATIONS if key.islower()]
_KNOWN = f"names, numbers, @ + - * / .T, and {', '.join(_CALLED)}, in at most 60 operations"
_FIX = "Write @ for a product of matrices, .T for a transpose: softmax(Q @ K.T / root(d)) @ V."
Shape = tuple[int | str, ...]


class Term(NamedTuple):
    """A matrix, or a number: how it is written, its numbers where they are known, and what was made of which terms.

    Where shapes do not fit, `misfit` says what would have to be equal.
    """

    formula: Formula
    shape: Shape = ()
    numbers: Any = None
    key: str = ""
    terms: "tuple[Term, ...]" = ()
    misfit: str = ""

    @property
    def size(self) -> str:
        """Its shape, l × d; of a number, that."""
        known = "a number" if self.numbers is None else plain.formula(value(self.numbers))
        return " × ".join(map(str, self.shape)) or known

    @property
    def tables(self) -> tuple[Table, ...]:
        """Its numbers, where they are known."""
        if not self.shape or self.numbers is None:
            return ()
        rows = [tuple([Real(float(one), plain.formula(value(one))) for one in row]) for row in self.numbers]
        header = columns(**{f"column_{place}": "" for place, _ in enumerate(rows[0], 1)})
        return (Table(plain.formula(self.formula), header, rows, 0),)

    @property
    def told(self) -> Pieces:
        """Why it does not fit, in a sentence."""
        return *with_and([(one.formula, f" is {one.size}") for one in self.terms]), f": {self.misfit}."

    def step(self, number: int) -> Step:
        """What was made, as a step."""
        title, _, why, source = OPERATIONS[self.key]
        sizes = (" · " if self.key == "@" else ", ").join(one.size for one in self.terms)
        outcome = "does not fit" if self.misfit else f"{sizes} → {self.size}" if self.shape else self.size
        tables = Beside(tuple([table for one in (*self.terms, self) for table in one.tables]))
        parts = (Prose(self.told),) if self.misfit else (tables,) if self.tables else ()
        return Step(f"step_{number}", title, plain.formula(self.formula), outcome, why, source, parts)


@dataclass(frozen=True, repr=False)
class Matrices(Trace):
    """A matrix formula with its working. Make one with `matrices`."""

    name: str
    given: tuple[Term, ...]
    done: tuple[Term, ...]
    whole: Term
    total: int

    @property
    def headline(self) -> Headline:
        where = f"tep {len(self.done)} of {self.total}"
        told = (f"S{where}: ", *self.done[-1].told) if self.whole.misfit else (f"All {self.total} steps fit.",)
        given = [f"{plain.formula(one.formula)} {one.size}" for one in self.given]
        signature = " · ".join(("matrices", *given, f"mtexplain {__version__}"))
        equation = Equation(_symbol(self.name), self.whole.formula, self.whole.formula)
        return Headline(
            f"does not fit: s{where}" if self.whole.misfit else self.whole.size, equation, signature, Prose(told)
        )

    @property
    def overview(self) -> tuple[Table, ...]:
        return self.whole.tables

    def steps(self) -> tuple[Step, ...]:
        return tuple([one.step(number) for number, one in enumerate(self.done, 1)])

    @property
    def table(self) -> Table:
        header = columns(step="step", operation="operation", formula="formula", shape="shape")
        return Table("", header, [(one.name, one.title, one.summary, one.outcome) for one in self.steps()])

    @property
    def notes(self) -> tuple[Note, ...]:
        found = []
        for number, one in enumerate(self.done, 1):
            known = not one.misfit and all(term.numbers is not None for term in one.terms)
            if known and one.numbers is None:
                found.append(
                    Note(
                        "undefined",
                        "Over 0, or the root of less than 0: from here on shapes alone are known.",
                        f"step {number}",
                    )
                )
            if known and one.key == "layernorm" and any(len({*row}) == 1 for row in one.terms[0].numbers):
                found.append(
                    Note("no-variance", "A row of equal numbers varies by 0: it becomes zeros.", f"step {number}")
                )
        return tuple(found)

    def __repr__(self) -> str:
        return f"Matrices({self.headline.value}; {plain.formula(self.whole.formula)})"


def _symbol(name: str) -> Symbol:
    head, _, below = name.partition("_")
    return Symbol(head, below.replace("_", ","))


def _shape(key: str, *shapes: Shape) -> Shape | str:
    """The shape that an operation makes of others, or what would have to be equal."""
    left, right = shapes[0], shapes[-1]
    if key in ("@", "T", "softmax", "layernorm", "concat") and () in shapes:
        return "a number has neither rows nor columns" + "; * multiplies by a number" * (key == "@")
    if key == "@" and (a := left[1]) != (b := right[0]):
        sides = f"the left has {a} column{'s' * (a != 1)}, the right {b} row{'s' * (b != 1)}"
        return f"{sides}; a product needs as many rows on the right as the left has columns"
    if key in ("@", "T"):
        return (left[0], right[1]) if key == "@" else left[::-1]
    if key == "concat":
        if odd := [one[0] for one in shapes if one[0] != left[0]]:
            return f"side by side, all need as many rows, and {left[0]} is not {odd[0]}"
        wide = [one[1] for one in shapes]
        whole = [one for one in wide if isinstance(one, int)]
        several = f"{len(wide)}{left[1]}" if len({*wide}) == 1 < len(wide) else " + ".join(map(str, wide))
        return left[0], sum(whole) if len(whole) == len(wide) else several
    for side, a, b in zip(("columns", "rows"), left[::-1], right[::-1], strict=False):
        if a != b and (side == "columns" or 1 not in (a, b)):
            return f"number goes with number, or one row with every row: both need as many {side}, and {a} is not {b}"
    return (right[0] if left[0] == 1 else left[0], left[1]) if left and right else left or right


def _numbers(key: str, *given: Any) -> Any:
    """The numbers that an operation makes of others. A fraction that grows long goes on as a decimal of forty digits."""
    if key == "T":
        return tuple(zip(*given[0], strict=True))
    if key == "concat":
        return tuple([tuple(chain(*rows)) for rows in zip(*given, strict=True)])
    formula = Expression(OPERATIONS[key][1])
    if key == "@":
        sides = tuple(zip(*given[1], strict=True))
        return tuple([tuple([formula.value({"a": row, "b": column}) for column in sides]) for row in given[0]])
    most = max([len(one) for one in given if isinstance(one, tuple)], default=0)
    rows = [[one[row % len(one)] if isinstance(one, tuple) else one for one in given] for row in range(most or 1)]
    found = [formula.value(dict(zip("ab", row, strict=False))) for row in rows]
    return tuple(found) if most else found[0]


def _short(one: Any) -> Any:
    is_long = isinstance(one, Fraction) and max(abs(one.numerator), one.denominator) > 10**20
    return exact.decimal(one) if is_long else one


def _made(key: str, formula: Formula, terms: tuple[Term, ...]) -> Term:
    """What an operation makes of terms."""
    shape: Shape | str = next((one.misfit for one in terms if one.misfit), "") or _shape(
        key, *[one.shape for one in terms]
    )
    if isinstance(shape, str):
        return Term(formula, (), None, key, terms, shape)
    numbers = None
    if all(one.numbers is not None for one in terms):
        with exact.forty_digits():
            numbers = each(_short, _numbers(key, *[one.numbers for one in terms]))
        if numbers is not None and shape and None in chain(*numbers):
            numbers = None
    return Term(formula, shape, numbers, key, terms)


def _given(name: str, given: Any, numbers: Mapping[str, Any]) -> Term:
    """What is given by that name: a number, a shape, or the rows of a matrix."""
    if name in numbers:
        return Term(_symbol(name), (), numbers[name])
    sizes = " x ".join(map(str, given)) if isinstance(given, tuple) and {*map(type, given)} <= {int, str} else given
    if isinstance(sizes, str) and (found := re.fullmatch(r"\s*(\w{1,20}?)\s*[x×]\s*(\w{1,20})\s*", sizes)):
        known = [numbers.get(one, Fraction(one) if one.isdecimal() else one) for one in found.groups()]
        whole = [
            one if isinstance(one, str) else check_whole(int(one) if one == int(one) else one, name, 1, 10**6)
            for one in known
        ]
        return Term(_symbol(name), tuple(whole))
    rows = matrix(given, name)
    return Term(_symbol(name), (len(rows), len(rows[0])), rows)


def matrices(formula: str, /, **given: object) -> Matrices:
    """A matrix formula, traced operation by operation, in Python's own syntax: @ is the product, .T the transpose.

    What is given are matrices, numbers, or shapes alone, as "l x d": letters are sizes, and two letters two sizes. Also
    known are + - * /, number by number or with one row for every row, and softmax, layernorm, relu, dropout, root and
    concat; layernorm takes the population's variance, and has neither an epsilon nor parameters that are learned.

    >>> matrices("softmax(q @ M.T / root(d)) @ M", q="1 x d", M="l x d")
    Matrices(1 × d; softmax((q M^T) / √(d)) M)
    >>> matrices("q @ M", q="1 x d", M="l x d").headline.value
    'does not fit: step 1 of 1'

    Where shapes do not fit, the trace ends with that step. InputError for anything else that is wrong.
    """
    numbers = {name: number(one, name) for name, one in given.items() if isinstance(one, AnyNumber)}
    terms = {name: _given(name, one, numbers) for name, one in given.items()}
    sizes = {one for term in terms.values() for one in term.shape if isinstance(one, str)}
    known = {one: Term(_symbol(one)) for one in sorted(sizes)} | terms
    used = {*numbers} & {
        *re.findall(r"\w+", " ".join(str(one) for one in given.values() if isinstance(one, str | tuple)))
    }
    done: list[Term] = []

    def term(node: ast.expr) -> Term:
        match node:
            case ast.Name(name) if name in known:
                used.add(name)
                return known[name]
            case ast.Constant(int() | float() as one):
                return Term(str(one), (), number(one, "formula"))
            case ast.BinOp(left, sign, right) if type(sign) in _SIGNS:
                key, operands = _SIGNS[type(sign)], [left, right]
            case ast.Attribute(one, "T"):
                key, operands = "T", [one]
            case ast.Call(ast.Name(key), [_, *more] as operands, []) if key in _CALLED and (
                not more or key == "concat"
            ):
                pass
            case ast.Name(name):
                raise InputError("formula", f"the name {name}", f"one of {listed(known)}", f"Give it too: {name}=...")
            case _:
                raise InputError("formula", described(ast.get_source_segment(text, node)), _KNOWN, _FIX)
        parts = tuple(map(term, operands))
        made = _made(key, tree(node, _symbol, lambda call: None), parts)
        if not (done and done[-1].misfit):
            done.append(made)
        return made

    text = "\n".join(map(str.strip, check_text(formula, "formula").strip().splitlines()))
    try:
        lines = ast.parse(text[:2000]).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        lines = []
    total = sum(isinstance(node, ast.BinOp | ast.Attribute | ast.Call) for line in lines for node in ast.walk(line))
    if not lines or total > 60 or len(text) > 2000:
        raise InputError("formula", described(formula), _KNOWN, _FIX)
    for line in lines:
        match line:
            case ast.Assign([ast.Name(name)], node) if name not in given:
                made = term(node)
                known[name] = made._replace(formula=_symbol(name))
            case ast.Expr(node):
                name, made = "result", term(node)
            case _:
                raise InputError("formula", described(ast.get_source_segment(text, line)), _KNOWN, _FIX)
    if unused := [name for name in given if name not in used]:
        raise InputError("formula", f"no {listed(unused)} in it", "a formula of all that is given")
    return Matrices(name, tuple(terms.values()), tuple(done), made, total)
