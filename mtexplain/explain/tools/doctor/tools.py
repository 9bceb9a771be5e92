"""Each tool's reading of the input, with the segments it scores, its number or error, and whether it is right.

Each parser follows its tool's own code, check by check, as far as the tool looks at the input at all. Therefore the
same input fails here as in the tool, with the same message. The versions of the tools are named in their rules.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from mtexplain import inputs
from mtexplain.explain.tools.doctor.nesting import Passed, Walked, first, is_list, is_sequence, length, restored
from mtexplain.inputs import InputError
from mtexplain.metrics.bleu import Bleu, CorpusBleu
from mtexplain.rules import EVALUATE, NLTK, PAPER, SACREBLEU, TORCHMETRICS, BleuRules, tokenizer_of


class Pair(NamedTuple):
    """A candidate and its references as a tool reads them, as strings or, for NLTK, as tokens."""

    candidate: Passed
    references: tuple[Passed, ...]


def sacrebleu(candidates: Passed, references: Passed) -> list[Pair]:
    """Read the input as sacreBLEU's corpus_bleu(candidates, references) does, with a stream in each list of references.

    The text ends with the shortest stream.

    >>> sacrebleu(["the cat", "a dog"], [["my cat"], ["my dog"]])
    [Pair(candidate='the cat', references=('my cat', 'my dog'))]
    """
    problem = ""
    if not is_sequence(candidates):
        problem = "`hyps` should be a sequence of strings."
    elif not isinstance(candidates[0], str):
        problem = "Each element of `hyps` should be a string."
    elif any(candidate is None for candidate in candidates):
        problem = "Undefined line in hypotheses stream!"
    if references is None:
        pass
    elif not is_sequence(references):
        problem = "`refs` should be a sequence of sequence of strings."
    elif not is_sequence(references[0]):
        problem = "Each element of `refs` should be a sequence of strings."
    elif not isinstance(references[0][0], str) and references[0][0] is not None:
        problem = "`refs` should be a sequence of sequence of strings."
    if problem:
        raise TypeError(f"BLEU: {problem}")
    if not references:
        raise RuntimeError("No references provided and the cache is empty.")
    groups = []
    for stream in zip(*references, strict=False):
        groups.append(tuple(reference for reference in stream if reference is not None))
        for reference in groups[-1]:
            _cut_by_13a(reference)
    pairs = [Pair(*segment) for segment in zip(candidates, groups, strict=False)]
    for pair in pairs:
        pair.candidate.endswith(" .")  # values without this method fail here, as in sacreBLEU
        _cut_by_13a(pair.candidate)
        if not pair.references:
            absent: Passed = None
            "" in absent  # noqa: B015 - as in sacreBLEU, because the message depends on the version of Python
    if not pairs:
        raise IndexError("list index out of range")
    return pairs


def nltk(candidates: Passed, references: Passed) -> list[Pair]:
    """Read the input as NLTK's corpus_bleu(references, candidates) does, with a string as a sequence of letters.

    >>> nltk(["a cat"], [["a"]])
    [Pair(candidate=('a', ' ', 'c', 'a', 't'), references=(('a',),))]
    """
    if length(references) != length(candidates):
        raise AssertionError("The number of hypotheses and their reference(s) should be the same ")
    pairs = []
    for group, candidate in zip(references, candidates, strict=True):
        tokens = tuple(candidate) if length(candidate) else ()
        cut = tuple(tuple(reference) if length(reference) else () for reference in group)
        Counter(tokens), [Counter(reference) for reference in cut]  # unhashable tokens fail here
        is_gone = isinstance(group, Walked) and group.is_used_up  # nothing is left after counting the words
        if (not cut and tokens) or (is_gone and len(tokens) > 1):
            raise KeyError(tokens[:2])
        if not cut or is_gone:
            min(cut[:0])  # as in NLTK, because the message depends on the version of Python
        pairs.append(Pair(tuple(map(str, tokens)), tuple(tuple(map(str, reference)) for reference in cut)))
    if not pairs:
        raise ZeroDivisionError("Fraction(0, 0)")
    return pairs


def evaluate(candidates: Passed, references: Passed) -> list[Pair]:
    """Read the input as evaluate's compute(predictions=candidates, references=references) does.

    A list in place of a string becomes a string, as Python prints it.

    >>> evaluate(["a cat"], [[["a", "cat"]]])
    [Pair(candidate='a cat', references=("['a', 'cat']",))]
    """
    wrong = ValueError("Predictions and/or references don't match the expected format.")
    text, group = first(candidates), first(references)
    if not isinstance(text, str) or not (_is_filled(group) or isinstance(group, str) or group is None):
        raise wrong
    if is_list(group) and group:
        filled = next((item for item in group if item is not None and item != []), group[-1])
        if not isinstance(filled, str | list):
            raise wrong
    if len(candidates) != len(references):
        raise ValueError(
            f"Mismatch in the number of predictions ({len(candidates)}) and references ({len(references)})"
        )
    if isinstance(group, str):
        groups = [(_cast(reference),) for reference in references]
    else:
        if any(row is not None and not isinstance(row, str) and not _is_filled(row) for row in references):
            raise wrong
        groups = [tuple(map(_cast, row)) for row in references]
    for item in (*(reference for row in groups for reference in row), *map(_cast, candidates)):
        item.replace  # noqa: B018 - fails for values that are not strings
    for row in groups:
        min(row)
    return [Pair(_cast(candidate), row) for candidate, row in zip(candidates, groups, strict=True)]


def torchmetrics(candidates: Passed, references: Passed) -> list[Pair]:
    """Read the input as torchmetrics' bleu_score(candidates, references) does, with a string as a group of references.

    >>> torchmetrics(["a cat"], ["my cat"])
    [Pair(candidate='a cat', references=('my cat',))]
    """
    texts = [candidates] if isinstance(candidates, str) else candidates
    groups = [[row] if isinstance(row, str) else row for row in references]
    if length(texts) != len(groups):
        raise ValueError(f"Corpus has different size {len(texts)} != {len(groups)}")
    cut = [tuple(_line(reference) for reference in group) for group in groups]
    pairs = [Pair(candidate, group) for candidate, group in zip(map(_line, texts), cut, strict=True)]
    for pair in pairs:
        min(pair.references)
    return pairs


def mtexplain(candidates: object, references: object) -> list[Pair]:
    """Read the input as mtexplain does, with `bleu` if the candidates are a string, and with `corpus_bleu` otherwise.

    InputError for anything unusual.

    >>> mtexplain("a cat", ["my cat"])
    [Pair(candidate='a cat', references=('my cat',))]
    """
    candidates, references = restored(candidates), restored(references)
    if isinstance(candidates, str):
        text = inputs.check_text(candidates, "candidate")
        return [Pair(text, tuple(inputs.check_references(references)))]
    texts, groups = inputs.check_corpus(candidates, references)
    return [Pair(text, tuple(group)) for text, group in zip(texts, groups, strict=True)]


TOOLS: Mapping[str, tuple[BleuRules, Callable[[Passed, Passed], list[Pair]]]] = {
    "sacreBLEU": (SACREBLEU, sacrebleu),
    "NLTK": (NLTK, nltk),
    "evaluate": (EVALUATE, evaluate),
    "torchmetrics": (TORCHMETRICS, torchmetrics),
    "mtexplain": (PAPER, mtexplain),
}
"""The rules of each tool and the function that reads its input, by its name."""


def _is_filled(value: object) -> bool:
    """True if evaluate takes a value for a list, because it can be read twice."""
    return is_list(value) and not (isinstance(value, Walked) and value.is_used_up)


def _cast(value: object) -> Passed:
    return value if value is None or isinstance(value, str) else str(restored(value))


def _cut_by_13a(text: Passed) -> None:
    """Do sacreBLEU's first steps with a text. A value that is not a string fails here with its own error."""
    text = text.rstrip()
    hash(text)
    text.replace("<skipped>", "")


