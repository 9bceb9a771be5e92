"""GPT: objectives that can be worked out by hand, rows of tokens as in Figure 1, and the count of learned numbers."""

import copy
import json
import pickle
from fractions import Fraction
from math import exp, inf, isclose, log
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mtexplain
from mtexplain import check, check_working, misconceptions, models
from mtexplain.display.parts import Table, Words
from mtexplain.inputs import InputError
from mtexplain.models.mistakes import FAMILIES
from mtexplain.models.tasks import SIZES, TASKS, numbers_of
from mtexplain.tracing.number import plain

FINE_TUNING: Any = models.fine_tuning
HALVES = ["1/2", "1/4", "1/8", "1/4"]
ONE = [(HALVES, "1/2")]
TWO = [(HALVES, "1/2"), (["1/2", 0.1], "3/4")]
NAMED: Any = {"texts": ["good film at last", "so dull"], "labels": ["positive", "negative"]}
P = st.fractions(0, 1, max_denominator=50)
EXAMPLES = st.lists(st.tuples(st.lists(P, max_size=5), st.none() | P), max_size=4)
HOSTILE = "<script> $x$ \\textbf{x} & שלום"


def text_of(cell: Any) -> str:
    return " ".join(cell.tokens) if isinstance(cell, Words) else str(cell)


# Objectives.


def test_powers_of_a_half() -> None:
    """2 · 2 · 2 · 2 · 2 · 2 · 2 · 2 = 256, because four tokens halve the probability eight times."""
    trace = models.fine_tuning(ONE)
    assert isclose(trace.l1, -8 * log(2))
    assert isclose(trace.l2, -log(2))
    assert isclose(trace.l3, -5 * log(2))
    assert trace.perplexity == 4
    assert f"{float(trace.l1):.3f}" == "-5.545"


@given(EXAMPLES, st.fractions(0, 3, max_denominator=9))
def test_sums_of_logarithms(examples: list[tuple[list[Fraction], Fraction | None]], weight: Fraction) -> None:
    trace = models.fine_tuning(examples, weight=weight)
    tokens, labels = [p for text, _ in examples for p in text], [p for _, p in examples if p is not None]
    l1, l2 = (sum(log(p) if p else -inf for p in some) for some in (tokens, labels))
    assert isclose(trace.l1, l1, abs_tol=1e-12)
    assert isclose(trace.l2, l2, abs_tol=1e-12)
    assert isclose(trace.l3, l2 + float(weight) * l1 if weight else l2, abs_tol=1e-12)
    assert trace.l3 <= 0
    shares: Any = [row[-1] for row in trace.table.rows]
    assert isclose(sum(share.value for share in shares), trace.l3, abs_tol=1e-12)


@given(st.lists(P, min_size=1, max_size=6))
def test_the_mean_loss_is_that_of_perplexity(known: list[Fraction]) -> None:
    trace, other = models.fine_tuning([(known, 1)]), mtexplain.perplexity(known)
    assert trace.perplexity == other.score
    assert trace.perplexity == inf or isclose(trace.perplexity, exp(-trace.l1 / len(known)))


def test_more_probable_is_better() -> None:
    better = models.fine_tuning([(["1/2", "1/4", "1/4", "1/4"], "1/2")])
    assert models.fine_tuning(ONE).l3 < better.l3 < models.fine_tuning([([1, 1], 1)]).l3 == 0


def test_a_weight_of_0_leaves_the_task() -> None:
    trace = models.fine_tuning([([0, 1], "1/2")], weight=0)
    assert trace.l3 == float(trace.l2)
    assert trace.l1 == -inf
    assert trace.step("l3").numbers == "-0.6931"


def test_what_is_impossible_has_no_end() -> None:
    trace = models.fine_tuning([(["1/2", 0], "1/2")])
    assert (trace.l3, trace.perplexity) == (-inf, inf)
    assert [note.code for note in trace.notes] == ["impossible"]
    assert trace.value == "-∞"
    assert "nan" not in str(trace) + json.dumps(trace.to_dict(), allow_nan=False).lower()
    assert models.fine_tuning([([], 0)]).l3 == -inf


@pytest.mark.parametrize(
    ("examples", "codes"),
    [
        ([], ["no-tokens", "no-labels"]),
        ([([], "1/2")], ["no-tokens"]),
        ([(HALVES, None)], ["no-labels"]),
        ([(HALVES, None), ([], 1)], []),
    ],
)
def test_nothing_to_add_is_0(examples: Any, codes: list[str]) -> None:
    trace = models.fine_tuning(examples)
    assert [note.code for note in trace.notes] == codes
    assert (plain(trace.perplexity) is None) == ("no-tokens" in codes)
    assert str(trace)
    assert trace._repr_html_()
    assert trace.to_latex()
    assert len(trace.to_frame()) == len(trace.table.rows)


