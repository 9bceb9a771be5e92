"""Decoding: from the probabilities of each next word to a whole text, by beam search, or by chance."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from random import Random
from typing import Any, ClassVar, NamedTuple

from mtexplain import exact
from mtexplain.display.formula import shown
from mtexplain.display.parts import MOST_SHOWN, Cell, Column, Note, Real, Table, Words
from mtexplain.display.picture import Picture
from mtexplain.display.tree import Node, tree
from mtexplain.inputs import InputError, InputTypeError, check_text, described
from mtexplain.invisible import visible
from mtexplain.judging.measure import written
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.models.distribution import Probability, softmax
from mtexplain.models.given import number
from mtexplain.recipe.arithmetic import log, product
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.recipe.summary import Summary
from mtexplain.settings import check_between, check_whole

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
    is_finished = property(lambda self: self.words[-1:] == (END,))
    text = property(lambda self: " ".join(self.words[:-1] if self.is_finished else self.words))
    probability = property(lambda self: product(self.p))


class Turn(NamedTuple):
    """One word more: all that was tried, what was kept, and of a draw the end of each stretch, and what was drawn."""

    tried: tuple[Hypothesis, ...]
    kept: tuple[Hypothesis, ...]
    ends: tuple[Probability, ...] = ()
    drawn: float = 0.0


@dataclass(frozen=True, repr=False)
class Decoding(Summary):
    """A search for a text, or a draw; `outputs` are the finished texts that were kept to the last, the best first."""

    rows: tuple[tuple[tuple[str, ...], tuple[tuple[str, Fraction], ...]], ...]
    beam: int
    alpha: Fraction
    seed: int | None
    temperature: Fraction
    most: int

    measure = "decoding"
    answer = property(lambda trace: "score" if trace.alpha else "probability")
    p = quantity("p", "how probable each word was", index="t", write=written)(lambda trace: trace.best.p)
    length = quantity("T", "how many words it has, the end included")(lambda trace: len(trace.p))
    exponent = quantity("α", "how much the length counts", write=written)(lambda trace: trace.alpha)
    probability = formula("P", "product(p)", step="result", write=written)
    score = formula("s", {0: "log(probability)", 1: "log(probability) / length",
                          "else": "log(probability) / length ** exponent"}, convert=float, step="result",
                    by=lambda trace: trace.alpha if trace.alpha in (0, 1) else "else")  # fmt: skip
    plan: ClassVar[tuple[Plan, ...]] = (
        Plan("word_{n}", "Word {n}", lambda trace, _: trace.told[0], lambda trace, _: trace.told[1], (),
             lambda trace, at: f"{len(trace.turns[at].tried)} tried", lambda trace, at: (trace.table._replace(names=2,
                 columns=trace.table.columns[1:], rows=[row[1:] for row in trace.table.rows if row[0] == at + 1]),),
             outcome=lambda trace, at: "1 drawn" if trace.is_drawn else f"{len(trace.turns[at].kept)} kept",
             each=lambda trace: [(str(at), "") for at, _ in enumerate(trace.turns, 1)]),
        Plan("result", "Result", lambda trace, _: "The probability of a text is that of all its words, "
             "multiplied." + " Each word more can only lower it. Dividing by the length gives long texts a chance."
             * (trace.alpha > 0),
             lambda trace, _: "after Wu et al. 2016, Eq. 14" if trace.alpha else "the chain rule",
             ("probability", "score"), lambda trace, _: trace.value, where="T counts the words, the end included"),
    )  # fmt: skip
    is_drawn = property(lambda trace: trace.seed is not None)
    told = property(lambda trace: [one.format(trace) for one in _TOLD[0 if trace.is_drawn else min(trace.beam, 2)]])
    outputs = property(lambda trace: tuple([one for one in trace.turns[-1].kept if one.is_finished]))
    best = property(lambda trace: (trace.outputs or trace.turns[-1].kept)[0])
    text = property(lambda trace: trace.best.text)
    why = property(lambda trace: f"{trace.told[2]}. Its probability is {shown(float(trace.probability))}.")
    about = property(lambda trace: (trace.told[3], so_many(trace.length, "word")))
    value = property(lambda trace: " ".join(map(visible, trace.text.split())) or "(no words)")

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The search, word by word, until all that is kept is finished."""
        found, kept, draw, count = list[Turn](), [Hypothesis()], Random(self.seed), 0
        while len(found) < self.most and not all(one.is_finished for one in kept):
            with exact.forty_digits():
                tried = [new for one in kept for new in ([one] if one.is_finished else self.longer(one))]
            count += len(tried)
            if count > _TRIED:
                raise InputError("beam", f"more than {_TRIED:,} texts to try", "fewer", "Take a smaller beam, or most.")
            if self.is_drawn:
                p, heat = tuple([one.p[-1] for one in tried]), self.temperature
                shares = p if heat == 1 else softmax(list(map(Fraction, log(p))), temperature=heat)
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
            score = self.definition("score").evaluate(probability=product(p), length=len(p), exponent=self.alpha)
            yield Hypothesis((*one.words, word), p, float(score))

    @cached_property
    def table(self) -> Table:
        at_heat = ("p at temperature",) * (self.temperature != 1)
        more = (*at_heat, "up to", "drawn") if self.is_drawn else ("P", "log P", "score", "fate")
        titles = [Column(one.replace(" ", "_"), one) for one in ("word", "text so far", "next word", "p", *more)]
        rows = list[tuple[Cell, ...]]()
        for place, turn in enumerate(self.turns, 1):
            fates = ("", shown(turn.drawn)) if self.is_drawn else ("pruned", "kept")
            for at, one in enumerate(turn.tried):
                numbers: tuple[Any, ...] = (one.probability, log(one.probability), one.score)
                if turn.ends:
                    share = Fraction(turn.ends[at]) - Fraction(turn.ends[at - 1] if at else 0)
                    numbers = (*([share] * len(at_heat)), turn.ends[at])
                cells = map(Real, map(float, (one.p[-1], *numbers)))
                rows.append((place, Words(one.words[:-1]), Words(one.words[-1:]), *cells, fates[one in turn.kept]))
        return Table("", tuple(titles), rows, names=3)

    @property
    def picture(self) -> Picture | None:
        """All that was tried, as a tree; none where that is more than can be seen."""
        if len({one.words for turn in self.turns for one in turn.tried}) > MOST_SHOWN:
            return None
        way = [self.best.words[:end] for end in range(1, self.length + 1)]
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


