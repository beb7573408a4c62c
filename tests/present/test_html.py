"""The HTML report: one file, nothing from outside, readable by everyone."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import date, timedelta
from html.parser import HTMLParser

import numpy as np
import pytest

from hakaru.present.charts import ThisRun, curve_chart, month_ticks, trend_chart
from hakaru.present.report import metric_cards, render_html, render_markdown
from hakaru.present.rows import metric_rows, split_rows
from hakaru.present.svg import NOTHING
from hakaru.present.timeline import time_chart
from hakaru.running.report import MetricHistory, RunReport
from tests.present.factories import (
    make_curve,
    make_evaluation,
    make_facts,
    make_history,
    make_report,
    make_series,
    make_splits,
    make_verdict,
)

_VOID = {"meta", "link", "br", "img", "hr", "input"}


class _Page(HTMLParser):
    """Collects elements and checks that they are nested properly."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)


@pytest.fixture(scope="module")
def page() -> str:
    return render_html(make_report())


def test_the_page_needs_nothing_but_itself(page: str) -> None:
    for outside in ("http", "//", "<script", "<link", "<img", "src=", "url(", "@import"):
        assert outside not in page


def test_the_page_is_well_formed_and_its_ids_are_unique(page: str) -> None:
    ids = [attributes["id"] for _, attributes in _Page(page).seen if "id" in attributes]
    assert len(ids) == len(set(ids)) > 20


def test_every_picture_has_a_title_and_a_description(page: str) -> None:
    parsed = _Page(page)
    every = [attributes for tag, attributes in parsed.seen if tag == "svg"]
    pictures = [one for one in every if one.get("aria-hidden") != "true"]  # not the bars of splits
    n_bars, n_curves, n_trends, n_over_time = 4, 6, 6, 2 * 2
    assert len(pictures) == n_bars + n_curves + n_trends + n_over_time
    ids = {attributes.get("id") for _, attributes in parsed.seen}
    for attributes in pictures:
        assert attributes["role"] == "img"
        assert set((attributes["aria-labelledby"] or "").split()) <= ids


def test_tables_and_language_are_marked_for_assistive_technology(page: str) -> None:
    parsed = _Page(page)
    assert parsed.seen[0] == ("html", {"lang": "ja"})
    heads = [attributes.get("scope") for tag, attributes in parsed.seen if tag == "th"]
    assert heads.count("col") == 10
    assert heads.count("row") == 10
    assert _Page(render_html(make_report(), lang="en")).seen[0] == ("html", {"lang": "en"})


def test_figures_are_those_of_the_markdown_report_digit_for_digit(page: str) -> None:
    report = make_report()
    written = " ".join(_Page(page).words)
    assert "96.1/100" in written
    for row in metric_rows(report.evaluation, "ja"):
        for cell in (row.actual, row.expected, row.score, row.interval_90, row.comment):
            assert cell in written
            assert cell in render_markdown(report)


def test_a_run_without_a_verdict_is_not_said_to_lack_the_cadence_that_its_head_shows() -> None:
    """Its other metrics nobody measured."""
    bare = tuple(
        replace(split, cadence_spm=None, gct_ms=None, vo_cm=None, vr_pct=None)
        for split in make_splits()
    )
    report = make_report(evaluation=None, splits=bare, history={})
    shown = {card.row.metric: card.row.actual for card in metric_cards(report, "en")}
    assert report.facts.cadence_spm is not None
    assert (shown["cadence"], shown["gct"]) == ("not judged", "not measured")
    assert "Cadence | not measured" not in render_markdown(report, lang="en")


def test_text_from_outside_is_shown_as_text() -> None:
    hostile = "<script>alert(1)</script>\"'&\u202e"
    facts = make_facts(title=hostile, gear=hostile, device_label=hostile, issues=(hostile,))
    page = render_html(make_report(facts=facts))
    assert "<script" not in page
    assert "\u202e" not in page
    assert page.count("&lt;script&gt;") == 5  # window title, heading, watch, shoes, note


def test_a_simulated_run_carries_a_badge_and_a_note() -> None:
    page = render_html(make_report(facts=make_facts(simulated=True)))
    assert '<span class="r-badge">シミュレーション</span>' in page
    assert "実際に走ったものではありません" in page


def test_a_run_without_seconds_opens_with_its_own_lines() -> None:
    whole, totals = render_html(make_report()), render_html(make_report(series={}))
    opens = [
        page.index('id="curves"') < page.index('class="r-opening"') for page in (whole, totals)
    ]
    assert opens == [False, True]
    for page in (whole, totals):
        assert page.count('id="curves"') == 1
        assert page.count('class="r-trio"') == 2


