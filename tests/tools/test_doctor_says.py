"""Everything that a checkup says is true: it names only causes that the text shows, and never says that all is well.

It says what it looked for, and shows the two lines that differ most, so that readers see what it does not recognise.
"""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from mtexplain import Checkup, diagnose
from mtexplain.cli import main
from mtexplain.explain.tools.doctor import lines as module
from mtexplain.explain.tools.doctor.checkup import diagnose_lines
from mtexplain.explain.tools.doctor.findings import CHECKS, CODES, Finding, in_order, looked_for, made
from mtexplain.explain.tools.doctor.lines import most_different
from tests.tools.test_doctor import FOUND, every_clean

OURS = ["The cat sat on the mat.", "A dog ran away from Ann, barking.", "It isn't a guide.", "He said: no & yes."]
THEIRS = [
    "The cat is on the mat.",
    "The dog ran off from Ann, barking.",
    "It isn't the guide.",
    "He told us: no & yes.",
]
LOWER = [one.lower() for one in THEIRS]
CHINESE = "我喜欢猫。", "狗跑了。", "这是家。", "他说不。"
VOUCHES = re.compile(
    r"nothing (is |was )?(wrong|found|to mend|odd)|no problem|as it should be|read right|"
    r"(looks|is|are|all) (good|fine|well|right|clean|correct|healthy|in order)\b",
    re.IGNORECASE,
)


def grouped(lines: Any) -> list[list[str]]:
    return [[one] for one in lines]


def each(form: str, lines: Any = OURS) -> list[str]:
    return [form.format(one, n=place) for place, one in enumerate(lines)]


UNKNOWN: dict[str, tuple[Any, Any, str]] = {
    "an .sgm file": (['<doc sysid="ours">', *each('<seg id="{n}">{0}</seg>'), "</doc>"],
                     grouped(['<refset setid="wmt">', *each('<seg id="{n}">{0}</seg>', THEIRS), "</refset>"]), "<"),
    "seg on one side": (each('<seg id="{n}">{0}</seg>'), grouped(THEIRS), '<seg'),
    "fairseq": (each("H-{n}\t-0.3\t{0}"), grouped(THEIRS), "H-"),
    "CSV quotes": (each('"{0}"'), grouped(THEIRS), '"'),
    "references joined by a tab": (OURS, grouped(each("{0}\t{0}", THEIRS)), "␉"),
    "references joined by |||": (OURS, grouped(each("{0} ||| {0}", THEIRS)), "|||"),
    "a whole file in one string": (["\n".join(OURS)], [["\n".join(THEIRS)]], "¶"),
    "lists written out, on both sides": ([str(one.split()) for one in OURS],
                                         grouped(str(one.split()) for one in THEIRS), "['"),
    "lists written out, the same": (["['the', 'cat']"], [["['the', 'cat']"]], "['the',"),
    "</w>": (["The</w> c at</w> sat</w> on</w> the</w> mat.</w>"], grouped(THEIRS[:1]), "</w>"),
    "￭": (["The cat sat on the mat ￭."], grouped(THEIRS[:1]), "￭."),
    "<unk>": (["The <unk> sat on the <<unk>>."], grouped(THEIRS[:1]), "<unk>"),
    "startseq": (each("startseq {0} endseq"), grouped(THEIRS), "startseq"),
    "junk after </s>": (each("{0}</s> the the the", THEIRS), grouped(THEIRS), "</s>"),
    "letters by lines": (["\n".join(one) for one in OURS], grouped(THEIRS), "¶"),
    "French marks apart": (["Tu viens ?", "Oui !"], grouped(["Tu viens?", "Oui!"]), "!"),
    "don 't": (["I don 't know it"], [["I don't know it"]], "'t"),
    "curly quotes": (["It isn’t a “guide”"], [["It isn't a \"guide\""]], "’"),
    "ALL CAPS": ([one.upper() for one in OURS], grouped(THEIRS), "A DOG"),
    "&#39;": (["It isn&#39;t a guide"], [["It isn't a guide"]], "&#39;"),
    "&nbsp;": (["It is&nbsp;a guide"], [["It is a guide"]], "&nbsp;"),
    "@,@": (["It cost 5 @,@ 000 dollars"], [["It cost 5,000 dollars"]], "@,@"),
    "spaced Chinese": ([" ".join(one) for one in CHINESE], grouped(CHINESE), "我 喜"),
    "Chinese in short lines": (list(CHINESE), grouped(CHINESE), "我喜欢猫。"),
    "cut to two words": ([" ".join(one.split()[:2]) for one in OURS], grouped(THEIRS), "A dog"),
    "a stop apart, one line": (["We live in Rome ."], [["We live in Rome."]], "Rome ."),
    "a stop apart, two lines": (["We live in Rome .", "Yes ."], grouped(["We live in Rome.", "Yes."]), "Yes ."),
    "stops apart after digits": (each("Since 19{n} ."), grouped(each("Since 19{n}.")), "190 ."),
    "a look-alike letter": (["The c\u0430t sat"], [["The cat sat"]], "U+0430 CYRILLIC SMALL LETTER A"),
    "a language tag": (each("en_XX {0}", LOWER), grouped(LOWER), "en_XX"),
    "a language tag, on the other side": (LOWER, grouped(each("en_XX {0}", LOWER)), "en_XX"),
    "byte-level pieces": (each("{0}", [one.replace(" ", " Ġ") for one in LOWER]), grouped(LOWER), "Ġ"),
    "n-best lines": (each("0 ||| {0} ||| F0= -1.2 ||| -0.5", LOWER), grouped(LOWER), "F0="),
    "n-best lines of capitals": (each("0 ||| {0} ||| F0= -1.2 ||| -0.5"), grouped(THEIRS), "F0="),
    "a prompt": (each("translate English to German: {0}"), grouped(THEIRS), "English"),
    "a prompt before lower case": (each("translate English to German: {0}", LOWER), grouped(LOWER), "English"),
}  # fmt: skip
"""Wrong texts that no check recognises, or not completely, and a piece of the text that a reader has to see."""
TRUE = {
    "a stop apart, one line": ["tokenized"],
    "a stop apart, two lines": ["tokenized"],
    "stops apart after digits": ["tokenized"],
    "Chinese in short lines": ["identical"],
}
"""The findings about these texts that are true."""


