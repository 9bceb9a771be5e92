"""A quantity's formula as it is shown: in symbols, and with the numbers of a trace put in."""

import ast
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
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
    integer,
    number,
    shown,
)
from mtexplain.display.parts import Equation
from mtexplain.recipe import arithmetic
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.numbers import Quotient
from mtexplain.recipe.quantity import Quantity, Recipe

_SIGNS: Mapping[type[ast.AST], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
_CALLED: Mapping[str, str | Symbol] = {"log2": Symbol("log", "2"), "log10": Symbol("log", "10"), "comb": "C"}
_MOST, _MOST_NUMBERS = 8, 12  # summands that are written one by one: products, and numbers
_LAST: Mapping[str, str] = {"i": "N"}  # up to where an index runs, where not to its capital
Write = Callable[[str], Formula]
Of = Recipe | type[Recipe]
Place = int | Mapping[str, int] | None
"""Which of several numbers, from 0; of those with several indices the place of each letter: {"n": 0, "g": 1}."""
At = str | Mapping[str, str]
"""What stands for an index: "2" for n, or for each of several letters."""


# An expression as a formula.


def tree(node: ast.expr, write: Write, called: Callable[[ast.Call], Formula | None]) -> Formula:
    """An expression as a formula: `write` says how a name is written, `called` what stands for some calls."""

    def part(node: ast.expr) -> Formula:
        if isinstance(node, ast.Name):
            return write(node.id)
        if isinstance(node, ast.BinOp):
            return _joined(node, part)
        if isinstance(node, ast.Constant):
            return str(node.value)
        if isinstance(node, ast.UnaryOp):
            return Minus(part(node.operand))
        assert isinstance(node, ast.Call)
        return called(node) or _call(node, part)

    return part(node)


def _call(node: ast.Call, part: Callable[[ast.expr], Formula]) -> Formula:
    name, arguments = called_by(node), tuple(map(part, node.args))
    if name in ("or_zero", "root"):
        return arguments[0] if name == "or_zero" else Root(arguments[0])
    if name == "exp" and not isinstance(arguments[0], Chain | SumOver):
        return Power("e", arguments[0])
    if name == "log" and len(arguments) > 1:
        return log_to(arguments[1], arguments[0])
    return Call(_CALLED.get(name, name), arguments[0] if len(arguments) == 1 else Chain(",", arguments))


def _joined(node: ast.BinOp, part: Callable[[ast.expr], Formula]) -> Formula:
    """Two parts joined by an operator."""
    if isinstance(node.op, ast.Div):
        top, bottom = part(node.left), part(node.right)
        if isinstance(node.left, ast.Constant) and top == "1" and (upside_down := _inverse(bottom)):
            return upside_down
        return Over(top, Chain("*", (bottom,), grouped=True) if isinstance(bottom, Over) else bottom)
    if isinstance(node.op, ast.Pow):
        base, exponent = part(node.left), part(node.right)
        return base if exponent == "1" else Power(_grouped(base), exponent)
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


def called_by(node: ast.expr) -> str:
    """The name of the function that is called; nothing where none is."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _is_of_all(call: ast.Call) -> bool:
    """Whether it makes one number of several."""
    return len(call.args) == 1 and called_by(call) in ("sum", "mean", "product", "min", "max")


def _terms(node: ast.BinOp, part: Callable[[ast.expr], Formula]) -> Iterator[Formula]:
    """The terms of a sum or a product; what binds less stands in parentheses."""
    is_product = isinstance(node.op, ast.Mult)
    if isinstance(node.left, ast.BinOp) and type(node.left.op) is type(node.op):
        yield from _terms(node.left, part)
    else:
        yield _inside(part(node.left), is_product)
    yield _inside(part(node.right), is_product or isinstance(node.op, ast.Sub))


def _inside(term: Formula, is_product: bool) -> Formula:
    if is_product and isinstance(term, Chain) and term.operator in "+-":
        return term._replace(grouped=True)
    return term


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


# In symbols.


def _definition(of: Of, name: str) -> Quantity[Any]:
    return of.quantities[name] if isinstance(of, type) else of.definition(name)


def symbol(of: Of, name: str, at: At = "") -> Formula:
    """How a quantity is written: L_sys, s_n, s_2, matches(g); matches_i, and of a trace that has but one, matches.

    `at` stands for its index, or for some letters.
    """
    one = _definition(of, name)
    index = one.last_index
    if index == "i" and not at and isinstance(of, Recipe) and not isinstance(getattr(of, name), tuple):
        index = ""
    return _symbol(one, index, at)


def _symbol(one: Quantity[Any], index: str, at: At) -> Formula:
    if not isinstance(one.symbol, Symbol):
        if isinstance(at, Mapping):
            found: Formula = _with_places(one.symbol, at)
            return found
        return _indexed(one.symbol, at or index) if isinstance(one.symbol, Call) and index == "i" else one.symbol
    if isinstance(at, Mapping):
        at = at.get(index, "")
    if index == "g":
        return Call(one.symbol if one.symbol.below else one.symbol.name, at or index)
    if index and index in one.symbol.below.split(","):  # m_s,content
        return Symbol(one.symbol.name, one.symbol.below.replace(index, at or index, 1))
    return Symbol(one.symbol.name, at or index) if index else one.symbol


def _indexed(call: Call, at: str) -> Call:
    """A function of something that has an index: f(m_2)."""
    inside = call.argument
    return call._replace(argument=Symbol(inside.name, at) if isinstance(inside, Symbol) else inside)


def _with_places(formula: Any, places: Mapping[str, str]) -> Any:
    """A formula in which numbers stand for some letters below: s_1 for s_j."""
    if isinstance(formula, Symbol):
        return Symbol(formula.name, places.get(formula.below, formula.below))
    if isinstance(formula, tuple) and hasattr(formula, "_fields"):
        return type(formula)(*(_with_places(part, places) for part in formula))
    return tuple(_with_places(part, places) for part in formula) if isinstance(formula, tuple) else formula


def expanded(of: Of, formula: Expression) -> Expression:
    """A formula with what they are made of in the place of quantities that have no symbol."""
    made: list[tuple[str, str]] = []
    for name in formula.needs:
        one = _definition(of, name)
        if one.is_silent and one.formula:
            made.append((name, expanded(of, one.formula).text))
    return _with(formula.text, tuple(made)) if made else formula


@cache
def _with(text: str, made: tuple[tuple[str, str], ...]) -> Expression:
    """A formula with other formulas in the place of some names."""

    class Names(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return ast.parse(dict(made)[node.id], mode="eval").body if node.id in dict(made) else node

    return Expression(ast.unparse(Names().visit(ast.parse(text, mode="eval"))))


def in_symbols(of: Of, formula: Expression, at: At = "", inline: Collection[str] = ()) -> Formula:
    """A formula in symbols. In place of the names in `inline` stands what these are made of."""
    formula = expanded(of, formula)
    names = tuple((name, _name(of, name, at, inline)) for name in formula.needs)
    if "at(" in formula.text:
        return _symbols(formula, names, partial_chosen(of))
    return _kept_symbols(formula, names)


def _name(of: Of, name: str, at: At, inline: Collection[str]) -> tuple[Formula, Formula, str]:
    """How a name is written: alone, inside a sum; and its index."""
    one, is_text = _definition(of, name), isinstance(of, Recipe) and of.parts is not None
    if name in inline or one.inline:
        if one.pooled and is_text:
            made = _of_segments(one, at if isinstance(at, str) and one.index == "n" else "")
        elif one.formula:
            made = in_symbols(of, one.formula, at, inline)
        else:
            made = one.words if isinstance(of, type) else value(getattr(of, name))
        return made, made, one.index
    if isinstance(at, Mapping):
        alone = symbol(of, name, at)
        return alone, alone, one.index
    if one.index.endswith("i"):
        return symbol(of, name, at if one.index == "i" else ""), symbol(of, name), one.index
    return _kept_name(one, at)


@lru_cache(maxsize=1024)
def _kept_name(one: Quantity[Any], at: str) -> tuple[Formula, Formula, str]:
    """The same of what is written alike in every trace."""
    return _symbol(one, one.last_index, at if one.index == "n" else ""), _symbol(one, one.last_index, ""), one.index


def _symbols(
    formula: Expression,
    names: tuple[tuple[str, tuple[Formula, Formula, str]], ...],
    chosen: Callable[[ast.expr], list[Formula]] | None = None,
) -> Formula:
    known = dict(names)

    def whole(call: ast.Call) -> Formula | None:
        name = called_by(call)
        if name == "at" and chosen:
            return _listed(chosen(call), ",")
        if name == "sum" and called_by(call.args[0]) == "at" and chosen:
            return _listed(chosen(call.args[0]))
        if not _is_of_all(call):
            return None
        inside = expression(call.args[0])
        term = tree(inside.tree, lambda name: known[name][1], whole)
        letter = next(filter(None, (known[name][2] for name in inside.needs)), "").rpartition(" ")[2]
        if name == "product":  # p_1 * … * p_T
            last = _LAST.get(letter, letter.upper())
            ends = (_inside(_with_places(term, {letter: end}), True) for end in ("1", last))
            return Chain("*", (next(ends), "…", next(ends)))
        return SumOver(letter, _inside(term, True)) if name == "sum" else Call(name, term)

    return tree(_usual_case(formula.tree), lambda name: known[name][0], whole)


_kept_symbols = lru_cache(maxsize=2048)(_symbols)


def partial_chosen(of: Of) -> Callable[[ast.expr], list[Formula]]:
    """What writes those of several numbers that are chosen: R_2, or in a recipe R_k."""

    def chosen(call: ast.expr) -> list[Formula]:
        assert isinstance(call, ast.Call)
        name, places = map(ast.unparse, call.args)
        if isinstance(of, type):
            return [symbol(of, name, "k")]
        return [symbol(of, name, str(place + 1)) for place in getattr(of, places)]

    return chosen


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
        if not _is_of_all(call):
            return None
        inside = expression(call.args[0])
        values = known[inside.text] if inside.text in known else inside.value(known)
        values = values if isinstance(values, tuple) else (values,)
        counted = [place for place, one in enumerate(values) if one is not None]
        if name == "product":
            factors = few(_collected([_inside(at(inside, one), True) for one in range(len(values))]), _MOST_NUMBERS)
            return Chain("*", factors) if len(factors) > 1 else (*factors, "1")[0]
        drops_zeros = name == "sum" and isinstance(inside.tree, ast.BinOp)
        places = [place for place in counted if values[place]] if drops_zeros else counted
        most = _MOST if isinstance(inside.tree, ast.BinOp) else _MOST_NUMBERS
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
    if len(factors) <= _MOST_NUMBERS:
        return factors
    return [one if count == 1 else Power(_grouped(one), str(count)) for one, count in Counter(factors).items()]


def case(formula: Expression, known: Mapping[str, Any]) -> ast.expr:
    """Of a formula with cases, the one that applies."""
    node = formula.tree
    while isinstance(node, ast.IfExp):
        node = node.body if expression(node.test).value(known) else node.orelse
    return node


def _listed(terms: Sequence[Formula], operator: str = "+") -> Formula:
    if len(terms) < 2:
        return terms[0] if terms else "0"
    return Chain(operator, few(terms, _MOST_NUMBERS))


def value(one: Any) -> Formula:
    """A number as it is written: a count, an exact one, or four digits; 0/0 where there is none."""
    if type(one) is int:
        return integer(one)
    if one is None:
        return Over("0", "0")
    if isinstance(one, tuple):
        return _listed([value(each) for each in one])
    if one is arithmetic.E:
        return "e"
    if type(one) is Decimal or isinstance(one, float):
        return shown(float(one))
    return number(one) if isinstance(one, Fraction) else str(one)


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
    if one is None or not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)):
        return None
    if any(called_by(part) == "at" for part in ast.walk(node) if isinstance(part, ast.Call)):
        return None  # it is a mean of several
    known = {need: _placed(getattr(trace, need), place) for need in one.needs}
    return expression(node.left).value(known), expression(node.right).value(known)


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
        symbols = Chain("=", (left, _of_segments(one, at if isinstance(at, str) else "")))
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
        found = trace.written[name]
        return _placed(found, place if isinstance(place, int) else None) if type(found) is tuple else found
    return value_of(trace, name, place)


def value_of(trace: Recipe, name: str, place: Place = None) -> Formula:
    """A value as it is written."""
    one = trace.definition(name)
    if (counts := one.counts(trace)) and one.formula:
        needs = zip(one.formula.needs, counts, strict=True)
        order = place if isinstance(place, int) else None
        return Over(*(_by_writer(trace.definition(need), _placed(count, order)) for need, count in needs))
    return _by_writer(one, _at(trace, name, place))


def _by_writer(one: Quantity[Any], found: Any) -> Formula:
    return one.write(found) if one.write and found is not None and not isinstance(found, tuple) else value(found)


def _made_of(trace: Recipe, name: str, place: Place, inline: Collection[str]) -> Formula:
    """What a quantity is made of, in numbers."""
    one = trace.definition(name)
    if one.pooled and trace.parts is not None:
        return _pooled(trace, name, place)
    return value_of(trace, name, place) if one.formula is None else _filled(trace, one.formula, place, inline)


def _pooled(trace: Recipe, name: str, place: Place) -> Formula:
    return _listed([value(_at(part, name, place)) for part in trace.parts or ()])


def _at(trace: Recipe, name: str, place: Place) -> Any:
    """A quantity, at a place where there are several of it."""
    found = getattr(trace, name)
    if not isinstance(place, Mapping):
        return _placed(found, place)
    for letter in trace.definition(name).index.split():
        if letter in place:
            found = _placed(found, place[letter])
    return found


def _placed(values: Any, place: int | None) -> Any:
    """The value at a place, of what there are several of."""
    return values[place] if place is not None and isinstance(values, tuple) else values
