"""A record of CIDEr is ready for JSON, has the trace's own numbers, and gives an equal trace back."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from mtexplain import InputError
from mtexplain.metrics.cider import CaptionCider, CorpusCider, caption_cider, caption_cider_d, cider, cider_d

REFERENCES = [["the red cat", "a cat <b>"], [""], ["猫 القط"]]
CORPUS = cider(["the cat", "", "猫"], REFERENCES)
TRACES: dict[str, CaptionCider | CorpusCider] = {
    "corpus": CORPUS,
    "corpus, CIDEr-D": cider_d(["the cat", "", "猫"], REFERENCES, rules="coco", sigma=2.5, max_n=2),
    "by others' images": cider(["the cat"], [["a cat"]], document_frequencies=[["the"], ["a cat"]]),
    "caption": CORPUS.segments[0],
    "one image": caption_cider("the cat", ["the cat"]),
    "edited": CORPUS.segments[0].with_candidate(["the cat", "red"]),
    "CIDEr-D": caption_cider_d("the cat", ["the cat"], document_frequencies=REFERENCES, tokenize="13a", lowercase=True),
}
every_trace = pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)


def through_json(trace: CaptionCider | CorpusCider) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(trace.to_dict(), allow_nan=False))
    return read


@every_trace
def test_a_record_is_ready_for_json_and_gives_an_equal_trace_back(trace: CaptionCider | CorpusCider) -> None:
    assert through_json(trace) == trace.to_dict()
    back = type(trace).from_dict(through_json(trace))
    assert back == trace
    assert (str(back), back.to_html(), repr(back)) == (str(trace), trace.to_html(), repr(trace))


@every_trace
def test_the_numbers_are_those_of_the_trace(trace: CaptionCider | CorpusCider) -> None:
    record = through_json(trace)
    assert (record["score"], record["exact"], record["signature"]) == (trace.score, trace.exact, trace.signature)
    assert len(record["document_frequencies"]["counts"]) == len(trace.document_frequencies.counts)
    for segment, image in zip(record.get("segments", []), getattr(trace, "segments", []), strict=True):
        assert segment["score"] == image.score
        assert [order["value"] for order in segment["orders"]] == [float(value) for value in image.values]


def test_equal_traces_have_equal_hashes() -> None:
    assert hash(CORPUS) == hash(cider(["the cat", "", "猫"], REFERENCES))


def without(*keys: Any) -> Callable[[dict[str, Any]], object]:
    """Take something out."""

    def change(record: Any) -> object:
        for key in keys[:-1]:
            record = record[key]
        return record.pop(keys[-1])

    return change


def put(value: Any, *keys: Any) -> Callable[[dict[str, Any]], object]:
    """Put something else in."""

    def change(record: Any) -> None:
        for key in keys[:-1]:
            record = record[key]
        record[keys[-1]] = value

    return change


FREQUENCIES = "document_frequencies"
BROKEN: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "no frequencies": (without(FREQUENCIES), "no document_frequencies"),
    "no number of images": (without(FREQUENCIES, "documents"), "no documents"),
    "no image": (put(0, FREQUENCIES, "documents"), "how many images there are: from 1"),
    "images that are no number": (put("2", FREQUENCIES, "documents"), "a whole number"),
    "an n-gram without a number": (put([["the"]], FREQUENCIES, "counts", 0), "a pair"),
    "an n-gram in no image": (put([["x"], 0], FREQUENCIES, "counts", 0), "got 0 for a string, 'x'"),
    "an n-gram in more images than there are": (put([["x"], 9], FREQUENCIES, "counts", 0), "from 1 to 3"),
    "an n-gram that is there twice": (put([["red"], 1], FREQUENCIES, "counts", 0), "an n-gram that is listed twice"),
    "an n-gram that is one string": (put(["the", 1], FREQUENCIES, "counts", 0), "a list or tuple of strings"),
    "another metric": (put("bleu", "metric"), "the metric 'caption_cider'"),
    "a variant there is not": (put("CIDEr-X", "rules", "variant"), "one of CIDEr, CIDEr-D"),
    "a sigma for CIDEr": (put("6", "rules", "sigma"), "None: CIDEr has no length penalty"),
    "no candidate": (without("candidate"), "no candidate"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_no_record_of_a_caption_is_an_error(kind: str) -> None:
    change, message = BROKEN[kind]
    record = through_json(CORPUS.segments[0])
    change(record)
    with pytest.raises(InputError, match=message):
        CaptionCider.from_dict(record)


def test_what_is_no_record_of_a_corpus_is_an_error() -> None:
    record = through_json(CORPUS)
    for segments, message in (([], "an empty list"), (None, "a list of images")):
        with pytest.raises(InputError, match=message):
            CorpusCider.from_dict({**record, "segments": segments})
    mixed = copy.deepcopy(record)
    mixed["segments"][1]["rules"]["max_n"] = 2
    with pytest.raises(InputError, match=r"segments\[1\], rules"):
        CorpusCider.from_dict(mixed)
    del record["segments"][2]["candidate"]
    with pytest.raises(InputError, match=r"segments\[2\], the record: got no candidate"):
        CorpusCider.from_dict(record)
