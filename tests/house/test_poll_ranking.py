"""A class's ranking counts each finished sentence once, and nobody learns a system's name before the reveal."""

import json
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from mtexplain import judged, pool, rankings
from mtexplain.judging.ballot import ranked, shuffled
from mtexplain.judging.judged import TEN
from tools.poll.desk import RANKING, Desk
from tools.poll.ranking import LISTED, SIZES, USUAL, Ranking, agreed, pooled
from tools.poll.votes import Refused

ONE, TWO, THREE = TEN[:3]
Rows = dict[str, list[int]]


def voter(number: int) -> str:
    """The number of a voter's page."""
    return f"{number:032x}"


def asked(*judges: Rows) -> Ranking:
    """An open ranking of three sentences, with these judges."""
    poll = Ranking()
    poll.choose(3)
    poll.start()
    for number, rows in enumerate(judges):
        poll.vote(voter(number), poll.ballot, 1, rows)
    return poll


def revealed(poll: Ranking) -> Ranking:
    """The ranking after it is revealed."""
    poll.stop()
    poll.reveal()
    return poll


ANNA = {ONE: [1, 2, 3, 4, 5], TWO: [2, 1, 3, 3, 5], THREE: [5, 4, 3, 2, 1]}
BEN = {ONE: [1, 2, 4, 3, 5], TWO: [1, 2, 3, 4, 5], THREE: [1, 0, 0, 0, 0]}


def test_each_sentence_counts_for_those_who_are_done_with_it() -> None:
    poll = asked(ANNA, BEN, {TWO: [1, 0, 0, 0, 0]})
    assert [bar["counts"] for bar in poll.bars()] == [[2], [2], [1]]
    assert poll.on_the_wall["votes"] == [3]
    both = [ranked({one: rows[one] for one in (ONE, TWO)}) for rows in (ANNA, BEN)]
    expected = {**pool(*filter(None, both)).ranks, THREE: dict(zip(shuffled(THREE), ANNA[THREE], strict=True))}
    shown = revealed(poll).on_the_wall
    assert rankings(shown["file"]).ranks == expected
    assert shown["result"] == judged(expected)._repr_html_()


def test_what_is_ranked_anew_replaces_what_was() -> None:
    poll = asked(BEN)
    poll.vote(voter(0), poll.ballot, 3, ANNA)
    poll.vote(voter(0), poll.ballot, 2, BEN)  # an earlier ranking that arrives late
    assert poll.seen_by(voter(0))["yours"] == ANNA


def test_a_page_that_comes_back_finds_its_ranks_and_no_name_of_a_system() -> None:
    poll = asked(ANNA, BEN)
    seen = poll.seen_by(voter(1))
    assert (seen["yours"], len(seen["sentences"])) == (BEN, 3)
    assert "yours" not in poll.seen_by(voter(9))
    for _ in ("open", "closed"):
        for told in (poll.seen_by(voter(0)), poll.seen_by("nobody"), poll.on_the_wall):
            assert not any(name in json.dumps(told) for name in shuffled(ONE))
        if poll.phase == "open":
            poll.stop()
    assert poll.seen_by(voter(1))["sentences"] == []  # no need to send them to three hundred phones again


def test_each_hears_how_far_it_is_with_the_class() -> None:
    """A judge who is the whole class agrees with it completely."""
    poll = revealed(asked(ANNA, {ONE: [0, 0, 0, 0, 0]}))
    assert poll.seen_by(voter(0))["said"] == "You ordered 30 of 30 pairs of outputs as the class did."
    assert poll.seen_by(voter(1))["said"] == poll.seen_by("nobody")["said"] == "You did not finish any sentence."
    opposite = {ONE: [6 - rank for rank in ANNA[ONE]]}
    poll = revealed(asked(ANNA, ANNA, opposite))
    assert poll.seen_by(voter(2))["said"] == "You ordered 0 of 10 pairs of outputs as the class did."


