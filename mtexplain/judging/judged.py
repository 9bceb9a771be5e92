"""A judge compared with the metrics, by how a person, the course's marks and each metric order the systems."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import comb
from operator import itemgetter
from os import PathLike
from typing import NamedTuple

from mtexplain import __version__
from mtexplain.data import Record
from mtexplain.display import plain
from mtexplain.display.bump import Scored, bump
from mtexplain.display.formula import Over
from mtexplain.display.parts import Cell, Column, Equation, Headline, Note, Part, Prose, Real, Table, columns, with_and
from mtexplain.display.picture import Picture
from mtexplain.display.score import Score
from mtexplain.display.trace import Step, Trace
from mtexplain.examples.corpus import KINDS, SYSTEMS, Output, Segment, chosen, marks, outputs, segments
from mtexplain.inputs import InputError, check_kind, check_list, described, from_array, is_among, listed
from mtexplain.judging.kappa import Kappa, cohen_kappa
from mtexplain.judging.pairs import AGREED, Pair, PairwiseAccuracy, pairwise_accuracy, verdict
from mtexplain.judging.rankings import Rankings, Ranks, best_ranks, rankings, shared_ranks
from mtexplain.metrics.bleu import bleu, corpus_bleu
from mtexplain.metrics.chrf import chrf, corpus_chrf
from mtexplain.metrics.meteor import meteor
from mtexplain.metrics.rouge import rouge_l
from mtexplain.metrics.shared.occurrences import so_many

TEN = tuple("fr-01 fr-18 de-17 de-09 zh-02 zh-20 es-10 es-18 ar-23 ar-12".split())
"""The segments of the course corpus that are judged."""
Number = int | float | Fraction
_SOURCE = "the course corpus, mtexplain/examples/corpus/README.md"


ONE: Mapping[str, Callable[[str, list[str]], Score]] = {
    "BLEU": partial(bleu, rules="sacrebleu"),
    "chrF": partial(chrf, rules="sacrebleu"),
    "ROUGE-L": partial(rouge_l, lowercase=True),
    "METEOR": partial(meteor, lowercase=True),
}
"""Each metric for a single output."""
ALL: Mapping[str, Callable[[list[str], list[list[str]]], Score]] = {
    "BLEU": partial(corpus_bleu, rules="sacrebleu"),
    "chrF": partial(corpus_chrf, rules="sacrebleu"),
}
"""The metrics that score a text as a whole. The other metrics, and the marks, are averaged over its sentences."""
MEASURES = (*KINDS, *ONE)
"""The measures compared with a judge's rankings, two marks from 1 to 5 and four metrics from 0 to 100."""


def _output_score(measure: str, asked: Segment, made: Output) -> Number:
    if measure in KINDS:
        return marks(made)[measure]
    return float(100 * ONE[measure](made.text, list(asked.references)).score)


def _system_score(measure: str, pairs: list[tuple[Segment, Output]]) -> Number:
    if measure in ALL:
        texts, references = [made.text for _, made in pairs], [list(asked.references) for asked, _ in pairs]
        return float(100 * ALL[measure](texts, references).score)
    return sum((_output_score(measure, *pair) for pair in pairs), Fraction()) / len(pairs)


def _rules(measure: str) -> str:
    if measure in KINDS:
        return "mean of the course's marks, from 1 to 5"
    signature = ONE[measure]("a", 4 * ["a"]).signature
    return signature if measure in ALL else f"mean of the sentences · {signature}"


class Pairs(NamedTuple):
    """The numbers of pairs in the judge's order, in the opposite order, and tied only by the judge or the measure."""

    alike: int
    opposite: int
    half_tied: int


