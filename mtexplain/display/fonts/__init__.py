"""The fonts that pages and slides contain, so that they look the same and are the same size on every machine.

Text is set in Inter, tokens and code in JetBrains Mono, and formulas in STIX Two Math. `tools/fonts.py` has reduced
them to European letters and mathematical symbols. The reader's system draws the characters that they lack, such as
Chinese, Arabic and emoji. All three are under the SIL Open Font License (see OFL.txt).
"""

import os
from base64 import b64encode
from functools import cache

_FILES = {"mtexplain": "sans", "mtexplain-mono": "mono", "mtexplain-maths": "maths"}


@cache
def faces(*families: str) -> str:
    """Return the style that gives a page these families. It contains the fonts and loads nothing from outside."""
    return "\n".join(map(_face, families))


def _face(family: str) -> str:
    with open(os.path.join(os.path.dirname(__file__), f"{_FILES[family]}.woff2"), "rb") as file:
        data = b64encode(file.read()).decode()
    weight = "400 700" if family == "mtexplain" else "400"
    return f"@font-face {{ font-family: {family}; font-weight: {weight}; src: url(data:font/woff2;base64,{data}); }}"
