"""What may be sent: bodies as typed values, and files streamed to disk."""

from __future__ import annotations

import contextlib
import json
import re
import secrets
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal, NoReturn

import anyio
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StringConstraints, ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from hakaru.catalog.reply import as_json, error_reply
from hakaru.core.errors import BadArgument, HakaruError, RequestError, StoreDamaged
from hakaru.core.i18n import Lang, in_language, language_named, message, term
from hakaru.core.names import reason_of
from hakaru.flows.context import Context
from hakaru.flows.job_records import PART_MARK, folder_of, job_of
from hakaru.guard.cleaning import clean
from hakaru.proposals.changes import ChangeType, ProposedChange, Source
from hakaru.proposals.exchange import CONTEXT_MOST, NODES_MOST, TITLE_MOST
from hakaru.proposals.nodes import Node, Status, is_status
from hakaru.proposals.wishes import Wish
from hakaru.surfaces.http import json_response
from hakaru.surfaces.web.pages.visit import LANGUAGE_COOKIE

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
    """Other words or another parent; the status has a way of its own. Any other field is an error:
    it would not be changed."""

    model_config = ConfigDict(strict=True, frozen=True, populate_by_name=False, extra="forbid")

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


BODY_MOST_BYTES = 5_000_000
_ERRORS_SHOWN = 20


class NotRead(RequestError):
    """A body that is not what the address takes; `reasons` name each field."""

    def __init__(self, sentence: str, reasons: tuple[str, ...] = ()) -> None:
        self._reasons = reasons or (sentence,)
        super().__init__(term(sentence))

    @property
    def reasons(self) -> tuple[str, ...]:
        """Everything that is wrong with it."""
        return self._reasons


async def read_body(request: Request, kind: type[Body]) -> Body:
    """The body of a request.

    Raises:
        NotRead: it is too large, no JSON, or not what the address takes.
    """
    value = _json(await read_bytes(request))
    try:
        return kind.model_validate(value)
    except ValidationError as exc:
        sentences = tuple(
            _said(error["loc"], _words(error["type"], error["loc"], error["msg"]))
            for error in exc.errors()[:_ERRORS_SHOWN]
        )
        raise NotRead(sentences[0], sentences) from exc


async def read_bytes(request: Request) -> bytes:
    """What was sent, counted while it comes in: what a client claims does not matter.

    Raises:
        NotRead: it is too large, or has not come in whole.
    """
    read = bytearray()
    try:
        async for chunk in request.stream():
            read += chunk
            if len(read) > BODY_MOST_BYTES:
                raise NotRead(f"the body has more than {BODY_MOST_BYTES} bytes")
    except ClientDisconnect as exc:
        raise NotRead("the body has not come in whole") from exc
    return bytes(read)


def _json(body: bytes) -> object:
    try:
        return json.loads(body, parse_constant=_no_constant)
    except (ValueError, RecursionError) as exc:
        raise NotRead("the body is not JSON in UTF-8") from exc


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


_WAYS = {"status": "POST /api/nodes/{node_id}/estimate-status"}
"""Where fields are changed that have a way of their own."""


def _words(kind: str, path: tuple[int | str, ...], sentence: str) -> str:
    if kind != "extra_forbidden":
        return sentence
    way = _WAYS.get(str(path[-1]) if path else "")
    return "it cannot be changed this way" + (f"; its way is {way}" if way else "")


def _said(path: tuple[int | str, ...], message: str) -> str:
    where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return f"{where.lstrip('.') or 'the body'}: {message}"


UPLOAD_MOST_BYTES = 4_000_000_000
_NAME_MOST_BYTES = 180
_ENDING_MOST = 16
_DEPTH_MOST = 6
"""Folders in folders; a path has to stay as short as every file system takes it."""
_STRANGE = re.compile(r"[^\w.\- ()]", re.UNICODE)
_DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)\s*(\.|$)", re.IGNORECASE)
"""Names that Windows takes for a device, whatever their ending."""


