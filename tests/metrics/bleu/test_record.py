"""A trace as a dict is ready for JSON, has the trace's own numbers, and gives an equal trace back."""

import copy
import json
from collections.abc import Callable
from fractions import Fraction
from math import isinf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import Bleu, CorpusBleu, InputError, bleu, corpus_bleu


def by_letters(text: str) -> list[str]:
    return list(text.replace(" ", ""))


OPENING = bleu("the the cat on the mat", ["there is a cat on the mat"])
CORPUS = corpus_bleu(["the cat", "", "a dog <b>"], [["the cat"], ["nothing", ""], ["the dog"]], max_n=2)
TRACES: dict[str, Bleu | CorpusBleu] = {
    "opening": OPENING,
    "13a, lower-cased": bleu("The cat's 3.5 mats.", ["the CAT"], tokenize="13a", lowercase=True),
    "tokeniser of one's own": bleu("the cat", ["the mat"], tokenize=by_letters),
    "weights": bleu("the the cat on the mat", ["there is a cat"], max_n=3, weights=[1 / 3, 2 / 3, 0]),
    "edited": OPENING.with_candidate(["the cat", "on"]),
    "empty": bleu("", [""]),
    "underflow": bleu("w", ["w " * 2_000], max_n=1),
    "odd characters": bleu("c\u200bat\0 猫 \u2028", ["\ufeffcat"]),
    "corpus": CORPUS,
    "corpus with a tokeniser": corpus_bleu(
        ["the cat"], [["the mat"]], tokenize=by_letters, weights=[0.1, 0.2, 0.3, 0.4]
    ),
}
every_trace = pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)


def through_json(trace: Bleu | CorpusBleu) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(trace.to_dict(), allow_nan=False))
    return read


@every_trace
def test_a_record_is_ready_for_json_and_gives_an_equal_trace_back(trace: Bleu | CorpusBleu) -> None:
    back = type(trace).from_dict(through_json(trace))
    assert back == trace
    assert back.to_dict() == trace.to_dict() == through_json(trace)
    assert (str(back), back.to_html(), repr(back)) == (str(trace), trace.to_html(), repr(trace))


def test_texts_are_kept_and_a_tokeniser_is_kept_as_its_name() -> None:
    record = through_json(TRACES["tokeniser of one's own"])
    assert (record["candidate"], record["candidate_text"]) == (list("thecat"), "the cat")
    assert (record["references"], record["reference_texts"]) == ([list("themat")], ["the mat"])
    assert record["rules"]["tokenize"] == "by_letters()"
    assert through_json(TRACES["edited"])["candidate_text"] is None


@every_trace
def test_the_numbers_are_those_of_the_trace(trace: Bleu | CorpusBleu) -> None:
    record = through_json(trace)
    assert record["score"] == trace.score
    assert (record["exact"], record["signature"]) == (trace.exact, trace.signature)
    assert record["rules"]["max_n"] == trace.rules.max_n == len(record["precisions"])
    weights = record["rules"]["weights"]
    assert (weights and tuple(map(Fraction, weights))) == trace.rules.weights
    for written, order in zip(record["precisions"], trace.precisions, strict=True):
        assert (written["n"], written["matches"], written["total"]) == (order.n, order.matches, order.total)
        assert (None if written["value"] is None else Fraction(written["value"])) == order.value
        for count, row in zip(written["counts"], order.counts, strict=True):
            assert (tuple(count["ngram"]), count["count"], count["clipped"]) == (row.ngram, row.count, row.clipped)
            assert tuple(count["reference_counts"]) == row.reference_counts
            assert count["max_reference_count"] == row.max_reference_count
            assert tuple(count["credited_references"]) == row.credited_references
    brevity = record["brevity"]
    assert brevity["candidate_length"] == trace.brevity.candidate_length
    assert brevity["reference_length"] == trace.brevity.reference_length
    assert tuple(brevity["reference_lengths"]) == trace.brevity.reference_lengths
    assert (brevity["exponent"] and Fraction(brevity["exponent"])) == trace.brevity.exponent
    assert brevity["value"] == trace.brevity.value
    terms = [(name, "-inf" if isinf(value) else value) for name, value in trace.terms]
    assert [tuple(term) for term in record["terms"]] == terms


def test_a_corpus_keeps_each_segment_whole() -> None:
    assert through_json(CORPUS)["segments"] == [through_json(segment) for segment in CORPUS.segments]


@given(st.text(max_size=20), st.lists(st.text(max_size=20), min_size=1, max_size=3), st.integers(1, 5))
def test_any_text_comes_back(candidate: str, references: list[str], max_n: int) -> None:
    trace = bleu(candidate, references, max_n=max_n)
    assert Bleu.from_dict(through_json(trace)) == trace


