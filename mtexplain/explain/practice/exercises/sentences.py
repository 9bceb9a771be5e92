"""Simple sentences for exercises: several ways to say one thing, faulty translations of it, texts for a model."""

from itertools import permutations
from random import Random

from mtexplain.counts import ngrams

Sentence = tuple[str, ...]

_THINGS = ("dog", "cat", "child", "bird", "horse", "boy", "girl")
_OWNERS = ("farmer", "teacher", "neighbour", "doctor")
_QUALITIES = ("young", "small", "tired", "happy", "quiet", "brave")
_DOINGS = ("waits", "sleeps", "plays", "rests", "sits")
_WHERE = ("in", "near", "behind")
_PLACES = ("garden", "house", "park", "market", "station", "school")
_WHEN = ("today", "again", "now", "at night")
_WAYS = (
    "the {thing} {doing} {where} the {place}",
    "the {quality} {thing} {doing} {where} the {place}",
    "the {thing} {doing} {where} the {place} {when}",
    "the {thing} of the {owner} {doing} {where} the {place}",
    "a {quality} {thing} {doing} {where} the {place} {when}",
    "there is a {thing} and the {thing} {doing} {where} the {place}",
    "{where} the {place} there is a {thing} that {doing} {when}",
    "it is the {quality} {thing} that {doing} {where} the {place} {when}",
    "{when} the {thing} of the {owner} {doing} {where} the {place} of the {owner}",
    "the {owner} says that the {quality} {thing} of the {owner} {doing} {where} the {place}",
    "there is a {quality} {thing} of the {owner} that {doing} {where} the {place} {when}",
)
_SHORT = ("a {thing} {doing}", "the {thing} {doing} {when}", "the {thing} {doing} {where} the {place}")
_ALIKE = (("the", "a"), _THINGS + _OWNERS, _QUALITIES, _DOINGS, _WHERE, _PLACES)
"""Words of one kind: one may stand in another's place."""


def ways_to_say(draw: Random, number: int, length: int = 10) -> list[Sentence]:
    """So many different sentences that say about the same, in so many words or some more."""
    words = {
        "thing": draw.choice(_THINGS),
        "owner": draw.choice(_OWNERS),
        "quality": draw.choice(_QUALITIES),
        "doing": draw.choice(_DOINGS),
        "where": draw.choice(_WHERE),
        "place": draw.choice(_PLACES),
        "when": draw.choice(_WHEN),
    }
    ways = [way for way in _WAYS if -2 <= len(way.split()) - length <= 5]
    return [tuple(way.format(**words).split()) for way in draw.sample(ways, number)]


def clumsy(draw: Random, references: list[Sentence], length: int) -> Sentence:
    """A faulty translation of so many words: a stutter, a wrong word, a lost word, two words swapped."""
    tokens = list(_said(draw, references, length - draw.randint(0, 3)))
    for fault in draw.choices((_stutter, _wrong_word, _lose, _swap), (6, 2, 2, 1), k=draw.randint(1, 3)):
        fault(draw, tokens)
    while len(tokens) != length:
        (_lose if len(tokens) > length else _stutter)(draw, tokens)
    return tuple(tokens)


def _said(draw: Random, references: list[Sentence], length: int) -> Sentence:
    """A reference, or the beginning of one and the end of another that share a word: one of about this length."""
    said = list(references)
    for first, last in permutations(references, 2):
        if shared := [word for word in first if word in last]:
            word = draw.choice(shared)
            said.append(first[: first.index(word)] + last[last.index(word) :])
    nearest = min(abs(len(one) - length) for one in said)
    return draw.choice([one for one in said if abs(len(one) - length) <= max(1, nearest)])


def _wrong_word(draw: Random, tokens: list[str]) -> None:
    place = draw.randrange(len(tokens))
    tokens[place] = draw.choice(next((words for words in _ALIKE if tokens[place] in words), (tokens[place],)))


def _swap(draw: Random, tokens: list[str]) -> None:
    place = draw.randrange(len(tokens))
    tokens[place : place + 2] = reversed(tokens[place : place + 2])


def _lose(draw: Random, tokens: list[str]) -> None:
    if len(tokens) > 1:
        del tokens[draw.randrange(len(tokens))]


def _stutter(draw: Random, tokens: list[str]) -> None:
    """Some words are said twice, often those that the sentence has more than once."""
    again = [place for place, word in enumerate(tokens) if tokens.count(word) > 1]
    place = draw.choice(again if again and draw.random() < 0.6 else range(len(tokens)))
    tokens[place:place] = tokens[place : place + draw.randint(1, 3)]


def training_text(draw: Random, number: int) -> list[Sentence]:
    """So many short sentences of few words, as a model reads them."""
    kinds = {"thing": _THINGS, "doing": _DOINGS, "where": _WHERE, "place": _PLACES, "when": _WHEN[:3]}
    few = {kind: draw.sample(words, 2) for kind, words in kinds.items()}
    ways = [draw.choice(_SHORT) for _ in range(number)]
    return [tuple(way.format(**{kind: draw.choice(words) for kind, words in few.items()}).split()) for way in ways]


def in_pairs_of(draw: Random, sentences: list[Sentence]) -> Sentence:
    """A sentence that a model of pairs holds for possible: each word has followed the one before it."""
    pairs = [pair for sentence in sentences for pair in ngrams(("<s>", *sentence, "</s>"), 2)]
    tokens = ["<s>"]
    while tokens[-1] != "</s>":
        tokens.append(draw.choice([word for before, word in pairs if before == tokens[-1]]))
    return tuple(tokens[1:-1])
