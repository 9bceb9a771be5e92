"""What is shown is what is computed: the numbers that are put into a formula give its value."""

import math
from collections.abc import Iterator
from typing import Any

import pytest

from mtexplain.display import plain
from mtexplain.display.formula import Symbol
from mtexplain.display.parts import Equation
from mtexplain.metrics.bleu import bleu, corpus_bleu
from mtexplain.metrics.chrf import chrf, corpus_chrf
from mtexplain.metrics.cider import caption_cider, caption_cider_d, cider
from mtexplain.metrics.meteor import meteor
from mtexplain.metrics.nist import corpus_nist, nist
from mtexplain.metrics.perplexity import corpus_ngram_perplexity, distribution_perplexity, ngram_perplexity, perplexity
from mtexplain.metrics.rouge import rouge_l, rouge_n, rouge_su, rouge_w

PAIR = "the the cat sat", ["the cat sat down", "a cat sat there"]
CORPUS = ["the the cat", "a dog"], [["the cat sat"], ["a dog", "the dog"]]


def shown(trace: Any) -> Iterator[tuple[str, str, str]]:
    """For every equation that has a formula: the name of its step, the formula in numbers, its value."""
    for step in trace.steps():
        for made in (part for part in step.parts if isinstance(part, Equation)):
            if made.numbers != made.value and not isinstance(made.symbols, str | Symbol):  # it has a formula
                yield step.name, plain.formula(made.numbers), plain.formula(made.value)


IMAGES: dict[str, Any] = {"document_frequencies": [PAIR[1], ["a dog"]]}
SHOWN: dict[str, Any] = {
    "caption": caption_cider(*PAIR, **IMAGES),
    "CIDEr-D": caption_cider_d(*PAIR, **IMAGES),
    "captions": cider(*CORPUS),
    "BLEU": bleu(*PAIR, max_n=2),
    "BLEU of a text": corpus_bleu(*CORPUS, max_n=2),
    "pair": nist(*PAIR),
    "short": nist("a", ["a b"]),
    "text": corpus_nist(*CORPUS),
    "characters": chrf(*PAIR, word_order=2),
    "text of characters": corpus_chrf(*CORPUS, beta=2),
    "METEOR": meteor(*PAIR),
    "Meteor 1.5": meteor(*PAIR, rules="meteor-1.5"),
    "probabilities": perplexity(["1/2", 0.25, "2/7"], base=2),
    "logarithms": perplexity(log_probabilities=[-0.7, 0]),
    "distribution": distribution_perplexity(["1/2", "1/3", "1/6"], base=10),
    "model": ngram_perplexity("the cat", ["the cat sat", "the dog"], smoothing="add-k", k=0.5),
    **{f"ROUGE-N, {way}": rouge_n(*PAIR, references_by=way) for way in ("best", "pooled", "jackknife", "coco")},
    "ROUGE-L": rouge_l("a b c", ["a c b d"], beta=2),
    "ROUGE-W": rouge_w(*PAIR, weight=1.2, references_by="pooled"),
    "ROUGE-SU": rouge_su(*PAIR, rules="rouge-1.5.5"),
    "text of a model": corpus_ngram_perplexity(["the cat", "sat"], ["the cat sat", "sat"], smoothing="add-k"),
}


@pytest.mark.parametrize("trace", SHOWN.values(), ids=SHOWN)
def test_the_numbers_that_are_put_in_give_the_value(trace: Any) -> None:
    """A reader with a pocket calculator gets what we got, to the digits that are shown."""
    tried = 0
    for name, numbers, value in shown(trace):
        if "…" not in numbers and not numbers.startswith(("c(", "0, as")):  # the last number of a table, or words
            for one in numbers.split(" = "):
                assert calculated(one) == pytest.approx(calculated(value.split(" = ")[-1]), rel=2e-3), (name, one)
                tried += 1
    assert tried


CALLED = {"log": math.log, "min": min, "max": max, "sqrt": math.sqrt, "comb": math.comb, "log2": math.log2, "e": math.e}


def calculated(numbers: str) -> float:
    """What a formula in numbers comes to."""
    for written, called in {"^": "**", "C(": "comb(", "log_2(": "log2(", "√(": "sqrt(", "∞": "1e999"}.items():
        numbers = numbers.replace(written, called)
    return float(eval(numbers, {"__builtins__": {}}, CALLED))