# A record that was damaged.


def damaged(trace: Bleu | CorpusBleu, *path: str | int, value: Any = ...) -> Any:
    """The record with the thing at that path replaced, or removed if no value is given."""
    record = copy.deepcopy(trace.to_dict())
    *way, last = path
    spot: Any = record
    for key in way:
        spot = spot[key]
    if value is ...:
        del spot[last]
    else:
        spot[last] = value
    return record


def refused(call: Callable[[Any], Any], record: Any, *says: str) -> None:
    with pytest.raises(InputError) as caught:
        call(record)
    assert [part for part in says if part not in str(caught.value)] == []


@pytest.mark.parametrize("record", [None, 5, [], "{}", json.dumps(OPENING.to_dict())], ids=str)
def test_a_record_is_a_dict(record: Any) -> None:
    for call in (Bleu.from_dict, CorpusBleu.from_dict):
        refused(call, record, "the record", "expected a dict, as to_dict() returns it")


@pytest.mark.parametrize(
    ("path", "says"),
    [
        (("candidate",), "no candidate"),
        (("references",), "no references"),
        (("rules",), "no rules"),
        (("rules", "name"), "no name"),
        (("rules", "tokenize"), "no tokenize"),
        (("rules", "lowercase"), "no lowercase"),
        (("rules", "max_n"), "no max_n"),
        (("rules", "weights"), "no weights"),
    ],
)
def test_what_is_missing_is_named(path: tuple[str, ...], says: str) -> None:
    refused(Bleu.from_dict, damaged(OPENING, *path), says)


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("metric",), "rouge", "'rouge'"),
        (("candidate",), None, "candidate"),
        (("candidate",), "the cat", "candidate"),
        (("candidate",), ["the", 1], "candidate, token 1"),
        (("candidate",), ["the", ""], "candidate, token 1"),
        (("candidate",), ["the", "\ud800"], "U+D800"),
        (("references",), None, "references"),
        (("references",), [], "at least one reference"),
        (("references",), ["the cat"], "references[0]"),
        (("references", 0), [None], "references[0], token 0"),
        (("candidate_text",), 5, "candidate_text"),
        (("reference_texts",), 5, "reference_texts"),
        (("reference_texts",), "the cat", "reference_texts"),
        (("reference_texts",), [5], "reference_texts"),
        (("reference_texts",), [], "reference_texts"),
        (("reference_texts",), ["one", "too many"], "reference_texts"),
        (("rules",), None, "rules"),
        (("rules", "name"), 5, "name"),
        (("rules", "tokenize"), None, "tokenize"),
        (("rules", "lowercase"), None, "lowercase"),
        (("rules", "lowercase"), "no", "lowercase"),
        (("rules", "max_n"), None, "max_n"),
        (("rules", "max_n"), "4", "max_n"),
        (("rules", "max_n"), 0, "max_n"),
        (("rules", "weights"), ["1/2", "1/2"], "weights"),
        (("rules", "weights"), [], "weights"),
        (("rules", "weights"), 5, "weights"),
        (("rules", "weights"), "1000", "weights"),
        (("rules", "weights"), ["a", "b", "c", "d"], "weights"),
        (("rules", "weights"), ["1/0", "1", "0", "0"], "weights"),
        (("rules", "weights"), [None, "1", "0", "0"], "weights"),
        (("rules", "weights"), ["nan", "1", "0", "0"], "weights"),
    ],
)
def test_what_is_wrong_is_named(path: tuple[str | int, ...], value: Any, says: str) -> None:
    refused(Bleu.from_dict, damaged(OPENING, *path, value=value), says)


def test_a_record_of_the_other_kind_is_told_from_a_damaged_one() -> None:
    refused(Bleu.from_dict, CORPUS.to_dict(), "corpus_bleu")
    refused(CorpusBleu.from_dict, OPENING.to_dict(), "'bleu'")


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("segments",), ..., "no segments"),
        (("segments",), None, "segments"),
        (("segments",), [], "at least one segment"),
        (("segments", 1), 5, "segments[1]"),
        (("segments", 1, "candidate"), ..., "segments[1]"),
        (("segments", 2, "candidate"), ["a", 1], "segments[2]"),
        (("segments", 2, "rules", "max_n"), 1, "segments[2]"),
        (("rules", "max_n"), 1, "rules"),
    ],
)
def test_a_corpus_says_which_segment_is_wrong(path: tuple[str | int, ...], value: Any, says: str) -> None:
    refused(CorpusBleu.from_dict, damaged(CORPUS, *path, value=value), says)
