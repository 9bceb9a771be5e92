"""The views of perplexity, with the titles, sources and summaries of its steps, its tables, pictures and notes."""

from collections.abc import Iterator, Sequence
from math import inf, isclose, log, log2

from mtexplain.display import plain, signature, texts
from mtexplain.display.formula import Chain, Power, shown
from mtexplain.display.parts import MOST_SHOWN, Cell, Column, Equation, Note, Part, Prose, Rows, Table, Words
from mtexplain.display.picture import Picture
from mtexplain.display.stacks import Inked, Names, Stack, Stacks, draw
from mtexplain.display.texts import keyed
from mtexplain.invisible import visible
from mtexplain.metrics.perplexity.given import DistributionPerplexity, Perplexity
from mtexplain.metrics.perplexity.model import END, START, UNKNOWN
from mtexplain.metrics.perplexity.ngram import ByModel, TextByModel
from mtexplain.metrics.perplexity.rules import UNITS
from mtexplain.metrics.perplexity.score import AnyPerplexity, TextPerplexity
from mtexplain.metrics.perplexity.trace import CorpusNgramPerplexity, NgramPerplexity
from mtexplain.metrics.shared import scores
from mtexplain.metrics.shared.orders import one_name, order_name
from mtexplain.tracing import formulas, views
from mtexplain.tracing.number import log as exact_log
from mtexplain.tracing.number import number, or_zero, sum_over
from mtexplain.tracing.number import plain as value_of

_SLP3 = "Jurafsky and Martin, SLP3, section"
_LEVELS, _HIGH, _MOST, _FAINT = 8, 40, 12, 0.5
"""Most levels that are named, height from which none is named, most words that are listed, and ink of other words."""
_LOGS = {"e": "log", "2": "log₂", "10": "log₁₀"}
_MARKERS = frozenset(map(str, (START, END, UNKNOWN)))
AnyPerplexity.t.say(source=f"{_SLP3} 3.3", title="Tokens")
ByModel.read.say(title="Training", source=f"{_SLP3} 3.1", legend="g runs over the rows of the table")
ByModel.p.say(
    title="Probabilities",
    legend="h is the history, the n - 1 words before w, and Count(h) is the number of times that any word came after h",
)
TextPerplexity.product.say(title="Ledger", source=f"{_SLP3}s 3.1 and 3.3")
AnyPerplexity.entropy.say(title="Cross-entropy", source=f"{_SLP3} 3.7")
AnyPerplexity.score.say(title="Perplexity", source=f"{_SLP3} 3.3")
DistributionPerplexity.t.say(title="Outcomes", source=f"{_SLP3} 3.7", summary="all possible outcomes")
DistributionPerplexity.entropy.say(title="Entropy", source=f"{_SLP3} 3.7")


TextByModel.t.say(
    title="Sentences",
    why="The same model, which has read the references, predicts all candidates.",
    legend="s runs over the sentences, and T_s is the number of tokens of sentence s that are predicted",
)

# The predicted tokens.


@AnyPerplexity.t.summary
def _read(trace: Perplexity | NgramPerplexity | CorpusNgramPerplexity) -> str:
    if isinstance(trace, Perplexity):
        return "given as logarithms" if trace.are_logs else "as given"
    if isinstance(trace, CorpusNgramPerplexity):
        return f"{len(trace.segments)} in all"
    return signature.cut_by(trace.rules)


@AnyPerplexity.t.says
def _number(trace: AnyPerplexity) -> str:
    return "the number of tokens that were predicted" if isinstance(trace, Perplexity) else ""


@AnyPerplexity.t.legend
def _markers(trace: AnyPerplexity) -> str:
    """Return a clause about markers that are predicted, or about words that are not predicted."""
    if not isinstance(trace, NgramPerplexity):
        return ""
    before, after = trace.rules.marker_counts
    if after:
        return "</s>, the end of the sentence, is predicted, too"
    words = trace.rules.n - 1 - before
    many = f"{words} words have" if words > 1 else "word has"
    return f"the first {many} too short a history to be predicted" if words else "no marker is predicted"


