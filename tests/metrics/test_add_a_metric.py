"""The metric in CONTRIBUTING.md: forty lines give it every view and edits, further lines a text and mistakes."""

import re
import sys
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

import mtexplain as m
from mtexplain.explain.practice import misconceptions as known
from mtexplain.explain.practice.misconceptions import Catalogue, of_subject, subjects
from mtexplain.explain.practice.working import diagnosis
from tests.places import ROOT

GUIDE = ROOT / "CONTRIBUTING.md"
TEXTS = "the the cat", ["the cat sat"]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The metric as a module, which knows its mistakes."""
    metric, *more = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert len(list(filter(None, metric.splitlines()))) < 40
    source = "\n".join((metric, *more))
    module = ModuleType("word_f")
    monkeypatch.setitem(sys.modules, "word_f", module)
    exec(compile(source, "word_f", "exec"), vars(module))
    monkeypatch.setattr(known, "subjects", lambda: (*subjects(), vars(module)["WORD_F"]))
    own = vars(module)["MISTAKES"]
    monkeypatch.setattr(
        diagnosis, "of_subject", lambda one: own if one is vars(module)["WORD_F"] else Catalogue(of_subject(one))
    )
    return module


def test_it_has_a_trace_with_every_view(toy: Any) -> None:
    trace = toy.word_f(*TEXTS)
    assert trace.score == pytest.approx(2 / 3)
    assert [step.numbers for step in trace.steps()] == ["1 + 1", "(2 * 2) / 6"]
    assert "F = (2 * 2) / 6 = 0.6667" in str(trace)
    assert "<b>1 · Words</b>" in trace.to_html()
    assert r"\begin{document}" in trace.to_latex()
    assert trace.to_dict()["matches"] == 2


def test_it_is_told_moment_by_moment(toy: Any) -> None:
    assert len(m.stepper(toy.word_f(*TEXTS)).story["moments"]) == len(toy.word_f(*TEXTS).moments()) == 2


def test_it_is_played_with_and_edited(toy: Any) -> None:
    panel = m.what_if(toy.word_f, *TEXTS)
    panel.candidate = "the cat"
    assert panel.score
    assert panel.score.score == 0.8
    assert m.explain_edit(toy.word_f(*TEXTS), panel.score).change == pytest.approx(0.8 - 2 / 3)
    assert m.best_edits(*TEXTS, metric=toy.word_f)[0].token == "sat"


def test_its_mistakes_are_diagnosed(toy: Any) -> None:
    found = m.check_working(*TEXTS, metric=toy.word_f, m=3, score=1)
    assert [one.name for one in found.misconceptions] == ["word-f-no-clipping"]
    assert toy.MISTAKES[0].smallest.shows == ("m", "score")


def test_it_has_a_text(toy: Any) -> None:
    whole = toy.corpus_word_f(["the the cat", "a"], [["the cat sat"], ["b"]])
    assert (whole.matches, whole.length, whole.score) == (2, 8, 0.5)
    assert toy.CorpusWordF.from_dict(whole.to_dict()) == whole


def test_its_example_is_right(toy: Any) -> None:
    (example,) = toy.EXAMPLES
    assert example.trace().score == pytest.approx(float(Fraction(example.numbers[0].right)))


def test_an_edit_says_which_words_match_now_and_of_a_text_what_moved(toy: Any) -> None:
    edit = m.explain_edit(toy.word_f("a b", ["a b c"]), toy.word_f("a b c", ["a b c"]))
    assert 'You added "c". One more word matches.' in str(edit)
    whole = m.explain_edit(*(toy.corpus_word_f([text], [["a b c"]]) for text in ("a b", "a b c")))
    assert "before -0.2231; log(2 · m) +0.406; -log l -0.183; now 0." in str(whole)
    begun = str(m.explain_edit(toy.word_f("d", ["a"]), toy.word_f("a", ["a"])))
    assert 'You replaced "d" with "a". One more word matches.\n' in begun
    assert "\nThe score is no longer 0, because log(2 · m) is no longer log 0." in begun


def test_before_it_is_listed_check_working_says_so(toy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "subjects", subjects)
    with pytest.raises(m.InputError, match=r"First list your own metric in mtexplain/metrics/table.py"):
        m.check_working(*TEXTS, metric=toy.word_f, score=1)


def test_check_working_wants_sentences_and_no_trace(toy: Any) -> None:
    with pytest.raises(m.InputError, match=r"Pass the sentences, not the trace, as in check_working\(candidate"):
        m.check_working(toy.word_f(*TEXTS), metric=toy.word_f, score=1)
