"""What happens when a decoder is given thousands of changed files, some of them watched?

Watched means: which line follows which is noted, and a file that leads along a new way is changed
further. That is slow, so the most are only read. A file that breaks the decoder, or takes longer
than five seconds of the processor, is kept.
"""

from __future__ import annotations

import hashlib
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType
from typing import NoReturn

from hakaru.core.errors import SourceError
from tests.fuzz.arcs import Arc, arcs_of
from tests.fuzz.decoders import Decoder

HANG_S = 5.0
WATCHED_EACH = 50
"""One in so many: watching takes twenty times as long as reading."""
_NAME_CHARACTERS = 16
_FAULTS_MOST = 200


class Hangs(BaseException):
    """A decoder was busy for too long. No decoder catches it."""


@dataclass(frozen=True, kw_only=True)
class Fault:
    """An input that broke a decoder: what was raised, and its bytes."""

    what: str
    data: bytes


@dataclass(kw_only=True)
class Run:
    """What executions of one decoder gave. `led` are the inputs that led along new ways."""

    executions: int = 0
    watched: int = 0
    accepted: int = 0
    slowest_s: float = 0.0
    arcs: set[Arc] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)
    led: list[bytes] = field(default_factory=list)


def execute(
    decoder: Decoder, data: bytes, folder: Path, run: Run, *, most_s: float = HANG_S
) -> None:
    """Read one input; whatever is no error of ours is a fault."""
    began_s = time.process_time()
    try:
        with _time_limit(most_s):
            decoder.read(data, folder)
        run.accepted += 1
    except SourceError as error:
        if not str(error):
            run.faults.append(Fault(what="an error without a sentence", data=data))
    except KeyboardInterrupt:
        raise
    except BaseException as exc:  # noqa: BLE001
        run.faults.append(Fault(what=f"{type(exc).__name__}: {exc}"[:200], data=data))
    took_s = time.process_time() - began_s
    run.executions += 1
    run.slowest_s = max(run.slowest_s, took_s)
    if took_s > most_s and not (run.faults and run.faults[-1].data == data):
        run.faults.append(Fault(what=f"took {took_s:.1f} s", data=data))


def watch(decoder: Decoder, data: bytes, folder: Path, run: Run) -> bool:
    """Read one input and say whether it led along a new way."""
    new = arcs_of(lambda: execute(decoder, data, folder, run), parts=decoder.parts) - run.arcs
    run.watched += 1
    run.arcs |= new
    return bool(new)


def fuzz(decoder: Decoder, seeds: Sequence[bytes], *, n: int, rng: Random, folder: Path) -> Run:
    """Read `n` inputs, the seeds and changed ones, one in fifty watched; not beyond 200 faults."""
    run, pool = Run(), list(seeds)
    for data in pool:
        watch(decoder, data, folder, run)
    for number in range(n - len(pool)):
        data = decoder.change(_chosen(pool, rng), rng)
        if number % WATCHED_EACH:
            execute(decoder, data, folder, run)
        elif watch(decoder, data, folder, run):
            pool.append(data)
            run.led.append(data)
        if len(run.faults) >= _FAULTS_MOST:
            break
    return run


def name_of(data: bytes) -> str:
    """What an input is called in the corpus."""
    return f"{hashlib.sha256(data).hexdigest()[:_NAME_CHARACTERS]}.seed"


def _chosen(pool: Sequence[bytes], rng: Random) -> bytes:
    """Any, but of those found last more often: they lead further."""
    return rng.choice(pool) if rng.random() < 0.6 else rng.choice(pool[-30:])


@contextmanager
def _time_limit(most_s: float) -> Iterator[None]:
    signal.setitimer(signal.ITIMER_VIRTUAL, most_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _stop(_number: int, _frame: FrameType | None) -> NoReturn:
    raise Hangs("busy for too long")


@contextmanager
def stopping_what_hangs() -> Iterator[None]:
    """Within it, a decoder that is busy for too long is stopped."""
    before = signal.signal(signal.SIGVTALRM, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGVTALRM, before)
