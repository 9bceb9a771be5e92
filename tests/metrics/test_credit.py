"""Which of several equal words is drawn as credited: the one in the longest run that matches, then the leftmost."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import Bleu, bleu, rouge_n, rouge_s, stepper
from mtexplain.metrics.shared.occurrences import LONGEST, around, credited, ends, occurrences
from tests.display.test_hostile_text import HOSTILE
from tests.strategies import Segment, orders, segments


def words(trace: Any) -> str:
    """The text of a picture by its bricks: [credited], clipped(clipped)."""
    forms = {"credited": "[{}]", "clipped": "{}(clipped)", "unmatched": "{}"}
    tokens = trace.picture.text.words.tokens
    return " ".join(forms[brick.state].format(tokens[brick.start]) for brick in trace.picture.rows[0].bricks)


@pytest.mark.parametrize(
    ("candidate", "references", "shown"),
    [
        ("the the cat on the mat", ["there is a cat on the mat"], "the(clipped) the(clipped) [cat] [on] [the] [mat]"),
        ("a a b", ["a b"], "a(clipped) [a] [b]"),  # the smallest
        ("a b a", ["a b"], "[a] [b] a(clipped)"),
        ("a b a b", ["x a b"], "[a] [b] a(clipped) b(clipped)"),  # two runs of equal length: the leftmost
        ("a x a", ["a"], "[a] x a(clipped)"),  # no run at all: the leftmost
        ("a a a a", ["a a"], "[a] [a] a(clipped) a(clipped)"),  # every neighbour makes a run of two
        # "a b c" and "c d e f" overlap; of two c's the one in both stands in a run of four
        ("c x a b c d e f", ["a b c y d", "z c d e f"], "c(clipped) x [a] [b] [c] [d] [e] [f]"),
        # credited twice: in "a b c" first, in "a b" next, the single a never
        ("a x a b x a b c", ["a b c a b"], "a(clipped) x [a] [b] x [a] [b] [c]"),
        # the longer run counts, in whichever reference it stands
        ("a b x a c d", ["a b", "a c d"], "a(clipped) [b] x [a] [c] [d]"),
        # but no run goes from one reference to the next
        ("b a x b y", ["y b", "a x"], "[b] [a] [x] b(clipped) [y]"),
        ("", ["a"], ""),
        ("a a", [""], "a a"),
        ("", [""], ""),
    ],
)
def test_the_longest_run_earns_the_credit_then_the_leftmost(candidate: str, references: list[str], shown: str) -> None:
    assert words(bleu(candidate, references)) == shown


def test_of_pairs_too_the_longest_run_earns_the_credit() -> None:
    """One credit: "b c" stands at 0, and at 4 as part of "a b c d"."""
    trace = bleu("b c x a b c d", ["a b c d"])
    row = next(place for place, row in enumerate(trace.precisions[1].counts) if row.ngram == ("b", "c"))
    told = next(one for one in trace.moments() if (one.step, one.name, one.row) == ("p_2", "clipping", row))
    assert [(mark.text, mark.places, mark.kind) for mark in told.marks] == [
        (0, (0, 1, 4, 5), "now"), (0, (4, 5), "credit"), (1, (1, 2), "now"),
    ]  # fmt: skip


@given(segments(), orders)
def test_all_views_say_the_same(segment: Segment, max_n: int) -> None:
    """The picture and the stepper credit as many words as the table says, at the same places."""
    trace: Bleu = bleu(*segment, max_n=max_n)
    credits = sorted(
        place
        for moment in trace.moments()
        if (moment.step, moment.name) == ("p_1", "clipping")
        for mark in moment.marks
        if (mark.text, mark.kind) == (0, "credit")
        for place in mark.places
    )
    assert len(credits) == trace.precisions[0].matches
    assert [place for place, word in enumerate(words(trace).split()) if word.startswith("[")] == credits


def test_the_panel_and_the_page_of_the_stepper_say_the_same() -> None:
    moments = stepper(bleu("a a b", ["a b"], max_n=1)).story["moments"]
    told = next(one for one in moments if (one["name"], one["row"]) == ("clipping", 0))
    assert [0, [1], "credit"] in [list(mark) for mark in told["marks"]]


def test_nothing_apologises() -> None:
    trace = bleu("the the cat on the mat", ["there is a cat on the mat"])
    for view in (str(trace), trace._repr_html_(), trace.to_latex(), str(trace.moments()), str(rouge_n("a a", ["a"]))):
        assert "convention" not in view


def test_rouge_matches_the_longest_run_of_each_reference() -> None:
    assert words(rouge_n("a b", ["a x a b"], 1)) == "a(clipped) x [a] [b]"
    pairs = rouge_n("a b c d", ["b c x a b c d"], 2).picture.rows[0].bricks
    assert [brick.start for brick in pairs if brick.state == "credited"] == [3, 4, 5]


def test_a_skip_bigram_in_a_run_comes_before_one_with_a_gap() -> None:
    """There is "a ... b" at 0 and 2, at 0 and 4, and "a b" at 3 and 4: the last is a run."""
    trace = rouge_s("a x b a b", ["a b"])
    told = next(one for one in trace.moments() if one.name == "overlap" and one.marks[0].places == (0, 2, 4, 3))
    assert [(mark.text, mark.places) for mark in told.marks if mark.kind == "credit"] == [(0, (3, 4)), (1, (0, 1))]


texts = st.lists(st.sampled_from("abc"), max_size=12)


def is_in(run: list[str], other: list[str]) -> bool:
    """Whether a run stands in another text."""
    return any(other[start : start + len(run)] == run for start in range(len(other) + 1))


@given(texts, st.lists(texts, max_size=3), st.integers(1, 4))
def test_the_runs_are_those_that_one_finds_by_trying_all(tokens: list[str], others: list[list[str]], n: int) -> None:
    runs = {
        (start, end)
        for end in range(len(tokens) + 1)
        for start in range(end)
        if any(is_in(tokens[start:end], other) for other in others)
    }
    found = ends(tokens, others)
    assert found == [
        max([end - start for start, end in runs if end == last + 1], default=0) for last in range(len(tokens))
    ]
    assert [around(found, first, first + n - 1) for first in range(len(tokens) - n + 1)] == [
        max([end - start for start, end in runs if start <= first and first + n <= end], default=0)
        for first in range(len(tokens) - n + 1)
    ]


def rank(runs: list[int], place: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """The longest run first, then the leftmost."""
    return -around(runs, place[0], place[-1]), place


@given(segments(), orders)
def test_each_ngram_has_its_credits_and_the_longest_runs_have_them(segment: Segment, n: int) -> None:
    trace = bleu(*segment, max_n=n)
    counts = trace.precisions[-1].counts
    credits = {row.ngram: row.clipped for row in counts}
    runs = ends(trace.candidate, trace.references)
    places = credited(occurrences(trace.candidate, n), credits, lambda: runs)
    assert {ngram: len(each) for ngram, each in places.items()} == {
        one: times for one, times in credits.items() if times
    }
    for ngram, each in places.items():
        rest = [place for found, place in occurrences(trace.candidate, n) if found == ngram and place not in each]
        for place in each:
            assert all(rank(runs, place) < rank(runs, other) for other in rest)


@pytest.mark.parametrize("word", HOSTILE.values(), ids=HOSTILE)
def test_any_word_will_do(word: str) -> None:
    tokens, reference = [word, "x", word, "y"], [word, "y"]
    places = credited(occurrences(tokens, 1), {(word,): 1, ("y",): 1}, lambda: ends(tokens, [reference]))
    assert places == {(word,): [(2,)], ("y",): [(3,)]}


def test_what_is_never_asked_for_is_not_there() -> None:
    assert credited([], {("a",): 1}, list) == {}
    assert credited(occurrences(["a"], 1), {}, lambda: [1]) == {}
    assert credited(occurrences(["a"], 1), {("a",): 5}, lambda: [0]) == {("a",): [(0,)]}
    assert credited(occurrences(["a", "a"], 1), {("a",): 1}, lambda: [0, 0]) == {("a",): [(0,)]}


def test_the_runs_are_looked_for_only_where_there_is_a_choice() -> None:
    def never() -> list[int]:
        raise AssertionError("a long text takes a while to look through")

    assert credited(occurrences("a b a".split(), 1), {("a",): 2}, never) == {("a",): [(0,), (2,)]}


def test_very_long_runs_count_as_equally_long() -> None:
    """Of two occurrences in very long runs, the leftmost therefore has the credit."""
    words = [f"w{number}" for number in range(LONGEST)]
    first, second = ["the", *words], ["the", *words, "more"]
    both = [*first, *second]
    places = credited(occurrences(both, 1), {("the",): 1}, lambda: ends(both, [first, second]))
    assert ends(second, [second])[-1] == LONGEST
    assert places[("the",)] == [(0,)]
