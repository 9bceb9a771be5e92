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


def codes(trace: CaptionCider | CorpusCider) -> list[str]:
    return [note.code for note in trace.notes]


def caption(candidate: str, *references: str, **settings: Any) -> CaptionCider:
    return caption_cider(candidate, list(references), document_frequencies=CORPUS, **settings)


def test_an_empty_candidate_scores_0_with_a_note() -> None:
    for text in ("", "  \n"):
        trace = caption(text, "the red cat")
        assert (trace.score, codes(trace)) == (0.0, ["empty-candidate"])


def test_an_empty_reference_counts_as_one_that_shares_nothing() -> None:
    alone, beside = caption("the red cat", "the red cat"), caption("the red cat", "the red cat", "")
    assert beside.score == alone.score / 2
    assert [(note.code, note.where) for note in beside.notes if "empty" in note.code] == [
        ("empty-reference", "reference 2")
    ]
    assert caption("", "").score == 0.0


def test_a_caption_of_one_word_is_too_short_for_three_orders() -> None:
    trace = cider(["cat", "dog"], [["cat"], ["dog"]]).segments[0]
    assert trace.score == 2.5
    (note,) = trace.notes
    assert note.code == "no-ngrams"
    assert "too short for pairs, triples and fours" in note.text
    assert "2.5 at most" in note.text


def test_orders_that_are_too_long_are_told_in_a_few_words() -> None:
    (note,) = cider(["cat", "dog"], [["cat"], ["dog"]], max_n=9).segments[0].notes
    assert "too short for pairs and longer n-grams" in note.text


def test_words_that_every_image_has_are_noted() -> None:
    trace = caption("the", "the")
    assert (trace.score, codes(trace)) == (0.0, ["no-ngrams", "no-weight"])
    assert "All words of the candidate are in a reference of every image" in trace.notes[1].text


def test_n_grams_of_no_reference_are_noted() -> None:
    """The word "cow" and the pair "the cow": df 0, taken as 1."""
    trace = caption("the cow", "the dog")
    assert codes(trace) == ["no-ngrams", "unseen"]
    assert trace.notes[1].text.startswith("2 n-grams of the candidate are in no reference of any image.")
    assert codes(caption("the red cat", "a cat")) == ["no-ngrams"]


def test_one_image_alone_is_noted_instead_of_all_that_follows_from_it() -> None:
    trace = caption_cider("a cat on a mat", ["a cat on a mat"])
    assert (trace.score, codes(trace)) == (0.0, ["one-image"])
    assert "log(1/1) = 0" in trace.notes[0].text
    corpus = cider(["a cat"], [["a cat"]])
    assert (corpus.score, codes(corpus)) == (0.0, ["one-image"])


def test_captions_that_are_the_same_are_scored_alike() -> None:
    trace = cider(["a cat", "a cat", "a dog"], [["a cat"], ["a cat"], ["a dog"]])
    first, second, _ = trace.segments
    assert first == second
    assert first.score == second.score == 5.0


def test_as_many_images_as_references_each_are_noted() -> None:
    assert "square" in codes(cider(["a", "b"], [["a", "b"], ["b", "c"]]))
    assert "square" not in codes(cider(["a", "b"], [["a", "b"], ["b"]]))


def test_notes_of_an_image_say_which() -> None:
    trace = cider(["", "the dog runs by"], [["the red cat sleeps"], ["the dog runs by"]])
    assert [(note.code, note.where) for note in trace.notes] == [("empty-candidate", "image 1, candidate")]


def test_what_many_captions_have_in_common_is_said_once() -> None:
    texts = ["a cat", "the dog", "one cow", "two pigs", "red fox"]
    trace = cider([*texts, "a long caption of the last"], [*([text] for text in texts), ["another one"]])
    assert [(note.code, note.where) for note in trace.notes] == [("no-ngrams", ""), ("unseen", "image 6")]
    assert trace.notes[0].text.startswith("5 of the 6 captions are too short for some order")


def test_a_penalty_may_be_too_small_for_a_float() -> None:
    trace = caption_cider_d("cat", ["the cat is here"], document_frequencies=CORPUS, sigma=0.01)
    assert trace.score == 0.0
    assert "underflow" in codes(trace)
    tiny = caption_cider_d("cat", ["the cat is here"], document_frequencies=CORPUS, sigma=1e-30)
    assert tiny.score == 0.0
    assert tiny.to_html()


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
    "words for n-grams": (lambda: DocumentFrequencies(2, {"cat": 1}), "a dict from tuples of words"),  # type: ignore[dict-item]
    "numbers that are not whole": (lambda: DocumentFrequencies(2, {("cat",): 1.0}), "to whole numbers"),  # type: ignore[dict-item]
    "frequencies of other words": (
        lambda: caption_cider("a", ["b"], document_frequencies=document_frequencies(CORPUS), lowercase=True),
        "got those of words cut by whitespace, case kept; expected those of words cut by whitespace, lower-cased",
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
    "rules that are none": (lambda: cider(["a"], [["a"]], rules=None), "a set of rules"),  # type: ignore[arg-type]
}  # fmt: skip


