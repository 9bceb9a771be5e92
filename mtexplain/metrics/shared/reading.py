"""From sentences to tokens, as the rules read them."""

from collections.abc import Iterable
from typing import Any

from mtexplain import inputs
from mtexplain.rules import Reading
from mtexplain.text import AT_ONCE, Tokenizer

_ASCII_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def facts(
    candidate: object,
    references: object,
    rules: Reading,
    tokenizer: Tokenizer,
    here: str = "candidate",
    there: str = "references",
) -> dict[str, Any]:
    """The facts of a score of one candidate, checked: its tokens, those of its references, the rules, the texts.

    `here` and `there` are what messages call the two.

    >>> facts("the cat", ["a cat"], Reading("mine"), str.split)["references"]
    (('a', 'cat'),)
    """
    text, texts = inputs.check_text(candidate, here), inputs.check_references(references, there)
    return {
        "candidate": tokens(text, here, rules, tokenizer),
        "references": tuple(tokens(one, f"{there}[{i}]", rules, tokenizer) for i, one in enumerate(texts)),
        "rules": rules,
        "candidate_text": text,
        "reference_texts": tuple(texts),
    }


def tokens(text: str, where: str, rules: Reading, tokenizer: Tokenizer) -> tuple[str, ...]:
    """The tokens of one text, as the rules cut it and change its case."""
    try:
        cut = tokenizer(_before_cutting(text, rules))
    except Exception as error:
        error.add_note(f"The tokeniser {rules.tokenize} failed on {where}.")
        raise
    words = inputs.check_tokens(cut, where, rules.tokenize)
    return tuple(word.translate(_ASCII_LOWER) for word in words) if rules.lowercase == "ascii" else words


def cut_at_once(texts: Iterable[str], rules: Reading) -> None:
    """Cut many texts in one go, where the tokeniser is slow for one at a time: after that it knows them."""
    if cut_all := AT_ONCE.get(str(rules.tokenize)):
        cut_all([_before_cutting(text, rules) for text in texts])


def _before_cutting(text: str, rules: Reading) -> str:
    return text.lower() if rules.lowercase is True else text
