"""Undo and redo, and what counts as one edit."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from mtexplain.widgets.history import History, State


def typed(*texts: str) -> History:
    """A history in which these candidates were typed one after the other, starting from the first."""
    history = History(State((texts[0], "r")))
    for text in texts[1:]:
        history.typed(State((text, "r")))
    return history


def candidates(history: History) -> list[str]:
    """The candidates that undo goes back through."""
    return [state.texts[0] for state in history.past]


def test_letters_of_one_word_are_one_edit() -> None:
    """Letters are typed over, inserted, added at the end, and deleted."""
    assert candidates(typed("the cat", "t cat", "th cat", "a cat")) == ["the cat", "a cat"]
    assert candidates(typed("a b", "a x b", "a xy b")) == ["a b", "a xy b"]
    assert candidates(typed("a", "a ", "a b", "a bc")) == ["a", "a bc"]
    assert candidates(typed("a bc", "a b", "a ", "a")) == ["a bc", "a"]


def test_another_word_is_another_edit() -> None:
    assert candidates(typed("a b c", "x b c", "x b y")) == ["a b c", "x b c", "x b y"]
    assert candidates(typed("a", "a b", "a b c")) == ["a", "a b", "a b c"]


def test_a_whole_sentence_is_one_edit_and_the_next_letter_another() -> None:
    assert candidates(typed("a", "the cat sat", "the cat sa")) == ["a", "the cat sat", "the cat sa"]


def test_a_word_that_came_in_halves_is_whole() -> None:
    """Fast keys arrive several at a time. Undo doesn't go back to a word that was only half typed."""
    assert candidates(typed("mat", "mat tod", "mat today or t", "mat today or tomorrow")) == [
        "mat",
        "mat today or tomorrow",
    ]
    assert candidates(typed("a mat", "a b mat", "a by c mat")) == ["a mat", "a by c mat"]
    assert candidates(typed("mat", "mat today", "mat today or")) == ["mat", "mat today", "mat today or"]
    assert candidates(typed("a b", "x y", "z xy y")) == ["a b", "x y", "z xy y"]


def test_a_text_that_is_typed_from_nothing_is_one_edit() -> None:
    """It may replace a selected sentence or fill an emptied box or a new row. A word changed later is another edit."""
    assert candidates(typed("the cat sat", "a", "a d", "a dog", "a dog r", "a dog ran")) == ["the cat sat", "a dog ran"]
    assert candidates(typed("the cat", "", "a", "a d", "a dog s")) == ["the cat", "a dog s"]
    assert candidates(typed("the cat", "", "a", "a dog", "b dog")) == ["the cat", "a dog", "b dog"]
    assert candidates(typed("the cat", "", "a", "a dog ran to m", "a dog ran to me")) == ["the cat", "a dog ran to me"]
    assert candidates(typed("the cat", "", "a", "a dog ran to me", "I")) == ["the cat", "a dog ran to me", "I"]
    history = History(State(("a", "r")))
    for text in ("", "s", "s t", "s t u"):
        history.typed(State(("a", "r", text)))
    assert [len(state.texts) for state in history.past] == [2, 3, 3]
    assert history.before.texts == ("a", "r", "")


def test_an_example_is_a_new_start() -> None:
    """It is not compared with what was there before, but undo can go back to that."""
    history = typed("a", "a b")
    history.begin(State(("x y", "r")))
    assert history.before == history.now == history.start
    history.typed(State(("x z", "r")))
    assert history.before.texts[0] == "x y"
    history.undo()
    history.undo()
    assert history.now.texts[0] == "a b"


def test_chinese_characters_are_words() -> None:
    assert candidates(typed("我借书", "我借你书", "我借你的书")) == ["我借书", "我借你书", "我借你的书"]


def test_an_edit_that_is_typed_back_is_none() -> None:
    history = typed("a b", "a", "a b")
    assert candidates(history) == ["a b"]
    assert history.before == history.now


def test_what_is_put_is_an_edit_of_its_own() -> None:
    """Starting over can be undone, even after a single word."""
    history = typed("a b", "a c")
    history.put(history.start)
    history.undo()
    assert history.now.texts[0] == "a c"


def test_references_and_settings_are_edits_too() -> None:
    history = History(State(("a", "r")))
    history.typed(State(("a", "r s")))
    history.typed(State(("a", "r s", "t")))
    history.typed(State(("a", "r s", "t"), (("max_n", "2"),)))
    history.typed(State(("b", "r s", "t"), (("max_n", "2"),)))
    assert len(history.past) == 5


def test_what_was_undone_is_gone_after_another_edit() -> None:
    history = typed("a", "b", "b c")
    history.undo()
    history.typed(State(("b d e", "r")))
    history.redo()
    assert history.now.texts[0] == "b d e"


def test_there_is_an_end_to_undo_and_to_memory() -> None:
    history = typed("a")
    history.undo()
    history.redo()
    assert history.now.texts[0] == "a"
    for number in range(1000):
        history.typed(State((f"{number} {number}", "r")))
    assert len(history.past) <= 200
    assert history.start.texts[0] == "a"


@given(st.lists(st.sampled_from(["", "a", "a b", "x b", "a b c", "c b a", "a  b"]), min_size=1, max_size=12))
def test_all_undone_and_all_redone_is_where_we_were(texts: list[str]) -> None:
    history = typed(*texts)
    now, past = history.now, list(history.past)
    for _ in range(20):
        history.undo()
    assert history.now == history.start
    for _ in range(20):
        history.redo()
    assert (history.now, history.past) == (now, past)
    assert now.texts[0] == texts[-1]
    assert all(one != other for one, other in pairwise(past))
