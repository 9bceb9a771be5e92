"""A tiny n-gram model on a text of one's own: the examples of the book, what the trace shows, what is odd."""

import json
import math
from fractions import Fraction
from typing import Any

import pytest

from mtexplain import best_edits, explain_edit, leave_one_out
from mtexplain.display import plain
from mtexplain.display.parts import Prose, Table, Words
from mtexplain.display.text_score import TextScore
from mtexplain.inputs import InputError
from mtexplain.metrics.perplexity import (
    CorpusNgramPerplexity,
    NgramPerplexity,
    corpus_ngram_perplexity,
    ngram_perplexity,
)
from mtexplain.metrics.perplexity.model import END, START, Marker, pad
from mtexplain.metrics.perplexity.rules import NgramRules

SAM = ["I am Sam", "Sam I am", "I do not like green eggs and ham"]
BOOK = "\U0001f4d6"


def estimated(trace: NgramPerplexity) -> list[tuple[str, str]]:
    """What was predicted, and its probability as it was counted."""
    return [(ngram[-1], str(trace.p(t))) for t, ngram in zip(trace.each_t, trace.predicted, strict=True)]


# The examples of the book.


def test_more_bigrams_of_sam() -> None:
    """SLP3, section 3.1: P(Sam|<s>) = 1/3, P(do|I) = 1/3."""
    model = ngram_perplexity("", SAM).model
    assert (model.counts[START, "Sam"], model.histories[START,]) == (1, 3)
    assert (model.counts["I", "do"], model.histories["I",]) == (1, 3)


def test_without_the_first_marker_the_vocabulary_is_one_less() -> None:
    trace = ngram_perplexity("am Sam", SAM, smoothing="add-k")
    assert trace.types == 11, "ten words and </s>"
    assert str(trace.exact) == "(1/14 * 2/13 * 2/13)^(-1/3)"


def test_a_smaller_k_takes_less_from_what_was_seen() -> None:
    halves = ngram_perplexity("am Sam", SAM, smoothing="add-k", k=0.5)
    assert halves.exact == "(0.5/8.5 * 1.5/7.5 * 1.5/7.5)^(-1/3)"
    thirds = ngram_perplexity("am Sam", SAM, smoothing="add-k", k=Fraction(1, 3))
    assert thirds.exact == "(1/20 * 4/17 * 4/17)^(-1/3)"


def test_triples_have_two_markers_before_and_one_after() -> None:
    trace = ngram_perplexity("I am Sam", SAM, n=3)
    assert pad(("I",), trace.rules) == (START, START, "I", END)
    assert estimated(trace) == [("I", "2/3"), ("am", "1/2"), ("Sam", "1/2"), (END, "1/1")]


@pytest.mark.parametrize(
    ("markers", "n", "predicted"),
    [
        ("from pairs on", 1, ["a", "b"]),
        ("from pairs on", 2, ["a", "b", END]),
        ("always", 1, ["a", "b", END]),
        ("both sides", 3, ["a", "b", END, END]),
        ("both sides", 1, ["a", "b"]),
        ("never", 2, ["b"]),
        ("never", 3, []),
    ],
)
def test_the_markers_say_what_is_predicted(markers: str, n: int, predicted: list[str]) -> None:
    trace = ngram_perplexity("a b", ["a b"], markers=markers, n=n)
    assert [ngram[-1] for ngram in trace.predicted] == predicted
    equation = trace.step("tokens").equation
    assert equation.value == str(len(predicted)), "T is explained, whatever the markers"


# Words that look like markers, hostile or not.


def test_a_typed_marker_is_a_word_and_no_marker() -> None:
    trace = ngram_perplexity("<s> a </s>", ["a", "<s> a </s>"])
    assert trace.candidate == ("<s>", "a", "</s>")
    assert len(trace.predicted) == 4
    assert (trace.model.counts[START, "<s>"], trace.model.histories[START,]) == (1, 2)
    assert [note.where for note in trace.notes if note.code == "marker-as-word"] == ["candidate", "training text 2"]


def test_a_marker_equals_a_marker_and_no_word() -> None:
    assert Marker("<s>") == START
    assert START != "<s>"
    assert START != END
    assert len({START, "<s>", Marker("<s>")}) == 2


# What the trace shows.


