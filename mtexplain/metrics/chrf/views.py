"""The views of chrF, with titles, results, sources and notes, the picture of the letters and the stepper's moments."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from mtexplain.counts import NGram
from mtexplain.display.formula import shown
from mtexplain.display.parts import Note, Prose, Table
from mtexplain.display.pyramid import Pyramid, Result
from mtexplain.display.steps import Mark, Moment
from mtexplain.metrics.chrf.ngrams import Order, find, length, split_punctuation
from mtexplain.metrics.chrf.score import AnyChrf, Chrf, CorpusChrf
from mtexplain.metrics.shared import filling, letters, scores
from mtexplain.metrics.shared.occurrences import Place, marked, so_many
from mtexplain.metrics.shared.orders import in_a_row, order_name

_SOURCE = "Popović 2015"
AnyChrf.length.say(title="Characters", source=f"{_SOURCE}, section 1")
AnyChrf.r.say(source=f"{_SOURCE}, equation 1")
AnyChrf.recall.say(title="Means", source=f"{_SOURCE}, section 2")
AnyChrf.score.say(title="Score", source=f"{_SOURCE}, equation 1")


def name(n: Order) -> str:
    """The name of the n-grams of an order.

    >>> name(1), name(2)
    ('characters', 'pairs of characters')
    """
    if isinstance(n, int):
        return f"{order_name(n)} of characters" if n > 1 else "characters"
    return order_name(length(n))


@AnyChrf.length.summary
def _characters(trace: AnyChrf) -> str:
    return f"{trace.length} in the candidate"


@AnyChrf.length.table
def _texts(trace: Chrf | CorpusChrf) -> Table:
    return trace.text_table


@AnyChrf.r.title
def _order(trace: AnyChrf, n: Order) -> str:
    return name(n).capitalize()


@AnyChrf.r.summary
def _matches(trace: AnyChrf, n: Order) -> str:
    if n in trace.counted and trace.reference_total(n):
        return f"{trace.matched(n)} of {trace.total(n)} match"
    return "left out, because a text is too short"


@AnyChrf.recall.summary
def _averaged(trace: AnyChrf) -> str:
    every = len(trace.each_n)
    return f"over {trace.orders} of {every} orders" if len(trace.counted) < every else "over all orders"


@AnyChrf.score.summary
def _beta(trace: AnyChrf) -> str:
    return f"with β = {trace.beta}"


@AnyChrf.score.says
def _nothing(trace: AnyChrf) -> str:
    return "" if trace.score else "0, because nothing matches"


@scores.odd.register
def odd(trace: AnyChrf) -> Iterator[Note]:
    """A note on the orders that are left out."""
    if missing := [str(n) for n in trace.each_n if n not in trace.counted]:
        yield Note("no-ngrams", f"Both means leave out n = {in_a_row(missing)}, for which a text is too short.")


@scores.why.register
def why(trace: Chrf) -> Prose:
    """A sentence about the characters that match."""
    if not trace.total(1):
        return Prose(("The candidate has no characters.",))
    matched, characters = trace.matched(1), so_many(int(trace.total(1)), "character")
    return Prose((f"{matched} of {characters} of the candidate match{'es' * (matched == 1)}.",))


@scores.why.register
def why_of_text(trace: CorpusChrf) -> Prose:
    """A sentence about the counts that are added up."""
    return Prose((f"The n-grams of {so_many(len(trace.segments), 'segment')} are counted as a single text.",))


@scores.picture.register
def picture(trace: Chrf) -> Pyramid:
    """The picture of the candidate's characters, with longer n-grams below and, above, the reference that counts.

    Beside each row are its precision and its recall.
    """
    rows, also = [], []
    for index, n in enumerate(trace.each_n):
        ours, matches, theirs = trace.counts[n], trace.matches(n), trace.reference_counts[n]
        counts, credits, in_references = ([counts[g] for g in ours] for counts in (ours, matches, theirs))
        rows.append(letters.order(index, trace.rules.max_n, tuple(ours), counts, credits, in_references, f"n_{n}"))
        left_out = n not in trace.counted
        also.append("left out" if left_out else f"recall {trace.matched(n)}/{trace.reference_total(n)}")
    chosen = int(trace.chosen)
    named = "reference" if len(trace.references) == 1 else f"reference {chosen + 1}"
    piece = letters.build(trace.candidate, (named, trace.references[chosen]), rows, also, split_punctuation)
    means = ("precision", trace.precision), ("recall", trace.recall)
    results = (Result(shown(float(mean)), f"mean {kind}", "means") for kind, mean in means if trace.counted)
    return piece._replace(results=tuple(results))


@scores.moments.register
def moments(trace: Chrf) -> Iterable[Moment]:
    """A moment for each step and, in the steps of the orders, for each cell of the table."""
    orders = {f"n_{n}": n for n in trace.each_n}
    marks_of = cache(lambda step: marks(trace, orders[step]))
    return filling.moments(trace.steps(), lambda step, ngram: marks_of(step)[ngram])


def marks(trace: Chrf, n: Order) -> Mapping[NGram, tuple[Mark, ...]]:
    """The positions of each n-gram of an order, in each text."""
    by_ngram: dict[NGram, tuple[Mark, ...]] = {}
    for text, (_, words) in enumerate(trace.texts):
        places: dict[NGram, list[Place]] = {}
        for ngram, positions in find(words, n):
            places.setdefault(ngram, []).append(positions)
        for ngram, there in places.items():
            by_ngram[ngram] = *by_ngram.get(ngram, ()), Mark(text, marked(there))
    return by_ngram
