"""What every metric must satisfy, on random small texts: each property once, for each metric that has it."""

import copy
import json
import math
import pickle
from collections.abc import Callable, Iterable, Iterator
from decimal import localcontext
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

import mtexplain as m
from mtexplain.display import plain
from mtexplain.display.parts import Beside, Cell, Marked, Part, Real, Table
from mtexplain.display.score import Score, SentenceScore
from tests.contract.metrics import CASES, Case, functions
from tests.strategies import Segment, corpora, rarely, segments, unzipped

SENTENCES, TEXTS = ([case for case in CASES if getattr(case, kind)] for kind in ("sentence", "text"))


def each(cases: list[Case], name: str) -> Callable[[Any], Any]:
    """Test a property of each of these metrics that is not excused from it."""
    having = [case for case in cases if name not in case.exceptions]
    return pytest.mark.parametrize("case", having, ids=[case.name for case in having])


def test_every_metric_of_the_table_is_held_to_it() -> None:
    held = {getattr(one, "func", one) for case in CASES for one in (case.sentence, case.text) if one}
    held |= {one.args[0] for case in CASES for one in (case.sentence,) if getattr(one, "args", ())}  # type: ignore[union-attr]
    assert functions() <= {one.__name__ for one in held}


def test_an_excuse_is_for_a_property_that_there_is() -> None:
    properties = {"the reference itself is best", "the order of the references", "a text of one sentence"}
    assert {name for case in CASES for name in case.exceptions} == properties


# Of a sentence.


@each(SENTENCES, "terms")
@given(segment=segments())
@rarely
def test_it_is_in_its_range_and_its_terms_add_up(case: Case, segment: Segment) -> None:
    adds_up(case.sentence(*segment))  # type: ignore[misc]


def adds_up(trace: Score) -> None:
    low, high = trace.range
    assert low <= trace.score <= high + 1e-12
    total = sum(term.value for term in trace.terms)
    if trace.account == "sum":
        assert total == pytest.approx(trace.score)
    elif trace.score == 0:
        assert total == -math.inf or math.exp(total) < 1e-300
    else:
        assert total == pytest.approx(math.log(trace.score) if trace.score < math.inf else math.inf, abs=1e-12)


@each(SENTENCES, "views")
@given(segment=segments())
@rarely
def test_every_view_shows_the_score_and_no_number_that_is_none(case: Case, segment: Segment) -> None:
    shows_the_score(case.sentence(*segment))  # type: ignore[misc]


def shows_the_score(trace: Score) -> None:
    head = trace.headline
    for view in (str(trace), trace._repr_html_(), trace.to_html(), trace.to_latex()):
        assert head.value.replace("×", "").split("10")[0].strip() in view.replace("×", "") or head.value in view
    for view in (str(trace), repr(trace), json.dumps(trace.to_dict(), allow_nan=False)):
        assert "nan" not in view.replace("unigram", "").lower().split()
    assert f"mtexplain {m.__version__}" in trace.signature
    assert len(trace.to_frame()) == len(trace.table.rows)
    names = [step.name for step in trace.steps()]
    assert len(set(names)) == len(names)
    for step in trace.steps():
        assert all((step.title, step.summary, step.why, step.source))
        if step.name != "smoothing" and step.summary != "there is nothing to predict":  # words and a table
            assert all((step.symbols, step.numbers, step.value))


def tables(parts: Iterable[Part]) -> Iterator[Table]:
    """Yield every table among the parts of a step, including tables side by side."""
    for part in parts:
        if isinstance(part, Beside):
            yield from tables(part.parts)
        elif isinstance(part, Table):
            yield part


def number_in(cell: Cell) -> float | None:
    """Return the number that a cell shows; None if it shows words or nothing."""
    if isinstance(cell, Marked | Real):
        return float(cell[0])
    try:
        return float(Fraction(cell.replace("−", "-"))) if isinstance(cell, str) else float(cell)  # type: ignore[arg-type]
    except (TypeError, ValueError, ZeroDivisionError):
        return None


