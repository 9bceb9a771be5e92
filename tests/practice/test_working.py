"""Hand computations, checked: right ones however they are typed, and wrong ones named by the mistake behind them."""

import json
import math
import random
import re
from decimal import Decimal
from fractions import Fraction
from itertools import count
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import InputError, bleu, check_working, corpus_bleu, examples
from mtexplain.by_hand.misconception import Misconception, Mistake
from mtexplain.by_hand.numbers import Quotient, Value
from mtexplain.by_hand.numbers import plain as number
from mtexplain.counts import Ratio
from mtexplain.display import html, latex, plain
from mtexplain.display.parts import Table
from mtexplain.explain.practice.working.diagnosis import Diagnosis
from mtexplain.explain.practice.working.expressions import evaluated
from mtexplain.metrics.bleu.by_rules import BleuScore
from mtexplain.metrics.bleu.mistakes import BLEU_SUBJECT as BLEU
from mtexplain.rules import NLTK, RULES, SACREBLEU, SACREBLEU_SENTENCE, BleuRules
from tests.display.test_views import Page, cells
from tests.practice.test_misconceptions import every_misconception, misconceptions
from tests.strategies import Segment, amount, corpora, orders, rarely, segments, unzipped

START = ("the the cat on the mat", ["there is a cat on the mat"])
OPENING = bleu(*START)
LATE = ("last train leaves at half ten", ["the last train leaves at nine thirty"])
WORKING: dict[str, Any] = {"p": ["4/6", "3/5", "2/4", "1/3"], "bp": "e^(-1/6)", "c": 6, "r": 7, "score": 0.4301}


def singles(found: Diagnosis) -> list[str]:
    return [one.name for one in found.search.singles(misconceptions)]


def singles_told(found: Diagnosis) -> list[str]:
    return [one.name for one in found.misconceptions if len(one.misconceptions) == 1]


def pairs(found: Diagnosis) -> list[str]:
    return [one.name for one in found.misconceptions if len(one.misconceptions) == 2]


# A wrong hand computation made with any one listed misconception is named.


def typed(value: Value, decimals: int, fractions: bool) -> str | int | None:
    """A number as a student would type it; None if nobody could type it, as with 1/0 or log 0."""
    if isinstance(value, Quotient) and fractions and value.total and all(part == int(part) for part in value):
        return f"{int(value.matches)}/{int(value.total)}"
    if isinstance(value, Quotient) and not value.total:
        return None if value.matches else "0/0"
    found = number(value)
    if found is None or isinstance(found, int):
        return found
    return f"{float(found):.{decimals}f}"


def by_hand(mistake: Mistake, names: list[str], decimals: int) -> dict[str, Any]:
    """What a student with this misconception claims."""
    written = mistake.wrong.written
    fractions = mistake.misconception.replaces != "writing"
    return {name: typed(written(name, decimals)[0], decimals, fractions) for name in names}


def sentence(draw: random.Random, letters: str, most: int) -> str:
    return " ".join(draw.choice(letters) for _ in range(draw.randint(1, most)))


def is_named(one: Misconception, trace: BleuScore, candidate: Any, references: Any, **settings: Any) -> bool:
    """Check that the misconception is named in every telling with a wrong number. Return whether there was one."""
    mistake = one.of(trace)
    names = list(mistake.right.forms)
    tellings = [names, ["score"], [name for name in names if name.startswith("p_")], [*mistake.shows]]
    wrong = False
    for told, decimals in zip((*tellings, names), (4, 3, 3, 3, 2), strict=True):
        claims = {name: value for name, value in by_hand(mistake, told, decimals).items() if value is not None}
        if not claims:
            continue
        found = check_working(candidate, references, **claims, **settings)
        if found.search.wrong:
            wrong = True
            assert [*found.search.singles([one])] == [one], (candidate, references, claims)
    return wrong


@every_misconception
def test_its_own_example_is_named(one: Misconception) -> None:
    example = one.smallest.score
    assert isinstance(example, BleuScore)
    pairs = example.pairs
    candidates, references = ([" ".join(c) for c, _ in pairs], [[" ".join(r) for r in rs] for _, rs in pairs])
    text = (candidates[0], references[0]) if isinstance(one.example.candidate, str) else (candidates, references)
    named = is_named(one, example, *text, max_n=example.rules.max_n)
    if named and not isinstance(text[0], list):
        claims = by_hand(one.smallest, [*one.smallest.shows], 3)
        assert one.name in singles(check_working(*text, max_n=example.rules.max_n, **claims))
    assert named or one.name in ("reference-length", "candidate-length"), "0/1 is as right as 0/0 where it counts as 0"


@every_misconception
def test_a_wrong_computation_is_named_on_any_text(one: Misconception) -> None:
    draw, wrong = random.Random(one.name), 0
    letters = "aAbB." if one.replaces == "words" else "abc"
    for tries in range(90):
        if wrong >= 2 and tries >= amount(8, 90):
            break
        most = draw.choice((3, 8, 14))
        corpus = [
            (sentence(draw, letters, most), [sentence(draw, letters, most) for _ in range(draw.randint(1, 3))])
            for _ in range(draw.randint(1, 3))
        ]
        max_n = draw.randint(1, 4)
        text: tuple[Any, Any] = unzipped(corpus) if draw.random() < 0.6 else corpus[0]
        trace: Any = (bleu if isinstance(text[0], str) else corpus_bleu)(*text, max_n=max_n)
        wrong += is_named(one, trace, *text, max_n=max_n)
    assert wrong >= 2, "it showed often enough to be tried"


