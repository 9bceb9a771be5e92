"""A quantity's formula as it is shown: in symbols, and with the numbers of a trace put in."""

import ast
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
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
from mtexplain.recipe import arithmetic
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.numbers import Quotient
from mtexplain.recipe.quantity import Quantity, Recipe

_SIGNS: Mapping[type[ast.AST], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
_CALLED: Mapping[str, Formula] = {"log2": Symbol("log", "2"), "log10": Symbol("log", "10")}
_MOST, _MOST_NUMBERS = 8, 12  # summands that are written one by one: products, and numbers
_LAST: Mapping[str, str] = {"i": "N"}  # up to where an index runs, where not to its capital
Write = Callable[[str], Formula]
Place = int | tuple[int, int] | None
"""Which of several values: that of an order, or of an n-gram of an order."""


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
        name = _called(node)
        arguments = tuple(map(part, node.args))
        if name in ("or_zero", "root"):
            return arguments[0] if name == "or_zero" else Root(arguments[0])
        if name == "log" and len(arguments) > 1:
            return log_to(arguments[1], arguments[0])
        written = _CALLED.get(name, name)
        assert isinstance(written, Symbol | str)
        return Call(written, arguments[0] if len(arguments) == 1 else Chain(",", arguments))
    assert isinstance(node, ast.BinOp)
    if isinstance(node.op, ast.Div):
        top, bottom = part(node.left), part(node.right)
        if isinstance(node.left, ast.Constant) and top == "1" and (upside_down := _inverse(bottom)):
            return upside_down
        return Over(top, Chain("*", (bottom,), grouped=True) if isinstance(bottom, Over) else bottom)
    if isinstance(node.op, ast.Pow):
        base, exponent = part(node.left), part(node.right)
        return base if exponent == "1" else Power(_grouped(base), _raised(exponent))
    return Chain(_SIGNS[type(node.op)], tuple(_terms(node, part)))


def log_to(base: Formula, argument: Formula) -> Call:
    """A logarithm to a base; none is written of the natural one, whose base is e."""
    return Call("log" if base == "e" else Symbol("log", base.name if isinstance(base, Symbol) else str(base)), argument)


def _inverse(bottom: Formula) -> Formula | None:
    """1 over a fraction, which is that fraction upside down, over 1, or over a negative power."""
    match bottom:
        case "1" | Over("1", _):
            return bottom.bottom if isinstance(bottom, Over) else "1"
        case Over(top, below):
            return Over(below, top)
        case Power(base, str(exponent)) if exponent.startswith("-"):
            return Power(base, exponent[1:])
    return None


def _called(call: ast.Call) -> str:
    """The name of the function."""
    assert isinstance(call.func, ast.Name)
    return call.func.id


def _is_of_all(call: ast.Call) -> bool:
    """Whether it makes one number of several."""
    return len(call.args) == 1 and _called(call) in ("sum", "mean", "product", "min", "max")


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


def _raised(exponent: Formula) -> Formula:
    """An exponent; a fraction of letters is written in a line: 1/T."""
    if not isinstance(exponent, Over):
        return exponent
    return Over(*(part.name if isinstance(part, Symbol) and not part.below else part for part in exponent))


@cache
def expression(node: ast.expr) -> Expression:
    """A part of a formula as one of its own."""
    return Expression(ast.unparse(node))


def symbol(kind: type[Recipe], name: str, at: str = "") -> Formula:
    """How a quantity is written: L_sys, s_n, s_2, matches(g)."""
    one = kind.quantities[name]
    if isinstance(one.symbol, Call):
        return one.symbol
    index = one.index.rpartition(" ")[2]
    if index == "g":
        return Call(one.symbol if one.symbol.below else one.symbol.name, at or index)
    if index in one.symbol.below.split(","):  # m_s,content
        return Symbol(one.symbol.name, one.symbol.below.replace(index, at or index, 1))
    return Symbol(one.symbol.name, at or index) if index else one.symbol


def in_symbols(of: Recipe | type[Recipe], formula: Expression, at: str = "", inline: Collection[str] = ()) -> Formula:
    """A formula in symbols. In place of the names in `inline` stands what these are made of."""
    kind, is_text = (of, False) if isinstance(of, type) else (type(of), of.parts is not None)

    def write(name: str) -> Formula:
        one = kind.quantities[name] if isinstance(of, type) else of.definition(name)
        if name not in inline and not one.inline:
            return symbol(kind, name, at if one.index == "n" else "")
        if one.pooled and is_text:
            return _of_segments(one, at if one.index == "n" else "")
        if one.formula:
            return in_symbols(of, one.formula, at)
        return one.words if isinstance(of, type) else value(getattr(of, name))

    def whole(call: ast.Call) -> Formula | None:
        if not _is_of_all(call):
            return None
        inside = expression(call.args[0])
        term = tree(inside.tree, lambda name: symbol(kind, name), whole)
        letter = next((kind.quantities[name].index for name in inside.needs), "").rpartition(" ")[2]
        name = _called(call)
        if name == "product":  # p_1 * … * p_T
            ends = ("1", _LAST.get(letter, letter.upper()))
            first, last = (tree(inside.tree, partial(symbol, kind, at=end), whole) for end in ends)
            return Chain("*", (_inside(first, True), "…", _inside(last, True)))
        return SumOver(letter, term) if name == "sum" else Call(name, term)

    return tree(_usual_case(formula.tree), write, whole)


def _of_segments(one: Quantity[Any], at: str) -> Formula:
    """A quantity summed over the segments s."""
    assert isinstance(one.symbol, Symbol)
    below = one.symbol.below or at
    return SumOver("s", Symbol(one.symbol.name, f"{below},s" if below else "s"))


def _usual_case(node: ast.expr) -> ast.expr:
    """Of a formula with cases, the usual one: the last that is more than a number."""
    if not isinstance(node, ast.IfExp):
        return node
    return _usual_case(node.body if isinstance(node.orelse, ast.Constant) else node.orelse)


def in_numbers(
    formula: Expression,
    known: Mapping[str, Any],
    inline: Mapping[str, Any] = {},
    writes: Mapping[str, Callable[[Any], Formula]] = {},
) -> Formula:
    """A formula with the values of its names put in, or what `inline` has in the place of some.

    That is a formula; of a name that has several values it may be a tuple of formulas. `writes` say how the values of
    some names are written, where that is not as usual.
    """

    def write(name: str) -> Formula:
        instead: Formula | None = None if type(inline.get(name)) is tuple else inline.get(name)
        return instead or writes.get(name, value)(known[name])

    def whole(call: ast.Call) -> Formula | None:
        if not expression(call).needs:
            return value(expression(call).value({}))
        if not _is_of_all(call):
            return None
        inside, name = expression(call.args[0]), _called(call)
        values = inside.value(known)
        values = values if isinstance(values, tuple) else (values,)
        counted = [place for place, one in enumerate(values) if one is not None]
        drops_zeros = name == "sum" and isinstance(inside.tree, ast.BinOp)
        places = [place for place in counted if values[place]] if drops_zeros else counted
        most = _MOST if isinstance(inside.tree, ast.BinOp) else _MOST_NUMBERS
        if name == "product":
            factors = few(_collected([_inside(at(inside, one), True) for one in range(len(values))]), _MOST_NUMBERS)
            return Chain("*", factors) if len(factors) > 1 else (*factors, "1")[0]
        written = tuple(one if isinstance(one, str) else at(inside, one) for one in few(places, most))
        if name in ("sum", "mean"):
            added = (Chain("+", written) if len(written) > 1 else written[0]) if written else "0"
            return added if name == "sum" or len(counted) < 2 else Over(added, str(len(counted)))
        return Call(name, Chain(",", written))

    def at(inside: Expression, place: int) -> Formula:
        def write(name: str) -> Formula:
            found = inline.get(name)
            instead: Formula | None = found[place] if type(found) is tuple else found
            return instead or writes.get(name, value)(_placed(known[name], place))

        return tree(inside.tree, write, whole)

    return tree(_case(formula, known), write, whole)


def _collected(factors: Sequence[Formula]) -> Sequence[Formula]:
    """Factors; where there are many, equal ones as a power."""
    if len(factors) <= _MOST_NUMBERS:
        return factors
    return [one if count == 1 else Power(_grouped(one), str(count)) for one, count in Counter(factors).items()]


def quotient(formula: Expression, known: Mapping[str, Any]) -> Any:
    """The value of a formula; of a quotient, the pair as it was counted, never reduced.

    >>> quotient(Expression("a / b"), {"a": (2, 0), "b": (4, 0)})
    (Quotient(matches=2, total=4), Quotient(matches=0, total=0))
    """

    def found(node: ast.expr) -> Any:
        if isinstance(node, ast.IfExp):
            return arithmetic.where(expression(node.test).value(known), found(node.body), found(node.orelse))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            parts = (expression(part).value(known) for part in (node.left, node.right))
            return arithmetic.each(Quotient, *parts)
        return expression(node).value(known)

    return found(formula.tree)


def _case(formula: Expression, known: Mapping[str, Any]) -> ast.expr:
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
    if one is None:
        return Over("0", "0")
    if isinstance(one, tuple):
        return _listed([value(each) for each in one])
    if isinstance(one, Fraction):
        return number(one)
    if one is arithmetic.E:
        return "e"
    return shown(float(one)) if isinstance(one, Decimal | float) else str(one)


def equation(trace: Recipe, name: str, place: Place = None, where: str = "", inline: Collection[str] = ()) -> Equation:
    """A quantity in symbols, with the numbers of the trace put in, and its value; at a place, where it has several.

    Of an n-gram the place is that of its order and its own. In place of the names in `inline` stands what these are
    made of.
    """
    with exact.forty_digits():
        return _equation(trace, name, place, where, inline)


def _equation(trace: Recipe, name: str, place: Place, where: str, inline: Collection[str]) -> Equation:
    one, at = trace.definition(name), trace.label(place) if isinstance(place, int) else ""
    left = symbol(type(trace), name, at)
    if one.pooled and trace.parts is not None:
        symbols, found = Chain("=", (left, _of_segments(one, at))), value_of(trace, name, place)
        return Equation(symbols, _pooled(trace, name, place), found, "s runs over the segments")
    if one.formula is None:
        return Equation(left, one.words, value_of(trace, name, place), where)
    symbols = Chain("=", (left, in_symbols(trace, one.formula, at, inline)))
    return Equation(symbols, _filled(trace, one.formula, place, inline), value_of(trace, name, place), where)


def _filled(trace: Recipe, formula: Expression, place: Place, inline: Collection[str] = ()) -> Formula:
    """A formula with the numbers of the trace put in."""
    known = {need: _placed(getattr(trace, need), place) for need in formula.needs}
    needed = {need: trace.definition(need) for need in formula.needs}
    instead = {need: _made_of(trace, need, place) for need, one in needed.items() if need in inline or one.inline}
    instead |= {need: value_of(trace, need, place) for need, one in needed.items() if one.counted}
    instead |= {
        need: _at(trace.written[need], place) for need in needed if need in trace.written and need not in instead
    }
    return in_numbers(formula, known, instead, {need: one.write for need, one in needed.items() if one.write})


def _at(written: Any, place: Place) -> Any:
    return _placed(written, place) if type(written) is tuple else written


def value_of(trace: Recipe, name: str, place: Place = None) -> Formula:
    """A value as it is written."""
    one = trace.definition(name)
    if (counts := one.counts(trace)) and one.formula:
        needs = zip(one.formula.needs, counts, strict=True)
        return Over(*(_by_writer(trace.definition(need), _placed(count, place)) for need, count in needs))
    return _by_writer(one, _placed(getattr(trace, name), place))


def _by_writer(one: Quantity[Any], found: Any) -> Formula:
    return one.write(found) if one.write and found is not None and not isinstance(found, tuple) else value(found)


def _made_of(trace: Recipe, name: str, place: Place) -> Formula:
    """What a quantity is made of, in numbers."""
    one = trace.definition(name)
    if one.pooled and trace.parts is not None:
        return _pooled(trace, name, place)
    return value_of(trace, name, place) if one.formula is None else _filled(trace, one.formula, place)


def _pooled(trace: Recipe, name: str, place: Place) -> Formula:
    return _listed([value(_placed(getattr(part, name), place)) for part in trace.parts or ()])


def _placed(values: Any, place: Place) -> Any:
    """The value at a place, of what there are several of."""
    for one in (place,) if isinstance(place, int) else place or ():
        values = values[one] if isinstance(values, tuple) else values
    return values
