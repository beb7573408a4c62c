"""FIT files of generated runs: a small encoder written from the public protocol."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.outside.runner import Floats
from benchmarks.outside.season import Season
from benchmarks.outside.seconds import Lap, Run, mean_of, runs_of

FIT_EPOCH: Final = datetime(1989, 12, 31, tzinfo=UTC)
GARMIN: Final = 1
RUNNING: Final = 1
HEART_RATE_STRAP: Final = 120
ANT_PLUS: Final = 1
LOCAL: Final = 5

BASE_TYPES: Final = {
    "enum": (0x00, "<u1", 0xFF),
    "sint8": (0x01, "<i1", 0x7F),
    "uint8": (0x02, "<u1", 0xFF),
    "uint16": (0x84, "<u2", 0xFFFF),
    "uint32": (0x86, "<u4", 0xFFFFFFFF),
    "uint32z": (0x8C, "<u4", 0),
}
"""Per base type: its number in a definition, how numpy writes it, and its invalid value."""


@dataclass(frozen=True)
class Column:
    """One field of a message, over all messages of that kind: NaN becomes the invalid value."""

    number: int
    base_type: str
    values: Floats | Sequence[float]
    scale: float = 1.0
    offset: float = 0.0

    def raw(self) -> NDArray[np.generic]:
        """Return the integers that stand in the file."""
        _, kind, invalid = BASE_TYPES[self.base_type]
        scaled = (np.asarray(self.values, dtype=float) + self.offset) * self.scale
        limits = np.iinfo(np.dtype(kind))
        whole = np.clip(np.floor(scaled + 0.5), limits.min, limits.max)
        return np.where(np.isnan(scaled), invalid, np.nan_to_num(whole)).astype(kind)


def fit_crc(data: bytes) -> int:
    """Return the CRC-16 of the protocol."""
    crc = 0
    for byte in data:
        crc = (crc >> 8) ^ _CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc


def _crc_of_byte(byte: int) -> int:
    for _ in range(8):
        byte = (byte >> 1) ^ 0xA001 if byte & 1 else byte >> 1
    return byte


_CRC_TABLE: Final = tuple(_crc_of_byte(byte) for byte in range(256))


def encode(run: Run) -> bytes:
    """Return a run as the bytes of a FIT activity."""
    columns, start = run.columns, _seconds_since_epoch(run.plan.start)
    end = start + columns.elapsed_s[-1]
    body = b"".join(
        (
            _file_id(run, start),
            _devices(run, start),
            _event(start, kind=0),
            _records(run, start),
            _event(end, kind=4),
            _laps(run, start),
            _session(run, start),
            _activity(run, end),
        )
    )
    head = b"\x0e\x20" + (2195).to_bytes(2, "little") + len(body).to_bytes(4, "little") + b".FIT"
    whole = head + fit_crc(head).to_bytes(2, "little") + body
    return whole + fit_crc(whole).to_bytes(2, "little")


def file_name(run: Run) -> str:
    """Return a name that sorts in the order of time."""
    day = run.plan.start.strftime("%Y-%m-%d")
    return f"runner{run.runner.index:02d}_{run.plan.index:03d}_{day}_{run.plan.kind}.fit"


def write_season(season: Season, folder: Path) -> list[Path]:
    """Write each run of a season to a folder; return the files in the order of time."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for run in runs_of(season):
        path = folder / file_name(run)
        path.write_bytes(encode(run))
        paths.append(path)
    return paths


def _messages(local: int, number: int, columns: Sequence[Column]) -> bytes:
    """Return a definition and its messages, one per row of the columns."""
    raws = [column.raw() for column in columns]
    head = bytes([0x40 | local, 0, 0]) + number.to_bytes(2, "little") + bytes([len(columns)])
    fields = b"".join(
        bytes([column.number, raw.itemsize, BASE_TYPES[column.base_type][0]])
        for column, raw in zip(columns, raws, strict=True)
    )
    kinds = [("head", "<u1")]
    kinds += [(f"field_{c.number}", BASE_TYPES[c.base_type][1]) for c in columns]
    rows = np.zeros(raws[0].size, dtype=np.dtype(kinds))
    rows["head"] = local
    for column, raw in zip(columns, raws, strict=True):
        rows[f"field_{column.number}"] = raw
    return head + fields + rows.tobytes()