def views(checkup: Checkup) -> list[str]:
    page = html.unescape(re.sub("<[^>]*>", "", checkup.to_html()))
    return [str(checkup), page, checkup.to_latex(), repr(checkup), json.dumps(checkup.to_dict(), ensure_ascii=False)]


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_it_does_not_know_it_does_not_vouch_for_and_a_reader_sees_it(name: str) -> None:
    candidates, references, seen = UNKNOWN[name]
    checkup = diagnose(candidates, references)
    text, page, *others = views(checkup)
    for view in (text, page, *others):
        assert not VOUCHES.search(re.sub(r"_+", " ", view)), VOUCHES.findall(view)
    for view in (text, page):
        first = view.partition("What you passed")[0]
        assert "Checked for problems in the lists: " in first
        assert seen in first


@pytest.mark.parametrize("name", UNKNOWN)
def test_a_cause_is_named_only_where_the_text_shows_it(name: str) -> None:
    checkup = diagnose(*UNKNOWN[name][:2])
    assert [one.code for one in checkup.findings] == TRUE.get(name, [])
    assert checkup.candidates == list(UNKNOWN[name][0]), "and nothing is mended"


@every_clean
def test_of_a_clean_text_it_says_what_it_looked_for_and_no_more(text: tuple[list[str], list[str]]) -> None:
    for view in views(diagnose(text[0], grouped(text[1]))):
        assert not VOUCHES.search(view)


# What it looked for.


def test_what_was_looked_for_is_what_ran() -> None:
    """For files the lists are not checked; without a second output, the outputs are not compared."""
    files = [check.code for check in CHECKS if check.where not in ("lists", "other")]
    assert diagnose_lines(OURS, [THEIRS]).looked_for == files
    assert "in the lists" not in str(diagnose_lines(OURS, [THEIRS]))
    assert diagnose(OURS, grouped(THEIRS), OURS).looked_for == list(CODES)
    assert diagnose(OURS, grouped(THEIRS)).to_dict()["looked_for"] == list(CODES[:-1])


