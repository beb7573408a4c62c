"""Every figure in the tables of a session (repetitions, similar runs, months, load, zones) is the
one that the command line and models are told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx2
import pytest

from hakaru.core.i18n import translate
from hakaru.core.units import format_duration, format_pace
from hakaru.flows.context import Context
from hakaru.present.changes import FIGURE_NAMES, figure_text, trend_value
from hakaru.present.figures import NO_VALUE, distance_figure, pct_text, unit_text
from hakaru.running.wording import fixed, value_text
from tests.flows.factories import make_context, stored_runs
from tests.flows.session_seasons import copy_of, mixed_files
from tests.once import own_copy
from tests.surfaces.invoking import asked
from tests.surfaces.web.run_pages import figures, text_of
from tests.surfaces.web.serving import talking
from tests.surfaces.web.test_one_verdict import written

Told = Mapping[str, Any]
Rows = Sequence[Mapping[str, str]]


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    with copy_of(mixed_files(), tmp_path_factory.mktemp("tables")) as context:
        yield context


@pytest.fixture(scope="module")
def client(mixed: Context) -> Iterator[httpx2.Client]:
    with talking(mixed) as found:
        found.cookies.set("hakaru-language", "en")
        yield found


def tables(piece: str) -> Sequence[Rows]:
    """Each table as rows of cells by the head of their column."""
    found = []
    for table in re.findall(r"<table>(.*?)</table>", piece, re.DOTALL):
        head, _, body = table.partition("<tbody>")
        names = [text_of(one) for one in re.findall(r"<th.*?>(.*?)</th>", head, re.DOTALL)]
        rows = re.findall(r"<tr.*?>(.*?)</tr>", body, re.DOTALL)
        cells = [re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
        found.append([dict(zip(names, map(text_of, row), strict=True)) for row in cells])
    return found


def english(text: str) -> str:
    """A text of ours as the page has it."""
    return translate(text, "en")


def table_with(piece: str, name: str) -> Rows:
    """The table that has a column of that name; no rows: there is none."""
    return next((rows for rows in tables(piece) if rows and name in rows[0]), ())


def pieces(mixed: Context, client: httpx2.Client) -> Iterator[tuple[int, str]]:
    for run in stored_runs(mixed):
        yield run.activity_id, client.get(f"/runs/{run.activity_id}/session").text


@pytest.mark.soak
def test_every_repetition_is_the_one_of_the_command(mixed: Context, client: httpx2.Client) -> None:
    n_reps = 0
    for run, piece in pieces(mixed, client):
        told = asked("intervals", str(run), data=mixed.data_folder)
        rows = [dict(zip(told["rep_columns"], one, strict=True)) for one in told["reps"]]
        shown = table_with(piece, "Work")
        assert len(shown) == len(rows)
        n_reps += len(rows)
        for line, row in zip(shown, rows, strict=True):
            assert_repetition(line, row)
    assert n_reps >= 6


def assert_repetition(line: Mapping[str, str], row: Told) -> None:
    assert line["Work"] == f"W{row['rep']}"
    distance, duration = line["Time"].split(" km / ")
    assert written(distance, lambda metres: distance_figure(metres, "en"), row["distance_m"], 0.05)
    assert written(duration, format_duration, row["duration_s"], 0.05)
    pace = line["Pace, running"].removesuffix("/km")
    assert written(pace, format_pace, row["pace_s_per_km"], 0.05)
    heart_rate = line.get("Heart rate at the end", NO_VALUE)
    assert written(heart_rate, lambda v: unit_text(v, "bpm"), row["heart_rate_end_bpm"], 0.05)
    power = line.get("Power (of CP)", NO_VALUE).partition(" (")[0]
    assert written(power, lambda v: unit_text(v, "W"), row["power_w"], 0.05)
    step = line.get("Step length", NO_VALUE)
    assert written(step, lambda v: unit_text(v, "cm"), row["step_length_cm"], 0.05)
    gct = line.get("GCT (vs own line)", NO_VALUE).partition(" (")[0]
    assert written(gct, lambda v: value_text("gct", v), row["gct_ms"], 0.05)
    rest = line.get("Recovery (time, heart rate left)", NO_VALUE)
    assert written(rest.partition(",")[0], format_duration, row["recovery_s"], 0.05)
    if row["heart_rate_retention_pct"] is not None:
        assert f"{fixed(row['heart_rate_retention_pct'], 1)}%" in rest


def test_what_is_compared_with_similar_runs_is_the_same(trained_folder: Path) -> None:
    """Of a season of several months: two weeks have too few runs that are alike."""
    context = make_context(own_copy(trained_folder))
    newest = sorted(stored_runs(context), key=lambda run: run.started_at)[-3:]
    n_compared = 0
    with talking(context) as several:
        several.cookies.set("hakaru-language", "en")
        read = [
            (run.activity_id, several.get(f"/runs/{run.activity_id}/session").text)
            for run in newest
        ]
    for run, piece in read:
        told = asked("similar", str(run), data=context.data_folder)["comparisons"]
        shown = table_with(piece, "How unusual")
        # a figure that this run lacks, or too few of the similar ones have, is no line of the page
        compared = [
            one
            for one in told
            if one["value"] is not None and one["level"] is not None and one["outcome"] != "too_few"
        ]
        assert [line["Figure"] for line in shown] == [
            english(FIGURE_NAMES[one["name"]]) for one in compared
        ]
        for line, one in zip(shown, compared, strict=True):
            n_compared += 1
            value, level = (
                line["This run"],
                line["Median of similar runs"],
            )
            half = 5e-6 * abs(one["value"] or 0.0)  # six digits are told
            assert written(value, lambda v: figure_text(v, one["unit"], "en"), one["value"], half)  # noqa: B023
            assert f"n = {one['n']}" in level
    assert n_compared >= 5


def test_the_months_of_the_newest_run_are_those_of_the_command_at_its_pace(
    trained_folder: Path,
) -> None:
    """Of a season of several months: one month is no table."""
    context = make_context(own_copy(trained_folder))
    newest = max(stored_runs(context), key=lambda run: run.started_at).activity_id
    with talking(context) as several:
        several.cookies.set("hakaru-language", "en")
        piece = several.get(f"/runs/{newest}/trend").text
    shown = table_with(piece, "Month")
    assert len(shown) > 1
    (head,) = [name for name in shown[0] if name.startswith("Ground contact time")]
    pace = re.search(r"\((\d+:\d+)/km\)", head)
    assert pace is not None
    told = asked("trends", "--metric", "gct", "--pace", pace.group(1), data=context.data_folder)
    ((months,)) = [one["months"] for one in told["metrics"]]
    assert [line["Month"] for line in shown] == [row[0] for row in months[-len(shown) :]]
    for line, row in zip(shown, months[-len(shown) :], strict=True):
        value = line[head].partition(" ")[0]
        # the head shows whole seconds, a twentieth of a millisecond of contact time
        assert written(value, lambda v: trend_value("gct", v), row[2], 0.15)
    context.store.close()


def test_load_and_zones_are_the_same(mixed: Context, client: httpx2.Client) -> None:
    n_loads = n_zones = 0
    for run, piece in pieces(mixed, client):
        told = asked("session", str(run), "--detail", data=mixed.data_folder)
        if told["training_load_score"] is not None:
            n_loads += 1
            text = figures(piece)["Load score"]
            assert written(
                text.partition(" ")[0],
                lambda v: fixed(v, 0),
                told["load"]["training_load_score"],
                0.5e-3,
            )
        spans = table_with(piece, "Range (bpm)")
        times_s = told["zone_s"] or []
        assert len(spans) == len(times_s)
        for line, time_s in zip(spans, times_s, strict=True):
            n_zones += 1
            assert written(line["Time"], format_duration, time_s, 0.05)
            share_pct = 100.0 * time_s / sum(times_s)
            assert written(line["Share"], pct_text, share_pct, 0.05)
    assert n_loads >= 10
    assert n_zones >= 10
