"""Runs like this one, before it: by the tolerances of its type, or by those named."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from hakaru.core.errors import BadArgument
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context
from hakaru.flows.similar import SimilarResult, compare_similar_workouts
from hakaru.running.similar import STEPS
from tests.flows.factories import make_context, run_sql, take_in
from tests.flows.session_seasons import copy_of, first_of, mixed_files, read_only, repeat, sessions


@pytest.fixture(scope="module")
def weeks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """The same two weeks, six times over, shared by the tests that only read it."""
    with copy_of(mixed_files(), tmp_path_factory.mktemp("weeks")) as made:
        repeat(made, 6)
        yield made


@pytest.fixture
def own(weeks: Context, tmp_path: Path) -> Iterator[Context]:
    """A copy of it, to be changed."""
    weeks.store.close()
    shutil.copytree(weeks.data_folder, tmp_path / "own")
    made = make_context(tmp_path / "own")
    yield made
    made.store.close()


def similar(context: Context, activity_id: int, **given: object) -> SimilarResult:
    asked: dict[str, object] = {
        "pace_tolerance_s_per_km": None,
        "distance_tolerance": None,
        "terrain_match": None,
        "limit": 5,
    } | given
    return compare_similar_workouts(context, activity_id=str(activity_id), **asked)  # type: ignore[arg-type]


SIXTH_WEEK = 35
"""Days from the first run to the sixth week."""


def latest_of(context: Context, training_type: str) -> int:
    return [
        session.activity_id
        for session in sessions(context)
        if session.training_type == training_type
    ][-1]


def test_the_same_session_of_earlier_weeks_is_found(weeks: Context) -> None:
    for training_type in ("interval", "tempo_threshold", "recovery", "aerobic_base"):
        found = similar(weeks, latest_of(weeks, training_type))
        assert found.similar.n_found >= 5
        assert found.similar.workouts[0].similarity_frac == pytest.approx(1.0)
        earlier = [workout.summary.started_at for workout in found.similar.workouts]
        assert max(earlier) < found.this.started_at


def test_nothing_comes_before_the_first_run(weeks: Context) -> None:
    found = similar(weeks, sessions(weeks)[0].activity_id)
    assert (found.similar.n_searched, found.similar.workouts) == (0, ())
    assert {comparison.outcome for comparison in found.comparisons} == {"too_few", "not_measured"}


def test_a_limit_cuts_the_list_and_not_the_comparison(weeks: Context) -> None:
    key = latest_of(weeks, "aerobic_base")
    wide = {"pace_tolerance_s_per_km": 600.0, "distance_tolerance": 1.0}
    few, many = similar(weeks, key, **wide, limit=1), similar(weeks, key, **wide, limit=20)
    assert len(few.similar.workouts) == as_plain(few)["n_shown"] == 1
    assert len(many.similar.workouts) == 20
    assert few.similar.n_found == many.similar.n_found > 20
    assert few.comparisons == many.comparisons
    shown = as_plain(many)["workouts"]
    assert isinstance(shown, list)
    assert len(shown) == as_plain(many)["n_shown"] == 10


def test_a_wider_tolerance_finds_no_fewer_runs(weeks: Context) -> None:
    key = latest_of(weeks, "aerobic_base")
    counts = [
        similar(
            weeks, key, pace_tolerance_s_per_km=pace, distance_tolerance=distance, limit=20
        ).similar.n_found
        for pace, distance in ((1.0, 0.01), (10.0, 0.1), (60.0, 0.5), (600.0, 1.0))
    ]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


def test_the_terrain_has_to_match_where_that_is_asked_for(own: Context) -> None:
    key = latest_of(own, "recovery")
    before = similar(own, key, terrain_match=False, limit=20).similar.n_found
    run_sql(own, "UPDATE data.sessions SET terrain = 'hilly' WHERE activity_id <> ?", [key])
    run_sql(own, "UPDATE data.sessions SET terrain = 'flat' WHERE activity_id = ?", [key])
    strict = similar(own, key, terrain_match=True, limit=20)
    loose = similar(own, key, terrain_match=False, limit=20)
    assert strict.similar.n_found == 0
    assert strict.similar.emptied_by == "terrain"
    assert as_plain(strict)["tolerance"]["terrain"] == "required"
    assert loose.similar.n_found == before > 0
    widened = similar(own, key, limit=20)
    assert (widened.similar.n_found, widened.similar.step) == (before, "as_asked")


def test_nearly_every_run_from_the_sixth_week_on_has_five_like_it(weeks: Context) -> None:
    """Resolutions row 87, repetitions included; the step that was needed is said."""
    every = sessions(weeks)
    late = [
        session
        for session in every
        if (session.activity_date - every[0].activity_date).days >= SIXTH_WEEK
    ]
    found = [similar(weeks, session.activity_id) for session in late]
    assert len(late) >= 5
    assert sum(result.similar.n_found >= 5 for result in found) >= 0.9 * len(found)
    kinds = {result.this.training_type for result in found if result.similar.n_found >= 5}
    assert "interval" in kinds
    for result in found:
        steps = [STEPS.index(workout.step) for workout in result.similar.workouts]
        assert steps == sorted(steps)
        assert as_plain(result)["step"] == result.similar.step
        assert max(steps) <= STEPS.index(result.similar.step)


def test_pace_is_a_difference_once_it_does_not_choose(weeks: Context) -> None:
    """Chosen at any pace, pace may stand out; chosen by pace, it cannot."""
    for session in sessions(weeks)[-10:]:
        found = similar(weeks, session.activity_id)
        pace = next(row for row in found.comparisons if row.name == "pace")
        assert (pace.outcome == "by_selection") <= (found.similar.step == STEPS[0])
        for workout in as_plain(found)["workouts"]:
            own = 1000.0 / found.this.target_speed_mps if found.this.target_speed_mps else None
            if own is not None and workout["pace_s_per_km"] is not None:
                expected = workout["pace_s_per_km"] - own
                assert workout["pace_delta_s_per_km"] == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize(
    "given",
    [
        {"pace_tolerance_s_per_km": 0.25},
        {"pace_tolerance_s_per_km": -10.0},
        {"pace_tolerance_s_per_km": float("nan")},
        {"distance_tolerance": 0.0},
        {"distance_tolerance": 10.0},
        {"distance_tolerance": float("nan")},
        {"limit": 0},
        {"limit": 21},
    ],
    ids=str,
)
def test_a_tolerance_in_a_wrong_unit_is_refused(given: dict[str, object]) -> None:
    with read_only(mixed_files()) as mixed:
        key = sessions(mixed)[0].activity_id
        with pytest.raises(BadArgument, match=next(iter(given)).partition("_tolerance")[0]):
            similar(mixed, key, **given)


def test_a_run_alone_has_nothing_like_it(tmp_path: Path) -> None:
    context = make_context(tmp_path / "alone")
    take_in(context, mixed_files()[1])
    found = similar(context, first_of(context, "interval").activity_id)
    assert found.similar.n_found == 0
    assert as_plain(found)["workouts"] == []
    context.store.close()
