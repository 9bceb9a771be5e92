"""METEOR: the numbers of its formulas, of its worked examples, and of everything that can be set."""

from dataclasses import replace
from fractions import Fraction
from importlib import metadata
from typing import Any

import pytest

from mtexplain.by_hand.example import Example, Number
from mtexplain.examples import FAMILIES
from mtexplain.inputs import InputError
from mtexplain.metrics.meteor import NLTK, RULES, Meteor, MeteorRules, meteor
from mtexplain.metrics.meteor.meteor15.function_words import LISTS
from mtexplain.text.stemming import stemmer_of
from mtexplain.tracing.number import plain as value_of
from tests.worked import every_number, printed

EXAMPLES = FAMILIES["METEOR"]


def test_fmean_of_the_paper_is_10pr_over_r_plus_9p() -> None:
    precision, recall = Fraction(2, 4), Fraction(2, 5)
    assert meteor("a b c d", ["a b x y z"]).mean == 10 * precision * recall / (recall + 9 * precision)


def test_the_penalty_of_the_paper_is_half_the_cube_of_chunks_over_matches() -> None:
    one = meteor("a b x c d", ["a b y c d"]).best
    assert (int(one.chunks), int(one.matches)) == (2, 4)
    assert one.penalty == Fraction(1, 2) * Fraction(2, 4) ** 3


def test_an_exponent_that_is_no_whole_number_gives_the_nearest_float() -> None:
    """(1 - 0.6 (1/2)^0.2) = 1 - 0.6 * 0.870550563296124..., by a pocket calculator."""
    trace = meteor("a b", ["a x b"], beta=0.2, gamma=0.6, alpha=0, stem=False)
    assert trace.chunks == 2
    assert meteor("a b x c", ["a b y c"], beta=0.2, gamma=0.6).penalty == pytest.approx(0.6 * (2 / 3) ** 0.2, rel=1e-15)
    assert trace.score == pytest.approx(1 - 0.6, rel=1e-15)


ORDER, PERFECT = ("on the mat sat the cat", "the cat sat on the mat"), ("the cat sat on the mat",) * 2
REPEATED = ("the dog chased", "the dog chased the cat")
EXACT: dict[str, Any] = {"stem": False}
SCORES: dict[str, tuple[tuple[str, str], dict[str, Any], float]] = {
    "gamma 0 leaves the order out": (("b a", "a b"), {"gamma": 0}, 1),
    "so does beta 0, at the full price": (("b a", "a b"), {"beta": 0}, 0.5),
    "rules of one's own": (("b a", "a b"), {"rules": MeteorRules("mine", gamma=Fraction(1, 4))}, 0.75),
    "alpha 0: precision alone": (("a b", "a b c d"), {"alpha": 0, "gamma": 0}, 1),
    "alpha 1/2: both alike": (("a b", "a b c d"), {"alpha": 0.5, "gamma": 0}, 2 / 3),
    "alpha 1: recall alone": (("a b", "a b c d"), {"alpha": 1, "gamma": 0}, 1 / 2),
    "a stage counts its weight": (("cats", "cat"), {"weights": [1, 0.5, 1], "gamma": 0}, 1 / 2),
    "a function word counts 1 - delta": (
        ("the cat", "a cat"), {"delta": 0.75, "function_words": ["the", "a"], "gamma": 0}, 3 / 4),
    "another order by the paper": (ORDER, EXACT, 1 / 2),
    "another order by NLTK": (ORDER, {**EXACT, "rules": "nltk"}, 1 / 2),
    "another order by fewest chunks": (ORDER, {**EXACT, "align": "chunks"}, 15 / 16),
    "another order in a beam": (ORDER, {**EXACT, "align": "beam"}, 15 / 16),
    "a perfect match by the paper": (PERFECT, EXACT, 431 / 432),
    "a perfect match by NLTK": (PERFECT, {**EXACT, "rules": "nltk"}, 431 / 432),
    "a perfect match, where it is free": (PERFECT, {**EXACT, "whole": "free"}, 1),
    "a perfect match by Meteor 1.5": (PERFECT, {**EXACT, "rules": "meteor-1.5"}, 1),
    "a repeated word by the paper": (REPEATED, EXACT, 265 / 432),
    "a repeated word by fewest chunks": (REPEATED, {**EXACT, "align": "chunks"}, 265 / 432),
    "a repeated word in a beam": (REPEATED, {**EXACT, "align": "beam"}, 265 / 432),
    "a repeated word by NLTK": (REPEATED, {**EXACT, "rules": "nltk"}, 115 / 216),
}  # fmt: skip


