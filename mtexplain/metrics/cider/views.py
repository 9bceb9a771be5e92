"""What a CIDEr trace shows: equations, tables and pictures of its steps.

References and images count from 1 here, as in every view. `trace: Any` is that of an image or of several: `trace`
defines these, and needs the views.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import acos, degrees, exp, hypot, isclose
from typing import Any

from mtexplain.display.charts import Curve, Guide
from mtexplain.display.formula import Call, Chain, Formula, Over, Power, Symbol, fraction, number, shown
from mtexplain.display.parts import (
    MOST_SHOWN,
    Cell,
    Column,
    Equation,
    Part,
    Prose,
    Real,
    Rows,
    Table,
    Words,
    name_words,
)
from mtexplain.display.picture import Picture
from mtexplain.display.stacks import FAINT, Names, Stack, Stacks
from mtexplain.display.stacks_layout import draw
from mtexplain.display.texts import keyed
from mtexplain.invisible import visible
from mtexplain.metrics.cider.cosine import Order, Row, as_fraction, readable_root
from mtexplain.metrics.cider.frequencies import idf
from mtexplain.metrics.cider.recipe import EXPONENT, CiderScore
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.orders import one_name, order_name
from mtexplain.recipe.equations import equation, in_numbers, numbers_of
from mtexplain.recipe.symbols import MOST_NUMBERS, in_symbols, listed, parenthesized

_TALLEST, _TOLD, _FEW, _MANY = 2.6, 12, 2, 100
"""The height of the heaviest, words that are told of, few references, many images."""
_BETWEEN = "·"
"""Stands between the captions of an image."""
_WHERE_IDF = (
    "|I| is the number of images, df how many of them have the n-gram in a reference; the numbers are for the "
    "rarest; log is the natural logarithm"
)


# Equations.
_RARER = "the rarer a word, the longer its line; faint: in all"


def length(trace: Any, _: int) -> Equation:
    """How many words the candidate has: the penalty may count its pairs instead."""
    words = str(len(trace.candidate))
    return Equation(Call("l", "c"), words, words, "l is the length of a text, in words")


def idf_of_rarest(trace: Any, _: int) -> Equation:
    """How rare the rarest n-gram is: of a caption, the rarest word of the candidate."""
    known = trace.frequencies
    rarest = 1 if trace.parts is not None else min((known.of((word,)) for word in trace.candidate), default=0)
    symbols = Chain("=", (Symbol("idf", "k"), in_symbols(trace, trace.expression("idf"))))
    numbers = Call("log", Over(str(trace.documents), str(max(1, rarest))))
    return Equation(symbols, numbers, shown(float(idf(trace.documents, rarest))), _WHERE_IDF)


def _penalty(trace: Any, j: int) -> Equation:
    """The length penalty for one reference, as a power of e."""
    known = {"candidate_length": trace.candidate_length, "reference_length": trace.reference_length[j]}
    symbols = Chain("=", (Symbol("penalty", str(j + 1)), Power("e", in_symbols(trace, EXPONENT, {"j": str(j + 1)}))))
    exponents = in_numbers(EXPONENT, {**known, "sigma": trace.sigma}), fraction(trace.orders[0].penalties[j].exponent)
    numbers = Chain("=", tuple(Power("e", one) for one in exponents))
    return Equation(symbols, numbers, shown(float(trace.penalty[j])))


def _similarity(trace: Any, one: Order, j: int) -> Equation:
    """The similarity with one reference; where there is no other, it is CIDEr_n."""
    left: Formula = Symbol(trace.rules.variant, str(one.n))
    if trace.m > 1:
        left = Call("sim" if trace.rules.is_cider_d else "cos", Chain(",", ("c", Symbol("s", str(j + 1)))))
    inline = "cosine", "dot", "clipped_weights"
    symbols = Chain("=", (left, in_symbols(trace, trace.expression("similarity"), {"j": str(j + 1)}, inline)))
    return Equation(symbols, _numbers(trace, one, j), similarity_value(one, j))


def _numbers(trace: CiderScore, one: Order, j: int) -> Formula:
    cosine = one.cosines[j]
    for side, vector in (("candidate", cosine.candidate), ("reference", cosine.reference)):
        if not vector.total:
            return f"0, as the {side} has no n-gram of this order"
        if not vector.norm:
            return f"0, as all weights of the {side} are 0"
    return numbers_of(trace, "similarity", {"n": one.n - 1, "j": j}, ("cosine", "dot"))


def similarity_value(one: Order, j: int) -> Formula:
    """The similarity with one reference: as a fraction, as a root and rounded, or only rounded."""
    exact, rounded = as_fraction(one.similarities[j]), shown(float(one.similarities[j]))
    if exact is not None:
        return number(exact)
    root = readable_root(one, j)
    return Chain("=", (root, rounded)) if root else rounded


def _mean(trace: CiderScore, place: int) -> Equation:
    """CIDEr_n as the mean over several references."""
    n, inline = str(place + 1), () if trace.rules.is_cider_d else ("similarity",)
    formula = in_symbols(trace, trace.expression("order_values"), {"n": n}, inline)
    symbols = Chain("=", (Symbol(trace.rules.variant, n), formula))
    numbers = numbers_of(trace, "order_values", {"n": place})
    return Equation(symbols, numbers, trace.numbers[place], "j runs over the m references")


def mean_over_orders(trace: CiderScore, _: int) -> Equation:
    """The score as the mean over the orders, or ten times that."""
    symbols = Chain("=", (trace.symbol, in_symbols(trace, trace.expression("mean_over_orders"))))
    numbers = trace.times_share(parenthesized(listed(trace.numbers), True))
    share = "1" if trace.max_n == 1 else f"1/{trace.max_n}"
    return Equation(symbols, numbers, shown(trace.score), f"w_n = {share} for every order")


def mean_over_images(trace: CiderScore, _: int) -> Equation:
    """The score of a text as the mean of those of its images."""
    return equation(trace, "score", where="i runs over the images")._replace(numbers=trace.closed_form)


# Parts of the steps.


def penalties(trace: Any, _: int) -> Iterator[Part]:
    """The length of every reference, its distance from the candidate's, and the penalty."""
    columns = keyed("reference", length="l(s)", difference="l(c) - l(s)", penalty="penalty")
    made = tuple(
        (f"reference {place}", one.reference_length, one.difference, Real(one.value))
        for place, one in enumerate(trace.orders[0].penalties, 1)
    )
    yield Table("", columns, made)
    yield from (_penalty(trace, j) for j in range(trace.m))
    yield _curve(trace)


