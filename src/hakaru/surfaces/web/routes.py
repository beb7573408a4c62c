"""Which addresses does the API have, what does each take, and which flow answers?

One row per address: the application, and the OpenAPI document, are made from these rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from hakaru.surfaces.web import calls
from hakaru.surfaces.web.bodies import (
    ApplyBody,
    Body,
    ConfirmBody,
    EditBody,
    EstimateBody,
    NewNodeBody,
    RunBody,
    ValidateBody,
)

Method = Literal["GET", "POST", "PATCH", "DELETE"]


@dataclass(frozen=True, kw_only=True)
class Route:
    """One address. `call` takes the context, and by keyword the `body` and the `node_id` where the
    address has them; its result is the reply, whose schema is read off its annotation.

    `errors` are the statuses of its errors beside those that every address has; `asks` whether a
    model may be asked.
    """

    method: Method
    path: str
    name: str
    text: str
    call: Callable[..., object]
    body: type[Body] | None = None
    status: int = 200
    errors: tuple[int, ...] = field(default=())
    asks: bool = False

    @property
    def has_node(self) -> bool:
        """Whether the path names a node."""
        return "{node_id}" in self.path


ROUTES: tuple[Route, ...] = (
    Route(
        method="POST",
        path="/api/organizer/run",
        name="run_organizer",
        text="How the nodes of a dashboard could be arranged. `ok` false: `errors` say why.",
        call=calls.run_organizer,
        body=RunBody,
        errors=(500, 502, 503, 504),
        asks=True,
    ),
    Route(
        method="POST",
        path="/api/advisor/run",
        name="run_advisor",
        text="Options for one node of a dashboard: the focus, else the first that waits for a "
        "decision. `ok` false: `errors` say why.",
        call=calls.run_advisor,
        body=RunBody,
        errors=(500, 502, 503, 504),
        asks=True,
    ),
    Route(
        method="POST",
        path="/api/proposal-quality/validate",
        name="validate_proposal",
        text="Judge a report that was made elsewhere, against the stored nodes.",
        call=calls.validate,
        body=ValidateBody,
    ),
    Route(
        method="GET",
        path="/api/dashboard",
        name="get_dashboard",
        text="The desk by tray: the 50 nodes that were touched last.",
        call=calls.dashboard,
    ),
    Route(
        method="GET",
        path="/api/nodes",
        name="list_nodes",
        text="Every stored node, whatever its status.",
        call=calls.list_nodes,
    ),
    Route(
        method="POST",
        path="/api/nodes",
        name="add_node",
        text="Put a node on the desk.",
        call=calls.add_node,
        body=NewNodeBody,
        status=201,
        errors=(404,),
    ),
    Route(
        method="GET",
        path="/api/nodes/{node_id}",
        name="get_node",
        text="One node with its parts, relations, groups and history.",
        call=calls.get_node,
        errors=(404,),
    ),
    Route(
        method="PATCH",
        path="/api/nodes/{node_id}",
        name="edit_node",
        text="Give a node another title, note or parent. Its status has a way of its own.",
        call=calls.edit_node,
        body=EditBody,
        errors=(404,),
    ),
    Route(
        method="DELETE",
        path="/api/nodes/{node_id}",
        name="remove_node",
        text="Delete a node without parts, for good; its history stays.",
        call=calls.remove_node,
        errors=(404, 409),
    ),
    Route(
        method="POST",
        path="/api/nodes/{node_id}/estimate-status",
        name="estimate_status",
        text="Preview: which status words suggest, and which are open. With `confirm_status` "
        "Apply: the only way to a status, by a person's unused confirmation.",
        call=calls.estimate_status,
        body=EstimateBody,
        errors=(403, 404, 409, 422),
    ),
    Route(
        method="POST",
        path="/api/confirmations",
        name="confirm_change",
        text="A person agrees to one change of one node; the id allows it once within 24 hours.",
        call=calls.confirm,
        body=ConfirmBody,
        status=201,
        errors=(404, 409, 422),
    ),
    Route(
        method="POST",
        path="/api/changes",
        name="apply_change",
        text="Apply what was confirmed: a status, a proposed diff, or taking back a change.",
        call=calls.apply,
        body=ApplyBody,
        errors=(403, 404, 409, 422),
    ),
)
