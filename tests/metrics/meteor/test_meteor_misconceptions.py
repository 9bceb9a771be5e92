"""Wrong formulas for METEOR: none shows on less text than its example, each is named, and right numbers are right."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given

from mtexplain import check_working, meteor, misconceptions
from mtexplain.by_hand.misconception import Misconception
from mtexplain.by_hand.numbers import Numbers, plain, same
from mtexplain.explain.practice.working.diagnosis import Diagnosis
from mtexplain.metrics.meteor import Meteor
from tests.strategies import Segment, amount, segments

OF_METEOR = misconceptions.of(meteor)
SUBJECT = OF_METEOR[0].subject
every_misconception = pytest.mark.parametrize("one", OF_METEOR, ids=[one.name for one in OF_METEOR])
PRESIDENT = ("the president spoke to the audience", ["the president then spoke to the audience"])


def wrong(name: str, candidate: str, references: list[str], **settings: Any) -> Numbers:
    """The numbers that a misconception gives."""
    return misconceptions.get(name).on(candidate, references, **settings).wrong


# None shows on a text that is smaller than its example.


def texts(words: int) -> Iterator[tuple[str, list[str]]]:
    """Every text of that many words, with one reference or two; no sentence is empty."""
    for number in (2, 3):
        for lengths in product(range(1, words + 1), repeat=number):
            if sum(lengths) != words:
                continue
            for tokens in product("a", *["abc"] * (words - 1)):
                rest = iter(tokens)
                candidate, *references = [" ".join(next(rest) for _ in range(length)) for length in lengths]
                yield candidate, references


def test_no_smaller_text_shows_any_of_them() -> None:
    for words in range(2, max(one.example.size[0] for one in OF_METEOR) + 1):
        larger = [one for one in OF_METEOR if one.example.size > (words, 2)]
        for candidate, references in texts(words) if larger else ():
            sheet = SUBJECT.sheet(meteor(candidate, references, stem=False))
            right = SUBJECT.numbers(sheet, {})
            for one in larger:
                if one.example.size > (words, 1 + len(references)):
                    numbers = SUBJECT.numbers(sheet, {one.replaces: one.replacement})
                    assert all(same(right[name], numbers[name]) for name in right.forms), (one, candidate, references)


# The wrong numbers, counted on one's fingers.


@pytest.mark.parametrize(
    ("name", "score"),
    [
        ("meteor-in-percent", 100 * 530 / 621),
        ("meteor-swapped", 53 / 54 * 60 / 61),
        ("meteor-alpha-swapped", 53 / 54 * 60 / 61),
        ("meteor-f1", 53 / 54 * 12 / 13),
        ("meteor-arithmetic-mean", 53 / 54 * 13 / 14),
        ("meteor-undefined-a", 53 / 54 * 20 / 21),
        ("meteor-reference-for-both", 53 / 54 * 6 / 7),
        ("meteor-candidate-for-both", 53 / 54),
        ("meteor-no-penalty", 20 / 23),
        ("meteor-penalty-not-applied", 20 / 23),
        ("meteor-penalty-subtracted", 20 / 23 - 1 / 54),
        ("meteor-no-gamma", 26 / 27 * 20 / 23),
        ("meteor-no-power", 5 / 6 * 20 / 23),
        ("meteor-squared", 17 / 18 * 20 / 23),
        ("meteor-breaks", 431 / 432 * 20 / 23),
        ("meteor-crossings-as-chunks", 20 / 23),
        ("meteor-words-as-chunks", 1 / 2 * 20 / 23),
        ("meteor-chunks-of-candidate", 431 / 432 * 20 / 23),
        ("meteor-chunks-with-gaps", 431 / 432 * 20 / 23),
    ],
)
def test_the_president_by_wrong_formulas(name: str, score: float) -> None:
    """The right score is (1 - 1/54) 20/23: P is 6/6, R is 6/7, and there are two chunks."""
    assert same(wrong(name, *PRESIDENT)["score"], score)


def test_the_dog_chased_by_the_last_partner_is_nltks() -> None:
    text = ("the dog chased", ["the dog chased the cat"])
    assert same(wrong("meteor-last-partner", *text)["score"], meteor(*text, rules="nltk").score)
    assert wrong("meteor-last-partner", *text)["chunks"] == 2


def test_on_the_mat_by_the_rule_of_the_other_paper() -> None:
    text = ("on the mat sat the cat", ["the cat sat on the mat"])
    assert wrong("meteor-other-rule", *text)["score"] == 15 / 16
    assert wrong("meteor-other-rule", *text, align="chunks")["score"] == 1 / 2


def test_without_stems_or_synonyms_is_a_setting() -> None:
    text: Any = ("the cops kill the gunman", ["the police killed the gunman"])
    known: dict[str, Any] = {"synonyms": {"police": ["cops"]}}
    assert same(wrong("meteor-no-stems", *text)["score"], 23 / 45)
    assert same(wrong("meteor-no-synonyms", *text, **known)["score"], 3 / 4)


# What is wrong is named.


def assert_no_fault(found: Diagnosis) -> None:
    assert found.first_wrong is None, str(found)
    assert found.misconceptions == ()


@given(segments())
def test_right_numbers_are_right(segment: Segment) -> None:
    trace = meteor(*segment)
    best = trace.best
    made: dict[str, Any] = {"matches": best.matches, "chunks": best.chunks, "mean": str(best.mean),
            "penalty": str(best.penalty), "score": f"{trace.score:.4f}"}  # fmt: skip
    assert_no_fault(check_working(*segment, metric=meteor, **made))


def test_the_presidents_fractions_are_right() -> None:
    made: dict[str, Any] = {"matches": 6, "precision": "6/6", "recall": "6/7", "mean": "20/23", "chunks": 2,
                            "penalty": "1/54"}  # fmt: skip
    assert_no_fault(check_working(*PRESIDENT, metric=meteor, **made, score="530/621"))


def is_named(one: Misconception, trace: Meteor, text: tuple[str, list[str]], **known: Any) -> bool:
    """Assert that its wrong numbers, all or the last, name it unless they are right. Return whether any was wrong."""
    mistake, any_wrong = one.of(trace), False
    for told in (list(mistake.right.forms), ["score"], [*mistake.shows]):
        values = {name: plain(mistake.wrong.written(name, 4)[0]) for name in told}
        made = {name: f"{float(value):.4f}" for name, value in values.items() if value is not None}
        found = check_working(*text, metric=meteor, **{**known, **made}) if made else None
        if found is not None and found.search.wrong:
            any_wrong = True
            assert [*found.search.singles([one])] == [one], (text, made)
    return any_wrong


@every_misconception
def test_a_wrong_computation_is_named_on_its_example_and_on_any_text(one: Misconception) -> None:
    draw, known = random.Random(one.name), dict(one.example.settings)

    def sentence() -> str:
        words = ("a", "b", "cat", "cats", "A")
        return " ".join(draw.choice(words) for _ in range(draw.randint(1, 7)))

    example: Any = (one.example.candidate, [*one.example.references])
    is_named(one, meteor(*example, **known), example, **known)
    number = 0
    for tries in range(40):
        if number >= 2 and tries >= amount(15, 40):
            break
        text = (sentence(), [sentence() for _ in range(draw.randint(1, 2))])
        number += is_named(one, meteor(*text, **known), text, **known)
    assert number >= 2, "it showed often enough to be tried"


def test_a_mean_with_alpha_on_the_wrong_side_is_told_so() -> None:
    found = check_working(*PRESIDENT, metric=meteor, precision="6/6", recall="6/7", mean="60/61", score=0.9654)
    assert found.first_wrong == "mean"
    assert "meteor-alpha-swapped" in [one.misconceptions[0].name for one in found.misconceptions]


def test_what_follows_from_a_wrong_number_is_told_from_it() -> None:
    found = check_working(*PRESIDENT, metric=meteor, recall="6/7", chunks=1, penalty="1/432", score=0.8676)
    assert [verdict.kind for verdict in found.verdicts] == ["right", "wrong", "follows", "follows"]


def test_a_score_in_percent_or_cut_is_told_so() -> None:
    for score, name in (("85.35", "meteor-in-percent"), ("0.8534", "meteor-cut")):
        found = check_working(*PRESIDENT, metric=meteor, score=score)
        assert [one.name for one in found.misconceptions if len(one.misconceptions) == 1] == [name]


def test_a_number_with_a_word_below_is_named_as_one_reads_it() -> None:
    """Not "Fmean": there is no such word."""
    found = check_working("the cat sat", ["the cat sat down"], metric=meteor, recall="3/4", precision="3/3", mean="1/2")
    assert found.headline.value == "F mean is wrong"
    assert found.steps()[-1].name == "mean"
