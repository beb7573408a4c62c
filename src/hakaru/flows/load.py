"""Training load day by day, with its averages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.core.plain import Versions, rounded
from hakaru.flows.context import Context
from hakaru.records import frozen
from hakaru.running.load import DatedLoad, LoadHistory, load_history
from hakaru.running.readiness import load_now, load_trend
from hakaru.running.session.model import LoadBasis, SessionSummary
from hakaru.store.activities import local_day
from hakaru.store.sessions import loads_from_averages, session_summaries

SHOWN_DAYS = 28


@frozen
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
    def shape(self) -> Mapping[str, object]:
        """One row per day, in a reply every n-th, the last one included."""
        history = self.history
        if history is None:
            return {"days": [], "note": "no analysed run"}
        rows = _days(history, self.since)
        now, change, _ = load_now(history)
        step = max(1, -(-len(rows) // SHOWN_DAYS))
        return {
            "columns": ["day", "load", "ctl", "atl", "tsb"],
            "every_n_days": Versions(short=step, whole=1),
            "days": Versions(short=rows[::-1][::step][::-1], whole=rows),
            "trend": load_trend(now, change),
            "ctl_change_28_days": rounded(change, 1),
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
            raise BadArgument(
                "since", first.isoformat(), message("a day up to {day}", day=last.isoformat())
            )
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
    runs = (DatedLoad(one.activity_date, one.training_load_score) for one in sessions)
    return load_history(list(runs), until=until)


def _days(history: LoadHistory, since: date) -> list[list[object]]:
    """Each day from a day on, with its load and the averages."""
    columns = (
        history.load_score,
        history.chronic_score,
        history.acute_score,
        history.balance_score,
    )
    return [
        [day, *(rounded(float(column[place]), 1) for column in columns)]
        for place, day in enumerate(history.days)
        if day >= since
    ]
