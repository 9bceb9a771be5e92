"""What ROUGE counts, against other ways to count the same: all subsequences, all pairs, all runs."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain.exact import power
from mtexplain.metrics.rouge import rouge_n
from mtexplain.metrics.rouge.lcs import Lcs, Weights, Wlcs, length, worth
from mtexplain.metrics.rouge.ngrams import shared
from mtexplain.metrics.rouge.skip_bigrams import number_of_pairs, shared_pairs, skip_bigrams
from mtexplain.metrics.rouge.union_lcs import BREAK, joined, lines_of, runs_in, unions
from mtexplain.tracing.number import plain

short = st.text("abc", max_size=7).map(tuple)
longer = st.text("abcd", max_size=40).map(tuple)
weights = st.sampled_from([Fraction(1), Fraction(2), Fraction(3), Fraction(6, 5), Fraction(3, 2)])


def subsequences(words: tuple[str, ...]) -> set[tuple[str, ...]]:
    sizes = range(len(words) + 1)
    return {
        tuple(words[place] for place in places) for size in sizes for places in combinations(range(len(words)), size)
    }


def common(one: tuple[str, ...], other: tuple[str, ...]) -> set[tuple[str, ...]]:
    """All of the longest common subsequences."""
    both = subsequences(one) & subsequences(other)
    most = max(map(len, both))
    return {words for words in both if len(words) == most}


class Looked(str):
    """A word that counts how often it is compared."""

    __slots__ = ()
    times = 0

    def __eq__(self, other: object) -> bool:
        Looked.times += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


@given(longer, longer, weights)
def test_every_row_is_that_of_the_procedure_in_the_paper(
    reference: tuple[str, ...], candidate: tuple[str, ...], weight: Fraction
) -> None:
    """Cell by cell: f(k + 1) - f(k) more than diagonally above, or else the larger neighbour (section 4)."""
    f, table = Weights(weight).in_units, Wlcs(reference, candidate, weight)
    worth = [[0] * (len(candidate) + 1) for _ in range(len(reference) + 1)]
    runs = [row.copy() for row in worth]
    for i, word in enumerate(reference, 1):
        for j, other in enumerate(candidate, 1):
            k = runs[i - 1][j - 1]
            if word == other:
                worth[i][j], runs[i][j] = worth[i - 1][j - 1] + f(k + 1) - f(k), k + 1
            else:
                worth[i][j] = max(worth[i - 1][j], worth[i][j - 1])
    assert list(table.cells) == worth
    assert list(table.run_lengths) == runs


def test_only_equal_words_cost_time() -> None:
    """Two texts of a thousand words make a table of a million cells."""
    one, other = (tuple(Looked(f"{side}{place}") for place in range(1000)) for side in "ab")
    same = tuple(Looked(f"a{place}") for place in range(0, 1000, 10))
    Looked.times = 0
    assert worth(one, (*other[:500], *same, *other[500:]), Fraction(2)) == len(same)
    assert Looked.times < 10_000


@given(short, short)
def test_the_length_is_that_of_the_longest_of_all_common_subsequences(
    one: tuple[str, ...], other: tuple[str, ...]
) -> None:
    assert length(one, other) == len(next(iter(common(one, other))))


@given(short, short)
def test_the_words_that_count_are_a_longest_common_subsequence(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    table = Lcs(one, other)
    assert tuple(one[i - 1] for i, _ in table.matches) in common(one, other)
    assert tuple(other[j - 1] for _, j in table.matches) in common(one, other)
    assert table.other in common(one, other)


@given(short, short)
def test_the_different_longest_common_subsequences_are_counted(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert Lcs(one, other).number == len(common(one, other))


@given(longer, longer)
def test_every_cell_is_the_length_for_the_beginnings(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    """The table as a textbook fills it, cell by cell."""
    cells = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, word in enumerate(one, 1):
        for j, another in enumerate(other, 1):
            cells[i][j] = cells[i - 1][j - 1] + 1 if word == another else max(cells[i - 1][j], cells[i][j - 1])
    table = Lcs(one, other)
    assert table.cells == tuple(map(tuple, cells))
    assert table.length == length(one, other) == cells[-1][-1]
    assert all(table.at(i, j) == cells[i][j] for i in range(len(one) + 1) for j in range(len(other) + 1))


def test_where_both_neighbours_are_as_large_the_word_of_the_reference_is_left_out() -> None:
    """Either word will do. ROUGE-1.5.5 and rouge-score also take the first word of the reference."""
    assert Lcs(("a", "b"), ("b", "a")).matches == ((1, 2),)


def test_long_texts_take_little_time_and_memory() -> None:
    draw = random.Random(3)
    one, other = (draw.choices("abcdefghijklmnopqrstuvwxyz", k=20_000) for _ in range(2))
    found = length(one, other)
    assert found == length(other, one) > 5_000
    assert length(one, one[::2]) == 10_000


def sums(one: tuple[str, ...], other: tuple[str, ...], weight: int) -> Iterator[int]:
    """What every common subsequence is worth, for every way to find it in both texts."""
    for size in range(min(len(one), len(other)) + 1):
        for mine in combinations(range(len(one)), size):
            for theirs in combinations(range(len(other)), size):
                if all(one[i] == other[j] for i, j in zip(mine, theirs, strict=True)):
                    runs = [0]
                    before = (-2, -2)
                    for i, j in zip(mine, theirs, strict=True):
                        runs = [*runs[:-1], runs[-1] + 1] if (i - 1, j - 1) == before else [*runs, 1]
                        before = (i, j)
                    yield sum(run**weight for run in runs)


@given(st.text("ab", max_size=6).map(tuple), st.text("ab", max_size=6).map(tuple))
def test_the_most_that_a_common_subsequence_can_be_worth(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    table = Wlcs(one, other, Fraction(2))
    assert table.most == max(sums(one, other, 2)) >= worth(one, other, Fraction(2))


@given(longer, longer, weights)
def test_the_runs_of_the_path_are_worth_the_last_cell(
    one: tuple[str, ...], other: tuple[str, ...], weight: Fraction
) -> None:
    table, f = Wlcs(one, other, weight), Weights(weight)
    total = sum((f.of(len(run)) for run in table.runs), Fraction(0))
    assert total == worth(one, other, weight) == Fraction(table.cells[-1][-1], f.units)


@given(longer, longer)
def test_with_a_weight_of_1_it_is_the_length(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert worth(one, other, Fraction(1)) == length(one, other)


@given(longer, weights)
def test_a_text_is_worth_f_of_its_length_to_itself(one: tuple[str, ...], weight: Fraction) -> None:
    assert worth(one, one, weight) == Weights(weight).of(len(one))


max_skips = st.sampled_from([None, 0, 1, 2, 9])


@given(longer, max_skips)
def test_the_number_of_skip_bigrams_is_counted_by_a_formula(words: tuple[str, ...], max_skip: int | None) -> None:
    assert number_of_pairs(len(words), max_skip) == len(list(skip_bigrams(words, max_skip)))


@given(longer, max_skips)
def test_skip_bigrams_are_the_pairs_that_lie_near_enough(words: tuple[str, ...], max_skip: int | None) -> None:
    pairs = combinations(range(len(words)), 2)
    near = [(words[i], words[j]) for i, j in pairs if max_skip is None or j - i - 1 <= max_skip]
    assert Counter(skip_bigrams(words, max_skip)) == Counter(near)


@given(longer, longer, max_skips)
def test_shared_skip_bigrams_are_counted_as_often_as_both_have_them(
    one: tuple[str, ...], other: tuple[str, ...], max_skip: int | None
) -> None:
    both = Counter(skip_bigrams(one, max_skip)) & Counter(skip_bigrams(other, max_skip))
    assert shared_pairs(one, other, max_skip) == both.total()


@given(longer, longer)
def test_shared_units_are_counted_as_often_as_both_have_them(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert shared(one, other) == (Counter(one) & Counter(other)).total()


def test_lines_lose_nothing_but_empty_lines() -> None:
    assert joined([["a", "b"], [], ["c"], []]) == ("a", "b", BREAK, "c")
    assert (lines_of(()), joined([[], []])) == ((), ())


def test_a_word_of_the_candidate_counts_once_and_the_first_line_has_it() -> None:
    """The candidate has one "a", and both lines of the reference want it. Unclipped, it counts twice."""
    clipped = [union.counted for union in unions([("a",), ("a", "b")], [("a", "b")])]
    assert clipped == [(0,), (1,)]
    as_printed = [union.counted for union in unions([("a",), ("a", "b")], [("a", "b")], clip=False)]
    assert as_printed == [(0,), (0, 1)]


def test_rouge_155_counts_runs_in_the_reference_and_stumbles_over_words_that_are_clipped() -> None:
    """The first line takes the candidate's a. In the second line, a run that the a should end is lost or goes on."""
    lost = list(unions([("a",), tuple("ba")], [tuple("ba")], Fraction(2)))
    assert [(union.places, union.counted, list(runs_in(union))) for union in lost] == [
        ((0,), (0,), [1]),
        ((0, 1), (0,), []),
    ]
    _, longer = unions([("a",), tuple("bab")], [tuple("bab")], Fraction(2))
    assert (longer.places, longer.counted, list(runs_in(longer))) == ((0, 1, 2), (0, 2), [2])


