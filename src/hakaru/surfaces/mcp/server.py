"""One MCP server over the operations: tools, pages and prompts.

A call runs in a thread, so that others go on meanwhile. One that is cancelled, or whose client is
gone, is left to itself: it stops at its next piece of work, and a query of it at once. Calls that
run SQL have threads of their own, so that no other call waits behind them.

The flow writes into a `Board` and never waits for a client, since it may hold the store; the
server reads the board at its own pace.
"""

from __future__ import annotations

import dataclasses
import json
import logging
import threading
from collections.abc import Collection, Mapping, Sequence
from functools import cache, partial
from importlib import metadata
from typing import Any, NamedTuple

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from starlette.requests import Request as HttpRequest

from hakaru.catalog.operation import Operation, load
from hakaru.catalog.reply import as_json, error_reply, marked_reply
from hakaru.core.errors import HakaruError, ReplyTooLarge, RequestError, UnknownTool
from hakaru.core.i18n import Message, message, translate
from hakaru.flows.context import Context
from hakaru.records import frozen
from hakaru.store.schema import table_columns
from hakaru.surfaces.mcp.offered import (
    ToolProfile,
    instructions,
    offered,
    taken,
    where_offered,
)
from hakaru.surfaces.mcp.pages import (
    ANALYSES,
    PAGES,
    TABLE_PREFIX,
    analysis_named,
    prompt_text,
    read_page,
)
from hakaru.surfaces.mcp.schema import (
    for_model,
    list_tools,
    read_arguments,
    with_every_field,
)


class CallStopped(BaseException):
    """The client cancelled the call or went away; like Ctrl-C, it stops at the next piece.

    Not an `Exception`: a flow that goes on after one bad file must not go on after this.
    """


class Step(NamedTuple):
    """Pieces done and known of, over all steps of a call; `done` never shrinks."""

    done: int
    total: int
    label: str


class Board:
    """The progress of one call, as flows see it (`hakaru.flows.context.Progress`)."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._before = self._done = self._total = 0
        self._label = ""

    def begin(self, label: str, total: int) -> None:
        """A step with `total` pieces starts."""
        self.end()
        self._label, self._total = label, total

    def advance(self, pieces: int = 1) -> None:
        """So many pieces of the step are done."""
        self._done = min(self._done + pieces, self._total)
        self.check()

    def at(self, item: str, *, rows: int = 0) -> None:
        """Say nothing: no file of a person's is named."""

    def end(self) -> None:
        """The step is over: all its pieces count."""
        self._before += self._total
        self._done = self._total = 0
        self.check()

    def stop(self) -> None:
        """Nobody waits any more (called by the server)."""
        self._stopped.set()

    def look(self) -> Step:
        """How far the call is."""
        return Step(self._before + self._done, self._before + self._total, self._label)

    def check(self) -> None:
        """Raise CallStopped if nobody waits any more."""
        if self._stopped.is_set():
            raise CallStopped


_log = logging.getLogger(__name__)


@frozen
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
        value = marked_reply(
            operation,
            reply,
            known_columns=_known_columns(context, operation),
            asked=" ".join(map(str, given.values())) if operation.sql else "",
        )
        text = as_json(with_every_field(operation, value))
        if len(text.encode()) <= operation.limit_bytes:
            value = with_every_field(operation, value)
        text = as_json(value)  # nulls are for where there is room
        size_bytes = len(text.encode())
        if size_bytes > operation.limit_bytes:
            raise ReplyTooLarge(_too_large(operation, size_bytes))
    except HakaruError as error:
        return _refused(error)
    except Exception as error:
        _log.exception("unexpected error in %s", operation.name)
        return _refused(
            HakaruError(
                message(
                    "unexpected {kind} in {tool}", kind=type(error).__name__, tool=operation.name
                )
            )
        )
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


def _too_large(operation: Operation, size_bytes: int) -> Message:
    """Which call to make instead. What an operation has written is written all the same."""
    if operation.profile == "write":
        return message(
            "{tool} is done, but its reply has {size} bytes and the limit is "
            "{limit}: do not repeat it, `status` says what is stored",
            tool=operation.name,
            size=size_bytes,
            limit=operation.limit_bytes,
        )
    return message(
        "the reply of {tool} has {size} bytes and the limit is {limit}: ask for "
        "less, or use export() for rows and extract_insights() for texts",
        tool=operation.name,
        size=size_bytes,
        limit=operation.limit_bytes,
    )


