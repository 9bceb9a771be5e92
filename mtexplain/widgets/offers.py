"""Edits that are offered, as a table with buttons that do them."""

from mtexplain.display import html
from mtexplain.display.formula import shown, signed
from mtexplain.display.score import SentenceScore
from mtexplain.explain.edits.token_edits import Edits


def none(score: SentenceScore) -> str:
    """Why there is no fix."""
    short = max(map(len, score.references)) < score.longest
    why = "no reference is long enough" if short else "no words of the references will do"
    return f"<p>There is none: {why}.</p>"


def table(edits: Edits, key: str) -> str:
    """A row for each edit: what, where, the score after it, and a button.

    Edits that follow one another have one button, which does all of them.
    """
    if not edits:
        return "<p>There is nothing to mend.</p>"
    rows = []
    for place, one in enumerate(edits):
        change = signed(edits.start.change_to(one.score))
        button = "" if edits.one_by_one and place < len(edits) - 1 else _button(edits, key, place)
        rows.append(
            f'<tr><th scope="row">{html.prose(one.told)}</th><td>{shown(one.score)}</td>'
            f"<td>{change}</td><td>{button}</td></tr>"
        )
    titles = '<th scope="col" class="name">edit</th><th scope="col">score</th><th scope="col">change</th>'
    head = f"<thead><tr>{titles}<td></td></tr></thead>"
    return f'<div class="wide"><table class="rows">{head}<tbody>{"".join(rows)}</tbody></table></div>'


def _button(edits: Edits, key: str, place: int) -> str:
    label = f"Do all {len(edits)}" if edits.one_by_one and len(edits) > 1 else "Try it"
    return f'<button type="button" data-do="try" data-key="{key}" data-place="{place}">{label}</button>'
