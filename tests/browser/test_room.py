"""The room as a visitor sees it, even one who means harm: `make room` is a page, and nothing but a page."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import nbformat
import pytest
from playwright.sync_api import Page, expect
from websockets import Subprotocol
from websockets.sync.client import connect

from tests.browser.axe import axe
from tests.browser.servers import Jupyter, notebook, room_server
from tests.places import PATIENCE
from tools.room import address

# What a visitor might try: files, lists of files, the kernels of others, a terminal.
PATHS = """
    what_if.ipynb voila/files/ voila/files/what_if.ipynb voila/files/voila/templates/room/conf.json voila/tree/
    voila/render/what_if.ipynb voila/api/contents/ api/contents api/kernels api/sessions api/terminals
""".split()
PANEL = "text=0.4301 >> visible=true"  # the score of the example that the panel begins with
CONFIG = re.compile(r'<script id="jupyter-config-data"[^>]*>(.*?)</script>', re.DOTALL)
TICKET = re.compile(r"[?]ticket=([\w-]+)")


def fetch(address: str) -> tuple[int, str]:
    """The status of the answer, and what it says."""
    try:
        with urlopen(address, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


def visit(address: str, more: str = "") -> tuple[int, str]:
    """Enter as a visitor who runs the script of the page at the door."""
    (ticket,) = TICKET.findall(fetch(address)[1])
    return fetch(f"{address}/?ticket={ticket}{more}")


def until(holds: Callable[[], bool]) -> None:
    """Wait for something that takes a moment."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


@pytest.mark.parametrize("ip", ["", "*", "0.0.0.0", "::"])
def test_a_room_that_listens_everywhere_tells_an_address_that_phones_can_open(ip: str) -> None:
    assert re.fullmatch(r"http://[\w.-]*\w:80", address(ip, 80))
    assert address("fe80::1", 80) == "http://[fe80::1]:80"


def kernel_behind(page: str) -> str:
    """The kernel that answers this page."""
    found = CONFIG.search(page)
    assert found
    return str(json.loads(found[1])["kernelId"])


def message(kind: str, **content: object) -> str:
    """A message to a kernel, as pages write it."""
    header = {"msg_id": kind, "msg_type": kind, "username": "", "session": "s", "version": "5.3"}
    return json.dumps({"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell"})


def try_to_run(channels: str, code: str) -> None:
    """Send code to a kernel, and wait until it has answered the message that is sent next."""
    headers = {"Origin": channels.replace("ws://", "http://").partition("/api")[0]}
    with connect(channels, additional_headers=headers) as kernel:
        kernel.send(message("execute_request", code=code, silent=False, store_history=False, allow_stdin=False))
        kernel.send(message("kernel_info_request"))
        while json.loads(kernel.recv(timeout=PATIENCE))["msg_type"] != "kernel_info_reply":
            pass


def test_the_page_comes_up(new_tab: Callable[[], Page], room: str) -> None:
    """Heading and panel, for everybody, with no error and no code. (A request to the outside would fail the test.)"""
    page = new_tab()
    page.goto(room)
    expect(page.get_by_role("heading", name="What if?")).to_be_visible()
    expect(page.locator(PANEL).first).to_be_visible()
    assert "mtexplain.what_if" not in page.content()
    assert "Please tell the lecturer" not in page.content()
    assert axe(page) == []


def test_a_page_that_is_closed_ends_its_kernel(new_tab: Callable[[], Page], room: str) -> None:
    """At once, so that a room of thirty may reload as often as it likes."""
    page, other = new_tab(), new_tab()
    page.goto(room)
    page.locator(PANEL).first.wait_for()
    kernel = f"{room}/api/kernels/{kernel_behind(page.content())}"
    assert other.request.get(kernel).status == 200
    page.goto("about:blank")
    until(lambda: other.request.get(kernel).status == 404)


def test_a_phone_that_wakes_up_without_a_kernel_gets_a_new_one(new_tab: Callable[[], Page], room: str) -> None:
    """The page reloads itself when it is looked at again."""
    page = new_tab()
    page.goto(room)
    page.locator(PANEL).first.wait_for()
    before = kernel_behind(page.content())
    (token,) = (cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "_xsrf")
    page.request.delete(f"{room}/api/kernels/{before}", headers={"X-XSRFToken": token})
    with page.expect_navigation():
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.locator(PANEL).first.wait_for()
    assert kernel_behind(page.content()) != before


