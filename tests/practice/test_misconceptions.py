"""Wrong formulas that can be computed with: each is wrong in one place, shows on its example, and on none smaller."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from math import exp, fsum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.bleu_score import modified_precision

from mtexplain import bleu, corpus_bleu, examples
from mtexplain import misconceptions as catalogue
from mtexplain.by_hand.misconception import Misconception, Mistake, sentences
from mtexplain.by_hand.numbers import Numbers, Quotient, same
from mtexplain.display import html, latex, plain
from mtexplain.display.parts import Table
from mtexplain.explain.practice.misconceptions import Catalogue
from mtexplain.metrics.bleu.by_rules import BleuScore
from mtexplain.metrics.bleu.mistakes import BLEU_SUBJECT as BLEU
from mtexplain.rules import MISSING, NLTK, PAPER, REFERENCE_LENGTHS, RULES, SACREBLEU, SMOOTHINGS, BleuRules
from tests.display.test_hostile_text import Tree
from tests.display.test_views import Page, cells
from tests.strategies import Segment, amount, corpora, orders, rarely, segments, unzipped

misconceptions = catalogue.of(bleu)
every_misconception = pytest.mark.parametrize("one", misconceptions, ids=[one.name for one in misconceptions])
OF_TEXTS = ("one-string", "closest-of-totals", "mean-of-scores", "mean-of-precisions", "mean-of-penalties")
"""What can only show on several segments."""


def named(name: str) -> Misconception:
    return misconceptions.get(name)


def wrong(name: str, candidate: Any, references: Any, **settings: Any) -> Numbers:
    """The numbers that a misconception gives."""
    return named(name).on(candidate, references, **settings).wrong


def scored(corpus: list[Segment], **settings: Any) -> BleuScore:
    """The score of a text."""
    return corpus_bleu(*unzipped(corpus), **settings)


# The right method.


def assert_right(trace: BleuScore) -> None:
    """Check that with nothing replaced the numbers are the trace's, in the forms in which they may be written."""
    numbers = BLEU.numbers(BLEU.sheet(trace), {})
    assert list(numbers.forms) == [*(f"p_{order.n}" for order in trace.precisions), "c", "r", "bp", "score"]
    assert (numbers["c"], numbers["r"]) == (trace.brevity.candidate_length, trace.brevity.reference_length)
    assert same(numbers["bp"], trace.brevity.value)
    assert same(min(1.0, numbers["score"]), trace.score)  # type: ignore[type-var]
    assert any(same(form, trace.reported) for form in numbers.forms["score"])
    for order in trace.precisions:
        assert Quotient(order.matches, order.total) in numbers.forms[f"p_{order.n}"]
    for factor in trace.factors:
        assert any(same(factor.value, form) for form in numbers.forms[f"p_{factor.n}"])


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@rarely
@given(corpora(), orders)
def test_with_nothing_replaced_the_numbers_are_the_traces(rules: BleuRules, corpus: list[Segment], max_n: int) -> None:
    assert_right(scored(corpus, rules=rules, tokenize="whitespace", max_n=max_n))
    assert_right(bleu(*corpus[0], rules=rules, tokenize="whitespace"))


@given(corpora(), st.integers(1, 6), *map(st.sampled_from, map(list, (SMOOTHINGS, MISSING, REFERENCE_LENGTHS))))
def test_under_any_choices_too(corpus: list[Segment], max_n: int, smoothing: Any, missing: Any, length: Any) -> None:
    for rules in (PAPER, SACREBLEU, NLTK):
        rules = replace(rules, smoothing=smoothing, smoothing_value=None, missing=missing, reference_length=length)
        assert_right(scored(corpus, rules=rules, tokenize="whitespace", max_n=max_n))


@pytest.mark.parametrize(
    ("candidate", "references"),
    [("", [""]), ("", ["a b"]), ("a b", [""]), ("a", ["", "a"]), (" \n", ["\t"]), ("猫 c\u200bat", ["猫"] * 9)],
)
def test_odd_and_empty_texts_too(candidate: str, references: list[str]) -> None:
    for rules in RULES.values():
        assert_right(bleu(candidate, references, rules=rules))
        assert_right(corpus_bleu([candidate, "a"], [references, ["b"]], rules=rules))
    for one in misconceptions:
        mistakes = [one.on(candidate, references)]
        if one.subject.text_metric is not one.subject.metric:
            mistakes.append(one.on([candidate, ""], [references, ["a"]]))
        for mistake in mistakes:
            assert set(mistake.wrong.forms) == set(mistake.right.forms)
            assert str(mistake)
            json.dumps(mistake.to_dict(), allow_nan=False)


