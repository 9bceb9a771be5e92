"""The formula of a number with all its cases, read from the source code of its method.

A trace shows only the case that applied. Lectures and reference pages show every case.

>>> from mtexplain.display import plain
>>> from mtexplain.tracing.steps import quantity, step
>>> class Share(Traced):
...     @quantity("m")
...     def matches(self) -> float:
...         return 2
...
...     @quantity("t")
...     def total(self) -> float:
...         return 0
...
...     @step("p")
...     def p(self) -> float:
...         '''Words that do not match earn nothing.'''
...         return self.matches / self.total if self.total > 0 else 0
>>> plain.formula(cases(Share(), Share.p))
'm/t where t > 0, else 0'
"""

import ast
from collections.abc import Iterator
from inspect import getsource, signature
from textwrap import dedent
from types import FunctionType
from typing import Any

from mtexplain.display.formula import Cases, Chain, Formula
from mtexplain.tracing import formulas
from mtexplain.tracing.number import number
from mtexplain.tracing.steps import Quantity, Traced, function_of

_SIGNS: dict[type[ast.cmpop], str] = {
    ast.Gt: ">", ast.GtE: "≥", ast.Lt: "<", ast.LtE: "≤", ast.Eq: "=", ast.NotEq: "≠",
}  # fmt: skip


class Unreadable(ValueError):
    """Raised for a method that contains more than a formula with cases."""


def cases(trace: Traced, quantity: Quantity[...], *indices: Any) -> Formula:
    """Return the formula of a number in each of its cases, in symbols. A letter as an index stands for all indices.

    Unreadable if the method contains anything but `if` and `return`, if a condition does not compare two numbers, or if
    a formula uses anything but numbers of the trace, because further cases could be hidden there.
    """
    names = dict(zip(signature(quantity.method).parameters, (trace, *indices), strict=False))

    def written(node: ast.expr) -> Formula:
        """Return an expression in symbols."""
        if _has_cases(node):
            raise Unreadable(f"{quantity.name}: {ast.unparse(node)} has cases of its own.")
        for name in _asked(node):
            if not isinstance(trace.quantities.get(name), Quantity):
                raise Unreadable(f"{quantity.name}: {name} in {ast.unparse(node)} is not a number of the trace.")
            if not trace.quantities[name].symbol and _is_branching(type(trace), name):
                raise Unreadable(f"{quantity.name}: {name} in {ast.unparse(node)} has cases of its own.")
        try:
            result = number(
                eval(compile(ast.Expression(node), quantity.name, "eval"), quantity.method.__globals__, names)
            )
        except Exception as error:
            raise Unreadable(f"{quantity.name}: {ast.unparse(node)} can't be written in symbols: {error}") from None
        return formulas.symbol(result.symbol) if result.symbol else formulas.in_symbols(result)

    def condition(node: ast.expr) -> Formula:
        match node:
            case ast.Compare(left, [sign], [right]) if type(sign) in _SIGNS:
                return Chain(_SIGNS[type(sign)], (written(left), written(right)))
        raise Unreadable(f"{quantity.name}: the condition {ast.unparse(node)} does not compare two numbers.")

    *branches, (_, otherwise) = _branches(quantity.name, _body(quantity.method))
    if not branches:
        return written(otherwise)
    return Cases(tuple((written(value), condition(test)) for test, value in branches), written(otherwise))


def _body(method: Any) -> list[ast.stmt]:
    """Return the statements of a method. Unreadable if it has no source code of its own, as with a lambda."""
    try:
        (function,) = ast.parse(dedent(getsource(method))).body
    except (OSError, TypeError, ValueError, SyntaxError):
        function = ast.Pass()
    if not isinstance(function, ast.FunctionDef):
        raise Unreadable(f"{getattr(method, '__name__', method)} is not computed by a method whose source can be read.")
    return function.body


def _walked(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and everything inside it, except the shortcut to a sum, which is not part of the formula."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.Call) and ast.unparse(node.func) == "sum_over" and child in node.args[3:]):
            yield from _walked(child)


def _has_cases(node: ast.AST) -> bool:
    branching = ast.If | ast.IfExp | ast.BoolOp | ast.Compare | ast.Match | ast.While | ast.Try
    return any(isinstance(part, branching) for part in _walked(node))


def _asked(node: ast.AST) -> Iterator[str]:
    """Yield the names that are looked up on the trace, as in self.name."""
    attributes = (part for part in _walked(node) if isinstance(part, ast.Attribute))
    return (
        attribute.attr
        for attribute in attributes
        if isinstance(attribute.value, ast.Name) and attribute.value.id == "self"
    )


def _is_branching(kind: type[Traced], name: str) -> bool:
    """True if a member of a class, or a member without a symbol that it uses, is computed in several cases.

    A number with a symbol is written as its symbol, so its own cases do not matter.
    """
    method = function_of(getattr(kind, name, None))
    if not isinstance(method, FunctionType):
        return False  # a fact
    body = ast.Module(_body(method), [])
    return _has_cases(body) or any(
        not (asked in kind.quantities and kind.quantities[asked].symbol) and _is_branching(kind, asked)
        for asked in {*_asked(body)}
    )


def _branches(name: str, body: list[ast.stmt]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield each condition with the value returned for it, and at the end the value returned otherwise."""
    for statement in body:
        match statement:
            case ast.Expr(ast.Constant(str())):
                continue
            case ast.If(test, [ast.Return(ast.expr() as value)], rest):
                yield test, value
                if rest:
                    yield from _branches(name, rest)
                    return
            case ast.Return(ast.expr() as value):
                while isinstance(value, ast.IfExp):
                    yield value.test, value.body
                    value = value.orelse
                yield value, value
                return
            case _:
                raise Unreadable(f"{name}: {ast.unparse(statement)} is not a case of a formula.")
    raise Unreadable(f"{name} does not return a value at the end.")
