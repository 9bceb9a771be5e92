"""Any metric under each of its sets of rules: what each gives, and where it differs from the first."""

import pytest

from mtexplain import InputError, bleu, compare
from mtexplain.display import html, latex, plain
from mtexplain.explain.tools.disagreements.side_by_side import SideBySide
from mtexplain.rules import RULES

TEXT = ("The cat sat.", ["the cat sat down."])


def found(*rules: str) -> SideBySide:
    return compare(*TEXT, rules or None, metric=bleu, max_n=2)


def test_every_set_of_rules_of_the_metric_is_there_and_scores_as_it_does_alone() -> None:
    rows = found().rows
    assert [row.rules for row in rows] == list(RULES)
    assert [row.score for row in rows] == [bleu(*TEXT, rules=name, max_n=2) for name in RULES]


def test_each_parts_from_the_first_at_its_first_other_step() -> None:
    rows = found("paper", "multi-bleu", "nltk", "sacrebleu", "paper").rows
    assert [row.parts_at for row in rows] == [None, "Reported", "Smoothing", "Tokens", None]


def test_other_tokens_are_another_step_also_where_there_are_as_many() -> None:
    lower = compare("The cat", ["the cat"], ["paper", "mteval-v11b"], metric=bleu)
    assert lower.rows[1].parts_at == "Tokens"


def test_steps_that_only_some_rules_have_stand_where_these_have_them() -> None:
    table = found("paper", "sacrebleu").step("steps").parts[0]
    assert [row[0] for row in table.rows] == ["Tokens", "Words", "Pairs", "Smoothing", "Brevity", "Score", "Reported"]  # type: ignore[union-attr]


def test_every_view_shows_the_same_scores() -> None:
    trace = found("paper", "sacrebleu", "coco")
    for name, score in zip(trace.names, trace.scores, strict=True):
        for written in (plain.trace(trace), html.trace(trace)):
            assert name in written
            assert plain.cell(trace.table.rows[trace.names.index(name)][1]) in written
        assert score.exact
    assert latex.document(trace)
    assert trace.to_frame().shape == (3, 4)
    assert [row["parts_from_the_first"] for row in trace.to_dict()["rows"]] == [None, "Tokens", "Tokens"]


def test_a_note_says_whose_it_is_where_it_belongs_to_some_alone() -> None:
    texts = [str(note) for note in found("paper", "nltk").notes]
    assert any(text.startswith("nltk: NLTK should return 0") for text in texts)


def test_a_metric_without_sets_of_rules_is_refused() -> None:
    def mine(candidate: str, references: list[str]) -> None:
        """Whatever."""

    with pytest.raises(InputError, match="sets of rules"):
        compare(*TEXT, metric=mine)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="rules: got none"):
        compare(*TEXT, [], metric=bleu)
    with pytest.raises(InputError, match="one of paper, sacrebleu"):
        compare(*TEXT, ["papr"], metric=bleu)


def test_scores_that_are_shown_alike_are_one() -> None:
    """coco adds so little that no shown digit changes."""
    trace = compare("a b c d e", ["a b c d x"], ["paper", "coco"], metric=bleu)
    assert trace.scores[0].score != trace.scores[1].score
    assert trace.headline.value == "one score"
    assert "2 sets of rules give the same score, 0.6687, to the digits shown." in str(trace)
