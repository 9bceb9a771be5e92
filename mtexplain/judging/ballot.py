"""The ballot, which shows a judge a sentence and its anonymous outputs, and the ranks that come back."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TypedDict

from mtexplain.examples.corpus import SYSTEMS, outputs, segments
from mtexplain.judging.rankings import Rankings, rankings

LANGUAGES = {"fr": "French", "zh": "Chinese", "de": "German", "es": "Spanish", "ar": "Arabic"}


class Ballot(TypedDict):
    """A sentence to be judged, with a reference and its outputs in the order shown."""

    id: str
    code: str
    language: str
    source: str
    reference: str
    outputs: list[str]


def shuffled(segment: str) -> list[str]:
    """The systems in the order in which their outputs are shown, which is random but fixed for each segment."""
    return Random(segment).sample(SYSTEMS, len(SYSTEMS))


def ballot(ids: Iterable[str]) -> list[Ballot]:
    """The sentences to be judged, each with a reference and its outputs, without system names."""
    known = {segment.id: segment for segment in segments()}
    texts = {(output.id, output.system): output.text for output in outputs()}
    return [
        {
            "id": segment.id, "code": segment.language, "language": LANGUAGES[segment.language],
            "source": segment.source, "reference": segment.references[0],
            "outputs": [texts[segment.id, name] for name in shuffled(segment.id)],
        }
        for segment in map(known.__getitem__, ids)
    ]  # fmt: skip


def filled(ids: Sequence[str], given: Mapping[str, object]) -> dict[str, list[int]]:
    """The ranks that a page sends, for each output in the order shown. Anything that is not a rank becomes 0.

    >>> filled(["fr-01", "fr-18"], {"fr-01": [1, 2, 9, "3", 4], "fr-02": [1, 2, 3, 4, 5]})
    {'fr-01': [1, 2, 0, 0, 4]}
    """
    return {
        name: [rank if type(rank) is int and 0 < rank <= len(SYSTEMS) else 0 for rank in row]
        for name in ids
        if isinstance(row := given.get(name), list) and len(row) == len(SYSTEMS)
    }


def ranked(rows: Mapping[str, Sequence[int]]) -> Rankings | None:
    """The rankings of the sentences that are fully ranked; None if there are none.

    >>> ranked({"fr-01": [2, 1, 3, 4, 4], "fr-18": [1, 2, 0, 3, 4]}).ranks
    {'fr-01': {'word_by_word': 3, 'phrase_based': 1, 'fluent_but_wrong': 4, 'terse': 2, 'human': 4}}
    """
    done = {name: dict(zip(shuffled(name), row, strict=True)) for name, row in rows.items() if all(row)}
    return rankings({name: {system: row[system] for system in SYSTEMS} for name, row in done.items()}) if done else None
