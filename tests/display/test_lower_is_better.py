"""A metric for which lower is better and the worst score is infinite: edits, offers and words follow its direction."""

from math import inf, isnan

import pytest

from mtexplain import (
    best_edits,
    bleu,
    caption_cider,
    document_frequencies,
    explain_edit,
    leave_one_out,
    ngram_perplexity,
    smallest_fix,
    what_if,
)
from mtexplain.display import html, plain
from mtexplain.display.charts import Waterfall

SAM = ["I am Sam", "Sam I am"]


def test_between_two_infinite_scores_there_is_no_change() -> None:
    before = ngram_perplexity("I ham", SAM)
    edit = explain_edit(before, before.with_candidate(["ham", "ham"]))
    assert (before.score, edit.after.score, edit.change) == (inf, inf, 0)
    assert "nan" not in plain.trace(edit)
    assert not any(isnan(one.score_change) for one in leave_one_out("I ham ham", SAM, metric=ngram_perplexity).changes)
    assert "nan" not in plain.trace(best_edits("I ham ham", SAM, metric=ngram_perplexity))


def test_the_best_edit_is_the_one_after_which_the_score_is_lowest() -> None:
    edits = best_edits("I ham", SAM, metric=ngram_perplexity, smoothing="add-k")
    scores = [edit.score for edit in edits]
    assert scores == sorted(scores)
    assert scores[0] < edits.start.score


def test_the_smallest_fix_of_an_infinite_perplexity_is_a_single_edit_where_one_will_do() -> None:
    fix = smallest_fix("I am ham", SAM, metric=ngram_perplexity)
    assert fix is not None
    assert [(edit.kind, edit.position) for edit in fix] == [("delete", 2)]
    assert fix[0].score < inf
    fix = smallest_fix("ham ham ham", SAM, metric=ngram_perplexity)
    assert fix is not None
    assert [edit.score < inf for edit in fix] == [False, False, True]
    assert not smallest_fix("I am", SAM, metric=ngram_perplexity)


def test_the_panel_says_why_there_is_no_fix() -> None:
    """Where nothing is predicted, two more words are a fix, whatever they are."""
    smoothed = what_if(ngram_perplexity, "ham", SAM, smoothing="add-k", markers="never", n=3)
    nothing = {"metric": caption_cider, "document_frequencies": document_frequencies([["ham"]])}
    short = what_if(ngram_perplexity, "ham", ["Sam I"], markers="never", n=3)
    for panel, why in (
        (smoothed, "Do all 2"),
        (what_if(candidate="ham", references=["ham"], **nothing), "no words of the references will do"),  # type: ignore[arg-type]
        (short, "no reference is long enough"),
        (what_if(bleu, "ham ham ham", ["Sam I am"]), "no reference is long enough"),
    ):
        panel.opened = ["smallest-fix"]
        assert any(why in content for key, _, content in panel.screen["folds"] if key == "smallest-fix")


@pytest.mark.parametrize(("tokens", "colour"), [(["I", "am"], "up"), (["am", "Sam", "I"], "down")])
def test_what_got_better_has_the_colour_of_it(tokens: list[str], colour: str) -> None:
    before = ngram_perplexity("I am Sam Sam", SAM, smoothing="add-k")
    edit = explain_edit(before, before.with_candidate(tokens))
    assert (edit.change < 0) == (colour == "up")
    assert f'<span class="{colour}">{"▼" if edit.change < 0 else "▲"}' in html.trace(edit)


def test_a_term_that_raises_a_perplexity_is_drawn_as_a_loss() -> None:
    """In the colour that the headline has."""
    before = ngram_perplexity("I am Sam Sam", SAM, smoothing="add-k")
    edit = explain_edit(before, before.with_candidate(["am", "Sam", "I"]))
    drawn = next(part for step in edit.steps() for part in step.parts if isinstance(part, Waterfall))
    kinds = {fall.kind for fall in drawn.falls if fall.end > fall.start and fall.kind != "result"}
    assert kinds == {"loss"}
    assert {fall.kind for fall in drawn.falls if fall.end < fall.start and fall.kind != "result"} <= {"gain"}


def test_words_that_keep_the_score_low_stand_above_the_line() -> None:
    found = leave_one_out("I am Sam Sam", SAM, metric=ngram_perplexity, smoothing="add-k")
    low = {dict(box.data)["start"] for box in found.picture.boxes if box.kind == "credited"}
    assert low == set(range(4))
    worse = [place for place, one in enumerate(found.changes) if one.score_change > 0]
    ground = max(box.top + box.height for box in found.picture.boxes if dict(box.data)["start"] in worse)
    above = {dict(box.data)["start"] for box in found.picture.boxes if box.top + box.height <= ground}
    assert above == set(worse)
