"""From sentences to a trace: `rouge_n`, `rouge_l`, `rouge_l_sum`, `rouge_w`, `rouge_s` and `rouge_su`."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeGuard, TypeVar

from mtexplain.inputs import InputTypeError, described
from mtexplain.metrics.rouge.kinds import RougeL, RougeLSum, RougeN, RougeS, RougeSU, RougeW
from mtexplain.metrics.rouge.rules import (
    PAPER,
    ReferencesBySetting,
    RougeRules,
    RulesSetting,
    TokenizeSetting,
    check_references_by,
    resolve_rules,
)
from mtexplain.metrics.rouge.trace import Rouge
from mtexplain.metrics.rouge.union_lcs import BREAK, joined
from mtexplain.metrics.shared import reading
from mtexplain.rules import LowercaseSetting, Rules
from mtexplain.text import Tokenizer

Kind = TypeVar("Kind", bound=Rouge)


def rouge_n(
    candidate: str,
    references: list[str],
    n: int | None = None,
    *,
    rules: RulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    beta: float | Fraction | None = None,
    references_by: ReferencesBySetting = None,
) -> RougeN:
    """ROUGE-N: the n-grams that a candidate shares with its references, 0 to 1 (Lin 2004, section 2).

    A keyword left at None means "as the rules say"; one that is given wins:

    - `n`: the length of the n-grams, 2 by all rules
    - `rules`: those of the paper or of a tool, one of `mtexplain.metrics.rouge.RULES`, or its name
    - `tokenize`: a name from `mtexplain.text.TOKENIZERS`, or a function from a string to a list of strings
    - `lowercase`: True, False, or "ascii" for A to Z only
    - `beta`: how much more recall counts than precision in the score, 0 to 1000; `math.inf` for recall alone
    - `references_by`: how several references make one score: "best", "pooled", "jackknife" or "coco"

    InputError (a ValueError, for a wrong type also a TypeError) says what is wrong with an input and how to fix it.

    >>> trace = rouge_n("police killed the gunman", ["the gunman killed the policeman"])
    >>> str(trace.recall), str(trace.precision), trace.exact
    ('2/4', '2/3', '(2 * 2/4 * 2/3) / (2/4 + 2/3)')
    """
    return build(
        RougeN, candidate, references, rules, n=n, tokenize=tokenize, lowercase=lowercase, beta=beta,
        references_by=references_by,
    )  # fmt: skip


def rouge_l(
    candidate: str,
    references: list[str],
    *,
    rules: RulesSetting = PAPER,
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
    return build(
        RougeL, candidate, references, rules, tokenize=tokenize, lowercase=lowercase, beta=beta,
        references_by=references_by,
    )  # fmt: skip


def rouge_l_sum(
    candidate: str,
    references: list[str],
    *,
    rules: RulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    beta: float | Fraction | None = None,
    references_by: ReferencesBySetting = None,
) -> RougeLSum:
    r"""ROUGE-L of a summary, 0 to 1: each line of a reference against all lines of the candidate (section 3.2).

    Newlines separate lines. A text without any is one line: then this is ROUGE-L. Keywords and errors are those of
    `rouge_n`.

    >>> trace = rouge_l_sum("the cat\nthe dog", ["the cat and the dog"])
    >>> str(trace.recall), str(trace.precision)
    ('4/5', '4/4')
    """
    return build(
        RougeLSum, candidate, references, rules, tokenize=tokenize, lowercase=lowercase, beta=beta,
        references_by=references_by,
    )  # fmt: skip


def rouge_w(
    candidate: str,
    references: list[str],
    *,
    rules: RulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    weight: float | Fraction | None = None,
    beta: float | Fraction | None = None,
    references_by: ReferencesBySetting = None,
) -> RougeW:
    """ROUGE-W: the longest common subsequence, 0 to 1, where k in a row are worth k^weight (Lin 2004, section 4).

    `weight` is 2, unless you give another from 1 to 100. Recall and precision are not ratios but floats: the inverse of
    that function, applied to a ratio. The other keywords and errors are those of `rouge_n`.

    >>> round(rouge_w("A B C D H I K", ["A B C D E F G"]).score, 3)  # the paper's example
    0.571
    >>> round(rouge_w("A H B K C I D", ["A B C D E F G"]).score, 3)
    0.286
    """
    return build(
        RougeW, candidate, references, rules, tokenize=tokenize, lowercase=lowercase, weight=weight, beta=beta,
        references_by=references_by,
    )  # fmt: skip


def rouge_s(
    candidate: str,
    references: list[str],
    *,
    rules: RulesSetting = PAPER,
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
    return build(
        RougeS, candidate, references, rules, tokenize=tokenize, lowercase=lowercase, max_skip=max_skip, beta=beta,
        references_by=references_by,
    )  # fmt: skip


def rouge_su(
    candidate: str,
    references: list[str],
    *,
    rules: RulesSetting = PAPER,
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
    return build(
        RougeSU, candidate, references, rules, tokenize=tokenize, lowercase=lowercase, max_skip=max_skip, beta=beta,
        references_by=references_by,
    )  # fmt: skip


def build(kind: type[Kind], candidate: object, references: object, rules: RougeRules | str, **settings: Any) -> Kind:
    """A trace of this kind, by the rules after the settings that are given have won over them."""
    chosen, tokenizer = resolve_rules(rules, **settings)
    by_lines = kind is RougeLSum or (kind is RougeW and chosen.runs == "in the reference")
    if by_lines:
        _no_lists_of_lines(candidate, references)
    facts = reading.facts(candidate, references, chosen, tokenizer, read=_lines if by_lines else None)
    check_references_by(chosen, len(facts["references"]))
    return kind(**facts)


def _lines(text: str, where: str, rules: Rules, tokenizer: Tokenizer) -> tuple[str, ...]:
    """The tokens of a text that is cut line by line."""
    lines = enumerate(text.split(BREAK), 1)
    return joined(reading.tokens(line, f"{where}, line {number}", rules, tokenizer) for number, line in lines)


def _no_lists_of_lines(candidate: object, references: object) -> None:
    """A text of several lines is one string, and not a list of its lines."""
    named = {f"references[{place}]": one for place, one in enumerate(references)} if _is_list(references) else {}
    for where, text in {"candidate": candidate, **named}.items():
        if _is_list(text) and text:
            fix = r'A text is one string, a line on each line: "\n".join(lines).'
            raise InputTypeError(where, described(text), "one string", fix)


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, list | tuple)
