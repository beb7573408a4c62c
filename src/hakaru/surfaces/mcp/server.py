"""How does the protocol reach the operations: tools, pages and prompts of one server?

A call runs in a thread, so that others go on meanwhile. One that is cancelled, or whose client is
gone, is left to itself: it stops at its next piece of work, and a query of it at once. Calls that
run SQL have threads of their own, so that no other call waits behind them.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import metadata
from typing import Any

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from starlette.requests import Request as HttpRequest

from hakaru.catalog.operation import Operation, load
from hakaru.catalog.reply import as_json, error_reply
from hakaru.core.errors import HakaruError, RequestError, UnknownTool
from hakaru.flows.context import Context
from hakaru.surfaces.mcp.answer import Answer, answer
from hakaru.surfaces.mcp.instructions import instructions
from hakaru.surfaces.mcp.listing import list_tools
from hakaru.surfaces.mcp.offered import ToolProfile, offered, where_offered
from hakaru.surfaces.mcp.pages import PAGES, TABLE_PREFIX, read_page
from hakaru.surfaces.mcp.progress import Board, CallStopped
from hakaru.surfaces.mcp.prompts import ANALYSES, analysis_named, prompt_text

MARKDOWN = "text/markdown"
_LOOK_S = 0.1
_LIGHT_AT_ONCE = 8
_SQL_AT_ONCE = 16
"""Calls that run side by side; more wait for their turn. Of SQL, more than may run and wait on one
data folder: those beyond are told so at once."""

_loading = threading.Lock()

Request = ServerRequestContext[Any]


@dataclass(frozen=True, kw_only=True)
class Offer:
    """What a server is started with: a profile, and whether a model may change the store."""

    profile: ToolProfile = "core"
    write: bool = False

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


def load_ahead(offer: Offer) -> None:
    """Import what the tools need, while the client still introduces itself.

    One thread at a time: modules that others import half-way would be met unfinished.
    """
    with _loading:
        for operation in offer.operations:
            load(operation.target)


@cache
def _tools(offer: Offer) -> list[types.Tool]:
    """In a thread, for it loads what the tools need; the same for as long as the server runs."""
    load_ahead(offer)
    listed = list_tools(offer.operations, write=offer.write)
    return [types.Tool.model_validate(tool) for tool in listed]


class _Calls:
    """Calls of tools: each in a thread of its own, watched for progress and cancellation."""

    def __init__(self, context: Context, offer: Offer) -> None:
        self._context, self._offer = context, offer
        self._operations = {operation.name: operation for operation in offer.operations}
        self._lanes: tuple[anyio.CapacityLimiter, anyio.CapacityLimiter] | None = None

    async def call(
        self, request: Request, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """Answer one call, whatever becomes of it."""
        operation = self._operations.get(params.name)
        if operation is None:
            return _as_result(_refused(_no_tool(params.name)))
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
        return _as_result(given)

    def _answer(self, operation: Operation, *, given: Mapping[str, object], board: Board) -> Answer:
        """In the thread: a call nobody waits for ends quietly."""
        load_ahead(self._offer)
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
                    description=page.text(self._language),
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
        japanese = self._language == "ja"
        prompts = [
            types.Prompt(
                name=analysis.name,
                description=analysis.text(self._language),
                arguments=[
                    types.PromptArgument(
                        name=ask.name, description=ask.ja if japanese else ask.en, required=True
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
        return types.GetPromptResult(description=analysis.text(self._language), messages=[message])


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
        return UnknownTool(name, "tools/list names those there are")
    return UnknownTool(name, f"it is offered by `hakaru mcp {option}`")


def _stopped(operation: Operation) -> Answer:
    return _refused(RequestError(f"{operation.name} was cancelled; what was stored stays"))


def _refused(error: HakaruError) -> Answer:
    reply = error_reply(error)
    return Answer(text=as_json(reply), value=reply, is_error=True)


def _as_result(given: Answer) -> types.CallToolResult:
    content: Sequence[types.ContentBlock] = [types.TextContent(text=given.text)]
    return types.CallToolResult(
        content=list(content), structured_content=dict(given.value), is_error=given.is_error
    )


def _as_protocol_error(error: HakaruError) -> MCPError:
    """Pages and prompts have no error result of their own, so the protocol's says it."""
    code = types.INVALID_PARAMS if isinstance(error, RequestError) else types.INTERNAL_ERROR
    reply = error_reply(error)
    return MCPError(code, str(reply["error"]), dict(reply))
