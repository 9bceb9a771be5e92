"""The moments of CIDEr in the stepper, from the tokens through the n-grams' weights and cosines to the score."""

from collections.abc import Iterator

from mtexplain.display.formula import Chain, Symbol, shown
from mtexplain.display.parts import MOST_SHOWN, Pieces, Prose, Words
from mtexplain.display.steps import Mark, Moment
from mtexplain.metrics.cider.rows import Row
from mtexplain.metrics.cider.trace import CaptionCider
from mtexplain.metrics.shared.occurrences import places, so_many, times
from mtexplain.metrics.shared.orders import order_name

_MOST_NUMBERS = 8
"""The largest number of orders that are listed in a sentence."""


def of_caption(trace: CaptionCider) -> Iterator[Moment]:
    """Yield every moment, in order."""
    everything = Mark(0, tuple(range(len(trace.candidate))))
    sentence = f"The candidate is cut into {so_many(len(trace.candidate), 'token')}. Only identical tokens match."
    yield Moment("tokens", "tokens", Prose((sentence,)), (everything,))
    images = so_many(int(trace.documents), "image")
    sentence = f"A word weighs more if fewer of the {images} have it in a reference."
    if trace.documents == 1:
        sentence = "There is only one image, so no word can weigh more than another."
    yield Moment("idf", "rarity", Prose((sentence,)), (everything,))
    if trace.is_cider_d:
        yield from _lengths(trace)
    for n in trace.each_n:
        yield from _order(trace, n)
    yield Moment("score", "score", Prose(_describe_score(trace)))


def _lengths(trace: CaptionCider) -> Iterator[Moment]:
    """Yield a moment for each reference, with its length and the candidate's."""
    for j in trace.each_j[:MOST_SHOWN]:
        marks = tuple(Mark(text, tuple(range(len(words)))) for text, words in
                      ((0, trace.candidate), (j, trace.references[j - 1])))  # fmt: skip
        difference = abs(int(trace.candidate_length) - int(trace.reference_length(j)))
        sentence = f"The lengths of the candidate and reference {j} differ by {difference}, "
        sentence += f"so the penalty is {shown(float(trace.penalty(j)))}."
        yield Moment("penalty", "penalty", Prose((sentence,)), marks, j - 1, 4)


def _order(trace: CaptionCider, n: int) -> Iterator[Moment]:
    symbol, value = Symbol(trace.variant, str(n)), trace.values_as_read[n - 1]
    step, name = f"CIDEr_{n}", order_name(n)
    rows = [trace.row(ngram) for ngram in trace.ngrams(n)]
    mine = [row for row in rows if row.count]
    yield Moment(step, "n-grams", Prose((_describe_rows(len(mine), len(rows), name),)), row=0, columns=1)
    for index, row in enumerate(mine[:MOST_SHOWN]):
        for moment in _ngram(trace, step, index, row):
            yield moment._replace(turning=n == 1 and not index)  # a lecture stops only at the first row
    for j in trace.each_j:
        shared = [row.ngram for row in mine if row.weight and row.reference_weights[j - 1]]
        marks = [Mark(text, _find_all(tokens, shared)) for text, tokens in
                 ((0, trace.candidate), (j, trace.references[j - 1]))]  # fmt: skip
        yield Moment(step, "cosine", Prose(_describe_cosine(trace, n, j)), tuple(marks))
    if len(trace.references) > 1:
        yield Moment(step, "mean", Prose(("The mean over the references is ", symbol, " = ", value, ".")))


def _describe_rows(mine: int, all_of_them: int, name: str) -> str:
    if not mine:
        return f"The candidate is too short to have any {name}."
    rest = f", and the references have {all_of_them - mine} more" if all_of_them > mine else ""
    thing = ("different " * (mine > 1) + name).removesuffix("s")
    return f"The candidate has {so_many(mine, thing)}{rest}." + " There is a row for each." * (all_of_them > 1)


def _ngram(trace: CaptionCider, step: str, index: int, row: Row) -> Iterator[Moment]:
    """Yield the moments of an n-gram, which fill in its counts, its idf and its weights."""
    words, references = Words(row.ngram), trace.references
    here = Mark(0, places(trace.candidate, row.ngram, row.count))
    counts = [(number, count) for number, count in enumerate(row.reference_counts, 1) if count]
    there = tuple(Mark(number, places(references[number - 1], row.ngram, count)) for number, count in counts)
    *first, last = [f"{times(count)} in reference {number}" for number, count in counts] or ["in no reference"]
    listed = ", ".join((f"{times(row.count)} in the candidate", *first))
    sentence: Pieces = (words, f" occurs {listed} and {last}.")
    yield Moment(step, "counts", Prose(sentence), (here, *there), index, 2 + len(references))

    documents, df = int(trace.documents), row.document_frequency
    idf = f"idf = {shown(row.idf)}." if trace.is_changed else f"idf = log({documents}/{max(1, df)}) = {shown(row.idf)}."
    images = f"{df} of {so_many(documents, 'image')} {'has' if df == 1 else 'have'} "
    sentence = (images, words, f", so {idf}") if df else ("No image has ", words, f". A df of 0 counts as 1, so {idf}")
    yield Moment(step, "rarity", Prose(sentence), (here,), index, 4 + len(references))

    why = " because every image has it" * (df == documents)
    outcome = f"weighs {shown(row.weight)} in the candidate." if row.idf else f"weighs nothing{why}."
    yield Moment(step, "weights", Prose((words, f" {outcome}")), (here, *there), index, 5 + 2 * len(references))


def _describe_cosine(trace: CaptionCider, n: int, j: int) -> Pieces:
    if not (trace.length(n, 0) and trace.length(n, j)):
        return (f"In this order the candidate or reference {j} has no weight, so the cosine counts as 0.",)
    if trace.counts[n - 1][0].keys().isdisjoint(trace.counts[n - 1][j]):
        return (f"The candidate and reference {j} share no n-gram of this order, so the cosine is 0.",)
    by = f" and multiplied by the penalty {shown(float(trace.penalty(j)))}" if trace.is_cider_d else ""
    weights = "clipped weights" if trace.is_cider_d else "weights"
    quotient = f"the dot product of the {weights}, divided by the lengths of both vectors{by}, is "
    return (f"For reference {j}, {quotient}", trace.similarity_as_read(n, j), ".")


def _describe_score(trace: CaptionCider) -> Pieces:
    if trace.is_changed:
        return (trace.symbol, f" = {shown(trace.score)}.")
    mean = shown(trace.average)
    symbols = Chain(",", tuple(Symbol(trace.variant, str(n)) for n in trace.each_n[:_MOST_NUMBERS]))
    outcome = (trace.symbol, f" = {shown(trace.score)}.")
    if not trace.rules.tenfold:
        return ("The mean of ", symbols, " is ", *outcome)
    return ("The mean of ", symbols, f" is {mean}. Multiplied by ten, it gives ", *outcome)


def _find_all(tokens: tuple[str, ...], ngrams: list[tuple[str, ...]]) -> tuple[int, ...]:
    """Return the positions of all the tokens in these n-grams."""
    return tuple(sorted({position for ngram in ngrams for position in places(tokens, ngram, len(tokens))}))
