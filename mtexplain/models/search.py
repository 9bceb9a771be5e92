"""Decoding: from the probabilities of each next word to a whole text, by beam search, or by chance."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import prod
from random import Random
from typing import Any, NamedTuple

from mtexplain.display.formula import shown
from mtexplain.display.parts import MOST_SHOWN, Cell, Column, Note, Real, Table, Words
from mtexplain.display.picture import Picture
from mtexplain.display.trace import Step
from mtexplain.display.tree import Node, tree
from mtexplain.inputs import InputError, InputTypeError, check_text, described, is_among
from mtexplain.invisible import visible
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.summary import TracedSummary
from mtexplain.models import given as inputs
from mtexplain.models.distribution import Probability, softmax
from mtexplain.settings import check_between, check_whole
from mtexplain.tracing import telling
from mtexplain.tracing.number import Number, log, number, plain, product_over, setting
from mtexplain.tracing.steps import quantity, step

_EVEN = Fraction(1, 10**30)  # so far may the sum of a row be from 1: softmax has forty digits
_TRIED = 10_000  # more texts than these nobody reads
END = "</s>"  # what ends a text: it is predicted like a word, and counted as one
_TOLD = (
    ("Draw a number from 0 to 1. Each word has a stretch as long as it is probable: which one is hit?",
     "Bishop 2006, section 8.1.2", "Drawn with seed {0.seed}", "seed {0.seed} · temperature {0.temperature}"),
    ("Try every next word. Keep the best.", "Jurafsky and Martin, SLP3", "The best word each time", "greedy"),
    ("Try every next word. Keep the {0.beam} best; a finished text competes as it is.",
     "Meister et al. 2020, algorithm 1", "The best of a beam of {0.beam}", "beam {0.beam} · α = {0.alpha}"),
)  # fmt: skip
"""Of a draw, of greedy search, of a beam: what is done for each word, who says so, what of the result, the settings."""


@dataclass(frozen=True)
class Hypothesis:
    """A text as far as it is written: its words, the probability of each, and the score by which it is compared."""

    words: tuple[str, ...] = ()
    p: tuple[Fraction, ...] = ()
    score: float = 0.0

    @property
    def is_finished(self) -> bool:
        """True if the text has come to its end."""
        return self.words[-1:] == (END,)

    @property
    def text(self) -> str:
        """The words, without the end."""
        return " ".join(self.words[:-1] if self.is_finished else self.words)

    @property
    def probability(self) -> Fraction:
        """The probability of the text as far as it is written."""
        return prod(self.p, start=Fraction(1))


class Turn(NamedTuple):
    """One word more: all that was tried, what was kept, and of a draw the end of each stretch, and what was drawn."""

    tried: tuple[Hypothesis, ...]
    kept: tuple[Hypothesis, ...]
    ends: tuple[Probability, ...] = ()
    drawn: float = 0.0


@dataclass(frozen=True, repr=False)
class Decoding(TracedSummary):
    """A search for a text, or a draw; `outputs` are the finished texts that were kept to the last, the best first."""

    rows: tuple[tuple[tuple[str, ...], tuple[tuple[str, Fraction], ...]], ...]
    beam: int
    alpha: Fraction
    seed: int | None
    temperature: Fraction
    most: int

    measure = "decoding"

    @property
    def each_t(self) -> range:
        """The words of the best text."""
        return range(1, len(self.best.p) + 1)

    @quantity("p_{t}", says="how probable each word was")
    def p(self, t: int) -> float:
        """The probability of a word, after those before it."""
        return setting(self.best.p[t - 1])

    @quantity("T", says="how many words it has, the end included")
    def length(self) -> float:
        """The number of words, the end included."""
        return len(self.best.p)

    @quantity("α", says="how much the length counts")
    def exponent(self) -> float:
        """The weight of the length: with 0 it does not count."""
        return setting(self.alpha)

    @step("P", name="result", title="Result", legend="T counts the words, the end included")
    def probability(self) -> float:
        """The probability of a text is that of all its words, multiplied."""
        return product_over("T", self.each_t, self.p)

    @probability.why
    def why_lower(self) -> str:
        """Say why the length counts, if it does."""
        always = "The probability of a text is that of all its words, multiplied."
        more = " Each word more can only lower it. Dividing by the length gives long texts a chance."
        less = " Each word more can only lower it, and with an exponent below 0 each word costs even more."
        return always + more * (self.alpha > 0) + less * (self.alpha < 0)

    @probability.source
    def by_whom(self) -> str:
        """Name the source of the score."""
        return "after Wu et al. 2016, Eq. 14" if self.alpha else "the chain rule"

    @probability.summary
    def written_text(self) -> str:
        """The text."""
        return self.value

    @step("s", within=probability, is_decimal=True, legend="T counts the words, the end included")
    def score(self) -> float:
        """The number by which texts compete."""
        return self.score_of(self.probability, self.length)

    def score_of(self, probability: float, length: float) -> float:
        """The score of a text that has so many words: its log probability, divided by a power of its length."""
        if self.alpha == 0:
            return log(probability)
        return log(probability) / length if self.alpha == 1 else log(probability) / length**self.exponent

    def steps(self) -> tuple[Step, ...]:
        """Word by word all that was tried; then the result."""
        return tuple(self._steps())

    def _steps(self) -> Iterator[Step]:
        why, source, *_ = self.told
        for place, turn in enumerate(self.turns, 1):
            rows = [row[1:] for row in self.table.rows if row[0] == place]
            table = self.table._replace(names=2, columns=self.table.columns[1:], rows=rows)
            outcome = "1 drawn" if self.is_drawn else f"{len(turn.kept)} kept"
            yield Step(f"word_{place}", f"Word {place}", f"{len(turn.tried)} tried", outcome, why, source, (table,))
        yield from telling.steps(self)

    @property
    def answer(self) -> Number:
        return number(self.score if self.alpha else self.probability)

    @property
    def is_drawn(self) -> bool:
        """True if words are drawn by chance."""
        return self.seed is not None

    @property
    def told(self) -> Sequence[str]:
        """What is done for each word, who says so, what the result is, and the settings."""
        return [one.format(self) for one in _TOLD[0 if self.is_drawn else min(self.beam, 2)]]

    @cached_property
    def outputs(self) -> tuple[Hypothesis, ...]:
        """The finished texts that were kept to the last, the best first."""
        return tuple(one for one in self.turns[-1].kept if one.is_finished)

    @cached_property
    def best(self) -> Hypothesis:
        """The best text."""
        return (self.outputs or self.turns[-1].kept)[0]

    @property
    def text(self) -> str:
        """The best text, as it is read."""
        return self.best.text

    @property
    def why(self) -> str:
        return f"{self.told[2]}. Its probability is {shown(float(self.probability))}."

    @property
    def about(self) -> tuple[str, ...]:
        return self.told[3], so_many(len(self.best.p), "word")

    @property
    def value(self) -> str:
        return " ".join(map(visible, self.text.split())) or "(no words)"

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The search, word by word, until all that is kept is finished."""
        found, kept, draw, count = list[Turn](), [Hypothesis()], Random(self.seed), 0
        while len(found) < self.most and not all(one.is_finished for one in kept):
            tried = [new for one in kept for new in ([one] if one.is_finished else self.longer(one))]
            count = _counted(count + len(tried))
            if self.is_drawn:
                p, heat = tuple([one.p[-1] for one in tried]), self.temperature
                logarithms = [Fraction(plain(log(number(one)))) for one in p]
                shares = p if heat == 1 else softmax(logarithms, temperature=heat)
                ends, drawn = tuple(accumulate(shares)), draw.random()
                kept = [one for one, end in zip(tried, ends, strict=True) if drawn < end][:1] or tried[-1:]
                found.append(Turn(tuple(tried), tuple(kept), ends, drawn))
            else:
                best = tuple(sorted(tried, key=lambda one: -one.score))  # of equal ones the first in the table is first
                found.append(Turn(best, best[: self.beam]))
                kept = sorted(best[: self.beam], key=tried.index)
        return tuple(found)

    def longer(self, one: Hypothesis) -> Iterator[Hypothesis]:
        """Every way to go on, by the row of the longest ending that has one; "" is for the beginning alone."""
        known, ends = dict(self.rows), [one.words[start:] for start in range(len(one.words))] or [()]
        if not (row := next((known[end] for end in ends if end in known), None)):
            raise InputError("table", f"no row after {' '.join(one.words)!r}", "one for each word that may come")
        for word, share in row:
            p = (*one.p, share)
            score = self.score_of(number(prod(p, start=Fraction(1))), number(len(p)))
            yield Hypothesis((*one.words, word), p, float(score))

    @cached_property
    def table(self) -> Table:
        at_heat = ("p at temperature",) * (self.temperature != 1)
        more = (*at_heat, "up to", "drawn") if self.is_drawn else ("P", "log P", "score", "fate")
        titles = [Column(one.replace(" ", "_"), one) for one in ("word", "text so far", "next word", "p", *more)]
        rows = list[tuple[Cell, ...]]()
        for place, turn in enumerate(self.turns, 1):
            for at, one in enumerate(turn.tried):
                numbers: tuple[Any, ...] = (one.probability, log(number(one.probability)), one.score)
                if turn.ends:
                    share = Fraction(turn.ends[at]) - Fraction(turn.ends[at - 1] if at else 0)
                    numbers = (*([share] * len(at_heat)), turn.ends[at])
                cells = map(Real, map(float, (one.p[-1], *numbers)))
                rows.append((place, Words(one.words[:-1]), Words(one.words[-1:]), *cells, self.fate(turn, one)))
        return Table("", tuple(titles), rows, names=3)

    def fate(self, turn: Turn, one: Hypothesis) -> str:
        """What became of a text that was tried."""
        if self.is_drawn:
            return shown(turn.drawn) if one in turn.kept else ""
        return "kept" if one in turn.kept else "pruned"

    @property
    def picture(self) -> Picture | None:
        """All that was tried, as a tree; none where that is more than can be seen."""
        if len({one.words for turn in self.turns for one in turn.tried}) > MOST_SHOWN:
            return None
        way = [self.best.words[:end] for end in self.each_t]
        known = {one.words: (shown(float(one.p[-1] if turn.ends else one.score if self.alpha else one.probability)),
                             "best" if one.words in way else "kept" if one in turn.kept else "pruned")
                 for turn in self.turns for one in turn.tried}  # fmt: skip

        def after(before: tuple[str, ...]) -> tuple[Node, ...]:
            return tuple([Node(one[-1], *told, after(one)) for one, told in known.items() if one[:-1] == before])

        alt = f"What was tried, word by word, as a tree. Result: {self.value}. {self.why}"
        return tree(after(()), alt)

    @property
    def notes(self) -> tuple[Note, ...]:
        cuts = [] if self.is_drawn else [(self.turns[-1].tried, 1), *((turn.tried, self.beam) for turn in self.turns)]
        is_tied = any(len(tried) > at and tried[at - 1].score == tried[at].score for tried, at in cuts)
        cut = Note("cut", f"Cut after {so_many(self.most, 'word')}: not all that was kept had come to an end.")
        tie = Note("tie", "Two texts were equally good: the one that comes first in the table went first.")
        return (cut,) * (len(self.outputs) < len(self.turns[-1].kept)) + (tie,) * is_tied

    def to_dict(self) -> dict[str, Any]:
        outputs = [{"text": one.text, "probability": str(one.probability), "score": one.score} for one in self.outputs]
        return super().to_dict() | {"text": self.text, "outputs": outputs}


