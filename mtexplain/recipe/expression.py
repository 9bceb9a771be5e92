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
is made of it: a sum leaves it out. Where it counts as 0, the formula says so: `or_zero`, which is not shown.
"""

import ast
from collections.abc import Callable, Mapping
from functools import cached_property
from types import SimpleNamespace
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
        names = [node for node in ast.walk(self.tree) if isinstance(node, ast.Name) and node.id not in _FUNCTIONS]
        return tuple(dict.fromkeys(node.id for node in sorted(names, key=lambda node: node.col_offset)))

    @cached_property
    def usual(self) -> ast.expr:
        """Of a formula with cases, the usual one: the last that is more than a number."""
        node = self.tree
        while isinstance(node, ast.IfExp):
            node = node.body if isinstance(node.orelse, ast.Constant) else node.orelse
        return node

    @cached_property
    def summed(self) -> frozenset[str]:
        """The names whose numbers it adds up.

        >>> sorted(Expression("sum(matches) / sum(total)").summed)
        ['matches', 'total']
        """
        calls = (node for node in ast.walk(self.tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "sum")
        return frozenset(call.args[0].id for call in calls if isinstance(call.args[0], ast.Name))

    @cached_property
    def halves(self) -> "tuple[Expression, Expression] | None":
        """What is divided, and what by, where it is a quotient: two expressions."""
        if not (isinstance(self.tree, ast.BinOp) and isinstance(self.tree.op, ast.Div)):
            return None
        return Expression(ast.unparse(self.tree.left)), Expression(ast.unparse(self.tree.right))

    @cached_property
    def of(self) -> Callable[[Any], Any]:
        """What gives the value for a trace, or for anything that has the names it needs.

        Each operator is a call of a function that is exact and takes several numbers at once.
        """
        tree = ast.parse(f"lambda trace: {self.text}", mode="eval")
        assert isinstance(tree.body, ast.Lambda)
        tree.body.body = _Calls().visit(tree.body.body)
        function: Callable[[Any], Any] = eval(compile(ast.fix_missing_locations(tree), self.text, "eval"), _GLOBALS)
        return function

    def value(self, known: Mapping[str, Any]) -> Any:
        """The value, from those of the names that it needs."""
        return self.of(SimpleNamespace(**known))


class _Calls(ast.NodeTransformer):
    """Operators as calls, by what they are called in `arithmetic`; names as those of a trace."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return node if node.id in _FUNCTIONS else ast.Attribute(ast.Name("trace", ast.Load()), node.id, ast.Load())

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
        """A number with a decimal point is exact, too."""
        if not isinstance(node.value, float):
            return node
        return ast.Call(ast.Name("_Fraction", ast.Load()), [ast.Constant(str(node.value))], [])

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        name = ast.Name("_where", ast.Load())
        return ast.Call(name, [self.visit(part) for part in (node.test, node.body, node.orelse)], [])
