"""The interactive pages, which are the panel, the stepper, the quiz, the judge and the tools for engineers."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mtexplain.display.markup import escaped
from tools.site.cards import LATE, RIGHT, Card, cards
from tools.site.pages import STATIC, page

METRICS = {
    "bleu": "BLEU",
    "chrf": "chrF",
    "nist": "NIST",
    "rouge_n": "ROUGE-N",
    "rouge_l": "ROUGE-L",
    "rouge_s": "ROUGE-S",
    "rouge_su": "ROUGE-SU",
    "rouge_w": "ROUGE-W",
    "meteor": "METEOR",
    "ter": "TER",
    "ngram_perplexity": "perplexity of a small model",
}
PAGES: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("play.toml").read_text("utf-8"))
_TITLE = """<div class="title"><h1>{title}</h1>
<button class="button scripted" id="share-button" type="button">Share</button></div>
<p class="lead">{says}</p>
"""
_FOLD = """<details class="own scripted"><summary><span class="button">{own}</span>
<span class="given" id="given"></span></summary>
<form class="form" id="form">{fields}<div><button class="button main">{go}</button></div></form></details>
"""
SCRIPTS = ("sources.js", "engine.js", "link.js", "reach.js", "judging.js", "play.js")


def write() -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of each page, and of a page that leads to them."""
    found = [Card(one["picture"], f"{name}.html", one["title"], one["says"]) for name, one in PAGES.items()]
    lead = "<h1>Play</h1>\n<p class='lead'>Everything on these pages runs in your browser.</p>\n"
    yield "index.html", page("Play", "Interactive pages about scores.", lead + cards(found), "Play")
    for name, one in PAGES.items():
        yield f"{name}.html", _page(one)


def _page(one: Mapping[str, Any]) -> str:
    fields = "".join(map(_field, one.get("fields", ())))
    parts = {
        "chooser": _chooser("Metric") if one["kind"] == "panel" else "",
        "form": _FOLD.format(own=one["own"], fields=fields, go=one["go"]) if fields else "",
        "example": escaped(json.dumps({"candidate": LATE, "references": [RIGHT]})),
        "about": json.dumps({"kind": one["kind"], "call": one.get("call", ""), "metrics": list(METRICS)}),
    }
    body = (STATIC / "play.html").read_text("utf-8")
    for name, part in parts.items():
        body = body.replace(f"${name}", part)
    lead = _TITLE.format(title=escaped(one["title"]), says=escaped(one["says"]))
    return page(one["title"], one["says"], lead + body, "Play", SCRIPTS)


def _field(one: Mapping[str, Any]) -> str:
    name, label, value = one["name"], escaped(one["label"]), escaped(one.get("value", ""))
    if "choices" in one:
        return _chooser(label)
    if "rows" in one:
        box = f'<textarea name="{name}" id="{name}" rows="{one["rows"]}" spellcheck="false">{value.strip()}</textarea>'
    else:
        box = f'<input name="{name}" id="{name}" value="{value}" spellcheck="false" autocomplete="off">'
    return f"<label>{label}{box}</label>"


def _chooser(label: str) -> str:
    options = "".join(f'<option value="{value}">{shown}</option>' for value, shown in METRICS.items())
    return f'<label>{label} <select name="metric" id="metric">{options}</select></label>'
