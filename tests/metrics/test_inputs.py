"""Bad input is refused, and each message says where, what was got, what was expected, and how to mend it."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from mtexplain import BleuRules, InputError, bleu, cider, cider_d, compare_corpus, corpus_bleu, corpus_nist

GOOD = ["the cat is on the mat"]


def refusal(call: Callable[[], Any], where: str, *, wrong_type: bool) -> InputError:
    """The error of a call, after a check of what all errors have in common."""
    with pytest.raises(InputError) as caught:
        call()
    error = caught.value
    assert isinstance(error, ValueError)
    assert isinstance(error, TypeError) == wrong_type
    assert error.where == where
    assert str(error).startswith(f"{where}: got {error.got}; expected {error.expected}.")
    assert str(error).isprintable(), "one line, and nothing hidden in it"
    assert len(str(error)) < 700
    return error


# Things that are not a sentence, in every place for a sentence.

PLACES_OF_A_TEXT: dict[str, Callable[[Any], Any]] = {
    "candidate": lambda value: bleu(value, GOOD),
    "references[0]": lambda value: bleu("the cat", [value]),
    "references[1]": lambda value: bleu("the cat", ["a cat", value]),
    "candidates[1]": lambda value: corpus_bleu(["the cat", value], [GOOD, GOOD]),
    "references[1][2]": lambda value: corpus_bleu(["a", "b"], [GOOD, ["a", "b", value]]),
}
NO_TEXTS = [
    (None, "None", "''"),
    (3, "int, 3", "write it as a string"),
    (2.5, "float, 2.5", "write it as a string"),
    (True, "bool, True", "write it as a string"),
    (b"the cat", "bytes, b'the cat'", "decode('utf-8')"),
    (bytearray(b"the cat"), "b'the cat'", "decode('utf-8')"),
    (["the", "cat"], "list, ['the', 'cat']", "' '.join(tokens)"),
    (("the", "cat"), "tuple, ('the', 'cat')", "' '.join(tokens)"),
    ([["the"], ["cat"]], "list, [['the'], ['cat']]", "join"),
    ({"the": 1}, "dict, {'the': 1}", "as a string"),
    ({"the"}, "set, {'the'}", "as a string"),
    ((word for word in ["the", "cat"]), "generator", "as a string"),
]


@pytest.mark.parametrize("where", PLACES_OF_A_TEXT)
@pytest.mark.parametrize(("value", "got", "fix"), NO_TEXTS, ids=lambda part: type(part).__name__)
def test_a_sentence_is_one_string(where: str, value: Any, got: str, fix: str) -> None:
    error = refusal(lambda: PLACES_OF_A_TEXT[where](value), where, wrong_type=True)
    assert got in error.got
    assert "string" in error.expected
    assert fix in error.fix


@pytest.mark.parametrize("where", PLACES_OF_A_TEXT)
@pytest.mark.parametrize(("text", "code", "place"), [("\ud800", "U+D800", 0), ("the \udcffcat", "U+DCFF", 4)])
def test_half_a_character_is_refused_with_its_place(where: str, text: str, code: str, place: int) -> None:
    error = refusal(lambda: PLACES_OF_A_TEXT[where](text), where, wrong_type=False)
    assert error.got == f"a lone surrogate, {code}, at character {place}"
    assert "Decode" in error.fix


# Things that are not a list, in every place for a list.

PLACES_OF_A_LIST: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "references": ("references", lambda value: bleu("the cat", value)),
    "candidates of a corpus": ("candidates", lambda value: corpus_bleu(value, [GOOD])),
    "references of a corpus": ("references", lambda value: corpus_bleu(["the cat"], value)),
    "references of a segment": ("references[1]", lambda value: corpus_bleu(["a", "b"], [GOOD, value])),
}
NO_LISTS = [
    (None, "None"),
    ("the cat", "a string, 'the cat'"),
    (b"the cat", "bytes, b'the cat'"),
    (3, "int, 3"),
    (True, "bool, True"),
    ({"a": "the cat"}, "dict, {'a': 'the cat'}"),
    ({"the cat"}, "set, {'the cat'}"),
    ((word for word in ["the cat"]), "generator"),
]
FIXES_OF_LISTS = {"dict": "Order matters", "set": "Order matters", "generator": "list(...)"}


@pytest.mark.parametrize("place", PLACES_OF_A_LIST)
@pytest.mark.parametrize(("value", "got"), NO_LISTS, ids=lambda part: type(part).__name__)
def test_references_and_candidates_are_lists(place: str, value: Any, got: str) -> None:
    where, call = PLACES_OF_A_LIST[place]
    error = refusal(lambda: call(value), where, wrong_type=True)
    assert got in error.got
    assert "list" in error.expected
    assert FIXES_OF_LISTS.get(type(value).__name__, "") in error.fix


@pytest.mark.parametrize("place", PLACES_OF_A_LIST)
@pytest.mark.parametrize("value", [3, b"the cat"])
def test_the_advice_would_work(place: str, value: Any) -> None:
    where, call = PLACES_OF_A_LIST[place]
    error = refusal(lambda: call(value), where, wrong_type=True)
    assert "list(...)" not in error.fix, "list(3) fails, and list(b'the cat') is a list of numbers"


@pytest.mark.parametrize(
    ("call", "where", "fix"),
    [
        (lambda: bleu("the cat", "a cat"), "references", "Write ['a cat']."),  # type: ignore[arg-type]
        (lambda: corpus_bleu("the cat", [["a cat"]]), "candidates", "For a single sentence use bleu"),  # type: ignore[arg-type]
        (lambda: cider("the cat", [["a cat"]]), "candidates", "For a single sentence use caption_cider("),  # type: ignore[arg-type]
        (lambda: cider_d("the cat", [["a cat"]]), "candidates", "For a single sentence use caption_cider_d("),  # type: ignore[arg-type]
        (lambda: corpus_nist("the cat", [["a cat"]]), "candidates", "For a single sentence use nist("),  # type: ignore[arg-type]
        (lambda: compare_corpus("the cat", [["a cat"]]), "candidates", "For a single sentence use compare("),  # type: ignore[arg-type]
        (lambda: corpus_bleu(["the cat"], ["a cat"]), "references[0]", "[[reference], [reference], ...]"),  # type: ignore[list-item]
        (lambda: corpus_bleu(["the cat"], "a cat"), "references", "[[reference], [reference], ...]"),  # type: ignore[arg-type]
    ],
)
def test_one_string_for_a_list_gets_the_list_to_write(call: Callable[[], Any], where: str, fix: str) -> None:
    assert fix in refusal(call, where, wrong_type=True).fix


@pytest.mark.parametrize(
    ("call", "where"),
    [
        (lambda: bleu(["there is a cat"], "the cat"), "candidate"),  # type: ignore[arg-type]
        (lambda: corpus_bleu([["there is a cat"]], ["the cat"]), "candidates[0]"),  # type: ignore[list-item]
    ],
)
def test_references_before_the_candidate_as_other_tools_have_it_are_recognised(call: Any, where: str) -> None:
    error = refusal(call, where, wrong_type=True)
    assert "candidate first" in error.fix.lower() or "candidates first" in error.fix.lower()


def test_several_references_of_one_candidate_get_one_list_to_write() -> None:
    call: Any = lambda: corpus_bleu(["the cat"], ["a cat", "the cat"])  # type: ignore[list-item]  # noqa: E731
    assert "[[reference 1, reference 2, ...]]" in refusal(call, "references[0]", wrong_type=True).fix
    call = lambda: corpus_bleu(["the cat", "a"], ["a cat", "the cat"])  # type: ignore[list-item]  # noqa: E731
    assert "[[reference], [reference], ...]" in refusal(call, "references[0]", wrong_type=True).fix


# Numbers of candidates and references that do not fit together.


@pytest.mark.parametrize(
    ("candidates", "references", "where", "got", "fix"),
    [
        (["a", "b"], [["a"]], "references", "1 lists for 2 candidates", "grouped by segment"),
        (["a"], [["a"], ["b", "c"]], "references", "2 lists for 1 candidates", "grouped by segment"),
        (["a"], [], "references", "0 lists for 1 candidates", "grouped by segment"),
        ([], [["a"]], "references", "1 lists for 0 candidates", "grouped by segment"),
        (["a", "b", "c"], [["a", "b", "c"]], "references", "1 lists", "list(zip(*references))"),
        (["a", "b", "c"], [["a", "b", "c"], ("d", "e", "f")], "references", "2 lists", "list(zip(*references))"),
        ([], [], "candidates", "an empty list", "needs text"),
        (["a", "b"], [["a"], []], "references[1]", "an empty list", "something to compare with"),
    ],
)
def test_every_segment_has_its_references(candidates: Any, references: Any, where: str, got: str, fix: str) -> None:
    error = refusal(lambda: corpus_bleu(candidates, references), where, wrong_type=False)
    assert got in error.got
    assert fix in error.fix


def test_the_advice_for_transposed_references_works() -> None:
    streams = [["a b", "c d", "e f"], ["a x", "c x", "e x"]]
    turned: Any = list(zip(*streams, strict=True))
    assert corpus_bleu(["a b", "c d", "e f"], turned, max_n=1).score == 1


def test_a_candidate_needs_a_reference() -> None:
    error = refusal(lambda: bleu("the cat", []), "references", wrong_type=False)
    assert (error.got, error.expected) == ("an empty list", "at least one reference")


def test_a_square_of_references_may_be_transposed_so_a_note_says_how_it_was_read() -> None:
    square = corpus_bleu(["a", "b"], [["a", "b"], ["a", "b"]], max_n=1)
    assert ["references[0]" in note.text for note in square.notes if note.code == "square"] == [True]
    for other in (corpus_bleu(["a", "b"], [["a"], ["a", "b"]], max_n=1), corpus_bleu(["a"], [["a"]], max_n=1)):
        assert not [note for note in other.notes if note.code == "square"]


def test_a_message_is_short_however_long_the_input() -> None:
    everything: Any = ["the cat " * 10_000] * 1_000
    refusal(lambda: bleu(everything, GOOD), "candidate", wrong_type=True)
    refusal(lambda: bleu("a", "the cat " * 10_000), "references", wrong_type=True)  # type: ignore[arg-type]


def test_a_number_too_long_to_print_is_refused_like_any_other() -> None:
    endless: Any = -(10**5_000)
    refusal(lambda: bleu(endless, GOOD), "candidate", wrong_type=True)
    refusal(lambda: bleu("the cat", GOOD, max_n=endless), "max_n", wrong_type=False)


# Settings.

THIRD = 1 / 3


@pytest.mark.parametrize(
    ("settings", "where", "got", "expected", "fix", "wrong_type"),
    [
        ({"max_n": 0}, "max_n", "0", "from 1 to 1000", "BLEU-4 is max_n=4", False),
        ({"max_n": -1}, "max_n", "-1", "from 1 to 1000", "BLEU-4 is max_n=4", False),
        ({"max_n": 2.5}, "max_n", "float, 2.5", "a whole number", "BLEU-4 is max_n=4", True),
        ({"max_n": True}, "max_n", "bool, True", "a whole number", "BLEU-4 is max_n=4", True),
        ({"max_n": "4"}, "max_n", "a string, '4'", "a whole number", "BLEU-4 is max_n=4", True),
        ({"weights": [-1, 1, 1, 0]}, "weights[0]", "-1", "none negative", "", False),
        ({"weights": [1, math.nan, 0, 0]}, "weights[1]", "nan", "4 numbers", "", False),
        ({"weights": [1, 0, math.inf, 0]}, "weights[2]", "inf", "4 numbers", "", False),
        (
            {"weights": [1, 1, 1, 1]},
            "weights",
            "add up to 4",
            "adding up to 1",
            "Divide the weights by their sum",
            False,
        ),
        ({"weights": [0, 0, 0, 0]}, "weights", "add up to 0", "adding up to 1", "At least one weight must be", False),
        (
            {"weights": [0.25, 0.25, 0.25, 0.24]},
            "weights",
            "add up to 0.99",
            "adding up to 1",
            "Divide the weights",
            False,
        ),
        ({"weights": [0.5, 0.5]}, "weights", "2 of them", "4 numbers", "Set max_n=2 as well", False),
        ({"weights": []}, "weights", "0 of them", "4 numbers", "", False),
        ({"weights": [True, 0, 0, 0]}, "weights[0]", "bool, True", "4 numbers", "", True),
        ({"weights": [1, 0, 0, None]}, "weights[3]", "None", "4 numbers", "", True),
        ({"weights": ["1", 0, 0, 0]}, "weights[0]", "a string, '1'", "4 numbers", "", True),
        ({"weights": "1000"}, "weights", "a string, '1000'", "4 numbers", "", True),
        ({"weights": 0.25}, "weights", "float, 0.25", "4 numbers", "", True),
        ({"weights": {1: 1}}, "weights", "dict, {1: 1}", "4 numbers", "Order matters", True),
        ({"tokenize": "14a"}, "tokenize", "'14a'", "one of whitespace, ascii-whitespace, 13a", "", False),
        ({"tokenize": 13}, "tokenize", "int, 13", "one of whitespace, ascii-whitespace, 13a", "", True),
        ({"rules": "papr"}, "rules", "'papr'", "one of paper", "", False),
        ({"rules": 2002}, "rules", "int, 2002", "a set of rules", "Write rules='paper'", True),
        ({"rules": None}, "rules", "None", "a set of rules", "Write rules='paper'", True),
        ({"rules": BleuRules("mine", max_n=0)}, "max_n", "0", "from 1 to 1000", "BLEU-4 is max_n=4", False),
        ({"lowercase": "yes"}, "lowercase", "a string, 'yes'", "True or False", "", True),
        ({"lowercase": 1}, "lowercase", "int, 1", "True or False", "", True),
    ],
    ids=lambda part: str(part)[:40],
)
def test_a_setting_is_checked(
    settings: dict[str, Any], where: str, got: str, expected: str, fix: str, wrong_type: bool
) -> None:
    for call in (lambda: bleu("the cat", GOOD, **settings), lambda: corpus_bleu(["the cat"], [GOOD], **settings)):
        error = refusal(call, where, wrong_type=wrong_type)
        assert got in error.got
        assert expected in error.expected
        assert fix in error.fix


@pytest.mark.parametrize("weights", [0.25, "0.25", b"1"])
def test_the_advice_for_weights_would_work(weights: Any) -> None:
    assert "list(...)" not in refusal(lambda: bleu("a", GOOD, weights=weights), "weights", wrong_type=True).fix


def test_a_weight_too_large_for_a_float_is_refused_like_any_other() -> None:
    with pytest.raises(InputError, match=r"^weights.*adding up to 1"):
        bleu("the cat", GOOD, weights=[10**400, 0, 0, 0])


@pytest.mark.parametrize("weights", [[THIRD] * 3, [0.1, 0.2, 0.7], (1, 0, 0), [0.7 + 1e-10, 0.2, 0.1]])
def test_weights_are_1_in_all_as_far_as_floats_can_say(weights: list[float]) -> None:
    rules = bleu("the cat", GOOD, max_n=3, weights=weights).rules
    assert sum(rules.weight(n) for n in (1, 2, 3)) == pytest.approx(1)


# Tokenisers.


def split_by_hand(answer: Any) -> Callable[[str], Any]:
    def by_hand(text: str) -> Any:
        return answer if text == "odd" else text.split()

    by_hand.__qualname__ = "by_hand"
    return by_hand


PLACES_OF_ODD: dict[str, Callable[[Any], Any]] = {
    "candidate": lambda cut: bleu("odd", GOOD, tokenize=cut),
    "references[1]": lambda cut: bleu("the cat", ["a", "odd"], tokenize=cut),
    "candidates[1]": lambda cut: corpus_bleu(["a", "odd"], [GOOD, GOOD], tokenize=cut),
    "references[1][0]": lambda cut: corpus_bleu(["a", "b"], [GOOD, ["odd"]], tokenize=cut),
}


@pytest.mark.parametrize("place", PLACES_OF_ODD)
@pytest.mark.parametrize(
    ("answer", "where", "got", "fix"),
    [
        ("the cat", "", "a string, 'the cat'", "letter by letter"),
        (None, "", "None", "list of words"),
        ((word for word in "ab"), "", "generator", "list of words"),
        ({"the", "cat"}, "", "set, {", "list of words"),
        ([1, 2], ", token 0", "int, 1", "flat list"),
        (["the", ["cat"]], ", token 1", "list, ['cat']", "flat list"),
        (["the", b"cat"], ", token 1", "bytes, b'cat'", "flat list"),
        (["the", None], ", token 1", "None", "flat list"),
    ],
    ids=lambda part: type(part).__name__,
)
def test_a_tokeniser_returns_a_list_of_words(place: str, answer: Any, where: str, got: str, fix: str) -> None:
    call = PLACES_OF_ODD[place]
    error = refusal(lambda: call(split_by_hand(answer)), f"{place}{where}, cut by by_hand()", wrong_type=True)
    assert got in error.got
    assert fix in error.fix


def test_a_token_has_a_character() -> None:
    where = "candidate, token 1, cut by by_hand()"
    error = refusal(lambda: bleu("odd", GOOD, tokenize=split_by_hand(["the", "", "cat"])), where, wrong_type=False)
    assert "text.split()" in error.fix


@pytest.mark.parametrize("place", PLACES_OF_ODD)
def test_a_tokeniser_that_fails_says_so_itself_and_where_it_was(place: str) -> None:
    def fails(text: str) -> list[str]:
        return ["a"] if text != "odd" else [text[7]]

    with pytest.raises((IndexError, InputError)) as caught:
        PLACES_OF_ODD[place](fails)
    assert isinstance(caught.value, IndexError) or isinstance(caught.value.__cause__, IndexError)
    told = "\n".join([str(caught.value), *getattr(caught.value, "__notes__", [])])
    assert place in told, "which of many sentences was it?"
