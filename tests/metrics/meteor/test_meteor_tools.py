"""NLTK's METEOR and the program Meteor 1.5, compared with ours by their rules, and where papers and tools differ."""

import importlib
import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from nltk.stem.porter import PorterStemmer
from nltk.translate.meteor_score import meteor_score

from mtexplain.metrics.meteor import meteor
from mtexplain.text.porter import stem as porter
from mtexplain.text.stemming import PACKAGE, SNOWBALL, stemmer_of, version
from tests.places import DATA
from tools.record_meteor import AMOUNT, STEMS, pairs

RECORD = json.loads((DATA / "recorded_meteor.json").read_text("utf-8"))
WORDS = "the The a cat cats dog dogs sat sits sitting on is running runs ran mat , .".split()


class Synset(NamedTuple):
    """A set of synonyms, as WordNet has them."""

    words: tuple[str, ...]

    def lemmas(self) -> list["Lemma"]:
        return [Lemma(word) for word in self.words]


class Lemma(NamedTuple):
    word: str

    def name(self) -> str:
        return self.word


class WordNet(NamedTuple):
    """A small dictionary in place of WordNet."""

    sets: tuple[tuple[str, ...], ...] = ()

    def synsets(self, word: str) -> list[Synset]:
        return [Synset(words) for words in self.sets if word in words]


class Unchanged:
    """A stemmer that leaves words as they are."""

    def stem(self, word: str) -> str:
        return word


def random_pairs(amount: int, seed: int) -> Iterator[tuple[str, list[str]]]:
    draw = random.Random(seed)
    for _ in range(amount):
        few = draw.sample(WORDS, draw.randint(2, len(WORDS)))
        references = [draw.choices(few, k=draw.randint(0, 12)) for _ in range(draw.randint(1, 3))]
        candidate = draw.choice([draw.choices(few, k=draw.randint(0, 12)), draw.choice(references)])
        yield " ".join(candidate), [" ".join(reference) for reference in references]


def nltk(candidate: str, references: list[str], stemmer: Any, wordnet: WordNet) -> float:
    tokens = [reference.split() for reference in references]
    return float(meteor_score(tokens, candidate.split(), stemmer=stemmer, wordnet=wordnet))


SETS = (("cat", "dog"), ("dog", "mat", "sat"), ("on", "."))
BY_NLTK: dict[str, tuple[dict[str, Any], Any, WordNet]] = {
    "without stems and synonyms": ({"stem": False}, Unchanged(), WordNet()),
    "with its own stemmer": ({}, PorterStemmer(), WordNet()),
    "with synonyms": ({"synonyms": SETS}, PorterStemmer(), WordNet(SETS)),
}


@pytest.mark.parametrize(("settings", "stemmer", "wordnet"), BY_NLTK.values(), ids=BY_NLTK)
def test_nltk_gives_the_same(settings: dict[str, Any], stemmer: Any, wordnet: WordNet) -> None:
    for candidate, references in random_pairs(500, len(settings)):
        score = meteor(candidate, references, rules="nltk", **settings).score
        assert score == pytest.approx(nltk(candidate, references, stemmer, wordnet), rel=1e-12)


ENGLISH: Mapping[str, dict[str, Any]] = {
    "-m exact": {"rules": "meteor-1.5", "stem": False},
    "-m exact -p '0.9 3.0 0.5 0.5'": {
        "rules": "meteor-1.5", "stem": False, "alpha": 0.9, "beta": 3, "gamma": 0.5, "delta": 0.5,
    },
    "-m 'exact stem'": {"rules": "meteor-1.5"},
    "-m 'exact stem synonym' -d FOLDER": {"rules": "meteor-1.5", "synonyms": RECORD["synonyms"]},
}  # fmt: skip


def settings(options: str) -> dict[str, Any]:
    """The settings that stand for the options of the program."""
    words = options.split()
    if words[0] == "-new":
        return {"rules": "meteor-1.5-universal", "function_words": RECORD["function_words"]}
    if words[1] == "en" and words[2] != "-t":
        return ENGLISH[" ".join(words[2:])]
    given = {"rules": f"meteor-1.5-{words[3] if words[2] == '-t' else words[1]}"}
    if "-s" in words:
        given["function_words"] = Path(words[-1]).stem
    return given


@pytest.mark.parametrize("run", RECORD["runs"], ids=lambda run: run["options"])
def test_meteor_15_gives_the_recorded_scores(run: dict[str, Any]) -> None:
    given = settings(run["options"])
    assert len(run["segments"]) == AMOUNT + len(list(pairs(STEMS.get(run["options"], ""))))
    for candidate, references, score in run["segments"]:
        assert meteor(candidate, references, **given).score == pytest.approx(score, rel=1e-12), (candidate, references)


def test_the_stems_of_the_package_are_those_of_snowball() -> None:
    package = importlib.import_module(PACKAGE)
    for name in SNOWBALL:
        assert stemmer_of(name)("mats") == package.stemmer(name).stemWord("mats")
    assert stemmer_of("porter") is porter


@pytest.mark.parametrize(
    ("language", "stems"),
    {
        "french": "Noëls:Noël ambiguës:ambigu ambiguëment:ambigu aiguë:aiguë haïssions:haïssion oùï:oùï PHARES:PHARES",
        "german": "Verhältnisse:Verhaltniss Geheimniße:Geheimniss Großereignissen:Grossereigniss gewiss:gewiss",
        "russian": "ёлками:ёлкам её:её берёт:берёт \0её:\0её",
    }.items(),
)
def test_letters_that_snowball_learnt_since_meteor_15_are_letters_as_others(language: str, stems: str) -> None:
    """As the stemmers in the program have it."""
    for word, stem in (pair.split(":") for pair in stems.split()):
        assert stemmer_of(language)(word) == stem
        assert stemmer_of(language)(f"\0\1{word}"), "where no letter is left to stand in, too"


def test_no_other_package_stems_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyStemmer, where it is installed, stems by its own version of Snowball."""
    monkeypatch.delattr(importlib.import_module(PACKAGE), "stemmer")
    assert stemmer_of.__wrapped__("english")("universities") == "univers"


def test_another_version_of_the_stemmers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = meteor("a", ["a"], rules="meteor-1.5-de")
    assert f"german stems (snowballstemmer {version()}) · " in trace.signature
    assert "other-stems" not in [note.code for note in trace.notes]
    for module in ("meteor.notes", "shared.stems"):
        monkeypatch.setattr(f"mtexplain.metrics.{module}.version", lambda: "3.1.1")
    trace = meteor("a", ["a"], rules="meteor-1.5-de")
    assert "german stems (snowballstemmer 3.1.1) · " in trace.signature
    assert [note.code for note in trace.notes if "snowballstemmer 3.1.1" in note.text] == ["other-stems"]
    assert not [note for note in meteor("a", ["a"]).notes if note.code == "other-stems"]


def test_a_stemmer_without_a_version_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mtexplain.text.stemming.PACKAGE", "no_such_package")
    assert version.__wrapped__() == "of unknown version"


def test_meteor_15_may_miss_fewer_chunks_and_says_so_here() -> None:
    found = []
    for candidate, references in random_pairs(400, 4):
        trace = meteor(candidate, references, rules="meteor-1.5", stem=False)
        found += [note for note in trace.notes if note.code == "not-fewest-chunks"]
    assert found
