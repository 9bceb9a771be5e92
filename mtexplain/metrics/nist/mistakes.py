"""NIST, computed wrongly: each mistake takes one quantity another way."""

from fractions import Fraction
from functools import partial
from math import prod
from typing import Any

from mtexplain.counts import count_ngrams
from mtexplain.metrics.nist import corpus_nist, nist
from mtexplain.metrics.nist.recipe import NistScore, count_known
from mtexplain.metrics.nist.references import count_references
from mtexplain.metrics.nist.trace import CorpusNist, Nist
from mtexplain.recipe.misconception import Misconception, Smallest, Subject
from mtexplain.recipe.mistakes import cut_off, mistake, rounded_first
from mtexplain.recipe.quantity import Orders, Rows

CLAIMS = {
    "gain": "gain", "total": "total", "s": "s", "l_sys": "candidate_length", "l_ref": "reference_length", "bp": "bp",
    "score": "score",
}  # fmt: skip
NIST_SUBJECT = Subject("NIST", nist, corpus_nist, NistScore, CLAIMS, "nist-rounded-first")
SUBJECTS = (NIST_SUBJECT,)
"""What is computed by hand, with its right functions."""

_wrong = partial(mistake, NIST_SUBJECT)
_SLIP, _FROM_BLEU = "a common slip", "a common slip: BLEU taken over"
_EQUATION_2, _EQUATION_3 = "Doddington 2002, equation 2", "Doddington 2002, equation 3"
_UNIGRAMS, _BIGRAMS = {"max_n": 1}, {"max_n": 2}
_HALF_UNIGRAMS, _HALF_BIGRAMS = ("a", ("a b",), _UNIGRAMS), ("a", ("a b",), _BIGRAMS)
_TOO_SHORT, _TOO_LONG = ("a", ("a a",), _UNIGRAMS), ("a a", ("a",), _UNIGRAMS)


def _other_end(trace: Nist) -> Any:
    """The n-gram without its first word counted on top; for a single word, all words."""
    known = trace.known
    ends = count_known(trace, lambda ngram: known.times(ngram[1:]) if ngram[1:] else known.words)
    return NistScore.information.evaluate(beginning=ends, times=trace.times)


def _of_segment(trace: Nist) -> Any:
    """Each segment by its own references alone."""
    own = count_references(trace.references, trace.rules.max_n, trace.rules.no_prefixes)
    beginning, times = (count_known(trace, count) for count in (own.beginning, own.times))
    return NistScore.information.evaluate(beginning=beginning, times=times)


def _together(trace: Nist) -> Rows[int]:
    return tuple(
        tuple(map(min, counts, map(sum, found))) for counts, found in zip(trace.count, trace.in_references, strict=True)
    )


def _of_references(trace: Nist) -> Orders[int]:
    """The n-grams of all references."""
    texts, orders = trace.references, range(1, trace.rules.max_n + 1)
    return tuple(sum(count_ngrams(text, n).total() for text in texts) for n in orders)


def _closest(trace: Nist) -> int:
    """BLEU's r: of two the shorter."""
    here = len(trace.candidate)
    return min(map(len, trace.references), key=lambda length: (abs(length - here), length))


def _geometric(trace: NistScore) -> float:
    means = [float(mean or 0) for mean in trace.s]
    return float(trace.bp) * prod(means) ** (1 / len(means)) if min(means) > 0 else 0.0


def _mean_of_scores(trace: Any) -> Any:
    """The mean of the segments' own; of a sentence, its score."""
    if isinstance(trace, CorpusNist):
        return sum(Fraction(segment.score) for segment in trace.segments) / len(trace.segments)
    return NistScore.score.compute(trace, "score")


def _bp(name: str, title: str, text: str, explanation: str, source: str, example: Any = _TOO_SHORT) -> Misconception:
    cases = "0 if candidate_length == 0 else 1 if reference_length == 0 else "
    return _wrong(f"nist-{name}", "bp", title, cases + text, explanation, source, example)


