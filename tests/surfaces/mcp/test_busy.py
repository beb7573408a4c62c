"""What does a client hear while another process writes, and after it?"""

from __future__ import annotations

import dataclasses
from pathlib import Path

from mcp import Client

from hakaru.store.database import Store
from hakaru.store.lock import Turnstile
from hakaru.surfaces.mcp.server import Offer, build_server
from tests.flows.factories import make_context
from tests.surfaces.mcp.talking import assert_typed_error, reply_of, talk


def test_a_writer_that_stays_is_named_and_the_next_call_after_it_is_answered(data: Path) -> None:
    context = dataclasses.replace(make_context(data), store=Store(data, read_timeout_s=0.2))

    async def conversation() -> None:
        async with Client(build_server(context, Offer())) as client:
            hold = Turnstile(data).exclusive(5.0)
            try:
                told = assert_typed_error(await client.call_tool("status", {}), 503)
                assert "the store is busy: waited 0.2 s for process" in told
            finally:
                hold.release()
            reply = reply_of(await client.call_tool("status", {}))
            assert reply["summary"]["n_activities"] > 0

    talk(conversation)
    context.store.close()
