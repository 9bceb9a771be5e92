"""The library's names, grouped into pages. pdoc reads the docstrings, and a template here lays them out."""

import inspect
import tomllib
import typing
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pdoc.render
from pdoc.doc import Module

import mtexplain
from mtexplain.metrics.table import METRICS
from tools.site.reference.leaf import Leaf, Name
from tools.site.reference.look import filters, ordered, told

HERE = Path(__file__).parent
PAGES: list[dict[str, Any]] = tomllib.loads((HERE / "api.toml").read_text("utf-8"))["pages"]
for new in [one for one in METRICS if one not in {page.get("family") for page in PAGES}]:  # a new metric
    PAGES.append({"file": METRICS[new][0], "title": new, "says": f"{new}, step by step.", "family": new})


def names_of(page: Mapping[str, Any], returned: bool = True) -> dict[str, Any]:
    """The public names on a page of api.toml with their objects, and by default the classes that functions return."""
    if "module" in page:
        module = import_module(page["module"])
        return {name: getattr(module, name) for name in module.__all__}
    listed = [*(METRICS[page["family"]][1].split() if "family" in page else ()), *page.get("names", ())]
    found = {name.rpartition(".")[2]: _got(name) for name in listed}
    return found | {kind.__name__: kind for one in found.values() if returned for kind in _returned(one)}


def _got(name: str) -> Any:
    module, _, short = name.rpartition(".")
    return getattr(import_module(f"mtexplain.{module}") if module else mtexplain, short)


def _returned(one: Any) -> Iterator[type]:
    """Yield the classes that a function returns, if they belong to the library but have no public name."""
    made = typing.get_type_hints(one).get("return") if inspect.isfunction(one) else None
    for kind in typing.get_args(made) or (made,):
        if inspect.isclass(kind) and kind.__module__.startswith("mtexplain.") and kind.__name__ not in dir(mtexplain):
            yield kind


def write() -> Iterator[Leaf]:
    """Yield every page."""
    every = {page["file"]: names_of(page) for page in PAGES}
    links: dict[str, str] = {}
    for page in PAGES:
        for name in every[page["file"]]:
            to = f"{page['file']}.html#{name}"
            links.setdefault(f"{page.get('module', 'mtexplain')}.{name}", to)
            if "module" not in page or not name.islower():
                links.setdefault(name, to)
    pdoc.render.configure(docformat="markdown", template_directory=HERE)
    pdoc.render.env.globals["links"] = links
    pdoc.render.env.filters |= filters(links)
    for page in PAGES:
        module = _module(page, every[page["file"]])
        body = pdoc.render.html_module(module, {module.modulename: module})
        _, _, more = module.docstring.partition("\n\n")  # its first line is much like the page's
        lead = f'<div class="text">{told(more, links)}</div>\n' if "module" in page else ""
        found = [Name(one.name, one.name, one.docstring.partition("\n\n")[0]) for one in ordered(module)]
        contents = [(one.place, one.called) for one in found]
        yield Leaf(page["file"], page["title"], page["says"], lead + body, contents, found)


def _module(page: Mapping[str, Any], names: Mapping[str, Any]) -> Module:
    """The module of a page, or a made-up module for a page whose names come from several modules."""
    if "module" in page:
        return Module(import_module(page["module"]))
    made = ModuleType("mtexplain")
    vars(made).update(names, __all__=list(names))
    return Module(made)
