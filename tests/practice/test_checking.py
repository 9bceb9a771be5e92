"""Exercises that check themselves: every kind of answer, and the one line that comes back."""

import subprocess
import sys
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy
import pytest

import mtexplain
from mtexplain import InputError, bleu
from mtexplain.counts import Ratio
from mtexplain.explain.practice.checking import verdict
from tests.places import ROOT

OPENING = bleu("the the cat on the mat", ["there is a cat on the mat"])
WORDS = OPENING.precisions[0]  # 4/6
TERM = OPENING.terms[0].value  # log BP = -1/6, as a float
TINY = bleu("w", ["w " * 20], max_n=1)  # exp(-19)
POOR = bleu("It is a guide to", ["It is the guide for us to go"], max_n=2)  # 4/5 * 1/4 and a penalty


@pytest.mark.parametrize(
    ("answer", "expected", "text"),
    [
        # the pair that was counted, in every form
        ("8/14", "8/14", "Right: 8/14."),
        (" 8 / 14 ", (8, 14), "Right: 8/14."),
        ((8, 14), [8, 14], "Right: 8/14."),
        ([8, 14], Ratio(8, 14), "Right: 8/14."),
        ("4/6", WORDS, "Right: 4/6."),
        (WORDS, WORDS.ratio, "Right: 4/6."),
        (Fraction(17, 18), "17/18", "Right: 17/18."),
        ("0/0", "0/0", "Right: 0/0."),
        ("-1/6", Fraction(-1, 6), "Right: -1/6."),
        ("- 1/6", Fraction(-1, 6), "Right: -1/6."),
        ("-(1/6)", Fraction(-1, 6), "Right: -1/6."),
        ("8:14", "8/14", "Right: 8/14."),
        # another number of the same value
        (0, "0/6", "Right: 0/6."),
        (1.0, "3/3", "Right: 3/3."),
        (0.5, "7/14", "Right: 7/14."),
        ("7", 7, "Right: 7."),
        (7.0, 7, "Right: 7."),
        ("1e3", 1000, "Right: 1000."),
        (OPENING.score, OPENING.score, "Right: 0.4301."),
        # what Python makes of 4/6 is the right float, as near as a float can be
        (4 / 6, "4/6", None),
        (2 / 3, "2/3", None),
        (1 / 3, Fraction(1, 3), None),
        (10 / 17, "10/17", None),
        ("4/6", 4 / 6, None),
        (Fraction(1, 3), 1 / 3, None),
        (numpy.float64(0.57), "8/14", None),
        (numpy.int64(4), 4, None),
        # rounded, to two digits or more
        (0.57, "8/14", "Right, rounded: 8/14."),
        ("0.571", "8/14", "Right, rounded: 8/14."),
        (0.43, OPENING.score, "Right, rounded: 0.4301."),
        ("0.4301", OPENING.score, "Right, rounded: 0.4301."),
        ("0.50", 0.5046, "Right, rounded: 0.5046."),
        (0.50, 0.5046, None),
        ("-.17", TERM, "Right, rounded: -0.1667."),
        ("9.1e-4", 0.000912, "Right, rounded: 0.000912."),
        (0.00091, 0.000912, "Right, rounded: 0.000912."),
        ("43", 43.01, "Right, rounded: 43.01."),
        (43, 43.01, "Right, rounded: 43.01."),
        ("43.0", 43.01, "Right, rounded: 43.01."),
        (numpy.float32(0.5), 0.5046, "Right, rounded: 0.5046."),
        (numpy.float32(OPENING.score), OPENING.score, "Right, rounded: 0.4301."),
        (numpy.float16(OPENING.score), OPENING.score, "Right, rounded: 0.4301."),
        ("e^-0.17 = 0.84", OPENING.brevity.value, "Right, rounded: 0.8465."),
        # what a calculator reads: closed forms, equations, percent
        ("83%", "5/6", "Right, rounded: 5/6."),
        ("48.9 %", 0.489, "Right: 0.489."),
        ("e^(-1/6)", OPENING.brevity.value, "Right: 0.8465."),
        ("0.8465 * 0.5081", OPENING.score, "Right, rounded: 0.4301."),
        ("4/6 = 0.667", WORDS, "Right: 4/6."),
        ("0.(6)", WORDS, "Right: 4/6."),
        ("(1 - 7)/36", Fraction(-1, 6), "Right: -1/6."),
        # copied from a view
        ("\u22120.1667", TERM, "Right, rounded: -0.1667."),
        (TINY.headline.value, TINY.score, None),  # 5.603 × 10⁻⁹
    ],
)
def test_right(answer: object, expected: object, text: str | None) -> None:
    kind, said = verdict(answer, expected)
    assert (kind, said) == ("right", text or said)