def test_it_is_told_in_six_steps() -> None:
    trace = ngram_perplexity("I am Sam", SAM)
    names = ["tokens", "training", "probabilities", "ledger", "entropy", "score"]
    assert [step.name for step in trace.steps()] == names
    outcomes = [plain.formula(step.outcome) for step in trace.steps()]
    assert outcomes == ["T = 4", "N = 17", "p_3 = 1/2", "P = 1/9", "J = 0.5493", "PP = 1.732"]


def table(trace: NgramPerplexity | CorpusNgramPerplexity, step: str) -> Table:
    return next(part for part in trace.step(step).parts if isinstance(part, Table))


def test_training_has_a_row_for_each_pair_that_was_read() -> None:
    rows = table(ngram_perplexity("I am Sam", SAM), "training").rows
    assert len(rows) == 15
    assert rows[0][:3] == (Words((START, "I")), 2, 3)
    assert plain.cell(rows[0][3]) == "2/3"


def test_smoothing_is_shown_with_its_numbers() -> None:
    rows = table(ngram_perplexity("Sam likes ham", SAM, smoothing="add-k"), "probabilities").rows
    assert [plain.cell(row[-2]) for row in rows[1:3]] == ["(0 + 1) / (2 + 1 * 11)", "(0 + 1) / (0 + 1 * 11)"]
    assert [plain.cell(row[-1]) for row in rows[1:3]] == ["1/13", "1/11"]


def test_credit_goes_to_what_the_model_has_seen() -> None:
    trace = ngram_perplexity("I am I am ham", SAM)
    credits = {row.ngram: (row.group, row.times, row.credited) for row in trace.credits}
    assert credits["I", "am"] == ("seen", 2, 2)
    assert credits["am", "I"] == ("never seen", 1, 0)
    assert trace.zero_groups == {"never seen"}


def test_nothing_is_to_blame_where_it_is_smoothed() -> None:
    trace = ngram_perplexity("I am I am ham", SAM, smoothing="add-k")
    assert not trace.is_worst_case
    assert trace.zero_groups == frozenset()


def test_the_picture_has_the_training_text_and_a_stack_for_each_token() -> None:
    """What the candidate does not say is faint."""
    picture = ngram_perplexity("Sam I am", SAM).picture
    words = [(label.text, label.ink) for label in picture.labels if label.kind == "other"]
    assert words[:4] == [("Sam", 1), ("I", 1), ("am", 1), (END, 1)]
    assert ("ham", 0.5) in words
    assert {"training text 1", "training text 2", "training text 3"} <= {label.text for label in picture.names}


def test_without_markers_the_first_word_is_not_predicted() -> None:
    picture = ngram_perplexity("I am", SAM, markers="never").picture
    assert {dict(box.data)["start"] for box in picture.boxes if box.title} == {0}


def test_a_moment_points_to_where_a_pair_was_read() -> None:
    moments = [one for one in ngram_perplexity("I am Sam", SAM).moments() if one.name == "counts"]
    assert [(mark.text, mark.places) for mark in moments[1].marks] == [(0, (0, 1)), (1, (0, 1)), (2, (1, 2))]
    assert plain.prose(moments[1].text) == '"I am" was read twice; a word came after "I" 3 times.'


def test_the_signature_names_every_choice() -> None:
    assert ngram_perplexity("a", ["a", "b"], smoothing="add-k", k=0.5, base=2).signature.startswith(
        "perplexity · slp3 rules · tokens: whitespace · case kept · 2-gram model · markers: 1 <s>, 1 </s> · add-0.5 · "
        "vocabulary: words and </s> · logarithms to the base 2 · 2 references · mtexplain "
    )


def test_the_record_has_every_choice_and_says_where_it_is_wrong() -> None:
    trace = ngram_perplexity("Я ham <s>", SAM, smoothing="add-k", k=0.3, n=3, base=10, rules="nltk")
    assert NgramPerplexity.from_dict(json.loads(json.dumps(trace.to_dict(), ensure_ascii=False))) == trace
    wrong = {**corpus_ngram_perplexity(["I am"], SAM).to_dict(), "segments": [{"candidate": "I am"}]}
    with pytest.raises(InputError, match=r"^segments\[0\], candidate"):
        CorpusNgramPerplexity.from_dict(wrong)


# What is odd but defined.


def test_an_unknown_word_is_noted_and_infinite_without_smoothing() -> None:
    trace = ngram_perplexity("I am nobody", SAM)
    assert trace.score == math.inf
    codes = {note.code: note.where for note in trace.notes}
    assert codes == {"zero-probability": "token 3", "unseen-history": "token 4", "unknown-words": "token 3"}
    assert str(trace.p(4)) == "0/0"
    assert trace.p(4) != 0, "0/0 is not 0"


