"""How does one picture leave a page and keep its looks, as a file or in a notebook?

A picture carries classes, and the style sheet of the report decides what they look like; so the
rules of that sheet that concern pictures go with it.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from hakaru.render.svg import Svg

_OF_PICTURES = re.compile(
    r"\.(chart|grid|axis|dots|trace|drift|shade|band\d+|label|expected|this|lead|hills|zone|swap)\b"
)
_ALWAYS = (
    ".trace.second { stroke: var(--line); stroke-width: 1; stroke-opacity: .35; } "
    ".trace.newest { stroke: var(--me); stroke-width: 3; } "
    ".trace.before { stroke: var(--dot); stroke-width: 1.4; stroke-opacity: .55; } "
    "svg.chart { background: var(--card); max-width: 760px; font-family: system-ui, sans-serif; }"
)
_VIEW_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_WIDEST_PX = 760.0
_OPENING = re.compile(r"^<svg\b")


def standalone(picture: Svg) -> str:
    """The picture as an SVG document of its own, readable on light and dark ground.

    Raises:
        ValueError: it is no picture, for example because there was nothing to draw.
    """
    if not _OPENING.match(picture):
        raise ValueError("there is no picture to write")
    width, height = _size(picture)
    size = f'width="{width}" height="{height}"'
    opened = _OPENING.sub(f'<svg xmlns="http://www.w3.org/2000/svg" {size}', picture, count=1)
    place = opened.index(">") + 1
    return f"{opened[:place]}<style>{_rules()}</style>{opened[place:]}"


def _size(picture: Svg) -> tuple[int, int]:
    """Width and height in pixels, as wide as it may be: a viewer that finds none draws a stamp."""
    match = _VIEW_BOX.search(picture)
    assert match is not None, "every picture has a view box"
    width, height = float(match[1]), float(match[2])
    share = min(1.0, _WIDEST_PX / width)
    return round(share * width), round(share * height)


@cache
def _rules() -> str:
    """Colours, light and dark, and the rules about pictures; one rule is one line of the sheet."""
    sheet = resources.files("hakaru.render").joinpath("templates/report.css")
    lines = sheet.read_text(encoding="utf-8").splitlines()
    end_of_colours = lines.index("* { box-sizing: border-box; }")
    until = next(
        place for place, css_line in enumerate(lines) if css_line.startswith("@media (max-width")
    )
    rules = [
        css_line
        for css_line in lines[end_of_colours:until]
        if _OF_PICTURES.match(css_line) and "{" in css_line
    ]
    return " ".join([*(css_line.strip() for css_line in lines[:end_of_colours]), *rules, _ALWAYS])
