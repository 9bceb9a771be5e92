"""CIDEr in every view: the same cells in text, HTML and LaTeX, and a word is only a word in each of them."""

import re

import pytest

from mtexplain.display import html, latex, plain
from mtexplain.display.parts import Table
from mtexplain.display.trace import Trace
from mtexplain.invisible import visible
from mtexplain.metrics.cider import CorpusCider, caption_cider, cider, cider_d
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
every_hostile = pytest.mark.parametrize("word", HOSTILE.values(), ids=HOSTILE)


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
    """The word in a candidate and in references, once too often, and known to one image alone."""
    tokenize = {"tokenize": lambda text: text.split("|")}
    candidates = [f"{word}|{word}|cat", "the|dog"]
    references = [[f"the|{word}|cat", f"{word}|{word}"], ["the|dog"]]
    return cider_d(candidates, references, **tokenize)  # type: ignore[arg-type]


def views(whole: CorpusCider) -> list[object]:
    """What no word changes, of the text and of its first caption."""
    return [
        [Tree(trace._repr_html_()).elements, Tree(trace.to_html()).elements, without_words(trace.to_latex()),
         re.sub(r"\n+Note: .*", "", str(trace), flags=re.DOTALL).count("\n")] for trace in (whole, whole.segments[0])
    ]  # fmt: skip


HARMLESS = with_word("harmless")
HARMLESS_VIEWS = views(HARMLESS)


@pytest.mark.parametrize("word", [word for word in HOSTILE.values() if word and "|" not in word])
def test_a_word_is_only_a_word_in_every_view(word: str) -> None:
    """Texts are cut at | here."""
    hostile = with_word(word)
    assert views(hostile) == HARMLESS_VIEWS
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
