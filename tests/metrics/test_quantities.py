"""Metrics as recipes: formulas are made of what stands above them, and exact; what is shown is what is computed."""

import ast
from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import exact
from mtexplain.counts import Ratio
from mtexplain.display import plain
from mtexplain.display.formula import Symbol
from mtexplain.display.parts import Equation
from mtexplain.metrics.bleu import bleu, corpus_bleu
from mtexplain.metrics.chrf import chrf, corpus_chrf
from mtexplain.metrics.cider import caption_cider, caption_cider_d, cider
from mtexplain.metrics.cider.recipe import CiderDScore, CiderScore
from mtexplain.metrics.meteor import meteor
from mtexplain.metrics.nist import corpus_nist, nist
from mtexplain.metrics.perplexity import corpus_ngram_perplexity, distribution_perplexity, ngram_perplexity, perplexity
from mtexplain.metrics.rouge import rouge_l, rouge_n, rouge_su, rouge_w
from mtexplain.metrics.shared.scores import TracedScore
from mtexplain.recipe import arithmetic
from mtexplain.recipe.equations import equation, in_numbers
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.quantity import Quantity, Recipe, formula, quantity

RECIPES: dict[str, type[Recipe]] = {
    "CIDEr": CiderScore,
    "CIDEr-D": CiderDScore,
}
PAIR = "the the cat sat", ["the cat sat down", "a cat sat there"]
CORPUS = ["the the cat", "a dog"], [["the cat sat"], ["a dog", "the dog"]]


@pytest.mark.parametrize("kind", RECIPES.values(), ids=RECIPES)
def test_every_formula_is_made_of_what_stands_above_it(kind: type[Recipe]) -> None:
    """So a recipe is read from top to bottom; and no quantity hides a function that formulas call."""
    known: set[str] = set()
    for name, one in kind.quantities.items():
        for way in (one, *one.cases.values()):
            assert not way.formula or set(way.formula.needs) <= known, name
        known.add(name)
    assert not known & {*arithmetic.__all__}


@pytest.mark.parametrize("kind", RECIPES.values(), ids=RECIPES)
def test_every_quantity_says_how_it_is_computed(kind: type[Recipe]) -> None:
    for name, one in kind.quantities.items():
        assert all(way.formula or way.words for way in (one, *one.cases.values())), name


@pytest.mark.parametrize("kind", RECIPES.values(), ids=RECIPES)
def test_no_two_quantities_have_the_same_symbol(kind: type[Recipe]) -> None:
    symbols = [plain.formula(one.symbol) for one in kind.quantities.values() if one.symbol != Symbol("")]
    assert {one for one in symbols if symbols.count(one) > 1} == set()


def test_a_name_that_nobody_defines_is_an_error_that_names_it() -> None:
    class Typo(Recipe):
        p: Quantity[Fraction] = formula("p", "matches / totl")

        @quantity("m", "what matches")
        def matches(self) -> int:
            return 1

    with pytest.raises(AttributeError, match="totl"):
        _ = Typo().p


# What is shown is what is computed.


def shown(trace: Any) -> Iterator[tuple[str, str, str]]:
    """Of every quantity with a formula that is one number: its name, its formula in numbers, its value."""
    if isinstance(trace, TracedScore):
        for step in trace.steps():
            for made in (part for part in step.parts if isinstance(part, Equation)):
                if made.numbers != made.value and not isinstance(made.symbols, str | Symbol):  # it has a formula
                    yield step.name, plain.formula(made.numbers), plain.formula(made.value)
        return
    for name, one in trace.quantities.items():
        if one.formula and one.symbol != Symbol("") and not one.index and not (one.pooled and trace.parts is not None):
            made = equation(trace, name)
            yield name, plain.formula(made.numbers), plain.formula(made.value)


