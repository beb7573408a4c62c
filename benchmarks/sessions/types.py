"""Is the kind of training of every session told right, run after run as a runner would import them?

The same code as an import: each session is understood with what the runs up to it say about the
athlete (`flows.understand`), and once more at the end where more is known (the first runs). With
the watch's figures (zones, threshold heart rate) and without any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from benchmarks.sessions.truth import TrueSession
from hakaru.flows.reading import prepare
from hakaru.flows.remembered import Past, past_run
from hakaru.running.session.analyse import analyse
from hakaru.running.session.model import SessionSummary, TrainingType
from hakaru.running.session.understand import Anatomy, RunnerThen, understand
from hakaru.store.stored_run import StoredRun

_NOW = datetime(2026, 11, 21, tzinfo=UTC)
_KINDS: Mapping[str, TrainingType] = {
    "easy": "aerobic_base",
    "tempo": "tempo_threshold",
    "long": "long_run",
}
"""Names of the first simulator; the second one speaks as the product does."""
_SAME: Mapping[TrainingType, TrainingType] = {"sprint": "interval", "low_moderate": "aerobic_base"}


@dataclass(frozen=True, kw_only=True)
class Typed:
    """One session: what it was, what was said, and its place in the runner's season."""

    true: str
    said: TrainingType
    place: int
    laps: str

    @property
    def is_right(self) -> bool:
        """Whether the type is the true one (a sprint session is an interval session)."""
        return _SAME.get(self.said, self.said) == self.true


def type_figures(sessions: Iterable[TrueSession]) -> dict[str, object]:
    """Shares of right types with and without a watch's figures, and who was taken for what."""
    seasons: dict[int, list[TrueSession]] = {}
    for session in sessions:
        seasons.setdefault(session.runner, []).append(session)
    with_watch: list[Typed] = []
    without: list[Typed] = []
    for season in seasons.values():
        runs = [prepare(session.recording) for session in season]
        with_watch += _typed(season, runs)
        without += _typed(season, [_without_watch(run) for run in runs])
    return {
        "sessions": len(with_watch),
        "runners": len(seasons),
        "as_recorded": _shares(with_watch),
        "without_a_watch_s_figures": _shares(without),
    }


def _typed(season: Sequence[TrueSession], runs: Sequence[StoredRun]) -> list[Typed]:
    """A season in order of time, and again what was understood with less than is known now."""
    past = Past(runs=[], sessions=[])
    order = sorted(range(len(runs)), key=lambda place: runs[place].recording.started_at)
    runners: dict[int, RunnerThen] = {}
    said: dict[int, SessionSummary] = {}
    for place in (*order, *order, *order):
        run = runs[place]
        anatomy = _anatomy(run)
        own = past_run(run)
        runner = past.runner_then(own)
        if runners.get(place) == runner:
            continue
        session = understand(run.recording, run.splits, anatomy=anatomy, runner=runner)
        runners[place] = runner
        said[place] = analyse(session, now=_NOW).summary
        past.remember(own, said[place])
    return [
        Typed(
            true=_KINDS.get(season[place].kind, season[place].kind),
            said=said[place].training_type,
            place=position,
            laps=season[place].laps,
        )
        for position, place in enumerate(order)
    ]


def _anatomy(run: StoredRun) -> Anatomy:
    assert run.anatomy is not None
    return run.anatomy


def _without_watch(run: StoredRun) -> StoredRun:
    return replace(run, recording=replace(run.recording, physiology=None, heart_rate_zones=()))


def _shares(typed: Sequence[Typed]) -> dict[str, object]:
    errors = Counter((one.true, one.said) for one in typed if not one.is_right)
    laps = sorted({one.laps for one in typed})
    return {
        "right_pct": _right_pct(typed),
        "right_after_8_runs_pct": _right_pct([one for one in typed if one.place >= 8]),
        "right_by_kind_pct": {
            kind: _right_pct([one for one in typed if one.true == kind])
            for kind in sorted({one.true for one in typed})
        },
        "right_by_laps_pct": {
            name: _right_pct([one for one in typed if one.laps == name]) for name in laps
        },
        "taken_for": {f"{true} as {said}": n for (true, said), n in errors.most_common()},
    }


def _right_pct(typed: Sequence[Typed]) -> float:
    return round(100.0 * sum(one.is_right for one in typed) / len(typed), 2) if typed else 0.0
