"""Where something is impossible, unknown or absent, the texts say that and nothing else."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest

from hakaru.core.i18n import LANGUAGES, Lang, Locale
from hakaru.flows.load import LoadResult
from hakaru.flows.session import SessionResult
from hakaru.flows.trends import MetricTrend, TrendsResult
from hakaru.present.air import environment_rows, environment_texts
from hakaru.present.changes import change_table
from hakaru.present.document import Items, Phases, Table, Text
from hakaru.present.load import load_document, load_note_texts, week_table
from hakaru.present.page_metrics import interval_parts, trend_part
from hakaru.present.page_overview import phases
from hakaru.present.page_session import session_document
from hakaru.present.physiology import physiology_rows, rep_form_texts
from hakaru.present.report import render_html, render_markdown
from hakaru.present.session import deduction_texts, no_zones_text, phase_line
from hakaru.present.terminal import document_text, part_lines
from hakaru.present.training import long_ago_text
from hakaru.present.trends import (
    long_term_text,
    long_term_texts,
    month_table,
    stale_text,
    trends_document,
)
from hakaru.running.athlete.known import Disagreement
from hakaru.running.load import DatedLoad, LoadNote, load_history
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.report import RepForm, SessionReport
from hakaru.running.session.intervals import interval_figures
from hakaru.running.session.model import Deduction
from hakaru.running.trend_changes import SessionTrend
from hakaru.running.trends import Trend, TrendMetric, TrendPoint
from tests.present.context_factories import (
    make_change,
    make_environment,
    make_load,
    make_options,
    make_physiology,
)
from tests.present.factories import DAY
from tests.present.session_factories import (
    make_athlete,
    make_criterion,
    make_figures,
    make_phase,
    make_rating,
    make_rep_form,
    make_session,
    make_session_report,
    make_summary,
)


def told_of_trends(session: SessionReport, lang: Lang = "en") -> str:
    """Everything that the part on trends says."""
    part = trend_part(session, lang)
    told: list[str] = []
    for block in part.blocks:
        if isinstance(block, Text):
            told.append(block.text)
        elif isinstance(block, Items):
            told += block.items
        elif isinstance(block, Table):
            told += [cell for row in block.rows for cell in row.cells]
    return "\n".join(told)


def point(value: float, month: int = 9, *, extrapolated: bool = False) -> TrendPoint:
    return TrendPoint(
        month=date(2025, month, 1),
        n_runs=4,
        n_samples=30,
        value=value,
        low=value - 2.0,
        high=value + 2.0,
        extrapolated=extrapolated,
    )


def heart_rate(*points: TrendPoint) -> Trend:
    return Trend(metric="heart_rate", reference_speed_mps=4.26, points=points)


# --- row 9: heart rates that nobody has


def test_a_heart_rate_above_the_maximum_is_left_out_of_the_report() -> None:
    later = replace(make_change().later, value=214.0)
    session = make_session(
        changes=(make_change(later=later),),
        trends=(heart_rate(point(149.0, 8), point(150.0), point(200.0, 10)),),
    )
    text = told_of_trends(session)
    assert "150 bpm" in text
    assert "214" not in text
    assert "200 bpm" not in text


def test_an_extended_heart_rate_is_left_out_and_other_metrics_are_marked() -> None:
    extended = point(180.0, extrapolated=True)
    table = month_table((heart_rate(extended, point(150.0, 10)),), "en")
    assert table is not None
    assert [row.cells[0] for row in table.rows] == ["2025-10"]
    power = Trend(metric="power", reference_speed_mps=4.26, points=(extended,))
    marked = month_table((power,), "en")
    assert marked is not None
    assert "extrapolated" in marked.rows[0].cells[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_trends_show_no_extended_heart_rate(lang: Lang) -> None:
    extended = heart_rate(point(150.0), point(224.0, 10, extrapolated=True))
    metric = MetricTrend(trend=extended, change=make_change(extrapolated=True))
    result = TrendsResult(
        sensor_group=None,
        reference_speed_mps=4.26,
        reference_speeds_mps=None,
        metrics=(metric,),
    )
    text = document_text(trends_document(result, lang))
    assert "224" not in text
    assert "146" not in text
    assert "150 bpm" in text


# --- rows 5 and 10: nothing known, long ago


@pytest.mark.parametrize("lang", LANGUAGES)
def test_weeks_of_which_no_load_is_known_show_no_number(lang: Lang) -> None:
    days = [DAY - timedelta(days=at) for at in range(0, 28, 2)]
    history = load_history([DatedLoad(day=day, load_score=None) for day in days], until=DAY)
    assert history is not None
    sessions = tuple(make_summary(activity_date=day) for day in days)
    since = DAY - timedelta(days=27)
    weeks = week_table(history, sessions, since=since, lang=lang)
    assert [row.cells[3:] for row in weeks.rows] == [("-",) * 4] * 4
    unknown = np.full(len(history.days), np.nan)
    blank = replace(history, chronic_score=unknown, acute_score=unknown, balance_score=unknown)
    result = LoadResult(since=since, history=blank, sessions=sessions, by_basis={"power": 1})
    text = document_text(load_document(result, lang))
    assert "nan" not in text
    assert "?" in text


def test_weeks_are_in_the_lengths_of_the_reader_and_none_are_shown_when_none_was_run() -> None:
    days = [DAY - timedelta(days=at) for at in range(0, 28, 7)]
    history = load_history([DatedLoad(day=day, load_score=50.0) for day in days], until=DAY)
    assert history is not None
    sessions = tuple(make_summary(activity_date=day, distance_m=16_093.44) for day in days)
    since = DAY - timedelta(days=27)
    for lang, unit, far in ((Locale("en"), "km", "16.1"), (Locale("en", "mi"), "mi", "10.0")):
        weeks = week_table(history, sessions, since=since, lang=lang)
        assert (weeks.columns[2], {row.cells[2] for row in weeks.rows}) == (unit, {far})
    later = load_history(
        [DatedLoad(day=day, load_score=50.0) for day in days], until=DAY + timedelta(days=300)
    )
    assert later is not None
    result = LoadResult(since=since, history=later, sessions=sessions, by_basis={"power": 4})
    assert "Seven days" not in document_text(load_document(result, "en"))


def test_a_last_session_long_ago_is_said_in_days() -> None:
    options = make_options()
    first = min(option.earliest_day for option in options)
    long_ago = long_ago_text(options, first - timedelta(days=190), lang="en")
    assert long_ago == "The last session was 190 days ago."
    assert "190日前" in long_ago_text(options, first - timedelta(days=190), lang="ja")
    assert long_ago_text(options, first - timedelta(days=3), lang="en") == ""
    assert long_ago_text((), DAY, lang="en") == ""


# --- row 24: cold


def test_cold_is_not_called_heat() -> None:
    cold = make_environment(temperature_c=4.0, temperature_side="cold", own_heat_bpm=None)
    texts = " ".join(environment_texts(cold, "en"))
    assert "In such cold" in texts
    assert "heat" not in texts
    assert "この寒さでは" in " ".join(environment_texts(cold, "ja"))
    mild = replace(cold, temperature_side="within")
    assert "At this temperature" in " ".join(environment_texts(mild, "en"))


def test_a_range_of_one_value_is_one_value() -> None:
    rows = environment_rows(make_environment(wbgt_c=(1.9, 2.2)), "en")
    assert [row.value for row in rows if "WBGT" in row.label] == ["2 °C"]


# --- row 26: said once


def test_what_cost_no_star_is_listed_in_one_line_and_only_where_it_was_not_met() -> None:
    short = Deduction(reason="warmup_short", stars=1, role="warmup")
    uneven = Deduction(reason="consistency", stars=0, role="main", criterion="pace_consistency")
    fine = Deduction(reason="minor_criterion", stars=0, role="warmup", criterion="heart_rate_ramp")
    rating = make_rating(deductions=(short, uneven, fine))
    assert deduction_texts(rating, "en") == (
        "-1 star: the warm-up was short",
        "Also not met, at no further cost: Main run: Even pace (variation) 5.03% "
        "(target up to 5.00%)",
    )
    costly = replace(uneven, stars=2)
    assert len(deduction_texts(make_rating(deductions=(costly, uneven)), "ja")) == 1


# --- row 27: long term


def long_term(**changes: object) -> SessionTrend:
    trend = SessionTrend(
        quantity="threshold_speed",
        points=(),
        n_sessions=31,
        earlier_value=1000.0 / 290.0,
        later_value=1000.0 / 275.0,
        low=None,
        high=None,
        direction="higher",
        meaning="favourable",
        stale_days=None,
    )
    return replace(trend, **changes)  # type: ignore[arg-type]


def test_a_threshold_reads_as_a_pace_with_what_its_change_means() -> None:
    assert long_term_text(long_term(), "en") == (
        "Threshold pace: 4:50/km to 4:35/km (improving, 31 sessions)"
    )
    same = long_term(meaning="unchanged", direction="none")
    assert "変化なし" in long_term_text(same, "ja")


@pytest.mark.parametrize("metric", METRICS)
def test_a_change_of_form_is_described_and_never_called_better_or_worse(metric: MetricName) -> None:
    (row,) = change_table((make_change(metric=metric, meaning="unfavourable"),), "en").rows
    assert row.cells[-1] == "fell"


def test_a_heart_rate_that_fell_at_one_pace_is_progress() -> None:
    (row,) = change_table((make_change(),), "en").rows
    assert row.cells[-1] == "fell, improving"


@pytest.mark.parametrize("metric", ["power", "running_effectiveness"])
def test_what_is_not_known_to_be_better_has_a_direction_alone(metric: TrendMetric) -> None:
    (row,) = change_table((make_change(metric=metric, meaning="neutral"),), "en").rows
    assert row.cells[-1] == "fell"


def test_threshold_heart_rate_has_a_direction_and_is_not_called_better() -> None:
    trend = long_term(
        quantity="lt_heart_rate",
        earlier_value=172.0,
        later_value=168.0,
        direction="lower",
        meaning="neutral",
    )
    text = long_term_text(trend, "en")
    assert text == "Threshold heart rate: 172 bpm to 168 bpm (fell, 31 sessions)"


def test_a_figure_measured_anew_carries_the_interval_of_its_difference() -> None:
    trend = long_term(
        quantity="decoupling",
        earlier_value=4.1,
        later_value=5.0,
        low=-0.6,
        high=2.4,
        direction="none",
        meaning="unchanged",
    )
    text = long_term_text(trend, "en")
    assert "first half 4.1%, second half 5.0%" in text
    assert "shows no clear change" in text
    assert "-0.6 pt to +2.4 pt" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_stale_figure_says_for_how_many_days_it_has_not_moved(lang: Lang) -> None:
    stale = long_term(meaning="unchanged", stale_days=83)
    assert "83" in stale_text(stale, lang)
    assert stale_text(long_term(), lang) == ""
    assert len(long_term_texts((stale, long_term()), lang)) == 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_report_tells_the_long_term_and_what_is_stale(lang: Lang) -> None:
    session = make_session(long_term=(long_term(meaning="unchanged", stale_days=83),))
    text = told_of_trends(session, lang)
    assert long_term_texts(session.long_term, lang)[0] in text
    assert "83" in text


# --- row 28: form across repetitions that nothing is compared with


def test_without_a_baseline_the_repetitions_say_why_form_cannot_be_told() -> None:
    nothing = RepForm(code="cannot_tell", metrics=())
    measured = interval_figures(make_figures("interval"), make_athlete())
    assert measured is not None
    assert "no baseline" in rep_form_texts(nothing, "en", reps=measured.reps)[0]
    bare = tuple(replace(figure, gct_ms=None) for figure in make_figures("interval"))
    unmeasured = interval_figures(bare, make_athlete())
    assert unmeasured is not None
    assert "not measured" in rep_form_texts(nothing, "en", reps=unmeasured.reps)[0]
    assert "基準" in "".join(part_lines(interval_parts(measured, nothing, "ja")))
    held = rep_form_texts(make_rep_form(), "en", reps=measured.reps)
    assert held[0] == "Form across repetitions declined towards the end."


# --- absent phases


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_absent_phase_is_one_line_in_every_format(lang: Lang) -> None:
    session = make_session()
    part = phases(session.analysis, lang)[0]
    cards = next(block for block in part.blocks if isinstance(block, Phases)).cards
    absent = next(card for card in cards if not card.present)
    assert absent.criteria == ()
    assert ("記録にありません" if lang == "ja" else "not in the file") in absent.line
    report = make_session_report(session=session)
    for page in (render_html(report, lang=lang), render_markdown(report, lang=lang)):
        assert absent.line in page
        assert "<ul>\n    </ul>" not in page
    assert absent.line in document_text(
        session_document(SessionResult(analysis=session.analysis, report=None), lang)
    )


def test_a_summary_does_not_tell_that_a_phase_was_absent() -> None:
    presence = make_criterion(
        "present", "count", None, target=(1.0, None), outcome="cannot_tell", missing="samples"
    )
    phase = make_phase("warmup", presence, present=False)
    assert phase_line(phase, "en") == "required, – cannot tell (no second-by-second record)"
    assert "毎秒の記録がない" in phase_line(phase, "ja")


# --- row 23: averages without seconds


def test_the_problems_of_one_basis_stand_in_one_line() -> None:
    notes = (
        LoadNote(basis="power", problem="summary_only"),
        LoadNote(basis="power", problem="threshold_unknown"),
        LoadNote(basis="pace", problem="threshold_unknown"),
    )
    assert load_note_texts(notes, "en") == (
        "from power: averages without a second-by-second record, the threshold is not known.",
        "from pace: the threshold is not known.",
    )


def test_where_zones_and_mean_heart_rate_are_known_only_the_seconds_are_missing() -> None:
    session = make_session("tempo_threshold", zone_s=None, physiology=None)
    assert "no second-by-second heart rate" in no_zones_text(session, "en")
    page = render_markdown(make_session_report(session=session), lang="ja")
    assert "毎秒の心拍の記録がないため" in page
    assert "毎秒の記録がないため、維持率は算出できません。" in page
    unknown = replace(session, zones=None)
    assert "reference" in no_zones_text(unknown, "en")


# --- rows 14 and 19: a VO2max that says nothing new


def test_a_vo2_max_that_rests_on_the_threshold_says_so() -> None:
    known = make_physiology("interval")
    assert known.vo2 is not None
    circular = replace(known, vo2=replace(known.vo2, circular=True, utilisation=None))
    texts = [fact.value for fact in physiology_rows(circular, "en")]
    assert any("estimated from the other" in text for text in texts)
    doubted = Disagreement(
        stated_mps=3.8,
        implied_mps=3.4,
        vo2_max_ml_per_kg_min=44.0,
        difference_pct=11.8,
        stale="vo2_max_ml_per_kg_min",
    )
    against = replace(known, vo2=replace(known.vo2, disagreement=doubted, utilisation=None))
    texts = [fact.value for fact in physiology_rows(against, "ja")]
    assert any("食い違います" in text and "VO2 maxのほうが古そうです" in text for text in texts)
    unsure = replace(known, vo2=replace(known.vo2, disagreement=replace(doubted, stale=None)))
    assert any("Nothing tells" in fact.value for fact in physiology_rows(unsure, "en"))


# --- row 23: load that cannot be told


def test_a_run_without_a_load_says_what_stood_in_the_way() -> None:
    load = replace(
        make_load(),
        training_load_score=None,
        load_class=None,
        basis=None,
        notes=(LoadNote(basis="heart_rate", problem="gaps"),),
    )
    session = make_session(load=load)
    text = document_text(
        session_document(SessionResult(analysis=session.analysis, report=session), "en")
    )
    assert "No load can be computed for this run." in text
    assert "from heart rate: too many gaps." in text
    assert "No threshold" not in text
    assert "too many gaps" in render_markdown(make_session_report(session=session), lang="en")