@pytest.mark.parametrize("rules", [SACREBLEU, SACREBLEU_SENTENCE, NLTK], ids=lambda rules: rules.name)
@every_misconception
def test_it_is_named_under_the_rules_of_tools_too(one: Misconception, rules: BleuRules) -> None:
    draw = random.Random(one.name)
    for _ in range(amount(2, 4)):
        corpus = [(sentence(draw, "aAb", 9), [sentence(draw, "aAb", 9) for _ in range(2)]) for _ in range(2)]
        is_named(one, corpus_bleu(*unzipped(corpus), rules=rules), *unzipped(corpus), rules=rules)


@pytest.mark.parametrize(
    "one",
    [one for one in misconceptions.at("combine") if one.name != "fourth-root-of-fewer"],  # right for four orders
    ids=lambda one: one.name,
)
def test_who_goes_on_from_rounded_numbers_is_understood(one: Misconception) -> None:
    p, bp = [0.67, 0.6, 0.5, 0.33], 0.85
    given = {**{f"p_{n}": value for n, value in enumerate(p, 1)}, "bp": bp}
    score = BLEU.numbers(OPENING, {"combine": one.replacement}, given)["score"]
    found = check_working(*START, p=p, bp=bp, score=f"{float(score or 0):.4f}")  # type: ignore[arg-type]
    assert found.first_wrong == "score"
    assert singles(found) == [one.name]


def test_a_score_from_rounded_numbers_that_were_claimed_is_right() -> None:
    """0.85 * (0.67 * 0.6 * 0.5 * 0.33)^(1/4) = 0.4314."""
    found = check_working(*START, p=[0.67, 0.6, 0.5, 0.33], bp=0.85, score=0.4314)
    assert (found.first_wrong, found.misconceptions) == (None, ())
    assert found.verdicts[-1].kind == "rounded"
    said = "BLEU is right, from your rounded numbers. With all digits it is 0.4301. Round only at the end."
    assert said in " ".join(str(found).split())


@pytest.mark.parametrize(
    ("example", "claims", "first", "names"),
    [
        ("papineni-2", {"p_1": "7/7"}, "p_1", {"no-clipping", "set"}),
        ("notes-b", {"p_1": "10/10"}, "p_1", {"no-clipping", "set"}),
        ("notes-c-cat", {"score": 1.6615}, "score", {"average-without-log"}),
        ("notes-d", {"p_1": 0.95}, "p_1", {"characters", "one-term-too-many"}),
        ("notes-d", {"p_1": "19/20"}, "p_1", {"one-term-too-many"}),
        ("notes-d", {"p_1": "18/19"}, "p_1", set()),  # its text ends without the full stop
        ("notes-e", {"bp": "1.7708"}, "bp", {"upside-down"}),
        ("notes-e", {"bp": "e^(1 - 3/7)"}, "bp", {"upside-down"}),
    ],
)
def test_what_papers_and_notes_print_is_named(
    example: str, claims: dict[str, Any], first: str, names: set[str]
) -> None:
    one = examples.get(example)
    found = check_working(one.candidate, list(one.references), **one.settings, **claims)
    assert found.first_wrong == first
    assert set(singles_told(found)) == names


# Right is right, however it is typed.


def assert_right(found: Diagnosis) -> None:
    assert found.first_wrong is None, str(found)
    assert found.misconceptions == ()
    assert {verdict.kind for verdict in found.verdicts} == {"right"}
    assert repr(found) == f"Diagnosis(all {len(found.claims)} right)"


