"""The filters of the template, which turn a name's signature, docstring, members and value into HTML."""

import inspect
import re
import sys
import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from markupsafe import Markup
from pdoc.doc import Class, Doc, Function, Module, Variable
from pdoc.render_helpers import to_html
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from mtexplain.display.formula import Chain, Symbol
from mtexplain.display.markup import escaped, formula
from mtexplain.display.parts import Part
from mtexplain.explain.metric import sentence_metrics, text_metrics
from mtexplain.inputs import accepts
from mtexplain.metrics.shared.scores import Pooled
from mtexplain.rules import Rules
from mtexplain.tracing.cases import Unreadable, cases
from mtexplain.tracing.formulas import symbol
from mtexplain.tracing.number import Letter
from mtexplain.tracing.steps import Quantity, Traced, in_a_line

PARTS = " | ".join(one.__name__ for one in typing.get_args(Part))
PATH = re.compile(r"\b(?:[a-z_]\w*\.)+(?=[A-Za-z_])")
"""The modules before a name in a signature, such as fractions in fractions.Fraction."""
UNION = re.compile(r"(?:typing\.)?Union\[((?:[^\[\]]|\[[^\[\],]*\])*)\]")
NAME = re.compile(r'<span class="n[a-z]?">(\w+)</span>')
LISTED = re.compile(r"<pre><code>([^<]+)\n</code></pre>")
DIRECTIVE = re.compile(r" +# doctest: .*")
"""A comment that only a doctest needs."""
CODE = re.compile(r"<code>([\w.]+)(\(\))?</code>")
LONGEST = 96
"""The number of characters on a line of a signature."""


def filters(links: Mapping[str, str]) -> dict[str, Callable[..., Any]]:
    """The filters by name; `links` are the addresses at which names are documented."""
    return {
        "brief": lambda doc: _linked(_coloured(_brief(doc)), links),
        "members": lambda doc: _members(doc, links),
        "made": lambda doc: doc.kind == "class" and inspect.isclass(doc.obj) and issubclass(doc.obj, Rules),
        "ordered": ordered,
        "says": lambda doc: _says(doc, links),
        "signature": lambda doc: _linked(_coloured(_signature(doc)), links, doc.name),
        "value": _value,
    }


def ordered(module: Module) -> list[Doc[Any]]:
    """The members of a module, with functions first, then classes, then variables."""
    kinds = ("function", "class", "variable")
    return sorted(module.members.values(), key=lambda doc: kinds.index(doc.kind))


def _signature(doc: Doc[Any]) -> str:
    """The signature of a function, or of a class's constructor, with short names."""
    whole = doc.signature if isinstance(doc, Function) else inspect.signature(doc.obj)
    parameters = [_plain(one) for one in whole.parameters.values() if one.name != "self"]
    asked = [str(one) for one in parameters]
    if stars := [at for at, one in enumerate(parameters) if one.kind is inspect.Parameter.KEYWORD_ONLY]:
        asked[stars[0] : stars[0]] = [] if any(one.startswith("*") for one in asked) else ["*"]
    back = whole.return_annotation
    end = f" -> {_short(inspect.formatannotation(back))}" if back not in (inspect.Signature.empty, None) else ""
    shown = list(map(_short, asked))
    if len(line := f"{doc.name}({', '.join(shown)}){end}") <= LONGEST:
        return line
    lines = "".join(f"    {one},\n" for one in shown)
    return f"{doc.name}(\n{lines}){end}"


def _plain(one: inspect.Parameter) -> inspect.Parameter:
    """A parameter without the annotations that only a form needs. A default set of rules is replaced by its name."""
    kind = one.annotation
    one = one.replace(annotation=kind.__origin__ if typing.get_origin(kind) is typing.Annotated else kind)
    return one.replace(default=one.default.name) if isinstance(one.default, Rules) else one


def _short(code: str) -> str:
    """Code without the modules of its names. A function is shown by its name alone."""
    code = re.sub(r"<function (\w+) at 0x\w+>", r"\1", code.replace("NoneType", "None"))
    code = UNION.sub(lambda found: found[1].replace(", ", " | "), code)
    return PATH.sub("", code).replace(PARTS, "Part")


def _brief(doc: Doc[Any]) -> str:
    """A member on a single line."""
    if vars(doc).get("is_read_like_an_attribute"):
        return f"{doc.name}: float"
    if isinstance(doc, Function):
        return _signature(doc)
    if not isinstance(doc, Variable):
        return doc.name
    written = f"{doc.name}{_short(doc.annotation_str)}".removesuffix(": Any")
    value = doc.default_value_str if len(doc.default_value_str) < 40 and " at 0x" not in doc.default_value_str else ""
    return f"{written} = {value}" if value else written


def _members(doc: Class, links: Mapping[str, str]) -> list[Doc[Any]]:
    """The members of a class, namely its numbers and what it defines itself. Internals of its bases are left out."""
    inherited = [
        one
        for (module, name), members in doc.inherited_members.items()
        if module.startswith("mtexplain") and name not in links
        for one in members
        if isinstance(_held(doc, one), Quantity)
    ]
    return [one for one in (*inherited, *doc.own_members) if _shown(doc, one)]


def _held(doc: Class, one: Doc[Any]) -> Any:
    """The object behind a name of a class; for a number, its quantity, even if a plain method computes it."""
    traced = doc.obj.quantities if inspect.isclass(doc.obj) and issubclass(doc.obj, Traced) else {}
    return traced.get(one.name) or inspect.getattr_static(doc.obj, one.name, None)


