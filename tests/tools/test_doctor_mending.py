"""Mending restores the original text: pieces are joined in any script, and clean text is left as it is.

The texts are drawn from the words below, the same texts each time.
"""

import random
import re
import unicodedata
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest

from mtexplain import corpus_bleu, diagnose
from mtexplain.explain.tools.doctor.mending import MENDED

WORDS = {
    "English": "the cat's dog, Tom's house 3.5 percent believable 'quoted' well-known re-elected naïve people "
    "(all) U.S. 's a I".split(),
    "German": "die Straße Donaudampfschiff über 3,5 "
    "Prozent „Haus“ Größe Übermut ist z.B. schön Äpfel-Saft Kinder".split(),
    "Russian": "кошка сидит на ковре, большая собака бежала домой; ёлка «вчера» 3,5 объявление подъезд в и".split(),
    "Hindi": "बिल्ली चटाई पर बैठी है। कुत्ता भागा और हिन्दी में क्षेत्र विश्वविद्यालय ड़ ज़मीन ३.५ प्रतिशत".split(),
    "Thai": "แมวนั่งอยู่ บนเสื่อ สุนัขวิ่งหนี ไปที่บ้าน ภาษาไทย น้ำ ร้อยละ3.5 ผู้คน ใหญ่ที่สุด".split(),
    "Arabic": "القِطَّةُ عَلَى السَّجَّادَةِ، الكَلْبُ يَجْرِي بَيْتٌ كَبِيرٌ مُحَمَّدٌ ٣٫٥ فِي الجَامِعَةِ".split(),
    "Turkish": "İstanbul'da evlerimizdekilerden çocuk ışık güzel değildir. "
    "3,5 yüzde kedi-köpek öğretmenler İngilizce".split(),
}  # fmt: skip
every_language = pytest.mark.parametrize("language", WORDS)
LINES = 50


def drawn(language: str, seed: str = "") -> list[str]:
    """Return random lines of words of a language, the same each time."""
    draw = random.Random(f"{language} {seed}")
    return [" ".join(draw.choices(WORDS[language], k=draw.randint(4, 12))) for _ in range(LINES)]


def pieces(word: str, draw: random.Random, often: float) -> list[str]:
    """Cut a word at random places: between any two characters, even before an accent."""
    found = [word[0]]
    for mark in word[1:]:
        if draw.random() < often:
            found.append(mark)
        else:
            found[-1] += mark
    return found


def with_at(line: str, draw: random.Random) -> str:
    """Cut a line as subword-nmt does."""
    return " ".join("@@ ".join(pieces(word, draw, 0.4)) for word in line.split())


def with_word_starts(line: str, draw: random.Random) -> str:
    """Cut a line as SentencePiece does: the mark of a start is a character of the word, and may be a piece alone."""
    return " ".join(" ".join(pieces(f"\u2581{word}", draw, 0.4)) for word in line.split())


CUTS: dict[str, Callable[[str, random.Random], str]] = {"@@": with_at, "▁": with_word_starts}
every_cut = pytest.mark.parametrize("cut", CUTS.values(), ids=CUTS)


def grouped(lines: list[str]) -> list[list[str]]:
    return [[one] for one in lines]


def test_there_are_enough_lines() -> None:
    assert LINES * len(WORDS) >= 315
    assert sum(any(unicodedata.category(mark)[0] == "M" for mark in line)
               for language in WORDS for line in drawn(language)) >= 100  # fmt: skip


@every_cut
@every_language
def test_random_pieces_in_any_script_are_whole_words_again(language: str, cut: Any) -> None:
    draw, lines = random.Random(language), drawn(language)
    broken = [cut(line, draw) for line in lines]
    assert sum(one != line for one, line in zip(broken, lines, strict=True)) == LINES
    if cut is with_at:
        assert [re.sub("(@@ )|(@@ ?$)", "", one) for one in broken] == lines, "as everybody does it"
    assert diagnose(broken, grouped(lines)).candidates == lines
    assert diagnose(lines, grouped(broken)).references == grouped(lines)
    others = drawn(language, "other")
    both = diagnose(broken, grouped([cut(line, draw) for line in others]))
    assert (both.candidates, both.references) == (lines, grouped(others))


