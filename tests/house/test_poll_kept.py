"""A room that was killed continues with the same key, the same question and every vote that was acknowledged."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.servers import free_port
from tests.places import PATIENCE, ROOT
from tools import room
from tools.machine import needs
from tools.poll.desk import Desk
from tools.poll.door import Seat
from tools.poll.kept import FRESH, Kept

SEATS = [Seat(f"{number:032x}", 0) for number in range(3)]


def opened(file: Path) -> Desk:
    """A desk that keeps its record in this file."""
    return Desk("http://hall/", is_open=False, kept=Kept(file))


def asking(file: Path) -> Desk:
    """A desk with an open vote on two choices, and an answer to it that was changed."""
    desk = opened(file)
    desk.do({"do": "choose", "chapter": "00_start_here", "name": "bet"})
    desk.do({"do": "start"})
    for turn, answer in [(1, 0), (2, 1)]:
        desk.vote({"ballot": desk.poll.ballot, "turn": turn, "answer": answer}, SEATS[0], "here")
    return desk


def test_the_key_the_question_and_the_votes_are_taken_up_again(tmp_path: Path) -> None:
    """It holds in the second vote, too, and votes after a restart are kept as well."""
    file = tmp_path / "votes.jsonl"
    desk = asking(file)
    desk.do({"do": "stop"})
    desk.do({"do": "start"})
    desk.vote({"ballot": desk.poll.ballot, "turn": 3, "answer": 0}, SEATS[0], "here")
    for number in (1, 2):
        again = opened(file)
        assert again.open_question == f"A question is open, and {'1 vote is' if number == 1 else '2 votes are'} in."
        assert (again.token, again.place, again.poll.ballot) == (desk.token, desk.place, desk.poll.ballot)
        assert again.door.known(desk.door.seat())
        assert (again.poll.votes, again.poll.started) == (desk.poll.votes, desk.poll.started)
        for one in (desk, again):
            one.vote({"ballot": desk.poll.ballot, "turn": 1, "answer": 0}, SEATS[number], "here")


def test_a_ranking_is_taken_up_again(tmp_path: Path) -> None:
    desk = opened(tmp_path / "votes.jsonl")
    desk.do({"do": "choose", "chapter": "ranking", "name": "1"})
    desk.do({"do": "start"})
    rows = {desk.poll.asked[0]["id"]: [1, 2, 3, 4, 5]}
    desk.vote({"ballot": desk.poll.ballot, "turn": 1, "answer": rows}, SEATS[0], "here")
    assert opened(tmp_path / "votes.jsonl").poll.votes == desk.poll.votes


def test_the_file_is_for_its_owner_and_begins_anew_with_each_question(tmp_path: Path) -> None:
    """It holds no address, and nothing that was refused or known already."""
    file = tmp_path / "folder" / "votes.jsonl"
    desk = asking(file)
    desk.vote({"ballot": desk.poll.ballot, "turn": 2, "answer": 1}, SEATS[0], "here")
    assert len(file.read_text("utf-8").splitlines()) == 5
    if os.name == "posix":
        assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    desk.do({"do": "choose", "chapter": "01_clipping", "name": "stutter"})
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [line.get("do") for line in lines] == [None, "choose"]
    desk.kept.forget()
    assert list(file.parent.iterdir()) == []


@pytest.mark.parametrize("text", ["", "{", "[1]\n", '{"key": "k"}\n{"do": "sing"}\n', '{"key": "k"}\n{"x": 1}\n'])
def test_what_is_no_record_of_a_vote_begins_anew(tmp_path: Path, text: str) -> None:
    file = tmp_path / "votes.jsonl"
    file.write_text(text, "utf-8")
    desk = opened(file)
    assert (desk.poll.phase, desk.place) == ("waiting", ("", ""))
    assert file.read_text("utf-8") == json.dumps({"key": desk.token}) + "\n"


def test_a_line_that_was_cut_off_is_passed_over(tmp_path: Path) -> None:
    """The vote in it was never acknowledged."""
    file = tmp_path / "votes.jsonl"
    desk = asking(file)
    with file.open("a") as added:
        added.write('{"ballot": 1, "tu')
    assert opened(file).poll.votes == desk.poll.votes


def test_a_damaged_line_is_passed_over(tmp_path: Path) -> None:
    """Nothing else is lost."""
    file = tmp_path / "votes.jsonl"
    desk = asking(file)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:2], b'{"voter": "\xff', b"\n", *lines[2:]]))
    again = opened(file)
    assert (again.token, again.poll.votes) == (desk.token, desk.poll.votes)


def test_a_file_that_is_taken_away_is_not_begun_without_its_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """If a file had no key, a room that was opened with it would have a key that anybody can guess."""
    file = tmp_path / "votes.jsonl"
    desk = asking(file)
    file.unlink()
    desk.do({"do": "stop"})
    assert capsys.readouterr().err.startswith("From now on, votes are not saved")
    assert not file.exists()
    file.write_text('{"do": "stop"}\n', "utf-8")
    assert len(opened(file).token) > 20


def test_a_link_in_place_of_the_new_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine", "utf-8")
    (tmp_path / "votes.new").symlink_to(tmp_path / "mine")
    asking(tmp_path / "votes.jsonl")
    assert (tmp_path / "mine").read_text("utf-8") == "mine"


@pytest.mark.parametrize("way", [-1, 1])
def test_last_weeks_lecture_is_over(tmp_path: Path, way: int) -> None:
    """A lecture dated next week, from before the clock was corrected, is over as well."""
    file = tmp_path / "votes.jsonl"
    desk = asking(file)
    os.utime(file, (0, file.stat().st_mtime + way * (FRESH + 5)))
    assert opened(file).token != desk.token


def test_a_disk_that_is_full_stops_no_vote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is said once."""
    (tmp_path / "votes.new").mkdir()
    desk = asking(tmp_path / "votes.jsonl")
    assert len(desk.poll.votes[0]) == 1
    assert capsys.readouterr().err.count("not saved") == 1
    room.Bye(desk).interrupt()
    assert capsys.readouterr().out.endswith("Press Ctrl-C again to stop. The votes will be lost.\n")


