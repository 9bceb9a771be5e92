"""Why a score is 0: the items of a group of which none earns credit, and what they have in common."""

from mtexplain.display.parts import Part, Prose, Words
from mtexplain.display.score import SentenceScore

_MOST = 6  # n-grams that are named


def why_zero(score: SentenceScore) -> tuple[Part, ...]:
    """The n-grams of the first group that makes the score 0, named; nothing where no group does.

    >>> from mtexplain import bleu
    >>> from mtexplain.display import plain
    >>> (why,) = why_zero(bleu("the cat sat on", ["the cat is on"], max_n=3))
    >>> print(plain.part(why))
    The score is 0, because none of these is in a reference: "the cat sat", "cat sat on". Each holds "sat".
    """
    if not score.is_worst_case:
        return ()
    guilty = score.zero_groups
    first = next((row.group for row in score.credits if row.group in guilty), None)
    ngrams = [row.ngram for row in score.credits if row.group == first]
    known = {token for reference in score.references for token in reference}
    because = f"The score is {score.worst.score}, because {score.worst.lacking}: "
    return (_none_of(ngrams, known, because),) if ngrams else ()


def _none_of(ngrams: list[tuple[str, ...]], known: set[str], because: str) -> Prose:
    named: list[Words | str] = []
    for ngram in ngrams[:_MOST]:
        named += [", ", Words(ngram)]
    more = f" and {len(ngrams) - _MOST} more" if len(ngrams) > _MOST else ""
    foreign = [token for token in dict.fromkeys(ngrams[0]) if token not in known]
    common = [Words((token,)) for token in foreign if all(token in ngram for ngram in ngrams)]
    reason = (" Each holds ", common[0], ".") if common and len(ngrams) > 1 else ()
    return Prose((because, *named[1:], more, ".", *reason))
