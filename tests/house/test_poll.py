"""A voter's latest answer counts once, and no page of the class learns the right answer before the reveal."""

import json
from fractions import Fraction
from typing import Any

import pytest

from mtexplain.explain.practice.predictions import Prediction
from tools.poll import tally, votes
from tools.poll.desk import chapters
from tools.poll.tally import Poll
from tools.poll.votes import Refused

CHOICE = Prediction("Which is better?", "that", "It is longer.", {"this": "It is shorter."}, ("this", "that"))
NUMBER = Prediction("How much earns credit?", "2/3", "One is clipped.", {"1": "Nothing was clipped."})
ESTIMATE = Prediction("About how much?", "0.5", "A half.", {"0.9": "Too much."}, within=0.06)
WORDS = Prediction("Click on them.", "the cat", "One is clipped.", {"the the cat": "Both?"}, words="the the cat")


def voter(number: int) -> str:
    """The number of a voter's page."""
    return f"{number:032x}"


def polled(asked: Prediction, *answers: object) -> Poll:
    """An open vote on the question, with these answers."""
    poll = Poll()
    poll.choose(asked)
    poll.start()
    for number, answer in enumerate(answers):
        poll.vote(voter(number), poll.ballot, 1, answer)
    return poll


def revealed(poll: Poll) -> Poll:
    """The poll after the answer is revealed."""
    poll.stop()
    poll.reveal()
    return poll


def bars(poll: Poll) -> dict[str, list[int]]:
    """The histogram."""
    return {bar.label: bar.counts for bar in poll.bars()}


def test_the_last_answer_of_each_counts_once() -> None:
    """An answer that is sent twice counts once, and an earlier answer that arrives late changes nothing."""
    poll = polled(CHOICE, 0, 0, 1)
    poll.vote(voter(0), poll.ballot, 1, 0)
    poll.vote(voter(1), poll.ballot, 3, 1)
    poll.vote(voter(1), poll.ballot, 2, 0)
    assert bars(poll) == {"this": [1], "that": [2]}
    assert poll.seen_by(voter(1))["yours"] == "that"


def test_what_is_counted_is_acknowledged_however_late() -> None:
    """A phone without a reply sends its answer again, perhaps after the vote is closed or the second vote has begun."""
    poll = polled(CHOICE, 0)
    first = poll.ballot
    poll.stop()
    poll.vote(voter(0), first, 1, 0)
    poll.start()
    poll.vote(voter(0), first, 1, 0)
    assert bars(poll) == {"this": [1, 0], "that": [0, 0]}
    with pytest.raises(Refused, match="Too late"):
        poll.vote(voter(1), first, 1, 0)


def test_two_votes_stand_side_by_side() -> None:
    """A second vote starts from zero, and an answer that was meant for the first vote doesn't count in it."""
    poll = polled(CHOICE, 0, 0, 1)
    poll.stop()
    poll.start()
    assert "yours" not in poll.seen_by(voter(0))
    with pytest.raises(Refused, match="Too late"):
        poll.vote(voter(0), poll.ballot - 1, 2, 1)
    poll.vote(voter(0), poll.ballot, 2, 1)
    assert bars(poll) == {"this": [2, 0], "that": [1, 1]}
    poll.stop()
    with pytest.raises(Refused, match="no more votes"):
        poll.start()


def test_who_misses_the_second_vote_hears_of_the_first_answer() -> None:
    """At the reveal, and not sooner."""
    poll = polled(CHOICE, 0, 1)
    poll.stop()
    poll.start()
    poll.vote(voter(1), poll.ballot, 2, 0)
    poll.stop()
    assert "yours" not in poll.seen_by(voter(0))
    poll.reveal()
    seen, other = poll.seen_by(voter(0)), poll.seen_by(voter(1))
    assert (seen["yours"], seen["isFirst"], seen["said"]) == ("this", True, "It is shorter.")
    assert (other["yours"], "isFirst" in other) == ("this", False)


def test_a_new_server_takes_no_vote_for_one_of_the_last() -> None:
    """Otherwise a page that is still open would show its old answer as given."""
    assert polled(CHOICE).ballot != polled(CHOICE).ballot


def test_a_vote_that_was_closed_too_early_goes_on() -> None:
    poll = polled(CHOICE, 0)
    poll.stop()
    poll.go_on()
    poll.vote(voter(1), poll.ballot, 1, 1)
    assert bars(poll) == {"this": [1], "that": [1]}


def test_before_and_after_a_vote_nothing_counts() -> None:
    """Nor can the lecturer do things in an order that makes no sense."""
    poll = Poll()
    for deed in (poll.start, poll.stop, poll.go_on, poll.reveal):
        with pytest.raises(Refused):
            deed()
    poll.choose(CHOICE)
    with pytest.raises(Refused, match="Too late"):
        poll.vote(voter(0), poll.ballot, 1, 0)
    poll.start()
    with pytest.raises(Refused, match="Stop the vote first"):
        poll.reveal()
    poll.stop()
    with pytest.raises(Refused, match="Too late"):
        poll.vote(voter(0), poll.ballot, 1, 0)
    poll.reveal()
    with pytest.raises(Refused, match="Choose the next question"):
        poll.start()


