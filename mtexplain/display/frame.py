"""What stands for a pandas DataFrame in a browser that has no pandas: a table that can be searched."""

from collections.abc import Iterator, Sequence
from typing import Any

from mtexplain.copies import Result
from mtexplain.display import html, plain
from mtexplain.display.parts import Column, Prose, Table
from mtexplain.inputs import InputError, described

LINE = "There is no pandas here. This is the library's own table."


class Frame(Result):
    """The rows of a table under the keys of its columns, and two things that a DataFrame can do: `query`, and choosing.

    `values` are the rows once more, as a program computes with them.

    >>> from mtexplain.display.parts import columns
    >>> table = Table("", columns(word="Word", count="Count"), [("the", 2), ("cat", 1)])
    >>> print(Frame(table, [("the", 2), ("cat", 1)]).query("count > 1")[["word"]])
    word
    the
    """

    def __init__(self, table: Table, values: Sequence[tuple[object, ...]]) -> None:
        keys = tuple(Column(column.key, column.key) for column in table.columns)
        self.table, self.values = table._replace(columns=keys), values

    @property
    def columns(self) -> list[str]:
        """The keys of the columns."""
        return [column.key for column in self.table.columns]

    def query(self, expression: str) -> "Frame":
        """The rows for which the expression is true; in it, the columns are called by their keys.

        InputError where it can't be worked out, and for signs that pandas reads in another way than Python.
        """
        expected = f"and, or, not, comparisons, and the columns {', '.join(self.columns)}"
        if set(expression) & set("&|~@"):
            raise InputError("query", repr(expression), expected)
        try:
            code = compile(expression, "query", "eval")
            rows = (dict(zip(self.columns, row, strict=True)) for row in self.values)
            kept = [index for index, row in enumerate(rows) if eval(code, row)]
        except (SyntaxError, NameError, TypeError, ArithmeticError) as error:
            raise InputError("query", str(error), expected) from None
        return Frame(self.table._replace(rows=[self.table.rows[at] for at in kept]), [self.values[at] for at in kept])

    def __getitem__(self, names: object) -> "Frame":
        if not isinstance(names, list) or not all(name in self.columns for name in names):
            expected = f"a list of some of {', '.join(self.columns)}"
            raise InputError("columns", described(names), expected, 'Write frame[["ngram", "count"]].')
        indices = [self.columns.index(name) for name in names]
        chosen = Table("", tuple(self.table.columns[at] for at in indices), _only(self.table.rows, indices))
        return Frame(chosen, _only(self.values, indices))

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return plain.table(self.table)

    def _repr_html_(self) -> str:
        return html.framed([html.table(self.table), html.part(Prose((LINE,)))])


def _only(rows: Sequence[tuple[Any, ...]], indices: Sequence[int]) -> list[tuple[Any, ...]]:
    return [tuple(row[at] for at in indices) for row in rows]
