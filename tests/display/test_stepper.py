"""The stepper without a browser: the story it tells, and the page it leaves."""

import html as escapes
import json
import re
from typing import Any

import pytest
from hypothesis import given

from mtexplain import (
    Bleu,
    InputError,
    bleu,
    corpus_bleu,
    distribution_perplexity,
    perplexity,
    rouge_l,
    rouge_w,
    stepper,
)
from mtexplain.display import plain
from mtexplain.display.html import script, style
from mtexplain.display.steps import Moment
from tests.display.test_hostile_text import HOSTILE
from tests.notebooks.test_notebook_hygiene import NOTEBOOKS
from tests.notebooks.test_notebook_reading import outputs
from tests.strategies import Segment, orders, segments

TRACE = bleu("the the cat on the mat", ["there is a cat on the mat", "the cat sat on the mat"])


def told(moment: Moment) -> str:
    """The sentence of a moment."""
    return plain.prose(moment.told)


def test_the_story_goes_from_tokens_to_score() -> None:
    names = [moment.name for moment in TRACE.moments() if moment.step in ("tokens", "p_1", "brevity", "score")]
    rows = ["count", "maximum", "clipping"] * 4
    assert names == ["tokens", "n-grams", *rows, "precision", "brevity", "score"]
    assert list(dict.fromkeys(moment.step for moment in TRACE.moments())) == [step.name for step in TRACE.steps()]


def test_the_first_row_counted_on_fingers() -> None:
    """The word "the" stands at 0, 1 and 4; once in reference 1, twice in reference 2; it earns credit twice.

    That of "cat on the mat" does, and that of "the cat".
    """
    count, maximum, clipping = [moment for moment in TRACE.moments() if moment.step == "p_1" and moment.row == 0][1:]
    assert told(count) == '"the" occurs 3 times in the candidate.'
    assert [(mark.text, mark.places, mark.kind) for mark in count.marks] == [(0, (0, 1, 4), "now")]
    assert told(maximum) == '"the" occurs once in reference 1, twice in reference 2: the maximum is 2.'
    assert [(mark.text, mark.places) for mark in maximum.marks] == [(0, (0, 1, 4)), (1, (5,)), (2, (0, 4))]
    assert told(clipping) == 'min(3, 2) = 2: "the" earns credit twice.'
    assert [(mark.text, mark.places, mark.kind) for mark in clipping.marks] == [
        (0, (0, 1, 4), "now"), (0, (1, 4), "credit"), (2, (0, 4), "credit"),
    ]  # fmt: skip


@pytest.mark.parametrize("metric", [rouge_l, rouge_w])
def test_a_path_is_not_there_before_it_is_walked(metric: Any) -> None:
    """Rows first; then a cell more at each moment, and not yet what follows; at the end all of it."""
    trace = metric("the gunman police killed", ["police killed the gunman"])
    step = "lcs" if metric is rouge_l else "wlcs"
    told = [moment for moment in stepper(trace).story["moments"] if moment["step"] == step]
    seen = [(one["name"], one["row"], one["walked"]) for one in told]
    assert seen[:5] == [("edge", 0, None), *(("row", row, None) for row in (1, 2, 3, 4))]
    assert seen[5:9] == [("path", None, walked) for walked in (1, 2, 3, 4)]
    assert seen[9] == ("subsequence", None, None)


@given(segments(), orders)
def test_every_row_and_every_place_is_right(segment: Segment, max_n: int) -> None:
    """Of every text: each row of each table has its three moments, and every mark stands on its n-gram."""
    trace = bleu(*segment, max_n=max_n)
    moments = trace.moments()
    texts = (trace.candidate, *trace.references)
    for order in trace.precisions:
        rows = [moment for moment in moments if moment.step == f"p_{order.n}" and moment.columns > 1]
        assert [moment.row for moment in rows] == [row for row in range(len(order.counts)) for _ in range(3)]
        assert [moment.columns for moment in rows[:3]] == [2, 3 + len(trace.references), 5 + len(trace.references)][
            : len(rows)
        ]
        for moment in rows:
            assert moment.row is not None
            ngram = order.counts[moment.row].ngram
            for mark in moment.marks:
                assert {texts[mark.text][place] for place in mark.places} <= set(ngram)
                assert mark.places
    assert moments[-1].row is None


