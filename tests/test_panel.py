"""The what-if panel without a browser: values are set, buttons are pressed, and what would be shown is read."""

import csv
import io
import json
import re
from base64 import b64encode
from typing import Any
from zlib import compress

import pytest
from hypothesis import given, settings
from ipywidgets import Widget

import mtexplain
from mtexplain import InputError, WhatIf, bleu, examples, what_if
from mtexplain.display.html import style
from tests.strategies import Segment, segments
from tests.test_hostile_text import HOSTILE

DEEP = b64encode(compress(b"[" * 100_000)).decode()


def opening(**settings: Any) -> WhatIf:
    """The panel of the opening example."""
    return what_if(bleu, "the the cat on the mat", ["there is a cat on the mat"], **settings)


def press(panel: WhatIf, action: str, **more: Any) -> list[dict[str, Any]]:
    """Press a button; what Python sends to be copied or saved."""
    sent: list[dict[str, Any]] = []
    panel.send = lambda content, buffers=None: sent.append(content)
    panel._handle_custom_msg({"do": action, **more}, [])
    return sent


def text(panel: WhatIf) -> str:
    """What the results say, without their tags."""
    return " ".join(re.sub("<[^>]+>", "", str(panel.screen["main"])).split())


def folds(panel: WhatIf) -> dict[str, str]:
    """The folds by key, with their content."""
    return {key: content for key, _, content in panel.screen["folds"]}


def test_it_is_a_widget_and_shows_the_score_first() -> None:
    panel = opening()
    assert isinstance(panel, Widget)
    assert panel.score == bleu("the the cat on the mat", ["there is a cat on the mat"])
    assert panel.edit is None
    assert "0.4301" in text(panel)
    assert [button in panel.screen for button in ("undo", "redo")] == [True, True]
    assert not panel.screen["undo"]


def test_an_edit_shows_what_it_won_and_what_moved() -> None:
    panel = opening()
    panel.candidate = "there the cat on the mat"
    assert panel.edit is not None
    assert panel.edit.won == {1: {("there",): 1}}
    shown = text(panel)
    assert "0.4548 was 0.4301 ▲ +0.02468" in shown
    assert "You replaced the by there. Only p1 moved, from 4/6 to 5/6." in shown
    assert "Lost: nothing." in shown
    assert panel.screen["said"].startswith('BLEU 0.4548, was 0.4301. You replaced "the" by "there".')


def test_only_changed_rows_are_shown_and_the_whole_tables_unfold() -> None:
    panel = opening()
    panel.candidate = "there the cat on the mat"
    assert "the cat on" not in str(panel.screen["main"]).partition("Won")[2]
    assert set(folds(panel)) >= {
        "edit-credit",
        "edit-logarithms",
        "step-tokens",
        "step-p_1",
        "step-p_4",
        "step-brevity",
        "step-score",
    }
    assert not any(folds(panel).values())
    panel.opened = ["edit-logarithms", "step-p_2", "step-brevity"]
    opened = {key for key, content in folds(panel).items() if content}
    assert opened == {"edit-logarithms", "step-p_2", "step-brevity"}
    assert all("<svg" in folds(panel)[key] for key in ("edit-logarithms", "step-brevity"))
    assert "on the" in folds(panel)["step-p_2"]


def test_undo_redo_and_start_over() -> None:
    panel = opening()
    panel.candidate = "there the cat on the mat"
    panel.candidate = "there a cat on the mat"
    seen = []
    for action in ("undo", "undo", "redo", "reset", "undo"):
        press(panel, action)
        seen.append(panel.candidate)
    first, second = "the the cat on the mat", "there the cat on the mat"
    assert seen == [second, first, second, first, second]
    assert panel.score is not None
    assert panel.score.candidate == tuple(second.split())


def test_compared_with_the_edit_before_or_with_the_start() -> None:
    panel = opening()
    panel.candidate = "there the cat on the mat"
    panel.candidate = "there is cat on the mat"
    assert "was 0.4548" in text(panel)
    panel.since = "start"
    assert "was 0.4301" in text(panel)


