"""The lists: which shape they have, in sentences and as findings; what is no list, and how a list is made of it.

A pandas Series, an array, a generator, a set: each can be walked through, and most tools want a list.
"""

from collections.abc import Iterator, Mapping

from mtexplain import data
from mtexplain.explain.tools.doctor.findings import Finding
from mtexplain.explain.tools.doctor.nesting import Passed, Walked, is_list, is_missing, leaves, not_text
from mtexplain.explain.tools.doctor.shapes import Shape
from mtexplain.metrics.shared.occurrences import so_many

_WORDS: Mapping[str, Mapping[str, str]] = data.read(__package__, "lists.toml")
_DESCRIPTIONS, _FIXES, _KINDS = (_WORDS[table] for table in ("told", "fixes", "kinds"))
_KNOWN = {"int", "float", "bool", "bytes", "bytearray", "dict", "NoneType"}
_TABLES = {"pandas", "polars"}
_WANT = "sacreBLEU and mtexplain want lists."


def describe(shape: Shape, from_files: bool = False) -> str:
    """Describe the nesting of the input in a sentence or two.

    >>> from mtexplain.explain.tools.doctor.shapes import shape_of
    >>> describe(shape_of(["a b"], [["a b c"]]))
    'The references are grouped by segment: references[0] holds those of candidates[0].'
    """
    if from_files:
        return "A text in files: each line is read with the same line of the others."
    if shape.name == "flat" and len(shape.candidates) == 1 < len(shape.groups[0]):
        return "The references of the one candidate are a flat list of strings."
    if shape.name in ("grouped", "sentence") and not any(shape.groups):
        return "There are no references."
    sure = ""
    if shape.layout.fit is not None and shape.layout.is_sure:
        sure = " The shape alone could not tell, but the words do."
    return _DESCRIPTIONS[shape.name] + sure


def of_shape(shape: Shape, candidates: Passed, references: object) -> Iterator[Finding]:
    """Yield findings about a wrong or doubtful nesting."""
    for mark in sorted(shape.marks - {"sentence", "square"}):
        what = describe(shape) if mark == shape.name else _DESCRIPTIONS[mark]
        yield Finding(mark, what, "", _FIXES[mark])
    layout = shape.layout
    if layout.is_transposed:
        fix = "That is right for sacreBLEU, and wrong for all others: there write list(zip(*references))."
        fits = f" Read that way, they share {_percent(layout.fit)} of their words with the candidates, otherwise "
        fits = f"{fits}{_percent(layout.other_fit)}." if layout.fit is not None else ""
        yield Finding("transposed", _DESCRIPTIONS["transposed"] + fits, "", fix)
    if "square" in shape.marks:
        yield _words_or_lines("tokens" in shape.marks, len(candidates))
    elif not layout.is_transposed and not layout.is_sure:
        number = len(shape.candidates)
        text = f"{number} segments with {number} references each: a transposed list would have the same shape."
        fix = "The words don't tell which it is. It is read as grouped by segment: check that."
        yield Finding("square", text, "references[0]", fix)
    absent = [leaf for leaf, _ in leaves(candidates) if is_missing(leaf)]
    gaps = [leaf for leaf, depth in leaves(references) if is_missing(leaf) and (leaf is not None or depth < 2)]
    junk = [leaf for leaf in (*not_text(candidates), *not_text(references)) if not is_missing(leaf)]
    if not_strings := junk + absent + gaps:
        kinds = sorted({_kind(item) for item in not_strings})
        text = (
            f"{len(not_strings):,} {'item is' if len(not_strings) == 1 else 'items are'} not text: {', '.join(kinds)}."
        )
        dicts = [item for item in junk if isinstance(item, Mapping)]
        fixes = "Sentences are strings: write str(value), or decode bytes." if len(junk) > len(dicts) else ""
        fixes += " A dict is no sentence: write a list of its strings." if dicts else ""
        missing = "None and NaN are read as nothing, not as a word." if absent or gaps else ""
        yield Finding("not-text", text, "", " ".join(f"{fixes} {missing}".split()))


def _kind(value: object) -> str:
    """Return the kind of an item that is not text: NaN, the name of a known type, or "another object"."""
    if value is not None and is_missing(value):
        return "NaN"
    return name if (name := type(value).__name__) in _KNOWN else "another object"


def _words_or_lines(are_words: bool, number: int) -> Finding:
    """Return the finding for lists that may hold the words of a sentence as well as lines of one word."""
    read, alternative = f"one sentence of {number:,} words", f"{number:,} lines of one word"
    if not are_words:
        read, alternative = alternative, read
    text = f"The lists hold {read}, or {alternative}: both would have the same shape."
    return Finding("square", text, "candidates", f"It is read as {read}: check that.")


