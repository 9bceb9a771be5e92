"""A trace as a page of its own, that asks for nothing from outside."""

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256

from mtexplain import data
from mtexplain.display import fonts, html
from mtexplain.display.markup import escaped
from mtexplain.display.steps import Showable

_PAGE = data.text(__package__, "page.html")


def of_trace(whole: Showable, before: Iterable[Showable] = ()) -> str:
    """The trace as a page of its own, with other traces above it where there are some."""
    title = f"{whole.headline.answer} - {whole.headline.signature}"
    metric = whole.headline.signature.partition(" · ")[0]
    heading = f"<h1>{escaped(metric.title() if metric.islower() else metric)}</h1>\n"
    return of_body(title, heading + "\n<hr>\n".join(map(html.trace, [*before, whole])), html.script())


def of_body(title: str, body: str, *scripts: str) -> str:
    """A page that can ask for nothing and run nothing, but for these scripts."""
    allowed = f"; script-src {' '.join(map(hashed, scripts))}" if scripts else ""
    letters = fonts.faces("mtexplain", "mtexplain-mono")
    return _PAGE.format(title=escaped(title), body=body, scripts=allowed, fonts=letters)


def hashed(script: str) -> str:
    """A script as the policy of a page names it, by its hash.

    >>> hashed("")
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    """
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
