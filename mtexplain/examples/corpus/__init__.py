"""The course corpus of 120 sentences in five languages, each with four references and the outputs of five systems.

Every fault of an output is recorded beside it, and the marks are computed from the faults. All of it was written for
this course, and none of it was collected. README.md in this folder says how it was made and what it can't show.
"""

from collections.abc import Iterable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from mtexplain.inputs import InputError, InputTypeError, described, from_array

_HERE = files(__name__)
SYSTEMS = ("word_by_word", "phrase_based", "fluent_but_wrong", "terse", "human")
JUDGES = ("mira", "jonas")
POINTS = {"minor": 1, "major": 2, "critical": 4}  # the points that a fault costs
KINDS = {  # the kinds of faults, by the mark that counts them
    "adequacy": ("untranslated", "wrong_word", "missing", "added", "meaning"),
    "fluency": ("untranslated", "order", "grammar", "style"),
}


class Segment(NamedTuple):
    """A sentence to translate, the code of its language (fr, zh, de, es, ar), and its four English references."""

    id: str
    language: str
    source: str
    references: tuple[str, ...]


class Fault(NamedTuple):
    """A fault of an output, with its words in the output (or in a reference, if words are missing)."""

    kind: str
    severity: str
    words: str


class Output(NamedTuple):
    """The output of a system for the segment with this id, and all its faults."""

    id: str
    system: str
    text: str
    faults: tuple[Fault, ...]


def segments(folder: Traversable = _HERE) -> tuple[Segment, ...]:
    """The segments, in the order of segments.tsv; InputError, with the line, if the file is damaged.

    >>> print(segments()[0].source)
    Le train de 8 h 15 pour Lyon part de la voie 4, et non de la voie 6.
    """
    rows = _rows(folder, "segments.tsv", "id language source reference_1 reference_2 reference_3 reference_4")
    return tuple(Segment(id, language, source, tuple(references)) for _, (id, language, source, *references) in rows)


def outputs(folder: Traversable = _HERE) -> tuple[Output, ...]:
    """The outputs, five for each segment, in the order of outputs.tsv; InputError as for `segments`."""
    rows = _rows(folder, "outputs.tsv", "id system output faults")
    return tuple(Output(id, system, text, tuple(_faults(cell, where))) for where, (id, system, text, cell) in rows)


def marks(output: Output) -> dict[str, int]:
    """The adequacy and fluency of an output, as 5 (best) minus the points of its faults, but at least 1.

    >>> marks(outputs()[2])  # The 8:15 train to Lyon leaves from platform 6, not from platform 4.
    {'adequacy': 1, 'fluency': 5}
    """
    faults = {mark: [fault for fault in output.faults if fault.kind in kinds] for mark, kinds in KINDS.items()}
    return {mark: max(1, 5 - sum(POINTS[fault.severity] for fault in counted)) for mark, counted in faults.items()}


def ranks(judge: str) -> dict[str, dict[str, int]]:
    """The ranks that an invented judge gives the five outputs of ten segments, with 1 for the best; ties share a rank.

    Mira reads only the English, and Jonas compares it with the source.

    >>> ranks("mira")["fr-01"]["fluent_but_wrong"], ranks("jonas")["fr-01"]["fluent_but_wrong"]
    (1, 5)

    InputError for an unknown judge.
    """
    if judge not in JUDGES:
        raise InputError("judge", described(judge), f"one of {', '.join(JUDGES)}")
    rows = _rows(_HERE, f"rankings_{judge}.tsv", f"segment {' '.join(SYSTEMS)}")
    return {segment: dict(zip(SYSTEMS, map(int, row), strict=True)) for _, (segment, *row) in rows}


def chosen(ids: Iterable[str], where: str = "ids") -> tuple[str, ...]:
    """Return the given ids of segments as a tuple. InputError, with the place, for unknown ids, repeated ids or no ids.

    >>> chosen(["fr-01", "zh-02"])
    ('fr-01', 'zh-02')
    """
    given = from_array(ids)
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InputTypeError(where, described(given), "a list of ids of segments", "Write ['fr-01', 'zh-02'].")
    known, result = {segment.id for segment in segments()}, list[str]()
    for index, name in enumerate(given):
        if not isinstance(name, str) or name not in known or name in result:
            got = f"{described(name)}{', again' * (name in result)}"
            raise InputError(f"{where}[{index}]", got, "ids of segments of the course corpus, such as fr-01, each once")
        result.append(name)
    if not result:
        raise InputError(where, "none", "ids of segments of the course corpus")
    return tuple(result)


def _rows(folder: Traversable, name: str, columns: str) -> Iterator[tuple[str, list[str]]]:
    for number, line in enumerate((folder / name).read_text("utf-8").removesuffix("\n").split("\n"), start=1):
        where, row = f"{name}, line {number}", line.split("\t")
        if len(row) != len(columns.split()) or (number == 1 and row != columns.split()):
            raise InputError(where, described(line), f"these columns, separated by tabs: {columns}")
        if number > 1:
            yield where, row


def _faults(cell: str, where: str) -> Iterator[Fault]:
    for fault in cell.split(" | ") if cell else []:
        match fault.split(":", 2):
            case kind, severity, words if kind in KINDS["adequacy"] + KINDS["fluency"] and severity in POINTS and words:
                yield Fault(kind, severity, words)
            case _:
                raise InputError(where, described(fault), "kind:severity:words, as in order:minor:to Lyon 8:15")
