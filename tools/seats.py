"""The kernels of a room, with a kernel for each open page and never more kernels than there are seats.

If a page's script doesn't connect within a minute, its kernel ends. A page that has gone keeps its kernel for a while,
but loses it to the next visitor if all seats are taken.
"""

from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from math import ceil
from subprocess import DEVNULL
from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.web import HTTPError
from traitlets import Float, Integer

QUIET = ["--IPKernelApp.log_level=CRITICAL"]
address: ContextVar[str] = ContextVar("address", default="")
"""The address of the visitor whose request is being answered."""


class Seats(AsyncMappingKernelManager):
    """Jupyter's manager of kernels, which here also counts them and notices when a page has gone."""

    seats = Integer(50, config=True, help="The number of pages that can be open at once.")
    share = Float(0.8, config=True, help="The share of the seats that a single address, such as a router's, can have.")
    away = Integer(600, config=True, help="The seconds for which a kernel waits for a page that has gone.")
    unseen = Integer(60, config=True, help="The seconds for which a kernel waits for a page that has never connected.")

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.taken: dict[str, str] = {}
        """The visitor's address for each kernel, from the moment that the kernel is requested."""
        self.seen = set[str]()
        """The kernels whose page has connected."""

    async def start_kernel(self, **wishes: Any) -> str:  # type: ignore[override]
        """Start a kernel, or answer that the room is full."""
        if len(self.taken) >= self.seats and (gone := self.longest_gone()):
            await self.shutdown_kernel(gone)
        here = sum(one == address.get() for one in self.taken.values())
        if len(self.taken) >= self.seats or here >= ceil(self.share * self.seats):
            raise HTTPError(503, reason="Every seat is taken")
        name = self.new_kernel_id()
        self.taken[name] = address.get()
        try:
            return await super().start_kernel(
                kernel_id=name, extra_arguments=QUIET, stdout=DEVNULL, stderr=DEVNULL, **wishes
            )
        except BaseException:
            self.forget(name)
            raise

    def notify_connect(self, kernel_id: str) -> None:
        """Note that the page's script has connected."""
        super().notify_connect(kernel_id)
        self.seen.add(kernel_id)

    def remove_kernel(self, kernel_id: str) -> Any:
        """Note that a kernel has ended, for whatever reason."""
        self.forget(kernel_id)
        return super().remove_kernel(kernel_id)

    def forget(self, kernel_id: str) -> None:
        """Free the seat of a kernel."""
        self.taken.pop(kernel_id, None)
        self.seen.discard(kernel_id)

    def gone_for(self, kernel_id: str) -> timedelta | None:
        """The time since a kernel's page was last connected; None if it is connected now."""
        kernel: Any = self.get_kernel(kernel_id)
        if self.kernel_model(kernel_id)["connections"]:
            return None
        return datetime.now(UTC) - kernel.last_activity  # type: ignore[no-any-return]

    def longest_gone(self) -> str | None:
        """The kernel whose page has been gone longest, among kernels whose page was ever connected."""
        gone = {name: since for name in self.seen & set(self.list_kernel_ids()) if (since := self.gone_for(name))}
        return max(gone, key=lambda name: gone[name], default=None)

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End a kernel whose page has gone. Jupyter's own, longer limit applies to a kernel that is only idle."""
        limit = self.away if kernel_id in self.seen else self.unseen
        if (gone := self.gone_for(kernel_id)) and gone > timedelta(seconds=limit):
            await self.shutdown_kernel(kernel_id)
        else:
            await super().cull_kernel_if_idle(kernel_id)


class Connection(ZMQChannelsWebsocketConnection):
    """The connection between a page and its kernel."""

    def handle_incoming_message(self, incoming_msg: Any) -> None:
        """Pass on a message. Anything that isn't a message gets an error message in Jupyter's protocol."""
        try:
            if isinstance(incoming_msg, bytes) and parts(incoming_msg, bool(self.subprotocol)) > len(incoming_msg):
                raise ValueError("it announces more parts than it has bytes")
            super().handle_incoming_message(incoming_msg)
        except Exception:
            self.write_stderr("This is not understood.", {})


def parts(frame: bytes, is_newer: bool) -> int:
    """The number of parts that a frame announces. Jupyter would trust it, and count up to 2 to the 64th power."""
    return int.from_bytes(frame[:8], "little") if is_newer else int.from_bytes(frame[:4], "big")
