"""Give seats: a page gets a seat when it is opened, and neither a page nor an address can take every seat.

A seat is a number, when it was given, and a signature with the lecturer's key. So nobody can make one up, the server
need not remember any, and one that starts again with the same key knows them all.
"""

import hashlib
import hmac
import re
import secrets
import time
from collections import Counter
from collections.abc import Container
from typing import NamedTuple, Protocol

from tools.poll.votes import Refused

PAGES = 2000
"""The most pages that can listen at once."""
LINES = 3
"""The most event streams of a page: its own, and streams that its phone has lost without saying so."""
AWAY = 60
"""Seconds for which a page without an event stream may still vote: phones sleep, networks change."""
SEAT = re.compile(r"([0-9a-f]{32})([0-9a-f]{8})([0-9a-f]{32})", re.ASCII)


class Seat(NamedTuple):
    """The number of a page, and the second in which it was opened."""

    number: str
    opened: int


class Line(Protocol):
    """A connection over which a page is told what happens."""

    @property
    def stream(self) -> object:
        """The connection itself."""

    def hang_up(self) -> None:
        """End it."""


class Guest(NamedTuple):
    """Whose line it is, and where it comes from."""

    number: str
    source: str


class Door:
    """It hands out seats, knows them again, and counts the pages that listen."""

    def __init__(self, key: str) -> None:
        self.key = key.encode()
        self.lines: dict[Line, Guest] = {}
        """The oldest first."""
        self.left: dict[str, float] = {}
        """When pages that no longer listen have gone, the earliest first."""

    def sign(self, text: str) -> str:
        """The HMAC of a text, which only the holder of the key can compute."""
        return hmac.new(self.key, text.encode(), hashlib.sha256).hexdigest()[:32]

    def seat(self) -> str:
        """A new seat, for a page that is being opened."""
        text = f"{secrets.token_hex(16)}{int(time.time()):08x}"
        return text + self.sign(f"seat {text}")

    def known(self, seat: object) -> Seat:
        """A seat that was handed out here."""
        found = SEAT.fullmatch(seat) if isinstance(seat, str) else None
        if not found or not hmac.compare_digest(found[3], self.sign(f"seat {found[1]}{found[2]}")):
            raise Refused("The room was opened anew, or this page was not opened here. Open the page again.", 403)
        return Seat(found[1], int(found[2], 16))

    def source(self, address: str) -> str:
        """A name for an address, from which nobody reads the address."""
        return self.sign(f"from {address}")[:8]

    @property
    def pages(self) -> int:
        """The number of pages that listen."""
        return len({guest.number for guest in self.lines.values()})

    def enter(self, line: Line, guest: Guest, voters: Container[str]) -> None:
        """A page listens. Where there are too many, the line goes that `first_to_go` names; nobody is turned away."""
        own = [one for one, other in self.lines.items() if other.number == guest.number]
        if len(own) >= LINES:
            own[0].hang_up()
        elif len(self.lines) >= PAGES:
            self.first_to_go(voters).hang_up()
        self.left.pop(guest.number, None)
        self.lines[line] = guest

    def first_to_go(self, voters: Container[str]) -> Line:
        """Of the address that has the most lines, the oldest whose page has not voted."""
        crowd = Counter(guest.source for guest in self.lines.values())
        return min(self.lines, key=lambda one: (-crowd[(it := self.lines[one]).source], it.number in voters))

    def leave(self, line: Line) -> None:
        """It listens no longer."""
        now = time.monotonic()
        if guest := self.lines.pop(line, None):
            self.left.pop(guest.number, None)
            self.left[guest.number] = now
        while self.left and now - self.left[first := next(iter(self.left))] > AWAY:
            del self.left[first]

    def close(self) -> None:
        """End every event stream."""
        for line in list(self.lines):
            line.hang_up()

    def check_alive(self, seat: Seat) -> None:
        """Refused for a page that has not listened of late: its script does, before it votes."""
        if seat.number not in self.left and all(guest.number != seat.number for guest in self.lines.values()):
            raise Refused("This page is not connected yet.", 503)