def test_tokens_and_labels_have_their_names() -> None:
    trace = models.fine_tuning(TWO, **NAMED)
    assert [text_of(row[1]) for row in trace.table.rows] == "good film at last positive so dull negative".split()
    assert [row[0] for row in trace.table.rows] == [1] * 5 + [2] * 3
    assert [str(row[4]) for row in trace.table.rows] == ["1/2"] * 4 + ["1"] + ["1/2"] * 2 + ["1"]
    assert [text_of(row[1]) for row in models.fine_tuning(TWO).table.rows] == [
        "u₁",
        "u₂",
        "u₃",
        "u₄",
        "y₁",
        "u₁",
        "u₂",
        "y₂",
    ]


def test_labels_have_another_colour() -> None:
    drawn: Any = models.fine_tuning(TWO, **NAMED).picture
    kinds = {box.title.partition(":")[0]: box.kind for box in drawn.boxes}
    assert kinds["good"] == "credited"
    assert kinds["positive"] == "here"
    assert "-5.251" in drawn.text


def test_steps_have_formula_numbers_and_value() -> None:
    trace = models.fine_tuning(ONE)
    assert [step.name for step in trace.steps()] == ["l1", "perplexity", "l2", "l3"]
    assert trace.step("l1").numbers == "log(1/2) + log(1/4) + log(1/8) + log(1/4)"
    assert trace.step("perplexity").numbers == "e^(-(-5.545) / 4)"
    assert trace.step("l3").symbols == "L_3 = L_2 + λ * L_1"
    assert trace.step("l3").numbers == trace.exact == "-0.6931 + 1/2 * (-5.545)"
    assert "-L1/T" in trace.step("perplexity").why