@rarely
@given(segments(), orders)
def test_every_way_to_type_a_right_number_is_right(segment: Segment, max_n: int) -> None:
    trace = bleu(*segment, max_n=max_n)
    ratios = [order.ratio for order in trace.precisions]
    values = [ratio.value for ratio in ratios]
    ways: list[list[Any]] = [
        [str(ratio) for ratio in ratios], ratios, list(trace.precisions), values,
        [(ratio.matches, ratio.total) for ratio in ratios],
        [f"{ratio.matches} of {ratio.total}" for ratio in ratios],
        ["0/0" if value is None else str(value) for value in values],
        [0 if value is None else float(value) for value in values],
        [0 if value is None else numpy.float64(float(value)) for value in values],
        [None if value is None else Decimal(value.numerator) / value.denominator for value in values],
        [None if value is None else f"{value.numerator}*2/(2*{value.denominator})" for value in values],
        *([[None if v is None else f"{float(v):.{digits}f}" for v in values] for digits in range(1, 11)]),
        *([[None if v is None else f"{100 * float(v):.{digits}f} %" for v in values] for digits in range(4)]),
    ]  # fmt: skip
    score, penalty = trace.score, trace.brevity.value
    for place, p in enumerate(ways):
        digits = 1 + place % 10
        if {f"{score:.1f}", f"{penalty:.1f}"} & {"0.0", "1.0"}:
            digits += 1  # one digit alone would say that it is 0, or 1
        scores = [score, str(score), trace.exact, f"{score:.{digits}f}", f"{100 * score:.{digits}f}%", Decimal(score)]
        penalties = [penalty, numpy.float64(penalty), f"{penalty:.{digits}f}"]
        c, r = trace.brevity.candidate_length, numpy.int64(int(trace.brevity.reference_length))
        one, bp = scores[place % len(scores)], penalties[place % 3]
        assert_right(check_working(*segment, max_n=max_n, p=p, score=one, bp=bp, c=c, r=r))


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@given(corpora(), orders)
@rarely
def test_under_any_rules_both_forms_and_both_scales_are_right(
    rules: BleuRules, corpus: list[Segment], max_n: int
) -> None:
    text = unzipped(corpus)
    trace = corpus_bleu(*text, rules=rules, max_n=max_n, tokenize="whitespace")
    counted = {f"p_{order.n}": order.ratio for order in trace.precisions}
    smoothed = {f"p_{factor.n}": factor.value for factor in trace.factors if factor.value is not None}
    kinds: tuple[dict[str, Any], ...] = (counted, smoothed, {**counted, **smoothed})
    for claims in kinds:
        for score in (trace.reported, trace.reported / rules.scale, f"{trace.reported:.2f}", f"{trace.reported:.4f}"):
            claims = {**claims, "score": score}
            assert_right(check_working(*text, rules=rules, max_n=max_n, tokenize="whitespace", **claims))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("bp", "e^(-1/6)"), ("bp", "exp(1 - 7/6)"), ("bp", "e**(1-7/6)"), ("bp", "e^(1 − 7/6)"), ("bp", "84.6%"),
        ("bp", "1/e^(1/6)"), ("bp", " 0.85 "), ("bp", ".85"), ("bp", 0.8465), ("score", "e^(-1/6) * (1/15)^(1/4)"),
        ("score", "e^(-1/6) · sqrt(sqrt(1/15))"), ("score", "exp[(-1/6) + log(1/15)/4]"), ("score", "43.01%"),
        ("score", OPENING.exact), ("score", OPENING), ("p_1", "2:3"), ("p_1", OPENING.precisions[0]), ("c", 6.0),
        ("c", "6"), ("p_1", "4⁄6"), ("bp", "e^{-1/6}"), ("score", "≈ 0.430"), ("score", "= 0.43"),
        ("r", Ratio(7, 7)), ("score", "4.301e-1"), ("p_4", "33 %"), ("p_1", [4, 6]),
    ],
)  # fmt: skip
def test_other_ways_to_type_it(name: str, value: Any) -> None:
    if value is OPENING or name == "r":
        with pytest.raises(InputError) if value is OPENING else pytest.raises(AssertionError):
            assert_right(check_working(*START, **{name: value}))
    else:
        assert_right(check_working(*START, **{name: value}))


def test_0_and_0_over_0_are_right_where_there_is_no_order() -> None:
    for value in ("0/0", 0, "0", 0.0, (0, 0), Ratio(0, 0)):
        assert_right(check_working("a b", ["a b"], p=["2/2", "1/1", value, value], score=0))
    assert check_working("a b", ["a b"], p_3=1).first_wrong == "p_3"
    assert check_working("a b", ["a b"], p_2="0/0").first_wrong == "p_2"


def test_digits_count() -> None:
    assert check_working(*START, score="0.4").first_wrong is None
    assert check_working(*START, score="0.43").first_wrong is None
    assert check_working(*START, score="0.431").first_wrong == "score"
    assert check_working(*START, bp="1 - 1/2").first_wrong == "bp", "it has no digits, and is exact"
    assert check_working(*START, score=0.4301).first_wrong is None
    assert check_working(*START, score=0.4302).first_wrong == "score"
    assert check_working(*START, score="0.4301250851313264").first_wrong is None, "as near as floats can be"
    assert check_working(*START, score="43.0", rules=SACREBLEU).first_wrong is None
    assert singles(check_working(*START, score="43.0")) == ["score-in-percent"]
    assert singles(check_working(*START, score="43.01")) == ["score-in-percent"]
    assert check_working("w " * 99 + "x", ["w " * 99 + "y"], max_n=1, score=1.0).first_wrong == "score"
    assert check_working("w " * 999 + "x", ["w " * 999 + "y"], max_n=1, score="1").first_wrong == "score"
    assert check_working("w", ["w " * 20], max_n=1, score="5.603e-9").first_wrong is None


@pytest.mark.parametrize("score", [0.4, "0.4", "43 %"])
def test_what_is_right_by_one_digit_is_said_to_be(score: object) -> None:
    found = check_working(*START, p=["4/6", 0.6, 0.5], bp=0.85, score=score)
    assert found.first_wrong is None
    assert [one.name for one in found.coarse] == ([] if score == "43 %" else ["score"])
    for view in (str(found), Page(found._repr_html_()).text, found.to_latex()):
        assert ("only a single digit" in view) == ("A single digit says little (BLEU)" in view) == (score != "43 %")
    assert found.table.rows[-1][3].startswith("✓ right")  # type: ignore[union-attr]


def test_a_comma_between_thousands_is_told_from_a_decimal_one() -> None:
    for typed, thousands in [("1,000", True), ("12,345,678", True), ("0,500", False), ("0,43", False), ("10,5", False)]:
        with pytest.raises(InputError, match="Write a point, not a comma") as error:
            check_working(*START, c=typed)
        assert ("Write thousands with neither" in str(error.value)) == thousands


# What is wrong first, and what only follows.


