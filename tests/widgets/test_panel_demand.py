"""What the panel works out when it is asked, what it offers to do, and what it says when something goes wrong."""

import re
from typing import Any

import pytest

import mtexplain
from mtexplain import bleu, what_if
from tests.panels import folds, opening, press, score, text


def test_what_takes_long_is_worked_out_when_asked_for() -> None:
    """It is worked out when a fold opens, not with every key. After an edit, there is a button."""
    panel = opening()
    panel.opened = ["leave-one-out", "best-edits"]
    assert "0.4483" in folds(panel)["leave-one-out"]
    assert folds(panel)["best-edits"].count('data-do="try"') == 5
    panel.candidate = "there the cat on the mat"
    assert all("Work it out again" in folds(panel)[key] for key in panel.opened)
    press(panel, "work", key="best-edits")
    assert 'data-do="try"' in folds(panel)["best-edits"]
    assert "Work it out again" in folds(panel)["leave-one-out"]


def test_an_offered_edit_can_be_tried_and_taken_back() -> None:
    panel = opening()
    panel.opened = ["best-edits"]
    press(panel, "try", key="best-edits", place=0)
    assert panel.candidate == "the a cat on the mat"
    assert panel.edit is not None
    assert panel.edit.change > 0
    panel.undo()
    assert panel.candidate == "the the cat on the mat"
    press(panel, "try", key="best-edits", place=99)
    press(panel, "try", key="nothing", place=0)
    assert panel.candidate == "the the cat on the mat"


def test_a_zero_says_why_and_what_mends_it() -> None:
    """What a newcomer must find within a minute."""
    panel = what_if(bleu, "the cat sat on the mat", ["the cat is on the mat"])
    assert (
        "none of these is in a reference: the cat sat on, cat sat on the, sat on the mat. Each contains sat."
        in text(panel)
    )
    panel.opened = ["more", "smallest-fix"]
    assert next(iter(folds(panel))) == "smallest-fix"
    assert re.sub("<[^>]+>", "", folds(panel)["smallest-fix"]).count("replace sat, token 3, with is") == 1
    press(panel, "try", key="smallest-fix", place=0)
    assert score(panel).score == 1
    assert "smallest-fix" not in folds(panel)


def test_a_zero_that_nothing_mends_says_so() -> None:
    panel = what_if(bleu, "a b c", ["a b c"])
    panel.opened = ["smallest-fix"]
    assert folds(panel)["smallest-fix"] == "<p>There is none: no reference is long enough.</p>"


def test_a_chosen_tokeniser_is_the_one_of_that_name() -> None:
    """The panel has the rules and the signature that it has with the tokeniser given by hand."""
    panel = opening()
    panel.settings = {**panel.settings, "tokenize": "13a"}
    assert panel.score == bleu("the the cat on the mat", ["there is a cat on the mat"], tokenize="13a")


def test_a_space_at_the_end_is_no_edit() -> None:
    panel = opening()
    panel.candidate += " "
    assert "You changed" not in text(panel)


@pytest.mark.parametrize("wrong", [3, None, "0.5", mtexplain.corpus_bleu(["a"], [["a"]])])
def test_a_metric_that_returns_something_else_is_told_so(wrong: Any) -> None:
    panel = what_if(lambda candidate, references: wrong, "a", ["a"])
    assert "a metric that returns the score of one candidate" in text(panel)
    panel.candidate = "b"
    assert panel.edit is None


def test_a_metric_whose_working_fails_leaves_the_panel_alive() -> None:
    class Broken(mtexplain.Bleu):
        def steps(self) -> Any:
            raise RuntimeError("no steps today")

        def scores_of(self, candidates: Any) -> Any:
            raise RuntimeError("no scores today")

    def broken(candidate: str, references: list[str]) -> mtexplain.Bleu:
        if "x" in candidate:
            return bleu(candidate, references)
        tokens = tuple(candidate.split())
        return Broken(tokens, tuple(tuple(one.split()) for one in references), mtexplain.PAPER)

    panel = what_if(broken, "a b", ["a b"])
    panel.opened = ["more"]
    assert "RuntimeError: no steps today" in text(panel)
    panel.candidate = "a x"
    assert "no steps" not in text(panel)


def test_an_offered_edit_is_done_as_it_was_offered() -> None:
    """It holds even if tokens are letters, which have no spaces between them."""
    panel = what_if(bleu, "我借你书", ["我借你的书"], tokenize=list)
    panel.opened = ["best-edits"]
    press(panel, "try", key="best-edits", place=0)
    assert panel.candidate == "我借你的书"
    assert score(panel).score == 1


def test_what_would_take_minutes_is_not_begun() -> None:
    many = " ".join(f"w{number}" for number in range(400))
    panel = what_if(bleu, many, [many])
    panel.opened = ["best-edits"]
    assert "320,000 edits to try, too many for a panel" in folds(panel)["best-edits"]


def test_a_score_too_small_for_a_float_can_be_mended_too() -> None:
    panel = what_if(bleu, "a", ["a " + "b " * 900], max_n=1)
    panel.opened = ["smallest-fix"]
    assert "add" in folds(panel)["smallest-fix"]


def test_a_mission_keeps_its_solution_back_until_it_is_done() -> None:
    panel = mtexplain.play("zero")
    panel.opened = ["leave-one-out", "best-edits", "smallest-fix"]
    assert {"leave-one-out", "best-edits", "smallest-fix"} & set(folds(panel)) == {"leave-one-out"}
    panel.candidate = "he plays the guitar very well"
    assert panel.mission_done
    assert "best-edits" in folds(panel)


def test_where_no_edit_does_any_good_the_panel_says_so() -> None:
    panel = what_if(bleu, "a b c d", ["a b c d"])
    panel.opened = ["best-edits"]
    assert "no edit improves the score" in folds(panel)["best-edits"]
