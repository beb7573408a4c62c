"""How does an outline of headings, sentences and points become Markdown, and how HTML?

Its texts are anybody's: they are escaped here and nowhere before, so neither output holds a link,
an image or a tag that is not ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from hakaru.guard.cleaning import clean
from hakaru.render.plain import markdown

_DEEPEST = 6


@dataclass(frozen=True, kw_only=True)
class Head:
    """A heading; the outline's first level is 1."""

    level: int
    text: str


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """A paragraph, with what it is about in front ('' : nothing)."""

    text: str
    about: str = ""


@dataclass(frozen=True, kw_only=True)
class Point:
    """One item of a list: what it is about, what is said, and what hangs below it."""

    text: str
    about: str = ""
    below: tuple[Point, ...] = ()


Block = Head | Sentence | tuple[Point, ...]
Outline = Sequence[Block]


def outline_markdown(outline: Outline) -> str:
    """Blocks with an empty line between them, ending in one line break."""
    return "\n\n".join(map(_markdown_block, outline)) + "\n"


def outline_html(outline: Outline, *, top_level: int = 1) -> Markup:
    """Blocks for a place in a page. `top_level`: what the outline's first level is there."""
    return Markup("\n").join(_html_block(block, top_level) for block in outline)


def outline_text(outline: Outline) -> str:
    """The same for a terminal: no marks that only a Markdown reader understands."""
    return "\n\n".join(map(_text_block, outline))


def _text_block(block: Block) -> str:
    if isinstance(block, Head):
        return clean(block.text) if block.level == 1 else f"【{clean(block.text)}】"
    if isinstance(block, Sentence):
        return _text_line(block)
    return "\n".join(line for point in block for line in _text_points(point, ""))


def _text_points(point: Point, indent: str) -> list[str]:
    lines = [f"{indent}・{_text_line(point)}"]
    return lines + [line for child in point.below for line in _text_points(child, indent + "  ")]


def _text_line(entry: Sentence | Point) -> str:
    pieces = [clean(piece) for piece in (entry.about, entry.text) if piece]
    return ": ".join(pieces)


def _markdown_block(block: Block) -> str:
    if isinstance(block, Head):
        return f"{'#' * min(block.level, _DEEPEST)} {markdown(block.text)}"
    if isinstance(block, Sentence):
        return _markdown_line(block)
    return "\n".join(line for point in block for line in _markdown_points(point, ""))


def _markdown_points(point: Point, indent: str) -> list[str]:
    lines = [f"{indent}- {_markdown_line(point)}"]
    return lines + [
        line for child in point.below for line in _markdown_points(child, indent + "  ")
    ]


def _markdown_line(entry: Sentence | Point) -> str:
    if not entry.about:
        return markdown(entry.text)
    about = f"**{markdown(entry.about)}**"
    return f"{about}: {markdown(entry.text)}" if entry.text else about


def _html_block(block: Block, top_level: int) -> Markup:
    if isinstance(block, Head):
        level = min(block.level + top_level - 1, _DEEPEST)
        return Markup("<h{0}>{1}</h{0}>").format(level, clean(block.text))
    if isinstance(block, Sentence):
        return Markup("<p>{}</p>").format(_html_line(block))
    return _html_points(block)


def _html_points(points: tuple[Point, ...]) -> Markup:
    items = [
        Markup("<li>{}{}</li>").format(
            _html_line(point), _html_points(point.below) if point.below else ""
        )
        for point in points
    ]
    return Markup("<ul>{}</ul>").format(Markup("").join(items))


def _html_line(entry: Sentence | Point) -> Markup:
    if not entry.about:
        return escape(clean(entry.text))
    about = Markup("<strong>{}</strong>").format(clean(entry.about))
    return Markup("{}: {}").format(about, clean(entry.text)) if entry.text else about
