"""What the season of the demo holds is found by the product."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest

from hakaru.core.errors import NotEvaluated
from hakaru.flows.context import Context, Settings
from hakaru.flows.drift import drift
from hakaru.flows.form import get_form_evaluations
from hakaru.flows.session import get_session
from hakaru.flows.simulate import StoryResult, write_story
from hakaru.flows.status import status
from hakaru.running.session.model import TrainingType
from hakaru.sources.simulated.season import STORY_RUNS, Chapter
from hakaru.store.file_access import PersonOutput
from tests.flows.factories import make_context, stored_runs, take_in

pytestmark = (
    pytest.mark.soak
)  # the whole season of the demo: what each chapter tests has cases of its own
NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
Season = tuple[Context, StoryResult]


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Season]:
    """The story, written, taken in and judged as the demo does."""
    folder = tmp_path_factory.mktemp("story")
    context = make_context(folder / "data", now=NOW, settings=Settings(workers=2, language="en"))
    story = write_story(context, folder=PersonOutput(path=folder / "season"))
    assert take_in(context, folder / "season").ingested == STORY_RUNS
    yield context, story
    context.store.close()


def day_of(season: Season, chapter: Chapter) -> date:
    return dict(season[1].chapters)[chapter]


def stars(context: Context, day: date) -> int | None:
    form = get_form_evaluations(context, activity_id=day.isoformat(), detail=False)
    return form.evaluation.overall_stars


def test_the_two_weeks_of_longer_contact_are_the_change_that_stands(season: Season) -> None:
    context, _ = season
    (change,) = status(context).changes
    began = day_of(season, "longer_contact")
    assert change.metric == "gct"
    assert abs((change.since - began).days) <= 3
    assert 0.03 < change.change_frac < 0.09
    assert change.day - began <= timedelta(days=7)


def test_another_strap_and_heat_are_no_change(season: Season) -> None:
    context, _ = season
    findings = drift(context, sensor=None, since=None).findings
    began = day_of(season, "longer_contact")
    assert [finding for finding in findings if finding.since < began - timedelta(days=3)] == []


def test_the_bad_day_shows_in_form_and_the_day_before_does_not(season: Season) -> None:
    context, _ = season
    bad = day_of(season, "bad_day")
    assert (stars(context, bad) or 9) <= 3
    before = max(
        run.activity_date for run in stored_runs(context) if run.activity_date < bad and run.judged
    )
    assert (stars(context, before) or 0) >= 4


def test_the_run_without_dynamics_says_so(season: Season) -> None:
    context, _ = season
    with pytest.raises(NotEvaluated):
        get_form_evaluations(
            context, activity_id=day_of(season, "no_dynamics").isoformat(), detail=False
        )


def test_the_trail_run_and_the_heat_are_seen(season: Season) -> None:
    context, _ = season
    trail = get_session(context, activity=day_of(season, "trail").isoformat(), detail=False)
    assert (trail.analysis.summary.climb_m_per_km or 0.0) > 20
    hot_c = watch_at_most_c(context, day_of(season, "heat"))
    assert hot_c > 26 > watch_at_most_c(context, day_of(season, "bad_day"))


def watch_at_most_c(context: Context, day: date) -> float:
    report = get_session(context, activity=day.isoformat(), detail=True).report
    assert report is not None
    assert report.environment is not None
    assert report.environment.device_upper_c is not None
    return report.environment.device_upper_c


def test_intervals_tempo_easy_and_long_runs_are_told_apart(season: Season) -> None:
    context, _ = season
    with context.store.read() as con:
        rows = con.execute(
            "SELECT s.training_type, a.title FROM data.sessions s JOIN activities a "
            "USING (activity_id)"
        ).fetchall()
    wanted: dict[str, TrainingType] = {
        "Simulated intervals": "interval",
        "Simulated tempo run": "tempo_threshold",
        "Simulated long run": "long_run",
    }
    for title, training_type in wanted.items():
        kinds = [kind for kind, named in rows if named == title]
        assert kinds.count(training_type) >= 0.9 * len(kinds), (title, kinds)


def test_the_newest_run_was_yesterday(season: Season) -> None:
    context, _ = season
    yesterday = NOW.astimezone().date() - timedelta(days=1)
    assert max(run.activity_date for run in stored_runs(context)) == yesterday
    assert get_session(context, activity="latest", detail=False).analysis.summary.activity_date == (
        yesterday
    )
