"""Which fields of a definition of records become columns, and how are they scaled?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hakaru.running.activity import FloatArray
from hakaru.sources.fit.columns import DeveloperKey
from hakaru.sources.fit.definitions import TIMESTAMP, DefinedField, Definition, Description
from hakaru.sources.fit.profile import COMPRESSED_SPEED_DISTANCE, MESSAGES

Key = str | DeveloperKey
_REMEMBERED = 512
_TIME = "timestamp"
_PACKED_BYTES = 3


@dataclass(frozen=True, kw_only=True, eq=False)
class Planned:
    """One column: value = stored / raw_per_value - offset_value (None: stored)."""

    key: Key
    field: DefinedField
    raw_per_value: float | None = None
    offset_value: float = 0.0
    description: Description | None = None

    def scaled(self, values: FloatArray) -> FloatArray:
        """Values as stored in the units of the profile; the array is overwritten."""
        if self.raw_per_value is not None:
            values /= self.raw_per_value
        if self.offset_value:
            values -= self.offset_value
        return values


@dataclass(frozen=True, kw_only=True, eq=False)
class Plan:
    """Fields as sent, fields derived from them, and the field that packs speed and distance."""

    fields: tuple[Planned, ...]
    derived: tuple[Planned, ...]
    packed: DefinedField | None


@lru_cache(maxsize=_REMEMBERED)
def plan_of(definition: Definition) -> Plan:
    """The columns that messages of this definition give. Of a field defined twice the last counts.

    Only fields of one number become columns: no texts, no arrays, no bit patterns.
    """
    message = MESSAGES[definition.global_number]
    sent: dict[Key, Planned] = {}
    derived: dict[Key, Planned] = {}
    for field in definition.fields:
        profile_field = message.fields.get(field.number)
        if not field.is_one_number:
            continue
        if field.number == TIMESTAMP:
            sent[_TIME] = Planned(key=_TIME, field=field)
        elif profile_field is not None:
            scale, offset = profile_field.raw_per_value, profile_field.offset_value
            for key, planned in ((profile_field.name, sent), (profile_field.gives, derived)):
                if key is not None:
                    planned[key] = Planned(
                        key=key, field=field, raw_per_value=scale, offset_value=offset
                    )
    for own in definition.developer:
        if own.field.is_one_number:
            description = own.description
            sent[own.key] = Planned(
                key=own.key,
                field=own.field,
                raw_per_value=None
                if description.raw_per_value == 1.0
                else description.raw_per_value,
                offset_value=description.offset_value,
                description=description,
            )
    return Plan(
        fields=tuple(sent.values()), derived=tuple(derived.values()), packed=_packed(definition)
    )


def _packed(definition: Definition) -> DefinedField | None:
    field = definition.field(COMPRESSED_SPEED_DISTANCE)
    return field if field is not None and field.size_bytes == _PACKED_BYTES else None
