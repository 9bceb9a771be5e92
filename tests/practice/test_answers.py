"""Numbers as people type them: each is read as what it says, or refused with the way to write it."""

from decimal import Decimal
from fractions import Fraction
from math import e, exp, isfinite
from typing import Any
from warnings import catch_warnings

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import InputError, bleu, check_working, perplexity
from mtexplain.explain.practice.answers import parse, read
from mtexplain.explain.practice.checking import verdict
from mtexplain.explain.practice.notation import on_a_keyboard

START = ("the the cat on the mat", ["there is a cat on the mat"])
THIRDS = Fraction(2, 3)
SIXTH = Fraction(-1, 6)


@pytest.mark.parametrize(
    ("typed", "value", "pair"),
    [
        # the more exact side of an equation
        ("4/6=0.667", THIRDS, (4, 6)),
        ("4 / 6 = 0.667", THIRDS, (4, 6)),
        ("4/6 ≈ 0.667", THIRDS, (4, 6)),
        ("4/6 ~ 0.67", THIRDS, (4, 6)),
        ("4/6 -> 0.67", THIRDS, (4, 6)),
        ("4/6 → 0.67", THIRDS, (4, 6)),
        ("4/6 == 0.66", THIRDS, (4, 6)),  # cut, not rounded
        ("0.667 = 4/6", THIRDS, (4, 6)),
        ("4/6 = 2/3 = 66.7%", THIRDS, (4, 6)),
        ("2/3 (0.67)", THIRDS, (2, 3)),
        ("0.67 [2/3]", THIRDS, (2, 3)),
        ("2/3≈66.7%", THIRDS, (2, 3)),
        ("exp(1-7/6)=0.8465", exp(-1 / 6), None),
        ("1 - 7/6 = -1/6 = -0.1667", SIXTH, None),
        ("0.43 = 0.4301", Fraction(4301, 10000), None),
        ("0.8465 * 0.5081 = 0.4301", Fraction(43010665, 10**8), None),  # the value of the form, which rounds to this
        ("e^-0.17 = 0.846", Fraction(846, 1000), None),  # e^-0.165 is 0.848, e^-0.175 is 0.839
        # with a name, or a sign that stands for nothing
        ("=0.43", Fraction(43, 100), None),
        ("≈ 0.43", Fraction(43, 100), None),
        ("about 0.43", Fraction(43, 100), None),
        ("4/6 =", THIRDS, (4, 6)),
        ("BP = 0.8465", Fraction(8465, 10000), None),
        ("p1=4/6", THIRDS, (4, 6)),
        ("BP = exp(1 - r/c) = exp(1 - 7/6) = 0.8465", exp(-1 / 6), None),
        ("p_1 = m_1/l_1 = 4/6", THIRDS, (4, 6)),
        ("0.43 (43%)", Fraction(43, 100), None),
        ("1 – 7/6", SIXTH, None),
        ("p_{1} = 4/6 = .67", THIRDS, (4, 6)),
        ("p_1: 4/6", THIRDS, (4, 6)),
        ("BLEU-4 = 0.43", Fraction(43, 100), None),
        ("κ=0.4", Fraction(2, 5), None),
        # signs
        ("4÷6", THIRDS, (4, 6)),
        ("4:6", THIRDS, (4, 6)),
        ("4⁄6", THIRDS, (4, 6)),
        ("４／６", THIRDS, (4, 6)),
        ("⁴⁄₆", THIRDS, (4, 6)),
        ("½", Fraction(1, 2), (1, 2)),
        ("-⅙", SIXTH, (-1, 6)),
        ("− 1/6", SIXTH, (-1, 6)),
        ("-(1/6)", SIXTH, (-1, 6)),
        ("1½", Fraction(3, 2), None),
        ("2¹/₂", Fraction(5, 2), None),
        ("2³⁄₄", Fraction(11, 4), None),
        ("2³/9", Fraction(8, 9), None),
        ("2 × 3", Fraction(6), None),
        ("2 · 3", Fraction(6), None),
        ("4·0.5", Fraction(2), None),
        ("2·3·4", Fraction(24), None),
        ("4/6·3/5", Fraction(2, 5), None),
        ("5·10⁻⁹", Fraction(5, 10**9), None),
        ("2 x 3", Fraction(6), None),
        ("2^3", Fraction(8), None),
        ("2**3", Fraction(8), None),
        ("2³", Fraction(8), None),
        ("2⁻³", Fraction(1, 8), None),
        ("√4", 2.0, None),
        ("√(4/9)", 2 / 3, None),
        ("⁴√16", 2.0, None),
        ("∜16", 2.0, None),
        ("∛(27)", 3.0, None),
        ("(16)^(1/4)", 2.0, None),
        ("√.25", 0.5, None),
        ("log_2 8", 3.0, None),
        ("log₂8", 3.0, None),
        ("-log_{2} .5", 1.0, None),
        (r"\log_10 100 = 2", 2.0, None),
        ("H = -log_2(p) = -log₂ 0.25 = 2", 2.0, None),
        ("e^{-1/6}", exp(-1 / 6), None),
        ("exp(-1/6)", exp(-1 / 6), None),
        ("EXP(-1/6)", exp(-1 / 6), None),
        ("math.exp(-1/6)", exp(-1 / 6), None),
        ("e⁻¹", exp(-1), None),
        ("e⁻¹/6", exp(-1) / 6, None),  # only the raised -1 is the exponent
        ("exp(min(0, 1 - 7/6))", exp(-1 / 6), None),
        ("1e-3", Fraction(1, 1000), None),
        ("5.6 x 10^-9", Fraction(56, 10**10), None),
        ("5.6·10⁻⁹", Fraction(56, 10**10), None),
        # LaTeX
        (r"\frac{4}{6}", THIRDS, (4, 6)),
        (r"$\dfrac{4}{6}$", THIRDS, (4, 6)),
        (r"\frac46", THIRDS, (4, 6)),
        (r"\frac{4}{6} \approx 0.667", THIRDS, (4, 6)),
        (r"e^{-\frac{1}{6}}", exp(-1 / 6), None),
        (r"\frac{\exp(1)}{2}", e / 2, None),
        (r"\sqrt[4]{\frac{1}{16}}", 0.5, None),
        (r"2 \cdot \left(3 \times 4\right)", Fraction(24), None),
        # digits that go on for ever
        ("0.(6)", THIRDS, None),
        ("0.666...", THIRDS, None),
        ("0.1212...", Fraction(4, 33), None),
        ("0.6\u0305", THIRDS, None),
        ("0.6\u0304", THIRDS, None),
        ("0.6\u0307", THIRDS, None),
        (r"0.\overline{6}", THIRDS, None),
        (r"0.\bar6", THIRDS, None),
        ("-0.1(6)", SIXTH, None),
        ("0.1\u030742857\u0307", Fraction(1, 7), None),
        ("0.142857142857…", Fraction(1, 7), None),
        (".(3)", Fraction(1, 3), None),
        ("33.(3)%", Fraction(1, 3), None),
        ("66.7 percent", Fraction(667, 1000), None),
        ("66.7\\%", Fraction(667, 1000), None),
    ],
)
def test_it_is_read(typed: str, value: Any, pair: tuple[int, int] | None) -> None:
    found = parse(typed, "score")
    assert found.value == (value if isinstance(value, Fraction) else pytest.approx(value, rel=1e-12))
    assert isinstance(found.value, Fraction) == isinstance(value, Fraction)
    assert found.pair == pair


