"""The servers can run beside each other as they come."""

from __future__ import annotations

from hakaru.surfaces.engine import DEFAULT_PORT as FOCUS
from hakaru.surfaces.mcp.cli import DEFAULT_PORT as MCP
from hakaru.surfaces.web.cli import DEFAULT_PORT as WEB


def test_each_kind_of_server_has_a_port_of_its_own() -> None:
    assert len({FOCUS, MCP, WEB}) == 3