def test_a_vocabulary_without_room_for_unknown_words_says_so() -> None:
    closed = ngram_perplexity("x", ["a"], smoothing="add-k", n=1)
    assert closed.p(1) == Fraction(1, 2)
    assert "more than 1" in closed.notes[0].text
    opened = ngram_perplexity("x", ["a"], smoothing="add-k", n=1, vocabulary="words, </s> and <unk>")
    assert opened.p(1) == Fraction(1, 3)
    assert "more than 1" not in opened.notes[0].text


def test_a_test_on_the_training_text_is_noted() -> None:
    assert [note.code for note in ngram_perplexity("I am Sam", SAM).notes] == ["trained-on-test"]
    assert ngram_perplexity("I am", SAM).notes == ()


def test_saying_nothing_does_not_pay() -> None:
    trace = ngram_perplexity("", ["a b"], n=1)
    assert trace.score == math.inf
    assert [note.code for note in trace.notes] == ["nothing-predicted", "empty-candidate"]
    assert trace.terms[0].value == math.inf


def test_the_mean_is_over_all_tokens_also_those_of_a_text_with_nothing_to_predict() -> None:
    trace = corpus_ngram_perplexity(["a", ""], ["a b"], n=1)
    assert trace.score == 2.0
    assert [segment.score for segment in trace.segments] == [2.0, math.inf]


def test_the_steps_of_a_corpus_say_that_it_is_not_the_mean_of_its_sentences() -> None:
    trace = corpus_ngram_perplexity(["I am Sam", "Sam"], SAM, n=1)
    assert [step.name for step in trace.steps()] == ["tokens", "training", "entropy", "score"]
    assert "Improbable tokens are possible, too" in str(trace.step("score"))
    assert "lies between the lowest and the highest PP of its sentences" in str(trace.step("score"))


# Chinese and Cyrillic.


def test_the_book_that_was_lent_character_by_character() -> None:
    """我借你的书 against 我借你书: without 的, 书 follows 你, which was never read."""
    read = ["我借你的书"]
    assert ngram_perplexity("我借你的书", read, tokenize="char").score == 1.0
    trace = ngram_perplexity("我借你书", read, tokenize="char")
    assert [str(trace.p(t)) for t in trace.each_t] == ["1/1", "1/1", "1/1", "0/1", "1/1"]
    assert trace.score == math.inf
    smoothed = ngram_perplexity("我借你书", read, tokenize="char", smoothing="add-k")
    assert smoothed.product == Fraction(2, 7) ** 4 * Fraction(1, 7)


def test_other_words_change_the_words_and_nothing_else() -> None:
    latin = ngram_perplexity("a b a", ["a b", "b a"], smoothing="add-k")
    for a, b in (("кот", "пёс"), ("我", "书"), ("قط", "كلب"), ("<b>", "</s>"), ("$1", BOOK)):
        other = ngram_perplexity(f"{a} {b} {a}", [f"{a} {b}", f"{b} {a}"], smoothing="add-k")
        assert other.exact == latin.exact
        assert other.score == latin.score


# Settings.


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"n": 0}, r"^n: got int, 0; expected a whole number from 1 to 1000"),
        ({"n": 2.0}, r"^n: .*A bigram model is n=2"),
        ({"smoothing": "laplace"}, "^smoothing: .*one of none, add-k"),
        ({"markers": "some"}, "^markers: .*from pairs on"),
        ({"vocabulary": "all"}, "^vocabulary: .*words and </s>"),
        ({"k": 0.5}, '^k: .*smoothing="add-k"'),
        ({"k": 0, "smoothing": "add-k"}, "^k: .*above 0"),
        ({"rules": "srilm"}, "^rules: .*one of slp3, nltk"),
        ({"base": 3}, "^base: "),
        ({"tokenize": "words"}, "^tokenize: "),
    ],
)
def test_a_setting_that_cannot_be_is_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        ngram_perplexity("a", ["a"], **settings)


def test_rules_of_ones_own_are_taken() -> None:
    mine = NgramRules("mine", n=1, smoothing="add-k", k=Fraction(1, 2))
    trace = ngram_perplexity("a b", ["a a"], rules=mine)
    assert trace.exact == "(2.5/2.5 * 0.5/2.5)^(-1/2)"
    assert trace.signature.startswith("perplexity · mine rules")