@pytest.mark.parametrize("wrong", ["p_1", "p_2", "p_3", "p_4", "c", "r", "bp", "score"])
def test_the_first_wrong_number_is_the_first_in_the_order_of_the_computation(wrong: str) -> None:
    right: dict[str, Any] = {
        "score": 0.4301,
        "bp": 0.85,
        "r": 7,
        "c": 6,
        "p_4": "1/3",
        "p_3": "2/4",
        "p_2": "3/5",
        "p_1": "4/6",
    }
    later = list(right)[: list(right).index(wrong) + 1]
    found = check_working(*START, **{**right, **dict.fromkeys(later, "77/78")})
    assert found.first_wrong == wrong
    assert [one.claim.name for one in found.verdicts] == [*reversed(right)]


def test_what_follows_from_a_wrong_number_is_told_apart() -> None:
    score = math.exp(-1 / 6) * (5 / 6 * 3 / 5 * 2 / 4 * 1 / 3) ** 0.25
    found = check_working(*START, p=["5/6", "3/5", "2/4", "1/3"], bp=0.8465, score=round(score, 3))
    assert [one.kind for one in found.verdicts] == ["wrong", "right", "right", "right", "right", "follows"]
    assert check_working(*START, p=["5/6"], score=0.61).verdicts[-1].kind == "wrong"
    shorter = check_working(*START, c=5, bp=round(math.exp(1 - 7 / 5), 4))
    assert [one.kind for one in shorter.verdicts] == ["wrong", "follows"]
    assert "wrong, but it follows from your numbers" in str(shorter)


# Two at once.


def test_two_mistakes_are_found_where_the_numbers_tell_enough() -> None:
    one, other = (misconceptions.get(name) for name in ("no-clipping", "no-penalty"))
    numbers = BLEU.numbers(OPENING, {"clip": one.replacement, "penalty": other.replacement})
    found = check_working(
        *START, p=[str(numbers[f"p_{n}"]) for n in range(1, 5)], bp=1, score=f"{numbers['score']:.4f}"
    )
    assert singles(found) == []
    assert "no-clipping + no-penalty" in pairs(found)
    assert all(one.sure for one in found.misconceptions)
    assert "two together do: no clipping plus no brevity penalty; or " in " ".join(str(found).split())
    assert "may be chance" not in str(found)
    alone = check_working(*START, score=f"{numbers['score']:.4f}")
    assert ("may be chance" in str(alone), singles(alone)) == (True, [])
    few = check_working(*START, score=f"{numbers['score']:.2f}")
    assert "no-clipping + no-penalty" in pairs(few)
    assert not any(one.sure for one in few.misconceptions if len(one.misconceptions) == 2)


def assert_explained(found: Diagnosis) -> None:
    """Check that explanations give every claim, singles come first, and pairs are of two places and need both."""
    lengths = [len(one.misconceptions) for one in found.misconceptions]
    assert lengths == sorted(lengths)
    assert len({one.name for one in found.misconceptions}) == len(lengths)
    alone = singles(found)
    assert found.first_wrong is None or {*singles_told(found)} <= {*alone}
    wrong = [one.claim for one in found.verdicts if one.kind != "right"]
    for explanation in found.misconceptions:
        places = {one.replaces: one.replacement for one in explanation.misconceptions}
        assert len(places) == len(explanation.misconceptions)
        numbers = BLEU.numbers(BLEU.sheet(found.score), places)
        for claim in found.claims:
            decimals = 12 if claim.decimals is None else claim.decimals
            assert any(map(claim.fits, numbers.written(claim.name, decimals))), (explanation.name, claim)
        if len(places) == 2:
            assert not {one.name for one in explanation.misconceptions} & set(alone)
        is_near = found.search.rounding or found.search.perhaps
        assert explanation.sure == (not is_near and any(claim.is_fraction or claim.digits >= 3 for claim in wrong))


@rarely
@given(segments(), st.sampled_from(misconceptions), st.sampled_from(misconceptions), st.sampled_from([1, 2, 3, 4, 9]))
def test_every_explanation_gives_every_claim(
    segment: Segment, one: Misconception, other: Misconception, decimals: int
) -> None:
    trace = bleu(*segment, max_n=2)
    numbers = BLEU.numbers(trace, {one.replaces: one.replacement, other.replaces: other.replacement})
    found = [(name, number(numbers.written(name, decimals)[0])) for name in numbers.forms]
    score = {name: f"{float(value):.{decimals}f}" for name, value in found if value is not None and name == "score"}
    p = {name: Fraction(value) for name, value in found if value is not None and name[0] == "p"}
    for claims in (score, p, {**score, **p}):
        if claims:
            diagnosis = check_working(*segment, max_n=2, **claims)
            assert_explained(diagnosis)
            if (
                diagnosis.first_wrong
                and len({one.replaces, other.replaces}) == 2
                and "writing" not in (one.replaces, other.replaces)
                and "full-stop" not in (one.name, other.name)  # it is not told where there is no full stop
            ):
                names = {one.name, other.name}
                assert any(names & set(each.name.split(" + ")) for each in diagnosis.misconceptions)


def test_where_nothing_explains_it_it_says_so() -> None:
    found = check_working(*START, p=["5/6", "3/5"])
    assert found.misconceptions == ()
    for view in (str(found), Page(found._repr_html_()).text, " ".join(found.to_latex().split())):
        assert "No known mistake explains it, alone or with another." in view
    assert found.steps()[-1].name == "p_1", "the right working"
    assert repr(found) == "Diagnosis(p_1 is the first wrong number; nothing explains it)"