def test_references_can_be_added_removed_and_left_empty() -> None:
    """An empty box is not scored: a row that was just added changes nothing."""
    panel = opening()
    panel.texts = [*panel.texts, ""]
    assert panel.score is not None
    assert len(panel.score.references) == 1
    assert panel.screen["lengths"] == ["6 tokens", "7 tokens", "left out"]
    panel.references = ["there is a cat on the mat", "the the cat on the mat"]
    assert panel.score.score == 1
    panel.texts = panel.texts[:2]
    assert "0.4301" in text(panel)
    panel.texts = [panel.candidate, " "]
    assert "at least one reference" in text(panel)


@pytest.mark.parametrize("name", examples.names())
def test_every_example_can_be_chosen(name: str) -> None:
    """With its settings, and the number of its source."""
    panel = opening()
    press(panel, "preset", name=name)
    assert panel.score is not None
    assert panel.score.score == examples.get(name).trace().score
    panel.undo()
    assert panel.candidate == "the the cat on the mat"


def test_settings_are_chosen_and_refused_in_words() -> None:
    panel = opening()
    panel.settings = {"max_n": "2"}
    assert panel.score is not None
    assert panel.score.rules.max_n == 2
    assert "You changed the settings." in text(panel)
    panel.settings = {"max_n": "0"}
    assert "This can't be scored. max_n: got int, 0" in text(panel).replace("&#x27;", "'")
    panel.candidate = "a cat"
    panel.settings = {"max_n": "2"}
    assert panel.score is not None
    assert panel.score.candidate == ("a", "cat")


def test_an_error_of_a_metric_is_text_and_the_panel_goes_on() -> None:
    def fragile(candidate: str, references: list[str]) -> mtexplain.Bleu:
        if "<" in candidate:
            raise RuntimeError("<b>no</b>")
        return bleu(candidate, references)

    panel = what_if(fragile, "a b c d", ["a b c d"])
    panel.candidate = "a < d"
    assert "RuntimeError: &lt;b&gt;no&lt;/b&gt;" in panel.screen["main"]
    assert panel.screen["folds"] == []
    panel.candidate = "a b c d"
    assert panel.score is not None


def test_covered_means_that_nothing_of_the_results_is_sent() -> None:
    panel = opening()
    panel.opened = ["step-p_1"]
    panel.covered = True
    panel.candidate = "there the cat on the mat"
    sent = json.dumps(panel.get_state(["screen"]))
    assert not re.search(r"0\.45|5/6|credit|clipped", sent)
    assert panel.screen["predict"] == ["c", "p_1", "p_2", "p_3", "p_4", "BP", "BLEU"]
    assert press(panel, "python") == press(panel, "page") == press(panel, "csv") == press(panel, "latex") == []
    panel.covered = False
    assert "0.4548" in text(panel)


@pytest.mark.parametrize(
    ("what", "answer", "told"),
    [
        ("p_1", "4/6", "Right: 4/6."),
        ("p_1", "2/3", "Equal, but another pair: 2/3 is 4/6 reduced. Keep the counts as they were counted."),
        ("p_1", "5/6", "Not yet. The total is right. Count the matches again: there are fewer."),
        ("BP", "0.85", "Right, rounded: 0.8465."),
        ("c", "6", "Right: 6."),
        ("p_1", " ", "Your turn: type a number, as in 4/6."),
        ("p_9", "1/2", ""),
    ],
)
def test_a_prediction_is_checked_before_the_reveal(what: str, answer: str, told: str) -> None:
    panel = opening()
    panel.covered = True
    panel.prediction = [what, answer]
    assert panel.screen["verdict"] == told
    panel.covered = False
    assert panel.screen["verdict"] == told
    panel.candidate = "a"
    assert panel.screen["verdict"] == ""


def test_what_takes_long_is_worked_out_when_asked_for() -> None:
    """On opening, not on every key; after an edit there is a button."""
    panel = opening()
    panel.opened = ["leave-one-out", "best-edits"]
    assert "+0.01814" in folds(panel)["leave-one-out"]
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
    panel.undo()
    assert panel.candidate == "the the cat on the mat"
    press(panel, "try", key="best-edits", place=99)
    press(panel, "try", key="nothing", place=0)
    assert panel.candidate == "the the cat on the mat"


