"""The sensors that were worn, each with its passport."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hakaru.flows.context import Context
from hakaru.running.devices import Passport, passports
from hakaru.store.bridges import measured_runs, pairs_in_files
from hakaru.store.recordings import split_columns, where
from hakaru.store.verdicts import current_baselines


@dataclass(frozen=True, kw_only=True)
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