def _seconds_since_epoch(moment: datetime) -> float:
    return (moment - FIT_EPOCH).total_seconds()


def _file_id(run: Run, start: float) -> bytes:
    device = run.plan.device
    return _messages(
        0,
        0,
        [
            Column(0, "enum", [4]),
            Column(1, "uint16", [GARMIN]),
            Column(2, "uint16", [device.watch_product]),
            Column(3, "uint32z", [device.watch_serial]),
            Column(4, "uint32", [start]),
        ],
    )


def _devices(run: Run, start: float) -> bytes:
    """Return the watch as creator and, where one is worn, the strap that measures form."""
    device, nothing = run.plan.device, float("nan")
    strap = device.strap_product is not None
    rows = 2 if strap else 1
    return _messages(
        1,
        23,
        [
            Column(253, "uint32", [start] * rows),
            Column(0, "uint8", [0, 1][:rows]),
            Column(1, "uint8", [nothing, HEART_RATE_STRAP][:rows]),
            Column(2, "uint16", [GARMIN] * rows),
            Column(3, "uint32z", [device.watch_serial, device.strap_serial or 0][:rows]),
            Column(4, "uint16", [device.watch_product, device.strap_product or 0][:rows]),
            Column(25, "enum", [LOCAL, ANT_PLUS][:rows]),
        ],
    )


def _event(moment: float, kind: int) -> bytes:
    """Return the timer's start (0) or its stop (4, all)."""
    return _messages(
        2, 21, [Column(253, "uint32", [moment]), Column(0, "enum", [0]), Column(1, "enum", [kind])]
    )


def _records(run: Run, start: float) -> bytes:
    c = run.columns
    strides, part = _cadence(c.cadence_spm)
    fields = [
        Column(253, "uint32", start + c.elapsed_s),
        Column(5, "uint32", c.distance_m, 100),
        Column(73, "uint32", c.speed_mps, 1000),
        Column(78, "uint32", c.altitude_m, 5, 500),
        Column(41, "uint16", c.gct_ms, 10),
        Column(39, "uint16", c.vo_mm, 10),
        Column(83, "uint16", c.vr_pct, 100),
        Column(85, "uint16", 1000 * c.step_length_m, 10),
        Column(3, "uint8", c.heart_rate_bpm),
        Column(4, "uint8", strides),
        Column(53, "uint8", part, 128),
        Column(13, "sint8", c.temperature_c),
    ]
    if c.power_w is not None:
        fields.append(Column(7, "uint16", c.power_w))
    return _messages(3, 20, fields)


def _cadence(spm: Floats) -> tuple[Floats, Floats]:
    """Split steps per minute into whole strides per minute and 128ths of one."""
    fine = np.floor(spm / 2 * 128 + 0.5)
    return np.floor_divide(fine, 128), np.mod(fine, 128) / 128


