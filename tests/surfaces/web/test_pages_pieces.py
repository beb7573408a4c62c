"""What pages are made of: memory, preferences, everything taken along, everything deleted."""

from __future__ import annotations

import io
import json
import shutil
import threading
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import httpx2
import pytest

from hakaru.bootstrap import load_config
from hakaru.core.errors import BadArgument, StoreDamaged
from hakaru.core.i18n import in_language
from hakaru.flows.comeback import away
from hakaru.flows.context import Context, Settings
from hakaru.flows.focus import read_focus_settings, write_focus_settings
from hakaru.flows.history import list_runs
from hakaru.flows.job_records import Subject, begin_job, job_of, jobs_of
from hakaru.flows.jobs import delete_everything, export_everything, run_job
from hakaru.flows.nodes import every_node
from hakaru.flows.preferences import (
    KEY,
    Preferences,
    preferred,
    read_preferences,
    write_preferences,
)
from hakaru.flows.propose import open_options
from hakaru.flows.status import status
from hakaru.focus.settings import FocusSettings
from hakaru.store.activities import RunFilter
from hakaru.store.database import Memo
from hakaru.store.focus import read_intervals
from hakaru.store.jobs import Jobs
from hakaru.store.state import State
from hakaru.surfaces.engine.deciding import Diary, write_batch
from tests.flows.desks import lay
from tests.flows.factories import at, make_context, run_sql, stored_runs
from tests.surfaces.web.serving import talking


@pytest.fixture
def own(data: Path) -> Iterator[Context]:
    made = lay(make_context(data))
    yield made
    made.store.close()


def test_an_answer_is_worked_out_once_until_a_run_changes(own: Context) -> None:
    memo, made = Memo(own.store.path), []

    def work() -> int:
        made.append(1)
        return len(made)

    assert [memo.of("key", work), memo.of("key", work)] == [1, 1]
    assert memo.of("another", work) == 2
    run_sql(own, "UPDATE activities SET title = 'another'")
    own.store.close()
    assert memo.of("key", work) == 3


