"""One output under every tool's rules: the rows, where they differ, the views, and the line of code for each number."""

import json
import sys
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from mtexplain import InputError, bleu, compare, compare_corpus, corpus_bleu
from mtexplain.display import plain
from mtexplain.explain.tools.disagreements import calls
from mtexplain.explain.tools.disagreements.comparison import Comparison
from mtexplain.explain.tools.disagreements.stages import STAGES, parting, smoothed
from mtexplain.rules import COCO, EVALUATE, MULTI_BLEU, NLTK, PAPER, RULES, SACREBLEU, TORCHMETRICS, BleuRules
from tools.record import corpora

NO_WORD = "no word matches"
SHORT = compare("The cat sat.", ["A cat sat here.", "the Cat sat"])


def parts(whole: Comparison) -> dict[str, str]:
    return {row.rules.name: row.parting.stage.name if row.parting else "" for row in whole.rows}


def test_there_is_a_row_for_every_tool_and_the_first_is_the_paper() -> None:
    assert [row.rules.name for row in SHORT.rows] == list(RULES)
    assert SHORT.rows[0].parting is None


def test_each_row_is_the_score_that_bleu_gives_by_these_rules() -> None:
    for row in SHORT.rows:
        assert row.score == bleu("The cat sat.", ["A cat sat here.", "the Cat sat"], rules=row.rules)


def test_a_row_says_at_which_stage_it_parts_from_the_first() -> None:
    assert parts(SHORT) == {
        "paper": "", "sacrebleu": "tokens", "sacrebleu-sentence": "tokens", "nltk": "counts", "coco": "tokens",
        "multi-bleu": "printed", "mteval-v13a": "tokens", "mteval-v11b": "tokens", "evaluate": "tokens",
        "torchmetrics": "printed",
    }  # fmt: skip
    told = {row.rules.name: str(row.parting) for row in SHORT.rows}
    assert told["sacrebleu"] == "tokens: c = 4, not c = 3"
    assert told["nltk"] == "counts: 1/3 0/2 0/1 0/1, not 1/3 0/2 0/1 0/0"
    assert told["coco"] == "tokens: different, but equally many"
    assert told["multi-bleu"] == "only the printed number"


@pytest.mark.parametrize(
    ("settings", "candidate", "references", "stage"),
    [
        ({"tokenize": "13a"}, "a b.", ["a b ."], "tokens"),
        ({"tokenize": "13a"}, "a b", ["a b."], "tokens"),
        ({"tokenize": "coco"}, "A b c d", ["a b c d"], "case"),
        ({"lowercase": True}, "A b", ["A b c"], ""),
        ({"lowercase": True, "smoothing": "exp"}, "A b c d", ["A b c x"], "smoothing"),
        ({"lowercase": True}, "A b", ["a b"], "case"),
        ({"max_n": 2}, "a b", ["a b"], "counts"),
        ({"reference_length": "shortest"}, "a b c", ["a b c", "a"], "length"),
        ({"reference_length": "shortest"}, "a b c d", ["a b c d", "a b c d e"], ""),
        ({"smoothing": "exp"}, "a b c d", ["a b c x"], "smoothing"),
        ({"smoothing": "exp"}, "a b c d", ["a b c d"], ""),
        ({"missing": "left out"}, "a b", ["a b"], "smoothing"),
        ({"weights": [0.4, 0.3, 0.2, 0.1]}, "a b c d", ["a b c d"], "weights"),
    ],
)
def test_the_first_stage_that_differs_is_named(
    settings: dict[str, Any], candidate: str, references: list[str], stage: str
) -> None:
    found = parting(bleu(candidate, references), bleu(candidate, references, **settings))
    assert (found.stage.name if found else "") == stage


def test_what_differs_in_the_references_alone_is_told_there() -> None:
    found = parting(bleu("a b", ["a b."]), bleu("a b", ["a b."], tokenize="13a"))
    assert str(found) == "tokens: 3 in the references, not 2 in the references"


def test_a_change_that_no_one_can_see_is_not_told() -> None:
    rows = {row.rules.name: row for row in compare("a b c d e", ["a b c d x"], ["coco", "sacrebleu"]).rows}
    assert plain.formula(smoothed(rows["coco"].score)) == "all, by less than 10⁻⁶"
    one_percent = replace(PAPER, smoothing="add-k", smoothing_value=Fraction(1, 100))
    assert "p′_2" in plain.formula(smoothed(bleu("a b c d e", ["a b c d x"], rules=one_percent)))


def test_where_no_word_matches_some_rules_smooth_and_some_do_not() -> None:
    rules = replace(PAPER, smoothing="exp")
    smooths, gives_up = (bleu("a b c d", ["e f g h"], rules=one) for one in (rules, replace(rules, zero_when=NO_WORD)))
    found = parting(smooths, gives_up)
    assert found is not None
    assert str(found) == "smoothing: as counted, not p′_1 = 1/8, p′_2 = 1/12, p′_3 = p′_4 = 1/16"
    assert (gives_up.score, gives_up.exact) == (0, "(0/4 * 0/3 * 0/2 * 0/1)^(1/4)")
    assert smooths.score > 0


