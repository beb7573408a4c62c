"""Where was the heart rate in one run, and which kind of training does that make it?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from hakaru.core.errors import NotRecorded
from hakaru.core.units import PERCENT
from hakaru.running.activity import HeartRateZone
from hakaru.running.athlete.known import heart_rate_zones
from hakaru.running.session.model import SessionSummary, TypeVerdict
from hakaru.store.readers.base import BaseDBReader, Reference, Run
from hakaru.store.readers.replies import Bounded, Content, rounded
from hakaru.store.rows import build, first_row
from hakaru.store.sessions import read_session

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True, kw_only=True)
class HeartRateEfficiency(Bounded):
    """The kind of training with its evidence, and where the heart rate was.

    `shares_pct` of zones 1..5 (None: no heart rate or no zones), `shares_from` whose zones.
    """

    run: Run
    verdict: TypeVerdict
    summary: SessionSummary
    primary_zone: int | None
    shares_pct: tuple[float | None, ...]
    shares_from: Literal["watch", "hakaru"]

    @property
    def content(self) -> Content:
        """Type, evidence (code: value), zone shares, drift."""
        has_shares = any(share is not None for share in self.shares_pct)
        drift = self.summary.decoupling_pct
        beats_bpm = self.summary.target_heart_rate_bpm
        return {
            "activity_id": self.run.activity_id,
            "day": self.run.day.isoformat(),
            "training_type": self.verdict.training_type,
            "type_source": self.verdict.source,
            "type_confidence_frac": round(self.verdict.confidence_frac, 2),
            "evidence": {
                entry.code: rounded(entry.code, entry.value) for entry in self.verdict.evidence
            },
            "primary_zone": self.primary_zone,
            "zone_percentages": [rounded("pct", share) for share in self.shares_pct],
            "zones_from": self.shares_from if has_shares else None,
            "target_heart_rate_bpm": rounded("bpm", beats_bpm),
            "hr_drift_percentage": rounded("pct", drift),
            "vo2_utilisation_pct": rounded("pct", self.summary.vo2_utilisation_pct),
            "missing": [] if has_shares else ["heart_rate_zones"],
        }


@dataclass(frozen=True, kw_only=True)
class ZoneTime:
    """One half-open zone [low_bpm, high_bpm); `high_bpm` None: open. Time None: not measured."""

    zone: int
    low_bpm: float
    high_bpm: float | None
    time_s: float | None
    share_pct: float | None


@dataclass(frozen=True, kw_only=True)
class ZonesDetail(Bounded):
    """Time in each heart rate zone. `basis`: bounds and time of the watch, or bounds by threshold
    or maximum heart rate and time counted from the samples."""

    run: Run
    basis: Literal["watch", "lt_heart_rate", "heart_rate_max"]
    zones: tuple[ZoneTime, ...]

    @property
    def content(self) -> Content:
        """One row per zone."""
        return {
            "activity_id": self.run.activity_id,
            "day": self.run.day.isoformat(),
            "basis": self.basis,
            "columns": ["zone", "low_bpm", "high_bpm", "time_in_zone_s", "zone_percentage"],
            "zones": [
                [
                    zone.zone,
                    rounded("bpm", zone.low_bpm),
                    rounded("bpm", zone.high_bpm),
                    rounded("s", zone.time_s),
                    rounded("pct", zone.share_pct),
                ]
                for zone in self.zones
            ],
        }


class HeartRateReader(BaseDBReader):
    """The heart rate of a run."""

    def get_hr_efficiency_analysis(self, activity_id: Reference) -> HeartRateEfficiency:
        """The kind of training, why, and the shares of the heart rate zones.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            NotAnalysed: the run was not looked at as a session yet.
        """
        with self.reading(activity_id) as (con, run):
            analysis = read_session(con, run.activity_id)
            row = first_row(con, _EFFICIENCY, values=[run.activity_id]) or (None,) * 6
            from_watch = first_row(con, _WATCH_TIMES, values=[run.activity_id])
        return HeartRateEfficiency(
            run=run,
            verdict=analysis.verdict,
            summary=analysis.summary,
            primary_zone=row[0],
            shares_pct=tuple(row[1:]),
            shares_from="watch" if from_watch else "hakaru",
        )

    def get_heart_rate_zones_detail(self, activity_id: Reference) -> ZonesDetail:
        """Bounds, time and share of each zone.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            NotAnalysed: the watch gave no zones, and the run was not looked at as a session yet.
            NotRecorded: no heart rate, or nothing that bounds zones.
        """
        with self.reading(activity_id) as (con, run):
            watch = con.execute(_WATCH_ZONES, [run.activity_id]).fetchall()
            if any(row[3] for row in watch):
                zones = tuple(build(ZoneTime, row) for row in watch)
                return ZonesDetail(run=run, basis="watch", zones=zones)
            return _counted_zones(con, run, watch)


_EFFICIENCY = (
    "SELECT primary_zone, zone1_percentage, zone2_percentage, zone3_percentage, zone4_percentage, "
    "zone5_percentage FROM hr_efficiency WHERE activity_id = ?"
)
_WATCH_TIMES = (
    "SELECT 1 FROM data.heart_rate_zones WHERE activity_id = ? HAVING sum(time_in_zone_s) > 0"
)
_WATCH_ZONES = (
    "SELECT zone_number, low_bpm, high_bpm, time_in_zone_s, zone_percentage FROM heart_rate_zones "
    "WHERE activity_id = ? ORDER BY zone_number"
)


def _counted_zones(con: DuckDBPyConnection, run: Run, watch: list[tuple[Any, ...]]) -> ZonesDetail:
    """Time as it was counted when the session was understood."""
    analysis = read_session(con, run.activity_id)
    bounds = [HeartRateZone(zone_number=row[0], low_bpm=row[1]) for row in watch]
    zones = heart_rate_zones(analysis.athlete, bounds)
    times = [getattr(analysis.summary, f"zone{number}_s") for number in range(1, 6)]
    if zones is None or all(time_s is None for time_s in times):
        raise NotRecorded(run.activity_id, "a run with heart rate and known zones")
    total_s = sum(times)
    return ZonesDetail(
        run=run,
        basis=zones.basis,
        zones=tuple(
            ZoneTime(
                zone=number,
                low_bpm=low_bpm,
                high_bpm=zones.low_bpm[number] if number < len(times) else None,
                time_s=time_s,
                share_pct=PERCENT * time_s / total_s if total_s > 0.0 else None,
            )
            for number, (low_bpm, time_s) in enumerate(zip(zones.low_bpm, times, strict=True), 1)
        ),
    )
