"""A quantity's formula as it is shown: in symbols, and with the numbers of a trace put in."""

import ast
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

from mtexplain import exact
from mtexplain.display.formula import (
    Call,
    Chain,
    Formula,
    Minus,
    Over,
    Power,
    Root,
    SumOver,
    Symbol,
    few,
    number,
    shown,
)
from mtexplain.display.parts import Equation
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.quantity import Quantity, Recipe

_SIGNS: Mapping[type[ast.AST], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
_CALLED: Mapping[str, Formula] = {"log2": Symbol("log", "2"), "log10": Symbol("log", "10")}
_MOST, _MOST_NUMBERS = 8, 12  # summands that are written one by one: products, and numbers
Write = Callable[[str], Formula]


def tree(node: ast.expr, write: Write, called: Callable[[ast.Call], Formula | None]) -> Formula:
    """An expression as a formula: `write` says how a name is written, `called` what stands for some calls."""

    def part(one: ast.expr) -> Formula:
        return tree(one, write, called)

    if isinstance(node, ast.Name):
        return write(node.id)
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.UnaryOp):
        return Minus(part(node.operand))
    if isinstance(node, ast.Call):
        if instead := called(node):
            return instead
        name = ast.unparse(node.func)
        if name == "root":
            return Root(part(node.args[0]))
        arguments = tuple(map(part, node.args))
        written = _CALLED.get(name, name)
        assert isinstance(written, Symbol | str)
        return Call(written, arguments[0] if len(arguments) == 1 else Chain(",", arguments))
    assert isinstance(node, ast.BinOp)
    if isinstance(node.op, ast.Div):
        bottom = part(node.right)
        return Over(part(node.left), Chain("*", (bottom,), grouped=True) if isinstance(bottom, Over) else bottom)
    if isinstance(node.op, ast.Pow):
        return Power(_grouped(part(node.left)), part(node.right))
    return Chain(_SIGNS[type(node.op)], tuple(_terms(node, part)))


def _is_of_all(call: ast.Call) -> bool:
    """Whether it makes one number of several."""
    return len(call.args) == 1 and ast.unparse(call.func) in ("sum", "mean", "product", "min", "max")


def _terms(node: ast.BinOp, part: Callable[[ast.expr], Formula]) -> Iterator[Formula]:
    """The terms of a sum or a product; what binds less stands in parentheses."""
    is_product = isinstance(node.op, ast.Mult)
    if isinstance(node.left, ast.BinOp) and type(node.left.op) is type(node.op):
        yield from _terms(node.left, part)
    else:
        yield _inside(part(node.left), is_product)
    yield _inside(part(node.right), is_product or isinstance(node.op, ast.Sub))


def _inside(term: Formula, is_product: bool) -> Formula:
    loose = isinstance(term, Chain) and term.operator in "+-" and is_product
    return term._replace(grouped=True) if isinstance(term, Chain) and loose else term


def _grouped(base: Formula) -> Formula:
    """What a power is of; more than a name or a number stands in parentheses."""
    if isinstance(base, Chain):
        return base._replace(grouped=True)
    is_short = isinstance(base, Symbol) or (isinstance(base, str) and not base.startswith("-"))
    return base if is_short else Chain("*", (base,), grouped=True)


@cache
def expression(node: ast.expr) -> Expression:
    """A part of a formula as one of its own."""
    return Expression(ast.unparse(node))


def symbol(kind: type[Recipe], name: str, at: str = "") -> Formula:
    """How a quantity is written: L_sys, s_n, s_2, matches(g); a single letter as it is."""
    one = kind.quantities[name]
    if isinstance(one.symbol, Call):
        return one.symbol
    index = one.index.rpartition(" ")[2]
    if index == "g":
        return Call(one.symbol if one.symbol.below else one.symbol.name, at or index)
    if index:
        return Symbol(one.symbol.name, at or index)
    is_letter = len(one.symbol.name) == 1 and one.symbol.name.isascii() and not one.symbol.below
    return one.symbol.name if is_letter else one.symbol


def in_symbols(of: Recipe | type[Recipe], formula: Expression, at: str = "", inline: Collection[str] = ()) -> Formula:
    """A formula in symbols. In place of the names in `inline` stands what these are made of."""
    kind: Any = of if isinstance(of, type) else type(of)
    return _in_symbols(of, formula, at, inline) if inline else _of_kind(kind, formula, at)


@cache
def _of_kind(kind: type[Recipe], formula: Expression, at: str) -> Formula:
    """It is the same for every trace of a kind."""
    return _in_symbols(kind, formula, at, ())


def _in_symbols(of: Recipe | type[Recipe], formula: Expression, at: str, inline: Collection[str]) -> Formula:
    kind, is_text = (of, False) if isinstance(of, type) else (type(of), of.parts is not None)

    def write(name: str) -> Formula:
        one = kind.quantities[name] if isinstance(of, type) else of.definition(name)
        if name not in inline:
            return symbol(kind, name, at if one.index == "n" else "")
        if one.pooled and is_text:
            return _of_segments(one)
        return in_symbols(of, one.formula, at) if one.formula else one.words

    def whole(call: ast.Call) -> Formula | None:
        if not _is_of_all(call):
            return None
        inside = expression(call.args[0])
        term = tree(inside.tree, lambda name: symbol(kind, name), whole)
        letter = next((kind.quantities[name].index for name in inside.needs), "").rpartition(" ")[2]
        name = ast.unparse(call.func)
        return SumOver(letter, _inside(term, True)) if name == "sum" else Call(name, term)

    return tree(_last_case(formula.tree), write, whole)


