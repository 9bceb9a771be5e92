"""The quiz without a browser: messages are sent as the page would send them, and what would be shown is read."""

import json
import re
from html import escape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mtexplain
from mtexplain import InputError, exercises
from mtexplain.display.html import style
from mtexplain.explain.practice.exercises.topics import TOPICS
from mtexplain.widgets.quiz import screen
from mtexplain.widgets.quiz.session import QuizSession
from mtexplain.widgets.quiz.widget import Quiz, quiz
from tests.display.test_hostile_text import HOSTILE

SEED = 4817


def press(one: Quiz, action: str, **more: Any) -> None:
    """Send what the page sends: in this round and, unless another is given, at this place."""
    held = {"round": one.screen["round"], "place": one.screen["place"]}
    one._handle_custom_msg({"do": action, **held, **more}, [])


def right(one: Quiz, place: int) -> str:
    """The right answer at a place, as it is written."""
    return one.exercises[place].answered[1]


def shown(one: Quiz) -> str:
    """The verdict that is shown, without its tags."""
    return re.sub("<[^>]+>", "", str(one.screen["exercise"]["verdict"])).strip()


def states(one: Quiz) -> str:
    """What became of each exercise: r, w or o."""
    return "".join(state[0] for state, _ in one.screen["numbers"])


def test_it_begins_with_the_first_exercise() -> None:
    """Its sentences, its question; no verdict, no answer, no working."""
    one = quiz(seed=SEED)
    exercise = one.screen["exercise"]
    assert exercise["title"] == "Exercise 1 of 6"
    assert (
        '<dt>candidate</dt><dd><code dir="auto">the the girl plays plays in the station again</code></dd>'
        in exercise["task"]
    )
    assert "What is the modified unigram precision <i>p</i><sub>1</sub>? Give it as matches/total." in exercise["task"]
    assert exercise["label"] == "Your answer: <i>p</i><sub>1</sub> ="
    assert exercise["read"].startswith("candidate the the girl plays plays in the station again reference the girl")
    assert (exercise["verdict"], exercise["typed"], exercise["working"]) == ("", "", "")
    assert (states(one), one.screen["code"]) == ("oooooo", "mixed, level 1, seed 4817")


def test_what_is_given_besides_is_shown_too() -> None:
    """Document frequencies; a training text, by its name; a sentence with its probabilities."""
    for topic, level, words in (("cider", 1, "document frequency"), ("perplexity", 2, "<dt>training text 3</dt>"),
                                ("perplexity", 1, "<dt>probabilities</dt>")):  # fmt: skip
        one = quiz(topic, level, seed=1)
        assert words in one.screen["exercise"]["task"]
        assert words.replace("<dt>", "").replace("</dt>", "") in one.screen["exercise"]["read"]


def test_a_wrong_answer_names_its_mistake() -> None:
    """8 of 9 words are in the reference, but it has `the` only twice, and `horse` once: 6/9."""
    one = quiz(seed=SEED)
    press(one, "check", answer="8/9")
    assert shown(one).startswith("✗ Not yet. A common mistake leads to this: no clipping. Without clipping, a word")
    assert "<strong>no clipping</strong>" in one.screen["exercise"]["verdict"]
    assert one.screen["numbers"][0] == ["wrong", "Exercise 1: not yet right"]


def test_a_right_answer_stays_right() -> None:
    """What is sent after it changes nothing, though it may be gone through again."""
    one = quiz(seed=SEED)
    press(one, "check", answer=" 6/9 ")
    assert shown(one) == "✓ Right: 6/9."
    press(one, "check", answer="8/9")
    press(one, "type", answer="7/9")
    assert (shown(one), one.screen["exercise"]["typed"], states(one)) == ("✓ Right: 6/9.", " 6/9 ", "rooooo")
    assert one.screen["numbers"][0][1] == "Exercise 1: right at the first try"
    assert one.screen["exercise"]["is_right"]


