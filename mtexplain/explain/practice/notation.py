r"""Conversion of numbers such as ½, 4÷6, e⁻¹, \frac{4}{6} or 0.6̅ to the characters of a keyboard."""

import re
import unicodedata

_SIGNS = str.maketrans("\u2010\u2011\u2212\u2044\u2215÷·×⋅∙∗[]{}", "---///*****()()") | {ord("^"): "**"}
_SUPERSCRIPTS = "⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹"
_SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"
_DIGITS = str.maketrans(_SUPERSCRIPTS + _SUBSCRIPTS, "+-0123456789" + "0123456789")
_REPEATING = re.compile(r"\d\u0307\d*\d\u0307|(?:\d[\u0304\u0305\u0307])+")
_SMALL_FRACTION = re.compile(f"(?:([0-9]+) ?)?([{_SUPERSCRIPTS}]+)[\u2044/]([{_SUBSCRIPTS}]+)")
_MIXED_NUMBER = re.compile("(\\d*)([¼½¾⅐-⅞↉])")
_ROOT = re.compile(f"([{_SUPERSCRIPTS[2:]}]*)√|([∛∜])")
_POWER = re.compile(f"[{_SUPERSCRIPTS}]+(?:[\u2044\u141f/][{_SUPERSCRIPTS}]+)?")
_LOGARITHM = re.compile(
    r"log\s*(?:_\s*[{(]?\s*(2|10)\b(?!\.\d)\s*[})]?|(₂|₁₀))\s*(?:(\d*\.?\d+)(?=\s*(?:[)=≈~→]|$))|(?=([-+.\d])))?"
)
"""A logarithm to a base, with its argument if nothing else follows, as in log_2 8 but not in log_2 1/8."""
_TIMES = re.compile(r"(?<=[\d)])\s+x\s+(?=[\d(.])|(?<=\))\s*x\s*(?=\()|(?<=\d)\s*x\s*(?=10\s*\*\*)")
_LATEX = (
    (re.compile(r"\\(?:left|right|big|Big)\b|\\[,;! ()]|\$"), ""),
    (re.compile(r"\\(?:mathrm|text|operatorname)\s*\{\s*([a-zA-Z]+)\s*\}"), r"\1"),
    (re.compile(r"\\(?:overline|bar|dot)\s*(?:\{(\d+)\}|(\d))"), r"(\1\2)"),
    (re.compile(r"\\(?:cdot|times|ast)\b"), "*"),
    (re.compile(r"\\(?:approx|simeq|sim|doteq)\b"), "≈"),
    (re.compile(r"\\div\b"), "/"),
    (re.compile(r"\\[dt]?frac\s*(\d)\s*(\d)"), r"frac(\1)(\2)"),
    (re.compile(r"\\[dt]?frac\b"), "frac"),
    (re.compile(r"\\(sqrt|exp|log|ln|%)"), r"\1"),
)
_FRACTION = re.compile(r"frac\s*\(\s*(-?\d+)\s*\)\s*\(\s*(\d+)\s*\)")
_DASH = re.compile(r"(?<!\d)[\u2012\u2013]|[\u2012\u2013](?!\d)")
"""A dash that is a minus sign; between two digits it may mark a range, as in 0.43–0.44."""
_PROGRAM = re.compile(r"\b(?:math|numpy|np)\.(?=[a-z])")


def on_a_keyboard(text: str) -> str:
    r"""Return a text with its numbers typed on a keyboard; unknown parts stay as they are.

    >>> on_a_keyboard("1½ × 4÷6"), on_a_keyboard("e⁻¹"), on_a_keyboard(r"e^{-\frac{1}{6}}"), on_a_keyboard("∜(5)")
    ('(1+1/2) * 4/6', 'e**(-1)', 'e**(-(1/6))', 'sqrt(4)(5)')
    """
    text = _REPEATING.sub(lambda match: f"({re.sub('[^0-9]', '', match[0])})", text)
    text = _SMALL_FRACTION.sub(_small_fraction, text)
    text = _ROOT.sub(_root, text)
    text = _LOGARITHM.sub(_logarithm, text)
    text = _POWER.sub(lambda match: f"**({_lowered(match[0])})", text)
    text = unicodedata.normalize("NFKC", _MIXED_NUMBER.sub(_mixed_number, text))
    for pattern, plain in _LATEX:
        text = pattern.sub(plain, text)
    text = _FRACTION.sub(r"(\1/\2)", _DASH.sub("-", text).translate(_SIGNS))
    return _TIMES.sub(" * ", _PROGRAM.sub("", text.lower()))


def _lowered(text: str) -> str:
    """Superscripts and subscripts as ordinary characters, for example ⁻¹ as -1."""
    return text.translate(_DIGITS).replace("\u141f", "/").replace("\u2044", "/")


def _root(match: re.Match[str]) -> str:
    """√ as sqrt, and the fourth root as sqrt(4), which applies to the term after it."""
    index = _lowered(match[1] or "") or {"∛": "3", "∜": "4"}.get(match[2] or "", "")
    return f"sqrt({index})" if index else "sqrt"


def _logarithm(match: re.Match[str]) -> str:
    """log_2 8 as log2(8), and log₂1/8 as log2 1/8, which can be read in two ways."""
    name = f"log{match[1] or _lowered(match[2])}"
    return f"{name}({match[3]})" if match[3] else f"{name} " if match[4] else name


def _small_fraction(match: re.Match[str]) -> str:
    """¹/₂ as (1/2), 2¹/₂ as (2+1/2)."""
    whole = f"{match[1]}+" if match[1] else ""
    return f"({whole}{_lowered(match[2])}/{_lowered(match[3])})"


def _mixed_number(match: re.Match[str]) -> str:
    """½ as (1/2), 1½ as (1+1/2)."""
    fraction = unicodedata.normalize("NFKC", match[2]).replace("\u2044", "/")
    return f"({match[1]}+{fraction})" if match[1] else f"({fraction})"