# What every misconception has.


def test_names_are_unique_and_those_of_one_place_stand_together() -> None:
    names = [one.name for one in misconceptions]
    titles = [one.title for one in misconceptions]
    assert len(set(names)) == len(set(titles)) == len(names) > 50
    together = [one for _, those in misconceptions.places for one in those]
    assert together == list(misconceptions)


def test_names_are_unique_over_all_metrics_and_titles_within_each() -> None:
    assert len({one.name for one in catalogue}) == len(catalogue)
    assert len({(one.subject.group, one.title) for one in catalogue}) == len(catalogue)
    assert catalogue.of(corpus_bleu) == misconceptions
    assert catalogue.of(lambda: bleu("", [""])) == ()


@pytest.mark.parametrize("one", catalogue, ids=[one.name for one in catalogue])
def test_it_says_what_is_wrong_and_where_it_is_seen(one: Misconception) -> None:
    for text in (one.title, one.explanation, one.source, plain.formula(one.wrong), plain.formula(one.right)):
        assert text == " ".join(text.split()) != "", "one line, without double spaces"
    assert one.explanation.endswith(".")
    assert not one.title.endswith(".")
    assert not one.source.endswith(".")
    assert one.title[0].isupper() or one.title[0] in "prfβ" or one.title.startswith(("log", "max_skip"))
    assert one.name == one.name.lower() == one.name.replace(" ", "-")
    assert plain.formula(one.wrong) != plain.formula(one.right)
    assert repr(one) == f"Misconception({one.name!r}: {one.title})"


@given(corpora(), orders)
def test_it_replaces_one_place_and_what_does_not_hang_on_it_stays(corpus: list[Segment], max_n: int) -> None:
    sheet = BLEU.sheet(scored(corpus, max_n=max_n))
    right = BLEU.numbers(sheet, {})
    for one in misconceptions:
        numbers = BLEU.numbers(sheet, {one.replaces: one.replacement})
        assert list(numbers.forms) == list(right.forms)
        assert all(numbers[name] == right[name] for name in EARLIER[one.replaces] if name in right.forms), one.name


@every_misconception
def test_a_mistake_is_the_metric_with_another_method(one: Misconception) -> None:
    corpus = [("a b a a", ["a a b", "b"]), ("b", ["c", "b b"]), ("", ["a"])]
    mistake = one.of(scored(corpus, max_n=2))
    assert mistake.right.forms == BLEU.numbers(BLEU.sheet(mistake.score), {}).forms
    assert mistake.wrong.forms == BLEU.numbers(BLEU.sheet(mistake.score), {one.replaces: one.replacement}).forms
    assert mistake == one.on(*unzipped(corpus), max_n=2)
    for name in mistake.right.forms:
        assert (name in mistake.shows) != same(mistake.right[name], mistake.wrong[name])


P = ("p_1", "p_2", "p_3", "p_4")
EARLIER = {
    "words": (), "clip": ("c", "r", "bp"), "total": ("c", "r", "bp"), "match_length": (*P, "c"),
    "penalty": (*P, "c", "r"), "smoothing": ("c", "r", "bp"), "combine": (*P, "c", "r", "bp"), "segments": ("c", "r"),
    "writing": ("c", "r"),
}  # fmt: skip
"""The numbers that do not depend on each place."""


WITH_ONE_REFERENCE = (
    "sum-over-references", "fewest-in-references", "best-reference", "first-reference",
    "shortest-reference", "longest-reference", "average-reference", "first-length", "ties-to-the-longer",
    "all-references",
)  # fmt: skip
LOWER_CASED = ("lower-cased-candidate", "lower-cased-references", "case-ignored")