@pytest.mark.parametrize(
    ("examples", "settings", "message"),
    [
        ("1/2", {}, "examples: got a string, '1/2'; expected a list, with a pair"),
        ([["1/2", "1/4", "1/8"]], {}, "examples[0]: got list, ['1/2', '1/4', '1/8']; expected a pair"),
        ([("1/2", "1/2")], {}, "examples[0]: got a string, '1/2'; expected a list with a probability for each token"),
        (
            [(["1/2"], "1/2"), (["3/2"], 1)],
            {},
            "examples[1], token u₁: got a fraction, 3/2; expected a number from 0 to 1",
        ),
        ([([-0.5], 1)], {}, "examples[0], token u₁: got a fraction, -1/2; expected a number from 0 to 1"),
        ([([None], 1)], {}, "examples[0], token u₁: got None; expected a number"),
        ([(["1/2"], "yes")], {}, "examples[0], label y₁: got a string, 'yes'; expected a number"),
        (ONE, {"texts": ["a b"]}, "texts[0]: got 2 tokens; expected 4, one for each probability"),
        (ONE, {"texts": ["a b c d", "e"]}, "texts: got 2 tokens; expected 1, one for each text"),
        (ONE, {"labels": ["a", "b"]}, "labels: got 2 tokens; expected 1, one for each text"),
        (ONE, {"weight": -1}, "weight: got a fraction, -1; expected a number from 0 to 1000"),
        (ONE, {"weight": "half"}, "weight: got a string, 'half'; expected a number"),
    ],
)
def test_what_can_not_be_taken(examples: Any, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        models.fine_tuning(examples, **settings)
    assert str(error.value).startswith(message)


# By hand.


def test_a_hand_computation_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    claims: Any = {"l1": -5.545, "perplexity": 4, "l2": -0.693, "l3": -3.466}
    assert check_working(ONE, metric=FINE_TUNING, **claims).first_wrong is None
    assert check(-3.466, models.fine_tuning(ONE), "l3").kind == "right"
    assert "L1 forgotten" in check(-0.693, models.fine_tuning(ONE), "l3").text
    endless = check_working([([0], 1)], metric=FINE_TUNING, l1="-inf", perplexity=inf, l3=-inf)
    assert endless.first_wrong is None


@pytest.mark.parametrize("one", FAMILIES["GPT"], ids=lambda one: one.name)
def test_each_mistake_is_found_from_its_numbers(one: Any) -> None:
    wrong = one.on(TWO, [])
    claims: Any = {name: float(wrong.wrong[name]) for name in ("l1", "perplexity", "l2", "l3")}
    found = check_working(TWO, metric=FINE_TUNING, **claims)
    assert [explanation.name for explanation in found.misconceptions] == [one.name]
    assert one.smallest.shows
    assert str(one.smallest)
    assert one.smallest._repr_html_()


def test_mistakes_are_listed() -> None:
    assert tuple(misconceptions.of(models.fine_tuning)) == FAMILIES["GPT"]
    assert len({one.explanation for one in FAMILIES["GPT"]}) == len(FAMILIES["GPT"]) == 8


# Tasks.


@pytest.mark.parametrize(
    ("task", "texts", "rows"),
    [
        ("classification", ["a b"], ["<s> a b <e>"]),
        ("entailment", ["a b", "c"], ["<s> a b $ c <e>"]),
        ("similarity", ["a b", "c"], ["<s> a b $ c <e>", "<s> c $ a b <e>"]),
        ("multiple-choice", ["z", "a"], ["<s> z $ a <e>"]),
        ("multiple-choice", ["z", "a", "b c", "d"], ["<s> z $ a <e>", "<s> z $ b c <e>", "<s> z $ d <e>"]),
    ],
)
def test_rows_are_those_of_figure_1(task: str, texts: list[str], rows: list[str]) -> None:
    """Radford et al. 2018, section 3.3: ⟨s⟩, $ and ⟨e⟩ are the start, the delimiter and the extract token."""
    trace = models.task_input(task, *texts)
    names = {"<s>": "start", "$": "delimiter", "<e>": "extract"}
    for (_, words), row in zip(trace.rows, rows, strict=True):
        assert words.tokens == tuple(names.get(one, one) for one in row.split())
        assert words.new == {place for place, one in enumerate(row.split()) if one in names}
    assert trace.total == sum(len(row.split()) for row in rows)
    assert [row[-1] for row in trace.table.rows] == [len(row.split()) for row in rows]
    assert trace.value == f"{len(rows)} row{'s' * (len(rows) > 1)}"


def test_a_word_start_of_the_text_is_not_new() -> None:
    ((_, words),) = models.task_input("classification", "start extract").rows
    assert words.tokens == ("start", "start", "extract", "extract")
    assert words.new == {0, 3}


def test_how_rows_come_together() -> None:
    def output(task: str, *texts: str) -> str:
        return models.task_input(task, *texts).step("output").numbers

    assert output("entailment", "a", "b") == output("classification", "a") == "softmax(h * W_y)"
    assert output("similarity", "a", "b") == "softmax((h_1 + h_2) * W_y)"
    assert output("multiple-choice", "a", "b", "c") == "softmax(h_r * W_y)"


@given(st.sampled_from([*TASKS]), st.lists(st.text(), min_size=2, max_size=2))
def test_every_token_goes_in(task: str, texts: list[str]) -> None:
    trace = models.task_input(task, *texts[: len(TASKS[task]["texts"])])
    for _, words in trace.rows:
        old = [one for place, one in enumerate(words.tokens) if place not in words.new]
        assert sorted(old) == sorted(token for text in trace.tokens for token in text)
    assert bool(trace.notes) == (() in trace.tokens)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("entail", "a"), "task: got a string, 'entail'; expected one of classification, entailment, similarity"),
        (([], "a"), "task: got list, []; expected one of"),
        (("entailment", "a"), "entailment: got 1 text; expected 2: premise, hypothesis."),
        (("classification", "a", "b"), "classification: got 2 texts; expected 1: text."),
        (("multiple-choice", "a"), "multiple-choice: got 1 text; expected 2: context, answer 1."),
        (("similarity", "a", ["b"]), "texts[1]: got list, ['b']; expected one string"),
    ],
)
def test_what_is_no_task(given: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        models.task_input(*given)
    assert str(error.value).startswith(message)


# Numbers.


def counted(size: dict[str, int]) -> tuple[int, int]:
    """The number of values that a model learns, matrix by matrix, and of values that are new for a task."""
    d, f = size["d"], size["f"]
    shapes = [(size["v"], d), (size["c"], d)]
    for _ in range(size["n"]):
        shapes += [(d, d)] * 4 + [(1, d)] * 4  # queries, keys, values, output, each with a bias
        shapes += [(d, f), (1, f), (f, d), (1, d)]
        shapes += [(1, d)] * 4  # two normalisations: gain and bias
    return sum(rows * width for rows, width in shapes), sum([d * size["k"], *[d] * 3])


@given(st.fixed_dictionaries({name: st.integers(1, 20) for name in "ndfvck"}))
def test_the_totals_are_the_sums_of_the_parts(size: dict[str, int]) -> None:
    values = list(numbers_of(**size).values())
    assert sum(values[:5]) == values[5]
    assert sum(values[6:8]) == values[8]
    assert (values[5], values[8]) == counted(size)


def test_the_numbers_of_gpt() -> None:
    """The paper's 117 million, as in the published weights, in which the output shares the token embeddings."""
    numbers: Table = models.task_input("classification", "a").sizes
    totals = {row[0]: row[2:] for row in numbers.rows}
    assert totals["all that is reused"] == ("316", "116,534,784")
    assert totals["all that is new"] == ("20", "3,840")
    assert SIZES["GPT"]["v"] == 40_000 + 478


# In every medium.

TRACES = [
    models.fine_tuning(TWO, **NAMED),
    models.fine_tuning([([0, "1/2"], None)], texts=["<script> $x$"], labels=["\\textbf{x}"]),
    models.task_input("multiple-choice", "it rained", HOSTILE, ""),
]


@pytest.mark.parametrize("trace", TRACES)
def test_every_medium_shows_it(trace: Any) -> None:
    media = [
        str(trace),
        trace._repr_html_(),
        trace.to_html(),
        trace.to_latex(),
        json.dumps(trace.to_dict(), allow_nan=False),
    ]
    assert all("None" not in one and "nan" not in one.lower().split() for one in media[:4])
    assert all("<script> " not in one and "<script>," not in one for one in media[1:3])
    assert "\\textbf{x}" not in media[3].replace("\\textbackslash", "")
    assert len(trace.to_frame()) == len(trace.table.rows)
    assert "<script> $x$" not in mtexplain.stepper(trace).to_html()
    assert pickle.loads(pickle.dumps(trace)) == trace == copy.deepcopy(trace)