def _of_segments(one: Quantity[Any]) -> Formula:
    """A quantity summed over the segments s."""
    assert isinstance(one.symbol, Symbol)
    return SumOver("s", Symbol(one.symbol.name, f"{one.symbol.below},s" if one.symbol.below else "s"))


def _last_case(node: ast.expr) -> ast.expr:
    """Of a formula with cases, the usual one, which stands last."""
    return _last_case(node.orelse) if isinstance(node, ast.IfExp) else node


def in_numbers(formula: Expression, known: Mapping[str, Any], inline: Mapping[str, Formula] = {}) -> Formula:
    """A formula with the values of its names put in, or what `inline` has in the place of some."""

    def write(name: str) -> Formula:
        return inline.get(name) or value(known[name])

    def whole(call: ast.Call) -> Formula | None:
        if not expression(call).needs:
            return value(expression(call).value({}))
        if not _is_of_all(call):
            return None
        inside, name = expression(call.args[0]), ast.unparse(call.func)
        values = inside.value(known)
        values = values if isinstance(values, tuple) else (values,)
        counted = [place for place, one in enumerate(values) if one is not None]
        drops_zeros = name == "sum" and isinstance(inside.tree, ast.BinOp)
        places = [place for place in counted if values[place]] if drops_zeros else counted
        most = _MOST if isinstance(inside.tree, ast.BinOp) else _MOST_NUMBERS
        is_name = isinstance(inside.tree, ast.Name)
        written = tuple(
            [
                one if isinstance(one, str) else value(values[one]) if is_name else at(inside, one)
                for one in few(places, most)
            ]
        )
        if name in ("sum", "mean"):
            added = (Chain("+", written) if len(written) > 1 else written[0]) if written else "0"
            return added if name == "sum" else Over(added, str(len(counted)))
        return Call(name, Chain(",", written))

    def at(inside: Expression, place: int) -> Formula:
        return tree(inside.tree, lambda name: value(_placed(known[name], place)), whole)

    return tree(case(formula, known), write, whole)


def case(formula: Expression, known: Mapping[str, Any]) -> ast.expr:
    """Of a formula with cases, the one that applies."""
    node = formula.tree
    while isinstance(node, ast.IfExp):
        node = node.body if expression(node.test).value(known) else node.orelse
    return node


def _listed(terms: Sequence[Formula]) -> Formula:
    if len(terms) < 2:
        return terms[0] if terms else "0"
    return Chain("+", few(terms, _MOST_NUMBERS))


def value(one: Any) -> Formula:
    """A number as it is written: a count, an exact one, or four digits; 0/0 where there is none."""
    if type(one) is int:
        return str(one)
    if one is None:
        return Over("0", "0")
    if isinstance(one, tuple):
        return _listed([value(each) for each in one])
    if isinstance(one, Fraction):
        return number(one)
    return shown(float(one)) if isinstance(one, Decimal | float) else str(one)


def equation(
    trace: Recipe, name: str, place: int | None = None, where: str = "", inline: Collection[str] = ()
) -> Equation:
    """A quantity in symbols, with the numbers of the trace put in, and its value; at a place, where it has several.

    In place of the names in `inline` stands what these are made of.
    """
    with exact.forty_digits():
        return _equation(trace, name, place, where, inline)


def _equation(trace: Recipe, name: str, place: int | None, where: str, inline: Collection[str]) -> Equation:
    one, at = trace.definition(name), "" if place is None else str(place + 1)
    left, found = symbol(type(trace), name, at), _placed(getattr(trace, name), place)
    if one.pooled and trace.parts is not None:
        symbols = Chain("=", (left, _of_segments(one)))
        return Equation(symbols, _pooled(trace, name, place), value(found), "s runs over the segments")
    if one.formula is None:
        return Equation(left, one.words, value(found), where)
    known = {need: _placed(getattr(trace, need), place) for need in one.formula.needs}
    expanded = {need: _made_of(trace, need, place) for need in inline}
    symbols = Chain("=", (left, in_symbols(trace, one.formula, at, inline)))
    return Equation(symbols, in_numbers(one.formula, known, expanded), value(found), where)


def _made_of(trace: Recipe, name: str, place: int | None) -> Formula:
    """What a quantity is made of, in numbers."""
    one = trace.definition(name)
    if one.pooled and trace.parts is not None:
        return _pooled(trace, name, place)
    if one.formula is None:
        return value(_placed(getattr(trace, name), place))
    return in_numbers(one.formula, {need: _placed(getattr(trace, need), place) for need in one.formula.needs})


def _pooled(trace: Recipe, name: str, place: int | None) -> Formula:
    return _listed([value(_placed(getattr(part, name), place)) for part in trace.parts or ()])


def _placed(values: Any, place: int | None) -> Any:
    """The value at a place, of what there are several of."""
    return values[place] if place is not None and isinstance(values, tuple) else values
