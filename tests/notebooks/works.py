"""Parser of the works that a text cites or a list of sources has, by the surname of the first author and the year.

"Koehn 2004", "Mathur, Baldwin and Cohn (2020)" and "Papineni et al. 2002, section 2.1" cite works. In a list, a work
begins with its authors and its year: "P. Koehn. 2004." A book without a year is cited by a short name.
"""

import re

NAME = r"[^\W\d_a-z](?:[\w-]|['’](?!s\b))+"
INITIALS = r"\b(?:[^\W\d_a-z]\.[ -]?)+"
NO_AUTHORS = "In|Since|January|February|March|April|May|June|July|August|September|October|November|December|METEOR"
"""Words with a capital that may precede a year but are not authors; versions of METEOR are named by year."""
YEAR = r"((?:1[89]|20)\d\d)"
FELLOWS = rf"(?:, {NAME})*(?:,? (?:and|&) {NAME}|,? et al\.|,? and others)?(?:['’]s)?"
CITED = re.compile(rf"\b(?!(?:{NO_AUTHORS})\b)({NAME}){FELLOWS},? \(?{YEAR}\b")
LISTED = re.compile(rf"(?:(?<=- )|{INITIALS})({NAME})(?:,? (?:and )?(?:{INITIALS}{NAME}|others|et al))*\. {YEAR}\.")
SHORT = {"SLP3": "D. Jurafsky and J. H. Martin. [Speech and Language Processing]"}
"""The short names of books without a year, and the way in which they are listed."""

Work = tuple[str, str]


def cited(text: str) -> set[Work]:
    """Return the works that a text cites."""
    return {(match[1], match[2]) for match in CITED.finditer(text)} | {(name, "") for name in SHORT if name in text}


def listed(text: str) -> set[Work]:
    """Return the works in a list of sources."""
    short = {(name, "") for name, entry in SHORT.items() if entry in text}
    return {(match[1], match[2]) for match in LISTED.finditer(text)} | short
