"""The material for a lesson, with slides and notes, a handout, exercise sheets, an exit quiz and a code to scan."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import mtexplain
from mtexplain.display.markup import escaped
from tools.deck import deck, read, script, title
from tools.site.cards import LATE, RIGHT
from tools.site.pages import STATIC, moved, page

PANEL = "../play/what-if.html"
STUDENTS = 30


def write(root: Path, renamed: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file, namely the main page, the decks and the pages to print.

    A renamed chapter keeps a page under the old name of its deck.
    """
    decks = []
    for path in (*sorted((root / "lectures").glob("*.ipynb")), *sorted((root / "notebooks").glob("*.ipynb"))):
        yield f"{path.stem}.slides.html", deck(path, panel=PANEL)
        if notes := script(path):
            yield f"{path.stem}.notes.html", notes
        decks.append((path.stem, title(read(path))))
    titles = dict(decks)
    for old, names in renamed.items():
        yield f"{old}.slides.html", moved([(f"{name}.slides.html", titles[name]) for name in names])
    sheet, sheets = mtexplain.worksheet(LATE, [RIGHT]), mtexplain.sheets(STUDENTS)
    quiz = mtexplain.sheets(STUDENTS, count=5).choices
    for name, made, key in (
        ("worksheet", sheet, sheet.key),
        ("sheets", sheets, sheets.key),
        ("exit_quiz", quiz, quiz.key),
    ):
        yield f"{name}.html", made.to_html()
        yield f"{name}_key.html", key.to_html()
    chapters = "".join(
        f'<li><a href="{name}.slides.html">{name.partition("_")[0]} {escaped(shown)}</a></li>'
        for name, shown in decks[1:]
    )
    body = (STATIC / "teach.html").read_text("utf-8").replace("$chapters", chapters)
    body = body.replace("$lecture", decks[0][0]).replace("$students", str(STUDENTS))
    yield (
        "index.html",
        page("Teach", "Everything for one lesson.", body, "Teach", ("sources.js", "engine.js", "teach.js")),
    )
