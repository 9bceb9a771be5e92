"""Hand computations of CIDEr and CIDEr-D, checked: right ones, and wrong ones named by the mistake behind them."""

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

from mtexplain import InputError, caption_cider, caption_cider_d, check_working, cider, cider_d, misconceptions
from mtexplain.display.formula import Over
from mtexplain.display.score import Score
from mtexplain.explain.practice.working.diagnosis import Diagnosis
from mtexplain.recipe.misconception import Misconception
from mtexplain.recipe.numbers import plain
from tests.display.test_views import Page
from tests.strategies import Segment, amount, corpora, orders, rarely, unzipped

OF_CIDER = misconceptions.of(cider)
every_misconception = pytest.mark.parametrize("one", OF_CIDER, ids=[one.name for one in OF_CIDER])
PICTURES = [["the red cat sleeps"], ["the blue dog barks"]]
DOG: dict[str, Any] = {"document_frequencies": PICTURES, "metric": caption_cider}
RED_DOG = ("the red dog barks", PICTURES[1])
SAID = ["red red red cat sleeps here now", "the dog barks"]
RIGHT = [["the red cat sleeps"], ["the dog barks"]]


def singles(found: Diagnosis) -> list[str]:
    return [one.name for one in found.search.singles(OF_CIDER)]


def claims(numbers: Any, names: list[str], decimals: int) -> dict[str, Any]:
    """What somebody claims who has these numbers, and writes them with so many decimals."""
    values = {name: plain(numbers.written(name, decimals)[0]) for name in names}
    return {name: f"{float(value):.{decimals}f}" for name, value in values.items() if value is not None}


def assert_right(found: Diagnosis) -> None:
    assert found.first_wrong is None, str(found)
    assert found.misconceptions == ()


# Right is right.


@rarely
@given(corpora(), orders)
def test_right_numbers_are_right(corpus: list[Segment], max_n: int) -> None:
    candidates, references = unzipped(corpus)
    one, other = cider(candidates, references, max_n=max_n), cider_d(candidates, references, max_n=max_n)
    known: dict[str, Any] = {"document_frequencies": references, "max_n": max_n}
    for whole, text, caption in ((one, cider, caption_cider), (other, cider_d, caption_cider_d)):
        images = [segment.score for segment in whole.segments]
        assert_right(check_working(candidates, references, metric=text, max_n=max_n, image=images, score=whole.score))
        first = whole.segments[0]
        values = [f"{float(value):.4f}" for value in first.values]
        made: dict[str, Any] = {"cider": values, "score": f"{first.score:.3f}"}
        if first.rules.is_defended:
            made["penalty"] = [penalty.value for penalty in first.orders[0].penalties]
        assert_right(check_working(candidates[0], references[0], metric=caption, **known, **made))


def test_fractions_roots_and_powers_are_read() -> None:
    assert_right(check_working(*RED_DOG, **DOG, cider=["2/3", "1/3", 0, 0], score="10/4 * (2/3 + 1/3)"))
    repeat: dict[str, Any] = {"metric": caption_cider_d, "document_frequencies": RIGHT, "max_n": 2}
    second = "e^(-1/8) * sqrt(1/6)"
    assert_right(check_working(SAID[0], RIGHT[0], **repeat, penalty=["e^(-1/8)"], cider=[None, second]))


def test_the_numbers_of_cider_repeat_are_right() -> None:
    assert_right(check_working(SAID, RIGHT, metric=cider, image=[3.81, 7.5], score="5.656"))
    assert_right(check_working(SAID, RIGHT, metric=cider_d, score="5.212"))
    assert_right(check_working(SAID, RIGHT, metric=cider_d, rules="coco", score="5.079"))


# Wrong is named.


def is_named(one: Misconception, trace: Score, metric: Any, text: tuple[Any, Any], **known: Any) -> bool:
    """That every way of telling the wrong numbers names it, unless what was typed is right; whether any was wrong."""
    mistake, wrong = one.of(trace), False
    names = list(mistake.right.forms)
    for told, decimals in ((names, 4), (["score"], 3), ([*mistake.shows], 3), (names, 2)):
        made = claims(mistake.wrong, told, decimals)
        if made:
            found = check_working(*text, metric=metric, **{**known, **made})
            wrong = wrong or found.first_wrong is not None
            if found.first_wrong is not None:
                assert [*found.search.singles([one])] == [one], (text, made)
    return wrong


@every_misconception
def test_its_own_example_is_named(one: Misconception) -> None:
    candidate, references, known = one.example
    text: Any = (candidate, list(references))
    if not isinstance(candidate, str):
        text = ([*candidate], [[*group] for group in references])
    subject = one.subject
    metric = subject.metric if isinstance(candidate, str) else subject.text_metric
    assert is_named(one, one.smallest.score, metric, text, **known)
    made = claims(one.smallest.wrong, [*one.smallest.shows], 3)
    assert one.name in singles(check_working(*text, metric=metric, **{**known, **made}))


