"""Whatever the words are, they are only words: other words change the text of a view and nothing else."""

import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from html.parser import HTMLParser
from typing import Any

import pytest

from mtexplain import PAPER, Bleu, BleuRules, InputError, bleu, which_rules
from mtexplain.display import html, latex, plain
from mtexplain.display.parts import Column, Prose, Table, Words
from mtexplain.display.trace import Trace
from mtexplain.invisible import oddities, visible

pytestmark = pytest.mark.usefixtures("words_of_one_width")

HOSTILE = {
    "markup": "<b>",
    "script": "<script>alert(1)</script>",
    "image": "<img src=x onerror=alert(1)>",
    "out of a double-quoted attribute": '" onmouseover="alert(1)',
    "out of a single-quoted attribute": "' autofocus onfocus='alert(1)",
    "out of code": '</code></td></tr></table><h1 id="x">',
    "out of a style": '</style><style>*{display:none}"} body{display:none}',
    "comment": "<!--",
    "end of comment": "-->",
    "character data": "<![CDATA[",
    "processing instruction": "<?php",
    "entity": "&lt;b&gt;&amp;amp;&#60;&nbsp",
    "link": "javascript:alert(1)",
    "brackets for str.format": "{0.__class__} {} %s",
    "dollars": "$5 and $10",
    "formula": "$^{x}$ \\(y\\) \\[z\\] $$w$$",
    "command": r"\write18{id}",
    "input": r"\input{/etc/passwd}",
    "end of document": r"}\end{document}",
    "a character by its code": "^^5c^^5cinput",
    "new row": r"a & b \\ c",
    "one backslash": "\\",
    "percent": "100%",
    "underscore": "x_1",
    "number sign": "#1",
    "tilde and hat": "~^",
    "ligatures": "?` !` -- --- `` '' << >> ,,",
    "optional argument": "[1ex]",
    "star": "*",
    "bar": "|x|",
    "right-to-left override": "\u202egnp.exe\u2066x\u2069",
    "zero width": "c\u200ba\u2060t\ufeff",
    "controls": "".join(map(chr, range(32))) + "\x7f\x85\x9f",
    "line separators": "a\u2028b\u2029c",
    "marks piled high": "a" + "\u0301\u0336" * 100,
    "a mark alone": "\u0301",
    "CJK": "猫坐在垫子上",
    "Arabic": "القط",
    "Hebrew": "חָתוּל",
    "Persian": "می‌خواهم",
    "emoji": "👩‍👩‍👧‍👦",
    "long": "x" * 30_000,
    "like our own marks": "[the] the(clipped) – ⟨U+200B⟩ ␣ … and 7 more",
}
every_hostile = pytest.mark.parametrize("word", HOSTILE.values(), ids=HOSTILE)

CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
Elements = list[tuple[str, list[tuple[str, str | None]]]]


class Tree(HTMLParser):
    """Elements with their attributes, the text in each <code>, and the n-gram of each brick and row.

    The notes are left out: odd words have them.
    """

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: Elements = []
        self.codes: list[str] = []
        self.ngrams: list[str | None] = []
        self.in_code = False
        self.feed(re.sub(r'<ul class="notes">.*?</ul>', "", source, flags=re.DOTALL))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, [(name, "" if name == "data-ngram" else value) for name, value in attrs]))
        self.ngrams += [value for name, value in attrs if name == "data-ngram"]
        self.in_code |= tag == "code"
        self.codes += [""] * (tag == "code")

    def handle_endtag(self, tag: str) -> None:
        self.elements.append((f"/{tag}", []))
        self.in_code &= tag != "code"

    def handle_data(self, data: str) -> None:
        if self.in_code:
            self.codes[-1] += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"a processing instruction: {data}")

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(f"a declaration: {data}")


def with_word(word: str) -> Bleu:
    """A trace where the word is credited, clipped, matched and missed, by itself and in runs."""
    return Bleu((word, "cat", word, "the", word), ((word, "cat", word), ("the", "mat")), PAPER)


HARMLESS = with_word("harmless")


def runs(word: str) -> list[str]:
    """The n-grams of `with_word` as every table shows them, in order."""
    rows = [row.ngram for order in with_word(word).precisions for row in order.counts]
    return [" ".join(map(visible, ngram)) for ngram in rows]


