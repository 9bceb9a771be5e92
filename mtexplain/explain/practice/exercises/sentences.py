"""Simple sentences for exercises, such as paraphrases, faulty translations, and training texts for a model."""

from itertools import chain, pairwise, permutations
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
_ARTICLES = ("the", "a")
_STARTS = {*_DOINGS, *_WHERE, "today", "again", "now", "at", "of", "there", "it", "and", "says", "that"}
"""The words that begin a phrase. An article also begins a phrase, unless it follows a preposition or "is"."""
_ALIKE = (_ARTICLES, _THINGS + _OWNERS, _QUALITIES, _DOINGS, _WHERE, _PLACES)
"""Groups of words of the same kind, which may replace each other."""


def ways_to_say(draw: Random, number: int, length: int = 10) -> list[Sentence]:
    """Different sentences of about `length` words that say roughly the same thing."""
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


def clumsy(draw: Random, references: list[Sentence], least: int, most: int) -> Sentence:
    """A translation with up to three faults that are typical of a machine, and with `least` to `most` words."""
    tokens: Sentence = ()
    while not least <= len(tokens) <= most:
        phrases = _pieced_together(draw, references, draw.randint(least, most) - draw.randint(0, 3))
        for fault in draw.choices(list(_FAULTS), list(_FAULTS.values()), k=draw.randint(1, 3)):
            fault(draw, phrases)
        tokens = tuple(chain.from_iterable(phrases))
    return tokens


def _pieced_together(draw: Random, references: list[Sentence], length: int) -> list[list[str]]:
    """A reference of about this length, or parts of two references joined at a phrase that they share."""
    versions = [_phrases(reference) for reference in references]
    for first, last in permutations(versions, 2):
        if shared := [phrase for phrase in first if phrase in last]:
            phrase = draw.choice(shared)
            versions.append(first[: first.index(phrase)] + last[last.index(phrase) :])
    short = {index: abs(sum(map(len, version)) - length) for index, version in enumerate(versions)}
    return versions[draw.choice([index for index, far in short.items() if far <= max(1, min(short.values()))])]


def _phrases(sentence: Sentence) -> list[list[str]]:
    """A sentence cut into phrases, such as "of the doctor", "waits" and "in the park"."""
    phrases: list[list[str]] = []
    for before, word in pairwise(("", *sentence)):
        starts = word in _STARTS or (word in _ARTICLES and before not in (*_WHERE, "of", "is"))
        if starts or not phrases:
            phrases.append([])
        phrases[-1].append(word)
    return phrases


def _repeat(draw: Random, phrases: list[list[str]]) -> None:
    index = draw.randrange(len(phrases))
    phrases[index:index] = [list(phrases[index]) for _ in range(draw.choice((1, 1, 2)))]


def _wrong_word(draw: Random, phrases: list[list[str]]) -> None:
    phrase = draw.choice(phrases)
    index = draw.randrange(len(phrase))
    phrase[index] = draw.choice(next((words for words in _ALIKE if phrase[index] in words), (phrase[index],)))


def _stutter(draw: Random, phrases: list[list[str]]) -> None:
    """Repeat an article."""
    if with_article := [phrase for phrase in phrases if phrase[0] in _ARTICLES]:
        phrase = draw.choice(with_article)
        phrase.insert(0, phrase[0])


def _lose(draw: Random, phrases: list[list[str]]) -> None:
    if len(phrases) > 1:
        del phrases[draw.randrange(len(phrases))]


def _swap(draw: Random, phrases: list[list[str]]) -> None:
    """Swap two neighbouring phrases, as in a word-by-word translation."""
    index = draw.randrange(len(phrases))
    phrases[index : index + 2] = reversed(phrases[index : index + 2])


_FAULTS = {_repeat: 6, _wrong_word: 4, _stutter: 2, _lose: 2, _swap: 1}
"""The faults of a translation, with their relative frequencies."""


def training_text(draw: Random, number: int) -> list[Sentence]:
    """Short sentences with a small vocabulary, as the training text of a model."""
    kinds = {"thing": _THINGS, "doing": _DOINGS, "where": _WHERE, "place": _PLACES, "when": _WHEN[:3]}
    few = {kind: draw.sample(words, 2) for kind, words in kinds.items()}
    ways = [draw.choice(_SHORT) for _ in range(number)]
    return [tuple(way.format(**{kind: draw.choice(words) for kind, words in few.items()}).split()) for way in ways]


def in_pairs_of(draw: Random, sentences: list[Sentence]) -> Sentence:
    """A sentence that a bigram model finds possible, because each of its bigrams occurs in the training sentences."""
    pairs = [pair for sentence in sentences for pair in ngrams(("<s>", *sentence, "</s>"), 2)]
    tokens = ["<s>"]
    while tokens[-1] != "</s>":
        tokens.append(draw.choice([word for before, word in pairs if before == tokens[-1]]))
    return tuple(tokens[1:-1])
