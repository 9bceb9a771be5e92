"""Other people's BLEU on random texts: the same numbers, or the known reason why they differ.

sacreBLEU takes candidates, then references as streams: the first reference of every segment, the second, ... Its
scores go up to 100. NLTK takes tokens, and references first.
"""

import random
import warnings
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from nltk.translate.bleu_score import corpus_bleu as nltk_corpus_bleu
from nltk.translate.bleu_score import sentence_bleu as nltk_sentence_bleu
from sacrebleu.metrics.bleu import BLEU, BLEUScore

from mtexplain import Bleu, CorpusBleu, bleu, corpus_bleu, examples
from mtexplain.counts import Ratio
from mtexplain.metrics.bleu.tools import floats
from mtexplain.rules import SACREBLEU
from tests.strategies import amount

Corpus = tuple[list[str], list[list[str]]]
AMOUNT = amount(500, 2_000)

GUIDE = [
    "It is a guide to action that ensures that the military will forever heed Party commands",
    "It is the guiding principle which guarantees the military forces always being under the command of the Party",
    "It is the practical guide for the army always to heed the directions of the party",
]
GOOD = "It is a guide to action which ensures that the military always obeys the commands of the party"
BAD = "It is to insure the troops forever hearing the activity guidebook that party direct"
ODD = ["Mr.", "3.5,", "10-20", "don't", "&quot;yes&quot;", "a.b", "été!", "$5", "wait...", "(no)", "中文", "the"]


def random_corpus(draw: random.Random, words: list[str], least: int = 0) -> Corpus:
    """One to four segments; each candidate is a reference or random, half of the time with some words changed."""
    candidates, references = [], []
    for _ in range(draw.randint(1, 4)):
        group = [draw.choices(words, k=draw.randint(least, 10)) for _ in range(draw.randint(1, 3))]
        words_of = draw.choice([*group, draw.choices(words, k=draw.randint(least, 10))])
        candidate = [draw.choice(words) if draw.random() < 0.15 else word for word in words_of]
        candidates.append(" ".join(candidate))
        references.append([" ".join(reference) for reference in group])
    return candidates, references


def sacrebleu(corpus: Corpus, tokenize: str = "none", smooth: str = "none", effective: bool = False) -> BLEUScore:
    """A segment with too few references has its first reference again, because a reference given twice counts once."""
    candidates, references = corpus
    most = max(len(group) for group in references)
    padded = [group + [group[0]] * (most - len(group)) for group in references]
    streams = [list(stream) for stream in zip(*padded, strict=True)]
    metric = BLEU(tokenize=tokenize, smooth_method=smooth, force=True, effective_order=effective)
    score: BLEUScore = metric.corpus_score(candidates, streams)
    return score


def nltk(corpus: Corpus) -> float:
    """NLTK warns where a count is 0; that is one of the known disagreements below."""
    candidates, references = corpus
    tokens = [[reference.split() for reference in group] for group in references]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return float(nltk_corpus_bleu(tokens, [candidate.split() for candidate in candidates]))


def assert_equal(ours: CorpusBleu, theirs: BLEUScore) -> None:
    assert [order.matches for order in ours.precisions] == theirs.counts
    assert [order.total for order in ours.precisions] == theirs.totals
    assert (ours.brevity.candidate_length, ours.brevity.reference_length) == (theirs.sys_len, theirs.ref_len)
    if ours.brevity.candidate_length:
        assert ours.brevity.value == pytest.approx(theirs.bp, rel=1e-9, abs=0)
    assert ours.score == pytest.approx(theirs.score / 100, rel=1e-9, abs=0)


@pytest.mark.parametrize(("tokenize", "own", "words"), [("none", "whitespace", list("abc")), ("13a", "13a", ODD)])
def test_sacrebleu_counts_and_scores_random_texts_as_we_do(tokenize: str, own: str, words: list[str]) -> None:
    draw = random.Random(tokenize)
    above_0 = 0
    for _ in range(AMOUNT):
        corpus = random_corpus(draw, words)
        ours = corpus_bleu(*corpus, tokenize=own)
        assert_equal(ours, sacrebleu(corpus, tokenize))
        above_0 += ours.score > 0
    assert above_0 > 0.35 * AMOUNT


def test_sacrebleu_scores_with_other_orders_and_lower_case_as_we_do() -> None:
    draw = random.Random(7)
    for _ in range(500):
        candidates, references = random_corpus(draw, ["a", "A", "b", "été", "Été"])
        n = draw.randint(1, 6)
        metric = BLEU(tokenize="none", smooth_method="none", force=True, max_ngram_order=n, lowercase=True)
        theirs = metric.corpus_score(candidates, [[group[0] for group in references]])
        ours = corpus_bleu(candidates, [group[:1] for group in references], max_n=n, lowercase=True)
        assert_equal(ours, theirs)