@every_hostile
def test_html_has_the_same_elements_and_attributes(word: str) -> None:
    trace = with_word(word)
    assert Tree(trace._repr_html_()).elements == Tree(HARMLESS._repr_html_()).elements
    assert Tree(trace.to_html()).elements == Tree(HARMLESS.to_html()).elements
    for step, harmless in zip(trace.steps(), HARMLESS.steps(), strict=True):
        assert Tree(step._repr_html_()).elements == Tree(harmless._repr_html_()).elements


@every_hostile
def test_html_shows_each_word_as_it_is_in_code_that_finds_its_own_direction(word: str) -> None:
    tree = Tree(with_word(word)._repr_html_())
    assert [attrs for tag, attrs in tree.elements if tag == "code"] == [[("dir", "auto")]] * len(tree.codes)
    candidate, _, _, *rest = tree.codes  # the texts in the first step, then the n-grams
    assert candidate == " ".join(map(visible, (word, "cat", word, "the", word)))
    assert rest == runs(word)
    tag, attributes = tree.elements[0]
    assert (tag, dict(attributes)["class"]) == ("div", "mtx tex2jax_ignore mathjax_ignore")


@every_hostile
def test_bricks_and_rows_find_each_other_by_the_words_they_show(word: str) -> None:
    trace, shown = with_word(word), [visible(token) for token in (word, "cat", word, "the", word)]
    bricks = [" ".join(shown[start : start + n]) for n in range(1, 5) for start in range(6 - n)]
    texts = [" ".join(map(visible, text)) for text in (trace.candidate, *trace.references)]
    drawn = Counter([*bricks, *bricks])  # for a usual page, and for a narrow one
    assert Counter(Tree(trace._repr_html_()).ngrams) == drawn + Counter([*texts, *runs(word)])


@every_hostile
def test_text_has_the_word_wherever_the_harmless_one_was(word: str) -> None:
    def lines(text: str) -> list[str]:
        """The lines of the text, each run of spaces made one space, because wider words make wider columns."""
        whole = re.sub(r"\n+Note: .*", "", text, flags=re.DOTALL)
        return [re.sub(r" +", " ", line).strip() for line in whole.split("\n")]

    text = str(with_word(word))
    assert lines(text) == lines(str(HARMLESS).replace("harmless", visible(word)))
    assert len(text) < 30_000, "a word without end is cut"
    assert not CONTROLS.search(text.replace("\n", ""))


# LaTeX: a small reader that knows which characters mean something to TeX, and refuses them.

