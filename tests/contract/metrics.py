"""Every metric under every kind of rules, with the properties that it does not have, and why."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

import mtexplain as m
from mtexplain.metrics.table import METRICS


class Case(NamedTuple):
    """A metric of a sentence, of a text or of both, with properties that it need not satisfy, each with a reason."""

    name: str
    sentence: Callable[..., Any] | None
    text: Callable[..., Any] | None
    exceptions: Mapping[str, str] = {}


_NO_BEST = {"the reference itself is best": "what is best depends on how much the references tell"}
_NO_END = {"the reference itself is best": "lower is better, and no sentence is certain"}
_OTHER_IMAGES = {"a text of one sentence": "the sentence is scored among other images than its own"}
_BY_FLOATS = {"the order of the references": "of two that gain as much the last digit of a sum decides"}


def _captioned(function: Callable[..., Any], candidate: str, references: list[str]) -> Any:
    """A caption among three images, which make its words rare."""
    return function(candidate, references, document_frequencies=m.document_frequencies([["a b"], ["c d e"], ["a"]]))


CASES = (
    Case("BLEU", m.bleu, m.corpus_bleu),
    Case("BLEU with weights", partial(m.bleu, weights=(1 / 3, 2 / 3, 0, 0)),
         partial(m.corpus_bleu, weights=(1 / 3, 2 / 3, 0, 0))),
    *(Case(f"BLEU by {name}", partial(m.bleu, rules=name), partial(m.corpus_bleu, rules=name),
           {"the reference itself is best": "too short a text is smoothed"})
      for name in ("sacrebleu", "nltk", "coco")),
    *(Case(f"ROUGE-N of {n}", partial(m.rouge_n, n=n), None,
           {"the reference itself is best": "a text may be too short for an n-gram"}) for n in (1, 2)),
    *(Case(function.__name__, function, None, {"the reference itself is best": "a text may be too short for a pair"})
      for function in (m.rouge_l, m.rouge_l_sum, m.rouge_w, m.rouge_s, m.rouge_su)),
    *(Case(f"METEOR by {name}", partial(m.meteor, rules=name), None,
           {"the reference itself is best": "one chunk costs, too"}) for name in ("paper", "nltk", "meteor-1.5")),
    Case("CIDEr", partial(_captioned, m.caption_cider), m.cider, _NO_BEST | _OTHER_IMAGES),
    Case("CIDEr-D", partial(_captioned, m.caption_cider_d), m.cider_d, _NO_BEST | _OTHER_IMAGES),
    Case("perplexity", partial(m.ngram_perplexity, smoothing="add-k"),
         partial(m.corpus_ngram_perplexity, smoothing="add-k"), _NO_END),
    *(Case(f"perplexity of {n}-grams, not smoothed", partial(m.ngram_perplexity, n=n),
           partial(m.corpus_ngram_perplexity, n=n), _NO_END) for n in (1, 3)),
    *(Case(f"NIST by {name}", partial(m.nist, rules=name), partial(m.corpus_nist, rules=name),
           _NO_BEST | (_BY_FLOATS if name == "nltk" else {})) for name in ("paper", "mteval-v13a", "nltk")),
    Case("chrF", m.chrf, m.corpus_chrf),
    *(Case(f"TER by {name}", partial(m.ter, rules=name), partial(m.corpus_ter, rules=name))
      for name in ("paper", "sacrebleu")),
    Case("chrF++", partial(m.chrf, rules="sacrebleu", word_order=2),
         partial(m.corpus_chrf, rules="sacrebleu", word_order=2)),
)  # fmt: skip


def functions() -> set[str]:
    """The public functions of the table of metrics that score a sentence or a text."""
    other = {"document_frequencies", "distribution_perplexity", "perplexity"}
    names = {name for _, public, _ in METRICS.values() for name in public.split()}
    return {name for name in names if name.islower()} - other
