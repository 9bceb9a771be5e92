"""A checkup finds what is wrong with a text before it is scored, and mends what is certainly wrong."""

import json
import re
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import Checkup, InputError, bleu, corpus_bleu, diagnose
from mtexplain.display.parts import Table
from mtexplain.explain.tools.doctor.disguises import first_mojibake, undone
from mtexplain.explain.tools.doctor.findings import CODES
from mtexplain.explain.tools.doctor.mending import MENDED
from mtexplain.explain.tools.doctor.shapes import NAMES
from tests.display.test_hostile_text import CONTROLS, HOSTILE, Tree, read, without_words
from tests.display.test_views import Page, cells
from tests.tools.test_doctor_tools import check_views
from tools.record_shapes import ONE, OTHER, SHAPES, TEXT, split

SHAPE_CODES = set(CODES[: CODES.index("missing")])

ENGLISH = (
    ["The cat sat on the mat.", "A dog ran away, barking.", "It is a guide to action.", "He said: no."],
    ["The cat is on the mat.", "The dog ran off, barking.", "It is the guide to actions.", "He told us: no."],
)
CLEAN = {
    "English": ENGLISH,
    "marks": (
        ["Write to a@@b.org.", "AT&T rose 5 %.", "## Title", "C## and F# - well"],
        ["Write to me@@b.org.", "AT&T fell by 5 %.", "## The title", "C## or F# - well"],
    ),
    "French": (
        ["Où est le chat\u202f? Là-bas.", "«\u00a0Non\u00a0», dit-il.", "L'été arrive.", "À bientôt !"],
        ["Où est donc le chat\u202f?", "«\u00a0Non\u00a0», a-t-il dit.", "C'est l'été.", "À plus tard !"],
    ),
    "German": (
        ["Das ist Öl.", "Die Straße ist lang.", "Er kam, sah."],
        ["Das ist das Öl.", "Die Straße war lang.", "Er kam."],
    ),
    "Russian": (
        ["Кот сидит на ковре.", "Собака бежит.", "Это дом."],
        ["Кот сидел на ковре.", "Собака бежала.", "Это мой дом."],
    ),
    "Arabic": (["القط على السجادة.", "الكلب يجري.", "هذا بيت."], ["القط فوق السجادة.", "الكلب كان يجري.", "هذا بيتي."]),
    "Persian": (
        ["می‌خواهم بروم.", "گربه‌ها اینجا هستند.", "خوب است."],
        ["می‌خواهم که بروم.", "گربه‌ها آنجا هستند.", "بد است."],
    ),
    "Hindi": (["बिल्ली चटाई पर है।", "कुत्ता भागा।", "यह घर है।"], ["बिल्ली चटाई पर थी।", "कुत्ता भाग गया।", "यह मेरा घर है।"]),
    "Korean": (
        ["고양이가 매트 위에 있다.", "개가 달렸다.", "이것은 집이다."],
        ["고양이는 매트 위에 있다.", "개는 달렸다.", "그것은 집이다."],
    ),
    "emoji": (["Good 👩‍👧 ❤️!", "Yes 👍🏽.", "No."], ["Very good 👩‍👧 ❤️!", "Oh yes 👍🏽.", "Oh no."]),
    "one sentence": (["The cat sat."], ["The cat sat down."]),
    "one short sentence": (["yes"], ["Yes."]),
    "the same sentence": (["The cat sat."], ["The cat sat."]),
}
every_clean = pytest.mark.parametrize("text", CLEAN.values(), ids=CLEAN)


def codes(checkup: Checkup) -> list[str]:
    return [one.code for one in checkup.findings]


def grouped(*streams: list[str]) -> list[list[str]]:
    return [list(group) for group in zip(*streams, strict=True)]


# Shapes.

EXPECTED = {
    "nested per sentence": "grouped",
    "grouped": "grouped",
    "as many references as segments": "grouped",
    "other numbers of references": "grouped",
    "one stream": "transposed",
    "streams": "transposed",
    "a stream is short": "transposed",
    "streams with gaps": "transposed",
    "flat": "flat",
    "a sentence": "sentence",
    "two strings": "sentence",
    "a sentence and lists": "mixed",
    "tokens, grouped": "tokens",
    "tokens, flat": "tokens",
    "tokens, then strings": "tokens",
    "strings, then tokens": "tokens",
    "strings, then flat tokens": "tokens",
    "a sentence in tokens": "tokens",
    "a sentence in tokens, then a string": "tokens",
    "swapped": "swapped",
    "swapped tokens": "swapped",
    "characters": "characters",
    "strings and lists": "mixed",
    "lists and strings": "mixed",
    "candidates in lists": "mixed",
    "a list too many": "mixed",
    "a stream too deep": "mixed",
    "one segment": "grouped",
    "one segment, flat": "flat",
    "one segment, two flat": "flat",
    "tuples": "grouped",
    "tuples of tokens": "tokens",
}


