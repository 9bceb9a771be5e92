"""The small pieces of HTML: escaped text and formulas."""

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
    needs_brackets,
)

_OPERATORS = {"*": " · ", "+": " + ", "-": " − ", "=": " = ", ",": ", ", " ": " ",
              ">": " &gt; ", "<": " &lt; ", "≥": " ≥ ", "≤": " ≤ ", "≠": " ≠ "}  # fmt: skip
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


def escaped(text: str) -> str:
    """Return text as HTML and SVG show it, in an element or in a quoted attribute.

    >>> escaped("<b>")
    '&lt;b&gt;'
    """
    return text.translate(_ENTITIES)


def formula(tree: Formula) -> str:
    """Return a formula on one line, with real sub- and superscripts.

    >>> formula(Power("e", Chain("-", ("1", Over("7", "6")))))
    'e<sup>1 − 7/6</sup>'
    """
    match tree:
        case Symbol(name, below):
            symbol = f"<i>{escaped(name)}</i>" if len(name.rstrip("′")) == 1 else escaped(name)
            return f"{symbol}<sub>{escaped(below)}</sub>" if below else symbol
        case Over(top, bottom):
            return f"{_in_fraction(top)}/{_in_fraction(bottom, below=True)}"
        case Power(base, exponent):
            return f"{formula(base)}<sup>{formula(exponent)}</sup>"
        case Root(of):
            return f"√{escaped(of)}" if isinstance(of, str) else f"√({formula(of)})"
        case Minus(of):
            return f"−{formula(of)}"
        case Chain(operator, terms, grouped):
            joined = _OPERATORS[operator].join(map(formula, terms))
            return f"({joined})" if grouped else joined
        case Call("log", Symbol() as argument):
            return f"log {formula(argument)}"
        case Call(function, argument):
            return f"{formula(function)}({formula(argument)})"
        case SumOver(over, term):
            return f"Σ<sub>{escaped(over)}</sub> {formula(term)}"
        case Cases(cases, otherwise):
            branches = (f"{formula(value)} where {formula(condition)}, " for value, condition in cases)
            return f"{''.join(branches)}else {formula(otherwise)}"
    return escaped(tree)


def _in_fraction(tree: Formula, below: bool = False) -> str:
    """Return the numerator or the denominator of a fraction, in brackets if it needs them."""
    return f"({formula(tree)})" if needs_brackets(tree, below) else formula(tree)
