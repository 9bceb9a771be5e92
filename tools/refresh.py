"""Run every notebook again and write it in its normal form, with `make refresh`.

Notebooks are stored with their outputs, so two runs of the same notebook must give the same file, byte for byte. The
normal form leaves out details that differ between runs and mean nothing to a reader, such as times, execution counts,
the state of widgets and the exact Python. `make refresh ARGS=--check` only reports which notebooks are out of date.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from math import inf
from pathlib import Path
from queue import Empty
from time import monotonic
from typing import Any

import nbformat
from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.channels import AsyncZMQSocketChannel
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode
from traitlets import Type

LOOK = 1.0
"""Seconds between two checks for a reply."""
ROOT = Path(__file__).resolve().parent.parent
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
# The metadata about the language, which is enough for colours and doesn't change with a Python release.
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"},
}


class CellError(Exception):
    """An error about a cell that failed, with its number, its text and Python's message."""


class Shell(AsyncZMQSocketChannel):
    """The channel of replies, which checks for a reply every second, because Jupyter's own channel can wait forever.

    ZeroMQ signals a reply only once, and a message sent to a widget while the reply arrives can consume the signal.
    """

    async def get_msg(self, timeout: float | None = None) -> dict[str, Any]:  # type: ignore[override]
        """Return the next message. Raise Empty if none comes within the timeout, in seconds."""
        end = inf if timeout is None else monotonic() + timeout
        while not await self.socket.poll(1000 * max(0, min(LOOK, end - monotonic()))):
            if monotonic() >= end:
                raise Empty
        return await self._recv()


class Kernel(AsyncKernelClient):
    """The client of a kernel, with this channel of replies."""

    shell_channel_class = Type(Shell)


class Runner(NotebookClient):
    """A runner of notebooks that uses this client."""

    def create_kernel_manager(self) -> KernelManager:
        """The manager of the kernel, with our client."""
        manager = super().create_kernel_manager()
        manager.client_factory = Kernel
        return manager


def executed(notebook: NotebookNode, folder: Path) -> NotebookNode:
    """The notebook after a run from top to bottom, in a new kernel that starts in the notebook's folder."""
    failed: list[int] = []
    client = Runner(
        notebook,
        kernel_name="python3",
        extra_arguments=["--IPKernelApp.log_level=ERROR"],  # hides a warning about other users of this machine
        resources={"metadata": {"path": str(folder)}},
        timeout=600,
        startup_timeout=600,
        coalesce_streams=True,  # two prints give a single output, however late the second comes
        record_timing=False,
        on_cell_error=lambda cell, cell_index, execute_reply: failed.append(cell_index),
    )
    try:
        return client.execute()
    except CellExecutionError as error:
        # Cells are counted from 1, including Markdown cells, as a reader would count them.
        text = notebook.cells[failed[-1]].source
        raise CellError(f"cell {failed[-1] + 1} failed with {error.ename}: {error.evalue}\n\n{text}") from error
    except (CellTimeoutError, DeadKernelError) as error:
        raise CellError(str(error)) from error


def normal(notebook: NotebookNode) -> str:
    """The text of the notebook in its normal form. The notebook itself is changed."""
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    notebook.metadata.pop("widgets", None)
    notebook.metadata.update(METADATA)
    for number, cell in enumerate(notebook.cells, 1):
        cell.setdefault("id", f"cell-{number}")
        cell.metadata.pop("execution", None)
        cell.metadata.pop("trusted", None)
        if cell.cell_type == "code":
            cell.execution_count = None
            # A live widget shows nothing without its state, which we don't store. Its HTML version stays.
            live = [output for output in cell.outputs if output.get("data", {}).pop(WIDGET_VIEW, None)]
            cell.outputs = [it for it in cell.outputs if it not in live or "text/html" in it.data]
            for output in cell.outputs:
                if output.output_type == "execute_result":
                    output.execution_count = None
    nbformat.validate(notebook)
    text: str = nbformat.writes(notebook, version=nbformat.NO_CONVERT)
    return text.rstrip("\n") + "\n"


def read(path: Path) -> NotebookNode:
    """The notebook as it is stored, without checks or additions. (nbformat.read would add random cell ids.)"""
    notebook: NotebookNode = nbformat.v4.reads(path.read_text("utf-8"))
    return notebook


def refreshed(path: Path) -> str:
    """The content that the file should have."""
    return normal(executed(read(path), path.parent))


def notebooks(places: Sequence[Path]) -> Iterator[Path]:
    """Yield the notebooks among these files and folders, in order."""
    for place in places:
        if place.is_dir():
            yield from (path for path in sorted(place.rglob("*.ipynb")) if ".ipynb_checkpoints" not in path.parts)
        else:
            yield place


def main(arguments: Sequence[str] | None = None) -> int:
    """Refresh the notebooks, or only check them. Return 0 on success, 1 on failure."""
    parser = argparse.ArgumentParser(
        allow_abbrev=False, description="Run notebooks again and write them in their normal form."
    )
    parser.add_argument("--check", action="store_true", help="write nothing, only report which are out of date")
    parser.add_argument(
        "places",
        nargs="*",
        type=Path,
        default=[ROOT / "lectures", ROOT / "notebooks"],
        help="default: lectures/ and notebooks/",
    )
    options = parser.parse_args(arguments)
    stale = 0
    for path in notebooks(options.places):
        try:
            new = refreshed(path).encode("utf-8")
        except CellError as error:
            print(f"{path.name}: {error}", file=sys.stderr)
            return 1
        if new == path.read_bytes():
            print(f"{path.name}: unchanged")
            continue
        stale += 1
        print(f"{path.name}: {'out of date' if options.check else 'written'}", flush=True)
        if not options.check:
            path.write_bytes(new)
    return 1 if stale and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