@every_cut
@every_language
def test_one_line_of_pieces_is_whole_words_again(language: str, cut: Any) -> None:
    draw, others = random.Random(language), drawn(language, "other")
    for line, other in zip(drawn(language), others, strict=True):
        broken = cut(line, draw)
        assert diagnose([broken], [[line]]).candidates == [line]
        assert diagnose([broken, broken], [[other], [line]]).candidates == [line, line]


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("Tom '@@ s cat", "Tom 's cat"),
        ("it is 3.@@ 5", "it is 3.5"),
        ("a trun@@ cated li@@", "a truncated li"),
        ("a trun@@ cated li@@ ", "a truncated li"),
        ("e\u0301@@ tude", "e\u0301tude"),
        ("हि@@ न्दी", "हिन्दी"),
        ("a@@ @@@ b", "a@b"),
        ("▁he ▁fill ed ▁in", "he filled in"),
        ("▁我 喜 欢 猫", "我喜欢猫"),
        (
            "▁ein ▁Rindfleischetikettierungsüberwachungsaufgabengesetz",
            "ein Rindfleischetikettierungsüberwachungsaufgabengesetz",
        ),
        ("un ##believ ##able हि ##न्दी", "unbelievable हिन्दी"),
    ],
)
def test_pieces_end_in_any_character(broken: str, whole: str) -> None:
    assert diagnose([broken], [[f"{whole} here"]]).candidates == [whole]
    assert diagnose([broken], [["something else"]]).candidates == [whole]
    assert diagnose([f"{broken}\r"], [[whole]]).candidates == [whole]


@pytest.mark.parametrize(
    "text",
    [
        "he filled in the ▁blank on page two",
        "▁blank fill the gap",
        "▁ is the capital of France",
        "▁▁▁ is the capital of France",
        "▁the cat",
        "▁▂▃▅▇ rising",
        "@@ -1,3 +1,4 @@ def",
        "lol@@ what",
        "the a ##b and c ##d operators",
    ],
)
def test_a_stray_mark_in_plain_text_is_left_and_said(text: str) -> None:
    """The reference shows that the words around the mark are whole."""
    plain = " ".join(re.sub("@@|##|▁", " ", text).split())
    for reference in (plain, text):
        checkup = diagnose([text], [[reference]])
        assert checkup.candidates == [text]
        assert checkup.references == [[reference]]
        assert checkup.score_after.paper == checkup.score_before.paper
        assert "subwords" not in [one.code for one in checkup.findings]
    if not text.startswith(("@@", "▁▂")):
        assert "subword-marks" in [one.code for one in diagnose([text], [[plain]]).findings]


def test_one_word_start_no_longer_joins_a_whole_line() -> None:
    line = "he filled in the ▁blank on page two"
    checkup = diagnose([line], [[line]])
    assert checkup.candidates == [line]
    assert checkup.score_after.paper == 1


# Clean text, and damage of every kind that is undone.


def misread(line: str) -> str:
    return line.encode().decode("latin-1")


def escaped(line: str) -> str:
    for mark, escape in (("&", "&amp;"), ("|", "&#124;"), ("<", "&lt;"), ("'", "&apos;"), ('"', "&quot;")):
        line = line.replace(mark, escape)
    return line


DAMAGES: dict[str, Callable[[list[str], random.Random], list[str]]] = {
    "mojibake": lambda lines, draw: list(map(misread, lines)),
    "special-tokens": lambda lines, draw: [f"<s> {line} </s>" for line in lines],
    "bom": lambda lines, draw: [f"\ufeff{lines[0]}", *lines[1:]],
    "invisible": lambda lines, draw: [line.replace(" ", " \u200b") for line in lines],
    "carriage-return": lambda lines, draw: [f"{line}\r" for line in lines],
    "outer-space": lambda lines, draw: [f" {line}\t" for line in lines],
    "escaped": lambda lines, draw: list(map(escaped, lines)),
    "subwords": lambda lines, draw: [with_at(line, draw) for line in lines],
    "double-spaced": lambda lines, draw: [one for line in lines for one in (line, "")],
    "shifted": lambda lines, draw: lines[1:],
    "normal-forms": lambda lines, draw: [unicodedata.normalize("NFD", line) for line in lines],
}
"""All damage that is undone, except half a character, because nobody knows the whole character."""


def clean(language: str) -> list[str]:
    return [unicodedata.normalize("NFC", f"{line} & {place}") for place, line in enumerate(drawn(language))]


def nearly(lines: list[str]) -> list[str]:
    """Return references: the same lines, each without its first word and with a new last word, as plain text."""
    return [f"{line.split(' ', 1)[1]} so" for line in lines]


def test_there_is_a_damage_for_all_that_is_undone() -> None:
    assert {*DAMAGES, "surrogate"} == set(MENDED)


@every_language
def test_clean_text_is_left_as_it_is(language: str) -> None:
    lines = clean(language)
    for references in (nearly(lines), lines, drawn(language, "other")):
        checkup = diagnose(lines, grouped(references))
        assert (checkup.candidates, checkup.references) == (lines, grouped(references))
        assert not checkup.is_mended


