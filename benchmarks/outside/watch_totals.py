"""The headline figures of every real recording beside the watch's own.

    python -m benchmarks.outside.watch_totals FOLDER [--out table.json]

FOLDER holds recordings (`data/real`). What each file states is read here without a line of the
product: FIT with fitdecode, TCX, Connect JSON and lists with the standard library. Then every file
goes through `ingest` into a store of its own, and the row of `hakaru activities --json` is held
against it. Files are named, tracks never are.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import fitdecode

from hakaru.bootstrap import Config, build
from hakaru.core.errors import HakaruError
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context, Settings
from hakaru.flows.ingest import ingest
from hakaru.flows.reading import prepare
from hakaru.flows.status import activities
from hakaru.sources.discover import discover
from hakaru.sources.read import read_candidate

FIGURES: Final = (
    "distance_m",
    "timer_s",
    "elapsed_s",
    "pace_s_per_km",
    "heart_rate_avg_bpm",
    "power_avg_w",
)
ROUNDING: Final[Mapping[str, float]] = {
    "distance_m": 0.51,
    "timer_s": 0.51,
    "elapsed_s": 0.51,
    "pace_s_per_km": 0.06,
    "heart_rate_avg_bpm": 0.51,
    "power_avg_w": 0.51,
}
"""Half a unit of the last digit that a list of runs shows."""
_TCX: Final = "{http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2}"
_LX: Final = "{http://www.garmin.com/xmlschemas/ActivityExtension/v2}"
_SPEED_STEP_MPS: Final = 0.001
"""A FIT file states its mean speed in steps of a millimetre per second."""


@dataclass(frozen=True, kw_only=True)
class Stated:
    """What a file says of one run. None: nothing. `speed_mps` is its own mean speed; the pace that
    is compared is timer time over distance, where both are stated."""

    started_at: datetime
    distance_m: float | None = None
    timer_s: float | None = None
    elapsed_s: float | None = None
    speed_mps: float | None = None
    heart_rate_avg_bpm: float | None = None
    power_avg_w: float | None = None

    @property
    def pace_s_per_km(self) -> float | None:
        """Seconds of the timer per kilometre."""
        if self.distance_m and self.timer_s:
            return 1000.0 * self.timer_s / self.distance_m
        return 1000.0 / self.speed_mps if self.speed_mps else None


@dataclass(frozen=True, kw_only=True)
class Compared:
    """One run: the product's figures beside the stated ones; `differences` are those that lie
    further apart than rounding, as [figure, stated, shown]."""

    file: str
    started_at: str
    totals_basis: str
    stated: Mapping[str, float | None]
    shown: Mapping[str, float | None]
    differences: tuple[tuple[str, float | None, float | None], ...]


def stated_by(path: Path) -> tuple[Stated, ...]:
    """What the file itself says of each run in it, in order of time."""
    name = path.name.removesuffix(".gz")
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    if name.endswith(".fit"):
        found = _fit(data)
    elif name.endswith(".tcx"):
        found = _tcx(data)
    elif name.endswith(".json"):
        found = _connect(json.loads(data))
    elif name.endswith(".csv"):
        found = _list_of_activities(data)
    else:
        found = iter(())
    return tuple(sorted(found, key=lambda one: one.started_at))


def _fit(data: bytes) -> Iterator[Stated]:
    """The session messages of runs."""
    reader = fitdecode.FitReader(
        data,
        check_crc=fitdecode.CrcCheck.DISABLED,
        error_handling=fitdecode.ErrorHandling.IGNORE,
    )
    sessions: list[fitdecode.FitDataMessage] = []
    with suppress(fitdecode.FitError):  # a file that breaks off: what came before counts
        sessions.extend(
            frame
            for frame in reader
            if isinstance(frame, fitdecode.FitDataMessage) and frame.name == "session"
        )
    for frame in sessions:
        own = {field.name: field.value for field in frame.fields if field.value is not None}
        started = own.get("start_time")
        if own.get("sport", "running") != "running":
            continue
        yield Stated(
            started_at=started if isinstance(started, datetime) else datetime(1, 1, 1, tzinfo=UTC),
            distance_m=_positive(own.get("total_distance")),
            timer_s=_positive(own.get("total_timer_time")),
            elapsed_s=_positive(own.get("total_elapsed_time")),
            speed_mps=_positive(own.get("enhanced_avg_speed", own.get("avg_speed"))),
            heart_rate_avg_bpm=_positive(own.get("avg_heart_rate")),
            power_avg_w=_positive(own.get("avg_power")),
        )


def _tcx(data: bytes) -> Iterator[Stated]:
    """Sums over the laps, and means over the timer of those that every lap states; nothing of a
    file that is no XML."""
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError:
        return
    for activity in root.iter(f"{_TCX}Activity"):
        laps = list(activity.iter(f"{_TCX}Lap"))
        if activity.get("Sport") != "Running" or not laps:
            continue
        timers = [_number(lap, f"{_TCX}TotalTimeSeconds") for lap in laps]
        yield Stated(
            started_at=datetime.fromisoformat(str(laps[0].get("StartTime"))),
            distance_m=_positive(sum(_number(lap, f"{_TCX}DistanceMeters") for lap in laps)),
            timer_s=_positive(sum(timers)),
            heart_rate_avg_bpm=_lap_mean(laps, timers, f"{_TCX}AverageHeartRateBpm/{_TCX}Value"),
            power_avg_w=_lap_mean(laps, timers, f"{_TCX}Extensions/{_LX}LX/{_LX}AvgWatts"),
        )


def _number(lap: Element, path: str) -> float:
    return float(lap.findtext(path) or "nan")


def _lap_mean(laps: Sequence[Element], timers: Sequence[float], path: str) -> float | None:
    pairs = [
        (_number(lap, path), timer) for lap, timer in zip(laps, timers, strict=True) if timer > 0.0
    ]
    return _positive(sum(value * timer for value, timer in pairs) / sum(timers)) if pairs else None


def _connect(document: Any) -> Iterator[Stated]:
    """An activity document, or a page of the list of activities."""
    rows = document.get("activityList", []) if isinstance(document, dict) else document
    if isinstance(document, dict) and "summaryDTO" in document:
        rows = [{**document, **document["summaryDTO"]}]
    for row in rows:
        kind = row.get("activityTypeDTO") or row.get("activityType") or {}
        if "run" not in str(kind.get("typeKey")):
            continue
        yield Stated(
            started_at=_gmt(row["startTimeGMT"]),
            distance_m=_positive(row.get("distance")),
            timer_s=_positive(row.get("duration")),
            elapsed_s=_elapsed_s(row),
            speed_mps=_positive(row.get("averageSpeed")),
            heart_rate_avg_bpm=_positive(row.get("averageHR")),
            power_avg_w=_positive(row.get("averagePower", row.get("avgPower"))),
        )


def _elapsed_s(row: Mapping[str, Any]) -> float | None:
    """Old lists give it in milliseconds."""
    elapsed, timer = _positive(row.get("elapsedDuration")), _positive(row.get("duration"))
    if elapsed is None or timer is None:
        return elapsed
    return elapsed / 1000.0 if elapsed > 100.0 * timer else elapsed


def _gmt(text: str) -> datetime:
    return datetime.fromisoformat(text.replace(" ", "T")).replace(tzinfo=UTC)


def _list_of_activities(data: bytes) -> Iterator[Stated]:
    """Rows of runs in Activities.csv with decimal commas, as the collection has it."""
    rows = list(csv.DictReader(data.decode("utf-8-sig").splitlines()))
    if not rows or "Activity Type" not in rows[0]:
        return
    for row in rows:
        if "Run" not in row["Activity Type"]:
            continue
        # A track run counts metres in a list of kilometres.
        distance = _decimal(row["Distance"])
        metres = 1.0 if row["Activity Type"] == "Track Running" else 1000.0
        yield Stated(
            started_at=datetime.fromisoformat(row["Date"]).replace(tzinfo=UTC),
            distance_m=None if distance is None else distance * metres,
            timer_s=_clock(row["Time"]),
            elapsed_s=_clock(row["Elapsed Time"]),
            heart_rate_avg_bpm=_decimal(row["Avg HR"]),
            power_avg_w=_decimal(row.get("Avg Power", "")),
        )


def _decimal(text: str) -> float | None:
    """'11,9' and '2.932' (thousands)."""
    plain = text.strip().replace(".", "").replace(",", ".")
    return _positive(float(plain)) if re.fullmatch(r"\d+(\.\d+)?", plain) else None


def _clock(text: str) -> float | None:
    parts = text.strip().replace(",", ".").split(":")
    if len(parts) not in (2, 3) or not all(re.fullmatch(r"\d+(\.\d+)?", part) for part in parts):
        return None
    total_s = 0.0
    for part in parts:
        total_s = 60.0 * total_s + float(part)
    return _positive(total_s)


def _positive(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and value > 0 else None


def compare_file(path: Path, data_folder: Path) -> tuple[Compared, ...]:
    """A file through `ingest` into an empty store, and each run of it beside what it states."""
    context = build(Config(data_folder=data_folder, settings=Settings(workers=1)))
    try:
        if path.name.startswith("garmin_connect_activities"):
            shown = tuple(_rows_read(path))
        else:
            shown = tuple(_rows_stored(context, path))
    finally:
        context.store.close()
    return tuple(_compared(path, one, row) for one, row in _paired(stated_by(path), shown))


def _paired(
    stated: Sequence[Stated], shown: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[Stated | None, Mapping[str, Any]]]:
    """Each run with what the file states of it: in order, or by the start where some were left
    out. None: the file states nothing of it."""
    if len(stated) == len(shown):
        yield from zip(stated, shown, strict=True)
        return
    for row in shown:
        near = [one for one in stated if abs((one.started_at - row["started_at"]).days) < 1]
        near.sort(key=lambda one: abs(one.started_at - row["started_at"]))
        yield (near[0] if near else None), row


def _rows_stored(context: Context, path: Path) -> Iterator[Mapping[str, Any]]:
    """The rows of `hakaru activities --json`, oldest first."""
    ingest(context, paths=(path,))
    listed = activities(context, since=None, until=None, limit=10_000)
    content = as_plain(listed, whole=True)
    columns, rows = content["columns"], content["activities"]
    for run, row in reversed(tuple(zip(listed.activities, rows, strict=True))):
        yield {**dict(zip(columns, row, strict=True)), "started_at": run.started_at}


def _rows_read(path: Path) -> Iterator[Mapping[str, Any]]:
    """The same for a list of a thousand runs, without storing them."""
    runs = [
        prepare(recording)
        for candidate in discover([path])
        for recording in read_candidate(candidate)
    ]
    for run in sorted(runs, key=lambda run: run.recording.started_at):
        yield {
            "activity_date": run.recording.day.isoformat(),
            "started_at": run.recording.started_at,
            "totals_basis": run.totals.totals_basis,
            **{name: getattr(run.totals, name) for name in FIGURES},
        }


def _compared(path: Path, stated: Stated | None, row: Mapping[str, Any]) -> Compared:
    own = {name: None if stated is None else getattr(stated, name) for name in FIGURES}
    shown = {name: row[name] for name in FIGURES}
    differences: list[tuple[str, float | None, float | None]] = [
        (name, value, shown[name])
        for name, value in own.items()
        if value is not None and not _alike(name, value, shown[name])
    ]
    if stated is not None and not _speed_agrees(stated, shown["pace_s_per_km"]):
        differences.append(("speed_mps", stated.speed_mps, shown["pace_s_per_km"]))
    return Compared(
        file=path.name,
        started_at=str(row["activity_date"]),
        totals_basis=str(row["totals_basis"]),
        stated=own,
        shown=shown,
        differences=tuple(differences),
    )


def _alike(name: str, stated: float, shown: float | None) -> bool:
    return shown is not None and abs(stated - shown) <= ROUNDING[name]


def _speed_agrees(stated: Stated, pace_s_per_km: float | None) -> bool:
    """Whether the pace shown is the mean speed that the file states, to the step it is stated in.

    Two files of the collection state a speed that is not their own distance over their own timer;
    what is shown is the latter, so there is nothing to hold it against.
    """
    speed_mps = stated.speed_mps
    if speed_mps is None:
        return True
    room_s = ROUNDING["pace_s_per_km"] + 1000.0 * _SPEED_STEP_MPS / speed_mps**2
    own_s = 1000.0 / speed_mps
    if stated.pace_s_per_km is not None and abs(own_s - stated.pace_s_per_km) > room_s:
        return True
    return pace_s_per_km is not None and abs(own_s - pace_s_per_km) <= room_s


def recordings_in(folder: Path) -> tuple[Path, ...]:
    """Every file that can be a recording or a list of them, by name."""
    endings = (".fit", ".tcx", ".tcx.gz", ".gpx", ".gpx.gz")
    found = [path for path in folder.rglob("*") if path.name.endswith(endings)]
    documents = re.compile(r"activity(_list)?_\d+\.json")
    found += [path for path in folder.rglob("*.json") if documents.fullmatch(path.name)]
    found += list(folder.rglob("garmin_connect_activities*.csv"))
    return tuple(sorted(found))


def table(folder: Path) -> tuple[tuple[Compared, ...], Mapping[str, str]]:
    """Every run of a folder, and why there is none of some files."""
    every: list[Compared] = []
    without: dict[str, str] = {}
    for path in recordings_in(folder):
        with tempfile.TemporaryDirectory() as data:
            try:
                runs = compare_file(path, Path(data))
            except HakaruError as error:
                runs, without[path.name] = (), str(error)
        if not runs:
            without.setdefault(path.name, "no run in it")
        every += runs
    return tuple(every), without


def main(arguments: Sequence[str]) -> int:
    """Write the table; 1 where a figure differs by more than rounding."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args(arguments)
    runs, without = table(chosen.folder)
    different = [run for run in runs if run.differences]
    stated = [value for run in runs for value in run.stated.values() if value is not None]
    document = {
        "n_runs": len(runs),
        "n_with_stated_totals": sum(any(run.stated.values()) for run in runs),
        "n_figures_compared": len(stated),
        "n_different": len(different),
        "different": [asdict(run) for run in different],
        "files_without_a_run": without,
        "runs": [asdict(run) for run in runs],
    }
    text = json.dumps(document, indent=1, ensure_ascii=False)
    if chosen.out is None:
        sys.stdout.write(text + "\n")
    else:
        chosen.out.write_text(text + "\n", encoding="utf-8")
    return 1 if different else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