@AnyPerplexity.t.more
def _texts(trace: AnyPerplexity) -> Iterator[Part]:
    if isinstance(trace, NgramPerplexity):
        yield trace.text_table
    elif isinstance(trace, CorpusNgramPerplexity):
        yield _sentences(trace)


def _sentences(trace: CorpusNgramPerplexity) -> Table:
    """Return a table of the sentences with their numbers of predicted tokens, mean surprises and perplexities."""
    columns = keyed("sentence", "candidate", "T", J=f"J in {UNITS[trace.rules.base]}", PP="PP alone")
    numbers = [map(views.cell, map(number, (segment.t, segment.entropy, segment.score))) for segment in trace.segments]
    rows = [(s, Words(segment.candidate), *numbers[s - 1]) for s, segment in enumerate(trace.segments, 1)]
    return Table("", columns, rows, names=2)


@DistributionPerplexity.t.more
def _summed(trace: DistributionPerplexity) -> Iterator[Part]:
    """Yield the equation that adds up the probabilities of all outcomes."""
    total = number(sum_over("i", trace.each_t, trace.p))
    yield Equation(formulas.in_symbols(total), formulas.in_numbers(total), formulas.value(total))


# An n-gram model.


@ByModel.read.why
def _counts(trace: ByModel) -> str:
    n = trace.rules.n
    counted = f"each {one_name(n)} and each history was read"
    words = "each word was read, and how many words there are"
    return f"The model remembers only how often {counted if n > 1 else words}."


@ByModel.read.summary
def _different(trace: ByModel) -> str:
    many, n = len(trace.model.counts), trace.rules.n
    return f"1 {one_name(n)}" if many == 1 else f"{many} different {order_name(n)}"


@ByModel.read.more
def _vocabulary(trace: ByModel) -> Iterator[Part]:
    if trace.rules.is_smoothed:
        each = "" if trace.rules.n == 1 else "after each history, "
        entries = "the words of the training text" if trace.rules.n == 1 else trace.rules.vocabulary
        where = f"V has {entries}; {each}k is added to the count of every entry"
        yield views.equation(trace, ByModel.types)._replace(where=where)


@ByModel.p.applies
def _is_told(trace: ByModel, t: int) -> bool:
    return not isinstance(trace, CorpusNgramPerplexity)


@ByModel.p.shown_at
def _least(trace: ByModel) -> list[tuple[int]]:
    """Return the index of the least probable token."""
    return [(min(trace.each_t, key=lambda t: or_zero(trace.p(t))),)] if trace.predicted else []


@ByModel.p.why
def _smoothed(trace: ByModel, t: int) -> str:
    if trace.rules.is_smoothed:
        total = "the number of words" if trace.rules.n == 1 else "the count of the history"
        added = f"k is added to every count, and therefore k|V| to {total}."
        return f"{added} Unseen words gain some probability, and together the seen words lose as much."
    if trace.rules.n == 1:
        share, unseen = "all words in the training text", "was never read"
    else:
        share, unseen = "the words that followed its history in the training text", "never followed this history"
    return f"The probability of a word is its share of {share}. A word that {unseen} gets 0, however sensible it is."


@ByModel.p.source
def _section(trace: ByModel, t: int) -> str:
    return f"{_SLP3} {'3.6' if trace.rules.is_smoothed else '3.1'}"


@ByModel.p.summary
def _least_probable(trace: ByModel, t: int) -> str:
    return "the least probable token"


@ByModel.p.table
def probabilities(trace: NgramPerplexity, t: int) -> Table:
    """Return a table of the predicted tokens with their histories, counts and probabilities."""
    smoothed = [Column("working", "smoothed")] * trace.rules.is_smoothed
    names = keyed("t", history="after", token="token", count="count")
    columns = *names, trace.history_column, *smoothed, Column("probability", "probability")

    def cells(t: int) -> tuple[Cell, ...]:
        *before, word = trace.predicted[t - 1]
        p = number(trace.p(t))
        working = [formulas.in_numbers(p)] * len(smoothed)
        history = Words(tuple(before)) if before else None
        counts = int(trace.count(t)), int(trace.history(t))
        shown = views.cell(p) if p.value is not None else "0/0, which counts as 0"
        return t, history, Words((word,)), *counts, *working, shown

    return Table("", columns, Rows(trace.each_t, cells), names=3)


