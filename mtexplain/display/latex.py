"""A trace as a LaTeX document for xelatex, with formulas as mathematics and tables that break across pages."""

import re
from collections.abc import Iterator, Sequence

from mtexplain.display import picture_latex, plain
from mtexplain.display.charts import Grid
from mtexplain.display.formula import Call, Cases, Chain, Formula, Minus, Over, Power, Root, SumOver, Symbol, is_short
from mtexplain.display.parts import (
    MOST_SHOWN,
    Beside,
    Cell,
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
from mtexplain.display.plain import tabulated
from mtexplain.display.pyramid import Gallery, Pyramid
from mtexplain.display.pyramid_layout import laid
from mtexplain.display.steps import Showable, StepParts

_OPERATORS = {"*": r" \cdot ", "+": " + ", "-": " - ", "=": " = ", ",": r",\, ", " ": r"\, ",
              ">": " > ", "<": " < ", "≥": r" \ge ", "≤": r" \le ", "≠": r" \ne "}  # fmt: skip
_LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_GREEK = {
    "α": r"\alpha",
    "β": r"\beta",
    "γ": r"\gamma",
    "δ": r"\delta",
    "κ": r"\kappa",
    "λ": r"\lambda",
    "τ": r"\tau",
    "σ": r"\sigma",
}
_FUNCTIONS = {"log", "exp", "min", "max"}
_SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_SPECIAL.update({mark: "\\" + mark for mark in "{}$&#_%"})
_SPECIAL.update({chr(0x2400 + code): f"⟨U+{code:04X}⟩" for code in range(32)})  # few fonts have ␀
_SPECIAL.update({mark: f"{{{mark}}}" for mark in "`'\"-<>[]|"})  # braces separate what TeX would join or interpret
_PREAMBLE = r"""\documentclass[a4paper]{article}
\usepackage[margin=2cm,paperwidth=PAPERpt]{geometry}
\usepackage{amsmath,booktabs,longtable,array,color,fontspec}
\IfFileExists{pict2e.sty}{\usepackage{pict2e}}{}
\definecolor{credit}{rgb}{0,0.447,0.698}\definecolor{clip}{rgb}{0.722,0.278,0}\definecolor{pale}{rgb}{0.5,0.72,0.85}
\definecolor{empty}{gray}{0.93}\definecolor{dim}{gray}{0.35}
% Fonts with many scripts, if they are installed. The log lists the characters that they lack.
\IfFontExistsTF{DejaVu Sans}{\setmainfont{DejaVu Sans}}{}
\IfFontExistsTF{DejaVu Sans Mono}{\setmonofont{DejaVu Sans Mono}}{}
\IfFileExists{xeCJK.sty}{\IfFontExistsTF{Noto Sans CJK SC}{\usepackage{xeCJK}
  \setCJKmainfont{Noto Sans CJK SC}\setCJKmonofont{Noto Sans CJK SC}}{}}{}
\setlength{\parindent}{0pt}\setlength{\parskip}{4pt}\raggedright\emergencystretch=3em
\begin{document}
"""
_PIECE = re.compile(".{20}[\u0300-\u036f]*|.+")  # an accent stays with its letter
_LONG = 44  # a column with more characters than this is wrapped
_WRAPPED = r">{\raggedright\arraybackslash}p{9.4cm}"


def document(whole: Showable) -> str:
    """Return the whole trace as a document."""
    parts = [whole.picture] if whole.picture else []
    blocks = [*map(part, parts), *_headline(whole.headline), *map(part, whole.overview)]
    blocks += [_step(step) for step in whole.steps()]
    notes = "\n".join(rf"\item {escaped(str(note))}" for note in whole.notes[:MOST_SHOWN])
    if (more := len(whole.notes) - MOST_SHOWN) > 0:
        notes += f"\n\\item \\ldots\\ and {more:,} more note{'s' * (more > 1)}"
    if notes:
        blocks.append(f"\\section*{{Notes}}\n\\begin{{itemize}}\n{notes}\n\\end{{itemize}}")
    parts += [*whole.overview, *(part for step in whole.steps() for part in step.parts)]
    return of_body("\n\n".join(blocks), parts)


def _headline(head: Headline) -> Iterator[str]:
    """Yield the answer in large type with its reason, the closed form, and the rules in small print."""
    yield rf"{{\LARGE\bfseries {escaped(head.answer)}}}\quad {part(head.why)}"
    if head.was:
        yield f"was {escaped(head.was)}" + (f": {escaped(head.change)}" if head.change else "")
    yield rf"$\displaystyle {formula(head.equation.symbols)} = {formula(head.equation.numbers)}$"
    yield rf"{{\small {escaped(head.signature)}}}"


def of_body(body: str, parts: Sequence[Part]) -> str:
    """Return a whole document, on paper that is wide enough for its parts."""
    return f"{_PREAMBLE.replace('PAPER', str(_paper(parts)))}{body}\n\\end{{document}}\n"


def _step(whole: StepParts) -> str:
    head = rf"\section*{{{escaped(whole.title)}: {{\normalfont {escaped(whole.summary)}: ${formula(whole.result)}$}}}}"
    return "\n\n".join([head, f"{escaped(whole.why)} ({escaped(whole.source)})", *map(part, whole.parts)])


def part(element: Part) -> str:
    if isinstance(element, Table):
        return table(element)
    if isinstance(element, Equation):
        return _equation(element)
    if isinstance(element, Gallery):
        drawn = [(title, picture_latex.picture(laid(figure), escaped)) for title, figure in element.pictures]
        return "\n\n".join([*(rf"{escaped(title)}\\{figure}" for title, figure in drawn), escaped(element.more)])
    if isinstance(element, Prose):
        return "".join(_sentence(piece) if isinstance(piece, Words) else _inline(piece) for piece in element.pieces)
    if isinstance(element, Beside):
        return "\n\n".join(map(part, element.parts))
    if isinstance(element, Grid):
        return part(tabulated(element))
    picture = picture_latex.picture(laid(element), escaped)
    return picture if isinstance(element, Pyramid | Picture) else rf"{picture}\\{escaped(element.alt)}"


def _inline(tree: Formula) -> str:
    return escaped(tree) if isinstance(tree, str) else f"${formula(tree, raised=True)}$"


def _equation(equation: Equation) -> str:
    """Return the three lines, aligned at their equals signs."""
    symbols, lines = equation.symbols, [formula(equation.numbers), formula(equation.value)]
    if isinstance(symbols, Chain) and symbols.operator == "=":
        symbols, *between = symbols.terms
        lines = [*map(formula, between), *lines]
    different = [line for before, line in zip(["", *lines], lines, strict=False) if line != before]
    where = f"\n{{\\small {escaped(equation.where)}}}" if equation.where else ""
    return "\\begin{align*}\n" + formula(symbols) + " &= " + " \\\\\n&= ".join(different) + "\n\\end{align*}" + where


def table(element: Table) -> str:
    """Return a table that may break across pages, cut after 200 rows."""
    caption = f"{escaped(element.title)}\n\n" if element.title else ""
    titles = " & ".join(escaped(column.title) for column in element.columns)
    head = rf"\toprule {titles} \\ \midrule \endhead" if titles.strip(" &") else r"\toprule \endhead"
    rows = []
    for row in element.rows[:MOST_SHOWN]:
        rows.append(" & ".join(map(_cell, row)) + r" \\")
    if (more := len(element.rows) - MOST_SHOWN) > 0:
        left_out = rf"\ldots\ and {more:,} more row{'s' * (more > 1)}"
        rows.append(rf"\multicolumn{{{len(element.columns)}}}{{l}}{{{left_out}}} \\")
    if element.total:
        total = " & ".join("" if value is None else _cell(value) for value in element.total)
        rows.append(rf"\midrule {total} \\")
    columns = "".join(_alignment(element, index, width) for index, width in enumerate(_widths(element)))
    body = "\n".join(rows)
    return f"{caption}\\begin{{longtable}}{{{columns}}}\n{head}\n{body}\n\\bottomrule\n\\end{{longtable}}"


def _alignment(table: Table, index: int, width: int) -> str:
    if width > _LONG:
        return _WRAPPED
    return "l" if index < table.names else "r"


def _widths(table: Table) -> list[int]:
    """Return the number of characters that each column takes."""
    rows = [tuple(column.title for column in table.columns), *table.rows[:MOST_SHOWN]]
    return [max(len(plain.cell(value)) for value in column) for column in zip(*rows, strict=True)]


def _paper(parts: Sequence[Part]) -> int:
    """Return the width of the paper in points, at least A4, that the widest table or picture needs."""
    tables = [tabulated(part) if isinstance(part, Grid) else part for part in parts]
    widths = [[min(width, _LONG) for width in _widths(table)] for table in tables if isinstance(table, Table)]
    pictures = [part for part in parts if isinstance(part, Pyramid | Picture)]
    pictures += [figure for part in parts if isinstance(part, Gallery) for _, figure in part.pictures]
    drawn = [picture_latex.paper(laid(picture)) for picture in pictures]
    return max(597, round(120 + max([sum(columns) * 6.4 + len(columns) * 12 for columns in widths] + drawn, default=0)))


def _cell(value: Cell) -> str:
    if isinstance(value, Words):
        return _sentence(value)
    if isinstance(value, Marked):
        return rf"\textbf{{{value.number}}}"
    return (
        "--"
        if value is None
        else escaped(str(value))
        if isinstance(value, str | int | Real)
        else f"${formula(value, raised=True)}$"
    )


def _sentence(words: Words) -> str:
    shown = " ".join(_token(token) + r"\textsuperscript{new}" * new for token, new in words.shown())
    return rf"\texttt{{{shown}}}{words.more()}"


def _token(token: str) -> str:
    """Return a token. TeX may break a long token after every 20 characters."""
    return r"\allowbreak{}".join(map(escaped, re.findall(_PIECE, token)))


def formula(tree: Formula, raised: bool = False) -> str:
    r"""Return a formula as LaTeX mathematics. If it is `raised`, fractions are written on one line.

    >>> print(formula(Power("e", Chain("-", ("1", Over("7", "6"))))))
    e^{1 - 7/6}
    """

    def inside(part: Formula) -> str:
        return formula(part, raised)

    match tree:
        case Symbol(name, below):
            letter = name.rstrip("′")
            spelled = name.replace("-", r"\text{-}")  # the hyphen of CIDEr-D is not a minus
            single = _GREEK.get(name, name.replace("′", "'"))
            symbol = single if len(letter) == 1 else rf"\mathrm{{{spelled}}}"
            return f"{symbol}_{{{_index(below)}}}" if below else symbol
        case Over(str(top), str(bottom)):
            sign, digits = ("-", top[1:]) if top.startswith("-") else ("", top)
            return f"{top}/{bottom}" if raised else rf"{sign}\tfrac{{{digits}}}{{{bottom}}}"
        case Over(top, bottom) if raised and is_short(top) and is_short(bottom):
            return f"{inside(top)}/{inside(bottom)}"
        case Over(top, bottom):
            return rf"\frac{{{inside(top)}}}{{{inside(bottom)}}}"
        case Power(base, exponent):
            return f"{inside(base)}^{{{formula(exponent, raised=True)}}}"
        case Root(of):
            return rf"\sqrt{{{inside(of)}}}"
        case Minus(of):
            return f"-{inside(of)}"
        case Chain(operator, terms, grouped):
            joined = _OPERATORS[operator].join(map(inside, terms))
            return rf"\left({joined}\right)" if grouped else joined
        case Call("log", Symbol() as argument):
            return rf"\log {inside(argument)}"
        case Call(function, argument):
            name = f"\\{function}" if function in _FUNCTIONS else inside(function)
            return rf"{name}\left({inside(argument)}\right)"
        case SumOver(over, term):
            return rf"\sum_{{{over}}} {inside(term)}"
        case Cases(cases, otherwise):
            rows = (rf"{inside(value)} & {inside(condition)} \\ " for value, condition in cases)
            return rf"\begin{{cases}} {''.join(rows)}{inside(otherwise)} & \text{{otherwise}} \end{{cases}}"
    return _text(tree)


def escaped(text: str) -> str:
    r"""Return text that TeX prints as it is.

    >>> print(escaped("50% of $x_1$"))
    50\% of \$x\_1\$
    """
    return "".join(_SPECIAL.get(mark, mark) for mark in text)


def _text(text: str) -> str:
    text = re.sub(r"(?<=\d),(?=\d)", "{,}", text)  # 3,072 is one number
    text = re.sub("[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda raised: f"^{{{raised[0].translate(_LOWERED)}}}", text)
    for mark, command in (
        ("…", r"\dots "),
        ("∞", r"\infty "),
        ("−", "-"),
        ("×", r"\times "),
        ("·", r"\cdot "),
        ("→", r"\to "),
        ("σ", r"\sigma "),
    ):
        text = text.replace(mark, command)
    if not any(mark.isalpha() for mark in text) or len(text) == 1 or "\\" in text:
        return text
    return rf"\text{{{escaped(text)}}}"


def _index(below: str) -> str:
    return below if len(below) == 1 else rf"\mathrm{{{below}}}"
