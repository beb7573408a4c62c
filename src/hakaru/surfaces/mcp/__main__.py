"""How is the server started where there is no `hakaru` command? `python -m hakaru.surfaces.mcp`."""

from __future__ import annotations

import os
import sys

from hakaru.store.private import keep_private
from hakaru.surfaces.cli.main import help_language
from hakaru.surfaces.mcp.cli import mcp_commands

if __name__ == "__main__":
    keep_private()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    arguments = sys.argv[1:]
    mcp_commands(help_language(arguments))(args=arguments, prog_name="hakaru mcp")
