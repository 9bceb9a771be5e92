"""A trace as a page of its own, that asks for nothing from outside."""

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256

from mtexplain.display import fonts, html
from mtexplain.display.markup import escaped
from mtexplain.display.steps import Showable

_PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; font-src data:{scripts}">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{fonts}
body {{ background: Canvas; color: CanvasText; font-size: 16px; margin: 2rem auto; padding: 0 1rem; max-width: 66rem; }}
h1 {{ font: 650 1.1rem/1.5 mtexplain, system-ui, sans-serif; margin: 0 0 1rem; }}
@media print {{ @page {{ margin: 14mm 16mm; }} body {{ font-size: 10.5pt; margin: 0; padding: 0; max-width: none; }} }}
@media (prefers-color-scheme: dark) {{ .mtx.mtx {{ --ok: #56b4e9; --on: #06121b; --cut: #e69f00; }} }}
</style>
{body}
</html>
"""


def of_trace(whole: Showable, before: Iterable[Showable] = ()) -> str:
    """The trace as a page of its own, with other traces above it where there are some."""
    title = f"{whole.headline.value} - {whole.headline.signature}"
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
