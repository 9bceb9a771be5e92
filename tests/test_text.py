"""Where a sentence is cut: at white space alone, or as WMT's 13a does it, with sacreBLEU as judge."""

import random

import pytest
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from mtexplain.text import TOKENIZERS, split_at_whitespace, tokenize_13a

JUDGE = Tokenizer13a()  # type: ignore[no-untyped-call]

MARKS = list("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
DIGITS = ["0", "7", "19", "٣", "½"]
WORDS = ["a", "Mr", "été", "中文", "naïve"]
ENTITIES = ["&quot;", "&amp;", "&lt;", "&gt;", "&apos;", "&amp;lt;", "&#39;"]
SPACES = [
    " ",
    "  ",
    "\t",
    "\n",
    "\r",
    "\x0b",
    "\x1c",
    "\x85",
    "\u00a0",
    "\u2003",
    "\u2028",
    "\u3000",
    "\u200b",
    "\ufeff",
]
SPECIAL = ["<skipped>", "-\n", "<skip", "ped>", "“", "—", "…", "।"]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("the cat", ["the", "cat"]),
        ("  the \t cat\r\n", ["the", "cat"]),
        ("the\u00a0cat\u3000sat\u2028on", ["the", "cat", "sat", "on"]),
        ("the\u200bcat", ["the\u200bcat"]),  # a zero-width space is not white space
        ("The cat, sat.", ["The", "cat,", "sat."]),
        ("", []),
        (" \n ", []),
    ],
)
def test_whitespace_cuts_at_white_space_and_changes_nothing_else(text: str, tokens: list[str]) -> None:
    assert split_at_whitespace(text) == tuple(tokens)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("the cat", "the cat"),
        ("Yes! (No?)", "Yes ! ( No ? )"),
        ("a.b", "a . b"),
        ("3.5", "3.5"),
        ("3,500.25", "3,500.25"),
        ("a.5", "a . 5"),
        ("5.a", "5 . a"),
        (".5", ". 5"),
        ("5.", "5 ."),
        ("wait...", "wait . . ."),
        ("1990-95", "1990 - 95"),
        ("well-known", "well-known"),
        ("A-5", "A-5"),
        ("-5", "-5"),
        ("don't 'quote'", "don't 'quote'"),
        ("“quoted” — dash", "“quoted” — dash"),  # only ASCII marks are split
        ("$5 & 6%", "$ 5 & 6 %"),
        ("&lt;b&gt; &amp; &quot;", '< b > & "'),
        ("&amp;lt;", "<"),  # first & comes out, then <
        ("&apos;", "& apos ;"),
        ("wo-\nrd", "word"),
        ("two\nlines", "two lines"),
        ("a<skipped>b", "ab"),
        ("", ""),
    ],
)
def test_13a_cuts_marks_off_but_not_inside_numbers(text: str, tokens: str) -> None:
    assert tokenize_13a(text) == tuple(tokens.split())
    assert tokenize_13a(text) == tuple(JUDGE(text).split())


def test_13a_is_sacrebleus_on_20000_odd_strings() -> None:
    draw = random.Random(13)
    kinds = [MARKS, DIGITS, WORDS, ENTITIES, SPACES, SPECIAL, [".", ",", "-", "5"]]
    for _ in range(20_000):
        text = "".join(draw.choice(draw.choice(kinds)) for _ in range(draw.randint(1, 14)))
        assert tokenize_13a(text) == tuple(JUDGE(text).split()), ascii(text)


def test_13a_is_sacrebleus_on_every_character_between_letters_and_between_digits() -> None:
    for mark in map(chr, range(0x3100)):
        for text in (f"a{mark}b", f"1{mark}2", f"a{mark}2", f"1{mark}b", mark):
            assert tokenize_13a(text) == tuple(JUDGE(text).split()), ascii(text)


def test_tokenisers_are_known_by_name() -> None:
    assert list(TOKENIZERS.items()) == [("whitespace", split_at_whitespace), ("13a", tokenize_13a)]