@pytest.mark.parametrize("kind", ERRORS)
def test_an_error_says_what_was_got_and_what_was_expected(kind: str) -> None:
    given, message = ERRORS[kind]
    with pytest.raises(InputError, match=message):
        given()


def test_a_length_there_is_not_is_an_error() -> None:
    with pytest.raises(InputError, match="one of words, pairs"):
        cider(["a"], [["a"]], rules=CiderRules("mine", length="letters"))


def test_words_may_be_stemmed_as_the_paper_has_it() -> None:
    """The paper's own example: fishes, fishing and fished are all fish."""
    corpus = [["two fishes", "he fished"], ["a dog"]]
    plain, stems = (
        caption_cider("fishing", ["fishes"], document_frequencies=corpus, stem=stem, max_n=1) for stem in (False, True)
    )
    assert (plain.score, stems.score) == (0.0, 10.0)
    assert (stems.candidate, stems.candidate_text) == (("fish",), "fishing")
    assert stems.document_frequencies.of(("fish",)) == 1
    assert "· no stems ·" in plain.signature
    assert "· porter stems ·" in stems.signature
    assert plain == caption_cider("fishing", ["fishes"], document_frequencies=corpus, max_n=1)


def test_stems_and_words_are_not_mixed() -> None:
    words, stems = document_frequencies(CORPUS), document_frequencies(CORPUS, stem=True)
    with pytest.raises(InputError, match="case kept; expected those of words cut by whitespace, case kept, porter"):
        caption_cider("a", ["b"], document_frequencies=words, stem=True)
    assert caption_cider("dogs", ["a dog"], document_frequencies=stems, stem=True).score > 0
    with pytest.raises(InputError, match="CIDEr-D compares words as they are"):
        cider_d(["a"], [["a"]], rules=CiderRules("mine", variant="CIDEr-D", sigma=COCO.sigma, stem="porter"))


def test_a_stemmer_there_is_not_is_an_error() -> None:
    with pytest.raises(InputError, match="stem: got a string, 'latin'; expected one of none, porter, danish"):
        cider(["a"], [["a"]], stem="latin")
    with pytest.raises(InputError, match="stem: got int, 1; expected one of none, porter"):
        cider(["a"], [["a"]], stem=1)  # type: ignore[arg-type]


def test_a_stemmer_that_is_not_installed_is_told_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, PACKAGE, None)
    stemmer_of.cache_clear()
    with pytest.raises(InputError, match=r"^stem='english': got no package snowballstemmer .*pip install"):
        cider(["a"], [["a"]], stem="english")
    assert cider(["a", "b"], [["a"], ["b"]], rules="paper", max_n=1).score == 1, "Porter's is part of the library"


def test_by_the_paper_words_are_stems_and_a_perfect_caption_scores_1() -> None:
    """The paper's own example, beside the usual rules: fishes and fishing have nothing in common."""
    corpus = [["two fishes", "he fished"], ["a dog"]]
    paper, usual = (
        caption_cider("fishing", ["fishes"], document_frequencies=corpus, rules=rules, max_n=1)
        for rules in ("paper", "usual")
    )
    assert (paper.score, usual.score) == (1.0, 0.0)
    assert [float(one.range[1]) for one in (paper, usual)] == [1, 10]
    assert "no-ten" in {note.code for note in paper.notes}
    assert "· porter stems · not times 10 ·" in paper.signature


def test_stems_and_the_ten_are_two_choices() -> None:
    corpus = [["a dog barks"], ["a cat"]]
    for given, score in (({"stem": True}, 10.0), ({"rules": "paper"}, 1.0), ({"rules": "paper", "stem": False}, 0.5)):
        settings: dict[str, Any] = {"document_frequencies": corpus, "max_n": 1, **given}
        assert caption_cider("a dogs barks", corpus[0], **settings).score == pytest.approx(score)


def test_cider_d_has_neither_stems_nor_a_score_without_the_ten() -> None:
    assert (PAPER_D.stem, PAPER_D.factor) == ("none", 10)
    with pytest.raises(InputError, match="tenfold: got False; expected True: the formula of CIDEr-D has the ten"):
        cider_d(["a"], [["a"]], rules=replace(PAPER_D, tenfold=False))
    with pytest.raises(InputError, match="Use cider for these"):
        cider_d(["a"], [["a"]], rules=PAPER)


def test_keywords_win_over_rules() -> None:
    rules = cider_d(["A.", "b"], [["a"], ["b"]], rules="coco", max_n=2, sigma=1.5, lowercase=True).rules
    assert (rules.tokenize, rules.max_n, str(rules.sigma), rules.lowercase) == ("coco", 2, "3/2", True)
    assert cider(["a", "b"], [["a"], ["b"]]).rules == USUAL
