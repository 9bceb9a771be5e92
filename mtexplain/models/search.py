"""Decoding, which builds a whole text from the probabilities of each next word, by beam search or by sampling."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import prod
from random import Random
from typing import NamedTuple

from mtexplain.data import Record
from mtexplain.display.formula import shown
from mtexplain.display.parts import MOST_SHOWN, Cell, Column, Note, Real, Table, Words
from mtexplain.display.picture import Picture
from mtexplain.display.trace import Step
from mtexplain.display.tree import Node, tree
from mtexplain.inputs import InputError
from mtexplain.invisible import visible
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.summary import TracedSummary
from mtexplain.models.distribution import Probability, softmax
from mtexplain.tracing import views
from mtexplain.tracing.number import Number, log, number, plain, product_over, setting
from mtexplain.tracing.steps import quantity, step

_TRIED = 10_000  # the most texts to try
END = "</s>"  # the end of a text, which is predicted and counted like a word
_TOLD = (
    ("Draw a number from 0 to 1. Each word has a stretch as long as its probability, and the word that is hit wins.",
     "Bishop 2006, section 8.1.2", "The text was drawn with seed {0.seed}",
     "seed {0.seed} · temperature {0.temperature}"),
    ("Try every next word and keep the best.", "Jurafsky and Martin, SLP3",
     "The text was built from the best word each time", "greedy"),
    ("Try every next word and keep the {0.beam} best texts. A finished text competes as it is.",
     "Meister et al. 2020, algorithm 1", "The text is the best of a beam of {0.beam}",
     "beam {0.beam} · α = {0.alpha}"),
)  # fmt: skip
"""For sampling, greedy search and beam search, the rule for each word, its source, the result and the settings."""


@dataclass(frozen=True)
class Hypothesis:
    """A text so far, with its words, their probabilities, and the score by which it competes."""

    words: tuple[str, ...] = ()
    p: tuple[Fraction, ...] = ()
    score: float = 0.0

    @property
    def is_finished(self) -> bool:
        """True if the text has ended."""
        return self.words[-1:] == (END,)

    @property
    def text(self) -> str:
        """The words without the end token."""
        return " ".join(self.words[:-1] if self.is_finished else self.words)

    @property
    def probability(self) -> Fraction:
        """The probability of the text so far."""
        return prod(self.p, start=Fraction(1))


class Turn(NamedTuple):
    """The texts tried, with a word added, and the texts kept; for sampling, the end of each stretch, and the draw."""

    tried: tuple[Hypothesis, ...]
    kept: tuple[Hypothesis, ...]
    ends: tuple[Probability, ...] = ()
    drawn: float = 0.0


@dataclass(frozen=True, repr=False)
class Decoding(TracedSummary):
    """A search for a text, or a sampled text. `outputs` are the finished texts kept at the end, best first."""

    rows: tuple[tuple[tuple[str, ...], tuple[tuple[str, Fraction], ...]], ...]
    beam: int
    alpha: Fraction
    seed: int | None
    temperature: Fraction
    most: int

    measure = "decoding"

    @property
    def each_t(self) -> range:
        """The numbers of the words of the best text."""
        return range(1, len(self.best.p) + 1)

    @quantity("p_{t}", says="the probability of each word")
    def p(self, t: int) -> float:
        """The probability of a word, given the words before it."""
        return setting(self.best.p[t - 1])

    @quantity("T", says="the number of words, including the end")
    def length(self) -> float:
        """The number of words, including the end."""
        return len(self.best.p)

    @quantity("α", says="the weight of the length")
    def exponent(self) -> float:
        """The weight of the length. If it is 0, the length does not count."""
        return setting(self.alpha)

    @step("P", name="result", title="Result", legend="T is the number of words, including the end")
    def probability(self) -> float:
        """The probability of a text is the product of the probabilities of its words."""
        return product_over("T", self.each_t, self.p)

    @probability.why
    def why_lower(self) -> str:
        """Add the reason why the length counts, if it does."""
        always = "The probability of a text is the product of the probabilities of its words."
        more = " Every additional word can only lower it. Dividing by the length gives long texts a chance."
        less = " Every additional word can only lower it, and with an exponent below 0 it costs even more."
        return always + more * (self.alpha > 0) + less * (self.alpha < 0)

    @probability.source
    def by_whom(self) -> str:
        """Name the source of the score."""
        return "after Wu et al. 2016, Eq. 14" if self.alpha else "the chain rule"

    @probability.summary
    def written_text(self) -> str:
        """Show the text."""
        return self.value

    @step("s", within=probability, is_decimal=True, legend="T is the number of words, including the end")
    def score(self) -> float:
        """The number by which texts compete."""
        return self.score_of(self.probability, self.length)

    def score_of(self, probability: float, length: float) -> float:
        """The score of a text, which is its log probability divided by a power of its length."""
        if self.alpha == 0:
            return log(probability)
        return log(probability) / length if self.alpha == 1 else log(probability) / length**self.exponent

    def steps(self) -> tuple[Step, ...]:
        """Everything that was tried, word by word, and then the result."""
        return tuple(self._steps())

    def _steps(self) -> Iterator[Step]:
        why, source, *_ = self.wording
        for n, turn in enumerate(self.turns, 1):
            rows = [row[1:] for row in self.table.rows if row[0] == n]
            table = self.table._replace(names=2, columns=self.table.columns[1:], rows=rows)
            outcome = "1 drawn" if self.is_drawn else f"{len(turn.kept)} kept"
            yield Step(f"word_{n}", f"Word {n}", f"{len(turn.tried)} tried", outcome, why, source, (table,))
        yield from views.steps(self)

    @property
    def answer(self) -> Number:
        return number(self.score if self.alpha else self.probability)

    @property
    def is_drawn(self) -> bool:
        """True if words are drawn at random."""
        return self.seed is not None

    @property
    def wording(self) -> Sequence[str]:
        """The rule for each word, its source, the result and the settings, in words."""
        return [words.format(self) for words in _TOLD[0 if self.is_drawn else min(self.beam, 2)]]

    @cached_property
    def outputs(self) -> tuple[Hypothesis, ...]:
        """The finished texts kept at the end, best first."""
        return tuple(hypothesis for hypothesis in self.turns[-1].kept if hypothesis.is_finished)

    @cached_property
    def best(self) -> Hypothesis:
        """The best text."""
        return (self.outputs or self.turns[-1].kept)[0]

    @property
    def text(self) -> str:
        """The best text as a string."""
        return self.best.text

    @property
    def why(self) -> str:
        return f"{self.wording[2]}. Its probability is {shown(float(self.probability))}."

    @property
    def about(self) -> tuple[str, ...]:
        return self.wording[3], so_many(len(self.best.p), "word")

    @property
    def value(self) -> str:
        return " ".join(map(visible, self.text.split())) or "(no words)"

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The search, word by word, until all texts that are kept are finished."""
        turns, kept, draw, count = list[Turn](), [Hypothesis()], Random(self.seed), 0
        while len(turns) < self.most and not all(hypothesis.is_finished for hypothesis in kept):
            tried = [new for hypothesis in kept for new in self.longer(hypothesis)]
            count = _counted(count + len(tried))
            if self.is_drawn:
                p, heat = tuple([hypothesis.p[-1] for hypothesis in tried]), self.temperature
                logarithms = [Fraction(plain(log(number(probability)))) for probability in p]
                shares = p if heat == 1 else softmax(logarithms, temperature=heat)
                ends, drawn = tuple(accumulate(shares)), draw.random()
                hits = [hypothesis for hypothesis, end in zip(tried, ends, strict=True) if drawn < end]
                kept = hits[:1] or tried[-1:]
                turns.append(Turn(tuple(tried), tuple(kept), ends, drawn))
            else:
                best = tuple(sorted(tried, key=lambda hypothesis: -hypothesis.score))  # ties: as in the table
                turns.append(Turn(best, best[: self.beam]))
                kept = sorted(best[: self.beam], key=tried.index)
        return tuple(turns)

    def longer(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        """Yield every continuation in the row of the longest matching ending. A finished text stays unchanged.

        The row "" is only for the beginning.
        """
        if hypothesis.is_finished:
            yield hypothesis
            return
        known, ends = dict(self.rows), [hypothesis.words[start:] for start in range(len(hypothesis.words))] or [()]
        if not (row := next((known[end] for end in ends if end in known), None)):
            raise InputError(
                "table", f"no row after {' '.join(hypothesis.words)!r}", "a row for every word that may come"
            )
        for word, share in row:
            p = (*hypothesis.p, share)
            score = self.score_of(number(prod(p, start=Fraction(1))), number(len(p)))
            yield Hypothesis((*hypothesis.words, word), p, float(score))

    @cached_property
    def table(self) -> Table:
        at_heat = ("p at temperature",) * (self.temperature != 1)
        more = (*at_heat, "up to", "drawn") if self.is_drawn else ("P", "log P", "score", "fate")
        titles = [Column(title.replace(" ", "_"), title) for title in ("word", "text so far", "next word", "p", *more)]
        rows = list[tuple[Cell, ...]]()
        for n, turn in enumerate(self.turns, 1):
            for at, hypothesis in enumerate(turn.tried):
                p, words = hypothesis.probability, hypothesis.words
                numbers: tuple[float | Probability, ...] = (p, log(number(p)), hypothesis.score)
                if turn.ends:
                    share = Fraction(turn.ends[at]) - Fraction(turn.ends[at - 1] if at else 0)
                    numbers = (*([share] * len(at_heat)), turn.ends[at])
                cells = map(Real, map(float, (hypothesis.p[-1], *numbers)))
                rows.append((n, Words(words[:-1]), Words(words[-1:]), *cells, self.fate(turn, hypothesis)))
        return Table("", tuple(titles), rows, names=3)

    def fate(self, turn: Turn, hypothesis: Hypothesis) -> str:
        """The fate of a text, kept or pruned; for sampling, the number that was drawn, if the text was kept."""
        if self.is_drawn:
            return shown(turn.drawn) if hypothesis in turn.kept else ""
        return "kept" if hypothesis in turn.kept else "pruned"

    @property
    def picture(self) -> Picture | None:
        """The texts that were tried, as a tree; None if there are too many to draw."""
        if len({hypothesis.words for turn in self.turns for hypothesis in turn.tried}) > MOST_SHOWN:
            return None
        way = [self.best.words[:end] for end in self.each_t]
        labels = {}
        for turn in self.turns:
            for hypothesis in turn.tried:
                value = hypothesis.score if self.alpha else hypothesis.probability
                fate = "best" if hypothesis.words in way else "kept" if hypothesis in turn.kept else "pruned"
                labels[hypothesis.words] = shown(float(hypothesis.p[-1] if turn.ends else value)), fate

        def after(before: tuple[str, ...]) -> tuple[Node, ...]:
            longer = [words for words in labels if words[:-1] == before]
            return tuple([Node(words[-1], *labels[words], after(words)) for words in longer])

        alt = f"Tree of the texts that were tried, word by word. The result is {self.value}. {self.why}"
        return tree(after(()), alt)

    @property
    def notes(self) -> tuple[Note, ...]:
        cuts = [] if self.is_drawn else [(self.turns[-1].tried, 1), *((turn.tried, self.beam) for turn in self.turns)]
        is_tied = any(len(tried) > at and tried[at - 1].score == tried[at].score for tried, at in cuts)
        cut = Note("cut", f"Cut after {so_many(self.most, 'word')}, before all the texts that were kept had ended.")
        tie = Note("tie", "Two texts were equally good. The text that comes first in the table won the tie.")
        return (cut,) * (len(self.outputs) < len(self.turns[-1].kept)) + (tie,) * is_tied

    def to_dict(self) -> Record:
        outputs = [
            {"text": output.text, "probability": str(output.probability), "score": output.score}
            for output in self.outputs
        ]
        return super().to_dict() | {"text": self.text, "outputs": outputs}


@dataclass(frozen=True, repr=False)
class SetAside(Decoding):
    """A beam search that sets finished texts aside so that the beam stays full, as in the transformers library.

    Each turn takes the 2 · beam most probable texts. Finished texts among the first `beam` of them are set aside, and
    the first `beam` unfinished texts go on. The search ends when `beam` texts are set aside and the best text of the
    turn would not score better than the worst of them.
    """

    @cached_property
    def searched(self) -> tuple[tuple[Turn, ...], tuple[Hypothesis, ...]]:
        """Each turn, and the texts that were set aside, best first."""
        turns, going, aside, count = list[Turn](), [Hypothesis()], list[Hypothesis](), 0
        while len(turns) < self.most and going:
            tried = [new for hypothesis in going for new in self.longer(hypothesis)]
            count = _counted(count + len(tried))
            best = sorted(tried, key=lambda hypothesis: -hypothesis.probability)[: 2 * self.beam]
            finished = [hypothesis for hypothesis in best[: self.beam] if hypothesis.is_finished]
            going = [hypothesis for hypothesis in best if not hypothesis.is_finished][: self.beam]
            aside = sorted([*aside, *finished], key=lambda hypothesis: -hypothesis.score)[: self.beam]
            turns.append(Turn(tuple(best), (*finished, *going)))
            if len(aside) == self.beam and aside[-1].score >= best[0].score:
                return tuple(turns), tuple(aside)
        return tuple(turns), tuple(sorted([*aside, *going], key=lambda hypothesis: -hypothesis.score))

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        return self.searched[0]

    @cached_property
    def outputs(self) -> tuple[Hypothesis, ...]:
        """The finished texts that were set aside, best first."""
        return tuple(hypothesis for hypothesis in self.searched[1] if hypothesis.is_finished)

    @cached_property
    def best(self) -> Hypothesis:
        """The best text that was set aside. After the last word, unfinished texts compete too."""
        return self.searched[1][0]

    @property
    def wording(self) -> Sequence[str]:
        how = f"Try every next word. The {self.beam} best unfinished texts go on, and finished texts are set aside."
        settings = f"beam {self.beam} · α = {self.alpha} · finished texts set aside"
        return how, "transformers, BeamSearchScorer", f"The text is the best of a beam of {self.beam}", settings

    def fate(self, turn: Turn, hypothesis: Hypothesis) -> str:
        if hypothesis not in turn.kept:
            return "pruned"
        return "set aside" if hypothesis.is_finished else "kept"

    @property
    def notes(self) -> tuple[Note, ...]:
        is_cut = len(self.turns) == self.most and not self.best.is_finished
        cut = Note("cut", f"Cut after {so_many(self.most, 'word')}, before the best text had ended.")
        pairs = ((turn.tried, at) for turn in self.turns for at in (self.beam, 2 * self.beam))
        is_tied = any(len(tried) > at and tried[at - 1].probability == tried[at].probability for tried, at in pairs)
        tie = Note("tie", "Two texts were equally good. The text that comes first in the table won the tie.")
        return (cut,) * is_cut + (tie,) * is_tied


def _counted(texts: int) -> int:
    """Return the number of texts. Raise InputError if there are too many to read."""
    if texts > _TRIED:
        raise InputError("beam", f"more than {_TRIED:,} texts to try", "fewer", "Lower beam or most.")
    return texts
