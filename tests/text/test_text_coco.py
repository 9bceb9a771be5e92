"""The tokens of the COCO caption tools: ours, compared with the Java program's, recorded or, if it can be run, live."""

import json
import shutil
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest

from mtexplain import InputError, bleu, corpus_bleu
from mtexplain.text import coco_java
from mtexplain.text.coco import tokenize_coco
from mtexplain.text.coco_java import tokenize_all, tokenize_coco_java
from tests.places import DATA
from tools.machine import needs

FILE = DATA / "coco_tokens.json"
GROUPS: dict[str, dict[str, Any]] = {group["name"]: group for group in json.loads(FILE.read_text("utf-8"))["groups"]}

DIFFER = {"hard": 0, "world": 0, "odd": 1}
"""The number of texts in each group that we cut differently. If a change makes it smaller, write the new number."""


def recorded(name: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(text, tuple(tokens.split(" ")) if tokens else ()) for text, tokens in GROUPS[name]["texts"]]


BY_HAND = [
    ("A cat, a dog. (Two pets!)", "a cat a dog -lrb- two pets -rrb-"),
    ("He can't, she won't, they cannot.", "he ca n't she wo n't they can not"),
    ("It's the boys' ball; I'm gonna go.", "it 's the boys ball i 'm gon na go"),
    ("Mr. Smith of the U.S. left at 5 p.m.", "mr. smith of the u.s. left at 5 p.m."),
    ("He paid $3.50, i.e. 5% of £70.", "he paid $ 3.50 i.e. 5 % of # 70"),
    ("“Well-known” ‘quotes’ — and … dots", "well-known quotes and dots"),
    ("1½ cups, 2 1/2 cups", "1 1/2 cups 2 1/2 cups"),
    ("What?! No way!!! Why?", "what ?! no way !!! why"),
    ("see www.example.com/ab or x@y.org :-)", "see www.example.com/ab or x@y.org :--rrb-"),
    ("a dog -LRB-big-RRB- and -lsb- a &eacute;clair", "a dog -lrb- big-rrb and -lsb- a &eacute;clair"),
    ("I ❤ you 😀 and 你好。", "i ❤ you and 你好 。"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "tokens"), BY_HAND)
def test_coco_cuts_words_in_lower_case_and_leaves_marks_out(text: str, tokens: str) -> None:
    assert tokenize_coco(text) == tuple(tokens.split())


@needs("Java")
def test_so_does_the_program() -> None:
    assert tokenize_all(text for text, _ in BY_HAND) == [tuple(tokens.split()) for _, tokens in BY_HAND]


@pytest.mark.parametrize("name", [name for name, group in GROUPS.items() if group["equal"]])
def test_coco_is_the_program_on_plain_english_and_on_lists_of_all_it_knows(name: str) -> None:
    for text, tokens in recorded(name):
        assert tokenize_coco(text) == tokens, text


@pytest.mark.parametrize("name", [name for name, group in GROUPS.items() if not group["equal"]])
def test_coco_differs_from_the_program_on_hard_text_just_so_often(name: str) -> None:
    differ = [text for text, tokens in recorded(name) if tokenize_coco(text) != tokens]
    assert len(differ) == DIFFER[name], differ


def test_the_recorded_texts_are_many_and_different() -> None:
    sizes = {name: len(recorded(name)) for name in GROUPS}
    assert sizes == {"captions": 150, "news": 151, "lists": 41, "hard": 605, "world": 123, "odd": 1000}
    assert len({text for name in GROUPS for text, _ in recorded(name)}) == sum(sizes.values())


@needs("Java")
def test_the_program_still_cuts_as_recorded() -> None:
    pairs = [pair for name in GROUPS for pair in recorded(name)]
    assert tokenize_all(text for text, _ in pairs) == [tokens for _, tokens in pairs]


@needs("Java")
def test_a_text_is_cut_as_if_it_were_alone() -> None:
    """As consecutive lines, the first text would keep its "no.", and the second would lose its "b."."""
    assert tokenize_all(["It is no.", "5 is plan b.", "The cat"]) == [
        ("it", "is", "no"),
        ("5", "is", "plan", "b."),
        ("the", "cat"),
    ]
    coco_java._cut.clear()
    assert tokenize_coco_java("5 is plan b.") == ("5", "is", "plan", "b.")