def _line(value: Passed) -> str | tuple[str, ...]:
    """Return a line as torchmetrics splits it. Bytes have words too, but they are not equal to any string."""
    value = restored(value)
    if not value:
        return ""
    words = value.split()
    if isinstance(value, str):
        return value
    hash(tuple(words))
    return tuple(map(repr, words))


_LONGEST, _SOME = 120, 100
MOST_SCORED = 5_000
"""The number of segments to score. Longer texts are cut, and a caption says so."""


class Verdict(NamedTuple):
    """The verdict on how a tool treats the input.

    `segments` are the segments it would score. `score` is None if it stops with an `error`. `is_right` is true if it
    scores each candidate against its own references. If it pairs the lines as they were passed, but these lines do not
    belong together, `but` says why the score is wrong all the same.
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
    def summary(self) -> str:
        """The verdict in a word or two."""
        if self.but:
            return f"as passed, but {self.but}"
        return "paired as intended" if self.is_right else "an error" if self.error else "wrong, without a warning"


def verdict(tool: str, candidates: object, references: object, meant: Sequence[Pair] | None, but: str = "") -> Verdict:
    """Judge how a tool reads the input. The intended pairs are `meant`, each a candidate with its own references.

    `meant` is None if nothing can be right because references are missing. `but` says why even these pairs are wrong.

    >>> nltk_verdict = verdict("NLTK", ["a cat"], [["a cat sat"]], [Pair("a cat", ("a cat sat",))])
    >>> nltk_verdict.summary, len(nltk_verdict.segments[0].candidate)
    ('wrong, without a warning', 5)
    """
    rules, read = TOOLS[tool]
    try:
        pairs = read(candidates, references)
        score = score_of(pairs, rules)
    except Exception as error:  # any error is what the tool would raise
        return Verdict(tool, rules, (), None, _error_line(error), False)
    seen = _as_seen_by(tool, pairs)
    as_meant = meant is not None and pairs == [Pair(seen(text), tuple(map(seen, group))) for text, group in meant]
    return Verdict(tool, rules, tuple(pairs), score, "", as_meant and not but, but if as_meant else "")


def _as_seen_by(tool: str, pairs: Sequence[Pair]) -> Callable[[Passed], Passed]:
    """Return a function that turns a sentence into the form in which this tool reads it correctly."""
    if tool == "NLTK":
        return lambda text: tuple(text.split())
    if tool == "torchmetrics" and not any(isinstance(pair.candidate, str) for pair in pairs):
        return lambda text: tuple(map(repr, text.encode("utf-8", "surrogatepass").split()))  # it was passed as bytes
    return lambda text: text


def _error_line(error: Exception) -> str:
    """Return the type and message of an error on a single line, without a KeyError's message, which is only a key."""
    name = "InputError" if isinstance(error, InputError) else type(error).__name__
    message = "" if isinstance(error, KeyError) else " ".join(str(error).split())
    message = f"{message[:_LONGEST]}…" if len(message) > _LONGEST else message
    return f"{name}: {message}" if message else name


