"""Optional parts of the machine: which are installed, how they are got, and messages on the
desktop.

Hakaru is in no package registry: from a clone its folder is named to pip. Where a wheel was
installed its name will do, for pip takes what is there and fetches only what an extra adds.
"""

from __future__ import annotations

import logging
import os
import platform
import shlex
import sys
from collections.abc import Callable, Mapping
from importlib import metadata
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, Literal

from hakaru.records import frozen

_PACKAGE = Path(__file__).parents[1]


@frozen
class Surroundings:
    """The machine around this process; tests put one of their own here.

    `platform` is `sys.platform`; modules and what was installed are found along `search_path`.
    """

    platform: str
    system: str
    python: tuple[int, int, int]
    environment: Mapping[str, str]
    search_path: tuple[str, ...]


@frozen
class Package:
    """One requirement of an extra: how it is installed, how it is imported, on which systems.

    `platforms` empty: on all.
    """

    distribution: str
    modules: tuple[str, ...]
    platforms: tuple[str, ...] = ()


@frozen
class Extra:
    """Packages that Hakaru does not need itself."""

    name: str
    packages: tuple[Package, ...]

    @property
    def command(self) -> str:
        """How it is installed."""
        return install_command(self.name)


@frozen
class Presence:
    """How much of an extra is there. `versions`: 'name version' of each package that is.

    `partly`: some packages are missing; `broken`: installed by their record, but not importable.
    """

    condition: Literal["present", "missing", "partly", "broken"]
    versions: tuple[str, ...]
    missing: tuple[str, ...]
    broken: tuple[str, ...]


EXTRAS: tuple[Extra, ...] = (
    Extra(
        name="focus",
        packages=(
            Package(distribution="ai-edge-litert", modules=("ai_edge_litert",)),
            Package(distribution="desktop-notifier", modules=("desktop_notifier",)),
            Package(distribution="opencv-python-headless", modules=("cv2",)),
            Package(
                distribution="pyobjc-framework-quartz", modules=("Quartz",), platforms=("darwin",)
            ),
            Package(distribution="python-xlib", modules=("Xlib",), platforms=("linux",)),
            Package(distribution="websockets", modules=("websockets",)),
        ),
    ),
    Extra(
        name="llm",
        packages=(
            Package(distribution="pydantic-ai-slim", modules=("pydantic_ai",)),
            Package(distribution="openai", modules=("openai",)),
        ),
    ),
    Extra(
        name="anthropic",
        packages=(
            Package(distribution="pydantic-ai-slim", modules=("pydantic_ai",)),
            Package(distribution="anthropic", modules=("anthropic",)),
        ),
    ),
    Extra(
        name="garmin",
        packages=(Package(distribution="garminconnect", modules=("garminconnect",)),),
    ),
    Extra(
        name="notebook",
        packages=(
            Package(distribution="polars", modules=("polars",)),
            Package(distribution="pandas", modules=("pandas",)),
            Package(distribution="jupyterlab", modules=("jupyterlab",)),
            Package(distribution="matplotlib", modules=("matplotlib",)),
        ),
    ),
    Extra(
        name="cohort",
        packages=(Package(distribution="distributed", modules=("distributed",)),),
    ),
)


def install_command(extra: str) -> str:
    """What brings an extra to the Python that runs this: the one wording of it."""
    return install_command_of(extra, python=sys.executable, package=_PACKAGE)


def install_command_of(extra: str, *, python: str, package: Path) -> str:
    """The same for another Python, and a package that lies elsewhere."""
    clone = clone_of(package)
    what = f"hakaru[{extra}]" if clone is None else f"{clone}[{extra}]"
    return f"{pip_of(python)} install {'' if clone is None else '-e '}{shlex.quote(what)}"


