"""Every command that writes, with words that make it write something on the prepared folder.

The contract: a new operation of profile `write` is in one of the two tables, or a test fails.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import duckdb

from hakaru.catalog.operations import OPERATIONS
from hakaru.sources.simulated.season import SeasonSettings
from tests.faults.running import Commands
from tests.flows.factories import SEASON_START
from tests.fuzz.samples import activitywatch_samples, nodes_json_samples
from tests.simulated import write_season

SEASON = SeasonSettings(
    seed=21, start_on=SEASON_START, weeks=3, runs_per_week=2, duration_frac=0.1, faults=False
)
DAY = "2025-01-07"
ELSEWHERE: Mapping[str, str] = {
    "fetch garmin": "it needs an account; what it stores is stored by ingest",
    "exports clean": "tests/flows/test_exports.py; each export is a file and its note",
    "repair": "tests/store/test_repair.py",
    "weather": "tests/flows/test_air.py; a transaction for each run, said again it changes nothing",
    "away": "tests/flows/test_comeback.py; one row in one transaction",
    "focus rules": "tests/focus; one file that is replaced whole",
    "focus snooze": "tests/surfaces/engine; one row of the small state",
    "focus wrong": "tests/surfaces/engine; one row of the small state",
    "focus corrections": "tests/surfaces/engine; one row of the small state",
    "cohort simulate": "tests/flows/test_cohort.py",
    "cohort train": "tests/flows/test_cohort.py",
    "cohort evaluate": "tests/flows/test_cohort.py",
}
"""Where another test kills it, and why not here."""


def prepare(folder: Path, ran: Commands) -> None:
    """`data` with half of a season, trained, and nodes; `season`, `more` and files to import."""
    files = write_season(folder / "season", SEASON)
    (folder / "more").mkdir()
    for file in files[len(files) // 2 :]:
        shutil.move(file, folder / "more" / file.name)
    (folder / "nodes.json").write_bytes(nodes_json_samples()[0])
    (folder / "aw.json").write_bytes(activitywatch_samples()[0])
    data = folder / "data"
    for words in (
        ("ingest", str(folder / "season")),
        ("train", "--history"),
        ("understand", "--all"),
        ("nodes", "import", str(folder / "nodes.json")),
        ("nodes", "add", "Another goal"),
        ("focus", "import", str(folder / "aw.json")),
    ):
        done = ran.run(*words, data=data)
        assert done.code == 0, (words, done)
    _note_ids(folder, ran)


def _note_ids(folder: Path, ran: Commands) -> None:
    """Nodes to change and a change to undo, whose names are drawn at random."""
    data = folder / "data"
    nodes = json.loads(ran.run("nodes", "list", "--json", data=data).out)
    names = _values(nodes, "id")
    agreed = json.loads(
        ran.run("confirm", "--node", names[0], "--to", "READY", "--json", data=data).out
    )
    added = json.loads(ran.run("nodes", "add", "To be taken back", "--json", data=data).out)
    with closing(duckdb.connect(str(data / "hakaru.duckdb"), read_only=True)) as con:
        (activity,) = con.execute("SELECT max(activity_id) FROM activities").fetchone() or (0,)
    known = {
        "node": names[0],
        "other": names[-1],
        "confirmation": _values(agreed, "confirmation_id")[0],
        "change": _values(added, "change_id")[0],
        "activity": str(activity),
    }
    (folder / "ids.json").write_text(json.dumps(known), encoding="utf-8")


def _values(value: object, key: str) -> list[str]:
    """Everything under a key, however deep."""
    if isinstance(value, Mapping):
        own = [str(value[key])] if key in value else []
        return own + [one for each in value.values() for one in _values(each, key)]
    if isinstance(value, list):
        return [one for each in value for one in _values(each, key)]
    return []


def words_of(command: str, prepared: Path, out: Path) -> tuple[str, ...]:
    """What is typed; files it writes go below `out`."""
    known = json.loads((prepared / "ids.json").read_text(encoding="utf-8"))
    return tuple(
        word.format(prepared=prepared, out=out, day=DAY, **known)
        for word in (*command.split(), *WORDS[command])
    )


WORDS: Mapping[str, tuple[str, ...]] = {
    "ingest": ("{prepared}/more",),
    "train": ("--history",),
    "evaluate": ("--all",),
    "reevaluate": (),
    "simulate": ("{out}/simulated", "--weeks", "1", "--start", "2025-01-06"),
    "label": ("{activity}", "recovery"),
    "edit": ("{activity}", "--title", "Hills", "--no-learn"),
    "remove": ("{activity}", "--yes"),
    "understand": ("--all",),
    "athlete set": ("heart_rate_max_bpm", "188"),
    "section add": ("{activity}", "summary", '{{"text": "A steady run."}}'),
    "nodes add": ("A new goal",),
    "nodes next": (),
    "nodes edit": ("{node}", "--title", "Another title"),
    "nodes remove": ("{other}", "--yes"),
    "nodes move": ("{node}", "READY"),
    "nodes export": ("{out}/nodes.json",),
    "nodes import": ("{prepared}/nodes.json",),
    "confirm": ("--node", "{node}", "--to", "READY"),
    "apply": ("{confirmation}",),
    "undo": ("{change}",),
    "focus import": ("{prepared}/aw.json",),
    "focus export": ("{out}/focus.csv", "--since", "2026-03-01", "--until", "2026-03-07"),
    "focus forget": (),
    "focus pause": (),
    "focus resume": (),
    "focus settings": ("camera_enabled", "off"),
    "analyze": ("{activity}",),
    "run": ("{activity}", "--out", "{out}/run"),
    "report": ("{activity}", "--out", "{out}/report"),
    "export": ("--query", "SELECT * FROM splits"),
    "materialize": ("kept", "SELECT * FROM splits"),
}
WRITING = tuple(operation.command for operation in OPERATIONS if operation.profile == "write")
"""As the catalogue has them."""
