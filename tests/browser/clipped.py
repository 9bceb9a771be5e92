"""A clipped word as a reader sees it: its letters without a stroke, and readable before what is behind them."""

from typing import Any

from playwright.sync_api import Page

# Of each clipped word that is shown: the word, its stroke, its lines, its contrast; its brick's filling and dashes.
_LOOK = """(scope) => {
  const dot = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const pen = dot.getContext("2d", { willReadFrequently: true });
  const probe = document.documentElement.appendChild(document.createElement("i"));
  probe.style.background = "Canvas";
  const paper = getComputedStyle(probe).backgroundColor;
  probe.remove();
  function light(colours) {
    for (const colour of colours) { pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1); }
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  function seen(word) {
    const style = getComputedStyle(word), grounds = [];
    for (let one = word; one = one.parentElement;) grounds.unshift(getComputedStyle(one).backgroundColor);
    const [low, high] = [light([paper, ...grounds]), light([paper, ...grounds, style.fill])].sort((a, b) => a - b);
    const { n, start } = word.dataset, place = `rect[data-n="${n}"][data-start="${start}"]`;
    const box = getComputedStyle(word.closest("svg").querySelector(place));
    return { word: word.textContent, stroke: style.stroke, lines: style.textDecorationLine,
      contrast: (high + 0.05) / (low + 0.05), filling: box.fill, dashes: box.strokeDasharray };
  }
  return [...document.querySelectorAll(`${scope} text.clipped`)].filter((one) => one.checkVisibility()).map(seen);
}"""


def clipped(page: Page, word: str, scope: str = "") -> None:
    """Look at every clipped word on the page, or in the elements that match the selector. This word must be there."""
    page.locator(f"{scope} text.clipped").first.wait_for(state="attached")
    found: list[dict[str, Any]] = page.evaluate(_LOOK, scope)
    assert word in [one["word"] for one in found]
    for one in found:
        plain = {"stroke": "none", "lines": "none", "filling": "none", "dashes": "4px, 3px"}
        assert {name: one[name] for name in plain} == plain, one["word"]
        assert one["contrast"] >= 4.5, one["word"]


def clipped_in_both(page: Page, word: str, scope: str = "") -> None:
    """Look at it in the light and in the dark scheme."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        clipped(page, word, scope)
