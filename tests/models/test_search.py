"""Decoding, compared with brute force over all sentences, numpy's argmax, frequencies, and the course's example."""

import copy
import json
import pickle
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from math import exp, isclose, log, prod
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mtexplain
from mtexplain import InputError, models
from mtexplain.models.search import END

TABLE, _, REFERENCE = models.cat_on_the_mat()
decode: Any = models.decode  # without a type, because wrong inputs are tried, too
WORDS = "a", "b", "c"
Rows = Mapping[str, Mapping[str, Any]]


def row_of(table: Rows, text: list[str]) -> Mapping[str, Any]:
    """The row of the longest ending, found the slow way."""
    ends = [" ".join(text[start:]) for start in range(max(len(text), 1))]
    return table[next(end for end in ends if end in table)]


def sentences(
    table: Rows, text: tuple[str, ...] = (), p: Fraction = Fraction(1)
) -> Iterator[tuple[str, Fraction, int]]:
    """Every possible sentence, with its text, its probability, and its length including the end."""
    for word, share in row_of(table, list(text)).items():
        if word == END:
            yield " ".join(text), p * Fraction(share), len(text) + 1
        else:
            yield from sentences(table, (*text, word), p * Fraction(share))


@st.composite
def tables(draw: st.DrawFn, depth: int = 3) -> Rows:
    """A complete tree of at most three words, whose rows have random weights. After the last word comes the end."""
    found: dict[str, dict[str, Fraction]] = {}

    def grow(text: tuple[str, ...]) -> None:
        words = [END] if len(text) == depth else draw(st.lists(st.sampled_from([*WORDS, END]), min_size=1, unique=True))
        weights = [draw(st.integers(1, 9)) for _ in words]
        found[" ".join(text)] = {word: Fraction(one, sum(weights)) for word, one in zip(words, weights, strict=True)}
        for word in words:
            if word != END:
                grow((*text, word))

    grow(())
    return found


# The search.


@given(tables())
def test_a_beam_that_holds_everything_finds_the_most_probable_sentence(table: Rows) -> None:
    every = {text: p for text, p, _ in sentences(table)}
    found = decode(table, beam=100)
    assert found.probability == max(every.values())
    assert {one.text: one.probability for one in found.outputs} == every
    assert sum(one.probability for one in found.outputs) == 1
    assert [one.probability for one in found.outputs] == sorted(every.values(), reverse=True)


@given(tables(), st.sampled_from(["1/2", "1", "3/2"]))
def test_with_alpha_it_finds_the_best_score(table: Rows, alpha: str) -> None:
    found = decode(table, beam=100, alpha=alpha)
    best = max(log(p) / length ** float(Fraction(alpha)) for _, p, length in sentences(table))
    assert isclose(found.score, best, abs_tol=1e-12)
    scores = [one.score for one in found.outputs]
    assert scores == sorted(scores, reverse=True)


@given(tables())
def test_greedy_search_is_argmax_word_by_word(table: Rows) -> None:
    text: list[str] = []
    while text[-1:] != [END]:
        row = row_of(table, text)
        text.append(list(row)[int(np.argmax([float(p) for p in row.values()]))])
    assert decode(table).text == " ".join(text[:-1])


@given(tables(), st.integers(1, 6), st.sampled_from([0, "1/2", 1]))
def test_what_is_kept_is_never_worse_than_what_is_pruned(table: Rows, beam: int, alpha: Any) -> None:
    found = decode(table, beam=beam, alpha=alpha)
    for turn in found.turns:
        assert len(turn.kept) == min(beam, len(turn.tried))
        assert turn.kept == turn.tried[: len(turn.kept)]
        assert all(one.score >= other.score for one, other in pairwise(turn.tried))
    for before, turn in pairwise(found.turns):
        ended = [one for one in before.kept if one.is_finished]
        assert {one.words for one in ended} <= {one.words for one in turn.tried}, "a finished text competes"
        going = {one.words for one in before.kept if not one.is_finished}
        assert {one.words[:-1] for one in turn.tried if one not in ended} == going
    assert all(one.is_finished for one in found.turns[-1].kept)


