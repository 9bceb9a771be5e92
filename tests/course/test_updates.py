"""The copies that `mtexplain notebooks` makes: a reader's edits stay, and updates arrive beside them."""

from pathlib import Path

import pytest

from mtexplain.course import updates

NAME = "00_start_here.ipynb"
UPDATE = "00_start_here.updated.ipynb"


class Desk:
    """A folder of originals, a folder of copies, and a method for each thing that can happen to them."""

    def __init__(self, folder: Path) -> None:
        self.source, self.copy = folder / "notebooks", folder / "my_notebooks"
        self.source.mkdir()
        self.trusted: list[bytes] = []
        self.new_names: dict[str, list[str]] = {}

    def publish(self, text: str, name: str = NAME) -> None:
        """A new version upstream."""
        path = self.source / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def edit(self, text: str, name: str = NAME) -> None:
        """The reader saves something of their own."""
        (self.copy / name).write_text(text)

    def rename(self, old: str, *new: str) -> None:
        """A chapter gets another name upstream, or becomes several."""
        text = (self.source / f"{old}.ipynb").read_text()
        (self.source / f"{old}.ipynb").unlink()
        for name in new:
            self.publish(text, f"{name}.ipynb")
        self.new_names[old] = list(new)

    def start(self) -> list[str]:
        """`mtexplain notebooks`: the lines it prints."""
        return updates.bring(dict(updates.files(self.source)), self.copy, self.trusted.append, self.new_names)

    def has(self) -> dict[str, str]:
        """Every file among the copies, except the memory."""
        found = {path.relative_to(self.copy).as_posix(): path for path in self.copy.rglob("*") if path.is_file()}
        return {name: path.read_text() for name, path in found.items() if name != updates.MEMORY}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A desk after the first start."""
    made = Desk(tmp_path)
    made.publish("one")
    assert made.start() == []
    return made


def test_first_start_copies(desk: Desk) -> None:
    """Word for word."""
    assert desk.has() == {NAME: "one"}


def test_a_second_start_changes_nothing(desk: Desk) -> None:
    """Not even the time of the file, so that an open JupyterLab sees no change on disk."""
    before = (desk.copy / NAME).stat().st_mtime_ns
    assert desk.start() == []
    assert (desk.copy / NAME).stat().st_mtime_ns == before


def test_an_unedited_copy_becomes_the_new_version(desk: Desk) -> None:
    """And so it goes on, version after version."""
    for text in ("two", "three"):
        desk.publish(text)
        assert desk.start() == []
        assert desk.has() == {NAME: text}


def test_an_edited_copy_stays(desk: Desk) -> None:
    """If nothing is new upstream, nothing happens."""
    desk.edit("mine")
    assert desk.start() == []
    assert desk.has() == {NAME: "mine"}


def test_an_update_comes_beside_an_edited_copy_once(desk: Desk) -> None:
    """One line says so. An update that is deleted does not come back."""
    desk.edit("mine")
    desk.publish("two")
    (line,) = desk.start()
    assert NAME in line
    assert UPDATE in line
    assert desk.has() == {NAME: "mine", UPDATE: "two"}
    assert desk.start() == []
    (desk.copy / UPDATE).unlink()
    assert desk.start() == []
    assert desk.has() == {NAME: "mine"}


def test_an_unedited_update_becomes_the_next_update(desk: Desk) -> None:
    """No pile of old updates."""
    desk.edit("mine")
    for text in ("two", "three"):
        desk.publish(text)
        assert len(desk.start()) == 1
        assert desk.has() == {NAME: "mine", UPDATE: text}


def test_an_edited_update_stays_too(desk: Desk) -> None:
    """The next one takes the next name."""
    desk.edit("mine")
    desk.publish("two")
    desk.start()
    desk.edit("mine as well", UPDATE)
    desk.publish("three")
    assert len(desk.start()) == 1
    expected = {NAME: "mine", UPDATE: "mine as well", "00_start_here.updated-2.ipynb": "three"}
    assert desk.has() == expected
    assert desk.start() == []
    assert desk.has() == expected


def test_an_update_taken_back_is_no_news(desk: Desk) -> None:
    """Upstream returns to the version the reader started from."""
    desk.edit("mine")
    desk.publish("two")
    desk.start()
    desk.publish("one")
    assert desk.start() == []
    assert desk.has() == {NAME: "mine", UPDATE: "two"}


def test_a_reader_who_did_the_update_by_hand_is_up_to_date(desk: Desk) -> None:
    """A copy that equals the new version counts as unedited, wherever it came from."""
    desk.publish("two")
    desk.edit("two")
    assert desk.start() == []
    desk.publish("three")
    assert desk.start() == []
    assert desk.has() == {NAME: "three"}


def test_a_deleted_copy_comes_back(desk: Desk) -> None:
    """That is how to start over."""
    (desk.copy / NAME).unlink()
    assert desk.start() == []
    assert desk.has() == {NAME: "one"}


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"written": 1, "offered": {}}', '{"written": {}}', "\0\xff"])
def test_a_damaged_memory_loses_no_edit(desk: Desk, damage: str) -> None:
    """Every file that differs counts as edited, and every file that is the same is simply recognised."""
    desk.publish("same", "01.ipynb")
    desk.start()
    desk.edit("mine")
    (desk.copy / updates.MEMORY).write_text(damage, "latin-1")
    assert len(desk.start()) == 1
    assert desk.has() == {NAME: "mine", UPDATE: "one", "01.ipynb": "same"}
    assert desk.start() == []
    desk.publish("news", "01.ipynb")
    assert desk.start() == []
    assert desk.has() == {NAME: "mine", UPDATE: "one", "01.ipynb": "news"}


def test_files_the_reader_added_are_left_alone(desk: Desk) -> None:
    """It holds even if a notebook of that name appears upstream later."""
    desk.edit("my own", "02_own.ipynb")
    assert desk.start() == []
    desk.publish("theirs", "02_own.ipynb")
    assert len(desk.start()) == 1
    assert desk.has() == {NAME: "one", "02_own.ipynb": "my own", "02_own.updated.ipynb": "theirs"}


def test_a_folder_in_the_way_is_left_alone(desk: Desk) -> None:
    """Whatever it holds."""
    (desk.copy / "01.ipynb").mkdir()
    desk.publish("one", "01.ipynb")
    assert len(desk.start()) == 1
    assert desk.has() == {NAME: "one", "01.updated.ipynb": "one"}


def test_subfolders_and_other_files_come_too(desk: Desk) -> None:
    """But not what Jupyter and Python leave behind."""
    desk.publish("a,b", "data/words.csv")
    desk.publish("old", ".ipynb_checkpoints/00.ipynb")
    desk.publish("bytes", "__pycache__/x.pyc")
    desk.start()
    assert desk.has() == {NAME: "one", "data/words.csv": "a,b"}
    desk.edit("mine", "data/words.csv")
    desk.publish("b,a", "data/words.csv")
    assert len(desk.start()) == 1
    assert desk.has()["data/words.updated.csv"] == "b,a"


def test_an_unedited_copy_takes_the_new_name(desk: Desk) -> None:
    """One line says so once, and the file under the old name goes."""
    desk.rename("00_start_here", "10_start")
    assert desk.start() == [f"{NAME} is now 10_start.ipynb."]
    assert desk.has() == {"10_start.ipynb": "one"}
    assert desk.start() == []
    desk.publish("two", "10_start.ipynb")
    assert desk.start() == []
    assert desk.has() == {"10_start.ipynb": "two"}


def test_an_edited_copy_keeps_its_old_name(desk: Desk) -> None:
    """A line says once where the chapter is, and an unedited update beside the copy goes."""
    desk.edit("mine")
    desk.publish("two")
    desk.start()
    assert UPDATE in desk.has()
    desk.rename("00_start_here", "10_start", "11_more")
    assert desk.start() == [f"You edited {NAME}, so it stays. The chapter is now 10_start.ipynb and 11_more.ipynb."]
    assert desk.has() == {NAME: "mine", "10_start.ipynb": "two", "11_more.ipynb": "two"}
    assert desk.start() == []
    assert desk.has() == {NAME: "mine", "10_start.ipynb": "two", "11_more.ipynb": "two"}


def test_a_copy_that_was_deleted_before_its_chapter_was_renamed_leaves_no_trace(desk: Desk) -> None:
    (desk.copy / NAME).unlink()
    desk.rename("00_start_here", "10_start")
    desk.start()
    assert desk.has() == {"10_start.ipynb": "one"}
    desk.edit("my own", NAME)  # a new file of the reader's under the old name
    assert desk.start() == []
    assert desk.has() == {NAME: "my own", "10_start.ipynb": "one"}


def test_chapters_that_were_renamed_are_there_under_their_new_names() -> None:
    """And no chapter has an old name."""
    names = {name.removesuffix(".ipynb") for name in updates.originals()}
    assert {new for news in updates.renamed().values() for new in news} <= names
    assert names.isdisjoint(updates.renamed())


def test_a_notebook_gone_upstream_stays_with_the_reader(desk: Desk) -> None:
    """It may be the one they work in."""
    (desk.source / NAME).unlink()
    assert desk.start() == []
    assert desk.has() == {NAME: "one"}


def test_a_start_cut_short_is_done_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an interruption when the copies are written but not yet remembered, nothing counts as edited."""
    desk.publish("two")
    with monkeypatch.context() as cut:
        cut.setattr(updates, "remember", stop)
        with pytest.raises(KeyboardInterrupt):
            desk.start()
    assert desk.start() == []
    desk.publish("three")
    assert desk.start() == []
    assert desk.has() == {NAME: "three"}


