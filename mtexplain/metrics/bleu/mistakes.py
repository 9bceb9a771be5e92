"""BLEU, computed wrongly: each mistake takes a quantity of the recipe another way, or other words."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial, reduce
from itertools import chain
from operator import or_
from typing import Any

from mtexplain.counts import NGram, count_ngrams
from mtexplain.display.formula import Chain, Symbol
from mtexplain.metrics.bleu import Bleu, CorpusBleu
from mtexplain.metrics.bleu.base import BleuScore, Pair
from mtexplain.metrics.bleu.maths import match_length
from mtexplain.metrics.bleu.subject import BLEU_SUBJECT
from mtexplain.recipe import arithmetic
from mtexplain.recipe.misconception import WORDS, Misconception, Smallest
from mtexplain.recipe.mistakes import cut_off, in_percent, mistake, rounded_first
from mtexplain.recipe.numbers import Quotient, Real

Tokens = tuple[str, ...]
Pairs = Sequence[Pair]
SUBJECTS = (BLEU_SUBJECT,)
"""What is computed by hand, with its right functions."""
_wrong = partial(mistake, BLEU_SUBJECT)
_SLIP, _BY_HAND = "a common slip", "course notes, hand computations"
_UNIGRAMS, _BIGRAMS = {"max_n": 1}, {"max_n": 2}
_GUARD = "0 if c == 0 else "


def _words(
    name: str, title: str, wrong: str, change: Callable[[Pairs], Pairs], explanation: str, source: str,
    example: tuple[Any, ...],
) -> Misconception:  # fmt: skip
    """The right formulas, on other words."""

    def in_other_words(trace: BleuScore) -> BleuScore:
        segments = tuple(Bleu(*pair, trace.rules) for pair in change(trace.pairs))
        return segments[0] if len(segments) == 1 else CorpusBleu(segments, trace.rules)

    example = Smallest(*example)
    return Misconception(BLEU_SUBJECT, name, WORDS, title, wrong, explanation, source, example, in_other_words)


def _each(candidate: Callable[[Tokens], Tokens], reference: Callable[[Tokens], Tokens]) -> Callable[[Pairs], Pairs]:
    """Every candidate and every reference changed."""
    return lambda pairs: [(candidate(words), tuple(map(reference, others))) for words, others in pairs]


def _characters(tokens: Tokens) -> Tokens:
    return tuple(" ".join(tokens))


def _lower(tokens: Tokens) -> Tokens:
    return tuple(token.lower() for token in tokens)


def _full_stop(tokens: Tokens) -> Tokens:
    if tokens and tokens[-1] != "." and tokens[-1].endswith("."):
        return (*tokens[:-1], tokens[-1].removesuffix("."), ".")
    return tokens if tokens[-1:] == (".",) else (*tokens, ".")


def _one_string(pairs: Pairs) -> Pairs:
    """All candidates as one, and the first references, the second references, ..."""
    groups = zip(*(references for _, references in pairs), strict=False)
    return [
        (tuple(chain.from_iterable(words for words, _ in pairs)), tuple(map(tuple, map(chain.from_iterable, groups))))
    ]


def _best_reference(trace: Bleu) -> tuple[int, ...]:
    return tuple(
        max((sum(map(min, counts, there)) for there in zip(*found, strict=True)), default=0)
        for counts, found in zip(trace.count, trace.in_references, strict=True)
    )


def _closest_length(trace: Bleu) -> int:
    return int(match_length(len(trace.candidate), trace.reference_lengths))


def _length(choose: Callable[[int, Sequence[int]], Real]) -> Callable[[Bleu], Real]:
    """A length of each segment, chosen from the candidate's and the references'."""
    return lambda trace: choose(len(trace.candidate), trace.reference_lengths)


def _bp(
    name: str, title: str, definition: str | Callable[[Any], Any], explanation: str, source: str, example: Any,
    words: str = "",
) -> Misconception:  # fmt: skip
    return _wrong(name, "penalty", title, definition, explanation, source, (*example, _UNIGRAMS), words)


def _right(trace: BleuScore, name: str) -> Any:
    """A quantity as the rules compute it."""
    return trace.by_rules(name).compute(trace, name)


def _of_texts(name: str, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Of a text what the function makes of it; of a sentence, or a segment, what is right."""
    return lambda trace: _right(trace, name) if trace.parts is None else function(trace)


