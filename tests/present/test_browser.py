"""Does a real browser show the report, with every picture, and without asking the network?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hakaru.core.i18n import Lang
from hakaru.present.report import render_html, report_pictures
from hakaru.running.session.model import TrainingType
from tests.present.browser import CHROMIUM, browse, measure
from tests.present.factories import make_facts, make_report
from tests.present.session_factories import make_session_report

WIDE, TELEPHONE = 1280, 390
FOLD_PX = {WIDE: 800, TELEPHONE: 844}
MOST_HEIGHT_PX = 6_000

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no `chromium` is installed")


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


@needs_chromium
@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("training_type", ["interval", "aerobic_base"])
def test_a_report_is_short_and_opens_with_the_graph(
    training_type: TrainingType, lang: Lang, tmp_path: Path
) -> None:
    report = make_session_report(training_type)
    looks = measure(render_html(report, lang=lang), tmp_path, widths_px=(WIDE, TELEPHONE))
    assert looks[0].height_px <= MOST_HEIGHT_PX
    for look in looks:
        assert look.first_chart_top_px is not None
        assert look.first_chart_top_px < 800
        assert look.opening_bottom_px is not None
        assert look.opening_bottom_px <= FOLD_PX[look.width_px]
        assert look.scroll_width_px <= look.width_px
        assert look.opened_scroll_width_px <= look.width_px
        assert look.least_chart_text_px >= 9.0
        assert look.n_headings > 10
        assert look.bare_headings == ()
    assert looks[0].cut_tables == 0


@needs_chromium
def test_a_run_of_which_little_is_known_has_no_empty_heading(tmp_path: Path) -> None:
    facts = make_facts(heart_rate_avg_bpm=None, temperature_c=None)
    bare = replace(make_report(facts=facts, series={}, splits=(), history={}), evaluation=None)
    for look in measure(render_html(bare, lang="en"), tmp_path, widths_px=(WIDE, TELEPHONE)):
        assert look.first_chart_top_px is None
        assert look.bare_headings == ()
        assert look.scroll_width_px <= look.width_px


@needs_chromium
def test_the_pictures_beside_the_markdown_are_drawn_by_themselves(tmp_path: Path) -> None:
    for name, picture in report_pictures(make_session_report("interval"), lang="ja").items():
        page, shot = tmp_path / name, tmp_path / f"{name}.png"
        page.write_text(picture, encoding="utf-8")
        browse(page, "--window-size=640,400", f"--screenshot={shot}")
        assert shot.stat().st_size > 8_000, name  # a blank picture of this size has about 2 kB
