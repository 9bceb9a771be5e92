"""ROUGE's settings: sets of rules, keywords that win over them, what is refused and how, what a signature says."""

import math
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from typing import Any

import pytest

from mtexplain import InputError, __version__
from mtexplain.metrics.rouge import (
    COCO,
    PAPER,
    ROUGE_155,
    ROUGE_SCORE,
    ROUGE_SCORE_STEM,
    RULES,
    RougeRules,
    rouge_l,
    rouge_l_sum,
    rouge_n,
    rouge_s,
    rouge_su,
    rouge_w,
)
from mtexplain.metrics.rouge.rules import resolve_rules
from mtexplain.text.rouge import tokenize_rouge_155

ALL = (rouge_n, rouge_l, rouge_l_sum, rouge_w, rouge_s, rouge_su)
every_function = pytest.mark.parametrize("function", ALL, ids=lambda function: function.__name__)


def test_the_paper_takes_words_as_they_stand_f1_and_the_best_reference() -> None:
    expected = RougeRules(
        "paper",
        "whitespace",
        lowercase=False,
        tool="Lin 2004",
        n=2,
        max_skip=None,
        weight=Fraction(2),
        beta=Fraction(1),
        references_by="best",
        best_by="score",
        union="clipped",
        words="all",
        runs="in both",
        recall_total="f(m)",
        rounding="none",
    )
    assert expected == PAPER


def test_every_tool_has_its_rules_under_its_name() -> None:
    assert list(RULES) == ["paper", "rouge-1.5.5", "rouge-score", "rouge-score-stem", "coco"]
    assert list(RULES.values()) == [PAPER, ROUGE_155, ROUGE_SCORE, ROUGE_SCORE_STEM, COCO]


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        PAPER.beta = None  # type: ignore[misc]


@every_function
def test_rules_are_given_as_a_set_or_by_name(function: Any) -> None:
    texts = "The cat", ["the cat"]
    assert function(*texts, rules="ROUGE_SCORE") == function(*texts, rules=ROUGE_SCORE)
    assert function(*texts, rules="rouge-score").score > function(*texts).score


def test_a_keyword_wins_and_none_is_as_the_rules_say() -> None:
    rules = replace(PAPER, n=3, weight=Fraction(3), max_skip=4, beta=Fraction(2), references_by="pooled")
    texts = "a b c", ["a b d"]
    assert rouge_n(*texts, rules=rules).rules == rules
    assert rouge_n(*texts, 1, rules=rules).rules == replace(rules, n=1)
    assert rouge_w(*texts, weight=1.2, rules=rules).rules == replace(rules, weight=Fraction(6, 5))
    assert rouge_s(*texts, max_skip=0, rules=rules).rules == replace(rules, max_skip=0)
    assert rouge_l(*texts, beta=math.inf, rules=rules).rules == replace(rules, beta=None)
    assert rouge_l(*texts, references_by="best", rules=rules).rules == replace(rules, references_by="best")
    assert rouge_l(*texts, tokenize="char", lowercase=True).rules == replace(PAPER, tokenize="char", lowercase=True)


def test_what_is_asked_for_again_is_the_same_and_true_is_not_1() -> None:
    assert resolve_rules("paper", n=1) == resolve_rules("paper", n=1)
    with pytest.raises(InputError, match="n: got bool, True"):
        resolve_rules("paper", n=True)


SHARED: list[tuple[dict[str, Any], str]] = [
    ({"rules": "rouge"}, "rules: got a string, 'rouge'; expected one of paper, rouge-1.5.5"),
    ({"rules": None}, "rules: got None; expected a set of rules"),
    ({"beta": -1}, "beta: got int, -1; expected a number from 0 to 1000"),
    ({"beta": math.nan}, "beta: got float, nan"),
    ({"beta": -math.inf}, "beta: got float, -inf"),
    ({"beta": "1"}, "beta: got a string, '1'"),
    ({"beta": 1001}, "For recall alone, write beta=math.inf"),
    ({"references_by": "average"}, "references_by: got a string, 'average'; expected one of best, pooled, jackk"),
    ({"references_by": "jackknife"}, "references: got 1 reference; expected 2 or more"),
    ({"references_by": "jackknife"}, 'rite references_by="best"'),
    ({"tokenize": "rouge"}, "tokenize: got a string, 'rouge'"),
    ({"lowercase": 1}, "lowercase: got int, 1"),
]
OWN = [
    (rouge_n, {"n": 0}, "n: got int, 0; expected a whole number from 1 to 1000. ROUGE-2 is n=2."),
    (rouge_n, {"n": 1.0}, "n: got float, 1.0"),
    (rouge_n, {"n": "2"}, "n: got a string, '2'"),
    (rouge_w, {"weight": 0.5}, "weight: got float, 0.5; expected a number from 1 to 100"),
    (rouge_w, {"weight": math.inf}, "weight: got float, inf"),
    (rouge_w, {"weight": [2]}, "weight: got list"),
    (rouge_w, {"rules": ["paper"]}, "rules: got list"),
    (rouge_s, {"max_skip": -1}, "max_skip: got int, -1"),
    (rouge_su, {"max_skip": 1.5}, "max_skip: got float, 1.5"),
    *(
        (rouge_l, {"rules": RougeRules(**{**vars(PAPER), field: "mine"})}, f"{field}: got a string, 'mine'; expected")
        for field in ("best_by", "union", "words", "runs", "recall_total", "rounding")
    ),
]


