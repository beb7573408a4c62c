"""Every number on the page of a run is the one that the command line and a model are told."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from hakaru.flows.context import Context, Settings
from hakaru.flows.evaluate import reevaluate, train
from hakaru.flows.reading import prepare
from hakaru.flows.remembered import past_of
from hakaru.flows.understand import SessionAnalyzer
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.wording import fixed
from hakaru.store.activities import list_activities
from hakaru.surfaces.mcp.server import Offer, build_server
from tests.flows.factories import make_context
from tests.simulated import column_runs
from tests.surfaces.invoking import asked
from tests.surfaces.mcp.talking import reply_of, talk
from tests.surfaces.web.serving import talking

N_RUNS, N_IN_SHORT = 200, 50
_CARD = re.compile(r'<article class="r-card">(.*?)</article>', re.DOTALL)


def store_runs(folder: Path, n_runs: int) -> None:
    """Judged runs of one runner."""
    context = make_context(folder)
    with context.store.read() as con:
        past = past_of(context, con).copy()
    analyzer = SessionAnalyzer(past=past, settings=context.settings, now=context.now())
    runs = [prepare(one) for one in column_runs(n_runs, 900, seed=3)]
    for start in range(0, n_runs, 20):
        with context.store.write() as con:
            for run in runs[start : start + 20]:
                kept = analyzer.keep_new(con, run)
                past.remember(kept.run, kept.summary)
    train(context, method="direct", history=True)
    reevaluate(context, since=None, until=None)
    context.store.close()


@pytest.mark.soak
@pytest.mark.parametrize("n_runs", [N_IN_SHORT, pytest.param(N_RUNS, marks=pytest.mark.soak)])
def test_page_command_line_and_model_say_the_same_of_200_runs(n_runs: int, tmp_path: Path) -> None:
    store_runs(tmp_path, n_runs)
    many = make_context(tmp_path, settings=Settings(workers=1, language="en"))
    with many.store.read() as con:
        ids = [activity.activity_id for activity in list_activities(con)]
    assert len(ids) == n_runs
    with talking(many) as client:
        pages = {activity_id: client.get(f"/runs/{activity_id}").text for activity_id in ids}
    told = _told_to_a_model(many, ids)
    for activity_id in ids:
        stored = asked("form", str(activity_id), data=many.data_folder)
        assert told[activity_id] == stored
        _compare(pages[activity_id], stored)
    many.store.close()


def _told_to_a_model(context: Context, ids: list[int]) -> Mapping[int, Any]:
    found: dict[int, Any] = {}

    async def ask() -> None:
        async with Client(build_server(context, Offer())) as client:
            for activity_id in ids:
                name, words = "get_form_evaluations", {"activity_id": str(activity_id)}
                found[activity_id] = reply_of(await client.call_tool(name, words))

    talk(ask)
    return found


def _compare(page: str, stored: Mapping[str, Any]) -> None:
    cards = [_plain(card) for card in _CARD.findall(page)]
    assert len(cards) == len(METRICS)
    text = _plain(page)
    assert stored["headline"] in text
    for card, metric in zip(cards, METRICS, strict=True):
        verdict = stored[metric]
        assert _near(_actual(card), verdict["actual"], metric)
        if METRICS[metric].scored:
            _compare_scored(card, verdict, metric)
    if stored["overall_stars"] is None:
        assert stored["overall_unrated"].rstrip(".") in text
        assert stored["overall_score"] is None
    else:
        assert f"{fixed(stored['overall_score'], 1)}/100" in text
        assert stored["overall_star_rating"] in text


def _compare_scored(card: str, verdict: Mapping[str, Any], metric: MetricName) -> None:
    assert verdict["evaluation_text"] in card  # its numbers, too
    low, high = verdict["interval_90"]
    assert _interval(card, metric, (low, high))
    if verdict["stars"] is None:
        assert "★" not in card
        assert "/100" not in card
    else:
        assert verdict["star_rating"] in card
        assert f"{fixed(verdict['score'], 1)}/100" in card


def _actual(card: str) -> str:
    """The large figure: the first one with a unit."""
    found = re.search(r"[\d.]+(?:ms|cm|%|spm|m|N/m/kg)", card)
    assert found is not None
    return found.group()


def _interval(card: str, metric: MetricName, bounds: tuple[float, float]) -> bool:
    unit = re.escape(METRICS[metric].unit)
    found = re.findall(rf"90% interval ([\d.]+)(?:{unit})?(?:–| to )([\d.]+){unit}", card)
    assert found, card
    return all(
        _near(shown, stored, metric)
        for pair in found
        for shown, stored in zip(pair, bounds, strict=True)
    )


def _near(shown: str, stored: float, metric: MetricName) -> bool:
    """Both are rounded from one value, to different places."""
    decimals = METRICS[metric].decimals
    number = float(re.sub(r"[^\d.]", "", shown))
    reach: float = 0.55 * 10.0**-decimals + 1e-9
    return abs(number - stored) <= reach


def _plain(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).split())
