"""Verdicts on workings: right in another unit or by other rules, rounded early, with other counts; no false alarms.

The numbers are worked out by hand, or printed by the tools.
"""

from fractions import Fraction
from math import exp, floor
from typing import Any

import pytest

from mtexplain import (
    bleu,
    check_working,
    corpus_bleu,
    distribution_perplexity,
    meteor,
    ngram_perplexity,
    perplexity,
    rouge_l,
    rouge_n,
)
from mtexplain.explain.practice.checking import verdict
from mtexplain.explain.practice.working.diagnosis import Diagnosis
from mtexplain.explain.practice.working.expressions import margin
from mtexplain.explain.practice.working.ways import other_ways

START = ("the the cat on the mat", ["there is a cat on the mat"])
RIGHT: dict[str, Any] = {"p": ["4/6", "3/5", "2/4", "1/3"], "bp": "0.8465"}
HALVES = ["1/2", "1/4", "1/8", "1/8"]


def said(found: Diagnosis) -> str:
    return " ".join(str(found).split())


def kinds(found: Diagnosis) -> list[str]:
    return [one.kind for one in found.verdicts]


# Another unit.


@pytest.mark.parametrize(
    ("candidate", "claims", "told"),
    [
        (HALVES, {"metric": distribution_perplexity, "entropy": 1.75, "score": "3.3636"}, "in bits (base=2)"),
        (HALVES, {"metric": distribution_perplexity, "entropy": "0.527"}, "in decimal digits (base=10)"),
        (HALVES, {"metric": perplexity, "surprise": [1, 2, 3, 3], "entropy": "2.25"}, "in bits (base=2)"),
        (HALVES, {"metric": perplexity, "base": 2, "entropy": "1.560"}, "in nats (base='e')"),
        (HALVES, {"metric": perplexity, "base": 10, "surprise_1": "0.69"}, "in nats (base='e')"),
    ],
)
def test_what_is_right_in_another_unit_is_said_to_be(candidate: Any, claims: dict[str, Any], told: str) -> None:
    found = check_working(candidate, **claims)
    assert found.first_wrong is None
    assert found.misconceptions == ()
    assert f"Right {told}." in said(found)
    assert found.headline.value.startswith("All right, in ")


def test_a_model_of_pairs_counts_in_bits_too() -> None:
    """p = 1/2, 1, 1: one bit over three tokens."""
    found = check_working("a b", ["a b", "b"], metric=ngram_perplexity, entropy="0.333")
    assert kinds(found) == ["elsewhere"]
    assert "Right in bits (base=2)." in said(found)


def test_a_slip_is_told_in_the_unit_that_the_others_are_in() -> None:
    """8 bits in all, 2 each."""
    four = ["1/2", "1/4", "1/8", "1/4"]
    found = check_working(four, metric=perplexity, surprise=[1, 2, 3, 2], entropy=8, score=256)
    assert kinds(found) == ["right"] * 4 + ["wrong", "follows"]
    assert [one.name for one in found.misconceptions] == ["sum-not-mean"]
    assert "These numbers are in bits (base=2), so they are checked in that unit." in said(found)


def test_one_number_that_is_right_in_bits_does_not_make_the_others_bits() -> None:
    """1/4 is 2 bits; 1.1 and 3.9 are wrong in every unit."""
    found = check_working(["1/4", "1/4"], metric=perplexity, surprise=[2, 1.1], score=3.9)
    assert kinds(found) == ["wrong"] * 3
    assert "bits (base=2)" not in said(found).split("number yours")[0]


def test_bits_put_into_e_to_a_power_stay_a_mistake() -> None:
    """2 bits are 2 ln 2 nats: e^2 = 7.39, not 4."""
    found = check_working(["1/2", "1/8"], metric=perplexity, entropy=2, score="7.39")
    assert [one.name for one in found.misconceptions] == ["binary-logarithm"]


# Rounded factors, typed as a form.


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("score", "0.8465*0.5081"),
        ("score", "0.85*0.508"),
        ("bp", "e^-0.1667"),
        ("bp", "exp(-0.167)"),
        ("score", "0.8465*(0.0667)^(1/4)"),
        ("score", "0.8465*(0.6667*0.6*0.5*0.3333)^0.25"),
    ],
)
def test_a_form_of_rounded_numbers_is_right_to_its_digits(name: str, typed: str) -> None:
    claims: dict[str, Any] = {name: typed}
    found = check_working(*START, **claims)
    assert (kinds(found), found.misconceptions) == (["right"], ())


