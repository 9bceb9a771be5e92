"""`make refresh`: two runs of a notebook give the same file, and the file contains nothing about the run itself."""

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import nbformat
import pytest
import zmq.asyncio
from jupyter_client.session import Session

from tests.places import PATIENCE
from tools import refresh

Cells = list[dict[str, Any]]

CODE: dict[str, Any] = {"cell_type": "code", "execution_count": 7, "metadata": {}, "outputs": []}


def write(path: Path, *sources: str, **metadata: Any) -> Path:
    """A notebook as an editor may leave it: counts, odd order, no final newline."""
    cells = [{**CODE, "id": f"id-{number}", "source": [text]} for number, text in enumerate(sources)]
    path.write_text(json.dumps({"nbformat_minor": 5, "nbformat": 4, "metadata": metadata, "cells": cells}), "utf-8")
    return path


def cells(path: Path) -> Cells:
    """The cells in the file."""
    held: Cells = json.loads(path.read_text("utf-8"))["cells"]
    return held


def test_a_reply_whose_signal_was_taken_away_is_found() -> None:
    """A message to a widget, sent while a cell's reply arrives, takes the reply's signal. The run used to sleep on."""

    async def reply() -> dict[str, Any]:
        context, session = zmq.asyncio.Context(), Session(key=b"")
        kernel: zmq.Socket[bytes] = zmq.Context.shadow(context.underlying).socket(zmq.ROUTER)
        client = context.socket(zmq.DEALER)
        client.connect(f"tcp://127.0.0.1:{kernel.bind_to_random_port('tcp://127.0.0.1')}")
        session.send(client, "execute_request")
        assert kernel.poll(1000 * PATIENCE)
        idents, _ = session.recv(kernel)
        waits = asyncio.create_task(refresh.Shell(client, session).get_msg())
        await asyncio.sleep(0.1)
        session.send(kernel, "execute_reply", ident=idents)
        time.sleep(0.1)  # the reply is there, and the loop has not seen it
        session.send(client, "comm_msg")
        try:
            return await asyncio.wait_for(waits, PATIENCE)
        finally:
            kernel.close(0)
            client.close(0)
            context.term()

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, reply()).result()["msg_type"] == "execute_reply"


def test_refreshing_again_changes_no_byte(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first run writes the file, the second run doesn't, and the check finds nothing to change."""
    path = write(tmp_path / "a.ipynb", "print(1)\nprint(2)", "import sys; print('no', file=sys.stdout)", "6 * 7", "'ü'")
    assert refresh.main(["--check", str(tmp_path)]) == 1
    assert refresh.main([str(tmp_path)]) == 0
    once = path.read_bytes()
    assert refresh.main([str(path)]) == 0
    assert path.read_bytes() == once
    assert refresh.main(["--check", str(path)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told == ["a.ipynb: out of date", "a.ipynb: written", "a.ipynb: unchanged", "a.ipynb: unchanged"]
    assert once.endswith(b"}\n")
    assert b"\r" not in once
    assert "ü" in once.decode("utf-8")


def test_check_writes_nothing(tmp_path: Path) -> None:
    """It only says what would change."""
    path = write(tmp_path / "a.ipynb", "1 + 1")
    before = path.read_bytes()
    assert refresh.main(["--check", str(path)]) == 1
    assert path.read_bytes() == before


def test_outputs_are_those_of_a_fresh_run_in_the_notebooks_folder(tmp_path: Path) -> None:
    """Counts are gone, ids stay, and files beside the notebook are found."""
    (tmp_path / "words.txt").write_text("the cat", "utf-8")
    path = write(tmp_path / "a.ipynb", "open('words.txt').read()")
    refresh.main([str(path)])
    (cell,) = cells(path)
    assert cell["id"] == "id-0"
    assert cell["execution_count"] is None
    (output,) = cell["outputs"]
    assert output["execution_count"] is None
    assert output["data"] == {"text/plain": ["'the cat'"]}


def test_a_widget_leaves_nothing(tmp_path: Path) -> None:
    """Its number is random and points to a state that isn't kept, and its name as text helps no reader."""
    path = write(tmp_path / "a.ipynb", "import ipywidgets; ipywidgets.HTML('<b>hello</b>')")
    refresh.main([str(path)])
    assert cells(path)[0]["outputs"] == []
    assert "widgets" not in json.loads(path.read_text("utf-8"))["metadata"]


def test_a_stepper_leaves_what_goes_on_stepping(tmp_path: Path) -> None:
    """Its HTML needs neither a state nor Python, and is the same each time."""
    code = "import mtexplain; mtexplain.stepper(mtexplain.bleu('a b', ['a c'], max_n=1))"
    path = write(tmp_path / "a.ipynb", code)
    refresh.main([str(path)])
    (output,) = cells(path)[0]["outputs"]
    assert set(output["data"]) == {"text/html", "text/plain"}
    before = path.read_bytes()
    refresh.main([str(path)])
    assert path.read_bytes() == before


def test_an_error_stops_with_the_cell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The error has the cell's number and text, and the notebook stays as it was."""
    path = write(tmp_path / "a.ipynb", "good = 1", "bad = good / 0")
    before = path.read_bytes()
    assert refresh.main([str(path)]) == 1
    told = capsys.readouterr().err
    assert "a.ipynb: cell 2 failed with ZeroDivisionError" in told
    assert "bad = good / 0" in told
    assert path.read_bytes() == before


def test_the_normal_form_keeps_what_a_reader_sees() -> None:
    """All other outputs stay, and so does all other metadata of cells and of the notebook."""
    data = {"text/plain": "a", "text/html": "<b>a</b>", "image/png": "iVBO"}
    result = nbformat.v4.new_output("execute_result", data, execution_count=3, metadata={"needs_background": "light"})
    metadata = {"slideshow": {"slide_type": "slide"}, "execution": {"iopub.execute_input": "now"}, "tags": ["a"]}
    cell = nbformat.v4.new_code_cell("a", id="kept", outputs=[result], metadata=metadata, execution_count=3)
    about = {"widgets": {"state": 1}, "title": "A", "language_info": {"name": "python", "version": "3.11.0"}}
    held = json.loads(refresh.normal(nbformat.v4.new_notebook(cells=[cell], metadata=about)))
    assert held["metadata"] == {**refresh.METADATA, "title": "A"}
    (kept,) = held["cells"]
    assert kept["id"] == "kept"
    assert kept["metadata"] == {"slideshow": {"slide_type": "slide"}, "tags": ["a"]}
    (output,) = kept["outputs"]
    assert output["metadata"] == {"needs_background": "light"}
    assert set(output["data"]) == {"text/plain", "text/html", "image/png"}


def test_a_cell_without_an_id_gets_a_stable_one() -> None:
    """By its place, not by chance."""
    text = json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [{**CODE, "source": ""}] * 2})
    once, twice = (refresh.normal(nbformat.v4.reads(text)) for _ in range(2))
    assert once == twice
    assert [cell["id"] for cell in json.loads(once)["cells"]] == ["cell-1", "cell-2"]
