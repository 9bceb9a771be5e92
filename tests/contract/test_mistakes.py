"""What every mistake of every metric must satisfy."""

import pytest

from mtexplain import misconceptions
from mtexplain.recipe.misconception import Misconception


@pytest.mark.parametrize("one", misconceptions, ids=[one.name for one in misconceptions])
def test_its_example_shows_it_in_every_view(one: Misconception) -> None:
    mistake = one.smallest
    assert mistake.shows
    assert mistake.headline.value in str(mistake)
    assert mistake.headline.value in mistake._repr_html_()
    assert mistake.to_latex()
    assert mistake.to_dict()["shows"] == [*mistake.shows]
