"""The tokenisers of the ROUGE tools, and the stemmer of one, next to the tools themselves."""

import importlib
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer

import mtexplain
from mtexplain.text.porter import stem
from mtexplain.text.rouge import (
    tokenize_rouge_155,
    tokenize_rouge_score,
    tokenize_rouge_score_stem,
)
from tests.odd_text import PIECES

tokenize: Any = importlib.import_module("rouge_score.tokenize").tokenize
NLTK = PorterStemmer()
ENDINGS = (
    "sses ies ss s ied eed ed ing at bl iz y ational tional enci anci izer bli alli entli eli ousli ization ation ator "
    "alism iveness fulness ousness aliti iviti biliti fulli logi icate ative alize iciti ical ful ness al ance ence er "
    "ic able ible ant ement ment ent ion ou ism ate iti ous ive ize e ll"
).split()


def odd_texts(amount: int) -> list[str]:
    draw = random.Random("rouge")
    pieces = [piece for kind in PIECES.values() for piece in kind] + ["The", "cats", "running", "relational", "İ", "K"]
    return ["".join(draw.choices(pieces, k=draw.randint(0, 20))) for _ in range(amount)]


def test_the_tokens_of_rouge_score() -> None:
    for text in odd_texts(3_000):
        assert list(tokenize_rouge_score(text)) == tokenize(text, None), text
        assert list(tokenize_rouge_score_stem(text)) == tokenize(text, NLTK), text


def test_rouge_155_makes_small_what_is_ascii_and_rouge_score_everything_before() -> None:
    """The lower-case form of the kelvin sign is a k, and of the dotted capital I it is an i and a dot."""
    assert tokenize_rouge_score("\u212aa \u0130b") == ("ka", "i", "b")
    assert tokenize_rouge_155("\u212aa \u0130b") == ("a", "b")


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("A well-known cat, No. 5!", ["a", "well", "known", "cat", "no", "5"]),
        ("don't 1,000.50 x_y", ["don", "t", "1", "000", "50", "x", "y"]),
        ("кот", []),
        ("", []),
    ],
)
def test_letters_and_digits_counted_by_hand(text: str, tokens: list[str]) -> None:
    assert tokenize_rouge_155(text) == tokenize_rouge_score(text) == tuple(tokens)


# The stemmer.


@pytest.mark.parametrize(
    ("word", "stemmed"),
    [
        # Porter 1980, step by step
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("cats", "cat"),
        ("feed", "feed"),
        ("agreed", "agre"),
        ("plastered", "plaster"),
        ("bled", "bled"),
        ("motoring", "motor"),
        ("sing", "sing"),
        ("hopping", "hop"),
        ("falling", "fall"),
        ("filing", "file"),
        ("happy", "happi"),
        ("relational", "relat"),
        ("rational", "ration"),
        ("triplicate", "triplic"),
        ("hopeful", "hope"),
        ("adjustment", "adjust"),
        ("adoption", "adopt"),
        ("probate", "probat"),
        ("rate", "rate"),
        ("cease", "ceas"),
        ("roll", "roll"),
        ("controlling", "control"),
        # what NLTK does differently
        ("enjoy", "enjoy"),
        ("skies", "sky"),
        ("dies", "die"),
        ("died", "die"),
        ("dying", "die"),
        ("cried", "cri"),
        ("us", "us"),
    ],
)
def test_stems_of_the_paper_and_where_nltk_differs(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed == NLTK.stem(word)


def test_the_words_of_this_project_have_the_stems_of_nltk() -> None:
    root = Path(mtexplain.__file__).parent.parent
    files = [path for folder in ("mtexplain", "tests", "notebooks") for path in (root / folder).rglob("*.*")]
    texts = [path.read_text("utf-8") for path in files if path.suffix in (".py", ".ipynb")]
    words = {word for text in texts for word in re.findall("[a-z0-9]+", text.lower())}
    assert len(words) > 5_000
    assert [word for word in words if stem(word) != NLTK.stem(word)] == []


@given(st.text("aeiouybclstwxz09", max_size=6), st.lists(st.sampled_from(ENDINGS), max_size=3).map("".join))
def test_any_word_with_any_endings_has_the_stem_of_nltk(start: str, endings: str) -> None:
    word = start + endings
    assert stem(word) == NLTK.stem(word)


def test_random_words_have_the_stems_of_nltk() -> None:
    draw = random.Random(7)
    for _ in range(50_000):
        letters = "".join(draw.choices("aeiouybclstwxz09", k=draw.randint(0, 6)))
        word = letters + "".join(draw.choices(ENDINGS, k=draw.randint(0, 3)))
        assert stem(word) == NLTK.stem(word), word
