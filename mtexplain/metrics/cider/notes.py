"""Notes on input that is unusual but has a defined score. Every view shows the same notes."""

from collections.abc import Iterator

from mtexplain.counts import ngrams
from mtexplain.display import texts
from mtexplain.display.parts import Note
from mtexplain.metrics.cider.corpus import CorpusCider
from mtexplain.metrics.cider.trace import CaptionCider, Cider
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.orders import order_name

_MOST = 4  # at most this many orders are named
_FEW = 3  # at most this many images get a note each; if there are more, a single note gives their number
_MANY = {
    "no-ngrams": "are too short for some order. The cosine of an empty vector with any other counts as 0.",
    "no-weight": "have some order whose n-grams are all in a reference of every image. Its cosine counts as 0.",
    "unseen": "have n-grams that are in no reference of any image. The formula would divide by df = 0. As in the "
    "authors' code, df counts as 1, so they weigh as much as the rarest n-grams.",
    "underflow": "have a score that is above 0 but too small for a float.",
}


def of_caption(trace: CaptionCider) -> Iterator[Note]:
    """Yield the notes on the score of an image. Notes on its texts are added later."""
    yield from _of_rules(trace)
    yield from _of_frequencies(trace)
    yield from _of_orders(trace)


def of_corpus(trace: CorpusCider) -> Iterator[Note]:
    """Yield the notes on the corpus, followed by notes on each image."""
    yield from _of_rules(trace)
    yield from _of_frequencies(trace)
    k = len(trace.segments)
    if k > 1 and all(len(segment.references) == k for segment in trace.segments):
        shape = f"There are {k} images with {k} references each, so a transposed list would have the same shape. "
        yield Note("square", f"{shape}references[0] was read as the {k} references of candidates[0].")
    by_code: dict[str, list[Note]] = {}
    for index, segment in enumerate(trace.segments, 1):
        for note in texts.notes(segment, segment.empty_candidate, segment.empty_reference):
            yield note._replace(where=f"image {index}, {note.where}")
        for note in _of_orders(segment):
            by_code.setdefault(note.code, []).append(note._replace(where=f"image {index}"))
    for code, segments in by_code.items():
        yield from (
            segments
            if len(segments) <= _FEW
            else [Note(code, f"{len(segments):,} of the {k:,} captions {_MANY[code]}")]
        )


def _of_rules(trace: Cider) -> Iterator[Note]:
    if trace.rules.is_cider_d and trace.rules.name == "coco":
        yield Note("named-cider", "COCO's tools print this number as CIDEr, but it is CIDEr-D.")
    if not trace.rules.tenfold:
        yield Note("no-ten", "The paper's formula has no factor of 10 and goes from 0 to 1. Programs multiply by 10.")


def _of_frequencies(trace: Cider) -> Iterator[Note]:
    if trace.documents == 1:
        yield Note(
            "one-image",
            "There is only one image, so every n-gram of its references is in all images, and its idf is log(1/1) = 0. "
            "No n-gram has a weight, and every caption scores 0, even if it is perfect. Score many images together, or "
            "give the document frequencies of other images.",
        )


def _of_orders(trace: CaptionCider) -> Iterator[Note]:
    if not trace.candidate or trace.documents == 1:
        return
    grams = [(n, set(ngrams(trace.candidate, n))) for n in range(1, trace.rules.max_n + 1)]
    if short := [n for n, ngrams in grams if not ngrams]:
        most = trace.rules.factor * (1 - len(short) / trace.rules.max_n)
        yield Note(
            "no-ngrams",
            f"The candidate is too short for {_orders(short)}. The cosine of an empty vector with any other counts as "
            f"0, so the score is {most:.4g} at most, however good the caption is.",
        )
    if idle := [n for n, ngrams in grams if ngrams and not any(map(trace.idf, ngrams))]:
        yield Note(
            "no-weight",
            f"All {_orders(idle)} of the candidate are in a reference of every image, so they have no weight, and the "
            "cosine counts as 0.",
        )
    if unseen := sum(not trace.df(ngram) for _, ngrams in grams for ngram in ngrams):
        yield Note(
            "unseen",
            f"{so_many(unseen, 'n-gram')} of the candidate {'is' if unseen == 1 else 'are'} in no reference of any "
            "image. The formula would divide by df = 0. As in the authors' code, df counts as 1, so "
            f"{'it weighs' if unseen == 1 else 'they weigh'} as much as the rarest n-grams.",
        )
    if not trace.score and any(trace.values):
        yield Note("underflow", "The score is above 0 but too small for a float. The length penalty is almost 0.")


def _orders(orders: list[int]) -> str:
    """Return a list such as "words, pairs and triples"; a long list is replaced by its first order."""
    *first, last = map(order_name, orders)
    if len(orders) > _MOST:
        return f"{first[0]} and longer n-grams"
    return f"{', '.join(first)} and {last}" if first else last
