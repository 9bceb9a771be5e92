"""Wrong words: a text cut, cased or paired in another way than the rules say."""

from collections.abc import Callable, Sequence
from functools import partial

from mtexplain.explain.misconceptions.bleu.subject import BLEU
from mtexplain.metrics.bleu.base import BleuScore, Pair
from mtexplain.recipe.misconception import Misconception, Smallest

Tokens = tuple[str, ...]
_wrong = partial(Misconception, BLEU, place="words")


def _changed(candidate: Callable[[Tokens], Tokens], reference: Callable[[Tokens], Tokens]) -> Callable[..., object]:
    """The words with every candidate and every reference changed."""

    def change(score: BleuScore) -> Sequence[Pair]:
        return [(candidate(words), tuple(map(reference, others))) for words, others in score.pairs]

    return change


def _as_it_is(tokens: Tokens) -> Tokens:
    return tokens


def _characters(tokens: Tokens) -> Tokens:
    return tuple(" ".join(tokens))


def _lower(tokens: Tokens) -> Tokens:
    return tuple(token.lower() for token in tokens)


def _full_stop(tokens: Tokens) -> Tokens:
    if tokens and tokens[-1] != "." and tokens[-1].endswith("."):
        return (*tokens[:-1], tokens[-1].removesuffix("."), ".")
    return tokens if tokens[-1:] == (".",) else (*tokens, ".")


def _swapped(score: BleuScore) -> Sequence[Pair]:
    return [(references[0], (candidate,)) for candidate, references in score.pairs]


def _first_reference(score: BleuScore) -> Sequence[Pair]:
    return [(candidate, references[:1]) for candidate, references in score.pairs]


def _one_string(score: BleuScore) -> Sequence[Pair]:
    candidates = [candidate for candidate, _ in score.pairs]
    groups = zip(*(references for _, references in score.pairs), strict=False)
    return [(_joined(candidates), tuple(map(_joined, groups)))]


def _joined(sentences: Sequence[Tokens]) -> Tokens:
    return tuple(token for sentence in sentences for token in sentence)


WORDS = (
    _wrong(
        name="characters",
        title="Scored by characters",
        wrong="every character a token, the spaces too",
        explanation="A string where a list of words belongs is taken letter by letter. Nearly all letters match, "
        "so that even nonsense scores well.",
        source="NLTK takes lists of tokens; a string is a sequence of letters",
        example=Smallest("a", ("ab",), {"max_n": 1}),
        replacement=_changed(_characters, _characters),
    ),
    _wrong(
        name="lower-cased-candidate",
        title="Only the candidate lower-cased",
        wrong="the candidate in lower case, the references as typed",
        explanation="Case is a rule for both sides. With one side alone in lower case no capital of the other matches, "
        "and words match that did not.",
        source="a common slip: two files prepared at two times",
        example=Smallest("A", ("a",), {"max_n": 1}),
        replacement=_changed(_lower, _as_it_is),
    ),
    _wrong(
        name="lower-cased-references",
        title="Only the references lower-cased",
        wrong="the references in lower case, the candidate as typed",
        explanation="Case is a rule for both sides. With one side alone in lower case no capital of the other matches, "
        "and words match that did not.",
        source="a common slip: two files prepared at two times",
        example=Smallest("a", ("A",), {"max_n": 1}),
        replacement=_changed(_as_it_is, _lower),
    ),
    _wrong(
        name="case-ignored",
        title="Case ignored",
        wrong="both sides in lower case",
        explanation="These rules keep case: The and the are two words. Lower-cased on both sides is another rule, "
        "with another number.",
        source="course notes: tools differ by case",
        example=Smallest("a", ("A",), {"max_n": 1}),
        replacement=_changed(_lower, _lower),
    ),
    _wrong(
        name="full-stop",
        title="The full stop counted as a word",
        wrong="a full stop is the last token of every sentence",
        explanation="The paper counts its examples without the full stop. With it, Example 1 has 18/19, not 17/18.",
        source="notes D: 18/19 is what the tokeniser 13a gives",
        example=Smallest("a", ("a",), {"max_n": 1}),
        replacement=_changed(_full_stop, _full_stop),
    ),
    _wrong(
        name="swapped",
        title="Candidate and reference swapped",
        wrong="the reference scored against the candidate",
        explanation="Precision asks what share of the candidate is in a reference. The other way round it is recall, "
        "and the brevity penalty punishes the other side.",
        source="notes D: tools take their arguments in different orders",
        example=Smallest("a", ("a a",), {"max_n": 1}),
        replacement=_swapped,
    ),
    _wrong(
        name="first-reference",
        title="Only the first reference used",
        wrong="the first reference of each segment alone",
        explanation="With several references a word may come from any of them. The others are not there for show.",
        source="a common slip: a file with one reference on each line",
        example=Smallest("a", ("b", "a"), {"max_n": 1}),
        replacement=_first_reference,
    ),
    _wrong(
        name="one-string",
        title="The whole file as one string",
        wrong="all segments joined, and scored as one sentence",
        explanation="Joined, a word may match in another segment, n-grams run across the ends of sentences, "
        "and clipping no longer works line by line.",
        source="a common slip: file.read() in place of its lines",
        example=Smallest(("a", "b"), (("b",), ("a",)), {"max_n": 1}),
        replacement=_one_string,
    ),
)
