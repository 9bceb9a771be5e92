"""A full hall votes over a network that drops things, and not one vote is lost; and what a visitor may not do."""

import asyncio
import json
import random
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager
from typing import Any

import pytest
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application

from tests.places import PATIENCE
from tools.poll import server
from tools.poll.desk import Desk
from tools.poll.server import COOKIE, handlers

STUDENTS = 300
JSON = "application/json"
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Hall:
    """The server, and how to talk to it."""

    def __init__(self, desk: Desk, port: int) -> None:
        self.desk, self.port = desk, port

    async def send(self, line: str, body: bytes = b"", kind: str = JSON, cookie: str = "") -> Line:
        """A request with a connection of its own, and that connection."""
        back, out = await asyncio.open_connection("127.0.0.1", self.port)
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
        """A deed of the lecturer's."""
        return await self.ask("POST /poll/lecturer", wish, cookie=self.desk.token)

    async def hear(self, who: str) -> AsyncGenerator[dict[str, Any], None]:
        """What a page of the class is told, until it has heard enough."""
        back, out = await self.send(f"GET /poll/events?voter={who}")
        try:
            while line := await back.readline():
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])
        finally:
            out.close()


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
        await served.close_all_connections()
        while len(asyncio.all_tasks()) > 1:  # what was still waiting for news
            desk.for_class.ring()
            desk.for_lecturer.ring()
            await asyncio.sleep(0.01)


def in_a_hall(test: Callable[[Hall], Awaitable[None]]) -> None:
    """Run it, in a thread: where a browser has been tested in this process, the main thread has a loop already."""

    async def run() -> None:
        async with asyncio.timeout(PATIENCE), hall() as open_hall:  # a vote that is lost is waited for in vain
            await test(open_hall)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(run())).result()


async def student(hall: Hall, number: int, answers: list[int]) -> list[dict[str, Any]]:
    """A phone, which answers, changes its mind, and has trouble with the network; what it was shown."""
    draw = random.Random(number)
    who, seen = f"{number:032x}", list[dict[str, Any]]()

    async def vote(ballot: int, turn: int, answer: int) -> None:
        said = {"voter": who, "ballot": ballot, "turn": turn, "answer": answer}
        if draw.random() < 0.3:  # it goes out, and the phone never hears of it: it goes out again
            _, out = await hall.send("POST /poll/vote", json.dumps(said).encode())
            out.close()
        for _ in range(draw.choice([1, 1, 2])):  # the same once more
            status, told = await hall.ask("POST /poll/vote", said)
            assert status == 200
            assert told["ballot"] != ballot or told["yours"] == CHOICES[answer]  # or else the second vote has begun

    while not seen or seen[-1]["phase"] != "revealed":
        done = {state["ballot"] for state in seen if state["phase"] == "open"}
        async with aclosing(hall.hear(who)) as told:
            async for state in told:
                seen.append(state)
                if state["phase"] == "revealed":
                    break
                if state["phase"] == "open" and state["ballot"] not in done:
                    done.add(state["ballot"])
                    answer = answers[state["round"] - 1]
                    await asyncio.sleep(draw.random() / 2)
                    if number % 3 == 0:
                        await vote(state["ballot"], 1, 1 - answer)
                    await vote(state["ballot"], 2, answer)
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
            while sum(held.turn == 2 for held in hall.desk.poll.votes[vote].values()) < STUDENTS:
                assert not any(one.done() for one in phones)
                await asyncio.sleep(0.05)
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


def test_only_the_lecturer_runs_the_vote() -> None:
    """Who doesn't have the token sees no question before it is asked, and moves nothing."""

    async def lesson(hall: Hall) -> None:
        for cookie in ("", "guessed", "ä"):
            for line in ("POST /poll/lecturer", "GET /poll/lecturer/questions", "GET /poll/lecturer/events"):
                status, told = await hall.ask(line, {"do": "start"}, cookie=cookie)
                assert (status, told) == (403, {"error": "Open the lecturer's address that make room has printed."})
        status, told = await hall.ask("GET /poll/lecturer/questions", cookie=hall.desk.token)
        assert (status, len(told["chapters"]), told["address"]) == (200, 20, "http://hall/poll/")
        assert "explanation" not in json.dumps(told)
        assert (told["chapters"][-1]["title"], told["chapters"][-1]["usual"]) == ("Rank the outputs", "3")
        assert (await hall.act(do="choose", chapter="00_start_here", name="none"))[0] == 404
        assert (await hall.act(do="sing"))[0] == 422
        assert (await hall.act(do="reveal"))[0] == 409

    in_a_hall(lesson)


def test_only_the_right_address_makes_a_lecturer() -> None:
    """A link of another's doesn't lock the lecturer out, whatever stands in it."""

    async def lesson(hall: Hall) -> None:
        for token in ("wrong", "%F0%9F%92%A9;x", "%F0%9F%92%A9%3Bx"):
            back, out = await hall.send(f"GET /poll/lecturer?token={token}", cookie=hall.desk.token)
            answer = await back.read()
            out.close()
            assert answer.startswith(b"HTTP/1.1 403")
            assert b"Set-Cookie" not in answer
        assert (await hall.act(do="choose", chapter="00_start_here", name="bet"))[0] == 200

    in_a_hall(lesson)


WRONG: list[tuple[bytes, str, int]] = [
    (b'{"voter": 1}', JSON, 422), (b"[1]", JSON, 422), (b"\xff", JSON, 422), (b"", JSON, 422), (b"[" * 900, JSON, 422),
    (b"x" * 5_000_000, JSON, 413), (b'{"voter": 1}', "text/plain", 415), (b"voter=1", "", 415),
    (b'{"voter": "' + b"0" * 32 + b'", "ballot": 1, "turn": 1, "answer": 0}', JSON, 409),
]  # fmt: skip


def test_what_is_no_vote_is_answered_by_a_sentence() -> None:
    """Too long, of another kind, no JSON, too early; and addresses that are none."""

    async def lesson(hall: Hall) -> None:
        for body, kind, expected in WRONG:
            status, told = await hall.ask("POST /poll/vote", body, kind=kind)
            assert (status, list(told)) == (expected, ["error"])
        for line, expected in {"GET /poll/vote": 405, "GET /poll/server.py": 404, "GET /poll/a/../../b": 404}.items():
            status, told = await hall.ask(line)
            assert (status, list(told)) == (expected, ["error"])
        assert hall.desk.poll.votes == []

    in_a_hall(lesson)


def test_a_full_room_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a page that goes makes room for another."""
    monkeypatch.setattr(server, "PAGES", 1)

    async def lesson(hall: Hall) -> None:
        async with aclosing(hall.hear("a")) as told:
            assert await anext(told) == {"phase": "waiting"}
            assert await hall.ask("GET /poll/events") == (503, {"error": "The room is full."})
        while hall.desk.pages:
            await asyncio.sleep(0.01)
        async with aclosing(hall.hear("b")) as told:
            assert await anext(told) == {"phase": "waiting"}

    in_a_hall(lesson)
