"""Hostile texts in every place that takes one, read back through every tool, resource and prompt.

A text of a stranger is `marked` where it is the value of `text` in an object that also says `from`
where it is, or where its reply fences it as `FENCE` says. `line_breaks` counts texts with a line
break, a control character or one that turns the direction of writing.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping

import anyio
import duckdb
from mcp import Client
from mcp_types import CallToolResult, TextContent, TextResourceContents

from benchmarks.no_way_out.world import EVIDENCE, World, made_world, server, value_of
from benchmarks.tools.season import Season, kept_season
from hakaru.catalog.operation import Operation
from hakaru.surfaces.mcp.offered import offered

TOKEN = "zqx"
FENCE = re.compile(r'`(\{"text": "[^`\n]*", "from": "[a-z_]+"\})`')
"""The same in a sentence or a table: the object as code on one line."""
_LEFT_OUT = {
    "forget_focus", "fetch_garmin", "simulate", "train", "reevaluate", "ingest", "understand",
}  # fmt: skip
"""Tools that say nothing of a text, and take long or need a network."""
_EVERY = 15
_MOST_S = 30.0
_PLACES = (
    "UPDATE activities SET title = $text, location = $text, gear = $text, sensor_label = $text",
    "UPDATE weather SET station = $text",
    "UPDATE devices SET product = $text, manufacturer = $text",
    "UPDATE recording_issues SET message = $text",
)


def measure(*, quick: bool) -> Mapping[str, object]:
    """Texts that came back whole, broken or unmarked, and from where.

    Every fifteenth text goes through every tool; the others through those that showed one.
    """
    listed = json.loads((EVIDENCE / "hostile_titles.json").read_text(encoding="utf-8"))["texts"]
    season = kept_season(quick=True)
    asked = [one for one in offered("all", write=True) if one.name not in _LEFT_OUT]
    everywhere, others = listed[::_EVERY], [one for one in listed if one not in listed[::_EVERY]]
    found = anyio.run(_shown, season, everywhere, asked)
    showing = {place.partition(" ")[0] for place, _ in found}
    if not quick:
        found += anyio.run(_shown, season, others, [one for one in asked if one.name in showing])
    broken = Counter(place for place, text in found if _is_broken(text))
    unmarked = Counter(place for place, text in found if not text.startswith("\0"))
    return {
        "texts": len(everywhere) if quick else len(listed),
        "places_that_show_one": len({place for place, _ in found}),
        "shown": len(found),
        "line_breaks": sum(broken.values()),
        "unmarked": sum(unmarked.values()),
        "where_broken": sorted(broken),
        "where_unmarked": sorted(unmarked),
    }


async def _shown(
    season: Season, listed: list[dict[str, str]], asked: list[Operation]
) -> list[tuple[str, str]]:
    """(where, text) of all that carries one of the texts; NUL stands before what is marked."""
    found: list[tuple[str, str]] = []
    with made_world(season=season) as world:
        for number, one in enumerate(listed):
            text = f"{TOKEN}{number} {one['text']}"
            _put(world, text)
            found += await _read_all(world, season, asked, text)
    return found


def _put(world: World, text: str) -> None:
    """The text in every column that takes one from outside, as an older version stored it."""
    with duckdb.connect(str(world.data / "hakaru.duckdb")) as con:
        for statement in _PLACES:
            con.execute(statement, {"text": text})
        analysis = json.dumps({"text": text})
        con.execute(
            "UPDATE section_analyses SET analysis_data = $analysis, agent_name = $text",
            {"analysis": analysis, "text": text},
        )


async def _read_all(
    world: World, season: Season, asked: list[Operation], text: str
) -> list[tuple[str, str]]:
    """Everything that carries the text in the reply of any tool, resource or prompt."""
    found: list[tuple[str, str]] = []
    async with server(world) as client:
        added = await client.call_tool("add_node", {"title": text, "note": text})
        node = str(value_of(added)["id"])
        found += _in_reply("add_node", added)
        for operation in asked:
            with anyio.move_on_after(_MOST_S):
                sent = _sent(operation, season, node)
                found += _in_reply(operation.name, await client.call_tool(operation.name, sent))
        sent = {"table_or_query": "SELECT title, gear, location FROM activities"}
        found += _in_reply("profile", await client.call_tool("profile", sent))
        for resource in (await client.list_resources()).resources:
            for content in (await client.read_resource(str(resource.uri))).contents:
                assert isinstance(content, TextResourceContents)
                found += [(str(resource.uri), text) for text in _of_text(content.text)]
        for prompt in (await client.list_prompts()).prompts:
            names = [one.name for one in prompt.arguments or ()]
            found += await _from_prompt(client, prompt.name, names, text)
    return found


def _sent(operation: Operation, season: Season, node: str) -> dict[str, object]:
    """The example of a tool, about our node and our text."""
    known = {"node": node, "keywords": TOKEN}
    arguments = {} if operation.name == "list_nodes" else dict(season.arguments(operation))
    return arguments | {
        param.name: known[param.name] for param in operation.params if param.name in known
    }


def _in_reply(name: str, result: CallToolResult) -> list[tuple[str, str]]:
    found = [(name, string) for string in _strings(result.structured_content)]
    for content in result.content:
        if isinstance(content, TextContent):
            found += [(f"{name} (text)", one) for one in _of_text(content.text)]
    return found


async def _from_prompt(
    client: Client, name: str, arguments: list[str], text: str
) -> list[tuple[str, str]]:
    try:
        prompt = await client.get_prompt(name, dict.fromkeys(arguments, text))
    except Exception as refusal:  # noqa: BLE001  # refusing such an argument is one way to be safe
        return [(f"prompt {name}", one) for one in _carrying(str(refusal))]
    return [
        (f"prompt {name}", one)
        for message in prompt.messages
        if isinstance(message.content, TextContent)
        for one in _carrying(message.content.text)
    ]


def _of_text(text: str) -> Iterator[str]:
    """Texts in a reply that is JSON, or the lines of one that is not."""
    try:
        yield from _strings(json.loads(text))
    except json.JSONDecodeError:
        yield from _carrying(text)


def _carrying(page: str) -> Iterator[str]:
    """The texts in the fences of a page, and every line that carries a token outside of one."""
    for fence in FENCE.findall(page):
        yield from _strings(json.loads(fence))
    yield from (line for line in FENCE.sub("", page).split("\n") if TOKEN in line)


def _strings(value: object, *, marked: bool = False) -> Iterator[str]:
    """Every string with a token anywhere in a value, NUL before those that are marked."""
    if isinstance(value, Mapping):
        is_mark = "text" in value and "from" in value
        for key, each in value.items():
            yield from _strings(each, marked=is_mark and key == "text")
            if TOKEN in str(key):
                yield str(key)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)
    elif isinstance(value, str) and marked and TOKEN in value:
        yield f"\0{value}"
    elif isinstance(value, str) and TOKEN in value:
        yield from _carrying(value)


def _is_broken(text: str) -> bool:
    """Whether the text after its token breaks a line, controls a terminal or turns direction."""
    after = text.removeprefix("\0")
    after = after[after.index(TOKEN) :]
    if "\0" in after:
        return True
    return any(
        unicodedata.category(letter) in ("Cc", "Zl", "Zp")
        or unicodedata.bidirectional(letter)
        in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
        for letter in after
    )