@dataclass(frozen=True, repr=False)
class Judged(Trace):
    """A judge's rankings compared with the course's marks and four metrics. Returned by `judged`.

    >>> trace = judged({"fr-01": {"human": 1, "terse": 2, "fluent_but_wrong": 3}})
    >>> trace.systems["adequacy"], trace.systems["BLEU"]
    (Pairs(alike=3, opposite=0, half_tied=0), Pairs(alike=1, opposite=2, half_tied=0))
    """

    rankings: Rankings

    def __post_init__(self) -> None:
        check_kind(self.rankings, Rankings, "rankings", "mtexplain.rankings")
        chosen(self.rankings.ranks, "rankings")
        systems = self.rankings.systems
        if unknown := [name for name in systems if name not in SYSTEMS]:
            raise InputError("rankings, system", repr(unknown[0]), f"a system of the course corpus ({listed(SYSTEMS)})")
        if len(systems) < 2:
            raise InputError("rankings", f"only {systems[0]!r}", "at least two systems")

    @cached_property
    def _made(self) -> list[tuple[Segment, dict[str, Output]]]:
        """Each segment, and the output of each system."""
        asked = {segment.id: segment for segment in segments()}
        made = {(output.id, output.system): output for output in outputs()}
        return [(asked[id], {name: made[id, name] for name in row}) for id, row in self.rankings.ranks.items()]

    @cached_property
    def scores(self) -> dict[str, dict[str, Number]]:
        """For each measure, the score of each system."""
        made = {name: [(asked, row[name]) for asked, row in self._made] for name in self.rankings.systems}
        return {measure: {name: _system_score(measure, pairs) for name, pairs in made.items()} for measure in MEASURES}

    @cached_property
    def by_systems(self) -> dict[str, PairwiseAccuracy]:
        """The agreement of each measure with the judge on the order of the systems."""
        wins = self.rankings.wins
        return {measure: pairwise_accuracy(wins, scores, y_name=measure) for measure, scores in self.scores.items()}

    @cached_property
    def by_outputs(self) -> dict[str, list[PairwiseAccuracy]]:
        """The agreement of each measure with the judge on the order of the outputs, sentence by sentence."""
        wins = [{name: -rank for name, rank in row.items()} for row in self.rankings.ranks.values()]
        return {
            measure: [
                pairwise_accuracy(ours, {name: _output_score(measure, asked, output) for name, output in row.items()})
                for ours, (asked, row) in zip(wins, self._made, strict=True)
            ]
            for measure in MEASURES
        }

    @cached_property
    def systems(self) -> dict[str, Pairs]:
        """For each measure, the counts of pairs of systems."""
        return {measure: _counted([accuracy]) for measure, accuracy in self.by_systems.items()}

    @cached_property
    def outputs(self) -> dict[str, Pairs]:
        """For each measure, the counts of pairs of outputs of the same sentence, over all sentences."""
        return {measure: _counted(accuracies) for measure, accuracies in self.by_outputs.items()}

    @property
    def pairs(self) -> int:
        """The number of pairs of systems, which is also the number of pairs of outputs per sentence."""
        return comb(len(self.rankings.systems), 2)

    @property
    def columns(self) -> tuple[Scored, ...]:
        """The judge and then each measure, with places and numbers."""
        mine = self.rankings.mean_ranks
        texts = {name: _decimal(rank, 2) for name, rank in mine.items()}
        scored = [Scored("mean rank", _floats(shared_ranks(mine)), texts)]
        for measure, scores in self.scores.items():
            places = shared_ranks({name: -score for name, score in scores.items()})
            scored.append(Scored(measure, _floats(places), {name: _decimal(score) for name, score in scores.items()}))
        return tuple(scored)

    @property
    def headline(self) -> Headline:
        """The metric that orders the most pairs as the judge does, and the first system for the judge and for BLEU."""
        judge, by_bleu = map(self._first, ("mean rank", "BLEU"))
        first = f"The judge and BLEU both put {judge} first." if judge == by_bleu else (
            f"The judge puts {judge} first, and BLEU puts {by_bleu} first.")  # fmt: skip
        most, pairs = max(self.systems[name].alike for name in ONE), so_many(self.pairs, "pair")
        value = f"{most} of {self.pairs}"
        equation = Equation("pairs of systems in the judge's order", Over(str(most), str(self.pairs)), value)
        says = f"{_nearest(self.systems)} with the judge, on {most} of {pairs} of systems."
        outputs = max(self.outputs[name].alike for name in ONE)
        of = so_many(self.pairs * len(self._made), "pair")
        why = f"Counted sentence by sentence, {_nearest(self.outputs)}, on {outputs} of {of} of outputs. {first}"
        signature = (
            f"{so_many(len(self._made), 'sentence')} of the course corpus · 4 references · mtexplain {__version__}"
        )
        return Headline(value, equation, signature, Prose((why,)), says=says)

    def _first(self, name: str) -> str:
        places = next(column.places for column in self.columns if column.name == name)
        best = [system for system, place in places.items() if place == min(places.values())]
        return " and ".join(best).replace("_", " ") if len(best) < len(places) else "no system"

    @property
    def picture(self) -> Picture:
        """The place of each system for the judge and for each measure."""
        return bump(self.columns)

    @property
    def overview(self) -> tuple[Part, ...]:
        """The agreement of each measure with the judge."""
        rows = [(measure, *self.systems[measure], *self.outputs[measure]) for measure in MEASURES]
        total = self.pairs * len(self._made)
        titles = columns(measure="measure", systems="systems alike", opposite="opposite", half_tied="one tie",
                         outputs="outputs alike", outputs_opposite="opposite", outputs_half_tied="one tie")  # fmt: skip
        title = f"Agreement with the judge's order, in {so_many(self.pairs, 'pair')} of systems and {total} of outputs"
        return (Table(title, titles, rows),)

    def steps(self) -> tuple[Step, ...]:
        """The scores, the agreement beyond chance, and the pairs of systems on which a measure and the judge differ."""
        return tuple(self._steps())

    def _steps(self) -> Iterator[Step]:
        count = f"{len(self.rankings.systems)} systems, {so_many(len(self._made), 'sentence')}"
        rules = [(measure, _rules(measure)) for measure in MEASURES]
        how = Table("", columns(measure="measure", rules="how"), rows=rules, names=2)
        yield Step("scores", "Scores", count, f"the judge puts {self._first('mean rank')} first",
                   "Each column has its own scale, so only the order within a column can be compared.", _SOURCE,
                   (self.table, how))  # fmt: skip
        kappa, parts = self.by_chance, [part for step in self.by_chance.steps() for part in step.parts]
        yield Step("kappa", "The judge and the marks", f"{kappa.alike} of {so_many(len(kappa.names), 'pair')} alike; κ",
                   kappa.steps()[-1].outcome, "Some of this agreement is due to chance. Cohen's κ corrects for that.",
                   "Cohen 1960",
                   tuple(parts))  # fmt: skip
        rows = list(self._disputes())
        titles = columns(measure="measure", judge="the judge", it="the measure")
        yield Step("disputes", "Disagreements", "pairs of systems", so_many(len(rows), "dispute"),
                   "A dispute is a reversed pair, or a tie that only the judge or only the measure sees.", "ours",
                   (Table("", titles, rows, names=3),))  # fmt: skip

    @property
    def by_chance(self) -> Kappa:
        """The agreement beyond chance between the judge and the marks on which output of each pair is better."""
        marked = rankings_by_marks(self.rankings.ranks, self.rankings.systems)
        given = self.rankings.preferences, marked.preferences
        return cohen_kappa(*given, x_name="the judge", y_name="the marks")

    def _disputes(self) -> Iterator[tuple[str, str, str]]:
        """The pairs of systems on which a measure and the judge differ, with the judge's order and the measure's."""
        for measure, accuracy in self.by_systems.items():
            yield from (
                (measure, _order(pair, 1), _order(pair, 2)) for pair in accuracy.pairs if verdict(pair) not in AGREED
            )

    @property
    def table(self) -> Table:
        """A row for each system, with its mean rank and its score by each measure."""
        mine = self.rankings.mean_ranks
        rows: list[tuple[Cell, ...]] = [
            (name.replace("_", " "), Real(float(mine[name]), _decimal(mine[name], 2)),
             *(Real(float(scores[name]), _decimal(scores[name])) for scores in self.scores.values()))
            for name in sorted(mine, key=mine.__getitem__)
        ]  # fmt: skip
        titles = [Column("system", "system"), Column("mean_rank", "mean rank")]
        return Table("", (*titles, *(Column(name, name) for name in self.scores)), rows)

    @property
    def notes(self) -> tuple[Note, ...]:
        """A note that the corpus is artificial, and another note if the judge sees no difference."""
        made = "These systems don't exist. A language model wrote the sentences, outputs and errors for this course."
        notes = [Note("made-not-collected", made)]
        if len(set(self.rankings.mean_ranks.values())) == 1:
            notes.append(Note("no-order", "The judge puts no system first, so there is no order to agree with."))
        return tuple(notes)

    def to_dict(self) -> Record:
        """The rankings, the scores and their agreement, ready for JSON."""
        scores = {measure: {name: float(score) for name, score in row.items()} for measure, row in self.scores.items()}
        systems, outputs = (
            {measure: pairs._asdict() for measure, pairs in counts.items()} for counts in (self.systems, self.outputs)
        )
        return {"ranks": self.rankings.ranks, "scores": scores, "systems": systems, "outputs": outputs}

    def __repr__(self) -> str:
        alike = [f"{measure}: {pairs.alike}/{self.pairs}" for measure, pairs in self.systems.items()]
        return f"Judged({', '.join(alike)})"


