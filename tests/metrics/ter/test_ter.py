"""TER: the paper's example, what the trace shows, what is odd, and what sacreBLEU computes."""

import math
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.ter import TER

from mtexplain import check_working, explain_edit, misconceptions, smallest_fix
from mtexplain.by_hand.example import Example, Number
from mtexplain.display import plain
from mtexplain.display.parts import Equation, Table
from mtexplain.examples import FAMILIES, corpus
from mtexplain.metrics.ter import RULES, Ter, corpus_ter, ter
from mtexplain.metrics.ter.edits import (
    Shift,
    alignment,
    common_runs,
    costs,
    distance,
    find_edits,
    quick_distance,
    shifted,
)
from mtexplain.text import TOKENIZERS
from tests.strategies import amount, corpora, segments, sentences, unzipped
from tests.worked import every_number, is_right_as_printed, printed

EXAMPLES = FAMILIES["TER"]
SAUDI = (
    "THIS WEEK THE SAUDIS denied information published in the new york times",
    ["SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times"],
)
PRINTED = {("ter-saudi", name): value for name, value in zip("SBIE", "1214", strict=True)} | {
    ("ter-saudi", "TER"): "0.31"
}
BY_SACREBLEU: dict[str, dict[str, bool]] = {
    "sacrebleu": {},
    "sacrebleu-normalized": {"normalized": True},
    "sacrebleu-asian": {"normalized": True, "asian_support": True},
    "sacrebleu-no-punct": {"no_punct": True},
}
KINDS = {"S": "shifts", "B": "substitutions", "I": "insertions", "D": "deletions", "E": "edits", "TER": "score"}


# The paper's example (section 2).


@every_number(EXAMPLES)
def test_the_right_number_is_what_the_trace_computes(example: Example, number: Number) -> None:
    assert float(Fraction(number.right)) == float(getattr(example.trace(), KINDS[number.quantity]))


def test_the_printed_numbers_are_those_of_the_paper() -> None:
    assert printed(EXAMPLES) == PRINTED


@every_number(EXAMPLES)
def test_what_is_printed_is_right_but_for_its_last_digit(example: Example, number: Number) -> None:
    assert is_right_as_printed(number)


def test_the_example_is_shifted_first_and_then_edited_word_by_word() -> None:
    found = ter(*SAUDI, lowercase=True).fewest
    assert found.words[:5] == ("the", "saudis", "denied", "this", "week")
    assert found.shifts == (Shift(0, 2, 5),)
    edited = [(one.kind, one.here, one.there) for one in found.steps if one.kind != "match"]
    assert edited == [("substitute", 0, 0), ("substitute", 1, 1), ("insert", None, 9)]


# How edits are found, on texts that can be counted on one's fingers.


def test_of_equal_ways_a_substitution_comes_before_a_deletion_and_that_before_an_insertion() -> None:
    assert [one.kind for one in alignment(("a", "b"), ("c",))] == ["delete", "substitute"]
    assert [one.kind for one in alignment(("a",), ("b", "c"))] == ["insert", "substitute"]


@pytest.mark.parametrize(
    ("shift", "after"), [((0, 2, 4), "cdabe"), ((3, 2, 0), "deabc"), ((0, 2, 2), "cdabe"), ((1, 1, 2), "acbde")]
)
def test_a_run_is_put_before_a_place_or_as_far_on_in_the_rest(shift: tuple[int, int, int], after: str) -> None:
    assert "".join(shifted(tuple("abcde"), Shift(*shift))) == after


def test_runs_are_as_long_as_both_texts_have_them_but_at_most_ten() -> None:
    assert set(common_runs(("a", "b"), ("b", "a", "b"))) == {(0, 1, 1), (0, 1, 2), (1, 0, 1), (1, 2, 1)}
    assert max(length for *_, length in common_runs(("a",) * 12, ("a",) * 12)) == 10
    assert list(common_runs((*["x"] * 51, "a"), ("a",))) == [], "51 places apart"


def test_a_shift_that_saves_nothing_is_not_made() -> None:
    assert ter("a b", ["a c"]).shifts == 0
    assert ter("a b c d", ["c d a b"]).fewest.number == 1