@pytest.mark.parametrize(
    ("trace", "sentence"),
    [
        (bleu("a b", ["a b"]), "There are no triples: the candidate is too short."),
        (
            bleu("a b", ["a b"]),
            "Nothing to count: p_3 = 0/0, which the paper does not define. Our strict rule counts it as 0.",
        ),
        (bleu("a b", ["a b"]), "There is one pair: a row of its own."),
        (bleu("a b", ["a b"]), "There are 2 words, all different: a row each."),
        (bleu("a a b", ["a b"]), "There are 3 words, 2 of them different: a row each."),
        (bleu("a b", ["a b"]), 'min(1, 1) = 1: "a" earns credit once.'),
        (bleu("a x", ["a"], max_n=1), 'min(1, 0) = 0: "x" earns no credit.'),
        (bleu("a x", ["a"], max_n=1), "Only p_1 = 0.5 takes part. It is multiplied by BP = 1: BLEU = 0.5."),
        (bleu("a b", ["a b"], max_n=2), "The square root of p_1 * p_2 is 1. It is multiplied by BP = 1: BLEU = 1."),
        (
            bleu("a b", ["a b"], max_n=2, weights=[0.9, 0.1]),
            "The weighted geometric mean of the precisions is 1. It is multiplied by BP = 1: BLEU = 1.",
        ),
        (
            bleu("a b", ["a b"], max_n=2, weights=[1, 0]),
            "There is one pair: a row of its own. With weight 0 they take no part in the score.",
        ),
    ],
)
def test_what_is_odd_is_told_in_plain_words(trace: Bleu, sentence: str) -> None:
    assert sentence in [told(moment) for moment in trace.moments()]


def test_the_widget_holds_its_story_as_plain_data() -> None:
    widget = stepper(TRACE)
    story = json.loads(json.dumps(widget.story))
    assert [name for name, _ in story["texts"]] == ["candidate", "reference 1", "reference 2"]
    assert len(story["moments"]) == len(TRACE.moments())
    widget.place = 10_000
    assert widget.place == len(TRACE.moments()) - 1
    widget.place = -3
    assert widget.place == 0


def test_its_page_is_whole_without_a_script_too() -> None:
    page = stepper(TRACE).to_html()
    assert "0.5774" in re.sub(r"<script>.*?</script>", "", page, flags=re.DOTALL)
    assert page.count("<script>") == 2
    assert f"<script>{script()}</script>" in page
    assert "http" not in re.sub(r"<meta[^>]*>", "", page)
    (data,) = re.findall('data-story="(.*?)"', page)
    assert json.loads(escapes.unescape(data)) == json.loads(json.dumps(stepper(TRACE).story))


def test_where_it_is_shown_it_leaves_html_for_pages_without_python() -> None:
    data, _ = stepper(TRACE)._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/html"].startswith('<div class="mtx-still"')
    assert data["text/plain"].startswith("Stepper(")


def test_the_steppers_in_the_notebooks_are_the_stepper_of_today() -> None:
    """nbval does not look at live cells. If this fails: make refresh."""
    _, moving = re.findall("<script>.*?</script>", stepper(TRACE).to_html(), re.DOTALL)
    found = [text for path in NOTEBOOKS for text in outputs(path, "text/html") if 'class="mtx-still"' in text]
    assert len(found) >= 2
    assert all(moving in text and style() in text for text in found)


@pytest.mark.parametrize("word", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_only_text(word: str) -> None:
    """Also inside the data that the page holds."""
    page = stepper(bleu(f"a {word} b", [f"{word} a b"])).to_html()
    outside = re.sub(r"<script>.*?</script>|<style>.*?</style>", "", page, flags=re.DOTALL)
    for mark in ("<script", "<img", "<b>a", "<h1", "<?php", "<!--", 'onmouseover="alert'):
        assert mark not in outside
    assert page.count("</script>") == 2


@pytest.mark.parametrize("tokens", [None, ["a", "<b>", "c"]])
def test_probabilities_are_stepped_through_token_by_token(tokens: list[str] | None) -> None:
    """Where the tokens are known they are marked; where they are not, the ledger is filled all the same."""
    steps = stepper(perplexity(["1/2", 0.3, 0], tokens=tokens))
    filled = [moment for moment in steps.story["moments"] if moment["row"] is not None and moment["name"] == "surprise"]
    assert [moment["row"] for moment in filled] == [0, 1, 2]
    assert steps.story["texts"] == ([("tokens", tokens)] if tokens else [])
    assert [moment["marks"] for moment in filled] == [[[0, [t], "now"]] if tokens else [] for t in range(3)]
    assert "∞" in filled[-1]["told"]
    assert "nan" not in steps.to_html().lower().split()


def test_a_distribution_is_stepped_through() -> None:
    names = [moment["step"] for moment in stepper(distribution_perplexity(["1/2", "1/2"])).story["moments"]]
    assert names == ["outcomes", "entropy", "score"]


def test_a_text_is_told_to_take_a_segment() -> None:
    with pytest.raises(InputError, match=r"stepper\(trace\.segments\[0\]\)"):
        stepper(corpus_bleu(["a"], [["a"]]))


@pytest.mark.parametrize("wrong", [0.5, "the cat", corpus_bleu(["a"], [["a"]]), None])
def test_what_is_no_trace_of_one_candidate_is_refused(wrong: Any) -> None:
    with pytest.raises(InputError, match=r"^trace: got .*expected the trace of one candidate"):
        stepper(wrong)
