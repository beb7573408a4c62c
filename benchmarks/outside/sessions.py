"""What the product says of labelled real recordings, scored as REAL_LABELS.md fixes it.

Each donor has a data folder of their own, as in use; every recording of a donor is in before the
first question is asked, each followed by the other files of the same activity. Answers are the JSON
of `get_session`, as a script reads it.
"""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hakaru.bootstrap import build, load_config
from hakaru.catalog.operation import load
from hakaru.catalog.operations import OPERATIONS
from hakaru.catalog.reply import as_json
from hakaru.core.errors import HakaruError
from hakaru.flows.context import Context
from hakaru.flows.ingest import ingest

LABELS: Final = Path(__file__).with_name("real_labels.json")
TOLERANCE_S: Final = 2.0
SURE_FRAC: Final = 0.7
"""A type held for less certain than this is not to be rated."""

_ONE_DONOR: Final = ("connect_api/", "fenix5xplus", "fenix6x", "fr610")
"""Files of one and the same runner, by SOURCES.md."""
_SAME_NAME: Final = {
    "long_run": "aerobic_base",
    "easy": "aerobic_base",
    "tempo": "tempo_threshold",
    "threshold": "tempo_threshold",
}
_PARTS: Final = {
    "warmup": "warm_up",
    "recovery": "recoveries",
    "cooldown": "cool_down",
}
"""The part of the label behind each role of the product that a file can lack."""
_EVENNESS: Final = frozenset({"pace_consistency", "work_consistency", "consistency"})

Reply = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Label:
    """One recording as it was labelled; `files`: it and the others of the same activity."""

    path: str
    files: tuple[str, ...]
    kind: str
    training_type: str
    alternatives: tuple[str, ...]
    absent: frozenset[str]
    repetitions: tuple[Mapping[str, float], ...]

    @property
    def is_scored(self) -> bool:
        """Whether somebody could say what it was."""
        return self.kind == "run" and self.training_type != "unclear"

    def accepts(self, training_type: str | None) -> bool:
        """Whether a coach would accept this type."""
        if training_type is None:
            return False
        name = _SAME_NAME.get(training_type, training_type)
        return name in (self.training_type, *self.alternatives)


def read_labels() -> list[Label]:
    """Every labelled recording."""
    stored = json.loads(LABELS.read_text(encoding="utf-8"))
    return [
        Label(
            path=entry["path"],
            files=(entry["path"], *entry["same_recording"]),
            kind=entry["kind"],
            training_type=entry["type"],
            alternatives=tuple(entry["alternatives"]),
            absent=frozenset(part for part, said in entry["parts"].items() if said == "absent"),
            repetitions=tuple(entry["repetitions"]),
        )
        for entry in stored["recordings"]
    ]


def measure(folder: Path, *, with_rows: bool) -> Mapping[str, object]:
    """Types, stars, repetitions; with the rows of lists, too."""
    labels = read_labels()
    answers = answers_to(folder, labels)
    scored = [label for label in labels if label.is_scored]
    return {
        "type": type_figures(scored, answers),
        "rating": rating_figures(labels, answers),
        "parts": part_figures(scored, answers),
        "repetitions": repetition_figures(labels, answers),
        "unclear": {
            label.path: _type_of(answers.get(label.path))
            for label in labels
            if label.kind == "run" and not label.is_scored
        },
        **({"rows": row_figures(folder)} if with_rows else {}),
    }


def answers_to(folder: Path, labels: Sequence[Label]) -> Mapping[str, Reply]:
    """The session of each labelled recording that became a run, by its path."""
    answers: dict[str, Reply] = {}
    donors: dict[str, list[Label]] = {}
    for label in labels:
        donors.setdefault(_donor(label.path), []).append(label)
    for own in donors.values():
        with _fresh_context() as context:
            ids = dict(_stored(context, folder, own))
            for path, activity_id in ids.items():
                answers[path] = asked(context, "get_session", activity=activity_id, detail=True)
    return answers


