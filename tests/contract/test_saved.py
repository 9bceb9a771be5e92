"""Records and links that were saved by version 0.1.0 on 27 November 2026 still open, with the score that they had."""

import json
from typing import Any

import pytest

import mtexplain as m
from tests.places import ROOT

SAVED = json.loads((ROOT / "tests" / "data" / "saved.json").read_text("utf-8"))
_Call = tuple[tuple[Any, ...], dict[str, Any]]
_ONE: _Call = ("a", ["a"]), {}
_TWO: _Call = (["a"], [["a"]]), {}
_SENTENCES = "bleu rouge_l rouge_l_sum rouge_n rouge_s rouge_su rouge_w meteor nist chrf".split()
_CORPORA = "corpus_bleu corpus_nist corpus_chrf cider".split()
_SMALLEST: dict[str, _Call] = {
    **dict.fromkeys(_SENTENCES, _ONE),
    **dict.fromkeys(_CORPORA, _TWO),
    "caption_cider": (_ONE[0], {"document_frequencies": m.document_frequencies([["a"], ["b"]])}),
    "ngram_perplexity": (_ONE[0], {"smoothing": "add-k"}),
    "corpus_ngram_perplexity": (_TWO[0], {"smoothing": "add-k"}),
}
"""For each metric that the records name, arguments that make a trace of the class that opens the records."""


def opened(record: dict[str, Any]) -> Any:
    """The trace of a record."""
    texts, settings = _SMALLEST[record["metric"]]
    return type(getattr(m, record["metric"])(*texts, **settings)).from_dict(record)


@pytest.mark.parametrize("record", SAVED["records"], ids=lambda one: f"{one['metric']} {one['rules']['name']}")
def test_a_saved_record_opens(record: dict[str, Any]) -> None:
    trace = opened(record)
    assert trace.score == pytest.approx(float(record["score"]), rel=1e-12)
    assert trace.exact == record["exact"].replace("exp(", "e^(")  # as it is written now
    kept = [(note["code"], note["where"], note["text"]) for note in record["notes"]]  # texts as they are worded by now
    assert [(note.code, note.where, note.text) for note in trace.notes] == kept


def test_each_kind_of_record_is_among_them() -> None:
    assert {record["metric"] for record in SAVED["records"]} == _SMALLEST.keys()


@pytest.mark.parametrize("saved", SAVED["states"], ids=lambda one: one["metric"])
def test_a_saved_link_opens(saved: dict[str, Any]) -> None:
    panel = m.what_if(getattr(m, saved["metric"]), "x", ["y"])
    panel.state = saved["state"]
    assert panel.candidate == saved["candidate"]
    assert panel.score
    assert panel.score.score == pytest.approx(saved["score"], rel=1e-12)
