"""Execute the three worked analyses again and keep what they showed.

`python notebooks/build.py` after a change of the analyses. With a folder as argument the notebooks
stay as they are, and executed copies are written there, as the tests have it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbclient
import nbformat

NOTEBOOKS = Path(__file__).parent
TIMEOUT_S = 300
_FORMAT: Any = nbformat  # it has no types


def executed(path: Path) -> Any:
    """A notebook with what its cells showed; an error in a cell is an error here."""
    notebook = _FORMAT.read(path, as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=TIMEOUT_S, kernel_name="python3")
    done: Any = client.execute()
    for cell in done.cells:
        cell.metadata.pop("execution", None)  # when it ran is not what it showed
    done.metadata["language_info"] = {"name": "python"}
    return done


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else NOTEBOOKS
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        _FORMAT.write(executed(path), target / path.name)
        sys.stdout.write(f"{target / path.name}\n")
