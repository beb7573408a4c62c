"""Execute the four worked analyses on simulated runs and keep what they showed.

`python notebooks/build.py` after a change of the analyses, which are in the package
(`src/hakaru/surfaces/notebooks`): only the cell that says whose data differs here. With a folder as
argument the executed notebooks are written there, as the tests have it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import nbclient
import nbformat

from hakaru.surfaces.notebooks.writing import packaged

NOTEBOOKS = Path(__file__).parent
TIMEOUT_S = 300
_FORMAT: Any = nbformat  # it has no types

_SETUP_TEXT = """## 準備 / Setup

シミュレーションした 10 本のランを一時フォルダに取り込みます（誰も走っていません）。{note}
`%load_ext hakaru.surfaces.notebook` 以降、出力は見張られ、大きすぎるものは切り詰められて、
何をどれだけ省いたかが表示されます。自分のデータで開くには `hakaru notebook` とします。

*Ten simulated runs are taken into a temporary folder; the extension guards the output of every
cell. `hakaru notebook` opens the same notebook on your own data.*
"""
_SETUP = """%load_ext hakaru.surfaces.notebook

import os
import tempfile
from pathlib import Path

from IPython.display import SVG

from hakaru.bootstrap import build, load_config
from hakaru.core.plain import as_plain
from hakaru.flows.analyses import store_example
from hakaru.present.safe_output import TokenMeter, rows_as_csv
from hakaru.safe_data import as_columns, export, safe_json_output, safe_load_export

{variables}

language = "ja"
folder = Path(os.environ.get("HAKARU_EXAMPLE") or tempfile.mkdtemp(prefix="hakaru-"))
context = build(load_config(data_folder=folder / "data", language=language))
stored = store_example(context, folder / "fit")
meter = TokenMeter()
"""
_LONGER = (
    "\n2026-01-05 のランでは、90 秒間だけ接地時間を 15% 長くしてあります"
    "（in the run of 2026-01-05 contact time was made 15 % longer for 90 seconds）。"
)
EXAMPLES: Mapping[str, tuple[str, Sequence[str]]] = {
    "1_second_by_second.ipynb": ("", ('RUN = "2026-01-06"', 'STRETCH = "5:00-10:00"')),
    "2_form_anomaly.ipynb": (_LONGER, ('ANOMALY = "2026-01-05:1"',)),
    "3_runs_side_by_side.ipynb": (
        "",
        ('RUNS = "2026-01-12,2026-01-13,2026-01-15,2026-01-16,2026-01-18"',),
    ),
    "4_why.ipynb": ("", ('RUN = "2026-01-18"', 'METRIC = "gct"')),
}
"""What is said about the example, and what is looked at in it."""


def on_the_example(name: str, notebook: Mapping[str, Any]) -> Any:
    """A notebook of the package with the simulated runs in it."""
    note, variables = EXAMPLES[name]
    texts = {
        "setup-text": _SETUP_TEXT.format(note=note),
        "setup": _SETUP.format(variables="\n".join(variables)),
    }
    made = _FORMAT.from_dict(notebook)
    for cell in made.cells:
        cell.source = texts.get(cell.id, "".join(cell.source)).rstrip("\n")
    return made


def executed(notebook: Any) -> Any:
    """A notebook with what its cells showed; an error in a cell is an error here."""
    client = nbclient.NotebookClient(notebook, timeout=TIMEOUT_S, kernel_name="python3")
    done: Any = client.execute()
    for cell in done.cells:
        cell.metadata.pop("execution", None)  # when it ran is not what it showed
    done.metadata["language_info"] = {"name": "python"}
    return done


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else NOTEBOOKS
    for name, notebook in packaged():
        _FORMAT.write(executed(on_the_example(name, notebook)), target / name)
        sys.stdout.write(f"{target / name}\n")
