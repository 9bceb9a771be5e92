"""METEOR, computed wrongly: each mistake takes one quantity another way."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from mtexplain.metrics.meteor import meteor
from mtexplain.metrics.meteor.alignment import Alignment, find_alignment
from mtexplain.metrics.meteor.links import Link
from mtexplain.metrics.meteor.recipe import MeteorScore, SentenceMeteor
from mtexplain.recipe.misconception import Misconception, Smallest, Subject
from mtexplain.recipe.mistakes import cut_off, in_percent, mistake
from mtexplain.recipe.numbers import rounded

CLAIMS = {
    "matches": "matches", "precision": "p", "recall": "r", "mean": "f_mean", "chunks": "chunks", "penalty": "penalty",
    "score": "score",
}  # fmt: skip
MADE_OF = {
    "precision": ("matches",), "recall": ("matches",), "mean": ("precision", "recall"), "penalty": ("chunks",),
}  # fmt: skip
METEOR_SUBJECT = Subject("METEOR", meteor, meteor, SentenceMeteor, CLAIMS, "meteor-rounded-first", made_of=MADE_OF)
SUBJECTS = (METEOR_SUBJECT,)
"""What is computed by hand, with its right functions."""

_wrong = partial(mistake, METEOR_SUBJECT)
_SLIP, _2005 = "a common slip", "a common slip; Banerjee and Lavie 2005, section 2.2"
_NLTK = "nltk.translate.meteor_score"
_ONE, _TWO, _LESS = ("a", ("a",)), ("a a", ("a a",)), ("a", ("a a",))
_LETTERS = {"stem": False}


def _by(**choices: Any) -> Callable[[MeteorScore], Alignment]:
    """The alignment by rules that differ in this."""
    return lambda trace: find_alignment(trace.candidate, trace.reference, replace(trace.rules, **choices))


def _by_other_rule(trace: MeteorScore) -> Alignment:
    return _by(align="chunks" if trace.rules.align == "crossings" else "crossings")(trace)


def _lowered(trace: MeteorScore) -> Alignment:
    ours, theirs = (tuple(map(str.lower, text)) for text in (trace.candidate, trace.reference))
    return find_alignment(ours, theirs, trace.rules)


def _all_partners(trace: MeteorScore) -> Alignment:
    """Every word that the reference has, however often, with the first that is equal."""
    places = [(place, word) for place, word in enumerate(trace.candidate) if word in trace.reference]
    return Alignment(tuple(Link(place, trace.reference.index(word), "exact") for place, word in places))


def _first_partner(trace: MeteorScore) -> Alignment:
    """From left to right each word takes the first equal one that is free."""
    found: dict[int, Link] = {}
    for place, word in enumerate(trace.candidate):
        free = [there for there, other in enumerate(trace.reference) if other == word and there not in found]
        if free:
            found[free[0]] = Link(place, free[0], "exact")
    return Alignment(tuple(found.values()))


def _different(trace: MeteorScore) -> int:
    return len({trace.candidate[link.candidate] for link in trace.alignment.links})


def _runs(goes_on: Callable[[Link, Link], bool]) -> Callable[[MeteorScore], int]:
    """The number of runs in which each link goes on from the one before."""
    return lambda trace: (
        bool(trace.alignment.links) + sum(not goes_on(*both) for both in pairwise(trace.alignment.links))
    )


def _rounded_first(trace: MeteorScore) -> float:
    """Two decimals, a half up, as by hand."""
    return float((1 - Fraction(rounded(trace.penalty))) * Fraction(rounded(trace.f_mean)))


def _mean_of_references(trace: SentenceMeteor) -> float:
    """Against the best it is as it was computed."""
    own = (1 - trace.penalty) * trace.f_mean
    others = sum(Fraction(one.score) for place, one in enumerate(trace.against) if place != trace.place)
    return float((own + others) / len(trace.against))


def _mean(
    name: str, title: str, text: str, explanation: str, source: str = _SLIP, example: Any = _LESS
) -> Misconception:
    return _wrong(f"meteor-{name}", "mean", title, f"{text} if min(p, r) > 0 else 0", explanation, source, example)


def _chunks(name: str, title: str, way: Any, explanation: str, source: str, example: Any, words: str) -> Misconception:
    return _wrong(f"meteor-{name}", "chunks", title, way, explanation, source, example, words)


def _penalty(
    name: str, title: str, text: str, explanation: str, source: str = _SLIP, example: Any = _ONE, words: str = ""
) -> Misconception:
    cases = f"0 if is_free else {text} if min(chunks, matches) > 0 else 0"
    return _wrong(f"meteor-{name}", "penalty", title, cases, explanation, source, example, words)


MISTAKES = (
    _wrong("meteor-first-reference", "reference", "The first reference only", lambda trace: trace.references[0],
           "The candidate is aligned with every reference, and the best score counts.", _2005, ("a", ("b", "a")),
           "the first reference"),
    _wrong("meteor-references-joined", "reference", "All references as one text",
           lambda trace: sum(trace.references, ()),
           "BLEU takes words from all references together. METEOR looks for one good translation.",
           f"{_SLIP}: BLEU taken over", ("a", ("a", "a")), "all references as one text"),
    _wrong("meteor-many-partners", "alignment", "A word linked more than once", _all_partners,
           "Once a word of the reference has a partner, it is used up. Repeating a word earns nothing.", _2005,
           ("a a", ("a",)), "every word of the candidate that the reference has"),
    _wrong("meteor-first-partner", "alignment", "From left to right, the first free partner", _first_partner,
           "Compare all alignments with the most links. The first partner may be the wrong one.", _2005,
           ("a b", ("b a b",), _LETTERS), "each word takes the first equal word that is free"),
    _wrong("meteor-last-partner", "alignment", "From right to left, the last free partner", _by(align="greedy"),
           "NLTK does this. It wants the fewest crossings, but does not always find them.", _NLTK, ("a b", ("a b a",)),
           "from its last word to its first, each takes the last partner that is free"),
    _wrong("meteor-other-rule", "alignment", "Fewest chunks and fewest crossings mixed up", _by_other_rule,
           "METEOR (2005) takes the alignment with the fewest crossings, Meteor 1.x the one with the fewest chunks.",
           "Banerjee and Lavie 2005, section 2.2; Denkowski and Lavie 2014, section 2", ("a b a", ("b a a",)),
           "by the rule of the other paper"),
    _wrong("meteor-no-stems", "alignment", "Stems forgotten", _by(stem="none"),
           "After equal words, link those with the same stem, if the rules use stems.", _2005, ("cats", ("cat",)),
           "equal words alone"),
    _wrong("meteor-no-synonyms", "alignment", "Synonyms forgotten", _by(synonyms=()),
           "After the stems come the synonyms you gave.", _2005,
           ("a", ("b",), {"synonyms": (("a", "b"),)}), "equal words, and those with the same stem"),
    _wrong("meteor-capitals-equal", "alignment", "Capitals treated as equal", _lowered,
           "The paper leaves capitals alone. NLTK lower-cases, and its rules say so.", _NLTK, ("A", ("a",), _LETTERS),
           "words that are equal in lower case"),
    _wrong("meteor-different-words", "matches", "Different words counted instead of links", _different,
           "The same word twice, with two partners, makes two links.", _SLIP, _TWO, "different words that are linked"),
    _wrong("meteor-swapped", "precision", "Precision and recall swapped", "candidate_matched / reference_total",
           "Precision divides by the candidate's words, recall by the reference's.", _SLIP, _LESS,
           also={"r": "reference_matched / candidate_total"}),
    _wrong("meteor-reference-for-both", "precision", "Both over the reference's words",
           "candidate_matched / reference_total",
           "Precision divides by the candidate's words, so that extra words cost something.", _SLIP, _LESS),
    _wrong("meteor-candidate-for-both", "recall", "Both over the candidate's words",
           "reference_matched / candidate_total",
           "Recall divides by the reference's words, so that missing words cost something.", _SLIP, _LESS),
    _mean("alpha-swapped", "Alpha on the wrong side", "p * r / (alpha * r + (1 - alpha) * p)",
          "For recall to weigh nine times as much, put the 9 next to P: below the line the two swap roles.", _2005),
    _mean("f1", "F1: both weigh the same", "2 * p * r / (p + r)",
          "In METEOR recall weighs more: nine times as much in 2005.", f"{_SLIP}: F1 taken over"),
    _mean("arithmetic-mean", "An arithmetic mean", "(p + r) / 2",
          "The mean is harmonic: it stays near the smaller of the two."),
    _mean("weighted-sum", "A weighted sum", "alpha * r + (1 - alpha) * p",
          "The weights are right, but the mean is harmonic: it weighs 1/P and 1/R."),
    _mean("geometric-mean", "A geometric mean", "root(p * r)",
          "BLEU's mean is geometric, METEOR's harmonic, with weights.", f"{_SLIP}: BLEU taken over"),
    _mean("no-ten", "No 10 above the line", "p * r / (r + 9 * p)",
          "One part and nine parts are ten: with P = R = 1 the mean must be 1.", _2005, _ONE),
    _mean("f-nine", "F with a beta of 9", "82 * p * r / (r + 81 * p)",
          "F squares beta: nine times means a beta of 3.", f"{_SLIP}: van Rijsbergen's F"),
    _mean("undefined-a", "The a of the notes read as alpha", "p * r / (alpha * p + (alpha - alpha) * r)",
          "It is (1 - alpha). With (alpha - alpha) precision would not count at all.",
          "notes E, whose formula has (a - alpha)", _ONE),
    _chunks("chunks-of-candidate", "Chunks in the candidate alone",
            _runs(lambda one, other: other.candidate == one.candidate + 1),
            "The partners must be neighbours in the reference too, in the same order.", _2005, ("a b", ("b a",)),
            "runs of neighbours in the candidate"),
    _chunks("chunks-of-reference", "Gaps in the candidate overlooked",
            _runs(lambda one, other: other.reference == one.reference + 1),
            "A word without a partner ends a chunk, in the candidate as in the reference.", _2005,
            ("a b a", ("a a",)), "runs of neighbours in the reference"),
    _chunks("chunks-with-gaps", "Gaps overlooked: only a change of order ends a chunk",
            _runs(lambda one, other: one.reference < other.reference),
            "A gap ends a chunk too: the words must be neighbours.", _2005, ("a b", ("a c b",)),
            "runs in the same order"),
    _chunks("crossings-as-chunks", "Crossings instead of chunks", lambda trace: trace.alignment.crossings,
            "Crossings choose the alignment. The penalty counts its chunks.", _2005, _ONE, "pairs of links that cross"),
    _chunks("words-as-chunks", "Every link a chunk", "matches",
            "Neighbours belong together: make as few chunks as possible.", _SLIP, _TWO, ""),
    _chunks("breaks", "Breaks counted instead of chunks", lambda trace: max(0, len(trace.alignment.chunks) - 1),
            "One break makes two chunks, and a text in one piece is one chunk.", _SLIP, _ONE,
            "places where the order breaks"),
    _wrong("meteor-no-penalty", "penalty", "No penalty", "0",
           "Without it, the order of the words would not count at all.", _SLIP, _ONE),
    _penalty("one-chunk-free", "No penalty where there is one chunk",
             "0 if chunks == 1 else gamma * (chunks / matches) ** beta",
             "Even one chunk costs a little. Meteor 1.5 lets it go free if it is the whole of both texts.",
             "Meteor 1.5, whose code does it; the papers do not say so", words="0 where ch is 1"),
    _penalty("no-gamma", "Gamma forgotten", "(chunks / matches) ** beta",
             "The penalty takes half the score at most. Without gamma it could take it all.", _2005),
    _penalty("no-power", "Not cubed", "gamma * (chunks / matches)",
             "In 2005 the share of chunks is cubed: few chunks cost little.", _2005, _TWO),
    _penalty("squared", "Squared instead of cubed", "gamma * (chunks / matches) ** 2",
             "In 2005 the exponent is 3.", _2005, _TWO),
    _penalty("gamma-inside", "Gamma within the power", "(gamma * (chunks / matches)) ** beta",
             "Only ch/m is raised to the power; gamma comes after that."),
    _penalty("chunks-raised-alone", "Only the chunks cubed", "gamma * (chunks ** beta / matches)",
             "The whole share is raised to the power, m included.", example=_TWO),
    _penalty("turned-over", "The share of chunks upside down", "gamma * (matches / chunks) ** beta",
             "More chunks must cost more.", example=_TWO),
    _penalty("chunks-of-all-words", "Chunks over the candidate's words", "gamma * (chunks / candidate_length) ** beta",
             "Divide by the linked words. Those without a partner have no order.", _2005, ("a a", ("a",))),
    _penalty("later-penalty", "The penalty of Meteor 1.5", "0.6 * (chunks / matches) ** 0.2",
             "Each version has its own numbers: 0.5 and 3 in 2005, 0.6 and 0.2 in Meteor 1.5 for English.",
             "Denkowski and Lavie 2014; Meteor 1.5"),
    _wrong("meteor-penalty-subtracted", "score", "The penalty subtracted from the mean", "f_mean - penalty",
           "The penalty takes off a share of the mean: multiply by 1 - Pen.", _SLIP, _LESS),
    _wrong("meteor-times-penalty", "score", "The mean times the penalty", "penalty * f_mean",
           "BLEU calls the factor itself a penalty. METEOR's penalty is 1 minus the factor.",
           f"{_SLIP}: BLEU taken over", _TWO),
    _wrong("meteor-penalty-not-applied", "score", "The penalty computed but not applied", "f_mean",
           "The score is what the penalty leaves of the mean.", _SLIP, _ONE),
    _wrong("meteor-gamma-twice", "score", "Gamma counted twice", "(1 - gamma * penalty) * f_mean",
           "The penalty already includes gamma.", _SLIP, _ONE),
    _wrong("meteor-rounded-first", "score", "The mean and the penalty rounded first", _rounded_first,
           "Round only at the end. Two digits on the way leave fewer than two in the result.", _SLIP, _LESS,
           "the same formula, from rounded numbers"),
    _wrong("meteor-mean-of-references", "score", "The mean over the references", _mean_of_references,
           "Only the best reference counts.", f"{_SLIP}: CIDEr taken over", ("a", ("a", "b")),
           "the mean of the scores against each reference"),
    in_percent(METEOR_SUBJECT, "meteor-in-percent", "Numbers", MeteorScore.score.symbol,
               ("precision", "recall", "mean", "penalty", "score"),
               "METEOR and its parts go from 0 to 1. Many papers print it times 100; say which you "
               "mean.", Smallest(*_ONE)),
    cut_off(METEOR_SUBJECT, "meteor-cut", Smallest(*_LESS)),
)  # fmt: skip
"""Every misconception, in the order of the computation."""