@needs("Java")
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\v", "\f", "\u2028", "\u2029"])
def test_an_end_of_line_is_a_space(end: str) -> None:
    assert tokenize_all([f"a{end}cat", "sat"]) == [("a", "cat"), ("sat",)]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The commands that are started from now on. No text is known yet."""
    commands, run = list[object](), subprocess.run

    def counted(command: list[str], **options: Any) -> object:
        commands.append(command)
        return run(command, **options)

    monkeypatch.setattr(subprocess, "run", counted)
    monkeypatch.setattr(coco_java, "_cut", {})
    return commands


@needs("Java")
def test_java_is_started_once_for_many_texts_and_never_twice_for_one(
    started: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tokenize_all(["a b.", "c", "a b.", ""]) == [("a", "b."), ("c",), ("a", "b."), ()]
    assert tokenize_coco_java("a b.") == ("a", "b.")
    assert tokenize_all([]) == []
    assert len(started) == 1
    monkeypatch.setattr(coco_java, "_MOST", 2)
    assert tokenize_all(["c", "d"]) == [("c",), ("d",)], "too many are kept: they are forgotten first"
    assert len(started) == 2
    assert len(coco_java._cut) == 2


@needs("Java")
def test_the_program_is_that_of_pycocoevalcap() -> None:
    from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer

    texts = [text for name in ("captions", "news") for text, _ in recorded(name)]
    cut = PTBTokenizer().tokenize({number: [{"caption": text}] for number, text in enumerate(texts)})
    assert [tuple(cut[number][0].split()) for number in range(len(texts))] == tokenize_all(texts)


@needs("Java")
def test_java_may_fail_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coco_java, "_PROGRAM", "edu.stanford.nlp.process.NoSuchTokenizer")
    monkeypatch.setattr(coco_java, "_cut", {})
    with pytest.raises(InputError, match=r'^tokenize="coco-java": got an error of Java: .*NoSuchTokenizer'):
        tokenize_coco_java("a cat")


@pytest.mark.parametrize(
    ("java", "spec", "got"),
    [
        (None, ModuleSpec("pycocoevalcap", None), "no program java on this machine"),
        ("java", None, "no package pycocoevalcap in this Python"),
        ("java", ModuleSpec("pycocoevalcap", None, is_package=True), r"a package pycocoevalcap without .*3\.4\.1\.jar"),
    ],
)
def test_without_java_or_the_package_the_error_names_what_needs_neither(
    java: str | None, spec: ModuleSpec | None, got: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: java)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: spec)
    monkeypatch.setattr(coco_java, "_cut", {})
    with pytest.raises(InputError, match=f'^tokenize="coco-java": got {got}; expected java, and') as caught:
        bleu("a cat", ["a cat"], tokenize="coco-java")
    assert caught.value.fix.startswith('tokenize="coco" is nearly the same')


def test_nothing_of_it_is_loaded_before_it_is_asked_for() -> None:
    program = "import mtexplain.text, sys; print({'subprocess', 'shutil', 'importlib.util'} & set(sys.modules))"
    path = f"import sys; sys.path.insert(0, {str(Path(coco_java.__file__).parents[2])!r})"
    done = subprocess.run([sys.executable, "-S", "-E", "-c", f"{path}; {program}"], capture_output=True, text=True)
    assert done.stdout.strip() == "set()", done.stderr


@needs("Java")
def test_a_text_is_cut_in_one_run_of_java(started: list[object]) -> None:
    candidates, references = ["A cat, again.", "Dogs bark here"], [["A cat!"], ["The dogs bark", "A dog (mine) barks"]]
    trace = corpus_bleu(candidates, references, rules="coco", tokenize="coco-java")
    assert [segment.candidate for segment in trace.segments] == [("a", "cat", "again"), ("dogs", "bark", "here")]
    assert len(started) == 1
    assert "approximate-tokens" not in [note.code for note in trace.notes]
