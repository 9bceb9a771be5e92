"""The choices that tools make differently when they compute a score, as data.

`PAPER` is BLEU as Papineni et al. 2002 define it and compute their examples: tokens split at white space, case kept
as typed, n-grams up to 4, uniform weights, the closest reference length, and no smoothing. Where the paper is silent,
we are strict, and a note says so. If two reference lengths are equally close, the shorter counts, and an order without
any n-gram (0/0) counts as 0.

Read the modules in this order: base (what the rules of every metric contain, and which keyword wins), choices (the
choices for BLEU), tools (what each tool chose). The rules of each other metric are in its own folder.
"""

from mtexplain.rules.base import Lowercase, Rules, tokenizer_name, tokenizer_of
from mtexplain.rules.choices import MISSING, REFERENCE_LENGTHS, SMOOTHINGS, TOTALS, ZERO_WHEN, BleuRules
from mtexplain.rules.tools import (
    COCO,
    EVALUATE,
    MTEVAL_V11B,
    MTEVAL_V13A,
    MULTI_BLEU,
    NLTK,
    PAPER,
    RULES,
    SACREBLEU,
    SACREBLEU_SENTENCE,
    TORCHMETRICS,
    LowercaseSetting,
    MissingSetting,
    ReferenceLengthSetting,
    RulesSetting,
    SmoothingSetting,
    TokenizeSetting,
    named,
)

__all__ = [
    "COCO",
    "EVALUATE",
    "MISSING",
    "MTEVAL_V11B",
    "MTEVAL_V13A",
    "MULTI_BLEU",
    "NLTK",
    "PAPER",
    "REFERENCE_LENGTHS",
    "RULES",
    "SACREBLEU",
    "SACREBLEU_SENTENCE",
    "SMOOTHINGS",
    "TORCHMETRICS",
    "TOTALS",
    "ZERO_WHEN",
    "BleuRules",
    "Lowercase",
    "LowercaseSetting",
    "MissingSetting",
    "ReferenceLengthSetting",
    "Rules",
    "RulesSetting",
    "SmoothingSetting",
    "TokenizeSetting",
    "named",
    "tokenizer_name",
    "tokenizer_of",
]
