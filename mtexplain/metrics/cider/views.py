"""The views of CIDEr, with the titles, sources and summaries of its steps, its tables, and the length penalty's curve.

References and images are numbered from 1 here, as in every view.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import exp

from mtexplain.display.charts import Curve, Guide
from mtexplain.display.formula import Call, Chain, Formula, Over, Symbol, shown
from mtexplain.display.parts import Cell, Column, Equation, Note, Part, Prose, Real, Rows, Table, Words
from mtexplain.display.steps import Moment
from mtexplain.display.texts import keyed
from mtexplain.display.trace import Step
from mtexplain.metrics.cider import moments as moment_by_moment
from mtexplain.metrics.cider import notes
from mtexplain.metrics.cider.corpus import CorpusCider
from mtexplain.metrics.cider.rows import cells, columns
from mtexplain.metrics.cider.score import AnyCider, CaptionScore
from mtexplain.metrics.cider.trace import CaptionCider, Cider
from mtexplain.metrics.shared import scores
from mtexplain.metrics.shared.charts import account
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.orders import one_name, order_name
from mtexplain.tracing import formulas, views
from mtexplain.tracing.number import Letter, number

_PAPER = "Vedantam et al. 2015, section"
_MOST_NUMBERS = 8
"""The largest number of penalties that are listed in a line."""
_WHERE_IDF = (
    "|I| is the number of images; df_k is the document frequency, the number of images that have the n-gram k in a "
    "reference; log is the natural logarithm; the numbers are for the rarest n-gram in the table"
)
_WHY_RARITY = (
    "An n-gram that many images share says little about a single image. Its inverse document frequency (idf) is "
    "log(number of images / number of images that have it in a reference), which is 0 if all images have it."
)
_WEIGHTS = "g_k(c) and g_k(s_{0}) are the weights of the n-gram k in the candidate c and in reference {0}"
_LENGTHS = {"words": "words", "pairs": "pairs of neighbouring words"}
"""The units in which the length of a text is counted."""
AnyCider.df.say(says="the number of images that have k in a reference")
CaptionScore.h.say(says="the number of times that k occurs in the text")
CaptionScore.score.say(title="Score")
CorpusCider.score.say(title="Score")
CaptionScore.words.say(title="Tokens", source=f"{_PAPER} 4")


def source(trace: AnyCider, cider: str, cider_d: str) -> str:
    """Return the section of the paper that defines a step of CIDEr or CIDEr-D."""
    return f"{_PAPER} {cider_d if trace.is_cider_d else cider}"


# The tokens.


@CaptionScore.words.why
def _why_tokens(trace: CaptionCider) -> str:
    always = "CIDEr compares whole tokens. A token matches a token of a reference only if the two are identical."
    stems = " The paper first reduces every word to its stem, so fishes, fishing and fished all become fish."
    return always + stems * (trace.rules.stem != "none")


@CaptionScore.words.summary
def _cut(trace: CaptionCider) -> str:
    return trace.rules.reading


@CaptionScore.words.table
def _texts(trace: CaptionCider) -> Table:
    return trace.text_table


# Inverse document frequency.


def rarity_step(trace: AnyCider, title: str, summary: str, table: Table) -> Step:
    """Return the step that shows the inverse document frequencies."""
    outcome = Chain("=", ("|I|", str(trace.documents)))
    return Step("idf", title, summary, outcome, _WHY_RARITY, f"{_PAPER} 4, equation 1", (table, idf_of_rarest(trace)))


def rarity(trace: CaptionCider) -> Table:
    """Return a table of the different words of the candidate, sorted by document frequency."""
    formula = "idf" if trace.is_changed else f"idf = log({trace.documents}/df)"
    named = keyed(words="single words of the candidate", df="df", idf=formula)
    by_df: dict[int, list[str]] = {}
    for word in dict.fromkeys(trace.candidate):
        by_df.setdefault(int(trace.df((word,))), []).append(word)
    rows = tuple((Words(tuple(words)), df, Real(float(trace.idf((words[0],))))) for df, words in sorted(by_df.items()))
    return Table("", named, rows)


def spread(trace: AnyCider) -> Table:
    """Return a table of how many n-grams of each order have each document frequency."""
    known = trace.frequencies.counts
    counted = Counter((df, len(ngram)) for ngram, df in known.items())
    rarest = {df: ngram for ngram, df in known.items()}
    orders = sorted({n for _, n in counted})
    named = (*keyed("df", "idf"), *(Column(f"order_{n}", order_name(n)) for n in orders))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (df, Real(float(trace.idf(rarest[df]))), *(counted.get((df, n), 0) for n in orders)) for df in sorted(rarest)
    )
    return Table("The number of different n-grams with each document frequency:", named, rows)


def idf_of_rarest(trace: AnyCider) -> Equation:
    """Return the equation for the idf of the rarest n-gram, or, for a single caption, of its rarest word."""
    words = [(word,) for word in trace.candidate] if isinstance(trace, CaptionCider) else trace.frequencies.counts
    rarest = min(words, key=trace.frequencies.of, default=("",))
    written = number(trace.quantities["idf"].method(trace, Letter("k")))
    idf = number(trace.idf(rarest))
    numbers: Formula = Call("log", Over(str(trace.documents), str(max(1, trace.frequencies.of(rarest)))))
    if trace.is_changed:
        numbers = formulas.in_numbers(idf)
    symbols = Chain("=", (Symbol("idf", "k"), formulas.in_symbols(written)))
    return Equation(symbols, numbers, shown(float(idf)), _WHERE_IDF)


# The length penalty.


def penalty_step(trace: CaptionCider) -> Step:
    """Return the step that shows the length penalty for each reference."""
    values = tuple(shown(float(trace.penalty(j))) for j in trace.each_j)
    outcome = Chain("=", ("penalty", values[0] if len(values) == 1 else Chain(",", values[:_MOST_NUMBERS])))
    why = "A cosine ignores length, so a caption could win by repeating the best words again and again. The length "
    why += "penalty lowers the score of a caption that is longer or shorter than the reference."
    summary = f"l(c) = {trace.candidate_length} {trace.rules.length}"
    where = f"{_PAPER} 7, equation 4"
    return Step("penalty", "Length penalty", summary, outcome, why, where, tuple(penalties(trace)))


def penalties(trace: CaptionCider) -> Iterator[Part]:
    """Yield the length of each reference, its difference from the candidate's length, and the penalty."""
    named = keyed("reference", length="l(s)", difference="l(c) - l(s)", penalty="penalty")
    c = int(trace.candidate_length)
    lengths = [(j, int(trace.reference_length(j))) for j in trace.each_j]
    rows = tuple((f"reference {j}", length, c - length, Real(float(trace.penalty(j)))) for j, length in lengths)
    yield Table("", named, rows)
    where = f"l is the length of a text, in {_LENGTHS[trace.rules.length]}"
    for j in trace.each_j:
        yield views.equation(trace, CaptionScore.penalty, j)._replace(where=where if j == 1 else "")
    if not trace.is_changed:
        yield _curve(trace)


