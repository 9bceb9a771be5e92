"""The tables of a METEOR trace. References and places count from 1 here, as in every view."""

from typing import TYPE_CHECKING

from mtexplain.display.formula import Formula, number, shown
from mtexplain.display.parts import Cell, Column, Table, Words
from mtexplain.metrics.meteor import formulas
from mtexplain.metrics.meteor.choices import others
from mtexplain.metrics.meteor.rules import ALIGN
from mtexplain.metrics.meteor.share_formulas import decimal
from mtexplain.metrics.meteor.stages import stemmer
from mtexplain.metrics.shared.texts import keyed

if TYPE_CHECKING:
    from mtexplain.metrics.meteor.against import Against
    from mtexplain.metrics.meteor.links import Options
    from mtexplain.metrics.meteor.sentence import Meteor
    from mtexplain.metrics.meteor.shares import Share

_MOST = 12  # places that a row lists
_LINKS = (
    Column("candidate_place", "at"),
    Column("word", "word"),
    Column("reference_place", "at"),
    Column("partner", "is linked with"),
)
_ALL = (
    Column("reference", "reference"),
    Column("candidate_place", "at"),
    Column("word", "word"),
    Column("reference_place", "at"),
    Column("partner", "is linked with"),
    Column("stage", "stage"),
    Column("chunk", "chunk"),
)


def all_links(trace: "Meteor") -> Table:
    """Every link of the alignment with each reference."""
    rows = tuple(
        (place, link.candidate + 1, Words((one.candidate[link.candidate],)), link.reference + 1,
         Words((one.reference[link.reference],)), link.stage, number)
        for place, one in enumerate(trace.against, 1)
        for number, chunk in enumerate(one.alignment.chunks, 1)
        for link in chunk
    )  # fmt: skip
    return Table("", _ALL, rows, names=3)


def linked(one: "Against", stage: str, options: "Options") -> Table:
    """The words that a stage could link, with the partner that each got and the places it might have had."""
    partner_of = {link.candidate: link.reference for link in one.alignment.links if link.stage == stage}
    stem = stemmer(one.rules) if stage == "stem" else None
    rows: list[tuple[Cell, ...]] = []
    for word, partners in options.items():
        place, token = partner_of.get(word), one.candidate[word]
        got = (None, None) if place is None else (place + 1, Words((one.reference[place],)))
        could = ", ".join(str(partner + 1) for partner in partners[:_MOST])
        could += f", … {len(partners) - _MOST:,} more" if len(partners) > _MOST else ""
        rows.append((word + 1, Words((token,)), *got, could, *([Words((stem(token) or "",))] if stem else [])))
    columns = (*_LINKS, Column("possible", "could be at"), *([Column("stem", "stem")] if stem else []))
    return Table("", columns, tuple(rows), names=2)


def rules(one: "Against") -> Table:
    """What this rule and others make of the same texts."""
    columns = keyed("rule", matches="links", crossings="crossings", chunks="chunks", score="METEOR", choice="choice")
    rows = tuple(
        (ALIGN[other.align], other.against.matches, other.against.alignment.crossings, other.against.chunks,
         shown(other.against.score), "in force" if other.chosen else "")
        for other in others(one)
    )  # fmt: skip
    return Table("The same words, aligned by other rules:", columns, rows)


def stages(one: "Share", text: str) -> Table:
    """What the matches of each stage count, and what all words count."""
    columns = keyed("stage", "weight", content="content words", function="function words", counts="count")
    rows: list[tuple[Cell, ...]] = []
    for row in one.stages:
        counts = decimal(row.weight * row.number.weighed(one.delta))
        rows.append((row.stage, decimal(row.weight), row.number.content, row.number.function, counts))
    total: tuple[Cell, ...] = (f"all words of {text}", None, one.words.content, one.words.function, decimal(one.total))
    return Table("", columns, tuple(rows), total=total)


def chunks(one: "Against") -> Table:
    """Every chunk: its words in both texts, and where they stand."""
    columns = keyed("chunk", candidate="candidate", at="at", reference="reference", there="at", links="links")
    rows: list[tuple[Cell, ...]] = []
    for place, chunk in enumerate(one.alignment.chunks, 1):
        ours, theirs = [link.candidate for link in chunk], [link.reference for link in chunk]
        rows.append((
            place,
            Words(one.candidate[ours[0] : ours[-1] + 1]), _span(ours),
            Words(one.reference[theirs[0] : theirs[-1] + 1]), _span(theirs),
            len(chunk),
        ))  # fmt: skip
    return Table("", columns, tuple(rows), total=("sum", None, None, None, None, one.matches))


def logs(trace: "Meteor") -> Table:
    """The factors of the score, and the terms of its logarithm."""
    one = trace.best
    factors: tuple[tuple[Formula, Formula], ...] = (
        (formulas.MEAN, number(one.mean)),
        (formulas.REST, shown(float(1 - one.penalty))),
    )
    rows = tuple(
        (name, value, log, shown(term.value))
        for (name, value), log, term in zip(factors, formulas.log_terms(), trace.terms, strict=True)
    )
    columns = keyed("factor", "value", "term", log="value of the term")
    whole = sum(term.value for term in trace.terms)
    total = (formulas.METEOR, shown(one.score), formulas.LOG, shown(whole))
    return Table("The same as a sum of logarithms:", columns, rows, total=total)


def references(trace: "Meteor") -> Table:
    """The score against each reference."""
    columns = keyed("reference", "m", "ch", mean="Fmean", penalty="Pen", score="METEOR", choice="choice")
    rows = tuple(
        (f"reference {place + 1}", one.matches, one.chunks, shown(float(one.mean)), shown(float(one.penalty)),
         shown(one.score), _choice(trace, place))
        for place, one in enumerate(trace.against)
    )  # fmt: skip
    return Table("", columns, rows)


def _choice(trace: "Meteor", place: int) -> str:
    if place == trace.place:
        return "the best"
    return "as good, but listed later" if trace.against[place].score == trace.score else ""


def _span(places: list[int]) -> str:
    first, last = places[0] + 1, places[-1] + 1
    return str(first) if first == last else f"{first} to {last}"
