"""Python's side of the site, without a browser: what a page may ask, what it is told, and what is refused."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.places import ROOT
from tools.site.play import METRICS, PAGES

FORMS = {name: one for name, one in PAGES.items() if one.get("call")}
PAGE = """
import json, sys
from types import ModuleType
told, page = [], ModuleType("page")
page.tell = lambda text: told.append(json.loads(text))
sys.modules["page"] = page
sys.path.insert(0, "tools/site/static")
import bridge
for call in sys.stdin:
    told.clear()
    print(json.dumps([json.loads(bridge.answer(call)), told]), flush=True)
"""
"""A separate Python, as in a page, in which the library's widgets have no Jupyter."""


class Bridge:
    """Calls with JSON in both directions. `told` is what the last call told the page unasked."""

    told: list[dict[str, Any]]

    def __init__(self, running: "subprocess.Popen[str]") -> None:
        self.running = running

    def __call__(self, call: str, /, **given: Any) -> Any:
        """The result of a call."""
        assert self.running.stdin
        assert self.running.stdout
        print(json.dumps({"name": call, "given": given}), file=self.running.stdin, flush=True)
        answer, self.told = json.loads(self.running.stdout.readline())
        assert answer.keys() <= {"result", "refused"}
        return answer["result"] if "result" in answer else f"refused: {answer['refused']}"


@pytest.fixture(scope="module")
def bridge() -> Iterator[Bridge]:
    """The bridge."""
    command = [sys.executable, "-c", PAGE]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        yield Bridge(running)
        assert running.stdin
        running.stdin.close()


def made(bridge: Bridge, metric: str = "bleu") -> Any:
    """A panel."""
    return bridge("made", kind="panel", name=metric, candidate="the cat", references=["the cat sat"])


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_has_a_panel_that_answers(bridge: Bridge, metric: str) -> None:
    panel = made(bridge, metric)
    assert panel["values"]["texts"] == ["the cat", "the cat sat"]
    bridge("take", number=panel["number"], values={"texts": ["the cat sat", "the cat sat"]})
    (told,) = bridge.told
    assert told["widget"] == panel["number"]
    assert "screen" in told["changes"]
    assert "texts" not in told["changes"]  # the page knows what it sent


def test_it_takes_the_metrics_that_the_pages_offer_and_no_other_name(bridge: Bridge) -> None:
    refused = made(bridge, "diagnose")
    assert refused == f"refused: metric: got 'diagnose'; expected one of {', '.join(METRICS)}."


def test_a_button_is_heard_and_a_state_comes_back(bridge: Bridge) -> None:
    panel = made(bridge)
    bridge("take", number=panel["number"], values={"texts": ["a cat", "the cat sat"]})
    state = bridge("state", number=panel["number"])
    bridge("hear", number=panel["number"], content={"do": "undo"})
    assert bridge.told[-1]["changes"]["texts"] == ["the cat", "the cat sat"]
    other = bridge("made", kind="panel", name="bleu", candidate="x", references=["y"], state=state)
    assert other["values"]["texts"] == ["a cat", "the cat sat"]


@pytest.mark.parametrize("name", FORMS)
def test_every_form_gives_a_result_as_it_stands(bridge: Bridge, name: str) -> None:
    given = {one["name"]: one.get("value", "bleu").strip() for one in FORMS[name]["fields"]}
    assert bridge(FORMS[name]["call"], **given).startswith('<div class="mtx')


@pytest.mark.parametrize(
    ("call", "given", "told"),
    [
        ("made", {"kind": "panel", "name": "os.system", "candidate": "a", "references": ["a"]}, "one of bleu, "),
        ("made", {"kind": "panel", "name": "bleu", "candidate": "a", "references": ["a"], "state": "AAAA"}, "state"),
        ("made", {"kind": "quiz", "topic": "nothing"}, "one of "),
        ("working", {"metric": "bleu", "candidate": "a", "references": "a", "claims": "p_1: 1"}, "line 1"),
        ("working", {"metric": "bleu", "candidate": "a", "references": "a", "claims": "x = 1"}, "x"),
        ("two_numbers", {"candidates": "a\nb", "references": "a\nb\nc", "first": "1", "second": "2"}, "3 lines"),
    ],
)
def test_what_can_not_be_meant_is_refused_in_a_sentence(bridge: Bridge, call: str, given: Any, told: str) -> None:
    answer = bridge(call, **given)
    assert answer.startswith("refused: ")
    assert told in answer


def test_a_tool_stands_for_its_number(bridge: Bridge) -> None:
    given = {"candidates": "It is a guide.", "references": "It is the guide."}
    for first in ("nltk", "NLTK ", "evaluate", "sacrebleu"):
        told = bridge("two_numbers", **given, first=first, second="sacrebleu")
        assert f"{first.strip().lower()} prints" in told
    assert "Scale and digits" in bridge("two_numbers", **given, first="nltk", second="0")


def test_an_exercise_is_checked_with_the_names_above_it(bridge: Bridge) -> None:
    cells = ["import mtexplain", "raise OSError", "trace = mtexplain.bleu('the the the', ['the cat'], max_n=1)",
             "p_1 = None  # words\nmtexplain.check(p_1, trace, 'p_1')"]  # fmt: skip
    assert bridge("checked", cells=cells, number=3, answers=["1/3"]) == "Right: 1/3."
    assert "no clipping" in bridge("checked", cells=cells, number=3, answers=["3/3"])
    assert bridge("checked", cells=cells, number=3, answers=[" "]).startswith("Write your answer")


