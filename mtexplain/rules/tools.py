"""The rules of the paper and of the tools, with the default settings of each tool.

The rules are in tools.toml. Each set was compared with the tool itself, in the version that `tool` names.
"""

from collections.abc import Mapping
from typing import Annotated

from mtexplain import data
from mtexplain.rules.base import Lowercase, by_name, tokenizers_for
from mtexplain.rules.choices import MISSING, REFERENCE_LENGTHS, SMOOTHINGS, BleuRules
from mtexplain.settings import OneOf
from mtexplain.text import Tokenizer

RULES: Mapping[str, BleuRules] = {
    name: BleuRules(name, **chosen) for name, chosen in data.read(__package__, "tools.toml").items()
}
"""Every set of rules, by name."""
PAPER, COCO, NLTK = RULES["paper"], RULES["coco"], RULES["nltk"]
SACREBLEU, SACREBLEU_SENTENCE = RULES["sacrebleu"], RULES["sacrebleu-sentence"]
MTEVAL_V13A, MTEVAL_V11B, MULTI_BLEU = RULES["mteval-v13a"], RULES["mteval-v11b"], RULES["multi-bleu"]
EVALUATE, TORCHMETRICS = RULES["evaluate"], RULES["torchmetrics"]

RulesSetting = Annotated[BleuRules | str, OneOf(RULES)]
TokenizeSetting = Annotated[str | Tokenizer | None, OneOf(tokenizers_for(RULES))]
LowercaseSetting = Lowercase | None
ReferenceLengthSetting = Annotated[str | None, OneOf({name: name for name in REFERENCE_LENGTHS})]
SmoothingSetting = Annotated[str | None, OneOf({name: name for name in SMOOTHINGS})]
MissingSetting = Annotated[str | None, OneOf({name: name for name in MISSING})]


def named(name: str) -> BleuRules:
    """The set of rules of that name. Upper case and _ instead of - make no difference.

    >>> named("SACREBLEU_SENTENCE").missing
    'left out'
    """
    return by_name(name, RULES)