@given(corpora(), orders)
def test_where_there_is_nothing_to_choose_it_does_not_show(corpus: list[Segment], max_n: int) -> None:
    alone = [(candidate, references[:1]) for candidate, references in corpus]
    for name in (*WITH_ONE_REFERENCE, *LOWER_CASED):
        assert named(name).of(scored(alone, max_n=max_n)).shows == ()
    for name in (*OF_TEXTS, *LOWER_CASED):
        assert named(name).of(scored(corpus[:1], max_n=max_n)).shows == ()
    for candidate, _ in corpus:
        perfect = bleu(candidate, [candidate], max_n=max_n)
        for name in ("swapped", "no-penalty", "upside-down", "long-punished", "branches-swapped", "no-cap", "ratio"):
            assert named(name).of(perfect).shows == () or not candidate


@every_misconception
def test_its_example_shows_it(one: Misconception) -> None:
    assert one.smallest.shows
    assert one.smallest.misconception is one
    assert not one.smallest.score.rules.lowercase


# No smaller input shows it: every text with fewer words, or as many in fewer orders.
# Every fifth is tried, and all of them where there is time.


def texts(words: int, letters: Sequence[str]) -> Iterator[tuple[Any, Any]]:
    """Every text of so many words, of one segment or of two, each with up to three references; no sentence empty.

    Its letters first appear in the given order, because another order would only rename the same text.
    """
    for groups in ((1,), (2,), (3,), (1, 1), (2, 1), (1, 2)):
        sentences = sum(groups) + len(groups)
        for lengths in product(range(1, words + 1), repeat=sentences):
            if sum(lengths) != words:
                continue
            for tokens in product(letters[:1], *[letters] * (words - 1)):
                if [*dict.fromkeys(tokens)] != [*letters[: len(set(tokens))]]:
                    continue
                rest = iter(tokens)
                written = iter([" ".join(next(rest) for _ in range(length)) for length in lengths])
                pairs = [(next(written), [next(written) for _ in range(number)]) for number in groups]
                yield pairs[0] if len(pairs) == 1 else unzipped(pairs)


def size(one: Misconception) -> tuple[int, int, int]:
    """Words in all, sentences, the longest order."""
    score = one.smallest.score
    assert isinstance(score, BleuScore)
    return *one.example.size, score.rules.max_n


def shows(one: Misconception, sheet: Any, right: Numbers) -> bool:
    numbers = BLEU.numbers(sheet, {one.replaces: one.replacement})
    return not all(same(right[name], numbers[name]) for name in right.forms)


@pytest.mark.parametrize(
    ("letters", "tried"),
    [
        ("abc", misconceptions),
        (["a", "A"], misconceptions.at("words")),
        (["A", "a"], misconceptions.at("words")),
        (["a", "ab"], misconceptions.at("words")),
        (["ab", "a"], misconceptions.at("words")),
    ],
    ids=["words", "case", "case, capital first", "letters", "letters, long word first"],
)
def test_no_smaller_input_shows_any_of_them(letters: Sequence[str], tried: Catalogue) -> None:
    for words, max_n in product(range(2, max(size(one)[0] for one in tried) + 1), (1, 2)):
        larger = [one for one in tried if size(one) > (words, 2, max_n)]
        for candidate, references in islice(texts(words, letters), 0, None, amount(5, 1)) if larger else ():
            sheet = BLEU.sheet(BLEU.score(candidate, references, max_n=max_n))
            right = BLEU.numbers(sheet, {})
            number = len(sentences((candidate, references)))
            left = [one for one in larger if size(one) > (words, number, max_n)]
            assert [one.name for one in left if shows(one, sheet, right)] == [], (candidate, references, max_n)


# The wrong numbers that papers and notes print, or that their formulas give.


@pytest.mark.parametrize(
    ("name", "example", "number", "printed"),
    [
        ("no-clipping", "papineni-2", "p_1", "7/7"),
        ("no-clipping", "notes-b", "p_1", "10/10"),
        ("average-without-log", "notes-c-cat", "score", "1.6615"),
        ("one-term-too-many", "notes-d", "p_1", "19/20"),
        ("full-stop", "notes-d", "p_1", "18/19"),
        ("upside-down", "notes-e", "bp", "1.7708"),
        ("set", "papineni-2", "p_1", "1/1"),
        ("no-penalty", "papineni-3", "score", "1.0000"),
    ],
)
def test_what_is_printed_comes_out(name: str, example: str, number: str, printed: str) -> None:
    mistake = named(name).of(examples.get(example).trace())
    found = mistake.wrong[number]
    assert printed == (str(found) if isinstance(found, Quotient) else f"{float(found or 0):.4f}")
    assert number in mistake.shows


