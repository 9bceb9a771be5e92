"""The heads of a Transformer, drawn beside each other: whole on every screen."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.desk import Desk

HEADS = """from mtexplain import models
first, last = [[1, 0], [0, 1], [0, 0], [0, 0]], [[0, 0], [0, 0], [1, 0], [0, 1]]
words = ["cat", "saw", "itself"]
models.multi_head([[2, 0, 0, 1], [0, 2, 1, 0], [2, 0, 2, 0]], [(first,) * 3, (last,) * 3], tokens=words)"""
EDGES = """all => all.map((one) => {
  const { left, right } = one.getBoundingClientRect(), all = one.closest(".mtx").getBoundingClientRect();
  return [left >= all.left - 1, right <= all.right + 1, right - left > 0.4 * Math.min(all.width, 1000)];
})"""


@pytest.mark.parametrize("width", [1280, 1024, 700])
def test_every_head_is_whole_in_jupyterlab(table: Desk, sized: Page, width: int) -> None:
    sized.set_viewport_size({"width": width, "height": 800})
    pictures = table.anew(HEADS).locator(".gallery svg")
    expect(pictures).to_have_count(2)
    assert pictures.evaluate_all(EDGES) == [[True, True, True]] * 2
