"""What would keep a person from using a page: contrast, names, roles, order. axe-core finds it, in the page itself."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

ENGINE = Axe()  # it brings its script along; nothing is fetched


def axe(page: Page, selector: str = "html") -> list[str]:
    """What axe finds wrong with the first element of this selector and all it holds, a line each."""
    page.locator(selector).first.wait_for(state="attached")  # axe is silent about what is not there
    found: list[dict[str, Any]] = ENGINE.run(page, context=selector).response["violations"]
    return [
        f"{rule['id']} ({rule['impact']}): {' '.join(map(str, node['target']))}: {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]
