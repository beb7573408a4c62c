"""Does a real browser show the report, with every picture, and without asking the network?"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from hakaru.render.html import render_html
from tests.render.factories import make_report
from tests.render.session_factories import make_session_report

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND",
)  # fmt: skip
HANG_S = 60

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no `chromium` is installed")


def browse(page: Path, *flags: str) -> str:
    """What the browser says about a page, with a profile of its own and no network."""
    assert CHROMIUM is not None
    done = subprocess.run(
        [CHROMIUM, *FLAGS, f"--user-data-dir={page.parent / 'profile'}", *flags, page.as_uri()],
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=True,
    )
    return done.stdout


@needs_chromium
@pytest.mark.parametrize("size", ["1200,2400", "390,2400"])
def test_a_browser_draws_the_page(size: str, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text(render_html(make_report(), lang="ja"), encoding="utf-8")
    shot = tmp_path / "shot.png"
    browse(page, f"--window-size={size}", f"--screenshot={shot}")
    assert shot.read_bytes().startswith(b"\x89PNG")
    assert shot.stat().st_size > 40_000  # a blank page of this size has about 10 kB


@needs_chromium
def test_a_browser_draws_the_page_of_a_session(tmp_path: Path) -> None:
    page = tmp_path / "session.html"
    page.write_text(render_html(make_session_report("interval"), lang="ja"), encoding="utf-8")
    shot = tmp_path / "shot.png"
    browse(page, "--window-size=520,2400", f"--screenshot={shot}")
    assert shot.stat().st_size > 40_000


@needs_chromium
def test_the_browser_keeps_every_part_of_the_page(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    written = render_html(make_report(), lang="ja")
    page.write_text(written, encoding="utf-8")
    shown = browse(page, "--dump-dom")
    assert shown.count("<svg") == written.count("<svg") > 4
    assert shown.count("<table") == written.count("<table")
    assert "フォーム効率" in shown
