"""Exercises: fresh numbers, answers that are right, and for every mistake a wrong answer of its own."""

import json
import re
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import mtexplain
from mtexplain import InputError, bleu, corpus_bleu, exercises, misconceptions, sheets
from mtexplain.by_hand.numbers import plain, written
from mtexplain.cli import main
from mtexplain.display.plain import formula
from mtexplain.explain.practice.exercises import making
from mtexplain.explain.practice.exercises.exercise import Exercise
from mtexplain.explain.practice.exercises.sentences import clumsy, in_pairs_of, training_text, ways_to_say
from mtexplain.explain.practice.exercises.sheets import Exercises, Sheets
from mtexplain.explain.practice.exercises.topics import TOPICS

EVERY = [(topic, level) for topic in TOPICS for level in (1, 2, 3)]
every_level = pytest.mark.parametrize(("topic", "level"), EVERY, ids=[f"{topic}-{level}" for topic, level in EVERY])


MEASURES: dict[str, Any] = {
    "Pairwise accuracy": mtexplain.pairwise_accuracy,
    "Kendall's tau-b": mtexplain.kendall_tau_b,
    "Cohen's kappa": mtexplain.cohen_kappa,
}


def typed(value: Any) -> str:
    """An answer as the key has it."""
    return formula(written(value))


# What a level promises.


@every_level
def test_every_mistake_gives_an_answer_of_its_own(topic: str, level: int) -> None:
    for one in exercises(seed=level, topic=topic, level=level, count=2):
        answers = [one.answer, *one.wrong_answers.values()]
        assert len(one.wrong_answers) >= 3
        assert all(plain(a) != plain(b) for a, b in combinations(answers, 2))
        assert len({typed(answer) for answer in answers}) == len(answers)


@every_level
def test_the_right_answer_is_right_and_every_wrong_one_names_its_mistake(topic: str, level: int) -> None:
    for one in exercises(seed=level + 10, topic=topic, level=level, count=2):
        assert one.verdict(typed(one.answer)).kind == "right"
        for name, wrong in one.wrong_answers.items():
            verdict = one.verdict(typed(wrong))
            assert verdict.kind == "wrong"
            assert f"leads to this: {misconceptions.get(name).phrase}. " in verdict.text


def judgements(one: Exercise) -> list[list[Any]]:
    """What two judges say of the items of an exercise, according to the table that is shown."""
    rows: Any = one.text.rows
    said = [[cell.tokens[0] for cell in cells] for _, *cells in rows]
    return [[int(word) if word.isdigit() else word for word in row] for row in said]


def from_the_metric(one: Exercise) -> Any:
    """The number that is asked for, from the public function of the metric itself."""
    if one.metric == "Perplexity":
        return mtexplain.perplexity(list(map(str, one.candidate)), **one.settings).score
    if one.metric == "Perplexity under an n-gram model":
        return mtexplain.ngram_perplexity(str(one.candidate), list(map(str, one.references)), **one.settings).score
    if one.metric == "CIDEr":
        groups = [list(group) for group in one.references]
        return mtexplain.cider(list(map(str, one.candidate)), groups, **one.settings).score
    if one.metric in ("ROUGE-N", "ROUGE-L", "METEOR"):
        metric: Any = {"ROUGE-N": mtexplain.rouge_n, "ROUGE-L": mtexplain.rouge_l, "METEOR": mtexplain.meteor}
        trace = metric[one.metric](one.candidate, list(one.references), **one.settings)
        return getattr(trace.best if one.metric == "METEOR" and one.asks != "score" else trace, one.asks)
    if one.metric in MEASURES:
        return MEASURES[one.metric](*judgements(one)).score
    if one.metric == "Attention":
        name, row, column = one.asks.split("_")
        found: Any = mtexplain.models.attention(str(one.candidate), *one.references, **one.settings)
        return getattr(found, name)[int(row) - 1][int(column) - 1]
    if isinstance(one.candidate, str):
        trace = bleu(one.candidate, list(map(str, one.references)), **one.settings)
    else:
        trace = corpus_bleu(list(one.candidate), [list(group) for group in one.references], **one.settings)
    right = {
        "r": trace.brevity.reference_length,
        "bp": trace.brevity.value,
        "score": trace.score,
        **{f"p_{order.n}": order.value for order in trace.precisions},
    }
    return right[one.asks]


@every_level
def test_the_key_has_what_the_metric_gives(topic: str, level: int) -> None:
    """The public functions themselves give it. No answer can be seen at a glance."""
    for one in exercises(seed=level + 20, topic=topic, level=level, count=3):
        right = from_the_metric(one)
        assert plain(one.answer) == pytest.approx(float(getattr(right, "value", right)), rel=1e-12)
        assert one.asks == "r" or plain(one.answer) not in (0, 1, 10)


