"""From one tool's number to another's: the switches, in order, what each does, and what people ask about."""

import json
from dataclasses import fields, replace
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from mtexplain import InputError, bleu, bridge, corpus_bleu, examples
from mtexplain.display import plain
from mtexplain.explain.tools.disagreements.bridge import CHOICES, Bridge
from mtexplain.rules import NLTK, PAPER, RULES, SACREBLEU, BleuRules
from tools.record import corpora

TEXT = "The cat sat.", ["A cat sat here.", "the Cat sat"]


def names(found: Bridge) -> list[str]:
    return [span.choice.name for span in found.spans]


def test_every_field_of_the_rules_belongs_to_one_choice() -> None:
    assert sorted(name for choice in CHOICES for name in choice.fields) == sorted(
        field.name for field in fields(BleuRules)
    )


def test_one_rule_is_switched_at_a_time_in_the_order_of_the_computation() -> None:
    found = bridge("nltk", "mteval-v13a", *TEXT)
    assert names(found) == ["tokenize", "lowercase", "totals", "smoothing", "missing", "zero_when", "report"]
    assert [(span.old, span.new) for span in found.spans[:4]] == [
        ("whitespace", "mteval-13a"),
        ("case kept", "A to Z lower-cased"),
        ("at least 1", "as counted"),
        ("nltk-method0", "exp"),
    ]


@pytest.mark.parametrize(("a", "b"), list(permutations(RULES, 2)))
def test_it_leads_from_what_one_tool_prints_to_what_the_other_prints(a: str, b: str) -> None:
    for corpus in corpora("bridge", 12):
        text = corpus["candidates"], corpus["references"]
        found = bridge(a, b, *text)
        assert found.first == corpus_bleu(*text, rules=a)
        assert found.last == corpus_bleu(*text, rules=b)
        assert found.last.reported == corpus_bleu(*text, rules=b).reported
        assert found.spans[0].before == found.first
        assert found.spans[-1].after == found.last
        for span, following in zip(found.spans, found.spans[1:], strict=False):
            assert span.after is following.before
        for span in found.spans:
            if span.parting is None:
                assert span.before.uncapped == span.after.uncapped
                assert span.before.printed == span.after.printed
            before, after = span.before.rules, span.after.rules
            others = {field.name for field in fields(BleuRules)} - set(span.choice.fields)
            assert all(getattr(before, name) == getattr(after, name) for name in others)


def test_a_sentence_too() -> None:
    found = bridge(PAPER, SACREBLEU, *TEXT)
    assert found.last == bleu(*TEXT, rules=SACREBLEU)
    assert found.headline.value == "35.36"
    assert found.headline.says == "Here the two smooth differently, and only sacrebleu multiplies by 100."


def test_a_step_shows_what_changed_and_nothing_else() -> None:
    step = bridge("sacrebleu", "mteval-v13a", *TEXT).step("lowercase")
    rows = {row[0]: row[1:] for row in step.parts[0].rows}  # type: ignore[union-attr]
    assert rows["precisions"] == ("3/4 1/3 0/2 0/1", "4/4 2/3 1/2 0/1")
    assert "c" not in rows
    assert "r" not in rows


def test_every_number_on_the_way_has_its_line_of_code() -> None:
    found = bridge("sacrebleu", "sacrebleu-sentence", "the cat", ["the cat"])
    lines = [cell[-1] for cell in found.step("calls").parts[0].rows]  # type: ignore[union-attr]
    assert [plain.cell(line) for line in lines] == [
        "import sacrebleu; sacrebleu.BLEU().corpus_score(['the cat'], [['the cat']]).score",
        "import sacrebleu; sacrebleu.BLEU(effective_order=True).corpus_score(['the cat'], [['the cat']]).score",
        "import sacrebleu; sacrebleu.BLEU(effective_order=True).corpus_score(['the cat'], [['the cat']]).score",
    ]


def test_a_switch_that_does_nothing_here_says_so() -> None:
    found = bridge("multi-bleu", "torchmetrics", "a b c d", ["a b c d"])
    assert names(found) == ["tokenize", "reference_length", "zero_when", "report"]
    assert "On this text nothing changes." in str(found.step("reference_length"))
    assert "The score is the same. Only the scale and the digits may differ." in str(found)


