"""A quantity's equation: its formula in symbols, with the numbers of a trace put in, and its value."""

import ast
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from mtexplain import exact
from mtexplain.display.formula import Call, Chain, Formula, Over, Power, few
from mtexplain.display.parts import Equation
from mtexplain.recipe import arithmetic
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.numbers import Quotient
from mtexplain.recipe.quantity import Quantity, Recipe
from mtexplain.recipe.symbols import (
    MOST_NUMBERS,
    At,
    called_by,
    expanded,
    expression,
    grouped,
    in_symbols,
    is_of_all,
    listed,
    of_segments,
    own,
    parenthesized,
    symbol,
    tree,
    value,
)

_MOST = 8  # products that are added, written one by one
Place = int | Mapping[str, int] | None
"""Which of several numbers, from 0; of those with several indices the place of each letter: {"n": 0, "g": 1}."""


# In numbers.


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
        found = inline.get(name)
        instead: Formula | None = None if type(found) is tuple else found
        return instead or writes.get(name, value)(known[name])

    def whole(call: ast.Call) -> Formula | None:
        name = called_by(call)
        if name == "at" or not expression(call).needs:
            return value(expression(call).value(known))
        if not is_of_all(call):
            return None
        inside = expression(call.args[0])
        values = known[inside.text] if inside.text in known else inside.value(known)
        values = values if isinstance(values, tuple) else (values,)
        counted = [place for place, one in enumerate(values) if one is not None]
        if name == "product":
            factors = few(
                _collected([parenthesized(at(inside, one), True) for one in range(len(values))]), MOST_NUMBERS
            )
            return Chain("*", factors) if len(factors) > 1 else (*factors, "1")[0]
        drops_zeros = name == "sum" and isinstance(inside.tree, ast.BinOp)
        places = [place for place in counted if values[place]] if drops_zeros else counted
        most = _MOST if isinstance(inside.tree, ast.BinOp) else MOST_NUMBERS
        write_at = term_writer(inside, values)
        written = tuple([one if isinstance(one, str) else write_at(one) for one in few(places, most)])
        if name in ("sum", "mean"):
            added = (Chain("+", written) if len(written) > 1 else written[0]) if written else "0"
            return added if name == "sum" or len(counted) < 2 else Over(added, str(len(counted)))
        return Call(name, Chain(",", written))

    def term_writer(inside: Expression, values: Sequence[Any]) -> Callable[[int], Formula]:
        """What writes the term at a place: those of a name alone, and those that are chosen, are their values."""
        node = inside.tree
        if called_by(node) == "at":
            return lambda place: value(values[place])
        if isinstance(node, ast.Name) and not inline.get(node.id):
            write_one = writes.get(node.id, value)
            return lambda place: write_one(values[place])
        return lambda place: at(inside, place)

    def at(inside: Expression, place: int) -> Formula:
        def write(name: str) -> Formula:
            found = inline.get(name)
            instead: Formula | None = found[place] if type(found) is tuple else found
            return instead or writes.get(name, value)(_placed(known[name], place))

        return write(inside.tree.id) if isinstance(inside.tree, ast.Name) else tree(inside.tree, write, whole)

    return tree(case(formula, known), write, whole)


def _collected(factors: Sequence[Formula]) -> Sequence[Formula]:
    """Factors; where there are many, equal ones as a power."""
    if len(factors) <= MOST_NUMBERS:
        return factors
    return [one if count == 1 else Power(grouped(one), str(count)) for one, count in Counter(factors).items()]


def case(formula: Expression, known: Mapping[str, Any]) -> ast.expr:
    """Of a formula with cases, the one that applies."""
    node = formula.tree
    while isinstance(node, ast.IfExp):
        node = node.body if expression(node.test).value(known) else node.orelse
    return node


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


def as_counted(trace: Recipe, name: str, place: int | None = None) -> tuple[Any, Any] | None:
    """The two numbers that a quantity is the quotient of: 2 and 4, where its value is 1/2. None where it is none."""
    one = trace.definition(name).formula
    node = one.tree if one else None
    if isinstance(node, ast.Name):
        return as_counted(trace, node.id, place)
    if isinstance(node, ast.Call) and called_by(node) in ("at", "max", "min") and isinstance(node.args[0], ast.Name):
        inside, *places = map(ast.unparse, node.args)
        values = getattr(trace, inside)
        if not isinstance(values, tuple):
            return as_counted(trace, inside)
        chosen = getattr(trace, places[0]) if places else (values.index(getattr(trace, name)),)
        return as_counted(trace, inside, chosen[0]) if len(chosen) == 1 else None
    if one is None or one.halves is None or "at(" in one.text:  # with at it is a mean of several
        return None
    known = {need: _placed(getattr(trace, need), place) for need in one.needs}
    top, bottom = one.halves
    return top.value(known), bottom.value(known)


