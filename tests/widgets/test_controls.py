"""From a metric's signature to a form, and from typed text back to values."""

import inspect
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, Literal

import pytest

from mtexplain import (
    PAPER,
    BleuRules,
    InputError,
    bleu,
    caption_cider_d,
    meteor,
    ngram_perplexity,
    nist,
    rouge_l,
    rouge_n,
)
from mtexplain.rules import RULES
from mtexplain.settings import OneOf
from mtexplain.text import TOKENIZERS
from mtexplain.widgets.controls import controls


def metric(
    candidate: str,
    references: list[str],
    *,
    flag: bool = False,
    maybe: bool | None = None,
    whole: int | None = None,
    real: float = 0.5,
    exact: Fraction | None = None,
    several: Sequence[float | Fraction] | None = None,
    many: list[int] | None = None,
    kind: Literal["f", "g"] = "f",
    either: Literal["a", "b"] | None = None,
    named: Annotated[str, OneOf({"x": 1, "y": 2})] = "x",
    text: str = "",
    anything: object = None,
    fancy: dict[str, int] | None = None,
) -> None:
    """A metric with every kind of setting."""


def test_annotated_keywords_become_controls() -> None:
    """Keywords whose values can't be typed do not."""
    kinds = {name: control.kind for name, control in controls(metric, {}).items()}
    assert kinds == {
        "flag": "choice", "maybe": "choice", "whole": "number", "real": "number", "exact": "number",
        "several": "numbers", "many": "numbers", "kind": "choice", "either": "choice", "named": "choice",
        "text": "text",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("flag", "yes", True), ("maybe", "no", False), ("whole", " 3 ", 3), ("real", "0.25", 0.25),
        ("exact", "2/3", Fraction(2, 3)), ("several", "1/2, 1/2", [Fraction(1, 2)] * 2), ("several", "1 0", [1, 0]),
        ("kind", "g", "g"), ("either", "b", "b"), ("named", "y", "y"), ("text", "a b", "a b"),
    ],
)  # fmt: skip
def test_typed_text_becomes_a_value(name: str, text: str, value: object) -> None:
    read = controls(metric, {})[name].read(text)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("whole", "two", "a whole number"), ("whole", "2.5", "a whole number"), ("real", "1 2", "a number"),
        ("several", "1/2 half", "numbers separated by spaces"), ("kind", "h", "one of f, g"),
        ("many", "1/2", "numbers"),
        ("flag", "1", "one of no, yes"),
        ("real", "x", "a number, or inf"), ("real", "nan", "a number"), ("real", "1e999999999", "a number"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_in_words(name: str, text: str, expected: str) -> None:
    with pytest.raises(InputError, match=f"^{name}: got .*; expected {expected}"):
        controls(metric, {})[name].read(text)


OF_BLEU = {"ascii-whitespace", "evaluate-13a", "mteval-13a", "mteval-11b", "coco"}
GENERAL = ["whitespace", "13a", "intl", "zh", "char"]
OFFERED = [name for name in TOKENIZERS if name in GENERAL or name in OF_BLEU]
"""The tokenisers offered for BLEU. A form doesn't offer coco-java, because it starts a program."""


@pytest.mark.parametrize(
    ("metric", "own"),
    [
        (bleu, OF_BLEU),
        (rouge_l, {"coco", "rouge-1.5.5", "rouge-score", "rouge-score-stem"}),
        (rouge_n, {"coco", "rouge-1.5.5", "rouge-score", "rouge-score-stem"}),
        (meteor, {"ascii-whitespace"}),
        (caption_cider_d, {"coco"}),
        (nist, {"mteval-13a", "mteval-11b"}),
        (ngram_perplexity, set()),
    ],
)
def test_a_form_offers_the_tokenisers_of_the_metrics_tools_and_the_general_ones(metric: Any, own: set[str]) -> None:
    held = controls(metric, {})["tokenize"]
    assert set(held.choices) == {*GENERAL, *own}
    assert list(held.choices) == [name for name in TOKENIZERS if name in held.choices], "in one order"


def test_any_other_can_be_given_by_its_name() -> None:
    held = controls(bleu, {"tokenize": "rouge-score"})["tokenize"]
    assert list(held.choices) == [*OFFERED, "rouge-score"]
    assert held.read(held.written("rouge-score")) == "rouge-score"


def test_bleu_has_its_own() -> None:
    """A choice is passed to the metric by its name."""
    held = controls(bleu, {})
    assert list(held) == [
        "rules",
        "tokenize",
        "lowercase",
        "max_n",
        "reference_length",
        "smoothing",
        "smoothing_value",
        "missing",
        "weights",
    ]
    assert list(held["rules"].choices) == list(RULES)
    assert held["rules"].read("multi-bleu") == "multi-bleu"
    assert held["lowercase"].choices == {"no": False, "yes": True, "ascii": "ascii"}
    assert list(held["tokenize"].choices) == OFFERED
    assert held["tokenize"].read("13a") == "13a"


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [("max_n", 2, "2"), ("max_n", None, ""), ("lowercase", True, "yes"), ("weights", [Fraction(1, 2)] * 2, "1/2 1/2"),
     ("tokenize", "13a", "13a"), ("tokenize", TOKENIZERS["13a"], "13a")],
)  # fmt: skip
def test_a_value_is_written_as_it_would_be_typed(name: str, value: Any, text: str) -> None:
    control = controls(bleu, {name: value})[name]
    assert control.written(value) == text
    if text:
        assert control.written(control.read(text)) == text


