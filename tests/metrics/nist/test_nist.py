"""NIST: the paper's numbers, what NIST's own script printed, what the trace shows, what is odd."""

import json
import math
from fractions import Fraction
from typing import Any

import pytest
from nltk.translate.nist_score import corpus_nist as nltk_corpus_nist

from mtexplain import explain_edit, leave_one_out, smallest_fix
from mtexplain.display import plain
from mtexplain.display.parts import Prose, Table, Words
from mtexplain.inputs import InputError
from mtexplain.metrics.nist import CorpusNist, Nist, NistRules, corpus_nist, nist
from tests.places import DATA

RECORDED = json.loads((DATA / "recorded_tools.json").read_text("utf-8"))
GUIDE = [
    "It is a guide to action that ensures that the military will forever heed Party commands",
    "It is the guiding principle which guarantees the military forces always being under the command of the Party",
    "It is the practical guide for the army always to heed the directions of the party",
]
GUIDE_1 = "It is a guide to action which ensures that the military always obeys the commands of the party"
GUIDE_2 = "It is to insure the troops forever hearing the activity guidebook that party direct"


# The paper's numbers, and those of its script.


def penalty(candidate_length: int, reference_length: Fraction) -> float:
    """BP of these lengths."""
    trace = nist("a", ["a"])
    return float(trace.with_numbers(candidate_length=candidate_length, reference_length=reference_length).bp)


def test_example_1_of_bleu_as_the_script_scores_it() -> None:
    trace = nist(GUIDE_1, GUIDE, lowercase=True)
    assert trace.score == pytest.approx(4.82854316707763, rel=1e-15)
    assert trace.exact == "75.68/18 + 8.925/17 + 1.585/16 + 0/15 + 0/14"
    assert trace.reference_length == Fraction(50, 3)


@pytest.mark.parametrize(
    ("script", "settings"),
    [
        ("mteval-v13a.pl", {"rules": "mteval-v13a"}),
        ("mteval-v13a.pl -c", {"rules": "mteval-v13a", "lowercase": False}),
        ("mteval-v11b.pl", {"rules": "mteval-v11b"}),
    ],
)
def test_150_texts_score_as_the_script_printed_them(script: str, settings: dict[str, Any]) -> None:
    """NIST of every order alone, of all orders up to each, and of all, with the four digits that the script prints."""
    for corpus in RECORDED:
        trace = corpus_nist(corpus["candidates"], corpus["references"], **settings)
        printed = corpus[script]
        assert trace.score == pytest.approx(printed["NIST"], abs=5.1e-5)
        alone = [term.value for term in trace.terms]
        assert alone == pytest.approx(printed["individual_NIST"], abs=5.1e-5)
        sums = [sum(alone[: n + 1]) for n in range(len(alone))]
        assert sums == pytest.approx(printed["cumulative_NIST"], abs=5.1e-5)


@pytest.mark.parametrize("rules", ["mteval-v13a", "mteval-v11b"])
@pytest.mark.parametrize(
    ("candidates", "references", "printed", "paper"),
    [
        (["won 2 : 0 at home"], [["won 2 : 0 at home"]], 3.101955000865, 2.584962500721),
        (["0 0 1"], [["0 0 1"]], 2.503258334776, 1.918295834054),
        (["x", "0 a b"], [["x x", "x"], ["0 a b", "b 0 a"]], 4.346817543363, 3.323494611945),
        (["00 a 00"], [["00 a 00 b"]], 1.293305268441, 1.293305268441),
        (["a 0"], [["0 a 0"]], 0.542481250361, 0.542481250361),
    ],
)
def test_in_the_scripts_a_pair_that_begins_with_0_is_weighed_as_a_word(
    candidates: list[str], references: list[list[str]], printed: float, paper: float, rules: str
) -> None:
    """Perl takes the word "0" for false, but not "00" or any other. Longer n-grams begin with more, such as "0 0"."""
    trace = corpus_nist(candidates, references, rules=rules)
    assert trace.score == pytest.approx(printed, abs=1e-11)
    assert corpus_nist(candidates, references, tokenize=trace.rules.tokenize).score == pytest.approx(paper, abs=1e-11)
    assert ("zero-prefix" in codes(trace)) is (printed != paper)
    assert 'prefix "0" counts as none' in trace.signature


# What it computes.


