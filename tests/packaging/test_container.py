"""Is the image what the pages promise, and does what it starts answer? Without a container."""

from __future__ import annotations

import json
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from hakaru.surfaces.cli.language import WEB_PORT
from hakaru.surfaces.web.health import is_healthy
from tests.contracts.tree import ROOT
from tests.flows.commands import start

BASE = re.compile(r"python:3\.\d+-slim( AS \w+)?")
TOKEN = re.compile(r"^Token for programs, shown this once: (\S{40,})$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Instruction:
    """One instruction of a Dockerfile."""

    name: str
    rest: str

    @property
    def words(self) -> list[str]:
        """Of the exec form, which starts no shell."""
        listed: list[str] = json.loads(self.rest[self.rest.index("[") :])
        return listed


def instructions() -> list[Instruction]:
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.M)
    lines = re.sub(r"\\\n\s*", " ", text).splitlines()
    return [
        Instruction(name=name, rest=rest.strip())
        for line in lines
        if line.strip()
        for name, _, rest in [line.partition(" ")]
    ]


def named(name: str) -> list[Instruction]:
    return [instruction for instruction in instructions() if instruction.name == name]


def only(name: str) -> Instruction:
    (instruction,) = named(name)
    return instruction


def compose() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return content


def test_both_stages_begin_with_the_plain_python_image() -> None:
    stages = [instruction.rest for instruction in named("FROM")]
    assert len(stages) == 2
    assert all(BASE.fullmatch(stage) for stage in stages)
    known = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK",
             "ENTRYPOINT", "CMD"}  # fmt: skip
    assert {instruction.name for instruction in instructions()} == known


def test_it_runs_as_a_user_who_is_not_root_and_installs_nothing_as_that_user() -> None:
    names = [instruction.name for instruction in instructions()]
    user = only("USER").rest
    assert user not in ("root", "0")
    assert f"--create-home {user}" in " ".join(run.rest for run in named("RUN"))
    assert "RUN" not in names[names.index("USER") :]
    assert {"ENTRYPOINT", "CMD"} <= set(names[names.index("USER") :])


def test_only_the_wheel_and_what_the_lock_names_are_installed() -> None:
    installs = [run.rest for run in named("RUN") if "pip install" in run.rest]
    assert len(installs) == 2
    assert "--require-hashes -r /tmp/requirements.lock" in installs[0]
    assert installs[1].endswith("--no-deps /wheels/*.whl")


def test_the_data_lie_in_a_volume_that_is_the_users_own() -> None:
    assert only("VOLUME").words == ["/data"]
    assert "HAKARU_DATA=/data" in only("ENV").rest
    assert any("--mode=700 /data" in run.rest for run in named("RUN"))


def test_whatever_is_copied_is_there_and_sent_to_the_builder() -> None:
    sent = [
        line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
        if line.startswith("!")
    ]  # fmt: skip
    copied = [
        source
        for copy in named("COPY")
        if not copy.rest.startswith("--from")
        for source in shlex.split(copy.rest)[:-1]
    ]
    assert copied
    for source in copied:
        assert (ROOT / source).exists(), source
        assert any(fnmatch(source, pattern) for pattern in sent), source


def test_the_port_is_one_and_the_same_everywhere_and_published_on_this_machine_only() -> None:
    assert only("EXPOSE").rest == str(WEB_PORT)
    assert only("HEALTHCHECK").words == ["python", "-m", "hakaru.surfaces.web.health", "8739"]
    (service,) = compose()["services"].values()
    assert service["ports"] == [f"127.0.0.1:{WEB_PORT}:{WEB_PORT}"]


def test_the_service_may_do_no_more_than_it_needs() -> None:
    (service,) = compose()["services"].values()
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not {"privileged", "user", "network_mode", "devices"} & service.keys()
    volumes = [volume.rsplit(":", 1 + volume.endswith(":ro"))[0] for volume in service["volumes"]]
    assert volumes[0] in compose()["volumes"]
    assert all(volume.endswith(":ro") for volume in service["volumes"][1:])


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def check(port: int) -> int:
    """What the health check of the image exits with, for another port."""
    command = [sys.executable, *only("HEALTHCHECK").words[1:-1], str(port)]
    return subprocess.run(command, check=False, timeout=60, env=None).returncode


@pytest.mark.skipif(sys.platform == "win32", reason="there a process is interrupted otherwise")
def test_what_the_image_starts_answers_and_prints_its_token_once(tmp_path: Path) -> None:
    assert only("ENTRYPOINT").words == ["hakaru"]
    port = free_port()
    words: Sequence[str] = [*only("CMD").words, "--port", str(port)]
    printed = []
    for _ in range(2):
        process = start(*words, env={"HAKARU_DATA": str(tmp_path), "HAKARU_LANG": "en"})
        assert process.stdout is not None
        assert process.stderr is not None
        with process:
            assert f"http://127.0.0.1:{port}/?link=" in process.stderr.readline()
            assert check(port) == 0
            process.send_signal(signal.SIGTERM)
            printed.append(process.stdout.read())
    first = TOKEN.findall(printed[0])
    assert first == [(tmp_path / "web.token").read_text("ascii")]
    assert TOKEN.findall(printed[1]) == []
    assert not is_healthy(port)
    assert check(port) == 1