def _closest_of_totals(trace: CorpusBleu) -> int:
    """The closest to c, once, of the summed lengths of the first references, the second references, ..."""
    lengths = zip(*(one.reference_lengths for one in trace.segments), strict=False)
    return int(match_length(trace.c, [sum(several) for several in lengths]))


def _clipped_once(trace: CorpusBleu) -> tuple[int, ...]:
    """Of every order the counts of the whole text, clipped by what its references have in all."""
    found = []
    for n in range(1, trace.rules.max_n + 1):
        counts, limits = Counter[NGram](), Counter[NGram]()
        for candidate, references in trace.pairs:
            counts += count_ngrams(candidate, n)
            limits += reduce(or_, (count_ngrams(reference, n) for reference in references))
        found.append((counts & limits).total())
    return tuple(found)


def _mean_of_precisions(trace: CorpusBleu) -> Any:
    """Of every order the mean of the segments' p_n, over those that have n-grams; smoothed as the rules smooth it."""
    segments = [[one.value for one in part.ratios] for part in trace.segments]
    several = [[value for value in order if value is not None] for order in zip(*segments, strict=True)]
    means = [Quotient(sum(values, Fraction(0)) / len(values), 1) if values else Quotient(0, 0) for values in several]
    vars(trace).update(ratios=tuple(means))  # these stand for what was counted
    usual = trace.by_rules("p")
    return usual.compute(trace, "p") if usual.function else tuple(one.value or 0 for one in means)


def _mean(name: str) -> Callable[[CorpusBleu], Any]:
    return lambda trace: sum(Fraction(float(getattr(one, name))) for one in trace.segments) / len(trace.segments)


def _kept(values: Sequence[Any]) -> tuple[Any, ...]:
    """The orders that are left, where any is: the others take no part."""
    return tuple(values) if any(value is not None for value in values) else (0,) * len(values)


def _times_penalty(trace: BleuScore) -> Any:
    return arithmetic.times(_right(trace, "p"), trace.bp)


def _taking_part(trace: BleuScore) -> list[Any]:
    """The numbers that are multiplied; 0 where every order was left out."""
    return [p for p, weight in zip(trace.p, trace.w, strict=True) if p is not None and weight] or [0]


def _halved_exponents(trace: BleuScore) -> Any:
    powers = [arithmetic.power(p, Fraction(1, 2**n)) for n, p in enumerate(_taking_part(trace), 1)]
    return arithmetic.times(trace.bp, arithmetic.product(tuple(powers)))


def _under_the_root(trace: BleuScore) -> Any:
    values = tuple(_taking_part(trace))
    return arithmetic.power(arithmetic.product((trace.bp, *values)), Fraction(1, len(values)))


