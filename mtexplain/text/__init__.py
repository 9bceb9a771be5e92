"""Tokenisers, which cut a sentence into a tuple of tokens, under the names that the tools use.

    whitespace        split at white space and change nothing else, as in the examples of Papineni et al. 2002
    ascii-whitespace  split at ASCII white space only, as Moses' multi-bleu.perl does, because it reads bytes
    13a               words and punctuation marks, the default of sacreBLEU (Post 2018), after WMT's script mteval-v13a
    evaluate-13a      the same, except that a hyphen before a newline at the very end is lost (Hugging Face evaluate)
    mteval-13a        the tokens of mteval-v13a.pl itself, which joins the lines first and never joins at hyphens
    mteval-11b        the same on bytes (mteval-v11b.pl)
    intl              words, marks and symbols of any script (sacreBLEU, after mteval-v14.pl)
    zh                each Chinese character is a token, the rest nearly as in 13a (sacreBLEU)
    char              each character is a token (sacreBLEU)
    coco              nearly the same as coco-java, lower-case words as in the Penn Treebank, without punctuation marks
    coco-java         the tokens of pycocoevalcap, from the Java program that comes with it
    rouge-1.5.5       runs of a to z and 0 to 9 in lower case (the script ROUGE-1.5.5.pl)
    rouge-score       nearly the same (Google's rouge-score)
    rouge-score-stem  the same without the endings of English words (rouge-score with its stemmer)
    tercom            words and marks (TER of sacreBLEU, normalised)
    tercom-asian      the same, with each ideograph a token
    tercom-no-punct   words without marks

A tokeniser of your own is any function from a string to a list or tuple of strings.
"""

from collections.abc import Callable, Sequence

from mtexplain.text import coco, coco_java, rouge, sacrebleu, tercom
from mtexplain.text.sacrebleu import split_at_whitespace, tokenize_13a

__all__ = [
    "AT_ONCE",
    "ELSEWHERE",
    "GENERAL",
    "OF_PACKAGES",
    "OF_SACREBLEU",
    "TOKENIZERS",
    "Tokenizer",
    "split_at_whitespace",
    "tokenize_13a",
]

Tokenizer = Callable[[str], Sequence[str]]

TOKENIZERS: dict[str, Tokenizer] = {
    "whitespace": split_at_whitespace,
    "ascii-whitespace": sacrebleu.split_at_ascii_whitespace,
    "13a": tokenize_13a,
    "evaluate-13a": sacrebleu.tokenize_evaluate_13a,
    "mteval-13a": sacrebleu.tokenize_mteval_13a,
    "mteval-11b": sacrebleu.tokenize_mteval_11b,
    "intl": sacrebleu.tokenize_intl,
    "zh": sacrebleu.tokenize_zh,
    "char": sacrebleu.tokenize_char,
    "coco": coco.tokenize_coco,
    "coco-java": coco_java.tokenize_coco_java,
    "rouge-1.5.5": rouge.tokenize_rouge_155,
    "rouge-score": rouge.tokenize_rouge_score,
    "rouge-score-stem": rouge.tokenize_rouge_score_stem,
    "tercom": tercom.tokenize_tercom,
    "tercom-asian": tercom.tokenize_tercom_asian,
    "tercom-no-punct": tercom.tokenize_tercom_no_punct,
}

GENERAL = ("whitespace", "13a", "intl", "zh", "char")
"""The tokenisers that suit any metric. The others repeat what a particular tool does."""

ELSEWHERE = {
    **dict.fromkeys(("none", "split", "white-space"), "whitespace"),
    **dict.fromkeys(("international", "mteval-v14", "v14"), "intl"),
    **dict.fromkeys(("character", "characters", "chars"), "char"),
    **dict.fromkeys(("ptb", "ptbtokenizer"), "coco-java"),
    "chinese": "zh",
    "v13a": "13a",
    "mteval-v13a": "mteval-13a",
    "mteval-v11b": "mteval-11b",
}
"""The names of these tokenisers in sacreBLEU and other tools."""

_WORDS = "'whitespace' cuts only at white space; '13a' also cuts punctuation marks off words."
_NLTK = "Pass NLTK's function. Write from nltk.tokenize import word_tokenize, then tokenize=word_tokenize."
_SPACY = (
    "Pass spaCy's tokeniser. Write nlp = spacy.blank('en'), then tokenize=lambda text: [token.text for token in "
    "nlp(text)]."
)
_MOSES = (
    "Pass the tokeniser of sacremoses. Write cut = sacremoses.MosesTokenizer(), then tokenize=lambda text: "
    "cut.tokenize(text, escape=False)."
)
OF_PACKAGES = {
    **dict.fromkeys(("word", "words", "word-level", "space", "simple", "basic", "true"), _WORDS),
    **dict.fromkeys(("nltk", "word-tokenize", "nltk.word-tokenize", "punkt", "treebank"), _NLTK),
    "spacy": _SPACY,
    **dict.fromkeys(("moses", "mosestokenizer", "sacremoses"), _MOSES),
    "rouge": "'rouge-score' cuts as Google's package does, 'rouge-1.5.5' as the Perl script.",
}
"""Hints for everyday names of tokenisers, and for the tokenisers of other packages."""

OF_SACREBLEU = ("ja-mecab", "ko-mecab", "spm", "flores101", "flores200", "spBLEU-1K")
"""The tokenisers of sacreBLEU that are not here, because they need a dictionary or a model."""

AT_ONCE: dict[str, Callable[[Sequence[str]], object]] = {"coco-java": coco_java.tokenize_all}
"""Functions that cut many texts at once. After that, the slow tokeniser of the same name has their tokens."""
