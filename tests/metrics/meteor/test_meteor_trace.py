"""How METEOR is explained: its steps, moments, tables and pictures; its notes; its record; odd and hostile texts."""

import json
import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import InputError, best_edits, explain_edit, leave_one_out, smallest_fix
from mtexplain.display import plain
from mtexplain.display.charts import Curve, Waterfall
from mtexplain.display.parts import Prose, Table
from mtexplain.display.pyramid_layout import lay_out
from mtexplain.invisible import visible
from mtexplain.metrics.meteor import Meteor, meteor
from mtexplain.tracing.number import plain as value_of
from tests.display.test_hostile_text import CONTROLS, Tree, every_hostile, without_words
from tests.strategies import Segment, segments

STAGES = {"synonyms": {"yard": ["garden"]}}
TRACE = meteor(
    "in the yard a dog was chased by the the cat",
    ["a cat chases the dog", "in the garden a dog was chased by the cats"],
    **STAGES,  # type: ignore[arg-type]
)
THEN = "the president spoke to the audience", ["the president then spoke to the audience"]
PRESIDENT = meteor(*THEN)
aligners = st.sampled_from(["crossings", "chunks", "greedy", "beam"])


def told(trace: Meteor, step: str) -> list[str]:
    """The sentences of the moments of a step."""
    return [plain.prose(moment.text) for moment in trace.moments() if moment.step == step]


def rows(trace: Meteor, step: str) -> list[tuple[str, ...]]:
    """The rows of the first table of a step, as text."""
    table = next(part for part in trace.step(step).parts if isinstance(part, Table))
    return [tuple(map(plain.cell, row)) for row in table.rows]


def part(trace: Meteor, step: str, kind: type) -> Any:
    return next(one for one in trace.step(step).parts if isinstance(one, kind))


def test_the_steps_go_from_tokens_to_the_best_reference() -> None:
    stages = ["exact", "stem", "synonym"]
    numbers = ["alignment", "precision", "recall", "mean", "chunks", "penalty", "score", "best"]
    assert [step.name for step in TRACE.steps()] == ["tokens", *stages, *numbers]
    assert TRACE.step("alignment").title == "Alignment with reference 2"
    names = [step.name for step in meteor("a", ["a"], stem=False).steps()]
    assert names == ["tokens", "exact", *numbers[:-1]], "there is no best of one"


TABLES: dict[str, tuple[Meteor, str, list[str]]] = {
    "equal words, and the places they could have": (
        meteor("the cats sat", ["the cat the sat"]), "exact", ["1 the 1 the 1, 3", "3 sat 4 sat 4"]),
    "words of one stem, and the stem": (meteor("the cats sat", ["the cat the sat"]), "stem", ["2 cats 2 cat 2 cat"]),
    "a word without a free partner": (meteor("the the", ["the"]), "exact", ["1 the 1 the 1", "2 the – – 1"]),
    "very many partners": (
        meteor("a", ["a " * 30]), "exact", ["1 a 1 a 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, … 18 more"]),
    "chunks": (PRESIDENT, "chunks", [
        "1 the president 1 to 2 the president 1 to 2 2",
        "2 spoke to the audience 3 to 6 spoke to the audience 4 to 7 4"]),
}  # fmt: skip


@pytest.mark.parametrize(("trace", "step", "told"), TABLES.values(), ids=TABLES)
def test_the_table_of_a_step(trace: Meteor, step: str, told: list[str]) -> None:
    assert [" ".join(row) for row in rows(trace, step)] == told


MOMENTS = {
    "exact": ["Which words are equal? 2 words of the candidate.",
              'Word 1, "the", is linked with word 2 of the reference.',
              'Word 3, "the", gets no partner because all its partners are taken.'],
    "stem": ["Which of the rest have the same stem? 1 word of the candidate.",
             'Word 2, "cats", is linked with word 3 of the reference, "cat".'],
    "chunks": ['Chunk 1: "the cats" is a run of neighbours in both texts.', "2 links in 1 chunk."],
}  # fmt: skip


