"""The signature of a score: every choice that was made, in words, as another person needs it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from mtexplain.display import plain
from mtexplain.display.formula import number
from mtexplain.metrics.cider.frequencies import DocumentFrequencies
from mtexplain.metrics.cider.rules import CiderRules
from mtexplain.metrics.shared import signature, stems


def written(rules: CiderRules, frequencies: DocumentFrequencies, references: Sequence[int]) -> str:
    """The signature of a score by these rules; `references` are the numbers of references of its images."""
    return signature.written(rules.variant, rules, _choices(rules, frequencies), references)


def _choices(rules: CiderRules, frequencies: DocumentFrequencies) -> Iterator[str]:
    yield "words alone" if rules.max_n == 1 else f"n-grams up to {rules.max_n}"
    if rules.is_defended:
        yield f"tf: {rules.term_frequency}"
        yield f"sigma {plain.formula(number(rules.sigma or Fraction(0)))} {rules.length}"
    else:
        yield stems.written(rules.stem)
        yield "times 10" if rules.tenfold else "not times 10"
    yield f"idf of {so_many(frequencies.documents)}"


def read_by(rules: CiderRules) -> str:
    """How texts become words, in a few words."""
    return signature.cut_by(rules) + ("" if rules.stem == "none" else f", {stems.written(rules.stem)}")


def so_many(documents: int) -> str:
    """A number of images, in words."""
    return "1 image" if documents == 1 else f"{documents:,} images"
