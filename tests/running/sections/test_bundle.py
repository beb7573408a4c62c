"""What an author of a section is handed: small, the same for the same run, every id in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from hakaru.guard.evidence import Fact
from hakaru.guard.task import EVIDENCE_MOST_BYTES
from hakaru.running.sections.evidence import (
    as_text,
    bundle,
    evidence_sha256,
)
from hakaru.running.sections.facts import gather, gather_all
from hakaru.running.sections.model import SECTIONS, SectionName, shown
from tests.running.sections.known_runs import known_run

RUNS = range(60)
NOTHING = replace(known_run(0), evaluation=None, splits=(), analysis=None)


def ids_in(told: Mapping[str, Any]) -> Iterator[str]:
    """The id of every cell that holds a value, by the two rules of the bundle."""
    facts = told.get("facts", {"columns": []})
    for row, cells in facts.items():
        if row != "columns":
            metric = row.partition(" ")[0]
            for role, cell in zip(facts["columns"], cells, strict=False):
                if cell is not None:
                    yield f"{metric}.{role}"
    places = told.get("at", {"columns": [], "units": []})
    for row, cells in places.items():
        if row not in ("columns", "units"):
            for column, cell in zip(places["columns"], cells, strict=True):
                if cell is not None:
                    yield f"{column}@{row}"


@pytest.mark.parametrize("section", SECTIONS)
def test_a_bundle_keeps_its_budget(section: SectionName) -> None:
    sizes = [len(as_text(bundle(gather(section, known_run(number)))).encode()) for number in RUNS]
    assert max(sizes) <= EVIDENCE_MOST_BYTES


@pytest.mark.parametrize("section", SECTIONS)
def test_every_fact_is_in_the_bundle_under_its_id_and_nothing_else_is(section: SectionName) -> None:
    for number in RUNS:
        about = gather(section, known_run(number))
        told = json.loads(as_text(bundle(about)))
        facts = {fact.id for fact in about.evidence.facts if fact.unit != "date"}
        assert set(ids_in(told)) == facts


def test_a_length_of_a_step_is_in_centimetres_of_a_metre() -> None:
    """Whole metres would be 1 m for every run."""
    step = Fact(metric="step_length", role="actual", value=1.1327, unit="m")
    assert shown(step) == 1.13
    assert shown(replace(step, metric="climb", value=25.4)) == 25


def test_the_same_run_gives_the_same_bytes_and_another_one_another_hash() -> None:
    hashes = set()
    for number in RUNS:
        for section, about in gather_all(known_run(number)).items():
            again = gather(section, known_run(number))
            assert as_text(bundle(about)) == as_text(bundle(again))
            assert evidence_sha256(about) == evidence_sha256(again)
            hashes.add(evidence_sha256(about))
    assert len(hashes) == len(RUNS) * len(SECTIONS)


def test_what_is_not_known_is_named() -> None:
    unknown = {section: set(about.unknown) for section, about in gather_all(NOTHING).items()}
    assert unknown == {
        "split": {"splits"},
        "phase": {"type", "rating"},
        "efficiency": {"form"},
        "environment": {"weather", "type"},
        "summary": {"form", "type", "rating"},
    }


def test_only_form_sections_carry_flags_and_only_what_was_judged_has_one() -> None:
    for number in RUNS:
        known = known_run(number)
        for section, about in gather_all(known).items():
            flags = dict(about.evidence.needs_improvement)
            if section not in ("efficiency", "summary") or known.evaluation is None:
                assert flags == {}
            else:
                rated = [one for one in known.evaluation.scored if one.rated]
                assert flags == {one.metric: one.needs_improvement for one in rated}


def test_a_long_run_lists_some_splits_and_always_the_fastest_and_the_slowest() -> None:
    long = next(run for run in map(known_run, RUNS) if len(run.splits) == 42)
    about = gather("split", long)
    values = {fact.id: fact.value for fact in about.evidence.facts}
    listed = [fact for fact in about.evidence.facts if re.match(r"split \d", fact.scope)]
    paces = [fact.value for fact in listed if fact.metric == "pace"]
    assert len(paces) <= 24
    assert min(paces) == values["pace.fastest"]
    assert max(paces) == values["pace.slowest"]
