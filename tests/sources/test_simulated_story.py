"""The season of the demo: the same whatever the day, up to yesterday, with everything in it."""

from __future__ import annotations

from datetime import date, timedelta

import numpy as np
import pytest

from hakaru.running.activity import Recording
from hakaru.sources.simulated.season import (
    CHAPTERS,
    STORY_RUNS,
    STORY_WEEKS,
    Chapter,
    StoryRun,
    chapter_day,
    simulate_story,
)
from tests.simulated import as_recording

TODAY = date(2026, 11, 23)


@pytest.fixture(scope="module")
def story() -> tuple[StoryRun, ...]:
    return tuple(simulate_story(TODAY, language="en", utc_offset_s=32_400))


def in_chapter(story: tuple[StoryRun, ...], chapter: Chapter) -> list[StoryRun]:
    return [run for run in story if chapter in run.chapters]


def recording(run: StoryRun) -> Recording:
    return as_recording(run.session)


def test_it_ends_yesterday_by_the_clock_of_the_runner(story: tuple[StoryRun, ...]) -> None:
    assert len(story) == STORY_RUNS
    assert story[-1].day == TODAY - timedelta(days=1)
    assert story[0].day == TODAY - timedelta(weeks=STORY_WEEKS)
    for run in story:
        local = run.session.recorded.started_at + timedelta(hours=9)
        assert local.date() == run.day == recording(run).day


def test_another_day_moves_the_dates_and_nothing_else(story: tuple[StoryRun, ...]) -> None:
    later = tuple(simulate_story(TODAY + timedelta(days=100), language="ja"))
    for one, other in zip(story[::13], later[::13], strict=True):
        assert other.day - one.day == timedelta(days=100)
        assert other.chapters == one.chapters
        first, second = one.session.recorded.columns, other.session.recorded.columns
        for name in first:
            np.testing.assert_array_equal(first[name], second[name])


def test_titles_are_in_the_language(story: tuple[StoryRun, ...]) -> None:
    (race,) = in_chapter(story, "race")
    assert recording(race).title == "Simulated 10 km race"
    japanese = list(simulate_story(TODAY, language="ja"))
    assert recording(japanese[story.index(race)]).title == "シミュレーション: 10 km レース"


def test_every_chapter_happens_on_its_day(story: tuple[StoryRun, ...]) -> None:
    for chapter in CHAPTERS:
        assert in_chapter(story, chapter)[0].day == chapter_day(chapter, TODAY)
    assert chapter_day("longer_contact", TODAY) == TODAY - timedelta(days=14)


def test_the_race_is_ten_kilometres_and_the_hardest_run(story: tuple[StoryRun, ...]) -> None:
    (race,) = in_chapter(story, "race")
    totals = race.session.recorded.totals
    assert totals.distance_m == pytest.approx(10_000, rel=0.015)
    others = [run.session.recorded.totals for run in story if run is not race]
    assert totals.heart_rate_avg_bpm is not None
    assert all(totals.heart_rate_avg_bpm > (other.heart_rate_avg_bpm or 0.0) for other in others)


def test_the_trail_run_climbs_like_one(story: tuple[StoryRun, ...]) -> None:
    (trail,) = in_chapter(story, "trail")
    totals = trail.session.recorded.totals
    assert recording(trail).sub_sport == "trail"
    assert totals.ascent_m / (totals.distance_m / 1000) > 20


def test_the_strap_stays_at_home_once_and_is_another_one_later(story: tuple[StoryRun, ...]) -> None:
    (without,) = in_chapter(story, "no_dynamics")
    assert "gct_ms" not in without.session.recorded.columns
    assert recording(without).summary.gct_avg_ms is None
    serials = [run.session.recorded.strap_serial for run in story]
    assert len(set(serials)) == 2
    assert serials.count(serials[-1]) == len(in_chapter(story, "new_strap"))


def test_the_heat_week_is_hot(story: tuple[StoryRun, ...]) -> None:
    hot = {run.session.truth.air_temperature_c for run in in_chapter(story, "heat")}
    mild = {run.session.truth.air_temperature_c for run in story if "heat" not in run.chapters}
    assert len(hot) == 5
    assert min(hot) > 26 > 21 > max(mild)
