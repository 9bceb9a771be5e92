"""The perplexity of given probabilities and of distributions: numbers in print, and some counted on fingers."""

import math
from decimal import localcontext
from fractions import Fraction

import pytest

from mtexplain.display import plain
from mtexplain.display.parts import Beside, Equation
from mtexplain.metrics.perplexity import Perplexity, distribution_perplexity, perplexity

NOTES_D = ["1/2", "1/4", "1/8", "1/4"]


def test_four_tokens_of_the_notes_are_four_choices() -> None:
    """Notes D: the product of (1/P)^(1/T); 1/2 * 1/4 * 1/8 * 1/4 = 1/256, and 4^4 = 256."""
    trace = perplexity(NOTES_D)
    assert trace.score == 4.0
    assert trace.product == Fraction(1, 256)
    assert trace.root == 4
    assert trace.entropy == pytest.approx(1.3862943611198906, abs=1e-15)
    assert trace.exact == "(1/2 * 1/4 * 1/8 * 1/4)^(-1/4)"


def test_in_bits_the_four_tokens_have_whole_surprises() -> None:
    trace = perplexity(NOTES_D, base=2)
    assert trace.entropy == 2.0
    assert [row[-2] for row in trace.table.rows] == ["1", "2", "3", "2"]
    assert [plain.cell(row[-1]) for row in trace.table.rows] == ["1/2", "1/8", "1/64", "1/256"]


def test_a_zero_ten_times_as_likely_is_five_choices_and_more() -> None:
    """SLP3, exercise: 10/19 for the zero, 1/19 for each other digit, is 19/10^(10/19) = 5.655."""
    probabilities = ["10/19", *["1/19"] * 9]
    trace = distribution_perplexity(probabilities)
    assert trace.score == pytest.approx(19 / 10 ** (10 / 19), rel=1e-15)
    assert trace.score == pytest.approx(5.655067739099505, rel=1e-15)
    assert trace.exact == "(19/10)^(10/19) * 19^(9/19)"


def test_each_digit_once_is_another_text_and_the_note_says_so() -> None:
    """The answer often given, 15.09, is that of a text with one of each."""
    trace = perplexity(["10/19", *["1/19"] * 9])
    assert trace.score == pytest.approx(15.09223645976135, rel=1e-15)
    (note,) = trace.notes
    assert note.code == "distribution"
    assert "5.655" in note.text


def test_no_note_where_both_readings_give_the_same() -> None:
    assert perplexity(["1/10"] * 10).notes == ()


def test_log_probabilities_of_every_base_give_the_same_choices() -> None:
    bits = [-1, -2, -3, -2]
    by_base = {
        2: perplexity(log_probabilities=bits, base=2),
        "e": perplexity(log_probabilities=[bit * math.log(2) for bit in bits]),
        10: perplexity(log_probabilities=[bit * math.log10(2) for bit in bits], base=10),
    }
    for trace in by_base.values():
        assert trace.score == pytest.approx(4, rel=1e-15)
    assert by_base[2].score == 4.0
    assert by_base[2].exact == "2^((1 + 2 + 3 + 2) / 4)"
    assert by_base[2].product is None, "known by its logarithm only"


def test_a_base_that_does_not_match_gives_another_number() -> None:
    """Natural logarithms read as binary ones: 2^1.386 = 2.613, and not 4."""
    nats = [-math.log(p) for p in (2, 4, 8, 4)]
    assert perplexity(log_probabilities=nats, base=2).score == pytest.approx(2 ** (2 * math.log(2)), rel=1e-14)


def test_log_zero_is_a_probability_of_zero() -> None:
    trace = perplexity(log_probabilities=[-0.5, -math.inf])
    assert trace.score == math.inf
    assert trace.exact == "(e^(-0.5) * 0)^(-1/2)"


def test_a_root_that_is_a_fraction_comes_out_as_one() -> None:
    trace = perplexity(["4/9", "1/4"])
    assert trace.root == 3
    assert trace.score == 3.0
    assert perplexity(["4/9", "4/25"]).root == Fraction(15, 4)
    assert perplexity(["1/2", "1/4"]).root is None, "the square root of 8"


def test_both_forms_stand_side_by_side() -> None:
    forms = next(part for part in perplexity(NOTES_D, base=2).step("score").parts if isinstance(part, Beside))
    product, exponential = forms.parts
    assert isinstance(product, Equation)
    assert isinstance(exponential, Equation)
    assert plain.formula(product.numbers) == "(2 * 4 * 8 * 4)^(1/4) = 256^(1/4)"
    assert plain.formula(exponential.symbols) == "PP = 2^J"
    assert plain.formula(exponential.numbers) == "2^2"
    assert product.value == exponential.value == "4"


def test_the_terms_are_the_surprises_over_the_number_of_tokens() -> None:
    trace = perplexity(NOTES_D)
    shares = [math.log(n) / 4 for n in (2, 4, 8, 4)]
    assert [term.value for term in trace.terms] == pytest.approx(shares, rel=1e-15)
    assert sum(term.value for term in trace.terms) == pytest.approx(math.log(4), rel=1e-15)
    assert trace.account == "log"


def test_the_terms_of_a_distribution_add_up_to_its_entropy() -> None:
    trace = distribution_perplexity(["1/2", "1/4", "1/4"])
    assert [term.value for term in trace.terms] == pytest.approx([0.5 * math.log(2)] * 3, rel=1e-15)
    assert trace.score == pytest.approx(2**1.5, rel=1e-15)


