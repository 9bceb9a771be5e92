"""CIDEr and CIDEr-D, as traces.

Vedantam, Zitnick and Parikh 2015, "CIDEr: Consensus-based Image Description Evaluation", CVPR, arXiv 1411.5726.
Chen, Fang, Lin, Vedantam, Gupta, Dollar and Zitnick 2015, "Microsoft COCO Captions: Data Collection and Evaluation
Server", arXiv 1504.00325, for CIDEr-D as COCO computes it.

    in the paper                          here
    c_i, S_i = {s_i1, ..., s_im}          `CaptionCider.candidate`, `.references`
    h_k(s), count of the n-gram k in s    `CaptionScore.counts`
    |I|, number of images                 `AnyCider.documents`
    document frequency                    `AnyCider.df`
    g_k(s), TF-IDF weight                 `CaptionScore.weight`, `.weights`
    ||g^n(s)||, norm of the vector        `CaptionScore.length`
    CIDEr_n                               `CaptionScore.order`
    e^(-(l(c) - l(s))^2 / (2 sigma^2))    `CaptionScore.penalty`
    w_n = 1/N                             `CaptionScore.w`
    CIDEr, CIDEr-D                        `CaptionCider.score`, `CorpusCider.score`

Read score.py first, because it has the whole computation. The other modules are

    rules, scoring          the settings and the public functions
    frequencies             the document frequencies of n-grams
    cosine                  the same cosine similarity, computed in whole numbers
    trace, corpus           the score of a single image, and of many images
    views, rows, picture,   everything that is shown
        moments, notes
    mistakes                wrong versions of CIDEr, each with a method replaced
"""

from mtexplain.metrics.cider import picture as picture
from mtexplain.metrics.cider import views as views
from mtexplain.metrics.cider.corpus import CorpusCider
from mtexplain.metrics.cider.cosine import Cosine, Vector
from mtexplain.metrics.cider.frequencies import DocumentFrequencies, document_frequencies
from mtexplain.metrics.cider.rules import AUTHORS, COCO, PAPER, PAPER_D, RULES, RULES_D, USUAL, CiderRules
from mtexplain.metrics.cider.scoring import caption_cider, caption_cider_d, cider, cider_d
from mtexplain.metrics.cider.trace import CaptionCider

__all__ = [
    "AUTHORS",
    "COCO",
    "PAPER",
    "PAPER_D",
    "RULES",
    "RULES_D",
    "USUAL",
    "CaptionCider",
    "CiderRules",
    "CorpusCider",
    "Cosine",
    "DocumentFrequencies",
    "Vector",
    "caption_cider",
    "caption_cider_d",
    "cider",
    "cider_d",
    "document_frequencies",
]
