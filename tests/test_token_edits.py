"""Single-token edits: each left out, the best of all, the fewest that mend a zero. Brute force says the same."""

from collections.abc import Iterator
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import InputError, best_edits, bleu, leave_one_out, smallest_fix
from mtexplain.display.parts import Weighed
from mtexplain.explain.changes import change
from mtexplain.explain.nearest import nearest
from tests.strategies import Segment, orders, segments, sentences

KINDS = ("delete", "substitute", "insert", "swap")


def by_hand(tokens: list[str], references: list[str]) -> Iterator[tuple[str, int, str | None, list[str]]]:
    """Every edit, written down naively: what it is, and the tokens after it."""
    words = list(dict.fromkeys(" ".join(references).split()))
    for i in range(len(tokens)):
        yield "delete", i, None, tokens[:i] + tokens[i + 1 :]
    for i in range(len(tokens)):
        yield from (("substitute", i, word, [*tokens[:i], word, *tokens[i + 1 :]]) for word in words)
    for i in range(len(tokens) + 1):
        yield from (("insert", i, word, [*tokens[:i], word, *tokens[i:]]) for word in words)
    for i in range(len(tokens) - 1):
        yield "swap", i, None, [*tokens[:i], tokens[i + 1], tokens[i], *tokens[i + 2 :]]


@given(segments(most_references=2), orders, st.integers(1, 8))
def test_the_best_edits_are_those_of_brute_force(segment: Segment, max_n: int, k: int) -> None:
    """Through `bleu` on strings. Python's sort is stable, so equal scores stay in the fixed order."""
    candidate, references = segment
    tokens = candidate.split()
    tried = [
        (kind, i, word, " ".join(after)) for kind, i, word, after in by_hand(tokens, references) if after != tokens
    ]
    scored = [(kind, i, word, bleu(after, references, max_n=max_n)) for kind, i, word, after in tried]
    wanted = sorted(scored, key=lambda one: -one[3].score)[:k]
    found = best_edits(candidate, references, k, max_n=max_n)
    assert [(one.kind, one.position, one.token, one.after.score) for one in found] == [
        (kind, i, word, after.score) for kind, i, word, after in wanted
    ]
    assert [one.after.candidate for one in found] == [after.candidate for *_, after in wanted]


@given(segments(), orders)
def test_leaving_each_one_out_is_brute_force(segment: Segment, max_n: int) -> None:
    candidate, references = segment
    tokens, whole = candidate.split(), bleu(candidate, references, max_n=max_n)
    found = leave_one_out(candidate, references, max_n=max_n).changes
    assert [one.token for one in found] == tokens
    for i, one in enumerate(found):
        after = bleu(" ".join(tokens[:i] + tokens[i + 1 :]), references, max_n=max_n)
        assert one.after.score == after.score
        assert one.score_change == after.score - whole.score


def fewest(candidate: str, references: list[str], max_n: int, most: int) -> float:
    """How many edits it takes, by trying all of one, all of two, ...; inf where `most` are too few."""
    level, seen = [candidate.split()], {candidate}
    for number in range(most + 1):
        if any(bleu(" ".join(tokens), references, max_n=max_n).score for tokens in level):
            return number
        after = (" ".join(one[3]) for tokens in level for one in by_hand(tokens, references))
        level = [text.split() for text in dict.fromkeys(after) if text not in seen]
        seen |= {" ".join(tokens) for tokens in level}
    return inf


@given(sentences("abz", 4), st.lists(sentences("ab", 4), min_size=1, max_size=2), st.integers(1, 3))
def test_no_fix_is_smaller_than_the_smallest(candidate: str, references: list[str], max_n: int) -> None:
    fix = smallest_fix(candidate, references, max_n=max_n)
    if fix is None:
        assert all(len(reference.split()) < max_n for reference in references)
        return
    assert fewest(candidate, references, max_n, 3) == len(fix)
    tokens = tuple(candidate.split())
    for edit in fix:  # each goes on from the one before
        assert change(tokens, edit.after.candidate).kind in (edit.kind, "insert", "delete", "swap")
        assert edit.change.applied(tokens) == edit.after.candidate
        tokens = edit.after.candidate
    if fix:
        assert fix[-1].score > 0
        assert all(not edit.score for edit in fix[:-1])


def test_why_there_is_no_matching_four_and_what_mends_it() -> None:
    (edit,) = list(smallest_fix("the cat sat on the mat", ["the cat is on the mat"]) or [])
    assert (edit.kind, edit.position, edit.token, edit.after.score) == ("substitute", 2, "is", 1.0)


def test_of_several_smallest_fixes_it_is_the_best() -> None:
    """Both fours can be made by one edit; one of them leaves more of the rest matching."""
    fix = list(smallest_fix("a b x d e f", ["q b c d", "a b c d e f"]) or [])
    assert [one.token for one in fix] == ["c"]
    assert fix[0].score == 1