def test_the_average_without_the_logarithm_is_above_1_for_a_perfect_translation() -> None:
    assert same(wrong("average-without-log", "the cat sat down", ["the cat sat down"])["score"], exp(1))


# Other ways to the same wrong numbers.


@given(segments(), orders)
def test_the_lengths_are_those_of_other_rules(segment: Segment, max_n: int) -> None:
    for name, rule in (("shortest-reference", "shortest"), ("average-reference", "average")):
        trace = bleu(*segment, max_n=max_n, reference_length=rule)
        numbers = wrong(name, *segment, max_n=max_n)
        assert numbers["r"] == trace.brevity.reference_length
        assert same(numbers["bp"], trace.brevity.value)
        assert same(numbers["score"], trace.score)


def assert_scores_as(numbers: Numbers, trace: BleuScore) -> None:
    """Check that these are all the numbers of another score."""
    assert numbers.forms == BLEU.numbers(BLEU.sheet(trace), {}).forms
    assert same(numbers["score"], trace.score)


@given(segments(), orders)
def test_other_words_are_another_call(segment: Segment, max_n: int) -> None:
    candidate, references = segment
    swapped = bleu(references[0], [candidate], max_n=max_n)
    assert_scores_as(wrong("swapped", candidate, references, max_n=max_n), swapped)
    first = bleu(candidate, references[:1], max_n=max_n)
    assert_scores_as(wrong("first-reference", candidate, references, max_n=max_n), first)
    stopped = bleu(f"{candidate} .", [f"{reference} ." for reference in references], max_n=max_n)
    assert_scores_as(wrong("full-stop", candidate, references, max_n=max_n), stopped)
    glued = wrong("full-stop", f"{candidate} c.", [f"{reference} ." for reference in references], max_n=max_n)
    assert_scores_as(glued, bleu(f"{candidate} c .", [f"{reference} ." for reference in references], max_n=max_n))


@given(segments("aAbB"), orders)
def test_case_is_lowercase_on_one_side_or_on_both(segment: Segment, max_n: int) -> None:
    candidate, references = segment
    lowered = [reference.lower() for reference in references]
    both = bleu(candidate, references, max_n=max_n, lowercase=True)
    assert_scores_as(wrong("case-ignored", *segment, max_n=max_n), both)
    one = bleu(candidate.lower(), references, max_n=max_n)
    assert_scores_as(wrong("lower-cased-candidate", *segment, max_n=max_n), one)
    other = bleu(candidate, lowered, max_n=max_n)
    assert_scores_as(wrong("lower-cased-references", *segment, max_n=max_n), other)


@given(segments("aAb"), orders)
def test_characters_are_what_nltk_counts_in_strings(segment: Segment, max_n: int) -> None:
    candidate, references = segment
    numbers = wrong("characters", candidate, references, max_n=max_n)
    assert numbers["c"] == len(candidate)
    for n in range(1, min(max_n, len(candidate)) + 1):
        theirs = modified_precision(references, candidate, n)
        found = numbers[f"p_{n}"]
        assert isinstance(found, Quotient)
        assert (found.matches, found.total) == (theirs.numerator, theirs.denominator)


@given(corpora(), orders)
def test_one_string_is_the_corpus_joined(corpus: list[Segment], max_n: int) -> None:
    candidates, references = unzipped(corpus)
    files = [" ".join(lines) for lines in zip(*references, strict=False)]  # the first references, the second, ...
    joined = bleu(" ".join(candidates), files, max_n=max_n)
    assert_scores_as(wrong("one-string", candidates, references, max_n=max_n), joined)


