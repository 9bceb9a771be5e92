"""Every mark and symbol of Unicode parted from the words."""

import re
from unicodedata import category

_SPLITS = (
    ("([^N])(P)", r"\1 \2 "),  # punctuation parts from what stands before it, unless that is a number,
    ("(P)([^N])", r" \1 \2"),  # and from what stands after it, unless that is a number: 3.5 stays whole
    ("(S)", r" \1 "),  # a symbol is a token of its own
)
"""On the kinds of the characters, a letter each: P is punctuation, S a symbol, N a number, as Unicode has them."""


def tokenize_intl(text: str) -> tuple[str, ...]:
    """Words, marks and symbols of any script, as sacreBLEU's `intl` cuts them, after WMT's mteval-v14.

    A full stop after a number at the end of the text stays with it: nothing follows that would part them.
    Which character is of which kind is Python's to say, `unicodedata`, where sacreBLEU asks the package `regex`: the
    newer of their tables knows more characters.

    >>> tokenize_intl("«Oui», dit-il: 3,5 € en 1999.")
    ('«', 'Oui', '»', ',', 'dit', '-', 'il', ':', '3,5', '€', 'en', '1999.')
    """
    text = text.rstrip()
    kinds = "".join(category(character)[0] for character in text)
    for pattern, parted in _SPLITS:
        kinds = re.sub(pattern, parted, kinds)
    characters = iter(text)
    return tuple("".join(" " if kind == " " else next(characters) for kind in kinds).split())
