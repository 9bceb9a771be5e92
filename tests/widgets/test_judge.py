"""The judge: which output has which rank, and what a page may send."""

import pytest

from mtexplain import InputError, judge, judged
from mtexplain.examples.corpus import outputs
from mtexplain.judging.judged import Judged
from mtexplain.judging.rankings import Rankings
from mtexplain.widgets import judging

TEXTS = {(one.id, one.text): one.system for one in outputs()}


def test_a_rank_goes_to_the_system_whose_output_was_shown() -> None:
    you = judge(["fr-01", "zh-02"])
    you.ranks = {"zh-02": [2, 5, 1, 3, 4]}
    [one] = [one for one in you.ballot if one["id"] == "zh-02"]
    assert you.rankings is not None
    assert you.rankings.ranks == {
        "zh-02": {TEXTS["zh-02", text]: rank for text, rank in zip(one["outputs"], (2, 5, 1, 3, 4), strict=True)}
    }


def test_no_name_of_a_system_is_shown_before_all_is_ranked() -> None:
    you = judge(["fr-01", "zh-02"])
    you.ranks = {"fr-01": [1, 2, 3, 4, 5], "zh-02": [1, 2, 3, 4, 0]}
    assert "word_by_word" not in str(you.ballot)
    assert (you.result, you.file) == ("", "")
    you.ranks = {**you.ranks, "zh-02": [1, 2, 3, 4, 5]}
    assert you.rankings is not None
    assert you.file == you.rankings.to_text()
    you.place = 2
    assert you.result == judged(you.rankings)._repr_html_()


def test_the_metrics_are_asked_once_when_the_result_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def counted(given: Rankings) -> Judged:
        asked.append(given)
        return judged(given)

    monkeypatch.setattr(judging, "judged", counted)
    you = judge(["fr-01"])
    for last in (1, 2, 3):
        you.ranks = {"fr-01": [1, 2, 3, 4, last]}
    assert asked == []
    for place in (1, 0, 1):
        you.place = place
    first = you.result
    assert asked == [you.rankings]
    you.place = 0
    you.ranks = {"fr-01": [5, 4, 3, 2, 1]}
    assert (you.result, len(asked)) == ("", 1)
    you.place = 1
    assert len(asked) == 2
    assert you.result not in ("", first)


@pytest.mark.parametrize("odd", [[{}], ["x"], []])
def test_a_page_can_not_change_what_is_judged(odd: list[object]) -> None:
    you = judge(["fr-01"])
    you.set_state({"ballot": odd})
    you.set_state({"ranks": {"fr-01": [1, 2, 3, 4, 5]}, "place": 1})
    assert you.rankings is not None
    assert "fluency" in you.result
    assert "platform 4 rather than platform 6" in you._still()


def test_the_outputs_are_mixed_for_each_sentence() -> None:
    orders = {tuple(TEXTS[one["id"], text] for text in one["outputs"]) for one in judge().ballot}
    assert len(orders) == 10
    assert [one["outputs"] for one in judge().ballot] == [one["outputs"] for one in judge().ballot]


@pytest.mark.parametrize("row", [[0, 6, -1, True, "1"], [1, 2], "12345", None, [1, 2, 3, 4, 5, 6]])
def test_what_is_no_rank_counts_as_none(row: object) -> None:
    you = judge(["fr-01"])
    you.ranks = {"fr-01": row, "es-99": [1, 2, 3, 4, 5]}
    assert you.rankings is None


def test_without_python_the_outputs_stand_there() -> None:
    still = judge(["fr-01"])._repr_mimebundle_()[0]["text/html"]
    assert "platform 4 rather than platform 6" in still
    assert "human" not in still


def test_a_segment_that_is_not_there_is_told() -> None:
    with pytest.raises(InputError, match=r"ids\[1\]: got a string, 'fr-99'; expected ids of segments of the course"):
        judge(["fr-01", "fr-99"])


def test_the_segments_may_come_one_by_one() -> None:
    assert [one["id"] for one in judge(id for id in ("zh-02", "fr-01")).ballot] == ["zh-02", "fr-01"]
