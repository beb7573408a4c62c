"""What may a program send? Read once, here, into typed values; unknown fields are left aside."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StringConstraints

from hakaru.guard.cleaning import clean
from hakaru.proposals.changes import ChangeType, ProposedChange, Source
from hakaru.proposals.exchange import CONTEXT_MOST, NODES_MOST, TITLE_MOST
from hakaru.proposals.nodes import Node, Status, is_status
from hakaru.proposals.tasks import Wish

_TRAY_STATUS: dict[str, Status] = {
    "in_progress": "IN_PROGRESS",
    "needs_decision": "NEEDS_DECISION",
    "waiting_external": "WAITING_EXTERNAL",
    "cooling": "COOLING",
}
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)

Id = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Text = Annotated[str, StringConstraints(max_length=20_000)]


class Body(BaseModel):
    """Names are exact, types are not bent."""

    model_config = ConfigDict(strict=True, frozen=True, populate_by_name=False)


class SentNode(Body):
    """A node of a dashboard. What is stored of it wins over what is sent."""

    id: Id
    title: Text = ""
    status: Text | None = None
    context: Text | None = None
    parent_id: Text | None = None
    updated_at: str | None = Field(default=None, description="ISO 8601; default: long ago")


class Dashboard(Body):
    """The desk, as `GET /api/dashboard` gives it."""

    trays: dict[str, Annotated[list[SentNode], Field(max_length=NODES_MOST)]] = Field(
        description="nodes by tray", max_length=50
    )

    def nodes(self) -> tuple[Node, ...]:
        """Every node once."""
        by_id = {row.id: _node(row, tray) for tray, rows in self.trays.items() for row in rows}
        return tuple(by_id.values())


class RunBody(Body):
    """What a proposal is made of. The ids that it may name are those of the dashboard."""

    dashboard: Dashboard
    focusNodeId: Id | None = Field(default=None, description="node to centre, or to advise on")  # noqa: N815
    userIntent: Text | None = Field(default=None, description="what is wanted, in words")  # noqa: N815
    constraints: Text | list[Text] | dict[str, Any] | None = None
    fallback: StrictBool = Field(
        default=True, description="false: a model that gives no reply is an error (502 to 504)"
    )

    def wish(self) -> Wish:
        """The words of the person who asks."""
        return Wish(intent=self.userIntent or "", constraints=_lines(self.constraints))


class ValidateBody(Body):
    """A report that somebody made."""

    type: Literal["organizer", "advisor"]
    report: Any = Field(description="the report, any JSON")
    dashboard: Dashboard | None = Field(default=None, description="only ids of these nodes count")
    validNodeIds: list[Text] | None = Field(default=None, description="only these ids count")  # noqa: N815

    def only(self) -> Sequence[str] | None:
        """The ids that may count; None: all that are stored."""
        sent = None if self.dashboard is None else {node.id for node in self.dashboard.nodes()}
        if self.validNodeIds is None:
            return None if sent is None else sorted(sent)
        named = set(self.validNodeIds)
        return sorted(named if sent is None else named & sent)


class NewNodeBody(Body):
    """A node to be made."""

    title: Text
    context: Text | None = None
    status: Text | None = Field(default=None, description="default: CAPTURED")
    parent_id: Id | None = None


class EditBody(Body):
    """Other words or another parent; the status has a way of its own."""

    title: Text | None = None
    context: Text | None = None
    parent_id: Text | None = Field(default=None, description='"": none')


class EstimateBody(Body):
    """Without `confirm_status` a preview, with it a change (or, unchanged, a memo)."""

    intent: Text | None = None
    reason: Text | None = None
    confirm_status: Text | None = None
    confirmation_id: Text | None = None
    source: Source = "human_ui"


class ChangeBody(Body):
    """Which change is confirmed: of a status both statuses; of a diff `proposed` and its id; to
    undo a change `applied` and its id."""

    type: ChangeType
    before: Text = Field(alias="from")
    to: Text

    def change(self) -> ProposedChange:
        """The same, as it is kept."""
        return ProposedChange(type=self.type, from_value=self.before, to_value=self.to)


class ConfirmBody(Body):
    """A person agrees."""

    node_id: Id
    ui_action: Annotated[str, StringConstraints(max_length=200)] = "api"
    proposed_change: ChangeBody


class ApplyBody(Body):
    """Apply what was confirmed."""

    confirmation_id: Text
    reason: Text | None = None
    source: Source = "human_ui"


def _node(sent_node: SentNode, tray: str) -> Node:
    status: Status = _TRAY_STATUS.get(tray, "CAPTURED")
    if sent_node.status is not None and is_status(sent_node.status):
        status = sent_node.status
    return Node(
        id=sent_node.id,
        title=clean(sent_node.title)[:TITLE_MOST],
        status=status,
        updated_at=_moment(sent_node.updated_at),
        context=clean(sent_node.context or "", lines=True)[:CONTEXT_MOST],
        parent_id=sent_node.parent_id,
    )


def _moment(text: str | None) -> datetime:
    """A time without a zone is one of UTC; what is no time does not count."""
    try:
        read = datetime.fromisoformat(text or "")
        return (read if read.tzinfo else read.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return _LONG_AGO


def _lines(constraints: str | list[str] | dict[str, Any] | None) -> tuple[str, ...]:
    if constraints is None:
        return ()
    if isinstance(constraints, str):
        return (constraints,) if constraints else ()
    if isinstance(constraints, list):
        return tuple(constraints)
    return tuple(f"{key}: {value}" for key, value in constraints.items())
