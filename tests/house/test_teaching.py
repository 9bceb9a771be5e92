"""What docs/teaching.md promises a lecturer: cells that exist, minutes that add up, commands that run."""

import json
import re
from itertools import pairwise

import mtexplain
from tests.house.test_lecture import LECTURES, MINUTES, REFERENCE, A, B, cells
from tests.places import ROOT

TEXT = (ROOT / "docs" / "teaching.md").read_text("utf-8")
CELL = re.compile(r"\b(\d\d) / ([\w-]+)")


def test_each_confusion_leads_to_cells_that_exist() -> None:
    """All 22 of them, in order."""
    rows = re.findall(r"(?m)^\| (\d+) \| .+ \| (.+) \|$", TEXT)
    assert [int(number) for number, _ in rows] == list(range(1, 23))
    assert all(CELL.search(where) for _, where in rows)
    for number, name in CELL.findall(TEXT):
        (path,) = (ROOT / "notebooks").glob(f"{number}_*.ipynb")
        assert name in [cell["id"] for cell in json.loads(path.read_text("utf-8"))["cells"]], (number, name)


def test_the_minutes_of_its_plans_follow_one_another() -> None:
    """The plans end at 45, 90, 90, 90 and 90 minutes."""
    times = [(int(start), int(stop)) for start, stop in re.findall(r"\| (\d+) to (\d+) \| ", TEXT)]
    ends = [stop for (_, stop), after in zip(times, [*times[1:], (0, 0)], strict=True) if after[0] == 0]
    assert ends == [45, 90, 90, 90, 90]
    assert all(start in (0, stop) for (_, stop), (start, _) in pairwise(times))


def test_the_slides_it_names_are_those_of_the_lecture() -> None:
    (lecture,) = LECTURES
    slides = len(cells(lecture, "slide", "subslide"))
    assert f"{slides} slides" in TEXT
    spans = re.findall(r"\| (?:(\d+) to )?(\d+) \|\n", TEXT.partition("## A lecture and a lab")[0])
    assert int(spans[-1][1]) == slides


def test_the_short_ways_through_the_lecture_save_the_minutes_that_are_missing() -> None:
    """The ways are for 30 minutes, with the result of slide 19 shown, and for slide 13 in minute 21 instead of 15."""
    (lecture,) = LECTURES
    spans = [MINUTES.findall(notes)[0][:2] for notes in cells(lecture, "notes")]
    lasts = {slide: int(stop) - int(start) for slide, (start, stop) in enumerate(spans, 1)}
    assert "leave out slides 6, 11, 15 to 17, 21, 22 and 24 to 26" in TEXT
    assert sum(lasts.values()) - sum(lasts[out] for out in (6, 11, 15, 16, 17, 21, 22, 24, 25, 26)) == 31
    assert lasts[19] == 3
    assert "not reached slide 13, show 13 and 14, jump to 18 (**G**, 18, Enter), and leave out 24 and 25" in TEXT
    assert sum(lasts[out] for out in (15, 16, 17, 24, 25)) >= 21 - int(spans[12][0])
    skipped = [slide for slide, notes in enumerate(cells(lecture, "notes"), 1) if MINUTES.findall(notes)[0][2]]
    assert "({}, {} and {})".format(*skipped) in TEXT


def test_the_answers_to_the_tasks_of_the_lab_are_right() -> None:
    def score(candidate: str, reference: str = REFERENCE[0]) -> str:
        return f"{mtexplain.bleu(candidate, [reference]).score:.2f}"

    a, b = (" ".join(trace.candidate) for trace in (A, B))
    assert score(b.replace("goes", "leaves")) == "1.00"
    words = a.split()
    assert {score(" ".join([*words[:at], "goes", *words[at + 1 :]])) for at in range(4)} == {"0.00"}
    assert (score(a), score(a.replace("half", "the"))) == ("0.43", "0.45")
    (long,) = re.findall(r"With the reference `(.+?)`", TEXT)
    (short,) = re.findall(r"add `banana` to `(.+?)`", TEXT)
    assert (score(short, long), score(f"{short} banana", long)) == ("0.47", "0.50")
