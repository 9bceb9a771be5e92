"""Whose number is this: the search finds the settings that made a number, and is honest where none did."""

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from nltk.translate.bleu_score import SmoothingFunction
from nltk.translate.bleu_score import corpus_bleu as nltk_bleu
from pycocoevalcap.bleu.bleu_scorer import BleuScorer
from sacrebleu.metrics.bleu import BLEU

from mtexplain import InputError, bleu, corpus_bleu, which_rules
from mtexplain.display.parts import Real
from mtexplain.explain.tools.disagreements.reported import read
from mtexplain.explain.tools.disagreements.which import Counted, changes, settings
from mtexplain.rules import RULES
from tests.places import DATA
from tools.record import corpora

TEXT = "The cat sat.", ["A cat sat here.", "the Cat sat"]


def test_a_score_from_counts_is_the_score_of_the_trace() -> None:
    draw = random.Random(1)
    several = [one for number in (0, 1, 2) for one in draw.sample(list(settings(number)), 10)]
    for corpus in corpora("which", 60):
        counted = Counted(corpus["candidates"], corpus["references"])
        for rules, _ in several:
            assert counted.score(rules) == float(
                corpus_bleu(corpus["candidates"], corpus["references"], rules=rules).uncapped
            )


def test_every_setting_is_another_one_and_none_says_what_its_base_says() -> None:
    assert [rules.name for rules, _ in settings(0)] == list(RULES)
    one = [rules for rules, _ in settings(1)]
    assert not set(one) & set(RULES.values())
    assert len(set(one)) == len(one) > 300
    assert "coco-java" not in [change.fields.get("tokenize") for change in changes()]


@pytest.mark.parametrize("name", RULES)
def test_what_a_tool_prints_is_found_with_that_tool(name: str) -> None:
    """Unless another one prints the same. Where a float is printed whole, four digits of it are asked for."""
    for corpus in corpora(f"which {name}", 20):
        text = corpus["candidates"], corpus["references"]
        reported = f"{corpus_bleu(*text, rules=name).score:.4f}"
        found = which_rules(*text, reported)
        assert name in [match.rules.name for match in found.matches]
        assert {len(match.changes) for match in found.matches} == {0}


Returned = Iterator[tuple[list[str], list[list[str]], float]]
"""Texts, and the float that a tool returns for each."""


def nltk(method: int) -> Returned:
    smooth = getattr(SmoothingFunction(), f"method{method}")
    for corpus in corpora(f"whole {method}", 10):
        references = [[one.split() for one in group] for group in corpus["references"]]
        try:
            score = nltk_bleu(references, [one.split() for one in corpus["candidates"]], smoothing_function=smooth)
        except (AssertionError, IndexError):  # method 6 stops where p_3 is 0
            continue
        yield corpus["candidates"], corpus["references"], score


def sacrebleu() -> Returned:
    for corpus in corpora("whole", 20, files=True):
        streams = [list(one) for one in zip(*corpus["references"], strict=True)]
        yield corpus["candidates"], corpus["references"], BLEU().corpus_score(corpus["candidates"], streams).score


def coco() -> Returned:
    for corpus in corpora("whole", 20):
        scorer = BleuScorer(n=4)
        for candidate, references in zip(corpus["candidates"], corpus["references"], strict=True):
            scorer += (candidate, references)
        yield corpus["candidates"], corpus["references"], scorer.compute_score(option="closest")[0][3]


def recorded(tool: str, field: str) -> Returned:
    for corpus in json.loads((DATA / f"recorded_{tool}.json").read_text("utf-8"))["corpora"][:60]:
        for call in corpus["calls"]:
            if not call["options"] and field in call:
                yield corpus["candidates"], corpus["references"], float(call[field])