@dataclass(frozen=True, repr=False)
class SetAside(Decoding):
    """A beam search that sets finished texts aside, so that the beam stays full, as the transformers library does it.

    Each turn takes the 2 · beam most probable texts. Of the first `beam` of them those that are finished are set aside;
    of all of them the first `beam` that are not go on. The search ends when `beam` texts are set aside, and the best
    text of the turn would have no better score than the worst of them.
    """

    @cached_property
    def searched(self) -> tuple[tuple[Turn, ...], tuple[Hypothesis, ...]]:
        """Each turn; and the texts that were set aside, the best first."""
        found, going, aside, count = list[Turn](), [Hypothesis()], list[Hypothesis](), 0
        while len(found) < self.most and going:
            tried = [new for one in going for new in self.longer(one)]
            count = _counted(count + len(tried))
            best = sorted(tried, key=lambda one: -one.probability)[: 2 * self.beam]
            finished = [one for one in best[: self.beam] if one.is_finished]
            going = [one for one in best if not one.is_finished][: self.beam]
            aside = sorted([*aside, *finished], key=lambda one: -one.score)[: self.beam]
            found.append(Turn(tuple(best), (*finished, *going)))
            if len(aside) == self.beam and aside[-1].score >= best[0].score:
                return tuple(found), tuple(aside)
        return tuple(found), tuple(sorted([*aside, *going], key=lambda one: -one.score))

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        return self.searched[0]

    @cached_property
    def outputs(self) -> tuple[Hypothesis, ...]:
        """The texts that were set aside, the best first."""
        return tuple(one for one in self.searched[1] if one.is_finished)

    @cached_property
    def best(self) -> Hypothesis:
        """The best of the texts that were set aside; at the last word also those that are not finished compete."""
        return self.searched[1][0]

    @property
    def told(self) -> Sequence[str]:
        how = f"Try every next word. The {self.beam} best that are not finished go on; a finished text is set aside."
        settings = f"beam {self.beam} · α = {self.alpha} · finished texts set aside"
        return how, "transformers, BeamSearchScorer", f"The best of a beam of {self.beam}", settings

    def fate(self, turn: Turn, one: Hypothesis) -> str:
        if one not in turn.kept:
            return "pruned"
        return "set aside" if one.is_finished else "kept"

    @property
    def notes(self) -> tuple[Note, ...]:
        is_cut = len(self.turns) == self.most and not self.best.is_finished
        cut = Note("cut", f"Cut after {so_many(self.most, 'word')}: the best text had not come to an end.")
        pairs = ((turn.tried, at) for turn in self.turns for at in (self.beam, 2 * self.beam))
        is_tied = any(len(tried) > at and tried[at - 1].probability == tried[at].probability for tried, at in pairs)
        tie = Note("tie", "Two texts were equally good: the one that comes first in the table went first.")
        return (cut,) * is_cut + (tie,) * is_tied