@pytest.mark.parametrize("typed", ["0.8465*0.5181", "0.8565*0.5081", "e^-0.1667*0.52", "(4/6*3/5)^0.5"])
def test_a_form_of_wrong_numbers_is_wrong(typed: str) -> None:
    assert check_working(*START, score=typed).first_wrong == "score"


def test_the_margin_is_what_the_digits_leave_open() -> None:
    assert margin("0.85*2") == Fraction(1, 100)
    assert margin("1 - 7/6") == margin("0.9*7/6") == margin("cat") == 0
    assert float(margin("e^1.386")) == pytest.approx(exp(1.3865) - exp(1.386))


@pytest.mark.parametrize("typed", ["e^1.386", "2.718^1.386", "1/0.2500"])
def test_a_power_that_was_rounded_is_right(typed: str) -> None:
    assert check_working(["1/4"], metric=perplexity, score=typed).first_wrong is None


# Other rules.


@pytest.mark.parametrize(
    ("candidate", "references", "claims", "tool"),
    [
        ("The cats sat.", ["the cat sat"], {"metric": rouge_l, "score": "0.6667"}, "rouge-score 0.1.2"),
        ("It is a guide to action.", ["It is a guide to action ."], {"score": "100.00"}, "sacreBLEU 2.6.0"),
    ],
)
def test_what_a_tool_prints_is_said_to_be_its_number(
    candidate: str, references: list[str], claims: dict[str, Any], tool: str
) -> None:
    found = check_working(candidate, references, **claims)
    assert (kinds(found), found.first_wrong, found.misconceptions) == (["elsewhere"], None, ())
    assert "Right by other rules, as " in said(found)
    assert tool in said(found)
    assert "rules='" in said(found)


def test_the_number_of_the_jar_is_no_slip_where_those_of_nltk_were_asked_for() -> None:
    texts = "the cat sat on the mat", ["the cat is sitting on the mat"]
    printed = meteor(*texts, rules="meteor-1.5").score
    found = check_working(*texts, metric=meteor, rules="nltk", score=f"{printed:.4f}")
    assert "as Meteor 1.5 prints it (rules='meteor-1.5')." in said(found)


def test_few_digits_that_are_right_by_other_rules_may_be_so_by_chance() -> None:
    found = check_working("The cats sat.", ["the cat sat"], metric=rouge_l, score="0.67")
    assert (kinds(found), found.first_wrong) == (["perhaps"], "score")
    assert "It may be right by other rules, as ROUGE-1.5.5, rouge-score 0.1.2" in said(found)
    assert "With so few digits, that may be chance." in said(found)
    assert found.headline.value.endswith("is not right as asked")
    assert found.table.rows[0][3] == "✗ not right as asked"
    assert not any(one.sure for one in found.misconceptions)
    whole = check_working("It is a guide to action.", ["It is a guide to action ."], score=100)
    assert "It may be right by other rules, as sacreBLEU 2.6.0 prints" in said(whole)


def test_a_whole_number_on_the_way_says_too_little_for_other_rules() -> None:
    assert check_working("a b", ["a b"], p_3=1).first_wrong == "p_3"


@pytest.mark.parametrize("typed", ["0.58", "0.37", "0.63"])
def test_a_guess_is_not_right_by_one_of_the_many_rules_of_meteor(typed: str) -> None:
    """Meteor 1.5 gives these numbers with its parameters for German, Czech and Russian."""
    texts = "the cat sat on it", ["the cat sat on a mat"]
    assert check_working(*texts, metric=meteor, score=typed).first_wrong == "score"
    assert verdict(typed, meteor(*texts)).kind == "wrong"


def test_the_rules_of_a_language_are_tried_where_it_is_named() -> None:
    texts = "the cat sat on it", ["the cat sat on a mat"]
    german = f"{meteor(*texts, rules='meteor-1.5-de').score:.4f}"
    assert kinds(check_working(*texts, metric=meteor, score=german)) == ["wrong"]
    asked = check_working(*texts, metric=meteor, stem="german", score=f"{german}")
    assert {way.score.rules.name for way in asked.search.ways} <= {"meteor-1.5-de"}
    assert not {way.score.rules.name for way in other_ways(asked.subject, asked.score)} & {"meteor-1.5-ru"}
    assert "meteor-1.5-de" in {way.score.rules.name for way in other_ways(asked.subject, asked.score)}