@pytest.mark.parametrize("topic", ["rouge", "meteor", "cider", "perplexity", "agreement", "attention"])
def test_a_question_says_the_word_before_the_symbol(topic: str) -> None:
    for level in (1, 2, 3):
        (one,) = exercises(topic=topic, level=level, count=1)
        name, symbol, rest = one.question.pieces
        assert re.fullmatch(r"What is the [a-zA-Z -]+ ", str(name))
        assert symbol == one.subject.symbols(one.asks)
        assert "?" in str(rest)


def test_a_model_has_a_training_text_and_no_reference() -> None:
    for level in (2, 3):
        (one,) = exercises(topic="perplexity", level=level, count=1)
        assert "test sentence " in str(one)
        assert "training text 3" in str(one)
        assert "reference" not in str(one) + str(Exercises(1, "perplexity", level, (one,)).key)
    (given,) = exercises(topic="perplexity", level=1, count=1)
    assert "probabilities" in str(given)
    assert "reference" not in str(given)


def test_document_frequencies_are_given_until_counting_them_is_the_exercise() -> None:
    first, last = (exercises(topic="cider", level=level, count=1)[0] for level in (1, 3))
    (table,) = first.given
    told = {word: count for count, words in table.rows for word in words.tokens}  # type: ignore[union-attr]
    assert told["the"] == sum("the" in group[0].split() for group in first.references)
    assert "document frequency" in str(first)
    assert last.given == ()


# Sentences.


@pytest.mark.parametrize("seed", range(40))
def test_a_candidate_is_a_faulty_translation(seed: int) -> None:
    """Its words are words of the references, some of them repeated at once, and only a few other words."""
    draw = Random(seed)
    references = ways_to_say(draw, 2, 8)
    candidate = clumsy(draw, references, 8, 8)
    assert len(candidate) == 8
    said = [word for place, word in enumerate(candidate) if word not in candidate[max(0, place - 3) : place]]
    known = {word for reference in references for word in reference}
    assert sum(word not in known for word in said) <= 3


def test_references_may_have_a_word_twice() -> None:
    draw = Random(1)
    assert any(len(set(one)) < len(one) for one in ways_to_say(draw, 3))


def test_an_unsmoothed_model_holds_its_test_sentence_for_possible() -> None:
    draw = Random(2)
    for _ in range(30):
        training = training_text(draw, 3)
        pairs = {pair for one in training for pair in pairwise(("<s>", *one, "</s>"))}
        assert set(pairwise(("<s>", *in_pairs_of(draw, training), "</s>"))) <= pairs


