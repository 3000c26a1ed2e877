"""People who use the page of the server (server §15), each with a browser of their own."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from page_sources import ARGUMENTS, serve_sources
from playwright.sync_api import Browser, Page, expect, sync_playwright

import support
from support import ANN, token

CHROMIUM = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
WIDE, NARROW = 1280, 390
MIA = {**support.MIA, "roles": ["manager", "break_glass"]}
#: Where a page keeps what the tests look for: whatever a text could have run.
PROBE = "window.hacked = []; window.alert = (x) => window.hacked.push(x);"


#: What axe looks for: WCAG 2.2 AA, and what its authors advise besides.
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: What is pressed and has less than 24 pixels.
SMALL = """[...document.querySelectorAll("button, input, select, textarea, summary, nav a, .title, article > p:first-child a")]
    .filter((element) => element.checkVisibility())
    .filter((element) => Math.min(element.getBoundingClientRect().width, element.getBoundingClientRect().height) < 24)
    .map((element) => element.outerHTML.slice(0, 80))"""


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, browser: Browser, url: str, actor: dict[str, Any], width: int, scheme: str = "light") -> None:
        self.name = actor["user_id"]
        self.context = browser.new_context(
            viewport={"width": width, "height": 844}, color_scheme=scheme, reduced_motion="reduce", bypass_csp=False)
        self.context.add_init_script(PROBE)
        serve_sources(self.context)
        self.context.set_default_timeout(15_000)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.hear(message.text))
        self.url = url

    def hear(self, text: str) -> None:
        if re.search("Content Security Policy|Trusted ?Type|Refused to", text):
            self.errors.append(text)

    def open(self, path: str = "") -> None:
        self.page.goto(f"{self.url}/{path}")

    def sign_in(self, actor: dict[str, Any]) -> None:
        self.open()
        self.page.get_by_label("Token").fill("none.at.all")
        self.page.get_by_role("button", name="Sign in").click()
        expect(self.page.get_by_role("alert")).not_to_be_empty()
        self.page.get_by_label("Token").fill(token(actor))
        self.page.get_by_role("button", name="Sign in").click()
        self.sees_state("Streaming", "green")

    def sees_state(self, words: str, colour: str) -> None:
        place = self.page.locator(".connection")
        expect(place).to_have_text(words, timeout=40_000)
        expect(place).to_have_attribute("data-colour", colour)

    def sees(self, text: str) -> None:
        expect(self.page.locator("main")).to_contain_text(text, timeout=20_000)

    def goes(self, name: str) -> None:
        self.page.get_by_role("navigation").get_by_role("link", name=name).click()
        expect(self.page.get_by_role("heading", level=1, name=name)).to_be_visible()

    def proposes(self, order: str, amount: str) -> None:
        """Fills the form of an order, and proposes it."""
        self.goes("Propose")
        self.page.get_by_role("link", name="Place order").click()
        self.page.get_by_label("Order id").fill(order)
        self.page.get_by_label("Amount").press_sequentially(amount)
        self.page.get_by_role("button", name="Propose", exact=True).click()

    def is_whole(self) -> None:
        """Nothing ran that should not, and nothing is wider than the screen."""
        assert self.errors == [], f"{self.name}: {self.errors}"
        assert self.page.evaluate("window.hacked") == [], self.name
        wide, screen = self.page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
        assert wide <= screen, f"{self.name}: {wide} > {screen} at {self.page.url}"


@contextmanager
def people(url: str) -> Iterator[tuple[Browser, Person, Person]]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *ARGUMENTS])
        try:
            yield browser, Person(browser, url, ANN, WIDE), Person(browser, url, MIA, NARROW, "dark")
        finally:
            browser.close()
