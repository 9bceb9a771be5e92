"""Tokens of sentences, worked out by hand. test_text_tools.py and test_text_coco.py compare with other tools."""

import pytest

from mtexplain.text import TOKENIZERS, split_at_whitespace, tokenize_13a
from mtexplain.text.sacrebleu import (
    split_at_ascii_whitespace,
    tokenize_char,
    tokenize_evaluate_13a,
    tokenize_intl,
    tokenize_mteval_11b,
    tokenize_mteval_13a,
    tokenize_zh,
)

MTEVAL = [tokenize_13a, tokenize_evaluate_13a, tokenize_mteval_13a, tokenize_mteval_11b]


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
        ("  the \t cat\r\n", ["the", "cat"]),
        ("a\x0bb\x0cc", ["a", "b", "c"]),
        ("the\u00a0cat\u3000sat\u2028on", ["the\u00a0cat\u3000sat\u2028on"]),
        ("a\x85b\x1cc\x1fd", ["a\x85b\x1cc\x1fd"]),
        ("à la", ["à", "la"]),  # the bytes of à are C3 A0; A0 alone would be a no-break space
        ("The cat, sat.", ["The", "cat,", "sat."]),
        (" ", []),
    ],
)
def test_ascii_whitespace_cuts_at_the_white_space_that_is_one_byte(text: str, tokens: list[str]) -> None:
    assert split_at_ascii_whitespace(text) == tuple(tokens)


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
        ("&amp;lt; &amp;quot;", "< & quot ;"),  # in their order: first ", then &, then <
        ("&apos;", "& apos ;"),
        ("two\nlines", "two lines"),
        ("a<skipped>b", "ab"),
        ("", ""),
    ],
)
def test_the_13a_family_cuts_marks_off_but_not_inside_numbers(text: str, tokens: str) -> None:
    for tokenize in MTEVAL:
        assert tokenize(text) == tuple(tokens.split())


@pytest.mark.parametrize(
    ("text", "by_sacrebleu", "by_evaluate", "by_mteval"),
    [
        ("wo-\nrd", "word", "word", "wo- rd"),  # the scripts have made one line of it before they look
        ("end-\n", "end-", "end", "end-"),  # sacreBLEU drops the white space at the end first
        ("5-\n6", "56", "56", "5 - 6"),
        ("-\n", "-", "", "-"),
        ("a -\r\nb", "a - b", "a - b", "a - b"),  # here "-" and "\n" are no neighbours
        ("a-<skipped>\nb", "ab", "ab", "a- b"),  # the tag goes first
    ],
)
def test_the_13a_family_differs_in_a_hyphen_at_the_end_of_a_line(
    text: str, by_sacrebleu: str, by_evaluate: str, by_mteval: str
) -> None:
    assert tokenize_13a(text) == tuple(by_sacrebleu.split())
    assert tokenize_evaluate_13a(text) == tuple(by_evaluate.split())
    assert tokenize_mteval_13a(text) == tokenize_mteval_11b(text) == tuple(by_mteval.split())


def test_the_13a_family_differs_in_what_is_white_space() -> None:
    """U+001C is a space to Python, not to Perl. U+00A0 is a space to both, but not in bytes. U+200B is no space."""
    text = "a\x1cb\u00a0c\u200bd\u2028e\x0bf"
    assert tokenize_13a(text) == tokenize_evaluate_13a(text) == ("a", "b", "c\u200bd", "e", "f")
    assert tokenize_mteval_13a(text) == ("a\x1cb", "c\u200bd", "e", "f")
    assert tokenize_mteval_11b(text) == ("a\x1cb\u00a0c\u200bd\u2028e", "f")


