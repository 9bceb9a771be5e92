"""Another candidate for the same references: tokens are taken as they are, and an edit can be undone."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import Bleu, InputError, bleu
from mtexplain.rules import BleuRules
from tests.strategies import Segment, orders, segments, sentences

OPENING = bleu("the the cat on the mat", ["there is a cat on the mat"])
TOKENS = list(OPENING.candidate)


@pytest.mark.parametrize(
    "tokens",
    [
        ["there", "is", "a", "cat"],
        ["the cat", "on the mat"],  # a space inside a token does not cut it
        [" ", "\n", "\u00a0"],
        ["The", "CAT."],  # neither lower-cased nor cut at the mark, whatever the rules say
        ["<b>", "\u200b", "猫"],
        [],
    ],
    ids=repr,
)
def test_tokens_are_taken_as_they_are(tokens: list[str]) -> None:
    trace = bleu("The cat.", ["the cat ."], tokenize="13a", lowercase=True).with_candidate(tokens)
    assert trace.candidate == tuple(tokens)
    assert trace.brevity.candidate_length == len(tokens)


def test_an_edit_is_scored_like_the_same_sentence() -> None:
    edited = OPENING.with_candidate(["there", "is", "a", "cat", "on", "the", "mat"])
    typed = bleu("there is a cat on the mat", ["there is a cat on the mat"])
    assert edited.score == typed.score == 1
    assert edited.precisions == typed.precisions
    assert edited == replace(typed, candidate_text=None)


def test_references_and_rules_stay_and_the_old_trace_too() -> None:
    trace = bleu("a b", ["a b c", "A"], max_n=2, weights=[0.3, 0.7], lowercase=True, tokenize=str.split)
    before = str(trace)
    edited = trace.with_candidate(["c"])
    assert (edited.references, edited.reference_texts) == (trace.references, trace.reference_texts)
    assert edited.rules is trace.rules
    assert edited.candidate_text is None, "nobody typed it"
    assert (trace.candidate, str(trace)) == (("a", "b"), before)


def test_a_token_is_no_run_of_tokens() -> None:
    """The token "the cat" is not the pair "the", "cat"."""
    edited = OPENING.with_candidate(["cat on", "the mat"])
    assert [str(order.ratio) for order in edited.precisions] == ["0/2", "0/1", "0/0", "0/0"]
    assert [note.code for note in edited.notes if note.where == "candidate"] == ["space-in-token"]


def test_notes_are_about_the_new_candidate() -> None:
    odd = bleu("c\u200bat", ["cat"], max_n=1)
    assert {note.code for note in odd.notes} == {"zero-precision", "invisible"}
    assert odd.with_candidate(["cat"]).notes == ()
    assert {note.code for note in odd.with_candidate([]).notes} == {"empty-candidate"}


EDITS = [
    ["cat"],
    [],
    ["the cat", "sat"],
    TOKENS[::-1],
    TOKENS + TOKENS,
    ["<b>", "\0"],
]


@pytest.mark.parametrize("edit", EDITS, ids=repr)
def test_edit_and_undo_gives_the_first_trace_apart_from_the_typed_text(edit: list[str]) -> None:
    undone = OPENING.with_candidate(edit).with_candidate(TOKENS)
    assert undone == replace(OPENING, candidate_text=None)
    assert (undone.score, undone.exact, undone.notes) == (OPENING.score, OPENING.exact, OPENING.notes)
    assert (str(undone), undone.to_html(), undone.to_latex()) == (str(OPENING), OPENING.to_html(), OPENING.to_latex())


words = st.lists(st.sampled_from(["a", "b", "c", "a b", "é"]), max_size=8)


@given(words, words, words)
def test_only_the_last_of_several_edits_counts(first: list[str], second: list[str], last: list[str]) -> None:
    trace = bleu("a b c", ["a b", "c é a"], max_n=2)
    by_one_way = trace.with_candidate(first).with_candidate(second).with_candidate(last)
    by_another = trace.with_candidate(second).with_candidate(first).with_candidate(tuple(last))
    assert by_one_way == by_another == trace.with_candidate(last)
    assert str(by_one_way) == str(trace.with_candidate(last))


def test_an_edited_trace_can_be_built_by_hand_too() -> None:
    by_hand = Bleu(("the", "cat"), (("the", "mat"),), BleuRules("mine", max_n=1))
    assert by_hand.with_candidate(["the"]) == Bleu(("the",), (("the", "mat"),), BleuRules("mine", max_n=1))


@pytest.mark.parametrize(
    ("tokens", "where", "wrong_type"),
    [
        ("the cat", "candidate", True),
        (None, "candidate", True),
        (b"the cat", "candidate", True),
        (3, "candidate", True),
        ({"the", "cat"}, "candidate", True),
        ((word for word in TOKENS), "candidate", True),
        (["the", 3], "candidate, token 1", True),
        (["the", None], "candidate, token 1", True),
        ([["the", "cat"]], "candidate, token 0", True),
        (["the", ""], "candidate, token 1", False),
        (["the", "c\ud800at"], "candidate, token 1", False),
    ],
)
def test_bad_tokens_are_refused(tokens: Any, where: str, wrong_type: bool) -> None:
    with pytest.raises(InputError) as caught:
        OPENING.with_candidate(tokens)
    assert str(caught.value).startswith(where)
    assert isinstance(caught.value, TypeError) == wrong_type
    assert "\n" not in str(caught.value)


@given(segments(), st.lists(sentences(), max_size=4), orders)
def test_the_quick_way_gives_the_score_of_the_trace(segment: Segment, others: list[str], max_n: int) -> None:
    """They agree to the last bit, for any number of any candidates."""
    trace = bleu(*segment, max_n=max_n)
    candidates = [tuple(other.split()) for other in others]
    assert list(trace.scores_of(candidates)) == [trace.with_candidate(tokens).score for tokens in candidates]


def test_the_quick_way_keeps_to_the_weights() -> None:
    """An order of weight 0 takes no part."""
    trace = bleu("a b", ["a c b"], max_n=2, weights=[1, 0])
    assert list(trace.scores_of([("a",), ("c", "b", "b"), ()])) == [
        trace.with_candidate(tokens).score for tokens in ([["a"], ["c", "b", "b"], []])
    ]