@pytest.mark.parametrize(
    ("answer", "expected", "text"),
    [
        ("4/7", "8/14", "Equal, but a different pair: 4/7 is 8/14 reduced."),
        (Fraction(8, 14), "8/14", "Equal, but a different pair: 4/7 is 8/14 reduced."),
        ((2, 3), WORDS, "Equal, but a different pair: 2/3 is 4/6 reduced."),
        ("16/28", "8/14", "Equal, but a different pair: 16/28 is 8/14 with both counts multiplied."),
    ],
)
def test_equal_but_another_pair(answer: object, expected: object, text: str) -> None:
    assert verdict(answer, expected) == ("equal", f"{text} Write the counts as you counted them.")


@pytest.mark.parametrize(
    ("answer", "expected", "hint"),
    [
        ("14/8", "8/14", "The fraction is upside down. Write the matches over the total."),
        ("7/14", "8/14", "The total is right. Count the matches again, because there are more."),
        ("9/14", "8/14", "The total is right. Count the matches again, because there are fewer."),
        ("8/13", "8/14", "The matches are right. Count the total again, because it is larger."),
        ("8/15", "8/14", "The matches are right. Count the total again, because it is smaller."),
        ("0/5", "0/6", "The matches are right. Count the total again, because it is larger."),
        ("1/14", "1/13", "The matches are right. Count the total again, because it is smaller."),
        ("3/7", "4/6", "Count the matches and the total again."),
        ("19/20", "17/18", "Count the matches and the total again."),
        ("1/6", "-1/6", "The sign is wrong."),
        ("0.0", 0.0009118, "The right number is larger."),
        ("0.000", 0.0009118, "The right number is larger."),
        ("8/0", "8/14", "The total isn't 0."),
        (0, "0/0", "There is nothing to count. How do you write that as a pair?"),
        ("0/3", "0/0", "There is nothing to count. How do you write that as a pair?"),
        (1.75, "8/14", "The fraction is upside down."),
        ("0.25", 4, "The fraction is upside down."),
        (1 / 6, "-1/6", "The sign is wrong."),
        ("0.1667", "-1/6", "The sign is wrong."),
        (43.01, OPENING.score, "It is 100 times too large."),
        (1200, 12, "It is 100 times too large."),
        ("400", mtexplain.perplexity(["1/2", "1/4", "1/8"]), "It is 100 times too large."),
        (0.4302, OPENING.score, "It is very close. Round only at the end."),
        ("0.029", 0.03, "The right number is larger."),  # 29/1000: 0.03 is never rounded to this
        ("0.665", Fraction(2, 3), "The right number is larger."),
        ("0.02/0.03", "5/6", "The right number is larger."),
        (0.9, OPENING.score, "The right number is smaller."),
        (0.45, OPENING.score, "The right number is smaller."),
        (0.04, 0.0003355, "The right number is smaller."),
        (0.0001, 0.0003355, "The right number is larger."),
        (0, 0.0003355, "The right number is larger."),
        (-1, OPENING.score, "The right number is larger."),
        (5, WORDS, "The right number is smaller."),
        # no tiny number is 0, and the digits after the point are counted with the exponent
        (5.9e-155, 0, "The right number is smaller."),
        ("5.9e-155", 0.0, "The right number is smaller."),
        (9e-05, 0.000912, "The right number is larger."),
        ("9.11e-05", 0.000912, "The right number is larger."),
        (4e-05, 0.0049, "The right number is larger."),
        ("-1/6", Fraction(-1, 3), "The right number is further below 0."),
        ("-0.9", Fraction(-1, 3), "The right number is closer to 0."),
        ((62, 0), 0.62, "You can't divide by 0."),
        # the exponent confused with its power of e, and r/c with c/r: here 1 - 7/6 with 1 - 6/7
        (
            OPENING.brevity.value,
            OPENING.brevity.exponent,
            "That is e to the power of the answer. The question asks for the exponent itself.",
        ),
        ("0.85", "1 - 7/6", "That is e to the power of the answer. The question asks for the exponent itself."),
        # brackets that were dropped made this 1 - 7/6
        ("(1 - 7)/6", "-1/6", "The right number is closer to 0."),
        ("1/7", "1 - 7/6", "The fraction r/c in the exponent 1 - r/c is upside down."),
        ("1 - 6/7", "-1/6", "The fraction r/c in the exponent 1 - r/c is upside down."),
    ],
)
def test_wrong_with_a_hint(answer: object, expected: object, hint: str) -> None:
    assert verdict(answer, expected) == ("wrong", f"Not yet. {hint}")


