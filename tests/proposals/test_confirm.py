"""Is a change applied only by a person's leave, and which reason against it is told first?"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import get_args

import pytest

from hakaru.proposals.changes import (
    STATUS_OF,
    UNATTENDED,
    VALID_FOR,
    Confirmation,
    ProposedChange,
    Source,
    Wanted,
    is_uuid4,
    refusal_before,
    refusal_of,
)
from tests.proposals.factories import NOW

ID = "0b9f4d0e-3f55-4b0e-9c1e-1d1f8f0a9b21"
WANTED = Wanted(
    node_id="n1",
    type="status_change",
    to_value="DONE",
    current="READY",
    source="human_ui",
    confirmation_id=ID,
)
LEAVE = Confirmation(
    confirmation_id=ID,
    node_id="n1",
    ui_action="dashboard_apply_button",
    proposed_change=ProposedChange(type="status_change", from_value="READY", to_value="DONE"),
    confirmed_at=NOW,
    expires_at=NOW + VALID_FOR,
)


def test_a_fitting_leave_allows_the_change_until_it_expires() -> None:
    assert refusal_before(WANTED) is None
    assert refusal_of(LEAVE, WANTED, now=NOW) is None
    just_before = LEAVE.expires_at - timedelta(microseconds=1)
    assert refusal_of(LEAVE, WANTED, now=just_before) is None
    assert refusal_of(LEAVE, WANTED, now=LEAVE.expires_at) == "confirmation_expired"


@pytest.mark.parametrize("source", get_args(Source))
def test_nobody_applies_without_a_leave_and_unattended_sources_not_even_with_one(
    source: Source,
) -> None:
    asked = replace(WANTED, source=source, confirmation_id=None)
    expected = "unattended" if source in UNATTENDED else "confirmation_missing"
    assert refusal_before(asked) == expected
    assert STATUS_OF[expected] == 403
    with_leave = refusal_before(replace(WANTED, source=source))
    assert with_leave == ("unattended" if source in UNATTENDED else None)


@pytest.mark.parametrize("source", get_args(Source))
def test_a_memo_needs_no_leave(source: Source) -> None:
    memo = replace(WANTED, to_value="READY", source=source, confirmation_id=None)
    assert refusal_before(memo) is None


def test_a_way_that_is_closed_is_told_before_the_leave_is_looked_at() -> None:
    closed = replace(WANTED, current="DONE", to_value="READY", confirmation_id=None)
    assert refusal_before(closed) == "transition"
    assert STATUS_OF["transition"] == 422


@pytest.mark.parametrize(
    "text", ["", "x", ID[:-1], ID + "0", "de2af1dc-e617-11f1-bfdc-02fc00000001", "{" + ID + "}"]
)
def test_what_is_no_random_uuid_is_malformed(text: str) -> None:
    assert not is_uuid4(text)
    assert refusal_before(replace(WANTED, confirmation_id=text)) == "confirmation_malformed"


def test_reasons_are_told_in_their_order() -> None:
    """Each leave has this fault and all later ones, so that the order shows."""
    change = ProposedChange(type="status_change", from_value="BLOCKED", to_value="DONE")
    wrong_from = replace(LEAVE, proposed_change=change)
    wrong_to = replace(LEAVE, proposed_change=replace(change, to_value="CANCELLED"))
    other_node = replace(wrong_to, node_id="n2")
    expired = replace(other_node, expires_at=NOW)
    consumed = replace(expired, consumed_at=NOW)
    told = [
        refusal_of(leave, WANTED, now=NOW)
        for leave in (None, consumed, expired, other_node, wrong_to, wrong_from)
    ]
    assert [(code, STATUS_OF[code]) for code in told if code] == [
        ("confirmation_unknown", 404),
        ("confirmation_consumed", 409),
        ("confirmation_expired", 403),
        ("other_node", 400),
        ("other_change", 400),
        ("changed_meanwhile", 409),
    ]


def test_a_leave_for_a_diff_is_none_for_a_status() -> None:
    diff = replace(LEAVE, proposed_change=replace(LEAVE.proposed_change, type="diff_apply"))
    assert refusal_of(diff, WANTED, now=NOW) == "other_change"