def test_a_missing_metric_is_a_card_without_figures() -> None:
    evaluation = make_evaluation(metrics={"gct": make_verdict("gct")})
    page = render_html(make_report(evaluation=evaluation))
    assert page.count('class="r-card missing"') == 3
    assert page.count(">判定なし<") == page.count("離れすぎているため、判定していません。") == 3


def test_a_bare_report_still_is_a_page() -> None:
    facts = make_facts(title=None)
    page = render_html(
        make_report(evaluation=None, facts=facts, series={}, splits=(), history={}), lang="en"
    )
    _Page(page)
    assert "Run on 2025-10-25" in page
    assert "<svg" not in page
    assert "<table" not in page


def test_curves_are_drawn_for_what_this_run_did_not_measure() -> None:
    report = make_report(evaluation=None)
    assert "このランでは計測なし" in render_html(report)
    unmeasured = make_evaluation(metrics={"vo": make_verdict("vo")})
    assert "このランでは計測なし" in render_html(make_report(evaluation=unmeasured))


def test_a_run_that_is_not_rated_shows_why_and_no_star() -> None:
    gct = make_verdict("gct", unrated_reason="few_runs", n_runs=3)
    evaluation = make_evaluation(metrics={"gct": gct}, overall_score=None, overall_stars=None)
    page = render_html(make_report(evaluation=evaluation), lang="en")
    assert "★" not in page
    assert "Not rated yet: 3 of 5 runs" in page
    assert 'class="r-stars"' not in page


def test_a_metric_without_surroundings_has_no_panel() -> None:
    assert "curve-vo" not in render_html(make_report(history={"vo": MetricHistory()}))


def _chart(this_run: ThisRun | None, *, basis: str = "personal") -> str:
    curve = make_curve("gct", basis=basis)  # type: ignore[arg-type]
    return curve_chart(curve, make_history("gct").points, this_run=this_run, lang="en")


def test_the_line_is_dashed_beyond_what_was_learned() -> None:
    this_run = ThisRun(speed_mps=3.0, actual=270.0, expected=262.0)
    assert _chart(this_run).count('class="r-expected"') == 1
    assert 'class="r-expected dashed"' in _chart(this_run)
    assert 'class="r-expected"' not in _chart(this_run, basis="population")


def test_a_run_faster_than_the_curve_is_described_but_not_marked() -> None:
    drawn = _chart(ThisRun(speed_mps=9.0, actual=150.0, expected=160.0))
    assert "<circle" not in drawn
    assert "this run showed 150ms" in drawn


def test_a_curve_alone_is_drawn_over_its_whole_grid() -> None:
    curve = replace(make_curve("vr"), trained_min_mps=None, trained_max_mps=None)
    drawn = curve_chart(curve, None, this_run=None, lang="ja")
    assert "nan" not in drawn
    assert "8:00" in drawn


def test_history_full_of_gaps_is_drawn_without_them() -> None:
    points = make_history("gct").points
    assert points is not None
    empty = replace(points, value=np.full_like(points.value, np.nan))
    assert "nan" not in curve_chart(make_curve("gct"), empty, this_run=None, lang="ja")


def test_this_run_stands_out_in_the_trend_and_drift_is_marked() -> None:
    trend = make_history("gct").trend
    assert trend is not None
    drawn = trend_chart(trend, lang="en")
    assert drawn.count("dots thisrun") == 1
    assert "higher 10-21" in drawn
    assert "84 runs from" in drawn
    early = replace(trend.drifts[0], day=trend.days[4], direction="lower")
    assert 'text-anchor="start">lower 05' in trend_chart(replace(trend, drifts=(early,)), lang="en")


