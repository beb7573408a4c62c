"""Who words it, why, and what is on record: with good models, bad models and none."""

from __future__ import annotations

import asyncio
import dataclasses
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from hakaru.core.errors import (
    ModelBusy,
    ModelError,
    ModelFailed,
    ModelNotConfigured,
    ModelNotInstalled,
    ModelTooSlow,
    PromptTooLarge,
)
from hakaru.flows.asking import NO_MODEL, Answered, Asker, CheckTask, Record, asker_of
from hakaru.flows.context import ModelSettings
from hakaru.guard.task import CORRECTION_MOST_BYTES, Accepted, Prompt, Rejected, Reply
from hakaru.records import frozen
from hakaru.sources.models.model import Description, Endpoint, Model, Remote, Scripted, Secret
from hakaru.store.attempts import Attempts, StoredAttempt
from hakaru.store.state import State
from tests.flows.factories import NOW, make_context, with_settings
from tests.loopback import FAULTS, GOOD, KEY, WRONG, Answer, Loopback, completion, free_port

RIGHT = '{"colour": "green"}'
TASK = CheckTask(lang="en")


def narrator() -> str:
    return "narrated"


def asker(model: Model | None, folder: Path, *, budget_s: float = 30.0, at_once: int = 2) -> Asker:
    record = Record(attempts=Attempts(State(folder)), now=lambda: NOW)
    return Asker(model, record, budget_s=budget_s, at_once=at_once)


def answer(model: Model | None, folder: Path, *, budget_s: float = 30.0) -> Answered[str]:
    return asyncio.run(asker(model, folder, budget_s=budget_s).answer(TASK, narrator, subject="s"))


def stored(folder: Path) -> Sequence[StoredAttempt]:
    """In the order they were asked."""
    return Attempts(State(folder)).newest()[::-1]


def over_http(url: str, *, timeout_s: float = 30.0) -> Remote:
    endpoint = Endpoint(
        backend="openai", url=url, name="small", key_env="K", key=Secret(KEY), timeout_s=timeout_s
    )
    return Remote(endpoint)


def everything_on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_without_a_model_the_narrator_words_it_and_nothing_is_on_record(tmp_path: Path) -> None:
    answered = answer(None, tmp_path)
    assert answered == Answered(value="narrated", source="narrator", reason=NO_MODEL)
    assert stored(tmp_path) == ()


@pytest.mark.parametrize("kind", GOOD)
def test_a_good_reply_is_taken_however_it_is_wrapped(kind: str, tmp_path: Path) -> None:
    with Loopback([GOOD[kind]]) as server:
        answered = answer(over_http(server.url), tmp_path)
    assert (answered.value, answered.source, answered.reason) == ("green", "llm", None)
    assert len(server.received) == 1
    (row,) = stored(tmp_path)
    assert row.result.outcome == "accepted"


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_server_is_one_call_and_the_narrator_with_the_reason(
    fault: str, tmp_path: Path
) -> None:
    reply, kind = FAULTS[fault]
    budget_s = 0.5 if reply.end == "hang" else 30.0
    with Loopback([reply]) as server:
        answered = answer(over_http(server.url), tmp_path, budget_s=budget_s)
    assert (answered.value, answered.source, answered.error) == ("narrated", "narrator", kind)
    assert answered.reason is not None
    assert "gave no reply" in answered.reason
    assert len(server.received) == 1
    (row,) = stored(tmp_path)
    assert (row.result.outcome, row.result.error_kind) == ("failed", kind)
    assert KEY not in repr(answered) + repr(row)
    assert KEY.encode() not in everything_on_disk(tmp_path)


@pytest.mark.parametrize("kind", WRONG)
def test_a_model_that_stays_wrong_is_asked_three_times(kind: str, tmp_path: Path) -> None:
    reply, rule = WRONG[kind]
    with Loopback([reply]) as server:
        answered = answer(over_http(server.url), tmp_path)
    assert len(server.received) == 3
    assert (answered.value, answered.source, answered.error) == ("narrated", "narrator", "Rejected")
    assert answered.reason is not None
    assert answered.reason.startswith("no reply passed in 3 attempts: ")
    assert [attempt.result.outcome for attempt in stored(tmp_path)] == ["rejected"] * 3
    assert all(rule in {f.rule for f in attempt.result.findings} for attempt in stored(tmp_path))
    assert (
        len({len(request.body) for request in server.received[1:]}) == 1
    )  # a correction does not grow


