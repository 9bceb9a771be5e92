"""Perplexity, as a trace: how unsure a language model is of a text, as a number of equally likely choices.

Jurafsky and Martin, Speech and Automaton Processing, 3rd edition (draft of January 2025), chapter 3.

    in the book                     here
    P(w_t | w_1 ... w_t-1), p_t     `Prediction.probability`, exact
    P(w_1 ... w_T)                  `Perplexity.product`
    N (here T), number of tokens    `len(Perplexity.predictions)`
    -log P                          `Prediction.surprise`, in nats
    H(W), cross-entropy (here J)    `Perplexity.mean_surprise` in nats, `Perplexity.entropy` in the chosen unit
    perplexity(W)                   `Perplexity.score`
    C(w_n-1 w_n), C(w_n-1)          `Estimate.count`, `Estimate.history_count`
    V, size of the vocabulary       `Model.types`

Read in this order: maths (four functions of probabilities), rules, base (what every perplexity has in common), given
(probabilities that someone else computed) with numbers (how they are read), model (a small n-gram model), sentence and
corpus (texts that it predicts), distribution (what is drawn at random). How they are told: steps, ngram_steps,
corpus_steps and distribution_steps, with formulas, tables, pictures, overview, moments, notes, signature; record (to
and from a dict); score and ngram_score (the ways in).
"""

from mtexplain.metrics.perplexity.corpus import CorpusNgramPerplexity
from mtexplain.metrics.perplexity.distribution import DistributionPerplexity
from mtexplain.metrics.perplexity.given import Perplexity
from mtexplain.metrics.perplexity.ngram_score import corpus_ngram_perplexity, ngram_perplexity
from mtexplain.metrics.perplexity.rules import NLTK, RULES, SLP3, NgramRules
from mtexplain.metrics.perplexity.score import distribution_perplexity, perplexity
from mtexplain.metrics.perplexity.sentence import NgramPerplexity

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
