"""What was taken in, what is stored, and whether it is sound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, in_language, say
from hakaru.core.units import format_duration
from hakaru.guard.cleaning import clean
from hakaru.present.document import Block, Document, Drawing, Items, Text, document, part, table
from hakaru.present.figures import NO_VALUE, cut, distance_text, pace_text
from hakaru.present.form import finding_text, more, nothing_stored_text
from hakaru.present.rows import sensor_text
from hakaru.running.verdict import star_text
from hakaru.running.verdict_text import unrated_text
from hakaru.running.wording import fixed

if TYPE_CHECKING:
    from hakaru.flows.doctor import Check, DoctorResult, RepairResult
    from hakaru.flows.ingest import IngestResult, Problem
    from hakaru.flows.run import FetchResult
    from hakaru.flows.simulate import SimulateResult
    from hakaru.flows.status import ActivitiesResult, StatusResult
    from hakaru.store.activities import StoredActivity
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


_LINES_PER_REASON = 3


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


_TITLE_COLUMNS = 32
_RUN_COLUMNS = (
    N_("Day"),
    N_("ID"),
    N_("Distance"),
    in_context("timer", "Time"),
    N_("Pace"),
    N_("Title"),
    N_("Rating"),
)


def ingested_document(result: IngestResult, language: Lang) -> Document:
    """Counts first, then what was refused or failed, file by file."""
    return document(*_ingested(result, language))


def _ingested(result: IngestResult, lang: Lang) -> list[Block | str]:
    n_runs = result.ingested + result.completed + result.duplicates + result.removed
    if not n_runs and not result.refused and not result.failed:
        return [
            say("Nothing to read was found: no FIT, TCX, GPX, JSON, CSV, or zip of them.", lang)
        ]
    blocks: list[Block | str] = [
        say(
            "{ingested} new <ingested:run|runs>, {completed} completed, "
            "{duplicates} <duplicates:duplicate|duplicates>; {evaluated} "
            "judged.",
            lang,
            ingested=result.ingested,
            completed=result.completed,
            duplicates=result.duplicates,
            evaluated=result.evaluated,
        )
    ]
    if result.removed:
        blocks.append(
            say(
                "{n} <n:run was|runs were> removed and <n:stays|stay> away; `hakaru remove` lists "
                "<n:it|them>.",
                lang,
                n=result.removed,
            )
        )
    if result.partial:
        blocks.append(
            say(
                "{n} of them <n:comes from a damaged file and is|come from "
                "damaged files and are> marked as partial.",
                lang,
                n=result.partial,
            )
        )
    refused = N_("{n} not taken, as <n:it is no run|they are no runs>:")
    blocks += _problems(refused, result.refused, lang)
    return [*blocks, *_problems(N_("{n} could not be read:"), result.failed, lang)]


def _problems(head: str, problems: Sequence[Problem], lang: Lang) -> list[Block | str]:
    if not problems:
        return []
    paths_by_reason: dict[str, list[str]] = {}
    for problem in problems:
        reason = clean(in_language(problem.reason, lang))
        paths_by_reason.setdefault(reason, []).append(clean(problem.path))
    items = [
        item
        for reason, paths in paths_by_reason.items()
        for item in _with_reason(paths, reason, lang)
    ]
    return [say(head, lang, n=len(problems)), Items(items=tuple(items))]


def _with_reason(paths: Sequence[str], reason: str, lang: Lang) -> list[str]:
    """A line per file, or one for all where many have one reason: the rides of an account."""
    if len(paths) <= _LINES_PER_REASON:
        return [f"{path}: {reason}" for path in paths]
    text = N_("{n} files, the first is {path}: {reason}")
    return [say(text, lang, n=len(paths), path=paths[0], reason=reason)]


def fetched_document(result: FetchResult, language: Lang) -> Document:
    """What came to disk, then the ingest."""
    fetched = result.fetched
    blocks: list[Block | str] = [
        say(
            "{n} fetched, {skipped} already here.",
            language,
            n=len(fetched.fetched),
            skipped=fetched.skipped,
        )
    ]
    failures = [
        f"{failure.activity_id}: {clean(in_language(failure.reason, language))}"
        for failure in (*fetched.failed, *fetched.incomplete)
    ]
    if failures:
        blocks.append(Items(items=tuple(failures)))
    if fetched.stopped is not None:
        why = clean(in_language(fetched.stopped, language))
        blocks.append(say("Stopped early: {reason}", language, reason=why))
    return document(*blocks, *_ingested(result.ingested, language))


def simulated_document(result: SimulateResult, language: Lang) -> Document:
    """How many files, where, and that nobody ran them."""
    return document(
        say(
            "Wrote {n} simulated <n:run|runs> to {folder} (seed {seed}). Nobody ran <n:it|them>.",
            language,
            n=len(result.files),
            folder=result.folder,
            seed=result.seed,
        )
    )


def activities_document(result: ActivitiesResult, language: Lang) -> Document:
    """The list of runs with the watch's totals."""
    if not result.activities:
        return document(say("No runs are stored.", language))
    cells = [
        (
            run.activity_date.isoformat(),
            str(run.activity_id),
            distance_text(run.distance_m, language),
            NO_VALUE if run.timer_s is None else format_duration(run.timer_s),
            pace_text(run.speed_mps, language),
            cut(clean(run.title or ""), _TITLE_COLUMNS),
            _rating(run, language),
        )
        for run in result.activities
    ]
    columns = [say(name, language) for name in _RUN_COLUMNS]
    return document(
        table("runs", columns, cells, left="lrrrrll"),
        *more(result.n_stored - len(result.activities), language),
    )