def stop(*_: object) -> None:
    """Ctrl-C at a bad moment."""
    raise KeyboardInterrupt


def test_only_our_own_content_is_trusted(desk: Desk) -> None:
    """What the reader wrote is not ours to vouch for, nor is a data file a notebook."""
    desk.edit("mine")
    desk.publish("two")
    desk.publish("a,b", "words.csv")
    desk.start()
    assert desk.trusted == [b"one", b"two"]


def test_a_link_of_the_readers_stays_a_link(desk: Desk, tmp_path: Path) -> None:
    """Even a link stays that leads nowhere today, to a disk that is not there."""
    (desk.copy / NAME).unlink()
    (desk.copy / NAME).symlink_to(tmp_path / "on another disk.ipynb")
    desk.publish("two")
    assert len(desk.start()) == 1
    assert (desk.copy / NAME).is_symlink()
    assert (desk.copy / UPDATE).read_text() == "two"


def test_nothing_is_brought_through_a_folder_that_is_a_link(desk: Desk, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (desk.copy / "lectures").symlink_to(elsewhere)
    desk.publish("one", "lectures/bleu.ipynb")
    desk.publish("one", "lectures/more.ipynb")
    assert desk.start() == ["lectures is a link to another folder, so nothing is copied there."]
    assert list(elsewhere.iterdir()) == []


def test_the_readers_own_folder_may_be_a_link(desk: Desk, tmp_path: Path) -> None:
    desk.copy.rename(tmp_path / "on another disk")
    desk.copy.symlink_to(tmp_path / "on another disk")
    desk.publish("two", "lectures/bleu.ipynb")
    assert desk.start() == []
    assert (tmp_path / "on another disk" / "lectures" / "bleu.ipynb").read_text() == "two"


def test_a_link_in_place_of_our_draft_is_not_followed(desk: Desk, tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    (desk.copy / f".{NAME}.draft").symlink_to(mine)
    desk.publish("two")
    desk.start()
    assert (mine.read_text(), (desk.copy / NAME).read_text()) == ("mine", "two")