def test_a_given_value_without_a_name_becomes_a_choice() -> None:
    """A tokeniser, or rules, of one's own."""
    mine = BleuRules("mine", max_n=2)
    held = controls(bleu, {"tokenize": str.split, "rules": mine})
    assert list(held["tokenize"].choices) == [*OFFERED, "split"]
    assert held["tokenize"].read("split") is str.split
    assert held["rules"].read("mine") is mine
    assert held["rules"].written(PAPER) == "paper"


def test_a_function_that_does_not_tell_has_no_controls() -> None:
    """A callable object, a partial, a builtin, annotations that mean nothing."""

    class Scorer:
        def __call__(self, candidate: str, references: list[str], *, deep: bool = False) -> None:
            """Whatever."""

    def odd(candidate, references, *, flag: "Nowhere" = None):  # type: ignore[no-untyped-def,name-defined]  # noqa: F821
        """Whatever."""

    for one in (Scorer(), partial(metric, flag=True), max, odd):
        assert controls(one, {}) == {}
    for one in (Scorer(), max):
        assert controls(one, {"deep": True}) == {}
    for one in (partial(metric, flag=True), odd):
        with pytest.raises(InputError, match="settings: got a string, 'deep'; expected one of flag"):
            controls(one, {"deep": True})


def test_a_setting_that_may_be_given_without_its_name_is_one_too() -> None:
    def plain(candidate: str, references: list[str], max_n: int = 4) -> None:
        """Whatever."""

    assert {name: one.kind for name, one in controls(plain, {"max_n": 2}).items()} == {"max_n": "number"}


def test_a_setting_the_metric_does_not_have_is_refused() -> None:
    with pytest.raises(InputError, match=r"settings: got a string, 'smooth'; expected one of rules, tokenize"):
        controls(bleu, {"smooth": True})


def test_a_metric_that_takes_anything_takes_anything() -> None:
    def loose(candidate: str, references: list[str], **settings: Any) -> None:
        """Whatever."""

    assert controls(loose, {"smooth": True}) == {}


@pytest.mark.parametrize("metric", [bleu, rouge_l, meteor, caption_cider_d, nist])
def test_a_signature_names_what_may_be_chosen_and_fits_a_screen(metric: Callable[..., Any]) -> None:
    """help(metric) begins with it, and a notebook shows it above the cell."""
    found = str(inspect.signature(metric))
    assert re.search(r"OneOf\([^()]*\bwhitespace\b", found)
    assert "<function" not in found
    assert len(found) < 2500
