"""Findings about the lists, namely their shape, and values that are not lists but can be turned into lists.

A pandas Series, an array, a generator and a set are iterable, but most tools want a list.
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
    'The references are grouped by segment: references[0] holds the references of candidates[0].'
    """
    if from_files:
        return "This is a text in files. Each line is read with the same line of the other files."
    if shape.name == "flat" and len(shape.candidates) == 1 < len(shape.groups[0]):
        return "The references of the only candidate are a flat list of strings."
    if shape.name in ("grouped", "sentence") and not any(shape.groups):
        return "There are no references."
    sure = ""
    if shape.layout.fit is not None and shape.layout.is_sure:
        sure = " The shape fits both readings, and the shared words decided."
    return _DESCRIPTIONS[shape.name] + sure


def of_shape(shape: Shape, candidates: Passed, references: object) -> Iterator[Finding]:
    """Yield findings about a wrong or doubtful nesting."""
    for mark in sorted(shape.marks - {"sentence", "square"}):
        what = describe(shape) if mark == shape.name else _DESCRIPTIONS[mark]
        yield Finding(mark, what, "", _FIXES[mark])
    layout = shape.layout
    if layout.is_transposed:
        fix = "That is right for sacreBLEU and wrong for all other tools, for which you write list(zip(*references))."
        fits = f" Read that way, they share {_percent(layout.fit)} of their words with the candidates on average, and "
        fits = f"{fits}{_percent(layout.other_fit)} otherwise." if layout.fit is not None else ""
        yield Finding("transposed", _DESCRIPTIONS["transposed"] + fits, "", fix)
    if "square" in shape.marks:
        yield _words_or_lines("tokens" in shape.marks, len(candidates))
    elif not layout.is_transposed and not layout.is_sure:
        number = len(shape.candidates)
        text = f"{number} segments have {number} references each, and a transposed list would have the same shape."
        fix = "The words don't show which reading is right. The list is read as grouped by segment, so check that."
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
        fixes = "Sentences are strings, so write str(value), or decode bytes." if len(junk) > len(dicts) else ""
        fixes += " A dict is not a sentence, so write a list of its strings." if dicts else ""
        missing = "None and NaN are read as nothing, not as a word." if absent or gaps else ""
        yield Finding("not-text", text, "", " ".join(f"{fixes} {missing}".split()))


def _kind(value: object) -> str:
    """Return "NaN", the name of a known type, or "another object" for an item that is not text."""
    if value is not None and is_missing(value):
        return "NaN"
    return name if (name := type(value).__name__) in _KNOWN else "another object"


def _words_or_lines(are_words: bool, number: int) -> Finding:
    """Return the finding for lists that may hold either the words of a sentence or lines of a single word."""
    read, alternative = f"one sentence of {number:,} words", f"{number:,} lines of one word"
    if not are_words:
        read, alternative = alternative, read
    text = f"The lists contain {read}, or {alternative}. Both would have the same shape."
    return Finding("square", text, "candidates", f"They are read as {read}, so check that.")


def nesting(value: object) -> str:
    """Describe the content of a nested list in words.

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
        return f"{so_many(len(lists), 'list')} and {so_many(len(value) - len(lists), 'other item')}"
    low, high = min(map(len, lists)), max(map(len, lists))
    inner = [inner_item for item in lists for inner_item in item if is_list(inner_item)]
    item_noun = "list" if inner else "string"
    numbers = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    deeper = " of tokens" if inner else ""
    of = f"{so_many(len(lists), 'list')} of {numbers} {item_noun}{'s' if high != 1 else ''}"
    return of + deeper


def _percent(share: float | None) -> str:
    return f"{100 * (share or 0):.0f}%"


def called(value: Walked) -> str:
    """Name the kind of a value that is not a list, by its type and the package of its type.

    >>> called(Walked([], set())), called(Walked([], {}.values()))
    ('a set', 'the values of a dict')
    """
    if value.package in _TABLES:
        return f"a {value.package} {value.kind}"
    return _KINDS.get(value.kind, "an iterable object")


def of_lists(candidates: object, references: object) -> Iterator[Finding]:
    """Yield findings about arguments that are not lists, or about the first value inside them that is not a list."""
    for name, value in (("candidates", candidates), ("references", references)):
        if isinstance(value, Walked):
            text = f"{name} is {called(value)}, not a list."
            yield Finding("not-list", text, name, _fix(value, in_lists(name, value), is_ordered=False))
        elif inner := next(_inner(name, value), None):
            where, walked = inner
            text = f"{where} is {called(walked)}, not a list."
            yield Finding("not-list", text, where, _fix(walked, in_lists(name, value), is_ordered=name == "references"))


def in_lists(name: str, value: Passed) -> str | None:
    """Write an expression that turns an argument into lists; None if it would be long.

    >>> in_lists("candidates", Walked([], set())), in_lists("references", [Walked(["a"], set())])
    ('list(candidates)', '[list(item) for item in references]')
    """
    rows = [item for item in value if isinstance(item, Walked)] if is_list(value) else []
    if _is_table(value) or any(map(_is_table, rows)) or any(_holds_deeper(item) for item in (value, *rows)):
        return None
    if rows and not _is_array(value):
        conversion = ".tolist()" if len(rows) == len(value) and all(row.has_tolist for row in rows) else ""
        return f"[item{conversion} for item in {name}]" if conversion else f"[list(item) for item in {name}]"
    if isinstance(value, Walked):
        return f"{name}.tolist()" if value.has_tolist else f"list({name})"
    return name


def _fix(value: Walked, line: str | None, *, is_ordered: bool) -> str:
    """Advise how to turn a value into a list, and warn of pitfalls."""
    if _is_table(value):
        return "Looping over a table gives its column names. Pass a single column, as a list."
    warning = ""
    if value.is_used_up:
        warning = " It can be read only once, and has now been read, so create it again first."
    elif not is_ordered and value.kind in ("set", "frozenset"):
        warning = " But a set has no order, so nothing says which lines belong together."
    return f"Write {line or 'lists'}, because {_WANT}{warning}"


def _inner(name: str, value: object) -> Iterator[tuple[str, Walked]]:
    """Yield the iterable values in a list that are not lists, with their positions, at any depth."""
    for index, item in enumerate(value if is_list(value) else ()):
        if isinstance(item, Walked):
            yield f"{name}[{index}]", item
        yield from _inner(f"{name}[{index}]", item)


def _holds_deeper(value: object) -> bool:
    """True if a list in this value contains an iterable that is not a list.

    Arrays are left out, because they turn their items into lists, too.
    """
    rows = [item for item in value if is_list(item)] if is_list(value) and not _is_array(value) else []
    return any(isinstance(item, Walked) for row in rows if not _is_array(row) for item in row)


def _is_array(value: object) -> bool:
    return isinstance(value, Walked) and (value.package, value.kind) == ("numpy", "ndarray")


def _is_table(value: object) -> bool:
    return isinstance(value, Walked) and value.kind == "DataFrame"
