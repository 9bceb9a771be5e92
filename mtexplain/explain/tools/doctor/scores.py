"""The score of segments as a tool read them, by its own rules."""

from collections.abc import Sequence

from mtexplain.explain.tools.doctor.tool_parsers import Pair
from mtexplain.metrics.bleu import Bleu, CorpusBleu
from mtexplain.rules import EVALUATE, BleuRules, tokenizer_of

MOST_SCORED = 5_000
"""How many segments are scored: of a longer text the first ones, and it is said."""


def score_of(pairs: Sequence[Pair], rules: BleuRules) -> CorpusBleu:
    """The score of the first 5,000 segments. The tokens are NLTK's own; else they are cut as the rules say.

    >>> from mtexplain.rules import PAPER
    >>> score_of([Pair("the cat", ("the cat sat",))], PAPER).precisions[0].ratio
    Ratio(matches=2, total=2)
    """
    found = CorpusBleu(tuple(_segment(one, rules) for one in pairs[:MOST_SCORED]), rules.checked())
    if rules == EVALUATE and not (found.brevity.candidate_length and found.brevity.reference_length):
        raise ZeroDivisionError("float division by zero")
    return found


def tokens(text: str | tuple[str, ...], rules: BleuRules) -> tuple[str, ...]:
    """The tokens of a sentence as a tool sees them."""
    return tuple(tokenizer_of(rules.tokenize)(text)) if isinstance(text, str) else text


def _segment(pair: Pair, rules: BleuRules) -> Bleu:
    return Bleu(tokens(pair.candidate, rules), tuple(tokens(one, rules) for one in pair.references), rules.checked())
