"""A trace as text, for a terminal."""

import re

from mtexplain.display import pyramid_text
from mtexplain.display.charts import Grid
from mtexplain.display.formula import (
    Call,
    Cases,
    Chain,
    Formula,
    Minus,
    Over,
    Power,
    Root,
    SumOver,
    Symbol,
    is_short,
    needs_brackets,
)
from mtexplain.display.parts import (
    MOST_SHOWN,
    Beside,
    Cell,
    Column,
    Equation,
    Headline,
    Marked,
    Part,
    Prose,
    Real,
    Table,
    Words,
)
from mtexplain.display.picture import Picture
from mtexplain.display.pyramid import Gallery, Pyramid
from mtexplain.display.steps import Showable, StepParts
from mtexplain.display.words import text_width
from mtexplain.invisible import visible

_GRID_LEGEND = "* marks two equal words, [ ] the path."
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_OPERATORS = {sign: f" {sign} " for sign in "*+-=><≥≤≠"} | {",": ", ", " ": " "}


def trace(whole: Showable, most: int = MOST_SHOWN) -> str:
    """The whole trace: picture, headline, overview, every step, the notes. A table has so many rows at `most`."""
    head = whole.headline
    blocks = [part(whole.picture, most) + "\n"] if whole.picture else []
    blocks += [equation(head.equation, " = ") + _was(head), *filter(None, [head.says, prose(head.why)]), head.signature]
    blocks += ["", *(part(piece, most) + "\n" for piece in whole.overview)]
    for number, piece in enumerate(whole.steps(), 1):
        blocks.append(f"{number}. {step(piece, most)}\n")
    blocks += [f"Note: {note}" for note in whole.notes[:most]]
    if (more := len(whole.notes) - most) > 0:
        blocks.append(f"… and {more:,} more notes")
    return "\n".join(blocks).rstrip()


def step(whole: StepParts, most: int = MOST_SHOWN) -> str:
    """One step: its outcome, the reason, the working."""
    head = f"{whole.title}: {whole.summary}: {formula(whole.result)}\n   {whole.why}"
    return "\n".join([head, *(_indented(part(piece, most)) for piece in whole.parts)])


def part(piece: Part, most: int = MOST_SHOWN) -> str:
    if isinstance(piece, Table):
        return table(piece, most)
    if isinstance(piece, Equation):
        return equation(piece, "\n  = ") + (f"\n  ({piece.where})" if piece.where else "")
    if isinstance(piece, Pyramid):
        return pyramid_text.pyramid(piece)
    if isinstance(piece, Picture):
        return piece.text
    if isinstance(piece, Gallery):
        drawn = [one.text if isinstance(one, Picture) else pyramid_text.drawn(one) for _, one in piece.pictures]
        blocks = [f"{title}\n{text}" for (title, _), text in zip(piece.pictures, drawn, strict=True)]
        keys = [one.key for _, one in piece.pictures[:1] if isinstance(one, Pyramid)]
        return "\n\n".join([*blocks, *filter(None, [piece.more]), *keys])
    if isinstance(piece, Prose):
        return prose(piece)
    if isinstance(piece, Beside):
        return "\n\n".join(part(one, most) for one in piece.parts)
    if isinstance(piece, Grid):
        return part(tabulated(piece))
    return piece.alt


def prose(piece: Prose) -> str:
    """A line of text. Words from outside stand in quotes, so that they are not taken for ours."""
    return "".join(f'"{cell(one)}"' if isinstance(one, Words) else formula(one) for one in piece.pieces)


def table(piece: Table, most: int = MOST_SHOWN) -> str:
    """Columns side by side: names to the left, numbers to the right."""
    rows = [tuple(column.title for column in piece.columns)]
    rows += [tuple(cell(value) for value in row) for row in piece.rows[:most]]
    if piece.total:
        rows.append(tuple(cell(value) if value is not None else "" for value in piece.total))
    lines = ["  ".join(row).rstrip() for row in _padded(rows, left=range(piece.names))]
    if (more := len(piece.rows) - most) > 0:
        lines.insert(1 + most, f"… and {more:,} more rows")
    if piece.title:
        lines.insert(0, piece.title)
    return "\n".join(lines)


def cell(value: Cell) -> str:
    if isinstance(value, int):  # most are
        return str(value)
    if value is None:
        return "–"
    if isinstance(value, Words):
        return sentence(value)
    if isinstance(value, Marked):
        return str(value.number)
    return str(value) if isinstance(value, Real) else formula(value)


