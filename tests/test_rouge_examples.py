"""The worked examples of ROUGE: what is right is what the trace computes."""

from fractions import Fraction

import pytest

from mtexplain.display import plain
from mtexplain.examples.example import Example, Number
from mtexplain.examples.rouge import ROUGE
from mtexplain.metrics.rouge import formulas

every_number = pytest.mark.parametrize(
    ("example", "number"),
    [pytest.param(one, number, id=f"{one.name}: {number.quantity}") for one in ROUGE for number in one.numbers],
)
PRINTED = {
    ("lin-s2-l", "R"): "3/4",
    ("lin-s3-l", "R"): "2/4",
    ("lin-s4-l", "R"): "2/4",
    ("lin-s2-s", "R"): "3/6",
    ("lin-s3-s", "R"): "1/6",
    ("lin-s4-s", "R"): "2/6",
    ("lin-union", "R"): "4/5",
    ("lin-w-in-a-row", "R"): "0.571",
    ("lin-w-with-gaps", "R"): "0.286",
    ("notes-e-skip-bigrams", "skip-bigrams"): "6",
}


def computed(example: Example, quantity: str) -> str:
    trace = example.trace()
    return {
        "R": lambda: plain.formula(formulas.value(trace.together.recall)),
        "P": lambda: plain.formula(formulas.value(trace.together.precision)),
        "F": lambda: str(trace.together.f(trace.rules.beta)),
        "WLCS": lambda: str(trace.overlaps[0].matches),
        "skip-bigrams": lambda: str(trace.overlaps[0].candidate_total),
    }[quantity]()


@every_number
def test_the_right_number_is_what_the_trace_computes(example: Example, number: Number) -> None:
    assert number.right == computed(example, number.quantity)


def test_the_printed_numbers_are_those_of_the_sources() -> None:
    printed = {(one.name, number.quantity): number.printed for one in ROUGE for number in one.numbers if number.printed}
    assert printed == PRINTED


@every_number
def test_what_is_printed_is_right_as_far_as_it_goes(example: Example, number: Number) -> None:
    if number.printed is not None:
        assert float(Fraction(number.printed)) == pytest.approx(float(Fraction(number.right)), abs=0.0005)


def test_every_example_has_a_name_of_its_own_a_title_and_a_source() -> None:
    assert len({example.name for example in ROUGE}) == len({example.title for example in ROUGE}) == len(ROUGE)
    assert all(example.source.startswith(("Lin 2004, section", "notes E", "mtexplain", "documentation", "tests of"))
               for example in ROUGE)  # fmt: skip


def test_an_example_is_scored_by_its_settings() -> None:
    for example in ROUGE:
        trace = example.trace()
        assert (trace.candidate_text, trace.reference_texts) == (example.candidate, example.references)
        assert trace.metric == example.metric.__name__