@given(sentences(most=8), sentences(most=8))
def test_without_shifts_it_is_the_edit_distance_of_a_textbook(one: str, other: str) -> None:
    def textbook(a: list[str], b: list[str]) -> int:
        if not a or not b:
            return len(a) + len(b)
        return min(
            textbook_of(a[:-1], b[:-1]) + (a[-1] != b[-1]), textbook_of(a[:-1], b) + 1, textbook_of(a, b[:-1]) + 1
        )

    known: dict[Any, int] = {}

    def textbook_of(a: list[str], b: list[str]) -> int:
        key = (len(a), len(b))
        known[key] = known[key] if key in known else textbook(a, b)
        return known[key]

    assert distance(tuple(one.split()), tuple(other.split())) == textbook_of(one.split(), other.split())


@given(sentences(most=8), sentences(most=8))
def test_the_edits_turn_the_candidate_into_the_reference(candidate: str, reference: str) -> None:
    there = tuple(reference.split())
    found = find_edits(tuple(candidate.split()), there)
    words = tuple(candidate.split())
    for shift in found.shifts:
        words = shifted(words, shift)
    assert words == found.words
    made = [words[one.here or 0] if one.kind == "match" else there[one.there or 0] for one in found.steps
            if one.kind != "delete"]  # fmt: skip
    assert tuple(made) == there
    assert [one.here for one in found.steps if one.here is not None] == list(range(len(words)))


def test_far_from_the_diagonal_no_cell_is_computed() -> None:
    """In the table of a long text the corners stay infinite, as in sacreBLEU."""
    cells = costs(("a",) * 60, ("b",) * 60)
    assert cells[1][59] == cells[59][0] == math.inf
    assert cells[-1][-1] == 60


# What sacreBLEU computes.


@pytest.mark.parametrize("rules", BY_SACREBLEU)
def test_it_is_sacrebleus_on_random_and_real_pairs(rules: str) -> None:
    draw, theirs = Random(1), TER(**BY_SACREBLEU[rules])  # type: ignore[arg-type]
    pairs = [_random_pair(draw) for _ in range(amount(150, 1500))]
    pairs += [(one, list(several)) for one, several in _real()[: amount(100, 600)]]
    for candidate, references in pairs:
        ours = ter(candidate, references, rules=rules)
        score = theirs.sentence_score(candidate, references)
        assert 100 * float(ours.score) == pytest.approx(score.score, rel=1e-12, abs=1e-12)
        assert ours.edits == score.num_edits
        assert ours.printed == f"{score.score:.2f}"


def _random_pair(draw: Random) -> tuple[str, list[str]]:
    words = ["the", "cat", "sat.", "on", "a", "Mat,", "3-4", "it's", "1,000"][: draw.randint(2, 9)]
    references = [" ".join(draw.choices(words, k=draw.randint(0, 14))) for _ in range(draw.randint(1, 3))]
    if draw.random() < 0.5:
        return " ".join(draw.choices(words, k=draw.randint(0, 14))), references
    tokens = references[0].split()
    for _ in range(draw.randint(1, 3)):
        start, length = draw.randint(0, len(tokens)), draw.randint(1, 4)
        run, rest = tokens[start : start + length], tokens[:start] + tokens[start + length :]
        place = draw.randint(0, len(rest))
        tokens = rest[:place] + run + rest[place:]
    return " ".join(tokens), references


def _real() -> list[tuple[str, tuple[str, ...]]]:
    """The outputs of the course corpus, each with its references."""
    references = {one.id: one.references for one in corpus.segments()}
    return [(one.text, references[one.id]) for one in corpus.outputs()]


@given(corpora())
def test_a_text_is_sacrebleus_too(made: list[tuple[str, list[str]]]) -> None:
    candidates, references = unzipped([(one, two[:1]) for one, two in made])
    theirs = TER().corpus_score(candidates, [[one for (one,) in references]])
    ours = corpus_ter(candidates, references, rules="sacrebleu")
    assert 100 * float(ours.score) == pytest.approx(theirs.score, rel=1e-12, abs=1e-12)


def test_very_long_texts_are_searched_as_far_as_sacrebleu_does() -> None:
    draw = Random(2)
    words = [f"w{number}" for number in range(40)]
    one, other = (" ".join(draw.choices(words, k=length)) for length in (110, 90))
    ours = ter(one, [other], rules="sacrebleu")
    assert 100 * float(ours.score) == pytest.approx(TER().sentence_score(one, [other]).score, rel=1e-12)