MISTAKES = (
    _wrong("nist-natural-logarithm", "information", "Nats where bits belong", "log(beginning / times)",
           "Information is in bits: the logarithm is to base 2. The natural one is 0.6931 times as large, and so is "
           "the score.", f"{_SLIP}: the key ln of a calculator; {_EQUATION_2}", _HALF_UNIGRAMS),
    _wrong("nist-decimal-logarithm", "information", "The key log of a calculator", "log10(beginning / times)",
           "On a calculator, log is to base 10. Information is in bits: base 2.",
           f"{_SLIP}; {_EQUATION_2}", _HALF_UNIGRAMS),
    _wrong("nist-information-upside-down", "information", "Information upside down", "log2(times / beginning)",
           "The beginning of an n-gram is never rarer than the n-gram: it goes on top, and information is 0 or more. "
           "Upside down, every match costs.", f"{_SLIP}; {_EQUATION_2}", _HALF_UNIGRAMS),
    _wrong("nist-no-logarithm", "information", "No logarithm", "beginning / times",
           "One of two equally likely continuations tells 1 bit; one of four, 2 bits. The only possible one tells "
           "nothing: log2(1) = 0.", f"{_SLIP}; {_EQUATION_2}", ("a", ("a",), _UNIGRAMS)),
    _wrong("nist-no-information", "information", "Every match worth 1", "1",
           "Then s_n would be BLEU's modified precision. NIST asks how much a match tells: a rare word tells more than "
           "a frequent one.", _FROM_BLEU, ("a", ("a",), _UNIGRAMS)),
    _wrong("nist-all-words-on-top", "information", "All words on top, whatever the order", "log2(words / times)",
           "The number of all words goes on top only for single words. For a longer n-gram, its beginning does: if you "
           "know that, only the last word is news.",
           f"{_SLIP}: how rare an n-gram is, not how surprising its last word; {_EQUATION_2}",
           ("a b", ("a b",), _BIGRAMS)),
    _wrong("nist-end-on-top", "information", "The end of the n-gram on top", _other_end,
           "On top, leave out the last word, not the first: a reader knows what came before.",
           f"{_SLIP}; {_EQUATION_2}", ("a b", ("a b b",), _BIGRAMS), "log2(Count(w_2…n) / Count(w_1…n))"),
    _wrong("nist-information-of-the-segment", "information", "Information by the references of one segment",
           _of_segment, "The information is counted once, over the references of the whole text: a few sentences say "
           "little about what is usual.", f"{_SLIP}: sentence scores, with what each sentence knows",
           (("a", "a"), (("a",), ("b",)), _UNIGRAMS), "counted in each segment by its own references"),
    _wrong("nist-no-clipping", "matches", "No clipping", "count * min(1, allowed)",
           "A match counts at most as often as one reference has it, as in BLEU. Otherwise repeating a rare word would "
           "pay well.", "Doddington 2002 is silent on it; mteval-v13a.pl clips", ("a a", ("a b",), _UNIGRAMS)),
    _wrong("nist-each-once", "matches", "Each different n-gram once", "min(1, allowed)",
           "An n-gram that candidate and reference both have twice matches twice.", f"{_SLIP}: sets of n-grams",
           ("a a", ("a a b",), _UNIGRAMS)),
    _wrong("nist-references-together", "matches", "Clipped by all references together", _together,
           "The limit is the most that one reference has, not the sum: two references that say the same thing don't "
           "justify saying it twice.", f"{_SLIP}; mteval-v13a.pl takes the maximum", ("a a", ("a", "a b"), _UNIGRAMS),
           "min(Count(g), how often all references have it)"),
    _wrong("nist-reference-total", "total", "Divided by the n-grams of the references", _of_references,
           "s_n is the gain per n-gram of the candidate: a precision, not a recall. BP takes care of what is missing.",
           f"{_SLIP}: ROUGE taken over; {_EQUATION_3}", _HALF_UNIGRAMS, "how many n-grams the references have"),
    _wrong("nist-matched-total", "total", "Divided by the n-grams that match", "sum(matches)",
           "What does not match counts below, too. Otherwise wrong words would be free.", f"{_SLIP}; {_EQUATION_3}",
           ("a", ("b",), _UNIGRAMS)),
    _wrong("nist-words-below", "total", "Divided by the words, whatever the order", "candidate_length",
           "A text has one pair fewer than words, and two triples fewer: divide each order by its own number of "
           "n-grams.", f"{_SLIP}; {_EQUATION_3}", ("a", ("a",), _BIGRAMS)),
    _wrong("nist-not-divided", "total", "Not divided at all", "1",
           "The sum of the information is divided by the number of n-grams. Otherwise the longest text would win.",
           f"{_SLIP}; {_EQUATION_3}", ("a a", ("a",), _UNIGRAMS), pooled=False),
    _wrong("nist-closest-length", "l_ref", "The closest length, as in BLEU", _closest,
           "BLEU takes the closest reference length, NIST the mean of all.", f"{_FROM_BLEU}; {_EQUATION_3}",
           ("a", ("a", "a a"), _UNIGRAMS), "the length of the reference closest to the candidate"),
    _wrong("nist-summed-lengths", "l_ref", "The lengths of all references added up", "sum(lengths)",
           "L_ref is a mean: four references don't make a candidate four times too short.", f"{_SLIP}; {_EQUATION_3}",
           ("a", ("a", "a"), _UNIGRAMS)),
    _bp("no-penalty", "No brevity penalty", "1", "A gain per n-gram rewards saying little: one rare word that matches "
        "would do. BP lowers the score of a short candidate.", _EQUATION_3),
    _bp("bleu-penalty", "The brevity penalty of BLEU", "exp(min(0, 1 - reference_length / candidate_length))",
        "NIST has its own penalty: milder than BLEU's near full length, harsher far below it. At two thirds of the "
        "length it is 1/2, where BLEU's is 0.6065.", f"{_FROM_BLEU}; {_EQUATION_3}"),
    _bp("no-cap", "Long texts penalised too", "exp(beta * log(candidate_length / reference_length) ** 2)",
        "A square can't see which side of 1 the ratio is on, so the ratio is capped at 1 first. A long text has more "
        "n-grams to divide by anyway.", f"{_SLIP}: min(…, 1) left out; {_EQUATION_3}", _TOO_LONG),
    _bp("penalty-upside-down", "The lengths upside down",
        "exp(beta * log(min(reference_length / candidate_length, 1)) ** 2)",
        "The candidate's length goes on top. Upside down, the long text loses and the short one goes "
        "free.", f"{_SLIP}; {_EQUATION_3}"),
    _bp("log-not-squared", "The logarithm not squared", "exp(beta * log(min(candidate_length / reference_length, 1)))",
        "β is negative, and so is the logarithm of a ratio below 1. Without the square their product is positive, and "
        "BP above 1: a reward for saying little.", f"{_SLIP}; {_EQUATION_3}"),
    _bp("beta-positive", "The minus of β forgotten",
        "exp(-beta * log(min(candidate_length / reference_length, 1)) ** 2)",
        "β is log(1/2) over a square, and log(1/2) is negative: the penalty is 1 at most.", f"{_SLIP}; {_EQUATION_3}"),
    _wrong("nist-geometric-mean", "score", "The geometric mean, as in BLEU", _geometric,
           "NIST adds the orders. A product would be 0 as soon as one order gains nothing, and fours mostly gain "
           "nothing.", f"{_FROM_BLEU}; {_EQUATION_3}", _HALF_BIGRAMS, "BP * (s_1 * … * s_N)^(1/N)"),
    _wrong("nist-mean-of-orders", "score", "The mean of the orders", "bp * (sum(s) / max_n)",
           "The orders are added, not divided by their number: that is why NIST has no upper limit.",
           f"{_SLIP}; {_EQUATION_3}", _HALF_BIGRAMS),
    _wrong("nist-orders-pooled", "score", "All orders in one fraction", "bp * (sum(gain) / sum(total))",
           "First divide each order by its own number of n-grams, then add.",
           f"{_SLIP}: fractions added above and below; {_EQUATION_3}", ("a b", ("a b",), _BIGRAMS)),
    _wrong("nist-mean-of-scores", "score", "The mean of sentence scores", _mean_of_scores,
           "NIST scores a whole text. Gains, n-grams and lengths are added up first, and there is one BP.",
           f"{_SLIP}: a mean over the lines of a file; {_EQUATION_3}", (("a", "a"), (("a",), ("a b",)), _UNIGRAMS),
           "the mean of the segments' own scores"),
    rounded_first(NIST_SUBJECT, _HALF_UNIGRAMS),
    cut_off(NIST_SUBJECT, "nist-cut", Smallest("a", ("a b b",), {"max_n": 1})),
)  # fmt: skip
"""Every misconception, in the order of the computation."""
