"""Every character a token."""


def tokenize_char(text: str) -> tuple[str, ...]:
    """The characters of a text but for its white space, as sacreBLEU's `char` has them.

    A character is a code point: an accent that was typed on its own is a token.

    >>> tokenize_char("a cat.")
    ('a', 'c', 'a', 't', '.')
    """
    return tuple("".join(text.split()))