@pytest.mark.parametrize("step", MOMENTS)
def test_a_moment_says_what_is_linked_with_what(step: str) -> None:
    assert told(meteor("the cats the", ["a the cat"]), step) == MOMENTS[step]


def test_a_link_says_how_many_partners_there_were() -> None:
    assert told(meteor("the", ["the cat the"]), "exact")[1:] == [
        'Word 1, "the", is linked with word 1 of the reference. It had 2 partners to choose from.'
    ]


@pytest.mark.parametrize(
    ("alpha", "why"),
    [(0.9, "Missing words cost more than extra words."), (0.1, "Extra words cost more than missing words."),
     (0.5, "Missing words cost as much as extra words.")],
)  # fmt: skip
def test_the_mean_says_what_costs_more(alpha: float, why: str) -> None:
    assert meteor("a", ["a b"], alpha=alpha).step("mean").why.endswith(why)


def test_a_word_without_a_free_partner_is_clipped() -> None:
    picture = meteor("the the x", ["the"]).picture
    assert [brick.state for brick in picture.rows[0].bricks] == ["credited", "clipped", "unmatched"]
    assert ("clipped", "its partner is taken") in picture.legend


def test_the_picture_has_the_links_their_kinds_and_the_chunks() -> None:
    trace = meteor("the cats sat", ["sat the cat"])
    (row,) = trace.picture.rows
    assert [(brick.chunk, brick.kind) for brick in row.bricks] == [(1, "exact"), (1, "stem"), (2, "exact")]
    assert [ribbon[:2] + ribbon[3:] for ribbon in trace.picture.ribbons] == [(0, 2, 1), (2, 3, 0)]
    assert str(trace).splitlines()[:12] == [
        "reference 1     sat  the  cat",
        "recall           2    1    1s  3/3",
        "candidate       the  cats  sat",
        "precision        1    1s    2   3/3",
        "chunks / links  2/3",
        "penalty         0.1481",
        "recall          1",
        "precision       1",
        "mean            1",
        "score           0.8519",
        "",
        "1 equal words; numbers are chunks  1s same stem",
    ]


def test_the_bars_are_recall_precision_their_mean_and_what_the_penalty_leaves_of_it() -> None:
    trace = meteor("on the mat sat the cat", ["the cat sat on the mat"])
    bars = [one for one in trace.picture.results if one.height is not None]
    assert [(one.name, one.height, one.lost, one.says) for one in bars] == [
        ("recall", 1.0, 0.0, "6/6"),
        ("precision", 1.0, 0.0, "6/6"),
        ("mean", 1.0, 0.0, "harmonic: 0.9 recall, 0.1 precision"),
        ("score", 0.5, 0.5, "− penalty"),
    ]
    drawn = lay_out(trace.picture)
    (left, taken) = (next(box for box in drawn.boxes if box.kind == kind and box.height == 24)
                     for kind in ("credited", "clipped"))  # fmt: skip
    assert left.span.width == pytest.approx(taken.span.width + 2), "half is taken off"
    assert "− penalty" in [label.text for label in drawn.labels], "where there is room"
    assert not meteor("x", ["a"]).picture.results


def test_why_says_how_many_words_are_linked_and_what_their_order_costs() -> None:
    told = {text: plain.prose(meteor(text, ["a b c d"], stem=False).why) for text in ("a b c d", "b a", "x", "a")}
    two_ways = meteor("on the mat sat the cat", ["the cat sat on the mat"])
    assert "in 6 chunks, although 3 would be enough. The penalty takes 50% off." in plain.prose(two_ways.why)
    assert told == {
        "a b c d": "All 4 words of the candidate and all 4 words of the reference are linked in 1 chunk. "
        "The penalty takes less than 1% off.",
        "b a": "Both words of the candidate and 2 of 4 words of the reference are linked in 2 chunks. "
        "The penalty takes 50% off.",
        "x": "No word of the candidate has a partner in the reference.",
        "a": "The word of the candidate and 1 of 4 words of the reference are linked in 1 chunk. "
        "The penalty takes 50% off.",
    }


