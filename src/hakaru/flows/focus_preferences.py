"""What has the user chosen about the watching of attention, also while nothing is watching?"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict

from hakaru.errors import BadArgument
from hakaru.flows.context import Context
from hakaru.focus.settings import FocusSettings, changed, readable
from hakaru.store.state import State

FOCUS_SETTINGS_KEY = "focus.settings"


def read_focus_settings(context: Context) -> FocusSettings:
    """The choices; what cannot be read is as it was in the beginning."""
    written = State(context.data_folder).setting(FOCUS_SETTINGS_KEY)
    try:
        values = json.loads(written) if written else {}
    except ValueError:
        return FocusSettings()
    return readable(values) if isinstance(values, dict) else FocusSettings()


def write_focus_settings(context: Context, values: Mapping[str, object]) -> FocusSettings:
    """Change some choices, for the next time something watches.

    Raises:
        BadArgument: one is unknown, or has a value it does not take: then none is changed.
    """
    found = changed(read_focus_settings(context), values)
    if isinstance(found, tuple):
        raise BadArgument(found[0].name, found[0].value, found[0].expected)
    State(context.data_folder).write_setting(FOCUS_SETTINGS_KEY, json.dumps(asdict(found)))
    return found
