"""Our tokenisers, compared with sacreBLEU's own on odd text in many scripts."""

import unicodedata
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from mtexplain import bleu
from mtexplain.text import TOKENIZERS
from tests.odd_text import PIECES, odd_texts
from tests.strategies import amount

NAMES = {"whitespace": "none", "13a": "13a", "intl": "intl", "zh": "zh", "char": "char"}
"""Our name, and sacreBLEU's."""

Cut = Callable[[str], list[str]]


def sacrebleu(name: str) -> Cut:
    """The tokens that sacreBLEU counts. It drops the white space at the end, cuts, and splits the result."""
    metric = BLEU(tokenize=NAMES[name])
    return lambda text: metric._preprocess_segment(text).split()


JUDGES = {name: sacrebleu(name) for name in NAMES}
STEPS = Tokenizer13a()  # type: ignore[no-untyped-call]
JUDGES["evaluate-13a"] = lambda text: str(STEPS(text)).split()  # Hugging Face evaluate has a copy of these steps alone


def check(name: str, texts: Iterable[str]) -> None:
    for text in texts:
        assert TOKENIZERS[name](text) == tuple(JUDGES[name](text)), ascii(text)


@pytest.mark.parametrize("name", JUDGES)
def test_we_cut_as_the_tool_does_on_odd_strings(name: str) -> None:
    check(name, odd_texts(amount(5_000, 20_000), seed=13))


@pytest.mark.parametrize("name", JUDGES)
def test_we_cut_as_the_tool_does_at_every_character(name: str) -> None:
    """Between letters, between digits, and on its own: every character that Python's Unicode has.

    The package `regex`, which sacreBLEU uses for intl, may have a newer Unicode. Of the letters without
    case, which only zh treats differently, every eighth is tried, or all if there is time.
    """
    kinds, step = {"Cn", "Cs", "Co"}, 1 if name == "zh" else amount(8, 1)
    known = [mark for mark in map(chr, range(0x110000)) if unicodedata.category(mark) not in kinds]
    known = [mark for mark in known if unicodedata.category(mark) != "Lo" or ord(mark) % step == 0]
    rows = (known[start : start + 50] for start in range(0, len(known), 50))  # in a few calls
    check(name, (" ".join(f"a{mark}b 1{mark}2 a{mark}2 1{mark}b {mark}" for mark in row) for row in rows))


@pytest.mark.parametrize("name", JUDGES)
def test_we_cut_as_the_tool_does_at_every_pair_of_neighbours(name: str) -> None:
    pieces = sorted({piece for kind in PIECES.values() for piece in kind})
    check(name, (one + two for one in pieces for two in pieces))


def test_where_sacrebleu_knows_a_character_that_python_does_not_the_trace_says_so() -> None:
    """Python 3.11 does not know the emoji of 2022, and 3.14 not those of 2025, which `regex` may know."""
    for mark in ["\U0001fa77", "\U0001fae8", "\U0001fae9", "\U0001facd", "\u0897", "\U000aaaaa"]:
        text = f"so{mark} much"
        codes = [note.code for note in bleu(text, ["so much"], tokenize="intl", max_n=1).notes if note.where]
        assert codes == ["new-character"] * (unicodedata.category(mark) == "Cn")
        assert codes or TOKENIZERS["intl"](text) == tuple(JUDGES["intl"](text))


words = st.text(st.characters(exclude_categories=["Cs", "Cn"]), max_size=12)


@pytest.mark.parametrize("name", JUDGES)
@given(text=st.lists(st.sampled_from(["5", ".", ",", "-", "\n", "&lt;"]) | words, max_size=8).map("".join))
def test_we_cut_as_the_tool_does_whatever_the_text(name: str, text: str) -> None:
    check(name, [text])
