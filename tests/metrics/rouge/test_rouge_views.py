"""A ROUGE trace in every view: steps, moments, edits, records, odd inputs, and words that are only words."""

import json
import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mtexplain
from mtexplain import InputError, best_edits, compare, leave_one_out, smallest_fix
from mtexplain.display import html, plain
from mtexplain.display.charts import Grid
from mtexplain.display.parts import Prose, Table
from mtexplain.display.pyramid_layout import lay_out
from mtexplain.display.steps import Moment
from mtexplain.explain.practice.answers import read
from mtexplain.metrics.rouge import rouge_l, rouge_l_sum, rouge_n, rouge_s, rouge_su, rouge_w
from mtexplain.metrics.rouge.grids import LARGEST
from mtexplain.metrics.rouge.trace import Rouge
from mtexplain.widgets.controls import controls
from mtexplain.widgets.stepping import story
from tests.contract.test_contract import adds_up, comes_back, shows_the_score
from tests.display.test_hostile_text import CONTROLS, HOSTILE, Tree
from tests.strategies import Segment, sentences

ALL: dict[str, Callable[..., Rouge]] = {
    "rouge_n": rouge_n,
    "rouge_l": rouge_l,
    "rouge_l_sum": rouge_l_sum,
    "rouge_w": rouge_w,
    "rouge_s": rouge_s,
    "rouge_su": rouge_su,
}
every_function = pytest.mark.parametrize("function", ALL.values(), ids=ALL)
CANDIDATE, REFERENCES = (
    "the gunman police\nkilled today",
    ["police killed the gunman today", "the gunman\nkilled police"],
)
SETTINGS: dict[str, dict[str, Any]] = {
    "paper": {},
    "pooled": {"references_by": "pooled"},
    "jackknife": {"references_by": "jackknife"},
    "coco": {"rules": "coco"},
    "script": {"rules": "rouge-1.5.5"},
    "recall": {"beta": math.inf},
    "precision": {"beta": 0},
    "stems": {"rules": "rouge-score-stem"},
}
TRACES = {
    f"{name}, {how}": function(CANDIDATE, REFERENCES, **settings)
    for name, function in ALL.items()
    for how, settings in SETTINGS.items()
}
every_trace = pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
ODD: dict[str, tuple[str, list[str]]] = {
    "empty": ("", [""]),
    "empty candidate": ("", ["a b"]),
    "empty reference": ("a b", [""]),
    "white space": (" \n ", ["a", "\t"]),
    "one word": ("a", ["a"]),
    "one word each": ("a", ["b", "a b"]),
    "nothing in common": ("a b c", ["d e f"]),
    "only newlines": ("\n\n\n", ["\n", "a"]),
    "very many lines": ("a\n" * 40, ["a\nb\n" * 20]),
    "a long line": ("a b " * 80, ["b a c " * 45]),
    "many references": ("a b c", ["a b"] * 40),
}
every_odd_text = pytest.mark.parametrize("texts", ODD.values(), ids=ODD)


def is_sound(trace: Rouge) -> None:
    """What the contract asks of every metric."""
    adds_up(trace)
    shows_the_score(trace)
    comes_back(trace)


@every_trace
def test_by_every_rule_it_is_as_the_contract_asks(trace: Rouge) -> None:
    is_sound(trace)


@every_trace
def test_recall_precision_and_score_can_be_predicted(trace: Rouge) -> None:
    """The panel asks for what stands on the right of a step's outcome."""
    steps = {step.name: step.outcome for step in trace.steps()}
    for name in ("tokens", "recall", "precision", "score"):
        outcome = plain.formula(steps[name])
        assert read(outcome.split(" = ")[-1]) is not None


@every_trace
def test_the_closed_form_has_the_value_of_the_score(trace: Rouge) -> None:
    assert eval(trace.exact.replace("^", "**")) == pytest.approx(trace.score)


@every_trace
def test_the_picture_has_the_texts_and_what_they_earn(trace: Rouge) -> None:
    picture = trace.picture
    texts = [one.words.tokens for one in (picture.text, *picture.others)]
    assert texts[0] == trace.candidate or picture.text.label.startswith("reference")
    assert set(texts) <= {trace.candidate, *trace.references}
    for row in (*picture.rows, *(one.row for one in picture.others if one.row)):
        assert all(brick.stop <= max(map(len, texts)) for brick in row.bricks)
    for ribbon in picture.ribbons:
        there = picture.others[ribbon.reference].words.tokens[ribbon.reference_start :]
        assert picture.text.words.tokens[ribbon.start : ribbon.stop] == there[: ribbon.stop - ribbon.start]


