"""The signature of a score: every choice that was made, in words, as another person needs it."""

from collections.abc import Iterator

from mtexplain.display import plain
from mtexplain.invisible import visible
from mtexplain.metrics.meteor.rules import ALIGN, LOOKED_UP, WHOLE, MeteorRules
from mtexplain.metrics.meteor.share_formulas import decimal
from mtexplain.metrics.shared import signature, stems
from mtexplain.text.stemming import Stemmer


def written(rules: MeteorRules, references: int) -> str:
    """The signature of a score by these rules, against so many references."""
    return signature.written("METEOR", rules, _choices(rules), (references,))


def stemmer_name(stem: str | Stemmer) -> str:
    """The name of a stemmer; that of a function ends in (), so that it is never taken for one of ours.

    >>> stemmer_name("porter"), stemmer_name(str.lower)
    ('porter', 'str.lower()')
    """
    return stem if isinstance(stem, str) else f"{visible(getattr(stem, '__qualname__', type(stem).__name__))}()"


def _choices(rules: MeteorRules) -> Iterator[str]:
    yield stems.written(stemmer_name(rules.stem))
    pairs = len(rules.synonyms)
    yield "no synonyms" if not pairs else "1 pair of synonyms" if pairs == 1 else f"{pairs:,} pairs of synonyms"
    if pairs and rules.stem != "none" and rules.looked_up != "words":
        yield LOOKED_UP[rules.looked_up]
    yield ALIGN[rules.align]
    names = {"alpha": rules.alpha, "beta": rules.beta, "gamma": rules.gamma, "delta": rules.delta}
    yield " ".join(f"{name} {plain.formula(decimal(value))}" for name, value in names.items() if value is not None)
    if any(weight != 1 for weight in rules.weights):
        yield f"weights {' '.join(plain.formula(decimal(weight)) for weight in rules.weights)}"
    if rules.delta is not None:
        listed = rules.function_words
        own = isinstance(listed, tuple)
        yield f"function words: {f'{len(listed)} of your own' if own else listed}"
    if rules.whole != "penalised":
        yield WHOLE[rules.whole]