# Surprises, and their mean.


@TextPerplexity.product.applies
def _is_one_text(trace: TextPerplexity) -> bool:
    return not isinstance(trace, CorpusNgramPerplexity)


@TextPerplexity.product.summary
def _whole(trace: TextPerplexity) -> str:
    return "the probability of the whole text" if value_of(trace.product) else "an impossible token makes it 0"


@AnyPerplexity.entropy.summary
@DistributionPerplexity.entropy.summary
def _unit(trace: AnyPerplexity) -> str:
    return f"the mean surprise, in {UNITS[trace.rules.base]}"


@AnyPerplexity.entropy.legend
@DistributionPerplexity.entropy.legend
def _surprise(trace: AnyPerplexity) -> str:
    """Return a clause about the surprise and its unit."""
    base, log = trace.rules.base, _LOGS[trace.rules.base]
    unit = f"{trace.mean_symbol} is in {UNITS[base]}"
    if isinstance(trace, CorpusNgramPerplexity):
        return f"T_s and J_s are the T and the J of sentence s; {unit}"
    kind = "natural logarithm" if base == "e" else f"logarithm to the base {base}"
    at = "i" if isinstance(trace, DistributionPerplexity) else "t"
    return f"s_{at} is the surprise −{log} p_{at}; {log} is the {kind}, so {unit}"


@AnyPerplexity.entropy.says
def _nothing(trace: AnyPerplexity) -> str:
    return "" if trace.predicted else "no token is predicted"


@AnyPerplexity.entropy.more
@DistributionPerplexity.entropy.more
def _bases(trace: AnyPerplexity) -> Iterator[Part]:
    """Yield a table with the mean surprise in every unit, and PP computed from each."""
    nats = number(trace.in_nats(trace.entropy))
    rows: list[tuple[Cell, ...]] = []
    for other, name in UNITS.items():
        mean = formulas.value(nats if other == "e" else number(nats / exact_log(number(int(other)))))
        rows.append((name, mean, Chain("=", (Power(other, mean), shown(trace.score)))))
    yield Table("The base sets the unit. PP is the same in every unit:", keyed("unit", trace.mean_symbol, "PP"), rows)


# The score.


@AnyPerplexity.score.summary
def _geometric(trace: AnyPerplexity) -> str:
    is_drawn = isinstance(trace, DistributionPerplexity)
    return "the weighted geometric mean of all 1/p" if is_drawn else "the geometric mean of all 1/p"


@AnyPerplexity.score.more
def _reading(trace: AnyPerplexity) -> Iterator[Part]:
    """Yield sentences about what PP says and what it doesn't say."""
    is_drawn = isinstance(trace, DistributionPerplexity)
    things = "outcomes" if is_drawn else "tokens"
    limits = f" PP is not the number of possible {things}. Improbable {things} are possible, too, but hardly count."
    yield trace.why if trace.score in (1, inf) else Prose((*trace.why.pieces, limits))
    if isinstance(trace, CorpusNgramPerplexity):
        if len(trace.segments) > 1:
            between = "The PP of a text lies between the lowest and the highest PP of its sentences"
            yield Prose((f"{between}, but it need not be their mean.",))
    elif not is_drawn:
        same = "Compare two perplexities only if both models predicted the very same tokens"
        yield Prose((f"{same}. If a text is tokenised differently, T and PP change.",))


@scores.why.register
def why(trace: AnyPerplexity) -> Prose:
    """Return a sentence about the score as a number of choices."""
    score = float(trace.score)
    if not trace.predicted:
        return Prose(("Nothing is predicted.",))
    if score == inf and float(trace.entropy) < inf:
        return Prose(("The number of choices is finite, but too large for a float.",))
    if score == inf:
        came = f"At least one {trace.thing} occurred that the model considered impossible"
        return Prose((f"{came}, so no number of choices is large enough.",))
    if score == 1:
        return Prose(("The model was certain each time, and right.",))
    about = "about " * (score != int(score))
    sentence = f"This is as hard as guessing among {about}{shown(score)} equally likely {trace.thing}s."
    times = "once" if score == 2 else f"{shown(log2(score))} times"
    return Prose((f"On average, each {trace.thing} halves the chance {times}. {sentence}",))


