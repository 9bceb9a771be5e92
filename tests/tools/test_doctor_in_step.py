"""A checkup never pairs lines by guessing, and undoes damage on the side that has it. Rows were worked out by hand."""

import html
import random
import re
from pathlib import Path
from typing import Any

import pytest

from mtexplain import Checkup, corpus_bleu, diagnose
from mtexplain.explain.tools.doctor.checkup import diagnose_lines
from mtexplain.explain.tools.doctor.findings import Finding
from tests.tools.test_doctor_mending import DAMAGES, LINES, drawn, escaped, grouped
from tests.tools.test_doctor_tools import run


def finding(checkup: Checkup, code: str) -> Finding:
    (found,) = [one for one in checkup.findings if one.code == code]
    return found


def undone(checkup: Checkup) -> list[tuple[str, str]]:
    return [(one.code, one.side) for one in checkup.undone]


# Different numbers of lines.

ANIMALS, WHERE = "cat dog pig hen owl fox cow bee".split(), "in on by near under over behind before".split()
STORY = [f"the {ANIMALS[n]} number {n} sat {WHERE[n]} the house" for n in range(8)]
NOT_KNOWN: dict[str, tuple[list[str], list[list[str]], int, str]] = {
    "an empty line in between": (["a b", "", "c d"], [["a b"], ["c d"]], 2, "the last candidate"),
    "a line less": (["a b", "e f"], [["a b"], ["c d"], ["e f"]], 2, "the last segment with references"),
    "other words": (["x y", "y z", "z w", "w x"], [["a b"], ["b c"]], 2, "the last 2 candidates"),
    "two lines less, at two places": (
        [*STORY[1:5], *STORY[6:]], grouped(STORY), 6, "the last 2 segments with references"),
    "no references": (["a b"], [], 0, "the last candidate"),
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_KNOWN)
def test_where_the_missing_line_is_not_known_nothing_is_called_mended(name: str) -> None:
    candidates, references, both, last = NOT_KNOWN[name]
    checkup = diagnose(candidates, references)
    assert (checkup.candidates, checkup.references) == (candidates[:both], references[:both]), "each by its own number"
    assert checkup.lines_scored == "lines that both sides have"
    assert checkup.left_out == (len(candidates) - both, len(references) - both)
    assert not checkup.is_mended
    fix = finding(checkup, "lines").fix
    assert "It is not known which line is missing or superfluous" in fix
    assert fix.endswith(f"and leave out {last}.")
    page = html.unescape(re.sub("<[^>]*>", "", checkup.to_html()))
    for view in (str(checkup), page):
        assert "BLEU of the lines that both sides have = " in view
        assert "align the lines first" in view
        assert fix in view
        assert not re.search(r"\bmended\b", view.replace("_", " ")), "no score, step, column or note says so"
    found = checkup.to_dict()
    assert found["lines_scored"] == "lines that both sides have"
    assert found["left_out"] == {"candidates": checkup.left_out.candidates, "references": checkup.left_out.references}


def test_a_shift_is_said_and_left_where_it_does_not_explain_the_numbers() -> None:
    candidates = [*STORY[1:6], *STORY[7:]]
    checkup = diagnose(candidates, grouped(STORY))
    assert "does not explain why the numbers of lines differ." in finding(checkup, "shifted").fix
    assert undone(checkup) == []


def test_a_shift_that_explains_the_numbers_goes_on_to_the_end() -> None:
    """The last candidate is bad and fits nothing, but with the shift it belongs to the last reference."""
    candidates = [*STORY[1:-1], "qqq"]
    checkup = diagnose(candidates, grouped(STORY))
    assert undone(checkup) == [("shifted", "")]
    assert (checkup.candidates, checkup.references) == (candidates, grouped(STORY[1:]))
    assert checkup.left_out == (0, 1)
    assert "Lines without a partner are then left out." in finding(checkup, "shifted").fix
    assert checkup.lines_scored == "mended"


