"""How is a file written so that it is there whole, or as it was before?"""

from __future__ import annotations

import contextlib
import secrets
from pathlib import Path

from hakaru.store.private import usual_folder, usual_mode


def put_whole(path: Path, text: str) -> None:
    """Write beside it and put in its place; folders above it are made.

    Raises:
        OSError: it cannot be written. Nothing was changed, and nothing half is left.
    """
    usual_folder(path.parent)
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with part.open("x", encoding="utf-8", errors="replace") as file:
            file.write(text)
        usual_mode(part)
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
