"""What do the sessions of the last weeks add up to?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from hakaru.core.errors import BadArgument
from hakaru.flows.context import Context
from hakaru.running.load import DatedLoad, LoadHistory, load_history
from hakaru.running.session.model import LoadBasis, SessionSummary
from hakaru.store.activities import local_day
from hakaru.store.sessions import loads_from_averages, session_summaries

SHOWN_DAYS = 28


@dataclass(frozen=True, kw_only=True)
class LoadResult:
    """Daily loads and their averages (None: no run), and the runs of the days that are shown.

    `by_basis` counts all runs by what their load was computed from; runs without one are the
    history's `n_unknown`. Of so many of them (`n_from_averages`) only totals are known, as of a row
    of a list: their load is coarser, because it grows with the square of intensity.
    """

    since: date
    history: LoadHistory | None
    sessions: tuple[SessionSummary, ...]
    by_basis: Mapping[LoadBasis, int]
    n_from_averages: int = 0

    @property
    def reply(self) -> Mapping[str, object]:
        """The same in few bytes: one row per day that is shown."""
        return self._told(SHOWN_DAYS)

    @property
    def content(self) -> Mapping[str, object]:
        """The same with a row for every day."""
        return self._told(None)

    def _told(self, most: int | None) -> Mapping[str, object]:
        history = self.history
        if history is None:
            return {"days": [], "note": "no analysed run"}
        step, rows = _thinned(history, self.since, most)
        return {
            "columns": ["day", "load", "ctl", "atl", "tsb"],
            "every_n_days": step,
            "days": rows,
            "averages": history.kind,
            "week_load": history.week_score,
            "ramp_7_days": history.ramp_score,
            "monotony": history.monotony_factor,
            "strain": history.strain_score,
            "acwr_descriptive_only": history.ratio,
            "n_runs_without_load": history.n_unknown,
            "n_runs_without_load_28_days": history.n_unknown_28,
            "by_basis": self.by_basis,
            "n_coarse": self.n_from_averages,
        }


def get_training_load(context: Context, *, since: date | None, until: date | None) -> LoadResult:
    """Load per day with its averages up to a day (None: today), shown from another day on (None:
    four weeks before). The averages begin with the first run that is stored.

    Raises:
        BadArgument: the days are out of order.
    """
    with context.store.read() as con:
        last = until or local_day(con, context.now())
        first = since or last - timedelta(days=SHOWN_DAYS - 1)
        if first > last:
            raise BadArgument("since", first.isoformat(), f"a day up to {last.isoformat()}")
        sessions = session_summaries(con, until=last)
        n_from_averages = loads_from_averages(con, until=last)
    by_basis: dict[LoadBasis, int] = {}
    for session in sessions:
        if session.load_basis is not None:
            by_basis[session.load_basis] = by_basis.get(session.load_basis, 0) + 1
    return LoadResult(
        since=first,
        history=history_of(sessions, until=last),
        sessions=tuple(session for session in sessions if session.activity_date >= first),
        by_basis=by_basis,
        n_from_averages=n_from_averages,
    )


def history_of(sessions: Sequence[SessionSummary], *, until: date) -> LoadHistory | None:
    """The load history of stored sessions."""
    return load_history(
        [
            DatedLoad(day=session.activity_date, load_score=session.training_load_score)
            for session in sessions
        ],
        until=until,
    )


def _thinned(history: LoadHistory, since: date, most: int | None) -> tuple[int, list[list[object]]]:
    """Every n-th day from a day on, the last one included, in at most so many rows."""
    shown = [place for place, day in enumerate(history.days) if day >= since]
    step = 1 if most is None else max(1, -(-len(shown) // most))
    columns = (
        history.load_score,
        history.chronic_score,
        history.acute_score,
        history.balance_score,
    )
    return step, [
        [history.days[place], *(_figure(column[place]) for column in columns)]
        for place in shown[::-1][::step][::-1]
    ]


def _figure(score: float) -> float | None:
    return round(float(score), 1) if np.isfinite(score) else None
