"""The pages of volume, records, the calendar, shoes and comparison lead to the runs they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import httpx2
import pytest

from hakaru.flows.context import Context
from hakaru.flows.report import view_today
from tests.flows.factories import at, make_context, run_sql, stored_runs
from tests.surfaces.web.serving import talking

PATHS = ("/volume", "/volume?by=year", "/records", "/calendar", "/shoes", "/compare")
_RUN_LINK = re.compile(r'href="/runs/(\d+)"')


@pytest.fixture
def own(data: Path) -> Iterator[Context]:
    made = make_context(data)
    yield made
    made.store.close()


@pytest.fixture
def pages(own: Context) -> Iterator[httpx2.Client]:
    with talking(own) as made:
        yield made


def page(client: httpx2.Client, path: str) -> str:
    answer = client.get(path, headers={"accept": "text/html"})
    assert answer.status_code == 200, (path, answer.text[:300])
    return answer.text


@pytest.mark.parametrize("path", PATHS)
def test_an_empty_folder_is_told_how_to_begin(tmp_path: Path, path: str) -> None:
    context = make_context(tmp_path / "none")
    with talking(context) as client:
        assert 'href="/import"' in page(client, path)
    context.store.close()


def test_records_and_the_calendar_open_their_runs(own: Context, pages: httpx2.Client) -> None:
    ids = {str(run.activity_id) for run in stored_runs(own)}
    for path in ("/records", "/calendar?month=2025-02"):
        linked = set(_RUN_LINK.findall(page(pages, path)))
        assert linked
        assert linked <= ids
    february = {str(run.activity_id) for run in stored_runs(own) if run.activity_date.month == 2}
    assert set(_RUN_LINK.findall(page(pages, "/calendar?month=2025-02"))) == february


def test_the_picture_of_today_shows_the_metric_that_its_sentence_is_about(
    own: Context, pages: httpx2.Client
) -> None:
    latest = view_today(own).latest
    assert latest is not None
    assert latest.evaluation is not None
    metric = latest.evaluation.furthest.metric
    assert f'data-chart="curve-{metric}"' in page(pages, "/")


def test_days_without_a_run_lead_to_all_runs_instead_of_a_table_of_nothing(
    pages: httpx2.Client,
) -> None:
    text = page(pages, "/volume?since=2030-01-06&until=2030-03-02")
    assert 'href="/volume?by=month"' in text
    assert "<td>0</td>" not in text


def test_a_session_leads_to_where_it_is_corrected_and_names_no_command(
    own: Context, pages: httpx2.Client
) -> None:
    run = stored_runs(own)[0].activity_id
    text = page(pages, f"/runs/{run}/session")
    assert f'<a href="/runs/{run}/edit">' in text
    assert '<a href="/settings#athlete">' in text
    assert "<code>hakaru" not in text


def test_a_week_of_the_volume_opens_its_runs(own: Context, pages: httpx2.Client) -> None:
    text = page(pages, "/volume?since=2025-01-06&until=2025-03-02")
    (address,) = re.findall(r'href="(/runs\?since=2025-01-13&amp;until=2025-01-19)"', text)
    shown = set(_RUN_LINK.findall(page(pages, address.replace("&amp;", "&"))))
    week = {
        str(run.activity_id)
        for run in stored_runs(own)
        if run.activity_date.isocalendar()[:2] == (2025, 3)
    }
    assert shown == week


def test_months_after_the_last_run_no_table_or_chart_of_zeros_is_shown(own: Context) -> None:
    with talking(at(own, own.now() + timedelta(days=900))) as client:
        home, training = page(client, "/"), page(client, "/training")
    assert 'class="weeks"' not in home
    assert 'id="weeks"' in home
    assert 'data-chart="load"' not in training
    assert "<table" not in training
    assert 'href="/import">' not in training.split('id="load"')[1].split("</section>")[0]


def test_trends_without_a_run_in_the_span_lead_to_all_runs(pages: httpx2.Client) -> None:
    text = page(pages, "/training/trends?since=2030-01-01")
    assert "2030-01-01" in text
    assert 'href="/training?span=all#trends"' in text
    assert "span=all#trends" not in page(pages, "/training/trends?span=all")


def test_shoes_are_named_as_text(own: Context, pages: httpx2.Client) -> None:
    run_sql(own, "UPDATE activities SET gear = '<b>Racer</b>'")
    text = page(pages, "/shoes")
    assert "&lt;b&gt;Racer" in text
    assert "<b>Racer" not in text


def test_runs_that_are_chosen_stand_side_by_side(own: Context, pages: httpx2.Client) -> None:
    first, second, *_ = (str(run.activity_id) for run in stored_runs(own))
    text = page(pages, f"/compare?a={first}&b={second}")
    assert {first, second} <= set(_RUN_LINK.findall(text))
    assert text.count('data-chart="compare-') >= 2
    assert "runline" not in page(pages, f"/compare?a={first}")
    by_rep = page(pages, f"/compare?a={first}&b={first}&c={second}&by=rep")
    assert {first, second} <= set(_RUN_LINK.findall(by_rep))


def test_the_page_of_a_run_leads_to_the_comparison(own: Context, pages: httpx2.Client) -> None:
    run_id = stored_runs(own)[0].activity_id
    assert f'href="/compare?a={run_id}"' in page(pages, f"/runs/{run_id}")