@pytest.mark.parametrize(("candidate", "typed"), [(["1/2", "1/4"], "0.5"), (["1/2", "1/2"], "0.3")])
def test_one_digit_is_not_right_in_another_unit(candidate: list[str], typed: str) -> None:
    """0.4515 and 0.3010 decimal digits are 1.04 and 0.6931 nats."""
    found = check_working(candidate, metric=perplexity, entropy=typed)
    assert (kinds(found), found.first_wrong) == (["perhaps"], "entropy")
    assert "It may be right in decimal digits (base=10). With so few digits, that may be chance." in said(found)
    assert verdict(typed, perplexity(candidate), "entropy").kind == "wrong"


@pytest.mark.parametrize(
    ("candidate", "references", "claims", "first"),
    [
        # By sacreBLEU's rules p_1 is 5/7 and p_2 is 3/6, or other pairs in lower case, but never 4/6 for both.
        (
            "The cat sat on the mat.",
            ["the cat sat on the mat"],
            {"max_n": 2, "p": ["4/6", "4/6"], "score": "0.63"},
            "p_2",
        ),
        # ln 2 nats, and 2 bits.
        (["1/2", "1/4"], None, {"metric": perplexity, "surprise": ["0.693", "2"]}, "surprise_2"),
        (["1/2", "1/4"], None, {"metric": perplexity, "surprise": ["0.693", "2"], "entropy": "1.04"}, "surprise_2"),
        (["1/2", "1/4"], None, {"metric": perplexity, "surprise": ["0.693", "2"], "entropy": "1.5"}, "surprise_2"),
        # A recall of 0 from words split at spaces, and a precision from words split at punctuation.
        (
            "The cats sat.",
            ["the cat sat"],
            {"metric": rouge_n, "n": 1, "recall": "0", "precision": "2/3", "score": "2/3"},
            "precision",
        ),
    ],
)
def test_one_way_must_fit_every_number(
    candidate: Any, references: list[str] | None, claims: dict[str, Any], first: str
) -> None:
    found = check_working(candidate, references, **claims)
    assert (found.first_wrong, found.search.ways) == (first, ())
    assert "by other rules" not in said(found)
    assert "elsewhere" not in kinds(found)


# Rounding early.

EXACT = [Fraction(4, 6), Fraction(3, 5), Fraction(2, 4), Fraction(1, 3)]
PENALTY = exp(-1 / 6)


def short(value: float | Fraction, decimals: int, is_cut: bool = False) -> float:
    whole = floor(Fraction(value) * 10**decimals + (0 if is_cut else Fraction(1, 2)))
    return float(Fraction(whole, 10**decimals))


@pytest.mark.parametrize("decimals", [1, 2, 3])
@pytest.mark.parametrize("is_cut", [False, True])
@pytest.mark.parametrize("which", ["all", "precisions", "penalty", "product"])
def test_rounding_early_is_recognised(decimals: int, is_cut: bool, which: str) -> None:
    p = [float(one) for one in EXACT]
    bp, product = PENALTY, p[0] * p[1] * p[2] * p[3]
    if which in ("all", "precisions"):
        p = [short(one, decimals, is_cut) for one in EXACT]
        product = p[0] * p[1] * p[2] * p[3]
    if which in ("all", "penalty"):
        bp = short(PENALTY, decimals, is_cut)
    if which == "product":
        product = short(Fraction(1, 15), decimals, is_cut)
    typed = f"{bp * product**0.25:.4f}"
    found = check_working(*START, score=typed)
    if typed in ("0.4301", "0.0000"):
        return
    assert kinds(found) == ["early"], typed
    assert f"BLEU is {typed}. With all digits it is 0.4301. Round only at the end." in said(found)
    assert found.search.rounding is not None


