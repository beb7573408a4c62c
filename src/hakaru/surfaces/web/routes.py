"""Addresses of the API: what each takes, and which flow answers.

One row per address: the application, and the OpenAPI document, are made from these rows.

`GET /api/read/NAME?parameter=value`: the parameters and the reply are those of the command line's
`--json`. Operations that write, reach out of this machine, name files or take SQL are left out.
"""

from __future__ import annotations

import math
import typing
from collections.abc import Callable, Mapping
from dataclasses import field
from importlib.metadata import version
from typing import Literal

from hakaru.catalog.operation import FILE_TYPES, Operation, Param, load
from hakaru.catalog.operations import OPERATIONS
from hakaru.catalog.reply import as_json
from hakaru.core import errors
from hakaru.core.errors import BadArgument, ModelError
from hakaru.core.i18n import message, term
from hakaru.core.plain import Schema, schema_of, shape_type
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
from hakaru.records import frozen
from hakaru.store.nodes import Removed
from hakaru.surfaces.mcp.schema import read_arguments
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


class NotAnswered(ModelError):
    """A model gave no reply, and the caller wants no other. `status` is that of the cause."""

    def __init__(self, proposal: Proposal) -> None:
        kind = getattr(errors, proposal.failure or "", ModelError)
        self.status = kind.status
        super().__init__(term(proposal.errors[0]))


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


PREFIX = "/api/read"
ERRORS = (404, 408, 409, 413, 422, 500)
"""Statuses of their errors beside those that every address has."""

_NOT_A_READ = frozenset({"organize", "advise", "summarise_focus_day", "estimate_status"})
"""They may ask a model, or have a route of their own."""
_FLAGS: Mapping[str, bool] = {"true": True, "1": True, "false": False, "0": False}


def _is_read(operation: Operation) -> bool:
    return (
        operation.profile != "write"
        and operation.offline
        and not operation.hidden
        and not operation.sql
        and operation.name not in _NOT_A_READ
        and not any(param.type in FILE_TYPES for param in operation.params)
    )


READS: tuple[Operation, ...] = tuple(operation for operation in OPERATIONS if _is_read(operation))


def read_reply(context: Context, operation: Operation, *, asked: Mapping[str, str]) -> str:
    """The whole reply of an operation as JSON.

    Raises:
        RequestError: an unknown parameter, or a required one that is missing.
        BadArgument: a value that a parameter does not take.
    """
    by_name = {param.name: param for param in operation.params}
    given = {name: _value(by_name.get(name), text) for name, text in asked.items()}
    arguments = read_arguments(operation, given, params=operation.params)
    return as_json(load(operation.target)(context, **arguments), whole=True)


def _value(param: Param | None, text: str) -> object:
    """The value that a text of an address stands for."""
    if param is None:
        return text
    if param.type == "flag":
        if text not in _FLAGS:
            raise BadArgument(param.name, text, message("true or false"))
        return _FLAGS[text]
    if param.type in ("int", "float"):
        return _number(param, text)
    return text


def _number(param: Param, text: str) -> float | int:
    try:
        if param.type == "int":
            return int(text[:40])
        number = float(text)
    except ValueError:
        number = math.nan
    if math.isfinite(number):
        return number
    if param.type == "int":
        raise BadArgument(param.name, text, message("a whole number"))
    raise BadArgument(param.name, text, message("a number"))


Method = Literal["GET", "POST", "PATCH", "DELETE"]


@frozen
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
        call=run_organizer,
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
        call=run_advisor,
        body=RunBody,
        errors=(500, 502, 503, 504),
        asks=True,
    ),
    Route(
        method="POST",
        path="/api/proposal-quality/validate",
        name="validate_proposal",
        text="Judge a report that was made elsewhere, against the stored nodes.",
        call=validate,
        body=ValidateBody,
    ),
    Route(
        method="GET",
        path="/api/dashboard",
        name="get_dashboard",
        text="The desk by tray: the 50 nodes that were touched last.",
        call=dashboard,
    ),
    Route(
        method="GET",
        path="/api/nodes",
        name="list_nodes",
        text="Every stored node, whatever its status.",
        call=list_nodes,
    ),
    Route(
        method="POST",
        path="/api/nodes",
        name="add_node",
        text="Put a node on the desk.",
        call=add_node,
        body=NewNodeBody,
        status=201,
        errors=(404,),
    ),
    Route(
        method="GET",
        path="/api/nodes/{node_id}",
        name="get_node",
        text="One node with its parts, relations, groups and history.",
        call=get_node,
        errors=(404,),
    ),
    Route(
        method="PATCH",
        path="/api/nodes/{node_id}",
        name="edit_node",
        text="Give a node another title, note or parent. Its status has a way of its own.",
        call=edit_node,
        body=EditBody,
        errors=(404,),
    ),
    Route(
        method="DELETE",
        path="/api/nodes/{node_id}",
        name="remove_node",
        text="Delete a node without parts, for good; its history stays.",
        call=remove_node,
        errors=(404, 409),
    ),
    Route(
        method="POST",
        path="/api/nodes/{node_id}/estimate-status",
        name="estimate_status",
        text="Preview: which status words suggest, and which are open. With `confirm_status` "
        "Apply: the only way to a status, by a person's unused confirmation.",
        call=estimate_status,
        body=EstimateBody,
        errors=(403, 404, 409, 422),
    ),
    Route(
        method="POST",
        path="/api/confirmations",
        name="confirm_change",
        text="A person agrees to one change of one node; the id allows it once within 24 hours.",
        call=confirm,
        body=ConfirmBody,
        status=201,
        errors=(404, 409, 422),
    ),
    Route(
        method="POST",
        path="/api/changes",
        name="apply_change",
        text="Apply what was confirmed: a status, a proposed diff, or taking back a change.",
        call=apply,
        body=ApplyBody,
        errors=(403, 404, 409, 422),
    ),
)


