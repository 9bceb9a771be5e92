"""A matrix formula, operation by operation: which shapes meet, what comes out, and the step where they do not fit."""

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul, sub
from typing import Any, NamedTuple

from mtexplain import __version__, data, exact
from mtexplain.display import plain
from mtexplain.display.formula import Call, Chain, Formula, Minus, Over, Power, Root, Symbol
from mtexplain.display.parts import Beside, Column, Equation, Headline, Note, Pieces, Prose, Table, columns, with_and
from mtexplain.display.trace import Step, Trace
from mtexplain.inputs import InputError, check_text, described, listed
from mtexplain.models.distribution import shares
from mtexplain.models.given import matrix, number
from mtexplain.tracing import formulas
from mtexplain.tracing.number import add, calculate, divide, raised
from mtexplain.tracing.number import number as remembered

_TOLD: dict[str, dict[str, str]] = data.read(__package__, "shapes.toml")
_COLUMNS = columns(step="step", operation="operation", formula="formula", shape="shape")
_TAKES = {key: told["shapes"].count(" ") for key, told in _TOLD.items() if key.islower()}
_SHAPE = re.compile(r"\s*([1-9][0-9]{0,5}|[^\W\d]\w*?)\s*[x×]\s*([1-9][0-9]{0,5}|[^\W\d]\w*)\s*")


class Term(NamedTuple):
    """A matrix, or a number, whose shape is (): its numbers, where known; what made it of which terms; what is odd."""

    formula: Formula
    shape: tuple[Any, ...] = ()
    numbers: Any = None
    key: str = ""
    terms: "tuple[Term, ...]" = ()
    misfit: Pieces = ()
    odd: str = ""

    @property
    def size(self) -> str:
        """Its shape, l × d; of a number, that."""
        if self.shape:
            return " × ".join(map(str, self.shape))
        return "a number" if self.numbers is None else plain.formula(_written(self.numbers))

    @property
    def tables(self) -> tuple[Table, ...]:
        """Its numbers, where they are known."""
        rows = [tuple(map(_written, row)) for row in self.numbers or ()] if self.shape else []
        return (Table(plain.formula(self.formula), (Column("", ""),) * len(rows[0]), rows, 0),) if rows else ()


@dataclass(frozen=True, repr=False)
class Matrices(Trace):
    """A matrix formula with its working: what is given, and what is made. Make one with `matrices`."""

    given: tuple[Term, ...]
    made: tuple[Term, ...]
    overview = property(lambda self: self.made[-1].tables)
    table = property(lambda self: Table("", _COLUMNS, [step[:4] for step in self.steps()]))
    notes = property(
        lambda self: tuple([Note(key, odd, plain.formula(it)) for it, _, _, key, *_, odd in self.made if odd])
    )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.headline.value}; {plain.formula(self.made[-1].formula)})"

    @property
    def headline(self) -> Headline:
        where, whole = f"step {len(self.steps())} of {len(self.made)}", self.made[-1]
        given = [f"{plain.formula(one.formula)} {one.size}" for one in self.given]
        signature = " · ".join(("matrices", *given, f"mtexplain {__version__}"))
        found = f"does not fit: {where}" if whole.misfit else whole.size
        says = f"Step {len(self.steps())} of {len(self.made)} does not fit." if whole.misfit else (
            f"All shapes fit, and the result is {whole.size}.")  # fmt: skip
        equation = Equation("result", whole.formula, whole.formula)
        return Headline(found, equation, signature, Prose(whole.misfit), says=says)

    def steps(self) -> tuple[Step, ...]:
        found = list[Step]()
        for one in self.made:
            told = _TOLD[one.key]
            sizes = told.get("between", ", ").join(term.size for term in one.terms)
            outcome = "does not fit" if one.misfit else f"{sizes} → {one.size}" if one.shape else one.size
            tables: Any = Beside(sum((term.tables for term in (*one.terms, one)), ()))
            parts = (Prose(one.misfit),) if one.misfit else (tables,) if one.tables else ()
            head = f"step_{len(found) + 1}", told["title"], plain.formula(one.formula)
            found.append(Step(*head, outcome, told["why"], told["source"], parts))
            if one.misfit:
                break
        return tuple(found)


