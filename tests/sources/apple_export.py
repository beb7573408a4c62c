"""An Apple Health export as an iPhone writes it, with runs whose figures are known.

One record a line, all records of a type together and before the workouts, dates in the zone of the
phone, an internal document type. What a whole life brings besides runs is written as well: records
of the day by phone and watch, sleep, walks.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import BinaryIO

WATCH = "Taro’s Apple Watch"
PHONE = "Taro’s iPhone"
HARDWARE = "Watch6,7"
TOKYO = timezone(timedelta(hours=9))
START = datetime(2024, 4, 30, 22, 0, 0, tzinfo=UTC)
DOCUMENT_TYPE = """<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 14 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
>
<!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
<!ATTLIST Record
  type          CDATA #REQUIRED
  unit          CDATA #IMPLIED
  value         CDATA #IMPLIED
>
]>
"""
STEP_S = 5
"""Between two records of the watch during a run."""
PHONE_STEP_S = 60
KM = 1000.0


@dataclass(frozen=True, kw_only=True)
class PlantedRun:
    """A run with constant figures; `pause_s` is from when to when it was paused."""

    start: datetime = START
    length_s: int = 1800
    speed_mps: float = 3.0
    cadence_spm: float = 168.0
    heart_rate_bpm: float = 150.0
    gct_ms: float | None = 250.0
    vo_cm: float = 8.5
    power_w: float = 240.0
    pause_s: tuple[int, int] | None = None
    indoor: bool = False
    zone: str | None = "Asia/Tokyo"
    route: bool = True

    @property
    def end(self) -> datetime:
        return self.start + timedelta(seconds=self.length_s)

    @property
    def active_s(self) -> int:
        return self.length_s - (0 if self.pause_s is None else self.pause_s[1] - self.pause_s[0])

    @property
    def distance_m(self) -> float:
        return self.speed_mps * self.active_s

    @property
    def step_length_m(self) -> float:
        return 60 * self.speed_mps / self.cadence_spm

    @property
    def route_name(self) -> str:
        return f"route_{self.start:%Y-%m-%d_%H.%M}.gpx"

    def spans(self, step_s: int) -> Iterator[tuple[int, int]]:
        """The stretches of so many seconds in which it was not paused."""
        for at_s in range(0, self.length_s, step_s):
            until_s = min(at_s + step_s, self.length_s)
            if self.pause_s is None or not (self.pause_s[0] <= at_s < self.pause_s[1]):
                yield at_s, until_s


@dataclass(kw_only=True)
class Export:
    """What to write. `units` says in which unit a quantity is written and by how much ours is
    multiplied; `offset` is the zone of the phone; `days` is how long it counted a life besides."""

    runs: Sequence[PlantedRun] = ()
    walks: int = 0
    days: int = 0
    day_records: int = 0
    offset: timezone = TOKYO
    address: str = "0x2830f1e00"
    distance_unit: tuple[str, float] = ("km", 1 / KM)
    speed_unit: tuple[str, float] = ("km/hr", 3.6)
    phone_counts_too: bool = True
    document_type: str = DOCUMENT_TYPE
    tail: str = "</HealthData>\n"
    n_written: dict[str, int] = field(default_factory=dict)

    def stamp(self, moment: datetime) -> str:
        return moment.astimezone(self.offset).strftime("%Y-%m-%d %H:%M:%S %z")

    def device(self, source: str) -> str:
        model = ("Watch", HARDWARE) if source == WATCH else ("iPhone", "iPhone14,2")
        return (
            f"&lt;&lt;HKDevice: {self.address}&gt;, name:{model[0]}, manufacturer:Apple Inc., "
            f"model:{model[0]}, hardware:{model[1]}, software:9.4, "
            f"creation date:2023-01-01 00:00:00 +0000&gt;"
        )

    def record(
        self, kind: str, unit: str, source: str, start: datetime, end: datetime, value: float
    ) -> str:
        self.n_written[kind] = self.n_written.get(kind, 0) + 1
        return (
            f' <Record type="HKQuantityTypeIdentifier{kind}" sourceName="{source}" '
            f'sourceVersion="9.4" device="{self.device(source)}" unit="{unit}" '
            f'creationDate="{self.stamp(end)}" startDate="{self.stamp(start)}" '
            f'endDate="{self.stamp(end)}" value="{value:.7g}"/>\n'
        )

    def text(self) -> Iterator[str]:
        """The export piece by piece."""
        yield '<?xml version="1.0" encoding="UTF-8"?>\n'
        yield self.document_type
        yield '<HealthData locale="ja_JP">\n'
        yield f' <ExportDate value="{self.stamp(START + timedelta(days=4000))}"/>\n'
        yield ' <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-01-01"/>\n'
        yield from self._days()
        for kind, write in self._quantities().items():
            for run in self.runs:
                yield from write(kind, run)
        yield from (self._workout(run) for run in self.runs)
        yield from (self._walk(number) for number in range(self.walks))
        yield self.tail

    def _days(self) -> Iterator[str]:
        """Records of ordinary days: steps by the phone, the pulse by the watch, sleep."""
        for number in range(self.day_records):
            at = START + timedelta(days=1, seconds=number * 86_400 * self.days / self.day_records)
            kind, unit, source, value = (
                ("StepCount", "count", PHONE, 12.0 + number % 90),
                ("HeartRate", "count/min", WATCH, 52.0 + number % 41),
                ("ActiveEnergyBurned", "Cal", WATCH, 0.1 + number % 7),
                ("BasalEnergyBurned", "Cal", WATCH, 1.0 + number % 3),
            )[number % 4]
            yield self.record(kind, unit, source, at, at + timedelta(seconds=30), value)

    def _quantities(self) -> dict[str, Callable[[str, PlantedRun], Iterator[str]]]:
        return {
            "HeartRate": self._means("count/min", lambda run: run.heart_rate_bpm),
            "StepCount": self._counts("count", lambda run: run.cadence_spm / 60),
            "DistanceWalkingRunning": self._counts(
                self.distance_unit[0], lambda run: run.speed_mps * self.distance_unit[1]
            ),
            "RunningSpeed": self._means(
                self.speed_unit[0], lambda run: run.speed_mps * self.speed_unit[1]
            ),
            "RunningPower": self._means("W", lambda run: run.power_w),
            "RunningGroundContactTime": self._means("ms", lambda run: run.gct_ms),
            "RunningVerticalOscillation": self._means(
                "cm", lambda run: None if run.gct_ms is None else run.vo_cm
            ),
            "RunningStrideLength": self._means("m", lambda run: run.step_length_m),
        }

    def _means(
        self, unit: str, value_of: Callable[[PlantedRun], float | None]
    ) -> Callable[[str, PlantedRun], Iterator[str]]:
        def write(kind: str, run: PlantedRun) -> Iterator[str]:
            value = value_of(run)
            if value is None:
                return
            for begin_s, end_s in run.spans(STEP_S):
                start = run.start + timedelta(seconds=begin_s)
                end = run.start + timedelta(seconds=begin_s if kind == "HeartRate" else end_s)
                yield self.record(kind, unit, WATCH, start, end, value)

        return write

    def _counts(
        self, unit: str, per_s: Callable[[PlantedRun], float]
    ) -> Callable[[str, PlantedRun], Iterator[str]]:
        def write(kind: str, run: PlantedRun) -> Iterator[str]:
            sources = [(WATCH, STEP_S)] + [(PHONE, PHONE_STEP_S)] * self.phone_counts_too
            for source, step_s in sources:
                for begin_s, end_s in run.spans(step_s):
                    start = run.start + timedelta(seconds=begin_s)
                    end = run.start + timedelta(seconds=end_s)
                    value = per_s(run) * (end_s - begin_s)
                    yield self.record(kind, unit, source, start, end, value)

        return write

    def _workout(self, run: PlantedRun) -> str:
        zone = "" if run.zone is None else _entry("HKTimeZone", run.zone)
        events = "" if run.pause_s is None else self._pause(run, *run.pause_s)
        route = ""
        if run.route:
            route = (
                f'  <WorkoutRoute sourceName="{WATCH}" startDate="{self.stamp(run.start)}" '
                f'endDate="{self.stamp(run.end)}">\n'
                f'   <FileReference path="/workout-routes/{run.route_name}"/>\n  </WorkoutRoute>\n'
            )
        return (
            f' <Workout workoutActivityType="HKWorkoutActivityTypeRunning" '
            f'duration="{run.active_s / 60:.9g}" durationUnit="min" sourceName="{WATCH}" '
            f'sourceVersion="9.4" device="{self.device(WATCH)}" '
            f'creationDate="{self.stamp(run.end)}" startDate="{self.stamp(run.start)}" '
            f'endDate="{self.stamp(run.end)}">\n'
            f"{_entry('HKIndoorWorkout', '1' if run.indoor else '0')}{zone}"
            f"{_entry('HKWeatherTemperature', '59 degF')}"
            f"{_entry('HKWeatherHumidity', '8100 %')}"
            f"{_entry('HKElevationAscended', '2357 cm')}{events}"
            f"{self._totals(run)}{route} </Workout>\n"
        )

    def _pause(self, run: PlantedRun, begin_s: int, end_s: int) -> str:
        return "".join(
            f'  <WorkoutEvent type="HKWorkoutEventType{kind}" '
            f'date="{self.stamp(run.start + timedelta(seconds=at_s))}"/>\n'
            for kind, at_s in (("Pause", begin_s), ("Resume", end_s))
        )

    def _totals(self, run: PlantedRun) -> str:
        unit, factor = self.distance_unit
        rows = (
            f'type="HKQuantityTypeIdentifierDistanceWalkingRunning" '
            f'sum="{run.distance_m * factor:.9g}" unit="{unit}"',
            f'type="HKQuantityTypeIdentifierHeartRate" average="{run.heart_rate_bpm}" '
            f'minimum="90" maximum="{run.heart_rate_bpm + 20}" unit="count/min"',
            'type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="300" unit="Cal"',
            f'type="HKQuantityTypeIdentifierStepCount" '
            f'sum="{run.cadence_spm * run.active_s / 60:.9g}" unit="count"',
        )
        return "".join(f"  <WorkoutStatistics {row}/>\n" for row in rows)

    def _walk(self, number: int) -> str:
        start = START + timedelta(days=number, hours=10)
        return (
            f' <Workout workoutActivityType="HKWorkoutActivityTypeWalking" duration="20" '
            f'durationUnit="min" sourceName="{WATCH}" startDate="{self.stamp(start)}" '
            f'endDate="{self.stamp(start + timedelta(minutes=20))}">\n'
            f'  <FileReference path="/workout-routes/walk_{number}.gpx"/>\n </Workout>\n'
        )


def _entry(key: str, value: str) -> str:
    return f'  <MetadataEntry key="{key}" value="{value}"/>\n'


def route_of(run: PlantedRun) -> bytes:
    """The positions of a run, every second northwards, as an iPhone writes them."""
    points = "".join(
        f'<trkpt lon="139.7" lat="{35.0 + run.speed_mps * at_s / 111_194.93:.9f}"><ele>12.5</ele>'
        f"<time>{run.start + timedelta(seconds=at_s):%Y-%m-%dT%H:%M:%SZ}</time><extensions>"
        f"<speed>{run.speed_mps}</speed><hAcc>2.1</hAcc></extensions></trkpt>\n"
        for begin_s, end_s in run.spans(1)
        for at_s in (begin_s, *([end_s] if end_s == run.length_s else []))
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" '
        'creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">\n'
        f"<metadata><time>2024-09-01T00:00:00Z</time></metadata><trk><name>Route</name>"
        f"<trkseg>{points}</trkseg></trk></gpx>"
    ).encode()


def write_zip(
    path: Path | BinaryIO,
    export: Export,
    *,
    xml_name: str = "export.xml",
    routes: bool = True,
    compresslevel: int = 1,
) -> None:
    """The export as the phone packs it."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=compresslevel) as archive:
        with archive.open(f"apple_health_export/{xml_name}", "w", force_zip64=True) as file:
            waiting: list[str] = []
            for number, piece in enumerate(export.text()):
                waiting.append(piece)
                if number % 2000 == 0:
                    file.write("".join(waiting).encode())
                    waiting.clear()
            file.write("".join(waiting).encode())
        archive.writestr("apple_health_export/export_cda.xml", "<ClinicalDocument/>")
        if routes:
            for run in export.runs:
                if run.route:
                    name = f"apple_health_export/workout-routes/{run.route_name}"
                    archive.writestr(name, route_of(run))
            for number in range(export.walks):
                walk = PlantedRun(start=START + timedelta(days=number, hours=10), length_s=20)
                name = f"apple_health_export/workout-routes/walk_{number}.gpx"
                archive.writestr(name, route_of(walk))
