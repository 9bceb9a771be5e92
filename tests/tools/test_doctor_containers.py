"""What is no list, as people have it: columns of pandas, arrays, generators, sets, views of dicts.

The tools get the same, made anew each time, for a generator can be gone through only once.
"""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

import mtexplain
from mtexplain import InputError
from mtexplain.explain.tools.doctor.nesting import kept
from mtexplain.explain.tools.doctor.tools import verdict
from tests.tools.test_doctor_tools import ASKED, WORDED_BY_PYTHON, _quiet, run  # noqa: F401 - the fixture works by its name
from tools.record_shapes import outcome

TEXT = ["the cat sat on the mat", "a dog ran home now"]
ONE = ["the cat sat on the mat", "the dog ran home now"]
ROWS = [[one] for one in ONE]
Make = Callable[[list[Any]], Any]
KINDS: dict[str, Make] = {
    "a pandas Series": lambda items: pd.Series(items),
    "a NumPy array": lambda items: np.array(items),
    "a generator": lambda items: (one for one in items),
    "the values of a dict": lambda items: dict(enumerate(items)).values(),
    "an object that is no list": lambda items: map(str, items) if isinstance(items[0], str) else iter(items),
}
PLACES: dict[str, Callable[[Make], tuple[Any, Any]]] = {
    "candidates": lambda make: (make(TEXT), ROWS),
    "references": lambda make: (TEXT, make(ROWS)),
    "flat references": lambda make: (TEXT, make(ONE)),
    "groups": lambda make: (TEXT, [make(row) for row in ROWS]),
    "a group": lambda make: (TEXT, [ROWS[0], make(ROWS[1])]),
    "a stream": lambda make: (TEXT, [make(ONE)]),
    "candidates and a stream": lambda make: (make(TEXT), [make(ONE)]),
    "tokens": lambda make: ([make(one.split()) for one in TEXT], [[make(one.split())] for one in ONE]),
}
every_kind = pytest.mark.parametrize("kind", KINDS)
every_place = pytest.mark.parametrize("place", PLACES)


@every_kind
@every_place
def test_what_is_no_list_does_what_it_does_in_the_tool(kind: str, place: str) -> None:
    for tool, ask in ASKED.items():
        expected = outcome(ask, *PLACES[place](KINDS[kind]))
        candidates, references = PLACES[place](KINDS[kind])
        found = verdict(tool, kept(candidates, "candidates"), kept(references, "references"), None)
        error, _, said = found.error.partition(": ")
        assert error == expected.get("raises", "")
        assert error in WORDED_BY_PYTHON or said.strip() == expected.get("says", "").strip()
        if found.score:
            assert found.score.reported == pytest.approx(expected["value"], rel=1e-9, abs=1e-300)


@every_kind
@every_place
def test_it_is_named_and_mtexplain_refuses_it_by_name(kind: str, place: str) -> None:
    passed = PLACES[place](KINDS[kind])
    checkup = mtexplain.diagnose(*passed)
    found = [one for one in checkup.findings if one.code == "not-list"]
    assert found
    assert all(kind in one.text for one in found)
    assert checkup.candidates == TEXT
    assert checkup.references == ROWS
    with pytest.raises(InputError) as raised:
        mtexplain.corpus_bleu(*passed)
    said = " ".join(str(raised.value).split())
    assert checkup.tools[-1].error.removeprefix("InputError: ").rstrip("…") in said
    assert all(one.encode() for one in (str(checkup), checkup.to_html(), checkup.to_latex(), repr(checkup)))
    assert json.dumps(checkup.to_dict())


@every_kind
@every_place
@pytest.mark.parametrize("tool", ["sacreBLEU", "NLTK", "mtexplain"])
def test_the_line_to_write_makes_lists(kind: str, place: str, tool: str) -> None:
    checkup = mtexplain.diagnose(*PLACES[place](KINDS[kind]))
    rules = {"mtexplain": "paper"}.get(tool, tool.lower())
    expected = mtexplain.corpus_bleu(TEXT, ROWS, rules=rules).reported
    assert float(run(checkup.calls[tool], PLACES[place](KINDS[kind]))) == pytest.approx(expected, rel=1e-9)


def test_the_lines_people_need() -> None:
    table = pd.DataFrame({"mt": TEXT, "ref": ONE})
    checkup = mtexplain.diagnose(table.mt, [table.ref])
    assert checkup.call == (
        "import sacrebleu; sacrebleu.corpus_bleu(candidates.tolist(), [one.tolist() for one in references]).score"
    )
    assert checkup.tools[0].error == "TypeError: BLEU: Each element of `refs` should be a sequence of strings."
    first, second = checkup.findings[1:3] if checkup.findings[0].code == "transposed" else checkup.findings[:2]
    assert first.text == "candidates is a pandas Series, no list."
    assert first.fix.startswith("Write candidates.tolist():")
    assert second.where == "references[0]"


def test_what_is_to_be_known_of_them() -> None:
    once = mtexplain.diagnose(TEXT, (row for row in ROWS)).findings[0]
    assert "only once" in once.fix
    unordered = mtexplain.diagnose({TEXT[0]}, [ROWS[0]]).findings[0]
    assert "a set has no order" in unordered.fix
    columns = mtexplain.diagnose(pd.DataFrame({"mt": TEXT}), ROWS)
    assert any("the names of its columns" in one.fix for one in columns.findings)


def test_an_array_without_dimensions_holds_nothing_to_walk_through() -> None:
    assert mtexplain.diagnose(np.array("a cat"), ROWS[:1]).tools[0].error.startswith("TypeError")
