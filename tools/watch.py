"""What `make test` wants to know of a run of pytest: how long each file took, and what failed (`-p tools.watch`)."""

import json
import re
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """The file to write it to."""
    parser.addoption("--watch", type=Path, required=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What a cell of a notebook prints where it fails is in colours, also in a log."""
    report = yield
    if item.config.option.color == "no" and isinstance(report.longrepr, str):
        report.longrepr = re.sub(r"\x1b\[[\d;]*m", "", report.longrepr)
    return report


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
