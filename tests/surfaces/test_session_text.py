"""How sessions, comparisons and the athlete read in a terminal, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from hakaru.core.i18n import LANGUAGES, Lang
from hakaru.flows.load import LoadResult
from hakaru.present.athlete import athlete_document, stated_document
from hakaru.present.changes import similar_document
from hakaru.present.document import Document, Table
from hakaru.present.figures import width_columns
from hakaru.present.fitness import paces_document, ready_document
from hakaru.present.load import load_document
from hakaru.present.page_metrics import anomalies_document, anomaly_document
from hakaru.present.page_session import (
    intervals_document,
    label_document,
    session_document,
    understood_document,
)
from hakaru.present.terminal import document_text
from hakaru.present.training import next_document
from hakaru.present.trends import trends_document
from hakaru.running.load import DatedLoad, load_history
from hakaru.running.session.model import TrainingType
from hakaru.running.trend_changes import RecentTrend
from tests.present.session_factories import make_summary
from tests.surfaces import session_results as results

TYPES: tuple[TrainingType, ...] = (
    "recovery",
    "aerobic_base",
    "tempo_threshold",
    "interval",
    "sprint",
    "long_run",
    "unknown",
)

Case = tuple[Callable[[Any, Lang], Document], Any]
CASES: dict[str, Case] = {
    **{f"session {one}": (session_document, results.session(one)) for one in TYPES},
    **{
        f"detail {one}": (session_document, results.session(one, detail=True))
        for one in TYPES
    },
    "bare session": (session_document, results.session(bare=True, detail=True)),
    "intervals": (intervals_document, results.intervals()),
    "no intervals": (intervals_document, results.intervals("recovery")),
    "label": (label_document, results.label()),
    "label auto": (
        label_document, results.label(type_source="zones", session_stars=None)
    ),
    "analysed": (understood_document, results.analysed()),
    "nothing analysed": (understood_document, results.analysed(0)),
    "similar": (similar_document, results.similar()),
    "similar easy": (similar_document, results.similar("aerobic_base")),
    "none similar": (similar_document, results.not_similar(3)),
    "first run": (similar_document, results.not_similar(0)),
    "trends": (trends_document, results.trends()),
    "no trends": (trends_document, results.no_trends()),
    "load": (load_document, results.load()),
    "load of a day": (load_document, results.load(n_days=1)),
    "load not known": (load_document, results.load(known=False)),
    "no load": (load_document, replace(results.load(), history=None)),
    "anomalies": (anomalies_document, results.anomalies()),
    "many anomalies": (anomalies_document, results.anomalies(n_runs=30)),
    "no anomalies": (anomalies_document, results.anomalies(found=False)),
    "none in many": (anomalies_document, results.anomalies(n_runs=4, found=False)),
    "not judged": (anomalies_document, results.anomalies(judged_s=0.0, found=False)),
    "no runs": (anomalies_document, results.anomalies(n_runs=0)),
    "anomaly": (anomaly_document, results.anomaly()),
    "paces": (paces_document, results.paces()),
    "paces from threshold": (paces_document, results.paces(from_vo2_max=())),
    "no paces": (paces_document, results.no_paces()),
    "ready": (ready_document, results.readiness()),
    "ready today": (ready_document, results.readiness(race_day=results.readiness().day)),
    "nothing to be ready with": (
        ready_document, results.readiness(prediction=None, missing=(), state="ready")
    ),
    "athlete": (athlete_document, results.athlete()),
    "unknown athlete": (
        athlete_document, results.athlete(athlete=results.NOTHING, zones=None)
    ),
    "stated": (stated_document, results.stated()),
    "stated pace": (
        stated_document,
        results.stated(quantity="threshold_pace", value="4:35", since=date(2025, 9, 1)),
    ),
    "stated sex": (stated_document, results.stated(quantity="sex", value="female")),
    "next": (next_document, results.options()),
    "no options": (next_document, results.options(options=())),
    "nothing to follow": (next_document, results.options(after=None, options=())),
}  # fmt: skip


def read(name: str, language: Lang = "en") -> str:
    make, result = CASES[name]
    return document_text(make(result, language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CASES)
def test_every_answer_fits_a_terminal_and_shows_no_gap_of_the_code(
    name: str, language: Lang
) -> None:
    text = read(name, language)
    assert text.strip()
    assert [line for line in text.splitlines() if width_columns(line) > 80] == []
    assert "None" not in text.replace("None of", "")
    assert "nan" not in text.split()
    assert "{" not in text
    assert not any(line.endswith(" ") for line in text.splitlines())


@pytest.mark.parametrize("name", CASES)
def test_japanese_answers_are_not_the_english_ones(name: str) -> None:
    assert read(name, "ja") != read(name, "en")


def test_type_totals_and_stars_come_first_and_then_what_cost_them() -> None:
    lines = read("session interval").splitlines()
    assert "nterval session" in lines[0]
    assert any(line.startswith("10.02 km · 54:50 · 5:28/km · 148 bpm") for line in lines[:3])
    assert any("★" in line for line in lines[:4])
    rating = next(at for at, line in enumerate(lines) if "★" in line)
    assert "-1 star" in lines[rating + 1]


def test_a_session_that_cannot_be_rated_says_so_instead_of_showing_stars() -> None:
    assert "★" not in read("bare session")
    assert "Not rated: too little is recorded or known." in read("bare session")


def test_every_criterion_of_a_phase_carries_its_mark() -> None:
    rating = results.session("interval").analysis.rating
    shown = sum(
        phase.present and criterion.outcome != "cannot_tell"
        for phase in rating.phases
        for criterion in phase.criteria
    )
    lines = read("session interval").splitlines()
    marked = [line for line in lines if line.lstrip().startswith(("✓  ", "✗  ", "–  ", "·  "))]
    assert len(marked) == shown


def test_a_run_with_repetitions_points_to_its_table_and_others_do_not() -> None:
    assert "hakaru intervals" in read("session interval")
    assert "hakaru intervals" not in read("session recovery")


def test_every_repetition_has_its_line() -> None:
    found = results.intervals().intervals
    assert found is not None
    blocks = [
        block
        for part in intervals_document(results.intervals(), "en").parts
        for block in part.blocks
    ]
    (table,) = (block for block in blocks if isinstance(block, Table))
    assert [row.cells[0] for row in table.rows] == [f"W{n + 1}" for n in range(found.n_reps)]


def test_detail_adds_segments_zones_physiology_and_conditions() -> None:
    told = read("detail interval")
    for title in ("Structure", "Heart rate zones", "Physiology", "Conditions", "Training load"):
        assert f"\n\n{title}\n" in told
        assert f"\n\n{title}\n" not in read("session interval")


def test_the_comparison_says_how_unusual_each_figure_is() -> None:
    told = read("similar")
    assert "How unusual" in told
    assert "pace within 3 s/km" in told


def test_a_search_without_result_names_the_condition_and_how_to_change_it() -> None:
    assert "the same kind" in read("none similar")
    assert "--pace-tolerance-s-per-km" in read("none similar")
    assert "no earlier run" in read("first run")


def test_a_change_is_told_with_its_interval_and_too_few_runs_are_said_to_be() -> None:
    walk = " ".join(read("trends").split())
    assert all(text in walk for text in ("151 bpm", "146 bpm", "-5.0%", "fell, improving"))
    assert "three runs in the last eight weeks" in walk


def test_months_are_the_newest_six_and_extended_ones_are_marked() -> None:
    rows = [line for line in read("trends").splitlines() if line.startswith("2025-")]
    assert [row[:7] for row in rows] == [f"2025-{month:02d}" for month in range(5, 11)]
    assert [row[:7] for row in rows if "extrapolated" in row] == ["2025-09"]


def test_load_shows_four_weeks_and_calls_the_ratio_a_description() -> None:
    told = read("load")
    assert sum(" - 10-" in line for line in told.splitlines()) == 4
    assert "CTL" in told
    assert "?" in told
    ratio = document_text(
        load_document(replace(results.load(), history=results.load_with_ratio()), "en")
    )
    assert "does not predict" in " ".join(ratio.split())


def test_a_rest_day_an_unknown_load_and_a_run_look_different() -> None:
    bars = next(line for line in read("load").splitlines() if "▁" in line or "█" in line)
    assert len(bars) == 28
    assert bars.endswith("?")
    assert "." in bars
    assert "█" in bars


def test_steps_of_one_run_are_sentences_with_their_span() -> None:
    told = read("anomalies")
    assert "30:10–32:10" in told
    assert "hakaru anomaly 7 --number" in told


def test_steps_of_many_runs_are_a_table_of_the_clearest() -> None:
    told = read("many anomalies")
    assert "Clear changes: 60 in 30 runs" in told
    assert sum("30:10-32:10" in line for line in told.splitlines()) == 20
    assert "40 more" in told


def test_the_stretch_is_marked_among_what_surrounds_it() -> None:
    rows = [line for line in read("anomaly").splitlines() if "ms" in line and "/" not in line]
    inside = [row for row in rows if row.startswith(">")]
    assert 0 < len(inside) < len(rows)
    assert all(int(row.split()[2].removesuffix("ms")) > 275 for row in inside)


def test_paces_of_both_figures_stand_side_by_side_with_their_contradiction() -> None:
    told = read("paces")
    assert "From VO2max" in told
    assert "From threshold" in told
    assert "differ by 10.0%" in " ".join(told.split())
    assert "From VO2max" not in read("paces from threshold")


def test_race_times_carry_a_range_and_far_ones_a_mark() -> None:
    rows = [line for line in read("paces").splitlines() if line.startswith(("5 km", "Marathon*"))]
    assert len(rows) == 2
    assert all("–" in row for row in rows)


def test_what_to_state_is_a_command_to_copy() -> None:
    assert "`hakaru athlete set weight_kg 62`" in read("athlete")
    assert "female" in read("athlete")


def test_what_was_stated_reads_as_elsewhere() -> None:
    assert "Threshold pace 4:35/km (from 2025-09-01 on)" in read("stated pace")
    assert "Maximum heart rate 188 bpm (for every day)" in read("stated")
    assert "follow before they are shown" in read("stated")
    assert "hakaru understand" not in read("stated")


def test_options_are_called_options_and_show_what_speaks_against_them() -> None:
    told = read("next")
    assert "1. " in told
    assert "Against it" in told
    assert "not orders" in told


@pytest.mark.parametrize("name", ["no load", "no runs", "nothing to follow", "no trends"])
def test_where_nothing_is_there_one_sentence_says_what_to_do(name: str) -> None:
    assert "ingest" in read(name)
    assert len(read(name).splitlines()) <= 2


def test_every_range_of_paces_has_the_faster_end_first_and_its_unit() -> None:
    text = " ".join(read("paces").split())
    assert "(80% range 4:10–4:23/km" in text
    ranges = [
        [60 * int(minutes) + int(seconds) for minutes, seconds in ends]
        for ends in (
            ((span[0], span[1]), (span[2], span[3]))
            for span in re.findall(r"\b(\d):(\d\d)–(\d):(\d\d)(?![:\d])", text)
        )
    ]
    assert len(ranges) >= 10
    assert all(fast <= slow for fast, slow in ranges)


def test_a_race_slower_than_both_models_has_the_reason_below_it() -> None:
    text = " ".join(read("paces").split())
    assert "Marathon: slower than VDOT and Riegel" in text
    assert "Half marathon: slower" not in text
    assert "days without a run" not in text


def test_days_without_a_run_have_one_sentence_and_no_weeks_of_zeros() -> None:
    known = results.load_with_ratio()
    loads = [
        DatedLoad(day=day, load_score=load)
        for day, load in zip(known.days, known.load_score.tolist(), strict=True)
    ]
    until = known.days[-1] + timedelta(days=400)
    result = LoadResult(
        since=until - timedelta(days=180),
        history=load_history(loads, until=until),
        sessions=(),
        by_basis={"power": 9},
    )
    text = document_text(load_document(result, "en"))
    assert "There is no run since" in text
    assert "the last one before was on" in text
    assert "CTL" not in text


def test_two_figures_of_a_change_say_which_days_each_compares() -> None:
    recent = RecentTrend(
        metric="gct",
        n_runs=39,
        delta_frac=0.05,
        low_frac=0.032,
        high_frac=0.068,
        direction="higher",
        meaning="unfavourable",
    )
    made = results.trends()
    metrics = tuple(replace(metric, recent=recent) for metric in made.metrics[-1:])
    shown = document_text(trends_document(replace(made, metrics=metrics), "en"))
    text = " ".join(shown.split())
    assert "Means of the newest eight weeks and of the eight before" in text
    assert "5.0% longer at equal speed from the first to the last day of the newest eight" in text


def test_what_every_metric_lacks_for_a_comparison_is_said_once() -> None:
    made = results.trends()
    metrics = tuple(replace(metric, change=None, recent=None) for metric in made.metrics)
    assert len(metrics) > 1
    text = document_text(trends_document(replace(made, metrics=metrics), "en"))
    assert text.count("Comparing takes three runs") == 1


def test_where_nothing_lies_in_the_period_trends_say_so_and_do_not_ask_for_runs() -> None:
    nothing = replace(results.no_trends(), sensor_group="garmin-hrm", since=date(2026, 5, 31))
    text = document_text(trends_document(nothing, "en"))
    assert "2026-05-31" in text
    assert "ingest" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_trends_show_long_term_figures_and_warn_of_stale_ones(language: Lang) -> None:
    long_term = results.long_term()
    text = document_text(trends_document(replace(results.trends(), sessions=long_term), language))
    assert "4:35/km" in text
    assert "83" in text
    alone = document_text(
        trends_document(replace(results.no_trends(), sessions=long_term), language)
    )
    assert "4:35/km" in alone
    assert all(width_columns(line) <= 80 for line in text.splitlines())


def test_options_say_when_the_last_session_was_long_ago() -> None:
    after = replace(make_summary("interval"), activity_date=date(2025, 4, 19))
    text = document_text(next_document(results.options(after=after), "en"))
    assert "The last session was 190 days ago." in text
    assert "days ago" not in document_text(next_document(results.options(), "en"))
