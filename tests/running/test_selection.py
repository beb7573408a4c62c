from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.lessons import SplitColumns, taught, training_rows
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.splits import Split, SplitKind, select_for_training, select_for_verdict
from tests.running.factories import NOW, make_split

HILLY = make_split(1, kind="hilly_summary", running_distance_m=12_510.0, grade_pct=0.4)
UNKNOWN = make_split(2, kind="unknown_summary", running_distance_m=5000.0, grade_pct=None)
LEVEL = make_split(3, kind="summary", running_distance_m=5000.0, grade_pct=0.0)
SHORT_UP = make_split(4, kind="summary", grade_pct=3.0)

_COLUMNS = (
    "speed_mps", "gct_ms", "vo_cm", "vr_pct", "cadence_spm", "running_s", "running_distance_m",
    "grade_pct",
)  # fmt: skip


@pytest.mark.parametrize(
    "given",
    [
        {"running_distance_m": 399.0},
        {"running_distance_m": 500.0, "running_s": 59.0},
        {"grade_pct": 2.1},
        {"grade_pct": -2.1},
        {"gct_ms": None, "vo_cm": None, "vr_pct": None},
        {"kind": "hilly_summary"},
        {"kind": "unknown_summary"},
    ],
)
def test_training_leaves_out(given: dict[str, Any]) -> None:
    assert select_for_training([make_split(**given)]) == ()


@pytest.mark.parametrize(
    "given",
    [
        {"running_distance_m": 400.0, "running_s": 60.0},
        {"grade_pct": 2.0},
        {"grade_pct": None},
        {"gct_ms": None, "vo_cm": None},
        {"kind": "summary"},
    ],
)
def test_training_takes(given: dict[str, Any]) -> None:
    split = make_split(**given)
    assert select_for_training([split]) == (split,)


def test_a_split_without_speed_is_never_used() -> None:
    split = make_split(speed_mps=None)
    assert select_for_training([split]) == ()
    assert select_for_verdict([split])[0] == ()


def test_a_run_with_flat_splits_is_judged_on_what_training_takes() -> None:
    splits = [make_split(1), make_split(2, grade_pct=5.0), make_split(3, running_distance_m=50.0)]
    assert select_for_verdict(splits) == (select_for_training(splits), "flat_splits")


def test_a_hilly_run_is_judged_on_all_full_splits() -> None:
    hilly = [make_split(1, grade_pct=5.0), make_split(2, grade_pct=-5.0)]
    chosen, selection = select_for_verdict([*hilly, make_split(3, running_distance_m=100.0)])
    assert (chosen, selection) == (tuple(hilly), "all_splits")


def test_a_short_run_is_judged_on_everything_that_was_run() -> None:
    short = make_split(1, running_distance_m=200.0)
    assert select_for_verdict([short]) == ((short,), "running_samples")


def test_targets_leave_out_the_warm_up() -> None:
    warm_up, work = make_split(1, is_target=False), make_split(2, is_target=True)
    assert select_for_training([warm_up, work]) == (work,)
    assert select_for_verdict([warm_up, work]) == ((work,), "flat_splits")


def test_without_form_in_any_target_the_rest_is_judged() -> None:
    warm_up = make_split(1, is_target=False)
    work = make_split(2, is_target=True, gct_ms=None, vo_cm=None, vr_pct=None)
    assert select_for_training([warm_up, work]) == ()
    assert select_for_verdict([warm_up, work]) == ((warm_up,), "flat_splits")


def test_fallbacks_stay_within_the_targets() -> None:
    warm_up = make_split(1, is_target=False)
    hilly = make_split(2, is_target=True, grade_pct=5.0)
    short = make_split(3, is_target=True, running_distance_m=150.0)
    assert select_for_verdict([warm_up, hilly, short]) == ((hilly,), "all_splits")
    assert select_for_verdict([warm_up, short]) == ((short,), "running_samples")


@pytest.mark.parametrize(
    ("rows", "chosen", "selection"),
    [
        ([LEVEL], (LEVEL,), "summary"),
        ([HILLY], (HILLY,), "hilly_summary"),
        ([UNKNOWN], (UNKNOWN,), "unknown_summary"),
        ([HILLY, LEVEL], (LEVEL,), "summary"),
        ([HILLY, UNKNOWN], (HILLY, UNKNOWN), "hilly_summary"),
        ([SHORT_UP], (SHORT_UP,), "hilly_summary"),
        ([make_split(5, kind="summary", running_distance_m=150.0)], None, "summary"),
    ],
)
def test_rows_of_a_summary_are_never_called_splits(
    rows: list[Split], chosen: tuple[Split, ...] | None, selection: str
) -> None:
    expected = tuple(rows) if chosen is None else chosen
    assert select_for_verdict(rows) == (expected, selection)


