"""What leaves for a model's server, what comes back, and what each fault becomes."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
import threading
import traceback

import pytest

from hakaru.core.errors import ModelError, ModelNotConfigured, ModelUnreachable
from hakaru.guard.task import Prompt, Reply
from hakaru.records import frozen
from hakaru.sources.models.model import (
    HIDDEN,
    Backend,
    Endpoint,
    Remote,
    Secret,
    Structured,
    redacted,
)
from tests.loopback import FAULTS, KEY, Answer, Loopback, as_json, completion, free_port, message

SCHEMA: dict[str, object] = {
    "type": "object",
    "required": ["text"],
    "additionalProperties": False,
    "properties": {"text": {"type": "string", "maxLength": 300}},
}
PROMPT = Prompt(system="be brief", user="what is it?", schema=SCHEMA, reply_max_tokens=77)


def remote(
    url: str,
    *,
    backend: Backend = "openai",
    structured: Structured = "auto",
    key: str | None = KEY,
    timeout_s: float = 20.0,
) -> Remote:
    return Remote(
        Endpoint(
            backend=backend,
            url=url,
            name="small",
            key_env="A_KEY" if key else None,
            key=Secret(key) if key else None,
            timeout_s=timeout_s,
            structured=structured,
        )
    )


def failure(model: Remote) -> ModelError:
    with pytest.raises(ModelError) as caught:
        asyncio.run(model.answer(PROMPT))
    return caught.value


def test_one_question_is_one_call_and_its_reply_has_text_tokens_finish_and_time() -> None:
    with Loopback([completion('{"text": "速い"}')]) as server:
        reply = asyncio.run(remote(server.url).answer(PROMPT))
    assert len(server.received) == 1
    assert reply.text == '{"text": "速い"}'
    assert (reply.finish, reply.n_prompt_tokens, reply.n_reply_tokens) == ("stop", 120, 30)
    assert reply.elapsed_ms is not None
    assert reply.elapsed_ms > 0


def test_the_server_gets_prompt_schema_and_limit_and_no_lengths_of_text() -> None:
    with Loopback([completion("{}")]) as server:
        asyncio.run(remote(server.url).answer(PROMPT))
    (request,) = server.received
    assert request.line == "POST /v1/chat/completions HTTP/1.1"
    body = request.json
    assert body["messages"] == [
        {"role": "system", "content": "be brief"},
        {"role": "user", "content": "what is it?"},
    ]
    assert (body["model"], body["max_tokens"]) == ("small", 77)
    assert '"schema":{"type":"object"' in request.body.decode()
    assert b"maxLength" not in request.body


@frozen
class AsItsMaker(Endpoint):
    """A server here that is treated as that of the protocol's maker."""

    @property
    def is_own(self) -> bool:
        return True


def test_the_maker_of_the_protocol_gets_the_limit_by_its_newer_name() -> None:
    with Loopback([completion("{}")]) as server:
        model = Remote(AsItsMaker(backend="openai", url=server.url, name="big", key=Secret(KEY)))
        asyncio.run(model.answer(PROMPT))
    body = server.received[0].json
    assert body["max_completion_tokens"] == 77
    assert "max_tokens" not in body


def test_only_the_headers_a_server_needs_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.setenv(name, "http://192.0.2.1/from-the-environment")
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://192.0.2.1:9")
    with Loopback([completion("{}")]) as server:
        asyncio.run(remote(server.url).answer(PROMPT))
        asyncio.run(remote(server.url, key=None).answer(PROMPT))
    first, second = server.received
    assert first.headers["authorization"] == f"Bearer {KEY}"
    assert "authorization" not in second.headers
    assert first.headers.keys() - {"authorization"} == {
        "host", "accept", "accept-encoding", "connection", "content-type", "content-length",
        "user-agent",
    }  # fmt: skip
    assert first.headers["user-agent"] == "hakaru"
    assert "from-the-environment" not in str(server.received)


def test_a_server_without_schemas_is_told_in_words() -> None:
    with Loopback([completion("{}")]) as server:
        model = remote(server.url, structured="prompted")
        asyncio.run(model.answer(PROMPT))
    body = server.received[0].json
    assert "response_format" not in body
    assert '{"type":"object","required":["text"]' in str(body["messages"])
    assert model.as_sent(PROMPT).system in json.dumps(body, ensure_ascii=False).replace(
        '\\"', '"'
    ).replace("\\n", "\n")
    assert model.as_sent(dataclasses.replace(PROMPT, schema=None)).system == "be brief"


def test_anthropic_is_asked_in_its_own_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "another-secret")
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Extra: another-secret")
    with Loopback([message('{"text": "x"}'), message("{", stop="max_tokens")]) as server:
        model = remote(server.origin, backend="anthropic")
        reply, cut = (asyncio.run(model.answer(PROMPT)) for _ in range(2))
    request = server.received[0]
    assert request.line == "POST /v1/messages HTTP/1.1"
    assert request.headers["x-api-key"] == KEY
    assert "authorization" not in request.headers
    assert "another-secret" not in str(server.received)
    assert (reply.text, reply.finish, reply.n_reply_tokens) == ('{"text": "x"}', "stop", 30)
    assert cut.finish == "length"
    assert "JSON Schema" in str(request.json["system"])


