"""One job without template and keeper: `python -m tests.store.sandbox.unwatched JOB`.

Tells what it answered and the most memory it had, and, with WITHOUT_WALK set, what the engine
answers to the bare text once everything is locked.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from hakaru.store.sandbox.job import Job, read_job
from hakaru.store.sandbox.worker import locked_engine, run_job


def bare(job: Job) -> str:
    """The first answer of the locked engine to a text nobody looked at."""
    import duckdb  # noqa: PLC0415

    with locked_engine(job) as con:
        try:
            return str(con.execute(job.text).fetchmany(5))
        except (duckdb.Error, MemoryError, ValueError, RuntimeError) as exc:
            return f"{type(exc).__name__}: {exc}"


def main() -> None:
    """Do the job of the first argument."""
    job = read_job(sys.argv[1].encode())
    said: list[str] = []
    if "WITHOUT_WALK" in os.environ:
        said.append(bare(job))
    else:
        run_job(job, lambda line: said.append(line.decode()))
    status = Path("/proc/self/status").read_text(encoding="ascii")
    peak_bytes = 1024 * int(status.partition("VmHWM:")[2].split()[0])
    sys.stdout.write(json.dumps({"answer": said[-1], "peak_bytes": peak_bytes}))


if __name__ == "__main__":
    main()
