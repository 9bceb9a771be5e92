"""Right work is never accused, whichever metric it is of and however it is written down."""

import random

import pytest

from mtexplain.by_hand.subject import Subject
from mtexplain.explain.practice.misconceptions import subjects
from tests.practice.right_work import is_accused, task, ways_to_write
from tests.strategies import amount


@pytest.mark.parametrize("subject", [*subjects()], ids=lambda subject: subject.name)
def test_right_work_is_never_accused(subject: Subject) -> None:
    draw, several = random.Random(subject.name), 0
    for _ in range(amount(3, 30)):
        made = task(draw, subject)
        for how, claims in ways_to_write(made, draw):
            several += 1
            assert not is_accused(made.checked(claims)), (how, made, claims)
    assert several >= 10
