"""CIDEr in everything that takes a metric: rules side by side, words left out, terms as figures, wrong answers."""

from collections.abc import Callable
from typing import Any

import pytest

from mtexplain import (
    InputError,
    caption_cider,
    caption_cider_d,
    cider,
    cider_d,
    compare,
    examples,
    explain_edit,
    leave_one_out,
    plot_score,
    what_if,
)
from mtexplain.metrics.cider import CaptionCider, CorpusCider
from tests.display.test_views import Page

RIGHT = [["the red cat sleeps"], ["the dog barks"]]
SAID = "red red red cat sleeps here now"
KNOWN: dict[str, Any] = {"metric": caption_cider_d, "document_frequencies": RIGHT}
TRACE = caption_cider_d(SAID, RIGHT[0], document_frequencies=RIGHT)


def test_the_paper_and_coco_part_at_the_words() -> None:
    both = compare(SAID, RIGHT[0], **KNOWN)
    assert [row.rules for row in both.rows] == ["paper", "coco"]
    assert [round(row.score.score, 3) for row in both.rows] == [2.923, 2.658]
    for view in (str(both), Page(both._repr_html_()).text):
        assert "2 sets of rules give 2 different scores, from 2.658 to 2.923" in view
        assert "CIDEr-D" in view
        assert "BLEU" not in view


def test_what_is_usual_is_what_the_authors_print_and_ten_times_the_papers_own() -> None:
    both = compare(SAID, RIGHT[0], metric=caption_cider, document_frequencies=RIGHT)
    scores = {row.rules: row.score for row in both.rows}
    assert scores["usual"].score == scores["authors"].score != scores["coco"].score
    assert 10 * scores["paper"].score == pytest.approx(scores["usual"].score, rel=1e-15)
    assert {name: score.range[1] for name, score in scores.items()} == {
        "usual": 10, "paper": 1, "authors": 10, "coco": 10,
    }  # fmt: skip


def test_a_strange_word_left_out_raises_the_score() -> None:
    without = leave_one_out(SAID, RIGHT[0], **KNOWN)
    text = str(without)
    assert "BLEU" not in text
    assert caption_cider_d(SAID[:-4], RIGHT[0], document_frequencies=RIGHT).score > TRACE.score
    assert text.startswith("without ")


def test_the_terms_are_a_sum_in_the_figure() -> None:
    assert repr(plot_score(TRACE)).startswith("The sum of the terms: 10/4 · CIDEr-D₁ is 1.325;")


def test_the_ledger_of_an_edit_tells_the_terms_of_the_sum() -> None:
    edit = explain_edit(TRACE, TRACE.with_candidate("the red cat sleeps".split()))
    for view in (str(edit), Page(edit._repr_html_()).text):
        assert "CIDEr-D now - before = sum of the changes" in view.replace("−", "-")
        assert "BLEU" not in view


def test_the_panel_edits_a_caption_by_the_frequencies_of_a_corpus_and_scores_by_cocos_rules_too() -> None:
    panel = what_if(caption_cider_d, SAID, RIGHT[0], document_frequencies=RIGHT)
    assert panel.score is not None
    assert panel.score.score == TRACE.score
    panel.candidate = "the red cat sleeps"
    assert panel.score.score == TRACE.with_candidate("the red cat sleeps".split()).score
    panel.undo()
    panel.settings = {**panel.settings, "rules": "coco"}
    assert "2.658" in str(panel.screen)


@pytest.mark.parametrize(("metric", "of_text"), [(caption_cider, cider), (caption_cider_d, cider_d)])
def test_the_panel_offers_every_image_of_the_examples_with_the_frequencies_of_all(
    metric: Callable[..., CaptionCider], of_text: Callable[..., CorpusCider]
) -> None:
    panel = what_if(metric, "a", ["a"], document_frequencies=[["a"], ["b"]])
    own = [example for example in examples.FAMILIES["CIDEr"] if example.metric is of_text]
    offered = [f"{one.name}-{place}" for one in own for place in range(1, len(one.candidate) + 1)]
    assert [name for name, _ in panel.form["presets"]] == offered
    for example in own:
        for place, segment in enumerate(example.trace().segments, 1):
            panel.preset(f"{example.name}-{place}")
            assert panel.score is not None
            assert (panel.score.score, panel.candidate) == (segment.score, segment.candidate_text)


def test_what_is_typed_into_an_example_goes_on_with_its_frequencies_and_undo_leaves_them() -> None:
    panel = what_if(caption_cider_d, "a", ["a"], document_frequencies=[["a"], ["b"]])
    panel.preset("cider-d-repeat-1")
    panel.candidate = "the red cat sleeps"
    assert panel.score is not None
    assert panel.score.score == 10
    sent = panel.short_state
    for _ in range(2):
        panel.undo()
    assert (panel.candidate, panel.score.score) == ("a", 2.5)
    other = what_if(caption_cider_d, "a", ["a"])
    other.state = sent
    assert other.score is not None
    assert other.score.score == 10
    other.reset()
    assert other.score.score == pytest.approx(2.9231753122546063)


def test_a_text_is_no_sentence_to_edit() -> None:
    panel = what_if(caption_cider_d, "a", ["a"])
    with pytest.raises(InputError, match=r"'cider-repeat', which is not a sentence.*one of cider-d-two-images-1"):
        panel.preset("cider-repeat")


@pytest.mark.parametrize("name", ["cider-d-repeat-7", "start", 3, ["x"]])
def test_a_state_of_an_example_that_is_not_offered_is_a_state_without(name: Any) -> None:
    panel = what_if(caption_cider_d, "a", ["a"], document_frequencies=[["a"], ["b"]])
    state: Any = panel.state
    panel.state = {**state, **{key: {**state[key], "example": name} for key in ("start", "before", "now")}}
    assert panel.score is not None
    assert panel.score.score == 2.5
