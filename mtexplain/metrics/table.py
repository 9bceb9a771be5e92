"""A table of all metrics, in teaching order, from which the rest of the project learns which metrics there are.

Each family of metrics has its file or folder here (a folder has separate files for mistakes and worked examples), its
public names, as in `mtexplain.bleu`, and the command line's help on its functions. This file imports nothing, so that
`import mtexplain` stays light.
"""

METRICS: dict[str, tuple[str, str, dict[str, str]]] = {
    "BLEU": ("bleu", "Bleu CorpusBleu bleu corpus_bleu", {}),
    "ROUGE": ("rouge", "rouge_l rouge_l_sum rouge_n rouge_s rouge_su rouge_w", {
        "rouge_n": "ROUGE-N, which counts overlapping n-grams",
        "rouge_l": "ROUGE-L, which uses the longest common subsequence",
        "rouge_l_sum": "ROUGE-Lsum, which is ROUGE-L for a text of several lines",
        "rouge_w": "ROUGE-W, which is like ROUGE-L but favours words in a row",
        "rouge_s": "ROUGE-S, which counts pairs of words in the same order",
        "rouge_su": "ROUGE-SU, which counts single words as well as pairs",
    }),
    "METEOR": ("meteor", "meteor", {"meteor": "METEOR, which aligns words by form, stem and synonym"}),
    "CIDEr": ("cider", "DocumentFrequencies caption_cider caption_cider_d cider cider_d document_frequencies", {
        "cider": "CIDEr of captions, image by image (from files)",
        "cider_d": "CIDEr-D of captions, as COCO reports it (from files)",
    }),
    "perplexity": ("perplexity", "corpus_ngram_perplexity distribution_perplexity ngram_perplexity perplexity", {
        "ngram_perplexity": "perplexity of a sentence under a tiny n-gram model trained on the references",
    }),
    "NIST": ("nist", "corpus_nist nist", {"nist": "NIST of a sentence or of a text, step by step"}),
    "chrF": ("chrf", "chrf corpus_chrf", {"chrf": "chrF, which counts shared n-grams of characters"}),
    "TER": ("ter", "corpus_ter ter", {"ter": "TER, which counts edits of words and shifts of runs"}),
}  # fmt: skip