def _row(given: object, where: str) -> tuple[tuple[str, Fraction], ...]:
    """A row, checked. What has probability 0 never comes."""
    if not isinstance(given, Mapping):
        raise InputTypeError(where, described(given), 'a mapping, as in {"cat": 0.6, "dog": 0.4}')
    found = {}
    for word, p in given.items():
        if [check_text(word, where)] != word.split():
            raise InputError(where, described(word), "one word, without spaces")
        found[word] = check_between(Fraction(number(p, f"{where}, {word}")), f"{where}, {word}", 0, 1, "")
    if abs((total := sum(found.values(), Fraction())) - 1) > _EVEN:
        raise InputError(where, f"{shown(float(total))} in all", "1", "Something comes next, even if it is the end.")
    return tuple([(word, p) for word, p in found.items() if p])


def decode(
    table: Mapping[str, Mapping[str, float | Fraction | str]], *, beam: int = 1, alpha: float | Fraction | str = 0,
    seed: int | None = None, temperature: float | Fraction | str = 1, most: int = 20,
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

    >>> table = {"": {"a": 0.6, "the": 0.4}, "a": {"cat": 0.6, "</s>": 0.4}, "the": {"cat": 1}, "cat": {"</s>": 1}}
    >>> [(one.text, str(one.probability)) for one in (decode(table), decode(table, beam=2))]
    [('a cat', '9/25'), ('the cat', '2/5')]
    """
    if not isinstance(table, Mapping):
        raise InputTypeError("table", described(table), 'a mapping of rows, as in {"": {"the": 1}, "the": ...}')
    rows = {tuple(check_text(text, "table").split()): _row(row, f"table[{text!r}]") for text, row in table.items()}
    if () not in rows or len(rows) < len(table):
        raise InputError("table", so_many(len(rows), "text"), 'one in each row, and "", the beginning, in one of them')
    power, heat = (
        check_between(Fraction(number(alpha, "alpha")), "alpha", 0, 10, ""),
        number(temperature, "temperature"),
    )
    if (heat != 1) if seed is None else (beam != 1 or power):
        raise InputError("seed", str(seed), "a seed and a temperature for a draw, or a beam and alpha for a search")
    found = Decoding(tuple(rows.items()), check_whole(beam, "beam", 1, 100), power,
                     seed if seed is None else check_whole(seed, "seed", 0, 2**32 - 1), Fraction(heat),
                     check_whole(most, "most", 1, 100))  # fmt: skip
    assert found.turns  # a row that is missing is an error now, not where it is shown
    return found
