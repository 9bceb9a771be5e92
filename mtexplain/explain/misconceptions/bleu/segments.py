"""Wrong texts: how several segments become one score."""

from collections import Counter
from functools import partial, reduce
from math import fsum
from operator import or_

from mtexplain.counts import NGram, count_ngrams
from mtexplain.display.formula import Over, SumOver, Symbol
from mtexplain.explain.misconceptions.bleu.method import Method, Parts
from mtexplain.explain.misconceptions.bleu.sheet import Text
from mtexplain.explain.misconceptions.bleu.subject import BLEU, BP, CLIPPED, SCORE, P, is_, least, said
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.numbers import Quotient
from mtexplain.rules import BleuRules

_wrong = partial(Misconception, BLEU, place="segments")


def _mean_of_scores(method: Method, rules: BleuRules, text: Text) -> Parts:
    each = [method.parts(rules, one).score or 0.0 for one in text.each]
    return method.parts(rules, text)._replace(score=fsum(each) / len(each))


def _mean_of_precisions(method: Method, rules: BleuRules, text: Text) -> Parts:
    """Of every order the mean of the segments' p_n, over those that have n-grams."""
    means = []
    for orders in zip(*(one.quotients for one in text.segments), strict=True):
        values = [value for one in orders if (value := one.value) is not None]
        means.append(Quotient(sum(values) / len(values), 1) if values else Quotient(0, 0))
    return method.parts(rules, text, means)


def _clipped_once(method: Method, rules: BleuRules, text: Text) -> Parts:
    """Of every order the counts of the whole text, clipped by what its references have in all."""
    quotients = []
    for n, sums in enumerate(text.sums(), 1):
        counts, limits = Counter[NGram](), Counter[NGram]()
        for candidate, references in (one.segment for one in text.segments):
            counts += count_ngrams(candidate, n)
            limits += reduce(or_, (count_ngrams(reference, n) for reference in references))
        matches = sum(method.clip(count, (limits[ngram],)) for ngram, count in counts.items())
        quotients.append(Quotient(matches, sums.total))
    return method.parts(rules, text, quotients)


def _mean_of_penalties(method: Method, rules: BleuRules, text: Text) -> Parts:
    each = [method.brevity(rules, one)[2] for one in text.each]
    whole, bp = method.parts(rules, text), fsum(each) / len(each)
    return whole._replace(bp=bp, score=method.combine(bp, whole.factors))


SEGMENTS = (
    _wrong(
        name="mean-of-scores",
        title="The mean of sentence scores",
        wrong=is_(SCORE, Over(SumOver("s", Symbol("BLEU", "s")), "segments")),
        explanation="BLEU is a score of a text. Counts are added up first: a long sentence counts more than a short "
        "one, and one sentence without a 4-gram match does not count as 0.",
        source="Papineni et al. 2002, section 2.1.1; course notes: the corpus score is not the mean",
        example=Smallest(("a", "a"), (("a",), ("a a",)), {"max_n": 1}),
        replacement=_mean_of_scores,
    ),
    _wrong(
        name="mean-of-precisions",
        title="The mean of the segments' precisions",
        wrong=is_(P, Over(SumOver("s", Symbol("p", "n,s")), "segments")),
        explanation="Adding fractions and pooling counts differ: 1/2 and 3/10 pooled are 4/12, and their mean is 4/10.",
        source="notes A: add clipped counts over sentences, then divide",
        example=Smallest(("a", "a a"), (("a",), ("a",)), {"max_n": 1}),
        replacement=_mean_of_precisions,
    ),
    _wrong(
        name="clipped-once",
        title="Clipped once for the whole text",
        wrong=is_(CLIPPED, least(said("in the whole text"), said("in all its references"))),
        explanation="Each segment is clipped by its own references, and then the clipped counts are added up. "
        "Clipped once, a word that one line has too often would be justified by the references of another line.",
        source="notes A: add clipped counts over sentences; Papineni et al. 2002, section 2.1.1",
        example=Smallest(("a", "b"), (("b",), ("a",)), {"max_n": 1}),
        replacement=_clipped_once,
    ),
    _wrong(
        name="mean-of-penalties",
        title="The mean of the segments' penalties",
        wrong=is_(BP, Over(SumOver("s", Symbol("BP", "s")), "segments")),
        explanation="There is one brevity penalty, of the summed lengths. A short line and a long one make up for "
        "each other; penalised line by line they would not.",
        source="Papineni et al. 2002, section 2.2.2: sentence by sentence it would punish too harshly",
        example=Smallest(("a", "a"), (("a",), ("a a",)), {"max_n": 1}),
        replacement=_mean_of_penalties,
    ),
)
