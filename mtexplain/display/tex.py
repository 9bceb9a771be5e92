"""The small pieces of LaTeX: text made harmless, and formulas."""

import re

from mtexplain.display.formula import Call, Chain, Formula, Minus, Over, Power, Root, SumOver, Symbol, is_short

_OPERATORS = {"*": r" \cdot ", "+": " + ", "-": " - ", "=": " = ", ",": r",\, "}
_LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_GREEK = {"α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "σ": r"\sigma"}
_FUNCTIONS = {"log", "exp", "min", "max"}
_SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_SPECIAL.update({mark: "\\" + mark for mark in "{}$&#_%"})
_SPECIAL.update({chr(0x2400 + code): f"⟨U+{code:04X}⟩" for code in range(32)})  # few fonts have ␀
_SPECIAL.update({mark: f"{{{mark}}}" for mark in "`'\"-<>[]|"})  # braces part what TeX would join or read


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
    return _text(tree)


def escaped(text: str) -> str:
    r"""Text that TeX prints as it is.

    >>> print(escaped("50% of $x_1$"))
    50\% of \$x\_1\$
    """
    return "".join(_SPECIAL.get(mark, mark) for mark in text)


def _text(text: str) -> str:
    text = re.sub("[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda raised: f"^{{{raised[0].translate(_LOWERED)}}}", text)
    for mark, command in (("…", r"\dots "), ("∞", r"\infty "), ("−", "-"), ("×", r"\times "), ("σ", r"\sigma ")):
        text = text.replace(mark, command)
    if not any(mark.isalpha() for mark in text) or len(text) == 1 or "\\" in text:
        return text
    return rf"\text{{{escaped(text)}}}"


def _index(below: str) -> str:
    return below if len(below) == 1 else rf"\mathrm{{{below}}}"