@pytest.mark.parametrize("answer", [8, "8", 8.0])
def test_the_matches_alone_are_half_of_a_pair(answer: object) -> None:
    assert verdict(answer, "8/14") == ("wrong", "The matches are right. Now write the total too, as in '8/14'.")
    assert "total" not in verdict(7, "8/14").text


@pytest.mark.parametrize(
    ("answer", "expected", "other"),
    [
        ("0,57", "8/14", "Can't read '0,57' as a number. Write a point, not a comma: 0.57."),
        (" 0,4301", 0.4301, "Can't read ' 0,4301' as a number. Write a point, not a comma: 0.4301."),
        ("-0,17", TERM, "Can't read '-0,17' as a number. Write a point, not a comma: -0.17."),
        (
            "5,6",
            "5/6",
            "Can't read '5,6' as a number. Write a point, not a comma: 5.6. Write a pair with a slash, as 5/6.",
        ),
        ("e^(-0,17)", TERM, "Can't read 'e^(-0,17)' as a number. Write a point, not a comma."),
        # typed without quotes, so that Python drops the sign of -0
        ((0, 43), 0.4301, "Write a point, not a comma: 0.43."),
        ((0, 83), "5/6", "Write a point, not a comma: 0.83."),
        ((-0, 33), Fraction(-1, 3), "Write a point, not a comma: 0.33."),
    ],
)
def test_a_comma_is_understood_and_the_spelling_told(answer: object, expected: object, other: str) -> None:
    assert verdict(answer, expected) == ("unreadable", other)


def test_a_pair_that_begins_with_0_is_a_pair() -> None:
    assert verdict((0, 6), "0/6").kind == "right"
    assert (
        verdict((0, 6), "4/6").text == "Not yet. The total is right. Count the matches again, because there are more."
    )


def test_nothing_but_0_is_0_and_nothing_but_1_is_1() -> None:
    assert verdict(0.0, TINY.score).kind == "wrong"
    assert verdict("0.00", 0.0003355).kind == "equal"
    assert "rounded: 1." not in verdict(1.00, 0.99999).text


@pytest.mark.parametrize("answer", [0.6, "0.6"])
def test_one_decimal_is_too_few_and_the_hint_says_so(answer: object) -> None:
    kind, text = verdict(answer, "8/14")
    assert kind == "equal"
    assert "two decimals" in text


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("0.00", "That is right to 2 decimals, but the number is not 0. Give two digits after the zeros."),
        ("0.000", "That is right to 3 decimals, but the number is not 0. Give two digits after the zeros."),
        ("0.0000", "Not yet. The right number is larger."),
        (0, "Not yet. The right number is larger."),
    ],
)
def test_a_small_number_is_0_to_few_decimals_and_the_hint_says_so(typed: object, text: str) -> None:
    product = mtexplain.perplexity(["0.05", "0.1", "0.08"])  # 0.0004
    assert verdict(typed, product, "product").text == text


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("cat", "Can't read 'cat' as a number"),
        ("eight of fourteen", "'eight of fourteen'"),
        (True, "bool, True"),
        ([], "list, []"),
        ((1, 2, 3), "tuple, (1, 2, 3)"),
        ({"matches": 8}, "dict, {'matches': 8}"),
        (float("nan"), "float, nan"),
        (float("inf"), "float, inf"),
        (1j, "complex, 1j"),
        ("0x10", "'0x10'"),
        ((-5, -6), "tuple, (-5, -6)"),
        ("1" * 5_000, "11111"),
        ("1" * 5_000 + "/2", "11111"),
        ("1e99999", "'1e99999'"),
    ],
    ids=lambda part: str(part)[:20],
)
def test_unreadable(answer: object, shown: str) -> None:
    kind, text = verdict(answer, "8/14")
    assert kind == "unreadable"
    assert text.startswith("Can't read ")
    assert shown in text
    assert text.endswith(" as a number. Write 8/14 as '8/14', or 0.57.")
    assert len(text) < 200


