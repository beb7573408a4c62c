"""Has nearly every run of a season five that are like it? `python -m benchmarks similar [--quick]`

Simulated seasons of runners that nothing was tuned on (seeds >= 5,000), understood run after run as
an import does. Counted from the sixth week on: runs with at least five similar earlier ones, by the
kind that was meant, how far the search had to widen, and the stars of each kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime

from tests.simulated import as_recording

from hakaru.flows.reading import prepare
from hakaru.flows.remembered import Past, past_run
from hakaru.running.session.analyse import analyse
from hakaru.running.session.model import SessionSummary
from hakaru.running.session.understand import understand
from hakaru.running.similar import ENOUGH, find_widening
from hakaru.sources.simulated.season import SeasonSettings, simulate_season

_FIRST_SEED = 5_000
_WEEKS, _RUNS_PER_WEEK, _FROM_WEEK = 9, 5, 5
_NOW = datetime(2026, 11, 23, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class Looked:
    """One run from the sixth week on, and what was found for it."""

    kind: str
    n_found: int
    step: str


def run(quick: bool) -> Mapping[str, object]:
    """Shares of runs with five like them, and of the stars that were given."""
    n_runners = 2 if quick else 6
    looked: list[Looked] = []
    stars: dict[str, Counter[str]] = {}
    for seed in range(_FIRST_SEED, _FIRST_SEED + n_runners):
        earlier: list[SessionSummary] = []
        for kind, week, summary in _season(seed):
            if week >= _FROM_WEEK:
                similar = find_widening(summary, earlier, limit=None)
                looked.append(Looked(kind=kind, n_found=similar.n_found, step=similar.step))
            stars.setdefault(kind, Counter())[_rated(summary)] += 1
            earlier.append(summary)
    kinds = sorted({one.kind for one in looked})
    return {
        "quick": quick,
        "runners": n_runners,
        "runs_from_the_sixth_week": len(looked),
        "five_found_pct": {
            "all": _five_pct(looked),
            **{kind: _five_pct([one for one in looked if one.kind == kind]) for kind in kinds},
        },
        "steps": dict(Counter(one.step for one in looked).most_common()),
        "stars": {kind: dict(sorted(counted.items())) for kind, counted in sorted(stars.items())},
    }


def _season(seed: int) -> Iterator[tuple[str, int, SessionSummary]]:
    """Kind, week and row of every run, in order of time."""
    settings = SeasonSettings(
        seed=seed, start_on=date(2026, 3, 2), weeks=_WEEKS, runs_per_week=_RUNS_PER_WEEK
    )
    past = Past(runs=[], sessions=[])
    for simulated in simulate_season(settings):
        stored = prepare(as_recording(simulated))
        assert stored.anatomy is not None
        known = past_run(stored)
        session = understand(
            stored.recording,
            stored.splits,
            anatomy=stored.anatomy,
            runner=past.runner_then(known),
        )
        summary = analyse(session, now=_NOW).summary
        past.remember(known, summary)
        yield simulated.truth.kind, simulated.truth.week, summary


def _five_pct(looked: list[Looked]) -> float:
    return round(100.0 * sum(one.n_found >= ENOUGH for one in looked) / len(looked), 1)


def _rated(summary: SessionSummary) -> str:
    return str(summary.session_stars) if summary.unrated is None else summary.unrated