def upload_route(context: Context) -> Route:
    """`PUT /import/{job}/files?name=...` with the bytes of one file; `folder=...` where it lay in a
    folder that was dropped, so that lists find the recordings beside them."""

    async def answer(request: Request) -> Response:
        try:
            name = await _taken(context, request)
        except HakaruError as error:
            sentence = in_language(error.message, _language(context, request))
            return json_response(as_json({**error_reply(error), "told": sentence}), error.status)
        return json_response(as_json({"ok": True, "name": name}), 201)

    taker: Callable[[Request], Awaitable[Response]] = answer
    return Route("/import/{job_id:int}/files", taker, methods=["PUT"])


def _language(context: Context, request: Request) -> Lang:
    """That of the page that sends."""
    return language_named(request.cookies.get(LANGUAGE_COOKIE)) or context.settings.language


async def _taken(context: Context, request: Request) -> str:
    job_id = int(request.path_params["job_id"])
    await anyio.to_thread.run_sync(_insist, context, job_id)
    folder = folder_of(context, job_id)
    name = safe_name(request.query_params.get("name", ""))
    home = folder / safe_folder(request.query_params.get("folder", ""))
    part = folder / f"{PART_MARK}{secrets.token_hex(8)}"  # another of this name may come in now
    try:
        await _written(request, part)
        await anyio.to_thread.run_sync(_insist, context, job_id)
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        target = _free(home, name)
        part.replace(target)
    except OSError as exc:
        await anyio.to_thread.run_sync(_insist, context, job_id)  # stopped, and its folder deleted
        raise StoreDamaged(
            message(
                "{folder} cannot be written: {reason}; choose another",
                folder=folder,
                reason=reason_of(exc),
            )
        ) from exc
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    return target.name


def _insist(context: Context, job_id: int) -> None:
    """Raises BadArgument where the import is none, or has begun or ended meanwhile."""
    job = job_of(context, job_id)
    if job.kind != "import" or job.status != "running" or job.detail.phase != "uploading":
        raise BadArgument("job", job_id, message("an import that still takes files"))


async def _written(request: Request, part: Path) -> None:
    size_bytes = 0
    async with await anyio.open_file(part, "wb") as file:
        try:
            async for chunk in request.stream():
                size_bytes += len(chunk)
                if size_bytes > UPLOAD_MOST_BYTES:
                    raise NotRead(f"the body has more than {UPLOAD_MOST_BYTES} bytes")
                await file.write(chunk)
        except ClientDisconnect as exc:
            raise NotRead("the body has not come in whole") from exc


def safe_name(given: str) -> str:
    """The last part of a name, without what means something to a file system, as long as every
    file system takes it: they count bytes."""
    last = PurePosixPath(given.replace("\\", "/")).name
    name = _STRANGE.sub("_", last).strip(". ")
    name = f"_{name}" if _DEVICE.match(name) else name
    stem, dot, ending = name.rpartition(".")
    if not dot:
        return _cut(name) or "file"
    return f"{_cut(stem) or 'file'}.{_cut(ending)[:_ENDING_MOST]}"


def safe_folder(given: str) -> PurePosixPath:
    """A folder inside that of an import, however deep the one was that somebody dropped."""
    parts = PurePosixPath(given.replace("\\", "/")).parts[:_DEPTH_MOST]
    return PurePosixPath(*(safe_name(part) for part in parts if part not in ("/", ".", "..")))


def _cut(text: str) -> str:
    return text.encode()[:_NAME_MOST_BYTES].decode("utf-8", "ignore")


def _free(folder: Path, name: str) -> Path:
    """A name nobody has taken: two folders may hold files of one name."""
    stem, dot, ending = name.rpartition(".")
    target, number = folder / name, 1
    while target.exists():
        number += 1
        target = folder / (f"{stem}~{number}.{ending}" if dot else f"{name}~{number}")
    return target
