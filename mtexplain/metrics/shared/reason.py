"""A sentence that says why a score is what it is, as its picture shows it."""

from collections import Counter
from collections.abc import Collection, Sequence

from mtexplain.display.parts import Pieces, Prose, name_words
from mtexplain.display.pyramid import Pyramid, Row, Text
from mtexplain.display.words import Words
from mtexplain.metrics.shared.occurrences import so_many, times
from mtexplain.metrics.shared.orders import one_name

_MOST = 3
"""The most words that are named; if there are more, their number is given instead."""


def describe(piece: Pyramid, zeros: Collection[int] = ()) -> Prose:
    """A sentence about what costs most, such as a row without a match, surplus words or unmatched words.

    If the text is too short, it also says by how much. `zeros` has the orders that make the score 0 if rows are
    multiplied.
    """
    empty = _empty_row(piece, zeros)
    return Prose((*(empty or _matches(piece)), *_length(piece)))


def _empty_row(piece: Pyramid, zeros: Collection[int]) -> Pieces | None:
    """A sentence about the first row that makes the score 0 because nothing in it matches."""
    where = f"{_the(piece.others[0])}" if len(piece.others) == 1 else "any reference"
    words = len(piece.rows[0].bricks)
    row = next((row for row in piece.rows if row.n in zeros), None)
    if row is None or not words:
        return None
    if not row.bricks:
        return (f"With {so_many(words, piece.token)} the candidate has no {row.name} at all, and 0/0 counts as 0",)
    so = ", so a factor is 0, and the product is 0" if row.n > 1 else ""
    return (f"No {one_name(row.n)} of the candidate is in {where}{so}",)


def _matches(piece: Pyramid) -> Pieces:
    words = piece.rows[0]
    if not piece.text.words.tokens:
        return (f"T{_the(piece.text)[1:]} is empty",)
    if not piece.has_words:
        return (_share(piece, words),)
    tokens = piece.text.words.tokens
    if clipped := Counter(tokens[brick.start] for brick in words.bricks if brick.state == "clipped"):
        return _clipped(piece, *clipped.most_common(1)[0])
    lost = [brick.start for brick in words.bricks if brick.state == "unmatched"]
    if lost:
        return _lost(piece, lost)
    broken = next((row for row in piece.rows if _number(row, "credited") < len(row.bricks)), None)
    if broken:
        number = _number(broken, "credited")
        does = f"only {number} of {so_many(len(broken.bricks), one_name(broken.n))} do{'es' * (number == 1)}"
        return (f"All {piece.token}s match, but {does if number else f'no {one_name(broken.n)} does'}",)
    if short := next((row for row in piece.rows if not row.bricks), None):
        return (f"All {piece.token}s match, but {_the(piece.text)} is too short to have {short.name}",)
    return (f"Every {piece.token if len(piece.rows) == 1 else 'n-gram'} of {_the(piece.text)} matches",)


def _share(piece: Pyramid, row: Row) -> str:
    """A sentence about the share of a row that is in the other text, if there is no row of words."""
    of, there = f"of {_the(piece.text)}", f"in {_the(piece.others[0])}"
    if not row.bricks:
        return f"T{_the(piece.text)[1:]} is too short to have {row.name}"
    number = _number(row, "credited")
    if number in (0, len(row.bricks)):
        return f"{'Every' if number else 'No'} {one_name(row.n)} {of} is {there}"
    return f"{number} of {len(row.bricks)} {row.name} {of} {'is' if number == 1 else 'are'} {there}"


def _the(text: Text) -> str:
    """The name of a text in a sentence."""
    return {"candidate": "the candidate", "reference 1": "the reference"}.get(text.label, text.label)


def _number(row: Row, state: str) -> int:
    return [brick.state for brick in row.bricks].count(state)


def _clipped(piece: Pyramid, token: str, number: int) -> Pieces:
    """A sentence about a word that occurs too often."""
    most = piece.text.words.tokens.count(token)
    has = f"{_the(piece.others[0])} has it" if len(piece.others) == 1 else "no reference has it more than"
    cut = "one is" if number == 1 else f"{number} are"
    return (Words((token,)), f" appears {times(most)}, and {has} {times(most - number)}, so {cut} clipped")


def _lost(piece: Pyramid, lost: Sequence[int]) -> Pieces:
    """A sentence about words that match nothing, and the number of longer n-grams that they spoil."""
    tokens = list(dict.fromkeys(piece.text.words.tokens[at] for at in lost))
    longer = sum(any(brick.start <= at < brick.stop for at in lost) for row in piece.rows[1:] for brick in row.bricks)
    is_single = len(tokens) == 1
    along = f", and spoil{'s' * is_single} {so_many(longer, 'longer run')}" if longer else ""
    if len(tokens) > _MOST:
        return (f"{len(lost)} {piece.token}s match nothing{along}",)
    return (*name_words(tokens), f" match{'es' * is_single} nothing{along}")


def _length(piece: Pyramid) -> Pieces:
    missing = float(piece.ruler.wanted) - piece.ruler.length if piece.ruler else 0
    if missing <= 0 or not piece.text.words.tokens:
        return (".",)
    perfect = all(row.bricks and all(brick.state == "credited" for brick in row.bricks) for row in piece.rows)
    begin = ", but the candidate is" if perfect else ". The candidate is also"
    return (f"{begin} {missing:.6g} {piece.token}{'s' * (missing != 1)} too short.",)
