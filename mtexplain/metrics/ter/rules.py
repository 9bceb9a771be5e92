"""The choices in which two programs that compute TER may differ.

    paper                   words as they are typed; 0 is perfect, and there is no upper limit
    sacrebleu               in lower case, times 100 (sacrebleu -m ter)
    sacrebleu-normalized    punctuation cut from words (--ter-normalized)
    sacrebleu-asian         the same, with each Chinese character a token (--ter-normalized --ter-asian-support)
    sacrebleu-no-punct      without punctuation (--ter-no-punct)

The paper's own program, tercom, is written in Java. The authors of sacreBLEU say how their program differs.
It puts a run before a word in cases where tercom puts it after the word, and it shifts less in a text that allows very
many shifts. SacreBLEU also cuts references twice. With --ter-normalized, the second cut may split a token in two.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from mtexplain.rules.base import Rules, choice, option, tokenizers_for
from mtexplain.settings import OneOf, check_whole
from mtexplain.text import Tokenizer

REFERENCES: Mapping[str, str] = {
    "cut once": "references are cut into tokens once, like candidates",
    "cut twice": "the tokens of references are cut once more, which may split a word such as canteen's",
}


@dataclass(frozen=True)
class TerRules(Rules):
    """A named set of choices for TER."""

    references: str = option(choice(REFERENCES), "cut once")
    """A name from `REFERENCES`, which says how references are cut into tokens."""
    scale: int = option(lambda value, name: check_whole(value, name, 1, 100), 1)
    """The reported score of one edit per word of the reference."""


PAPER = TerRules("paper", tool="Snover et al. 2006")
SACREBLEU = TerRules("sacrebleu", tool="sacreBLEU 2.6.0", lowercase=True, scale=100)
NORMALIZED = replace(SACREBLEU, name="sacrebleu-normalized", tokenize="tercom", references="cut twice")
ASIAN = replace(NORMALIZED, name="sacrebleu-asian", tokenize="tercom-asian")
NO_PUNCT = replace(SACREBLEU, name="sacrebleu-no-punct", tokenize="tercom-no-punct")
RULES: Mapping[str, TerRules] = {rules.name: rules for rules in (PAPER, SACREBLEU, NORMALIZED, ASIAN, NO_PUNCT)}

RulesSetting = Annotated[TerRules | str, OneOf(RULES)]
TokenizeSetting = Annotated[str | Tokenizer | None, OneOf(tokenizers_for(RULES))]