def asked(context: Context, name: str, **given: object) -> Reply:
    """The JSON of an operation, as a script reads it; `{}` where it was refused."""
    operation = next(one for one in OPERATIONS if one.name == name)
    arguments = {param.name: param.default for param in operation.params} | given
    try:
        reply: Reply = json.loads(as_json(load(operation.target)(context, **arguments), whole=True))
    except HakaruError:
        return {}
    return reply


def _stored(context: Context, folder: Path, labels: Sequence[Label]) -> Iterator[tuple[str, str]]:
    """Path and id of each recording that became a run."""
    for label in labels:
        stored: list[int] = []
        for name in label.files:
            stored.extend(ingest(context, paths=[folder / name]).activity_ids)
        if stored:
            yield label.path, str(stored[-1])


def _donor(path: str) -> str:
    return "one" if any(part in path for part in _ONE_DONOR) else path


@contextmanager
def _fresh_context() -> Iterator[Context]:
    with tempfile.TemporaryDirectory(prefix="hakaru-outside-sessions-") as scratch:
        context = build(load_config(data_folder=Path(scratch) / "data", language="en"))
        try:
            yield context
        finally:
            context.store.close()


def _type_of(reply: Reply | None) -> str:
    return str((reply or {}).get("training_type", "no run"))


def type_figures(labels: Sequence[Label], answers: Mapping[str, Reply]) -> Mapping[str, object]:
    """Rule 1: the type, or an alternative of it."""
    said = {label.path: answers.get(label.path, {}).get("training_type") for label in labels}
    right = [label for label in labels if label.accepts(said[label.path])]
    return {
        "recordings": len(labels),
        "right": len(right),
        "right_pct": round(100 * len(right) / len(labels), 1),
        "wrong": {
            label.path: f"{said[label.path]}, labelled {label.training_type}"
            for label in labels
            if label not in right
        },
        "said": {path: str(training_type) for path, training_type in said.items()},
    }


def rating_figures(labels: Sequence[Label], answers: Mapping[str, Reply]) -> Mapping[str, object]:
    """Rule 2: what a race, a trail and an uncertain type must not be told."""
    graded_races, uneven_trails, uncertain = [], [], []
    for label in labels:
        reply = answers.get(label.path)
        if not reply:
            continue
        stars = reply.get("session_stars")
        if reply["training_type"] == "race" and stars is not None:
            graded_races.append(label.path)
        confidence_frac = reply.get("type_confidence_frac")
        is_sure = confidence_frac is not None and confidence_frac >= SURE_FRAC
        if stars is not None and not is_sure:
            uncertain.append(f"{label.path} ({confidence_frac})")
        if label.training_type == "trail" and _judged_for_evenness(reply):
            uneven_trails.append(label.path)
    return {
        "races with stars": len(graded_races),
        "trails judged for evenness": len(uneven_trails),
        "uncertain types with stars": len(uncertain),
        "breaches": {
            "races": graded_races,
            "trails": uneven_trails,
            "uncertain": uncertain,
        },
    }


def _judged_for_evenness(reply: Reply) -> bool:
    criteria = (row for phase in reply["phases"] for row in _criteria(reply, phase))
    return any(
        row["name"] in _EVENNESS and not row["outcome"].startswith(("cannot_tell", "shown"))
        for row in criteria
    )


def _criteria(reply: Reply, phase: Reply) -> Iterator[Reply]:
    for row in phase["criteria"]:
        yield (
            row
            if isinstance(row, Mapping)
            else dict(zip(reply["criterion_columns"], row, strict=False))
        )


def part_figures(labels: Sequence[Label], answers: Mapping[str, Reply]) -> Mapping[str, object]:
    """Rule 3: what is held against a recording although the file does not hold it."""
    stars = 0
    criteria: list[str] = []
    for label in labels:
        reply = answers.get(label.path)
        if not reply:
            continue
        absent = {role for role, part in _PARTS.items() if part in label.absent}
        stars += sum(
            deduction["stars"]
            for deduction in reply["deductions"]
            if deduction.get("role") in absent or _names_one(deduction["reason"], absent)
        )
        criteria.extend(
            f"{label.path}: {phase['role']} {row['name']}"
            for phase in reply["phases"]
            if phase["role"] in absent
            for row in _criteria(reply, phase)
            if row["outcome"].startswith("not_met")
        )
    return {
        "stars lost for absent parts": stars,
        "criteria not met in absent parts": len(criteria),
        "where": criteria,
    }


