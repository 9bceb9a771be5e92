"""The public address: one constant, from which the site, the README and the wheel learn it (see test_wheel.py)."""

import doctest
import re
from pathlib import Path

import pytest

from tools import address
from tools.site import __main__ as site

REPOSITORY = "https://github.com/OWNER/mtexplain"
PAGE = "<head>\n<title>A page</title>\n</head>"


def test_its_examples_run() -> None:
    assert doctest.testmod(address) == (0, 3)


def test_unknown_it_leaves_every_link_out() -> None:
    assert (address.site(""), address.urls("")) == ("", {})
    assert address.told(PAGE, "") == PAGE


def test_known_each_page_of_the_site_names_its_own() -> None:
    told = address.told(PAGE, f"{address.site(REPOSITORY)}play/quiz.html")
    assert '<link rel="canonical" href="https://owner.github.io/mtexplain/play/quiz.html">' in told
    assert '<meta property="og:url" content="https://owner.github.io/mtexplain/play/quiz.html">' in told


def test_the_constant_is_empty_or_the_address_of_a_repository() -> None:
    """Without a slash or `.git` at its end."""
    assert re.fullmatch(r"(https://github\.com/[\w-]+/[\w-]+)?", address.REPOSITORY)


def test_a_fork_gives_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[object] = []
    monkeypatch.setattr(site, "build", lambda *given: asked.extend(given))
    assert site.main(["--to", str(tmp_path), "--address", "https://fork.github.io/mtexplain"]) == 0
    assert asked == [tmp_path, "https://fork.github.io/mtexplain/"]
