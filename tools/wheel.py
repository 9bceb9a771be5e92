"""What a wheel says of itself, and what it carries beside the library. hatchling, which makes it, calls these two."""

import ast
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parent.parent
CARRIED, GUIDE = ("notebooks", "lectures"), "docs/teaching.md"
"""What `mtexplain notebooks` writes. In a clone it stands at the root, in a wheel below mtexplain/course/."""


class About(MetadataHookInterface):
    """The first line of the library, the README, and links where the public address is known."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Write them down."""
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
        """Add them, but to the wheel of a clone: there they are at hand."""
        if version != "editable":
            sys.path.append(str(ROOT))
            from mtexplain.course.updates import files

            build_data["force_include"] = {GUIDE: f"mtexplain/course/{GUIDE}"} | {
                f"{folder}/{name}": f"mtexplain/course/{folder}/{name}"
                for folder in CARRIED
                for name, _ in files(ROOT / folder)
            }