def _shown(doc: Class, one: Doc[Any]) -> bool:
    """Return True if a member is shown, because it has a docstring of its own or is a number or a field."""
    if one.name.startswith("_") or one.name == "quantities" or isinstance(one, Class):
        return False
    held = _held(doc, one)
    if isinstance(held, Quantity):
        vars(one)["is_read_like_an_attribute"] = not held.letters
        summed = ", added up over the segments" if isinstance(held, Pooled) else ""
        why = held.words.get("why")
        says = why if isinstance(why, str) else in_a_line(held.__doc__)
        vars(one)["docstring"] = _formula(doc.obj, held.name) + says.removesuffix(".") + summed
    by_traitlets = type(held).__module__.startswith("traitlets")
    is_field = one.name in getattr(doc.obj, "__annotations__", ())
    return bool(one.docstring or is_field) and not by_traitlets


def _formula(kind: type[Traced], name: str) -> str:
    """The formula of a number for any index, with all its cases, or "" if it has none. It precedes the description."""
    every = [vars(base)[name] for base in reversed(kind.__mro__) if name in vars(base)]
    one = next(quantity for quantity in every if isinstance(quantity, Quantity) and not quantity.is_open)
    if kind not in _examples() or not one.symbol or isinstance(one, Pooled):
        return ""
    letters = tuple(map(Letter, one.letters))
    try:
        found = cases(_examples()[kind], one, *letters)
    except Unreadable:
        return ""
    is_made = not isinstance(found, str | Symbol)
    return f"{formula(Chain('=', (symbol(one.symbol_of(letters)), found)))}. " if is_made else ""


@cache
def _examples() -> Mapping[type[Any], Any]:
    """A trace of each metric that scores a candidate against references, and of each that scores a text, by class."""
    candidate, references = "the cat sat on the red mat", ["the cat sat on a red mat"]
    sentences = (
        metric(candidate, references)
        for metric in sentence_metrics().values()
        if accepts(metric, candidate, references)
    )
    texts = (
        metric([candidate], [references])
        for metric in text_metrics().values()
        if accepts(metric, [candidate], [references])
    )
    return {type(trace): trace for trace in (*sentences, *texts)}


def _says(doc: Doc[Any], links: Mapping[str, str]) -> Markup:
    docstring = doc.docstring
    if isinstance(doc, Variable) and doc.qualname == doc.name and not docstring:
        docstring = _beside(doc)
    return Markup(told("" if docstring.startswith("Alias for field number") else docstring, links))


def _beside(doc: Variable) -> str:
    """The docstring of a value, from the module that defines it."""
    for name in sorted(one for one in sys.modules if one.startswith(f"{doc.modulename}.")):
        found = Module(sys.modules[name]).get(doc.name)
        if found is not None and found.docstring:
            return found.docstring
    return ""


def told(docstring: str, links: Mapping[str, str]) -> str:
    """A docstring as HTML. Names in it that are documented here become links."""
    if not docstring:
        return ""

    def led(found: re.Match[str]) -> str:
        to = links.get(found[1])
        return f'<a href="{to}">{found[0]}</a>' if to else found[0]

    html = LISTED.sub(_listed, to_html(DIRECTIVE.sub("", docstring)))
    return CODE.sub(led, html).replace('class="pdoc-code codehilite"', 'class="code"')


def _listed(found: re.Match[str]) -> str:
    """A list in two columns as a table; any other block is returned unchanged."""
    rows = [re.fullmatch(r"(\S+(?: = \S+)?) {2,}(.+)", line) for line in found[1].split("\n")]
    if not all(rows):
        return found[0]
    return (
        f"<table>{''.join(f'<tr><th><code>{row[1]}</code></th><td>{row[2]}</td></tr>' for row in rows if row)}</table>"
    )


def _coloured(code: str) -> str:
    return str(highlight(code, PythonLexer(), HtmlFormatter(nowrap=True))).rstrip("\n")


def _linked(html: str, links: Mapping[str, str], here: str = "") -> Markup:
    """Highlighted code in which classes link to their documentation, except the class that is documented here."""

    def led(found: re.Match[str]) -> str:
        to = links.get(found[1]) if found[1][0].isupper() and found[1] != here else None
        return f'<a href="{to}">{found[1]}</a>' if to else found[0]

    return Markup(NAME.sub(led, html))


def _value(doc: Variable) -> Markup:
    """The content of a value, as a table of words or a list of names. A set of rules links to the rules of its tool."""
    held = doc.default_value
    if isinstance(held, Rules):
        return Markup(f'<p><a href="tools.html#BLEU-{held.name}">The rules of {escaped(held.tool)}</a></p>')
    if isinstance(held, Mapping) and all(isinstance(one, str) for one in held.values()):
        rows = "".join(f"<tr><th><code>{escaped(key)}</code></th><td>{escaped(held[key])}</td></tr>" for key in held)
        return Markup(f"<table>{rows}</table>")
    if isinstance(held, Mapping | tuple) and all(isinstance(one, str) for one in held):
        return Markup(f"<p>{', '.join(f'<code>{escaped(one)}</code>' for one in held)}</p>")
    kind = typing.get_origin(held) is not None and f" = {_short(inspect.formatannotation(held))}"
    kind = kind or doc.annotation_str or f": {type(held).__name__}"
    return Markup(f'<pre class="signature code">{_coloured(_short(f"{doc.name}{kind}"))}</pre>')
