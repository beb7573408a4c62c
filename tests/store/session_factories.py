"""Sessions, anatomies and anomalies as the tests of the store need them: by hand and at random."""

from __future__ import annotations

import types
from dataclasses import MISSING, fields, replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from hakaru.running.anomalies.steps import Anomaly, AnomalyReport, CauseShare
from hakaru.running.athlete.efforts import EFFORT_DURATIONS_S, Effort
from hakaru.running.athlete.model import Athlete, Known, Quantity
from hakaru.running.records import DistanceEffort
from hakaru.running.session.model import (
    Criterion,
    Deduction,
    Evidence,
    Form,
    Phase,
    Segment,
    SegmentFigures,
    SessionAnalysis,
    SessionRating,
    SessionSummary,
    Structure,
    TypeVerdict,
)
from hakaru.running.session.understand import Anatomy
from hakaru.store.connect import apply_migrations, load_migrations
from hakaru.store.rows import kinds_of
from tests.store.factories import START

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from hypothesis.strategies import SearchStrategy

T = TypeVar("T")
NOW = datetime(2025, 11, 1, 12, tzinfo=UTC)
DAY = date(2025, 10, 26)


def make_summary(activity_id: int, **changes: Any) -> SessionSummary:
    """A steady base run, rated and understood."""
    values: dict[str, Any] = {
        "activity_date": DAY,
        "started_at": START,
        "training_type": "aerobic_base",
        "type_source": "zones",
        "type_confidence_frac": 0.8,
        "form": "steady",
        "structure_confidence_frac": 0.9,
        "n_reps": 0,
        "n_strides": 1,
        "distance_m": 10_000.0,
        "target_speed_mps": 3.1,
        "session_stars": 4,
        "analysed_at": NOW,
        "code_version": "1",
    } | changes
    return SessionSummary(activity_id=activity_id, **values)


def make_analysis(activity_id: int, **changes: Any) -> SessionAnalysis:
    """A session with one row in every table of sessions. `changes` are those of its summary."""
    summary = make_summary(activity_id, **changes)
    criterion = Criterion(
        name="pace",
        unit="s_per_km",
        value=320.0,
        target_low=300.0,
        target_high=None,
        outcome="met",
        basis="athlete",
    )
    return SessionAnalysis(
        summary=summary,
        verdict=TypeVerdict(
            training_type=summary.training_type,
            source=summary.type_source,
            confidence_frac=summary.type_confidence_frac,
            evidence=(Evidence(code="zone_2_3_share_pct", value=88.5),),
        ),
        rating=SessionRating(
            training_type=summary.training_type,
            stars=summary.session_stars,
            deductions=(Deduction(reason="cooldown_short", stars=1, role="cooldown"),),
            phases=(
                Phase(
                    role="main",
                    need="always",
                    present=True,
                    start_elapsed_s=0.0,
                    end_elapsed_s=600.0,
                    distance_m=1800.0,
                    criteria=(criterion, replace(criterion, name="pace_consistency")),
                ),
                Phase(
                    role="cooldown",
                    need="recommended",
                    present=False,
                    start_elapsed_s=None,
                    end_elapsed_s=None,
                    distance_m=0.0,
                    criteria=(),
                ),
            ),
        ),
        athlete=Athlete(
            day=summary.activity_date,
            known={"weight_kg": Known(value=61.5, origin="user", method="stated", on=DAY)},
            sex="female",
            sources={"weight_kg": (Known(value=62.0, origin="watch", method="device", on=DAY),)},
        ),
    )


def make_anatomy(n_segments: int = 3) -> Anatomy:
    """Even segments of work, with one best effort of each kind."""
    figures = tuple(
        SegmentFigures(
            segment_index=index,
            role="work",
            source="lap_label",
            rep_index=index + 1,
            start_elapsed_s=100.0 * index,
            end_elapsed_s=100.0 * (index + 1),
            distance_m=400.0,
            running_s=100.0,
            running_distance_m=400.0,
            speed_mps=4.0,
        )
        for index in range(n_segments)
    )
    made = anatomy_of(figures, form="reps", confidence_frac=0.7, n_strides=2, efforts=(EFFORT,))
    return replace(made, distance_efforts=(DISTANCE_EFFORT,))


DISTANCE_EFFORT = DistanceEffort(distance_m=400.0, elapsed_s=92.5, start_elapsed_s=31.0)
EFFORT = Effort(
    duration_s=60.0,
    speed_mps=4.4,
    speed_heart_rate_bpm=171.0,
    heart_rate_bpm=175.0,
    power_w=None,
)


def anatomy_of(
    figures: tuple[SegmentFigures, ...],
    *,
    form: Form,
    confidence_frac: float,
    n_strides: int,
    efforts: tuple[Effort, ...],
) -> Anatomy:
    """An anatomy whose segments are those of its figures."""
    segments = tuple(
        Segment(
            role=figure.role,
            start_elapsed_s=figure.start_elapsed_s,
            end_elapsed_s=figure.end_elapsed_s,
            source=figure.source,
            rep_index=figure.rep_index,
        )
        for figure in figures
    )
    structure = Structure(
        form=form, segments=segments, confidence_frac=confidence_frac, n_strides=n_strides
    )
    return Anatomy(structure=structure, figures=figures, efforts=efforts)


