"""What a model was asked, what it answered, and what became of that.

A row is written before the question leaves and completed after the answer, so that a question which
a crash cut off is known ('asked'). The newest 500 are kept; prompt and reply are cleaned and cut.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Literal, cast, get_args

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message, parts_of, with_parts
from hakaru.guard.cleaning import Finding, clean, cut
from hakaru.records import frozen
from hakaru.store.state import State, utc_text

KEPT_MOST = 500
TEXT_MOST = 16_384
"""Characters of a prompt or a reply that are kept."""
ERROR_MOST = 400

Outcome = Literal["asked", "accepted", "rejected", "failed"]
"""`rejected`: the reply broke a rule, and was corrected or given up. `failed`: there was none."""

_COLUMNS = (
    "attempt_id, task, subject, number, model, prompt_sha256, prompt_bytes, prompt, outcome, reply,"
    " findings, finish, error_kind, error, error_parts, prompt_tokens, reply_tokens, elapsed_ms,"
    " asked_at,"
    " answered_at"
)


@frozen
class Asked:
    """A question about to leave. `prompt` None: its text is not to be kept."""

    task: str
    subject: str
    number: int
    model: str
    prompt_sha256: str
    prompt_bytes: int
    prompt: str | None


@frozen
class Outcomes:
    """What came of it. Token counts None: the server did not say."""

    outcome: Outcome
    reply: str | None = None
    findings: tuple[Finding, ...] = ()
    finish: str | None = None
    error_kind: str | None = None
    error: str | None = None
    prompt_tokens: int | None = None
    reply_tokens: int | None = None
    elapsed_ms: float | None = None


@frozen
class StoredAttempt:
    """One row. `answered_at` None: still under way, or cut off by a crash."""

    attempt_id: int
    asked: Asked
    result: Outcomes
    asked_at: datetime
    answered_at: datetime | None


class Attempts:
    """The attempts of one data folder. Threads and processes may share it."""

    def __init__(self, state: State) -> None:
        self._state = state

    def begin(self, asked: Asked, *, now: datetime) -> int:
        """Write down that a question leaves; returns its id. The oldest beyond 500 go."""
        with self._state.session() as con:
            cursor = con.execute(
                "INSERT INTO model_attempts (task, subject, number, model, prompt_sha256,"
                " prompt_bytes, prompt, outcome, asked_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, 'asked', ?)",
                [
                    asked.task,
                    asked.subject,
                    asked.number,
                    asked.model,
                    asked.prompt_sha256,
                    asked.prompt_bytes,
                    None if asked.prompt is None else _kept(asked.prompt),
                    utc_text(now),
                ],
            )
            con.execute(
                "DELETE FROM model_attempts WHERE attempt_id <="
                " (SELECT max(attempt_id) FROM model_attempts) - ?",
                [KEPT_MOST],
            )
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    def finish(self, attempt_id: int, result: Outcomes, *, now: datetime) -> None:
        """Write down what came of it."""
        error = None if result.error is None else cut(clean(result.error), ERROR_MOST)
        with self._state.session() as con:
            con.execute(
                "UPDATE model_attempts SET outcome = ?, reply = ?, findings = ?, finish = ?,"
                " error_kind = ?, error = ?, error_parts = ?, prompt_tokens = ?, reply_tokens = ?,"
                " elapsed_ms = ?, answered_at = ? WHERE attempt_id = ?",
                [
                    result.outcome,
                    None if result.reply is None else _kept(result.reply),
                    _findings_text(result.findings),
                    result.finish,
                    result.error_kind,
                    error,
                    parts_of(result.error) if error and error == result.error else None,
                    result.prompt_tokens,
                    result.reply_tokens,
                    result.elapsed_ms,
                    utc_text(now),
                    attempt_id,
                ],
            )

    def newest(self, *, task: str | None = None, limit: int = 20) -> tuple[StoredAttempt, ...]:
        """The newest first. `task`: that one or, by its first part ("section"), several."""
        with self._state.session() as con:
            rows = con.execute(
                f"SELECT {_COLUMNS} FROM model_attempts WHERE :task IS NULL OR task = :task"
                " OR substr(task, 1, length(:task) + 1) = :task || '.'"
                " ORDER BY attempt_id DESC LIMIT :limit",
                {"task": task, "limit": limit},
            ).fetchall()
        return tuple(map(_attempt, rows))

    def count(self) -> int:
        """How many are kept."""
        with self._state.session() as con:
            return int(con.execute("SELECT count(*) FROM model_attempts").fetchone()[0])

    def find(self, attempt_id: int) -> StoredAttempt:
        """One attempt.

        Raises:
            BadArgument: there is none with this number (any more).
        """
        with self._state.session() as con:
            row = con.execute(
                f"SELECT {_COLUMNS} FROM model_attempts WHERE attempt_id = ?", [attempt_id]
            ).fetchone()
        if row is None:
            raise BadArgument(
                "attempt", attempt_id, message("the number of one in `hakaru attempts`")
            )
        return _attempt(row)


def _kept(text: str) -> str:
    return cut(clean(text, lines=True), TEXT_MOST)


def _findings_text(findings: Sequence[Finding]) -> str:
    rows = [
        [finding.rule, clean(finding.path), clean(finding.message), finding.severity]
        for finding in findings
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def _findings(text: str) -> tuple[Finding, ...]:
    return tuple(
        Finding(rule=rule, path=path, message=message, severity=severity)
        for rule, path, message, severity in json.loads(text)
    )


def _attempt(row: Sequence[object]) -> StoredAttempt:
    attempt_id, task, subject, number, model, sha256, n_bytes, prompt, outcome, *rest = row
    reply, findings, finish, error_kind, error, parts, *rest = rest
    n_prompt, n_reply, elapsed, asked, answered = rest
    assert outcome in get_args(Outcome), "the table allows no other"
    return StoredAttempt(
        attempt_id=cast("int", attempt_id),
        asked=Asked(
            task=str(task),
            subject=str(subject),
            number=cast("int", number),
            model=str(model),
            prompt_sha256=str(sha256),
            prompt_bytes=cast("int", n_bytes),
            prompt=_optional(prompt),
        ),
        result=Outcomes(
            outcome=cast("Outcome", outcome),
            reply=_optional(reply),
            findings=_findings(str(findings)),
            finish=_optional(finish),
            error_kind=_optional(error_kind),
            error=None if error is None else with_parts(str(error), _optional(parts)),
            prompt_tokens=cast("int | None", n_prompt),
            reply_tokens=cast("int | None", n_reply),
            elapsed_ms=cast("float | None", elapsed),
        ),
        asked_at=datetime.fromisoformat(str(asked)),
        answered_at=None if answered is None else datetime.fromisoformat(str(answered)),
    )


def _optional(value: object) -> str | None:
    return None if value is None else str(value)
