"""CIDEr and CIDEr-D, as traces.

Vedantam, Zitnick and Parikh 2015, "CIDEr: Consensus-based Image Description Evaluation", CVPR, arXiv 1411.5726.
Chen, Fang, Lin, Vedantam, Gupta, Dollar and Zitnick 2015, "Microsoft COCO Captions: Data Collection and Evaluation
Server", arXiv 1504.00325, for CIDEr-D as COCO computes it.

    in the paper                          here
    c_i, S_i = {s_i1, ..., s_im}          `CaptionCider.candidate`, `.references`
    h_k(s), count of the n-gram k         `Vector.counts`, `Row.count`
    |I|, number of images                 `DocumentFrequencies.documents`
    df, images that have an n-gram        `DocumentFrequencies.of`
    g_k(s), tf-idf weight                 `Vector.weight`, `Row.weight`
    the norm of g^n(s)                    `Vector.length`
    CIDEr_n                               `Order.value`
    e^(-(l(c) - l(s))^2 / (2 sigma^2))    `Penalty.value`
    w_n = 1/N                             `CiderRules.max_n`
    CIDEr, CIDEr-D                        `CaptionCider.score`, `CorpusCider.score`

Read in this order: rules (what there is to choose), frequencies and counting (how rare an n-gram is), vectors, cosine,
maths (penalty, mean), base, caption and corpus (what follows from them), steps (how they are told, with rows,
formulas, similarities, tables, pictures, overview and signature; moments, for the stepper), notes (what is odd),
record (to and from a dict), score (the way in).
"""

from mtexplain.metrics.cider.caption import CaptionCider
from mtexplain.metrics.cider.corpus import CorpusCider
from mtexplain.metrics.cider.cosine import Cosine
from mtexplain.metrics.cider.counting import document_frequencies
from mtexplain.metrics.cider.frequencies import DocumentFrequencies
from mtexplain.metrics.cider.maths import Order, Penalty
from mtexplain.metrics.cider.rules import CiderRules
from mtexplain.metrics.cider.score import caption_cider, caption_cider_d, cider, cider_d
from mtexplain.metrics.cider.vectors import Vector

__all__ = [
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
