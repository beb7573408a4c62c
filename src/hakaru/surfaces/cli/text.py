"""How does the result of each operation read on a terminal, in ja and en?"""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.catalog.operation import Language
from hakaru.flows.baselines import BaselinesResult, ExpectResult
from hakaru.flows.drift import DriftResult
from hakaru.flows.evaluate import EvaluateResult, FormResult
from hakaru.flows.fetch import FetchResult
from hakaru.flows.ingest import IngestResult, Problem
from hakaru.flows.report import ReportResult
from hakaru.flows.simulate import SimulateResult
from hakaru.flows.status import ActivitiesResult, StatusResult
from hakaru.flows.train import TrainResult
from hakaru.render.plain import clean
from hakaru.render.terminal import (
    ActivityLine,
    curve_plot,
    expectation_text,
    verdict_text,
)
from hakaru.render.terminal import (
    activities_text as lines_text,
)
from hakaru.render.terminal import (
    baselines_text as versions_text,
)
from hakaru.running.metrics import METRICS
from hakaru.running.score import star_text
from hakaru.running.wording import fixed
from hakaru.surfaces.cli.words import say
from hakaru.units import PERCENT

_LISTED = 10


def ingest_text(result: IngestResult, language: Language) -> str:
    """Counts first, then what was refused or failed, file by file."""
    lines = [
        say(
            "ingest_counts",
            language,
            ingested=result.ingested,
            completed=result.completed,
            duplicates=result.duplicates,
            evaluated=result.evaluated,
        )
    ]
    if result.partial:
        lines.append(say("ingest_partial", language, n=result.partial))
    lines += _problems("refused", result.refused, language)
    lines += _problems("failed", result.failed, language)
    return "\n".join(lines)


def fetch_text(result: FetchResult, language: Language) -> str:
    """What came to disk, then the ingest."""
    fetched = result.fetched
    lines = [say("fetch_counts", language, n=len(fetched.fetched), skipped=fetched.skipped)]
    lines += [f"  {one.activity_id}: {clean(one.reason)}" for one in fetched.failed]
    lines += [f"  {one.activity_id}: {clean(one.reason)}" for one in fetched.incomplete]
    if fetched.stopped is not None:
        lines.append(say("fetch_stopped", language, reason=clean(fetched.stopped)))
    return "\n".join([*lines, ingest_text(result.ingested, language)])


def train_text(result: TrainResult, language: Language) -> str:
    """The new versions."""
    if not result.baselines:
        return say("train_nothing", language)
    lines = [versions_text(result.baselines, lang=language)]
    if result.monthly:
        lines.append(say("train_monthly", language, n=result.monthly))
    if not result.stored:
        lines.append(say("train_compared", language))
    return "\n".join(lines)


def baselines_text(result: BaselinesResult, language: Language) -> str:
    """The versions, and the picture where one was asked for."""
    lines = [versions_text(result.baselines, lang=language)]
    left = result.n_versions - len(result.baselines)
    if left > 0:
        lines.append(say("more", language, n=left))
    if result.curve is not None:
        lines += ["", curve_plot(result.curve, result.points, lang=language)]
    return "\n".join(lines)


def expect_text(result: ExpectResult, language: Language) -> str:
    """One sentence per metric."""
    return "\n".join(
        expectation_text(expectation, result.pace_s_per_km, lang=language)
        for expectation in result.expectations
    )


def evaluate_text(result: EvaluateResult, language: Language) -> str:
    """One verdict in full, several as a table, and who has none."""
    shown = result.evaluations[-_LISTED:]
    lines = [say("evaluated", language, n=result.evaluated, changed=result.changed)]
    if len(result.evaluations) == 1:
        lines.append(verdict_text(result.evaluations[0], lang=language))
    else:
        lines += [
            f"  {one.day}  {one.activity_id:>13}  {star_text(one.overall_stars)} "
            f"{fixed(one.overall_score, 1)}"
            for one in reversed(shown)
        ]
        left = result.evaluated - len(shown)
        if left > 0:
            lines.append(say("more", language, n=left))
    if result.refused:
        lines.append(say("without_verdict", language, n=len(result.refused)))
        lines += [f"  {one.activity_id}: {one.reason}" for one in result.refused[:_LISTED]]
    return "\n".join(lines)


def form_text(result: FormResult, language: Language) -> str:
    """The verdict on one run."""
    return verdict_text(result.evaluation, lang=language)


def drift_text(result: DriftResult, language: Language) -> str:
    """Every lasting change as a sentence, or that there is none."""
    if result.sensor_group is None:
        return say("nothing_stored", language)
    if not result.findings:
        return say("drift_none", language, n=max(result.n_runs.values(), default=0))
    lines = []
    for finding in result.findings:
        metric = METRICS[finding.metric]
        key = f"drift_{finding.direction}" + ("" if finding.concerning else "_news")
        lines.append(
            say(
                key,
                language,
                since=finding.since,
                day=finding.day,
                metric=metric.label_ja if language == "ja" else metric.label_en,
                percent=fixed(abs(PERCENT * finding.shift_frac), 1),
            )
        )
    return "\n".join(lines)


def report_text(result: ReportResult, language: Language) -> str:
    """Where the report lies, under the verdict."""
    lines = []
    if result.evaluation is not None:
        lines += [verdict_text(result.evaluation, lang=language), ""]
    lines += [say("report_written", language), f"  {result.markdown}", f"  {result.html}"]
    return "\n".join(lines)


def activities_text(result: ActivitiesResult, language: Language) -> str:
    """The list of runs."""
    listed = [
        ActivityLine(
            activity_id=one.activity_id,
            day=one.activity_date,
            title=one.title,
            distance_m=one.distance_m,
            elapsed_s=one.elapsed_s,
            speed_mps=one.speed_mps,
            score=one.overall_score,
            stars=one.overall_stars,
        )
        for one in result.activities
    ]
    lines = [lines_text(listed, lang=language)]
    left = result.n_stored - len(listed)
    if left > 0:
        lines.append(say("more", language, n=left))
    return "\n".join(lines)


def status_text(result: StatusResult, language: Language) -> str:
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
    if summary.trained_at is None:
        lines.append(say("status_untrained", language))
    else:
        lines.append(
            say(
                "status_trained",
                language,
                day=summary.trained_at.date(),
                n=summary.n_since_training,
            )
        )
    if result.retrain:
        lines.append(say("status_retrain", language))
    lines.append(say("status_folder", language, folder=result.data_folder))
    return "\n".join(lines)


def simulate_text(result: SimulateResult, language: Language) -> str:
    """How many files, where, and that nobody ran them."""
    return say("simulated", language, n=len(result.files), folder=result.folder, seed=result.seed)


def _problems(key: str, problems: Sequence[Problem], language: Language) -> list[str]:
    if not problems:
        return []
    return [
        say(key, language, n=len(problems)),
        *(f"  {clean(one.path)}: {clean(one.reason)}" for one in problems),
    ]
