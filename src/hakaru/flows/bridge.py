"""The bridge to a kind of sensor, as it was when that was first worn: never in hindsight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hakaru.running.devices import Bridge, bridge_between
from hakaru.store.bridges import crossing_to, pairs_in_files
from hakaru.store.verdicts import baselines_before

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