@pytest.mark.parametrize(
    ("typed", "fix"),
    [
        ("4/6=0.75", "The two sides are 0.6667 and 0.75. Write the number that you mean."),
        ("4/6 = 0.667 = 0.76", "The two sides are 0.6667 and 0.76. Write the number that you mean."),
        ("0.43 = 0.44", "The two sides are 0.43 and 0.44. Write the number that you mean."),
        ("1/3 = 0.4", "The two sides are 0.3333 and 0.4. Write the number that you mean."),
        ("0/0 = 0", "The two sides are no number and 0. Write the number that you mean."),
        ("(4/6)(3/5)", "A product needs a * between its factors."),
        ("(1/2)(1/2)", "A product needs a * between its factors."),
        ("(4/6)^(1/4)(3/5)^(1/4)", "A product needs a * between its factors."),
        (
            "0.85 (0.43)",
            "The two sides are 0.85 and 0.43. Write the number that you mean. A product needs a * between its factors.",
        ),
        ("0.5(0.5)", "A product needs a * between its factors."),
        ("0.50 (0.50)", "A product needs a * between its factors."),
        ("1/2(1/2)", "A product needs a * between its factors."),
        ("2¹/2", "Write 2+1/2 for the mixed number, or (2^1)/2 for the power."),
        ("2 ¹/2", "Write 2+1/2 for the mixed number, or (2^1)/2 for the power."),
        ("1²/3", "Write 1+2/3 for the mixed number, or (1^2)/3 for the power."),
        ("0.57+-0.01", "Write 0.57 alone, without its margin of error, or 0.57-0.01 for the difference."),
        ("0.57 + -0.01 = 0.57", "Write 0.57 alone, without its margin of error, or 0.57-0.01 for the difference."),
        ("0.57±0.01", "Write the number alone, without its margin of error."),
        ("0.57 +/- 0.01", "Write the number alone, without its margin of error."),
        (r"0.57 \pm 0.01", "Write the number alone, without its margin of error."),
        ("0·57", "Write 0.57 for the decimal number, or 0*57 for the product."),
        ("BP = 0⋅87", "Write 0.87 for the decimal number, or 0*87 for the product."),
        ("2·3", "Write 2.3 for the decimal number, or 2*3 for the product."),
        ("e^-0·17", "Write 0.17 for the decimal number, or 0*17 for the product."),
        ("43·01%", "Write 43.01 for the decimal number, or 43*01 for the product."),
        ("0,5·3", "Write a point, not a comma."),
        ("∛27/8", "Write ∛(27/8) for the root of 27/8, or ∛(27)/8 for the root of 27."),
        ("⁴√16/81", "Write ∜(16/81) for the root of 16/81, or ∜(16)/81 for the root of 16."),
        ("-√4/6", "Write -√(4/6) for the root of 4/6, or -√(4)/6 for the root of 4."),
        ("ln2", "Put the argument of ln in brackets: ln(2)."),
        ("-ln 1/8", "Put the argument of ln in brackets: -ln(1/8)."),
        ("log2 8", "Put the argument of log2 in brackets: log2(8)."),
        ("log_2 1/8", "Put the argument of log2 in brackets: log2(1/8)."),
        ("log₂1/8", "Put the argument of log2 in brackets: log2(1/8)."),
        ("log_2.5", ""),
        ("ln 1e-3", "Put the argument of ln in brackets: ln(1e-3)."),
        ("ln 2^3", "Put the argument of ln in brackets."),
        ("exp 1-7/6", "Put the argument of exp in brackets."),
        ("ln 12(3)", "A product needs a * between its factors."),
        ("exp(-1/6", "A bracket is missing."),
        ("exp -1/6", "Put the argument of exp in brackets: exp(-1/6)."),
        ("0,(6)", "Write a point, not a comma."),
        ("e^-1/6", "Write e^(-1/6) if the exponent is -1/6, or e^(-1)/6 if it is only -1."),
        ("e**-1/6 = 0.8465", "Write e^(-1/6) if the exponent is -1/6, or e^(-1)/6 if it is only -1."),
        ("e^1-7/6", "Write e^(1-7/6) if the exponent is 1-7/6, or e^(1)-7/6 if it is only 1."),
        ("e^1-1.1667", "Write e^(1-1.1667) if the exponent is 1-1.1667, or e^(1)-1.1667 if it is only 1."),
        ("e^1-(7/6)", "Write e^(1-(7/6)) if the exponent is 1-(7/6), or e^(1)-(7/6) if it is only 1."),
        ("e^-0.5 + 2", "Write e^(-0.5+2) if the exponent is -0.5+2, or e^(-0.5)+2 if it is only -0.5."),
        ("2^1.5-.5", "Write 2^(1.5-.5) if the exponent is 1.5-.5, or 2^(1.5)-.5 if it is only 1.5."),
        ("0.75^1/2", "Write 0.75^(1/2) if the exponent is 1/2, or 0.75^(1)/2 if it is only 1."),
        ("1.5^-1/2", "Write 1.5^(-1/2) if the exponent is -1/2, or 1.5^(-1)/2 if it is only -1."),
        ("2e-3^.5/2.5", "Write 2e-3^(.5/2.5) if the exponent is .5/2.5, or 2e-3^(.5)/2.5 if it is only .5."),
        ("e^1 − 7/6", "Write e^(1-7/6) if the exponent is 1-7/6, or e^(1)-7/6 if it is only 1."),
        ("0.8 * (1/15)^1/4", "Write (...)^(1/4) if the exponent is 1/4, or (...)^(1)/4 if it is only 1."),
        ("√4/6", "Write √(4/6) for the root of 4/6, or √(4)/6 for the root of 4."),
        ("0.6...", "Write 0.(6) if the 6 repeats forever; otherwise round it and leave out the dots."),
        ("0.4301…", "Write 0.430(1) if the 1 repeats forever; otherwise round it and leave out the dots."),
        ("0.8466…", "Write 0.846(6) if the 6 repeats forever; otherwise round it and leave out the dots."),
        ("0.400…", "Round it and leave out the dots."),
        ("0,57", "Write a point, not a comma: 0.57."),
        ("4/6 = 0,667", "Write a point, not a comma."),
        ("5,6", "Write a point, not a comma: 5.6. Write a pair with a slash, as 5/6."),
    ],
)
def test_what_may_be_meant_in_two_ways_is_refused_with_both(typed: str, fix: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(typed, "bp")
    assert (caught.value.where, caught.value.fix) == ("bp", fix)
    assert read(typed) is None


@pytest.mark.parametrize(
    "typed",
    ["cat", "0.5 = cat", "x = y", "=", "≈", "4/6 != 0.5", "4/6 <= 1", "exp(x=1)", "0x10", "1_000", "1:2:3", "((1)",
     "0.43–0.44", "3.36 (bits)", "2 bits", "p_1 = 4/6, p_2 = 3/5", "p_1 = 4/6 p_2 = 3/5", "4/6 words = 0.75",
     "__import__('os') = 1", "frac(1)", "sqrt(0)(4)", "min(1)", "10^-99/1e999", "½½", "0.(6", "0.()", "%", "1" * 10**6,
     "√" * 10**6, "(" * 400, "½" * 400, "1," * 200, "=" * 400 + "a", "a " * 200 + "="],
)  # fmt: skip
def test_what_is_no_number(typed: str) -> None:
    with pytest.raises(InputError, match=r"^score: got "):
        parse(typed, "score")


@pytest.mark.parametrize(
    "typed",
    [
        "e^(-1)/6",
        "2^3/3^2",
        "2³/9",
        "1+-7/6",
        "-0.41+-0.51",
        "(2^1)/2",
        "2+1/2",
        "(2^3)/9",
        "e^-1",
        "2^2 - 4/5",
        "0.5^2+0.25",
        "1.2*10^-3+0.5",
        "1-e^-1",
        "√4/√9",
        "1/e^2",
    ],
)
def test_where_brackets_leave_nothing_open_no_more_are_asked_for(typed: str) -> None:
    assert read(typed) is not None


@pytest.mark.parametrize(
    ("claims", "kinds"),
    [
        ({"p_1": "4/6=0.667", "bp": "exp(1-7/6) = 0.8465"}, ["right", "right"]),
        ({"p": ["p_1 = 4/6", "0.6", "½", "1/3 (33.3%)"]}, ["right"] * 4),
        ({"p_1": "0.(6)"}, ["right"]),
        ({"p_1": "0.66…"}, ["right"]),
        ({"p_1": Decimal("0.667")}, ["right"]),
        ({"p_1": numpy.float32(0.67)}, ["right"]),
        ({"bp": numpy.float32(exp(-1 / 6))}, ["right"]),  # 0.84648174, which is off by 1.5e-8
        ({"bp": numpy.float16(exp(-1 / 6))}, ["right"]),  # 0.8467, which is off by 2e-4
        ({"bp": numpy.float32(0.84649)}, ["wrong"]),
        ({"bp": numpy.float16(0.85)}, ["right"]),
        ({"bp": numpy.float16(0.852)}, ["wrong"]),
        ({"bp": "e^{-⅙}"}, ["right"]),
        ({"p_1": "5/6 = 0.833"}, ["wrong"]),
    ],
)
def test_claims_are_read_so(claims: dict[str, Any], kinds: list[str]) -> None:
    found = check_working(*START, **claims)
    assert [one.kind for one in found.verdicts] == kinds
    assert [one.typed for one in found.claims][:1] != [""]


def test_a_number_of_another_name_is_not_held_against_this_one() -> None:
    with pytest.raises(
        InputError, match=r"^bp: .*\. The text names it p_1. Write p_1=\.\.\., or leave out the name\.$"
    ):
        check_working(*START, bp="p_1 = 4/6")
    assert check_working(*START, bp="brevity penalty = 0.8465").first_wrong is None
    assert check_working(*START, p=["P1 = 4/6"]).first_wrong is None


def test_a_power_of_ten_is_rounded_to_its_own_digits() -> None:
    tiny = bleu("w", ["w " * 20], max_n=1)  # e^-19 is 5.603e-9
    for typed in (tiny.headline.value, "5.603 x 10^-9", "5.603*10**-9", "5.603e-9"):
        assert check_working("w", ["w " * 20], max_n=1, score=typed).first_wrong is None
        assert parse(typed, "score").decimals == 12


def test_infinity_is_read_where_a_number_may_be_infinite() -> None:
    assert check_working([0.5, 0], metric=perplexity, score="∞").first_wrong is None


@given(st.text("0123456789./+-*^()eE %=≈~√·×½⅙⁻²…\u0305\\{}fracsqrtexpn:, ", max_size=40))
def test_any_text_is_a_number_or_an_error_that_says_where(text: str) -> None:
    if found := read(text):
        assert found.value is None or isfinite(found.value)
    else:
        with pytest.raises(InputError, match=r"^score: got a string"):
            parse(text, "score")
    assert on_a_keyboard(on_a_keyboard(text)) == on_a_keyboard(text)


@given(st.integers(0, 999), st.integers(1, 999), st.integers(1, 8))
def test_a_fraction_beside_itself_as_a_decimal_is_that_fraction(top: int, bottom: int, digits: int) -> None:
    rounded = str(Decimal(int(Fraction(top, bottom) * 10**digits + Fraction(1, 2))).scaleb(-digits))
    for typed in (f"{top}/{bottom} = {rounded}", f"{rounded} = {top}/{bottom}", f"{top}/{bottom} ({rounded})"):
        assert parse(typed, "p").pair == (top, bottom)


def test_a_form_of_rounded_numbers_is_right_to_its_digits() -> None:
    """0.8465 * 0.5081 is 0.43011; the score is 0.43013."""
    assert check_working(*START, score="0.8465*0.5081", bp="e^-0.1667").first_wrong is None
    assert check_working(*START, score="0.8465*0.5181").first_wrong == "score"


@pytest.mark.parametrize(
    ("typed", "right", "wrong"),
    [
        ("0.866...", 3**0.5 / 2, 0.8651),
        ("0.866...", "13/15", 0.8671),
        ("0.577...", 3**-0.5, 0.5781),
        ("0.166…", "1/6", 0.1659),
        ("0.66…", "2/3", 0.671),
        ("-0.66…", "-2/3", -0.671),
        ("0.911...", 0.9118, 0.9121),
    ],
)
def test_a_digit_typed_twice_may_go_on_or_be_cut_off_there(typed: str, right: Any, wrong: Any) -> None:
    assert verdict(typed, right).kind == "right"
    assert verdict(typed, wrong).kind == "wrong"


def test_a_root_is_right_to_the_digits_before_the_dots() -> None:
    trace = bleu("a b c d e", ["d e a b c"], max_n=2)  # √3/2
    assert verdict("0.866...", trace).kind == "right"
    assert check_working("a b c d e", ["d e a b c"], max_n=2, score="sqrt(3)/2 = 0.866...").first_wrong is None


@pytest.mark.parametrize(
    ("typed", "right"),
    [("0.89 * 0.72 = 0.65", 0.6487), ("0.846 * 0.707 = 0.599", 0.5987), ("0.895 * 0.541 = 0.485", 0.4846)],
)
def test_the_form_and_the_number_beside_it_are_both_rounded(typed: str, right: float) -> None:
    """0.89 * 0.72 is 0.6408, and may be any number up to 0.6489, which is rounded to 0.65."""
    assert {verdict(side, right).kind for side in (typed, *typed.split("="))} == {"right"}
    assert read("0.89 * 0.72 = 0.66") is None


def test_a_float_of_16_bits_is_read_without_a_warning() -> None:
    with catch_warnings(action="error"):
        assert parse(numpy.float16(1000.5), "score").value == Fraction(2001, 2)


SHORT = ("the cat sat on the mat", ["the cat is on the mat today"])  # p_1 = 5/6, p_2 = 3/5, BP = 0.8465, BLEU 0.5986


@pytest.mark.parametrize(
    "claims",
    [
        {"p_1": "0.02/0.03"},  # 0.67 for 0.83
        {"p_1": "0.05/0.07"},  # 0.71 for 0.83
        {"score": "0.05*11"},  # 0.55 for 0.5986
        {"score": "e^(0.02*100-2.55)"},  # 0.577 for 0.5986
        {"score": "0.05*11=0.55"},
    ],
)
def test_a_form_of_few_digits_stands_for_no_other_number(claims: dict[str, Any]) -> None:
    assert check_working(*SHORT, max_n=2, **claims).first_wrong


@pytest.mark.parametrize(
    "claims",
    [
        {"score": "0.846*0.707"},
        {"score": "0.846*0.707=0.598"},
        {"score": "BLEU = BP*sqrt(p1*p2) = 0.846*0.707 = 0.598"},
        {"score": "0.8465*0.7071 = 0.5986"},
        {"score": "0.85*0.71"},  # 0.6035
        {"bp": "exp(-0.17)"},
        {"bp": "exp(-0.17)=0.844"},
        {"bp": "e^-0.17=0.84"},
        {"bp": "e^-0.17=0.846"},  # worked out with more digits than were written down
    ],
)
def test_a_form_beside_its_own_value_is_as_right_as_the_form(claims: dict[str, Any]) -> None:
    assert check_working(*SHORT, max_n=2, **claims).first_wrong is None


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("BLEU = BP*sqrt(p1*p2) = 0.9*0.7 = 0.63", "0.9*0.7 = 0.63"),
        ("score: 0.61", "0.61"),
        ("BLEU = 0.61", "0.61"),
        ("0.9*0.7 = 0.63", "0.9*0.7 = 0.63"),
        (numpy.float32(0.61), "0.61"),
        (numpy.float64(0.61), "0.61"),
        (Decimal("0.610"), "0.610"),
        (0.61, "0.61"),
    ],
)
def test_a_number_is_shown_without_its_name_and_its_type(typed: Any, shown: str) -> None:
    assert check_working(*SHORT, max_n=2, score=typed).claims[0].typed == shown
