"""A page of the site, with its head, its navigation and its policy. No page requests anything from another site."""

from collections.abc import Sequence
from pathlib import Path
from string import Template

from mtexplain.display.markup import escaped

STATIC = Path(__file__).parent / "static"
# A page may load files from its own site only, from a server or a disk (file:). Python's worker is text (blob:).
POLICY = (
    "default-src 'none'; script-src 'self' file: blob: 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self' blob:; "
    "style-src 'self' file: 'unsafe-inline'; img-src 'self' file: data: blob:; font-src 'self' file: data:; "
    "base-uri 'none'; form-action 'none'"
)
LOGO = "".join(
    f'<rect class="{"credited" if at + n < 3 or not at else "unmatched"}" x="{(at + n / 2) * 11:g}" y="{n * 8.5:g}" '
    'width="9.5" height="7" rx="2"/>'
    for n in range(4)
    for at in range(4 - n)
)
PLACES = {
    "Play": "play/index.html",
    "Learn": "learn/index.html",
    "Teach": "teach/index.html",
    "Reference": "reference/index.html",
}
PAGE = Template((STATIC / "page.html").read_text("utf-8"))
FOOT = (
    'No account. Nothing you type leaves this page. Works without a network. <a href="{home}licences.html">Licences</a>'
)


def page(
    title: str, about: str, body: str, place: str = "", scripts: Sequence[str] = (), head: str = "", depth: int = 1
) -> str:
    """Return a whole page. `place` is its entry in the navigation; `scripts` are files of static/.

    `depth` is the number of folders between the page and the front page.
    """
    home = "../" * depth
    here = ' aria-current="page"'
    places = "".join(f'<a href="{home}{to}"{here * (name == place)}>{name}</a>' for name, to in PLACES.items())
    parts = {"title": escaped(title), "about": escaped(about), "policy": POLICY, "home": home, "logo": LOGO}
    parts |= {"places": places, "head": head, "body": body, "foot": FOOT.format(home=home)}
    return PAGE.substitute(parts, scripts="".join(f'<script src="{home}static/{one}"></script>\n' for one in scripts))


def moved(to: Sequence[tuple[str, str]]) -> str:
    """The page at the old address of a chapter, which leads to the new address, or to several if it was divided."""
    links = "".join(f'<li><a href="{address}">{escaped(title)}</a></li>' for address, title in to)
    head = f'<meta http-equiv="refresh" content="0; url={to[0][0]}">\n' if len(to) == 1 else ""
    said = "This chapter has a new address:" if len(to) == 1 else "This chapter was divided into several chapters:"
    body = f"<h1>This chapter has moved</h1>\n<p>{said}</p>\n<ul>{links}</ul>\n"
    return page("This chapter has moved", "The new address of a chapter.", body, "Learn", head=head)


def icon() -> str:
    """The icon in a browser's tab."""
    drawn = LOGO.replace('class="credited"', 'fill="#0072b2"').replace('class="unmatched"', 'fill="#b8c4cf"')
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -6 46 46">{drawn}</svg>\n'
