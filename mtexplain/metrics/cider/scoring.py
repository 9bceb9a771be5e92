"""The public functions `cider` and `cider_d`, and `caption_cider` and `caption_cider_d` for a single caption."""

from fractions import Fraction

from mtexplain.metrics.cider.corpus import CorpusCider
from mtexplain.metrics.cider.frequencies import Frequencies, find_frequencies
from mtexplain.metrics.cider.rules import (
    PAPER_D,
    RULES,
    RULES_D,
    USUAL,
    CiderDSetting,
    CiderRules,
    CiderSetting,
    StemSetting,
    TermFrequencySetting,
    TokenizeSetting,
    resolve_cider,
)
from mtexplain.metrics.cider.trace import CaptionCider
from mtexplain.metrics.shared import reading
from mtexplain.rules import LowercaseSetting
from mtexplain.text import Tokenizer


def cider(
    candidates: list[str],
    references: list[list[str]],
    *,
    document_frequencies: Frequencies = None,
    rules: CiderSetting = USUAL,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    stem: StemSetting = None,
    max_n: int | None = None,
) -> CorpusCider:
    """Return the CIDEr of the captions of many images, as a trace (Vedantam et al. 2015, section 4).

    References are grouped by image, so references[i] has the references of candidates[i]. Document frequencies are
    counted in these references unless you give `document_frequencies`, which is either the result of the function of
    that name or the references of other images, grouped by image. `rules` is a set of rules from
    `mtexplain.metrics.cider.rules.RULES`, or its name. "usual" is the paper's formula as programs print it, from 0 to
    10. "paper" stems the words, and its score goes from 0 to 1. "coco" is CIDEr-D, which COCO's tools call CIDEr. A
    keyword that is not None overrides the rules:

    - `tokenize`: a name from `mtexplain.text.TOKENIZERS`, or a function from a string to a list of strings
    - `lowercase`: True, False, or "ascii" for A to Z only
    - `stem`: a name from `mtexplain.text.stemming.STEMMERS`, True for "porter", or False
    - `max_n`: the length of the longest n-grams

    Raises InputError (a ValueError, and also a TypeError if a type is wrong), which says what is wrong with an input
    and how to fix it.

    >>> corpus = cider(["red cat", "blue dog"], [["red cat"], ["blue cat"]])
    >>> [image.exact for image in corpus.segments], float(corpus.score)
    (['10/4 * (1 + 1 + 0 + 0)', '10/4 * (√(1/2) + 0 + 0 + 0)'], 3.3838834764831844)
    >>> cider(["fishing", "a dog"], [["fishes"], ["a dog"]], rules="paper", max_n=1).score == 1
    True
    """
    chosen = resolve_cider(rules, RULES, tokenize=tokenize, lowercase=lowercase, stem=stem, max_n=max_n)
    return _corpus(candidates, references, document_frequencies, *chosen)


def cider_d(
    candidates: list[str],
    references: list[list[str]],
    *,
    document_frequencies: Frequencies = None,
    rules: CiderDSetting = PAPER_D,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    max_n: int | None = None,
    term_frequency: TermFrequencySetting = None,
    sigma: float | Fraction | None = None,
) -> CorpusCider:
    """Return the CIDEr-D of the captions of many images, as a trace (Vedantam et al. 2015, section 7).

    It differs from `cider` in two ways. A candidate's weight counts no more than the reference's weight, and
    a penalty lowers the score of a caption that is longer or shorter than the reference. `term_frequency` is "shares",
    as in the formula, or "counts", as in all implementations. `sigma` is the difference in length, in words, that costs
    39% of the cosine. The other arguments are the same as in `cider`.

    >>> cider_d(["red cat", "blue dog"], [["red cat"], ["blue dog"]]).score == 5
    True
    """
    chosen = resolve_cider(
        rules, RULES_D, tokenize=tokenize, lowercase=lowercase, max_n=max_n, term_frequency=term_frequency, sigma=sigma
    )
    return _corpus(candidates, references, document_frequencies, *chosen)


def caption_cider(
    candidate: str,
    references: list[str],
    *,
    document_frequencies: Frequencies = None,
    rules: CiderSetting = USUAL,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    stem: StemSetting = None,
    max_n: int | None = None,
) -> CaptionCider:
    """Return the CIDEr of a single image's caption, as a trace, with the document frequencies of a corpus.

    Without document frequencies, the references of this image are the whole corpus. Then every idf is log(1/1) = 0, and
    the score is 0. The keywords and errors are the same as in `cider`.

    >>> caption_cider("a red cat", ["a red cat"], document_frequencies=[["a red cat"], ["a dog"]]).score == 7.5
    True
    >>> caption_cider("a red cat", ["a red cat"]).score == 0
    True

    To score many captions with the same corpus, call `document_frequencies(...)` once and pass on its result.
    """
    chosen = resolve_cider(rules, RULES, tokenize=tokenize, lowercase=lowercase, stem=stem, max_n=max_n)
    return _caption(candidate, references, document_frequencies, *chosen)


def caption_cider_d(
    candidate: str,
    references: list[str],
    *,
    document_frequencies: Frequencies = None,
    rules: CiderDSetting = PAPER_D,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    max_n: int | None = None,
    term_frequency: TermFrequencySetting = None,
    sigma: float | Fraction | None = None,
) -> CaptionCider:
    """Return the CIDEr-D of a single image's caption, as a trace, with the document frequencies of a corpus.

    Without document frequencies the score is 0, as in `caption_cider`. The keywords and errors are the same as in
    `cider_d`.

    >>> caption_cider_d("a red cat", ["a red cat"], document_frequencies=[["a red cat"], ["a dog"]]).score == 7.5
    True
    """
    chosen = resolve_cider(
        rules, RULES_D, tokenize=tokenize, lowercase=lowercase, max_n=max_n, term_frequency=term_frequency, sigma=sigma
    )
    return _caption(candidate, references, document_frequencies, *chosen)


def _corpus(
    candidates: object, references: object, frequencies: Frequencies, rules: CiderRules, tokenizer: Tokenizer
) -> CorpusCider:
    function = "caption_cider_d" if rules.is_cider_d else "caption_cider"
    facts = reading.corpus_facts(candidates, references, function, rules, tokenizer)
    counted = find_frequencies(frequencies, rules, tokenizer, [fact["references"] for fact in facts])
    return CorpusCider.from_facts([{**fact, "document_frequencies": counted} for fact in facts])


def _caption(
    candidate: object, references: object, frequencies: Frequencies, rules: CiderRules, tokenizer: Tokenizer
) -> CaptionCider:
    facts = reading.facts(candidate, references, rules, tokenizer)
    counted = find_frequencies(frequencies, rules, tokenizer, [facts["references"]])
    return CaptionCider(**facts, document_frequencies=counted)
