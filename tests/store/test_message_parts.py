"""Is a sentence that was stored still worded in the language of its reader?"""

from __future__ import annotations

from pathlib import Path

from hakaru.core.errors import ModelTooSlow, NoFormData, NotEvaluated
from hakaru.core.i18n import in_language, message
from hakaru.flows.job_records import (
    FileOutcome,
    JobDetail,
    begin_job,
    job_of,
    job_text,
    stored_jobs,
)
from hakaru.running.activity import Issue, RunTotals
from hakaru.store.activities import SourceRecord, known_sources, list_activities, record_sources
from hakaru.store.attempts import Asked, Attempts, Outcomes
from hakaru.store.recordings import read_recording, write_recordings
from hakaru.store.state import State
from hakaru.store.stored_run import StoredRun
from hakaru.store.verdicts import read_evaluation, write_refusals
from tests.flows.factories import make_context
from tests.store.factories import START, make_recording, memory_store

SENTENCE = message("the file ends {n} bytes before its stated end", n=40)
JAPANESE = "ファイルが、書かれている長さより 40 バイト手前で途切れています"
OLDER = Issue(code="crc", message="a sentence of an earlier version")


def test_issues_of_a_recording_keep_their_parts_and_sql_its_text() -> None:
    issues = (Issue(code="cut", message=SENTENCE, offset_byte=7), OLDER)
    recording = make_recording(issues=issues)
    with memory_store() as con:
        write_recordings(con, [StoredRun(recording=recording, splits=(), totals=RunTotals())])
        found = read_recording(con, recording.activity_id).issues
        texts = con.execute("SELECT message FROM recording_issues ORDER BY issue_index").fetchall()
    assert found == issues
    assert [in_language(issue.message, "ja") for issue in found] == [JAPANESE, OLDER.message]
    assert texts == [(str(SENTENCE),), (OLDER.message,)]


def test_why_a_file_was_refused_keeps_its_parts() -> None:
    record = SourceRecord(sha256="z", path="x.fit", outcome="refused", reason=SENTENCE)
    with memory_store() as con:
        record_sources(con, [record])
        reason = known_sources(con, [("z", "")])["z", ""].reason
    assert reason == SENTENCE
    assert in_language(reason, "ja") == JAPANESE


def test_why_a_run_has_no_verdict_is_made_again_of_its_number() -> None:
    recording = make_recording()
    activity_id = recording.activity_id
    reason = NoFormData(message("activity {activity_id}", activity_id=activity_id)).message
    with memory_store() as con:
        write_recordings(con, [StoredRun(recording=recording, splits=(), totals=RunTotals())])
        write_refusals(con, {activity_id: reason})
        (run,) = list_activities(con)
        try:
            read_evaluation(con, activity_id)
        except NotEvaluated as error:
            refused = error.message
    assert run.refusal == reason
    assert "ありません" in in_language(run.refusal, "ja")
    assert in_language(run.refusal, "ja") in in_language(refused, "ja")


def test_why_a_model_did_not_answer_keeps_its_parts(tmp_path: Path) -> None:
    asked = Asked(
        task="model.check",
        subject="",
        number=1,
        model="small",
        prompt_sha256="0",
        prompt_bytes=1,
        prompt=None,
    )
    log = Attempts(State(tmp_path))
    attempt_id = log.begin(asked, now=START)
    error = ModelTooSlow("localhost", 30.0).message
    log.finish(attempt_id, Outcomes(outcome="failed", error=error), now=START)
    stored = log.find(attempt_id).result.error
    assert stored == error
    assert in_language(stored, "ja") == (
        "localhost のモデルから回答がありません。30 秒以内に答えません（model.timeout_s）"
    )


def test_what_came_of_a_job_keeps_its_parts(tmp_path: Path) -> None:
    context = make_context(tmp_path)
    job = begin_job(context, "import")
    outcome = FileOutcome(name="a.fit", outcome="failed", why=SENTENCE)
    detail = JobDetail(error=SENTENCE, outcomes=(outcome, FileOutcome(name="b", outcome="ok")))
    stored_jobs(context).note(job.job_id, job_text(detail))
    found = job_of(context, job.job_id).detail
    assert found == detail
    assert in_language(found.error, "ja") == JAPANESE
    assert in_language(found.outcomes[0].why, "ja") == JAPANESE
