"""A full hall votes over an unreliable network without losing a vote, and a visitor can't do what isn't allowed."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from typing import Any
from urllib.parse import quote

import pytest
from tornado.netutil import bind_sockets

from tests.phones import ELSEWHERE, JSON, Pair, Server
from tests.places import PATIENCE
from tools.machine import needs
from tools.poll import door, votes
from tools.poll.desk import Desk
from tools.poll.kept import Kept
from tools.poll.server import serve

STUDENTS, HELD = 300, 60


class Hall(Server):
    """The server, and how to talk to it."""

    def __init__(self, desk: Desk, port: int, source: str = "127.0.0.1") -> None:
        super().__init__(port, desk.token, source)
        self.desk = desk


@asynccontextmanager
async def hall(kept: Kept | None = None, most: int = 1000) -> AsyncIterator[Hall]:
    """An open hall: nobody but the lecturer is there yet."""
    desk = Desk("http://hall/", is_open=False, kept=kept)
    (socket,) = bind_sockets(0, "127.0.0.1")
    served = serve(desk, most)
    served.add_sockets([socket])
    try:
        yield Hall(desk, socket.getsockname()[1])
    finally:
        served.stop()
        await served.close_all_connections()
        while len(asyncio.all_tasks()) > 1:  # tasks that still wait for news
            desk.for_class.ring()
            desk.for_lecturer.ring()
            await asyncio.sleep(0.01)


def in_a_hall(test: Callable[[Hall], Awaitable[None]], most: int = 1000) -> None:
    """Run a test in a thread, because the main thread already has a loop if a browser was tested in this process."""

    async def run() -> None:
        async with asyncio.timeout(PATIENCE), hall(most=most) as open_hall:  # it would wait for a lost vote for ever
            await test(open_hall)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(run())).result()


async def student(hall: Hall, number: int, who: str, answers: list[int]) -> list[dict[str, Any]]:
    """Act as a phone that answers, changes its mind and has trouble with the network. Return what it was shown."""
    draw, seen = random.Random(number), list[dict[str, Any]]()

    async def vote(ballot: int, turn: int, answer: int) -> None:
        said = {"seat": who, "ballot": ballot, "turn": turn, "answer": answer}
        if draw.random() < 0.3:  # it is sent, but the phone gets no reply and sends it again
            _, out = await hall.send("POST /vote", json.dumps(said).encode())
            out.close()
        for _ in range(draw.choice([1, 1, 2])):  # sometimes it is sent twice
            status, told = await hall.ask("POST /vote", said)
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


async def stuff(hall: Hall, over: asyncio.Event) -> None:
    """Keep voting, with forged seats and with seats of pages that don't listen."""
    while not over.is_set():
        seats = [f"{random.getrandbits(288):072x}", await hall.seat()]
        assert [(await hall.vote(one, hall.desk.poll.ballot, 1))[0] for one in seats] == [403, 503]


async def hold(hall: Hall, over: asyncio.Event) -> None:
    """Open one connection after another without listening to any of them."""
    held = list[Pair]()
    while not over.is_set():
        held.append(await hall.send(f"GET /events?seat={await hall.seat()}"))
        if len(held) > HELD:
            held.pop(0)[1].close()
        await asyncio.sleep(0.01)
    for _, out in held:
        out.close()


