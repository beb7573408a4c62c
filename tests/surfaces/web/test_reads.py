"""A program reads over HTTP what the command line prints as JSON."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from hakaru.flows.context import Context, Settings
from hakaru.flows.preferences import write_preferences
from hakaru.surfaces.web.routes import READS, openapi
from tests.flows.factories import make_context
from tests.surfaces.invoking import DAY, asked
from tests.surfaces.web.serving import reply, talking


@pytest.fixture
def season_context(data: Path) -> Iterator[Context]:
    made = make_context(data, settings=Settings(workers=1, language="en"))
    yield made
    made.store.close()


def test_a_read_that_waits_for_the_settings_keeps_nobody_else_waiting(
    season_context: Context,
) -> None:
    write_preferences(season_context, {"language": "en"})
    state = season_context.data_folder / "state.sqlite"
    with talking(season_context) as client, ThreadPoolExecutor(1) as pool:
        assert client.get("/openapi.json").status_code == 200
        with closing(sqlite3.connect(state, isolation_level=None, timeout=0)) as con:
            con.execute("BEGIN IMMEDIATE")
            waiting = pool.submit(client.get, "/api/read/status")
            while not waiting.running():
                pass
            for _ in range(3):
                assert client.get("/openapi.json").status_code == 200
            assert not waiting.done()
            con.execute("ROLLBACK")
        assert waiting.result().status_code == 200


@pytest.fixture
def reader(season_context: Context) -> Iterator[httpx2.Client]:
    with talking(season_context) as made:
        yield made


@pytest.mark.parametrize(
    ("name", "words", "asked_for"),
    [
        ("get_form_evaluations", ("form", DAY), {"activity_id": DAY}),
        ("get_splits_pace_hr", ("read", "pace", DAY), {"activity_id": DAY}),
        ("drift", ("drift",), {}),
        ("activities", ("activities", "--limit", "3"), {"limit": "3"}),
        ("get_session", ("session", DAY), {"activity": DAY}),
    ],
)
def test_a_read_is_the_json_of_the_command_line(
    season_context: Context,
    reader: httpx2.Client,
    name: str,
    words: tuple[str, ...],
    asked_for: dict[str, str],
) -> None:
    told = reply(reader.get(f"/api/read/{name}", params=asked_for))
    assert told == asked(*words, data=season_context.data_folder)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("get_time_range_detail?activity_id=2025-01-08", 400),
        ("get_form_evaluations?activity_id=1999-01-01", 404),
        ("get_form_evaluations?activity_id=2025-01-08&detail=perhaps", 400),
        ("activities?limit=many", 400),
        ("activities?limit=1e400", 400),
        ("activities?other=1", 400),
        ("expect?pace=fast", 400),
        ("get_time_range_detail?activity_id=2025-01-08&start_s=nan&end_s=5", 400),
        ("train", 404),
    ],
)
def test_what_cannot_be_read_is_refused_in_the_one_shape(
    reader: httpx2.Client, path: str, status: int
) -> None:
    assert reply(reader.get(f"/api/read/{path}"), status)["status"] == status


def test_reads_change_nothing_and_are_in_the_document() -> None:
    assert {one.profile for one in READS} <= {"core", "analysis", "all"}
    assert all(one.offline and not one.hidden for one in READS)
    document = openapi()["paths"]
    assert isinstance(document, dict)
    assert {f"/api/read/{one.name}" for one in READS} <= document.keys()
    names = [one["operationId"] for way in document.values() for one in way.values()]
    assert len(names) == len(set(names))
