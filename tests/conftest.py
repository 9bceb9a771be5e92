"""How much tests draw: a few examples, the same every time, or very many new ones.

- `make test`: few, always the same, so that it is quick and a red test is red for everybody.
- `make test-long`: many and new, for a quiet evening. Tests that draw by themselves draw more too.
- `make mutate` chooses first-failure: it only asks whether a test fails, not for the smallest reason why.

Python's garbage collector took a sixth of the time. It seldom runs here, and never over the 17,000 tests themselves,
which stay to the end.
"""

import gc
import os

import pytest
from hypothesis import Phase, settings

from mtexplain.display import graphs, picture, pyramid, pyramid_around, stacks, words

settings.register_profile("short", max_examples=20, derandomize=True, deadline=None, database=None)
settings.register_profile("long", max_examples=5_000, deadline=None, print_blob=True)
settings.register_profile("first-failure", settings.get_profile("short"), phases=(Phase.explicit, Phase.generate))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "short"))

gc.set_threshold(100_000, 50, 100)


def pytest_collection_finish() -> None:
    """Exempt everything that is loaded so far."""
    gc.freeze()


@pytest.fixture
def words_of_one_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all words equally wide and run the same way, because the places of things in a picture depend on both."""
    for module in (picture, pyramid_around, graphs):
        monkeypatch.setattr(module, "advance", lambda text: 1.0)
    for drawn in (pyramid, stacks, words):
        monkeypatch.setattr(drawn, "text_width", lambda text: 4)
    monkeypatch.setattr(picture, "runs_to_the_left", lambda tokens: False)
