"""A query that another process runs, and what is said where that failed.

Each place is a lock on a small file, so that the system gives it back however its process ends. A
query goes through the waiting places one after another, from the last to the first, so nobody is
overtaken. The lock on a running place goes with the query into the process that has its memory.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import chain
from pathlib import Path
from typing import TypeVar

from hakaru.core.errors import (
    QueriesBusy,
    QueryRefused,
    QueryStopped,
    StopCode,
    StoreBusy,
    StoreDamaged,
    StoreError,
)
from hakaru.core.i18n import Message, message, term, with_parts
from hakaru.core.units import MS_PER_S
from hakaru.store.connect import blame_the_disk
from hakaru.store.lock import Hold, open_file, try_lock
from hakaru.store.sandbox.job import (
    FaultCode,
    Histogram,
    Job,
    Outcome,
    Profile,
    Selection,
    Written,
    outcome_of,
)
from hakaru.store.sandbox.tree import TABLES

MOST_RUNNING = 2
MOST_WAITING = 8
_FOLDER = Path("cache") / "queries"
_PLACE_LOOK_S = 0.02
_PATIENCE_S = 0.2
"""A newcomer lets those before it move up for so long before it says that the line is full."""


def take_place(data_folder: Path, *, wait_s: float, check: Callable[[], None]) -> Hold:
    """The right to run one query; it belongs to whoever holds its descriptor.

    Args:
        data_folder: the folder whose queries are counted together.
        wait_s: how long to stand in line.
        check: called while waiting; it raises where nobody wants the query any more.

    Raises:
        QueriesBusy: too many wait already, or its turn has not come in time.
    """
    started_s = time.monotonic()
    steps = _opened(data_folder)
    held: Hold | None = None
    try:
        for holds in steps:
            patience_s = min(_PATIENCE_S, wait_s) if held is None else wait_s
            taken = _first_free(holds, until_s=started_s + patience_s, check=check)
            if held is not None:
                held.release()
            held = taken
            if held is None:
                waited_s = time.monotonic() - started_s
                raise QueriesBusy(waited_s, most_running=MOST_RUNNING, most_waiting=MOST_WAITING)
        assert held is not None
        steps[-1].remove(held)
        return held
    finally:
        for hold in chain.from_iterable(steps):
            hold.release()


def _opened(data_folder: Path) -> list[list[Hold]]:
    """Waiting places from the last to the first, then the running ones, of which any will do.

    Where nothing can be written, the folder itself is the one place.
    """
    folder = data_folder / _FOLDER
    steps: list[list[Hold]] = []
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for number in reversed(range(MOST_WAITING)):
            steps.append([Hold(open_file(folder / f"waiting-{number}.lock"))])  # noqa: PERF401
        running = range(MOST_RUNNING)
        steps.append([Hold(open_file(folder / f"running-{number}.lock")) for number in running])
    except (OSError, StoreDamaged):
        for hold in chain.from_iterable(steps):
            hold.release()
        return [[Hold(os.open(data_folder, os.O_RDONLY))]]
    return steps


def _first_free(holds: Sequence[Hold], *, until_s: float, check: Callable[[], None]) -> Hold | None:
    """The first of some places that can be locked; None: none could until then."""
    while True:
        check()
        for hold in holds:
            if try_lock(hold.descriptor, exclusive=True):
                return hold
        if time.monotonic() >= until_s:
            return None
        time.sleep(_PLACE_LOOK_S)


_SHOWN_CHARACTERS = 80
_SLACK_S = 3.0
_LOOK_S = 0.05
_STARTED_WITHIN_S = 60.0
"""It imports the database: 0.2 s, and many times that on a machine that is busy."""
_CHUNK_BYTES = 65_536
_BROKEN_OFF = b'{"fault": {"code": "crash", "name": ""}}'
_START = "import sys; from hakaru.store.sandbox.template import serve; serve(int(sys.argv[1]))"


Check = Callable[[], None]
"""Called while a query waits or runs: it raises where nobody wants the answer any more."""


def _unwatched() -> None:
    """Whoever asks waits to the end."""


@dataclass(kw_only=True)
class _Template:
    """The forking process of this one, and our end of its socket."""

    process: subprocess.Popen[bytes]
    control: socket.socket
    owner_pid: int = field(default_factory=os.getpid)

    def stop(self) -> None:
        """Let it end. In a forked child only our copy of the socket is closed."""
        self.control.close()
        if self.owner_pid == os.getpid():
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=_SLACK_S)


_starting = threading.Lock()
_running: list[_Template] = []
"""The template of this process, if it was needed yet."""


def sandbox_possible() -> bool:
    """Whether this system has what the sandbox stands on; its limits are tried at each query."""
    return hasattr(os, "fork") and hasattr(socket, "send_fds") and sys.platform == "linux"


def start_sandbox() -> None:
    """Start the template ahead of the first query (0.2 s), e.g. when a server starts.

    Raises:
        StoreError: this system cannot limit a process, so SQL from outside is refused.
    """
    _template()


def _template() -> _Template:
    """The running one, or a new one where it ended or belongs to the process we were forked from.

    Raises as `start_sandbox`.
    """
    if not sandbox_possible():
        raise _not_limited()
    with _starting:
        if not (_running and _running[0].owner_pid == os.getpid() and _is_alive(_running[0])):
            while _running:
                _running.pop().stop()
            _running.append(_started())
        return _running[0]


_Kind = TypeVar("_Kind", Profile, Histogram, Selection, Written)


def run_for(kind: type[_Kind], job: Job, check: Check = _unwatched) -> _Kind:
    """The outcome of a job of that kind. Raises as `run`; what was written of a file is left."""
    outcome = run(job, check)
    assert isinstance(outcome, kind)
    return outcome


def run(job: Job, check: Check = _unwatched) -> Outcome:
    """Have a job done in a process of its own. What `check` raises ends it within a tenth of a
    second, as does the end of this process.

    Raises:
        QueriesBusy: too many queries run and wait on this data folder already.
        QueryRefused: the query may not run, or the database cannot answer it.
        QueryStopped: it took more than its limits, or broke off.
        StoreBusy: a writer kept it out, or had to be let in.
        StoreDamaged: the database cannot be opened.
        StoreError: this system cannot limit a process.
    """
    template = _template()
    _await_start(template, check)
    place = take_place(Path(job.folder), wait_s=job.limits.turn_s, check=check)
    line = _asked(job, template, place, check)
    answer = json.loads(line if line.endswith(b"\n") else _BROKEN_OFF)
    fault = answer.get("fault")
    if fault is None:
        return outcome_of(job.kind, answer["outcome"])
    code, name = fault["code"], fault["name"]
    if code == "busy":
        raise StoreBusy(job.limits.lock_s, term(with_parts(name, fault.get("parts"))))
    if code == "writer":
        raise StoreBusy(job.limits.writer_s, message("another process that has to write"))
    if code in ("damaged", "unreadable"):
        damage = StoreDamaged(term(with_parts(name, fault.get("parts"))))
        blame_the_disk(Path(job.target or job.folder), damage)
        if code == "damaged":
            raise damage
    if code == "not_limited":
        raise _not_limited()
    raise _ended(job, code=code, name=name, near=fault.get("near", ()))


def _await_start(template: _Template, check: Check) -> None:
    """Wait until the template serves, or has ended: its start is no part of the time of a query."""
    until_s = time.monotonic() + _STARTED_WITHIN_S
    serves = select.poll()
    serves.register(template.control, select.POLLIN)
    while not serves.poll(_LOOK_S * MS_PER_S) and time.monotonic() < until_s:
        check()


def _ended(
    job: Job, *, code: FaultCode, name: str, near: Sequence[str]
) -> QueryRefused | QueryStopped:
    """Whose fault it was that a query has no result: its words, or what it needed."""
    shown = _shown(job.text)
    if code == "too_many_rows":
        reason = message(
            "it has more than {limit} rows; ask for more with max_rows, or aggregate", limit=name
        )
        return QueryStopped(shown, reason, code=code)
    refusal = _refusal(code, name, near)
    if refusal is not None:
        return QueryRefused(shown, refusal)
    stop: StopCode = next((stop for stop in _STOPS if stop == code), "crash")
    return QueryStopped(shown, _STOPS[stop], code=stop)


def _not_limited() -> StoreError:
    return StoreError(
        message("this system cannot limit the memory of a process, so SQL from outside is refused")
    )


def _asked(job: Job, template: _Template, place: Hold, check: Check) -> bytes:
    """The answering line; without its end: the keeper or the template died.

    The place goes with the job: the processes that do it keep it for as long as they live.
    """
    longest_s = job.limits.lock_s + job.limits.run_s + _SLACK_S
    ours, theirs = socket.socketpair()
    with ours, contextlib.ExitStack() as sent:
        sent.callback(place.release)
        sent.callback(theirs.close)
        ours.settimeout(longest_s)
        try:
            socket.send_fds(template.control, [b"j"], [theirs.fileno(), place.descriptor])
            sent.close()
            ours.sendall(job.line)
            return _heard(ours, until_s=time.monotonic() + longest_s, check=check)
        except OSError:
            return b""
        finally:
            with contextlib.suppress(OSError):  # also where a forked process has a copy of it
                ours.shutdown(socket.SHUT_RDWR)


def _heard(ours: socket.socket, *, until_s: float, check: Check) -> bytes:
    """What the keeper says until it closes its end, or until then."""
    ours.settimeout(_LOOK_S)
    heard = b""
    while time.monotonic() < until_s:
        check()
        with contextlib.suppress(TimeoutError):
            chunk = ours.recv(_CHUNK_BYTES)
            if not chunk:
                break
            heard += chunk
    return heard


def _started() -> _Template:
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(  # noqa: S603  # our own interpreter and module
            [sys.executable, "-P", "-c", _START, str(theirs.fileno())],
            cwd="/",
            env=_bare_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(theirs.fileno(),),
        )
    template = _Template(process=process, control=ours)
    atexit.register(template.stop)
    return template


def _bare_environment() -> dict[str, str]:
    """What finding the modules needs, and nothing of the user's: no secrets, no home."""
    return {
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "PYTHONDONTWRITEBYTECODE": "1",
        "MALLOC_ARENA_MAX": "1",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
    }


