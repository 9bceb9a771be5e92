"""Decoding from a table of probabilities, by search or by sampling, with checked input; and the course's example."""

from collections.abc import Mapping
from fractions import Fraction

from mtexplain import data
from mtexplain.copies import read_only
from mtexplain.display.formula import shown
from mtexplain.inputs import InputError, InputTypeError, check_text, described, is_among
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.models import given as inputs
from mtexplain.models.search import Decoding, SetAside
from mtexplain.settings import check_between, check_whole

_EVEN = Fraction(1, 10**30)  # tolerance for the sum of a row, because softmax has forty digits


def _row(given: object, where: str) -> tuple[tuple[str, Fraction], ...]:
    """A checked row, without the words of probability 0."""
    if not isinstance(given, Mapping):
        raise InputTypeError(where, described(given), 'a mapping such as {"cat": 0.6, "dog": 0.4}')
    probabilities = {}
    for word, p in given.items():
        if [check_text(word, where)] != word.split():
            raise InputError(where, described(word), "a single word without spaces")
        spot = f"{where}, {word}"
        probabilities[word] = check_between(Fraction(inputs.number(p, spot)), spot, 0, 1, "")
    if abs((total := sum(probabilities.values(), Fraction())) - 1) > _EVEN:
        raise InputError(where, f"{shown(float(total))} in all", "1", "Something comes next, even if it is the end.")
    return tuple([(word, p) for word, p in probabilities.items() if p])


def decode(
    table: Mapping[str, Mapping[str, float | Fraction | str]], *, beam: int = 1, alpha: float | Fraction | str = 0,
    seed: int | None = None, temperature: float | Fraction | str = 1, most: int = 20, finished: str = "compete",
) -> Decoding:  # fmt: skip
    """A text decoded from a table of probabilities, as a trace that shows everything that was tried.

    - `table`: for each ending of the text so far, the probabilities of the next word. The row of the longest matching
      ending applies; "" is the beginning, and "</s>" ends a text. InputError names a row that is wrong or missing
    - `beam`: the number of texts kept after each word, where 1 is greedy search. A finished text stays unchanged and
      competes until all texts that are kept are finished. In a tie, the text that comes first in the table wins
    - `alpha`: texts compete by log P / T^alpha, where T counts the words and the end. 0 gives log P, 1 gives its mean,
      and exp(-mean) is the perplexity. (Wu et al. 2016, Eq. 14, divide by ((5 + T) / 6)^alpha.)
    - `seed`: draw each word at random. A `temperature` below 1 sharpens the probabilities; above 1 it flattens them
    - `most`: the maximum number of words, the end included
    - `finished`: "compete", or "set aside" as in the transformers library, where finished texts leave the beam, the
      beam stays full, and the best finished text wins. Then `alpha` may be below 0, like length_penalty there

    >>> table = {"": {"a": 0.6, "the": 0.4}, "a": {"cat": 0.6, "</s>": 0.4}, "the": {"cat": 1}, "cat": {"</s>": 1}}
    >>> [(trace.text, float(trace.probability)) for trace in (decode(table), decode(table, beam=2))]
    [('a cat', 0.36), ('the cat', 0.4)]
    """
    if not isinstance(table, Mapping):
        raise InputTypeError("table", described(table), 'a mapping of rows such as {"": {"the": 1}, "the": ...}')
    rows = {tuple(check_text(text, "table").split()): _row(row, f"table[{text!r}]") for text, row in table.items()}
    if () not in rows or len(rows) < len(table):
        raise InputError("table", so_many(len(rows), "text"), 'a different text for each row, and "" for the beginning')
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
    trace = kind(tuple(rows.items()), sizes[0], power, draw, Fraction(heat), sizes[1])
    assert trace.turns  # raises the error for a missing row now, not when the trace is shown
    return trace


def cat_on_the_mat() -> tuple[Mapping[str, Mapping[str, str]], str, str]:
    """The course's example, which is a table for `decode`, the French sentence, and its reference.

    >>> table, source, reference = cat_on_the_mat()
    >>> dict(table["the"]), reference
    ({'cat': '0.9', 'kitten': '0.1'}, 'the cat sat on the mat')
    """
    cat = data.read(__package__, "examples.toml")["cat"]
    return read_only({text: read_only(row) for text, row in cat["table"].items()}), cat["source"], cat["reference"]
