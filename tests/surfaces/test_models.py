"""What does a user see of language models: the check, the attempts, and that none is asked?"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hakaru.core.plain import as_plain
from hakaru.flows.asking import get_attempt
from hakaru.guard.cleaning import Finding
from hakaru.sources.parts import install_command
from hakaru.store.attempts import Asked, Attempts, Outcomes
from hakaru.store.state import State
from hakaru.surfaces.cli.command import EXIT_FAILED, EXIT_REQUEST
from hakaru.surfaces.mcp.offered import offered, where_offered
from tests.flows.commands import environment
from tests.flows.factories import NOW, make_context
from tests.loopback import FAULTS, KEY, Loopback, completion, free_port
from tests.surfaces.invoking import asked, invoke

RIGHT = '{"colour": "green"}'


def configured(folder: Path, url: str, *more: str) -> dict[str, str]:
    """The environment of a user who has set up a model."""
    path = folder / "config.toml"
    lines = ["[model]", 'backend = "openai"', f'url = "{url}"', 'name = "small"', *more]
    path.write_text("\n".join(lines), encoding="utf-8")
    return {"HAKARU_CONFIG": str(path), "A_KEY": KEY}


def test_without_a_backend_the_check_says_that_nothing_is_asked(tmp_path: Path) -> None:
    english = invoke("model", "check", data=tmp_path)
    assert english.exit_code == 0
    assert "No language model is configured (model.backend = none)" in english.output
    japanese = invoke("model", "check", "--show-prompt", data=tmp_path, language="ja")
    assert "言語モデルは設定されていません" in japanese.output
    told = asked("model", "check", data=tmp_path)
    assert (told["model"], told["sent"]) == (None, False)


def test_the_check_asks_one_question_and_says_that_it_works(tmp_path: Path) -> None:
    with Loopback([completion(RIGHT)]) as server:
        env = configured(tmp_path, server.url, 'key_env = "A_KEY"')
        result = invoke("model", "check", data=tmp_path, env=env)
    assert result.exit_code == 0
    assert "Model: small (openai, http://127.0.0.1:" in result.output
    assert "Key: in A_KEY" in result.output
    assert "it stays on this machine" in result.output
    assert "It works: reply 1 kept the rules" in result.output
    assert "120 + 30 tokens" in result.output
    assert len(server.received) == 1
    assert KEY not in result.output


@pytest.mark.parametrize("fault", ["401 that echoes the key", "HTML", "500 that echoes the key"])
def test_a_failed_check_says_why_in_either_language(fault: str, tmp_path: Path) -> None:
    with Loopback([FAULTS[fault][0]]) as server:
        env = configured(tmp_path, server.url, 'key_env = "A_KEY"')
        english = invoke("model", "check", data=tmp_path, env=env)
        japanese = invoke("model", "check", data=tmp_path, env=env, language="ja")
    assert english.exit_code == EXIT_FAILED
    assert "It cannot be used: the model at 127.0.0.1:" in english.output
    assert "使えません: 127.0.0.1:" in japanese.output
    assert "gave no reply" not in japanese.output
    assert KEY not in english.output + japanese.output


def test_the_prompt_is_shown_and_nothing_is_sent(tmp_path: Path) -> None:
    with Loopback([completion(RIGHT)]) as server:
        env = configured(tmp_path, server.url, 'structured = "prompted"')
        result = invoke("model", "check", "--show-prompt", data=tmp_path, env=env)
    assert result.exit_code == 0
    assert "What would be sent (nothing was):" in result.output
    assert '{"colour":"green"}' in result.output
    assert "follows this JSON Schema" in result.output
    assert server.received == []
    assert "no model was asked yet" in invoke("attempts", data=tmp_path).output.lower()


def test_a_missing_key_is_named_and_not_narrated_over(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[model]\nbackend = "openai"\nname = "gpt"\n', encoding="utf-8")
    env: dict[str, str] = {"HAKARU_CONFIG": str(path), "OPENAI_API_KEY": ""}
    result = invoke("model", "check", "--json", data=tmp_path, env=env)
    assert result.exit_code == EXIT_FAILED
    told = json.loads(result.output)
    assert (told["error"], told["status"]) == ("OPENAI_API_KEY is not set", 500)
    japanese = invoke("model", "check", data=tmp_path, env=env, language="ja")
    assert "OPENAI_API_KEY が設定されていません" in japanese.output


def test_attempts_are_listed_and_shown_in_full(tmp_path: Path) -> None:
    wrong = completion('{"colour": "\\u001b[31m<b>blue</b> https://evil.example/x"}')
    with Loopback([wrong, completion(RIGHT)]) as server:
        env = configured(tmp_path, server.url)
        assert invoke("model", "check", data=tmp_path, env=env).exit_code == 0
    listed = invoke("attempts", data=tmp_path).output
    assert "2  " in listed
    assert "accepted" in listed
    assert "rejected" in listed
    assert "reply.bad_character" in listed
    assert "2 kept; one in full: hakaru attempts show NUMBER" in listed
    shown = invoke("attempts", "show", "1", data=tmp_path)
    assert "model.check (check), try 1, openai small" in shown.output
    assert "You copy a word from data." in shown.output
    assert "[must] schema.enum colour:" in shown.output
    assert not {"\x1b", "<"} & set(shown.output)
    assert "evil.example" not in shown.output
    corrected = invoke("attempts", "show", "2", data=tmp_path, language="ja").output
    assert "前回の回答" in corrected or "Your previous reply" in corrected
    assert "見つかった問題\nなし" in corrected


def test_attempts_are_json_within_the_budget_of_a_reply(tmp_path: Path) -> None:
    with Loopback([completion("x" * 60_000)]) as server:
        env = configured(tmp_path, server.url)
        assert invoke("model", "check", data=tmp_path, env=env).exit_code == EXIT_FAILED
    rows = asked("attempts", "--task", "model", "--limit", "2", data=tmp_path)
    assert (rows["n_kept"], len(rows["attempts"]), rows["n_more"]) == (3, 2, 0)
    row = dict(zip(rows["columns"], rows["attempts"][0], strict=True))
    assert (row["attempt"], row["outcome"], row["rules"]) == (3, "rejected", ["reply.not_json"])
    one: Any = as_plain(get_attempt(make_context(tmp_path), attempt=3))
    assert one["reply"].endswith("…")
    assert len(json.dumps(one, ensure_ascii=False).encode()) <= 4_096
    assert one["findings"][0]["rule"] == "reply.not_json"
    whole = asked("attempts", "show", "3", data=tmp_path)
    assert len(whole["reply"]) > len(one["reply"]), "a script gets all that is kept"
    assert asked("attempts", "--task", "section", data=tmp_path)["attempts"] == []


def test_even_the_worst_attempt_fits_the_budget_of_a_reply(tmp_path: Path) -> None:
    log = Attempts(State(tmp_path))
    worst = '"\\n' * 9_000
    asked_now = Asked(
        task="section.summary", subject="走" * 90, number=3, model="openai " + "m" * 90,
        prompt_sha256="0" * 64, prompt_bytes=27_000, prompt=worst,
    )  # fmt: skip
    attempt_id = log.begin(asked_now, now=NOW)
    rules = tuple(Finding(rule=f"rule.{n}", path=worst, message=worst) for n in range(50))
    failed = Outcomes(
        outcome="failed",
        reply=worst,
        findings=rules,
        error_kind="ModelFailed",
        error=worst,
        finish="length",
        prompt_tokens=10**6,
        elapsed_ms=1e7,
    )
    log.finish(attempt_id, failed, now=NOW)
    reply = as_plain(get_attempt(make_context(tmp_path), attempt=1))
    assert len(json.dumps(reply, ensure_ascii=False).encode()) <= 4_096


def test_an_attempt_that_failed_says_so(tmp_path: Path) -> None:
    env = configured(tmp_path, f"http://127.0.0.1:{free_port()}/v1", "keep_prompts = false")
    assert invoke("model", "check", data=tmp_path, env=env).exit_code == EXIT_FAILED
    listed = invoke("attempts", data=tmp_path).output
    assert "failed" in listed
    assert "ModelUnreachable" in listed
    shown = invoke("attempts", "show", "1", data=tmp_path).output
    assert "Outcome: failed  the model at 127.0.0.1" in shown
    assert "(not kept: model.keep_prompts = false)" in shown


def test_what_is_asked_wrongly_is_one_sentence(tmp_path: Path) -> None:
    assert invoke("attempts", "show", "7", data=tmp_path).exit_code == EXIT_REQUEST
    assert invoke("attempts", "--limit", "0", data=tmp_path).exit_code == EXIT_REQUEST


def test_a_model_may_read_attempts_but_not_start_the_check() -> None:
    names = {one.name for one in offered("all", write=True)}
    assert {"list_attempts", "get_attempt"} <= names
    assert "check_model" not in names
    assert where_offered("check_model") is None


def test_a_backend_without_its_library_names_the_extra(tmp_path: Path) -> None:
    env = configured(tmp_path, "http://127.0.0.1:9/v1")
    code = (
        "import sys; sys.modules['openai'] = None\n"
        "from hakaru.surfaces.cli.main import build_cli\n"
        "build_cli('en')(args=['model', 'check', '--lang', 'en', '--data', sys.argv[1]])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=environment(env),
    )
    assert run.returncode == EXIT_FAILED
    assert f"'openai' is not installed: {install_command('llm')}" in run.stderr


NO_CONNECTION = """
import sys

def refuse(event, arguments):
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto"):
        print("OPENED", event, arguments, file=sys.stderr)
        raise RuntimeError(event)

sys.addaudithook(refuse)
from hakaru.surfaces.cli.main import build_cli
for words in (["simulate", sys.argv[1] + "/fit", "--weeks", "2"],
              ["ingest", sys.argv[1] + "/fit"], ["status"], ["train"],
              ["evaluate"], ["activities"], ["attempts"], ["model", "check"],
              ["model", "check", "--show-prompt"], ["next"]):
    build_cli("en")(args=[*words, "--data", sys.argv[1]], standalone_mode=False)
heavy = {"openai", "anthropic", "pydantic_ai", "httpx2", "pydantic"} & set(sys.modules)
print("LOADED", sorted(heavy))
"""


def test_without_a_backend_no_connection_is_opened_and_no_library_loaded(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", NO_CONNECTION, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env=environment(),
    )
    assert run.returncode == 0, run.stderr
    assert "OPENED" not in run.stderr
    assert "LOADED []" in run.stdout