def test_orders_and_weights_are_switched_together_where_one_alone_would_not_fit() -> None:
    weighted = replace(PAPER, weights=(Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(1, 8)))
    found = bridge(weighted, replace(PAPER, max_n=2), "a b c", ["a b d"])
    assert [(span.choice.title, span.choice.fields) for span in found.spans] == [
        ("Orders and weights", ("max_n", "weights"))
    ]
    assert names(bridge(weighted, PAPER, "a b c", ["a b d"])) == ["weights"]


def test_a_score_above_1_is_not_taken_for_1() -> None:
    above = replace(NLTK, smoothing="nltk-method5")
    found = bridge(above, PAPER, "a b c d e", ["a b c d e"])
    assert "What changes the score: smoothing (-0.117)" in str(found)


def test_rules_of_one_s_own_can_be_at_either_end() -> None:
    mine = replace(SACREBLEU, name="mine", tokenize=str.split, smoothing="floor", smoothing_value=Fraction(1, 100))
    found = bridge(mine, SACREBLEU, *TEXT)
    assert names(found) == ["tokenize", "smoothing", "report"]
    assert found.spans[0].old == "str.split()"
    assert found.spans[1].old == "floor 0.01"


def test_the_same_rules_are_no_bridge() -> None:
    found = bridge(NLTK, "nltk", *TEXT)
    assert found.spans == ()
    assert found.first == found.last
    assert "The score is the same" in str(found)


def test_all_views_show_it() -> None:
    found = bridge("evaluate", "sacrebleu", *TEXT)
    assert "What changes the score: smoothing (+0.3536)." in str(found)
    assert "evaluate prints 0.0, and sacrebleu prints 35.36." in str(found)
    assert "Reference length" in found.to_html()
    assert "Here the two smooth differently" in found.to_latex()
    assert list(found.to_frame()["choice"]) == ["evaluate", *[span.choice.title for span in found.spans]]
    data = json.loads(json.dumps(found.to_dict()))
    assert data["last"]["reported"] == found.last.reported
    assert [one["choice"] for one in data["switches"]] == names(found)
    assert repr(found).startswith("Bridge(evaluate: 0.0 -> tokenize: 0.0 ->")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("papr", "nltk", *TEXT), "a: got a string, 'papr'"),
        (("nltk", None, *TEXT), "b: got None; expected a set of rules"),
        (("nltk", replace(PAPER, weights=(Fraction(1),) * 2), *TEXT), "b, weights"),
        (("nltk", "paper", "a", "b"), "references: got a string"),
        (("nltk", "paper", ["a"], ["b"]), r"references\[0\]"),
        (("nltk", "paper", None, ["b"]), "candidates: got None"),
    ],
)
def test_what_can_t_be_bridged_is_refused(arguments: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        bridge(*arguments)


# The differences that people ask about.


LETTERS = "a b c d e f g h i j k l"


@pytest.mark.parametrize(
    ("a", "b", "text", "switch", "printed"),
    [
        ("sacrebleu", "sacrebleu-sentence", ("the cat", ["the cat"]), "missing", ("0.00", "100.00")),
        ("evaluate", "sacrebleu", (LETTERS, [f"{LETTERS} m", "a b"]), "reference_length", ("1.0", "92.00")),
        ("nltk", "sacrebleu", (["a b c d e f", "a b c"], [["a b c d e x"], ["a b c"]]), "totals", ("0.7430", "79.84")),
        ("sacrebleu", "mteval-v13a", ("The cat sat on the mat .", ["the cat sat on the mat ."]), "lowercase",
         ("80.91", "1.0000")),
    ],
)  # fmt: skip
def test_two_tools_differ_by_one_switch(a: str, b: str, text: Any, switch: str, printed: tuple[str, str]) -> None:
    found = bridge(a, b, *text)
    assert [span.choice.name for span in found.spans if span.change] == [switch]
    assert (found.first.printed[:6], found.last.printed) == printed


BAD = examples.get("papineni-1-candidate-2")
PLAYING = "i am playing", ["i am playing basketball with my friends"]
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
