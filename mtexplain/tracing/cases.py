"""The formula of a number with all its cases, read from the source of its method.

A trace shows the case that it took. A lecture and a reference page show them all.

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
...         '''What does not match earns nothing.'''
...         return self.matches / self.total if self.total > 0 else 0
>>> plain.formula(cases(Share(), Share.p))
'm/t where t > 0, else 0'
"""

import ast
from collections.abc import Iterator
from inspect import getsource, signature
from textwrap import dedent
from typing import Any

from mtexplain.display.formula import Cases, Chain, Formula
from mtexplain.tracing import formulas
from mtexplain.tracing.number import number
from mtexplain.tracing.steps import Quantity, Traced

_SIGNS: dict[type[ast.cmpop], str] = {
    ast.Gt: ">", ast.GtE: "≥", ast.Lt: "<", ast.LtE: "≤", ast.Eq: "=", ast.NotEq: "≠",
}  # fmt: skip


class Unreadable(ValueError):
    """A method that is more than a formula with cases."""


def cases(trace: Traced, one: Quantity[Any], *indices: Any) -> Formula:
    """What a number is in each case, in symbols. An index may be a letter, which stands for all indices.

    Unreadable for a method with anything but `if` and `return`, and for a condition that does not compare two numbers.
    """
    try:
        body = ast.parse(dedent(getsource(one.method))).body[0].body  # type: ignore[attr-defined]
        names = dict(zip(signature(one.method).parameters, (trace, *indices), strict=True))
    except (OSError, TypeError, ValueError):
        raise Unreadable(f"{one.name} is not computed by a method that can be read.") from None

    def written(node: ast.expr) -> Formula:
        """An expression in symbols."""
        if isinstance(node, ast.IfExp):
            raise Unreadable(f"{one.name}: {ast.unparse(node)} has cases of its own.")
        try:
            found = number(eval(compile(ast.Expression(node), one.name, "eval"), one.method.__globals__, names))
        except Exception as error:
            raise Unreadable(f"{one.name}: {ast.unparse(node)} can't be written in symbols: {error}") from None
        return formulas.symbol(found.symbol) if found.symbol else formulas.in_symbols(found)

    def condition(node: ast.expr) -> Formula:
        match node:
            case ast.Compare(left, [sign], [right]) if type(sign) in _SIGNS:
                return Chain(_SIGNS[type(sign)], (written(left), written(right)))
        raise Unreadable(f"{one.name}: the condition {ast.unparse(node)} does not compare two numbers.")

    *found, (_, otherwise) = _branches(one.name, body)
    if not found:
        return written(otherwise)
    return Cases(tuple((written(value), condition(test)) for test, value in found), written(otherwise))


def _branches(name: str, body: list[ast.stmt]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Each condition with what is returned then; at the end what is returned otherwise."""
    for statement in body:
        match statement:
            case ast.Expr(ast.Constant(str())):
                continue
            case ast.If(test, [ast.Return(ast.expr() as value)], []):
                yield test, value
            case ast.Return(ast.expr() as value):
                while isinstance(value, ast.IfExp):
                    yield value.test, value.body
                    value = value.orelse
                yield value, value
                return
            case _:
                raise Unreadable(f"{name}: {ast.unparse(statement)} is no case of a formula.")
    raise Unreadable(f"{name} returns nothing at the end.")
