"""Text, HTML and DataFrame are views of one trace: they carry the same cells, and the same numbers."""

import math
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from typing import Any

import pandas
import pytest

from mtexplain import Bleu, CorpusBleu, bleu, corpus_bleu
from mtexplain.display import html, plain
from mtexplain.display.parts import Cell, Marked, Real, Table, Words
from mtexplain.display.pyramid import Gallery, Pyramid
from mtexplain.inputs import InputError
from mtexplain.invisible import visible
from tests.places import ROOT

GUIDES = [
    "It is a guide to action that ensures that the military will forever heed Party commands",
    "It is the guiding principle which guarantees the military forces always being under the command of the Party",
    "It is the practical guide for the army always to heed the directions of the party",
]
GUIDE = "It is a guide to action which ensures that the military always obeys the commands of the party"
SEGMENTS = (
    ["the the cat on the mat", "", "a dog sat on the mat"],
    [
        ["there is a cat on the mat"],
        ["nothing"],
        ["the dog sat on a mat", "my dog sat", ""],
    ],
)
TRACES: dict[str, Bleu | CorpusBleu] = {
    "opening": bleu("the the cat on the mat", ["there is a cat on the mat"]),
    "three references": bleu(GUIDE, GUIDES, lowercase=True),
    "weights": bleu(GUIDE, GUIDES, max_n=3, weights=[0.2, 0.3, 0.5]),
    "one order": bleu("the cat", ["the cat sat"], max_n=1),
    "weight 0": bleu(GUIDE, GUIDES, weights=[0.5, 0.5, 0, 0]),
    "max_n 7": bleu(GUIDE, GUIDES, max_n=7),
    "zero": bleu("the on cat the", ["the cat on the mat"]),
    "empty": bleu("", ["the cat"]),
    "odd": bleu("猫 c\u200bat \u0301e القط <b>", ["猫 cat القط &amp; <b>"], max_n=2),
    "nearly 1": bleu("w " * 99_999 + "x", ["w " * 100_000], max_n=1),
    "very small": bleu("w", ["w " * 20], max_n=1),
    "corpus": corpus_bleu(*SEGMENTS),
    "corpus of one": corpus_bleu([GUIDE], [GUIDES], max_n=5),
    "corpus with weights": corpus_bleu(*SEGMENTS, max_n=2, weights=[0.1, 0.9]),
}
every_trace = pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)