def test_a_zero_says_why_and_what_mends_it() -> None:
    """What a newcomer must find within a minute."""
    panel = what_if(bleu, "the cat sat on the mat", ["the cat is on the mat"])
    assert "none of these is in a reference: the cat sat on, cat sat on the, sat on the mat. Each holds sat." in text(
        panel
    )
    assert next(iter(folds(panel))) == "smallest-fix"
    panel.opened = ["smallest-fix"]
    assert re.sub("<[^>]+>", "", folds(panel)["smallest-fix"]).count("replace sat, token 3, by is") == 1
    press(panel, "try", key="smallest-fix", place=0)
    assert panel.score is not None
    assert panel.score.score == 1
    assert "smallest-fix" not in folds(panel)


def test_a_zero_that_nothing_mends_says_so() -> None:
    panel = what_if(bleu, "a b c", ["a b c"])
    panel.opened = ["smallest-fix"]
    assert folds(panel)["smallest-fix"] == "<p>There is none: no reference is long enough.</p>"


def test_python_that_is_copied_gives_the_score() -> None:
    panel = what_if(bleu, "a \"b\" \\ 'c' d", ["a b", 'a "b" c d'], max_n=2, weights=[0.25, 0.75])
    (sent,) = press(panel, "python")
    names: dict[str, Any] = {}
    exec(sent["copy"].replace("\nmtexplain.bleu", "\nscore = mtexplain.bleu"), names)
    assert names["score"] == panel.score


def test_python_that_cannot_be_copied_whole_says_so() -> None:
    """A function of one's own has to come along."""
    (sent,) = press(what_if(bleu, "a", ["a"], tokenize=lambda text: text.split()), "python")
    assert "<lambda> is a function of your own." in sent["copy"]


def test_a_chosen_tokeniser_is_the_one_of_that_name() -> None:
    """The same rules, and the same signature, as given by hand."""
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
    assert "RuntimeError: no steps today" in text(panel)
    panel.candidate = "a x"
    assert "no steps" not in text(panel)


def test_an_offered_edit_is_done_as_it_was_offered() -> None:
    """Also where tokens are letters: then there are no spaces to put between them."""
    panel = what_if(bleu, "我借你书", ["我借你的书"], tokenize=list)
    panel.opened = ["best-edits"]
    press(panel, "try", key="best-edits", place=0)
    assert panel.candidate == "我借你的书"
    assert panel.score is not None
    assert panel.score.score == 1


def test_what_would_take_minutes_is_not_begun() -> None:
    many = " ".join(f"w{number}" for number in range(400))
    panel = what_if(bleu, many, [many])
    panel.opened = ["best-edits"]
    assert "320,000 edits to try, too many for a panel" in folds(panel)["best-edits"]


def test_a_score_too_small_for_a_float_has_nothing_to_mend() -> None:
    panel = what_if(bleu, "a", ["a " + "b " * 900], max_n=1)
    assert "smallest-fix" not in folds(panel)


def test_what_is_taken_away_says_the_same() -> None:
    """LaTeX, a table, a page: each holds the numbers of the panel."""
    panel = opening()
    panel.candidate = "there the cat on the mat"
    (latex,), (table,), (page,) = (press(panel, what) for what in ("latex", "csv", "page"))
    assert "0.4548" in latex["copy"]
    assert latex["copy"].startswith("\\documentclass")
    rows = list(csv.DictReader(io.StringIO(table["file"])))
    assert (rows[0]["ngram"], rows[0]["count"], rows[0]["clipped"]) == ("there", "1", "1")
    assert len(rows) == len(panel.score.to_frame()) if panel.score else False
    assert (table["name"], table["type"]) == ("bleu-0.4548.csv", "text/csv")
    assert (page["name"], page["type"]) == ("bleu-0.4548.html", "text/html")
    assert page["file"].startswith("<!DOCTYPE html>")
    assert "leave each one out" not in page["file"]
    assert "was 0.4301" in page["file"]


