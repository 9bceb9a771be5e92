"""Every view of a report says the same, what was pasted is only text in it, and no text takes long."""

import json
import re
import time

import pandas
import pytest

from mtexplain import InputError, parse_report
from mtexplain.display.parts import Table
from mtexplain.explain.reports.report import Report
from tests.test_hostile_text import AS_TEX_WRITES, CONTROLS, HOSTILE, Tree, read, without_words
from tests.test_reports import DETAILS, FAIRSEQ, JSON, LINE, LINES, MULTI, SIGNATURE, every_line
from tests.test_views import Page, cells


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
    assert report.step("score").numbers == "exp(1 - 7/6) * (0.667 * 0.600 * 0.500 * 0.333)^(1/4)"
    assert report.step("score").value == "0.4301"
    assert "not the 0.946 that is printed" in str(parse_report(LINES["contradictory"]))


@pytest.mark.parametrize("line", [MULTI, LINE, FAIRSEQ, f"BLEU = 43.01 {DETAILS}"])
def test_the_ratio_is_said_to_be_candidate_over_reference(line: str) -> None:
    (row,) = [row for row in parse_report(line).table.rows if row[0] == "ratio"]
    assert row[2] == "c/r: the candidate's length over the reference's"
    assert row[3] == "0.8571"


def test_each_tool_leaves_something_else_open() -> None:
    assert "multi-bleu-detok.perl prints the same line" in str(parse_report(MULTI))
    assert "Whether -lc was given" in str(parse_report(MULTI))
    assert "multi-bleu" not in str(parse_report(LINE))
    assert "holds no word of the text" in str(parse_report(SIGNATURE))


def hostile(word: str) -> Report:
    """A report with the word as a value, in a name of its own, and as a version."""
    text = json.dumps(
        JSON | {"signature": f"nrefs:1|case:mixed|eff:no|x{word}:{word}|tok:{word}|smooth:exp|version:{word}"}
    )
    return parse_report(text.replace("{", "{ ", 1) if "{" not in word and "}" not in word else _as_line(word))


def _as_line(word: str) -> str:
    """Braces in it: then JSON is not flat, and it is read from the line."""
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
    for view in (str(report), report.to_html(), report.to_latex()):
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


@pytest.mark.parametrize("text", SLOW.values(), ids=SLOW)
def test_no_text_takes_long(text: str) -> None:
    start = time.perf_counter()
    with pytest.raises(InputError):
        parse_report(text)
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize(
    "precisions", ["100.0", "0.0", "50.0", "33.3", "67", "100.0/100.0/100.0/100.0/100.0/100.0/100.0/33.1"]
)
@pytest.mark.parametrize("length", [1, 60, 61, 10**17])
def test_no_numbers_take_long(precisions: str, length: int) -> None:
    numbers = precisions if "/" in precisions else "/".join([precisions] * 8)
    start = time.perf_counter()
    for smooth in ("none", "exp", "floor[0.10]", "add-k[1.00]"):
        signature = SIGNATURE.replace("smooth:exp", f"smooth:{smooth}")
        report = parse_report(
            f"BLEU|{signature} = 1.0 {numbers} (BP = 1.000 ratio = 1.000 hyp_len = {length} ref_len = {length})"
        )
        assert str(report)
    assert time.perf_counter() - start < 20


def test_many_reports_are_read_and_counted() -> None:
    start = time.perf_counter()
    report = parse_report(f"{LINE}\n" * 1_000 + "x" * 100_000)
    assert report.more == 999
    assert time.perf_counter() - start < 2


def test_a_thousand_orders() -> None:
    numbers = "/".join(["99.9"] * 1_000)
    report = parse_report(f"BLEU = 10.0 {numbers} (BP = 1.000 ratio = 1.000 hyp_len = 6000 ref_len = 6000)")
    assert report.rules
    assert report.rules.max_n == 1_000
    assert str(report)
    assert report.to_html()
    assert report.to_latex()
