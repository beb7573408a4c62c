"""What is stored, in a terminal."""

from __future__ import annotations

from hakaru.flows.status import ActivitiesResult, StatusResult
from hakaru.present.changes import finding_text
from hakaru.present.rows import sensor_text
from hakaru.present.terminal import ActivityLine
from hakaru.present.terminal import activities_text as lines_text
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.words import say


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
        lines.append(say("more", language, n=left))
    return "\n".join(lines)


def status_text(result: StatusResult, language: Lang) -> str:
    """The store in a few lines, and the next step."""
    summary = result.summary
    if summary.n_activities == 0:
        return say("nothing_stored", language)
    lines = [
        say(
            "status_counts",
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
        lines.append(say("status_older", language))
    lines.append(say("status_folder", language, folder=result.data_folder))
    return "\n".join(lines)


def _learned_lines(result: StatusResult, language: Lang) -> list[str]:
    """From how many runs of each sensor was learned, and up to when."""
    if not result.learned:
        return [say("status_untrained", language)]
    return [
        say(
            "status_learned",
            language,
            n=learned.n_runs,
            day=learned.until,
            sensor=sensor_text(learned.sensor_group, language),
        )
        for learned in result.learned
    ]
