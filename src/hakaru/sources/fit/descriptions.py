"""What do developer fields mean at this place of the file? Later descriptions replace earlier ones.

A field is known by (developer_data_index, field number) alone: its name is a label, which may be
that of a native field.
"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.sources.fit.base_types import BASE_TYPES
from hakaru.sources.fit.columns import DeveloperKey
from hakaru.sources.fit.definitions import Definition, Description
from hakaru.sources.fit.profile import DEVELOPER_DATA_ID
from hakaru.sources.fit.values import Fields, read_fields

Known = Mapping[int, Mapping[int, Description]]
"""By developer_data_index, then by field number."""


class Dictionary:
    """The descriptions in force while a file is walked through."""

    def __init__(self) -> None:
        self._known: dict[int, dict[int, Description]] = {}

    def get(self, key: DeveloperKey) -> Description | None:
        """The description of a field; None where it has none yet."""
        return self._known.get(key[0], {}).get(key[1])

    def note(self, data: bytes, definition: Definition, *, at: int) -> None:
        """Take in a developer_data_id (its fields begin anew) or field_description message."""
        fields = read_fields(data, definition, at=at)
        index = fields.get("developer_data_index")
        if not isinstance(index, int):
            return
        if definition.global_number == DEVELOPER_DATA_ID:
            self._known[index] = {}
            return
        number = fields.get("field_definition_number")
        if isinstance(number, int):
            self._known.setdefault(index, {})[number] = _description(fields)

    def copy(self) -> Known:
        """What is known now."""
        return {index: dict(fields) for index, fields in self._known.items()}

    def restore(self, known: Known) -> None:
        """Go back to what was known at another place."""
        self._known = {index: dict(fields) for index, fields in known.items()}


def _description(fields: Fields) -> Description:
    code, label, units = (fields.get(name) for name in ("fit_base_type_id", "field_name", "units"))
    scale, offset = fields.get("scale"), fields.get("offset")
    return Description(
        code=code if isinstance(code, int) and code in BASE_TYPES else None,
        label=label if isinstance(label, str) else "",
        units=units if isinstance(units, str) else "",
        raw_per_value=float(scale) if isinstance(scale, int | float) and scale > 0 else 1.0,
        offset_value=float(offset) if isinstance(offset, int | float) else 0.0,
    )
