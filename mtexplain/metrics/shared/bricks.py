"""The pyramid of a score, with a row of n-grams for each order and the runs of words that another text has, too."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

from mtexplain.counts import NGram, having_most
from mtexplain.display.pyramid import Brick, Pyramid, Ribbon, Row, Ruler, Text
from mtexplain.display.words import MOST_SHOWN, Words
from mtexplain.metrics.shared.occurrences import Place, credited, ends, occurrences, runs_of, so_many
from mtexplain.metrics.shared.orders import order_name

Tokens = Sequence[str]


class Order(NamedTuple):
    """The n-grams of one order, with how often each earns credit and the texts that give the credit.

    `step` is the name of the step that computes this.
    """

    n: int
    name: str
    share: str
    credits: Mapping[NGram, int]
    givers: Mapping[NGram, tuple[int, ...]]
    step: str = ""


def count_order(
    n: int,
    ngrams: Sequence[NGram],
    counts: Sequence[int],
    credits: Sequence[int],
    found_in: Sequence[tuple[int, ...]],
    step: str = "",
) -> Order:
    """An order, made from the count, the credits and the counts in other texts of each distinct n-gram.

    Every text that has the n-gram most often gives the credit.

    >>> order = count_order(1, [("the",), ("cat",)], [2, 1], [1, 0], [(1, 0), (0, 0)])
    >>> order.share, order.credits, order.givers
    ('1/3', {('the',): 1, ('cat',): 0}, {('the',): (0,), ('cat',): ()})
    """
    givers = {ngram: having_most(each) for ngram, each in zip(ngrams, found_in, strict=True)}
    share = f"{sum(credits)}/{sum(counts)}"
    return Order(n, order_name(n), share, dict(zip(ngrams, credits, strict=True)), givers, step)


def name_texts(references: Sequence[Tokens]) -> list[Text]:
    """The references as texts of the picture, named by their numbers."""
    return [Text(f"reference {index}", Words(tuple(text))) for index, text in enumerate(references, 1)]


def build(
    text: Text, others: Sequence[Text], orders: Sequence[Order], ruler: Ruler | None = None, token: str = "word"
) -> Pyramid:
    """The picture of what a text shares with other texts, order by order. `token` is the noun for a token."""
    orders = [order._replace(name=f"{token}s") if order.n == 1 else order for order in orders]
    tokens, theirs = text.words.tokens, [other.words.tokens for other in others]
    found = rows(tokens, theirs, orders)
    credited = {at for brick in found[0].bricks if brick.state == "credited" for at in range(brick.start, brick.stop)}
    shares = "; ".join(f"{row.name} {row.share}" for row in found)
    the = "the " * (text.label == "candidate")
    alt = f"A brick for each n-gram of {the}{text.label}, and how many earn credit: {shares}."
    alt += f" Length: {ruler.says}, × {ruler.factor}." if ruler else ""
    drawn = ribbons(
        {at for at in credited if at < MOST_SHOWN}, tokens[:MOST_SHOWN], [text[:MOST_SHOWN] for text in theirs]
    )
    return Pyramid(text, tuple(others), found, drawn, ruler, alt)


def link(text: Text, others: Sequence[Text], ribbons: Iterable[Ribbon], legend: Iterable[tuple[str, str]]) -> Pyramid:
    """The picture of words that are linked in pairs, with a single row of words for each text."""
    assert text.row
    caption = "; ".join(f"{text.label}: {text.row.name} {text.row.share}" for text in (*others, text) if text.row)
    chunks = " ".join(brick.mark for brick in text.row.bricks) if any(brick.chunk for brick in text.row.bricks) else ""
    alt = f"The words of {'the ' * (text.label == 'candidate')}{text.label} and their links. {caption}."
    alt += f" The chunks of its words: {chunks}." if chunks else ""
    return Pyramid(text, tuple(others), (text.row,), tuple(sorted(ribbons)), None, alt, tuple(legend))


def words(
    name: str, states: Sequence[str], share: str, step: str, links: Mapping[int, tuple[int, str]] | None = None
) -> Row:
    """A row of single words, from the state of each; `links` has the chunk of a linked word and the reason.

    >>> [brick.mark for brick in words("recall", ("credited", ""), "1/2", "lcs").bricks]
    ['#', '.']
    """
    known = links or {}
    bricks = (Brick(at, at + 1, state or "unmatched", (), *known.get(at, ())) for at, state in enumerate(states))
    return Row(1, name, tuple(bricks), share, step)


def join(pairs: Iterable[tuple[int, int]], reference: int) -> Iterator[Ribbon]:
    """Group linked words, given as pairs of positions, in runs of neighbours.

    >>> list(join([(0, 4), (1, 5), (3, 6)], 0))
    [Ribbon(start=0, stop=2, reference=0, reference_start=4), Ribbon(start=3, stop=4, reference=0, reference_start=6)]
    """
    for run in runs_of(pairs):
        yield Ribbon(run[0][0], run[-1][0] + 1, reference, run[0][1])


def measure(length: int, wanted: int | Fraction, factor: str, which: str, step: str = "", token: str = "word") -> Ruler:
    """A length beside the length that is wanted, which may be the length of the reference.

    >>> measure(6, 7, "0.8465", "the reference").says
    '6 words, 1 fewer than the reference'
    """
    missing = Fraction(wanted) - length
    says = f"as many as {which}"
    if missing:
        says = f"{float(abs(missing)):.6g} {'fewer' if missing > 0 else 'more'} than {which}"
    return Ruler(length, wanted, factor, f"{so_many(length, token)}, {says}", step)


def rows(tokens: Tokens, others: Sequence[Tokens], orders: Sequence[Order]) -> tuple[Row, ...]:
    """A row of bricks for each order, in which `credited` decides which of several equal bricks earn the credit.

    >>> tokens, reference = "the the cat on the mat".split(), "there is a cat on the mat".split()
    >>> words = Order(1, "words", "2/6", {("the",): 1, ("mat",): 1}, {})
    >>> [brick.state for brick in rows(tokens, [reference], [words])[0].bricks]
    ['clipped', 'clipped', 'unmatched', 'unmatched', 'credited', 'credited']
    """
    runs, lengths, longer = cache(partial(ends, tokens, others)), [], frozenset[int]()
    for order in reversed(orders):
        earning = credited(occurrences(tokens, order.n), order.credits, runs, longer)
        longer = frozenset(positions[0] for each in earning.values() for positions in each)
        lengths.append(Row(order.n, order.name, tuple(_bricks(tokens, order, longer)), order.share, order.step))
    return tuple(reversed(lengths))


def _bricks(tokens: Tokens, order: Order, credited: frozenset[int]) -> Iterator[Brick]:
    for ngram, positions in occurrences(tokens, order.n):
        start = positions[0]
        if start in credited:
            yield Brick(start, start + order.n, "credited", order.givers.get(ngram, ()))
        else:
            yield Brick(start, start + order.n, "clipped" if order.credits.get(ngram) else "unmatched")


def ribbons(credited: Collection[int], tokens: Tokens, others: Sequence[Tokens]) -> tuple[Ribbon, ...]:
    """The credited words, run by run. Starting with the longest, each run goes to another text that has it.

    >>> tokens, reference = "the cat on the mat".split(), "there is a cat on the mat".split()
    >>> ribbons({1, 2, 3, 4}, tokens, [reference])
    (Ribbon(start=1, stop=5, reference=0, reference_start=3),)
    """
    free, left = set(credited), [set(range(len(other))) for other in others]
    result = []
    for length in range(max(ends(tokens, others), default=0), 0, -1):
        there = _occurrences(others, length)
        for run, here in occurrences(tokens, length):
            if not free.issuperset(here):
                continue
            for reference, positions in there.get(run, ()):
                if left[reference].issuperset(positions):
                    free.difference_update(here)
                    left[reference].difference_update(positions)
                    result.append(Ribbon(here[0], here[-1] + 1, reference, positions[0]))
                    break
    return tuple(sorted(result))


def _occurrences(texts: Sequence[Tokens], n: int) -> Mapping[NGram, list[tuple[int, Place]]]:
    """The occurrences of each n-gram, as the number of the text and the positions there."""
    by_ngram: dict[NGram, list[tuple[int, Place]]] = {}
    for number, tokens in enumerate(texts):
        for ngram, positions in occurrences(tokens, n):
            by_ngram.setdefault(ngram, []).append((number, positions))
    return by_ngram
