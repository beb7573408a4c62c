"""How ready is the runner for a race of a length on a day?"""

from __future__ import annotations

import re
from datetime import date

from hakaru.core.errors import BadArgument
from hakaru.core.units import METRES_PER_KM
from hakaru.flows.context import Context
from hakaru.flows.fitness import athlete_at, efforts_until
from hakaru.flows.load import history_of
from hakaru.flows.past import read_past
from hakaru.running.readiness import (
    LONGEST_M,
    SHORTEST_M,
    DatedRun,
    Readiness,
    assess,
    race_times,
    recent_efforts,
)
from hakaru.store.activities import list_activities, local_day

_NAMED_M = {
    "half": 21097.5,
    "half marathon": 21097.5,
    "marathon": 42195.0,
    "full": 42195.0,
    "ハーフ": 21097.5,
    "ハーフマラソン": 21097.5,
    "フル": 42195.0,
    "フルマラソン": 42195.0,
    "マラソン": 42195.0,
}
_EXACT_M = (21097.5, 42195.0)
_NEAR_M = 150.0
"""'42.2' and '21.1' mean the races of that name."""


def get_race_readiness(context: Context, *, distance: str, day: date | None) -> Readiness:
    """Readiness for a race on `day` (None: today) as of today, or as of that day where it is past.

    Raises:
        BadArgument: no distance that can be asked about.
    """
    distance_m = read_distance_m(distance)
    with context.store.read() as con:
        today = local_day(con, context.now())
        race_day = day or today
        on = min(today, race_day)
        past = read_past(con, context.settings)
        athlete = athlete_at(con, past, on)
        runs = [
            DatedRun(day=run.activity_date, distance_m=run.distance_m)
            for run in list_activities(con, until=on)
        ]
    predicted = race_times(
        athlete,
        recent_efforts(efforts_until(past, on), day=on),
        distances_m=(distance_m,),
        days_ahead=(race_day - on).days,
    )
    sessions = [session for session in past.sessions if session.activity_date <= on]
    return assess(
        runs,
        day=on,
        race_day=race_day,
        distance_m=distance_m,
        prediction=predicted[0] if predicted else None,
        load=history_of(sessions, until=on),
    )


def read_distance_m(text: str) -> float:
    """'half', 'marathon', '10', '10 km', '42.2' in metres.

    Raises:
        BadArgument: neither a name nor a distance that is raced.
    """
    plain = text.strip().lower()
    if plain in _NAMED_M:
        return _NAMED_M[plain]
    number = re.fullmatch(r"(\d+(?:[.,]\d+)?)\s*(?:k|km|キロ)?", plain)
    distance_m = 0.0 if number is None else METRES_PER_KM * float(number[1].replace(",", "."))
    if not SHORTEST_M <= distance_m <= LONGEST_M:
        raise BadArgument("distance", text, "1.5 to 100 kilometres, half or marathon")
    return next(
        (exact_m for exact_m in _EXACT_M if abs(exact_m - distance_m) <= _NEAR_M), distance_m
    )