def _curve(trace: CaptionCider) -> Curve:
    """Return the curve of the length penalty over l(c) for the reference closest in length, computed in floats."""
    c, sigma = int(trace.candidate_length), float(trace.sigma)
    every = [int(trace.reference_length(j)) for j in trace.each_j]
    lengths, s = sorted({*every}), min(every, key=lambda length: abs(c - length))
    here = float(trace.penalty(every.index(s) + 1))
    most = max(c, *lengths, s + 3 * sigma)
    places = sorted({0.0, float(c), *map(float, lengths), *(most * part / 60 for part in range(61))})
    # The square of a very small sigma is 0 as a float. Then the curve is 1 at l(s) and 0 elsewhere.
    below = 2 * sigma**2
    points = tuple((x, exp(-((x - s) ** 2 / below)) if below else float(x == s)) for x in places)
    guides = tuple(Guide(float(x), f"l(s) = {x}" if x == s else str(x), x == s) for x in lengths)
    label = f"l(c) = {c}: {shown(here)}"
    others = [str(x) for x in lengths if x != s]
    rest = f" Lengths of other references: {', '.join(others)}." if others else ""
    alt = f"The length penalty as a function of the candidate's length. It is 1 at l(s) = {s} and less on either side. "
    alt += f"At l(c) = {c} it is {shown(here)}.{rest}"
    return Curve("candidate length l(c)", "penalty", points, (float(c), here), label, guides, alt)


# The orders.


@CaptionScore.order.title
def _title(trace: CaptionCider, n: int) -> str:
    return order_name(n).capitalize()


@CaptionScore.order.why
def _why_order(trace: CaptionCider, n: int) -> str:
    if n > 1:
        return f"The same for {order_name(n)}, so here the order of the words counts, too."
    why = (
        "Both texts are vectors of TF-IDF weights, in which the term frequency of each n-gram is multiplied by its "
        "inverse document frequency. The cosine says how close their directions are. It is 1 if the weights are "
    )
    sentences = [f"{why}proportional and 0 if the texts share no n-gram that has a weight."]
    if trace.is_cider_d:
        sentences.append(
            "A candidate's weight counts no more than the reference's weight, so a word can't earn more and "
            "more by being repeated."
        )
    if len(trace.references) > 1:
        sentences.append("All references count equally, so the mean rewards consensus.")
    return " ".join(sentences)