def test_anthropic_keeps_to_a_schema_where_the_user_says_it_can() -> None:
    with Loopback([message('{"text": "x"}')]) as server:
        model = remote(server.origin, backend="anthropic", structured="schema")
        asyncio.run(model.answer(PROMPT))
    assert b"json_schema" in server.received[0].body


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (as_json({"type": "error", "error": {"type": "overloaded_error", "message": "x"}},
                 status=529), "ModelBusy"),
        (as_json({"type": "error", "error": {"type": "authentication_error", "message": KEY}},
                 status=401), "ModelRefusedKey"),
        (as_json({}), "ModelFailed"),
        (as_json(None), "ModelFailed"),
        (Answer(body=b"<html>", headers={"Content-Type": "text/html"}), "ModelFailed"),
    ],
)  # fmt: skip
def test_faults_of_anthropic_have_the_same_names(answer: Answer, kind: str) -> None:
    with Loopback([answer]) as server:
        error = failure(remote(server.origin, backend="anthropic"))
    assert type(error).__name__ == kind
    assert len(server.received) == 1


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_one_call_and_one_of_our_errors_without_the_key(
    fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer, kind = FAULTS[fault]
    timeout_s = 0.5 if answer.end == "hang" else 20.0
    with caplog.at_level(logging.DEBUG), Loopback([answer]) as server:
        error = failure(remote(server.url, timeout_s=timeout_s))
    assert type(error).__name__ == kind
    assert len(server.received) == 1
    told = "".join(traceback.format_exception(error)) + repr(error) + repr(vars(error))
    assert KEY not in told
    assert KEY not in caplog.text
    assert KEY[5:] not in "".join(str(vars(record)) for record in caplog.records)
    assert (error.__cause__, error.__context__) == (None, None)


def test_the_servers_own_words_are_short_and_clean() -> None:
    words = "context \x1b[31m too long <|im_start|>" + "x" * 900
    with Loopback([as_json({"error": {"message": words}}, status=400)]) as server:
        error = failure(remote(server.url))
    assert "status 400: context too long xxx" in str(error)
    assert len(str(error)) < 300
    with Loopback([as_json({"error": "model not found"}, status=404)]) as server:
        assert "status 404: model not found" in str(failure(remote(server.url)))


def test_a_redirect_is_not_followed_even_on_the_same_host() -> None:
    with Loopback([Answer(status=302, headers={"Location": "/v1/other"})]) as server:
        error = failure(remote(server.url))
    assert len(server.received) == 1
    assert "status 302" in str(error)


def test_a_dead_port_and_an_unknown_host_are_unreachable() -> None:
    for url in (f"http://127.0.0.1:{free_port()}/v1", "http://no-such-host.invalid/v1"):
        assert isinstance(failure(remote(url)), ModelUnreachable)


def test_a_key_that_a_reply_repeats_is_taken_out() -> None:
    with Loopback([completion(f'{{"text": "{KEY}"}}')]) as server:
        reply = asyncio.run(remote(server.url).answer(PROMPT))
    assert reply.text == f'{{"text": "{HIDDEN}"}}'


def test_nothing_is_asked_without_the_key_or_the_name_that_is_needed() -> None:
    with Loopback([completion("{}")]) as server:
        endpoint = Endpoint(
            backend="openai", url=server.url, name="small", key_env="OPENAI_API_KEY"
        )
        with pytest.raises(ModelNotConfigured, match=r"^OPENAI_API_KEY is not set$") as caught:
            asyncio.run(Remote(endpoint).answer(PROMPT))
        unnamed = dataclasses.replace(endpoint, name="", key_env=None)
        with pytest.raises(ModelNotConfigured, match=r"^model.name is not set$"):
            asyncio.run(Remote(unnamed).answer(PROMPT))
    assert caught.value.status == 500
    assert server.received == []


def test_the_same_model_is_asked_from_one_event_loop_after_another() -> None:
    with Loopback([completion("{}")]) as server:
        model = remote(server.url)
        for _ in range(3):
            asyncio.run(model.answer(PROMPT))
    assert len(server.received) == 3


def test_the_event_loop_goes_on_while_a_server_thinks() -> None:
    enough = threading.Event()

    async def tick() -> None:
        for _ in range(200):
            await asyncio.sleep(0)
        enough.set()

    async def both(model: Remote) -> Reply:
        reply, _ = await asyncio.gather(model.answer(PROMPT), tick())
        return reply

    answer = dataclasses.replace(completion("{}"), after=enough)
    with Loopback([answer]) as server:
        assert asyncio.run(both(remote(server.url))).text == "{}"


def test_a_description_names_the_variable_and_never_the_key() -> None:
    model = remote("http://192.168.1.5:11434/v1")
    about = model.describe()
    assert (about.key_env, about.structured, about.leaves_machine) == ("A_KEY", "schema", True)
    assert remote("http://localhost:11434/v1").describe().leaves_machine is False
    assert remote("http://[::1]:11434/v1").describe().leaves_machine is False
    assert KEY not in repr(model) + str(about)


def test_a_secret_shows_itself_to_nobody() -> None:
    secret = Secret(KEY)
    assert KEY not in f"{secret} {secret!r} {[secret]}"
    with pytest.raises(TypeError, match="not written"):
        dataclasses.asdict(Endpoint(backend="openai", url="", name="", key=secret))
    assert redacted(f"a {KEY} b", secret) == f"a {HIDDEN} b"
    assert redacted("Authorization: Bearer abcdefgh123", None) == f"Authorization: {HIDDEN}"
    assert redacted("short", Secret("s")) == "short"