def make_anomaly(number: int = 1, **changes: Any) -> Anomaly:
    """A step of the contact time, put down to fatigue and the sensor."""
    values: dict[str, Any] = {
        "metric": "gct",
        "side": "higher",
        "start_elapsed_s": 60.0 * number,
        "end_elapsed_s": 60.0 * number + 40.0,
        "actual": 262.0,
        "expected": 250.0,
        "delta": 12.0,
        "delta_frac": 0.048,
        "z": 4.5,
        "causes": (
            CauseShare(cause="fatigue", share_frac=0.7),
            CauseShare(cause="sensor", share_frac=0.3),
        ),
        "sensor_signs": ("gap", "frozen"),
    } | changes
    return Anomaly(anomaly_index=number, **values)


def make_report(*anomalies: Anomaly, judged_s: float = 500.0) -> AnomalyReport:
    """A report about contact time only."""
    return AnomalyReport(
        anomalies=anomalies,
        duration_s=600.0,
        judged_s={"gct": judged_s},
        noise_frac={"gct": 0.01},
    )


def rows_of(row_type: type[T], **given: SearchStrategy[Any]) -> SearchStrategy[T]:
    """Any row of a dataclass, as far as its columns go; other fields are given or default."""
    hints = get_type_hints(row_type)
    columns = {name: _values(hints[name]) for name in kinds_of(row_type)}
    needed = [field.name for field in fields(row_type) if field.default is MISSING]  # type: ignore[arg-type]
    assert set(needed) <= columns.keys() | given.keys()
    return st.builds(row_type, **(columns | given))


def _values(hint: object) -> SearchStrategy[Any]:
    if get_origin(hint) in (Union, types.UnionType):
        (inner,) = [one for one in get_args(hint) if one is not type(None)]
        return st.none() | _values(inner)
    if get_origin(hint) is Literal:
        return st.sampled_from(get_args(hint))
    return _PLAIN[hint]


_WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=20)
_PLAIN: dict[object, SearchStrategy[Any]] = {
    float: st.floats(allow_nan=False, allow_infinity=False),
    int: st.integers(-(2**31), 2**31 - 1),
    bool: st.booleans(),
    str: _WORDS,
    date: st.dates(date(1900, 1, 1), date(2200, 1, 1)),
    datetime: st.datetimes(datetime(1970, 1, 2), datetime(2200, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
}


@st.composite
def analyses(draw: st.DrawFn, activity_id: int = 1) -> SessionAnalysis:
    """Any analysis that fits together."""
    summary = draw(rows_of(SessionSummary, activity_id=st.just(activity_id)))
    criteria = st.lists(rows_of(Criterion), max_size=3).map(tuple)
    phases = st.lists(rows_of(Phase, criteria=criteria), max_size=3).map(tuple)
    known = st.dictionaries(st.sampled_from(get_args(Quantity)), rows_of(Known), max_size=4)
    return SessionAnalysis(
        summary=summary,
        verdict=TypeVerdict(
            training_type=summary.training_type,
            source=summary.type_source,
            confidence_frac=summary.type_confidence_frac,
            evidence=draw(st.lists(rows_of(Evidence), max_size=3).map(tuple)),
        ),
        rating=SessionRating(
            training_type=summary.training_type,
            stars=summary.session_stars,
            unrated=summary.unrated,
            deductions=draw(st.lists(rows_of(Deduction), max_size=3).map(tuple)),
            phases=draw(phases),
        ),
        athlete=Athlete(
            day=summary.activity_date,
            known=draw(known),
            sex=draw(st.sampled_from(("female", "male", None))),
            sources={quantity: (one, one) for quantity, one in draw(known).items()},
        ),
    )


@st.composite
def anatomies(draw: st.DrawFn) -> Anatomy:
    """Any segments in order, any efforts of different lengths."""
    figures = draw(st.lists(rows_of(SegmentFigures), max_size=4))
    lengths_s = draw(st.sets(st.sampled_from(EFFORT_DURATIONS_S)))
    return anatomy_of(
        tuple(replace(one, segment_index=index) for index, one in enumerate(figures)),
        form=draw(st.sampled_from(get_args(Form))),
        confidence_frac=draw(st.floats(0.0, 1.0)),
        n_strides=draw(st.integers(0, 20)),
        efforts=tuple(
            replace(draw(rows_of(Effort)), duration_s=one_s) for one_s in sorted(lengths_s)
        ),
    )


@st.composite
def reports(draw: st.DrawFn) -> AnomalyReport:
    """Any anomalies, numbered from 1."""
    causes = st.lists(rows_of(CauseShare), min_size=1, max_size=3).map(tuple)
    signs = st.lists(st.sampled_from(("gap", "spikes", "cadence_lock")), max_size=3).map(tuple)
    found = draw(st.lists(rows_of(Anomaly, causes=causes, sensor_signs=signs), max_size=4))
    return make_report(*(replace(one, anomaly_index=n) for n, one in enumerate(found, start=1)))


def tables_of_activities(con: DuckDBPyConnection) -> tuple[str, ...]:
    """Every table with rows of activities, views not counted."""
    found = con.execute(
        "SELECT schema_name || '.' || table_name FROM duckdb_columns() SEMI JOIN duckdb_tables() "
        "USING (schema_name, table_name) WHERE column_name = 'activity_id' ORDER BY ALL"
    ).fetchall()
    return tuple(name for (name,) in found)


def n_rows(con: DuckDBPyConnection, table: str, activity_id: int) -> int:
    """Rows of one activity."""
    found = con.execute(f"SELECT count(*) FROM {table} WHERE activity_id = ?", [activity_id])
    return int(found.fetchall()[0][0])


def migrated(con: DuckDBPyConnection, *, version: int) -> DuckDBPyConnection:
    """The schema as it was at a version."""
    steps = [
        migration for migration in load_migrations("migrations") if migration.version <= version
    ]
    apply_migrations(con, steps, code_version=None)
    return con
