"""A real browser on the dashboard, and what it must not do."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.surfaces.web.serving import TOKEN

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)  # fmt: skip
_AXE = importlib.util.find_spec("axe_playwright_python")
AXE = None if _AXE is None or _AXE.origin is None else Path(_AXE.origin).parent / "axe.min.js"
"""Only this file of the wheel is read; nothing of it is imported."""
PATIENCE_MS = 20_000

needs_browser = pytest.mark.skipif(
    CHROMIUM is None or importlib.util.find_spec("playwright") is None,
    reason="no `chromium` is installed, or the package playwright is not",
)
needs_axe = pytest.mark.skipif(
    AXE is None or not AXE.is_file(), reason="the wheel that holds axe.min.js is not installed"
)


@dataclass
class Seen:
    """What went wrong in a browser, and whom it asked."""

    troubles: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)

    def check(self) -> None:
        """Nothing was said on the console, and nobody but this machine was asked."""
        assert self.troubles == []
        assert self.hosts <= {"127.0.0.1"}


@dataclass
class Visitor:
    """Somebody with a browser who knows the token."""

    address: str
    page: Any
    seen: Seen

    def open(self, path: str) -> Any:
        """Go to a page, and wait until it asks for nothing more."""
        self.page.goto(self.address + path)
        self.settle()
        return self.page

    def press(self, name: str, *, within: str = "main") -> None:
        """Press a button, and wait for what comes of it."""
        self.page.locator(within).get_by_role("button", name=name, exact=True).first.click()
        self.settle()

    def settle(self) -> None:
        """Until the page asks for nothing more."""
        self.page.wait_for_load_state("networkidle", timeout=PATIENCE_MS)

    def text(self) -> str:
        """What the page says."""
        return str(self.page.locator("main").inner_text())

    def violations(self) -> list[str]:
        """What axe-core finds serious or critical."""
        assert AXE is not None
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{one['id']}: {node['html'][:160]}"
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]


@contextmanager
def browser() -> Iterator[Any]:
    """The distribution's Chromium without a window."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # where it is installed

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield opened
        opened.close()


@contextmanager
def visiting(
    opened: Any, address: str, *, lang: str = "ja", dark: bool = False, width_px: int = 1280
) -> Iterator[Visitor]:
    """A new profile that came in by the link."""
    context = opened.new_context(
        viewport={"width": width_px, "height": 900},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    context.add_cookies([{"name": "hakaru-language", "value": lang, "url": address}])
    seen = Seen()
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.on("console", lambda said: _note(seen, said.type, said.text))
    page.on("pageerror", lambda error: seen.troubles.append(str(error)))
    page.on("request", lambda asked: _asked(seen, asked.url))
    page.goto(f"{address}/?token={TOKEN}")
    visitor = Visitor(address=address, page=page, seen=seen)
    visitor.settle()
    try:
        yield visitor
    finally:
        context.close()


def _note(seen: Seen, kind: str, text: str) -> None:
    if kind in ("error", "warning"):
        seen.troubles.append(f"{kind}: {text}")


def _asked(seen: Seen, url: str) -> None:
    found = urlsplit(url)
    if found.scheme not in ("data", "blob"):
        seen.hosts.add(found.hostname or "")