def test_no_code_can_be_sent_to_the_room(room: str, tmp_path: Path) -> None:
    """The kernel answers the page, and does not so much as look at what it is asked to run."""
    _, page = visit(room)
    channels = f"{room}/api/kernels/{kernel_behind(page)}/channels".replace("http://", "ws://")
    try_to_run(channels, f"open({str(tmp_path / 'owned')!r}, 'w')")
    assert not (tmp_path / "owned").exists()


def test_the_same_code_does_run_in_jupyter(jupyter: Jupyter, tmp_path: Path) -> None:
    """It shows that the test above asks in a way that is understood."""
    with jupyter.new_kernels():
        channels = f"{jupyter.address}/api/kernels/{jupyter.start_kernel()}/channels".replace("http://", "ws://")
        try_to_run(f"{channels}?token={jupyter.token}", f"open({str(tmp_path / 'owned')!r}, 'w')")
    assert (tmp_path / "owned").exists()


@pytest.mark.parametrize("path", PATHS)
def test_nothing_else_is_served(room: str, path: str) -> None:
    """The page is all there is."""
    assert fetch(f"{room}/{path}")[0] == 403


def test_visitors_cannot_choose_template_or_theme(room: str) -> None:
    """The address has no say in how the page is made."""
    _, page = visit(room, "&template=reveal&theme=dark")
    assert "reveal" not in page
    assert 'data-jp-theme-name="JupyterLab Light"' in page


def test_a_broken_page_a_full_room_and_a_seat_that_is_freed(tmp_path: Path) -> None:
    """A visitor sees no traceback, is told that there is no seat, and finds a seat when another visitor has gone."""
    broken = tmp_path / "broken.ipynb"
    nbformat.write(notebook("secret = 1\nsecret / 0"), broken)
    words = [f"--Voila.notebook_path={broken}", "--Seats.seats=1", "--Seats.unseen=2"]
    with room_server(tmp_path, *words, "--MappingKernelManager.cull_interval=1") as address:
        for _ in range(3):  # no script has run
            assert "One moment" in fetch(address)[1]
        status, page = visit(address)
        assert (status, "Please tell the lecturer" in page) == (200, True)
        assert "secret" not in page
        assert "ZeroDivisionError" not in page
        status, page = visit(address)
        assert (status, "Every seat is taken" in page, "https://" in page) == (503, True, False)
        until(lambda: visit(address)[0] == 200)


def test_who_has_gone_gives_the_seat_to_who_comes(new_tab: Callable[[], Page], tmp_path: Path) -> None:
    """If nobody came, the seat would be kept for a phone that wakes up. Whoever is still there stays."""
    with room_server(tmp_path, "--Seats.seats=1") as address:
        page = new_tab()
        page.goto(address)
        page.locator(PANEL).first.wait_for()
        assert visit(address)[0] == 503
        page.context.set_offline(True)
        page.context.close()  # nothing tells the room
        until(lambda: visit(address)[0] == 200)


ODD: list[str | bytes] = [
    "{", "[]", "null", '"x"', "{}", '{"header": 1, "channel": "shell"}',
    b"", b"\xff" * 30, b"\0" * 30, b"\0\0\0\x02" * 4,
    json.dumps({"header": {"msg_type": "comm_msg", "msg_id": "\ud800"}, "channel": "shell"}),
]  # fmt: skip


def test_odd_messages_and_addresses_get_an_answer_and_no_traceback(tmp_path: Path) -> None:
    """In both protocols; afterwards the kernel still answers."""
    with room_server(tmp_path) as room:
        channels = f"{room}/api/kernels/{kernel_behind(visit(room)[1])}/channels".replace("http://", "ws://")
        for protocol in (None, [Subprotocol("v1.kernel.websocket.jupyter.org")]):
            with connect(channels, additional_headers={"Origin": room}, subprotocols=protocol) as kernel:
                for odd in ODD:
                    kernel.send(odd)
                    while "This is not understood" not in str(kernel.recv(timeout=PATIENCE)):
                        pass
        try_to_run(channels, "1 / 0")
        for path in ("logout", "login", "%ff", "?ticket=%ff", "?ticket=9-9", "api/kernels/0/channels"):
            assert fetch(f"{room}/{path}")[0] in (200, 400, 403, 404)
    assert "Traceback" not in (tmp_path / "server.log").read_text("utf-8")
