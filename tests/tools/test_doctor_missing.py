"""A checkup keeps each line in its place if text is missing, and its sentences count only the lines it compared."""

from typing import Any

import pandas as pd
import pytest

from mtexplain import Checkup, InputError, diagnose
from mtexplain.explain.tools.doctor.checkup import diagnose_lines
from mtexplain.explain.tools.doctor.findings import Finding

NAN = float("nan")
OURS = ["the cat sat on a mat", "a dog ran off fast", "it is here with me", "we went home late", "they saw it"]
THEIRS = ["the cat sat on the mat", "a dog ran away", "it is here with us", "we went home too late", "they saw a bird"]


def codes(checkup: Checkup) -> list[str]:
    return [one.code for one in checkup.findings]


def finding(checkup: Checkup, code: str) -> Finding:
    (found,) = [one for one in checkup.findings if one.code == code]
    return found


def without(place: int, nothing: Any) -> list[Any]:
    return [*THEIRS[:place], nothing, *THEIRS[place + 1 :]]


# A reference that is missing.

LISTS: dict[str, Any] = {
    "a list": list,
    "a tuple": tuple,
    "a Series": lambda items: pd.Series(items, dtype=object),
    "the values of a dict": lambda items: dict(enumerate(items)).values(),
    "groups": lambda items: [[one] if isinstance(one, str) else one for one in items],
    "groups of one": lambda items: [[one] for one in items],
    "a stream": lambda items: [items],
    "a stream in a Series": lambda items: [pd.Series(items, dtype=object)],
    "tokens": lambda items: [[one.split()] if isinstance(one, str) else one for one in items],
    "flat tokens": lambda items: [one.split() if isinstance(one, str) else one for one in items],
    "flat tokens, and none": lambda items: [one.split() if isinstance(one, str) else [one] for one in items],
    "tokens, and none": lambda items: [[one.split() if isinstance(one, str) else one] for one in items],
}


@pytest.mark.parametrize("place", [0, 2, 4])
@pytest.mark.parametrize("nothing", [None, NAN], ids=["None", "NaN"])
@pytest.mark.parametrize("kind", LISTS)
def test_where_a_reference_is_missing_every_other_line_keeps_its_own(kind: str, nothing: Any, place: int) -> None:
    candidates = [one.split() for one in OURS] if "tokens" in kind else OURS
    checkup = diagnose(candidates, LISTS[kind](without(place, nothing)))
    left = [n for n in range(5) if n != place]
    assert checkup.candidates == [OURS[n] for n in left]
    assert checkup.references == [[THEIRS[n]] for n in left]
    assert finding(checkup, "missing").text == "1 of the 5 segments has no reference."
    assert finding(checkup, "missing").where == f"line {place + 1}"
    assert not {"lines", "shifted", "mixed", "empty-reference"} & {*codes(checkup)}
    assert checkup.left_out == (1, 1)


@pytest.mark.parametrize(
    ("candidates", "references"),
    [(OURS, without(0, None)), (OURS, [[OURS[0]], None, *([one] for one in THEIRS[2:])]), ("a cat", None),
     (["a cat"], ["a cat", None]), (["a cat", "a dog"], [["the cat", "the dog"], None])],
)  # fmt: skip
def test_none_in_place_of_text_is_said(candidates: Any, references: Any) -> None:
    assert finding(diagnose(candidates, references), "not-text").text == "1 item is not text: NoneType."


def test_none_in_a_stream_is_no_finding_by_itself() -> None:
    assert "not-text" not in codes(diagnose(OURS, [THEIRS, without(1, None)]))


@pytest.mark.parametrize("references", [[None, *THEIRS], [[THEIRS[0]], None, *([one] for one in THEIRS[1:])]])
def test_none_is_taken_out_where_it_is_too_many(references: Any) -> None:
    checkup = diagnose(OURS, references)
    assert (checkup.candidates, checkup.references) == (OURS, [[one] for one in THEIRS])
    assert "lines" not in codes(checkup)


def test_a_segment_without_references_is_not_counted_among_those_with_some() -> None:
    told = finding(diagnose(OURS, [THEIRS[0], None, THEIRS[2]]), "lines").text
    assert told == "5 candidates, but 3 groups of references."


def test_lines_of_one_word_are_no_tokens_where_one_is_missing() -> None:
    checkup = diagnose(["yes", "no", "maybe"], ["yes", None, "perhaps"])
    assert (checkup.candidates, checkup.references) == (["yes", "maybe"], [["yes"], ["perhaps"]])


def test_a_stream_that_is_missing_is_no_segment() -> None:
    """There are as many lists as segments, but the words show that the first list has a reference for each segment."""
    checkup = diagnose(OURS[:2], [THEIRS[:2], None])
    assert (checkup.shape, checkup.references) == ("transposed", [[one] for one in THEIRS[:2]])
    grouped = diagnose(OURS[:2], [["the cat sat on the mat", "the cat sat on a rug"], None])
    assert (grouped.shape, grouped.left_out) == ("grouped", (1, 1))
    assert "square" not in codes(grouped)


