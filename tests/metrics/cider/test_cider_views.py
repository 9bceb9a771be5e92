"""CIDEr in every view (the same cells in text, HTML and LaTeX, and a word is only a word in each), and its record."""

import copy
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from mtexplain import InputError
from mtexplain.display import html, latex, plain
from mtexplain.display.parts import Table
from mtexplain.display.trace import Trace
from mtexplain.invisible import visible
from mtexplain.metrics.cider import CaptionCider, CorpusCider, caption_cider, caption_cider_d, cider, cider_d
from tests.display.test_hostile_text import CONTROLS, HOSTILE, Tree, without_words
from tests.display.test_views import Page, cells

REFERENCES = [["the red cat sleeps here", "a red cat", ""], ["the dog <b> barks &amp; runs"]]
LONG = "w " * 30 + "x"
CORPUS = cider_d(["red red cat 猫", "the dog"], REFERENCES)
TRACES: dict[str, Trace] = {
    "corpus": CORPUS,
    "caption": CORPUS.segments[0],
    "CIDEr": cider(["red red cat 猫", "the dog"], REFERENCES).segments[0],
    "one image": caption_cider("the cat", ["the cat"]),
    "empty": cider(["", "a"], [["b"], [""]]).segments[0],
    "twelve orders": cider_d([LONG, "y"], [[LONG], ["y"]], max_n=12).segments[0],
    "very many references": cider_d([LONG, "y"], [[LONG] * 20, ["y"]]).segments[0],
    "one order": cider(["a b", "c"], [["a"], ["c"]], max_n=1).segments[0],
}
every_trace = pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)


@every_trace
def test_every_view_has_every_cell_of_every_table(trace: Trace) -> None:
    text, page, document = str(trace), trace._repr_html_(), trace.to_latex()
    for table in (part for step in trace.steps() for part in step.parts if isinstance(part, Table)):
        expected = [[cell.replace(" * ", " · ") for cell in row] for row in cells(table)]
        shown = Page(html.table(table)).tables[0]
        assert [[cell.replace(" * ", " · ") for cell in row] for row in shown] == expected
        assert html.table(table) in page
        assert all(line.strip() in text for line in plain.table(table).splitlines())
        assert latex.table(table) in document
    assert all("None" not in view for view in (text, page, document))


def with_word(word: str) -> CorpusCider:
    """A corpus with the word in a candidate, once too often, and in the references of one image alone."""
    tokenize = {"tokenize": lambda text: text.split("|")}
    candidates = [f"{word}|{word}|cat", "the|dog"]
    references = [[f"the|{word}|cat", f"{word}|{word}"], ["the|dog"]]
    return cider_d(candidates, references, **tokenize)  # type: ignore[arg-type]


def views(whole: CorpusCider) -> list[object]:
    """The parts of the views of the text and of its first caption that no word changes."""
    return [
        [Tree(trace._repr_html_()).elements, Tree(trace.to_html()).elements, without_words(trace.to_latex()),
         re.sub(r"\n+Note: .*", "", str(trace), flags=re.DOTALL).count("\n")] for trace in (whole, whole.segments[0])
    ]  # fmt: skip


HARMLESS = with_word("harmless")


@pytest.mark.parametrize("word", [word for word in HOSTILE.values() if word and "|" not in word])
@pytest.mark.usefixtures("words_of_one_width")
def test_a_word_is_only_a_word_in_every_view(word: str) -> None:
    """Texts are cut at | here."""
    hostile = with_word(word)
    assert views(hostile) == views(HARMLESS)
    for trace in (hostile, hostile.segments[0]):
        assert len(str(trace)) < 100_000
        assert not CONTROLS.search(str(trace).replace("\n", "") + repr(trace))
    assert visible(word) in str(hostile.segments[0])
    assert hostile.score == HARMLESS.score


