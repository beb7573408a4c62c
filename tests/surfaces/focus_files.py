"""Small files of the kinds that the commands about attention read."""

from __future__ import annotations

from pathlib import Path

from hakaru.focus.timeline import header_line


def empty_session(folder: Path) -> Path:
    """A recorded file without a record."""
    path = folder / "session.jsonl"
    path.write_text(header_line() + "\n", encoding="utf-8")
    return path


def empty_export(folder: Path) -> Path:
    """An export of ActivityWatch without a bucket."""
    path = folder / "aw.json"
    path.write_text('{"buckets": {}}', encoding="utf-8")
    return path