def _names_one(reason: str, roles: set[str]) -> bool:
    """Whether a reason is about one of the roles."""
    return any(role in reason for role in roles)


def repetition_figures(
    labels: Sequence[Label], answers: Mapping[str, Reply]
) -> Mapping[str, object]:
    """Rule 4: as many as there were, each bound within two seconds."""
    sessions = [label for label in labels if label.repetitions]
    differences = {label.path: _differences(label, answers.get(label.path)) for label in sessions}
    agreed = sum(not wrong for wrong, _ in differences.values())
    return {
        "sessions": len(sessions),
        "equal to laps": agreed,
        "equal_pct": round(100 * agreed / len(sessions), 1),
        "differences": {
            path: "; ".join(wrong) or "none" for path, (wrong, _) in differences.items()
        },
        "distances": {path: distances for path, (_, distances) in differences.items()},
    }


def _differences(label: Label, reply: Reply | None) -> tuple[list[str], str]:
    """What disagrees with the laps, and how far the distances are from the watch's."""
    if not reply:
        return ["no run"], "no run"
    works = [row for row in reply["segments"] if row[0] == "work"]
    if len(works) != len(label.repetitions):
        return [f"{len(works)} repetitions, labelled {len(label.repetitions)}"], "not compared"
    wrong, distances = [], []
    for number, (row, true) in enumerate(zip(works, label.repetitions, strict=True), start=1):
        start_s, end_s = row[2] - true["start_s"], row[3] - true["end_s"]
        if max(abs(start_s), abs(end_s)) > TOLERANCE_S:
            wrong.append(f"{number}: {start_s:+.0f} s, {end_s:+.0f} s")
        distances.append(f"{row[4] - true['distance_m']:+.0f} m")
    return wrong, ", ".join(distances)


def row_figures(folder: Path) -> Mapping[str, object]:
    """Rule 5: rows of lists, a figure of their own."""
    stored = json.loads(LABELS.read_text(encoding="utf-8"))["rows"]
    figures: dict[str, object] = {}
    for name, rows in stored.items():
        with _fresh_context() as context:
            ingest(context, paths=[folder / name])
            figures[name] = _row_figures(context, rows, moments=_moments(folder / name))
    return figures


def _row_figures(
    context: Context, rows: Sequence[Reply], *, moments: Sequence[tuple[str, float]]
) -> Mapping[str, object]:
    """Types of the labelled rows of one list; a row is found by its day and distance."""
    listed = asked(context, "activities", limit=100_000)
    runs = [dict(zip(listed["columns"], row, strict=True)) for row in listed["activities"]]
    said: dict[str, dict[str, int]] = {}
    right = 0
    for row in rows:
        day, distance_m = moments[row["row"] - 1]
        training_type = "no run"
        for run in runs:
            if run["activity_date"] == day and abs((run["distance_m"] or 0.0) - distance_m) < 10.0:
                reply = asked(context, "get_session", activity=str(run["activity_id"]))
                training_type = _type_of(reply)
                break
        counts = said.setdefault(row["type"], {})
        counts[training_type] = counts.get(training_type, 0) + 1
        name = _SAME_NAME.get(training_type, training_type)
        right += name in (row["type"], *row["alternatives"])
    return {
        "rows": len(rows),
        "right": right,
        "right_pct": round(100 * right / len(rows), 1),
        "said": said,
    }


def _moments(path: Path) -> list[tuple[str, float]]:
    """Local day and metres of each row of a list."""
    if path.suffix == ".json":
        stored = json.loads(path.read_text(encoding="utf-8"))
        rows = stored if isinstance(stored, list) else next(iter(stored.values()))
        return [(row["startTimeLocal"][:10], float(row.get("distance") or 0.0)) for row in rows]
    with path.open(encoding="utf-8-sig", newline="") as lines:
        return [
            (row["Date"][:10], 1000.0 * float(row["Distance"].replace(".", "").replace(",", ".")))
            for row in csv.DictReader(lines)
        ]
