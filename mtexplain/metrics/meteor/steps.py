"""How a METEOR trace is told: words, what each stage links, the alignment, P, R, Fmean, chunks, penalty, score."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtexplain.display import plain
from mtexplain.display.formula import Chain, Formula, Symbol, number, shown
from mtexplain.display.parts import Part, Prose
from mtexplain.display.trace import Step
from mtexplain.metrics.meteor import formulas, pictures, tables, words
from mtexplain.metrics.meteor.choices import number_of_alignments
from mtexplain.metrics.meteor.share_formulas import P, R, decimal, number_of, share
from mtexplain.metrics.meteor.shares import counts_alike
from mtexplain.metrics.shared import signature, texts
from mtexplain.metrics.shared.occurrences import so_many

if TYPE_CHECKING:
    from mtexplain.metrics.meteor.links import Options
    from mtexplain.metrics.meteor.sentence import Meteor


def of_sentence(trace: "Meteor") -> Iterator[Step]:
    """Every step, in order."""
    yield _tokens(trace)
    for stage, options in trace.best.possible.items():
        yield _stage(trace, stage, options)
    yield _alignment(trace)
    yield _share(trace, "precision", P)
    yield _share(trace, "recall", R)
    yield _mean(trace)
    yield _chunks(trace)
    yield _penalty(trace)
    yield _score(trace)
    if len(trace.references) > 1:
        yield _best(trace)


def _tokens(trace: "Meteor") -> Step:
    outcome = Chain("=", ("c", str(len(trace.candidate))))
    parts = (texts.tokens(trace), formulas.length(trace))
    return Step("tokens", "Tokens", signature.cut_by(trace.rules), outcome, words.TOKENS, words.PAPER, parts)


def _stage(trace: "Meteor", stage: str, options: "Options") -> Step:
    count = sum(link.stage == stage for link in trace.best.alignment.links)
    summary = f"{so_many(count, 'link')} of {so_many(len(options), 'word')} that could be linked"
    outcome = Chain("=", (Symbol("m", stage), str(count)))
    table = tables.linked(trace.best, stage, options) if options else Prose((words.NONE,))
    parts = (table, formulas.linked(trace.best, stage, options))
    title = f"{stage.capitalize()} matches"
    return Step(stage, title, summary if options else "none", outcome, words.STAGES[stage], words.source(trace), parts)


def _alignment(trace: "Meteor") -> Step:
    one, align = trace.best, trace.rules.align
    ways = number_of_alignments(one)
    counts = (one.matches, "link"), (one.alignment.crossings, "crossing"), (one.chunks, "chunk")
    parts: list[Part] = [formulas.matches(one, tuple(one.possible)), words.choice(one, ways)]
    if one.matches:
        parts.insert(0, pictures.alignment(one))
    if ways != 1:
        parts.append(tables.rules(one))
    title = f"Alignment with reference {trace.place + 1}" if len(trace.references) > 1 else "Alignment"
    summary = ", ".join(so_many(*count) for count in counts)
    outcome = Chain("=", ("m", str(one.matches)))
    return Step("alignment", title, summary, outcome, words.ALIGN[align], words.ALIGN_SOURCES[align], tuple(parts))


def _share(trace: "Meteor", name: str, symbol: Symbol) -> Step:
    one = trace.best
    length, text = (len(one.candidate), "candidate") if symbol == P else (len(one.reference), "reference")
    summary = f"{one.matches} of {so_many(length, 'word')} of the {text}"
    outcome = Chain("=", (symbol, number_of(one, symbol)))
    parts: tuple[Part, ...] = (share(one, symbol),)
    why = words.SHARES[name]
    if not counts_alike(one.rules):
        parts = (tables.stages(one.precision if symbol == P else one.recall, f"the {text}"), *parts)
        why += words.WEIGHED
    return Step(name, name.capitalize(), summary, outcome, why, words.source(trace), parts)


def _mean(trace: "Meteor") -> Step:
    alpha = trace.rules.alpha
    summary = f"recall weighs {plain.formula(decimal(alpha))}, precision {plain.formula(decimal(1 - alpha))}"
    outcome = Chain("=", (formulas.MEAN, number(trace.best.mean)))
    parts = (formulas.mean(trace.best),)
    return Step("mean", "Mean of both", summary, outcome, words.mean(trace.rules), words.source(trace), parts)


def _chunks(trace: "Meteor") -> Step:
    one = trace.best
    summary = f"{so_many(one.matches, 'link')} in {so_many(one.chunks, 'run')}"
    outcome = Chain("=", ("ch", str(one.chunks)))
    parts = (tables.chunks(one), formulas.chunks(one))
    return Step("chunks", "Chunks", summary, outcome, words.CHUNKS, words.source(trace), parts)


def _penalty(trace: "Meteor") -> Step:
    one = trace.best
    summary = f"{so_many(one.chunks, 'chunk')} of {so_many(one.matches, 'link')}"
    if one.is_free:
        summary = "every word is in one chunk: nothing is taken off"
    outcome = Chain("=", (formulas.PENALTY, number(one.penalty)))
    parts: tuple[Part, ...] = (formulas.penalty(one), *([pictures.penalty(one)] * (one.matches > 0)))
    return Step("penalty", "Penalty", summary, outcome, words.PENALTY, words.source(trace), parts)


def _score(trace: "Meteor") -> Step:
    one = trace.best
    several = len(trace.references) > 1
    name = Symbol("METEOR", str(trace.place + 1)) if several else formulas.METEOR
    summary = f"{shown(float(1 - one.penalty))} of {shown(float(one.mean))}" if one.mean else "nothing that counts"
    outcome: Formula = Chain("=", (name, shown(one.score)))
    parts = (formulas.score(one, name), tables.logs(trace), formulas.log_score(trace), pictures.logarithms(trace))
    return Step("score", "Score", summary, outcome, words.score(trace.rules), words.source(trace), parts)


def _best(trace: "Meteor") -> Step:
    summary = f"reference {trace.place + 1} of {len(trace.references)}"
    outcome = Chain("=", (formulas.METEOR, shown(trace.score)))
    parts = (tables.references(trace), formulas.best(trace))
    return Step("best", "Best reference", summary, outcome, words.BEST, words.PAPER, parts)