def test_the_alignment_stands_beside_those_of_other_rules() -> None:
    """The first way has 8 crossings and 6 chunks, the other 11 and 3."""
    trace = meteor("on the mat sat the cat", ["the cat sat on the mat"], stem=False)
    assert [row[1:] for row in rows(trace, "alignment")] == [
        ("6", "8", "6", "0.5", "in force"),
        ("6", "11", "3", "0.9375", ""),
        ("6", "8", "6", "0.5", ""),
    ]
    chosen = plain.prose(part(trace, "alignment", Prose))
    assert chosen == "2 alignments link 6 words. None has fewer crossings than this alignment, which has 8."


def test_where_there_is_no_choice_no_other_rule_is_asked() -> None:
    step = meteor("a b", ["b a"], stem=False).step("alignment")
    assert not any(isinstance(one, Table) for one in step.parts)
    assert "Only one alignment has that many links" in plain.step(step)


@pytest.mark.parametrize(
    ("step", "symbols", "numbers", "value"),
    [
        ("precision", "P = m/c", "6/6", "6/6"),
        ("recall", "R = m/r", "6/7", "6/7"),
        (
            "mean",
            "F_mean = (P * R) / (α * P + (1 - α) * R) = (10 * P * R) / (R + 9 * P)",
            "(6/6 * 6/7) / (0.9 * 6/6 + (1 - 0.9) * 6/7)",
            "20/23",
        ),
        ("chunks", "ch = m - b", "6 - 4", "2"),
        ("penalty", "Pen = γ * (ch / m)^β", "0.5 * (2/6)^3", "1/54 = 0.01852"),
        ("score", "METEOR = (1 - Pen) * F_mean", "(1 - 1/54) * 20/23", "530/621 = 0.8535"),
    ],
)
def test_every_equation_stands_in_symbols_in_numbers_and_as_a_value(
    step: str, symbols: str, numbers: str, value: str
) -> None:
    one = PRESIDENT.step(step)
    assert (one.symbols, one.numbers, one.value) == (symbols, numbers, value)


def test_weighted_shares_are_shown_with_their_weights() -> None:
    trace = meteor("the cats", ["the cat sat"], delta=0.75, function_words=["the"], weights=[1, 0.5, 1])
    step = trace.step("recall")
    assert step.symbols == (
        "R = (sum_s w_s * (δ * r_s,content + (1 - δ) * r_s,function)) / (δ * r_content + (1 - δ) * r_function)"
    )
    matched = "1 * (0.75 * 0 + (1 - 0.75) * 1) + 0.5 * (0.75 * 1 + (1 - 0.75) * 0)"
    assert step.numbers == f"({matched}) / (0.75 * 2 + (1 - 0.75) * 1)"
    assert step.value == "0.625/1.75"
    assert rows(trace, "recall") == [("exact", "1", "0", "1", "0.25"), ("stem", "0.5", "1", "0", "0.375")]


def test_the_penalty_is_drawn_over_the_number_of_chunks() -> None:
    curve = part(meteor("a b x c d", ["a b y c d"]), "penalty", Curve)
    assert curve.here == (2, 0.0625)
    assert curve.points[-1] == (4, 0.5)
    assert isinstance(part(meteor("a", ["a"]), "score", Waterfall), Waterfall)


@given(segments(), aligners)
def test_every_moment_fills_a_row_that_is_there_and_the_last_the_whole_row(segment: Segment, align: str) -> None:
    trace = meteor(*segment, align=align)
    assert list(dict.fromkeys(moment.step for moment in trace.moments())) == [step.name for step in trace.steps()]
    for moment in trace.moments():
        if moment.row is not None:
            table = part(trace, moment.step, Table)
            assert moment.row in range(len(table.rows))
            is_last = moment.name in ("link", "no link", "chunk")
            assert moment.columns == len(table.columns) if is_last else moment.columns < len(table.columns)


