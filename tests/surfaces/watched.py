"""Every command of the command line in one process that is watched for connections.

`python -m tests.surfaces.watched WORDS...`: each argument is a command as a JSON list. Prints the
exit codes, and the addresses beyond this machine that anything wanted to reach.
"""

from __future__ import annotations

import ipaddress
import json
import sys
from collections.abc import Sequence

from click.testing import CliRunner

SEEN: list[str] = []


def watch(event: str, arguments: tuple[object, ...]) -> None:
    """An audit hook, which nothing in the process can take off again."""
    if event == "socket.connect" and not _is_here(arguments[1]):
        SEEN.append(repr(arguments[1]))
    elif event == "socket.getaddrinfo" and arguments[0] not in (None, "localhost", "127.0.0.1"):
        SEEN.append(repr(arguments[0]))


def _is_here(address: object) -> bool:
    """Whether a socket's address is on this machine: loopback, or a path."""
    if not isinstance(address, tuple):
        return True
    try:
        return ipaddress.ip_address(str(address[0])).is_loopback
    except ValueError:
        return False


def main(commands: Sequence[str]) -> None:
    """Run them one after the other."""
    sys.addaudithook(watch)
    from hakaru.surfaces.cli.main import build_cli  # noqa: PLC0415

    cli = build_cli("en")
    codes = [
        CliRunner().invoke(cli, json.loads(words), prog_name="hakaru").exit_code
        for words in commands
    ]
    sys.stdout.write(json.dumps({"codes": codes, "seen": SEEN}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