@pytest.mark.parametrize(("texts", "settings", "score"), SCORES.values(), ids=SCORES)
def test_the_score_of_a_text_by_other_settings(texts: tuple[str, str], settings: dict[str, Any], score: float) -> None:
    assert meteor(texts[0], [texts[1]], **settings).score == pytest.approx(score, rel=1e-15)


def test_words_of_one_stem_match_after_equal_ones() -> None:
    trace = meteor("the cats jumped", ["the cat jumps"])
    assert [link.stage for link in trace.best.alignment.links] == ["exact", "stem", "stem"]
    assert meteor("the cats jumped", ["the cat jumps"], stem=False).matches == 1


def test_with_a_delta_alone_the_function_words_are_english() -> None:
    """As Meteor 1.5 has them: 'then' is a content word, and its absence costs 0.75 of 3.75."""
    president = "the president spoke to the audience", ["the president then spoke to the audience"]
    trace = meteor(*president, delta=0.75)
    assert trace.rules.function_words == "english"
    assert value_of(trace.recall) == Fraction(4, 5)
    assert meteor(*president, delta=0.75, function_words="none").recall == Fraction(6, 7)
    assert meteor(*president, rules="meteor-1.5-universal", delta=0.5).rules.function_words == "none"


def test_function_words_are_found_whatever_their_capitals() -> None:
    best: Any = meteor("The x", ["THE y"], delta=0.75, function_words="english").best
    assert tuple(words.all.function for words in best.words) == (1, 1)


def test_the_best_reference_counts_and_the_first_of_two_as_good() -> None:
    assert meteor("a b", ["x y", "a b", "a b"]).best_index == 1
    assert meteor("a b", ["x y", "a z"]).best_index == 1
    assert meteor("a b", ["x y", "z z"]).best_index == 0


@pytest.mark.parametrize(
    "synonyms",
    [{"big": ["large", "huge"]}, {"large": {"big"}, "huge": ("big",)}, [{"big", "large"}, ["huge", "big"]]],
    ids=["a dict", "the other way round", "sets"],
)
def test_synonyms_are_a_dict_or_sets_and_are_read_in_both_directions(synonyms: Any) -> None:
    assert meteor("big", ["large"], synonyms=synonyms).matches == 1
    assert meteor("huge", ["big"], synonyms=synonyms).matches == 1
    assert meteor("huge", ["large"], synonyms=synonyms).matches == 0


def test_synonyms_are_lower_cased_with_the_texts() -> None:
    assert meteor("BIG", ["Large"], synonyms={"Big": ["LARGE"]}, lowercase=True).matches == 1
    assert meteor("BIG", ["Large"], synonyms={"Big": ["LARGE"]}).matches == 0
    assert meteor("BIG ÄH", ["Large äh"], synonyms={"Big": ["LARGE"]}, lowercase="ascii").matches == 1


def test_any_function_from_word_to_stem_will_do() -> None:
    trace = meteor("AB", ["ab"], stem=str.lower)
    assert trace.matches == 1
    assert "str.lower() stems" in trace.signature


def test_true_is_the_stemmer_of_the_rules_and_porters_where_they_have_none() -> None:
    assert meteor("a", ["a"], stem=True).rules.stem == "porter"
    assert meteor("a", ["a"], rules="meteor-1.5", stem=True).rules.stem == "english"
    assert meteor("a", ["a"], rules="meteor-1.5-cz", stem=True).rules.stem == "porter"
    assert meteor("a", ["a"], rules="meteor-1.5", stem=False).rules.stem == "none"