@given(tables(), st.integers(1, 5))
def test_every_number_of_the_working_follows_from_the_words(table: Rows, beam: int) -> None:
    for one in (hypothesis for turn in decode(table, beam=beam).turns for hypothesis in turn.tried):
        p = [Fraction(row_of(table, list(one.words[:at]))[word]) for at, word in enumerate(one.words)]
        assert one.p == tuple(p)
        assert one.probability == prod(p)
        assert isclose(one.score, sum(map(log, p)), abs_tol=1e-12)


def test_a_finished_text_may_be_pruned_later_and_then_looks_pruned() -> None:
    table = {"": {"a": ".5", "b": ".5"}, "a": {END: ".6", "c": ".4"}, "b": {"c": 1}, "c": {"d": ".5", "e": ".5"},
             "d": {END: 1}, "e": {END: 1}}  # fmt: skip
    found = decode(table, beam=2, alpha=2)
    assert ["a", END] in [list(one.words) for one in found.turns[1].kept]
    assert ["a", END] not in [list(one.words) for one in found.turns[-1].kept]
    assert ". </s>" in found.picture.text


def test_of_equal_texts_the_first_in_the_table_wins_and_a_note_says_so() -> None:
    table = {"": {"b": ".5", "a": ".5"}, "a": {END: 1}, "b": {END: 1}}
    for beam in (1, 2):
        found = decode(table, beam=beam)
        assert (found.text, [note.code for note in found.notes]) == ("b", ["tie"])
    later = {"": {"b": ".4", "a": ".6"}, "a": {"x": ".5", "y": ".5"}, "b": {"x": ".75", "y": ".25"}, "x": {END: 1},
             "y": {END: 1}}  # fmt: skip
    assert decode(later, beam=2).text == "b x", "though a was ahead"
    assert decode({"": {"a": ".6", "b": ".4"}, "a": {END: 1}, "b": {END: 1}}).notes == ()


def test_equal_scores_of_different_lengths_tie() -> None:
    table = {"": {END: "1/2", "a": "1/2"}, "a": {END: "1/2", "b": "1/2"}, "b": {END: 1}}
    found = decode(table, beam=3, alpha=1)
    assert [one.score for one in found.outputs[1:]] == [log(0.5)] * 2 == [log(0.25) / 2] * 2
    assert found.outputs[0].text == "a b"
    assert found.outputs[1].text == ""


def test_a_search_that_does_not_end_is_cut() -> None:
    loop = {"": {"a": 1}, "a": {"a": ".9", END: ".1"}}
    found = decode(loop, most=5)
    assert (found.text, found.outputs, [note.code for note in found.notes]) == ("a a a a a", (), ["cut"])
    wider = decode(loop, beam=2, most=5)
    assert (wider.text, len(wider.outputs)) == ("a", 1), "what is finished comes first"
    assert [note.code for note in wider.notes] == ["cut"]


def test_a_text_may_be_empty() -> None:
    found = decode({"": {END: 1}})
    assert (found.text, found.probability, found.score, found.length, found.value) == ("", 1, 0, 1, "(no words)")


def test_the_longest_ending_applies_and_the_beginning_is_no_ending() -> None:
    table = {"": {"x": 1}, "x": {"y": 1}, "y": {"z": 1}, "x y": {"w": 1}, "w": {END: 1}}
    assert decode(table).text == "x y w"
    with pytest.raises(InputError, match=r"no row after 'x'; expected a row for every word"):
        decode({"": {"x": 1}})
    pruned = {"": {"x": ".6", "y": ".4"}, "x": {END: 1}}
    assert decode(pruned).text == "x", "what is never gone on with needs no row"
    with pytest.raises(InputError, match="no row after 'y'"):
        decode(pruned, beam=2)


# Finished texts set aside.


