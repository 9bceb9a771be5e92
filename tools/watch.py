"""A pytest plugin (`-p tools.watch`) that writes for `make test` how long each file took and what failed."""

import json
import re
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the file to write."""
    parser.addoption("--watch", type=Path, required=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remove the colours from the output of a failed cell of a notebook, unless colours are wanted."""
    report = yield
    if item.config.option.color == "no" and isinstance(report.longrepr, str):
        report.longrepr = re.sub(r"\x1b\[[\d;]*m", "", report.longrepr)
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Write the file at the end, in this process only, even if other processes ran the tests."""
    seconds: dict[str, float] = defaultdict(float)
    failed = [one.nodeid for kind in ("failed", "error") for one in terminalreporter.getreports(kind)]
    for kind in terminalreporter.stats.values():
        for one in kind:
            if isinstance(one, pytest.TestReport):
                seconds[one.nodeid.partition("::")[0]] += one.duration
    target: Path = terminalreporter.config.getoption("--watch")
    target.write_text(json.dumps({"seconds": seconds, "failed": list(dict.fromkeys(failed))}), "utf-8")
