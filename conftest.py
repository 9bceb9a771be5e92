"""What holds for every test, those in notebooks/ and in docstrings too."""

import tempfile
from pathlib import Path

import pytest

from tools.machine import become_bare, told


def pytest_configure(config: pytest.Config) -> None:
    """The tests begin on a machine that knows nothing; the processes that they start inherit it."""
    if not hasattr(config, "workerinput"):
        home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        config.add_cleanup(home.cleanup)
        become_bare(Path(home.name))


@pytest.fixture(scope="session", autouse=True)
def fonts_of_matplotlib() -> None:
    """Figures are drawn with the fonts that matplotlib brings: it looks in the system's folders on its own account."""
    from matplotlib.font_manager import fontManager

    fontManager.ttflist = [font for font in fontManager.ttflist if "mpl-data" in Path(font.fname).parts]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Our notebooks hold no execution counts, and nbval takes a cell without one for a cell that was never run."""
    for item in items:
        if type(item).__name__ == "IPyNbCell":
            vars(item)["cell"].execution_count = 1


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What the machine has, and what went untested for want of it; where that is tested, or something was skipped."""
    reports = terminalreporter.getreports("passed")
    if terminalreporter.getreports("skipped") or any("test_machine.py" in report.nodeid for report in reports):
        terminalreporter.section("this machine")
        for line in told():
            terminalreporter.write_line(line)
