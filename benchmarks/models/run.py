"""How long does it take until a text is there when a model's server misbehaves?

`python -m benchmarks models [--quick]`. Each fault of `tests/loopback.py` over real sockets: how
many calls it got, who worded the text, and how many seconds it took beyond the timeout (the
requirement: at most 3 calls, and 0.5 s). Then the longest time that the event loop stood still
meanwhile, and what reading a reply costs.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from tests.loopback import FAULTS, GOOD, WRONG, Answer, Loopback, free_port

from hakaru.flows.asking import Answered, Asker, CheckTask, Record
from hakaru.guard.replies import Limits, read_object
from hakaru.guard.task import Reply
from hakaru.sources.models.model import Endpoint, Remote, Scripted
from hakaru.store.attempts import Attempts
from hakaru.store.state import State

_MS_PER_S = 1000.0
_TICK_S = 0.005


def run(quick: bool) -> Mapping[str, object]:
    """Per fault: calls, source, seconds, seconds beyond the timeout; then loop and reading."""
    timeout_s = 0.5 if quick else 2.0
    _ask([GOOD["plain"]], timeout_s=30.0)  # loads the libraries
    kinds = {
        **{name: [answer] for name, answer in GOOD.items()},
        **{f"wrong: {name}": [answer] for name, (answer, _) in WRONG.items()},
        **{name: [answer] for name, (answer, _) in FAULTS.items()},
        "dead port": [],
    }
    faults = {name: _ask(answers, timeout_s=timeout_s) for name, answers in kinds.items()}
    beyond_s = [fault["beyond_timeout_s"] for fault in faults.values()]
    return {
        "timeout_s": timeout_s,
        "faults": faults,
        "most_calls": max(fault["calls"] for fault in faults.values()),
        "most_beyond_timeout_s": max(beyond_s),
        "loop_stood_still_ms": max(fault["stood_still_ms"] for fault in faults.values()),
        "recorded_scripted_answer_ms": _recorded_ms(5 if quick else 50),
        "read_1_mb_ms": _reading_ms(),
    }


def _ask(answers: list[Answer], *, timeout_s: float) -> dict[str, float]:
    """One conversation with a server that gives these answers (none: nothing listens)."""
    with tempfile.TemporaryDirectory() as folder, Loopback(answers) as server:
        url = server.url if answers else f"http://127.0.0.1:{free_port()}/v1"
        endpoint = Endpoint(backend="openai", url=url, name="small", timeout_s=timeout_s)
        record = Record(attempts=Attempts(State(Path(folder))), now=lambda: datetime.now(UTC))
        asker = Asker(Remote(endpoint), record, budget_s=timeout_s)
        began_s = time.perf_counter()
        answered, still_s = asyncio.run(_watched(asker))
        took_s = time.perf_counter() - began_s
        return {
            "calls": len(server.received),
            "narrated": float(answered.source == "narrator"),
            "took_s": round(took_s, 3),
            "beyond_timeout_s": round(max(0.0, took_s - timeout_s), 3),
            "stood_still_ms": round(still_s * _MS_PER_S, 1),
        }


async def _watched(asker: Asker) -> tuple[Answered[str], float]:
    """The answer, and the longest time beyond its own that a tick took."""
    longest_s = 0.0

    async def tick() -> None:
        nonlocal longest_s
        while True:
            before_s = time.perf_counter()
            await asyncio.sleep(_TICK_S)
            longest_s = max(longest_s, time.perf_counter() - before_s - _TICK_S)

    ticking = asyncio.create_task(tick())
    answered = await asker.answer(CheckTask(lang="en"), str)
    ticking.cancel()
    return answered, longest_s


def _recorded_ms(rounds: int) -> float:
    """One accepted answer with both writes to the store, median."""
    took_s = []
    with tempfile.TemporaryDirectory() as folder:
        record = Record(attempts=Attempts(State(Path(folder))), now=lambda: datetime.now(UTC))
        for _ in range(rounds):
            asker = Asker(Scripted(['{"colour": "green"}']), record)
            began_s = time.perf_counter()
            asyncio.run(asker.answer(CheckTask(lang="en"), str))
            took_s.append(time.perf_counter() - began_s)
    return round(sorted(took_s)[rounds // 2] * _MS_PER_S, 2)


def _reading_ms() -> Mapping[str, float]:
    """A million characters that a careless reader would take minutes for, and an honest reply."""
    pieces = ("{", "[", '{"a":', '"\\"', "```a\n", "a{ ", "\\")
    texts = {piece.strip(): piece * (1_000_000 // len(piece)) for piece in pieces}
    texts["honest reply of 4 KB"] = json.dumps({"text": "走" * 1300, "ids": ["gct.actual"]})
    return {name: _read_ms(text) for name, text in texts.items()}


def _read_ms(text: str) -> float:
    began_s = time.perf_counter()
    read_object(Reply(text=text), lang="ja", limits=Limits(most_bytes=4_000_000))
    return round((time.perf_counter() - began_s) * _MS_PER_S, 3)