@pytest.mark.parametrize(("asked", "answer"), [(CHOICE, 1), (NUMBER, "2/3"), (WORDS, [0, 2])])
def test_no_page_of_the_class_is_told_too_early(asked: Prediction, answer: object) -> None:
    poll = Poll()
    poll.choose(asked)
    assert poll.seen_by(voter(0)) == {"phase": "waiting"}
    poll.start()
    poll.vote(voter(0), poll.ballot, 1, answer)
    for _ in ("open", "closed"):
        for seen in (poll.seen_by(voter(0)), poll.seen_by("nobody"), poll.on_the_wall):
            assert asked.explanation not in json.dumps(seen)
            assert not any(bar["is_right"] or bar["said"] for bar in seen.get("bars", []))
        if poll.phase == "open":
            poll.stop()
    poll.reveal()
    seen = poll.seen_by(voter(0))
    assert (seen["isRight"], seen["answer"], seen["explanation"]) == (True, asked.answer, asked.explanation)
    assert "isRight" not in poll.seen_by("nobody")
    assert [bar.label for bar in poll.bars() if bar.is_right] == [asked.answer]


def test_equal_numbers_stand_together_and_once_it_is_out_all_that_were_right() -> None:
    """They are sorted by size and named as first written. Before the reveal, a bar 2/3 for 0.67 would say too much."""
    poll = polled(NUMBER, "0.67", "2/3", "4/6", "0,667", "67 %", "3/3", "1", "1/2", "0.5", "-3")
    assert bars(poll) == {"-3": [1], "1/2": [2], "2/3": [2], "0.667": [1], "0.67": [2], "3/3": [2]}
    assert bars(revealed(poll)) == {"-3": [1], "1/2": [2], "2/3": [5], "1": [2]}


def test_an_estimate_may_be_near() -> None:
    """The right answer has priority over a slip that is nearer. Among slips, the nearest counts."""
    asked = ESTIMATE._replace(slips={"0.6": "Much.", "0.7": "Too much."})
    poll = revealed(polled(asked, "0.45", "0.56", "0.6", "0.66", "0.9"))
    assert bars(poll) == {"0.5": [2], "0.6": [1], "0.7": [1], "0.9": [1]}


def test_the_order_of_rare_answers_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """If some answers have no bar of their own, the known answers don't come first."""
    monkeypatch.setattr(tally, "BARS", 1)
    assert [bar.label for bar in polled(NUMBER, "1", "0.2").bars()] == ["0.2", "other answers"]


def test_words_that_are_said_twice_may_be_meant_in_either_place() -> None:
    assert bars(polled(WORDS, [0, 2], [2, 1], [0, 1, 2], [2])) == {"the cat": [2], "cat": [1], "the the cat": [1]}


def test_a_slip_is_told_to_those_who_made_it() -> None:
    poll = revealed(polled(NUMBER, "3/3", "0.2"))
    assert [poll.seen_by(voter(number))["said"] for number in (0, 1)] == ["Nothing was clipped.", ""]
    assert {bar.label: (bar.counts, bar.is_right, bar.said) for bar in poll.bars()} == {
        "0.2": ([1], False, ""), "2/3": ([0], True, ""), "1": ([1], False, "Nothing was clipped."),
    }  # fmt: skip


def test_many_different_answers_share_the_last_bar() -> None:
    """But the right answer has a bar of its own as soon as it is revealed."""
    poll = polled(NUMBER, *map(str, [*range(2, 30), *range(2, 12)]))
    assert len(poll.bars()) == tally.BARS + 1
    assert poll.bars()[-1].label == "other answers"
    assert sum(bar.counts[0] for bar in poll.bars()) == 38
    poll.stop()
    poll.reveal()
    assert [bar.label for bar in poll.bars() if bar.is_right] == ["2/3"]
    assert sum(bar.counts[0] for bar in poll.bars()) == 38


@pytest.mark.parametrize(
    ("right", "of", "divided"), [(0, 10, False), (3, 10, True), (7, 10, True), (8, 10, False), (0, 0, False)]
)
def test_when_the_room_is_divided(right: int, of: int, divided: bool) -> None:
    assert polled(CHOICE, *[1] * right, *[0] * (of - right)).divided is divided


HOSTILE: list[Any] = [
    None, True, -1, 2, 1.0, "1", "", [], [3], [-1], [True], ["0"], {}, [0] * 3 + ["x"], "<b>", "1" * 21, "1e999",
    "1e-99", "1/0", "nan", "9" * 20, "٣/٤",
]  # fmt: skip


