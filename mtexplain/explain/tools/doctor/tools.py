"""What each tool makes of exactly this input: its segments, its number or its error, and whether that is right."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from mtexplain.explain.tools.doctor.tool_parsers import TOOLS, Pair
from mtexplain.inputs import InputError
from mtexplain.metrics.bleu import Bleu, CorpusBleu
from mtexplain.rules import EVALUATE, BleuRules, tokenizer_of

_LONGEST, _SOME = 120, 100
MOST_SCORED = 5_000
"""How many segments are scored: of a longer text the first ones, and it is said."""


class Verdict(NamedTuple):
    """What one tool makes of the input.

    `segments` are those it would score. `score` is None where it ends in an `error`; `is_right` says whether it scores
    each candidate against its own references. Where it scores them as they were passed, but lines were passed that do
    not belong together, `but` says why that is wrong all the same.
    """

    tool: str
    rules: BleuRules
    segments: tuple[Pair, ...]
    score: CorpusBleu | None
    error: str
    is_right: bool
    but: str = ""

    @property
    def printed(self) -> str | None:
        """The number as the tool prints it."""
        return self.score.printed if self.score else None

    @property
    def told(self) -> str:
        """The verdict in a word or two."""
        if self.but:
            return f"as passed, but {self.but}"
        return "paired as meant" if self.is_right else "an error" if self.error else "wrong, and silent"


def verdict(tool: str, candidates: Any, references: Any, meant: Sequence[Pair] | None, but: str = "") -> Verdict:
    """What a tool makes of the input, beside what is `meant`: each candidate with its own references.

    None is meant where nothing can be right, for references are missing; `but` says why what is meant is wrong.

    >>> found = verdict("NLTK", ["a cat"], [["a cat sat"]], [Pair("a cat", ("a cat sat",))])
    >>> found.told, len(found.segments[0].candidate)
    ('wrong, and silent', 5)
    """
    rules, read = TOOLS[tool]
    try:
        pairs = read(candidates, references)
        score = score_of(pairs, rules)
    except Exception as error:  # whatever it is, it is what the tool does
        return Verdict(tool, rules, (), None, _told(error), False)
    seen = _as_seen_by(tool, pairs)
    as_meant = meant is not None and pairs == [Pair(seen(text), tuple(map(seen, group))) for text, group in meant]
    return Verdict(tool, rules, tuple(pairs), score, "", as_meant and not but, but if as_meant else "")


def _as_seen_by(tool: str, pairs: Sequence[Pair]) -> Callable[[Any], Any]:
    """What becomes of a sentence that this tool reads right: what `pairs` hold, if they hold what is meant."""
    if tool == "NLTK":
        return lambda text: tuple(text.split())
    if tool == "torchmetrics" and not any(isinstance(pair.candidate, str) for pair in pairs):
        return _in_bytes
    return lambda text: text


def _in_bytes(text: str) -> tuple[str, ...]:
    """The words of a text that was passed as bytes, as torchmetrics has them."""
    return tuple(map(repr, text.encode("utf-8", "surrogatepass").split()))


def _told(error: Exception) -> str:
    """The error in a line: what kind it is, and what it says, unless that is words of the text alone."""
    name = "InputError" if isinstance(error, InputError) else type(error).__name__
    message = "" if isinstance(error, KeyError) else " ".join(str(error).split())
    message = f"{message[:_LONGEST]}…" if len(message) > _LONGEST else message
    return f"{name}: {message}" if message else name


def is_by_letters(verdict: Verdict) -> bool:
    """Whether a tool that is wrong reads the candidates, or the references, as letters."""
    pairs = () if verdict.is_right or verdict.but else verdict.segments[:_SOME]
    references = [text for pair in pairs for text in pair.references]
    return any(texts and all(map(_is_letters, texts)) for texts in ([pair.candidate for pair in pairs], references))


def _is_letters(text: str | tuple[str, ...]) -> bool:
    return len(text) <= 1 if isinstance(text, str) else all(len(token) == 1 for token in text)


def score_of(pairs: Sequence[Pair], rules: BleuRules) -> CorpusBleu:
    """The score of the first 5,000 segments. The tokens are NLTK's own; else they are cut as the rules say.

    >>> from mtexplain.rules import PAPER
    >>> score_of([Pair("the cat", ("the cat sat",))], PAPER).precisions[0].ratio
    Ratio(matches=2, total=2)
    """
    result = CorpusBleu(tuple(_segment(pair, rules) for pair in pairs[:MOST_SCORED]), rules.checked())
    if rules == EVALUATE and not (result.brevity.candidate_length and result.brevity.reference_length):
        raise ZeroDivisionError("float division by zero")
    return result


def tokens(text: str | tuple[str, ...], rules: BleuRules) -> tuple[str, ...]:
    """The tokens of a sentence as a tool sees them."""
    return tuple(tokenizer_of(rules.tokenize)(text)) if isinstance(text, str) else text


def _segment(pair: Pair, rules: BleuRules) -> Bleu:
    return Bleu(
        tokens(pair.candidate, rules), tuple(tokens(reference, rules) for reference in pair.references), rules.checked()
    )