def test_a_dead_port_is_narrated(tmp_path: Path) -> None:
    answered = answer(over_http(f"http://127.0.0.1:{free_port()}/v1"), tmp_path)
    assert (answered.source, answered.error) == ("narrator", "ModelUnreachable")


def test_a_model_that_does_what_it_is_told_needs_one_correction(tmp_path: Path) -> None:
    model = Scripted(['{"colour": "blue", "more": 1}', RIGHT])
    answered = answer(model, tmp_path)
    assert (answered.value, answered.source) == ("green", "llm")
    first, second = model.asked
    assert first == TASK.prompt
    assert "'blue' is not allowed; allowed are: green, red" in second.user
    assert "there is no field 'more'" in second.user
    assert second.n_bytes <= first.n_bytes + CORRECTION_MOST_BYTES
    assert [len(attempt.findings) for attempt in answered.attempts] == [2, 0]
    rows = stored(tmp_path)
    assert [(attempt.asked.number, attempt.result.outcome) for attempt in rows] == [
        (1, "rejected"),
        (2, "accepted"),
    ]
    assert {finding.rule for finding in rows[0].result.findings} == {
        "schema.enum",
        "schema.additional",
    }


def test_a_fault_after_a_wrong_reply_ends_it_and_keeps_what_was_said(tmp_path: Path) -> None:
    with Loopback([completion("no"), FAULTS["429"][0]]) as server:
        answered = answer(over_http(server.url), tmp_path)
    assert len(server.received) == 2
    assert answered.error == "ModelBusy"
    assert [attempt.reply.text for attempt in answered.attempts] == ["no"]
    assert [attempt.result.outcome for attempt in stored(tmp_path)] == ["rejected", "failed"]


def test_the_record_names_task_subject_model_prompt_tokens_and_time(tmp_path: Path) -> None:
    with Loopback([completion(RIGHT)]) as server:
        answer(over_http(server.url), tmp_path)
    (row,) = stored(tmp_path)
    assert (row.asked.task, row.asked.subject, row.asked.number) == ("model.check", "s", 1)
    assert row.asked.model == "openai small"
    assert len(row.asked.prompt_sha256) == 64
    assert row.asked.prompt is not None
    assert "You copy a word from data." in row.asked.prompt
    assert (row.result.reply, row.result.finish) == (RIGHT, "stop")
    assert (row.result.prompt_tokens, row.result.reply_tokens) == (120, 30)
    assert row.result.elapsed_ms is not None


def test_the_same_question_has_the_same_hash_and_its_text_can_be_left_out(tmp_path: Path) -> None:
    for keep in (True, False):
        record = Record(attempts=Attempts(State(tmp_path)), now=lambda: NOW, keep_prompts=keep)
        asyncio.run(Asker(Scripted([RIGHT]), record).answer(TASK, narrator))
    kept, left_out = stored(tmp_path)
    assert kept.asked.prompt_sha256 == left_out.asked.prompt_sha256
    assert kept.asked.prompt is not None
    assert left_out.asked.prompt is None


@pytest.mark.parametrize(
    "error", [ModelNotConfigured("OPENAI_API_KEY"), ModelNotInstalled("openai", "llm", how="pip")]
)
def test_a_model_that_only_the_user_can_mend_is_never_narrated_over(
    error: ModelError, tmp_path: Path
) -> None:
    with pytest.raises(type(error)):
        answer(Scripted([error]), tmp_path)
    assert stored(tmp_path)[0].result.error_kind == type(error).__name__


@frozen
class LongTask(CheckTask):
    """A question that is too large to be sent."""

    @property
    def prompt(self) -> Prompt:
        return Prompt(system="s", user="x" * 100_000)


