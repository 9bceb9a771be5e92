"""The public address of this project, with the parts of the wheel, the README, the site and the notebooks that use it.

The address isn't known yet, so links to it are left out. Once it is known, write it below and run
`python -m tools.address`, which writes it into README.md and every notebook. Then commit. The results on a package
page, on Colab and on Kaggle haven't been tested.
"""

import json
import re
from html import escape as escaped
from pathlib import Path
from typing import Any

REPOSITORY = ""  # THE PUBLIC ADDRESS, as in "https://github.com/OWNER/mtexplain"

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
NOTEBOOKS = sorted([*ROOT.glob("notebooks/*.ipynb"), *ROOT.glob("lectures/*.ipynb")])
MARK = "<!-- The way to the site: tools/address.py writes this line. -->"


def site(repository: str = REPOSITORY) -> str:
    """The address at which GitHub publishes the site of a repository.

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
    """The links that a package page shows beside the text; empty while the address is unknown."""
    if not repository:
        return {}
    return {
        "Homepage": site(repository),
        "Repository": repository,
        "Changelog": f"{repository}/blob/HEAD/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }


def with_way(readme: str, repository: str = REPOSITORY) -> str:
    """The README with a line that links to the site and the first chapter, or no links if the address is unknown."""
    first = launch("notebooks/00_start_here.ipynb", "the first notebook", repository)
    way = f"**[Open it in your browser]({site(repository)})**, with nothing installed. {first} " if repository else ""
    return re.sub(rf"(?m)^.*{re.escape(MARK)}$", way + MARK, readme)


def for_package_page(readme: str, repository: str = REPOSITORY) -> str:
    """The README for a package page, with absolute links, or with plain text instead of links to files.

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


INSTALL = """\
try:  # import mtexplain, or install it
    import mtexplain
except ModuleNotFoundError:  # as on Colab
    from pathlib import Path
    found = [wheel.resolve().as_uri() for wheel in Path().glob("mtexplain-*.whl")]
    {last}
    get_ipython().run_line_magic("pip", f"install -q mtexplain[colab]@{{found[0]}}")
    import mtexplain"""
BESIDE = 'assert found, "Put mtexplain-….whl beside this notebook, and run this cell again."'
HOSTED = ("launch", "install")
"""The cells that only a notebook opened on its own needs. The site and the decks leave them out."""


def install(repository: str = REPOSITORY) -> str:
    """The cell that installs the library if it is missing, from a wheel or else from the public address."""
    return INSTALL.format(last=f'found += ["{repository}/archive/HEAD.zip"]' if repository else BESIDE)


def launch(path: str, name: str = "this notebook", repository: str = REPOSITORY) -> str:
    """The links to services that run a notebook; empty while the address is unknown."""
    if not repository:
        return ""
    file = f"{repository}/blob/HEAD/{path}"
    page = f"{site(repository)}run/notebooks/index.html?path={path.removeprefix('notebooks/')}"
    ways = {
        "Colab": file.replace("https://github.com", "https://colab.research.google.com/github"),
        "Kaggle": f"https://www.kaggle.com/kernels/welcome?src={file}",
        "your browser alone": page,
    }
    *first, last = (f"[{where}]({way})" for where, way in ways.items())
    return f"Run {name} in {', '.join(first)} or {last}."


def alone(notebook: dict[str, Any], path: str, repository: str = REPOSITORY) -> dict[str, Any]:
    """The notebook with what it needs on its own, namely links below its title and a cell that installs the library."""
    cells = [cell for cell in notebook["cells"] if cell["id"] != "launch"]
    for cell in cells:
        if cell["id"] == "install":
            cell["source"] = install(repository).splitlines(keepends=True)
    if ways := launch(path, repository=repository):
        place = 1 + next(place for place, cell in enumerate(cells) if cell["id"] == "title")
        about = {"slideshow": {"slide_type": "skip"}}
        cells.insert(place, {"cell_type": "markdown", "id": "launch", "metadata": about, "source": [ways]})
    return {**notebook, "cells": cells}


def told(page: str, address: str) -> str:
    """A page with its own address in its head, for search engines and links. Without an address it is unchanged."""
    links = f'<link rel="canonical" href="{escaped(address)}">\n<meta property="og:url" content="{escaped(address)}">'
    return page.replace("</title>", f"</title>\n{links}", 1) if address else page


def write(repository: str = REPOSITORY) -> None:
    """Write the address into README.md and every notebook."""
    README.write_text(with_way(README.read_text("utf-8"), repository), "utf-8", newline="\n")
    for path in NOTEBOOKS:
        made = alone(json.loads(path.read_text("utf-8")), path.relative_to(ROOT).as_posix(), repository)
        text = json.dumps(made, ensure_ascii=False, indent=1, sort_keys=True)
        path.write_text(f"{text}\n", "utf-8", newline="\n")


if __name__ == "__main__":
    write()