# What cannot be claimed.

UNREADABLE: list[Any] = [
    "0,43", "43,01%", float("nan"), float("inf"), "nan", "-inf", "cat", b"0.43", True, numpy.True_, 1j, {1: 2},
    [0.43], numpy.array([1, 2]), Decimal("nan"), Decimal("inf"), Decimal("sNaN"), Decimal("1e400"), "1e999", 10**400,
    10**5000, -(10**4500), (10**5000, 3), Fraction(10**5000, 3), Fraction(3, 10**5000), Fraction(10**300), "1" * 400,
    "9**9**9**9", "9^9^9^9", "2**99999", "(" * 1000, "(" * 390, "1" + "+1" * 5000, "__import__('os')", "open('x')",
    "[x for x in (1, 2)]", "exp(exp(exp(5)))", "exp(1000)", "log(0)", "log(-1)", "(-8)^(1/3)", "sqrt(-1)",
    "3/0", "(3, 0)", "1/(1 - 1)", "0^(-1)", "1_000", "0x10", "1;2", "1\n2", "f'{1}'", "'a'*3", "\ud800", "1\0", "٣",
    "1 if 1 else 2", "e.real", "exp(1, 2)", "exp(x=1)", "True", "None()", "1 < 2", "not 1", "1 // 2", "1 % 2",
    "1/0", "(1).real", [1, 2, 3],
]  # fmt: skip


@pytest.mark.parametrize("value", UNREADABLE, ids=lambda value: ascii(type(value).__name__ + str(value)[:20])
                         if not isinstance(value, int | tuple | Fraction) else type(value).__name__)  # fmt: skip
@pytest.mark.parametrize("name", ["score", "p"])
def test_what_is_no_number_is_refused_where_it_is(name: str, value: Any) -> None:
    with pytest.raises(InputError) as caught:
        check_working(*START, **{name: ["4/6", value] if name == "p" else value})  # type: ignore[arg-type]
    said = str(caught.value)
    assert said.startswith(f"{'p[1]' if name == 'p' else 'score'}: got ")
    assert "; expected a number such as '10/17', 0.59, '59%' or 'e^(-1/6)'." in said
    assert len(said) < 500 or isinstance(value, Fraction)
    assert isinstance(caught.value, TypeError) == (type(value) not in (str, float, int, tuple, Fraction, Decimal))


@pytest.mark.parametrize(
    ("claims", "said"),
    [
        ({}, "claims: got none; expected at least one of p=, c=, r=, bp=, score=. Write check_working("),
        ({"p": [None, ...]}, "claims: got none"),
        ({"p": []}, "claims: got none"),
        ({"score": " ? "}, "claims: got none"),
        ({"p": "4/6"}, "p: got a string, '4/6'; expected a list, p_1 to p_4. Write p=[...]."),
        ({"p": "4/6", "max_n": 1}, "p: got a string, '4/6'; expected a list with p_1. Write p=[...]."),
        ({"p": 0.5}, "p: got float, 0.5; expected a list, p_1 to p_4. Write p=[...]."),
        ({"p": b"4"}, "p: got bytes, b'4'; expected a list"),
        ({"p": {1: 2}}, "p: got dict, {1: 2}; expected a list"),
        ({"p": {1, 2}}, "p: got set, {1, 2}; expected a list"),
        ({"p": [1, 1, 1, 1, 1]}, "p: got more than 4 numbers; expected a list, p_1 to p_4. For more orders"),
        ({"p": count()}, "p: got more than 4 numbers"),
        (
            {"p_7": 1},
            "p_7: got a claim about a number that doesn't exist; expected one of p_1, p_2, p_3, p_4, c, r, bp",
        ),
        ({"p_7": "1/3", "max_n": 99}, ""),
        ({"p_0": 1}, "p_0: got a claim about"),
        ({"p_01": 1}, "p_01: got a claim about"),
        ({"p_٣": 1}, "p_٣: got a claim about"),
        ({"bp_1": 1}, "bp_1: got a claim about"),
        (
            {"p_": 1},
            "p_: got a keyword that is neither; expected a claim (p, c, r, bp, score) or a setting (rules, tokenize,",
        ),
        ({"scroe": 1}, "scroe: got a keyword that is neither"),
        ({"p": ["4/6"], "p_1": "4/6"}, "p_1: got a second claim about p_1; expected a single claim about each number."),
        ({"score": 1, "max_n": 0}, "max_n: got int, 0"),
        ({"score": 1, "rules": 3}, "rules: got int, 3"),
        (
            {"score": 1, "metric": "belu"},
            "metric: got a string, 'belu'; expected a metric, given as a function or by name:",
        ),
        ({"score": 1, "metric": len}, "metric: got builtin_function_or_method"),
        ({"score": 1, "metric": []}, "metric: got list, []; expected a metric, given as a function or by name: bleu, "),
    ],
    ids=str,
)
def test_a_claim_that_cannot_be_made_says_what_can(claims: dict[str, Any], said: str) -> None:
    if not said:
        assert check_working(*START, **claims).first_wrong == "p_7"
        return
    with pytest.raises(InputError) as caught:
        check_working(*START, **claims)
    assert str(caught.value).startswith(said)
    assert len(str(caught.value)) < 400


