"""Servers on this machine for one run of the tests: Jupyter, and the room. Neither sees anyone's own settings."""

import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import nbformat
from nbformat import NotebookNode

from tests.places import PATIENCE, ROOT

THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
SETTINGS: dict[str, dict[str, object]] = {
    "notebook-extension/tracker": {"windowingMode": "none"},  # else a cell out of sight is not in the page
    "apputils-extension/notification": {"checkForUpdates": False, "fetchNews": "false"},
}


def notebook(*cells: str) -> NotebookNode:
    """A notebook with these cells of code."""
    made: NotebookNode = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in cells])
    made.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return made


@dataclass(frozen=True)
class Jupyter:
    """A running Jupyter, which is JupyterLab and Notebook 7 at once."""

    address: str
    token: str
    folder: Path

    def put(self, source: str | Path | NotebookNode) -> str:
        """Copy a notebook to where the server finds it: one of ours by its name, any file, or one just made."""
        place = self.folder / "files"
        new = f"made_{len(list(place.iterdir()))}.ipynb"  # two pages with one name would share a kernel
        name = source if isinstance(source, str) else source.name if isinstance(source, Path) else new
        if isinstance(source, NotebookNode):
            nbformat.write(source, place / name)
        else:
            shutil.copy(ROOT / "notebooks" / source, place / name)  # an absolute path stays as it is
        return name

    def page(self, name: str, ui: str) -> str:
        """Where a notebook is opened: in JupyterLab ("lab") or in Notebook 7 ("notebook")."""
        return f"{self.address}/{'lab/tree' if ui == 'lab' else 'notebooks'}/{name}?reset&token={self.token}"

    def set_theme(self, scheme: str) -> None:
        """Pages opened from now on are light, or dark."""
        self.set("apputils-extension/themes", {"theme": THEMES[scheme], "adaptive-theme": False})

    def set(self, plugin: str, values: dict[str, object]) -> None:
        """What a person would choose in Settings."""
        file = self.folder / "settings" / "@jupyterlab" / f"{plugin}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values), "utf-8")

    def ask(self, path: str, method: str = "GET") -> bytes:
        """A request to the server's own interface."""
        request = Request(self.address + path, method=method, headers={"Authorization": f"token {self.token}"})
        with urlopen(request, timeout=PATIENCE) as answer:
            held: bytes = answer.read()
            return held

    def start_kernel(self) -> str:
        """A kernel without a notebook."""
        return str(json.loads(self.ask("/api/kernels", "POST"))["id"])

    def kernels(self) -> frozenset[str]:
        """The kernels that run."""
        return frozenset(str(kernel["id"]) for kernel in json.loads(self.ask("/api/kernels")))

    @contextmanager
    def new_kernels(self) -> Iterator[None]:
        """Kernels that start in the block end with it, so that the next test has the machine to itself."""
        others = self.kernels()
        yield
        for kernel in self.kernels() - others:
            self.ask(f"/api/kernels/{kernel}", "DELETE")


@contextmanager
def jupyter_server(folder: Path) -> Iterator[Jupyter]:
    """A Jupyter that works in this folder."""
    port, token = free_port(), secrets.token_hex()  # other users of this machine may not run code here
    running = Jupyter(f"http://127.0.0.1:{port}", token, folder)
    (folder / "files").mkdir()
    for plugin, values in SETTINGS.items():
        running.set(plugin, values)
    words = ["jupyterlab", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"]
    words += ["--ServerApp.port_retries=0", f"--IdentityProvider.token={token}"]
    words += [f"--ServerApp.root_dir={folder / 'files'}", "--LabApp.extension_manager=readonly", "--LabApp.news_url="]
    words += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    with served(words, f"{running.address}/api", folder):
        yield running


@contextmanager
def room_server(folder: Path, *words: str, ports: tuple[int, int] | None = None) -> Iterator[str]:
    """The room as `make room` opens it, with more words for its command line; the address of the page to play with."""
    port, poll = ports or (free_port(), free_port())
    command = ["tools.room", f"--port={port}", f"--poll-port={poll}", *words]
    with served(command, f"http://127.0.0.1:{port}/voila/files/", folder):
        yield f"http://127.0.0.1:{port}"


@contextmanager
def poll_server(folder: Path, port: int = 0, killed: bool = False) -> Iterator[str]:
    """The same room, once its poll answers; the lecturer's address, which only the terminal shows."""
    port = port or free_port()
    command = ["tools.room", f"--port={free_port()}", f"--poll-port={port}"]
    with served(command, f"http://127.0.0.1:{port}/", folder, killed):
        (found,) = re.findall(r"\S+/lecturer[?]token=\S+", (folder / "server.log").read_text("utf-8"))
        yield found


@contextmanager
def served(words: Sequence[str], answers: str, folder: Path, killed: bool = False) -> Iterator[None]:
    """Run a Python module as a server, from when the address answers to the end of the block; then stop or kill it."""
    environment = {name: value for name, value in os.environ.items() if name not in ("JUPYTER_PATH", "JUPYTER_TOKEN")}
    environment |= {"JUPYTER_PREFER_ENV_PATH": "1", "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings")}
    for kind in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTERLAB_WORKSPACES_DIR"):
        environment[kind] = str(folder / kind.lower())
    environment |= {"IPYTHONDIR": str(folder / "ipython"), "PYTHONPATH": os.pathsep.join([str(ROOT), *python_path()])}
    empty = folder / "empty"  # it starts here, where no file voila.py hides the library of that name
    empty.mkdir(exist_ok=True)
    with open(folder / "server.log", "wb") as log:
        command = [sys.executable, "-m", *words]
        server = subprocess.Popen(command, env=environment, cwd=empty, stdout=log, stderr=subprocess.STDOUT)
        try:
            wait_for(answers, server, folder / "server.log")
            yield
        finally:
            server.kill() if killed else server.terminate()  # when terminated, it ends its kernels first
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the server answers at all."""
    end = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < end:
        try:
            with urlopen(address, timeout=5):
                return
        except HTTPError as error:
            error.close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"The server did not start:\n{log.read_text('utf-8', 'replace')[-2000:]}")


def python_path() -> list[str]:
    """The folders that this Python was told to look for modules in."""
    return list(filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep)))


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
