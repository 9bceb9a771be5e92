"""From sentences to a trace: `rouge_n`, `rouge_l`, `rouge_l_sum`, `rouge_w`, `rouge_s` and `rouge_su`."""

from fractions import Fraction

from mtexplain.metrics.rouge.force import (
    LowercaseSetting,
    ReferencesBySetting,
    RougeRulesSetting,
    TokenizeSetting,
)
from mtexplain.metrics.rouge.making import made
from mtexplain.metrics.rouge.ngram import RougeN
from mtexplain.metrics.rouge.rules import PAPER
from mtexplain.metrics.rouge.sequence import RougeL
from mtexplain.metrics.rouge.skipped import RougeS, RougeSU
from mtexplain.metrics.rouge.summary import RougeLSum
from mtexplain.metrics.rouge.weighted import RougeW


def rouge_n(
    candidate: str,
    references: list[str],
    n: int | None = None,
    *,
    rules: RougeRulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    beta: float | Fraction | None = None,
    references_by: ReferencesBySetting = None,
) -> RougeN:
    """ROUGE-N: the n-grams that a candidate shares with its references, 0 to 1 (Lin 2004, section 2).

    A keyword left at None means "as the rules say"; a given one wins:

    - `n`: the length of the n-grams, 2 by all rules
    - `rules`: those of the paper or of a tool, one of `mtexplain.metrics.rouge.RULES`, or its name
    - `tokenize`: a name from `mtexplain.text.TOKENIZERS`, or a function from a string to a list of strings
    - `lowercase`: True, False, or "ascii" for A to Z alone
    - `beta`: how much more recall counts than precision in the score, 0 to 1000; `math.inf` for recall alone
    - `references_by`: how several references make one score: "best", "pooled", "jackknife" or "coco"

    InputError (a ValueError, for a wrong type also a TypeError) says what was wrong with an input and how to mend it.

    >>> trace = rouge_n("police killed the gunman", ["the gunman killed the policeman"])
    >>> str(trace.recall), str(trace.precision), trace.exact
    ('2/4', '2/3', '(2 * 2/4 * 2/3) / (2/4 + 2/3)')
    """
    settings = {"n": n, "tokenize": tokenize, "lowercase": lowercase, "beta": beta, "references_by": references_by}
    return made(RougeN, candidate, references, rules, settings)


def rouge_l(
    candidate: str,
    references: list[str],
    *,
    rules: RougeRulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    beta: float | Fraction | None = None,
    references_by: ReferencesBySetting = None,
) -> RougeL:
    """ROUGE-L: the longest common subsequence of a candidate and a reference, 0 to 1 (Lin 2004, section 3.1).

    Keywords and errors are those of `rouge_n`.

    >>> rouge_l("the gunman police killed", ["police killed the gunman"]).exact
    '(2 * 2/4 * 2/4) / (2/4 + 2/4)'
    """
    settings = {"tokenize": tokenize, "lowercase": lowercase, "beta": beta, "references_by": references_by}
    return made(RougeL, candidate, references, rules, settings)


def rouge_l_sum(
    candidate: str,
    references: list[str],
    *,
    rules: RougeRulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    beta: float | Fraction | None = None,
    references_by: ReferencesBySetting = None,
) -> RougeLSum:
    r"""ROUGE-L of a summary, 0 to 1: each line of a reference against all lines of the candidate (section 3.2).

    Lines are told apart by newlines. A text without any is one line: then this is ROUGE-L. Keywords and errors are
    those of `rouge_n`.

    >>> trace = rouge_l_sum("the cat\nthe dog", ["the cat and the dog"])
    >>> str(trace.recall), str(trace.precision)
    ('4/5', '4/4')
    """
    settings = {"tokenize": tokenize, "lowercase": lowercase, "beta": beta, "references_by": references_by}
    return made(RougeLSum, candidate, references, rules, settings)


def rouge_w(
    candidate: str,
    references: list[str],
    *,
    rules: RougeRulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    weight: float | Fraction | None = None,
    beta: float | Fraction | None = None,
    references_by: ReferencesBySetting = None,
) -> RougeW:
    """ROUGE-W: the longest common subsequence, 0 to 1, where k in a row are worth k^weight (Lin 2004, section 4).

    `weight` is 2, unless another from 1 to 100 is given. Recall and precision are no ratios but floats: the inverse of
    that function, of a ratio. The other keywords and errors are those of `rouge_n`.

    >>> round(rouge_w("A B C D H I K", ["A B C D E F G"]).score, 3)  # the paper's example
    0.571
    >>> round(rouge_w("A H B K C I D", ["A B C D E F G"]).score, 3)
    0.286
    """
    settings = {
        "tokenize": tokenize,
        "lowercase": lowercase,
        "weight": weight,
        "beta": beta,
        "references_by": references_by,
    }
    return made(RougeW, candidate, references, rules, settings)


def rouge_s(
    candidate: str,
    references: list[str],
    *,
    rules: RougeRulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    max_skip: int | None = None,
    beta: float | Fraction | None = None,
    references_by: ReferencesBySetting = None,
) -> RougeS:
    """ROUGE-S: pairs of words in their order, with gaps, that two texts share, 0 to 1 (Lin 2004, section 5).

    `max_skip` is how many words may lie between the two: 0 for neighbours, None for any number. The other keywords and
    errors are those of `rouge_n`.

    >>> str(rouge_s("police kill the gunman", ["police killed the gunman"]).recall)
    '3/6'
    """
    settings = {
        "tokenize": tokenize,
        "lowercase": lowercase,
        "max_skip": max_skip,
        "beta": beta,
        "references_by": references_by,
    }
    return made(RougeS, candidate, references, rules, settings)


def rouge_su(
    candidate: str,
    references: list[str],
    *,
    rules: RougeRulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    max_skip: int | None = None,
    beta: float | Fraction | None = None,
    references_by: ReferencesBySetting = None,
) -> RougeSU:
    """ROUGE-SU: such pairs, and the words alone, 0 to 1 (Lin 2004, section 5.1).

    `max_skip` is how many words may lie between the two of a pair: 0 for neighbours, None for any number. The other
    keywords and errors are those of `rouge_n`.

    >>> str(rouge_su("police kill the gunman", ["police killed the gunman"]).recall)
    '6/10'
    """
    settings = {
        "tokenize": tokenize,
        "lowercase": lowercase,
        "max_skip": max_skip,
        "beta": beta,
        "references_by": references_by,
    }
    return made(RougeSU, candidate, references, rules, settings)