def test_a_metric_may_be_given_by_its_name_also_one_of_a_text_or_of_a_model() -> None:
    assert check_working(*START, metric="ROUGE-L", score=1).subject.name == "ROUGE-L"
    assert check_working(["a"], [["a"]], metric="corpus_bleu", score=1).subject is BLEU
    matrices: Any = ([[1, 0]], [[[1, 0], [0, 1]], [[1, 0], [0, 1]]])
    assert check_working(*matrices, metric="attention", scores=[[1, 0]]).first_wrong is None


def test_errors_about_the_text_are_the_metrics() -> None:
    with pytest.raises(InputError, match=r"^references: got a string"):
        check_working("a", "a", score=1)
    with pytest.raises(InputError, match=r"^references\[0\]"):
        check_working(["a"], ["a"], score=1)


# Closed forms.

TREES = st.recursive(
    st.integers(0, 20).map(str) | st.sampled_from(["1/2", "0.5", "7/6", "e"]),
    lambda inner: (
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/"]), inner).map(lambda parts: f"({' '.join(parts)})")
        | st.tuples(st.sampled_from(["exp", "sqrt", "log", "ln", "log10", "-", "+"]), inner).map(
            lambda p: f"{p[0]}({p[1]})"
        )
        | st.tuples(inner, st.integers(-3, 3)).map(lambda parts: f"({parts[0]})^({parts[1]})")
    ),
    max_leaves=8,
)


@given(TREES)
def test_closed_forms_are_what_python_computes(text: str) -> None:
    known = {name: getattr(math, name) for name in ("exp", "sqrt", "log", "log10", "e")} | {"ln": math.log}
    try:
        value = eval(text.replace("^", "**"), {"__builtins__": {}}, known)
    except (ArithmeticError, ValueError):
        value = None
    found = evaluated(text)
    if found is None or value is None or isinstance(value, complex):
        assert found is None or value is None or isinstance(value, complex)
    elif math.isfinite(value) and abs(value) > 1e-6:
        assert found == pytest.approx(value, rel=1e-6)


@given(st.integers(1, 10**6), st.integers(1, 10**6), st.integers(1, 10**6), st.integers(-5, 5))
def test_what_has_no_root_is_exact(a: int, b: int, c: int, power: int) -> None:
    assert evaluated(f"1 - {a}/{b} * ({c} + 0.1)") == 1 - Fraction(a, b) * (c + Fraction(1, 10))
    assert evaluated(f"({a}/{b})^({power})") == Fraction(a, b) ** power
    assert isinstance(evaluated(f"{a}/{b}"), Fraction)
    for root in (f"({a}/{b})^(1/2)", f"√({a}/{b})", f"√{a}/√ {b}"):
        assert evaluated(root) == pytest.approx(math.sqrt(a / b))


@given(st.text("0123456789./+-*^()e expsqrtlog_[]√·×", max_size=60))
def test_nothing_that_is_typed_is_more_than_a_number_or_none(text: str) -> None:
    found = evaluated(text)
    assert found is None or math.isfinite(found)


@given(st.text(max_size=30))
def test_any_text_is_a_claim_or_an_error(text: str) -> None:
    try:
        found = check_working(*START, score=text)
    except InputError:
        return
    assert len(found.claims) == 1


# Every view says the same.

DIAGNOSES = {
    "all right": check_working(*START, **WORKING),
    "one right": check_working(*START, score=0.43),
    "one mistake": check_working(*START, p=["6/6", "3/5", "2/4", "1/3"], score=0.476),
    "several mistakes": check_working(*START, score=0.5),
    "none known": check_working(*START, p=["5/6", "3/5"], bp=0.85),
    "follows": check_working(*START, c=5, bp="0.6703"),
    "a text": check_working(["a b", "a"], [["a b"], ["b"]], max_n=1, p=["1/2"], score=0.5),
    "as typed": check_working(*START, score="e^(-1/7) * (1/15)^(1/4)", p_1=" 4 / 7 "),
    "percent": check_working(*START, p=["66.7%", 60, "50", "33.3"], score="43.01"),
    "missing": check_working("a b", ["a b"], p=["2/2", "1/1", "0/0", 0]),
}
every_diagnosis = pytest.mark.parametrize("found", DIAGNOSES.values(), ids=DIAGNOSES)


@every_diagnosis
def test_every_view_has_every_claim_and_every_explanation(found: Diagnosis) -> None:
    text, page, document = str(found), found._repr_html_(), found.to_latex()
    assert html.table(found.table) in page
    assert latex.table(found.table) in document
    assert all(line.strip() in text for line in plain.table(found.table).splitlines())
    frame = found.to_frame()
    assert list(frame.columns) == ["number", "claimed", "right", "verdict"]
    assert [str(value) for value in frame["claimed"]] == [row[1] for row in cells(found.table)[1:]]
    data = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert data["first_wrong"] == found.first_wrong
    assert [one["claimed"] for one in data["claims"]] == [claim.typed for claim in found.claims]
    assert [" + ".join(one["names"]) for one in data["misconceptions"]] == [one.name for one in found.misconceptions]
    for one, row in zip(found.verdicts, cells(found.table)[1:], strict=True):
        assert row[3].startswith("✗" if one.is_wrong else "✓ right")
    steps = [part for step in found.steps() for part in step.parts if isinstance(part, Table)]
    assert all(html.table(table) in page for table in steps)
    for explanation in found.misconceptions[:5]:
        for mistake in explanation.misconceptions:
            assert mistake.explanation in " ".join(text.split())
            assert mistake.title in Page(page).text or mistake.phrase in Page(page).text
    assert found.moments() or found.first_wrong is None


