"""The edit ledger: what an edit won and lost, and which term moved the score."""

from collections import Counter
from math import inf, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import Bleu, Edit, InputError, bleu, corpus_bleu, explain_edit
from mtexplain.display import plain
from mtexplain.display.charts import Waterfall
from mtexplain.display.parts import Beside, Part, Prose
from mtexplain.explain.edits.changes import change
from tests.strategies import Segment, orders, segments, sentences

START = bleu("the the cat on the mat", ["there is a cat on the mat"])


def edited(candidate: str, start: str = "the the cat on the mat", *references: str) -> Edit:
    """The effect of an edit of the opening example, or of another start."""
    keys = list(references) or ["there is a cat on the mat"]
    return explain_edit(bleu(start, keys), bleu(candidate, keys))


def sentence(edit: Edit) -> str:
    """The sentences that say what was done."""
    parts: list[Part] = [edit.headline.why]
    parts += [one for part in edit.overview for one in (part.parts if isinstance(part, Beside) else (part,))]
    return " ".join(plain.prose(part) for part in parts if isinstance(part, Prose))


def test_the_example_of_the_panel() -> None:
    """One word wins credit, and the word that it replaces was clipped anyway."""
    edit = edited("there the cat on the mat")
    assert edit.won == {1: {("there",): 1}}
    assert edit.lost == {}
    assert [name for name, value in edit.terms if value] == ["1/4 * log p_1"]
    assert sentence(edit).startswith('You replaced "the" with "there". One more word matches. ')


def test_won_and_lost_have_every_order_with_its_counts() -> None:
    edit = edited("the cat on mat", "the cat on the mat", "the cat on the mat")
    assert edit.lost == {
        1: {("the",): 1},
        2: {("on", "the"): 1, ("the", "mat"): 1},
        3: {("cat", "on", "the"): 1, ("on", "the", "mat"): 1},
        4: {("the", "cat", "on", "the"): 1, ("cat", "on", "the", "mat"): 1},
    }
    assert edit.won == {}


@given(segments(), sentences(), orders)
def test_the_terms_add_up_to_the_change_of_the_log_score(segment: Segment, after: str, max_n: int) -> None:
    """If one of the scores is 0, the terms that make it 0 are named."""
    candidate, references = segment
    old, new = (bleu(text, references, max_n=max_n) for text in (candidate, after))
    edit = explain_edit(old, new)
    assert not any(value != value for _, value in edit.terms)
    zero = [name for score in (old, new) for name, value in score.terms if value == -inf]
    assert list(edit.responsible) == list(dict.fromkeys(zero))
    if zero:
        assert edit.log_change is None
        assert not old.score or not new.score
    else:
        assert edit.log_change is not None
        assert isclose(sum(value for _, value in edit.terms), new.log_score - old.log_score, abs_tol=1e-12)
        assert isclose(edit.log_change, new.log_score - old.log_score, abs_tol=1e-12)


@given(segments(), sentences(), orders)
def test_won_less_lost_is_the_change_of_the_matches(segment: Segment, after: str, max_n: int) -> None:
    """Order by order."""
    candidate, references = segment
    old, new = (bleu(text, references, max_n=max_n) for text in (candidate, after))
    edit = explain_edit(old, new)
    for one, other in zip(old.precisions, new.precisions, strict=True):
        won, lost = (sum(kind.get(one.n, {}).values()) for kind in (edit.won, edit.lost))
        assert one.matches + won - lost == other.matches


@given(segments(), sentences())
def test_an_edit_and_its_reverse_mirror_each_other(segment: Segment, after: str) -> None:
    candidate, references = segment
    old, new = bleu(candidate, references), bleu(after, references)
    there, back = explain_edit(old, new), explain_edit(new, old)
    assert there.won == back.lost
    assert {name: -value for name, value in there.terms} == dict(back.terms)


@given(segments(), sentences(), orders)
def test_every_view_of_every_edit_can_be_made(segment: Segment, after: str, max_n: int) -> None:
    """And never says nan."""
    candidate, references = segment
    edit = explain_edit(*(bleu(text, references, max_n=max_n) for text in (candidate, after)))
    for text in (str(edit), edit.to_html(), edit.to_latex(), repr(edit), str(edit.to_frame())):
        assert "nan" not in text


def test_a_score_of_0_names_the_responsible_term() -> None:
    """Before, after, and both."""
    zero, other, fine = "the cat sat on the mat", "the dog sat on the mat", "the cat is on the mat"
    mended = edited(fine, zero, fine)
    assert mended.responsible == ("1/4 * log p_4",)
    assert dict(mended.terms)["1/4 * log p_4"] == inf
    assert "no longer 0, because 1/4 · log p₄ is no longer log 0" in sentence(mended)
    broken = edited(zero, fine, fine)
    assert dict(broken.terms)["1/4 * log p_4"] == -inf
    assert "is 0 now, because 1/4 · log p₄ is log 0" in plain.step(broken.step("logarithms"))
    assert 'The score is 0, because none of these is in a reference: "the cat sat on"' in sentence(broken)
    still = edited(other, zero, fine)
    assert dict(still.terms)["1/4 * log p_4"] == 0
    assert "still 0, because 1/4 · log p₄ is log 0" in plain.step(still.step("logarithms"))
    assert 'The score is 0, because none of these is in a reference: "the dog sat on"' in sentence(still)