def test_the_stages_have_names_of_their_own_and_end_in_print() -> None:
    names = [stage.name for stage in STAGES]
    assert len(set(names)) == len(names)
    assert names[-1] == "printed"


def test_other_rules_can_be_asked_for_and_the_first_of_them_is_compared_with() -> None:
    mine = BleuRules("mine", smoothing="add-k")
    found = compare("a b c d", ["a b c x"], [mine, "PAPER", MULTI_BLEU])
    assert [row.rules for row in found.rows] == [mine, PAPER, MULTI_BLEU]
    assert parts(found) == {"mine": "", "paper": "smoothing", "multi-bleu": "smoothing"}


def test_a_tokeniser_of_one_s_own_is_kept() -> None:
    mine = BleuRules("mine", tokenize=list)
    found = compare("abcd", ["abcd"], [mine, "paper"])
    assert [row.score.score for row in found.rows] == [1, 0]
    assert found.rows[0].rules is mine
    assert found.rows[0].score.rules.tokenize == "list()"


def test_a_text_is_compared_as_a_text() -> None:
    texts = ["the cat sat.", "a dog"], [["the cat sat down."], ["a dog .", "the dog"]]
    found = compare_corpus(*texts)
    for row in found.rows:
        assert row.score == corpus_bleu(*texts, rules=row.rules)
    assert "tokens" not in [step.name for step in found.steps()]


def test_the_steps_say_who_goes_with_whom() -> None:
    assert [step.name for step in SHORT.steps()] == [
        "tokens",
        "counts",
        "brevity",
        "smoothing",
        "score",
        "partings",
        "calls",
    ]
    rows = SHORT.step("smoothing").parts[0].rows  # type: ignore[union-attr]
    told = [(row[0], plain.cell(row[1])) for row in rows]
    assert ("sacrebleu, sacrebleu-sentence", "p′_3 = p′_4 = 1/4") in told
    assert sorted(name for row in rows for name in str(row[0]).split(", ")) == sorted(RULES)


def test_the_notes_of_some_say_whose_they_are_and_what_the_table_shows_is_no_note() -> None:
    told = {note.code: note.where for note in SHORT.notes}
    assert told["least-float"] == "nltk"
    assert "zero-precision" not in told
    shared = compare("a\u200bb", ["a b"], ["paper", "nltk"]).notes
    assert [note.where for note in shared if note.code == "invisible"] == ["candidate"]


def test_all_views_show_it() -> None:
    text, page = str(SHORT), SHORT.to_html()
    assert "10 sets of rules give 5 different scores, from 0 to 0.6389." in text
    for row in SHORT.rows:
        assert row.rules.name in page
        assert row.score.printed in page
    assert "sacrebleu-sentence" in SHORT.to_latex().replace("{-}", "-")
    assert list(SHORT.to_frame()["rules"]) == list(RULES)
    assert json.loads(json.dumps(SHORT.to_dict()))["rows"][1]["parts_from_the_first"]["stage"] == "tokens"
    assert repr(SHORT).startswith("Comparison(paper: 0.0, sacrebleu: 35.36, ")


def test_hostile_text_is_escaped_in_the_lines_of_code_too() -> None:
    evil = "<script>alert('$\\textbf{x}$')</script> \u202e \n \x00"
    found = compare(evil, [evil, "a"])
    assert "<script>" not in found.to_html()
    assert "\u202e" not in found.to_html().replace("&#x202e;", "")
    assert "\x00" not in found.to_latex()


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ([], "rules: got an empty list"),
        ("paper", "rules: got a string, 'paper'; expected a list"),
        (["papr"], r"rules\[0\]: got a string, 'papr'; expected one of paper"),
        (["paper", 3], r"rules\[1\]: got int, 3; expected a set of rules"),
        ([BleuRules("mine", max_n=0)], r"rules\[0\], max_n: got int, 0"),
        ([BleuRules("mine", tokenize="14a")], "tokenize: got a string, '14a'"),
    ],
)
def test_what_is_no_set_of_rules_is_refused(rules: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        compare("a", ["a"], rules)


@pytest.mark.parametrize("texts", [(["a"], ["a"]), ("a", "a"), ("a", []), (None, ["a"])])
def test_what_is_no_sentence_is_refused(texts: Any) -> None:
    with pytest.raises(InputError):
        compare(*texts)
    with pytest.raises(InputError):
        compare_corpus(*texts)


# The lines of code.


def run(line: str, **names: Any) -> Any:
    """What a line returns: imports, and then an expression."""
    *imports, expression = line.split("; ", line.split("(")[0].count("; "))
    for one in imports:
        exec(one, names)
    return eval(expression, names)


CALLED = [
    (PAPER, {}), (PAPER, {"smoothing": "method1"}), (PAPER, {"max_n": 2, "tokenize": "char"}),
    (SACREBLEU, {}), (RULES["sacrebleu-sentence"], {}), (SACREBLEU, {"tokenize": "intl", "lowercase": True}),
    (SACREBLEU, {"smoothing": "floor", "smoothing_value": 0.3}), (SACREBLEU, {"max_n": 2, "tokenize": "whitespace"}),
    (SACREBLEU, {"smoothing": "none", "missing": "left out"}), (SACREBLEU, {"smoothing": "method4"}),
    (NLTK, {}), (NLTK, {"smoothing": "method1"}), (NLTK, {"smoothing": "nltk-method4", "smoothing_value": 3}),
    (NLTK, {"smoothing": "nltk-method5"}), (NLTK, {"max_n": 2}), (NLTK, {"weights": [0.4, 0.3, 0.2, 0.1]}),
    (NLTK, {"smoothing": "method4"}), (NLTK, {"lowercase": True}),
    (NLTK, {"smoothing": "method2", "smoothing_value": 2}),
    (COCO, {}), (COCO, {"max_n": 1}), (COCO, {"reference_length": "average"}),
    (MULTI_BLEU, {"smoothing": "exp"}), (replace(PAPER, name="mine", totals="at least 1"), {}),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "settings"), CALLED)
