"""`mtexplain lab`: what JupyterLab is told, and what people are told."""

import sys
import webbrowser
from pathlib import Path

import nbformat
import pytest
from nbformat.sign import NotebookNotary

from mtexplain import cli
from mtexplain.course import lab
from tests.places import ROOT


def test_trust_is_what_jupyter_checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jupyter trusts a signed notebook, but not a notebook that was changed."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path))
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1", id="a")])
    lab.trust(nbformat.writes(notebook).encode())
    with NotebookNotary() as notary:
        assert notary.check_signature(notebook)
        notebook.cells[0].source = "2"
        assert not notary.check_signature(notebook)


def test_failing_to_trust_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """It never prevents a start."""
    lab.trust(b"not a notebook")
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_options() -> None:
    """Root and a missing browser each add an option, and no option asks for anything outside."""
    folder = Path("copy")
    plain = lab.options(folder, browser=True, root=False)
    assert "--allow-root" not in plain
    assert "--no-browser" not in plain
    assert {"--LabApp.news_url=", "--LabApp.extension_manager=readonly"} < set(plain)
    assert set(lab.options(folder, browser=False, root=True)) - set(plain) == {"--allow-root", "--no-browser"}


@pytest.mark.parametrize(
    ("environment", "kind", "expected"),
    [
        ({}, webbrowser.BackgroundBrowser, False),
        ({"DISPLAY": ":0"}, webbrowser.BackgroundBrowser, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, webbrowser.BackgroundBrowser, True),
        ({"DISPLAY": ":0"}, webbrowser.GenericBrowser, False),
        ({"DISPLAY": ":0"}, None, False),
        ({"BROWSER": "opens-in-the-editor"}, None, True),
    ],
)
def test_a_browser_needs_windows(
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    kind: type[webbrowser.GenericBrowser] | None,
    expected: bool,
) -> None:
    """A browser that would run inside the terminal doesn't count."""

    def get() -> webbrowser.GenericBrowser:
        if kind is None:
            raise webbrowser.Error
        return kind("some-browser")

    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(webbrowser, "get", get)
    assert lab.has_browser() is expected


def test_the_folder_and_what_follows_the_dashes_reach_jupyterlab(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given: list[str] = []
    monkeypatch.setattr("jupyterlab.labapp.LabApp.launch_instance", given.extend)
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "")
    assert cli.main(["lab", str(tmp_path / "mine"), "--", "--port", "9000"]) == 0
    assert f"--ServerApp.root_dir={tmp_path / 'mine'}" in given
    assert f"--LabApp.default_url=/lab/tree/{lab.START}" in given
    assert given[-2:] == ["--port", "9000"]
    assert (tmp_path / "mine" / "lectures" / "bleu_45_minutes.ipynb").exists()
    assert "Press Ctrl-C twice to stop it." in capsys.readouterr().out


def test_a_file_in_place_of_the_folder_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").write_text("a letter")
    with pytest.raises(SystemExit):
        cli.main(["notebooks", str(tmp_path / "mine")])
    assert capsys.readouterr().err.endswith(
        "mine: got a file where a folder is needed; expected a folder that can be written to.\n"
    )


@pytest.mark.parametrize("words", [["lab", "--", "--port", "9000"], ["notebooks", "--", "-x"]])
def test_an_option_is_no_folder(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(words)
    assert "Name the folder first" in capsys.readouterr().err


def test_the_course_itself_is_no_place_for_copies(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["notebooks", str(ROOT / "notebooks")])
    assert "a folder that holds the course itself" in capsys.readouterr().err
