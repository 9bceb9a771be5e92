"""The choices that two programs may make differently when they compute TER.

    paper                   words as they are typed, 0 to 1 and more
    sacrebleu               in lower case, times 100: sacrebleu -m ter
    sacrebleu-normalized    marks cut from words: --ter-normalized
    sacrebleu-asian         the same, and Chinese characters one by one: --ter-normalized --ter-asian-support
    sacrebleu-no-punct      without marks: --ter-no-punct

The paper's own program, tercom, is in Java. sacreBLEU's authors say where theirs is another: a run is put before a word
where tercom puts it after the word, and a text in which very many shifts are possible is shifted less. sacreBLEU also
cuts references twice; after --ter-normalized the second time may make two tokens of one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from mtexplain.rules.base import Rules, choice, option, tokenizers_for
from mtexplain.settings import OneOf, check_whole
from mtexplain.text import Tokenizer

REFERENCES: Mapping[str, str] = {
    "cut once": "references become tokens as candidates do",
    "cut twice": "the tokens of references are cut once more, which may part a word such as canteen's from its mark",
}


@dataclass(frozen=True)
class TerRules(Rules):
    """A named set of choices for TER."""

    references: str = option(choice(REFERENCES), "cut once")
    """How references become tokens: a name from `REFERENCES`."""
    scale: int = option(lambda value, name: check_whole(value, name, 1, 100), 1)
    """What an edit for each word of the reference is reported as."""


PAPER = TerRules("paper", tool="Snover et al. 2006")
SACREBLEU = TerRules("sacrebleu", tool="sacreBLEU 2.6.0", lowercase=True, scale=100)
NORMALIZED = replace(SACREBLEU, name="sacrebleu-normalized", tokenize="tercom", references="cut twice")
ASIAN = replace(NORMALIZED, name="sacrebleu-asian", tokenize="tercom-asian")
NO_PUNCT = replace(SACREBLEU, name="sacrebleu-no-punct", tokenize="tercom-no-punct")
RULES: Mapping[str, TerRules] = {rules.name: rules for rules in (PAPER, SACREBLEU, NORMALIZED, ASIAN, NO_PUNCT)}

RulesSetting = Annotated[TerRules | str, OneOf(RULES)]
TokenizeSetting = Annotated[str | Tokenizer | None, OneOf(tokenizers_for(RULES))]
