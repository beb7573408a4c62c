"""Are unseen sentences shown as findings only where true? `python -m benchmarks outside_claims`.

The sentences: `benchmarks/outside/first_contact`; measuring: `benchmarks/outside/contact.py`. The
first figures after the readers were built: `python -m benchmarks.outside_claims --first`, once.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchmarks.outside.contact import measure


def run(quick: bool) -> Mapping[str, object]:
    """All figures, ready for JSON; there is no smaller size."""
    del quick
    with tempfile.TemporaryDirectory(prefix="hakaru-contact-") as scratch:
        return measure(Path(scratch))
