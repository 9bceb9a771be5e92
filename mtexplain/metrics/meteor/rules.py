"""Whose rules: every choice two METEOR tools make differently, as data, and what each of them chose.

    paper          METEOR as Banerjee and Lavie 2005 define it
    nltk           nltk.translate.meteor_score, without WordNet
    meteor-1.5     the program Meteor 1.5 (Denkowski and Lavie 2014) for English, without WordNet and paraphrases
    meteor-1.5-de  the same for another language: cz, de, es, fr, ru; universal is for any that brings function words
    meteor-1.5-li  the same, English, for another task: li (language-independent), adq (adequacy), hter, tune

What is left out of Meteor 1.5: its tables of paraphrases, its dictionary of synonyms (give your own), its way to cut
and change text before it scores (-norm), and the task util, which counts letters.

It has function words for other languages too, and does not use them unless it is told to (-s): it looks for the
English ones in every language. We do what it does; function_words="german" gives the German ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from mtexplain.rules import Rules
from mtexplain.text.stemming import Stemmer

ALIGN: Mapping[str, str] = {
    "crossings": "stage by stage, fewest crossings",
    "chunks": "all stages at once, fewest chunks",
    "greedy": "stage by stage, from the last word, the last partner",
    "beam": "all stages at once, a beam of 40",
}
"""How an alignment is chosen, in the words of a signature."""

LOOKED_UP: Mapping[str, str] = {
    "words": "words are looked up among the synonyms",
    "stems": "stems are looked up among the synonyms",
}
"""What is looked up among the synonyms, where there are stems as well."""

WHOLE: Mapping[str, str] = {
    "penalised": "one chunk is penalised too",
    "free": "no penalty where everything is one chunk",
}
"""What becomes of the penalty where every word of both texts is in one chunk."""


@dataclass(frozen=True)
class MeteorRules(Rules):
    """A named set of choices. Frozen: to change one, give `meteor` a keyword, or use `dataclasses.replace`.

    >>> PAPER.alpha, PAPER.beta, PAPER.gamma
    (Fraction(9, 10), Fraction(3, 1), Fraction(1, 2))
    """

    stem: str | Stemmer = "none"
    """A name from `mtexplain.text.stemming.STEMMERS`, "none", or a function."""
    synonyms: tuple[tuple[str, str], ...] = ()
    """Pairs of words that may be linked with each other, in either order."""
    looked_up: str = "words"
    """What is looked up among the synonyms, a word or its stem: a name from `LOOKED_UP`."""
    align: str = "chunks"
    """Which of the alignments that link most words is taken: a name from `ALIGN`."""
    alpha: Fraction = Fraction(9, 10)
    """How much recall counts in Fmean, 0 to 1; precision has the rest."""
    beta: Fraction = Fraction(3)
    """The exponent of the penalty, 0 or more."""
    gamma: Fraction = Fraction(1, 2)
    """The highest penalty there can be, 0 to 1."""
    delta: Fraction | None = None
    """What a content word counts, 0 to 1; a function word has the rest. None: all words count the same."""
    weights: tuple[Fraction, ...] = (Fraction(1),) * 3
    """What a match counts in precision and recall, by its stage: exact, stem, synonym."""
    function_words: str | tuple[str, ...] = "none"
    """A name from `mtexplain.metrics.meteor.function_words.LISTS`, "none", or words of your own."""
    whole: str = "penalised"
    """What becomes of the penalty where everything is one chunk: a name from `WHOLE`."""


PAPER = MeteorRules("paper", stem="porter", align="crossings", tool="Banerjee and Lavie 2005")
NLTK = MeteorRules("nltk", lowercase=True, stem="porter", looked_up="stems", align="greedy", tool="NLTK 3.10")


def _tuned(name: str, stem: str, parameters: str, weights: str) -> MeteorRules:
    """A set of parameters of Meteor 1.5: alpha, beta, gamma, delta; and what the three stages count."""
    alpha, beta, gamma, delta = map(Fraction, parameters.split())
    return MeteorRules(
        f"meteor-1.5{name}",
        tokenize="ascii-whitespace",
        stem=stem,
        align="beam",
        alpha=alpha,
        beta=beta,
        gamma=gamma,
        delta=delta,
        weights=tuple(map(Fraction, weights.split())),
        function_words="english",
        whole="free",
        tool="Meteor 1.5",
    )


METEOR_15 = _tuned("", "english", "0.85 0.2 0.6 0.75", "1 0.6 0.8")

# Where a set knows no synonyms, those that are given count as in the language-independent one.
_TUNED = (
    METEOR_15,
    _tuned("-cz", "none", "0.95 0.2 0.6 0.8", "1 0.5 0.5"),
    _tuned("-de", "german", "0.95 1 0.55 0.55", "1 0.8 0.5"),
    _tuned("-es", "spanish", "0.65 1.3 0.5 0.8", "1 0.8 0.5"),
    _tuned("-fr", "french", "0.9 1.4 0.6 0.65", "1 0.2 0.5"),
    _tuned("-ru", "russian", "0.75 1.4 0.7 0.5", "1 0.5 0.5"),
    _tuned("-li", "english", "0.75 1.4 0.7 0.5", "1 0.5 0.5"),
    _tuned("-adq", "english", "0.75 1.4 0.45 0.7", "1 1 0.6"),
    _tuned("-hter", "english", "0.4 1.5 0.35 0.55", "1 0.2 0.6"),
    _tuned("-tune", "english", "0.5 1 0.5 0.5", "1 0.5 0.5"),
    # Its function words come with each new language, whose texts are lower-cased.
    replace(_tuned("-universal", "none", "0.7 1.4 0.3 0.7", "1 0.5 0.5"), lowercase=True, function_words="none"),
)

RULES: Mapping[str, MeteorRules] = {rules.name: rules for rules in (PAPER, NLTK, *_TUNED)}
"""Every set of rules by its name."""
