"""The smallest fix of an infinite perplexity, compared with every sentence that as many edits lead to."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import ngram_perplexity, smallest_fix, what_if
from mtexplain.explain.edits.distance import shortest
from mtexplain.metrics.perplexity import NgramPerplexity
from tests.edits.test_token_edits import fewest
from tests.panels import press, score

SAM = ["I am Sam", "Sam I am", "I do not like green eggs and ham"]
Tokens = tuple[str, ...]

texts = st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=4).map(" ".join), min_size=1, max_size=2)
candidates = st.lists(st.sampled_from("abx"), max_size=4).map(" ".join)
models = st.fixed_dictionaries(
    {"n": st.integers(1, 3), "markers": st.sampled_from(["from pairs on", "always", "both sides", "never"])}
)


@given(candidates, texts, models)
def test_no_fewer_edits_will_do(candidate: str, references: list[str], model: dict[str, object]) -> None:
    start = ngram_perplexity(candidate, references, **model)  # type: ignore[arg-type]
    fix = smallest_fix(candidate, references, metric=ngram_perplexity, **model)
    assert fewest(start, 3) == (math.inf if fix is None or len(fix) > 3 else len(fix))
    assert not fix or not math.isinf(fix[-1].score)


@given(candidates, texts, models)
def test_the_language_of_a_model_is_what_it_holds_possible(
    candidate: str, references: list[str], model: dict[str, object]
) -> None:
    trace: NgramPerplexity = ngram_perplexity(candidate, references, **model)  # type: ignore[arg-type]
    assert trace.automaton is not None
    assert trace.automaton.holds(trace.candidate) == (not math.isinf(trace.score))


def test_several_edits_are_told_one_by_one() -> None:
    fix = smallest_fix("ham likes eggs", SAM, metric=ngram_perplexity)
    assert fix is not None
    assert len(fix) == 3
    assert math.isinf(fix[0].score)
    assert 1 < fix[-1].score < math.inf
    assert "nan" not in str(fix) + fix._repr_html_()


def test_words_are_put_between_two_that_are_swapped() -> None:
    ways = list(shortest(("b", "a"), ngram_perplexity("x", ["a x b"]).automaton))  # type: ignore[arg-type]
    assert [[change.kind for change in way] for way in ways] == [["swap", "insert"]]
    start: Tokens = ("b", "a")
    for change in ways[0]:
        start = change.applied(start)
    assert start == ("a", "x", "b")


def test_words_are_taken_out_between_two_that_are_swapped() -> None:
    ways = list(shortest(("b", "x", "a"), ngram_perplexity("x", ["a b"]).automaton))  # type: ignore[arg-type]
    assert [change.kind for change in ways[0]] == ["delete", "swap"]


@pytest.mark.parametrize("text", ["", "a"])
def test_where_nothing_can_be_learned_there_is_none(text: str) -> None:
    assert smallest_fix("b", [text], metric=ngram_perplexity, n=3, markers="never") is None


def test_with_smoothing_there_is_no_need() -> None:
    trace = ngram_perplexity("x", SAM, smoothing="add-k")
    assert trace.automaton is None
    assert list(smallest_fix("x y z", SAM, metric=ngram_perplexity, smoothing="add-k") or []) == []


def test_the_panel_offers_all_edits_at_once() -> None:
    panel = what_if(ngram_perplexity, "ham ham ham", SAM)
    panel.opened = ["smallest-fix"]
    (fold,) = [content for key, _, content in panel.screen["folds"] if key == "smallest-fix"]
    assert "Do all 3" in fold
    press(panel, "try", key="smallest-fix", place=2)
    assert not math.isinf(score(panel).score)
