"""The same runners one by one: in a lake of their own, and as people who use the product."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, timedelta
from pathlib import Path

import duckdb
from tests.flows.factories import verdicts, versions
from tests.simulated import write_season

from benchmarks.cohort.run import context_of
from hakaru.flows.cohort import cohort_evaluate, cohort_train
from hakaru.flows.context import Context
from hakaru.flows.fresh import refresh
from hakaru.flows.ingest import ingest
from hakaru.running.metrics import MetricName
from hakaru.running.verdict import FormEvaluation
from hakaru.sources.simulated.season import SeasonSettings
from hakaru.store.lake import RESULTS, SPLITS

_SAMPLED = 12
_PEOPLE = 3
_RTOL = 1e-9
_FILE_OF_PEOPLE = "people"
_KINDS = {"baselines": "user_id", "coverage": "runner_id", "verdicts": "runner_id"}
Cells = tuple[object, ...]


@dataclass(frozen=True, kw_only=True)
class Person:
    """Somebody whose runs are in a data folder of their own, and in the lake under a name."""

    runner_id: str
    context: Context


def compared_alone(lake: Path, folder: Path, *, n_runners: int) -> Mapping[str, int]:
    """Runners from all over the lake: how many rows of theirs are another when they are alone."""
    context, n_rows, n_different = context_of(folder, 1), 0, 0
    for number in range(0, n_runners, max(1, n_runners // _SAMPLED)):
        runner_id = f"{number:07d}"
        own = folder / f"alone-{runner_id}"
        (own / SPLITS).mkdir(parents=True)
        _copy(
            f"SELECT * FROM '{lake}/{SPLITS}/*.parquet' WHERE runner_id = '{runner_id}'",
            own / SPLITS / "one.parquet",
        )
        cohort_train(context, lake=own, engine="local", anywhere=False)
        cohort_evaluate(context, lake=own, engine="local", anywhere=False)
        for kind in _KINDS:
            together, alone = _results(lake, kind, runner_id), _results(own, kind, runner_id)
            n_rows += len(together)
            n_different += _different(together, alone)
    return {"runners": _SAMPLED, "rows": n_rows, "different": n_different}


def people_in(lake: Path, folder: Path) -> Sequence[Person]:
    """Simulated people whose files went through the product, and their splits in the lake."""
    people = [_person(folder, number) for number in range(_PEOPLE)]
    parts = []
    for person in people:
        path = folder / f"{person.runner_id}.parquet"
        with person.context.store.read() as con:
            con.execute(
                f"COPY (SELECT '{person.runner_id}' AS runner_id, s.*, a.activity_date, "
                "a.started_at, a.sensor_group, a.sensor_label, a.gear, a.sub_sport "
                "FROM data.splits s JOIN activities a USING (activity_id) "
                f"ORDER BY a.started_at, activity_id) TO '{path}'"
            )
        parts.append(f"SELECT * FROM '{path}'")
    _copy(" UNION ALL ".join(parts), lake / SPLITS / f"{_FILE_OF_PEOPLE}.parquet")
    return people


def _person(folder: Path, number: int) -> Person:
    season, data = folder / f"season-{number}", folder / f"person-{number}"
    write_season(season, SeasonSettings(seed=900 + number, start_on=date(2025, 1, 6), weeks=5))
    context = context_of(data, 1)
    ingest(context, paths=(season,))
    with context.store.read() as con:
        ((latest,),) = con.execute("SELECT max(started_at) FROM activities").fetchall()
    after = latest.astimezone(UTC) if latest.tzinfo else latest.replace(tzinfo=UTC)
    moment = after + timedelta(microseconds=1)
    context = replace(context, now=lambda: moment)
    with context.store.write() as con:  # as on a day when every run is judged anew
        con.execute("DELETE FROM data.form_baselines")
        con.execute("DELETE FROM derived_with")
    refresh(context)
    return Person(runner_id=f"person-{number}", context=context)


def compared_people(lake: Path, people: Sequence[Person]) -> Mapping[str, int]:
    """How many verdicts and versions of baselines are another in the lake than in the product."""
    n_rows, n_different = 0, 0
    for person in people:
        for ours, theirs in (
            (_verdicts_of(person.context), _verdicts_in(lake, person.runner_id)),
            (_versions_of(person.context), _versions_in(lake, person.runner_id)),
        ):
            n_rows += len(ours)
            n_different += _different(ours, theirs)
        person.context.store.close()
    return {"people": len(people), "rows": n_rows, "different": n_different}


_VERDICT = (
    "activity_id, metric, stars, overall_stars, basis, baseline_version, inside_50, inside_80, "
    "inside_90, actual, expected, delta_frac, score, overall_score"
)


def _verdicts_of(context: Context) -> list[Cells]:
    return sorted(
        (_as_row(form, metric) for form in verdicts(context).values() for metric in form.metrics),
        key=repr,
    )


def _as_row(form: FormEvaluation, metric: MetricName) -> Cells:
    own = form.metrics[metric]
    bounds = (own.interval_50, own.interval_80, own.interval_90)
    return (
        form.activity_id, metric, own.stars, form.overall_stars, own.basis, own.baseline_version,
        *(low <= own.actual <= high for low, high in bounds),
        own.actual, own.expected, own.delta_frac, own.score, form.overall_score,
    )  # fmt: skip


def _verdicts_in(lake: Path, runner_id: str) -> list[Cells]:
    rows = duckdb.execute(
        f"SELECT {_VERDICT} FROM '{lake}/{RESULTS}/verdicts/*.parquet' "
        "WHERE refused IS NULL AND runner_id = ?",
        [runner_id],
    ).fetchall()
    return sorted(rows, key=repr)


_VERSION = (
    "sensor_group, metric, version, basis, n_samples, n_runs, intercept, slope, run_sd_frac, "
    "heat_frac_per_c, uphill_frac_per_pct, downhill_frac_per_pct, return_frac, level_var"
)


def _versions_of(context: Context) -> list[Cells]:
    return sorted(
        (
            tuple(getattr(version, name) for name in _VERSION.split(", "))
            for version in versions(context)
        ),
        key=repr,
    )


def _versions_in(lake: Path, runner_id: str) -> list[Cells]:
    rows = duckdb.execute(
        f"SELECT {_VERSION} FROM '{lake}/{RESULTS}/baselines/*.parquet' WHERE user_id = ?",
        [runner_id],
    ).fetchall()
    return sorted(rows, key=repr)


def _results(lake: Path, kind: str, runner_id: str) -> list[Cells]:
    return duckdb.execute(
        f"SELECT * FROM read_parquet('{lake}/{RESULTS}/{kind}/*.parquet', "
        f"hive_partitioning = false) WHERE {_KINDS[kind]} = ? ORDER BY ALL",
        [runner_id],
    ).fetchall()


def _different(ours: Sequence[Cells], theirs: Sequence[Cells]) -> int:
    """Rows that are another, numbers to nine digits; rows that one side has more count as well."""
    pairs = zip(ours, theirs, strict=False)
    return abs(len(ours) - len(theirs)) + sum(not _same(one, other) for one, other in pairs)


def _same(one: Iterable[object], other: Iterable[object]) -> bool:
    return all(
        math.isclose(a, b, rel_tol=_RTOL, abs_tol=1e-12) or (a != a and b != b)
        if isinstance(a, float) and isinstance(b, float)
        else a == b
        for a, b in zip(one, other, strict=True)
    )


def _copy(query: str, path: Path) -> None:
    duckdb.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