def test_which_numbers_were_rounded_and_how_is_said() -> None:
    """0.84 * (1/15)^(1/4) = 0.4268; 0.85 * (0.67 * 0.6 * 0.5 * 0.33)^(1/4) = 0.4314."""
    found = check_working(*START, **{**RIGHT, "bp": "e^(-1/6)"}, score="0.4268")
    assert "This could come from rounding early. With BP cut off after 2 decimals, BLEU is 0.4268." in said(found)
    found = check_working(*START, score="0.4314")
    assert "With p_1, p_4 and BP rounded to 2 decimals, BLEU is 0.4314." in said(found)
    assert not any(one.sure for one in found.misconceptions)


PAIRS = ("the cat sat on the mat", ["the cat is on the mat today"])
"""p_1 is 5/6, p_2 is 3/5, BP is e^(-1/6) = 0.8465; BLEU-2 is 0.8465 * (1/2)^(1/2) = 0.5986."""


@pytest.mark.parametrize(
    ("claims", "why"),
    [
        ({"p": ["0.8333", "0.6000"], "bp": "0.8465", "score": ".594"}, "BP was typed with four decimals"),
        ({"score": "0.85*0.65"}, "the factors were typed with two"),
        ({"score": "0.57"}, "two digits, and no number rounded or cut gives it"),
        ({"score": "0.61"}, "two digits"),
    ],
)
def test_rounding_is_not_told_where_the_digits_do_not_say_so(claims: dict[str, Any], why: str) -> None:
    found = check_working(*PAIRS, max_n=2, **claims)
    assert (found.first_wrong, found.search.rounding) == ("score", None), why
    assert "rounding early" not in said(found)


@pytest.mark.parametrize(
    ("texts", "claims", "whence"),
    [
        (PAIRS, {"max_n": 2, "score": "0.59"}, "With all digits BLEU is 0.5986"),
        (PAIRS, {"max_n": 2, "score": "0.598"}, "With all digits BLEU is 0.5986"),
        # 0.846 * (0.667 * 0.6 * 0.5 * 0.333)^(1/4) = 0.4298
        (START, {"p": ["0.667", "0.6", "0.5", "0.333"], "bp": "0.846", "score": "0.429"}, "From your rounded "
         "numbers, BLEU is 0.4298"),
    ],
)  # fmt: skip
def test_a_number_that_was_cut_itself_is_told_first(texts: Any, claims: dict[str, Any], whence: str) -> None:
    found = check_working(*texts, **claims)
    assert kinds(found)[-1] == "early"
    assert f"This may have been cut off instead of rounded. {whence}." in said(found)
    assert "✗ close, as if cut off instead of rounded" in said(found)
    assert "rounding early" not in said(found)
    assert "It could also be a mistake: cut" not in said(found)


def test_no_number_is_named_whose_rounding_changes_nothing() -> None:
    """0.85 * 0.71 = 0.6035, so p_1 and p_2 may have all their digits."""
    found = check_working(*PAIRS, max_n=2, score="0.6035")
    assert "With BP and the mean of the precisions rounded to 2 decimals, BLEU is" in said(found)


def test_few_numbers_that_are_near_by_chance_are_explained_by_rounding() -> None:
    """Every wrong number of two or three digits within 5 percent of the right number is tried."""
    for typed, most in (
        ([f"0.{one}" for one in range(57, 64) if one != 60], 1),
        ([f"0.{one}" for one in range(569, 629) if one != 599], 12),
    ):
        told = [one for one in typed if check_working(*PAIRS, max_n=2, score=one).search.rounding]
        assert len(told) <= most, told


def test_a_number_that_goes_on_from_rounded_ones_is_right() -> None:
    """e^1.39 = 4.01; and with the exact fractions and a rounded BP: 0.85 * (1/15)^(1/4) = 0.4319."""
    four = ["1/2", "1/4", "1/8", "1/4"]
    assert kinds(check_working(four, metric=perplexity, entropy=1.39, score=4.01)) == ["right", "rounded"]
    found = check_working(*START, p=["0.67", "0.6", "0.5", "0.33"], bp="0.85", score="0.4319")
    assert kinds(found)[-1] == "rounded", "some of them"
    assert found.first_wrong is None


def test_a_number_that_goes_on_from_a_wrong_one_stays_wrong() -> None:
    found = check_working(four := ["1/2", "1/4", "1/8", "1/4"], metric=perplexity, entropy=1.5, score=4.48)
    assert (kinds(found), four) == (["wrong", "follows"], four)


