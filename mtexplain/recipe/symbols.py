"""A quantity's formula in symbols, and how a number is written in a formula."""

import ast
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

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
from mtexplain.recipe import arithmetic
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.quantity import Quantity, Recipe

_SIGNS: Mapping[type[ast.AST], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
_CALLED: Mapping[str, str | Symbol] = {"log2": Symbol("log", "2"), "log10": Symbol("log", "10"), "comb": "C"}
MOST_NUMBERS = 12  # summands and factors that are written one by one
_LAST: Mapping[str, str] = {"i": "N"}  # up to where an index runs, where not to its capital
Write = Callable[[str], Formula]
Of = Recipe | type[Recipe]
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
        if isinstance(node, ast.Attribute):  # M.T
            return Power(grouped(part(node.value)), node.attr)
        if isinstance(node, ast.Constant):
            return str(node.value)
        if isinstance(node, ast.UnaryOp):
            return Minus(parenthesized(part(node.operand), True))
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
    """Two parts joined by an operator; in a product of matrices, which has none, what is made of others is grouped."""
    if isinstance(node.op, ast.MatMult):
        factors = map(part, (node.left, node.right))
        return Chain(" ", tuple([grouped(one) if isinstance(one, Chain | Over | Minus) else one for one in factors]))
    if isinstance(node.op, ast.Div):
        top, bottom = part(node.left), part(node.right)
        if isinstance(node.left, ast.Constant) and top == "1" and (upside_down := _inverse(bottom)):
            return upside_down
        return Over(top, Chain("*", (bottom,), grouped=True) if isinstance(bottom, Over) else bottom)
    if isinstance(node.op, ast.Pow):
        base, exponent = part(node.left), part(node.right)
        return base if exponent == "1" else Power(grouped(base), exponent)
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


def is_of_all(call: ast.Call) -> bool:
    """Whether it makes one number of several."""
    return len(call.args) == 1 and called_by(call) in ("sum", "mean", "product", "min", "max")


def _terms(node: ast.BinOp, part: Callable[[ast.expr], Formula]) -> Iterator[Formula]:
    """The terms of a sum or a product; what binds less stands in parentheses."""
    is_product = isinstance(node.op, ast.Mult)
    if isinstance(node.left, ast.BinOp) and type(node.left.op) is type(node.op):
        yield from _terms(node.left, part)
    else:
        yield parenthesized(part(node.left), is_product)
    yield parenthesized(part(node.right), is_product or isinstance(node.op, ast.Sub))


def parenthesized(term: Formula, is_product: bool) -> Formula:
    """A term; a sum, or a number below 0, stands in parentheses where it is a factor."""
    if is_product and isinstance(term, Chain) and term.operator in "+-":
        return term._replace(grouped=True)
    if is_product and isinstance(term, str) and term.startswith("-"):
        return Chain("*", (term,), grouped=True)
    return term


def grouped(base: Formula) -> Formula:
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
    if isinstance(at, Mapping):
        if not isinstance(one.symbol, Symbol) or "," in one.symbol.below:
            found: Formula = _with_places(one.symbol, at)
            return found
        at = at.get(index, "")
    if not isinstance(one.symbol, Symbol):
        return _indexed(one.symbol, at or index) if isinstance(one.symbol, Call) and index == "i" else one.symbol
    if index == "g":
        return Call(one.symbol if one.symbol.below else one.symbol.name, at or index)
    if index and index in one.symbol.below.split(","):  # m_s,content
        return Symbol(one.symbol.name, one.symbol.below.replace(index, at or index, 1))
    return Symbol(one.symbol.name, at or index) if index else one.symbol


def own(one: Quantity[Any], places: Any) -> Any:
    """Of the places of letters those of the letters that a quantity has: a sum over j is of every j."""
    if not isinstance(places, Mapping):
        return places
    return {letter: places[letter] for letter in one.index.split() if letter in places}


def _indexed(call: Call, at: str) -> Call:
    """A function of something that has an index: f(m_2)."""
    inside = call.argument
    return call._replace(argument=Symbol(inside.name, at) if isinstance(inside, Symbol) else inside)


def _with_places(formula: Any, places: Mapping[str, str]) -> Any:
    """A formula in which numbers stand for some letters below: s_1 for s_j, w_3,1 for w_i,j."""
    if isinstance(formula, Symbol):
        return Symbol(formula.name, ",".join([places.get(letter, letter) for letter in formula.below.split(",")]))
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
        return _symbols(formula, names, _chosen_of(of))
    return _kept_symbols(formula, names)


def _name(of: Of, name: str, at: At, inline: Collection[str]) -> tuple[Formula, Formula, str]:
    """How a name is written: alone, inside a sum; and its index."""
    one, is_text = _definition(of, name), isinstance(of, Recipe) and of.parts is not None
    if name in inline or one.inline:
        if one.pooled and is_text:
            made = of_segments(one, at if isinstance(at, str) and one.index == "n" else "")
        elif one.formula:
            made = in_symbols(of, one.formula, own(one, at), inline)
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
            return listed(chosen(call), ",")
        if name == "sum" and called_by(call.args[0]) == "at" and chosen:
            return listed(chosen(call.args[0]))
        if not is_of_all(call):
            return None
        inside = expression(call.args[0])
        term = tree(inside.tree, lambda name: known[name][1], whole)
        letter = next(filter(None, (known[name][2] for name in inside.needs)), "").rpartition(" ")[2]
        if name == "product":  # p_1 * … * p_T
            last = _LAST.get(letter, letter.upper())
            ends = (parenthesized(_with_places(term, {letter: end}), True) for end in ("1", last))
            return Chain("*", (next(ends), "…", next(ends)))
        return SumOver(letter, parenthesized(term, True)) if name == "sum" else Call(name, term)

    return tree(formula.usual, lambda name: known[name][0], whole)


_kept_symbols = lru_cache(maxsize=2048)(_symbols)


def _chosen_of(of: Of) -> Callable[[ast.expr], list[Formula]]:
    """What writes those of several numbers that are chosen: R_2, or in a recipe R_k."""

    def chosen(call: ast.expr) -> list[Formula]:
        assert isinstance(call, ast.Call)
        name, places = map(ast.unparse, call.args)
        if isinstance(of, type):
            return [symbol(of, name, "k")]
        return [symbol(of, name, str(place + 1)) for place in getattr(of, places)]

    return chosen


def of_segments(one: Quantity[Any], at: str) -> Formula:
    """A quantity summed over the segments s."""
    assert isinstance(one.symbol, Symbol)
    below = one.symbol.below or at
    return SumOver("s", Symbol(one.symbol.name, f"{below},s" if below else "s"))


# Numbers.


def value(one: Any) -> Formula:
    """A number as it is written: a count, an exact one, or four digits; 0/0 where there is none."""
    if type(one) is int:
        return integer(one)
    if one is None:
        return Over("0", "0")
    if isinstance(one, tuple):
        return listed([value(each) for each in one])
    if one is arithmetic.E:
        return "e"
    if type(one) is Decimal or isinstance(one, float):
        return shown(float(one))
    return number(one) if isinstance(one, Fraction) else str(one)


def listed(terms: Sequence[Formula], operator: str = "+") -> Formula:
    """Several terms in a row, the middle of a long one left out; 0 where there is none."""
    if len(terms) < 2:
        return terms[0] if terms else "0"
    return Chain(operator, few(terms, MOST_NUMBERS))