def test_an_edit_wins_and_loses_words() -> None:
    """There are no n-grams in METEOR."""
    before = meteor("the cat sat on the mat", ["the cat is on a mat"])
    edit = explain_edit(before, before.with_candidate("the cat is on the mat".split()))
    assert edit.won == {"words": {("is",): 1}}
    assert "2 words: won 1, lost 0" in str(edit)
    assert "n-gram" not in str(edit)
    (best,) = best_edits("the cat sat", ["the cat is"], 1, metric=meteor)
    assert (best.kind, best.position, best.token, best.after.score) == ("substitute", 2, "is", 1 - 0.5 / 27)
    left = leave_one_out("the cat sat", ["the cat is"], metric=meteor)
    assert [one.token for one in left.changes if one.score_change > 0] == ["sat"]


def test_the_smallest_fix_is_a_word_of_the_reference() -> None:
    fix = smallest_fix("x y", ["a b"], metric=meteor)
    assert fix is not None
    assert [edit.token for edit in fix] in (["a"], ["b"])


def test_where_one_match_is_worth_nothing_the_smallest_fix_is_a_pair() -> None:
    """With gamma 1 the penalty of a single link is 1, because the link is a chunk of its own."""
    fix = smallest_fix("x y", ["a b"], metric=meteor, gamma=1)
    assert fix is not None
    assert fix[-1].after.candidate == ("a", "b")
    assert meteor("a", ["a b"], gamma=1).score == 0
    assert smallest_fix("a", ["a b"], metric=meteor, gamma=1, beta=0) is None


def test_the_credits_count_the_linked_words() -> None:
    credits = meteor("the the cat", ["the cats"]).credits
    assert [(row.group, row.ngram, row.times, row.credited) for row in credits] == [
        ("words", ("the",), 2, 1),
        ("words", ("cat",), 1, 1),
    ]
    assert meteor("x", ["a"]).zero_groups == {"words"}


def test_the_frame_has_every_link_of_every_reference() -> None:
    frame = meteor("a b", ["b a", "a x"], stem=False).to_frame()
    assert frame.to_dict("list") == {
        "reference": [1, 1, 2],
        "candidate_place": [1, 2, 1],
        "word": ["a", "b", "a"],
        "reference_place": [2, 1, 1],
        "partner": ["a", "b", "a"],
        "stage": ["exact", "exact", "exact"],
        "chunk": [1, 2, 1],
    }


NOTES: dict[str, tuple[Meteor, list[str]]] = {
    "nothing in common": (meteor("x", ["a"]), ["no-match"]),
    "an empty candidate": (meteor("", ["a"]), ["empty-candidate"]),
    "white space": (meteor(" \t", ["a"]), ["empty-candidate"]),
    "an empty reference": (meteor("a", ["", "a b"]), ["empty-reference"]),
    "both empty": (meteor("", [""]), ["empty-candidate", "empty-reference"]),
    "the same text": (meteor("a b", ["a b"]), ["perfect-below-1"]),
    "the same text, free": (meteor("a b", ["a b"], whole="free"), ["no-penalty"]),
    "a penalty of 1": (meteor("a", ["a b"], gamma=1), ["worth-nothing"]),
    "matches that count nothing": (meteor("cats", ["cat"], weights=[1, 0, 1]), ["worth-nothing"]),
    "only function words": (meteor("a", ["a b"], delta=1, function_words=["a"]), ["worth-nothing"]),
    "function words, no delta": (meteor(*THEN, function_words="english"), ["no-delta"]),
    "a delta, no function words": (meteor(*THEN, delta=0.75, function_words="none"), ["no-function-words"]),
    "a delta, English function words": (meteor(*THEN, delta=0.5), []),
    "Meteor 1.5": (meteor(*THEN, rules="meteor-1.5"), ["left-out"]),
    "Meteor 1.5 in German": (meteor("a", ["a b"], rules="meteor-1.5-de"), ["left-out", "english-function-words"]),
    "German function words": (
        meteor("a", ["a b"], rules="meteor-1.5-de", function_words="german"), ["left-out"]),
    "a stem that Meteor 1.5 leaves out": (  # of two links for one word neither is settled, and a stem earns nothing
        meteor("cats cats", ["cat"], rules="meteor-1.5"), ["no-match", "not-most-links", "left-out"]),
    "NLTK": (meteor("a", ["a b"], rules="nltk"), ["left-out"]),
    "NLTK with synonyms": (meteor("a", ["a b"], rules="nltk", synonyms={"a": ["c"]}), ["synonyms-of-stems"]),
    "crossings that NLTK makes": (
        meteor("the dog chased", ["the dog chased the cat"], rules="nltk"), ["not-fewest-crossings", "left-out"]),
    "nothing odd": (meteor("a", ["a b"]), []),
}  # fmt: skip
SAID = {
    "a stem that Meteor 1.5 leaves out": "Meteor 1.5 links 0 words here, although 1 can be linked.",
    "crossings that NLTK makes": "NLTK's alignment has 2 crossings, although 0 would be enough.",
}


