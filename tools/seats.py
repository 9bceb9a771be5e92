"""The kernels of a room: one for each page that is open, never more than there are seats, and none for long after."""

from datetime import UTC, datetime, timedelta
from typing import Any

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.web import HTTPError
from traitlets import Integer

QUIET = ["--IPKernelApp.log_level=ERROR"]  # it warns that other users of this machine might listen


class Seats(AsyncMappingKernelManager):
    """Jupyter's keeper of kernels, which also counts them and notices when a page has gone."""

    seats = Integer(50, config=True, help="How many pages can be open at once.")
    away = Integer(600, config=True, help="How many seconds a kernel waits for a page that has gone.")

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.starting = set[str]()

    async def start_kernel(self, **wishes: Any) -> str:  # type: ignore[override]
        """A new kernel, or the answer that the room is full. A kernel counts from the moment that it is asked for."""
        if len(self.starting.union(self.list_kernel_ids())) >= self.seats:
            raise HTTPError(503, reason="Every seat is taken")
        name = self.new_kernel_id()
        self.starting.add(name)
        try:
            return await super().start_kernel(kernel_id=name, extra_arguments=QUIET, **wishes)
        finally:
            self.starting.discard(name)

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End a kernel whose page has gone. One that is only quiet has Jupyter's own, longer limit."""
        kernel: Any = self.get_kernel(kernel_id)
        left = not self.kernel_model(kernel_id)["connections"]
        if left and datetime.now(UTC) - kernel.last_activity > timedelta(seconds=self.away):
            await self.shutdown_kernel(kernel_id)
        else:
            await super().cull_kernel_if_idle(kernel_id)
