"""The wheel of the tree, with which every notebook runs on its own."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.packed import copied, wheel_of


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file."""
    return wheel_of(copied(tmp_path_factory.mktemp("tree")))


@pytest.fixture(scope="session")
def library(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the unpacked wheel."""
    folder = tmp_path_factory.mktemp("library")
    with ZipFile(wheel) as held:
        held.extractall(folder)
    return folder
