"""Whose number is this: the search finds the settings that made a number, and is honest where none did."""

import json
import random
from typing import Any

import pytest

from mtexplain import InputError, bleu, corpus_bleu, which_rules
from mtexplain.explain.disagreements.search import Counted, changes, settings
from mtexplain.rules import RULES
from tools.record import corpora

TEXT = "The cat sat.", ["A cat sat here.", "the Cat sat"]


def test_a_score_from_counts_is_the_score_of_the_trace() -> None:
    draw = random.Random(1)
    several = [one for number in (0, 1, 2) for one in draw.sample(list(settings(number)), 10)]
    for corpus in corpora("which", 60):
        counted = Counted(corpus["candidates"], corpus["references"])
        for rules, _ in several:
            assert counted.score(rules) == corpus_bleu(corpus["candidates"], corpus["references"], rules=rules).uncut


def test_every_setting_is_another_one_and_none_says_what_its_base_says() -> None:
    assert [rules.name for rules, _ in settings(0)] == list(RULES)
    one = [rules for rules, _ in settings(1)]
    assert not set(one) & set(RULES.values())
    assert len(set(one)) == len(one) > 300
    assert "coco-java" not in [change.fields.get("tokenize") for change in changes()]


@pytest.mark.parametrize("name", RULES)
def test_what_a_tool_prints_is_found_with_that_tool(name: str) -> None:
    """Unless another one prints the same. Where a float is printed whole, four digits of it are asked for."""
    for corpus in corpora(f"which {name}", 20):
        text = corpus["candidates"], corpus["references"]
        reported = f"{corpus_bleu(*text, rules=name).score:.4f}"
        found = which_rules(*text, reported)
        assert name in [match.rules.name for match in found.matches]
        assert {len(match.changes) for match in found.matches} == {0}


def test_all_matches_print_the_number() -> None:
    for reported in ("0.50", "35.4", "12.3", "0.0"):
        found = which_rules(*TEXT, reported)
        digits = len(reported.partition(".")[2])
        for match in found.matches:
            score = bleu(*TEXT, rules=match.rules).score
            assert reported in (f"{score:.{digits}f}", f"{100 * score:.{digits}f}")


def test_fewest_changes_come_first() -> None:
    assert [match.rules.name for match in which_rules(*TEXT, "35.4").matches] == ["sacrebleu", "sacrebleu-sentence"]
    one = which_rules(*TEXT, "0.50")
    assert {len(match.changes) for match in one.matches} == {1}
    assert ("sacrebleu", "BLEU-2") in [(match.rules.name, match.told) for match in one.matches]
    both = which_rules("The Cat sat on the mat.", ["the cat sat on the mat!"], "84.1")
    assert {len(match.changes) for match in both.matches} <= {1, 2}


def test_two_changes_are_found() -> None:
    text = ["The Cat sat on the mat today."], [["the cat sat on the mat!"]]
    rules = {"tokenize": "intl", "lowercase": True, "max_n": 3}
    reported = f"{corpus_bleu(*text, rules='sacrebleu', **rules).reported:.3f}"  # type: ignore[arg-type]
    found = which_rules(*text, reported)
    assert found.rules is not None
    assert f"{corpus_bleu(*text, rules=found.rules).score * 100:.3f}" == reported


def test_where_none_prints_it_it_says_so_and_shows_the_nearest() -> None:
    found = which_rules(*TEXT, "77.7")
    assert found.matches == ()
    assert found.rules is None
    assert found.tried > 5_000
    assert "None of " in str(found)
    assert "The nearest:" in str(found)
    scores = [match.score for match in found.nearest]
    assert [abs(score - 0.777) for score in scores] == sorted(abs(score - 0.777) for score in scores)


def test_nltk_s_tiny_zero_and_a_score_above_1_are_found() -> None:
    tiny = which_rules("a b", ["a c"], f"{bleu('a b', ['a c'], rules='nltk').reported:.4e}")
    assert [(match.rules.name, match.changes) for match in tiny.matches] == [("nltk", ())]
    above = which_rules(
        "a b c d e",
        ["a b c d e"],
        f"{bleu('a b c d e', ['a b c d e'], rules='nltk', smoothing='nltk-method5').reported:.4f}",
    )
    assert "smoothing nltk-method5" in [match.told for match in above.matches]
    assert all(match.score > 1 for match in above.matches)


def test_where_several_scores_round_to_it_a_note_says_so() -> None:
    seen = set()
    for reported in ("0", "1", "35.4", "35.36", "0.50"):
        found = which_rules(*TEXT, reported)
        several = len({match.score for match in found.matches}) > 1
        assert ("not-unique" in [note.code for note in found.notes]) == several
        seen.add((several, len(found.matches) > 1))
    assert seen >= {(True, True), (False, True)}  # several settings with one score are no reason for it


def test_all_views_show_it() -> None:
    found = which_rules(*TEXT, "35.36")
    assert "35.36 is the number of these rules, as they are: sacrebleu, sacrebleu-sentence." in str(found)
    assert "as it is" in found.to_html()
    assert "sacrebleu-sentence" in found.to_latex().replace("{-}", "-")
    assert list(found.to_frame()["rules"]) == ["sacrebleu, sacrebleu-sentence"]
    assert json.loads(json.dumps(found.to_dict()))["matches"][0] == {
        "rules": "sacrebleu",
        "changes": [],
        "score": found.matches[0].score,
    }
    assert repr(found) == "WhichRules(35.36: sacrebleu: as it is; sacrebleu-sentence: as it is)"


@pytest.mark.parametrize(
    ("reported", "message"),
    [
        (24.0, "Put it in quotes"),
        (24, "Put it in quotes"),
        ("", "expected the number as it was printed"),
        ("24,0", "expected the number as it was printed"),
        ("-1", "expected the number as it was printed"),
        ("201", "expected the number as it was printed"),
        ("nan", "expected the number as it was printed"),
        ("1e2", "expected the number as it was printed"),
        ("1e-1000", "expected the number as it was printed"),
        ("٢٤", "expected the number as it was printed"),
        ("24.0\n", "expected the number as it was printed"),
        ("9" * 10_000, "expected the number as it was printed"),
    ],
)
def test_what_is_no_number_is_refused(reported: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        which_rules(*TEXT, reported)


def test_text_that_cannot_be_scored_is_refused() -> None:
    with pytest.raises(InputError):
        which_rules("a", "a", "24.0")  # type: ignore[arg-type]
