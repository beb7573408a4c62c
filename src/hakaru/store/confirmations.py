"""How is a person's leave for one change kept, and used once?"""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import cast

from hakaru.core.errors import ChangeRefused
from hakaru.proposals.changes import (
    STATUS_OF,
    VALID_FOR,
    ChangeType,
    Confirmation,
    ProposedChange,
    RefusalCode,
    Wanted,
    needs_confirmation,
    refusal_before,
    refusal_of,
)
from hakaru.proposals.nodes import is_status, valid_transitions
from hakaru.store.nodes import as_text

_COLUMNS = (
    "confirmation_id, node_id, ui_action, change_type, from_value, to_value, confirmed_by, "
    "confirmed_at, expires_at, consumed_at"
)
_WHY: Mapping[RefusalCode, str] = {
    "unattended": "a batch or a chain of skills may not apply changes: a person has to",
    "confirmation_missing": "a change is applied only with the id of a person's confirmation",
    "confirmation_malformed": "confirmation_id is not a UUID of version 4",
    "confirmation_unknown": "no confirmation has this id",
    "confirmation_consumed": "this confirmation has been used already",
    "confirmation_expired": "this confirmation is older than 24 hours: confirm again",
    "other_node": "this confirmation is for another node",
    "other_change": "this confirmation is for another change",
    "changed_meanwhile": "things have changed since this was confirmed: look and confirm again",
}


def add_confirmation(
    con: sqlite3.Connection,
    change: ProposedChange,
    *,
    node_id: str,
    ui_action: str,
    now: datetime,
) -> Confirmation:
    """Write down that a person agreed to a change."""
    made = Confirmation(
        confirmation_id=str(uuid.uuid4()),
        node_id=node_id,
        ui_action=ui_action,
        proposed_change=change,
        confirmed_at=now,
        expires_at=now + VALID_FOR,
    )
    con.execute(
        f"INSERT INTO node_confirmations ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
        [
            made.confirmation_id,
            node_id,
            ui_action,
            change.type,
            change.from_value,
            change.to_value,
            made.confirmed_by,
            as_text(now),
            as_text(made.expires_at),
        ],
    )
    return made


def read_confirmation(con: sqlite3.Connection, confirmation_id: str) -> Confirmation | None:
    """The confirmation with this id; None: there is none."""
    row = con.execute(
        f"SELECT {_COLUMNS} FROM node_confirmations WHERE confirmation_id = ?",
        [confirmation_id.lower()],
    ).fetchone()
    if row is None:
        return None
    leave, node_id, action, kind, start, end, by, confirmed_at, expires_at, consumed_at = row
    return Confirmation(
        confirmation_id=leave,
        node_id=node_id,
        ui_action=action,
        proposed_change=ProposedChange(type=cast(ChangeType, kind), from_value=start, to_value=end),
        confirmed_by=by,
        confirmed_at=datetime.fromisoformat(confirmed_at),
        expires_at=datetime.fromisoformat(expires_at),
        consumed_at=None if consumed_at is None else datetime.fromisoformat(consumed_at),
    )


def use_leave(con: sqlite3.Connection, wanted: Wanted, *, now: datetime) -> None:
    """Check a change against its confirmation and use that up, in the transaction of the change.

    Raises:
        ChangeRefused: why not; nothing is used up.
    """
    refuse(refusal_before(wanted), wanted)
    if not needs_confirmation(wanted) or wanted.confirmation_id is None:
        return
    confirmation = read_confirmation(con, wanted.confirmation_id)
    refuse(refusal_of(confirmation, wanted, now=now), wanted)
    used = con.execute(
        "UPDATE node_confirmations SET consumed_at = ? WHERE confirmation_id = ? "
        "AND consumed_at IS NULL",
        [as_text(now), wanted.confirmation_id.lower()],
    )
    if used.rowcount != 1:
        refuse("confirmation_consumed", wanted)


def refuse(code: RefusalCode | None, wanted: Wanted) -> None:
    """Raise for a reason; None: there is none."""
    if code is None:
        return
    status = STATUS_OF[code]
    if code == "transition" and is_status(wanted.current):
        open_now = valid_transitions(wanted.current)
        raise ChangeRefused(
            f"transition from {wanted.current} to {wanted.to_value} is not allowed; open are "
            f"{', '.join(open_now)}",
            code=code,
            status=status,
            valid_transitions=open_now,
        )
    raise ChangeRefused(_WHY[code], code=code, status=status)
