"""The command line: every format, every option, and one clear line where something is wrong."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest
import sacrebleu

from mtexplain import (
    __version__,
    bleu,
    bridge,
    compare,
    compare_corpus,
    corpus_bleu,
    diagnose,
    parse_report,
    which_rules,
)
from mtexplain.cli import main, views
from tests.places import PATIENCE, ROOT
from tools.machine import needs

COMMAND = [sys.executable, "-m", "mtexplain"]
CANDIDATE, REFERENCE = "the the cat on the mat", "there is a cat on the mat"
UTF8 = {**os.environ, "PYTHONUTF8": "1", "COLUMNS": "80"}
ASCII = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "COLUMNS": "80"}


def run(*arguments: str | bytes, environment: dict[str, str] = UTF8) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *arguments], cwd=ROOT, env=environment, capture_output=True, timeout=PATIENCE)


def out(*arguments: str, environment: dict[str, str] = UTF8) -> str:
    """What a good call prints."""
    done = run(*arguments, environment=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().replace("\r\n", "\n")


def complaint(*arguments: str | bytes) -> str:
    """The one line that a bad call gets."""
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    *lines, end = done.stderr.decode().split("\n")
    assert end == ""
    assert len(lines) == 1
    return lines[0].rstrip("\r")


# As a program of its own.


def test_each_format_is_a_view_of_the_trace() -> None:
    trace = bleu(CANDIDATE, [REFERENCE])
    assert out("bleu", CANDIDATE, REFERENCE) == f"{trace}\n"
    assert out("bleu", CANDIDATE, REFERENCE, "--format", "html") == f"{trace.to_html()}\n"
    assert json.loads(out("bleu", CANDIDATE, REFERENCE, "--format", "json")) == trace.to_dict()


def test_help_says_what_can_be_asked() -> None:
    assert "bleu" in out("--help")
    text = out("bleu", "--help")
    wanted = ["candidate", "reference", "--format", "--rules", "--tokenize", "--lowercase", "--max-n", "--weights"]
    assert [word for word in [*wanted, "text,html,latex,json", "whitespace", "13a", "paper"] if word not in text] == []


@pytest.mark.parametrize("command", ["bleu", "compare", "bridge", "which", "diagnose", "report"])
def test_every_command_has_its_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, said in ((["--help"], command), ([command, "--help"], "usage: mtexplain " + command)):
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        assert (stopped.value.code, said in capsys.readouterr().out) == (0, True)


def test_the_version_is_that_of_the_library() -> None:
    assert out("--version") == f"mtexplain {__version__}\n"


@needs("POSIX")
@pytest.mark.parametrize("arguments", [(b"the \xff", b"the cat"), (b"the cat", b"a cat", b"the \xff")])
def test_bytes_that_are_no_utf8_are_refused(arguments: tuple[bytes, ...]) -> None:
    line = complaint(b"bleu", *arguments)
    assert "a lone surrogate, U+DCFF, at character 4" in line


@needs("POSIX")
@pytest.mark.parametrize("options", [*(["--format", one] for one in ("text", "html", "latex", "json")), ["--help"]])
def test_a_reader_that_has_seen_enough_is_no_error(options: list[str]) -> None:
    long = " ".join(f"w{number}" for number in range(20_000))
    process = subprocess.Popen(
        [*COMMAND, "bleu", long, "w1", *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    assert process.stderr
    if "--help" not in options:  # its text is short, and is written only at the end
        process.stdout.read(1)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 0


@needs("POSIX")
def test_ctrl_c_ends_it_without_a_word() -> None:
    program = (
        "import signal, sys; from mtexplain.cli import main\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # make in the background ignores it\n"
        "sys.exit(main(['report']))"
    )
    command, pipe = [sys.executable, "-c", program], subprocess.PIPE
    process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe)
    assert process.stdin
    process.stdin.write(b"more than a pipe holds, so that it has begun to read" * 10_000)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=PATIENCE) == (b"", b"")
    assert process.returncode == 130


@pytest.mark.parametrize("error", [KeyboardInterrupt, BrokenPipeError])
def test_as_a_function_it_leaves_the_output_of_its_program_alone(
    error: type[BaseException], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def stopped(trace: object, form: str) -> str:
        raise error

    monkeypatch.setattr(views, "written", stopped)
    assert main(["bleu", "a", "a"]) == (130 if error is KeyboardInterrupt else 0)
    os.write(1, b"more")
    assert capfd.readouterr().out == "more"


@needs("POSIX")
def test_without_anywhere_to_print_there_is_no_traceback() -> None:
    shell = f"'{sys.executable}' -m mtexplain bleu a a >&-"
    done = subprocess.run(["sh", "-c", shell], cwd=ROOT, env=UTF8, capture_output=True, timeout=PATIENCE)
    assert b"Traceback" not in done.stderr


@needs("/dev/full")
def test_a_full_disk_gets_one_line() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, "bleu", "a", "a"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE
        )
    assert done.returncode != 0
    assert done.stderr.count(b"\n") == 1


def test_a_terminal_without_unicode_gets_escapes_and_no_traceback() -> None:
    done = run("bleu", "naïve 猫", "the 猫", environment=ASCII)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
    assert b"na\\xefve" in done.stdout
    line = run("bleu", "猫", "猫", "--tokenize", "猫", environment=ASCII)
    assert line.returncode == 2
    assert line.stderr.isascii()
    assert line.stderr.count(b"\n") == 1


def test_json_is_json_also_where_the_terminal_has_no_unicode() -> None:
    trace = bleu("naïve 猫", ["the 猫"])
    assert json.loads(out("bleu", "naïve 猫", "the 猫", "--format", "json", environment=ASCII)) == trace.to_dict()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_html_says_utf8_and_is_what_it_says(encoding: str) -> None:
    """Printed into a file on a system with another encoding, the page must still read well."""
    done = run("bleu", "naïve cat", "the cat", "--format", "html", environment={**ASCII, "PYTHONIOENCODING": encoding})
    page = done.stdout.decode("utf-8")
    assert '<meta charset="utf-8">' in page
    assert "naïve" in page or "na&#239;ve" in page


# The same, called as a function: quicker.


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        ([], {}),
        (["--tokenize", "13a"], {"tokenize": "13a"}),
        (["--lowercase"], {"lowercase": True}),
        (["--max-n", "2"], {"max_n": 2}),
        (["--rules", "paper"], {}),
        (["--weights", "0.1", "0.2", "0.3", "0.4"], {"weights": [0.1, 0.2, 0.3, 0.4]}),
        (["--max-n", "2", "--weights", "1", "0", "--lowercase"], {"max_n": 2, "weights": [1, 0], "lowercase": True}),
    ],
)
def test_options_are_the_keywords_of_bleu(
    options: list[str], settings: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bleu", "The cat's mat.", "the cat's mat .", "A mat", *options, "--format", "json"]) == 0
    expected = bleu("The cat's mat.", ["the cat's mat .", "A mat"], **settings)  # type: ignore[arg-type]
    assert json.loads(capsys.readouterr().out) == expected.to_dict()


def test_latex_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bleu", CANDIDATE, REFERENCE, "--format=latex"]) == 0
    assert capsys.readouterr().out == bleu(CANDIDATE, [REFERENCE]).to_latex() + "\n"


def test_thirds_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["bleu", "the cat sat", "the cat sat", "--max-n", "3", "--weights", "1/2", "1/3", "1/6"])
    assert "weights 1/2 1/3 1/6" in capsys.readouterr().out


# Questions about a score.


def files(folder: Path) -> list[str]:
    """A text of two segments, with two references for each."""
    (folder / "candidates").write_bytes("the cat sat.\na\u2028dog\n".encode())
    (folder / "one").write_bytes(b"the cat sat down.\na dog .")
    (folder / "two").write_bytes(b"a cat sat.\nthe dog\n")
    return ["-c", str(folder / "candidates"), "-r", str(folder / "one"), "-r", str(folder / "two")]


TEXT = ["the cat sat.", "a\u2028dog"], [["the cat sat down.", "a cat sat."], ["a dog .", "the dog"]]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_a_sentence_or_files_can_be_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "compare", CANDIDATE, REFERENCE) == f"{compare(CANDIDATE, [REFERENCE])}\n"
    assert printed(capsys, "compare", *files(tmp_path)) == f"{compare_corpus(*TEXT)}\n"
    two = printed(capsys, "compare", CANDIDATE, REFERENCE, "--rules", "nltk, paper", "--format", "json")
    assert [row["rules"]["name"] for row in json.loads(two)["rows"]] == ["nltk", "paper"]


def test_a_bridge_and_a_search_take_them_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, "bridge", "nltk", "sacrebleu", *files(tmp_path))
    assert found == f"{bridge('nltk', 'sacrebleu', *TEXT)}\n"
    assert printed(capsys, "which", "43.0", CANDIDATE, REFERENCE) == f"{which_rules(CANDIDATE, [REFERENCE], '43.0')}\n"
    assert json.loads(printed(capsys, "which", "0.9", CANDIDATE, REFERENCE, "--format", "json"))["reported"] == "0.9"
    assert printed(capsys, "bleu", *files(tmp_path), "--rules", "coco") == (
        "BLEU: 0.032 as pycocoevalcap 1.2 prints scores, 0.03162 on the scale from 0 to 1\n\n"
        f"{corpus_bleu(*TEXT, rules='coco')}\n"
    )


def piped(given: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments], cwd=ROOT, env=UTF8, input=given, capture_output=True, timeout=PATIENCE
    )


def test_a_line_can_be_taken_apart_also_from_a_pipe() -> None:
    line = bleu(CANDIDATE, [REFERENCE], rules="multi-bleu").report
    assert piped(line.encode(), "report").stdout.decode() == out("report", line) == f"{parse_report(line)}\n"
    done = piped(b"caf\xe9", "report", "-")
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert b"-: got bytes that are not UTF-8, from byte 3 on" in done.stderr


def test_a_text_can_be_piped_in(tmp_path: Path) -> None:
    arguments = files(tmp_path)
    done = piped((tmp_path / "candidates").read_bytes(), "bleu", "-c", "-", *arguments[2:])
    assert done.stdout.decode() == f"{corpus_bleu(*TEXT)}\n"


@pytest.mark.parametrize(
    "words",
    [
        *(["bleu", *rest] for rest in (["a b", "a c"], ["a", "- b", "-1"], ["", "a", "", "b"])),
        *(["bridge", "nltk", "paper", "a b", "a c", "a"], ["diagnose", "a b", "a c"]),
        *(["compare", "a b", "a c"], ["rouge-n", "a b", "a c"], ["perplexity", "1/2", "1/4", "0.3"]),
        ["exercises", "length"],
        ["report", "BLEU = 43.01, 66.7/60.0/50.0/33.3 (BP=0.846, ratio=0.857, hyp_len=6, ref_len=7)"],
    ],
)
def test_an_option_may_stand_anywhere(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    expected = printed(capsys, *words, "--format", "json")
    for place in range(1, len(words)):
        assert printed(capsys, *words[:place], "--format", "json", *words[place:]) == expected
    assert printed(capsys, words[0], "--format", "json", "--", *words[1:]) == expected
    assert printed(capsys, *words[:-1], "--format", "json", "--", words[-1]) == expected


def test_every_rule_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(
        capsys, "bleu", "a b c d", "a b c e", "--smoothing", "floor", "--smoothing-value", "1/4",
        "--reference-length", "average", "--missing", "left out", "--rules", "sacrebleu",
    )  # fmt: skip
    assert "floor 1/4 smoothing · average reference length · an order without n-grams is left out" in text


@pytest.mark.parametrize(
    ("command", "rules", "first"),
    [
        ("bleu", "sacrebleu", "BLEU: 43.01 as sacreBLEU 2.6.0 prints scores, 0.4301 on the scale from 0 to 1"),
        ("bleu", "mteval-v13a", "BLEU: 0.4301 as mteval-v13a.pl prints scores, 0.4301 on the scale from 0 to 1"),
        ("bleu", "torchmetrics", "BLEU: tensor(0.4301) as torchmetrics 1.9.0 prints scores, 0.4301 on the scale from"),
        ("chrf", "sacrebleu", "chrF: 58.74 as sacreBLEU 2.6.0 prints scores, 0.5874 on the scale from 0 to 1"),
        ("rouge-l", "rouge-1.5.5", "ROUGE-L: 0.61539 as ROUGE-1.5.5 prints scores, 0.6154 on the scale from 0 to 1"),
        ("bleu", "paper", "reference 1"),
        ("chrf", "paper", "reference       t  h  e  r  e"),
    ],
)
def test_the_number_that_the_tool_prints_comes_first(
    command: str, rules: str, first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = printed(capsys, command, CANDIDATE, REFERENCE, "--rules", rules)
    assert shown.startswith(first)


def test_numbers_of_sacrebleu_are_those_that_it_prints_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for command, tool in (("bleu", sacrebleu.corpus_bleu), ("chrf", sacrebleu.corpus_chrf)):
        number = tool([CANDIDATE], [[REFERENCE]]).format(score_only=True)
        long = printed(capsys, command, CANDIDATE, REFERENCE, "--rules", "sacrebleu", "--format", "text")
        short = printed(capsys, command, CANDIDATE, REFERENCE, "--rules", "sacrebleu", "--short")
        assert (long.split()[1], short.split()[0]) == (number, number)


def test_a_score_fits_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The number, a tab, and what another person needs to get the same number."""
    number, _, rest = printed(capsys, "bleu", CANDIDATE, REFERENCE, "--short").partition("\t")
    assert (float(number), rest) == (bleu(CANDIDATE, [REFERENCE]).score, f"{bleu(CANDIDATE, [REFERENCE]).signature}\n")
    line = printed(capsys, "bleu", *files(tmp_path), "--rules", "multi-bleu", "--short")
    assert line == f"0.00\t{corpus_bleu(*TEXT, rules='multi-bleu').signature}\n"
    assert printed(capsys, "perplexity", "1/2", "1/8", "--short").startswith("4.0\tperplexity · given probabilities")


