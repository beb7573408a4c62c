"""A chart's declaration: what the script is given, and what those read who cannot see it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest

from hakaru.core.i18n import LANGUAGES, Lang
from hakaru.flows.run_lines import RunLines, Samples
from hakaru.present.chart import (
    Axis,
    Chart,
    Mark,
    Panel,
    Series,
    chart_json,
    chart_table,
    day_axis,
    day_places,
    drawn_chart,
    name_axis,
)
from hakaru.present.charts import interval_bar
from hakaru.present.overview_charts import best_chart, cloud_chart, power_chart, zones_chart
from hakaru.present.run_charts import deviation_chart, lines_chart
from hakaru.present.svg import FloatArray, column_domain, from_zero, pace_domain, padded
from hakaru.running.metrics import MetricName
from hakaru.running.records import Record
from tests.present.factories import make_history, make_verdict

SPEEDS = np.array([2.5, 3.0, 3.5, 4.0])
RECENT = day_places([date(2025, 1, 1)])[0]


def chart() -> Chart:
    """Contact time over pace: a band, a line with a gap, and dots at places of their own."""
    expected = np.array([260.0, 250.0, 240.0, np.nan])
    series = (
        Series(name="band", label="90 %", kind="band", low=expected - 8.0, high=expected + 8.0),
        Series(name="line", label="expected", values=expected),
        Series(
            name="runs",
            label="<runs>",
            kind="dots",
            at=np.array([2.6, 2.6]),
            values=np.array([251.0, 262.5]),
            links=("/runs/1", "/runs/2"),
        ),
    )
    panel = Panel(
        name="gct",
        title="Contact time",
        y=Axis(low=230.0, high=270.0, unit="ms"),
        series=series,
        marks=(Mark(at=250.0, label="usual", upright=False),),
    )
    x = Axis(kind="speed", low=2.5, high=4.0, label="Pace")
    return Chart(name="gct", title="t", text="", x=x, at=SPEEDS, panels=(panel,))


def test_what_the_script_is_given_is_strict_json_without_nan_and_without_tags() -> None:
    text = chart_json(chart())
    assert "<" not in text and "NaN" not in text
    content = json.loads(text)
    assert content["at"] == [2.5, 3, 3.5, 4]
    band, line, runs = content["panels"][0]["series"]
    assert band["low"] == [252, 242, 232, None] and band["high"][0] == 268
    assert line["y"] == [260, 250, 240, None]
    assert runs["label"] == "<runs>" and runs["at"] == [2.6, 2.6]
    assert runs["links"] == ["/runs/1", "/runs/2"]
    assert content["panels"][0]["y"] == {
        "kind": "number", "low": 230, "high": 270, "unit": "ms", "digits": 0,
    }  # fmt: skip


def test_the_table_says_the_same_in_the_words_of_the_axes() -> None:
    table = chart_table(chart(), "en")
    assert table.head == ("Pace", "90 % (ms)", "expected (ms)", "<runs> (ms)")
    assert table.rows[0] == ("6:40", "252 – 268", "260", "-")
    assert table.rows[1] == ("6:25", "-", "-", "251")
    assert table.rows[-1] == ("4:10", "-", "-", "-")


def test_a_table_names_the_panel_of_lines_of_one_name_and_tells_no_figure_twice() -> None:
    days = day_places([date(2025, 1, 1), date(2025, 2, 1)])
    panels = []
    for title, unit in (("Threshold heart rate", "bpm"), ("VO2max", "ml")):
        values = np.array([170.0, 168.0])
        line = Series(name="median", label="median", values=values, at=days)
        dots = Series(name="month", label="month", kind="dots", values=values, at=days)
        axis = Axis(low=0.0, high=200.0, unit=unit)
        panels.append(Panel(name=title, title=title, y=axis, series=(line, dots)))
    x = Axis(kind="date", low=days[0], high=days[-1])
    months = Chart(name="months", title="t", text="", x=x, panels=tuple(panels))
    assert chart_table(months, "en").head == (
        "Day",
        "Threshold heart rate: median (bpm)",
        "VO2max: median (ml)",
    )


def test_a_table_says_what_its_rows_are() -> None:
    by_zone = zones_chart([60.0, 120.0], "en")
    assert by_zone is not None
    assert chart_table(by_zone, "en").head[0] == "Zone"


def test_a_table_is_short_however_many_points_there_are() -> None:
    days = [date(2016, 1, 1) + timedelta(days=3 * number) for number in range(1_000)]
    series = Series(name="load", label="load", kind="bars", values=np.arange(1_000.0))
    panel = Panel(name="load", title="Load", y=Axis(low=0.0, high=1.0), series=(series,))
    drawn = drawn_chart(
        Chart(name="c", title="t", text="", x=day_axis(days), at=day_places(days), panels=(panel,)),
        "ja",
    )
    assert len(drawn.table.rows) == 24
    assert drawn.table.rows[0] == ("2016-01-01（金）", "0")
    assert drawn.table.rows[-1][1] == "999"


def test_days_are_counted_from_1970_and_names_stand_between_half_places() -> None:
    assert day_places([date(1970, 1, 2), date(2024, 2, 29)]).tolist() == [1.0, 19_782.0]
    assert (name_axis(["Z1", "Z2"]).low, name_axis(["Z1", "Z2"]).high) == (-0.5, 1.5)
    assert day_axis([]).high > day_axis([]).low


def test_standing_and_walking_stretch_no_axis() -> None:
    speed_mps = np.concatenate([np.full(600, 4.0), np.zeros(300), np.full(200, 1.2)])
    gct_ms = np.where(speed_mps > 2.0, 220.0, 480.0)
    gct_ms[:300] += 10.0
    series = {"speed_mps": speed_mps, "gct_ms": gct_ms}
    low, high = column_domain(series, "gct_ms")
    assert 200.0 < low < 220.0 and 230.0 < high < 250.0
    assert column_domain(series, "speed_mps") == pace_domain(speed_mps)
    assert pace_domain(speed_mps)[0] > 3.0


def test_an_axis_of_nothing_is_an_axis() -> None:
    nothing = np.array([np.nan])
    assert column_domain({"gct_ms": nothing}, "gct_ms") == (0.0, 1.0)
    assert padded(nothing) == (0.0, 1.0)
    assert from_zero(nothing, np.array([0.0])) == (0.0, 1.0)


def test_runs_far_from_what_was_expected_are_drawn_as_well() -> None:
    trend = make_history("gct").trend
    assert trend is not None
    far = replace(trend, delta_frac=np.full(len(trend.days), 0.4))
    content = json.loads(chart_json(deviation_chart(far, lang="en")))
    assert content["panels"][0]["y"]["high"] == pytest.approx(44.0)


def test_bounds_that_read_alike_are_written_once() -> None:
    verdict = replace(make_verdict("gct"), interval_90=(249.8, 250.2))
    assert str(interval_bar(verdict, "en")).count(">250ms<") == 1
    apart = replace(verdict, interval_90=(248.0, 252.0))
    drawn = str(interval_bar(apart, "en"))
    assert drawn.index(">248ms<") < drawn.index(">252ms<")


def test_every_run_has_its_place_on_the_scale_unless_it_lies_far_from_all_others() -> None:
    days, paces_s = RECENT + np.arange(80.0), np.linspace(300.0, 340.0, 80)
    paces_s[5] = 240.0
    drawn = cloud_chart(days, 1000.0 / paces_s, range(80), "en")
    assert drawn is not None
    assert drawn.panels[0].y.high > 1000.0 / 240.0
    paces_s[5] = 40.0
    drawn = cloud_chart(days, 1000.0 / paces_s, range(80), "en")
    assert drawn is not None
    assert drawn.panels[0].y.high < 4.0


def test_a_run_of_a_day_that_is_not_known_stretches_no_axis_of_days() -> None:
    days = day_places([date(1990, 1, 1), date(2025, 1, 1), date(2025, 3, 1)])
    drawn = cloud_chart(days, np.array([3.0, 3.1, 3.2]), range(3), "en")
    assert drawn is not None
    assert drawn.x.low > day_places([date(2024, 1, 1)])[0]


@pytest.mark.parametrize(("lang", "label"), [("en", "run"), ("ja", "ラン")])
def test_the_points_of_runs_are_called_runs(lang: Lang, label: str) -> None:
    drawn = cloud_chart(RECENT + np.arange(3.0), np.array([3.0, 3.1, 3.2]), range(3), lang)
    assert drawn is not None
    assert [series.label for series in drawn.panels[0].series] == [label]


def test_a_year_without_a_line_is_not_named_beside_the_lines() -> None:
    def best(over_m: float) -> Record:
        return Record(kind="distance", activity_id=1, day=date(2025, 1, 1), distance_m=over_m,
                      elapsed_s=over_m / 4.0, over_m=over_m)  # fmt: skip

    drawn = best_chart({2025: [best(1000.0), best(5000.0)], 2026: [best(1000.0)]}, "en")
    assert drawn is not None
    assert [series.name for series in drawn.panels[0].series] == ["2025"]
    power = power_chart({2025: {60.0: 300.0, 300.0: 280.0}, 2026: {}}, "en")
    assert power is not None
    assert [series.name for series in power.panels[0].series] == ["2025"]


def run_lines(low: Mapping[MetricName, FloatArray]) -> RunLines:
    at = np.arange(4.0)
    columns = {"speed_mps": SPEEDS, "gct_ms": 240.0 + at}
    domains = {"speed_mps": (2.0, 5.0), "gct_ms": (200.0, 300.0)}
    samples = Samples(at=at, elapsed_s=at, distance_m=3.0 * at, moved_s=np.ones(4),
                      lasted_s=np.ones(4), columns=columns)  # fmt: skip
    return RunLines(activity_id=1, across="time", smooth_s=15, at=at, elapsed_s=at,
                    distance_m=3.0 * at, columns=columns, low=low, high=low,
                    domains=domains, samples=samples)  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_beside_the_lines_tell_what_the_band_is_or_why_there_is_none(lang: Lang) -> None:
    banded, bare = run_lines({"gct": np.full(4, 230.0)}), run_lines({})
    words = [
        lines_chart(one, one, kind="easy", source="", lang=lang).text for one in (banded, bare)
    ]
    assert ("90%" in words[0], "90%" in words[1]) == (True, False)
    assert words[1].endswith(
        {"en": "too little was known of this sensor.", "ja": "データがまだ足りませんでした。"}[lang]
    )