# The picture.


@scores.picture.register(Perplexity)
@scores.picture.register(DistributionPerplexity)
@scores.picture.register(NgramPerplexity)
def picture(trace: AnyPerplexity) -> Picture:
    """Below the training text, draw each token's surprise as a stack with a brick for each bit, and draw the mean."""
    known = set(trace.candidate) if isinstance(trace, NgramPerplexity) else set()
    read = trace.references[:_LEVELS] if isinstance(trace, NgramPerplexity) else ()
    others = tuple(
        (f"training text {i}", tuple((visible(word), 1.0 if word in known else _FAINT) for word in text[:MOST_SHOWN]))
        for i, text in enumerate(read, 1)
    )
    written = [plain.formula(trace.written(t)) for t in trace.each_t]
    words = [token.tokens[-1] for t in trace.each_t if (token := trace.token(t))]
    names, below = (words, written) if words else (written, [""] * len(written))
    heights = [_bits(trace, trace.surprise(t)) for t in trace.each_t]
    stacks = [
        Stack(visible(name), shown(height), height, p) for name, height, p in zip(names, heights, below, strict=True)
    ]
    if isinstance(trace, DistributionPerplexity):  # a stack is as wide as its outcome is probable
        shares = map(float, map(trace.p, trace.each_t))
        stacks = [stack._replace(wide=share) for stack, share in zip(stacks, shares, strict=True) if share]
    return _drawn(trace, stacks, others)