@pytest.mark.parametrize(
    "text",
    ["кошка сидит на коврике", "猫 坐 在 垫子 上", "القط يجلس على السجادة", "แมว นั่ง บน เสื่อ", "ο γάτος κάθεται εδώ"],
)
@pytest.mark.parametrize("metric", [cider, cider_d])
def test_identical_text_of_any_script_scores_10(metric: object, text: str) -> None:
    trace = metric([text, "другая"], [[text], ["другая"]])  # type: ignore[operator]
    assert trace.segments[0].score == 10.0


# The record. The contract says of every metric that it is read back as it was; here its contents are odd.

PAIRS = [["the red cat", "a cat <b>"], [""], ["猫 القط"]]
RECORDED: dict[str, CaptionCider | CorpusCider] = {
    "corpus": cider(["the cat", "", "猫"], PAIRS),
    "CIDEr-D": cider_d(["the cat", "", "猫"], PAIRS, rules="coco", sigma=2.5, max_n=2),
    "by others' images": cider(["the cat"], [["a cat"]], document_frequencies=[["the"], ["a cat"]]),
    "edited": cider(["the cat", "", "猫"], PAIRS).segments[0].with_candidate(["the cat", "red"]),
    "tokenised": caption_cider_d("the cat", ["the cat"], document_frequencies=PAIRS, tokenize="13a", lowercase=True),
}


def through_json(trace: CaptionCider | CorpusCider) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(trace.to_dict(), allow_nan=False))
    return read


@pytest.mark.parametrize("trace", RECORDED.values(), ids=RECORDED)
def test_a_record_has_the_numbers_of_the_trace_and_gives_an_equal_one_back(trace: CaptionCider | CorpusCider) -> None:
    record = through_json(trace)
    assert record == trace.to_dict()
    back = type(trace).from_dict(record)
    assert (back, hash(back)) == (trace, hash(trace))
    assert (str(back), back.to_html(), repr(back)) == (str(trace), trace.to_html(), repr(trace))
    assert (record["score"], record["exact"], record["signature"]) == (trace.score, trace.exact, trace.signature)
    assert len(record["document_frequencies"]["counts"]) == len(trace.document_frequencies.counts)
    for segment, image in zip(record.get("segments", []), getattr(trace, "segments", []), strict=True):
        assert segment["score"] == image.score
        assert [order["value"] for order in segment["orders"]] == [float(value) for value in image.values]


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
    "no image": (put(0, FREQUENCIES, "documents"), "the number of images, from 1"),
    "images that are no number": (put("2", FREQUENCIES, "documents"), "a whole number"),
    "an n-gram without a number": (put([["the"]], FREQUENCIES, "counts", 0), "a pair"),
    "an n-gram in no image": (put([["x"], 0], FREQUENCIES, "counts", 0), "got 0 for a string, 'x'"),
    "an n-gram in more images than there are": (put([["x"], 9], FREQUENCIES, "counts", 0), "from 1 to 3"),
    "an n-gram that is there twice": (put([["red"], 1], FREQUENCIES, "counts", 0), "an n-gram that is listed twice"),
    "an n-gram that is one string": (put(["the", 1], FREQUENCIES, "counts", 0), "a list or tuple of strings"),
    "another metric": (put("bleu", "metric"), "the metric 'caption_cider'"),
    "a variant there is not": (put("CIDEr-X", "rules", "variant"), "one of CIDEr, CIDEr-D"),
    "a sigma for CIDEr": (put("6", "rules", "sigma"), "None, because CIDEr has no length penalty"),
    "no candidate": (without("candidate"), "no candidate"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_no_record_of_a_caption_is_an_error(kind: str) -> None:
    change, message = BROKEN[kind]
    record = through_json(cider(["the cat", "", "猫"], PAIRS).segments[0])
    change(record)
    with pytest.raises(InputError, match=message):
        CaptionCider.from_dict(record)


def test_what_is_no_record_of_a_corpus_is_an_error() -> None:
    record = through_json(RECORDED["corpus"])
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
