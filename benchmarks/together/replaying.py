"""Scores a recorded day of attention again and again, and writes it down, a minute at a time.

`python -m benchmarks.together.replaying DATA`: ended by closing its standard input.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from tests.focus.factories import make_camera, make_pc

from benchmarks.together.until import until_closed
from hakaru.bootstrap import Config, build
from hakaru.flows.context import Settings
from hakaru.flows.focus import replay_focus
from hakaru.focus.timeline import Record, Recorded
from hakaru.sources.focus_files import session_lines
from hakaru.store.focus import write_records
from hakaru.store.state import State

PAUSE_S = 0.5
_STEP_S = 10.0
_RECORDS = 2880
_A_MINUTE = 6


def main(data: str) -> None:
    """Eight hours of records, scored in every turn; one minute of them more is stored."""
    context = build(Config(data_folder=Path(data), settings=Settings()))
    state = State(context.data_folder)
    start_s = datetime(2026, 3, 2, 9, tzinfo=UTC).timestamp()
    records = [_record(start_s + _STEP_S * at, at) for at in range(_RECORDS)]
    file = context.data_folder.parent / "recorded.jsonl"
    file.write_text("".join(session_lines(records)), encoding="utf-8")
    turns, lost = 0, 0
    for turn in until_closed(every_s=PAUSE_S):
        turns = turn + 1
        lost += replay_focus(context, file=file).n_records != _RECORDS
        first = _A_MINUTE * turn % _RECORDS
        write_records(state, records[first : first + _A_MINUTE])
    context.store.close()
    print(json.dumps({"calls": turns, "stored": 0, "errors": ["records are lost"] * lost}))


def _record(at_s: float, number: int) -> Record:
    """Now and then nobody is there."""
    camera = make_camera(timestamp=at_s, face_detected=number % 60 < 50)
    return Record(recorded=Recorded(at_s=at_s, camera=camera, pc=make_pc(timestamp=at_s)))


if __name__ == "__main__":
    main(*sys.argv[1:])
