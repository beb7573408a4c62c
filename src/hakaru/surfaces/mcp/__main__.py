"""`python -m hakaru.surfaces.mcp`: the server where there is no `hakaru` command."""

from __future__ import annotations

import os
import sys

from hakaru.store.private import keep_private
from hakaru.surfaces.cli.main import help_language, run_command
from hakaru.surfaces.mcp.cli import mcp_commands

if __name__ == "__main__":
    keep_private()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    language = help_language(sys.argv[1:])
    run_command(mcp_commands(language), language, name="hakaru mcp")
