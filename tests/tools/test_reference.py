"""The reference of the site: every public name has its place and an example, and so has every command and mistake."""

import inspect
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import mtexplain
from mtexplain import misconceptions
from mtexplain.explain.practice.misconceptions import families
from mtexplain.metrics.table import METRICS
from mtexplain.rules import RULES
from tests.places import ROOT
from tools.site.book import chapters
from tools.site.reference import api, commands, index, mistakes, tools
from tools.site.reference.leaf import Leaf

PUBLIC = {name for name in dir(mtexplain) if name in mtexplain._HOME and not inspect.ismodule(getattr(mtexplain, name))}
NAMED: dict[str, Any] = {
    f"{page['file']}.{name}": what for page in api.PAGES for name, what in api.names_of(page, returned=False).items()
}


@pytest.fixture(scope="module")
def leaves() -> dict[str, Leaf]:
    """Every page by its file name."""
    titles = {one.name: one.title for one in chapters(ROOT / "notebooks")}
    return {leaf.file: leaf for each in index.parts(titles).values() for leaf in each}


def words(html: str) -> str:
    """What is read on a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def test_every_public_name_has_one_place() -> None:
    places = [
        name.partition(".")[2]
        for name in NAMED
        if name.partition(".")[0] not in ("rules", "text", "examples", "models")
    ]
    assert sorted({*places} & PUBLIC) == sorted(PUBLIC - {"PAPER", "BleuRules", "Rules"})
    assert len(places) == len(set(places))
    assert {"PAPER", "BleuRules", "Rules"} <= {name.partition(".")[2] for name in NAMED}


@pytest.mark.parametrize("name", [name for name, it in NAMED.items() if inspect.isfunction(it) or inspect.isclass(it)])
def test_every_public_name_has_an_example(name: str) -> None:
    """What can be called has a doctest of its own. For a value, the page shows what it holds."""
    assert ">>> " in (NAMED[name].__doc__ or "")


def test_the_pages_tell_of_their_names(leaves: dict[str, Leaf]) -> None:
    assert "bleu( candidate: str, references: list[str]" in words(leaves["bleu"].body)
    assert "rules: BleuRules | str = 'paper'" in words(leaves["bleu"].body)
    assert '<a href="rules.html#RULES"><code>mtexplain.rules.RULES</code></a>' in leaves["bleu"].body
    assert "zero an order without n-grams counts as 0" in words(leaves["rules"].body.replace("<td>", " "))
    assert "words and punctuation marks, the default of sacreBLEU" in words(leaves["text"].body)


def test_nothing_of_this_machine_is_told(leaves: dict[str, Leaf]) -> None:
    """No page tells a memory address, a folder of this machine, or the long path of a name that has a shorter one."""
    for leaf in leaves.values():
        assert re.findall(r" at 0x\w+|/home/|/root/|/tmp/|mtexplain\.metrics\.bleu", leaf.body) == []
        assert str(Path.cwd()) not in leaf.body


def test_a_page_tells_what_is_public(leaves: dict[str, Leaf]) -> None:
    """Not what only the library's own code asks for, nor what only a test needs to know."""
    assert not [file for file in map(str, (page["file"] for page in api.PAGES)) if "<details" in leaves[file].body]
    assert not [leaf.file for leaf in leaves.values() if "# doctest" in words(leaf.body)]


def test_a_number_of_a_text_is_told_as_a_sum(leaves: dict[str, Leaf]) -> None:
    sentence, text = (
        words(leaves["bleu"].body.partition(f'id="{one}.matches"')[2][:800]) for one in ("Bleu", "CorpusBleu")
    )
    matches = "The sum of the clipped counts of the candidate's n-grams"
    assert f"matches(n: int) -> float{matches} total" in sentence
    assert f"matches(n: int) -> float{matches}, added up over the segments total" in text
    assert 'id="Bleu.clipped"' in leaves["bleu"].body
    assert 'id="CorpusBleu.clipped"' not in leaves["bleu"].body, "which its segments have"


def test_no_two_things_have_the_same_place(leaves: dict[str, Leaf]) -> None:
    for leaf in leaves.values():
        ids = re.findall(r' id="([^"]+)"', leaf.body)
        assert len(ids) == len(set(ids)), leaf.file
        assert {name.place for name in leaf.names} <= set(ids), leaf.file
        assert {place for place, _ in leaf.contents} <= set(ids), leaf.file


