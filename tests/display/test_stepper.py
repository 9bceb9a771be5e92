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
    nist,
    perplexity,
    rouge_l,
    rouge_n,
    rouge_w,
    stepper,
)
from mtexplain.display import plain
from mtexplain.display.html import script, style
from mtexplain.display.score import Score
from mtexplain.display.steps import Moment
from tests.display.test_hostile_text import HOSTILE
from tests.notebooks.test_notebook_hygiene import NOTEBOOKS
from tests.notebooks.test_notebook_reading import outputs
from tests.strategies import Segment, orders, segments

TRACE = bleu("the the cat on the mat", ["there is a cat on the mat", "the cat sat on the mat"])


def told(moment: Moment) -> str:
    """The sentence of a moment."""
    return plain.prose(moment.text)


def test_the_story_goes_from_tokens_to_score() -> None:
    names = [moment.name for moment in TRACE.moments() if moment.step in ("tokens", "p_1", "brevity", "score")]
    rows = ["count", "maximum", "clipping"] * 4
    end = ["precision", "lengths", "penalty", "root", "score"]
    assert names == ["tokens", "n-grams", *rows, "rows", *end]
    assert list(dict.fromkeys(moment.step for moment in TRACE.moments())) == [step.name for step in TRACE.steps()]


def test_the_first_row_counted_on_fingers() -> None:
    """The word "the" stands at 0, 1 and 4; once in reference 1, twice in reference 2; it earns credit twice.

    The "the" in "cat on the mat" earns credit, and so does the "the" in "the cat".
    """
    count, maximum, clipping = [moment for moment in TRACE.moments() if moment.step == "p_1" and moment.row == 0][1:]
    assert told(count) == 'The candidate has "the" 3 times.'
    assert [(mark.text, mark.places, mark.kind) for mark in count.marks] == [(0, (0, 1, 4), "now")]
    assert told(maximum) == 'Reference 1 has "the" once, reference 2 twice, so it may count twice.'
    assert [(mark.text, mark.places) for mark in maximum.marks] == [(0, (0, 1, 4)), (1, (5,)), (2, (0, 4))]
    assert told(clipping) == (
        '"the" counts only as often as it occurs in a single reference, so 2 of its 3 occurrences earn credit.'
    )
    assert [(mark.text, mark.places, mark.kind) for mark in clipping.marks] == [
        (0, (0, 1, 4), "now"), (0, (1, 4), "credit"), (2, (0, 4), "now"),
    ]  # fmt: skip


def turning(trace: Score) -> list[tuple[str, str]]:
    """The moments at which a teacher stops: the step and the name of each."""
    return [(moment.step, moment.name) for moment in trace.moments() if moment.turning]


def test_a_teacher_stops_where_the_story_turns() -> None:
    """The first word that is clipped is told in three moments, the first pair without a match in one."""
    trace = bleu("the the cat on the mat", ["there is a cat on the mat"])
    later = [(f"p_{n}", name) for n in (3, 4) for name in ("n-grams", "rows", "precision")]
    assert turning(trace) == [
        ("tokens", "tokens"),
        *(("p_1", name) for name in ("n-grams", "count", "maximum", "clipping", "rows", "precision")),
        *(("p_2", name) for name in ("n-grams", "clipping", "rows", "precision")),
        *later,
        *((step, name) for step, name in (("brevity", "lengths"), ("brevity", "penalty"))),
        *((step, name) for step, name in (("score", "root"), ("score", "score"))),
    ]
    assert len(turning(trace)) <= 25


def test_of_several_empty_orders_the_first_is_told() -> None:
    names = [name for step, name in turning(bleu("a", ["a"])) if step in ("p_2", "p_3", "p_4")]
    assert names == ["n-grams", "precision", "precision", "precision"]


def test_of_nist_one_row_is_told() -> None:
    trace = nist("the the cat", ["the cat"], max_n=2)
    assert [moment.row for moment in trace.moments() if moment.turning and moment.columns > 1] == [0] * 4
    assert turning(trace)[-4:] == [("s_2", "n-grams"), ("s_2", "Pairs"), ("brevity", "Brevity"), ("score", "Score")]


@given(segments(), orders)
def test_every_step_has_a_turning_point_and_ends_with_one(segment: Segment, max_n: int) -> None:
    """Nothing is passed over except by a later moment of the same step."""
    last = {moment.step: moment.turning for moment in bleu(*segment, max_n=max_n).moments()}
    assert all(last.values())


@given(segments(), orders)
def test_rows_that_are_told_together_have_one_sentence(segment: Segment, max_n: int) -> None:
    """Every row is told: by a turning point of its own, or by the sentence about its run, which ends below it."""
    trace = bleu(*segment, max_n=max_n)
    for order in trace.precisions:
        filled = 0
        for moment in (one for one in trace.moments() if one.step == f"p_{order.n}" and one.turning):
            if moment.name == "clipping":
                assert moment.row == filled
                filled += 1
            elif moment.name == "rows":
                assert moment.row is not None
                assert moment.row > filled + 1
                filled = moment.row
        assert filled == len(order.counts)


@pytest.mark.parametrize("metric", [rouge_l, rouge_w])
def test_a_path_is_not_there_before_it_is_walked(metric: Any) -> None:
    """First come the rows, then one more cell at each moment without what follows, and in the end all of it."""
    trace = metric("the gunman police killed", ["police killed the gunman"])
    step = "lcs" if metric is rouge_l else "wlcs"
    told = [moment for moment in stepper(trace).story["moments"] if moment["step"] == step]
    seen = [(one["name"], one["row"], one["walked"]) for one in told]
    assert seen[:5] == [("edge", 0, None), *(("row", row, None) for row in (1, 2, 3, 4))]
    assert seen[5:9] == [("path", None, walked) for walked in (1, 2, 3, 4)]
    assert seen[9] == ("subsequence", None, None)


