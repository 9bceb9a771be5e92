"""Every mistake must show on its example and on no smaller example, and must be named from its own numbers."""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest

from mtexplain import check_working, misconceptions
from mtexplain.by_hand.misconception import Misconception
from mtexplain.by_hand.numbers import Quotient, Value, plain, same
from mtexplain.by_hand.subject import Subject
from mtexplain.display import html
from mtexplain.judging.mistakes import ACCURACY, KAPPA, TAU
from mtexplain.metrics.chrf.mistakes import CHRF
from mtexplain.metrics.nist.mistakes import NIST_SUBJECT as NIST
from mtexplain.metrics.perplexity.mistakes import DISTRIBUTION, NGRAM, PERPLEXITY
from mtexplain.tracing.steps import Traced
from tests.strategies import amount

Input = tuple[Any, Any]
"""A candidate and its references, several candidates for a text, or given numbers without references."""


@pytest.mark.parametrize("one", misconceptions, ids=lambda one: one.name)
def test_its_example_shows_it_in_every_view(one: Misconception) -> None:
    mistake = one.smallest
    assert mistake.shows
    assert one.title in str(mistake)
    assert html.table(mistake.table) in mistake._repr_html_()
    for view in (str(mistake), mistake.to_latex(), mistake._repr_html_(), json.dumps(mistake.to_dict())):
        assert "nan" not in view


# Every small input, and random ones.


def written(words: int, sentences: int) -> Iterator[list[str]]:
    """Every way to write this number of words, each a or b, in this number of sentences."""
    for lengths in product(range(1, words), repeat=sentences):
        for tokens in product("ab", repeat=words) if sum(lengths) == words else ():
            rest = iter(tokens)
            yield [" ".join(next(rest) for _ in range(length)) for length in lengths]


def segments(size: int) -> Iterator[Input]:
    """A sentence with its references; two sentences with a reference each."""
    for sentences in range(2, size + 1):
        for texts in written(size, sentences):
            yield texts[0], texts[1:]
            if sentences == 4:
                yield texts[:2], [texts[2:3], texts[3:]]


def trained(size: int) -> Iterator[Input]:
    """Sentences to predict, and sentences that a model has read."""
    for sentences in range(2, size + 1):
        for texts in written(size, sentences):
            yield texts[0], texts[1:]
            yield from ((texts[:several], texts[several:]) for several in range(2, sentences))


def given(size: int) -> Iterator[Input]:
    """Every list of this number of probabilities."""
    yield from ((list(those), None) for those in product(("0", "1", "1/2", "1/3", "2/3"), repeat=size))


def distributions(size: int) -> Iterator[Input]:
    yield from ((those, None) for those, _ in given(size) if sum(map(Fraction, those)) == 1)


