"""The course corpus: its counts, that every fault is where it says, and that the marks rank the systems as stated."""

import re
import unicodedata
from collections import Counter
from importlib.resources import files
from pathlib import Path
from statistics import mean

import pytest

from mtexplain import InputError, corpus_bleu
from mtexplain.examples.corpus import JUDGES, KINDS, SYSTEMS, Fault, Output, chosen, marks, outputs, ranks, segments

SEGMENTS = {segment.id: segment for segment in segments()}
OUTPUTS = outputs()
README = files("mtexplain.examples.corpus").joinpath("README.md").read_text("utf-8")


def of(system: str) -> list[Output]:
    return [output for output in OUTPUTS if output.system == system]


def average(system: str) -> tuple[float, float]:
    given = [marks(output) for output in of(system)]
    return mean(one["adequacy"] for one in given), mean(one["fluency"] for one in given)


def score(system: str) -> float:
    references = [[*segment.references] for segment in SEGMENTS.values()]
    return corpus_bleu([output.text for output in of(system)], references, rules="sacrebleu").score


def test_it_has_24_segments_of_each_language_and_five_outputs_of_each() -> None:
    assert Counter(segment.language for segment in segments()) == dict.fromkeys(("fr", "zh", "de", "es", "ar"), 24)
    assert len(SEGMENTS) == 120
    assert [(output.id, output.system) for output in OUTPUTS] == [(id, one) for id in SEGMENTS for one in SYSTEMS]


def test_no_two_sources_and_no_two_references_are_the_same() -> None:
    assert len({segment.source for segment in segments()}) == 120
    assert len({reference for segment in segments() for reference in segment.references}) == 480


def test_its_text_is_clean() -> None:
    texts = [text for one in segments() for text in (one.source, *one.references)] + [one.text for one in OUTPUTS]
    assert [text for text in texts if text != " ".join(text.split())] == []
    assert [text for text in texts if not unicodedata.is_normalized("NFC", text)] == []


def places(fault: Fault, output: Output) -> int:
    """How often the words of a fault occur, in the references if they are missing, or else in the output."""
    texts = SEGMENTS[output.id].references if fault.kind == "missing" else (output.text,)
    return sum(len(re.findall(rf"(?<!\w){re.escape(fault.words)}(?!\w)", text)) for text in texts)


def test_every_fault_is_where_it_says() -> None:
    found = [(fault, output) for output in OUTPUTS for fault in output.faults]
    assert len(set(found)) == len(found), "a fault stands twice"
    assert [one for one in found if places(*one) < 1] == []
    assert [one for one in found if places(*one) > 1 and one[0].kind != "missing"] == [], "which of them?"


def test_the_marks_are_from_1_to_5_and_all_of_them_occur() -> None:
    assert {mark for output in OUTPUTS for mark in marks(output).values()} == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("faults", "adequacy", "fluency"),
    [
        ([], 5, 5),
        (["untranslated:minor"], 4, 4),
        (["added:major", "style:minor", "order:minor"], 3, 3),
        (["meaning:critical", "missing:major"], 1, 5),
    ],
)
def test_the_marks_are_what_the_faults_leave(faults: list[str], adequacy: int, fluency: int) -> None:
    found = tuple(Fault(kind, severity, "words") for kind, severity in (fault.split(":") for fault in faults))
    assert marks(Output("", "", "", found)) == {"adequacy": adequacy, "fluency": fluency}


def test_the_systems_are_graded() -> None:
    adequacy, fluency = ({system: average(system)[which] for system in SYSTEMS} for which in (0, 1))
    assert adequacy["human"] > adequacy["terse"] > adequacy["phrase_based"] > adequacy["fluent_but_wrong"]
    assert fluency["fluent_but_wrong"] == 5
    assert fluency["human"] > fluency["terse"] > fluency["phrase_based"] > fluency["word_by_word"]


