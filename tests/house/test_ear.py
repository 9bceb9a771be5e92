"""The counts of tools/ear.py stay below their limits. They say what to read again, not which sentence is good."""

import pytest

from tools.ear import HABITS, KINDS, count, docstrings, sentences

AIM = {"one": 5.0, "colon": 5.0, "so": 1.5, "fronted": 0.0}
"""The most that are allowed per 1,000 words."""
RIDDLES = "What ", "How ", "Whether ", "Where ", "Who ", "Which ", "Those ", "The same "
"""Beginnings of a docstring that don't name the thing described."""


@pytest.mark.parametrize("kind", KINDS)
def test_the_habits_stay_below_their_limits(kind: str) -> None:
    counts = count(KINDS[kind]())
    assert counts.words > 1000
    assert {habit: counts.rate(habit) for habit in HABITS if counts.rate(habit) > AIM[habit]} == {}


def test_a_docstring_begins_with_the_thing() -> None:
    assert [text for text in docstrings() if text.startswith(RIDDLES)] == []


def test_habits_are_found_in_prose_and_not_in_code() -> None:
    text = "So it is. This one: a `one: two`.\n\n| one | two |\n|---|---|\n\nWhether it is luck, the test tells."
    found = count([text])
    assert (found.one, found.colon, found.so, found.fronted) == (2, 1, 1, 1)
    assert sentences("They write `a: b`. And 12:30 is late.") == ["They write · .", "And 12:30 is late."]
