"""Random small texts for properties: few different words, so that n-grams repeat, are clipped, and lengths tie."""

from collections.abc import Sequence

from hypothesis import settings
from hypothesis import strategies as st

Segment = tuple[str, list[str]]
"""A candidate and its references."""

WORDS = "abcde"
JUNK = "z"
"""A word that is in no reference."""

orders = st.integers(1, 4)
"""max_n: with 4 alone, most random scores would be 0."""

rarely = settings(max_examples=settings().max_examples // 3)
"""Fewer examples, in every profile, for a property that takes long or is run for every set of rules."""


def amount(few: int, many: int) -> int:
    """How many texts a test draws by itself, without Hypothesis: many only where the profile is `long`."""
    return many if settings.get_current_profile_name() == "long" else few


def sentences(words: Sequence[str] = WORDS, most: int = 10) -> st.SearchStrategy[str]:
    """Random words with a space between them; the empty sentence too."""
    return st.lists(st.sampled_from(words), max_size=most).map(" ".join)


@st.composite
def segments(draw: st.DrawFn, words: Sequence[str] = WORDS, most_references: int = 3) -> Segment:
    """A candidate and its references. Half of the candidates are a reference with a few words changed."""
    references = draw(st.lists(sentences(words), min_size=1, max_size=most_references))
    tokens = draw(st.one_of(sentences(words), st.sampled_from(references))).split()
    edits = st.tuples(st.integers(0, 9), st.integers(0, 2), sentences(words, most=2))
    for place, gone, new in draw(st.lists(edits, max_size=2)):
        tokens[place : place + gone] = new.split()
    return " ".join(tokens[:10]), references


def corpora(words: Sequence[str] = WORDS) -> st.SearchStrategy[list[Segment]]:
    """One to four segments, each with one to three references."""
    return st.lists(segments(words), min_size=1, max_size=4)


def unzipped(corpus: list[Segment]) -> tuple[list[str], list[list[str]]]:
    """A corpus as `corpus_bleu` takes it: the candidates, and the references grouped by segment."""
    return [candidate for candidate, _ in corpus], [references for _, references in corpus]