def test_bleu_likes_what_is_fluent_but_wrong_and_the_brevity_penalty_hits_what_is_terse() -> None:
    scores = {system: score(system) for system in SYSTEMS}
    assert scores["fluent_but_wrong"] > scores["human"] > scores["phrase_based"] > scores["terse"]
    assert scores["terse"] > scores["word_by_word"]


def test_its_datasheet_says_what_is_so() -> None:
    for system in SYSTEMS:
        adequacy, fluency = average(system)
        faulty = sum(bool(output.faults) for output in of(system))
        row = f"| `{system}` | {faulty} | {adequacy:.2f} | {fluency:.2f} | {100 * score(system):.1f} |"
        assert row in README
    written = Counter(fault.kind for output in OUTPUTS for fault in output.faults)
    assert set(written) == {*KINDS["adequacy"], *KINDS["fluency"]}
    for kind, id, words in re.findall(r"(?m)^\| `(\w+)` \|.*\| (\w\w-\d\d) `(.*)` \|$", README):
        (output,) = (one for one in OUTPUTS if one.id == id and words in one.text)
        written.pop(kind)
        assert kind in [fault.kind for fault in output.faults]
    assert not written, "kinds without an example"


def damaged(folder: Path, name: str, line: int, old: str, new: str) -> Path:
    lines = files("mtexplain.examples.corpus").joinpath(name).read_text("utf-8").split("\n")
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    (folder / name).write_text("\n".join(lines), "utf-8")
    return folder


@pytest.mark.parametrize(
    ("name", "line", "old", "new"),
    [
        ("segments.tsv", 1, "source", "text"),
        ("segments.tsv", 3, "\t", " "),
        ("outputs.tsv", 3, "order:", "odor:"),
        ("outputs.tsv", 4, ":critical:", ":grave:"),
        ("outputs.tsv", 4, ":platform 6, not from platform 4", ""),
        ("outputs.tsv", 5, "\t", "\t\t"),
    ],
)
def test_a_damaged_file_is_named_with_its_line(name: str, line: int, old: str, new: str, tmp_path: Path) -> None:
    folder = damaged(tmp_path, name, line, old, new)
    with pytest.raises(InputError, match=rf"^{name}, line {line}: got "):
        segments(folder) if name == "segments.tsv" else outputs(folder)


@pytest.mark.parametrize("judge", JUDGES)
def test_a_judge_ranks_every_output_of_ten_segments_two_of_each_language(judge: str) -> None:
    given = ranks(judge)
    assert Counter(SEGMENTS[name].language for name in given) == dict.fromkeys(("fr", "zh", "de", "es", "ar"), 2)
    assert all(sorted(row) == sorted(SYSTEMS) and set(row.values()) <= set(range(1, 6)) for row in given.values())


def test_there_are_two_judges() -> None:
    with pytest.raises(InputError, match="one of mira, jonas"):
        ranks("me")


@pytest.mark.parametrize(
    ("ids", "told"),
    [
        (5, "ids: got int, 5; expected a list of ids"),
        (None, "ids: got None"),
        ("fr-01", "ids: got a string, 'fr-01'; expected a list"),
        ([], "ids: got none; expected ids of segments"),
        (iter(()), "ids: got none"),
        ([["fr-01"]], r"ids\[0\]: got list, \['fr-01'\]; expected ids of segments"),
        (["fr-01", "fr-99"], r"ids\[1\]: got a string, 'fr-99'; expected ids of segments"),
        (["fr-01", "zh-02", "fr-01"], r"ids\[2\]: got a string, 'fr-01', again; .*, each once"),
    ],
)
def test_segments_are_chosen_by_their_ids_each_once(ids: object, told: str) -> None:
    with pytest.raises(InputError, match=told):
        chosen(ids)  # type: ignore[arg-type]
    assert chosen(reversed(["fr-01", "zh-02"]), "segments") == ("zh-02", "fr-01")