@pytest.mark.parametrize("references", [[None] * 3, [[None] * 3], [[None]] * 3, None, NAN])
def test_where_all_are_missing_no_reference_is_described(references: Any) -> None:
    checkup = diagnose(OURS[:3], references)
    assert finding(checkup, "missing").text == "All 3 segments have no reference."
    assert "There are no references." in str(checkup)
    assert not {"lines", "transposed", "flat", "bare-reference"} & {*codes(checkup)}


@pytest.mark.parametrize("references", [None, 3, {"a": "a cat"}])
def test_only_a_string_is_called_a_plain_string(references: Any) -> None:
    assert "plain string" not in str(diagnose("a cat", references))


def test_uneven_references_are_told_by_the_number_of_the_line() -> None:
    checkup = diagnose(OURS[:3], [[], [THEIRS[1]], [THEIRS[2], OURS[2]]])
    assert finding(checkup, "uneven").where == "line 3"


# Lines that are alike, where the numbers of lines differ.


def test_candidates_without_references_are_not_called_equal_to_them() -> None:
    checkup = diagnose(OURS[:3], [[one] for one in OURS[:2]])
    found = finding(checkup, "identical")
    assert found.text == "The first 2 candidates are identical to one of their references."
    assert "same file" not in found.fix
    files = diagnose_lines(OURS[:3], [OURS[:3], THEIRS[:2]])
    assert finding(files, "identical").text.startswith("The first 2 candidates are")
    assert finding(diagnose(OURS[:2], [[one] for one in OURS[:2]]), "identical").text.startswith("Both candidates are")


def test_only_candidates_with_references_are_counted_as_repeated() -> None:
    checkup = diagnose([*["a b c"] * 3, "d e f", "g h i"], [["a b"], ["a c"], ["b c"]])
    assert finding(checkup, "repeated").text.startswith("The first 3 candidates are the same line")


@pytest.mark.parametrize(
    ("number", "files", "told"),
    [
        (3, (3, 2), "hold only lines 1 to 2 of each, and leave out the last candidate and the last segment with "
         "references."),
        (4, (3, 2), "hold only lines 1 to 2 of each, and leave out the last 2 candidates and the last segment with "
         "references."),
        (2, (2, 4), "hold only lines 1 to 2 of each, and leave out the last 2 segments with references."),
    ],
)  # fmt: skip
def test_all_that_is_left_out_of_uneven_files_is_told(number: int, files: tuple[int, int], told: str) -> None:
    checkup = diagnose_lines(OURS[:number], [THEIRS[:one] for one in files])
    assert finding(checkup, "lines").fix.endswith(told)
    assert checkup.left_out == (number - 2, max(files) - 2)
    assert len(checkup.candidates) == 2


# A side without a line.


@pytest.mark.parametrize(
    ("candidates", "references"),
    [(["a b c"], []), ([], ["a b c"]), (["a @-@ b", " c"], []), ([["a", "b"], ["c", "d"]], []), ([], [["a", "b"]])],
)
def test_what_is_found_on_one_side_alone_was_looked_for(candidates: Any, references: Any) -> None:
    checkup = diagnose(candidates, references)
    assert {*codes(checkup)} <= {*checkup.looked_for}
    assert "lines" in codes(checkup)
    assert not {"identical", "tokenized", "lowercased"} & {*checkup.looked_for}, "these compare two sides"
    assert "Checked for problems in the lists: " in str(checkup)


def test_an_empty_file_has_no_list_of_checks_without_an_item() -> None:
    assert "Checked for problems in the lines: " in str(diagnose_lines(["a b c"], [[]]))


# Dicts.


@pytest.mark.parametrize("passed", [({"a": "x y"}, {"a": "x z"}), ([{"a": "x y"}], [{"a": "x z"}]), ({"a": "b"}, 3)])
def test_text_in_a_dict_is_not_called_missing(passed: tuple[Any, Any]) -> None:
    with pytest.raises(InputError, match=r"A dict is not searched for text. Write \[candidates\[key\] for") as raised:
        diagnose(*passed)
    assert "no text" not in str(raised.value)


def test_str_is_no_advice_for_a_dict() -> None:
    fix = finding(diagnose(["x y"], {"a": "x z"}), "not-text").fix
    assert fix == "A dict is not a sentence, so write a list of its strings."
    both = finding(diagnose(["x y", 3, None], [["x y"], [{"a": "x z"}], ["x"]]), "not-text").fix
    assert both.startswith("Sentences are strings, so write str(value), or decode bytes. A dict is not a sentence")
    assert both.endswith("None and NaN are read as nothing, not as a word.")
