"""The what-if panel without a browser: values are set, buttons are pressed, and what would be shown is read."""

import json
import re
from typing import Any

import pytest
from ipywidgets import Widget

import mtexplain
from mtexplain import Bleu, bleu, examples, meteor, ngram_perplexity, rouge_l, rouge_su, what_if
from mtexplain.explain.metric import sentence_metrics
from mtexplain.explain.practice.misconceptions import subjects
from mtexplain.rules import RULES
from mtexplain.widgets.controls import controls
from mtexplain.widgets.screen import titled
from tests.panels import folds, opening, press, score, text


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
    assert "0.4548 was 0.4301 ▲ +0.0247" in shown
    assert "You replaced the with there. One more word matches." in shown
    assert "Lost: nothing." in shown
    assert panel.screen["said"].startswith('BLEU 0.4548, was 0.4301. You replaced "the" with "there".')


def test_first_the_picture_the_score_and_a_sentence() -> None:
    """The rest is not even made until it is unfolded."""
    panel = opening()
    panel.opened = []
    panel.candidate = "there the cat on the mat"
    assert "You replaced the with there." in text(panel)
    assert not re.search("e1 −|paper rules|Won", text(panel))
    assert folds(panel) == {}
    panel.opened = ["more"]
    assert "BLEU = e1 − 7/6 · (5/6 · 3/5 · 2/4 · 1/3)" in text(panel)
    assert list(folds(panel))[:2] == ["edit-credit", "edit-logarithms"]


def test_a_slip_is_told_at_once() -> None:
    """The words in it are escaped."""
    panel = opening()
    panel.candidate = "There is a cat on the mat."
    assert "There would match there if case did not count." in text(panel)
    assert "mat. would match mat without the full stop." in text(panel)
    panel.texts = ["<B>", "<b>"]
    assert '<code dir="auto">&lt;B&gt;</code> would match' in panel.screen["main"]


def test_settings_have_plain_names() -> None:
    """The settings of somebody else's metric keep their own names."""
    plain = {one["name"]: one["title"] for one in opening().form["controls"]}
    assert plain["missing"] == "Orders without n-grams"
    assert plain["max_n"] == "Longest n-grams"

    def mine(candidate: str, references: list[str], depth: int = 4) -> Bleu:
        return bleu(candidate, references)

    assert [one["title"] for one in what_if(mine, "a", ["a"]).form["controls"]] == ["depth"]


@pytest.mark.parametrize("metric", [one.metric for one in subjects() if one.metric in {*sentence_metrics().values()}])
def test_every_setting_of_ours_has_a_plain_name(metric: Any) -> None:
    """None is left with the name of its keyword."""
    names = list(controls(metric, {}))
    assert [name for name in names if titled(metric, name) == name] == []


def test_only_changed_rows_are_shown_and_the_whole_tables_unfold() -> None:
    panel = opening()
    panel.candidate = "there the cat on the mat"
    assert "the cat on" not in str(panel.screen["more"]).partition("Won")[2]
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
    assert score(panel).candidate == tuple(second.split())


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
    assert len(score(panel).references) == 1
    assert panel.screen["lengths"] == ["6 tokens", "7 tokens", "empty"]
    assert "You added an empty reference: it does not count yet." in text(panel)
    panel.references = ["there is a cat on the mat", "the the cat on the mat"]
    assert score(panel).score == 1
    assert "You added a reference. Two more words" in text(panel)
    panel.texts = [*panel.texts, "", ""]
    panel.texts = panel.texts[:3]
    assert "You took out an empty reference." in text(panel)
    panel.texts = panel.texts[:2]
    assert "0.4301" in text(panel)
    panel.texts = [panel.candidate, " "]
    assert "at least one reference" in text(panel)


@pytest.mark.parametrize("name", [name for name in examples.names() if examples.get(name).is_sentence])
def test_every_example_can_be_chosen(name: str) -> None:
    """Choosing it sets its settings and gives the number of its source."""
    example = examples.get(name)
    panel = what_if(example.metric, "the the cat on the mat", ["there is a cat on the mat"])
    assert [name, example.title] in [list(preset) for preset in panel.form["presets"]]
    press(panel, "preset", name=name)
    assert score(panel).score == example.trace().score
    panel.undo()
    assert panel.candidate == "the the cat on the mat"


@pytest.mark.parametrize("metric", [bleu, rouge_l, rouge_su, meteor, ngram_perplexity])
def test_the_examples_are_the_metrics_own(metric: Any) -> None:
    """Examples of its relatives are left out. For ROUGE-L, an example of ROUGE-2 would show another number."""
    offered = [name for name, _ in what_if(metric, "a", ["a"]).form["presets"]]
    assert offered
    assert {examples.get(name).metric for name in offered} == {metric}


def test_a_metric_of_ones_own_may_try_them_all() -> None:
    offered = what_if(lambda candidate, references: bleu(candidate, references), "a", ["a"]).form["presets"]
    assert len(offered) == sum(example.is_sentence for example in examples.EXAMPLES.values())


def test_settings_are_chosen_and_refused_in_words() -> None:
    panel = opening()
    panel.settings = {"max_n": "2"}
    assert isinstance(panel.score, Bleu)
    assert panel.score.rules.max_n == 2
    assert "You changed the settings." in text(panel)
    panel.settings = {"max_n": "0"}
    assert "This can't be scored. max_n: got int, 0" in text(panel).replace("&#x27;", "'")
    panel.candidate = "a cat"
    panel.settings = {"max_n": "2"}
    assert score(panel).candidate == ("a", "cat")


@pytest.mark.parametrize("name", RULES)
def test_it_starts_by_the_rules_it_was_given_and_any_can_be_chosen(name: str) -> None:
    """A setting that is left alone follows the rules, even if its value is None."""
    given, chosen = opening(rules=name), opening()
    chosen.settings = {"rules": name}
    for panel in (given, chosen):
        assert score(panel).rules == RULES[name]
        assert ("step-smoothing" in folds(panel)) == (RULES[name].smoothing != "none")


def test_a_rule_that_is_chosen_wins_over_the_rules() -> None:
    panel = opening(rules="sacrebleu")
    panel.settings = {**panel.settings, "smoothing": "method4", "lowercase": "ascii", "reference_length": "average"}
    assert isinstance(panel.score, Bleu)
    rules = panel.score.rules
    assert (rules.name, rules.smoothing, rules.lowercase, rules.reference_length) == (
        "sacrebleu",
        "method4",
        "ascii",
        "average",
    )
    assert "method4 5 smoothing" in text(panel)


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
    assert panel.screen["predict"] == [
        ["c", "c"],
        *([f"p_{n}", f"p{below}"] for n, below in enumerate("₁₂₃₄", 1)),
        ["BP", "BP"],
        ["BLEU", "BLEU"],
    ]
    assert press(panel, "python") == press(panel, "page") == press(panel, "csv") == press(panel, "latex") == []
    panel.covered = False
    assert "0.4548" in text(panel)


@pytest.mark.parametrize(
    ("what", "answer", "told"),
    [
        ("p_1", "4/6", "Right: 4/6."),
        ("p_1", "2/3", "Equal, but a different pair: 2/3 is 4/6 reduced. Write the counts as you counted them."),
        ("p_1", "5/6", "Not yet. The total is right. Count the matches again, because there are fewer."),
        ("BP", "0.85", "Right, rounded: 0.8465."),
        ("c", "6", "Right: 6."),
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
    panel.prediction = [what, " "]
    assert panel.screen["verdict"] == ""
    panel.candidate = "a"
    assert panel.screen["verdict"] == ""
