"""Words as they stand, between white space."""

import re


def split_at_whitespace(text: str) -> tuple[str, ...]:
    """The words between white space, as `str.split` sees white space (no-break spaces too).

    >>> split_at_whitespace("the  cat sat.")
    ('the', 'cat', 'sat.')
    """
    return tuple(text.split())


def split_at_ascii_whitespace(text: str) -> tuple[str, ...]:
    r"""The words between ASCII white space: space, \t, \n, \v, \f and \r. A no-break space stays within a word.

    So does Moses' multi-bleu.perl: it reads bytes, and no byte of another white space is one of these six.

    >>> split_at_ascii_whitespace("10\u00a0km  away")
    ('10\xa0km', 'away')
    """
    return tuple(re.findall(r"\S+", text, re.ASCII))
