"""From sentences to a trace: `bleu` and `corpus_bleu`."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain

from mtexplain import inputs
from mtexplain.metrics.bleu.corpus import CorpusBleu
from mtexplain.metrics.bleu.segment import Bleu
from mtexplain.rules import (
    PAPER,
    LowercaseSetting,
    MissingSetting,
    ReferenceLengthSetting,
    Rules,
    RulesSetting,
    SmoothingSetting,
    TokenizeSetting,
    rules_in_force,
)
from mtexplain.text import AT_ONCE, Tokenizer

_ASCII_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


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
    means "as the rules say"; a given one wins:

    - `tokenize`: a name from `mtexplain.text.TOKENIZERS`, or a function from a string to a list of strings
    - `lowercase`: True, False, or "ascii" for A to Z alone
    - `max_n`: the longest n-gram; `weights`: max_n numbers, 1 in all
    - `reference_length`: "closest", "first closest", "shortest" or "average"
    - `smoothing`: a name from `mtexplain.rules.SMOOTHINGS`; `smoothing_value`: the number it works with
    - `missing`: what an order without n-grams counts as: "zero", "one", or "left out" (effective order)

    InputError (a ValueError, for a wrong type also a TypeError) says what was wrong with an input and how to mend it.

    >>> bleu("the the the the the the the", ["the cat is on the mat", "there is a cat on the mat"]).precisions[0].ratio
    Ratio(matches=2, total=7)
    """
    chosen, tokenizer = rules_in_force(
        rules,
        tokenize=tokenize,
        lowercase=lowercase,
        max_n=max_n,
        reference_length=reference_length,
        smoothing=smoothing,
        smoothing_value=smoothing_value,
        missing=missing,
        weights=weights,
    )
    text = inputs.check_text(candidate, "candidate")
    return _segment(text, inputs.check_references(references), chosen, tokenizer)


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
    chosen, tokenizer = rules_in_force(
        rules,
        tokenize=tokenize,
        lowercase=lowercase,
        max_n=max_n,
        reference_length=reference_length,
        smoothing=smoothing,
        smoothing_value=smoothing_value,
        missing=missing,
        weights=weights,
    )
    texts, groups = inputs.check_corpus(candidates, references)
    if cut_all := AT_ONCE.get(str(chosen.tokenize)):
        cut_all([_before_cutting(text, chosen) for text in (*texts, *chain.from_iterable(groups))])
    return CorpusBleu(
        tuple(
            _segment(text, group, chosen, tokenizer, f"candidates[{i}]", f"references[{i}]")
            for i, (text, group) in enumerate(zip(texts, groups, strict=True))
        ),
        chosen,
    )


def _before_cutting(text: str, rules: Rules) -> str:
    return text.lower() if rules.lowercase is True else text


def _segment(
    text: str,
    reference_texts: list[str],
    rules: Rules,
    tokenizer: Tokenizer,
    here: str = "candidate",
    there: str = "references",
) -> Bleu:
    def tokens(sentence: str, where: str) -> tuple[str, ...]:
        try:
            cut = tokenizer(_before_cutting(sentence, rules))
        except Exception as error:
            error.add_note(f"The tokeniser {rules.tokenize} failed on {where}.")
            raise
        words = inputs.check_tokens(cut, where, rules.tokenize)
        return tuple(word.translate(_ASCII_LOWER) for word in words) if rules.lowercase == "ascii" else words

    return Bleu(
        tokens(text, here),
        tuple(tokens(sentence, f"{there}[{i}]") for i, sentence in enumerate(reference_texts)),
        rules,
        text,
        tuple(reference_texts),
    )