@pytest.mark.parametrize("asked", [CHOICE, NUMBER, WORDS])
@pytest.mark.parametrize("answer", HOSTILE, ids=repr)
def test_what_is_no_answer_is_refused_or_read_as_one(asked: Prediction, answer: object) -> None:
    """Nothing that was typed is kept as it was typed."""
    poll = polled(asked)
    allowed = {"-1", "2", "1"} if asked is NUMBER else set()
    if isinstance(answer, str) and answer in allowed:
        poll.vote(voter(0), poll.ballot, 1, answer)
        assert Fraction(poll.seen_by(voter(0))["yours"]) == Fraction(answer)
    else:
        with pytest.raises(Refused) as refused:
            poll.vote(voter(0), poll.ballot, 1, answer)
        assert refused.value.status == 422
        assert poll.votes == [{}]


@pytest.mark.parametrize("wrong", [("x", 1), (None, 1), (voter(0).upper() + "0", 1), (voter(0), "1")])
def test_a_vote_that_no_page_has_sent_is_refused(wrong: tuple[Any, Any]) -> None:
    poll = polled(CHOICE)
    who, turn = wrong
    with pytest.raises(Refused, match="not a vote"):
        poll.vote(who, poll.ballot, turn, 0)
    with pytest.raises(Refused, match="Too late"):
        poll.vote(voter(0), str(poll.ballot), 1, 0)


@pytest.mark.parametrize("bound", ["VOTERS", "OF_ONE_SOURCE"])
def test_the_memory_that_votes_take_has_an_end(bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(votes, bound, 2)
    poll = polled(CHOICE, 0, 0)
    with pytest.raises(Refused, match="No more answers") as refused:
        poll.vote(voter(9), poll.ballot, 1, 0)
    assert refused.value.status < 500  # else the phone would try for ever
    poll.vote(voter(1), poll.ballot, 2, 1)
    assert bars(poll) == {"this": [1], "that": [1]}


def test_who_was_there_when_the_vote_began_goes_before_those_who_come_to_stuff(monkeypatch: pytest.MonkeyPatch) -> None:
    """If an address is at its limit, the new answer replaces an answer from a page that was opened late."""
    monkeypatch.setattr(votes, "OF_ONE_SOURCE", 3)
    poll = Poll()
    poll.choose(CHOICE)
    poll.start(at=100)
    for number, opened in enumerate([99, 101, 102]):
        poll.vote(voter(number), poll.ballot, 1, 1, "router", opened)
    with pytest.raises(Refused, match="No more answers"):
        poll.vote(voter(8), poll.ballot, 1, 1, "router", 103)
    poll.vote(voter(9), poll.ballot, 1, 0, "router", 100)
    assert list(poll.votes[0]) == [voter(0), voter(1), voter(9)]
    poll.vote(voter(7), poll.ballot, 1, 0, "elsewhere", 103)
    assert bars(poll) == {"this": [2], "that": [2]}


@pytest.mark.parametrize("is_late", [True, False], ids=["late", "left out"])
def test_a_full_room_has_a_place_for_who_was_there(monkeypatch: pytest.MonkeyPatch, is_late: bool) -> None:
    """An answer is dropped from the address with the most answers that came late or were left out."""
    monkeypatch.setattr(votes, "VOTERS", 4)
    poll = Poll()
    poll.choose(CHOICE)
    poll.start(at=100)
    sources = ["one", "two", "two", "two"]
    for number, source in enumerate(sources):
        poll.vote(voter(number), poll.ballot, 1, 1, source, 101 if is_late else 99)
    poll.left_out = set() if is_late else {"one", "two"}
    poll.vote(voter(9), poll.ballot, 1, 0, "hall", 99)
    assert list(poll.votes[0]) == [voter(0), voter(1), voter(2), voter(9)]


def test_a_page_may_not_change_its_answer_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(votes, "CHANGES", 2)
    poll = polled(CHOICE, 0)
    for turn in (2, 3):
        assert poll.vote(voter(0), poll.ballot, turn, 1)
    assert not poll.vote(voter(0), poll.ballot, 3, 1)
    with pytest.raises(Refused, match="too often"):
        poll.vote(voter(0), poll.ballot, 4, 0)
    assert bars(poll) == {"this": [0], "that": [1]}


def test_every_question_can_be_asked_and_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the lecture and in the course, the answer and each slip are counted as themselves."""
    monkeypatch.setattr(tally, "BARS", 99)
    found = chapters()
    assert next(iter(found)) == "bleu_45_minutes"
    assert found["bleu_45_minutes"].title == "Lecture: What does a BLEU of 0.43 mean?"
    assert len(found) == 26
    for chapter in found.values():
        for name, asked in chapter.questions.items():
            known = [asked.answer, *asked.slips]
            poll = revealed(polled(asked, *(answered(asked, one) for one in known)))
            assert bars(poll) == {one: [1] for one in known}, name
            assert [poll.seen_by(voter(at))["said"] for at in range(1, len(known))] == [*asked.slips.values()], name


def answered(asked: Prediction, text: str) -> object:
    """The answer, as a page sends it."""
    if asked.choices:
        return asked.choices.index(text)
    if not asked.words:
        return text
    words, places = asked.words.split(), list[int]()
    for word in text.split():
        places.append(next(at for at, one in enumerate(words) if one == word and at not in places))
    return places
