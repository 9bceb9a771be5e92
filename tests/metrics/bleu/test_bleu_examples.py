"""The worked examples of BLEU: what the sources print is typed in by hand, and what is right is computed."""

import math
from fractions import Fraction

from mtexplain import examples
from mtexplain.examples import FAMILIES, Example, Number
from tests.worked import every_number, printed

BLEU = FAMILIES["BLEU"]

EXAMPLES = {example.name: example for example in BLEU}

PRINTED = {
    # Papineni et al. 2002
    ("papineni-1-candidate-1", "p_1"): "17/18",
    ("papineni-1-candidate-1", "p_2"): "10/17",
    ("papineni-1-candidate-2", "p_1"): "8/14",
    ("papineni-1-candidate-2", "p_2"): "1/13",
    ("papineni-2", "p_1 without clipping"): "7/7",
    ("papineni-2", "p_1"): "2/7",
    ("papineni-2", "p_2"): "0",
    ("papineni-3", "p_1"): "2/2",
    ("papineni-3", "p_2"): "1/1",
    ("papineni-lengths", "r"): "12",
    ("papineni-lengths", "BP"): "1",
    # lecture and study notes
    ("notes-a", "p_1"): "6/8",
    ("notes-b", "p_1 without clipping"): "1",
    ("notes-b", "p_1"): "3/10",
    ("notes-c-the", "p_1 without clipping"): "7/7",
    ("notes-c-the", "p_1"): "2/7",
    ("notes-c-cat", "p_2"): "4/6",
    ("notes-c-cat", "BLEU"): "exp((p_1 + p_2 + p_3 + p_4)/4)",
    ("notes-d", "p_1"): "0.95",
    ("notes-e", "p_1"): "1.0",
    ("notes-e", "BP exponent"): "1 - 3/7",
}
WRONG_IN_THE_SOURCE = {
    ("notes-c-cat", "BLEU"),
    ("notes-d", "p_1"),
    ("notes-e", "BP exponent"),
}
ORDER = [
    *("start", "papineni-1-candidate-1", "papineni-1-candidate-2", "papineni-2", "papineni-3"),
    *("papineni-4-candidate-1", "papineni-4-candidate-2", "papineni-lengths"),
    *("notes-a", "notes-b", "notes-c-the", "notes-c-cat", "notes-d", "notes-e"),
]


def in_any_reference(example: Example) -> str:
    """p_1 without clipping: the candidate's words that some reference has, over all its words."""
    trace = example.trace()
    known = {word for reference in trace.references for word in reference}
    return f"{sum(word in known for word in trace.candidate)}/{len(trace.candidate)}"


def naive_recall(example: Example) -> str:
    """The share of the references' different words that the candidate uses."""
    trace = example.trace()
    known = {word for reference in trace.references for word in reference}
    return f"{len(known & set(trace.candidate))}/{len(known)}"


def computed(example: Example, quantity: str) -> str:
    """The quantity, as text, from the trace of the example."""
    trace = example.trace()
    if quantity == "p_1 without clipping":
        return in_any_reference(example)
    if quantity == "words of any reference used":
        return naive_recall(example)
    if quantity.startswith("p_"):
        return str(trace.precisions[int(quantity.removeprefix("p_")) - 1].ratio)
    return {
        "r": str(trace.brevity.reference_length),
        "BP exponent": str(trace.brevity.exponent),
        "BP": repr(trace.brevity.value).removesuffix(".0"),
        "BLEU": repr(float(trace.score)).removesuffix(".0"),
    }[quantity]


@every_number(BLEU)
def test_the_right_number_is_what_the_trace_computes(example: Example, number: Number) -> None:
    assert number.right == computed(example, number.quantity)


def test_the_printed_numbers_are_those_of_the_sources() -> None:
    assert printed(BLEU) == PRINTED


@every_number(BLEU)
def test_where_a_source_is_wrong_a_comment_says_how(example: Example, number: Number) -> None:
    if (example.name, number.quantity) in WRONG_IN_THE_SOURCE:
        assert number.comment
        assert number.printed != number.right
    elif number.printed is not None:
        assert Fraction(number.printed) == Fraction(number.right)


def test_the_formula_as_printed_in_notes_e_would_be_a_reward() -> None:
    (number,) = [number for number in EXAMPLES["notes-e"].numbers if number.quantity == "BP exponent"]
    assert f"e^(1 - 3/7) = {math.exp(1 - 3 / 7)} is a reward" in number.comment


def test_the_formula_as_printed_in_notes_c_would_be_above_1() -> None:
    (number,) = [number for number in EXAMPLES["notes-c-cat"].numbers if number.quantity == "BLEU"]
    average = sum(Fraction(str(order.ratio)) for order in EXAMPLES["notes-c-cat"].trace().precisions) / 4
    assert f"their formula gives {math.exp(average)}" in number.comment


def test_an_example_is_scored_by_its_settings() -> None:
    for example in BLEU:
        rules = example.trace().rules
        assert {name: getattr(rules, name) for name in example.settings} == example.settings


def test_the_names_are_in_teaching_order() -> None:
    assert examples.names("BLEU") == list(EXAMPLES) == ORDER
    assert examples.names()[: len(ORDER)] == ORDER
