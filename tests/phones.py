"""Phones without a browser, for the poll of `make room`: the requests of its pages to the server, many at once."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from tools.machine import EXTRAS
from tools.poll.server import COOKIE

JSON = "application/json"
ELSEWHERE = EXTRAS["a second address"].found
SEAT = re.compile(rb'name="seat" content="(\w+)"')
Pair = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Server:
    """A client of a poll on this machine, from one of its addresses."""

    def __init__(self, port: int, token: str = "", source: str = "127.0.0.1") -> None:
        self.port, self.token, self.source = port, token, source

    async def send(self, line: str, body: bytes = b"", kind: str = JSON, cookie: str = "") -> Pair:
        """Send a request over a connection of its own, and return that connection."""
        back, out = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.source, 0))
        lines = [f"{line} HTTP/1.1", "Host: hall", f"Content-Length: {len(body)}", "Connection: close"]
        lines += [f"Content-Type: {kind}"] * bool(kind) + [f"Cookie: {COOKIE}={cookie}"] * bool(cookie)
        out.write("\r\n".join([*lines, "", ""]).encode() + body)
        await out.drain()
        return back, out

    async def ask(self, line: str, said: object = None, **how: Any) -> tuple[int, Any]:
        """The status of the answer, and the answer."""
        body = said if isinstance(said, bytes) else json.dumps(said).encode()
        back, out = await self.send(line, body, **how)
        answer = await back.read()
        out.close()
        head, _, told = answer.partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(told) if told.startswith(b"{") else told

    async def act(self, **wish: str) -> tuple[int, Any]:
        """An action of the lecturer."""
        return await self.ask("POST /lecturer", wish, cookie=self.token)

    async def seat(self) -> str:
        """Open a page of the class, and return its seat."""
        _, page = await self.ask("GET /")
        found = SEAT.search(page)
        assert found
        return found[1].decode()

    async def hear(self, seat: str) -> AsyncGenerator[dict[str, Any], None]:
        """Yield the messages to a page of the class, until the caller has enough or the poll hangs up."""
        back, out = await self.send(f"GET /events?seat={seat}")
        try:
            while line := await back.readline():
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])
        finally:
            out.close()

    async def vote(self, seat: str, ballot: int, answer: object, turn: int = 1) -> tuple[int, Any]:
        """One answer, sent once."""
        return await self.ask("POST /vote", {"seat": seat, "ballot": ballot, "turn": turn, "answer": answer})

    async def visit(self, answer: object) -> int:
        """Open a page, listen, vote at once, and leave. Return the status of the answer."""
        seat = await self.seat()
        async with aclosing(self.hear(seat)) as told:
            return (await self.vote(seat, (await anext(told))["ballot"], answer))[0]
