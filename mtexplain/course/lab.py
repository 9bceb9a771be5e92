"""JupyterLab on a reader's copies of the notebooks."""

import os
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from mtexplain.course.updates import bring, originals, renamed
from mtexplain.inputs import InputError
from mtexplain.packages import needed_for

START = "00_start_here.ipynb"
HERE = Path(__file__).parent


def notebooks(folder: str) -> list[str]:
    """Update the copies in the folder, and return a line for each file to report. InputError if that fails."""
    if folder.startswith("-"):
        fix = "Name the folder first, as in mtexplain lab my_notebooks -- --port 9000"
        raise InputError("folder", repr(folder), "the name of a folder", fix)
    try:
        return bring(originals(), Path(folder), trust, renamed())
    except OSError as error:
        is_file = isinstance(error, FileExistsError | NotADirectoryError)
        got = "a file where a folder is needed" if is_file else (error.strerror or "an error").lower()
        raise InputError(str(error.filename or folder), got, "a folder that can be written to") from None


def lab(folder: str, more: Sequence[str] = ()) -> None:
    """Update the copies and start JupyterLab, with `more` as options of JupyterLab.

    MissingPackage (an InputError) if JupyterLab is not installed.
    """
    with needed_for("JupyterLab"):
        from jupyterlab.labapp import LabApp
    print(*notebooks(folder), f"Starting JupyterLab on {folder}. Press Ctrl-C twice to stop it.", sep="\n", flush=True)
    browser = has_browser()
    if not browser:
        print("There is no browser here. Open the address below that begins with http://127.0.0.1", flush=True)
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"  # so that the kernel is this Python, even if there are other Jupyters
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    LabApp.launch_instance([*options(Path(folder).resolve(), browser, root), *more])


def trust(content: bytes) -> None:
    """Mark these outputs as trusted in Jupyter, so that it shows them with their styles.

    A notebook that is not trusted still works. It only looks plainer until it is run, so an error here is not fatal.
    """
    try:
        import nbformat
        from nbformat.sign import NotebookNotary
    except ImportError:  # without Jupyter there is nothing to trust
        return
    try:
        with NotebookNotary() as notary:
            notary.sign(nbformat.reads(content.decode("utf-8"), as_version=4))
    except Exception as error:
        print(f"(Jupyter could not mark a notebook as trusted: {error})")


def has_browser() -> bool:
    """True if a browser with windows can open here. A browser in the terminal doesn't count."""
    if os.environ.get("BROWSER"):
        return True
    windows = sys.platform in ("win32", "darwin") or {"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ)
    try:
        return bool(windows) and type(webbrowser.get()) is not webbrowser.GenericBrowser
    except webbrowser.Error:
        return False


def options(copy: Path, browser: bool, root: bool) -> list[str]:
    """JupyterLab's options, for the folder of copies, few log messages, and no requests to the internet."""
    start = f"/lab/tree/{START}" if (copy / START).exists() else "/lab"
    return [
        f"--ServerApp.root_dir={copy}",
        f"--LabApp.default_url={start}",
        "--ServerApp.log_level=WARN",
        "--LabApp.log_level=WARN",
        f"--LabApp.app_settings_dir={HERE / 'lab_settings'}",  # no question about news, no check for updates
        "--LabApp.extension_manager=readonly",
        "--LabApp.news_url=",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        *([] if browser else ["--no-browser"]),
        *(["--allow-root"] if root else []),
    ]