def test_nltk_scores_random_texts_as_we_do_where_every_segment_has_4_tokens() -> None:
    draw = random.Random(4)
    above_0 = 0
    for _ in range(AMOUNT):
        corpus = random_corpus(draw, list("abc"), least=4)
        ours = corpus_bleu(*corpus).score
        if ours:
            above_0 += 1
            assert nltk(corpus) == pytest.approx(ours, rel=1e-12, abs=0)
        else:
            assert nltk(corpus) < 1e-70  # see below
    assert above_0 > 0.35 * AMOUNT


# The known disagreements. None of them is a matter of taste alone: each has a reason that can be shown.


def test_nltk_counts_one_ngram_where_a_segment_is_too_short_for_any() -> None:
    """Three words have no 4-gram. NLTK counts max(1, 0), so p_4 is 2/4 for it, and 2/3 for everybody else."""
    corpus = ["a b c d e f", "a b c"], [["a b c d e x"], ["a b c"]]
    assert corpus_bleu(*corpus).exact == "(8/9 * 6/7 * 4/5 * 2/3)^(1/4)"
    assert corpus_bleu(*corpus).score == pytest.approx(0.7984079523098931)
    assert sacrebleu(corpus).score == pytest.approx(79.84079523098931)
    assert nltk(corpus) == pytest.approx((8 / 9 * 6 / 7 * 4 / 5 * 2 / 4) ** 0.25) == pytest.approx(0.7430023199653439)


def test_nltk_takes_the_smallest_float_for_a_precision_of_0() -> None:
    tokens = [reference.lower().split() for reference in GUIDE]
    with pytest.warns(UserWarning, match="0 counts of"):
        two_zeros = nltk_sentence_bleu(tokens, BAD.lower().split())
    with pytest.warns(UserWarning, match="0 counts of"):
        one_zero = nltk_sentence_bleu(["the cat is on the mat".split()], "the cat sat on the mat".split())
    assert (f"{one_zero:.1e}", f"{two_zeros:.1e}") == ("7.3e-78", "5.9e-155")  # as notebook 02 has it
    assert bleu(BAD, GUIDE).score == sacrebleu(([BAD], [GUIDE])).score == 0


def test_sacrebleu_goes_above_100_for_an_exact_match() -> None:
    """Its floats pass through a logarithm and back. Ours are exact fractions until the end."""
    corpus = [GUIDE[0]], [[GUIDE[0]]]
    assert sacrebleu(corpus).score == 100.00000000000004
    ours = corpus_bleu(*corpus, rules="sacrebleu")
    assert (ours.score, ours.reported) == (1.0, 100.00000000000004)
    assert [note.text for note in ours.notes] == [
        "sacreBLEU returns 100.00000000000004 here, because it adds rounded logarithms."
    ]


def test_from_the_same_counts_we_report_the_same_float_as_sacrebleu() -> None:
    """Not nearly but exactly the same in every bit, even for texts far longer than could be drawn word by word."""
    draw = random.Random(53)
    above = 0
    for _ in range(2_000):
        n, most = draw.randint(1, 6), 10 ** draw.randint(1, 7)
        totals = sorted((draw.randint(0, most) for _ in range(n)), reverse=True)
        matches = [draw.choice([0, total, draw.randint(0, total)]) for total in totals]
        c, r = totals[0], draw.randint(0, most)
        smooth, effective = draw.choice(["exp", "none", "floor", "add-k"]), draw.random() < 0.5
        value = draw.choice([None, draw.random(), 2]) if smooth in ("floor", "add-k") else None
        theirs = BLEU.compute_bleu([*matches], [*totals], c, r, smooth, value, effective, n)
        rules = replace(
            SACREBLEU,
            max_n=n,
            smoothing=smooth,
            smoothing_value=None if value is None else Fraction(value),
            missing="left out" if effective else "zero",
        )
        ours = floats([Ratio(*one) for one in zip(matches, totals, strict=True)], c, r, rules)
        assert ours == (theirs.bp, theirs.precisions, theirs.score)
        above += ours.score > 0
    assert above > 500


def test_the_worked_examples_come_to_the_same_floats() -> None:
    for name in examples.names("BLEU"):
        one = examples.get(name)
        if not isinstance(one.trace(), Bleu):
            continue
        for rules in ("sacrebleu", "sacrebleu-sentence"):
            metric = BLEU(effective_order=rules != "sacrebleu", force=True)
            ours = one._replace(settings={"rules": rules}).trace()
            theirs = metric.sentence_score(ours.candidate_text, ours.reference_texts)
            assert (ours.reported, ours.report) == (theirs.score, str(theirs))


