"""What each tool reads in what it is passed: its segments, or the error it ends in.

Each function here goes the way of its tool's own code, check by check, as far as it looks at the input at all. So what
goes wrong in the tool goes wrong here too, with the same words. The tools are of the versions that their rules name.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from mtexplain import inputs
from mtexplain.explain.tools.doctor.nesting import Walked, first, is_list, is_sequence, length, restored
from mtexplain.rules import EVALUATE, NLTK, PAPER, SACREBLEU, TORCHMETRICS, BleuRules


class Pair(NamedTuple):
    """A segment as a tool reads it: a candidate and its references, as strings or, for NLTK, as tokens."""

    candidate: Any
    references: tuple[Any, ...]


def sacrebleu(candidates: Any, references: Any) -> list[Pair]:
    """corpus_bleu(candidates, references): each list of references is a stream, and the shortest ends them all.

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
        pair.candidate.endswith(" .")  # what has no such method ends here, as there
        _cut_by_13a(pair.candidate)
        if not pair.references:
            absent: Any = None
            "" in absent  # noqa: B015 - as there: Python says it in other words from version to version
    if not pairs:
        raise IndexError("list index out of range")
    return pairs


def nltk(candidates: Any, references: Any) -> list[Pair]:
    """corpus_bleu(references, candidates): a sentence is whatever can be walked through, a string by its letters.

    >>> nltk(["a cat"], [["a"]])
    [Pair(candidate=('a', ' ', 'c', 'a', 't'), references=(('a',),))]
    """
    if length(references) != length(candidates):
        raise AssertionError("The number of hypotheses and their reference(s) should be the same ")
    pairs = []
    for group, candidate in zip(references, candidates, strict=True):
        tokens = tuple(candidate) if length(candidate) else ()
        cut = tuple(tuple(reference) if length(reference) else () for reference in group)
        Counter(tokens), [Counter(reference) for reference in cut]  # what can't be counted ends here
        is_gone = isinstance(group, Walked) and group.is_used_up  # after the words nothing is left for the pairs
        if (not cut and tokens) or (is_gone and len(tokens) > 1):
            raise KeyError(tokens[:2])
        if not cut or is_gone:
            min(cut[:0])  # as there: Python says it in other words from version to version
        pairs.append(Pair(tuple(map(str, tokens)), tuple(tuple(map(str, reference)) for reference in cut)))
    if not pairs:
        raise ZeroDivisionError("Fraction(0, 0)")
    return pairs


def evaluate(candidates: Any, references: Any) -> list[Pair]:
    """compute(predictions=candidates, references=references): lists too many are written as Python writes them.

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
        item.replace  # noqa: B018 - and here, where it is no string
    for row in groups:
        min(row)
    return [Pair(_cast(candidate), row) for candidate, row in zip(candidates, groups, strict=True)]


def torchmetrics(candidates: Any, references: Any) -> list[Pair]:
    """bleu_score(candidates, references): a string among the references is a group of one.

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


def mtexplain(candidates: Any, references: Any) -> list[Pair]:
    """corpus_bleu(candidates, references); of one string bleu(candidate, references). Anything odd is an error.

    >>> mtexplain("a cat", ["my cat"])
    [Pair(candidate='a cat', references=('my cat',))]
    """
    candidates, references = restored(candidates), restored(references)
    if isinstance(candidates, str):
        text = inputs.check_text(candidates, "candidate")
        return [Pair(text, tuple(inputs.check_references(references)))]
    texts, groups = inputs.check_corpus(candidates, references)
    return [Pair(text, tuple(group)) for text, group in zip(texts, groups, strict=True)]


TOOLS: Mapping[str, tuple[BleuRules, Callable[[Any, Any], list[Pair]]]] = {
    "sacreBLEU": (SACREBLEU, sacrebleu),
    "NLTK": (NLTK, nltk),
    "evaluate": (EVALUATE, evaluate),
    "torchmetrics": (TORCHMETRICS, torchmetrics),
    "mtexplain": (PAPER, mtexplain),
}
"""Each tool by its name: its rules, and what it reads."""


def _is_filled(value: Any) -> bool:
    """Whether evaluate takes it for a list: whatever can be gone through twice."""
    return is_list(value) and not (isinstance(value, Walked) and value.is_used_up)


def _cast(value: Any) -> Any:
    return value if value is None or isinstance(value, str) else str(restored(value))


def _cut_by_13a(text: Any) -> None:
    """What sacreBLEU does first with a text: what is no string fails here, in its own words."""
    text = text.rstrip()
    hash(text)
    text.replace("<skipped>", "")


def _line(value: Any) -> str | tuple[str, ...]:
    """A line as torchmetrics cuts it: bytes have words too, equal to no string."""
    value = restored(value)
    if not value:
        return ""
    words = value.split()
    if isinstance(value, str):
        return value
    hash(tuple(words))
    return tuple(map(repr, words))
