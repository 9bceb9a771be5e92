"""What a shape is, in sentences: for people, and as findings."""

from collections.abc import Iterator
from typing import Any

from mtexplain.explain.tools.doctor.containers import called
from mtexplain.explain.tools.doctor.findings import Finding
from mtexplain.explain.tools.doctor.nesting import Walked, is_list, not_text
from mtexplain.explain.tools.doctor.shapes import Shape

_TOLD = {
    "grouped": "The references are grouped by segment: references[0] holds those of candidates[0].",
    "transposed": "The references are transposed: references[0] holds the first reference of every segment.",
    "flat": "The references are a flat list of strings, one for each segment.",
    "sentence": "This is one sentence with its references.",
    "tokens": "Lists of tokens stand where sentences belong.",
    "characters": "A sentence has come apart into its characters.",
    "mixed": "Strings and lists are mixed, or there is a list too many.",
    "swapped": "Candidates and references are swapped: the references come first.",
}
_FIXES = {
    "swapped": "Candidates first, references second. NLTK alone takes the references first.",
    "tokens": 'NLTK alone takes tokens, in lists of references by segment. For all others write " ".join(tokens).',
    "characters": 'list("a cat") does that. Write ["a cat"].',
    "mixed": "Every candidate is a string; the references of each segment are a list of strings.",
    "flat": "Write [[one] for one in references]. A string in place of a list is read letter by letter.",
    "bare-reference": "Put it in a list: a string in place of a list is read letter by letter.",
}
_KNOWN = {"int", "float", "bool", "bytes", "bytearray", "dict", "NoneType"}


def describe(shape: Shape, from_files: bool = False) -> str:
    """What was passed, in a sentence or two.

    >>> from mtexplain.explain.tools.doctor.shapes import shape_of
    >>> describe(shape_of(["a b"], [["a b c"]]))
    'The references are grouped by segment: references[0] holds those of candidates[0].'
    """
    if from_files:
        return "A text in files: what stands on a line belongs to the same line of the others."
    if shape.name == "flat" and len(shape.candidates) == 1 < len(shape.groups[0]):
        return "The references of the one candidate are a flat list of strings."
    sure = ""
    if shape.layout.fit is not None and shape.layout.is_sure:
        sure = " The shape alone could not tell, but the words do."
    return _TOLD[shape.name] + sure


def of_shape(shape: Shape, candidates: Any, references: Any) -> Iterator[Finding]:
    """What is wrong with a nesting, where something is."""
    for mark in sorted(shape.marks - {"sentence", "bare-reference", "square"}):
        what = describe(shape) if mark == shape.name else _TOLD[mark]
        yield Finding(mark, what, "", _FIXES[mark])
    if "bare-reference" in shape.marks:
        yield Finding("bare-reference", "The reference is a plain string.", "", _FIXES["bare-reference"])
    found = shape.layout
    if found.is_transposed:
        fix = "That is right for sacreBLEU, and wrong for all others: there write list(zip(*references))."
        fits = f" Read so, they share {_percent(found.fit)} of their words with the candidates, else "
        fits = f"{fits}{_percent(found.other_fit)}." if found.fit is not None else ""
        yield Finding("transposed", _TOLD["transposed"] + fits, "", fix)
    if "square" in shape.marks:
        yield _words_or_lines("tokens" in shape.marks, len(candidates))
    elif not found.is_transposed and not found.is_sure:
        number = len(shape.candidates)
        text = f"{number} segments with {number} references each: a transposed list would have the same shape."
        fix = "The words don't tell which it is. It is read as grouped by segment: check that."
        yield Finding("square", text, "references[0]", fix)
    junk = not_text(candidates) + not_text(references) + [one for one in _items(candidates) if one is None]
    if junk:
        kinds = sorted({name if (name := type(one).__name__) in _KNOWN else "another object" for one in junk})
        text = f"{len(junk):,} {'item is' if len(junk) == 1 else 'items are'} no text: {', '.join(kinds)}."
        yield Finding("not-text", text, "", "Sentences are strings: write str(value), or decode bytes.")


def _words_or_lines(are_words: bool, number: int) -> Finding:
    """What is said where the words of a sentence and lines of one word would be in the same lists."""
    read, other = f"one sentence of {number:,} words", f"{number:,} lines of one word"
    if not are_words:
        read, other = other, read
    text = f"The lists hold {read}, or {other}: both would have the same shape."
    return Finding("square", text, "candidates", f"It is read as {read}: check that.")


def nesting(value: Any) -> str:
    """What a nested list holds, in words.

    >>> nesting("a cat"), nesting(["a", "b"]), nesting([["a"], ["b", "c"]]), nesting([])
    ('a string', '2 strings', '2 lists of 1 to 2 strings', 'an empty list')
    """
    if isinstance(value, Walked):
        return f"{called(value)}: {nesting(list(value))}"
    if not is_list(value):
        return "a string" if isinstance(value, str) else "nothing" if value is None else "no text"
    if not value:
        return "an empty list"
    lists = [one for one in value if is_list(one)]
    if not lists:
        return f"{len(value):,} string{'s' if len(value) > 1 else ''}"
    if len(lists) < len(value):
        return f"{len(lists):,} lists and {len(value) - len(lists):,} others"
    low, high = min(map(len, lists)), max(map(len, lists))
    inner = [each for one in lists for each in one if is_list(each)]
    held = "list" if inner else "string"
    numbers = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    deeper = " of tokens" if inner else ""
    of = f"{len(lists):,} list{'s' if len(lists) > 1 else ''} of {numbers} {held}{'s' if high != 1 else ''}"
    return of + deeper


def _items(value: Any) -> list[Any]:
    return list(value) if is_list(value) else []


def _percent(share: float | None) -> str:
    return f"{100 * (share or 0):.0f} %"
