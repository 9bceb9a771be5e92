"""The public address of this project, and what depends on it: the metadata of a wheel, its README, the site.

Nobody knows the address yet, so links to it are left out. Once it is known: write it below, run
`python -m tools.address`, which writes it into README.md, and commit. Not tried: what a package page makes of it.
"""

import re
from html import escape as escaped
from pathlib import Path

REPOSITORY = ""  # THE PUBLIC ADDRESS, as in "https://github.com/OWNER/mtexplain"

README = Path(__file__).resolve().parent.parent / "README.md"
MARK = "<!-- The way to the site: tools/address.py writes this line. -->"


def site(repository: str = REPOSITORY) -> str:
    """Where GitHub publishes the site of a repository.

    >>> site("https://github.com/OWNER/mtexplain")
    'https://owner.github.io/mtexplain/'
    """
    if not repository:
        return ""
    shape = re.fullmatch(r"https://github\.com/([\w-]+)/([\w.-]+?)(?<!\.git)", repository)
    if not shape:
        raise ValueError(f"REPOSITORY is {repository!r}; it should be like https://github.com/OWNER/mtexplain")
    return f"https://{shape[1].lower()}.github.io/{shape[2]}/"


def urls(repository: str = REPOSITORY) -> dict[str, str]:
    """The links that a package page shows beside the text; none while the address is unknown."""
    if not repository:
        return {}
    return {
        "Homepage": site(repository),
        "Repository": repository,
        "Changelog": f"{repository}/blob/HEAD/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }


def with_way(readme: str, repository: str = REPOSITORY) -> str:
    """The README with its line that leads to the site; the line is empty while the address is unknown."""
    way = f"**[Open it in your browser]({site(repository)})**, with nothing installed. " if repository else ""
    return re.sub(rf"(?m)^.*{re.escape(MARK)}$", way + MARK, readme)


def for_package_page(readme: str, repository: str = REPOSITORY) -> str:
    """The README for a page that is not beside the files: whole addresses, or words in place of what can't be shown.

    >>> for_package_page("[this](docs/a.md), [that](https://b.org)")
    'this, [that](https://b.org)'
    >>> for_package_page("[this](docs/a.md)", "https://github.com/OWNER/mtexplain")
    '[this](https://github.com/OWNER/mtexplain/blob/HEAD/docs/a.md)'
    """
    if repository:
        readme = re.sub(r"\]\((?!\w+:|#)", f"]({repository}/blob/HEAD/", readme)
        return re.sub(r'\b(src|srcset)="(?!\w+:)', rf'\1="{repository}/raw/HEAD/', readme)
    readme = re.sub(r"\[([^]]*)\]\((?!\w+:|#)[^)]*\)", r"\1", readme)
    return re.sub(r'<picture>.*?\balt="([^"]*)".*?</picture>', r"*\1*", readme)


def told(page: str, address: str) -> str:
    """A page of the site with its own address, for search engines and for whoever passes it on; unknown, unchanged."""
    links = f'<link rel="canonical" href="{escaped(address)}">\n<meta property="og:url" content="{escaped(address)}">'
    return page.replace("</title>", f"</title>\n{links}", 1) if address else page


if __name__ == "__main__":
    README.write_text(with_way(README.read_text("utf-8")), "utf-8", newline="\n")
