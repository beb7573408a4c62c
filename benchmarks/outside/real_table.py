"""Every real run with form data beside what was expected of it, as Markdown.

    python -m benchmarks.outside.real_table FOLDER [--coverage]

FOLDER holds recordings (`data/real`). Runs of one donor and sensor are judged in the order of
time, each by the runs before it. Donors and files are shown by letters and numbers only.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.outside.splits import OutsideRun
from benchmarks.outside.verdict import JudgedRun, judged_season
from hakaru.core.errors import HakaruError
from hakaru.flows.reading import prepare
from hakaru.flows.remembered import Past, past_run
from hakaru.running.activity import Recording
from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName
from hakaru.running.same_run import same_run
from hakaru.running.session.analyse import analyse
from hakaru.running.session.understand import understand
from hakaru.running.verdict import FormEvaluation
from hakaru.running.verdict_text import unrated_text
from hakaru.sources.discover import discover
from hakaru.sources.read import read_candidate

_ONE_DONOR: Final = ("connect_api", "fenix5xplus", "fenix6x")
"""Files that SOURCES.md gives to one and the same runner."""


@dataclass(frozen=True, kw_only=True)
class RealRun:
    """A recording, and which donor of the collection ran it."""

    donor: str
    recording: Recording


def real_runs(folder: Path) -> list[RealRun]:
    """Every run with form data, oldest first; of a run that was recorded twice the one with
    seconds."""
    recorded: list[RealRun] = []
    for candidate in discover([folder]):
        try:
            recordings = read_candidate(candidate)
        except HakaruError:
            continue
        donor = _donor(str(candidate.file.path.relative_to(folder)))
        recorded.extend(
            RealRun(donor=donor, recording=recording)
            for recording in recordings
            if recording.sensor_group
        )
    runs: list[RealRun] = []
    for run in sorted(recorded, key=lambda run: not run.recording.series["elapsed_s"].size):
        others = (other.recording for other in runs if other.donor == run.donor)
        if not any(same_run(run.recording, other) for other in others):
            runs.append(run)
    return sorted(runs, key=lambda run: run.recording.started_at)


def _donor(name: str) -> str:
    """One name for the files of one runner; the two files of one triathlon are one as well."""
    if any(part in name for part in _ONE_DONOR):
        return "one"
    return name.replace("_summary_first", "").replace("_summary_last", "")


def judged(runs: Sequence[RealRun]) -> Iterator[tuple[str, list[JudgedRun]]]:
    """The runs of each donor, lettered, as the product judges them."""
    letters: dict[str, str] = {}
    for run in runs:
        letters.setdefault(run.donor, chr(ord("A") + len(letters)))
    for donor, letter in letters.items():
        own = [run.recording for run in runs if run.donor == donor]
        with_form = [one for one in _understood(own) if _has_form(one)]
        if with_form:
            yield letter, judged_season(with_form)


def _understood(recordings: Sequence[Recording]) -> Iterator[OutsideRun]:
    past = Past(runs=[], sessions=[])
    for index, recording in enumerate(recordings):
        stored = prepare(recording)
        assert stored.anatomy is not None and recording.sensor_group is not None
        known = past_run(stored)
        session = understand(
            recording, stored.splits, anatomy=stored.anatomy, runner=past.runner_then(known)
        )
        past.remember(known, analyse(session, now=recording.started_at).summary)
        yield OutsideRun(
            runner=0,
            index=index,
            activity_id=recording.activity_id,
            started_at=recording.started_at,
            sensor_group=recording.sensor_group,
            sensor_label=recording.sensor_label,
            device=0,
            ambient_c=float("nan"),
            after_break=None,
            splits=session.splits,
        )


def _has_form(run: OutsideRun) -> bool:
    return any(
        split.speed_mps is not None
        and split.running_s > 0
        and any(getattr(split, METRICS[name].series_column) is not None for name in SCORED_METRICS)
        for split in run.splits
    )


def table(folder: Path) -> str:
    """The Markdown table: one row per run and metric."""
    lines = [
        "| run | sensor | earlier | metric | measured | expected | 90 % interval | z | rated |",
        "|---|---|--:|---|--:|--:|--:|--:|---|",
    ]
    for letter, season in judged(real_runs(folder)):
        earlier: Counter[str] = Counter()
        for number, one in enumerate(season, start=1):
            n_earlier = earlier[one.run.sensor_group]
            earlier[one.run.sensor_group] += 1
            for name, metric in one.metrics.items():
                row = METRICS[name]
                shown = [
                    f"{value:.{row.decimals}f}"
                    for value in (metric.actual, metric.expected, metric.low, metric.high)
                ]
                lines.append(
                    f"| {letter}{number} | {one.run.sensor_group} | {n_earlier} | {name.upper()} "
                    f"| {shown[0]} {row.unit} | {shown[1]} | {shown[2]}-{shown[3]} "
                    f"| {metric.z:+.1f} | {_rated(one.evaluation)} |"
                )
    return "\n".join(lines)


def _rated(evaluation: FormEvaluation) -> str:
    """The score, or why there is none, in the words of the product."""
    unrated = evaluation.unrated
    if unrated is None:
        return f"{evaluation.overall_score:.0f}, {evaluation.overall_stars} stars"
    return unrated_text(unrated.unrated_reason, unrated.n_runs, "en").rstrip(".").lower()


def coverage(folder: Path) -> Mapping[str, Mapping[MetricName, str]]:
    """How many runs lie inside their 90 % interval, by the number of earlier runs."""
    counts: dict[str, dict[MetricName, str]] = {}
    bands = {"none": (0, 0), "1-3": (1, 3), "4 and more": (4, 10_000)}
    rows: list[tuple[int, MetricName, bool]] = []
    for _, season in judged(real_runs(folder)):
        earlier: Counter[str] = Counter()
        for one in season:
            n_earlier = earlier[one.run.sensor_group]
            earlier[one.run.sensor_group] += 1
            rows.extend((n_earlier, name, metric.inside) for name, metric in one.metrics.items())
    for band, (low, high) in bands.items():
        counts[band] = {}
        for name in SCORED_METRICS:
            inside = [ok for n, metric, ok in rows if metric == name and low <= n <= high]
            counts[band][name] = f"{sum(inside)} of {len(inside)}"
    return counts


def main() -> None:
    """Print the table and the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--coverage", action="store_true")
    asked = parser.parse_args()
    if asked.coverage:
        for band, row in coverage(asked.folder).items():
            print(band, dict(row))
    else:
        print(table(asked.folder))


if __name__ == "__main__":
    main()
