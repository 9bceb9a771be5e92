"""None where references belong: each tool's own number or error."""

from typing import Any

import pytest

import mtexplain
from tests.tools.test_doctor_tools import ASKED, WORDED_BY_PYTHON, _quiet  # noqa: F401 - the fixture works by its name
from tools.record_shapes import ONE, TEXT, outcome

ABSENT: dict[str, Any] = {
    "no references": None,
    "one None": [None],
    "a stream and None": [ONE, None],
    "None and a stream": [None, ONE],
    "a stream of None": [[None, None, None]],
    "a gap first": [[None, *ONE[1:]]],
    "a gap filled": [[None, *ONE[1:]], ONE],
    "a gap last": [[*ONE[:2], None]],
    "a group of None": [[ONE[0]], [None], [ONE[2]]],
    "None for a group": [[ONE[0]], None, [ONE[2]]],
    "flat, with a gap": [ONE[0], None, ONE[2]],
}


@pytest.mark.parametrize("name", ABSENT)
@pytest.mark.parametrize("candidates", [TEXT, TEXT[0], [TEXT[0]], [None, *TEXT[1:]]], ids=str)
def test_none_does_what_it_does_in_the_tool(name: str, candidates: Any) -> None:
    checkup = mtexplain.diagnose(candidates, ABSENT[name])
    assert str(checkup)
    for found in checkup.tools[: len(ASKED)]:
        expected = outcome(ASKED[found.tool], candidates, ABSENT[name])
        error, _, said = found.error.partition(": ")
        assert error == expected.get("raises", ""), (found.error, expected)
        assert error in WORDED_BY_PYTHON or said.strip() == expected.get("says", "").strip()
        if found.score:
            assert found.score.reported == pytest.approx(expected["value"], rel=1e-9, abs=1e-300)
