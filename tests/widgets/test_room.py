"""What `make room` opens is written down in three places that agree: the notebook, the settings, the Makefile."""

import asyncio
import logging
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
import pytest
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.web import HTTPError

from tools import panel, room
from tools.quiet import LONGEST, brief
from tools.refresh import normal
from tools.seats import Seats, address

NOTEBOOK = panel.ROOM / "what_if.ipynb"
TEMPLATES = sorted((panel.ROOM / "voila").rglob("*.*"))


def test_the_notebook_is_in_its_normal_form() -> None:
    """It is like the notebooks in notebooks/, but has no output, because its output is live."""
    text = NOTEBOOK.read_text("utf-8")
    assert normal(nbformat.v4.reads(text)) == text
    cells = nbformat.v4.reads(text).cells
    assert [cell.cell_type for cell in cells] == ["markdown", "code"]
    assert cells[1].outputs == []


def test_only_this_machine_can_open_it_unless_told_otherwise() -> None:
    """Everything that would let a visitor do more than play is switched off."""
    settings = panel.settings()
    assert settings["Voila"]["ip"] == "127.0.0.1"
    assert settings["Voila"]["notebook_path"] == str(NOTEBOOK)
    voila = settings["VoilaConfiguration"]
    assert (voila["strip_sources"], voila["show_tracebacks"], voila["file_allowlist"]) == (True, False, [])
    assert {voila["allow_template_override"], voila["allow_theme_override"]} == {"NO"}


def test_the_settings_are_ones_that_voila_knows() -> None:
    """Voila would silently ignore a name that it no longer knows."""
    from jupyter_server.services.kernels.kernelmanager import MappingKernelManager
    from voila.app import Voila
    from voila.configuration import VoilaConfiguration
    from voila.execute import VoilaExecutor

    known = {each.__name__: each.class_trait_names() for each in (Voila, VoilaConfiguration, VoilaExecutor)}
    known["MappingKernelManager"] = MappingKernelManager.class_trait_names()
    assert [(kind, name) for kind, held in panel.settings().items() for name in held if name not in known[kind]] == []


def test_a_browser_may_load_from_nowhere_else() -> None:
    """The policy names no other machine, nor do our templates."""
    assert not re.search(r"https?:|wss?:|\*|\.\w", panel.POLICY)
    assert [path.name for path in TEMPLATES if re.search(r"https?://", path.read_text("utf-8"))] == []


@pytest.mark.parametrize("ip", ["0.0.0.0", ""])
def test_the_address_that_is_printed_can_be_opened_by_others(ip: str) -> None:
    """It isn't the address that stands for every network."""
    assert re.fullmatch(r"http://(?!0\.0\.0\.0)[\w.-]+:8866", room.address(ip, 8866))


def test_the_address_of_this_machine_stays() -> None:
    """As it was given."""
    assert room.address("127.0.0.1", 9000) == "http://127.0.0.1:9000"


@pytest.mark.parametrize(("name", "says"), [("Makefile", "\nroom:  ## "), ("README.md", "make room")])
def test_people_can_find_it(name: str, says: str) -> None:
    """By `make help`, and in the README."""
    assert says in Path(room.ROOT, name).read_text("utf-8")


def test_one_address_leaves_seats_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that ends frees its seat."""

    async def start(self: object, kernel_id: str, **_: object) -> str:
        return kernel_id

    monkeypatch.setattr(AsyncMappingKernelManager, "start_kernel", start)

    async def room() -> None:
        held = Seats(seats=5)
        address.set("router")
        names = [await held.start_kernel() for _ in range(4)]
        with pytest.raises(HTTPError, match="Every seat is taken"):
            await held.start_kernel()
        held.remove_kernel(names[0])
        await held.start_kernel()
        address.set("elsewhere")
        await held.start_kernel()
        with pytest.raises(HTTPError, match="Every seat is taken"):
            await held.start_kernel()

    with ThreadPoolExecutor(1) as thread:  # this thread already has a loop if a browser was tested in this process
        thread.submit(lambda: asyncio.run(room())).result()


def test_a_ticket_is_of_this_room_and_of_this_minute() -> None:
    assert panel.is_valid(panel.ticket())
    old, (text, _, signed) = panel.ticket(time.time() - panel.VALID - 1), panel.ticket().partition("-")
    for wrong in (old, f"{int(text) + 1}-{signed}", "", "-", "1-x", "٣-x", "9" * 99, "\ud800"):
        assert not panel.is_valid(wrong)


def test_a_mistake_is_a_line_in_the_terminal_without_a_traceback() -> None:
    """Nothing that a visitor sent can control the terminal."""
    try:
        raise ValueError("\x1b[31m" * 99)
    except ValueError:
        record = brief("tornado", logging.ERROR, __file__, 1, "odd: %s\nTraceback", ("\x1b[2J",), sys.exc_info())
    line = logging.Formatter().format(record)
    assert line.startswith(r"odd: \x1b[2J: ValueError")
    assert line.isprintable()
    assert len(line) == LONGEST
