"""How often is a model asked until its report keeps the rules, beside instructor?

The model is scripted: it mends exactly what it is told, so the count tells how much one telling
says. Faults are those of the tests of proposals, one to six in a report.
"""

from __future__ import annotations

import copy
import itertools
import json
import statistics
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.proposals.factories import good_organizer
from tests.proposals.planted import ORGANIZER_PLANTS, Plant

from benchmarks.peers.boxes import SCRIPTS, box
from hakaru.proposals.tasks import validate_organizer_report

_PHRASES = ("してください", "べき")
_IDS = ("n1", "n2", "n3")
_PER_COUNT = 5


def asking_again(quick: bool) -> Mapping[str, object]:
    """Mean and largest number of questions, over reports with one to six faults."""
    cases = [_case(chosen) for chosen in _chosen(1 if quick else _PER_COUNT)]
    given = json.dumps({"ids": _IDS, "phrases": _PHRASES, "cases": cases})
    done = subprocess.run(
        [box("instructor").python, str(SCRIPTS / "ask_report.py")],
        input=given,
        capture_output=True,
        text=True,
        check=True,
    )
    theirs = json.loads(done.stdout.splitlines()[-1])
    ours = [_asked(case) for case in cases]
    return {
        "reports": len(cases),
        "hakaru": _told(ours),
        "instructor, every rule on its field": _told(theirs["fields"]),
        "instructor, shape then rules": _told(theirs["shape_then_rules"]),
    }


def _told(counts: Sequence[int]) -> Mapping[str, float]:
    return {"mean": round(statistics.mean(counts), 2), "most": max(counts)}


def _chosen(per_count: int) -> Iterator[Sequence[tuple[Plant, str]]]:
    plants = list(ORGANIZER_PLANTS.values())
    for n_planted in range(1, 7):
        every = list(itertools.combinations(plants, n_planted))
        yield from every[:: max(1, len(every) // per_count)]


def _case(chosen: Sequence[tuple[Plant, str]]) -> Mapping[str, Any]:
    """The report with every choice of the faults, and where each of them lies."""
    reports = {}
    for mask in range(1 << len(chosen)):
        report = copy.deepcopy(good_organizer())
        for at, (plant, _) in enumerate(chosen):
            if mask >> at & 1:
                plant(report)
        reports[str(mask)] = report
    paths = [_place(good_organizer(), reports[str(1 << at)]) for at in range(len(chosen))]
    words = [told.split(": ")[-1] for _, told in chosen]
    return {"reports": reports, "paths": paths, "words": words}


def _place(good: Any, wrong: Any) -> str:
    """Where two values differ first, as pydantic writes a place."""
    if type(good) is type(wrong) and isinstance(good, dict):
        key = next(key for key in good if wrong.get(key, ...) != good[key])
        return key if key not in wrong else _below(str(key), good[key], wrong[key])
    if type(good) is type(wrong) and isinstance(good, list) and len(good) == len(wrong):
        at = next(at for at, one in enumerate(good) if wrong[at] != one)
        return _below(str(at), good[at], wrong[at])
    return ""


def _below(name: str, good: Any, wrong: Any) -> str:
    inner = _place(good, wrong)
    return f"{name}.{inner}" if inner else name


def _asked(case: Mapping[str, Any]) -> int:
    """How often our correction has to ask the same model."""
    left = (1 << len(case["words"])) - 1
    for asked in itertools.count(1):
        errors = validate_organizer_report(case["reports"][str(left)], _IDS).errors
        if not errors:
            return asked
        walk = "\n".join(errors)
        for at, words in enumerate(case["words"]):
            if words in walk:
                left &= ~(1 << at)
    raise AssertionError
