"""From sentences to a trace: `meteor`."""

from collections.abc import Sequence
from fractions import Fraction

from mtexplain.metrics.meteor.rules import (
    PAPER,
    AlignSetting,
    FunctionWordsSetting,
    MeteorRulesSetting,
    StemSetting,
    SynonymsSetting,
    TokenizeSetting,
    WholeSetting,
    resolve_rules,
)
from mtexplain.metrics.meteor.trace import Meteor
from mtexplain.metrics.shared import reading
from mtexplain.rules import LowercaseSetting


def meteor(
    candidate: str,
    references: list[str],
    *,
    rules: MeteorRulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    stem: StemSetting = None,
    synonyms: SynonymsSetting = None,
    align: AlignSetting = None,
    alpha: float | Fraction | None = None,
    beta: float | Fraction | None = None,
    gamma: float | Fraction | None = None,
    delta: float | Fraction | None = None,
    weights: Sequence[float | Fraction] | None = None,
    function_words: FunctionWordsSetting = None,
    whole: WholeSetting = None,
) -> Meteor:
    """The METEOR of one candidate sentence against its references, as a trace: the score of the best of them.

    `rules` are those of the paper or of a tool: one of `mtexplain.metrics.meteor.RULES`, or its name. A keyword left
    at None means "as the rules say"; one that is given wins:

    - `tokenize`: a name from `mtexplain.text.TOKENIZERS`, or a function from a string to a list of strings
    - `lowercase`: True, False, or "ascii" for A to Z only
    - `stem`: True, False, a name from `mtexplain.text.stemming.STEMMERS`, or a function from a word to its stem
    - `synonyms`: a dict from a word to a list of words, or a list of sets of words; they are read in both directions
    - `align`: "crossings" (2005), "chunks" (2014), "greedy" (NLTK) or "beam" (Meteor 1.5)
    - `alpha`, `beta`, `gamma`: 0.9, 3 and 0.5 in the paper
    - `delta`: what a content word counts, 0 to 1; `function_words`: the other words, or the name of a list, which is
      "english" where only a delta is given
    - `weights`: what a match counts by its stage, three numbers from 0 to 1: exact, stem, synonym
    - `whole`: what becomes of the penalty if everything is one chunk: "penalised" or "free"

    InputError (a ValueError, for a wrong type also a TypeError) says what is wrong with an input and how to fix it.

    >>> trace = meteor("on the mat sat the cat", ["the cat sat on the mat"])
    >>> trace.score, trace.best.alignment.crossings, trace.best.chunks
    (0.5, 8, 6)
    >>> trace = meteor("on the mat sat the cat", ["the cat sat on the mat"], align="chunks")
    >>> trace.score, trace.best.alignment.crossings, trace.best.chunks
    (0.9375, 11, 3)
    """
    chosen, tokenizer = resolve_rules(
        rules, tokenize=tokenize, lowercase=lowercase, stem=stem, synonyms=synonyms, align=align, alpha=alpha,
        beta=beta, gamma=gamma, delta=delta, weights=weights, function_words=function_words, whole=whole,
    )  # fmt: skip
    trace = Meteor(**reading.facts(candidate, references, chosen, tokenizer))
    if callable(chosen.stem):
        trace.score  # noqa: B018  # what is wrong with a stemmer of one's own shows now, and not in a view
    return trace
