"""The state of the installation and of the data folder: what works, what was mended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_language, say
from hakaru.guard.cleaning import clean
from hakaru.present.document import Block, Document, Drawing, Text, document, part

if TYPE_CHECKING:
    from hakaru.flows.doctor import Check, DoctorResult, RepairResult
    from hakaru.store.care import Repaired

_STATUSES: Mapping[str, str] = {
    "ok": N_("ok    "),
    "missing": N_("absent"),
    "broken": N_("BROKEN"),
}

_CHECKS: Mapping[str, str] = {
    "python": N_("Python"),
    "data_folder": N_("data folder"),
    "privacy": N_("privacy"),
    "database": N_("database"),
    "ingest": N_("ingest"),
    "state": N_("state"),
    "lock": N_("lock"),
    "copies": N_("automatic copies"),
    "set_aside": N_("set aside"),
    "clock": N_("clock"),
    "extra": N_("extra"),
    "camera_model": N_("face model"),
    "desktop": N_("use of the computer"),
    "model": N_("language model"),
    "browser": N_("browser"),
}

_REPAIRED: Mapping[str, str] = {
    "absent": N_("{file} is not there yet: nothing to repair."),
    "sound": N_("{file} is sound: nothing was changed."),
    "without_log": N_(
        "{file} is sound without the log of its last changes; both as they were are "
        "{aside}. Take in what may be missing with `hakaru ingest`."
    ),
    "restored": N_(
        "{file} is back to its copy of {copied} UTC (damaged copies passed over: {n}); the "
        "damaged file is {aside}. Take in what was recorded since with `hakaru ingest`."
    ),
    "no_copy": N_(
        "{file} is damaged and no copy of it is sound (damaged copies: {n}); `hakaru "
        "repair --anew` starts empty, then `hakaru ingest` takes recordings in again."
    ),
    "emptied": N_(
        "{file} starts empty; the damaged file is {aside}. Take recordings in again with "
        "`hakaru ingest`."
    ),
}

_REPAIRED_STATE: Mapping[str, str] = {
    "without_log": N_(
        "{file} is sound without the log of its last changes; both as they were are "
        "{aside}. The last changes to plans, attention and settings may be missing."
    ),
    "restored": N_(
        "{file} is back to its copy of {copied} UTC (damaged copies passed over: {n}); the "
        "damaged file is {aside}. What changed since in plans, attention and settings is "
        "not in it."
    ),
    "no_copy": N_(
        "{file} is damaged and no copy of it is sound (damaged copies: {n}); `hakaru "
        "repair --anew` starts without plans, attention and settings."
    ),
    "emptied": N_(
        "{file} starts without plans, attention and settings; the damaged file is {aside}."
    ),
}
"""Of the file that holds what comes from no recording, so that nothing takes it in again."""


def doctor_document(result: DoctorResult, language: Lang) -> Document:
    """A line per check with its sentence, and below it what mends it or gets it."""
    statuses = [check.status for check in result.checks]
    summary = (
        N_("Everything needed works. Optional parts: {missing} not installed, {broken} broken.")
        if result.ok
        else N_("Something that is needed is broken ({broken} broken, {missing} absent).")
    )
    counts = {"missing": statuses.count("missing"), "broken": statuses.count("broken")}
    blocks = [block for check in result.checks for block in _check(check, language)]
    return Document(parts=(part(*blocks), part(say(summary, language, **counts))))


def repaired_document(result: RepairResult, language: Lang) -> Document:
    """A sentence per file."""
    return document(*(_repaired(file, language) for file in result.files))


def _check(check: Check, lang: Lang) -> list[Block]:
    kind, _, extra = check.name.partition(" ")
    name = f"{say(_CHECKS[kind], lang)} {extra}".rstrip()
    message = clean(in_language(check.message, lang))
    status = Text(text=f"{name}: {message}", mark=f"{say(_STATUSES[check.status], lang)}  ")
    mend = [] if check.command is None else [Drawing(lines=(f"      → {clean(check.command)}",))]
    return [status, *mend]


def _repaired(file: Repaired, lang: Lang) -> str:
    of_state = _REPAIRED_STATE if file.is_state else {}
    return say(
        of_state.get(file.outcome, _REPAIRED[file.outcome]),
        lang,
        file=file.path.name,
        copied="" if file.copied_at is None else f"{file.copied_at:%Y-%m-%d %H:%M}",
        aside=clean(str(file.set_aside)),
        n=file.passed_over,
    )