def _shape(key: str, terms: tuple[Term, ...]) -> tuple[tuple[Any, ...], Pieces]:
    """The shape that an operation makes of terms; or, where these do not fit, what would have to be equal."""
    known, (*taken, made) = dict[str, Any](), _TOLD[key]["shapes"].split()
    for one, letters in zip(terms, taken, strict=False):
        if one.misfit or not (one.shape or letters == "Ab"):
            return (), one.misfit or (one.formula, " is a number, which has neither rows nor columns.")
        for letter, size in zip(letters, one.shape, strict=False):
            other = known.setdefault(letter, size)
            if size != other and (letter != "A" or 1 not in (size, other)):
                sizes = with_and([(term.formula, f" is {term.size}") for term in terms])
                return (), (*sizes, f": {_TOLD[key]['rule']}, so {other} and {size} would have to be equal.")
            known[letter] = size if other == 1 else other
    wide = [size for letter, size in known.items() if letter not in "aA"]
    known["+"] = sum(wide) if {*map(type, wide)} == {int} else " + ".join(map(str, wide))
    return tuple([known[letter] for letter in made if wide]), ()


def _written(number: Any) -> Formula:
    """A number as it is shown."""
    return formulas.value(remembered(number))


# The numbers that an operation makes of others.


def _times(rows: Any, others: Any) -> Any:
    """The product of two matrices: each row with each column."""
    columns = list(zip(*others, strict=True))
    return tuple(tuple(_sum([calculate(mul, pair) for pair in zip(row, one, strict=True)]) for one in columns)
                 for row in rows)  # fmt: skip


def _sum(values: Sequence[Any]) -> Any:
    return calculate(lambda *several: add(*several), values)


def _each(function: Callable[..., Any], *terms: Any) -> Any:
    """A function of each number; a single row goes with every row, and a number with every number."""
    if not any(isinstance(one, tuple) for one in terms):
        return calculate(function, terms)
    length = max(len(one) for one in terms if isinstance(one, tuple))
    spread = [one if isinstance(one, tuple) and len(one) == length else (one[0] if isinstance(one, tuple) else one,) *
              length for one in terms]  # fmt: skip
    return tuple(_each(function, *row) for row in zip(*spread, strict=True))


def _root(value: Any) -> Any:
    return raised(value, Fraction(1, 2))


def _normalised(row: Sequence[Any]) -> tuple[Any, ...]:
    """A row with mean 0 and variance 1; 0/0 where all its numbers are equal."""
    mean = calculate(divide, (_sum(row), len(row)))
    rest = [calculate(sub, (one, mean)) for one in row]
    variance = calculate(divide, (_sum([calculate(mul, (one, one)) for one in rest]), len(row)))
    deviation = calculate(_root, (variance,))
    return tuple(calculate(divide, (one, deviation)) for one in rest)


_MAKES: dict[str, Callable[..., Any]] = {
    "MatMult": _times,
    "T": lambda a: tuple(zip(*a, strict=True)),
    "Add": lambda a, b: _each(add, a, b),
    "Sub": lambda a, b: _each(sub, a, b),
    "Mult": lambda a, b: _each(mul, a, b),
    "Div": lambda a, b: _each(divide, a, b),
    "root": lambda a: _each(_root, a),
    "relu": lambda a: _each(lambda one: max(one, 0 * one), a),
    "dropout": lambda a: a,
    "softmax": lambda a: tuple(map(shares, a)),
    "layernorm": lambda a: tuple(map(_normalised, a)),
    "concat": lambda *several: tuple(sum(rows, ()) for rows in zip(*several, strict=True)),
}
"""What each operation makes of its terms."""


def _shortened(number: Any) -> Any:
    """A fraction that has grown long goes on as a number of forty digits."""
    if isinstance(number, tuple):
        return tuple(map(_shortened, number))
    return exact.decimal(number) if type(number) is Fraction and number.denominator > 10**20 else number


def _made(key: str, terms: tuple[Term, ...], formula: Formula) -> Term:
    """What an operation makes of terms."""
    (shape, misfit), numbers, odd = _shape(key, terms), None, ""
    if not misfit and all(one.numbers is not None for one in terms):
        numbers = _shortened(_MAKES[key](*(one.numbers for one in terms)))
        if None in (sum(numbers, ()) if shape else (numbers,)):
            zeros = tuple(tuple(0 if one is None else one for one in row) for row in numbers) if shape else None
            numbers, odd = zeros if key == "layernorm" else None, _TOLD[key]["odd"]
    return Term(formula, shape, numbers, key, terms, misfit, odd)


_SIGNS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}


