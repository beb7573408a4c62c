"""Which parts of the machine and which optional parts are there?"""

from __future__ import annotations

import shutil
from pathlib import Path

from hakaru.core.errors import NoFaceModel
from hakaru.flows.checks import Check
from hakaru.flows.context import Context
from hakaru.sources.camera.faces import FILE_NAME, INSTALL, installed_files, load_face_model
from hakaru.sources.parts import (
    Extra,
    Surroundings,
    extra_named,
    pip_of,
    presence_of,
    update_command,
)
from hakaru.sources.pc_usage import Calls, Openers, choose_source, open_x11

PYTHON_MIN = (3, 11)
_BROWSERS = (
    "xdg-open", "www-browser", "sensible-browser", "firefox", "chromium", "chromium-browser",
    "google-chrome",
)  # fmt: skip
_OWN_BROWSER = ("darwin", "win32")


def python_check(around: Surroundings) -> Check:
    """Whether this Python is new enough."""
    version = ".".join(map(str, around.python))
    if around.python < PYTHON_MIN:
        return Check(
            name="python",
            status="broken",
            message=f"Python {version} is too old: 3.11 or newer is needed",
            command=update_command(python="python3.13"),
            needed=True,
        )
    message = f"Python {version} on {around.system}"
    return Check(name="python", status="ok", message=message, needed=True)


def extra_check(extra: Extra, around: Surroundings) -> Check:
    """Whether what an extra brings is there."""
    presence = presence_of(extra, around)
    name = f"extra {extra.name}"
    if presence.condition == "present":
        return Check(name=name, status="ok", message=f"installed: {', '.join(presence.versions)}")
    if presence.condition == "broken":
        broken = " ".join(presence.broken)
        return Check(
            name=name,
            status="broken",
            message=f"installed, but it cannot be imported: {broken}",
            command=f"{pip_of()} install --force-reinstall {broken}",
        )
    missing = ", ".join(presence.missing)
    return Check(
        name=name, status="missing", message=f"not installed: {missing}", command=extra.command
    )


def camera_check(data_folder: Path, around: Surroundings) -> Check:
    """Whether the file that finds faces is there, and the one we know."""
    candidates = tuple(installed_files(data_folder, around.search_path))
    if not any(candidate.is_file() for candidate in candidates):
        message = f"{FILE_NAME} is not there: attention is told from the use of the computer alone"
        return Check(name="camera_model", status="missing", message=message, command=INSTALL)
    try:
        load_face_model(candidates)
    except NoFaceModel as exc:
        return Check(name="camera_model", status="broken", message=str(exc), command=INSTALL)
    model_path = next(candidate for candidate in candidates if candidate.is_file())
    return Check(
        name="camera_model", status="ok", message=f"the one we know, in {model_path.parent}"
    )


def desktop_check(around: Surroundings) -> Check:
    """Whether the use of the computer can be told here. A display elsewhere is not asked."""
    source = choose_source(around.platform, around.environment, openers=Openers(x11=_open_x11_here))
    capabilities = source.told
    source.close()
    missing = ", ".join(capabilities.missing)
    if not capabilities.missing:
        return Check(name="desktop", status="ok", message=f"{capabilities.system} tells everything")
    if capabilities.note == "library_missing":
        command = extra_named("focus").command
        message = f"{capabilities.system} cannot be asked: its library is not installed"
        return Check(name="desktop", status="missing", message=message, command=command)
    if capabilities.note == "cannot_be_opened":
        message = f"{capabilities.system} cannot be asked: its display cannot be opened from here"
        return Check(name="desktop", status="broken", message=message)
    if capabilities.note in ("no_desktop", "desktop_tells_nothing"):
        message = f"{capabilities.system}: no desktop that tells how the computer is used"
        return Check(name="desktop", status="missing", message=message)
    return Check(
        name="desktop", status="ok", message=f"{capabilities.system} tells all but: {missing}"
    )


def model_check(context: Context, around: Surroundings) -> Check:
    """Whether the language model that is configured could be asked. It is not asked."""
    if context.model is None:
        message = "no language model is configured, and none is needed"
        return Check(name="model", status="ok", message=message)
    about = context.model.describe()
    extra = extra_named("anthropic" if about.backend == "anthropic" else "llm")
    if presence_of(extra, around).condition != "present":
        return Check(
            name="model",
            status="broken",
            message=f"{about.name} at {about.url} cannot be asked: a library is not installed",
            command=extra.command,
            needed=True,
        )
    if about.key_env is not None and not around.environment.get(about.key_env):
        return Check(
            name="model",
            status="broken",
            message=f"{about.name} at {about.url} cannot be asked: {about.key_env} is not set",
            command=f"export {about.key_env}=...",
            needed=True,
        )
    message = f"{about.name} at {about.url} is configured; `hakaru model check` asks it"
    return Check(name="model", status="ok", message=message, needed=True)


def browser_check(around: Surroundings) -> Check:
    """Whether something shows reports and pages here."""
    if around.platform in _OWN_BROWSER:
        return Check(name="browser", status="ok", message="the system opens pages")
    path = around.environment.get("PATH", "")
    browser = next((command for command in _BROWSERS if shutil.which(command, path=path)), None)
    if browser is None:
        message = "no browser was found: reports open on another machine, too"
        return Check(
            name="browser", status="missing", message=message, command="sudo apt install firefox"
        )
    return Check(name="browser", status="ok", message=f"{browser} opens pages")


def _open_x11_here(display: str) -> Calls:
    """A display of this machine; one over the network is not connected to."""
    host = display.rpartition(":")[0]
    if host not in ("", "unix"):
        raise OSError(f"the display {display} is on another machine")
    return open_x11(display)