def set_aside(table: Rows, beam: int, alpha: Fraction) -> dict[str, float]:
    """The texts that transformers' BeamSearchScorer would set aside, from lists of log probabilities alone."""
    going: list[tuple[float, tuple[str, ...]]] = [(0.0, ())]
    aside: list[tuple[float, tuple[str, ...]]] = []
    words = 0
    while going:
        words += 1
        tried = [
            (p + log(share), (*text, word)) for p, text in going for word, share in row_of(table, list(text)).items()
        ]
        tried = sorted(tried, key=lambda one: -round(one[0], 12))[
            : 2 * beam
        ]  # sums of floats: equal ones stay in order
        aside += [(p / words ** float(alpha), text) for p, text in tried[:beam] if text[-1] == END]
        going = [one for one in tried if one[1][-1] != END][:beam]
        aside = sorted(aside, key=lambda one: -round(one[0], 12))[:beam]
        if len(aside) == beam and round(aside[-1][0], 12) >= round(tried[0][0] / words ** float(alpha), 12):
            break
    return {" ".join(text[:-1]): score for score, text in aside}


@given(tables(), st.integers(1, 4), st.sampled_from([Fraction(one) for one in (0, 1, -1, 2)] + [Fraction(1, 2)]))
def test_finished_texts_are_set_aside_as_in_transformers(table: Rows, beam: int, alpha: Fraction) -> None:
    expected = set_aside(table, beam, alpha)
    found = decode(table, beam=beam, alpha=alpha, finished="set aside")
    scores = {one.text: one.score for one in found.outputs}
    assert sorted(scores.values()) == pytest.approx(sorted(expected.values()))
    assert found.score == pytest.approx(max(expected.values()))
    assert found.text == found.outputs[0].text


def test_a_negative_alpha_favours_short_texts_and_is_for_finished_texts_set_aside_alone() -> None:
    table = {"": {"a": 0.6, "b": 0.4}, "a": {END: 0.5, "c": 0.5}, "b": {"d": 1}, "c": {END: 1}, "d": {END: 1}}
    assert decode(table, beam=2, alpha=1, finished="set aside").text == "b d"
    short = decode(table, beam=2, alpha=-1, finished="set aside")
    assert short.text == "a"
    assert "it costs even more" in short.step("result").why
    assert [row[-1] for row in short.table.rows if row[2].tokens == (END,)] == ["set aside"] * 3
    with pytest.raises(InputError, match="alpha"):
        decode(table, beam=2, alpha=-1)
    for wrong in ({"finished": "kept"}, {"finished": "set aside", "seed": 1}):
        with pytest.raises(InputError):
            decode(table, **wrong)


def test_a_beam_that_is_set_aside_is_cut_with_a_note() -> None:
    loop = {"": {"a": 1}, "a": {"a": ".9", END: ".1"}}
    found = decode(loop, finished="set aside", most=3)
    assert (found.text, [note.code for note in found.notes]) == ("a a a", ["cut"])
    for shown in (str(found), found.to_html(), found.to_latex(), json.dumps(found.to_dict())):
        assert "nan" not in shown.split("<style>")[0].lower()


# The draw.


def test_draws_come_as_often_as_they_are_probable() -> None:
    table: Rows = {"": {"a": ".5", "b": ".3", END: ".2"}, "a": {END: ".9", "b": ".1"}, "b": {END: 1}}
    draws = 1000
    seen = Counter(decode(table, seed=seed).text for seed in range(draws))
    for text, p, _ in sentences(table):
        assert abs(seen[text] / draws - p) < 4 * float(p * (1 - p) / draws) ** 0.5


@given(tables(), st.integers(0, 50))
def test_a_seed_draws_the_same_numbers_as_python_and_the_word_they_fall_on(table: Rows, seed: int) -> None:
    draw, text = Random(seed), list[str]()
    while text[-1:] != [END]:
        row, drawn = row_of(table, text), draw.random()
        ends = np.cumsum([float(p) for p in row.values()])
        text.append(list(row)[min(int(np.searchsorted(ends, drawn, side="right")), len(row) - 1)])
    found = decode(table, seed=seed)
    assert found == decode(table, seed=seed)
    assert found.text == " ".join(text[:-1])
    assert all(len(turn.kept) == 1 for turn in found.turns)
    assert found.probability == {one: p for one, p, _ in sentences(table)}[found.text]


