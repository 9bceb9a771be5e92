"""Open the live panel and a poll for everybody in a room, with `make room`.

The poll (tools/poll/) asks for the predictions of the course, or lets the class rank the outputs of a few sentences.
Students answer on their phones, and the lecturer's page counts and reveals the answers. The poll's pages need no
kernels, so a full lecture hall can vote. The live panel (tools/panel.py) is a program of its own with its own port
and a lower priority.

By default, only this machine can open the panel and the poll. In a lecture hall where everybody is on the same
network, run

    make room ARGS=--ip=0.0.0.0

The addresses are printed. Whoever has the lecturer's address controls the poll. Open the room only on a network that
you trust, because there is no password and the text that people type is sent unencrypted. (The pages use http, so some
browsers don't let them write to the clipboard.) The panel has port 8866, or 9000 with --port=9000, and the poll has the
next port. Other arguments, such as --Seats.seats=100, are passed to Voila. Each open panel takes about 70 MB on
this machine.
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
The live panel: {panel}
The poll, for the class: {poll}
The poll, for you (keep this address to yourself): {poll}lecturer?token={token}
To stop, press Ctrl-C."""
ONLY_HERE = """
Only this machine can open these. To let in everybody on your network, run make room ARGS=--ip=0.0.0.0"""
KEPT = "The votes are saved, and the next make room continues with them."


def address(ip: str, port: int) -> str:
    """The address of a page as seen from the network, if it can be seen. Nothing is sent to find it out."""
    if ip in ("", "*", "0.0.0.0", "::"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))  # an address that is reserved for examples
                ip = probe.getsockname()[0]
            except OSError:
                ip = socket.gethostname()
    return f"http://[{ip}]:{port}" if ":" in ip else f"http://{ip}:{port}"


def allow_many_pages() -> int:
    """Allow this program as many connections as a full lecture hall needs, and return how many it may have.

    Some systems allow only 256 open files by default. A few of the files aren't connections.
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
    """A port number. Raise ValueError if it is out of range."""
    if not 0 < int(given) < 2**16:
        raise ValueError
    return int(given)


def asked(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Divide the arguments into our own and Voila's."""
    parser = argparse.ArgumentParser("make room ARGS=", allow_abbrev=False)
    parser.add_argument("--ip", "--Voila.ip", default="127.0.0.1", help="0.0.0.0 for all networks of this machine")
    parser.add_argument("--port", "--Voila.port", type=port, default=8866, help="the port of the live panel")
    parser.add_argument("--poll-port", type=port, help="the port of the poll; by default, the next port")
    found, others = parser.parse_known_args(arguments)
    if others and not others[0].startswith("-"):
        parser.error(f"{others[0]!r} is not an option. To let in your whole network, run make room ARGS=--ip=0.0.0.0")
    found.poll_port = found.poll_port or (found.port + 1 if found.port + 1 < 2**16 else found.port - 1)
    return found, others


class Bye:
    """The end of the room, at the first Ctrl-C, or at the second if a question is open."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.now, self.warned = desk, asyncio.Event(), 0

    def interrupt(self) -> None:
        """Handle Ctrl-C."""
        if not self.desk.is_asking or self.warned == self.desk.poll.ballot:
            self.now.set()
        else:
            self.warned = self.desk.poll.ballot
            kept = "are saved" if self.desk.kept.works else "will be lost"
            print(f"\n{self.desk.open_question} Press Ctrl-C again to stop. The votes {kept}.", flush=True)


def listen_for(number: int, act: Callable[[], None], loop: asyncio.AbstractEventLoop) -> None:
    """Act on a signal, even if it comes just before the loop falls asleep."""
    try:
        loop.add_signal_handler(number, act)
    except NotImplementedError:  # on Windows, where each signal wakes the loop
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(act))


async def run(words: argparse.Namespace, others: list[str]) -> None:
    """Run the poll and the panel until the end."""
    ip = "" if words.ip == "*" else words.ip
    poll = f"{address(ip, words.poll_port)}/"
    file = Path(jupyter_runtime_dir(), f"mtexplain-poll-{words.poll_port}.jsonl")
    desk = Desk(poll, ip not in ALONE, Kept(file))
    try:
        serve(desk, allow_many_pages()).listen(words.poll_port, ip)
    except OSError as error:
        sys.exit(f"The poll can't have port {words.poll_port}: {error.strerror}. Try make room ARGS=--port=9000")
    loop, bye = asyncio.get_running_loop(), Bye(desk)
    listen_for(signal.SIGINT, bye.interrupt, loop)
    listen_for(signal.SIGTERM, bye.now.set, loop)
    # The panel has its own session, so that Ctrl-C doesn't reach it, and ends when its stdin does.
    panel = await asyncio.create_subprocess_exec(
        *[sys.executable, "-m", "tools.panel", f"--Voila.ip={ip}", f"--Voila.port={words.port}", *others],
        stdin=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    print(TOLD.format(panel=f"{address(ip, words.port)}/", poll=poll, token=desk.token), end="")
    print("" if desk.is_open else ONLY_HERE)
    if desk.is_asking:
        print(f"The earlier poll continues. {desk.open_question}")
    sys.stdout.flush()
    over = [asyncio.create_task(one) for one in (bye.now.wait(), panel.wait())]
    await asyncio.wait(over, return_when=asyncio.FIRST_COMPLETED)
    if not bye.now.is_set():
        print("The live panel has ended. The poll continues.", file=sys.stderr, flush=True)
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
    gc.set_threshold(10_000, 10, 1000)  # with a thousand connections, a full collection takes 0.2 s
    with suppress(KeyboardInterrupt):  # Ctrl-C before the start
        asyncio.run(run(*asked(arguments)))


if __name__ == "__main__":
    main(sys.argv[1:])
