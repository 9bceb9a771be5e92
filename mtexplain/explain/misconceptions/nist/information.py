"""Wrong information: how much a match is worth."""

from functools import partial
from math import log, log2, log10

from mtexplain.counts import NGram
from mtexplain.display.formula import Call, Over, Symbol
from mtexplain.explain.misconceptions.kinds import Misconception, Smallest
from mtexplain.explain.misconceptions.nist import method
from mtexplain.explain.misconceptions.nist.method import Trace, Weights, by, ratio
from mtexplain.explain.misconceptions.nist.subject import BEGINNING, INFO, NIST_SUBJECT, WHOLE, is_
from mtexplain.explain.misconceptions.nist.subject import log2 as bits
from mtexplain.metrics.nist.knowledge import Known
from mtexplain.metrics.nist.knowledge import known as known_of

_wrong = partial(Misconception, NIST_SUBJECT, place="information")
_PAPER = "Doddington 2002, equation 2"
_WORDS = Smallest("a", ("a b",), {"n": 1})


def _share_of_words(ngram: NGram, known: Known) -> float:
    return log2(known.words / known.information(ngram).times)


def _other_end(ngram: NGram, known: Known) -> float:
    """By what stands after the first word; of a single word, nothing stands there, which all words share."""
    rest = known.information(ngram[1:]).times if ngram[1:] else known.words
    return log2(rest / known.information(ngram).times)


def _of_segment(trace: Trace) -> Weights:
    """Each segment by its own references alone."""
    found: Weights = []
    for segment in method.segments(trace):
        own = known_of(segment.references, trace.rules.n, trace.rules.no_prefixes)
        found.append({row.ngram: log2(ratio(row.ngram, own)) for row in method.rows(segment)})
    return found


INFORMATION = (
    _wrong(
        name="nist-natural-logarithm",
        title="Nats where bits belong",
        wrong=is_(INFO, Call("log", Over(BEGINNING, WHOLE))),
        explanation="Information is in bits: the logarithm is to the base 2. The natural one is 0.6931 times as large, "
        "and so is the score.",
        source=f"a common slip: the key ln of a calculator; {_PAPER}",
        example=_WORDS,
        replacement=by(lambda ngram, known: log(ratio(ngram, known))),
    ),
    _wrong(
        name="nist-decimal-logarithm",
        title="The key log of a calculator",
        wrong=is_(INFO, Call(Symbol("log", "10"), Over(BEGINNING, WHOLE))),
        explanation="On a calculator log is the logarithm to the base 10. Information is in bits: to the base 2.",
        source=f"a common slip; {_PAPER}",
        example=_WORDS,
        replacement=by(lambda ngram, known: log10(ratio(ngram, known))),
    ),
    _wrong(
        name="nist-information-upside-down",
        title="Information upside down",
        wrong=bits(WHOLE, BEGINNING),
        explanation="What begins an n-gram is never rarer than the n-gram: it stands on top, and information is 0 or "
        "more. Upside down every match costs.",
        source=f"a common slip; {_PAPER}",
        example=_WORDS,
        replacement=by(lambda ngram, known: -log2(ratio(ngram, known))),
    ),
    _wrong(
        name="nist-no-logarithm",
        title="No logarithm",
        wrong=is_(INFO, Over(BEGINNING, WHOLE)),
        explanation="Of two equally likely ways to go on, one tells 1 bit; of four, 2 bits. And what always goes on so "
        "tells nothing: log2(1) = 0.",
        source=f"a common slip; {_PAPER}",
        example=Smallest("a", ("a",), {"n": 1}),
        replacement=by(lambda ngram, known: float(ratio(ngram, known))),
    ),
    _wrong(
        name="nist-no-information",
        title="Every match worth 1",
        wrong=is_(INFO, "1"),
        explanation="Then s_n is the modified precision of BLEU. NIST asks how much a match tells: a rare word more "
        "than a frequent one.",
        source="a common slip: BLEU taken over",
        example=Smallest("a", ("a",), {"n": 1}),
        replacement=by(lambda ngram, known: 1.0),
    ),
    _wrong(
        name="nist-all-words-on-top",
        title="All words on top, whatever the order",
        wrong=bits("N", WHOLE),
        explanation="The number of all words stands on top for single words alone. Of a longer n-gram its beginning "
        "stands there: who knows that is told the last word, and no more.",
        source=f"a common slip: how rare an n-gram is, not how surprising its last word; {_PAPER}",
        example=Smallest("a b", ("a b",), {"n": 2}),
        replacement=by(_share_of_words),
    ),
    _wrong(
        name="nist-end-on-top",
        title="The end of the n-gram on top",
        wrong=bits(Call("Count", Symbol("w", "2…n")), WHOLE),
        explanation="The last word is left out above, not the first: a reader knows what came before.",
        source=f"a common slip; {_PAPER}",
        example=Smallest("a b", ("a b b",), {"n": 2}),
        replacement=by(_other_end),
    ),
    _wrong(
        name="nist-information-of-the-segment",
        title="Information by the references of one segment",
        wrong=is_(INFO, "counted in each segment by its own references"),
        explanation="The information is counted once, over the references of the whole text: a few sentences know "
        "little of what is usual.",
        source="a common slip: sentence scores, with what each sentence knows",
        example=Smallest(("a", "a"), (("a",), ("b",)), {"n": 1}),
        replacement=_of_segment,
    ),
)
