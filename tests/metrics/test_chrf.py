"""chrF: equal to sacreBLEU to the last bit, and what is true of every text."""

import math
import pickle
from collections import Counter
from fractions import Fraction

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import InputError, chrf, corpus_chrf, examples, misconceptions
from mtexplain.by_hand.misconception import Misconception
from mtexplain.display import plain
from mtexplain.display.parts import Table
from mtexplain.metrics.chrf import AnyChrf, Chrf, CorpusChrf, views
from mtexplain.metrics.chrf.ngrams import count, find
from mtexplain.tracing.number import Label

texts = st.lists(st.text("ab.-ä", min_size=1, max_size=5), max_size=5).map(" ".join)
references = st.lists(texts, min_size=1, max_size=3)
orders = st.sampled_from([1, 2, 3, Label("w1"), Label("w2")])
settings = st.fixed_dictionaries(
    {"max_n": st.integers(1, 7), "word_order": st.integers(0, 2), "beta": st.sampled_from([0, 1, 2, 3])}
)


# Another tool, and numbers in print.


def tool(max_n: int, word_order: int, beta: int) -> sacrebleu.CHRF:
    return sacrebleu.CHRF(char_order=max_n, word_order=word_order, beta=beta)


@given(texts, references, settings)
def test_a_sentence_is_what_sacrebleu_computes(candidate: str, references: list[str], settings: dict[str, int]) -> None:
    trace = chrf(candidate, references, rules="sacrebleu", **settings)  # type: ignore[arg-type]
    assert trace.reported == tool(**settings).sentence_score(candidate, references).score
    assert trace.reported == pytest.approx(100 * trace.score)


@given(st.lists(st.tuples(texts, texts, texts), min_size=1, max_size=4), settings)
def test_a_text_is_what_sacrebleu_computes(rows: list[tuple[str, str, str]], settings: dict[str, int]) -> None:
    candidates, *streams = map(list, zip(*rows, strict=True))
    trace = corpus_chrf(candidates, [list(row[1:]) for row in rows], rules="sacrebleu", **settings)  # type: ignore[arg-type]
    assert trace.reported == tool(**settings).corpus_score(candidates, streams).score


def test_the_sentence_that_somebody_could_not_work_out_by_hand() -> None:
    example = examples.get("chrf-thomas")
    trace = example.trace()
    assert [str(number.right) for number in example.numbers] == [str(trace.p(1)), repr(float(trace.score))]
    assert f"{trace.score:.2f}" == example.numbers[1].printed


def test_the_paper_s_own_beta_is_1_and_chrf3_has_3() -> None:
    ours, three = chrf("ab", ["abc"], max_n=1), chrf("ab", ["abc"], max_n=1, beta=3)
    assert ours.precision == 1
    assert ours.recall == Fraction(2, 3)
    assert ours.score == 0.8
    assert three.score == pytest.approx(10 * 2 / 3 / (9 + 2 / 3))


def test_of_references_with_the_same_f_sacrebleu_takes_the_one_whose_float_is_larger() -> None:
    """As 38.88888888888888 and as 38.888888888888886: by the paper the first counts, by sacreBLEU the second."""
    texts = "abb", ["bbb", "a baa"]
    paper, tool = (chrf(*texts, rules=rules, max_n=4, beta=0) for rules in ("paper", "sacrebleu"))
    assert (paper.chosen, tool.chosen) == (0, 1)
    assert paper.score == tool.score
    assert tool.reported == sacrebleu.CHRF(char_order=4, beta=0).sentence_score(*texts).score


# What is true of every text.


@given(texts, references, settings)
def test_it_lies_between_0_and_1_and_the_terms_add_up(
    candidate: str, references: list[str], settings: dict[str, int]
) -> None:
    trace = chrf(candidate, references, **settings)  # type: ignore[arg-type]
    assert 0 <= trace.score <= 1
    assert math.exp(sum(term.value for term in trace.terms)) == pytest.approx(trace.score)
    if candidate and candidate in references:
        assert trace.score == 1
    assert Chrf.from_dict(trace.to_dict()).steps() == trace.steps()


@given(texts, texts)
def test_the_other_way_round_precision_is_recall(one: str, other: str) -> None:
    here, there = chrf(one, [other]), chrf(other, [one])
    assert (here.precision, here.recall) == (there.recall, there.precision)


@given(texts, references)
def test_every_mark_is_on_a_token_that_the_ngram_touches(candidate: str, references: list[str]) -> None:
    trace = chrf(candidate, references, max_n=3, word_order=1)
    shown = [tokens for _, tokens in trace.texts]
    for n in trace.each_n:
        for ngram in trace.counts[n]:
            for mark in views.marks(trace, n)[ngram]:
                assert all(set(shown[mark.text][token]) & set("".join(ngram)) for token in mark.places)


def test_the_best_reference_counts_and_of_equals_the_first() -> None:
    assert chrf("the cat", ["a dog", "the cat", "the cat"]).chosen == 1
    corpus = corpus_chrf(["ab", "c"], [["xy", "ab"], ["c", "d"]], max_n=1)
    assert (corpus.matched(1), corpus.reference_total(1)) == (3, 3)


