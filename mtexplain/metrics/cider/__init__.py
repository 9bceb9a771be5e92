"""CIDEr and CIDEr-D, as traces.

Vedantam, Zitnick and Parikh 2015, "CIDEr: Consensus-based Image Description Evaluation", CVPR, arXiv 1411.5726.
Chen, Fang, Lin, Vedantam, Gupta, Dollar and Zitnick 2015, "Microsoft COCO Captions: Data Collection and Evaluation
Server", arXiv 1504.00325, for CIDEr-D as COCO computes it.

    in the paper                          here
    c_i, S_i = {s_i1, ..., s_im}          `CaptionCider.candidate`, `.references`
    h_k(s), count of the n-gram k         `CaptionScore.counts`
    |I|, number of images                 `AnyCider.documents`
    df, images that have an n-gram        `AnyCider.df`
    g_k(s), tf-idf weight                 `CaptionScore.weight`, `.weights`
    the norm of g^n(s)                    `CaptionScore.length`
    CIDEr_n                               `CaptionScore.order`
    e^(-(l(c) - l(s))^2 / (2 sigma^2))    `CaptionScore.penalty`
    w_n = 1/N                             `CaptionScore.w`
    CIDEr, CIDEr-D                        `CaptionCider.score`, `CorpusCider.score`

Read score first: it has the whole computation. Beside it: rules, frequencies (how rare an n-gram is), cosine (the same
in whole numbers), trace (of one image), corpus (of many), scoring (the way in), views, rows, picture, moments and notes
(what is shown), mistakes (CIDEr with one other method).
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
