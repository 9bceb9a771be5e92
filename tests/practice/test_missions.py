"""The missions: each can be done, is not done at the start, and says what is missing."""

import pytest

from mtexplain import InputError, bleu, mission, play
from mtexplain.explain.practice.missions import MISSIONS

DONE = {
    "zero": "he plays the guitar very well",
    "gain": "they built built a small house by the river",
    "synonym": "the little dog runs across the big garden",
    "negation": "we believe that it will rain",
    "perfect": "in the morning sun in the morning rain in the morning",
    "short": "the old man walked slowly along the river yesterday",
}
MISSING = [
    ("zero", "he plays a piano very well", "The score is still 0."),
    ("zero", "he played the guitar very well", "That takes several edits."),
    ("gain", "they have built a house by the river", "but another edit gives"),
    ("gain", "they have built a small house by the river", "That takes several edits."),
    ("synonym", "the small dog runs", "Replace a word with another word, and change nothing else."),
    ("negation", "we do not believe that it rains", 'There is still a "not".'),
    ("negation", "we expect a dry day", "That is reference 3, which still says the same."),
    ("negation", "we do believe that it will rain", 'The score is 0.7071, because "do believe" is in no reference.'),
    ("perfect", "in the morning rain", "the candidate is too short."),
    ("perfect", "rain " * 11, '"rain" does not occur that often in any reference.'),
    ("short", "the old man walked slowly along the river until", "add only words that are not in the reference"),
    ("short", "x the y old z man u walked v slowly w along q the p river", "It matters where you put the word."),
]


def test_there_are_six() -> None:
    assert list(MISSIONS) == list(DONE)


@pytest.mark.parametrize("name", DONE)
def test_each_can_be_done_and_is_not_done_at_the_start(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By a candidate of one's own, and in the panel."""
    one = mission(name)
    one.check(one.candidate)
    one.check(None)
    one.check(DONE[name])
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("Your turn")
    assert said[1].startswith("Your turn")
    assert said[2].startswith("Done: ")
    panel = play(name)
    seen = [panel.mission_done]
    panel.candidate = DONE[name]
    seen.append(panel.mission_done)
    panel.undo()
    seen.append(panel.mission_done)
    assert seen == [False, True, False]


@pytest.mark.parametrize(("name", "candidate", "told"), MISSING)
def test_what_is_missing_is_said(name: str, candidate: str, told: str) -> None:
    one = mission(name)
    verdict = one.verdict(bleu(candidate, list(one.references)))
    assert verdict.kind == "wrong"
    assert verdict.text.startswith("Not yet. ")
    assert told in verdict.text


def test_other_references_are_another_game() -> None:
    panel = play("zero")
    panel.references = ["he plays a guitar very well"]
    panel.candidate = "he plays guitar very well"
    assert not panel.mission_done
    assert "Start over" in panel.screen["main"]


def test_the_task_is_shown_also_while_the_results_are_covered() -> None:
    """But not whether it is done."""
    panel = play("zero")
    panel.covered = True
    panel.candidate = "he plays the guitar very well"
    assert "with a single edit" in panel.screen["main"]
    assert "Done" not in str(panel.screen)


def test_it_shows_itself_as_it_stands_at_the_start() -> None:
    one = mission("zero")
    for text in (str(one), one._repr_html_()):
        assert one.task in text
        assert "0/3" in text


def test_what_only_a_person_can_judge_is_left_to_a_person() -> None:
    """Any word that lowers the score will do, because the mission can't tell whether the sentence says the same."""
    one = mission("synonym")
    verdict = one.verdict(bleu("the small dog runs across the big yard", list(one.references)))
    assert (verdict.kind, verdict.text.split(". ")[-1]) == (
        "right",
        "Only you can judge whether the sentence still says the same.",
    )


def test_another_name_is_refused() -> None:
    with pytest.raises(InputError, match="mission: got a string, 'cat'; expected one of zero, gain"):
        mission("cat")
    with pytest.raises(InputError, match="mission: got list"):
        mission(["zero"])  # type: ignore[arg-type]