def test_a_prompt_over_its_budget_is_not_sent(tmp_path: Path) -> None:
    model = Scripted([RIGHT])
    answered = asyncio.run(asker(model, tmp_path).answer(LongTask(lang="en"), narrator))
    assert (answered.error, model.asked) == (PromptTooLarge.__name__, [])
    assert "100001 bytes" in str(answered.reason)


def test_the_whole_conversation_has_one_budget(tmp_path: Path) -> None:
    hanging = Answer(body=b"{", claims_bytes=9, end="hang")
    with Loopback([completion("no"), hanging]) as server:
        answered = answer(over_http(server.url), tmp_path, budget_s=2.0)
        assert answered.error == ModelTooSlow.__name__
        assert len(server.received) == 2
    assert [attempt.result.outcome for attempt in stored(tmp_path)] == ["rejected", "failed"]


class Crowded:
    """A model that counts how many ask at the same time, and lets nobody go before all are in."""

    def __init__(self, at_once: int) -> None:
        self._barrier = asyncio.Barrier(at_once)
        self.inside = self.most = 0

    def describe(self) -> Description:
        return Scripted([]).describe()

    def as_sent(self, prompt: Prompt) -> Prompt:
        return prompt

    async def answer(self, prompt: Prompt) -> Reply:
        self.inside += 1
        self.most = max(self.most, self.inside)
        await self._barrier.wait()
        self.inside -= 1
        return Reply(text=RIGHT, finish="stop")


def test_as_many_tasks_as_allowed_are_asked_at_the_same_time(tmp_path: Path) -> None:
    async def six() -> int:
        model = Crowded(3)
        one = asker(model, tmp_path, at_once=3)
        answers = await asyncio.gather(*(one.answer(TASK, narrator) for _ in range(6)))
        assert {each.source for each in answers} == {"llm"}
        return model.most

    assert asyncio.run(six()) == 3


def test_threads_may_ask_too(tmp_path: Path) -> None:
    with Loopback([completion(RIGHT)]) as server:
        one = asker(over_http(server.url), tmp_path)
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(lambda n: one.ask(TASK, subject=str(n)), range(4)))
    assert all(isinstance(each, Accepted) for each in results)
    assert {attempt.asked.subject for attempt in stored(tmp_path)} == {"0", "1", "2", "3"}


def test_in_a_thread_failure_is_an_error_and_rejection_a_value(tmp_path: Path) -> None:
    with pytest.raises(ModelBusy):
        asker(Scripted([ModelBusy("here", 429)]), tmp_path).ask(TASK)
    with pytest.raises(ModelNotConfigured, match=r"^model\.backend is not set$"):
        asker(None, tmp_path).ask(TASK)
    assert isinstance(asker(Scripted(["no"] * 3), tmp_path).ask(TASK), Rejected)


def test_the_event_loop_goes_on_while_the_store_is_locked(tmp_path: Path) -> None:
    State(tmp_path).write_setting("a", "b")
    unlocked = threading.Event()

    async def both(other: sqlite3.Connection) -> Answered[str]:
        async def tick() -> None:
            for _ in range(200):
                await asyncio.sleep(0)
            other.execute("COMMIT")
            unlocked.set()

        one = asker(Scripted([RIGHT]), tmp_path)
        answered, _ = await asyncio.gather(one.answer(TASK, narrator), tick())
        return answered

    with closing(sqlite3.connect(tmp_path / "state.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answered = asyncio.run(both(other))
    assert unlocked.is_set()
    assert answered.source == "llm"


def test_a_script_that_ends_is_a_failed_model(tmp_path: Path) -> None:
    assert answer(Scripted([]), tmp_path).error == ModelFailed.__name__


def test_the_terms_are_those_of_the_settings(tmp_path: Path) -> None:
    context = with_settings(make_context(tmp_path), model=ModelSettings(keep_prompts=False))
    assert asker_of(context).model is None
    one = asker_of(dataclasses.replace(context, model=Scripted([RIGHT])))
    assert asyncio.run(one.answer(TASK, narrator)).source == "llm"
    assert stored(tmp_path)[0].asked.prompt is None
