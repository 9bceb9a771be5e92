"""The perplexity of given probabilities and of distributions: numbers in print and by hand, and what is refused."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest

from mtexplain import check_working, ngram_perplexity
from mtexplain.display import plain
from mtexplain.display.parts import Equation
from mtexplain.inputs import InputError, InputTypeError
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
    assert [plain.cell(row[-2]) for row in trace.table.rows] == ["1", "2", "3", "2"]
    assert [plain.cell(row[-1]) for row in trace.table.rows] == ["1/2", "1/8", "1/64", "1/256"]


def test_a_zero_ten_times_as_likely_is_five_choices_and_more() -> None:
    """SLP3, exercise: 10/19 for the zero, 1/19 for each other digit, is 19/10^(10/19) = 5.655."""
    probabilities = ["10/19", *["1/19"] * 9]
    trace = distribution_perplexity(probabilities)
    assert trace.score == pytest.approx(19 / 10 ** (10 / 19), rel=1e-15)
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


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("-.25", "-0.25"), ("-1E-5", "-1e-5"), ("-∞", "-inf"), ("\u2212inf", "-inf"), ("\u22120.5", "-0.5"),
     ("-2/4", "-1/2"), ("-1.", "-1"), (" -.5 ", "-0.5"), ("+0", "0")],
)  # fmt: skip
def test_a_logarithm_is_read_in_every_usual_form(typed: str, kept: str) -> None:
    assert perplexity(log_probabilities=[typed]) == perplexity(log_probabilities=[kept])
    assert perplexity(log_probabilities=[typed]).typed == (kept,)


def test_the_closed_form_has_the_surprises_also_of_fractions() -> None:
    """e to the power of (1/2 + 1/2) / 2 is 1.6487."""
    trace = perplexity(log_probabilities=["-1/2", "-0.5"])
    assert trace.exact == "e^((1/2 + 0.5) / 2)"
    assert trace.score == pytest.approx(math.exp(0.5))


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
    assert by_base[2].product == Fraction(1, 256)


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
    assert float(perplexity(["1/2", "1/4"]).root) == 8**0.5


def test_both_forms_of_the_score_are_shown() -> None:
    parts = perplexity(NOTES_D, base=2).step("score").parts
    product, power = (part for part in parts if isinstance(part, Equation))
    assert plain.formula(product.symbols) == "PP = (p_1 * … * p_T)^(-1/T)"
    assert plain.formula(product.numbers) == "(1/2 * 1/4 * 1/8 * 1/4)^(-1/4)"
    assert plain.formula(power.symbols) == "PP = 2^J"
    assert plain.formula(power.numbers) == "2^2"
    assert product.value == power.value == "4"


def test_formulas_are_shown_from_the_first_to_the_last_and_a_logarithm_to_its_base() -> None:
    trace = perplexity(["1/2", 0.25, "2/7"], base=2)
    assert repr(trace.product) == "P = p_1 * … * p_T = 1/2 * 0.25 * 2/7 = 1/28", "as they were written"
    assert repr(trace.surprise(1)) == "s_1 = -log_2(p_1) = -log_2(1/2) = 1"
    assert repr(trace.entropy).startswith("J = (sum_t s_t) / T = (1 + 2 + 1.807) / 3")


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
    assert distribution_perplexity(["1/3"] * 3).range == (1, 3)


def test_an_outcome_that_never_comes_adds_nothing() -> None:
    trace = distribution_perplexity(["1/2", 0, "1/2"])
    assert trace.score == 2.0
    assert [(note.code, note.where) for note in trace.notes] == [("zero-probability", "outcome 2")]


def test_one_impossible_token_makes_the_perplexity_infinite() -> None:
    trace = perplexity(["1/2", 0, "1/4", 0])
    assert trace.score == math.inf
    assert trace.entropy == math.inf
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
    assert trace.exact.endswith("* 1/10 * … * 1/10)^(-1/400)")
    assert plain.cell(trace.table.rows[-1][-1]) == "1 × 10⁻⁴⁰⁰"


def test_many_different_factors_are_cut_in_the_closed_form() -> None:
    trace = perplexity([f"1/{n}" for n in range(1, 31)])
    assert trace.exact == "(1 * 1/2 * 1/3 * 1/4 * 1/5 * 1/6 * 1/7 * 1/8 * 1/9 * 1/10 * … * 1/30)^(-1/30)"
    assert trace.score == pytest.approx(math.factorial(30) ** (1 / 30), rel=1e-15)


def test_the_reading_says_what_it_does_not_count() -> None:
    told = str(perplexity(NOTES_D).step("score"))
    assert "as hard as guessing among 4 equally likely tokens" in told
    assert "is not the number of possible tokens" in told


@pytest.mark.parametrize("given", [NOTES_D, [0.25, "1/3", 1], [Fraction(1, 7)], [0.123456789012345]])
def test_numbers_are_shown_as_they_were_given(given: list[float | str | Fraction]) -> None:
    values = [Fraction(number) if isinstance(number, str) else number for number in given]
    assert [float(Fraction(one)) for one in perplexity(given).typed] == pytest.approx([float(v) for v in values])


def test_a_short_decimal_stays_one_and_a_third_becomes_a_fraction() -> None:
    assert perplexity([0.8, 1 / 3, 0.0011, 1, 0.0]).typed == ("0.8", "1/3", "0.0011", "1", "0")


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
    """With forty digits the probabilities may seem to add up to 1 although they do not."""
    assert "distribution" not in [note.code for note in perplexity(log_probabilities=logs, base=2).notes]


def test_given_numbers_have_no_markers_to_tell_of() -> None:
    assert perplexity(NOTES_D).step("tokens").numbers == "the number of tokens that were predicted"


# What is refused: each message says where, and how to mend it.

REFUSED: dict[str, tuple[Any, str, str]] = {
    "one string": ("0.5 0.25", "probabilities: ", "Write a list of numbers."),
    "one number": (0.5, "probabilities: ", r"write \[0.5\]"),
    "a dict": ({"a": 0.5}, "probabilities: ", "distribution_perplexity"),
    "a set": ({0.5}, "probabilities: ", "Order matters"),
    "a generator": ((p for p in [0.5]), "probabilities: ", r"Write list\(...\)"),
    "no token": ([], "probabilities: ", "The mean needs at least one token"),
    "nan": ([0.5, math.nan], r"probabilities\[1\]: ", "0/0"),
    "infinity": ([math.inf], r"probabilities\[0\]: ", "Such a number"),
    "percent": ([50, 25], r"probabilities\[0\]: ", "percentage"),
    "above 1": ([0.5, 1.5], r"probabilities\[1\]: ", "from 0 to 1"),
    "a count": ([827], r"probabilities\[0\]: ", "count of its history"),
    "a rounding error": ([1.0000000002], r"probabilities\[0\]: ", r"min\(p, 1\)"),
    "negative": ([-0.69], r"probabilities\[0\]: ", "log_probabilities="),
    "a row for each token": ([[0.1, 0.9], [0.5, 0.5]], r"probabilities\[0\]: ", "the probability of that token"),
    "None": ([None], r"probabilities\[0\]: ", "a number from 0 to 1"),
    "a flag": ([True], r"probabilities\[0\]: ", "a number from 0 to 1"),
    "a word": (["half"], r"probabilities\[0\]: ", 'Write "1/4" or "0.25"'),
    "two numbers in one string": (["0.5 0.5"], r"probabilities\[0\]: ", "a number from 0 to 1 for each token"),
    "divided by 0": (["1/0"], r"probabilities\[0\]: ", 'Write "1/4"'),
    "nan in writing": (["nan"], r"probabilities\[0\]: ", 'Write "1/4"'),
    "digits of another script": (["١/٢"], r"probabilities\[0\]: ", 'Write "1/4"'),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_probability_is_refused_with_a_way_to_mend_it(name: str) -> None:
    given, where, fix = REFUSED[name]
    with pytest.raises(InputError, match=f"^{where}.*{fix}"):
        perplexity(given)


@pytest.mark.parametrize(
    ("given", "where", "fix"),
    [
        ([0.7, 0.2], r"log_probabilities\[0\]: ", r"Write perplexity\(\[...\]\)"),
        ([1.2, 0.4], r"log_probabilities\[0\]: ", "change the signs"),
        ([-1, math.nan], r"log_probabilities\[1\]: ", "0 or less"),
        ([-1, math.inf], r"log_probabilities\[1\]: ", "0 or less"),
        ([-1e300], r"log_probabilities\[0\]: ", "-math.inf"),
        ("-1", "log_probabilities: ", "Write a list of numbers."),
        ([], "log_probabilities: ", "The mean needs at least one token"),
    ],
)
def test_what_is_no_log_probability_is_refused(given: Any, where: str, fix: str) -> None:
    with pytest.raises(InputError, match=f"^{where}.*{fix}"):
        perplexity(log_probabilities=given)


def test_one_of_the_two_is_asked_for() -> None:
    with pytest.raises(InputError, match="neither"):
        perplexity()
    with pytest.raises(InputError, match="both"):
        perplexity([0.5], log_probabilities=[-0.7])


def test_a_wrong_type_is_a_type_error_too() -> None:
    wrong: Any = "0.5"
    with pytest.raises(InputTypeError):
        perplexity(wrong)


@pytest.mark.parametrize("base", [3, "ln", 0, True, None.__class__, 2.5, math.nan])
def test_an_unknown_base_is_refused(base: Any) -> None:
    with pytest.raises(InputError, match=r'^base: .*"e", 2 or 10'):
        perplexity([0.5], base=base)


@pytest.mark.parametrize(("base", "kept"), [("e", "e"), (math.e, "e"), (2, "2"), ("2", "2"), (10.0, "10"), (None, "e")])
def test_a_base_may_be_written_as_a_number_or_a_name(base: Any, kept: str) -> None:
    assert perplexity([0.5], base=base).rules.base == kept


def test_there_are_as_many_tokens_as_numbers() -> None:
    with pytest.raises(InputError, match=r"tokens: got 1 of them; expected 2.*</s> is a token, too"):
        perplexity([0.5, 0.5], tokens=["the"])
    with pytest.raises(InputError, match="letter by letter"):
        perplexity([0.5, 0.5], tokens="ab")


@pytest.mark.parametrize("given", [[0.5, 0.4], [0.5, 0.6], [0, 0], ["1/3", "1/3"]])
def test_the_probabilities_of_a_distribution_add_up_to_1(given: list[float]) -> None:
    with pytest.raises(InputError, match=r"probabilities: got . numbers whose sum is .*use perplexity"):
        distribution_perplexity(given)


def test_floats_may_miss_1_by_a_rounding_error() -> None:
    given = [0.1] * 10
    assert sum(map(Fraction, given)) != 1
    assert distribution_perplexity(given).score == 10.0


@pytest.mark.parametrize(
    "number", [0, 1, 0.5, "1/2", " 0.5 ", "5e-1", Fraction(1, 2), -0.0, "2/4", 5e-324, "1e-300", 1e-12]
)
def test_every_way_to_write_a_probability_is_taken(number: Any) -> None:
    trace = perplexity([number])
    assert 1 <= trace.score <= math.inf
    assert perplexity(list(trace.typed)).typed == trace.typed, "what is kept reads the same"


def test_a_decimal_is_no_real_number_to_python_and_is_refused() -> None:
    wrong: Any = [Decimal("0.5")]
    with pytest.raises(InputTypeError, match=r"probabilities\[0\]"):
        perplexity(wrong)


@pytest.mark.parametrize(
    ("probabilities", "choices"), [(["1/4"], 4), (["1/2", "1/8"], 4), (["1/3", "1/2"], 3), (["1/30"], 0), (["0"], 0)]
)
def test_a_fork_has_an_end_for_each_choice(probabilities: list[str], choices: int) -> None:
    """Of sqrt(6) = 2.449 choices, the third is drawn smaller, because it is only a part of a choice."""
    picture = perplexity(probabilities).picture
    ends = [
        box for box in picture.boxes if not box.title and box.top + box.height < max(one.y for one in picture.labels)
    ]
    ends = [box for box in ends if box.span.left > max(one.span.right for one in picture.boxes if one.title)]
    assert len(ends) == choices
    if probabilities == ["1/3", "1/2"]:
        assert (ends[2].span.width / ends[0].span.width) ** 2 == pytest.approx(6**0.5 - 2)


def test_the_mean_says_what_it_is_of_where_the_halvings_are_whole() -> None:
    assert "mean 6/3 = 2" in perplexity(["1/2", "1/4", "1/8"]).picture.text.splitlines()
    assert "mean 1.585" in perplexity(["1/3", "1/3"]).picture.text.splitlines()


@pytest.mark.parametrize("given", [{"entropy": 2}, {"score": 2}, {"surprise_1": 5}, {"total": 1}])
def test_a_given_number_is_not_contradicted_by_the_probabilities(given: dict[str, int]) -> None:
    trace = perplexity(["1/2", "1/4"]).with_numbers(**given)
    assert "^(-1/" not in str(trace)
    assert trace.exact == plain.formula(trace.headline.equation.numbers)


def test_a_distribution_with_a_given_number_adds_up_what_it_has() -> None:
    told = str(distribution_perplexity(["1/2", "1/2"]).with_numbers(p_1="1/8"))
    assert "1/8 + 1/2\n     = 5/8" in told
    assert "2^(2/2)" not in told


def test_nothing_predicted_has_one_score_in_every_view() -> None:
    told = str(ngram_perplexity("", ["a b"], n=1))
    assert "PP = e^J" in told
    assert "= 1\n" not in told[told.index("Perplexity:") :]
    assert "considered impossible" not in str(perplexity(log_probabilities=[-1000, -2000]))


def test_a_wrong_surprise_is_shown_the_ledger() -> None:
    assert "product so far" in str(check_working(["1/2", "1/4"], metric=perplexity, surprise_2=3))


def test_every_view_has_the_surprise_of_its_own_token() -> None:
    trace = perplexity(["1/2", "1/4", "1/8"], tokens=["a", "b", "c"], base=2)
    log_2 = math.log(2)
    assert [row["surprise"] for row in trace.to_dict()["ledger"]] == pytest.approx([log_2, 2 * log_2, 3 * log_2])
    assert [term.name for term in trace.terms] == [f"-log p_{t} / T" for t in (1, 2, 3)]
    assert list(trace.to_frame()["token"]) == ["a", "b", "c"]