@pytest.mark.parametrize(
    ("function", "settings", "message"), [*((function, *row) for function in ALL for row in SHARED), *OWN]
)
def test_what_is_refused_says_where_what_and_what_instead(
    function: Any, settings: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        function("a", ["a"], **settings)
    assert message in str(caught.value)


@every_function
def test_wrong_texts_are_refused_as_everywhere(function: Any) -> None:
    for texts, message in (
        (("a", "a"), "references: got a string, 'a'; expected a list of strings"),
        (("a", []), "references: got an empty list"),
        ((["a"], ["a"]), "candidate: got list"),
        (("a", [None]), "references[0]: got None"),
        (("a\ud800", ["a"]), "a lone surrogate"),
    ):
        with pytest.raises(InputError) as caught:
            function(*texts)
        assert message in str(caught.value)


@every_function
def test_a_tokeniser_of_ones_own_is_kept_by_its_name(function: Any) -> None:
    def letters(text: str) -> list[str]:
        return list(text.replace(" ", ""))

    trace = function("ab", ["a b"], tokenize=letters)
    assert (trace.score, trace.rules.tokenize.endswith("letters()")) == (1, True)


def test_a_tokeniser_that_fails_on_a_line_says_on_which() -> None:
    def shy(text: str) -> list[str]:
        if "b" in text:
            raise RuntimeError("no b")
        return text.split()

    with pytest.raises(RuntimeError) as caught:
        rouge_l_sum("a\nb", ["a"], tokenize=shy)
    (note,) = caught.value.__notes__
    assert note.endswith("shy() failed on candidate, line 2.")


@pytest.mark.parametrize(
    ("trace", "name", "read", "choices"),
    [
        (rouge_n("a", ["a"], 1), "ROUGE-1 · paper", "whitespace · case kept", "F1 · best reference · 1 reference"),
        (
            rouge_l("a", ["a", "b"], rules="coco"),
            "ROUGE-L · coco",
            "coco · lower-cased by the tokeniser",
            "F1.2 · best recall and best precision of any reference · 2 references",
        ),
        (
            rouge_s("a", ["a"], max_skip=4, beta=math.inf),
            "ROUGE-S4 · paper",
            "whitespace · case kept",
            "recall · best reference · at most 4 words between · 1 reference",
        ),
        (
            rouge_su("a", ["a", "b"], rules="rouge-1.5.5", references_by="best", beta=0),
            "ROUGE-SU · rouge-1.5.5",
            "rouge-1.5.5 · lower-cased by the tokeniser",
            "precision · best reference · the best reference is the one with the best recall · any gap · the last word "
            "does not count · rounded to five digits at every step · 2 references",
        ),
        (
            rouge_w("a", ["a"], weight=1.2),
            "ROUGE-W · paper",
            "whitespace · case kept",
            "F1 · best reference · weight 1.2 · 1 reference",
        ),
        (
            rouge_l_sum("a", ["a"], lowercase=True),
            "ROUGE-Lsum · paper",
            "whitespace · lower-cased",
            "F1 · best reference · a word of the candidate matches once · 1 reference",
        ),
    ],
)
def test_a_signature_says_every_choice_that_matters(trace: Any, name: str, read: str, choices: str) -> None:
    assert trace.signature == f"{name} rules · tokens: {read} · {choices} · mtexplain {__version__}"


def test_the_best_reference_may_be_another_by_recall_than_by_f() -> None:
    """All of a short reference is found; less of the long one is found, but the precision is high."""
    texts = "a b c d e f", ["a", "a b c d e f g h"]
    assert rouge_n(*texts, 1).chosen == (1,)
    by_recall = rouge_n(*texts, 1, rules=replace(PAPER, best_by="recall"))
    assert by_recall.chosen == (0,)
    assert by_recall.score == pytest.approx(2 / 7)


def test_unclipped_unions_are_those_of_the_formula_as_printed() -> None:
    """The word a of the candidate is counted in both lines: three matches of two words."""
    rules = replace(PAPER, union="as printed")
    trace = rouge_l_sum("a b", ["a\na b"], rules=rules)
    assert (str(trace.recall), str(trace.precision), trace.score) == ("3/3", "2/2", 1)
    assert "above-1" in {note.code for note in trace.notes}
    assert str(rouge_l_sum("a b", ["a\na b"]).recall) == "2/3"


def test_words_of_a_union_are_listed_beside_equal_ones_of_the_candidate() -> None:
    """Each counted word of the reference, its number and its partner's; unclipped, used-up partners serve again."""
    texts = "the b\nb c", ["c the\nthe x"]
    once = [(1, 4), (2, 1)]
    for union, pairs in (("clipped", once), ("as printed", [*once, (3, 1)])):
        trace = rouge_l_sum(*texts, rules=replace(PAPER, union=union))
        assert [tuple(row[2:]) for row in trace.table.rows] == pairs
        assert [(row.ngram, row.times, row.credited) for row in trace.credits] == [
            (("the",), 1, 1), (("b",), 2, 0), (("c",), 1, 1),
        ]  # fmt: skip


def test_a_word_of_a_union_has_its_partner_in_the_longest_run() -> None:
    trace = rouge_l_sum("the the cat on the mat", ["there is a cat on the mat"])
    assert [tuple(row[2:]) for row in trace.table.rows] == [(4, 3), (5, 4), (6, 5), (7, 6)]
    assert [brick.state for brick in trace.picture.rows[0].bricks][2:] == ["credited"] * 4


def test_the_beta_that_a_trace_is_asked_for_is_checked() -> None:
    with pytest.raises(InputError, match="beta: got int, -1"):
        rouge_l("a", ["a"]).f_beta(-1)


def test_rouge_155_reads_bytes_and_keeps_a_to_z_and_digits() -> None:
    assert tokenize_rouge_155("Ärger, Naïve-5 X_y\u212a\n1.5") == ("rger", "na", "ve", "5", "x", "y", "1", "5")