WHOLE = {
    **{f"nltk method{method}": ("nltk", nltk(method)) for method in range(8)},
    "sacrebleu": ("sacrebleu", sacrebleu()),
    "coco": ("coco", coco()),
    "evaluate": ("evaluate", recorded("evaluate", "bleu")),
    "torchmetrics": ("torchmetrics", recorded("torchmetrics", "value")),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("tool", WHOLE)
def test_all_digits_of_a_float_are_found_with_the_tool_that_returned_it(tool: str) -> None:
    """Tools add their floats in another order than we do, so the last digits differ."""
    rules, returned = WHOLE[tool]
    whole = 0
    for candidates, references, score in returned:
        found = which_rules(candidates, references, repr(score)).matches
        assert rules in [match.rules.name for match in found], (candidates, references, score)
        if len(repr(score)) > 15:
            whole += 1
            near = 1e-6 if tool == "torchmetrics" else 1e-12
            assert max(one.score for one in found) == pytest.approx(min(one.score for one in found), rel=near)
    assert whole >= 5


@pytest.mark.parametrize(
    ("typed", "value", "scales"),
    [
        (" 24.0\n", "24", (1, 100)),
        ("24.0%", "24", (100,)),
        ("24 %", "24", (100,)),
        ("24\u00a0%", "24", (100,)),
        (".2403", "0.2403", (1, 100)),
        ("0.028001199818524888", "0.028001199818524888", (1, 100)),
        ("100.00000000000004", "100.00000000000004", (1, 100)),
        ("1.1416e-02", "0.011416", (1, 100)),
        ("2.4e+01", "24", (1, 100)),
        ("1E-9", "1e-9", (1, 100)),
        ("tensor(0.2403)", "0.2403", (1, 100)),
        ("tensor(0.2403, device='cuda:0')", "0.2403", (1, 100)),
        ("tensor(0.2403,\n       grad_fn=<DivBackward0>)", "0.2403", (1, 100)),
        ("np.float64(0.2403)", "0.2403", (1, 100)),
        ("numpy.float32(24.03)", "24.03", (1, 100)),
        ("array(0.2403)", "0.2403", (1, 100)),
        ("Decimal('0.2403')", "0.2403", (1, 100)),
    ],
)
def test_a_number_is_read_as_it_was_pasted(typed: str, value: str, scales: tuple[int, ...]) -> None:
    found = read(typed)
    assert (found.value, found.scales, found.text) == (Fraction(value), scales, " ".join(typed.split()))


@pytest.mark.parametrize(
    ("typed", "score", "fits"),
    [
        ("0.41113361690051975", 0.4111336169005197, True),
        ("0.411133616900530", 0.4111336169005197, False),
        ("41.1133616900520", 0.4111336169005197, True),
        ("41.1133616900530", 0.4111336169005197, False),
        ("100.00000000000004", 1.0, True),
        ("100.000000000001", 1.0, False),
        ("0.41113361716270447", 0.4111336169005197, True),  # a float of 32 bits, written with all digits of 64
        ("0.41113483905792236", 0.4111336169005197, False),
        ("tensor(0.4111)", 0.4111336169005197, True),
        ("tensor(0.4112)", 0.4111336169005197, False),
        ("tensor(1.)", 1.0, True),
        ("tensor(1.)", 0.9, False),
        ("41.", 0.4111336169005197, True),  # only torch and NumPy print 1.0000 as 1.
        ("0.5000000000000", 0.5000003, False),  # zeros at the end are no sign of a float of 32 bits
        ("0.24", 0.245, True),
        ("0.25", 0.245, True),  # halfway: a tool's float is below it or above
        ("0.24", 0.2451, False),
        ("24.0%", 0.24, True),
        ("0.24%", 0.24, False),
        ("1.2e-231", 1.1640469867513693e-231, True),
        ("1.3e-231", 1.1640469867513693e-231, False),
        ("0", 0.0, True),
    ],
)
def test_which_scores_are_printed_so(typed: str, score: float, fits: bool) -> None:
    assert read(typed).fits(score) is fits


def test_all_matches_print_the_number() -> None:
    for reported in ("0.50", "35.4", "12.3", "0.0"):
        found = which_rules(*TEXT, reported)
        digits = len(reported.partition(".")[2])
        for match in found.matches:
            score = bleu(*TEXT, rules=match.rules).score
            assert reported in (f"{score:.{digits}f}", f"{100 * score:.{digits}f}")


def test_fewest_changes_come_first() -> None:
    assert [match.rules.name for match in which_rules(*TEXT, "35.4").matches] == ["sacrebleu", "sacrebleu-sentence"]
    one = which_rules(*TEXT, "0.50")
    assert {len(match.changes) for match in one.matches} == {1}
    assert ("sacrebleu", "BLEU-2") in [(match.rules.name, match.wording) for match in one.matches]
    both = which_rules("The Cat sat on the mat.", ["the cat sat on the mat!"], "84.1")
    assert {len(match.changes) for match in both.matches} <= {1, 2}


def test_two_changes_are_found() -> None:
    text = ["The Cat sat on the mat today."], [["the cat sat on the mat!"]]
    rules = {"tokenize": "intl", "lowercase": True, "max_n": 3}
    reported = f"{corpus_bleu(*text, rules='sacrebleu', **rules).reported:.3f}"  # type: ignore[arg-type]
    found = which_rules(*text, reported)
    assert found.rules is not None
    assert f"{corpus_bleu(*text, rules=found.rules).score * 100:.3f}" == reported


def test_where_none_prints_it_it_says_so_and_shows_the_nearest() -> None:
    found = which_rules(*TEXT, "77.7")
    assert found.matches == ()
    assert found.rules is None
    assert found.tried > 5_000
    assert "None of " in str(found)
    assert "The nearest settings, on the scale of 0 to 100:" in str(found)
    scores = [match.score for match in found.nearest]
    assert [abs(score - 0.777) for score in scores] == sorted(abs(score - 0.777) for score in scores)


def test_nltk_s_tiny_zero_and_a_score_above_1_are_found() -> None:
    tiny = which_rules("a b", ["a c"], f"{bleu('a b', ['a c'], rules='nltk').reported:.4e}")
    assert [(match.rules.name, match.changes) for match in tiny.matches] == [("nltk", ())]
    above = which_rules(
        "a b c d e",
        ["a b c d e"],
        f"{bleu('a b c d e', ['a b c d e'], rules='nltk', smoothing='nltk-method5').reported:.4f}",
    )
    assert "smoothing nltk-method5" in [match.wording for match in above.matches]
    assert all(match.score > 1 for match in above.matches)


def test_where_several_scores_round_to_it_a_note_says_so() -> None:
    seen = set()
    for reported in ("0", "1", "35.4", "35.36", "0.50"):
        found = which_rules(*TEXT, reported)
        several = len({match.score for match in found.matches}) > 1
        assert ("not-unique" in [note.code for note in found.notes]) == several
        seen.add((several, len(found.matches) > 1))
    assert seen >= {(True, True), (False, True)}  # several settings with one score are no reason for the note


def test_all_views_show_it() -> None:
    found = which_rules(*TEXT, "35.36")
    assert "These rules print 35.36 as they are: sacrebleu, sacrebleu-sentence." in str(found)
    assert "as it is" in found.to_html()
    assert "sacrebleu-sentence" in found.to_latex().replace("{-}", "-")
    assert list(found.to_frame()["rules"]) == ["sacrebleu, sacrebleu-sentence"]
    assert json.loads(json.dumps(found.to_dict()))["matches"][0] == {
        "rules": "sacrebleu",
        "changes": [],
        "score": found.matches[0].score,
    }
    assert repr(found) == "WhichRules(35.36: sacrebleu: as it is; sacrebleu-sentence: as it is)"


NO_NUMBERS = ["", "24,0", "-1", "201", "nan", "1e2", "1e-1000", "٢٤", ".", "%", "tensor([0.24, 0.25])", "9" * 10_000]


@pytest.mark.parametrize(
    ("reported", "message"),
    [
        *((text, "expected a number, written as it was printed") for text in NO_NUMBERS),
        (24.0, "Put it in quotes"),
        (24, "Put it in quotes"),
        ("24,0", "Write a point, not a comma"),
        ("BLEU = 24.0, 60.0/30.0", "use parse_report"),
    ],
)
def test_what_is_no_number_is_refused(reported: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        which_rules(*TEXT, reported)


def test_text_that_cannot_be_scored_is_refused() -> None:
    with pytest.raises(InputError):
        which_rules("a", "a", "24.0")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("reported", "scale", "distance"),
    [("0.92", 1, 0.17), ("92", 100, 17), ("92%", 100, 17), ("92.0", 100, 17), (".92", 1, 0.17), ("0.92%", 100, 0.92)],
)
def test_the_nearest_is_nearest_on_the_scale_of_the_number(reported: str, scale: int, distance: float) -> None:
    """BLEU-1 is 3/4; 5e-06, which is BLEU-3 by coco's rules, is the nearest only to 0.92 %."""
    found = which_rules("a fast brown fox", ["a quick brown fox"], reported)
    assert (found.matches, found.scale) == ((), scale)
    assert found.distances[0] == pytest.approx(distance, abs=1e-3)
    assert list(found.distances) == sorted(found.distances)
    if reported != "0.92%":
        assert found.nearest[0].score == 0.75
        assert found.table.rows[0][2:] == (Real(0.75 * scale), Real(found.distances[0]))
    assert found.table.title == f"The nearest settings, on the scale of 0 to {scale}:"
    assert f"distance from {reported}" in str(found)
    told = found.to_dict()
    assert (told["scale"], told["nearest"][0]["distance"]) == (scale, found.distances[0])
