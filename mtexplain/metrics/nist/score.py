"""From sentences to a trace: `nist` and `corpus_nist`."""

from mtexplain import inputs
from mtexplain.metrics.nist.rules import PAPER, RULES, MatchesSetting, RulesSetting, TokenizeSetting
from mtexplain.metrics.nist.trace import CorpusNist, Nist
from mtexplain.metrics.shared import reading
from mtexplain.rules import LowercaseSetting
from mtexplain.rules.base import resolve


def nist(
    candidate: str,
    references: list[str],
    *,
    rules: RulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    max_n: int | None = None,
    matches: MatchesSetting = None,
    corpus_references: list[str] | None = None,
) -> Nist:
    """The NIST of one candidate sentence against its references, as a trace (Doddington 2002).

    BLEU's relative: a match is worth the information it holds, and the orders are added. 0 or more, with no upper
    limit; `Nist.most` and `Nist.of_references` tell how much there is to gain.

    `rules` are those of the paper or of a tool: one of `mtexplain.metrics.nist.RULES`, or its name. A keyword left at
    None means "as the rules say"; one that is given wins:

    - `tokenize`, `lowercase`: as those of `mtexplain.bleu`
    - `max_n`: the longest n-gram
    - `matches`: "all references", or "one reference" for each order
    - `corpus_references`: more texts by which the information is counted, besides the references: those of the other
      sentences of a test set, say. A few references alone say little about what is usual

    InputError (a ValueError, for a wrong type also a TypeError) says what is wrong with an input and how to fix it.

    >>> nist("the cat", ["the cat sat", "the dog sat"], max_n=1).exact
    '0.5 * 4.17/2'
    """
    chosen, tokenizer = resolve(rules, RULES, tokenize=tokenize, lowercase=lowercase, max_n=max_n, matches=matches)
    facts = reading.facts(candidate, references, chosen, tokenizer)
    if corpus_references is None:
        return Nist(**facts)
    texts = inputs.check_references(corpus_references, "corpus_references")
    more = (reading.tokens(text, f"corpus_references[{i}]", chosen, tokenizer) for i, text in enumerate(texts))
    return Nist(**facts, corpus_references=(*facts["references"], *more))


def corpus_nist(
    candidates: list[str],
    references: list[list[str]],
    *,
    rules: RulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    max_n: int | None = None,
    matches: MatchesSetting = None,
) -> CorpusNist:
    """The NIST of a text, as a trace. References are grouped by segment: references[i] are those of candidates[i].

    The information is counted over the references of the whole text. Segments may have different numbers of references.
    Keywords and errors are those of `nist`.

    >>> corpus_nist(["the cat", "the dog"], [["the cat"], ["the dog"]], max_n=2).exact
    '6/4 + 2/2'
    """
    chosen, tokenizer = resolve(rules, RULES, tokenize=tokenize, lowercase=lowercase, max_n=max_n, matches=matches)
    return CorpusNist.from_facts(reading.corpus_facts(candidates, references, "nist", chosen, tokenizer))