def test_lower_is_better_and_a_perfect_model_is_exactly_1() -> None:
    trace = perplexity([1, 1, 1])
    assert trace.score == 1.0
    assert trace.lower_is_better
    assert trace.quality(1.0) > trace.quality(2.0)
    assert trace.range == (1, math.inf)


def test_a_distribution_ends_at_the_number_of_its_outcomes() -> None:
    assert distribution_perplexity([1, 0, 0]).score == 1.0
    assert distribution_perplexity(["1/3"] * 3).score == 3.0
    assert distribution_perplexity(["1/3"] * 3).range == (1, 3)


def test_an_outcome_that_never_comes_adds_nothing() -> None:
    trace = distribution_perplexity(["1/2", 0, "1/2"])
    assert trace.score == 2.0
    assert [(note.code, note.where) for note in trace.notes] == [("zero-probability", "outcome 2")]


def test_one_impossible_token_makes_the_perplexity_infinite() -> None:
    trace = perplexity(["1/2", 0, "1/4", 0])
    assert trace.score == math.inf
    assert trace.mean_surprise is None
    assert [term.value for term in trace.terms] == [math.log(2) / 4, math.inf, math.log(4) / 4, math.inf]
    assert [(note.code, note.where) for note in trace.notes] == [("zero-probability", "tokens 2 and 4")]
    assert trace.is_worst_case


def test_what_is_larger_than_any_float_is_infinite_and_the_note_says_what_it_is() -> None:
    trace = perplexity(log_probabilities=[-800])
    assert trace.score == math.inf
    assert not trace.is_worst_case
    assert [(note.code, "e^800" in note.text) for note in trace.notes] == [("overflow", True)]


def test_a_product_below_every_float_is_still_shown() -> None:
    """(1/10)^400 is no float, but it has a logarithm, and a root."""
    trace = perplexity(["1/10"] * 400)
    assert trace.score == 10.0
    assert trace.exact == "((1/10)^400)^(-1/400)"
    assert plain.cell(trace.table.rows[-1][-1]) == "1 * 10^(-400)"


def test_many_different_factors_are_cut_in_the_closed_form() -> None:
    trace = perplexity([f"1/{n}" for n in range(1, 31)])
    assert trace.exact == "(1 * 1/2 * 1/3 * 1/4 * 1/5 * 1/6 * 1/7 * 1/8 * 1/9 * 1/10 * … * 1/30)^(-1/30)"
    assert trace.score == pytest.approx(math.factorial(30) ** (1 / 30), rel=1e-15)


def test_the_reading_says_what_it_does_not_count() -> None:
    told = str(perplexity(NOTES_D).step("score"))
    assert "as unsure as with 4 of them, all equally likely" in told
    assert "no count of what is possible" in told


@pytest.mark.parametrize("given", [NOTES_D, [0.25, "1/3", 1], [Fraction(1, 7)], [0.123456789012345]])
def test_numbers_are_shown_as_they_were_given(given: list[float | str | Fraction]) -> None:
    values = [Fraction(number) if isinstance(number, str) else number for number in given]
    assert [float(Fraction(one)) for one in perplexity(given).given] == pytest.approx([float(v) for v in values])


def test_a_short_decimal_stays_one_and_a_third_becomes_a_fraction() -> None:
    assert perplexity([0.8, 1 / 3, 0.0011, 1, 0.0]).given == ("0.8", "1/3", "0.0011", "1", "0")


def test_the_signature_says_what_was_given() -> None:
    assert perplexity([0.5]).signature.startswith("perplexity · given probabilities · natural logarithms")
    logs = perplexity(log_probabilities=[-1], base=10)
    assert logs.signature.startswith("perplexity · given log-probabilities · logarithms to the base 10")


def test_the_whole_trace_is_told_in_four_steps() -> None:
    trace = perplexity(NOTES_D)
    assert [step.name for step in trace.steps()] == ["tokens", "ledger", "entropy", "score"]
    outcomes = [plain.formula(step.outcome) for step in trace.steps()]
    assert outcomes == ["T = 4", "P = 1/256", "J = 1.386", "PP = 4"]


def test_it_is_one_line_as_its_repr() -> None:
    assert repr(perplexity(NOTES_D)).startswith("Perplexity(4.0 = (1/2 * 1/4 * 1/8 * 1/4)^(-1/4); perplexity · given")
    assert isinstance(perplexity(NOTES_D), Perplexity)


def test_the_callers_own_decimal_settings_change_nothing() -> None:
    def numbers(trace: Perplexity) -> tuple[object, ...]:
        return trace.score, trace.entropy, trace.terms, str(trace)

    before = numbers(perplexity(["1/3", "2/7"], base=2))
    with localcontext(prec=3):
        assert numbers(perplexity(["1/3", "2/7"], base=2)) == before


@pytest.mark.parametrize("logs", [[-1, -1, -1000000], [-700, 0, -math.inf], [-1, -1, -math.inf]])
def test_logarithms_are_never_told_to_add_up_to_1(logs: list[float]) -> None:
    """What is left of forty digits may add up to 1, where the probabilities themselves do not."""
    assert "distribution" not in [note.code for note in perplexity(log_probabilities=logs, base=2).notes]


def test_given_numbers_have_no_markers_to_tell_of() -> None:
    assert perplexity(NOTES_D).step("tokens").numbers == "the number of tokens that were predicted"
