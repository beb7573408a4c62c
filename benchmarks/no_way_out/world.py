"""A home, a data folder and folders around it, all temporary, and a real server over them.

A server that lets something through changes what is outside, and as root that is the machine:
`/dev/full` and `/dev/stdout` became plain files once. So root runs it in a mount namespace of its
own, in which all but the world is read-only and the devices are copies.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import CallToolResult, TextContent

from benchmarks.tools.season import Season, kept_season
from hakaru.bootstrap import load_config
from hakaru.core.errors import BadArgument

EVIDENCE = Path(__file__).parents[2] / "tests" / "evidence" / "part10"
CANARY = "CANARY_7F3A"
DEVICES = {"null": 3, "zero": 5, "full": 7, "random": 8, "urandom": 9}
_MOST_ADDRESS_KB = 6_000_000
"""A server that reads a device without end fails before the machine does."""
_CONTAINED = "; ".join(
    (
        "set -e",
        'world="$1"',
        "shift",
        'mount --bind "$world" "$world"',
        "mount -t tmpfs -o mode=755 tmpfs /dev",
        *(f"mknod -m 666 /dev/{name} c 1 {minor}" for name, minor in DEVICES.items()),
        "ln -s /proc/self/fd /dev/fd",
        *(f"ln -s /proc/self/fd/{n} /dev/{name}" for n, name in enumerate(("stdin", "stdout"))),
        "mkdir -m 1777 /dev/shm",
        "mount -o remount,bind,ro /",
        'cd "$world/w/o/r/king"',
        'exec "$@"',
    )
)


@dataclass(frozen=True, kw_only=True)
class World:
    """Where everything lies. Only `data` may change, and of it only what belongs to the store."""

    root: Path
    day: str

    @property
    def home(self) -> Path:
        """Home folder of the server."""
        return self.root / "home"

    @property
    def data(self) -> Path:
        """Data folder of the server."""
        return self.root / "data"

    @property
    def outside(self) -> Path:
        """A folder that neither is the server's nor was listed."""
        return self.root / "outside"

    @property
    def allowed(self) -> Path:
        """The only folder in `[mcp] folders`."""
        return self.root / "allowed"

    @property
    def working(self) -> Path:
        """Where the server was started; so deep that a few steps up stay in the world."""
        return self.root / "w" / "o" / "r" / "king"

    def filled(self, text: str) -> str:
        """Text with the placeholders of the evidence filled in."""
        for name, value in self.placeholders.items():
            text = text.replace(name, value)
        return text

    @property
    def placeholders(self) -> Mapping[str, str]:
        """What stands for what in the evidence."""
        return {
            "{OUT}": str(self.outside),
            "{HOME}": str(self.home),
            "{DATA}": str(self.data),
            "{ALLOWED}": str(self.allowed),
            "{DAY}": self.day,
        }

    def environment(self) -> dict[str, str]:
        """Environment of a server that lives here and nowhere else."""
        return environment(self.home) | {"TMPDIR": str(self.root / "tmp")}

    def write_config(self) -> None:
        """List the allowed folder, where this version knows such a list."""
        config = self.home / ".config" / "hakaru" / "config.toml"
        config.parent.mkdir(parents=True, exist_ok=True)
        config.write_text(f"[mcp]\nfolders = [{json.dumps(str(self.allowed))}]\n", encoding="utf-8")
        try:
            load_config(
                data_folder=self.data, language="en", environment={"HAKARU_CONFIG": str(config)}
            )
        except BadArgument:
            config.write_text("", encoding="utf-8")