def test_every_command_has_an_example_and_its_help(leaves: dict[str, Leaf], monkeypatch: pytest.MonkeyPatch) -> None:
    named = [name for name, _, _ in commands.commands()]
    assert set(commands.DATA["examples"]) < set(named)
    assert all(not typed or typed.split()[0] == name for name, typed in commands.DATA["examples"].items())
    body = unescape(leaves["commands"].body)
    assert "e^(1 - 7/6) * (4/6 * 3/5 * 2/4 * 1/3)^(1/4) = 0.4301" in body
    unrun = [name for name in named if body.count(f"$ mtexplain {name} ") != 1]
    assert unrun == ["lab"], "which opens a browser, and stays"
    assert body.count("usage: mtexplain ") == len(named)
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert [leaf.body for leaf in commands.write()] == [leaves["commands"].body], "whatever the terminal is like"


def test_the_rules_are_those_of_the_library(leaves: dict[str, Leaf]) -> None:
    body = leaves["tools"].body
    for name, rules in RULES.items():
        (row,) = re.findall(rf'<tr id="BLEU-{name}">(.*)</tr>', body)
        assert words(row.partition("</th>")[0]) == f"{name} {rules.tool}"
        assert f"{rules.tokenize}" in words(row)
        walks = f"first={name}&amp;second=sacrebleu" in row
        assert walks == (name != "sacrebleu"), "a number leads to the page that explains it"
    assert "exp: " in words(body), "the smoothings are told, too"
    bleu = words(body.partition('id="ROUGE"')[0])
    assert "smoothing value usual, weights uniform" in bleu
    assert "Lower, A to Z:" in bleu, "what a column means is told in the words of its cells"
    assert "&#34;ascii&#34;" not in body


def test_every_metric_has_the_rules_of_its_own(leaves: dict[str, Leaf]) -> None:
    kinds = {metric: {type(one) for one in known.values()} for metric, known in tools.tables()}
    assert all(len(kind) == 1 for kind in kinds.values())
    assert len(set.union(*kinds.values())) == len(METRICS), "none has those of another"
    for metric, known in tools.tables():
        assert [name for name in known if f'<tr id="{metric}-{name}">' not in leaves["tools"].body] == []
    assert "<b>beam</b>: all stages at once, a beam of 40</li>" in leaves["tools"].body
    assert not re.findall(r"\w+\(\w+=&#x27;|\w+\(\w+='", leaves["tools"].body), "a record is no sentence"


def test_every_mistake_has_both_formulas_and_both_numbers(leaves: dict[str, Leaf]) -> None:
    told = [leaf for leaf in leaves.values() if leaf.file.startswith("mistakes_")]
    assert [name.called for leaf in told for name in leaf.names] == [one.title for one in misconceptions]
    (clipping,) = re.findall(r'(?s)<h3 id="no-clipping">.*?</section>', leaves["mistakes_bleu"].body)
    seen = words(clipping.replace("<t", " <t"))
    assert "Candidate a a, reference a, with max_n=1." in seen
    assert "right Countclip(g) = min(Count(g), maximum(g)) 1/2 0.5 wrong" in seen
    assert "Countclip(g) = Count(g) · min(1, maximum(g)) 2/2 1" in seen
    assert "Candidate <code>a / b</code>, reference" in leaves["mistakes_rouge"].body, "the end of a line is seen"
    assert not [leaf.file for leaf in told if "?.</p>" in leaf.body]
    assert {*mistakes.COURSE["chapters"]} <= {*families()}
    titles = {(group, place) for group, those in mistakes.COURSE["titles"].items() for place in those}
    assert titles == {(one.subject.group, one.replaces) for one in misconceptions}
    assert {*mistakes.COURSE["places"]} < {one.replaces for one in misconceptions.of(mtexplain.bleu)}


def test_the_search_finds_names_commands_and_mistakes(leaves: dict[str, Leaf]) -> None:
    found = {(one.heading, one.to) for one in index.sections({"": list(leaves.values())})}
    assert {
        ("bleu", "../reference/bleu.html#bleu"),
        ("mtexplain bridge", "../reference/commands.html#bridge"),
        ("No clipping", "../reference/mistakes_bleu.html#no-clipping"),
        ("BLEU: nltk", "../reference/tools.html#BLEU-nltk"),
    } <= found
