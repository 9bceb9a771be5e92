"""Wrong texts: cut, cased or joined in another way than the rules say."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from mtexplain.explain.misconceptions.rouge.subject import ROUGE_L_SUM, ROUGE_N
from mtexplain.metrics.rouge.base import Rouge
from mtexplain.metrics.rouge.lines import BREAK
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.text.porter import stem

Tokens = tuple[str, ...]
_wrong = partial(Misconception, place="texts")


def _changed(change: Callable[[Tokens], Tokens]) -> Callable[[Rouge], Rouge]:
    """The texts with every candidate and every reference changed."""

    def texts(trace: Rouge) -> Rouge:
        return replace(trace, candidate=change(trace.candidate), references=tuple(map(change, trace.references)))

    return texts


def _lower(tokens: Tokens) -> Tokens:
    return tuple(token.lower() for token in tokens)


def _stemmed(tokens: Tokens) -> Tokens:
    """Every English word of four letters or more by its stem."""
    return tuple(stem(token) if token.isascii() and token.islower() and len(token) > 3 else token for token in tokens)


def _one_line(tokens: Tokens) -> Tokens:
    return tuple(token for token in tokens if token != BREAK)


def _joined(trace: Rouge) -> Rouge:
    """Every reference stands for all of them together."""
    between = (BREAK,) if trace.by_lines else ()
    first, *others = trace.references
    whole = sum(((*between, *other) for other in others), first)
    return replace(trace, references=(whole,) * len(trace.references))


TEXTS = (
    _wrong(
        subject=ROUGE_N,
        name="rouge-case-ignored",
        title="Capitals ignored",
        wrong="both sides in lower case",
        explanation="These rules keep case: The and the are two words. rouge-score lower-cases both sides, and so "
        "has another number.",
        source="rouge-score lower-cases; the paper does not say",
        example=Smallest("a", ("A",), {"n": 1}),
        replacement=_changed(_lower),
    ),
    _wrong(
        subject=ROUGE_N,
        name="rouge-stemmed",
        title="Stems in place of words",
        wrong="kill, kills and killed are one word",
        explanation="A word either equals another one, letter by letter, or it doesn't: kill is not killed. Stemming"
        " is an option of the tools, and another rule.",
        source="the option -m of ROUGE-1.5.5, use_stemmer of rouge-score",
        example=Smallest("cat", ("cats",), {"n": 1}),
        replacement=_changed(_stemmed),
    ),
    _wrong(
        subject=ROUGE_L_SUM,
        name="rouge-newlines-ignored",
        title="Newlines ignored",
        wrong="all lines of a text as one sentence",
        explanation="For a summary every line of a reference is held against every line of the candidate. Read as "
        "one sentence, lines that have changed places do not match.",
        source="course notes: ROUGE-L for a sentence or a summary",
        example=Smallest("a\nb", ("b a",)),
        replacement=_changed(_one_line),
    ),
    _wrong(
        subject=ROUGE_N,
        name="rouge-references-joined",
        title="All references as one text",
        wrong="one long reference, made of all",
        explanation="A recall out of all references together asks the candidate to say everything in every way. Each"
        " reference is a whole answer, and is compared alone.",
        source="a common slip: a string of all references where a list belongs",
        example=Smallest("a", ("a", "a"), {"n": 1}),
        replacement=_joined,
    ),
)
