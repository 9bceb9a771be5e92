"""A set of rules is data: it is named and frozen, and every keyword that is given wins over it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
import sacrebleu

import mtexplain.rules
from mtexplain import PAPER, BleuRules, InputError, __version__, bleu
from mtexplain.metrics import chrf, nist
from mtexplain.metrics import meteor as of_meteor
from mtexplain.metrics.cider import rules as cider_rules
from mtexplain.metrics.perplexity import rules as perplexity_rules
from mtexplain.metrics.rouge import rules as rouge_rules
from mtexplain.rules import (
    EVALUATE,
    MULTI_BLEU,
    NLTK,
    RULES,
    SACREBLEU,
    SACREBLEU_SENTENCE,
    TORCHMETRICS,
    named,
    tokenizer_name,
    tokenizer_of,
)
from mtexplain.rules.base import Rules, resolve
from mtexplain.text import ELSEWHERE, TOKENIZERS, split_at_whitespace, tokenize_13a


def by_letters(text: str) -> list[str]:
    return list(text)


class ByLetters:
    def __call__(self, text: str) -> list[str]:
        return list(text)


def test_the_paper_splits_at_white_space_keeps_case_counts_to_four_and_smooths_nothing() -> None:
    expected = BleuRules(
        "paper",
        "whitespace",
        lowercase=False,
        max_n=4,
        totals="as counted",
        reference_length="closest",
        smoothing="none",
        missing="zero",
        weights=None,
        zero_when="a factor is 0",
        scale=1,
        tool="Papineni et al. 2002",
    )
    assert expected == PAPER


def test_every_tool_has_its_rules_under_its_name() -> None:
    names = "paper sacrebleu sacrebleu-sentence nltk coco multi-bleu mteval-v13a mteval-v11b evaluate torchmetrics"
    assert list(RULES) == names.split()
    assert all(getattr(mtexplain.rules, name.upper().replace("-", "_")) is rules for name, rules in RULES.items())


@pytest.mark.parametrize("name", RULES)
def test_the_named_rules_hold_their_own_checks(name: str) -> None:
    assert RULES[name].checked() == RULES[name]
    assert bleu("a b c d e", ["a b c d"], rules=name).rules == RULES[name]


@pytest.mark.parametrize(
    ("name", "rules"),
    [("paper", PAPER), ("Paper", PAPER), ("PAPER", PAPER), ("MULTI_BLEU", MULTI_BLEU), ("multi-bleu", MULTI_BLEU)],
)
def test_rules_are_known_by_name_in_any_case(name: str, rules: BleuRules) -> None:
    assert named(name) is rules
    assert bleu("a", ["a"], rules=name).rules == rules


@pytest.mark.parametrize(
    ("rules", "reported", "printed"),
    [
        (MULTI_BLEU, 43.012, "43.01"),
        (MULTI_BLEU, 0.0, "0.00"),
        (MULTI_BLEU, 100.0, "100.00"),
        (TORCHMETRICS, 0.5, "tensor(0.5000)"),
        (TORCHMETRICS, 1.0, "tensor(1.)"),
        (TORCHMETRICS, 0.0005, "tensor(0.0005)"),
        (TORCHMETRICS, 0.00005, "tensor(5.0000e-05)"),
    ],
)
def test_a_tool_prints_its_own_way(rules: BleuRules, reported: float, printed: str) -> None:
    assert rules.written(reported) == printed


def test_a_zero_may_be_printed_in_another_way() -> None:
    assert bleu("a", ["b"], rules=NLTK).printed == "0"
    assert bleu("a", ["b"], rules=TORCHMETRICS).printed == "tensor(0.)"
    assert bleu("a", ["b"], rules=EVALUATE).printed == "0.0"


def test_rules_without_a_name_are_called_rules() -> None:
    assert "rules rules" in bleu("a", ["a"], rules=BleuRules("")).signature


def test_another_smoothing_brings_its_own_value() -> None:
    tenth = replace(SACREBLEU, smoothing="floor", smoothing_value=Fraction(1, 100))
    assert resolve(tenth, RULES)[0].value == Fraction(1, 100)
    assert resolve(tenth, RULES, smoothing="floor")[0].value == Fraction(1, 100)
    assert resolve(tenth, RULES, smoothing="add-k")[0].value == 1
    assert resolve(tenth, RULES, smoothing="add-k", smoothing_value=2)[0].value == 2
    assert resolve(PAPER, RULES, smoothing="floor", smoothing_value=0.1)[0].smoothing_value is None  # the usual one


def test_weights_are_uniform_unless_the_rules_say_otherwise() -> None:
    assert [PAPER.weight(n) for n in (1, 2, 3, 4)] == [Fraction(1, 4)] * 4
    assert replace(PAPER, max_n=3).weight(3) == Fraction(1, 3)
    two = replace(PAPER, max_n=2, weights=(Fraction(2, 3), Fraction(1, 3)))
    assert (two.weight(1), two.weight(2)) == (Fraction(2, 3), Fraction(1, 3))


MINE = BleuRules("mine", "13a", lowercase=True, max_n=2, weights=(Fraction(2, 3), Fraction(1, 3)))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, MINE),
        ({"tokenize": None, "lowercase": None, "max_n": None, "weights": None}, MINE),
        ({"tokenize": "whitespace"}, replace(MINE, tokenize="whitespace")),
        ({"lowercase": False}, replace(MINE, lowercase=False)),
        ({"max_n": 1, "weights": [1]}, replace(MINE, max_n=1, weights=None)),
        ({"weights": [0.75, 0.25]}, replace(MINE, weights=(Fraction(3, 4), Fraction(1, 4)))),
        ({"weights": [0.5, 0.5]}, replace(MINE, weights=None)),  # uniform, which is what None means
    ],
)
def test_a_given_keyword_wins_and_none_means_as_the_rules_say(given: dict[str, Any], expected: BleuRules) -> None:
    assert resolve(MINE, RULES, **given)[0] == expected
    assert bleu("a b", ["a b"], rules=MINE, **given).rules == expected


def test_the_tokeniser_of_the_rules_is_the_one_that_cuts() -> None:
    assert bleu("Yes!", ["yes !"], rules=MINE).candidate == ("yes", "!")
    assert bleu("Yes!", ["yes !"], rules=MINE, lowercase=False).candidate == ("Yes", "!")
    assert bleu("Yes!", ["yes !"], rules=MINE, tokenize="whitespace").candidate == ("yes!",)


@pytest.mark.parametrize(
    ("weights", "exact"),
    [
        ([0.25, 0.75], ["1/4", "3/4"]),
        ([0.1, 0.2, 0.3, 0.4], ["1/10", "1/5", "3/10", "2/5"]),
        ([1 / 3, 1 / 3, 1 / 6, 1 / 6], ["1/3", "1/3", "1/6", "1/6"]),
        ([1 / 7, 6 / 7], ["1/7", "6/7"]),
        ([0.123456, 0.876544], ["1929/15625", "13696/15625"]),  # more digits than a simple fraction has
        ((1, 0, 0, 0), ["1", "0", "0", "0"]),
        ([Fraction(1, 3), Fraction(2, 3)], ["1/3", "2/3"]),
    ],
)
def test_a_weight_is_read_as_the_simple_fraction_it_stands_for(weights: Any, exact: list[str]) -> None:
    rules, _ = resolve(PAPER, RULES, max_n=len(exact), weights=weights)
    assert rules.weights == tuple(Fraction(text) for text in exact)


_ADDED = (
    "'add-k' adds 1 for pairs and longer n-grams, and 'add-k-all' adds 1 for words too; smoothing_value= changes the "
    "added number."
)


@pytest.mark.parametrize(
    ("given", "fix"),
    [
        *[({"smoothing": one}, _ADDED) for one in ("laplace", "Laplace", "add-one", "add1", "Add_1", "lidstone")],
        *[({"smoothing": one}, "Here it is called 'method1'.") for one in ("Method 1", "method-1", "METHOD_1")],
        ({"smoothing": "Add_K"}, "Here it is called 'add-k'."),
        ({"smoothing": "epsilon"}, "Here it is 'method1', which replaces a match count of 0 by 0.1. "
                                   "Use smoothing_value= for a different number."),
        ({"smoothing": False}, "Here it is called 'none'."),
        ({"smoothing": "off"}, "Here it is called 'none'."),
        ({"smoothing": True}, f"In evaluate, smooth=True is 'add-k-all'. {_ADDED}"),
        ({"smoothing": "kneser-ney"}, ""),
        ({"smoothing": ["add-k"]}, ""),
        ({"rules": replace(PAPER, reference_length="First_Closest")}, "Here it is called 'first closest'."),
        ({"tokenize": "13A"}, "Here it is called '13a'."),
        ({"tokenize": "word"}, "'whitespace' cuts only at white space; '13a' also cuts punctuation marks off words."),
        ({"tokenize": "NLTK"}, "Pass NLTK's function. Write from nltk.tokenize import word_tokenize, then "
                               "tokenize=word_tokenize."),
        ({"tokenize": "spacy"}, "Pass spaCy's tokeniser. Write nlp = spacy.blank('en'), then "
                                "tokenize=lambda text: [token.text for token in nlp(text)]."),
    ],
)  # fmt: skip
def test_a_choice_by_another_name_is_told_its_name_here(given: dict[str, Any], fix: str) -> None:
    with pytest.raises(InputError) as caught:
        resolve(**{"rules": PAPER, "known": RULES, **given})
    assert caught.value.fix == fix


def test_what_the_hints_of_smoothing_say_is_so() -> None:
    """1/3 and 0/2: k = 1 from pairs on gives 1/3 and 1/3, everywhere 2/4 and 1/3; method 1 puts 0.1 in place of 0."""
    texts = "a b c", ["a d e"]
    assert bleu(*texts, max_n=2, smoothing="add-k").score == pytest.approx((1 / 3 * 1 / 3) ** 0.5)
    assert bleu(*texts, max_n=2, smoothing="add-k-all").score == pytest.approx((2 / 4 * 1 / 3) ** 0.5)
    assert bleu(*texts, max_n=2, smoothing="method1").score == pytest.approx((1 / 3 * 0.1 / 2) ** 0.5)
    assert bleu(*texts, max_n=2, smoothing="none").score == 0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"rules": "papr"}, "rules: got a string, 'papr'; expected one of paper"),
        ({"tokenize": "14a"}, "tokenize: got a string, '14a'; expected one of whitespace, ascii-whitespace, 13a"),
        ({"max_n": 0}, "max_n: got int, 0; expected a whole number from 1 to 1000"),
        ({"weights": [1]}, "weights: got 1 of them; expected 4 numbers"),
        ({"weights": [0.5] * 4}, "Divide the weights by their sum"),
        ({"weights": [0] * 4}, "At least one weight must be above 0"),
        ({"weights": [2, -1, 0, 0]}, r"weights\[1\]: got int, -1"),
        ({"weights": [float("nan"), 1, 0, 0]}, r"weights\[0\]: got float, nan"),
        ({"rules": MINE, "max_n": 3}, "weights: got 2 of them; expected 3 numbers"),
        ({"reference_length": "longest"}, "reference_length: got a string, 'longest'; expected one of closest, first"),
        ({"smoothing": "method8"}, "smoothing: got a string, 'method8'; expected one of none, floor"),
        ({"smoothing_value": 1}, "smoothing_value: got int, 1; expected None, because this smoothing takes no number"),
        ({"smoothing": "floor", "smoothing_value": 0}, "expected a number above 0"),
        ({"smoothing": "floor", "smoothing_value": -1}, "expected a number above 0"),
        ({"smoothing": "floor", "smoothing_value": float("inf")}, "expected a number above 0"),
        ({"missing": "two"}, "missing: got a string, 'two'; expected one of zero, one, left out"),
        ({"rules": replace(PAPER, totals="max")}, "totals: got a string, 'max'; expected one of as counted, at least"),
        ({"rules": replace(PAPER, zero_when="never")}, "zero_when: got a string, 'never'"),
        ({"rules": replace(PAPER, scale=10)}, "scale: got int, 10; expected 1 or 100"),
        ({"rules": replace(PAPER, form="{:99999999d}")}, "form: got a string"),
        ({"rules": replace(PAPER, form="{0.real}")}, "form: got a string"),
    ],
)
def test_a_choice_that_is_none_says_what_there_is(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        resolve(**{"rules": PAPER, "known": RULES, **given})
    assert not isinstance(caught.value, TypeError)


OTHERS = {*sacrebleu.BLEU.TOKENIZERS, *ELSEWHERE, "INTL", "MTEval_v13a", "None"} - {*TOKENIZERS}


@pytest.mark.parametrize("name", sorted(OTHERS))
def test_a_tokenizer_by_another_tool_s_name_is_told_what_to_write(name: str) -> None:
    with pytest.raises(InputError) as caught:
        tokenizer_of(name)
    wanted = re.search("Here it is called '(.*)'", caught.value.fix)
    assert (wanted and wanted[1] in TOKENIZERS) or f"sacrebleu.BLEU(tokenize={name!r}).tokenizer" in caught.value.fix


def test_the_advice_for_sacrebleu_s_own_tokenizers_works() -> None:
    cut = sacrebleu.BLEU(tokenize="intl").tokenizer
    assert tokenizer_of(lambda text: cut(text).split())("Yes, №5!") == list(tokenizer_of("intl")("Yes, №5!"))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"rules": 4}, "expected a set of rules"),
        ({"rules": None}, "expected a set of rules"),
        ({"tokenize": 13}, "expected one of whitespace, ascii-whitespace, 13a"),
        ({"lowercase": "yes"}, "expected True or False"),
        ({"lowercase": 1}, "expected True or False"),
        ({"max_n": 2.0}, "expected a whole number"),
        ({"max_n": True}, "expected a whole number"),
        ({"max_n": "4"}, "expected a whole number"),
        ({"weights": "1000"}, "expected 4 numbers"),
        ({"weights": {0.25: 4}}, "Order matters"),
        ({"weights": ["1", 0, 0, 0]}, r"weights\[0\]"),
        ({"weights": [True, 0, 0, 0]}, r"weights\[0\]"),
        ({"lowercase": "ASCII"}, "expected True or False, or 'ascii'"),
        ({"smoothing": 1}, "expected one of none, floor"),
        ({"smoothing": "floor", "smoothing_value": "0.1"}, "expected a number above 0"),
        ({"missing": True}, "expected one of zero, one, left out"),
        ({"rules": BleuRules(5)}, "rules, name: got int, 5"),  # type: ignore[arg-type]
        ({"rules": replace(PAPER, tool=5)}, "rules, tool: got int, 5"),  # type: ignore[arg-type]
        ({"rules": replace(PAPER, zero_form=5)}, "rules, zero_form: got int, 5"),  # type: ignore[arg-type]
    ],
)
def test_a_choice_of_the_wrong_type_is_a_type_error_too(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        resolve(**{"rules": PAPER, "known": RULES, **given})
    assert isinstance(caught.value, TypeError)


@pytest.mark.parametrize(
    ("tokenize", "name"),
    [
        ("13a", "13a"),
        (by_letters, "by_letters()"),
        (tokenize_13a, "tokenize_13a()"),
        (str.split, "str.split()"),
        (partial(str.split, sep=","), "partial()"),
        (ByLetters(), "ByLetters()"),
    ],
)
def test_the_name_of_a_function_ends_in_parentheses(tokenize: object, name: str) -> None:
    assert tokenizer_name(tokenize) == name


@pytest.mark.parametrize("tokenize", [by_letters, ByLetters(), lambda text: list(text)])
def test_any_function_may_cut_and_the_trace_keeps_its_name(tokenize: Callable[[str], list[str]]) -> None:
    trace = bleu("abcd", ["abce"], tokenize=tokenize)
    assert trace.candidate == ("a", "b", "c", "d")
    assert trace.rules.tokenize == tokenizer_name(tokenize)


def test_a_tokeniser_is_found_by_its_name() -> None:
    assert tokenizer_of("whitespace") is split_at_whitespace
    assert tokenizer_of("13a") is tokenize_13a
    assert tokenizer_of(by_letters) is by_letters


@pytest.mark.parametrize(
    ("references", "given", "signature"),
    [
        (
            ["a"],
            {},
            "BLEU-4 · paper rules · tokens: whitespace · case kept · uniform weights · no smoothing"
            " · closest reference length · 1 reference",
        ),
        (
            ["a", "b"],
            {"rules": MINE},
            "BLEU-2 · mine rules · tokens: 13a · lower-cased · weights 2/3 1/3 · no smoothing"
            " · closest reference length · 2 references",
        ),
        (
            ["a"],
            {"rules": SACREBLEU_SENTENCE},
            "BLEU-4 · sacrebleu-sentence rules · tokens: 13a · case kept · uniform weights · exp smoothing"
            " · closest reference length · an order without n-grams is left out (effective order)"
            " · the score is 0 if no word matches, smoothed or not · 1 reference",
        ),
        (
            ["a"],
            {"rules": NLTK, "smoothing": "method1", "reference_length": "average", "lowercase": "ascii"},
            "BLEU-4 · nltk rules · tokens: whitespace · A to Z lower-cased · uniform weights · method1 0.1 smoothing"
            " · average reference length · a segment shorter than n counts as one n-gram that does not match"
            " · the score is 0 if no word matches, smoothed or not · 1 reference",
        ),
    ],
)
def test_the_signature_names_every_choice(references: list[str], given: dict[str, Any], signature: str) -> None:
    trace = bleu("a", references, **given)
    assert trace.signature == f"{signature} · mtexplain {__version__}"
    assert repr(trace) == f"Bleu({trace.score} = {trace.exact}; {trace.signature})"


@pytest.mark.parametrize("known", [
    RULES, chrf.RULES, cider_rules.RULES, of_meteor.RULES, nist.RULES, perplexity_rules.RULES,
    rouge_rules.RULES,
])  # fmt: skip
def test_rules_that_are_our_own_have_nothing_to_check(known: Mapping[str, Rules]) -> None:
    for name, rules in known.items():
        assert rules.name == name
        assert rules.checked() == rules
        assert resolve(name, known)[0] is rules
