"""CIDEr and CIDEr-D, as traces.

Vedantam, Zitnick and Parikh 2015, "CIDEr: Consensus-based Image Description Evaluation", CVPR, arXiv 1411.5726.
Chen, Fang, Lin, Vedantam, Gupta, Dollar and Zitnick 2015, "Microsoft COCO Captions: Data Collection and Evaluation
Server", arXiv 1504.00325, for CIDEr-D as COCO computes it.

    in the paper                          here
    c_i, S_i = {s_i1, ..., s_im}          `CaptionCider.candidate`, `.references`
    h_k(s), count of the n-gram k         `CaptionCider.h`
    |I|, number of images                 `DocumentFrequencies.documents`
    df, images that have an n-gram        `DocumentFrequencies.of`
    g_k(s), tf-idf weight                 `CaptionCider.weights`
    the norm of g^n(s)                    `CaptionCider.norms`
    CIDEr_n                               `CaptionCider.order_values`
    e^(-(l(c) - l(s))^2 / (2 sigma^2))    `CaptionCider.penalty`
    w_n = 1/N                             `CaptionCider.w`
    CIDEr, CIDEr-D                        `CaptionCider.score`, `CorpusCider.score`

Read in this order: recipe (every number, with its formula), rules, frequencies (how rare an n-gram is), cosine (the
same in whole numbers); then trace (how the numbers are told, of one image and of many), views (what is shown beside
them), moments (for the stepper), notes (what is odd), score (the way in).
"""

from mtexplain.metrics.cider.cosine import Cosine, Order, Penalty, Vector
from mtexplain.metrics.cider.frequencies import DocumentFrequencies, document_frequencies
from mtexplain.metrics.cider.rules import AUTHORS, COCO, PAPER, PAPER_D, RULES, RULES_D, USUAL, CiderRules
from mtexplain.metrics.cider.score import caption_cider, caption_cider_d, cider, cider_d
from mtexplain.metrics.cider.trace import CaptionCider, CorpusCider

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
    "Order",
    "Penalty",
    "Vector",
    "caption_cider",
    "caption_cider_d",
    "cider",
    "cider_d",
    "document_frequencies",
]