def test_a_word_is_cut_from_the_mark_at_its_end() -> None:
    assert list(count(("the", "(mat)."), Label("w1"))) == [("the",), ("(mat)",), (".",)]


def test_the_table_of_the_texts_counts_characters_as_c_does() -> None:
    trace = chrf("the cat", ["a"])
    (table,) = (part for part in trace.step("texts").parts if isinstance(part, Table))
    assert table.columns[-1].title == "characters"
    assert [row[-1] for row in table.rows] == [trace.length, 1]


def test_what_is_too_short_is_left_out_with_a_note() -> None:
    trace = chrf("ab", ["abc"], max_n=3)
    assert [str(trace.p(n)) for n in trace.each_n] == ["2/2", "1/1", "0/0"]
    assert [str(trace.r(n)) for n in trace.each_n] == ["2/3", "1/2", "0/1"]
    assert [note.text for note in trace.notes] == ["Both means leave out n = 3, for which a text is too short."]
    assert "n = 3 to 6 and w2," in chrf("ab", ["abc"], word_order=2).notes[0].text
    assert [note.code for note in chrf("", ["a"], max_n=1).notes] == ["no-ngrams", "empty-candidate"]


def test_an_order_that_only_the_candidate_has_is_told_as_left_out_above_the_true_sum() -> None:
    """Of "thecat" there are two 5-grams, of "acat" none."""
    step = chrf("the cat", ["a cat"]).step("n_5")
    (table,) = (part for part in step.parts if isinstance(part, Table))
    assert step.summary == "left out, because a text is too short"
    assert table.total == ("sum", 2, None, 0)
    assert chrf("the cat", ["a cat"]).step("n_4").summary == "0 of 3 match"
    assert chrf("the cat", ["a cat"]).step("means").summary == "over 4 of 6 orders"
    assert chrf("the cat", ["the cat"]).step("means").summary == "over all orders"
    assert corpus_chrf(["ab"], [["abc"]], max_n=3).step("n_3").summary == "left out, because a text is too short"


def test_a_text_is_read_back_and_its_errors_say_where() -> None:
    corpus = corpus_chrf(["a b", "c"], [["a"], ["c d"]], word_order=2)
    assert CorpusChrf.from_dict(corpus.to_dict()) == corpus
    data = corpus.to_dict()
    data["segments"][1]["rules"]["beta"] = "2"
    with pytest.raises(InputError, match=r"segments\[1\], rules"):
        CorpusChrf.from_dict(data)
    with pytest.raises(InputError, match="For chrF\\+\\+, set word_order=2"):
        chrf("a", ["a"], word_order=-1)


# Mistakes.


@pytest.mark.parametrize("one", misconceptions.of(chrf), ids=lambda one: one.name)
def test_it_shows_on_its_smallest_example_and_not_where_all_is_equal(one: Misconception) -> None:
    assert one.smallest.shows[-1] == "score" or one.replaces == "writing"
    if one.replaces not in ("writing", "matches"):
        assert one.on("ab", ["ab"], max_n=2, word_order=1).wrong["score"] == 1
    assert plain.formula(one.wrong) != plain.formula(one.right)


@given(texts, orders)
def test_ngrams_alone_are_those_with_their_places(text: str, n: int | Label) -> None:
    words = tuple(text.split())
    assert Counter(ngram for ngram, _ in find(words, n)) == count(words, n)


# Changes, of a sentence and of a text.


class TwoEach(AnyChrf):
    """Every order has two matches."""

    def matched(self, n: int | Label) -> float:
        return 2


class FirstWord(Chrf):
    """The reference has one n-gram."""

    def reference_total(self, n: int | Label) -> float:
        return 1


class Alone(CorpusChrf):
    """The first segment alone."""

    def matched(self, n: int | Label) -> float:
        return self.segments[0].matched(n)


def test_a_change_reaches_a_text_and_its_segments_where_it_belongs() -> None:
    text = corpus_chrf(["ab", "c"], [["ab"], ["c d"]], max_n=1)
    assert [text.by(TwoEach).matched(1), text.by(TwoEach).segments[1].matched(1)] == [2, 2]
    assert [text.by(FirstWord).reference_total(1), text.by(FirstWord).segments[1].reference_total(1)] == [2, 1]
    assert [text.matched(1), text.by(Alone).matched(1), text.by(Alone).segments[1].matched(1)] == [3, 2, 1]
    assert str(text.by(FirstWord).by(Alone).r(1)) == "2/2"
    with pytest.raises(TypeError, match="changes nothing"):
        text.by(type("Nothing", (), {"odd_one": 1}))


def test_a_changed_text_is_copied_and_pickled_with_its_changes() -> None:
    text = corpus_chrf(["ab", "c"], [["ab"], ["c d"]], max_n=1).by(FirstWord)
    assert pickle.loads(pickle.dumps(text)).reference_total(1) == 2


def test_the_score_of_sums_is_that_of_the_text() -> None:
    text = corpus_chrf(["ab a", "c"], [["ab"], ["c d"]], max_n=2, word_order=1)
    assert text.score_of_sums(map(sum, zip(*text.rows_of_sums(), strict=True))) == text.score
    assert len(text.names_of_sums) == len(text.rows_of_sums()[0]) == 1 + 3 * 3
