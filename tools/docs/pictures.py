"""The pictures of the manual and the readme: `python -m tools.docs.pictures docs/images`.

A demo is made in a folder of its own and served; Chromium takes the pictures, in both languages.
They show simulated data only.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tools.docs.animation import animated

CHROMIUM: Final = "/usr/bin/chromium"
_HAKARU: Final = Path(sys.executable).with_name("hakaru")
_STILL: Final = ViewportSize(width=1280, height=900)
_MOVING: Final = ViewportSize(width=960, height=640)


@dataclass(frozen=True, kw_only=True)
class Still:
    """A page that stands still: its file's name, where it is, how high the picture is in px."""

    name: str
    address: str
    height_px: int = 900


@dataclass(frozen=True, kw_only=True)
class Step:
    """A moment of the moving picture: where, how far down in px, how long in s."""

    address: str
    down_px: int = 0
    shown_s: float = 2.0


STILLS: Final = (
    Still(name="dashboard", address="/"),
    Still(name="form", address="/form"),
    Still(name="report", address="/runs/{session}/report.html", height_px=1100),
)
STEPS: Final = (
    Step(address="/"),
    Step(address="/runs/{session}"),
    Step(address="/runs/{session}", down_px=520),
    Step(address="/runs/{session}", down_px=1040),
    Step(address="/runs/{session}", down_px=1560),
    Step(address="/form"),
    Step(address="/training"),
)


def write_pictures(folder: Path) -> None:
    """Write every picture into a folder, with `.ja` before the ending for Japanese."""
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as player:
        demo = Path(scratch, "demo")
        _hakaru("demo", "--out", str(demo))
        browser = player.chromium.launch(executable_path=CHROMIUM)
        for lang, ending in {"en": ".png", "ja": ".ja.png"}.items():
            with _served(demo, lang) as link:
                _write(browser, link, folder, ending, _newest_session(demo))
        browser.close()


def _write(browser: Browser, link: str, folder: Path, ending: str, session: str) -> None:
    root = link.split("/", 3)
    address = "/".join(root[:3])
    page = browser.new_page(viewport=_STILL)
    page.goto(link)
    for still in STILLS:
        page.set_viewport_size(ViewportSize(width=1280, height=still.height_px))
        _open(page, address + still.address.format(session=session))
        (folder / f"{still.name}{ending}").write_bytes(page.screenshot())
    page.set_viewport_size(_MOVING)
    frames = []
    for step in STEPS:
        _open(page, address + step.address.format(session=session))
        page.evaluate("down => window.scrollTo(0, down)", step.down_px)
        frames.append((page.screenshot(animations="disabled"), step.shown_s))
    (folder / f"tour{ending}").write_bytes(animated(frames))
    page.close()


def _open(page: Page, address: str) -> None:
    page.goto(address, wait_until="networkidle")


def _newest_session(demo: Path) -> str:
    listed = _hakaru("activities", "--type", "interval", "--json", data=demo)
    match = re.search(r'"activity_id":\s*(\d+)', listed)
    if match is None:
        raise LookupError("the demo has no interval session")
    return match.group(1)


@contextmanager
def _served(demo: Path, lang: str) -> Iterator[str]:
    """The dashboard over the demo; the link that lets a browser in."""
    server = subprocess.Popen(  # noqa: S603  # our own program
        [_HAKARU, "serve", "--port", "0", "--data", str(demo / "data"), "--lang", lang],
        stdout=subprocess.PIPE,
        text=True,
        env=_environment(),
    )
    try:
        yield next(_links(server))
    finally:
        server.terminate()
        server.wait()


def _links(server: subprocess.Popen[str]) -> Iterator[str]:
    for line in server.stdout or ():
        if match := re.search(r"http://\S+", line):
            yield match.group()


def _hakaru(*arguments: str, data: Path | None = None) -> str:
    given = [] if data is None else ["--data", str(data / "data")]
    made = subprocess.run(  # noqa: S603  # our own program
        [str(_HAKARU), *arguments, *given],
        check=True,
        capture_output=True,
        text=True,
        env=_environment(),
    )
    return made.stdout


def _environment() -> Mapping[str, str]:
    return {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "HAKARU_LANG": "en"}


if __name__ == "__main__":
    write_pictures(Path(sys.argv[1]))