def test_an_empty_line_in_a_text_that_shows_the_shift_is_taken_out() -> None:
    checkup = diagnose([*STORY[:3], "", *STORY[3:]], grouped(STORY))
    assert (checkup.candidates, checkup.references) == (STORY, grouped(STORY))
    assert checkup.lines_scored == "mended"


def test_files_of_references_have_to_be_as_long_as_each_other() -> None:
    checkup = diagnose_lines(["a b", "c d", "e f"], [["a b", "c d", "e f"], ["c x", "e x"]])
    assert finding(checkup, "lines").text == "The reference files have between 2 and 3 lines."
    assert checkup.references == [["a b", "c x"], ["c d", "e x"]]
    assert (checkup.lines_scored, checkup.left_out) == ("lines that both sides have", (1, 1))


def test_a_score_without_the_segments_that_have_no_reference_says_so() -> None:
    checkup = diagnose(["a b", "c d"], [["a b"], []])
    assert str(checkup).startswith("BLEU of the segments with references = ")
    assert (checkup.lines_scored, checkup.left_out) == ("segments with references", (1, 1))
    assert finding(checkup, "missing").fix in checkup.steps()[-1].why


# Damage on one side.

ONE_SIDED: dict[str, tuple[list[str], list[list[str]], list[str]]] = {
    "escapes in the text": (
        ["escape &amp; as &amp;amp; here", "Tom &apos;s"], [["escape & as &amp; here"], ["Tom 's"]],
        ["escape & as &amp; here", "Tom 's"]),
    "escapes, none bare": (["it says &amp;lt;b&amp;gt;"], [["it says &lt;b&gt;"]], ["it says &lt;b&gt;"]),
    "bare quotes": (
        ["it &apos;s so", "he said &quot; no &quot;"], [["it 's so"], ["write &quot; for \" in HTML"]],
        ["it 's so", 'he said " no "']),
    "a tag": (["<s> a b </s>", "c d e"], [["a b"], ["the tag <s>"]], ["a b", "c d e"]),
    "an end tag": (
        ["<s> a b </s>", "<s> c d </s>", "<s> e f </s>"], [["a b"], ["c d"], ["end with </s>"]], ["a b", "c d", "e f"]),
    "pieces": (
        ["un@@ seen cats", "be@@ long here", "say lol@@ @@ what", "as lol@@ @@ that", "so lol@@ @@ this"],
        [["unseen cats"], ["belong here"], ["say lol@@ what"], ["as lol@@ that"], ["so lol@@ this"]],
        ["unseen cats", "belong here", "say lol@@ what", "as lol@@ that", "so lol@@ this"]),
    "accents": (["cafe\u0301 noir"] * 12, [["café noir"]] * 11 + [["cafe\u0301 is typed in parts, not café"]],
                ["café noir"] * 12),
    "spaces": ([" a b ", " c d "], [["a b"], ["c  d"]], ["a b", "c d"]),
    "carriage returns": (["a b\r", "c d\r"], [[" a b"], ["c d"]], ["a b", "c d"]),
}  # fmt: skip


@pytest.mark.parametrize("name", ONE_SIDED)
def test_the_side_without_the_damage_stays_as_it_is(name: str) -> None:
    damaged, plain, whole = ONE_SIDED[name]
    texts = [one for (one,) in plain]
    if name == "carriage returns":  # white space on the other side is separate damage, which is reported for that side
        plain, texts = [["a b"], ["c d"]], [" a b", "c d"]
        assert ("outer-space", "reference") in undone(diagnose(damaged, grouped(texts)))
    checkup = diagnose(damaged, plain)
    assert (checkup.candidates, checkup.references) == (whole, plain)
    assert {one.side for one in checkup.undone} == {"candidate"}
    assert re.search(r"Corrected: [a-z-]+ \(candidates\)", checkup.steps()[-1].why)
    other = diagnose([one for (one,) in plain], grouped(damaged))
    assert (other.candidates, other.references) == ([one for (one,) in plain], grouped(whole))


SIGNS = "write &amp; for &", "the tag <s>", "end it with </s>", '&quot; is a " in HTML', "&lt;b&gt; or <b> 'b'"
PER_TEXT = "special-tokens", "escaped", "carriage-return", "outer-space"


