"""The worked examples of ROUGE: what is right is what the trace computes."""

from fractions import Fraction

import pytest

from mtexplain.display import plain
from mtexplain.metrics.rouge import views
from mtexplain.metrics.rouge.examples import EXAMPLES as ROUGE
from mtexplain.recipe.example import Example, Number
from tests.worked import every_number, printed

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
        "R": lambda: plain.formula(views.as_value(trace, "r")),
        "P": lambda: plain.formula(views.as_value(trace, "p")),
        "F": lambda: str(Fraction(trace.score).limit_denominator(1000)),
        "WLCS": lambda: str(trace.matches),
        "skip-bigrams": lambda: str(trace.candidate_total),
    }[quantity]()


@every_number(ROUGE)
def test_the_right_number_is_what_the_trace_computes(example: Example, number: Number) -> None:
    assert number.right == computed(example, number.quantity)


def test_the_printed_numbers_are_those_of_the_sources() -> None:
    assert printed(ROUGE) == PRINTED


@every_number(ROUGE)
def test_what_is_printed_is_right_as_far_as_it_goes(example: Example, number: Number) -> None:
    if number.printed is not None:
        assert float(Fraction(number.printed)) == pytest.approx(float(Fraction(number.right)), abs=0.0005)


def test_every_example_names_the_rouge_that_it_is_of() -> None:
    assert [example.trace().metric for example in ROUGE] == [example.metric.__name__ for example in ROUGE]
    assert len({example.title for example in ROUGE}) == len(ROUGE)
