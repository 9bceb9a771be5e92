"""The rules of the paper and of the tools, each as it is used when nothing else is asked for.

    paper                BLEU as Papineni et al. 2002 define it and compute their examples; strict where it is silent
    sacrebleu            sacreBLEU's corpus score, the one to report (Post 2018)
    sacrebleu-sentence   sacreBLEU's sentence score: orders without n-grams are left out
    nltk                 nltk.translate.bleu_score: takes tokens, so it splits at white space here
    coco                 the COCO caption evaluation (Chen et al. 2015)
    multi-bleu           Moses' multi-bleu.perl: takes text that is already cut
    mteval-v13a          NIST's script, as WMT used it
    mteval-v11b          NIST's script of 2004
    evaluate             the BLEU of Hugging Face evaluate, which is that of tensorflow/nmt
    torchmetrics         torchmetrics' BLEUScore

Every set was compared with the tool itself, of the version that `tool` names.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from mtexplain.rules.base import Lowercase, by_name, tokenizers_for
from mtexplain.rules.choices import MISSING, REFERENCE_LENGTHS, SMOOTHINGS, BleuRules
from mtexplain.settings import OneOf
from mtexplain.text import Tokenizer

PAPER = BleuRules("paper", tool="Papineni et al. 2002")

SACREBLEU = BleuRules(
    "sacrebleu",
    tokenize="13a",
    smoothing="exp",
    zero_when="no word matches",
    scale=100,
    form="{:.2f}",
    tool="sacreBLEU 2.6.0",
)
SACREBLEU_SENTENCE = replace(SACREBLEU, name="sacrebleu-sentence", missing="left out")
NLTK = BleuRules(
    "nltk",
    totals="at least 1",
    smoothing="nltk-method0",
    zero_when="no word matches",
    zero_form="0",
    tool="NLTK 3.10.4",
)
COCO = BleuRules("coco", tokenize="coco", smoothing="coco", form="{:.3f}", tool="pycocoevalcap 1.2")
MULTI_BLEU = BleuRules(
    "multi-bleu",
    tokenize="ascii-whitespace",
    zero_when="r is 0",
    scale=100,
    form="{:.2f}",
    zero_form="0",
    tool="multi-bleu.perl",
)
MTEVAL_V13A = BleuRules(
    "mteval-v13a",
    tokenize="mteval-13a",
    lowercase="ascii",
    smoothing="exp",
    missing="one",
    form="{:.4f}",
    tool="mteval-v13a.pl",
)
MTEVAL_V11B = BleuRules(
    "mteval-v11b",
    tokenize="mteval-11b",
    lowercase="ascii",
    reference_length="shortest",
    form="{:.4f}",
    tool="mteval-v11b.pl",
)
EVALUATE = BleuRules("evaluate", tokenize="evaluate-13a", reference_length="shortest", tool="evaluate 0.4.6")
TORCHMETRICS = BleuRules(
    "torchmetrics",
    reference_length="first closest",
    zero_when="an order does not match",
    form="tensor",
    zero_form="tensor(0.)",
    tool="torchmetrics 1.9.0",
)

RULES: Mapping[str, BleuRules] = {
    rules.name: rules
    for rules in (
        PAPER,
        SACREBLEU,
        SACREBLEU_SENTENCE,
        NLTK,
        COCO,
        MULTI_BLEU,
        MTEVAL_V13A,
        MTEVAL_V11B,
        EVALUATE,
        TORCHMETRICS,
    )
}
"""Every set of rules by its name."""

RulesSetting = Annotated[BleuRules | str, OneOf(RULES)]
TokenizeSetting = Annotated[str | Tokenizer | None, OneOf(tokenizers_for(RULES))]
LowercaseSetting = Lowercase | None
ReferenceLengthSetting = Annotated[str | None, OneOf({name: name for name in REFERENCE_LENGTHS})]
SmoothingSetting = Annotated[str | None, OneOf({name: name for name in SMOOTHINGS})]
MissingSetting = Annotated[str | None, OneOf({name: name for name in MISSING})]


def named(name: str) -> BleuRules:
    """The set of rules of that name; case and _ for - make no difference.

    >>> named("SACREBLEU_SENTENCE").missing
    'left out'
    """
    return by_name(name, RULES)
