"""Is each kind of training judged by its own criteria, from the file to the report?"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from hakaru.flows.analyse import analyse, label
from hakaru.flows.context import Context
from hakaru.flows.evaluate import reevaluate
from hakaru.flows.report import report
from hakaru.flows.session import get_session
from hakaru.flows.similar import compare_similar_workouts
from hakaru.flows.train import train
from hakaru.running.session.model import TrainingType
from hakaru.running.session.rating import CriterionName, SessionRating
from hakaru.running.wording import LANGUAGES, Lang
from hakaru.sources.simulated.plan import SessionKind
from tests.acceptance.season import (
    TYPES,
    Season,
    changeable,
    make_season,
    opened,
    run_ids,
    stored_types,
)
from tests.flows.factories import ask, run_sql, stored_runs, take_in, verdicts
from tests.shared import REAL, needs_real

KINDS = tuple(TYPES)
EASY: tuple[SessionKind, ...] = ("recovery", "easy", "long")


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    return make_season(tmp_path_factory.mktemp("season"))


@pytest.fixture(scope="module")
def stored(season: Season) -> Iterator[Context]:
    """The season as it was taken in; tests here only read it."""
    with opened(season.data) as context:
        yield context


@pytest.fixture
def changed(season: Season, tmp_path: Path) -> Iterator[Context]:
    """The season in a store of its own."""
    with changeable(season, tmp_path / "data") as context:
        yield context


def rating(context: Context, activity: str) -> SessionRating:
    return get_session(context, activity=activity, detail=False).analysis.rating


def test_the_stored_type_is_the_one_that_was_run(stored: Context, season: Season) -> None:
    found = [training_type for _, training_type in stored_types(stored)]
    assert found == [TYPES[kind] for kind in season.kinds]


def test_a_type_is_stored_with_its_evidence_and_a_confidence(stored: Context) -> None:
    rows = ask(
        stored,
        "SELECT training_type_source, training_type_confidence_frac, "
        "json_array_length(training_type_evidence) FROM hr_efficiency",
    )
    assert {source for source, _, _ in rows} <= {"structure", "zones", "speed"}
    assert all(0.5 < float(str(confidence)) <= 1.0 for _, confidence, _ in rows)
    assert all(int(str(n_evidence)) >= 2 for _, _, n_evidence in rows)


def test_types_depend_neither_on_the_order_of_import_nor_on_later_runs(
    stored: Context, season: Season, tmp_path: Path
) -> None:
    """The season came in shuffled; here its first runs come in order of time, one by one."""
    with opened(tmp_path / "data") as context:
        for path in season.files[:6]:
            take_in(context, path)
        assert stored_types(context) == stored_types(stored)[:6]


@pytest.mark.parametrize(
    ("kind", "roles"),
    [
        ("recovery", None),
        ("easy", None),
        ("long", None),
        ("tempo", {"main"}),
        ("interval", {"work"}),
    ],
)
def test_target_splits_are_those_of_the_type(
    stored: Context, season: Season, kind: SessionKind, roles: set[str] | None
) -> None:
    """None: all splits (T §1)."""
    activity = run_ids(stored, season)[kind]
    rows = ask(stored, f"SELECT role, is_target FROM splits WHERE activity_id = {activity}")
    assert any(is_target for _, is_target in rows)
    for role, is_target in rows:
        assert is_target == (roles is None or role in roles)


def test_form_is_judged_and_learned_on_the_target_splits_alone(changed: Context) -> None:
    before, learned = verdicts(changed), curves(changed)
    _lengthen_contact(changed, is_target=False)
    assert reevaluate(changed, since=None, until=None).changed == 0
    assert verdicts(changed) == before
    assert curves(changed) == learned
    _lengthen_contact(changed, is_target=True)
    assert reevaluate(changed, since=None, until=None).changed == len(before)
    assert curves(changed) != learned


def curves(context: Context) -> list[tuple[str, float, float]]:
    """What a training from all stored runs learns."""
    learned = train(context, method="direct", history=False).baselines
    return sorted((one.metric, one.intercept, one.slope) for one in learned)


def _lengthen_contact(context: Context, *, is_target: bool) -> None:
    run_sql(
        context,
        "UPDATE data.splits SET gct_ms = gct_ms * 1.2 WHERE is_target = ? ",
        [is_target],
    )


@pytest.mark.parametrize(
    ("kind", "phases"),
    [
        ("recovery", ["warmup", "main", "cooldown"]),
        ("easy", ["warmup", "main", "cooldown"]),
        ("long", ["warmup", "main", "cooldown"]),
        ("tempo", ["warmup", "main", "cooldown"]),
        ("interval", ["warmup", "work", "recovery", "cooldown"]),
    ],
)
def test_three_or_four_phases_are_stored_by_type(
    stored: Context, season: Season, kind: SessionKind, phases: list[str]
) -> None:
    found = rating(stored, run_ids(stored, season)[kind]).phases
    assert [phase.role for phase in found] == phases
    need = "recommended" if kind in EASY else "required"
    assert (found[0].need, found[-1].need) == (need, need)
    assert all(phase.criteria for phase in found)


def test_warm_up_work_recovery_and_cool_down_of_intervals_have_values(
    stored: Context, season: Season
) -> None:
    found = rating(stored, run_ids(stored, season)["interval"])
    for name in (
        "heart_rate_ramp", "distance", "work_consistency", "zone_share", "heart_rate_of_max",
        "form", "heart_rate_retention", "recovery_heart_rate", "heart_rate_rise",
        "heart_rate_settles",
    ):  # fmt: skip
        assert value(found, name) is not None, name


def value(found: SessionRating, name: CriterionName) -> float | None:
    """The value of the first criterion of that name."""
    return next(one.value for phase in found.phases for one in phase.criteria if one.name == name)


def test_stars_follow_the_table_of_the_type(stored: Context, season: Season) -> None:
    """T §4 with resolutions row 55."""
    for kind, run in zip(season.kinds, stored_runs(stored), strict=True):
        found = rating(stored, str(run.activity_id))
        assert found.stars is not None
        assert found.stars == 5 - sum(one.stars for one in found.deductions)
        ends = found.phases[0].present and found.phases[-1].present
        if kind in EASY:
            assert ends or found.stars <= 4
        elif kind == "tempo":
            assert ends
            assert found.stars == 5
        else:
            retention = value(found, "heart_rate_retention")
            assert retention is not None
            assert found.stars == (5 if retention <= 80.0 else 4 if retention <= 85.0 else 3)


def test_the_same_run_called_another_type_is_rated_by_another_table(
    changed: Context, season: Season
) -> None:
    activity = run_ids(changed, season)["easy"]
    assert rating(changed, activity).stars in (4, 5)
    as_tempo = label(changed, activity=activity, training_type="tempo_threshold")
    assert as_tempo.type_source == "user"
    reasons = {one.reason for one in rating(changed, activity).deductions if one.stars}
    assert "purpose_missed" in reasons or "threshold_not_held" in reasons
    auto = label(changed, activity=activity, training_type="auto")
    assert (auto.training_type, auto.type_source) == ("aerobic_base", "zones")


_LENGTH = "CASE WHEN {0}.training_type = 'tempo_threshold' THEN {0}.target_distance_m ELSE {0}.{1} END"
_SAME = "CASE WHEN {0}.training_type IN ('aerobic_base', 'long_run') THEN 'base' ELSE {0}.training_type END"
