"""The sentence on an edit: what was done, and why the score moved or did not, in plain words."""

import re

import pytest
from hypothesis import given

from mtexplain import bleu, caption_cider, corpus_bleu, explain_edit, meteor, nist, rouge_l, rouge_n, twins
from mtexplain.display import plain
from mtexplain.display.score import Score
from tests.strategies import Segment, segments, sentences

KEY = ["there is a cat on the mat"]
START, WHOLE, OTHER = "the the cat on the mat", KEY[0], "the the dog ran off home"


def told(before: Score, after: Score) -> str:
    return plain.prose(explain_edit(before, after).headline.why)


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        (START, "there the cat on the mat", 'You replaced "the" with "there". One more word matches.'),
        (START, f"{START} today",
         'You added "today". "today" matches nothing, with four more n-grams below the line and none above; '
         "the text is now long enough."),
        (START, f"{START} on",
         'You added "on". "on" appears too often, with four more n-grams below the line and none above; '
         "the text is now long enough."),
        (START, "the cat on the mat",
         'You took out "the". "the" appeared too often, with four fewer n-grams below the line and just as many above; '
         "but the text is now two words too short."),
        (START, "the the cat on the",
         'You took out "mat". "mat" matched, and three longer runs are lost with it; '
         'the text is now two words too short. '
         "The score is now 0, because no four matches."),
        (WHOLE, "there is a dog on the mat",
         'You replaced "cat" with "dog". "dog" matches nothing, and spoils nine longer runs. '
         "The score is now 0, because no four matches."),
        (WHOLE, "there is a cat on mat the",
         'You swapped "the" and "mat". The words are the same, but six n-grams are lost.'),
        ("there is a", "there is a cat on",
         'You added "cat on". Two more words and six longer runs match; the text is now only two words too short.'),
        ("a dog", "a cat", 'You replaced "dog" with "cat". One more word and one more pair match.'),
        ("a big dog", "a fat dog", 'You replaced "big" with "fat". "fat" earns no more than "big" did. '
         "The score is still 0, because no pair matches."),
        ("x on y", "y on x",
         'You replaced "x on y" with "y on x". The same n-grams match, so nothing that counts changed. '
         "The score is still 0, because no pair matches."),
    ],
)  # fmt: skip
def test_of_ngrams_it_says_how_many_match_and_why(before: str, after: str, sentence: str) -> None:
    assert told(bleu(before, KEY), bleu(after, KEY)) == sentence


def test_ngrams_that_hold_no_information_weigh_nothing() -> None:
    sentence = told(nist(WHOLE, KEY), nist("there is a cat on mat the", KEY))
    assert sentence.endswith("The words are the same, but eight n-grams are lost, and they have no weight.")


def test_other_ngrams_may_come_to_the_same() -> None:
    edit = twins().get("salad").edit()
    assert plain.prose(edit.headline.why).endswith(
        "Five other n-grams match, and as many are lost, so the score stays the same."
    )


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        (bleu(START, KEY), bleu(START, [*KEY, OTHER]),
         "You added a reference. One more word and one more pair match; the text is now long enough."),
        (bleu(START, [*KEY, OTHER]), bleu(START, KEY),
         "You took out a reference. One word and one pair are lost; the text is now one word too short."),
        (bleu(START, [*KEY, "x"]), bleu(START, ["x", *KEY]),
         "You reordered the references. Nothing that counts changed."),
        (bleu(START, KEY), bleu(START, KEY, max_n=2),
         "You changed the settings. N-grams of up to two words count now."),
        (bleu(START, KEY), bleu(START, KEY, max_n=1), "You changed the settings. Only words count now."),
        (bleu(START, KEY), bleu(START, KEY, weights=[0.4, 0.2, 0.2, 0.2]),
         "You changed the settings. The same parts count differently."),
    ],
)  # fmt: skip
def test_references_and_settings_are_told_alike(before: Score, after: Score, sentence: str) -> None:
    assert told(before, after) == sentence


@pytest.mark.parametrize(
    ("metric", "after", "sentence"),
    [
        (rouge_n, "there the cat on the mat", "Nothing that counts changed."),
        (rouge_n, f"{START} today", "Precision falls from 3/5 to 3/6."),
        (rouge_n, "the a cat on the mat", "One more pair matches."),
        (rouge_l, "there the cat on the mat", "Recall rises from 4/7 to 5/7 and precision from 4/6 to 5/6."),
        (meteor, "there the cat on the mat", "Precision, recall and the penalty rise."),
    ],
)
def test_parts_of_other_metrics_have_names(metric: object, after: str, sentence: str) -> None:
    before, now = (metric(text, KEY) for text in (START, after))  # type: ignore[operator]
    assert told(before, now).partition(". ")[2] == sentence


def test_parts_without_a_name_have_their_symbol() -> None:
    before, after = (caption_cider(one, KEY, document_frequencies=[KEY, ["a dog"]]) for one in ("the cat", "the dog"))
    assert "CIDEr_1 falls from " in told(before, after)
    whole = told(corpus_bleu(["a cat"], [KEY], max_n=1), corpus_bleu(["a cat on"], [KEY], max_n=1))
    assert whole == "The text is different. The brevity penalty rises from 0.08208 to 0.2636."


@given(segments(), sentences())
def test_it_is_short(segment: Segment, after: str) -> None:
    """It has two sentences, or three if the score is 0, and at most 35 words besides the user's words."""
    candidate, references = segment
    sentence = re.sub('"[^"]*"', "x", told(bleu(candidate, references), bleu(after, references)))
    assert len(sentence.split()) <= 35
    assert sentence.count(". ") <= 1 + ("score is" in sentence)


def test_words_that_are_lost_are_not_passed_over() -> None:
    references = ["the cat is on the mat"]
    before, after = (bleu(text, references, max_n=1) for text in ("the cat sat on the mat", "the zzz"))
    assert told(before, after).startswith(
        'You rewrote 5 tokens as 1 token. "zzz" matches nothing, and four words are lost; the text is now four'
    )
