"""Decoding: from the probability of each next word to a whole sentence, greedily, by beam search or by chance."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, chain
from random import Random
from typing import Any, ClassVar, NamedTuple

from mtexplain import exact
from mtexplain.display.formula import shown
from mtexplain.display.parts import MOST_SHOWN, Note, Real, Table, Words, columns
from mtexplain.display.picture import Picture
from mtexplain.display.tree import Node, tree
from mtexplain.inputs import InputError, InputTypeError, check_text, described, listed
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.models.distribution import softmax
from mtexplain.models.given import number
from mtexplain.recipe.arithmetic import log, power
from mtexplain.recipe.numbers import short
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.recipe.summary import Summary
from mtexplain.settings import check_whole

END = "</s>"
"""What ends a sentence; it is predicted like a word."""
Row = tuple[tuple[str, Fraction], ...]
Given = Mapping[str, Mapping[str, float | Fraction | str]]


class Text(NamedTuple):
    """A text as far as it is written, and how probable each of its words was."""

    words: tuple[str, ...] = ()
    p: tuple[Fraction, ...] = ()

    @property
    def is_finished(self) -> bool:
        return self.words[-1:] == (END,)


class Turn(NamedTuple):
    """One moment of a search: every text that could be gone on with, the best first; how many of them are kept.

    Of a draw: the words in the order of the table, and the number that was drawn, from 0 to 1.
    """

    texts: tuple[Text, ...]
    kept: tuple[Text, ...]
    drawn: float | None = None


@dataclass(frozen=True, repr=False)
class Decoding(Summary):
    """A search for a sentence, with all that was tried. Make one with `decode`.

    `text` is the sentence, without its end; `outputs` are all sentences that were kept to the last, the best first.
    """

    rows: tuple[tuple[tuple[str, ...], Row], ...]
    beam: int
    alpha: Fraction
    seed: int | None
    temperature: Fraction
    most: int

    measure, answer = "decoding", "score"
    p = quantity("p", "how probable each word was", index="t", step="result")(lambda trace: trace.best.p)
    length = quantity("T", "how many words there are, the end included", step="result")(lambda trace: len(trace.p))
    probability = formula("P", "product(p)", step="result")
    log_probability = formula("", "log(probability)", step="result")
    score = formula(
        "s", {True: "log_probability / length ** exponent", False: "log(probability)"},
        by=lambda trace: trace.alpha > 0, step="result", convert=float,
    )  # fmt: skip
    exponent = quantity("α", "how much the length counts", write=lambda one: short(Fraction(one)))(
        lambda trace: trace.alpha
    )

    plan: ClassVar[tuple[Plan, ...]] = (
        Plan("word_{n}", "Word {n}", lambda trace, _: trace.told_how, "", (), lambda trace, place: trace.summary(place),
             lambda trace, place: (trace.turn_table(trace.turns[place]),),
             outcome=lambda trace, place: f"{len(trace.turns[place].kept)} kept",
             each=lambda trace: [(str(place), "") for place, _ in enumerate(trace.turns, 1)]),
        Plan("result", "The result", lambda trace, _: "A sentence is as probable as all its words together."
             + " The logarithm is divided by a power of the length, so that long sentences stand a chance."
             * (trace.alpha > 0), "", ("probability", "score"), lambda trace, _: trace.value),
    )  # fmt: skip
    told_how = property(lambda trace: (
        "Try every next word for every text that was kept; then keep "
        + ("the best." if trace.beam == 1 else f"the {trace.beam} best. A finished text stays, and is compared.")
        if trace.seed is None else "Draw a number from 0 to 1. The word on whose stretch it falls is taken."
    ))  # fmt: skip

    def next_words(self, words: tuple[str, ...]) -> Row:
        """What may come next: the row of the longest ending of the text that the table knows."""
        known = dict(self.rows)
        for start in range(len(words) + (not words)):
            if words[start:] in known:
                return known[words[start:]]
        fix = f'Add one: {{"{words[-1]}": {{"{END}": 1}}}}.'
        raise InputError(f"table, after {' '.join(words)!r}", "no row", "a row for it, or for an ending of it", fix)

    def rank(self, text: Text) -> Decimal:
        """By what texts are compared: the logarithm of the probability, divided by the length to the power alpha."""
        with exact.forty_digits():
            logs = sum((Decimal(log(one)) for one in text.p), Decimal())
            return logs / Decimal(exact.decimal(Fraction(power(len(text.p), self.alpha)))) if self.alpha else logs

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The search, word by word."""
        return tuple(self._searched() if self.seed is None else self._drawn(Random(self.seed)))

    def _goes_on(self, text: Text) -> Iterator[Text]:
        for word, p in self.next_words(text.words):
            yield Text((*text.words, word), (*text.p, p))

    def _searched(self) -> Iterator[Turn]:
        kept: tuple[Text, ...] = (Text(),)
        for _ in range(self.most):
            tried = chain.from_iterable([one] if one.is_finished else self._goes_on(one) for one in kept)
            texts = tuple(sorted(tried, key=self.rank, reverse=True))
            kept = texts[: self.beam]
            yield Turn(texts, kept)
            if all(one.is_finished for one in kept):
                return

    def _drawn(self, draw: Random) -> Iterator[Turn]:
        text = Text()
        for _ in range(self.most):
            texts, number = tuple(self._goes_on(text)), draw.random()
            ends = accumulate(float(share) for _, share in self.shares(texts))
            text = next((one for one, end in zip(texts, ends, strict=True) if number < end), texts[-1])
            yield Turn(texts, (text,), number)
            if text.is_finished:
                return

    def shares(self, texts: tuple[Text, ...]) -> list[tuple[Text, Any]]:
        """Each text with the probability by which its last word is drawn: sharper or flatter, by the temperature."""
        if self.temperature == 1:
            return [(one, one.p[-1]) for one in texts]
        with exact.forty_digits():
            logs = [Fraction(log(one.p[-1])) for one in texts]
        return list(zip(texts, softmax(logs, temperature=self.temperature), strict=True))

    @property
    def best(self) -> Text:
        """The sentence that came out."""
        return self.outputs[0]

    @property
    def outputs(self) -> tuple[Text, ...]:
        """What was kept to the last, the best first; a text that was cut comes after those that are finished."""
        return tuple(sorted(self.turns[-1].kept, key=lambda one: not one.is_finished))

    @property
    def text(self) -> str:
        """The sentence, without its end."""
        return " ".join(word for word in self.best.words if word != END)

    @property
    def value(self) -> str:
        return self.text or "(nothing)"

    @property
    def why(self) -> str:
        way = f"drawn with the seed {self.seed}" if self.seed is not None else (
            "the best word each time" if self.beam == 1 else f"the best of a beam of {self.beam}")  # fmt: skip
        return f"{way[0].upper()}{way[1:]}, with a probability of {shown(float(self.probability))}."

    @property
    def about(self) -> tuple[str, ...]:
        heat = f" · temperature {shown(float(self.temperature))}" * (self.temperature != 1)
        way = f"beam {self.beam}, α = {shown(float(self.alpha))}" if self.seed is None else f"seed {self.seed}{heat}"
        return way, so_many(self.length, "word")

    def summary(self, place: int) -> str:
        """What came of a turn, in a few words."""
        turn = self.turns[place]
        return so_many(len(turn.texts), "text")

    def turn_table(self, turn: Turn) -> Table:
        """Every text that was compared: the probabilities of its last word and of the whole, its score, its fate."""
        last, score, numbers = "kept", "score", [float(self.rank(one)) for one in turn.texts]
        if turn.drawn is not None:
            last, score = f"{shown(turn.drawn)} drawn", "up to"
            numbers = list(accumulate(float(share) for _, share in self.shares(turn.texts)))
        rows = [
            (Words(one.words, kind="taken" * (one in turn.kept)), Real(float(one.p[-1])), Real(float(_product(one))),
             Real(number), "✓" * (one in turn.kept))
            for one, number in zip(turn.texts, numbers, strict=True)
        ]  # fmt: skip
        titles = columns(text="text so far", p="p of the last word", P="P of the text", score=score, became=last)
        return Table("", titles, rows)

    @property
    def table(self) -> Table:
        """Every text that was ever compared, word by word."""
        titles = columns(turn="word", text="text so far", p="p of the last word", P="P of the text", kept="kept")
        rows = [
            (place, Words(one.words), Real(float(one.p[-1])), Real(float(_product(one))), int(one in turn.kept))
            for place, turn in enumerate(self.turns, 1)
            for one in turn.texts
        ]
        return Table("", titles, rows, names=2)

    @property
    def picture(self) -> Picture:
        tried = {one.words: one for turn in self.turns for one in turn.texts}
        kept = {one.words: one for turn in self.turns for one in turn.kept}
        way = {words: one for words, one in kept.items() if words == self.best.words[: len(words)]}
        drawn = next((some for some in (tried, kept) if len(some) <= MOST_SHOWN), way)
        after: dict[tuple[str, ...], list[Text]] = {}
        for words, one in drawn.items():
            after.setdefault(words[:-1], []).append(one)

        def nodes(before: tuple[str, ...]) -> tuple[Node, ...]:
            return tuple(
                Node(one.words[-1], shown(float(self.rank(one) if self.alpha else _product(one))),
                     "best" if one.words in way else "kept" if one.words in kept else "dropped", nodes(one.words))
                for one in after.get(before, ())
            )  # fmt: skip

        alt = f"What was tried, word by word, and the {'score' if self.alpha else 'probability'} of each. "
        return tree(nodes(()), f"{alt}The result: {self.value}.")

    @property
    def notes(self) -> tuple[Note, ...]:
        found = []
        if not self.best.is_finished:
            found.append(Note("cut", f"No text was finished after {so_many(self.most, 'word')}; most= sets how many."))
        tied = [turn for turn in self.turns if self.seed is None and _is_tied(turn, self.rank)]
        if tied:
            found.append(Note("tie", "Two texts were equally good, and only one was kept: the first in the table."))
        return tuple(found)

    def to_dict(self) -> dict[str, Any]:
        outputs = [{"text": " ".join(one.words), "p": str(_product(one))} for one in self.outputs]
        return {"text": self.text, "outputs": outputs, "score": self.score, "signature": self.signature}

    def __repr__(self) -> str:
        return f"Decoding({self.value!r}; {self.exact}; {self.about[0]})"