@CaptionScore.order.source
def _source_of_order(trace: CaptionCider, n: int) -> str:
    return source(trace, "4, equation 2", "7, equation 4")


@CaptionScore.order.summary
def matched(trace: CaptionCider, n: int) -> str:
    """Return how many n-grams of the candidate are in a reference, and how many of these have a weight."""
    ours, *others = trace.counts[n - 1]
    if not ours:
        return "there are none"
    shared = [ngram for ngram in ours if any(ngram in other for other in others)]
    weighing = sum(bool(trace.idf(ngram)) for ngram in shared)
    text = f"{len(shared)} of {len(ours)} {'is' if len(ours) == 1 else 'are'} in a reference"
    return text if weighing == len(shared) else f"{text}, {weighing} of them with a weight"


@CaptionScore.order.legend
def _letters(trace: CaptionCider, n: int) -> str:
    """Return the meaning of the letters in the formula."""
    if len(trace.references) > 1:
        return "c is the candidate, s_j is reference j, and j runs over the m references"
    return _WEIGHTS.format(1)


@CaptionScore.order.table
def weights(trace: CaptionCider, n: int) -> Table:
    """Return a table of the n-grams of an order with their counts h, df, idf, and weights g in every text."""
    totals = [sum(text.values()) for text in trace.counts[n - 1]]
    lengths = [Real(float(trace.length(n, t))) for t in trace.each_t]
    tf = "h" if trace.rules.term_frequency == "counts" else "(h / sum of h)"
    references = len(trace.references)
    which = "the reference s_1" if references == 1 else "each reference s_j"
    return Table(
        f"h is the count of the n-gram in the candidate c and in {which}, df is the number of images that have it, and "
        f"g = {tf} · idf is its TF-IDF weight.",
        tuple(columns(one_name(n), references)),
        Rows(trace.ngrams(n), lambda ngram: cells(trace.row(ngram), references)),
        total=("sum of h, length of g", *totals, None, None, *lengths),
    )


@CaptionScore.order.more
def _similarities(trace: CaptionCider, n: int) -> Iterator[Part]:
    """Yield the similarity of the candidate to each reference if there are several."""
    if len(trace.references) > 1:
        yield from (similarity(trace, n, j) for j in trace.each_j)


@CaptionScore.order.outcome
def _order_value(trace: CaptionCider, n: int) -> Formula:
    return Chain("=", (Symbol(trace.variant, str(n)), trace.values_as_read[n - 1]))


def similarity(trace: CaptionCider, n: int, j: int) -> Equation:
    """Return the equation for the similarity to a reference."""
    made = views.equation(trace, CaptionScore.similarity, n, j)
    numbers, where = _numbers(trace, n, j) or made.numbers, _WEIGHTS.format(j) if j == 1 else ""
    return made._replace(numbers=numbers, value=trace.similarity_as_read(n, j), where=where)


def _numbers(trace: CaptionCider, n: int, j: int) -> str:
    """Return the reason for a similarity of 0 if a text has no n-gram with a weight, otherwise an empty string."""
    for side, t in (("candidate", 0), ("reference", j)):
        if not trace.weights[n - 1][t]:
            return f"0, because the {side} has no n-gram of this order"
        if not trace.length(n, t):
            return f"0, because all weights of the {side} are 0"
    return ""


# The score.


@CaptionScore.score.source
@CorpusCider.score.source
def _source_of_score(trace: AnyCider) -> str:
    return source(trace, "4, equation 3", "7, equation 5")


@CaptionScore.score.why
@CorpusCider.score.why
def _why_score(trace: AnyCider) -> str:
    sentence = "All orders count equally. An order without a match costs only its own share, because orders are added."
    ten = " The factor of 10 brings the score closer to the scores of other metrics. The paper has it in equation 4, "
    ten += "for CIDEr-D, but not in equation 3."
    return sentence + ten * (trace.rules.tenfold and not trace.is_cider_d)


@CaptionScore.score.summary
@CorpusCider.score.summary
def _mean(trace: Cider) -> str:
    return "" if trace.is_changed else "ten times " * trace.rules.tenfold + f"the mean {shown(trace.average)}"


@CaptionScore.score.legend
@CorpusCider.score.legend
def _share(trace: Cider) -> str:
    return (
        ""
        if trace.is_changed
        else f"w_n = {'1' if trace.rules.max_n == 1 else f'1/{trace.rules.max_n}'} for every order"
    )


@CaptionScore.score.more
@CorpusCider.score.more
def _terms(trace: Cider) -> Iterator[Part]:
    if not trace.is_changed:
        yield summands(trace)
        yield account(trace.terms, trace.symbol, float(trace.score))