@pytest.mark.parametrize("name", EXPECTED)
def test_every_shape_is_known(name: str) -> None:
    checkup = diagnose(*SHAPES[name])
    assert checkup.shape == EXPECTED[name]
    assert checkup.candidates == TEXT[: len(checkup.candidates)]
    assert [group[0] for group in checkup.references] == ONE[: len(checkup.references)]
    usual = checkup.shape == "grouped" or name == "a sentence"
    assert bool(SHAPE_CODES & set(codes(checkup))) is not usual


def test_every_shape_has_a_name_that_is_found_somewhere() -> None:
    assert set(EXPECTED.values()) == set(NAMES)


def test_as_many_references_as_segments_need_a_look_at_the_words() -> None:
    candidates, streams = TEXT[:2], [ONE[:2], OTHER[:2]]
    assert diagnose(candidates, grouped(*streams)).findings == ()
    turned = diagnose(candidates, streams)
    assert (turned.shape, turned.references) == ("transposed", grouped(*streams))
    assert re.search(
        r"share \d\d% of their words with the candidates on average, and \d+% otherwise", turned.findings[0].text
    )
    unsure = diagnose(["a b", "c d"], [["x y", "z w"], ["v u", "t s"]])
    assert (unsure.shape, codes(unsure)) == ("grouped", ["square"])


def test_lines_of_one_word_are_not_taken_for_a_sentence_without_a_doubt() -> None:
    lines = diagnose(["Yes.", "No.", "Maybe."], [["Yes.", "Nope.", "Perhaps."]])
    assert (lines.shape, lines.candidates) == ("transposed", ["Yes.", "No.", "Maybe."])
    assert lines.tools[0].summary == "paired as intended"
    assert codes(lines) == ["transposed", "square"]
    assert "3 lines of one word, or one sentence of 3 words" in lines.findings[1].text
    words = diagnose(["yes", "no", "maybe"], [["yes", "nope", "perhaps"]])
    assert (words.shape, codes(words)) == ("tokens", ["square", "tokens"])
    assert "They are read as one sentence of 3 words, so check that." in str(words)
    assert "square" not in codes(diagnose(["the", "cat", "sat"], [["the", "cat", "sat", "down"]]))


def test_arrays_and_generators_are_read_as_lists() -> None:
    checkup = diagnose((one for one in TEXT), {place: [one] for place, one in enumerate(ONE)}.values())
    assert (checkup.shape, codes(checkup), checkup.references) == ("grouped", ["not-list"] * 2, grouped(ONE))


def test_tokens_and_characters_are_joined() -> None:
    assert diagnose(split(TEXT), [[one.split()] for one in ONE]).candidates == TEXT
    assert diagnose(list(TEXT[0]), [list(ONE[0])]).references == [[ONE[0]]]
    assert diagnose(TEXT[0], list(ONE[0])).references == [[ONE[0]]]


@pytest.mark.parametrize("nothing", [(None, None), ([], []), (1, [2]), ([[]], [[None]])])
def test_only_what_holds_no_text_at_all_is_an_error(nothing: tuple[Any, Any]) -> None:
    with pytest.raises(InputError, match="There is no text in either"):
        diagnose(*nothing)


def inside_itself(make: Any = list) -> Any:
    """A list that holds itself, inside containers that `make` makes."""
    endless: list[Any] = ["a cat"]
    endless += [make([endless])] * 20
    return endless


def inside(others: int, make: Any) -> Any:
    found: Any = "a cat"
    for _ in range(others):
        found = make([found])
    return found


