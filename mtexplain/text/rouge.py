"""The tokenisers of the ROUGE tools ROUGE-1.5.5 and rouge-score."""

import re

from mtexplain.text.porter import stem

_WORD = re.compile("[a-z0-9]+")
_LETTERS_AND_DIGITS = re.compile("[A-Za-z0-9]+")
_SHORT = 3  # letters; a longer word is stemmed


def tokenize_rouge_155(text: str) -> tuple[str, ...]:
    """Runs of the letters a to z and of digits, in lower case, as ROUGE-1.5.5 cuts them. An é is not a letter here.

    >>> tokenize_rouge_155("A well-known café, No. 5")
    ('a', 'well', 'known', 'caf', 'no', '5')
    """
    return tuple(word.lower() for word in _LETTERS_AND_DIGITS.findall(text))


def tokenize_rouge_score(text: str) -> tuple[str, ...]:
    """Return runs of the letters a to z and of digits, as rouge-score does after lower-casing the text.

    The few Unicode letters whose lower-case form is ASCII are therefore kept, such as the kelvin sign, which becomes k.

    >>> tokenize_rouge_score("A well-known café, 5 " + chr(0x212A))
    ('a', 'well', 'known', 'caf', '5', 'k')
    """
    return tuple(_WORD.findall(text.lower()))


def tokenize_rouge_score_stem(text: str) -> tuple[str, ...]:
    """The words of `tokenize_rouge_score`, stemmed if they have more than three letters (use_stemmer=True).

    >>> tokenize_rouge_score_stem("Police killed the gunmen")
    ('polic', 'kill', 'the', 'gunmen')
    """
    return tuple(stem(word) if len(word) > _SHORT else word for word in tokenize_rouge_score(text))
