"""The metadata of a wheel, and the files it contains besides the library. hatchling calls both classes."""

import ast
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parent.parent
CARRIED, GUIDE = ("notebooks", "lectures"), "docs/teaching.md"
"""The files that `mtexplain notebooks` writes. They are at the root of a clone, and in mtexplain/course/ in a wheel."""


class About(MetadataHookInterface):
    """The first line of the library's docstring, the README, and links if the public address is known."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add them to the metadata."""
        sys.path.append(str(ROOT))
        from tools import address

        library = ast.parse((ROOT / "mtexplain" / "__init__.py").read_text("utf-8"))
        readme = address.for_package_page((ROOT / "README.md").read_text("utf-8"))
        metadata["description"] = (ast.get_docstring(library) or "").splitlines()[0]
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}
        metadata["urls"] = address.urls()


class Course(BuildHookInterface[Any]):
    """The notebooks and the lecture."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add them to the wheel, except for an editable installation, which uses the files of the clone."""
        if version != "editable":
            sys.path.append(str(ROOT))
            from mtexplain.course.updates import files

            build_data["force_include"] = {GUIDE: f"mtexplain/course/{GUIDE}"} | {
                f"{folder}/{name}": f"mtexplain/course/{folder}/{name}"
                for folder in CARRIED
                for name, _ in files(ROOT / folder)
            }