def test_a_match_is_clipped_as_in_bleu() -> None:
    trace = nist("the the the", ["the cat", "the the"], max_n=1)
    assert (trace.counts[1], trace.allowed[1], trace.matches[1]) == (
        {("the",): 3}, {("the",): 2, ("cat",): 1}, {("the",): 2},
    )  # fmt: skip
    assert trace.score == pytest.approx(2 * math.log2(4 / 3) / 3, rel=1e-15)


def test_the_beginning_of_a_word_is_the_whole_text() -> None:
    trace = nist("b", ["a a b", "a"], max_n=1)
    assert (trace.times(("b",)), trace.beginning(("b",))) == (1, 4)
    assert trace.score == float(penalty(1, Fraction(2))) * 2


def test_the_last_word_of_a_reference_counts_as_a_beginning_that_went_nowhere() -> None:
    """In "a b a" the word a occurs twice and is followed by b once, so a b tells log2(2/1) = 1 bit."""
    trace = nist("a b", ["a b a"], max_n=2)
    assert (trace.times(("a", "b")), trace.beginning(("a", "b"))) == (1, 2)


def test_an_order_without_n_grams_adds_nothing() -> None:
    trace = nist("a b", ["a b"])
    assert list(map(trace.total, trace.each_n)) == [2, 1, 0, 0, 0]
    assert trace.exact == "2/2 + 0/1 + 0/0 + 0/0 + 0/0"
    assert trace.score == 1.0


def test_the_terms_are_those_of_the_orders() -> None:
    trace = nist(GUIDE_2, GUIDE)
    assert trace.account == "sum"
    assert [term.name for term in trace.terms] == [f"BP * s_{n}" for n in range(1, 6)]
    assert trace.bp < 1


def test_more_references_know_more_of_what_is_usual() -> None:
    alone = nist("the cat sat", ["the cat sat"], max_n=2)
    known = nist("the cat sat", ["the cat sat"], max_n=2, corpus_references=["the dog sat", "a cat sat down"])
    assert [alone.information(g) for g in alone.counts[2]] == [0, 0]
    assert [known.information(g) for g in known.counts[2]] == [1, 0]
    assert known.words == 10
    assert known.reference_length == 3, "of the references alone"


def test_a_corpus_is_scored_by_the_references_of_all() -> None:
    corpus = corpus_nist(["the cat", "the dog"], [["the cat"], ["the dog"]], max_n=2)
    one = nist("the cat", ["the cat"], max_n=2, corpus_references=["the dog"])
    assert corpus.segments[0].score == one.score == 2.5
    assert nist("the cat", ["the cat"], max_n=2).score == 1.0


def test_a_corpus_sums_its_lengths() -> None:
    corpus = corpus_nist(["a", "b b b"], [["a a", "a a a"], ["b b b"]])
    assert corpus.candidate_length == 4
    assert corpus.reference_length == Fraction(5, 2) + 3
    assert corpus.signature.endswith("information by 8 words · 1 to 2 references · mtexplain " + _version())


def _version() -> str:
    return nist("a", ["a"]).signature.rsplit(" ", 1)[1]


def test_nltk_takes_one_reference_for_each_order() -> None:
    """For words the first reference gains most, for pairs the second. L_ref is the mean of their lengths."""
    trace = nist("a b c", ["a x b y c", "a b z"], rules="nltk", max_n=2)
    assert trace.chosen == {1: 0, 2: 1}
    assert trace.reference_length == Fraction(5 + 3, 2)
    assert list(map(trace.matched, trace.each_n)) == [3, 1]


def test_of_two_references_that_gain_as_much_nltk_takes_the_longer() -> None:
    trace = nist("a", ["a x", "a x x", "x a x"], rules="nltk", max_n=1)
    assert trace.chosen[1] == 1
    assert trace.reference_length == 3


@pytest.mark.parametrize(
    ("candidate", "references", "n", "noted"),
    [
        ("c b a b", ["d c b", "b b a d b a b"], 1, True),
        ("a e f b", ["c c b f e f", "f f e a"], 2, None),
        ("b b a c a b", ["c a a a c", "b b b a b", "b c a b c c c", "c a b"], 1, None),
        ("a b", ["a c", "b c c"], 1, False),
    ],
)
def test_of_two_that_gain_as_much_the_last_digit_decides_as_in_nltk(
    candidate: str, references: list[str], n: int, noted: bool | None
) -> None:
    """Where `noted` is None, Python 3.12 and 3.11 differ: the same floats add up to different sums in the two."""
    trace = nist(candidate, references, rules="nltk", max_n=n)
    twice = corpus_nist([candidate] * 2, [references] * 2, rules="nltk", max_n=n)
    groups, tokens = [[one.split() for one in references]], [candidate.split()]
    assert trace.score == pytest.approx(nltk_corpus_nist(groups, tokens, n), rel=1e-14)
    assert twice.score == pytest.approx(nltk_corpus_nist(groups * 2, tokens * 2, n), rel=1e-14)
    if noted is not None:
        assert [note.where for note in trace.notes if note.code == "rounded-choice"] == [""] * noted
        segments = ["segment 1", "segment 2"]
        assert [note.where for note in twice.notes if note.code == "rounded-choice"] == segments[: 2 * noted]


