"""What `make test` wants to know of a run of pytest: how long each file took, and what failed (`-p tools.watch`)."""

import json
from collections import defaultdict
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """The file to write it to."""
    parser.addoption("--watch", type=Path, required=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Once all is run, in this process alone, however many others ran the tests."""
    seconds: dict[str, float] = defaultdict(float)
    failed = [one.nodeid for kind in ("failed", "error") for one in terminalreporter.getreports(kind)]
    for kind in terminalreporter.stats.values():
        for one in kind:
            if isinstance(one, pytest.TestReport):
                seconds[one.nodeid.partition("::")[0]] += one.duration
    target: Path = terminalreporter.config.getoption("--watch")
    target.write_text(json.dumps({"seconds": seconds, "failed": list(dict.fromkeys(failed))}), "utf-8")