MARKDOWN = "text/markdown"
_LOOK_S = 0.1
_LIGHT_AT_ONCE = 8
_SQL_AT_ONCE = 16
"""Calls that run side by side; more wait for their turn. Of SQL, more than may run and wait on one
data folder: those beyond are told so at once."""

_loading = threading.Lock()

Request = ServerRequestContext[Any]


@frozen
class Offer:
    """What a server is started with: a profile, whether a model may change the store, and whether
    the list gives the shapes of replies, which are then sent as values beside their text."""

    profile: ToolProfile = "core"
    write: bool = False
    schemas: bool = False

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The operations it offers."""
        return offered(self.profile, write=self.write)


def build_server(context: Context, offer: Offer) -> Server[Any]:
    """A server over one open data folder, ready for any transport."""
    operations = {operation.name: operation for operation in offer.operations}
    calls = _Calls(context, offer)
    pages = _Pages(context, offer)

    async def on_list_tools(_: Request, __: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=await anyio.to_thread.run_sync(_tools, offer))

    return Server(
        "hakaru",
        title="Hakaru",
        version=metadata.version("hakaru"),
        instructions=instructions(operations.keys()),
        on_list_tools=on_list_tools,
        on_call_tool=calls.call,
        on_list_resources=pages.list_pages,
        on_list_resource_templates=pages.list_templates,
        on_read_resource=pages.read,
        on_list_prompts=pages.list_prompts,
        on_get_prompt=pages.get_prompt,
    )


def load_ahead(offer: Offer, *, leaving: threading.Event | None = None) -> None:
    """Import what the tools need, while the client still introduces itself; no more once the server
    is `leaving`."""
    for operation in offer.operations:
        if leaving is None or not leaving.is_set():
            _load_one(operation)


def _load_one(operation: Operation) -> None:
    """Import what one tool needs: who calls it does not wait for the others.

    One thread at a time: modules that others import half-way would be met unfinished.
    """
    with _loading:
        load(operation.target)


@cache
def _tools(offer: Offer) -> list[types.Tool]:
    """In a thread, for it loads what the tools need; the same for as long as the server runs."""
    load_ahead(offer)
    listed = list_tools(offer.operations, write=offer.write, schemas=offer.schemas)
    return [types.Tool.model_validate(tool) for tool in listed]


class _Calls:
    """Calls of tools: each in a thread of its own, watched for progress and cancellation."""

    def __init__(self, context: Context, offer: Offer) -> None:
        self._context, self._offer = context, offer
        self._operations = {operation.name: operation for operation in offer.operations}
        self._schemas = offer.schemas
        self._lanes: tuple[anyio.CapacityLimiter, anyio.CapacityLimiter] | None = None

    async def call(
        self, request: Request, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """Answer one call, whatever becomes of it."""
        operation = self._operations.get(params.name)
        if operation is None:
            return _as_result(_refused(_no_tool(params.name)), schemas=self._schemas)
        board, given = Board(), _stopped(operation)
        work = partial(self._answer, operation, given=params.arguments or {}, board=board)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_report, request, board)
            tasks.start_soon(_watch_client, request, tasks.cancel_scope)
            try:
                given = await anyio.to_thread.run_sync(
                    work, abandon_on_cancel=True, limiter=self._lane(operation)
                )
            finally:
                board.stop()
            tasks.cancel_scope.cancel()
        return _as_result(given, schemas=self._schemas)

    def _answer(self, operation: Operation, *, given: Mapping[str, object], board: Board) -> Answer:
        """In the thread: a call nobody waits for ends quietly."""
        _load_one(operation)
        try:
            return answer(
                self._context, operation, given=given, board=board, write=self._offer.write
            )
        except CallStopped:
            return _stopped(operation)

    def _lane(self, operation: Operation) -> anyio.CapacityLimiter:
        if self._lanes is None:  # they belong to the event loop, so they are made inside it
            light, sql = _LIGHT_AT_ONCE, _SQL_AT_ONCE
            self._lanes = anyio.CapacityLimiter(light), anyio.CapacityLimiter(sql)
        return self._lanes[operation.sql]


class _Pages:
    """Pages to read and prompts to start from."""

    def __init__(self, context: Context, offer: Offer) -> None:
        self._context, self._offer = context, offer
        self._language = context.settings.language

    async def list_pages(self, _: Request, __: object) -> types.ListResourcesResult:
        """The pages there are."""
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=page.uri,
                    name=page.name,
                    description=translate(page.about, self._language),
                    mime_type=MARKDOWN,
                )
                for page in PAGES
            ]
        )

    async def list_templates(self, _: Request, __: object) -> types.ListResourceTemplatesResult:
        """The one page that there is per table."""
        ja, en = "ひとつの表の列・型・単位", "Columns of one table with type and unit"
        template = types.ResourceTemplate(
            uri_template=f"{TABLE_PREFIX}{{table}}",
            name="schema of a table",
            description=ja if self._language == "ja" else en,
            mime_type=MARKDOWN,
        )
        return types.ListResourceTemplatesResult(resource_templates=[template])

    async def read(
        self, _: Request, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """One page, written now."""
        uri = str(params.uri)
        try:
            text = await anyio.to_thread.run_sync(self._write, uri, abandon_on_cancel=True)
        except HakaruError as error:
            raise _as_protocol_error(error) from error
        content = types.TextResourceContents(uri=uri, mime_type=MARKDOWN, text=text)
        return types.ReadResourceResult(contents=[content])

    def _write(self, uri: str) -> str:
        load_ahead(self._offer)
        return read_page(self._context, uri)

    async def list_prompts(self, _: Request, __: object) -> types.ListPromptsResult:
        """The worked analyses."""
        prompts = [
            types.Prompt(
                name=analysis.name,
                description=translate(analysis.about, self._language),
                arguments=[
                    types.PromptArgument(
                        name=ask.name,
                        description=translate(ask.about, self._language),
                        required=True,
                    )
                    for ask in analysis.arguments
                ],
            )
            for analysis in ANALYSES
        ]
        return types.ListPromptsResult(prompts=prompts)

    async def get_prompt(
        self, _: Request, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        """The steps of one analysis."""
        try:
            analysis = analysis_named(params.name)
            text = prompt_text(analysis, params.arguments or {}, language=self._language)
        except HakaruError as error:
            raise _as_protocol_error(error) from error
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(
            description=translate(analysis.about, self._language), messages=[message]
        )


async def _report(request: Request, board: Board) -> None:
    """Tell the client how far the call is, whenever that has changed."""
    reported = 0
    while True:
        await anyio.sleep(_LOOK_S)
        step = board.look()
        if step.done > reported:
            reported = step.done
            await request.session.report_progress(step.done, step.total, step.label)


async def _watch_client(request: Request, call: anyio.CancelScope) -> None:
    """End a call over HTTP when its connection does: its answer could not be told any more."""
    http = request.request
    while isinstance(http, HttpRequest):
        await anyio.sleep(_LOOK_S)
        if await http.is_disconnected():
            call.cancel()


def _no_tool(name: str) -> UnknownTool:
    option = where_offered(name)
    if option is None:
        return UnknownTool(name, message("tools/list names those there are"))
    return UnknownTool(name, message("it is offered by `hakaru mcp {option}`", option=option))


def _stopped(operation: Operation) -> Answer:
    return _refused(
        RequestError(message("{tool} was cancelled; what was stored stays", tool=operation.name))
    )


def _refused(error: HakaruError) -> Answer:
    reply = _said_once(error_reply(error))
    return Answer(text=as_json(reply), value=reply, is_error=True)


def _said_once(reply: Mapping[str, object]) -> Mapping[str, object]:
    """An error without its sentence repeated as the only reason: a model pays for every word."""
    return {**reply, "errors": []} if reply["errors"] == [reply["error"]] else reply


def _as_result(given: Answer, *, schemas: bool) -> types.CallToolResult:
    """The reply as text, and once more as a value where the list gave its shape."""
    content: Sequence[types.ContentBlock] = [types.TextContent(text=given.text)]
    return types.CallToolResult(
        content=list(content),
        structured_content=dict(given.value) if schemas else None,
        is_error=given.is_error,
    )


def _as_protocol_error(error: HakaruError) -> MCPError:
    """Pages and prompts have no error result of their own, so the protocol's says it."""
    code = types.INVALID_PARAMS if isinstance(error, RequestError) else types.INTERNAL_ERROR
    reply = _said_once(error_reply(error))
    return MCPError(code, str(reply["error"]), dict(reply))