# How much there is to gain.


def test_what_the_references_themselves_would_score() -> None:
    trace = nist(GUIDE_1, GUIDE)
    assert trace.of_references == tuple(nist(reference, GUIDE).score for reference in GUIDE)
    assert max(trace.of_references) < trace.most


def test_no_score_is_above_the_largest_information_of_each_order() -> None:
    trace = nist("b", ["a b", "a a"], max_n=2)
    assert [trace.largest(1), trace.largest(2)] == pytest.approx([2.0, math.log2(3)], rel=1e-15)
    assert trace.most == pytest.approx(2 + math.log2(3), rel=1e-15)
    assert trace.range == (0, math.inf)


# What the trace shows.


def test_it_is_told_in_nine_steps() -> None:
    trace = nist(GUIDE_1, GUIDE, lowercase=True)
    names = ["tokens", "information", "s_1", "s_2", "s_3", "s_4", "s_5", "brevity", "score"]
    assert [step.name for step in trace.steps()] == names
    outcomes = [plain.formula(step.outcome) for step in trace.steps()]
    assert outcomes[:3] == ["L_sys = 18", "words = 50", "s_1 = 4.204"]
    assert outcomes[-2:] == ["BP = 1", "NIST = 4.829"]


def test_the_table_of_an_order_has_what_each_match_is_worth() -> None:
    trace = nist(GUIDE_1, GUIDE, lowercase=True)
    table = next(part for part in trace.step("s_1").parts if isinstance(part, Table))
    row = next(row for row in table.rows if row[0] == Words(("the",)))
    assert [plain.cell(cell) for cell in row] == ["the", "3", "1", "4", "4", "3", "9", "50", "2.474", "7.422"]
    assert plain.cell((table.total or ())[-1]) == "75.68"


def test_the_references_that_count_are_shown() -> None:
    trace = nist("a b c", ["a x b y c", "a b z"], rules="nltk", max_n=2)
    table = next(part for part in trace.step("brevity").parts if isinstance(part, Table))
    assert [row[-1] for row in table.rows] == ["for n = 1", "for n = 2"]


def test_a_moment_says_what_a_match_gains() -> None:
    told = [plain.prose(one.text) for one in nist("the cat", ["the cat", "the dog"], max_n=1).moments() if one.row == 1]
    assert told == [
        '"cat" occurs once in the candidate.',
        '"cat" matches once.',
        '"cat" carries 2 bits.',
        '"cat" gains 2 bits.',
    ]


def test_the_bricks_show_what_earned_credit() -> None:
    words = nist("a a b z", ["a b", "b"]).picture.rows[0]
    assert [brick.state for brick in words.bricks] == ["clipped", "credited", "credited", "unmatched"]


def test_the_signature_names_every_choice() -> None:
    assert nist("a", ["a b"], rules="mteval-v13a", max_n=3).signature.startswith(
        "NIST-3 · mteval-v13a rules · tokens: mteval-13a · A to Z lower-cased · mean reference length · "
        'information by 2 words · prefix "0" counts as none · 1 reference · mtexplain '
    )


def test_texts_for_the_information_alone_are_in_the_record() -> None:
    trace = nist("кот 猫 <b>", ["кот", ""], corpus_references=["пёс", "кот"], max_n=2, matches="one reference")
    assert Nist.from_dict(json.loads(json.dumps(trace.to_dict(), ensure_ascii=False))) == trace


def test_a_record_that_was_changed_is_refused() -> None:
    record = nist("a", ["a"], corpus_references=["b"]).to_dict()
    with pytest.raises(InputError, match=r"corpus_references: .*references\[0\] among them"):
        Nist.from_dict({**record, "corpus_references": [["b"]]})
    corpus = corpus_nist(["a", "b"], [["a"], ["b"]]).to_dict()
    corpus["segments"][1]["rules"]["max_n"] = 2
    with pytest.raises(InputError, match=r"segments\[1\], rules"):
        CorpusNist.from_dict(corpus)


