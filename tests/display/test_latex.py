"""A trace as LaTeX is a document that xelatex sets without a complaint, with the numbers on the page."""

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from mtexplain import (
    PAPER,
    Bleu,
    best_edits,
    bleu,
    check_working,
    corpus_bleu,
    examples,
    explain_edit,
    leave_one_out,
    meteor,
    misconceptions,
    models,
    rouge_l,
    rouge_l_sum,
    rouge_su,
    rouge_w,
)
from mtexplain.display import latex
from mtexplain.display.trace import Trace
from tools.machine import EXTRAS, needs

pytestmark = needs("xelatex")
XELATEX, PDFTOTEXT = EXTRAS["xelatex"].found, EXTRAS["pdftotext"].found

HOSTILE = (
    *(r"\write18{id}", r"}\end{document}", r"\input{x}", "^^5cinput", "$5", "$^{x}$", "\\", "\\\\", "100%", "x_1"),
    *("a&b", "#1", "~", "^", "{", "}", "[1ex]", "*", "|", "``", "''", "?`", "--", "<<", "<b>", '"', "!`", "\n\n"),
    *("\0\x1b", "\u202eabc", "c\u200bat", "a" + "\u0301" * 200, "x" * 100_000, "\u2028", "the cat"),
)
LONG = " ".join(f"w{number}" for number in range(300))

KEY = ["there is a cat on the mat"]
START, ZERO = bleu("the the cat on the mat", KEY), bleu("a <b> \\x", KEY)

TWELVE = [[number % 3] for number in range(12)]


class Pictures:
    """The pictures of some scores as a document."""

    def to_latex(self) -> str:
        long = bleu(" ".join(HOSTILE[:9]) + " " + LONG[:400], [LONG[:300], "the cat"])
        pieces = [trace.picture for trace in (START, ZERO, long, bleu("", [""]))]
        return latex.of_body("\n\n".join(map(latex.part, pieces)), pieces)


DOCUMENTS: dict[str, Trace | Pictures] = {
    "pictures": Pictures(),
    "opening": bleu("the the cat on the mat", ["there is a cat on the mat"]),
    "three references": examples.get("papineni-1-candidate-1").trace(),
    "eight references": bleu("the cat on the mat", ["there is a cat on the mat"] * 8, max_n=2),
    "corpus": corpus_bleu(["the cat sat on the mat", "a dog"], [["the cat sat on a mat"], ["the dog", "a dog"]]),
    "corpus of long sentences": corpus_bleu(
        [examples.get(f"papineni-1-candidate-{number}").candidate for number in (1, 2)],
        [list(examples.get("papineni-1-candidate-1").references)] * 2,
    ),
    "hostile": Bleu(HOSTILE, (HOSTILE[::2], HOSTILE[1::3]), PAPER),
    "scripts": bleu("猫 坐 在 垫子 上 القط جلس кот γάτα חתול 👩‍👧 می‌خواهم", ["猫 坐 在 垫子", "القط جلس"]),
    "empty": bleu("", ["the cat", ""]),
    "underflow": bleu("w", ["w " * 2_000], max_n=1),
    "very small": bleu("of the", ["of the " + "w " * 40], max_n=2),
    "300 rows": bleu(LONG, [f"{LONG} {LONG}"], max_n=1),
    "max_n 9": bleu("the the cat on the mat", ["there is a cat on the mat"], max_n=9),
    "an edit": explain_edit(START, bleu("there the cat on the mat", KEY)),
    "an edit to 0": explain_edit(START, ZERO),
    "an edit of everything": explain_edit(START, START.with_candidate(HOSTILE)),
    "each word left out": leave_one_out(" ".join(HOSTILE), KEY, max_n=1),
    "nothing left out": leave_one_out("", KEY),
    "the best edits": best_edits("the the cat $x_1$ \\y", [*KEY, "100% #1"]),
    "a mistake": misconceptions.get("penalty-under-the-root").on("the the cat $x_1$", [*KEY, "100% #1"]),
    "a mistake of a text": misconceptions.get("mean-of-scores").smallest,
    "no mistake that shows": misconceptions.get("set").on("a", ["a"], max_n=1),
    "a working": check_working("the the cat on the mat", KEY, p=["4/6", "100 %", 0.5], bp="e^(-1/7)", score=0.5),
    "a right working": check_working("the the cat on the mat", KEY, score=0.43),
    "METEOR": meteor("the dogs & cats", ["the dog_s & cat", "x", *["a dog"] * 9], synonyms={"cats": ["dog_s"]}),
    "METEOR, empty": meteor("", ["", "a"], rules="meteor-1.5"),
    "ROUGE-L": rouge_l("a man_1 rides & runs", ["a man_1 is riding", "& runs 100%"], references_by="jackknife"),
    "ROUGE-W": rouge_w("A H B K C I D", ["A B C D E F G", "A"], weight=1.2, rules="coco"),
    "ROUGE-Lsum": rouge_l_sum("a b\nc $x$", ["a c\nb", "c"]),
    "ROUGE-SU": rouge_su("police kill the gunman", ["police killed the gunman", "gunman"], references_by="pooled"),
    "attention of twelve": models.attention(TWELVE, TWELVE, TWELVE, tokens="a_1 $x$ & # c d e f g h i j"),
    "decoding": models.decode(models.cat_on_the_mat()[0], beam=4, alpha="1/2"),
    "local attention": models.local_attention(6, 8, query=(3, 4), memory=(2, 2)),
    "long words": bleu("Rindfleischetikettierungsgesetz " * 4 + "gut", ["Rindfleischetikettierungsgesetz gut"]),
}


