"""Time votes in the poll of `make room` under load with `python benchmarks/room.py`, in two minutes.

    quiet        300 phones with the same address are connected, and vote in turn
    panels       the same, while 20 visitors open the live panel, each of which starts a Python
    and harm     the same, while attackers at that address stuff the ballot and open more and more connections
    at once      300 phones vote at the same moment

A vote is timed from the request for its connection. Phones and server share this machine. If a vote isn't counted, the
table says so. Times depend on the machine. Targets are wishes, and nothing here fails.
"""

import asyncio
import multiprocessing
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import aclosing
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.servers import free_port, room_server  # noqa: E402
from tests.browser.test_room import visit  # noqa: E402
from tests.phones import Pair, Server  # noqa: E402

PHONES, PANELS, SPREAD, TARGET = 300, 20, 15, 100
SOURCE = "127.0.0.9" if sys.platform == "linux" else "127.0.0.1"  # here no kernel needs the phones' ports
Row = tuple[str, str]


async def listen(server: Server, seat: str, ready: asyncio.Queue[int]) -> None:
    """Keep a page open, and reconnect when the server closes the connection."""
    while True:
        async with aclosing(server.hear(seat)) as told:
            async for state in told:
                await ready.put(state.get("ballot", 0))
        await asyncio.sleep(1)


async def voted(server: Server, seat: str, ballot: int) -> tuple[float, int]:
    """The milliseconds that a vote took, and the number of times it was refused before."""
    for refused in range(100):
        start = perf_counter()
        status, _ = await server.vote(seat, ballot, random.randrange(2))
        if status == 200:
            return 1000 * (perf_counter() - start), refused
        await asyncio.sleep(0.5)
    return 1e9, refused


async def stuff(server: Server, ballot: int, end: float) -> Counter[int]:
    """Vote with forged seats and with seats of pages that don't listen. Return the count of each answer's status."""
    answers = Counter[int]()
    while time.time() < end:
        for seat in (f"{random.getrandbits(288):072x}", await server.seat()):
            answers[(await server.vote(seat, ballot, 1))[0]] += 1
    return answers


async def hold(server: Server, ballot: int, end: float) -> Counter[int]:
    """Open a thousand connections, then more and more. Return the number."""
    held, opened = list[Pair](), 0
    while time.time() < end:
        held.append(await server.send(f"GET /events?seat={await server.seat()}"))
        opened += 1
        if len(held) > 1000:
            held.pop(0)[1].close()
    for _back, out in held:
        out.close()
    return Counter({200: opened})


def harm(kind: str, port: int, ballot: int, seconds: float) -> Counter[int]:
    """Attack the poll from a process of its own."""
    act = {"stuff": stuff, "hold": hold}[kind]
    return asyncio.run(act(Server(port, "", SOURCE), ballot, time.time() + seconds))


async def begin(server: Server) -> int:
    """Ask a question, and return its ballot."""
    await server.act(do="choose", chapter="00_start_here", name="bet")
    await server.act(do="start")
    seat = await server.seat()
    async with aclosing(server.hear(seat)) as told:
        return int((await anext(told))["ballot"])


def row(name: str, votes: list[tuple[float, int]], counted: int) -> Row:
    """A row with the times of these votes, and the number that was counted."""
    took = sorted(time for time, _ in votes)
    refused = sum(count for _, count in votes)
    lost = f"{counted} of {len(votes)} counted, {refused} refused at first"
    return name, f"{median(took):5.0f} ms {quantiles(took, n=100)[98]:6.0f} ms {took[-1]:6.0f} ms   {lost}"


async def rows(room: str, poll_port: int, token: str) -> list[Row]:
    """Run every measurement."""
    server, found, threads = Server(poll_port, token, SOURCE), list[Row](), ThreadPoolExecutor(PANELS)
    pool = ProcessPoolExecutor(2, multiprocessing.get_context("spawn"))
    await asyncio.gather(*(asyncio.wrap_future(pool.submit(harm, "stuff", poll_port, 0, 0)) for _ in "12"))  # wake up
    seats = [await server.seat() for _ in range(PHONES)]
    ready: asyncio.Queue[int] = asyncio.Queue()
    pages = [asyncio.create_task(listen(server, seat, ready)) for seat in seats]
    for _ in seats:
        await ready.get()

    async def counted() -> int:
        await server.act(do="stop")
        return int((await server.act(do="reveal"))[1]["votes"][0])

    async def in_turn(ballot: int, seconds: float) -> list[tuple[float, int]]:
        """Vote in turn, spread over this number of seconds."""
        votes = list[asyncio.Task[tuple[float, int]]]()
        for seat in seats:
            votes.append(asyncio.create_task(voted(server, seat, ballot)))
            await asyncio.sleep(seconds / PHONES)
        return await asyncio.gather(*votes)

    found.append(row("quiet", await in_turn(await begin(server), SPREAD), await counted()))
    for name, kinds in {"panels": [], "and harm": ["stuff", "hold"]}.items():
        ballot, start = await begin(server), time.time()
        panels = [asyncio.wrap_future(threads.submit(visit, room)) for _ in range(PANELS)]
        others = [asyncio.wrap_future(pool.submit(harm, kind, poll_port, ballot, SPREAD)) for kind in kinds]
        found.append(row(name, await in_turn(ballot, SPREAD), await counted()))
        opened = [status for status, _ in await asyncio.gather(*panels)]
        found.append(("", f"{opened.count(200)} of {PANELS} panels came, the last after {time.time() - start:.0f} s"))
        for kind, answers in zip(kinds, await asyncio.gather(*others), strict=True):
            found.append(("", f"{kind}: {answers.total()} times, answers {dict(answers)}"))
    ballot = await begin(server)
    votes = await asyncio.gather(*(voted(server, seat, ballot) for seat in seats))
    found.append(row("at once", votes, await counted()))
    for page in pages:
        page.cancel()
    await asyncio.gather(*pages, return_exceptions=True)
    return found


def told(found: list[Row]) -> Iterator[str]:
    """Yield the lines of the table."""
    yield f"{'votes':<10} median 99 of 100 slowest   (wished for: {TARGET} ms)"
    yield from (f"{name:<10} {said}" for name, said in found)


def main() -> None:
    """Measure, and print the table."""
    with tempfile.TemporaryDirectory() as name:
        folder, ports = Path(name), (free_port(), free_port())
        with room_server(folder, ports=ports) as room:
            token = (folder / "server.log").read_text("utf-8").partition("token=")[2].partition("\n")[0]
            print(*told(asyncio.run(rows(room, ports[1], token))), sep="\n")


if __name__ == "__main__":
    main()