# What is odd but defined.


def codes(trace: Nist | CorpusNist) -> list[str]:
    return [note.code for note in trace.notes]


@pytest.mark.parametrize(
    ("candidate", "references", "max_n", "noted"),
    [
        ("a", ["a"], 1, ["weighs-nothing"]),  # in a text of one word there is nothing to learn from it: log2(1/1) = 0
        ("x y", ["a b"], 2, ["no-match"]),
        ("a b c", ["a b c"], 3, ["no-information"]),
        ("a b", ["a b", "a c"], 2, []),
        ("a b", ["a b"], 5, ["no-ngrams", "no-information"]),
    ],
)
def test_what_is_odd_about_matches_is_noted(
    candidate: str, references: list[str], max_n: int, noted: list[str]
) -> None:
    assert codes(nist(candidate, references, max_n=max_n)) == noted


def test_what_makes_the_score_0_is_told() -> None:
    weighs_nothing, no_match = nist("a", ["a"], max_n=1), nist("x y", ["a b"], max_n=2)
    assert weighs_nothing.score == no_match.score == 0
    assert not weighs_nothing.zero_groups
    assert not weighs_nothing.required_ngrams
    assert no_match.zero_groups == {1}
    assert no_match.required_ngrams == {("a",), ("b",)}


def test_nltks_own_stop_is_noted() -> None:
    assert "ZeroDivisionError" in nist("a", ["a b"], rules="nltk").notes[0].text
    assert "ZeroDivisionError" not in nist("a", ["a b"]).notes[0].text


def test_notes_of_a_corpus_say_which_segment() -> None:
    trace = corpus_nist(["", "a"], [["a"], ["a", ""]], max_n=1)
    assert [(note.code, note.where) for note in trace.notes if note.where] == [
        ("empty-candidate", "segment 1, candidate"),
        ("empty-reference", "segment 2, reference 2"),
    ]


# Settings.


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"max_n": 0}, "^max_n: .*max_n=5"),
        ({"max_n": True}, "^max_n: .*max_n=5"),
        ({"matches": "best"}, "^matches: .*one of all references, one reference"),
        ({"rules": NistRules("mine", zero_prefix="no")}, "^zero_prefix: .*one of as counted, none"),
        ({"rules": "sacrebleu"}, "^rules: .*one of paper, mteval-v13a, mteval-v11b, nltk"),
        ({"corpus_references": "a b"}, "^corpus_references: "),
        ({"corpus_references": []}, "^corpus_references: "),
        ({"corpus_references": [3]}, r"^corpus_references\[0\]: "),
        ({"tokenize": "words"}, "^tokenize: "),
    ],
)
def test_a_setting_that_cannot_be_is_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        nist("a", ["a"], **settings)


def test_rules_of_ones_own_are_taken() -> None:
    trace = nist("A b", ["a b"], rules=NistRules("mine", max_n=1, lowercase=True))
    assert trace.exact == "2/2"
    assert trace.signature.startswith("NIST-1 · mine rules")


def test_a_text_and_its_references_are_as_many() -> None:
    with pytest.raises(InputError, match="references: got 1 lists for 2 candidates"):
        corpus_nist(["a", "b"], [["a"]])


# What is built on a score.


def test_an_edit_says_which_order_it_moved() -> None:
    before = nist("the cat", ["the dog", "the dog"], max_n=2)
    edit = explain_edit(before, before.with_candidate(["the", "dog"]))
    assert edit.won == {1: {("dog",): 1}, 2: {("the", "dog"): 1}}
    assert edit.log_change == pytest.approx(edit.after.score - edit.before.score, rel=1e-12)
    assert [term.name for term in edit.terms if term.value] == ["BP * s_1"]


def test_the_smallest_fix_puts_in_a_word_that_tells_something() -> None:
    fix = smallest_fix("x", ["a b"], metric=nist)
    assert fix is not None
    (edit,) = fix
    assert edit.kind == "insert"
    assert edit.score > 0
    told = [
        plain.prose(part) for part in explain_edit(edit.after, nist("x", ["a b"])).overview if isinstance(part, Prose)
    ]
    assert told[0] == 'The score is 0, because none of these is in a reference: "x".'


def test_leaving_out_a_token_keeps_what_is_known() -> None:
    changes = leave_one_out("the cat sat", ["the cat sat on the mat"], metric=nist).changes
    assert changes[2].after.score == nist("the cat", ["the cat sat on the mat"]).score
