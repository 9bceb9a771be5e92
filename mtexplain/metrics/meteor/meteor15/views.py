"""The views of Meteor 1.5, with the weights in precision and recall, the dropped penalty, and notes on the tool."""

from collections.abc import Iterator
from fractions import Fraction

from mtexplain.display.parts import Cell, Note, Part, Prose, Table
from mtexplain.display.pyramid import Pyramid
from mtexplain.display.steps import Moment
from mtexplain.display.texts import keyed
from mtexplain.metrics.meteor import moments as moments_2005
from mtexplain.metrics.meteor import notes
from mtexplain.metrics.meteor import views as of_2005
from mtexplain.metrics.meteor.meteor15.function_words import LISTS
from mtexplain.metrics.meteor.meteor15.rules import LANGUAGES, METEOR_15, MeteorRules
from mtexplain.metrics.meteor.meteor15.score import AnyMeteor15, Meteor
from mtexplain.metrics.meteor.rules import decimal
from mtexplain.metrics.meteor.score import AnyMeteor
from mtexplain.metrics.shared import scores
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.tracing.number import plain as value_of

_FREE = "every word is in it, so there is no penalty"
_DROPPED = "Every word of both texts is in one chunk. Meteor 1.5 then drops the penalty, but the papers do not."
_LEFT_OUT = (
    "Meteor 1.5 itself also links synonyms (from WordNet) and paraphrases (from a large table), if it has them for the "
    "language. They are left out here, so it may give a different score."
)

# Precision and recall.


@AnyMeteor15.precision.why
def _why_precision(trace: AnyMeteor15) -> str:
    return f"{AnyMeteor.precision.method.__doc__}{_weighted(trace)}"


@AnyMeteor15.recall.why
def _why_recall(trace: AnyMeteor15) -> str:
    return f"{AnyMeteor.recall.method.__doc__}{_weighted(trace)}"


def _weighted(trace: AnyMeteor15) -> str:
    more = " Each match is weighted by its stage, and content words and function words may have different weights."
    return "" if trace.rules.counts_alike else more


@AnyMeteor15.precision.legend
def _weighted_letters_of_candidate(trace: AnyMeteor15) -> str:
    return _letters(trace, "candidate")


@AnyMeteor15.recall.legend
def _weighted_letters_of_reference(trace: AnyMeteor15) -> str:
    return _letters(trace, "reference")


def _letters(trace: AnyMeteor15, text: str) -> str:
    letter = text[0]
    if trace.rules.counts_alike:
        return f"m of the {letter} words of the {text} are matched"
    if trace.rules.delta is None:
        letters = f"m_s is the number of links of stage s, and {letter} the number of words of the {text}"
    else:
        letters = (f"{letter}_s are the words of the {text} that stage s links, {letter} all of them; a content "
                   "word counts δ, a function word 1 - δ")  # fmt: skip
    return f"{letters}; w_s is the weight of a match of stage s"


@AnyMeteor15.precision.table
def _weights_of_candidate(trace: AnyMeteor15) -> Iterator[Part]:
    yield from () if trace.rules.counts_alike else (weights(trace, 0),)


@AnyMeteor15.recall.table
def _weights_of_reference(trace: AnyMeteor15) -> Iterator[Part]:
    yield from () if trace.rules.counts_alike else (weights(trace, 1),)


def weights(trace: AnyMeteor15, text: int) -> Table:
    """A table of the weighted counts of the matches of each stage, and of all words."""
    delta = Fraction(1) if trace.rules.delta is None else trace.rules.delta  # without a delta, all are content words
    rows: list[tuple[Cell, ...]] = []
    for s, counted in zip(trace.each_s, trace.words[text].linked, strict=True):
        if any(counted):
            weight = Fraction(value_of(trace.weight(s)))
            counts = weight * (delta * counted.content + (1 - delta) * counted.function)
            rows.append((str(s), decimal(weight), *counted, decimal(counts)))
    columns = keyed("stage", "weight", content="content words", function="function words", counts="count")
    every, count = trace.words[text].all, decimal(Fraction(value_of(trace.total(text))))
    total = (f"all words of the {('candidate', 'reference')[text]}", None, *every, count)
    return Table("", columns, tuple(rows), total=total)