def rankings_by_marks(ids: Iterable[str] = TEN, systems: Sequence[str] = SYSTEMS) -> Rankings:
    """The rankings that follow from the course's marks. A higher sum of adequacy and fluency gives a better rank.

    >>> rankings_by_marks(["fr-01"]).ranks["fr-01"]["human"]
    1
    """
    expected = f"systems of the course corpus, each once ({listed(SYSTEMS)})"
    systems = check_list(from_array(systems), "systems", expected)
    for index, name in enumerate(systems):
        if not is_among(name, SYSTEMS) or name in systems[:index]:
            raise InputError(f"systems[{index}]", described(name), expected)
    lost: dict[str, dict[str, int]] = {name: {} for name in chosen(ids)}
    for made in outputs():
        if made.id in lost and made.system in systems:
            lost[made.id][made.system] = -sum(marks(made).values())
    return rankings({id: best_ranks(row) for id, row in lost.items()})


def judged(source: "Rankings | Ranks | str | PathLike[str]") -> Judged:
    """Your rankings of outputs of the course corpus compared with the course's marks and four metrics, as a trace.

    >>> judged({"fr-01": {"human": 1, "fluent_but_wrong": 2}})
    Judged(adequacy: 1/1, fluency: 0/1, BLEU: 0/1, chrF: 0/1, ROUGE-L: 0/1, METEOR: 0/1)

    The source is anything that `rankings` reads, or its result. InputError is raised as in `rankings`, and for a
    segment or a system that the corpus doesn't have.
    """
    return Judged(source if isinstance(source, Rankings) else rankings(source))


