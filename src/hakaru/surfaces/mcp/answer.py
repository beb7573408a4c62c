"""What does a tool answer: its result within the budget, or one typed error?"""

from __future__ import annotations

import dataclasses
import json
import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from hakaru.catalog.named_files import for_model
from hakaru.catalog.operation import Operation, load
from hakaru.catalog.reply import as_json, error_reply, marked_reply
from hakaru.core.errors import HakaruError, ReplyTooLarge
from hakaru.flows.context import Context
from hakaru.surfaces.mcp.arguments import read_arguments
from hakaru.surfaces.mcp.offered import taken
from hakaru.surfaces.mcp.pages import table_columns
from hakaru.surfaces.mcp.progress import Board

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The reply as compact JSON text and as the same value, and whether it is an error."""

    text: str
    value: Mapping[str, object]
    is_error: bool


def answer(
    context: Context,
    operation: Operation,
    *,
    given: Mapping[str, object],
    board: Board,
    write: bool = False,
) -> Answer:
    """Call an operation with a model's arguments. Never raises for what went wrong inside.

    Raises:
        CallStopped: the client cancelled the call.
    """
    try:
        arguments = read_arguments(operation, _paired(given), params=taken(operation, write=write))
        asked = dataclasses.replace(context, progress=board, actor="mcp")
        with for_model(asked, operation, values=arguments) as (own, safe):
            reply = json.loads(as_json(load(operation.target)(own, **safe)))
        value = marked_reply(operation, reply, known_columns=_known_columns(context, operation))
        text = as_json(value)
        size_bytes = len(text.encode())
        if size_bytes > operation.limit_bytes:
            raise ReplyTooLarge(_too_large(operation, size_bytes))
    except HakaruError as error:
        return _told(error)
    except Exception as error:
        _log.exception("unexpected error in %s", operation.name)
        return _told(HakaruError(f"unexpected {type(error).__name__} in {operation.name}"))
    return Answer(text=text, value=value, is_error=False)


def _paired(given: Mapping[str, object]) -> Mapping[str, object]:
    """The arguments without halves of characters, which JSON can carry and no store takes."""
    text = json.dumps(given, ensure_ascii=False)
    paired: Mapping[str, object] = json.loads(text.encode("utf-8", "replace"))
    return paired


def _known_columns(context: Context, operation: Operation) -> Collection[str]:
    """The names of columns that are ours; none where the reply has no name of a column."""
    if "column" not in operation.texts.values():
        return ()
    with context.store.read() as con:
        return {column for _, column, _ in table_columns(con)}


def _too_large(operation: Operation, size_bytes: int) -> str:
    """Which call to make instead. What an operation has written is written all the same."""
    if operation.profile == "write":
        return (
            f"{operation.name} is done, but its reply has {size_bytes} bytes and the limit is "
            f"{operation.limit_bytes}: do not repeat it, `status` says what is stored"
        )
    return (
        f"the reply of {operation.name} has {size_bytes} bytes and the limit is "
        f"{operation.limit_bytes}: ask for less, or use export() for rows and "
        "extract_insights() for texts"
    )


def _told(error: HakaruError) -> Answer:
    reply = error_reply(error)
    return Answer(text=as_json(reply), value=reply, is_error=True)