@pytest.mark.parametrize(
    "settings",
    [
        {"smoothing": "method5"},
        {"smoothing": "coco"},
        {"weights": (Fraction(1, 2), Fraction(1, 6), Fraction(1, 6), Fraction(1, 6))},
        {"missing": "one"},
        {"reference_length": "shortest"},
        {"zero_when": "a factor is 0"},
        {"totals": "at least 1"},
    ],
)
def test_where_sacrebleu_has_no_such_choice_we_report_the_exact_score(settings: dict[str, Any]) -> None:
    rules = replace(SACREBLEU, **settings)
    trace = bleu(GOOD, GUIDE, rules=rules)
    assert trace.floats is None
    assert trace.reported == 100 * trace.uncapped
    assert "product-of-floats" not in {note.code for note in bleu(GOOD, [GOOD], rules=rules).notes}


def test_sacrebleu_smooths_unless_it_is_told_not_to() -> None:
    """Where nothing matches, it counts 1/2, then 1/4, ... of an n-gram, and prints that as the precision."""
    theirs = sacrebleu(([BAD], [GUIDE]), smooth="exp")
    assert theirs.counts == [8, 1, 0, 0]
    assert theirs.precisions[2:] == pytest.approx([100 / 2 / 12, 100 / 4 / 11])
    assert theirs.score == pytest.approx(6.963, abs=0.001)


def test_sacrebleu_may_leave_out_the_orders_that_a_short_candidate_lacks() -> None:
    corpus = ["I am playing"], [["I am playing basketball with my friends"]]
    assert corpus_bleu(*corpus).score == sacrebleu(corpus).score == 0
    assert sacrebleu(corpus, effective=True).score == pytest.approx(26.36, abs=0.01)
    assert corpus_bleu(*corpus, max_n=3).score == pytest.approx(0.2636, abs=0.0001)


def test_sacrebleu_does_not_leave_out_the_orders_that_only_lack_matches() -> None:
    """`the cat sat on the mat` has three 4-grams, none of them right."""
    corpus = ["the cat sat on the mat"], [["the cat is on the mat"]]
    assert sacrebleu(corpus, effective=True).score == corpus_bleu(*corpus).score == 0


def test_tools_take_the_shorter_of_two_references_as_close() -> None:
    """12 words, references of 13 and 11: the shorter counts, so there is no penalty."""
    corpus = ["w " * 12], [["w " * 13, "w " * 11]]
    assert sacrebleu(corpus).ref_len == 11
    assert nltk(corpus) == corpus_bleu(*corpus).score
    assert corpus_bleu(*corpus).brevity.reference_length == 11


def test_a_final_period_is_a_token_for_13a_and_a_letter_of_a_word_without() -> None:
    texts = f"{GOOD}.", [f"{reference}." for reference in GUIDE]
    ours = bleu(*texts, tokenize="13a")
    assert [str(order.ratio) for order in ours.precisions] == ["18/19", "11/18", "8/17", "5/16"]
    assert (
        ours.score
        == pytest.approx(sacrebleu(([texts[0]], [texts[1]]), "13a").score / 100)
        == pytest.approx(0.5402, abs=1e-4)
    )
    assert bleu(GOOD, GUIDE).score == pytest.approx(0.5046, abs=1e-4)


def test_nltk_takes_references_first() -> None:
    """Given them the other way around, it scores the reference against the candidate without a warning."""
    candidate, reference = "a b c d e", "a b c d"
    right = nltk_sentence_bleu([reference.split()], candidate.split())
    wrong = nltk_sentence_bleu([candidate.split()], reference.split())
    assert right == pytest.approx(bleu(candidate, [reference]).score) == pytest.approx(0.6687, abs=1e-4)
    assert wrong == pytest.approx(bleu(reference, [candidate]).score) == pytest.approx(0.7788, abs=1e-4)


def test_nltk_scores_letters_where_it_is_given_sentences() -> None:
    """`the cat sat` and `the cat ate` have one word pair in common, and many letters."""
    letters = nltk_sentence_bleu(["the cat sat"], "the cat ate")
    assert letters == pytest.approx(bleu("the cat ate", ["the cat sat"], tokenize=list).score)
    assert bleu("the cat ate", ["the cat sat"]).score == 0 < letters


def test_sacrebleu_has_a_brevity_penalty_of_1_where_there_is_no_text_at_all() -> None:
    """r/c is 0/0. The paper is silent, and our penalty is 0. The score is 0 either way."""
    corpus = [""], [[""]]
    theirs, ours = sacrebleu(corpus), corpus_bleu(*corpus)
    assert (theirs.bp, theirs.score) == (1, 0)
    assert (ours.brevity.value, ours.score) == (0, 0)


def test_sacrebleu_strips_a_text_before_it_joins_hyphenated_lines_and_evaluate_does_not() -> None:
    """13a removes a hyphen at the end of a line, but sacreBLEU has stripped the last line break before that."""
    text = "a b c d-\n"
    ours, theirs = bleu(text, ["a b c d"], tokenize="13a"), sacrebleu(([text], [["a b c d"]]), "13a")
    assert (ours.candidate[-1], ours.score) == ("d-", 0)
    assert (theirs.counts, theirs.score) == ([3, 2, 1, 0], 0)
    assert bleu(text, ["a b c d"], tokenize="evaluate-13a").score == 1
