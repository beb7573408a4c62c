"""Which kind of sensor does the user mean? The one named, else that of the latest run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hakaru.core.errors import BadArgument
from hakaru.store.recordings import sensor_groups

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def chosen_sensor(con: DuckDBPyConnection, named: str | None) -> str | None:
    """The sensor group to answer for; None: nothing with form metrics is stored.

    Raises:
        BadArgument: no run was measured with the sensor named.
    """
    groups = sensor_groups(con)
    if named is None:
        return groups[0] if groups else None
    if named not in groups:
        raise BadArgument("sensor", named, f"one of yours ({', '.join(groups) or 'none stored'})")
    return named
