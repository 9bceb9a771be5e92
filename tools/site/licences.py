"""The page of licences, for every work that the site and its decks contain."""

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

from mtexplain.display.markup import escaped
from tools.deck import REVEAL
from tools.site import lite, runtime
from tools.site.pages import page

PARTS = tomllib.loads(Path(__file__).with_name("licences.toml").read_text("utf-8"))["parts"]
TEXTS = Path(__file__).parent / "texts"
FONTS = runtime.ROOT / "mtexplain" / "display" / "fonts"
BESIDE = {
    "static/OFL.txt": FONTS / "OFL.txt",
    "python/MPL-2.0.txt": TEXTS / "MPL-2.0.txt",
    "python/Python-3.14.txt": TEXTS / "Python-3.14.txt",
    "run/static/pyodide/MPL-2.0.txt": TEXTS / "MPL-2.0.txt",
    "run/static/pyodide/Python-3.14.txt": TEXTS / "Python-3.14.txt",
}
"""Licence files that are copied next to the files they cover, by their place in the site."""
ABOUT = "The works that this site and its slides contain, with their owners and their licences."
NAMED = re.compile(r"(?i)licen[cs]e|copying|notice|authors")


def write() -> str:
    """Return the page."""
    told = "\n".join(f"<h2>{part['title']}</h2>\n{''.join(map(work, part['works']))}" for part in PARTS)
    others = "".join(work({"package": name, "says": summary(name)}) for name in packages())
    return page("Licences", ABOUT, f"<h1>Licences</h1>\n<p class='lead'>{ABOUT}</p>\n{told}\n{others}", depth=0)


def packages() -> list[str]:
    """The Python packages that the site contains for its notebooks and its pages, in alphabetical order."""
    return sorted({*lite.INSTALLED, *runtime.INSTALLED})


def work(about: dict[str, str | list[str]]) -> str:
    """A work with its name, its licence, what it does here, and the folded text of the licence."""
    if "package" in about:
        name = str(about["package"])
        about = {"name": f"{name} {distribution(name).version}", "licence": licence(name), **about}
    head = f"<b>{escaped(str(about['name']))}</b> {escaped(str(about['licence']))}. {escaped(str(about['says']))}."
    if "listed" in about:
        links = ", ".join(f'<a href="{one}">list {number}</a>' for number, one in enumerate(about["listed"], 1))
        return f'<p class="licence">{head} Each has its own licence: {links}.</p>\n'
    source = f'<p><a href="{about["source"]}">Where it comes from</a></p>' if "source" in about else ""
    return f'<details class="licence"><summary>{head}</summary>{source}<pre>{escaped(text(about))}</pre></details>\n'


def text(about: dict[str, str | list[str]]) -> str:
    """The text of a work's licence."""
    if "package" in about:
        return "\n\n".join(texts(str(about["package"])))
    if about["text"] == "reveal.js":
        return (REVEAL.parent / "LICENSE").read_text("utf-8")
    return (runtime.ROOT / str(about["text"])).read_text("utf-8")


def texts(package: str) -> Iterator[str]:
    """Yield the texts of an installed package about its licences and authors."""
    for path in sorted(distribution(package).files or ()):
        if path.parts[0].endswith(".dist-info") and NAMED.search(path.name):
            yield path.read_text("utf-8")


def licence(package: str) -> str:
    """The name of a package's licence, as the package states it."""
    about = distribution(package).metadata
    told = [str(one) for one in about.get_all("License-Expression", [])]
    told += [one.rpartition(" :: ")[2] for one in about.get_all("Classifier", []) if one.startswith("License ::")]
    told += [line for one in about.get_all("License", []) for line in str(one).splitlines()]
    return told[0]


def summary(package: str) -> str:
    """The summary of a package, without a full stop at the end."""
    return str(distribution(package).metadata["Summary"]).rstrip(".")