# Both, of a trace.


def equation(trace: Recipe, name: str, place: Place = None, where: str = "", inline: Collection[str] = ()) -> Equation:
    """A quantity in symbols, with the numbers of the trace put in, and its value; at a place, where it has several.

    In place of the names in `inline` stands what these are made of.
    """
    with exact.forty_digits():
        return _equation(trace, name, place, where, inline)


def _equation(trace: Recipe, name: str, place: Place, where: str, inline: Collection[str]) -> Equation:
    one, at = trace.definition(name), _label(trace, place)
    left = symbol(trace, name, at)
    if one.pooled and trace.parts is not None:
        symbols = Chain("=", (left, of_segments(one, at if isinstance(at, str) else "")))
        return Equation(symbols, _pooled(trace, name, place), value_of(trace, name, place), "s runs over the segments")
    if one.formula is None:
        return Equation(left, one.words, value_of(trace, name, place), where)
    symbols = Chain("=", (left, in_symbols(trace, one.formula, at, inline)))
    return Equation(symbols, _filled(trace, one.formula, place, inline), value_of(trace, name, place), where)


def _label(trace: Recipe, place: Place) -> At:
    if isinstance(place, Mapping):
        return {letter: trace.label(one) if letter == "n" else str(one + 1) for letter, one in place.items()}
    return "" if place is None else trace.label(place)


def numbers_of(trace: Recipe, name: str, place: Place = None, inline: Collection[str] = ()) -> Formula:
    """What a quantity is made of, in numbers: its formula with the values of the trace put in."""
    with exact.forty_digits():
        return _made_of(trace, name, place, inline)


def _filled(trace: Recipe, formula: Expression, place: Place, inline: Collection[str] = ()) -> Formula:
    """A formula with the numbers of the trace put in."""
    formula = expanded(trace, formula)
    needed = {need: trace.definition(need) for need in formula.needs}
    known = {need: _at(trace, need, place) for need in needed}
    instead: dict[str, Any] = {
        need: _written(trace, need, place) for need, one in needed.items() if need in trace.written or one.counted
    }
    instead |= {
        need: _made_of(trace, need, place, inline) for need, one in needed.items() if need in inline or one.inline
    }
    return in_numbers(formula, known, instead, {need: one.write for need, one in needed.items() if one.write})


def _written(trace: Recipe, name: str, place: Place) -> Any:
    """How a quantity is written that is not written as every number."""
    if name in trace.written:
        return _located(trace.written[name], trace.definition(name), place)
    return value_of(trace, name, place)


def value_of(trace: Recipe, name: str, place: Place = None) -> Formula:
    """A value as it is written."""
    one = trace.definition(name)
    if one.counted and one.formula and one.formula.halves:
        return Over(*(value_of(trace, need, place) for need in one.formula.needs))
    found = _at(trace, name, place)
    return one.write(found) if one.write and found is not None and not isinstance(found, tuple) else value(found)


def _made_of(trace: Recipe, name: str, place: Place, inline: Collection[str]) -> Formula:
    """What a quantity is made of, in numbers."""
    one = trace.definition(name)
    if one.pooled and trace.parts is not None:
        return _pooled(trace, name, place)
    return value_of(trace, name, place) if one.formula is None else _filled(trace, one.formula, own(one, place), inline)


def _pooled(trace: Recipe, name: str, place: Place) -> Formula:
    return listed([value(_at(part, name, place)) for part in trace.parts or ()])


def _at(trace: Recipe, name: str, place: Place) -> Any:
    """A quantity, at a place where there are several of it."""
    return _located(getattr(trace, name), trace.definition(name), place)


def _located(found: Any, one: Quantity[Any], place: Place) -> Any:
    for at in own(one, place).values() if isinstance(place, Mapping) else (place,):
        found = _placed(found, at)
    return found


def _placed(values: Any, place: int | None) -> Any:
    """The value at a place, of what there are several of."""
    return values[place] if place is not None and type(values) is tuple else values