@pytest.mark.parametrize(
    ("answer", "kind", "told"),
    [
        ("", "unanswered", "… Your turn: type a number."),
        ("cat", "unreadable", "? That can&#x27;t be read as a number. Write 3/5, or 0.6."),
        ("0,4", "unreadable", "? That can&#x27;t be read as a number. Write a point, not a comma: 0.4."),
        ("9/9", "wrong", "✗ Not yet. The total is right. Count the matches again, because there are fewer."),
    ],
)
def test_other_answers(answer: str, kind: str, told: str) -> None:
    """What is not a number does not count as a try."""
    one = quiz(seed=SEED)
    press(one, "check", answer=answer)
    assert (one.screen["exercise"]["kind"], shown(one)) == (kind, told)
    press(one, "check", answer="6/9")
    assert one.first_tries == (kind != "wrong")


def test_one_digit_is_not_enough() -> None:
    """0.5178 rounds to 0.5, but so do many wrong numbers. Two digits are enough."""
    (exercise,) = exercises(40, "bleu", count=1)
    assert exercise.answered == ("score", "0.5178")
    assert exercise.verdict("0.5").text == (
        "Not yet, but close. Give three digits, because with fewer a wrong answer looks the same."
    )
    assert exercise.mistake("0.5") is None
    assert [exercise.verdict(answer).kind for answer in ("0.52", "0.518", "52%")] == ["right"] * 3


def test_the_working_is_there_after_two_wrong_answers_or_the_right_one() -> None:
    """The same wrong answer twice counts once, and what can't be read does not count."""
    one = quiz(seed=SEED)
    for answer in ("8/9", "8/9 ", "cat", ""):
        press(one, "check", answer=answer)
        assert one.screen["exercise"]["working"] == ""
    press(one, "open", open=True)
    assert not one.screen["exercise"]["opened"]
    press(one, "check", answer="7/9")
    assert "<b>Words</b>" in one.screen["exercise"]["working"]
    press(one, "open", open=True)
    assert one.screen["exercise"]["opened"]
    press(one, "check", answer="6/9")
    assert shown(one) == "✓ Right: 6/9. (3 tries)"
    press(one, "go", place=1)
    press(one, "check", answer=right(one, 1))
    assert "<b>Pairs</b>" in one.screen["exercise"]["working"]


def test_the_working_of_a_score_brings_along_the_steps_before_it() -> None:
    one = quiz("bleu", seed=1)
    press(one, "check", answer=right(one, 0))
    assert re.findall(r"<b>(.*?)</b>", one.screen["exercise"]["working"])[0] == "Score"
    assert [f"{n} · {title}" in one.screen["exercise"]["working"] for n, title in [(2, "Words"), (4, "Brevity")]] == [
        True,
        True,
    ]


def test_no_answer_is_sent_before_it_may_be_shown() -> None:
    """Neither right answers nor the mistakes behind wrong ones."""
    one = quiz("length", seed=3)
    sent = json.dumps(one.get_state(["screen", "form"]))
    for exercise in one.exercises:
        assert exercise.answered[1] not in sent


def test_back_and_next_keep_what_was_typed() -> None:
    one = quiz(seed=SEED)
    press(one, "type", answer="2/")
    press(one, "go", place=1)
    assert one.screen["exercise"]["typed"] == ""
    press(one, "go", place=0)
    assert one.screen["exercise"]["typed"] == "2/"
    assert one.place == 0


def test_the_result_says_how_it_went() -> None:
    """Right at the first try, right later, wrong, not tried; which mistakes, and where."""
    one = quiz(seed=SEED)
    press(one, "check", answer="8/9")
    press(one, "check", place=0, answer="6/9")
    press(one, "check", place=1, answer=right(one, 1))
    press(one, "check", place=4, answer="77/10")
    press(one, "go", place=6)
    result = one.screen["result"]
    assert one.screen["exercise"] is None
    assert '<b>1/6</b> <span class="eq">right at the first try</span>' in result
    assert "1 right after more tries, 1 not yet right, 3 not tried." in result
    assert "<b>No clipping</b> (exercise 1). Without clipping," in result
    assert 'mtexplain.quiz("mixed", level=1, seed=4817)' in result.replace("&quot;", '"')
    assert repr(one) == "Quiz(mixed, level 1, seed 4817: 1 of 6 right at the first try)"
    assert one.answer("6/9") is None


