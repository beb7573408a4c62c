"""How is what was known at one time, and what was decided, written as one line of JSON?

The form of recorded files and of the stored history alike, so that either can be scored again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.focus.classify import Verdict
from hakaru.focus.rescore import Recorded
from hakaru.focus.signals import as_values, read_camera, read_pc
from hakaru.focus.states import STATES, FocusState

FORMAT = "hakaru-focus-session/1"
LINE_MOST = 20_000
_EARLIEST_S, _LATEST_S = 0.0, 4_102_444_800.0
"""1970 to 2100."""


@dataclass(frozen=True, kw_only=True)
class Decided:
    """What was decided at the time, as it was written then."""

    state: FocusState
    confidence: float
    source: str
    reasons: tuple[str, ...]
    classifier: str


@dataclass(frozen=True, kw_only=True)
class Record:
    """One line: what was known, and what was decided then (None: it was only recorded)."""

    recorded: Recorded
    decided: Decided | None = None


def decided_by(verdict: Verdict) -> Decided:
    """What of a verdict is written down."""
    return Decided(
        state=verdict.state,
        confidence=verdict.confidence,
        source=verdict.source,
        reasons=verdict.reasons,
        classifier=verdict.classifier,
    )


def header_line() -> str:
    """The first line of a recorded file."""
    return json.dumps({"format": FORMAT})


def record_line(record: Record) -> str:
    """One record as JSON without line breaks."""
    recorded = record.recorded
    values: dict[str, object] = {
        "at": round(recorded.at_s, 3),
        "camera": None if recorded.camera is None else as_values(recorded.camera),
        "pc": None if recorded.pc is None else as_values(recorded.pc),
    }
    if record.decided is not None:
        decided = record.decided
        values["decided"] = {
            "state": decided.state,
            "confidence": decided.confidence,
            "source": decided.source,
            "reasons": list(decided.reasons),
            "classifier": decided.classifier,
        }
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def is_header(line: str) -> bool:
    """Whether a line begins a recorded file of this format."""
    values = _object(line)
    return values is not None and values.get("format") == FORMAT


def read_record(line: str) -> Record | None:
    """The record of a line; None: it is none (cut off, damaged, without a time)."""
    values = _object(line)
    if values is None:
        return None
    at_s = values.get("at")
    if isinstance(at_s, bool) or not isinstance(at_s, int | float):
        return None
    if not _EARLIEST_S <= at_s <= _LATEST_S:
        return None
    camera, pc = values.get("camera"), values.get("pc")
    recorded = Recorded(
        at_s=float(at_s),
        camera=read_camera(camera) if isinstance(camera, Mapping) else None,
        pc=read_pc(pc) if isinstance(pc, Mapping) else None,
    )
    return Record(recorded=recorded, decided=_decided(values.get("decided")))


def _object(line: str) -> Mapping[str, object] | None:
    if len(line) > LINE_MOST:
        return None
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return values if isinstance(values, Mapping) else None


def _decided(values: object) -> Decided | None:
    if not isinstance(values, Mapping):
        return None
    state = next((name for name in STATES if name == values.get("state")), None)
    confidence, reasons = values.get("confidence"), values.get("reasons")
    if state is None or not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
        return None
    return Decided(
        state=state,
        confidence=float(confidence),
        source=str(values.get("source", "")),
        reasons=tuple(str(reason) for reason in reasons) if isinstance(reasons, list) else (),
        classifier=str(values.get("classifier", "")),
    )