@every_diagnosis
def test_right_and_wrong_are_said_alike_everywhere(found: Diagnosis) -> None:
    right = found.first_wrong is None
    headline = found.headline.value
    assert headline.startswith("All right") == right
    for view in (str(found), Page(found._repr_html_()).text, found.to_latex()):
        assert bool(re.search("right\\.|Right by other rules", view)) == right
        told = re.search("explains? (it|all of it)|follows? from it|leads to this", " ".join(view.split()))
        assert bool(told) == (not right and "two together do" not in view)
    assert (repr(found).find("is the first wrong number") == -1) == right
    assert (found.steps() == ()) == right
    assert found.notes == found.score.notes


def test_in_a_long_text_no_two_mistakes_are_looked_for() -> None:
    segments = [("the cat sat", ["the cat is here"])] * 301
    long, short = (
        check_working(*unzipped(some), metric=corpus_bleu, max_n=2, score=0.583) for some in (segments, segments[:2])
    )
    assert all(len(one.misconceptions) == 1 for one in long.misconceptions)
    assert any(len(one.misconceptions) == 2 for one in short.misconceptions)
    said = "Other rules, rounding and pairs of mistakes were not tried, because the text is too long."
    assert said in " ".join(str(long).split())
    assert said not in " ".join(str(short).split())


def test_where_nothing_explains_all_the_first_wrong_number_may_still_be_explained() -> None:
    found = check_working(*START, p=["6/6", "3/5", "2/4", "1/3"], bp=0.846, score=0.9)
    assert found.misconceptions == ()
    assert [one.name for one in found.at_first] == ["no-clipping"]
    assert "explains all of it, alone or with another. Up to p_1, the mistake could be: no clipping." in " ".join(
        str(found).split()
    )
    assert check_working(*START, p=["6/6"]).at_first == ()
    assert check_working(*START, p=["5/6", "2/5"]).at_first == ()


def test_a_pair_is_named_only_where_both_matter() -> None:
    """The mean over a single segment is no mistake, and adds nothing to another mistake."""
    found = check_working(*START, p=["6/6"])
    assert [one.name for one in found.misconceptions] == ["no-clipping"]
    text = check_working(["a b a b", "b c"], [["a b x"], ["a b c"]], max_n=2, p=[None, "3/4"])
    assert singles(text) == ["no-clipping", "clipped-once"]


def test_the_digits_of_any_float_count() -> None:
    assert check_working(*START, score=numpy.float32(0.43)).first_wrong is None
    assert check_working(*START, score=numpy.float32(0.44)).first_wrong == "score"


@pytest.mark.parametrize("score", ["44.7", "12.3"])
def test_a_score_in_percent_that_no_mistake_explains_is_diagnosed(score: str) -> None:
    """Some pairs of mistakes have no score at all."""
    found = check_working("a", ["a a"], rules="sacrebleu", max_n=1, score=score)
    assert found.first_wrong == "score"


def test_two_mistakes_of_which_one_is_put_into_the_other_are_found_whichever_is_tried_first() -> None:
    """BP is from the longest reference and multiplies each precision, so the penalty goes into p_n."""
    found = check_working("a", ["a a", "a a a"], max_n=1, p=["0.1353"], r=3)
    assert "longest-reference + penalty-twice" in [one.name for one in found.misconceptions]


def test_a_mean_of_precisions_leaves_the_other_mistake_in_each_segment() -> None:
    found = check_working(["a b", "a b c"], [["a b"], ["a b d"]], max_n=2, p=["5/6", "5/12"])
    pairs = ["reference-length + mean-of-precisions", "candidate-length + mean-of-precisions"]
    assert [one.name for one in found.misconceptions] == pairs


@pytest.mark.parametrize(
    ("smoothing", "p_3"), [("method4", "0.1386"), ("method7", "0.3949"), ("nltk-method4", "0.0693")]
)
def test_a_smoothed_precision_follows_from_the_length_that_was_claimed(smoothing: str, p_3: str) -> None:
    found = check_working("a b c", ["a b d"], smoothing=smoothing, max_n=3, c=2, p_3=p_3)
    assert [verdict.kind for verdict in found.verdicts] == ["follows", "wrong"]


@pytest.mark.parametrize(
    ("claims", "name", "first"),
    [
        ({"bp": 0.8669}, "penalty-left-out", "score"),
        ({"bp": 1}, "no-penalty", "bp"),
        ({"r": 1}, "difference-of-lengths", "r"),
        ({}, "no-penalty", "score"),
    ],
)
def test_a_right_penalty_is_never_said_to_be_none(claims: dict[str, Any], name: str, first: str) -> None:
    """(5/7 * 3/6)^(1/2) = 0.5976, without e^(1 - 8/7) = 0.8669."""
    texts = "the cat sat on the mat here", ["the cat sat on a mat over there"]
    found = check_working(*texts, max_n=2, p=["5/7", "3/6"], score=0.5976, **claims)
    assert [one.name for one in found.misconceptions][:1] == [name]
    assert found.first_wrong == first
    assert len({"no-penalty", "penalty-left-out", "difference-of-lengths"} & {*singles_told(found)}) == 1