def _product(text: Text) -> Fraction:
    found = Fraction(1)
    for one in text.p:
        found *= one
    return found


def _is_tied(turn: Turn, rank: Any) -> bool:
    cut = len(turn.kept)
    return cut < len(turn.texts) and rank(turn.texts[cut - 1]) == rank(turn.texts[cut])


def _row(given: object, where: str) -> Row:
    if not isinstance(given, Mapping) or not given:
        raise InputTypeError(
            where, described(given), 'the next words with their probabilities: {"cat": 0.6, "dog": 0.4}'
        )
    found = []
    for word, p in given.items():
        if check_text(word, f"{where}, a word") != "".join(word.split()) or not word:
            raise InputError(f"{where}, a word", described(word), "one word, without spaces")
        share = number(p, f"{where}, {word}")
        if not (isinstance(share, Fraction) and 0 < share <= 1):
            raise InputError(f"{where}, {word}", str(p), "a probability above 0, up to 1", "Leave out what can't come.")
        found.append((word, share))
    if (total := sum(share for _, share in found)) != 1:
        raise InputError(
            where, f"probabilities that add up to {shown(float(total))}", "1", "Something always comes next."
        )
    return tuple(found)


def decode(
    table: Given,
    *,
    beam: int = 1,
    alpha: float | Fraction | str = 0,
    seed: int | None = None,
    temperature: float | Fraction | str = 1,
    most: int = 20,
) -> Decoding:
    """A sentence from a table of probabilities, as a trace in which every text that was tried is seen.

    - `table`: for an ending of the text, the probabilities of the next word, which add up to 1; "" is the beginning,
      "</s>" the end of a sentence. The longest ending that the table knows applies
    - `beam`: how many texts are kept after each word; 1 is greedy search
    - `alpha`: the logarithm of a text's probability is divided by its length, the end included, to this power: 0
      compares probabilities, 1 mean logarithms. (Wu et al. 2016, Eq. 14, take ((5 + length) / 6) to that power.)
    - `seed`: draw each word at random instead; the same seed gives the same text. `temperature`: below 1 the draw is
      more cautious, above 1 bolder
    - `most`: so many words at most

    >>> chances = {"": {"a": 0.6, "the": 0.4}, "a": {"cat": 0.5, "dog": 0.5}, "the": {"cat": 1}, "cat": {"</s>": 1},
    ...            "dog": {"</s>": 1}}
    >>> greedy, wider = decode(chances), decode(chances, beam=2)
    >>> greedy.text, str(greedy.probability), wider.text, str(wider.probability)
    ('a cat', '3/10', 'the cat', '2/5')

    InputError says which row of the table is wrong, and how to mend it.
    """
    if not isinstance(table, Mapping):
        raise InputTypeError("table", described(table), 'rows by the ending of the text: {"": {"the": 1}, ...}')
    rows = {
        tuple(check_text(text, "table, a text").split()): _row(row, f"table[{text!r}]") for text, row in table.items()
    }
    if () not in rows:
        got = f"rows for {listed(map(repr, list(table)[:3])) or 'nothing'}"
        raise InputError("table", got, "a row for the beginning", 'Its text is "".')
    strength, heat = number(alpha, "alpha"), number(temperature, "temperature")
    if not 0 <= strength <= 10:
        raise InputError("alpha", str(alpha), "a number from 0 to 10")
    if heat <= 0:
        raise InputError("temperature", str(temperature), "a number above 0")
    if seed is not None:
        check_whole(seed, "seed", 0, 2**32 - 1)
        if beam != 1 or strength:
            raise InputError("seed", "a beam or an alpha beside it", "one of them", "A draw compares nothing.")
    elif heat != 1:
        raise InputError("temperature", "a search without a seed", "a seed beside it", "Only a draw has a temperature.")
    found = Decoding(tuple(rows.items()), check_whole(beam, "beam", 1, 1000), Fraction(strength), seed, Fraction(heat),
                     check_whole(most, "most", 1, 200))  # fmt: skip
    found.turns  # noqa: B018 - a text that has no row is an error now, not where it is shown
    return found
