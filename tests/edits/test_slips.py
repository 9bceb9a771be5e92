"""A capital, a mark or a missing space that keeps a word from matching."""

from typing import Any

import pytest

from mtexplain import bleu
from mtexplain.display import plain
from mtexplain.explain.edits.slips import slips

UNCUT = 'This text has no spaces, so a whole phrase counts as a word. Try characters (tokenize="char").'


def told(candidate: str, *references: str, **settings: Any) -> list[str]:
    """The slips as sentences."""
    return [plain.prose(slip) for slip in slips(bleu(candidate, list(references), **settings))]


@pytest.mark.parametrize(
    ("candidate", "reference", "slip"),
    [
        ("There is", "there is", '"There" would match "there" if case did not count.'),
        ("a mat.", "a mat", '"mat." would match "mat" without the full stop.'),
        ("so, a mat", "so a mat", '"so," would match "so" without the comma.'),
        ("a mat", "a mat?", '"mat" would match "mat?" with the question mark.'),
        ("a mat!", "a mat?", '"mat!" would match "mat?" without the marks.'),
        ("“mat”", "mat", '"“mat”" would match "mat" without the marks.'),
        ("a Mat.", "a mat", '"Mat." would match "mat" without the full stop and if case did not count.'),
    ],
)
def test_a_slip_says_what_would_match(candidate: str, reference: str, slip: str) -> None:
    assert told(candidate, reference) == [slip]


@pytest.mark.parametrize(
    ("candidate", "reference"),
    [("a cat", "a dog"), ("the The", "the"), ("The the", "the cat"), ("a . b", "a , b"), ("it's", "its"), ("", "a")],
)
def test_what_would_not_match_is_no_slip(candidate: str, reference: str) -> None:
    """Another word, a word that is used up in the reference, marks alone, and marks inside a word."""
    assert told(candidate, reference) == []


def test_rules_that_see_to_it_leave_no_slip() -> None:
    assert told("There is", "there is", lowercase=True) == told("a mat.", "a mat", tokenize="13a") == []


def test_any_reference_will_do_and_no_more_than_two_are_told() -> None:
    assert len(told("The Cat Sat", "the dog", "a cat sat")) == 2


@pytest.mark.parametrize("text", ["猫坐在垫子上", "ねこがすわった", "แมวนั่งบนเสื่อ", "猫坐在垫子上。 他走了。"])
def test_a_text_without_spaces_is_told_so(text: str) -> None:
    """Until it is cut into characters."""
    assert told(text, "猫 在") == [UNCUT]
    assert told(text, "猫 在", tokenize="char") == []


@pytest.mark.parametrize("text", ["猫 坐 在 垫子 上", "แมว นั่ง บน เสื่อ", "internationalisation", "고양이가 앉았다"])
def test_words_with_spaces_between_are_not(text: str) -> None:
    assert told(text, "a") == []
