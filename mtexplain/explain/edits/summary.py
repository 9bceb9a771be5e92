"""An edit in words and as a picture, which shows the new counts beside the old counts."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isinf

from mtexplain.display import plain
from mtexplain.display.parts import Part, Pieces, Prose, Words, with_and
from mtexplain.display.pyramid import Pyramid, Text
from mtexplain.display.score import SentenceScore
from mtexplain.explain.edits.facts import EditFacts
from mtexplain.explain.edits.moved import moved
from mtexplain.metrics.shared.orders import one_name

_MOST = 6  # the most n-grams that are named


def summary(edit: EditFacts) -> Prose:
    """A description of the edit and of its effect."""
    done = _done(edit)
    effect = moved(edit) if done or edit.change else ()
    zero = _still_zero(edit) if done else ""
    done = done or (edit.remark or "Nothing was edited",)
    return Prose((*done, ". ", *effect, f".{zero}") if effect else (*done, f".{zero}"))


def _still_zero(edit: EditFacts) -> str:
    """A sentence with the missing n-grams that make the score 0; empty if the score is not 0 for this reason."""
    after = edit.after
    if not isinstance(after, SentenceScore) or not after.is_worst_case or after.earns != "n-gram":
        return ""
    n = next((row.group for row in after.credits if row.group in after.zero_groups), None)
    still = "still" if not edit.change else "now"
    return f" The score is {still} {after.worst.score}, because no {one_name(n)} matches." if isinstance(n, int) else ""


def why(edit: EditFacts) -> tuple[Part, ...]:
    """The reason why the score is 0, or no longer 0 (n-grams without a match, or a term that is log 0)."""
    unmatched = why_zero(edit.after) if isinstance(edit.after, SentenceScore) else ()
    return unmatched or tuple(zero(edit))


def zero(edit: EditFacts) -> Iterator[Prose]:
    """The terms that make a score 0, or infinite if lower scores are better."""
    before, after = (
        [plain.drawn(name) for name, value in score.terms if isinf(value)] for score in (edit.before, edit.after)
    )
    score, term = edit.after.worst.score, edit.after.worst.term
    if after:
        begin = f"The score is still {score}, because " if before else f"The score is {score} now, because "
        yield Prose((begin, " and ".join(after), f" is {term}." if len(after) == 1 else f" are {term}."))
    elif before:
        now = f" is no longer {term}." if len(before) == 1 else f" are no longer {term}."
        yield Prose((f"The score is no longer {score}, because ", " and ".join(before), now))


def _done(edit: EditFacts) -> Pieces:
    """The changes of the candidate, of the references and of the settings in words; empty if nothing changed."""
    before, after = edit.before, edit.after
    if not isinstance(before, SentenceScore) or not isinstance(after, SentenceScore):
        return () if before == after else ("The text is different",)
    typed = before.candidate_text, after.candidate_text
    clauses: list[Pieces] = []
    if edit.done and edit.done.kind != "none" and (typed[0] is None or typed[0] != typed[1]):
        clauses.append(edit.done.text().pieces)
    other_changes = [_to_references(before, after), "changed the settings" if before.rules != after.rules else ""]
    for clause in filter(None, other_changes):
        clauses.append((clause,) if clauses else (f"You {clause}",))
    return with_and(clauses)


def _to_references(before: SentenceScore, after: SentenceScore) -> str:
    """The change of the references in words; empty if only the rules changed their tokens or their case."""
    texts: list[Sequence[object]] = [before.references, after.references]
    if before.reference_texts and after.reference_texts:
        texts = [before.reference_texts, after.reference_texts]
    elif before.rules != after.rules:
        return ""
    old, new = map(Counter, texts)
    if old == new:
        return "" if texts[0] == texts[1] else "reordered the references"
    changed = f"changed {'the' if len(texts[1]) == 1 else 'a'} reference"
    verbs = {(0, 1): "added a reference", (1, 0): "took out a reference", (1, 1): changed}
    return verbs.get(((old - new).total(), (new - old).total()), "changed the references")


def picture(edit: EditFacts) -> Part | None:
    """The picture of the score now, with its new tokens marked and its numbers beside the old numbers."""
    old, new = edit.before.picture, edit.after.picture
    positions = edit.done.places if edit.done and edit.done.kind != "none" else frozenset()
    if isinstance(new, Pyramid):
        new = new._replace(
            text=_mark(new.text, positions), others=tuple(_mark(reference, positions) for reference in new.others)
        )
        return _with_past(old, new) if isinstance(old, Pyramid) else new
    return new


def _mark(text: Text, positions: frozenset[int]) -> Text:
    """The candidate with its new tokens marked; other texts stay as they are."""
    return text._replace(words=text.words._replace(new=positions)) if text.label == "candidate" else text


def _with_past(old: Pyramid, new: Pyramid) -> Pyramid:
    """The new picture with the old count of each row and the old length, if they were different."""
    was = {row.n: row.share for row in old.rows}
    rows = (row._replace(was=was.get(row.n, "") if was.get(row.n) != row.share else "") for row in new.rows)
    ruler, before = new.ruler, old.ruler
    if ruler and before and before.factor != ruler.factor:
        ruler = ruler._replace(was=before.factor)
    return new._replace(rows=tuple(rows), ruler=ruler)


def why_zero(score: SentenceScore) -> tuple[Part, ...]:
    """A sentence with the n-grams of the first group that makes the score 0; empty if no group does.

    >>> from mtexplain import bleu
    >>> from mtexplain.display import plain
    >>> (why,) = why_zero(bleu("the cat sat on", ["the cat is on"], max_n=3))
    >>> print(plain.part(why))
    The score is 0, because none of these is in a reference: "the cat sat", "cat sat on". Each contains "sat".
    """
    if not score.is_worst_case:
        return ()
    guilty = score.zero_groups
    first = next((row.group for row in score.credits if row.group in guilty), None)
    ngrams = [row.ngram for row in score.credits if row.group == first]
    known = {token for reference in score.references for token in reference}
    if not ngrams:
        return ()
    named = [piece for ngram in ngrams[:_MOST] for piece in (", ", Words(ngram))]
    more = f" and {len(ngrams) - _MOST} more" if len(ngrams) > _MOST else ""
    foreign = [token for token in dict.fromkeys(ngrams[0]) if token not in known]
    common = [Words((token,)) for token in foreign if all(token in ngram for ngram in ngrams)]
    reason = (" Each contains ", common[0], ".") if common and len(ngrams) > 1 else ()
    because = f"The score is {score.worst.score}, because {score.worst.lacking}: "
    return (Prose((because, *named[1:], more, ".", *reason)),)