@pytest.mark.parametrize("code", FOUND)
def test_all_that_is_found_was_looked_for_and_is_in_the_list(code: str) -> None:
    checkup = diagnose(*FOUND[code])
    assert {one.code for one in checkup.findings} <= set(checkup.looked_for)
    check = CHECKS[CODES.index(code)]
    assert check.called in str(checkup).rpartition("Checked for ")[2]


def test_a_finding_that_is_not_looked_for_is_refused() -> None:
    with pytest.raises(ValueError, match="no check of the lists finds bom"):
        in_order({"lists": [Finding("bom", "", "", "")]})
    with pytest.raises(KeyError):
        in_order({"text": [Finding("new", "", "", "")]})


def test_the_list_is_short() -> None:
    every = looked_for(made(["lists", "lines", "text", "sides"], 3))
    assert len(" ".join(f"{where} {' '.join(some)}" for where, some in every.items()).split()) < 130


# The two lines that differ most.


@pytest.mark.parametrize(
    ("candidates", "references", "expected"),
    [
        (["a b c", "a x y", "a b x"], [["a b c"], ["a b c"], ["a b c"]], (1, "a b c", 1, (3, 3))),
        (["a", "a b"], [["b"], ["c d"]], (1, "c d", 0, (2, 2))),  # in a tie, the segment with the most words
        (["a b", "c d"], [["x y", "a b"], ["x", "c x", "y"]], (1, "c x", 1, (2, 2))),  # the nearest reference of each
        (["the the the the"], [["the cat"]], (0, "the cat", 1, (4, 2))),
        (["THE CAT"], [["the cat"]], (0, "the cat", 0, (2, 2))),
        (["", "a b", " "], [["x y z"], ["a c"], ["b"]], (1, "a c", 1, (2, 2))),  # lines without text don't count
        (["a b", "c"], [["a b"], ["c"]], (0, "a b", 2, (2, 2))),  # no words differ: the longest
        (["a b c", "a  b"], [["a b c"], ["a b"]], (1, "a b", 2, (2, 2))),  # only spaces differ
        (["猫坐", "狗跑"], [["猫坐"], ["猫跑"]], (1, "猫跑", 1, (2, 2))),  # characters, because there are no spaces
        (["yes"], [["yes it is"]], (0, "yes it is", 1, (1, 3))),
    ],
)
def test_the_least_shared_words_differ_most(candidates: list[str], references: list[list[str]], expected: Any) -> None:
    found = most_different(candidates, tuple(map(tuple, references)))
    assert found is not None
    assert (found.line_index, found.reference, found.shared, found.sizes) == expected


@pytest.mark.parametrize("text", [([""], [["a"]]), (["a"], [[" "]]), (["a"], [[]]), (["a"], [])])
def test_where_no_pair_has_text_none_is_shown(text: Any) -> None:
    assert most_different(text[0], tuple(map(tuple, text[1]))) is None
    checkup = diagnose(*text)
    assert checkup.to_dict()["most_different"] is None
    assert "differ most" not in str(checkup)


def test_they_are_shown_as_they_were_passed_with_their_place() -> None:
    checkup = diagnose(["the cat", "a d\u200bog ran off now"], [["the cat"], ["x y", "a dog ran away now"]])
    text = str(checkup)
    assert "The two lines that differ most (line 2, 3 words in common out of 5 and 5)" in text
    assert re.search(r"candidate +a d⟨U\+200B⟩og ran off now\nreference 2 of 2 +a dog ran away now\n", text)
    told = "They first differ at character 4: U+200B ZERO WIDTH SPACE in the candidate, U+006F LATIN SMALL LETTER O"
    assert told in text
    assert checkup.candidates[1] == "a dog ran off now"
    assert checkup.to_dict()["most_different"] == {
        "line": 2, "candidate": "a d\u200bog ran off now", "reference": "a dog ran away now", "reference_number": 2,
        "in_common": 3, "of": [5, 5], "unit": "word",
    }  # fmt: skip


