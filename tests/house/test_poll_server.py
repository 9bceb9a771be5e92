"""A full hall votes over a network that drops things, and not one vote is lost; and what a visitor may not do."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application

from tools.poll import server
from tools.poll.server import COOKIE, Desk, handlers

STUDENTS = 300
JSON = "application/json"


class Hall:
    """The server, and how to talk to it."""

    def __init__(self, desk: Desk, port: int) -> None:
        self.desk, self.port = desk, port

    async def send(self, line: str, body: bytes = b"", kind: str = JSON, cookie: str = "") -> asyncio.StreamReader:
        """A request of its own connection, and what comes back."""
        self.back, self.out = await asyncio.open_connection("127.0.0.1", self.port)
        back, out = self.back, self.out
        lines = [f"{line} HTTP/1.1", "Host: hall", f"Content-Length: {len(body)}", "Connection: close"]
        lines += [f"Content-Type: {kind}"] * bool(kind) + [f"Cookie: {COOKIE}={cookie}"] * bool(cookie)
        out.write("\r\n".join([*lines, "", ""]).encode() + body)
        await out.drain()
        LEFT.append(out)
        return back

    async def ask(self, line: str, said: object = None, **how: Any) -> tuple[int, Any]:
        """The status of the answer, and the answer."""
        body = said if isinstance(said, bytes) else json.dumps(said).encode()
        answer = await (await self.send(line, body, **how)).read()
        head, _, told = answer.partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(told) if told.startswith(b"{") else told

    async def act(self, **wish: str) -> tuple[int, Any]:
        """A deed of the lecturer's."""
        return await self.ask("POST /poll/lecturer", wish, cookie=self.desk.token)

    async def hear(self, who: str) -> AsyncIterator[dict[str, Any]]:
        """What a page of the class is told."""
        back = await self.send(f"GET /poll/events?voter={who}")
        while line := await back.readline():
            if line.startswith(b"data: "):
                yield json.loads(line[6:])


LEFT = list[asyncio.StreamWriter]()


@asynccontextmanager
async def hall() -> AsyncIterator[Hall]:
    """An open hall: nobody but the lecturer is there yet."""
    desk = Desk("http://hall/poll/", is_open=False)
    (socket,) = bind_sockets(0, "127.0.0.1")
    served = HTTPServer(Application(list(handlers("/", desk))))
    served.add_sockets([socket])
    try:
        yield Hall(desk, socket.getsockname()[1])
    finally:
        served.stop()
        for out in LEFT:
            out.close()
        LEFT.clear()
        await served.close_all_connections()


def in_a_hall(test: Callable[[Hall], Awaitable[None]]) -> None:
    """Run it."""

    async def run() -> None:
        async with hall() as open_hall:
            await test(open_hall)

    asyncio.run(run())


async def student(hall: Hall, number: int, answers: list[int]) -> list[dict[str, Any]]:
    """A phone, which answers, changes its mind, and has trouble with the network; what it was shown."""
    draw = random.Random(number)
    who, seen = f"{number:032x}", list[dict[str, Any]]()

    async def vote(ballot: int, turn: int, answer: int) -> None:
        said = {"voter": who, "ballot": ballot, "turn": turn, "answer": answer}
        if draw.random() < 0.3:  # it goes out, and the phone never hears of it: it goes out again
            back = await hall.send("POST /poll/vote", json.dumps(said).encode())
            LEFT[-1].close()
            del back
        for _ in range(draw.choice([1, 1, 2])):  # the same once more
            status, told = await hall.ask("POST /poll/vote", said)
            assert (status, told["yours"]) == (200, CHOICES[answer])

    while not seen or seen[-1]["phase"] != "revealed":
        done = {state["ballot"] for state in seen if state["phase"] == "open"}
        async for state in hall.hear(who):
            seen.append(state)
            if state["phase"] == "revealed":
                break
            if state["phase"] == "open" and state["ballot"] not in done:
                done.add(state["ballot"])
                await asyncio.sleep(draw.random() / 2)
                if number % 3 == 0:
                    await vote(state["ballot"], 1, 1 - answers[state["ballot"] - 1])
                await vote(state["ballot"], 2, answers[state["ballot"] - 1])
                if number % 5 == 0:  # it falls asleep, and connects again
                    break
    return seen


CHOICES = ["A: last train leaves at half ten", "B: the last train goes at nine thirty"]


def test_three_hundred_phones_and_not_one_vote_lost() -> None:
    """In two votes on one question: some change their answer, send it twice, hear nothing, connect anew."""

    async def lesson(hall: Hall) -> None:
        meant = [[random.Random(f"{number} {vote}").randrange(2) for vote in (1, 2)] for number in range(STUDENTS)]
        phones = [asyncio.create_task(student(hall, number, meant[number])) for number in range(STUDENTS)]
        await asyncio.sleep(0.5)
        assert (await hall.act(do="choose", chapter="00_start_here", name="bet"))[0] == 200
        for vote in (0, 1):
            assert (await hall.act(do="start"))[0] == 200
            while len(hall.desk.poll.votes[-1]) < STUDENTS or any(
                held.turn < 2 for held in hall.desk.poll.votes[-1].values()
            ):
                await asyncio.sleep(0.05)
                for one in phones:
                    if one.done():
                        one.result()
            assert (await hall.act(do="stop"))[0] == 200
            counted = [hall.desk.poll.votes[vote][f"{number:032x}"].given for number in range(STUDENTS)]
            assert counted == [CHOICES[answers[vote]] for answers in meant]
        assert (await hall.act(do="reveal"))[0] == 200
        for number, seen in enumerate(await asyncio.gather(*phones)):
            assert seen[-1]["yours"] == CHOICES[meant[number][1]]
            assert seen[-1]["isRight"] is (meant[number][1] == 0)
            assert not any("answer" in state for state in seen[:-1])
        while hall.desk.pages:  # all have gone
            await asyncio.sleep(0.05)

    in_a_hall(lesson)
