"""What stands for a pandas DataFrame in a browser, which has no pandas: a table that can be searched."""

from collections.abc import Sequence

from mtexplain.copies import Result
from mtexplain.display import html, plain
from mtexplain.display.parts import Column, Prose, Table
from mtexplain.inputs import InputError, described

LINE = "A browser has no pandas: this is the library's own table."


class Frame(Result):
    """The rows of a table, and of what a DataFrame can do, two things: `query`, and choosing columns.

    `values` are the rows once more, as a program computes with them.

    >>> from mtexplain.display.parts import columns
    >>> table = Table("", columns(word="word", count="count"), [("the", 2), ("cat", 1)])
    >>> print(Frame(table, [("the", 2), ("cat", 1)]).query("count > 1")[["word"]])
    word
    the
    """

    def __init__(self, table: Table, values: Sequence[tuple[object, ...]]) -> None:
        self.table, self.values = table, values

    @property
    def columns(self) -> list[str]:
        """The keys of the columns."""
        return [column.key for column in self.table.columns]

    def query(self, expression: str) -> "Frame":
        """The rows for which the expression is true; in it, the columns are called by their keys.

        InputError where it names no column, or compares what can't be compared.
        """
        code = compile(expression, "query", "eval")
        try:
            kept = [
                place for place, row in enumerate(self.values) if eval(code, dict(zip(self.columns, row, strict=True)))
            ]
        except (NameError, TypeError) as error:
            raise InputError("query", str(error), f"the columns {', '.join(self.columns)}") from None
        return Frame(self.table._replace(rows=[self.table.rows[at] for at in kept]), [self.values[at] for at in kept])

    def __getitem__(self, names: object) -> "Frame":
        if not isinstance(names, list) or not set(names) <= set(self.columns):
            expected = f"a list of some of {', '.join(self.columns)}"
            raise InputError("columns", described(names), expected, 'Write frame[["ngram", "count"]].')
        places = [self.columns.index(name) for name in names]
        titled = tuple(Column(name, name) for name in names)
        chosen = Table("", titled, [tuple(row[at] for at in places) for row in self.table.rows])
        return Frame(chosen, [tuple(row[at] for at in places) for row in self.values])

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return plain.table(self.table)

    def _repr_html_(self) -> str:
        return html.framed([html.table(self.table), html.part(Prose((LINE,)))])
