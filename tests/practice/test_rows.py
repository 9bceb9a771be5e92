"""A slip in one row, though the others are right: it is named for that row alone."""

from typing import Any

import pytest

import mtexplain as m
from mtexplain.by_hand.numbers import Numbers
from mtexplain.by_hand.numbers import plain as number
from mtexplain.display import plain
from mtexplain.explain.practice.working.diagnosis import Diagnosis

REPEATED: tuple[str, list[str]] = ("a a a b a a", ["a a b"])
"""p is 3/6, 2/5, 1/4; without clipping 6/6, 4/5, 1/4."""
CATS = ["the cat sat", "the cat ran", "the dog ran"]
IMAGES = [["a red cat sat"], ["a dog ran"], ["a cat ran"]]


def told(found: Diagnosis) -> str:
    """What is said above the table."""
    return " ".join(plain.prose(part) for part in found.overview[:-1])  # type: ignore[arg-type]


@pytest.mark.parametrize(("p", "row"), [(["6/6", "2/5", "1/4"], "p_1"), (["3/6", "4/5", "1/4"], "p_2")])
def test_clipping_forgotten_in_one_order_is_named_there(p: list[str], row: str) -> None:
    assert told(m.check_working(*REPEATED, max_n=3, p=p)).startswith(
        f"In {row} only, the mistake could be: no clipping. "
    )


def test_what_follows_from_the_row_is_said_to_follow() -> None:
    found = m.check_working(*REPEATED, max_n=3, p=["6/6", "2/5", "1/4"], score="0.4642")
    assert told(found).endswith("BLEU follows from p_1.")


def test_a_row_of_a_perplexity_is_named() -> None:
    """4/9, 2/9, 1/7, 2/7 are right; without k in the denominator, the first is 4/3."""
    found = m.check_working("the dog sat", CATS, metric=m.ngram_perplexity, smoothing="add-k",
                            p=["4/3", "2/9", "1/7", "2/7"])  # fmt: skip
    assert "In p_1 only" in told(found)
    assert "no k|V| in the denominator" in told(found)


def test_a_row_of_cider_d_is_named() -> None:
    trace = m.caption_cider_d("a cat cat sat", IMAGES[0], document_frequencies=IMAGES)
    mistake = m.misconceptions.get("cider-d-no-clipping").of(trace)
    values = {name: (_decimal(mistake.right, name), _decimal(mistake.wrong, name))
              for name in mistake.right.forms if name.startswith("cider_")}  # fmt: skip
    row = next(name for name, (right, wrong) in values.items() if right != wrong)
    claims: dict[str, Any] = {name: wrong if name == row else right for name, (right, wrong) in values.items()}
    found = m.check_working("a cat cat sat", IMAGES[0], metric=m.caption_cider_d, document_frequencies=IMAGES, **claims)
    assert [one.claim.name for one in found.verdicts if one.is_wrong] == [row]
    assert "weights not clipped" in told(found)


def _decimal(numbers: Numbers, name: str) -> str:
    return f"{float(number(numbers[name]) or 0):.4f}"


def test_a_row_of_attention_is_named() -> None:
    """The first row of the weights was not divided by √2: e / (e + 1) is .7311."""
    found = m.check_working([[1, 0], [0, 2]], [[[1, 0], [0, 1]], [[1, 0], [0, 1]]], metric=m.models.attention,
                            weights=[["0.7311", "0.2689"], ["0.1956", "0.8044"]])  # fmt: skip
    assert told(found).startswith("In w_1,1 and w_1,2 only, the mistake could be: no scaling.")


def test_few_digits_name_no_row_and_right_rows_are_needed() -> None:
    assert " only" not in told(m.check_working(*REPEATED, max_n=3, p=["1", "0.4", "0.25"]))
    assert " only" not in told(m.check_working(*REPEATED, max_n=3, p=["6/6", "3/5", "2/4"]))


def test_a_mistake_that_a_right_number_of_another_kind_contradicts_is_not_named() -> None:
    """By the candidate's characters p_2 would be 4/10, but c would not be 6."""
    found = m.check_working(*REPEATED, max_n=3, p=["3/6", "4/10", "1/4"], c=6)
    assert "character" not in told(found)