@pytest.mark.parametrize("rules", ["sacrebleu", "sacrebleu-sentence", "multi-bleu"])
def test_precisions_in_percent_are_right_where_the_tool_prints_them_so(rules: str) -> None:
    """5/6, 3/5, 1/4 and, smoothed, half of a third; e^(-1/6) times their mean is 0.3216."""
    text = ("the cat sat on the mat", ["the cat is on the mat today"])
    p = ["83.3", "60.0", "25.0"] if rules == "multi-bleu" else ["83.3", "60.0", "25.0", "16.7"]
    found = check_working(*text, rules=rules, p=p, bp="0.846")
    assert [one.kind for one in found.verdicts] == ["right"] * (len(p) + 1)
    wrong = check_working(*text, rules=rules, p=["83.3", "61.0"])
    assert [one.kind for one in wrong.verdicts] == ["right", "wrong"]


def test_who_goes_on_from_rounded_percents_goes_on_from_a_hundredth_of_them() -> None:
    """0.85 * (0.83 * 0.60 * 0.25 * 0.17)^(1/4) = 0.3242, which with all digits is 0.3216."""
    text = ("the cat sat on the mat", ["the cat is on the mat today"])
    found = check_working(*text, rules="sacrebleu-sentence", p=["83", "60", "25", "17"], bp="0.85", score="32.42")
    assert [one.kind for one in found.verdicts] == ["right"] * 5 + ["rounded"]


@pytest.mark.parametrize("score", ["43", "43.0", "43.01", 43, "43%"])
def test_a_score_in_percent_may_be_rounded_to_a_whole_number(score: str | int) -> None:
    found = check_working(*START, score=score)
    assert "It may be right by other rules" in str(found) or found.first_wrong is None  # two digits may be chance
    assert check_working(*START, score=score, rules="sacrebleu").verdicts[0].kind == "right"


@pytest.mark.parametrize("score", ["44", "42", 44])
def test_another_whole_number_is_not_the_score(score: str | int) -> None:
    assert check_working(*START, score=score, rules="sacrebleu").first_wrong == "score"


def test_a_count_is_not_rounded() -> None:
    text = " ".join("abcdefghijkl")
    assert check_working(text, [text], c=12).first_wrong is None
    assert check_working(text, [text], c=13).first_wrong == "c"


@pytest.mark.parametrize(
    ("claims", "kinds"),
    [
        # 0.85 * (1 * 0.60 * 0.50 * 0.33)^(1/4) = 0.4768
        ({"p": ["6/6", "3/5=0.60", "2/4=0.50", "1/3=0.33"], "bp": "0.85", "score": "0.477"},
         ["wrong", "right", "right", "right", "right", "follows"]),
        # 0.85 * (0.67 * 0.60 * 0.50 * 0.33)^(1/4) = 0.4314
        ({"p": ["4/6=0.67", "3/5=0.60", "2/4=0.50", "1/3=0.33"], "bp": "e^(-1/6)=0.85", "score": "0.431"},
         ["right"] * 5 + ["rounded"]),
        # 0.85 * (0.83 * 0.60 * 0.50 * 0.33)^(1/4) = 0.4551; from 5/6 and what is exact it is 0.4548
        ({"p": ["5/6=0.83", "3/5", "2/4", "1/3=0.33"], "bp": "0.85", "score": "0.4551"},
         ["wrong", "right", "right", "right", "right", "follows"]),
        # from either side: 0.8465 * (24/360)^(1/4) = 0.4301
        ({"p": ["4/6=0.67", "3/5=0.60", "2/4=0.50", "1/3=0.33"], "bp": "e^(-1/6)=0.85", "score": "0.4301"},
         ["right"] * 6),
        # 0.85 * 0.5081 = 0.4319 goes on from the shorter side of 0.8465 = 0.85, 0.846 * 0.5081 = 0.4299 from neither
        ({"bp": "0.8465 = 0.85", "score": "0.4319"}, ["right", "rounded"]),
    ],
)  # fmt: skip
def test_one_may_go_on_from_either_side_of_an_equals_sign(claims: dict[str, Any], kinds: list[str]) -> None:
    assert [one.kind for one in check_working(*START, **claims).verdicts] == kinds


def test_a_slip_is_named_though_its_decimals_are_gone_on_from() -> None:
    found = check_working(*START, p=["6/6", "3/5=0.60", "2/4=0.50", "1/3=0.33"], bp="0.85", score="0.477")
    assert "no-clipping" in singles_told(found)


def test_a_page_writes_the_same_symbol_in_the_headline_and_in_the_sentences() -> None:
    found = check_working(*LATE, p_1="4/7", bp="e^(1 - 7/6)", score=0.41)
    assert "p_1 is wrong, and BLEU follows from it." in str(found)
    page = found.to_html()
    assert "<i>p</i><sub>1</sub> is wrong, and BLEU follows from it." in page
    assert "For <i>p</i><sub>1</sub> alone, the mistake could be" in page
    assert "p_1" not in page


def test_numbers_that_were_rounded_are_named_by_their_symbols() -> None:
    page = check_working(*LATE, score=0.4299).to_html()
    assert "With <i>p</i><sub>1</sub> and <i>p</i><sub>4</sub> cut off after 3 decimals" in page
