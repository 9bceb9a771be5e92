"""Seats for pages. A page gets a seat when it is opened, and neither a page nor an address can take every seat.

A seat is a number, the time at which it was given and a signature with the lecturer's key. Nobody can forge a seat, the
server doesn't need to remember seats, and a server that restarts with the same key recognizes them all.
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
"""The greatest number of pages that can listen at the same time."""
LINES = 3
"""The greatest number of event streams of a page, including streams that its phone has lost without closing them."""
AWAY = 60
"""Seconds for which a page without an event stream may still vote, since phones sleep and networks change."""
SEAT = re.compile(r"([0-9a-f]{32})([0-9a-f]{8})([0-9a-f]{32})", re.ASCII)


class Seat(NamedTuple):
    """The number of a page, and the second in which it was opened."""

    number: str
    opened: int


class Line(Protocol):
    """A connection over which a page receives events."""

    @property
    def stream(self) -> object:
        """The connection itself."""

    def hang_up(self) -> None:
        """End the connection."""


class Guest(NamedTuple):
    """The number of a page that listens, and the name of its address."""

    number: str
    source: str


class Door:
    """The keeper of the seats, who hands them out, recognizes them and counts the pages that listen."""

    def __init__(self, key: str) -> None:
        self.key = key.encode()
        self.lines: dict[Line, Guest] = {}
        """The guest of each line, the oldest line first."""
        self.left: dict[str, float] = {}
        """The times at which pages stopped listening, the earliest first."""

    def sign(self, text: str) -> str:
        """The HMAC of a text, which only the holder of the key can compute."""
        return hmac.new(self.key, text.encode(), hashlib.sha256).hexdigest()[:32]

    def seat(self) -> str:
        """A new seat, for a page that is being opened."""
        text = f"{secrets.token_hex(16)}{int(time.time()):08x}"
        return text + self.sign(f"seat {text}")

    def known(self, seat: object) -> Seat:
        """The seat in this text. Raise Refused if it wasn't handed out here."""
        found = SEAT.fullmatch(seat) if isinstance(seat, str) else None
        if not found or not hmac.compare_digest(found[3], self.sign(f"seat {found[1]}{found[2]}")):
            raise Refused("The room was reopened, or this page was not opened here. Open the page again.", 403)
        return Seat(found[1], int(found[2], 16))

    def source(self, address: str) -> str:
        """A name for an address that doesn't reveal the address."""
        return self.sign(f"from {address}")[:8]

    @property
    def pages(self) -> int:
        """The number of pages that listen."""
        return len({guest.number for guest in self.lines.values()})

    def enter(self, line: Line, guest: Guest, voters: Container[str]) -> None:
        """Add a line. If there are too many, the line chosen by `first_to_go` is closed, so nobody is turned away."""
        own = [one for one, other in self.lines.items() if other.number == guest.number]
        if len(own) >= LINES:
            own[0].hang_up()
        elif len(self.lines) >= PAGES:
            self.first_to_go(voters).hang_up()
        self.left.pop(guest.number, None)
        self.lines[line] = guest

    def first_to_go(self, voters: Container[str]) -> Line:
        """The oldest line whose page hasn't voted, from the address with the most lines."""
        crowd = Counter(guest.source for guest in self.lines.values())
        return min(self.lines, key=lambda one: (-crowd[(it := self.lines[one]).source], it.number in voters))

    def leave(self, line: Line) -> None:
        """Remove a line."""
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
        """Raise Refused if a page hasn't listened recently. A page's script always listens before it votes."""
        if seat.number not in self.left and all(guest.number != seat.number for guest in self.lines.values()):
            raise Refused("This page is not connected yet.", 503)
