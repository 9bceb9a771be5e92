"""The catalogue of mistakes, a page for each family of metrics, with right and wrong formulas and their results."""

import tomllib
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from mtexplain.by_hand import numbers
from mtexplain.by_hand.misconception import Misconception, sentences
from mtexplain.display.markup import escaped, formula
from mtexplain.explain.practice.misconceptions import families
from tools.site.reference.leaf import Leaf, Name, heading

COURSE: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("mistakes.toml").read_text("utf-8"))


def write(titles: Mapping[str, str]) -> Iterator[Leaf]:
    """Yield each page; `titles` are the titles of the chapters by name."""
    for family, those in families().items():
        body, contents = "", list[tuple[str, str]]()
        for (group, place), few in groupby(those, key=lambda one: (one.subject.group, one.replaces)):
            there = list(few)
            at = f"{place}-{len(contents) + 1}"
            called = COURSE["titles"][group][place]
            chapter = COURSE["places"].get(place) if family == "BLEU" else None
            chapter = chapter or COURSE["chapters"][family]
            course = f'<a href="../learn/{chapter}.html">{escaped(titles[chapter])}</a>'
            body += (
                f"{heading(2, at, escaped(called))}<p>Right: {formula(there[0].right)}. In the course: {course}</p>\n"
            )
            body += "".join(map(_mistake, there))
            contents.append((at, called))
        found = [Name(one.name, one.title, one.explanation) for one in those]
        says = f"{len(those)} wrong formulas, each with the smallest text that reveals it."
        yield Leaf(f"mistakes_{family.lower()}", f"Mistakes with {family}", says, body, contents, found)


def _mistake(one: Misconception) -> str:
    """A mistake with its explanation, both formulas with their results on the smallest text, and its source."""
    found = one.smallest
    names = [found.shows[0], *found.shows[-1:]] if len(found.shows) > 1 else found.shows
    head = "".join(f'<th scope="col">{formula(found.symbol(name))}</th>' for name in names)
    rows = ""
    for way, written, given in (("right", one.right, found.right), ("wrong", one.wrong, found.wrong)):
        cells = "".join(f"<td>{formula(numbers.formula(given[name]))}</td>" for name in names)
        rows += f'<tr class="{way}"><th scope="row">{way}</th><td>{formula(written)}</td>{cells}</tr>'
    return (
        f'<section class="mistake">{heading(3, one.name, escaped(one.title))}<p>{escaped(one.explanation)}</p>'
        f'<p>{_text(one)}</p><table><thead><tr><td></td><th scope="col">formula</th>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
        f'<p class="source">Source: {escaped(one.source)}{"" if one.source.endswith("?") else "."}</p></section>'
    )


def _text(one: Misconception) -> str:
    """The smallest text, on a single line."""
    candidate, references, settings = one.example
    ours, theirs = one.subject.sides
    told = f"{ours[0].upper()}{ours[1:]} {_code(candidate)}"
    told += f", {theirs} {_code(references)}" if references else ""
    given = ", ".join(f"{name}={value!r}" for name, value in settings.items())
    return f"{told}, with <code>{escaped(given)}</code>." if given else f"{told}."


def _code(texts: Any) -> str:
    """Sentences as code, with / for the end of a line."""
    return " | ".join(f"<code>{escaped(one)}</code>" for one in sentences(texts)).replace("\n", " / ")
