"""What people get wrong about perplexity: each mistake shows on its example and on none smaller, and it is named."""

import json
import math
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from mtexplain import (
    check_working,
    corpus_ngram_perplexity,
    distribution_perplexity,
    misconceptions,
    ngram_perplexity,
    perplexity,
)
from mtexplain.display import html, plain
from mtexplain.explain.practice.working.diagnosis import Diagnosis
from mtexplain.metrics.perplexity.mistakes import DISTRIBUTION, NGRAM, PERPLEXITY
from mtexplain.metrics.perplexity.recipe import PerplexityScore
from mtexplain.recipe.misconception import Misconception, Subject
from mtexplain.recipe.numbers import Quotient, Value
from mtexplain.recipe.numbers import plain as number
from tests.strategies import amount

FOUR = ["1/2", "1/4", "1/8", "1/4"]
DIGITS = ["10/19"] + ["1/19"] * 9
CATS = ["the cat sat", "the cat ran", "the dog ran"]
OWN = [one for one in misconceptions if one.subject in (PERPLEXITY, NGRAM, DISTRIBUTION)]
every_misconception = pytest.mark.parametrize("one", OWN, ids=[one.name for one in OWN])


def singles(found: Diagnosis) -> list[str]:
    return [one.name for one in found.misconceptions if len(one.misconceptions) == 1]


# Every mistake.


def test_each_metric_has_its_mistakes_and_those_of_what_it_goes_on_to() -> None:
    names = {metric: [one.name for one in misconceptions.of(metric)]
             for metric in (perplexity, ngram_perplexity, distribution_perplexity)}  # fmt: skip
    assert set(names[perplexity]) < set(names[ngram_perplexity])
    assert "joint-probability" in set(names[ngram_perplexity]) - set(names[perplexity])
    assert "power-of-two" in names[distribution_perplexity]
    assert "impossible-left-out" not in names[distribution_perplexity], "what is 0 never comes"


@every_misconception
def test_its_example_shows_it_in_every_view(one: Misconception) -> None:
    mistake = one.smallest
    assert mistake.shows
    for view in (str(mistake), mistake.to_latex(), mistake._repr_html_(), json.dumps(mistake.to_dict())):
        assert "nan" not in view
    assert one.title in str(mistake)
    assert html.table(mistake.table) in mistake._repr_html_()
    assert plain.formula(one.wrong) != plain.formula(one.right)


def examples(subject: Subject, words: int) -> Iterator[tuple[Any, Any]]:
    """Every small input of so many numbers, or words."""
    if subject is not NGRAM:
        values = ("0", "1", "1/2", "1/3", "2/3")
        yield from ((list(given), []) for given in product(values, repeat=words))
        return
    for sentences in range(2, words + 1):
        for lengths in product(range(1, words), repeat=sentences):
            for tokens in product("ab", repeat=words) if sum(lengths) == words else ():
                rest = iter(tokens)
                texts = [" ".join(next(rest) for _ in range(length)) for length in lengths]
                yield texts[0], texts[1:]
                yield from ((texts[:several], texts[several:]) for several in range(2, sentences))


def is_possible(subject: Subject, given: Sequence[str]) -> bool:
    return subject is not DISTRIBUTION or sum(map(Fraction, given)) == 1


@every_misconception
def test_no_smaller_example_shows_it(one: Misconception) -> None:
    words, sentences = one.example.size
    for size in range(1, words + 1):
        for candidate, references in examples(one.subject, size):
            several = (1 if isinstance(candidate, str) else len(candidate)) + len(references)
            if (size, several) >= (words, sentences) or not is_possible(one.subject, candidate):
                continue
            found = one.on(candidate, references, **one.example.settings)
            assert found.shows == (), (candidate, references)


def typed(value: Value, decimals: int) -> str | int | None:
    """A number as a student would type it; None where it is none."""
    if isinstance(value, Quotient) and value.total and all(part == int(part) for part in value):
        return f"{int(value.matches)}/{int(value.total)}"
    found = number(value)
    if found is None or isinstance(found, int):
        return found
    if isinstance(found, Fraction):
        return str(found)
    return f"{found:.{decimals}f}"


