"""Rankings, in which a judge puts the outputs of several systems in order, sentence by sentence.

The judge sees the outputs of a sentence without system names and gives each a rank, 1 for the best. Equal outputs share
a rank. Only the order counts, so 1, 1, 2 means the same as 2, 2, 5.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from os import PathLike
from pathlib import Path
from random import Random

from mtexplain.inputs import InputError, InputTypeError, described, no_file
from mtexplain.judging.correlation import ranks
from mtexplain.metrics.shared.occurrences import so_many

Ranks = Mapping[str, Mapping[str, int]]
"""For each segment, the rank of each system's output."""
_EXPECTED = "a dict of dicts such as {'fr-01': {'human': 1, 'terse': 2}}, or the name of a file"


@dataclass(frozen=True)
class Rankings:
    r"""A judge's rankings. Returned by `rankings`.

    >>> print(rankings({"fr-01": {"human": 1, "terse": 2}}).to_text().replace("\t", " "), end="")
    segment human terse
    fr-01 1 2
    """

    ranks: Ranks

    def __post_init__(self) -> None:
        object.__setattr__(self, "ranks", _checked(self.ranks))

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems."""
        return tuple(next(iter(self.ranks.values())))

    @property
    def mean_ranks(self) -> dict[str, Fraction]:
        """Each system's mean rank over the segments, from 1 for the best."""
        shared = [shared_ranks(row) for row in self.ranks.values()]
        return {name: sum((row[name] for row in shared), Fraction()) / len(shared) for name in self.systems}

    @property
    def wins(self) -> dict[str, Fraction]:
        """The mean number of other outputs that each system beats, where an equal output counts half."""
        return {name: len(self.systems) - rank for name, rank in self.mean_ranks.items()}

    @property
    def preferences(self) -> dict[str, str]:
        """The judge's choice from each pair of outputs, which is "the first", "the second" or "equal".

        The order of the two is random but the same for every judge, so neither place is favoured.
        """
        return dict(self._preferences())

    def _preferences(self) -> Iterator[tuple[str, str]]:
        for segment, row in self.ranks.items():
            for pair in combinations(sorted(row), 2):
                a, b = Random(f"{segment}: {pair}").sample(pair, 2)
                better = "equal" if row[a] == row[b] else "the first" if row[a] < row[b] else "the second"
                yield f"{segment}: {a} or {b}", better

    def to_text(self) -> str:
        """The rankings as text, with a line of names, then a line of ranks for each segment, separated by tabs."""
        lines = [["segment", *self.systems]]
        lines += [[segment, *(str(row[name]) for name in self.systems)] for segment, row in self.ranks.items()]
        return "".join("\t".join(line) + "\n" for line in lines)


def shared_ranks(numbers: Mapping[str, int | float | Fraction]) -> dict[str, Fraction]:
    """The ranks of some numbers, 1 for the lowest. Equal numbers share their mean rank.

    >>> [str(rank) for rank in shared_ranks({"a": 10, "b": 30, "c": 10}).values()]
    ['3/2', '3', '3/2']
    """
    return dict(zip(numbers, ranks([Fraction(number) for number in numbers.values()]), strict=True))


def best_ranks(numbers: Mapping[str, int | float | Fraction]) -> dict[str, int]:
    """The ranks of some numbers, 1 for the lowest. Equal numbers share the best of their ranks.

    >>> best_ranks({"a": 10, "b": 30, "c": 10})
    {'a': 1, 'b': 3, 'c': 1}
    """
    return {name: 1 + sum(other < mine for other in numbers.values()) for name, mine in numbers.items()}


def rankings(source: "Ranks | str | PathLike[str]") -> Rankings:
    """A judge's rankings, from a dict of dicts, a file, or the text of a file.

    >>> mine = rankings({"fr-01": {"human": 1, "terse": 2}, "fr-18": {"human": 1, "terse": 1}})
    >>> str(mine.mean_ranks["human"]), mine.preferences
    ('5/4', {'fr-01: human or terse': 'the first', 'fr-18: terse or human': 'equal'})
    >>> rankings(mine.to_text()) == mine
    True

    InputError, with the place, is raised if a segment or a system is missing or occurs twice, and if a rank is not a
    whole number from 1 to the number of systems.
    """
    if isinstance(source, (str, PathLike)):
        is_text = isinstance(source, str) and "\n" in source
        source = _checked(_read(str(source)) if is_text else _read(*_of_file(Path(source))))
    return Rankings(source)


