"""The tables of a CIDEr trace. References and images count from 1 here, as in every view."""

from collections import Counter
from collections.abc import Sequence

from mtexplain.display.formula import Symbol, shown
from mtexplain.display.parts import Cell, Column, Real, Rows, Table, Words
from mtexplain.metrics.cider.frequencies import DocumentFrequencies, idf
from mtexplain.metrics.cider.order import Order, Row
from mtexplain.metrics.cider.recipe import CiderScore, SegmentCider, TextCider
from mtexplain.metrics.shared.orders import one_name, order_name
from mtexplain.metrics.shared.texts import keyed


def weights(trace: SegmentCider, n: int) -> Table:
    """Every n-gram of an order with its counts h, its df and idf, and its weights g in every text."""
    totals, lengths = map(sum, trace.h[n - 1]), map(float, trace.norms[n - 1])
    tf = "h" if trace.rules.term_frequency == "counts" else "(h / sum of h)"
    return Table(
        f"h: counts in a text; df: images that have it; weight g = {tf} · idf",
        tuple(_columns(one_name(n), trace.m)),
        Rows(trace.ngrams(n), lambda ngram: _row(trace.m, trace.row(ngram))),
        total=("sum of h, length of g", *totals, None, None, *map(Real, lengths)),
    )


def all_rows(captions: Sequence[SegmentCider]) -> Table:
    """Every n-gram of every order and image."""
    most = max(caption.m for caption in captions)
    by_image = len(captions) > 1
    columns = (*([Column("image", "image")] * by_image), Column("n", "n"), *_columns("n-gram", most))
    made = tuple(
        (*([place] * by_image), n, *_row(most, caption.row(ngram)))
        for place, caption in enumerate(captions, 1)
        for n in range(1, caption.max_n + 1)
        for ngram in caption.ngrams(n)
    )
    return Table("", columns, made, names=2 + by_image)


def _columns(title: str, references: int) -> list[Column]:
    places = range(1, references + 1)
    return [
        Column("ngram", title),
        Column("count", "h(c)"),
        *(Column(f"reference_{place}", f"h(s_{place})") for place in places),
        Column("document_frequency", "df"),
        Column("idf", "idf"),
        Column("weight", "g(c)"),
        *(Column(f"weight_{place}", f"g(s_{place})") for place in places),
    ]


def _row(references: int, row: Row) -> tuple[Cell, ...]:
    missing = (None,) * (references - len(row.reference_counts))
    weights = (Real(weight) for weight in row.reference_weights)
    rarity = (row.document_frequency, Real(row.idf), Real(row.weight))
    return (Words(row.ngram), row.count, *row.reference_counts, *missing, *rarity, *weights, *missing)


def rarity(trace: SegmentCider) -> Table:
    """The different words of the candidate by how many images have them: the fewer, the more each weighs."""
    frequencies = trace.document_frequencies
    columns = keyed(words="single words of the candidate", df="df", idf=f"idf = log({frequencies.documents}/df)")
    by_df: dict[int, list[str]] = {}
    for word in dict.fromkeys(trace.candidate):
        by_df.setdefault(frequencies.of((word,)), []).append(word)
    made = tuple((Words(tuple(found)), df, Real(frequencies.idf((found[0],)))) for df, found in sorted(by_df.items()))
    return Table("", columns, made)


def spread(frequencies: DocumentFrequencies) -> Table:
    """How many n-grams are in so many images, order by order."""
    counted = Counter((df, len(ngram)) for ngram, df in frequencies.counts.items())
    orders = sorted({n for _, n in counted})
    columns = (*keyed("df", "idf"), *(Column(f"order_{n}", order_name(n)) for n in orders))
    made: tuple[tuple[Cell, ...], ...] = tuple(
        (df, Real(float(idf(frequencies.documents, df))), *(counted.get((df, n), 0) for n in orders))
        for df in sorted({df for df, _ in counted})
    )
    return Table("How many different n-grams are in so many of the images:", columns, made)


def penalties(trace: SegmentCider) -> Table:
    """The length of every reference, its distance from the candidate's, and the penalty."""
    columns = keyed("reference", length="l(s)", difference="l(c) - l(s)", penalty="penalty")
    made = tuple(
        (f"reference {place}", one.reference_length, one.difference, Real(one.value))
        for place, one in enumerate(trace.orders[0].penalties, 1)
    )
    return Table("", columns, made)


def images(trace: TextCider) -> Table:
    """Every image with its CIDEr_n and its score, and their means."""
    orders = range(1, trace.rules.max_n + 1)
    names = {f"order_{n}": f"{trace.rules.variant}_{n}" for n in orders}
    columns = keyed("image", "candidate", "references", **names, score=trace.rules.variant)
    made: tuple[tuple[Cell, ...], ...] = tuple(
        (place, Words(one.candidate), len(one.references), *_scores(one)) for place, one in enumerate(trace.segments, 1)
    )
    return Table("", columns, made, names=2, total=("mean", None, None, *_scores(trace)))


def _scores(trace: CiderScore) -> tuple[Real, ...]:
    """CIDEr_1 to CIDEr_N, and what comes of them."""
    return (*(Real(float(value)) for value in trace.values), Real(trace.score))


def account(trace: CiderScore) -> Table:
    """What each order adds to the score."""
    columns = keyed("order", value="value", term="term", summand="value of the term")
    made = tuple(
        (Symbol(trace.rules.variant, str(n)), Real(float(value)), trace.term(n), Real(term.value))
        for n, (value, term) in enumerate(zip(trace.values, trace.terms, strict=True), 1)
    )
    return Table("What each order adds:", columns, made, total=("", None, trace.symbol, shown(trace.score)))


def matched(trace: SegmentCider, order: Order) -> str:
    """How many of the candidate's n-grams are in a reference, and how many of these weigh anything, in words."""
    found = order.candidate.counts
    if not found:
        return "there are none"
    shared = [ngram for ngram in found if any(ngram in vector.counts for vector in order.references)]
    weighing = sum(bool(trace.document_frequencies.idf(ngram)) for ngram in shared)
    told = f"{len(shared)} of {len(found)} {'is' if len(found) == 1 else 'are'} in a reference"
    return told if weighing == len(shared) else f"{told}, {weighing} of them with a weight"