@pytest.mark.parametrize("damage", PER_TEXT)
@pytest.mark.parametrize("language", ["English", "German", "Russian", "Hindi", "Turkish"])
def test_random_damage_beside_the_same_signs_in_the_text(language: str, damage: str) -> None:
    """One reference in five holds what would be damage elsewhere. So does its candidate, except for special tokens."""
    for seed in range(10):
        draw = random.Random(f"{language} {damage} {seed}")
        signs = [draw.choice(SIGNS) if draw.random() < 0.2 else "it is" for _ in range(LINES)]
        lines = [f"{line} & {sign}" for line, sign in zip(drawn(language, f"{seed}"), signs, strict=True)]
        references = [f"so {line}" for line in lines]
        if damage == "special-tokens":
            lines = [f"{line} &" for line in drawn(language, f"{seed}")]
        broken = DAMAGES[damage](lines, draw)
        checkup = diagnose(broken, grouped(references))
        assert (checkup.candidates, checkup.references) == (lines, grouped(references))
        other = diagnose(references, grouped(broken))
        assert (other.candidates, other.references) == (references, grouped(lines))


def test_both_sides_are_mended_where_both_are_damaged() -> None:
    lines = [f'it\'s "{one}" & so' for one in STORY]
    checkup = diagnose(list(map(escaped, lines)), grouped([escaped(f"{one} isn't") for one in lines]))
    assert checkup.candidates == lines
    assert checkup.references == grouped([f"{one} isn't" for one in lines])
    assert undone(checkup) == [("escaped", "candidate"), ("escaped", "reference")]


def test_hyphens_that_moses_cut_are_joined_on_both_sides() -> None:
    checkup = diagnose(["a well @-@ known cat", "x"], [["my well @-@ known dog"], ["y"]])
    assert (checkup.candidates, checkup.references) == (["a well-known cat", "x"], [["my well-known dog"], ["y"]])


def test_a_special_token_on_few_lines_is_left_and_said() -> None:
    checkup = diagnose([*STORY, "end it with </s>"], grouped([*STORY, "end with that"]))
    assert "Most lines have none, so it may belong to the text" in finding(checkup, "special-token-marks").fix
    assert (checkup.candidates[-1], checkup.is_mended) == ("end it with </s>", False)


# What was looked for.


@pytest.mark.parametrize(
    ("lines", "not_made"), [(1, {"identical", "repeated", "shifted"}), (2, {"repeated", "shifted"}), (3, set())]
)
def test_what_needs_more_lines_was_not_looked_for(lines: int, not_made: set[str]) -> None:
    checkup = diagnose(STORY[:lines], grouped(STORY[1 : lines + 1]))
    assert not_made == {"identical", "repeated", "shifted"} - {*checkup.looked_for}
    for code, called in (
        ("identical", "all candidates equal to a reference"),
        ("repeated", "a candidate on over a fifth of them"),
    ):
        assert (called in str(checkup)) == (code not in not_made)


def test_one_line_again_and_again_is_found_whatever_the_references_are() -> None:
    checkup = diagnose(["a b c"] * 20, [["a b c"]] * 20)
    assert [one.code for one in checkup.findings] == ["identical", "repeated"]
    assert finding(checkup, "repeated").text == "All 20 candidates are the same line, and so are their references."
    assert finding(checkup, "identical").text.startswith("All 20 candidates are identical to one of their references")
    differing = diagnose(["a b c"] * 3, [["a b c"], ["a b d"], ["a b e"]])
    assert finding(differing, "repeated").text.endswith("are the same line, though their references differ.")


def test_word_for_word_is_said_of_what_was_passed() -> None:
    checkup = diagnose(["<s> a b </s>", "<s> c d </s>"], [["a b"], ["c d"]])
    assert [one.code for one in checkup.findings] == ["special-tokens"]
    assert "identical to one" not in str(checkup)
    assert "identical to one" in str(diagnose(["<s> a b", "<s> c"], [["<s> a b"], ["<s> c"]]))