@pytest.mark.parametrize("word", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_only_text(word: str) -> None:
    """In the results, the folds, the errors, the files and their names."""
    panel = what_if(bleu, f"a {word} c d", [f"a {word} c d e", "b"])
    panel.candidate = f"{word} {word} c d"
    panel.opened = list(folds(panel))
    panel.settings = {"max_n": word.replace("\0", "")}
    shown = str(panel.screen["main"])
    panel.undo()
    shown += str(panel.screen["main"]) + "".join(folds(panel).values()) + press(panel, "page")[0]["file"]
    for mark in ("<script", "<img", "onerror=alert(1)>", "<b>a", "</textarea", "<h1", "<?php", "<![CDATA"):
        assert mark not in shown
    (table,) = press(panel, "csv")
    csv.field_size_limit(10**7)
    assert re.fullmatch(r"[a-z0-9-]+\.[0-9]{4}\.csv", table["name"])
    cells = [cell for row in csv.reader(io.StringIO(table["file"])) for cell in row]
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in cells)


def test_names_of_metrics_are_only_names() -> None:
    def odd(candidate: str, references: list[str]) -> mtexplain.Bleu:
        return bleu(candidate, references)

    odd.__name__ = '../<b> "x"'
    (table,) = press(what_if(odd, "a", ["a"]), "csv")
    assert table["name"] == "b-x-0.0000.csv"


def test_the_state_brings_a_panel_back() -> None:
    """As a dict that JSON can hold, and as one short word."""
    panel = opening(max_n=3)
    panel.candidate = "there the cat on the mat"
    panel.since, panel.opened, panel.covered = "start", ["step-p_1"], True
    for state in (json.loads(json.dumps(panel.state)), panel.short_state):
        other = what_if(bleu, "x", ["y"])
        other.state = state
        assert other.state == panel.state
        assert other.screen == panel.screen
        other.undo()
        assert other.candidate == "the the cat on the mat"
    assert re.fullmatch("[A-Za-z0-9_-]+", panel.short_state)
    assert len(panel.short_state) < 400


@pytest.mark.parametrize(
    "state",
    [
        "",
        "x",
        "!!",
        "eJw",
        "eNpLTEpOAQAEsAGP",
        DEEP,
        {},
        {"start": 1},
        {"start": {"texts": ["a"]}},
        {"start": {"texts": [1, 2]}},
        [],
    ],
)
def test_what_is_no_state_is_refused_and_changes_nothing(state: Any) -> None:
    panel = opening()
    before = panel.state
    with pytest.raises(InputError):
        panel.state = state
    assert panel.state == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("bleu", "a", ["a"]), "metric: got a string, 'bleu'; expected a function of a candidate"),
        ((bleu, ["a"], ["a"]), "candidate: got list"),
        ((bleu, "a", "a"), "references: got a string"),
        ((bleu, "a", []), "references: got an empty list"),
    ],
)
def test_wrong_arguments_are_refused_at_once(arguments: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        what_if(*arguments)
    with pytest.raises(InputError, match="settings: got a string, 'smooth'"):
        what_if(bleu, "a", ["a"], smooth=1)


def test_texts_are_checked_where_they_are_set() -> None:
    panel = opening()
    with pytest.raises(InputError):
        panel.candidate = ["a"]  # type: ignore[assignment]
    with pytest.raises(InputError):
        panel.references = "a"  # type: ignore[assignment]
    assert panel.candidate == "the the cat on the mat"


def test_messages_that_mean_nothing_do_nothing() -> None:
    panel = opening()
    before = panel.state
    for message in ({}, {"do": "exit"}, {"do": "try"}, {"do": "preset"}, {"do": "__init__"}, {"do": ["undo"]}):
        panel._handle_custom_msg(message, [])
    assert panel.state == before


@settings(max_examples=50)
@given(segments(), segments())
def test_whatever_is_typed_the_panel_shows_what_the_library_says(segment: Segment, other: Segment) -> None:
    """The score of the moment, compared with the one before."""
    panel = what_if(bleu, segment[0], segment[1])
    panel.texts = [other[0], *other[1]]
    used = [text for text in other[1] if text.strip()]
    if not used:
        return
    now = bleu(other[0], used)
    assert panel.score == now
    assert now.headline.value in panel.screen["main"]
    assert "nan" not in str(panel.screen)


def test_the_style_of_the_library_comes_along() -> None:
    assert style() in str(WhatIf._css)