def summands(trace: Cider) -> Table:
    """Return a table of the summands of the score."""
    named = keyed("order", value="value", term="term", summand="value of the term")
    rows = tuple(
        (Symbol(trace.variant, str(n)), Real(float(value)), trace.term(n), Real(term.value))
        for n, (value, term) in enumerate(zip(trace.values, trace.terms, strict=True), 1)
    )
    return Table("What each order adds:", named, rows, total=("", None, trace.symbol, shown(trace.score)))


@scores.steps.register
def steps_of_caption(trace: CaptionCider) -> Iterator[Step]:
    """Yield the steps of the score. The idf comes after the tokens, and in CIDEr-D the length penalties follow it."""
    for step in views.steps(trace):
        if step.name == "tokens":
            yield step
            summary = f"idf from {so_many(int(trace.documents), 'image')}"
            yield rarity_step(trace, "Inverse document frequency", summary, rarity(trace))
            if trace.is_cider_d:
                yield penalty_step(trace)
        elif step.name == "score" and not trace.is_changed:
            yield _with(step, step.equation._replace(numbers=trace.of_orders, value=shown(float(trace.score))))
        elif step.name.startswith("CIDEr_") and len(trace.references) == 1:
            yield _with_value(trace, step, int(step.name.removeprefix("CIDEr_")))
        elif step.name.startswith("CIDEr_") and not trace.is_changed:
            n = int(step.name.removeprefix("CIDEr_"))
            yield _with(step, step.equation._replace(value=trace.values_as_read[n - 1]))
        else:
            yield step


def _with(step: Step, equation: Equation) -> Step:
    """Return the step with its first equation replaced."""
    return step._replace(parts=tuple(equation if part is step.equation else part for part in step.parts))


def _with_value(trace: CaptionCider, step: Step, n: int) -> Step:
    """Return the step of an order with a single reference, whose similarity is the value of the order."""
    numbers = _numbers(trace, n, 1) or step.equation.numbers
    return _with(step, step.equation._replace(numbers=numbers, value=trace.similarity_as_read(n, 1)))


@scores.steps.register
def steps_of_corpus(trace: CorpusCider) -> Iterable[Step]:
    """Yield the steps for the document frequencies, for the images and their mean, and for the orders."""
    (score,) = views.steps(trace)
    summary = so_many(len(trace.frequencies.counts), "different n-gram")
    yield rarity_step(trace, "Document frequencies", summary, spread(trace))
    mean = score.equation._replace(numbers=trace.closed_form, where="i runs over the images")
    summary = f"the mean of {so_many(len(trace.segments), 'image')}"
    why = "Every image counts equally, however long its captions are."
    where = f"{_PAPER} 4, and the authors' code"
    yield Step("images", "Images", summary, score.outcome, why, where, (images(trace), mean))
    if not trace.is_changed:
        first = trace.segments[0].quantities["mean_over_orders"].method(trace.segments[0])
        symbols = Chain("=", (trace.symbol, formulas.in_symbols(number(first))))
        yield _with(score, score.equation._replace(symbols=symbols, numbers=trace.of_orders))


def images(trace: CorpusCider) -> Table:
    """Return a table of the images with their CIDEr_n and scores, and the means of these numbers."""
    names = {f"order_{n}": f"{trace.variant}_{n}" for n in range(1, trace.rules.max_n + 1)}
    named = keyed("image", "candidate", "references", **names, score=trace.variant)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            number,
            Words(segment.candidate),
            len(segment.references),
            *_scores(segment)[:-1],
            Real(float(trace.image(number))),
        )
        for number, segment in enumerate(trace.segments, 1)
    )
    return Table("", named, rows, names=2, total=("mean", None, None, *_scores(trace)))


def _scores(trace: Cider) -> tuple[Real, ...]:
    """Return CIDEr_1 to CIDEr_N and the score."""
    return (*(Real(float(value)) for value in trace.values), Real(float(trace.score)))


# Sentences, notes and moments.


@scores.why.register
def why_of_corpus(trace: CorpusCider) -> Prose:
    """Return a sentence that says what the score of a corpus is."""
    return Prose((f"The mean of the scores of {so_many(len(trace.segments), 'image')}.",))


@scores.odd.register
def odd_of_caption(trace: CaptionCider) -> Iterator[Note]:
    """Return the notes on the score of an image."""
    return notes.of_caption(trace)


@scores.odd.register
def odd_of_corpus(trace: CorpusCider) -> Iterator[Note]:
    """Return the notes on the corpus and its images."""
    return notes.of_corpus(trace)


@scores.moments.register
def moments(trace: CaptionCider) -> Iterator[Moment]:
    """Return the moments of the stepper, from the tokens through the n-grams' weights and cosines to the score."""
    return moment_by_moment.of_caption(trace)
