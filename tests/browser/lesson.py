"""A lesson with the poll of `make room`: a projector, and phones."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

WIDTH = 390


class Lesson:
    """The lecturer's page, and phones of the class."""

    def __init__(self, address: str, new_tab: Callable[..., Page]) -> None:
        self.address, self.new_tab = address.partition("/lecturer")[0], new_tab
        self.wall = new_tab()
        self.wall.goto(address)

    def phone(self, scheme: str = "light") -> Page:
        """Open the page on one more phone."""
        page = self.new_tab(scheme)
        page.set_viewport_size({"width": WIDTH, "height": 780})
        page.goto(f"{self.address}/")
        expect(page.get_by_role("heading")).not_to_have_text("One moment …")
        return page

    def ask(self, chapter: str, name: str) -> None:
        """Choose a question, and start the vote."""
        self.wall.get_by_label("Chapter").select_option(chapter)
        self.wall.get_by_label("Question").select_option(name)
        self.wall.get_by_role("button", name="Start the vote").click()

    def on(self, key: str, label: str) -> None:
        """Press a key, and wait until the large button says what comes next."""
        self.wall.wait_for_timeout(1000)  # a press that follows too soon counts as the same press
        self.wall.keyboard.press(key)
        expect(self.wall.locator("#next")).to_have_text(label)

    def bars(self) -> list[str]:
        """The histogram, line by line."""
        return [" ".join(line.split()) for line in self.wall.locator("#bars li").all_inner_texts()]
