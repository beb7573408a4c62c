"""The sensors that were worn, each with its passport, and the bridge to a kind of sensor.

A bridge is as it was when that kind was first worn: never in hindsight.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from hakaru.flows.context import Context
from hakaru.flows.splits import every_split
from hakaru.records import frozen
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.devices import Bridge, Passport, bridge_between, passports
from hakaru.running.metrics import MetricName
from hakaru.store.bridges import crossing_to, measured_runs, pairs_in_files
from hakaru.store.recordings import where
from hakaru.store.verdicts import baselines_before, current_baselines

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def bridge_to(con: DuckDBPyConnection, sensor_group: str, *, user_id: str) -> Bridge | None:
    """What the kind of sensor that was worn before lets expect; None: nothing does."""
    crossing = crossing_to(con, sensor_group)
    if crossing is None:
        return None
    old = baselines_before(con, crossing.source, crossing.first_at, user_id=user_id)
    if not old:
        return None
    pairs = pairs_in_files(con, crossing.source, sensor_group, before=crossing.first_at)
    return bridge_between(old, sensor_group, at=crossing.first_at, pairs=pairs)


def bridge_sha256(con: DuckDBPyConnection, sensor_group: str, *, user_id: str) -> str:
    """The same while what the sensor before lets expect is the same; empty: nothing does."""
    bridge = bridge_to(con, sensor_group, user_id=user_id)
    return "" if bridge is None else bridge.sha256


def usual_now(
    context: Context, con: DuckDBPyConnection, sensor_group: str
) -> Mapping[MetricName, MetricBaseline]:
    """What is known of one kind of sensor now, read once until a run changes; a metric of which
    nothing is known is absent."""
    user_id = context.settings.user_id
    return context.store.memo.of(
        ("usual_now", sensor_group, user_id),
        lambda: current_baselines(con, sensor_group, user_id=user_id),
    )


@frozen
class DevicesResult:
    """One passport per unit of a sensor, the one worn last first."""

    devices: tuple[Passport, ...]


def devices(context: Context) -> DevicesResult:
    """What is known of each sensor that measured form."""
    with context.store.read() as con:
        runs = measured_runs(con)
        every = every_split(context, con).columns
        groups = list(dict.fromkeys(run.sensor_group for run in runs))
        pairs = {
            (old, new): pairs_in_files(con, old, new, before=context.now())
            for old in groups
            for new in groups
        }
        known = {group: usual_now(context, con, group) for group in groups}
    named = np.array([group is not None for group in every["sensor_group"].tolist()], dtype=bool)
    columns = where(every, named)
    bases = {group: own["gct"].basis for group, own in known.items() if "gct" in own}
    return DevicesResult(devices=passports(runs, columns, pairs=pairs, bases=bases))