def test_a_long_text_is_cut_and_says_how_to_get_the_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "c").write_text("the cat\n" * 30, "utf-8")
    (tmp_path / "r").write_text("the cat sat\n" * 30, "utf-8")
    text = ["-c", str(tmp_path / "c"), "-r", str(tmp_path / "r")]
    for command in ("bleu", "nist", "chrf", "cider"):
        shown = printed(capsys, command, *text)
        assert "… and 20 more rows" in shown
        more = "Tables show 10 rows at most; --format html shows 200, and --format json has all rows."
        assert shown.endswith(f"\n{more}\n")
        assert len(json.loads(printed(capsys, command, *text, "--format", "json"))["segments"]) == 30
    assert printed(capsys, "bleu", *text, "--format", "html").count("more rows") == 0


BAD = [
    ([], "COMMAND"),
    (["rouge", "a", "a"], "'rouge'"),
    (["bleu"], "candidate"),
    (["bleu", "the cat"], "reference"),
    (["bleu", "a", "a", "--format", "pdf"], "choose from"),
    (["bleu", "a", "a", "--rules", "papr"], "one of paper"),
    (["bleu", "a", "a", "--tokenize", "14a"], "one of whitespace, ascii-whitespace, 13a"),
    (["bleu", "a", "a", "--max-n", "0"], "from 1 to 1000"),
    (["bleu", "a", "a", "--max-n", "four"], "'four'"),
    (["bleu", "a", "a", "--weights", "1", "1"], "max_n=2"),
    (["bleu", "a", "a", "--weights", "x"], "'x'"),
    (["bleu", "a", "a", "--weights", "nan", "0", "0", "1"], "nan"),
    (["bleu", "a", "a", "--weights", "1/0", "0", "0", "1"], "1/0"),
    (["bleu", "a", "a", "--weights", "-1", "1", "1", "0"], "-1"),
    (["bleu", "a", "a", "--weights", "1", "1", "1", "1"], "add up to 4"),
    (["bleu", "a", "a", "--weights", "1e999999", "0", "0", "1"], "1e999999"),
    (["bleu", "a", "a", "--smooth", "exp"], "--smooth. Did you mean --smoothing or --smoothing-value?"),
    (
        ["bleu", "a", "a", "--to", "x.html"],
        "--to. It is an option of exercises and worksheet. Did you mean --tokenize?",
    ),
    (["bleu", "-c", "one", "-r", "one", "-c2", "two"], "-c2. It is an option of diagnose. Did you mean -c?"),
    (
        ["coco", "A", "B", "-c", "x", "-r", "y", "--short"],
        "-c -r --short. They are options of bleu, rouge-n, rouge-l and",
    ),
    (["coco", "A", "B", "-c2", "x", "--force"], "-c2 --force. -c2 is an option of diagnose (see"),
    (["bleu", "--ref", "F", "a"], "--ref. Did you mean -r or --reference-length?"),
    (["diagnose", "-c", "F", "--references", "F"], "--references. Did you mean -r?"),
    (["bleu", "-ref", "F", "a"], "-ref. Did you mean -r?"),
    (["bleu", "a", "a", "-tok", "intl"], "-tok. Did you mean --tokenize?"),
    (["worksheet", "a", "a", "-o", "x.html"], "-o. Did you mean --to?"),
    (["bleu", "a", "a", "-o", "x.html"], "-o. --to is an option of exercises and worksheet (see"),
    (["bleu", "-cone", "-r", "one"], "-cone. Did you mean -c one?"),
    (["lab", "--port", "9000"], "--port. Put -- before the options of JupyterLab, which come last (see mtexplain lab"),
    (["compare", "a", "a", "--short"], "--short. It is an option of bleu, rouge-n, rouge-l and others."),
    (["bleu", "a", "a", "--low"], "Did you mean --lowercase?"),
    (["bleu", "a", "a", "--short", "--format", "html"], "argument --format: not allowed with argument --short"),
    (["worksheet", "a", "a", "--to", "h.txt"], "h.txt: got a file that exists already; expected a free name."),
    (["worksheet", "a", "a", "--to", "keyed.txt"], "keyed_key.txt: got a file that exists already"),
    (["exercises", "--to", "h.txt"], "Use --force to replace it. Nothing was written."),
    (["exercises", "--to", "made.json"], "made.json: got a file that exists already"),
    (["worksheet", "a", "a", "--to", "folder.txt", "--force"], "folder.txt: got a folder; expected the name of a file"),
    (["bleu", "a", "--nonsense", "a"], "unrecognized arguments: --nonsense. Put -- before a sentence that"),
    (["bleu", "-The", "a"], "unrecognized arguments: -The. Put -- before a sentence that begins with - (see"),
    (["bleu", "-could", "a"], "unrecognized arguments: -could. Did you mean -c ould?"),
    (["bleu", "a", "--rulse", "nltk", "b"], "--rulse. Did you mean --rules? (see mtexplain bleu --help)"),
    (["bleu", "a", "--rules", "nltk", "b", "--formt=json"], "Did you mean --format?"),
    (["cider", "-c", "A", "-r", "R", "--stme"], "Did you mean --stem?"),
    (["coco", "A", "B", "-x"], "unrecognized arguments: -x (see mtexplain coco --help)"),
    (["belu", "a", "b"], "Did you mean bleu? (see mtexplain --help)"),
    (["bleu", "a", "b", "--format", "htlm"], "Did you mean html?"),
    (["bleu", "a", "--rules", "nltk", "a", "-x"], "unrecognized arguments"),
    (["report", "a", "--format", "json", "b"], "unrecognized arguments: b"),
    (["bleu", "-c", "A", "-c", "B", "-r", "R"], "-c: given twice; give it once, and run again with the other value"),
    (["bleu", "a", "a", "--rules", "nltk", "--rules", "nltk"], "--rules: given twice"),
    (["diagnose", "-c2", "A", "-c2", "B"], "-c2: given twice"),
    (["coco", "A", "B", "--image", "1", "--image", "2"], "--image: given twice"),
    (["cider", "-c", "A", "-r", "R", "--stem", "porter", "--stem", "none"], "--stem: given twice"),
    (["perplexity", "1", "--names", "a", "--names", "b"], "--names: given twice"),
    (["bleu", "a", "a", "--two\nlines"], "--two"),
    (["bleu", "a", "a", "--tokenize", "two\nlines"], "two"),
    (["two\nlines"], "two"),
    (["compare"], "candidate: got nothing"),
    (["compare", "a"], "reference: got nothing"),
    (["compare", "-c", "candidates"], "files: got no file of references"),
    (["compare", "-r", "one"], "files: got no file of candidates"),
    (["compare", "a", "b", "-c", "candidates", "-r", "one"], "files: got sentences as well"),
    (["compare", "-c", "nowhere", "-r", "one"], "nowhere: got no such file; expected a file that can be read. Check"),
    (["compare", "-c", ".", "-r", "one"], ".: got a folder; expected a file that can be read."),
    (["compare", "-c", "candidates", "-r", "longer"], "longer: got 3 lines; expected 2, as many as candidates has"),
    (["compare", "-c", "bytes", "-r", "one"], "bytes: got bytes that are not UTF-8, from byte 4 on"),
    (["compare", "-c", "empty", "-r", "one"], "empty: got an empty file"),
    (["compare", "-c", "candidates", "-r", "empty"], "empty: got 0 lines; expected 2, as many as candidates has"),
    (["compare", "-c", "candidates", "-r", "short"], "short: got 1 line; expected 2"),
    (["compare", "-c", "candidates", "-r", "picture"], "picture: got bytes that are not UTF-8, from byte 0 on"),
    (["compare", "-c", "candidates", "-r", "."], "a file that can be read"),
    (["compare", "-c", "-", "-r", "-"], "files: got - twice; expected - once. Piped input can be read only once"),
    (["diagnose", "-c", "one", "-r", "-", "-c2", "-"], "files: got - twice"),
    (["exercises", "--to", "nowhere/a.txt"], "a file that can be written"),
    (["coco", ".", "one"], "annotations, .: got a folder"),
    (["coco", "picture", "one"], "annotations, picture: got bytes that are not UTF-8"),
    (
        ["bleu", "one", "two", "two"],
        "one: got the name of a file; expected a sentence in quotes. For files write -c one -r two -r two.",
    ),
    (["bleu", "h.txt", "a b.txt"], "For files write -c h.txt -r 'a b.txt'."),
    (
        ["cider", "h.txt", "the cat"],
        "h.txt: got the name of a file; expected a sentence in quotes. For files write -c FILE -r FILE.",
    ),
    (["which", "43.0", "a cat", "h.txt"], "h.txt: got the name of a file"),
    (["compare", "a", "b", "--rules", ""], "rules[0]: got a string, ''"),
    (["bleu", "", "-c", "candidates", "-r", "one"], "files: got sentences as well"),
    (["bleu", "a", "b", "--smoothing-value", "x"], "invalid number value"),
    (["compare", "a", "b", "--rules", "paper,papr"], "rules[1]: got a string, 'papr'"),
    (["bridge", "nltk", "papr", "a", "b"], "b: got a string, 'papr'"),
    (["which", "24,0", "a", "b"], "reported: got a string, '24,0'"),
    (["report", "no line"], "expected"),
    (["diagnose"], "candidate: got nothing"),
    (["diagnose", "-c", "odd"], "files: got no file of references"),
    (["diagnose", "-c", "odd", "-r", "nowhere"], "nowhere: got no such file"),
    (["diagnose", "-c", "empty", "-r", "empty"], "There is no text in either."),
    (["diagnose", "a", "b", "-c2", "odd"], "files: got sentences as well"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder to be in, with files that can be scored, and others."""
    files(tmp_path)
    odd_files(tmp_path)
    for name, held in {"longer": b"a\nb\nc\n", "bytes": b"the \xff\n\n", "empty": b"", "short": b"a",
                       "picture": b"\x89PNG\r\n\x1a\n\0", "h.txt": b"a\n", "a b.txt": b"a\n",
                       "keyed_key.txt": b"mine", "made.json": b"mine"}.items():  # fmt: skip
        (tmp_path / name).write_bytes(held)
    (tmp_path / "folder.txt").mkdir()
    monkeypatch.chdir(tmp_path)


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that a bad call gets; with exit code 2, and nothing printed."""
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    said = capsys.readouterr()
    assert (stopped.value.code, said.out) == (2, "")
    assert said.err.startswith("mtexplain")
    assert said.err.count("\n") == 1
    assert said.err.endswith("\n")
    assert not [word for word in ("Fraction", " at 0x") if word in said.err], "what was typed, not what we made of it"
    return said.err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("arguments", "says"), BAD)
def test_what_cannot_be_done_gets_one_line(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert says in refusal(capsys, *arguments)


# Files that are written.

SHEET = ["worksheet", "a b", "a b"]


def test_no_file_is_written_where_one_of_them_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ro_key.html").write_text("mine", "utf-8")
    told = refusal(capsys, *SHEET, "--to", "ro.html")
    assert told.startswith("mtexplain worksheet: ro_key.html: got a file that exists already")
    assert "--force" in told
    assert [(path.name, path.read_text("utf-8")) for path in tmp_path.iterdir()] == [("ro_key.html", "mine")]
    assert printed(capsys, *SHEET, "--to", "ro.html", "--force") == "ro.html: 1 page\nro_key.html: the key\n"
    assert "mine" not in Path("ro_key.html").read_text("utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ro.html", "ro_key.html"], "no draft is left"


def test_a_disk_that_is_full_leaves_the_files_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("ro.txt", "ro_key.txt"):
        (tmp_path / name).write_text("mine", "utf-8")
    drafts: list[Path] = []

    def on_a_full_disk(path: Path, mode: str) -> IO[Any]:
        drafts.append(path)
        if len(drafts) == 2:
            raise OSError(28, "No space left on device")
        return open(path, mode)

    monkeypatch.setattr(Path, "open", on_a_full_disk)
    told = refusal(capsys, *SHEET, "--to", str(tmp_path / "ro.txt"), "--force")
    monkeypatch.undo()
    assert "ro_key.txt: got No space left on device" in told
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == {
        "ro.txt": "mine", "ro_key.txt": "mine",
    }  # fmt: skip


@needs("POSIX")
def test_a_link_stays_a_link_and_a_file_keeps_its_permissions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "elsewhere.json").write_text("mine", "utf-8")
    (tmp_path / "elsewhere.json").chmod(0o640)
    link = tmp_path / "quiz.json"
    link.symlink_to("elsewhere.json")
    assert "exists already" in refusal(capsys, "exercises", "--to", str(link))
    printed(capsys, "exercises", "--to", str(link), "--force")
    assert link.is_symlink()
    assert json.loads((tmp_path / "elsewhere.json").read_text("utf-8"))
    assert (tmp_path / "elsewhere.json").stat().st_mode & 0o777 == 0o640
    nowhere = tmp_path / "nowhere.json"
    nowhere.symlink_to("not there yet.json")
    assert "exists already" in refusal(capsys, "exercises", "--to", str(nowhere)), "it would write to another place"


@needs("POSIX")
@pytest.mark.parametrize("options", [[], ["--force"]], ids=["", "--force"])
@pytest.mark.parametrize("kind", ["a pipe", "a link to a pipe", "a link to a device", "a key that is a pipe"])
def test_what_is_no_file_is_never_replaced(
    kind: str, options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe, out = tmp_path / "pipe", tmp_path / "out.txt"
    os.mkfifo(pipe)
    if kind == "a pipe":
        pipe.rename(out)
    elif kind == "a key that is a pipe":
        pipe.rename(tmp_path / "out_key.txt")
    else:
        out.symlink_to(pipe if kind == "a link to a pipe" else os.devnull)

    def found() -> dict[str, tuple[int, int, int]]:  # without the time of the last access, which a link notes
        return {it.name: (it.lstat().st_ino, it.lstat().st_mode, it.lstat().st_mtime_ns) for it in tmp_path.iterdir()}

    before = found()
    told = refusal(capsys, *SHEET, "--to", str(out), *options)
    assert "got a pipe, a device or a link to either; expected a free name, or a file. It stays as it is" in told
    assert found() == before


@pytest.mark.parametrize(
    "typed",
    [
        ["--log-probabilities=-1", "-2"],
        ["--log-probabilities", "--", "-1", "-2"],
        ["--short", "--log-probabilities", "-1", "-2"],
        ["--base=e", "--log-probabilities=-1", "-2.0"],
    ],
    ids=" ".join,
)
def test_logarithms_are_read_however_they_are_set_off(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The mean of -1 and -2 is -1.5, and e^1.5 is 4.4817."""
    short = typed if "--short" in typed else [*typed, "--short"]
    assert printed(capsys, "perplexity", *short).startswith("4.48168907")


@pytest.mark.parametrize("never", ["-∞", "-inf"])
def test_the_logarithm_of_zero_is_read_too(never: str, capsys: pytest.CaptureFixture[str]) -> None:
    for typed in ([f"--log-probabilities={never}", "-1"], ["--log-probabilities", never, "-1"]):
        assert printed(capsys, "perplexity", *typed, "--short").startswith("inf\t")


def test_after_two_dashes_all_is_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "bleu", "--short", "--", "--weights=1 x", "--weights=1 x").startswith("0.0\t")


def test_the_name_of_no_file_is_scored_and_noted(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, noted in ((["h.txt", "a"], "h.txt"), (["h.txt.", "see r.tsv", "d/r.tsv"], "d/r.tsv")):
        assert main(["bleu", *arguments]) == 0
        assert capsys.readouterr().err.startswith(f"Note: {noted}: there is no such file, so the name itself is read")


def test_bad_usage_of_the_program_too() -> None:
    assert complaint("bleu", "a", "a", "--tokenize", "14a").startswith("mtexplain bleu: tokenize: got a string, '14a'")
    assert complaint("bleu", "a", "a", "--max-n", "x").endswith("(see mtexplain bleu --help)")


# What is wrong with a text.


def odd_files(folder: Path) -> list[str]:
    """A text with a byte order mark, carriage returns, a non-UTF-8 byte, and one line fewer than its reference."""
    (folder / "odd").write_bytes(b"\xef\xbb\xbfThe cat sat.\r\nA dog ran.\r\nIt \xe9s here.\r\n")
    (folder / "ref").write_bytes(b"The cat sat down.\nA dog ran off.\nIt is here.\nOne more.\n")
    (folder / "next").write_bytes(b"The cat sat.\nA dog ran.\nIt is here.\n")
    return ["-c", str(folder / "odd"), "-r", str(folder / "ref")]


@pytest.mark.parametrize("medium", ["text", "html", "latex", "json"])
def test_a_text_is_diagnosed_whatever_its_files_hold(
    medium: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = printed(capsys, "diagnose", *odd_files(tmp_path), "-c2", str(tmp_path / "next"), "--format", medium)
    assert "U+FEFF" in shown
    assert "3 candidates, but references for 4 segments" in shown
    if medium == "json":
        found = json.loads(shown)
        codes = ["lines", "replaced", "bom", "carriage-return", "unseen-difference"]
        assert [one["code"] for one in found["findings"]] == codes
        assert found["candidates"][:2] == ["The cat sat.", "A dog ran."]
        assert found["differing_line"]["line"] == 1


@pytest.mark.parametrize("medium", ["text", "html", "latex", "json"])
def test_a_sentence_that_is_not_utf8_is_diagnosed_too(medium: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Python turns bytes that it can't decode into lone surrogates."""
    assert "half a character" in printed(capsys, "diagnose", "the \udcff cat", "the cat", "--format", medium)


def test_clean_files_and_sentences_are_diagnosed_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, "diagnose", *files(tmp_path), "--format", "json"))
    assert [one["code"] for one in found["findings"]] == ["odd-space"], "U+2028 ends no line here"
    assert [one["verdict"] for one in found["tools"]] == ["paired as intended"] * 5
    sentence = printed(capsys, "diagnose", CANDIDATE, REFERENCE)
    assert sentence == f"{diagnose(CANDIDATE, [REFERENCE])}\n"
