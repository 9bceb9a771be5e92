"""Reading sentences as tokens, as the rules say."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain

from mtexplain import inputs
from mtexplain.data import Facts
from mtexplain.rules import Lowercase, Rules
from mtexplain.text import AT_ONCE, TOKENIZERS, Tokenizer

_SHORT = 10_000  # characters; a longer text is not kept
_ASCII_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def facts(
    candidate: object,
    references: object,
    rules: Rules,
    tokenizer: Tokenizer,
    here: str = "candidate",
    there: str = "references",
    read: Callable[[str, str, Rules, Tokenizer], tuple[str, ...]] | None = None,
) -> Facts:
    """The checked facts of a candidate's score, which are the tokens of all its texts, the texts and the rules.

    `here` and `there` are the names of the candidate and the references in messages. `read` may replace `tokens`.

    >>> facts("the cat", ["a cat"], Rules("mine"), str.split)["references"]
    (('a', 'cat'),)
    """
    text, texts = inputs.check_text(candidate, here), inputs.check_references(references, there)
    read = read or tokens
    return {
        "candidate": read(text, here, rules, tokenizer),
        "references": tuple(read(text, f"{there}[{i}]", rules, tokenizer) for i, text in enumerate(texts)),
        "rules": rules,
        "candidate_text": text,
        "reference_texts": tuple(texts),
    }


def corpus_facts(
    candidates: object,
    references: object,
    metric: str,
    rules: Rules,
    tokenizer: Tokenizer,
    read: Callable[[str, str, Rules, Tokenizer], tuple[str, ...]] | None = None,
) -> list[Facts]:
    """The checked facts of each segment of a text; `references[i]` is the list of references for `candidates[i]`."""
    texts, groups = inputs.check_corpus(candidates, references, metric)
    cut_at_once((*texts, *chain.from_iterable(groups)), rules)
    return [
        facts(text, group, rules, tokenizer, f"candidates[{i}]", f"references[{i}]", read)
        for i, (text, group) in enumerate(zip(texts, groups, strict=True))
    ]


def tokens(text: str, where: str, rules: Rules, tokenizer: Tokenizer) -> tuple[str, ...]:
    """The tokens of a text, cut and lower-cased as the rules say."""
    is_ours = tokenizer is TOKENIZERS.get(str(rules.tokenize))
    try:
        cut = (_remembered if is_ours and len(text) < _SHORT else _cut)(text, tokenizer, rules.lowercase)
    except Exception as error:
        error.add_note(f"The tokeniser {rules.tokenize} failed on {where}.")
        raise
    words = cut if is_ours else inputs.check_tokens(cut, where, rules.tokenize)
    return tuple(word.translate(_ASCII_LOWER) for word in words) if rules.lowercase == "ascii" else tuple(words)


def _cut(text: str, tokenizer: Tokenizer, lowercase: Lowercase) -> Sequence[str]:
    return tokenizer(text.lower() if lowercase is True else text)


_remembered = lru_cache(maxsize=64)(_cut)
"""A cache, because several metrics read the same sentence, and its references stay the same while it is edited."""


def cut_at_once(texts: Iterable[str], rules: Rules) -> None:
    """Cut many texts at once if the tokeniser is slow for single texts; after that it remembers them."""
    if cut_all := AT_ONCE.get(str(rules.tokenize)):
        cut_all([text.lower() if rules.lowercase is True else text for text in texts])