PARAMETERS = {
    "meteor-1.5": (0.85, 0.2, 0.6, 0.75),
    "meteor-1.5-cz": (0.95, 0.2, 0.6, 0.8),
    "meteor-1.5-fr": (0.9, 1.4, 0.6, 0.65),
    "meteor-1.5-es": (0.65, 1.3, 0.5, 0.8),
    "meteor-1.5-de": (0.95, 1.0, 0.55, 0.55),
    "meteor-1.5-ru": (0.75, 1.4, 0.7, 0.5),
    "meteor-1.5-universal": (0.7, 1.4, 0.3, 0.7),
    "meteor-1.5-adq": (0.75, 1.4, 0.45, 0.7),
    "meteor-1.5-hter": (0.4, 1.5, 0.35, 0.55),
    "meteor-1.5-li": (0.75, 1.4, 0.7, 0.5),
    "meteor-1.5-tune": (0.5, 1.0, 0.5, 0.5),
}
"""alpha, beta, gamma, delta, as the program Meteor 1.5 has them."""


@pytest.mark.parametrize("name", PARAMETERS)
def test_the_parameters_of_meteor_15(name: str) -> None:
    rules, printed = RULES[name], map(str, PARAMETERS[name])
    assert (rules.alpha, rules.beta, rules.gamma, rules.delta) == tuple(map(Fraction, printed))


def test_every_set_of_rules_has_a_name_that_can_be_asked_for() -> None:
    assert {"paper", "nltk", *PARAMETERS} == set(RULES)
    for name, rules in RULES.items():
        assert meteor("a", ["a"], rules=name).rules == meteor("a", ["a"], rules=rules).rules == rules


def test_rules_of_ones_own_have_their_name_in_the_signature() -> None:
    assert "mine rules" in meteor("a", ["a"], rules=MeteorRules("mine")).signature


def test_a_given_keyword_wins_over_the_rules() -> None:
    given = meteor("a", ["a"], rules=NLTK, align="chunks", alpha=Fraction(1, 2), lowercase=False).rules
    assert given == replace(NLTK, align="chunks", alpha=Fraction(1, 2), lowercase=False)


def test_the_signature_says_every_choice() -> None:
    assert meteor("a", ["a"]).signature.split(" · ")[:-1] == [
        "METEOR",
        "paper rules",
        "tokens: whitespace",
        "case kept",
        "porter stems",
        "no synonyms",
        "stage by stage, fewest crossings",
        "alpha 0.9 beta 3 gamma 0.5",
        "1 reference",
    ]
    words = meteor("a", ["a", "b"], rules="meteor-1.5", synonyms={"a": ["b"]}, function_words=["a"]).signature
    assert words.split(" · ")[4:-1] == [
        f"english stems (snowballstemmer {metadata.version('snowballstemmer')})",
        "1 pair of synonyms",
        "all stages at once, a beam of 40",
        "alpha 0.85 beta 0.2 gamma 0.6 delta 0.75",
        "weights 1 0.6 0.8",
        "function words: 1 of your own",
        "no penalty if everything is one chunk",
        "2 references",
    ]


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "no such rules": ({"rules": "sacrebleu"}, "rules: got a string, 'sacrebleu'; expected one of paper, nltk"),
    "rules of another kind": ({"rules": 3}, "rules: got int, 3"),
    "no such stemmer": ({"stem": "klingon"}, "stem: got a string, 'klingon'; expected one of none, porter"),
    "a stemmer that is a number": ({"stem": 3}, "stem: got int, 3"),
    "a stemmer that returns nothing": ({"stem": print}, "stem: got None for a string, 'c'"),
    "no such alignment": ({"align": "best"}, "align: got a string, 'best'; expected one of crossings, chunks"),
    "alpha above 1": ({"alpha": 9}, "alpha: got int, 9; expected a number from 0 to 1"),
    "no alpha": ({"alpha": float("nan")}, "alpha: got float, nan"),
    "a negative beta": ({"beta": -1}, "beta: got int, -1"),
    "gamma above 1": ({"gamma": 1.5}, "gamma: got float, 1.5"),
    "delta above 1": ({"delta": 75}, "delta: got int, 75"),
    "two weights": ({"weights": [1, 1]}, "weights: got 2 of them; expected three numbers"),
    "a weight above 1": ({"weights": [1, 2, 1]}, r"weights[1]: got int, 2"),
    "weights that are none": ({"weights": "111"}, "weights: got a string, '111'"),
    "synonyms that are a word": ({"synonyms": "big"}, "synonyms: got a string, 'big'; expected a dict"),
    "one synonym that is no list": ({"synonyms": {"big": "large"}}, "synonyms['big']: got a string, 'large'"),
    "a synonym that is a number": ({"synonyms": [["big", 3]]}, "synonyms[0]: got int, 3"),
    "an empty synonym": ({"synonyms": [["big", " "]]}, "synonyms[0]: got a string, ' '; expected words"),
    "no such function words": ({"function_words": "klingon"}, "function_words: got a string, 'klingon'"),
    "function words that are a number": (
        {"function_words": 3},
        "function_words: got int, 3; expected one of none, czech, english, french, german, russian, spanish; or a list",
    ),
    "whole, something else": ({"whole": "half"}, "whole: got a string, 'half'; expected one of penalised, free"),
    "no such tokens": ({"tokenize": "words"}, "tokenize: got a string, 'words'"),
    "lowercase, something else": ({"lowercase": "yes"}, "lowercase: got a string, 'yes'"),
}