def test_a_mistake_made_twice_is_listed_once() -> None:
    one = quiz("clipping", seed=5, count=3)
    for place in (0, 2):
        press(one, "check", place=place, answer=str(one.exercises[place].wrong_answers["no-clipping"]))
    press(one, "go", place=3)
    assert "<b>No clipping</b> (exercises 1, 3)." in one.screen["result"]


def test_another_round_has_the_next_seed_and_what_was_chosen() -> None:
    one = quiz(seed=SEED, count=2)
    assert one.form["another"] == "Another two"
    press(one, "choose", topic="length", level=2)
    assert one.screen["choice"] == ["length", 2]
    press(one, "another")
    assert one.screen["code"] == "length, level 2, seed 4818"
    assert (one.place, states(one), one.screen["round"]) == (0, "oo", 2)
    assert one.exercises == exercises(4818, "length", 2, 2)
    one.another()
    assert one.screen["code"] == "length, level 2, seed 4819"


def test_after_the_last_seed_comes_the_first() -> None:
    one = quiz(seed=10**12, count=1)
    one.another()
    assert one.exercises.seed == 1


def test_a_message_that_comes_late_changes_nothing() -> None:
    """Two presses make one more round, not two, and an answer counts only for the round in which it was given."""
    one = quiz(seed=SEED, count=2)
    for action in ("another", "another", "check", "go"):
        one._handle_custom_msg({"do": action, "round": 1, "place": 1, "answer": "1/2"}, [])
    assert (one.screen["round"], one.place, states(one)) == (2, 0, "oo")


def test_the_same_seed_gives_the_same_quiz_and_without_one_it_is_shown() -> None:
    assert quiz(seed=SEED).screen == quiz(seed=SEED).screen
    seeds = {quiz(count=1).exercises.seed for _ in range(20)}
    assert len(seeds) > 1
    assert all(1 <= seed <= 9999 for seed in seeds)
    one = quiz("length", count=1)
    assert f"seed {one.exercises.seed}" in one.screen["code"]
    assert quiz("length", count=1, seed=one.exercises.seed).screen == one.screen


@pytest.mark.parametrize("topic", ["mixed", *TOPICS])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_quiz_can_be_gone_through(topic: str, level: int) -> None:
    """Each wrong answer of the key names its mistake; each right one is right; the result has it all."""
    one = quiz(topic, level, seed=2, count=2)
    for place, exercise in enumerate(one.exercises):
        one.place = place
        name, wrong = next(iter(exercise.wrong_answers.items()))
        value = repr(float(wrong)) if isinstance(wrong, float) else str(wrong)
        if "/1" not in value:  # a mean of precisions is no pair that was counted
            press(one, "check", answer=value)
            phrase = escape(mtexplain.misconceptions.get(name).phrase)
            assert f"<strong>{phrase}" in one.screen["exercise"]["verdict"]
        verdict = one.answer(exercise.answered[1])
        assert verdict is not None
        assert verdict.kind == "right"
    one.place = 99
    assert states(one) == "rr"
    assert one.screen["place"] == 2
    json.dumps(one.screen)


@pytest.mark.parametrize("word", HOSTILE.values(), ids=HOSTILE)
def test_hostile_answers_are_only_text(word: str) -> None:
    """They come back as text in the box, and nowhere in HTML."""
    one = quiz(seed=SEED)
    for action in ("type", "check"):
        press(one, action, answer=word)
        exercise = dict(one.screen["exercise"])
        assert exercise.pop("typed") == word[:200]
        assert not re.search(r"<(script|img|h1|style|!)|onmouseover|javascript", json.dumps(exercise))
    assert exercise["kind"] in ("unreadable", "unanswered", "wrong")


def test_an_endless_answer_is_cut_and_half_a_letter_can_be_sent() -> None:
    one = quiz(seed=SEED)
    press(one, "check", answer="9" * 10**6)
    assert len(one.screen["exercise"]["typed"]) == 200
    press(one, "check", answer="\ud83d 2/5")
    json.dumps(one.screen, ensure_ascii=False).encode("utf-8")
    assert one.screen["exercise"]["kind"] == "unreadable"