def _laps(run: Run, start: float) -> bytes:
    laps, c = run.laps, run.columns
    begin = np.array([start + lap.first for lap in laps])
    lasted = np.array([lap.duration_s for lap in laps])
    cadence, part = _cadence(np.array([lap.cadence_spm for lap in laps]))
    last = laps[-1].number
    fields = [
        Column(254, "uint16", [lap.number for lap in laps]),
        Column(253, "uint32", begin + lasted),
        Column(0, "enum", [9] * len(laps)),
        Column(1, "enum", [1] * len(laps)),
        Column(2, "uint32", begin),
        Column(7, "uint32", lasted, 1000),
        Column(8, "uint32", lasted, 1000),
        Column(9, "uint32", [lap.distance_m for lap in laps], 100),
        Column(110, "uint32", [lap.speed_mps for lap in laps], 1000),
        Column(111, "uint32", _most(laps, c.speed_mps), 1000),
        Column(15, "uint8", [lap.heart_rate_bpm for lap in laps]),
        Column(16, "uint8", _most(laps, c.heart_rate_bpm)),
        Column(17, "uint8", cadence),
        Column(80, "uint8", part, 128),
        Column(21, "uint16", [lap.climb_m for lap in laps]),
        Column(22, "uint16", [lap.descent_m for lap in laps]),
        Column(24, "enum", [7 if lap.number == last else 2 for lap in laps]),
        Column(25, "enum", [RUNNING] * len(laps)),
        Column(50, "sint8", _means(laps, c.temperature_c)),
        Column(77, "uint16", [lap.vo_mm for lap in laps], 10),
        Column(79, "uint16", [lap.gct_ms for lap in laps], 10),
        Column(118, "uint16", [lap.vr_pct for lap in laps], 100),
        Column(120, "uint16", _means(laps, 1000 * c.step_length_m), 10),
    ]
    if c.power_w is not None:
        fields.append(Column(19, "uint16", _means(laps, c.power_w)))
        fields.append(Column(20, "uint16", _most(laps, c.power_w)))
    return _messages(4, 19, fields)


def _means(laps: Sequence[Lap], values: Floats) -> list[float]:
    return [mean_of(values[lap.first : lap.end]) for lap in laps]


def _most(laps: Sequence[Lap], values: Floats) -> list[float]:
    return [float(values[lap.first : lap.end].max()) for lap in laps]


def _session(run: Run, start: float) -> bytes:
    c = run.columns
    lasted, distance = float(c.elapsed_s[-1]), float(c.distance_m[-1])
    cadence, part = _cadence(c.cadence_spm.mean(keepdims=True))
    fields = [
        Column(254, "uint16", [0]),
        Column(253, "uint32", [start + lasted]),
        Column(0, "enum", [8]),
        Column(1, "enum", [1]),
        Column(2, "uint32", [start]),
        Column(5, "enum", [RUNNING]),
        Column(6, "enum", [0]),
        Column(7, "uint32", [lasted], 1000),
        Column(8, "uint32", [lasted], 1000),
        Column(9, "uint32", [distance], 100),
        Column(11, "uint16", [run.runner.mass_kg * distance / 1000.0]),
        Column(124, "uint32", [distance / lasted], 1000),
        Column(125, "uint32", [c.speed_mps.max()], 1000),
        Column(16, "uint8", [c.heart_rate_bpm.mean()]),
        Column(17, "uint8", [c.heart_rate_bpm.max()]),
        Column(18, "uint8", cadence),
        Column(92, "uint8", part, 128),
        Column(22, "uint16", [sum(lap.climb_m for lap in run.laps)]),
        Column(23, "uint16", [sum(lap.descent_m for lap in run.laps)]),
        Column(25, "uint16", [0]),
        Column(26, "uint16", [len(run.laps)]),
        Column(57, "sint8", [c.temperature_c.mean()]),
        Column(89, "uint16", [mean_of(c.vo_mm)], 10),
        Column(91, "uint16", [mean_of(c.gct_ms)], 10),
        Column(132, "uint16", [mean_of(c.vr_pct)], 100),
        Column(134, "uint16", [1000 * c.step_length_m.mean()], 10),
    ]
    if c.power_w is not None:
        fields.append(Column(20, "uint16", [c.power_w.mean()]))
        fields.append(Column(21, "uint16", [c.power_w.max()]))
    return _messages(5, 18, fields)


def _activity(run: Run, end: float) -> bytes:
    return _messages(
        6,
        34,
        [
            Column(253, "uint32", [end]),
            Column(0, "uint32", [float(run.columns.elapsed_s[-1])], 1000),
            Column(1, "uint16", [1]),
            Column(2, "enum", [0]),
            Column(3, "enum", [26]),
            Column(4, "enum", [1]),
            Column(5, "uint32", [end]),
        ],
    )
