"""Where does a picture of an analysis go, so that only its path has to be told?"""

from __future__ import annotations

from pathlib import Path

from hakaru.errors import SourceError
from hakaru.render.standalone import standalone
from hakaru.render.svg import Svg
from hakaru.store.put import put_whole


def write_picture(picture: Svg, path: Path) -> Path:
    """Write a picture as an SVG file that shows by itself; a file of that name is replaced.

    Raises:
        SourceError: the folder cannot be written.
    """
    try:
        put_whole(path, standalone(picture))
    except OSError as exc:
        raise SourceError(str(path), f"cannot write the picture: {exc.strerror}") from exc
    return path
