"""Exports of a panel, and states that bring it back: Python, LaTeX, tables, pages. No browser is used."""

import csv
import io
import json
import re
from base64 import b64encode
from typing import Any
from zlib import compress

import pytest
from hypothesis import given

import mtexplain
from mtexplain import InputError, WhatIf, bleu, what_if
from mtexplain.display.html import script, style
from tests.display.test_hostile_text import HOSTILE
from tests.panels import folds, opening, press
from tests.strategies import Segment, segments

DEEP = b64encode(compress(b"[" * 100_000)).decode()


def test_python_that_is_copied_gives_the_score() -> None:
    panel = what_if(bleu, "a \"b\" \\ 'c' d", ["a b", 'a "b" c d'], max_n=2, weights=[0.25, 0.75])
    (sent,) = press(panel, "python")
    names: dict[str, Any] = {}
    exec(sent["copy"].replace("\nmtexplain.bleu", "\nscore = mtexplain.bleu"), names)
    assert names["score"] == panel.score


def test_python_that_cannot_be_copied_whole_says_so() -> None:
    """The user's own function has to be copied, too."""
    (sent,) = press(what_if(bleu, "a", ["a"], tokenize=lambda text: text.split()), "python")
    assert "<lambda> is a function of your own." in sent["copy"]


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
    assert "leave out each word" not in page["file"]
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
    shown = shown.replace(f"<script>{script()}</script>", "").replace("<h1>BLEU-4</h1>", "", 1)
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
        (
            ("belu", "a", ["a"]),
            "metric: got a string, 'belu'; expected a metric, given as a function or by name: bleu, ",
        ),
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


@given(segments(), segments())
def test_whatever_is_typed_the_panel_shows_what_the_library_says(segment: Segment, other: Segment) -> None:
    """It shows the current score, compared with the score before."""
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