def test_perl_and_python_differ_in_four_white_spaces() -> None:
    """perlrecharclass lists Perl's white space, which has Unicode's property White_Space."""
    perl = [*range(9, 14), 32, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000]
    parted = [code for code in range(0x10000) if len(tokenize_mteval_13a(f"a{chr(code)}b")) == 2]
    assert parted == perl
    assert [code for code in range(0x10000) if chr(code).isspace()] == sorted([*perl, 0x1C, 0x1D, 0x1E, 0x1F])


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Yes! (No?)", "Yes ! ( No ? )"),
        ("“Oui” — dit-il…", "“ Oui ” — dit - il …"),
        ("3,5 3.500,25 ३.५ ½,½", "3,5 3.500,25 ३.५ ½,½"),  # a number may be of any script, and ½ is a number, too
        ("a.5 5.a 1999.", "a . 5 5 . a 1999."),  # at the end nothing follows
        ("1999. ", "1999."),
        ("1999.\n1", "1999 . 1"),
        ("5€ 1+1 a^b ☺", "5 € 1 + 1 a ^ b ☺"),
        ("don't 'q' &quot;", "don ' t ' q ' & quot ;"),  # entities stay
        ("-5 5-6 5--6 -7", "-5 5-6 5 - - 6 - 7"),  # at the beginning nothing stands before
        ("我们。你", "我们 。 你"),
        ("e\u0301 no\u200bbreak", "e\u0301 no\u200bbreak"),  # an accent is a mark of another kind
        ("", ""),
    ],
)
def test_intl_cuts_every_mark_and_symbol_off(text: str, tokens: str) -> None:
    assert tokenize_intl(text) == tuple(tokens.split())


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("我们,在 Paris。", "我 们 , 在 Paris 。"),
        ("3.5米 1999.", "3.5 米 1999."),  # no spaces are put around the text, so nothing follows the last "."
        ("１２", "１ ２"),
        ("かな カナ 한글", "かな カナ 한글"),
        ("“a”—b→c…", "“ a ” — b → c …"),  # the slip: U+2001 to U+2A6D
        ("\u2010a\u2a6da\u2a6ea", "\u2010 a \u2a6d a\u2a6ea"),
        ("a\uffefa\ufff0a", "a \uffef a\ufff0a"),
        ("a\u200bb", "a \u200b b"),  # also a zero-width space, which is no white space
        ("\U00020000\U00020001中", "\U00020000\U00020001 中"),  # of Extension B, meant to be cut
        ("&amp;", "& amp ;"),
        ("wo-\nrd", "wo- rd"),
        ("  ", ""),
    ],
)
def test_zh_cuts_every_chinese_character_off_and_some_more(text: str, tokens: str) -> None:
    assert tokenize_zh(text) == tuple(tokens.split())


def test_char_makes_a_token_of_every_character_but_white_space() -> None:
    assert tokenize_char(" Ab c\u00a0\u2028d.\n") == ("A", "b", "c", "d", ".")
    assert tokenize_char("e\u0301👩\u200d👧") == ("e", "\u0301", "👩", "\u200d", "👧")
    assert tokenize_char("") == ()


def test_tokenisers_are_known_by_name() -> None:
    assert {name: tokenize.__name__ for name, tokenize in TOKENIZERS.items() if hasattr(tokenize, "__name__")} == {
        "whitespace": "split_at_whitespace",
        "ascii-whitespace": "split_at_ascii_whitespace",
        "13a": "tokenize_13a",
        "evaluate-13a": "tokenize_evaluate_13a",
        "mteval-13a": "tokenize_mteval_13a",
        "mteval-11b": "tokenize_mteval_11b",
        "intl": "tokenize_intl",
        "zh": "tokenize_zh",
        "char": "tokenize_char",
        "coco": "tokenize_coco",
        "coco-java": "tokenize_coco_java",
        "rouge-1.5.5": "tokenize_rouge_155",
        "rouge-score": "tokenize_rouge_score",
        "rouge-score-stem": "tokenize_rouge_score_stem",
        "tercom": "tokenize_tercom",
        "tercom-asian": "tokenize_tercom_asian",
        "tercom-no-punct": "tokenize_tercom_no_punct",
    }
    assert " ".join(TOKENIZERS) == (
        "whitespace ascii-whitespace 13a evaluate-13a mteval-13a mteval-11b intl zh char coco coco-java "
        "rouge-1.5.5 rouge-score rouge-score-stem tercom tercom-asian tercom-no-punct"
    )


@pytest.mark.parametrize("name", [name for name in TOKENIZERS if name != "coco-java"])
@pytest.mark.parametrize("text", ["", " ", "\n", "\u3000", "\x1c", "\u200b", "\ud800", "a" * 10_000])
def test_tokens_are_never_empty_and_a_token_holds_no_space(name: str, text: str) -> None:
    tokens = TOKENIZERS[name](text)
    assert isinstance(tokens, tuple)
    assert all(token and " " not in token for token in tokens)