def test_three_hundred_phones_and_not_one_vote_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """In two votes on a question, some phones change their answer, send it twice, get no reply or connect again.

    From the address of the phones, somebody stuffs the ballot, and somebody holds connections in a full room.
    """
    monkeypatch.setattr(door, "PAGES", STUDENTS + HELD // 2)

    async def lesson(hall: Hall) -> None:
        meant = [[random.Random(f"{number} {vote}").randrange(2) for vote in (1, 2)] for number in range(STUDENTS)]
        seats = [await hall.seat() for _ in meant]
        lives = [student(hall, number, *one) for number, one in enumerate(zip(seats, meant, strict=True))]
        phones = [asyncio.create_task(one) for one in lives]
        await asyncio.sleep(0.5)
        assert (await hall.act(do="choose", chapter="00_start_here", name="bet"))[0] == 200
        over = asyncio.Event()
        others = [asyncio.create_task(one) for one in (stuff(hall, over), hold(hall, over))]
        for vote in (0, 1):
            assert (await hall.act(do="start"))[0] == 200
            while sum(held.turn == 2 for held in hall.desk.poll.votes[vote].values()) < STUDENTS:
                assert not any(one.done() for one in phones + others)
                await asyncio.sleep(0.05)
            assert (await hall.act(do="stop"))[0] == 200
            counted = {voter: held.given for voter, held in hall.desk.poll.votes[vote].items()}
            expected = [CHOICES[answers[vote]] for answers in meant]
            assert counted == {seat[:32]: given for seat, given in zip(seats, expected, strict=True)}
        assert (await hall.act(do="reveal"))[0] == 200
        for number, seen in enumerate(await asyncio.gather(*phones)):
            assert seen[-1]["yours"] == CHOICES[meant[number][1]]
            assert seen[-1]["isRight"] is (meant[number][1] == 0)
            assert not any("answer" in state for state in seen[:-1])
        over.set()
        await asyncio.gather(*others)
        while hall.desk.door.pages:  # all have gone
            await asyncio.sleep(0.05)

    in_a_hall(lesson)


def test_only_the_lecturer_runs_the_vote() -> None:
    """Nobody without the token sees a question before it is asked, or controls anything."""

    async def lesson(hall: Hall) -> None:
        for cookie in ("", "guessed", "ä"):
            for line in ("POST /lecturer", "GET /lecturer/questions", "GET /lecturer/events"):
                status, told = await hall.ask(line, {"do": "start"}, cookie=cookie)
                assert (status, told) == (403, {"error": "Open the lecturer's address that make room has printed."})
        status, told = await hall.ask("GET /lecturer/questions", cookie=hall.desk.token)
        assert (status, len(told["chapters"]), told["address"]) == (200, 27, "http://hall/")
        assert "explanation" not in json.dumps(told)
        assert (told["chapters"][-1]["title"], told["chapters"][-1]["usual"]) == ("Rank the outputs", "3")
        assert (await hall.act(do="choose", chapter="00_start_here", name="none"))[0] == 404
        assert (await hall.act(do="sing"))[0] == 422
        assert (await hall.act(do="reveal"))[0] == 409

    in_a_hall(lesson)


def test_only_the_right_address_makes_a_lecturer() -> None:
    """Somebody else's link doesn't lock the lecturer out, whatever is in it."""

    async def lesson(hall: Hall) -> None:
        for token in ("wrong", "%F0%9F%92%A9;x", "%F0%9F%92%A9%3Bx"):
            back, out = await hall.send(f"GET /lecturer?token={token}", cookie=hall.desk.token)
            answer = await back.read()
            out.close()
            assert answer.startswith(b"HTTP/1.1 403")
            assert b"Set-Cookie" not in answer
        assert (await hall.act(do="choose", chapter="00_start_here", name="bet"))[0] == 200

    in_a_hall(lesson)


WRONG: list[tuple[bytes, str, int]] = [
    (b'{"seat": 1}', JSON, 403), (b"[1]", JSON, 422), (b"\xff", JSON, 422), (b"", JSON, 422), (b"[" * 900, JSON, 422),
    (b"x" * 5_000_000, JSON, 413), (b'{"seat": 1}', "text/plain", 415), (b"voter=1", "", 415),
    (b'{"seat": "' + b"0" * 72 + b'", "ballot": 1, "turn": 1, "answer": 0}', JSON, 403),
]  # fmt: skip


def test_what_is_no_vote_is_answered_by_a_sentence() -> None:
    """It may be too long, of another type, not JSON or too early. Wrong addresses are answered by a sentence, too."""

    async def lesson(hall: Hall) -> None:
        for body, kind, expected in WRONG:
            status, told = await hall.ask("POST /vote", body, kind=kind)
            assert (status, list(told)) == (expected, ["error"])
        for line, expected in {"GET /vote": 405, "GET /server.py": 404, "GET /a/../../b": 404}.items():
            status, told = await hall.ask(line)
            assert (status, list(told)) == (expected, ["error"])
        assert hall.desk.poll.votes == []

    in_a_hall(lesson)


def test_a_page_has_few_lines_and_is_one_page() -> None:
    """If a page opens one line more, its oldest line is closed."""

    async def lesson(hall: Hall) -> None:
        seat = await hall.seat()
        back, out = await hall.send(f"GET /events?seat={seat}")
        async with AsyncExitStack() as lines:
            for _ in range(door.LINES):
                assert await anext(await lines.enter_async_context(aclosing(hall.hear(seat)))) == {"phase": "waiting"}
            assert (len(hall.desk.door.lines), hall.desk.door.pages) == (door.LINES, 1)
            assert b"data: " in await back.read()  # to its end
            out.close()

    in_a_hall(lesson)


@needs("a second address")
def test_a_full_room_lets_everybody_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest line of the address with the most lines is closed. Lines of pages that haven't voted go first."""
    monkeypatch.setattr(door, "PAGES", 3)

    async def lesson(hall: Hall) -> None:
        assert (await hall.act(do="choose", chapter="00_start_here", name="bet"))[0] == 200
        assert (await hall.act(do="start"))[0] == 200
        elsewhere = Server(hall.port, source=ELSEWHERE)
        seats = [await hall.seat() for _ in range(4)]
        async with AsyncExitStack() as lines:
            for number, seat in enumerate(seats):
                server = elsewhere if number == 0 else hall
                await anext(await lines.enter_async_context(aclosing(server.hear(seat))))
                if number == 1:
                    assert (await hall.vote(seat, hall.desk.poll.ballot, 0))[0] == 200
            here = {guest.number for guest in hall.desk.door.lines.values()}
            assert here == {seats[number][:32] for number in (0, 1, 3)}

    in_a_hall(lesson)


def test_who_opens_many_connections_takes_nobodys_place() -> None:
    """Each new connection closes the oldest, and a page that listens stays."""

    async def test(hall: Hall) -> None:
        seat = await hall.seat()
        async with aclosing(hall.hear(seat)) as told:
            await anext(told)
            idle = [await asyncio.open_connection("127.0.0.1", hall.port) for _ in range(10)]
            assert await idle[0][0].read() == b"", "it was closed"
            assert (await hall.ask("POST /vote", {"seat": seat}))[0] != 503
            assert hall.desk.door.pages == 1
            for _, out in idle:
                out.close()

    in_a_hall(test, most=4)


def test_a_seat_of_another_room_is_refused() -> None:
    """A seat whose time was changed is refused, too."""

    async def lesson(hall: Hall) -> None:
        seat = await hall.seat()
        for wrong in (door.Door("another key").seat(), seat[:32] + "00000000" + seat[40:], "", "é" * 72, seat + "0"):
            status, told = await hall.ask(f"GET /events?seat={quote(wrong)}")
            assert (status, list(told)) == (403, ["error"])
        assert hall.desk.door.known(seat).number == seat[:32]

    in_a_hall(lesson)


@needs("a second address")
def test_the_lecturer_may_leave_an_address_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The address sends many more answers than others, and may be counted again later."""
    monkeypatch.setattr(votes, "CROWD", 2)

    async def lesson(hall: Hall) -> None:
        await hall.act(do="choose", chapter="00_start_here", name="bet")
        await hall.act(do="start")
        elsewhere = Server(hall.port, source=ELSEWHERE)
        for server, answer in [(hall, 0), (elsewhere, 1), (elsewhere, 1), (elsewhere, 1)]:
            assert await server.visit(answer) == 200
        (crowd,) = hall.desk.on_the_wall["crowds"]
        assert (crowd["count"], crowd["isLeftOut"], "127" in crowd["source"]) == (3, False, False)
        for expected in ([1], [4]):
            _, wall = await hall.act(do="leave out", source=crowd["source"])
            assert wall["votes"] == expected
            assert sum(bar["counts"][0] for bar in wall["bars"]) == expected[0]

    in_a_hall(lesson)