Components = dict[str, Schema]


def reply_schema(result: type, components: Components) -> Schema:
    """How the JSON of a result looks to a program: its `shape`, else its own fields.

    Named parts are put into `components`.
    """
    return _schema(shape_type(result, whole=True) or result, components)


def _schema(hint: object, components: Components) -> Schema:
    return schema_of(hint, record=lambda kind: _named(kind, components))


def _named(kind: type, components: Components) -> Schema:
    if kind.__name__ not in components:
        components[kind.__name__] = {}  # a part may hold itself
        components[kind.__name__] = _object(kind, components)
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


def _object(kind: type, components: Components) -> Schema:
    hints = typing.get_type_hints(kind, include_extras=True)
    optional = {name for name, hint in hints.items() if _is_optional(hint)}
    plain = {
        name: typing.get_args(hint)[0] if name in optional else hint for name, hint in hints.items()
    }
    about = (kind.__doc__ or "").strip().split("\n\n")[0]
    return {
        "type": "object",
        "description": " ".join(about.split()),
        "properties": {name: _schema(hint, components) for name, hint in plain.items()},
        "required": [name for name in plain if name not in optional],
    }


def _is_optional(hint: object) -> bool:
    return typing.get_origin(hint) is typing.NotRequired


_ALWAYS = (400, 401, 403, 421, 503)
_MEANINGS = {
    400: "the request cannot be read, or asks for what there is not; at most 5 MB are read",
    401: "the token is missing",
    403: "a page of somebody else, or a change without a person's leave",
    404: "there is no such run, node or confirmation",
    408: "it took too long, or too much",
    409: "the confirmation was used, or things have changed since",
    421: "the header `Host` does not name this server",
    413: "the reply would be too large",
    422: "the way to this status is closed; `valid_transitions` are open",
    500: "the model that was chosen is not set up",
    502: "the model gave no reply",
    503: "the store or the model is busy",
    504: "the model took too long",
}
_ERROR: Schema = {
    "type": "object",
    "description": "The one shape of errors.",
    "required": ["ok", "error", "errors", "status"],
    "properties": {
        "ok": {"type": "boolean", "const": False},
        "error": {"type": "string"},
        "errors": {"type": "array", "items": {"type": "string"}},
        "status": {"type": "integer"},
        "code": {"type": "string"},
        "valid_transitions": {"type": "array", "items": {"type": "string"}},
    },
}
_TYPES: Mapping[str, str] = {"int": "integer", "float": "number", "flag": "boolean"}
_SECURITY: Schema = {"token": {"type": "http", "scheme": "bearer"}}


def openapi() -> Schema:
    """The whole document."""
    components: Components = {"Error": _ERROR}
    paths: dict[str, Schema] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, components)
    for operation in READS:
        paths[f"{PREFIX}/{operation.name}"] = {"get": _read(operation)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Hakaru", "version": version("hakaru")},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": _SECURITY},
        "security": [{"token": []}],
    }


def _operation(route: Route, components: Components) -> Schema:
    described: Schema = {
        "operationId": route.name,
        "summary": route.text,
        "responses": {
            str(route.status): _content(_reply(route, components), "the answer"),
            **{
                str(status): _content({"$ref": "#/components/schemas/Error"}, _MEANINGS[status])
                for status in sorted({*_ALWAYS, *route.errors})
            },
        },
    }
    if route.has_node:
        described["parameters"] = [
            {"name": "node_id", "in": "path", "required": True, "schema": {"type": "string"}}
        ]
    if route.body is not None:
        body = _content(_body(route.body, components), "")
        described["requestBody"] = {"required": True, "content": body["content"]}
    return described


def _read(operation: Operation) -> Schema:
    """An operation of the catalogue; its reply is that of `--json` on the command line."""
    return {
        "operationId": f"read_{operation.name}",
        "summary": operation.text("en"),
        "parameters": [
            {
                "name": param.name,
                "in": "query",
                "required": param.required,
                "description": param.text("en"),
                "schema": _parameter(param),
            }
            for param in operation.params
        ],
        "responses": {
            "200": _content({"type": "object"}, f"as `hakaru {operation.command} --json`"),
            **{
                str(status): _content({"$ref": "#/components/schemas/Error"}, _MEANINGS[status])
                for status in sorted({*_ALWAYS, *ERRORS})
            },
        },
    }


def _parameter(param: Param) -> Schema:
    schema: Schema = {"type": _TYPES.get(param.type, "string")}
    if param.choices:
        schema["enum"] = list(param.choices)
    if param.default is not None:
        schema["default"] = param.default
    return schema


def _reply(route: Route, components: Components) -> Schema:
    hint = typing.get_type_hints(route.call)["return"]
    schemas = [reply_schema(member, components) for member in typing.get_args(hint) or (hint,)]
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def _body(body: type[Body], components: Components) -> Schema:
    schema = body.model_json_schema(ref_template="#/components/schemas/{model}")
    components |= schema.pop("$defs", {})
    components[body.__name__] = schema
    return {"$ref": f"#/components/schemas/{body.__name__}"}


def _content(schema: Schema, meaning: str) -> Schema:
    return {"description": meaning, "content": {"application/json": {"schema": schema}}}
