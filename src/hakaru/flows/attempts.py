"""What was a language model asked of late, and what became of it?"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.core.errors import BadArgument
from hakaru.flows.brevity import TABLE_BYTES, beginning, first_rows, rounded
from hakaru.flows.context import Context
from hakaru.guard.cleaning import plain
from hakaru.store.attempts import Attempts, StoredAttempt
from hakaru.store.state import State

_COLUMNS = (
    "attempt",
    "asked_at",
    "task",
    "subject",
    "number",
    "model",
    "outcome",
    "error_kind",
    "rules",
    "prompt_tokens",
    "reply_tokens",
    "elapsed_ms",
)
_LIMIT_MOST = 500
_RULES_SHOWN = 3
_PROMPT_BYTES = 1_200
_REPLY_BYTES = 900
_FINDINGS_BYTES = 700
_SUBJECT_BYTES = 40
_STEP_BYTES = 32


@dataclass(frozen=True, kw_only=True)
class AttemptsResult:
    """Attempts, the newest first; `n_kept` counts all there are of any task."""

    attempts: tuple[StoredAttempt, ...]
    n_kept: int

    @property
    def reply(self) -> Mapping[str, object]:
        """One row per attempt; `n_more` of those found did not fit."""
        rows = first_rows(
            map(_row, self.attempts), most=len(self.attempts), within_bytes=TABLE_BYTES
        )
        return {
            "n_kept": self.n_kept,
            "columns": _COLUMNS,
            "attempts": rows,
            "n_more": len(self.attempts) - len(rows),
        }


@dataclass(frozen=True, kw_only=True)
class AttemptResult:
    """One attempt with its texts."""

    attempt: StoredAttempt

    @property
    def reply(self) -> Mapping[str, object]:
        """Everything but what is too long: a text that was cut ends in an ellipsis."""
        attempt = self.attempt
        findings = [
            {
                "rule": finding.rule,
                "path": finding.path,
                "message": finding.message,
                "severity": finding.severity,
            }
            for finding in attempt.result.findings
        ]
        shown = first_rows(findings, most=len(findings), within_bytes=_FINDINGS_BYTES, n_marks=2)
        return {
            **dict(zip(_COLUMNS, _row(attempt), strict=True)),
            "prompt_sha256": attempt.asked.prompt_sha256,
            "prompt_bytes": attempt.asked.prompt_bytes,
            "prompt": _cut(attempt.asked.prompt, _PROMPT_BYTES),
            "reply": _cut(attempt.result.reply, _REPLY_BYTES),
            "findings": shown,
            "n_more_findings": len(findings) - len(shown),
            "finish": attempt.result.finish,
            "error": attempt.result.error,
        }


def list_attempts(context: Context, *, task: str | None, limit: int) -> AttemptsResult:
    """The newest attempts, of all tasks or of one ("section.summary") or a kind ("section").

    Raises:
        BadArgument: a limit out of range.
    """
    if not 1 <= limit <= _LIMIT_MOST:
        raise BadArgument("limit", limit, f"a whole number between 1 and {_LIMIT_MOST}")
    attempts = Attempts(State(context.data_folder))
    return AttemptsResult(attempts=attempts.newest(task=task, limit=limit), n_kept=attempts.count())


def get_attempt(context: Context, *, attempt: int) -> AttemptResult:
    """One attempt with prompt, reply and findings.

    Raises:
        BadArgument: there is none with this number (any more).
    """
    return AttemptResult(attempt=Attempts(State(context.data_folder)).find(attempt))


def _row(attempt: StoredAttempt) -> tuple[object, ...]:
    rules = list(dict.fromkeys(finding.rule for finding in attempt.result.findings))
    return (
        attempt.attempt_id,
        attempt.asked_at.isoformat(timespec="seconds"),
        attempt.asked.task,
        beginning(attempt.asked.subject, within_bytes=_SUBJECT_BYTES),
        attempt.asked.number,
        attempt.asked.model,
        attempt.result.outcome,
        attempt.result.error_kind,
        rules[:_RULES_SHOWN],
        attempt.result.prompt_tokens,
        attempt.result.reply_tokens,
        rounded(attempt.result.elapsed_ms, 0),
    )


def _cut(text: str | None, within_bytes: int) -> str | None:
    """What a model wrote, as it may be shown to the next one; its size is that of its JSON."""
    if text is None:
        return None
    shown, room_bytes = plain(text), within_bytes
    while _json_bytes(shown) > within_bytes:
        shown = beginning(shown, within_bytes=room_bytes)
        room_bytes -= _STEP_BYTES
    return shown


def _json_bytes(text: str) -> int:
    return len(json.dumps(text, ensure_ascii=False).encode())