@pytest.mark.parametrize("name", NOTES)
def test_what_is_odd_is_a_value_with_a_note(name: str) -> None:
    trace, codes = NOTES[name]
    assert [note.code for note in trace.notes] == codes
    assert SAID.get(name, "") in str(trace)
    for view in (str(trace), trace._repr_html_(), trace.to_latex()):
        assert not re.search(r"\bnan\b", view)
    for note in trace.notes:
        assert note.text in str(trace)


def test_function_words_and_delta_change_nothing_alone() -> None:
    for name in ("function words, no delta", "a delta, no function words"):
        assert NOTES[name][0].score == meteor(*THEN).score


@pytest.mark.parametrize("rules", ["paper", "meteor-1.5-universal"])
@pytest.mark.parametrize(("candidate", "reference"), [("", ""), ("", "a"), ("a", ""), ("a", "b")])
def test_without_a_match_the_score_is_0_and_0_over_0_is_none(rules: str, candidate: str, reference: str) -> None:
    trace = meteor(candidate, [reference], rules=rules)
    assert (trace.score, trace.exact) == (0, "0")
    assert "Score: nothing that counts: 0" in str(trace)
    assert told(trace, "score") == ["Nothing counts, so METEOR = 0."]
    assert (value_of(trace.precision) is None) == (not candidate)
    assert (value_of(trace.recall) is None) == (not reference)


RECORDED: dict[str, Meteor] = {
    "three stages": TRACE,
    "Meteor 1.5": meteor("the cats sat", ["the cat"], rules="meteor-1.5-universal", function_words=["the", "a"]),
    "edited": TRACE.with_candidate(["the cat", "dog"]),
    "empty": meteor("", [""]),
    "odd characters": meteor("c\u200bat\0 猫 \u2028", ["\ufeffcat"]),
}
every_record = pytest.mark.parametrize("trace", RECORDED.values(), ids=RECORDED)


@every_record
def test_a_record_is_ready_for_json_and_gives_an_equal_trace_back(trace: Meteor) -> None:
    record = json.loads(json.dumps(trace.to_dict(), allow_nan=False))
    assert record == trace.to_dict()
    back = Meteor.from_dict(record)
    assert back == trace
    assert str(back) == str(trace)


def test_a_record_has_the_working() -> None:
    record = meteor("a x b", ["a b"]).to_dict()
    (one,) = record["against"]
    assert one["links"] == [
        {"candidate": 0, "reference": 0, "stage": "exact", "chunk": 0},
        {"candidate": 2, "reference": 1, "stage": "exact", "chunk": 1},
    ]
    assert (one["matches"], one["chunks"], one["crossings"], one["mean"]) == (2, 2, 0, "20/21")
    assert one["precision"] == {"matched": "2", "total": "3", "value": "2/3"}


def test_a_record_does_not_hold_a_function() -> None:
    record = meteor("A", ["a"], stem=str.lower).to_dict()
    assert record["rules"]["stem"] == "str.lower()"
    with pytest.raises(InputError, match=r"stem: got a function of your own.* Score the texts again"):
        Meteor.from_dict(record)


