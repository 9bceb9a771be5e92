"""A matrix formula, operation by operation, with all shapes, the result, and the step where shapes do not fit."""

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from operator import mul, sub
from typing import Any, NamedTuple

from mtexplain import __version__, data, exact
from mtexplain.display import plain
from mtexplain.display.formula import Call, Chain, Formula, Minus, Over, Power, Root, Symbol
from mtexplain.display.parts import Beside, Column, Equation, Headline, Note, Pieces, Prose, Table, columns, with_and
from mtexplain.display.trace import Step, Trace
from mtexplain.inputs import InputError, check_text, described, listed
from mtexplain.models.distribution import shares
from mtexplain.models.given import Exact, Matrix, matrix, number
from mtexplain.tracing import formulas
from mtexplain.tracing.number import Value, add, calculate, divide, raised
from mtexplain.tracing.number import number as remembered

Nested = Exact | None | tuple["Nested", ...]
"""A number, None for 0/0, or rows of numbers."""
_TOLD: dict[str, dict[str, str]] = data.read(__package__, "shapes.toml")
_COLUMNS = columns(step="step", operation="operation", formula="formula", shape="shape")
_TAKES = {key: words["shapes"].count(" ") for key, words in _TOLD.items() if key.islower()}
_SHAPE = re.compile(r"\s*([1-9][0-9]{0,5}|[^\W\d]\w*?)\s*[x×]\s*([1-9][0-9]{0,5}|[^\W\d]\w*)\s*")


Shape = tuple[int | str, ...]
"""The sizes of a matrix, each a number or a letter; () for a number."""


class Term(NamedTuple):
    """A matrix or a number, with the operation and terms that made it, and its misfit or oddity, if any."""

    formula: Formula
    shape: Shape = ()
    numbers: Matrix | Exact | None = None
    key: str = ""
    terms: "tuple[Term, ...]" = ()
    misfit: Pieces = ()
    odd: str = ""

    @property
    def size(self) -> str:
        """Its shape, such as l × d; for a number, the number itself."""
        if self.shape:
            return " × ".join(map(str, self.shape))
        if self.numbers is None or isinstance(self.numbers, tuple):
            return "a number"
        return plain.formula(_written(self.numbers))

    @property
    def rows(self) -> Matrix:
        """Its numbers as rows; empty if it is a single number or its numbers are unknown."""
        return self.numbers if isinstance(self.numbers, tuple) else ()

    @property
    def tables(self) -> tuple[Table, ...]:
        """A table of its numbers, if they are known."""
        rows = [tuple(map(_written, row)) for row in self.rows]
        return (Table(plain.formula(self.formula), (Column("", ""),) * len(rows[0]), rows, 0),) if rows else ()


@dataclass(frozen=True, repr=False)
class Matrices(Trace):
    """A matrix formula with its given terms and the terms computed from them. Returned by `matrices`."""

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
        given = [f"{plain.formula(term.formula)} {term.size}" for term in self.given]
        signature = " · ".join(("matrices", *given, f"mtexplain {__version__}"))
        outcome = f"does not fit: {where}" if whole.misfit else whole.size
        says = f"Step {len(self.steps())} of {len(self.made)} does not fit." if whole.misfit else (
            f"All shapes fit, and the result is {whole.size}.")  # fmt: skip
        equation = Equation("result", whole.formula, whole.formula)
        return Headline(outcome, equation, signature, Prose(whole.misfit), says=says)

    def steps(self) -> tuple[Step, ...]:
        steps = list[Step]()
        for made in self.made:
            words = _TOLD[made.key]
            sizes = words.get("between", ", ").join(term.size for term in made.terms)
            outcome = "does not fit" if made.misfit else f"{sizes} → {made.size}" if made.shape else made.size
            tables = tuple([table for term in (*made.terms, made) for table in term.tables])
            parts = (Prose(made.misfit),) if made.misfit else (Beside(tables),) if made.tables else ()
            head = f"step_{len(steps) + 1}", words["title"], plain.formula(made.formula)
            steps.append(Step(*head, outcome, words["why"], words["source"], parts))
            if made.misfit:
                break
        return tuple(steps)


