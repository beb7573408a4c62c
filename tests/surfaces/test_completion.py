"""Does the Tab key know our commands? Asked as each shell asks, and by the shells there are."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hakaru.surfaces.cli.main import SHELLS
from tests.flows.commands import ROOT, environment, run
from tests.surfaces.invoking import invoke

PATIENCE_S = 60.0
BY_FUNCTION = """
eval "$(hakaru completion bash)"
complete -p hakaru
COMP_WORDS=(hakaru {words}) COMP_CWORD={at}
_hakaru_completion hakaru
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture
def on_path(tmp_path: Path) -> dict[str, str]:
    """An environment in which `hakaru` is this checkout."""
    program = tmp_path / "bin" / "hakaru"
    program.parent.mkdir()
    start = f"#!{sys.executable}\nfrom hakaru.surfaces.cli.main import main\nmain()\n"
    program.write_text(start, encoding="utf-8")
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    return environment({"PATH": path, "PYTHONPATH": str(ROOT / "src"), "HAKARU_LANG": "en"})


def shell_output(env: dict[str, str], *words: str) -> str:
    done = subprocess.run(
        words, env=env, capture_output=True, text=True, check=True, timeout=PATIENCE_S
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_asks_us(shell: str) -> None:
    told = invoke("completion", shell)
    assert told.exit_code == 0
    assert f"_HAKARU_COMPLETE={shell}_complete" in told.stdout


def test_another_shell_is_refused_in_the_language_asked_for() -> None:
    assert "'csh' is not one of" in invoke("completion", "csh").stderr
    assert "'csh' は選べません" in invoke("completion", "csh", language="ja").stderr


@pytest.mark.parametrize(
    ("shell", "words", "found"),
    [
        ("bash", "hakaru doct", "plain,doctor"),
        ("bash", "hakaru focus wat", "plain,watch"),
        ("bash", "hakaru train --meth", "plain,--method"),
        ("bash", "hakaru train --method inv", "plain,inverse"),
        ("zsh", "hakaru doct", "plain\ndoctor\n"),
        ("fish", "hakaru doct", "plain,doctor"),
    ],
)
def test_what_a_shell_asks_is_answered(shell: str, words: str, found: str) -> None:
    last = words.rsplit(maxsplit=1)[-1]
    asked = {
        "_HAKARU_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": last if shell == "fish" else str(len(words.split()) - 1),
    }
    done = run(env=asked)
    assert done.returncode == 0
    assert found in done.stdout


def test_descriptions_are_in_the_language_of_the_user() -> None:
    asked = {"_HAKARU_COMPLETE": "zsh_complete", "COMP_WORDS": "hakaru trai", "COMP_CWORD": "1"}
    assert "学習" in run(env=asked).stdout
    assert "learn" in run(env={**asked, "HAKARU_LANG": "en"}).stdout.lower()


def test_the_shells_of_this_machine_complete(on_path: dict[str, str], tmp_path: Path) -> None:
    env = {**on_path, "HOME": str(tmp_path), "ZDOTDIR": str(tmp_path), "TERM": "dumb"}
    tried = [shell for shell in SHELLS if shutil.which(shell)]
    for shell in tried:
        COMPLETES[shell](env)
    assert "bash" in tried


def bash_completes(env: dict[str, str]) -> None:
    script = BY_FUNCTION.format(words="doct", at=1)
    first, second = shell_output(env, "bash", "--norc", "-c", script).splitlines()
    assert first == "complete -o nosort -F _hakaru_completion hakaru"
    assert second == "doctor"


def fish_completes(env: dict[str, str]) -> None:
    script = "hakaru completion fish | source; complete -C 'hakaru doct'"
    assert shell_output(env, "fish", "--no-config", "-c", script).startswith("doctor\t")


def zsh_completes(env: dict[str, str]) -> None:
    with terminal(env, "zsh", "-f", "-i") as descriptor:
        load = "autoload -Uz compinit; compinit -u -D"
        ask(descriptor, f'{load}; eval "$(hakaru completion zsh)"; echo rea""dy\n', "ready")
        ask(descriptor, "hakaru doct\t", "doctor")


COMPLETES: dict[str, Callable[[dict[str, str]], None]] = {
    "bash": bash_completes,
    "zsh": zsh_completes,
    "fish": fish_completes,
}


@contextmanager
def terminal(env: dict[str, str], *words: str) -> Iterator[int]:
    """A program at a terminal of its own; the end we type at."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        words, env=env, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    ) as process:
        os.close(theirs)
        try:
            yield ours
        finally:
            process.kill()
            process.wait()
            os.close(ours)


def ask(descriptor: int, typed: str, wanted: str) -> None:
    """Type, and read until what is wanted appears."""
    os.write(descriptor, typed.encode())
    seen = ""
    ends_s = time.monotonic() + PATIENCE_S
    while wanted not in seen:
        ready, _, _ = select.select([descriptor], [], [], max(0.0, ends_s - time.monotonic()))
        assert ready, f"not seen: {wanted!r} in {seen!r}"
        seen += os.read(descriptor, 65_536).decode("utf-8", "replace")
