"""Attention filled in by hand: claims of whole matrices, every wrong formula, and exercises."""

import json
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

import mtexplain
from mtexplain import check_working, exercises, misconceptions
from mtexplain.by_hand.misconception import Misconception
from mtexplain.by_hand.numbers import plain, same
from mtexplain.explain.practice.checking import verdict
from mtexplain.inputs import InputError
from mtexplain.models import attention
from mtexplain.models.mistakes import ATTENTION

Q, K, V = (
    [[1, 1, 1, 1], [2, 2, 0, 0], [2, 0, 0, 2]],
    [[1, 0, 0, 1], [0, 2, 0, 0], [1, 0, 1, 0]],
    [[3, 0], [0, 3], [3, 3]],
)
TRACES: list[Any] = [attention(Q, K, V, tokens="cat saw itself", causal=one) for one in (False, True)]
CAT, CAUSAL = TRACES
BY_HAND = "1/3 1/3 1/3; 0.21 0.58 0.21; 0.665 0.090 0.245"
UNSCALED = "1/3 1/3 1/3; 0.107 0.787 0.107; 0.867 0.016 0.117"
THOSE = misconceptions.of(attention)
every_mistake = pytest.mark.parametrize("one", THOSE, ids=lambda one: one.name)
MASKED = {"attention-no-mask", "attention-mask-zero", "attention-mask-late"}


# A whole matrix in `check`.


@pytest.mark.parametrize(
    ("answer", "kind", "told"),
    [
        (BY_HAND, "right", "All 9 are right."),
        (BY_HAND.replace("; ", "\n"), "right", "All 9 are right."),
        ([row.split() for row in BY_HAND.split(";")], "right", "All 9 are right."),
        (np.array([[float(one) for one in row] for row in CAT.weights]), "right", "All 9 are right."),
        (UNSCALED, "wrong",
         "Not yet. 3 of 9 are right. Row 2, column 1 is not. A common mistake leads to this: no scaling."),
        ("1/3 1/3 1/3; ? ? ?; 0.55 ? ?", "wrong",
         "Not yet. 3 of 4 are right. Row 3, column 1 is not. The right number is larger."),
        ([[None, "1/3", ...], [None] * 3], "unanswered", "Right so far: 1 of 9. 8 to go."),
        (None, "unanswered", "Your turn: put your answers in place of None."),
        ("?", "unanswered", "Your turn: put your answers in place of None."),
        ([[]], "unanswered", "Your turn: put your answers in place of None."),
        ("1 2 3 4", "unreadable", "Can't read weights[0]: more than 3 numbers. Write 3 × 3 numbers, row by row, as in "
         "'1/3 2/3; 0.12 0.88'."),
        ([[1, 2, 3]] * 4, "unreadable", "Can't read weights: more than 3 rows. Write 3 × 3 numbers, row by row, as in "
         "'1/3 2/3; 0.12 0.88'."),
        ("1 2 cat", "unreadable", "Can't read weights[0][2]: a string, 'cat'. Write 3 × 3 numbers, row by row, as in "
         "'1/3 2/3; 0.12 0.88'."),
    ],
)  # fmt: skip
def test_a_matrix_is_checked_at_once(answer: Any, kind: str, told: str) -> None:
    assert verdict(answer, CAT, "weights") == (kind, told)


def test_every_matrix_may_be_asked_for() -> None:
    for trace in (CAT, CAUSAL):
        for name in ("scores", "scaled", "weights", "outputs"):
            rows = [[f"{float(one):.4f}" if abs(one) < 10**9 else "-∞" for one in row] for row in getattr(trace, name)]
            assert verdict(rows, trace, name).kind == "right", name
            size = len(rows) * len(rows[0])
            rows[1][0] = "17"
            assert verdict(rows, trace, name).text.startswith(
                f"Not yet. {size - 1} of {size} are right. Row 2, column 1 is not."
            )


def test_minus_infinity_is_a_number_here() -> None:
    assert verdict("1 -inf -∞; 1 2 -inf; 2 0 1", CAUSAL, "scaled").kind == "right"
    said = verdict("1 1 1; 1 2 1; 2 0 1", CAUSAL, "scaled").text
    assert said == "Not yet. 6 of 9 are right. Row 1, column 2 is not. A common mistake leads to this: mask forgotten."
    assert verdict("-inf", CAUSAL, "scaled_1_2") == ("right", "Right: -∞.")
    assert "mask forgotten" in verdict("1", CAUSAL, "scaled_1_2").text
    assert verdict(None, CAUSAL, "scaled_1_2").kind == "unanswered"
    late = verdict("1 7 -inf; 1 2 -inf; 2 0 1", CAUSAL, "scaled").text
    assert late == "Not yet. 8 of 9 are right. Row 1, column 2 is not."
    assert verdict("-inf 1/3 1/3", CAT, "weights").text == "Not yet. 2 of 3 are right. Row 1, column 1 is not."


def test_one_number_of_a_matrix_is_checked_as_any_number() -> None:
    assert verdict("0.665", CAT, "weights_3_1") == ("right", "Right, rounded: 0.6652.")
    assert "no scaling" in verdict("0.867", CAT, "weights_3_1").text
    with pytest.raises(InputError, match="scores_1_1"):
        verdict("1", CAT, "weights_4_1")


# check_working.


def test_matrices_are_claimed_as_lists_or_texts() -> None:
    found = check_working(Q, [K, V], metric=attention, scores=[[2, 2, 2], [2, 4, 2], [4, 0, 2]], weights=BY_HAND)
    assert found.first_wrong is None
    assert len(found.claims) == 18
    assert str(found).count("✓ right") == 18


