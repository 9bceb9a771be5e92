"""What docs/teaching.md promises a lecturer: cells that exist, minutes that add up, commands that run."""

import json
import re
from itertools import pairwise

from tests.house.test_lecture import LECTURES, cells
from tests.places import ROOT

TEXT = (ROOT / "docs" / "teaching.md").read_text("utf-8")
CELL = re.compile(r"\b(\d\db?) / ([\w-]+)")


def test_each_confusion_leads_to_cells_that_exist() -> None:
    """All 22 of them, in order."""
    rows = re.findall(r"(?m)^\| (\d+) \| .+ \| (.+) \|$", TEXT)
    assert [int(number) for number, _ in rows] == list(range(1, 23))
    assert all(CELL.search(where) for _, where in rows)
    for number, name in CELL.findall(TEXT):
        (path,) = (ROOT / "notebooks").glob(f"{number}_*.ipynb")
        assert name in [cell["id"] for cell in json.loads(path.read_text("utf-8"))["cells"]], (number, name)


def test_the_minutes_of_its_plans_follow_one_another() -> None:
    """To 45, to 90, and twice to 90."""
    times = [(int(start), int(stop)) for start, stop in re.findall(r"\| (\d+) to (\d+) \| ", TEXT)]
    ends = [stop for (_, stop), after in zip(times, [*times[1:], (0, 0)], strict=True) if after[0] == 0]
    assert ends == [45, 90, 90, 90, 90]
    assert all(start in (0, stop) for (_, stop), (start, _) in pairwise(times))


def test_the_slides_it_names_are_those_of_the_lecture() -> None:
    (lecture,) = LECTURES
    slides = len(cells(lecture, "slide", "subslide"))
    assert f"{slides} slides" in TEXT
    spans = re.findall(r"\| (?:(\d+) to )?(\d+) \|\n", TEXT.partition("## 90 minutes")[0])
    assert int(spans[-1][1]) == slides