@given(corpora(), orders)
def test_means_are_means_of_what_each_segment_has(corpus: list[Segment], max_n: int) -> None:
    each = [bleu(*segment, max_n=max_n) for segment in corpus]
    numbers = {name: wrong(name, *unzipped(corpus), max_n=max_n) for name in OF_TEXTS}
    assert same(numbers["mean-of-scores"]["score"], fsum(one.score for one in each) / len(each))
    assert same(numbers["mean-of-penalties"]["bp"], fsum(one.brevity.value for one in each) / len(each))
    for place in range(max_n):
        values = [one.precisions[place].value for one in each]
        there = [value for value in values if value is not None]
        mean = sum(there) / len(there) if there else None
        assert same(numbers["mean-of-precisions"][f"p_{place + 1}"], mean)


@given(corpora(), orders)
def test_missing_orders_left_out_is_a_rule_of_others(corpus: list[Segment], max_n: int) -> None:
    trace = scored(corpus, max_n=max_n, missing="left out")
    assert same(named("missing-left-out").of(scored(corpus, max_n=max_n)).wrong["score"], trace.score)


@given(segments(most_references=1), orders)
def test_recall_is_the_precision_of_the_swapped_texts(segment: Segment, max_n: int) -> None:
    recall, swapped = (wrong(name, *segment, max_n=max_n) for name in ("reference-ngrams", "swapped"))
    assert [recall[f"p_{n}"] for n in range(1, max_n + 1)] == [swapped[f"p_{n}"] for n in range(1, max_n + 1)]


@given(segments(), orders)
def test_a_penalty_on_each_precision_leaves_the_score(segment: Segment, max_n: int) -> None:
    mistake = named("penalty-on-each").on(*segment, max_n=max_n)
    assert "score" not in mistake.shows
    right = bleu(*segment, max_n=max_n)
    twice = named("penalty-twice").of(right).wrong["score"]
    assert same(twice, right.score * right.brevity.value)


@given(segments(), orders)
def test_what_the_explanations_compare_holds(segment: Segment, max_n: int) -> None:
    def of(name: str, number: str = "score") -> Any:
        return wrong(name, *segment, max_n=max_n)[number]

    right = bleu(*segment, max_n=max_n)
    assert of("arithmetic-mean") >= right.score - 1e-12, "an arithmetic mean is never lower"
    assert of("no-root") <= right.score + 1e-12
    assert of("shortest-reference", "bp") >= right.brevity.value - 1e-12, "the shortest never punishes more"
    assert of("penalty-under-the-root") >= right.score - 1e-12
    assert not segment[0] or of("long-punished", "bp") <= right.brevity.value + 1e-12
    for name in ("no-clipping", "sum-over-references"):
        assert of(name) >= right.score - 1e-12
    for name in ("fewest-in-references", "best-reference", "first-reference"):
        assert of(name, "p_1").matches <= right.precisions[0].matches, "no more than with the best of each"


# The catalogue.


def test_a_misconception_is_found_by_its_name_or_by_its_place() -> None:
    assert [misconceptions.get(one.name) for one in misconceptions] == list(misconceptions)
    assert isinstance(misconceptions.at("clip"), Catalogue)
    assert [one.name for one in misconceptions.at("clip")][:2] == ["no-clipping", "sum-over-references"]
    assert sum(len(misconceptions.at(place)) for place in dict(misconceptions.places)) == len(misconceptions)
    assert misconceptions.at("nowhere") == ()
    with pytest.raises(KeyError) as caught:
        misconceptions.get("no-cliping")
    assert all(one.name in str(caught.value) for one in misconceptions)


def test_the_catalogue_is_a_table_for_each_place_in_every_view() -> None:
    expected = [cells(those.table) for _, those in misconceptions.places]
    assert sum(len(table) - 1 for table in expected) == len(misconceptions)
    shown = Page(misconceptions._repr_html_()).tables
    for page, table in zip(shown, expected, strict=True):
        assert [row[:1] + row[2:4] for row in page] == [row[:1] + row[2:4] for row in table]  # without formulas
    blocks = [block.splitlines()[1:] for block in str(misconceptions).split("\n\n")]
    for lines, table in zip(blocks, expected, strict=True):
        assert [line.split() for line in lines] == [" ".join(row).split() for row in table]
    assert repr(misconceptions.at("clip")).startswith("Catalogue([no-clipping, sum-over-references, ")
    assert str(misconceptions.at("nowhere")) == str(Catalogue())


