"""The tokenisers of WMT's scoring scripts, mteval-v11b and mteval-v13a, and of the tools that repeat them.

All take the same steps. They differ in what they do to white space before, and in what is white space.
"""

import re

# Every ASCII mark but the four that need a look at their neighbours: ' , - .
_MARK = re.escape('!"#$%&()*+/:;<=>?@[\\]^_`{|}~')

_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))

_SPLITS = (
    (f"([{_MARK}])", r" \1 "),  # a mark is a token of its own
    (r"([^0-9])([.,])", r"\1 \2 "),  # a point or comma parts from what stands before it, unless that is a digit,
    (r"([.,])([^0-9])", r" \1 \2"),  # and from what stands after it, unless that is a digit: 3.5 stays whole
    (r"([0-9])(-)", r"\1 \2 "),  # a hyphen parts from the digit before it
)

# White space in Perl, in text and in bytes. Python's \s has four control characters more, U+001C to U+001F.
_PERL_SPACES = re.compile(r"[^\S\x1c-\x1f]+")
_BYTE_SPACES = re.compile(r"\s+", re.ASCII)


def tokenize_13a(text: str) -> tuple[str, ...]:
    """Words and marks, as sacreBLEU cuts them after WMT's mteval-v13a; never across white space.

    A hyphen at the end of a line is joined to the next line, but not at the end of the text: sacreBLEU first drops
    the white space there.

    >>> tokenize_13a("Mr. O'Neil paid $3.50, in 10-20 days.")
    ('Mr', '.', "O'Neil", 'paid', '$', '3.50', ',', 'in', '10', '-', '20', 'days', '.')
    """
    return tokenize_evaluate_13a(text.rstrip())


def tokenize_evaluate_13a(text: str) -> tuple[str, ...]:
    r"""Words and marks, as Hugging Face evaluate cuts them: as `tokenize_13a`, with the white space at the end kept.

    >>> tokenize_13a("a-\n"), tokenize_evaluate_13a("a-\n")
    (('a-',), ('a',))
    """
    return tuple(_normalized(text).split())


def tokenize_mteval_13a(text: str) -> tuple[str, ...]:
    r"""Words and marks, as the script mteval-v13a.pl itself cuts a segment of an SGML file.

    It makes one line of the text before anything else: a hyphen at the end of a line is never joined. White space
    is what Perl takes for it.

    >>> tokenize_mteval_13a("a well-\nknown cat"), tokenize_13a("a well-\nknown cat")
    (('a', 'well-', 'known', 'cat'), ('a', 'wellknown', 'cat'))
    """
    return _in_one_line(text, _PERL_SPACES)


def tokenize_mteval_11b(text: str) -> tuple[str, ...]:
    r"""Words and marks, as the script mteval-v11b.pl cuts them: it reads bytes, so only ASCII white space is any.

    >>> tokenize_mteval_11b("10\u00a0km"), tokenize_mteval_13a("10\u00a0km")
    (('10\xa0km',), ('10', 'km'))
    """
    return _in_one_line(text, _BYTE_SPACES)


def spaced(text: str) -> str:
    """The text with spaces around its marks, but not inside numbers.

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
