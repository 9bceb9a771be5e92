"""From a sentence to a tuple of tokens, by the names the tools use.

    whitespace   split at white space and change nothing else: what Papineni et al. 2002 count in their examples
    13a          the tokeniser of WMT's scoring script mteval-v13a, the default of sacreBLEU (Post 2018)

A tokeniser of your own is any function from a string to a list or tuple of strings.
"""

import re
from collections.abc import Callable, Sequence

Tokenizer = Callable[[str], Sequence[str]]


def split_at_whitespace(text: str) -> tuple[str, ...]:
    """The words between white space, as `str.split` sees white space (no-break spaces too).

    >>> split_at_whitespace("the  cat sat.")
    ('the', 'cat', 'sat.')
    """
    return tuple(text.split())


# Every ASCII mark but the four that need a look at their neighbours: ' , - .
_MARK = re.escape('!"#$%&()*+/:;<=>?@[\\]^_`{|}~')

_13A_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))

_13A_SPLITS = (
    (f"([{_MARK}])", r" \1 "),  # a mark is a token of its own
    (r"([^0-9])([.,])", r"\1 \2 "),  # a point or comma parts from what stands before it, unless that is a digit,
    (r"([.,])([^0-9])", r" \1 \2"),  # and from what stands after it, unless that is a digit: 3.5 stays whole
    (r"([0-9])(-)", r"\1 \2 "),  # a hyphen parts from the digit before it
)


def tokenize_13a(text: str) -> tuple[str, ...]:
    """Words and marks, as WMT's mteval-v13a cuts them; never across white space.

    A hyphen at the end of a line is joined to the next line, as there. (sacreBLEU drops white space at the end of a
    text before it comes here, so that a last "-" stays.)

    >>> tokenize_13a("Mr. O'Neil paid $3.50, in 10-20 days.")
    ('Mr', '.', "O'Neil", 'paid', '$', '3.50', ',', 'in', '10', '-', '20', 'days', '.')
    """
    text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, mark in _13A_ENTITIES:
        text = text.replace(entity, mark)
    text = f" {text} "
    for pattern, parted in _13A_SPLITS:
        text = re.sub(pattern, parted, text)
    return tuple(text.split())


TOKENIZERS: dict[str, Tokenizer] = {"whitespace": split_at_whitespace, "13a": tokenize_13a}