def judged(size: int, says: str) -> Iterator[Input]:
    """All that two judges can say of this many items, if neither says the same of all, which has no measure."""
    lines = [" ".join(one) for one in product(says, repeat=size // 2) if len({*one}) > 1]
    yield from ((x, [y]) for x, y in product(lines, lines) if size % 2 == 0)


def compared(draw: random.Random, says: str) -> tuple[Any, Any, Mapping[str, Any]]:
    size = draw.randint(3, 7)
    x, y = (" ".join(draw.choice(says) for _ in range(size)) for _ in range(2))
    return x, [y], {}


def sentences(draw: random.Random, letters: str) -> list[str]:
    return [" ".join(draw.choice(letters) for _ in range(draw.randint(1, 6))) for _ in range(6)]


def scored(draw: random.Random) -> tuple[Any, Any, Mapping[str, Any]]:
    texts, settings = sentences(draw, "abcd"), {"max_n": draw.choice([1, 2, 2, 3])}
    if draw.random() < 0.5:
        return texts[0], texts[1 : draw.randint(2, 4)], settings
    return texts[:2], [texts[2:4], texts[4:]], settings


def scored_by_characters(draw: random.Random) -> tuple[Any, Any, Mapping[str, Any]]:
    *texts, settings = scored(draw)
    return *texts, {**settings, "beta": draw.choice([1, 2, 3])}


def modelled(draw: random.Random) -> tuple[Any, Any, Mapping[str, Any]]:
    texts, settings = sentences(draw, "abc"), {"n": draw.choice([1, 2, 2, 3]), **in_base(draw)}
    if draw.random() < 0.5:
        settings |= {"smoothing": "add-k", "k": draw.choice([1, 2, 0.5])}
    elif draw.random() < 0.5:
        settings |= {"markers": draw.choice(["never", "always"])}
    return (texts[0] if draw.random() < 0.5 else texts[:3]), texts[3:], settings


def in_base(draw: random.Random) -> dict[str, Any]:
    return {"base": draw.choice(["e", 2, 10])}


def weights(draw: random.Random) -> list[int]:
    first, *rest = (draw.randint(0, 5) for _ in range(draw.randint(2, 5)))
    return [first + 1, *rest]


def told(draw: random.Random) -> tuple[Any, Any, Mapping[str, Any]]:
    return [f"{one}/6" for one in weights(draw)], None, in_base(draw)


def distributed(draw: random.Random) -> tuple[Any, Any, Mapping[str, Any]]:
    found = weights(draw)
    return [f"{one}/{sum(found)}" for one in found], None, in_base(draw)


ODD: list[Input] = [("", [""]), ("1", ["2"]), ("1 1", ["1 1"]), ("1 1", ["1 2"])]
INPUTS: Mapping[Subject, tuple[Callable[[int], Iterator[Input]], Callable[[random.Random], Any], list[Input]]] = {
    NIST: (segments, scored, [("", ["", "a"]), (["x", ""], [["a b"], [""]]), ("a a a a a a a a", ["a b"])]),
    CHRF: (segments, scored_by_characters, [("", ["", "a"]), (["x", ""], [["a b"], [""]])]),
    PERPLEXITY: (given, told, [(["0", "1", "0"], None)]),
    DISTRIBUTION: (distributions, distributed, [(["1", "0"], None)]),
    NGRAM: (trained, modelled, [("", ["a"]), ("x y", ["", "a"]), (["", "x"], ["a", ""])]),
    **{one: (partial(judged, says="123"), partial(compared, says="123"), ODD) for one in (ACCURACY, TAU)},
    KAPPA: (partial(judged, says="yn"), partial(compared, says="yn"), [*ODD, ("a b c", ["c a b"])]),
}
"""For each metric, every small input of a size, random inputs, and odd inputs."""
THOSE = [one for one in misconceptions if one.subject in INPUTS]
each = pytest.mark.parametrize("one", THOSE, ids=lambda one: one.name)


@pytest.mark.parametrize("subject", INPUTS, ids=lambda subject: subject.name)
def test_with_nothing_replaced_the_numbers_are_the_traces(subject: Subject) -> None:
    draw = random.Random(subject.name)
    for _ in range(amount(30, 300)):
        candidate, references, settings = INPUTS[subject][1](draw)
        score: Any = subject.score(candidate, references, **settings)
        found = subject.numbers(subject.sheet(score), {})
        assert same(found["score"], score.score)
        values = score.plain_values() if isinstance(score, Traced) else {}
        for claim, name in subject.claims.items():
            value = values.get(name, getattr(score, name))
            several = enumerate(value, 1) if isinstance(value, tuple) else [("", value)]
            for place, one in several:
                forms = found.forms[f"{claim}_{place}".rstrip("_")]
                assert any(same(form, float(one or 0)) for form in forms), (claim, place)


@each
def test_no_smaller_example_shows_it(one: Misconception) -> None:
    words, several = one.example.size
    for size in range(1, words + 1):
        for candidate, references in INPUTS[one.subject][0](size):
            number = (1 if isinstance(candidate, str) else len(candidate)) + len(references or ())
            if (size, number) < (words, several):
                assert one.on(candidate, references, **one.example.settings).shows == (), (candidate, references)


def typed(value: Value, decimals: int) -> str | int | None:
    """A number as a student would type it, or None if it isn't a number."""
    if isinstance(value, Quotient) and all(part == int(part) for part in value):
        return f"{int(value.matches)}/{int(value.total)}"
    found = plain(value)
    if found is None or isinstance(found, int):
        return found
    return str(found) if isinstance(found, Fraction) else f"{found:.{decimals}f}"


@each
@pytest.mark.parametrize("decimals", [2, 4])
def test_it_is_named_from_its_own_numbers(one: Misconception, decimals: int) -> None:
    draw, wrong = random.Random(one.name), 0
    for tries in range(60):
        if wrong >= 2 and tries >= amount(3, 60):
            break
        candidate, references, settings = INPUTS[one.subject][1](draw)
        mistake = one.on(candidate, references, **settings)
        for names in (list(mistake.right.forms), list(mistake.shows), ["score"]):
            claims = {name: typed(mistake.wrong.written(name, decimals)[0], decimals) for name in names}
            claims = {name: value for name, value in claims.items() if value is not None}
            if not claims:
                continue
            found = check_working(candidate, references, metric=one.subject.metric, **claims, **settings)
            if found.search.wrong:
                wrong += 1
                assert [*found.search.singles([one])] == [one], (candidate, references, claims)
    assert wrong >= 2, "it showed often enough to be tried"


@each
def test_it_stops_at_no_odd_input(one: Misconception) -> None:
    for candidate, references in INPUTS[one.subject][2]:
        mistake = one.on(candidate, references)
        assert "nan" not in str(mistake) + json.dumps(mistake.to_dict(), allow_nan=False)
