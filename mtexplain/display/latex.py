"""A trace as a LaTeX document for xelatex: formulas as mathematics, tables that break over pages."""

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
_SPECIAL.update({mark: f"{{{mark}}}" for mark in "`'\"-<>[]|"})  # braces part what TeX would join or read
_PREAMBLE = r"""\documentclass[a4paper]{article}
\usepackage[margin=2cm,paperwidth=PAPERpt]{geometry}
\usepackage{amsmath,booktabs,longtable,array,color,fontspec}
\IfFileExists{pict2e.sty}{\usepackage{pict2e}}{}
\definecolor{credit}{rgb}{0,0.447,0.698}\definecolor{clip}{rgb}{0.722,0.278,0}\definecolor{pale}{rgb}{0.5,0.72,0.85}
\definecolor{empty}{gray}{0.93}\definecolor{dim}{gray}{0.35}
% Fonts with many scripts, where they are installed. Characters they lack are named in the log.
\IfFontExistsTF{DejaVu Sans}{\setmainfont{DejaVu Sans}}{}
\IfFontExistsTF{DejaVu Sans Mono}{\setmonofont{DejaVu Sans Mono}}{}
\IfFileExists{xeCJK.sty}{\IfFontExistsTF{Noto Sans CJK SC}{\usepackage{xeCJK}
  \setCJKmainfont{Noto Sans CJK SC}\setCJKmonofont{Noto Sans CJK SC}}{}}{}
\setlength{\parindent}{0pt}\setlength{\parskip}{4pt}\raggedright\emergencystretch=3em
\begin{document}
"""
_PIECE = re.compile(".{20}[\u0300-\u036f]*|.+")  # an accent stays with its letter
_LONG = 44  # characters in a column, from which on it is wrapped
_WRAPPED = r">{\raggedright\arraybackslash}p{9.4cm}"


def document(whole: Showable) -> str:
    """The whole trace as a document."""
    parts = [whole.picture] if whole.picture else []
    blocks = [*map(part, parts), *_headline(whole.headline), *map(part, whole.overview)]
    blocks += [_step(piece) for piece in whole.steps()]
    notes = "\n".join(rf"\item {escaped(str(note))}" for note in whole.notes[:MOST_SHOWN])
    if (more := len(whole.notes) - MOST_SHOWN) > 0:
        notes += f"\n\\item \\ldots\\ and {more:,} more notes"
    if notes:
        blocks.append(f"\\section*{{Notes}}\n\\begin{{itemize}}\n{notes}\n\\end{{itemize}}")
    parts += [*whole.overview, *(piece for step in whole.steps() for piece in step.parts)]
    return of_body("\n\n".join(blocks), parts)


def _headline(head: Headline) -> Iterator[str]:
    """The answer, large, and why it is so; the closed form; the rules in small print."""
    yield rf"{{\LARGE\bfseries {escaped(head.answer)}}}\quad {part(head.why)}"
    if head.was:
        yield f"was {escaped(head.was)}" + (f": {escaped(head.change)}" if head.change else "")
    yield rf"$\displaystyle {formula(head.equation.symbols)} = {formula(head.equation.numbers)}$"
    yield rf"{{\small {escaped(head.signature)}}}"


def of_body(body: str, parts: Sequence[Part]) -> str:
    """A whole document, on paper that is wide enough for its parts."""
    return f"{_PREAMBLE.replace('PAPER', str(_paper(parts)))}{body}\n\\end{{document}}\n"


def _step(whole: StepParts) -> str:
    head = rf"\section*{{{escaped(whole.title)}: {{\normalfont {escaped(whole.summary)}: ${formula(whole.result)}$}}}}"
    return "\n\n".join([head, f"{escaped(whole.why)} ({escaped(whole.source)})", *map(part, whole.parts)])


def part(piece: Part) -> str:
    if isinstance(piece, Table):
        return table(piece)
    if isinstance(piece, Equation):
        return _equation(piece)
    if isinstance(piece, Gallery):
        blocks = [rf"{escaped(title)}\\{picture_latex.picture(laid(one), escaped)}" for title, one in piece.pictures]
        return "\n\n".join([*blocks, escaped(piece.more)])
    if isinstance(piece, Prose):
        return "".join(_sentence(one) if isinstance(one, Words) else _inline(one) for one in piece.pieces)
    if isinstance(piece, Beside):
        return "\n\n".join(map(part, piece.parts))
    if isinstance(piece, Grid):
        return part(tabulated(piece))
    drawn = picture_latex.picture(laid(piece), escaped)
    return drawn if isinstance(piece, Pyramid | Picture) else rf"{drawn}\\{escaped(piece.alt)}"


