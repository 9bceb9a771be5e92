"""A trace as text, for a terminal."""

import re

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
from mtexplain.display.pyramid import Gallery, Pyramid, in_letters, in_letters_with_key
from mtexplain.display.steps import Showable, StepParts
from mtexplain.display.words import text_width
from mtexplain.invisible import visible

_GRID_LEGEND = "* marks two equal words, [ ] the path."
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_OPERATORS = {sign: f" {sign} " for sign in "*+-=><≥≤≠"} | {",": ", ", " ": " "}


def trace(whole: Showable, most: int = MOST_SHOWN) -> str:
    """Return the whole trace, from the picture to the notes. A table shows at most `most` rows."""
    head = whole.headline
    blocks = [part(whole.picture, most) + "\n"] if whole.picture else []
    blocks += [equation(head.equation, " = ") + _was(head), *filter(None, [head.says, prose(head.why)]), head.signature]
    blocks += ["", *(part(element, most) + "\n" for element in whole.overview)]
    for number, step_parts in enumerate(whole.steps(), 1):
        blocks.append(f"{number}. {step(step_parts, most)}\n")
    blocks += [f"Note: {note}" for note in whole.notes[:most]]
    if (more := len(whole.notes) - most) > 0:
        blocks.append(f"… and {more:,} more note{'s' * (more > 1)}")
    return "\n".join(blocks).rstrip()


def step(whole: StepParts, most: int = MOST_SHOWN) -> str:
    """Return a step with its outcome, its reason and its working."""
    head = f"{whole.title}: {whole.summary}: {formula(whole.result)}\n   {whole.why}"
    return "\n".join([head, *(_indented(part(element, most)) for element in whole.parts)])


def part(element: Part, most: int = MOST_SHOWN) -> str:
    if isinstance(element, Table):
        return table(element, most)
    if isinstance(element, Equation):
        return equation(element, "\n  = ") + (f"\n  ({element.where})" if element.where else "")
    if isinstance(element, Pyramid):
        return in_letters_with_key(element)
    if isinstance(element, Picture):
        return element.text
    if isinstance(element, Gallery):
        figures = [figure for _, figure in element.pictures]
        drawn = [figure.text if isinstance(figure, Picture) else in_letters(figure) for figure in figures]
        blocks = [f"{title}\n{text}" for (title, _), text in zip(element.pictures, drawn, strict=True)]
        keys = [figure.key for figure in figures[:1] if isinstance(figure, Pyramid)]
        return "\n\n".join([*blocks, *filter(None, [element.more]), *keys])
    if isinstance(element, Prose):
        return prose(element)
    if isinstance(element, Beside):
        return "\n\n".join(part(child, most) for child in element.parts)
    if isinstance(element, Grid):
        return part(tabulated(element))
    return element.alt


def prose(element: Prose) -> str:
    """Return a line of text. Words from outside are in quotes, so that they are not taken for ours."""
    return "".join(f'"{cell(piece)}"' if isinstance(piece, Words) else formula(piece) for piece in element.pieces)


def table(element: Table, most: int = MOST_SHOWN) -> str:
    """Return columns side by side, with names aligned to the left and numbers to the right."""
    rows = [tuple(column.title for column in element.columns)]
    rows += [tuple(cell(value) for value in row) for row in element.rows[:most]]
    if element.total:
        rows.append(tuple(cell(value) if value is not None else "" for value in element.total))
    lines = ["  ".join(row).rstrip() for row in _padded(rows, left=range(element.names))]
    if (more := len(element.rows) - most) > 0:
        lines.insert(1 + most, f"… and {more:,} more row{'s' * (more > 1)}")
    if element.title:
        lines.insert(0, element.title)
    return "\n".join(lines)


def cell(value: Cell) -> str:
    if isinstance(value, int):  # most cells are
        return str(value)
    if value is None:
        return "–"
    if isinstance(value, Words):
        return sentence(value)
    if isinstance(value, Marked):
        return str(value.number)
    return str(value) if isinstance(value, Real) else formula(value)


def sentence(words: Words) -> str:
    """Return a sentence, with a + after each new token."""
    return " ".join(token + "+" * new for token, new in words.shown()) + words.more()


def equation(element: Equation, equals: str) -> str:
    lines = [formula(element.symbols), formula(element.numbers), formula(element.value)]
    return equals.join(line for index, line in enumerate(lines) if index == 0 or line != lines[index - 1])


def formula(tree: Formula) -> str:
    """Return a formula on one line.

    >>> formula(Power("e", Chain("-", ("1", Over("7", "6")))))
    'e^(1 - 7/6)'
    """
    if isinstance(tree, str):  # most formulas are
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
            branches = (f"{formula(value)} where {formula(condition)}, " for value, condition in cases)
            return f"{''.join(branches)}else {formula(otherwise)}"


def drawn(tree: Formula) -> str:
    """Return a formula for a line of a picture, with Unicode subscripts, which exist for digits but not for words.

    >>> drawn(Chain("*", (Over("1", "4"), Call("log", Symbol("p", "1"))))), drawn(Symbol("F", "mean"))
    ('1/4 · log p₁', 'F mean')
    """
    text = re.sub(r"_(\d+(?:,\d+)*)", lambda below: below[1].translate(_LOWERED), formula(tree))
    if isinstance(tree, Symbol):
        text = text.replace("_", " ")
    return re.sub(r"-(?=[\d∞ ])", "\u2212", text).replace(" * ", " · ")  # a minus, but not the hyphen of 5-grams


def _in_fraction(tree: Formula, below: bool = False) -> str:
    """Return the numerator or the denominator of a fraction, in brackets if it needs them."""
    return f"({formula(tree)})" if needs_brackets(tree, below) else formula(tree)


def _was(head: Headline) -> str:
    change = f": {head.change}" if head.change else ""
    return f" (was {head.was}{change})" if head.was else ""


def _padded(rows: list[tuple[str, ...]], left: range | tuple[int, ...] = ()) -> list[tuple[str, ...]]:
    columns = []
    for index, column in enumerate(zip(*rows, strict=True)):
        widths = list(map(text_width, column))
        most = max(widths)
        spaces = [" " * (most - width) for width in widths]
        pairs = zip(column, spaces, strict=True) if index in left else zip(spaces, column, strict=True)
        columns.append(map("".join, pairs))
    return list(zip(*columns, strict=True))


def _indented(text: str) -> str:
    return "\n".join(f"   {line}" if line else line for line in text.split("\n"))


def tabulated(grid: Grid) -> Table | Prose:
    """Return a grid as a table, or a description of the grid if it is too large."""
    if not grid.fits:
        return Prose((grid.alt,))
    words = ("", *(visible(token) for token in grid.top.tokens))
    columns = (Column("word", ""), *(Column(str(index), word) for index, word in enumerate(words)))
    rows: list[tuple[Cell, ...]] = []
    for row, numbers in enumerate(grid.cells):
        name: Cell = Words((grid.left.tokens[row - 1],)) if row else ""
        rows.append((name, *(grid.marked(row, column) for column in range(len(numbers)))))
    return Table(_GRID_LEGEND if grid.path else "* marks two equal words.", columns, tuple(rows))
