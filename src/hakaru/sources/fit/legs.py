"""Which stretches of a FIT file are runs? One leg per session; only running legs count."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hakaru.running.activity import FloatArray
from hakaru.sources.fit.columns import FitColumns, FitSession

_RUNNING = "running"
_TREADMILL = ("fitness_equipment", "treadmill")


@dataclass(frozen=True, kw_only=True)
class Leg:
    """One leg of an activity: [start_s, end_s) in FIT seconds. `session` is None in a file that
    broke off before its summary; `sport` None where nothing in the file names one."""

    sport: str | None
    sub_sport: str | None
    start_s: float
    end_s: float
    session: FitSession | None

    @property
    def is_running(self) -> bool:
        """Running in any form (trail, track, treadmill, virtual), or a sport nobody named."""
        return self.sport in (_RUNNING, None) or (self.sport, self.sub_sport) == _TREADMILL

    @property
    def words(self) -> str:
        """The sport in words, e.g. 'training (yoga)'."""
        sport = (self.sport or "unknown sport").replace("_", " ")
        if self.sub_sport in (None, "generic", self.sport):
            return sport
        return f"{sport} ({self.sub_sport.replace('_', ' ')})" if self.sub_sport else sport

    def holds(self, time_s: FloatArray) -> NDArray[np.bool_]:
        """Which of these times belong to the leg."""
        return (time_s >= self.start_s) & (time_s < self.end_s)


def legs_of(columns: FitColumns) -> tuple[Leg, ...]:
    """The legs of the file in order of time.

    A single session takes all records; several are bounded by the start of the next one, whether
    the file has its summaries first or last. Without sessions (a file cut short) the sport
    messages between the records are the bounds.
    """
    sessions = sorted(
        (session for session in columns.sessions if session.start_s is not None), key=_start_s
    )
    if columns.partial and len(columns.sports) > len(columns.sessions):
        return _legs_without_sessions(columns)
    if len(columns.sessions) == 1:
        return (_leg_of(columns.sessions[0], -np.inf, np.inf),)
    if sessions:
        starts_s = [-np.inf, *(_start_s(session) for session in sessions[1:]), np.inf]
        return tuple(
            _leg_of(session, start_s, end_s)
            for session, start_s, end_s in zip(sessions, starts_s[:-1], starts_s[1:], strict=True)
        )
    return _legs_without_sessions(columns)


def _start_s(session: FitSession) -> float:
    return 0.0 if session.start_s is None else session.start_s


def _leg_of(session: FitSession, start_s: float, end_s: float) -> Leg:
    return Leg(
        sport=session.sport,
        sub_sport=session.sub_sport,
        start_s=start_s,
        end_s=end_s,
        session=session,
    )


def _legs_without_sessions(columns: FitColumns) -> tuple[Leg, ...]:
    if not columns.sports:
        sports = {lap.sport for lap in columns.laps if lap.sport is not None}
        sport = sports.pop() if len(sports) == 1 else None
        whole = Leg(sport=sport, sub_sport=None, start_s=-np.inf, end_s=np.inf, session=None)
        return (whole,)
    n_records = columns.timestamp_s.size
    bounds_s = [
        columns.timestamp_s[sport.n_records_before]
        if sport.n_records_before < n_records
        else np.inf
        for sport in columns.sports[1:]
    ]
    starts_s, ends_s = [-np.inf, *bounds_s], [*bounds_s, np.inf]
    return tuple(
        Leg(
            sport=sport.sport,
            sub_sport=sport.sub_sport,
            start_s=start_s,
            end_s=end_s,
            session=None,
        )
        for sport, start_s, end_s in zip(columns.sports, starts_s, ends_s, strict=True)
    )
