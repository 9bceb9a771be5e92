"""Perplexity, a number of equally likely choices that says how unsure a language model is of a text.

Jurafsky and Martin, Speech and Language Processing, 3rd edition (draft of January 2025), chapter 3.

    in the book                     here
    P(w_t | w_1 ... w_t-1), p_t     `AnyPerplexity.p`
    P(w_1 ... w_T)                  `TextPerplexity.product`
    N (here T), number of tokens    `AnyPerplexity.t`
    -log P(w_t | ...)               `AnyPerplexity.surprise`, in the chosen unit
    H(W), cross-entropy (here J)    `AnyPerplexity.entropy`, in the chosen unit
    perplexity(W)                   `AnyPerplexity.score`
    C(w_n-1 w_n), C(w_n-1)          `NgramPerplexity.count`, `NgramPerplexity.history`
    V, size of the vocabulary       `NgramPerplexity.types`

Read score.py first, because it has the whole computation. The other modules are

    given           perplexity from given probabilities, of a text or of a distribution
    ngram, model    perplexity under an n-gram model, and the counts that the model remembers
    rules           the settings
    numbers         checks of the given numbers
    trace           the public functions, and the traces with quick scores for edits and with records
    views, moments  everything that is shown
    mistakes        wrong versions of perplexity, each with a method replaced
"""

from mtexplain.metrics.perplexity import moments as moments
from mtexplain.metrics.perplexity import views as views
from mtexplain.metrics.perplexity.given import (
    DistributionPerplexity,
    Perplexity,
    distribution_perplexity,
    perplexity,
)
from mtexplain.metrics.perplexity.rules import NLTK, RULES, SLP3, NgramRules
from mtexplain.metrics.perplexity.score import AnyPerplexity
from mtexplain.metrics.perplexity.trace import (
    CorpusNgramPerplexity,
    NgramPerplexity,
    corpus_ngram_perplexity,
    ngram_perplexity,
)

__all__ = [
    "NLTK",
    "RULES",
    "SLP3",
    "AnyPerplexity",
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
