"""A public function answers, or says in plain words what is wrong with its input, whatever the input is.

Each odd value takes the place of each argument in turn. Many values have no order and no truth value, equal nothing,
can't be looked up in a dict or written down, or take for ever to work out.
"""

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import partial
from inspect import Parameter, signature
from math import inf, nan
from typing import Any

import numpy
import pandas
import pytest

import mtexplain as m
from mtexplain import InputError
from mtexplain.metrics.table import METRICS


class Whole:
    """A class that has __index__, as whole numbers have, but isn't a number."""

    def __index__(self) -> int:
        return 1


ODD: dict[str, Callable[[], Any]] = {
    "an array": lambda: numpy.array([0.5, 0.5]),
    "an array of two dimensions": lambda: numpy.array([["a", "b"], ["c", "d"]]),
    "an array of none": lambda: numpy.array(3),
    "a number of numpy": lambda: numpy.float64("nan"),
    "a missing value": lambda: pandas.NA,
    "a missing time": lambda: pandas.NaT,
    "a Series": lambda: pandas.Series(["the cat", None]),
    "a table": lambda: pandas.DataFrame({"a": [1, 2]}),
    "no number": lambda: nan,
    "no end": lambda: -inf,
    "nearly 0": lambda: 1e-300,
    "the last digit of a float": lambda: 5e-324,
    "many digits": lambda: 10**5000,
    "a fraction of many digits": lambda: Fraction(1, 10**5000),
    "a decimal that is no number": lambda: Decimal("sNaN"),
    "a decimal without end": lambda: Decimal("1e-999999"),
    "a decimal of any size": lambda: Decimal("1e999999999999"),
    "an exponent without end": lambda: "1e99999999",
    "digits in a text": lambda: "1/" + "9" * 5000,
    "a class": lambda: Whole,
    "a function of nothing": lambda: lambda: None,
    "half a character": lambda: "\ud800",
    "a zero byte": lambda: "a\0b",
    "bytes": lambda: b"the cat",
    "a generator": lambda: (word for word in ["the", "cat"]),
    "a dict": lambda: {"a": {"b": pandas.NA}},
    "a list of arrays": lambda: [numpy.array([1, 2]), numpy.array([3, 4])],
    "a list of missing values": lambda: [pandas.NA, 1],
    "a range without end": lambda: range(10**9),
}
REFERENCES = ["the cat is on the mat", "there is a cat"]
TEXTS = ["the cat on the mat", "a dog"], [REFERENCES, ["a dog ran"]]
RANKS = {"fr-01": {"human": 1, "terse": 2}}
HEAD = [["1"], ["1"], ["1"]]


def usual(name: str) -> tuple[Any, ...]:
    """The usual arguments of a public function, those without a default."""
    first = next(iter(signature(getattr(m, name)).parameters))
    return {"candidate": ("the cat on the mat", REFERENCES), "candidates": TEXTS}.get(first, ())


