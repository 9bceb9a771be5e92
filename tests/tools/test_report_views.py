"""Every view of a report says the same and shows what was pasted only as text, and no text takes long."""

import json
import re
import sys
from collections.abc import Callable
from itertools import product

import pandas
import pytest

from mtexplain import InputError, parse_report
from mtexplain.display import plain
from mtexplain.display.parts import Table
from mtexplain.explain.tools.reports.counts import MOST_ORDERS
from mtexplain.explain.tools.reports.report import Report
from tests.display.test_hostile_text import AS_TEX_WRITES, CONTROLS, HOSTILE, Tree, read, without_words
from tests.display.test_views import Page, cells
from tests.tools.test_reports import DETAILS, FAIRSEQ, JSON, LINE, LINES, MULTI, SIGNATURE, every_line, line_of


@every_line
def test_every_view_has_every_field(line: str) -> None:
    report = parse_report(line)
    tables = [part for step in report.steps() for part in step.parts if isinstance(part, Table)]
    assert report.table == tables[0]
    text, page, document = str(report), report._repr_html_(), report.to_latex()
    for table in tables:
        expected = cells(table)
        assert [[cell.replace(" · ", " * ") for cell in row] for row in expected] in Page(page).tables
        for row in expected:
            assert all(" ".join(cell.split()) in " ".join(text.split()) for cell in row)
    assert document.count(r"\begin{longtable}") == len(tables)
    frame = report.to_frame()
    assert list(frame.columns) == ["field", "printed", "says", "recomputed"]
    assert len(frame) == len(report.table.rows)
    for value, row in zip(frame["printed"], cells(report.table)[1:], strict=True):
        assert str(value) == row[1]
    assert isinstance(frame, pandas.DataFrame)


@every_line
def test_every_field_is_explained_and_every_step_has_a_reason(line: str) -> None:
    report = parse_report(line)
    for row in report.table.rows:
        assert isinstance(row[2], str)
        assert len(row[2]) > 10
    assert (report.steps()[0].name, report.steps()[-1].name) == ("fields", "unknown")
    assert all(step.why.endswith(".") for step in report.steps())
    assert len(report.moments()) == len(report.steps())
    assert repr(report).startswith(f"Report({report.tool}: ")


def test_brevity_and_product_are_worked() -> None:
    report = parse_report(LINE)
    assert report.step("brevity").numbers == "e^min(0, 1 - 7/6) = e^(-1/6)"
    assert report.step("brevity").value == "0.8465"
    assert report.step("score").numbers == "e^(1 - 7/6) * (0.667 * 0.600 * 0.500 * 0.333)^(1/4)"
    assert report.step("score").value == "0.4301"
    assert "not 0.946 as printed" in str(parse_report(LINES["contradictory"]))


@pytest.mark.parametrize("line", [MULTI, LINE, FAIRSEQ, f"BLEU = 43.01 {DETAILS}"])
def test_the_ratio_is_said_to_be_candidate_over_reference(line: str) -> None:
    (row,) = [row for row in parse_report(line).table.rows if row[0] == "ratio"]
    assert row[2] == "c/r, the candidate's length divided by the reference's"
    assert row[3] == "0.8571"


OPEN = {
    "sacreBLEU": "counts, segments, smoothing, text",
    "no signature": "counts, segments, smoothing, tokens, case, smoothing, text",
    "sacreBLEU 1": "counts, segments, smoothing, effective order, text",
    "a signature": "longest n-gram, text",
    "multi-bleu.perl": "counts, segments, tokens, which script, case, references, text",
    "fairseq": "counts, segments, tokens, unknown words, case, references, smoothing, text",
}


@pytest.mark.parametrize("name", OPEN)
def test_each_report_leaves_something_else_open(name: str) -> None:
    *_, table = parse_report(LINES[name]).step("unknown").parts
    assert isinstance(table, Table)
    assert ", ".join(str(row[0]) for row in table.rows) == OPEN[name]
    assert all(str(row[1]).endswith((".", ".)")) for row in table.rows)


@pytest.mark.parametrize(
    ("said", "line", "other"),
    [
        ("nothing says how", LINE.replace("tok:13a", "tok:none"), LINE),
        ("(--sentence-bleu)", LINES["fairseq, one sentence"], FAIRSEQ),
        (
            "There is none, so a single order without a match makes the score 0.",
            FAIRSEQ,
            LINES["fairseq, one sentence"],
        ),
        ("multi-bleu-detok.perl prints the same line", MULTI, LINE),
        ("whether -lc, which lower-cases both sides, was given", MULTI, LINE),
        ("whether fairseq-score was given --ignore-case", FAIRSEQ, MULTI),
    ],
)
def test_what_is_left_open_is_told_where_it_is(said: str, line: str, other: str) -> None:
    assert said in str(parse_report(line))
    assert said not in str(parse_report(other))
    assert "contains no words of the text" in str(parse_report(line))