def all_penalties(trace: CiderScore, _: int) -> Formula:
    """The length penalties, one for each reference."""
    values = [shown(float(one)) for one in trace.penalty]
    return Chain("=", ("penalty", values[0] if len(values) == 1 else Chain(",", tuple(values[:MOST_NUMBERS]))))


def similarities(trace: Any, place: int) -> Iterator[Part]:
    """The weights of an order's n-grams, and how similar they make the candidate to every reference."""
    yield weights(trace, place + 1)
    if trace.m > 1:
        yield _mean(trace, place)
    yield from (_similarity(trace, trace.orders[place], j) for j in range(trace.m))


def order_value(trace: CiderScore, place: int) -> Formula:
    """CIDEr_n, as exactly as it can be read."""
    return Chain("=", (Symbol(trace.rules.variant, str(place + 1)), trace.numbers[place]))


def matched(trace: CiderScore, place: int) -> str:
    """How many of the candidate's n-grams are in a reference, and how many of these weigh anything, in words."""
    found, *others = trace.counts[place]
    if not found:
        return "there are none"
    shared = [ngram for ngram in found if any(ngram in other for other in others)]
    weighing = sum(bool(trace.frequencies.idf(ngram)) for ngram in shared)
    told = f"{len(shared)} of {len(found)} {'is' if len(found) == 1 else 'are'} in a reference"
    return told if weighing == len(shared) else f"{told}, {weighing} of them with a weight"


# Tables.


def weights(trace: Any, n: int) -> Table:
    """Every n-gram of an order with its counts h, its df and idf, and its weights g in every text."""
    totals, lengths = map(sum, trace.h[n - 1]), map(float, trace.norms[n - 1])
    tf = "h" if trace.rules.term_frequency == "counts" else "(h / sum of h)"
    return Table(
        f"h: counts in a text; df: images that have it; weight g = {tf} · idf",
        tuple(_columns(one_name(n), trace.m)),
        Rows(trace.ngrams(n), lambda ngram: _cells(trace.m, trace.row(ngram))),
        total=("sum of h, length of g", *totals, None, None, *map(Real, lengths)),
    )