def _inline(piece: Formula) -> str:
    return escaped(piece) if isinstance(piece, str) else f"${formula(piece, raised=True)}$"


def _equation(piece: Equation) -> str:
    """The three lines, aligned at their equals signs."""
    symbols, lines = piece.symbols, [formula(piece.numbers), formula(piece.value)]
    if isinstance(symbols, Chain) and symbols.operator == "=":
        symbols, *rest = symbols.terms
        lines = [*map(formula, rest), *lines]
    different = [line for before, line in zip(["", *lines], lines, strict=False) if line != before]
    where = f"\n{{\\small {escaped(piece.where)}}}" if piece.where else ""
    return "\\begin{align*}\n" + formula(symbols) + " &= " + " \\\\\n&= ".join(different) + "\n\\end{align*}" + where


def table(piece: Table) -> str:
    """A table that may break over pages, cut after 200 rows."""
    caption = f"{escaped(piece.title)}\n\n" if piece.title else ""
    titles = " & ".join(escaped(column.title) for column in piece.columns)
    head = rf"\toprule {titles} \\ \midrule \endhead" if titles.strip(" &") else r"\toprule \endhead"
    rows = []
    for row in piece.rows[:MOST_SHOWN]:
        rows.append(" & ".join(map(_cell, row)) + r" \\")
    if (more := len(piece.rows) - MOST_SHOWN) > 0:
        rows.append(rf"\multicolumn{{{len(piece.columns)}}}{{l}}{{\ldots\ and {more:,} more rows}} \\")
    if piece.total:
        total = " & ".join("" if value is None else _cell(value) for value in piece.total)
        rows.append(rf"\midrule {total} \\")
    columns = "".join(_alignment(piece, place, width) for place, width in enumerate(_widths(piece)))
    body = "\n".join(rows)
    return f"{caption}\\begin{{longtable}}{{{columns}}}\n{head}\n{body}\n\\bottomrule\n\\end{{longtable}}"


def _alignment(piece: Table, place: int, width: int) -> str:
    if width > _LONG:
        return _WRAPPED
    return "l" if place < piece.names else "r"


def _widths(piece: Table) -> list[int]:
    """How many characters each column takes."""
    rows = [tuple(column.title for column in piece.columns), *piece.rows[:MOST_SHOWN]]
    return [max(len(plain.cell(value)) for value in column) for column in zip(*rows, strict=True)]


def _paper(parts: Sequence[Part]) -> int:
    """How wide the paper must be for the widest table, in points; A4 or more."""
    tables = [tabulated(piece) if isinstance(piece, Grid) else piece for piece in parts]
    widths = [[min(width, _LONG) for width in _widths(piece)] for piece in tables if isinstance(piece, Table)]
    found = [piece for piece in parts if isinstance(piece, Pyramid | Picture)]
    found += [one for piece in parts if isinstance(piece, Gallery) for _, one in piece.pictures]
    drawn = [picture_latex.paper(laid(one)) for one in found]
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
    """A token; TeX may break a long one after every 20 characters."""
    return r"\allowbreak{}".join(map(escaped, re.findall(_PIECE, token)))


def formula(tree: Formula, raised: bool = False) -> str:
    r"""A formula as LaTeX mathematics; where it is raised, fractions are written in one line.

    >>> print(formula(Power("e", Chain("-", ("1", Over("7", "6"))))))
    e^{1 - 7/6}
    """

    def inside(part: Formula) -> str:
        return formula(part, raised)

    match tree:
        case Symbol(name, below):
            letter = name.rstrip("′")
            spelled = name.replace("-", r"\text{-}")  # the hyphen of CIDEr-D is no minus
            single = _GREEK.get(name, name.replace("′", "'"))
            written = single if len(letter) == 1 else rf"\mathrm{{{spelled}}}"
            return f"{written}_{{{_index(below)}}}" if below else written
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
            rows = (rf"{inside(one)} & {inside(condition)} \\ " for one, condition in cases)
            return rf"\begin{{cases}} {''.join(rows)}{inside(otherwise)} & \text{{otherwise}} \end{{cases}}"
    return _text(tree)


def escaped(text: str) -> str:
    r"""Text that TeX prints as it is.

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