def _counted(texts: int) -> int:
    """So many texts. InputError if nobody reads as many."""
    if texts > _TRIED:
        raise InputError("beam", f"more than {_TRIED:,} texts to try", "fewer", "Take a smaller beam, or most.")
    return texts


def _row(given: object, where: str) -> tuple[tuple[str, Fraction], ...]:
    """A row, checked. What has probability 0 never comes."""
    if not isinstance(given, Mapping):
        raise InputTypeError(where, described(given), 'a mapping, as in {"cat": 0.6, "dog": 0.4}')
    found = {}
    for word, p in given.items():
        if [check_text(word, where)] != word.split():
            raise InputError(where, described(word), "one word, without spaces")
        found[word] = check_between(Fraction(inputs.number(p, f"{where}, {word}")), f"{where}, {word}", 0, 1, "")
    if abs((total := sum(found.values(), Fraction())) - 1) > _EVEN:
        raise InputError(where, f"{shown(float(total))} in all", "1", "Something comes next, even if it is the end.")
    return tuple([(word, p) for word, p in found.items() if p])


def decode(
    table: Mapping[str, Mapping[str, float | Fraction | str]], *, beam: int = 1, alpha: float | Fraction | str = 0,
    seed: int | None = None, temperature: float | Fraction | str = 1, most: int = 20, finished: str = "compete",
) -> Decoding:  # fmt: skip
    """A text from a table of probabilities, as a trace that shows all that was tried.

    - `table`: by how the text ends so far, the probability of each next word. The row of the longest ending applies; ""
      is for the beginning, and "</s>" ends a text. InputError says which row is wrong, or missing
    - `beam`: how many texts are kept after each word; 1 is greedy search. A finished text stays as it is and competes,
      until all that are kept are finished. Of equal ones the first in the table wins
    - `alpha`: texts compete by log P / T^alpha; T counts the words and the end. With 0 that is log P, with 1 its mean,
      and exp(-mean) is the perplexity. (Wu et al. 2016, Eq. 14, divide by ((5 + T) / 6)^alpha.)
    - `seed`: draw each word by chance. A `temperature` below 1 sharpens the probabilities, one above 1 evens them out
    - `most`: so many words at most, the end included
    - `finished`: "compete", or "set aside", as the transformers library does it: finished texts leave the beam, which
      stays full; the best of them wins. Then `alpha` may be below 0, as its length_penalty may

    >>> table = {"": {"a": 0.6, "the": 0.4}, "a": {"cat": 0.6, "</s>": 0.4}, "the": {"cat": 1}, "cat": {"</s>": 1}}
    >>> [(one.text, float(one.probability)) for one in (decode(table), decode(table, beam=2))]
    [('a cat', 0.36), ('the cat', 0.4)]
    """
    if not isinstance(table, Mapping):
        raise InputTypeError("table", described(table), 'a mapping of rows, as in {"": {"the": 1}, "the": ...}')
    rows = {tuple(check_text(text, "table").split()): _row(row, f"table[{text!r}]") for text, row in table.items()}
    if () not in rows or len(rows) < len(table):
        raise InputError("table", so_many(len(rows), "text"), 'one in each row, and "", the beginning, in one of them')
    if not is_among(finished, ("compete", "set aside")):
        raise InputError("finished", described(finished), "'compete' or 'set aside'")
    is_aside = finished == "set aside"
    power, heat = (
        check_between(Fraction(inputs.number(alpha, "alpha")), "alpha", -10 * is_aside, 10, ""),
        inputs.number(temperature, "temperature"),
    )
    if (heat != 1) if seed is None else (beam != 1 or power or is_aside):
        raise InputError("seed", str(seed), "a seed and a temperature for a draw, or a beam and alpha for a search")
    kind, draw = SetAside if is_aside else Decoding, seed if seed is None else check_whole(seed, "seed", 0, 2**32 - 1)
    sizes = check_whole(beam, "beam", 1, 100), check_whole(most, "most", 1, 100)
    found = kind(tuple(rows.items()), sizes[0], power, draw, Fraction(heat), sizes[1])
    assert found.turns  # a row that is missing is an error now, not where it is shown
    return found
