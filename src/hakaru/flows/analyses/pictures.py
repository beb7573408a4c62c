"""Where does a picture of an analysis go, so that only its path has to be told?"""

from __future__ import annotations

from pathlib import Path

from hakaru.errors import SourceError
from hakaru.render.standalone import standalone
from hakaru.render.svg import Svg


def write_picture(picture: Svg, path: Path) -> Path:
    """Write a picture as an SVG file that shows by itself; a file of that name is replaced.

    Raises:
        SourceError: the folder cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(standalone(picture), encoding="utf-8")
    except OSError as exc:
        raise SourceError(str(path), f"cannot write the picture: {exc.strerror}") from exc
    return path