ENDLESS = {
    "a list in itself": (inside_itself(), "inside itself"),
    "through a tuple": (inside_itself(tuple), "inside itself"),
    "through the values of a dict": (inside_itself(lambda one: dict(enumerate(one)).values()), "inside itself"),
    "ten lists": (inside(10, list), "inside 9 others"),
    "very many tuples": (inside(100_000, tuple), "inside 9 others"),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_a_list_without_end_is_refused_with_its_place(name: str) -> None:
    endless, told = ENDLESS[name]
    for passed, place in (
        ((endless, ["a cat"]), "candidates"),
        ((["a cat"], endless), "references"),
        ((["a cat"], [["a cat"], endless]), "references[1]"),
        ((["a cat"], [["a cat"]], endless), "other_candidates"),
    ):
        with pytest.raises(InputError, match=f"a list {told}") as caught:
            diagnose(*passed)
        assert caught.value.where.startswith(place)
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize("name", ENDLESS)
@pytest.mark.parametrize("score", [bleu, corpus_bleu])
def test_a_metric_refuses_a_list_without_end_too(name: str, score: Any) -> None:
    for passed in ((ENDLESS[name][0], ["a cat"]), ("a cat", ENDLESS[name][0]), (["a"], [[ENDLESS[name][0]]])):
        with pytest.raises(InputError) as caught:
            score(*passed)
        assert len(str(caught.value)) < 3_000


def test_eight_lists_around_a_list_are_read() -> None:
    assert diagnose(inside(9, list), ["a cat"]).candidates == ["a cat"]


@pytest.mark.parametrize("value", [inside(100_000, lambda one: {"a": one[0]}), 10**5_000], ids=["dicts", "digits"])
def test_what_cannot_be_written_is_no_text(value: Any) -> None:
    for passed in ((["a b", value], [["a b"], ["c"]]), (["a b"], [["a b", value]]), (["a b"], value)):
        checkup = diagnose(*passed)
        assert "not-text" in codes(checkup)
        check_views(checkup)


words = st.lists(st.sampled_from("cat dog mat sun tree river stone bread".split()), min_size=3, max_size=8, unique=True)
texts = st.lists(
    st.tuples(words, words, words).map(lambda three: [" ".join(one) for one in three]), min_size=1, max_size=6
)


@given(texts, st.integers(1, 2))
def test_a_clean_text_has_no_finding_about_its_shape_and_turned_it_is_transposed(text: list[list[str]], k: int) -> None:
    candidates, groups = [row[0] for row in text], [row[1 : k + 1] for row in text]
    if len(text) != k or k == 1:
        assert not {*SHAPE_CODES, "lines"} & set(codes(diagnose(candidates, groups)))
        assert diagnose(candidates, groups).shape == "grouped"
        turned = diagnose(candidates, [list(column) for column in zip(*groups, strict=True)])
        assert (turned.shape, turned.nesting.groups) == ("transposed" if len(text) > 1 or k > 1 else "grouped",
                                                         tuple(map(tuple, groups)))  # fmt: skip


# Findings.


@every_clean
def test_a_clean_text_has_no_finding(text: tuple[list[str], list[str]]) -> None:
    checkup = diagnose(text[0], grouped(text[1]))
    assert codes(checkup) == []
    assert (checkup.candidates, checkup.references) == (text[0], grouped(text[1]))
    assert checkup.headline.value == "grouped by segment"
    assert "without a warning. That is wrong. " in str(checkup)
    assert "NLTK" in checkup.headline.signature.rpartition(" · would be wrong in ")[2]
    assert checkup.score_after.paper == corpus_bleu(text[0], grouped(text[1])).score


@every_clean
@pytest.mark.parametrize("change", [str, str.lower, str.upper, lambda one: unicodedata.normalize("NFC", one)])
def test_what_is_done_to_both_sides_is_no_difference(text: tuple[list[str], list[str]], change: Any) -> None:
    both = [[change(one) for one in side] for side in text]
    assert codes(diagnose(both[0], grouped(both[1]))) == []


def on_one_side(change: Any) -> tuple[list[str], list[list[str]]]:
    return [change(one) for one in ENGLISH[0]], grouped(ENGLISH[1])


FOUND: dict[str, tuple[Any, Any]] = {
    "mojibake": (["un caf\u00c3\u00a9 noir"], [["un café noir ici"]]),
    "special-tokens": (["<s> The cat sat. </s>"], [["The cat sat down."]]),
    "subwords": (["The ca@@ t sat."], [["The cat sat down."]]),
    "subword-marks": (["He filled in the ▁blank."], [["He filled in the blank."]]),
    "escaped": (["It &apos;s AT &amp; T"], [["It's AT & T, said he"]]),
    "special-token-marks": (["A cat sat.", "A dog ran.", "End it with </s>"], [["A cat."], ["A dog."], ["Use </s>!"]]),
    "escape-marks": (["It is &lt;b&gt; here"], [["It was &lt;b&gt; there"]]),
    "tokenized": on_one_side(lambda one: re.sub(r"([.,])", r" \1", one)),
    "lowercased": on_one_side(str.lower),
    "truecased": (
        ["the cat sat by Ann.", "a dog ran.", "it is a guide.", "he said: no."],
        grouped(["The cat saw Ann.", "A dog ran off.", "It is the guide.", "He told us: no."]),
    ),
    "normal-forms": (["un caf\u00e9 noir"], [["un cafe\u0301 noir ici"]]),
    "replaced": (["a caf\ufffd here"], [["a café there"]]),
    "surrogate": (["a cat\ud83d here"], [["a cat there"]]),
    "bom": (["\ufeffA cat is here"], [["A cat is there"]]),
    "invisible": (["A c\u200bat is here"], [["A cat is there"]]),
    "private-use": (["A cat \uf0b7 here"], [["A cat is there"]]),
    "odd-space": (["A\u00a0cat is here"], [["A cat is there"]]),
    "carriage-return": (["A cat is here\r"], [["A cat is there"]]),
    "outer-space": (["A cat is here "], [["A cat is there"]]),
    "unspaced": (
        ["我喜欢这只坐在垫子上的猫。", "狗跑得非常快而且很远很远。"],
        [["我爱这只坐在垫子上的猫。"], ["那只狗跑得非常快很远很远。"]],
    ),
    "other-script": (["Кот сидит на ковре."], [["The cat sits on the rug."]]),
    "empty-candidate": (["A cat", " ", "a dog"], [["A cat sat"], ["b"], ["a dog ran"]]),
    "empty-reference": (["A cat", "a dog"], [["A cat sat"], [""]]),
    "missing": (["A cat", "a dog"], [["A cat sat"], []]),
    "uneven": (["A cat", "a dog", "x"], [["A cat sat"], ["a dog ran", "the dog"], ["x y"]]),
    "lines": (TEXT, [[ONE[0]], [ONE[1]]]),
    "double-spaced": (["A cat", "", "a dog", "", "x y"], [["A cat sat"], ["a dog ran"], ["x y"]]),
    "identical": (ENGLISH[0], grouped(ENGLISH[0])),
    "repeated": (["I do n't know"] * 4, grouped(ENGLISH[1])),
    "shifted": (ENGLISH[0][1:], grouped(ENGLISH[1])),
    "not-list": (TEXT, dict(enumerate(grouped(ONE))).values()),
    "not-text": (["A cat", None, 3], [["A cat sat"], ["b"], ["a dog ran"]]),
    "bare-reference": ("A cat", "A cat sat"),
    "square": (["a b", "c d"], [["x y", "z w"], ["v u", "t s"]]),
    "flat": (TEXT, ONE),
    "mixed": (TEXT, [ONE[0], [ONE[1]], ONE[2]]),
    "tokens": (split(TEXT), split(ONE)),
    "characters": (list(TEXT[0]), [list(ONE[0])]),
    "transposed": (TEXT, [ONE]),
    "swapped": ([[one] for one in ONE], TEXT),
}
"""Something that has each finding."""


@pytest.mark.parametrize("code", CODES[:-1])
def test_each_finding_is_found_where_it_is(code: str) -> None:
    checkup = diagnose(*FOUND[code])
    (found,) = [one for one in checkup.findings if one.code == code]
    assert found.text.endswith((".", ":"))
    assert found.fix
    assert len(found.text) < 200
    assert found.note in checkup.notes


@pytest.mark.parametrize("code", MENDED)
def test_what_is_mended_is_found_no_more(code: str) -> None:
    checkup = diagnose(*FOUND[code])
    again = diagnose(checkup.candidates, checkup.references)
    assert not set(MENDED) & set(codes(again))
    assert (again.candidates, again.references) == (checkup.candidates, checkup.references)


@pytest.mark.parametrize("code", CODES[:-1])
def test_only_what_is_undone_is_called_mended(code: str) -> None:
    checkup = diagnose(*FOUND[code])
    undone = (checkup.candidates, checkup.references) != checkup.passed or code == "not-list"  # `passed` holds lists
    assert ("BLEU, mended = " in str(checkup)) == checkup.is_mended
    assert undone or not checkup.is_mended


def test_lower_case_on_one_side_is_found_in_a_single_sentence() -> None:
    for sides in [("the cat sat", "The cat sat"), ("The cat sat", "the cat sat")]:
        checkup = diagnose([sides[0]], [[sides[1]]])
        assert codes(checkup) == ["lowercased"]
        assert not checkup.is_mended
    assert codes(diagnose(["yes"], [["Yes"]])) == [], "a single word can't tell"


@pytest.mark.parametrize(
    "form",
    [
        "<s> {} </s>", "<s>{}</s>", "{} </s>", "{}</s><pad><pad>", "<bos> {} <eos>", "<BOS>{}", "<start> {} <end>",
        "[CLS] {} [SEP]", "[CLS] {} [SEP] [PAD] [PAD]", "<|im_start|>{}<|im_end|>", " <s>  {} ", "<sos> <s> {}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("side", [0, 1])
def test_special_tokens_are_named_and_taken_off(form: str, side: int) -> None:
    """And nothing else is said: a lower-case <s> is the model's, so it is no sign of lower-cased text."""
    text = [list(ENGLISH[0]), list(ENGLISH[1])]
    text[side] = [form.format(one) for one in text[side]]
    checkup = diagnose(text[0], grouped(text[1]))
    assert codes(checkup) == ["special-tokens"]
    assert (checkup.candidates, checkup.references) == (ENGLISH[0], grouped(ENGLISH[1]))
    assert "<" in checkup.findings[0].text or "[" in checkup.findings[0].text


@pytest.mark.parametrize(
    "form",
    [
        "{} <s> {}",
        "<b>{}</b>",
        "<unk> {}",
        "[1] {}",
        "A < b: {}",
        "{} [sic]",
        "<s>10</s> {}",
        "{} <s>10</s>",
        "<s>1</s> {} <s>2</s>",
    ],
)
def test_what_only_looks_like_a_special_token_is_left(form: str) -> None:
    text = [form.format(*[one] * 2) for one in ENGLISH[0]]
    checkup = diagnose(text, grouped(ENGLISH[1]))
    assert not {"special-tokens", "truecased"} & {*codes(checkup)}
    assert checkup.candidates == text


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("\ufeff<s> The cat sat </s>", ["special-tokens", "bom"]),
        ("ï»¿<s> The cat sat", ["mojibake", "special-tokens", "bom"]),
        ("\u200b<s> The cat sat </s>\u200b", ["special-tokens", "invisible"]),
        ("<s>\u00ad<pad> The cat sat", ["special-tokens", "invisible"]),
    ],
)
def test_what_is_hidden_among_special_tokens_is_named_and_taken_off_too(text: str, named: list[str]) -> None:
    checkup = diagnose([text], [["The cat sat"]])
    assert (codes(checkup), checkup.candidates) == (named, ["The cat sat"])


@given(st.lists(st.sampled_from(["<s>", "</s>", "<pad>", "\ufeff", "\u200b", " ", "ï»¿", "cafÃ©", "a"])).map("".join))
def test_a_mended_text_holds_no_disguise(text: str) -> None:
    mended = diagnose([text, "a"], [["a"], ["a"]]).candidates
    assert not {"mojibake", "special-tokens"} & {*codes(diagnose(mended, [["a"], ["a"]]))}


def test_a_line_of_special_tokens_alone_is_empty() -> None:
    assert codes(diagnose(["<s> </s>", "a b"], [["a cat"], ["a b"]])) == ["special-tokens", "empty-candidate"]


def misread(text: str, encoding: str) -> str:
    return text.encode().decode(encoding)


@pytest.mark.parametrize("language", ["French", "German", "Russian", "Arabic", "Persian", "Hindi", "Korean", "emoji"])
@pytest.mark.parametrize("side", [0, 1])
def test_mojibake_is_named_and_undone_in_any_script(language: str, side: int) -> None:
    """And nothing else is said: not that characters are invisible, nor that the text is in another script."""
    text = [list(one) for one in CLEAN[language]]
    text[side] = [misread(one, "latin-1") for one in text[side]]
    checkup = diagnose(text[0], grouped(text[1]))
    assert codes(checkup) == ["mojibake"]
    assert (checkup.candidates, checkup.references) == (CLEAN[language][0], grouped(CLEAN[language][1]))
    assert "read as Latin-1." in checkup.findings[0].text


@given(st.text(st.sampled_from("ÂÃÐàâíðß©€™\xa0\x80\x9f»aA "), max_size=12))
def test_what_is_undone_is_no_mojibake_any_more(text: str) -> None:
    plain = undone(text)
    assert (first_mojibake(plain), undone(plain)) == (None, plain)
    assert bool(first_mojibake(text)) == (plain != text)


@pytest.mark.parametrize(
    ("text", "told", "line"),
    [
        (misread("It’s naïve", "latin-1"), "read as Latin-1.", 'text.encode("latin-1").decode("utf-8") undoes it.'),
        (misread("It’s naïve", "cp1252"), "read as cp1252, Windows' encoding.", 'text.encode("cp1252").decode('),
        ("â€œ5 â‚¬â€\x9d", "â€œ5 for “5: UTF-8 read as Latin-1 or cp1252.", "encoding"),  # as a browser reads it
        (misread(misread("naïve", "cp1252"), "cp1252"), "cp1252, Windows' encoding, more than once.", "at a time"),
        (misread(misread("naïve", "latin-1"), "latin-1"), "read as Latin-1, more than once.", "one reading at a time"),
        (misread("\ufeffThe cat", "latin-1"), "ï»¿The for ⟨U+FEFF⟩The: UTF-8 read as Latin-1", "encoding"),
        (misread("20 °C, ½ £", "latin-1"), "Â°C, for °C,: UTF-8 read as Latin-1", "encoding"),
        (misread("İstanbul’da", "cp1252"), "Ä°stanbulâ€™da for İstanbul’da", "encoding"),
        (misread("naïve", "cp1252") + " ☃", "naÃ¯ve for naïve: UTF-8 read as Latin-1 or cp1252.", "encoding"),
    ],
)  # fmt: skip
def test_mojibake_says_in_which_encoding_it_was_read(text: str, told: str, line: str) -> None:
    named = next(one for one in diagnose([text], [["The cat sat"]]).findings if one.code == "mojibake")
    assert told in named.text
    assert line in named.fix
    assert 'Open the file with encoding="utf-8"' in named.fix


@pytest.mark.parametrize(
    "text",
    [
        "CAFÉ™ et CAFÉ\u00a0!", "le café\u00a0» et le café…»", "«\u00a0CAFÉ\u00a0»", "der Spaß« und Strauß’s Walzer",
        "Úžasný Úžas", "A MAÇÃ» e a MANHÃ…", "BLÅ» OCH TVÅ…", "É’s CAFÉ—the È\u00a0un", "à la crème brûlée",
        "5 €, 20 °C", "monitorâ\u00a0» e doprâ…”", "naïve “Ångström”", "aplicació…\u00a0»", "кот € 日本語 Ð",
        "ĐÃ… ĐẾN", "“ĐÃ” CÓ", "DÜĞÂ»", "litera „Â”", "litera «Â»", "Ø±0,5 mm", "Ø£5", "3 cm×½x",
    ],
)  # fmt: skip
def test_what_someone_may_have_written_is_no_mojibake(text: str) -> None:
    checkup = diagnose([text], [[f"{text} x"]])
    assert "mojibake" not in codes(checkup)
    assert checkup.candidates == [text]


def test_pieces_of_words_are_joined_whoever_cut_them() -> None:
    cut = ["un@@ believ@@ able cats", "▁un believ able ▁cats", "un ##believ ##able cats"]
    assert diagnose(cut, [["unbelievable cats here"]] * 3).candidates == ["unbelievable cats"] * 3
    assert diagnose(["well @-@ known &quot;cats&quot; &#124;"], [["x y"]]).candidates == ['well-known "cats" |']


def test_the_headline_tells_what_does_most_harm() -> None:
    """It is a finding in the text, or what the lists are. Either is said only once before the first step."""
    pieces = diagnose(["un@@ believ@@ able cats"], [["unbelievable cats"]])
    assert pieces.headline.value == "1 finding"
    assert pieces.headline.says == "The candidate contains BPE pieces, words cut at @@."
    assert str(pieces).partition("1. What you passed")[0].count("BPE pieces") == 1
    flat = diagnose(["the cat"], ["the cats"])
    assert (flat.headline.value, flat.headline.says) == ("a flat list", flat._description)
    assert str(flat).partition("1. What you passed")[0].count(flat._description) == 1
    assert diagnose(["the cat"], [["the cats"]]).headline.value == "grouped by segment"


def test_an_escape_or_a_mark_that_may_be_the_text_is_left() -> None:
    for text in "the C ##foo is here", "it says &lt;b&gt; here":
        checkup = diagnose([text], [[f"{text} too"]])
        assert (checkup.candidates, checkup.references) == ([text], [[f"{text} too"]])
    both = diagnose(["ca@@ ts", "the C ##foo"], [["cats here"], ["the C ##foo here"]])
    assert both.candidates == ["cats", "the C ##foo"]


def test_the_escape_that_is_there_is_named_and_two_are_both() -> None:
    (found,) = diagnose(["a &quot; b", "c &quot; d"], [["a b"], ["c d"]]).findings
    assert found.text == "Both candidates contain escapes such as &quot;."
    (found,) = diagnose(["a &quot; b", "c d"], [["a b"], ["c d"]]).findings
    assert found.text == "One of the two candidates contains escapes such as &quot;."


def test_a_mended_text_scores_as_the_clean_one() -> None:
    dirty = [one.replace("cat", "ca@@ t") + "\r" for one in ENGLISH[0]]
    dirty[0] = "\ufeff" + dirty[0]
    checkup = diagnose(dirty, grouped(ENGLISH[1]))
    assert codes(checkup) == ["subwords", "bom", "carriage-return"]
    assert checkup.candidates == ENGLISH[0]
    clean = corpus_bleu(ENGLISH[0], grouped(ENGLISH[1]))
    assert checkup.score_after.paper == clean.score
    assert (checkup.score_after.sacrebleu or 0) > corpus_bleu(dirty, grouped(ENGLISH[1]), rules="sacrebleu").reported


COLOURS, ANIMALS = "red green blue black white grey pink gold".split(), "cat dog bird fish cow pig hen owl".split()
PAIRS = zip(COLOURS * 2, ANIMALS * 2, strict=True)
LONG = [f"{colour} {animal} number {n} of the whole story" for n, (colour, animal) in enumerate(PAIRS)]


@pytest.mark.parametrize("gone", [0, 5, 11])
def test_a_shift_is_found_from_where_a_line_is_gone_and_undone(gone: int) -> None:
    references = grouped([f"{one} here" for one in LONG])
    fewer = LONG[:gone] + LONG[gone + 1 :]
    checkup = diagnose(fewer, references)
    (found,) = [one for one in checkup.findings if one.code == "shifted"]
    assert found.where == f"line {gone + 1}"
    assert checkup.candidates == fewer
    assert checkup.references == references[:gone] + references[gone + 1 :]
    more = diagnose([*LONG[:gone], "something else entirely", *LONG[gone:]], references)
    assert (more.candidates, more.references) == (LONG, references)
    both = diagnose([*LONG[:gone], "something else entirely", *LONG[gone:-1]], references)
    assert "shifted" in codes(both)
    assert both.candidates == LONG[:-1]


def test_a_text_in_step_is_not_shifted() -> None:
    assert "shifted" not in codes(diagnose(LONG, grouped([f"{one} here" for one in LONG])))
    same = ["yes it is", "no it is not"] * 8
    assert "shifted" not in codes(diagnose(same, grouped([f"{one} at all" for one in same])))


def test_a_tool_that_reads_lines_that_do_not_belong_together_is_not_right() -> None:
    references = grouped([f"{one} here" for one in LONG])
    shifted = diagnose(LONG[1:], references[:-1])
    told = {one.tool: one.summary for one in shifted.tools}
    assert {told[tool] for tool in ("evaluate", "torchmetrics", "mtexplain")} == {
        "as passed, but the lines are shifted"
    }
    assert not any(one.is_right for one in shifted.tools)
    assert "mtexplain 0." in str(shifted)
    assert shifted.headline.signature.endswith("1 finding · would be wrong in all tools")
    assert "0 of 5 paired as intended" in str(shifted)
    fewer = diagnose(LONG, [[f"{one} here" for one in LONG[:-1]]])
    assert fewer.tools[0].summary == "as passed, but the numbers of lines differ"
    assert fewer.headline.signature.endswith("2 findings · would be wrong in sacreBLEU")


def test_where_one_tool_takes_it_otherwise_that_is_said_first() -> None:
    checkup = diagnose(TEXT[:1], [ONE[:1]])
    assert (
        checkup.headline.signature
        == "grouped by segment · 1 segment · 1 reference · 0 findings · would be wrong in NLTK"
    )
    sentence = "As the input stands, NLTK would give 1.0 without a warning. That is wrong. It wants words, not strings."
    assert sentence in str(checkup)
    assert "It wants a list of candidates, even for a single candidate." in str(diagnose(TEXT[0], ONE[:1]))


# Two outputs.


def test_the_first_line_where_two_outputs_differ() -> None:
    other = [ENGLISH[0][0], "A dog ran off.", *ENGLISH[0][2:]]
    line = diagnose(ENGLISH[0], grouped(ENGLISH[1]), other).differing_line
    assert line is not None
    assert (line.line_index, line.one, line.other, line.number) == (1, ENGLISH[0][1], other[1], 1)
    assert not line.is_unseen
    assert "Line 2" in str(diagnose(ENGLISH[0], grouped(ENGLISH[1]), other))
    assert diagnose(ENGLISH[0], grouped(ENGLISH[1]), list(ENGLISH[0])).differing_line is None
    fewer = diagnose(ENGLISH[0], grouped(ENGLISH[1]), ENGLISH[0][:3]).differing_line
    assert fewer is not None
    assert (fewer.line_index, fewer.other) == (3, "")


@pytest.mark.parametrize("change", [" ", "\r", "\u200b"])
def test_a_difference_that_cannot_be_seen_is_said(change: str) -> None:
    checkup = diagnose(ENGLISH[0], grouped(ENGLISH[1]), [ENGLISH[0][0] + change, *ENGLISH[0][1:]])
    assert codes(checkup) == ["unseen-difference"]
    assert checkup.differing_line is not None
    assert checkup.differing_line.is_unseen


# Views.

junk = st.one_of(st.text(max_size=6), st.sampled_from([None, 3, b"a b", "the cat sat"]))
nests = st.recursive(junk, lambda one: st.lists(one, max_size=3), max_leaves=8)


@given(nests, nests)
def test_every_view_shows_any_junk(candidates: Any, references: Any) -> None:
    try:
        checkup = diagnose(candidates, references)
    except InputError:
        assert not re.search(r"'|b'", repr((candidates, references)))
        return
    assert checkup.shape in NAMES
    check_views(checkup)
    if checkup.candidates:
        assert checkup.score_after.paper == corpus_bleu(checkup.candidates, checkup.references).score


@pytest.mark.parametrize("name", EXPECTED)
def test_text_and_html_have_the_same_tables(name: str) -> None:
    checkup = diagnose(*SHAPES[name], OTHER)
    page = Page(checkup._repr_html_())
    parts = [*checkup.overview, *(part for step in checkup.steps() for part in step.parts)]
    tables = [part for part in parts if isinstance(part, Table)]
    assert len(tables) >= 5
    text = " ".join(str(checkup).split())
    for table in tables:
        assert cells(table) in page.tables
        assert all(" ".join(cell.split()) in text for row in cells(table) for cell in row)
    assert [step.name for step in checkup.steps()][-3:] == ["other", "calls", "mended"]


@pytest.mark.parametrize("word", HOSTILE.values(), ids=HOSTILE)
def test_hostile_words_are_only_words(word: str) -> None:
    """Other words have other findings, so notes and sentences aren't compared, only what the words can do to a page."""
    known = {tag for tag, _ in Tree(diagnose(["a @@ b\r"], [["a c"]], ["x"]).to_html()).elements} | {"/ul", "ul"}
    for shape in ([f"{word} cat"], [[f"{word} sat"]]), ([[word, "cat"]], [[[word, "mat"]]]), (f"{word} x", word):
        checkup = diagnose(*shape)
        page = checkup.to_html()
        elements = Tree(page).elements
        assert {tag for tag, _ in elements} <= known
        assert all(attribute in ("class", "dir", "scope", "lang", "charset", "content", "name", "http-equiv", "colspan",
                                 "data-ngram")
                   for _, attributes in elements for attribute, _ in attributes)  # fmt: skip
        document = checkup.to_latex()
        assert not re.search(r"\\(write|input)\d?", without_words(document))
        for run in re.findall(r"\\texttt\{(.*?)\} & ", document):
            read(re.sub(r"[\u2400-\u2421]", "", run))
        assert not CONTROLS.search(str(checkup).replace("\n", ""))
        assert not CONTROLS.search(repr(checkup) + checkup.headline.signature + "".join(map(str, checkup.notes)))
        assert len(str(checkup)) < 100_000


def test_what_is_found_is_plain_data() -> None:
    found = diagnose(TEXT, [ONE], OTHER).to_dict()
    assert json.loads(json.dumps(found)) == found
    assert (found["shape"], found["differing_line"]["line"], len(found["tools"])) == ("transposed", 1, 5)


def test_a_checkup_names_itself_in_a_line() -> None:
    assert repr(diagnose(TEXT, [ONE])) == "Checkup(transposed: transposed)"
    assert repr(diagnose(TEXT, grouped(ONE))) == f"Checkup(grouped: 0 findings in {len(CODES) - 1} checks)"
    assert diagnose(TEXT, [ONE]).headline.signature == "transposed · 3 segments · 1 reference each · 1 finding"


def test_of_a_long_text_the_first_segments_are_scored_and_all_are_mended() -> None:
    many = [f"{one} {n}" for n in range(1_800) for one in ENGLISH[0]]
    checkup = diagnose(many, grouped([f"{one}!" for one in many]))
    assert "first 5,000 segments" in str(checkup)
    assert len(checkup.candidates) == len(many) > 5_000
