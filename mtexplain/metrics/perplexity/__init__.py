"""Perplexity, as a trace: how unsure a language model is of a text, as a number of equally likely choices.

Jurafsky and Martin, Speech and Language Processing, 3rd edition (draft of January 2025), chapter 3.

    in the book                     here
    P(w_t | w_1 ... w_t-1), p_t     `Prediction.probability`, exact
    P(w_1 ... w_T)                  `Perplexity.product`
    N (here T), number of tokens    `len(Perplexity.predictions)`
    -log P(w_t | ...)               `Prediction.surprise`, in the chosen unit
    H(W), cross-entropy (here J)    `Perplexity.mean_surprise` in nats, `Perplexity.entropy` in the chosen unit
    perplexity(W)                   `Perplexity.score`
    C(w_n-1 w_n), C(w_n-1)          `Estimate.count`, `Estimate.history_count`
    V, size of the vocabulary       `Model.types`

Read in this order: recipe (every number, with its formula), model (a small n-gram model: it counts), rules; numbers
(how given ones are read); then trace (the plan of the steps, and what can be asked), views (tables, equations,
pictures), moments (for the stepper), notes (what is odd), score (the ways in).
"""

from mtexplain.metrics.perplexity.rules import NLTK, RULES, SLP3, NgramRules
from mtexplain.metrics.perplexity.score import (
    corpus_ngram_perplexity,
    distribution_perplexity,
    ngram_perplexity,
    perplexity,
)
from mtexplain.metrics.perplexity.trace import (
    CorpusNgramPerplexity,
    DistributionPerplexity,
    NgramPerplexity,
    Perplexity,
)

__all__ = [
    "NLTK",
    "RULES",
    "SLP3",
    "CorpusNgramPerplexity",
    "DistributionPerplexity",
    "NgramPerplexity",
    "NgramRules",
    "Perplexity",
    "corpus_ngram_perplexity",
    "distribution_perplexity",
    "ngram_perplexity",
    "perplexity",
]