def _counted(accuracies: Iterable[PairwiseAccuracy]) -> Pairs:
    kinds = [accuracy.kinds for accuracy in accuracies]
    several = [
        (counts["concordant"] + counts["tied in both"], counts["discordant"], counts["tied in x"] + counts["tied in y"])
        for counts in kinds
    ]
    return Pairs(*map(sum, zip(*several, strict=True)))


def _nearest(counts: Mapping[str, Pairs]) -> str:
    """The metrics with the most pairs in the judge's order, in words."""
    most = max(counts[name].alike for name in ONE)
    best = [name for name in ONE if counts[name].alike == most]
    named = plain.prose(Prose(with_and([(name,) for name in best])))
    if len(best) == len(ONE):
        return f"{named} agree equally"
    return f"{named} agree{'s' * (len(best) == 1)} most"


def _order(pair: Pair, at: int) -> str:
    better, worse = sorted(pair, key=itemgetter(at), reverse=True)
    return f"{better[0]} {'level with' if better[at] == worse[at] else 'before'} {worse[0]}".replace("_", " ")


def _floats(numbers: Mapping[str, Fraction]) -> dict[str, float]:
    return {name: float(number) for name, number in numbers.items()}


def _decimal(number: Number, decimals: int = 1) -> str:
    return f"{float(number):.{decimals}f}"