def test_several_answers_have_a_verdict_each(bridge: Bridge) -> None:
    cells = [
        "import mtexplain",
        "a, b = None, None\nlast = [None]\nfor one in (a, b, *last):\n    mtexplain.check(one, 2)",
    ]
    assert bridge("checked", cells=cells, number=1, answers=["2", "", "3"]) == (
        "Right: 2.\nYour turn.\nNot yet. The right number is smaller."
    )


def test_numbers_have_the_names_that_people_give_them(bridge: Bridge) -> None:
    texts = {"metric": "bleu", "candidate": "the cat sat", "references": "the cat sat down"}
    told = bridge("working", **texts, claims="p1 = 3/3\nBP = e^(1 - 4/3)\nBLEU = 0")
    assert not told.startswith("refused")
    assert "3/3" in told


def test_lines_are_no_flat_list_and_the_two_that_differ_most_are_shown(bridge: Bridge) -> None:
    told = bridge("diagnose", candidates="en_XX the cat\nen_XX a dog", references="the cat\na dog ran")
    assert "a flat list" not in told
    assert "The two lines that differ most (line 2, 2 words in common out of 3 and 3)" in told
    assert "Checked for problems in the lists: " in told
    assert "Nothing is wrong" not in told


def test_a_number_that_no_tool_prints_says_so_first(bridge: Bridge) -> None:
    told = bridge("two_numbers", candidates="the cat sat", references="the cat sat down", first="71.65", second="26.08")
    assert "<h2>26.08: no tool prints it</h2>" in told


def test_markup_that_was_pasted_is_text(bridge: Bridge) -> None:
    attack = "<img src=x onerror=alert(1)>"
    assert attack not in bridge("compare", candidate=attack, references=attack)
    assert attack not in bridge("diagnose", candidates=attack, references=attack)


def test_an_address_becomes_a_drawing(bridge: Bridge) -> None:
    assert bridge("code", text="http://127.0.0.1:8000/").startswith("<svg")


def test_attention_is_changed_in_a_page_too(bridge: Bridge) -> None:
    code = 'mtexplain.attend(mtexplain.models.attention("2", "1; 0", "3; 5", tokens=["<b>"]))'
    made = bridge("made", kind="cell", cells=["import mtexplain", code], number=1)
    assert "0.8808" in made["values"]["shown"]
    assert "<b>" not in made["values"]["shown"].replace("<b>0.8808</b>", "")
    bridge("take", number=made["number"], values={"given": {**made["values"]["given"], "queries": [["x"]]}})
    assert bridge.told[0]["changes"].keys() == {"told"}
    bridge("take", number=made["number"], values={"given": {**made["values"]["given"], "queries": [["0"]]}})
    assert bridge.told[0]["changes"]["told"] == ""
    assert ">1/2<" in bridge.told[0]["changes"]["shown"]


RANKS = {"fr-01": [1, 2, 3, 4, 5]}
HEAD = "segment\tword_by_word\tphrase_based\tfluent_but_wrong\tterse\thuman\n"


def test_the_judge_takes_up_the_ranks_that_were_kept(bridge: Bridge) -> None:
    values = bridge("made", kind="judge", kept=json.dumps({"ranks": RANKS, "place": 3}))["values"]
    assert (values["ranks"], values["place"]) == (RANKS, 3)


@pytest.mark.parametrize(
    "kept",
    ["", "{", "null", "[]", "7", "[" * 9000, '{"ranks": []}', '{"ranks": {"fr-01": "12345"}, "place": 0}',
     '{"ranks": {"fr-01": [1, 2, 3, 4, [5]]}, "place": "x"}', '{"ranks": {"fr-99": [1, 2, 3, 4, 5]}, "place": 1e999}'],
)  # fmt: skip
def test_odd_ranks_are_not_kept(bridge: Bridge, kept: str) -> None:
    values = bridge("made", kind="judge", kept=kept)["values"]
    assert len(values["ballot"]) == 10
    assert values["result"] == values["file"] == ""
    assert values["place"] == 0


def test_a_ranking_that_was_saved_is_opened(bridge: Bridge) -> None:
    made = bridge("made", kind="judge")
    ranks = {one["id"]: [2, 1, 3, 5, 4] for one in made["values"]["ballot"]}
    bridge("take", number=made["number"], values={"ranks": ranks})
    [told] = [one["changes"] for one in bridge.told]
    assert told.keys() == {"file"}
    other = bridge("made", kind="judge")["number"]
    assert bridge("ranks_in", number=other, text=told["file"]) == ranks
    bridge("take", number=other, values={"ranks": ranks, "place": 10})
    assert "pairs of systems" in bridge.told[0]["changes"]["result"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: got a string, ''; expected segment"),
        ("/etc/passwd", "line 1: got a string, '/etc/passwd'; expected segment"),
        ("<script>alert(1)</script>\n", "expected segment, then the name of each system"),
        ("segment\thuman\nfr-01\t1\n", "got no system 'fluent_but_wrong'; expected the 5 systems of this page"),
        ("segment\tA\tB\nfr-01\t1\t2\n", "got a system 'A'; expected the 5 systems"),
        (f"{HEAD}fr-01\t1\t2\t3\t4\n", "got 4 ranks"),
        (f"{HEAD}fr-01\t1\t2\t3\t4\t9\n", "a whole number"),
        (f"{HEAD}fr-99\t1\t2\t3\t4\t5\n", "sentence 'ar-12'"),
    ],
)
def test_a_file_that_is_no_ranking_of_these_sentences_is_told(bridge: Bridge, text: str, told: str) -> None:
    number = bridge("made", kind="judge")["number"]
    answer = bridge("ranks_in", number=number, text=text)
    assert answer.startswith("refused: rankings")
    assert told in answer
    assert "root:" not in answer