@pytest.mark.parametrize(
    ("precisions", "length", "counts", "segments"),
    [
        ("66.7/60.0", 6, "Here, only the counts 4/6 3/5 give these precisions.", "Here, 1 segment contains a word."),
        ("50.0/50.0", 4, "Here, only the counts 2/4 1/2 give these precisions.", "Here, 2 segments contain a word."),
        (
            "50.0/0.0",
            4,
            "4 combinations of counts give them.",
            "Between 1 and 4 segments contain a word. ",
        ),
        ("0.0/0.0/0.0/0.0/0.0", 60, "At least 10,000 combinations of counts", "A report does not say how"),
        (
            "50.0/50.0",
            100,
            "so several counts may give them. (All counts are tried for texts of up to 60 words.)",
            "A report does not say how",
        ),
    ],
)
def test_counts_and_segments_are_told_as_far_as_they_are_known(
    precisions: str, length: int, counts: str, segments: str
) -> None:
    line = f"BLEU = 0.00, {precisions} (BP=1.000, ratio=1.000, hyp_len={length}, ref_len={length})"
    *_, table = parse_report(line).step("unknown").parts
    assert isinstance(table, Table)
    rows = {str(row[0]): str(row[1]) for row in table.rows}
    assert counts in rows["counts"]
    assert rows["segments"].startswith(segments)


def says(line: str) -> dict[str, str]:
    """What each field says, by its name."""
    return {plain.cell(row[0]): str(row[2]) for row in parse_report(line).table.rows}


def test_what_each_number_says() -> None:
    found = says(LINE)
    assert found["BLEU"] == "the score, from 0 to 100: BP times the geometric mean of p_1 to p_4"
    assert found["p_1"] == "the percentage of the candidate's words that earn credit"
    assert found["p_2"] == "the percentage of the candidate's runs of 2 words that earn credit"
    assert found["ref_len"].endswith("with several references, the closest in length")
    assert says(LINES["a score and its signature"])["BLEU"] == "the score, from 0 to 100"
    added = says(LINES["fairseq, one sentence"])
    assert added["p_1"] == found["p_1"]
    assert added["p_2"] == f"{found['p_2']}, after k was added to their number and to the total"
    assert added["reflen"] == "r, the number of tokens in the reference, in all segments together"
    assert added["syslen"] == found["hyp_len"]
    assert {"hyp_len", "ref_len"} <= set(says(MULTI))


def test_in_a_line_a_report_names_itself_and_its_rules() -> None:
    assert repr(parse_report(LINE)) == "Report(sacreBLEU: 43.0 66.7/60.0/50.0/33.3)"
    assert repr(parse_report(SIGNATURE)) == "Report(sacreBLEU: a signature alone)"
    chosen = "as sacreBLEU 2.6.0 prints it · BLEU-4 · tokens: 13a · case kept · exp smoothing"
    assert parse_report(LINE).headline.signature == f"{chosen} · 1 reference"
    assert parse_report(LINE.replace("nrefs:1", "nrefs:3")).headline.signature == f"{chosen} · 3 references"
    assert parse_report(LINE.replace("nrefs:1", "nrefs:var")).headline.signature == chosen
    assert parse_report(LINE.replace("nrefs:1", "nrefs:٣")).headline.signature == chosen
    assert parse_report(MULTI).headline.signature == (
        "as multi-bleu.perl prints it · BLEU-4 · tokens: ascii-whitespace · case kept · no smoothing"
    )


def hostile(word: str) -> Report:
    """A report with the word as a value, in a name of its own, and as a version."""
    text = json.dumps(
        JSON | {"signature": f"nrefs:1|case:mixed|eff:no|x{word}:{word}|tok:{word}|smooth:exp|version:{word}"}
    )
    return parse_report(text.replace("{", "{ ", 1) if "{" not in word and "}" not in word else _as_line(word))


def _as_line(word: str) -> str:
    """A report from a line, for a word with braces: with braces in it, JSON would not be flat."""
    word = word.replace("=", "").replace("\n", "")
    return f"BLEU|nrefs:1|case:mixed|eff:no|x{word}:{word}|tok:{word}|smooth:exp|version:{word} = 43.0 {DETAILS}"