def _is_alive(template: _Template) -> bool:
    return template.process.poll() is None


def _shown(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHOWN_CHARACTERS else f"{flat[:_SHOWN_CHARACTERS]}…"


def _refusal(code: FaultCode, name: str, near: Sequence[str]) -> Message | None:
    """Why it may not run, in one clause; None: it ran, and was stopped."""
    name = name if len(name) <= _SHOWN_CHARACTERS else f"{name[:_SHOWN_CHARACTERS]}…"
    if code == "table":
        close = get_close_matches(name.lower(), sorted(TABLES), n=3, cutoff=0.5)
        reason = message(
            "it reads {name}, which is no table of yours; there are {tables}",
            name=repr(name),
            tables=", ".join(close or (*_FIRST_TABLES, "…")),
        )
    elif code == "function":
        reason = message("it uses the function {name}", name=repr(name))
    elif code == "type":
        reason = message("it uses the type {name}", name=repr(name))
    elif code == "unknown_part":
        reason = message("it uses {name}", name=repr(name))
    elif code == "syntax" and name:
        reason = message("it cannot be read as SQL ({name})", name=name)
    elif code == "too_long":
        reason = message("it is longer than {limit} characters", limit=name)
    elif code == "too_many_joins":
        reason = message("it has more than {limit} joins", limit=name)
    elif code == "too_wide":
        reason = message(
            "its PIVOT makes more than {limit} columns; name the values with IN (...)", limit=name
        )
    elif code in _SHAPES:
        reason = _SHAPES[code]
    else:
        return _naming_refusal(code, name, near)
    return reason


def _naming_refusal(code: FaultCode, name: str, near: Sequence[str]) -> Message | None:
    """What did not fit in the data: with the caller's own name for it, where there is one."""
    if code == "unknown_column" and any("." in column for column in near):
        reason = message(
            "it has no column {name} in the tables it reads; there is {columns}",
            name=repr(name),
            columns=", ".join(near),
        )
    elif code == "unknown_column" and near:
        reason = message(
            "it has no column {name}; spelled like it are {columns}",
            name=repr(name),
            columns=", ".join(near),
        )
    elif code == "unknown_column":
        reason = message("it has no column {name}", name=repr(name))
    elif code == "ambiguous_column":
        reason = message(
            "several of its tables have the column {name}; write the table before it",
            name=repr(name),
        )
    elif code == "not_grouped":
        reason = message(
            "the column {name} stands neither in GROUP BY nor in an aggregate", name=repr(name)
        )
    elif code == "wrong_types":
        reason = message("{name} does not take values of these types; cast them", name=repr(name))
    elif code == "not_there" and name:
        reason = message("it names {name}, which is not there", name=repr(name))
    elif code == "not_there":
        reason = message("it names a table or function that is not there")
    elif code == "no_number":
        reason = message("its column {name} does not hold numbers", name=repr(name))
    else:
        return None
    return reason


_FIRST_TABLES = ("activities", "splits", "time_series_metrics", "metric_verdicts", "sessions")
_SHAPES: dict[FaultCode, Message] = {
    "not_one_select": message("it is not exactly one SELECT"),
    "syntax": message("it cannot be read as SQL"),
    "too_deep": message("it is nested too deeply, or has too many parts"),
    "no_day": message("it has neither activity_date nor activity_id to filter days by"),
    "pivot_list": message("the values of its PIVOT cannot be looked up; name them with IN (...)"),
    "misplaced": message("an aggregate or window function stands where none may, as in WHERE"),
    "many_rows_for_one": message("a subquery that stands for one value has several rows"),
    "not_a_number": message("a text could not be read as a number (use TRY_CAST)"),
    "not_a_time": message(
        "a text could not be read as a day or time (use TRY_CAST or try_strptime)"
    ),
    "not_json": message("a text is not JSON (json_valid tells which are)"),
    "not_converted": message("a value could not be converted to another type (use TRY_CAST)"),
    "out_of_range": message("a number is beyond the range of its type; cast to DOUBLE or HUGEINT"),
    "bad_value": message("a function was given a value that it does not take"),
    "unsupported": message("it uses something that this database cannot do"),
    "meaning": message("its names, types or groups do not fit together"),
    "engine": message("the database came upon a fault of its own; write it in another way"),
    "unreadable": message("the database could not be read; `hakaru doctor` says why"),
}
_STOPS: dict[StopCode, Message] = {
    "too_many_bytes": message("its result is too large; select fewer rows or columns"),
    "memory": message("it needs too much memory; select fewer rows or columns, or aggregate"),
    "time": message("it takes too long; select fewer rows, or aggregate"),
    "crash": message("it broke off"),
}
