"""Wrong counting: in how many images an n-gram is, and how often a text has it."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from mtexplain.counts import NGram, ngrams
from mtexplain.display.formula import SumOver
from mtexplain.explain.misconceptions.cider import method
from mtexplain.explain.misconceptions.cider.method import Image, Known, Orders, Trace, captions
from mtexplain.explain.misconceptions.cider.subject import CIDER_SUBJECT, DF, H, is_
from mtexplain.metrics.cider.frequencies import counted
from mtexplain.recipe.misconception import Misconception, Smallest

_rarity = partial(Misconception, CIDER_SUBJECT, place="document_frequencies")
_counts = partial(Misconception, CIDER_SUBJECT, place="counts")
Documents = Sequence[Sequence[tuple[str, ...]]]


def _are_own(trace: Trace) -> bool:
    """Whether the document frequencies are those of the text; of others it can't be told where they come from."""
    known, own = trace.document_frequencies, counted([one.references for one in captions(trace)], trace.rules.max_n)
    return (known.documents, known.counts) == (own.documents, own.counts)


def _from(documents: Callable[[Trace], Documents]) -> Callable[[Trace], Known]:
    """Document frequencies of other documents."""

    def document_frequencies(trace: Trace) -> Known:
        if not _are_own(trace):
            return method.document_frequencies(trace)
        found = counted(documents(trace), trace.rules.max_n)
        return Known(found.documents, found.counts)

    return document_frequencies


def _of_captions(trace: Trace) -> Documents:
    return [[tokens] for one in captions(trace) for tokens in one.references]


def _of_candidates(trace: Trace) -> Documents:
    return [[one.candidate] for one in captions(trace)]


def _occurrences(trace: Trace) -> Known:
    """Every occurrence counted, where df counts an image once."""
    known = method.document_frequencies(trace)
    if not _are_own(trace):
        return known
    texts = [tokens for one in captions(trace) for tokens in one.references]
    found = Counter(ngram for tokens in texts for n in range(1, trace.rules.max_n + 1) for ngram in ngrams(tokens, n))
    return Known(known.images, found)


def _changed(text: Callable[[Orders], Orders]) -> Callable[[Trace], list[Image]]:
    """The counts of every text, changed."""

    def counts(trace: Trace) -> list[Image]:
        return [Image(text(one.candidate), [*map(text, one.references)]) for one in method.counts(trace)]

    return counts


def _once(text: Orders) -> Orders:
    return [dict.fromkeys(order, 1) for order in text]


def _together(text: Orders) -> Orders:
    """All orders in one vector, which stands for each of them."""
    return [{ngram: count for order in text for ngram, count in order.items()}] * len(text)


def _joined(trace: Trace) -> list[Image]:
    """All references of an image as one text, which stands for each of them."""
    made = []
    for one in method.counts(trace):
        joined = [sum((Counter(dict(text[n])) for text in one.references), Counter[NGram]())
                  for n in range(len(one.candidate))]  # fmt: skip
        made.append(Image(one.candidate, [joined] * len(one.references)))
    return made


COUNTING = (
    _rarity(
        name="cider-df-of-captions",
        title="Captions counted as images",
        wrong=is_(DF, "how many captions have k, of all captions"),
        explanation="A document is an image with all its references. Five people who say the same word of one image "
        "make it no more common.",
        source="a common slip: in a search engine, too, every text is a document; Vedantam et al. 2015, section 4",
        example=Smallest("a", ("a", "b"), {"max_n": 1}),
        replacement=_from(_of_captions),
    ),
    _rarity(
        name="cider-df-of-candidates",
        title="Document frequencies of the candidates",
        wrong=is_(DF, "how many candidates have k"),
        explanation="How rare an n-gram is, people decide: it is counted in the references. Otherwise a system could "
        "make its words rare by saying them once.",
        source="a common slip; Vedantam et al. 2015, section 4",
        example=Smallest(("a", "a"), (("a",), ("b",)), {"max_n": 1}),
        replacement=_from(_of_candidates),
    ),
    _rarity(
        name="cider-df-every-time",
        title="Every occurrence counted in df",
        wrong=is_(DF, "how often k occurs in all references"),
        explanation="An image counts once, however often its references have the n-gram. So df is never more than "
        "the number of images, and no weight is below 0.",
        source="a common slip: collection frequency in place of document frequency",
        example=Smallest("a", ("a a",), {"max_n": 1}),
        replacement=_occurrences,
    ),
    _counts(
        name="cider-set",
        title="Each n-gram counted once in a text",
        wrong=is_(H, "1"),
        explanation="h is how often the text has the n-gram: a word that is said twice weighs twice.",
        source="a common slip: sets in place of counts",
        example=Smallest(("a", "b"), (("a",), ("b b c",)), {"max_n": 1}),
        replacement=_changed(_once),
    ),
    _counts(
        name="cider-one-vector",
        title="All orders in one vector",
        wrong=is_("cos", "one for all n-grams, from words to fours"),
        explanation="Each order has a cosine of its own, and they count alike. In one vector, the orders with the "
        "rarest n-grams would decide alone.",
        source="a common slip: n-grams from 1 to 4 given to one tf-idf vectoriser",
        example=Smallest(("a", "a"), (("a",), ("b",)), {"max_n": 2}),
        replacement=_changed(_together),
    ),
    _counts(
        name="cider-references-joined",
        title="The references joined into one text",
        wrong=is_(H, SumOver("j", "how often the reference j has k")),
        explanation="The candidate is compared with each reference by itself, and then the mean is taken.",
        source="a common slip; Vedantam et al. 2015, section 4, equation 2",
        example=Smallest(("a", "a"), (("a", "b"), ("b",)), {"max_n": 1}),
        replacement=_joined,
    ),
)
