"""A browser without a window that notes everything a page does beside showing itself.

Chromium is the distribution's; Playwright only drives it, and downloads nothing.
"""

from __future__ import annotations

import importlib
import importlib.util
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from tests.surfaces.web.serving import link_into

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PHONE, DESKTOP = (390, 844), (1280, 900)
WAIT_MS = 120_000
"""A test whose page has not come by then fails; nothing waits that long in the ordinary way."""
_FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--mute-audio",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)  # fmt: skip

_SETTLED = """() => document.readyState === "complete"
    && !document.querySelector("[hx-trigger=load], [data-working], .htmx-request")
    && ![...document.querySelectorAll("[data-chart]:not([data-drawn])")]
        .some(one => one.checkVisibility())"""

LETTERS = Path(__file__).with_name("letters.js")
"""Notes what charts write on a canvas: before any script of the page."""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""By how much a page is wider than its window."""
Scheme = Literal["light", "dark"]

needs_browser = pytest.mark.skipif(
    CHROMIUM is None or importlib.util.find_spec("playwright") is None,
    reason="needs `chromium` of the distribution and the Python package `playwright`",
)


@dataclass(frozen=True, kw_only=True)
class Noted:
    """What a page did: what it said on the console, whom it asked, which dialogs it opened."""

    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)

    def elsewhere(self, address: str) -> list[str]:
        """Requests that did not go to our server, nor to the page itself."""
        return [one for one in self.asked if not one.startswith((f"{address}/", "data:", "blob:"))]


@dataclass(frozen=True, kw_only=True)
class Visitor:
    """Somebody with one window, who came by the printed link."""

    page: Page
    noted: Noted
    address: str

    def see(self, path: str) -> Page:
        """Open a page, with everything that it loads afterwards."""
        self.page.goto(self.address + path)
        self.settle()
        return self.page

    def settle(self) -> None:
        """Until nothing of the page is under way any more: pieces are there, lines are drawn."""
        self.page.wait_for_function(_SETTLED)

    def press(self, name: str, *, within: str = "main") -> None:
        """Click the only button of that name in a part of the page."""
        self.page.locator(within).get_by_role("button", name=name, exact=True).click()
        self.settle()

    def noise(self) -> tuple[str, ...]:
        """What the page said, asked and opened beside showing itself; it is forgotten here."""
        made = (*self.noted.said, *self.noted.elsewhere(self.address), *self.noted.dialogs)
        for noted in (self.noted.said, self.noted.asked, self.noted.dialogs):
            noted.clear()
        return made

    def assert_quiet(self) -> None:
        """Nothing on the console, nobody else asked, no dialog of the browser."""
        assert self.noted.said == []
        assert self.noted.elsewhere(self.address) == []
        assert self.noted.dialogs == []


@contextmanager
def browsing() -> Iterator[Browser]:
    """A running Chromium. Playwright is loaded here, so that a module without it can be read."""
    loaded = importlib.import_module("playwright.sync_api")
    with loaded.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(_FLAGS))
        yield browser
        browser.close()


@contextmanager
def visiting(
    browser: Browser,
    address: str,
    *,
    language: str = "en",
    theme: str = "light",
    size: tuple[int, int] = DESKTOP,
    scheme: Scheme = "light",
    scripts: bool = True,
    signed_in: bool = True,
) -> Iterator[Visitor]:
    """A visitor with cookies of its own; one who is not `signed_in` has none, and a browser in its
    language."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,
        reduced_motion="reduce",
        java_script_enabled=scripts,
        locale=language,
    )
    context.set_default_timeout(WAIT_MS)
    context.add_init_script(path=LETTERS)
    if signed_in:
        _choose(context, address, language=language, theme=theme)
    page, noted = context.new_page(), Noted()
    page.on("console", lambda message: _note(noted, message))
    page.on("pageerror", lambda error: noted.said.append(f"pageerror: {error}"))
    context.on("request", lambda request: noted.asked.append(request.url))
    page.on("dialog", lambda dialog: _close(noted, dialog))
    yield Visitor(page=page, noted=noted, address=address)
    context.close()


def _choose(context: BrowserContext, address: str, *, language: str, theme: str) -> None:
    """Come in by the link, with the language and the colours chosen before."""
    context.request.get(link_into(address))
    context.add_cookies(
        [
            {"name": f"hakaru-{name}", "value": value, "url": address}
            for name, value in (("language", language), ("theme", theme))
        ]
    )


def _note(noted: Noted, message: ConsoleMessage) -> None:
    if message.type in ("error", "warning", "assert"):
        noted.said.append(f"{message.type}: {message.text} ({message.location['url']})")


def _close(noted: Noted, dialog: Dialog) -> None:
    noted.dialogs.append(dialog.message)
    dialog.dismiss()


@cache
def axe_source() -> str:
    """axe-core, as a wheel of the development environment brings it; skips where it is missing."""
    try:
        found = distribution("axe-playwright-python")
    except PackageNotFoundError:
        pytest.skip("needs the package `axe-playwright-python`, which brings axe-core")
    path = Path(str(found.locate_file("axe_playwright_python/axe.min.js")))
    return path.read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """What axe-core finds at any level, with the elements."""
    page.evaluate(axe_source())
    found: dict[str, Any] = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']} ({one['impact']}): {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]
