"""How long does the judge of proposals take on any JSON, do the narrators always pass it, and how
long takes a confirmed change when fifty ask for it at once?

`python -m benchmarks proposals [--quick]`. An exception of the judge ends it.
"""

from __future__ import annotations

import dataclasses
import json
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from benchmarks.proposals.made import IDS, ORGANIZER, desks, values
from hakaru.bootstrap import Config, build
from hakaru.core.errors import ChangeRefused
from hakaru.flows.changes import apply_change, confirm_change
from hakaru.flows.context import Context, Settings
from hakaru.flows.nodes import add_node
from hakaru.proposals.advice import narrate_advisor
from hakaru.proposals.desk import Desk
from hakaru.proposals.narrator import narrate_organizer
from hakaru.proposals.tasks import validate_advisor_report, validate_organizer_report

_SEED = 7
_AT_ONCE = 50


def run(quick: bool) -> Mapping[str, object]:
    """Milliseconds, and shares in percent."""
    n_values, n_desks, n_changes = (500, 60, 2) if quick else (10_000, 1_005, 20)
    return {
        "judge": _judged(list(values(n_values, seed=_SEED))),
        "good_report_ms": round(
            min(_took_ms(lambda: validate_organizer_report(ORGANIZER, IDS)) for _ in range(50)), 3
        ),
        "narrators": _narrated(list(desks(n_desks, seed=_SEED))),
        "fifty_at_once": _applied(n_changes),
    }


def _judged(made: Sequence[object]) -> Mapping[str, object]:
    took_ms = [
        _took_ms(lambda judge=judge, value=value: judge(value, IDS))  # type: ignore[misc]
        for value in made
        for judge in (validate_organizer_report, validate_advisor_report)
    ]
    return {"values": len(made), **_spread(took_ms)}


def _narrated(made: Sequence[Desk]) -> Mapping[str, object]:
    took_ms, n_passed, n_reports = [], 0, 0
    for desk in made:
        started_s = time.perf_counter()
        report = narrate_organizer(desk)
        took_ms.append(1_000 * (time.perf_counter() - started_s))
        plain = json.loads(json.dumps(dataclasses.asdict(report)))
        n_passed += validate_organizer_report(plain, [one.id for one in desk.nodes]).ok
        n_reports += 1
        for node in desk.nodes[:1]:
            advice = narrate_advisor(desk, node)
            plain = json.loads(json.dumps(dataclasses.asdict(advice)))
            n_passed += validate_advisor_report(plain, [node.id]).ok
            n_reports += 1
    return {
        "desks": len(made),
        "reports": n_reports,
        "passed_pct": round(100.0 * n_passed / n_reports, 3),
        **_spread(took_ms),
    }


def _applied(n_changes: int) -> Mapping[str, object]:
    took_ms: list[float] = []
    n_applied = 0
    with tempfile.TemporaryDirectory() as folder:
        context = build(Config(data_folder=Path(folder), settings=Settings()))
        for number in range(1, n_changes + 1):
            add_node(context, title=f"作業 {number}", note=None, status="READY", parent=None)
            agreed = confirm_change(
                context, node=f"n{number}", to="IN_PROGRESS", diff=None, change=None
            )
            name = agreed.confirmation.confirmation_id
            with ThreadPoolExecutor(_AT_ONCE) as pool:
                asked = [pool.submit(_apply, context, name) for _ in range(_AT_ONCE)]
            found = [one.result() for one in asked]
            n_applied += sum(applied for applied, _ in found)
            took_ms += [ms for _, ms in found]
        context.store.close()
    return {"changes": n_changes, "applied": n_applied, **_spread(took_ms)}


def _apply(context: Context, name: str) -> tuple[bool, float]:
    started_s = time.perf_counter()
    try:
        apply_change(context, confirmation=name, reason=None, source="human_ui")
        applied = True
    except ChangeRefused:
        applied = False
    return applied, 1_000 * (time.perf_counter() - started_s)


def _took_ms(call: Callable[[], object]) -> float:
    started_s = time.perf_counter()
    call()
    return 1_000 * (time.perf_counter() - started_s)


def _spread(took_ms: Sequence[float]) -> Mapping[str, object]:
    return {
        "p50_ms": round(float(np.percentile(took_ms, 50)), 3),
        "p99_ms": round(float(np.percentile(took_ms, 99)), 3),
        "max_ms": round(max(took_ms), 2),
    }