@every_misconception
def test_a_wrong_computation_is_named_on_any_text(one: Misconception) -> None:
    draw, wrong = random.Random(one.name), 0

    def sentence() -> str:
        return " ".join(draw.choice("abcd") for _ in range(draw.randint(1, draw.choice((3, 8)))))

    for tries in range(24):
        if wrong >= 2 and tries >= amount(6, 24):
            break
        corpus = [(sentence(), [sentence() for _ in range(draw.randint(1, 3))]) for _ in range(draw.randint(2, 3))]
        candidates, references = unzipped(corpus)
        known = {
            "max_n": draw.randint(1, 3),
            **{name: v for name, v in one.example.settings.items() if name != "max_n"},
        }
        metric = one.subject.text_metric
        whole = metric(candidates, references, **known)
        wrong += is_named(one, whole, metric, (candidates, references), **known)
        known["document_frequencies"] = references
        caption = one.subject.metric
        alone = caption(candidates[0], references[0], **known)
        wrong += is_named(one, alone, caption, (candidates[0], references[0]), **known)
    assert wrong >= 2, "it showed often enough to be tried"


def test_the_first_wrong_number_is_told_from_what_follows() -> None:
    found = check_working(*RED_DOG, **DOG, cider=["3/4", "1/3", 0, 0], score="2.708")
    assert [verdict.kind for verdict in found.verdicts] == ["wrong", "right", "right", "right", "follows"]
    assert found.first_wrong == "cider_1"
    assert found.steps()[-1].name == "CIDEr_1", "the right working"


def test_a_wrong_penalty_goes_on_into_every_order() -> None:
    known: dict[str, Any] = {"metric": caption_cider_d, "document_frequencies": RIGHT}
    right = caption_cider_d(SAID[0], RIGHT[0], document_frequencies=RIGHT)
    values = [float(value) * 0.5 / right.orders[0].penalties[0].value for value in right.values]
    found = check_working(SAID[0], RIGHT[0], **known, penalty=[0.5], cider=[f"{value:.6f}" for value in values])
    assert [verdict.kind for verdict in found.verdicts] == ["wrong", "follows", "follows", "follows", "right"]
    assert found.steps()[-1].name == "penalty"


def test_a_wrong_image_goes_on_into_the_score() -> None:
    found = check_working(SAID, RIGHT, metric=cider, image=[3.81, 10], score=6.905)
    assert [verdict.kind for verdict in found.verdicts] == ["right", "wrong", "follows"]
    assert found.steps()[-1].name == "images"
    assert singles(found) == ["cider-empty-left-out"]


def test_by_the_papers_rules_the_ten_is_the_mistake() -> None:
    paper = {**DOG, "rules": "paper"}
    assert_right(check_working(*RED_DOG, **paper, cider=["2/3", "1/3", 0, 0], score=0.25))
    assert "cider-ten" in singles(check_working(*RED_DOG, **paper, score=2.5))
    assert "cider-orders-added" in singles(check_working(*RED_DOG, **paper, score=1))


@pytest.mark.parametrize(
    ("made", "name"),
    [
        ({"score": 0.25}, "cider-no-ten"),
        ({"score": 10}, "cider-orders-added"),
        ({"cider": ["2/3", "1/3"], "score": 25}, "cider-hundred"),
        ({"cider": ["2/9", "1/9"]}, "cider-sum-of-weights"),
        ({"cider": ["1", "1"]}, "cider-shared-lengths"),
    ],
    ids=str,
)
def test_what_somebody_may_have_is_named(made: dict[str, Any], name: str) -> None:
    assert name in singles(check_working(*RED_DOG, **{**DOG, **made}))


def test_the_number_of_the_coco_tools_under_the_name_of_cider_is_two_choices_at_once() -> None:
    found = check_working(SAID, RIGHT, metric=cider, score="5.0791")
    assert singles(found) == []
    assert "cider-d-as-cider + cider-d-counts" in [one.name for one in found.misconceptions]


# In words, in every view.


def test_the_numbers_bear_the_names_of_the_metric() -> None:
    known: dict[str, Any] = {"document_frequencies": RIGHT, "penalty": [1], "cider": [0.5], "score": 1}
    found = check_working(SAID[0], RIGHT[0], metric=caption_cider_d, **known)
    for view in (str(found), Page(found._repr_html_()).text):
        assert "CIDEr-D" in view
    assert "CIDEr-D_1" in str(found)
    assert "penalty_1" in str(found)
    assert "image 1" in str(check_working(SAID, RIGHT, metric=cider, image=[1]))


def test_what_cannot_be_claimed_says_what_can() -> None:
    with pytest.raises(InputError, match=r"expected one of cider_1, cider_2, cider_3, cider_4, score"):
        check_working(*RED_DOG, **DOG, penalty=[1])
    with pytest.raises(InputError, match=r"expected one of image_1, image_2, score"):
        check_working(SAID, RIGHT, metric=cider, cider=["1"])
    with pytest.raises(InputError, match=r"a claim: penalty, cider, image, score; or a setting: document_frequencies"):
        check_working(*RED_DOG, **DOG, bp=1)


def test_what_is_a_fraction_is_shown_as_one() -> None:
    right = [["the red cat sleeps"], ["the blue dog barks"]]
    found = check_working(
        "the red dog barks", right[1], metric=caption_cider, document_frequencies=right, cider=[0.5, "1/3"], score=2
    )
    shown = [row[2] for row in found.table.rows]
    assert shown == [Over("2", "3"), Over("1", "3"), "2.5"]
    assert found.right["cider_1"] == Fraction(2, 3)
    assert found.to_dict()["claims"][0]["right"] == "2/3"
