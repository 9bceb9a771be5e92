"""Simple sentences for exercises: several ways to say one thing, and a clumsy candidate for it."""

from random import Random

from mtexplain.counts import ngrams

Sentence = tuple[str, ...]

_THINGS = ("dog", "cat", "child", "teacher", "farmer", "bird", "horse", "boy", "girl", "neighbour")
_QUALITIES = ("young", "small", "tired", "happy", "quiet", "brave")
_DOINGS = ("waits", "sleeps", "sings", "plays", "reads", "rests", "sits")
_WHERE = ("in", "near", "behind")
_PLACES = ("garden", "house", "park", "market", "station", "school")
_WHEN = ("today", "again", "now", "at night")
_WAYS = (
    "the {quality} {thing} {doing} {where} the {place}",
    "the {thing} {doing} {where} the {place}",
    "the {thing} {doing} {where} the {place} {when}",
    "a {quality} {thing} {doing} {where} the {place} {when}",
    "{when} the {quality} {thing} {doing} {where} the {quality} {place}",
    "there is a {thing} and the {thing} {doing} {where} the {place}",
    "{where} the {place} there is a {thing} that {doing}",
    "it is the {quality} {thing} that {doing} {where} the {place} {when}",
    "the {thing} and the {thing} of the {place} wait {where} the {quality} {place}",
)


def ways_to_say(draw: Random, number: int) -> list[Sentence]:
    """So many different sentences that say about the same."""
    words = {
        "thing": draw.choice(_THINGS),
        "quality": draw.choice(_QUALITIES),
        "doing": draw.choice(_DOINGS),
        "where": draw.choice(_WHERE),
        "place": draw.choice(_PLACES),
        "when": draw.choice(_WHEN),
    }
    return [tuple(way.format(**words).split()) for way in draw.sample(_WAYS, number)]


def clumsy(draw: Random, references: list[Sentence], length: int) -> Sentence:
    """A candidate of so many words: begun like one reference, ended like another, with a stutter and a wrong word."""
    first, last = draw.choice(references), draw.choice(references)
    cut = draw.randint(0, min(len(first), len(last)))
    tokens = [*first[:cut], *last[cut:]]
    for _ in range(draw.randint(0, 2)):
        others = [token for reference in references for token in reference]
        tokens[draw.randrange(len(tokens))] = draw.choice((*others, *_THINGS, *_QUALITIES))
    while len(tokens) > length:
        del tokens[draw.randrange(len(tokens))]
    shared = set.intersection(*(set(ngrams(reference, 2)) for reference in references))
    while len(tokens) < length or draw.random() < 0.4:  # a machine stutters, most of all where it is sure
        sure = [place for place, pair in enumerate(ngrams(tokens, 2)) if pair in shared]
        place = draw.choice(sure if sure and draw.random() < 0.6 else range(len(tokens)))
        tokens[place:place] = tokens[place : place + draw.randint(1, 3)]
        del tokens[length:]
    return tuple(tokens)
