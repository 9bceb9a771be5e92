"""Whose rules: every choice two tools may make differently, as data.

`PAPER` is BLEU as Papineni et al. 2002 define it and compute their examples: tokens split at white space, case kept
as typed, n-grams up to 4, uniform weights, the closest reference length, no smoothing. Where the paper is silent we
are strict, and a note says so: of two equally close reference lengths the shorter counts, and an order without any
n-gram (0/0) counts as 0.

Read in this order: base (what the rules of every metric say, and which keyword wins), choices (what there is to choose
for BLEU), tools (what each tool chose). The rules of the other metrics stand with these.
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
