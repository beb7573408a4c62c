"""What one function runs on for very many items: processes of our own, or a Dask cluster.

Nothing is scheduled here: a process pool or an existing scheduler does it.
"""

from __future__ import annotations

import gc
import importlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from ipaddress import ip_address
from typing import Any, TypeVar
from urllib.parse import urlsplit

from hakaru.core.errors import BadArgument, SourceError
from hakaru.core.i18n import message
from hakaru.records import frozen
from hakaru.sources.parts import install_command

T = TypeVar("T")
R = TypeVar("R")
_CHUNK_MAX = 8
"""Items that go to a worker together: a message costs more than the bytes in it."""
_CHUNKS_PER_WORKER = 4
"""At least so many, where there are enough items: the last worker shall not work alone for long."""
_CONNECT_S = 10
ENDED = message("a process was ended, perhaps for lack of memory; run it again to go on")


@frozen
class Engine:
    """Where to run. `address` None: on this machine, in `workers` processes of our own."""

    workers: int
    address: str | None = None


def engine_named(text: str, *, workers: int, anywhere: bool) -> Engine:
    """The engine as a user writes it: `local`, or `dask://HOST:PORT` of a running scheduler.

    Raises:
        BadArgument: neither, or a scheduler on another machine without `anywhere`.
    """
    if text == "local":
        return Engine(workers=workers)
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not text.startswith("dask://") or host is None or port is None:
        raise BadArgument("engine", text, message("local or dask://HOST:PORT"))
    if not anywhere and not _is_here(host):
        raise BadArgument(
            "engine", text, message("a scheduler on this machine; --anywhere lets work leave it")
        )
    return Engine(workers=workers, address=f"tcp://{parts.netloc}")


def run_each(engine: Engine, function: Callable[[T], R], *, items: Sequence[T]) -> Iterator[R]:
    """The results as they come, in any order. The function and the items go to other processes.

    Raises:
        SourceError: a worker was ended, or no scheduler answers.
    """
    size = max(1, min(_CHUNK_MAX, len(items) // (_CHUNKS_PER_WORKER * engine.workers)))
    chunks = [items[start : start + size] for start in range(0, len(items), size)]
    if engine.address is not None:
        yield from _on_dask(engine.address, function, chunks)
    elif engine.workers == 1:
        yield from map(function, items)
    else:
        yield from _in_processes(engine.workers, function, chunks)


def _in_processes(
    workers: int, function: Callable[[T], R], chunks: Sequence[Sequence[T]]
) -> Iterator[R]:
    spawning = multiprocessing.get_context("spawn")
    try:
        with ProcessPoolExecutor(workers, mp_context=spawning, initializer=end_with_parent) as pool:
            for results in pool.map(_run_chunk, [(function, chunk) for chunk in chunks]):
                yield from results
    except BrokenProcessPool as exc:
        raise SourceError("local", ENDED) from exc


def end_with_parent() -> None:
    """Begin a working process: Ctrl-C is left to whoever started it, and it ends with that one,
    even if that is killed."""
    gc.set_threshold(20_000)  # as `hakaru` itself
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=wait_for_parent, daemon=True).start()


def wait_for_parent() -> None:
    """End this process as soon as the one that started it has ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _on_dask(
    address: str, function: Callable[[T], R], chunks: Sequence[Sequence[T]]
) -> Iterator[R]:
    try:
        distributed: Any = importlib.import_module("distributed")  # 0.5 s, an extra
    except ImportError as exc:
        how = install_command("cohort")
        raise SourceError(address, message("distributed is not installed; {how}", how=how)) from exc
    try:
        client: Any = distributed.Client(address, timeout=_CONNECT_S, set_as_default=False)
    except OSError as exc:
        raise SourceError(address, message("no Dask scheduler answers there")) from exc
    with client:
        _refuse_workers_without_us(client, address, modules=(__name__, function.__module__))
        work = [(function, chunk) for chunk in chunks]
        futures = client.map(_run_chunk, work, pure=False)
        try:
            for future in distributed.as_completed(futures, loop=client.loop):
                yield from future.result()
        except distributed.KilledWorker as exc:
            raise SourceError(address, ENDED) from exc
        except (distributed.CancelledError, OSError) as exc:
            raise SourceError(
                address, message("the scheduler went away; run it again to go on")
            ) from exc


def _refuse_workers_without_us(client: Any, address: str, *, modules: Sequence[str]) -> None:
    """A worker that cannot import what it is sent says nothing, and its task waits for ever."""

    def look() -> None:  # goes to the workers as it is written here: it may name nothing of ours
        import importlib  # noqa: PLC0415

        for name in modules:
            importlib.import_module(name)

    try:
        client.run(look)
    except ImportError as exc:
        raise SourceError(
            address, message("its workers need this version of Hakaru ({reason})", reason=exc)
        ) from exc


def _run_chunk(work: tuple[Callable[[T], R], Sequence[T]]) -> list[R]:
    function, items = work
    return [function(item) for item in items]


def _is_here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
