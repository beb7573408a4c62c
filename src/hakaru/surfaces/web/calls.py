"""Which flow answers which address? The same flows as of the command line and of models."""

from __future__ import annotations

from hakaru.core import errors
from hakaru.core.errors import ModelError
from hakaru.flows.changes import (
    ApplyResult,
    Asked,
    ConfirmResult,
    EstimateResult,
    apply_change,
    confirm_named,
    set_status,
)
from hakaru.flows.changes import estimate_status as preview
from hakaru.flows.context import Context
from hakaru.flows.nodes import NodeList, NodeResult, NodesResult, every_node, show_node
from hakaru.flows.nodes import add_node as put_node
from hakaru.flows.nodes import edit_node as reword
from hakaru.flows.nodes import list_nodes as desk
from hakaru.flows.nodes import remove_node as delete_node
from hakaru.flows.proposal import Proposal
from hakaru.flows.propose import Request, judge_report, propose_options, propose_order
from hakaru.proposals.nodes import DESK_MAX
from hakaru.proposals.reports import ValidationResult
from hakaru.store.nodes import Removed
from hakaru.surfaces.web.bodies import (
    ApplyBody,
    ConfirmBody,
    EditBody,
    EstimateBody,
    NewNodeBody,
    RunBody,
    ValidateBody,
)


class NotAnswered(ModelError):
    """A model gave no reply, and the caller wants no other. `status` is that of the cause."""

    def __init__(self, proposal: Proposal) -> None:
        kind = getattr(errors, proposal.failure or "", ModelError)
        self.status = kind.status
        super().__init__(proposal.errors[0])


def run_organizer(context: Context, body: RunBody) -> Proposal:
    """An Organizer's report on the nodes that were sent."""
    return _answered(propose_order(context, _request(body)), body)


def run_advisor(context: Context, body: RunBody) -> Proposal:
    """An Advisor's report on one of the nodes that were sent."""
    return _answered(propose_options(context, _request(body)), body)


def validate(context: Context, body: ValidateBody) -> ValidationResult:
    """What is wrong with a report."""
    return judge_report(context, body.report, kind=body.type, only=body.only())


def dashboard(context: Context) -> NodesResult:
    """The desk."""
    return desk(context, tray=None, limit=DESK_MAX)


def list_nodes(context: Context) -> NodeList:
    """Every node."""
    return every_node(context)


def add_node(context: Context, body: NewNodeBody) -> NodeResult:
    """A new node."""
    return put_node(
        context, title=body.title, note=body.context, status=body.status, parent=body.parent_id
    )


def get_node(context: Context, node_id: str) -> NodeResult:
    """One node."""
    return show_node(context, node=node_id)


def edit_node(context: Context, body: EditBody, *, node_id: str) -> NodeResult:
    """The node with its new words."""
    return reword(context, node=node_id, title=body.title, note=body.context, parent=body.parent_id)


def remove_node(context: Context, node_id: str) -> Removed:
    """What is gone."""
    return delete_node(context, node=node_id)


def estimate_status(
    context: Context, body: EstimateBody, *, node_id: str
) -> EstimateResult | ApplyResult:
    """A preview, or what was applied."""
    if body.confirm_status is None:
        return preview(context, node=node_id, intent=body.intent)
    asked = Asked(
        to=body.confirm_status,
        confirmation=body.confirmation_id,
        reason=body.reason,
        intent=body.intent,
        source=body.source,
    )
    return set_status(context, asked, node=node_id)


def confirm(context: Context, body: ConfirmBody) -> ConfirmResult:
    """A person's leave."""
    change = body.proposed_change.change()
    return confirm_named(context, change, node=body.node_id, ui_action=body.ui_action)


def apply(context: Context, body: ApplyBody) -> ApplyResult:
    """What was applied."""
    return apply_change(
        context, confirmation=body.confirmation_id, reason=body.reason, source=body.source
    )


def _request(body: RunBody) -> Request:
    return Request(node=body.focusNodeId, wish=body.wish(), sent=body.dashboard.nodes())


def _answered(proposal: Proposal, body: RunBody) -> Proposal:
    if proposal.failure is not None and not body.fallback:
        raise NotAnswered(proposal)
    return proposal
