"""Every metric, in teaching order: this table is how the rest of the project learns of one.

Of each family of metrics: its file or folder here (in a folder, mistakes and worked examples are files of their own),
its public names, as in `mtexplain.bleu`, and what the help of the command line says of its functions. This file
imports nothing, so that `import mtexplain` stays light.
"""

METRICS: dict[str, tuple[str, str, dict[str, str]]] = {
    "BLEU": ("bleu", "Bleu CorpusBleu bleu corpus_bleu", {}),
    "ROUGE": ("rouge", "rouge_l rouge_l_sum rouge_n rouge_s rouge_su rouge_w", {
        "rouge_n": "ROUGE-N: n-grams that overlap",
        "rouge_l": "ROUGE-L: the longest common subsequence",
        "rouge_l_sum": "ROUGE-Lsum: the same for a text of several lines",
        "rouge_w": "ROUGE-W: a subsequence in which neighbours count more",
        "rouge_s": "ROUGE-S: pairs of words in their order",
        "rouge_su": "ROUGE-SU: the same, and the words alone",
    }),
    "METEOR": ("meteor", "meteor", {"meteor": "METEOR: words aligned by form, stem and synonym, and their order"}),
    "CIDEr": ("cider", "DocumentFrequencies caption_cider caption_cider_d cider cider_d document_frequencies", {
        "cider": "CIDEr of captions, image by image (files)",
        "cider_d": "CIDEr-D of captions, as COCO reports it (files)",
    }),
    "perplexity": ("perplexity", "corpus_ngram_perplexity distribution_perplexity ngram_perplexity perplexity", {
        "ngram_perplexity": "perplexity of a sentence under a tiny n-gram model that has read the references",
    }),
    "NIST": ("nist", "corpus_nist nist", {"nist": "NIST of a sentence or of a text, step by step"}),
    "chrF": ("chrf", "chrf corpus_chrf", {"chrf": "chrF: n-grams of characters that two texts share"}),
    "TER": ("ter", "corpus_ter ter", {"ter": "TER: the words to edit, and the runs of words to shift"}),
}  # fmt: skip
