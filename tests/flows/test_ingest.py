"""Bringing recordings in: stored, judged, counted, and nothing lost."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest

from hakaru.core.errors import NotRecorded
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context, Settings
from hakaru.flows.ingest import ingest
from hakaru.flows.run_edits import delete_run, let_run_back
from hakaru.present.stored import ingested_document
from hakaru.running.metrics import METRICS
from tests.documents import text_of
from tests.flows.factories import (
    SEASON,
    ask,
    assert_whole,
    content,
    make_context,
    stored_runs,
    take_in,
    verdicts,
)
from tests.shared import REAL, needs_real


def first_files(season: Path, n: int) -> list[Path]:
    return sorted(season.glob("*.fit"))[:n]


def truncated(season: Path, folder: Path, *, kept_frac: float) -> Path:
    """A simulated file that ends too early, as after a flat battery."""
    whole = max(season.glob("*.fit"), key=lambda path: path.stat().st_size)
    data = whole.read_bytes()
    cut = folder / "cut.fit"
    cut.write_bytes(data[: int(len(data) * kept_frac)])
    return cut


def test_every_run_is_stored_with_splits_and_a_verdict_by_those_before_it(
    untrained: Context,
) -> None:
    runs = stored_runs(untrained)
    assert len(runs) == SEASON.n_runs
    assert all(run.n_splits > 0 and run.n_samples > 60 and run.simulated for run in runs)
    after = verdicts(untrained)
    assert set(after) == {run.activity_id for run in runs}
    for n_before, run in enumerate(runs):
        verdict = after[run.activity_id]
        assert tuple(verdict.metrics) == tuple(METRICS)
        assert {metric.n_runs for metric in verdict.metrics.values()} == {n_before}
        reasons = {metric.unrated_reason for metric in verdict.scored}
        assert reasons <= ({"few_runs", "short_run"} if n_before < 5 else {None, "short_run"})
        population = {metric.basis == "population" for metric in verdict.metrics.values()}
        assert population == {n_before == 0}
    assert_whole(untrained)


def test_a_second_ingest_finds_only_duplicates_and_changes_nothing(
    untrained: Context, season: Path
) -> None:
    before = content(untrained)
    result = take_in(untrained, season)
    assert (result.ingested, result.completed, result.evaluated) == (0, 0, 0)
    assert result.duplicates == SEASON.n_runs
    assert result.activity_ids == ()
    assert content(untrained) == before


def test_files_that_moved_are_known_by_their_content(
    untrained: Context, season: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere" / "renamed.fit"
    elsewhere.parent.mkdir()
    shutil.copy(first_files(season, 1)[0], elsewhere)
    result = take_in(untrained, elsewhere)
    assert (result.ingested, result.duplicates) == (0, 1)


def test_the_same_content_twice_in_one_ingest_is_one_run(
    context: Context, season: Path, tmp_path: Path
) -> None:
    for name in ("a.fit", "b.fit"):
        shutil.copy(first_files(season, 1)[0], tmp_path / name)
    result = take_in(context, tmp_path / "a.fit", tmp_path / "b.fit")
    assert (result.ingested, result.duplicates) == (1, 1)
    assert len(stored_runs(context)) == 1


@pytest.mark.soak
def test_an_ingest_goes_on_where_another_stopped(context: Context, season: Path) -> None:
    some = first_files(season, 5)
    assert take_in(context, *some).ingested == 5
    rest = take_in(context, season)
    assert rest.ingested == SEASON.n_runs - 5
    assert rest.duplicates == 5
    assert_whole(context)


@pytest.mark.soak
def test_the_order_of_the_files_does_not_matter(context: Context, season: Path) -> None:
    backwards = list(reversed(first_files(season, 6)))
    assert take_in(context, *backwards).ingested == 6
    days = [run.started_at for run in stored_runs(context)]
    assert days == sorted(days)


def test_two_reading_processes_store_what_one_stores(
    untrained: Context, season: Path, tmp_path: Path
) -> None:
    parallel = make_context(tmp_path / "parallel", settings=Settings(workers=2))
    assert take_in(parallel, season).ingested == SEASON.n_runs
    tables = ("data.time_series_metrics", "data.splits", "laps", "form_evaluations")
    without_number = {
        "form_evaluations": "SELECT * EXCLUDE (eval_id) FROM form_evaluations ORDER BY activity_id"
    }
    for table in tables:
        query = without_number.get(table, f"SELECT * FROM {table} ORDER BY ALL")
        assert repr(ask(parallel, query)) == repr(ask(untrained, query)), table
    parallel.store.close()


def test_one_bad_file_never_stops_the_rest(context: Context, season: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mixed"
    folder.mkdir()
    good = first_files(season, 3)
    for path in good:
        shutil.copy(path, folder)
    (folder / "0-garbage.fit").write_bytes(b"\x0e\x10 this is no recording")
    (folder / "1-empty.fit").write_bytes(b"")
    (folder / "2-broken.tcx").write_text("<TrainingCenterDatabase><Activities>")
    (folder / "z-broken.gpx").write_text("<gpx><trk>")
    result = ingest(context, paths=(folder,))
    assert not result.ok
    assert result.ingested == len(good)
    failed = {Path(problem.path).name: problem.reason for problem in result.failed}
    assert set(failed) == {"0-garbage.fit", "1-empty.fit", "2-broken.tcx", "z-broken.gpx"}
    assert all(failed.values())
    assert_whole(context)


def test_a_file_that_does_not_exist_is_reported_beside_those_that_do(
    context: Context, season: Path, tmp_path: Path
) -> None:
    result = ingest(context, paths=(tmp_path / "absent.fit", first_files(season, 1)[0]))
    assert result.ingested == 1
    assert [Path(problem.path).name for problem in result.failed] == ["absent.fit"]


def test_a_failed_file_is_tried_again_and_its_repair_is_stored(
    context: Context, season: Path, tmp_path: Path
) -> None:
    path = tmp_path / "run.fit"
    path.write_bytes(b"not yet copied completely")
    assert len(ingest(context, paths=(path,)).failed) == 1
    assert len(ingest(context, paths=(path,)).failed) == 1
    shutil.copy(first_files(season, 1)[0], path)
    assert take_in(context, path).ingested == 1


def test_a_truncated_file_is_salvaged_and_marked(
    context: Context, season: Path, tmp_path: Path
) -> None:
    result = take_in(context, truncated(season, tmp_path, kept_frac=0.7))
    assert (result.ingested, result.partial, result.evaluated) == (1, 1, 1)
    (run,) = stored_runs(context)
    assert run.partial
    assert run.n_samples > 0
    assert set(verdicts(context)) == {run.activity_id}


def test_the_whole_file_takes_the_place_of_its_truncated_copy(
    context: Context, season: Path, tmp_path: Path
) -> None:
    cut = truncated(season, tmp_path, kept_frac=0.97)
    take_in(context, cut)
    (short,) = stored_runs(context)
    whole = max(season.glob("*.fit"), key=lambda path: path.stat().st_size)
    result = take_in(context, whole)
    (run,) = stored_runs(context)
    assert result.completed == 1
    assert run.activity_id == short.activity_id
    assert run.n_samples > short.n_samples
    assert not run.partial


def test_several_runs_in_one_file_are_several_runs(
    context: Context, season: Path, tmp_path: Path
) -> None:
    chained = tmp_path / "chained.fit"
    chained.write_bytes(b"".join(path.read_bytes() for path in first_files(season, 3)))
    result = take_in(context, chained)
    assert (result.ingested, result.evaluated) == (3, 3)
    again = take_in(context, chained)
    assert (again.ingested, again.duplicates) == (0, 3)
    assert_whole(context)


def test_a_zip_is_read_member_by_member(context: Context, season: Path, tmp_path: Path) -> None:
    archive = tmp_path / "export.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        for path in first_files(season, 2):
            zipped.write(path, path.name)
        zipped.writestr("broken.fit", b"nothing of the kind")
    result = ingest(context, paths=(archive,))
    assert result.ingested == 2
    assert [problem.path for problem in result.failed] == [f"{archive}!broken.fit"]


def test_the_summary_has_the_required_shape(context: Context, season: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.fit"
    broken.write_bytes(b"no")
    plain = as_plain(ingest(context, paths=(first_files(season, 1)[0], broken)))
    assert isinstance(plain, dict)
    json.dumps(plain)
    assert plain["ingested"] == 1
    assert plain["duplicates"] == 0
    assert plain["refused"] == []
    ((failed),) = plain["failed"]
    assert set(failed) == {"path", "reason"}


def test_an_empty_folder_brings_nothing(context: Context, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = take_in(context, tmp_path / "empty")
    assert (result.ingested, result.duplicates, result.refused) == (0, 0, ())


def test_removed_runs_are_no_duplicates_when_they_are_ingested_again(
    context: Context, season: Path, tmp_path: Path
) -> None:
    first, second = first_files(season, 2)
    take_in(context, first, second)
    gone = delete_run(context, str(stored_runs(context)[0].activity_id))
    again = take_in(context, first, second)
    assert (again.ingested, again.duplicates, again.removed) == (0, 1, 1)
    assert "1 run was removed and stays away" in text_of(ingested_document(again, "en"))
    assert "1 件のランは削除済み" in text_of(ingested_document(again, "ja"))
    for path in (first, second):  # other files of the same runs
        (tmp_path / path.name).write_bytes(path.read_bytes() + b"\0")
    other = take_in(context, tmp_path / first.name, tmp_path / second.name)
    assert (other.ingested, other.removed, other.duplicates + other.completed) == (0, 1, 1)
    let_run_back(context, str(gone.activity_id))
    assert take_in(context, first, second).ingested == 1
    with pytest.raises(NotRecorded, match="let back already"):
        let_run_back(context, str(gone.activity_id))


@needs_real
def test_a_file_that_is_no_run_is_refused_again_and_no_duplicate(
    context: Context,
) -> None:
    walk = REAL / "fit_dynamics" / "fenix5_2017_tiny_walk.fit"
    first, again = take_in(context, walk), take_in(context, walk)
    assert [problem.reason for problem in again.refused] == [
        problem.reason for problem in first.refused
    ]
    assert (len(again.refused), again.duplicates) == (1, 0)
