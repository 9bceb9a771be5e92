"""Notes on input that is unusual but well defined. Every view shows the same notes."""

from collections.abc import Iterator

from mtexplain.display.formula import shown
from mtexplain.display.parts import Note
from mtexplain.metrics.meteor.rules import Rules2005
from mtexplain.metrics.meteor.trace import Meteor
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.packages import command
from mtexplain.text.stemming import PACKAGE, SERIES, SNOWBALL, version

_DOUBT = {
    "crossings": "There are too many alignments of these words to try them all. Another may have fewer crossings.",
    "chunks": "There are too many alignments of these words to try them all. Another may have fewer chunks.",
    "distance": "There are too many alignments of these words to compare them all. None has fewer chunks, but another "
    "may link words that are closer together.",
}


def of_sentence(trace: Meteor) -> Iterator[Note]:
    """The notes on what matches, on the rules, and on their tool."""
    yield from of_links(trace)
    yield from of_order(trace)
    yield from of_tool(trace)


def of_links(trace: Meteor) -> Iterator[Note]:
    """Notes on a score of 0, an alignment that may not be the best, and stems that may differ."""
    if trace.candidate and not trace.matches:
        yield Note("no-match", "No word of the candidate can be linked, and without a match the score is 0.")
    elif trace.matches and not trace.score:
        reason = "the penalty takes everything" if trace.mean else "by these rules such matches count for nothing"
        yield Note("worth-nothing", f"The score is 0 despite {so_many(int(trace.matches), 'link')}, because {reason}.")
    if trace.alignment.doubt:
        yield Note("best-found", _DOUBT[trace.alignment.doubt])
    yield from of_stemmer(trace.rules)


def of_stemmer(rules: Rules2005) -> Iterator[Note]:
    """A note on a stemmer that has changed since Meteor 1.5."""
    if rules.stem in SNOWBALL and not version().startswith(SERIES):
        text = f"The stems come from {PACKAGE} {version()}. Meteor 1.5 uses version 2"
        yield Note("other-stems", f"{text}, and some words differ. {command(PACKAGE)} installs version 2.")


def of_order(trace: Meteor) -> Iterator[Note]:
    """Notes on a perfect match that is penalised, and on crossings that NLTK means to avoid but does not."""
    if trace.candidate == trace.reference_words and trace.chunks == 1 and trace.score < 1:
        score = shown(float(trace.score))
        text = f"The two texts are equal, but the score is {score}, because even a single chunk is penalised."
        yield Note("perfect-below-1", text)
    if trace.rules.align == "greedy":
        crossings = trace.alignment.crossings
        fewest = next(other.alignment.crossings for other in trace.others if other.rules.align == "crossings")
        if fewest < crossings:
            text = f"NLTK's alignment has {so_many(crossings, 'crossing')}, although {fewest} would be enough."
            yield Note("not-fewest-crossings", text)


def of_tool(trace: Meteor) -> Iterator[Note]:
    """Notes on how NLTK differs."""
    if trace.rules.name != "nltk":
        return
    if not trace.rules.synonyms:
        yield Note("left-out", "NLTK itself also links synonyms (from WordNet). They are left out here.")
    elif trace.rules.stem != "none":
        yield Note("synonyms-of-stems", "NLTK looks up stems instead of words among the synonyms, which is a slip.")