def test_a_record_of_another_metric_is_refused_and_so_is_a_jackknife_of_one() -> None:
    record = rouge_l("a", ["a", "b"], references_by="jackknife").to_dict()
    with pytest.raises(InputError, match="got the metric 'rouge_l'; expected the metric 'rouge_n'"):
        type(rouge_n("a", ["a"])).from_dict(record)
    with pytest.raises(InputError, match="2 or more"):
        type(rouge_l("a", ["a"])).from_dict({**record, "references": [["a"]], "reference_texts": None})


# Moments.


@every_trace
def test_moments_visit_every_step_and_only_what_is_there(trace: Rouge) -> None:
    steps = {step.name: step for step in trace.steps() if step.name != "reported"}
    moments = trace.moments()
    assert list(dict.fromkeys(moment.step for moment in moments)) == list(steps)
    for moment in moments:
        if moment.row is not None:
            table = next(part for part in steps[moment.step].parts if isinstance(part, Table | Grid))
            rows = table.cells if isinstance(table, Grid) else table.rows
            assert 0 <= moment.row < len(rows)
            assert moment.columns <= len(rows[0]) + isinstance(table, Grid)
    assert story(trace)["moments"]


def test_the_grid_is_filled_and_then_walked_back() -> None:
    """Each row in turn; the words differ twice; "killed" and "police" are in both."""
    trace = rouge_l("the gunman police killed", ["police killed the gunman"])
    moments = [moment for moment in trace.moments() if moment.step == "lcs"]
    rows = [(moment.row, moment.columns) for moment in moments if moment.row is not None]
    assert rows == [(row, 6) for row in range(5)]
    told = [plain.prose(moment.text) for moment in moments if moment.name in ("path", "subsequence")]
    assert told == [
        '"gunman" and "killed" differ. The number above is as large as the number on the left, so the path goes up.',
        '"the" and "killed" differ. The number above is larger than the number on the left, so the path goes up.',
        '"killed" is in both texts, so the path takes it and goes on diagonally.',
        '"police" is in both texts, so the path takes it and goes on diagonally.',
        'The path has reached the edge. The subsequence is "police killed".',
    ]
    last = moments[-1]
    assert [(mark.text, mark.places, mark.kind) for mark in last.marks] == [
        (1, (0, 1), "credit"),
        (0, (2, 3), "credit"),
    ]


def test_a_row_of_the_overlap_table_is_told_from_count_to_overlap() -> None:
    trace = rouge_n("the the cat", ["the cat"], 1)
    count, overlap = [moment for moment in trace.moments() if moment.row == 0 and moment.columns > 1]
    assert plain.prose(count.text) == '"the" occurs twice in the candidate.'
    assert plain.prose(overlap.text) == '"the" occurs once in the reference, so the overlap is min(2, 1) = 1.'
    assert [(mark.text, mark.places, mark.kind) for mark in overlap.marks] == [
        (0, (0, 1), "now"), (1, (0,), "now"), (0, (1,), "credit"), (1, (0,), "credit"),
    ]  # fmt: skip


def test_s4_is_told_to_have_another_longest_common_subsequence() -> None:
    step = rouge_l("the gunman police killed", ["police killed the gunman"]).step("lcs")
    told = [plain.prose(part) for part in step.parts if isinstance(part, Prose)]
    assert told[1].startswith("There are 2 different longest common subsequences.")
    assert told[1].endswith('"the gunman" is another. Only one counts, no matter which, as all have the same length.')


@pytest.mark.parametrize("function", [rouge_l, rouge_w])
def test_a_grid_is_shown_where_there_is_room_and_a_sentence_says_where_not(function: Any) -> None:
    words = " ".join("ab" * 20).split()
    for number, shown in ((LARGEST, True), (LARGEST + 1, False)):
        trace = function(" ".join(words[:number]), ["a b c"])
        parts = trace.steps()[1].parts
        assert any(isinstance(part, Grid) for part in parts) is shown
        assert ("too large to show" in str(trace)) is not shown