def test_the_line_gives_the_number_in_the_tool(rules: BleuRules, settings: dict[str, Any]) -> None:
    for corpus in corpora(f"calls {rules.name}", 60):
        candidates, references = corpus["candidates"], corpus["references"]
        text = corpus_bleu(candidates, references, rules=rules, **settings)
        found = run(calls.call(text.rules, text), candidates=candidates, references=references)
        assert float(found) == pytest.approx(text.reported, rel=1e-9, abs=1e-300)
        one = bleu(candidates[0], references[0], rules=rules, **settings)
        found = run(calls.call(one.rules, one, (candidates[0], *references[0])))
        assert float(found) == pytest.approx(one.reported, rel=1e-9, abs=1e-300)


def test_the_lines_of_tools_that_are_not_here_hold_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def taken(*arguments: Any, **options: Any) -> dict[str, float]:
        seen.append((arguments, options))
        return {"bleu": 0.5}

    monkeypatch.setitem(sys.modules, "evaluate", SimpleNamespace(load=lambda name: SimpleNamespace(compute=taken)))
    torch = SimpleNamespace(text=SimpleNamespace(bleu_score=taken))
    monkeypatch.setitem(sys.modules, "torchmetrics.functional", torch)
    monkeypatch.setitem(sys.modules, "torchmetrics.functional.text", torch.text)
    typed = ('it\'s "a" cat\n', "the 猫", "b")
    for rules, settings in [(EVALUATE, {"max_n": 2}), (TORCHMETRICS, {"smoothing": "add-k"})]:
        one = bleu(typed[0], list(typed[1:]), rules=rules, **settings)  # type: ignore[arg-type]
        run(calls.call(one.rules, one, typed))
    assert seen == [
        ((), {"predictions": [typed[0]], "references": [list(typed[1:])], "max_order": 2}),
        (([typed[0]], [list(typed[1:])]), {"smooth": True}),
    ]


def test_the_lines_of_scripts_are_a_shell_s() -> None:
    typed = ("it's", "the cat", "b")
    one = bleu("it's", ["the cat", "b"], rules=MULTI_BLEU)
    assert calls.call(MULTI_BLEU, one, typed) == (
        "rm -f ref ref[0-9]*; printf '%s\\n' 'the cat' > ref0; printf '%s\\n' b > ref1; "
        "printf '%s\\n' 'it'\"'\"'s' | perl multi-bleu.perl ref"
    )
    assert "-lc" in calls.call(replace(MULTI_BLEU, lowercase="ascii"), one, typed)
    assert calls.call(MULTI_BLEU, one, ("two\nlines", "a")).startswith("import mtexplain")
    assert calls.call(RULES["mteval-v13a"], one) == "perl mteval-v13a.pl -b -s src.sgm -r ref.sgm -t tst.sgm"


def test_random_texts_are_compared_without_an_error() -> None:
    for number, corpus in enumerate(corpora("compare", 200)):
        found = compare_corpus(corpus["candidates"], corpus["references"])
        assert [row.score.rules.name for row in found.rows] == list(RULES)
        if number % 10 == 0:
            assert found.rows[1].score.printed in str(found)
            assert found.rows[1].score.printed in found.to_html()


def test_a_setting_without_its_metric_is_not_dropped_in_silence() -> None:
    with pytest.raises(InputError, match=r"smoothing: got a setting; .* metric=mtexplain.bleu, smoothing="):
        compare("a", ["a"], smoothing="exp")  # type: ignore[call-overload]