def test_how_far_a_class_agrees_is_counted_over_all_pairs_of_judges() -> None:
    """The test counts again, for each pair of judges, on the sentences that both have finished."""
    judges = [one for rows in (ANNA, BEN, BEN, {ONE: [5, 5, 5, 1, 2]}) if (one := ranked(rows))]
    same = [
        a.preferences[pair] == b.preferences[pair]
        for a, b in combinations(judges, 2)
        for pair in {*a.preferences} & {*b.preferences}
    ]
    share = round(100 * Fraction(sum(same), len(same)))
    assert agreed(judges) == f"Two of you, picked at random, agree on {share}% of the pairs of outputs."
    one, other = rankings({"x": {"a": 1, "b": 2, "c": 2}}), rankings({"x": {"a": 1, "b": 2, "c": 3}})
    assert agreed([one, other, other]) == "Two of you, picked at random, agree on 78% of the pairs of outputs."
    assert agreed(judges[:1]) == "No two of you ranked the same sentence, so there is no agreement to measure."


def test_a_sentence_that_nobody_is_done_with_is_left_out() -> None:
    """If nobody is done with any sentence, there is nothing to reveal, and the class may go on."""
    poll = asked({TWO: [1, 2, 3, 4, 0]})
    poll.stop()
    with pytest.raises(Refused, match="Reopen the ranking"):
        poll.reveal()
    poll.go_on()
    poll.vote(voter(0), poll.ballot, 2, {TWO: [1, 2, 3, 4, 4]})
    assert list(revealed(poll).pooled.ranks) == [TWO]


def test_there_is_one_vote_and_no_second() -> None:
    poll = asked(ANNA)
    with pytest.raises(Refused, match="Stop the vote first"):
        poll.reveal()
    poll.stop()
    with pytest.raises(Refused, match="no more votes"):
        poll.start()
    with pytest.raises(Refused, match="Too late"):
        poll.vote(voter(1), poll.ballot, 1, ANNA)


WRONG: list[Any] = [
    None, 1, "1", [], {}, {ONE: None}, {ONE: [1, 2, 3, 4]}, {ONE: [1, 2, 3, 4, 6]}, {ONE: [1, 2, 3, 4, -1]},
    {ONE: [1.0, 2, 3, 4, 5]}, {ONE: [True, 2, 3, 4, 5]}, {ONE: ["1", 2, 3, 4, 5]}, {ONE: [[1], 2, 3, 4, 5]},
    {TEN[3]: [1, 2, 3, 4, 5]}, {**ANNA, "<b>": [1, 2, 3, 4, 5]},
]  # fmt: skip


@pytest.mark.parametrize("answer", WRONG, ids=repr)
def test_what_is_no_ranking_is_refused(answer: object) -> None:
    poll = asked()
    with pytest.raises(Refused, match="not a ranking") as refused:
        poll.vote(voter(0), poll.ballot, 1, answer)
    assert refused.value.status == 422
    assert poll.votes == [{}]


def test_a_full_ranking_fits_a_request() -> None:
    """It may be of all ten sentences. Up to ten sentences can be asked for, and three are usual."""
    said = {
        "voter": voter(1),
        "ballot": 2**32,
        "turn": 999,
        "answer": dict.fromkeys(TEN, [1] * 5),
        "shown": "your ranks",
    }
    assert len(json.dumps(said)) < 1000
    assert (SIZES[USUAL], LISTED[USUAL], LISTED["1"]) == (
        3,
        "3 sentences, about 5 minutes",
        "1 sentence, about 2 minutes",
    )
    desk = Desk("http://hall/poll/", is_open=False)
    for name, count in SIZES.items():
        desk.do({"do": "choose", "chapter": RANKING, "name": name})
        assert desk.on_the_wall["sentences"] == count
    with pytest.raises(Refused, match="no such question"):
        desk.do({"do": "choose", "chapter": RANKING, "name": "11"})
    desk.do({"do": "choose", "chapter": "00_start_here", "name": "bet"})
    assert "sentences" not in desk.on_the_wall


def test_pooling_needs_no_order_of_the_judges() -> None:
    judges = [one for rows in (ANNA, BEN) if (one := ranked(rows))]
    assert pooled(judges) == pooled(judges[::-1])