# The penalty that is dropped.


@AnyMeteor15.penalty.summary
def _taken(trace: AnyMeteor15) -> str:
    if trace.is_free:
        return "every word is in a single chunk, so there is no penalty"
    return f"{so_many(int(trace.chunks), 'chunk')} for {so_many(int(trace.matches), 'link')}"


@AnyMeteor15.penalty.legend
def _why_no_penalty(trace: AnyMeteor15) -> str:
    return "every word is in a single chunk" if trace.is_free else "" if trace.matches else "there are no chunks"


@AnyMeteor15.penalty.more
def _free_curve(trace: AnyMeteor15) -> Iterator[Part]:
    if trace.matches:
        yield of_2005.penalty_curve(trace, _FREE * trace.is_free)


@scores.picture.register
def picture(trace: Meteor) -> Pyramid:
    """The picture as in 2005, with a curve that says when the penalty is dropped."""
    drawn = of_2005.picture(trace)
    return drawn._replace(curve=of_2005.penalty_curve(trace, _FREE)) if trace.is_free else drawn


@scores.moments.register
def moments(trace: Meteor) -> Iterator[Moment]:
    """Yield the moments as in 2005, with a different sentence if the penalty is dropped."""
    dropped = Prose(("Every word is in a single chunk, so by these rules there is no penalty.",))
    for moment in moments_2005.of_sentence(trace):
        yield moment._replace(text=dropped) if trace.is_free and moment.step == "penalty" else moment


# Notes.


@scores.odd.register
def odd(trace: Meteor) -> Iterator[Note]:
    """Notes on a score under any rules."""
    yield from notes.of_links(trace)
    yield from _of_function_words(trace.rules)
    if trace.is_free:
        yield Note("no-penalty", _DROPPED)
    else:
        yield from notes.of_order(trace)
    yield from _of_beam(trace)
    if trace.rules.tool == METEOR_15.tool:
        yield Note("left-out", _LEFT_OUT)
    yield from _of_language(trace.rules)
    yield from notes.of_tool(trace)


def _of_function_words(rules: MeteorRules) -> Iterator[Note]:
    """Notes on function words without a delta, and on a delta without function words. Neither has an effect alone."""
    none = rules.function_words in ("none", ())
    if rules.delta is not None and none:
        effect = "delta changes no score" if rules.delta else "with a delta of 0 it counts for nothing"
        every = "No function words are given, so every word is a content word, and"
        yield Note("no-function-words", f'{every} {effect}. function_words="english" selects the English list.')
    if rules.delta is None and not none:
        text = (
            "Function words count like all other words unless a delta is given. In Meteor 1.5 it is 0.75 for English."
        )
        yield Note("no-delta", text)


def _of_beam(trace: Meteor) -> Iterator[Note]:
    """A note on a better alignment that the beam does not find."""
    if trace.rules.align != "beam":
        return
    better = next(other for other in trace.others if other.rules.align == "chunks")
    if better.matches > trace.matches:
        text = f"Meteor 1.5 links {so_many(int(trace.matches), 'word')} here, although {better.matches} can be linked."
        yield Note("not-most-links", text)
    elif better.chunks < trace.chunks:
        text = f"Meteor 1.5 finds {trace.chunks} chunks here, although {int(better.chunks)} would be enough."
        yield Note("not-fewest-chunks", text)


def _of_language(rules: MeteorRules) -> Iterator[Note]:
    """A note on English function words in another language."""
    name, _, ending = rules.name.rpartition("-")
    own = LANGUAGES.get(ending) if name == METEOR_15.name else None
    if own in LISTS and rules.function_words == "english":
        slip = "Meteor 1.5 looks for English function words in this language too, which is a slip."
        yield Note("english-function-words", f'{slip} function_words="{own}" selects the right list.')
