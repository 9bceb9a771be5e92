"""What CIDEr accepts: odd but defined input is scored with a note; anything else is an error that helps."""

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from mtexplain import InputError
from mtexplain.metrics.cider import (
    CaptionCider,
    CorpusCider,
    DocumentFrequencies,
    caption_cider,
    caption_cider_d,
    cider,
    cider_d,
    document_frequencies,
)
from mtexplain.metrics.cider.rules import AUTHORS, COCO, PAPER, PAPER_D, USUAL, CiderRules
from mtexplain.text.stemming import PACKAGE, stemmer_of

CORPUS = [["the red cat"], ["the dog"]]
SHORT = ["a cat", "the dog", "one cow", "two pigs", "red fox"]


def codes(trace: CaptionCider | CorpusCider) -> list[str]:
    return [note.code for note in trace.notes]


def caption(candidate: str, *references: str, **settings: Any) -> CaptionCider:
    return caption_cider(candidate, list(references), document_frequencies=CORPUS, **settings)


def image(candidate: str, other: str, **settings: Any) -> CaptionCider:
    """The first of two captions, each of which is its own reference."""
    return cider([candidate, other], [[candidate], [other]], **settings).segments[0]


NOTES: dict[str, tuple[Callable[[], CaptionCider | CorpusCider], float, dict[str, str]]] = {
    "an empty candidate": (lambda: caption("", "the red cat"), 0, {"empty-candidate": "It is empty"}),
    "white space": (lambda: caption("  \n", "the red cat"), 0, {"empty-candidate": "only white space"}),
    "too short for three orders": (
        lambda: image("cat", "dog"),
        2.5,
        {"no-ngrams": "too short for pairs, triples and fours. The cosine of an empty vector with any other counts "
                      "as 0, so the score is 2.5 at most"},
    ),
    "too short for very many": (
        lambda: image("cat", "dog", max_n=9), 10 / 9, {"no-ngrams": "too short for pairs and longer n-grams"},
    ),
    "words that every image has": (
        lambda: caption("the", "the"),
        0,
        {"no-ngrams": "", "no-weight": "All words of the candidate are in a reference of every image"},
    ),
    "the word cow and the pair the cow: df 0, taken as 1": (
        lambda: caption("the cow", "the dog"),
        0,
        {"no-ngrams": "", "unseen": "2 n-grams of the candidate are in no reference of any image."},
    ),
    "one image alone, instead of all that follows from it": (
        lambda: caption_cider("a cat on a mat", ["a cat on a mat"]), 0, {"one-image": "log(1/1) = 0"},
    ),
    "a corpus of one image": (lambda: cider(["a cat"], [["a cat"]]), 0, {"one-image": "log(1/1) = 0"}),
    "a penalty too small for a float": (
        lambda: caption_cider_d("cat", ["the cat is here"], document_frequencies=CORPUS, sigma=0.01),
        0,
        {"no-ngrams": "", "underflow": "above 0 but too small for a float"},
    ),
    "a penalty of 0 in forty digits, too": (
        lambda: caption_cider_d("cat", ["the cat is here"], document_frequencies=CORPUS, sigma=1e-30),
        0,
        {"no-ngrams": ""},
    ),
    "what many captions have in common, once": (
        lambda: cider([*SHORT, "a long caption of the last"], [*([text] for text in SHORT), ["another one"]]),
        5 * 5 / 6,
        {"no-ngrams": "5 of the 6 captions are too short for some order", "unseen": "n-grams of the candidate"},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("score", "made", "expected"), NOTES.values(), ids=NOTES)
def test_what_is_odd_is_scored_with_a_note(
    score: Callable[[], CaptionCider | CorpusCider], made: float, expected: dict[str, str]
) -> None:
    trace = score()
    assert trace.score == pytest.approx(made, rel=1e-12)
    assert codes(trace) == [*expected]
    for note, text in zip(trace.notes, expected.values(), strict=True):
        assert text in note.text
    assert trace.to_html()


def test_an_empty_reference_counts_as_one_that_shares_nothing() -> None:
    alone, beside = caption("the red cat", "the red cat"), caption("the red cat", "the red cat", "")
    assert beside.score == alone.score / 2
    assert [note.where for note in beside.notes if note.code == "empty-reference"] == ["reference 2"]
    assert caption("", "").score == 0.0


def test_captions_that_are_the_same_are_scored_alike() -> None:
    trace = cider(["a cat", "a cat", "a dog"], [["a cat"], ["a cat"], ["a dog"]])
    first, second, _ = trace.segments
    assert first == second
    assert first.score == second.score == 5.0


def test_as_many_images_as_references_each_are_noted() -> None:
    assert "square" in codes(cider(["a", "b"], [["a", "b"], ["b", "c"]]))
    assert "square" not in codes(cider(["a", "b"], [["a", "b"], ["b"]]))


def test_notes_of_an_image_say_which() -> None:
    trace = cider(["", "the cow runs by"], [["the red cat sleeps"], ["the dog runs by"]])
    assert [note.where for note in trace.notes] == ["image 1, candidate", "image 2"]


def test_the_references_of_a_corpus_may_be_given_in_place_of_their_frequencies() -> None:
    counted = document_frequencies(CORPUS)
    assert caption_cider("the cat", ["the cat"], document_frequencies=counted) == caption("the cat", "the cat")


def test_texts_of_a_corpus_are_cut_by_the_rules_of_the_score() -> None:
    trace = caption_cider("The CAT.", ["the cat"], document_frequencies=[["The Cat."], ["a dog"]], rules="authors")
    assert trace.document_frequencies.of(("cat",)) == 1


def test_frequencies_from_elsewhere_are_taken_as_they_are() -> None:
    """The 40,504 images of COCO's validation set, say: only what is in the mapping is known."""
    frequencies = DocumentFrequencies(40_504, {("cat",): 2_000})
    trace = caption_cider("cat", ["cat dog"], document_frequencies=frequencies, max_n=1)
    assert trace.document_frequencies is frequencies
    assert trace.signature.count("idf of 40,504 images") == 1
    assert repr(frequencies) == "DocumentFrequencies(1 n-grams of 40,504 images)"


ERRORS: dict[str, tuple[Callable[[], object], str]] = {
    "no references": (lambda: caption_cider("a", []), "references: got an empty list; expected at least one reference"),
    "no references of an image": (lambda: cider(["a", "b"], [["a"], []]), r"references\[1\]: got an empty list"),
    "no images": (lambda: cider([], []), "candidates: got an empty list"),
    "not as many": (lambda: cider(["a", "b"], [["a"]]), "references: got 1 lists for 2 candidates"),
    "a string for references": (lambda: caption_cider("a", "b"), "references: got a string"),  # type: ignore[arg-type]
    "references not grouped": (lambda: cider(["a", "b"], ["a", "b"]), "References are grouped"),  # type: ignore[list-item]
    "a corpus without images": (lambda: document_frequencies([]), "the references of at least one image"),
    "an image without references": (lambda: document_frequencies([["a"], []]), r"references\[1\]: got an empty"),
    "frequencies that are none": (
        lambda: caption_cider("a", ["b"], document_frequencies=3),  # type: ignore[arg-type]
        "document_frequencies: got int, 3; expected a list of lists",
    ),
    "frequencies that are texts of one image": (
        lambda: caption_cider("a", ["b"], document_frequencies=["a", "b"]),  # type: ignore[list-item]
        r"document_frequencies\[0\]: got a string",
    ),
    "more images with an n-gram than there are": (
        lambda: DocumentFrequencies(2, {("the", "cat"): 3}),
        "got 3 for a string, 'the cat'; expected a number from 1 to 2, the number of images",
    ),
    "an n-gram in no image": (lambda: DocumentFrequencies(2, {("cat",): 0}), "got 0 for a string, 'cat'"),
    "no image": (lambda: DocumentFrequencies(0, {}), "documents: got int, 0"),
    "words for n-grams": (lambda: DocumentFrequencies(2, {"cat": 1}), "a dict that maps n-grams"),  # type: ignore[dict-item]
    "numbers that are not whole": (lambda: DocumentFrequencies(2, {("cat",): 1.0}), "to whole numbers"),  # type: ignore[dict-item]
    "frequencies of other words": (
        lambda: caption_cider("a", ["b"], document_frequencies=document_frequencies(CORPUS), lowercase=True),
        "got counts of words cut by whitespace, case kept; expected counts of words cut by whitespace, lower-cased",
    ),
    "frequencies of too few orders": (
        lambda: caption_cider("a", ["b"], document_frequencies=document_frequencies(CORPUS, max_n=2)),
        "got n-grams up to 2; expected n-grams up to 4",
    ),
    "no orders": (lambda: cider(["a"], [["a"]], max_n=0), "CIDEr counts n-grams up to max_n=4"),
    "no such rules": (lambda: cider(["a"], [["a"]], rules="sacrebleu"), "one of usual, paper, authors, coco"),
    "rules of CIDEr for CIDEr-D": (lambda: cider_d(["a"], [["a"]], rules=AUTHORS), "Use cider for these"),
    "rules that CIDEr-D does not have": (lambda: cider_d(["a"], [["a"]], rules="authors"), "one of paper, coco"),
    "sigma 0": (lambda: cider_d(["a"], [["a"]], sigma=0), "sigma: got int, 0; expected a number above 0"),
    "sigma that is no number": (lambda: cider_d(["a"], [["a"]], sigma="6"), "sigma: got a string"),  # type: ignore[arg-type]
    "a tf there is not": (lambda: caption_cider_d("a", ["a"], term_frequency="logs"), "one of shares, counts"),
    "a sigma for CIDEr": (lambda: cider(["a"], [["a"]], rules=CiderRules("mine", sigma=COCO.sigma)), "no length"),
    "a length there is not": (
        lambda: cider(["a"], [["a"]], rules=CiderRules("mine", length="letters")),
        "one of words, pairs",
    ),
    "a stemmer there is not": (
        lambda: cider(["a"], [["a"]], stem="latin"),
        "stem: got a string, 'latin'; expected one of none, porter, danish",
    ),
    "a stemmer that is a number": (
        lambda: cider(["a"], [["a"]], stem=1),  # type: ignore[arg-type]
        "stem: got int, 1; expected one of none, porter",
    ),
    "frequencies of words for stems": (
        lambda: caption_cider("a", ["b"], document_frequencies=document_frequencies(CORPUS), stem=True),
        "case kept; expected counts of words cut by whitespace, case kept, porter",
    ),
    "stems for CIDEr-D": (
        lambda: cider_d(["a"], [["a"]], rules=replace(PAPER_D, stem="porter")),
        "CIDEr-D compares words as they are",
    ),
    "CIDEr-D without the ten": (
        lambda: cider_d(["a"], [["a"]], rules=replace(PAPER_D, tenfold=False)),
        "tenfold: got False; expected True, because the formula of CIDEr-D has the factor of 10",
    ),
    "the paper's CIDEr for CIDEr-D": (lambda: cider_d(["a"], [["a"]], rules=PAPER), "Use cider for these"),
    "rules that are none": (lambda: cider(["a"], [["a"]], rules=None), "a set of rules"),  # type: ignore[arg-type]
}  # fmt: skip


@pytest.mark.parametrize("kind", ERRORS)
def test_an_error_says_what_was_got_and_what_was_expected(kind: str) -> None:
    given, message = ERRORS[kind]
    with pytest.raises(InputError, match=message):
        given()


def test_a_stemmer_that_is_not_installed_is_told_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, PACKAGE, None)
    stemmer_of.cache_clear()
    with pytest.raises(InputError, match=r"^stem='english': got no package snowballstemmer .*pip install"):
        cider(["a"], [["a"]], stem="english")
    assert cider(["a", "b"], [["a"], ["b"]], rules="paper", max_n=1).score == 1, "Porter's is part of the library"


