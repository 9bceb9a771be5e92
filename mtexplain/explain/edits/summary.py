"""How an edit is told: what was done, and which factors moved, in a sentence; then the picture with what it was."""

from collections.abc import Iterator, Sequence
from math import isinf

from mtexplain.display import plain
from mtexplain.display.formula import Formula, shown
from mtexplain.display.parts import Part, Prose, Words
from mtexplain.display.pyramid import Pyramid, Text
from mtexplain.display.score import SentenceScore
from mtexplain.explain.edits.facts import EditFacts

_MOST = 6  # n-grams that are named


Pieces = tuple[Words | Formula, ...]
_FEW = 3  # factors whose numbers are told


def summary(edit: EditFacts) -> Prose:
    """What was done, and which factors it moved."""
    moved = [*_moved_terms(edit)]
    if not moved and edit.change and edit.responsible and edit.before.rules == edit.after.rules:
        return Prose((*_done(edit), "."))  # what follows tells which term is log 0
    if not moved:
        nothing = "Nothing moved." if not edit.change else "No factor moved: others take part, or count for more."
        return Prose((*_done(edit), ". ", nothing))
    if len(moved) == 1:
        ((label, was, now),) = moved
        return Prose((*_done(edit), ". Only ", label, " moved, from ", was, " to ", now, "."))
    if len(moved) > _FEW:
        return Prose((*_done(edit), ". ", *_listed([(label,) for label, _, _ in moved]), " moved."))
    (label, was, now), *rest = moved
    told: list[Pieces] = [(label, " moved from ", was, " to ", now)]
    told += [(label, " from ", was, " to ", now) for label, was, now in rest]
    return Prose((*_done(edit), ". ", *_listed(told), "."))


def _moved_terms(edit: EditFacts) -> Iterator[tuple[Formula, Formula, Formula]]:
    """The terms of the score that moved, where both scores have the same ones and weigh them alike."""
    if edit.before.rules == edit.after.rules and all(None not in pair for pair in edit.term_pairs):
        for name, old, new in edit.term_pairs:
            if old is not None and new is not None and old != new:
                yield plain.drawn(name), shown(old), shown(new)


def why(edit: EditFacts) -> tuple[Part, ...]:
    """Why the score is 0, or is 0 no more: what has no match, where that can be named; else the term that is log 0."""
    unmatched = why_zero(edit.after) if isinstance(edit.after, SentenceScore) else ()
    return unmatched or tuple(zero(edit))


def zero(edit: EditFacts) -> Iterator[Prose]:
    """Which term makes a score 0, or infinite where the lower is the better."""
    before, after = (
        [plain.drawn(name) for name, value in score.terms if isinf(value)] for score in (edit.before, edit.after)
    )
    score, term = edit.after.worst.score, edit.after.worst.term
    if after:
        begin = f"The score is still {score}: " if before else f"The score is {score} now: "
        yield Prose((begin, ", ".join(after), f" is {term}." if len(after) == 1 else f" are {term}."))
    elif before:
        was = f" was {term}." if len(before) == 1 else f" were {term}."
        yield Prose((f"The score is no longer {score}: ", ", ".join(before), was))


def _done(edit: EditFacts) -> Pieces:
    """What was changed: the candidate, the references, the settings."""
    before, after = edit.before, edit.after
    if not isinstance(before, SentenceScore) or not isinstance(after, SentenceScore):
        return ("Nothing was edited",) if before == after else ("The text is another",)
    typed = before.candidate_text, after.candidate_text
    told: list[Pieces] = []
    if edit.done and edit.done.kind != "none" and (typed[0] is None or typed[0] != typed[1]):
        told.append(edit.done.told().pieces)
    others = {"references": _other_references(before, after), "settings": before.rules != after.rules}
    named = [what for what, changed in others.items() if changed]
    if named:
        told.append((f"{'you' if told else 'You'} changed the {' and the '.join(named)}",))
    return _listed(told) if told else ("Nothing was edited",)


def _other_references(before: SentenceScore, after: SentenceScore) -> bool:
    """Whether the references are others, and not only cut or written otherwise by other rules."""
    if before.references == after.references:
        return False
    typed = before.reference_texts, after.reference_texts
    return before.rules == after.rules if None in typed else typed[0] != typed[1]


def _listed(items: Sequence[Pieces]) -> Pieces:
    """Items with commas between them, and an "and" before the last."""
    listed: Pieces = ()
    for place, item in enumerate(items):
        between: Pieces = () if not place else (" and ",) if place == len(items) - 1 else (", ",)
        listed += (*between, *item)
    return listed


def picture(edit: EditFacts) -> Part | None:
    """The picture of the score now: its new tokens marked, its numbers with what they were."""
    old, new = edit.before.picture, edit.after.picture
    places = edit.done.places if edit.done and edit.done.kind != "none" else frozenset()
    if isinstance(new, Pyramid):
        new = new._replace(text=_mark(new.text, places), others=tuple(_mark(one, places) for one in new.others))
        return _with_past(old, new) if isinstance(old, Pyramid) else new
    return new


def _mark(text: Text, places: frozenset[int]) -> Text:
    """The new tokens of the candidate; other texts as they are."""
    return text._replace(words=text.words._replace(new=places)) if text.label == "candidate" else text


def _with_past(old: Pyramid, new: Pyramid) -> Pyramid:
    """What each row, and the length, counted before: where that was another."""
    was = {row.n: row.share for row in old.rows}
    rows = (row._replace(was=was.get(row.n, "") if was.get(row.n) != row.share else "") for row in new.rows)
    ruler, before = new.ruler, old.ruler
    if ruler and before and before.factor != ruler.factor:
        ruler = ruler._replace(was=before.factor)
    return new._replace(rows=tuple(rows), ruler=ruler)


def why_zero(score: SentenceScore) -> tuple[Part, ...]:
    """The n-grams of the first group that makes the score 0, named; nothing where no group does.

    >>> from mtexplain import bleu
    >>> from mtexplain.display import plain
    >>> (why,) = why_zero(bleu("the cat sat on", ["the cat is on"], max_n=3))
    >>> print(plain.part(why))
    The score is 0, because none of these is in a reference: "the cat sat", "cat sat on". Each holds "sat".
    """
    if not score.is_worst_case:
        return ()
    guilty = score.zero_groups
    first = next((row.group for row in score.credits if row.group in guilty), None)
    ngrams = [row.ngram for row in score.credits if row.group == first]
    known = {token for reference in score.references for token in reference}
    because = f"The score is {score.worst.score}, because {score.worst.lacking}: "
    return (_none_of(ngrams, known, because),) if ngrams else ()


def _none_of(ngrams: list[tuple[str, ...]], known: set[str], because: str) -> Prose:
    named: list[Words | str] = []
    for ngram in ngrams[:_MOST]:
        named += [", ", Words(ngram)]
    more = f" and {len(ngrams) - _MOST} more" if len(ngrams) > _MOST else ""
    foreign = [token for token in dict.fromkeys(ngrams[0]) if token not in known]
    common = [Words((token,)) for token in foreign if all(token in ngram for ngram in ngrams)]
    reason = (" Each holds ", common[0], ".") if common and len(ngrams) > 1 else ()
    return Prose((because, *named[1:], more, ".", *reason))
