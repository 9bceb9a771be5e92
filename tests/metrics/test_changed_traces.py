"""ROUGE and METEOR, changed by a mistake or by numbers that are given: every view says the same."""

from dataclasses import replace
from typing import Any

import pytest

from mtexplain import check_working, meteor, rouge_l, rouge_l_sum, rouge_n, rouge_w
from mtexplain.metrics.meteor import mistakes as of_meteor
from mtexplain.metrics.rouge import PAPER
from mtexplain.metrics.rouge import mistakes as of_rouge

IN_LINES = replace(PAPER, name="own", union="as printed", runs="in the reference")


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (rouge_w("The cat", ["the cat"]).by(of_rouge.CaseIgnored).matches(1), 4),
        (rouge_w("a b", ["a\na\nb"], rules=IN_LINES, weight=1).precision, 1),
        (rouge_l("a", ["b"]).with_numbers(recall="1/2", precision="1/2").score, 0.5),
        (rouge_w("a b c", ["a b d"]).with_numbers(weight=3).matches(1), 8),
        (next(meteor("a b c", ["a b d d"]).by(of_meteor.F1).scores_of([("a", "b", "c")])),
         meteor("a b c", ["a b d d"]).by(of_meteor.F1).score),
        (next(rouge_l("a b", ["a b c"]).with_numbers(matches=1).scores_of([("a", "b")])), 0.4),
    ],
)  # fmt: skip
def test_what_is_changed_is_gone_on_from(found: Any, expected: Any) -> None:
    assert float(found) == pytest.approx(float(expected))


@pytest.mark.parametrize(
    "trace",
    [
        meteor("a b", ["a c"]).with_numbers(mean="1/2"),
        rouge_l_sum("the", ["cat\nthe cat"]).by(of_rouge.NewlinesIgnored),
        rouge_l_sum("a", ["a\nb", "c"]).by(of_rouge.ReferencesJoined),
        rouge_n("a b c", ["a"], 1, beta=0).by(of_rouge.BestOfEach),
        rouge_w("c\na\nmat", ["sat sat\na b b a mat\nthe", "c mat"], references_by="coco").by(of_rouge.BestOfEach),
        meteor("a b a", ["b a"]).with_numbers(chunks=5),
        meteor("on the mat sat the cats", ["the cat sat on the mat"]).by(of_meteor.CrossingsAsChunks),
    ],
)
def test_a_changed_trace_can_be_shown(trace: Any) -> None:
    assert trace.exact
    assert "nan" not in str(trace).replace("penan", "")
    assert trace._repr_html_()


@pytest.mark.parametrize(
    ("trace", "step", "told"),
    [
        (meteor("a b", ["a b", "c"]).by(of_meteor.MeanOfReferences), "score", "METEOR_2) / 2"),
        (meteor("a b", ["a c"]).by(of_meteor.PenaltySubtracted), "score", "= 0.5 - 0.5\n     = 0"),
        (meteor("a b", ["a c"]).with_numbers(score="0.9"), "score", "= 0.9"),
        (meteor("a b", ["a c d"]).by(of_meteor.F1), "mean", "F_mean = (2 * P * R) / (P + R)\n"),
        (rouge_l("a b c", ["a c d e"]).with_numbers(beta=2), "score", "F with β = 2"),
        (rouge_w("a b c d", ["a b d d d", "a b c x y z"], rules="rouge-1.5.5", references_by="best"), "references",
         "rank = max(rank_1, rank_2)"),
    ],
)  # fmt: skip
def test_a_step_tells_what_is_changed(trace: Any, step: str, told: str) -> None:
    assert told in str(trace.step(step))


def test_words_that_are_read_otherwise_are_read_so_by_every_metric_of_the_family() -> None:
    found = check_working("The cat sat", ["the cat sat"], metric=rouge_w, matches=9)
    assert [one.name for one in found.misconceptions] == ["rouge-case-ignored"]


def test_a_score_that_follows_from_given_shares_follows_also_where_nothing_matches() -> None:
    found = check_working("a", ["b"], metric=rouge_l, matches=0, recall="1/2", precision="1/2", score="0.5")
    assert found.verdicts[-1].kind == "follows"


@pytest.mark.parametrize(("references", "i"), [(["a", "b"], 0), (["a", "b"], 3), (["a"], 7)])
def test_a_reference_that_is_not_there_is_refused(references: list[str], i: int) -> None:
    with pytest.raises(IndexError, match=f"matches\\({i}\\): there is no such reference"):
        rouge_n("a b", references, 1).matches(i)