FISH = [["two fishes", "he fished"], ["a dog"]]


@pytest.mark.parametrize(
    ("settings", "score", "said"),
    [
        ({}, 0, "· no stems · times 10 ·"),
        ({"stem": False}, 0, "· no stems · times 10 ·"),
        ({"stem": True}, 10, "· porter stems · times 10 ·"),
        ({"rules": "paper"}, 1, "· porter stems · not times 10 ·"),
        ({"rules": "paper", "stem": False}, 0, "· no stems · not times 10 ·"),
    ],
)
def test_stems_and_the_ten_are_two_choices(settings: dict[str, Any], score: float, said: str) -> None:
    """The paper's own example: fishes, fishing and fished are all fish."""
    trace = caption_cider("fishing", ["fishes"], document_frequencies=FISH, max_n=1, **settings)
    is_stemmed = "porter" in said
    assert (trace.score, float(trace.range[1])) == (score, 1 if "not times" in said else 10)
    assert said in trace.signature
    assert ("no-ten" in codes(trace)) is ("not times" in said)
    assert (trace.candidate, trace.candidate_text) == (("fish" if is_stemmed else "fishing",), "fishing")
    assert trace.document_frequencies.of(("fish",)) == is_stemmed


def test_frequencies_of_stems_are_those_of_a_score_by_stems() -> None:
    stems = document_frequencies(CORPUS, stem=True)
    assert caption_cider("dogs", ["a dog"], document_frequencies=stems, stem=True).score > 0


def test_keywords_win_over_rules() -> None:
    rules = cider_d(["A.", "b"], [["a"], ["b"]], rules="coco", max_n=2, sigma=1.5, lowercase=True).rules
    assert (rules.tokenize, rules.max_n, str(rules.sigma), rules.lowercase) == ("coco", 2, "3/2", True)
    assert cider(["a", "b"], [["a"], ["b"]]).rules == USUAL
