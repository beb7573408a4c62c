"""What a desktop assistant starts: the server for a language model, which only reads."""

from __future__ import annotations

import os
import sys

from hakaru.surfaces.cli.main import main

if __name__ == "__main__":
    folder = os.environ.get("HAKARU_DATA", "")
    if not folder or folder.startswith("${"):  # nothing was chosen: the folder of `hakaru status`
        os.environ.pop("HAKARU_DATA", None)
    sys.argv = ["hakaru", "mcp"]
    main()
