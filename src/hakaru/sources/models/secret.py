"""How does a key stay out of everything that is shown, logged or stored?"""

from __future__ import annotations

import re

HIDDEN = "[key]"
_SHORTEST = 4
_KEY_LIKE = re.compile(r"(?i)\b(?:bearer\s+[\w.~+/-]{8,}=*|(?:sk|rk|pk)-[\w-]{8,})")


class Secret:
    """A value that shows itself to nobody but who asks for it by name."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """The value, for the one place that sends it."""
        return self._value

    def __repr__(self) -> str:
        return f"Secret({HIDDEN!r})"

    __str__ = __repr__

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a secret is not written anywhere")


def redacted(text: str, secret: Secret | None) -> str:
    """Text without the key and without what looks like one."""
    if secret is not None and len(secret.reveal()) >= _SHORTEST:
        text = text.replace(secret.reveal(), HIDDEN)
    return _KEY_LIKE.sub(HIDDEN, text)