@pytest.mark.parametrize("damage", DAMAGES)
@every_language
def test_damaged_text_is_again_what_it_was(language: str, damage: str) -> None:
    """Damage on either side is undone, and the score is the score of the clean text."""
    draw, lines = random.Random(language), clean(language)
    if damage in ("mojibake", "normal-forms") and language == "English":
        lines = [line.replace("naïve", "naïve café") + " é" for line in lines]
    references = nearly(lines)
    broken = DAMAGES[damage](lines, draw)
    is_changed = broken != lines
    assert is_changed or damage == "normal-forms", "in some scripts an accent is always apart"
    first = damage == "shifted"
    checkup = diagnose(broken, grouped(references))
    assert (damage in [one.code for one in checkup.findings]) == is_changed
    assert checkup.candidates == lines[first:]
    assert checkup.references == grouped(references)[first:]
    assert checkup.score_after.paper == corpus_bleu(lines[first:], grouped(references)[first:]).score
    other = diagnose(references, grouped(broken))
    assert (other.candidates, other.references) == (references[first:], grouped(lines)[first:])


def test_a_hyphen_that_moses_cut_is_joined_after_an_accent_too_and_no_other() -> None:
    assert diagnose(["हिन्दी @-@ भाषा e\u0301 @-@ b 5 @-@ 6"], [["x y"]]).candidates == ["हिन्दी-भाषा e\u0301-b 5-6"]
    assert diagnose(["so . @-@ , it is"], [["x y"]]).candidates == ["so . @-@ , it is"]


def test_a_word_separator_of_khmer_is_left() -> None:
    assert diagnose(["ខ្ញុំ\u200bស្រឡាញ់ ឆ្មា\u200b"], [["ខ្ញុំ\u200bមាន"]]).candidates == ["ខ្ញុំ\u200bស្រឡាញ់ ឆ្មា"]


# Nothing where text belongs.


@pytest.mark.parametrize(
    "nothing", [float("nan"), np.nan, np.float32("nan"), pd.NA, pd.NaT, Decimal("nan"), np.datetime64("NaT")], ids=repr
)
def test_nan_is_nothing_and_no_word(nothing: Any) -> None:
    checkup = diagnose(["a cat", nothing, "x"], [["a cat sat"], ["the nan"], [nothing]])
    assert checkup.candidates == ["a cat", ""]
    assert checkup.references == [["a cat sat"], ["the nan"]]
    absent = diagnose(["a cat", None, "x"], [["a cat sat"], ["the nan"], [None]])
    assert (absent.candidates, absent.references) == (checkup.candidates, checkup.references)
    (found,) = [one for one in checkup.findings if one.code == "not-text"]
    assert found.text == "2 items are not text: NaN."
    assert "as nothing, not as a word" in found.fix
    assert "str(value)" not in found.fix, "which would make the word nan"
    column = diagnose(pd.Series(["a cat", nothing], dtype=object), [["a cat sat"], ["a dog"]])
    assert column.candidates == ["a cat", ""]
    assert diagnose(["a", "b"], [["a", "b"], ["c", nothing]]).references == [["a", "c"], ["b"]]


# Every second line empty.

SENTENCES = [
    f"the {word} sat on the {word} mat number {place}" for place, word in enumerate("cat dog pig hen owl".split())
]
SPACED = [one for line in SENTENCES for one in (line, "")]


@pytest.mark.parametrize("spaced", [SPACED, SPACED[:-1]], ids=["with a last empty line", "without"])
def test_a_double_spaced_side_is_said_and_each_line_gets_its_own_reference(spaced: list[str]) -> None:
    candidates = diagnose(spaced, grouped(SENTENCES))
    assert [one.code for one in candidates.findings][:2] == ["double-spaced", "lines"]
    assert "Every second line of the candidates is empty." in str(candidates)
    assert (candidates.candidates, candidates.references) == (SENTENCES, grouped(SENTENCES))
    references = diagnose(SENTENCES, spaced)
    assert "Every second line of the references is empty." in str(references)
    assert (references.candidates, references.references) == (SENTENCES, grouped(SENTENCES))
    both = diagnose(spaced, grouped(spaced))
    assert "Every second line of the candidates and of the references is empty." in str(both)
    assert (both.candidates, both.references) == (SENTENCES, grouped(SENTENCES))


def test_empty_lines_that_explain_nothing_are_left_and_counted() -> None:
    """Without the empty lines, the two sides have different lengths."""
    checkup = diagnose(SPACED, grouped(SENTENCES * 2))
    assert "double-spaced" not in [one.code for one in checkup.findings]
    assert checkup.candidates == SPACED
    assert "5 of the 10 candidates are empty (every second candidate)." in str(checkup)
    one = diagnose([SENTENCES[0], "", SENTENCES[1]], grouped(SENTENCES[:3]))
    assert one.candidates == [SENTENCES[0], "", SENTENCES[1]]
