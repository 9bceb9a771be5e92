"""What `make room` opens is written down in three places that agree: the notebook, the settings, the Makefile."""

import re
from pathlib import Path

import nbformat
import pytest

from tools import panel, room
from tools.refresh import normal

NOTEBOOK = panel.ROOM / "what_if.ipynb"
TEMPLATES = sorted((panel.ROOM / "voila").rglob("*.*"))


def test_the_notebook_is_in_its_normal_form() -> None:
    """As those in notebooks/, and with no output, since its output is alive."""
    text = NOTEBOOK.read_text("utf-8")
    assert normal(nbformat.v4.reads(text)) == text
    cells = nbformat.v4.reads(text).cells
    assert [cell.cell_type for cell in cells] == ["markdown", "code"]
    assert cells[1].outputs == []


def test_only_this_machine_can_open_it_unless_told_otherwise() -> None:
    """And what would let a visitor do more than play is shut."""
    settings = panel.settings()
    assert settings["Voila"]["ip"] == "127.0.0.1"
    assert settings["Voila"]["notebook_path"] == str(NOTEBOOK)
    voila = settings["VoilaConfiguration"]
    assert (voila["strip_sources"], voila["show_tracebacks"], voila["file_allowlist"]) == (True, False, [])
    assert {voila["allow_template_override"], voila["allow_theme_override"]} == {"NO"}


def test_the_settings_are_ones_that_voila_knows() -> None:
    """A name that is no longer known would be passed over in silence."""
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
    """Not the one that stands for every network."""
    assert re.fullmatch(r"http://(?!0\.0\.0\.0)[\w.-]+:8866", room.address(ip, 8866))


def test_the_address_of_this_machine_stays() -> None:
    """As it was given."""
    assert room.address("127.0.0.1", 9000) == "http://127.0.0.1:9000"


@pytest.mark.parametrize(("name", "says"), [("Makefile", "\nroom:  ## "), ("README.md", "make room")])
def test_people_can_find_it(name: str, says: str) -> None:
    """By `make help`, and in the README."""
    assert says in Path(room.ROOT, name).read_text("utf-8")