def test_a_temperature_sharpens_or_evens_out() -> None:
    table = {"": {"a": ".8", "b": ".2"}, "a": {END: 1}, "b": {END: 1}}
    for temperature in ("1/2", 1, 3):
        power = 1 / Fraction(temperature)
        first = 0.8 ** float(power) / (0.8 ** float(power) + 0.2 ** float(power))
        assert isclose(decode(table, seed=1, temperature=temperature).turns[0].ends[0], first)
    cold = {decode(table, seed=seed, temperature="1/50").text for seed in range(50)}
    assert cold == {"a"}
    assert decode(table, seed=1, temperature=3).probability in (Fraction("0.8"), Fraction("0.2"))


# The course's example.


@pytest.mark.parametrize(
    ("settings", "text", "p", "bleu_2", "penalty"),
    [
        ({}, "a cat was sitting on the mat", "0.09072", 0.436, 1),
        ({"beam": 2}, "the cat sat on the mat", "0.108864", 1, 1),
        ({"beam": 4}, "the cat sat", "0.1296", exp(-1), exp(-1)),
        ({"beam": 4, "alpha": "1/2"}, "the cat sat on the mat", "0.108864", 1, 1),
        ({"beam": 4, "alpha": 1}, "a cat was sitting on the mat", "0.09072", 0.436, 1),
        ({"seed": 1}, "a kitten was sitting on the mat", "0.032256", 0.378, 1),
        ({"seed": 2}, "the kitten sat on a mat", "0.001728", 0.365, 1),
        ({"seed": 3}, "a kitten sat", "0.0576", 0, exp(-1)),
    ],
)
def test_the_cat_on_the_mat(settings: Any, text: str, p: str, bleu_2: float, penalty: float) -> None:
    found = decode(TABLE, **settings)
    assert (found.text, found.probability) == (text, Fraction(p))
    score = mtexplain.bleu(text, [REFERENCE], max_n=2)
    assert round(score.score, 3) == round(bleu_2, 3)
    assert isclose(score.brevity.value, penalty)


def test_exp_of_the_mean_is_the_perplexity() -> None:
    found = decode(TABLE, beam=4, alpha=1)
    assert isclose(exp(-found.score), mtexplain.perplexity([str(p) for p in found.best.p]).score)


def test_the_working_can_be_followed_by_hand() -> None:
    found = decode(TABLE, beam=2)
    assert found.exact == "0.4 * 0.9 * 0.9 * 0.6 * 0.7 * 0.8 * 1"
    assert "= 0.108864" in str(found.step("result"))
    third = found.step("word_3").parts[0]
    assert [column.title for column in third.columns] == [
        "text so far", "next word", "p", "P", "log P", "score", "fate"]  # fmt: skip
    rows = [(" ".join(before.tokens), word.tokens[0], fate) for before, word, *_, fate in third.rows]
    assert rows == [("the cat", "sat", "kept"), ("a cat", "was", "kept"), ("the cat", "was", "pruned"),
                    ("a cat", "sat", "pruned")]  # fmt: skip
    shown = decode(TABLE, beam=4, alpha="1/2").step("result")
    assert "log(0.108864) / 7^(0.5)" in str(shown)


def test_the_picture_shows_the_score_of_all_that_was_tried() -> None:
    for settings in ({"beam": 2}, {"beam": 4, "alpha": 1}, {"seed": 2}):
        found = decode(TABLE, **settings)
        tried = {one.words for turn in found.turns for one in turn.tried}
        assert len(found.picture.boxes) == len(tried)
        assert sum(box.kind == "credited" for box in found.picture.boxes) == found.length
    assert "0.1296" in [label.text for label in decode(TABLE, beam=2).picture.labels]
    drawn = decode(TABLE, seed=2).picture.text.splitlines()
    assert drawn[:2] == ["# the 0.4", "  # kitten 0.1"], "of a draw, how probable each word was"
    assert drawn[-3] == ". a 0.6"


def test_a_search_too_large_to_be_seen_has_no_picture() -> None:
    many = {"": {f"w{at}": "1/250" for at in range(250)}} | {f"w{at}": {END: 1} for at in range(250)}
    found = decode(many, beam=2)
    assert found.picture is None
    assert "and 50 more rows" in str(found)