def test_the_first_wrong_number_is_named_and_what_explains_it() -> None:
    found = check_working(Q, [K, V], metric=attention, weights=UNSCALED, tokens="cat saw itself")
    assert found.first_wrong == "weights_2_1"
    assert [one.name for one in found.misconceptions if len(one.misconceptions) == 1] == ["attention-no-scaling"]
    assert found.headline.value == "w₂,₁ is wrong"
    assert [step.name for step in found.steps()] == ["attention-no-scaling", "softmax_2"]
    assert "nan" not in str(found) + found.to_latex() + json.dumps(found.to_dict(), allow_nan=False)


def test_what_follows_from_a_wrong_number_follows() -> None:
    slip = check_working(Q, [K, V], metric=attention, scores="2 2 2; 2 4 2; 4 0 3", scaled_3_3="3/2",
                         weights_3_3="0.348", outputs_3_1="2.755")  # fmt: skip
    assert {one.claim.name: one.kind for one in slip.verdicts if one.kind != "right"} == {
        "scores_3_3": "wrong", "scaled_3_3": "follows", "weights_3_3": "follows", "outputs_3_1": "wrong",
    }  # fmt: skip


def test_what_cannot_be_claimed_is_an_error() -> None:
    for claims in ({"weights": [[1, 2, 3, 4]]}, {"weights": 3}, {"weights_4_1": 1}, {"weight": 1}, {}, {"powers": 1}):
        with pytest.raises(InputError):
            check_working(Q, [K, V], metric=attention, **claims)
    for references in ([K], None, [K, V, V], "K V"):
        with pytest.raises(InputError, match="keys, values"):
            check_working(Q, references, metric=attention, weights_1_1=1)


# Every mistake.


@every_mistake
def test_its_own_numbers_name_it(one: Misconception) -> None:
    draw, found = Random(one.name), 0
    for _ in range(12):
        q, k, v = ([[draw.randint(-1, 2) for _ in range(4)] for _ in range(3)] for _ in range(3))
        causal = one.name in MASKED or draw.random() < 0.3
        mistake = one.on(q, [k, v], causal=causal)
        claims = {name: str(plain(mistake.wrong[name])) for name in mistake.right.forms}
        if not mistake.shows or "None" in claims.values():
            continue
        diagnosis = check_working(q, [k, v], metric=attention, causal=causal, **claims)
        assert diagnosis.first_wrong == mistake.shows[0]
        assert [*diagnosis.search.singles([one])] == [one]
        found += 1
    assert found >= 3


@every_mistake
def test_no_smaller_example_shows_it(one: Misconception) -> None:
    words = one.example.size[0]
    for n, m, d, wide in product((1, 2), (1, 2), (1, 2), (1, 2)):
        size = n * d + m * d + m * wide
        if size >= words or (one.example.settings and n != m):
            continue
        for numbers in product((0, 1), repeat=size):
            rest = iter(numbers)
            q, k, v = ([[next(rest) for _ in range(c)] for _ in range(r)] for r, c in ((n, d), (m, d), (m, wide)))
            shows = one.on(q, [k, v], **one.example.settings)
            assert not shows.shows or None in map(plain, map(shows.wrong.__getitem__, shows.shows)), (q, k, v)  # 0/0


@every_mistake
def test_it_stops_at_nothing(one: Misconception) -> None:
    for q, k, v in (("1 0", "0 1; 1 1", "1 2 3; 4 5 6"), ("0", "0", "0"), ("1; 2; 3", "1; 1; 1", "2; 2; 2")):
        for causal in {False, len(q.split(";")) == len(k.split(";"))}:
            mistake = one.on(q, [k, v], causal=causal)
            assert set(mistake.right.forms) == set(mistake.wrong.forms)
            assert "nan" not in str(mistake) + json.dumps(mistake.to_dict(), allow_nan=False)


def test_with_nothing_replaced_the_numbers_are_the_traces() -> None:
    for trace in (CAT, CAUSAL):
        forms = ATTENTION.numbers(ATTENTION.sheet(trace), {})
        for name in ("scores", "scaled", "weights", "outputs"):
            for row, numbers in enumerate(getattr(trace, name), 1):
                for column, number in enumerate(numbers, 1):
                    assert same(forms[f"{name}_{row}_{column}"], float(number))


def test_masked_late_a_row_no_longer_adds_up_to_1() -> None:
    wrong = misconceptions.get("attention-mask-late").on(Q, [K, V], causal=True).wrong
    assert same(wrong["weights_1_1"], 1 / 3)
    assert wrong["weights_1_2"] == 0


# Exercises.


@pytest.mark.parametrize("level", [1, 2, 3])
def test_an_exercise_shows_its_matrices_and_its_key_the_working(level: int) -> None:
    made = exercises(seed=7, topic="attention", level=level, count=3)
    for one in made:
        rows = [[cell.tokens for cell in cells] for _, *cells in one.text.rows]  # type: ignore[union-attr]
        trace: Any = attention(*zip(*rows, strict=True), **one.settings)
        name, row, column = one.asks.split("_")
        right = getattr(trace, name)[int(row) - 1][int(column) - 1]
        assert same(one.answer, float(right))
        assert one.verdict(f"{float(right):.4f}").kind == "right"
        for wrong in one.misconceptions:
            assert one.mistake(str(plain(one.wrong_answers[wrong]))).name == wrong  # type: ignore[union-attr]
        assert "e^" in str(made.key) or level == 1
    assert ("causal mask" in str(made)) == (level == 3)


def test_the_quiz_takes_them() -> None:
    assert mtexplain.quiz(topic="attention", level=2) is not None