CALLS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    **{name: (getattr(m, name), usual(name))
       for _, names, _ in METRICS.values() for name in names.split() if name.islower() and usual(name)},
    **{name: (getattr(m, name), usual(name))
       for name in ("leave_one_out", "best_edits", "check_working", "compare", "compare_corpus", "diagnose",
                    "worksheet", "blocks")},
    **{name: (getattr(m, name), ([1, 2, 3], [1, 3, 2]))
       for name in ("pearson", "spearman", "kendall_tau_b", "pairwise_accuracy", "cohen_kappa")},
    **{name: (getattr(m, name), (["fr-01"],)) for name in ("judge", "Judge")},
    **{name: (getattr(m, name), (RANKS,)) for name in ("rankings", "judged", "pool")},
    "bootstrap": (partial(m.bootstrap, draws=2), TEXTS),
    "compare METEOR": (partial(m.compare, metric="meteor"), usual("compare")),
    "rankings_by_marks": (m.rankings_by_marks, (["fr-01"], ["human", "terse"])),
    "Judged": (m.Judged, (m.rankings(RANKS),)),
    "perplexity": (m.perplexity, (["1/2", "1/4"],)),
    "perplexity of logarithms": (lambda log: m.perplexity(log_probabilities=log, base=2), ([-1, -2],)),
    "distribution_perplexity": (m.distribution_perplexity, (["1/2", "1/2"],)),
    "check": (m.check, ("1/2", m.bleu("a", ["a b"]))),
    "document_frequencies": (m.document_frequencies, TEXTS[1:]),
    "evaluate_captions": (m.evaluate_captions, ({"1": ["a cat"], "2": ["a dog"]}, {"1": ["a cat"], "2": ["a dog"]})),
    "exercises": (m.exercises, (1, "clipping", 1, 1)),
    "quiz": (m.quiz, ("clipping", 1, 1, 1)),
    "mission": (m.mission, ("zero",)),
    "play": (m.play, ("zero",)),
    "what_if": (partial(m.what_if, "bleu", max_n=1), usual("leave_one_out")),
    "a setting of what_if": (lambda value: m.what_if("bleu", "a", ["a"], rules=value, max_n=value), ("paper",)),
    "stepper": (m.stepper, (m.bleu("a", ["a"]),)),
    "Stepper": (m.Stepper, (m.bleu("a", ["a"]),)),
    "plot_logarithm": (m.plot_logarithm, ("1/2", "1/4")),
    "worth": (m.worth, (0.5, "bleu")),
    "adequacy": (m.adequacy, ([1, 2],)),
    "mqm": (m.mqm, ([[("Style", "minor")]],)),
    "names of examples": (m.examples.names, ("BLEU",)),
    "an example": (m.examples.get, ("start",)),
    "named rules": (m.rules.named, ("paper",)),
    "the name of rules": (lambda name: m.bleu("a", ["a"], rules=m.BleuRules(name)), ("mine",)),
    "mistakes of a place": (m.misconceptions.at, ("matches",)),
    "softmax": (m.models.softmax, ([1, 2],)),
    "attention": (m.models.attention, ("1 0; 0 1", "1 0; 0 1", "1 2; 3 4")),
    "multi_head": (m.models.multi_head, ("1; 2", [HEAD])),
    "fine_tuning": (m.models.fine_tuning, ([(["1/2", "1/4"], "1/2")],)),
    "task_input": (m.models.task_input, ("classification", "a")),
    "decode": (m.models.decode, (m.models.cat_on_the_mat()[0],)),
    "local_attention": (partial(m.models.local_attention, query=2, memory=1), (4, 4)),
    "layer_costs": (m.models.layer_costs, (10, 5)),
}  # fmt: skip


def attempts(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Iterator[tuple[str, str, Callable[[], Any]]]:
    """A call with each odd value in place of each argument, with the names of both."""
    given = [one for one in signature(function).parameters.values() if one.kind is not Parameter.VAR_KEYWORD]
    keywords = [one.name for one in given if one.default is not Parameter.empty][: -len(arguments) or None]
    for odd, make in ODD.items():
        for place in range(len(arguments)):
            changed = (*arguments[:place], make(), *arguments[place + 1 :])
            yield f"argument {place}", odd, partial(function, *changed)
        for name in [one.name for one in given[len(arguments) :] if one.name in keywords or one.kind.name[0] == "K"]:
            yield name, odd, partial(function, *arguments, **{name: make()})


def refusal(call: Callable[[], Any]) -> str:
    """The error of an input that is refused; an empty text if there is an answer."""
    try:
        call()
    except InputError as error:
        return str(error)
    return ""


@pytest.mark.usefixtures("capsys")
@pytest.mark.parametrize("name", CALLS)
def test_an_odd_value_is_refused_in_plain_words_or_has_an_answer(name: str) -> None:
    for where, odd, call in attempts(*CALLS[name]):
        try:
            said = refusal(call)
        except Exception as error:
            error.add_note(f"{where}: {odd}")
            raise
        assert said == "" or said.isprintable(), (where, odd)
        assert len(said) < 2000, (where, odd)


@pytest.mark.parametrize("sigma", [1e-300, 5e-324, Fraction(1, 10**300)])
def test_a_length_penalty_that_lets_nothing_through_is_drawn_all_the_same(sigma: float | Fraction) -> None:
    trace = m.caption_cider_d("", ["yes", "no"], sigma=sigma)
    assert trace.score == 0
    assert "length penalty" in trace._repr_html_()
