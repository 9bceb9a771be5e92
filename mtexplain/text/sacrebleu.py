"""The tokenisers of sacreBLEU, and the tokenisers of the WMT scripts on which they are based.

The scripts mteval-v11b, v13a and v14 take the same steps. They differ in how they first treat white space, and in which
characters count as white space and as marks.
"""

import re
from unicodedata import category

# Every ASCII mark except ' , - . which depend on their neighbours
_MARK = re.escape('!"#$%&()*+/:;<=>?@[\\]^_`{|}~')

_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))

_SPLITS = (
    (f"([{_MARK}])", r" \1 "),  # a mark is a token of its own
    (r"([^0-9])([.,])", r"\1 \2 "),  # a point or comma is cut from what precedes it, unless that is a digit,
    (r"([.,])([^0-9])", r" \1 \2"),  # and from what follows it, unless that is a digit, so 3.5 stays whole
    (r"([0-9])(-)", r"\1 \2 "),  # a hyphen is cut from the digit before it
)

# White space in Perl, in text and in bytes. Python's \s has four more control characters, U+001C to U+001F.
_PERL_SPACES = re.compile(r"[^\S\x1c-\x1f]+")
_BYTE_SPACES = re.compile(r"\s+", re.ASCII)
_KIND_SPLITS = (
    ("([^N])(P)", r"\1 \2 "),  # punctuation is cut from what precedes it, unless that is a number,
    ("(P)([^N])", r" \1 \2"),  # and from what follows it, unless that is a number, so 3.5 stays whole
    ("(S)", r" \1 "),  # a symbol is a token of its own
)
"""Patterns for a text's Unicode categories, a letter for each character (P punctuation, S symbol, N number)."""


# The first and last character of each block that sacreBLEU treats as Chinese.
_BLOCKS = (
    "\u2001\u2a6d",  # by the slip described below (general punctuation, arrows, mathematics, boxes, ...)
    "\u2e80\u2eff\u2f00\u2fdf",  # radicals
    "\u2ff0\u2fff\u3000\u303f",  # descriptions of characters; punctuation
    "\u3100\u312f\u31a0\u31bf\u31c0\u31ef",  # phonetic symbols, strokes
    "\u3200\u32ff\u3300\u33ff",  # enclosed and squared characters
    "\u3400\u4db5\u4e00\u9fbb",  # the characters themselves, as of Unicode 4.1, and Extension A
    "\uf900\ufa2d\ufa30\ufa6a\ufa70\ufad9",  # compatibility characters
    "\ufe10\ufe1f\ufe30\ufe4f\uff00\uffef",  # vertical punctuation; full and half width
)
_RANGES = "".join(f"{block[i]}-{block[i + 1]}" for block in _BLOCKS for i in range(0, len(block), 2))


def split_at_whitespace(text: str) -> tuple[str, ...]:
    """Return the words between white space, as `str.split` does (no-break spaces are white space too).

    >>> split_at_whitespace("the  cat sat.")
    ('the', 'cat', 'sat.')
    """
    return tuple(text.split())


def split_at_ascii_whitespace(text: str) -> tuple[str, ...]:
    r"""Return the words between ASCII white space (space, \t, \n, \v, \f and \r). A no-break space stays in a word.

    Moses' multi-bleu.perl does the same, because it reads bytes, and no byte of other white space is among these six.

    >>> split_at_ascii_whitespace("10\u00a0km  away")
    ('10\xa0km', 'away')
    """
    return tuple(re.findall(r"\S+", text, re.ASCII))


def tokenize_char(text: str) -> tuple[str, ...]:
    """Return the characters of a text without its white space, as sacreBLEU's `char` does.

    A character is a code point, so an accent with a code point of its own is a token.

    >>> tokenize_char("a cat.")
    ('a', 'c', 'a', 't', '.')
    """
    return tuple("".join(text.split()))


def tokenize_13a(text: str) -> tuple[str, ...]:
    """Return words and punctuation marks, as sacreBLEU cuts them, after WMT's mteval-v13a.

    A word that is hyphenated at the end of a line is joined to the next line, but not at the end of the text, because
    sacreBLEU first drops the white space there.

    >>> tokenize_13a("Mr. O'Neil paid $3.50, in 10-20 days.")
    ('Mr', '.', "O'Neil", 'paid', '$', '3.50', ',', 'in', '10', '-', '20', 'days', '.')
    """
    return tokenize_evaluate_13a(text.rstrip())