@pytest.mark.parametrize(("given", "message"), WRONG.values(), ids=WRONG)
def test_a_wrong_setting_is_an_input_error_that_says_where_and_what(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        meteor("c a t", ["t o p"], **given)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("given", [{"stem": 3}, {"stem": [1]}, {"function_words": 3}, {"align": 1}, {"alpha": "1"}])
def test_a_setting_of_the_wrong_type_is_a_type_error_too(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        meteor("c a t", ["t o p"], **given)


def test_an_error_in_a_stemmer_of_ones_own_says_on_which_word() -> None:
    def broken(word: str) -> str:
        return {"a": "b"}[word]

    with pytest.raises(KeyError) as error:
        meteor("cat", ["a"], stem=broken)
    assert error.value.__notes__ == ["The stemmer failed on a string, 'cat'."]


def test_without_the_package_its_stemmers_are_an_input_error_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stemmer_of.cache_clear()  # another test may have asked for it
    monkeypatch.setattr("mtexplain.text.stemming.PACKAGE", "no_such_package")
    with pytest.raises(InputError, match=r"stem='danish': got no package no_such_package "):
        meteor("a", ["a"], stem="danish")


def test_each_list_of_function_words_has_those_that_everybody_knows() -> None:
    known = {"czech": "a", "english": "the", "french": "les", "german": "und", "russian": "и", "spanish": "los"}
    assert {name for name in LISTS if name != "none"} == set(known)
    for language, word in known.items():
        assert word in LISTS[language]


# Worked examples: the trace computes what is right, and what is printed was typed in by hand.

PRINTED = {
    ("meteor-president", "ch"): "2",
    ("meteor-identical", "METEOR"): "0.9977",
    ("meteor-reordered", "METEOR"): "0.5",
    ("meteor-inserted", "METEOR"): "0.9654",
    ("meteor-two-references", "METEOR"): "0.9921875",
    ("meteor-15-english", "alpha"): "0.85",
    ("meteor-15-english", "beta"): "0.2",
    ("meteor-15-english", "gamma"): "0.6",
    ("meteor-15-english", "delta"): "0.75",
}


def computed(trace: Meteor, quantity: str) -> Any:
    """The quantity from the trace of the example."""
    one = trace.best
    found = {
        "m": one.matches,
        "ch": one.chunks,
        "crossings": one.alignment.crossings,
        "P": value_of(one.precision),
        "R": value_of(one.recall),
        "Fmean": value_of(one.mean),
        "Pen": value_of(one.penalty),
        "METEOR": trace.score,
    }
    return found[quantity] if quantity in found else getattr(trace.rules, quantity)


@every_number(EXAMPLES)
def test_what_is_right_is_computed(example: Example, number: Number) -> None:
    value = computed(example.trace(), number.quantity)
    right = Fraction(number.right)
    assert value == (float(right) if isinstance(value, float) else right)


def test_the_printed_numbers_are_those_of_the_sources() -> None:
    assert printed(EXAMPLES) == PRINTED


@every_number(EXAMPLES)
def test_what_the_source_prints_is_right_as_far_as_it_goes(example: Example, number: Number) -> None:
    if number.printed is not None:
        digits = len(number.printed.partition(".")[2])
        assert round(Fraction(number.right), digits) == Fraction(number.printed)