def traces(subject: Subject, draw: random.Random) -> tuple[Any, Any, dict[str, Any]]:
    """A random input."""
    base = draw.choice(["e", 2, 10])
    if subject is NGRAM:
        sentences = [" ".join(draw.choice("abc") for _ in range(draw.randint(1, 5))) for _ in range(6)]
        settings: dict[str, Any] = {"base": base, "n": draw.choice([1, 2, 2, 3])}
        if draw.random() < 0.5:
            settings |= {"smoothing": "add-k", "k": draw.choice([1, 2, 0.5])}
        elif draw.random() < 0.5:
            settings |= {"markers": draw.choice(["never", "always"])}
        return (sentences[0] if draw.random() < 0.5 else sentences[:3]), sentences[3:], settings
    weights = [draw.randint(0, 5) for _ in range(draw.randint(2, 5))]
    weights[0] += 1
    if subject is DISTRIBUTION:
        return [f"{one}/{sum(weights)}" for one in weights], None, {"base": base}
    return [f"{one}/6" for one in weights], None, {"base": base}


@every_misconception
def test_it_is_named_from_its_own_numbers(one: Misconception) -> None:
    draw, wrong = random.Random(one.name), 0
    for tries in range(60):
        if wrong >= 2 and tries >= amount(15, 60):
            break
        candidate, references, settings = traces(one.subject, draw)
        mistake = one.on(candidate, references, **settings)
        for names in (list(mistake.right.forms), list(mistake.shows), ["score"]):
            claims = {name: typed(mistake.wrong.written(name, 4)[0], 4) for name in names}
            claims = {name: value for name, value in claims.items() if value is not None}
            if not claims:
                continue
            found = check_working(candidate, references, metric=one.subject.metric, **claims, **settings)
            if found.first_wrong is not None:
                wrong += 1
                assert [*found.search.singles([one])] == [one], (candidate, references, claims)
    assert wrong >= 2, "it showed often enough to be tried"


# What is right is right.


@pytest.mark.parametrize(
    "claims",
    [
        {"score": 4},
        {"score": "256^(1/4)"},
        {"product": "1/256", "score": 4},
        {"t": 4, "surprise": [1, 2, 3, 2], "entropy": 2, "base": 2},
        {"surprise_3": "2.079", "entropy": "1.386", "score": "4.00"},
        {"entropy": "ln(256)/4"},
        {"entropy": "0.602", "base": 10},
    ],
)
def test_a_right_working_is_right(claims: dict[str, Any]) -> None:
    assert check_working(FOUR, metric=perplexity, **claims).first_wrong is None


def test_log_probabilities_are_checked_too() -> None:
    found = check_working(None, metric=perplexity, log_probabilities=[-1, -2, -3, -2], base=2, product="1/256", score=4)
    assert found.first_wrong is None


def test_a_working_with_a_model_is_right() -> None:
    found = check_working("the dog ran", CATS, metric=ngram_perplexity, p=["3/3", "1/3", "1/1", "2/2"], score="3^(1/4)")
    assert found.first_wrong is None


@pytest.mark.parametrize("infinite", ["∞", "inf", "infinite", math.inf])
def test_what_is_infinite_may_be_called_so(infinite: Any) -> None:
    assert check_working(["1/2", "0"], metric=perplexity, score=infinite).first_wrong is None
    assert check_working(["1/2", "1"], metric=perplexity, score=infinite).first_wrong == "score"


def test_a_history_never_seen_is_0_over_0_or_0() -> None:
    for value in ("0/0", 0):
        found = check_working("a c", ["a b"], metric=ngram_perplexity, p=["1/1", "0/1", value], score="∞")
        assert found.first_wrong is None


# What is printed, or often answered.