@pytest.mark.parametrize(("running_s", "taken"), [(30.0, True), (29.0, False)])
def test_a_repetition_is_a_whole_effort_whatever_its_length(running_s: float, taken: bool) -> None:
    rep = make_split(role="work", rep_index=3, running_distance_m=150.0, running_s=running_s)
    assert bool(select_for_training([rep])) is taken
    jog = make_split(role="recovery", rep_index=3, running_distance_m=150.0, running_s=running_s)
    assert select_for_training([jog]) == ()


def _columns(splits: list[Split], *, now: datetime = NOW) -> SplitColumns:
    columns: dict[str, Any] = {
        name: np.array([getattr(split, name) for split in splits], dtype=np.float64)
        for name in _COLUMNS
    }
    started_at = (now - timedelta(days=2)).replace(tzinfo=None)
    columns["started_at"] = np.full(len(splits), np.datetime64(started_at, "us"))
    columns["activity_id"] = np.arange(len(splits), dtype=np.int64)
    columns["kind"] = np.array([split.kind for split in splits], dtype=object)
    columns["role"] = np.array([split.role for split in splits], dtype=object)
    for name in ("rep_index", "is_target"):
        values = [getattr(split, name) for split in splits]
        columns[name] = np.array([np.nan if v is None else float(v) for v in values])
    return columns


_MAYBE_MS = st.none() | st.floats(180, 330)
_SPLITS = st.lists(
    st.builds(
        make_split,
        kind=st.sampled_from(get_args(SplitKind)),
        speed_mps=st.none() | st.floats(1.7, 5.0),
        running_distance_m=st.floats(1, 1700) | st.just(400.0),
        running_s=st.floats(1, 700) | st.just(60.0),
        grade_pct=st.none() | st.floats(-4, 4) | st.sampled_from([-2.0, 2.0]),
        gct_ms=_MAYBE_MS,
        vo_cm=st.none() | st.just(9.0),
        vr_pct=st.none() | st.just(8.0),
        cadence_spm=st.none() | st.just(170.0),
        role=st.sampled_from([None, "work", "main"]),
        rep_index=st.sampled_from([None, 1]),
        is_target=st.sampled_from([None, True, False]),
    ),
    max_size=12,
)


@given(splits=_SPLITS, metric=st.sampled_from(tuple(METRICS)))
def test_the_columns_rule_is_the_rule_row_by_row(splits: list[Split], metric: MetricName) -> None:
    columns = _columns(splits)
    taken = [bool(select_for_training([split])) for split in splits]
    assert training_rows(columns).tolist() == taken
    value_of = METRICS[metric].value_of
    expected = [s for s, took in zip(splits, taken, strict=True) if took and value_of(s)]
    samples = taught(columns, (metric,)).samples(metric, now=NOW)
    assert samples.value.tolist() == pytest.approx([value_of(split) for split in expected])
    assert samples.weight_s.tolist() == [split.running_s for split in expected]
    assert samples.age_days.tolist() == [2.0] * len(expected)


def test_masked_values_are_missing() -> None:
    columns = dict(_columns([make_split(), make_split()]))
    columns["gct_ms"] = np.ma.masked_array(columns["gct_ms"], mask=[True, False])
    assert taught(columns, ("gct",)).samples("gct", now=NOW).run_id.tolist() == [1]


def test_columns_of_before_sessions_were_understood_are_all_targets() -> None:
    columns = dict(_columns([make_split(), make_split(running_distance_m=150.0)]))
    for name in ("kind", "role", "rep_index", "is_target"):
        del columns[name]
    assert training_rows(columns).tolist() == [True, False]


def test_masked_roles_are_missing() -> None:
    columns = dict(_columns([make_split(role="work", rep_index=1, running_distance_m=150.0)] * 2))
    columns["role"] = np.ma.masked_array(columns["role"], mask=[True, False])
    assert training_rows(columns).tolist() == [False, True]


def test_nothing_is_learned_from_runs_after_now() -> None:
    columns = dict(_columns([make_split(), make_split()]))
    columns["started_at"] = np.array(["2026-03-01T09:29:00", "2026-03-01T09:31:00"], "datetime64")
    now = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
    samples = taught(columns, ("gct",)).samples("gct", now=now)
    assert samples.run_id.tolist() == [0]
    assert samples.age_days.tolist() == [60.0 / 86400.0]


def test_no_rows_give_no_samples() -> None:
    assert taught(_columns([]), ("gct",)).samples("gct", now=NOW).value.size == 0
