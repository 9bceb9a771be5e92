"""What is said of a slip of the pen in a metric's own files: what is missing, and what to write."""

from types import ModuleType

import pytest

import mtexplain as m
from mtexplain.by_hand.mistakes import read_changes
from mtexplain.by_hand.subject import Subject
from mtexplain.metrics import parts
from mtexplain.metrics.cider.mistakes import CIDER_D_SUBJECT, NoIdf


@pytest.mark.parametrize("changes", [{}, {"cider-mine": NoIdf}])
def test_a_mistake_in_a_file_has_a_class_beside_it(changes: dict[str, type[object]]) -> None:
    with pytest.raises(KeyError, match=r"cider: .*cider-.* must be in mistakes.toml and have a class"):
        read_changes("mtexplain.metrics.cider", (CIDER_D_SUBJECT,), changes)


def test_a_mistake_at_a_place_that_is_no_number_is_told() -> None:
    with pytest.raises(KeyError, match=r"CaptionCider has no penalti, the place of a mistake. It has .*penalty"):
        CIDER_D_SUBJECT.right("penalti", m.caption_cider_d("ab", ["abc"]))


# Texts, and a module that lacks something.


def test_a_metric_without_a_form_for_texts_says_so() -> None:
    alone = Subject("METEOR", m.meteor)
    assert alone.metrics == (m.meteor,)
    assert alone.score("ab", ["abc"]) == m.meteor("ab", ["abc"])
    with pytest.raises(m.InputError, match="METEOR scores a single sentence and has no function for a text"):
        alone.score(["ab"], [["abc"]])


def test_a_module_that_lacks_its_mistakes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "METRICS", {"word F": ("word_f", "word_f", {})})
    monkeypatch.setattr(parts, "import_module", ModuleType)
    with pytest.raises(AttributeError, match=r"^metrics/word_f.py has no SUBJECTS; write SUBJECTS = \(…\)$"):
        parts.parts("SUBJECTS")


# Orders.


def test_a_claim_is_told_by_the_label_of_its_order() -> None:
    found = m.check_working("ab cd", ["ab cd ef"], metric=m.chrf, max_n=1, word_order=1, p=[1, "1/3"])
    assert str(found).startswith("P_w1 = 2/2\n")
    assert [step.name for step in found.steps()] == ["n_w1"]