@pytest.mark.parametrize(
    ("claims", "first", "name"),
    [
        ({"score": 256}, "score", "sum-not-mean"),
        ({"score": 7.39}, "score", "binary-logarithm"),
        ({"entropy": 0.602, "score": 1.83}, "entropy", "decimal-logarithm"),
        ({"entropy": -1.386}, "entropy", "no-minus"),
        ({"entropy": 1.386, "score": 2.61}, "score", "power-of-two"),
        ({"entropy": 1.386, "score": 0.25}, "score", "perplexity-upside-down"),
        ({"score": "32/9"}, "score", "perplexity-arithmetic-mean"),
        ({"score": 4.5}, "score", "mean-of-inverses"),
        ({"score": 1.386}, "score", "loss-as-perplexity"),
        ({"product": "1/256", "score": 16}, "score", "always-the-square-root"),
        ({"product": "9/8"}, "product", "probabilities-added"),
        ({"t": 5, "score": 3.03}, "t", "one-token-too-many"),
        ({"t": 3, "score": 6.35}, "t", "one-token-too-few"),
        ({"entropy": 1.39, "score": 4.01}, "score", "perplexity-rounded-first"),
    ],
)
def test_a_wrong_working_of_four_tokens_is_named(claims: dict[str, Any], first: str, name: str) -> None:
    found = check_working(FOUR, metric=perplexity, **claims)
    assert found.first_wrong == first
    assert name in singles(found)


@pytest.mark.parametrize(("score", "name"), [(15.09, "one-of-each"), (10, "outcomes-counted")])
def test_wrong_answers_to_the_exercise_with_the_zeros_are_named(score: float, name: str) -> None:
    assert name in singles(check_working(DIGITS, metric=distribution_perplexity, score=score))


def test_what_follows_from_a_wrong_number_is_said_to_follow() -> None:
    found = check_working(FOUR, metric=perplexity, product="1/128", entropy=1.213, score=3.364)
    assert [one.kind for one in found.verdicts] == ["wrong", "follows", "follows"]


def test_the_mean_of_two_perplexities_is_named() -> None:
    found = check_working(["ha ha ha", "hello"], ["ha ha ha hello"], n=1, metric=ngram_perplexity, score="8/3")
    assert singles(found) == ["mean-of-perplexities"]


def test_a_k_without_its_place_below_is_named() -> None:
    wrong = ["4/3", "2/3", "1/1", "2/1"]
    found = check_working("the dog sat", CATS, metric=ngram_perplexity, smoothing="add-k", p=wrong)
    assert found.first_wrong == "p_1"
    assert singles(found) == ["add-k-above-alone"]


def test_of_several_sentences_the_working_is_told_as_far_as_the_trace_tells_it() -> None:
    for claims in ({"p_1": "1/4"}, {"product": "1/7"}, {"score": 3}):
        assert str(check_working(["a", "b"], ["a b"], n=1, metric=ngram_perplexity, **claims))


def test_a_distribution_is_no_product() -> None:
    with pytest.raises(ValueError, match="product: got a keyword that is neither"):
        check_working(DIGITS, metric=distribution_perplexity, product=1)


@pytest.mark.parametrize(
    ("k", "shown"), [(0.5, "0.5/2.5"), (Fraction(1, 3), "1/6"), (1, "1/4"), (Fraction(3, 2), "1.5/5.5")]
)
def test_a_smoothed_probability_is_shown_as_in_the_trace_and_can_be_typed_so(k: Any, shown: str) -> None:
    found = check_working("d", ["a b b"], metric=ngram_perplexity, smoothing="add-k", k=k, p=[shown])
    assert found.first_wrong is None
    assert plain.formula(found.table.rows[0][2]) == shown  # type: ignore[arg-type]
    assert shown in str(found.score.step("probabilities"))


ODD: list[tuple[Any, PerplexityScore]] = [
    (perplexity, perplexity(["0", "1", "0"])),
    (perplexity, perplexity(log_probabilities=[-math.inf, -900, 0], base=10)),
    (distribution_perplexity, distribution_perplexity(["1", "0"])),
    (ngram_perplexity, ngram_perplexity("", ["a"], n=1)),
    (ngram_perplexity, ngram_perplexity("x y", ["", "a"], n=3, markers="never")),
    (ngram_perplexity, corpus_ngram_perplexity(["", "x"], ["a", ""], n=1)),
]


@pytest.mark.parametrize(("metric", "trace"), ODD)
def test_no_mistake_stops_at_odd_numbers_or_texts(metric: Any, trace: PerplexityScore) -> None:
    for one in misconceptions.of(metric):
        told = one.of(trace)
        assert "nan" not in str(told) + json.dumps(told.to_dict())


def test_infinity_less_infinity_is_no_answer_and_no_error() -> None:
    found = check_working(["1/2", "0"], metric=perplexity, surprise=["-inf", "inf"], score=2)
    assert found.first_wrong == "surprise_1"
    assert "nan" not in str(found)
