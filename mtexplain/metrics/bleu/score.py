"""From sentences to a trace: `bleu` and `corpus_bleu`."""

from collections.abc import Sequence
from fractions import Fraction

from mtexplain import inputs
from mtexplain.metrics.bleu.traces import Bleu, CorpusBleu
from mtexplain.rules import PAPER, Rules, RulesSetting, TokenizeSetting, rules_in_force
from mtexplain.text import Tokenizer


def bleu(
    candidate: str,
    references: list[str],
    *,
    rules: RulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: bool | None = None,
    max_n: int | None = None,
    weights: Sequence[float | Fraction] | None = None,
) -> Bleu:
    """The BLEU of one candidate sentence against its references, as a trace.

    A keyword left at None means "as the rules say"; a given one wins. `tokenize` is "whitespace", "13a" or a function
    from a string to a list of strings; `weights` has max_n numbers, 1 in all.

    InputError (a ValueError, for a wrong type also a TypeError) says what was wrong with an input and how to mend it.

    >>> bleu("the the the the the the the", ["the cat is on the mat", "there is a cat on the mat"]).precisions[0].ratio
    Ratio(matches=2, total=7)
    """
    chosen, tokenizer = rules_in_force(rules, tokenize, lowercase, max_n, weights)
    text = inputs.check_text(candidate, "candidate")
    return _segment(text, inputs.check_references(references), chosen, tokenizer)


def corpus_bleu(
    candidates: list[str],
    references: list[list[str]],
    *,
    rules: RulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: bool | None = None,
    max_n: int | None = None,
    weights: Sequence[float | Fraction] | None = None,
) -> CorpusBleu:
    """The BLEU of a text, as a trace. References are grouped by segment: references[i] are those of candidates[i].

    Segments may have different numbers of references. Keywords and errors are those of `bleu`.

    >>> corpus_bleu(["a b", "c d"], [["a b"], ["c", "d c"]], max_n=2).exact
    '(4/4 * 1/2)^(1/2)'
    """
    chosen, tokenizer = rules_in_force(rules, tokenize, lowercase, max_n, weights)
    texts, groups = inputs.check_corpus(candidates, references)
    return CorpusBleu(
        tuple(
            _segment(text, group, chosen, tokenizer, f"candidates[{i}]", f"references[{i}]")
            for i, (text, group) in enumerate(zip(texts, groups, strict=True))
        ),
        chosen,
    )


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
            cut = tokenizer(sentence.lower() if rules.lowercase else sentence)
        except Exception as error:
            error.add_note(f"The tokeniser {rules.tokenize} failed on {where}.")
            raise
        return inputs.check_tokens(cut, where, rules.tokenize)

    return Bleu(
        tokens(text, here),
        tuple(tokens(sentence, f"{there}[{i}]") for i, sentence in enumerate(reference_texts)),
        rules,
        text,
        tuple(reference_texts),
    )
