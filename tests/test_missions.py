"""The missions: each can be done, is not done at the start, and says what is missing."""

import pytest

from mtexplain import InputError, bleu, mission, play
from mtexplain.explain.missions import MISSIONS

DONE = {
    "zero": "the cat is on the mat",
    "gain": "the a cat on the mat",
    "synonym": "the little dog runs across the big garden",
    "negation": "I think it is true",
    "perfect": "in the morning sun in the morning rain in the morning",
    "short": "the old man walked slowly along the river yesterday",
}
MISSING = [
    ("zero", "the dog sat on the mat", "The score is still 0."),
    ("zero", "the cat is on a mat", "That is more than one edit."),
    ("gain", "there the cat on the mat", "That is +0.02468. Another edit gains more: +0.2131."),
    ("gain", "there is a cat on the mat", "That is more than one edit."),
    ("synonym", "the small dog runs across the big park", "no program can tell; this one knows small: little, tiny;"),
    ("synonym", "the small dog runs", "Replace one word by one word."),
    ("negation", "I do not think it is false", 'There is still a "not".'),
    ("negation", "I believe it is false", "That is reference 3: it still says the same."),
    ("negation", "I do think it is true", "The score is 0.6043, and was 1."),
    ("perfect", "in the morning rain", "The score is 0."),
    ("short", "the old man walked slowly along the river until", "add none that is in the reference"),
    ("short", "x the y old z man u walked v slowly w along q the p river", "The score is 0, and was 0.4724."),
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
    panel.references = ["the cat sat on the mat"]
    panel.candidate = "a cat sat on the mat"
    assert not panel.mission_done
    assert "start over" in panel.screen["main"]


def test_the_task_is_shown_also_while_the_results_are_covered() -> None:
    """But not whether it is done."""
    panel = play("zero")
    panel.covered = True
    panel.candidate = "the cat is on the mat"
    assert "by a single edit" in panel.screen["main"]
    assert "Done" not in str(panel.screen)


def test_it_shows_itself_as_it_stands_at_the_start() -> None:
    one = mission("zero")
    for text in (str(one), one._repr_html_()):
        assert one.task in text
        assert "0/3" in text


def test_another_name_is_refused() -> None:
    with pytest.raises(InputError, match="mission: got a string, 'cat'; expected one of zero, gain"):
        mission("cat")