@every_misconception
def test_alone_it_is_shown_by_its_example(one: Misconception) -> None:
    assert str(one) == str(one.smallest)
    assert one._repr_html_() == one.smallest._repr_html_()
    number = one.smallest.shows[0]
    (row,) = [row for row in cells(misconceptions.table)[1:] if row[0] == one.title]
    first = cells(one.smallest.table)[1]
    assert row[-2:] == [f"{first[0]} = {first[1]}", first[2]]
    assert first[1] != first[2]
    assert plain.formula(one.smallest.symbol(number)) == first[0]


# A mistake, in every view.

HIDDEN = named("no-clipping").on("the cat", ["the cat"])


@pytest.mark.parametrize("mistake", [*(one.smallest for one in misconceptions), HIDDEN], ids=repr)
def test_every_view_has_the_same_numbers(mistake: Mistake) -> None:
    text, page, document = str(mistake), Page(mistake._repr_html_()), mistake.to_latex()
    tables = [part for part in mistake.overview if isinstance(part, Table)]
    assert tables == ([mistake.table] if mistake.shows else [])
    for table in (*tables, *(part for part in mistake.steps()[0].parts if isinstance(part, Table))):
        assert html.table(table) in mistake._repr_html_()
        assert latex.table(table) in document
        assert all(line.strip() in text for line in plain.table(table).splitlines())
    assert not mistake.shows or cells(mistake.table) in page.tables
    for view in (text, page.text):
        assert mistake.misconception.title in view or not mistake.shows
        assert mistake.misconception.explanation in " ".join(view.split())
    assert len(mistake.to_frame()) == len(mistake.shows)
    assert list(mistake.to_frame().columns) == ["number", "right", "wrong"]
    data = json.loads(json.dumps(mistake.to_dict(), allow_nan=False))
    assert data["misconception"] == mistake.misconception.name
    assert data["shows"] == list(mistake.shows)
    assert all(data["right"][name] != data["wrong"][name] for name in mistake.shows)
    assert mistake.moments()
    assert Tree(mistake.to_html()).elements


def test_where_nothing_shows_it_says_so() -> None:
    assert HIDDEN.shows == ()
    assert repr(HIDDEN) == "Mistake(no-clipping)"
    for view in (str(HIDDEN), HIDDEN._repr_html_(), HIDDEN.to_latex()):
        assert "The mistake doesn" in view
        assert "wrong" in view
    assert "is wrong" not in str(HIDDEN)


def test_in_a_line_it_names_the_first_number() -> None:
    assert repr(named("no-clipping").smallest) == "Mistake(no-clipping: p_1 = 2/2)"
    told = str(named("upside-down").of(examples.get("notes-e").trace()))
    assert "\n\nBP = 1.771\nThe ratio upside down: right is 0.2636\n" in told


def test_errors_are_the_metrics() -> None:
    with pytest.raises(ValueError, match=r"^references: got a string"):
        named("set").on("a", "a")


@rarely
@given(st.integers(0, 10**6))
def test_random_corpora_of_odd_settings_have_numbers_for_every_misconception(seed: int) -> None:
    draw = random.Random(seed)

    def sentence() -> str:
        return " ".join(draw.choice("abAB.") for _ in range(draw.randint(0, 6)))

    corpus = [(sentence(), [sentence() for _ in range(draw.randint(1, 3))]) for _ in range(draw.randint(1, 4))]
    choices: Mapping[str, Any] = {
        "smoothing": draw.choice(list(SMOOTHINGS)),
        "missing": draw.choice(list(MISSING)),
        "max_n": draw.randint(1, 5),
        "rules": draw.choice(list(RULES.values())),
    }
    trace = scored(corpus, **choices)
    for one in misconceptions:
        json.dumps(one.of(trace).to_dict(), allow_nan=False)


@pytest.mark.parametrize(
    ("name", "phrase"),
    [
        ("meteor-f1", "F1 (precision and recall weigh the same)"),
        ("meteor-f-nine", "F with a beta of 9"),
        ("meteor-geometric-mean", "a geometric mean"),
        ("last-order-alone", "p_N alone"),
    ],
)
def test_within_a_sentence_a_title_keeps_its_symbols_and_has_no_colon(name: str, phrase: str) -> None:
    assert catalogue.get(name).phrase == phrase
    assert not any(":" in one.phrase for one in catalogue)