@needs("POSIX")
def test_ctrl_c_asks_once_while_a_question_is_open(tmp_path: Path) -> None:
    """At other times it stops at once, and no file is left."""
    ports = free_port(), free_port()
    file = tmp_path / f"mtexplain-poll-{ports[1]}.jsonl"
    asking(file)
    words = ["-m", "tools.room", f"--port={ports[0]}", f"--poll-port={ports[1]}"]
    environment = os.environ | {"JUPYTER_RUNTIME_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}

    @contextmanager
    def opened_room() -> Iterator["subprocess.Popen[str]"]:
        command = [sys.executable, *words]
        with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as running:
            yield running
            running.send_signal(signal.SIGINT)
            assert running.wait(PATIENCE) == 0

    with opened_room() as running:
        assert running.stdout
        said = [running.stdout.readline() for _ in range(6)]
        assert said[3:] == [
            "To stop, press Ctrl-C.\n",
            said[4],
            "The earlier poll continues. A question is open, and 1 vote is in.\n",
        ]
        running.send_signal(signal.SIGINT)
        asked = [running.stdout.readline() for _ in range(2)]
        assert asked == [
            "\n",
            "A question is open, and 1 vote is in. Press Ctrl-C again to stop. The votes are saved.\n",
        ]
        assert running.poll() is None
    desk = opened(file)
    desk.do({"do": "stop"})
    desk.do({"do": "reveal"})
    with opened_room() as running:
        assert running.stdout
        assert "To stop" in [running.stdout.readline() for _ in range(5)][3]
    assert not file.exists()
