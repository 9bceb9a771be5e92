"""Open a page to play with, and a poll, for everybody in a room: `make room`.

The poll (tools/poll/) asks the predictions of the course, or lets the class rank the outputs of a few sentences: phones
answer, the lecturer's page counts and reveals. Its pages have nothing behind them but this program, so a full hall can
vote. The page to play with (tools/panel.py) is a program of its own, with its own port, which gives way to the poll.

At first only this machine can open them. For a lecture hall, where all are on one network:

    make room ARGS=--ip=0.0.0.0

The addresses are printed; whoever has the lecturer's runs the poll. Do that only on a network you trust: there is no
password, and what is typed travels unciphered (http, so some browsers will not let a page write to the clipboard).
The page to play with has port 8866, or another: --port=9000; the poll has the next. Other words go to Voila:
--Seats.seats=100. Each open page to play with takes about 70 MB here.
"""

import argparse
import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from jupyter_core.paths import jupyter_runtime_dir

from tools.poll.desk import Desk
from tools.poll.kept import Kept
from tools.poll.server import serve
from tools.quiet import hush

ROOT = Path(__file__).resolve().parent.parent
ALONE = ("127.0.0.1", "localhost", "::1")
CONNECTIONS, OTHER_FILES = 8192, 64
TOLD = """\
The page to play with: {panel}
The poll, for the class: {poll}
The poll, for you (keep this address to yourself): {poll}lecturer?token={token}
To stop: Ctrl-C."""
ONLY_HERE = """
Only this machine can open these. For everybody on your network: make room ARGS=--ip=0.0.0.0"""
KEPT = "The votes are kept: the next make room goes on with them."


def address(ip: str, port: int) -> str:
    """The address of a page, as others on the network see it if they can. Nothing is sent to find it out."""
    if ip in ("", "*", "0.0.0.0", "::"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))  # an address that is nobody's, kept for examples
                ip = probe.getsockname()[0]
            except OSError:
                ip = socket.gethostname()
    return f"http://[{ip}]:{port}" if ":" in ip else f"http://{ip}:{port}"


def allow_many_pages() -> int:
    """Let this program hold as many connections as a full hall needs, and return how many it may hold.

    Some systems allow 256 files unless a program asks. A few of them are no connections.
    """
    try:
        import resource
    except ImportError:  # Windows
        return 500
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS if most == resource.RLIM_INFINITY else min(CONNECTIONS, most)
    if allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return max(allowed, wanted) - OTHER_FILES


def port(given: str | int) -> int:
    """A port; ValueError if there is none of that number."""
    if not 0 < int(given) < 2**16:
        raise ValueError
    return int(given)


def asked(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Divide the arguments into our own and Voila's."""
    parser = argparse.ArgumentParser("make room ARGS=", allow_abbrev=False)
    parser.add_argument("--ip", "--Voila.ip", default="127.0.0.1", help="0.0.0.0: all networks of this machine")
    parser.add_argument("--port", "--Voila.port", type=port, default=8866, help="of the page to play with")
    parser.add_argument("--poll-port", type=port, help="of the poll; the next, if you don't say")
    found, others = parser.parse_known_args(arguments)
    if others and not others[0].startswith("-"):
        parser.error(f"{others[0]!r} is no option. For everybody on your network: make room ARGS=--ip=0.0.0.0")
    found.poll_port = found.poll_port or (found.port + 1 if found.port + 1 < 2**16 else found.port - 1)
    return found, others


class Bye:
    """When to stop: at once, or at the second Ctrl-C where a question is open."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.now, self.warned = desk, asyncio.Event(), 0

    def interrupt(self) -> None:
        """Ctrl-C was pressed."""
        if not self.desk.is_asking or self.warned == self.desk.poll.ballot:
            self.now.set()
        else:
            self.warned = self.desk.poll.ballot
            kept = "are kept" if self.desk.kept.works else "will be lost"
            print(f"\n{self.desk.open_question} Ctrl-C again stops; the votes {kept}.", flush=True)


def listen_for(number: int, act: Callable[[], None], loop: asyncio.AbstractEventLoop) -> None:
    """Act on a signal, also if it comes just before the loop falls asleep."""
    try:
        loop.add_signal_handler(number, act)
    except NotImplementedError:  # on Windows, where each signal wakes the loop
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(act))


async def run(words: argparse.Namespace, others: list[str]) -> None:
    """Both, until the end."""
    ip = "" if words.ip == "*" else words.ip
    poll = f"{address(ip, words.poll_port)}/"
    file = Path(jupyter_runtime_dir(), f"mtexplain-poll-{words.poll_port}.jsonl")
    desk = Desk(poll, ip not in ALONE, Kept(file))
    try:
        serve(desk, allow_many_pages()).listen(words.poll_port, ip)
    except OSError as error:
        sys.exit(f"The poll can't have port {words.poll_port}: {error.strerror}. Another: make room ARGS=--port=9000")
    loop, bye = asyncio.get_running_loop(), Bye(desk)
    listen_for(signal.SIGINT, bye.interrupt, loop)
    listen_for(signal.SIGTERM, bye.now.set, loop)
    # It has a session of its own, so that Ctrl-C doesn't reach it, and ends when its stdin does.
    panel = await asyncio.create_subprocess_exec(
        *[sys.executable, "-m", "tools.panel", f"--Voila.ip={ip}", f"--Voila.port={words.port}", *others],
        stdin=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    print(TOLD.format(panel=f"{address(ip, words.port)}/", poll=poll, token=desk.token), end="")
    print("" if desk.is_open else ONLY_HERE)
    if desk.is_asking:
        print(f"As before: {desk.open_question}")
    sys.stdout.flush()
    over = [asyncio.create_task(one) for one in (bye.now.wait(), panel.wait())]
    await asyncio.wait(over, return_when=asyncio.FIRST_COMPLETED)
    if not bye.now.is_set():
        print("The page to play with has ended. The poll goes on.", file=sys.stderr, flush=True)
        await bye.now.wait()
    desk.door.close()
    if not desk.is_asking:
        desk.kept.forget()
    elif desk.kept.works:
        print(KEPT, flush=True)
    if panel.stdin:
        panel.stdin.close()
    await panel.wait()  # its kernels end first


def main(arguments: list[str]) -> None:
    """Open the room."""
    hush()
    gc.set_threshold(10_000, 10, 1000)  # with a thousand lines open, to look through all there is takes 0.2 s
    with suppress(KeyboardInterrupt):  # before it has begun
        asyncio.run(run(*asked(arguments)))


if __name__ == "__main__":
    main(sys.argv[1:])