class Page(HTMLParser):
    """The elements of a piece of HTML, and the cells of its tables as text."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.tables: list[list[list[str]]] = []
        self.text = ""
        self.open: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("br", "meta"):
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("th", "td"):
            self.tables[-1][-1].append("")
        self.handle_data({"sub": "_", "sup": "^", "br": " "}.get(tag, ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, "every element is closed where it was opened"

    def handle_data(self, data: str) -> None:
        data = data.replace(" · ", " * ").replace(" − ", " - ")
        self.text += data
        if {"th", "td"} & set(self.open):
            self.tables[-1][-1][-1] += data


def tables(trace: Bleu | CorpusBleu) -> list[Table]:
    return [part for step in trace.steps() for part in step.parts if isinstance(part, Table)]


def written(cell: Cell) -> str:
    """A cell as a reader should find it."""
    if isinstance(cell, Words):
        more = len(cell.tokens) - 200
        return " ".join(map(visible, cell.tokens[:200])) + (f" … and {more:,} more" if more > 0 else "")
    if isinstance(cell, Marked):
        return str(cell.number)
    return "–" if cell is None else str(cell) if isinstance(cell, int | Real) else plain.formula(cell)


def cells(table: Table) -> list[list[str]]:
    titles = [column.title for column in table.columns]
    total = [["" if cell is None else written(cell) for cell in table.total]] if table.total else []
    return [titles, *([written(cell) for cell in row] for row in table.rows), *total]


@every_trace
def test_text_and_html_have_every_cell_of_every_table(trace: Bleu | CorpusBleu) -> None:
    text, page = str(trace), trace._repr_html_()
    for table in tables(trace):
        expected = cells(table)
        assert Page(html.table(table)).tables == [expected]
        title, *lines = plain.table(table).splitlines() if table.title else ("", *plain.table(table).splitlines())
        assert title == table.title
        assert [line.split() for line in lines] == [" ".join(row).split() for row in expected]
        assert html.table(table) in page
        assert all(line.strip() in text for line in plain.table(table).splitlines())


@every_trace
def test_the_frame_has_all_rows_with_the_same_values(trace: Bleu | CorpusBleu) -> None:
    frame = trace.to_frame()
    assert list(frame.columns) == [column.key for column in trace.table.columns]
    for values, row in zip(frame.values.tolist(), trace.table.rows, strict=True):
        for value, cell in zip(values, row, strict=True):
            if cell is None:
                assert pandas.isna(value)
            else:
                assert value == (int(written(cell)) if isinstance(cell, int | Marked) else written(cell))


@every_trace
def test_the_clipped_column_adds_up_to_the_numerator_wherever_it_is_shown(trace: Bleu | CorpusBleu) -> None:
    page = Page(trace._repr_html_()).text
    for order, record in zip(trace.precisions, trace.to_dict()["precisions"], strict=True):
        step = trace.step(f"p_{order.n}")
        (table,) = [part for part in step.parts if isinstance(part, Table)]
        place = [column.key for column in table.columns].index("clipped" if isinstance(trace, Bleu) else "matches")
        *rows, total = cells(table)[1:]
        matches = sum(int(row[place]) for row in rows)
        assert (matches, total[place]) == (record["matches"], str(record["matches"])) == (order.matches, total[place])
        pair = f"{matches}/{order.total}"
        assert step.value == pair
        assert re.search(rf"\d\. {step.title}: .*: {re.escape(pair)}\n", str(trace))
        assert f"{step.title} {step.summary}: {pair}" in page


@every_trace
def test_the_picture_comes_first_and_has_the_fractions_of_the_steps(trace: Bleu | CorpusBleu) -> None:
    galleries = [part for part in trace.overview if isinstance(part, Gallery)]
    pictures = [trace.picture] if isinstance(trace, Bleu) else [one for part in galleries for _, one in part.pictures]
    for piece, score in zip(pictures, trace.segments if isinstance(trace, CorpusBleu) else [trace], strict=True):
        assert isinstance(piece, Pyramid)
        assert [row.share for row in piece.rows] == [str(order.ratio) for order in score.precisions]
    if isinstance(trace, Bleu):
        assert str(trace).startswith(plain.part(trace.picture))
        page = trace._repr_html_()
        assert page.index(html.part(trace.picture)) < page.index('<p class="head">') < page.index("<details>")
    assert plain.prose(trace.why) in str(trace)


@every_trace
def test_the_score_can_be_recomputed_from_what_is_displayed(trace: Bleu | CorpusBleu) -> None:
    text = str(trace)
    pairs = [int(m) / int(t) if int(t) else 0 for m, t in re.findall(r"^\d+\. .*: (\d+)/(\d+)$", text, re.M)]
    found = re.search(r"= e\^min\(0, 1 - (\d+)/(\d+)\)", text)
    r, c = map(int, found.groups()) if found else (0, 0)
    given = re.search(r" · weights ([\d/ ]+) · ", text)
    weights = [eval(weight) for weight in given[1].split()] if given else [1 / len(pairs)] * len(pairs)
    penalty = math.exp(min(0, 1 - r / c)) if c else 0
    score = penalty * math.prod(pair**weight for pair, weight in zip(pairs, weights, strict=True) if weight)

    line = next(line for line in text.splitlines() if line.startswith("BLEU = "))
    closed, *_, value = line.removeprefix("BLEU = ").split(" = ") * 2
    shown = float(value.replace(" × 10", "e").translate(str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789")))
    assert score == pytest.approx(shown, rel=5e-4)
    assert eval(closed.replace("^", "**"), {"e": math.e}) == pytest.approx(shown, rel=5e-4)
    assert trace.score == pytest.approx(shown, rel=5e-4)
    assert (shown in (0, 1)) == (trace.score in (0, 1)), "0 and 1 only where it is exactly 0 or 1"


@every_trace
def test_html_has_no_hooks_and_asks_for_nothing_from_outside(trace: Bleu | CorpusBleu) -> None:
    for source in (trace._repr_html_(), trace.to_html()):
        page = Page(source)
        assert page.open == []
        ours = [f"<script>{html.script()}</script>"] if 'class="brick' in source else []
        assert re.findall("<script.*?</script>", source, re.DOTALL) == ours
        assert not {"link", "img", "iframe", "a", "form"} & {tag for tag, _ in page.elements}
        attributes = {name for _, attrs in page.elements for name in attrs}
        assert not [name for name in attributes if name in ("id", "src", "href") or name.startswith("on")]
        assert not re.search(r"https?://|url\((?!data:)|@import", source)


@every_trace
def test_html_can_be_read_aloud(trace: Bleu | CorpusBleu) -> None:
    page = Page(trace._repr_html_())
    headers = [attrs for tag, attrs in page.elements if tag == "th"]
    assert {attrs.get("scope") for attrs in headers} == {"col", "row"}
    pictures = [attrs for tag, attrs in page.elements if tag == "svg" and "aria-hidden" not in attrs]
    assert all(attrs["role"] and attrs["aria-label"] for attrs in pictures)
    assert "rises to 1 at r" in str(pictures[-2]["aria-label"])


@every_trace
def test_each_step_says_why_and_shows_its_formula_three_times(trace: Bleu | CorpusBleu) -> None:
    for step in trace.steps():
        assert all((step.title, step.summary, step.why, step.source, step.symbols, step.numbers, step.value))
        assert trace.step(step.name) == step
        assert step.why in str(step)
        assert step.why in Page(step._repr_html_()).text


@every_trace
def test_repr_is_one_line(trace: Bleu | CorpusBleu) -> None:
    assert repr(trace).startswith(f"{type(trace).__name__}({float(trace.score)!r} = {trace.exact}; ")
    assert repr(trace).isprintable()


def test_a_step_without_a_formula_says_so() -> None:
    step = bleu("a b", ["a c"], smoothing="floor").step("smoothing")
    for ask in (lambda: step.equation, lambda: step.symbols, lambda: step.numbers, lambda: step.value):
        with pytest.raises(
            InputError, match="got the step 'smoothing', which has none; expected a step with a formula"
        ):
            ask()


def test_a_step_is_found_by_its_name_and_a_wrong_name_lists_the_right_ones() -> None:
    trace = TRACES["opening"]
    assert trace.step("p_1").title == "Words"
    with pytest.raises(KeyError, match="no step 'p_5'; the steps are tokens, p_1, p_2, p_3, p_4, brevity, score"):
        trace.step("p_5")


def test_counts_in_a_frame_are_whole_numbers_also_where_references_are_missing() -> None:
    frame = TRACES["corpus"].to_frame()
    assert "1.0" not in frame.to_string()


def test_a_very_small_number_is_a_power_of_ten_and_no_sum_with_e() -> None:
    trace = TRACES["very small"]
    for view in (trace._repr_html_(), trace.to_latex()):
        assert not re.search(r"\de[-−]\d", view), "5.6e−09 reads as 5.6 e minus 9"
    assert "e\u2212" not in str(trace), "nor can Python read it"


def test_a_frame_tells_long_tokens_apart() -> None:
    trace = bleu(f"{'a' * 100}x {'a' * 100}y", ["nothing"], max_n=1)
    assert len(set(trace.to_frame()["ngram"])) == 2


WORD_SOUP = " ".join(f"w{number}" for number in range(1_300))


def test_long_things_are_cut_at_200_and_say_how_much_is_missing() -> None:
    trace = bleu(WORD_SOUP, ["nothing"], max_n=1)
    views: dict[str, tuple[str, Any]] = {"text": (str(trace), "w{} "), "html": (trace.to_html(), ">w{}<")}
    views["latex"] = (trace.to_latex(), r"\texttt{{w{}}}")
    for view, row in views.values():
        assert view.count("and 1,100 more rows") == 1
        assert "… and 1,100 more" in view, "words of the sentence too"
        assert row.format(199) in view
        assert "w200" not in view
    assert len(trace.to_frame()) == len(trace.to_dict()["precisions"][0]["counts"]) == 1_300
    at_the_limit = bleu(" ".join(WORD_SOUP.split()[:200]), ["nothing"], max_n=1)
    for view in (str(at_the_limit), at_the_limit.to_html(), at_the_limit.to_latex()):
        found = re.findall(r"(\w+ … and )?\b[\d,]+ more(?! than)", view)
        assert {*found} <= {"candidate … and "}, "only the picture shows fewer, for it has five lines"


def test_very_many_orders_are_told_alike_in_every_view() -> None:
    """In the sum of logarithms; every order has a row in the picture, and a step of its own."""
    trace = bleu("a b c d " * 10, ["a b c d " * 9 + "e"], max_n=30)
    for text in (str(trace), trace.to_html(), trace.to_latex()):
        assert "22 more" in text
    assert (len(trace.steps()), len(trace.picture.rows)) == (33, 30)
    assert not re.search(r"\d more(?! than)", str(bleu("a b c d " * 10, ["a b c d " * 9 + "e"], max_n=9)))


def test_many_notes_are_cut_too() -> None:
    corpus = corpus_bleu(["a"] * 300, [["a", ""]] * 300, max_n=1)
    assert len(corpus.notes) == len(corpus.to_dict()["notes"]) == 300
    for view in (str(corpus), corpus.to_html(), corpus.to_latex()):
        assert "segment 200, reference 2" in view
        assert "segment 201, reference 2" not in view
        assert "and 100 more notes" in view


EVERY_VIEW = "print([str(t), t.to_html(), t.to_latex(), t.to_frame().to_csv(), t.to_dict(), repr(t)])"


def test_the_same_input_gives_the_same_bytes_in_every_process() -> None:
    code = f"from mtexplain import bleu\nt = bleu({GUIDE!r}, {GUIDES!r})\n{EVERY_VIEW}"
    outputs = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"}
        root = ROOT
        command = [sys.executable, "-c", code]
        outputs.add(subprocess.run(command, env=environment, cwd=root, capture_output=True, check=True).stdout)
    assert len(outputs) == 1
