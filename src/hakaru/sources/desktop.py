"""How is something shown on the desktop of this computer?"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from hakaru.sources.parts import install_command

_log = logging.getLogger(__name__)

TITLE = "Hakaru"


class Desktop:
    """The notifications of this system, by desktop-notifier. Opened at the first use."""

    def __init__(self, open_notifier: Callable[[], Any] | None = None) -> None:
        self._open = open_notifier or _opened
        self._notifier: Any = None
        self._missing = False

    async def show(self, text: str) -> bool:
        """Show a text; False: the library is missing, or this desktop shows nothing."""
        if self._missing:
            return False
        try:
            if self._notifier is None:
                self._notifier = self._open()
            await self._notifier.send(title=TITLE, message=text)
        except ImportError:
            self._missing = True
            _log.info("desktop-notifier is not installed: %s", install_command("focus"))
            return False
        except (OSError, RuntimeError) as exc:
            _log.warning("no notification on this desktop: %s", exc)
            return False
        return True


def _opened() -> Any:
    from desktop_notifier import DesktopNotifier  # noqa: PLC0415

    return DesktopNotifier(app_name=TITLE)