def test_what_the_page_writes_over_the_screen_is_not_believed() -> None:
    one = quiz(seed=SEED)
    written: Any
    for written in ({"exercise": None}, [], "x", 7):
        one.set_state({"screen": written})
        assert one.screen == screen.whole(one._session)


ANSWERS = st.text(alphabet="0123456789/.()-+*^e %,logsqrt√\u2212", max_size=30)
DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=5), inside, max_size=3),
    max_leaves=5,
)
MESSAGES = st.one_of(
    DATA,
    st.fixed_dictionaries(
        {"do": st.sampled_from(["type", "check", "open", "go", "choose", "another", "exit", "__init__"]) | DATA},
        optional={
            "round": st.integers(1, 2) | DATA,
            "place": st.integers(-2, 4) | DATA,
            "answer": ANSWERS | DATA,
            "open": st.booleans() | DATA,
            "topic": st.sampled_from(["mixed", "length", "combining"]) | DATA,
            "level": st.integers(0, 4) | DATA,
        },
    ),
)
MADE, FIRST = exercises(SEED, "combining", count=2), exercises(SEED, count=3)


@given(st.lists(MESSAGES, max_size=8))
def test_whatever_is_sent_the_state_stays_valid(messages: list[Any]) -> None:
    """Nothing raises; each exercise is open, wrong or right, and what is right stays right."""
    session = QuizSession(MADE)
    for message in messages:
        held, done = session.round, [attempt.state == "right" for attempt in session.round.attempts]
        session.heard(message)
        shown = json.loads(json.dumps(screen.whole(session)))
        assert 0 <= shown["place"] <= len(shown["numbers"]) == 2
        assert (shown["exercise"] is None) == (shown["place"] == 2) == bool(shown["result"])
        assert {state for state, _ in shown["numbers"]} <= {"open", "wrong", "right"}
        assert shown["choice"][0] in ("mixed", *TOPICS)
        assert shown["choice"][1] in (1, 2, 3)
        if session.round is held:
            assert all(now.state == "right" for now, was in zip(held.attempts, done, strict=True) if was)
        for attempt in session.round.attempts:
            assert attempt.state == "right" or len(attempt.wrong) >= len(attempt.mistakes)
            assert attempt.shows_working or not attempt.is_opened


@given(ANSWERS)
def test_every_answer_has_a_verdict(answer: str) -> None:
    """Of every kind of number that is asked for."""
    for exercise in (*MADE, *FIRST):
        verdict = exercise.verdict(answer)
        assert verdict.kind in ("right", "wrong", "unreadable", "unanswered")
        assert "\n" not in verdict.text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("spelling",), "topic: got a string, 'spelling'; expected one of clipping,"),
        (("length", 4), "level: got int, 4"),
        (("length", 1, -1), "seed: got int, -1"),
        (("length", 1, 1, 0), "count: got int, 0"),
    ],
)
def test_wrong_arguments_are_refused(arguments: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        quiz(*arguments)


def test_where_it_is_shown_it_leaves_the_exercises_for_pages_without_python() -> None:
    """All of them, with their answers folded below; and it says that nothing checks them here."""
    one = quiz("clipping", seed=1)
    one.answer("1/9")
    data, _ = one._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    page = data["text/html"]
    assert "Run this notebook, and the quiz checks your answers." in page
    assert page.count("<b>Exercise ") == 6
    before, _, folded = page.partition("<details><summary><b>The answers</b></summary>")
    assert all(exercise.answered[1] in folded for exercise in one.exercises)
    assert "no clipping" not in before
    assert "1/9" not in before
    assert not re.search(r"<script|http| id=", page)
    assert page == quiz("clipping", seed=1)._repr_mimebundle_()[0]["text/html"]


def test_the_style_of_the_library_comes_along() -> None:
    assert style() in str(Quiz._css)
    assert mtexplain.quiz is quiz
