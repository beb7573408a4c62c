"""Whether anything stored is older than its inputs: asked before results are read, so light."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from hakaru.flows.context import Settings
from hakaru.running.baseline.model import ESTIMATOR_VERSION, LEARNING_VERSION
from hakaru.running.session.model import SESSION_VERSION
from hakaru.running.verdict import JUDGE_VERSION
from hakaru.store.stale import StaleKind, standing

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def is_stale(con: DuckDBPyConnection, settings: Settings) -> bool:
    """Whether anything is older than its inputs: one small query."""
    now = standing(con)
    derived = now.n_marks > 0 or not now.derived_with.items() >= fingerprints(settings).items()
    return now.any_unjudged or (now.any_run and derived)


def fingerprints(settings: Settings) -> Mapping[StaleKind, str]:
    """Of the settings and versions of the code that results depend on, by kind of result."""
    form = (
        JUDGE_VERSION,
        ESTIMATOR_VERSION,
        LEARNING_VERSION,
        settings.user_id,
        settings.half_life_days,
        settings.cadence_minimum_spm,
    )
    session = (SESSION_VERSION, settings.user_id, settings.sessions)
    return {"form": _sha256(form), "session": _sha256(session)}


def _sha256(parts: tuple[object, ...]) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()
