"""A formula, written once: compiled, it computes; as a tree, it is shown, and filled with numbers.

It is an expression in Python's own syntax, and only our own source writes one:

>>> share = Expression("matches / total")
>>> share.needs
('matches', 'total')
>>> share.value({"matches": 4, "total": 6})
Fraction(2, 3)

A name may stand for several numbers, one for each order, say. Then so does the result; `sum`, `mean`, `product`, `min`
and `max` of one argument make them one:

>>> share.value({"matches": (4, 3), "total": (6, 5)})
(Fraction(2, 3), Fraction(3, 5))
>>> Expression("sum(matches) / sum(total)").value({"matches": (4, 3), "total": (6, 5)})
Fraction(7, 11)

Decimals are exact too:

>>> Expression("1.2 ** 2").value({})
Fraction(36, 25)

Numbers stay exact until the first root or logarithm; from there on they have forty digits. 0/0 is None, and so is what
is made of it: a sum leaves it out.
"""

import ast
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cached_property
from typing import Any

from mtexplain.recipe import arithmetic

_FUNCTIONS: Mapping[str, Callable[..., Any]] = {name: getattr(arithmetic, name) for name in arithmetic.__all__}
_GLOBALS = {"__builtins__": {}, **_FUNCTIONS, **{f"_{name}": one for name, one in vars(arithmetic).items()}}
"""What a compiled formula sees: functions by their names, operators by names that no formula has."""
_OPERATORS: Mapping[type[ast.AST], str] = {
    ast.Add: "_plus", ast.Sub: "_minus", ast.Mult: "_times", ast.Div: "_over", ast.Pow: "_power", ast.USub: "_negative",
    ast.Lt: "_less", ast.LtE: "_at_most", ast.Gt: "_more", ast.GtE: "_at_least", ast.Eq: "_equal",
}  # fmt: skip


class Expression:
    """A formula by its text. What it needs, its value, and its tree."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"

    @cached_property
    def tree(self) -> ast.expr:
        """The formula as Python reads it."""
        return ast.parse(self.text, mode="eval").body

    @cached_property
    def needs(self) -> tuple[str, ...]:
        """The names of what it is made of, in their order."""
        names = (node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name))
        return tuple(dict.fromkeys(name for name in sorted(names, key=self.text.index) if name not in _FUNCTIONS))

    def _calls(self) -> ast.expr:
        """Each operator a call of a function that is exact and takes several numbers at once."""
        found: ast.expr = _Calls().visit(ast.parse(self.text, mode="eval").body)
        return found

    @cached_property
    def _code(self) -> Any:
        return compile(ast.fix_missing_locations(ast.Expression(self._calls())), self.text, "eval")

    def value(self, known: Mapping[str, Any]) -> Any:
        """The value, from those of the names that it needs."""
        return eval(self._code, _GLOBALS, known)

    @cached_property
    def of(self) -> Callable[[Any], Any]:
        """The value from the attributes of a trace, as a function: quicker than `value`."""
        body = ast.unparse(_Attributes().visit(self._calls()))
        function: Callable[[Any], Any] = eval(f"lambda trace: {body}", _GLOBALS)
        return function


class _Attributes(ast.NodeTransformer):
    """Names as attributes of a trace."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return node if node.id in _GLOBALS else ast.Attribute(ast.Name("trace", ast.Load()), node.id, ast.Load())


class _Calls(ast.NodeTransformer):
    """Operators as calls, by what they are called in `arithmetic`."""

    def _call(self, operator: ast.AST, *terms: ast.expr) -> ast.expr:
        name = ast.Name(_OPERATORS[type(operator)], ast.Load())
        return ast.Call(name, [self.visit(term) for term in terms], [])

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        return self._call(node.op, node.left, node.right)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        return self._call(node.op, node.operand)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        return self._call(node.ops[0], node.left, node.comparators[0])

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """1.2 is 6/5, and not the float nearest to it."""
        if not isinstance(node.value, float):
            return node
        return ast.Call(
            ast.Name("_over", ast.Load()), [*map(ast.Constant, Decimal(str(node.value)).as_integer_ratio())], []
        )

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        name = ast.Name("_where", ast.Load())
        return ast.Call(name, [self.visit(part) for part in (node.test, node.body, node.orelse)], [])