def sums_are_sums(table: Table) -> None:
    """Assert that a row of sums has the sums of the numbers above it, in all rows, shown or not."""
    first, *totals = table.total or ("",)
    if first not in ("sum", "pooled"):
        return
    for column, total in enumerate(totals, 1):
        cells = [row[column] for row in table.rows]
        numbers, wanted = [number_in(cell) for cell in cells], number_in(total)
        is_ratio = any(isinstance(cell, str) and "/" in cell for cell in cells)  # 1/2 pooled with 1/3 is 2/5
        if wanted is not None and not (first == "pooled" and is_ratio) and None not in numbers:
            rounded = 5e-4 if any(isinstance(cell, str) for cell in cells) else 0  # four digits are shown
            slack = 1e-9 + rounded * (abs(wanted) + sum(1 + abs(one) for one in filter(None, numbers)))
            assert sum(filter(None, numbers)) == pytest.approx(wanted, abs=slack, rel=0), table


@each(SENTENCES, "sums")
@given(segment=segments())
@rarely
def test_what_stands_in_a_row_of_sums_is_the_sum_of_the_numbers_above(case: Case, segment: Segment) -> None:
    trace: SentenceScore = case.sentence(*segment)  # type: ignore[misc]
    for step in trace.steps():
        for table in tables(step.parts):
            sums_are_sums(table)


@each(TEXTS, "sums")
@given(corpus=corpora())
@rarely
def test_so_it_is_in_a_text(case: Case, corpus: list[Segment]) -> None:
    trace: Any = case.text(*unzipped(corpus))  # type: ignore[misc]
    for step in trace.steps():
        for table in tables(step.parts):
            sums_are_sums(table)


@each(SENTENCES, "moments")
@given(segment=segments())
@rarely
def test_the_moments_follow_the_steps_and_mark_tokens_that_are_there(case: Case, segment: Segment) -> None:
    trace: SentenceScore = case.sentence(*segment)  # type: ignore[misc]
    steps, lengths = [step.name for step in trace.steps()], [len(tokens) for _, tokens in trace.texts]
    told = [*dict.fromkeys(moment.step for moment in trace.moments())]
    assert told == [name for name in steps if name in told]
    for moment in trace.moments():
        assert plain.prose(moment.text)
        assert all(0 <= place < lengths[mark.text] for mark in moment.marks for place in mark.places)


@each(SENTENCES, "record")
@given(segment=segments())
@rarely
def test_it_can_be_written_read_copied_and_pickled(case: Case, segment: Segment) -> None:
    comes_back(case.sentence(*segment))  # type: ignore[misc]


def comes_back(trace: Any) -> None:
    record = json.loads(json.dumps(trace.to_dict(), allow_nan=False, ensure_ascii=False))
    for again in (type(trace).from_dict(record), pickle.loads(pickle.dumps(trace)), copy.deepcopy(trace)):
        assert again == trace
        assert (again.score, str(again)) == (trace.score, str(trace))


@each(SENTENCES, "fast scores")
@given(segment=segments())
@rarely
def test_many_candidates_score_what_each_scores_alone(case: Case, segment: Segment) -> None:
    trace: SentenceScore = case.sentence(*segment)  # type: ignore[misc]
    others = [*trace.references, trace.candidate[1:], (*trace.candidate, "b"), ()]
    alone = [trace.with_candidate(tokens).score for tokens in others]
    assert list(trace.scores_of(others)) == pytest.approx(alone, rel=1e-14, abs=1e-300)
    assert alone == [case.sentence(" ".join(tokens), segment[1]).score for tokens in others]  # type: ignore[misc]


@each(SENTENCES, "edits")
@given(segment=segments())
@rarely
def test_an_edit_changes_the_score_by_what_its_terms_change(case: Case, segment: Segment) -> None:
    trace: SentenceScore = case.sentence(*segment)  # type: ignore[misc]
    edit = m.explain_edit(trace, trace.with_candidate([*trace.candidate[1:], "a"]))
    before, after = edit.before.score, edit.after.score
    if edit.log_change is not None and math.inf not in (before, after) and min(before, after) > 1e-9:
        change = after - before if trace.account == "sum" else math.log(after) - math.log(before)
        assert edit.log_change == pytest.approx(change, abs=1e-9)
    assert str(edit)


