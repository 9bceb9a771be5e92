"""CIDEr and CIDEr-D, computed wrongly: each mistake takes one quantity another way."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from mtexplain.counts import NGram, ngrams
from mtexplain.display.formula import Symbol
from mtexplain.metrics.cider import CaptionCider, caption_cider, caption_cider_d, cider, cider_d
from mtexplain.metrics.cider.frequencies import count_documents
from mtexplain.metrics.cider.recipe import CiderDScore, CiderScore, Pairs, Weights
from mtexplain.recipe import arithmetic
from mtexplain.recipe.misconception import Misconception, Smallest, Subject
from mtexplain.recipe.mistakes import cut_off, in_percent, mistake
from mtexplain.recipe.numbers import rounded

CLAIMS = {"penalty": "penalty", "cider": "order_values", "image": "image", "score": "score"}
_ROUNDING = "cider-rounded-first"
CIDER_SUBJECT = Subject("CIDEr", caption_cider, cider, CiderScore, CLAIMS, _ROUNDING, "CIDEr")
CIDER_D_SUBJECT = Subject("CIDEr-D", caption_cider_d, cider_d, CiderDScore, CLAIMS, _ROUNDING, "CIDEr")
SUBJECTS = (CIDER_SUBJECT, CIDER_D_SUBJECT)
"""Computed by the same recipe: what goes wrong with CIDEr goes wrong with CIDEr-D, too."""

_wrong, _wrong_d = partial(mistake, CIDER_SUBJECT), partial(mistake, CIDER_D_SUBJECT)
_SLIP, _TAKEN, _PAPER = "a common slip", "a common slip: BLEU taken over", "Vedantam et al. 2015, section"
_EQ1, _EQ2 = f"{_PAPER} 4, equation 1", f"{_PAPER} 4, equation 2"
_EQ3, _EQ4 = f"{_PAPER} 4, equation 3", f"{_PAPER} 7, equation 4"
_WORDS, _PAIRS = {"max_n": 1}, {"max_n": 2}
_ONE, _SHORT = ("a", ("a",), _WORDS), ("a", ("a a",), _WORDS)
_TWO, _ORDERS = (("a", "a"), (("a",), ("b",)), _WORDS), (("a", "a"), (("a",), ("b",)), _PAIRS)
_LONGER, _PARTLY = (("a", "b"), (("a",), ("a b",)), _WORDS), (("a", "b"), (("a",), ("b c",)), _WORDS)
_SEVERAL = (("a", "a"), (("a", "b"), ("b",)), _WORDS)


class DocumentCounts(NamedTuple):
    """In how many of the images each n-gram is, as someone counted it: possibly more than there are."""

    documents: int
    counts: Mapping[NGram, int]


def _captions(trace: Any) -> Sequence[CaptionCider]:
    """The traces of the images: of a caption, itself."""
    return trace.parts or (trace,)


def _counted(count: Callable[[Any], DocumentCounts]) -> Callable[[Any], Any]:
    """Other document frequencies, where they are those of the text; of others, nobody can tell where they come from."""

    def frequencies(trace: Any) -> Any:
        known = trace.document_frequencies
        own = count_documents([one.references for one in _captions(trace)], trace.rules.max_n)
        return count(trace) if (known.documents, known.counts) == (own.documents, own.counts) else known

    return frequencies


def _of_texts(texts: Callable[[CaptionCider], Sequence[tuple[str, ...]]]) -> Callable[[Any], Any]:
    """Each of these texts taken for a document of its own."""

    def count(trace: Any) -> DocumentCounts:
        found = count_documents([[text] for one in _captions(trace) for text in texts(one)], trace.rules.max_n)
        return DocumentCounts(found.documents, found.counts)

    return _counted(count)


def _every_time(trace: Any) -> DocumentCounts:
    orders = range(1, trace.rules.max_n + 1)
    texts = [text for one in _captions(trace) for text in one.references]
    return DocumentCounts(
        trace.document_frequencies.documents,
        Counter(ngram for text in texts for n in orders for ngram in ngrams(text, n)),
    )


Counts = Pairs[Mapping[NGram, int]]


def _once(trace: CaptionCider) -> Counts:
    return tuple(tuple(dict.fromkeys(text, 1) for text in order) for order in _right_counts(trace))


def _one_vector(trace: CaptionCider) -> Counts:
    """All orders of a text together, which stand for each of them."""
    texts = zip(*_right_counts(trace), strict=True)
    return (tuple({k: h for order in text for k, h in order.items()} for text in texts),) * trace.rules.max_n


def _joined(trace: CaptionCider) -> Counts:
    """All references as one text, which stands for each of them."""
    return tuple((ours, *[sum(map(Counter, others), Counter())] * len(others))
                 for ours, *others in _right_counts(trace))  # fmt: skip


def _right_counts(trace: CaptionCider) -> Counts:
    found: Counts = CiderScore.counts.compute(trace, "counts")
    return found


def _by_largest(trace: CaptionCider) -> Weights[Any]:
    """No weight more than in the reference where it is largest."""
    if trace.variant == "CIDEr":
        return trace.ours
    largest: dict[NGram, Any] = {}
    for weights in (text for _, *others in trace.named_weights for text in others):
        largest |= {k: max(g or 0, largest.get(k, 0)) for k, g in weights.items()}
    return trace.shared_weights(
        lambda ours, other: [arithmetic.min(g, largest[k]) for k, g in ours.items() if k in other]
    )


def _shared_norms(trace: CaptionCider) -> Any:
    """By the n-grams alone that both have: of the candidate a length for each reference."""
    return tuple((_length(ours), *_length(theirs)) for ours, theirs in zip(trace.ours, trace.theirs, strict=True))


def _clipped_norms(trace: CaptionCider) -> Any:
    right = CiderScore.norms.compute(trace, "norms")
    if trace.variant == "CIDEr":
        return right
    return tuple((_length(ours), *others) for ours, (_, *others) in zip(trace.clipped_weights, right, strict=True))


def _length(vectors: Any) -> Any:
    return CiderScore.norms.evaluate(weights=vectors)


def _without_empty(trace: CaptionCider) -> Any:
    there = sum(bool(ours) for ours, *_ in trace.counts)
    return arithmetic.over(trace.factor * arithmetic.sum(trace.order_values), there) or 0


def _rounded_first(trace: CaptionCider) -> Any:
    """Two decimals, a half up, as by hand."""
    return trace.factor * sum(Fraction(rounded(Fraction(value))) for value in trace.order_values) / trace.max_n


def _by_references(trace: Any) -> Any:
    """Every reference counts alike."""
    numbers = [one.m for one in _captions(trace)]
    return sum(m * Fraction(one) for m, one in zip(numbers, trace.image, strict=True)) / sum(numbers)


def _penalty(
    name: str, title: str, text: str, explanation: str, example: Any = _SHORT, source: str = f"{_SLIP}; {_EQ4}"
) -> Misconception:
    return _wrong_d(f"cider-d-{name}", "penalty", title, text, explanation, source, example)


_DF_OF_CAPTIONS = _of_texts(lambda one: one.references)
_DF_OF_CANDIDATES = _of_texts(lambda one: [one.candidate])

MISTAKES = (
    _wrong("cider-d-as-cider", "variant", "CIDEr-D instead of CIDEr", lambda trace: "CIDEr-D",
           "The COCO tools have a class named Cider, but it computes CIDEr-D.",
           f"pycocoevalcap, cider_scorer.py; {_PAPER}s 4 and 7", _LONGER,
           "CIDEr-D: weights clipped, and the length penalty with a σ of 6"),
    _wrong_d("cider-as-cider-d", "variant", "CIDEr instead of CIDEr-D", lambda trace: "CIDEr",
             "CIDEr-D has two defences that CIDEr lacks: repeating a word earns nothing extra, and a caption of a "
             "different length loses.", f"notes E, which have CIDEr alone; {_PAPER} 7", _SHORT,
             "CIDEr: weights not clipped, no length penalty"),
    _wrong("cider-df-of-captions", "frequencies", "Captions counted as images", _DF_OF_CAPTIONS,
           "A document is an image with all its references. If five people use the same word for one image, that makes "
           "it no more common.", f"{_SLIP}: in a search engine, too, every text is a document; {_PAPER} 4",
           ("a", ("a", "b"), _WORDS), "how many captions have k, of all captions"),
    _wrong("cider-df-of-candidates", "frequencies", "Document frequencies of the candidates", _DF_OF_CANDIDATES,
           "People decide how rare an n-gram is: count it in the references. Otherwise a system could make its words "
           "rare by using them only once.", f"{_SLIP}; {_PAPER} 4", _TWO, "how many candidates have k"),
    _wrong("cider-df-every-time", "frequencies", "Every occurrence counted in df", _counted(_every_time),
           "An image counts once, however often its references have the n-gram. So df is never more than the number of "
           "images, and no weight is negative.", f"{_SLIP}: collection frequency in place of document frequency",
           _SHORT, "how often k occurs in all references"),
    _wrong("cider-set", "counts", "Each n-gram counted once in a text", _once,
           "h is how often the text has the n-gram: a word used twice weighs twice as much.",
           f"{_SLIP}: sets in place of counts", (("a", "b"), (("a",), ("b b c",)), _WORDS), "1"),
    _wrong("cider-one-vector", "counts", "All orders in one vector", _one_vector,
           "Each order has its own cosine, and all count equally. In one vector, the orders with the rarest n-grams "
           "would decide everything.", f"{_SLIP}: n-grams from 1 to 4 given to one tf-idf vectoriser", _ORDERS,
           "the same for all n-grams, from words to fours"),
    _wrong("cider-references-joined", "counts", "The references joined into one text", _joined,
           "Compare the candidate with each reference separately, then take the mean.", f"{_SLIP}; {_EQ2}",
           _SEVERAL, "of a reference, how often all references have k"),
    _wrong("cider-no-idf", "idf", "No idf", "1", 'Without idf, "the" is worth as much as "poodle", and a caption full '
           "of such words scores well for every image.", f"{_SLIP}: plain counts; {_PAPER} 4", _ONE),
    _wrong("cider-no-log", "idf", "No logarithm in idf", "documents / max(1, df)",
           "With the logarithm, a word found in every image weighs 0, and the rarest words of a large collection don't "
           "drown out the rest.", f"{_SLIP}; {_EQ1}", _ONE),
    _wrong("cider-common-weighs-more", "idf", "Document frequency, not its inverse", "max(1, df) / documents",
           "The fewer images have an n-gram, the more it weighs: |I| goes on top.", f"{_SLIP}: the ratio upside down",
           _ONE),
    _wrong("cider-one-more-below", "idf", "One added to df", "log(documents / (1 + df))",
           "Only a df of 0 is replaced by 1. With 1 added to all, a word found in every image would have a negative "
           "weight.", "textbooks on search engines, which divide by 1 + df", _ONE),
    _wrong("cider-scikit-learn", "idf", "The idf of scikit-learn", "log((1 + documents) / (1 + df)) + 1",
           "TfidfVectorizer adds 1 to both numbers and to the logarithm, so a word found in every image still weighs "
           "1. In CIDEr it weighs 0.", "scikit-learn, TfidfVectorizer with its defaults", _ONE),
    _wrong("cider-unseen-left-out", "idf", "Unseen n-grams left out", "log(documents / df)",
           "An n-gram that no reference has makes the candidate's vector longer and the cosine smaller: df = 0 counts "
           "as 1. Otherwise wrong words would be free.", "the authors' code takes max(1, df)",
           (("a", "b c"), (("a",), ("b",)), _WORDS), "0, where no reference of any image has k"),
    _wrong_d("cider-d-counts", "weights", "Counts where shares belong", "h * idf",
             "The formula uses the share of an n-gram in its text. With counts CIDEr is the same, but CIDEr-D is not: "
             "it takes the smaller of two weights. All code uses counts; the rules say which are meant.",
             "pycocoevalcap, cider_scorer.py, against Vedantam et al. 2015, equation 1", _LONGER),
    _wrong_d("cider-d-shares", "weights", "Shares where counts belong", "h * idf / sum(h)",
             "The formula uses shares, but all code uses counts, and that changes CIDEr-D: it takes the smaller of two "
             "weights. The rules say which are meant.",
             "Vedantam et al. 2015, equation 1, against pycocoevalcap, cider_scorer.py",
             (*_LONGER[:2], {"max_n": 1, "rules": "coco"})),
    _wrong_d("cider-d-no-clipping", "clipped_weights", "Weights not clipped", "ours",
             "In the sum of products, the candidate's weight counts no more than the reference's. Otherwise a right "
             "word earns more every time it is repeated.", _EQ4, _LONGER),
    _wrong_d("cider-d-clipped-by-largest", "clipped_weights", "Clipped by the largest of all references", _by_largest,
             "That is BLEU's clipping. CIDEr-D compares with one reference at a time: only that reference's weight is "
             "the limit.",
             f"{_TAKEN}; {_EQ4}", (("a", "a"), (("a", "a b"), ("b",)), _WORDS), "min(g_k(c), max_j g_k(s_j))"),
    _wrong("cider-no-root", "norms", "The root forgotten in the lengths", "sum(weights ** 2)",
           "The length of a vector is the root of the sum of squares. Without the root, a text compared with itself "
           "would not have a cosine of 1.", f"{_SLIP}; {_EQ2}", _TWO),
    _wrong("cider-sum-of-weights", "norms", "The sum of weights as length", "sum(weights)",
           "Three steps east and four steps north take you 5 steps away, not 7: it is the squares that add up.",
           f"{_SLIP}; {_EQ2}", _PARTLY),
    _wrong("cider-shared-lengths", "norms", "Lengths by the common n-grams alone", _shared_norms,
           "A length covers all n-grams of the text. That is how wrong words and missing words cost something.",
           f"{_SLIP}; {_EQ2}", _PARTLY, "√(sum_k g_k^2), over the n-grams k that both texts have"),
    _wrong_d("cider-d-clipped-length", "norms", "The length after clipping", _clipped_norms,
             "Only the sum of products is clipped. The candidate's length is that of its whole vector, so repeating a "
             "word costs something.", f"pycocoevalcap, cider_scorer.py; {_EQ4}", _LONGER,
             "√(sum_k min(g_k(c), g_k(s))^2) for the candidate"),
    _wrong("cider-dot-product", "cosine", "Not divided by the lengths", "0 if length_c * length_s == 0 else dot",
           "On its own, a sum of products grows with the length of the text and with its rare words. Divided by both "
           "lengths, it is a cosine, from 0 to 1.", f"{_SLIP}; {_EQ2}", _TWO),
    _wrong("cider-one-length", "cosine", "Divided by one length alone",
           "0 if length_c * length_s == 0 else dot / length_c",
           "Divide by both lengths, the candidate's and the reference's.", f"{_SLIP}; {_EQ2}", _TWO),
    _penalty("no-penalty", "No length penalty", "1", "A cosine doesn't see how long a text is. CIDEr-D punishes a "
             "caption of a different length, too short or too long."),
    _penalty("no-two", "The 2 before σ² forgotten", "exp(-((candidate_length - reference_length) ** 2 / sigma ** 2))",
             "A bell curve has 2σ² below the line: 72 if σ is 6."),
    _penalty("sigma-not-squared", "Sigma not squared",
             "exp(-((candidate_length - reference_length) ** 2 / (2 * sigma)))",
             "A bell curve has 2σ² below the line: 72 if σ is 6, not 12."),
    _penalty("brevity", "BLEU's brevity penalty", "1 if candidate_length >= reference_length else 0 if "
             "candidate_length == 0 else exp(min(0, 1 - reference_length / candidate_length))",
             "BLEU takes the ratio of the lengths and forgives a long text: precision already pays for it. CIDEr-D "
             "takes the difference: too long costs as much as too short.", source=_TAKEN),
    _penalty("only-short", "Only short captions penalised",
             "exp(-(min(0, candidate_length - reference_length) ** 2 / (2 * sigma ** 2)))",
             "The difference is squared, so its sign doesn't matter: too long costs as much as too short.",
             ("a a", ("a",), _WORDS), _TAKEN),
    _wrong("cider-best-reference", "cider", "The best reference alone", "max(similarity)",
           "CIDEr asks what people agree on: the mean over the references, not the nearest one.",
           f"{_SLIP}: BLEU and METEOR take the best; {_EQ2}", _SEVERAL),
    _wrong("cider-sum-of-references", "cider", "The references added up", "sum(similarity)",
           "The sum is divided by the number of references. Otherwise five references would make the best score five "
           "times as high.", f"{_SLIP}; {_EQ2}", (("a", "a"), (("a", "a"), ("b",)), _WORDS)),
    _wrong("cider-no-ten", "mean_over_orders", "The factor of 10 forgotten", "sum(w * order_values)",
           "All programs multiply by 10, and so does the paper's formula for CIDEr-D. Its formula for CIDEr does not: "
           'that is rules="paper".', f"{_EQ3}, which leaves it out", _TWO),
    _wrong("cider-ten", "mean_over_orders", "Ten times, by the paper's rules", "10 * sum(w * order_values)",
           "The paper's formula for CIDEr has no factor of 10: by these rules it goes from 0 to 1. All programs "
           "multiply by 10, and so does the paper's formula for CIDEr-D.", f"all programs; {_EQ3}",
           (*_TWO[:2], {"max_n": 1, "rules": "paper"})),
    _wrong("cider-hundred", "mean_over_orders", "A factor of 100 instead of 10", "100 * sum(w * order_values)",
           "The factor is 10, or none by the paper's rules. Papers often print the score times another 100: 1.2 as "
           "120.", "tables in papers on captioning", _TWO),
    _wrong("cider-orders-added", "mean_over_orders", "The orders added up", "factor * sum(order_values)",
           "Each of the N orders has the weight 1/N. Without it, the best score would be N times as high.",
           f"{_SLIP}; {_EQ3}", _ORDERS),
    _wrong("cider-empty-left-out", "mean_over_orders", "Empty orders left out of the mean", _without_empty,
           "A caption of two words has no triples and no fours. In all code both count as 0, so a perfect caption of "
           "two words gets half the best score: 5 out of 10.", f"{_SLIP}: BLEU's effective order taken over", _ORDERS,
           "10 times the mean over the orders that c has"),
    _wrong("cider-geometric-mean", "mean_over_orders", "A geometric mean of the orders",
           "factor * product(order_values) ** w",
           "BLEU multiplies, CIDEr adds: an order without a match costs its share, and no more.", _TAKEN,
           _ORDERS, "10 * (CIDEr_1 * … * CIDEr_N)^(1/N)"),
    _wrong(_ROUNDING, "mean_over_orders", "CIDEr_n rounded before the mean", _rounded_first,
           "Round only at the end. Two digits on the way leave fewer than two in the result.", _SLIP,
           _PARTLY, "the same formula, from rounded numbers"),
    _wrong("cider-images-added", "score", "The images added up", "sum(image)",
           "The score of a text is the mean over its images.", _SLIP, _TWO),
    _wrong("cider-images-by-references", "score", "Images weighed by their references", _by_references,
           "Every image counts equally, however many people have described it.",
           f"{_SLIP}: the mean over all pairs of candidate and reference",
           (("a", "a"), (("a", "a"), ("b",)), _WORDS), "(sum_i m_i * image_i) / (sum_i m_i)"),
    in_percent(CIDER_SUBJECT, "cider-in-percent", "Numbers", Symbol("CIDEr"), ("cider", "image", "score"),
               "CIDEr goes from 0 to 10 here, with its factor of 10, and from 0 to 1 by the paper's rules, without it. "
               "Tables in papers often print 100 times what the tool prints.", Smallest(*_TWO)),
    cut_off(CIDER_SUBJECT, "cider-cut", Smallest(*_PARTLY)),
)  # fmt: skip
"""Every misconception, in the order of the computation."""