def _shape(key: str, terms: tuple[Term, ...]) -> tuple[Shape, Pieces]:
    """The shape of an operation's result, or, if the terms do not fit, the sizes that would have to be equal."""
    known, (*taken, made) = dict[str, int | str](), _TOLD[key]["shapes"].split()
    for term, letters in zip(terms, taken, strict=False):
        if term.misfit or not (term.shape or letters == "Ab"):
            return (), term.misfit or (term.formula, " is a number, which has neither rows nor columns.")
        for letter, size in zip(letters, term.shape, strict=False):
            other = known.setdefault(letter, size)
            if size != other and (letter != "A" or 1 not in (size, other)):
                sizes = with_and([(each.formula, f" is {each.size}") for each in terms])
                return (), (*sizes, f": {_TOLD[key]['rule']}, so {other} and {size} would have to be equal.")
            known[letter] = size if other == 1 else other
    wide = [size for letter, size in known.items() if letter not in "aA"]
    numbers = [size for size in wide if isinstance(size, int)]
    known["+"] = sum(numbers) if len(numbers) == len(wide) else " + ".join(map(str, wide))
    return tuple([known[letter] for letter in made if wide]), ()


def _written(number: Value) -> Formula:
    """A number as shown."""
    return formulas.value(remembered(number))


# The numbers that operations compute.


def _times(left: Matrix, right: Matrix) -> Matrix:
    """The product of two matrices, from the dot products of rows and columns."""
    columns = list(zip(*right, strict=True))
    return tuple(tuple(_product(row, column) for column in columns) for row in left)


def _product(row: Sequence[Exact], column: Sequence[Exact]) -> Exact:
    """The dot product of two vectors."""
    product: Exact = calculate(add, [calculate(mul, pair) for pair in zip(row, column, strict=True)])
    return product


def _each(function: Callable[..., Exact | None], *terms: Nested) -> Nested:
    """A function applied to each number. A single row is matched with every row, and a number with every number."""
    lengths = [len(term) for term in terms if isinstance(term, tuple)]
    if not lengths:
        result: Nested = calculate(function, terms)
        return result
    spread = []
    for term in terms:
        rows = term if isinstance(term, tuple) else (term,)
        spread.append(rows if len(rows) == max(lengths) else rows[:1] * max(lengths))
    return tuple(_each(function, *row) for row in zip(*spread, strict=True))


_root = partial(raised, exponent=Fraction(1, 2))


def _normalised(row: Sequence[Exact]) -> tuple[Exact | None, ...]:
    """A row with mean 0 and variance 1, or 0/0 if all its numbers are equal."""
    mean = calculate(divide, (calculate(add, row), len(row)))
    distances = [calculate(sub, (number, mean)) for number in row]
    variance = calculate(divide, (_product(distances, distances), len(row)))
    deviation = calculate(_root, (variance,))
    return tuple(calculate(divide, (distance, deviation)) for distance in distances)


_MAKES: dict[str, Callable[..., Nested]] = {
    "MatMult": _times,
    "T": lambda a: tuple(zip(*a, strict=True)),
    "Add": lambda a, b: _each(add, a, b),
    "Sub": lambda a, b: _each(sub, a, b),
    "Mult": lambda a, b: _each(mul, a, b),
    "Div": lambda a, b: _each(divide, a, b),
    "root": lambda a: _each(_root, a),
    "relu": lambda a: _each(lambda number: max(number, 0 * number), a),
    "dropout": lambda a: a,
    "softmax": lambda a: tuple(map(shares, a)),
    "layernorm": lambda a: tuple(map(_normalised, a)),
    "concat": lambda *several: tuple(sum(rows, ()) for rows in zip(*several, strict=True)),
}
"""The function that computes each operation."""


def _shortened(number: Nested) -> Nested:
    """Round fractions with long denominators to forty digits."""
    if isinstance(number, tuple):
        return tuple(map(_shortened, number))
    return exact.decimal(number) if type(number) is Fraction and number.denominator > 10**20 else number