def update_command(*, python: str = sys.executable, package: Path = _PACKAGE) -> str:
    """What brings a newer Hakaru, or the same to another Python."""
    clone = clone_of(package)
    if clone is None:
        return f"{pip_of(python)} install hakaru-NEWER-py3-none-any.whl"
    folder = shlex.quote(str(clone))
    return f"git -C {folder} pull && {pip_of(python)} install -e {folder}"


def pip_of(python: str = sys.executable) -> str:
    """The pip of one Python: that on the PATH may be another's."""
    return f"{shlex.quote(python)} -m pip"


def clone_of(package: Path) -> Path | None:
    """The folder of the source that a package is run from; None: it was installed as a wheel."""
    folder = package.parent.parent
    return (
        folder if package.parent.name == "src" and (folder / "pyproject.toml").is_file() else None
    )


def own_surroundings() -> Surroundings:
    """Those of this process."""
    return Surroundings(
        platform=sys.platform,
        system=f"{platform.system()} {platform.machine()}",
        python=sys.version_info[:3],
        environment=os.environ,
        search_path=tuple(sys.path),
    )


def extra_named(name: str) -> Extra:
    """One extra. Raises KeyError for an unknown one."""
    return {extra.name: extra for extra in EXTRAS}[name]


def presence_of(extra: Extra, around: Surroundings) -> Presence:
    """How much of an extra this machine has."""
    versions: list[str] = []
    missing: list[str] = []
    broken: list[str] = []
    for package in extra.packages:
        if package.platforms and around.platform not in package.platforms:
            continue
        version = _version(package.distribution, around)
        if not all(_importable(module, around) for module in package.modules):
            (missing if version is None else broken).append(package.distribution)
        else:
            versions.append(f"{package.distribution} {version or '?'}")
    if not missing and not broken:
        condition: Literal["present", "missing", "partly", "broken"] = "present"
    else:
        condition = "broken" if broken else "partly" if versions else "missing"
    return Presence(
        condition=condition,
        versions=tuple(versions),
        missing=tuple(missing),
        broken=tuple(broken),
    )


def _importable(module: str, around: Surroundings) -> bool:
    return PathFinder.find_spec(module, list(around.search_path)) is not None


def _version(distribution: str, around: Surroundings) -> str | None:
    distributions = metadata.distributions(name=distribution, path=list(around.search_path))
    return next((installed.version for installed in distributions), None)


_log = logging.getLogger(__name__)

TITLE = "Hakaru"


class Desktop:
    """The notifications of this system, by desktop-notifier. Opened at the first use."""

    def __init__(
        self,
        open_notifier: Callable[[], Any] | None = None,
        button: Callable[[str, Callable[[], None]], Any] | None = None,
    ) -> None:
        self._open = open_notifier or _opened
        self._button = button or _button
        self._notifier: Any = None
        self._missing = False

    def _buttons(self, actions: Mapping[str, Callable[[], None]]) -> tuple[Any, ...]:
        return tuple(self._button(title, pressed) for title, pressed in actions.items())

    async def show(
        self, text: str, *, actions: Mapping[str, Callable[[], None]] | None = None
    ) -> bool:
        """Show a text with buttons, by their words; False: the library is missing, or this desktop
        shows nothing."""
        if self._missing:
            return False
        try:
            if self._notifier is None:
                self._notifier = self._open()
            buttons = {"buttons": self._buttons(actions)} if actions else {}
            await self._notifier.send(title=TITLE, message=text, **buttons)
        except ImportError:
            self._missing = True
            _log.info("desktop-notifier is not installed: %s", install_command("focus"))
            return False
        except (OSError, RuntimeError) as exc:
            _log.warning("no notification on this desktop: %s", exc)
            return False
        return True


def _button(title: str, pressed: Callable[[], None]) -> Any:
    from desktop_notifier import Button  # noqa: PLC0415

    return Button(title=title, on_pressed=pressed)


def _opened() -> Any:
    from desktop_notifier import DesktopNotifier  # noqa: PLC0415

    return DesktopNotifier(app_name=TITLE)
