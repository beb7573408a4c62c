"""Whose data does a command show where nobody named a folder? One's own, or else the demo's.

Who has made a demo and has no run of their own yet sees the demo, and is told so in one line.
What takes something in, or keeps what a person writes, always goes to their own folder.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hakaru.catalog.operation import Operation, load
from hakaru.core.errors import StoreError

if TYPE_CHECKING:
    from hakaru.bootstrap import Config

DEMO_FOLDER = Path("demo")
"""Where `hakaru demo` writes unless it is told otherwise."""
DEMO_MARK = ".hakaru-demo"
_DATABASE, _STATE = "hakaru.duckdb", "state.sqlite"


def demo_instead(operation: Operation, config: Config) -> Path | None:
    """The data folder of a demo that a command shows; None: the one of the configuration."""
    if config.named or operation.untouched or not _looks_at_runs(operation):
        return None
    demo = next(_demos(), None)
    return None if demo is None or _has_own(config.data_folder) else demo


def _looks_at_runs(operation: Operation) -> bool:
    """Whether it shows what is stored, or is about a run that is there."""
    about_a_run = any(param.type == "activity" for param in operation.params)
    return about_a_run or operation.reads_only


def _demos() -> Iterator[Path]:
    """Data of demos made where one is, or beside the environment that `make demo` made."""
    places = [Path.cwd()]
    if sys.prefix != sys.base_prefix:
        places.append(Path(sys.prefix).parent)
    for place in places:
        folder = place / DEMO_FOLDER
        if (folder / DEMO_MARK).is_file() and (folder / "data" / _DATABASE).is_file():
            yield folder / "data"


def _has_own(folder: Path) -> bool:
    """Whether a data folder holds a run, or anything that a person wrote; where it cannot be seen,
    yes."""
    if (folder / _STATE).exists():
        return True
    if not (folder / _DATABASE).exists():
        return False
    store = load("hakaru.store.database:Store")(folder)
    try:
        with store.read(as_it_is=True) as con:
            return bool(con.execute("SELECT count(*) > 0 FROM activities").fetchone()[0])
    except StoreError:
        return True
    finally:
        store.close()
