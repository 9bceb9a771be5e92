"""Hand computations of CIDEr and CIDEr-D, checked: right ones, and wrong ones named by the mistake behind them."""

import random
from fractions import Fraction
from math import exp
from typing import Any

import pytest
from hypothesis import given

from mtexplain import InputError, caption_cider, caption_cider_d, check_working, cider, cider_d, misconceptions
from mtexplain.by_hand.misconception import Misconception
from mtexplain.by_hand.numbers import plain
from mtexplain.display.formula import Over
from mtexplain.display.score import Score
from mtexplain.explain.practice.working.diagnosis import Diagnosis
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
    """The claims of somebody who has these numbers and writes them with that many decimals."""
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
        if first.rules.is_cider_d:
            made["penalty"] = [float(first.penalty(j)) for j in first.each_j]
        assert_right(check_working(candidates[0], references[0], metric=caption, **known, **made))


REPEAT: dict[str, Any] = {"document_frequencies": RIGHT, "metric": caption_cider_d}


@pytest.mark.parametrize(
    ("text", "made"),
    [
        (RED_DOG, {**DOG, "cider": ["2/3", "1/3", 0, 0], "score": "10/4 * (2/3 + 1/3)"}),
        (RED_DOG, {**DOG, "rules": "paper", "cider": ["2/3", "1/3", 0, 0], "score": 0.25}),
        ((SAID[0], RIGHT[0]), {**REPEAT, "max_n": 2, "penalty": ["e^(-1/8)"], "cider": [None, "e^(-1/8) * sqrt(1/6)"]}),
        ((SAID, RIGHT), {"metric": cider, "image": [3.81, 7.5], "score": "5.656"}),
        ((SAID, RIGHT), {"metric": cider_d, "score": "5.212"}),
        ((SAID, RIGHT), {"metric": cider_d, "rules": "coco", "score": "5.079"}),
    ],
)
def test_fractions_roots_powers_and_decimals_are_read(text: Any, made: dict[str, Any]) -> None:
    assert_right(check_working(*text, **made))


# What is wrong is named.


def is_named(one: Misconception, trace: Score, metric: Any, text: tuple[Any, Any], **known: Any) -> bool:
    """Assert that each way of giving wrong numbers names it, unless they are right. Return whether any was wrong."""
    mistake, wrong = one.of(trace), False
    names = list(mistake.right.forms)
    for told, decimals in ((names, 4), (["score"], 3), ([*mistake.shows], 3), (names, 2)):
        made = claims(mistake.wrong, told, decimals)
        if made:
            found = check_working(*text, metric=metric, **{**known, **made})
            wrong = wrong or bool(found.search.wrong)
            if found.search.wrong:
                assert [*found.search.singles([one])] == [one], (text, made)
    return wrong


@every_misconception
def test_its_own_example_is_named(one: Misconception) -> None:
    candidate, references, known = one.example
    text: Any = (candidate, list(references))
    if not isinstance(candidate, str):
        text = ([*candidate], [[*group] for group in references])
    subject = one.subject
    metric: Any = subject.metric if isinstance(candidate, str) else subject.text_metric
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
        metric: Any = one.subject.text_metric
        whole = metric(candidates, references, **known)
        wrong += is_named(one, whole, metric, (candidates, references), **known)
        known["document_frequencies"] = references
        caption = one.subject.metric
        alone = caption(candidates[0], references[0], **known)
        wrong += is_named(one, alone, caption, (candidates[0], references[0]), **known)
    assert wrong >= 2, "it showed often enough to be tried"


VALUES = caption_cider_d(SAID[0], RIGHT[0], document_frequencies=RIGHT).values
HALVED = [f"{float(value) * 0.5 / exp(-1 / 8):.6f}" for value in VALUES]
"""CIDEr-D_n of somebody who takes 1/2 for the length penalty."""


@pytest.mark.parametrize(
    ("text", "made", "kinds", "step"),
    [
        (RED_DOG, {**DOG, "cider": ["3/4", "1/3", 0, 0], "score": "2.708"},
         "wrong right right right follows", "CIDEr_1"),
        ((SAID[0], RIGHT[0]), {**REPEAT, "penalty": [0.5], "cider": HALVED},
         "wrong follows follows follows right", "penalty"),
        ((SAID, RIGHT), {"metric": cider, "image": [3.81, 10], "score": 6.905}, "right wrong follows", "images"),
    ],
    ids=["order", "penalty", "image"],
)  # fmt: skip
def test_the_first_wrong_number_is_told_from_what_follows(text: Any, made: Any, kinds: str, step: str) -> None:
    found = check_working(*text, **made)
    assert [verdict.kind for verdict in found.verdicts] == kinds.split()
    assert [verdict.claim.name for verdict in found.verdicts][kinds.split().index("wrong")] == found.first_wrong
    assert found.steps()[-1].name == step, "the right working"


def test_a_perfect_caption_taken_for_10_leaves_out_the_empty_orders() -> None:
    assert singles(check_working(SAID, RIGHT, metric=cider, image=[3.81, 10], score=6.905)) == ["cider-empty-left-out"]


def test_by_the_papers_rules_the_ten_is_the_mistake() -> None:
    paper = {**DOG, "rules": "paper"}
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


def test_the_number_of_the_coco_tools_under_the_name_of_cider_is_said_to_be_theirs() -> None:
    found = check_working(SAID, RIGHT, metric=cider, score="5.0791")
    assert (found.first_wrong, found.misconceptions) == (None, ())
    assert "as pycocoevalcap 1.2 prints it (rules='coco')." in " ".join(str(found).split())


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
    with pytest.raises(
        InputError, match=r"a claim \(penalty, cider, image, score\) or a setting \(document_frequencies"
    ):
        check_working(*RED_DOG, **DOG, bp=1)


def test_what_is_a_fraction_is_shown_as_one() -> None:
    found = check_working(*RED_DOG, **DOG, cider=[0.5, "1/3"], score=2)
    assert [row[2] for row in found.table.rows] == [Over("2", "3"), Over("1", "3"), "2.5"]
    assert found.right["cider_1"] == Fraction(2, 3)
    assert found.to_dict()["claims"][0]["right"] == "2/3"