@pytest.mark.parametrize(
    ("name", "text"),
    [("tercom", 'It\'s "A-B", 3.5-4 &amp; 1,000. [x]/y &quot;z&quot;\n-end\nof it\'s '),
     ("tercom-asian", "我借 你的书。ﾔ、"), ("tercom-no-punct", 'a, (b) "c"! 3.5; d: e? f')],
)  # fmt: skip
def test_a_tokeniser_cuts_as_sacrebleu_does(name: str, text: str) -> None:
    options = {"tercom": "sacrebleu-normalized", "tercom-asian": "sacrebleu-asian"}.get(name, "sacrebleu-no-punct")
    theirs = TER(**BY_SACREBLEU[options], case_sensitive=True)  # type: ignore[arg-type]
    assert list(TOKENIZERS[name](text)) == theirs.tokenizer(text).split()


def test_sacrebleu_cuts_references_twice() -> None:
    """The first time, the mark after "canteen's" is cut off. Then a space follows the word, and 's is cut off too."""
    trace = ter("the canteen's.", ["the canteen's."], rules="sacrebleu-normalized")
    assert trace.references == (("the", "canteen", "'s", "."),)
    assert trace.candidate == ("the", "canteen's", ".")
    assert TER(normalized=True).sentence_score("the canteen's.", ["the canteen's."]).num_edits == trace.edits == 2


# Properties.


@given(segments())
def test_it_is_0_only_for_a_reference_itself(segment: tuple[str, list[str]]) -> None:
    trace = ter(*segment)
    assert (trace.score == 0) == (trace.candidate in trace.references)
    assert trace.range[0] <= trace.score <= trace.range[1]


@given(sentences(), sentences().filter(str.split))
def test_a_shift_never_costs_more_than_no_shift(candidate: str, reference: str) -> None:
    trace = ter(candidate, [reference])
    assert trace.edits <= distance(trace.candidate, trace.references[0])


@given(segments())
def test_the_terms_add_up_to_the_score(segment: tuple[str, list[str]]) -> None:
    trace = ter(*segment)
    assert sum(term.value for term in trace.terms) == pytest.approx(float(trace.score))


def test_false_that_it_is_the_same_in_both_directions() -> None:
    assert ter("a", ["a b"]).score == Fraction(1, 2)
    assert ter("a b", ["a"]).score == 1


def test_false_that_it_ends_at_1() -> None:
    trace = ter("a b", ["c"])
    assert trace.score == 2
    assert [note.code for note in trace.notes] == ["above-1"]


# What is shown, and what is built on it.


def test_it_is_told_in_four_steps() -> None:
    trace = ter(*SAUDI, lowercase=True)
    assert [step.name for step in trace.steps()] == ["shifts", "edits", "length", "score"]
    assert [plain.formula(step.outcome) for step in trace.steps()] == ["S = 1", "E = 4", "r = 13", "TER = 0.3077"]
    equation = trace.step("edits").equation
    assert isinstance(equation, Equation)
    assert plain.formula(equation.numbers) == "2 + 1 + 0 + 1"


def test_the_picture_links_what_is_kept_and_crosses_what_is_shifted() -> None:
    picture = ter("a b c d", ["c d a x"]).picture
    assert [(one.start, one.stop, one.reference_start) for one in picture.ribbons] == [(0, 1, 2), (2, 4, 0)]
    assert [brick.state for brick in picture.rows[0].bricks] == ["credited", "clipped", "credited", "credited"]
    assert "1 substituted, 1 run shifted" in picture.alt


def test_the_stepper_goes_through_each_shift_and_each_word() -> None:
    moments = ter("b a c", ["a b c d"]).moments()
    told = [plain.prose(one.text) for one in moments]
    assert '"a" is shifted in a single edit.' in told
    assert '"d" is inserted.' in told
    assert moments[-1].step == "score"


def test_of_several_references_the_fewest_edits_count_and_the_mean_of_the_lengths() -> None:
    trace = ter("a b", ["c d e f", "a b c"])
    assert (trace.chosen, trace.edits) == (1, 1)
    assert Fraction(trace.length) == Fraction(7, 2)
    assert "the fewest, which count" in str(trace.step("edits"))


