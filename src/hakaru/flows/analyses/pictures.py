"""Where does a picture of an analysis go, so that only its path has to be told?"""

from __future__ import annotations

from pathlib import Path

from hakaru.core.errors import SourceError, StoreDamaged
from hakaru.render.standalone import standalone
from hakaru.render.svg import Svg
from hakaru.store.file_access import PersonOutput


def write_picture(picture: Svg, path: Path) -> Path:
    """Write a picture as an SVG file that shows by itself; a file of that name is replaced.

    Raises:
        SourceError: the folder cannot be written.
    """
    try:
        return PersonOutput(path=path, overwrite=True).write_file(standalone(picture))
    except StoreDamaged as exc:
        reason = getattr(exc.__cause__, "strerror", None)
        raise SourceError(str(path), f"cannot write the picture: {reason}") from exc
