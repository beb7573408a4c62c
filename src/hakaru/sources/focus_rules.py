"""The user's own rules of what things are for, as a file that can be edited by hand.

[[rule]]
match = "app"            # or "domain", "title"
pattern = "Kanban|Trello"
category = "work"        # or learning, meeting, leisure, music
"""

from __future__ import annotations

import json
import os
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hakaru.core.errors import StoreDamaged
from hakaru.core.i18n import message
from hakaru.core.names import reason_of
from hakaru.focus.categories import (
    OWN_CATEGORIES,
    PATTERN_MOST,
    RULE_SUBJECTS,
    RULES_MOST,
    OwnRule,
)

RULES_FILE = "focus_rules.toml"
_BYTES_MOST = 100_000
_HEAD = """\
# What things are for, as you say it; it comes before every table of Hakaru's.
# match: app, domain or title; category: work, learning, meeting, leisure or music.
# Several names go with | between them. Domains and titles count where the settings allow them.
"""


@dataclass(frozen=True, kw_only=True)
class OwnRules:
    """The rules of a file, and how many of its entries could not be used. `fault`: why none can
    be read; '': nothing is wrong."""

    rules: tuple[OwnRule, ...] = ()
    n_unusable: int = 0
    fault: str = ""


def read_own_rules(folder: Path) -> OwnRules:
    """The rules of a data folder; a file that is no TOML gives none and says so."""
    path = folder / RULES_FILE
    try:
        data = path.read_bytes()[:_BYTES_MOST]
    except FileNotFoundError:
        return OwnRules()
    except OSError as exc:
        return OwnRules(fault=reason_of(exc))
    try:
        written = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as exc:
        return OwnRules(fault=str(exc))
    entries = written.get("rule", [])
    if not isinstance(entries, list):
        return OwnRules(fault="[[rule]]")
    read = [rule_of(entry) for entry in entries[:RULES_MOST]]
    rules = tuple(rule for rule in read if rule is not None)
    return OwnRules(rules=rules, n_unusable=len(entries) - len(rules))


def rule_of(entry: object) -> OwnRule | None:
    """A rule from its fields; None: it is none."""
    if not isinstance(entry, Mapping):
        return None
    match = next((name for name in RULE_SUBJECTS if name == entry.get("match")), None)
    category = next((name for name in OWN_CATEGORIES if name == entry.get("category")), None)
    pattern = entry.get("pattern")
    if match is None or category is None or not isinstance(pattern, str):
        return None
    plain = "".join(char for char in pattern if char.isprintable()).strip()
    if not any(part.strip() for part in plain.split("|")) or len(plain) > PATTERN_MOST:
        return None
    return OwnRule(match=match, pattern=plain, category=category)


def write_own_rules(folder: Path, rules: Sequence[OwnRule]) -> Path:
    """Write the file anew, whole or not at all.

    Raises:
        StoreDamaged: it cannot be written.
    """
    path = folder / RULES_FILE
    blocks = [
        "\n[[rule]]\n"
        f"match = {json.dumps(rule.match)}\n"
        f"pattern = {json.dumps(rule.pattern, ensure_ascii=False)}\n"
        f"category = {json.dumps(rule.category)}\n"
        for rule in rules
    ]
    try:
        descriptor, part = tempfile.mkstemp(dir=folder, prefix=f".{RULES_FILE}.")
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(_HEAD + "".join(blocks))
        Path(part).replace(path)
    except OSError as exc:
        raise StoreDamaged(
            message("{path} cannot be written: {error}", path=path, error=reason_of(exc))
        ) from exc
    return path
