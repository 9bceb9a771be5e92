"""Text, HTML, LaTeX and CSV of an edit say the same, and a word is only a word in each of them."""

import csv
import io
import re

import pytest

from mtexplain import best_edits, bleu, explain_edit, leave_one_out, perplexity, smallest_fix
from mtexplain.display import html, latex, plain, tables
from mtexplain.display.charts import Waterfall
from mtexplain.display.formula import Symbol, signed
from mtexplain.display.parts import Beside, Column, Marked, Prose, Table, Words
from mtexplain.display.pyramid import Pyramid
from mtexplain.display.trace import Trace
from tests.display.test_views import Page, cells

KEY = ["there is a cat on the mat"]
START = bleu("the the cat on the mat", KEY)
ZERO = bleu("the dog ran off", KEY)
FIX = smallest_fix("the cat sat on a mat", KEY)
assert FIX is not None
TRACES: dict[str, Trace] = {
    "one word": explain_edit(START, bleu("there the cat on the mat", KEY)),
    "to 0": explain_edit(START, ZERO),
    "from 0": explain_edit(ZERO, START),
    "nothing": explain_edit(START, START),
    "fewer orders": explain_edit(START, bleu("the the cat on the mat", KEY, max_n=2)),
    "thirty orders": explain_edit(bleu("w " * 40, ["w " * 40], max_n=30), bleu("w " * 41, ["w " * 42], max_n=30)),
    "each left out": leave_one_out("the the cat on the mat", KEY),
    "the best": best_edits("the the cat on the mat", KEY),
    "the smallest fix": FIX,
    "none": best_edits("", [""]),
}
every_trace = pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)


def tables_of(trace: Trace) -> list[Table]:
    """Every table that is shown."""
    parts = [*trace.overview, *(part for step in trace.steps() for part in step.parts)]
    parts += [one for part in parts if isinstance(part, Beside) for one in part.parts]
    return [part for part in parts if isinstance(part, Table)]


@every_trace
def test_every_view_has_every_cell_of_every_table(trace: Trace) -> None:
    text, page, document = str(trace), trace._repr_html_(), trace.to_latex()
    for table in tables_of(trace):
        expected = cells(table)
        assert Page(html.table(table)).tables == [[[cell.replace(" · ", " * ") for cell in row] for row in expected]]
        assert html.table(table) in page
        assert all(line.strip() in text for line in plain.table(table).splitlines())
        assert latex.table(table) in document
        rows = list(csv.reader(io.StringIO(tables.comma_separated(table))))
        assert rows[0] == [column.key for column in table.columns]
        assert len(rows) == 1 + len(table.rows)


@every_trace
def test_html_asks_for_nothing_and_runs_one_script(trace: Trace) -> None:
    page = Page(trace.to_html())
    scripts = re.findall("<script.*?</script>", trace.to_html(), re.DOTALL)
    assert scripts == ([f"<script>{html.script()}</script>"] if trace.picture else [])
    assert not {"link", "img", "iframe"} & {tag for tag, _ in page.elements}
    assert not any({"id", "href", "src"} & set(attributes) for _, attributes in page.elements)


@every_trace
def test_what_it_was_stands_beside_what_it_is_in_every_view(trace: Trace) -> None:
    """The score, and the share of every row that moved."""
    head = trace.headline
    if head.was:
        assert f"(was {head.was}: {head.change})" in str(trace)
        assert f"was {head.was}" in Page(trace._repr_html_()).text
        assert f"was {head.was}" in trace.to_latex()
    rows = trace.picture.rows if isinstance(trace.picture, Pyramid) else ()
    for view in (str(trace), trace._repr_html_(), trace.to_latex()):
        assert [row.was for row in rows if row.was and f"was {row.was}" not in view] == []


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_spreadsheet_takes_no_word_for_a_formula(text: str) -> None:
    table = Table("", (Column("word", "word"), Column("n", "n")), [(Words((text,)), 3), (Words(("a", text)), -3)])
    first, second = list(csv.reader(io.StringIO(tables.comma_separated(table))))[1:]
    assert first[0][0] not in "=+-@\t\r"
    assert first[1:] == ["3"]
    assert second[1] == "-3"


@pytest.mark.parametrize("text", ["=1+1", "+a", "-2+3+cmd|' /C calc'!A0", "@SUM(A1)", "＝1"])
def test_neither_does_it_take_a_name_for_one(text: str) -> None:
    """Names of rules, systems and labels come from outside, too: as cells, and as titles of columns."""
    table = Table("", (Column(text, text), Column("n", "n")), [(text, "-1/4"), (text, "-0.5")])
    header, first, second = csv.reader(io.StringIO(tables.comma_separated(table)))
    assert [header[0], first[0], second[0]] == [f"'{text}"] * 3
    assert [first[1], second[1]] == ["-1/4", "-0.5"]


def test_a_trace_writes_the_rows_of_its_frame_as_csv_that_a_spreadsheet_may_open() -> None:
    trace = bleu("=1+1 cat", ["a cat"], max_n=1)
    rows = list(csv.DictReader(io.StringIO(trace.to_csv())))
    assert [row["ngram"] for row in rows] == ["'=1+1", "cat"]
    assert list(trace.to_frame()["ngram"]) == ["=1+1", "cat"], "there words are compared with words"


def test_a_spreadsheet_has_numbers_as_numbers_and_gaps_as_nothing() -> None:
    table = Table("title", (Column("a", "A"), Column("b", "B")), [(Marked(2), None), ("-∞", "1/4")])
    assert tables.comma_separated(table) == "a,b\r\n2,\r\n-∞,1/4\r\n"


def test_the_pieces_of_a_sentence_are_escaped_each_in_its_way() -> None:
    said = Prose(("You replaced ", Words(("<b>", "$x_1$")), " & ", Symbol("p", "1"), "."))
    assert plain.part(said) == 'You replaced "<b> $x_1$" & p_1.'
    assert html.part(said) == (
        '<p class="say">You replaced <code dir="auto">&lt;b&gt; $x_1$</code> &amp; <i>p</i><sub>1</sub>.</p>'
    )
    assert latex.part(said) == r"You replaced \texttt{{<}b{>} \$x\_1\$} \& $p_{1}$."


def test_more_words_than_are_shown_are_counted() -> None:
    many = " ".join(f"w{number}" for number in range(250))
    for left in (leave_one_out(many, ["a"], max_n=1), bleu(many, ["a"], max_n=1), perplexity(["1/2"] * 250)):
        for shown in (plain.part(left.picture), html.part(left.picture), latex.part(left.picture)):
            more = min(int(number) for number in re.findall(r"(\d+) more", shown))  # HTML has several drawings
            assert f"w{250 - more}" not in shown
            assert (f"w{249 - more}" in shown) == ("w1" in shown)


@pytest.mark.parametrize(("change", "text"), [(0.5, "+0.5"), (-0.5, "-0.5"), (0.0, "0"), (float("inf"), "+∞")])
def test_a_change_has_its_sign(change: float, text: str) -> None:
    assert signed(change) == text


def test_gains_and_losses_differ_by_more_than_colour() -> None:
    """They have different signs, and hang to different sides."""
    edit = TRACES["one word"]
    (fall,) = (part for part in edit.step("logarithms").parts if isinstance(part, Waterfall))
    assert [one.number for one in fall.falls if one.kind == "gain"] == ["+0.0558"]
    drawn = html.part(fall)
    assert "+0.0558" in re.sub("<[^>]*>", " ", drawn)