@pytest.mark.parametrize("answer", [None, ..., "", "  ", "?", "..."], ids=repr)
def test_unanswered(answer: object) -> None:
    assert verdict(answer, "8/14") == ("unanswered", "Your turn: put your answer in place of None.")


@pytest.mark.parametrize("answer", ["8/14", "4/7", "7/14", "cat", None, "two\nlines", "x" * 10_000, "\ud800"])
def test_check_prints_exactly_one_line_and_returns_its_verdict(answer: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The verdict is for an autograder. A notebook does not show it a second time."""
    assert mtexplain.check(answer, "8/14") == verdict(answer, "8/14")
    captured = capsys.readouterr()
    assert captured.out == verdict(answer, "8/14").text + "\n"
    assert captured.out.count("\n") == 1
    assert len(captured.out) < 200
    assert captured.err == ""


@pytest.mark.parametrize("expected", [None, "cat", "", True, float("nan"), [1, 2, 3]], ids=repr)
def test_an_exercise_without_a_right_answer_is_refused(expected: object) -> None:
    with pytest.raises(InputError, match=r"^expected: got ") as caught:
        verdict(None, expected)
    assert isinstance(caught.value, TypeError)


def test_the_answers_of_a_trace_are_right_answers_to_itself() -> None:
    for trace in (OPENING, POOR):
        for order in trace.precisions:
            assert verdict(str(order.ratio), order).kind == "right"
            assert verdict(order.matches / order.total, order).kind == "right"
        for number in (trace.score, trace.brevity.value, *(value for _, value in trace.terms)):
            assert verdict(number, number).kind == "right"
            assert verdict(f"{number:.4f}", number).kind == "right"


def test_checking_needs_the_standard_library_alone() -> None:
    code = (
        "import sys; before = set(sys.modules); import mtexplain; mtexplain.check('8/14', '8/14');"
        "new = {name.split('.')[0] for name in set(sys.modules) - before};"
        "print(sorted(new - sys.stdlib_module_names))"
    )
    root = ROOT
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "Right: 8/14.\n['mtexplain']\n"


HALF = ("we met two old friends", ["we met some old friends"])  # p_3 = 0/3


@pytest.mark.parametrize(
    ("settings", "number", "answers"),
    [
        ({"rules": "nltk", "smoothing": "method2"}, "p_3", ["0/3", "1/4", 0.25]),
        ({"rules": "sacrebleu"}, "p_3", ["0/3", "1/6", "0.167"]),
        ({"rules": "sacrebleu"}, "score", [0.3021, 30.21, "30.2", "30", 30]),
        ({"rules": "sacrebleu"}, "p_1", ["4/5", "0.80", "80.0", 80]),
        ({"rules": "sacrebleu"}, "p_3", ["16.7", "16.67"]),
    ],
)
def test_what_the_rules_make_of_a_number_is_right_too(settings: Any, number: str, answers: list[object]) -> None:
    """A precision is right as counted and as multiplied, a score from 0 to 1 and on the scale of the rules."""
    trace = bleu(*HALF, **settings)
    assert [verdict(answer, trace, number).kind for answer in answers] == ["right"] * len(answers)
    assert verdict("1/3", trace, number).kind == "wrong"


def test_the_mistake_that_shows_on_most_texts_is_named_first() -> None:
    trace = mtexplain.meteor("the dog runs fast and plays", ["the dogs run fast and playing"])
    assert (
        "could lead to this: stems forgotten, or a word linked more than once, or" in verdict(3, trace, "matches").text
    )


def test_no_full_stop_is_suspected_where_there_is_none() -> None:
    assert "full stop" not in verdict("1/4", bleu(*HALF), "p_3").text
    stopped = bleu(f"{HALF[0]}.", [f"{HALF[1][0]}."])
    assert "the full stop counted as a word" in verdict("1/4", replace(stopped, candidate_text=None), "p_3").text


def test_what_a_tool_computes_is_no_mistake() -> None:
    """sacreBLEU splits the full stop off, and counts it as a word."""
    kind, text = verdict("1/4", bleu(f"{HALF[0]}.", [f"{HALF[1][0]}."]), "p_3")
    assert kind == "wrong"
    assert text.startswith(
        "Not yet by these rules, but it is right by other rules, namely the rules of sacreBLEU 2.6.0"
    )
    assert "mistake" not in text


def test_another_unit_is_right() -> None:
    """Half a bit, a quarter of two bits, and twice an eighth of three: 1.75 bits, 1.213 nats."""
    given = mtexplain.distribution_perplexity(["1/2", "1/4", "1/8", "1/8"])
    assert verdict("1.75", given, "entropy") == ("right", "Right in bits (base=2).")
    assert verdict("1.213", given, "entropy").kind == "right"
    assert verdict("0.527", given, "entropy").text == "Right in decimal digits (base=10)."


def test_rounding_early_is_told_as_that() -> None:
    """0.85 * (0.67 * 0.6 * 0.5 * 0.33)^(1/4) = 0.4314."""
    kind, text = verdict("0.4314", OPENING)
    assert kind == "wrong"
    assert text.startswith("Not yet. This could come from rounding early. With p_1, p_4 and BP rounded to 2 decimals")


@pytest.mark.parametrize(("answer", "expected"), [("6/9", "4/6"), ("5/5", "4/4"), ("2/4", "3/6")])
def test_a_pair_that_is_neither_reduced_nor_multiplied_has_other_counts(answer: str, expected: str) -> None:
    kind, text = verdict(answer, expected)
    assert (kind, "but the counts are not" in text) == ("equal", True)


@pytest.mark.parametrize("typed", ["0.57", "0.5714285714285714285714285714285714285714", "5.7e-1"])
def test_a_decimal_is_a_number(typed: str) -> None:
    assert verdict(Decimal(typed), "8/14").kind == "right"
    assert verdict(typed[:30], Decimal(typed)).kind == "right"


@pytest.mark.parametrize("value", ["nan", "inf", "1e999999999", "1e-999999999"])
def test_a_decimal_that_is_no_score_is_unreadable(value: str) -> None:
    assert verdict(Decimal(value), "8/14").kind == "unreadable"


def test_a_score_is_right_on_the_scale_of_its_rules() -> None:
    """sacreBLEU prints chrF from 0 to 100; an answer that is near on that scale is judged on that scale."""
    cat = ("the cat sat", ["a cat sat"])
    given = mtexplain.chrf(*cat, rules="sacrebleu")
    assert given.printed == "67.23"
    for typed in (given.printed, "67.2", "67", 67, "0.6723"):
        assert verdict(typed, given).kind == "right"
        assert mtexplain.check_working(*cat, metric="chrf", rules="sacrebleu", score=typed).first_wrong is None
    assert verdict("67.9", given).text == "Not yet. The right number is smaller."
    assert verdict("4", bleu(*HALF, rules="sacrebleu"), "p_1").text.startswith("The matches are right.")


def test_what_a_tool_prints_of_100_is_its_number() -> None:
    """With the full stop, chrF is 0.7718 by the paper, and 80.80 as sacreBLEU prints it."""
    stopped = ("The cat sat.", ["the cat sat"])
    assert verdict("80.80", mtexplain.chrf(*stopped)).text == (
        "Not yet by these rules, but it is right by other rules, as sacreBLEU 2.6.0 prints it (rules='sacrebleu')."
    )
    assert mtexplain.check_working(*stopped, metric="chrf", score="80.80").verdicts[0].kind == "elsewhere"


def test_a_whole_number_is_a_perplexity_rounded() -> None:
    """Three words of 1/20, 1/40 and 1/100: the cube root of 80000 is 43.09."""
    given = mtexplain.perplexity(["1/20", "1/40", "1/100"])
    assert [verdict(typed, given).kind for typed in ("43", 43, "43.1", "44", "42")] == ["right"] * 3 + ["wrong"] * 2
    words = ["1/20", "1/40", "1/100"]
    assert verdict("43", mtexplain.perplexity(["1/2", 0])).kind == "wrong"  # infinity
    for typed in ("43", 43):
        assert mtexplain.check_working(words, metric="perplexity", score=typed).first_wrong is None
    assert mtexplain.check_working(words, metric="perplexity", score="44").first_wrong == "score"
