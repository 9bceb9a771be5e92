"""Wrong formulas for CIDEr and CIDEr-D: none shows on less text than its example, and each gives its own numbers."""

from collections.abc import Iterator
from itertools import islice, product
from math import exp, log, sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import caption_cider, caption_cider_d, cider, cider_d, misconceptions
from mtexplain.by_hand.misconception import Misconception, sentences
from mtexplain.by_hand.numbers import Numbers, same
from tests.strategies import Segment, amount, corpora, orders, unzipped

OF_CIDER = misconceptions.of(cider)
PICTURES = [["the red cat sleeps"], ["the blue dog barks"]]
REPEAT = (["red red red cat sleeps here now", "the dog barks"], [["the red cat sleeps"], ["the dog barks"]])


def wrong(name: str, candidate: Any, references: Any, **settings: Any) -> Numbers:
    """The numbers that a misconception gives."""
    return misconceptions.get(name).on(candidate, references, **settings).wrong


@given(corpora(), st.sampled_from([one for one in OF_CIDER if one.replaces != "writing"]))
def test_what_is_computed_before_it_stays(corpus: list[Segment], one: Misconception) -> None:
    mistake = one.of(cider_d(*unzipped(corpus), max_n=2).segments[0])
    later = {"cider": ("mean_over_orders", "score"), "score": ()}
    for name in mistake.shows:
        claim = name.partition("_")[0]
        assert one.replaces in ("variant", "penalty") if claim == "penalty" else one.replaces not in later[claim]


# None shows on a smaller text than its example.


def texts(words: int) -> Iterator[tuple[Any, Any]]:
    """Every text of that many words, of one image or two, each with up to three references; no sentence is empty.

    Its letters first occur in alphabetical order, because another order would be the same text with other letters.
    """
    for groups in ((1,), (2,), (3,), (1, 1), (2, 1), (1, 2)):
        number = sum(groups) + len(groups)
        for lengths in product(range(1, words + 1), repeat=number):
            if sum(lengths) != words:
                continue
            for tokens in product("a", *["abc"] * (words - 1)):
                if "".join(dict.fromkeys(tokens)) not in "abc":
                    continue
                rest = iter(tokens)
                written = iter([" ".join(next(rest) for _ in range(length)) for length in lengths])
                pairs = [(next(written), [next(written) for _ in range(size)]) for size in groups]
                yield pairs[0] if len(pairs) == 1 else unzipped(pairs)


def size(one: Misconception) -> tuple[int, int, int]:
    """Words in all, sentences, the longest order."""
    return *one.example.size, one.example.settings["max_n"]


def rules_of(one: Misconception) -> tuple[str, str]:
    """By which metric its example is scored, and by whose rules."""
    return one.subject.name, one.example.settings.get("rules", "paper" if one.subject.name == "CIDEr-D" else "usual")


def shows(one: Misconception, sheet: Any, right: Numbers) -> bool:
    numbers = one.subject.numbers(sheet, {one.replaces: one.replacement})
    return not all(same(right[name], numbers[name]) for name in right.forms)


def test_no_smaller_text_shows_any_of_them() -> None:
    """Every fifth text is tried, or all texts if there is time."""
    kinds = {rules_of(one): one.subject for one in OF_CIDER}
    for words, max_n in product(range(2, max(size(one)[0] for one in OF_CIDER) + 1), (1, 2)):
        larger = [one for one in OF_CIDER if size(one) > (words, 2, max_n)]
        for candidate, references in islice(texts(words), 0, None, amount(5, 1)) if larger else ():
            number = len(sentences((candidate, references)))
            left = [one for one in larger if size(one) > (words, number, max_n)]
            for kind, subject in kinds.items():
                tried = [one for one in left if rules_of(one) == kind]
                if not tried:
                    continue
                sheet = subject.sheet(subject.score(candidate, references, rules=kind[1], max_n=max_n))
                right = subject.numbers(sheet, {})
                found = [one.name for one in tried if shows(one, sheet, right)]
                assert found == [], (candidate, references, max_n)


# The wrong numbers, counted on one's fingers.


def test_without_idf_the_commonest_word_is_worth_as_much_as_any() -> None:
    numbers = wrong("cider-no-idf", "the the the the", PICTURES[1], document_frequencies=PICTURES, max_n=1)
    assert same(numbers["cider_1"], 1 / 2)
    assert same(wrong("cider-no-idf", "a cat", ["a cat"], max_n=2)["score"], 10.0)