def nesting(value: object) -> str:
    """Describe in words what a nested list holds.

    >>> nesting("a cat"), nesting(["a", "b"]), nesting([["a"], ["b", "c"]]), nesting([])
    ('a string', '2 strings', '2 lists of 1 to 2 strings', 'an empty list')
    """
    if isinstance(value, Walked):
        return f"{called(value)}: {nesting(list(value))}"
    if not is_list(value):
        return "a string" if isinstance(value, str) else "nothing" if value is None else "no text"
    if not value:
        return "an empty list"
    lists = [item for item in value if is_list(item)]
    if not lists:
        return so_many(len(value), "string")
    if len(lists) < len(value):
        return f"{len(lists):,} lists and {len(value) - len(lists):,} others"
    low, high = min(map(len, lists)), max(map(len, lists))
    inner = [inner_item for item in lists for inner_item in item if is_list(inner_item)]
    item_noun = "list" if inner else "string"
    numbers = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    deeper = " of tokens" if inner else ""
    of = f"{so_many(len(lists), 'list')} of {numbers} {item_noun}{'s' if high != 1 else ''}"
    return of + deeper


def _percent(share: float | None) -> str:
    return f"{100 * (share or 0):.0f} %"


def called(value: Walked) -> str:
    """Name a value that is no list, by its type and by the package of its type.

    >>> called(Walked([], set())), called(Walked([], {}.values()))
    ('a set', 'the values of a dict')
    """
    if value.package in _TABLES:
        return f"a {value.package} {value.kind}"
    return _KINDS.get(value.kind, "an object that is not a list")


def of_lists(candidates: object, references: object) -> Iterator[Finding]:
    """Yield findings about values that are no lists: each argument, or the first such value inside it."""
    for name, value in (("candidates", candidates), ("references", references)):
        if isinstance(value, Walked):
            text = f"{name} is {called(value)}, not a list."
            yield Finding("not-list", text, name, _fix(value, in_lists(name, value), is_ordered=False))
        elif inner := next(_inner(name, value), None):
            where, walked = inner
            text = f"{where} is {called(walked)}, not a list."
            yield Finding("not-list", text, where, _fix(walked, in_lists(name, value), is_ordered=name == "references"))


def in_lists(name: str, value: Passed) -> str | None:
    """Write an argument as an expression that makes lists of it; None if that would be long.

    >>> in_lists("candidates", Walked([], set())), in_lists("references", [Walked(["a"], set())])
    ('list(candidates)', '[list(one) for one in references]')
    """
    rows = [item for item in value if isinstance(item, Walked)] if is_list(value) else []
    if _is_table(value) or any(map(_is_table, rows)) or any(_holds_deeper(item) for item in (value, *rows)):
        return None
    if rows and not _is_array(value):
        conversion = ".tolist()" if len(rows) == len(value) and all(row.has_tolist for row in rows) else ""
        return f"[one{conversion} for one in {name}]" if conversion else f"[list(one) for one in {name}]"
    if isinstance(value, Walked):
        return f"{name}.tolist()" if value.has_tolist else f"list({name})"
    return name


def _fix(value: Walked, line: str | None, *, is_ordered: bool) -> str:
    """Advise how to make a list of a value, and warn of its pitfalls."""
    if _is_table(value):
        return "Looping over a table gives its column names: pass one column, as a list."
    warning = ""
    if value.is_used_up:
        warning = " It can be read only once, and has been: make it again first."
    elif not is_ordered and value.kind in ("set", "frozenset"):
        warning = " But a set has no order, so nothing says what belongs to what."
    return f"Write {line or 'lists'}: {_WANT}{warning}"


def _inner(name: str, value: object) -> Iterator[tuple[str, Walked]]:
    """Yield the values in a list that are no lists, with their positions, at any depth."""
    for index, item in enumerate(value if is_list(value) else ()):
        if isinstance(item, Walked):
            yield f"{name}[{index}]", item
        yield from _inner(f"{name}[{index}]", item)


def _holds_deeper(value: object) -> bool:
    """True if a list in this value holds something that is no list; an array gives such values as lists itself."""
    rows = [item for item in value if is_list(item)] if is_list(value) and not _is_array(value) else []
    return any(isinstance(item, Walked) for row in rows if not _is_array(row) for item in row)


def _is_array(value: object) -> bool:
    return isinstance(value, Walked) and (value.package, value.kind) == ("numpy", "ndarray")


def _is_table(value: object) -> bool:
    return isinstance(value, Walked) and value.kind == "DataFrame"