@given(segments(), orders)
def test_every_row_and_every_place_is_right(segment: Segment, max_n: int) -> None:
    """In every text, each row of each table has its three moments, and every mark stands on its n-gram."""
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
        (bleu("a b", ["a b"]), "There are no triples, because the candidate is too short."),
        (
            bleu("a b", ["a b"]),
            "There are none, so p_3 = 0/0, which the paper does not define. Our strict rule counts it as 0.",
        ),
        (bleu("a b", ["a b"]), "There is a single pair, so the table has 1 row."),
        (bleu("a b", ["a b"]), "There are 2 words, all distinct, so the table has 2 rows."),
        (bleu("a a b", ["a b"]), "There are 3 words, 2 of them distinct, so the table has 2 rows."),
        (bleu("a a a", ["a b"]), "There are 3 words, all the same, so the table has 1 row."),
        (bleu("a b", ["a b"]), 'The reference has "a" once, so it may count once.'),
        (bleu("a b", ["a b", "b"]), 'Reference 1 has "a" once, so it may count once.'),
        (bleu("a b", ["a b"]), '"a" earns credit once.'),
        (bleu("a x", ["a"], max_n=1), 'The reference does not have "x".'),
        (bleu("a x", ["a"], max_n=1), '"x" earns no credit, because the reference does not have it.'),
        (bleu("a x", ["a", "b"], max_n=1), '"x" earns no credit, because no reference has it.'),
        (
            bleu("a a a", ["a"], max_n=1),
            '"a" counts only as often as it occurs in the reference, so 1 of its 3 occurrences earns credit.',
        ),
        (bleu("a b", ["a b"]), "Both words match once each."),
        (bleu("a b c", ["a b c"]), "All 3 words match once each."),
        (bleu("a a b b", ["a a b b"]), "Both words match."),
        (bleu("x a b", ["a b"]), "The other 2 words match once each."),
        (bleu("a b x", ["a b"]), "The first 2 words match once each."),
        (bleu("a a b x y z", ["a b"]), "The other 2 words match nothing."),
        (bleu("a a x b b y c c", ["a b c c"]), "Of the other 3 words, 1 matches, 1 is clipped and 1 matches nothing."),
        (bleu("a b", ["a b"]), "2 of 2 words earn credit, so p_1 = 2/2."),
        (bleu("a x", ["a"]), "1 of 2 words earns credit, so p_1 = 1/2."),
        (bleu("x y", ["a"]), "None of the 2 words earns credit, so p_1 = 0/2."),
        (bleu("a", ["a"]), "The only word earns credit, so p_1 = 1/1."),
        (bleu("x", ["a"]), "The only word earns no credit, so p_1 = 0/1."),
        (bleu("a", ["a b"]), "The candidate has 1 word and the reference has 2, so c = 1 and r = 2."),
        (
            bleu("a b c", ["a b", "a"]),
            "The candidate has 3 words, so c = 3. The closest reference length is r = 2.",
        ),
        (bleu("a", ["a b"]), "The candidate is too short, so the score is multiplied by BP = 0.3679."),
        (bleu("a b", ["a"]), "The candidate is long enough, so there is no penalty and BP = 1."),
        (bleu("", [""]), "The candidate is empty, so BP = 0."),
        (bleu("a x", ["a"], max_n=1), "Only p_1 = 0.5 counts."),
        (bleu("a x", ["a"], max_n=1), "Multiplied by BP = 1, this gives BLEU = 0.5."),
        (bleu("a b", ["a b"], max_n=2), "The square root of 2/2 * 1/1 is 1."),
        (
            bleu("a b", ["a b"], max_n=2, weights=[0.9, 0.1]),
            "The weighted geometric mean of the precisions is 1.",
        ),
        (
            bleu("a b", ["a b"], max_n=2, weights=[1, 0]),
            "There is a single pair, so the table has 1 row. With weight 0 this order does not affect the score.",
        ),
    ],
)
def test_what_is_odd_is_told_in_plain_words(trace: Bleu, sentence: str) -> None:
    assert sentence in [told(moment) for moment in trace.moments()]


def test_the_story_says_which_brick_comes_with_which_row() -> None:
    """The three "the" are one row of the table. The length comes with the brevity."""
    story = stepper(TRACE).story
    steps = {step["name"]: step for step in story["steps"]}
    assert (steps["p_1"]["n"], steps["p_1"]["bricks"]) == (1, [0, 0, 1, 2, 0, 3])
    assert (steps["p_4"]["n"], steps["p_4"]["bricks"]) == (4, [0, 1, 2])
    assert re.search(r'<rect[^>]* class="length"[^>]* data-step="brevity"', story["picture"])
    assert "n" not in steps["tokens"]
    assert "n" not in steps["score"]


def test_texts_that_the_picture_holds_are_not_repeated() -> None:
    """ROUGE-2 draws the reference that counts, and the candidate. Perplexity has no bricks, so all its lines stay."""
    references = ["a b", "b c d"]
    drawn = [stepper(trace).story["drawn"] for trace in
             (bleu("b c", references), rouge_n("b c", references, 2), perplexity([0.5], tokens=["a"]))]  # fmt: skip
    assert drawn == [[0, 1, 2], [2, 0], []]


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