def is_by_letters(verdict: Verdict) -> bool:
    """True if a tool misreads the candidates, or the references, as letters."""
    pairs = () if verdict.is_right or verdict.but else verdict.segments[:_SOME]
    references = [text for pair in pairs for text in pair.references]
    return any(texts and all(map(_is_letters, texts)) for texts in ([pair.candidate for pair in pairs], references))


def _is_letters(text: str | tuple[str, ...]) -> bool:
    return len(text) <= 1 if isinstance(text, str) else all(len(token) == 1 for token in text)


def score_of(pairs: Sequence[Pair], rules: BleuRules) -> CorpusBleu:
    """Return the score of the first 5,000 segments. Strings are tokenised by the rules, and tokens are kept.

    >>> from mtexplain.rules import PAPER
    >>> score_of([Pair("the cat", ("the cat sat",))], PAPER).precisions[0].ratio
    Ratio(matches=2, total=2)
    """
    segments = tuple(
        Bleu(tokens(candidate, rules), tuple(tokens(reference, rules) for reference in references), rules.checked())
        for candidate, references in pairs[:MOST_SCORED]
    )
    result = CorpusBleu(segments, rules.checked())
    if rules == EVALUATE and not (result.brevity.candidate_length and result.brevity.reference_length):
        raise ZeroDivisionError("float division by zero")
    return result


def tokens(text: str | tuple[str, ...], rules: BleuRules) -> tuple[str, ...]:
    """Return the tokens of a sentence as a tool sees them."""
    return tuple(tokenizer_of(rules.tokenize)(text)) if isinstance(text, str) else text