def test_very_many_skip_bigrams_are_counted_and_not_listed() -> None:
    words = " ".join(f"w{number}" for number in range(700))
    trace = rouge_s(words, [words])
    assert (trace.score, trace.matches(1)) == (1, 700 * 699 // 2)
    assert "too many skip-bigrams to list" in str(trace)
    assert len(trace.moments()) < 10
    assert {brick.state for brick in trace.picture.rows[0].bricks} == {"unmatched"}


# Edits.


@every_function
@given(texts=st.tuples(sentences("xyz", 4), st.lists(sentences("ab", 4), min_size=1, max_size=2)))
def test_the_smallest_fix_makes_a_score_of_0_positive(function: Callable[..., Rouge], texts: Segment) -> None:
    fix = smallest_fix(*texts, metric=function)
    longest = max(len(reference.split()) for reference in texts[1])
    needed = 2 if function in (rouge_n, rouge_s) else 1
    if longest < needed:
        assert fix is None
    else:
        assert fix is not None
        assert fix[-1].score > 0
        assert len(fix) <= needed


@given(st.tuples(sentences("xyzb", 3), st.lists(sentences("ab", 3), min_size=1, max_size=2)))
def test_where_the_last_word_does_not_count_a_fix_is_found_too(texts: Segment) -> None:
    start = rouge_su(*texts, rules="rouge-1.5.5")
    if start.score == 0 and any(len(reference) > 1 for reference in start.references):
        fix = smallest_fix(*texts, metric=rouge_su, rules="rouge-1.5.5")
        assert fix is not None
        assert fix[-1].score > 0


@every_function
def test_leaving_out_and_best_edits_are_those_of_the_metric(function: Callable[..., Rouge]) -> None:
    omissions = leave_one_out(CANDIDATE, REFERENCES, metric=function)
    assert [one.token for one in omissions.changes] == list(omissions.start.candidate)
    best, *_ = best_edits(CANDIDATE, REFERENCES, 1, metric=function)
    assert best.score > omissions.start.score


def test_a_line_break_is_a_token_that_can_be_taken_out_and_put_in() -> None:
    trace = rouge_l_sum("a b\nc", ["c a\nb"])
    assert trace.candidate == ("a", "b", "\n", "c")
    assert trace.length_of(trace.candidate) == 3
    joined = trace.with_candidate(["a", "b", "c"])
    assert joined.score < trace.score
    assert trace.with_candidate(["a", "\n", "b", "\n", "c"]).lines == (("a",), ("b",), ("c",))
    assert "space-in-token" not in {note.code for note in trace.notes}


@every_function
def test_sets_of_rules_stand_side_by_side(function: Callable[..., Rouge]) -> None:
    rows = compare(CANDIDATE, REFERENCES, metric=function).rows
    assert [row.rules for row in rows] == ["paper", "rouge-1.5.5", "rouge-score", "rouge-score-stem", "coco"]
    assert all(row.score.score == function(CANDIDATE, REFERENCES, rules=row.rules).score for row in rows)


@every_function
def test_every_setting_is_a_control(function: Callable[..., Rouge]) -> None:
    own = {"rouge_n": ["n"], "rouge_w": ["weight"], "rouge_s": ["max_skip"], "rouge_su": ["max_skip"]}
    names = own.get(function.__name__, [])
    assert set(controls(function, {})) == {"rules", "tokenize", "lowercase", "beta", "references_by", *names}


# Odd inputs, and hostile words.


@every_function
@every_odd_text
def test_odd_texts_are_values_in_every_view(function: Callable[..., Rouge], texts: Segment) -> None:
    for settings in ({}, {"references_by": "pooled"}, {"rules": "rouge-1.5.5"}, {"rules": "coco"}):
        trace = function(*texts, **settings)
        is_sound(trace)
        assert trace.moments()


@pytest.mark.parametrize(
    ("trace", "codes"),
    [
        (rouge_n("", ["a"]), {"empty-candidate", "no-units"}),
        (rouge_n("a b", [""]), {"empty-reference"}),
        (rouge_n("a", ["a b"]), {"no-units"}),
        (rouge_n("a b", ["c d"]), {"no-match"}),
        (rouge_s("a x x b", ["a y b y"], max_skip=1), {"no-match"}),
        (rouge_l("a\nb", ["a b"]), {"lines-joined"}),
        (rouge_l_sum("a b", ["a b"]), {"one-line"}),
        (rouge_w("a b c", ["a b c x c"]), {"broken-run"}),
        (rouge_l("a b", ["a", "a b c"], rules="coco"), {"apart"}),
        (rouge_s("a b", ["a b"], rules="rouge-score"), {"not-in-tool"}),
        (rouge_n("café x", ["cafe x"], rules="rouge-score"), {"letters-lost"}),
        (rouge_n("a\u200bb c", ["a b"]), {"invisible"}),
    ],
)
def test_what_is_odd_is_noted(trace: Rouge, codes: set[str]) -> None:
    assert codes <= {note.code for note in trace.notes}


def test_nothing_odd_has_no_note() -> None:
    for function in (rouge_n, rouge_l, rouge_w, rouge_s, rouge_su):
        assert function("police killed the gunman", ["police killed the gunman"]).notes == ()


def with_word(function: Callable[..., Rouge], word: str) -> Rouge:
    """A trace where the word matches, is clipped and is missed, by itself and beside others."""
    trace = function("a", ["a", "b"])
    made: Rouge = type(trace)(
        (word, "cat", word, "the", word), ((word, "cat", word), ("the", "mat", word)), trace.rules
    )
    return made


def untold(trace: Rouge) -> list[Moment]:
    return [moment._replace(text=Prose(())) for moment in trace.moments()]


@cache
def harmless(function: Callable[..., Rouge]) -> tuple[object, float, list[Moment]]:
    trace = with_word(function, "harmless")
    return Tree(html.trace(trace)).elements, trace.score, untold(trace)


@every_function
@pytest.mark.parametrize("word", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.usefixtures("words_of_one_width")
def test_words_are_only_words(function: Callable[..., Rouge], word: str) -> None:
    trace, (elements, score, moments) = with_word(function, word), harmless(function)
    page = html.trace(trace)
    assert Tree(page).elements == elements
    assert trace.score == score
    told = json.dumps(story(trace)["steps"])
    assert not any("<script>alert" in view or "<img" in view for view in (page, told))
    for view in (str(trace), page, trace.to_latex(), told):
        assert not CONTROLS.search(view.replace("\n", ""))
    assert untold(trace) == moments


def test_the_places_of_matches_are_numbers() -> None:
    """The place of the first word is 1, and not True."""
    frame = mtexplain.rouge_l("police kill the gunman", ["police killed the gunman"]).to_frame()
    assert [repr(place) for place in frame["at"].tolist()] == ["1", "3", "4"]


GAP = rouge_s("a x b", ["a b"], max_skip=0)
JACKKNIFED = rouge_n("police killed the gunman", ["police kill the gunman", "the gunman kill police today"],
                     references_by="jackknife")  # fmt: skip
NOTHING = rouge_n("a b", ["c d"], rules="rouge-1.5.5")
TINY = rouge_n("a " + "b " * 300_000, ["a " + "c " * 300_000], 1, rules="rouge-1.5.5")


@pytest.mark.parametrize(
    ("view", "told", "untold"),
    [
        (GAP.signature, ["no word between"], []),
        (str(GAP), ["With no word between, no skip-bigrams are in both texts, so the score is 0."], []),
        (str(JACKKNIFED), ["The score is their mean."], []),
        (str(rouge_l("a b", ["a c"])), ["Most tools use a beta of 1; the tools for COCO captions use 1.2."],
         ["upright lines"]),
        (str(NOTHING), ["= 0/0, counted as 0, because nothing matches\n     = 0.00000\n"], ["0.00000 + 0.00000"]),
        (str(TINY.step("reported")), ["0/0, counted as 0, because R and P are both rounded to 0"], ["nothing matches"]),
    ],
)  # fmt: skip
def test_what_a_view_tells(view: str, told: list[str], untold: list[str]) -> None:
    assert [words for words in told if words not in view] == []
    assert [words for words in untold if words in view] == []


def test_words_out_of_order_are_told_apart_in_the_picture() -> None:
    told = str(rouge_l("the gunman police killed", ["police killed the gunman"])).splitlines()
    assert told[:6] == [
        "reference 1  police  killed  the  gunman",
        "recall         #       #      o     o     2/4",
        "candidate    the  gunman  police  killed",
        "precision     o     o       #       #     2/4",
        "",
        "# in order  o in another order",
    ]


def test_the_sentence_names_the_words_in_the_colours_of_the_picture() -> None:
    why = rouge_l("the gunman police killed", ["police killed the gunman"]).why
    told = html.prose(why)
    assert '<code dir="auto" class="taken">police killed</code>; <code dir="auto" class="lost">the</code> and' in told
    assert 'in the same order: "police killed"; "the" and "gunman" are in both' in plain.prose(why)
    many = rouge_l("a b c d e f g", ["a b c d e f g h"]).why
    assert plain.prose(many).endswith("in the same order."), "of many words none is named"


def test_the_larger_a_number_of_the_table_the_bluer_and_the_path_has_an_edge() -> None:
    picture = lay_out(rouge_l("the gunman police killed", ["police killed the gunman"]).picture)
    looks = Counter((box.kind, box.ink) for box in picture.boxes if box.data == (("step", "lcs"),))
    assert looks == {("unmatched", 1): 8, ("length", 0.5): 6, ("length", 1): 4, ("credited", 1): 2}
    assert [line.kind for line in picture.lines].count("strong") == 4


@pytest.mark.parametrize(
    ("trace", "numbers"),
    [
        (rouge_s("police kill the gunman", ["police killed the gunman"]), "3 / C(4, 2)"),
        (rouge_su("police kill the gunman", ["police killed the gunman"]), "6 / (C(4, 2) + 4)"),
        (rouge_su("a b", ["a b", "a b c"], references_by="pooled"), "(3 + 3) / (C(2, 2) + 2 + C(3, 2) + 3)"),
        (rouge_su("a b c a", ["a b a"], rules="rouge-1.5.5"), "5 / (C(3, 2) + 3 - 1)"),
        (rouge_su("a", [""], rules="rouge-1.5.5"), "0/0"),
        (rouge_s("a b c", ["a b c"], max_skip=0), "2/2"),
    ],
)
def test_how_many_skip_bigrams_there_are_is_put_in_with_its_numbers(trace: Rouge, numbers: str) -> None:
    assert plain.formula(trace.step("recall").equation.numbers) == numbers
    assert plain.formula(trace.step("recall").equation.value) == str(trace.recall)


def test_a_list_of_lines_is_told_how_to_become_a_text() -> None:
    lines = ["w1 w2 w6", "w1 w3"]
    for where, texts in {"candidate": (lines, ["w1 w2 w3"]), "references[1]": ("w1 w2", ["w1", lines])}.items():
        with pytest.raises(TypeError) as error:
            rouge_l_sum(*texts)  # type: ignore[arg-type]
        assert str(error.value).startswith(f"{where}: got list, ['w1 w2 w6', 'w1 w3']; expected one string.")
        assert str(error.value).endswith(r'"\n".join(lines).')


def test_a_total_of_thousands_of_digits_is_shown_as_floats_are() -> None:
    """The recall is out of f(f(m)) = m^10000, an integer too long for Python to write."""
    trace = rouge_w("a b c d", ["a b c d e"], rules="rouge-1.5.5", weight=100)
    assert "5.012 × 10⁶⁹⁸⁹" in trace.step("recall").numbers
    for view in (str(trace), trace.to_html(), trace.to_latex()):
        assert "6989" in view or "⁶⁹⁸⁹" in view
    comes_back(trace)


def test_a_fraction_stands_in_brackets_where_it_would_be_read_otherwise() -> None:
    """4/3 squared is not 4/3^2, which is 4/9."""
    trace = rouge_l("a b c d e", ["a c d"], beta=Fraction(4, 3))
    assert trace.exact == "((1 + (4/3)^2) * 3/3 * 3/5) / (3/3 + (4/3)^2 * 3/5)"
    assert trace.terms[-1].name == "-log((R_lcs + β^2 * P_lcs) / (1 + β^2))"
    assert "f(k) is k^(4/3)" in str(rouge_w("a b", ["a b"], weight=Fraction(4, 3)))


@pytest.mark.parametrize(
    ("trace", "told"),
    [
        (rouge_l("a b c d", ["c d x", "a b y z"], references_by="pooled"),
         "2 of 3 words of reference 1 and 2 of 4 words of reference 2 are in the candidate, in the same order."),
        (rouge_n("a b", ["a b", "c d e f"], 1, references_by="pooled"),
         "2 of 2 words of reference 1 and 0 of 4 words of reference 2 are in the candidate."),
        (rouge_n("a b", ["a b c", "x"], 2), "1 of the 2 pairs of reference 1 is in the candidate."),
    ],
)  # fmt: skip
def test_where_several_references_count_the_sentence_tells_of_each(trace: Rouge, told: str) -> None:
    assert plain.prose(trace.why) == told


def test_no_digits_that_nobody_can_read_are_written_where_a_worth_is_no_whole_number() -> None:
    """3^1.2 has thirty digits after the point."""
    assert len(rouge_w("a b c d e", ["a b x c d"], weight=1.2).exact) < 150


def test_a_note_on_the_best_recall_and_precision_stands_only_where_they_give_more() -> None:
    same = rouge_l(
        "the gunman police killed", ["police killed the gunman", "the gunman was shot by police"], rules="coco"
    )
    assert float(same.score) == max(float(same.f(1)), float(same.f(2)))
    assert "apart" not in {note.code for note in same.notes}
