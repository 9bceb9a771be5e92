"""Wherever a metric is asked for, its function or its name will do. For anything else, the error lists the names."""

from collections.abc import Callable
from inspect import signature
from typing import Any

import pytest

import mtexplain as m
from mtexplain.explain.metric import sentence_metrics, text_metrics
from mtexplain.inputs import InputTypeError
from mtexplain.metrics.table import METRICS

SENTENCE = "the cat sat", ["the cat sat down"]
TEXT = ["the cat sat", "a dog"], [["the cat sat down"], ["a dog ran"]]
CAPTIONS = m.evaluate_captions(
    {"images": [{"id": 1}], "annotations": [{"image_id": 1, "caption": "a cat"}]}, [{"image_id": 1, "caption": "a cat"}]
)
OF_SENTENCES: dict[str, Callable[[Any], Any]] = {
    "best_edits": lambda metric: m.best_edits(*SENTENCE, metric=metric),
    "leave_one_out": lambda metric: m.leave_one_out(*SENTENCE, metric=metric),
    "smallest_fix": lambda metric: m.smallest_fix(*SENTENCE, metric=metric),
    "compare": lambda metric: m.compare(*SENTENCE, metric=metric),
    "what_if": lambda metric: m.what_if(metric, *SENTENCE).score,
    "check_working": lambda metric: m.check_working(*SENTENCE, metric=metric, score=0.5),
    "misconceptions.of": lambda metric: m.misconceptions.of(metric),
}
OF_TEXTS: dict[str, Callable[[Any], Any]] = {
    "bootstrap": lambda metric: m.bootstrap(*TEXT, metric, draws=9),
    "paired_bootstrap": lambda metric: m.paired_bootstrap(TEXT[0], TEXT[0], TEXT[1], metric, draws=9),
    "paired_approximate_randomization": lambda metric: m.paired_approximate_randomization(
        TEXT[0], TEXT[0], TEXT[1], metric, draws=9
    ),
    "paired_tests": lambda metric: m.paired_tests({"one": TEXT[0], "two": TEXT[0]}, TEXT[1], metric=metric, draws=9),
    "blocks": lambda metric: m.blocks(*TEXT, metric, size=1),
    "stability": lambda metric: m.stability({"one": TEXT[0]}, TEXT[1], metric),
}
CALLS = {**OF_SENTENCES, **OF_TEXTS}
each = pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)


def test_every_public_function_that_takes_a_metric_is_held_to_it() -> None:
    functions = {name: getattr(m, name) for name in m.__all__ if callable(getattr(m, name))} | {"what_if": m.what_if}
    taking = {name for name, one in functions.items() if name.islower() and "metric" in signature(one).parameters}
    assert taking - {"worth"} <= {*CALLS}


@pytest.mark.parametrize("call", OF_SENTENCES.values(), ids=OF_SENTENCES)
@pytest.mark.parametrize(
    ("names", "function"), [(["bleu", "BLEU"], m.bleu), (["chrf", "chrF"], m.chrf), (["rouge_l", "ROUGE-L"], m.rouge_l)]
)
def test_a_sentence_is_scored_by_a_metric_of_that_name(
    call: Callable[[Any], Any], names: list[str], function: Any
) -> None:
    assert {str(call(name)) for name in names} == {str(call(function))}


@pytest.mark.parametrize("call", OF_TEXTS.values(), ids=OF_TEXTS)
@pytest.mark.parametrize(
    ("names", "function"),
    [(["bleu", "corpus_bleu", "BLEU"], m.corpus_bleu), (["chrF", "corpus_chrf"], m.corpus_chrf),
     (["nist", "NIST"], m.corpus_nist)],
)  # fmt: skip
def test_a_text_is_scored_by_a_metric_of_that_name(call: Callable[[Any], Any], names: list[str], function: Any) -> None:
    assert {str(call(name)) for name in names} == {str(call(function))}


@each
@pytest.mark.parametrize("wrong", [float, m.Bleu, 3, None, [], m.bleu("a", ["a"])], ids=lambda one: type(one).__name__)
def test_what_is_no_metric_is_told_the_names(call: Callable[[Any], Any], wrong: Any) -> None:
    if wrong is None and call is CALLS["compare"]:
        return  # there it means BLEU
    expected = "a metric, given as a function or by name: bleu,"
    with pytest.raises(InputTypeError, match=rf"^metric: got .*; expected {expected}") as caught:
        call(wrong)
    assert bool(caught.value.fix) == isinstance(wrong, m.Bleu)


@each
def test_an_unknown_name_is_told_the_nearest(call: Callable[[Any], Any]) -> None:
    with pytest.raises(m.InputError, match=r"'belu'; expected .*: bleu, .*Did you mean 'bleu'\?$"):
        call("belu")
    with pytest.raises(m.InputError, match=r"^metric: got a string, ''; expected [^?]*$"):
        call("")


@pytest.mark.parametrize("function", [len, m.perplexity, m.corpus_bleu, print], ids=lambda one: one.__name__)
@pytest.mark.parametrize("name", ["best_edits", "leave_one_out", "smallest_fix"])
def test_a_function_of_something_else_is_an_input_error(function: Any, name: str) -> None:
    with pytest.raises(m.InputError):
        OF_SENTENCES[name](function)


def test_a_caption_is_scored_by_a_name_of_ours_or_a_function() -> None:
    for one, other in (("BLEU-4", m.bleu), ("BLEU-4", "bleu"), ("ROUGE-L", m.rouge_l), ("CIDEr-D", m.cider_d),
                       ("CIDEr-D", m.caption_cider_d), ("METEOR", "meteor"), ("BLEU-2", "bleu_2")):  # fmt: skip
        assert CAPTIONS.whole(one) is CAPTIONS.whole(other)
        assert CAPTIONS.trace(1, other).score == CAPTIONS.trace(1, one).score
    for wrong in (float, m.chrf, "chrf", 3, None, ""):
        with pytest.raises(m.InputError, match="expected one of BLEU-1, BLEU-2, BLEU-3, BLEU-4, METEOR, ROUGE-L"):
            CAPTIONS.whole(wrong)  # type: ignore[arg-type]


def test_every_function_of_the_table_has_a_name_that_works() -> None:
    names = {name for _, public, _ in METRICS.values() for name in public.split() if name.islower()}
    neither = {"document_frequencies", "perplexity", "distribution_perplexity"}  # they score no sentence
    assert names - neither == {one.__name__ for one in (*sentence_metrics().values(), *text_metrics().values())}
    assert sentence_metrics()["cider"] is m.caption_cider
    assert text_metrics()["cider"] is m.cider
