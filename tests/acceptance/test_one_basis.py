"""Does every headline and every sentence take its figures from one basis?

A run with many stops: the watch says 4.61 km in 30:00, 6:31/km at 147 bpm; while running it was
5:13/km at 155 bpm. Beside it a week of simulated runs, which pause and stand.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from hakaru.catalog.operations import OPERATIONS
from hakaru.core.i18n import Lang
from hakaru.flows.context import Context
from hakaru.flows.report import report
from hakaru.present.sections import narrate
from hakaru.running.sections.model import RunKnown
from hakaru.sources.simulated.season import SeasonSettings
from hakaru.store.recordings import read_splits
from hakaru.store.sessions import read_session
from hakaru.surfaces.mcp.server import Board, answer
from tests.acceptance.bases import groups_of_reply, groups_of_text, unlabelled
from tests.flows.factories import make_context, stored_runs, take_in, with_settings
from tests.simulated import write_season
from tests.sources.xml_samples import START, stamp, tcx
from tests.surfaces.invoking import asked, invoke
from tests.surfaces.web import run_pages
from tests.surfaces.web.serving import talking

TITLE_DAY = START.date().isoformat()
DISTANCE, TIME, PACE, BEATS = "4.61 km", "30:00", "6:31/km", "147 bpm"
WHILE_RUNNING = ("5:12/km", "5:13/km", "5:14/km", "155 bpm", "24:00")
READING = tuple(
    operation
    for operation in OPERATIONS
    if operation.name.startswith(("get_", "compare_", "detect_", "prefetch_"))
    and operation.params
    and operation.params[0].name in ("activity", "activity_id")
)
_TAG = re.compile(r"<[^>]+>")


def stop_and_go() -> bytes:
    """Six times four minutes at 3.2 m/s and a minute of standing, in one lap as a watch sums it."""
    points, distance_m = [], 0.0
    for at_s in range(1801):
        runs = at_s % 300 < 240
        distance_m += 3.2 if runs and at_s else 0.0
        beats = 155 if runs else 115
        points.append(
            f"<Trackpoint><Time>{stamp(at_s)}</Time><DistanceMeters>{distance_m:.1f}"
            f"</DistanceMeters><HeartRateBpm><Value>{beats}</Value></HeartRateBpm><Extensions>"
            f"<TPX><Speed>{3.2 if runs else 0.0}</Speed></TPX></Extensions></Trackpoint>"
        )
    return tcx(
        f'<Lap StartTime="{stamp(0)}"><TotalTimeSeconds>1800</TotalTimeSeconds>'
        "<DistanceMeters>4608</DistanceMeters><AverageHeartRateBpm><Value>147</Value>"
        f"</AverageHeartRateBpm><Track>{''.join(points)}</Track></Lap>"
    )


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    folder = tmp_path_factory.mktemp("bases")
    season = SeasonSettings(seed=5, start_on=date(2024, 4, 15), weeks=1, runs_per_week=5)
    files = write_season(folder / "files", season)
    stops = folder / "files" / "stops.tcx"
    stops.write_bytes(stop_and_go())
    context = make_context(folder / "data")
    assert take_in(context, *files, stops).ingested == 6
    yield context
    context.store.close()


def the_stops(context: Context) -> int:
    (stops,) = [
        run.activity_id for run in stored_runs(context) if str(run.activity_date) == TITLE_DAY
    ]
    return stops


def assert_one_basis(text: str) -> int:
    """How many groups of distance, time and pace were looked at."""
    groups = groups_of_text(text)
    assert [group for group in groups if not group.fits] == []
    assert unlabelled(text, WHILE_RUNNING, beside=(DISTANCE, TIME, PACE)) == []
    return len(groups)


def readable(page: str) -> str:
    """What a browser shows of a page without pictures: a line per element, a fact with its name."""
    shown = re.sub(r"<(svg|style|script).*?</\1>", "", page, flags=re.DOTALL)
    named = re.sub(r"</dt>\s*<dd[^>]*>", ": ", shown)
    return html.unescape(_TAG.sub("\n", named))


def test_the_headline_of_a_list_a_session_and_a_day_is_the_watchs(runs: Context) -> None:
    data, run = runs.data_folder, the_stops(runs)
    expected = {
        "distance_m": 4608, "timer_s": 1800, "elapsed_s": 1800, "pace_s_per_km": 390.6,
        "heart_rate_avg_bpm": 147, "power_avg_w": None,
    }  # fmt: skip
    listed = asked("activities", data=data)
    rows = [dict(zip(listed["columns"], row, strict=True)) for row in listed["activities"]]
    (row,) = [one for one in rows if one["activity_id"] == run]
    assert {name: row[name] for name in expected} == expected
    assert row["totals_basis"] == "watch"
    totals = asked("session", str(run), data=data)["totals"]
    assert {name: totals[name] for name in expected} == expected
    day = asked("read", "day", TITLE_DAY, data=data)
    (headline,) = [dict(zip(day["columns"], one, strict=True)) for one in day["activities"]]
    del expected["elapsed_s"]
    assert {name: headline[name] for name in expected} == expected


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_line_of_a_terminal_pairs_two_bases(runs: Context, language: Lang) -> None:
    data = runs.data_folder
    shown = invoke("activities", data=data, language=language).output
    assert assert_one_basis(shown) >= 0
    n_groups = 0
    for run in stored_runs(runs):
        for words in (("session", str(run.activity_id)), ("form", str(run.activity_id))):
            n_groups += assert_one_basis(invoke(*words, data=data, language=language).output)
    assert n_groups >= len(stored_runs(runs)), "every session has its headline"
    own = invoke("session", str(the_stops(runs)), data=data, language=language).output
    assert f"{DISTANCE} · {TIME} · {PACE} · {BEATS}" in own


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_sentence_of_a_report_or_a_page_pairs_two_bases(
    runs: Context, language: Lang, tmp_path: Path
) -> None:
    context = with_settings(runs, language=language)
    n_groups = 0
    for run in stored_runs(runs):
        made = report(context, activity=str(run.activity_id), out=tmp_path / str(run.activity_id))
        n_groups += assert_one_basis(made.markdown.read_text(encoding="utf-8"))
        assert_one_basis(readable(made.html.read_text(encoding="utf-8")))
    assert n_groups >= len(stored_runs(runs))
    with talking(context) as client:
        client.cookies.set("hakaru-language", language)
        for address in ("/", "/runs", f"/runs/{the_stops(runs)}", f"/day/{TITLE_DAY}"):
            assert_one_basis(readable(client.get(address, follow_redirects=True).text))
        page = client.get(f"/runs/{the_stops(runs)}").text
        facts = run_pages.facts(page)
    assert {DISTANCE, TIME, PACE} <= set(facts.values())
    assert any(value.startswith(BEATS) for value in facts.values())


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_narrated_sentence_pairs_two_bases(runs: Context, language: Lang) -> None:
    with runs.store.read() as con:
        for run in stored_runs(runs):
            known = RunKnown(
                activity_id=run.activity_id,
                day=run.activity_date,
                evaluation=None,
                splits=read_splits(con, run.activity_id),
                analysis=read_session(con, run.activity_id),
            )
            for section in ("summary", "split", "phase"):
                text = narrate(section, known, lang=language).text
                assert unlabelled(text, WHILE_RUNNING, beside=(DISTANCE, TIME, PACE)) == []
                if section == "summary" and run.activity_id == the_stops(runs):
                    assert DISTANCE in text
                    assert TIME in text


def test_no_reply_to_a_model_pairs_two_bases(runs: Context) -> None:
    n_groups = n_replies = 0
    for run in stored_runs(runs):
        for operation in READING:
            given: dict[str, Any] = {operation.params[0].name: str(run.activity_id)}
            reply = answer(runs, operation, given=given, board=Board())
            groups = list(groups_of_reply(reply.value, operation.name))
            assert [group for group in groups if not group.fits] == []
            n_replies += not reply.is_error
            n_groups += len(groups)
    for name in ("activities", "get_activity_by_date"):
        (operation,) = [one for one in OPERATIONS if one.name == name]
        given = {"date": TITLE_DAY} if name == "get_activity_by_date" else {}
        groups = list(
            groups_of_reply(answer(runs, operation, given=given, board=Board()).value, name)
        )
        assert [group for group in groups if not group.fits] == []
        n_groups += len(groups)
    assert n_replies > 5 * len(stored_runs(runs))
    assert n_groups >= 2 * len(stored_runs(runs)) + 1


def test_the_walk_finds_figures_of_two_bases() -> None:
    """The check itself, on what stood in replies and sentences before."""
    (group,) = groups_of_text("15.02 km · 56:10 · 8:50/km")
    assert not group.fits
    assert groups_of_text("15.02 km · 2:12:42 · 8:50/km")[0].fits
    old = {"columns": ["distance_m", "running_s", "pace_s_per_km"], "runs": [[15020, 3370, 530.2]]}
    assert not any(one.fits for one in groups_of_reply(old))
    assert unlabelled("4.61 km at 155 bpm.", ["155 bpm"], ["4.61 km"]) != []
    assert unlabelled("4.61 km, 155 bpm while running.", ["155 bpm"], ["4.61 km"]) == []