def _joined(sign: ast.operator, left: Formula, right: Formula) -> Formula:
    """Two parts joined by an operator; a product of matrices has no sign."""
    if isinstance(sign, ast.MatMult):
        parts = (formulas.grouped(one) if isinstance(one, Chain | Over | Minus) else one for one in (left, right))
        return Chain(" ", tuple(parts))
    if isinstance(sign, ast.Div):
        return Over(left, formulas.grouped(right) if isinstance(right, Over) else right)
    if isinstance(sign, ast.Mult):
        left, right = formulas.factor(left), formulas.factor(right)
    elif isinstance(sign, ast.Sub):
        right = formulas.factor(right)
    joined = _SIGNS[type(sign)]
    is_longer = isinstance(left, Chain) and left.operator == joined and not left.grouped
    first = left.terms if is_longer and isinstance(left, Chain) else (left,)
    return Chain(joined, (*first, right))


def _given(name: str, given: Any) -> Term:
    """What is given by that name: a number, a shape, a matrix, or what another formula made."""
    symbol = Symbol(*name.replace("_", ",").split(",", 1))
    if isinstance(given, Matrices):
        return Term(symbol, given.made[-1].shape, given.made[-1].numbers)
    if isinstance(given, int | float | Fraction):
        return Term(symbol, (), number(given, name))
    sizes = " x ".join(map(str, given)) if isinstance(given, tuple) and {*map(type, given)} <= {int, str} else given
    if isinstance(sizes, str) and (found := _SHAPE.fullmatch(sizes)):
        return Term(symbol, tuple([int(one) if one.isdecimal() else one for one in found.groups()]))
    rows = matrix(given, name)
    return Term(symbol, (len(rows), len(rows[0])), rows)


def matrices(formula: str, /, **given: Any) -> Matrices:
    """A matrix formula, traced operation by operation, in Python's own syntax: @ is the product, .T the transpose.

    What is given are matrices, numbers, shapes alone ("l x d": two letters are two sizes), or what `matrices` returned.
    Known are also + - * /, root, relu, dropout, softmax, layernorm (over the population's standard deviation, with no
    epsilon and nothing learned) and concat. The trace ends where shapes do not fit; InputError says what else is wrong.

    >>> matrices("softmax(q @ M) @ M", q="1 x d", M="l x d")
    Matrices(does not fit: step 1 of 3; softmax(q M) M)
    """
    terms = {name: _given(name, one) for name, one in given.items()}
    letters = [one for term in terms.values() for one in term.shape if isinstance(one, str)]
    known = {one: _given(one, "1 x 1")._replace(shape=()) for one in letters} | terms
    made, text = list[Term](), " ".join(check_text(formula, "formula").split())
    expected = f"{listed([*known, *_TAKES])}, numbers, @ + - * / .T, and at most 60 operations"

    def term(node: ast.expr) -> Term:
        match node:
            case ast.Name(name) if name in known:
                return known[name]
            case ast.Constant(int() | float() as constant):
                return Term(str(constant), (), number(constant, "formula"))
            case ast.BinOp(left, sign, right) if (key := type(sign).__name__) in _TOLD:
                operands = [left, right]
            case ast.Attribute(one, "T" as key):
                operands = [one]
            case ast.Call(ast.Name(key), [_, *_] as operands, []) if len(operands) <= _TAKES.get(key, 0):
                pass
            case _:
                raise InputError("formula", described(ast.get_source_segment(text, node)), expected)
        made.append(_made(key, tuple(map(term, operands)), written(node)))
        return made[-1]

    def written(node: ast.expr) -> Formula:
        match node:
            case ast.Name(name):
                return known[name].formula
            case ast.Constant(constant):
                return str(constant)
            case ast.UnaryOp():
                return Minus(formulas.factor(written(node.operand)))
            case ast.Attribute(one, name):
                return Power(formulas.grouped(written(one)), name)
            case ast.BinOp(left, sign, right):
                return _joined(sign, written(left), written(right))
            case ast.Call(ast.Name(name), operands):
                terms = tuple(map(written, operands))
                if name == "root":
                    return Root(terms[0])
                return Call(name, terms[0] if len(terms) == 1 else Chain(",", terms))
        raise AssertionError(ast.unparse(node))

    try:
        whole = ast.parse(text if len(text) <= 2000 else "", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        whole = ast.Constant(None)
    nodes = [*ast.walk(whole)]
    if not 0 < sum(isinstance(node, ast.BinOp | ast.Attribute | ast.Call) for node in nodes) <= 60:
        raise InputError("formula", described(formula), expected)
    term(whole)
    if unused := [name for name in given if name not in {node.id for node in nodes if isinstance(node, ast.Name)}]:
        raise InputError("formula", f"no {listed(unused)} in it", "a formula of all that is given")
    return Matrices(tuple(terms.values()), tuple(made))