class Printed(NamedTuple):
    """What came of a document: its log, and its text where it can be read."""

    log: str
    text: str


@pytest.fixture(scope="module")
def shelf() -> dict[str, Printed]:
    """The documents that were set already."""
    return {}


@pytest.fixture
def printed(request: pytest.FixtureRequest, shelf: dict[str, Printed], tmp_path: Path) -> Printed:
    """A document, set twice so that the tables know their widths."""
    name: str = request.param
    if name not in shelf:
        (tmp_path / "trace.tex").write_text(DOCUMENTS[name].to_latex(), encoding="utf-8")
        command = [str(XELATEX), "-no-shell-escape", "-halt-on-error", "-interaction=nonstopmode", "trace.tex"]
        for _ in range(2):
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=300)
            assert done.returncode == 0, done.stdout.decode(errors="replace")[-2_000:]
        log = (tmp_path / "trace.log").read_text(encoding="utf-8", errors="replace")
        text = ""
        if PDFTOTEXT:
            read = [PDFTOTEXT, "-layout", "-enc", "UTF-8", "trace.pdf", "-"]
            text = subprocess.run(read, cwd=tmp_path, capture_output=True, check=True).stdout.decode()
        shelf[name] = Printed(log, text)
    return shelf[name]


def each(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("printed", names, indirect=True)


@each(*DOCUMENTS)
def test_xelatex_sets_the_document(printed: Printed) -> None:
    assert "Output written on trace.pdf" in printed.log
    assert "runsystem" not in printed.log, "nothing in a document starts a program"


@each(*DOCUMENTS)
def test_nothing_runs_over_the_edge_of_the_page(printed: Printed) -> None:
    too_wide = re.findall(r"Overfull \\hbox \(([\d.]+)pt too wide\)", printed.log)
    assert [width for width in too_wide if float(width) > 15] == []


@each("opening", "three references", "corpus", "empty", "underflow", "an edit", "an edit to 0", "nothing left out")
def test_every_character_of_ours_has_a_glyph(printed: Printed) -> None:
    assert "Missing character" not in printed.log


@each("hostile")
def test_every_marker_of_what_cannot_be_seen_has_a_glyph(printed: Printed) -> None:
    assert re.findall(r"Missing character: There is no ([␀-␦⟨⟩…])", printed.log) == []


def words(text: str) -> str:
    return " ".join(text.replace("−", "-").split())


@needs("pdftotext")
@each("opening")
def test_the_page_has_the_numbers(printed: Printed) -> None:
    page = words(printed.text)
    for number in ("0.4301", "0.8465", "0.5081", "-0.1667", "-0.8437", "4 of 6 earn"):
        assert number in page
    for row in ("the 3 1 1 1 1", "the mat 1 1 1 1 1", "p4 1/3", "sum 3 1", "BLEU 0.4301"):
        assert row in page


@needs("pdftotext")
@each("corpus")
def test_a_corpus_has_its_segments(printed: Printed) -> None:
    page = words(printed.text)
    for row in ("1 the cat sat on the mat 6 1 0.5373", "2 a dog 2 2 0", "pooled 7 8 7/8", "sum 8 8"):
        assert row in page


@needs("pdftotext")
@each("hostile")
def test_hostile_words_are_printed_as_they_are(printed: Printed) -> None:
    page = words(printed.text)
    for word in (r"\write18{id}", r"}\end{document}", "^^5cinput", "$^{x}$", "100%", "x_1", "a&b", "[1ex]", "<b>"):
        assert word in page
    for shown in ("c⟨U+200B⟩at", "⟨U+202E⟩abc", "the␣cat"):
        assert shown in page


@needs("pdftotext")
@each("underflow")
def test_notes_are_printed(printed: Printed) -> None:
    assert "too small for a float. Its exact value is e^(-1999)" in words(printed.text)


@needs("pdftotext")
@each("300 rows")
def test_a_long_table_says_how_many_rows_are_missing(printed: Printed) -> None:
    assert "and 100 more rows" in words(printed.text)
    assert "w200" not in printed.text
