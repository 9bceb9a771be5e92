"""The effect of an edit in words.

If the metric has a picture of bricks, the text counts the n-grams that match now or are lost, and describes the length.
For other metrics it names the parts of the score that changed, such as recall and precision.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from mtexplain.counts import NGram
from mtexplain.display.formula import Chain, Formula, Over, Root
from mtexplain.display.parts import Pieces, Words, with_and
from mtexplain.display.pyramid import Pyramid
from mtexplain.display.score import Score
from mtexplain.explain.edits.facts import EditFacts
from mtexplain.metrics.shared.orders import one_name

_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
_NAMES = {
    "recall": "recall",
    "precision": "precision",
    "penalty": "the penalty",
    "brevity": "the brevity penalty",
    "entropy": "the mean surprise",
}
"""The steps that are parts of a score, with their names in a sentence."""
_FEW = 2  # the most parts whose numbers are given
_LONGEST = 4  # the most words that are named


def moved(edit: EditFacts) -> Pieces:
    """The effect as a sentence without a full stop; empty if there is no part to name."""
    old, new = map(_bricks, (edit.before, edit.after))
    sentence = (_by_bricks(edit, old, new) if old and new else ()) or _by_parts(edit)
    return (
        (sentence[0][:1].upper() + sentence[0][1:], *sentence[1:])
        if sentence and isinstance(sentence[0], str)
        else sentence
    )


def _bricks(score: Score) -> Pyramid | None:
    """The picture, if its bricks are exactly the n-grams that earn credit; otherwise None."""
    picture = score.picture
    if not isinstance(picture, Pyramid) or score.earns != "n-gram":
        return None
    rows = {row.n for row in picture.rows}
    return picture if all(row.group in rows and len(row.ngram) == row.group for row in score.credits) else None


def _by_bricks(edit: EditFacts, old: Pyramid, new: Pyramid) -> Pieces:
    """The n-grams that match now or are lost, and the length, if the text was or is too short."""
    if [row.n for row in old.rows] != [row.n for row in new.rows]:
        first, longest = new.rows[0], new.rows[-1]
        named = f"only {first.name}" if first == longest else f"n-grams of up to {spelled(longest.n)} words"
        return (f"{named} count now",)
    won, lost = _by_length(edit.won), _by_length(edit.lost)
    clause: Pieces = () if won else _named(edit, old, new, lost)
    clause = clause or _counted(edit, won, lost) or _below_the_line(old, new)
    length = _length(old, new, bool(clause), "" if lost else "but ")
    if (won or lost) and not any(term.value for term in edit.terms):
        have = "it has" if (won or lost).total() == 1 else "they have"
        but = "but" if won else "and"
        clause = (*clause, ", so the score stays the same" if won and lost else f", {but} {have} no weight")
    return (*clause, *length)


def _by_length(gains: Mapping[int | str, Mapping[NGram, int]]) -> Counter[int]:
    """The numbers of words, pairs, triples and longer n-grams, by length."""
    counts = Counter[int]()
    for group in gains.values():
        for ngram, number in group.items():
            counts[len(ngram)] += number
    return counts


def _named(edit: EditFacts, old: Pyramid, new: Pyramid, lost: Counter[int]) -> Pieces:
    """A clause that names added words that earn nothing, or words that were taken out, and their effect; or empty."""
    done = edit.done
    if not done or old.others != new.others or edit.before.rules != edit.after.rules or not new.has_words:
        return ()
    if new.text.label != "candidate" or Counter(done.old) == Counter(done.new):
        return ()
    positions = sorted(done.places) or range(done.position, done.position + len(done.old))
    picture, past = (new, False) if done.places else (old, True)
    words, number = Words(tuple(picture.text.words.tokens[at] for at in positions)), len(positions)
    states = {brick.state for brick in picture.rows[0].bricks if brick.start in positions}
    if number > _LONGEST or len(states) > 1 or (done.new and past):
        return ()
    below, longer = _below_the_line(old, new), lost.total() - lost[1]
    along = f", and spoil{'s' * (number == 1)} {_many(longer, 'longer run')}" if longer else ""
    if longer and past:
        are, them = "is" if longer == 1 else "are", "it" if number == 1 else "them"
        along = f", and {_many(longer, 'longer run')} {are} lost with {them}"
    if lost and not (along or past or len(done.old) == len(done.new)):
        along = f", and {_listed(lost)} {'is' if lost.total() == 1 else 'are'} lost"
    match states.pop():
        case "credited":
            return (words, " matched", along) if past and lost[1] == number else ()
        case "unmatched" if done.kind == "substitute" and not lost:
            return (words, " earns no more than ", Words(done.old), " did")
        case "unmatched":
            verb = "matched" if past else "matches" if number == 1 else "match"
            predicate = f" {verb} nothing"
        case _:
            verb = "appeared" if past else "appears" if number == 1 else "appear"
            predicate = f" {verb} too often"
    return (words, predicate, along) if along else (words, predicate, *((", with ", *below) if below else ()))


def _below_the_line(old: Pyramid, new: Pyramid) -> Pieces:
    """The change in the number of n-grams by which the credit is divided, if these are n-grams of the candidate."""
    more = sum(len(now.bricks) - len(was.bricks) for was, now in zip(old.rows, new.rows, strict=True))
    if not more or new.text.label != "candidate":
        return ()
    thing = "n-gram" if len(new.rows) > 1 else one_name(new.rows[0].n)
    amount = _many(abs(more), f"{'more' if more > 0 else 'fewer'} {thing}")
    return (f"{amount} below the line and {'none' if more > 0 else 'just as many'} above",)


def _counted(edit: EditFacts, won: Counter[int], lost: Counter[int]) -> Pieces:
    """A clause with the numbers of n-grams that match now and of lost n-grams."""
    if won and won == lost:
        rest = "es, and one is lost" if won.total() == 1 else ", and as many are lost"
        return (f"{_many(won.total(), f'other {_thing(won)}')} match{rest}",)
    clauses = []
    if won:
        clauses.append(f"{_listed(won, 'more ')} match{'es' * (won.total() == 1)}")
    if lost:
        clauses.append(f"{_listed(lost)} {'is' if lost.total() == 1 else 'are'} lost")
    if edit.done and edit.done.new and Counter(edit.done.old) == Counter(edit.done.new):
        ending = ", so nothing that counts changed" if edit.before.score == edit.after.score else ""
        clauses[:0] = ["the words are the same" if clauses else f"the same {edit.after.earns}s match{ending}"]
    return (", but ".join(clauses),) if clauses else ()


def _thing(counts: Counter[int]) -> str:
    """The common name of n-grams of these lengths."""
    return one_name(*counts) if len(counts) == 1 else "n-gram"


def _listed(counts: Counter[int], more: str = "") -> str:
    """The numbers of words and pairs, or of words and longer n-grams, or, without words, of all n-grams together."""
    if counts[1] and len(counts) > 2:
        return f"{_many(counts[1], f'{more}word')} and {_many(counts.total() - counts[1], 'longer run')}"
    if counts[1]:
        return " and ".join(_many(number, f"{more}{one_name(n)}") for n, number in sorted(counts.items()))
    return _many(counts.total(), f"{more}{_thing(counts)}")


def _length(old: Pyramid, new: Pyramid, follows: bool, joined: str) -> Pieces:
    """A clause that says whether the text is now long enough or how short it is; empty if that did not change."""
    before, now = _missing(old), _missing(new)
    if now == before:
        return ()
    if now == 0:
        return ("; the text is now long enough" if follows else "the text is now long enough",)
    only = "only " if now < before else ""
    clause = f"the text is now {only}{_many(now, 'word')} too short"
    return (f"; {'' if only else joined}{clause}" if follows else clause,)


def _missing(picture: Pyramid) -> float:
    return max(0.0, float(picture.ruler.wanted) - picture.ruler.length) if picture.ruler else 0.0


def _many(number: float, thing: str) -> str:
    """A number of things, with the number spelled out.

    >>> _many(1, "word"), _many(2, "more pair"), _many(1.5, "word")
    ('one word', 'two more pairs', '1.5 words')
    """
    return f"{spelled(number)} {thing}{'s' * (number != 1)}"


def spelled(number: float) -> str:
    """A small number as a word.

    >>> spelled(2), spelled(1200)
    ('two', '1,200')
    """
    return _NUMBERS[int(number)] if number in range(len(_NUMBERS)) else f"{number:,.6g}"


def _by_parts(edit: EditFacts) -> Pieces:
    """The names of the parts of the score that changed, with their numbers before and now if there are few parts."""
    parts = [*_parts(edit)]
    if not parts:
        if edit.before.rules == edit.after.rules and (edit.change or edit.responsible):
            return ()
        return ("the same parts count differently" if edit.change else "nothing that counts changed",)
    if len(parts) > _FEW:
        groups: dict[str, list[Pieces]] = {}
        for name, verb, _, _ in parts:
            groups.setdefault(verb, []).append((name,))
        clauses = ((*with_and(names), f" {verb[: -1 if names[1:] else None]}") for verb, names in groups.items())
        return tuple(piece for clause in clauses for piece in ("; ", *clause))[1:]
    first = parts[0][1]
    return with_and(
        (name, f" {verb}" if verb != first or not index else "", " from ", old, " to ", new)
        for index, (name, verb, old, new) in enumerate(parts)
    )


def _parts(edit: EditFacts) -> Iterator[tuple[Formula, str, Formula, Formula]]:
    """Yield the parts of the score whose numbers changed, such as recall, precision, a penalty, or an order of n-grams.

    Each part has its name, the direction of its change, and its number before and now.
    """
    was = dict(_numbers(edit.before))
    for name, new in _numbers(edit.after):
        old = was.get(name, new)
        before, after = _worth(old), _worth(new)
        if old != new and (before is None or before != after):
            verb = "moves" if before is None or after is None else "rises" if after > before else "falls"
            yield name, verb, old, new


def _numbers(score: Score) -> Iterator[tuple[Formula, Formula]]:
    """Yield the name (or else the symbol) and the number of each part of the score that has a step."""
    for step in score.steps():
        if isinstance(step.outcome, Chain) and (step.name in _NAMES or step.name[-1].isdecimal()):
            symbol, *_, number = step.outcome.terms
            yield _NAMES.get(step.name, symbol), number


def _worth(number: Formula) -> float | None:
    """The value of a formula, for comparison; None for 0/0, and for anything but a plain number."""
    match number:
        case Over(top, bottom):
            above, below = _worth(top), _worth(bottom)
            return above / below if above is not None and below else None
        case Root(of):
            return None if (root := _worth(of)) is None else root**0.5
        case str():
            return float(number) if number.replace(".", "", 1).isdecimal() else None
    return None