@given(sentences("abz", 4), st.lists(sentences("ab", 4), min_size=1, max_size=2), st.integers(1, 3))
def test_where_one_edit_is_enough_it_is_the_best_one(candidate: str, references: list[str], max_n: int) -> None:
    fix = smallest_fix(candidate, references, max_n=max_n)
    if fix is not None and len(fix) == 1:
        assert fix[0].score == best_edits(candidate, references, 1, max_n=max_n)[0].score


def test_two_words_turned_round_are_swapped_back() -> None:
    """Putting a word in would be one edit too, and gives less."""
    (edit,) = list(smallest_fix("c d", ["d c"], max_n=2) or [])
    assert (edit.kind, edit.score) == ("swap", 1.0)


def test_there_is_nothing_to_mend_above_zero_and_no_way_without_a_long_reference() -> None:
    nothing = smallest_fix("a b c d", ["a b c d"])
    assert nothing is not None
    assert not nothing
    assert smallest_fix("a b c d", ["a b c"]) is None
    assert smallest_fix("", [""], max_n=1) is None
    assert len(smallest_fix("", ["a b c d"]) or ()) == 4


def test_a_score_too_small_for_a_float_is_not_0() -> None:
    """No term is log 0, so there is nothing to mend."""
    fix = smallest_fix("w", ["w " * 2000], max_n=1)
    assert fix is not None
    assert not fix


@pytest.mark.parametrize(
    ("tokens", "run", "least"),
    [("", "ab", 2), ("ab", "ab", 0), ("xabx", "ab", 0), ("ba", "ab", 1), ("axb", "ab", 1), ("bxa", "ab", 1),
     ("ca", "abc", 2), ("acb", "abc", 1), ("xxxx", "abc", 3), ("dcba", "abcd", 3)],
)  # fmt: skip
def test_the_nearest_way_by_hand(tokens: str, run: str, least: int) -> None:
    ways = nearest(tuple(tokens), tuple(run))
    assert {len(way) for way in ways} == {least}
    for way in ways:
        held = tuple(tokens)
        for one in way:
            held = one.applied(held)
        assert run in "".join(held)


@pytest.mark.parametrize(("k", "error"), [(0, ValueError), (-1, ValueError), (1.5, TypeError), (True, TypeError)])
def test_k_is_a_whole_number_above_0(k: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"^k: got .* expected"):
        best_edits("a", ["a"], k)


@pytest.mark.parametrize("function", [best_edits, leave_one_out, smallest_fix])
def test_what_the_metric_refuses_is_refused(function: Any) -> None:
    with pytest.raises(InputError, match="references: got a string"):
        function("a", "a")
    with pytest.raises(InputError, match="max_n"):
        function("a", ["a"], max_n=0)


def test_another_metric_can_be_given() -> None:
    def lowered(candidate: str, references: list[str], *, max_n: int = 1) -> Any:
        return bleu(candidate, references, lowercase=True, max_n=max_n)

    assert [one.score_change for one in leave_one_out("A x", ["a"], metric=lowered).changes] == [-0.5, 0.5]
    assert best_edits("A x", ["a b"], metric=lowered)[0].score == 1
    assert smallest_fix("x", ["a"], metric=lowered) is not None


@pytest.mark.parametrize("function", [best_edits, leave_one_out, smallest_fix])
@pytest.mark.parametrize("metric", ["bleu", bleu("a", ["a"]), lambda candidate, references: 3])
def test_a_metric_that_gives_no_score_is_refused(function: Any, metric: Any) -> None:
    with pytest.raises(InputError, match=r"^metric: got"):
        function("a", ["a"], metric=metric)


def test_no_tokens_no_edits() -> None:
    assert leave_one_out("", ["a"]).changes == ()
    assert [one.kind for one in best_edits("", ["a"], max_n=1)] == ["insert"]
    assert list(best_edits("", [""])) == []
    for thing in (leave_one_out("", ["a"]), best_edits("", [""])):
        assert all([str(thing), thing.to_html(), thing.to_latex()])


def test_what_is_shown_says_the_same_everywhere() -> None:
    """The tokens with their numbers: text, HTML, LaTeX."""
    left = leave_one_out("the the cat on the mat", ["there is a cat on the mat"])
    (part,) = left.overview
    assert isinstance(part, Weighed)
    assert part.numbers[:3] == ("+0.01814", "+0.01814", "-0.4301")
    assert min(part.weights) < 0 < max(part.weights) == 1
    for text in (str(left), left.to_html(), left.to_latex()):
        assert text.count("+0.01814") == 2
    assert list(left.to_frame()["change"]) == [one.score_change for one in left.changes]


def test_edits_are_a_sequence_and_a_table() -> None:
    best = best_edits("the the cat on the mat", ["there is a cat on the mat"], 3)
    assert len(best) == 3
    assert best[0].after.score == best[0].score == max(one.score for one in best)
    assert list(best.to_frame()["score"]) == [one.score for one in best]
    assert list(best.to_frame()["new"]) == ["a", "a", "there"]
    assert repr(best).startswith("Edits([substitute 1 'a': 0.64")
