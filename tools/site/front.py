"""The front page, with the picture of a score, three large cards, the chapters and the material for a lesson."""

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path

from tools.site.book import Chapter, shelf
from tools.site.cards import Card, cards, doors
from tools.site.pages import STATIC, page

DATA = tomllib.loads(Path(__file__).with_name("front.toml").read_text("utf-8"))
TITLE = "Where does a translation score come from?"
ABOUT = "Every number in a translation score, with its working, for BLEU, ROUGE, METEOR, CIDEr and perplexity."
SCRIPTS = ("link.js", "count.js", "picture.js", "sources.js", "engine.js", "front.js")
STYLE = '<link rel="stylesheet" href="static/library.css">\n'


def write(chapters: Sequence[Chapter]) -> str:
    """The front page."""
    minutes = [chapter.minutes for chapter in chapters]
    told = {"number": len(chapters), "least": min(minutes), "most": max(minutes)}
    ways = [Card(**one)._replace(says=one["says"].format(**told)) for one in DATA["doors"]]
    hero = (STATIC / "hero.html").read_text("utf-8")
    shows = json.dumps({"shows": DATA["shows"]}, ensure_ascii=False).replace("<", "\\u003c")
    parts = {
        "doors": doors(ways),
        "chapters": shelf(chapters, "learn/", "h3"),
        "kit": cards([Card(**one) for one in DATA["kit"]]),
        "number": str(len(chapters)),
        "shows": shows,
    }
    for name, part in parts.items():
        hero = hero.replace(f"${name}", part)
    return page(TITLE, ABOUT, hero, scripts=SCRIPTS, head=STYLE, depth=0)