def _drawn(trace: AnyPerplexity, stacks: Sequence[Stack], others: tuple[Inked, ...] = ()) -> Picture:
    bits = _bits(trace, trace.entropy)
    most = int(max((stack.height for stack in stacks if stack.height < inf), default=1))
    named = range(1, most + 1, 1 + most // _LEVELS) if most < _HIGH else ()
    levels = tuple((float(caption), f"1 in {2**caption:,}") for caption in named)
    mean = bits if bits < inf else None
    shares = ((f"1 of {shown(trace.score)}", "equally likely"),) if mean else ()
    halvings = ", ".join(stack.number for stack in stacks[:_MOST])
    caption = f"How many times each {trace.thing} halves the chance: {halvings}."
    what = "outcome" if isinstance(trace, DistributionPerplexity) else "token"
    first, below = (what, "probability") if any(stack.below for stack in stacks) else ("probability", "")
    names, means = Names(first, "halvings", below), _averaged(trace, bits) if mean else ""
    (text,) = trace.why.pieces
    piece = Stacks(tuple(stacks), names, f"{caption} {text}", others, levels, mean, means, shares)
    return draw(
        piece._replace(foot="each brick halves the chance", has_bricks=True, aside=("fork", float(trace.score)))
    )


def _averaged(trace: AnyPerplexity, bits: float) -> str:
    """Return the mean of the halvings, also as a fraction over T if their sum is a whole number."""
    halvings = bits * float(trace.t)
    is_whole = isinstance(trace, TextPerplexity) and isclose(halvings, round(halvings))
    return f"mean {f'{halvings:.0f}/{trace.t} = ' * (is_whole and trace.t > 1)}{shown(bits)}"


def _bits(trace: AnyPerplexity, surprise: float) -> float:
    return float(trace.in_nats(number(surprise))) / log(2)


# Notes.

_ZERO = "A factor of 0 makes the whole product 0 and PP infinite, however good the other factors are."


@scores.odd.register
def odd_numbers(trace: Perplexity) -> Iterator[Note]:
    """Yield notes on probabilities of 0, a PP too large for a float, and numbers that look like a distribution."""
    if zeros := _places(trace, 0):
        yield Note("zero-probability", _ZERO, _listed(zeros))
    yield from _overflow(trace)
    if trace.t > 1 and not trace.are_logs and sum(value_of(trace.p(t)) for t in trace.each_t) == 1:
        drawn = DistributionPerplexity(trace.typed, rules=trace.rules).score
        if float(drawn) != float(trace.score):
            yield Note(
                "distribution",
                "These probabilities add up to 1. If they belong to all possible outcomes and not to the tokens of a "
                f"text, use distribution_perplexity, which gives {shown(drawn)}.",
            )


@scores.odd.register
def odd_outcomes(trace: DistributionPerplexity) -> Iterator[Note]:
    """Yield a note on outcomes that never occur."""
    if zeros := _places(trace, 0):
        sentence = "An outcome with p = 0 never occurs and adds nothing, because 0 log 0 counts as 0."
        yield Note("zero-probability", sentence, _listed(zeros, "outcome"))


@scores.odd.register
def odd_sentence(trace: NgramPerplexity) -> Iterator[Note]:
    """Yield notes on unknown words, unseen n-grams, and a test sentence from the training text."""
    if not trace.predicted:
        yield Note(
            "nothing-predicted",
            "No token is predicted, so there is no mean, and the 0-th root isn't defined. PP counts as infinite, which "
            "is the worst score, so that saying nothing doesn't pay.",
        )
    if zeros := _places(trace, 0):
        yield Note("zero-probability", f"{_never_seen(trace, len(zeros))}, so p = 0. {_ZERO}", _listed(zeros))
    if undefined := _places(trace, None):
        unseen = "The history was never seen" if trace.rules.n > 1 else "No word was ever read"
        sentence = f"{unseen}, so p is 0/0, which isn't defined. It counts as 0, so PP is infinite."
        yield Note("unseen-history", sentence, _listed(undefined))
    if unknown := [position for position, token in enumerate(trace.candidate, 1) if token not in trace.model.words]:
        yield Note("unknown-words", _unknown(trace, len(unknown)), _listed(unknown))
    if trace.candidate and trace.candidate in trace.references:
        sentence = (
            "The model was trained on this very sentence, so PP says how well it remembers, not how well it predicts."
        )
        yield Note("trained-on-test", sentence, "candidate")
    for where, _, tokens in texts.named(trace):
        if _MARKERS.intersection(tokens):
            sentence = "It contains a marker, which is read as an ordinary word. The model adds its own markers."
            yield Note("marker-as-word", sentence, where)
    yield from _overflow(trace)


def _places(trace: AnyPerplexity, value: int | None) -> list[int]:
    """Return the tokens whose probability is 0, or 0/0 if the value is None."""
    return [t for t in trace.each_t if value_of(trace.p(t)) == value]


def _never_seen(trace: NgramPerplexity, many: int) -> str:
    these, after = ("this token", " after its history") if many == 1 else ("these tokens", " after their histories")
    return f"The model has never seen {these}{after * (trace.rules.n > 1)}"


def _unknown(trace: NgramPerplexity, many: int) -> str:
    text = f"{'This word is' if many == 1 else 'These words are'} not in the training text."
    if not trace.rules.is_smoothed or "<unk>" in trace.rules.vocabulary:
        return text
    return (
        f"{text} |V| doesn't count unknown words, but adding k gives them a probability, so the probabilities add up "
        'to more than 1. vocabulary="words, </s> and <unk>" adds an entry for them.'
    )


def _overflow(trace: TextPerplexity) -> Iterator[Note]:
    """Yield a note on a perplexity that is too large for a float."""
    nats = float(trace.in_nats(trace.entropy))
    if float(trace.score) == inf and nats < inf:
        yield Note("overflow", f"PP is finite but too large for a float. It is e^{shown(nats)}.")


def _listed(places: list[int], thing: str = "token") -> str:
    """Return a list of tokens in words, such as "token 3", "tokens 3, 5 and 6" or "tokens 1, 2, 3 and 40 more"."""
    if len(places) == 1:
        return f"{thing} {places[0]}"
    named, last = places[:6], f"{len(places) - 6} more"
    if len(places) <= 7:
        named, last = places[:-1], str(places[-1])
    return f"{thing}s {', '.join(map(str, named))} and {last}"