def test_lower_case_and_tokens_are_settings_as_elsewhere() -> None:
    trace = ngram_perplexity("The cat.", ["the cat ."], tokenize="13a", lowercase=True)
    assert trace.candidate == ("the", "cat", ".")
    assert trace.score == 1.0


def test_the_training_text_of_a_corpus_may_be_grouped_or_not() -> None:
    grouped = corpus_ngram_perplexity(["a b", "b"], [["a b"], ["b a", "b"]])
    assert grouped == corpus_ngram_perplexity(["a b", "b"], ["a b", "b a", "b"])


@pytest.mark.parametrize(
    ("candidates", "references", "message"),
    [
        ("a b", ["a"], "^candidates: .*ngram_perplexity"),
        ([], ["a"], "^candidates: .*nothing to predict"),
        (["a"], "a b", "^references: "),
        (["a"], [], "^references: .*at least one reference"),
        (["a"], [["a"], "b"], r"^references\[1\]: "),
        (["a", 3], ["a"], r"^candidates\[1\]: "),
    ],
)
def test_a_text_that_cannot_be_read_is_refused(candidates: Any, references: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        corpus_ngram_perplexity(candidates, references)


# What is built on a score.


def test_an_edit_says_which_token_it_moved() -> None:
    before = ngram_perplexity("I am Sam", SAM)
    edit = explain_edit(before, before.with_candidate(["Sam", "I", "am"]))
    assert edit.lost == {"seen": {(START, "I"): 1, ("am", "Sam"): 1, ("Sam", END): 1}}
    assert edit.won == {"seen": {(START, "Sam"): 1, ("Sam", "I"): 1, ("am", END): 1}}
    assert edit.log_change == pytest.approx(math.log(edit.after.score / edit.before.score), rel=1e-12)


def test_an_infinite_score_names_what_was_never_seen() -> None:
    before = ngram_perplexity("I am Sam", SAM)
    edit = explain_edit(before, before.with_candidate(["I", "am", "ham"]))
    told = [plain.prose(part) for part in edit.overview if isinstance(part, Prose)]
    assert told[-1] == 'The score is infinite, because none of these was ever seen in training: "am ham".'


def test_the_best_edits_make_it_lower() -> None:
    edits = best_edits("I am ham", SAM, 3, metric=ngram_perplexity, smoothing="add-k")
    scores = [edit.score for edit in edits]
    assert scores == sorted(scores)
    assert scores[0] < edits.start.score


def test_leaving_out_a_token_is_scored_by_the_same_model() -> None:
    changes = leave_one_out("I am Sam", SAM, metric=ngram_perplexity, smoothing="add-k").changes
    after = ngram_perplexity("I Sam", SAM, smoothing="add-k")
    assert changes[1].after.score == after.score


def test_a_text_has_the_shape_of_every_other_text() -> None:
    trace = corpus_ngram_perplexity(["I am", "Sam"], SAM)
    assert isinstance(trace, TextScore)
    assert trace.candidate == (("I", "am"), ("Sam",))
    assert trace.references == (trace.segments[0].references,) * 2
    assert trace.segments[0].model is trace.segments[1].model is trace.model
    assert [row for segment in trace.segments for row in segment.credits] == list(trace.credits)


@pytest.mark.parametrize(
    ("smoothing", "fix"),
    [
        ("laplace", "Here it is 'add-k', with a k of 1."),
        ("Add-One", "Here it is 'add-k', with a k of 1."),
        ("lidstone", "Here it is 'add-k'. k= is the number that is added, by default 1."),
        ("ADD_K", "Here it is called 'add-k'."),
        ("MLE", "Here it is called 'none'."),
        (False, "Here it is called 'none'."),
        ("kneser-ney", ""),
    ],
)
def test_a_smoothing_by_another_name_is_told_its_name_here(smoothing: Any, fix: str) -> None:
    with pytest.raises(InputError) as caught:
        ngram_perplexity("a", ["a b"], smoothing=smoothing)
    assert caught.value.fix == fix


def test_a_k_that_is_not_given_is_that_of_laplace() -> None:
    assert ngram_perplexity("a", ["a b"], n=1, smoothing="add-k") == ngram_perplexity(
        "a", ["a b"], n=1, smoothing="add-k", k=1
    )