def test_a_working_does_not_change_the_score_it_is_about() -> None:
    """Rounded numbers are tried on a copy of the score."""
    found = check_working(["1/2", "1/4", "1/8", "1/4"], metric=perplexity, entropy=1.386, score=2.61)
    assert found.search.rounding is None
    assert "PP = 4" in str(found)
    assert found.score.score == 4


# The counts.


@pytest.mark.parametrize(
    ("texts", "claims", "counted", "name"),
    [
        (
            (["a b c", "d e f"], [["x"], ["y"]]),
            {"max_n": 2, "p_2": "0/5"},
            "The counts are 0/4, not 0/5.",
            "one-string",
        ),
        (("a b c d.", ["a b c d."]), {"max_n": 2, "p_2": "4/4"}, "The counts are 3/3, not 4/4.", "full-stop"),
        (("a b c d", ["a b c d"]), {"max_n": 2, "p_2": "4/4"}, "The counts are 3/3, not 4/4.", ""),
        (("a b c d.", ["a b c d."]), {"max_n": 2, "p": ["5/5", "3/3"]}, "The counts are 4/4, not 5/5.", ""),
        (START, {"p_4": "2/6"}, "The counts are 1/3, not 2/6.", ""),
        (START, {"p_1": "6/9"}, "The counts are 4/6, not 6/9.", ""),
    ],
)
def test_a_right_value_with_other_counts_is_told(
    texts: tuple[Any, Any], claims: dict[str, Any], counted: str, name: str
) -> None:
    found = check_working(*texts, metric=bleu if isinstance(texts[0], str) else corpus_bleu, **claims)
    assert kinds(found)[0] == "value"
    assert counted in said(found)
    assert [one.name for one in found.misconceptions] == [name] * bool(name)


@pytest.mark.parametrize("typed", ["4/6", "2/3", "0.67", "66.7%"])
def test_a_pair_that_was_reduced_is_right(typed: str) -> None:
    assert kinds(check_working(*START, p_1=typed)) == ["right"]


# What is right is never contradicted.


def test_the_example_of_the_play_page_is_told_where_it_went_wrong() -> None:
    texts = "last train leaves at half ten", ["the last train leaves at nine thirty"]
    found = check_working(*texts, p_1="4/7", bp="e^(1 - 7/6)", score="0.41")
    assert kinds(found) == ["wrong", "right", "follows"]
    assert "p_1 is wrong, and BLEU follows from it." in said(found)
    assert (
        "the mistake could be: divided by the n-grams of the reference; or divided by the length of the reference."
        in said(found)
    )
    assert "penalty" not in said(found).split("1.")[0]


def test_no_mistake_is_told_that_a_later_right_number_speaks_against() -> None:
    """With candidate and reference swapped, BP would be 1."""
    texts = "last train leaves at half ten", ["the last train leaves at nine thirty"]
    assert "swapped" not in said(check_working(*texts, p_1="4/7", bp="e^(1 - 7/6)", score="0.41"))
    assert "swapped" in said(check_working(*texts, p_1="4/7"))


@pytest.mark.parametrize(
    ("bp", "name"), [("e^(6/7 - 1)", "ratio-less-one"), ("e^(-7/6)", "one-forgotten"), ("e^(1 - 6/7)", "upside-down")]
)
def test_exponents_that_people_write_are_named(bp: str, name: str) -> None:
    assert name in [one.name for one in check_working(*START, bp=bp).misconceptions]


def test_a_difference_of_lengths_is_named_where_it_shows() -> None:
    """c = 2 and r = 7: |r - c| = 5, and e^(1 - 5/2) = 0.2231."""
    found = check_working("the mat", START[1], max_n=1, bp="0.2231")
    assert [one.name for one in found.misconceptions] == ["difference-of-lengths"]


# Two doors, one verdict.


@pytest.mark.parametrize("typed", ["0.6", 0.6, "0.85*sqrt(0.83*0.6)=0.6"])
def test_one_decimal_is_wrong_by_neither_door(typed: object) -> None:
    assert check_working(*PAIRS, max_n=2, score=typed).first_wrong is None
    door = verdict(typed, bleu(*PAIRS, max_n=2))
    assert door.kind == ("equal" if typed == "0.6" else "right")  # a float 0.6 may have been typed as 0.60
    assert door.text.startswith("That is right to one decimal. Give at least two") or door.kind == "right"


