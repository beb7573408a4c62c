"""How is a request refused before anything looks at it: in the one shape of errors?"""

from __future__ import annotations

import json
from collections.abc import Mapping

from starlette.types import Scope, Send

_POLICY = 1008


async def refuse(
    scope: Scope, send: Send, *, detail: str, status: int, headers: Mapping[str, str] | None = None
) -> None:
    """Answer with an error and nothing else; a WebSocket is closed before it opens."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": _POLICY})
        return
    reply = {"ok": False, "error": detail, "errors": [detail], "status": status}
    body = json.dumps(reply, separators=(",", ":")).encode()
    every = {
        "content-type": "application/json",
        "content-length": str(len(body)),
        **(headers or {}),
    }
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(name.encode(), value.encode()) for name, value in every.items()],
        }
    )
    await send({"type": "http.response.body", "body": body})