def environment(home: Path) -> dict[str, str]:
    """Environment of a program that has its home there and finds our modules."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("HAKARU_", "GARMIN_", "XDG_", "LC_", "LANG"))
    }
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    kept["PYTHONPATH"] = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
    return kept | {"HOME": str(home), "HAKARU_LANG": "en", "OPENBLAS_NUM_THREADS": "1"}


def limited(option: str, *words: str) -> list[str]:
    """Words that run Python with words under a limit of the shell, such as `-v` and a number."""
    return ["sh", "-c", f'ulimit {option}; exec "$@"', "sh", sys.executable, "-P", *words]


def _contained(world: World) -> list[str]:
    """Words before a command that keep root in the world; nothing for anybody else.

    Raises:
        CalledProcessError: root cannot be kept; run it as somebody else then.
    """
    if os.geteuid() != 0:
        return []
    apart = ["unshare", "--mount", "--propagation", "private"]
    subprocess.run([*apart, "sh", "-c", "mount -o remount,bind,ro /"], check=True)
    return [*apart, "sh", "-c", _CONTAINED, "sh", str(world.root)]


@contextmanager
def made_world(*, season: Season | None = None) -> Iterator[World]:
    """A world with a copy of a season of runs, and the fixtures of the evidence."""
    known = season or kept_season(quick=True)
    with TemporaryDirectory(prefix="hakaru-no-way-out-") as scratch:
        world = World(root=Path(scratch).resolve(), day=known.day)
        lay_out(world, known)
        yield world


def lay_out(world: World, season: Season) -> None:
    """Make the world anew, whatever is left of an older one."""
    for path in world.root.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    shutil.copytree(season.folder, world.data)
    world.data.chmod(0o700)
    for folder in (world.home, world.outside, world.allowed, world.working, world.root / "tmp"):
        folder.mkdir(parents=True)
    for fixture in json.loads((EVIDENCE / "hostile_paths_fixtures.json").read_text("utf-8")):
        _make_fixture(world, fixture)
    world.write_config()


def _make_fixture(world: World, fixture: Mapping[str, Any]) -> None:
    path = Path(world.filled(fixture["path"]))
    path.parent.mkdir(parents=True, exist_ok=True)
    kind = fixture["kind"]
    if kind == "dir":
        path.mkdir(parents=True, exist_ok=True)
    elif kind == "file":
        path.write_text(fixture["content"], encoding="utf-8")
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "link":
        path.symlink_to(world.filled(fixture["to"]))
    else:
        _make_zip(world, path, fixture["members"])


def _make_zip(world: World, path: Path, members: list[list[str]]) -> None:
    """A zip in which a member may be a symbolic link, or have a name that climbs."""
    with zipfile.ZipFile(path, "w") as archive:
        for kind, name, content in members:
            entry = zipfile.ZipInfo(world.filled(name))
            mode = stat.S_IFLNK | 0o777 if kind == "link" else stat.S_IFREG | 0o644
            entry.external_attr = mode << 16
            archive.writestr(entry, world.filled(content))


def fingerprints(folder: Path, *, but: Path | None = None) -> dict[str, str]:
    """Every entry below a folder and what it is, without following links; `but` is left out."""
    found = {}
    for above, folders, files in os.walk(folder):
        if but is not None:
            folders[:] = [name for name in folders if Path(above, name) != but]
        for name in (*folders, *files):
            path = Path(above, name)
            found[str(path.relative_to(folder))] = _fingerprint(path)
    return found


def _fingerprint(path: Path) -> str:
    status = path.lstat()
    if stat.S_ISREG(status.st_mode):
        return f"{stat.S_IMODE(status.st_mode):o} {hashlib.sha256(path.read_bytes()).hexdigest()}"
    if stat.S_ISLNK(status.st_mode):
        return f"-> {path.readlink()}"
    return f"{stat.S_IFMT(status.st_mode):o}"


def changed_devices(pid: int) -> list[str]:
    """Devices, as a process sees them, that are none any more; none where they are everybody's."""
    if os.geteuid() != 0:
        return []
    seen = Path("/proc", str(pid), "root", "dev")
    with contextlib.suppress(FileNotFoundError):
        changed = [n for n in DEVICES if not stat.S_ISCHR((seen / n).lstat().st_mode)]
        return changed + ["stdout"] * (not (seen / "stdout").is_symlink())
    return []


@asynccontextmanager
async def server(world: World, *options: str, errors: Path | None = None) -> AsyncIterator[Client]:
    """`hakaru mcp --profile all --write`, its home and working folder in this world."""
    words = ["-m", "hakaru.surfaces.mcp", "--data", str(world.data), "--profile", "all", "--write"]
    command, *arguments = [
        *_contained(world),
        *limited(f"-v {_MOST_ADDRESS_KB}", *words, *options),
    ]
    process = StdioServerParameters(
        command=command, args=arguments, env=world.environment(), cwd=world.working
    )
    with (errors or world.working / "said.log").open("a", encoding="utf-8") as said:
        async with Client(stdio_client(process, errlog=said)) as client:
            yield client


def value_of(result: CallToolResult) -> Mapping[str, Any]:
    """What a tool replied, which stands as JSON in its text."""
    content = result.content[0]
    assert isinstance(content, TextContent)
    value: Mapping[str, Any] = json.loads(content.text)
    return value


def text_of(result: CallToolResult) -> str:
    """All of a reply: its texts and its value."""
    texts = [one.text for one in result.content if isinstance(one, TextContent)]
    return "\n".join([*texts, json.dumps(result.structured_content, ensure_ascii=False)])