def _made(key: str, terms: tuple[Term, ...], formula: Formula) -> Term:
    """The term that results from an operation on terms."""
    (shape, misfit), odd = _shape(key, terms), ""
    numbers: Any = None
    if not misfit and all(term.numbers is not None for term in terms):
        numbers = _shortened(_MAKES[key](*(term.numbers for term in terms)))
        if None in ([number for row in numbers for number in row] if shape else [numbers]):
            odd = _TOLD[key]["odd"]
            filled = [[0 if number is None else number for number in row] for row in numbers] if shape else []
            numbers = tuple(map(tuple, filled)) if key == "layernorm" else None
    return Term(formula, shape, numbers, key, terms, misfit, odd)


_SIGNS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}


def _joined(sign: ast.operator, left: Formula, right: Formula) -> Formula:
    """Two parts joined by an operator, or by nothing for a matrix product."""
    if isinstance(sign, ast.MatMult):
        parts = (formulas.grouped(side) if isinstance(side, Chain | Over | Minus) else side for side in (left, right))
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


def _given(name: str, given: object) -> Term:
    """The term with this name, from a number, a shape, a matrix, or the result of another formula."""
    symbol = Symbol(*name.replace("_", ",").split(",", 1))
    if isinstance(given, Matrices):
        return Term(symbol, given.made[-1].shape, given.made[-1].numbers)
    if isinstance(given, int | float | Fraction):
        return Term(symbol, (), number(given, name))
    sizes = " x ".join(map(str, given)) if isinstance(given, tuple) and {*map(type, given)} <= {int, str} else given
    if isinstance(sizes, str) and (shape := _SHAPE.fullmatch(sizes)):
        return Term(symbol, tuple([int(size) if size.isdecimal() else size for size in shape.groups()]))
    rows = matrix(given, name)
    return Term(symbol, (len(rows), len(rows[0])), rows)


def matrices(formula: str, /, **given: object) -> Matrices:
    """A matrix formula in Python syntax, traced operation by operation. @ is the product, .T the transpose.

    Terms are matrices, numbers, bare shapes such as "l x d", or results of `matrices`. In a shape, different letters
    are different sizes. A formula may also use + - * /, root, relu, dropout, softmax, concat and layernorm (with the
    population standard deviation, without epsilon or learned parameters). The trace ends where shapes do not fit. Other
    problems raise InputError.

    >>> matrices("softmax(q @ M) @ M", q="1 x d", M="l x d")
    Matrices(does not fit: step 1 of 3; softmax(q M) M)
    """
    terms = {name: _given(name, value) for name, value in given.items()}
    letters = [size for term in terms.values() for size in term.shape if isinstance(size, str)]
    known = {letter: _given(letter, "1 x 1")._replace(shape=()) for letter in letters} | terms
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
            case ast.Attribute(operand, "T" as key):
                operands = [operand]
            case ast.Call(ast.Name(key), [_, *_] as operands, []) if len(operands) <= _TAKES.get(key, 0):
                pass
            case _:
                raise InputError("formula", described(ast.get_source_segment(text, node)), expected)
        made.append(_made(key, tuple(map(term, operands)), formula_of(node)))
        return made[-1]

    def formula_of(node: ast.expr) -> Formula:
        match node:
            case ast.Name(name):
                return known[name].formula
            case ast.Constant(constant):
                return str(constant)
            case ast.UnaryOp():
                return Minus(formulas.factor(formula_of(node.operand)))
            case ast.Attribute(operand, name):
                return Power(formulas.grouped(formula_of(operand)), name)
            case ast.BinOp(left, sign, right):
                return _joined(sign, formula_of(left), formula_of(right))
            case ast.Call(ast.Name(name), operands):
                terms = tuple(map(formula_of, operands))
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
        raise InputError("formula", f"no {listed(unused)} in it", "a formula that uses all the terms")
    return Matrices(tuple(terms.values()), tuple(made))
