"""What a BLEU trace shows before any step is opened: the words with what they earned, and the factors."""

from collections import Counter
from typing import TYPE_CHECKING

from mtexplain.display.formula import Symbol, ratio, shown
from mtexplain.display.parts import Bar, Bars, Sentence, Sentences, Words
from mtexplain.metrics.bleu import formulas

if TYPE_CHECKING:
    from mtexplain.metrics.bleu.base import BleuScore
    from mtexplain.metrics.bleu.traces import Bleu

_CONVENTION = "Clipping only counts. Which of several equal words earns the credit is a convention: the first, here."
_NAMES = {1: "words", 2: "pairs", 3: "triples", 4: "fours"}
_ROOTS = {2: "square root", 3: "cube root", 4: "fourth root"}


def sentences(trace: "Bleu") -> Sentences:
    """The words, and what each earned."""
    earned = _earned(trace)
    rows = [Sentence("candidate", Words(trace.candidate, earned), f"c = {len(trace.candidate)}")]
    r = trace.brevity.reference_length
    chosen = trace.brevity.reference_lengths.index(r)
    in_candidate = set(trace.candidate)
    for number, reference in enumerate(trace.references):
        states = tuple("matched" if token in in_candidate else "" for token in reference)
        away = abs(len(reference) - len(trace.candidate))
        remark = f"{_so_many(len(reference), 'token')}, {away} away" + (f" → r = {r}" if number == chosen else "")
        rows.append(Sentence(f"reference {number + 1}", Words(reference, states), remark))
    return Sentences(tuple(rows), _CONVENTION if "clipped" in earned else "")


def factors(trace: "BleuScore") -> Bars:
    """The precisions, their root, the brevity penalty: one row that multiplies up to the score."""
    bars = [
        Bar(
            formulas.p(order.n),
            order_name(order.n) if trace.rules.weight(order.n) else "weight 0",
            ratio(order.matches, order.total),
            None if order.value is None else float(order.value),
        )
        for order in trace.precisions
    ]
    bars.append(Bar("", mean_name(trace), shown(trace.mean), trace.mean, ">"))
    bars.append(Bar(Symbol("BP"), "brevity", shown(trace.brevity.value), trace.brevity.value, "*", "factor"))
    bars.append(Bar(Symbol("BLEU"), "", shown(trace.score), trace.score, "=", "result"))
    precisions = ", ".join(f"p_{order.n} {order.ratio}" for order in trace.precisions)
    rest = f"{mean_name(trace)} {shown(trace.mean)}; BP {shown(trace.brevity.value)}; BLEU {shown(trace.score)}"
    return Bars(tuple(bars), f"{precisions}; {rest}")


def mean_name(trace: "BleuScore") -> str:
    """Fourth root, say: what brings the product of the precisions back to their size."""
    weights = {weight for weight, _ in trace.active}
    if len(weights) > 1:
        return "weighted mean"
    orders = len(trace.active)
    return _ROOTS.get(orders, "geometric mean") if orders > 1 else f"p_{trace.active[0][1].n} alone"


def order_name(n: int) -> str:
    """Words, pairs, triples, fours, 5-grams, ..."""
    return _NAMES.get(n, f"{n}-grams")


def _earned(trace: "Bleu") -> tuple[str, ...]:
    left = Counter({row.ngram[0]: row.clipped for row in trace.precisions[0].counts})
    in_reference = {row.ngram[0] for row in trace.precisions[0].counts if row.max_reference_count}
    states = []
    for token in trace.candidate:
        states.append("credited" if left[token] else "clipped" if token in in_reference else "")
        left[token] -= left[token] > 0
    return tuple(states)


def _so_many(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
