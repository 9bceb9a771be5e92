"""The fonts that pages and slides bring along, so that they look and measure the same on every machine.

Inter for text, JetBrains Mono for tokens and code, STIX Two Math for formulas: the letters of Europe and the signs of
mathematics, cut by `tools/fonts.py`. The reader's system draws what they lack (Chinese, Arabic, emoji). All three are
under the SIL Open Font License: see OFL.txt.
"""

import os
from base64 import b64encode
from functools import cache

_FILES = {"mtexplain": "sans", "mtexplain-mono": "mono", "mtexplain-maths": "maths"}


@cache
def faces(*families: str) -> str:
    """The style that gives a page these families; it holds the fonts themselves, and asks for nothing from outside."""
    return "\n".join(map(_face, families))


def _face(family: str) -> str:
    with open(os.path.join(os.path.dirname(__file__), f"{_FILES[family]}.woff2"), "rb") as file:
        data = b64encode(file.read()).decode()
    weight = "400 700" if family == "mtexplain" else "400"
    return f"@font-face {{ font-family: {family}; font-weight: {weight}; src: url(data:font/woff2;base64,{data}); }}"
