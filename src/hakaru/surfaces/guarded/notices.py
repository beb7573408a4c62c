"""What is said when output was trimmed or is larger than a model should read?

One sentence each, on the guarded stream, where whoever reads the output meets it; the same
sentence goes to the log `hakaru.surfaces.notebook`.
"""

from __future__ import annotations

import logging

from hakaru.present.safe_output import INSTEAD, validate_output
from hakaru.present.sentences import in_language
from hakaru.running.wording import Lang
from hakaru.surfaces.guarded.stream import Printed

LOG = logging.getLogger("hakaru.surfaces.notebook")
LOG.addHandler(logging.NullHandler())
_MARK = "[hakaru]"


def notices_on(name: str, printed: Printed) -> tuple[str, ...]:
    """What a text earns: exactly what was trimmed, or else which limit it exceeds."""
    cut = trimmed(name, printed)
    if cut:
        return cut
    is_within, why = validate_output(printed.text)
    return () if is_within or why is None else (why,)


def trimmed(name: str, printed: Printed) -> tuple[str, ...]:
    """Exactly what was trimmed, if anything was."""
    if not printed.n_trimmed_bytes:
        return ()
    n_shown_bytes = printed.n_bytes - printed.n_trimmed_bytes
    return (
        f"{name}: showed the first {n_shown_bytes} of {printed.n_bytes} bytes; "
        f"{printed.n_trimmed_bytes} bytes ({printed.n_trimmed_lines} line breaks) were cut; "
        f"{INSTEAD}",
    )


def notice_of_hidden(name: str, kind: str, *, n_bytes: int, limit: int) -> str:
    """A display that was left out whole, because half of it would be no display."""
    return f"{name}: {n_bytes} bytes of {kind} were not shown, limit {limit} bytes; {INSTEAD}"


def worded(notice: str, language: Lang) -> str:
    """A notice as a line of its own, and written to the log."""
    LOG.warning(notice)
    return f"{_MARK} {in_language(notice, language)}\n"
