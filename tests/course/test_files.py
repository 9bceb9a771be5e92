"""Several files are written together."""

from pathlib import Path

import pytest

from mtexplain.files import write_whole


def test_a_folder_in_the_place_of_a_file_leaves_the_others_as_they_were(tmp_path: Path) -> None:
    file, folder = tmp_path / "a", tmp_path / "b"
    file.write_bytes(b"old")
    folder.mkdir()
    with pytest.raises(IsADirectoryError) as refused:
        write_whole({file: b"new", folder: b"new"})
    assert str(refused.value).endswith(f"Is a directory: {str(folder)!r}")
    assert file.read_bytes() == b"old"
    assert sorted(tmp_path.iterdir()) == [file, folder]