IMAGES: dict[str, Any] = {"document_frequencies": [PAIR[1], ["a dog"]]}
SHOWN: dict[str, Any] = {
    "caption": caption_cider(*PAIR, **IMAGES),
    "CIDEr-D": caption_cider_d(*PAIR, **IMAGES),
    "captions": cider(*CORPUS),
    "BLEU": bleu(*PAIR, max_n=2),
    "BLEU of a text": corpus_bleu(*CORPUS, max_n=2),
    "pair": nist(*PAIR),
    "short": nist("a", ["a b"]),
    "text": corpus_nist(*CORPUS),
    "characters": chrf(*PAIR, word_order=2),
    "text of characters": corpus_chrf(*CORPUS, beta=2),
    "METEOR": meteor(*PAIR),
    "Meteor 1.5": meteor(*PAIR, rules="meteor-1.5"),
    "probabilities": perplexity(["1/2", 0.25, "2/7"], base=2),
    "logarithms": perplexity(log_probabilities=[-0.7, 0]),
    "distribution": distribution_perplexity(["1/2", "1/3", "1/6"], base=10),
    "model": ngram_perplexity("the cat", ["the cat sat", "the dog"], smoothing="add-k", k=0.5),
    **{f"ROUGE-N, {way}": rouge_n(*PAIR, references_by=way) for way in ("best", "pooled", "jackknife", "coco")},
    "ROUGE-L": rouge_l("a b c", ["a c b d"], beta=2),
    "ROUGE-W": rouge_w(*PAIR, weight=1.2, references_by="pooled"),
    "ROUGE-SU": rouge_su(*PAIR, rules="rouge-1.5.5"),
    "text of a model": corpus_ngram_perplexity(["the cat", "sat"], ["the cat sat", "sat"], smoothing="add-k"),
}


@pytest.mark.parametrize("trace", SHOWN.values(), ids=SHOWN)
def test_the_numbers_that_are_put_in_give_the_value(trace: Any) -> None:
    """A reader with a pocket calculator gets what we got, to the digits that are shown."""
    for name, numbers, value in shown(trace):
        if "…" not in numbers and not numbers.startswith("c("):  # the last number of a table
            for one in numbers.split(" = "):
                assert calculated(one) == pytest.approx(calculated(value.split(" = ")[-1]), rel=2e-3), (name, one)


def calculated(numbers: str) -> float:
    """What a formula in numbers comes to."""
    for written, called in {"^": "**", "C(": "comb(", "log_2(": "log2("}.items():
        numbers = numbers.replace(written, called)
    with exact.forty_digits():
        return float(Expression(numbers).value({"e": arithmetic.E}))


def test_a_long_product_of_equal_factors_is_a_power() -> None:
    assert plain.formula(in_numbers(Expression("product(1 / a)"), {"a": (Fraction(2, 3), 1, 0)})) == "3/2 * 1 * 1/0"
    assert plain.formula(in_numbers(Expression("product(a)"), {"a": (Fraction(1, 2),) * 13})) == "(1/2)^13"


# Replaced, and given.


IN_ORDER = {
    name: trace for name, trace in SHOWN.items() if not isinstance(trace, TracedScore) and not trace.chooses_by_score
}


