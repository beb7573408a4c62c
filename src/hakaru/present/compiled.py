"""Templates are compiled once: the code is kept for the next program, as Python keeps its own.

Without it the first page of every server and every report compile for a tenth of a second and more.
"""

from __future__ import annotations

import contextlib

from jinja2 import BytecodeCache, FileSystemBytecodeCache
from jinja2.bccache import Bucket


class _Kept(FileSystemBytecodeCache):
    """A disk that does not take or give it costs time, and no page."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """What was compiled of the same text before, if it is there."""
        with contextlib.suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled, as far as the disk takes it."""
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)


def kept_code(environment: str) -> BytecodeCache | None:
    """In the system's folder of what may be lost, for this user alone; None: there is no such
    place. `environment` keeps apart what is compiled with other settings."""
    try:
        return _Kept(pattern=f"hakaru_{environment}_%s.cache")
    except (OSError, RuntimeError):
        return None