@every_level
def test_making_takes_few_tries(topic: str, level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few thousand tries for twelve exercises take seconds."""
    tries = 0
    right = making._exercise

    def counted(*given: Any) -> Exercise | None:
        nonlocal tries
        tries += 1
        return right(*given)

    monkeypatch.setattr(making, "_exercise", counted)
    assert len(exercises(seed=3, topic=topic, level=level, count=12)) == 12
    assert tries < 5_000


def test_a_higher_level_asks_more() -> None:
    for topic in TOPICS.values():
        words = [level.words[1] * (1 + level.references) * level.segments for level in topic.levels]
        assert words == sorted(words)


def test_every_topic_names_misconceptions_there_are() -> None:
    names = {name for topic in TOPICS.values() for level in topic.levels for name in level.misconceptions}
    assert names <= {one.name for one in misconceptions}


# Seeds.


def test_a_seed_gives_the_same_exercises_and_another_seed_others() -> None:
    first, again, other = exercises(3, "bleu", 2), exercises(3, "bleu", 2), exercises(4, "bleu", 2)
    assert first == again
    assert not {one.candidate for one in first} & {one.candidate for one in other}


def test_a_seed_means_the_same_for_everybody() -> None:
    """On every machine and with every version of Python; whoever changes the sentences has to change this line."""
    (one,) = exercises(seed=10, topic="clipping", level=1, count=1)
    assert (one.candidate, one.references) == (
        "the farmer sleeps sleeps in the school at night",
        ("the bird sleeps in the school at night",),
    )


def test_exercises_of_a_sheet_are_all_different() -> None:
    for topic in ("clipping", "length"):
        made = exercises(5, topic, 2, 6)
        assert len({(one.candidate, one.references) for one in made}) == 6


def test_a_mixed_sheet_has_every_topic() -> None:
    asked = [one.misconceptions for one in exercises(count=len(TOPICS))]
    assert asked == [topic.levels[0].misconceptions for topic in TOPICS.values()]


# Answers.

ONE = Exercise("the the the", ("the cat",), {"max_n": 1}, "p_1", ("no-clipping", "set"))


@pytest.mark.parametrize("answer", ["1/3", (1, 3), Fraction(1, 3), 0.333, "0.33", "33%", 1 / 3])
def test_an_answer_may_be_written_in_many_ways(answer: object) -> None:
    assert ONE.verdict(answer).text == "Right: 1/3."


@pytest.mark.parametrize("answer", [None, "", "?", ...])
def test_no_answer_is_no_wrong_answer(answer: object) -> None:
    assert ONE.verdict(answer).kind == "unanswered"


@pytest.mark.parametrize("answer", ["cat", "1,3", float("nan"), [1, 2, 3], b"1/3", "1/0", "(" * 500, {}])
def test_what_is_no_number_is_told_so(answer: object) -> None:
    verdict = ONE.verdict(answer)
    assert verdict.kind == "unreadable"
    assert "cat" not in verdict.text


def test_a_wrong_answer_without_a_known_mistake_gets_a_hint() -> None:
    assert ONE.verdict("2/3").text == "Not yet. The total is right. Count the matches again, because there are fewer."
    assert ONE.verdict("3/1").text == "Not yet. The fraction is upside down. Write the matches over the total."


@pytest.mark.parametrize(
    ("typed", "told"),
    [("e^(-1/4)", "smaller"), ("e^(1/2)", "upside down"), ("50%", "larger"), ("√(1/2)", "smaller"), ("-60.7 %", "sign"),
     ("2/e", "smaller"), ("1 - 1/2", "larger"), ("≈0.5", "larger"), ("1 of 2", "larger")],
)  # fmt: skip
def test_a_closed_form_that_is_wrong_is_read_as_well_as_one_that_is_right(typed: str, told: str) -> None:
    """Otherwise, whatever can be read would have to be right or a known mistake."""
    one = Exercise("a b c d", ("a b c d e f",), {"max_n": 1}, "bp", ("no-penalty",))
    assert one.verdict("e^(-1/2)").text == "Right: 0.6065."
    verdict = one.verdict(typed)
    assert verdict.kind == "wrong"
    assert told in verdict.text
    assert "read" not in verdict.text


def test_a_mistake_of_another_topic_is_named_too() -> None:
    assert misconceptions.get("one-term-too-many").phrase in ONE.verdict("1/5").text


def test_an_answer_with_too_few_digits_is_not_taken_for_right() -> None:
    """0.43 is BLEU to two digits, and the arithmetic mean too."""
    one = exercises(seed=0, topic="combining", level=2, count=2)[0]
    for digits in (1, 2):
        near = f"{one.answer:.{digits}f}"
        fits = any(f"{wrong:.{digits}f}" == near for wrong in one.wrong_answers.values())
        assert one.verdict(near).kind == ("wrong" if fits or digits == 1 else "right")
    assert one.verdict(f"{one.answer:.3f}").kind == "right"


def test_sheets_that_share_answers_are_said_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["exercises", "length", "--level", "2", "--count", "1", "--students", "30", "--to", str(tmp_path / "a.txt")])
    assert re.search(r"30 sheets, with \d different sets of answers", capsys.readouterr().out)


def test_check_prints_a_line_and_returns_its_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    """The verdict is for code that asserts on it. A notebook shows nothing more."""
    assert ONE.check(None).kind == "unanswered"
    assert ONE.check("3/3") == ONE.verdict("3/3")
    assert ONE.check("1/3").kind == "right"
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Your turn: put your answer in place of None."
    assert lines[1].startswith("Not yet. A common mistake leads to this: no clipping. ")


# Bad input.


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"topic": "cats"}, "topic: got a string, 'cats'; expected one of clipping, "),
        ({"topic": ["clipping"]}, "topic: got list, ['clipping']; expected one of clipping, "),
        ({"level": 4}, "level: got int, 4; expected a whole number from 1 to 3."),
        ({"level": 1.0}, "level: got float, 1.0; expected a whole number from 1 to 3."),
        ({"count": 0}, "count: got int, 0; expected a whole number from 1 to 50."),
        ({"seed": True}, "seed: got bool, True; expected a whole number from 0 to "),
        ({"seed": "7"}, "seed: got a string, '7'; expected a whole number from 0 to "),
    ],
)
def test_bad_settings_are_told(given: dict[str, Any], message: str) -> None:
    for make in (exercises, sheets):
        with pytest.raises(InputError) as caught:
            make(**given)
        assert str(caught.value).startswith(message)
    with pytest.raises(InputError, match="students"):
        sheets(0)


# A class.


@pytest.fixture(scope="module")
def school() -> Sheets:
    """A class of thirty."""
    return sheets(30, seed=7, topic="mixed", level=1)


def test_no_two_students_have_the_same_numbers(school: Sheets) -> None:
    assert len(school) == 30
    assert len({sheet.answers for sheet in school}) == 30
    texts = [(one.candidate, one.references) for sheet in school for one in sheet]
    assert len(set(texts)) == len(texts)


def test_a_question_with_few_answers_still_gives_everybody_a_sheet() -> None:
    many = sheets(40, topic="length", level=2, count=1)
    assert len({one.candidate for sheet in many for one in sheet}) == 40


def test_each_sheet_begins_on_a_new_page_and_has_a_name_line(school: Sheets) -> None:
    page = school.to_html()
    assert page.count('<div class="leaf">') == page.count("Name: ___") == 30
    assert ".leaf { break-after: page; }" in page
    assert school.to_latex().count("\\newpage") == 29
    assert str(school).count("Name: ___") == 30


def test_the_sheets_do_not_give_the_answers_away() -> None:
    (sheet,) = sheets(1, topic="combining", level=2, count=3)
    for told in (str(sheet), sheet._repr_html_(), sheet.to_latex()):
        assert [answer for answer in sheet.answers if answer in told] == []


def test_the_key_finds_every_sheet_and_every_answer(school: Sheets) -> None:
    told = str(school.key)
    for sheet in school:
        part = told[told.index(f"{sheet.code}\n") :].split("\n\n")[0]
        assert [answer for answer in sheet.answers if f"= {answer} " not in part] == []
        assert all(misconceptions.get(name).phrase in part for one in sheet for name in one.misconceptions)


def test_every_view_of_the_key_has_the_same_answers() -> None:
    key = sheets(2, topic="combining", count=2).key
    for answer in (answer for sheet in key.sheets for answer in sheet.answers):
        assert all(answer in told for told in (str(key), key.to_html(), key.to_latex()))
    data = json.loads(json.dumps(key.to_dict()))["key"]
    for sheet, told in zip(key.sheets, data, strict=True):
        assert [one["answer"] for one in told["exercises"]] == [one.answer for one in sheet]
        assert all(one["wrong_answers"] for one in told["exercises"])


def test_a_page_asks_for_nothing(school: Sheets) -> None:
    for page in (school.to_html(), school.key.to_html()):
        assert "default-src 'none'" in page
        assert not re.search(r"(src|href)=|url\((?!data:)|@import", page)


def test_as_json_it_can_go_anywhere(school: Sheets) -> None:
    found = json.loads(json.dumps(school.to_dict()))
    assert [sheet["sheet"] for sheet in found["sheets"]] == list(range(1, 31))
    first = found["sheets"][0]["exercises"][0]
    assert set(first["wrong_answers"]) == set(school.sheets[0][0].misconceptions)


def test_hostile_words_stay_words() -> None:
    """An exercise may be made of any text."""
    one = Exercise("<script>alert(1)</script> $x$ \\input", ("a & b",), {"max_n": 1}, "p_1", ("no-clipping",))
    sheet = Exercises(1, "<b>", 1, (one,))
    assert "<script>" not in sheet.to_html() + sheet.key.to_html()
    assert "\\input" not in sheet.to_latex() + sheet.key.to_latex()


# In one command.


def test_one_command_writes_the_sheets_and_the_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ending in ("html", "tex", "txt"):
        file = tmp_path / f"sheets.{ending}"
        assert main(["exercises", "length", "--students", "3", "--seed", "9", "--count", "2", "--to", str(file)]) == 0
        said = capsys.readouterr().out
        assert said == f"{file}: 3 sheets, each with different numbers\n{tmp_path / f'sheets_key.{ending}'}: the key\n"
        made = sheets(3, seed=9, topic="length", count=2)
        forms = {"html": made.to_html(), "tex": made.to_latex(), "txt": str(made)}
        assert file.read_text(encoding="utf-8") == f"{forms[ending]}\n"
        assert "Key to the exercises" in (tmp_path / f"sheets_key.{ending}").read_text(encoding="utf-8")


def test_without_a_file_they_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["exercises", "length", "--count", "1"])
    main(["exercises", "length", "--count", "1", "--key"])
    made = sheets(1, topic="length", count=1)
    assert capsys.readouterr().out == f"{made}\n{made.key}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["cats"], "topic: got a string, 'cats'"),
        (["--level", "9"], "level: got int, 9"),
        (
            ["--to", "sheets.pdf"],
            "sheets.pdf: got the ending '.pdf'; expected a name that ends in .html, .tex, .txt, .json, .xml, .gift.",
        ),
        (["--to", "nowhere/at/all.html"], "nowhere/at/all.html: got No such file or directory"),
    ],
)
def test_a_bad_command_gets_one_clear_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["exercises", *arguments])
    assert caught.value.code == 2
    assert message in capsys.readouterr().err