@pytest.mark.parametrize("trace", IN_ORDER.values(), ids=IN_ORDER)
def test_no_quantity_asks_for_one_that_stands_below_it(trace: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """So what stands above a quantity that is replaced may be kept. Methods are held to it as formulas are."""
    order, asked = list(trace.quantities), list[str]()
    compute = Quantity.compute

    def watched(one: Quantity[Any], of: Recipe, name: str) -> Any:
        asked.extend([name] * (of is fresh))
        return compute(one, of, name)

    monkeypatch.setattr(Quantity, "compute", watched)
    for place, name in enumerate(order):
        fresh = copy(trace)
        vars(fresh)["changed"] = {"": trace.quantities[name]}  # so that no shortcut is taken
        asked.clear()
        with suppress(*[AttributeError] * (trace.parts is not None)):  # of words nobody asks a text, but its segments
            getattr(fresh, name)
        assert set(asked) <= {*order[: place + 1]}, name


def test_what_is_replaced_changes_what_follows_and_nothing_else() -> None:
    trace = caption_cider_d(*PAIR, **IMAGES)
    other = trace.with_quantities({"penalty": formula("penalty", "1 / 2")})
    assert 2 * other.score == pytest.approx(trace.score)
    assert trace.score == caption_cider_d(*PAIR, **IMAGES).score


def test_what_stands_above_is_not_computed_again_and_a_second_goes_on_from_the_first() -> None:
    trace = caption_cider_d(*PAIR, **IMAGES)
    assert trace.score > 0
    first, second = formula("penalty", "1 / 2"), formula("CIDEr", "2 * sum(image)", convert=float)
    one, both = (trace.with_each(changed) for changed in ({"penalty": first}, {"penalty": first, "score": second}))
    assert one.cosine is trace.cosine
    assert trace.with_each({"penalty": first}) is one
    assert both.score == 2 * one.score != 2 * trace.score


def test_what_is_given_is_gone_on_from() -> None:
    trace = caption_cider_d(*PAIR, **IMAGES)
    assert trace.with_quantities({}, {"penalty": Fraction(0)}).score == 0 != trace.score


# Exact.

counts = st.integers(0, 9)


@given(counts, counts, counts)
def test_fractions_stay_exact_and_nothing_over_nothing_is_none(a: int, b: int, c: int) -> None:
    found = Expression("(a + b) / c - a ** 2 / 7").value({"a": a, "b": b, "c": c})
    assert found == (None if c == 0 else Fraction(a + b, c) - Fraction(a**2, 7))
    assert Expression("a / b").value({"a": a, "b": b}) == (
        Ratio(min(a, b), b).value if a <= b else Fraction(a, b) if b else None
    )


@given(st.lists(st.tuples(counts, counts), min_size=1, max_size=4))
def test_several_are_taken_one_by_one_and_a_sum_leaves_none_out(pairs: list[tuple[int, int]]) -> None:
    tops, bottoms = zip(*pairs, strict=True)
    known = {"tops": tops, "bottoms": bottoms}
    each = [Fraction(a, b) if b else None for a, b in pairs]
    assert Expression("tops / bottoms").value(known) == tuple(each)
    assert Expression("sum(tops / bottoms)").value(known) == sum(one for one in each if one is not None)
    assert Expression("min(tops, 3)").value(known) == tuple(min(one, 3) for one in tops)


@given(st.lists(st.sampled_from([None, 0, 3, Fraction(1, 3), Decimal(2), Decimal("-Infinity")]), max_size=4))
def test_many_at_once_are_what_each_is(values: list[Any]) -> None:
    with exact.forty_digits():
        for text in ("a * 3", "a + b", "a / 7", "a ** 2", "min(a, b)"):
            found = Expression(text).value({"a": tuple(values), "b": 1})
            assert found == tuple(Expression(text).value({"a": value, "b": 1}) for value in values), text


def test_a_logarithm_has_forty_digits_and_its_power_comes_back() -> None:
    with exact.forty_digits():
        for value in (Fraction(1, 3), Fraction(2), Fraction(7, 5)):
            assert Fraction(arithmetic.exp(arithmetic.log(value))) == pytest.approx(value, rel=1e-38)
    assert arithmetic.exp(0) == 1
    assert arithmetic.exp(arithmetic.log(0)) == 0


def test_what_infinity_leaves_undefined_is_no_number() -> None:
    assert Expression("0 * log(0)").value({}) is None
    assert Expression("log(0) - log(0)").value({}) is None
    assert Expression("or_zero(0 / 0)").value({}) == 0


@pytest.mark.parametrize(
    "text", ["1 if c == 0 else a / c", "a / c if c > 0 else 1", "1 if c <= 0 else 1 if c < 0 else a / c"]
)
def test_of_a_formula_with_cases_the_one_that_applies_is_shown(text: str) -> None:
    assert plain.formula(in_numbers(Expression(text), {"a": 1, "c": 0})) == "1"
    assert plain.formula(in_numbers(Expression(text), {"a": 1, "c": 2})) == "1/2"


def test_a_formula_is_parsed_only_when_it_is_asked_for() -> None:
    """So a metric is loaded quickly."""
    assert "tree" not in vars(Expression("a + b"))
    assert isinstance(Expression("a + b").tree, ast.BinOp)
