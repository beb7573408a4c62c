"""The process in which one query runs: limited by the system before it looks at the text."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import mmap
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hakaru.core.errors import StoreBusy, StoreDamaged
from hakaru.store.database import FILE_NAME
from hakaru.store.lock import Turnstile
from hakaru.store.sandbox.allowed import KEPT_BACK, TABLES
from hakaru.store.sandbox.check import CheckedQuery, check_query, complete_query
from hakaru.store.sandbox.faults import Refusal, engine_fault
from hakaru.store.sandbox.job import Attached, Job, Outcome, Written
from hakaru.store.sandbox.measure import count_bins, measure_columns
from hakaru.store.sandbox.source import columns_of, open_source, quoted

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_LEAST_FILE_BYTES = 65_536
_OPEN_FILES = 64
_ENGINE_SHARE = 0.6
"""Of the memory: what the engine counts itself; the rest is for what it does not count."""
_RESULT = "result"

Say = Callable[[bytes], None]


def run_job(job: Job, say: Say) -> None:
    """Do one job under its limits; every line `say` gets is JSON.

    `{"state": "running"}` when the data is open, then `{"outcome": ...}` or `{"fault": ...}`.
    """
    try:
        _limit_myself(job)
        outcome = _run(job, lambda: say(b'{"state": "running"}\n'))
    except Refusal as refusal:
        say(_line({"fault": {"code": refusal.code, "name": refusal.name}}))
    except MemoryError:
        say(b'{"fault": {"code": "memory", "name": ""}}\n')
    else:
        say(_line({"outcome": dataclasses.asdict(outcome)}))


def _limit_myself(job: Job) -> None:
    """Limits of the system, which no statement can lift.

    Raises:
        Refusal: this system does not enforce them.
    """
    os.umask(0o077)
    memory_bytes = _address_space_bytes() + job.limits.memory_bytes
    cpu_s = int(job.limits.threads * (job.limits.run_s + 1.0)) + 1
    try:
        _set_limit(resource.RLIMIT_AS, memory_bytes)
        _set_limit(resource.RLIMIT_CPU, cpu_s)
        _set_limit(resource.RLIMIT_FSIZE, max(_LEAST_FILE_BYTES, job.max_bytes))
        _set_limit(resource.RLIMIT_CORE, 0)
        _set_limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
    except (OSError, ValueError) as exc:
        raise Refusal(code="not_limited") from exc
    try:
        mmap.mmap(-1, memory_bytes).close()
    except OSError:
        return
    raise Refusal(code="not_limited")


def _set_limit(which: int, value: int) -> None:
    resource.setrlimit(which, (value, value))


def _address_space_bytes() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError as exc:
        raise Refusal(code="not_limited") from exc
    return pages * resource.getpagesize()


def _run(job: Job, running: Callable[[], None]) -> Outcome:
    names = frozenset(name for attachment in job.attached for name in attachment.names) - KEPT_BACK
    table_names = TABLES | names
    with _translated(job.text), _engine(job) as con:
        query = check_query(con, job.text, table_names=table_names)
        turnstile = Turnstile(Path(job.folder))
        try:
            hold = turnstile.shared(job.limits.lock_s)
        except StoreBusy as exc:
            raise Refusal(code="busy", name=exc.holder) from exc
        except StoreDamaged as exc:
            raise Refusal(code="damaged", name=str(exc)) from exc
        try:
            running()
            _open_data(con, job, query.tables)
            _lock_down(con, job)
            return _do(con, complete_query(con, query, table_names=table_names), job)
        finally:
            con.close()
            hold.release()


@contextmanager
def locked_engine(job: Job) -> Iterator[DuckDBPyConnection]:
    """The data of a job, opened and locked as for a query, in a process with its limits."""
    _limit_myself(job)
    with _engine(job) as con:
        _open_data(con, job, frozenset())
        _lock_down(con, job)
        yield con


@contextmanager
def _engine(job: Job) -> Iterator[DuckDBPyConnection]:
    """An empty database in memory that cannot fetch anything."""
    import duckdb  # noqa: PLC0415  # 0.1 s

    with contextlib.closing(
        duckdb.connect(
            ":memory:",
            config={
                "autoinstall_known_extensions": "false",
                "autoload_known_extensions": "false",
                "allow_community_extensions": "false",
                "allow_persistent_secrets": "false",
                "python_enable_replacements": "false",
                "memory_limit": f"{int(_ENGINE_SHARE * job.limits.memory_bytes)}B",
                "threads": str(job.limits.threads),
                "temp_directory": "",
            },
        )
    ) as con:
        con.execute("SET enable_progress_bar = false")
        con.execute("SET lambda_syntax = 'ENABLE_SINGLE_ARROW'")  # as it is mostly written
        yield con


def _open_data(con: DuckDBPyConnection, job: Job, tables: frozenset[str]) -> None:
    """The database and the materialised results among `tables`, both read-only."""
    con.execute(f"ATTACH {_text(Path(job.folder) / FILE_NAME)} AS hakaru (READ_ONLY)")
    con.execute("CREATE SCHEMA memory.materialized")
    for number, attachment in enumerate(job.attached):
        if tables & set(attachment.names):
            _attach(con, attachment, f"hakaru_{number}")
    if job.kind == "materialize":
        con.execute(f"ATTACH {_text(job.target)} AS hakaru_target")
    con.execute("USE hakaru")
    con.execute("SET search_path = 'hakaru.main,memory.materialized'")


def _attach(con: DuckDBPyConnection, attachment: Attached, name: str) -> None:
    if not Path(
        attachment.path
    ).is_file():  # its time is over, or ten newer ones came, since it was named
        raise Refusal(code="table", name=attachment.names[-1])
    con.execute(f"ATTACH {_text(attachment.path)} AS {name} (READ_ONLY)")
    for view in attachment.names:
        con.execute(
            f"CREATE VIEW memory.materialized.{quoted(view)} AS SELECT * FROM {name}.main.{_RESULT}"
        )


def _lock_down(con: DuckDBPyConnection, job: Job) -> None:
    """From here on nothing but the target can be opened, and no setting can be changed."""
    if job.target is not None:
        files = [job.target, f"{job.target}.wal"]
        con.execute(f"SET allowed_paths = [{', '.join(map(_text, files))}]")
    else:
        con.execute("SET preserve_insertion_order = false")  # figures do not depend on it
    con.execute("SET enable_external_access = false")
    con.execute("SET lock_configuration = true")


def _do(con: DuckDBPyConnection, query: CheckedQuery, job: Job) -> Outcome:
    if job.kind == "profile":
        return measure_columns(con, open_source(con, query, job=job), job=job)
    if job.kind == "histogram":
        return count_bins(con, open_source(con, query, job=job), job=job)
    columns = tuple((column.name, column.type) for column in columns_of(con, query.as_table))
    rows_sql = f"SELECT * FROM {query.as_table} LIMIT {job.max_rows + 1}"
    if job.kind == "materialize":
        written = con.execute(f"CREATE TABLE hakaru_target.main.{_RESULT} AS {rows_sql}")
        n_rows = written.fetchall()[0][0]
        con.execute("DETACH hakaru_target")
    else:
        into = f"TO {_text(job.target)} (FORMAT {job.file_format}, USE_TMP_FILE false)"
        n_rows = con.execute(f"COPY ({rows_sql}) {into}").fetchall()[0][0]
    if n_rows > job.max_rows:
        raise Refusal(code="too_many_rows", name=str(job.max_rows))
    return Written(n_rows=n_rows, columns=columns)


@contextmanager
def _translated(text: str) -> Iterator[None]:
    """What the engine says, as ours."""
    import duckdb  # noqa: PLC0415  # 0.1 s

    try:
        yield
    except (duckdb.Error, ValueError, ArithmeticError, RuntimeError) as exc:
        raise engine_fault(exc, text) from exc


def _text(value: object) -> str:
    return "'" + str(value).replace("'", "''") + "'"


def _line(value: object) -> bytes:
    return json.dumps(value).encode() + b"\n"
