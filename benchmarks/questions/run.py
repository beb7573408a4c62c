"""How many of a runner's questions does an assistant answer with the tools of the default profile?

`python -m benchmarks questions`. A real client starts `hakaru mcp` over pipes and asks what a
script of at most three calls a question says (`script.py`); a later call may take a value out of an
earlier reply. An answer counts where the replies together are within their bytes and hold, as it
would be said, what our own SQL finds in the stored tables.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import anyio
import duckdb
from mcp import Client, StdioServerParameters
from mcp_types import TextContent

from benchmarks.outside.contact import STORY_TODAY
from benchmarks.questions.script import SCRIPT, Asked
from hakaru.bootstrap import build, load_config
from hakaru.flows.ingest import ingest
from hakaru.sources.simulated.season import simulate_story
from hakaru.store.database import FILE_NAME

FOLDER = Path(__file__).parent
_SHOES = ("Nimbus 26", "Pegasus 41")


def run(quick: bool) -> Mapping[str, object]:
    """Per question the calls, the bytes, and whether it was answered."""
    del quick
    given = json.loads((FOLDER / "questions.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="hakaru-questions-") as scratch:
        data = season(Path(scratch))
        with duckdb.connect(str(data / FILE_NAME), read_only=True) as con:
            truths = {name: asked.truth(con) for name, asked in SCRIPT.items()}
        answers = anyio.run(_ask_all, data, truths, given["limits"])
    answered = sum(answer["answered"] is True for answer in answers.values())
    return {"n_questions": len(answers), "n_answered": answered, "questions": answers}


def season(scratch: Path) -> Path:
    """The data folder of the demo's season (simulated), with shoes and temperatures, which our
    simulator does not record: every third run in the older pair, a warm week in October."""
    files = scratch / "fit"
    files.mkdir()
    for made in simulate_story(STORY_TODAY, language="en", utc_offset_s=0):
        (files / made.session.file_name).write_bytes(made.session.to_fit())
    data = scratch / "data"
    context = build(load_config(data_folder=data, language="en"))
    try:
        ingest(context, paths=[files])
    finally:
        context.store.close()
    with duckdb.connect(str(data / FILE_NAME)) as con:
        con.execute(
            "UPDATE activities SET gear = "
            "CASE WHEN day(activity_date) % 3 = 0 THEN $old ELSE $new END",
            {"old": _SHOES[0], "new": _SHOES[1]},
        )
        con.execute(
            "UPDATE data.sessions SET temperature_c = "
            "10 + 14 * (month(activity_date) = 9)::INTEGER + day(activity_date) % 5"
        )
    return data


async def _ask_all(
    data: Path, truths: Mapping[str, tuple[str, ...]], limits: Mapping[str, int]
) -> Mapping[str, Mapping[str, object]]:
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "hakaru.surfaces.mcp", "--data", str(data)],
        env={**os.environ, "HAKARU_LANG": "en"},
    )
    async with Client(server) as client:
        return {
            name: await _ask(client, asked, truths[name], limits) for name, asked in SCRIPT.items()
        }


async def _ask(
    client: Client, asked: Asked, truth: tuple[str, ...], limits: Mapping[str, int]
) -> Mapping[str, object]:
    replies: list[str] = []
    for call in asked.calls:
        try:
            tool, arguments = call(replies) if callable(call) else call
        except LookupError:  # an earlier reply is an error
            break
        result = await client.call_tool(tool, dict(arguments))
        replies += [block.text for block in result.content if isinstance(block, TextContent)]
    said = "\n".join(replies)
    n_bytes = len(said.encode())
    missing = [text for text in truth if text not in said]
    fits = len(asked.calls) <= limits["calls"] and n_bytes <= limits["bytes"]
    return {
        "calls": len(asked.calls),
        "bytes": n_bytes,
        "answered": fits and not missing and bool(truth),
        "missing": missing,
    }
