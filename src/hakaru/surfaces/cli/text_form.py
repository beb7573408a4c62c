"""Baselines, verdicts, what is stored, and the data folder in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_language, say
from hakaru.guard.cleaning import clean
from hakaru.present.changes import finding_text
from hakaru.present.rows import heading_rating, sensor_text
from hakaru.present.terminal import (
    ActivityLine,
    curve_plot,
    expectation_text,
    too_far_text,
    verdict_text,
)
from hakaru.present.terminal import activities_text as lines_text
from hakaru.present.terminal import baselines_text as versions_text
from hakaru.store.state import FILE_NAME as STATE_NAME
from hakaru.surfaces.cli.words_reads import CARE_WORDS

if TYPE_CHECKING:
    from hakaru.flows.baselines import BaselinesResult, ExpectResult
    from hakaru.flows.cohort import CohortResult, CohortSimulated
    from hakaru.flows.doctor import Check, DoctorResult, RepairResult
    from hakaru.flows.drift import DriftResult
    from hakaru.flows.evaluate import EvaluateResult, TrainResult
    from hakaru.flows.form import FormResult
    from hakaru.flows.status import ActivitiesResult, StatusResult
    from hakaru.store.care import Repaired


def train_text(result: TrainResult, language: Lang) -> str:
    """What holds now, and that nothing is left to do."""
    if not result.baselines:
        return say("Nothing to learn from yet: ingest recordings with running dynamics.", language)
    lines = [versions_text(result.baselines, lang=language)]
    lines.append(
        say(
            N_(
                "Nothing is left to do: every run is learned from as it comes "
                "in, and judged by those before it."
            )
            if result.stored
            else N_("For comparison only: nothing was stored."),
            language,
        )
    )
    return "\n".join(lines)


def baselines_text(result: BaselinesResult, language: Lang) -> str:
    """The versions, and the picture where one was asked for."""
    lines = [versions_text(result.baselines, lang=language)]
    left = result.n_versions - len(result.baselines)
    if left > 0:
        lines.append(say("{n} more", language, n=left))
    if result.curve is not None:
        lines += ["", curve_plot(result.curve, result.points, lang=language)]
    return "\n".join(lines)


def expect_text(result: ExpectResult, language: Lang) -> str:
    """One sentence per metric."""
    lines = [
        expectation_text(expectation, result.pace_s_per_km, lang=language)
        for expectation in result.expectations
    ]
    return "\n".join([*lines, *(too_far_text(metric, language) for metric in result.too_far)])


_LISTED = 10


def evaluate_text(result: EvaluateResult, language: Lang) -> str:
    """One verdict in full, several as a table, and who has none."""
    shown = result.evaluations[-_LISTED:]
    lines = [
        say(
            "{n} judged ({changed} <changed:differs|differ> from what was stored).",
            language,
            n=result.evaluated,
            changed=result.changed,
        )
    ]
    if len(result.evaluations) == 1:
        lines.append(verdict_text(result.evaluations[0], lang=language))
    else:
        lines += [
            f"  {verdict.day}  {verdict.activity_id:>13}  {heading_rating(verdict, language)}"
            for verdict in reversed(shown)
        ]
        left = result.evaluated - len(shown)
        if left > 0:
            lines.append(say("{n} more", language, n=left))
    if result.refused:
        lines.append(say("{n} without a verdict:", language, n=len(result.refused)))
        lines += [
            f"  {refusal.activity_id}: {in_language(refusal.reason, language)}"
            for refusal in result.refused[:_LISTED]
        ]
    return "\n".join(lines)


def form_text(result: FormResult, language: Lang) -> str:
    """The verdict on one run."""
    return verdict_text(result.evaluation, lang=language)


def activities_text(result: ActivitiesResult, language: Lang) -> str:
    """The list of runs."""
    listed = [
        ActivityLine(
            activity_id=activity.activity_id,
            day=activity.activity_date,
            title=activity.title,
            distance_m=activity.distance_m,
            timer_s=activity.timer_s,
            speed_mps=activity.speed_mps,
            score=activity.overall_score,
            stars=activity.overall_stars,
            unrated_reason=activity.unrated_reason,
            n_runs=activity.n_runs,
        )
        for activity in result.activities
    ]
    lines = [lines_text(listed, lang=language)]
    left = result.n_stored - len(listed)
    if left > 0:
        lines.append(say("{n} more", language, n=left))
    return "\n".join(lines)


def status_text(result: StatusResult, language: Lang) -> str:
    """The store in a few lines, and the next step."""
    summary = result.summary
    if summary.n_activities == 0:
        return say("Nothing is stored yet: `hakaru ingest FOLDER` reads your recordings.", language)
    lines = [
        say(
            "{n} <n:run|runs> ({first} to {last}); {form} with running "
            "dynamics, {evaluated} judged.",
            language,
            n=summary.n_activities,
            first=summary.first_date,
            last=summary.last_date,
            form=summary.n_with_form,
            evaluated=summary.n_evaluated,
        )
    ]
    lines += [finding_text(change, language) for change in result.changes]
    lines += _learned_lines(result, language)
    if result.is_older:
        lines.append(
            say(
                "What is shown may be older than your data: another program is "
                "bringing it up to date, or nothing can be written in the data "
                "folder.",
                language,
            )
        )
    lines.append(say("Data folder: {folder}", language, folder=result.data_folder))
    return "\n".join(lines)


def _learned_lines(result: StatusResult, language: Lang) -> list[str]:
    """From how many runs of each sensor was learned, and up to when."""
    if not result.learned:
        return [say("Nothing is learned yet: no run has running dynamics.", language)]
    return [
        say(
            "Learned from {n} <n:run|runs> up to {day} ({sensor}).",
            language,
            n=learned.n_runs,
            day=learned.until,
            sensor=sensor_text(learned.sensor_group, language),
        )
        for learned in result.learned
    ]


def drift_text(result: DriftResult, language: Lang) -> str:
    """Every lasting change as a sentence, newest last, or that there is none."""
    if result.sensor_group is None:
        return say("Nothing is stored yet: `hakaru ingest FOLDER` reads your recordings.", language)
    if not result.findings:
        return say(
            "No lasting change found ({n} <n:run|runs> looked at).",
            language,
            n=max(result.n_runs.values(), default=0),
        )
    return "\n".join(finding_text(finding, language) for finding in result.findings)


_SHOWN = 10
_WORDS: dict[str, str] = {
    "simulated": N_(
        "Wrote {n} simulated <n:runner|runners> of {runs} <runs:run|runs> each to {lake}. "
        "Nobody ran <n:it|them>."
    ),
    "train": N_(
        "{n} <n:runner|runners>: {done} learned ({rows} baselines), {skipped} were done "
        "already; {seconds} s."
    ),
    "evaluate": N_(
        "{n} <n:runner|runners>: {done} judged ({rows} rows), {skipped} were done already; "
        "{seconds} s."
    ),
    "failed": N_("{n} failed:"),
}


def simulated_text(result: CohortSimulated, language: Lang) -> str:
    """One sentence."""
    return say(
        "Wrote {n} simulated <n:runner|runners> of {runs} "
        "<runs:run|runs> each to {lake}. Nobody ran <n:it|them>.",
        language,
        n=result.n_runners,
        runs=result.runs_each,
        lake=result.lake,
    )


def cohort_text(result: CohortResult, language: Lang) -> str:
    """Counts, the first failures, and where the results are."""
    lines = [
        _say(
            result.step,
            language,
            n=result.n_runners,
            done=result.done,
            rows=result.n_rows,
            skipped=result.skipped,
            seconds=f"{result.elapsed_s:.1f}",
        )
    ]
    if result.failed:
        lines.append(say("{n} failed:", language, n=len(result.failed)))
        lines += [
            f"  {clean(outcome.runner_id)}: {clean(in_language(outcome.reason or '', language))}"
            for outcome in result.failed[:_SHOWN]
        ]
    return "\n".join([*lines, say("Results: {lake}/_results", language, lake=result.lake)])


def _say(key: str, language: Lang, **slots: object) -> str:
    return say(_WORDS[key], language, **slots)


def doctor_text(result: DoctorResult, language: Lang) -> str:
    """A line per check with its sentence, and below it what mends it or gets it."""
    lines = [line for check in result.checks for line in _check_lines(check, language)]
    missing = [check for check in result.checks if check.status == "missing"]
    broken = [check for check in result.checks if check.status == "broken"]
    key = "doctor_sound" if result.ok else "doctor_broken"
    return "\n".join(
        [*lines, "", _say_care(key, language, missing=len(missing), broken=len(broken))]
    )


def repair_text(result: RepairResult, language: Lang) -> str:
    """A sentence per file."""
    return "\n".join(_repaired(file, language) for file in result.files)


def _check_lines(check: Check, language: Lang) -> list[str]:
    kind, _, extra = check.name.partition(" ")
    name = f"{_say_care(kind, language)} {extra}".rstrip()
    message = clean(in_language(check.message, language))
    lines = [f"{_say_care(check.status, language)}  {name}: {message}"]
    return lines if check.command is None else [*lines, f"      → {clean(check.command)}"]


def _repaired(file: Repaired, language: Lang) -> str:
    copied = "" if file.copied_at is None else f"{file.copied_at:%Y-%m-%d %H:%M}"
    key = f"repair_{file.outcome}"
    return _say_care(
        f"{key}_state" if f"{key}_state" in CARE_WORDS and _is_state(file) else key,
        language,
        file=file.path.name,
        copied=copied,
        aside=clean(str(file.set_aside)),
        n=file.passed_over,
    )


def _is_state(file: Repaired) -> bool:
    """What is in it comes from no recording, so that nothing takes it in again."""
    return file.path.name == STATE_NAME


def _say_care(key: str, language: Lang, **slots: object) -> str:
    return say(CARE_WORDS[key], language, **slots)
