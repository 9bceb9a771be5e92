"""The same input, different tools, different numbers: what people ask about, as the tools print it."""

import pytest

from mtexplain import bleu, corpus_bleu, examples

BAD = examples.get("papineni-1-candidate-2")
PLAYING = "i am playing", ["i am playing basketball with my friends"]
SHORT = ["a b c d e f", "a b c"], [["a b c d e x"], ["a b c"]]
GUIDE = [
    "It is a guide to action that ensures that the military will forever heed Party commands.",
    "It is the guiding principle which guarantees the military forces always being under the command of the Party.",
    "It is the practical guide for the army always to heed the directions of the party.",
]
GOOD = "It is a guide to action which ensures that the military always obeys the commands of the party."


def length(words: int) -> str:
    return " ".join(f"w{place}" for place in range(words))


def test_a_period_is_a_token_or_it_is_not() -> None:
    assert bleu(GOOD, GUIDE, rules="sacrebleu").exact == "(18/19 * 11/18 * 8/17 * 5/16)^(1/4)"
    assert bleu(GOOD, GUIDE, rules="sacrebleu").printed == "54.02"
    without = bleu(GOOD[:-1], [one[:-1] for one in GUIDE], rules="sacrebleu")
    assert without.exact == "(17/18 * 10/17 * 7/16 * 4/15)^(1/4)"
    assert without.printed == "50.46"


@pytest.mark.parametrize(
    ("rules", "reported"),
    [("paper", 0), ("multi-bleu", 0), ("nltk", 5.92086005993784e-155), ("coco", 3.703131190558331e-09),
     ("sacrebleu", 6.96300330571809)],
)  # fmt: skip
def test_a_sentence_without_a_matching_triple(rules: str, reported: float) -> None:
    found = bleu(BAD.candidate, list(BAD.references), rules=rules, tokenize="whitespace", lowercase=True)
    assert found.reported == pytest.approx(reported, rel=1e-9, abs=0)


@pytest.mark.parametrize(
    ("rules", "reported"),
    [("paper", 0), ("multi-bleu", 0), ("coco", 0.00833567340487775), ("sacrebleu-sentence", 26.35971381157268),
     ("mteval-v13a", 0.2635971381157268)],
)  # fmt: skip
def test_a_sentence_without_any_four(rules: str, reported: float) -> None:
    assert bleu(*PLAYING, rules=rules).reported == pytest.approx(reported, rel=1e-9, abs=0)


def test_a_short_segment_in_a_text() -> None:
    assert corpus_bleu(*SHORT, rules="sacrebleu").reported == pytest.approx(79.84079523098931)
    assert corpus_bleu(*SHORT, rules="multi-bleu").printed == "79.84"
    assert corpus_bleu(*SHORT, rules="nltk").reported == pytest.approx(0.7430023199653439)


@pytest.mark.parametrize(
    ("rule", "penalty"), [("closest", 0.9200), ("first closest", 0.9200), ("shortest", 1), ("average", 1)]
)
def test_twelve_words_against_thirteen_and_two(rule: str, penalty: float) -> None:
    found = bleu(length(12), [length(13), length(2)], reference_length=rule)
    assert found.brevity.value == pytest.approx(penalty, abs=5e-5)


@pytest.mark.parametrize(
    ("rules", "r"), [("nltk", 11), ("sacrebleu", 11), ("multi-bleu", 11), ("mteval-v13a", 11), ("torchmetrics", 13)]
)
def test_twelve_words_against_thirteen_and_eleven(rules: str, r: int) -> None:
    assert bleu(length(12), [length(13), length(11)], rules=rules).brevity.reference_length == r


@pytest.mark.parametrize(("text", "same"), [("he ,", "1.0000"), ("Кот", "1.0000"), ("a b c d", "1.0000")])
def test_a_missing_order_is_1_for_mteval_13_and_0_for_11(text: str, same: str) -> None:
    assert bleu(text, [text], rules="mteval-v13a").printed == same
    assert bleu(text, [text], rules="mteval-v11b").printed == ("1.0000" if text == "a b c d" else "0.0000")


def test_mteval_makes_ascii_small_and_leaves_the_rest() -> None:
    found = bleu("КОТ Cat", ["кот cat"], rules="mteval-v13a")
    assert found.candidate == ("КОТ", "cat")


def test_a_printed_precision_may_be_smoothed() -> None:
    """0/3 fours, and sacreBLEU prints 16.7."""
    found = bleu("the cat sat on the mat", ["the cat is on the mat"], rules="sacrebleu")
    assert str(found.precisions[3].ratio) == "0/3"
    assert "/16.7 (BP" in found.report


def test_coco_can_average() -> None:
    found = bleu(length(7), [length(11), length(8)], rules="coco", reference_length="average")
    assert found.brevity.value == pytest.approx(0.6996725371752242, rel=1e-9)
