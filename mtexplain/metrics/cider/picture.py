"""The picture of CIDEr, in which each word is as tall as its weight, and a sentence that explains the score."""

from collections.abc import Sequence
from math import acos, degrees, hypot, isclose

from mtexplain.display.formula import shown
from mtexplain.display.parts import MOST_SHOWN, Prose, name_words
from mtexplain.display.picture import Picture
from mtexplain.display.stacks import FAINT, Names, Stack, Stacks, draw
from mtexplain.invisible import visible
from mtexplain.metrics.cider.rows import Row
from mtexplain.metrics.cider.trace import CaptionCider
from mtexplain.metrics.shared import scores
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.orders import order_name

_TALLEST, _TOLD, _FEW, _MANY = 2.6, 12, 2, 100
"""The height of the tallest word, the most words in the text alternative, few references, many images."""
_BETWEEN = "·"
"""The sign between the captions of an image."""
_RARER = "rarer words have longer lines; faint: in all images"


@scores.picture.register
def picture(trace: CaptionCider) -> Picture:
    """Draw each word's weight as a bar, for the candidate above a line and for the most similar reference below it.

    The weights of each text are divided by the length of its vector, so the product of a word's two bars is what it
    adds to the cosine. (In CIDEr-D the first factor is the smaller of the two weights.)
    """
    known, j = trace.frequencies, nearest(trace)
    words = (token for text in (trace.candidate, *trace.references) for token in text)
    most = max((float(trace.idf((token,))) for token in words), default=0) or 1

    def ink(token: str) -> float:
        return float(FAINT + (1 - FAINT) * trace.idf((token,)) / most) if token != _BETWEEN else FAINT

    rows = [trace.row((token,)) for token in dict.fromkeys((*trace.candidate, *trace.references[j]))]
    pairs = [(row.weight, row.reference_weights[j]) for row in rows]
    ours, theirs = (hypot(*side) or 1 for side in zip(*pairs, strict=True)) if pairs else (1, 1)
    unit = _TALLEST / (max((max(a / ours, b / theirs) for a, b in pairs), default=0) or 1)
    stacks = [
        Stack(visible(row.ngram[0]), _images(trace, row), unit * row.weight / ours,
              depth=unit * row.reference_weights[j] / theirs, ink=ink(row.ngram[0]),
              kind="credited" if row.count and row.reference_counts[j] else "unmatched",
              adds=shown(gain) if gain else "")
        for row, gain in zip(rows, _gains(trace, rows, j), strict=True)
    ]  # fmt: skip
    own, images = tuple(trace.references), enumerate(known.images, 1)
    texts = [("own image" if image == own else f"image {number}", _joined(image)) for number, image in images]
    if own not in known.images:
        texts = [*((f"reference {number}", [*text]) for number, text in enumerate(own, 1)), *texts]
    others = [(name, tuple((visible(token), ink(token)) for token in text[:MOST_SHOWN])) for name, text in texts]
    several = 1 < len(trace.references) <= _FEW
    similarities = [[trace.similarity(n, i) for i in trace.each_j] for n in trace.each_n]
    shares = [
        (shown(float(value)), order_name(n), *[shown(float(value)) for value in each] * several)
        for n, value, each in zip(trace.each_n, trace.values, similarities, strict=True)
    ]
    heading = "mean cosine", *("reference 1", "2") * several
    alike = float(trace.similarity(1, j + 1))
    whole, angle = shown(alike), degrees(acos(max(-1.0, min(1.0, alike))))
    adds = "adds" if trace.is_cider_d else "up × down"
    names = Names("candidate", "in images", f"reference {j + 1}", adds)
    caption = "; ".join(f"{stack.number}, {stack.adds or 0}" for stack in stacks[:_TOLD])
    alt = (
        f"The weight of each word in the candidate, and below it in reference {j + 1}. The number of images that have "
        f"the word, and what it adds to the cosine of {whole}: {caption}."
    )
    aside, head = ("" if trace.is_cider_d else "angle", angle), _RARER * bool(known.images)
    piece = Stacks(tuple(stacks), names, alt, tuple(others), shares=tuple(shares), heading=heading)
    return draw(piece._replace(aside=aside, head=head, total=whole))


def _joined(image: Sequence[Sequence[str]]) -> list[str]:
    """Return the texts of an image in a row, with a sign between them."""
    return [word for index, text in enumerate(image) for word in (*[_BETWEEN] * (index > 0), *text)]


def _images(trace: CaptionCider, row: Row) -> str:
    """Return the number of images that have a word, or their share if there are very many images."""
    df, images = row.document_frequency, int(trace.documents)
    return f"{df} of {images}" if images < _MANY or not df else f"1 in {images / df:.3g}"


def _gains(trace: CaptionCider, rows: Sequence[Row], j: int) -> list[float]:
    """Return what each word adds to the cosine with a reference. CIDEr-D clips the weights of the candidate."""
    pairs = [(row.weight, row.reference_weights[j]) for row in rows]
    products = [(min(ours, theirs) if trace.is_cider_d else ours) * theirs for ours, theirs in pairs]
    scale = float(trace.similarity(1, j + 1)) / (sum(products) or 1)
    return [scale * product for product in products]


def nearest(trace: CaptionCider) -> int:
    """Return the index of the reference with the highest cosine of words, or the first such index in a tie."""
    alike = [float(trace.similarity(1, i)) for i in trace.each_j]
    return alike.index(max(alike))


@scores.why.register
def why(trace: CaptionCider) -> Prose:
    """Return a sentence about the shared words that count most, and about the words that weigh nothing."""
    j = nearest(trace)
    rows = [trace.row((token,)) for token in dict.fromkeys(trace.candidate)]
    gains = {row.ngram[0]: gain for row, gain in zip(rows, _gains(trace, rows, j), strict=True)}
    most = max(gains.values(), default=0)
    idle = [token for token in gains if not trace.idf((token,))]
    if not most:
        return Prose(("No word of the candidate that has a weight is in a reference.",))
    best = [token for token, gain in gains.items() if isclose(gain, most)]
    images = {int(trace.df((token,))) for token in best}
    rare = ""
    if len(images) == 1:
        (number,) = images
        each = "It is" if len(best) == 1 else "Each of them is"
        rare = f" {each} in {number} of {so_many(int(trace.documents), 'image')}."
    both = "in both texts" if len(trace.references) == 1 else f"it shares with reference {j + 1}"
    sentence = (f"Of the words {both}, ", *name_words(best), f" count{'s' * (len(best) == 1)} most.{rare}")
    if idle:
        is_everywhere = all(trace.df((token,)) == trace.documents for token in idle)
        everywhere = f" because every image has {_it(idle)}" * is_everywhere
        sentence += (" ", *name_words(idle), f" weigh{'s' * (len(idle) == 1)} nothing{everywhere}.")
    return Prose(sentence)


def _it(words: Sequence[str]) -> str:
    return "it" if len(words) == 1 else "them"