RECORD = TRACE.to_dict()
NO_RULES: list[dict[str, Any]] = [{"synonyms": [[1]]}, {"synonyms": "a"}, {"weights": ["1", "x", "1"]}, {"align": 1}]


@pytest.mark.parametrize(
    "change",
    [{"metric": "bleu"}, {"rules": None}, {"candidate": "a"}, {"references": []},
     *({"rules": RECORD["rules"] | change} for change in NO_RULES)],
)  # fmt: skip
def test_a_broken_record_is_an_input_error(change: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Meteor.from_dict(RECORD | change)


def with_word(word: str) -> Meteor:
    """A trace where the word is linked, left without a partner, and missed."""
    rules = meteor("a", ["a"], synonyms=[[word, "on"]]).rules
    return Meteor((word, "cat", word, word, "the"), ((word, "cat", "mat", word), ("the", "mat")), rules)


HARMLESS = with_word("harmless")


@every_hostile
@pytest.mark.usefixtures("words_of_one_width")
def test_html_has_the_same_elements_whatever_the_words_are(word: str) -> None:
    """The positions in a drawing may differ, because a drawing makes room for its words."""

    def elements(trace: Meteor) -> list[tuple[str, list[str]]]:
        return [(tag, [name for name, _ in attributes]) for tag, attributes in Tree(trace._repr_html_()).elements]

    assert elements(with_word(word)) == elements(HARMLESS)


@every_hostile
@pytest.mark.usefixtures("words_of_one_width")
def test_text_and_latex_hold_the_words_and_nothing_that_acts(word: str) -> None:
    trace = with_word(word)
    assert visible(word) in str(trace)
    assert not CONTROLS.search(str(trace).replace("\n", ""))
    assert without_words(trace.to_latex()) == without_words(HARMLESS.to_latex())


def test_greek_letters_are_letters_of_a_formula_in_latex() -> None:
    source = TRACE.to_latex()
    for letter, command in {"α": r"\alpha", "β": r"\beta", "γ": r"\gamma"}.items():
        assert command in source
        assert letter not in source


def test_the_repr_is_the_score_its_formula_and_its_rules() -> None:
    assert repr(meteor("a", ["a b"])).startswith("Meteor(0.2631578947368421 = (1 - 0.5 * (1/1)^3) * 10/19; METEOR")


def test_where_the_shorter_text_is_one_chunk_no_search_leaves_a_doubt() -> None:
    """2,000 equal words are too many links to look at. But no alignment has fewer than one chunk."""
    for align in ("chunks", "beam"):
        trace = meteor("a " * 2000, ["a " * 2000], align=align)
        assert trace.chunks == 1
        assert "best-found" not in [note.code for note in trace.notes]


def test_of_many_references_the_best_is_told_in_one_line() -> None:
    trace = meteor("a b", ["a x"] * 8 + ["a b"])
    numbers = plain.formula(trace.step("best").equation.numbers)
    assert numbers == "max(0.25, 0.25, 0.25, 0.25, …, 0.9375)"
    assert len(rows(trace, "best")) == 9


def test_a_delta_that_is_no_decimal_is_shown_as_a_fraction() -> None:
    """The recall is 1/3 out of 2/3, which is not a count, so it is shown as 1/2."""
    step = meteor("a b", ["b c"], delta=Fraction(1, 3)).step("recall")
    assert "(1/3 * 1 + (1 - 1/3) * 0)" in step.numbers
    assert step.value == "1/2"


def test_shares_are_read_as_they_were_counted() -> None:
    assert (str(PRESIDENT.precision), str(PRESIDENT.recall), f"{PRESIDENT.recall}") == ("6/6", "6/7", "6/7")
    assert (float(PRESIDENT.recall), f"{PRESIDENT.recall:.3f}") == (6 / 7, "0.857")
    weighted = meteor("the cats sat", ["the cat sat"], rules="meteor-1.5")
    assert f"P = {weighted.precision}" == plain.formula(weighted.step("precision").outcome) == "P = 1.45/1.75"
    assert float(weighted.precision) == 29 / 35
    assert str(meteor("", ["a"]).precision) == "0/0"