def tokenize_evaluate_13a(text: str) -> tuple[str, ...]:
    r"""Return words and punctuation marks as Hugging Face evaluate does, without first dropping final white space.

    >>> tokenize_13a("a-\n"), tokenize_evaluate_13a("a-\n")
    (('a-',), ('a',))
    """
    return tuple(_normalized(text).split())


def tokenize_mteval_13a(text: str) -> tuple[str, ...]:
    r"""Return words and punctuation marks, as the script mteval-v13a.pl cuts a segment of an SGML file.

    It joins the lines of the text with spaces before anything else, so a hyphenated word is never joined. White space
    is what Perl counts as white space.

    >>> tokenize_mteval_13a("a well-\nknown cat"), tokenize_13a("a well-\nknown cat")
    (('a', 'well-', 'known', 'cat'), ('a', 'wellknown', 'cat'))
    """
    return _in_one_line(text, _PERL_SPACES)


def tokenize_mteval_11b(text: str) -> tuple[str, ...]:
    r"""Return words and punctuation marks, as the script mteval-v11b.pl cuts them, with ASCII white space only.

    >>> tokenize_mteval_11b("10\u00a0km"), tokenize_mteval_13a("10\u00a0km")
    (('10\xa0km',), ('10', 'km'))
    """
    return _in_one_line(text, _BYTE_SPACES)


def spaced(text: str) -> str:
    """Return the text with spaces around its punctuation marks, except inside numbers.

    >>> spaced("Yes! 1,2").split()
    ['Yes', '!', '1,2']
    """
    for pattern, parted in _SPLITS:
        text = re.sub(pattern, parted, text)
    return text


def _normalized(text: str) -> str:
    text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, mark in _ENTITIES:
        text = text.replace(entity, mark)
    return spaced(f" {text} ")


def _in_one_line(text: str, spaces: re.Pattern[str]) -> tuple[str, ...]:
    line = _normalized(spaces.sub(" ", text))
    return tuple(token for token in spaces.split(line) if token)


def tokenize_intl(text: str) -> tuple[str, ...]:
    """Return words, marks and symbols of any script, as sacreBLEU's `intl` cuts them, after WMT's mteval-v14.

    A full stop after a number at the end of the text stays with the number, because nothing follows that would separate
    them. The categories of characters come from Python's `unicodedata`, where sacreBLEU uses the package `regex`; the
    newer of the two tables has more characters.

    >>> tokenize_intl("«Oui», dit-il: 3,5 € en 1999.")
    ('«', 'Oui', '»', ',', 'dit', '-', 'il', ':', '3,5', '€', 'en', '1999.')
    """
    text = text.rstrip()
    kinds = "".join(category(character)[0] for character in text)
    for pattern, parted in _KIND_SPLITS:
        kinds = re.sub(pattern, parted, kinds)
    characters = iter(text)
    return tuple("".join(" " if kind == " " else next(characters) for kind in kinds).split())


def tokenize_zh(text: str) -> tuple[str, ...]:
    r"""Split off each Chinese character, and cut the rest like 13a, but leave entities as they are (sacreBLEU's `zh`).

    We keep a mistake of sacreBLEU. SacreBLEU means Extension B, whose characters have five hexadecimal digits, and
    writes "\u20000" to "\u2a6d6", which in Python is U+2000 and a "0", to U+2A6D and a "6". Therefore every character
    from U+2001 to U+2A6D is a token, including dashes, quotes and arrows, and the characters of Extension B are not
    cut. The same mistake with the compatibility supplement changes nothing, because U+2F81 to U+2FA1 are among the
    radicals.

    Unlike 13a, it puts no spaces around the text first, so a full stop after a final number stays with the number.

    >>> tokenize_zh("猫坐在 mat 上,3.5米。")
    ('猫', '坐', '在', 'mat', '上', ',', '3.5', '米', '。')
    """
    return tuple(spaced(re.sub(f"([{_RANGES}])", r" \1 ", text.strip())).split())