@pytest.mark.parametrize(("candidate", "score", "codes"), [("a", 1, ["no-length"]), ("", 0, [])])
def test_an_empty_reference_has_no_length_to_divide_by(candidate: str, score: int, codes: list[str]) -> None:
    trace = ter(candidate, [""])
    assert trace.score == score
    assert [note.code for note in trace.notes if note.code != "empty-candidate"][: len(codes)] == codes


def test_an_edit_says_what_it_saves() -> None:
    before = ter("the cat on mat", ["the cat on the mat"])
    edit = explain_edit(before, before.with_candidate("the cat on the mat".split()))
    assert (float(edit.before.score), float(edit.after.score)) == (0.2, 0)
    assert "insert" in str(before)


def test_there_is_nothing_to_fix_because_no_score_is_the_worst() -> None:
    assert not smallest_fix("x y z", ["a b"], metric=ter)


def test_rules_have_names_and_records_come_back() -> None:
    for name in RULES:
        trace = ter("It's a test.", ["This is a test."], rules=name)
        assert Ter.from_dict(trace.to_dict()) == trace
    assert ter("a", ["b"], rules="sacrebleu").signature.startswith("TER · sacrebleu rules · tokens: whitespace")


# Mistakes.


@pytest.mark.parametrize(
    ("claims", "name"),
    [({"edits": 6}, "ter-substitution-as-two"), ({"edits": 3}, "ter-shifts-not-counted"),
     ({"shifts": 2}, "ter-shifted-word-by-word"), ({"length": 12}, "ter-candidate-length"),
     ({"score": "9/13"}, "ter-accuracy")],
)  # fmt: skip
def test_a_wrong_working_of_the_paper_is_named(claims: dict[str, Any], name: str) -> None:
    found = check_working(*SAUDI, metric=ter, lowercase=True, **claims)
    assert name in [one.name for one in found.misconceptions if len(one.misconceptions) == 1]


def test_a_right_working_is_right() -> None:
    claims: dict[str, Any] = {
        "shifts": 1,
        "substitutions": 2,
        "insertions": 1,
        "deletions": 0,
        "edits": 4,
        "length": 13,
        "score": "4/13",
    }
    assert check_working(*SAUDI, metric=ter, lowercase=True, **claims).first_wrong is None
    assert check_working(*SAUDI, metric=ter, rules="sacrebleu", score=30.77).first_wrong is None


def test_each_mistake_shows_on_its_example() -> None:
    for one in misconceptions.of(ter):
        assert one.replaces == "writing" or one.smallest.shows, one.name


@given(st.integers(1, 6))
def test_a_run_of_any_length_is_shifted_at_once(length: int) -> None:
    run, rest = [f"a{n}" for n in range(length)], ["b", "c"]
    assert ter(" ".join(run + rest), [" ".join(rest + run)]).edits == 1


@given(sentences(most=10), sentences(most=10))
def test_in_whole_numbers_the_distance_is_that_of_the_table(one: str, other: str) -> None:
    here, there = tuple(one.split()), tuple(other.split())
    assert quick_distance(here, there) == costs(here, there)[-1][-1]


def test_a_text_with_given_numbers_tells_no_more_than_these() -> None:
    trace = ter("b a c", ["a b c d"]).with_numbers(shifts="1/2", length=0)
    assert "1/2 runs shifted" in str(trace)
    assert "1, because r is 0 and E is not" in str(trace)
    assert "the reference is empty and" not in str(trace)


def test_very_long_texts_can_be_drawn() -> None:
    words = " ".join(map(str, range(230)))
    assert ter(words, [words]).to_html()
    assert ter(words, [words]).to_latex()


def table_of(trace: Ter) -> Table:
    """The table of the edits."""
    (table,) = [part for part in trace.step("edits").parts if isinstance(part, Table)]
    return table


def test_the_table_names_each_edit() -> None:
    rows = [[str(cell) for cell in row][-1] for row in table_of(ter("a cat sat here", ["the cat sat"])).rows]
    assert rows == ["substitute", "", "", "delete"]


def test_the_note_on_an_empty_candidate_says_what_is_inserted() -> None:
    assert "so every word of the reference is inserted" in ter("", ["a b"]).notes[0].text
    assert "as in the reference" in ter("", [""]).notes[0].text
