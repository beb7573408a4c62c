"""The Markdown report: the section of the requirement, digit for digit."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.i18n import LANGUAGES, Lang
from hakaru.present.figures import percent_text
from hakaru.present.report import render_markdown, report_pictures
from hakaru.present.rows import metric_rows
from hakaru.running.baseline.model import Basis
from hakaru.running.metrics import SCORED_METRICS, MetricName
from hakaru.running.report import ResidualTrend
from hakaru.running.wording import points_text
from tests.present.factories import (
    make_evaluation,
    make_facts,
    make_history,
    make_report,
    make_verdict,
)

BASES: tuple[Basis, ...] = ("personal", "shrunk", "population")


def test_the_form_section_is_the_one_the_requirement_shows() -> None:
    page = render_markdown(make_report())
    assert page.startswith("# 朝ラン 川沿い 10km\n")
    section = page[page.index("## フォーム効率") : page.index("### 期待値の根拠")]
    assert section.startswith("## フォーム効率（ペース補正評価）\n\n### 指標詳細\n\n")
    assert "フォーム評価 **★★★★★** 96.1/100" in page[: page.index("## フォーム効率")]
    assert (
        "| 指標 | 実測値 | 期待値 | 偏差 | 評価 |\n|------|--------|--------|------|------|\n"
        in section
    )
    assert re.search(
        r"\*\*接地時間 \(GCT\)\*\* \| 274ms \| 260ms \| \+5\.5% \| ★\S+ \S+/100", section
    )
    assert "| **垂直振幅 (VO)** | 8.8cm | 9.0cm | -0.11cm | ★★★★★ 100.0/100 |\n" in section
    assert "| **垂直比率 (VR)** | 8.3% | 8.2% | +0.8% | ★★★★★ 100.0/100 |\n" in section
    assert "| **ケイデンス** | 172spm | 164spm | +4.7% | 大きく範囲外 |\n" in section
    comments = section[section.index("### 評価コメント") :]
    for verdict in make_evaluation().metrics.values():
        assert f": {verdict.text_ja}\n" in comments


def test_the_first_line_says_what_is_furthest_from_usual_and_how_often() -> None:
    starts: dict[Lang, str] = {"ja": "接地時間は274msで", "en": "Contact time 274 ms, "}
    for lang, said in starts.items():
        first = render_markdown(make_report(), lang=lang).splitlines()[6]
        assert first.startswith(said)
    assert ": longer than in 96 of 100 of your runs." in first


def test_facts_stand_below_the_title() -> None:
    page = render_markdown(make_report())
    assert page.splitlines()[2] == "2025-10-25（土） 7:02 · 10.02 km · 54:50"
    facts = page[page.index("## 基本情報") : page.index("## フォーム効率")]
    assert "- **心拍**: 148 bpm（最高 167）" in facts
    assert "- **獲得標高**: +62 m / -60 m" in facts
    assert "14 °C, 湿度64%, 風速2.2m/s" in facts


def test_both_languages_show_the_same_figures() -> None:
    report = make_report()
    figures = []
    for lang in LANGUAGES:
        lines = render_markdown(report, lang=lang).splitlines()
        tables = " ".join(line for line in lines if line.startswith(("2025", "|")))
        figures.append(re.findall(r"\d+(?:[.:]\d+)*", tables))
    assert figures[0] == figures[1]


@given(
    st.sampled_from(SCORED_METRICS),
    st.floats(0.8, 1.25),
    st.sampled_from(BASES),
    st.sampled_from(LANGUAGES),
)
def test_table_and_sentence_agree_digit_for_digit(
    metric: MetricName, ratio: float, basis: Basis, lang: Lang
) -> None:
    usual = make_verdict(metric).expected
    verdict = make_verdict(metric, actual=usual * ratio, basis=basis)
    row = metric_rows(make_evaluation(metrics={metric: verdict}), lang)[
        SCORED_METRICS.index(metric)
    ]
    assert row.actual in row.comment
    cells = f"{row.actual} {row.expected} {row.interval_90} {percent_text(verdict.delta_frac)}"
    points = "" if verdict.penalty is None else points_text(verdict.penalty)
    known = {*re.findall(r"\d+(?:\.\d+)?", cells), "90", points, str(verdict.n_runs)}
    sentence = row.comment.replace("GCT", "").replace("VO", "")
    assert set(re.findall(r"\d+(?:\.\d+)?", sentence)) <= known


def test_a_missing_metric_says_so_and_has_neither_figure_nor_star() -> None:
    metrics = {"gct": make_verdict("gct")}
    evaluation = make_evaluation(metrics=metrics, balance=None)
    page = render_markdown(make_report(evaluation=evaluation))
    assert "| **垂直振幅 (VO)** | 判定なし | - | - | 判定なし |" in page
    assert "| **ケイデンス** | 判定なし | - | - | 判定なし |" in page
    table = [line for line in page.splitlines() if line.startswith("| **")]
    assert len([line for line in table if "★" in line]) == 1


def test_a_run_without_any_form_metric_says_so_four_times() -> None:
    bare = make_report(evaluation=None, history={}, splits=(), facts=make_facts(cadence_spm=None))
    page = render_markdown(bare, lang="en")
    assert "## Form against your own usual\n" in page
    assert page.count("| not measured | - | - | not measured |") == 4
    assert "This run carries no form measurement." in page


def test_cadence_says_how_usual_it_is_and_gets_no_star() -> None:
    usual = make_evaluation(metrics={"cadence": make_verdict("cadence", actual=164.5)})
    row = metric_rows(usual, "ja")[-1]
    assert (row.actual, row.stars, row.rating) == ("164spm", "", "いつもどおり")
    low = make_evaluation(metrics={"cadence": make_verdict("cadence", actual=155.0)})
    assert metric_rows(low, "en")[-1].rating == "far outside your range"


def test_a_cadence_is_held_against_the_minimum_where_the_user_set_one() -> None:
    set_one = make_evaluation(cadence_set_spm=175.0)
    row = metric_rows(set_one, "en")[-1]
    assert row.expected == "at least 175spm"
    assert "below the minimum you set, 175spm" in row.comment


def test_a_run_that_is_not_rated_shows_why_and_no_star() -> None:
    metrics = {
        metric: make_verdict(metric, unrated_reason="few_runs", n_runs=3)
        for metric in SCORED_METRICS
    }
    evaluation = make_evaluation(metrics=metrics, overall_score=None, overall_stars=None)
    whys: dict[Lang, str] = {
        "ja": "まだ評価しません：5回中3回",
        "en": "Not rated yet: 3 of 5 runs",
    }
    for lang, said in whys.items():
        page = render_markdown(make_report(evaluation=evaluation), lang=lang)
        assert "★★" not in page and "☆" not in page
        assert said in page[: page.index("##", page.index("## ") + 1)]
        assert f"| {said} |" in page


def test_what_limits_the_verdict_is_said() -> None:
    metrics = {
        "gct": make_verdict("gct", basis="population", extrapolated=True, baseline_version=None)
    }
    report = make_report(
        evaluation=make_evaluation(metrics=metrics, new_sensor=True, selection="all_splits"),
        facts=make_facts(simulated=True, partial=True, issues=("Record 17 is cut * off.",)),
    )
    page = render_markdown(report, lang="en")
    assert "**simulated**" in page
    assert "- This recording was made by a simulator; nobody ran it." in page
    assert "- The recording is damaged; only the readable part was judged." in page
    assert "- This sensor is new here" in page
    assert "- Ground contact time: no personal baseline yet" in page
    assert "- Ground contact time: the speed lies outside what was learned" in page
    assert "- No split was flat" in page
    assert r"- Record 17 is cut \* off." in page


def test_a_run_without_long_splits_says_how_it_was_judged() -> None:
    page = render_markdown(make_report(evaluation=make_evaluation(selection="running_samples")))
    assert "走っている時間全体で判定しています" in page


def test_only_the_newest_drift_of_a_metric_is_noted() -> None:
    history = make_history("gct")
    assert isinstance(history.trend, ResidualTrend)
    older = replace(history.trend.drifts[0], day=history.trend.days[5], direction="lower")
    trend = replace(history.trend, drifts=(older, *history.trend.drifts))
    page = render_markdown(make_report(history={"gct": replace(history, trend=trend)}))
    assert page.count("状態が続いています") == 1
    assert "接地時間は2025-10-14から4.1%（11ms）長い状態が続いています" in page


def test_titles_gear_and_devices_cannot_break_the_page() -> None:
    facts = make_facts(title="# <b>x</b>\n| y", gear="*new*", device_label="a|b", sensor_label=None)
    lines = render_markdown(make_report(facts=facts)).splitlines()
    assert lines[0] == r"# \# &lt;b\>x&lt;/b\> \| y"
    assert r"- **シューズ**: \*new\*" in lines
    assert r"- **時計**: a\|b" in lines


@pytest.mark.parametrize("title", [None, "  "])
def test_a_run_without_a_title_is_named_by_its_day(title: str | None) -> None:
    page = render_markdown(make_report(facts=make_facts(title=title)), lang="en")
    assert page.startswith("# Run on 2025-10-25\n")


def test_unknown_facts_are_left_out_and_nothing_reads_none() -> None:
    facts = make_facts(
        distance_m=None,
        timer_s=None,
        elapsed_s=None,
        running_s=None,
        speed_mps=None,
        heart_rate_max_bpm=None,
        cadence_spm=None,
        power_w=None,
        elevation_gain_m=None,
        temperature_c=None,
        relative_humidity_pct=None,
        wind_speed_mps=None,
        device_label=None,
        sensor_label=None,
        gear=None,
    )
    page = render_markdown(make_report(facts=facts))
    assert page.splitlines()[2] == "2025-10-25（土） 7:02"
    assert "## 基本情報\n\n- **心拍**: 148 bpm\n\n## " in page
    assert "None" not in page
    assert "nan" not in page
    silent = render_markdown(make_report(facts=replace(facts, heart_rate_avg_bpm=None)))
    assert "基本情報" not in silent


def test_splits_show_contact_time_against_its_expectation() -> None:
    page = render_markdown(make_report())
    rows = [line for line in page.splitlines() if re.match(r"\| \d+ \| 1\.00 ", line)]
    assert len(rows) == 10
    assert rows[0] == "| 1 | 1.00 | 5:34 | 5:34 | 140 | 171 | 273 | 262 | +4.3% | -0.4 |"
    assert page.count("| GCT期待 |") == 1
    assert "## スプリット" not in render_markdown(make_report(splits=()))


def test_blank_lines_never_pile_up() -> None:
    assert "\n\n\n" not in render_markdown(make_report())


def test_the_pictures_stand_in_a_folder_beside_the_text() -> None:
    report = make_report()
    drawn = report_pictures(report, lang="en")
    page = render_markdown(report, lang="en", folder="2025-10-25-7", html_name="2025-10-25-7.html")
    shown = re.findall(r"^!\[[^]]+\]\(2025-10-25-7/([^)]+)\)$", page, re.MULTILINE)
    assert sorted(shown) == sorted(drawn)
    assert {"time.svg", "contact.svg", "curve-1.svg"} <= set(drawn)
    assert "[2025-10-25-7.html](2025-10-25-7.html)" in page
    assert "▁" not in page
    for picture in drawn.values():
        root = ElementTree.fromstring(picture)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert int(root.attrib["width"]) <= 760
        assert not re.search(r"href|url\(|<script|@import", picture)


def test_without_a_folder_bars_of_text_stand_in_for_the_graph() -> None:
    page = render_markdown(make_report())
    assert "![" not in page
    assert "▁" in page


def test_the_head_of_a_report_has_the_time_of_the_timer_as_every_other_surface() -> None:
    page = render_markdown(make_report(facts=make_facts(timer_s=7963.0, elapsed_s=8459.0)))
    head = page[: page.index("## ")]
    assert "2:12:43" in head.splitlines()[2]
    assert "2:20:59" not in head.splitlines()[2]