_TEX = re.compile(
    r"\\(?P<named>textbackslash|textasciitilde|textasciicircum|allowbreak)\{\}"
    r"|\\(?P<escaped>[{}$&#_%])|\{(?P<parted>[^\\{}$&#_%~^])\}|(?P<bare>[^\\{}$&#_%~^`'\"<>\[\]|\n-])"
)
_NAMED = {"textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "allowbreak": ""}


def read(source: str) -> str:
    """What TeX would print for this source; an error where a character would do something else."""
    shown, place = "", 0
    while place < len(source):
        found = _TEX.match(source, place)
        assert found, f"TeX would read {source[place : place + 20]!r} as a command"
        kind, text = str(found.lastgroup), str(found[str(found.lastgroup)])
        shown += _NAMED[text] if kind == "named" else text
        place = found.end()
    return shown


DRAWN = re.compile(
    r"(\\makebox\[[\d.]+pt\]\[c\]\{\\fontsize\S+?\\selectfont(?:\\color\{\w+\}|\\bfseries)*) (.*)\}\}(?=%?$)",
    re.MULTILINE,
)
"""A word in a picture: how it looks, and the word."""


def without_words(source: str) -> str:
    r"""A document without notes, widths, words in pictures, and what stands in \texttt{...}.

    Braces are counted as TeX counts them.
    """
    source = re.sub(r"\\section\*\{Notes\}.*\\end\{itemize\}", "", source, flags=re.DOTALL).rstrip()
    source = re.sub(r"(paperwidth=|\\begin\{longtable\}).*", r"\1", source)
    source = DRAWN.sub(r"\1", source)
    rest, depth = "", 0
    for piece in re.findall(r"\\texttt\{|\\.|[{}]|[^\\{}]+", source, re.DOTALL):
        if depth or piece == r"\texttt{":
            depth += piece.endswith("{") and piece != r"\{"
            depth -= piece == "}"
        elif not piece.isspace():
            rest += piece
    return re.sub(r"\s+", " ", rest)


AS_TEX_WRITES = {0x2400 + code: f"⟨U+{code:04X}⟩" for code in range(32)}  # few fonts have the pictures of controls


@every_hostile
def test_latex_escapes_every_character_that_means_something_to_tex(word: str) -> None:
    assert read(latex.escaped(word.replace("\n", " "))) == word.replace("\n", " ")
    document = with_word(word).to_latex()
    named = [run.translate(AS_TEX_WRITES) for run in runs(word)]
    assert [read(run) for run in re.findall(r"^\\texttt\{(.*?)\} & \d", document, re.MULTILINE)] == named
    drawn = [read(text) for _, text in DRAWN.findall(document)]
    assert visible(word).translate(AS_TEX_WRITES) in drawn
    assert without_words(document) == without_words(HARMLESS.to_latex())


def test_a_long_word_may_be_broken_in_latex_and_is_still_one_word() -> None:
    word = "x" * 19 + "e\u0301" + "y" * 40
    document = Bleu((word, word), ((word,),), PAPER).to_latex()
    assert r"\allowbreak{}" in document
    assert "\\allowbreak{}\u0301" not in document, "an accent stays on its letter"


def test_the_reader_of_tex_finds_what_is_not_escaped() -> None:
    for source in (r"\write18", "$", "a & b", "x_1", "50%", "~", "^^5c", "{", "``", "--", "<<", "#"):
        with pytest.raises(AssertionError, match="TeX would read"):
            read(source)


# A number that was pasted is a word too.


def test_a_number_that_was_pasted_is_shown_on_one_line_or_refused() -> None:
    def pasted(word: str) -> Trace:
        return which_rules("a b c d", ["a b c d"], f"tensor(1.0, {word})")

    accepted = 0
    for word in HOSTILE.values():
        with suppress(InputError):
            trace = pasted(word)
            accepted += 1
            assert Tree(trace.to_html()).elements == Tree(pasted("harmless").to_html()).elements
            assert not CONTROLS.search(repr(trace) + str(trace).replace("\n", "") + trace.to_latex().replace("\n", ""))
    assert accepted > 2


# What cannot come in by `bleu` may still come to a view.


@pytest.mark.parametrize("token", ["\ud800", "a\udfffb", ""])
def test_a_view_can_be_written_whatever_it_holds(token: str) -> None:
    words = Words((token, "cat"), frozenset({1}))
    table = Table("", (Column("word", "word"),), [(words,)])
    for medium in (plain, html, latex):
        assert medium.part(table).encode()
        assert medium.part(Prose((words, " and more"))).encode()


class Named:
    """A tokeniser with a name of its own."""

    def __init__(self, name: Any) -> None:
        self.__qualname__ = name

    def __call__(self, text: str) -> list[str]:
        return text.split()


NAMED: dict[str, Callable[[Any], Bleu]] = {
    "tokeniser": lambda name: bleu("the cat", ["the cat sat"], tokenize=Named(name)),
    "rules": lambda name: bleu("the cat", ["the cat sat"], rules=BleuRules(name)),
}


@pytest.mark.parametrize("kind", NAMED)
@pytest.mark.parametrize("name", [*HOSTILE.values(), "a\ud800b"], ids=[*HOSTILE, "surrogate"])
def test_a_name_is_only_text_too(kind: str, name: str) -> None:
    trace, harmless = NAMED[kind](name), NAMED[kind]("harmless")
    assert Tree(trace.to_html()).elements == Tree(harmless.to_html()).elements
    assert not CONTROLS.search(repr(trace)), "one line, and in one direction"
    assert len(repr(trace)) < 1_000
    assert str(trace).count("\n") == str(harmless).count("\n")
    for view in (str(trace), trace.to_html(), trace.to_latex()):
        assert view.encode()


# What a reader cannot see.

ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("cat", "cat"),
        ("été", "été"),
        ("the cat", "the␣cat"),
        ("a\tb\nc\rd", "a␉b¶c␍d"),
        ("\0\x1b\x7f", "␀␛␡"),
        ("\x85\u00a0\u3000", "⟨U+0085⟩⟨U+00A0⟩⟨U+3000⟩"),
        ("c\u200bat", "c⟨U+200B⟩at"),
        ("\ufeffthe", "⟨U+FEFF⟩the"),
        ("soft\u00adhyphen", "soft⟨U+00AD⟩hyphen"),
        ("\u202eabc", "⟨U+202E⟩abc"),
        ("\ud800", "⟨U+D800⟩"),
        ("\ue000", "⟨U+E000⟩"),
        ("\ufdd0\U000affff", "⟨U+FDD0⟩⟨U+AFFFF⟩"),
        ("\u2065\U000e0fff", "⟨U+2065⟩⟨U+E0FFF⟩"),
        ("\U0001fa77\U000aaaaa", "\U0001fa77\U000aaaaa"),
        ("\U000aaaaa\u200d\U0001fa77\ufe0f", "\U000aaaaa\u200d\U0001fa77\ufe0f"),
        ("\u3164", "⟨U+3164⟩"),
        ("می‌خواهم", "می‌خواهم"),
        ("👩‍👧", "👩‍👧"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("a\u200db", "a⟨U+200D⟩b"),
        ("cat\u200c", "cat⟨U+200C⟩"),
        ("ко\u200cт", "ко⟨U+200C⟩т"),
        ("кот\ufe0f", "кот⟨U+FE0F⟩"),
        ("cat\U000e0100", "cat⟨U+E0100⟩"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        (ENGLAND, ENGLAND),
        ("🏴" + "\U000e0067" * 8, "🏴" + "\U000e0067" * 7 + "⟨U+E0067⟩"),
        ("🏴a\U000e0067\U000e007f", "🏴a⟨U+E0067⟩⟨U+E007F⟩"),
        ("\u0301e", "◌\u0301e"),
        ("e" + "\u0301" * 4, "e" + "\u0301" * 4),
        ("e" + "\u0301" * 60, "e" + "\u0301" * 4 + "…"),
        ("e" + "\u0301" * 200, "e" + "\u0301" * 4 + "…⟨121 more⟩"),
        ("x" * 80, "x" * 80),
        ("x" * 81, "x" * 80 + "…⟨1 more⟩"),
        ("x" * 30_000, "x" * 80 + "…⟨29920 more⟩"),
        ("", ""),
    ],
    ids=lambda text: ascii(text)[:40],
)
def test_visible_shows_what_cannot_be_seen(token: str, shown: str) -> None:
    assert visible(token) == shown


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("the cat", []),
        ("the\tcat\nsat", []),
        ("été 猫 القط می‌خواهم 👩‍👧 ❤\ufe0f", []),
        ("1\ufe0f\u20e3", []),
        (f"to {ENGLAND}!", []),
        (f"{ENGLAND} a\U000e0067", ["invisible"]),
        ("\ufeffthe", ["bom"]),
        ("the\ufeff", ["invisible"]),
        ("\ufeffthe\ufeff", ["bom", "invisible"]),
        ("a\r\nb", ["carriage-return"]),
        ("a\u00a0b", ["odd-space"]),
        ("a\u00a0b\u2003c", ["odd-space", "odd-space"]),
        ("a\u200bb\u200bc", ["invisible"]),
        ("ко\u200cт", ["invisible"]),
        ("кот\ufe0f", ["invisible"]),
        ("cat\U000e0100", ["invisible"]),
        ("\0", ["invisible"]),
        ("a\ufdd0\U000affff", ["invisible", "invisible"]),
        ("\U000e0fff", ["invisible"]),
        ("\uf8ff", ["private-use"]),
        ("\U000aaaaa\u200d\U000aaaab\ufe0f", ["new-character"]),
        ("e\u0301", ["not-nfc"]),
    ],
    ids=ascii,
)
def test_oddities_names_what_cannot_be_seen(text: str, codes: list[str]) -> None:
    assert [code for code, _ in oddities(text)] == codes
    assert all(half.startswith(("contains ", "starts ", "has ")) for _, half in oddities(text))
