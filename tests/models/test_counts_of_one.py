"""Singular nouns after the number 1: 1 key, not 1 keys."""

import re
from typing import Any

import pytest

from mtexplain import judged, kendall_tau_b, models
from mtexplain.inputs import InputError
from mtexplain.judging.rankings import rankings

SMALL: dict[str, Any] = {
    "local attention": models.local_attention(1, 1, query=1, memory=0),
    "local attention in 2D": models.local_attention(1, 1, query=(1, 1), memory=(0, 0)),
    "attention": models.attention([[1]], [[1]], [[1]]),
    "layer costs": models.layer_costs(1, 1, k=2, r=1),
    "pixels": models.pixels(1, 1, 8),
    "positions": models.positions(1, 2),
    "dot products": models.dot_products(1),
    "fine-tuning": models.fine_tuning([(["1/2"], "1/2")]),
    "decode": models.decode({"": {"</s>": 1}}),
    "softmax": models.softmax([1]),
    "judged": judged({"fr-01": {"human": 1, "fluent_but_wrong": 2}}),
    "judged alike": judged({"fr-01": {"human": 1, "terse": 2}}),
    "tau": kendall_tau_b([1, 2], [1, 2]),
}


@pytest.mark.parametrize("name", SMALL)
def test_one_is_one(name: str) -> None:
    made = SMALL[name]
    told = str(made) + made._repr_html_() if name != "softmax" else repr(made)
    wrong = re.findall(
        r"(?<![\d.,/^×])(?<!× )\b1 (?:keys|pairs|positions|pixels|places|multiplications|numbers|values|"
        r"disputes|weights|words|tokens|labels|systems|sentences|rows|heads|queries|steps|items|texts)\b", told
    )  # fmt: skip
    assert not wrong
    assert not re.search(r"1 × 1 (?:weights|pixels|positions)", told)
    assert not re.search(r"\bpair of systems are\b", told)


def test_the_sentence_of_the_smallest_image() -> None:
    found = SMALL["local attention"]
    assert (found.value, found.why) == ("1 pair", "Each query is compared with 1 key. Full attention has 1 pair.")
    larger = models.local_attention(2, 3, query=2, memory=2)
    assert (larger.value, larger.why) == (
        "24 pairs",
        "Each query is compared with 4 keys. Full attention has 36 pairs.",
    )


def test_a_line_with_one_rank() -> None:
    with pytest.raises(InputError, match=r"line 2: got 1 rank; expected 2"):
        rankings("segment\thuman\tterse\nfr-01\t1\n")