def all_rows(captions: Sequence[Any]) -> Table:
    """Every n-gram of every order and image."""
    most = max(caption.m for caption in captions)
    by_image = len(captions) > 1
    columns = (*([Column("image", "image")] * by_image), Column("n", "n"), *_columns("n-gram", most))
    made = tuple(
        (*([place] * by_image), n, *_cells(most, caption.row(ngram)))
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


def _cells(references: int, row: Row) -> tuple[Cell, ...]:
    missing = (None,) * (references - len(row.reference_counts))
    weights = (Real(weight) for weight in row.reference_weights)
    rarity = (row.document_frequency, Real(row.idf), Real(row.weight))
    return (Words(row.ngram), row.count, *row.reference_counts, *missing, *rarity, *weights, *missing)


def rarity(trace: Any) -> Table:
    """The different words of the candidate by how many images have them: the fewer, the more each weighs."""
    frequencies = trace.frequencies
    columns = keyed(words="single words of the candidate", df="df", idf=f"idf = log({trace.documents}/df)")
    by_df: dict[int, list[str]] = {}
    for word in dict.fromkeys(trace.candidate):
        by_df.setdefault(frequencies.of((word,)), []).append(word)
    made = tuple((Words(tuple(found)), df, Real(frequencies.idf((found[0],)))) for df, found in sorted(by_df.items()))
    return Table("", columns, made)


def spread(trace: CiderScore) -> Table:
    """How many n-grams are in so many images, order by order."""
    counted = Counter((df, len(ngram)) for ngram, df in trace.frequencies.counts.items())
    orders = sorted({n for _, n in counted})
    columns = (*keyed("df", "idf"), *(Column(f"order_{n}", order_name(n)) for n in orders))
    made: tuple[tuple[Cell, ...], ...] = tuple(
        (df, Real(float(idf(trace.documents, df))), *(counted.get((df, n), 0) for n in orders))
        for df in sorted({df for df, _ in counted})
    )
    return Table("How many different n-grams occur in how many images:", columns, made)


def images(trace: Any) -> Table:
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


def summands(trace: CiderScore) -> Table:
    """What each order adds to the score."""
    columns = keyed("order", value="value", term="term", summand="value of the term")
    made = tuple(
        (Symbol(trace.rules.variant, str(n)), Real(float(value)), trace.term(n), Real(term.value))
        for n, (value, term) in enumerate(zip(trace.values, trace.terms, strict=True), 1)
    )
    return Table("What each order adds:", columns, made, total=("", None, trace.symbol, shown(trace.score)))


# Pictures.


def picture(trace: Any) -> Picture:
    """Each word by its weight: above the line in the candidate, below it in the reference that is most like it.

    Each text by its own length: the product of both bars is what a word adds to the cosine. (CIDEr-D takes the smaller
    weight of the two first.)
    """
    known, j = trace.frequencies, nearest(trace)
    most = max((known.idf((token,)) for text in (trace.candidate, *trace.references) for token in text), default=0) or 1

    def ink(token: str) -> float:
        return float(FAINT + (1 - FAINT) * known.idf((token,)) / most) if token != _BETWEEN else FAINT

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
    texts = [("own image" if image == own else f"image {place}", _joined(image)) for place, image in images]
    if own not in known.images:
        texts = [*((f"reference {place}", [*text]) for place, text in enumerate(own, 1)), *texts]
    others = [(name, tuple((visible(token), ink(token)) for token in text[:MOST_SHOWN])) for name, text in texts]
    several = 1 < len(trace.references) <= _FEW
    shares = [
        (shown(float(value)), order_name(n), *[shown(float(one)) for one in each] * several)
        for n, (value, each) in enumerate(zip(trace.values, trace.similarity, strict=True), 1)
    ]
    heading = "mean cosine", *("reference 1", "2") * several
    whole = shown(float(trace.similarity[0][j]))
    angle = degrees(acos(min(1.0, float(trace.similarity[0][j]))))
    adds = "adds" if trace.rules.is_cider_d else "up × down"
    names = Names("candidate", "in images", f"reference {j + 1}", adds)
    told = "; ".join(f"{one.number}, {one.adds or 0}" for one in stacks[:_TOLD])
    alt = (
        f"What each word weighs in the candidate, and below that in reference {j + 1}. How many images have it, and "
        f"what it adds to the cosine of {whole}: {told}."
    )
    aside, head = ("" if trace.rules.is_cider_d else "angle", angle), _RARER * bool(known.images)
    piece = Stacks(tuple(stacks), names, alt, tuple(others), shares=tuple(shares), heading=heading)
    return draw(piece._replace(aside=aside, head=head, total=whole))


def _joined(image: Sequence[Sequence[str]]) -> list[str]:
    """All texts of an image, one after the other."""
    return [word for place, text in enumerate(image) for word in (*[_BETWEEN] * (place > 0), *text)]


def _images(trace: Any, row: Row) -> str:
    """How many images have a word; of very many, one in how many."""
    df, images = row.document_frequency, trace.documents
    return f"{df} of {images}" if images < _MANY or not df else f"1 in {images / df:.3g}"


def _gains(trace: Any, rows: Sequence[Row], j: int) -> list[float]:
    """What each word adds to the cosine with a reference; CIDEr-D takes the smaller of two weights."""
    pairs = [(row.weight, row.reference_weights[j]) for row in rows]
    products = [(min(ours, theirs) if trace.rules.is_cider_d else ours) * theirs for ours, theirs in pairs]
    scale = float(trace.similarity[0][j]) / (sum(products) or 1)
    return [scale * product for product in products]


def nearest(trace: Any) -> int:
    """The place of the reference whose words are most like those of the candidate: of several the first."""
    alike = list(map(float, trace.similarity[0]))
    return alike.index(max(alike))


def why(trace: Any) -> Prose:
    """Which shared word counts most, and which words weigh nothing."""
    known, j = trace.frequencies, nearest(trace)
    rows = [trace.row((token,)) for token in dict.fromkeys(trace.candidate)]
    gains = {row.ngram[0]: gain for row, gain in zip(rows, _gains(trace, rows, j), strict=True)}
    most = max(gains.values(), default=0)
    idle = [token for token in gains if not known.idf((token,))]
    if not most:
        return Prose(("No word of the candidate that has any weight is in a reference.",))
    best = [token for token, gain in gains.items() if isclose(gain, most)]
    images = {known.of((token,)) for token in best}
    rare = ""
    if len(images) == 1:
        (number,) = images
        rare = f": {number} of {so_many(trace.documents, 'image')} {'has' if number == 1 else 'have'} {_it(best)}"
    both = "in both texts" if len(trace.references) == 1 else f"it shares with reference {j + 1}"
    told = (f"Of the words {both}, ", *name_words(best), f" count{'s' * (len(best) == 1)} most{rare}.")
    if idle:
        told += (" ", *name_words(idle), f" weigh{'s' * (len(idle) == 1)} nothing: every image has {_it(idle)}.")
    return Prose(told)


def _it(words: Sequence[str]) -> str:
    return "it" if len(words) == 1 else "them"


def _curve(trace: CiderScore) -> Curve:
    """The length penalty over l(c), for the reference nearest in length, in floats, which will do for a drawing."""
    c, lengths, sigma = trace.candidate_length, sorted({*trace.reference_length}), float(trace.sigma)
    s = min(trace.reference_length, key=lambda length: abs(c - length))
    here = float(trace.penalty[trace.reference_length.index(s)])
    most = max(c, *lengths, s + 3 * sigma)
    places = sorted({0.0, float(c), *map(float, lengths), *(most * part / 60 for part in range(61))})
    exponents = EXPONENT.value({"candidate_length": tuple(places), "reference_length": s, "sigma": sigma})
    # The square of a very small sigma is 0 as a float: then the curve is 1 at l(s) alone.
    powers = zip(places, exponents, strict=True)
    points = tuple((place, float(place == s) if power is None else exp(power)) for place, power in powers)
    guides = tuple(Guide(float(x), f"l(s) = {x}" if x == s else str(x), x == s) for x in lengths)
    label = f"l(c) = {c}: {shown(here)}"
    others = [str(x) for x in lengths if x != s]
    rest = f" Lengths of other references: {', '.join(others)}." if others else ""
    alt = f"The length penalty against candidate length: 1 at l(s) = {s}, less on either side. Here {label}.{rest}"
    return Curve("candidate length l(c)", "penalty", points, (float(c), here), label, guides, alt)