@each(SENTENCES, "the reference itself is best")
@given(segment=segments(most_references=1))
@rarely
def test_the_reference_itself_has_the_best_score(case: Case, segment: Segment) -> None:
    trace: SentenceScore = case.sentence(segment[1][0], segment[1])  # type: ignore[misc]
    if len(trace.references[0]) >= 4:
        assert trace.score == pytest.approx(trace.range[not trace.lower_is_better])


NO_TEXTS: list[tuple[Any, Any]] = [
    (["a"], ["a"]), (None, ["a"]), (b"a", ["a"]), ("a\ud800", ["a"]), ("a", "a"), ("a", []), ("a", [["a"]]),
]  # fmt: skip


@each(SENTENCES, "wrong texts")
@pytest.mark.parametrize("texts", NO_TEXTS, ids=ascii)
def test_a_wrong_text_is_an_input_error(case: Case, texts: tuple[Any, Any]) -> None:
    with pytest.raises(m.InputError):
        case.sentence(*texts)  # type: ignore[misc]


@each(SENTENCES, "the order of the references")
@given(segment=segments())
@rarely
def test_the_order_of_the_references_is_irrelevant(case: Case, segment: Segment) -> None:
    scores = [case.sentence(segment[0], those).score for those in (segment[1], segment[1][::-1])]  # type: ignore[misc]
    assert scores[0] == pytest.approx(scores[1], rel=1e-14)


EMPTY = [("", ["a"]), ("a", [""]), ("", [""]), (" \t", ["", " "]), ("a", ["", "a b"]), ("z", ["a"])]


@each(SENTENCES, "empty texts")
@pytest.mark.parametrize(("candidate", "references"), EMPTY)
def test_empty_and_strange_texts_are_defined_in_every_view(case: Case, candidate: str, references: list[str]) -> None:
    trace: SentenceScore = case.sentence(candidate, references)  # type: ignore[misc]
    adds_up(trace)
    shows_the_score(trace)
    assert trace.notes or "z" in candidate
    assert trace.moments()


@each(SENTENCES, "decimal settings")
def test_the_callers_own_decimal_settings_change_nothing(case: Case) -> None:
    def told() -> str:
        trace: SentenceScore = case.sentence("the cat sat on mat", ["the cat sat on the mat", "a cat"])  # type: ignore[misc]
        return f"{trace} {trace.terms} {list(trace.scores_of([('the', 'mat')]))}"

    before = told()
    with localcontext(prec=3):
        assert told() == before


# Of a text.


@each(TEXTS, "text")
@given(corpus=corpora())
@rarely
def test_so_with_texts(case: Case, corpus: list[Segment]) -> None:
    trace: Any = case.text(*unzipped(corpus))  # type: ignore[misc]
    adds_up(trace)
    comes_back(trace)


@each(TEXTS, "text views")
@given(corpus=corpora())
@rarely
def test_so_do_their_views(case: Case, corpus: list[Segment]) -> None:
    shows_the_score(case.text(*unzipped(corpus)))  # type: ignore[misc]


@each(TEXTS, "the order of the segments")
@given(corpus=corpora())
@rarely
def test_the_order_of_the_segments_is_irrelevant(case: Case, corpus: list[Segment]) -> None:
    scores = [case.text(*unzipped(those)).score for those in (corpus, corpus[::-1])]  # type: ignore[misc]
    assert scores[0] == pytest.approx(scores[1], rel=1e-14)


@each(TEXTS, "a text of one sentence")
@given(segment=segments())
@rarely
def test_a_text_of_one_sentence_has_its_score(case: Case, segment: Segment) -> None:
    assert case.text(*unzipped([segment])).score == case.sentence(*segment).score  # type: ignore[misc]