def test_where_no_line_differs_that_is_said() -> None:
    assert "No line with text differs from its most similar reference (line 1 is shown)" in str(
        diagnose(["the cat"], [["the cat"]])
    )


@pytest.mark.parametrize("separator", [" ", ""])
def test_of_a_very_long_line_the_place_is_shown_where_it_first_differs(separator: str) -> None:
    words = [f"w{n}" for n in range(20_000)]
    other = [*words[:10_000], "<here>", *words[10_001:]]
    text = str(diagnose([separator.join(other)], [[separator.join(words)]]))
    shown = text.partition("What you passed")[0]
    assert "<here>" in shown
    assert "w9999" in shown
    assert len(shown) < 6_000


def test_a_hundred_thousand_lines_are_compared_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    shared = module._shared

    def counted(one: str, other: str) -> Any:
        calls.append(one)
        return shared(one, other)

    monkeypatch.setattr(module, "_shared", counted)
    lines = [f"line number {n}" for n in range(100_000)]
    lines[77_777] = "another thing altogether"
    found = most_different(lines, tuple((f"line number {n}",) for n in range(100_000)))
    assert found is not None
    assert (found.line_index, len(calls)) == (77_777, 100_000)


def test_they_are_escaped() -> None:
    attack = "<img src=x onerror=alert(1)> & <b>"
    assert "<img" not in diagnose([attack], [["a cat"]]).to_html()
    assert "<img src=x" in diagnose([attack], [["a cat"]]).to_dict()["most_different"]["candidate"]


def test_the_command_line_shows_them_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "c").write_text("en_XX the cat\nen_XX a dog\n", "utf-8")
    (tmp_path / "r").write_text("the cat\na dog ran\n", "utf-8")
    assert main(["diagnose", "-c", str(tmp_path / "c"), "-r", str(tmp_path / "r")]) == 0
    shown = capsys.readouterr().out
    assert "The two lines that differ most (line 2, 2 words in common out of 3 and 3)" in shown
    assert "Checked for problems in the lines: " in shown
    assert not VOUCHES.search(shown)


# What it says of habits.


def test_a_sentence_counts_the_lines_it_speaks_of() -> None:
    candidates = [*LOWER[:3], "He said: no."]
    (found,) = [one for one in diagnose(candidates, grouped(THEIRS)).findings if one.code == "lowercased"]
    assert found.text == "3 of the 4 candidates are in lower case throughout, unlike any of the references."
    (found,) = diagnose(["we live in Rome ."], [["we live in Rome."]]).findings
    assert found.text == "The candidate has full stops or commas separated from the words, unlike the reference."
    many = [f"{one} {n}" for n in range(5) for one in THEIRS]
    lower = [one.lower() for one in many]
    (found,) = [one for one in diagnose(lower, grouped([*many[:-1], lower[-1]])).findings if one.code == "lowercased"]
    assert found.text.endswith("like 1 of the 20 references.")


def test_truecase_is_named_where_first_words_show_it_and_names_have_capitals() -> None:
    assert "truecased" in [one.code for one in diagnose(*FOUND["truecased"]).findings]
    candidates, references = FOUND["truecased"]
    assert "truecased" in [one.code for one in diagnose([one for (one,) in references], grouped(candidates)).findings]
    other = [one.replace("Ann", "Bob") for one in candidates]
    assert "truecased" not in [one.code for one in diagnose(other, references).findings], "no capital in both"
    numbered = each("{n} {0}", candidates), grouped(each("{n} {0}", [one for (one,) in references]))
    assert "truecased" not in [one.code for one in diagnose(*numbered).findings], "the first words are numbers"


def test_an_invisible_character_is_told_in_a_sentence() -> None:
    (found,) = diagnose(["A c\u200bat is here"], [["A cat is there"]]).findings
    assert found.text == "The candidate contains an invisible character, U+200B ZERO WIDTH SPACE."


def test_a_letter_that_unicode_takes_apart_is_no_accent_typed_apart() -> None:
    assert [one.code for one in diagnose(["\u0958 है यहाँ"], [["\u0915\u093c है वहाँ"]]).findings] == []
