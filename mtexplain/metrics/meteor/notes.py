"""What is odd about an input but defined: one note each, the same in every view."""

from collections.abc import Iterator

from mtexplain.display.formula import shown
from mtexplain.display.parts import Note
from mtexplain.metrics.meteor.rules import METEOR_15, MeteorRules
from mtexplain.metrics.meteor.trace import Meteor
from mtexplain.packages import command
from mtexplain.text.stemming import PACKAGE, SERIES, SNOWBALL, version

_DOUBT = {
    "crossings": "There are too many ways to link these words to try them all: one with fewer crossings may exist.",
    "chunks": "There are too many ways to link these words to try them all: one with fewer chunks may exist.",
    "distance": "There are too many ways to link these words to compare them all: none has fewer chunks, but another "
    "may link words that are closer together.",
}
_OWN_WORDS = {
    "meteor-1.5-cz": "czech",
    "meteor-1.5-de": "german",
    "meteor-1.5-es": "spanish",
    "meteor-1.5-fr": "french",
    "meteor-1.5-ru": "russian",
}
_FREE = "Every word of both texts is in one chunk. Meteor 1.5 then drops the penalty; the papers do not."
_LEFT_OUT = (
    "Meteor 1.5 itself also links synonyms (from WordNet) and paraphrases (from a large table), if it has them for the "
    "language. They are left out here, so it may give another score."
)


def of_sentence(trace: Meteor) -> Iterator[Note]:
    """The notes on what matches, on the rules, and on their tool."""
    if trace.candidate and not trace.matches:
        yield Note("no-match", "No word of the candidate can be linked: without a match the score is 0.")
    elif trace.matches and not trace.score:
        yield Note("worth-nothing", f"The score is 0, though {trace.matches} words match: {_nothing(trace)}.")
    if trace.alignment.doubt:
        yield Note("best-found", _DOUBT[trace.alignment.doubt])
    yield from of_stemmer(trace.rules)
    yield from _of_function_words(trace.rules)
    yield from _of_order(trace)
    yield from _of_tool(trace)


def _nothing(one: Meteor) -> str:
    return "the penalty takes everything off" if one.mean else "by these rules such matches count for nothing"


def _of_function_words(rules: MeteorRules) -> Iterator[Note]:
    """Function words without a delta, or the other way round: neither does anything alone."""
    none = rules.function_words in ("none", ())
    if rules.delta is not None and none:
        told = "delta changes no score" if rules.delta else "with a delta of 0 that counts for nothing"
        every = "No function words are given: every word is a content word, and"
        yield Note("no-function-words", f'{every} {told}. function_words="english" gives the English ones.')
    if rules.delta is None and not none:
        told = "Function words count like all others, unless a delta is given. In Meteor 1.5 it is 0.75 for English."
        yield Note("no-delta", told)


def of_stemmer(rules: MeteorRules) -> Iterator[Note]:
    """A stemmer that changed since Meteor 1.5."""
    if rules.stem in SNOWBALL and not version().startswith(SERIES):
        told = (
            f"The stems are those of {PACKAGE} {version()}; Meteor 1.5 has those of version 2, and some words differ."
        )
        yield Note("other-stems", f"{told} {command(PACKAGE)} installs version 2.")


def _of_order(one: Meteor) -> Iterator[Note]:
    """A perfect match, which the penalty does not spare; an alignment that its rule means to find, and does not."""
    if one.candidate == one.reference_words and one.chunks == 1 and one.score < 1 and not one.is_free:
        told = f"The two texts are equal, but the score is {shown(float(one.score))}: even one chunk is penalised."
        yield Note("perfect-below-1", told)
    if one.is_free:
        yield Note("no-penalty", _FREE)
    better = {other.rules.align: other for other in one.others} if one.rules.align in ("greedy", "beam") else {}
    if one.rules.align == "greedy" and better["crossings"].alignment.crossings < one.alignment.crossings:
        fewest = better["crossings"].alignment.crossings
        told = f"NLTK's alignment has {one.alignment.crossings} crossings, though {fewest} would do."
        yield Note("not-fewest-crossings", told)
    if one.rules.align == "beam" and better["chunks"].matches > one.matches:
        most = better["chunks"].matches
        yield Note("not-most-links", f"Meteor 1.5 links {one.matches} words here, though {most} can be linked.")
    elif one.rules.align == "beam" and better["chunks"].chunks < one.chunks:
        fewest = int(better["chunks"].chunks)
        yield Note("not-fewest-chunks", f"Meteor 1.5 finds {one.chunks} chunks here, though {fewest} would do.")


def _of_tool(trace: Meteor) -> Iterator[Note]:
    if trace.rules.tool == METEOR_15.tool:
        yield Note("left-out", _LEFT_OUT)
    own = _OWN_WORDS.get(trace.rules.name)
    if own and trace.rules.function_words == "english":
        told = "Meteor 1.5 looks for English function words in this language too, which is a slip."
        yield Note("english-function-words", f'{told} function_words="{own}" gives the right ones.')
    if trace.rules.name == "nltk" and trace.rules.synonyms and trace.rules.stem != "none":
        yield Note("synonyms-of-stems", "NLTK looks up the stem of a word among the synonyms, not the word: a slip.")
    if trace.rules.name == "nltk" and not trace.rules.synonyms:
        yield Note("left-out", "NLTK itself also links synonyms (from WordNet). They are left out here.")
