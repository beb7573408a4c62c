"""What does the API say of itself? The OpenAPI document, made from its routes and types."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from importlib.metadata import version

from hakaru.catalog.operation import Operation, Param
from hakaru.core.plain import Schema, schema_of, shape_type
from hakaru.surfaces.web.bodies import Body
from hakaru.surfaces.web.routes import ERRORS, PREFIX, READS, ROUTES, Route

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
