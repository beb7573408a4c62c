"""Long texts of one thing over and over, wherever a tool takes words: how long a call takes.

A pattern that is tried from every place of a text, or in every way of dividing it, takes time with
the square or the cube of its length, and holds up every other call of its server meanwhile.
`beyond_s` is what a call takes longer than with a short text.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Final

import anyio
from mcp import Client

from benchmarks.no_way_out.world import made_world, server, value_of
from benchmarks.tools.season import Season, kept_season
from hakaru.surfaces.mcp.offered import offered

_UNITS: Final = (
    " ", "\n", "1", "a", "日", "ア", "1.", "1/", "1:", "1, ", "the ", "、", "(", "[x] ", "before ",
    "x or ", "12月5日", "1 km ", "ground contact time ", "接地時間は",
)  # fmt: skip
_LONG_CHARS, _SECTION_BYTES = 20_000, 7_000
_LEFT_OUT = frozenset({"forget_focus", "fetch_garmin", "simulate", "train", "reevaluate"})
_SHORT = "x"

Call = tuple[str, Mapping[str, object]]


def measure(*, quick: bool) -> Mapping[str, object]:
    """Calls that were made, and the longest of them."""
    units = _UNITS[:3] if quick else _UNITS
    took = anyio.run(_took, kept_season(quick=True), units)
    name, beyond_s = max(took.items(), key=lambda item: item[1])
    return {"calls": len(took), "beyond_s": round(beyond_s, 2), "slowest": name}


async def _took(season: Season, units: tuple[str, ...]) -> Mapping[str, float]:
    with made_world(season=season) as world:
        async with server(world) as client:
            node = await _noted(client, _SHORT)
            short_s = {
                place: await _call_s(client, call)
                for place, call in _calls(season, node, _SHORT).items()
            }
            took: dict[str, float] = {}
            for unit in units:
                text = unit * (_LONG_CHARS // len(unit))
                node = await _noted(client, text)
                for place, call in _calls(season, node, text).items():
                    beyond_s = await _call_s(client, call) - short_s[place]
                    took[f"{place}: {unit!r} over and over"] = beyond_s
            return took


async def _noted(client: Client, text: str) -> str:
    """A node with this note; the newest is the one that is asked about."""
    sent = {"title": f"Book the hall {text[:100]}".strip(), "note": f"wait for {text}"}
    return str(value_of(await client.call_tool("add_node", sent))["id"])


def _calls(season: Season, node: str, text: str) -> Mapping[str, Call]:
    """Every place that takes words, by its name."""
    places: dict[str, Call] = {}
    for operation in offered("all", write=True):
        if operation.name in _LEFT_OUT or not operation.offline:
            continue
        sent = dict(season.arguments(operation))
        sent |= {name: node for name in ("node",) if name in sent}
        for param in operation.params:
            if param.type == "text":
                places[f"{operation.name} {param.name}"] = operation.name, sent | {param.name: text}
    section = {"text": text.encode()[:_SECTION_BYTES].decode(errors="ignore")}
    sent = {"activity_id": season.day, "section_type": "split"}
    sent |= {"analysis_data": json.dumps(section, ensure_ascii=False)}
    places |= {f"{name} of a long note": (name, {"node": node}) for name in _ABOUT_A_NODE}
    return places | {"validate_section_json": ("validate_section_json", sent)}


_ABOUT_A_NODE: Final = ("advise", "estimate_status", "show_node")


async def _call_s(client: Client, call: Call) -> float:
    began_s = time.perf_counter()
    await client.call_tool(call[0], dict(call[1]))
    return time.perf_counter() - began_s