def test_a_day_to_point_out_is_marked_where_the_months_are() -> None:
    trend = make_history("gct").trend
    assert trend is not None
    inside, outside = trend.days[len(trend.days) // 2], trend.days[-1] + timedelta(days=90)
    drawn = trend_chart(trend, lang="en", marks={inside: "strap → <wrist>", outside: "later"})
    assert drawn.count('class="swap"') == 1
    assert "<title>strap → &lt;wrist&gt;</title>" in drawn
    assert "later" not in drawn


def test_a_trend_of_one_run_is_one_dot() -> None:
    trend = make_history("gct", n_runs=7).trend
    assert trend is not None
    one = replace(
        trend,
        days=trend.days[-1:],
        delta_frac=trend.delta_frac[-1:],
        half_width_90_frac=trend.half_width_90_frac[-1:],
        this_run=trend.this_run[-1:],
        drifts=(),
    )
    drawn = trend_chart(one, lang="ja")
    assert "nan" not in drawn
    assert "10-25" in drawn


def test_months_are_labelled_with_the_year_first_and_in_january() -> None:
    labels = [tick.label for tick in month_ticks(date(2024, 11, 20), date(2025, 3, 2))]
    assert labels == ["2024-12", "2025-01", "02", "03"]
    two_years = month_ticks(date(2023, 1, 1), date(2025, 1, 1))
    assert len(two_years) <= 8
    days = month_ticks(date(2025, 5, 3), date(2025, 5, 9))
    assert [tick.label for tick in days] == ["05-03", "05-09"]
    assert len(month_ticks(date(2025, 5, 3), date(2025, 5, 3) + timedelta(days=40))) >= 2


def test_time_is_drawn_for_what_was_recorded() -> None:
    series = make_series(600)
    everything = time_chart(series, width=1000.0, lang="en")
    assert everything.count('class="r-trace') == 3
    assert "elevation 24 to" in everything
    pace_only = {name: series[name] for name in ("elapsed_s", "speed_mps")}
    assert time_chart(pace_only, width=460.0, lang="en").count('class="r-trace') == 1
    flat = pace_only | {"elevation_m": np.full(600, np.nan)}
    assert "hills" not in time_chart(flat, width=460.0, lang="en")


@pytest.mark.parametrize(
    "series",
    [
        {},
        {"elapsed_s": np.arange(5.0)},
        {"elapsed_s": np.arange(1.0), "speed_mps": np.ones(1)},
        {"elapsed_s": np.arange(5.0), "speed_mps": np.full(5, np.nan)},
    ],
)
def test_without_anything_recorded_no_time_is_drawn(series: dict[str, np.ndarray]) -> None:
    assert time_chart(series, width=460.0, lang="ja") == NOTHING


def test_a_run_that_stood_still_is_drawn_too() -> None:
    series = {"elapsed_s": np.arange(50.0), "speed_mps": np.zeros(50)}
    assert "nan" not in time_chart(series, width=460.0, lang="ja")


def test_split_bars_point_right_for_faster_and_left_for_slower() -> None:
    report = make_report()
    rows = split_rows(report, "en")
    assert max(abs(row.bar_frac) for row in rows) == pytest.approx(1.0)
    by_speed = sorted(zip(rows, report.splits, strict=True), key=lambda pair: pair[0].bar_frac)
    speeds = [line.split.speed_mps for _, line in by_speed]
    assert speeds == sorted(speeds, key=lambda speed: speed or 0.0)


def test_an_even_run_has_short_bars_and_a_stopped_split_none() -> None:
    even = tuple(replace(split, speed_mps=3.0) for split in make_splits(3))
    assert all(abs(row.bar_frac) < 0.9 for row in split_rows(make_report(splits=even), "en"))
    stopped = replace(
        make_splits(1)[0],
        distance_m=9.0,
        speed_mps=None,
        running_s=0.0,
        gct_ms=None,
        grade_pct=None,
    )
    row = split_rows(make_report(splits=(stopped,)), "en")[0]
    assert (row.pace, row.gct, row.delta, row.grade, row.bar_frac) == ("-", "-", "-", "-", 0.0)


def test_pages_stay_small_and_never_show_a_broken_number() -> None:
    report: RunReport = make_report(history={"gct": make_history("gct", n_runs=900)})
    page = render_html(report)
    assert len(page.encode()) < 200_000
    assert not re.search(r"\b(nan|inf|None)\b", page)


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_text_stands_out_from_its_background_in_every_theme(page: str) -> None:
    themes = re.findall(r":root \{(.*?)\}", page, flags=re.DOTALL)
    assert len(themes) == 3  # light, dark, print
    for theme in themes:
        colours = dict(re.findall(r"--([a-z0-9]+): (#[0-9a-f]{6});", theme))
        for ink in ("ink", "soft", "star", "pulse"):
            for ground in ("paper", "card", "warn"):
                light, dark = sorted((_luminance(colours[ink]), _luminance(colours[ground])))[::-1]
                assert (light + 0.05) / (dark + 0.05) >= 4.5, (ink, ground)


@pytest.mark.parametrize(("zone", "day"), [("Pacific/Kiritimati", "02"), ("UTC", "01")])
def test_the_day_of_a_verdict_is_the_day_where_the_reader_is(zone: str, day: str) -> None:
    code = (
        "from dataclasses import replace; from datetime import UTC, datetime\n"
        "from hakaru.present.report import render_html\n"
        "from tests.present.factories import make_evaluation, make_report\n"
        "noon = replace(make_evaluation(), evaluated_at=datetime(2026, 1, 1, 12, tzinfo=UTC))\n"
        "print(render_html(make_report(evaluation=noon)))"
    )
    page = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "TZ": zone, "PYTHONIOENCODING": "utf-8"},
        capture_output=True, encoding="utf-8", check=True,
    ).stdout  # fmt: skip
    assert f"2026-01-{day} に判定" in page
