"""Where do the language and the colours of this browser come from?"""

from __future__ import annotations

from hakaru.surfaces.web.pages.cookies import LANGUAGE_COOKIE, THEME_COOKIE
from hakaru.surfaces.web.pages.visit import THEMES, Onward, Visit

_COOKIES = {
    "language": (LANGUAGE_COOKIE, ("ja", "en")),
    "theme": (THEME_COOKIE, tuple(THEMES)),
}


def choose(visit: Visit) -> Onward:
    """Keep what was chosen, and go back to the page it was chosen on."""
    cookies = {
        cookie: value
        for name, (cookie, values) in _COOKIES.items()
        if (value := visit.sent.get(name)) in values and value is not None
    }
    return Onward(to=own_place(visit.sent.get("back", "/")), cookies=cookies)


def own_place(address: str) -> str:
    """An address of ours, whatever was sent: a path and nothing that leads elsewhere."""
    own = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if own and address.isprintable() and "\\" not in address else "/"
