"""Time the panel's response to a key with `python benchmarks/keystrokes.py`, in a minute. It needs Chromium.

    key        from the input event to the new results in the page, in JupyterLab, at about ten keys a second
    fast keys  the same, with each key as soon as the key before is answered
    burst      from the last of many keys without a pause until the results are right
    Python     the library's part of the time, with the same keys set from Python, without a page
    memory     the memory that 10,000 edits leave behind in addition to the memory after 2,000

The page measures the times. Times depend on the machine. Targets are wishes, and nothing here fails.
"""

import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Locator, Page, expect, sync_playwright  # noqa: E402

from mtexplain import bleu, what_if  # noqa: E402
from tests.browser.conftest import MISSING, NOWHERE, OPTIONS  # noqa: E402
from tests.browser.desk import desk  # noqa: E402
from tests.browser.servers import jupyter_server  # noqa: E402
from tests.widgets.test_panel_memory import used  # noqa: E402
from tools.machine import EXTRAS  # noqa: E402

SIZES = {25: 50, 100: 100}  # tokens of the candidate, and the milliseconds we wish for
TYPED = "there is another little cat that sits on this very mat today"  # 60 keys
BURST = 300
VOCABULARY = [f"word{number}" for number in range(60)]

# Measures the time between an input event and the next change of the results.
CLOCK = """(results) => {
  window.times = [];
  window.typed = window.seen = 0;
  let waiting = false;
  document.addEventListener("input", () => { window.typed = performance.now(); waiting = true; }, true);
  new MutationObserver(() => {
    window.seen = performance.now();
    if (waiting) window.times.push(window.seen - window.typed);
    waiting = false;
  }).observe(results, { childList: true });
}"""

Row = tuple[str, str, str]
"""A measurement, its target and its result."""


def main() -> None:
    """Print the table."""
    program = EXTRAS["Chromium"].found
    if not program:
        print(f"keystrokes: {MISSING.replace('make test', 'make bench')}")
        return
    rows: list[Row] = [("measured", "target", "reached"), *measured(program)]
    widths = [max(len(row[place]) for row in rows) for place in range(3)]
    for what, target, reached in rows:
        print(f"{what:<{widths[0]}}  {target:>{widths[1]}}  {reached:>{widths[2]}}")


def measured(program: str) -> Iterator[Row]:
    """Yield the times of a new panel for each size, and of the same keys without a page."""
    with tempfile.TemporaryDirectory() as folder, jupyter_server(Path(folder)) as jupyter, sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=program, args=[*OPTIONS.split(), NOWHERE])
        with desk(browser, jupyter) as table:
            for tokens, target in SIZES.items():
                name = f"{tokens} tokens, 3 references"
                code = f"import mtexplain\nmtexplain.what_if(mtexplain.bleu, *{texts(tokens)!r})"
                for kind, pause in (("key", 90), ("fast keys", 0)):
                    times = one_by_one(table.page, table.anew(code), pause)
                    yield f"{kind}, {name}: median", f"<= {target} ms", f"{median(times):.0f} ms"
                    yield "    nine of ten are faster than", "", f"{quantiles(times, n=10)[-1]:.0f} ms"
                yield f"burst, {name}", f"<= {BURST} ms", f"{burst(table.page, table.anew(code)):.0f} ms"
                yield f"    Python's part of a key, {name}", "", f"{python(tokens):.0f} ms"
        browser.close()
    yield memory()


def texts(tokens: int) -> tuple[str, list[str]]:
    """A candidate with this number of tokens, and three references of about the same length."""
    draw = random.Random(tokens)
    candidate, *references = (" ".join(draw.choices(VOCABULARY, k=tokens + more)) for more in (0, 1, 2, 3))
    return candidate, references


def start(panel: Locator) -> None:
    """Put the cursor at the start of the candidate's box, and start the clock."""
    panel.get_by_role("region", name="Results").evaluate(CLOCK)
    box = panel.get_by_label("Candidate", exact=True)
    box.focus()
    box.press("Control+Home")


def one_by_one(page: Page, panel: Locator, pause: int) -> list[float]:
    """The milliseconds of each key that changes the results. (White space does not.)"""
    start(panel)
    for count, key in enumerate(TYPED.replace(" ", "") + TYPED[-11:].replace(" ", ""), 1):
        page.keyboard.press(key)
        page.wait_for_function(f"window.times.length >= {count}", polling=5)
        page.wait_for_timeout(pause)
    times: list[float] = page.evaluate("window.times")
    return times


def burst(page: Page, panel: Locator) -> float:
    """The milliseconds from the last of 60 keys until the results are right for the whole text."""
    start(panel)
    page.keyboard.type(TYPED)
    expect(panel.get_by_role("region", name="Results")).to_contain_text(" ".join(TYPED.split()[-3:]))
    late: float = page.evaluate("window.seen - window.typed")
    return late


def python(tokens: int) -> float:
    """The milliseconds of a key in Python alone, which prepares the messages but doesn't send them."""
    candidate, references = texts(tokens)
    panel = what_if(bleu, candidate, references)
    times = []
    for end in range(1, len(TYPED)):
        begin = perf_counter()
        panel.candidate = TYPED[:end] + candidate
        times.append((perf_counter() - begin) * 1000)
    return median(times)


def memory() -> Row:
    """The blocks of memory that are left behind. A leak of a block for each edit would be 8,000."""
    panel = what_if(bleu, "the the cat on the mat", ["there is a cat on the mat"])
    early, late = used(panel, 0, 2_000), used(panel, 2_000, 10_000)
    held = f"{late.blocks - early.blocks} blocks, {late.widgets - early.widgets} widgets"
    return ("10,000 edits hold more than 2,000 by", "about 0", held)


if __name__ == "__main__":
    main()