def _rating(run: StoredActivity, lang: Lang) -> str:
    """The stars, or why there are none, and what limits the recording."""
    marks = {N_("too short"): run.is_fragment, N_("partial"): run.partial}
    marked = [say(mark, lang) for mark, holds in marks.items() if holds]
    rating = "" if run.is_fragment else _stars(run, lang)
    return ", ".join([*([] if rating == NO_VALUE and marked else [rating]), *marked]).lstrip(", ")


def _stars(run: StoredActivity, lang: Lang) -> str:
    if run.overall_score is None or run.overall_stars is None:
        return unrated_text(run.unrated_reason, run.n_runs, lang).rstrip("。.") or NO_VALUE
    return f"{star_text(run.overall_stars)} {fixed(run.overall_score, 1)}"


def status_document(result: StatusResult, language: Lang) -> Document:
    """The store in a few lines, and the next step."""
    summary = result.summary
    if summary.n_activities == 0:
        return document(nothing_stored_text(language))
    counts = say(
        "{n} <n:run|runs> ({first} to {last}); {form} with running dynamics, {evaluated} judged.",
        language,
        n=summary.n_activities,
        first=summary.first_date,
        last=summary.last_date,
        form=summary.n_with_form,
        evaluated=summary.n_evaluated,
    )
    short = say(
        "{n} of the runs <n:is|are> too short to be counted (less than 5 minutes).",
        language,
        n=summary.n_too_short,
    )
    older = say(
        "What is shown may be older than your data: another program is "
        "bringing it up to date, or nothing can be written in the data "
        "folder.",
        language,
    )
    return document(
        counts,
        *([short] if summary.n_too_short else []),
        *(finding_text(change, language) for change in result.changes),
        *_learned(result, language),
        *([older] if result.is_older else []),
        say("Data folder: {folder}", language, folder=result.data_folder),
    )


def _learned(result: StatusResult, language: Lang) -> list[str]:
    """From how many runs of each sensor."""
    if not result.learned:
        return [say("Nothing is learned yet: no run has running dynamics.", language)]
    return [
        say(
            "Learned from {n} <n:run|runs> up to {day} ({sensor}).",
            language,
            n=sensor.n_runs,
            day=sensor.until,
            sensor=sensor_text(sensor.sensor_group, language),
        )
        for sensor in result.learned
    ]