def sentence(words: Words) -> str:
    """A sentence; new+ is new."""
    return " ".join(token + "+" * new for token, new in words.shown()) + words.more()


def equation(piece: Equation, equals: str) -> str:
    lines = [formula(piece.symbols), formula(piece.numbers), formula(piece.value)]
    return equals.join(line for place, line in enumerate(lines) if place == 0 or line != lines[place - 1])


def formula(tree: Formula) -> str:
    """A formula in one line.

    >>> formula(Power("e", Chain("-", ("1", Over("7", "6")))))
    'e^(1 - 7/6)'
    """
    if isinstance(tree, str):  # most are
        return tree
    match tree:
        case Symbol(name, below):
            return f"{name}_{below}" if below else name
        case Over(top, bottom):
            slash = "/" if is_short(top) and is_short(bottom) else " / "
            return f"{_in_fraction(top)}{slash}{_in_fraction(bottom, below=True)}"
        case Power(base, exponent):
            bare = isinstance(exponent, Symbol | Call) or (isinstance(exponent, str) and exponent.isalnum())
            return f"{formula(base)}^{formula(exponent)}" if bare else f"{formula(base)}^({formula(exponent)})"
        case Root(of):
            return f"√{of}" if isinstance(of, str) else f"√({formula(of)})"
        case Minus(of):
            return f"-{formula(of)}"
        case Chain(operator, terms, grouped):
            joined = _OPERATORS[operator].join(map(formula, terms))
            return f"({joined})" if grouped else joined
        case Call("log", Symbol() as argument):
            return f"log {formula(argument)}"
        case Call(function, argument):
            return f"{formula(function)}({formula(argument)})"
        case SumOver(over, term):
            return f"sum_{over} {formula(term)}"
        case Cases(cases, otherwise):
            found = (f"{formula(one)} where {formula(condition)}, " for one, condition in cases)
            return f"{''.join(found)}else {formula(otherwise)}"


def drawn(tree: Formula) -> str:
    """A formula in one line of a picture, which has no subscripts but those of Unicode: digits, not words.

    >>> drawn(Chain("*", (Over("1", "4"), Call("log", Symbol("p", "1"))))), drawn(Symbol("F", "mean"))
    ('1/4 · log p₁', 'F mean')
    """
    text = re.sub(r"_(\d+(?:,\d+)*)", lambda below: below[1].translate(_LOWERED), formula(tree))
    if isinstance(tree, Symbol):
        text = text.replace("_", " ")
    return re.sub(r"-(?=[\d∞ ])", "\u2212", text).replace(" * ", " · ")  # a minus, but not the hyphen of 5-grams


def _in_fraction(tree: Formula, below: bool = False) -> str:
    """What stands above or below the line of a fraction."""
    return f"({formula(tree)})" if needs_brackets(tree, below) else formula(tree)


def _was(head: Headline) -> str:
    change = f": {head.change}" if head.change else ""
    return f" (was {head.was}{change})" if head.was else ""


def _padded(rows: list[tuple[str, ...]], left: range | tuple[int, ...] = ()) -> list[tuple[str, ...]]:
    columns = []
    for place, column in enumerate(zip(*rows, strict=True)):
        widths = list(map(text_width, column))
        most = max(widths)
        spaces = [" " * (most - width) for width in widths]
        pairs = zip(column, spaces, strict=True) if place in left else zip(spaces, column, strict=True)
        columns.append(map("".join, pairs))
    return list(zip(*columns, strict=True))


def _indented(text: str) -> str:
    return "\n".join(f"   {line}" if line else line for line in text.split("\n"))


def tabulated(piece: Grid) -> Table | Prose:
    """The table; for a grid that is too large, what it would show, in words."""
    if not piece.fits:
        return Prose((piece.alt,))
    words = ("", *(visible(token) for token in piece.top.tokens))
    columns = (Column("word", ""), *(Column(str(place), word) for place, word in enumerate(words)))
    rows: list[tuple[Cell, ...]] = []
    for row, numbers in enumerate(piece.cells):
        name: Cell = Words((piece.left.tokens[row - 1],)) if row else ""
        rows.append((name, *(piece.marked(row, column) for column in range(len(numbers)))))
    return Table(_GRID_LEGEND if piece.path else "* marks two equal words.", columns, tuple(rows))
