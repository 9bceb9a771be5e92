"""From sentences to a trace: `bleu` and `corpus_bleu`."""

from collections.abc import Sequence
from fractions import Fraction

from mtexplain.metrics.bleu.trace import Bleu, CorpusBleu
from mtexplain.metrics.shared import reading
from mtexplain.rules import (
    PAPER,
    RULES,
    LowercaseSetting,
    MissingSetting,
    ReferenceLengthSetting,
    RulesSetting,
    SmoothingSetting,
    TokenizeSetting,
)
from mtexplain.rules.base import resolve


def bleu(
    candidate: str,
    references: list[str],
    *,
    rules: RulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    max_n: int | None = None,
    reference_length: ReferenceLengthSetting = None,
    smoothing: SmoothingSetting = None,
    smoothing_value: float | Fraction | None = None,
    missing: MissingSetting = None,
    weights: Sequence[float | Fraction] | None = None,
) -> Bleu:
    """The BLEU of one candidate sentence against its references, as a trace.

    `rules` are those of the paper or of a tool: one of `mtexplain.rules.RULES`, or its name. A keyword left at None
    means "as the rules say"; one that is given wins:

    - `tokenize`: a name from `mtexplain.text.TOKENIZERS`, or a function from a string to a list of strings
    - `lowercase`: True, False, or "ascii" for A to Z only
    - `max_n`: the longest n-gram; `weights`: max_n numbers that add up to 1
    - `reference_length`: "closest", "first closest", "shortest" or "average"
    - `smoothing`: a name from `mtexplain.rules.SMOOTHINGS`; `smoothing_value`: the number it works with
    - `missing`: what an order without n-grams counts as: "zero", "one", or "left out" (effective order)

    InputError (a ValueError, for a wrong type also a TypeError) says what is wrong with an input and how to fix it.

    >>> bleu("the the the the the the the", ["the cat is on the mat", "there is a cat on the mat"]).precisions[0].ratio
    Ratio(matches=2, total=7)
    """
    chosen, tokenizer = resolve(
        rules, RULES, tokenize=tokenize, lowercase=lowercase, max_n=max_n, reference_length=reference_length,
        smoothing=smoothing, smoothing_value=smoothing_value, missing=missing, weights=weights,
    )  # fmt: skip
    return Bleu(**reading.facts(candidate, references, chosen, tokenizer))


def corpus_bleu(
    candidates: list[str],
    references: list[list[str]],
    *,
    rules: RulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    max_n: int | None = None,
    reference_length: ReferenceLengthSetting = None,
    smoothing: SmoothingSetting = None,
    smoothing_value: float | Fraction | None = None,
    missing: MissingSetting = None,
    weights: Sequence[float | Fraction] | None = None,
) -> CorpusBleu:
    """The BLEU of a text, as a trace. References are grouped by segment: references[i] are those of candidates[i].

    Segments may have different numbers of references. Keywords and errors are those of `bleu`.

    >>> corpus_bleu(["a b", "c d"], [["a b"], ["c", "d c"]], max_n=2).exact
    '(4/4 * 1/2)^(1/2)'
    """
    chosen, tokenizer = resolve(
        rules, RULES, tokenize=tokenize, lowercase=lowercase, max_n=max_n, reference_length=reference_length,
        smoothing=smoothing, smoothing_value=smoothing_value, missing=missing, weights=weights,
    )  # fmt: skip
    return CorpusBleu.from_facts(reading.corpus_facts(candidates, references, "bleu", chosen, tokenizer))
