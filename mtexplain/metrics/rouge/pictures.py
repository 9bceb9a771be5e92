"""ROUGE's pictures, and the sentence under each, about the words or units that the candidate shares with a reference.

If n-grams are counted, the picture is a pyramid. Otherwise the texts are drawn one above the other, and ribbons link
the words that match, either as parts of shared units or in the same order.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence, Set

from mtexplain.display import plain
from mtexplain.display.parts import Prose, Words, name_words
from mtexplain.display.pyramid import Pyramid, Ribbon, Text
from mtexplain.metrics.rouge import grids
from mtexplain.metrics.rouge.lcs import Place
from mtexplain.metrics.rouge.ngrams import Places, RougeN, Units
from mtexplain.metrics.rouge.subsequences import InOrder
from mtexplain.metrics.rouge.trace import Rouge
from mtexplain.metrics.shared import bricks, reason
from mtexplain.metrics.shared.occurrences import marked, so_many
from mtexplain.metrics.shared.orders import one_name
from mtexplain.tracing import formulas
from mtexplain.tracing.number import number

_OF_UNITS = ("credited", "in a match"), ("clipped", "in a clipped unit"), ("unmatched", "in no match")
_IN_ORDER = ("credited", "in order"), ("clipped", "in another order"), ("unmatched", "no match")
_MOST_REFERENCES = 4  # that are named
_MOST_TAKEN, _MOST_LOST = 6, 2  # words in order that are named, and words out of order


def picture(trace: Rouge) -> Pyramid:
    """The picture of a score."""
    if isinstance(trace, RougeN):
        return pyramid(trace)
    assert isinstance(trace, Units | InOrder)
    return of_units(trace) if isinstance(trace, Units) else of_sequences(trace)


def why(trace: Rouge) -> Prose:
    """The sentence under the picture."""
    if len(_counted_references(trace)) > 1:
        return why_of_several(trace)
    if isinstance(trace, RougeN) and len(trace.references) == 1:
        return why_of_ngrams(trace)
    assert isinstance(trace, Units | InOrder)
    return why_of_units(trace) if isinstance(trace, Units) else why_of_sequences(trace)


def why_of_several(trace: Rouge) -> Prose:
    """A sentence about the part of each counted reference that is in the candidate."""
    order = ", line by line" if trace.by_lines else ", in the same order" if isinstance(trace, InOrder) else ""
    units = "words" if isinstance(trace, InOrder) else trace.units
    each = [(index + 1, *_shared(trace, index)) for index in sorted(_counted_references(trace))]
    shares = [
        f"{matches:,} of {of:,} {units if of != 1 else units[:-1]} of reference {i}"
        for i, matches, of in each[:_MOST_REFERENCES]
    ]
    extra = len(each) - len(shares)
    more = f"; {extra} more {'reference counts' if extra == 1 else 'references count'}, too" if extra else ""
    return Prose((f"{', '.join(shares[:-1])} and {shares[-1]} are in the candidate{order}{more}.",))


def _shared(trace: Rouge, index: int) -> tuple[int, int]:
    """The number of words or units that the candidate shares with a reference, and the number in the reference."""
    if isinstance(trace, InOrder):
        return len(trace.matched_places(index)[1]), trace.length_of(trace.tokens[index + 1])
    return int(trace.matches(index + 1)), int(trace.reference_total(index + 1))


# N-grams.


def pyramid(trace: RougeN) -> Pyramid:
    """The reference that counts for recall, with its n-grams as bricks, credited if the candidate has them."""
    index = trace.chosen[0]
    rows = [row for row in trace.counts if row.in_references[index]]
    order = bricks.count_order(
        trace.rules.n,
        [row.unit for row in rows],
        [row.in_references[index] for row in rows],
        [row.overlap(index) for row in rows],
        [(row.in_candidate,) for row in rows],
        type(trace).matches.name_of_step((trace.each_i[index],)),
    )
    text = bricks.name_texts(trace.references)[index]
    piece = bricks.build(text, [Text("candidate", Words(trace.tokens[0]))], [order], token=trace.rules.token_name)
    seen = {brick.state for row in piece.rows for brick in row.bricks}
    return piece._replace(legend=tuple(state for state in piece.legend if state[0] in seen))


def why_of_ngrams(trace: RougeN) -> Prose:
    """A sentence about the n-grams the candidate lacks and, if precision counts, a sentence about its matches."""
    sentence = reason.describe(trace.picture)
    counts = trace.rules.beta is not None and trace.rules.references_by in ("best", "coco")
    total, matches = int(trace.candidate_total), int(trace.matches(trace.chosen[-1] + 1))
    if not counts or matches in (0, total):
        return sentence
    match = "matches" if matches == 1 else "match"
    return Prose((*sentence.pieces, f" Of the {total} {trace.units} of the candidate, {matches} {match}."))


# Other units.


def of_units(trace: Units) -> Pyramid:
    """The picture of the words of matching units, with ribbons from run to run."""
    places = _counted_references(trace)
    texts = [trace.tokens[index + 1] for index in places]
    mine, theirs = [""] * len(trace.tokens[0]), [[""] * len(text) for text in texts]
    if trace.is_listed:
        matching = [trace.matched_occurrences(index) for index in places]
        _mark(mine, trace.places_in(trace.tokens[0]), [ours for ours, _ in matching])
        for states, text, (_, units) in zip(theirs, texts, matching, strict=True):
            _mark(states, trace.places_in(text), [units])
    credited = {at for at, state in enumerate(mine) if state == "credited"}
    return _linked(trace, [mine, *theirs], bricks.ribbons(credited, trace.tokens[0], texts), _OF_UNITS)


def _mark(states: list[str], units: Places, matching: Sequence[Places]) -> None:
    """Mark words as credited if they are part of a unit that matches, or clipped if all their units are clipped."""
    for at in (at for matches in matching for unit in matches for at in marked(units[unit])):
        states[at] = "clipped"
    for at in (at for of_text in matching for places in of_text.values() for at in marked(places)):
        states[at] = "credited"


def why_of_units(trace: Units) -> Prose:
    """A sentence about the units of the reference that are in the candidate."""
    matches, of = _shared(trace, trace.chosen[0])
    if of == 1:
        count = f"The only {_one(trace)}"
    else:
        count = f"{f'{matches:,} of the' if matches < of else 'All'} {of:,} {trace.units}"
    return Prose((f"{_in_candidate(trace, matches, count)}.",))


# Words in their order.


def of_sequences(trace: InOrder) -> Pyramid:
    """The picture of words in order, with ribbons for matches and broken lines for shared words out of order."""
    places = _counted_references(trace)
    mine, others, ribbons = [""] * len(trace.tokens[0]), list[list[str]](), list[Ribbon]()
    for text, index in enumerate(places):
        reference = trace.tokens[index + 1]
        here, there = trace.matched_places(index)
        lost = [*_out_of_order(trace, reference, set(here), set(there))]
        theirs = [""] * len(reference)
        for at, other in lost:
            mine[at], theirs[other] = mine[at] or "clipped", "clipped"
        for at, other in zip(here, there, strict=True):
            mine[at] = theirs[other] = "credited"
        others.append(theirs)
        matched = sorted(zip(here, there, strict=True))
        runs = (
            bricks.join(matched, text) if trace.metric == "rouge_w" else [Ribbon(a, a + 1, text, b) for a, b in matched]
        )
        ribbons += [*runs, *bricks.join(lost, text)]
    linked = _linked(trace, [mine, *others], ribbons, _IN_ORDER)
    return linked._replace(grid=grids.small_grid(trace, places[0]) if len(places) == 1 else None)


def _out_of_order(trace: InOrder, reference: Sequence[str], here: Set[int], there: Set[int]) -> Iterator[Place]:
    """Pairs of positions of shared words that do not match, in which the first occurrences are paired first."""
    left: dict[str, list[int]] = {}
    for at, word in enumerate(reference):
        if at not in there and trace.is_word(word):
            left.setdefault(word, []).append(at)
    for at, word in enumerate(trace.tokens[0]):
        if at not in here and left.get(word):
            yield at, left[word].pop(0)


def why_of_sequences(trace: InOrder) -> Prose:
    """A sentence about the words in the same order and the shared words in another order."""
    index = trace.chosen[0]
    matches, of = _shared(trace, index)
    count = (
        f"{matches} of the {so_many(of, 'word')}" if matches < of else f"All {of} words" if of > 1 else "The only word"
    )
    order = "" if matches == 1 else ", line by line" if trace.by_lines else ", in the same order"
    text = _in_candidate(trace, matches, count, order)
    lost = [trace.tokens[0][brick.start] for brick in trace.picture.rows[0].bricks if brick.state == "clipped"]
    taken = [trace.tokens[0][brick.start] for brick in trace.picture.rows[0].bricks if brick.state == "credited"]
    named = (": ", Words(tuple(taken), kind="taken")) if 1 < matches < of and len(taken) <= _MOST_TAKEN else ()
    if not matches or not lost:
        return Prose((text, *named, "."))
    if len(lost) > _MOST_LOST:
        return Prose((text, *named, f"; {len(lost)} more are in both, too, but in another order."))
    cross = "is in both, too, but in another order" if len(lost) == 1 else "are in both, too, but in another order"
    return Prose((text, *named, "; ", *name_words(lost, kind="lost"), f" {cross}."))


# Both.


def _counted_references(trace: Rouge) -> list[int]:
    """The indices of the references that count, without repetition."""
    return list(dict.fromkeys(trace.chosen))


def _linked(
    trace: Rouge,
    states: Sequence[Sequence[str]],
    ribbons: Iterable[Ribbon],
    legend: Iterable[tuple[str, str]],
) -> Pyramid:
    """The candidate below the references that count.

    `states` has the states of the candidate's words, then of the words of each reference.
    """
    mine, *theirs = states
    steps = {index: type(trace).matches.name_of_step((trace.each_i[index],)) for index in _counted_references(trace)}
    seen = {state or "unmatched" for each in states for state in each}
    others = []
    for index, matches in zip(_counted_references(trace), theirs, strict=True):
        row = bricks.words("recall", matches, plain.formula(formulas.value(number(trace.r(index + 1)))), steps[index])
        others.append(Text(f"reference {index + 1}", Words(trace.tokens[index + 1]), row))
    precision = plain.formula(formulas.value(number(trace.precision)))
    row = bricks.words("precision", mine, precision, [*steps.values()][-1])
    return bricks.link(Text("candidate", Words(trace.tokens[0]), row), others, ribbons, _legend(trace, legend, seen))


def _legend(trace: Rouge, legend: Iterable[tuple[str, str]], seen: Collection[str]) -> Iterator[tuple[str, str]]:
    """The legend of the states that occur; with several references, credited words match in at least one."""
    with_one = " with a reference" if len(_counted_references(trace)) > 1 else ""
    for state, name in legend:
        if state in seen:
            yield state, f"{name}{with_one}" if state == "credited" else name


def _one(trace: Rouge) -> str:
    """The name of a single unit."""
    return one_name(trace.rules.n) if isinstance(trace, RougeN) else trace.earns


def _in_candidate(trace: Rouge, matches: int, count: str, order: str = "") -> str:
    """A clause that says how many words or units of the counted reference are in the candidate."""
    which = "the reference" if trace.number_of_references == 1 else f"reference {trace.chosen[0] + 1}"
    if not matches:
        return f"No {_one(trace)} of {which} is in the candidate"
    return f"{count} of {which} {'is' if matches == 1 else 'are'} in the candidate{order}"
