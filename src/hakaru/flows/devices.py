"""The sensors that were worn, each with its passport, and the bridge to a kind of sensor.

A bridge is as it was when that kind was first worn: never in hindsight.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hakaru.flows.context import Context
from hakaru.records import frozen
from hakaru.running.devices import Bridge, Passport, bridge_between, passports
from hakaru.store.bridges import crossing_to, measured_runs, pairs_in_files
from hakaru.store.recordings import split_columns, where
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


@frozen
class DevicesResult:
    """One passport per unit of a sensor, the one worn last first."""

    devices: tuple[Passport, ...]


def devices(context: Context) -> DevicesResult:
    """What is known of each sensor that measured form."""
    with context.store.read() as con:
        runs = measured_runs(con)
        every = split_columns(con)
        groups = list(dict.fromkeys(run.sensor_group for run in runs))
        pairs = {
            (old, new): pairs_in_files(con, old, new, before=context.now())
            for old in groups
            for new in groups
        }
        known = {
            group: current_baselines(con, group, user_id=context.settings.user_id)
            for group in groups
        }
    named = np.array([group is not None for group in every["sensor_group"].tolist()], dtype=bool)
    columns = where(every, named)
    bases = {group: own["gct"].basis for group, own in known.items() if "gct" in own}
    return DevicesResult(devices=passports(runs, columns, pairs=pairs, bases=bases))
