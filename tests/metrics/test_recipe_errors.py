"""What a recipe says of a slip of the pen: which name is wrong, where it stands, and what to write."""

from types import ModuleType

import pytest
from mtexplain.metrics.cider.recipe import CiderDScore

import mtexplain as m
from mtexplain.by_hand.mistakes import Way, mistake, read_mistakes
from mtexplain.by_hand.subject import Subject
from mtexplain.display.trace import Step
from mtexplain.metrics import parts
from mtexplain.metrics.cider.mistakes import CIDER_D_SUBJECT
from mtexplain.recipe.plan import Plan, steps
from mtexplain.recipe.quantity import Recipe, formula
from mtexplain.recipe.trace import RecipeScore, RecipeText

TRACE = m.caption_cider_d("ab", ["abc"], document_frequencies=[["abc"], ["d"]])


# Names.


@pytest.mark.parametrize(("text", "said"), [("matchez / 2", "matchez, which is not a quantity; did you mean matches?"),
                                            ("summ(matches)", "summ, which is not a quantity; did you mean sum?"),
                                            ("xyz", "xyz, which is not a quantity")])  # fmt: skip
def test_a_formula_with_an_unknown_name_is_told(text: str, said: str) -> None:
    class Typo(Recipe):
        matches = formula("m", "1")
        p = formula("P", text)

    with pytest.raises(AttributeError, match=f"^the formula of p uses {said}".replace("?", r"\?") + "$"):
        _ = Typo().p


@pytest.mark.parametrize("name", ["parts", "plan", "terms", "steps", "notes", "segments", "label"])
def test_a_quantity_does_not_hide_something_else(name: str) -> None:
    with pytest.raises(TypeError, match=f"the quantity {name} hides the {name} of .*; give it another name"):
        type("Hiding", (RecipeText,), {name: formula("x", "1")})


def test_nor_does_it_hide_what_only_a_text_has() -> None:
    class Sharing(RecipeScore):
        shared = formula("x", "1")

    with pytest.raises(TypeError, match="the quantity shared hides the shared of TextScore"):
        type("Text", (Sharing, RecipeText), {})


def test_a_quantity_may_be_another_in_a_subclass() -> None:
    class Other(CiderDScore):
        penalty = formula("Penalty", "1")

    assert Other.quantities["penalty"] is Other.penalty


# Plans, claims, mistakes.


def told(plan: Plan) -> list[Step]:
    return list(steps(TRACE, [plan]))


def test_a_plan_with_an_unknown_quantity_is_told() -> None:
    with pytest.raises(AttributeError, match=r"the plan of score shows scor, .* did you mean score\?"):
        told(Plan("score", "Score", "why", "source", ("scor",), "words"))


@pytest.mark.parametrize("text", ["{a}", "{", "{}"])
def test_braces_in_a_plan_that_stand_for_nothing_are_told(text: str) -> None:
    with pytest.raises(ValueError, match=r"the plan of score says '{.*': only {n}, {order} and {Order} are filled in"):
        told(Plan("score", "Score", text, "source", ("score",), "words"))


def test_a_claim_or_a_mistake_with_an_unknown_quantity_is_told() -> None:
    with pytest.raises(AttributeError, match=r"CIDEr-D: the claim p stands for penalti, .* did you mean penalty\?"):
        Subject("CIDEr-D", m.caption_cider_d, recipe=CiderDScore, claims={"p": "penalti"})
    with pytest.raises(AttributeError, match=r"the mistake slip replaces penalti, .* did you mean penalty\?"):
        mistake(CIDER_D_SUBJECT, "slip", "penalti", "", "1", "", "", ())


@pytest.mark.parametrize(("ways", "odd"), [({}, "cider-.*"), ({"cider-mine": "1"}, "cider-mine")])
def test_a_mistake_in_a_file_has_a_formula_there_or_a_way_beside_it(ways: dict[str, Way], odd: str) -> None:
    with pytest.raises(KeyError, match=rf"cider: .*{odd}.* must have either `wrong` in mistakes.toml, or"):
        read_mistakes("mtexplain.metrics.cider", (CIDER_D_SUBJECT,), ways)


# Texts, and a module that lacks something.


def test_a_metric_without_a_form_for_texts_says_so() -> None:
    alone = Subject("METEOR", m.meteor)
    assert alone.metrics == (m.meteor,)
    assert alone.score("ab", ["abc"]) == m.meteor("ab", ["abc"])
    with pytest.raises(m.InputError, match="METEOR scores one sentence: it has no function for a text"):
        alone.score(["ab"], [["abc"]])


def test_a_module_that_lacks_its_mistakes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "METRICS", {"word F": ("word_f", "word_f", {})})
    monkeypatch.setattr(parts, "import_module", ModuleType)
    with pytest.raises(AttributeError, match=r"^metrics/word_f.py has no SUBJECTS; write SUBJECTS = \(…\)$"):
        parts.parts("SUBJECTS")


# Orders.


def test_a_claim_is_told_by_the_label_of_its_order() -> None:
    found = m.check_working("ab cd", ["ab cd ef"], metric=m.chrf, max_n=1, word_order=1, p=[1, "1/3"])
    assert str(found).startswith("P_w1 = 2/2\n")
    assert [step.name for step in found.steps()] == ["n_w1"]
