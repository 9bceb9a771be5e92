"""Odd input that is defined gets a value and a note, and every view has the note in the same words."""

import html
import json
import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import Bleu, CorpusBleu, bleu, corpus_bleu
from mtexplain.display.parts import Table

CAT = "the cat sat on the mat"
NBSP, ZWSP, BOM, ACUTE = "\u00a0", "\u200b", "\ufeff", "\u0301"
NEW = "\U000aaaaa"  # in no Unicode table yet, as an emoji of 2022 is in no table of Python 3.11

# candidate, references, settings; the score; the note: its code, where it is, and what it must say
ODD: dict[str, tuple[str, list[str], dict[str, Any], float, str, str, list[str]]] = {
    "empty candidate": ("", [CAT], {}, 0, "empty-candidate", "candidate", ["It is empty", "BP and the score are 0"]),
    "only white space": (" \t\n", [CAT], {}, 0, "empty-candidate", "candidate", ["only white space"]),
    "everything empty": ("", [""], {}, 0, "empty-candidate", "candidate", ["no token"]),
    "empty reference": (CAT, [CAT, ""], {}, 1, "empty-reference", "reference 2", ["empty", "length 0"]),
    "white-space reference": (CAT, [CAT, "  "], {}, 1, "empty-reference", "reference 2", ["only white space"]),
    "too short": ("the cat", [CAT], {}, 0, "no-ngrams", "", ["3-gram", "4-gram", "0/0", "max_n"]),
    "max_n 50": (CAT, [CAT], {"max_n": 50}, 0, "no-ngrams", "", ["7-gram or longer", "p_7 to p_50"]),
    "no match": ("a b c d", [CAT], {}, 0, "zero-precision", "", ["1-gram", "4-gram", "product 0"]),
    "no long match": ("the on cat", [CAT], {"max_n": 2}, 0, "zero-precision", "", ["2-gram"]),
    "no-break space": (f"the{NBSP}cat", [CAT], {}, 0, "odd-space", "candidate", ["U+00A0 NO-BREAK SPACE"]),
    "zero-width space": (f"the c{ZWSP}at", [CAT], {}, 0, "invisible", "candidate", ["U+200B ZERO WIDTH SPACE"]),
    "in a reference": ("cat", [CAT, f"c{ZWSP}at"], {}, 0, "invisible", "reference 2", ["U+200B"]),
    "not yet assigned": (f"the {NEW}", [CAT], {}, 0, "new-character", "candidate", ["U+AAAAA, which", "newer Python"]),
    "two of them": ("the", [CAT, f"{NEW}\U000aaaab{NEW}"], {}, 0, "new-character", "reference 2", ["AAAAA and 1 more"]),
    "never assigned": ("the c\ufdd0at", [CAT], {}, 0, "invisible", "candidate", ["U+FDD0", "never"]),
    "private use": ("the \uf0b7", [CAT], {}, 0, "private-use", "candidate", ["U+F0B7", "font"]),
    "byte order mark": (f"{BOM}the cat", [CAT], {}, 0, "bom", "candidate", ["byte order mark, U+FEFF"]),
    "carriage return": ("the cat\r", [CAT], {}, 0, "carriage-return", "candidate", ["carriage return, U+000D"]),
    "accent of its own": (f"cafe{ACUTE}", ["caf\u00e9"], {"max_n": 1}, 0, "not-nfc", "candidate", ["accents", "NFC"]),
    "dotted capital I": ("\u0130", ["i"], {"lowercase": True}, 0, "lowercase-length", "candidate", ["lower-case"]),
    "underflow": ("w", ["w " * 2000], {"max_n": 1}, 0, "underflow", "", ["above 0", "e^(1 - 2000/1) * 1/1"]),
    "underflow of BP": ("x", ["w " * 2000], {"max_n": 1}, 0, "underflow-bp", "", ["above 0", "e^(-1999)"]),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_input_has_a_value_and_a_note(name: str) -> None:
    candidate, references, settings, score, code, where, words = ODD[name]
    trace = bleu(candidate, references, **settings)
    assert trace.score == score
    notes = [note for note in trace.notes if (note.code, note.where) == (code, where)]
    assert len(notes) == 1
    assert [word for word in words if word not in notes[0].text] == []


def test_no_candidate_means_that_every_term_is_the_logarithm_of_0() -> None:
    assert [value for _, value in bleu("", ["a"]).terms] == [-math.inf] * 5


@pytest.mark.parametrize("name", ODD)
def test_every_view_has_the_note_and_none_a_nan(name: str) -> None:
    candidate, references, settings, *_ = ODD[name]
    trace = bleu(candidate, references, **settings)
    for view in (str(trace), trace._repr_html_(), trace.to_latex(), repr(trace), repr(trace.to_dict())):
        assert "nan" not in view.lower()
    for note in map(str, trace.notes):
        assert f"Note: {note}" in str(trace).splitlines()
        assert f"<li>{note}</li>" in html.unescape(trace._repr_html_())
        assert f"<li>{note}</li>" in html.unescape(trace.to_html())
        assert plain_tex(rf"\item {note}") in plain_tex(trace.to_latex())
    written = [(note["code"], note["text"], note["where"]) for note in trace.to_dict()["notes"]]
    assert written == list(map(tuple, trace.notes))


def plain_tex(source: str) -> str:
    """Without the marks of TeX: enough to compare sentences."""
    return source.replace(r"\textasciicircum{}", "^").translate({ord(mark): None for mark in "\\{}"})


def test_ordinary_input_has_no_note() -> None:
    assert (
        bleu(CAT, [CAT, "Il pleut \u00e0 Orl\u00e9ans \u2013 na\u00efve \u732b \u0627\u0644\u0642\u0637"]).notes == ()
    )


def test_a_token_with_a_space_is_one_token_and_says_so() -> None:
    trace = bleu("the cat|sat", ["the|cat|sat"], max_n=1, tokenize=lambda text: text.split("|"))
    assert str(trace.precisions[0].ratio) == "1/2"
    assert [(note.code, note.where) for note in trace.notes] == [("space-in-token", "candidate")]
    assert "the␣cat" in str(trace)


def test_an_empty_reference_may_be_the_closest() -> None:
    trace = bleu("I do", ["this is a long ref", "this is another long ref", ""])
    assert trace.brevity.reference_lengths == (5, 5, 0)
    assert (trace.brevity.reference_length, trace.brevity.value) == (0, 1)
    (lengths,) = [part for part in trace.step("brevity").parts if isinstance(part, Table)]
    assert [row[-1] for row in lengths.rows] == ["", "", "closest: this is r"]
    assert any(note.code == "empty-reference" and note.where == "reference 3" for note in trace.notes)


def test_an_order_of_weight_0_takes_no_part_and_its_step_says_so() -> None:
    trace = bleu("a b c", ["a c b"], weights=[1, 0, 0, 0])
    assert (trace.score, trace.exact, trace.notes) == (1, "3/3", ())
    assert "weights 1 0 0 0" in trace.signature
    assert ["don't count" in trace.step(f"p_{n}").summary for n in (1, 2, 3, 4)] == [False, True, True, True]


def test_a_penalty_too_small_for_a_float_is_still_shown_exactly() -> None:
    trace = bleu("x", ["w " * 2000], max_n=1)
    assert (trace.brevity.exponent, trace.brevity.value) == (Fraction(-1999), 0)
    assert trace.step("brevity").numbers == "e^min(0, 1 - 2000/1) = e^(-1999)"
    assert trace.terms[0].value == -1999


def test_a_corpus_says_in_which_segment_a_note_is() -> None:
    corpus = corpus_bleu(["the cat", "", f"a{ZWSP} dog"], [[CAT], [CAT, ""], [CAT]])
    places = {note.where for note in corpus.notes}
    assert places == {"", "segment 2, candidate", "segment 2, reference 2", "segment 3, candidate"}


# Any text at all.

ODD_LETTERS = st.sampled_from(
    ["a", "b", "A", " ", "  ", "\n", "\r", "\t", "\0", NBSP, ZWSP, BOM, ACUTE, "\u0130", "<", "$"]
)
texts = st.one_of(st.lists(ODD_LETTERS, max_size=12).map("".join), st.text(max_size=12))


@st.composite
def settings(draw: st.DrawFn) -> dict[str, Any]:
    """Any keywords that `bleu` accepts."""
    parts = draw(st.lists(st.integers(0, 5), min_size=1, max_size=6).filter(any))
    weights = draw(st.sampled_from([None, [Fraction(part, sum(parts)) for part in parts]]))
    names = draw(st.sampled_from(["whitespace", "13a", list]))
    return {"max_n": len(parts), "weights": weights, "lowercase": draw(st.booleans()), "tokenize": names}


def all_is_well(trace: Bleu | CorpusBleu) -> None:
    assert 0 <= trace.score <= 1
    assert 0 <= trace.mean <= 1
    assert 0 <= trace.brevity.value <= 1
    assert all(value <= 0 for _, value in trace.terms)
    assert not math.isnan(trace.log_score)
    json.dumps(trace.to_dict(), allow_nan=False)
    for view in (str(trace), repr(trace), trace.to_html(), trace.to_latex()):
        assert view.encode()
    if trace.score == 0:
        assert trace.notes, "never a bare 0"


@given(texts, st.lists(texts, min_size=1, max_size=3), settings())
def test_any_text_has_a_score_from_0_to_1_and_all_views(
    candidate: str, references: list[str], chosen: dict[str, Any]
) -> None:
    all_is_well(bleu(candidate, references, **chosen))


@given(st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=2)), min_size=1, max_size=3), settings())
def test_so_has_any_corpus(segments: list[tuple[str, list[str]]], chosen: dict[str, Any]) -> None:
    candidates, references = [candidate for candidate, _ in segments], [group for _, group in segments]
    all_is_well(corpus_bleu(candidates, references, **chosen))