def _checked(given: object) -> Ranks:
    """The checked ranks, with the same systems in the same order for each segment."""
    if not isinstance(given, Mapping) or not all(isinstance(row, Mapping) for row in given.values()):
        raise InputTypeError("rankings", described(given), _EXPECTED)
    if not given or not all(given.values()):
        raise InputError("rankings", "nothing", "at least one segment with its systems")
    systems = list(next(iter(given.values())))
    for name in (*given, *systems):
        if not isinstance(name, str) or not name.isprintable() or name != name.strip() or not name:
            raise InputError("rankings, a name", described(name), "a readable name without tabs")
        if name.startswith(("=", "+", "-", "@")):
            fix = "A spreadsheet would read it as a formula."
            raise InputError("rankings, a name", described(name), "a name that does not begin with =, +, - or @", fix)
    for segment, row in given.items():
        where = f"rankings, segment {segment!r}"
        if missing := [system for system in systems if system not in row]:
            raise InputError(where, f"no rank for {', '.join(map(repr, missing))}", f"a rank for {', '.join(systems)}")
        if added := [system for system in row if system not in systems]:
            raise InputError(where, f"a rank for {added[0]!r}", f"ranks for {', '.join(systems)} only")
        for name, rank in row.items():
            if type(rank) is not int or not 1 <= rank <= len(systems):
                fix = "The best has rank 1; equal outputs may share a rank."
                raise InputError(f"{where}, {name}", described(rank), f"a whole number from 1 to {len(systems)}", fix)
    return {segment: {name: row[name] for name in systems} for segment, row in given.items()}


def pool(*judges: "Rankings | Ranks | str | PathLike[str]") -> Rankings:
    """Several judges' rankings combined, with outputs ranked by their mean rank. Equal means share a rank.

    >>> pool({"fr-01": {"human": 1, "terse": 2, "wrong": 3}}, {"fr-01": {"human": 2, "terse": 1, "wrong": 3}}).ranks
    {'fr-01': {'human': 1, 'terse': 1, 'wrong': 3}}

    Each judge is anything that `rankings` reads, or its result. InputError is raised as in `rankings`, and if a judge
    has not ranked the same outputs as the first judge.
    """
    if not judges:
        raise InputError("judges", "none", "the rankings of at least one judge")
    first, *following = given = [judge if isinstance(judge, Rankings) else rankings(judge) for judge in judges]
    for number, other in enumerate(following, 2):
        for kind, ours, theirs in ("segment", first.ranks, other.ranks), ("system", first.systems, other.systems):
            if odd := [name for name in (*ours, *theirs) if (name in ours) != (name in theirs)]:
                got = f"{'ranks' if odd[0] in theirs else 'no ranks'} for {kind} {odd[0]!r}"
                raise InputError(f"judge {number}", got, "the segments and systems of judge 1, and no others")
    pooled = dict[str, dict[str, int]]()
    for segment in first.ranks:
        rows = [shared_ranks(judge.ranks[segment]) for judge in given]
        pooled[segment] = best_ranks({name: sum(row[name] for row in rows) for name in first.systems})
    return Rankings(pooled)


def _of_file(path: Path) -> tuple[str, str]:
    try:
        return path.read_text("utf-8-sig"), str(path)
    except OSError as error:
        raise no_file(str(path), error) from None
    except UnicodeDecodeError:
        raise InputError(str(path), "bytes that are not UTF-8", "a text file in UTF-8") from None
    except ValueError:
        raise InputError("rankings", described(str(path)), _EXPECTED) from None


def _read(text: str, where: str = "rankings") -> dict[str, dict[str, int | str]]:
    """The ranks in a text. Anything that is not a whole number is kept for the error message."""
    lines = [
        (n, line.removesuffix("\r").split("\t"))
        for n, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1)
        if line.strip()
    ]
    (_, header), *rows = lines or [(1, [""])]
    systems, ranked = header[1:], dict[str, dict[str, int | str]]()
    if header[0] != "segment" or len(set(systems)) < max(1, len(systems)):
        raise InputError(f"{where}, line 1", described("\t".join(header)), "segment, then the name of each system once")
    for number, (segment, *given) in rows:
        line = f"{where}, line {number}"
        if segment in ranked:
            raise InputError(line, f"{segment!r} a second time", "each segment once")
        if len(given) != len(systems):
            raise InputError(
                line, so_many(len(given), "rank"), f"{len(systems)}, separated by tabs ({', '.join(systems)})"
            )
        cells = [int(rank) if re.fullmatch("[0-9]{1,9}", rank) else rank for rank in given]
        ranked[segment] = dict(zip(systems, cells, strict=True))
    return ranked