def test_memory_is_bounded_and_failures_are_not_kept(own: Context) -> None:
    memo = Memo(own.store.path, kept=2)
    for key in range(5):
        memo.of(key, lambda key=key: key)  # type: ignore[misc]
    assert memo.of(4, lambda: -1) == 4
    assert memo.of(0, lambda: -1) == -1
    with pytest.raises(ZeroDivisionError):
        memo.of("bad", lambda: 1 // 0)
    assert memo.of("bad", lambda: 7) == 7


def test_memory_may_be_shared_by_threads(own: Context) -> None:
    memo, found = Memo(own.store.path), []
    threads = [
        threading.Thread(target=lambda: found.append(memo.of("key", lambda: 5))) for _ in range(8)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert found == [5] * 8


def test_choices_reach_every_program(own: Context) -> None:
    assert read_preferences(own.data_folder) == Preferences()
    write_preferences(own, {"lengths": "mi", "language": "en"})
    assert read_preferences(own.data_folder).lengths == "mi"
    assert preferred(own).settings.language == "en"
    config = load_config(data_folder=own.data_folder, language=None, environment={})
    assert config.settings.language == "en"
    config = load_config(data_folder=own.data_folder, language="ja", environment={})
    assert config.settings.language == "ja"


@pytest.mark.parametrize(
    "bad", [{"rubric": "personal"}, {"nothing": 1}, {"show_track": "yes"}, {"language": None}]
)
def test_a_choice_that_there_is_not_is_refused(own: Context, bad: dict[str, object]) -> None:
    with pytest.raises(BadArgument):
        write_preferences(own, bad)
    assert read_preferences(own.data_folder) == Preferences()


def test_choices_that_cannot_be_read_were_not_made(own: Context, tmp_path: Path) -> None:
    for written in ("{", "[]", '{"rubric": 5}'):
        State(own.data_folder).write_setting(KEY, written)
        assert read_preferences(own.data_folder) == Preferences()
    assert read_preferences(tmp_path / "nothing") == Preferences()
    assert not (tmp_path / "nothing").exists()
    State(own.data_folder).write_setting("focus.settings", "{")
    assert read_focus_settings(own) == FocusSettings()


def test_what_may_watch_is_chosen_wholly_or_not_at_all(own: Context) -> None:
    write_focus_settings(own, {"camera_enabled": False, "keep_days": 30})
    with pytest.raises(BadArgument):
        write_focus_settings(own, {"camera_enabled": True, "keep_days": -1})
    kept = read_focus_settings(own)
    assert (kept.camera_enabled, kept.keep_days) == (False, 30)


def test_a_language_that_was_chosen_is_kept_for_every_program(own: Context) -> None:
    with talking(own) as client:
        client.post("/settings/choices", data={"language": "en"})
    assert preferred(own).settings.language == "en"


def test_everything_leaves_in_open_formats(own: Context) -> None:
    job = begin_job(own, "import", phase="uploading")
    (own.data_folder / "uploads" / str(job.job_id) / "a.fit").write_bytes(b"raw")
    Jobs(State(own.data_folder)).finish(job.job_id, status="done", now=own.now())
    made = export_everything(own)
    with zipfile.ZipFile(made.file) as archive:
        names = set(archive.namelist())
        rows = archive.read("state/nodes.jsonl").decode().splitlines()
        about = archive.read("README.txt").decode()
    assert {
        "database/main.activities.parquet",
        "database/data.time_series_metrics.parquet",
    } <= names
    assert f"uploads/{job.job_id}/a.fit" in names
    assert [json.loads(one)["node_id"] for one in rows] == ["n1", "n2", "n3"]
    assert ".parquet" in about
    assert not list(made.file.parent.glob("*.part"))
    import duckdb  # noqa: PLC0415

    with zipfile.ZipFile(made.file) as archive:
        archive.extract("database/main.activities.parquet", made.file.parent)
    found = (
        duckdb.connect()
        .execute(f"SELECT count(*) FROM '{made.file.parent}/database/main.activities.parquet'")
        .fetchone()
    )
    assert found == (16,)


def test_nothing_is_left_after_everything_was_deleted(own: Context) -> None:
    write_preferences(own, {"lengths": "mi"})
    for folder in ("uploads", "whole-exports", "reports", "exports", "cache", "backups"):
        (own.data_folder / folder).mkdir(exist_ok=True)
        (own.data_folder / folder / "of mine").write_text("4:30/km")
    copies = own.data_folder / "backups"
    copies.mkdir(exist_ok=True)
    for left in (copies / "damaged-1-hakaru.duckdb", own.data_folder / "hakaru.duckdb.incoming"):
        left.write_bytes(b"runs")
    assert delete_everything(own).n_runs == 16
    assert not copies.exists()
    assert not list(own.data_folder.glob("*.incoming"))
    assert status(own).summary.n_activities == 0
    assert every_node(own).nodes == ()
    assert read_preferences(own.data_folder) == Preferences()
    assert not (own.data_folder / "reports").exists()
    assert list(own.data_folder.rglob("of mine")) == []
    files = [one for one in own.data_folder.rglob("*") if one.is_file()]
    assert not any("展示会".encode() in file.read_bytes() for file in files)


def test_what_cannot_be_deleted_is_named_and_the_rest_is_gone(own: Context, tmp_path: Path) -> None:
    elsewhere = tmp_path / "another disk"
    elsewhere.mkdir()
    (elsewhere / "a.fit").write_text("4:30/km")
    (own.data_folder / "uploads").symlink_to(elsewhere)
    (own.data_folder / "reports").write_text("4:30/km")
    with pytest.raises(StoreDamaged, match="uploads cannot be deleted") as told:
        delete_everything(own)
    assert "削除できません" in in_language(str(told.value), "ja")
    assert status(own).summary.n_activities == 0
    assert not (own.data_folder / "reports").exists()
    assert (elsewhere / "a.fit").exists()


def test_who_watches_does_not_bring_back_what_was_deleted(own: Context) -> None:
    now, state = own.now(), State(own.data_folder)
    diary = Diary()
    for seconds in range(60):
        diary.show("focused", at=now - timedelta(seconds=60 - seconds))
    delete_everything(own)
    diary.show("focused", at=now + timedelta(seconds=1))
    write_batch(state, diary.batch())
    intervals = read_intervals(state, start=now - timedelta(days=1), end=now + timedelta(days=1))
    assert [one.started_at for one in intervals] == [now]


def test_downloads_and_the_leave_for_them_go_with_everything_else(own: Context) -> None:
    for folder in ("raw/garmin", "garmin_session"):
        (own.data_folder / folder).mkdir(parents=True)
        (own.data_folder / folder / "a.json").write_text("{}")
    with zipfile.ZipFile(export_everything(own).file) as archive:
        names = archive.namelist()
    assert "raw/garmin/a.json" in names
    assert not any("session/" in name for name in names)
    delete_everything(own)
    assert not (own.data_folder / "raw").exists()
    assert not (own.data_folder / "garmin_session").exists()


def test_nothing_is_deleted_while_a_job_is_under_way(own: Context) -> None:
    begin_job(own, "train")
    with pytest.raises(BadArgument):
        delete_everything(own)
    assert status(own).summary.n_activities == 16


def test_an_upload_that_nobody_goes_on_with_keeps_nothing_from_being_deleted(own: Context) -> None:
    begin_job(own, "import", phase="uploading")
    delete_everything(own)
    assert jobs_of(own) == ()


def test_the_same_job_is_begun_once_and_done_once(own: Context) -> None:
    one, same = begin_job(own, "train"), begin_job(own, "train")
    other = begin_job(own, "advise", subject=Subject(node="n1", lang="en"))
    assert same.job_id == one.job_id != other.job_id
    assert job_of(own, other.job_id).subject == Subject(node="n1", lang="en")
    done = run_job(own, one.job_id)
    assert run_job(own, one.job_id) == done
    assert begin_job(own, "train").job_id != one.job_id
    uploads = [begin_job(own, "import", phase="uploading") for _ in range(2)]
    assert uploads[0].job_id != uploads[1].job_id


def test_a_job_works_by_the_choices_of_now_in_the_language_it_was_asked_in(own: Context) -> None:
    write_preferences(own, {"lengths": "mi"})
    job = begin_job(own, "advise", subject=Subject(node="n1", lang="en"))
    assert run_job(own, job.job_id).status == "done"
    found = open_options(own, node="n1")
    assert found is not None
    assert found.report is not None
    assert "is in progress now" in found.report.summary
    failed = run_job(own, begin_job(own, "advise", subject=Subject(node="gone")).job_id)
    assert failed.status == "done"  # an answer that says that there is no such node
    assert open_options(own, node="gone") is not None


def test_deleting_needs_the_word(own: Context) -> None:
    with talking(own) as client:
        wrong = client.post("/settings/delete", data={"confirm": "yes"})
        assert wrong.headers["location"].endswith("told=kept#data")
        assert status(own).summary.n_activities == 16
        right = client.post("/settings/delete", data={"confirm": "DELETE"})
        assert right.headers["location"].endswith("told=deleted")
        assert "まだ記録がありません" in client.get("/").text
    assert status(own).summary.n_activities == 0


def test_an_archive_is_made_by_a_job_and_sent_as_a_file(own: Context) -> None:
    job = run_job(own, begin_job(own, "export").job_id)
    assert (job.status, job.detail.phase) == ("done", "done")
    assert job.detail.n_tables > 20
    with talking(own) as client:
        answer = client.get(f"/jobs/{job.job_id}/file")
        assert answer.headers["content-disposition"].startswith("attachment")
        assert zipfile.is_zipfile(io.BytesIO(answer.content))
        assert "ファイルを保存" in client.get("/settings").text
        (own.data_folder / "whole-exports" / job.detail.file).unlink()
        assert client.get(f"/jobs/{job.job_id}/file").status_code == 400
        assert "ファイルはもうありません" in client.get("/settings").text


def test_an_export_leaves_one_archive_and_nothing_unfinished(own: Context) -> None:
    folder = own.data_folder / "whole-exports"
    (folder / "unfinished-abc").mkdir(parents=True)
    (folder / "hakaru-2020-01-01.zip").write_bytes(b"old")
    made = export_everything(own)
    assert [one.name for one in folder.iterdir()] == [made.file.name]


def test_a_kill_in_an_export_only_delays_it(own: Context) -> None:
    job = begin_job(own, "export")
    with talking(own) as client:
        while "ファイルを保存" not in client.get(f"/jobs/{job.job_id}").text:
            pass
    assert job_of(own, job.job_id).status == "done"


def test_training_without_a_run_is_no_failure(tmp_path: Path) -> None:
    context = make_context(tmp_path / "data", settings=Settings(workers=1))
    trained = run_job(context, begin_job(context, "train").job_id)
    assert (trained.status, trained.detail.baselines) == ("done", 0)
    context.store.close()


@pytest.mark.parametrize(
    ("wanted", "n_found"),
    [
        (RunFilter(), 16),
        (RunFilter(flag="simulated"), 16),
        (RunFilter(flag="partial"), 0),
        (RunFilter(flag="no_verdict"), 0),
        (RunFilter(sensor="stryd"), 0),
        (RunFilter(words="SIMULATED"), 16),
        (RunFilter(words="100%_"), 0),
    ],
)
def test_runs_are_found_by_each_filter(own: Context, wanted: RunFilter, n_found: int) -> None:
    page = list_runs(own, wanted, page=1)
    assert page.n_found == len(page.runs) == n_found
    assert list_runs(own, wanted, page=99).page == 1


def test_the_page_of_a_run_without_form_or_session_says_so(own: Context) -> None:
    run_sql(own, "DELETE FROM metric_verdicts")
    run_sql(own, "DELETE FROM data.run_verdicts")
    run_sql(own, "DELETE FROM data.sessions")
    with own.store.read() as con:
        (run,) = con.execute("SELECT min(activity_id) FROM activities").fetchone() or (0,)
    with talking(own) as client:
        told = client.get(f"/runs/{run}").text
        assert "このランはまだ練習として解析していません" in client.get(f"/runs/{run}/session").text
        assert "フォーム指標の計測がありません" in told
        assert client.get("/runs?flag=no_verdict").text.count('<td class="tick">') == 16
        assert "判定のないランが 16 回" in client.get("/").text


def test_a_change_of_sensor_is_told_with_its_day(own: Context) -> None:
    with talking(own) as client:
        assert "Stryd" not in client.get("/form").text
    worn = stored_runs(own)[8]
    run_sql(
        own,
        "UPDATE activities SET sensor_group = 'stryd' WHERE activity_id = ?",
        [worn.activity_id],
    )
    with talking(own) as client:
        told = client.get("/form?sensor=garmin-hrm").text
    assert "使ったセンサー" in told
    table = told.partition("使ったセンサー")[2]
    assert "Stryd" in table
    assert f"{worn.activity_date}" in table.partition("Stryd")[2]


def test_lines_are_thinned_and_refined_and_know_what_was_usual(own: Context) -> None:
    with own.store.read() as con:
        (run,) = con.execute("SELECT max(activity_id) FROM activities").fetchone() or (0,)
    with talking(own) as client:
        whole = client.get(f"/runs/{run}/series?points=100&smooth=0").json()
        part = client.get(f"/runs/{run}/series?points=100&smooth=0&from=60&to=120").json()
        along = client.get(f"/runs/{run}/series?x=distance").json()
    assert len(whole["at"]) <= 100
    assert 50 <= len(part["at"]) <= 61
    assert min(part["at"]) >= 60
    assert (part["x"], along["x"]["kind"]) == (whole["x"], "distance")
    panels = {panel["name"]: panel["series"] for panel in whole["panels"]}
    assert set(panels) >= {"speed_mps", "heart_rate_bpm", "gct_ms", "vo_cm", "vr_pct"}
    band, contact = panels["gct_ms"]
    assert contact["departs"] == band["name"]
    pairs = [pair for pair in zip(band["low"], band["high"], strict=True) if None not in pair]
    assert pairs
    assert all(low < high for low, high in pairs)
    speeds = panels["speed_mps"][0]["y"]
    with own.store.read() as con:
        high = con.execute(
            "SELECT max(speed_mps) FROM data.time_series_metrics WHERE activity_id = ?", [run]
        ).fetchone()
    assert high is not None
    assert max(speed for speed in speeds if speed is not None) == pytest.approx(high[0], abs=1e-3)


def test_a_wrong_stretch_is_refused_as_json(own: Context) -> None:
    accepts = {"accept": "application/json"}
    with own.store.read() as con:
        (run,) = con.execute("SELECT max(activity_id) FROM activities").fetchone() or (0,)
    with talking(own) as client:
        for asked in ("from=x", "to=-1", "points=1", "from=nan", "x=y", "smooth=7"):
            answer: httpx2.Response = client.get(f"/runs/{run}/series?{asked}", headers=accepts)
            assert answer.status_code == 400, asked
            assert answer.json()["ok"] is False


def test_uploads_go_with_everything(own: Context) -> None:
    folder = own.data_folder / "uploads" / "1"
    folder.mkdir(parents=True)
    (folder / "a.fit").write_bytes(b"x")
    delete_everything(own)
    assert not folder.exists()
    shutil.rmtree(own.data_folder)


def test_a_break_that_ended_lately_is_told_today_and_on_the_page_of_form(own: Context) -> None:
    runs = stored_runs(own)
    today = at(own, datetime.combine(runs[-1].activity_date, time(20), tzinfo=UTC))
    with talking(today) as client:
        assert "休みのあと" not in client.get("/form").text
    first = runs[9].activity_date + timedelta(days=1)
    last = runs[10].activity_date - timedelta(days=1)
    away(own, first=first, last=max(first, last), text="膝", remove=False)
    with talking(today) as client:
        home, form = client.get("/").text, client.get("/form").text
    assert "休み前の自分の範囲に入っています" in home
    assert "/form#comeback" in home
    assert "休みのあと" in form
    assert "再開後の1回ごと" in form
    assert "膝" not in home + form


def test_a_run_within_a_return_says_what_was_back_after_it(own: Context) -> None:
    runs = stored_runs(own)
    first = runs[9].activity_date + timedelta(days=1)
    last = max(first, runs[10].activity_date - timedelta(days=1))
    away(own, first=first, last=last, text="膝", remove=False)
    later = next(run for run in runs if run.activity_date > last)
    with talking(own) as client:
        before = client.get(f"/runs/{runs[8].activity_id}").text
        after = client.get(f"/runs/{later.activity_id}").text
    assert 'id="comeback"' not in before
    assert "日ぶりの再開" in after
    assert "膝" not in after