def test_rouge_155_counts_a_run_where_the_candidate_has_a_gap() -> None:
    """The paper counts "a", then "b c": 1 + 4. The script looks at the reference alone: 9."""
    (union,) = unions([tuple("abc")], [tuple("axbc")], Fraction(2))
    assert list(runs_in(union)) == [3]
    assert worth(tuple("abc"), tuple("axbc"), Fraction(2)) == 5


@pytest.mark.parametrize(("beta", "f"), [(1, Fraction(2, 3)), (inf, Fraction(1, 2)), (0, 1), (2, Fraction(5, 9))])
def test_f_lies_between_recall_and_precision(beta: float, f: Fraction) -> None:
    """Recall 1/2, precision 1. For beta = 2: 5 * 1/2 / (1/2 + 4) = 5/9. The trace can be asked for another beta."""
    assert rouge_n("a", ["a b"], 1).f_beta(beta) == rouge_n("a", ["a b"], 1, beta=beta).score == float(f)


def test_nothing_to_count_is_not_0_and_makes_a_score_of_0() -> None:
    trace = rouge_n("a b c", [""], 1)
    assert (str(trace.recall), plain(trace.recall), trace.score) == ("0/0", None, 0)


@given(st.integers(0, 10**6), st.integers(1, 10**6), st.integers(1, 9), st.integers(1, 9))
def test_a_power_is_exact_where_it_can_be(top: int, bottom: int, times: int, degree: int) -> None:
    value = Fraction(top, bottom)
    assert power(power(value, Fraction(degree)), Fraction(1, degree)) == value
    near = power(value, Fraction(times, degree))
    assert float(near) == pytest.approx(float(value) ** (times / degree), rel=1e-12)
