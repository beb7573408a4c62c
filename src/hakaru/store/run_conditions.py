"""Device, temperature and climb of each run that measured form: what a lasting change is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hakaru.running.deviations import RunConditions
from hakaru.store.rows import floats

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_DEVICES = (
    "SELECT activity_id, any_value(serial) FILTER (role = 'recorder') AS recorder, "
    "any_value(serial) FILTER (role = 'sensor') AS sensor, "
    "count(DISTINCT serial) FILTER (role = 'sensor') AS n_sensors, "
    "any_value(d.serial) FILTER (role = 'sensor' AND d.product = a.sensor_label) AS named "
    "FROM devices d JOIN activities a USING (activity_id) "
    "WHERE a.sensor_group = $group GROUP BY activity_id"
)


def run_conditions(con: DuckDBPyConnection, sensor_group: str) -> RunConditions:
    """Of every run of a sensor group. The device is the one whose serial number the file gives for
    what measured form: the watch itself at the wrist, else the strap or pod."""
    fetched = con.execute(
        "SELECT a.activity_id, s.temperature_c, s.climb_m_per_km, "
        "CASE WHEN a.sensor_group = 'garmin-wrist' THEN d.recorder "
        "WHEN d.named IS NOT NULL THEN d.named WHEN d.n_sensors = 1 THEN d.sensor END AS device "
        f"FROM activities a LEFT JOIN ({_DEVICES}) d USING (activity_id) "
        "LEFT JOIN data.sessions s USING (activity_id) "
        "WHERE a.sensor_group = $group ORDER BY a.started_at, a.activity_id",
        {"group": sensor_group},
    ).fetchnumpy()
    device = np.ma.asarray(fetched["device"])
    return RunConditions(
        activity_id=np.asarray(fetched["activity_id"], dtype=np.int64),
        device=tuple(np.ma.filled(device.astype(object), None).tolist()),
        temperature_c=floats(fetched["temperature_c"]),
        climb_m_per_km=floats(fetched["climb_m_per_km"]),
    )
