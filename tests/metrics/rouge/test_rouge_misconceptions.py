"""Wrong formulas of ROUGE: each shows on its example and on no smaller text, and is named from its own numbers."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import mtexplain
from mtexplain import check_working, rouge_l
from mtexplain.by_hand.misconception import Misconception, sentences
from mtexplain.by_hand.numbers import Numbers, Quotient, same
from mtexplain.by_hand.numbers import plain as number
from mtexplain.by_hand.subject import Subject
from mtexplain.display import plain
from mtexplain.examples import FAMILIES
from mtexplain.explain.practice.working.diagnosis import Diagnosis
from mtexplain.metrics.rouge.mistakes import SUBJECTS
from mtexplain.metrics.rouge.trace import Rouge
from tests.strategies import amount

ROUGE = FAMILIES["ROUGE"]

CATALOGUE = mtexplain.misconceptions.of(mtexplain.rouge_l)
HORSE = ("a man rides a horse", ["a man is riding a brown horse on the beach"])
EXAMPLES = {one.name: one for one in ROUGE}
KEY = ["police killed the gunman"]
every_misconception = pytest.mark.parametrize("one", CATALOGUE, ids=[one.name for one in CATALOGUE])
every_subject = pytest.mark.parametrize("subject", SUBJECTS, ids=[subject.name for subject in SUBJECTS])


def settings_of(draw: random.Random, subject: Subject, references: int) -> dict[str, Any]:
    """Any choices that the metric has."""
    ways = ["best", "pooled", "jackknife", "coco"] if references > 1 else ["best"]
    chosen: dict[str, Any] = {"references_by": draw.choice(ways), "beta": draw.choice([1, 2, Fraction(1, 2)])}
    if subject.name == "ROUGE-N":
        chosen["n"] = draw.choice([1, 2, 3])
    if subject.name == "ROUGE-W":
        chosen["weight"] = draw.choice([1, 2, Fraction(6, 5)])
    if subject.name in ("ROUGE-S", "ROUGE-SU"):
        chosen["max_skip"] = draw.choice([None, 0, 1, 2])
    return chosen


def text(draw: random.Random, words: str = "aabc", most: int = 7) -> str:
    """Some words, with newlines between some of them."""
    return "".join(draw.choice(words) + draw.choice("   \n") for _ in range(draw.randint(0, most))).strip(" \n")


def test_every_place_is_a_quantity_of_every_metric() -> None:
    assert len(CATALOGUE) == 44
    for one in SUBJECTS:
        assert mtexplain.misconceptions.of(one.metric) == CATALOGUE, "a family shares its mistakes"
        score = one.score("a b", ["a c"])
        assert all(plain.formula(one.right(place, score)) for place, _ in CATALOGUE.places)


@every_subject
def test_a_mistake_of_another_score_does_no_harm(subject: Subject) -> None:
    draw = random.Random(subject.name)
    for one in CATALOGUE:
        for _ in range(8):
            references = [text(draw) for _ in range(draw.randint(1, 3))]
            trace = subject.score(text(draw), references, **settings_of(draw, subject, len(references)))
            mistake = one.of(trace)
            assert set(mistake.wrong.forms) == set(mistake.right.forms)
            assert str(mistake)


# The smallest example.


@every_misconception
def test_its_example_shows_it(one: Misconception) -> None:
    assert one.smallest.shows


def written(words: int, letters: Sequence[str], breaks: str) -> Iterator[tuple[str, list[str]]]:
    """Every text of that many words: a candidate with one reference or with two, each of one line or of several.

    Its first word is the first letter, and each letter comes only after the letter before it in the list: any other
    text is one of these with other letters.
    """
    for number_of in (2, 3):
        for lengths in product(range(1, words), repeat=number_of):
            if sum(lengths) != words:
                continue
            for places in product(range(len(letters)), repeat=words):
                if any(place > max(places[:at], default=-1) + 1 for at, place in enumerate(places)):
                    continue
                for gaps in product(breaks, repeat=words - number_of):
                    tokens, between = iter(places), iter(gaps)
                    said = []
                    for length in lengths:
                        said.append(letters[next(tokens)])
                        for _ in range(length - 1):
                            said[-1] += next(between) + letters[next(tokens)]
                    yield said[0], said[1:]


def groups(tried: Sequence[Misconception]) -> Iterator[tuple[Subject, dict[str, Any], list[Misconception]]]:
    """The misconceptions whose examples are of the same score with the same settings."""
    found: dict[str, list[Misconception]] = {}
    for one in tried:
        found.setdefault(f"{one.subject.name} {sorted(one.example.settings.items())}", []).append(one)
    for those in found.values():
        yield those[0].subject, dict(those[0].example.settings), those


@pytest.mark.parametrize(
    ("letters", "tried"),
    [
        ("abc", CATALOGUE),
        (["a", "A"], CATALOGUE.at("tokens")),
        (["A", "a"], CATALOGUE.at("tokens")),
        (["cat", "cats"], CATALOGUE.at("tokens")),
        (["cats", "cat"], CATALOGUE.at("tokens")),
    ],
    ids=["words", "case", "case, capital first", "stems", "stems, plural first"],
)
def test_no_smaller_input_shows_any_of_them(letters: Sequence[str], tried: Sequence[Misconception]) -> None:
    """By the same score, with the same settings: no text with fewer words, or with as many in fewer sentences."""
    for subject, chosen, those in groups(tried):
        for words in range(2, max(one.example.size for one in those)[0] + 1):
            breaks = " \n" if subject.name == "ROUGE-Lsum" else " "
            for candidate, references in written(words, letters, breaks):
                size = words, 1 + len(references)
                larger = [one for one in those if one.example.size > size]
                if not larger:
                    continue
                sheet = subject.sheet(subject.score(candidate, references, **chosen))
                right = subject.numbers(sheet, {})
                for one in larger:
                    found = subject.numbers(sheet, {one.replaces: one.replacement})
                    assert all(same(right[name], found[name]) for name in right.forms), (one, candidate, references)


# What is printed, in papers and notes.


@pytest.mark.parametrize(
    ("name", "example", "found", "printed"),
    [
        ("su-without-the-last-word", "lin-s2-su", "recall", "5/9"),
        ("su-without-the-last-word", "lin-s3-su", "recall", "2/9"),
        ("su-without-the-last-word", "lin-s4-su", "recall", "4/9"),
        ("su-without-words", "lin-s4-su", "recall", "2/6"),
        ("references-pooled", "two-references-best", "recall", "2/7"),
        ("best-of-each", "coco-best", "recall", "2/2"),
        ("best-of-each", "coco-best", "precision", "5/5"),
        ("lines-summed", "lin-union", "recall", "5/5"),
        ("every-subsequence", "lin-s4-l", "matches", "4"),
        ("recall-precision-swapped", "beta-1", "recall", "4/5"),
        ("recall-precision-swapped", "two-references-pooled", "recall", "2/6"),
        ("recall-precision-swapped", "two-references-pooled", "precision", "2/7"),
        ("skip-bigrams-both-ways", "lin-s2-s", "recall", "6/12"),
    ],
)
def test_what_is_printed_comes_out(name: str, example: str, found: str, printed: str) -> None:
    mistake = mtexplain.misconceptions.get(name).of(EXAMPLES[example].trace())
    assert str(mistake.wrong[found]) == printed


# Other ways to the same wrong numbers.


def wrong(name: str, *given: Any, **settings: Any) -> Numbers:
    """The numbers that a misconception gives."""
    return mtexplain.misconceptions.get(name).on(*given, **settings).wrong


def test_some_mistakes_are_other_scores_or_other_settings() -> None:
    draw = random.Random(1)
    for _ in range(60):
        given = (text(draw).replace("\n", " "), [text(draw).replace("\n", " ") for _ in range(2)])
        for name, trace in (
            ("order-ignored", mtexplain.rouge_n(*given, n=1)),
            ("skip-bigrams-neighbours", mtexplain.rouge_n(*given, n=2)),
            ("su-without-words", mtexplain.rouge_s(*given)),
            ("f-of-the-whole", mtexplain.rouge_l(*given)),
            ("best-of-each", mtexplain.rouge_n(*given, references_by="coco")),
            ("references-pooled", mtexplain.rouge_n(*given, references_by="pooled")),
            ("rouge-first-reference", mtexplain.rouge_n(given[0], given[1][:1])),
        ):
            assert same(wrong(name, *given)["score"], trace.score), (name, given)
        assert same(wrong("recall-alone", *given)["score"], mtexplain.rouge_l(*given).f_beta(float("inf")))
        one = given[0], given[1][:1]
        assert same(wrong("beta-of-coco", *one)["score"], mtexplain.rouge_l(*one, beta=Fraction(6, 5)).score)


@pytest.mark.parametrize(
    ("name", "recall", "precision"),
    [
        ("no-inverse", Fraction(4 + 1, 16 + 4), Fraction(4 + 1, 2 * 4)),
        ("out-of-the-longer", Fraction(2 + 1, 4 + 2), Fraction(2 + 1, 4 + 2)),
        # 2 and 1 words match, of 4 and 2; 1 skip-bigram and none, of 6 and 1. The candidate has 2 words, 1 skip-bigram.
        ("su-mean-of-two", (Fraction(3, 6) + Fraction(1, 7)) / 2, (Fraction(3, 4) + Fraction(1, 2)) / 2),
    ],
)
def test_what_goes_wrong_with_each_reference_goes_wrong_with_all_pooled(
    name: str, recall: Fraction, precision: Fraction
) -> None:
    found = wrong(name, "a b", ["a b c d", "a e"], references_by="pooled")
    assert (number(found["recall"]), number(found["precision"])) == (recall, precision)


# check_working.


def told(mistake: Any, names: list[str]) -> dict[str, Any]:
    """What a student with this misconception claims: pairs as they were counted, all else with four digits."""
    claims: dict[str, Any] = {}
    for name in names:
        value = mistake.wrong.written(name, 4)[0]
        if isinstance(value, Quotient) and all(part == int(part) for part in value) and value.total:
            claims[name] = f"{int(value.matches)}/{int(value.total)}"
        elif isinstance(value, Quotient) and not value.total:
            claims[name] = None if value.matches else "0/0"
        else:
            claims[name] = int(value) if value == int(value) and name[0] == "m" else f"{float(number(value) or 0):.4f}"
    return {name: value for name, value in claims.items() if value is not None}


def singles(found: Diagnosis) -> list[str]:
    return [one.name for one in found.misconceptions if len(one.misconceptions) == 1]


@every_misconception
def test_it_is_named_from_its_own_numbers(one: Misconception) -> None:
    draw, named = random.Random(one.name), 0
    words = {"rouge-case-ignored": ["a", "A", "b"], "rouge-stemmed": ["cat", "cats", "b"]}.get(one.name, list("aabc"))
    for tries in range(60):
        if named > 3 and tries >= amount(15, 60):
            break
        candidate, *references = (
            "".join(draw.choice(words) + draw.choice("   \n") for _ in range(draw.randint(1, 6))).strip()
            for _ in range(draw.randint(2, 4))
        )
        chosen = dict(one.example.settings)
        mistake = one.on(candidate, references, **chosen)
        if mistake.shows:
            named += 1
            for names in ([*mistake.shows], list(mistake.right.forms)):
                claims = told(mistake, names)
                found = check_working(candidate, references, metric=one.subject.metric, **chosen, **claims)
                assert found.first_wrong is None or [*found.search.singles([one])] == [one], (candidate, references)
    assert named > 3, "it showed often enough to be tried"


def is_counted(value: float) -> bool:
    """True for 2/4 and 0/0, which a student writes as they are counted."""
    return "/" in str(value)


@every_subject
def test_a_right_working_is_right(subject: Subject) -> None:
    draw = random.Random(subject.name)
    for _ in range(40):
        references = [text(draw, most=5) for _ in range(draw.randint(1, 3))]
        chosen = settings_of(draw, subject, len(references))
        candidate = text(draw, most=5)
        trace = subject.score(candidate, references, **chosen)
        assert isinstance(trace, Rouge)
        matches = [trace.matches(i) for i in trace.each_i]
        numbers = {"recall": trace.recall, "precision": trace.precision, "score": trace.score}
        claims: dict[str, Any] = {name: str(value) if is_counted(value) else value for name, value in numbers.items()}
        found = check_working(
            candidate, references, metric=subject.metric, **chosen, **claims,
            matches=matches[0] if len(matches) == 1 else matches,
        )  # fmt: skip
        assert found.first_wrong is None, found


@pytest.mark.parametrize(
    ("metric", "given", "claims", "first", "explained"),
    [
        (mtexplain.rouge_l, ("police kill the gunman", KEY), {"recall": "2/4"}, "recall", ["longest-substring"]),
        (mtexplain.rouge_l, HORSE, {"recall": "4/5", "precision": "4/10", "score": 0.5333}, "recall",
         ["recall-precision-swapped"]),
        (mtexplain.rouge_l, HORSE, {"recall": "4/10", "precision": "4/5", "score": "0.60"}, "score", ["f-arithmetic"]),
        (mtexplain.rouge_l, HORSE, {"recall": "40", "precision": "80", "score": "53.3"}, "recall",
         ["rouge-in-percent"]),
        (mtexplain.rouge_l, HORSE, {"score": "53.33"}, "score", ["rouge-in-percent"]),
        (mtexplain.rouge_n, ("police killed the gunman", ["police killed today"]), {"n": 1, "recall": "0.66"}, "recall",
         ["rouge-cut"]),
        (mtexplain.rouge_l, HORSE, {"score": 0.4}, "score", ["out-of-the-longer", "recall-alone"]),
        (mtexplain.rouge_s, ("the gunman police killed", KEY), {"matches": 6, "recall": "6/6"}, "matches",
         ["skip-bigrams-unordered"]),
        (mtexplain.rouge_w, ("A B C D H I K", ["A B C D E F G"]), {"recall": "16/49"}, "recall", ["no-inverse"]),
        (mtexplain.rouge_n, ("the the", ["the cat"]), {"n": 1, "matches": 2, "recall": "2/2"}, "matches",
         ["rouge-no-clipping"]),
    ],
)  # fmt: skip
def test_a_wrong_working_is_understood(
    metric: Any, given: tuple[str, list[str]], claims: dict[str, Any], first: str, explained: list[str]
) -> None:
    found = check_working(*given, metric=metric, **claims)
    assert (found.first_wrong, singles(found)) == (first, explained)


@pytest.mark.parametrize(
    ("metric", "given", "claims", "told"),
    [
        (mtexplain.rouge_l, HORSE, {"score": 0.5031}, "as pycocoevalcap 1.2 prints it (rules='coco')"),
        (mtexplain.rouge_su, ("the gunman police killed", KEY), {"recall": "4/9"},
         "namely the rules of ROUGE-1.5.5 (rules='rouge-1.5.5')"),
    ],
)  # fmt: skip
def test_what_a_tool_gives_is_no_mistake(
    metric: Any, given: tuple[str, list[str]], claims: dict[str, Any], told: str
) -> None:
    found = check_working(*given, metric=metric, **claims)
    assert (found.first_wrong, found.misconceptions) == (None, ())
    assert told in " ".join(str(found).split())


def test_what_follows_from_a_wrong_number_is_told_apart() -> None:
    found = check_working(*HORSE, metric=mtexplain.rouge_l, matches=3, recall="3/10", precision="3/5", score=0.4)
    assert [one.kind for one in found.verdicts] == ["wrong", "follows", "follows", "follows"]
    assert found.steps()[-1].name == "lcs", "the grid is the right working of the matches"


def test_each_reference_has_its_matches_and_its_step() -> None:
    given = ("a cat on the mat", ["a cat", "there is a black cat lying on the old mat"])
    found = check_working(*given, metric=mtexplain.rouge_l, matches=[2, 4])
    assert (found.first_wrong, found.steps()[-1].name) == ("matches_2", "lcs_2")
    assert plain.formula(found.subject.symbols("matches_2", found.score)) == "LCS_2"
    with pytest.raises(mtexplain.InputError, match=r"^matches: got int, 2; expected a list, matches_1 to matches_2"):
        check_working(*given, metric=mtexplain.rouge_l, matches=2)


def test_where_only_the_recall_was_said_the_grid_is_shown_too() -> None:
    """The slip is likelier in the table than in the division. Somebody who gave the matches has seen them judged."""
    text = ("a b c d", ["a c b d e"])
    alone = check_working(*text, metric=rouge_l, recall="4/5")
    assert [step.name for step in alone.steps()][-2:] == ["lcs", "recall"]
    both = check_working(*text, metric=rouge_l, matches=3, recall="4/5")
    assert [step.name for step in both.steps() if step.name in ("lcs", "recall")] == ["recall"]
    two = check_working("a b", ["a b", "a c"], metric=rouge_l, precision="1/3")
    assert [step.name for step in two.steps()][-3:] == ["lcs_1", "lcs_2", "precision"]


def test_a_claim_of_another_metric_is_no_claim_here() -> None:
    with pytest.raises(
        mtexplain.InputError, match=r"bp: got a keyword that is neither; expected a claim \(matches, re"
    ):
        check_working(*HORSE, metric=mtexplain.rouge_l, bp=1)


def test_the_panel_of_a_score_is_untouched_by_its_mistakes() -> None:
    """Replacing the tokens makes another trace, and leaves this one as it is."""
    trace = mtexplain.rouge_l("The cat", ["the cat"])
    mtexplain.misconceptions.get("rouge-case-ignored").of(trace)
    assert trace.candidate == ("The", "cat")
    assert trace == replace(trace)
    assert sentences((trace.candidate,)) == ["The", "cat"]


def test_a_mistake_of_one_metric_undoes_no_mistake_of_another() -> None:
    """A wrong divisor of ROUGE-W is no mistake of ROUGE-N, so it cannot be half of a pair of mistakes there."""
    claims: dict[str, Any] = {"matches": 1, "recall": "0/0"}
    found = check_working("on sat a the a a is b cat", ["cat"], metric=mtexplain.rouge_n, rules="rouge-score", **claims)
    assert not found.misconceptions