# What is given.


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (3, "table: got int, 3; expected a mapping"),
        ({}, "table: got 0 texts"),
        ({"a": {END: 1}}, "table: got 1 text; expected a different text for each row, and \"\" for the beginning"),
        ({"": {"a": 1}, "a b": {END: 1}, "a  b": {END: 1}}, "table: got 2 texts"),
        ({"": [1]}, r"table\[''\]: got list, \[1\]; expected a mapping"),
        ({"": {}}, r"table\[''\]: got 0 in all; expected 1"),
        ({"": {"a": ".5", "b": ".4"}}, r"table\[''\]: got 0.9 in all; expected 1. Something comes next"),
        ({"": {"a": 0.5, "b": 0.6}}, r"table\[''\]: got 1.1 in all"),
        ({"": {"a": "3/2", "b": "-1/2"}}, r"table\[''\], a: got a fraction, 3/2; expected a number from 0 to 1"),
        ({"": {"a": "much"}}, r"table\[''\], a: got a string, 'much'; expected a number"),
        ({"": {"a b": 1}}, r"table\[''\]: got a string, 'a b'; expected a single word"),
        ({"": {"": 1}}, r"table\[''\]: got a string, ''; expected a single word"),
        ({"": {3: 1}}, r"table\[''\]: got int, 3; expected a string"),
        ({3: {"a": 1}}, "table: got int, 3; expected a string"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_table_is_told(table: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        decode(table)


@pytest.mark.parametrize(
    "settings",
    [{"beam": 0}, {"beam": 1.5}, {"beam": 101}, {"alpha": -1}, {"alpha": "x"}, {"alpha": None}, {"most": 0},
     {"seed": -1}, {"seed": 1, "beam": 2}, {"seed": 1, "alpha": 1}, {"temperature": 2}, {"seed": 1, "temperature": 0}],
)  # fmt: skip
def test_what_is_wrong_with_a_setting_is_told(settings: Any) -> None:
    with pytest.raises(InputError):
        decode(TABLE, **settings)


def test_numbers_are_exact_however_they_are_written() -> None:
    written = {"": {"a": 0.6, "b": "2/5", "c": 0}, "a": {END: Fraction(1)}, "b": {END: 1}}
    thirds = {"": {"a": 1 / 3, "b": np.float64(1 / 3), "c": "1/3"}} | {word: {END: 1} for word in WORDS}
    assert [one.probability for one in decode(written, beam=9).outputs] == [Fraction(3, 5), Fraction(2, 5)]
    assert decode(thirds, beam=9).probability == Fraction(1, 3)


@pytest.mark.parametrize(
    "word", ["<script>alert(1)</script>", "$x_1$", "\\textbf{x}", "القطة", "猫", "a\u202eb", "&amp;", "{0.beam}"]
)
def test_a_hostile_word_is_harmless_in_every_view(word: str) -> None:
    found = decode({"": {word: ".6", "b": ".4"}, word: {END: 1}, "b": {END: 1}}, beam=2)
    assert found.text == word
    assert "<script>alert" not in found.to_html()
    assert "\\textbf{x}" not in found.to_latex()
    assert "\u202e" not in str(found) + found.to_html()
    assert json.loads(json.dumps(found.to_dict()))["text"] == word
    assert len(found.to_frame()) == 4
    assert mtexplain.stepper(found).story["moments"]


def test_a_record_holds_the_outputs() -> None:
    told = decode(TABLE, beam=4).to_dict()
    assert [one["text"] for one in told["outputs"][:2]] == ["the cat sat", "the cat sat on the mat"]
    assert told["outputs"][0]["probability"] == told["probability"] == "81/625"


def test_a_copy_is_equal() -> None:
    for settings in ({"beam": 3}, {"seed": 2, "temperature": 2}):
        found = decode(TABLE, **settings)
        views = str(found), found.to_html()
        for one in (copy.deepcopy(found), pickle.loads(pickle.dumps(found))):
            assert one == found
            assert (str(one), one.to_html()) == views