def test_the_waterfall_leads_from_the_score_before_to_the_score_now() -> None:
    edit = edited("there is cat on the mat")
    (fall,) = (part for part in edit.step("logarithms").parts if isinstance(part, Waterfall))
    first, *changes, last = fall.falls
    assert isclose(first.end, edit.before.terms[0].value + sum(value for _, value in edit.before.terms[1:]))
    for before, after in zip(fall.falls, changes, strict=False):
        assert isclose(before.end, after.start)
    assert isclose((changes or [first])[-1].end, last.end)
    assert {one.kind for one in changes} <= {"gain", "loss"}
    assert all((one.kind == "gain") == (one.end > one.start) for one in changes)


def test_references_and_settings_may_change_too() -> None:
    other = explain_edit(START, bleu("the the cat on the mat", ["the cat on the mat"]))
    assert sentence(other).startswith("You changed the reference. One more word")
    fewer = explain_edit(START, bleu("the the cat on the mat", ["there is a cat on the mat"], max_n=2))
    assert sentence(fewer).startswith("You changed the settings.")
    before, after = (sum(value for _, value in score.terms) for score in (fewer.before, fewer.after))
    assert isclose(sum(value for _, value in fewer.terms), after - before)


def test_each_cause_is_told_and_no_other() -> None:
    """White space is no cause, lower-casing is no edit, and if there are two causes, both are told."""
    spaced = explain_edit(START, bleu("the the cat  on the mat ", ["there is a cat on the mat"]))
    assert sentence(spaced) == "Nothing was edited. No n-gram earns more or less credit than before."
    lowered = explain_edit(bleu("The cat", ["the CAT"]), bleu("The cat", ["the CAT"], lowercase=True))
    assert sentence(lowered).startswith("You changed the settings. Two more words and one more pair match.")
    both = explain_edit(START, bleu("the cat on the mat", ["there is a cat", "x"]))
    assert sentence(both).startswith('You took out "the" and changed the references. ')


def test_a_score_that_moves_without_its_factors_is_not_called_still() -> None:
    """Fewer orders, other weights."""
    fewer = explain_edit(START, bleu("the the cat on the mat", ["there is a cat on the mat"], max_n=1))
    weighted = explain_edit(*(bleu("a b c", ["a b d"], max_n=2, weights=w) for w in (None, [0.9, 0.1])))
    for edit in (fewer, weighted):
        assert "Nothing" not in sentence(edit)


def test_nothing_is_said_to_be_nothing() -> None:
    edit = explain_edit(START, START)
    assert (edit.won, edit.lost, edit.change, edit.log_change) == ({}, {}, 0, 0)
    assert sentence(edit) == "Nothing was edited. No n-gram earns more or less credit than before."
    assert edit.headline.change == "no change"


def test_where_no_credit_moves_it_is_told_what_moves_the_score() -> None:
    longer = explain_edit(bleu("a b", ["a b"], max_n=2), bleu("a b c", ["a b"], max_n=2))
    assert "No n-gram earns more or less credit than before. But the candidate is 1 token longer, so " in str(longer)
    assert "1/2 · log p₁ and 1/2 · log p₂ fall." in str(longer)
    further = explain_edit(bleu("a b", ["a b"], max_n=2), bleu("a b", ["a b c"], max_n=2))
    assert "than before. But log BP falls." in str(further)
    assert "Won: nothing" not in str(longer) + str(further)


def test_texts_of_several_segments_can_be_compared() -> None:
    before = corpus_bleu(["a b", "c d"], [["a b"], ["c e"]], max_n=2)
    edit = explain_edit(before, corpus_bleu(["a b", "c e"], [["a b"], ["c e"]], max_n=2))
    assert edit.won == {1: {("e",): 1}, 2: {("c", "e"): 1}}
    assert edit.done is None
    assert "The text is different." in str(edit)
    assert "Nothing was edited." in str(explain_edit(before, before))


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (0.43, START, "before: got float, 0.43; expected a score"),
        (START, "the cat", "after: got a string, 'the cat'; expected a score"),
        (START, corpus_bleu(["a"], [["a"]]), "after: got CorpusBleu; expected a score of the same metric, Bleu"),
    ],
)
def test_what_cannot_be_compared_is_refused(before: Bleu, after: Bleu, words: str) -> None:
    with pytest.raises(InputError, match=words):
        explain_edit(before, after)


@pytest.mark.parametrize(
    ("before", "after", "kind", "told"),
    [
        ("a b c", "a c", "delete", 'You took out "b"'),
        ("a c", "a b c", "insert", 'You added "b"'),
        ("a b c", "a x c", "substitute", 'You replaced "b" with "x"'),
        ("a b c", "b a c", "swap", 'You swapped "a" and "b"'),
        ("a b c", "a b c", "none", "The candidate is the same"),
        ("", "a", "insert", 'You added "a"'),
        ("a b c d", "a x y d", "rewrite", 'You replaced "b c" with "x y"'),
        ("a b c d e f", "f b c d e a", "rewrite", "You reordered 6 tokens"),
        ("a b c d e f", "g", "rewrite", "You rewrote 6 tokens as 1 token"),
        ("", "a b c d e", "rewrite", "You added 5 tokens"),
        ("a b c d e", "", "rewrite", "You took out 5 tokens"),
        ("a", "a b c", "rewrite", 'You added "b c"'),
    ],
)
def test_what_was_done_is_told(before: str, after: str, kind: str, told: str) -> None:
    done = change(before.split(), after.split())
    assert done.kind == kind
    assert plain.prose(done.text()) == told


@given(st.lists(st.sampled_from("abc"), max_size=8), st.lists(st.sampled_from("abc"), max_size=8))
def test_a_change_leads_from_one_to_the_other(before: list[str], after: list[str]) -> None:
    done = change(before, after)
    assert list(done.applied(before)) == after
    assert Counter(before) + Counter(done.new) == Counter(after) + Counter(done.old)
    assert done.places <= set(range(len(after)))
