"""The pictures of the manual and the readme: `python -m tools.docs.pictures docs/images`.

A demo is made in a folder of its own and served; Chromium takes the pictures, in both languages.
They show simulated data only.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

CHROMIUM: Final = "/usr/bin/chromium"
_HAKARU: Final = Path(sys.executable).with_name("hakaru")
_STILL: Final = ViewportSize(width=1280, height=900)
_REPORT: Final = ViewportSize(width=1280, height=1100)
_COLOURS: Final = 255
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


_DRAWN: Final = """() => document.readyState === "complete"
    && !document.querySelector("[hx-trigger=load], .htmx-request")
    && [...document.querySelectorAll("[data-chart]:not([data-drawn])")]
        .every(chart => !chart.checkVisibility())"""

STILLS: Final = (
    Still(name="dashboard", address="/"),
    Still(name="form", address="/form"),
    Still(name="focus", address="/focus"),
    Still(name="plans", address="/plans"),
)
STEPS: Final = (
    Step(address="/"),
    Step(address="/runs/{session}"),
    Step(address="/runs/{session}/charts", down_px=260),
    Step(address="/runs/{session}/session", down_px=200),
    Step(address="/runs/{session}/why", down_px=120),
    Step(address="/form", down_px=0),
    Step(address="/training"),
)


def write_pictures(folder: Path) -> None:
    """Write every picture into a folder, with `.ja` before the ending for Japanese."""
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as player:
        demo = Path(scratch, "demo")
        _hakaru("demo", "--out", str(demo))
        browser = player.chromium.launch(executable_path=CHROMIUM)
        for lang, ending in {"en": ".png", "ja": ".ja.png"}.items():
            session = _newest_session(demo)
            _write_report(browser, demo, lang, folder / f"report{ending}", session)
            with _served(demo, lang) as link:
                _write(browser, link, folder, ending, session)
        browser.close()


def _write_report(browser: Browser, demo: Path, lang: str, target: Path, session: str) -> None:
    """The report is a file of its own, so it is opened as one."""
    _hakaru("report", session, "--lang", lang, "--out", str(demo), "--overwrite", data=demo)
    page = browser.new_page(viewport=_REPORT)
    page.goto(next(demo.glob("*.html")).as_uri())
    target.write_bytes(page.screenshot())
    page.close()


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
    _write_moving(frames, folder / f"tour{ending}")
    page.close()


def _write_moving(frames: Sequence[tuple[bytes, float]], target: Path) -> None:
    """PNG pictures, each with how long it stays in s, as one that begins anew without end."""
    pictures = [Image.open(io.BytesIO(picture)).convert("RGB") for picture, _ in frames]
    width, height = pictures[0].size
    sheet = Image.new("RGB", (width, height * len(pictures)))
    for place, picture in enumerate(pictures):
        sheet.paste(picture, (0, height * place))
    palette = sheet.quantize(_COLOURS)
    first, *others = (
        picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures
    )
    shown_ms = [round(1000 * shown_s) for _, shown_s in frames]
    first.save(
        target, save_all=True, append_images=others, duration=shown_ms, loop=0, optimize=True
    )


def _open(page: Page, address: str) -> None:
    """Show a page with its pieces and lines. Some keep a connection: the network is never idle."""
    page.goto(address)
    page.wait_for_function(_DRAWN)


def _newest_session(demo: Path) -> str:
    listed = _hakaru("activities", "--type", "interval", "--json", data=demo)
    rows = json.loads(listed)["activities"]
    if not rows:
        raise LookupError("the demo has no interval session")
    return str(rows[0][0])


@contextmanager
def _served(demo: Path, lang: str) -> Iterator[str]:
    """The dashboard over the demo; the link that lets a browser in."""
    server = subprocess.Popen(  # noqa: S603  # our own program
        [_HAKARU, "serve", "--port", "0", "--data", str(demo / "data"), "--lang", lang],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,  # the link is for a person, so it goes beside the output
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
