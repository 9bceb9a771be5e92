"""Content and function words, counted; function words are the most frequent ones, which tell little about a meaning.

The lists are those of Meteor 1.5, the files function/*.words of its program: words and marks that make up more than a
thousandth of a large text. Where delta is above 1/2 they count for less than the others, which are called content
words.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

_CZECH = r"""
, . a v na se je že " to s o z do i ale - si za ve by k pro ) -rrb- ( -lrb- tak po : ... ? jsem jako už od jsou bude
které který co podle jen jak “ jeho když „ nebo aby má u byl až také ze jsme před než která sa však ani ještě při
není bylo být
"""
_ENGLISH = r"""
the , . to of and a in that for " is on 's it with was as said at he by be from have has are his but an this not i
will ’ they ) -rrb- ( -lrb- who their had we which were been more or s its would about new one after you : also up
when there than $ all out her people she year two - can if last first “ over other ” into some what so -- no time
years could ? 't — '
"""
_FRENCH = r"""
, de . la le à et les l' des en d' du un a une pour est que dans qui ’ au " il par sur ) -rrb- ( -lrb- pas « » ce :
plus avec ont se son ne nous s' qu' l aux été sont mais cette n' h je d - on % sa ses ou deux ans leur c' comme elle
fait y être tout ces après aussi avait ils président même ; si ? faire était depuis entre
"""
_GERMAN = r"""
, . die der und in den das " zu von mit für ist auf im nicht sich es ein eine dem des : sie auch als dass an er nach
hat bei wie werden aus ich um am ) -rrb- ( -lrb- wir vor sind - “ wird noch „ einer aber einen haben so einem über
nur zum war mehr ? oder man wenn sein zur hatte prozent gegen bis sagte diese kann euro durch was wurde sei ihre
doch schon habe – unter dann seine ! können wieder dieser
"""
_RUSSIAN = r"""
, . в " и на - -- не что с по из : а как ) за ( к это для но о от у он то его все до я года ? мы россии будет уже
так было % же только после они при их также был время если еще этом во году или чтобы которые том более когда может
"""
_SPANISH = r"""
de , la . que el en y a los del las se un por con una no para es al su ha " lo como más » « este ( -lrb- ) -rrb-
sobre sus pero esta también o han : si entre ya sin comisión presidente % está años dos le son todo desde muy ser
europea parte cuando ' hay hasta todos año
"""

LISTS: Mapping[str, frozenset[str]] = {
    "none": frozenset(),
    "czech": frozenset(_CZECH.split()),
    "english": frozenset(_ENGLISH.split()),
    "french": frozenset(_FRENCH.split()),
    "german": frozenset(_GERMAN.split()),
    "russian": frozenset(_RUSSIAN.split()),
    "spanish": frozenset(_SPANISH.split()),
}
"""The lists by the names of their languages."""


class Number(NamedTuple):
    """How many words: content words, and function words. Where no delta parts them, all are content words."""

    content: int
    function: int


class Words(NamedTuple):
    """How many words of a text each stage has linked, and how many there are."""

    linked: tuple[Number, ...]
    all: Number


def count_words(
    tokens: Sequence[str], linked: Iterable[tuple[int, str]], stages: Sequence[str], function_words: frozenset[str]
) -> Words:
    """The words of a text, counted; `linked` are the places of those that are linked, each with its stage.

    Function words are found whatever their capitals.

    >>> count_words(("The", "cat", "sat"), [(0, "exact"), (1, "exact")], ["exact"], frozenset({"the"}))
    Words(linked=(Number(content=1, function=1),), all=Number(content=2, function=1))
    """
    function = _places(tuple(tokens), function_words)
    counts = {(stage, low): 0 for stage in stages for low in (False, True)}
    for place, stage in linked:
        counts[stage, place in function] += 1
    by_stage = tuple(Number(counts[stage, False], counts[stage, True]) for stage in stages)
    return Words(by_stage, Number(len(tokens) - len(function), len(function)))


@lru_cache(maxsize=256)
def _places(tokens: tuple[str, ...], function_words: frozenset[str]) -> frozenset[int]:
    return frozenset(place for place, token in enumerate(tokens) if token.lower() in function_words)
