"""How do files reach the data folder: each streamed to disk, whole or not at all?"""

from __future__ import annotations

import contextlib
import re
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path, PurePosixPath

import anyio
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from hakaru.catalog.reply import as_json, error_reply
from hakaru.core.errors import BadArgument, HakaruError, StoreDamaged
from hakaru.flows.context import Context
from hakaru.flows.job_records import PART_MARK, folder_of, job_of
from hakaru.present.sentences import in_language
from hakaru.running.wording import Lang
from hakaru.surfaces.web.pages.cookies import LANGUAGE_COOKIE
from hakaru.surfaces.web.reading import NotRead

UPLOAD_MOST_BYTES = 4_000_000_000
_NAME_MOST_BYTES = 180
_ENDING_MOST = 16
_STRANGE = re.compile(r"[^\w.\- ()]", re.UNICODE)
_DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)\s*(\.|$)", re.IGNORECASE)
"""Names that Windows takes for a device, whatever their ending."""


def upload_route(context: Context) -> Route:
    """`PUT /import/{job}/files?name=...` with the bytes of one file."""

    async def answer(request: Request) -> Response:
        try:
            name = await _taken(context, request)
        except HakaruError as error:
            sentence = in_language(str(error), _language(context, request))
            return _json(as_json({**error_reply(error), "told": sentence}), error.status)
        return _json(as_json({"ok": True, "name": name}), 201)

    taker: Callable[[Request], Awaitable[Response]] = answer
    return Route("/import/{job_id:int}/files", taker, methods=["PUT"])


def _language(context: Context, request: Request) -> Lang:
    """That of the page that sends."""
    chosen = request.cookies.get(LANGUAGE_COOKIE) or context.settings.language
    return "en" if chosen == "en" else "ja"


async def _taken(context: Context, request: Request) -> str:
    job_id = int(request.path_params["job_id"])
    await anyio.to_thread.run_sync(_insist, context, job_id)
    folder = folder_of(context, job_id)
    name = safe_name(request.query_params.get("name", ""))
    part = folder / f"{PART_MARK}{secrets.token_hex(8)}"  # another of this name may come in now
    try:
        await _written(request, part)
        await anyio.to_thread.run_sync(_insist, context, job_id)
        target = _free(folder, name)
        part.replace(target)
    except OSError as exc:
        await anyio.to_thread.run_sync(_insist, context, job_id)  # stopped, and its folder deleted
        raise StoreDamaged(f"{folder} cannot be written: {exc.strerror}; choose another") from exc
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    return target.name


def _insist(context: Context, job_id: int) -> None:
    """Raises BadArgument where the import is none, or has begun or ended meanwhile."""
    job = job_of(context, job_id)
    if job.kind != "import" or job.status != "running" or job.detail.phase != "uploading":
        raise BadArgument("job", job_id, "an import that still takes files")


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


def _json(text: str, status: int) -> Response:
    return Response(text.encode("utf-8", "backslashreplace"), status, media_type="application/json")
