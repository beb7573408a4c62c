"""Is everything there that Hakaru needs, and how is what is missing got?

Nothing is changed, and no connection is opened: only this machine is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hakaru.flows.checks import Check
from hakaru.flows.context import Context
from hakaru.flows.doctor_data import (
    aside_checks,
    backups_check,
    clock_check,
    file_checks,
    folder_check,
    privacy_check,
)
from hakaru.flows.doctor_parts import (
    browser_check,
    camera_check,
    desktop_check,
    extra_check,
    model_check,
    python_check,
)
from hakaru.sources.parts import EXTRAS, Surroundings, own_surroundings

_COLUMNS = ("check", "status", "message", "command")


@dataclass(frozen=True, kw_only=True)
class DoctorResult:
    """What was looked at, in the order in which it is told."""

    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether all that is needed is sound; what is missing but optional does not count."""
        return not any(check.needed and check.status == "broken" for check in self.checks)

    @property
    def reply(self) -> Mapping[str, object]:
        """One row per check; a `command` mends it or gets what is missing."""
        rows = [[check.name, check.status, check.message, check.command] for check in self.checks]
        return {"ok": self.ok, "columns": _COLUMNS, "checks": rows}


def doctor(context: Context) -> DoctorResult:
    """Look at the machine, the data folder and the optional parts."""
    return examine(context, own_surroundings())


def examine(context: Context, around: Surroundings) -> DoctorResult:
    """The same with other surroundings than one's own."""
    looks: tuple[Callable[[], tuple[Check, ...]], ...] = (
        lambda: (python_check(around), folder_check(context.data_folder)),
        lambda: privacy_check(context.data_folder),
        lambda: file_checks(context.data_folder),
        lambda: (backups_check(context.data_folder), *aside_checks(context.data_folder)),
        lambda: (clock_check(context, around.platform),),
        lambda: tuple(extra_check(extra, around) for extra in EXTRAS),
        lambda: (camera_check(context.data_folder, around), desktop_check(around)),
        lambda: (model_check(context, around), browser_check(around)),
    )
    context.progress.begin("checking", len(looks))
    checks: list[Check] = []
    for look in looks:
        checks.extend(look())
        context.progress.advance()
    context.progress.end()
    return DoctorResult(checks=tuple(checks))