@pytest.mark.parametrize(
    ("name", "score"),
    [
        ("cider-no-ten", 1 / 4),
        ("cider-hundred", 25),
        ("cider-orders-added", 10),
        ("cider-geometric-mean", 0),
        ("cider-dot-product", 10 / 4 * log(2) ** 2 * (2 / 16 + 1 / 9)),
        ("cider-no-root", 10 / 4 * ((2 / 16) / (3 / 16) ** 2 + (1 / 9) / (3 / 9) ** 2) / log(2) ** 2),
        ("cider-sum-of-weights", 10 / 4 * (2 / 9 + 1 / 9)),
        ("cider-shared-lengths", 10 / 4 * 2),
        ("cider-unseen-left-out", 10 / 4 * (2 / 3 + 1 / sqrt(2 * 3))),
        ("cider-one-vector", 10 * (2 / 16 * 16 + 1 * 1) / sqrt(9 * 9)),
    ],
)
def test_the_red_dog_by_wrong_formulas(name: str, score: float) -> None:
    """The right score is 10/4 (2/3 + 1/3): each side has three weighted words, three pairs, two triples, one 4-gram."""
    numbers = wrong(name, "the red dog barks", PICTURES[1], document_frequencies=PICTURES)
    assert same(numbers["score"], float(score))


@pytest.mark.parametrize(
    ("name", "penalty"),
    [
        ("cider-d-no-penalty", 1),
        ("cider-d-no-two", exp(-1 / 4)),
        ("cider-d-sigma-not-squared", exp(-9 / 12)),
        ("cider-d-brevity", 1),
        ("cider-d-only-short", 1),
        ("cider-as-cider-d", 1),
    ],
)
def test_three_words_too_many_by_wrong_penalties(name: str, penalty: float) -> None:
    """The right penalty is e^(-9/72)."""
    trace = caption_cider_d(REPEAT[0][0], REPEAT[1][0], document_frequencies=REPEAT[1])
    assert same(misconceptions.get(name).of(trace).wrong["penalty_1"], float(penalty))


def test_too_short_by_two_other_penalties() -> None:
    trace = caption_cider_d("a b", ["a b c d e"], document_frequencies=PICTURES)
    assert same(misconceptions.get("cider-d-brevity").of(trace).wrong["penalty_1"], exp(1 - 5 / 2))
    assert "penalty_1" not in misconceptions.get("cider-d-only-short").of(trace).shows


# Other ways to the same wrong numbers.


@given(corpora(), orders)
def test_each_metric_in_the_others_place_is_the_other(corpus: list[Segment], max_n: int) -> None:
    text = unzipped(corpus)
    assert same(wrong("cider-d-as-cider", *text, max_n=max_n)["score"], cider_d(*text, max_n=max_n).score)
    plain = misconceptions.get("cider-as-cider-d").of(cider_d(*text, max_n=max_n)).wrong
    assert same(plain["score"], cider(*text, max_n=max_n).score)


@given(corpora(), orders)
def test_counts_in_place_of_shares_are_a_setting(corpus: list[Segment], max_n: int) -> None:
    text = unzipped(corpus)
    shares, counts = (cider_d(*text, max_n=max_n, term_frequency=tf) for tf in ("shares", "counts"))
    assert same(misconceptions.get("cider-d-counts").of(shares).wrong["score"], counts.score)
    assert same(misconceptions.get("cider-d-shares").of(counts).wrong["score"], shares.score)


@given(corpora(), orders)
def test_in_cider_itself_counts_and_shares_are_the_same(corpus: list[Segment], max_n: int) -> None:
    trace = cider(*unzipped(corpus), max_n=max_n)
    assert misconceptions.get("cider-d-counts").of(trace).shows == ()


@given(corpora(), orders)
def test_captions_counted_as_images_are_other_document_frequencies(corpus: list[Segment], max_n: int) -> None:
    candidates, references = unzipped(corpus)
    alone = [[text] for group in references for text in group]
    other = cider(candidates, references, document_frequencies=alone, max_n=max_n)
    assert same(wrong("cider-df-of-captions", candidates, references, max_n=max_n)["score"], other.score)
    theirs = cider(candidates, references, document_frequencies=[[text] for text in candidates], max_n=max_n)
    assert same(wrong("cider-df-of-candidates", candidates, references, max_n=max_n)["score"], theirs.score)


def test_where_document_frequencies_were_given_it_cannot_be_told_what_others_would_be() -> None:
    for name in ("cider-df-of-captions", "cider-df-of-candidates", "cider-df-every-time"):
        one = misconceptions.get(name)
        assert one.on("a a", ["a a", "b"], document_frequencies=PICTURES).shows == ()


@given(corpora(), orders)
def test_with_one_reference_there_is_nothing_to_choose(corpus: list[Segment], max_n: int) -> None:
    alone = unzipped([(candidate, references[:1]) for candidate, references in corpus])
    names = ("cider-best-reference", "cider-sum-of-references", "cider-references-joined",
             "cider-df-of-captions", "cider-d-clipped-by-largest", "cider-images-by-references")  # fmt: skip
    for name in names:
        assert misconceptions.get(name).of(cider_d(*alone, max_n=max_n)).shows == ()


# The catalogue.


def test_the_catalogue_gives_those_of_a_metric() -> None:
    for metric in (caption_cider, cider, caption_cider_d, cider_d):
        assert misconceptions.of(metric) == OF_CIDER
    assert all(one.name.startswith("cider-") for one in OF_CIDER)
    assert misconceptions.of(len) == ()
    assert "CIDEr" not in str(OF_CIDER).splitlines()[0]
    assert "CIDEr, idf: " in str(misconceptions)