MISTAKES = (
    _words("characters", "Scored by characters", "every character is a token, even the spaces",
           _each(_characters, _characters), "A string passed instead of a list of words is read letter by letter. "
           "Nearly all letters match, so even nonsense scores well.",
           "NLTK takes lists of tokens; a string is a sequence of letters", ("a", ("ab",), _UNIGRAMS)),
    _words("lower-cased-candidate", "Only the candidate lower-cased",
           "the candidate in lower case, the references as typed", _each(_lower, tuple), "Lower-case both sides or "
           "neither. With only one side in lower case, capitals on the other never match, and some words match that "
           "did not before.",
           f"{_SLIP}: two files prepared at two times", ("A", ("a",), _UNIGRAMS)),
    _words("lower-cased-references", "Only the references lower-cased",
           "the references in lower case, the candidate as typed", _each(tuple, _lower), "Lower-case both sides or "
           "neither. With only one side in lower case, capitals on the other never match, and some words match that "
           "did not before.",
           f"{_SLIP}: two files prepared at two times", ("a", ("A",), _UNIGRAMS)),
    _words("case-ignored", "Case ignored", "both sides in lower case", _each(_lower, _lower), "These rules keep case: "
           "The and the are different words. Lower-casing both sides is a different rule, with a different number.",
           "course notes: tools differ by case", ("a", ("A",), _UNIGRAMS)),
    _words("full-stop", "The full stop counted as a word", "every sentence ends with a full stop as a token",
           _each(_full_stop, _full_stop), "The paper counts its examples without the full stop. With it, Example 1 has "
           "18/19, not 17/18.", "notes D: 18/19 is what the tokeniser 13a gives", ("a", ("a",), _UNIGRAMS)),
    _words("swapped", "Candidate and reference swapped", "the reference scored against the candidate",
           lambda pairs: [(references[0], (candidate,)) for candidate, references in pairs],
           "Precision asks how much of the candidate is in a reference. The other way round, that is recall, and the "
           "brevity penalty hits the wrong side.", "notes D: tools take their arguments in different orders",
           ("a", ("a a",), _UNIGRAMS)),
    _words("first-reference", "Only the first reference used", "only the first reference of each segment",
           lambda pairs: [(candidate, references[:1]) for candidate, references in pairs],
           "With several references, a word may match any of them: the others are not just for show.",
           f"{_SLIP}: a file with one reference on each line", ("a", ("b", "a"), _UNIGRAMS)),
    _words("one-string", "The whole file as one string", "all segments joined, and scored as one sentence",
           _one_string, "Once joined, a word can match in another segment, n-grams cross sentence ends, and clipping "
           "no longer works line by line.", f"{_SLIP}: file.read() in place of its lines",
           (("a", "b"), (("b",), ("a",)), _UNIGRAMS)),
    _wrong("no-clipping", "clip", "No clipping", "count * min(1, max(in_references))",
           'Without clipping, a word earns credit every time it appears. Seven times "the" would score 7/7, a perfect '
           "precision; clipped, it is 2/7.",
           "Papineni et al. 2002, section 2.1, Example 2, warns of it; notes B and C compute it for contrast",
           ("a a", ("a",), _UNIGRAMS)),
    _wrong("sum-over-references", "clip", "Clipped by the sum over references", "min(count, sum(in_references))",
           "The limit is the most that any single reference has, not the total over all of them. Otherwise more "
           "references would allow more repetition.",
           f"notes A: the maximum is over single references; {_BY_HAND}", ("a a", ("a", "a"), _UNIGRAMS)),
    _wrong("fewest-in-references", "clip", "Clipped by the fewest in any reference", "min(count, min(in_references))",
           "A word missing from one reference would earn nothing, even if another has it. The minimum in the formula "
           "is the clipping; over the references, take the maximum.", "notes E ask what the max and the min are for",
           ("a", ("a", "b"), _UNIGRAMS)),
    _wrong("set", "total", "A set in place of counts",
           {"count": lambda trace: tuple((1,) * len(order) for order in trace.ngrams)},
           "A set forgets how often an n-gram occurs. In 2/7 the seven is the number of words, not of different words.",
           f"{_BY_HAND}: set(tokens) in code", ("a a", ("a",), _UNIGRAMS), "1, however often it occurs"),
    _wrong("distinct-matches", "total", "Every match counted once", {"matches": "sum(min(1, clipped))"},
           "Clipping lowers a count to what a reference has, not to one. A word that a reference has twice may earn "
           "credit twice.", f"{_BY_HAND}: matches marked in a list of words", ("a a", ("a a",), _UNIGRAMS)),
    _wrong("reference-ngrams", "total", "Divided by the n-grams of the reference",
           {"total": lambda trace: tuple(max(0, _closest_length(trace) - n) for n in range(trace.rules.max_n))},
           "That is recall. Precision divides by what the candidate has. Recall is awkward with several references, so "
           "BLEU has a brevity penalty instead.", f"{_BY_HAND}; Papineni et al. 2002, section 2.2.1",
           ("a", ("a a",), _UNIGRAMS), "the n-grams of the closest reference"),
    _wrong("reference-length", "total", "Divided by the length of the reference",
           {"total": lambda trace: (_closest_length(trace),) * trace.rules.max_n},
           "Precision divides by the candidate's n-grams, not by the reference's words.", _BY_HAND,
           ("a", ("a",), _BIGRAMS), "the words of the closest reference"),
    _wrong("candidate-length", "total", "Divided by the words, for every order",
           {"total": lambda trace: (trace.c,) * trace.rules.max_n},
           "A text of c words has c - n + 1 n-grams: seven words, but six pairs.",
           f"{_SLIP}: the same total on every line", ("a", ("a",), _BIGRAMS), "c"),
    _wrong("one-term-too-many", "total", "An extra term for each repetition",
           {"matches": "sum(clipped + max(0, clipped - 1))"}, "A repeated word is one row, with its count. If you add "
           '3 for "the" and then 1 for each "the" that follows, you count it twice: 19/20 instead of 17/18.',
           "notes D print 19/20 = 0.95 on Example 1", ("a a", ("a",), _UNIGRAMS), also={"total": "sum(2 * count - 1)"}),
    _wrong("best-reference", "total", "The best single reference", {"matches": _best_reference},
           "Each n-gram has its own maximum, so different n-grams may be justified by different references. One "
           "reference for all is stricter.", 'notes A: each n-gram has its own "maximum reference count"',
           ("a b", ("a", "b"), _UNIGRAMS), "the most from one reference: sum_g min(Count(g), Count_R(g))"),
    _wrong("ties-to-the-longer", "match_length", "The longer of two equally close lengths",
           _length(lambda c, lengths: min(lengths, key=lambda length: (abs(length - c), -length))),
           "The paper doesn't say. If two lengths are equally close, most tools take the shorter; so do we, and a note "
           "says so.", "course notes: torchmetrics takes the first listed", ("a a", ("a", "a a a"), _UNIGRAMS),
           "the closest reference length; in a tie, the longer"),
    _wrong("shortest-reference", "match_length", "The shortest reference taken as r",
           _length(lambda c, lengths: min(lengths)), "The paper takes the reference length closest to the candidate's. "
           "Some tools take the shortest, which never punishes more.",
           "course notes: mteval-v11b, evaluate and tensorflow/nmt do so", ("a a", ("a", "a a"), _UNIGRAMS),
           "the shortest reference length"),
    _wrong("longest-reference", "match_length", "The longest reference taken as r",
           _length(lambda c, lengths: max(lengths)), "The paper takes the reference length closest to the candidate's. "
           "The longest punishes every candidate that follows a shorter reference.",
           f"{_BY_HAND}: wrong best match length", ("a", ("a", "a a"), _UNIGRAMS), "the longest reference length"),
    _wrong("average-reference", "match_length", "The average reference length taken as r",
           _length(lambda c, lengths: Fraction(sum(lengths), len(lengths))),
           "The paper takes an actual length, the closest. An average may be a length that no reference has.",
           "course notes: a rule of some tools", ("a", ("a", "a a"), _UNIGRAMS), "the average reference length"),
    _wrong("first-length", "match_length", "The first reference taken as r", _length(lambda c, lengths: lengths[0]),
           "The order of the references doesn't matter: r is the closest length, wherever it is in the list.",
           "notes A: best match does not depend on which comes first", ("a", ("a a", "a"), _UNIGRAMS),
           "the length of the first reference"),
    _wrong("all-references", "match_length", "All references added up to r", _length(lambda c, lengths: sum(lengths)),
           "r takes one length per segment. If you add them all up, every extra reference punishes the candidate more.",
           f"{_SLIP}: one flat list of all references", ("a", ("a", "a"), _UNIGRAMS),
           "the sum of all reference lengths"),
    _wrong("closest-of-totals", "match_length", "r chosen once for the whole text", _of_texts("r", _closest_of_totals),
           "The closest length is chosen segment by segment, then added up. Each segment may choose a different "
           "reference.", "notes D: r is a sum over segments", (("a", "a"), (("a a", "a"), ("a",)), _UNIGRAMS),
           "the closest of the references' total lengths", pooled=False),
    _bp("no-penalty", "No brevity penalty", "1", 'Precision alone rewards saying little: "of the" has p_1 = p_2 = 1. '
        "BP lowers the score of a short candidate.",
        "Papineni et al. 2002, section 2.2, Example 3; notes D leave it out", ("a", ("a a",))),
    _bp("upside-down", "The ratio upside down", f"{_GUARD}1 if c > r else exp(1 - c / r)",
        "With c/r instead of r/c the exponent is above 0 and a short candidate is rewarded: 1.77 for 3 words out of 7, "
        "instead of 0.26.", "notes E print e^(1 - c/r)", ("a", ("a a",))),
    _bp("long-punished", "Long output punished", f"{_GUARD}0 if r == 0 else exp(1 - max(r / c, c / r))",
        "The brevity penalty punishes only short candidates. A long one is punished already: words that match nothing "
        "lower every precision.", 'notes B: BP "ensures the length is close to the reference"', ("a a", ("a",))),
    _bp("branches-swapped", "The two cases swapped",
        lambda trace: arithmetic.exp(1 - Fraction(trace.r) / trace.c) if trace.c > trace.r else 1,
        "1 is for the long candidate, e^(1 - r/c) for the short one. Swap them, and a short candidate goes unpunished "
        "while a long one is rewarded.", f"{_SLIP}: the condition of the formula read the other way", ("a", ("a a",)),
        "exp(1 - r/c) where c > r, else 1"),
    _bp("no-cap", "A penalty above 1", f"{_GUARD}exp(1 - r / c)", "e^(1 - r/c) is above 1 when c > r. BP stops at 1: "
        "there is no reward for being "
        "long.", "Papineni et al. 2002, section 2.3: the case c > r is forgotten", ("a a", ("a",))),
    _bp("ratio", "The ratio itself as the penalty", f"{_GUARD}1 if r == 0 else min(1, c / r)",
        "A candidate half as long gets e^(1 - 2) = 0.37, not 0.5.",
        f"{_SLIP}: the ratio that tools print, mistaken for BP", ("a", ("a a",))),
    _bp("exponent", "The exponent itself as the penalty", f"{_GUARD}1 if c >= r else 1 - r / c", "1 - r/c is only the "
        "exponent: e still has to be raised to it. A negative factor can't be right.", f"{_SLIP}: e forgotten",
        ("a", ("a a",))),
    _wrong("penalty-on-each", "smoothing", "BP applied to each precision",
           {"p": _times_penalty, "uncut": "exp(sum(w * log(p)))"},
           "BP is a factor of the score, not part of a precision. Under the root the score comes out the same, but the "
           "precisions don't.", "course notes: BP belongs to the whole text", ("a", ("a a",), _UNIGRAMS),
           shown="p′_n = BP * p_n"),
    _wrong("penalty-twice", "smoothing", "BP counted twice",
           {"p": _times_penalty},
           "BP is one factor. Multiply each precision by it, and then the score again, and you have counted it twice.",
           f"{_SLIP}: BP on each precision, and again at the end", ("a", ("a a",), _UNIGRAMS),
           shown="p′_n = BP * p_n, and BP once more"),
    _wrong("zeros-left-out", "smoothing", "Orders without a match left out",
           {"p": lambda trace: _kept([one or None for one in _right(trace, "p")])},
           "A precision of 0 makes the product 0. Leaving it out is not smoothing: the worse the output, the fewer "
           "orders would count. Effective order drops orders without n-grams, not orders without matches.",
           "course notes: what effective order drops", ("a", ("a",), _BIGRAMS),
           shown="the mean over the orders with a match"),
    _wrong("zeros-as-one", "smoothing", "Orders without a match counted as 1",
           {"p": lambda trace: tuple(1 if p == 0 else p for p in _right(trace, "p"))},
           "You can't compute log 0, but that doesn't make it 0: e^0 is 1, a perfect precision for an order without a "
           "match.", f"{_SLIP}: log(p) if p > 0 else 0", ("a", ("b",), _UNIGRAMS), "1, if nothing matches"),
    _wrong("missing-left-out", "smoothing", "Orders without n-grams left out",
           {"p": lambda trace: _kept([one if one or total else None
                                      for one, total in zip(_right(trace, "p"), trace.total, strict=True)])},
           "Three words have no 4-gram. The paper is silent on 0/0, and these rules count it as 0. Other rules leave "
           "the order out (effective order), and have to say so.",
           "course notes: candidates shorter than four tokens; notes E, I am playing", ("a", ("a",), _BIGRAMS),
           shown="the mean over the orders with n-grams"),
    _wrong("average-without-log", "combine", "The average without the logarithm", "bp * exp(sum(w * p))",
           "exp undoes the logarithm; with none, there is nothing to undo. A perfect translation would score e = 2.72.",
           "notes C: e to the average of p_1 to p_4, which is 1.66 on their example", ("a", ("a",), _UNIGRAMS)),
    _wrong("log-10", "combine", "Logarithm to base 10, power of e", "bp * exp(sum(w * log10(p)))",
           "The logarithm and the power must have the same base. On a calculator, log is often log₁₀; ln goes with e.",
           f"{_SLIP}: the key log on a calculator", ("a a", ("a",), _UNIGRAMS)),
    _wrong("power-of-10", "combine", "Natural logarithm, power of 10", "bp * 10 ** sum(w * log(p))",
           "The logarithm and the power must have the same base. The natural logarithm goes with e, not with 10.",
           f"{_SLIP}: the key 10ˣ on a calculator", ("a a", ("a",), _UNIGRAMS)),
    _wrong("sum-of-logs", "combine", "The sum of logarithms alone", "sum(w * log(p))",
           "This is a logarithm, 0 or less, not yet a score. exp turns it into the geometric mean; then multiply by "
           "BP.", "notes D print the sum, without exp and BP", ("a", ("a",), _UNIGRAMS)),
    _wrong("log-score", "combine", "log BLEU instead of BLEU", "log(bp) + sum(w * log(p))",
           "This is log BLEU, as in section 2.3 of the paper. It is 0 or less; raise e to it for the score.",
           "Papineni et al. 2002, section 2.3: the line in the log domain mistaken for the last one",
           ("a", ("a",), _UNIGRAMS)),
    _wrong("arithmetic-mean", "combine", "The arithmetic mean", "bp * sum(w * p)",
           "The four are multiplied, and then comes the fourth root: the geometric mean. The arithmetic mean is never "
           "lower, and a row without a match would cost it a quarter at most.",
           'notes A: "average" is cut off before its logarithm; Papineni et al. 2002, section 2.1.3',
           ("a", ("a",), _BIGRAMS)),
    _wrong("halved-exponents", "combine", "Exponents 1/2, 1/4, 1/8, and so on",
           _halved_exponents,
           "All orders have the same exponent, 1/N. With 1/2^n the words would count eight times as much as the "
           "4-grams, and the exponents would not add up to 1.",
           "course notes: a formula that is printed on many pages", ("a a", ("a",), _UNIGRAMS),
           "BP * p_1^(1/2) * p_2^(1/4) * …"),
    _wrong("no-root", "combine", "The product without its root", "bp * product(p)",
           "The product of four numbers below 1 is smaller than each of them. Its fourth root is the single precision "
           "that, used four times, gives the same product.",
           f"{_SLIP}: log and exp cancelled, the weight forgotten", ("a a a", ("a a",), _BIGRAMS),
           "BP * (p_1 * … * p_N)"),
    _wrong("fourth-root-of-fewer", "combine", "The fourth root of fewer orders",
           "bp * product(p) ** (1 / 4)",
           "The weights are 1/N each, so they add up to 1. BLEU-2 takes the square root of two precisions; a fourth "
           "root comes out too high.", f"{_SLIP}: the weights 1/4 kept where N is 2 or 3", ("a a", ("a",), _UNIGRAMS),
           "BP * (p_1 * … * p_N)^(1/4)"),
    _wrong("last-order-alone", "combine", "p_N alone",
           lambda trace: arithmetic.times(trace.bp, _taking_part(trace)[-1]),
           "BLEU-4 is cumulative: it combines p_1 to p_4. p_4 alone is just one precision.",
           'notes C: P_n "is the BLEU score computed on n-grams only"; course notes: cumulative or individual',
           ("a a a", ("a a",), _BIGRAMS), "BP * p_N"),
    _wrong("first-order-alone", "combine", "p_1 alone",
           lambda trace: arithmetic.times(trace.bp, _taking_part(trace)[0]),
           "p_1 is the share of words that match. BLEU also asks for their order: that is p_2 to p_N.",
           f"{_SLIP}: accuracy mistaken for BLEU", ("a", ("a",), _BIGRAMS), "BP * p_1"),
    _wrong("penalty-under-the-root", "combine", "BP under the root",
           _under_the_root,
           "The fourth root is for the four precisions. Under it, BP would lose most of its force.",
           f"{_SLIP}: five factors under one root", ("a a", ("a a a",), _BIGRAMS), "(BP * p_1 * … * p_N)^(1/N)"),
    rounded_first(BLEU_SUBJECT, ("a", ("a a",), _UNIGRAMS), "combine",
                  "Keep fractions until the end. With two decimals each, the third digit of the score can be wrong.",
                  "BP * (p_1 * … * p_N)^(1/N), BP and every p_n rounded to two decimals first"),
    _wrong("mean-of-scores", "segments", "The mean of sentence scores", {"uncut": _of_texts("uncut", _mean("uncut"))},
           "BLEU scores a whole text. Counts are added up first, so a long sentence counts more than a short one, and "
           "a sentence without a 4-gram match does not count as 0.",
           "Papineni et al. 2002, section 2.1.1; course notes: the corpus score is not the mean",
           (("a", "a"), (("a",), ("a a",)), _UNIGRAMS), "the mean of the segments' own scores", pooled=False),
    _wrong("mean-of-precisions", "segments", "The mean of the segments' precisions",
           {"p": _of_texts("p", _mean_of_precisions)},
           "Pooling counts is not averaging fractions: pooled, 1/2 and 3/10 make 4/12; their mean is 4/10.",
           "notes A: add clipped counts over sentences, then divide", (("a", "a a"), (("a",), ("a",)), _UNIGRAMS),
           pooled=False, shown=Chain("=", (Symbol("p", "n"), "the mean of the segments' own p_n"))),
    _wrong("clipped-once", "segments", "Clipped once for the whole text",
           {"matches": _of_texts("matches", _clipped_once)}, "Each segment is clipped by its own references, then the "
           "clipped counts are added up. Clip only once, and the references of one line excuse a word that another "
           "repeats too often.", "notes A: add clipped counts over sentences; Papineni et al. 2002, section 2.1.1",
           (("a", "b"), (("b",), ("a",)), _UNIGRAMS), "those of the whole text, clipped by all its references",
           pooled=False),
    _wrong("mean-of-penalties", "segments", "The mean of the segments' penalties", {"bp": _of_texts("bp", _mean("bp"))},
           "There is one brevity penalty, from the summed lengths, so a long line makes up for a short one. Line by "
           "line, it could not.",
           "Papineni et al. 2002, section 2.2.2: sentence by sentence it would punish too harshly",
           (("a", "a"), (("a",), ("a a",)), _UNIGRAMS), "the mean of the segments' own BP", pooled=False),
    in_percent(BLEU_SUBJECT, "score-in-percent", "A score", Symbol("BLEU"), ("score",), "BLEU is a number from 0 to 1. "
               "Many tools print it times 100; say which you mean.", Smallest("a", ("a",), _UNIGRAMS)),
    in_percent(BLEU_SUBJECT, "precisions-in-percent", "Precisions", Symbol("p", "n"), ("p",), "A precision is a part "
               "of 1. The line that tools print, 69.4/43.4/29.2/20.0, has it in percent.",
               Smallest("a", ("a",), _UNIGRAMS)),
    cut_off(BLEU_SUBJECT, "cut-not-rounded", Smallest("a", ("a a",), _UNIGRAMS)),
)  # fmt: skip
"""Every misconception, in the order of the computation."""
