"""A data folder with secrets in and beside it, and ways to ask the sandbox about it."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from pathlib import Path

from hakaru.core.errors import HakaruError
from hakaru.store.database import Store
from hakaru.store.recordings import write_recordings
from hakaru.store.sandbox.ask import run
from hakaru.store.sandbox.job import Attached, Job, Limits, Outcome
from tests.store.factories import START, make_run

SECRET = "TOPSECRET"
N_RUNS = 4
N_SAMPLES = 1200


def make_data_folder(folder: Path) -> Path:
    """Runs, a private table, a sequence, and files outside that nobody may read."""
    store = Store(folder / "data")
    days = [START + timedelta(days=number) for number in range(N_RUNS)]
    with store.write() as con:
        write_recordings(con, [make_run(day, n_samples=N_SAMPLES, n_splits=7) for day in days])
        con.execute("CREATE SCHEMA priv; CREATE TABLE priv.tokens (token VARCHAR)")
        con.execute(f"INSERT INTO priv.tokens VALUES ('{SECRET}')")
        con.execute("CREATE SEQUENCE sq")
    store.close()
    outside = folder / "outside"
    outside.mkdir()
    (outside / "secret.csv").write_text(f"a,b\n1,{SECRET}\n", encoding="utf-8")
    return folder


def digest(folder: Path) -> dict[str, str]:
    """Every file below a folder and what is in it, but for the locks that readers sign."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in (".lock", ".gate")
    }


def profiled(folder: Path, sql: str, *, limits: Limits | None = None) -> Outcome:
    """The outcome of a profile over a query."""
    folder_text = str(folder / "data")
    return run(Job(kind="profile", text=sql, folder=folder_text, limits=limits or Limits()))


def exported(folder: Path, sql: str, target: Path, *, attached: tuple[Attached, ...] = ()) -> int:
    """So many rows were written to a parquet file."""
    job = Job(
        kind="export",
        text=sql,
        folder=str(folder / "data"),
        target=str(target),
        attached=attached,
        max_rows=1_000_000,
        max_bytes=100_000_000,
    )
    outcome = run(job)
    return outcome.n_rows  # type: ignore[union-attr]


def refusal_of(folder: Path, sql: str) -> str | None:
    """The sentence a query is refused with; None: it ran."""
    try:
        profiled(folder, sql)
    except HakaruError as error:
        return str(error)
    return None
