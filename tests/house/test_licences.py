"""The page of licences has the text of the licence for everything in the site that others made."""

import re

import pytest

from tools.site import licences

WORKS = [work for part in licences.PARTS for work in part["works"] if "listed" not in work]
PACKAGES = [{"package": name, "says": ""} for name in licences.packages()]


@pytest.mark.parametrize("work", [*WORKS, *PACKAGES], ids=lambda work: work.get("name") or work["package"])
def test_each_work_has_the_text_of_its_licence(work: dict[str, str | list[str]]) -> None:
    assert re.search(r"(?i)permi(tted|ssion)|licen[cs]e", licences.text(work))
    assert len(licences.text(work)) > 500


def test_its_texts_are_escaped() -> None:
    """Other people wrote the texts, which have names and addresses in angle brackets."""
    page = licences.write()
    assert "<https://" not in page
    assert "&lt;" in page