@pytest.mark.parametrize("typed", ["0.5", 1, "0.58", "0.4"])
def test_one_decimal_of_another_number_is_wrong_by_both(typed: object) -> None:
    assert check_working(*PAIRS, max_n=2, score=typed).first_wrong == "score"
    assert verdict(typed, bleu(*PAIRS, max_n=2)).kind == "wrong"


def test_two_numbers_are_both_right() -> None:
    assert "Both numbers are right." in said(check_working(*PAIRS, max_n=2, p=["5/6", "3/5"]))


@pytest.mark.parametrize(
    ("settings", "score", "whose"),
    [
        ({"metric": "rouge_n", "n": 1}, "0.7332", "namely the rules of pycocoevalcap 1.2"),
        ({"metric": "rouge_s"}, "0.4651", "as ROUGE-1.5.5 prints it"),
        ({"metric": "rouge_l"}, "0.7143", "as ROUGE-1.5.5 and rouge-score 0.1.2 print it"),
    ],
)
def test_only_a_tool_that_has_the_score_prints_it(settings: dict[str, Any], score: str, whose: str) -> None:
    texts = "the the cat sat . on a mat today", ["The cat was on a mat."]
    found = check_working(*texts, score=score, **settings)
    assert f"Right by other rules, {whose}" in said(found)


def test_a_score_on_another_scale_than_the_tools_is_not_what_it_prints() -> None:
    texts = "It is a guide to action.", ["It is a guide to action ."]
    assert "sacreBLEU" not in said(check_working(*texts, score="1.0000"))
    assert "as sacreBLEU 2.6.0 prints it" in said(check_working(*texts, score="100.00"))


def test_by_other_rules_a_number_may_follow_from_rounded_ones() -> None:
    found = check_working(
        "the cat sat on a mat today", ["the cat was on a mat"], max_n=2, p_1="71", p_2="50", score="59.6"
    )
    assert kinds(found) == ["elsewhere", "elsewhere", "rounded"]
    assert "BLEU is right, from your rounded numbers. With all digits it is 59.76" in said(found)


def test_a_product_of_rounded_precisions_may_be_rounded_again() -> None:
    found = check_working(
        "big big mat mat sat on big cat sat the mat", ["big big mat mat sat on big cat sat red"], max_n=2,
        p=["0.8182", "0.8000"], bp="1.0000", score="0.8091",
    )  # fmt: skip
    assert kinds(found)[-1] == "early"
    assert "With all digits it is 0.80904" in said(found)


def test_a_number_that_is_nearly_right_has_no_mistake_for_sure() -> None:
    """Logarithms that were rounded, -0.223 and -0.405, lead to 0.731, and so does another mistake."""
    found = check_working(
        "big big sat red red . red red dog sat", ["big cat sat red . red red dog sat"], max_n=2, score="0.731"
    )
    assert not any(one.sure for one in found.misconceptions)
    assert "A single mistake could explain it" in said(found)
    assert "could explain it)" in repr(found)


def test_a_hundredfold_is_told_of_every_metric() -> None:
    found = check_working(["1/2", "1/4", "1/8"], metric="perplexity", score="400")
    assert "PP is 100 times too large" in said(found)
    assert "τ_b is 100 times too large" in said(
        check_working("1 2 3 4", ["1 2 4 3"], metric="kendall_tau_b", score="66.67")
    )


def test_two_units_are_told_apart() -> None:
    given: dict[str, Any] = {"surprise": ["1", "2", "3"], "entropy": "1.39", "score": "4"}
    found = check_working(["1/2", "1/4", "1/8"], metric="perplexity", **given)
    assert kinds(found) == ["right"] * 3 + ["mixed", "right"]
    assert found.first_wrong is None
    assert "But J is right in the unit that was asked for. Use a single unit." in said(found)


@pytest.mark.parametrize(("claims", "is_near"), [({"p_1": "0.84"}, True), ({"bp": "1.01"}, False), ({"c": 7}, False)])
def test_only_a_number_with_more_decimals_is_off_by_rounding(claims: dict[str, Any], is_near: bool) -> None:
    """p_1 is 5/6; a penalty of 1, and a count, have no decimals to lose."""
    found = check_working("a b c d e f", ["a b c d e g"], max_n=2, **claims)
    assert ("off by at most two units of the last digit" in said(found)) == is_near