@pytest.mark.parametrize(
    ("code", "odd"), [("odd-space", "A\u00a0cat is here, à Rome"), ("normal-forms", "A cat is here, a\u0300 Rome")]
)
def test_one_odd_line_is_enough_where_the_other_side_has_none(code: str, odd: str) -> None:
    plain = ["A cat is here, à Rome", "A dog, là", "A pig"]
    checkup = diagnose([odd, *plain[1:]], grouped(plain))
    assert finding(checkup, code).text.startswith("1 of the 3 candidates ")
    assert finding(diagnose(plain, grouped([odd, *plain[1:]])), code).text.startswith("1 of the 3 references ")
    assert code not in [one.code for one in diagnose([odd, *plain[1:]], grouped([*plain[1:], odd])).findings]


@pytest.mark.parametrize("nothing", [float("nan"), None], ids=["NaN", "None"])
def test_what_is_read_as_nothing_is_told_where_it_is_undone(nothing: Any) -> None:
    why = diagnose(["a cat", nothing], [["a cat"], ["a dog"]]).steps()[-1].why
    assert "Corrected: not-text. None and NaN are read as nothing, not as a word." in why
    assert "Nothing was corrected" not in why


# Files.


def read(checkup: Checkup, folder: Path) -> tuple[Any, Any]:
    """The lists that a checkup's line of code reads when it is run in a folder."""
    names: dict[str, Any] = {}
    line = checkup.to_dict()["read"]
    assert f"\n   to read       {line}\n" in str(checkup)
    exec(re.sub(r'"((?:HYP|REF)\d?)"', lambda name: repr(str(folder / name[1])), line), names)
    return names["candidates"], names["references"]


@pytest.mark.parametrize("tool", ["sacreBLEU", "NLTK", "mtexplain"])
@pytest.mark.parametrize("start", ["", "\ufeff"], ids=["clean", "to be mended"])
@pytest.mark.parametrize("files", [1, 2])
def test_the_lines_to_write_score_the_files_that_the_first_line_reads(
    files: int, start: str, tool: str, tmp_path: Path
) -> None:
    """Two lines and two files: the lists would have the same shape either way."""
    candidates = ["the cat sat on the mat\u2028now", "a dog ran home in the rain"]
    streams = [
        ["the cat sat on a mat", "a dog ran home in rain"],
        ["a cat is on the mat", "the dog ran off in the rain"],
    ]
    streams = streams[:files]
    names = ["REF"] if files == 1 else ["REF1", "REF2"]
    for name, lines in zip(["HYP", *names], [[start + candidates[0], candidates[1]], *streams], strict=True):
        (tmp_path / name).write_bytes("".join(f"{line}\n" for line in lines).encode())
    checkup = diagnose_lines([start + candidates[0], candidates[1]], streams)
    assert f"references  {files} file{'s' * (files > 1)} of 2 lines" in str(checkup)
    passed = read(checkup, tmp_path)
    assert passed == ([start + candidates[0], candidates[1]], streams)
    rules = {"sacreBLEU": "sacrebleu", "NLTK": "nltk", "mtexplain": "paper"}[tool]
    expected = corpus_bleu(candidates, [list(group) for group in zip(*streams, strict=True)], rules=rules).reported
    assert run(checkup.calls[tool], passed) == pytest.approx(expected, rel=1e-9)


def test_bytes_that_are_not_utf8_are_read_as_the_checkup_read_them(tmp_path: Path) -> None:
    (tmp_path / "HYP").write_bytes(b"the caf\xe9\n")
    (tmp_path / "REF").write_bytes(b"the bar\n")
    assert read(diagnose_lines(["the caf\ufffd"], [["the bar"]]), tmp_path) == (["the caf\ufffd"], [["the bar"]])


def test_lists_are_not_read_from_files() -> None:
    checkup = diagnose(["a b"], [["a b"]])
    assert checkup.to_dict()["read"] is None
    assert "to read" not in str(checkup)