EVERY = {name: word for name, word in HOSTILE.items() if "|" not in word}
every_hostile = pytest.mark.parametrize("word", EVERY.values(), ids=EVERY)


@every_hostile
def test_hostile_words_are_only_words(word: str) -> None:
    report, harmless = hostile(word), hostile("harmless")
    assert Tree(report.to_html()).elements == Tree(harmless.to_html()).elements
    assert without_words(report.to_latex()) == without_words(harmless.to_latex())
    for run in re.findall(r"\\texttt\{(.*?)\} & ", report.to_latex()):
        read(run.translate(AS_TEX_WRITES))
    assert not CONTROLS.search(str(report).replace("\n", ""))
    assert not CONTROLS.search(repr(report) + report.headline.signature + "".join(map(str, report.notes)))
    assert str(report).count("\n") == str(harmless).count("\n")
    assert len(report.to_frame()) == len(harmless.to_frame())
    assert report.rules is None
    for view in (str(report), report._repr_html_(), report.to_latex()):
        assert view.encode()
        assert len(view) < 100_000


def test_the_hostile_word_is_shown_and_nothing_else_of_it_is_ours() -> None:
    report = hostile("<script>alert(1)</script>")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in report.to_html()
    assert "<script" not in report.to_html()
    assert "script" not in report.headline.signature + "".join(map(str, report.notes))


SLOW = {
    "digits": "BLEU = " + "1" * 100_000,
    "precisions": "BLEU = 1.0 " + "1/" * 50_000,
    "starts": "BLEU|" * 20_000,
    "old starts": "BLEU+a.b" * 12_500,
    "spaces": "BLEU = 1 1/1" + " " * 100_000,
    "spaces between": ("BLEU" + " " * 40) * 2_300,
    "open braces": "{" * 100_000,
    "open strings": '{"' * 50_000,
    "deep lists": "{" + "[" * 99_990 + "}",
    "deep JSON": '{"name": "BLEU", "score": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "pairs": "a:b|" * 25_000,
    "long pairs": ("a:" + "b" * 199 + "|") * 500,
    "almost": "BLEU = 1 1/1 (BP = 1 " * 5_000,
    "colours": "\x1b[" * 50_000,
    "beams": "with beam=1: " * 8_000,
    "other metrics": "chrF2|" * 17_000,
    "line starts": "\n1 " * 33_000,
    "too many precisions": f"BLEU = 10 {'/'.join(['99.9'] * 20_000)} (BP = 1 ratio = 1 hyp_len = 6 ref_len = 6)",
}


def calls(work: Callable[[], object]) -> int:
    """How often something is called, or goes on after a `yield`: as often on a slow machine as on a fast one."""
    count = 0

    def counted(*_: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("text", SLOW.values(), ids=SLOW)
def test_no_text_takes_many_calls(text: str) -> None:
    """However long it is. (What the regular expressions do with it is not counted; `make bench` takes the time.)"""

    def refused() -> None:
        with pytest.raises(InputError):
            parse_report(text)

    assert calls(refused) < 1_000


@pytest.mark.parametrize(
    "precisions", ["100.0", "0.0", "50.0", "33.3", "67", "100.0/100.0/100.0/100.0/100.0/100.0/100.0/33.1"]
)
@pytest.mark.parametrize("length", [1, 60, 61, 10**17])
def test_no_numbers_take_many_calls(precisions: str, length: int) -> None:
    for smooth, orders in product(("none", "exp", "floor[0.10]", "add-k[1.00]"), (MOST_ORDERS, 8)):
        numbers = "/".join((precisions.split("/") * 8)[-orders:])
        line = line_of(numbers, length, smooth)
        assert calls(lambda line=line: str(parse_report(line))) < 10_000_000  # type: ignore[misc]


def test_many_reports_are_read_and_counted() -> None:
    text = f"{LINE}\n" * 1_000 + "x" * 100_000
    assert parse_report(text).more == 999
    assert calls(lambda: parse_report(text)) < 100 * 1_000


def test_a_thousand_orders() -> None:
    numbers = "/".join(["99.9"] * 1_000)
    report = parse_report(f"BLEU = 10.0 {numbers} (BP = 1.000 ratio = 1.000 hyp_len = 6000 ref_len = 6000)")
    assert report.rules
    assert report.rules.max_n == 1_000
    assert str(report)
    assert report.to_html()
    assert report.to_latex()
